"""Plots as SVG in plain strings: points with intervals, lines, boxes of sizes. No script, no font, no network.

Colours are CSS variables with defaults, so a page can set them; a `<title>` in each mark is shown on hover.
"""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

#: Colours of series, distinguishable with colour vision deficiency (after Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#a6761d")

#: Size of a plot with two axes in pixels, without its legend and further lines of its title.
WIDTH, HEIGHT = 540, 320

#: Factors on the widths of letters, regular and bold, and the height of a line in pixels.
REGULAR, BOLD, LINE = 1.0, 1.15, 16

#: Widths of letters of 12 px in pixels, those of a wide font: narrow and wide letters, and all others.
WIDTHS = {**dict.fromkeys("ijlI.,:;'|! ()[]ft", 5.0), **dict.fromkeys("mwMW@%…—", 12.0)}
OTHERS, CAPITALS = 7.7, 9.6

STYLE = (
    "text{font:12px system-ui,sans-serif;fill:var(--ink,#222)}.axis{stroke:var(--faint,#999);fill:none}"
    ".grid{stroke:var(--line,#e4e4e4)}.bar{stroke-width:1.5}"
)


class Axis(NamedTuple):
    """An axis that maps the numbers from `low` to `high` to the coordinates from `begin` to `end`."""

    name: str
    low: float
    high: float
    begin: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Return the coordinate of a number."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)

    def grid(self, top: float, bottom: float, labels: float) -> list[str]:
        """Draw lines from `top` to `bottom` at round numbers, with the numbers at the height `labels`."""
        parts = []
        for value in _powers(self.low, self.high) if self.log else ticks(self.low, self.high):
            at = f"{self.at(value):.1f}"
            parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>')
            parts.append(f'<text x="{at}" y="{labels}" text-anchor="middle">{value:g}</text>')
        return parts


class Frame:
    """A plot area with two axes and a legend below them; `log` makes the x axis logarithmic."""

    def __init__(
        self,
        title: str,
        x: tuple[str, float, float],
        y: tuple[str, float, float],
        legend: Sequence[str],
        colours: Mapping[str, str] | None,
        log: bool = False,
    ) -> None:
        self.heading: list[str] = wrapped(title, WIDTH - 64, BOLD)
        extra = LINE * (len(self.heading) - 1)
        self.height: int = HEIGHT + extra
        self.colours: dict[str, str] = palette(legend, colours)
        self.marks: list[str] = []
        (x_name, x_low, x_high), (y_name, y_low, y_high) = x, y
        if x_high <= x_low:
            x_low, x_high = x_low * 0.9, x_high * 1.1 + 1
        if y_high <= y_low:
            y_low, y_high = y_low - 0.05, y_high + 0.05
        self.x: Axis = Axis(x_name, x_low, x_high, 56, WIDTH - 24, log)
        self.y: Axis = Axis(y_name, y_low, y_high, self.height - 46, 34 + extra)

    def svg(self) -> str:
        """Return the plot as SVG."""
        left, right, top, bottom = self.x.begin, self.x.end, self.y.end, self.y.begin
        parts = [*_heading(left, self.heading), *self.x.grid(top, bottom, bottom + 16)]
        for value in ticks(self.y.low, self.y.high):
            at = f"{self.y.at(value):.1f}"
            parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at}" y2="{at}"/>')
            parts.append(f'<text x="{left - 6}" y="{at}" dy="4" text-anchor="end">{value:g}</text>')
        parts.append(f'<path class="axis" d="M{left} {top}V{bottom}H{right}"/>')
        parts.append(
            f'<text x="{(left + right) / 2:.0f}" y="{bottom + 36}" text-anchor="middle">{html.escape(self.x.name)}'
            f'</text><text transform="translate(14 {(top + bottom) / 2:.0f}) rotate(-90)" text-anchor="middle">'
            f"{html.escape(self.y.name)}</text>"
        )
        parts += self.marks
        for number, (name, colour) in enumerate(self.colours.items()):
            row = self.height + 4 + 18 * number
            shown = html.escape(shortened(name, right - left - 18))
            parts.append(
                f'<rect x="{left}" y="{row}" width="12" height="12" fill="{colour}"/>'
                f'<text x="{left + 18}" y="{row + 10}">{shown}<title>{html.escape(name)}</title></text>'
            )
        return document(WIDTH, self.height + 18 * len(self.colours), "".join(parts))


def document(width: int, height: int, inside: str) -> str:
    """Build a standalone SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="var(--paper,#fff)"/>{inside}</svg>'
    )


def colour(number: int) -> str:
    """Return the colour of a series; beyond COLOURS, a hue of its own.

    >>> colour(0), colour(8)
    ('#0072b2', 'hsl(20 60% 45%)')
    """
    return COLOURS[number] if number < len(COLOURS) else f"hsl({137.5 * number % 360:g} 60% 45%)"


def palette(names: Sequence[str], colours: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return a colour for each name: the one given, else by position."""
    given = colours or {}
    return {name: given.get(name) or colour(number) for number, name in enumerate(names)}


def extent(text: str, weight: float = REGULAR) -> float:
    """Estimate the width of a text of 12 px in pixels, rather too high than too low."""
    return weight * sum(WIDTHS.get(letter) or _width(letter) for letter in text)


def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 14.0
    return CAPITALS if letter.isupper() else OTHERS


def shortened(text: str, width: float) -> str:
    """Cut the middle out of a text that is wider than `width`.

    >>> shortened("sentence-3000 size 400 overlap 0.1", 150)
    'sentence-…verlap 0.1'
    """
    if extent(text) <= width:
        return text
    head, tail = text[: len(text) // 2], text[len(text) // 2 :]
    while extent(f"{head}…{tail}") > width and len(head + tail) > 2:
        head, tail = (head[:-1], tail) if len(head) >= len(tail) else (head, tail[1:])
    return f"{head}…{tail}"


def wrapped(text: str, width: float, weight: float = REGULAR) -> list[str]:
    """Divide a text into lines of at most `width` pixels, at spaces.

    >>> wrapped("Recall against characters shown, best configuration", 200)
    ['Recall against characters', 'shown, best configuration']
    """
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if lines[-1] and extent(joined, weight) > width:
            lines.append(shortened(word, width / weight))
        else:
            lines[-1] = joined if extent(joined, weight) <= width else shortened(joined, width / weight)
    return lines


def _heading(left: float, lines: Sequence[str]) -> list[str]:
    return [
        f'<text x="{left}" y="{18 + LINE * number}" style="font-weight:600">{html.escape(line)}</text>'
        for number, line in enumerate(lines)
    ]


def ticks(low: float, high: float, number: int = 5) -> list[float]:
    """Return round numbers in a range.

    >>> ticks(0.12, 0.9), ticks(0, 3200)
    ([0.2, 0.4, 0.6, 0.8], [0, 1000, 2000, 3000])
    """
    step = 10 ** math.floor(math.log10((high - low) / number))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= number)
    first = math.ceil(low / step - 1e-9)
    return [round(step * k, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _powers(low: float, high: float) -> list[float]:
    """Return doublings in a range."""
    found = [low]
    while found[-1] * 2 <= high * 1.001:
        found.append(found[-1] * 2)
    return found


def points(
    title: str,
    x_name: str,
    y_name: str,
    series: Mapping[str, Sequence[tuple[float, float, float, float, str]]],
    colours: Mapping[str, str] | None = None,
) -> str:
    """Plot points (x, y, low, high, label) with their intervals as bars, one colour per series; `colours` has
    colours by the names of series."""
    every = [point for each in series.values() for point in each]
    pad = 0.03 * (max(point[0] for point in every) - min(point[0] for point in every) or 1)
    frame = Frame(
        title,
        (x_name, min(point[0] for point in every) - pad, max(point[0] for point in every) + pad),
        (y_name, min(point[2] for point in every), max(point[3] for point in every)),
        list(series),
        colours,
    )
    for name, each in series.items():
        ink = frame.colours[name]
        for x, y, low, high, label in each:
            at, top, foot = f"{frame.x.at(x):.1f}", f"{frame.y.at(high):.1f}", f"{frame.y.at(low):.1f}"
            frame.marks.append(
                f'<g stroke="{ink}" fill="{ink}"><title>{html.escape(label)}</title>'
                f'<line class="bar" opacity=".35" x1="{at}" x2="{at}" y1="{foot}" y2="{top}"/>'
                f'<circle cx="{at}" cy="{frame.y.at(y):.1f}" r="3.5"/></g>'
            )
    return frame.svg()


def lines(
    title: str,
    x_name: str,
    y_name: str,
    xs: Sequence[float],
    series: Mapping[str, Sequence[float]],
    *,
    log: bool = True,
    colours: Mapping[str, str] | None = None,
) -> str:
    """Plot lines over the same x values, one colour each; `colours` has colours by the names of lines."""
    every = [value for each in series.values() for value in each]
    frame = Frame(title, (x_name, min(xs), max(xs)), (y_name, min(every), max(every)), list(series), colours, log)
    for name, each in series.items():
        ink = frame.colours[name]
        places = [(f"{frame.x.at(x):.1f}", f"{frame.y.at(y):.1f}") for x, y in zip(xs, each, strict=True)]
        path = " ".join(map(",".join, places))
        frame.marks.append(f'<polyline fill="none" stroke="{ink}" stroke-width="2" points="{path}"/>')
        for x, y, (at, height) in zip(xs, each, places, strict=True):
            label = html.escape(f"{name}: {y:.3f} at {x:g}")
            frame.marks.append(
                f'<circle cx="{at}" cy="{height}" r="3.5" fill="{ink}"><title>{label}</title></circle>'
            )
    return frame.svg()


def intervals(
    title: str, x_name: str, rows: Mapping[str, tuple[float, float, float]], marked: Sequence[str] = ()
) -> str:
    """Plot one row per entry (mean, low, high): a dot and an interval bar; marked rows in another colour."""
    low = min((each[1] for each in rows.values()), default=0)
    high = max((each[2] for each in rows.values()), default=1)
    pad = 0.02 * (high - low or 1)
    plot = _Rows(title, x_name, list(rows), low - pad, high + pad)
    for number, (name, (mean, least, most)) in enumerate(rows.items()):
        y, x = plot.y(number), plot.x.at
        ink = COLOURS[1] if name in marked else COLOURS[0]
        plot.add(
            number,
            f"{name}: {mean:.3f} ({least:.3f} to {most:.3f})",
            f'<line stroke="{ink}" stroke-width="2" opacity=".5" x1="{x(least):.1f}" x2="{x(most):.1f}"'
            f' y1="{y}" y2="{y}"/><circle fill="{ink}" cx="{x(mean):.1f}" cy="{y}" r="4"/>',
        )
    return plot.svg()


def boxes(
    title: str, x_name: str, rows: Mapping[str, Sequence[float]], colours: Mapping[str, str] | None = None
) -> str:
    """Plot one row per entry: a line from minimum to maximum, a box between the quartiles, a mark at the median.
    The numbers are percentiles from 0 to 100 in equal steps; `colours` has colours by the names of rows."""
    high = max((each[-1] for each in rows.values()), default=1) or 1
    plot = _Rows(title, x_name, list(rows), 0, high)
    for number, (name, each) in enumerate(rows.items()):
        y, x, ink = plot.y(number), plot.x.at, (colours or {}).get(name, COLOURS[0])
        steps = len(each) - 1
        quarter, half, three = (each[round(steps * share)] for share in (0.25, 0.5, 0.75))
        plot.add(
            number,
            f"{name}: min {each[0]:g}, median {half:g}, max {each[-1]:g}",
            f'<line stroke="{ink}" x1="{x(each[0]):.1f}" x2="{x(each[-1]):.1f}" y1="{y}" y2="{y}"/>'
            f'<rect fill="{ink}" opacity=".45" x="{x(quarter):.1f}" y="{y - 6}" height="12"'
            f' width="{max(1.0, x(three) - x(quarter)):.1f}"/>'
            f'<line class="axis" style="stroke:var(--ink,#222)" stroke-width="2.5" x1="{x(half):.1f}"'
            f' x2="{x(half):.1f}" y1="{y - 7}" y2="{y + 7}"/>',
        )
    return plot.svg()


class _Rows:
    """A plot of rows with names at the left, as wide as the longest of them up to 420 pixels."""

    def __init__(self, title: str, x_name: str, names: Sequence[str], low: float, high: float) -> None:
        self.names = names
        left: float = 16 + min(420, max((math.ceil(extent(name)) for name in names), default=0))
        width = max(WIDTH, left + 324)
        heading = wrapped(title, width - 16, BOLD)
        self.x: Axis = Axis(x_name, low, high, left, width - 24)
        self.top: float = 34 + LINE * (len(heading) - 1)
        self.bottom: float = self.top + 22 * len(names)
        self.parts: list[str] = _heading(8, heading) + self.x.grid(self.top - 6, self.bottom, self.bottom + 16)

    def y(self, row: int) -> float:
        """Return the middle of a row."""
        return self.top + 22 * row + 11

    def add(self, row: int, label: str, marks: str) -> None:
        """Draw a row: its name, and its marks, with a label on hover."""
        name = html.escape(shortened(self.names[row], self.x.begin - 16))
        self.parts.append(
            f'<g><title>{html.escape(label)}</title><text x="{self.x.begin - 8:g}" y="{self.y(row) + 4:.0f}"'
            f' text-anchor="end">{name}</text>{marks}</g>'
        )

    def svg(self) -> str:
        """Return the plot as SVG."""
        under = wrapped(self.x.name, self.x.end - self.x.begin)
        self.parts += [
            f'<text x="{(self.x.begin + self.x.end) / 2:.0f}" y="{self.bottom + 34 + LINE * number:g}"'
            f' text-anchor="middle">{html.escape(line)}</text>'
            for number, line in enumerate(under)
        ]
        height = self.bottom + 42 + LINE * (len(under) - 1)
        return document(round(self.x.end) + 24, round(height), "".join(self.parts))
