"""The answers of the reference: what the digests mean. `answer` gives that of a case to a short text."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import shiplap
from shiplap._core.text import Text
from shiplap._data import file_types
from shiplap._data import packing_costs as packing
from shiplap._data.code_languages import KINDS as DEFINITIONS
from shiplap.chunkers.document_loop import listing
from shiplap.content.outliners import lexical_language
from shiplap.content.region import language_of
from shiplap.levels import SENTENCE_RULES
from shiplap.options import standard_rule
from shiplap.plan import CHARACTERS_A_TOKEN, Plan, Row, Unit
from shiplap.reference.boundaries.levels import Level
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.outline.outline import outline
from shiplap.reference.packing import break_points, code, pack, starts
from shiplap.reference.packing.break_points import Place
from shiplap.reference.packing.documents import majority
from shiplap.reference.regions.language import guess
from shiplap.reference.regions.line_counts import content
from shiplap.reference.regions.regions import Block, blocks
from shiplap.reference.regions.table_rows import rows as table_rows
from shiplap.reference.text.sizes import measure
from shiplap.reference.windows.splitter import split
from shiplap.reference.windows.tokens import Tokens
from shiplap.reference.windows.windows import windows
from tests.support.chunkers import spans_of_reference
from tests.support.golden.cases import Answer, Case, Cut, Detection, Outline, Regions, listed
from tests.support.golden.corpus import Document

Spans = Sequence[tuple[int, int]]


def knows(case: Case) -> bool:
    """Return whether the reference has all that the case needs: it has no headings, and no tokenizers of
    libraries."""
    if case.needs or getattr(case, "tells", "") in ("context", "titles"):
        return False
    if not isinstance(case, Cut):
        return True
    chunker = case.chunker("strict")
    return not (isinstance(chunker, shiplap.AdaptiveChunker) and "tokenizer" in chunker._config)


def answer(case: Case, document: Document) -> Answer:
    """Return the answer of the reference to a valid document."""
    text = document.text
    assert isinstance(text, str)
    if isinstance(case, Cut):
        return cut(case, text, document.path if case.follows else None)
    if isinstance(case, Regions):
        return regions(text, document.path if case.follows else case.path)
    if isinstance(case, Outline):
        return definitions(text, case.language)
    assert isinstance(case, Detection)
    return detection(text, document.path if case.follows else None)


def in_bytes(text: str, spans: Spans) -> Answer:
    """Spans in characters as an answer."""
    offsets = [0, *itertools.accumulate(len(char.encode()) for char in text)]
    characters = np.array(spans, np.int64).reshape(-1, 2)
    return Answer(characters, np.array(offsets, np.int64)[characters])


# ---- chunkers


def cut(case: Cut, text: str, path: str | None) -> Answer:
    """Return the chunks of a text."""
    chunker = case.chunker("strict")
    if not text.strip():
        return in_bytes(text, [])
    if isinstance(chunker, shiplap.AdaptiveChunker):
        spans, kinds = documents(text, path, chunker.config)
        found = in_bytes(text, spans)
        return replace(found, words=kinds) if case.tells else found
    if isinstance(chunker, shiplap.SentenceSplitter):
        return in_bytes(text, split(text, sentence_level(chunker.config)))
    tokens = None
    if "tokenizer" in chunker._config:
        counter = chunker._config["tokenizer"]
        lengths = counter.tokens(text, Text(text.encode())).lengths()
        tokens = Tokens(text, lengths, counter.count)
    return in_bytes(text, spans_of_reference(chunker, text, tokens=tokens))


def sentence_level(config: dict[str, Any]) -> Level:
    """Return the level of sentences by a rule, with the words that it knows."""
    if config["sentence_rule"] != "standard":
        return SENTENCE_RULES[config["sentence_rule"]]
    return lexicon(*standard_rule(config).values())


def documents(text: str, path: str | None, config: dict[str, Any]) -> tuple[Spans, list[str]]:
    """Return the chunks of a mixed document, and their kinds: the whole way of `AdaptiveChunker`, by the
    reference."""
    unit = "bytes" if config["unit"] == "bytes" else "characters"
    scale = CHARACTERS_A_TOKEN if config["unit"] == "tokens" else 1
    given = [config.get(kind, config["code"]) for kind in packing.KINDS]  # those of data may be missing
    sizes = [(each["chunk_size"], each["chunk_overlap"]) for each in given]
    limits, overlaps = [scale * size for size, _ in sizes], [scale * overlap for _, overlap in sizes]

    def measured(at: int, part: str = text) -> int:
        return measure(part, 0, at, unit)

    found, language = blocks_of(text, path)
    parts = list(zip(found, [*(block.start for block in found[1:]), len(text)], strict=True))
    ends, names = [measured(end) for _, end in parts], [block.kind for block in found]
    regions, inner = [], []
    for (block, end), whole in zip(parts, break_points.keeps(ends, names, limits, [0] * len(parts)), strict=True):
        base = break_points.base(block.kind)
        regions.append(break_points.Region(block.start, end, block.kind, whole))
        if base == packing.CODE and not whole:
            inner += sites(text, block, end, language, limits[base], unit)
        elif base == packing.TABLE and not whole:
            ranks = {True: packing.GROUP, False: packing.ROW}
            inner += [(at, ranks[leads]) for at, leads in table_rows(text, block.start, end)[1]]
    rooms = [limits[packing.PROSE]] * len(regions)
    places = break_points.places(text, regions, inner, sentence_level(config), measured, rooms)
    places = break_points.keep_lists(text, regions, places, measured, rooms)
    runs: list[pack.Run] = []
    for region in regions:
        kind = break_points.base(region.kind)
        if runs and runs[-1].kind == kind:
            runs.pop()
        runs.append(pack.Run(measured(region.end), kind))

    # what lies between two places and is too long is cut at words
    divided = places[:1]
    for (start, _), (end, rank) in itertools.pairwise(places):
        kind = next((run.kind for run in runs if run.end > measured(start)), packing.PROSE)
        if measured(end) - measured(start) > limits[kind]:
            pieces = windows(text[start:end], by_words(config["unit"], *sizes[kind]))
            divided += [(start + last, packing.WORD) for _, last in pieces[:-1]]
        divided.append((end, rank))

    at, ranks_at = [p for p, _ in divided], [rank for _, rank in divided]
    ends, lows, wordy = pack.pack([measured(p) for p in at], ranks_at, runs, limits, overlaps)
    least = starts.positions(text, lows, unit)
    spans = starts.starts(text, at, ranks_at, ends, least, wordy, config["strip_whitespace"], config["skip_blank"])
    covered = [(region.start, region.end) for region in regions]
    kinds = majority(spans, covered, [region.kind for region in regions])
    return spans, [packing.KINDS[kind] for kind in kinds]


def by_words(unit: Any, size: int, overlap: int) -> Plan:
    """Return the chunker for a piece that is too long, so small that the overlap has room."""
    step = size - overlap
    rows = (Row("word", (step + 1) // 2, step), Row("grapheme", 0, step), Row("grapheme", step, size, "first"))
    return Plan(unit, size, 0, rows, (Unit("char", size),), ("char",))


def sites(text: str, block: Block, end: int, language: str | None, size: int, unit: str) -> list[Place]:
    """Return the offsets where code that is too long may be cut."""
    part, base = text, 0
    if not (language and (block.start, end) == (0, len(text))):
        inside, base = listing(Text(text), block.start, end)
        part = inside.text(0, len(inside))
    said = language or language_of(text[slice(*block.info)]) or ""
    name = lexical_language(said) if said else guess(part)
    rows, lines, ranks = outline(part, name)

    def measured(at: int) -> int:
        return measure(part, 0, at, unit)

    extents = [(measured(row[3]), measured(row[4]), measured(row[6])) for row in rows]
    edges = 0, measured(len(part))
    found = break_points.sites(lines, ranks, [measured(line) for line in lines], extents, edges, size)
    return [(base + line, rank) for line, rank in found]


def blocks_of(text: str, path: str | None) -> tuple[list[Block], str | None]:
    """Return the regions of a text, and its language where its path says it."""
    ending = os.path.splitext(path or "")[1]
    if ending in file_types.EXTENSIONS:
        return [Block(0, "code")] if text else [], file_types.EXTENSIONS[ending]
    if ending in file_types.TABLE_EXTENSIONS:
        return [Block(0, "table")] if text else [], None
    return blocks(text, file_types.GRAMMARS.get(ending, "auto"), True), None


# ---- what is not chunks


def regions(text: str, path: str | None) -> Answer:
    """Return the regions of a text, their kinds and levels, and the rows of tables."""
    found, _ = blocks_of(text, path)
    ends = [*(block.start for block in found[1:]), len(text)]
    spans = [(block.start, end) for block, end in zip(found, ends, strict=False)]
    words = []
    for block, (start, end) in zip(found, spans, strict=True):
        header, rows = start, list[int]()
        if block.kind == "table":
            header, below = table_rows(text, start, end)
            rows = [header, *(at for at, _ in below)]
        words.append(listed(block.kind, block.level, header, *rows))
    return replace(in_bytes(text, spans), words=words)


def definitions(text: str, language: str) -> Answer:
    """Return the definitions of a text, and where it is cut for two sizes."""
    rows, lines, ranks = outline(text, language)
    named = [row for row in rows if row[0]]  # the others are blocks
    numbers = {number: k for k, number in enumerate(k for k, row in enumerate(rows) if row[0])}
    words = [
        listed(DEFINITIONS[row[0] - 1], text[row[1] : row[2]], row[4], row[5], numbers.get(row[7], -1))
        for row in named
    ]
    words += [listed(*lines), listed(*ranks)]
    extents = [(row[3], row[4], row[6]) for row in rows]
    for size in Outline.SIZES:
        spans: list[tuple[int, int]] = []
        for end in code.pack(lines, ranks, extents, len(text), size):
            start = spans[-1][1] if spans else 0
            if end - start <= size:
                spans.append((start, end))
            else:
                plan = shiplap.FixedChunker(size, 0, snap="word")._plan
                spans += [(start + low, start + high) for low, high in windows(text[start:end], plan)]
        words.append(listed(*itertools.chain(*spans)))
    return replace(in_bytes(text, [(row[3], row[6]) for row in named]), words=words)


def detection(text: str, path: str | None) -> Answer:
    """Return the kind of content of a text, by the formula of docs/reference/systems.md."""
    counts = content(text)

    def share(part: int, whole: int, full: float = 1.0) -> float:
        return min(1.0, part / whole / full) if whole > 0 else 0.0

    score = 0.4 * share(counts.indented, counts.lines, 0.5)
    score += 0.3 * share(counts.keywords, counts.keywords + counts.prose)
    score += 0.3 * share(counts.braces, counts.braces + counts.prose)
    table = 0.5 * share(counts.divided, counts.lines) + 0.5 * share(counts.aligned, counts.lines - 1)
    kind = "prose"
    if score > 0.6 and score - 0.6 >= table - 0.5:
        kind = "code"
    elif table > 0.5:
        kind = "table"
    ending = os.path.splitext(path or "")[1]
    if ending in file_types.EXTENSIONS:
        kind = "code"
    elif ending in file_types.TABLE_EXTENSIONS:
        kind = "table"
    return replace(in_bytes(text, []), words=[listed(kind, round(1e6 * score), round(1e6 * table))])
