"""Annotations of the chunks of a mixed document: kinds of content, headings above them, definitions around them,
table headers before them. They are computed on first access; chunkers that do not look at content have none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from shiplap._core.outline import convert
from shiplap._core.packing import majority
from shiplap._core.text import Spans
from shiplap._data import outline_row
from shiplap._data.code_languages import CONTAINERS, ELEMENT, MEMBER
from shiplap._data.packing_costs import KINDS, TABLE
from shiplap._data.region_kinds import KINDS as REGIONS
from shiplap.chunks.headings import headings_outside, prefix_of
from shiplap.content.data_outline import key_name
from shiplap.content.decided import Decided
from shiplap.content.region import BASE_KINDS
from shiplap.content.titles import MAX_TITLE, limited

if TYPE_CHECKING:
    from array import array

    from shiplap._core.text import Text
    from shiplap.chunks.context_limit import ContextLimit, Room
    from shiplap.content.region import Regions

#: The number of the kind of content for each kind of region.
BASES = [KINDS.index(BASE_KINDS[kind]) for kind in REGIONS]

FRONT_MATTER = REGIONS.index("front_matter")

#: The number of columns in an outline's rows, and some of them: the role, start and end of a definition and its
#: name, and its parent's row.
OUTLINE_COLUMNS, ROLE, PARENT = outline_row.COLUMNS, outline_row.ROLE, outline_row.PARENT
NAME_START, NAME_END = outline_row.NAME_START, outline_row.NAME_END
START, END, RANK = outline_row.START, outline_row.END, outline_row.RANK

#: The number of definitions up to which they are looked at one after the other, without leaps to those far around.
FEW = 32

#: The number of code points in which most chunks have their last visible one.
LAST = 32

#: The maximum number of named definitions around a chunk: the time is linear at any depth of nesting.
MAX_NAMES = 32


class Listing:
    """The definitions in a region of code that is cut.

    text: the code; base: its offset in the document; rows: its outline. Offsets are those of the text that the
    loop reads.
    """

    __slots__ = ("_columns", "_containers", "_leaps", "_name_starts", "_names", "_paths", "_rows", "_text", "base")

    def __init__(self, text: Text, base: int, rows: array[int]) -> None:
        self._text, self._rows = text, rows
        self.base: int = base
        self._columns: tuple[array[int], array[int]] | None = None
        self._leaps: list[int] = []
        self._containers: list[int] = []
        self._names: dict[int, str] = {}
        self._paths: dict[int, tuple[str, ...] | None] = {}
        self._name_starts: array[int] | None = None

    def __len__(self) -> int:
        return len(self._rows) // OUTLINE_COLUMNS

    def path(self, innermost: int, end: int) -> tuple[str, ...]:
        """Return the names of the definitions around a span of the document, the outermost first, given the
        `innermost` definition around its start, and its end."""
        names = [name for definition in self._around(innermost, end) if (name := self._name(definition))]
        return tuple(reversed(names))

    def path_inside(self, innermost: int, end: int) -> tuple[str, ...] | None:
        """Return the `path` if the innermost definition does not end before the span, so that the path is the same
        for all such spans; else None."""
        _, ends = self._index()
        own = ends[innermost]
        if own < end - self.base:
            return None
        if innermost not in self._paths:
            around: list[int] = []
            definition = innermost
            while definition >= 0 and len(around) < MAX_NAMES and ends[definition] >= own:
                around.append(definition)
                definition = self._rows[definition * OUTLINE_COLUMNS + PARENT]
            is_nested = around == self._around(innermost, own + self.base)
            self._paths[innermost] = self.path(innermost, own + self.base) if is_nested else None
        return self._paths[innermost]

    def _name(self, definition: int) -> str:
        """Return the name of a definition, "" if it has none; shortened like the title of a heading."""
        name = self._names.get(definition)
        if name is None:
            first = definition * OUTLINE_COLUMNS
            start, end = self._rows[first + NAME_START], self._rows[first + NAME_END]
            role = self._rows[first]
            if role == ELEMENT:
                name = str(self._rows[first + RANK])
            else:
                name, is_whole = self._text.beginning(start, end, MAX_TITLE)
                if role == MEMBER and start > 0:
                    name = key_name(name, self._text.beginning(start - 1, start, 1)[0])
                name = limited(name, is_whole)
            self._names[definition] = name
        return name

    def places(self, start: int, end: int) -> list[tuple[str, int]]:
        """Return the names of the definitions `around` a span of the document, the innermost first, each with its
        offset in the code, in code points."""
        if self._name_starts is None:  # of all names at once: many quotes may ask
            self._name_starts = convert(self._text, self._rows[NAME_START::OUTLINE_COLUMNS], "characters")
        starts = self._name_starts
        found = ((self._name(definition), definition) for definition in self.around(start, end))
        return [(name, starts[definition]) for name, definition in found if name]

    def around(self, start: int, end: int) -> list[int]:
        """Return the definitions around a span of the document, the innermost first, at most MAX_NAMES: those that
        begin before it and do not end before it ends; also the classes that it begins in and reaches past the end
        of."""
        return self._around(self.innermost(start), end)

    def innermost(self, start: int) -> int:
        """Return the innermost definition around an offset of the document, or -1."""
        start -= self.base
        starts, _ = self._index()
        definition = bisect_left(starts, start) - 1
        if definition >= 0:
            definition = self._reaching(definition, start + 1)
            if definition >= 0 and not self._rows[definition * OUTLINE_COLUMNS + ROLE]:
                definition = self._rows[definition * OUTLINE_COLUMNS + PARENT]  # of a block, which is no parent
        return definition

    def _around(self, definition: int, end: int) -> list[int]:
        """Return a definition and those around it that do not end before an offset, as in `around`."""
        found: list[int] = []
        end -= self.base
        (_, ends), rows = self._index(), self._rows
        while definition >= 0 and len(found) < MAX_NAMES:
            if ends[definition] < end:
                definition = max(self._containers[definition], self._reaching(definition, end))
            if definition >= 0:
                found.append(definition)
                definition = rows[definition * OUTLINE_COLUMNS + PARENT]
        return found

    def _reaching(self, definition: int, end: int) -> int:
        """Return the innermost of a definition and those around it that does not end before an offset of the code,
        or -1."""
        _, ends = self._index()
        while definition >= 0 and ends[definition] < end:
            leap = self._leaps[definition]
            is_far = leap >= 0 and ends[leap] < end
            definition = leap if is_far else self._rows[definition * OUTLINE_COLUMNS + PARENT]
        return definition

    def _index(self) -> tuple[array[int], array[int]]:
        """Return the starts and the ends of the definitions."""
        if self._columns is None:
            rows = self._rows
            # first: other threads look at `_columns`
            self._leaps = leaps(rows[PARENT::OUTLINE_COLUMNS]) if len(self) > FEW else [-1] * len(self)
            self._containers = containers(rows[ROLE::OUTLINE_COLUMNS], rows[PARENT::OUTLINE_COLUMNS])
            self._columns = rows[START::OUTLINE_COLUMNS], rows[END::OUTLINE_COLUMNS]
        return self._columns


def containers(roles: Sequence[int], parents: Sequence[int]) -> list[int]:
    """For each definition itself, if it may contain methods, else the innermost such definition around it, or -1.

    >>> containers([3, 2, 1], [-1, 0, -1])
    [0, 0, -1]
    """
    found: list[int] = []
    for number, (role, parent) in enumerate(zip(roles, parents, strict=True)):
        found.append(number if role in CONTAINERS else found[parent] if parent >= 0 else -1)
    return found


def leaps(parents: Sequence[int]) -> list[int]:
    """For each node of a forest, a jump pointer to an ancestor, or -1. The path from any node to any ancestor has
    a number of steps logarithmic in the depth, if each step takes the leap, or the parent if the leap is too far.
    Parents come before their children.

    >>> leaps([-1, 0, 1, 2, 3, 4, 5])
    [-1, 0, -1, 2, 3, 2, -1]
    """
    depths, found = [0], [0]  # of a virtual root, which has number 0 here
    for parent in parents:
        far = found[parent + 1]
        farther = found[far]
        even = depths[parent + 1] - depths[far] == depths[far] - depths[farther]
        depths.append(depths[parent + 1] + 1)
        found.append(farther if even else parent + 1)
    return [node - 1 for node in found[1:]]


NO_SPANS = Spans()


class Annotations:
    """The annotations of the chunks of one text, by the number of the chunk. Offsets are those of the text that
    the loop reads: no offset is counted from the beginning of the text.

    regions: those of the text, or a function that finds them when they are asked for.
    limit: the limit of contexts.
    headers: where the names of the columns begin in each table's header, and its end, by its row in the regions.
    listings: the definitions in each region of code that is cut, by its row.
    languages: the languages of listings that were guessed, as `Decided.languages`.
    """

    __slots__ = (
        "_characters", "_found", "_headers", "_kinds", "_languages", "_limit", "_listings", "_narrow", "_rows",
        "_shown", "_shown_headers", "_spans", "_starts",
    )  # fmt: skip

    def __init__(
        self,
        regions: Regions | Callable[[], Regions],
        limit: ContextLimit,
        headers: Mapping[int, tuple[int, int]],
        listings: Mapping[int, Listing],
        languages: Sequence[tuple[int, int, str]] = (),
    ) -> None:
        self._found = regions
        self._limit = limit
        self._headers = headers
        self._listings = listings
        self._languages = languages
        self._spans: Spans = NO_SPANS
        self._narrow: dict[int, Room] = {}
        self._rows: list[int] | None = None
        self._shown: dict[tuple[tuple[str, ...], Room], tuple[str, ...]] = {}
        self._shown_headers: dict[tuple[int, Room], str] = {}
        self._characters: Spans | None = None
        self._kinds: list[str] | None = None
        self._starts: list[int] | None = None

    def of(self, spans: Spans) -> Annotations:
        """Set the chunks, by their spans in the text that the loop reads. Returns the annotations."""
        self._spans, self._rows = spans, None
        return self

    @property
    def regions(self) -> Regions:
        """The regions of the text."""
        found = self._found  # read once: another thread may replace the function by its result meanwhile
        if callable(found):
            found = self._found = found()
        return found

    @property
    def has_table_headers(self) -> bool:
        """True if any chunk may continue a table that has a header."""
        return bool(self._headers)

    @property
    def decided(self) -> Decided:
        """The decisions for the whole text, which an update keeps."""
        return Decided(*self.regions._decided, tuple(self._languages))

    def _in_characters(self) -> Spans:
        """Return the spans of the chunks in code points."""
        if self._characters is None:
            self._characters = self.regions._text.convert(self._spans, "characters")
        return self._characters

    def kinds(self) -> list[str]:
        """Return the kind of content of each chunk: the kind of most of its characters."""
        if self._kinds is None:
            regions = self.regions
            found = regions._kinds
            bases = {BASES[kind] for kind in found.columns()[0]} if len(found) > 1 else {BASES[found[0][0]]}
            if len(bases) == 1:
                self._kinds = [KINDS[bases.pop()]] * len(self._spans)
            else:
                kinds = majority(self._in_characters(), regions._spans("characters"), found)
                self._kinds = [KINDS[kind] for kind in kinds]
        return self._kinds

    def start_in(self, chunk: int) -> int:
        """Return the first code point of a chunk, in the text that the regions are of."""
        start: int = self._in_characters()[chunk][0]
        return start

    # ---- headings

    def headings(self, chunk: int) -> tuple[str, ...]:
        """Return the headings above the first text of a chunk, its own included, and the names of the definitions
        around it, within the limit of contexts."""
        return self._headings(self._row(chunk), *self._spans[chunk])

    def paths(self) -> list[tuple[str, ...]]:
        """Return the headings of all chunks: see `headings`."""
        regions, listings = self.regions, self._listings
        kinds, levels = regions._kinds.columns()
        has_titles = any(levels)
        if not has_titles and not listings:  # as most small texts
            return [()] * len(self._spans)
        above = regions._own_paths()
        found: list[tuple[str, ...]] = []
        # by path and kind, and by the whole path of a chunk of code, unless chunks have less room
        shown: dict[tuple[int | tuple[str, ...], int], tuple[str, ...]] = {}
        same = -1  # a region with the same path for all chunks that begin in it: the last one of `found`
        for row, start, end in zip(self._begun_in(), *self._spans.columns(), strict=True):
            if row == same:
                found.append(found[-1])
                continue
            titled = row
            if row not in listings and not self._narrow and not levels[row] and kinds[row] != FRONT_MATTER:
                same = row
            if has_titles and (levels[row] or kinds[row] == FRONT_MATTER):
                titled = self._titled(row, end)
            path = above[titled]
            if not path and row not in listings:
                found.append(path)
            else:
                key: tuple[int | tuple[str, ...], int] = id(path), kinds[row]
                if row in listings:
                    path += self._names(row, start, end)
                    key = path, kinds[row]
                if self._narrow:
                    found.append(self._within(path, row, start, end) if path else ())
                    continue
                if key not in shown:
                    shown[key] = self._within(path, row, start, end) if path else ()
                found.append(shown[key])
        return found

    def headings_of(self, start: int, end: int) -> tuple[str, ...]:
        """Return the headings of a chunk by its span."""
        return self._headings(self._region(start), start, end)

    def _headings(self, row: int, start: int, end: int) -> tuple[str, ...]:
        """Return the headings of a chunk by its span and the region that it begins in."""
        path = self.regions._own_paths()[self._titled(row, end)]
        if row in self._listings:
            path += self._names(row, start, end)
        return self._within(path, row, start, end) if path else ()

    def _within(self, path: tuple[str, ...], row: int, start: int, end: int) -> tuple[str, ...]:
        """Return those of the headings of a chunk that its context has room for."""
        kind = BASES[self.regions._kinds[row][0]]
        room = self._limit.room_in(kind, kind == TABLE)
        shown = self._shortened(path, room)
        narrow = self._narrow.get(start) if self._narrow else None
        if narrow is None or self._limit.fits(prefix_of(headings_outside(shown, self._text(start, end))), narrow):
            return shown
        return self._shortened(path, min(room, narrow))

    def around(self, chunk: int, before: int, after: int) -> tuple[tuple[str, ...], str]:
        """Return the headings and the table header of a span that begins before a chunk and ends after it, by the
        distances from it."""
        start, end = self._spans[chunk]
        return self.headings_of(start - before, end + after), self.table_header_of(start - before)

    def grouped(self, rows: Iterable[tuple[int, int]]) -> Annotations:
        """Return the annotations of runs of chunks, each given by its first chunk and the chunk after its last."""
        starts, ends = self._spans.columns()
        made = Annotations(self._found, self._limit, self._headers, self._listings, self._languages)
        return made.of(Spans.of([(starts[first], ends[end - 1]) for first, end in rows]))

    def narrow(self, start: int, size: int) -> None:
        """Limit the context of the chunk that begins at `start` to a size, below its limit."""
        self._narrow[start] = self._limit.room(size)

    def _shortened(self, path: tuple[str, ...], room: Room) -> tuple[str, ...]:
        """Return the headings that fit a space."""
        shown = self._shown.get((path, room))
        if shown is None:
            shown = self._shown[path, room] = self._limit.headings(path, room)
        return shown

    def _titled(self, row: int, end: int) -> int:
        """Return the region whose headings are above the first text of a chunk that begins in a region."""
        regions = self.regions
        kind, level = regions._kinds[row]
        # headings and front matter belong above what follows
        while (level or kind == FRONT_MATTER) and row + 1 < len(regions) and regions._native[row + 1][0] < end:
            row += 1
            kind, level = regions._kinds[row]
        return row

    def _names(self, row: int, start: int, end: int) -> tuple[str, ...]:
        """Return the names of the definitions around a chunk that begins in a region of code that is cut, the
        outermost first."""
        listing = self._listings[row]
        innermost = listing.innermost(start) if len(listing) else -1
        if innermost < 0:
            return ()
        path = listing.path_inside(innermost, end)
        return listing.path(innermost, self._visible_end(start, end)) if path is None else path

    def name_places(self, chunk: int) -> list[tuple[str, int]]:
        """Return the names of the definitions around a chunk, the innermost first, each with its offset, in
        code points of the text that the regions are of."""
        start, end = self._spans[chunk]
        row = self._region(start)
        listing = self._listings.get(row)
        if listing is None:
            return []
        text, first = self.regions._text, self.regions._native[row][0]
        base = self.regions._spans("characters")[row][0] + len(text.text(first, listing.base))
        found = listing.places(start, self._visible_end(start, end))
        return [(name, base + place) for name, place in found]

    # ---- the text

    def _row(self, chunk: int) -> int:
        """Return the row of the region that a chunk begins in."""
        return self._begun_in()[chunk]

    def _begun_in(self) -> list[int]:
        """Return the row of the region that each chunk begins in."""
        if self._rows is None:
            starts, row, found = self._region_starts(), 0, []
            last = len(starts) - 1
            for p in self._spans.columns()[0]:
                while row < last and starts[row + 1] <= p:
                    row += 1
                found.append(row)
            self._rows = found
        return self._rows

    def _region(self, p: int) -> int:
        """Return the row of the region that contains an offset."""
        return bisect_right(self._region_starts(), p) - 1

    def _region_starts(self) -> list[int]:
        """Return the starts of the regions."""
        if self._starts is None:
            self._starts = self.regions._native.columns()[0]
        return self._starts

    def _text(self, start: int, end: int) -> str:
        return self.regions._text.text(start, end)

    def _visible_end(self, start: int, end: int) -> int:
        """Return the end of a chunk without its last white space."""
        low = max(start, end - LAST)
        if low > start and self.regions._text.is_str:
            text = self._text(low, end)
            visible = text.rstrip()
            if visible:  # else more than the last code points are white space
                return end - len(text) + len(visible)
        text = self._text(start, end)
        space = text[len(text.rstrip()) :]
        return end - (len(space) if space.isascii() or self.regions._text.is_str else len(space.encode()))

    def table_header(self, chunk: int) -> str:
        """Return the header of the table that a chunk continues, within the limit of contexts, else ""."""
        if not self._headers or (row := self._row(chunk)) not in self._headers:
            return ""
        return self._table_header(row, self._spans[chunk][0])

    def table_headers(self) -> list[str]:
        """Return the table headers of all chunks: see `table_header`."""
        headers, header = self._headers, self._table_header
        if not headers:
            return [""] * len(self._spans)
        rows = zip(self._begun_in(), self._spans.columns()[0], strict=True)
        return [header(row, start) if row in headers else "" for row, start in rows]

    def table_header_of(self, start: int) -> str:
        """Return the table header of a chunk by its start."""
        if not self._headers or (row := self._region(start)) not in self._headers:
            return ""
        return self._table_header(row, start)

    def _table_header(self, row: int, start: int) -> str:
        """Return the table header of a chunk by its start and the table that it begins in."""
        header = self._headers[row]
        if start < header[1]:
            return ""
        room = self._limit.room_in(TABLE, False)
        room = min(room, self._narrow.get(start, room))
        shown = self._shown_headers.get((row, room))
        if shown is None:
            shown = self._shown_headers[row, room] = self._shortened_header(row, *header, room)
        return shown

    def _shortened_header(self, row: int, names: int, end: int, room: Room) -> str:
        """Return the header of a table that fits a space together with the headings above it."""
        regions, limit = self.regions, self._limit
        shown = self._shortened(regions._paths()[row], limit.room_in(TABLE, True))
        headings = shown if limit.fits(prefix_of(shown), room) else self._shortened(regions._paths()[row], room)
        read, last = (
            regions._text.beginning(p, end, room.characters + 1)[0] for p in (regions._native[row][0], names)
        )
        return limit.table_header(read, last, headings, room)
