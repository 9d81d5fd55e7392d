"""The public API on texts of n and 4n characters, for test_growth.py.

A step is one topic of the API on one text in one form. `names()` lists what the API has, from `__all__` and the
classes; test_growth.py checks that the steps run each of them.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
import html
import importlib.util
import inspect
import io
import itertools
import json
import os
import pickle
import pkgutil
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

import shiplap
from shiplap import (
    arrow,
    citations,
    evaluate,
    grounding,
    ingestion,
    prompt,
    readers,
    store,
    sync,
    tokenizers,
    vectors,
    view,
)
from shiplap.chunkers.hierarchy import HierarchicalChunker
from shiplap.chunks import Chunk, align
from shiplap.cli import main
from shiplap.evaluate.retrieval import at_mean_size
from shiplap.evaluate.significance import interval
from shiplap.evaluate.structure import definitions_of, fewest_chunks, kind_accuracy, tables_of
from tests.readers import office
from tests.support import pdf
from tests.support.chunkers import letters
from tests.support.growth_texts import FORMS, HOSTILE, TEXTS

N = 2_500

SIZE = 100

ADAPTIVE = shiplap.AdaptiveChunker(SIZE, 10, unit="characters")
CONTEXTUAL = shiplap.AdaptiveChunker(SIZE, 10, unit="characters", size_includes_context=True)

CHUNKERS: tuple[shiplap.Chunker, ...] = (
    ADAPTIVE,
    shiplap.FixedChunker(SIZE, 20, snap="sentence"),
    shiplap.FixedChunker(SIZE, 20),
    shiplap.RecursiveChunker(SIZE, 20),
    shiplap.RecursiveChunker(SIZE, 20, omit_furniture=True),
    shiplap.SentenceChunker(SIZE, 20),
    shiplap.SentenceSplitter(),
    shiplap.StableChunker(SIZE, 20),
    shiplap.SemanticChunker(letters, SIZE),
    shiplap.SemanticChunker(letters, SIZE, method="percentile"),
)

#: Public modules that are not run here: engines and frameworks have their own tests, with their own packages; the
#: reference is never optimised; `cli` has COMMANDS.
ELSEWHERE = {"cli", "engines", "integrations", "reference"}

#: The modules whose names are public.
MODULES = [
    importlib.import_module(f"shiplap.{module.name}")
    for module in pkgutil.iter_modules(shiplap.__path__)
    if not module.name.startswith("_") and module.name not in ELSEWHERE
]


def names() -> dict[str, CodeType]:
    """Return the public functions, methods and properties that are written in Python, with their code."""
    found: dict[str, CodeType] = {}
    for module in (shiplap, *MODULES):
        for name in getattr(module, "__all__", ()):
            public = getattr(module, name)
            place = f"{getattr(public, '__module__', '')}.{name}"
            if inspect.isclass(public) and not issubclass(public, BaseException):
                if getattr(public, "_is_protocol", False):
                    continue
                found |= {f"{place}.{member}": code for member, code in members(public)}
            elif isinstance(public, FunctionType):
                found[place] = inspect.unwrap(public).__code__
    return found


def members(kind: type) -> Iterator[tuple[str, CodeType]]:
    """Yield the public members of a class that run code of shiplap."""
    for name in dir(kind):
        if name.startswith("_") and name not in (
            "__init__",
            "__getitem__",
            "__iter__",
            "__contains__",
            "_repr_html_",
        ):
            continue
        member = inspect.getattr_static(kind, name)
        for part in ("fget", "func", "__func__"):  # of properties, cached ones, and class methods
            member = getattr(member, part, member)
        member = inspect.unwrap(member) if callable(member) else member
        code = getattr(member, "__code__", None)
        if code is not None and code.co_filename.startswith(os.path.dirname(shiplap.__file__)):
            yield name, code


@lru_cache(None)
def touched(kind: type) -> tuple[tuple[str, bool], ...]:
    """Return the public members of a class that need no argument, and whether they are called."""
    found = []
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") or isinstance(member, (classmethod, staticmethod)) or inspect.isclass(member):
            continue
        if isinstance(member, FunctionType):
            rest = list(inspect.signature(member).parameters.values())[1:]
            if all(
                each.default is not each.empty or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
                for each in rest
            ):
                found.append((name, True))
        else:
            found.append((name, False))
    return tuple(found)


def touch(thing: Any, but: tuple[str, ...] = ()) -> None:
    """Read each public attribute of an object, and call each method that needs no argument."""
    for name, called in touched(type(thing)):
        if name in but:
            continue
        with contextlib.suppress(AttributeError):
            value = getattr(thing, name)
            if called:
                value = value()
            if inspect.isgenerator(value):
                for _ in value:
                    pass


def text_of(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode()


def edited(data: Any) -> Any:
    """Return the text with an insertion in its middle."""
    half = (
        len(data) // 2
        if isinstance(data, str) or data.isascii()
        else len(data[: len(data) // 2].decode(errors="ignore").encode())
    )
    return data[:half] + (" Now. " if isinstance(data, str) else b" Now. ") + data[half:]


#: Methods that make tables, which is the same for all chunks, and one that needs boxes.
TABLES = ("to_pandas", "to_polars", "to_arrow", "boxes")


def of_chunks(data: Any, path: str) -> None:
    chunks = ADAPTIVE.chunk(data, path=path or None, document_id="d", source=path or "s")
    touch(chunks, but=("boxes",))
    chunks.at(len(chunks) // 2)
    for unit in ("chunks", "sentences", "sections", "characters"):
        for row in range(0, len(chunks), 8):
            chunks.around(row, 2, 2, unit).to_dict()  # type: ignore[arg-type]
    touch(chunks.around(len(chunks) // 2))
    pickle.loads(pickle.dumps(chunks[0].around()))
    described = vectors.with_retries(lambda batch: [f"Part {chunk.index}." for chunk in batch])
    found = chunks.with_context(described, cache={})
    touch(found, but=("boxes",))
    chunks[len(chunks) // 2 :].contextual_texts  # noqa: B018
    chunks[0] in chunks  # noqa: B015
    chunks._repr_html_()
    chunks.replace(document_id="e").content_ids  # noqa: B018
    cutter = shiplap.hierarchy(shiplap.AdaptiveChunker(80, 0), [200, 600])
    HierarchicalChunker.from_config(cutter.config)
    levels = cutter.chunk(data, path=path or None)
    touch(levels)
    hash(cutter), repr(cutter)
    levels.parent(0)
    levels.children(0)
    levels.merge(range(0, len(levels.leaves), 2))
    list(levels.rows())
    touch(shiplap.Chunks.from_spans(data, chunks.spans, document_id="d"), but=TABLES)
    # without overlaps: of pieces of a repeated text that overlap, the places are a guess
    align(text_of(data), [text for text in shiplap.FixedChunker(400, 0).split_text(data) if text.strip()])
    touch(CONTEXTUAL.chunk(data, path=path or None, document_id="d"), but=TABLES)


def of_each_chunk(data: Any, path: str) -> None:
    for chunk in ADAPTIVE.chunk(data, path=path or None, document_id="d"):
        touch(chunk)
        Chunk.from_dict(chunk.to_dict())


def of_chunkers(data: Any, path: str) -> None:
    known: Any = path or None
    pieces = [data[k : k + 1000] for k in range(0, len(data), 1000)]
    for chunker in CHUNKERS:
        touch(chunker)
        shiplap.from_config(chunker.config)
        old = chunker.chunk(data, path=known, document_id="d")
        chunker.split_text(data, path=known)
        chunker.spans(data, path=known)
        touch(chunker.update(old, edited(data), path=known))
        for batch in (chunker.chunk_batch, chunker.iter_batch, chunker.split_batch, chunker.spans_batch):
            list(batch([data] * 2, paths=[known] * 2))
        list(chunker.stream(pieces, path=known))
        list(chunker.stream_batches(pieces, path=known))
    shiplap.chunk(data, shiplap.from_config(shiplap.preset("fixed-900").config), path=known)
    shiplap.chunk(data, path=known)
    shiplap.presets()
    shiplap.sentences(data)


def of_content(data: Any, path: str) -> None:
    shiplap.detect_content_type(data, path=path or None)
    regions = shiplap.regions(data, path=path or None)
    touch(regions)
    regions._repr_html_()
    for region in regions:
        touch(region)
    outline = shiplap.outline(data, "python")
    touch(outline)
    outline._repr_html_()
    for definition in outline:
        touch(definition)
    outline.pack(SIZE)


def of_arrow(data: Any, path: str) -> None:
    rows = {"text": [text_of(data)] * 2, "id": ["a", "b"], "path": [path or None] * 2}
    table = importlib.import_module("pyarrow").table(rows)
    arrow.schema(ADAPTIVE, table.schema)
    for zero_copy in (False, True):
        stream = arrow.chunk(table, ADAPTIVE, path_column="path", columns=arrow.COLUMNS, zero_copy=zero_copy)
        touch(stream)
        list(stream)


def of_store(data: Any, path: str) -> None:
    chunks = ADAPTIVE.chunk(data, path=path or None, document_id="d", source=path or None)
    with store.Store(":memory:") as kept:
        kept.put(chunks)
        since = kept.changes().generation
        stored = kept.chunks("d")
        kept.contexts("doc")
        kept.around(stored[len(stored) // 2])
        kept.around(stored[len(stored) // 2], 2, 2, "sentences")
        kept.put(shiplap.AdaptiveChunker(80, 0).chunk(data, path=path or None, document_id="leaves"))
        kept.merge(kept.search("the", 20, document="leaves"), [800, 3200])
        kept.delete("leaves")
        ADAPTIVE.update(kept.chunks("d"), edited(data), path=path or None, decided=kept.decided("d"))
        kept.put(ADAPTIVE.update(chunks, edited(data), path=path or None).chunks)
        kept.put_many([chunks.replace(document_id=name) for name in "ab"])
        with kept.writer() as writer:
            for name in ("e", "g"):
                writer.add(store.prepare(chunks.replace(document_id=name)))
            writer.move("e", "f")
            writer.remove("g")
            whole = store.prepare(chunks.replace(document_id="h"))
            writer.add_parts(dataclasses.replace(whole, values=[]), [whole.values])
            writer.set_setting("configuration", "{}")
        list(kept.chunks("d"))
        kept.search("Where does the rain fall?", 100, match="any", kind="prose", source="x", metadata={"a": 1})
        for hit in kept.search("rain", limit=100):
            touch(hit)
        kept.get("d"), kept.version("d"), kept.unchanged("d", "x", "y"), kept.setting("configuration")
        vectors_of(kept, chunks)
        for past in (None, since):
            touch(kept.changes(past))
        touch(kept, but=("close", "embed", "writer"))
        list(kept)
        assert "a" in kept
        kept.delete("a")
        kept.prune(["d"])


def of_sync(data: Any, path: str) -> None:
    """A target that follows a store: at first, by changes, by a comparison."""
    target, embed = sync.MemoryTarget(), vectors.HashedWords(16)
    with store.Store(":memory:") as kept:
        syncer = sync.Syncer(kept, target, model="m", embed=embed)
        for text in (data, edited(data)):
            kept.put(ADAPTIVE.chunk(text, path=path or None, document_id="d"))
            report = syncer.run()
            report.miss("d-chunk-0", "refused")
            touch(report)
            kept.changes(report.generation).without_vector("m")
        kept.vacuum()
        kept.put(ADAPTIVE.chunk(data, path=path or None, document_id="e"))
        syncer.run(dry_run=True)
        syncer.run(index=True)
        target.rows.popitem()
        touch(syncer.verify())
        touch(syncer.repair())
        cursor = target.cursor()
        assert cursor is not None
        touch(sync.Cursor.from_json(cursor.to_json()))


def MEMORY() -> sync.MemoryTarget:
    """Return a new target in memory, for the command."""
    return sync.MemoryTarget()


def vectors_of(kept: store.Store, chunks: shiplap.Chunks) -> None:
    """The vectors of a store and those of memory."""
    embed = vectors.HashedWords(16)
    for cache in (kept.vectors("m"), vectors.MemoryCache()):
        matrix = vectors.embed_chunks(chunks, embed, cache=cache)
        vectors.embed_texts(chunks.texts, embed, cache=cache)
        cache.get_many(chunks.context_hashes)
        touch(cache)
        cache.drop()
    vectors.make_index("exact", matrix).search(matrix[:1], 3)
    options = vectors.RequestOptions(max_texts=2, max_request_tokens=1000, tokenizer="characters")
    model = vectors.load_embed("hashed", options)
    touch(model)
    model.check(chunks.texts)
    model.excess(chunks.text)
    model.query(chunks.texts[:1])
    report = kept.embed(vectors.model_of(embed, "embedded"), model="embedded", skip_long=True, dry_run=True)
    touch(report)
    touch(kept.embed(embed, model="embedded", listener=store.EmbedListener()))
    touch(kept.embedding)
    kept.vectors("embedded").known(chunks.context_hashes)


def of_answers(data: Any, path: str) -> None:
    chunks = ADAPTIVE.chunk(data, path=path or None, document_id="d", source="s")
    built = prompt.build_prompt("Does it rain?", chunks)
    touch(built)
    built.check_limit(10**9)
    prompt.build_prompt("?", chunks, max_size=len(data) // 2, order="document")
    for part in prompt.parse_prompt(built.text).chunks:
        touch(part)
    prompt.unescape_text(prompt.escape_text(chunks.text)), prompt.unescape_name(prompt.escape_name(chunks.text))
    answer = "".join(f"“{chunk.text[:40]}” [doc: s, chunk: {chunk.id}] " for chunk in chunks)
    for found in (citations.parse_citations(answer, chunks), citations.verify_quotes(answer, chunks)):
        touch(found)
        type(found).from_dict(found.to_dict())
        type(found).from_json(found.to_json())
        for part in (*found.citations, *getattr(found, "quotes", ())):
            touch(part)
            for place in getattr(part, "places", ()):
                touch(place)


def of_grounding(data: Any, path: str) -> None:
    chunks = ADAPTIVE.chunk(data, path=path or None, document_id="d")
    edges = [*range(0, len(text_of(data)), 4), len(text_of(data))]
    offsets = list(itertools.pairwise(edges))
    windows = vectors.macro_windows(len(offsets), 64, 16)
    parts = [[[1.0, 0.5]] * (last - first) for first, last in windows]
    shiplap.pool(parts, offsets, chunks, windows=windows)
    grounder = grounding.Grounder(chunks, vectors.HashedWords(16))
    touch(grounder)
    found = grounder.score("The rain falls in the hills.")
    touch(found)
    touch(found.evidence[0])
    grounder.score_batch(["The rain falls.", "It snows."])
    claims = [{"claim": "The rain falls.", "grounded": True}, {"claim": "No.", "grounded": False}]
    touch(grounding.evaluate_grounding(claims, grounder))


def of_evaluation(data: Any, path: str) -> None:
    text = text_of(data)
    corpus = evaluate.Corpus({path or "x": text})
    touch(evaluate.quality_of({path or "x": text}, ADAPTIVE, edits=2))
    found = evaluate.cut(corpus, ADAPTIVE)
    touch(found)
    touch(evaluate.intrinsic_of(corpus, found.spans, evaluate.Marks(corpus)))
    spans = found.spans.tolist()
    definitions, tables = definitions_of(text, path or None), tables_of(text, path or None)
    touch(evaluate.structure(text, spans, definitions=definitions, tables=tables, size=SIZE))
    fewest_chunks(text, [(start, min(start + 9, end)) for start, end in spans], SIZE)
    kinds = [(start, end, "prose") for start, end in spans]
    kind_accuracy(kinds, kinds)
    log = [evaluate.log_line("rain?", [f"d-chunk-{k}"], preset="adaptive") for k in range(len(text) // 100)]
    touch(evaluate.summarize_log([json.loads(line) for line in log]))
    touch(comparison_of(corpus, text[len(text) // 2 :][:40]))


def comparison_of(corpus: evaluate.Corpus, gold: str) -> evaluate.Comparison:
    """Two chunkers that are compared by one question, and all that comparisons have."""
    corpus.number(corpus.ids[0])
    questions = evaluate.read_questions([{"question": "Where?", "gold": [[len(gold), 2 * len(gold)]]}], corpus)
    cuts = [evaluate.cut(corpus, chunker) for chunker in CHUNKERS[:2]]
    for kind in (evaluate.Bm25, evaluate.Bm25s, evaluate.FullText):
        ranks = kind(corpus, ["Where?"]).rank(cuts[0], 3)
    evaluate.Dense(corpus, ["Where?"], vectors.HashedWords(16)).rank(cuts[0], 3)
    evaluate.Hybrid(corpus, ["Where?"], vectors.HashedWords(16)).rank(cuts[0], 3)
    evaluate.compare_modes(corpus, questions, embed=vectors.HashedWords(16), chunker=CHUNKERS[0])
    gold_of = evaluate.Gold(questions)
    columns = evaluate.measure(cuts[0], ranks, gold_of)
    interval(columns["recall"])
    evaluation = evaluate.Evaluation(corpus, questions)
    evaluation.curve(CHUNKERS[0], [100])
    compared = evaluation.compare({"a": CHUNKERS[0], "b": CHUNKERS[1]})
    touch(compared.paired("a", "b"))
    for result in (compared["a"], evaluation.result("a", CHUNKERS[0])):
        touch(result)
        result.mean("recall"), result.interval("recall")
    return compared


def of_view(data: Any, path: str) -> None:
    chunks = ADAPTIVE.chunk(data, path=path or None, document_id="d")
    view.page(chunks, shiplap.FixedChunker(SIZE).chunk(data, document_id="d"))
    view.sample(chunks)


def located(data: Any, path: str) -> shiplap.Document:
    """Return the text with a row for every 20 code points in each span table."""
    spans = [(start, start + 20) for start in range(0, len(text_of(data)) - 19, 20)]
    tables: dict[str, list[Any]] = {
        "pages": [(*span, k // 9 + 1, f"p{k // 9}", 600, 900) for k, span in enumerate(spans)],
        "runs": [
            (*span, k // 9 + 1, 0, 10 * k, 200, 10 * k + 9, "ltr", range(20)) for k, span in enumerate(spans)
        ],
        "times": [(*span, k, k + 1, f"s{k % 2}") for k, span in enumerate(spans)],
        "cells": [(*span, "sheet", k + 1, 1) for k, span in enumerate(spans)],
        "anchors": [(start, start, f"a{k}") for k, (start, _) in enumerate(spans)],
        "origin": [(*span, *span) for span in spans],
    }
    return shiplap.Document(data, document_id="d", source="s", path=path or None, provenance=tables)


def of_provenance(data: Any, path: str) -> None:
    document = located(data, path)
    touch(document)
    chunks = ADAPTIVE.chunk(document)
    touch(chunks)
    for name, table in (document.provenance or {}).items():
        touch(table)
        len(chunks.provenance(name).rows), len(table), list(table), table["start"]
    touch(document.provenance)
    for chunk in chunks:
        touch(chunk)
        document.provenance.described(chunk.start, chunk.end)  # type: ignore[union-attr]
        for cell in chunk.cells:
            touch(cell)
    answer = "".join(f"“{chunk.text[:40]}” [doc: s, chunk: {chunk.id}] " for chunk in chunks)
    citations.verify_quotes(answer, chunks), citations.verify_quotes(answer, [chunk.to_dict() for chunk in chunks])
    prompt.build_prompt("Does it rain?", chunks, locations=True)
    view.page(chunks)


def of_pdf_files(lines: list[str]) -> None:
    """Read a PDF file of the lines, thirty on a page, where the library is installed."""
    if importlib.util.find_spec("pypdfium2"):
        plain = [re.sub("[^ -~]", "", line) for line in lines]
        pages = [pdf.Page(pdf.paragraph("\n".join(plain[k : k + 30]))) for k in range(0, len(plain), 30)]
        readers.pdf(pdf.File(pages).data())


def of_office_files(lines: list[str]) -> None:
    """Read each format of office files, made of the lines, where its library is installed."""
    readers.email("\n".join(["Subject: rain", "", *lines]).encode("utf-8", "replace"))
    if not all(map(importlib.util.find_spec, ("lxml", "selectolax", "python_calamine"))):
        return
    kept = [html.escape(re.sub("[^ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", " ", line)) for line in lines]
    page = "".join(f"<p>{line}</p>" for line in kept)
    readers.docx(office.docx_of(kept)), readers.pptx(office.pptx_of(kept)), readers.odt(office.odt_of(kept))
    readers.spreadsheet(office.xlsx_of([[line] for line in kept])), readers.epub(office.epub_of([page]))
    readers.spreadsheet(office.ods_of([[line] for line in kept]))
    readers.mhtml(f"Content-Type: text/html; charset=utf-8\n\n{page}".encode())


def read(data: Any, path: str) -> None:
    """Any file: one of a format within a file, whose reader has a fingerprint."""
    content = data if isinstance(data, bytes) else data.encode("utf-8", "replace")
    readers.read(gzip.compress(content), path=f"{path}.gz")
    format = readers.Format(name="rain", read=lambda data, path, run: shiplap.Document("rain"))
    format.fingerprint(readers.ReadOptions().inner("rain"))


def of_readers(data: Any, path: str) -> None:
    text = " ".join(text_of(data).replace("<", "").split())
    cues = "".join(f"0:01 --> 0:02\n{text[k : k + 30]}\n\n" for k in range(0, len(text), 30))
    readers.srt(cues), readers.vtt(f"WEBVTT\n\n{cues}")
    segments = [{"start": 0, "end": 1, "text": text[k : k + 30]} for k in range(0, len(text), 30)]
    readers.transcript({"segments": segments})
    items = [(line, 1, (0, 0, 1, 1), "text") for line in text_of(data).splitlines()]
    readers.from_items(items)
    readers.unstructured([{"type": "NarrativeText", "text": line} for line, *_ in items])
    texts = [{"label": "text", "text": line} for line, *_ in items]
    readers.docling({"body": {"children": [{"$ref": f"#/texts/{k}"} for k in range(len(texts))]}, "texts": texts})
    cells = [{"cell_type": "markdown", "source": line} for line, *_ in items]
    readers.notebook(json.dumps({"nbformat": 4, "cells": cells}))


def of_formats(data: Any, path: str) -> None:
    """Files of all formats that a library reads, and any file by `read`."""
    read(data, path)
    lines = text_of(data).splitlines()
    of_office_files(lines)
    of_pdf_files(lines)


@contextlib.contextmanager
def folder() -> Iterator[None]:
    """An empty folder that is the current one."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(io.StringIO()):
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


#: The commands that are run on a folder of two files. `evaluate` is run by `of_tuning`.
COMMANDS = [
    ["ingest", ".", "--to", "x.db", "--chunk-size", str(SIZE // 4)],
    ["verify", "x.db"],
    ["stats", "x.db"],
    ["changes", "x.db"],
    ["search", "x.db", "rain"],
    ["prompt", "x.db", "Where does the rain fall?"],
    ["ground", "x.db", "The rain falls."],
    ["cite", "x.db", "FILE", "--all"],
    ["embed", "x.db", "--embed", "hashed"],
    ["vectors", "x.db"],
    ["sync", "x.db", "--to", "tests.support.growth_api:MEMORY", "--embed", "hashed"],
    ["vacuum", "x.db"],
    ["delete", "x.db", "FILE", "--dry-run"],
    ["chunk", "FILE", "--chunk-size", str(SIZE // 4)],
    ["sentences", "FILE"],
    ["view", "FILE", "-o", "page.html", "--chunk-size", str(SIZE // 4)],
]


def of_files(data: Any, path: str) -> None:
    with folder():
        for name in "ab":
            with open(name + (path or "x.txt"), "wb") as file:
                file.write(data if isinstance(data, bytes) else data.encode())
        evaluate.read_documents(["."])
        ingestion.Names.choose(["."]).place("x")
        found = ingestion.find(["."], choice=ingestion.Choice.of(["*"], ["*.x"]))
        found.exclusion(os.path.abspath("a"))
        shiplap.ingest(".", to="y.jsonl", chunk_size=SIZE // 4)
        shiplap.ingest(".", to="tests.support.growth_api:MEMORY", embed="hashed", chunk_size=SIZE // 4)
        citations.from_files()(ADAPTIVE.chunk("Rain.", source="a" + path)[0])
        with open(os.devnull, "w") as out, contextlib.redirect_stdout(out):
            for command in COMMANDS:
                code = main([word.replace("FILE", f"a{path or 'x.txt'}") for word in command])
                # these may find nothing
                assert code == 0 or command[0] in ("search", "prompt", "cite", "delete"), command


#: The topics, by name, each with the share of the texts on which it is run (one in so many), and the share of the
#: forms. Those whose cost hardly depends on the text are run on few.
TOPICS: dict[str, tuple[Callable[[Any, str], None], int, int]] = {
    "chunks": (of_chunks, 1, 2),
    "each chunk": (of_each_chunk, 1, 2),
    "chunkers": (of_chunkers, 1, 4),
    "content": (of_content, 1, 4),
    "Arrow": (of_arrow, 2, 4),
    "store": (of_store, 3, 4),
    "answers": (of_answers, 3, 4),
    "grounding": (of_grounding, 3, 4),
    "evaluation": (of_evaluation, 4, 4),
    "view": (of_view, 2, 4),
    "provenance": (of_provenance, 4, 4),
    "readers": (of_readers, 4, 4),
    "formats": (of_formats, 8, 4),
    "files": (of_files, 4, 4),
    "sync": (of_sync, 4, 4),
}


def context(
    path: str, make: Callable[[int], str], form: Callable[[str], Any]
) -> Callable[[int], Callable[[], Any]]:
    """Read what is repeated before the chunks of a long text, and nothing else: a copy of all of it is seen."""
    chunker = shiplap.AdaptiveChunker(10 * SIZE, SIZE, unit="characters")

    def prepared(n: int) -> Callable[[], Any]:
        chunks = chunker.chunk(form(make(16 * n)), path=path)
        return lambda: (chunks.headings, chunks.table_headers)

    return prepared


def rows(n: int) -> None:
    """A table as documents, one of each row."""
    with folder():
        with open("rows.csv", "w") as file:
            file.write("id,text\n")
            file.writelines(f"r{k},The rain falls in part {k} of the hills.\n" for k in range(n // 40))
        columns = ["--text-column", "text", "--id-column", "id"]
        assert main(["ingest", "rows.csv", "--to", "x.db", *columns]) == 0
        with open(os.devnull, "w") as out, contextlib.redirect_stdout(out):
            assert main(["verify", "x.db"]) == 0


def of_tuning(n: int) -> None:
    """Questions about documents of n characters together."""
    sentences = [f"The rain of day {k} falls in part {k} of the hills. " for k in range(n // 50)]
    documents = {f"{k}.md": "".join(sentences[k : k + 10]) for k in range(0, len(sentences), 10)}
    questions = evaluate.synthetic_questions(documents, 20)
    with folder():
        tuning = evaluate.tune(documents, questions, {"a": ADAPTIVE, "b": CHUNKERS[1]})
        touch(tuning)
        tuning.save("record.json", "report.html")
        for name, text in documents.items():
            with open(name, "w") as file:
                file.write(text)
        with open(os.devnull, "w") as out, contextlib.redirect_stdout(out):
            assert main(["evaluate", ".", "--synthetic", "--presets", "fixed-900"]) == 0
    touch(evaluate.evaluate_retrieval(documents, questions, {"a": ADAPTIVE, "b": CHUNKERS[1]}))
    at_mean_size(lambda size: shiplap.FixedChunker(size, 0), documents, 90)


def of_tokens(n: int) -> None:
    """Chunks of tokens that a function counts, and what its adapter does."""
    text = "The rain falls in the hills. " * (n // 29)
    adapter = tokenizers.get(len)
    touch(adapter, but=("config",))  # a function has no name to restore it by
    adapter.count(text)
    chunker = shiplap.RecursiveChunker(SIZE, 20, unit="tokens", tokenizer=words)
    touch(chunker.chunk(text), but=("boxes",))


def words(text: str) -> int:
    return len(text.split())


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def made(
        topic: Callable[[Any, str], None], path: str, make: Callable[[int], str], form: Callable[[str], Any]
    ) -> Any:
        def prepared(n: int) -> Callable[[], Any]:
            data = form(make(n))
            return lambda: topic(data, path)

        return prepared

    found: dict[str, Callable[[int], Callable[[], Any]]] = {
        "rows of a table": lambda n: lambda: rows(n),
        "tuning": lambda n: lambda: of_tuning(n),
        "tokens": lambda n: lambda: of_tokens(n),
    }
    forms = list(FORMS.items())
    for name, (path, make) in HOSTILE.items():
        if name.startswith("a long"):
            found |= {f"context: {name}, {form}": context(path, make, written) for form, written in forms[::2]}
    for k, (topic, (run, one_text_in, one_form_in)) in enumerate(TOPICS.items()):
        for j, (name, (path, make)) in list(enumerate(TEXTS.items()))[k % one_text_in :: one_text_in]:
            for form, written in forms[(j + k) % one_form_in :: one_form_in]:
                found[f"{topic}: {name}, {form}"] = made(run, path, make, written)
    return found
