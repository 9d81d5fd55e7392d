"""The whole of AdaptiveChunker once more, of the reference's parts alone: the twin of chunkers/document_loop.py,
which puts the core's parts together. For a `str`, without a tokenizer."""

from __future__ import annotations

import os
from typing import Any

import shiplap
from shiplap._core.text import Text
from shiplap._data import data_formats, file_types
from shiplap._data.packing_costs import CODE, CODE_0, DATA, DATA_0, GROUP, KINDS, PROSE, ROW, TABLE, WORD
from shiplap.chunkers.document_loop import context_size, oversize_plan
from shiplap.chunks.context_limit import ContextLimit
from shiplap.chunks.headings import prefix_of
from shiplap.content.data_outline import format_name
from shiplap.content.data_text import data_format
from shiplap.content.outliners import lexical_language
from shiplap.content.region import TITLE_READ, language_of, log_format
from shiplap.content.titles import MAX_TITLE, POD_HEADING, clean_title, limited
from shiplap.levels import SENTENCE_RULES
from shiplap.options import standard_rule
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.data.data import outline as data_outline
from shiplap.reference.outline.outline import outline
from shiplap.reference.packing.break_points import Region, base, keep_lists, keeps, places, sites
from shiplap.reference.packing.documents import limiting_runs
from shiplap.reference.packing.pack import Run, pack
from shiplap.reference.packing.starts import positions, starts
from shiplap.reference.regions.language import guess
from shiplap.reference.regions.records import is_delimited
from shiplap.reference.regions.regions import Block, blocks
from shiplap.reference.regions.table_rows import names_start, rows
from shiplap.reference.text.sizes import measure
from shiplap.reference.windows.windows import windows
from tests.support.laws import blank

Span = tuple[int, int]
Place = tuple[int, int]


def cut(text: str, chunker: shiplap.AdaptiveChunker, path: str | None = None) -> list[Span]:
    """Return the chunks of a text, in code points."""
    if blank(text):
        return []
    document = Document(text, chunker._config, path)
    found = document.split(document.places())
    at, ranks = [p for p, _ in found], [rank for _, rank in found]
    m = [document.measure(p) for p in at]
    extras, limiting = document.extras(at), document.limiting
    ends, lows, words = pack(
        m, ranks, document.runs, document.limits, document.overlaps, extras, limiting=limiting
    )
    lows = positions(text, lows, document.unit)
    return starts(
        text, at, ranks, ends, lows, words, chunker.config["strip_whitespace"], chunker.config["skip_blank"]
    )


def blocks_of(
    text: str, path: str | None, headings: str | None = "auto", content_type: str | None = None
) -> tuple[list[Block], str | None]:
    """Return the regions of a text, and the language that its path says. `headings`, `content_type`: the
    options."""
    extension = os.path.splitext(path or "")[1]
    name = content_type or data_formats.EXTENSIONS.get(extension)
    if not content_type and file_types.GRAMMARS.get(extension, "auto") == "auto" and extension in ("", ".txt"):
        name = data_format(Text(text, "surrogatepass"))
    elif name == "log" and not content_type:
        name = log_format(Text(text, "surrogatepass"))
        content_type = "plain" if name == "plain" else None
    if name in data_formats.FORMATS:
        return [Block(0, "data")], name
    language = content_type or file_types.EXTENSIONS.get(extension)
    if language in file_types.EXTENSIONS.values():
        return [Block(0, "code")], language
    if content_type == "table" or (content_type is None and extension in file_types.TABLE_EXTENSIONS):
        return [Block(0, "table")], None
    grammar = content_type or file_types.GRAMMARS.get(extension, "auto")
    if grammar == "auto" and is_delimited(text):
        return [Block(0, "table")], None
    found = blocks(text, grammar, headings == "auto")
    return (without_headings(found) if headings is None else found), None


def without_headings(found: list[Block]) -> list[Block]:
    """Regions with prose in place of headings."""
    return [Block(block.start, "prose", 0, block.info) if block.kind == "heading" else block for block in found]


def headings_of(text: str, found: list[Block]) -> list[tuple[str, ...]]:
    """Return the titles above each region."""
    above: list[tuple[int, str]] = []
    paths = []
    for block in found:
        if block.level:
            above = above[: next((k for k, (level, _) in enumerate(above) if level >= block.level), len(above))]
        paths.append(tuple(title for _, title in above))
        start, end = block.info
        is_pod = text.startswith(POD_HEADING, block.start)
        title = limited(clean_title(text[start:end][:TITLE_READ], is_pod), end - start <= TITLE_READ)
        if block.level and title:
            above.append((block.level, title))
    return paths


def without_fences(text: str) -> Span:
    """Return the code of a listing: without its fences, or the directive of reStructuredText."""
    begin, end = 0, len(text)
    mark = text[:200].lstrip(" \t\r\n")[:3]
    if mark in ("```", "~~~"):
        begin = text.find("\n") + 1
        last = text.rstrip(" \t\r\n").rfind("\n") + 1
        if last > begin and text[last:].lstrip(" \t\r\n").startswith(mark):
            end = last
    elif mark[:2] == "..":
        begin = text.find("\n") + 1
    return begin, end


class Document:
    """A text by the options of an adaptive chunker. Sizes are in characters or bytes."""

    def __init__(self, text: str, config: dict[str, Any], path: str | None) -> None:
        scale = 4 if config["unit"] == "tokens" else 1
        sizes = {kind: config.get(kind, config["code"]) for kind in KINDS}
        config = {**config, **{kind: (own[0] - config["reserve"], own[1]) for kind, own in sizes.items()}}
        self.text, self.config = text, config
        self.unit = "bytes" if config["unit"] == "bytes" else "characters"
        self.limits = [scale * config[kind][0] for kind in KINDS]
        self.overlaps = [scale * config[kind][1] for kind in KINDS]
        self.blocks, self.language = blocks_of(text, path, config["headings"], config.get("content_type"))
        ends = [*(block.start for block in self.blocks[1:]), len(text)]
        self.spans = [(block.start, end) for block, end in zip(self.blocks, ends, strict=True)]
        self.kinds = [base(block.kind) for block in self.blocks]
        self.runs: list[Run] = []
        for (_, end), kind in zip(self.spans, self.kinds, strict=True):
            if self.runs and self.runs[-1].kind == kind:
                self.runs.pop()
            self.runs.append(Run(self.measure(end), kind))
        self.limiting: list[Run] = []
        if config["strip_whitespace"]:
            names = [block.kind for block in self.blocks]
            found = limiting_runs(text, self.spans, names, self.limits)
            self.limiting = [Run(self.measure(end), kind) for end, kind in found]
        self.contextual = config["size_includes_context"]
        self.context = ContextLimit(self.unit, [scale * context_size(config, kind) for kind in KINDS])
        self.shown = [self.context.headings(path, self.context.room_in(kind, kind == TABLE))
                      for path, kind in zip(headings_of(text, self.blocks), self.kinds, strict=True)]  # fmt: skip
        self.prefixes = [self.size(prefix_of(path)) if self.contextual else 0 for path in self.shown]
        self.headers = [0] * len(self.blocks)

    def measure(self, p: int) -> int:
        """Return the size of the text before a place."""
        return measure(self.text, 0, p, self.unit)

    def size(self, text: str) -> int:
        return measure(text, 0, len(text), self.unit)

    def places(self) -> list[Place]:
        """Return the offsets where a chunk may end."""
        names = [block.kind for block in self.blocks]
        whole = keeps([self.measure(end) for _, end in self.spans], names, self.limits, self.prefixes)
        regions = [Region(*span, *each) for span, *each in zip(self.spans, names, whole, strict=True)]
        inner: list[Place] = []
        for row, kind in enumerate(self.kinds):
            if not whole[row] and kind in (CODE, DATA):
                inner += self.places_in_code(row)
            elif not whole[row] and kind == TABLE:
                inner += self.places_in_table(row)
        rule = SENTENCE_RULES[self.config["sentence_rule"]]
        words = standard_rule(self.config).values()
        level = lexicon(*words) if rule == "sentence-standard" else rule
        rooms = [self.limits[PROSE] - prefix for prefix in self.prefixes]
        found = places(self.text, regions, inner, level, self.measure, rooms)
        return keep_lists(self.text, regions, found, self.measure, rooms)

    def places_in_code(self, row: int) -> list[Place]:
        start, end = self.spans[row]
        low, high = (0, end) if self.language else without_fences(self.text[start:end])
        part, low = self.text[start + low : start + high], start + low
        info = self.text[slice(*self.blocks[row].info)][:MAX_TITLE]
        name = self.language or language_of(info) or ""
        name = file_types.ALIASES.get(name, name)
        room = self.limits[self.kinds[row]] - self.prefixes[row]
        is_data = format_name(name) in data_formats.FORMATS
        if is_data:
            found, lines, ranks = data_outline(part, format_name(name), room, self.unit)
        else:
            found, lines, ranks = outline(part, lexical_language(name) if name else guess(part))

        def size(p: int) -> int:
            return measure(part, 0, p, self.unit)

        extents = [(size(start), size(code), size(end)) for _, _, _, start, code, _, end, _, _ in found]
        positions, edges = [size(p) for p in lines], (0, size(len(part)))
        lowest = DATA_0 if is_data else CODE_0
        return [(low + p, rank) for p, rank in sites(lines, ranks, positions, extents, edges, room, lowest)]

    def places_in_table(self, row: int) -> list[Place]:
        start, end = self.spans[row]
        header, found = rows(self.text, start, end)
        if self.contextual:
            self.headers[row] = self.size(
                self.context.table_header(
                    self.text[start:header],
                    self.text[names_start(self.text, start, end) : header],
                    self.shown[row], self.context.room_in(TABLE, False)
                )
            )
        return [(p, GROUP if group else ROW) for p, group in found]

    def extras(self, at: list[int]) -> list[int]:
        """Return the size of the context of a chunk that begins at each place, which counts."""
        found = []
        for p in at:
            row = next((row for row, (_, end) in enumerate(self.spans) if p < end), len(self.spans) - 1)
            found.append(self.prefixes[row] + (self.headers[row] if p > self.spans[row][0] else 0))
        return found

    def split(self, found: list[Place]) -> list[Place]:
        """Return the places, and those that cut what lies between two of them and is too long."""
        made = []
        extras = self.extras([p for p, _ in found])
        for (start, rank), (end, _), extra in zip(found[:-1], found[1:], extras[:-1], strict=True):
            made.append((start, rank))
            kind = next(run.kind for run in self.runs if run.end > self.measure(start))
            if self.measure(end) - self.measure(start) + extra > self.limits[kind]:
                cuts = windows(self.text[start:end], oversize_plan(self.config, KINDS[kind]))
                made += [(start + p, WORD) for _, p in cuts[:-1]]
        return [*made, found[-1]]
