"""Provenance of documents on the page and in notebooks; in Chromium, if it is installed."""

from __future__ import annotations

import base64
import math
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import shiplap
from shiplap import Document, FixedChunker
from shiplap.cli import main
from shiplap.view import page
from tests.support.pdf import File, Line, Page
from tests.support.provenance import provenances
from tests.view.test_view import CHROMIUM, facts, probed, table_of

LINES = ("It rains in the hills.", "It pours in the valley.", "The old man snores.", "Nobody hears it.")
TEXT = "\n".join(LINES)
SPANS = [(start := TEXT.index(line), start + len(line)) for line in LINES]
CHUNKER = FixedChunker(30, 10)


def pdf(*columns: Any) -> Document:
    """Two pages of two lines each, each character 10 points wide; `columns`: of the pages, after their numbers."""
    pages = [(0, SPANS[1][1], 3, *columns), (SPANS[2][0], len(TEXT), 4, None, *columns[1:])]
    runs = [
        (start, end, 3 + k // 2, 50.0, 100.0 + 20 * k, 50.0 + 10 * (end - start), 112.0 + 20 * k, "ltr",
         [50.0 + 10 * i for i in range(end - start)])
        for k, (start, end) in enumerate(SPANS)
    ]  # fmt: skip
    return Document(TEXT, document_id="a.pdf", provenance={"pages": pages, "runs": runs})


def talk() -> Document:
    times = [
        (*span, 10.0 * k, 10.0 * k + 8.5, name) for k, (span, name) in enumerate(zip(SPANS, "ABAB", strict=True))
    ]
    return Document(TEXT, document_id="a.srt", provenance={"times": times})


def test_the_data_of_pages_and_boxes() -> None:
    chunks = CHUNKER.chunk(pdf("iii", 400.0, 600.0))
    data = facts(page(chunks))
    (pane,) = data["panes"]
    assert data["sheets"] == [{"number": 3, "name": "page iii", "width": 400.0, "height": 600.0},
                              {"number": 4, "name": "page 4", "width": 400.0, "height": 600.0}]  # fmt: skip
    boxes = pane["boxes"]
    for chunk in chunks:
        rows = range(boxes["offsets"][chunk.index], boxes["offsets"][chunk.index + 1])
        assert [[boxes["pages"][row], *boxes["corners"][4 * row : 4 * row + 4]] for row in rows] == [
            list(box) for box in chunk.boxes
        ]
        assert pane["locations"][chunk.index] == chunk.location
    assert pane["facts"][0] == [["page", "iii"]] and pane["facts"][1] == [["pages", "3-4"]]
    assert "times" not in pane


def test_pictures_of_pages() -> None:
    chunks = CHUNKER.chunk(pdf())
    data = facts(page(chunks, pictures={3: b"\x89PNG\r\n", 4: b"\xff\xd8\xff", 9: b"\x89PNG"}))
    assert [each["picture"] for each in data["sheets"]] == [
        "data:image/png;base64,iVBORw0K", "data:image/jpeg;base64,/9j/"
    ]  # fmt: skip
    assert all("picture" not in each for each in facts(page(chunks, pictures={}))["sheets"])


def test_the_data_of_times() -> None:
    chunks = CHUNKER.chunk(talk())
    made = page(chunks)
    data = facts(made)
    (pane,) = data["panes"]
    assert [tuple(time) for time in pane["times"]] == [chunk.time for chunk in chunks]
    assert pane["span"] == [0.0, 38.5, "0:00", "0:38.5"] and data["sheets"] == []
    assert pane["facts"][0] == [["time", "0:00 to 0:18.5"], ["speakers", "A, B"]]
    assert 'role="slider" tabindex="0"' in made and "<section" not in made


@pytest.mark.parametrize("tables", [None, {}, {"anchors": [(0, 0, "a")], "times": []}])
def test_a_page_without_locations(tables: Any) -> None:
    document = Document(TEXT, provenance=tables)
    made = page(CHUNKER.chunk(document), CHUNKER.chunk(document))
    assert "<section" not in made and 'class="times"' not in made and facts(made)["sheets"] == []


def test_pages_without_a_size_have_the_extent_of_their_boxes() -> None:
    runs = {"runs": [(0, 20, 7, 10.0, 20.0, 300.0, 30.0), (30, 40, 2, 10.0, 700.0, 200.0, 710.0)]}
    for more in ({}, {"pages": [(0, 40, 7, None, math.nan, 0.0)]}):
        sheets = facts(page(CHUNKER.chunk(Document(TEXT, provenance={**runs, **more}))))["sheets"]
        assert [(each["number"], each["width"], each["height"]) for each in sheets] == [
            (2, 300.0, 710.0), (7, 300.0, 710.0)]  # fmt: skip
    empty = Document(TEXT, provenance={"boxes": [(0, 20, 1, 0.0, 0.0, 0.0, 0.0)]})
    (sheet,) = facts(page(CHUNKER.chunk(empty)))["sheets"]
    assert sheet["width"] > 0 and sheet["height"] > 0


@given(provenances(len(TEXT)))
@settings(max_examples=30)
def test_any_document_has_a_page(tables: Any) -> None:
    chunks = CHUNKER.chunk(Document(TEXT, provenance=tables, document_id="</script>"))
    made = page(chunks, CHUNKER.chunk(TEXT))
    data = facts(made)
    assert "NaN" not in made.partition('type="application/json">')[2].partition("</script>")[0].replace(TEXT, "")
    assert not re.search(r"https?:|<link|<img|@import|url\(|\bsrc=|href=|fetch\(|XMLHttp", made)
    numbers = [sheet["number"] for sheet in data["sheets"]]
    assert numbers == sorted(set(numbers)) and {*data["panes"][0].get("boxes", {"pages": []})["pages"]} <= {
        *numbers
    }
    chunks._repr_html_().encode("utf-8", "surrogatepass")


def test_notebooks() -> None:
    for document in (pdf("iii", 400.0, 600.0), talk(), Document(TEXT, provenance={"cells": [(0, 9, "a", 1, 1)]})):
        chunks = CHUNKER.chunk(document)
        head, *rows = table_of(chunks._repr_html_())
        assert head[5] == "location" and [row[5] for row in rows] == [chunk.location for chunk in chunks]
    for plain in (TEXT, Document(TEXT, provenance={"anchors": [(0, 0, "a")]})):
        assert "location" not in table_of(CHUNKER.chunk(plain)._repr_html_())[0]
    odd = CHUNKER.chunk(Document(TEXT, provenance={"pages": [(0, len(TEXT), 1, "<b>\n\ud800")]}))
    assert table_of(odd._repr_html_())[1][5] == r"page <b>\n\ud800" and "<b>\n" not in odd._repr_html_()


# ---- in a browser

#: Tells the outlines, the boxes and the time lines before and after keys and the mouse.
PROBE = """<script>
const told = [];
const all = (query, tell) => [...document.querySelectorAll(query)].map(tell);
const number = (each) => Number(each.dataset.chunk);
const tell = (step) => told.push({step, address: location.hash,
  where: document.getElementById("where").textContent, current: all("rect.current", number),
  labels: all(".sheet", (each) => each.getAttribute("aria-label")),
  value: document.querySelector(".times")?.getAttribute("aria-valuetext") ?? null});
const key = (key, at = document.body) => at.dispatchEvent(
  new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const line = document.querySelector(".times");
tell("opened"); key("j"); tell("j");
for (const [name, step] of line ? [["ArrowRight", "right"], ["End", "end"], ["ArrowLeft", "left"]] : []) {
  key(name, line); tell(step);
}
const rect = document.querySelector("rect[data-chunk='0']"), at = rect.getBoundingClientRect();
rect.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: at.x + 1, clientY: at.y + 1}));
const tip = document.getElementById("tip");
const hovered = {tip: tip.hidden ? null : tip.textContent, lit: all("rect.hover", number).length};
document.querySelector("rect[data-chunk='0']").dispatchEvent(new MouseEvent("click", {bubbles: true}));
tell("click");
const box = (each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [x, y, width, height];
};
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify({told, hovered,
  sheets: all(".picture", (each) => [box(each),
    [...each.querySelectorAll("rect")].map((rect) => [number(rect), box(rect)])]),
  bars: all(".times rect", (each) => [number(each), box(each)]),
  line: line && box(line), entries: all("#entries .at", (each) => each.textContent),
  wide: document.documentElement.scrollWidth > innerWidth});
</script></body>"""


#: Tells the sheets in the page, and the chunk of the boxes that are marked.
OPENED = """<script>
const all = (query, tell) => [...document.querySelectorAll(query)].map(tell);
const labels = all(".sheet", (each) => each.getAttribute("aria-label"));
const current = all("rect.current", (each) => Number(each.dataset.chunk));
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify({labels, current});
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("size", ["1400,1600", pytest.param("500,5000", marks=pytest.mark.exhaustive)])
def test_chromium_draws_pages_with_boxes(tmp_path: Path, size: str) -> None:
    chunks = CHUNKER.chunk(pdf("iii", 400.0, 600.0))
    seen = probed(tmp_path, page(chunks), PROBE, size, "#chunk-1")
    assert len(seen["sheets"]) == 2 and not seen["wide"]
    boxes = {3: [], 4: []}  # type: dict[int, list[Any]]
    for chunk in chunks:
        for number, *corners in chunk.boxes:
            boxes[number].append([chunk.index, corners])
    for (number, wanted), ((x, y, width, height), rects) in zip(boxes.items(), seen["sheets"], strict=True):
        factor = width / 400
        assert height / width == pytest.approx(1.5, abs=0.01), number
        assert sorted(chunk for chunk, _ in rects) == sorted(chunk for chunk, _ in wanted)
        for chunk, (left, top, wide, high) in rects:
            corners = [left - x, top - y, left - x + wide, top - y + high]
            assert any(chunk == own and corners == pytest.approx([factor * each for each in box], abs=1.5)
                       for own, box in wanted)  # fmt: skip
    opened, pressed, clicked = seen["told"]
    assert opened["where"] == "a.pdf-chunk-1: pages 3-4" and {*opened["current"]} == {1}
    assert opened["labels"][0].startswith("page iii: ") and opened["labels"][0].endswith(" of a.pdf-chunk-1")
    assert pressed["address"] == "#chunk-2" and {*pressed["current"]} == {2}
    assert clicked["address"] == "#chunk-0" and clicked["where"] == "a.pdf-chunk-0: page iii"
    assert "pageiii" in seen["hovered"]["tip"] and seen["hovered"]["lit"] >= 1
    assert seen["entries"] == [chunk.location for chunk in chunks]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("size", ["1400,900", pytest.param("500,900", marks=pytest.mark.exhaustive)])
def test_chromium_draws_a_time_line(tmp_path: Path, size: str) -> None:
    chunks = CHUNKER.chunk(talk())
    seen = probed(tmp_path, page(chunks), PROBE, size)
    (x, _, width, _) = seen["line"]
    assert [chunk for chunk, _ in seen["bars"]] == list(range(len(chunks))) and not seen["wide"]
    for chunk, (left, _, wide, _) in seen["bars"]:
        begin, finish = chunks[chunk].time or (0, 0)
        assert left - x == pytest.approx(begin / 38.5 * width, abs=3)
        assert left + wide - x == pytest.approx(finish / 38.5 * width, abs=3)
    last = len(chunks) - 1
    steps = {each["step"]: each for each in seen["told"]}
    assert steps["opened"]["value"] == "no chunk" and steps["opened"]["current"] == []
    for step, number in (("j", 0), ("right", 1), ("end", last), ("left", last - 1), ("click", 0)):
        assert steps[step]["address"] == f"#chunk-{number}" and steps[step]["current"] == [number], step
        assert steps[step]["where"] == steps[step]["value"] and steps[step]["where"].startswith(
            f"a.srt-chunk-{number}: time "
        )
    assert "time0:00 to 0:18.5" in seen["hovered"]["tip"] and seen["hovered"]["lit"] == 1
    assert seen["entries"] == [chunk.location for chunk in chunks]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_chromium_shows_the_page_of_the_current_chunk_among_many(tmp_path: Path) -> None:
    text = "It rains in the hills. " * 400
    runs = [(k * 23, k * 23 + 22, k + 1, 10.0, 10.0, 90.0, 20.0) for k in range(400)]
    pages = [(start, end, number, None, 100.0, 150.0) for start, end, number, *_ in runs]
    document = Document(text, document_id="a", provenance={"runs": runs, "pages": pages})
    chunks = shiplap.FixedChunker(23, 0).chunk(document)
    opened = probed(tmp_path, page(chunks, chunks), OPENED, "1400,900", "#chunk-300")
    assert opened["current"] == [300] and "page 301: 1 box of a-chunk-300" in opened["labels"]
    assert len(opened["labels"]) < 8, "only the visible pages are drawn"


# ---- the command


def test_the_command_shows_the_time_line_of_subtitles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("talk.srt").write_text("1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n", "utf-8")
    assert main(["view", "talk.srt", "-o", "page.html"]) == 0
    (pane,) = facts(Path("page.html").read_text("utf-8"))["panes"]
    assert pane["times"] == [[1.0, 2.5]] and pane["locations"] == ["0:01"]


def test_the_command_shows_pictures_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pypdfium2")
    monkeypatch.chdir(tmp_path)
    made = [Page([Line(50, 300, f"It rains {word}.")], width=200, height=400) for word in ("here", "there", "not")]
    Path("rain.pdf").write_bytes(File(made).data())
    assert main(["view", "rain.pdf", "--pages", "2-3", "--pictures", "-o", "page.html"]) == 0
    sheets = facts(Path("page.html").read_text("utf-8"))["sheets"]
    assert [each["number"] for each in sheets] == [2, 3] and sheets[0]["picture"] != sheets[1]["picture"]
    picture = base64.b64decode(sheets[0]["picture"].partition(",")[2])
    assert (picture[:4], struct.unpack(">II", picture[16:24])) == (b"\x89PNG", (800, 1600))
    row, rows = 801, zlib.decompress(picture[picture.index(b"IDAT") + 4 : -16])
    dark = [k // row for k, value in enumerate(rows) if k % row and value < 128]
    assert 4 * 85 < min(dark) < max(dark) < 4 * 105  # the line is 100 points below the top
    assert main(["view", "rain.pdf", "--pictures", "-o", "page.html", "--html", "raw"]) == 0
    Path("rain.txt").write_text("It rains.")
    assert main(["view", "rain.txt", "--pictures", "-o", "page.html"]) == 2
    assert "pictures=True: only PDF files with text have them" in capsys.readouterr().err
