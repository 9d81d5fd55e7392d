"""Plots as SVG in plain strings: points with intervals, lines, boxes of sizes. No script, no font, no network.

Colours are CSS variables with defaults, so a page can set them; a `<title>` in each mark is shown on hover.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence

#: Colours of series, distinguishable with colour vision deficiency (after Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#a6761d")

STYLE = (
    "text{font:12px system-ui,sans-serif;fill:var(--ink,#222)}.axis{stroke:var(--faint,#999);fill:none}"
    ".grid{stroke:var(--line,#e4e4e4)}.bar{stroke-width:1.5}"
)


class Frame:
    """A plot area with two axes that map numbers to coordinates. `log` makes the x axis logarithmic."""

    def __init__(
        self,
        title: str,
        x: tuple[str, float, float],
        y: tuple[str, float, float],
        *,
        width: int = 540,
        height: int = 320,
        legend: Sequence[str] = (),
        log: bool = False,
    ) -> None:
        self.log = log
        self.width: int = width
        self.height: int = height
        self.left: int = 56
        self.right: int = width - 24
        self.top: int = 34
        self.bottom: int = height - 46
        (x_name, x_low, x_high), (y_name, y_low, y_high) = x, y
        if x_high <= x_low:
            x_low, x_high = x_low * 0.9, x_high * 1.1 + 1
        if y_high <= y_low:
            y_low, y_high = y_low - 0.05, y_high + 0.05
        self.x_name: str = x_name
        self.x_low: float = x_low
        self.x_high: float = x_high
        self.y_name: str = y_name
        self.y_low: float = y_low
        self.y_high: float = y_high
        self.marks: list[str] = []
        self.legend: list[str] = list(legend)
        self.title = title

    def x(self, value: float) -> float:
        """Return the x coordinate of a number."""
        low, high, at = self.x_low, self.x_high, value
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(value)
        return self.left + (at - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the y coordinate of a number."""
        return self.bottom - (value - self.y_low) / (self.y_high - self.y_low) * (self.bottom - self.top)

    def svg(self) -> str:
        """Return the plot as SVG."""
        parts = [f'<text x="{self.left}" y="18" font-weight="600">{html.escape(self.title)}</text>']
        xs = _powers(self.x_low, self.x_high) if self.log else ticks(self.x_low, self.x_high)
        for value in xs:
            at = f"{self.x(value):.1f}"
            parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{self.top}" y2="{self.bottom}"/>')
            parts.append(f'<text x="{at}" y="{self.bottom + 16}" text-anchor="middle">{value:g}</text>')
        for value in ticks(self.y_low, self.y_high):
            at = f"{self.y(value):.1f}"
            parts.append(f'<line class="grid" x1="{self.left}" x2="{self.right}" y1="{at}" y2="{at}"/>')
            parts.append(f'<text x="{self.left - 6}" y="{at}" dy="4" text-anchor="end">{value:g}</text>')
        parts.append(f'<path class="axis" d="M{self.left} {self.top}V{self.bottom}H{self.right}"/>')
        middle = (self.left + self.right) / 2
        parts.append(
            f'<text x="{middle:.0f}" y="{self.bottom + 36}" text-anchor="middle">{html.escape(self.x_name)}</text>'
        )
        parts.append(
            f'<text transform="translate(14 {(self.top + self.bottom) / 2:.0f}) rotate(-90)" text-anchor="middle">'
            f"{html.escape(self.y_name)}</text>"
        )
        parts += self.marks
        height = self.height
        for number, name in enumerate(self.legend):
            row = height + 4 + 18 * number
            parts.append(f'<rect x="{self.left}" y="{row}" width="12" height="12" fill="{colour(number)}"/>')
            parts.append(f'<text x="{self.left + 18}" y="{row + 10}">{html.escape(name)}</text>')
        return document(self.width, height + 18 * len(self.legend), "".join(parts))


def document(width: int, height: int, inside: str) -> str:
    """Build a standalone SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" fill="var(--paper,#fff)"/>{inside}</svg>'
    )


def colour(number: int) -> str:
    """Return the colour of a series."""
    return COLOURS[number % len(COLOURS)]


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
) -> str:
    """Plot points (x, y, low, high, label) with their intervals as bars, one colour per series."""
    every = [point for each in series.values() for point in each]
    pad = 0.03 * (max(point[0] for point in every) - min(point[0] for point in every) or 1)
    frame = Frame(
        title,
        (x_name, min(point[0] for point in every) - pad, max(point[0] for point in every) + pad),
        (y_name, min(point[2] for point in every), max(point[3] for point in every)),
        legend=list(series),
    )
    for number, each in enumerate(series.values()):
        for x, y, low, high, label in each:
            at, top, foot = f"{frame.x(x):.1f}", f"{frame.y(high):.1f}", f"{frame.y(low):.1f}"
            frame.marks.append(
                f'<g stroke="{colour(number)}" fill="{colour(number)}"><title>{html.escape(label)}</title>'
                f'<line class="bar" opacity=".35" x1="{at}" x2="{at}" y1="{foot}" y2="{top}"/>'
                f'<circle cx="{at}" cy="{frame.y(y):.1f}" r="3.5"/></g>'
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
) -> str:
    """Plot lines over the same x values, one colour each."""
    every = [value for each in series.values() for value in each]
    frame = Frame(
        title, (x_name, min(xs), max(xs)), (y_name, min(every), max(every)), legend=list(series), log=log
    )  # fmt: skip
    for number, (name, each) in enumerate(series.items()):
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in zip(xs, each, strict=True))
        frame.marks.append(f'<polyline fill="none" stroke="{colour(number)}" stroke-width="2" points="{path}"/>')
        for x, y in zip(xs, each, strict=True):
            label = html.escape(f"{name}: {y:.3f} at {x:g}")
            frame.marks.append(
                f'<circle cx="{frame.x(x):.1f}" cy="{frame.y(y):.1f}" r="3.5" fill="{colour(number)}">'
                f"<title>{label}</title></circle>"
            )
    return frame.svg()


def intervals(
    title: str, x_name: str, rows: Mapping[str, tuple[float, float, float]], marked: Sequence[str] = ()
) -> str:
    """Plot one row per entry (mean, low, high): a dot and an interval bar; marked rows in another colour."""
    width, row, left = 540, 22, 240
    low = min((each[1] for each in rows.values()), default=0)
    high = max((each[2] for each in rows.values()), default=1)
    low, high = low - 0.02 * (high - low or 1), high + 0.02 * (high - low or 1)
    bottom = 34 + row * len(rows)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (width - 24 - left)

    parts = _ground(title, [(x(value), value) for value in ticks(low, high)], bottom)
    for number, (name, (mean, least, most)) in enumerate(rows.items()):
        y = 34 + row * number + row / 2
        ink = COLOURS[1] if name in marked else COLOURS[0]
        parts.append(
            f"<g><title>{html.escape(f'{name}: {mean:.3f} ({least:.3f} to {most:.3f})')}</title>"
            f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{html.escape(_short(name))}</text>'
            f'<line stroke="{ink}" stroke-width="2" opacity=".5" x1="{x(least):.1f}" x2="{x(most):.1f}"'
            f' y1="{y}" y2="{y}"/><circle fill="{ink}" cx="{x(mean):.1f}" cy="{y}" r="4"/></g>'
        )
    parts.append(_under(x_name, (left + width) / 2, bottom))
    return document(width, bottom + 42, "".join(parts))


def _ground(title: str, places: Sequence[tuple[float, float]], bottom: int) -> list[str]:
    """Draw the title of a plot of rows and its grid: coordinates with their numbers."""
    parts = [f'<text x="8" y="18" font-weight="600">{html.escape(title)}</text>']
    for at, value in places:
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="28" y2="{bottom}"/>')
        parts.append(f'<text x="{at:.1f}" y="{bottom + 16}" text-anchor="middle">{value:g}</text>')
    return parts


def _under(name: str, middle: float, bottom: int) -> str:
    return f'<text x="{middle:.0f}" y="{bottom + 34}" text-anchor="middle">{html.escape(name)}</text>'


def boxes(title: str, x_name: str, rows: Mapping[str, Sequence[float]]) -> str:
    """Plot one row per entry: a line from minimum to maximum, a box between the quartiles, a mark at the median.
    The numbers are percentiles from 0 to 100 in equal steps."""
    width, row, left = 540, 22, 240
    high = max((each[-1] for each in rows.values()), default=1) or 1
    bottom = 34 + row * len(rows)

    def x(value: float) -> float:
        return left + value / high * (width - 24 - left)

    parts = _ground(title, [(x(value), value) for value in ticks(0, high)], bottom)
    for number, (name, each) in enumerate(rows.items()):
        y = 34 + row * number + row / 2
        steps = len(each) - 1
        quarter, half, three = (each[round(steps * share)] for share in (0.25, 0.5, 0.75))
        parts.append(
            f"<g><title>{html.escape(f'{name}: min {each[0]:g}, median {half:g}, max {each[-1]:g}')}</title>"
            f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{html.escape(_short(name))}</text>'
            f'<line stroke="{COLOURS[0]}" x1="{x(each[0]):.1f}" x2="{x(each[-1]):.1f}" y1="{y}" y2="{y}"/>'
            f'<rect fill="{COLOURS[0]}" opacity=".45" x="{x(quarter):.1f}" y="{y - 6}" height="12"'
            f' width="{max(1.0, x(three) - x(quarter)):.1f}"/>'
            f'<line stroke="{COLOURS[1]}" stroke-width="2.5" x1="{x(half):.1f}" x2="{x(half):.1f}" y1="{y - 7}"'
            f' y2="{y + 7}"/></g>'
        )
    parts.append(_under(x_name, (left + width) / 2, bottom))
    return document(width, bottom + 42, "".join(parts))


def _short(name: str, most: int = 38) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
