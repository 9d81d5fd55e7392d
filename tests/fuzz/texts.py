"""Targets that read a text: chunkers, regions, outlines. Each compares the core with laws and the reference."""

from __future__ import annotations

import itertools
from typing import Any

import shiplap
from shiplap import content
from shiplap._core.outline import Outliner
from shiplap._core.outline import convert as convert_offsets
from shiplap._core.outline import outline_data as core_data
from shiplap._core.regions import blocks
from shiplap._core.regions import guess as core_guess
from shiplap._core.regions import is_delimited as core_is_delimited
from shiplap._core.regions import rows as core_rows
from shiplap._core.text import Text
from shiplap._data.code_languages import LANGUAGES
from shiplap._data.data_formats import FORMATS
from shiplap._data.packing_costs import GROUP
from shiplap._data.packing_costs import KINDS as BASE_KINDS
from shiplap._data.region_kinds import GRAMMARS, KINDS
from shiplap.chunkers import streaming
from shiplap.levels import SENTENCE_RULES
from shiplap.options import LanguageCode
from shiplap.reference.data import data as reference_data
from shiplap.reference.outline import outline as reference_outline
from shiplap.reference.packing import code as reference_packing
from shiplap.reference.regions import regions as reference_regions
from shiplap.reference.regions.language import guess as reference_guess
from shiplap.reference.regions.records import is_delimited
from shiplap.reference.regions.table_rows import rows as reference_rows
from tests.fuzz.inputs import PAGES, Choices, decoded, split
from tests.support import document_oracle, laws
from tests.support.chunkers import spans_of_reference
from tests.support.hostile import affordable, after_full_stops, every_seventh

PATHS = [
    None, None, "x.md", "x.rst", "x.adoc", "x.wiki", "x.org", "x.tex", "x.pod", "x.texi", "x.man", "x.html",
    "x.py", "x.ts", "x.sh", "x.csv", "x.rs", "x.txt", "x.json", "x.yaml", "x.xml", "x.toml", "x.ini", "x.diff",
    "x.po", "x.log",
]  # fmt: skip
LEVELS = ["section", "block", "paragraph", "line", "sentence", "word", "grapheme", "\n\n", "a", ". ", "é", "漢字"]
HEADINGS = ["auto", "auto", "marked", None]
LANGUAGE_CODES = [None, *LanguageCode.__args__]  # type: ignore[attr-defined]
CODE_LANGUAGES = sorted(LANGUAGES)
OUTLINERS = {language: Outliner(language) for language in LANGUAGES}

#: The longest text that the reference is asked about, in characters: it takes time that is not linear.
FOR_REFERENCE = 300


def chunker_of(choices: Choices) -> shiplap.Chunker:
    """Any chunker without a tokenizer. Raises OptionError for sizes that do not go together."""
    kind = choices.one_of(["fixed", "sentence", "recursive", "adaptive", "stable"])
    options: dict[str, Any] = {
        "unit": choices.one_of(["characters", "bytes", "tokens"]),
        "sentence_rule": choices.one_of(list(SENTENCE_RULES)),
        "errors": choices.one_of(["strict", "replace", "surrogatepass"]),
        "strip_whitespace": choices.flag(),
        "skip_blank": choices.flag(),
        "on_empty": choices.one_of(["empty", "empty", "raise"]),
        "oversize": choices.one_of(["split", "split", "raise"]),
    }
    if options["sentence_rule"] == "standard":
        options["language"] = choices.one_of(LANGUAGE_CODES)
    if kind == "adaptive":
        sizes: dict[str, Any] = {}
        for base in BASE_KINDS:
            size = choices.between(1, 400)
            sizes[base] = (size, choices.number(size - 1))
        options |= {"size_includes_context": choices.flag(), "headings": choices.one_of(HEADINGS)}
        options["omit_furniture"] = choices.flag()
        return shiplap.AdaptiveChunker(**sizes, **options)
    size = choices.between(1, 700)
    overlap = choices.number(size - 1)
    options["boundaries"] = choices.one_of([None, None, every_seventh, after_full_stops])
    if kind == "sentence":
        least, most = (
            choices.one_of([None, choices.number(size)]),
            choices.one_of([None, size + choices.number(size)]),
        )
        return shiplap.SentenceChunker(size, overlap, min_size=least, max_size=most, **options)
    if kind == "stable":
        key = choices.one_of([b"", b"rain"])
        return shiplap.StableChunker(size, overlap, levels=choices.some_of(LEVELS, 1, 5), key=key, **options)
    min_fill = choices.one_of([0.5, 0.0, 0.3, 1.0])
    if kind == "recursive":
        return shiplap.RecursiveChunker(
            size, overlap, levels=choices.one_of([None, choices.some_of(LEVELS, 1, 4)]),
            overlap_levels=choices.some_of(LEVELS, 1, 4), min_fill=min_fill, join_rest=choices.flag(),
            break_at=choices.one_of([None, None, *LEVELS]), headings=choices.one_of(HEADINGS), **options,
        )  # fmt: skip
    snap: Any = choices.one_of([None, "paragraph", "line", "sentence", "word"])
    return shiplap.FixedChunker(size, overlap, snap=snap, min_fill=min_fill, **options)


def meaning_of(given: str | bytes, errors: str) -> str:
    """Return the str that a text means. Raises UnicodeError where the handler of errors refuses it."""
    data = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
    if errors == "replace" and isinstance(given, str):
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in given)
    return data.decode("utf-8", errors)


def described(chunks: Any) -> list[tuple[Any, ...]]:
    """Return the fields that a chunk of a stream and of a batch shares with that of the whole text."""
    return [
        (c.text, c.start, c.end, c.start_byte, c.end_byte, c.start_line, c.end_line, c.overlap, c.token_count,
         c.kind, c.headings, c.table_header, c.content_hash, c.context_hash)
        for c in chunks
    ]  # fmt: skip


def chunk(data: bytes) -> None:
    """Cut a text by any chunker: the laws, the reference, and the same chunks by the other ways of asking."""
    choices, rest = split(data)
    choices.instruction_set()
    way = choices.one_of(["bytes after a guard page", "bytes before a guard page", "str"])
    ask = choices.one_of(["chunk", "reference", "stream", "batch", "update"])
    path = choices.one_of(PATHS)
    block, step, place = choices.one_of([1, 50, 5000]), 1 + choices.number(40), choices.number(65_535)
    try:
        chunker = chunker_of(choices)
    except shiplap.OptionError:
        return
    given: Any = decoded(rest) if way == "str" else PAGES.hold(rest, way.startswith("bytes before"))
    meant: str | None
    try:
        meant = meaning_of(given if way == "str" else rest, chunker.errors)
    except UnicodeError as error:
        meant, offset = None, error.start  # type: ignore[attr-defined]
    try:
        chunks = chunker.chunk(given, path=path, document_id="d")
    except shiplap.TextError as error:
        assert meant is None, "a sound text was refused"
        assert error.unit != "bytes" or way == "str" or error.offset == offset, (error.offset, offset)
        return
    except shiplap.EmptyTextError:
        assert meant is not None and laws.blank(meant) and chunker.on_empty == "raise"
        return
    except shiplap.ChunkLimitError:
        assert chunker.config["oversize"] == "raise"
        return
    if meant is None:
        assert way == "str", "bytes that are not UTF-8 were cut"  # windows of characters read no str
        return
    laws.check(chunks, meant, path)
    if ask == "reference":
        spans = [(start, end) for start, end in chunks.spans.tolist()]
        if chunker.errors == "surrogatepass" and not meant.isascii():
            return
        if isinstance(chunker, shiplap.AdaptiveChunker):
            if len(meant) <= FOR_REFERENCE:
                assert spans == document_oracle.cut(meant, chunker, path)
        elif len(meant) <= min(FOR_REFERENCE, len(affordable(meant, chunker._plan))):
            assert spans == ([] if laws.blank(meant) else spans_of_reference(chunker, meant, path=path))
    elif ask == "stream":
        before, streaming.BLOCK = streaming.BLOCK, block
        try:
            pieces = [given[at : at + step] for at in range(0, len(given), step)]
            assert described(chunker.stream(pieces, path=path, document_id="d")) == described(chunks)
        finally:
            streaming.BLOCK = before
    elif ask == "batch":
        found = chunker.chunk_batch([given, "", given], paths=[path, None, path], on_error="skip")
        assert described(found[0]) == described(found[-1]) == described(chunks)
    elif ask == "update":
        at = place % (len(meant) + 1)
        old = meant[:at] + meant[at + step :]
        try:
            update = chunker.update(chunker.chunk(old, path=path, document_id="d"), given, path=path)
        except (shiplap.ShiplapError, UnicodeError):
            assert chunker.on_empty == "raise" or chunker.config["oversize"] == "raise"
            return
        laws.check(update.chunks, meant, path)


def regions(data: bytes) -> None:
    """Divide a text into regions: the reference, for a str and for UTF-8, and all that a region says of itself."""
    choices, rest = split(data)
    choices.instruction_set()
    grammar, path, headings = choices.one_of(GRAMMARS), choices.one_of(PATHS), choices.one_of(HEADINGS)
    finds_looks = headings == "auto"
    text = decoded(rest)
    expected = [(b.start, b.kind, b.level, b.info) for b in reference_regions.blocks(text, grammar, finds_looks)]
    assert blocks_of(Text(text, "surrogatepass"), grammar, finds_looks) == expected
    held = PAGES.hold(rest, choices.flag())
    try:
        rest.decode()
    except UnicodeDecodeError as error:
        for call in (shiplap.regions, shiplap.detect_content_type):
            try:
                call(held)
            except shiplap.TextError as refused:
                assert refused.offset == error.start
            else:
                assert call is shiplap.detect_content_type
        return
    at = [0, *itertools.accumulate(len(char.encode()) for char in text)]
    in_bytes = [(at[start], kind, level, (at[a], at[b])) for start, kind, level, (a, b) in expected]
    assert blocks_of(Text(held), grammar, finds_looks) == in_bytes
    found = shiplap.regions(held, path=path, headings=headings)
    assert "".join(found.texts) == text
    of_path, _ = document_oracle.blocks_of(text, path, headings)
    assert [(r.start, r.kind, r.level) for r in found] == [(b.start, b.kind, b.level) for b in of_path if text]
    assert [(r.start, r.end) for r in found] == [tuple(span) for span in found.spans.tolist()]
    for region in found:
        assert text[region.start : region.end] == region.text == rest[region.start_byte : region.end_byte].decode()
        assert (region.title is None) == (region.level == 0) and all(isinstance(h, str) for h in region.headings)
        assert region.language is None or region.kind in ("code", "data")
        header, starts = region.rows
        assert region.start <= header <= region.end and list(starts) == sorted(set(starts))
        if region.kind == "table":
            header, starts_and_groups = reference_rows(text, region.start, region.end)
            of_core = core_rows(Text(text), region.start, region.end)
            ranked = [(p, rank == GROUP) for p, rank in zip(*of_core[1:3], strict=True)]
            assert (of_core[0], ranked) == (header, starts_and_groups)
    assert core_guess(Text(text)) == reference_guess(text)
    assert core_is_delimited(Text(text)) == is_delimited(text)
    detected = shiplap.detect_content_type(held)
    assert isinstance(detected, content.ContentType)


def blocks_of(text: Text, grammar: str, finds_looks: bool) -> list[Any]:
    """Return the blocks of the core in the text's own offsets, which cover it."""
    native, kinds, infos, _ = blocks(text, grammar, finds_looks)
    spans = [native[k] for k in range(len(native))]
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    assert (spans[-1][1] if spans else 0) == len(text)
    return [(start, KINDS[kinds[k][0]], kinds[k][1], infos[k]) for k, (start, _) in enumerate(spans)]


def outline(data: bytes) -> None:
    """Find the definitions in code of eight languages: the reference, for a str and for UTF-8, and packing."""
    choices, rest = split(data)
    choices.instruction_set()
    language, size, at_end = choices.one_of(CODE_LANGUAGES), choices.between(1, 500), choices.flag()
    text = decoded(rest)
    expected = reference_outline.outline(text, language)
    assert outline_of(Text(text, "surrogatepass"), language) == expected
    rows, lines, ranks = expected
    extents = [(row[3], row[4], row[6]) for row in rows]
    ends = reference_packing.pack(lines, ranks, extents, len(text), size)
    held = PAGES.hold(rest, at_end)
    try:
        rest.decode()
    except UnicodeDecodeError as error:
        try:
            shiplap.outline(held, language)
        except shiplap.TextError as refused:
            assert refused.offset == error.start
            return
        raise AssertionError("bytes that are not UTF-8 were read") from None
    assert outline_of(Text(held), language) == expected
    found = shiplap.outline(held, language)
    spans = found.pack(size).tolist()
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    assert (spans[-1][1] if spans else 0) == len(text)
    whole = {end for _, end in spans}
    assert whole >= set(ends) if text else not spans
    for each in found:
        assert text[each.start : each.end] == rest[each.start_byte : each.end_byte].decode()
        assert each.start <= each.code_start <= each.body_start <= each.end and each.name in text


def data_outline(data: bytes) -> None:
    """Find the nodes of data in nine formats: the reference, for a str and for UTF-8."""
    choices, rest = split(data)
    choices.instruction_set()
    name, fits, at_end = choices.one_of(FORMATS), choices.one_of([0, 0, 1, 7, 30, 200]), choices.flag()
    text = decoded(rest)[:FOR_REFERENCE]
    assert data_of(Text(text, "surrogatepass"), name, fits) == reference_data.outline(text, name, fits)
    try:
        rest.decode()
    except UnicodeDecodeError:
        return
    held = Text(PAGES.hold(text.encode(), at_end))
    assert data_of(held, name, fits) == reference_data.outline(text, name, fits, "bytes")
    found = shiplap.outline(text, name)
    assert "".join(text[a:b] for a, b in found.pack(9).tolist()) == text


def data_of(text: Text, name: str, fits: int) -> Any:
    """Return the outline of the core, in code points, as the reference has it."""
    rows, cuts, ranks = core_data(text, name, fits)
    offsets = [convert_offsets(text, rows[column::9], "characters") for column in range(1, 7)]
    found = [reference_outline.Row(rows[9 * k], *(each[k] for each in offsets), rows[9 * k + 7], rows[9 * k + 8])
             for k in range(len(rows) // 9)]  # fmt: skip
    return found, list(convert_offsets(text, cuts, "characters")), list(ranks)


def outline_of(text: Text, language: str) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    """Return the outline of the core, in characters."""
    rows, lines, ranks = OUTLINERS[language](text)
    for column in range(1, 7):
        rows[column::9] = convert_offsets(text, rows[column::9], "characters")
    found = [tuple(rows[k : k + 9]) for k in range(0, len(rows), 9)]
    return found, list(convert_offsets(text, lines, "characters")), list(ranks)
