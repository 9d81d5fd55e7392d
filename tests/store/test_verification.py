"""`verify`: a sound store has no fault, and each fault is found and named."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.ids import content_hash
from shiplap.store import Store, verification
from shiplap.store.verification import Verification
from shiplap.vectors import HashedWords, embed_chunks
from tests.readers.office import docx_of
from tests.support.store_damage import edit, make, without_constraints

CHUNK = "UPDATE chunks SET {} WHERE document_id = 'a' AND chunk_index = 1"
DOCUMENT = "UPDATE documents SET {} WHERE document_id = 'a'"


def verify(path: str | Path) -> Verification:
    with Store(path, read_only=True) as store:
        return store.verify()


def test_a_sound_store(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    make(path)
    found = verify(path)
    with Store(path) as store:
        totals = store.totals()
        assert found.vectors == len(store.vectors("m"))
    assert (found.documents, found.chunks, found.faults) == (3, totals["chunks"], [])
    assert found.compared == 0


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (CHUNK.format("text = upper(text)"), "document 'a', chunk 1: content_hash is"),
        (CHUNK.format("text = text || 'x'"), "chunk 1: the text has 41 characters, its offsets 30 to 70"),
        (CHUNK.format("char_start = char_start + 1, char_end = char_end + 1"), "chunk 1: overlap is 10"),
        (CHUNK.format("char_start = 0"), "document 'a', chunk 1: the text has 40 characters, its offsets 0 to 70"),
        (CHUNK.format("byte_end = byte_end + 1"), "document 'a', chunk 1: the text has"),
        (CHUNK.format("overlap = 9"), "document 'a', chunk 1: overlap is 9, but the offsets imply 10"),
        (CHUNK.format("content_hash = context_hash || 'x'"), "document 'a', chunk 1: content_hash is"),
        (CHUNK.format("context_hash = content_hash || 'x'"), "document 'a', chunk 1: context_hash is"),
        (CHUNK.format("content_id = 'x'"), "document 'a', chunk 1: content_id is 'x', not 'a-text-"),
        (CHUNK.format("chunk_id = 'a-chunk-2'"), "document 'a', chunk 1: chunk_id is 'a-chunk-2'"),
        (CHUNK.format("line_start = 3"), "document 'a', chunk 1: it ends in line 1, before it begins in line 3"),
        (CHUNK.format("headings = '[1]'"), "document 'a', chunk 1: headings is '[1]', not a JSON list of texts"),
        (CHUNK.format("headings = '[\"Rain\"]'"), "document 'a', chunk 1: context_hash is"),
        (CHUNK.format("text = x'ff'"), "document 'a', chunk 1: text is b'\\xff', not text"),
        (CHUNK.format("char_end = NULL"), "document 'a', chunk 1: char_end is NULL"),
        (DOCUMENT.format("chunks = chunks + 1"), "document 'a': the store has 6 chunks of it, not 7"),
        (DOCUMENT.format("characters = 100"), "document 'a', chunk 3: it ends after the end of the document (100"),
        (DOCUMENT.format("bytes = 100"), "it ends after the end of the document"),
        (DOCUMENT.format("metadata = '7'"), "document 'a': metadata is '7', not a JSON object"),
        ("DELETE FROM chunks WHERE document_id = 'a' AND chunk_index = 2", "document 'a': chunk 2 is missing"),
        (
            "DELETE FROM documents WHERE document_id = 'a'",
            "document 'a': does not exist; the store has 6 chunks of it",
        ),
        (
            "UPDATE chunks SET chunk_index = 9, chunk_id = 'a-chunk-9' WHERE chunk_id = 'a-chunk-0'",
            "document 'a': chunk 0 is missing",
        ),
        (
            "UPDATE chunks SET chunk_index = 107 - chunk_index WHERE document_id = 'a' AND chunk_index IN (3, 4);"
            "UPDATE chunks SET chunk_index = chunk_index - 100, chunk_id = 'a-chunk-' || (chunk_index - 100)"
            " WHERE chunk_index > 100",
            "document 'a', chunk 4: it begins or ends before the previous chunk",
        ),
        ("UPDATE embeddings SET vector = x'00000000'", "model 'm': the vector of context hash"),
        ("UPDATE embeddings SET vector = x'0000c07f00000000000000000000803f'", "a number that is not finite"),
        ("UPDATE embeddings SET vector = x'00' WHERE rowid = 1", "has 1 byte, not 16"),
        ("UPDATE settings SET value = x'00'", "key 'configuration': setting is b'\\x00', not text"),
    ],
)  # fmt: skip
def test_each_fault_is_found(
    tmp_path: Path, statement: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.db"
    make(path)
    without_constraints(path)
    if statement.startswith("UPDATE embeddings SET vector = x'00000000'"):
        statement += " WHERE rowid = 2"
    edit(path, *statement.split(";"))
    faults = [str(each) for each in verify(path).faults]
    assert any(fault in each for each in faults), faults
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert any(fault in line for line in out) and " fault" in out[-1]
    assert main(["verify", str(path), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["faults"]) == len(faults)


def test_chunks_that_disagree_about_what_they_share(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        store.put(shiplap.FixedChunker(10, 4).chunk("abcdefghijklmnop", document_id="a"))
        (hash,) = (store.chunks("a")[1].content_hash,)
        other = shiplap.FixedChunker(10, 0).chunk("ABCDklmnop", document_id="a")
        new = other[0].content_hash
    edit(path, f"UPDATE chunks SET text = 'ABCDklmnop', content_hash = '{new}', context_hash = '{new}',"
         f" content_id = 'a-text-{new}' WHERE content_hash = '{hash}'")  # fmt: skip
    assert [str(fault) for fault in verify(path).faults] == [
        "document 'a', chunk 1: the text that it shares with the previous chunk differs"
    ]


def shout(data: bytes, path: str) -> str:
    """Return a reader of the user."""
    return data.decode().upper()


def test_chunks_are_compared_with_what_readers_make_of_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("selectolax", "chardet", "lxml"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    page = b"<nav>Home</nav><main><h1>Rain</h1><p>It rains.</p></main>"
    german = "Die Größe der Straße überrascht: über zwanzig Füße breit, schön und grün. " * 5
    contents = {
        "a.html": page, "b.txt": german.encode("cp1252"), "c.html.gz": gzip.compress(page),
        "d.txt.gz": gzip.compress(b"It rains."), "e.docx": docx_of(["It rains."]), "f.txt": b"It rains.",
        "g.txt": "It rains.".encode("utf-16"), "h.rain": b"it rains",
    }  # fmt: skip
    for name, data in contents.items():
        Path("in", name).write_bytes(data)
    with zipfile.ZipFile("in/z.zip", "w") as archive:
        for name, data in contents.items():
            archive.writestr(f"deep\\{name}", data)
        archive.write("in/a.html", "inner/a.html")
    report = shiplap.ingest("in", to="c.db", html="main", reader=[("*.rain", shout)])
    assert len(report.written) == 17 and not report.failed
    found = verify("c.db")
    assert (found.documents, found.compared, found.faults) == (17, 15, [])  # without the functions of the user
    with Store("c.db", create=False, read_only=True) as store:
        assert store.verify(is_trusted=True).compared == 17
    edit(Path("c.db"), "UPDATE chunks SET line_end = line_end + 1 WHERE document_id = 'in/z.zip!/inner/a.html'")
    assert {fault.document_id for fault in verify("c.db").faults} == {"in/z.zip!/inner/a.html"}
    Path("in/a.html").write_bytes(page + b" ")
    Path("in/z.zip").unlink()
    assert verify("c.db").compared == 6


def test_chunks_are_compared_with_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    text = "# Rain\r\n\r\nEs regnet. Être là. 雨が降る。\n\n" * 20
    Path("docs/plain.md").write_bytes(text.encode())
    Path("docs/marked.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    Path("docs/edited.md").write_text("Before.")
    command = ["ingest", "docs", "--to", "c.db", "--preset", "fixed-900", "--chunk-size", "100", "--chunk-overlap"]
    assert main([*command, "0"]) == 0
    Path("docs/edited.md").write_text("After.")
    found = verify("c.db")
    assert (found.documents, found.compared, found.faults, found.stale) == (3, 2, [], 0)
    with Store("c.db") as store:
        last = store.chunks("docs/plain.md")[-1]
    upper = last.text.upper()
    hash, shift = content_hash(upper.encode()), "byte_start = byte_start - 1, byte_end = byte_end - 1"
    edit(
        Path("c.db"),
        f"UPDATE chunks SET text = '{upper}', content_hash = '{hash}', context_hash = '{hash}',"
        f" content_id = 'docs/plain.md-text-{hash}' WHERE chunk_id = '{last.id}'",
        f"UPDATE chunks SET {shift} WHERE document_id = 'docs/marked.md' AND chunk_index = 1",
        "UPDATE chunks SET line_end = line_end + 1 WHERE document_id = 'docs/marked.md' AND chunk_index = 2",
    )
    faults = [str(fault) for fault in verify("c.db").faults]
    assert (
        len(faults) == 3 and f"plain.md', chunk {last.index}: the text differs from that of the file" in faults[2]
    )
    assert "marked.md', chunk 1: its bytes in the file are" in faults[0]
    assert "marked.md', chunk 2: its lines in the file are" in faults[1]


def test_tables_are_not_read_for_their_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is linear in the store, whatever the number of rows that have one table as their source. A file is
    read once for each document that has all of its text; rows are checked by their hashes."""
    monkeypatch.chdir(tmp_path)
    read: list[str] = []

    def counted(path: str, mode: str) -> Any:
        read.append(os.path.basename(path))
        return open(path, mode)

    monkeypatch.setattr(verification, "open", counted, raising=False)
    Path("rows.csv").write_text("id,text\n" + "".join(f"r{k},It rains on day {k}.\n" for k in range(300)))
    Path("rows.jsonl").write_text(
        "".join(json.dumps({"text": f"It snows on day {k}."}) + "\n" for k in range(300))
    )
    Path("whole.csv").write_text("id,text\n1,It pours.\n")
    Path("edited.txt").write_text("Before.")
    ingest = ["ingest", "--to", "c.db", "--preset", "fixed-900"]
    for command in (
        [*ingest, "rows.csv", "--text-column", "text", "--id-column", "id"],
        [*ingest, "rows.jsonl", "--text-column", "text"],
        [*ingest, "whole.csv", "edited.txt"], [*ingest, "whole.csv", "--id-prefix", "again/"],
    ):  # fmt: skip
        assert main(command) == 0
    Path("edited.txt").write_text("After..")
    found = verify("c.db")
    assert (found.documents, found.compared, found.faults) == (603, 2, [])
    assert sorted(read) == ["edited.txt", "whole.csv", "whole.csv"]
    edit(Path("c.db"), "UPDATE chunks SET text = 'It snows on day 8.' WHERE document_id = 'r7'")
    assert {fault.document_id for fault in verify("c.db").faults} == {"r7"}


def test_stale_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        Path(f"{name}.txt").write_text(f"It rains in {name}.")
    assert main(["ingest", "a.txt", "b.txt", "--to", "c.db", "--preset", "fixed-900"]) == 0
    assert main(["ingest", "c.txt", "--to", "c.db", "--preset", "fixed-1000"]) == 0
    capsys.readouterr()
    assert main(["verify", "c.db"]) == 0  # stale is no fault
    out = capsys.readouterr().out
    assert out == "3 documents (3 compared with their files; 2 stale), 3 chunks, 0 vectors: no fault\n"
    edit(Path("c.db"), "UPDATE settings SET value = '{\"default\": 1}' WHERE key = 'configuration'")
    assert "staleness unknown: the kept configuration is unusable" in str(verify("c.db"))


def test_functions_run_only_with_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("verified_words.py").write_text("def count(text):\n    return len(text.split())\n")
    Path("a.txt").write_text("It rains.")
    options = ["--preset", "fixed-1000", "--unit", "tokens", "--tokenizer", "verified_words:count"]
    assert main(["ingest", "a.txt", "--to", "c.db", *options]) == 0
    capsys.readouterr()
    assert main(["verify", "c.db"]) == 0
    assert "staleness unknown: the configuration names functions" in capsys.readouterr().out
    assert main(["verify", "c.db", "--trust-config"]) == 0
    assert "0 stale" in capsys.readouterr().out


def test_vectors_and_other_models(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    chunks = shiplap.chunk("It rains. " * 300, "fixed-900", document_id="a")
    with Store(path, create=True) as store:
        store.put(chunks)
        for size in (16, 32):
            embed_chunks(chunks, HashedWords(size), cache=store.vectors(f"m{size}"))
    found = verify(path)
    assert found.vectors == 2 * len(set(chunks.context_hashes)) and found.faults == []


def test_what_is_no_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.db").write_text("no store " * 99)
    for name in ("missing.db", "text.db"):
        with pytest.raises(StoreError):
            verify(tmp_path / name)
        assert main(["verify", str(tmp_path / name)]) == 1
        assert capsys.readouterr().err.startswith("shiplap: error: ")


def test_a_torn_file(tmp_path: Path) -> None:
    """Pages of zeros in the middle: faults, not a crash."""
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        for number in range(40):
            store.put(shiplap.chunk(f"It rains in {number}. " * 300, "fixed-900", document_id=f"d{number}"))
    data = bytearray(path.read_bytes())
    half = len(data) // 2 // 8192 * 8192
    data[half : half + 5 * 8192] = bytes(5 * 8192)
    path.write_bytes(data)
    try:
        assert verify(path).faults
    except StoreError as error:
        assert "damaged" in error.reason or "malformed" in error.reason
