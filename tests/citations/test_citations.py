"""Citations: what is read, what each resolves to and why not, lines and bytes; quotes and their verdicts."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap.citations import (
    ParsedAnswer,
    Place,
    VerifiedAnswer,
    from_files,
    parse_citations,
    verify_quotes,
)
from shiplap.citations.line_numbers import line_numbers
from shiplap.citations.normalization import _cuts, fold, folded_with_offsets
from shiplap.prompt import build_prompt, escape_name
from tests.prompt.test_prompt import HEADER, MEASURED, ROWS, anything
from tests.support.hostile import broken, texts

TEXT = "The old man snores.\r\nIt rains in the hills — daily.\n\nÜber all the räins, “no one” speaks.\n" * 20
CHUNKS = shiplap.chunk(TEXT, shiplap.FixedChunker(100, 20), document_id="doc-001", source="docs/faq.txt")


def row(id: str, text: str, **facts: Any) -> dict[str, Any]:
    return {"id": id, "text": text, **facts}


def reasons(answer: str, chunks: Any) -> list[tuple[str, str | None]]:
    """Of each citation, what it resolves to, or why not."""
    parsed = parse_citations(answer, chunks)
    return [(c.place.id if c.place else answer[c.start : c.end], c.reason) for c in parsed.citations]


# ---- what is read


def test_a_citation() -> None:
    answer = "It rains [doc: docs/faq.txt, chunk: doc-001-chunk-1]. Daily."
    (citation,) = parse_citations(answer, CHUNKS).citations
    assert (citation.start, citation.end) == (9, 52) and answer[9:52].startswith("[doc") and answer[51] == "]"
    assert (citation.name, citation.id, citation.reason) == ("docs/faq.txt", "doc-001-chunk-1", None)
    assert citation.chunk == CHUNKS[1]
    assert citation.place == Place(
        ("doc-001-chunk-1",), "doc-001", "docs/faq.txt", 80, 180, CHUNKS[1].start_byte, CHUNKS[1].end_byte, 4, 8
    )
    assert str(citation.place) == "docs/faq.txt:4-8"


@pytest.mark.parametrize(
    "written",
    [
        "[doc: docs/faq.txt, chunk: doc-001-chunk-1]",
        "[doc:docs/faq.txt,chunk:doc-001-chunk-1]",
        "[ Doc : docs/faq.txt ,  Chunk : doc-001-chunk-1 ]",
        "[doc: docs/faq.txt,\n  chunk: doc-001-chunk-1]",
        "[doc:\u00a0docs/faq.txt, chunk:\u3000doc-001-chunk-1]",
        "[doc: faq.txt, chunk: doc-001-chunk-1]",
        "[doc: doc-001, chunk: doc-001-chunk-1]",
        "[doc: docs\\faq.txt, chunk: doc-001-chunk-1]",
        '[doc: "docs/faq.txt", chunk: `doc-001-chunk-1`]',
        r"\[doc: docs/faq.txt, chunk: doc-001-chunk-1\]",
        "**[doc: docs/faq.txt, chunk: doc-001-chunk-1]**",
        "[[doc: docs/faq.txt, chunk: doc-001-chunk-1]]",
        "[doc: docs/faq.txt; chunk: doc-001-chunk-1]",
        r"[doc: docs/faq\.txt, chunk: doc\-001\-chunk\-1]",
    ],
)
def test_ways_to_write_one(written: str) -> None:
    assert reasons(f"x {written}.", CHUNKS) == [("doc-001-chunk-1", None)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("[doc: faq.txt, chunk: doc-001-chunk-99]", "unknown id"),
        ("[doc: faq.txt, chunk: doc-001-chunk-1 ]x", None),
        ("[doc: faq.txt, chunk: doc-001-chunk-01]", "unknown id"),
        ("[doc: faq.txt, chunk: Doc-001-chunk-1]", "unknown id"),
        ("[doc: faq.txt, chunk: 1]", "unknown id"),
        ("[doc: faq.txt, chunk: ]", "unknown id"),
        ("[doc: other.txt, chunk: doc-001-chunk-1]", "unknown source"),
        ("[doc: q.txt, chunk: doc-001-chunk-1]", "unknown source"),
        ("[doc: , chunk: doc-001-chunk-1]", "unknown source"),
        ("[doc: s/faq.txt, chunk: doc-001-chunk-1]", "unknown source"),
        ("[doc: faq.txt]", "malformed"),
        ("[doc: faq.txt, chunk doc-001-chunk-1]", "malformed"),
        ("[doc: faq.txt, chunk: doc-001-chunk-1", "malformed"),
        ("[doc: faq.txt, doc: faq.txt, chunk: doc-001-chunk-1]", "malformed"),
        ("[doc: faq.txt, chunk: doc-001-chunk-1\n\n]", "malformed"),
        ("[doc:", "malformed"),
    ],
)
def test_why_not(answer: str, expected: str | None) -> None:
    (citation,) = parse_citations(answer, CHUNKS).citations
    assert citation.reason == expected
    assert (citation.place is None) == (expected is not None) == (citation.chunk is None)


@pytest.mark.parametrize(
    "answer",
    [
        "", "no citation", "[doc](link)", "[1]", "[chunk: doc-001-chunk-1]", "[docs: a, chunk: b]",
        "doc: a, chunk: b",
        r"[\doc: faq.txt, chunk: doc-001-chunk-1]",
    ],
)  # fmt: skip
def test_what_is_no_citation(answer: str) -> None:
    assert parse_citations(answer, CHUNKS) == ParsedAnswer(answer, ())


def test_several() -> None:
    answer = (
        "a [doc: faq.txt, chunk: doc-001-chunk-0][doc: faq.txt, chunk: doc-001-chunk-1] b"
        " [doc: faq.txt, chunk: doc-001-chunk-2; doc: x, chunk: y, chunk: doc-001-chunk-3] c"
        " [doc: faq.txt, chunk: doc-001-chunk-4; chunk: doc-001-chunk-5]"
    )
    parsed = parse_citations(answer, CHUNKS)
    assert [(c.id, c.reason) for c in parsed.citations] == [
        ("doc-001-chunk-0", None),
        ("doc-001-chunk-1", None),
        ("doc-001-chunk-2", None),
        ("y", "unknown id"),
        ("doc-001-chunk-3", "unknown source"),
        ("doc-001-chunk-4", None),
        ("doc-001-chunk-5", None),
    ]
    assert [answer[c.start : c.end] for c in parsed.citations[2:5]] == [
        "[doc: faq.txt, chunk: doc-001-chunk-2",
        "doc: x, chunk: y",
        "chunk: doc-001-chunk-3]",
    ]
    assert parsed.plain == "a b c"
    assert (len(parsed.resolved), len(parsed.unresolved)) == (5, 2)


def test_an_opening_within_another() -> None:
    answer = "[doc: faq.txt [doc: faq.txt, chunk: doc-001-chunk-0] and [doc: faq.txt"
    parsed = parse_citations(answer, CHUNKS)
    assert [(answer[c.start : c.end], c.reason) for c in parsed.citations] == [
        ("[doc: faq.txt ", "malformed"),
        ("[doc: faq.txt, chunk: doc-001-chunk-0]", None),
        ("[doc: faq.txt", "malformed"),
    ]


def test_lost_backslashes() -> None:
    for name in (
        "Smith, John.pdf",
        "a [draft].txt",
        "x]y",
        "a; b",
        "C:\\docs\\a.txt",
        "my_file.txt",
        "a [1] [2].txt",
    ):
        chunks = [row("i", "x", source=name), row("j]k", "x", source=name)]
        for id in ("i", "j]k"):
            assert reasons(f"[doc: {escape_name(name)}, chunk: {escape_name(id)}]", chunks) == [(id, None)]
            assert reasons(f"[doc: {name}, chunk: {id}]", chunks) == [(id, None)], name
    assert reasons(r"[doc: my\_file.txt, chunk: i]", [row("i", "x", source="my_file.txt")]) == [("i", None)]


def test_a_later_bracket_is_only_taken_for_a_chunk() -> None:
    answer = "[doc: faq.txt] says, chunk: 5] ] and [1]"
    (citation,) = parse_citations(answer, CHUNKS).citations
    assert (citation.start, citation.end, citation.reason) == (0, 14, "malformed")


# ---- which chunk


def test_one_id_in_several_documents() -> None:
    chunks = [*shiplap.chunk("x", "fixed-1000", source="a.txt"), *shiplap.chunk("y", "fixed-1000", source="b.txt")]
    parsed = parse_citations("[doc: a.txt, chunk: chunk-0] [doc: b.txt, chunk: chunk-0]", chunks)
    assert [c.chunk.text for c in parsed.citations] == ["x", "y"]
    assert reasons("[doc: c.txt, chunk: chunk-0]", chunks)[0][1] == "unknown source"
    same = [row("1", "x", source="p/a.txt"), row("1", "y", source="q/a.txt"), row("1", "y", source="q/a.txt")]
    assert reasons("[doc: a.txt, chunk: 1]", same)[0][1] == "ambiguous"
    assert parse_citations("[doc: q/a.txt, chunk: 1]", same).citations[0].chunk["text"] == "y"
    other = [row("1", "x", source="a.txt"), row("1", "y", source="a.txt")]
    assert reasons("[doc: a.txt, chunk: 1]", other)[0][1] == "ambiguous"
    like = [row("a b", "x", source="s"), row("a  b", "x", source="s")]
    assert reasons("[doc: s, chunk: a   b]", like)[0][1] == "ambiguous"
    assert reasons("[doc: s, chunk: a  b]", like) == [("a  b", None)]


def test_hostile_names_take_no_time() -> None:
    """Paths and marks by the thousands: of a path some ends are kept, marks are not sorted all at once."""
    marks, path = "\u0301\u0323" * 20_000, "/a" * 50_000
    chunks = [row("x", "y", source=path), row(marks, "z", source="b")]
    assert reasons(f"[doc: a/a, chunk: x] [doc: {marks}, chunk: x] [doc: b, chunk: {marks}]", chunks) == [
        ("x", None), (f"[doc: {marks}, chunk: x]", "unknown source"), (marks, None),
    ]  # fmt: skip
    assert reasons(f"[doc: {path}, chunk: x] [doc: b, chunk: {marks[2:]}]", chunks)[0] == ("x", None)


def test_the_name_of_the_prompt() -> None:
    def name(chunk: Any) -> str:
        return f"Title {chunk.index}"

    answer = "[doc: Title 1, chunk: doc-001-chunk-1] [doc: Title 1, chunk: doc-001-chunk-2]"
    assert f"{answer[:38]}" in build_prompt("q", CHUNKS, name=name).text
    parsed = parse_citations(answer, CHUNKS, name=name)
    assert [c.reason for c in parsed.citations] == [None, "unknown source"]
    assert [c.reason for c in parse_citations(answer, CHUNKS).citations] == ["unknown source"] * 2


def test_only_what_stood_in_the_prompt() -> None:
    prompt = build_prompt("q", CHUNKS, max_size=400)
    assert len(prompt.included) == 1
    answer = "[doc: faq.txt, chunk: doc-001-chunk-0] [doc: faq.txt, chunk: doc-001-chunk-1]"
    assert [reason for _, reason in reasons(answer, prompt)] == [None, "unknown id"]


@given(st.lists(st.tuples(anything, anything), min_size=1, max_size=5, unique_by=lambda pair: pair[1]))
@example([("\\", "\\"), ("", "")])
@example([("a\\,", "]"), (" x ", "[doc: a, chunk: b]")])
def test_what_a_prompt_writes_comes_back(pairs: list[tuple[str, str]]) -> None:
    chunks = [row(id, "x", source=name) for name, id in pairs]
    answer = "".join(f"So [doc: {escape_name(name)}, chunk: {escape_name(id)}] it is. " for name, id in pairs)
    parsed = parse_citations(answer, chunks)
    assert [(c.name, c.id, c.reason) for c in parsed.citations] == [(name, id, None) for name, id in pairs]
    assert [c.chunk for c in parsed.citations] == chunks
    assert parsed.plain == "So it is. " * len(pairs)
    header = [line[4:-4] for line in build_prompt("q", chunks).text.split("\n") if line.startswith("--- [doc: ")]
    assert parse_citations(" ".join(header), chunks).unresolved == []


@given(
    anything
    | st.lists(st.sampled_from(["[doc: a, chunk: b]", "[doc:", "]", ", chunk:", "b", "a", "\\"])).map("".join)
)
def test_no_answer_is_refused(answer: str) -> None:
    chunks = [row("b", "x", source="a"), row("c", "y")]
    verified = verify_quotes(answer, chunks, min_length=1)
    parsed = parse_citations(answer, chunks)
    assert verified.citations == parsed.citations
    assert ParsedAnswer.from_json(parsed.to_json()) == parsed
    assert VerifiedAnswer.from_json(verified.to_json()) == verified
    at = 0
    for citation in parsed.citations:
        assert at <= citation.start < citation.end <= len(answer)
        at = citation.end


@pytest.mark.parametrize("function", [parse_citations, verify_quotes])
@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        ((3, []), "answer"), (("x", "x"), "chunks"), (("[doc: a, chunk: b]", [{}]), "chunks"),
        (("x", [], {"documents": 3}), "documents"), (("x", [], {"name": "source"}), "name"),
    ],
)  # fmt: skip
def test_bad_options(function: Any, arguments: Any, option: str) -> None:
    *given, options = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
    with pytest.raises(shiplap.OptionError) as caught:
        function(*given, **options)
    assert caught.value.option == option


def test_bad_json() -> None:
    for cls in (ParsedAnswer, VerifiedAnswer):
        for text in (
            "3", "{}", "[]", '{"text": "x"}', "{", "", '{"text": "x", "citations": 3, "quotes": []}', "[" * 99999,
            '{"text": "x", "citations": [3], "quotes": []}', '{"text": 3, "citations": [], "quotes": []}',
            '{"text": "x", "citations": [' + "9" * 5000 + '], "quotes": []}', b"\xff",
        ):  # fmt: skip
            with pytest.raises(shiplap.OptionError):
                cls.from_json(text)
    with pytest.raises(shiplap.OptionError, match="VerifiedAnswer"):
        VerifiedAnswer.from_json('{"text": "x", "citations": [], "quotes": 7}')
    with pytest.raises(shiplap.OptionError, match="min_length"):
        verify_quotes("x", [], min_length=0)


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("citation", "start", "1"), ("citation", "start", True), ("citation", "name", 3),
        ("citation", "place", []), ("place", "ids", "abc"), ("place", "ids", []), ("place", "ids", [1]),
        ("place", "start", 1.5),
        ("place", "source", 3), ("quote", "citations", ["0"]), ("quote", "verdict", None),
    ],
)  # fmt: skip
def test_json_of_another_kind(part: str, field: str, value: Any) -> None:
    verified = verify_quotes("“It rains in the hills” [doc: faq.txt, chunk: doc-001-chunk-0]", CHUNKS)
    values = json.loads(verified.to_json())
    assert VerifiedAnswer.from_dict(values) == verified == VerifiedAnswer.from_dict(verified.to_dict())
    parts = {"citation": values["citations"][0], "quote": values["quotes"][0]}
    parts["place"] = parts["citation"]["place"]
    parts[part][field] = value
    with pytest.raises(shiplap.OptionError) as caught:
        VerifiedAnswer.from_json(json.dumps(values))
    assert caught.value.option == field


# ---- places and lines


@given(st.text("a\r\nb\u2028", max_size=40))
def test_lines_are_counted_as_in_an_editor(text: str) -> None:
    expected, line = {}, 1
    for at, character in enumerate(text):
        expected[at] = line
        line += character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n")
    assert line_numbers(text, range(len(text))) == expected


def place(answer: str, chunks: Any, **options: Any) -> Place:
    (citation,) = parse_citations(answer, chunks, **options).citations
    assert citation.place is not None
    return citation.place


@pytest.mark.parametrize("encode", [False, True])
def test_lines_of_chunks(encode: bool) -> None:
    chunks = CHUNKS.chunker.chunk(TEXT.encode() if encode else TEXT, document_id="doc-001", source="docs/faq.txt")
    for chunk in chunks:
        found = place(f"[doc: faq.txt, chunk: {chunk.id}]", chunks)
        assert (found.start, found.end, found.start_byte, found.end_byte) == (
            chunk.start, chunk.end, chunk.start_byte, chunk.end_byte,
        )  # fmt: skip
        before, within = TEXT[: chunk.start], TEXT[: chunk.end - 1]
        assert found.start_line == before.count("\n") + 1 and found.end_line == within.count("\n") + 1


def test_lines_need_the_text() -> None:
    rows = [chunk.to_dict() for chunk in CHUNKS]
    answer = "[doc: faq.txt, chunk: doc-001-chunk-3]"
    right = place(answer, CHUNKS)
    assert (right.start_line, right.end_line) == (12, 16)
    assert place(answer, rows) == right  # they make up the text
    gap = [rows[0], *rows[2:]]
    assert place(answer, gap) == Place.from_dict({**right.to_dict(), "start_line": None, "end_line": None})
    assert str(place(answer, gap)) == "doc-001-chunk-3"
    assert place("[doc: faq.txt, chunk: doc-001-chunk-0]", gap).end_line == 5
    for documents in (
        {"doc-001": TEXT}, {"docs/faq.txt": TEXT.encode()}, {"doc-001": bytearray(TEXT.encode())},
        lambda passage: TEXT,
    ):  # fmt: skip
        assert place(answer, gap, documents=documents) == right
    for documents in ({"x": TEXT}, {"doc-001": "x" + TEXT}, {"doc-001": TEXT[:300]}, lambda passage: None):
        assert place(answer, gap, documents=documents).start_line is None
    with pytest.raises(shiplap.OptionError, match="documents"):
        place(answer, gap, documents={"doc-001": 3})
    bare = place("[doc: , chunk: a]", [row("a", "x\ny")])
    assert (bare.start, bare.start_byte, bare.start_line) == (None, None, None)
    first = place("[doc: , chunk: a]", [row("a", "x\ny", start=0, end=3)])
    assert (first.start_line, first.end_line, first.start_byte) == (1, 2, None)


def test_lines_of_files(tmp_path: Path) -> None:
    path = tmp_path / "faq.txt"
    path.write_bytes(TEXT.encode())
    rows = [{**CHUNKS[3].to_dict(), "source": str(path)}]
    answer = "[doc: faq.txt, chunk: doc-001-chunk-3]"
    assert place(answer, rows, documents=from_files()).start_line == 12
    rows[0]["source"] = "faq.txt"
    assert place(answer, rows, documents=from_files(tmp_path)).start_line == 12
    assert place(answer, rows, documents=from_files(tmp_path / "other")).start_line is None
    rows[0]["source"] = str(path)
    path.write_bytes(b"\n" + TEXT.encode())  # another version
    assert place(answer, rows, documents=from_files()).start_line is None
    path.unlink()
    assert place(answer, rows, documents=from_files()).start_line is None
    for source in (None, "\0", "\ud800", str(tmp_path), "/dev/zero"):
        rows[0]["source"] = source
        assert place("[doc: doc-001, chunk: doc-001-chunk-3]", rows, documents=from_files()).start_line is None


# ---- quotes


def verdicts(answer: str, chunks: Any = CHUNKS, **options: Any) -> list[tuple[str, str]]:
    return [(quote.text, quote.verdict) for quote in verify_quotes(answer, chunks, **options).quotes]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("It rains in the hills — daily.", "exact"),
        ("snores.\r\nIt rains", "exact"),
        ("old man snores. It rains", "normalised"),
        ("IT RAINS  IN THE HILLS - daily", "normalised"),
        ("U\u0308ber all the räins", "normalised"),
        ("Über all the räins, 'no one' speaks.", "normalised"),
        ("It ra\u00adins in the hi\u200blls", "normalised"),
        ("ｉｔ ｒａｉｎｓ in the hills", "normalised"),
        ("in the hills — daily.\n\nÜber all", "exact"),
        ("It rains in the hills,", "normalised"),
        ("It rains … daily", "stitched"),
        ("The old man ... all the räins", "stitched"),
        ("The old man [...] daily", "stitched"),
        ("… rains in the hills …", "exact"),
        ("It rains in the hills old man snores. It rains", "stitched"),
        ("It rains in the valleys", "absent"),
        ("It rains … in the valleys", "absent"),
        ("Uber all the rains", "absent"),
    ],
)
def test_verdicts(text: str, verdict: str) -> None:
    if "\n\n" in text:
        assert [v for _, v in verdicts("> " + text.replace("\n", "\n> "))] == [verdict]
        return
    for opening, closing in ("“”", "„“", "«»", "»«", "「」", "『』", '""', "‹›"):
        if closing not in text and opening not in text:
            assert verdicts(f"He says {opening}{text}{closing}.") == [(text, verdict)]
    assert [v for _, v in verdicts("> " + text.replace("\n", "\n> "))] == [verdict]


def test_the_span_of_a_quote() -> None:
    answer = "He says “all the räins, 'NO one'” [doc: faq.txt, chunk: doc-001-chunk-1]."
    (quote,) = verify_quotes(answer, CHUNKS).quotes
    assert answer[quote.start : quote.end] == quote.text == "all the räins, 'NO one'"
    assert (quote.verdict, quote.citations) == ("normalised", (0,))
    (found,) = quote.places
    assert CHUNKS[1].start <= (found.start or 0) and (found.end or 0) <= CHUNKS[1].end
    assert TEXT[found.start : found.end] == "all the räins, “no one”"
    assert TEXT.encode()[found.start_byte : found.end_byte].decode() == "all the räins, “no one”"
    assert found.ids == ("doc-001-chunk-1",) and found.start_line == found.end_line == 8


def test_across_chunks_that_touch() -> None:
    chunks = shiplap.chunk(TEXT, shiplap.FixedChunker(30, 0), document_id="d")
    (quote,) = verify_quotes("“rains in the hills — daily” [doc: d, chunk: d-chunk-1]", chunks).quotes
    assert (quote.verdict, quote.places[0].ids) == ("exact", ("d-chunk-0", "d-chunk-1"))
    assert TEXT[quote.places[0].start : quote.places[0].end] == quote.text
    (quote,) = verify_quotes("“rains in the hills — daily” [doc: d, chunk: d-chunk-2]", chunks).quotes
    assert quote.verdict == "misattributed"
    apart = [chunks[0], chunks[2]]
    (quote,) = verify_quotes("“The old man snores. in the hills”", apart).quotes
    assert quote.verdict == "absent"


def test_pieces_of_several_chunks() -> None:
    chunks = [
        row("a", "Chunks overlap by two hundred characters."),
        row("b", "Ids are stable on any machine."),
        row("c", "Offsets are the product, text is a view of it."),
    ]
    (quote,) = verify_quotes(
        "“chunks overlap by two hundred characters ids are stable on any machine”", chunks
    ).quotes
    assert quote.verdict == "stitched" and [place.id for place in quote.places] == ["a", "b"]
    (quote,) = verify_quotes("“Offsets are the product … Ids are stable”", chunks).quotes
    assert quote.verdict == "stitched" and [place.id for place in quote.places] == ["c", "b"]
    (quote,) = verify_quotes("“Offsets are the product [doc: , chunk: c] Ids are stable”", chunks).quotes
    assert quote.verdict == "stitched" and quote.citations == (0,)
    assert verdicts("“Offsets are a product, ids are the view”", chunks)[0][1] == "absent"


def test_misattributed() -> None:
    chunks = [row("a", "It rains in the hills.", source="s"), row("b", "The old man snores.", source="s")]
    one, other = "[doc: s, chunk: a]", "[doc: s, chunk: b]"
    cases = [
        (f"“It rains in the hills” {one}.", ["exact"]),
        (f"“It rains in the hills” {other}.", ["misattributed"]),
        (f"“it rains in the hills”, he says {other}.", ["misattributed"]),
        (f"“It rains in the hills.” {other} {one}", ["exact"]),
        (f"“It rains in the hills” {other} “The old man snores” {one}", ["misattributed"] * 2),
        (f"{one} says “It rains in the hills”. {other} says “The old man snores”.", ["exact"] * 2),
        (f"{other} says “It rains in the hills”. {one} says “The old man snores”.", ["misattributed"] * 2),
        (f"{one} says “It rains in the hills”, while {other} says “The old man snores”.", ["exact"] * 2),
        (f"“It rains in the hills”. {one} “The old man snores”. {other}", ["exact"] * 2),
        (f"“It rains in the hills” and “The old man snores” {one}{other}.", ["exact"] * 2),
        (f"As {other} shows. “It rains in the hills”. {one}", ["exact"]),
        (f"- {one}: “It rains in the hills”\n- {other}: “The old man snores”", ["exact"] * 2),
        (f"- “It rains in the hills” {one}\n- “The old man snores” {other}", ["exact"] * 2),
        (f"> It rains in the hills.\n> {one}\n", ["exact"]),
        (f"> It rains in the hills.\n\n{other}\n", ["misattributed"]),
        (f"As {other} says:\n\n> It rains in the hills.\n> — the FAQ", ["misattributed"]),
        ("“It rains in the hills” [doc: s, chunk: none].", ["misattributed"]),
        (f"{other}\n\n“It rains in the hills”.\n\n{other}", ["exact"]),
    ]
    for answer, expected in cases:
        assert [verdict for _, verdict in verdicts(answer, chunks)] == expected, answer
    (quote,) = verify_quotes(cases[1][0], chunks).quotes
    assert quote.places[0].ids == ("a",)


def test_a_quote_of_a_heading_or_a_header_has_its_own_place() -> None:
    """A prompt shows headings and table headers before rows; a quote of them is true, and has the place where they
    stand: found in the document's text, else in another chunk; unknown if neither is given."""
    chunk = ROWS[3]
    cite = f"[doc: docs/rain.md, chunk: {chunk.id}]"
    quoted = ["Rainfall of the hills", "Measured *daily* values", "| station | rain in mm |", "station 022 | 154"]
    answer = " ".join(f"“{text}” {cite}." for text in quoted)
    for given_chunks, documents, id, is_known in (
        ([chunk], None, chunk.id, True),
        (build_prompt("q", [chunk]), None, chunk.id, True),
        ([chunk.to_dict()], {"d": MEASURED}, chunk.id, True),
        ([ROWS[0].to_dict(), chunk.to_dict()], None, "d-chunk-0", True),
        ([chunk.to_dict()], None, chunk.id, False),
    ):
        found = verify_quotes(answer, given_chunks, documents=documents).quotes
        assert [(quote.text, quote.verdict) for quote in found] == [(text, "exact") for text in quoted]
        for quote in found:
            (place,) = quote.places
            is_text = quote.text in chunk.text
            assert place.ids == (chunk.id if is_text else id,) and place.source == "docs/rain.md"
            assert (place.start is None) == (not is_known and not is_text)
            if place.start is not None:
                assert place.start == place.start_byte == MEASURED.index(quote.text)
                assert MEASURED[place.start : place.end] == quote.text
            if is_known and not (is_text and documents is None and id != chunk.id):
                assert place.start_line == MEASURED.count("\n", 0, place.start) + 1


def test_a_quote_of_a_header_and_a_row() -> None:
    """They touch in the prompt and not in the document: two places."""
    chunk = ROWS[3]
    first = chunk.text.splitlines()[0]
    for quoted, count in ((HEADER + first, 2), (f"Measured *daily* values\n\n{HEADER}{first}", 3),
                          ("hills > Measured *daily*", 2)):  # fmt: skip
        (quote,) = verify_quotes(f"“{' '.join(quoted.split())}” [doc: d, chunk: {chunk.id}]", [chunk]).quotes
        assert quote.verdict == "stitched" and len(quote.places) == count
        pieces = [MEASURED[place.start : place.end] for place in quote.places]
        assert all(" ".join(piece.split()) in " ".join(quoted.split()) for piece in pieces)


def test_no_part_of_an_exact_quote_of_a_context_is_without_a_place() -> None:
    """A mark of the table behind the header lies in the row, far below it."""
    text = "# Rain\n\nHow much:\n\n| day | mm |\n|---|---|\n| mon | 3 |\n| tue | 12 |\n| wed | 14 |\n"
    chunker = shiplap.AdaptiveChunker(46, 0, unit="characters", max_context=40)
    chunk = chunker.chunk(text, document_id="d", path="a.md")[-1]
    assert chunk.table_header and chunk.text.startswith("| tue")
    answer = f"“day | mm |\n|---|---|\n” and “day | mm |\n|---|---|\n|” [doc: d, chunk: {chunk.id}]"
    header, more = verify_quotes(answer, [chunk]).quotes
    assert (header.verdict, len(header.places)) == ("exact", 1)
    assert (more.verdict, len(more.places)) == ("stitched", 2)
    assert [text[place.start : place.end] for place in more.places] == ["day | mm |\n|---|---|\n", "|"]


def test_a_heading_that_another_chunk_shows_is_misattributed() -> None:
    other = shiplap.chunk("It snows in the valley.", "fixed-1000", document_id="e")
    quoted = "“Rainfall of the hills”"
    (quote,) = verify_quotes(f"{quoted} [doc: e, chunk: e-chunk-0]", [*other, ROWS[3]]).quotes
    assert quote.verdict == "misattributed" and quote.places[0].start == MEASURED.index("Rainfall")
    (quote,) = verify_quotes(quoted, list(other)).quotes
    assert quote.verdict == "absent"


def test_a_quote_of_the_name_of_a_definition() -> None:
    body = "".join(f"        value_{i} = measured_millimetres({i})\n" for i in range(40))
    text = f"class RainfallStation:\n    def compute_daily_totals(self):\n{body}"
    chunks = shiplap.AdaptiveChunker(100).chunk(text, document_id="d", path="rain.py")
    assert chunks[2].headings == ("RainfallStation", "compute_daily_totals")
    answer = f"“RainfallStation” and “compute_daily_totals” [doc: d, chunk: {chunks[2].id}]"
    for quote in verify_quotes(answer, chunks[2:3]).quotes:
        (place,) = quote.places
        assert quote.verdict == "exact" and place.start == text.index(quote.text) and place.start_line in (1, 2)


def test_repeated_text_is_looked_for_where_it_is_cited() -> None:
    text = "It rains daily. " * 3000
    chunks = shiplap.chunk(text, shiplap.FixedChunker(50, 10), document_id="d")
    for index in (0, 1, 500, len(chunks) - 1):
        (quote,) = verify_quotes(f"“IT rains daily” [doc: d, chunk: d-chunk-{index}]", chunks).quotes
        assert (quote.verdict, quote.places[0].ids) == ("normalised", (f"d-chunk-{index}",))
        (quote,) = verify_quotes(f"“It rains daily.” [doc: d, chunk: d-chunk-{index}]", chunks).quotes
        assert (quote.verdict, quote.places[0].ids) == ("exact", (f"d-chunk-{index}",))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('a 5" pipe and a 6" pipe are not quoted here', []),
        ('He says "first passage here" and "second passage here".', ["first passage here", "second passage here"]),
        ('He "never closes this\n\nand "this passage" is closed', ["this passage"]),
        ("“an outer „inner passage“ of it”", ["an outer „inner passage“ of it"]),
        ('他说"漢字漢字漢字"。', ["漢字漢字漢字"]),
        ("「漢字漢字漢」「漢字」", []),
        ("> one line\n> two lines\n\n> another block\n", ["one line\ntwo lines", "another block"]),
        (">> “nested and marked”\n", ["nested and marked"]),
        ('```\nprint("no passage, but code")\n```\n"a passage after it"', ["a passage after it"]),
        ("“short” “a bit longer”", ["a bit longer"]),
        ("« French with spaces »", ["French with spaces"]),
        ("»German the other way«", ["German the other way"]),
        ("”Swedish is like this”", ["Swedish is like this"]),
        ('[doc: "name of a file", chunk: 1] says nothing', []),
        ("it's the old man's", []),
        ("“a line\nand another” and more", ["a line\nand another"]),
    ],
)
def test_what_is_a_quote(answer: str, expected: list[str]) -> None:
    assert [text for text, _ in verdicts(answer)] == expected


def test_min_length() -> None:
    assert verdicts("“old man” “man”", min_length=3) == [("old man", "exact"), ("man", "exact")]
    assert verdicts("“old man” “m”", min_length=4) == [("old man", "exact")]
    assert verdicts("“x”", [row("a", "x")], min_length=1) == [("x", "exact")]
    assert verdicts("“some quoted text”", []) == [("some quoted text", "absent")]


def test_an_answer_that_was_parsed() -> None:
    answer = "“It rains in the hills” [doc: faq.txt, chunk: doc-001-chunk-0]"
    parsed = parse_citations(answer, CHUNKS)
    assert verify_quotes(parsed, CHUNKS) == verify_quotes(answer, CHUNKS)
    assert verify_quotes(ParsedAnswer.from_json(parsed.to_json()), CHUNKS) == verify_quotes(answer, CHUNKS)
    verified = verify_quotes(answer, CHUNKS)
    assert VerifiedAnswer.from_json(verified.to_json()) == verified
    assert verified.counts == {"exact": 1, "normalised": 0, "stitched": 0, "misattributed": 0, "absent": 0}
    assert json.loads(verified.to_json())["quotes"][0]["places"][0]["ids"] == ["doc-001-chunk-0"]


# ---- folding


#: Characters that folding removes, joins to others, or turns into several: combining marks of each class,
#: variation selectors, zero-width, format and tag characters, ellipses, quotation marks, expansions by case
#: folding and by NFKC.
AWKWARD = [
    *"\u0301\u0323\u0338\u0344\u0345\u034f\u20dd\u0903\u0f73\u3099\u1161\u11a8", *"\ufe0e\ufe0f\U000e0100",
    *"\u00ad\u200b\u200c\u200d\u200e\u2060\u2066\ufeff\x00\U000e0061", *"…․⋯'\"’´\u2017`′—-−¨",
    *"ßẞİıŉǰΐﬁﬃſςΣᾳͅÅΩ½²℡ﷺ㌀ｅ．，　\xa0\u2028é한\u1100", "...", ". . .", "[…]", "e\u0301",
]  # fmt: skip
FOLDED = [*"aB -–—'’“\"\t\n\r.éﬁß가각かİ½…Åﷺ，：（\xa0\u3000",
          *"\u0301\u00ad\u200b\u1100\u1161\u11a8\u3099\u00b4\u2017\x00\ud800", *AWKWARD]  # fmt: skip
folding = st.lists(st.sampled_from(FOLDED), max_size=30).map("".join)


@given(folding | texts | broken)
def test_offsets_of_what_is_folded(text: str) -> None:
    folded, spans = folded_with_offsets(text)
    assert folded == fold(text)
    assert len(spans) == len(folded)
    at = 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        at = start


@given(st.lists(st.sampled_from(["\u0301" * 29, "\u0f73", "b"])).map("".join))
def test_long_runs_of_marks_are_cut(text: str) -> None:
    runs = re.finditer("[\u0301\u0f73]{31,}", text)
    assert _cuts(text) == [at for run in runs for at in range(run.start() + 30, run.end(), 30)]


@given(folding | texts, st.data())
def test_what_is_folded_is_found(text: str, data: st.DataObject) -> None:
    """Any span of a document is found again where it stands; in another form, where its folded form stands."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    quote = text[start:end].strip()
    marks = "“”„‟[]\n\r\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e"
    if not fold(quote) or fold(quote) not in fold(text) or any(c in quote for c in marks):
        return
    chunks = [row("a", text, source="s", start=0, end=len(text))]
    found = verify_quotes(f"“{quote}”", chunks, min_length=1).quotes
    assert [(q.verdict, text[q.places[0].start : q.places[0].end]) for q in found] == [("exact", quote)]
    if fold(fold(quote).upper()) == fold(quote):
        (other,) = verify_quotes(f"“{fold(quote).upper()}”", chunks, min_length=1).quotes or [None]
        assert other is None or other.verdict != "absent"


def without_ellipses(text: str) -> str:
    """Return a quote without the ellipses and the white space at its ends; itself if an ellipsis is within it."""
    ellipsis = r"[\[(]\s*(?:…|\.\.\.+)\s*[\])]|…|\.\.\.+|\. \.(?: \.)+"
    pieces = [piece.strip() for piece in re.split(ellipsis, text) if piece.strip()]
    return pieces[0] if len(pieces) == 1 else text


PUNCTUATION = '.,;:!?"-… 。，、；：！？'


def check_verdict(quote: Any, text: str, chunks: Any, cited: Any) -> None:
    """Hold a verdict to the invariants V1 to V3 of `verification.py`, for chunks that cover one text."""
    spans = [(place.start, place.end) for place in quote.places]
    if quote.verdict == "exact":
        ((start, end),) = spans
        assert text[start:end] in (quote.text, without_ellipses(quote.text))
    if quote.verdict in ("exact", "normalised", "misattributed"):
        ((start, end),) = spans
        folded = {fold(quote.text).strip(PUNCTUATION), fold(without_ellipses(quote.text)).strip(PUNCTUATION)}
        assert any(each in fold(text) for each in folded) or any(c in quote.text for c in "…․.")
        holders = [chunk for chunk in chunks if chunk.start <= start and end <= chunk.end]
        holders = holders or [chunk for chunk in chunks if chunk.start < end and start < chunk.end]
        assert (not quote.citations or cited in holders) == (quote.verdict != "misattributed")
    if quote.verdict == "absent":
        assert not spans
        assert quote.text not in text or not fold(quote.text) or fold(quote.text) not in fold(text)


@st.composite
def alterations(draw: st.DrawFn) -> tuple[str, str]:
    """Return a text, and a quote of it with a character more, less or another, at its ends most often."""
    awkward = st.sampled_from(AWKWARD)
    words = st.sampled_from(["It rains", " ", "hills", "e", "s", ". ", "SS", "\n", "ss", "i"])
    text = "".join(draw(st.lists(words | awkward, min_size=1, max_size=12)))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    before, after = draw(st.tuples(*2 * [st.sampled_from(["", "", "…", "... ", " …"])]))
    quote = before + text[start:end] + after
    at = draw(
        st.sampled_from([0, len(before), len(before) + end - start, len(quote)]) | st.integers(0, len(quote))
    )
    removed = draw(st.integers(0, 1))
    return text, quote[:at] + draw(st.just("") | awkward) + quote[at + removed :]


@given(alterations() | st.tuples(folding | texts, folding), st.integers(1, 30), st.data())
@example(("It rains in the hills… It snows.", "rains in the hills…\u0301"), 30, None)
@example(("It rains in the hills… It snows.", "\u0338… rains in the hills"), 30, None)
@example(("It rains in the hills… It snows.", "rains in the hills … ☃ …"), 30, None)
@example(("It rains in the hills… It snows.", "rains in the hills…\ufe0f"), 30, None)
@example(("It rains in the hills. It snows.", "rains in the hills … ."), 30, None)
def test_verdicts_on_any_text(altered: tuple[str, str], size: int, data: st.DataObject | None) -> None:
    """An exact quote has the very code points of its place; an absent one is in no document."""
    text, quote = altered
    overlap = data.draw(st.integers(0, size - 1)) if data else 0
    chunker = shiplap.FixedChunker(size, overlap, errors="surrogatepass")
    chunks = chunker.chunk(text, document_id="d")
    cited = chunks[data.draw(st.integers(0, len(chunks) - 1))] if data and len(chunks) else None
    quotes = [quote]
    if data and cited is not None:
        quotes.append(data.draw(st.sampled_from([text, text[1:], cited.text, text[:3] + text[5:], "aB"])))
    citation = f" [doc: d, chunk: {cited.id}]" if cited is not None else ""
    for own in quotes:
        for found in verify_quotes(f"“{own}”{citation}", chunks, min_length=1).quotes:
            is_own = found.text == own.strip()
            check_verdict(found, text, chunks, cited)
            is_verbatim = cited is not None and found.text in cited.text and fold(found.text) in fold(cited.text)
            if is_own and is_verbatim and fold(found.text) and fold(found.text) in fold(text):
                assert found.verdict == "exact"


def test_a_quote_with_one_character_more_is_not_exact() -> None:
    """At either end, next to letters, ellipses and quotation marks, and in the middle of a word."""
    text = "He said “it rains in the hills… daily” and slept. It snows."
    chunks = shiplap.chunk(text, "fixed-1000", document_id="d")
    quotes = ("rains in the hills…", "rains in the hills ...", "… rains in the hills", "it snows", "It snows.")
    for extra in sorted(set("".join(AWKWARD)) | set("☃+€🙂")):
        altered = [q[:at] + extra + q[at:] for q in quotes for at in (0, 1, 3, len(q) - 1, len(q))]
        answer = "\n\n".join(f"「{quote}」" for quote in altered)
        for found in verify_quotes(answer, chunks, min_length=1).quotes:
            if found.verdict == "exact":
                (place,) = found.places
                assert text[place.start : place.end] in (found.text, without_ellipses(found.text))


def test_a_quote_with_citations_inside() -> None:
    """Its text is that of the answer without citations and the spaces before them."""
    chunks = [row("a", "It rains in the hills. It snows.", source="s")]
    one = "[doc: s, chunk: a]"
    for answer, expected in (
        (f"“It rains in the hills {one}.”", "It rains in the hills."),
        (f"“It rains {one} in the hills {one}.”", "It rains in the hills."),
        ("“It rains [doc: s, chunk: a; doc: s, chunk: a] in the hills”", "It rains in the hills"),
        (f"> It rains in the hills {one}. It snows.\n> {one}\n", "It rains in the hills. It snows."),
        (f"> “It rains in the hills.” {one}\n", "It rains in the hills."),
    ):
        (quote,) = verify_quotes(answer, chunks).quotes
        assert (quote.text, quote.verdict) == (expected, "exact"), answer


def test_a_block_quote_keeps_a_nul() -> None:
    (quote,) = verify_quotes("> It rains\0in the hills\n", [row("a", "It rains in the hills.")]).quotes
    assert (quote.text, quote.verdict) == ("It rains\0in the hills", "absent")


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("It rains in the hills … ☃ … It snows", "absent"),
        ("It rains in the hills … € … It snows", "stitched"),
        ("It rains in the hills\u0301 The old man snores daily", "absent"),
        ("It rains in the hills) The old man snores daily", "stitched"),
        ("rains in the hills …)", "normalised"),
        ("rains in the hills\u200b…", "normalised"),
        ("rains in the hills …", "exact"),
    ],
)
def test_nothing_significant_is_omitted(quote: str, verdict: str) -> None:
    text = "It rains in the hills, it costs 5 €. It snows. The old man snores daily."
    assert verdicts(f"“{quote}”", [row("a", text)]) == [(quote, verdict)]


# ---- many


def english(characters: int, seed: int = 1) -> str:
    chance = random.Random(seed)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(1, 9))) for _ in range(3000)]
    found: list[str] = []
    size = 0
    while size < characters:
        found.append(chance.choice(words) + chance.choice(["", "", "", "", ",", ".", ".\n"]))
        size += len(found[-1]) + 1
    return " ".join(found)


def test_many_chunks() -> None:
    """Every kind of verdict among thousands of chunks, each checked; benchmarks/speed/prompts.py times them."""
    text = english(1_000_000)
    chunks = shiplap.chunk(text, shiplap.FixedChunker(500, 100), document_id="d", source="s.txt")
    chance = random.Random(2)
    parts, expected = [], []
    for k in range(200):
        chunk = chunks[chance.randrange(len(chunks))]
        start = chance.randrange(100)
        quote = " ".join(chunk.text[start : start + chance.randint(60, 300)].split())
        exact = quote in chunk.text
        if k % 4 == 0:
            quote, exact = quote.upper(), False
        if k % 4 == 1:
            quote = quote[:30] + "q q" + quote[30:]
        cited = chunk.index if k % 4 != 2 else (chunk.index + 7) % len(chunks)
        parts.append(f"He says “{quote}” [doc: s.txt, chunk: d-chunk-{cited}]. ")
        expected.append(
            "absent" if k % 4 == 1 else "misattributed" if k % 4 == 2 else "exact" if exact else "normalised"
        )
    verified = verify_quotes("".join(parts), chunks)
    assert [quote.verdict for quote in verified.quotes] == expected
    for quote in verified.quotes:
        for found in quote.places:
            assert fold(text[found.start : found.end]) == fold(quote.text)
