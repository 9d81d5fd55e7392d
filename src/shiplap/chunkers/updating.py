"""Updates: the chunks of a changed text, with those that the edit did not touch as they were.

    old chunks and text ──► the differences ──► dirty pieces ──► the loop cuts them anew, with neighbours
    new text            ──►                 └─► all others move

`shiplap.reference.updates` has the rules. A *stretch* is the loop of a chunker on a part of a text: after one of
its chunks, to a place where the text might end.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from shiplap._core.boundaries import anchor, cluster_around
from shiplap._core.stable import Changes, differences, grade
from shiplap._core.stable import Update as Pieces
from shiplap._core.text import Spans, Text
from shiplap._core.windows import Windows
from shiplap.chunkers.document_loop import DocumentLoop, oversize_plan
from shiplap.chunkers.token_loop import TokenLoop, sized_as_given
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.content.decided import Decided
from shiplap.errors import ChunkLimitError, OptionError, TextError
from shiplap.levels import SENTENCE_RULES
from shiplap.plan import CHARACTERS_A_TOKEN, Plan, Row, replace
from shiplap.source import TextLike, part_of, view
from shiplap.tokenizers.adapter import well_formed

if TYPE_CHECKING:
    from shiplap.chunks.annotations import Annotations

Span = tuple[int, int]

#: The boundaries that a caller has given for a text, in its own offsets.
Give = Callable[[Text], list["array[int]"]]

#: The old chunks of `Chunker.update`: the chunks of the text, or their spans in characters and the text.
Old = Chunks | Sequence[Chunk] | tuple[Any, TextLike]

#: Code points of a stored chunk by which the new text is searched for it, and the farthest distance in code points
#: from the stored chunk found before.
HEAD, REACH = 64, 1 << 16

#: The levels of a mixed document after paragraphs and sentences, and the grade of a place that no level has.
WORSE = ("line", "word")
WORST = 2 + len(WORSE)


class Stretches(Protocol):
    """The loop of a chunker on parts of a text. `text` is the text in the form that the loop works on; `strips`:
    whether chunks lose the white space at their ends."""

    text: Text
    strips: bool

    def cut(self, after: Span | None, stop: int) -> Sequence[Span]:
        """Return the chunks after a chunk (None: from the begin), as if the text ended at `stop`."""

    def grade(self, text: Text, p: int) -> int:
        """Return how good a boundary a place is, in the new text or in the old one: the better the lower."""

    def is_short(self, span: Span) -> bool:
        """Return whether a chunk is under the minimum."""

    def is_long(self, span: Span) -> bool:
        """Return whether a chunk is over the maximum."""

    def is_whole(self, cluster: Span) -> bool:
        """Return whether a grapheme cluster is within the limit, so that no chunk may begin or end inside it."""

    def unfit(self, spans: Spans, changes: Changes) -> Iterable[int]:
        """Return the rows of the old chunks that are no chunks any more, though their text is the same."""

    def finish(
        self, spans: Spans, rows: Sequence[int], counts: Sequence[int] | None
    ) -> tuple[array[int] | None, Annotations | None]:
        """Return the token counts and the annotations of the new chunks. `rows` are those of the old chunks that
        they are, or -1; `counts` the token counts of the old ones, if they are known."""


def moved(spans: Spans, by: int) -> list[Span]:
    """Spans as pairs, each offset greater by a number."""
    return [(start + by, end + by) for start, end in zip(*spans.columns(), strict=True)]


class WindowStretches:
    """The parts of a text for a loop of `Windows`. `headings`: those of the text."""

    def __init__(self, windows: Windows, plan: Plan, give: Give, text: Text, headings: int) -> None:
        self.text: Text = text
        self.strips: bool = plan.strip_whitespace
        self._headings = headings
        self._windows, self._plan = windows, plan
        self._give = give
        self._given = {text: give(text)}

    def cut(self, after: Span | None, stop: int) -> list[Span]:
        """See `Stretches.cut`."""
        start, end = after or (-1, 0)
        if end >= stop:
            return []
        base = anchor(self.text, start) if after else 0
        part = part_of(self.text, base, stop)
        try:
            given = self.given_in(base, stop)
            found = self._windows.resume(part, given, start - base, end - base, True, self._headings)[0]
        except (TextError, ChunkLimitError) as error:
            raise placed(error, self.text, base) from None
        return moved(found, base)

    def given_in(self, start: int, end: int) -> list[array[int]]:
        """Return the given boundaries in a part of the new text."""
        return [within(offsets, start, end) for offsets in self._given[self.text]]

    def grade(self, text: Text, p: int) -> int:
        """See `Stretches.grade`: the number of the first row of the plan that has a boundary there."""
        if text not in self._given:
            self._given[text] = self._give(text)
        return grade(self._windows, text, self._given[text], p, self._headings)

    def size(self, span: Span) -> int:
        """Return the size of a chunk in the chunker's unit; tokens are estimated."""
        if self._plan.unit == "bytes":
            return len(self.text.encoded(*span))
        size = len(words_of(self.text, span))
        return -(-size // CHARACTERS_A_TOKEN) if self._plan.unit == "tokens" else size

    def is_short(self, span: Span) -> bool:
        """See `Stretches.is_short`."""
        return self._plan.min_size > 0 and self.size(span) < self._plan.min_size

    def is_long(self, span: Span) -> bool:
        """See `Stretches.is_long`."""
        return self.size(span) > self._plan.max_size

    def is_whole(self, cluster: Span) -> bool:
        """See `Stretches.is_whole`."""
        return not self.is_long(cluster)

    def unfit(self, spans: Spans, changes: Changes) -> Iterable[int]:
        """See `Stretches.unfit`."""
        return ()

    def finish(
        self, spans: Spans, rows: Sequence[int], counts: Sequence[int] | None
    ) -> tuple[array[int] | None, Annotations | None]:
        """See `Stretches.finish`."""
        return None, None


class TokenStretches(WindowStretches):
    """The parts of a text for a loop with a tokenizer. A part is tokenized alone; what it repeats of the chunk
    before stands at its begin."""

    def __init__(self, loop: TokenLoop, plan: Plan, give: Give, text: Text, headings: int) -> None:
        windows = Windows(sized_as_given(plan))
        super().__init__(windows, plan, give, text, headings)
        levels = tuple(Row(level, 0, plan.size) for level in plan.overlap_levels)
        begins = replace(plan, unit="characters", rows=levels, with_headings=None)
        self._overlaps = Windows(replace(begins, with_headings=plan.with_headings and begins))
        self._loop = loop
        self._counts: dict[Span, int] = {}

    def cut(self, after: Span | None, stop: int) -> list[Span]:
        """See `Stretches.cut`."""
        end = after[1] if after else 0
        if end >= stop:
            return []
        begin = self._begin(*after) if after else 0
        found = self._cut(begin, stop)
        if begin < end and not (found and found[0][1] > end):  # nothing more can enter: the overlap yields
            found = self._cut(end, stop)
        return found

    def _cut(self, start: int, stop: int) -> list[Span]:
        try:
            part, given = part_of(self.text, start, stop), self.given_in(start, stop)
            spans, _, counts = self._loop.cut(part, given, self._headings)
        except (TextError, ChunkLimitError) as error:
            raise placed(error, self.text, start) from None
        found = moved(spans, start)
        self._counts.update(zip(found, counts, strict=True))
        return found

    def _begin(self, start: int, end: int) -> int:
        """Return where the chunk after (start, end) begins: the first boundary of the best overlap level within
        the overlap."""
        count, most = self._loop.tokenizer.count, self._plan.overlap
        words = words_of(self.text, (start, end))
        low = bisect_left(range(1, len(words)), True, key=lambda k: count(words[k:]) <= most) + 1
        best, begin = len(self._plan.overlap_levels), end
        for k in range(low, len(words)):
            p = end - (len(words) - k if self.text.is_str else len(words[k:].encode()))
            level = grade(self._overlaps, self.text, self._given[self.text], p, self._headings)
            if level < best and count(words[k:]) <= most:
                best, begin = level, p
        return begin

    def size(self, span: Span) -> int:
        """Return the size of a chunk by the tokenizer."""
        return int(self._loop.tokenizer.count(words_of(self.text, span)))

    def finish(
        self, spans: Spans, rows: Sequence[int], counts: Sequence[int] | None
    ) -> tuple[array[int] | None, Annotations | None]:
        """See `Stretches.finish`."""
        return counted(self.text, self._loop.tokenizer, self._counts, moved(spans, 0), rows, counts), None


class DocumentStretches:
    """The parts of a text for the loop of mixed documents. Its regions are those of the whole text. `kept`: the
    decisions that are kept."""

    def __init__(self, loop: DocumentLoop, text: Text, path: Any, kept: Decided) -> None:
        text.validate()
        self._loop, self._document = loop, loop.document(text, path, kept)
        self._document.look()
        self.text: Text = self._document.text
        self.strips: bool = loop.config["strip_whitespace"]
        self._annotations = self._document.annotations()
        self._counts: dict[Span, int] = {}
        levels = ("paragraph", SENTENCE_RULES[str(loop.config["sentence_rule"])], *WORSE)
        plan = oversize_plan(loop.config, "prose")
        self._graded = Windows(replace(plan, unit="characters", rows=tuple(Row(each, 0, 1) for each in levels)))

    def cut(self, after: Span | None, stop: int) -> list[Span]:
        """See `Stretches.cut`."""
        base = after[0] if after else 0
        if (after[1] if after else 0) >= stop:
            return []
        inside = (after[0] - base, after[1] - base) if after else None
        found = moved(self._loop.packed(self._document.part(base, stop), inside), base)
        if self._loop.tokenizer is not None:
            found, counts = self._loop.fitted(self.text, self._document, self._annotations, found, after)
            self._counts.update(zip(found, counts, strict=True))
        return found

    def grade(self, text: Text, p: int) -> int:
        """See `Stretches.grade`: paragraphs, sentences, lines, words, and all other places, to which the
        ends of the new text's headings belong."""
        if text is self.text and p > 0 and self._document.is_heading(p - 1):
            return WORST
        return grade(self._graded, text, (), p)

    def is_short(self, span: Span) -> bool:
        """See `Stretches.is_short`."""
        return False

    def is_long(self, span: Span) -> bool:
        """See `Stretches.is_long`."""
        return not self._loop.fits(self._document, self._annotations, *span)

    def is_whole(self, cluster: Span) -> bool:
        """See `Stretches.is_whole`."""
        return self._loop.cluster_fits(self._document, *cluster)

    def unfit(self, spans: Spans, changes: Changes) -> Iterable[int]:
        """See `Stretches.unfit`: what is over the limit of its kinds now, or has no room for its headings, or
        repeats more than its kind allows, or cuts a grapheme cluster that its kind does not."""
        if self._loop.fits_anywhere(self._document):
            return ()
        found = [*in_clusters(self, spans, changes)]
        for row, (start, end) in unchanged(spans, changes):
            fits = self._loop.fits(self._document, self._annotations, start, end)
            # the piece before ends where its old chunk did, even if a change has touched that chunk
            before = spans[row - 1][1] + start - spans[row][0] if row else 0
            if not fits or (start < before and not self._loop.overlap_fits(self._document, start, before)):
                found.append(row)
        return found

    def finish(
        self, spans: Spans, rows: Sequence[int], counts: Sequence[int] | None
    ) -> tuple[array[int] | None, Annotations | None]:
        """See `Stretches.finish`."""
        pairs = moved(spans, 0)
        self._loop.check_sizes(self.text, self._document, spans)
        self._loop.fit_headings(self.text, self._document, self._annotations, spans)
        self._annotations.of(spans)
        if self._loop.tokenizer is None:
            return None, self._annotations
        found = counted(self.text, self._loop.tokenizer, self._counts, pairs, rows, counts)
        return found, self._annotations


def counted(
    text: Text,
    tokenizer: Any,
    known: Mapping[Span, int],
    spans: Sequence[Span],
    rows: Sequence[int],
    counts: Sequence[int] | None,
) -> array[int]:
    """Return the token counts of chunks: those that are known, those of the old chunks, and all others counted."""
    found = array("q")
    for span, row in zip(spans, rows, strict=True):
        count = known.get(span)
        if count is None:
            count = counts[row] if row >= 0 and counts is not None else tokenizer.count(words_of(text, span))
        found.append(count)
    return found


def words_of(text: Text, span: Span) -> str:
    """Return a part of a text, as a tokenizer takes it."""
    return well_formed(part_of(text, *span).owner) if text.is_str else text.text(*span)


def unchanged(spans: Spans, changes: Changes) -> Iterator[tuple[int, Span]]:
    """Yield the old chunks that no change touches: the row and the new span of each."""
    ends = [end for _, end, _, _ in changes]
    for row, (start, end) in enumerate(zip(*spans.columns(), strict=True)):
        k = bisect_right(ends, start)
        shift = changes[k - 1][3] - changes[k - 1][1] if k else 0
        if k == len(ends) or changes[k][0] >= end:
            yield row, (start + shift, end + shift)


def in_clusters(stretch: Stretches, spans: Spans, changes: Changes) -> Iterator[int]:
    """Yield the rows of the old chunks that no change touches, and that begin or end inside a grapheme cluster
    that must be whole. White space of a cluster may be missing at the ends of a chunk."""
    text, first, last, must_be_whole = stretch.text, 0, 0, False
    for row, span in unchanged(spans, changes):
        for p in span:
            if not first < p < last:  # else as for the chunk before: a cluster may have many pieces
                first, last = cluster_around(text, p)
                must_be_whole = first < last and stretch.is_whole((first, last))
            is_stripped = stretch.strips and (text.visible(first) >= p or text.visible(p) >= last)
            if must_be_whole and first < p < last and not is_stripped:
                yield row
                break


def within(offsets: array[int], start: int, end: int) -> array[int]:
    """Return the offsets in a part of a text, from its begin."""
    inside = offsets[bisect_left(offsets, start) : bisect_right(offsets, end)]
    return array("q", (p - start for p in inside))


def placed(error: TextError | ChunkLimitError, text: Text, base: int) -> TextError | ChunkLimitError:
    """Return an error of a part of a text, with its place in the whole."""
    before = text.characters_before(base)
    if isinstance(error, ChunkLimitError):
        return ChunkLimitError(before + error.offset, error.size, error.limit, error.unit)
    return TextError((base if error.unit == "bytes" else before) + error.offset, error.unit, error.reason)


def old_spans(old: Old, new: TextLike, errors: str) -> tuple[Text, Spans]:
    """Return the old text and the spans of its chunks, in its own offsets. `new`: the new text.

    Raises OptionError for an `old` that is neither chunks nor a pair, for a part of the chunks of a text, and for
    spans outside of the text, or out of order; and the errors of `view`.
    """
    if isinstance(old, Chunks):
        if not old.is_whole:
            raise OptionError("old", old, "must be all chunks of a text, neither a slice nor a part of a stream")
        return old._text, old._native
    pair: Any = old
    if isinstance(old, (tuple, list)) and all(isinstance(each, Chunk) for each in old):
        whole = view(new, errors)
        pair = rebuilt(old, whole.text(0, len(whole)))
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        rule = "must be a Chunks, a list of Chunk, or a pair of spans and the text that they are of"
        raise OptionError("old", old, rule)
    text = view(pair[1], errors)
    return text, given_spans(pair[0], text)


def rebuilt(chunks: Sequence[Chunk], new: str) -> tuple[list[tuple[int, int]], str]:
    """Return the spans and the text of stored chunks, from the end of a byte order mark on.

    A store has no white space that a chunker has dropped between chunks. It is taken from the new text where that
    has the next chunk behind as much white space; elsewhere it is made up, and so counts as changed.

    >>> from shiplap import RecursiveChunker
    >>> chunks = list(RecursiveChunker(12, 0, strip_whitespace=True).chunk("It rains.\\n\\nIt pours.\\n"))
    >>> rebuilt(chunks, "It rains.\\n\\nIt pours.")
    ([(0, 9), (11, 20)], 'It rains.\\n\\nIt pours.')
    """
    base = 1 if chunks and (chunks[0].start, chunks[0].start_byte) == (1, len(BOM_UTF8)) else 0
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    reached, place = base, 0
    for chunk in chunks:
        text, start = chunk.text, chunk.start
        if start > reached:
            found = new.find(text[:HEAD], place, place + REACH)
            gap = new[max(0, found - (start - reached)) : max(0, found)]
            fits = len(gap) == start - reached and not gap.strip()
            parts.append(gap if fits else "\n" * (start - reached))
            place = found if found >= 0 else place
        parts.append(text[max(0, reached - start) :])
        spans.append((start - base, chunk.end - base))
        reached = chunk.end
    return spans, "".join(parts)


def in_form(text: Text, spans: Spans, as_str: bool) -> tuple[Text, Spans]:
    """Return a text as a str or as UTF-8, and the spans in its offsets."""
    if text.is_str == as_str:
        return text, spans
    if as_str:
        return Text(text.text(0, len(text)), "surrogatepass"), text.convert(spans, "characters")
    lenient = Text(text.owner, "surrogatepass")
    data = lenient.encoded(0, len(text))
    return Text(well_formed(text.owner).encode() if b"\xed" in data else data), lenient.convert(spans, "bytes")


def given_spans(given: Any, text: Text) -> Spans:
    """Spans in characters, in the text's own offsets. Raises OptionError."""
    try:
        pairs = [(index(start), index(end)) for start, end in given]
    except (TypeError, ValueError):
        raise OptionError("old", given, "must have spans as pairs of whole numbers") from None
    last = (-1, 0)
    for pair in pairs:
        if not last[0] < pair[0] < pair[1] <= text.characters or pair[1] <= last[1]:
            rule = f"must have spans that begin and end one after the other, within {text.characters} characters"
            raise OptionError("old", pair, rule)
        last = pair
    starts = text.native([start for start, _ in pairs])
    found = list(zip(starts, text.native([end for _, end in pairs]), strict=True))
    reached = 0
    for row, (start, end) in enumerate([*found, (len(text), len(text))]):
        if start > reached and text.visible(reached) < start:
            rule = "must have spans that leave out only white space; they do before this one"
            raise OptionError("old", pairs[row] if row < len(pairs) else "the end of the text", rule)
        reached = end
    return Spans.of(found)


class Known(NamedTuple):
    """The chunks of a new text: their spans in its own offsets, their token counts and annotations, and the row of
    the old chunk that each is, or -1."""

    spans: Spans
    counts: array[int] | None
    annotations: Annotations | None
    rows: list[int]


def recut(
    stretch: Stretches, old: Text, spans: Spans, counts: Sequence[int] | None, text: Text, is_given: bool
) -> Known:
    """Return the chunks of a text that is not blank, given the old ones. `old` and `text` have the same form.
    is_given: whether a caller has given the spans, so that what is too long, or cuts a grapheme cluster, is cut
    anew."""
    own = stretch.text
    if own.is_str != old.is_str:  # the loop works on UTF-8
        old, spans = in_form(old, spans, own.is_str)
    changes = differences(old, own)
    unfit = stretch.unfit(spans, changes)
    if is_given:
        long = (row for row, span in unchanged(spans, changes) if stretch.is_long(span))
        unfit = [*unfit, *long, *in_clusters(stretch, spans, changes)]
    given = old, own, spans, changes, stretch.cut, stretch.grade, stretch.is_short
    found, rows = Pieces(*given, unfit).run()
    if len(spans) == 1 < len(found) and 0 in rows and stretch.is_short(found[rows.index(0)]):
        found, rows = Pieces(*given, [0]).run()  # only the one chunk of a text may be under the minimum
    numbers, annotations = stretch.finish(found, rows, counts)
    return Known(found if own is text else own.convert(found, "characters"), numbers, annotations, rows)
