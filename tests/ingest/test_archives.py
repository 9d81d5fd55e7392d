"""Archives as folders: the files in zip and tar archives, under limits."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import stat
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.cli import main
from shiplap.errors import ReaderError
from shiplap.readers.archives import Archives, Member
from shiplap.store import Store
from tests.readers.office import docx_of, odt_of
from tests.support.cases import few_quick

TEXTS = {"rain.txt": "It rains.", "docs/snow.md": "# Snow\n\nIt snows.", "docs/deep/hail.txt": "It hails."}


def tar(path: str, texts: dict[str, str], mode: str = "w") -> None:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, text in texts.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))


def zipped(path: str, texts: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ingest(*given: str, code: int = 0) -> None:
    assert main(["ingest", *given, "--to", "c.db"]) == code


def stored() -> dict[str, str]:
    with Store("c.db") as store:
        ids = [document.document_id for document in store.documents()]
        return {each: "".join(chunk.text for chunk in store.chunks(each)) for each in ids}


@few_quick("name", ["a.zip", "a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tar.xz"], quick=2)
@few_quick("jobs", ["1", "3"])
def test_an_archive_is_a_folder(name: str, jobs: str) -> None:
    os.mkdir("in")
    kind = {"gz": "w:gz", "tgz": "w:gz", "bz2": "w:bz2", "xz": "w:xz"}.get(name.rpartition(".")[2], "w")
    pack: Any = zipped if name == "a.zip" else lambda path, texts: tar(path, texts, kind)
    pack(f"in/{name}", TEXTS)
    ingest("in", "--jobs", jobs)
    assert stored() == {f"in/{name}!/{inner}": text for inner, text in TEXTS.items()}
    pack(f"in/{name}", {**TEXTS, "rain.txt": "It pours."})
    ingest(f"in/{name}")
    assert stored()[f"in/{name}!/rain.txt"] == "It pours."
    pack(f"in/{name}", {"rain.txt": "It pours."})
    ingest("in", "--prune")
    assert stored() == {f"in/{name}!/rain.txt": "It pours."}


def test_what_is_excluded_in_a_folder_is_excluded_in_an_archive() -> None:
    zipped("a.zip", {**TEXTS, "node_modules/x.js": "x", ".hidden": "x", "docs/.git/config": "x", "a.min.js": "x"})
    ingest("a.zip", "--exclude", "deep/")
    assert set(stored()) == {"a.zip!/rain.txt", "a.zip!/docs/snow.md"}


def test_files_of_formats_in_archives() -> None:
    srt = "1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n"
    zipped("a.zip", {"rain.srt": srt})
    ingest("a.zip")
    with Store("c.db") as store:
        (chunk,) = store.chunks("a.zip!/rain.srt")
        assert (chunk.text, chunk.time, chunk.source) == ("It rains.", (1.0, 2.5), "a.zip!/rain.srt")


def test_names_that_lead_out_and_files_that_are_encrypted(capsys: pytest.CaptureFixture[str]) -> None:
    zipped("a.zip", {"../out.txt": "x", "/root.txt": "x", "in/../../x.txt": "x", "rain.txt": "It rains."})
    ingest("a.zip", code=1)
    said = capsys.readouterr().err
    assert said.count("its name leads out of the archive") == 3
    assert set(stored()) == {"a.zip!/rain.txt"}
    data = bytearray(Path("a.zip").read_bytes())
    at = data.index(b"PK\x01\x02", data.index(b"rain.txt"))
    while data[at + 46 : at + 54] != b"rain.txt":
        at = data.index(b"PK\x01\x02", at + 1)
    data[at + 8] |= 1
    Path("b.zip").write_bytes(data)
    ingest("b.zip", code=1)
    assert "b.zip!/rain.txt: encrypted" in capsys.readouterr().err


def test_what_is_excluded_in_an_archive_does_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    big = {"big.bin": "b" * 10**6, "node_modules/x.js": "x" * 10**6}
    out = dict.fromkeys(("../out.log", "in/../../x.log", "/root.log"), "x")
    zipped("a.zip", {**out, "rain.txt": "It rains.", **big})
    given = ("a.zip", "--exclude", "*.log", "--exclude", "*.bin", "--max-expansion", "100K")
    ingest(*given)
    assert set(stored()) == {"a.zip!/rain.txt"}
    ingest("a.zip", "--exclude", "*.bin", "--max-expansion", "100K", code=1)
    assert capsys.readouterr().err.count("its name leads out of the archive") == 3
    ingest("a.zip", "--exclude", "*.log", "--max-expansion", "100K", code=1)
    assert "a.zip: expands to more than max_expansion (100000 bytes)" in capsys.readouterr().err


def test_links_and_special_files_in_archives_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    with tarfile.open("a.tar", "w") as archive:
        info = tarfile.TarInfo("rain.txt")
        info.size = 9
        archive.addfile(info, io.BytesIO(b"It rains."))
        for name, kind in (
            ("link.txt", tarfile.SYMTYPE), ("hard.txt", tarfile.LNKTYPE), ("pipe", tarfile.FIFOTYPE),
            ("folder", tarfile.DIRTYPE), (".hidden", tarfile.SYMTYPE),
        ):  # fmt: skip
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "rain.txt"
            archive.addfile(info)
    with zipfile.ZipFile("b.zip", "w") as packed:
        packed.writestr("rain.txt", "It rains.")
        link = zipfile.ZipInfo("../link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "rain.txt")
    report = shiplap.ingest(["a.tar", "b.zip"], to="c.db")
    link, special = "skipped: a link in an archive", "skipped: not a regular file"
    assert [(each.path, each.reason) for each in report.skipped] == [
        ("a.tar!/link.txt", link), ("a.tar!/hard.txt", link), ("a.tar!/pipe", special),
        ("b.zip!/../link.txt", link)
    ]  # fmt: skip
    assert not report.failed and set(stored()) == {"a.tar!/rain.txt", "b.zip!/rain.txt"}


def typed_odt_of(lines: list[str]) -> bytes:
    """Return an ODT file that begins with its media type."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as target, zipfile.ZipFile(io.BytesIO(odt_of(lines))) as source:
        target.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        for name in source.namelist():
            target.writestr(name, source.read(name))
    return made.getvalue()


@pytest.mark.parametrize("made", [docx_of, typed_odt_of], ids=["docx", "odt"])
def test_an_office_file_with_the_name_of_an_archive_is_a_document(
    made: Callable[[list[str]], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("lxml")
    data = made(["It rains."])
    os.mkdir("in")
    Path("in/a.zip").write_bytes(data)
    with zipfile.ZipFile("in/b.zip", "w") as archive:
        archive.writestr("c.zip", data)
        archive.writestr("unpacked/word/document.xml", "<p>It pours.</p>")
        archive.writestr("unpacked/[Content_Types].xml", "<p>It pours.</p>")
    ingest("in")
    assert set(stored()) == {
        "in/a.zip", "in/b.zip!/c.zip", "in/b.zip!/unpacked/word/document.xml",
        "in/b.zip!/unpacked/[Content_Types].xml",
    }  # fmt: skip
    assert stored()["in/a.zip"] == stored()["in/b.zip!/c.zip"] == "It rains."
    assert shiplap.readers.read("in/a.zip").text == "It rains."
    assert main(["view", "in/a.zip", "-o", "page.html"]) == 0
    assert "It rains." in Path("page.html").read_text()
    assert main(["chunk", "in/b.zip"]) == 2
    assert "has several documents" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_archive_whose_library_crashes_loses_one_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = (
        "import json, os, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline());"
        " from shiplap.readers import archives; read = archives._Zip.read;"
        " archives._Zip.read = lambda self, name:"
        " os.kill(os.getpid(), 9) if 'crash' in name else read(self, name);"
        " from shiplap.readers.child_main import run; run()"
    )
    monkeypatch.setattr("shiplap.readers.child.PROGRAM", program)
    zipped("a.zip", {"a.txt": "It rains.", "crash.txt": "It pours.", "z.txt": "It snows."})
    ingest("a.zip", code=1)
    assert "a.zip!/crash.txt: crash.txt: the parser crashed (SIGKILL)" in capsys.readouterr().err
    assert set(stored()) == {"a.zip!/a.txt", "a.zip!/z.txt"}


def test_bombs_and_damage(capsys: pytest.CaptureFixture[str]) -> None:
    zipped("big.zip", {"a.txt": "a" * 10**6, "b.txt": "b" * 10**6})
    tar("big.tar.gz", {"a.txt": "a" * 10**6, "b.txt": "b" * 10**6}, "w:gz")
    zipped("whole.zip", TEXTS)
    Path("short.zip").write_bytes(Path("whole.zip").read_bytes()[:-30])
    Path("short.tar.gz").write_bytes(Path("big.tar.gz").read_bytes()[:-300])
    Path("none.tar").write_bytes(b"x" * 2000)
    ingest("big.zip", "big.tar.gz", "--max-expansion", "1500K", code=1)
    said = capsys.readouterr().err
    assert said.count("expands to more than max_expansion (1500000 bytes)") == 2
    ingest("short.zip", "short.tar.gz", "none.tar", "whole.zip", code=1)
    said = capsys.readouterr().err
    assert "short.zip: zip: is damaged (BadZipFile" in said and "none.tar: tar: is damaged" in said
    assert "short.tar.gz: tar: is damaged" in said
    assert set(stored()) == {f"whole.zip!/{name}" for name in TEXTS}


def test_the_last_file_of_a_name_counts() -> None:
    with zipfile.ZipFile("a.zip", "w") as archive:
        archive.writestr("x.txt", "first")
        archive.writestr("y.txt", "other")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("x.txt", "last")
    tar("a.tar", {"x.txt": "first", "y.txt": "other"})
    tar("a.tar", {"x.txt": "last"}, "a")
    archives = Archives(10**6)
    for path in ("a.zip", "a.tar"):
        assert archives.members((path,)) == [Member("y.txt", 5), Member("x.txt", 4)]
        assert archives.read((path, "x.txt")) == b"last"
    with pytest.raises(ReaderError, match=r"zip, z\.txt: is damaged"):
        archives.read(("a.zip", "z.txt"))
    archives.close()


def test_a_header_that_wants_much_memory_is_refused() -> None:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, 1 << 33
    Path("a.tar").write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(10240))
    with pytest.raises(ReaderError, match="a header has"):
        Archives(10**6).members(("a.tar",))


def test_a_damaged_archive_loses_no_stored_file(capsys: pytest.CaptureFixture[str]) -> None:
    zipped("a.zip", TEXTS)
    ingest(".")
    Path("a.zip").write_bytes(b"PK\x03\x04")
    ingest(".", "--prune=all", code=1)
    assert len(stored()) == 3


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with archives."""
    folder = str(tmp_path_factory.mktemp("archives"))
    zipped(f"{folder}/a.zip", TEXTS)
    tar(f"{folder}/a.tar", TEXTS)
    tar(f"{folder}/a.tar.gz", TEXTS, "w:gz")
    return Path(folder)


@given(
    name=st.sampled_from(["a.zip", "a.tar", "a.tar.gz"]),
    changes=st.lists(st.tuples(st.integers(0, 10**5), st.integers(0, 255)), max_size=4),
    cut=st.integers(0, 400),
)
def test_damaged_archives_raise_their_own_error(
    name: str, changes: list[tuple[int, int]], cut: int, archives: Path
) -> None:
    data = bytearray((archives / name).read_bytes())
    for at, value in changes:
        data[at % len(data)] = value
    path = str(archives / f"damaged-{name}")
    Path(path).write_bytes(data[: len(data) - cut if cut < 200 else len(data)])
    with contextlib.closing(Archives(10**6)) as opened, contextlib.suppress(ReaderError):
        for member in opened.members((path,)):
            if not member.fault:
                with contextlib.suppress(ReaderError):
                    opened.read((path, member.name))


MAIL = (
    b"From: Rain <rain@hills.example>\nSubject: Weather\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nIt rains.\n--b\n"
    b"Content-Type: text/markdown; name=snow.md\nContent-Disposition: attachment; filename=snow.md\n\n"
    b"# Snow\n\nIt snows.\n--b--\n"
)


def test_archives_within_archives_and_mail() -> None:
    Path("in").mkdir()
    Path("in/a.eml").write_bytes(MAIL)
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("b.eml", MAIL)
        archive.writestr("rain.txt", "It pours.")
    with zipfile.ZipFile("in/c.zip", "w") as archive:
        archive.writestr("d/e.zip", inner.getvalue())
    Path("in/f.mbox").write_bytes(b"From rain\n" + MAIL + b"\nFrom snow\nSubject: Two\n\nIt hails.\n")
    ingest("in", "--jobs", "2")
    found = stored()
    assert set(found) == {
        "in/a.eml", "in/a.eml!/snow.md", "in/c.zip!/d/e.zip!/b.eml", "in/c.zip!/d/e.zip!/b.eml!/snow.md",
        "in/c.zip!/d/e.zip!/rain.txt", "in/f.mbox!/1.eml", "in/f.mbox!/1.eml!/snow.md", "in/f.mbox!/2.eml",
    }  # fmt: skip
    assert found["in/a.eml"] == "It rains." and found["in/f.mbox!/1.eml!/snow.md"] == "# Snow\n\nIt snows."
    with Store("c.db") as store:
        (chunk,) = store.chunks("in/a.eml")
        assert chunk.metadata["title"] == "Weather"


def test_compressed_mail(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in").mkdir()
    Path("in/a.eml.xz").write_bytes(lzma.compress(MAIL))
    Path("in/f.mbox.gz").write_bytes(gzip.compress(b"From rain\n" + MAIL))
    with zipfile.ZipFile("in/c.zip", "w") as archive:
        archive.writestr("b.mbx.bz2", bz2.compress(b"From rain\n" + MAIL))
    ingest("in")
    assert set(stored()) == {
        "in/a.eml.xz", "in/a.eml.xz!/snow.md", "in/c.zip!/b.mbx.bz2!/1.eml", "in/c.zip!/b.mbx.bz2!/1.eml!/snow.md",
        "in/f.mbox.gz!/1.eml", "in/f.mbox.gz!/1.eml!/snow.md",
    }  # fmt: skip
    Path("in/f.mbox.gz").write_bytes(gzip.compress(b"From rain\n" + b"a" * 10_000_000))
    ingest("in/f.mbox.gz", "--max-expansion", "1M", code=1)
    assert "expands to more than max_expansion (1000000 bytes)" in capsys.readouterr().err


def test_archives_too_deep(capsys: pytest.CaptureFixture[str]) -> None:
    content = b"It rains."
    for name in ("rain.txt", "a.zip", "b.zip", "c.zip"):
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w") as archive:
            archive.writestr(name, content)
        content = outer.getvalue()
    Path("d.zip").write_bytes(content)
    ingest("d.zip")
    assert list(stored()) == ["d.zip!/c.zip!/b.zip!/a.zip!/rain.txt"]
    ingest("d.zip", "--max-depth", "2", code=1)
    assert "deeper than max_depth allows" in capsys.readouterr().err
