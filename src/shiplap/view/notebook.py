"""The beginning of a text with its chunks coloured, for notebooks: HTML without a script."""

from __future__ import annotations

import html
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shiplap.chunks import Chunks

#: Characters that are shown.
SHOWN = 4000

HUES = (210, 28, 130, 300, 50, 180, 345, 90)


def sample(chunks: Chunks, shown: int = SHOWN) -> str:
    """The first chunks of some (up to so many characters), each with its facts on hover; what two share is
    striped.

    >>> import shiplap
    >>> sample(shiplap.chunk("x" * 1500, "fixed-1000", document_id="a")).count("<span")
    3
    """
    head = f"<b>{html.escape(repr(chunks)[1:-1])}</b>"
    if not len(chunks):
        return f"<div>{head}</div>"
    spans = [(int(start), int(end)) for start, end in chunks.spans[: shown + 1].tolist()]
    begin = spans[0][0]
    stop = min(begin + shown, max(end for _, end in spans))
    places = sorted({begin, stop, *(place for span in spans for place in span if begin < place < stop)})
    text, ids, indices = chunks.text, chunks[: len(spans)].ids, chunks.indices
    parts = []
    for start, end in itertools.pairwise(places):
        held = [row for row, span in enumerate(spans) if span[0] <= start and end <= span[1]]
        written = html.escape(text[start:end].encode("utf-8", "replace").decode())
        if not held:
            parts.append(f'<span style="opacity:.5">{written}</span>')
            continue
        told = "; ".join(f"{ids[row]}: {spans[row][0]} to {spans[row][1]}" for row in held)
        one, two = HUES[indices[held[0]] % len(HUES)], HUES[indices[held[-1]] % len(HUES)]
        ground = f"hsl({one} 75% 50% / .22)"
        if len(held) > 1:
            first, second = (f"hsl({hue} 75% 50% / .38)" for hue in (one, two))
            ground = f"repeating-linear-gradient(135deg,{first} 0 5px,{second} 5px 10px)"
        parts.append(f'<span style="background:{ground}" title="{html.escape(told)}">{written}</span>')
    rest = "" if stop >= spans[-1][1] and len(spans) == len(chunks) else " …"
    style = "white-space:pre-wrap;font-family:monospace;line-height:1.5;max-height:24em;overflow:auto"
    return f'<div>{head}<div style="{style}">{"".join(parts)}{rest}</div></div>'
