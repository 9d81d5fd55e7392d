"""`ingest --update`: changed documents keep the chunks that the change did not touch, and the report says so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shiplap
from shiplap import OptionError
from shiplap.cli import main
from shiplap.store import Store
from tests.support.cases import few_quick
from tests.support.laws import check
from tests.support.prose import titled

SENTENCES = [f"On day {day} it rains in the hills of number {day * 7}. The old man snores. " for day in range(160)]
TEXT = "# Rain\n\n" + "".join(SENTENCES)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    root = tmp_path / "docs"
    root.mkdir()
    for name in "abc":
        (root / f"{name}.txt").write_text(TEXT.replace("hills", f"hills of {name}"))
    return root


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the messages of a run, without the rate."""
    return [line.partition("; 0.")[0].removeprefix("shiplap: ") for line in capsys.readouterr().err.splitlines()]


OPTIONS = ["--preset", "paragraph-800", "--unit", "characters", "--chunk-size", "1000", "--chunk-overlap", "0"]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db"]
    assert main([*command, "--update", *OPTIONS]) == 0
    with Store("c.db") as store:
        before = {chunk.context_hash for chunk in store}
        number = len(store.chunks("docs/b.txt"))
    assert said(capsys) == [
        f"documents: 3 new, 0 changed, 0 unchanged, 0 removed, 0 failed; {3 * number} of {3 * number} chunks new"
    ]
    change(folder / "b.txt", "On day 80 it rains", "On day 80 it also rains")
    assert main(command) == 0  # the store keeps the choice, and the configuration
    *messages, summary = said(capsys)
    assert messages[0] == "updates changed documents, as before; --no-update cuts them anew"
    assert summary == (f"documents: 0 new, 1 changed, 2 unchanged, 0 removed, 0 failed; 1 of {number} chunks new")
    with Store("c.db") as store:
        after = {chunk.context_hash for chunk in store}
        chunks = store.chunks("docs/b.txt")
    assert len(after - before) == len(before - after) == 1
    text = (folder / "b.txt").read_text()
    assert "".join(chunk.text for chunk in chunks) == text and [chunk.index for chunk in chunks] == [
        *range(number)
    ]
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)


def test_without_it_a_changed_document_is_cut_anew(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db", *OPTIONS]
    assert main([*command, "--update"]) == 0
    change(folder / "b.txt", "On day 8 it rains", "On day 8 it rains and rains and rains, says the paper,")
    text = (folder / "b.txt").read_text()
    with Store("c.db") as store:
        fresh = [chunk.text for chunk in store.chunks("docs/a.txt")]
    chunker = shiplap.preset("paragraph-800", unit="characters", chunk_size=1000, chunk_overlap=0)
    assert main([*command, "--no-update"]) == 0
    with Store("c.db") as store:
        assert [chunk.text for chunk in store.chunks("docs/b.txt")] == chunker.split_text(text)
        assert [chunk.text for chunk in store.chunks("docs/a.txt")] == fresh
    assert main(command) == 0
    assert all("as before" not in line for line in said(capsys))  # --no-update is kept too


@few_quick("jobs", ["1", "3"])
@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--preset", "sentence-3000", "--chunk-size", "600"],
        ["--preset", "paragraph-800", "--chunk-size", "100", "--strip-whitespace"],
        ["--preset", "fixed-900", "--snap", "sentence"],
        ["--preset", "fixed-900"],
    ],
)
def test_each_document_is_whole_after_many_edits(
    folder: Path, jobs: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(3)
    (folder / "b.txt").write_bytes(b"\xef\xbb\xbf" + (folder / "b.txt").read_bytes())
    for _ in range(4):
        assert main(["ingest", "docs", "--to", "c.db", "--update", "--jobs", jobs, *options]) == 0
        with Store("c.db") as store:
            assert not store.verify().faults
            for name in "abc":
                data = (folder / f"{name}.txt").read_bytes()
                chunks = store.chunks(f"docs/{name}.txt")
                assert all(data[each.start_byte : each.end_byte].decode() == each.text for each in chunks)
                assert all(data.decode()[each.start : each.end] == each.text for each in chunks)
        for name in "abc":
            data = (folder / f"{name}.txt").read_bytes()
            place = chance.randrange(3, len(data))
            if name == "c" and data.startswith(b"\xef\xbb\xbf"):
                data = data[3:]
            (folder / f"{name}.txt").write_bytes(
                data[:place] + b"It pours. " + data[place + chance.randrange(30) :]
            )
    assert "failed; " in capsys.readouterr().err


def test_a_document_that_becomes_blank_and_comes_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db", "--update", *OPTIONS]
    for text in (TEXT, " \n", TEXT, ""):
        (folder / "a.txt").write_text(text)
        assert main(command) == 0
        with Store("c.db") as store:
            assert "".join(chunk.text for chunk in store.chunks("docs/a.txt")) == (text if text.strip() else "")
    assert capsys.readouterr().err.count("changed") >= 4


def test_vectors_of_the_others_stay(folder: Path) -> None:
    from shiplap.vectors import HashedWords, embed_texts

    command = ["ingest", "docs", "--to", "c.db", "--update", *OPTIONS]
    asked: list[int] = []

    class Counting(HashedWords):
        def __call__(self, texts: list[str]) -> object:
            asked.append(len(texts))
            return super().__call__(texts)

    def embed() -> int:
        asked.clear()
        with Store("c.db") as store:
            embed_texts([chunk.contextual_text for chunk in store], Counting(32), cache=store.vectors("hashed"))
        return sum(asked)

    assert main(command) == 0
    number = embed()
    with Store("c.db") as store:
        assert number > len(list(store)) - 5
    change(folder / "c.txt", "On day 100 it rains", "On day 100 it never rains")
    assert main(command) == 0
    assert embed() <= 3  # the new chunk, and the probe


def test_rows_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    import json

    monkeypatch.chdir(tmp_path)
    command = [
        "ingest",
        "t.jsonl",
        "--to",
        "c.db",
        "--update",
        "--text-column",
        "text",
        "--id-column",
        "id",
        *OPTIONS,
    ]
    rows = [{"id": f"d{k}", "text": TEXT.replace("hills", f"hills {k}")} for k in range(5)]
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(command) == 0
    rows[2]["text"] = rows[2]["text"].replace("On day 80 it", "On day 80 it never")
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    capsys.readouterr()
    assert main(command) == 0
    assert "0 new, 1 changed, 4 unchanged" in (summary := said(capsys)[-1]) and "1 of " in summary
    with Store("c.db") as store:
        assert "".join(chunk.text for chunk in store.chunks("d2")) == rows[2]["text"]


def test_what_keeps_no_documents(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.jsonl", "--update"]) == 2
    assert "update" in (message := capsys.readouterr().err) and "requires a store (SQLite)" in message


def test_law_checks_on_the_final_text() -> None:
    """Chunks that the store rebuilds are those that were cut, so that an update of them obeys the laws."""
    from shiplap.chunkers.file_content import chunk_file
    from shiplap.chunkers.updating import rebuilt

    chunker = shiplap.RecursiveChunker(300, 0, strip_whitespace=True)
    text = TEXT.replace(". On", ".\n\n On")
    stored = list(chunker.chunk(text))
    assert rebuilt(stored, text)[1] == text.strip()
    new = text.replace("On day 70 it", "On day 70 it never")
    found = chunk_file(chunker, new.encode(), stored=stored)
    check(found, new)
    assert sum(chunk.text not in {each.text for each in stored} for chunk in found) == 1
    with pytest.raises(OptionError):
        chunker.update(([(0, 3), (0, 2)], "abc"), "abc")


@pytest.mark.parametrize("options", [["--preset", "adaptive"], ["--preset", "paragraph-800"]])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_decisions_for_a_document_outlive_the_process(
    folder: Path, options: list[str], mark: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """293 characters at the start make a fresh cut find other headings; then comes an edit elsewhere."""
    text, inserted = titled()
    command = ["ingest", "docs", "--to", "c.db", "--update"]
    options = [*options, "--unit", "characters", "--chunk-size", "1000", "--chunk-overlap", "0"]
    steps = (text, inserted + text, inserted + text[:30_000] + "It pours. " + text[30_000:])
    new = []
    for number, step in enumerate(steps):
        (folder / "a.txt").write_bytes(mark + step.encode())
        assert main([*command, *(options if number == 0 else [])]) == 0
        new.append(int(said(capsys)[-1].partition("; ")[2].partition(" of ")[0]))
    assert new[0] > 40 and new[1] <= 2 and new[2] <= 2
    with Store("c.db") as store:
        assert not store.verify().faults
        assert store.decided("docs/a.txt") is not None and store.decided("docs/none.txt") is None
    assert main(["ingest", "docs", "--to", "c.db", "--no-update"]) == 0
    (folder / "a.txt").write_bytes(mark + (inserted + text).encode())
    assert main(["ingest", "docs", "--to", "c.db", "--no-update"]) == 0
    with Store("c.db") as store:
        assert {len(chunk.headings) for chunk in store.chunks("docs/a.txt")} == {0}


def test_decisions_that_are_damaged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db", "--update", "--preset", "adaptive"]
    assert main(command) == 0
    with Store("c.db") as store, store._connection as connection:
        connection.execute("UPDATE documents SET decided = '[2, [], [], 7, []]' WHERE document_id = 'docs/a.txt'")
    change(folder / "a.txt", "On day 80 it", "On day 80 it never")
    assert main(command) == 1
    assert (
        "document 'docs/a.txt': decided is '[2, [], [], 7, []]', not decisions as JSON" in capsys.readouterr().err
    )
    with Store("c.db") as store:
        (fault,) = store.verify().faults
    assert str(fault).startswith("document 'docs/a.txt': decided is '[2, [], [], 7, []]'")
