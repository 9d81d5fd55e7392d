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
# moved by 0.3 to 0.5), how far a glyph may stand before the end of the one before it (accents, kerning), and how far
# after it: what is further is another column, whose box stays apart. A line end of PDFium counts unless the next
# glyph follows in the same line. A gap without a space is smaller than the smallest space.
RAISED, BACK, COLUMN, FOLLOWS, SPACED = 0.6, 1.0, 1.5, 1.0, 0.15

# The box of a glyph whose outline is unknown, in sizes of the font from the baseline.
FLAT, ASCENT, DESCENT = 0.002, 0.8, 0.2

# The code points of strong right-to-left scripts, in ranges: Hebrew to Arabic Extended-A, their presentation forms, and
# those of the Supplementary Multilingual Plane.
_FROM_RIGHT = ((0x590, 0x8FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFE), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))


@dataclass
class Lines:
    """The lines of pages and the runs that they consist of, as columns.

    text: of each line, without white space about it.
    page: the number of the page among those that were read, from 0.
    box: x0, y0, x1, y1, shape (lines, 4). size: of the font, in points. across: the baseline. direction: that of the
        first run.
    columns: gaps within the line as wide as those between columns. is_broken: True where the line ends with a hyphen
        that PDFium takes for one that breaks a word.
    run_line, run_start, run_end: the line of each run, and its code points in it.
    run_box, run_direction: as of lines. edges: where each code point of each run begins, in the order of the runs.
    """

    text: list[str]
    page: Integers
    box: Floats
    size: Floats
    across: Floats
    direction: npt.NDArray[np.int8]
    columns: Integers
    is_broken: Bits
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


def lines_of(pages: Sequence[tuple[Any, Any, Any]]) -> Lines:
    """Return the lines of pages. pages: what `glyphs.Reader.read` returns for each."""
    code, numbers, turns = (np.concatenate([np.asarray(page[k]) for page in pages]) for k in range(3))
    numbers = numbers.reshape(-1, 7)
    page = np.repeat(np.arange(len(pages)), [len(codes) for codes, _, _ in pages])
    if len(code) and code.max() >= LIGATURE:
        code, numbers, turns, page = _spelled(code, numbers, turns, page)
    is_space = _is_space(code)
    at = np.flatnonzero(~is_space)  # where the glyphs stand among the characters
    glyphs = _Glyphs(code[at], numbers[at], turns[at], page[at])
    ends = np.cumsum(code == LINE_END)[at]
    breaks = _Breaks(glyphs, ends[1:] > ends[:-1])
    before = np.cumsum(~is_space) - 1  # the glyph before each space
    keeps = _kept(code, is_space, before, breaks)
    return _made(code, at, is_space, before, keeps, glyphs, breaks)


def _spelled(code: Any, *others: Any) -> tuple[Any, ...]:
    """Return the characters with ligatures as letters that share the glyph, if they stand beside a letter. Others
    are guesses that were wrong (`_core/glyphs`), and are left out."""
    letters = np.ones(len(code), dtype=np.int64)
    found = np.flatnonzero((code >= LIGATURE) & (code < LIGATURE + len(_LIGATURES)))
    is_letter = np.zeros(len(code) + 2, dtype=bool)
    is_letter[1:-1] = (code >= 0x61) & (code <= 0x7A)
    letters[found] = np.array(list(map(len, _LIGATURES)))[code[found] - LIGATURE]
    letters[found[~(is_letter[found] | is_letter[found + 2])]] = 0
    spelled = [ord(letter) for at in found[letters[found] > 0] for letter in _LIGATURES[code[at] - LIGATURE]]
    is_found = np.zeros(len(code), dtype=bool)
    is_found[found] = True
    code, is_found, *others = (np.repeat(each, letters, axis=0) for each in (code, is_found, *others))
    code[is_found] = spelled
    return (code, *others)


def _is_space(code: npt.NDArray[np.uint32]) -> Bits:
    found = ((code <= SPACE) & (code != LINE_HYPHEN)) | (code == 0xA0)
    if len(code) and code.max() > 0x1000:
        found |= ((code >= 0x2000) & (code <= 0x200A)) | (code == 0x2028) | (code == 0x2029)
        found |= (code == 0x1680) | (code == 0x202F) | (code == 0x205F) | (code == 0x3000)
    return found


class _Glyphs:
    """The visible characters of a batch, in order, with their places along and across their lines.

    begin, end: along the line, rising in its direction. across: the baseline. edge, far: where the glyph begins and
    ends, as displayed.
    """

    def __init__(self, code: Any, numbers: Any, turns: Any, page: Any) -> None:
        self.code, self.page = code, page
        x0, y0, x1, y1, x, y, size = numbers.T
        self.size = np.where(size > 0, size, np.fmax(y1 - y0, 1))
        direction = np.array([LTR, TTB, RTL, BTT, LTR], dtype=np.int8)[turns]
        self.is_skewed = turns == SKEWED
        if len(code) and code.max() >= _FROM_RIGHT[0][0]:
            direction = _by_script(code, direction)
            direction = _by_writing(self, x, y, direction)
        self.direction = direction
        is_vertical = direction >= TTB
        # PDFium gives a glyph whose outline it does not find a thousandth of the size as height
        is_flat = ~is_vertical & (y1 - y0 < FLAT * self.size)
        if is_flat.any():
            y0 = np.where(is_flat, y - ASCENT * self.size, y0)
            y1 = np.where(is_flat, y + DESCENT * self.size, y1)
        self.box = np.stack([x0, y0, x1, y1], axis=1)
        is_back = (direction == RTL) | (direction == BTT)
        low = np.where(is_vertical, y0, x0)
        high = np.where(is_vertical, y1, x1)
        self.edge, self.far = np.where(is_back, high, low), np.where(is_back, low, high)
        sign = np.where(is_back, np.float32(-1), np.float32(1))
        self.begin, self.end = self.edge * sign, self.far * sign
        self.across = np.where(is_vertical, x, y)


def _by_script(code: Any, direction: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return the directions, turned for glyphs of scripts from the right. Marks and spaces follow the letter before."""
    is_right = np.zeros(len(code), dtype=bool)
    for first, last in _FROM_RIGHT:
        is_right |= (code >= first) & (code <= last)
    if not is_right.any():
        return direction
    is_left = ((code >= 0x30) & (code <= 0x39)) | (((code | 0x20) >= 0x61) & ((code | 0x20) <= 0x7A)) | (code >= 0xC0)
    is_strong = is_right | is_left
    last_strong = np.maximum.accumulate(np.where(is_strong, np.arange(len(code)), 0))
    return np.where(is_right[last_strong], np.array([RTL, BTT, LTR, TTB], dtype=np.int8)[direction], direction)


def _by_writing(glyphs: _Glyphs, x: Any, y: Any, direction: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
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


def _kept(code: Any, is_space: Bits, before: Integers, breaks: _Breaks) -> Bits:
    """Return which characters belong to lines: all but white space about lines, and line ends within them that
    part no words. Line ends that do become spaces, spaces between columns become tabs; `code` is changed."""
    keeps = ~is_space
    spaces = np.flatnonzero(is_space)
    after = before[spaces]
    is_inner = (after >= 0) & (after < len(breaks.line))
    spaces, after = spaces[is_inner], after[is_inner]
    is_inner = ~breaks.line[after]
    spaces, after = spaces[is_inner], after[is_inner]
    is_end = code[spaces] == LINE_END
    is_first = np.ones(len(spaces), dtype=bool)
    is_first[1:] = after[1:] != after[:-1]
    keeps[spaces] = ~is_end | (is_first & breaks.is_spaced[after])
    code[spaces[is_end]] = SPACE
    code[spaces[breaks.column[after]]] = TAB
    return keeps


def _made(
    code: Any, at: Integers, is_space: Bits, before: Integers, keeps: Bits, glyphs: _Glyphs, breaks: _Breaks
) -> Lines:
    place = np.cumsum(keeps) - 1  # of each character among those that are kept
    edge = np.empty(len(code), dtype=np.float32)
    edge[at] = glyphs.edge
    spaces = np.flatnonzero(is_space & keeps)
    edge[spaces] = glyphs.far[before[spaces]]
    _share(code, at, edge)
    is_broken = code[at] == LINE_HYPHEN
    code[code == LINE_HYPHEN] = HYPHEN
    text = code[keeps].astype("<u4").tobytes().decode("utf-32-le")

    first, last = _spans(breaks.line, len(at))
    start, end = place[at[first]], place[at[last - 1]] + 1
    run_first, run_last = _spans(breaks.run, len(at))
    line_of = np.cumsum(np.r_[0, breaks.line])[: len(at)]
    run_line = line_of[run_first]
    run_start, run_end = place[at[run_first]], place[at[run_last - 1]] + 1
    # a space between two runs is in neither
    is_between = np.zeros(len(code), dtype=bool)
    is_between[spaces] = breaks.run[before[spaces]]
    run_box = _boxes(glyphs.box, run_first)
    has_box = np.isfinite(run_box).all(axis=1)
    edges = edge[keeps & ~is_between]
    if not has_box.all():
        edges = edges[np.repeat(has_box, run_end - run_start)]
    run_line, run_start, run_end = run_line[has_box], run_start[has_box], run_end[has_box]
    return Lines(
        text=[text[i:j] for i, j in zip(start.tolist(), end.tolist(), strict=True)],
        page=glyphs.page[first],
        box=_boxes(glyphs.box, first),
        size=np.fmax.reduceat(glyphs.size, first).astype(np.float64) if len(first) else np.zeros(0),
        across=glyphs.across[first].astype(np.float64),
        direction=glyphs.direction[first],
        columns=np.add.reduceat(np.r_[breaks.column, False].astype(np.int64), first) if len(first) else first,
        is_broken=is_broken[last - 1],
        run_line=run_line,
        run_start=run_start - start[run_line],
        run_end=run_end - start[run_line],
        run_box=run_box[has_box],
        run_direction=glyphs.direction[run_first][has_box],
        edges=edges,
    )


def _share(code: Any, at: Integers, edge: npt.NDArray[np.float32]) -> None:
    """Give combining marks the edge of the character before them, so that they share its box."""
    high = code[at] >= 0x300
    if not high.any():
        return
    known = np.unique(code[at[high]])
    marks = [number for number in known.tolist() if unicodedata.category(chr(number))[0] == "M"]
    for mark in at[high][np.isin(code[at[high]], marks)].tolist() if marks else ():
        if mark:
            edge[mark] = edge[mark - 1]


def _spans(breaks: Bits, glyphs: int) -> tuple[Integers, Integers]:
    """Return the first and the end of each sequence of glyphs without a break."""
    if not glyphs:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    inner = np.flatnonzero(breaks) + 1
    return np.r_[0, inner], np.r_[inner, glyphs]


def _boxes(box: Any, first: Integers) -> Floats:
    """Return the boxes of sequences of glyphs, NaN where none of them has one."""
    if not len(first):
        return np.zeros((0, 4))
    low, high = np.fmin.reduceat(box[:, :2], first), np.fmax.reduceat(box[:, 2:], first)
    return np.hstack([low, high]).astype(np.float64)
