"""The text of a PDF, made of its lines, with the span tables that say where it stands.

    lines ──► without furniture ──► headings, joined words, paragraphs ──► text, `pages`, `runs`

Headers, footers and numbers of pages are furniture: they recur.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from shiplap.provenance.tables import DIRECTIONS
from shiplap.readers.pdf_columns import is_wide, turned
from shiplap.readers.pdf_lines import Lines

if TYPE_CHECKING:
    import numpy.typing as npt

    Bits = npt.NDArray[np.bool_]

LTR, RTL = DIRECTIONS.index("ltr"), DIRECTIONS.index("rtl")

#: What stands between two lines: nothing; nothing, also in the place of the hyphen; a space, in a paragraph; a
#: line end; a blank line.
GLUED, JOINED, SPACE, LINE, BLANK_LINE = range(5)
SEPARATORS = ("", "", " ", "\n", "\n\n")


class Page(NamedTuple):
    """A page as displayed, in points."""

    number: int
    label: str
    width: float
    height: float
    rotation: int


class Entry(NamedTuple):
    """An entry of the outline. page: the place among the pages that were read. top: in points, or None."""

    level: int
    title: str
    page: int
    top: float | None


@dataclass
class Text:
    """The text of a PDF and its tables."""

    text: str
    pages: dict[str, Any]
    runs: dict[str, Any]
    furniture: int


def text_of(
    lines: Lines, pages: Sequence[Page], outline: Sequence[Entry], joins_words: bool, drops_furniture: bool
) -> Text:
    """Return the text of lines. outline: if it has entries, the text is Markdown."""
    keeps = ~furniture(lines, pages) if drops_furniture else np.ones(len(lines.text), dtype=bool)
    kept = np.flatnonzero(keeps)
    between = paragraphs(lines, kept)
    marks = headings(lines, kept, between, outline)
    _close_up(lines, kept, between)
    hyphens(lines, kept, between, joins_words)
    parts, start, end = _parts(lines, kept, between, marks, bool(outline))
    starts, ends = (np.zeros(len(lines.text), dtype=np.int64) for _ in range(2))
    starts[kept], ends[kept] = start, end
    return Text(
        "".join(parts),
        _pages(lines, kept, start, end, pages),
        _runs(lines, keeps, starts, ends, pages),
        len(keeps) - len(kept),
    )


# ---- furniture

#: The most lines of a header or a footer, and the share of the height of a page that each has.
MAX_FURNITURE, MARGIN = 4, 0.2

#: So many pages at least have a line at the same place that differs in digits alone, at most so many pages apart:
#: chapters begin without a header, and left pages have another one than right pages.
MIN_PAGES, MAX_APART = 3, 4

#: The largest distance, in points, of two lines at the same place.
SAME_PLACE = 2.0

_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b[ivxlc]{1,7}\b|\b[IVXLC]{1,7}\b")


def furniture(lines: Lines, pages: Sequence[Page]) -> Bits:
    """Return which lines are headers, footers and numbers of pages.

    They are the outermost lines of a page, above or below, as long as a line of their pattern (the text without
    the numbers) recurs at the same place.
    """
    found = np.zeros(len(lines.text), dtype=bool)
    height = np.array([page.height for page in pages], dtype=np.float64)
    starts = np.searchsorted(lines.page, np.arange(len(pages) + 1)).tolist()
    for side in (1, 3):
        distance = lines.box[:, 1] if side == 1 else height[lines.page] - lines.box[:, 3]
        baseline = lines.across if side == 1 else height[lines.page] - lines.across
        is_margin = distance < MARGIN * height[lines.page]
        order = np.lexsort((distance, lines.page)).tolist()
        outer = [(page, start, end) for page, (start, end) in enumerate(pairwise(starts)) if start < end]
        for depth in range(MAX_FURNITURE):
            outer = [each for each in outer if is_margin[order[each[1] + depth]]]
            candidates = [(page, order[start + depth]) for page, start, _ in outer]
            recurs = _recurring(lines.text, candidates, baseline, min(MIN_PAGES, max(2, len(pages))))
            found[list(recurs)] = True
            outer = [each for each in outer if order[each[1] + depth] in recurs and each[1] + depth + 1 < each[2]]
    return found


def _recurring(texts: Sequence[str], outer: Sequence[tuple[int, int]], baseline: Any, least: int) -> set[int]:
    """Return those of the lines, one of a page each, whose pattern recurs on as many pages at least."""
    groups: defaultdict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for page, i in outer:
        pattern = _DIGITS.sub("#", texts[i])
        if pattern == texts[i] and _ROMAN.search(pattern):
            pattern = _ROMAN.sub("#", pattern)
        groups[pattern].append((float(baseline[i]), page, i))
    found: set[int] = set()
    for group in groups.values():
        if len(group) < least:
            continue
        for place in _split(sorted(group), 0, SAME_PLACE):
            for near in _split(sorted(place, key=lambda each: each[1]), 1, MAX_APART):
                if len(near) >= least:
                    found.update(i for _, _, i in near)
    return found


def _split(rows: Sequence[tuple[Any, ...]], column: int, largest: float) -> list[list[tuple[Any, ...]]]:
    """Return sorted rows as groups within which successive ones are at most `largest` apart."""
    groups: list[list[tuple[Any, ...]]] = []
    for row in rows:
        if groups and row[column] - groups[-1][-1][column] <= largest:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


# ---- paragraphs

# Distances in sizes of the font: of the sizes of two lines of a paragraph, of a baseline from the next beside the
# usual one, of an indented line from the one before.
OTHER_SIZE, WIDER, INDENTED = 0.15, 0.25, 0.8

#: The usual distance of baselines, in sizes of the font: of lines, and of columns of vertical writing.
PITCHES = (1.2, 1.8)

#: So many lines before and after a line say where its column ends.
NEAR = 3

#: Lines that end a sentence, and those that begin an item of a list.
_CLOSERS, _STOPS = "\"'”’»)]", ".!?:;。！？：；…"
_ITEM = re.compile(r"[•●▪◦‣·–—*∗-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\s|\[\d{1,4}\]\s")
MAX_MARKER = 7


@np.errstate(invalid="ignore")  # the box of a line without a known glyph is infinite
def paragraphs(lines: Lines, kept: Any) -> Any:
    """Return what stands after each of the lines that are kept: SPACE, LINE or BLANK_LINE.

    A line ends because the column ends if the first word of the next line would not have fitted: then the
    paragraph goes on. Otherwise the line end is kept. A paragraph ends where the next line is further away than
    usual, is indented, or has another size, and after its last line that is not full.
    """
    count = len(kept)
    box, size, across = lines.box[kept], lines.size[kept], lines.across[kept]
    page, columns, direction = lines.page[kept], lines.columns[kept], lines.direction[kept]
    found = np.full(count, BLANK_LINE)
    if count < 2:
        return found
    begin = np.where(direction == RTL, -box[:, 2], box[:, 0])
    end = np.where(direction == RTL, -box[:, 0], box[:, 2])
    is_level = (direction == LTR) | (direction == RTL)
    is_column = lines.is_column[kept]
    upright = turned(box, np.where(is_column, -lines.turn[kept], 0))
    begin, end = np.where(is_column, upright[:, 1], begin), np.where(is_column, upright[:, 3], end)
    across = np.where(
        is_column, -(upright[:, 0] + upright[:, 2]) / 2, across
    )  # columns follow one another to the left
    word = lines.word[kept] / lines.length[kept] * np.maximum(end - begin, 0)
    room = _column_ends(begin, end, 2 * page + is_column)[:-1] - end[:-1]
    is_full = room < word[1:] + 0.15 * size[1:]
    pitch = across[1:] - across[:-1]
    is_same = (page[1:] == page[:-1]) & (is_column[1:] == is_column[:-1])
    of_lines, of_columns = (
        _usual_pitch(pitch, size[:-1], is_same & (is_column[1:] == each), PITCHES[each]) for each in (0, 1)
    )
    usual = np.where(is_column[1:], of_columns, of_lines)
    is_next = is_same & (pitch > 0.3 * size[:-1]) & is_level[1:] & is_level[:-1]
    is_alike = np.abs(size[1:] - size[:-1]) <= OTHER_SIZE * size[:-1]
    is_far = pitch > usual + WIDER * size[:-1]
    shift = (begin[1:] - begin[:-1]) / size[:-1]
    has_columns = (columns[1:] > 0) | (columns[:-1] > 0)
    ends = _sentence_ends(lines, kept)
    is_item = np.zeros(count, dtype=bool)
    for at in np.flatnonzero(lines.word[kept] <= MAX_MARKER).tolist():
        is_item[at] = _ITEM.match(lines.text[kept[at]]) is not None
    first = lines.first[kept]
    is_lower = np.isin(first, [code for code in np.unique(first).tolist() if chr(code).islower()])

    goes_on = is_full & ~has_columns & ~is_item[1:] & is_alike
    is_indented = (shift > INDENTED) & ~is_item[:-1] & (ends[:-1] | ~is_full)
    inner = is_next & is_alike & ~is_far & ~is_indented
    found[:-1][inner] = np.where(goes_on[inner], SPACE, LINE)
    # the last line of a paragraph
    after = np.r_[False, found[:-2] == SPACE]
    found[:-1][(found[:-1] == LINE) & after & ~has_columns & ~is_item[1:] & ends[:-1]] = BLANK_LINE
    # a paragraph that goes on in the next column or on the next page
    found[:-1][~is_next & goes_on & ~ends[:-1] & is_level[1:] & is_level[:-1] & is_lower[1:]] = SPACE
    return found


def _close_up(lines: Lines, kept: Any, between: Any) -> None:
    """Take the spaces out between lines of scripts that have none: Chinese and Japanese."""
    is_within = is_wide(lines.last[kept[:-1]]) & is_wide(lines.first[kept[1:]])
    between[:-1][(between[:-1] == SPACE) & is_within] = GLUED


def _sentence_ends(lines: Lines, kept: Any) -> Bits:
    """Return which lines end with a stop, or with closing brackets and quotes behind a stop."""
    last = lines.last[kept]
    found = np.isin(last, list(map(ord, _STOPS)))
    for at in np.flatnonzero(np.isin(last, list(map(ord, _CLOSERS)))).tolist():
        found[at] = lines.text[kept[at]].rstrip(_CLOSERS)[-1:] in tuple(_STOPS)
    return found


def _column_ends(begin: Any, end: Any, page: Any) -> Any:
    """Return where the column of each line ends: at the furthest end of the lines near it that overlap it. Lines
    with different values of `page` do not matter to one another."""
    found = end.copy()
    count = len(end)
    for shift in range(1, min(NEAR, count - 1) + 1):
        one, other = slice(0, count - shift), slice(shift, count)
        overlap = np.minimum(end[one], end[other]) - np.maximum(begin[one], begin[other])
        shorter = np.minimum(end[one] - begin[one], end[other] - begin[other])
        is_near = (page[one] == page[other]) & (overlap >= 0.5 * shorter)
        np.maximum(found[one], np.where(is_near, end[other], -np.inf), out=found[one])
        np.maximum(found[other], np.where(is_near, end[one], -np.inf), out=found[other])
    return found


def _usual_pitch(pitch: Any, size: Any, is_same_page: Any, otherwise: float) -> Any:
    """Return the usual distance of baselines for lines of each size: the median of the plausible ones, or
    `otherwise`, in sizes of the font, if there are too few."""
    ratio = pitch / size
    is_plausible = is_same_page & (ratio > 0.8) & (ratio < 2.5)
    rounded = np.round(size * 2).astype(np.int64)
    found = otherwise * size
    order = np.argsort(rounded, kind="stable")
    ends = np.flatnonzero(np.diff(rounded[order])) + 1
    for group in np.split(order, ends):
        plausible = pitch[group][is_plausible[group]]
        if len(plausible) > 2:
            found[group] = np.median(plausible)
    return found


# ---- headings

#: A heading has at most so many lines, and so many characters of a number. So many lines near its destination are
#: compared with its title.
MAX_HEADING, MAX_NUMBER, MOST_LINES = 4, 14, 100

_NOT_WORDS = re.compile(r"[\W_]+")

#: The number of a heading, which the outline may lack, or have alone: "3.2", "Chapter 3", "IV", "A".
_NUMBER = re.compile(r"(?=.{1,14}$)(?:.*\d.*|[ivxlcdm]+|[a-z])")


def headings(lines: Lines, kept: Any, between: Any, outline: Sequence[Entry]) -> dict[int, int]:
    """Return the levels of the lines that are headings, by their places among those that are kept.

    An entry of the outline belongs to the line on its page that has its title, with a number before it or without,
    the nearest to its destination. `between` is changed: a heading stands alone.
    """
    marks: dict[int, int] = {}
    page = lines.page[kept]
    first = np.searchsorted(page, np.arange(page[-1] + 2 if len(page) else 1))
    titles: dict[int, _Titles] = {}
    for entry in outline:
        if entry.page + 1 >= len(first):
            continue
        low, high = int(first[entry.page]), int(first[entry.page + 1])
        if low not in titles:
            titles[low] = _Titles(lines, kept, low, high)
        at, count = titles[low].find(entry)
        if not count or any(i in marks for i in range(at, at + count)):
            continue
        marks[at] = entry.level
        between[at : at + count - 1] = SPACE
        between[at + count - 1] = BLANK_LINE
        if at:
            between[at - 1] = BLANK_LINE
        marks.update(dict.fromkeys(range(at + 1, at + count), 0))
    return {at: level for at, level in marks.items() if level}


class _Titles:
    """The lines of a page, from the place `low` to `high` among those that are kept, as titles to be found."""

    def __init__(self, lines: Lines, kept: Any, low: int, high: int) -> None:
        self._low = low
        self._texts = [lines.text[i] for i in kept[low:high].tolist()]
        self._names: dict[int, str] = {}
        tops = lines.box[kept[low:high], 1]
        order = np.argsort(tops, kind="stable")
        self._order, self._tops = order.tolist(), tops[order].tolist()

    def find(self, entry: Entry) -> tuple[int, int]:
        """Return the place of the first line of a heading, and how many lines it has, 0 if the page lacks it."""
        title = _name(entry.title)
        for at in self._near(entry.top) if title else ():
            if count := self._count(title, at):
                if count > 1 and self._names[at].isdigit() and self._has_number(title, at + 1):
                    at, count = at + 1, count - 1  # the line before the title is the number of the page
                return self._low + at, count
        return 0, 0

    def _has_number(self, title: str, at: int) -> bool:
        """Return whether the lines from the line `at` on are the title with a number of its own."""
        return self._count(title, at) > 0 and (title[0].isdigit() or not title.startswith(self._names[at]))

    def _near(self, top: float | None) -> Iterator[int]:
        """Yield the lines near a height, the nearest first; from the top of the page without one."""
        after = 0 if top is None else bisect(self._tops, top)
        before = after - 1
        for _ in range(MOST_LINES):
            has_before, has_after = before >= 0, after < len(self._tops)
            if has_before and not (has_after and self._tops[after] - (top or 0) < (top or 0) - self._tops[before]):
                yield self._order[before]
                before -= 1
            elif has_after:
                yield self._order[after]
                after += 1
            else:
                return

    def _count(self, title: str, at: int) -> int:
        """Return how many lines from the line `at` on are the title; 0 if they are not."""
        name = ""
        for count, place in enumerate(range(at, min(at + MAX_HEADING, len(self._texts))), 1):
            if place not in self._names:
                self._names[place] = _name(self._texts[place])
            if not self._names[place] or len(name) + len(self._names[place]) > len(title) + MAX_NUMBER:
                break
            name += self._names[place]
            if _is_title(name, title):
                return count
            if not title.startswith((name, name.lstrip("0123456789"))):
                break
        return 0


def _name(text: str) -> str:
    """Return what is compared of a title: its letters and digits."""
    return _NOT_WORDS.sub("", text).casefold()


def _is_title(name: str, title: str) -> bool:
    """Return whether a line has a title, apart from a number before either."""
    if name == title:
        return True
    longer, shorter = (name, title) if len(name) > len(title) else (title, name)
    return longer.endswith(shorter) and _NUMBER.fullmatch(longer[: -len(shorter)]) is not None


# ---- words that are parted at the end of a line

_HYPHENS = ("-", "\N{SOFT HYPHEN}", "\N{HYPHEN}")
_BEFORE, _AFTER = ("", "(", "“", '"'), ("", ",", ".", ";", ":", ")", "?", "!", "”", '"', "’s", "),", ").")
_FIRST_WORD = re.compile(r"[^\W\d_]+")

#: Ends of words that are no words: what stands before the hyphen belongs to them.
_ENDINGS = frozenset(
    """
    tion tions sion sions cation cations ization izations isation isations ment ments mental ness
    ity ities ing ings tional tionally ally ously ible ibly ably ance ances ence ences ency encies
    ize izes ized izing ular ture tures tive tives ative sive ary aries ory ories ical ically gence
    guage guages ferent ferently ered ering eral keit keiten heit heiten ung ungen lich liche lichen
    schaft schaften tung tungen ción ciones sión dad dades mente miento ção ções dade zione zioni tà
    ité ités
    """.split()  # noqa: SIM905
)

#: Words after a hyphen that belongs to the word before it, as in "pre- and postwar".
_AFTER_PARTS = frozenset(
    ("and", "or", "to", "nor", "und", "oder", "bis", "sowie", "et", "ou", "y", "e", "och", "en")
)


def hyphens(lines: Lines, kept: Any, between: Any, joins: bool) -> None:
    """Write into `between` where a word goes on in the next line, and whether its hyphen stays.

    The hyphen goes if the joined word occurs elsewhere in the document, or its end is one of a list. It stays if
    the word with the hyphen occurs elsewhere, and if neither is known.
    """
    texts = lines.text
    found = [
        (at, texts[i], texts[j])
        for at, i, j in _pairs(lines, kept)
        if len(texts[i]) > 1 and texts[i][-2].isalnum() and texts[j][0].isalnum()
        if between[at] == SPACE or lines.is_broken[i] or texts[j][0].islower()
    ]
    words = _words(lines, kept) if found and joins else set()
    for at, text, following in found:
        last, first = _last_word(text[:-1]), _FIRST_WORD.match(following)
        if not last or first is None:
            between[at] = GLUED
        elif first[0] in _AFTER_PARTS:
            between[at] = SPACE
        else:
            between[at] = JOINED if joins and _is_one(last, first[0], text[-1], words) else GLUED


def _last_word(text: str) -> str:
    """Return the letters at the end of a text."""
    start = len(text)
    while start and text[start - 1].isalpha():
        start -= 1
    return text[start:]


def _pairs(lines: Lines, kept: Any) -> Iterator[tuple[int, int, int]]:
    """Yield the place of each line that ends with a hyphen, and the numbers of this line and the next."""
    for at in np.flatnonzero(np.isin(lines.last[kept[:-1]], list(map(ord, _HYPHENS)))).tolist():
        yield at, int(kept[at]), int(kept[at + 1])


def _words(lines: Lines, kept: Any) -> set[str]:
    """Return what stands between spaces, in small letters."""
    return set("\n".join([lines.text[i] for i in kept.tolist()]).lower().split())


def _is_one(last: str, first: str, hyphen: str, words: set[str]) -> bool:
    """Return whether two parts are one word without a hyphen."""
    if _occurs(f"{last}{first}".lower(), words):
        return True
    if _occurs(f"{last}-{first}".lower(), words):
        return False
    return hyphen == "\N{SOFT HYPHEN}" or first in _ENDINGS


def _occurs(word: str, words: set[str]) -> bool:
    """Return whether a word occurs, alone or with punctuation."""
    return any(f"{before}{word}{after}" in words for before in _BEFORE for after in _AFTER)


# ---- text and tables

#: The begin of a line that Markdown takes for a heading, its underline, a fence or HTML: a backslash is put before
#: it, because on the page it is text.
_MARKS = "#`~-=<"
_MARKED = re.compile(r"#{1,6}(?:\s|$)|`{3}|~{3}|(?:-+|=+)\s*$|<[A-Za-z!/?]")


def _parts(lines: Lines, kept: Any, between: Any, marks: dict[int, int], is_markdown: bool) -> Any:
    """Return the parts of the text, and the start and the end of each line in it."""
    texts = [lines.text[i] for i in kept.tolist()]
    for at in np.flatnonzero(between[:-1] == JOINED).tolist():
        texts[at] = texts[at][:-1]
    # what stands before each line: the separator, and marks where the line begins one of Markdown
    leads = ["", *(SEPARATORS[kind] for kind in between[:-1].tolist())] if texts else []
    if is_markdown:
        for at, level in marks.items():
            leads[at] += f"{'#' * min(level, 6)} "
        for at in np.flatnonzero(np.isin(lines.first[kept], list(map(ord, _MARKS)))).tolist():
            if at not in marks and (not at or between[at - 1] >= LINE) and _MARKED.match(texts[at]):
                leads[at] += "\\"
    parts = [""] * (2 * len(texts))
    parts[::2], parts[1::2] = leads, texts
    ends = np.cumsum(np.fromiter(map(len, parts), dtype=np.int64, count=len(parts)))
    return parts, ends[::2], ends[1::2]


def _pages(lines: Lines, kept: Any, start: Any, end: Any, pages: Sequence[Page]) -> dict[str, Any]:
    """Return the table `pages`: those that have text."""
    page = lines.page[kept]
    numbers, first = np.unique(page, return_index=True)
    rows = [pages[number] for number in numbers.tolist()]
    table: dict[str, Any] = {
        "start": start[first],
        "end": end[np.r_[first[1:], len(page)] - 1] if len(first) else first,
        "number": np.array([row.number for row in rows], dtype=np.int64),
        "width": np.array([row.width for row in rows], dtype=np.float64),
        "height": np.array([row.height for row in rows], dtype=np.float64),
        "rotation": np.array([row.rotation for row in rows], dtype=np.int64),
    }
    if any(row.label for row in rows):
        table["label"] = [row.label or None for row in rows]
    return table


def _runs(lines: Lines, keeps: Bits, start: Any, end: Any, pages: Sequence[Page]) -> dict[str, Any]:
    """Return the table `runs`: those of the lines that are kept, without the hyphens that were left out."""
    line = lines.run_line
    first = start[line] + lines.run_start
    last = np.minimum(start[line] + lines.run_end, end[line])
    sizes = lines.run_end - lines.run_start
    stays = keeps[line] & (first < last)
    keeps_edge = np.repeat(stays, sizes)
    is_cut = stays & (last - first < sizes)
    keeps_edge[(np.cumsum(sizes) - 1)[is_cut]] = False
    numbers = np.array([page.number for page in pages], dtype=np.int64)
    box = lines.run_box[stays]
    return {
        "start": first[stays],
        "end": last[stays],
        "page": numbers[lines.page[line[stays]]],
        **{name: np.ascontiguousarray(box[:, k]) for k, name in enumerate(("x0", "y0", "x1", "y1"))},
        "direction": lines.run_direction[stays],
        "edges": lines.edges if keeps_edge.all() else lines.edges[keeps_edge],
    }
