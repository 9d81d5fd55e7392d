"""The option `omit_furniture`: contextual texts without page furniture, the same in every format."""

from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError
from shiplap._data.unicode import WHITE_SPACE
from shiplap.chunkers.file_content import chunk_file
from shiplap.chunks import Chunk
from shiplap.chunks.headings import contextual_text
from shiplap.chunks.shown import aligned, shown_part, text_span
from shiplap.citations import verify_quotes
from shiplap.cli import main
from shiplap.ids import content_hash
from shiplap.prompt import build_prompt
from shiplap.store import Store
from tests.kernels.regions.test_furniture import pages
from tests.support.hostile import texts

PAGED = pages("On Wells", "Page {} of 9", count=9)
CHUNKERS = [
    shiplap.AdaptiveChunker(900, 100, unit="characters", omit_furniture=True),
    shiplap.RecursiveChunker(900, 100, omit_furniture=True),
    shiplap.preset("paragraph-800", chunk_size=200, omit_furniture=True),
    shiplap.AdaptiveChunker(400, 20, tokenizer=len, omit_furniture=True),
]


def without(chunker: shiplap.Chunker) -> shiplap.Chunker:
    """Return the same chunker without the option."""
    return shiplap.from_config({name: value for name, value in chunker.config.items() if name != "omit_furniture"})


def has_furniture(text: str) -> bool:
    return any(word in text for word in ("Page", "On Wells", "\f"))


@pytest.mark.parametrize("chunker", CHUNKERS[:3], ids=str)
def test_all_else_stays(chunker: shiplap.Chunker) -> None:
    """Spans and texts are those without the option, which is in the configuration only if it is on."""
    usual = without(chunker)
    assert usual != chunker and usual.fingerprint != chunker.fingerprint
    assert "omit_furniture" not in usual.config and shiplap.from_config(chunker.config) == chunker
    assert shiplap.from_config({**usual.config, "omit_furniture": False}) == usual
    found, before = chunker.chunk(PAGED, path="a.txt"), usual.chunk(PAGED, path="a.txt")
    assert found.spans.tolist() == before.spans.tolist() and found.texts == before.texts
    assert found.content_hashes == before.content_hashes and found.kinds == before.kinds
    assert before.shown_texts == [None] * len(before) == [chunk.shown_text for chunk in before]
    assert any(map(has_furniture, found.texts)) and not any(map(has_furniture, found.contextual_texts))


@pytest.mark.parametrize("option", [1, "yes", None])
def test_the_option_is_a_flag(option: Any) -> None:
    for kind in (shiplap.AdaptiveChunker, shiplap.RecursiveChunker):
        with pytest.raises(OptionError, match="omit_furniture"):
            kind(omit_furniture=option)
    with pytest.raises(OptionError):
        shiplap.preset("sentence-3000", omit_furniture=True)


@pytest.mark.parametrize("chunker", CHUNKERS, ids=["adaptive", "recursive", "preset", "tokens"])
def test_every_road_is_the_same(chunker: shiplap.Chunker) -> None:
    chunks = chunker.chunk(PAGED, document_id="d")
    expected = chunks.contextual_texts
    assert not any(map(has_furniture, expected))
    roads = [
        chunker.chunk(PAGED.encode(), document_id="d"),
        chunker.chunk_batch([PAGED], document_ids=["d"])[0],
        pickle.loads(pickle.dumps(chunks)),
        chunks.replace(document_id="e"),
        [Chunk.from_dict(chunk.to_dict()) for chunk in chunks],
        [pickle.loads(pickle.dumps(chunk)) for chunk in chunks],
        list(chunker.stream([PAGED[:700], PAGED[700:]])),
    ]
    for road in roads:
        assert [chunk.contextual_text for chunk in road] == expected
        assert [chunk.context_hash for chunk in road] == chunks.context_hashes
    assert chunks.context_hashes == [content_hash(text.encode()) for text in expected]
    assert chunks[1:].contextual_texts == expected[1:]
    assert chunks.column("shown_text") == chunks.shown_texts
    assert chunks.to_arrow().column("shown_text").to_pylist() == chunks.shown_texts


@pytest.mark.parametrize("chunker", CHUNKERS, ids=["adaptive", "recursive", "preset", "tokens"])
def test_an_update_and_a_byte_order_mark(chunker: shiplap.Chunker) -> None:
    old = chunker.chunk(PAGED, document_id="d")
    found = chunker.update(old, PAGED.replace("the lower well", "the well")).chunks
    assert not any(map(has_furniture, found.contextual_texts)) and any(map(has_furniture, found.texts))
    marked = chunk_file(chunker, b"\xef\xbb\xbf" + PAGED.encode(), document_id="d")
    assert marked.contextual_texts == chunk_file(chunker, PAGED.encode(), document_id="d").contextual_texts


def test_arrow(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    import shiplap.arrow

    table = pyarrow.table({"id": ["d", "e"], "text": [PAGED, "It rains."]})
    rows = pyarrow.table(shiplap.arrow.chunk(table, CHUNKERS[0], columns=("text", "shown_text", "headings")))
    expected = CHUNKERS[0].chunk(PAGED).shown_texts
    assert rows.column("shown_text").to_pylist() == [*expected, None]


def test_a_chunk_of_furniture_alone_is_shown() -> None:
    """Nothing is no input for a model."""
    text = "Page 1\n\nPage 2\n\n\fPage 3\n\n"
    chunks = shiplap.RecursiveChunker(9, 0, omit_furniture=True).chunk(text)
    assert len(chunks) == 3 and chunks.contextual_texts == chunks.texts


def test_headings_are_those_of_the_shown_text() -> None:
    """A chunk that begins with furniture and then its heading does not show the heading twice."""
    text = "# Rain\n\nIt rains.\n\nPage 1\n\n## Snow\n\nIt snows.\n\nPage 2\n\nIt thaws.\n\nPage 3\n\nIt rains.\n"
    chunker = shiplap.AdaptiveChunker(30, 0, unit="characters", omit_furniture=True, max_context=20)
    chunks = chunker.chunk(text, path="a.md")
    assert not any("Page" in shown for shown in chunks.contextual_texts)
    assert all(shown.count("Snow") <= 1 for shown in chunks.contextual_texts)


def test_code_by_its_path_has_no_furniture() -> None:
    code = "".join(f"def f{k}():\n    return {k}\n\n\f\n# Page {k}\n\n" for k in range(9))
    chunks = shiplap.AdaptiveChunker(80, 0, unit="characters", omit_furniture=True).chunk(code, path="a.py")
    assert chunks.shown_texts == [None] * len(chunks)


def test_a_store_agrees(tmp_path: Path) -> None:
    """Rows, search, embedding, verification, prompts, JSON and quotes."""
    path = tmp_path / "s.db"
    text = PAGED + "\n\nNobody minds the noise.\n\nThe keeper lifts it to the\n\nPage 10 of 9\n\ntank of copper.\n"
    (tmp_path / "d.txt").write_bytes(text.encode())
    chunks = CHUNKERS[0].chunk(text, document_id="d.txt", source="d.txt")
    embedded: list[str] = []

    def embed(given: list[str]) -> list[list[float]]:
        embedded.extend(given)
        return [[float(len(each)), 1.0] for each in given]

    with Store(path, create=True) as store:
        store.put(chunks)
        kept = store.chunks("d.txt")
        assert [chunk.shown_text for chunk in kept] == chunks.shown_texts
        assert [chunk.contextual_text for chunk in kept] == chunks.contextual_texts
        assert store.search("Wells") == [] == store.search("Page")
        (hit, *_) = store.search('"to the tank of copper"')
        assert hit.contextual_text == chunks.contextual_texts[hit.chunk_index] and "[to the\ntank" in hit.snippet
        store.embed(embed, model="m")
        assert set(chunks.contextual_texts) <= set(embedded) and not any(map(has_furniture, embedded))
        assert [chunk.embedding is not None for chunk in store.chunks("d.txt", model="m")] == [True] * len(chunks)
        assert list(store.verify().faults) == []
        shown = build_prompt("Why?", [hit, *kept]).text
        assert not has_furniture(shown) and "The keeper lifts it to the\ntank of copper." in shown
        assert [json.loads(json.dumps(chunk.to_dict()))["shown_text"] for chunk in kept] == chunks.shown_texts
        quote = "The keeper lifts it to the tank of copper."
        for given in (chunks, kept, [hit]):
            found = verify_quotes(f'He says "{quote}" [doc: d.txt, chunk: {hit.id}]', given)
            (place,) = found.quotes[0].places
            assert text[place.start : place.end].startswith("The keeper lifts it to the\n\nPage 10")
            assert text[place.start : place.end].endswith("tank of copper.")
        store._connection.execute("UPDATE chunks SET shown_text = 'x' WHERE shown_text IS NOT NULL")
        reasons = [fault.reason for fault in store.verify().faults]
        assert any("shown_text" in each for each in reasons) and any("context_hash" in each for each in reasons)


def test_shared_text_in_prompts() -> None:
    """A part of a chunk is shown without furniture too."""
    chunks = CHUNKERS[1].chunk(PAGED, document_id="d")
    shown = build_prompt("Why?", chunks).text
    assert not has_furniture(shown)
    assert shown.count("each valve\nis opened") >= 5


def test_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """JSON lines, and a store whose options are kept; without the option the documents are cut anew."""
    (tmp_path / "a.txt").write_bytes(PAGED.encode())
    assert main(["chunk", str(tmp_path / "a.txt"), "--omit-furniture", "--chunk-size", "100"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    chunker = shiplap.preset("adaptive", chunk_size=100, omit_furniture=True)
    assert [row["shown_text"] for row in rows] == chunker.chunk(PAGED, path="a.txt").shown_texts
    to = str(tmp_path / "c.db")
    for more, is_shown in (["--omit-furniture"], False), ([], False), (["--no-omit-furniture"], True):
        assert main(["ingest", str(tmp_path / "a.txt"), "--to", to, "--chunk-size", "100", *more]) == 0
        with Store(to) as store:
            assert any(has_furniture(chunk.contextual_text) for chunk in store) is is_shown
    capfd.readouterr()


# ---- laws

PIECES = st.sampled_from(
    ["Page 3 of 9\n\n", "\f", "\n\n", "\n", "3\n\n", "On Wells\n\n", "It rains in the\n\n",
     "hills, and it pours.\n\n", "It snows. ", "\r\n\r\n", "# Rain\n\n", "- item\n", "```\nint a;\n```\n",
     "\n" * 22, "丘が\n\n", "😀"]
)  # fmt: skip
SPACE = "".join(WHITE_SPACE)


@given(st.lists(PIECES, max_size=40).map("".join) | texts, st.integers(1, 60), st.booleans())
@example("\f\u20281", 3, False)
@example("1\x1f\r1", 4, False)
def test_nothing_else_is_left_out(text: str, size: int, is_adaptive: bool) -> None:
    """The shown text is the text without white space and whole visible lines, or parts of lines that it has cut
    itself; the contextual text is the context and the shown text."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        return
    chunker: shiplap.Chunker = (
        shiplap.AdaptiveChunker(size, 0, unit="characters", omit_furniture=True)
        if is_adaptive
        else shiplap.RecursiveChunker(size, size // 3, omit_furniture=True)
    )
    for chunk in chunker.chunk(text):
        shown = chunk.text if chunk.shown_text is None else chunk.shown_text
        assert chunk.contextual_text == contextual_text(chunk.headings, chunk.table_header, shown)
        assert shown.strip(SPACE) or not chunk.text.strip(SPACE)
        assert len(shown) <= len(chunk.text)
        kept = aligned(chunk.text, shown)
        assert [shown[line.shown : line.shown + line.size] for line in kept] == [
            chunk.text[line.text : line.text + line.size] for line in kept
        ]
        assert "\n".join(shown[line.shown : line.shown + line.size] for line in kept).split() == shown.split()
        rest = [chunk.text[a.text + a.size : b.text] for a, b in itertools.pairwise(kept)]
        lines = {line.strip(SPACE) for part in rest for line in part.splitlines()}
        assert lines <= {"", *(line.strip(SPACE) for line in text.splitlines())}


def test_parts_by_hand() -> None:
    text = "It rains in the\n\nPage 3\n\n\fOn Wells\n\nhills.\n\nIt pours."
    shown = "It rains in the\nhills.\n\nIt pours."
    assert shown_part(text, shown, 0, len(text)) == shown
    assert shown_part(text, shown, 3, text.index("hills") + 3) == "rains in the\nhil"
    assert shown_part(text, shown, 18, 22) == text[18:22]
    assert shown_part(text, shown, text.index("On"), len(text)) == "hills.\n\nIt pours."
    assert shown_part(text, shown, 0, text.index("It pours")) == "It rains in the\nhills.\n\n"
    begin, end = text_span(text, shown, 9, 21)
    assert text[begin:end] == text[9 : text.index(".")]

