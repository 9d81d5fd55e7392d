"""The text of a PDF, made of its lines, with the span tables that say where it stands.

    lines ──► without furniture ──► headings, joined words, paragraphs ──► text, `pages`, `runs`

Headers, footers and numbers of pages are furniture: they recur.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from shiplap.readers.pdf_lines import LTR, RTL, Lines

if TYPE_CHECKING:
    import numpy.typing as npt

    Bits = npt.NDArray[np.bool_]

#: What stands between two lines: nothing, after a hyphen; nothing, in the place of the hyphen; a space in a
#: paragraph; a line end; a blank line.
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

#: The most lines of a header or a footer.
MAX_FURNITURE = 4

#: So many pages at least have a line at the same place that differs in digits alone, and no more than so many pages
#: are between two of them: chapters begin without a header, and left pages have another one than right pages.
MIN_PAGES, MAX_APART = 3, 4

#: The largest distance, in points, of two lines at the same place.
SAME_PLACE = 2.0

_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b[ivxlc]{1,7}\b|\b[IVXLC]{1,7}\b")


def furniture(lines: Lines, pages: Sequence[Page]) -> Bits:
    """Return which lines are headers, footers and numbers of pages.

    They are the outermost lines of a page, above or below, as long as a line of their pattern (the text without the
    numbers) recurs at the same place.
    """
    found = np.zeros(len(lines.text), dtype=bool)
    first = np.searchsorted(lines.page, np.arange(len(pages) + 1))
    for column, side in ((1, 1), (3, -1)):
        outer = []
        for page, size in enumerate(pages):
            at = np.arange(first[page], first[page + 1])
            y = lines.box[at, column] if side == 1 else size.height - lines.box[at, column]
            outer.append(at[np.argsort(y, kind="stable")[:MAX_FURNITURE]].tolist())
        recurs = _recurring(lines, pages, [i for each in outer for i in each], side)
        for each in outer:
            for i in each:
                if i not in recurs:
                    break
                found[i] = True
    return found


def _recurring(lines: Lines, pages: Sequence[Page], outer: Sequence[int], side: int) -> set[int]:
    """Return those of the outermost lines that recur."""
    groups: defaultdict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for i in outer:
        page = int(lines.page[i])
        y = float(lines.across[i])
        pattern = _DIGITS.sub("#", lines.text[i])
        if _DIGITS.search(lines.text[i]) is None:
            pattern = _ROMAN.sub("#", pattern)
        groups[pattern].append((y if side == 1 else pages[page].height - y, page, i))
    least = min(MIN_PAGES, max(2, len(pages)))
    found: set[int] = set()
    for group in groups.values():
        for place in _split(sorted(group), 0, SAME_PLACE):
            for near in _split(sorted(place, key=lambda each: each[1]), 1, MAX_APART):
                if len({page for _, page, _ in near}) >= least:
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

#: So many lines before and after a line say where its column ends.
NEAR = 3

#: Lines that end a sentence, and those that begin an item of a list.
_ENDS = re.compile(r"[.!?:;。！？：；…][\"'”’»)\]]*$")
_ITEM = re.compile(r"[•●▪◦‣·–—*∗-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\s|\[\d{1,4}\]\s")


def paragraphs(lines: Lines, kept: Any) -> Any:
    """Return what stands after each of the lines that are kept: SPACE, LINE or BLANK_LINE.

    A line ends because the column ends if the first word of the next line would not have fitted: then the paragraph
    goes on, and else the line end is kept. A paragraph ends where the next line is further away than usual, is
    indented, or has another size, and after its last line that is not full.
    """
    count = len(kept)
    box, size, across = lines.box[kept], lines.size[kept], lines.across[kept]
    page, columns, direction = lines.page[kept], lines.columns[kept], lines.direction[kept]
    texts = [lines.text[i] for i in kept.tolist()]
    found = np.full(count, BLANK_LINE)
    if count < 2:
        return found
    begin = np.where(direction == RTL, -box[:, 2], box[:, 0])
    end = np.where(direction == RTL, -box[:, 0], box[:, 2])
    is_level = (direction == LTR) | (direction == RTL)
    word = np.array([_first_word(text) for text in texts]) * np.maximum(end - begin, 0)
    room = _column_ends(begin, end, page)[:-1] - end[:-1]
    is_full = room < word[1:] + 0.15 * size[1:]
    pitch = across[1:] - across[:-1]
    usual = _usual_pitch(pitch, size[:-1], page[1:] == page[:-1])
    is_next = (page[1:] == page[:-1]) & (pitch > 0.3 * size[:-1]) & is_level[1:] & is_level[:-1]
    is_alike = np.abs(size[1:] - size[:-1]) <= OTHER_SIZE * size[:-1]
    is_far = pitch > usual + WIDER * size[:-1]
    shift = (begin[1:] - begin[:-1]) / size[:-1]
    has_columns = (columns[1:] > 0) | (columns[:-1] > 0)
    ends = np.array([_ENDS.search(text) is not None for text in texts])
    is_item = np.array([_ITEM.match(text) is not None for text in texts])
    is_lower = np.array([text[:1].islower() for text in texts])

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


def _first_word(text: str) -> float:
    """Return the share of a line that its first word has."""
    at = text.find(" ")
    return at / len(text) if at > 0 else 1.0


def _column_ends(begin: Any, end: Any, page: Any) -> Any:
    """Return where the column of each line ends: at the furthest end of the lines near it that overlap it."""
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


def _usual_pitch(pitch: Any, size: Any, is_same_page: Any) -> Any:
    """Return the usual distance of baselines for lines of each size: the median of the plausible ones."""
    ratio = pitch / size
    is_plausible = is_same_page & (ratio > 0.8) & (ratio < 2.5)
    rounded = np.round(size * 2).astype(np.int64)
    found = 1.2 * size
    order = np.argsort(rounded, kind="stable")
    ends = np.flatnonzero(np.diff(rounded[order])) + 1
    for group in np.split(order, ends):
        plausible = pitch[group][is_plausible[group]]
        if len(plausible) > 2:
            found[group] = np.median(plausible)
    return found


# ---- headings

#: A heading has at most so many lines.
MAX_HEADING = 4

_NOT_WORDS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"(?:\w+ )?[\divxlcdm.\-]+ ?", re.IGNORECASE)


def headings(lines: Lines, kept: Any, between: Any, outline: Sequence[Entry]) -> dict[int, int]:
    """Return the levels of the lines that are headings, by their places among those that are kept.

    An entry of the outline belongs to the line on its page that has its title, with a number before it or without,
    the nearest to its destination. `between` is changed: a heading stands alone.
    """
    marks: dict[int, int] = {}
    page = lines.page[kept]
    first = np.searchsorted(page, np.arange(page[-1] + 2 if len(page) else 1))
    names: dict[int, list[str]] = {}
    for entry in outline:
        if entry.page + 1 >= len(first):
            continue
        low, high = int(first[entry.page]), int(first[entry.page + 1])
        if entry.page not in names:
            names = {entry.page: [_name(lines.text[i]) for i in kept[low:high].tolist()]}
        best = _line_of(entry, names[entry.page], lines.box[kept[low:high], 1])
        if best is None:
            continue
        at, count = low + best[0], best[1]
        if any(i in marks for i in range(at, at + count)):
            continue
        marks[at] = entry.level
        between[at : at + count - 1] = SPACE
        between[at + count - 1] = BLANK_LINE
        if at:
            between[at - 1] = BLANK_LINE
        marks.update(dict.fromkeys(range(at + 1, at + count), 0))
    return {at: level for at, level in marks.items() if level}


def _name(text: str) -> str:
    """Return what is compared of a title: its letters and digits."""
    return _NOT_WORDS.sub(" ", text).strip().casefold()


def _line_of(entry: Entry, names: Sequence[str], top: Any) -> tuple[int, int] | None:
    """Return the place of the first line of a heading on its page, and how many lines it has."""
    title = _name(entry.title)
    if not title:
        return None
    found: list[tuple[float, int, int]] = []
    for at, name in enumerate(names):
        for count in range(1, MAX_HEADING + 1):
            if not name or len(name) > len(title) + 20:
                break
            if _is_title(name, title):
                away = 0.0 if entry.top is None else abs(float(top[at]) - entry.top)
                found.append((away, at, count))
                break
            if at + count >= len(names):
                break
            name = f"{name} {names[at + count]}"
    return min(found)[1:] if found else None


def _is_title(name: str, title: str) -> bool:
    """Return whether a line has a title, apart from a number before either."""
    if name == title or name.replace(" ", "") == title.replace(" ", ""):
        return True
    for longer, shorter in ((name, title), (title, name)):
        if longer.endswith(shorter) and _NUMBER.fullmatch(longer[: len(longer) - len(shorter)]):
            return True
    return False


# ---- words that are parted at the end of a line

_HYPHENS = ("-", "\N{SOFT HYPHEN}", "\N{HYPHEN}")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")

#: Ends of words that are no words: what stands before the hyphen belongs to them.
_ENDINGS = frozenset(
    ["tion", "tions", "sion", "sions", "cation", "cations", "ization", "izations", "isation", "ment", "ments", "mental", "ness", "ity", "ities", "ing", "ings", "tional", "tionally", "ally", "ously", "ible", "ibly", "able", "ably", "ance", "ances", "ence", "ences", "ency", "encies", "ize", "izes", "ized", "izing", "ular", "ular", "ture", "tures", "tive", "tives", "ative", "sive", "ary", "aries", "ory", "ories", "ical", "ically", "gence", "guage", "guages", "ferent", "ferently", "ered", "ering", "eral", "keit", "keiten", "heit", "heiten", "ung", "ungen", "lich", "liche", "lichen", "schaft", "schaften", "tung", "tungen", "ción", "ciones", "sión", "dad", "dades", "mente", "miento", "ção", "ções", "dade", "zione", "zioni", "tà", "tion", "tions", "ité", "ités"]
)

#: Words after a hyphen that belongs to the word before it, as in "pre- and postwar".
_AFTER_PARTS = frozenset(["and", "or", "to", "nor", "und", "oder", "bis", "sowie", "et", "ou", "y", "o", "e", "ed", "och", "en", "of"])


def hyphens(lines: Lines, kept: Any, between: Any, joins: bool) -> None:
    """Write into `between` where a word goes on in the next line, and whether its hyphen stays.

    The hyphen goes if the joined word occurs elsewhere in the document, or its end is one of a list; it stays if the
    word with the hyphen occurs elsewhere, and if neither is known.
    """
    texts = [lines.text[i] for i in kept.tolist()]
    ahead = lines.is_broken[kept]
    found = [
        i
        for i in range(len(texts) - 1)
        if texts[i][-1] in _HYPHENS and len(texts[i]) > 1 and texts[i][-2].isalnum() and texts[i + 1][0].isalnum()
        if between[i] == SPACE or ahead[i] or texts[i + 1][0].islower()
    ]
    words = _words(texts) if found and joins else frozenset()
    for i in found:
        last, first = _LAST_WORD.search(texts[i][:-1]), _FIRST_WORD.match(texts[i + 1])
        if last is None or first is None:
            between[i] = GLUED
        elif first[0] in _AFTER_PARTS:
            between[i] = max(between[i], SPACE)
        else:
            between[i] = JOINED if joins and _is_one(last[0], first[0], texts[i][-1], words) else GLUED


def _words(texts: Sequence[str]) -> frozenset[str]:
    found: set[str] = set()
    for text in texts:
        found.update(_WORD.findall(text.lower()))
    return frozenset(found)


def _is_one(last: str, first: str, hyphen: str, words: frozenset[str]) -> bool:
    """Return whether two parts are one word without a hyphen."""
    if f"{last}{first}".lower() in words:
        return True
    if f"{last}-{first}".lower() in words:
        return False
    return hyphen == "\N{SOFT HYPHEN}" or first in _ENDINGS


# ---- text and tables

#: The begin of a line that Markdown takes for a heading, its underline, a fence or HTML: a backslash is put before
#: it, because on the page it is text.
_MARKED = re.compile(r"#{1,6}(?:\s|$)|`{3}|~{3}|(?:-+|=+)\s*$|<[A-Za-z!/?]")


def _parts(lines: Lines, kept: Any, between: Any, marks: dict[int, int], is_markdown: bool) -> Any:
    """Return the parts of the text, and the start and the end of each line in it."""
    parts: list[str] = []
    starts, ends = [], []
    length = 0
    begins = True
    last = len(kept) - 1
    for at, (i, kind) in enumerate(zip(kept.tolist(), between.tolist(), strict=True)):
        text = lines.text[i]
        if begins and is_markdown:
            mark = f"{'#' * min(marks[at], 6)} " if at in marks else "\\" if _MARKED.match(text) else ""
            parts.append(mark)
            length += len(mark)
        if kind == JOINED:
            text = text[:-1]
        starts.append(length)
        length += len(text)
        ends.append(length)
        parts.append(text)
        if at < last:
            parts.append(SEPARATORS[kind])
            length += len(SEPARATORS[kind])
        begins = kind >= LINE
    return parts, np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)


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
        "edges": lines.edges[keeps_edge],
    }
