"""PDF files: text, boxes and edges, furniture, hyphens, headings, metadata, and files that cannot be read."""

from __future__ import annotations

import ctypes
import io
import sys
import threading
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError, TextTypeError
from shiplap.provenance.tables import DIRECTIONS
from shiplap.readers import pdf
from tests.support.pdf import File, Line, Page, paragraph

pypdfium2 = pytest.importorskip("pypdfium2")

PROSE = (
    "The pump must be vented before it is used for the first\n"
    "time, because air in the housing would let the bearings\n"
    "run dry. Open the valve by a quarter turn, and wait."
)
JOINED = PROSE.replace("\n", " ")


def read(*lines: Line, **options: Any) -> shiplap.Document:
    """Return the document of a page with these lines."""
    return pdf(File([Page(lines)]).data(), **options)


def text_of(prose: str, **options: Any) -> str:
    return read(*paragraph(prose), **options).text


# ---- boxes and edges


def shown_boxes(data: bytes) -> list[list[tuple[str, float, float, float, float]]]:
    """Return the visible characters of each page and their boxes as displayed, by calls of pypdfium2."""
    pages = []
    for page in pypdfium2.PdfDocument(data):
        left, bottom, right, top = page.get_bbox()
        text = page.get_textpage()
        found = []
        for i in range(text.count_chars()):
            letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text, i))
            x0, y0, x1, y1 = text.get_charbox(i)
            if letter.isspace():
                continue
            corners = {
                0: ((x0 - left, top - y1), (x1 - left, top - y0)),
                90: ((y0 - bottom, x0 - left), (y1 - bottom, x1 - left)),
                180: ((right - x1, y0 - bottom), (right - x0, y1 - bottom)),
                270: ((top - y1, right - x1), (top - y0, right - x0)),
            }[page.get_rotation()]
            found.append((letter, *corners[0], *corners[1]))
        pages.append(found)
    return pages


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (10, 30, 290, 395)])
@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_boxes_as_displayed(rotate: int, crop: Any, angle: float) -> None:
    """The box of a run is that of its glyphs, and each edge is where its glyph begins along the line."""
    line = Line(150, 200, "Vent it, now.", angle=angle)
    data = File([Page([line], rotate=rotate, crop=crop)]).data()
    document = pdf(data)
    assert document.text == "Vent it, now."
    (page,), (run,) = document.provenance["pages"], document.provenance["runs"]
    width, height = (280, 365) if crop else (300, 400)
    assert page[3:] == ((width, height) if rotate % 180 == 0 else (height, width)) + (rotate,)
    (glyphs,) = shown_boxes(data)
    boxes = np.array([glyph[1:] for glyph in glyphs])
    assert run[3:7] == pytest.approx((*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)), abs=1e-3)
    direction = ("ltr", "ttb", "rtl", "btt")[(rotate - angle) // 90 % 4]
    assert ("ltr", "rtl", "ttb", "btt")[run[7]] == direction
    side = {"ltr": 0, "ttb": 1, "rtl": 2, "btt": 3}[direction]
    edges = document.provenance["runs"]["edges"]
    visible = [i for i, letter in enumerate(document.text) if not letter.isspace()]
    assert edges[visible] == pytest.approx(boxes[:, side], abs=1e-3)
    assert not np.isnan(edges).any() and len(edges) == len(document.text)


@pytest.mark.parametrize("kept", ["plain", "in streams", "encrypted"])
def test_units_of_pages(kept: str) -> None:
    pikepdf = pytest.importorskip("pikepdf")
    data = File([Page(paragraph(PROSE)) for _ in range(3)]).data()
    streams = pikepdf.ObjectStreamMode
    mode = streams.disable if kept == "plain" else streams.generate
    encryption = pikepdf.Encryption(owner="owner", user="secret") if kept == "encrypted" else False
    with pikepdf.open(io.BytesIO(data)) as file:
        inner = pikepdf.Dictionary(Type=pikepdf.Name.Pages, Count=2, Parent=file.Root.Pages)
        file.pages[1].obj.UserUnit = 2.5
        node = file.make_indirect(inner)
        node.Kids = pikepdf.Array(list(file.Root.Pages.Kids)[1:])
        for kid in node.Kids:
            kid.Parent = node
        file.Root.Pages.Kids = pikepdf.Array([file.Root.Pages.Kids[0], node])
        out = io.BytesIO()
        file.save(out, object_stream_mode=mode, encryption=encryption)
    options: dict[str, Any] = {"password": "secret" if encryption else None, "furniture": "keep"}
    found, plain = pdf(out.getvalue(), **options), pdf(data, furniture="keep")
    assert found.text == plain.text and found.provenance is not None and plain.provenance is not None
    units = np.array([1, 2.5, 1])
    for table, names in (("pages", ("width", "height")), ("runs", ("x0", "y0", "x1", "y1"))):
        columns, others = found.provenance[table], plain.provenance[table]
        factor = units[np.asarray(columns["number" if table == "pages" else "page"]) - 1]
        for name in names:
            np.testing.assert_allclose(columns[name], others[name] * factor, rtol=1e-6)
    runs, others = found.provenance["runs"], plain.provenance["runs"]
    factor = np.repeat(units[np.asarray(runs["page"]) - 1], np.asarray(runs["end"]) - np.asarray(runs["start"]))
    np.testing.assert_allclose(runs["edges"], others["edges"] * factor, rtol=1e-6)
    second = pdf(out.getvalue(), pages="2", **options).provenance
    assert second is not None and second["pages"]["width"].tolist() == [750]


def test_units_that_break_a_rule() -> None:
    data = File([Page(paragraph(PROSE))]).data()
    for unit in (b"0", b"-1", b"/x", b"[2]", b"1234567890"):
        changed = data.replace(b"/Type /Page ", b"/Type /Page /UserUnit %s " % unit, 1)
        tables = pdf(changed).provenance
        assert tables is not None and tables["pages"]["width"].tolist() == [300]


def test_chunks_have_the_boxes_of_their_glyphs() -> None:
    """Cut anywhere, the boxes of a chunk contain the centres of its glyphs, and no others."""
    data = File(
        [Page([*paragraph(PROSE), Line(200, 100, "aside", angle=90)]), Page(paragraph(PROSE[:200]))]
    ).data()
    document = pdf(data, furniture="keep")
    letters = [(i, letter) for i, letter in enumerate(document.text) if not letter.isspace()]
    glyphs = [(number, *glyph) for number, page in enumerate(shown_boxes(data), 1) for glyph in page]
    assert [letter for _, letter in letters] == [glyph[1] for glyph in glyphs]
    for chunk in shiplap.FixedChunker(17, 5).chunk(document):
        for (at, _), (page, _, x0, y0, x1, y1) in zip(letters, glyphs, strict=True):
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            inside = any(
                box.page == page and box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in chunk.boxes
            )
            assert inside == (chunk.start <= at < chunk.end), (chunk.text, at)


def test_lines_at_an_angle() -> None:
    """The box of a line at another angle is no large square: each glyph has its own."""
    document = read(Line(50, 50, "draft", size=40, angle=45))
    runs = document.provenance["runs"]
    assert document.text == "draft" and len(runs) == 5
    assert (runs["x1"] - runs["x0"]).max() < 60


def test_columns_have_their_own_boxes() -> None:
    """Words far apart on one line are two runs; a tab is between them."""
    document = read(Line(20, 200, "left"), Line(200, 200, "right"))
    assert document.text == "left\tright"
    assert document.provenance["runs"]["x1"][0] < 50 and document.provenance["runs"]["x0"][1] > 199


def test_scripts_from_the_right() -> None:
    """The letters of Hebrew stand in the order of reading, and their run goes to the left."""
    document = read(Line(50, 200, "\u05dd\u05d5\u05dc\u05e9"))
    assert document.text == "\u05e9\u05dc\u05d5\u05dd"
    runs = document.provenance["runs"]
    assert runs["direction"].tolist() == [1] and (np.diff(runs["edges"]) < 0).all()


def test_letters_that_share_a_glyph() -> None:
    """Ligatures, surrogate pairs and combining marks: edges of one glyph are equal."""
    file = File([Page([Line(20, 300, "e\u00c0cient \u00c1 n\u0301o")])], {"\u00c0": "ffi", "\u00c1": "\U0001f600"})
    document = pdf(file.data())
    assert document.text == "efficient \U0001f600 n\u0301o"
    edges = document.provenance["runs"]["edges"].tolist()
    assert edges[1] == edges[2] == edges[3] < edges[4]
    assert edges[12] == edges[13] < edges[14]


def test_ligatures_of_old_fonts() -> None:
    """A glyph without a name, with the code of a ligature of TeX, is that ligature within a word; elsewhere it is
    left out, as are other control characters."""
    document = read(Line(20, 300, "di\x0berent \x0cx su\x1ecient"), Line(20, 270, "\x0b A\x01\x0cB"))
    assert document.text == "different fix sufficient\n\nAB"


def test_characters_that_are_none() -> None:
    """NUL, noncharacters and controls are no part of the text; all of the rest has edges."""
    glyphs = {"\u00c0": "\0", "\u00c1": "\ufffe", "\u00c2": "\x7f", "\u00c3": "\ud800"}
    document = pdf(File([Page([Line(20, 300, "a\u00c0b\u00c1c\u00c2d\u00c3e")])], glyphs).data())
    assert document.text == "abcde"


@pytest.mark.filterwarnings("error")
def test_lines_without_a_box() -> None:
    far = [Line(50, 300, "Rain falls."), Line(2e6, 280, "Far away."), Line(50, 2e6, "Up."), Line(50, 260, "Snow.")]
    document = read(*far)
    assert document.text == "Rain falls.\n\nFar away.\n\nUp.\n\nSnow." and document.provenance is not None
    assert [document.text[start] for start in document.provenance["runs"]["start"]] == ["R", "S"]


def test_white_space_about_lines() -> None:
    document = read(Line(20, 300, "  one  "), Line(20, 200, "   "), Line(20, 100, " two "))
    assert document.text == "one\n\ntwo"
    assert [row[:2] for row in document.provenance["runs"]] == [(0, 3), (5, 8)]


def test_characters_by_their_addresses() -> None:
    """The bulk reader says what the calls of pypdfium2 say of each character."""
    from shiplap._core import readers

    raw = pypdfium2.raw
    functions = [ctypes.cast(getattr(raw, name), ctypes.c_void_p).value for name in readers.PDFIUM_FUNCTIONS]
    reader = readers.PageReader(functions)
    page = pypdfium2.PdfDocument(File([Page(paragraph(PROSE))]).data())[0]
    text = page.get_textpage()
    handle = ctypes.cast(text.raw, ctypes.c_void_p).value
    found, edges, lines, sizes, runs, boxes, marks = reader.read(handle, (1, 0, 0, 1, 0, 0))
    assert found == text.get_text_range().replace("\r\n", "")
    letters = [text.get_charbox(i) for i in range(text.count_chars()) if raw.FPDFText_GetUnicode(text, i) > 32]
    visible = [edge for edge, letter in zip(edges, found, strict=True) if letter > " "]
    assert pytest.approx([box[0] for box in letters]) == visible
    end = len(PROSE.split("\n")[0])
    assert lines.tolist()[:9] == [0, end, 3, 0, 0, ord("T"), ord("t"), end, 2 * end] and sizes[0] == 10
    assert runs.tolist()[:4] == [0, 0, end, 0] and len(runs) == len(boxes) == 12 and len(marks) == 0
    assert [len(each) for each in reader.read(0, (1, 0, 0, 1, 0, 0))] == [0] * 7
    with pytest.raises(ValueError, match="addresses: one for each of PDFIUM_FUNCTIONS"):
        readers.PageReader(functions[:-1])
    with pytest.raises(ValueError, match="none of which is 0"):
        readers.PageReader([0] * len(functions))


def of_codes(codes: Sequence[int], matrix: Sequence[float] = (1, 0, 0, 1), step: float = 10) -> tuple[Any, ...]:
    """Return what the bulk reader finds in characters side by side, each 10 points wide."""
    from shiplap._core import readers

    raw = pypdfium2.raw

    def box(_: Any, i: int, left: Any, right: Any, bottom: Any, top: Any) -> int:
        left[0], right[0], bottom[0], top[0] = step * i, step * i + 10, 0.0, 10.0
        return 1

    def origin(_: Any, i: int, x: Any, y: Any) -> int:
        x[0], y[0] = step * i, 0.0
        return 1

    def matrix_of(_: Any, i: int, found: Any) -> int:
        found[0].a, found[0].b, found[0].c, found[0].d, found[0].e, found[0].f = (*matrix, 0, 0)
        return 1

    number, double = ctypes.c_int, ctypes.POINTER(ctypes.c_double)
    pointer, page = ctypes.c_void_p, ctypes.c_void_p(1)
    functions = [
        ctypes.CFUNCTYPE(number, pointer)(lambda _: len(codes)),
        ctypes.CFUNCTYPE(ctypes.c_uint, pointer, number)(lambda _, i: codes[i]),
        ctypes.CFUNCTYPE(number, pointer, number)(lambda _, i: 0),
        ctypes.CFUNCTYPE(number, pointer, number)(lambda _, i: 0),
        ctypes.CFUNCTYPE(number, pointer, number, double, double, double, double)(box),
        ctypes.CFUNCTYPE(number, pointer, number, double, double)(origin),
        ctypes.CFUNCTYPE(pointer, pointer, number)(lambda _, i: 1),
        ctypes.CFUNCTYPE(number, pointer, number, ctypes.POINTER(raw.FS_MATRIX))(matrix_of),
        ctypes.CFUNCTYPE(ctypes.c_double, pointer, number)(lambda _, i: 10.0),
    ]
    reader = readers.PageReader([ctypes.cast(each, pointer).value for each in functions])
    return reader.read(page.value, (1, 0, 0, 1, 0, 0))


#: The first and the last code of each range without combining marks.
UNMARKED = [
    (0x370, 0x482), (0x48A, 0x590), (0x1E00, 0x20CF), (0x2100, 0x2CEE), (0x309B, 0xA66E), (0xAC00, 0xFB1D),
    (0xFE30, 0xFFFF),
]  # fmt: skip


def test_codes_that_may_be_combining_marks() -> None:
    """The ends of the ranges without marks are not listed, and the codes beside them are. No range has a mark."""
    edges = {each for first, last in UNMARKED for each in (first, last) if is_kept(each)}
    beside = {each for first, last in UNMARKED for each in (first - 1, last + 1) if is_kept(each)} | {0x300}
    for code in sorted(edges | beside | {0x2FF}):
        first, step = (0x5D0, -10) if 0x590 <= code < 0x900 or 0xFB1D <= code < 0xFE00 else (ord("a"), 10)
        text, *_, marks = of_codes([first, code], step=step)
        assert text == chr(first) + chr(code)
        assert marks.tolist() == ([1, code] if code in beside else []), hex(code)
    every = (code for code in range(sys.maxunicode + 1) if unicodedata.combining(chr(code)))
    assert not [hex(code) for code in every if any(first <= code <= last for first, last in UNMARKED)]


def is_kept(code: int) -> bool:
    """Return whether the reader keeps a code as a letter: no white space, half of a pair, or noncharacter."""
    return not chr(code).isspace() and not 0xD800 <= code < 0xE000 and code not in (0xFFFE, 0xFFFF)


def test_halves_of_pairs() -> None:
    """Both ends of both ranges make one character; a half alone is left out."""
    for high, low in ((0xD800, 0xDC00), (0xDBFF, 0xDC00), (0xD800, 0xDFFF), (0xDBFF, 0xDFFD)):
        text = of_codes([97, high, low, 98])[0]
        assert text == "a" + chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)) + "b"


@pytest.mark.parametrize("letter", ["0", "9", "A", "Z", "a", "z", "À"])
def test_letters_and_digits_after_a_script_from_the_right_go_to_the_right(letter: str) -> None:
    """The directions of the runs: from the right, and then from the left."""
    runs = of_codes([0x5D0, ord(letter), ord(letter)])[4].tolist()
    assert runs[3::4] == [1, 0]


def test_the_largest_slope_of_a_straight_line() -> None:
    slope = float(np.float32(0.05))
    for matrix, direction in (
        ((1, slope, 0, 1), 0), ((slope, 1, 0, 1), 2), ((-1, slope, 0, 1), 1), ((slope, -1, 0, 1), 3),
    ):  # fmt: skip
        runs = of_codes([97], matrix)[4].tolist()
        assert runs[3] == direction


# ---- paragraphs and lines


def test_paragraphs() -> None:
    """Lines of a paragraph are joined; an indented line and a larger gap begin another one."""
    first = paragraph(PROSE)
    second = [
        Line(32, 344, "Close it, and only then switch the motor on; the"),
        Line(20, 332, "pressure must rise."),
    ]
    third = paragraph(PROSE, top=300)
    text = read(*first, *second, *third).text
    later = "Close it, and only then switch the motor on; the pressure must rise."
    assert text == f"{JOINED}\n\n{later}\n\n{JOINED}"


def test_lines_that_are_kept() -> None:
    """Lines that would have had room for the next word, and items of lists, keep their ends."""
    assert text_of("x = 1\ny = 2\nprint(x + y, 'and a long comment behind it')") == (
        "x = 1\ny = 2\nprint(x + y, 'and a long comment behind it')"
    )
    items = "\u2022 one that is as wide as the next\n\u2022 two that is as wide as before\n(a) three"
    assert text_of(items) == items


def test_paragraph_over_pages() -> None:
    """A sentence that goes on on the next page is joined, and its chunk has both pages."""
    first, second = PROSE.split("\n")[:2], PROSE.split("\n")[2:]
    pages = [Page(paragraph("\n".join(first))), Page(paragraph("\n".join(second)))]
    document = pdf(File(pages).data())
    assert document.text == JOINED
    (chunk,) = shiplap.chunk(document)
    assert chunk.pages == (1, 2)


def test_chinese_lines() -> None:
    """No space comes between lines of a script that has none."""
    lines = "泵在首次使用之前必须\n排气因为空气会使轴承\n流失"
    assert text_of(lines) == lines.replace("\n", "")


# ---- hyphens


BROKEN = "All of the avail-\nable valves are open now"


def test_hyphens() -> None:
    """A word that is known, or ends with a known end, is joined; compounds and unknown words keep the hyphen."""
    assert text_of(f"{BROKEN}, and available") == "All of the available valves are open now, and available"
    assert (
        text_of("This is the informa-\ntion which is needed here")
        == "This is the information which is needed here"
    )
    known = "This is a well-\nknown and quite well-known fact of the pump"
    assert text_of(known).startswith("This is a well-known and quite well-known")
    assert text_of("This is the exam-\nple which is needed here").startswith("This is the exam-ple which")
    assert text_of("The pre- and the post-\nand the antewar things here").endswith(
        "post- and the antewar things here"
    )
    assert text_of(f"{BROKEN}, and available", hyphens="keep").startswith("All of the avail-able valves")


def test_edges_of_joined_words() -> None:
    """The glyph of the hyphen has no code point: each part has a run, with an edge for each of its letters."""
    document = read(*paragraph(f"{BROKEN}, and available"))
    runs = document.provenance["runs"]
    at = document.text.index("available")
    assert [row[:2] for row in runs] == [(0, at + 5), (at + 5, len(document.text))]
    assert len(runs["edges"]) == len(document.text)
    assert runs["edges"][at + 5] == pytest.approx(runs["x0"][1], abs=1)


# ---- furniture


def book(count: int) -> list[Page]:
    """Pages with a header, a number, and a text of their own."""
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    return [
        Page([
            Line(20, 380, f"Manual of pumps {words[0]}"),
            Line(20, 300, f"The {words[k % 8]} pump is {words[k * 3 % 8]} green."),
            Line(150, 20, str(k + 1)),
        ])
        for k in range(count)
    ]  # fmt: skip


def test_furniture() -> None:
    """Lines that recur at the same place, except for digits, are left out, and counted; or kept."""
    data = File(book(5)).data()
    document = pdf(data)
    assert "Manual" not in document.text and document.text.startswith("The alpha pump")
    assert document.metadata == {"pages": 5, "furniture_lines": 10}
    kept = pdf(data, furniture="keep")
    assert kept.text.count("Manual of pumps") == 5 and kept.metadata == {"pages": 5}


def test_lines_that_are_no_furniture() -> None:
    """A line that recurs at another place, within the page, or rarely, is text."""
    pages = book(5)
    for page, y in zip(pages, (250, 240, 230, 220, 210), strict=True):
        page.lines = [*page.lines, Line(20, y, "See above."), Line(20, 180, "Ask us.")]
    document = pdf(File(pages).data())
    assert document.text.count("See above.") == document.text.count("Ask us.") == 5
    few = book(9)
    few[0].lines = few[8].lines = [Line(20, 390, "Errata"), *few[0].lines]
    assert pdf(File(few).data()).text.count("Errata") == 2


def test_roman_numbers() -> None:
    pages = [Page([Line(20, 300, f"The {word} pump."), Line(150, 20, number)])
             for word, number in [("red", "i"), ("blue", "ii"), ("green", "iii"), ("grey", "1")]]  # fmt: skip
    assert pdf(File(pages).data()).metadata == {"pages": 4, "furniture_lines": 4}


# ---- outline, labels, metadata


def test_outline() -> None:
    """Entries become headings where the page has them, with another number or over two lines; others do not."""
    lines = [
        Line(20, 380, "1 Rain in", 16), Line(20, 360, "the hills", 16), *paragraph(PROSE, 330),
        Line(20, 280, "1.1 When", 13), *paragraph(PROSE, 260),
        Line(20, 200, "# not a heading"), Line(20, 150, "----"),
    ]  # fmt: skip
    outline = [(1, "Rain in the hills", 1, 396), (2, "When", 1, 290), (1, "Missing", 1, 100)]
    document = pdf(File([Page(lines)], outline=outline).data(), path="rain.pdf")
    assert document.text == (
        f"# 1 Rain in the hills\n\n{JOINED}\n\n## 1.1 When\n\n{JOINED}\n\n\\# not a heading\n\n\\----"
    )
    assert document.path == "rain.pdf.md"
    first = next(iter(document.provenance["runs"]))
    assert document.text[first[0] : first[1]] == "1 Rain in"
    assert [region.kind for region in shiplap.regions(document)].count("heading") == 2


@pytest.mark.parametrize(
    ("title", "shown", "found"),
    [
        ("Rain falls", "2 Rain falls", "7\n\n# 2 Rain falls"),
        ("2 Rain falls", "2 Rain falls", "7\n\n# 2 Rain falls"),
        ("Rain falls", "Rain falls", "# 7 Rain falls"),
    ],
)
def test_the_number_of_a_page_is_not_that_of_a_heading(title: str, shown: str, found: str) -> None:
    lines = [Line(280, 390, "7", 16), Line(20, 370, shown, 16), *paragraph(PROSE, 330)]
    assert pdf(File([Page(lines)], outline=[(1, title, 1, 396)]).data()).text == f"{found}\n\n{JOINED}"


def test_headings_of_many_lines() -> None:
    """A title is found by its destination, also where another line has its words."""
    lines = [Line(20, 390 - 4 * k, "Rain" if k in (10, 80) else f"line {k}", 3) for k in range(95)]
    document = pdf(File([Page(lines)], outline=[(1, "Rain", 1, 392 - 4 * 80), (1, "Line 3", 1, 380)]).data())
    assert document.text.index("# Rain") > document.text.index("line 79")
    assert "# line 3\n" in document.text and document.text.count("# ") == 2


def test_outline_is_optional() -> None:
    document = read(*paragraph(PROSE), path="rain.pdf")
    assert document.path == "rain.pdf.txt" and read(*paragraph(PROSE)).path == "document.txt"


def test_labels_and_metadata() -> None:
    info = {
        "Title": "Pumps", "Author": "Ann Lee; Ben Ray", "CreationDate": "D:20230206080629-06'00'",
        "ModDate": "D:2024",
        "Keywords": "", "Subject": "Valves",
    }  # fmt: skip
    pages = [Page([Line(20, 300, f"Page {word}.")]) for word in ("one", "two", "three")]
    labels = [(1, "<< /S /r >>"), (3, "<< /S /D /P (A-) >>")]
    document = pdf(File(pages, labels=labels, info=info, language="en-GB").data(), metadata={"title": "Mine"})
    assert document.provenance["pages"]["label"] == ("i", "ii", "A-1")
    assert document.metadata == {
        "title": "Mine", "authors": ["Ann Lee", "Ben Ray"], "subject": "Valves", "language": "en-GB", "pages": 3,
        "created": "2023-02-06T08:06:29-06:00", "modified": "2024",
    }  # fmt: skip


def test_lone_surrogates_of_names() -> None:
    """Titles and labels that are not Unicode cannot harm."""
    document = pdf(
        File([Page(paragraph("Rain"))], info={"Title": "a\ud800b"}, outline=[(1, "\udc00Rain", 1, 390)]).data()
    )
    assert document.metadata == {"title": "ab", "pages": 1} and document.text == "# Rain"


def test_pages_without_text() -> None:
    pages = [Page(), Page([Line(20, 300, "Text.")]), Page()]
    document = pdf(File(pages).data())
    assert document.metadata == {"pages": 3, "pages_without_text": 2}
    assert document.provenance["pages"]["number"].tolist() == [2]
    empty = pdf(File([Page()]).data())
    assert (empty.text, empty.provenance, empty.metadata) == ("", None, {"pages": 1, "pages_without_text": 1})


# ---- options and files that cannot be read


def test_pages() -> None:
    data = File([Page([Line(20, 300, f"Page {word}.")]) for word in ("one", "two", "three", "four")]).data()
    assert pdf(data, pages="2-3").text == "Page two.\n\nPage three."
    assert pdf(data, pages="4, 1").provenance["pages"]["number"].tolist() == [1, 4]
    assert pdf(data, pages="3-").text == "Page three.\n\nPage four."
    assert pdf(data, pages="-1,99").text == "Page one."
    with pytest.raises(ReaderError, match="the file has 4 pages, and none of those that pages= names"):
        pdf(data, pages="5-9")


@pytest.mark.parametrize(
    ("option", "value"),
    [("pages", "0"), ("pages", "3-2"), ("pages", "a"), ("pages", ""), ("pages", "1--2"), ("pages", "-"),
     ("pages", 3),
     ("hyphens", "drop"), ("furniture", None), ("password", b"x")],
)  # fmt: skip
def test_options(option: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        pdf(b"", **{option: value})
    assert caught.value.option == option


def test_type_of_the_file() -> None:
    with pytest.raises(TextTypeError, match="read_bytes"):
        pdf("rain.pdf")  # type: ignore[arg-type]
    assert pdf(memoryview(File([Page(paragraph("Rain"))]).data())).text == "Rain"  # type: ignore[arg-type]


def test_encrypted() -> None:
    pikepdf = pytest.importorskip("pikepdf")
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(File([Page(paragraph("Rain"))]).data())) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user="secret"))
    data = out.getvalue()
    assert pdf(data, password="secret").text == pdf(data, password="owner").text == "Rain"
    with pytest.raises(ReaderError, match=r"a password is needed; password=, or --password, gives it$"):
        shiplap.readers.read(data)  # which adds no advice of its own
    for wrong in ("", "wrong", "se\0cret", "\ud800"):
        with pytest.raises(ReaderError, match="the password is wrong") as caught:
            pdf(data, password=wrong)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7\n", b"no PDF at all", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>"]
)
def test_damaged(data: bytes) -> None:
    with pytest.raises(ReaderError, match="not a PDF, or is cut off or damaged"):
        pdf(data)


def test_damaged_page() -> None:
    """A page that cannot be loaded is reported, and the others are read."""
    data = File([Page(paragraph("Rain")), Page(paragraph("Snow"))]).data()
    document = pdf(data.replace(b"/Kids [7 0 R 9 0 R]", b"/Kids [7 0 R 2 0 R]"))
    assert document.text == "Rain" and document.metadata == {"pages": 2, "damaged_pages": [2]}


def test_threads() -> None:
    """PDFium is not safe for threads; the reader is."""
    data = File(book(20)).data()
    expected = pdf(data).text
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.extend(pdf(data).text for _ in range(5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 20


def test_many_pages() -> None:
    """Batches are joined: pages, lines and edges stand where they belong."""
    pages = [Page([Line(20, 300, f"Page {chr(65 + k % 26)}{chr(97 + k // 26)}, and more.")]) for k in range(70)]
    document = pdf(File(pages).data())
    table = document.provenance["pages"]
    assert table["number"].tolist() == list(range(1, 71))
    assert all(
        document.text[row[0] : row[1]] == page.lines[0].text for row, page in zip(table, pages, strict=True)
    )
    assert document.provenance["runs"]["page"].tolist() == list(range(1, 71))


def upright(column: str, x: float, top: float = 380) -> list[Line]:
    """Return a line for each character of a column of vertical writing."""
    return [Line(x, top - 10 * k, each) for k, each in enumerate(column)]


def test_vertical_writing() -> None:
    """Columns of upright characters follow one another to the left, and are one paragraph."""
    columns = ["雨が降っています", "丘は霧の中にある", "老人はよく眠る。", "明日も雨だろう。"]
    down = [line for j, column in enumerate(columns) for line in upright(column, 200 - 18 * j)]
    document = pdf(File([Page([*down, Line(20, 100, "Rain")])], has_widths=True).data())
    assert document.text == "".join(columns) + "\n\nRain" and document.provenance is not None
    runs = document.provenance["runs"]
    assert [document.text[a:b] for a, b in zip(runs.start, runs.end, strict=True)] == [*columns, "Rain"]
    assert [DIRECTIONS[code] for code in runs["direction"].tolist()] == ["ttb"] * 4 + ["ltr"]
    np.testing.assert_allclose(runs["x0"][:4], 200.5 - 18 * np.arange(4), atol=1.5)
    np.testing.assert_allclose(runs["edges"][:8], 12 + 10 * np.arange(8), atol=2)
    (box,) = shiplap.FixedChunker(2, 0).chunk(document)[1].boxes
    assert 30 < box.y0 < 34 and 40 < box.y1 < 53 and 199 < box.x0 < 202


def test_order_of_columns() -> None:
    """PDFium gives columns that begin at one height from left to right, as words of one line."""
    upper = ["雨が降っています", "丘は霧の中にある", "る。", "明日も雨だろう。"]
    lower = ["老人はよく眠る。", "風が吹いている。", "山"]
    lines = [
        line
        for top, columns in ((380, upper), (200, lower))
        for j, column in reversed(list(enumerate(columns)))
        for line in upright(column, 200 - 18 * j, top)
    ]
    document = pdf(File([Page(lines)], has_widths=True).data())
    assert "".join(document.text.split()) == "".join(upper + lower)


#: A point of a page of 400 by 400 as displayed, from the left bottom corner, on the page that is turned.
TURNED = {
    90: lambda x, y: (400 - y, x), 180: lambda x, y: (400 - x, 400 - y), 270: lambda x, y: (y, 400 - x),
}  # fmt: skip


@pytest.mark.parametrize("rotate", TURNED)
@pytest.mark.parametrize("is_upright", [True, False])
@pytest.mark.parametrize("backwards", [True, False])
def test_vertical_writing_on_turned_pages(rotate: int, is_upright: bool, backwards: bool) -> None:
    """A run for each column, whether its characters are upright as displayed or turned with the page."""
    columns = ["雨が降っています", "丘は霧の中にある", "老人はよく眠る。", "山。", "明日も雨だろう。"]
    down = [line for j, column in enumerate(columns) for line in upright(column, 200 - 18 * j)]
    if is_upright:
        down = [Line(*TURNED[rotate](line.x, line.y), line.text, angle=rotate) for line in down]
    page = Page([*(down[::-1] if backwards else down), Line(20, 50, "Rain")], 400, 400, rotate)
    document = pdf(File([page], has_widths=True).data())
    assert "".join(columns) in document.text.replace("\n", "") and document.provenance is not None
    runs = document.provenance["runs"]
    texts = [document.text[a:b] for a, b in zip(runs.start, runs.end, strict=True)]
    assert sorted(texts) == sorted([*columns, "Rain"])
    quarters = 0 if is_upright else rotate // 90
    at = texts.index(columns[0])
    x0, y0, x1, y1 = (float(runs[name][at]) for name in ("x0", "y0", "x1", "y1"))
    assert DIRECTIONS[runs["direction"][at]] == ("ttb", "rtl", "btt", "ltr")[quarters]
    assert sorted((x1 - x0, y1 - y0)) == pytest.approx([7, 77], abs=3)
    first = float(runs["edges"][sum(map(len, texts[:at]))])
    assert first == (y0, x1, y1, x0)[quarters]
    (box,) = shiplap.FixedChunker(2, 0).chunk(document)[document.text.index(columns[0]) // 2].boxes
    assert max(box.x1 - box.x0, box.y1 - box.y0) < 25


@pytest.mark.parametrize("rotate", TURNED)
@pytest.mark.parametrize("is_upright", [True, False])
def test_fonts_of_vertical_writing(rotate: int, is_upright: bool) -> None:
    """Glyphs without an outline, which PDFium has beside their column: the order in the file counts for more."""
    columns = ["雨が降っています", "丘の人は眠る。", "老人はよく眠る。", "山。", "一二三ー、「雨」"]
    lines = [Line(300 - 18 * j, 380, column) for j, column in enumerate(columns)]
    if is_upright:
        lines = [Line(*TURNED[rotate](line.x, line.y), line.text, angle=rotate) for line in lines]
    document = pdf(File([Page(lines, 400, 400, rotate)], is_vertical=True).data())
    assert "".join(document.text.split()) == "".join(columns) and document.provenance is not None
    runs = document.provenance["runs"]
    assert [document.text[a:b] for a, b in zip(runs.start, runs.end, strict=True)] == columns


@pytest.mark.parametrize("rotate", TURNED)
def test_characters_that_are_no_columns(rotate: int) -> None:
    """Short lines of one character, too far apart for a column, and characters of one line."""
    cells = [
        Line(*TURNED[rotate](100 + 60 * k, 300 - 16 * j), "雨山風"[k], angle=rotate)
        for j in range(4)
        for k in range(3)
    ]
    spaced = [Line(*TURNED[rotate](100 + 25 * k, 100), each, angle=rotate) for k, each in enumerate("目次一覧")]
    document = pdf(File([Page([*cells, *spaced], 400, 400, rotate)], has_widths=True).data())
    assert document.provenance is not None
    assert {DIRECTIONS[code] for code in document.provenance["runs"]["direction"].tolist()} == {"ltr"}
    assert "".join(document.text.split()) == "雨山風" * 4 + "目次一覧"


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_glyphs_without_an_outline(rotate: int) -> None:
    """A glyph whose outline PDFium does not find has the height of its font, to the side where its top is."""
    tables = pdf(File([Page([Line(100, 200, "雨雨雨雨")], rotate=rotate)]).data()).provenance
    assert tables is not None
    x0, y0, x1, y1 = (float(tables["runs"][name][0]) for name in ("x0", "y0", "x1", "y1"))
    above, below = {
        0: (200 - y0, y1 - 200), 90: (x1 - 200, 200 - x0), 180: (y1 - 200, 200 - y0), 270: (200 - x0, x1 - 200)
    }[rotate]  # fmt: skip
    assert (above, below) == pytest.approx((8, 2), abs=0.1)
