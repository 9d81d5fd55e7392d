"""AdaptiveChunker: what it does with a document by hand, its options, and the laws on hostile text."""

from __future__ import annotations

import itertools
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import AdaptiveChunker, OptionError
from shiplap._data.packing_costs import KINDS
from tests.support import document_oracle
from tests.support.chunkers import adaptive_chunkers, paths
from tests.support.documents import documents, tails
from tests.support.hostile import broken, texts
from tests.support.laws import blank, check

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "adaptive"

SENTENCE = "It rains in the hills, and the old man snores. "
FUNCTION = "def f{0}(x):\n    y = x + {0}\n    return y\n\n\n"
ROW = "| {0} | what it means |\n"
TABLE = "| name | meaning |\n|------|---------|\n"


def kinds(chunks: shiplap.Chunks) -> list[Any]:
    return [chunk.kind for chunk in chunks]


# ---- by hand


def test_definitions_are_kept_whole() -> None:
    source = "".join(FUNCTION.format(n) for n in range(20))
    chunker = AdaptiveChunker(100, 0, unit="characters")
    chunks = chunker.chunk(source, source="x.py")
    assert kinds(chunks) == ["code"] * 10
    assert all(chunk.text.count("def ") == chunk.text.count("return") == 2 for chunk in chunks)
    assert chunker.split_text(source, path="x.py") == chunks.texts
    assert chunker.spans(source, path=Path("x.py")).tolist() == chunks.spans.tolist()


def test_the_overlap_of_code_is_whole_statements_and_whole_definitions() -> None:
    long = "def f(x):\n" + "".join(f"    y{n} = x + {n}\n" for n in range(40))
    chunks = AdaptiveChunker(200, 40, unit="characters").chunk(long, source="x.py")
    assert len(chunks) > 3
    assert all(chunk.overlap in range(16, 41) and chunk.text.startswith("    y") for chunk in chunks[1:])
    short = "".join(f"x{n} = {n}\n\n" for n in range(40))
    chunks = AdaptiveChunker(100, 30, unit="characters").chunk(short, source="x.py")
    assert all(chunk.overlap > 0 and chunk.text.startswith("x") for chunk in chunks[1:])


def test_a_table_that_is_too_long_carries_its_header() -> None:
    page = f"# Names\n\n{SENTENCE}\n\nThe names:\n\n{TABLE}" + "".join(ROW.format(n) for n in range(60))
    chunks = AdaptiveChunker(400, 50, unit="characters").chunk(page)
    assert chunks[0].text.startswith("# Names") and "The names:\n\n| name" in chunks[0].text
    assert all(chunk.text.startswith("| ") and chunk.text.endswith("|\n") for chunk in chunks[1:])
    assert [chunk.table_header for chunk in chunks] == ["", *[TABLE] * (len(chunks) - 1)]
    assert chunks[1].contextual_text == f"Names\n\n{TABLE}{chunks[1].text}"
    assert all(chunk.overlap in range(20, 51) for chunk in chunks[1:])
    assert kinds(chunks) == ["table"] * len(chunks)
    assert chunks.headings == [("Names",)] * len(chunks)


def test_a_heading_stays_with_what_follows_and_a_listing_with_what_introduces_it() -> None:
    page = "".join(f"## Part {n}\n\n{SENTENCE * 3}\n\n```py\n{FUNCTION.format(n)}```\n\n" for n in range(20))
    chunks = AdaptiveChunker(450, 60, unit="characters").chunk(page)
    for chunk in chunks:
        assert not chunk.text.rstrip().splitlines()[-1].startswith("## Part")
        assert not chunk.text.startswith("```")
        assert chunk.text.count("```") % 2 == 0


def test_parts_within_their_own_limit_and_the_whole_within_the_largest() -> None:
    page = f"{SENTENCE * 2}\n\n```\nx = 1\n```\n\n{SENTENCE * 2}\n\n{TABLE}{ROW.format(1)}"
    assert len(AdaptiveChunker(prose=200, code=50, table=400, unit="characters").chunk(page)) == 1
    assert len(AdaptiveChunker(prose=200, code=50, table=100, unit="characters").chunk(page)) > 1


@pytest.mark.parametrize("unit", ["characters", "bytes"])
@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("    \n{table}{listing}", (40, 12, 20)),
        ("\n\n\n\n{table}{listing}{table}", (60, 12, 20)),
        ("It rains in the hills.\n\n\n\n{listing}{table}", (24, 20, 18)),
        ("{listing}{table}\n\n\n\n\n\nIt rains in the hills.", (40, 20, 18)),
    ],
)
def test_white_space_that_is_stripped_gives_a_chunk_no_larger_limit(
    text: str, limits: tuple[int, int, int], unit: Any
) -> None:
    text = text.format(table="|a|b|\n|-|-|\n|1|2|\n", listing="```\nab = 1\ncd = 2\n```\n")
    sizes: dict[str, Any] = dict(zip(KINDS[:3], limits, strict=True))
    chunker = AdaptiveChunker(chunk_overlap=0, unit=unit, strip_whitespace=True, max_context=0, **sizes)
    check(chunker.chunk(text, path="x.md"), text, "x.md")
    assert chunker.spans(text, path="x.md").tolist() == [*map(list, document_oracle.cut(text, chunker, "x.md"))]


def test_kind_is_that_of_most_characters() -> None:
    page = f"Short.\n\n{TABLE}{ROW.format(1)}"
    assert kinds(AdaptiveChunker().chunk(page)) == ["table"]
    assert kinds(AdaptiveChunker().chunk(SENTENCE * 5 + "\n\n" + page)) == ["prose"]


def test_headings_and_what_is_put_before_a_text() -> None:
    page = f"# A\n\n## B\n\n{SENTENCE * 8}\n\n## C\n\n{SENTENCE * 3}"
    chunks = AdaptiveChunker(200, 0, unit="characters").chunk(page)
    assert chunks[0].headings == ("A", "B") and chunks[0].contextual_text == chunks[0].text
    assert chunks[1].headings == ("A", "B") and chunks[1].contextual_text == "A > B\n\n" + chunks[1].text
    assert chunks[-1].headings == ("A", "C")
    assert chunks[-1].text.startswith("## C") and chunks[-1].contextual_text == "A\n\n" + chunks[-1].text


def test_other_chunkers_have_no_notes() -> None:
    chunk = shiplap.chunk("# A\n\nb", "fixed-1000")[0]
    assert (chunk.kind, chunk.headings, chunk.table_header) == (None, (), "")
    assert chunk.contextual_text == chunk.text


def shown(chunker: shiplap.Chunker, text: str) -> str:
    """Return the chunks of a page as a reader would look at them."""
    return "".join(
        f"=== {chunk.kind}: {' > '.join(chunk.headings)} [{chunk.start}:{chunk.end}], overlap {chunk.overlap}\n"
        + (f"({chunk.table_header})\n" if chunk.table_header else "")
        + chunk.text
        + ("" if chunk.text.endswith("\n") else "\n")
        for chunk in chunker.chunk(text, path="page.md")
    )


@pytest.mark.parametrize("name", ["preset", "small"])
def test_golden(name: str) -> None:
    """The preset on a page, and a smaller one, as they were read and found good."""
    small = {"code": (120, 20), "prose": (160, 25), "table": (100, 25), "max_context": 0.5}
    chunker = shiplap.preset("adaptive", **(small if name == "small" else {}))
    text = (GOLDEN / "page.md").read_text("utf-8")
    assert shown(chunker, text) == (GOLDEN / f"{name}.txt").read_text("utf-8")


# ---- options


def test_sizes() -> None:
    config = shiplap.preset("adaptive").config
    assert {kind: tuple(config[kind].values()) for kind in KINDS[:3]} == {
        "prose": (512, 50), "code": (256, 20), "table": (768, 30),
    }  # fmt: skip
    assert AdaptiveChunker(unit="characters").config["code"] == {"chunk_size": 1024, "chunk_overlap": 80}
    one = AdaptiveChunker(600, code=100, table={"chunk_overlap": 0.5}).config
    assert [tuple(one[kind].values()) for kind in KINDS[:3]] == [(600, 120), (100, 20), (600, 300)]
    assert tuple(AdaptiveChunker(prose=(1800, 7)).config["prose"].values()) == (1800, 7)
    assert (one["chunk_size"], one["chunk_overlap"]) == (600, 300)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"code": 100}, None),  # as code
        ({"code": (100, 7), "data": (100, 7)}, None),
        ({"data": (256, 20)}, None),
        ({"data": 100}, (100, 20)),
        ({"chunk_size": 600, "data": 100}, (100, 20)),
        ({"chunk_overlap": 9, "data": {"chunk_size": 100}}, (100, 9)),
        ({"code": (100, 7), "data": {"chunk_overlap": 5}}, (100, 5)),
        ({"unit": "characters", "data": {"chunk_overlap": 5}}, (1024, 5)),
    ],
)
def test_sizes_of_data(options: dict[str, Any], expected: tuple[int, int] | None) -> None:
    chunker = AdaptiveChunker(**options)
    found = chunker.config.get("data")
    assert (found and tuple(found.values())) == expected
    assert shiplap.from_config(chunker.config) == chunker
    without = AdaptiveChunker(**{name: value for name, value in options.items() if name != "data"})
    assert (chunker.fingerprint == without.fingerprint) == (expected is None)


def test_data_is_cut_by_its_own_size() -> None:
    text = "[\n" + ",\n".join(f'{{"id": {i}, "name": "Well {i}"}}' for i in range(60)) + "\n]\n"
    spans = AdaptiveChunker(300, 0, unit="characters").spans(text, path="a.json")
    for options in ({"data": (300, 0)}, {"chunk_size": 900, "data": {"chunk_size": 300, "chunk_overlap": 0}}):
        found = AdaptiveChunker(unit="characters", **options).spans(text, path="a.json")
        assert found.tolist() == spans.tolist()
    assert len(AdaptiveChunker(300, 0, unit="characters", data=(2000, 0)).spans(text, path="a.json")) == 1
    overlapping = AdaptiveChunker(300, 0, unit="characters", data=(300, 60)).chunk(text, path="a.json")
    assert any(chunk.overlap for chunk in overlapping)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": 20, "chunk_overlap": 20}, "chunk_overlap"),
        ({"code": 0}, "code"),
        ({"code": True}, "code"),
        ({"code": (10, 10)}, "code"),
        ({"code": (10, 1, 1)}, "code"),
        ({"table": {"size": 10}}, "table"),
        ({"prose": "large"}, "prose"),
        ({"size_includes_context": "yes"}, "size_includes_context"),
        ({"parser": "treesitter"}, "parser"),
        ({"content_type": "pithon"}, "content_type"),
        ({"reserve": 512, "prose": 512}, "reserve"),
        ({"boundaries": [1]}, "option"),
        ({"limit": "text"}, "option"),
        ({"unit": "words"}, "unit"),
        ({"unit": "characters", "tokenizer": len}, "tokenizer"),
        ({"strip_whitespace": 1}, "strip_whitespace"),
        ({"sentence_rule": "none"}, "sentence_rule"),
    ],
)
def test_bad_options(options: dict[str, Any], named: str) -> None:
    with pytest.raises(OptionError) as caught:
        AdaptiveChunker(**options)
    assert caught.value.option == named


def test_boundaries_are_refused() -> None:
    for call in ("chunk", "spans", "split_text"):
        with pytest.raises(OptionError, match="boundaries"):
            getattr(AdaptiveChunker(), call)("text", boundaries=[1])
    with pytest.raises(OptionError, match="boundaries"):
        shiplap.from_config({"chunker": "adaptive", "boundaries": [1]})


def test_identity() -> None:
    chunker = AdaptiveChunker(300, 20, code=(100, 5), language="en", abbreviations=["Anl."])
    assert shiplap.from_config(chunker.config) == chunker == pickle.loads(pickle.dumps(chunker))
    assert hash(shiplap.from_config(chunker.config)) == hash(chunker)
    assert len({chunker.fingerprint, AdaptiveChunker(300, 20).fingerprint, AdaptiveChunker().fingerprint}) == 3
    with pytest.raises(AttributeError):
        chunker.unit = "bytes"


def test_blank_text() -> None:
    assert len(AdaptiveChunker().chunk(" \n")) == 0
    with pytest.raises(shiplap.EmptyTextError):
        AdaptiveChunker(on_empty="raise").chunk("", document_id="d")


def test_oversize() -> None:
    assert AdaptiveChunker(2, 0, unit="bytes").split_text("a漢b") == ["a", "漢", "b"]
    with pytest.raises(shiplap.ChunkLimitError):
        AdaptiveChunker(2, 0, unit="bytes", oversize="raise").chunk("a漢b")


def test_tree_sitter_is_another_outline() -> None:
    pytest.importorskip("tree_sitter_python")
    source = "".join(FUNCTION.format(n) for n in range(20))
    chunkers = [AdaptiveChunker(100, 0, unit="characters", parser=name) for name in ("lexical", "tree-sitter")]
    assert chunkers[0].split_text(source, path="x.py") == chunkers[1].split_text(source, path="x.py")


def test_a_missing_grammar_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tree_sitter")
    monkeypatch.setattr("shiplap.content.outliners._WARNED", set())
    source = "".join(FUNCTION.format(n) for n in range(20))
    made = [AdaptiveChunker(100, 0, unit="characters", parser=name) for name in ("lexical", "tree-sitter")]
    page = "".join(f"```{name}\n{source}```\n\n" for name in ("cobol", "fortran"))
    with pytest.warns(UserWarning) as caught:
        assert made[1].split_text(page, path="x.md") == made[0].split_text(page, path="x.md")
        made[1].split_text(page, path="x.md")
    assert [str(each.message) for each in caught] == [
        f"tree-sitter has no grammar for '{name}': the lexical parser finds its definitions"
        for name in ("cobol", "fortran")
    ]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    for call in (lambda: AdaptiveChunker(parser="tree-sitter"),
                 lambda: shiplap.outline("", "python", parser="tree-sitter")):  # fmt: skip
        with pytest.raises(shiplap.OptionError, match=r"parser='tree-sitter': .*pip install 'shiplap\[code\]'"):
            call()


def test_results_pickle_and_slice() -> None:
    page = f"# Names\n\n{SENTENCE}\n\n{TABLE}" + "".join(ROW.format(n) for n in range(30))
    chunks = AdaptiveChunker(300, 0, unit="characters").chunk(page, document_id="d")
    again = pickle.loads(pickle.dumps(chunks))
    assert again == chunks and again.kinds == chunks.kinds and again.headings == chunks.headings
    one = pickle.loads(pickle.dumps(chunks[2]))
    assert (one.kind, one.headings, one.table_header) == ("table", ("Names",), TABLE)
    assert one == chunks[2] and one.contextual_text == chunks[2].contextual_text
    assert [chunk.table_header for chunk in chunks[1:][::-1]] == [TABLE] * (len(chunks) - 1)
    assert chunks[1:].kinds == chunks.kinds[1:] and chunks[2:].contextual_texts[0] == one.contextual_text
    assert chunks.stats().kinds["table"]["chunks"] == len(chunks)
    assert sum(found["characters"] for found in chunks[::-1].stats().kinds.values()) == len(page)
    for chunk in chunks:
        read = shiplap.Chunk.from_dict(chunk.to_dict())
        assert read == chunk and read.contextual_text == chunk.contextual_text


# ---- the laws, on documents; tests/chunkers/test_laws.py has them on other text


@given(text=documents | texts, tail=tails, chunker=adaptive_chunkers(), path=paths)
def test_laws(isa: str, text: str, tail: str, chunker: AdaptiveChunker, path: str | None) -> None:
    text = text[:8000] + tail
    chunks = chunker.chunk(text, path=path)
    check(chunks, text, path)
    for given_as in (text.encode(), bytearray(text.encode())):
        other = chunker.chunk(given_as, path=path)
        assert other == chunks
        assert (other.kinds, other.headings) == (chunks.kinds, chunks.headings)
        assert other.contextual_texts == chunks.contextual_texts
    assert pickle.loads(pickle.dumps(chunker)) == chunker


@given(text=documents | texts, tail=tails, chunker=adaptive_chunkers(), path=paths)
def test_the_reference_gives_the_same(
    isa: str, text: str, tail: str, chunker: AdaptiveChunker, path: str | None
) -> None:
    text = text[:300] + tail
    expected = document_oracle.cut(text, chunker, path)
    assert [(start, end) for start, end in chunker.spans(text, path=path).tolist()] == expected


@given(text=broken, chunker=adaptive_chunkers(errors="surrogatepass"), path=paths)
def test_laws_with_lone_surrogates(text: str, chunker: AdaptiveChunker, path: str | None) -> None:
    check(chunker.chunk(text, path=path), text, path)


@given(data=st.binary(max_size=60), chunker=adaptive_chunkers(errors="replace"))
def test_laws_with_replacement(data: bytes, chunker: AdaptiveChunker) -> None:
    check(chunker.chunk(data), data.decode("utf-8", "replace"))


@given(data=st.binary(max_size=60))
def test_invalid_bytes_are_reported(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        with pytest.raises(shiplap.TextError) as caught:
            AdaptiveChunker().chunk(data)
        assert caught.value.offset == error.start


def words(text: str) -> int:
    """Return a tokenizer of a kind: tokens change where a text is cut."""
    return len(text.split()) + text.count("\n")


def letters(text: str) -> int:
    """More tokens in the end than a part of a text promises."""
    return len(text.encode()) // 3 + 1


@given(text=documents | texts, size=st.integers(1, 40), share=st.sampled_from([0.0, 0.3, 0.9]), data=st.data())
def test_the_limit_holds_for_real_tokens(text: str, size: int, share: float, data: st.DataObject) -> None:
    text = text[:2000]
    counter = data.draw(st.sampled_from([words, letters]))
    included, strips = data.draw(st.booleans()), data.draw(st.booleans())
    chunker = AdaptiveChunker(
        size, share, tokenizer=counter, size_includes_context=included, strip_whitespace=strips
    )
    chunks = chunker.chunk(text)
    spans, reached = chunks.spans.tolist(), 0
    for chunk, (start, end) in zip(chunks, spans, strict=True):
        assert chunk.token_count == counter(chunk.text)
        assert counter(chunk.text) <= size or end - start <= 4
        assert reached < end and (start <= reached or blank(text[reached:start]))
        assert start <= reached or chunker.config["strip_whitespace"]
        reached = end
    assert blank(text[reached:])
    assert all(a < c for (a, _), (c, _) in itertools.pairwise(spans))
    assert chunks == chunker.chunk(text.encode())


@pytest.mark.parametrize(
    ("label", "path"),
    [
        ("**Speaker 1** (00:01:10)", "a.md"), ("**Step 1:** **Open**", None), ("**Example 1**: *wells*", "a.md"),
        ("__Note__", None), ("<b>Note</b>", None), ("**`run()`**", "a.txt"), ("**[Fees](x.md)**", None),
        ("<u>Fees</u>", "a.md"), ("<details><summary>Fees</summary>", "a.md"), (".. rubric:: Fees", "a.rst"),
        (".. index:: fees", "a.rst"), ("== 1.2.0 ==", "a.txt"), ("Edit config.yaml:", None),
        ("Run foo():", "a.txt"),
    ],
)  # fmt: skip
def test_no_chunk_ends_with_a_label(label: str, path: str | None) -> None:
    text = f"{PROSE * 2}\n\n{label}\n\n{PROSE}\n\n" * 6
    for size in (150, 200, 260, 330):
        chunks = AdaptiveChunker(chunk_size=size, unit="characters").chunk(text, path=path)
        assert not any(chunk.text.rstrip().endswith(label) for chunk in chunks)


#: 75 code points.
PROSE = "The owner keeps each well covered at all times. The cover must be of oak. "


def test_an_overlap_in_bytes_begins_at_a_code_point() -> None:
    """The overlap of UTF-8 has no more bytes than that of a str, where the limit is inside of a code point."""
    text = "\u2028\u168011\u0800"
    chunker = AdaptiveChunker(7, 3, unit="bytes", prose=(7, 3), code=(1, 0), table=(1, 0), headings=None)
    for each in (text, text.encode()):
        assert [chunk.start for chunk in chunker.chunk(each)] == [0, 3]
