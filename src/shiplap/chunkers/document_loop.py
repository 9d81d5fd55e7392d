"""The loop for mixed documents: find the regions, then the possible ends of chunks, then choose among them."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from shiplap._core.outline import convert
from shiplap._core.packing import Layout, Packing, sites, tokens_before
from shiplap._core.regions import guess
from shiplap._core.regions import rows as table_rows
from shiplap._core.text import Spans, Text
from shiplap._core.windows import Windows
from shiplap._data.outline_row import CODE_START, COLUMNS, END, START
from shiplap._data.packing_costs import CODE_0, DATA_0, KINDS, TABLE
from shiplap._data.region_kinds import KINDS as REGION_KINDS
from shiplap.chunks.annotations import BASES, Annotations, Listing
from shiplap.chunks.context_limit import ContextLimit
from shiplap.chunks.headings import context, contextual_text, prefix_of
from shiplap.content.data_outline import data_outlined
from shiplap.content.decided import UNDECIDED, Decided
from shiplap.content.outliners import outlined
from shiplap.content.region import Regions, regions_of
from shiplap.errors import ChunkLimitError
from shiplap.levels import SENTENCE_RULES
from shiplap.options import share_of, standard_rule
from shiplap.plan import CHARACTERS_A_TOKEN, Plan, Row, Unit, replace
from shiplap.source import part_of

#: The columns of an outline's rows that are compared with a size: starts and end of a definition.
EXTENTS = (START, CODE_START, END)

#: The most units of a code point: the bytes of one in UTF-8.
MAX_UNITS = 4

#: Tokens by which a planned chunk stays below its limit: alone, its ends may have other tokens than in the text.
MARGIN = 2


class DocumentLoop:
    """The loop of an AdaptiveChunker, for its configuration. It needs the whole text, and is immutable, so threads
    may share it."""

    resume = None
    compiled = None

    def __init__(self, config: Mapping[str, Any]) -> None:
        sizes = {kind: config.get(kind, config["code"]) for kind in KINDS}  # those of data may be missing
        #: Each size is available to a chunk: the reserve is subtracted.
        self.config: dict[str, Any] = {
            **config,
            **{kind: (size - config["reserve"], overlap) for kind, (size, overlap) in sizes.items()},
        }
        config = self._config = self.config
        self.tokenizer: Any = config.get("tokenizer")
        self._unit = "bytes" if config["unit"] == "bytes" else "characters"
        scale = CHARACTERS_A_TOKEN if config["unit"] == "tokens" and self.tokenizer is None else 1
        #: Limits by kind, in the unit of positions.
        self._limits: list[int] = [scale * config[kind][0] for kind in KINDS]
        self._contexts = ContextLimit(
            self._unit, [scale * context_size(config, kind) for kind in KINDS], self.tokenizer
        )
        margin = 0 if self.tokenizer is None else MARGIN
        language, abbreviations, line_breaks = standard_rule(config).values()
        self._packing = Packing(
            [limit - min(margin, limit // 8) for limit in self._limits],
            [scale * config[kind][1] for kind in KINDS],
            SENTENCE_RULES[config["sentence_rule"]],
            language,
            abbreviations,
            line_breaks,
            config["strip_whitespace"],
            config["skip_blank"],
        )
        #: For each kind of content what cuts a text of it that is too long into pieces.
        self._loops = [self._loop(oversize_plan(config, kind)) for kind in KINDS]
        #: A text of this size or less is one chunk, whatever is in it: no end of a chunk costs less than none.
        self._whole = min(self._limits)
        if self.tokenizer is not None or config["size_includes_context"] or config["strip_whitespace"]:
            self._whole = 0

    def _loop(self, plan: Plan) -> Callable[[Text], Spans]:
        if self.tokenizer is not None:
            from shiplap.chunkers.token_loop import TokenLoop

            tokens = TokenLoop(plan, self.tokenizer)
            return lambda text: tokens.cut(text)[0]
        windows = Windows(plan)
        return lambda text: windows.cut(text)[0]

    def cut(self, text: Text, given: object = ()) -> tuple[Spans, None, array[int] | None]:
        """Cut a text without a path, as the loop of any chunker does."""
        spans, counts, _ = self.annotated(text, None)
        return spans, None, counts

    def annotated(
        self, text: Text, path: str | os.PathLike[str] | None
    ) -> tuple[Spans, array[int] | None, Annotations]:
        """Cut a text that is not blank. Returns the spans in its own offsets, the token counts if the chunker has
        a tokenizer, and the annotations. Raises TextError and ChunkLimitError."""
        text.validate()
        size = len(text)  # at least its characters, and for UTF-8 its bytes
        if size * (4 if self._unit == "bytes" and text.is_str else 1) <= self._whole:
            path = None if path is None else os.fspath(path)
            regions = partial(regions_of, text, path, self._config.get("content_type"), self._config["headings"])
            spans = Spans.of([(0, size)])
            return spans, None, Annotations(regions, self._contexts, {}, {}).of(spans)
        document = self.document(text, path)
        document.look()
        spans, annotations = self.packed(document.layout), document.annotations()
        if self.tokenizer is None:
            self.check_sizes(text, document, spans)
            self.fit_headings(text, document, annotations, spans)
            return spans, None, annotations.of(spans)
        own = document.text
        pairs, counts = self.fitted(own, document, annotations, list(zip(*spans.columns(), strict=True)))
        spans = Spans.of(pairs)
        self.fit_headings(own, document, annotations, spans)
        return (spans if own is text else own.convert(spans, "characters")), counts, annotations.of(spans)

    def packed(self, layout: Layout, after: tuple[int, int] | None = None) -> Spans:
        """Pack a text, or a part of one; after the chunk `after`, if the text has one. Returns the chunks."""
        points = self._packing.break_points(layout, after)
        if not points.long:
            return self._packing.chunks(points)
        cuts = array("q")
        for start, end, kind in points.long:
            pieces = self._loops[kind](uncut(layout.text, start, end))
            cuts.extend(start + last for last in pieces.columns()[1][:-1])
        return self._packing.chunks(points, cuts)

    def document(self, text: Text, path: str | os.PathLike[str] | None, kept: Decided = UNDECIDED) -> DocumentPass:
        """Return the pass over a text; with a tokenizer, over its UTF-8. `kept`: the decisions that are kept."""
        unit, begins = self._unit, None
        if self.tokenizer is not None:
            from shiplap.chunkers.token_loop import in_utf8

            words, text = in_utf8(text)
            unit, begins = "tokens", token_begins(self.tokenizer, words, text)
        regions = regions_of(text, path, self._config.get("content_type"), self._config["headings"], kept)
        return DocumentPass(self._config, self._packing, self._contexts, regions, unit, begins, kept)

    def annotations(self, text: Text, spans: Spans, path: str | os.PathLike[str] | None) -> Annotations:
        """Return the annotations of any chunks of a text, given their spans in the offsets of the text."""
        document = self.document(text, path)
        document.look()
        return document.annotations().of(spans if document.text is text else text.convert(spans, "bytes"))

    def fits_anywhere(self, document: DocumentPass) -> bool:
        """Return whether a chunk of another text is within the limits here whatever its kinds are: all have the
        same limit and the same overlap, and headings do not count."""
        return (
            document.prefix_sizes is None and len(set(zip(self._limits, self._packing.overlaps, strict=True))) == 1
        )

    def fits(self, document: DocumentPass, annotations: Annotations, start: int, end: int) -> bool:
        """Return whether a chunk of another text is within the limits here: each run of one kind within the limit
        of its kind, and the whole, with its context, within the largest of these limits. One code point always is,
        since nothing can be smaller."""
        if is_one_code_point(document.text, start, end):
            return True
        kinds, stops = document.runs_in(start, end)
        sizes = [document.size_between(a, b) for a, b in pairwise((start, *stops))]
        limits = self._limits
        if any(size > limits[kind] for size, kind in zip(sizes, kinds, strict=True)):
            return False
        size = sum(sizes) + document.context_size(start)
        if self.tokenizer is not None:  # the sizes between the tokens of the whole text are an estimate
            text = document.text.text(start, end)
            is_listed = document.region_of(start) in document.listings  # there `fit_headings` leaves out names
            if document.prefix_sizes is not None and not is_listed:
                headings = annotations.headings_of(start, end)
                text = contextual_text(headings, annotations.table_header_of(start), text)
            size = self.tokenizer.count(text)
        return size <= max(limits[kind] for kind in kinds)

    def cluster_fits(self, document: DocumentPass, start: int, end: int) -> bool:
        """Return whether a grapheme cluster is within the limit here, so that no chunk cuts it."""
        kind = document.kind_of(start)
        room = self._contexts.room_in(kind, False).size if self._config["size_includes_context"] else 0
        return document.size_between(start, end) <= self._limits[kind] - room

    def limit_of(self, document: DocumentPass, start: int, end: int) -> int:
        """Return the limit of a chunk: the largest of its kinds of content."""
        return max(self._limits[kind] for kind in document.kinds_in(start, end))

    def overlap_fits(self, document: DocumentPass, start: int, end: int) -> bool:
        """Return whether chunks of another text may share a part here: as large as its kinds allow."""
        most: int = min(self._packing.overlaps[kind] for kind in document.kinds_in(start, end))
        return document.size_between(start, end) <= most

    def check_sizes(self, text: Text, document: DocumentPass, spans: Spans) -> None:
        """Raise ChunkLimitError for a code point with more bytes than the limit, with `oversize="raise"`."""
        if self._config["oversize"] != "raise" or self._unit != "bytes" or min(self._limits) > 3:
            return
        for k, (start, end) in enumerate(zip(*text.convert(spans, "bytes").columns(), strict=True)):
            limit = self.limit_of(document, *spans[k])
            if end - start > limit:
                raise ChunkLimitError(text.characters_before(spans[k][0]), end - start, limit, "bytes")

    def fit_headings(self, text: Text, document: DocumentPass, annotations: Annotations, spans: Spans) -> None:
        """Limit the headings before each text to the room that the text leaves, if sizes include the context:
        names of definitions, and headings in the text itself, are not planned for. The context of a table's pieces
        is."""
        if not self._config["size_includes_context"]:
            return
        bases = document.bases
        for start, end in zip(*spans.columns(), strict=True):
            row = document.region_of(start)
            if self.tokenizer is not None:
                # all other texts are fitted to their contexts, or kept by an update only if they are
                if row in document.listings or is_one_code_point(text, start, end):
                    self.fit_tokens(text, document, annotations, start, end)
            elif (kind := bases[row]) != TABLE:
                size, most = document.size_between(start, end), self._contexts.room_in(kind, False).size
                if size + most > self._limits[kind]:  # else there is room for all, whatever other kinds are in it
                    room = self.limit_of(document, start, end) - size
                    if room < most:
                        annotations.narrow(start, room)

    def fit_tokens(
        self, text: Text, document: DocumentPass, annotations: Annotations, start: int, end: int
    ) -> None:
        """Limit the context before a text, so that both together have no more tokens than the limit."""
        limit, words = self.limit_of(document, start, end), text.text(start, end)
        prefix = self._context(text, annotations, start, end)
        room = self.tokenizer.count(prefix)
        while prefix and (excess := self.tokenizer.count(prefix + words) - limit) > 0:
            room -= excess
            annotations.narrow(start, room)
            prefix = self._context(text, annotations, start, end)

    # ---- tokenizers

    def fitted(
        self,
        text: Text,
        document: DocumentPass,
        annotations: Annotations,
        spans: list[tuple[int, int]],
        after: tuple[int, int] | None = None,
    ) -> tuple[list[tuple[int, int]], array[int]]:
        """Cut chunks again if their final text has too many tokens; `after` is the chunk before them. Returns all
        chunks and their token counts."""
        includes_context, strips = self._config["size_includes_context"], self._config["strip_whitespace"]
        found: list[tuple[int, int]] = []
        counts = array("q")
        queue = list(reversed(spans))
        again: dict[tuple[int, int], Callable[[Text], Spans]] = {}
        while queue:
            start, end = queue.pop()
            before = found[-1] if found else after
            if before and start <= before[0]:  # the chunk before was cut again, and begins after the overlap
                start = before[1]
                if start >= end:
                    continue
            if self._config["skip_blank"] and text.visible(start) >= end:  # all that is left of a chunk
                continue
            if strips:
                start = text.visible(start)
            kind = document.kind_of(start)
            limit = self.limit_of(document, start, end)
            count = self.tokenizer.count(text.text(start, end))
            whole = count
            if includes_context:
                prefix = self._context(text, annotations, start, end)
                whole = self.tokenizer.count(prefix + text.text(start, end)) if prefix else count
            if whole > limit and before and start < before[1]:  # the overlap yields
                queue.append((before[1], end))
                continue
            if whole > limit:
                size = max(1, limit - (whole - count))
                loop = again.get((kind, size))
                if loop is None:
                    loop = again[kind, size] = self._loop(recut_plan(self._config, KINDS[kind], size))
                part = text.encoded(start, end)
                firsts, lasts = loop(Text(part)).columns()
                parts = [(start + first, start + last) for first, last in zip(firsts, lasts, strict=True)]
                if parts != [(start, end)]:  # even a single part: white space may have been left out
                    queue += reversed(parts)
                    continue
                if count > limit and self._config["oversize"] == "raise":
                    raise ChunkLimitError(text.characters_before(start), count, limit, "tokens")
            if whole > limit:  # the text cannot be cut: the context yields
                self.fit_tokens(text, document, annotations, start, end)
            found.append((start, end))
            counts.append(count)
        return found, counts

    def _context(self, text: Text, annotations: Annotations, start: int, end: int) -> str:
        """Return the part of a chunk's contextual text before its text."""
        headings = annotations.headings_of(start, end)
        return context(headings, annotations.table_header_of(start), text.text(start, end))


def uncut(text: Text, start: int, end: int) -> Text:
    """Return a part of a valid text, to be cut: as a text of its own, in the same form."""
    if text.is_str:
        return Text(text.text(start, end), "surrogatepass")
    return Text(text.encoded(start, end))


def is_one_code_point(text: Text, start: int, end: int) -> bool:
    """Return whether the text between two offsets is one code point."""
    return end - start <= MAX_UNITS and len(text.text(start, end)) == 1


# ---- plans


def oversize_plan(config: Mapping[str, Any], kind: str) -> Plan:
    """Plan for a piece of content that is too long: cut at words, then grapheme clusters, so short that the
    overlap has room."""
    size, overlap = config[kind]
    if config["size_includes_context"]:
        size -= context_size(config, kind)
        overlap = min(overlap, size - 1)
    step = size - overlap
    rows = (Row("word", (step + 1) // 2, step), Row("grapheme", 0, step), Row("grapheme", step, size, "first"))
    return _plan(config, size, rows)


def context_size(config: Mapping[str, Any], kind: str) -> int:
    """Return the limit of the contexts of a kind of content, in the unit of its size."""
    given = config["max_context"]
    return share_of(config[kind][0], given) if isinstance(given, float) else int(given)


def recut_plan(config: Mapping[str, Any], kind: str, size: int) -> Plan:
    """Plan for cutting a chunk with too many tokens again, by the kind of content at its start: at sentences or
    lines, then words."""
    level, half = SENTENCE_RULES[config["sentence_rule"]] if kind == "prose" else "line", (size + 1) // 2
    plan = _plan(config, size, (Row(level, half, size), Row("word", half, size), Row("grapheme", 0, size)))
    return replace(plan, strip_whitespace=config["strip_whitespace"], skip_blank=config["skip_blank"])


def _plan(config: Mapping[str, Any], size: int, rows: tuple[Row, ...]) -> Plan:
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=0,
        rows=rows,
        units=(Unit("char", size),),
        overlap_levels=("char",),
        **standard_rule(config),
    )


# ---- one document


def token_begins(tokenizer: Any, words: str, text: Text) -> array[int]:
    """Return the start of each token of a text, in bytes."""
    import numpy as np

    from shiplap.tokenizers.adapter import by_words

    lengths = np.asarray(tokenizer.tokens(words, text).lengths(), np.int64)
    ends = np.cumsum(lengths)
    if len(ends) == 0 or ends[-1] != len(text):  # the tokens do not concatenate to the text
        lengths = np.asarray(by_words(words, tokenizer.count).lengths(), np.int64)
        ends = np.cumsum(lengths)
    return array("q", (ends - lengths).tobytes())


NO_LANGUAGES: Mapping[int, str] = {}


class DocumentPass:
    """State of one text in the loop.

    layout: what packing needs of the text. What `look` finds out: which regions the layout keeps whole, and where
    the others may be cut; `paths` and `prefix_sizes`, the headings before a chunk that begins in each region and
    their sizes, or None for the sizes; `languages`, those of the listings that nobody names, as in `Decided`.
    by_start, by_end: the languages that are kept, by the place of their listing.
    """

    __slots__ = (
        "_bases", "_starts", "by_end", "by_start", "config", "contexts", "headers", "is_own", "kinds", "languages",
        "layout", "limits", "listings", "native", "packing", "paths", "prefix_sizes", "regions", "text", "unit",
    )  # fmt: skip

    def __init__(
        self,
        config: Mapping[str, Any],
        packing: Packing,
        contexts: ContextLimit,
        regions: Regions,
        unit: str,
        begins: array[int] | None = None,
        kept: Decided = UNDECIDED,
    ) -> None:
        self.config: Mapping[str, Any] = config
        self.packing: Packing = packing
        self.contexts: ContextLimit = contexts
        self.limits: tuple[int, ...] = packing.limits
        self.text: Text = regions._text
        self.unit: str = unit
        #: Whether positions are measures: those of a str in characters.
        self.is_own: bool = begins is None and unit == "characters" and self.text.is_str
        self.regions: Regions = regions
        self.native: Spans = regions._native
        self.kinds: Spans = regions._kinds
        self.layout: Layout = Layout(self.text, self.native, self.kinds, unit, begins)
        self.headers: dict[int, tuple[int, int]] = {}
        self.listings: dict[int, Listing] = {}
        self.languages: list[tuple[int, int, str]] = []
        self.by_start: Mapping[int, str] = NO_LANGUAGES
        self.by_end: Mapping[int, str] = NO_LANGUAGES
        if kept.languages:
            self.by_start = {start: language for start, _, language in kept.languages}
            self.by_end = {after: language for _, after, language in kept.languages}
        self.paths: list[tuple[str, ...]] = []
        self.prefix_sizes: array[int] | None = None
        self._bases: list[int] | None = None
        self._starts: list[int] | None = None

    @property
    def bases(self) -> list[int]:
        """The kind of content of each region."""
        if self._bases is None:
            self._bases = [BASES[kind] for kind in self.regions._kinds.columns()[0]]
        return self._bases

    def annotations(self) -> Annotations:
        """Return the annotations of the chunks."""
        return Annotations(self.regions, self.contexts, self.headers, self.listings, self.languages)

    def look(self) -> None:
        """Find out what the regions are: which are kept whole, and where the others may be cut inside."""
        if self.config["size_includes_context"]:
            self.prefix_sizes = self.layout.sizes = self.prefixes()
        rows = self.packing.look(self.layout)
        if rows:
            self.find_inner(rows)

    def part(self, start: int, end: int) -> Layout:
        """Return a part of the text as a text of its own, with what `look` has found in it."""
        whole = self.layout
        first, last = self.region_of(start), self.region_of(max(start, end - 1)) + 1
        spans = [self.native[row] for row in range(first, last)]
        native = Spans.of((max(start, low) - start, min(end, high) - start) for low, high in spans)
        kinds = Spans.of(self.kinds[row] for row in range(first, last))
        part = Layout(part_of(self.text, start, end), native, kinds, self.unit, whole.begins, start)
        part.whole = whole.whole[first:last]
        low, high = bisect_left(whole.inner, start), bisect_right(whole.inner, end)
        part.inner = array("q", (place - start for place in whole.inner[low:high]))
        part.inner_ranks = whole.inner_ranks[low:high]
        part.headers = None if whole.headers is None else whole.headers[first:last]
        part.sizes = None if whole.sizes is None else whole.sizes[first:last]
        part.measure_ends()
        return part

    # ---- measures

    def measured(self, text: Text, at: array[int], base: int) -> array[int]:
        """Return the size before each position in a part of the text that begins at `base`, up to a constant."""
        if self.is_own:
            return at
        if self.layout.begins is None:
            return convert(text, at, self.unit)
        return tokens_before(self.layout.begins, at, base)

    def size_between(self, start: int, end: int) -> int:
        """Return the size of the text between two positions, which alone is read."""
        if self.is_own:
            return end - start
        if self.layout.begins is None:
            return self.contexts.size_of(self.text.text(start, end))
        sizes = self.measured(self.text, array("q", (start, end)), 0)
        return sizes[1] - sizes[0]

    def kind_of(self, p: int) -> int:
        """Return the kind of content at a position."""
        return self.bases[self.region_of(p)]

    def is_heading(self, p: int) -> bool:
        """Return whether a position is in a heading."""
        return REGION_KINDS[self.kinds[self.region_of(p)][0]] == "heading"

    def region_of(self, p: int) -> int:
        if self._starts is None:
            self._starts = self.native.columns()[0]
        return max(0, bisect_right(self._starts, p) - 1)

    def runs_in(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """Return the runs of one kind of content between two positions: their kinds, and their ends."""
        kinds: list[int] = []
        stops: list[int] = []
        for row in range(self.region_of(start), self.region_of(end - 1) + 1):
            if kinds and kinds[-1] == self.bases[row]:
                stops.pop()
            else:
                kinds.append(self.bases[row])
            stops.append(min(end, self.native[row][1]))
        return kinds, stops

    def kinds_in(self, start: int, end: int) -> set[int]:
        """Return the kinds of content between two positions."""
        return set(self.bases[self.region_of(start) : self.region_of(end - 1) + 1])

    def context_size(self, start: int) -> int:
        """Return the planned size of the context of a chunk, if it counts: of the headings, and of the table
        header."""
        if self.prefix_sizes is None:
            return 0
        row = self.region_of(start)
        header_sizes = self.layout.headers
        _, header = self.headers.get(row, (0, len(self.text)))
        continues = header_sizes is not None and start >= header
        return self.prefix_sizes[row] + (header_sizes[row] if header_sizes is not None and continues else 0)

    # ---- regions

    def prefixes(self) -> array[int]:
        """Return the size of the headings before a chunk that begins in each region."""
        sizes = array("q")
        self.paths = []
        limit = self.contexts
        known: dict[tuple[tuple[str, ...], int], tuple[tuple[str, ...], int]] = {}
        for path, kind in zip(self.regions._paths(), self.bases, strict=True):
            found = known.get((path, kind))
            if found is None:
                kept = limit.headings(path, limit.room_in(kind, kind == TABLE))
                found = known[path, kind] = kept, limit.size_of(prefix_of(kept))
            self.paths.append(found[0])
            sizes.append(found[1])
        return sizes

    def find_inner(self, rows: list[int]) -> None:
        """Find the possible cuts in code, data and tables that are too long, which these rows are, with their
        ranks; and the sizes of the table headers, if sizes include the context."""
        layout, sizes = self.layout, self.prefix_sizes
        layout.inner, layout.inner_ranks = array("q"), array("b")
        layout.headers = None if sizes is None else array("q", bytes(8 * len(sizes)))
        for row in rows:
            kind = BASES[self.kinds[row][0]]
            if kind == TABLE:
                at, ranks = self.table(row, layout.headers)
            else:
                at, ranks = self.code(row, self.limits[kind] - (0 if sizes is None else sizes[row]))
            layout.inner.extend(at)
            layout.inner_ranks.extend(ranks)

    def code(self, row: int, size: int) -> tuple[array[int], array[int]]:
        """Return the possible cuts in a listing, with their ranks."""
        start, end = self.native[row]
        if start == 0 and end == len(self.text) and self.regions._language:
            part, base = self.text, 0
        else:
            part, base = listing(self.text, start, end)
        language = self.regions._language_of(row) or self.guessed(part, row)
        found, lowest = data_outlined(part, language, size, self.unit), DATA_0
        if found is None:
            found, lowest = outlined(part, language, self.config["parser"]), CODE_0
        rows, lines, ranks = found
        self.listings[row] = Listing(part, base, rows)
        measured, edges = self.measured(part, lines, base), (0, len(part))
        if measured is not lines:
            rows = rows[:]
            first, last = self.measured(part, array("q", edges), base)
            edges = first, last
            for column in EXTENTS:
                rows[column::COLUMNS] = self.measured(part, rows[column::COLUMNS], base)
        return sites(lines, ranks, measured, rows, edges, size, base, lowest)

    def guessed(self, part: Text, row: int) -> str:
        """Return the language of the listing in a region that names none: the language that is kept for a region
        with the same start, or with the same distance from its end to the end of the text; else a guess."""
        start, end = self.regions._spans("characters")[row]  # of all regions at once
        after = self.text.characters - end
        language = self.by_start.get(start) or self.by_end.get(after) or guess(part)
        self.languages.append((start, after, language))
        return language

    def table(self, row: int, header_sizes: array[int] | None) -> tuple[array[int], array[int]]:
        """Return the possible cuts in a table, with their ranks. Records its header, which precedes its later
        pieces."""
        start, end = self.native[row]
        header, at, ranks, names = table_rows(self.text, start, end)
        if header > start:
            self.headers[row] = names, header
            if header_sizes is not None:
                room = self.contexts.room_in(TABLE, False)
                read, last = (self.text.beginning(p, header, room.characters + 1)[0] for p in (start, names))
                shown = self.contexts.table_header(read, last, self.paths[row], room)
                header_sizes[row] = self.contexts.size_of(shown)
        return at, ranks


def listing(text: Text, start: int, end: int) -> tuple[Text, int]:
    """Return the code of a region without its fences or its directive, and the start of that code."""
    data: Any = text.text(start, end) if text.is_str else text.encoded(start, end)
    feed, space, marks = ("\n", " \t\r\n", "`~.") if text.is_str else (b"\n", b" \t\r\n", b"`~.")
    first = data[:200].lstrip(space)[:3]
    if first[:1] not in marks:  # most code has neither
        return Text(data, "surrogatepass") if text.is_str else Text(data), start
    low, high = 0, len(data)
    if len(first) == 3 and first == 3 * first[:1] and first[:1] != marks[2:3]:
        low = data.find(feed) + 1
        visible = data.rstrip(space)
        last = visible.rfind(feed) + 1
        if last > low and visible[last:].lstrip(space)[:3] == first:
            high = last
    elif first[:2] == 2 * marks[2:3]:
        low = data.find(feed) + 1
    part = data[low:high]
    return Text(part, "surrogatepass") if text.is_str else Text(part), start + low
