"""The location of a chunk in its source: in words, and as an address that opens the source there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from shiplap.provenance.places import ranges

#: Returns an attribute of a chunk by its name in `shiplap.provenance.described.NAMES`.
Get = Callable[[str], Any]

#: The unescaped characters of the fragment of an address, besides letters, digits and -._~ (RFC 3986).
_SAFE = "!$&'()*+,;=:@/?"

#: The beginning of a URL.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def location(get: Get) -> str:
    """Return the location of a chunk in words: its pages, by their labels if all of them have one; else when it
    begins; else the range of its cells in each sheet; "" if none of these is known.

    >>> from shiplap.provenance.described import attribute
    >>> for described in ({"pages": [4, 4], "page_labels": ["iv"]}, {"pages": [3, 5], "page_labels": ["3"]},
    ...                   {"time": [12.5, 20.0]}, {"cells": [["Costs", 12, 1, 4], ["Costs", 17, 1]]}):
    ...     location(lambda name: attribute(name, described))
    'page iv'
    'pages 3-5'
    '0:12.5'
    'Costs!A12:D17'
    """
    pages, time = get("pages"), get("time")
    if pages is not None:
        first, last = pages
        labels = get("page_labels")
        if len(labels) != last - first + 1 or not all(label.strip() for label in labels):
            labels = pages
        return f"page {labels[0]}" if first == last else f"pages {labels[0]}-{labels[-1]}"
    if time is not None:
        return clock(time[0])
    return ", ".join(ranges(get("cells")))


def clock(seconds: float) -> str:
    """Format a time in a recording as a player shows it, with milliseconds if it has any.

    >>> clock(5), clock(12.5), clock(3725.0625), clock(59.9999)
    ('0:05', '0:12.5', '1:02:05.062', '1:00')
    """
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    written = _short(f"{rest // 1000:02}.{rest % 1000:03}")
    return f"{hours}:{minutes:02}:{written}" if hours else f"{minutes}:{written}"


def address(source: str | None, get: Get) -> str | None:
    """Return what opens a source at the location of a chunk: the source, `#` and a fragment.

    The fragment is the first of these that is known: the first page, `page=12`; the time in seconds, `t=12.5,20`
    (W3C media fragments); the anchor; the range of cells in the first sheet, `Costs!A12:D17`. It is
    percent-encoded, so it never contains `#`: what follows the last `#` is the fragment. A fragment that the URL
    already has is replaced. Without a fragment the address is the source, and without a source it is None.

    >>> from shiplap.provenance.described import attribute
    >>> address("talk.mp4", lambda name: attribute(name, {"time": [12.5, 20.0]}))
    'talk.mp4#t=12.5,20'
    >>> address("https://example.org/a#top", lambda name: attribute(name, {"anchor": "how to"}))
    'https://example.org/a#how%20to'
    """
    fragment = "" if source is None else _fragment(get)
    if source is None or not fragment:
        return source
    document = source.partition("#")[0] if _URL.match(source) else source
    return f"{document}#{fragment}"


def _fragment(get: Get) -> str:
    pages, time = get("pages"), get("time")
    if pages is not None:
        return f"page={pages[0]}"
    if time is not None:
        begin, finish = (_short(f"{seconds:.3f}") for seconds in time)
        return f"t={begin}" if begin == finish else f"t={begin},{finish}"
    anchor, cells = get("anchor"), get("cells")
    return quote(anchor or "".join(ranges(cells)[:1]), _SAFE, errors="surrogatepass")


def _short(decimals: str) -> str:
    """Remove the zeros at the end of a number with decimals."""
    return decimals.rstrip("0").rstrip(".")
