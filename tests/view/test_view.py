"""The page of a document: its data, what may not break out of it, and what Chromium draws where it is
installed."""

from __future__ import annotations

import html
import html.parser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap import AdaptiveChunker, Chunker, FixedChunker, OptionError, RecursiveChunker, SentenceChunker
from shiplap.cli import main
from shiplap.view import page, sample

TEXT = (
    "# Rain\n\nIt rains in the hills. 我不去。他去。 👩‍👩‍👧 sings!\r\nThe old man snores.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n## Sun\n\n\tdef f():\n" + "word " * 60 + "end.\n"
)
LONG = SentenceChunker(80, 0.2, min_size=10, max_size=120)


def facts(made: str) -> Any:
    """The data in a page."""
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


@pytest.mark.parametrize(
    ("chunker", "unit"),
    [
        (FixedChunker(50, 10), "characters"), (FixedChunker(50, 10, unit="bytes"), "bytes"),
        (FixedChunker(5, 1, unit="tokens"), "tokens"), (AdaptiveChunker(prose=20), "tokens"),
    ],
)  # fmt: skip
def test_sizes_are_in_the_unit_of_the_chunker(chunker: Chunker, unit: str) -> None:
    chunks = chunker.chunk("Él ríe. " * 30, document_id="a.md")
    made = page(chunks)
    (pane,) = facts(made)["panes"]
    counts = {
        "characters": len,
        "bytes": lambda text: len(text.encode()),
        "tokens": lambda text: -(-len(text) // 4),
    }
    sizes = [counts[unit](chunk.text) for chunk in chunks]
    assert (pane["unit"], pane["sizes"]) == (unit, sizes)
    assert f"mean size {sum(sizes) / len(sizes):.0f} {unit} ({min(sizes)} to {max(sizes)})" in made
    assert f"{max(sizes)} {unit}</text>" in made


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


def test_the_command(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["view", "a.md", "--preset", "sentence-3000", "--chunk-size", "90"]
    assert main([*command, "--compare", "fixed-900:chunk_size=40,chunk-overlap=4,snap=none", "-o", "p.html"]) == 0
    data = facts((folder / "p.html").read_text("utf-8"))
    assert data["text"] == TEXT and [len(pane["starts"]) for pane in data["panes"]][1] > 5
    assert main([*command, "-o", "-"]) == 0
    assert facts(capfd.readouterr().out)["title"] == "a.md"
    for wrong, message in (
        (["--compare", "fixed-90", "-o", "x"], "preset="),
        (["--compare", "fixed-900:size", "-o", "x"], "compare="),
        (["-o", "no/x.html"], "cannot be written"), ([], "-o/--output"),
    ):  # fmt: skip
        assert main([*command, *wrong]) == 2
        assert message in capfd.readouterr().err


class Tables(html.parser.HTMLParser):
    """The rows of the tables of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.is_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = self.is_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.is_cell:
            self.rows[-1][-1] += data


def test_tables_of_notebooks() -> None:
    chunks = FixedChunker(30, 10).chunk("It <b>rains</b>.\n" * 40, document_id="a")
    head, *rows = Tables(chunks._repr_html_()).rows
    assert head == ["id", "start", "end", "size in characters", "overlap", "kind", "text"]
    assert rows[1] == ["a-chunk-1", "20", "50", "30", "10", "", chunks[1].text.replace("\n", "\\n")]
    assert len(rows) == 10 and f"… {len(chunks) - 10} more" in chunks._repr_html_()
    tokens = AdaptiveChunker(prose=20).chunk(TEXT, path="a.md")
    head, *rows = Tables(tokens[1:]._repr_html_()).rows
    assert head[3] == "size in tokens" and [row[0] for row in rows] == tokens[1:].ids
    assert [int(row[3]) for row in rows] == [chunk.token_count for chunk in tokens[1:]]

    regions = shiplap.regions(TEXT, path="a.md")
    head, *rows = Tables(regions._repr_html_()).rows
    assert head == ["kind", "start", "end", "headings", "title or language", "text"]
    assert [row[:3] for row in rows] == [[each.kind, str(each.start), str(each.end)] for each in regions]
    assert rows[0][4:] == ["Rain", "# Rain\\n\\n"]

    code = "class A:\n    def f(self):\n        return '<script>'\n\n\ndef é():\n    pass\n"
    for text in (code, code.encode()):
        outline = shiplap.outline(text, "python")
        head, *rows = Tables(outline._repr_html_()).rows
        assert head == ["kind", "name", "start", "end", "level", "text"]
        assert [row[:5] for row in rows] == [
            ["class", "A", "0", "52", "0"], ["method", "f", "9", "52", "1"], ["function", "é", "54", "72", "0"]
        ]  # fmt: skip
        assert "<script" not in outline._repr_html_() and rows[2][5] == "def é():\\n    pass\\n"
    assert "more" not in outline._repr_html_()
    for empty in (shiplap.regions(""), shiplap.outline("", "python")):
        assert len(Tables(empty._repr_html_()).rows) == 1


# ---- in a browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

#: Tells what stands in each cell: [text, first chunk, last chunk, begins]; goes to a chunk, hovers over another.
#: share.
PROBE = """<script>
const cells = [...document.querySelectorAll("code")].map((cell) => [Number(cell.dataset.pane),
[...cell.children].map(
  (part) => [part.textContent, part.dataset.one ?? null, part.dataset.two ?? null,
  part.classList.contains("begins")])]);
const field = document.querySelectorAll("input")[1];
field.value = 2;
field.dispatchEvent(new Event("change"));
const shared = document.querySelector('code[data-pane="1"] span.shared');
shared.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: 300, clientY: 300}));
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify({cells, tip:
document.getElementById("tip").textContent,
  hidden: document.getElementById("tip").hidden, lit: document.querySelectorAll(".hover").length});
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_chromium_draws_what_the_chunks_are(tmp_path: Path) -> None:
    one, two = LONG.chunk(TEXT, document_id="a.md"), FixedChunker(50, 10).chunk(TEXT, document_id="b")
    path = tmp_path / "page.html"
    path.write_text(page(one, two).replace("</body>", PROBE), "utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,3000", "--dump-dom")
    command = [str(CHROMIUM), *options, f"--user-data-dir={tmp_path / 'profile'}", path.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120).stdout
    found = re.search(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-500:]
    seen = json.loads(html.unescape(found[1]))

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


#: Chooses chunks by the address of the page, by keys and by clicks, and searches.
DRIVER = """<script>
const seen = {};
const chosen = () => [location.hash, (document.querySelector("a.item.chosen") || {}).textContent,
  [...document.querySelectorAll("code span.chosen")].map((part) => part.textContent).join("")];
const press = (key, target = document.body, more = {}) =>
  target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more}));
seen.items = [...document.querySelectorAll("a.item")].map(
  (item) => [...item.children].map((part) => part.textContent));
seen.opened = chosen();
press("j"); seen.next = chosen();
press("k"); press("k"); seen.before = chosen();
for (let k = 0; k < 9; k++) press("k");
seen.first = chosen();
document.querySelectorAll("a.item")[3].click(); seen.listed = chosen();
document.querySelector("span.in.begins").click(); seen.clicked = chosen();
const query = document.getElementById("query");
press("/"); seen.focus = document.activeElement === query;
query.value = "SUN  "; query.value = query.value.trim();
query.dispatchEvent(new Event("input"));
const found = () => [document.getElementById("found").textContent, location.hash,
  [...document.querySelectorAll(".match")].map((part) => part.textContent).join("")];
seen.found = [found()];
press("Enter", query); seen.found.push(found());
press("Enter", query, {shiftKey: true}); seen.found.push(found());
query.value = "(.*"; query.dispatchEvent(new Event("input")); seen.nothing = found();
press("j", query); seen.typed = location.hash;
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify(seen);
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_chunks_are_chosen_by_keys_clicks_and_the_address(tmp_path: Path) -> None:
    text = "".join(f"# Part {k}\n\nIt rains in part {k}. The sun sets.\n\n" for k in range(6))
    chunks = RecursiveChunker(45, 0, levels=["section"]).chunk(text, document_id="a.md")
    path = tmp_path / "page.html"
    path.write_text(page(chunks).replace("</body>", DRIVER), "utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,3000", "--dump-dom")
    command = [str(CHROMIUM), *options, f"--user-data-dir={tmp_path / 'profile'}", path.as_uri() + "#chunk-2"]
    dom = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120).stdout
    found = re.search(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-500:]
    seen = json.loads(html.unescape(found[1]))
    assert seen["items"] == [[chunk.id, f"{len(chunk.text)} characters", "heading"] for chunk in chunks]
    for name, index in (("opened", 2), ("next", 3), ("before", 1), ("first", 0), ("listed", 3), ("clicked", 0)):
        where, listed, shown = seen[name]
        assert (where, listed.startswith(f"a.md-chunk-{index}")) == (f"#chunk-{index}", True), name
        assert shown == chunks[index].text.replace("\n", ""), name
    assert seen["focus"]
    assert seen["found"] == [
        ["1 of 6", "#chunk-0", "sun"], ["2 of 6", "#chunk-1", "sun"], ["1 of 6", "#chunk-0", "sun"]
    ]  # fmt: skip
    assert seen["nothing"] == ["not found", "#chunk-0", ""] and seen["typed"] == "#chunk-0"
