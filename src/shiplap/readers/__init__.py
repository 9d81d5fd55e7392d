"""Readers: files, and what other tools write, as a `Document` whose chunks know their second, page and box.

`read` reads any file. `registry.py` finds the reader of a file among the formats of `formats.py`, `options.py` has
the options of all of them, `child.py` runs parsers in child processes; `encodings.py` and `compressed.py` are for
what lies around a text.

`subtitles.py` reads SRT and WebVTT, `transcripts.py` the JSON of speech services (`speech.py` has a function for
each); `paragraphs.py` joins their cues. `items.py` makes a text of layout items; `docling_document.py` and
`unstructured_elements.py` read those of two parsers. `pdf_files.py` reads PDF: `pdf_lines.py` makes lines of
characters, `pdf_text.py` a text of lines. `fields.py` checks the values of a JSON document.
each); `paragraphs.py` joins their cues. `html_pages.py` reads HTML, and `charsets.py` decodes it. `items.py` makes a text of layout items; `docling_document.py` and
`unstructured_elements.py` read those of two parsers. `fields.py` checks the values of a JSON document.
`subtitles.py` reads SRT and WebVTT, `transcripts.py` the JSON of speech services (`speech.py` has a function
for each); `paragraphs.py` joins their cues. `html_pages.py` reads HTML, and `charsets.py` decodes it.
`items.py` makes a text of layout items; `docling_document.py` and `unstructured_elements.py` read those of two
parsers. `fields.py` checks the values of a JSON document.
"""

from shiplap.readers.docling_document import docling
from shiplap.readers.epub_books import epub
from shiplap.readers.formats import Format
from shiplap.readers.html_pages import html
from shiplap.readers.items import from_items
from shiplap.readers.mail import email, mhtml
from shiplap.readers.notebooks import notebook
from shiplap.readers.open_documents import odt
from shiplap.readers.options import ReadOptions
from shiplap.readers.pdf_files import pdf
from shiplap.readers.presentations import pptx
from shiplap.readers.reading import read
from shiplap.readers.spreadsheets import spreadsheet
from shiplap.readers.subtitles import srt, vtt
from shiplap.readers.transcripts import transcript
from shiplap.readers.unstructured_elements import unstructured
from shiplap.readers.word_documents import docx

__all__ = [
    "Format",
    "ReadOptions",
    "docling",
    "docx",
    "email",
    "epub",
    "from_items",
    "html",
    "mhtml",
    "notebook",
    "odt",
    "pdf",
    "pptx",
    "read",
    "spreadsheet",
    "srt",
    "transcript",
    "unstructured",
    "vtt",
]
