"""Lines and runs of the characters of PDF pages.

    characters with boxes ──► breaks between glyphs ──► lines of text, runs with boxes and edges

The order of the text is PDFium's. All pages of a batch are read by the same few operations of numpy; none of them
looks at one character alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shiplap.provenance.tables import DIRECTIONS

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]
    Bits = npt.NDArray[np.bool_]

LTR, RTL, TTB, BTT = range(len(DIRECTIONS))
SKEWED = 4

#: The code of a hyphen at the end of a line (`_core/glyphs`), and that of a line end.
LINE_HYPHEN, LINE_END = 2, 10
HYPHEN, SPACE, TAB = ord("-"), ord(" "), ord("\t")

#: The first of the codes of ligatures (`_core/glyphs`), and their letters.
LIGATURE = 0xFB00
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")

# Distances in sizes of the font. Glyphs of one line: the difference of their baselines (indices and exponents are
# moved by 0.3 to 0.5), how far a glyph may stand before the end of the one before it (accents, kerning), and how
# far after it: what is further is another column, whose box stays apart. A line end of PDFium counts unless the
# next glyph follows in the same line; it becomes a space if the gap is larger than SPACED.
RAISED, BACK, COLUMN, FOLLOWS, SPACED = 0.6, 1.0, 1.5, 1.0, 0.15

# The box of a glyph whose outline is unknown, in sizes of the font from the baseline.
FLAT, ASCENT, DESCENT = 0.002, 0.8, 0.2

# The code points of strong right-to-left scripts, in ranges: Hebrew to Arabic Extended-A, their presentation
# forms, and those of the Supplementary Multilingual Plane.
_FROM_RIGHT = ((0x590, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFE), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))


@dataclass
class Lines:
    """The lines of pages and the runs that they consist of, as columns.

    text: of each line, without white space about it.
    page: the number of the page among those that were read, from 0.
    box: x0, y0, x1, y1, shape (lines, 4). size: of the font, in points. across: the baseline. direction: that of
        the first run.
    columns: gaps within the line as wide as those between columns. is_broken: True where the line ends with a
        hyphen that PDFium takes for one that breaks a word.
    word, length: code points of the first word, and of the line. first, last: the first and last code point.
    run_line, run_start, run_end: the line of each run, and its code points in it.
    run_box, run_direction: as of lines. edges: where each code point of each run begins, in the order of the runs.
    """

    text: list[str]
    page: Integers
    box: Floats
    size: Floats
    across: Floats
    direction: npt.NDArray[np.int8]
    columns: Floats
    is_broken: Bits
    word: Integers
    length: Integers
    first: Integers
    last: Integers
    run_line: Integers
    run_start: Integers
    run_end: Integers
    run_box: Floats
    run_direction: npt.NDArray[np.int8]
    edges: npt.NDArray[np.float32]


def joined(parts: Sequence[Lines], pages: Sequence[int]) -> Lines:
    """Return the lines of batches as one. pages: how many pages each batch has."""
    first_page = np.cumsum([0, *pages[:-1]])
    first_line = np.cumsum([0, *(len(part.text) for part in parts[:-1])])
    for part, page, line in zip(parts, first_page, first_line, strict=True):
        part.page += page
        part.run_line += line
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in Lines.__dataclass_fields__
        if name != "text"
    }
    return Lines(text=[text for part in parts for text in part.text], **columns)


def lines_of(pages: Sequence[tuple[Any, Any, Any, Any]]) -> Lines:
    """Return the lines of pages. pages: what `glyphs.Reader.read` returns for each."""
    counts = [len(turns) for _, _, _, turns in pages]
    shifts = np.cumsum([0, *(len(codes) for codes, _, _, _ in pages)])
    code = _concatenated([np.asarray(codes) for codes, _, _, _ in pages])
    at = _concatenated([np.asarray(page[1]) + shift for page, shift in zip(pages, shifts, strict=False)])
    rows = [np.asarray(page[2]).reshape(7, -1)[:, :count] for page, count in zip(pages, counts, strict=True)]
    numbers = [_concatenated([row[k] for row in rows]) for k in range(7)]
    turns = _concatenated([np.asarray(turns) for _, _, _, turns in pages])
    page = np.repeat(np.arange(len(pages)), counts)
    if len(code) and code.max() >= LIGATURE:
        code, at, turns, page, *numbers = _spelled(code, at, turns, page, *numbers)
    return _Batch(code, at, _Glyphs(code[at], numbers, turns, page)).lines()


def _concatenated(parts: Sequence[Any]) -> Any:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _spelled(code: Any, at: Any, *others: Any) -> tuple[Any, ...]:
    """Return the characters and glyphs with ligatures as letters that share the glyph, if they stand beside a
    letter. Others are guesses that were wrong (`_core/glyphs`), and are left out."""
    found = np.flatnonzero((code >= LIGATURE) & (code < LIGATURE + len(_LIGATURES)))
    if not len(found):
        return code, at, *others
    is_letter = np.zeros(len(code) + 2, dtype=bool)
    is_letter[1:-1] = (code >= ord("a")) & (code <= ord("z"))
    letters = np.ones(len(code), dtype=np.int64)
    letters[found] = np.array(list(map(len, _LIGATURES)))[code[found] - LIGATURE]
    letters[found[~(is_letter[found] | is_letter[found + 2])]] = 0
    place = np.cumsum(letters) - letters
    spelled = [_LIGATURES[code[i] - LIGATURE] for i in found.tolist()]
    is_found = np.repeat(np.isin(np.arange(len(code)), found), letters)
    code = np.repeat(code, letters)
    code[is_found] = [ord(letter) for k, i in enumerate(found.tolist()) if letters[i] for letter in spelled[k]]
    counts = letters[at]
    first = np.repeat(np.cumsum(counts) - counts, counts)
    at = np.repeat(place[at], counts) + np.arange(len(first)) - first
    return code, at, *(np.repeat(each, counts) for each in others)


class _Glyphs:
    """The visible characters of a batch, in order, with their places along and across their lines.

    begin, end: along the line, rising in its direction. across: the baseline. edge, far: where the glyph begins
        and ends, as displayed. box: x0, y0, x1, y1.
    """

    def __init__(self, code: Any, numbers: Any, turns: Any, page: Any) -> None:
        self.code, self.page = code, page
        x0, y0, x1, y1, x, y, size = numbers
        self.size = np.where(size > 0, size, np.fmax(y1 - y0, 1))
        direction = np.array([LTR, TTB, RTL, BTT, LTR], dtype=np.int8)[turns]
        self.is_skewed = turns == SKEWED
        if len(code) and code.max() >= _FROM_RIGHT[0][0]:
            direction = _by_script(code, direction)
            direction = _by_writing(self, x, y, direction)
        self.direction = direction
        is_flat = (direction < TTB) & (y1 - y0 < FLAT * self.size)
        if is_flat.any():  # PDFium gives a glyph whose outline it does not find a thousandth of the size as height
            y0 = np.where(is_flat, y - ASCENT * self.size, y0)
            y1 = np.where(is_flat, y + DESCENT * self.size, y1)
        self.box = x0, y0, x1, y1
        self.edge, self.far, self.across = x0, x1, y
        self.begin, self.end = x0, x1
        if direction.any():
            is_vertical, is_back = direction >= TTB, (direction == RTL) | (direction == BTT)
            low, high = np.where(is_vertical, y0, x0), np.where(is_vertical, y1, x1)
            self.edge, self.far = np.where(is_back, high, low), np.where(is_back, low, high)
            self.across = np.where(is_vertical, x, y)
            sign = np.where(is_back, np.float32(-1), np.float32(1))
            self.begin, self.end = self.edge * sign, self.far * sign


def _by_script(code: Any, direction: Any) -> Any:
    """Return the directions, turned for glyphs of scripts from the right. Marks follow the letter before."""
    is_right = np.zeros(len(code), dtype=bool)
    for first, last in _FROM_RIGHT:
        is_right |= (code >= first) & (code <= last)
    if not is_right.any():
        return direction
    is_left = (
        ((code >= 0x30) & (code <= 0x39)) | (((code | 0x20) >= 0x61) & ((code | 0x20) <= 0x7A)) | (code >= 0xC0)
    )
    is_strong = is_right | is_left
    last_strong = np.maximum.accumulate(np.where(is_strong, np.arange(len(code)), 0))
    return np.where(is_right[last_strong], np.array([RTL, BTT, LTR, TTB], dtype=np.int8)[direction], direction)


def _by_writing(glyphs: _Glyphs, x: Any, y: Any, direction: Any) -> Any:
    """Return the directions, from the top for East Asian glyphs that stand below one another."""
    is_wide = (glyphs.code >= 0x2E80) & (direction == LTR)
    if not is_wide.any():
        return direction
    size = np.fmax(glyphs.size[1:], glyphs.size[:-1])
    down = y[1:] - y[:-1]
    is_below = is_wide[1:] & is_wide[:-1] & (np.abs(x[1:] - x[:-1]) < 0.3 * size) & (down > 0.5 * size)
    is_below &= (down < 1.3 * size) & (glyphs.page[1:] == glyphs.page[:-1])
    # two lines of one glyph each stand below one another too: a vertical line has three
    is_third = is_below.copy()
    is_third[1:] &= is_below[:-1]
    is_third[0:1] = False
    found = direction.copy()
    for shift in range(3):
        found[2 - shift : len(found) - shift][is_third[1:]] = TTB
    return found


class _Breaks:
    """What ends between each glyph and the next: a line, a run; and whether a gap as of columns is between."""

    def __init__(self, glyphs: _Glyphs, has_line_end: Bits) -> None:
        size = np.fmax(glyphs.size[1:], glyphs.size[:-1])
        gap = glyphs.begin[1:] - glyphs.end[:-1]
        moved = glyphs.across[1:] - glyphs.across[:-1]
        is_page = glyphs.page[1:] != glyphs.page[:-1]
        is_turned = (glyphs.direction[1:] != glyphs.direction[:-1]) | glyphs.is_skewed[1:] | glyphs.is_skewed[:-1]
        is_level = np.abs(moved) <= RAISED * size
        is_ahead = glyphs.begin[1:] >= glyphs.end[:-1] - BACK * size
        is_wide = gap > COLUMN * size
        follows = is_level & ~is_turned & (gap > -0.3 * size) & (gap < FOLLOWS * size)
        self.is_spaced = gap > SPACED * size
        is_hyphen = glyphs.code[:-1] == LINE_HYPHEN
        self.line = is_page | (has_line_end & ~follows) | (is_hyphen & ~(is_level & is_ahead))
        self.column = is_wide & is_level & ~is_turned & ~self.line
        self.run = self.line | is_turned | ~is_level | ~is_ahead | is_wide


class _Batch:
    """The characters of a batch. at: the places of the glyphs among them."""

    def __init__(self, code: Any, at: Any, glyphs: _Glyphs) -> None:
        self.code, self.at, self.glyphs = code, at, glyphs
        is_space = np.ones(len(code), dtype=bool)
        is_space[at] = False
        spaces = np.flatnonzero(is_space)
        before = spaces - np.arange(len(spaces)) - 1  # the glyph before each space
        has_line_end = np.zeros(len(at) + 1, dtype=bool)
        has_line_end[before[code[spaces] == LINE_END]] = True
        self.breaks = _Breaks(glyphs, has_line_end[: max(len(at) - 1, 0)])
        is_kept = self._kept(spaces, before)
        self.dropped = spaces[~is_kept]
        self.spaces, self.before = spaces[is_kept], before[is_kept]

    def _kept(self, spaces: Any, before: Any) -> Any:
        """Return which spaces belong to lines: all except those about lines, and line ends that part no words.

        Line ends that part words become spaces, spaces between columns become tabs.
        """
        code, breaks = self.code, self.breaks
        is_kept = (before >= 0) & (before < len(breaks.line))
        inner = np.flatnonzero(is_kept)
        is_kept[inner[breaks.line[before[inner]]]] = False
        inner = np.flatnonzero(is_kept)
        after = before[inner]
        is_end = code[spaces[inner]] == LINE_END
        is_first = np.ones(len(inner), dtype=bool)
        is_first[1:] = after[1:] != after[:-1]
        is_kept[inner] = ~is_end | (is_first & breaks.is_spaced[after])
        code[spaces[inner[is_end]]] = SPACE
        code[spaces[inner[breaks.column[after]]]] = TAB
        return is_kept

    def lines(self) -> Lines:
        """Return the lines and runs."""
        code, at, glyphs, breaks = self.code, self.at, self.glyphs, self.breaks
        first, last = _spans(breaks.line, len(at))
        run_first, run_last = _spans(breaks.run, len(at))
        run_of_line = np.searchsorted(run_first, first)
        run_line = np.searchsorted(first, run_first, "right") - 1
        edges = self._edges()
        is_broken = code[at[last - 1]] == LINE_HYPHEN
        code[code == LINE_HYPHEN] = HYPHEN
        is_kept = np.ones(len(code), dtype=bool)
        is_kept[self.dropped] = False
        text = code[is_kept].astype("<u4", copy=False).tobytes().decode("utf-32-le")
        start, end = self._place(first), self._place(last - 1) + 1
        run_start, run_end = self._place(run_first), self._place(run_last - 1) + 1
        run_box = _boxes(glyphs.box, run_first)
        has_box = np.isfinite(run_box).all(axis=1)
        if not has_box.all():
            edges = edges[np.repeat(has_box, run_end - run_start)]
        line = run_line[has_box]
        return Lines(
            text=[text[i:j] for i, j in zip(start.tolist(), end.tolist(), strict=True)],
            page=glyphs.page[first],
            box=_boxes(run_box.T, run_of_line),
            size=_reduced(np.fmax, glyphs.size, first),
            across=glyphs.across[first].astype(np.float64),
            direction=glyphs.direction[first],
            columns=_reduced(np.add, np.r_[breaks.column, False][: len(at)], first),
            is_broken=is_broken,
            word=self._first_words(first, last),
            length=end - start,
            first=code[at[first]],
            last=code[at[last - 1]],
            run_line=line,
            run_start=run_start[has_box] - start[line],
            run_end=run_end[has_box] - start[line],
            run_box=run_box[has_box],
            run_direction=glyphs.direction[run_first][has_box],
            edges=edges,
        )

    def _place(self, glyphs: Any) -> Any:
        """Return the places of glyphs in the text."""
        return self.at[glyphs] - np.searchsorted(self.dropped, self.at[glyphs])

    def _edges(self) -> Any:
        """Return where each character of each run begins. A space between two runs is in neither."""
        code, at = self.code, self.at
        edge = np.empty(len(code), dtype=np.float32)
        edge[at] = self.glyphs.edge
        edge[self.spaces] = self.glyphs.far[self.before]
        high = at[self.glyphs.code >= 0x300]
        if len(high):  # combining marks share the edge, and with it the box, of the character before
            known = np.unique(code[high]).tolist()
            marks = [number for number in known if unicodedata.category(chr(number))[0] == "M"]
            for mark in high[np.isin(code[high], marks)].tolist() if marks else ():
                edge[mark] = edge[max(mark - 1, 0)]
        is_in_run = np.ones(len(code), dtype=bool)
        is_in_run[self.dropped] = False
        is_in_run[self.spaces[self.breaks.run[self.before]]] = False
        return edge[is_in_run]

    def _first_words(self, first: Any, last: Any) -> Any:
        """Return the length of the first word of each line."""
        begin, end = self.at[first], self.at[last - 1] + 1
        spaces = np.r_[self.spaces, len(self.code)]
        return np.minimum(spaces[np.searchsorted(spaces, begin)], end) - begin


def _spans(breaks: Bits, glyphs: int) -> tuple[Integers, Integers]:
    """Return the first and the end of each sequence of glyphs without a break."""
    if not glyphs:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    inner = np.flatnonzero(breaks) + 1
    return np.r_[0, inner], np.r_[inner, glyphs]


def _reduced(extreme: Any, values: Any, first: Integers) -> Any:
    """Return a value for each sequence of glyphs."""
    if not len(first):
        return np.zeros(0)
    return extreme.reduceat(values, first, dtype=np.float64)


def _boxes(box: Any, first: Integers) -> Floats:
    """Return the boxes of sequences of glyphs, NaN where none of them has one."""
    if not len(first):
        return np.zeros((0, 4))
    extremes = (np.fmin, np.fmin, np.fmax, np.fmax)
    sides = [extreme.reduceat(side, first) for extreme, side in zip(extremes, box, strict=True)]
    return np.stack(sides, axis=1).astype(np.float64)
