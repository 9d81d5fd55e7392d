"""Visualization of chunks: an HTML page of a document with coloured chunks, for one chunking or two side by side.

`page.py` writes the data into a page, `view.js` and `view.css` render it; `locations.py` and `locations.js` add
the time line, and the pages with boxes. The preview for notebooks is `shiplap.chunks.html`.

>>> import shiplap
>>> from shiplap.view import page
>>> text = "It rains in the hills. The old man snores. " * 60
>>> html = page(shiplap.chunk(text, "fixed-900"), shiplap.chunk(text, "fixed-1000"), title="rain")
>>> html.startswith("<!doctype html>"), "http" in html
(True, False)
"""

from shiplap.chunks.html import sample
from shiplap.view.page import page

__all__ = ["page", "sample"]
