"""`read`: which reader reads a file, encodings, compressed files, and parsers in child processes."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import Document, chunk
from shiplap.errors import MissingExtraError, OptionError, ReaderError, TextTypeError
from shiplap.readers import Format, ReadOptions, read
from shiplap.readers.child import CHILDREN, read_in_child
from shiplap.readers.compressed import expand
from shiplap.readers.formats import FORMATS, Context
from shiplap.readers.registry import Readers, format_named, formats, rules_of
from shiplap.readers.remarks import NAMES, remark

SRT = b"1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n"
TEXT = "It rains in the hills. Ünter dem Schnee."


# ---- which reader


def test_signatures_count_for_more_than_names() -> None:
    assert read(SRT, path="rain.srt").text == "It rains."
    assert read(gzip.compress(SRT), path="rain.srt").text == "It rains."  # the name says nothing of gzip
    assert read(SRT, path="rain.txt").text == SRT.decode()
    assert read(SRT, path="rain.txt", format="srt").text == "It rains."


def test_a_file_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "rain.SRT").write_bytes(SRT)
    document = read(tmp_path / "rain.SRT")
    assert document.text == "It rains." and document.source == str(tmp_path / "rain.SRT")
    (found,) = chunk(document)
    assert found.address == f"{document.source}#t=1,2.5"
    assert read(SRT, path="rain.srt").source == "rain.srt" and read(SRT, format="srt").source is None
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "snow.srt")


def test_wrong_arguments() -> None:
    with pytest.raises(OptionError, match="format='doc': must be one of"):
        read(b"x", format="doc")
    with pytest.raises(OptionError, match=r"option='htlm': must be one of .*did you mean 'html'"):
        read(b"x", htlm="main")
    with pytest.raises(OptionError, match="html='all': must be one of 'body', 'main', 'raw'"):
        read(b"x", html="all")
    with pytest.raises(OptionError, match="read_timeout=0"):
        read(b"x", read_timeout=0)
    with pytest.raises(TextTypeError, match="read takes a path, or the content of a file"):
        read(7)  # type: ignore[arg-type]


def test_rules_of_the_user() -> None:
    def shout(data: bytes, path: str) -> str:
        return f"{path}: {data.decode().upper()}"

    readers = Readers(rules=[("*.rain", shout), ("docs/*", lambda data, path: 7)])
    assert readers.text(b"it rains", "a/x.rain") == "a/x.rain: IT RAINS"
    assert readers.text(b"it rains", "x.txt") == "it rains"
    with pytest.raises(ReaderError, match="must return a str or a Document, not int"):
        readers.text(b"", "docs/x.txt")
    for wrong in ("*.rain", "*.rain=", "=a:b", "*.rain=module"):
        with pytest.raises(OptionError, match="must be GLOB=MODULE:FUNCTION"):
            rules_of([wrong])
    with pytest.raises(OptionError, match=r"reader='no\.such:function'"):
        rules_of(["*.rain=no.such:function"])


def test_formats_of_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def wet(data: bytes, path: str | None, run: Context) -> Document:
        return Document("wet", path=path)

    class Entry:
        name = value = "wet"

        def __init__(self, found: object) -> None:
            self.load = lambda: found

    entries: list[Entry] = [Entry(Format(name="wet", read=wet, suffixes=(".wet",)))]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries)
    formats.cache_clear()
    try:
        assert read(b"x", path="a.wet").text == "wet"
        entries[0] = Entry(wet)
        formats.cache_clear()
        with pytest.raises(ReaderError, match=r"must be a shiplap\.readers\.Format"):
            read(b"x", path="a.wet")
        entries[0].load = lambda: {}["wet"]
        formats.cache_clear()
        with pytest.raises(ReaderError, match=r"wet, entry point 'wet': cannot be loaded \(KeyError"):
            read(b"x", path="a.txt")
    finally:
        monkeypatch.undo()
        formats.cache_clear()


def test_fingerprints_name_what_changes_the_text() -> None:
    found = Format(name="html", read=lambda *_: Document(""), options=("encoding", "html"), version=3)
    assert found.fingerprint(ReadOptions()) == "html3"
    assert found.fingerprint(ReadOptions(html="main", max_depth=2)) == "html3,html=main"
    assert found.fingerprint(ReadOptions(encoding="UTF8", html="raw")) == "html3,encoding=utf-8,html=raw"
    known = set(ReadOptions.__dataclass_fields__)
    assert all(set(each.options) <= known for each in FORMATS)


# ---- encodings


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_byte_order_marks_are_obeyed(encoding: str) -> None:
    mark = "" if encoding in ("utf-8-sig", "utf-16", "utf-32") else "\ufeff"
    for options in ({}, {"encoding": "cp1252"}):
        found = read((mark + TEXT).encode(encoding), path="a.txt", **options)
        assert str(found.text).removeprefix("\ufeff") == TEXT
    with pytest.raises(ReaderError, match="text, byte offset 4: must be utf-16-le"):
        read(b"\xff\xfea\0\0\xd8b\0", path="a.txt")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_without_a_mark_is_read_by_its_nul_bytes(encoding: str) -> None:
    for text in (TEXT, "Дождь идёт весь день.\n", "a;b\r\n1;2\r\n", "<?xml version='1.0'?><a/>", "Ünter\t" * 3000):
        found = read(text.encode(encoding), path="a.txt")
        assert found.text == text and found.metadata == {"encoding": encoding}
    cue = b"1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n".decode().encode(encoding)
    assert read(cue, path="rain.srt").text == "It rains."
    with pytest.raises(ReaderError, match="is not text: binary file"):
        read("It\0 rains.".encode(encoding), path="a.txt")


def test_what_may_be_wide_text_names_the_option_that_reads_it() -> None:
    data = "雨が降っています。\n丘は霧に包まれています。\n".encode("utf-16-le")
    with pytest.raises(ReaderError, match="binary file; --encoding utf-16-le reads it if it is text"):
        read(data, path="a.txt")
    assert read(data, path="a.txt", encoding="utf-16-le").text == data.decode("utf-16-le")
    for binary in (
        b"It rains.\0", b"a.txt\0b.txt\0", b"\0\1\2\3", bytes(100), b"f\xfcr\0", b"\x7fELF\2\1" + bytes(58)
    ):  # fmt: skip
        with pytest.raises(ReaderError, match=r"is not text: binary file"):
            read(binary, path="a.txt")


def test_a_page_in_wide_text_without_a_mark() -> None:
    pytest.importorskip("selectolax")
    page = "<title>Rain</title><p>Ünter dem Schnee.</p>"
    for encoding in ("utf-16-le", "utf-32-be", "utf-32"):
        found = read(page.encode(encoding), path="a.html")
        assert found.text == "Ünter dem Schnee." and str(found.metadata["encoding"]).startswith(encoding[:6])


def test_too_short_a_text_is_not_guessed() -> None:
    pytest.importorskip("chardet")
    for word in ("Größe", "café", "Señor Muñoz"):
        with pytest.raises(ReaderError, match=r"too little text to tell its encoding .*; --encoding NAME"):
            read(word.encode("cp1252"), path="a.txt")
    text = "Kaffee zum Mitnehmen: günstig, süß und heiß."
    assert read(text.encode("cp1252"), path="a.txt").text == text


@pytest.mark.parametrize("name", ["utf-8", "cp1252", "latin-1", "utf-16-le", "koi8-r"])
def test_a_named_encoding_is_strict(name: str) -> None:
    text = "Дождь" if name == "koi8-r" else TEXT
    assert read(text.encode(name), path="a.txt", encoding=name).text == text
    if name in ("utf-8", "utf-16-le"):
        with pytest.raises(ReaderError, match="byte offset"):
            read(b"ab\0\xd8\xff", path="a.txt", encoding=name)
    for wrong in ("rot13", "no such", "hex", 7):
        with pytest.raises(OptionError, match=r"encoding=.*must be 'auto' or an encoding that Python knows"):
            ReadOptions(encoding=wrong)  # type: ignore[arg-type]


def test_the_likely_encoding_is_said() -> None:
    pytest.importorskip("chardet")
    german = "Die Größe der Straße überrascht: über zwanzig Füße breit, schön und grün. " * 5
    for text, name in ((german, "cp1252"), ("Дождь идёт весь день, и старик храпит. " * 5, "koi8-r"),
                       ("雨が降っています。丘は霧に包まれています。" * 5, "shift_jis")):  # fmt: skip
        found = read(text.encode(name), path="a.txt")
        assert found.text == text and found.metadata is not None
        assert 0 < found.metadata["encoding_confidence"] <= 1 and "encoding" in found.metadata
    with pytest.raises(ReaderError, match="is not UTF-8, and text in no other encoding that fits"):
        read(bytes(range(1, 256)) * 9, path="a.txt")


def test_a_guess_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chardet", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'shiplap\[encodings\]'") as caught:
        read(b"caf\xe9", path="a.txt")
    assert "text that is not UTF-8 (byte offset 3) needs chardet" in str(caught.value)
    assert isinstance(caught.value, ImportError) and caught.value.extra == "encodings"


@given(
    st.text(st.characters(exclude_characters="\0")),
    st.sampled_from(["utf-8", "utf-16", "utf-32", "utf-16-le", "utf-8-sig"]),
)
def test_no_text_is_changed(text: str, encoding: str) -> None:
    text = "a" + text.encode(errors="replace").decode()
    data = text.encode(encoding)
    assert str(read(data, path="a.txt", encoding=encoding).text).removeprefix("\ufeff") == text


# ---- compressed files


COMPRESSED = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


@pytest.mark.parametrize("suffix", sorted(COMPRESSED))
def test_compressed_files(suffix: str) -> None:
    pack = COMPRESSED[suffix]
    assert read(pack(SRT), path=f"rain.srt{suffix}").text == "It rains."
    data = pack(b"It rains. ") + pack(b"It pours.")
    assert read(data, path=f"a.txt{suffix}").text == "It rains. It pours."
    assert read(data + bytes(64), path=f"a.txt{suffix}").text == "It rains. It pours."
    assert read(pack(b""), path=f"a.txt{suffix}").text == ""
    with pytest.raises(ReaderError, match="expands to more than max_expansion"):
        read(pack(bytes(10**7)), path=f"a.txt{suffix}", max_expansion=10**6)
    with pytest.raises(ReaderError, match=r"the file ends early|is damaged"):
        read(data[:-3], path=f"a.txt{suffix}")
    with pytest.raises(ReaderError, match="is followed by something else"):
        read(data + b"x", path=f"a.txt{suffix}")


def test_files_within_files() -> None:
    data = SRT
    for _ in range(3):
        data = gzip.compress(data)
    assert read(data, path="rain.srt.gz.gz.gz").text == "It rains."
    with pytest.raises(ReaderError, match="deeper than max_depth allows"):
        read(gzip.compress(data), path="rain.srt.gz.gz.gz.gz")


def test_zstandard() -> None:
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    assert read(zstd.compress(SRT), path="rain.srt.zst").text == "It rains."


@given(st.binary(max_size=200), st.sampled_from(sorted(COMPRESSED)), st.integers(0, 400), st.integers(0, 255))
def test_damaged_files_raise_their_own_error(content: bytes, suffix: str, at: int, value: int) -> None:
    data = bytearray(COMPRESSED[suffix](content))
    data[at % len(data)] = value
    try:
        found = expand(bytes(data), 1000)
    except ReaderError:
        return
    assert found == content or suffix != ".xz"  # gzip's header has bytes without a meaning


# ---- child processes


def crash(data: bytes, path: str | None, run: Context) -> Document:
    """Return a parser that crashes, hangs, needs too much memory, prints, or fails."""
    if data == b"crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if data == b"hang":
        time.sleep(60)
    if data == b"memory":
        return Document("x" * len(bytearray(10**11)))
    if data == b"fail":
        raise KeyError("rain")
    if data == b"refuse":
        raise ReaderError("crash", "line 7", "must be dry", "wet")
    if data == b"extra":
        raise MissingExtraError("Rain", "hail", "pdf")
    print("noise")
    os.write(1, b"noise")
    runs = {"start": [0], "end": [2], "page": [1], "x0": [1.0], "y0": [2.0], "x1": [3.0], "y1": [4.0]}
    tables: Any = {"runs": {**runs, "edges": [1.0, 2.0]}, "pages": [(0, 2, 1, "i")]}
    return Document("It", path="a.md", metadata={"title": "ü"}, provenance=tables)


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch) -> Format:
    """A format whose parser runs in a child process; the child finds it as an entry point would be found."""
    program = (
        "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline());"
        " import shiplap.readers.registry as registry;"
        " from tests.readers.test_reading import crash; from shiplap.readers import Format;"
        " found = Format(name='fragile', read=crash, in_child=True);"
        " registry.formats = lambda: (found,);"
        " from shiplap.readers.child_main import run; run()"
    )
    CHILDREN.stop()
    monkeypatch.setattr("shiplap.readers.child.PROGRAM", program)
    return Format(name="fragile", read=crash, in_child=True)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_a_child_does_loses_one_file(fragile: Format) -> None:
    options = ReadOptions()
    expected = crash(b"", None, Readers())
    assert read_in_child(fragile, b"", "x", options) == expected
    (child,) = CHILDREN._idle
    for data, rule in (
        (b"fail", r"fragile: the parser failed \(KeyError: 'rain'\)"),
        (b"refuse", "crash, line 7: must be dry, not 'wet'"),
        (b"memory", "fragile: needs more memory than read_memory allows"),
    ):
        with pytest.raises(ReaderError, match=rule):
            read_in_child(fragile, data, "x", options)
    with pytest.raises(MissingExtraError, match=r"Rain needs hail: pip install 'shiplap\[pdf\]'"):
        read_in_child(fragile, b"extra", "x", options)
    assert CHILDREN._idle == [child] and read_in_child(fragile, b"", "x", options) == expected
    with pytest.raises(ReaderError, match=r"the parser crashed \(SIGKILL\)"):
        read_in_child(fragile, b"crash", "x", options)
    assert CHILDREN._idle == []
    with pytest.raises(ReaderError, match=r"takes longer than read_timeout \(1 s\)"):
        read_in_child(fragile, b"hang", "x", replace(options, read_timeout=1))
    assert read_in_child(fragile, b"", "x", options) == expected
    CHILDREN.stop()


def test_a_name_that_no_format_has() -> None:
    with pytest.raises(OptionError, match=r"format='rain': must be one of .*'srt'"):
        format_named("rain")


def test_front_matter_that_cannot_be_read_loses_no_text() -> None:
    pytest.importorskip("yaml")
    for front in ("a: &x [1]\nb: *x", "title: {{ page.title }}", "It says: rain: hills", "date: 2026-99-99"):
        data = f"---\n{front}\n---\nIt rains.\n".encode()
        for content, path in ((data, "a.md"), (gzip.compress(data), "a.md.gz")):
            found = read(content, path=path)
            assert str(found.text).encode() == data and found.metadata is not None
            assert list(found.metadata) == ["front_matter_error"]
            assert remark(found.metadata).startswith("front matter: cannot be read (")


def test_front_matter_does_not_say_how_a_file_was_read() -> None:
    lines = "".join(f"{name} = 3\n" for name in sorted(NAMES))
    data = f"+++\n{lines}title = 'Rain'\n+++\nIt rains.\n".encode()
    pytest.importorskip("tomllib" if sys.version_info >= (3, 11) else "tomli")
    found = read(gzip.compress(data), path="a.md.gz")
    assert found.metadata == {"title": "Rain"} and remark(found.metadata) == ""


@pytest.mark.parametrize("encoding", ["auto", "utf-8", "latin-1", "utf-16-le"])
def test_what_no_reader_reads_is_no_text(encoding: str) -> None:
    for data, reason in ((b"{\\rtf1 It rains.}", "RTF"), (b"\x89PNG\r\n", "PNG"), (b"PK\x03\x04", "ZIP")):
        with pytest.raises(ReaderError, match=rf"text, byte offset 0: is not text: .*{reason}"):
            read(data, path="rain.txt", encoding=encoding)


@pytest.mark.parametrize("name", ["a.zip", "in/a.tar", "a.tar.gz", "a.mbox", "a.MBOX.bz2"])
def test_an_archive_is_no_document(name: str) -> None:
    for content in (b"From a@example.org\nSubject: Rain\n\nIt rains.\n", gzip.compress(b"a"), b"PK\x03\x04"):
        with pytest.raises(ReaderError, match=r"has several documents: shiplap.ingest reads each of them"):
            read(content, path=name)
