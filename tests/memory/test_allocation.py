"""Each allocation of each call into `_core` may fail: MemoryError or the right result, no crash and no leak.

CPython makes numbers above 256 anew: one that is released twice is found here. Calls into numpy and pyarrow stand
outside of the calls that may fail.
"""

from __future__ import annotations

import ast
import ctypes
import functools
import gc
import re
import threading
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import _core, source
from shiplap import readers as file_readers
from shiplap._core import arrow, cpu, outline, readers, regions, windows
from shiplap._core import text as provenance
from shiplap._core.boundaries import anchor, cluster_around, count_cut, is_cut
from shiplap._core.packing import pack_code, segments, tokens_before
from shiplap._core.stable import differences
from shiplap._core.text import Spans, Text, hashes
from shiplap._data.region_kinds import GRAMMARS
from shiplap.chunks.lazy import LazyChunks
from tests.support import pdf
from tests.support.failing_memory import generators_survive

_testcapi = pytest.importorskip("_testcapi", reason="needs CPython's test module")
pytest.importorskip("selectolax")
file_readers.html(b"")  # connects lexbor

PROSE = "Ein Satz über 300 Wörter. Noch einer, “zu Ende”! " * 24
WIDE = "漢字と言葉。次の文！ " * 60
PYTHON = "class A:\n    # é\n    def f(self):\n        return {'a': [1]}\n\n" * 12
TABLE = "| a | b |\n|---|---|\n" + "| 1000 | 2000 |\n" * 24
PAGE = f"# Über\n\n{PROSE}\n\n## Code\n\n```python\n{PYTHON}```\n\n{TABLE}\n\n{PROSE}"
ROWS = [PROSE, None, WIDE, "", PROSE.encode().decode("latin-1")]

Case = Callable[[], Any]
PLAN = shiplap.FixedChunker(60, 20, snap="sentence")._plan


def pairs(spans: Any) -> list[Any]:
    """Return the spans of a result as a list."""
    return [] if spans is None else list(map(tuple, spans))


def text_calls(owner: Any) -> Any:
    text = Text(owner)
    text.validate()
    spans = Spans.of([(300, 420), (400, 520)])
    return [
        text.characters, text.bytes, len(text), text.is_blank(), text.visible(300), anchor(text, 600),
        cluster_around(text, 600),
        [is_cut(text, 300, level) for level in ("word", "line", "paragraph", "sentence-standard", "section")],
        count_cut(text, spans, "word"), text.line_ends(301), pairs(text.line_spans(spans)),
        text.characters_before(301), list(text.native([300, 301, 400])),
        [pairs(text.convert(spans, unit)) for unit in ("characters", "bytes", "utf16")],
        text.text(300, 300), len(text.encoded(300, 300)), text.texts(Spans.of([(0, 300), (300, 600)])),
        text.beginning(300, 600, 20),
        text.texts(spans, range(1)) if isinstance(owner, str) else None,
    ]  # fmt: skip


def span_calls() -> Any:
    spans = Spans.of((300 * k, 300 * k + 400) for k in range(40))
    return [len(spans), spans[3], spans.columns(), spans.overlaps(), pairs(spans.shifted(1000)),
            pairs(spans.part(3, 9)),
            bytes(memoryview(spans).cast("B")), spans.__reduce__()[1]]  # fmt: skip


def batch_calls() -> Any:
    loop = windows.Windows(PLAN)
    texts = iter([PROSE, None, PROSE.encode(), bytearray(WIDE.encode()), b"bad \xff" * 300, "", WIDE])
    chunker = shiplap.FixedChunker(60, 20, snap="sentence")
    names = [f"d{k}" for k in range(7)]
    many = windows.Batch(
        windows.gather(texts, 300, 1 << 20), loop, source.view, True, False, chunker, names, b"\0\1\2\0\0\0\0"
    )
    assert many.run() is many
    found = windows.lazy_chunks(many, LazyChunks)
    got = [len(many), many.failed, list(many.offsets()), pairs(many.spans()), many.texts(), many.text_at(0)]
    loaded = [chunks._texts() for chunks in found] + [len(chunks._part()) for chunks in found]
    many.drop(0)
    none = windows.Batch([], loop, source.view, True, True).failed
    return got, loaded, many.texts()[0], [len(chunks) for chunks in found], none


def splitter_calls() -> Any:
    loop = windows.Splitter("sentence-standard", "de", ("Abk.", "Nr."))
    return [pairs(loop.cut(Text(PROSE))[0]), pairs(loop.resume(Text(WIDE), (), -1, 0, True)[0])]


def window_calls() -> Any:
    loop = windows.Windows(PLAN)
    given = Text(PROSE).native(range(0, 1000, 30))
    by_given = windows.Windows(shiplap.SentenceChunker(60, 20, boundaries=range(0, 1000, 30))._plan)
    found = [pairs(loop.cut(Text(PROSE))[0]), pairs(loop.cut(Text(WIDE.encode()))[1])]
    found += [pairs(by_given.cut(Text(PROSE), [given])[0])]
    first = loop.resume(Text(PROSE), (), -1, 0, False)
    recursive = windows.Windows(shiplap.RecursiveChunker(70, levels=["section", "\n\n", ". "])._plan)
    found += [pairs(recursive.cut(Text(PROSE))[0])]
    by_headings = windows.Windows(shiplap.RecursiveChunker(70, break_at="line")._plan)
    return [
        *found,
        pairs(first[0]),
        first[2:],
        pairs(by_headings.cut(Text(PAGE))[0]),
        by_headings.headings_of(Text(PAGE)),
    ]


def run_calls() -> Any:
    text, spans = Text(PROSE), Spans.of((k, k + 3) for k in range(0, 300, 3))
    own = windows.runs(text, spans, spans, 12, 6)
    other = windows.runs(text, spans, Spans.of((k, k + 9) for k in range(0, 900, 9)), 30, 9)
    return [list(each) for each in (*own, *other)]


def token_calls() -> Any:
    words = PROSE.split(" ")
    counted = windows.Tokens(lengths=array("I", [len(word) + 1 for word in words[:-1]] + [len(words[-1])]))
    chunker = shiplap.FixedChunker(30, 5, unit="tokens", tokenizer=len, snap="word")
    text = windows.cached_utf8(WIDE)
    ids = windows.ids_of(list(range(300, 400)))
    return [len(counted), counted.lengths(), text.bytes, list(ids), windows.seam_after(Text(PROSE), 300),
            windows.seams(Text(PROSE.encode()), True), windows.seams(Text(PROSE.encode()), False),
            chunker.spans(PROSE[:400]).tolist()]  # fmt: skip


def cut_tokens() -> Any:
    text = Text(PROSE.encode())
    plan = shiplap.FixedChunker(300, 50, unit="tokens", tokenizer=len)._plan
    loop = windows.TokenWindows(plan)
    counted = windows.Tokens(lengths=array("I", [1] * len(text)))
    found = loop.cut_tokens(text, (), counted, lambda part: len(part.encode()), {})
    return None if found is None else [pairs(found[0]), list(found[1])]


def block_calls() -> Any:
    found = [[pairs(spans) for spans in regions.blocks(Text(PAGE), grammar)[:3]] for grammar in GRAMMARS]
    found += [[pairs(spans) for spans in regions.blocks(Text("Rain\n\nIt rains.\n\n" * 20), "plain", True)[:3]]]
    paged = Text("It rains in the\n\nPage 3\n\n\fhills.\n\n" * 20)
    found += [pairs(regions.omissions(paged, *regions.blocks(paged, "plain", True)[:3]))]
    start = PAGE.index("| a")
    counted = [regions.content(Text(PAGE)), regions.content(Text(PAGE.encode() * 40)), regions.guess(Text(PYTHON))]
    counted += [regions.is_delimited(Text("a,b\n1,2\n3,4\n" * 9)), regions.is_delimited(Text(PAGE))]
    header, rows, cells, names = regions.rows(Text(PAGE), start, start + len(TABLE))
    return found, counted, header, list(rows), list(cells), names


def outline_calls() -> Any:
    found = []
    for language in ("python", "cpp", "javascript"):
        rows, positions, ranks = outline.Outliner(language)(Text(PYTHON))
        packed, grade = pack_code(positions, ranks, rows, len(PYTHON), 300)
        offsets = outline.convert(Text(PYTHON), positions, "bytes")
        found.append([list(positions), list(ranks), list(rows), pairs(packed), grade, list(offsets)])
    return found


def segment_calls() -> Any:
    m, directions = array("q", range(0, 500, 5)), array("h", [k % 7 for k in range(99 * 4)])
    return list(segments(m, directions, 4, 60, 9, 100))


def adaptive_calls() -> Any:
    """Return the functions of `_core.packing`, as the chunker calls them."""
    chunker = shiplap.AdaptiveChunker(60, 20, unit="bytes", size_includes_context=True, strip_whitespace=True)
    chunks = chunker.chunk(PAGE)
    lists = shiplap.AdaptiveChunker(60, 0, unit="characters").chunk(
        "It rains.\n\n- a\n\n- b\n\n" * 9, path="a.rst"
    )
    before = tokens_before(array("q", range(300)), array("q", range(300)), 9)
    return [pairs(chunks._native), chunks.kinds, chunks.contextual_texts, pairs(lists._native), list(before)]


def field_calls() -> Any:
    child = arrow.Field("naïve", "U", metadata=None)
    field = arrow.Field("", "+s", flags=0, children=[child, arrow.Field("n", "l")], dictionary=None)
    read = arrow.Field.of(field)
    kinds = [arrow.is_text(child), arrow.is_name(child), arrow.is_carried(child)]
    return [repr(read), read.same(field), [repr(each) for each in read.children], kinds]


def table_of_rows() -> Any:
    """Return the rows as an array with `__arrow_c_array__`."""
    made = arrow.Table(None, 2, len(ROWS))
    made.words(arrow.Field("text", "U"), ROWS)
    made.integers(arrow.Field("id", "l", flags=0), array("q", range(300, 300 + len(ROWS))))
    return made.done()


DATA = table_of_rows()


VECTORS = np.ones((2, 300), np.float32)


def table_calls() -> Any:
    rows = arrow.Array.of(table_of_rows())
    reader, names = arrow.Reader(rows, "text"), arrow.Reader(rows, "id")
    end = arrow.group_end(reader, 0, 300, 1 << 20)
    cut = arrow.Cut(reader, 0, end, windows.Windows(PLAN), False, True)
    failed = cut.run()
    made = arrow.Table(cut, 9)
    made.number(arrow.Field("chunk_index", "l", flags=0))
    made.number(arrow.Field("line_end", "l", flags=0))
    made.texts(arrow.Field("text", "U", flags=0), False)
    made.texts(arrow.Field("view", "vu", flags=0), True)
    made.names(arrow.Field("id", "U"), names, True)
    made.words(arrow.Field("hash", "U"), cut.hashes())
    made.lists(arrow.Field("headings", "+l", children=[arrow.Field("item", "U")]), [["é" * 300]] * cut.chunks)
    made.repeat(names)
    vectors = arrow.Table(None, 1, 2)
    item = arrow.Field("item", "f", flags=0)
    vectors.vectors(arrow.Field("embedding", "+w:300", flags=0, children=[item]), VECTORS)
    return [
        failed, cut.chunks, cut.text(0), cut.text(1), names.name(0), len(made.done()), added(reader),
        list(cut.offsets()), len(vectors.done()),
        arrow.records({"id": [300, 301], "text": ["é", None]}, {"id": 300, "text": "é"}),
    ]  # fmt: skip


def added(reader: Any) -> Any:
    cut = arrow.Cut(reader, 0, 2, None, False, False)
    cut.add(0, Spans.of([(0, 300)]), Spans.of([(0, 300)]), array("q", [300]))
    cut.add(1, None, None, None)
    counted = arrow.Cut(reader, 0, 1, None, False, False)
    counted.add(0, Spans.of([(0, 300)]), None, None)
    return [cut.chunks, list(cut.tokens or []), counted.tokens]


class Streamed:
    """An object that gives the same stream as often as it is asked."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return arrow.Sink(iter([arrow.Array.of(DATA)]), arrow.Array.of(DATA).field).capsule()


def stream_calls() -> Any:
    """Return a stream taken in from a Sink. An error of its callbacks is an ArrowError that names MemoryError."""
    try:
        found = list(arrow.Source(Streamed()))
    except shiplap.errors.ArrowError as error:
        if "MemoryError" in str(error) or "error 12" in str(error):
            raise MemoryError from None
        raise
    again = arrow.Array.of(found[0])
    field = arrow.Array.of(again).field
    return [len(again), repr(field), [arrow.Reader(again, "id").name(k) for k in range(len(again))]]


SEPARATOR_SPLITTERS = [
    windows.SeparatorSplitter(
        separators, is_regex=is_regex, recursive=True, chunk_size=300, chunk_overlap=120, keep=keep, rejoin=True,
        strip=True, length=length,
    )
    for separators, is_regex, keep, length in (
        ([". ", " ", ""], False, "start", None),
        ([". ", "é"], False, None, None),
        ([r"\.\s", "[aeiou]"], True, "end", len),
    )
]  # fmt: skip


def merging_calls() -> Any:
    found = [
        splitter.split_with_starts(text) for splitter in SEPARATOR_SPLITTERS for text in (PROSE, WIDE, PYTHON)
    ]
    again = windows.rebuilt(*SEPARATOR_SPLITTERS[0].__reduce__()[1])
    options: dict[str, Any] = {
        "is_regex": False, "recursive": True, "chunk_size": 2, "chunk_overlap": 0, "keep": None, "rejoin": True,
        "strip": True,
    }  # fmt: skip
    refused: list[tuple[type[Exception], dict[str, Any]]] = [
        (windows.UnsupportedLength, {"length": lambda _: -1}),
        (windows.UnsupportedSeparator, {"unsupported": {0: None}}),
    ]
    for error, unsupported in refused:
        try:
            windows.SeparatorSplitter(["-"], **options, **unsupported).split("a-b")
        except error:
            found.append(again.split_with_starts(PROSE))
    return found


UPDATED = shiplap.RecursiveChunker(60, 10)


def update_calls() -> Any:
    found = []
    for text in (PROSE, WIDE, PROSE.encode()):
        middle = text[: len(text) // 2] + (b"No. " if isinstance(text, bytes) else "No. ") + text[len(text) // 2 :]
        chunks = UPDATED.chunk(text)
        changes = differences(chunks._text, Text(middle + middle[:40]))
        found.append((list(changes), UPDATED.update(chunks, middle + middle[:40]).chunks.spans.tolist()))
    return found


CHUNKS = array("q", range(0, 9000, 300)), array("q", range(400, 9400, 300))
ROWS_OF_SPANS = array("q", range(0, 9000, 90)), array("q", range(400, 9400, 90))
PAGES = array("q", range(300, 400))
BOXES = [array("d", range(a, a + 100)) for a in (300, 400, 380, 420)]
EDGES = array("f", range(400)) * 100


def provenance_calls() -> Any:
    found = provenance.boxes(*CHUNKS, *ROWS_OF_SPANS, PAGES, *BOXES, array("b", [1]) * 100, EDGES, "block")
    return [
        list(provenance.own(*CHUNKS)), list(map(list, provenance.join(*CHUNKS, *ROWS_OF_SPANS))),
        list(map(list, found)),
    ]  # fmt: skip


TEXT_BYTES = b"It rains. " * 60 + PROSE.encode()

#: Each case, and what of `_core` it calls.
HTML = (
    "<title>Ü</title><ul><li id=a>ä &amp; &copy; <code>`</code><pre>b\n</pre></ul>"
    "<table><tr><td>c<td rowspan=2>d</table>"
)


def html_calls() -> Any:
    page = (HTML * 20).encode()
    text, head, origin, anchors, fragments = readers.read_html(page, page, 0, False, False, True)
    return text, head, list(origin), list(anchors), fragments


class PdfPage:
    """The text of a page of a PDF file, open in PDFium, which allocates outside of Python."""

    def __init__(self) -> None:
        raw = pytest.importorskip("pypdfium2").raw
        self.content = pdf.File([pdf.Page(pdf.paragraph("\n".join(["It rains.", "fi ffl"] * 20)))]).data()
        self.document = raw.FPDF_LoadMemDocument64(self.content, len(self.content), None)
        self.page = raw.FPDF_LoadPage(self.document, 0)
        self.text = raw.FPDFText_LoadPage(self.page)
        functions = [getattr(raw, name) for name in readers.PDFIUM_FUNCTIONS]
        self.addresses = [ctypes.cast(each, ctypes.c_void_p).value for each in functions]
        self.handle = ctypes.cast(self.text, ctypes.c_void_p).value


@functools.cache
def pdf_page() -> PdfPage:
    return PdfPage()


def glyph_calls() -> Any:
    page = pdf_page()
    text, *columns = readers.PageReader(page.addresses).read(page.handle, (1, 0, 0, -1, 0, 800))
    return text, list(map(list, columns))


def data_calls() -> Any:
    values = '[{"a": [1, {"b": "It is deep. It is cold."}]}, ' + '{"c": 2}, ' * 90 + "3]"
    nested = "<a>" * 90 + "x" + "</a>" * 90
    texts = (("json", values), ("xml", nested), ("yaml", "- a:\n    b: 1\n" * 30), ("log", "1:02:03 x\n y\n" * 30))
    cases = ((Text(text), name, fits) for name, text in texts for fits in (0, 20))
    return [list(map(list, outline.outline_data(*case))) for case in cases]


CASES: dict[str, tuple[Case, list[str]]] = {
    "glyphs": (glyph_calls, ["readers.PageReader"]),
    "html": (html_calls, ["readers.connect_lexbor", "readers.read_html"]),
    "text-str": (lambda: text_calls(PROSE), [
        "text.Text", *(f"boundaries.{name}" for name in ("anchor", "cluster_around", "count_cut", "is_cut"))]),
    "text-wide": (lambda: text_calls(WIDE), ["text.Text"]),
    "text-bytes": (lambda: text_calls(bytearray(TEXT_BYTES)), ["text.Text"]),
    "spans": (span_calls, ["text.Spans"]),
    "batch": (
        batch_calls,
        ["windows.Batch", "windows.gather", "windows.CompiledLoop", "windows.lazy_chunks", "windows.LazyRow"],
    ),
    "splitter": (splitter_calls, ["windows.Splitter"]),
    "runs": (run_calls, ["windows.runs"]),
    "windows": (window_calls, ["windows.Windows"]),
    "tokens": (token_calls, ["windows.Tokens", "windows.cached_utf8", "windows.seam_after", "windows.seams",
                             "windows.ids_of"]),
    "cut-tokens": (cut_tokens, ["windows.TokenWindows"]),
    "blocks": (block_calls, [
            "regions.blocks", "regions.content", "regions.rows", "regions.is_delimited", "regions.guess",
            "regions.omissions",
        ]),
    "data": (data_calls, ["outline.outline_data"]),
    "outline": (outline_calls, ["outline.Outliner", "outline.convert", "packing.pack_code"]),
    "segments": (segment_calls, ["packing.segments"]),
    "adaptive": (adaptive_calls, [
        *("packing." + name for name in (
            "places", "sites", "keeps", "keep_lists", "limiting_runs", "pack", "starts", "positions",
            "tokens_before", "majority", "Layout", "BreakPoints", "Packing")),
        "boundaries.Lexicon"]),
    "fields": (field_calls, ["arrow.Field", "arrow.is_text", "arrow.is_name", "arrow.is_carried"]),
    "tables": (table_calls, ["arrow.Reader", "arrow.group_end", "arrow.Cut", "arrow.Table", "arrow.Array",
                             "arrow.records"]),
    "streams": (stream_calls, ["arrow.Source", "arrow.Sink"]),
    "merging": (
        merging_calls,
        ["windows.SeparatorSplitter", "windows.rebuilt", "windows.UnsupportedLength",
         "windows.UnsupportedSeparator"],
    ),
    "updates": (
        update_calls,
        ["stable.Changes", "stable.differences", "stable.Update", "stable.grade"],
    ),
    "stable": (
        lambda: [shiplap.StableChunker(60, 9).split_batch([PROSE * 9, WIDE * 9, "a" * 2000, PROSE.encode()])],
        ["stable.StableCuts"],
    ),
    "provenance": (provenance_calls, ["text.own", "text.join", "text.boxes"]),
    "cpu": (lambda: [cpu.use(cpu.current()), cpu.supported()], [
        "text.instruction_set", "text.instruction_sets", "text.use_instruction_set",
    ]),
    "hashes": (lambda: [hashes(["é" * 200, "a"] * 70)], ["text.hashes"]),
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_other_thread() -> None:
    """Ends the threads with which tqdm watches its bars, if another test has used one: their allocations fail too.
    Each subclass of its class may have one."""
    for thread in threading.enumerate():
        if type(thread).__name__ == "TMonitor":
            thread.exit()  # type: ignore[attr-defined]


def public_names() -> Iterator[str]:
    """Yield the functions and classes of the stubs of `_core`."""
    for stub in Path(_core.__path__[0]).rglob("*.pyi"):
        for node in ast.parse(stub.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield f"{stub.stem}.{node.name}"


def test_each_name_of_the_core_has_a_case() -> None:
    assert sorted({name for _, names in CASES.values() for name in names}) == sorted(set(public_names()))


def test_no_list_grows_inside_a_comprehension() -> None:
    """The code that Cython 3.3 generates for one releases the new item twice where the list cannot grow."""
    for path in (Path(__file__).parents[2] / "src" / "shiplap" / "_core").rglob("*.p[yx][xdi]"):
        assert not re.findall(r"\[[^\[\]\n]* for [^\n]* in ", path.read_text("utf-8")), path.name


# An allocation that fails in a finalizer can only be warned of.
@pytest.mark.filterwarnings("ignore:(?s).*:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.exhaustive] * (case == "adaptive")) for case in CASES]
)
def test_each_allocation_may_fail(case: str) -> None:
    if not generators_survive():
        pytest.skip("this CPython crashes when an allocation fails in a generator of plain Python")
    call = CASES[case][0]
    expected = call()
    failures = last = n = 0
    gc.collect()
    while n < last + 25:  # past the last allocation of the call
        n += 1
        result = None
        _testcapi.set_nomemory(n, n + 1)
        try:
            result = call()
        except MemoryError:
            failures, last = failures + 1, n
        finally:
            _testcapi.remove_mem_hooks()
        if result is not None:
            assert result == expected
    assert failures > (0 if case == "cpu" else 10)
    assert call() == expected
