"""Files of formats in runs: what is kept of their options, what is read anew, what is said."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import read
from shiplap.readers.formats import FORMATS
from shiplap.store import Store

SRT = b"1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n"
PAGE = b"<title>Rain</title><body><nav>Home</nav><main><h1 id=hills>Hills</h1><p>It rains.</p></main>"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return tmp_path


def text(name: str) -> str:
    with Store("c.db") as store:
        return "".join(chunk.text for chunk in store.chunks(f"in/{name}"))


def test_options_of_readers_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("selectolax")
    Path("in/a.html").write_bytes(PAGE)
    Path("in/b.txt").write_text("It snows.")
    report = shiplap.ingest("in", to="c.db", html="main")
    assert report.counts.new == 2 and text("a.html") == "# Hills\n\nIt rains."
    report = shiplap.ingest("in", to="c.db")
    assert report.counts.unchanged == 2
    assert main(["ingest", "in", "--to", "c.db", "--html", "body"]) == 0
    assert "changes how files are read: html main -> body" in capsys.readouterr().err
    assert text("a.html").startswith("Home\n\n# Hills")
    report = shiplap.ingest("in", to="c.db", html="raw")
    assert (report.counts.changed, report.counts.unchanged) == (1, 1) and text("a.html") == PAGE.decode()


def shout(data: bytes, path: str) -> str:
    """Return a reader of the user."""
    return data.decode().upper()


def test_functions_of_the_user_are_named_in_the_store() -> None:
    Path("in/a.rain").write_text("it rains")
    name = f"*.rain={__name__}:shout"
    shiplap.ingest("in", to="c.db", reader=[("*.rain", shout)])
    assert text("a.rain") == "IT RAINS"
    with pytest.raises(OptionError, match="give --reader again, or --trust-config"):
        shiplap.ingest("in", to="c.db")
    assert shiplap.ingest("in", to="c.db", trust_config=True).counts.unchanged == 1
    assert shiplap.ingest("in", to="c.db", reader=[name]).counts.unchanged == 1


def test_a_chunk_of_a_page_knows_its_anchor_and_its_metadata() -> None:
    pytest.importorskip("selectolax")
    Path("in/a.html.gz").write_bytes(gzip.compress(PAGE))
    shiplap.ingest("in", to="c.db", html="main")
    with Store("c.db") as store:
        (chunk,) = store.chunks("in/a.html.gz")
        assert chunk.anchor == "hills" and chunk.address == "in/a.html.gz#hills"
        assert chunk.metadata["title"] == "Rain" and chunk.headings == ("Hills",)


def test_encodings_in_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("chardet")
    german = "Die Größe der Straße überrascht: über zwanzig Füße breit, schön und grün. " * 5
    Path("in/a.txt").write_bytes(german.encode("cp1252"))
    Path("in/b.txt").write_bytes("It rains – ü.".encode("utf-16"))
    assert main(["ingest", "in", "--to", "c.db"]) == 0
    assert "read as cp1252, the most likely encoding" in capsys.readouterr().err
    assert text("a.txt") == german and text("b.txt") == "It rains – ü."
    assert main(["ingest", "in", "--to", "c.db", "--encoding", "cp1250"]) == 0
    assert text("a.txt") == german.encode("cp1252").decode("cp1250")


def test_guesses_end_when_the_encoding_is_named() -> None:
    pytest.importorskip("chardet")
    german = "Die Größe der Straße überrascht: über zwanzig Füße breit, schön und grün. " * 5
    Path("in/a.txt").write_bytes(german.encode("cp1252"))
    Path("in/b.txt").write_text(german, encoding="utf-8")
    assert shiplap.ingest("in", to="c.db").counts.new == 2
    assert shiplap.ingest("in", to="c.db").counts.unchanged == 2
    report = shiplap.ingest("in", to="c.db", encoding="utf-8")
    assert [problem.path for problem in report.failed] == ["in/a.txt"] and report.counts.unchanged == 1


def test_raw_pages_have_the_charset_that_they_name() -> None:
    page = '<!doctype html><meta charset="koi8-r"><p>дождь</p>'
    Path("in/a.html").write_bytes(page.encode("koi8-r"))
    Path("in/b.htm").write_bytes(b"\xef\xbb\xbf<p>\xc3\xa9</p>")
    report = shiplap.ingest("in", to="c.db", html="raw")
    assert not report.remarks and text("a.html") == page and text("b.htm") == "<p>é</p>"


def test_a_named_reader_fails_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in/a.srt").write_bytes(b"1\n00:61:01,000 --> 00:00:02,500\nIt rains.\n")
    Path("in/b.srt").write_bytes(SRT)
    Path("in/c.txt.gz").write_bytes(gzip.compress(b"It rains.")[:-4])
    assert main(["ingest", "in", "--to", "c.db"]) == 1
    said = capsys.readouterr().err
    assert "in/a.srt: srt, line 2" in said and "in/c.txt.gz: gz" in said and text("b.srt") == "It rains."


#: Formats that refuse what is in no way theirs.
STRICT = [each for each in FORMATS if each.name != "html"]


SUFFIXES = [*(suffix for each in STRICT for suffix in each.suffixes), ".zip", ".tar", ".mbox"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_cannot_be_read_is_named_with_the_reason_and_a_way_out(
    suffix: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for module in ("lxml", "selectolax", "pypdfium2", "python_calamine"):
        pytest.importorskip(module)
    if suffix == ".zst":
        pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    contents = {"empty": b"", "text": b"It rains.\nIt pours.\n", "cut": b"PK\3\4" + bytes(50)}
    for name, data in contents.items():
        if not (name == "empty" and suffix in (".srt", ".vtt", ".mbox")):
            Path(f"in/{name}{suffix}").write_bytes(data)
    report = shiplap.ingest("in", to="c.db")
    reasons = {each.path: each.reason for each in report.failed + report.skipped}
    assert set(reasons) == {f"in/{name}" for name in os.listdir("in")}
    for path, reason in reasons.items():
        has_way = any(way in reason for way in ("again", "rename", "repair", "binary file"))
        assert has_way and len(reason) < 250, reason
        if path == f"in/empty{suffix}" and suffix not in (".zip", ".tar"):
            assert "the file is empty" in reason
    if suffix not in (".zip", ".tar", ".mbox"):
        path = f"in/text{suffix}"
        for command in (["chunk", path], ["sentences", path], ["view", path, "-o", "page.html"]):
            assert main(command) == 1
            assert f"error: {path}: {reasons[path]}" in capfd.readouterr().err


def test_another_binary_file_under_the_name_of_a_text_format_is_not_read() -> None:
    for suffix in (".html", ".eml", ".ipynb", ".srt", ".vtt", ".mhtml"):
        Path(f"in/a{suffix}").write_bytes(b"\x89PNG\r\n\x1a\n and so on")
    report = shiplap.ingest("in", to="c.db")
    assert {each.reason for each in report.skipped} == {"skipped: binary file (PNG)"} and not report.written


def test_front_matter_is_metadata(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("yaml")
    front = "title: Rain\nauthor: Ann\ndate: 2026-01-02\ntags: [wet, cold]"
    Path("in/a.md").write_text(f"---\n{front}\n---\n\nIt rains.\n")
    Path("in/b.md").write_text("---\na: &x [1]\nb: *x\n---\nIt snows.\n")
    Path("in/c.md").write_text("---\nIt hails.\n---\n")
    Path("in/d.txt").write_text("---\ntitle: Rain\n---\n")
    assert main(["ingest", "in", "--to", "c.db"]) == 0
    assert "in/b.md: front matter: cannot be read (it has an alias)" in capsys.readouterr().err
    with Store("c.db") as store:
        metadata = {name: store.chunks(f"in/{name}")[0].metadata for name in ("a.md", "b.md", "c.md", "d.txt")}
    expected = {"title": "Rain", "authors": ["Ann"], "created": "2026-01-02", "tags": ["wet", "cold"]}
    fault = {"front_matter_error": "cannot be read (it has an alias)"}
    assert metadata == {"a.md": expected, "b.md": fault, "c.md": {}, "d.txt": {}}
    assert text("a.md").startswith("---\ntitle: Rain")
    assert shiplap.readers.read("in/a.md").metadata == expected


@pytest.mark.parametrize(
    ("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_what_is_compressed_is_treated_as_the_same_file_uncompressed(
    suffix: str, pack: Callable[[bytes], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    contents = {
        "nul.txt": b"It rains.\0\1", "png.txt": b"\x89PNG...", "mark.txt": b"\xef\xbb\xbfIt rains.",
        "empty.txt": b"", "a.md": b"+++\ntitle = 'Rain'\n+++\nIt rains.", "bytes.txt": b"It r\xffins.",
        "nul.html": b"<p>It\0 rains.",
    }  # fmt: skip
    for folder, end, made in (("plain", "", bytes), ("packed", suffix, pack)):
        os.mkdir(folder)
        for name, data in contents.items():
            Path(folder, name + end).write_bytes(made(data))
    reports = [shiplap.ingest(name, to=f"{name}.db", errors="replace") for name in ("plain", "packed")]
    reasons = [[problem.reason for problem in report.skipped] for report in reports]
    assert reasons[0] == reasons[1] == ["skipped: binary file", "skipped: binary file (PNG)"]
    with Store("plain.db") as plain, Store("packed.db") as packed:
        for name in ("mark.txt", "a.md", "bytes.txt", "nul.html"):
            found = [store.chunks(f"{folder}/{name}{end}") for store, folder, end in
                     ((plain, "plain", ""), (packed, "packed", suffix))]  # fmt: skip
            facts = [[(each.text, each.start, each.metadata, each.kind) for each in chunks] for chunks in found]
            assert facts[0] == facts[1] and facts[0]
    named = f"packed/nul.txt{suffix}"
    assert main(["ingest", named, "--to", "c.db"]) == 1
    assert f"{named}: binary file" in capsys.readouterr().err
    with pytest.raises(ReaderError, match="is not text: binary file"):
        read(named)
