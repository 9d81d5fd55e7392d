"""Objects that threads share give the answers of one thread. docs/limits.md has a row for each public class."""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import evaluate
from shiplap.chunks import annotations
from shiplap.errors import StoreError
from shiplap.grounding import Grounder
from shiplap.store import Store, prepare
from shiplap.tokenizers import registry
from shiplap.vectors import Exact, HashedWords, MemoryCache, embed_texts, model_of
from tests.threads.test_free_threads import CODE, CYRILLIC, MARKDOWN, PROSE, QUESTIONS, TEXTS

DOCS = Path(__file__).parents[2] / "docs"

#: What a shared object is asked: functions of the object, whose results can be compared.
Asked = list[Callable[[Any], Any]]


@pytest.fixture(autouse=True)
def switching() -> Iterator[None]:
    """Let threads take turns after a few instructions."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[int], Any], number: int = 8) -> list[Any]:
    """Return the results of as many calls in as many threads, begun together; errors among them."""
    results: list[Any] = [None] * number
    barrier = threading.Barrier(number)

    def run(place: int) -> None:
        barrier.wait(30)
        try:
            results[place] = work(place)
        except Exception as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


# ---- the page

ROWS = [
    ([re.sub(r"`|\(.*\)", "", name).strip() for name in cells[0].split(", ")], cells[1])
    for line in (DOCS / "limits.md").read_text("utf-8").partition("## Threads")[2].splitlines()
    if line.startswith("| `") and len(cells := [cell.strip() for cell in line.strip("|").split(" | ")]) == 2
]
PLACED = {name: rule for names, rule in ROWS for name in names}
VALUES = next(names for names, rule in ROWS if rule.endswith("values"))


def test_each_public_class_has_a_row() -> None:
    listed = (DOCS / "contributing" / "api.txt").read_text("utf-8")
    found = re.findall(r"^[\w.]+\.(\w+): class\((.*)\)$", listed, re.MULTILINE)
    no_objects = re.compile("Error|Exception|Warning|Protocol|TypedDict|CommonOptions")
    assert {name for name, bases in found if not no_objects.search(bases)} <= PLACED.keys()
    assert {name for name, rule in PLACED.items() if rule.startswith("may share them") and name not in VALUES} <= {
        *SHARED, *SPLITTERS, *IN_TURN, "Chunker", "ShiplapDocumentSplitter", "ShiplapNodeParser", "Bm25s",
        "ShiplapHierarchicalDocumentSplitter", "ShiplapHierarchicalNodeParser",
    }  # fmt: skip


def test_values_have_no_state_but_their_fields() -> None:
    listed = (DOCS / "contributing" / "api.txt").read_text("utf-8")
    for module, name in re.findall(r"^([\w.]+)\.(\w+): class\(", listed, re.MULTILINE):
        if name in VALUES:
            kind = getattr(importlib.import_module(module), name)
            assert dataclasses.is_dataclass(kind) or issubclass(kind, tuple), name


# ---- what threads may share

CLAIMS = ["It rains.", "The roof is old.", "Dr. Oak mends it.", "Nobody mends the roof."]
DOCUMENTS = {"prose": PROSE[:2000], "cyrillic": CYRILLIC[:2000], "markdown": MARKDOWN[:1000]}
ASKED = [
    {"question": "Who mends the roof?", "document": "prose", "gold": [[24, 66]]},
    {"question": "How much rain on Monday?", "document": "markdown", "gold": [[40, 60]]},
]


def chunker_asked(chunker: Any) -> Asked:
    asked: Asked = [
        lambda c, text=text: [(k.start, k.end, k.text, k.headings) for k in c.chunk(text)] for text in TEXTS
    ]
    asked += [
        lambda c: c.split_text(CYRILLIC),
        lambda c: c.spans(MARKDOWN).tolist(),
        lambda c: [chunk.text for chunk in c.stream([PROSE[:700], PROSE[700:]])],
        lambda c: [len(each) for each in c.chunk_batch(TEXTS)],
        lambda c: (c.config, c.fingerprint),
    ]
    if not isinstance(chunker, shiplap.SentenceSplitter):
        asked.append(lambda c: [k.text for k in c.update(c.chunk(PROSE), "It snows. " + PROSE).chunks])
    return asked


CHUNKS: Asked = [
    *QUESTIONS,
    lambda chunks: chunks.kinds,
    lambda chunks: chunks.table_headers,
    lambda chunks: chunks.content_ids,
    lambda chunks: chunks.context_hashes,
    lambda chunks: chunks.utf16_spans.tolist(),
    lambda chunks: chunks.token_counts.tolist(),
    lambda chunks: [chunk.to_dict() for chunk in chunks],
    lambda chunks: [chunk.index for chunk in chunks.at(100)],
    lambda chunks: [chunks.around(2, unit=unit).to_dict() for unit in ("chunks", "sections", "sentences")],
]


def corpus() -> Any:
    return evaluate.Corpus(DOCUMENTS)


def a_cut() -> Any:
    return evaluate.Cut("fixed", corpus(), _spans(corpus()), shiplap.FixedChunker(200, 0))


def _spans(of: Any) -> Any:
    from shiplap.evaluate.corpus import cut

    return cut(of, shiplap.FixedChunker(200, 0), "fixed").spans


def evaluation() -> Any:
    return evaluate.Evaluation(DOCUMENTS, ASKED)


def result_of(of: Any, size: int) -> Any:
    found = of.result(str(size), shiplap.FixedChunker(size, 0))
    return found.name, found.mean("recall"), found.chunks


RANK: Asked = [lambda ranker, k=k: ranker.rank(a_cut(), k).tolist() for k in (1, 3, 5)]
TEXTS_TO_EMBED = [f"It rains on day {day}." for day in range(40)]


def embedded(cache: MemoryCache) -> Any:
    return embed_texts(TEXTS_TO_EMBED, HashedWords(32), cache=cache).tolist()


def dropped(cache: MemoryCache) -> Any:
    cache.drop()
    return embedded(cache)


#: For each class: a function that makes an object, and what it is asked.
def located() -> Any:
    """Return a document with pages and lines."""
    lines = [(start, start + 50, start // 500 + 1, 72, start, 400, start + 10) for start in range(0, 2000, 50)]
    pages = [(start, start + 500, start // 500 + 1, f"p{start}") for start in range(0, 2000, 500)]
    return shiplap.Document(PROSE[:2000], provenance={"pages": pages, "runs": lines})


SHARED: dict[str, tuple[Callable[[], Any], Asked | Callable[[Any], Asked]]] = {
    "AdaptiveChunker": (lambda: shiplap.AdaptiveChunker(120, 20), chunker_asked),
    "FixedChunker": (lambda: shiplap.preset("fixed-900", snap="sentence"), chunker_asked),
    "RecursiveChunker": (lambda: shiplap.RecursiveChunker(400, 80), chunker_asked),
    "SentenceChunker": (lambda: shiplap.SentenceChunker(500, 100), chunker_asked),
    "SentenceSplitter": (lambda: shiplap.SentenceSplitter(), chunker_asked),
    "StableChunker": (lambda: shiplap.StableChunker(500), chunker_asked),
    "SemanticChunker": (lambda: shiplap.SemanticChunker("hashed", 500), chunker_asked),
    "Adapter": (
        lambda: shiplap.FixedChunker(40, 0, unit="tokens", tokenizer=lambda text: len(text.split())),
        [lambda c, text=text: c.spans(text).tolist() for text in (PROSE, CYRILLIC)],
    ),
    "Chunks": (lambda: shiplap.AdaptiveChunker(80, 0).chunk(MARKDOWN, document_id="d", path="d.md"), CHUNKS),
    "Chunks of code": (lambda: shiplap.AdaptiveChunker(80, 0).chunk(CODE, document_id="d", path="d.py"), CHUNKS),
    "Chunks of a batch": (lambda: shiplap.SentenceChunker(500).chunk_batch(TEXTS)[3], CHUNKS),
    "Chunk": (
        lambda: shiplap.AdaptiveChunker(80, 0).chunk(CODE, document_id="d", path="d.py")[7],
        [lambda k: k.to_dict(), lambda k: k.contextual_text, lambda k: (k.headings, k.kind),
         lambda k: k.content_id],
    ),
    "Excerpt": (
        lambda: shiplap.AdaptiveChunker(80, 0).chunk(CODE, document_id="d", path="d.py").around(7),
        [lambda e: e.to_dict(), lambda e: e.contextual_text],
    ),
    "HierarchicalChunker": (
        lambda: shiplap.hierarchy(shiplap.AdaptiveChunker(80, 0), [200, 600]),
        [lambda c, text=text: [level.texts for level in c.chunk(text)] for text in (PROSE, MARKDOWN)],
    ),
    "Hierarchy": (
        lambda: shiplap.hierarchy(shiplap.AdaptiveChunker(80, 0), [200, 600]).chunk(MARKDOWN),
        [lambda levels: list(levels.rows()), lambda levels: levels.parents().tolist()],
    ),
    "Chunks of a document": (
        lambda: shiplap.RecursiveChunker(200, 40).chunk(located()),
        [lambda c: c.provenances, lambda c: [each.boxes for each in c],
         lambda c: c.provenance("pages").rows.tolist()],
    ),
    "Provenance": (lambda: located().provenance, [dict, repr]),
    "SpanTable": (lambda: located().provenance["pages"], [list, lambda t: t.start.tolist(), lambda t: t == t]),
    "ChunkList": (
        lambda: shiplap.SentenceChunker(500).chunk_batch([*TEXTS, ""]),
        [lambda all: [chunks.texts for chunks in all], lambda all: len(all.skipped), lambda all: all[2].ids],
    ),
    "Update": (
        lambda: shiplap.RecursiveChunker(200, 0).update(
            shiplap.RecursiveChunker(200, 0).chunk(PROSE, document_id="d"), PROSE.replace("old", "new", 3)
        ),
        [lambda u, name=name: [k.text for k in getattr(u, name)] for name in
         ("kept", "moved", "new", "removed", "to_embed")],
    ),
    "Outline": (
        lambda: shiplap.outline(CODE, "python"),
        [lambda o: [(each.name, each.kind, each.start) for each in o], lambda o: o.positions.tolist(),
         lambda o: o.spans.tolist(), lambda o: o.pack(200).tolist()],
    ),
    "Regions": (
        lambda: shiplap.regions(MARKDOWN),
        [lambda r: [(each.kind, each.start, each.text) for each in r], lambda r: [each.headings for each in r],
         lambda r: r.spans.tolist(), lambda r: r.kinds],
    ),
    "Region": (
        lambda: shiplap.regions(MARKDOWN)[4],
        [lambda r: r.headings, lambda r: (r.start_byte, r.end_byte), lambda r: (r.text, r.kind, r.title)],
    ),
    "ContentType": (lambda: shiplap.detect_content_type(CODE), [str, lambda kind: kind.scores]),
    "Grounder": (
        lambda: Grounder(shiplap.SentenceChunker(300).chunk(PROSE[:900], document_id="d"), HashedWords(64)),
        [lambda g, claim=claim: g.score(claim).to_dict()["score"] for claim in CLAIMS]
        + [lambda g: [each.grounded for each in g.score_batch(CLAIMS)]],
    ),
    "Exact": (
        lambda: Exact(HashedWords(32)(TEXTS_TO_EMBED)),
        [lambda e, k=k: e.search(np.eye(k, 32, dtype=np.float32), k)[0].tolist() for k in range(1, 6)],
    ),
    "HashedWords": (HashedWords, [lambda h, text=text: h([text]).tolist() for text in CLAIMS]),
    "Model": (
        lambda: model_of(HashedWords(32), "words"),
        [lambda m, text=text: (m([text]).tolist(), m.query([text]).tolist(), m.size(text)) for text in CLAIMS],
    ),
    "MemoryCache": (MemoryCache, [embedded, embedded, dropped]),
    "Bm25": (lambda: evaluate.Bm25(corpus(), CLAIMS), RANK),
    "FullText": (lambda: evaluate.FullText(corpus(), CLAIMS), RANK),
    "Dense": (lambda: evaluate.Dense(corpus(), CLAIMS, HashedWords(32)), RANK),
    "Hybrid": (lambda: evaluate.Hybrid(corpus(), CLAIMS, HashedWords(32)), RANK),
    "Corpus": (corpus, [lambda c: c.text(10, 90), lambda c: c.characters, lambda c: c.document(2500)]),
    "Cut": (
        a_cut,
        [lambda c: c.texts(), lambda c: c.contextual_texts(), lambda c: c.sizes.tolist(), lambda c: c.mean_size],
    ),
    "Evaluation": (
        evaluation,
        [lambda e, size=size: result_of(e, size) for size in (100, 100, 200, 300)]
        + [lambda e: e.curve(shiplap.FixedChunker(100, 0), [200, 400])],
    ),
    "Gold": (
        lambda: evaluate.Gold(evaluation().questions),
        [lambda g: g.spans.tolist(), lambda g: g.sizes.tolist(), lambda g: g.counts.tolist()],
    ),
    "Marks": (
        lambda: evaluate.Marks(corpus()), [lambda m: m.sentences.tolist(), lambda m: m.headings.tolist()],
    ),
}  # fmt: skip


def hammered(make: Callable[[], Any], asked: Asked | Callable[[Any], Asked], rounds: int = 3) -> None:
    """Compare what threads get of one object, each beginning with another question, with what one thread gets."""
    questions = asked if isinstance(asked, list) else asked(make())
    expected = [ask(make()) for ask in questions]
    for _ in range(rounds):
        shared = make()
        found = together(lambda place, shared=shared: [
            (k, questions[k](shared)) for k in ((place + n) % len(questions) for n in range(len(questions)))
        ])  # fmt: skip
        for each in found:
            assert not isinstance(each, Exception), each
            for k, answer in each:
                assert answer == expected[k], k


@pytest.mark.parametrize("name", SHARED)
def test_threads_share(name: str) -> None:
    hammered(*SHARED[name])


SPLITTERS = ("CharacterTextSplitter", "LatexTextSplitter", "MarkdownTextSplitter", "PythonCodeTextSplitter",
             "RecursiveCharacterTextSplitter", "MarkdownHeaderTextSplitter", "ShiplapTextSplitter",
             "TokenTextSplitter")  # fmt: skip


@pytest.mark.parametrize("name", SPLITTERS)
def test_threads_share_a_splitter_of_langchain(name: str) -> None:
    pytest.importorskip("langchain_text_splitters")
    kind: Any = getattr(importlib.import_module("shiplap.integrations.langchain"), name)
    options: dict[str, Any] = {"chunk_size": 90, "chunk_overlap": 20, "length_function": lambda text: len(text)}
    if name == "MarkdownHeaderTextSplitter":
        options = {"headers_to_split_on": [("#", "title")]}
    elif name == "ShiplapTextSplitter":
        options = {"chunker": "paragraph-800"}
    elif name == "TokenTextSplitter":
        pytest.importorskip("tiktoken")
        options = {"chunk_size": 20, "chunk_overlap": 2}
    try:
        kind(**options)
    except Exception as error:  # the encoding may be missing on this machine
        pytest.skip(str(error))

    def texts(splitter: Any, text: str) -> list[str]:
        return [getattr(each, "page_content", each) for each in splitter.split_text(text)]

    asked: Asked = [lambda s, text=text: texts(s, text) for text in (PROSE, CYRILLIC, MARKDOWN, CODE)]
    hammered(lambda: kind(**options), asked, 1)


def test_threads_load_tokenizers_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function of tiktoken is replaced while an encoding is loaded, and put back in the end."""
    tiktoken, load = ModuleType("tiktoken"), ModuleType("tiktoken.load")
    begun, ended = threading.Event(), threading.Event()

    def get_encoding(name: str) -> str:
        if name == "first":  # ends after the second thread has begun, and before that one ends
            begun.wait(0.1)
            ended.set()
        else:
            begun.set()
            ended.wait(0.1)
        return name

    for module, values in ((tiktoken, {"load": load, "get_encoding": get_encoding}), (load, {"read_file": print})):
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert together(lambda place: registry._cached(("first", "second")[place]), 2) == ["first", "second"]
    assert vars(load)["read_file"] is print


def test_a_thread_asks_for_headings_while_another_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Any:
        return shiplap.AdaptiveChunker(40, 0).chunk(CODE, path="d.py")

    expected, shared = make().headings, make()
    begun, ended = threading.Event(), threading.Event()
    leaps = annotations.leaps

    def slow_leaps(parents: Any) -> list[int]:
        if not begun.is_set():
            begun.set()
            ended.wait(0.1)
        return leaps(parents)

    monkeypatch.setattr(annotations, "leaps", slow_leaps)

    def ask(place: int) -> Any:
        if place == 0:
            return shared.headings
        begun.wait(30)
        try:
            return [chunk.headings for chunk in shared]
        finally:
            ended.set()

    assert together(ask, 2) == [expected, expected]


# ---- stores, in turn

TEN = shiplap.FixedChunker(10, 2)
IN_TURN = ("Store", "Vectors", "Changes")


@pytest.mark.parametrize("path", ["chunks.db", ":memory:"])
def test_threads_share_a_store(tmp_path: Path, path: str) -> None:
    """Writers, readers and searches of one Store: each document is whole at any time, and no call fails."""
    contents = [f"It rains on day {k}. " * (2 + k) for k in range(7)]
    whole = {tuple(TEN.chunk(text, document_id=f"d{n}").texts) for n in range(3) for text in contents}
    whole |= {()}
    with Store(path if path == ":memory:" else tmp_path / path, create=True) as store:
        begun = store.changes().generation
        store._connection.execute("PRAGMA synchronous = OFF")

        def work(place: int) -> None:
            cache = store.vectors("m")
            for k in range(12):
                name = f"d{(place + k) % 3}"
                match (place + k) % 6:
                    case 0 | 1:
                        store.put(TEN.chunk(contents[(place * k) % 7], document_id=name))
                    case 2:
                        store.delete(name)
                    case 3:
                        store.put_many([TEN.chunk(contents[k % 7], document_id=each) for each in ("d0", "d2")])
                    case 4:
                        assert all(hit.text for hit in store.search("rains day", match="any"))
                        assert store.stats().chunks >= 0 and not store.verify().faults
                    case 5:
                        embed_texts(TEXTS_TO_EMBED[:k], HashedWords(16), cache=cache)
                        list(store.changes(begun).upserts)
                assert tuple(chunk.text for chunk in store.chunks(name)) in whole
                assert len(store) <= 3 and store.totals()["documents"] <= 3

        assert together(work) == [None] * 8
        assert store.verify().faults == []
        assert {chunk.document_id for chunk in store} <= {"d0", "d1", "d2"}


def test_a_thread_waits_for_the_writer_of_another(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True, timeout=0.02) as store:
        writer = store.writer()
        writer.begin()
        calls: list[Callable[[], object]] = [
            lambda: store.put(TEN.chunk("x", document_id="other")), lambda: len(store), lambda: store.chunks("d"),
            lambda: store.vectors("m").probe(), lambda: writer.remove("d"), writer.commit, writer.rollback,
            store.close, lambda: store.search("x"), lambda: list(store), lambda: store.root,
        ]  # fmt: skip
        for error in together(lambda place: calls[place](), len(calls)):
            assert isinstance(error, StoreError) and error.retryable
            assert error.reason.startswith("another thread uses this Store; ")
        writer.set_setting("a", "b")
        writer.commit()
        assert together(lambda place: store.setting("a"), 2) == ["b", "b"] and "other" not in store


def test_a_writer_that_fails_gives_the_store_back(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError), store.writer() as writer:
                writer.remove("d")
                raise ZeroDivisionError
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="disk is full"):
            store.put(TEN.chunk("x" * 99_999, document_id="d"))
        assert together(lambda place: len(store), 2) == [0, 0]


def test_closing_waits_for_a_commit_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    store = Store(path, create=True)
    writer = store.writer(commit_bytes=1)
    writer.add(prepare(TEN.chunk("x" * 5000, document_id="d")))
    store.close()
    with Store(path) as again:
        assert len(again.chunks("d")) == 625


def test_a_forked_process_opens_a_store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        writer, cache, process = store.writer(), store.vectors("m"), os.getpid()
        with monkeypatch.context() as patched:
            patched.setattr(os, "getpid", lambda: process + 1)
            calls: list[Callable[[], object]] = [
                lambda: len(store), lambda: store.put(TEN.chunk("x", document_id="d")), cache.probe, writer.begin,
                lambda: writer.add(prepare(TEN.chunk("x", document_id="d"))), store.close,
            ]  # fmt: skip
            for call in calls:
                with pytest.raises(
                    StoreError, match=r"before this process was forked; open a Store in each process"
                ):
                    call()
        assert len(store) == 0


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="no processes are forked")
def test_a_forked_process_that_ends_leaves_a_transaction_of_its_parent_alone(tmp_path: Path) -> None:
    """The child deletes its copy of a Store in whose transaction pages are already in the file."""
    program = """
import gc, os, sys, shiplap
from shiplap.store import Store, prepare
store, cut = Store(sys.argv[1], create=True), shiplap.RecursiveChunker(100, 0).chunk
for k in range(20):
    store.put(cut("It rains. " * 500, document_id=str(k)))
store._connection.execute("PRAGMA cache_size = 10")
with store.writer(1 << 40, 1e9) as writer:
    for k in range(20):
        writer.add(prepare(cut("It snows. " * 500, document_id=str(k))))
    child = os.fork()
    if not child:
        del store, writer
        gc.collect()
        os._exit(0)
    os.waitpid(child, 0)
    writer.remove("0")
print(len(store), store.verify().faults)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, str(tmp_path / "chunks.db")],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("19 []\n", "")


def test_a_document_is_read_as_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Store replaces the document after its row was read, and before its chunks are."""
    path = tmp_path / "chunks.db"
    with Store(path, create=True) as one, Store(path, timeout=0.01) as other:
        one.put(TEN.chunk("It rains. " * 9, document_id="d"))
        get = Store.get

        def get_and_replace(store: Store, name: str) -> Any:
            found = get(store, name)
            with pytest.raises(StoreError, match="another process"):
                other.put(TEN.chunk("It snows.", document_id="d"))
            return found

        monkeypatch.setattr(Store, "get", get_and_replace)
        assert len(one.chunks("d")) == 11
        monkeypatch.undo()
        other.put(TEN.chunk("It snows.", document_id="d"))
        assert [chunk.text for chunk in one.chunks("d")] == ["It snows."]


# ---- iterators, which are for one thread


def arrow_texts() -> Any:
    return pytest.importorskip("pyarrow").array([PROSE, CYRILLIC, MARKDOWN] * 3)


def iterators(tmp_path: Path) -> dict[str, Callable[[], Iterator[Any]]]:
    chunker = shiplap.SentenceChunker(300)
    pieces = [PROSE[k : k + 100] for k in range(0, len(PROSE), 100)]
    store = Store(tmp_path / "chunks.db", create=True)
    store.put_many(TEN.chunk("It rains. ", document_id=f"d{k}") for k in range(40))
    return {
        "stream": lambda: chunker.stream(pieces),
        "stream_batches": lambda: shiplap.FixedChunker(50, 0).stream_batches(pieces),
        "iter_batch": lambda: chunker.iter_batch(TEXTS * 5, threads=2),
        "Stream": lambda: iter(shiplap.arrow.chunk(arrow_texts(), chunker)),
        "documents": lambda: store.documents(),
        "upserts": lambda: iter(store.changes().upserts),
        "Store": lambda: iter(store),
    }


def told(item: Any) -> str:
    return repr(item.texts) if isinstance(item, shiplap.Chunks) else json.dumps(item.to_dict()) if isinstance(
        item, shiplap.Chunk) else repr(item)  # fmt: skip


@pytest.mark.parametrize(
    "name", ["stream", "stream_batches", "iter_batch", "Stream", "documents", "upserts", "Store"]
)
def test_an_iterator_in_two_threads_loses_nothing(tmp_path: Path, name: str) -> None:
    """A thread gets the next item, or an error while another thread is in the iterator."""
    make = iterators(tmp_path)[name]
    expected = sorted(map(told, make()))
    for _ in range(3):
        shared = make()

        def take(place: int, shared: Iterator[Any] = shared) -> list[Any]:
            found = []
            while True:
                try:
                    found.append(next(shared))
                except StopIteration:
                    return found
                except ValueError as error:
                    assert "already executing" in str(error)

        results = together(take, 4)
        assert not [each for each in results if isinstance(each, Exception)]
        if name != "Stream":
            assert sorted(told(item) for each in results for item in each) == expected
        else:
            assert sum(len(each) for each in results) == len(expected)
