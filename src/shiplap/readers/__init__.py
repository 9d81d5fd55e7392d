"""Readers: what other tools write, as a `Document` whose chunks know their second, page and box.

`subtitles.py` reads SRT and WebVTT, `transcripts.py` the JSON of speech services (`speech.py` has a function for
each); `paragraphs.py` joins their cues. `items.py` makes a text of layout items; `docling_document.py` and
`unstructured_elements.py` read those of two parsers. `fields.py` checks the values of a JSON document.
"""

from shiplap.readers.docling_document import docling
from shiplap.readers.items import from_items
from shiplap.readers.subtitles import srt, vtt
from shiplap.readers.transcripts import transcript
from shiplap.readers.unstructured_elements import unstructured

__all__ = ["docling", "from_items", "srt", "transcript", "unstructured", "vtt"]
