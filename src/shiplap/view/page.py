"""HTML page that shows a document and its chunks: the data as JSON, and a script that draws the visible part."""

from __future__ import annotations

import html
import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunks import Chunks
from shiplap.content.region import Regions, regions
from shiplap.errors import OptionError
from shiplap.printable import printable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Bars in the histogram of sizes.
BARS = 30

_LONE = re.compile("[\ud800-\udfff]")


def page(chunks: Chunks, compare: Chunks | None = None, *, title: str | None = None) -> str:
    """Build the HTML page of the chunks of a text, next to other chunks of the same text if `compare` is given.

    A list shows the id, kind, headings and size of each chunk, the size in the unit of its chunker; hovering over
    a chunk shows its offsets too. Kind and headings come from the chunk if its chunker finds them, else from the
    region in which the chunk begins (`shiplap.regions`). The keys j and k choose the next and the previous chunk,
    / searches the text, and `page.html#chunk-12` opens the page at a chunk (`#compare-chunk-12` in the second
    chunks).
    The page loads nothing; it draws only the visible part, so large documents open at once.

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
    data = _json({"title": name, "text": text, "panes": panes})
    heads = "".join(_head(each, pane) for (_, each), pane in zip(shown, panes, strict=True))
    here = files("shiplap.view")
    style, script = ((here / part).read_text("utf-8") for part in ("view.css", "view.js"))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(name)}</title><style>\n{style}</style></head><body>"
        f'<header><h1>{html.escape(name)}</h1><div class="panes">{heads}</div>'
        '<div class="tools"><label>search <input id="query" type="search" placeholder="text"></label>'
        '<output id="found"></output><span><kbd>/</kbd> search <kbd>n</kbd> next match <kbd>j</kbd> <kbd>k</kbd>'
        " next and previous chunk</span></div>"
        '<p class="legend">one colour per chunk <span style="background:repeating-linear-gradient(135deg,'
        'hsl(210 75% 50% / .38) 0 5px,hsl(28 75% 50% / .38) 5px 10px)">shared by two chunks</span>'
        "grey: not in a chunk</p></header>"
        f'<main><nav id="list" aria-label="chunks">{_tabs(shown)}<div id="items"><div id="listed"></div></div>'
        '</nav><div id="scroll"><div id="space"></div></div></main><div id="tip" hidden></div>'
        f'<script id="data" type="application/json">{data}</script><script>\n{script}</script></body></html>\n'
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
                known[row] = (region.kind, region.headings)
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
        "unit": chunks.chunker.unit, "sizes": chunks._sizes(),
        "prefix": chunks.ids[0].removesuffix("0") if len(chunks) else "",
        "starts": utf16[:, 0].tolist(), "ends": utf16[:, 1].tolist(),
        "chars": spans.ravel().tolist(), "bytes": chunks.byte_spans.ravel().tolist(),
        "tokens": chunks.token_counts.tolist(),
        "names": names, "kinds": _numbers(kinds, names),
        "paths": all_paths, "headings": _numbers(paths, all_paths),
    }  # fmt: skip


def _tabs(shown: list[tuple[str, Chunks]]) -> str:
    """Build the buttons that choose the chunks of the list, if there are several."""
    if len(shown) == 1:
        return ""
    names = (html.escape(_name(chunks)) for _, chunks in shown)
    return '<div id="tabs">' + "".join(f'<button type="button">{name}</button>' for name in names) + "</div>"


def _name(chunks: Chunks) -> str:
    """The chunker and its size."""
    config = _config(chunks)
    return " ".join(str(config[key]) for key in ("chunker", "chunk_size") if key in config)


def _numbers(values: list[Any], different: list[Any]) -> list[int]:
    """Return the index of each value in the list of distinct values."""
    number = {value: place for place, value in enumerate(different)}
    return [number[value] for value in values]


def _head(chunks: Chunks, pane: dict[str, Any]) -> str:
    """Build the header of a pane: the chunker, the statistics, and the sizes as bars."""
    config = _config(chunks)
    stats = chunks.stats()
    name = _name(chunks)
    options = ("chunk_overlap", "min_size", "max_size", "snap", "unit")
    shown = [(key.replace("_", " "), config[key]) for key in options if config.get(key)]
    more = ", ".join(f"{key} {value}" for key, value in shown if value != "characters")
    return (
        f"<div><h2>{html.escape(name)}</h2><p>{html.escape(more)}</p>"
        f"<p>{stats.chunks:,} chunks{_range(pane)}; stored twice {stats.overlap_overhead:.1%},"
        f" cut mid-sentence {stats.cut_ratio:.1%}, duplicates {stats.duplicate_ratio:.1%}</p>"
        f'<p>go to chunk <input type="number" min="0" aria-label="chunk of {html.escape(name)}"></p>'
        f"{bars(pane)}</div>"
    )


def _range(pane: dict[str, Any]) -> str:
    """Describe the sizes of the chunks."""
    sizes = pane["sizes"]
    if not sizes:
        return ""
    return f", mean size {sum(sizes) / len(sizes):.0f} {pane['unit']} ({min(sizes):,} to {max(sizes):,})"


def _config(chunks: Chunks) -> dict[str, Any]:
    try:
        return chunks.chunker.config
    except OptionError:  # the chunker contains a function without a name
        return {"chunker": chunks.chunker.name}


def bars(pane: dict[str, Any], width: int = 360, height: int = 34) -> str:
    """Draw the sizes of the chunks as bars, from zero to the largest."""
    import numpy as np

    sizes, unit = np.array(pane["sizes"], np.int64), pane["unit"]
    if not len(sizes):
        return ""
    counts, edges = np.histogram(sizes, BARS, (0, int(sizes.max())))
    step = (width - 2) / BARS
    parts = [
        f'<rect x="{1 + place * step:.1f}" y="{height - value:.1f}" width="{step - 1:.1f}" height="{value:.1f}">'
        f"<title>{count} chunks of {low:.0f} to {high:.0f} {unit}</title></rect>"
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
