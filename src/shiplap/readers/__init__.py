"""Readers: files, and what other tools write, as a `Document` whose chunks know their second, page and box.

`read` reads any file. `registry.py` finds the reader of a file among the formats of `formats.py`, `options.py` has
the options of all of them, `child.py` runs parsers in child processes, `remarks.py` says how a file was read.
`encodings.py`, `compressed.py`, `archives.py` and `front_matter.py` are for what lies around a text, and
`signatures.py` names the files that are not read.

- HTML: `html_pages.py`, decoded by `charsets.py`.
- PDF: `pdf_files.py`; `pdf_lines.py` makes lines of characters, `pdf_text.py` a text of lines.
- Office files and books: `word_documents.py`, `presentations.py`, `spreadsheets.py`, `open_documents.py`,
  `epub_books.py`, over `packages.py` (zip files of XML under limits).
- Notebooks and mail: `notebooks.py`, `mail.py`.
- Speech: `subtitles.py` reads SRT and WebVTT, `transcripts.py` the JSON of speech services (`speech.py` has a
  function for each); `paragraphs.py` joins their cues.
- Other parsers: `items.py` makes a text of layout items; `docling_document.py` and `unstructured_elements.py` read
  those of two parsers. `fields.py` checks the values of a JSON document.
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
