"""Notebook preview of chunks: the beginning of the text with its chunks coloured, as HTML without a script."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from typing import Any, Protocol

#: Number of characters shown.
SHOWN = 4000

HUES = (210, 28, 130, 300, 50, 180, 345, 90)


class Shown(Protocol):
    """The interface of chunks that the preview uses."""

    @property
    def spans(self) -> Any: ...
    @property
    def texts(self) -> list[str]: ...
    @property
    def ids(self) -> list[str]: ...
    def _indices(self) -> range: ...
    def __len__(self) -> int: ...
    def __getitem__(self, rows: slice, /) -> Any: ...


def sample(chunks: Shown, shown: int = SHOWN) -> str:
    """Render the first chunks (up to `shown` characters), each with its facts on hover; text shared by two is
    striped.

    >>> import shiplap
    >>> sample(shiplap.chunk("x" * 1500, "fixed-1000", document_id="a")).count("<span")
    3
    """
    from html import escape  # its module takes long to import

    if not len(chunks):
        return ""
    if chunks._indices()[0] > chunks._indices()[-1]:
        chunks = chunks[::-1]
    spans = [(int(start), int(end)) for start, end in chunks.spans[: shown + 1].tolist()]
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    begin = spans[0][0]
    stop = min(begin + shown, ends[-1])
    places = sorted({begin, stop, *(place for span in spans for place in span if begin < place < stop)})
    first = chunks[: bisect_left(starts, stop)]  # the rest of a large text is not even read
    texts, ids, indices = first.texts, first.ids, first._indices()
    parts = []
    for start, end in itertools.pairwise(places):
        held = range(bisect_right(ends, start), bisect_right(starts, start))
        if not held:  # chunks omit only white space
            parts.append(" ")
            continue
        begun = spans[held[0]][0]
        written = escape(texts[held[0]][start - begun : end - begun].encode("utf-8", "replace").decode())
        label = "; ".join(f"{ids[row]}: {spans[row][0]} to {spans[row][1]}" for row in held[-5:])
        one, two = HUES[indices[held[0]] % len(HUES)], HUES[indices[held[-1]] % len(HUES)]
        ground = f"hsl({one} 75% 50% / .22)"
        if len(held) > 1:
            left, right = (f"hsl({hue} 75% 50% / .38)" for hue in (one, two))
            ground = f"repeating-linear-gradient(135deg,{left} 0 5px,{right} 5px 10px)"
        parts.append(f'<span style="background:{ground}" title="{escape(label)}">{written}</span>')
    rest = "" if stop >= spans[-1][1] and len(spans) == len(chunks) else "…"
    style = "white-space:pre-wrap;font-family:monospace;line-height:1.5;max-height:24em;overflow:auto"
    return f'<div><div style="{style}">{"".join(parts)}{rest}</div></div>'
