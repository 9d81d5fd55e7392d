"""HTML page that shows a document and its chunks: the data as JSON, and a script that draws the visible part."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunks import Chunks
from shiplap.chunks.context_limit import ContextLimit
from shiplap.content.region import Regions, regions
from shiplap.errors import OptionError
from shiplap.printable import counted, printable
from shiplap.view.locations import located, sheets

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Bars in the histogram of sizes.
BARS = 30

#: The limit of the headings of a region, in code points: each chunk may have others.
LIMIT = ContextLimit("characters", [200])

_LONE = re.compile("[\ud800-\udfff]")


def page(
    chunks: Chunks,
    compare: Chunks | None = None,
    *,
    title: str | None = None,
    pictures: Mapping[int, bytes] | None = None,
) -> str:
    """Build the HTML page of the chunks of a text, next to other chunks of the same text if `compare` is given.

    A list beside the text (above it in a narrow window) has the id, kind, size and headings of each chunk; the
    size is in the unit of the chunker. Hovering over a chunk shows its offsets, tokens and overlap too. Kind
    and headings come from the chunk if its chunker finds them, else from the region in which the chunk begins
    (`shiplap.regions`). `j` and `k` move to the next and the previous chunk, `/` opens the search; `#chunk-12`
    in the address opens the page at that chunk, `#compare-12` at that chunk of `compare`. A narrow window shows
    one of two chunkings at a time.

    Of a `Document` with provenance the page shows more: the location of each chunk; for `times` a time line with
    the span of each chunk, which arrow keys move along; for `runs` or `boxes` the outlines of the pages, in their
    true proportions, with the boxes of each chunk. `pictures` are files (PNG or JPEG) that are shown below the
    boxes, by the number of the page.

    The page loads nothing; it draws only the visible part, so large documents
    open at once.

    Raises OptionError for objects that are not whole `Chunks`, or for chunks of different texts.
    """
    shown = [("chunks", chunks)] + ([] if compare is None else [("compare", compare)])
    for option, each in shown:
        if not isinstance(each, Chunks) or not each.is_whole:
            raise OptionError(option, each, "must be the Chunks of a whole text")
    text = chunks.text
    if compare is not None and compare.text != text:
        raise OptionError("compare", compare, "must be chunks of the same text")
    found = Places(text, chunks.source or chunks.document_id)
    panes = [_pane(each, found) for _, each in shown]
    name = printable(title or chunks.source or chunks.document_id or "text")
    pages = sheets([(each, pane) for (_, each), pane in zip(shown, panes, strict=True)], pictures)
    data = _json({"title": name, "text": text, "panes": panes, "sheets": pages})
    heads = "".join(
        _head(each, pane, number, len(panes) > 1)
        for number, ((_, each), pane) in enumerate(zip(shown, panes, strict=True))
    )
    here = files("shiplap.view")
    style, more, script = ((here / part).read_text("utf-8") for part in ("view.css", "locations.js", "view.js"))
    where = outlines = ""
    if any("facts" in pane for pane in panes):
        where = '<p class="where"><output id="where"></output></p>'
    if pages:
        outlines = '<section id="pages" tabindex="0" aria-label="pages"><div id="sheets"></div></section>'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(name)}</title><style>\n{style}</style></head><body>"
        f'<header><h1>{html.escape(name)}</h1><div class="panes">{heads}</div>'
        '<p class="find"><input type="search" id="find" placeholder="search" aria-label="search the text"> '
        '<output id="found"></output></p>'
        '<p class="legend"><kbd>j</kbd> <kbd>k</kbd> next and previous chunk; <kbd>/</kbd> search,'
        ' <kbd>Enter</kbd> <kbd>Shift+Enter</kbd> next and previous match, <kbd>Esc</kbd> end; one colour per'
        ' chunk, <span style="background:repeating-linear-gradient(135deg,hsl(210 75% 50% / .38) 0 5px,'
        'hsl(28 75% 50% / .38) 5px 10px)">shared by two chunks</span>, grey: not in a chunk</p>'
        f"{where}"
        "<noscript><p>This page needs JavaScript.</p></noscript></header>"
        '<main><nav id="list" aria-label="chunks"><div id="entries"></div></nav>'
        '<div id="scroll"><div id="space"></div></div>'
        f'{outlines}</main><div id="tip" hidden></div>'
        f'<script id="data" type="application/json">{data}</script>'
        f"<script>\n{more}{script}</script></body></html>\n"
    )


class Places:
    """Kinds and headings of a text by offset."""

    def __init__(self, text: str, path: str | None) -> None:
        import numpy as np

        self.regions: Regions = regions(text, path=path, errors="surrogatepass")
        self._starts = self.regions.spans[:, 0] if len(self.regions) else np.zeros(0, np.int64)

    def at(self, places: npt.NDArray[np.int64]) -> list[tuple[str, tuple[str, ...]]]:
        """Return the kind and headings at each offset."""
        rows = (self._starts.searchsorted(places, "right") - 1).tolist()
        known: dict[int, tuple[str, tuple[str, ...]]] = {}
        for row in rows:
            if row not in known:
                region = self.regions[max(row, 0)]
                known[row] = (region.kind, LIMIT.headings(region.headings, LIMIT.room_in(0, in_table=False)))
        return [known[row] for row in rows]


def _pane(chunks: Chunks, found: Places) -> dict[str, Any]:
    """Collect the script's data for one chunking. Kinds and headings are indices into lists of distinct values."""
    spans = chunks.spans
    facts = found.at(spans[:, 0]) if len(chunks) else []
    kinds = [own or kind for own, (kind, _) in zip(chunks.kinds, facts, strict=True)]
    paths = [own or path for own, (_, path) in zip(chunks.headings, facts, strict=True)]
    names, all_paths = list(dict.fromkeys(kinds)), list(dict.fromkeys(paths))
    utf16 = chunks.utf16_spans
    return {
        "prefix": chunks.ids[0].removesuffix("0") if len(chunks) else "",
        "starts": utf16[:, 0].tolist(), "ends": utf16[:, 1].tolist(),
        "chars": spans.ravel().tolist(), "bytes": chunks.byte_spans.ravel().tolist(),
        "tokens": chunks.token_counts.tolist(),
        "unit": chunks.chunker.unit, "sizes": _sizes(chunks),
        "names": names, "kinds": _numbers(kinds, names),
        "paths": all_paths, "headings": _numbers(paths, all_paths), **located(chunks),
    }  # fmt: skip


def _sizes(chunks: Chunks) -> list[int]:
    """Return the size of each chunk in the unit of its chunker."""
    if chunks.chunker.unit == "tokens":
        counts: list[int] = chunks.token_counts.tolist()
        return counts
    spans = chunks.byte_spans if chunks.chunker.unit == "bytes" else chunks.spans
    sizes: list[int] = (spans[:, 1] - spans[:, 0]).tolist()
    return sizes


def _numbers(values: list[Any], different: list[Any]) -> list[int]:
    """Return the index of each value in the list of distinct values."""
    number = {value: place for place, value in enumerate(different)}
    return [number[value] for value in values]


def _head(chunks: Chunks, pane: dict[str, Any], number: int, is_one_of_several: bool) -> str:
    """Build the header of a pane: the chunker, the statistics, the sizes as bars, and the time line, which the
    script draws. One of several panes has a button that lists its chunks."""
    config = _config(chunks)
    stats = chunks.stats()
    name = " ".join(str(config[key]) for key in ("chunker", "chunk_size") if key in config)
    options = ("chunk_overlap", "min_size", "max_size", "snap", "unit")
    shown = [(key.replace("_", " "), config[key]) for key in options if config.get(key)]
    more = ", ".join(f"{key} {value}" for key, value in shown if value != "characters")
    sizes = pane["sizes"] or [0]
    spread = f"mean size {sum(sizes) / len(sizes):.0f} {pane['unit']} ({min(sizes):,} to {max(sizes):,})"
    button = f' <button type="button" data-pane="{number}">list these chunks</button>' if is_one_of_several else ""
    line = (
        f'<div class="times" data-pane="{number}" role="slider" tabindex="0" aria-valuenow="0" aria-valuemin="0"'
        f' aria-valuemax="{len(chunks) - 1}" aria-label="time line of {html.escape(name)}"></div>'
    )
    return (
        f"<div><h2>{html.escape(name)}</h2><p>{html.escape(more)}</p>"
        f"<p>{counted(stats.chunks, 'chunk', spec=',')}, {spread};"
        f" {stats.overlap_overhead:.1%} of the text in two chunks; of the chunks, {stats.cut_ratio:.1%} end inside"
        f" a sentence, {stats.duplicate_ratio:.1%} repeat the text of an earlier one</p>"
        f'<p>go to chunk <input type="number" min="0" aria-label="chunk of {html.escape(name)}">{button}</p>'
        f"{bars(pane)}{line if 'times' in pane else ''}</div>"
    )


def _config(chunks: Chunks) -> dict[str, Any]:
    try:
        return chunks.chunker.config
    except OptionError:  # the chunker contains a function without a name
        return {"chunker": chunks.chunker.name}


def bars(pane: dict[str, Any], width: int = 360, height: int = 34) -> str:
    """Draw the sizes of the chunks as bars, from zero to the largest."""
    import numpy as np

    sizes = np.array(pane["sizes"], np.int64)
    unit = pane["unit"]
    if not len(sizes):
        return ""
    counts, edges = np.histogram(sizes, BARS, (0, int(sizes.max())))
    step = (width - 2) / BARS
    parts = [
        f'<rect x="{1 + place * step:.1f}" y="{height - value:.1f}" width="{step - 1:.1f}" height="{value:.1f}">'
        f"<title>{counted(count, 'chunk')} of {low:.0f} to {high:.0f} {unit}</title></rect>"
        for place, (count, low, high) in enumerate(zip(counts.tolist(), edges, edges[1:], strict=False))
        if count and (value := max(1.5, height * count / counts.max()))
    ]
    return (
        f'<svg viewBox="0 0 {width} {height + 13}" width="{width}" height="{height + 13}" role="img"'
        f' aria-label="sizes of chunks">{"".join(parts)}<text x="1" y="{height + 11}">0</text>'
        f'<text x="{width - 1}" y="{height + 11}" text-anchor="end">{int(sizes.max()):,} {unit}</text></svg>'
    )


def _json(data: Any) -> str:
    """Encode JSON for a page: no mark that would end the script, no lone surrogate, which cannot be written."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _LONE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
