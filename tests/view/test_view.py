"""The page of a document: its data, what may not break out of it, and what Chromium draws where it is
installed."""

from __future__ import annotations

import html
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap import FixedChunker, OptionError, RecursiveChunker, SentenceChunker
from shiplap.cli import main
from shiplap.view import page, sample

TEXT = (
    "# Rain\n\nIt rains in the hills. 我不去。他去。 👩‍👩‍👧 sings!\r\nThe old man snores.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n## Sun\n\n\tdef f():\n" + "word " * 60 + "end.\n"
)
LONG = SentenceChunker(80, 0.2, min_size=10, max_size=120)


def facts(made: str) -> Any:
    """Return the data in a page."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', made, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_data_of_a_page() -> None:
    chunks = LONG.chunk(TEXT, document_id="a.md")
    data = facts(page(chunks, FixedChunker(50, 10).chunk(TEXT, document_id="a.md")))
    assert data["text"] == TEXT and data["title"] == "a.md" and len(data["panes"]) == 2
    pane = data["panes"][0]
    assert [pane["starts"], pane["ends"]] == chunks.utf16_spans.T.tolist()
    assert pane["chars"] == chunks.spans.ravel().tolist() and pane["bytes"] == chunks.byte_spans.ravel().tolist()
    assert [f"{pane['prefix']}{number}" for number in range(len(chunks))] == chunks.ids
    assert pane["names"][pane["kinds"][0]] == "heading" and pane["paths"][pane["headings"][-1]] == ["Rain", "Sun"]
    assert len(pane["tokens"]) == len(pane["kinds"]) == len(chunks)


def test_sizes_are_in_the_unit_of_the_chunker() -> None:
    for chunker in (FixedChunker(9, 2, unit="tokens"), FixedChunker(50, 10, unit="bytes"), LONG):
        chunks = chunker.chunk(TEXT, document_id="a.md")
        made = page(chunks)
        pane = facts(made)["panes"][0]
        spans = chunks.byte_spans if chunker.unit == "bytes" else chunks.spans
        wanted = chunks.token_counts if chunker.unit == "tokens" else spans[:, 1] - spans[:, 0]
        assert (pane["unit"], pane["sizes"]) == (chunker.unit, wanted.tolist())
        assert f"{chunker.unit} ({wanted.min():,} to {wanted.max():,})" in made
        assert f"{wanted.max():,} {chunker.unit}</text>" in made, "the histogram has the same unit"


def test_the_parts_of_a_page() -> None:
    made = page(LONG.chunk(TEXT))
    for part in ('<nav id="list"', '<input type="search"', "<kbd>j</kbd>", "<noscript>", "max-width: 700px",
                 "prefers-color-scheme: dark", 'name="viewport"'):  # fmt: skip
        assert part in made
    assert "<button" not in made and page(LONG.chunk(TEXT), LONG.chunk(TEXT)).count("<button") == 2


@pytest.mark.parametrize(
    "text", ["", " ", "</script><script>alert(1)</script>", "<!-- ", "a\ud800b", "\u2028\0\x07&amp;"]
)
def test_nothing_breaks_out(text: str) -> None:
    chunks = FixedChunker(9, 0, errors="surrogatepass").chunk(text, document_id="<b>&'\"</script>")
    made = page(chunks, title=None)
    assert facts(made)["text"] == text
    assert made.count("<script") == made.count("</script>") == 2 and "<b>&'" not in made
    made.encode()  # no lone surrogate is left in it
    sample(chunks).encode()


def test_a_page_stands_alone() -> None:
    made = page(LONG.chunk(TEXT), LONG.chunk(TEXT))
    assert not re.search(r"https?:|<link|<img|@import|url\(|\bsrc=|href=|fetch\(|XMLHttp", made)


def test_what_is_refused() -> None:
    chunks = LONG.chunk(TEXT)
    for wrong in (chunks[1:], "text", None, list(chunks)):
        with pytest.raises(OptionError, match="chunks="):
            page(wrong)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"compare=.*same text"):
        page(chunks, LONG.chunk(TEXT + "more"))


def test_notebooks() -> None:
    for chunker in (LONG, RecursiveChunker(30, 0, strip_whitespace=True), FixedChunker(10, 9)):
        chunks = chunker.chunk(TEXT, document_id="a")
        made = chunks._repr_html_()
        body = made[made.index('overflow:auto">') :]
        plain = html.unescape(re.sub(r"<[^>]*>", "", body.split(">", 1)[1]))
        assert plain.split() == TEXT.split(), "all but the white space that is in no chunk"
        assert "<script" not in made
    assert "a-chunk-1" in made and "repeating-linear-gradient" in made
    part = LONG.chunk(TEXT, document_id="a")[1:3]
    assert html.escape(part[0].text[:5]) in part._repr_html_() and "a-chunk-2" in part._repr_html_()
    backwards = LONG.chunk(TEXT, document_id="a")[2:0:-1]
    assert backwards._repr_html_().count("<span") == part._repr_html_().count("<span")
    assert "<span" not in shiplap.chunk("")._repr_html_()
    assert len(shiplap.chunk("x" * 100_000)._repr_html_()) < 20_000


def table_of(made: str) -> list[list[str]]:
    """Return the rows of the first table in HTML, the head first."""
    rows = re.findall(r"<tr>(.*?)</tr>", made[: made.index("</table>")], re.DOTALL)
    return [[html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
def test_a_notebook_lists_the_first_ten_chunks(unit: Any) -> None:
    chunks = FixedChunker(9, 2, unit=unit).chunk(TEXT * 9, document_id="a<b>.md")
    head, *rows, rest = table_of(chunks._repr_html_())
    assert head == ["id", "kind", "start", "end", f"size ({unit})", "headings", "begins", "ends"]
    assert len(rows) == 10 and rest == [f"and {len(chunks) - 10} more"]
    for row, chunk in zip(rows, chunks, strict=False):
        size = {"bytes": chunk.end_byte - chunk.start_byte, "tokens": chunk.token_count}.get(unit, chunk.length)
        assert row[:5] == [chunk.id, "", str(chunk.start), str(chunk.end), str(size)]
        begins, ends = (part.strip("…") for part in row[6:])
        escaped = chunk.text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        assert escaped.startswith(begins) and escaped.endswith(ends)
    assert len(table_of(chunks[:3]._repr_html_())) == 4
    assert "and " not in table_of(chunks[:10]._repr_html_())[-1][0]


def test_a_notebook_lists_regions_and_definitions() -> None:
    found = shiplap.regions(TEXT, path="a.md")
    head, *rows = table_of(found._repr_html_())
    assert head[:6] == ["region", "kind", "language", "start", "end", "size"]
    for row, region in zip(rows, found, strict=True):
        assert row[1] == region.kind and [int(cell) for cell in row[3:6]] == [
            region.start, region.end, region.end - region.start]  # fmt: skip
    code = "# é\n" + "".join(f"def f{number}(x):\n    return x < {number}\n\n\n" for number in range(12))
    for text in (code, code.encode()):
        outline = shiplap.outline(text, "python")
        made = outline._repr_html_()
        head, *rows, rest = table_of(made)
        assert head[:4] == ["definition", "kind", "name", "level"] and rest == ["and 2 more"]
        assert rows[3][1:7] == ["function", "f3", "0", *map(str, (outline[3].start, outline[3].end, 28))]
        assert rows[3][7].startswith("def f3(x):\\n    return x < 3") and "x < 3" not in made
    for empty in (shiplap.regions(""), shiplap.outline("", "python"), shiplap.chunk("")):
        assert "<table" not in empty._repr_html_() and "<b>" in empty._repr_html_()


def test_importing_shiplap_imports_no_room() -> None:
    code = "import shiplap, sys; print([m for m in sys.modules if m.startswith(('numpy', 'shiplap.view',"
    code += " 'shiplap.evaluate', 'shiplap.grounding', 'shiplap.vectors'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


# ---- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(TEXT, newline="")
    return tmp_path


def interrupt(*given: object) -> None:
    raise KeyboardInterrupt


def test_the_command(folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["view", "a.md", "--preset", "sentence-3000", "--chunk-size", "90"]
    assert main([*command, "--compare", "fixed-900:chunk_size=40,chunk-overlap=4,snap=none", "-o", "p.html"]) == 0
    data = facts((folder / "p.html").read_text("utf-8"))
    assert data["text"] == TEXT and [len(pane["starts"]) for pane in data["panes"]][1] > 5
    assert main([*command, "-o", "-"]) == 0
    assert facts(capfd.readouterr().out)["title"] == "a.md"
    assert main([*command, "-o", os.devnull]) == 0 and not os.path.isfile(os.devnull)
    (folder / "p.html").write_text("before")
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", interrupt)
        assert main([*command, "-o", "p.html"]) == 130
    assert (folder / "p.html").read_text() == "before", "a page appears whole or not at all"
    assert sorted(path.name for path in folder.iterdir()) == ["a.md", "p.html"]
    for wrong, message in (
        (["--compare", "fixed-90", "-o", "x"], "preset="),
        (["--compare", "fixed-900:size", "-o", "x"], "compare="),
        (["-o", "no/x.html"], "cannot be written"), ([], "-o/--output"),
    ):  # fmt: skip
        assert main([*command, *wrong]) == 2
        assert message in capfd.readouterr().err


# ---- in a browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

#: Tells what stands in each cell: [text, first chunk, last chunk, begins]; goes to a chunk, hovers over another.
#: share.
PROBE = """<script>
const cells = [...document.querySelectorAll("code")].map((cell) => [Number(cell.dataset.pane),
[...cell.children].map(
  (part) => [part.textContent, part.dataset.one ?? null, part.dataset.two ?? null,
  part.classList.contains("begins")])]);
const field = document.querySelectorAll("input[type=number]")[1];
field.value = 2;
field.dispatchEvent(new Event("change"));
const shared = document.querySelector('code[data-pane="1"] span.shared');
shared.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: 300, clientY: 300}));
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify({cells, tip:
document.getElementById("tip").textContent,
  hidden: document.getElementById("tip").hidden, lit: document.querySelectorAll(".hover").length});
</script></body>"""


#: Moves by keys, searches, clicks and follows addresses; tells the current chunk and the address after each step.
MOVES = """<script>
const told = [], find = document.getElementById("find");
const tell = (step) => told.push([step, document.querySelector("[aria-current]")?.textContent ?? null,
  location.hash,
  [...document.querySelectorAll("code .current")].map((part) => part.textContent).join("")]);
const key = (key, at = document.body) => at.dispatchEvent(new KeyboardEvent("keydown",
  {key, bubbles: true, cancelable: true}));
tell("opened");
key("j"); tell("j"); key("k"); key("k"); tell("k");
key("/"); const focus = document.activeElement === find;
find.value = "OLD  man"; key("Enter", find); tell("search");
const marks = [...document.querySelectorAll("mark.at")].map((mark) => mark.textContent).join("");
const label = document.getElementById("found").textContent;
key("Escape", find); const left = document.querySelectorAll("mark").length;
document.querySelector('code span[data-two="0"]').click(); tell("click");
location.hash = "#chunk-99"; dispatchEvent(new Event("hashchange"));
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
const box = (id) => document.getElementById(id).getBoundingClientRect();
document.getElementById("out").textContent = JSON.stringify({told, focus, marks, label, left,
  none: document.getElementById("found").textContent, stacked: box("list").bottom <= box("scroll").top + 1,
  wide: document.documentElement.scrollWidth > innerWidth,
  cells: document.querySelectorAll(".row:first-child code").length});
</script></body>"""


#: Tells the background of a page.
GROUND = """<script>
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify(getComputedStyle(document.body).backgroundColor);
</script></body>"""


def probed(tmp_path: Path, made: str, probe: str, size: str, fragment: str = "", dark: bool = False) -> Any:
    """Return the findings of a script at the end of a page in Chromium, in a window of this size."""
    path = tmp_path / "page.html"
    path.write_text(made.replace("</body>", probe), "utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--window-size={size}", "--dump-dom")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    command = [
        str(CHROMIUM),
        *options,
        scheme,
        f"--user-data-dir={tmp_path / 'profile'}",
        path.as_uri() + fragment,
    ]
    dom = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120).stdout
    found = re.search(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-500:]
    return json.loads(html.unescape(found[1]))


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("size", ["1400,1000", pytest.param("500,900", marks=pytest.mark.exhaustive)])
def test_chromium_moves_between_chunks(tmp_path: Path, size: str) -> None:
    chunks = LONG.chunk(TEXT, document_id="a.md")
    seen = probed(tmp_path, page(chunks, LONG.chunk(TEXT, document_id="b")), MOVES, size, "#chunk-3")
    for (step, entry, address, drawn), number in zip(seen["told"], [3, 4, 2, 0, 0], strict=True):
        if step == "search":
            number = next(chunk.index for chunk in chunks if "old man" in chunk.text)
        size_of = len(chunks[number].text)
        assert entry.startswith(f"a.md-chunk-{number}") and f"{size_of} characters" in entry, step
        assert address == f"#chunk-{number}", step
        flat = "".join(chunks[number].text.replace("\t", "    ").split())
        assert "".join(drawn.split()) == flat, "the current chunk is marked in the text"
    assert seen["focus"] and seen["marks"] == "old man" * seen["cells"]
    assert seen["label"] == "1 of 1" and seen["left"] == 0
    assert seen["none"] == "no chunk 99 here"
    narrow = size.startswith("500")
    dark = probed(tmp_path, page(chunks), GROUND, size, dark=True)
    assert dark == "rgb(22, 24, 27)" and probed(tmp_path, page(chunks), GROUND, size) == "rgb(255, 255, 255)"
    assert seen["stacked"] is narrow and seen["cells"] == (1 if narrow else 2) and not seen["wide"]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_chromium_draws_what_the_chunks_are(tmp_path: Path) -> None:
    one, two = LONG.chunk(TEXT, document_id="a.md"), FixedChunker(50, 10).chunk(TEXT, document_id="b")
    seen = probed(tmp_path, page(one, two), PROBE, "1200,3000")

    def flat(text: str) -> str:
        return text.replace("\t", "    ").replace("\r", "").replace("\n", "")

    for number, chunks in enumerate((one, two)):
        parts = [part for pane, cell in seen["cells"] if pane == number for part in cell]
        assert flat("".join(part[0] for part in parts)) == flat(TEXT), "the whole text is drawn, in order"
        for chunk in chunks:
            mine = [text for text, first, last, _ in parts if first and int(first) <= chunk.index <= int(last)]
            assert flat("".join(mine)) == flat(chunk.text)
        begun = [int(last) for _, _, last, begins in parts if begins]
        assert begun == list(range(len(chunks)))
    assert not seen["hidden"] and seen["lit"] > 0
    assert "b-chunk-1" in seen["tip"] and "overlap10" in seen["tip"]


def test_data_has_its_kind_and_its_keys() -> None:
    text = '{"wells": [' + ", ".join(f'{{"name": "Well {n}", "note": "It is deep."}}' for n in range(6)) + "]}"
    chunks = shiplap.AdaptiveChunker(80, 0, unit="characters").chunk(text, path="wells.json")
    pane = facts(page(chunks))["panes"][0]
    assert {pane["names"][kind] for kind in pane["kinds"]} == {"data"}
    assert pane["paths"][pane["headings"][-1]] == ["wells"]
