"""Office files: the words of each that are in the text of each library, and the speed of each.

    python -m benchmarks.readers.office               files made here, of 500 sections, 200 slides, 50,000 rows
    python -m benchmarks.readers.office --record      and write the raw figures

The files are written by python-docx, python-pptx and openpyxl. A file has words that are shown, each once and
known by a number, and in DOCX also words that are not: deleted ones, and those of a header. `shown` is the share
of the words that the text has, `hidden` the number of hidden words in it, `headings` the share of headings that it
marks.
Processor time: the best of three rounds. Libraries that are not installed are left out.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from time import process_time
from typing import Any, NamedTuple

import shiplap
from benchmarks import records
from benchmarks.machine import processor
from shiplap.readers import docx, pptx, spreadsheet

SECTIONS, SLIDES, ROWS = 500, 200, 50_000
ROUNDS = 3

_SHOWN = re.compile(r"\bword\d+\b")
_HIDDEN = re.compile(r"\bhidden\d+\b")
_HEADING = re.compile(r"^#+ +Heading (\d+)", re.MULTILINE)


class File(NamedTuple):
    """A file: its format, its content, how many words it shows, and how many headings."""

    format: str
    content: bytes
    words: int
    headings: int


def word_document() -> File:
    """Return a document of sections: a heading, a list with a note, a table, a deletion."""
    import docx as writer
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    document, words = writer.Document(), 0
    document.sections[0].header.paragraphs[0].text = "hidden0"
    deleted = f"<w:del {nsdecls('w')}><w:r><w:t>hidden{{}}</w:t></w:r></w:del>"
    for number in range(SECTIONS):
        document.add_heading(f"Heading {number}", 1 + number % 3)
        for style in ("Normal", "List Bullet", "List Number"):
            line = document.add_paragraph(" ".join(f"word{words + k}" for k in range(10)), style=style)
            words += 10
        line._p.append(parse_xml(deleted.format(number)))
        table = document.add_table(3, 3)
        for cell in (cell for row in table.rows for cell in row.cells):
            cell.text, words = f"word{words}", words + 1
    return File("docx", saved(document.save), words, SECTIONS)


def presentation() -> File:
    """Return slides: a title, a list, notes."""
    import pptx as writer

    slides, words = writer.Presentation(), 0
    for number in range(SLIDES):
        slide = slides.slides.add_slide(slides.slide_layouts[1])
        slide.shapes.title.text = f"Heading {number}"
        slide.placeholders[1].text = "\n".join(f"word{words + k}" for k in range(10))
        slide.notes_slide.notes_text_frame.text = f"word{words + 10}"
        words += 11
    return File("pptx", saved(slides.save), words, SLIDES)


def workbook() -> File:
    """Return a sheet of rows with a text, a number and a missing value."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Heading 0")
    for number in range(ROWS):
        sheet.append([f"word{number}", number / 7, None, "same"])
    return File("xlsx", saved(book.save), ROWS, 1)


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    """Return what a library saves."""
    file = io.BytesIO()
    save(file)
    return file.getvalue()


# ---- the libraries


def of_python_docx(content: bytes) -> str:
    """Return the paragraphs and the cells, as its documentation shows it."""
    import docx as library

    document = library.Document(io.BytesIO(content))
    cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return "\n".join([*(each.text for each in document.paragraphs), *cells])


def of_mammoth(content: bytes) -> str:
    """Return the Markdown."""
    import mammoth

    return str(mammoth.convert_to_markdown(io.BytesIO(content)).value)


def of_docx2python(content: bytes) -> str:
    """Return the text."""
    from docx2python import docx2python

    with docx2python(io.BytesIO(content)) as found:
        return str(found.body_text if hasattr(found, "body_text") else found.text)


def of_python_pptx(content: bytes) -> str:
    """Return the texts of shapes and notes, as its documentation shows it."""
    import pptx as library

    texts = []
    for slide in library.Presentation(io.BytesIO(content)).slides:
        texts += [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        texts.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(texts)


def of_calamine(content: bytes) -> str:
    """Return the values, one behind the other."""
    import python_calamine

    rows = python_calamine.load_workbook(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    return "\n".join(" ".join(map(str, row)) for row in rows)


def of_openpyxl(content: bytes) -> str:
    """Return the values, one behind the other."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True)
    return "\n".join(" ".join(map(str, row)) for row in book.worksheets[0].iter_rows(values_only=True))


#: The libraries of each format: the distribution, and the function.
LIBRARIES: dict[str, dict[str, Callable[[bytes], str]]] = {
    "docx": {
        "shiplap": lambda content: str(docx(content).text),
        "python-docx": of_python_docx,
        "mammoth": of_mammoth,
        "docx2python": of_docx2python,
    },
    "pptx": {"shiplap": lambda content: str(pptx(content).text), "python-pptx": of_python_pptx},
    "xlsx": {
        "shiplap": lambda content: str(spreadsheet(content).text),
        "python-calamine": of_calamine,
        "openpyxl": of_openpyxl,
    },
}


def measured(file: File) -> Iterator[dict[str, Any]]:
    """Yield the figures of each library that is installed."""
    for name, read in LIBRARIES[file.format].items():
        try:
            library = shiplap.__version__ if name == "shiplap" else version(name)
        except PackageNotFoundError:
            continue
        best, text = float("inf"), ""
        for _ in range(ROUNDS if name == "shiplap" else 1):
            begun = process_time()
            text = read(file.content)
            best = min(best, process_time() - begun)
        yield {
            "format": file.format,
            "library": f"{name} {library}",
            "shown": round(len(set(_SHOWN.findall(text))) / file.words, 4),
            "hidden": len(set(_HIDDEN.findall(text))),
            "headings": round(len(set(_HEADING.findall(text))) / file.headings, 4),
            "seconds": round(best, 3),
        }


def main() -> int:
    given = records.script(__doc__, "office").parse_args()
    rows = [row for file in (word_document(), presentation(), workbook()) for row in measured(file)]
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    records.write(given.record, {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "processor": processor(), "cases": rows,
    })  # fmt: skip
    ours = [row for row in rows if row["library"].startswith("shiplap")]
    return 0 if all(row["shown"] == row["headings"] == 1 and not row["hidden"] for row in ours) else 1


if __name__ == "__main__":
    raise SystemExit(main())
