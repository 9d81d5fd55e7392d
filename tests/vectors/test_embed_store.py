"""`Store.embed`, `shiplap.ingest` with `embed`, and the command lines, with functions and models of libraries."""

from __future__ import annotations

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import warnings
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import EmbedError, MissingExtraError, OptionError, StoreError
from shiplap.store import EmbedListener, Store
from shiplap.sync import MemoryTarget, Syncer
from shiplap.vectors import (
    HashedWords,
    MemoryCache,
    RequestOptions,
    StaleCacheWarning,
    embed_texts,
    load_embed,
    model_of,
)
from shiplap.vectors.embedding import PROBE, check_model
from tests.support.embedding_service import vector_of

CHUNKER = shiplap.RecursiveChunker(36, 0, strip_whitespace=True)


def text_of(number: int, name: str = "doc") -> str:
    return "\n\n".join(f"{name}: rain falls on hill {k}." for k in range(number))


def filled(number: int, path: str = ":memory:") -> Store:
    store = Store(path, create=path != ":memory:")
    store.put(CHUNKER.chunk(text_of(number), document_id="doc"))
    return store


class Counting:
    """A function that counts its calls, and fails for some texts."""

    def __init__(self, *bad: str) -> None:
        self.bad = bad
        self.calls: list[list[str]] = []

    def __call__(self, texts: list[str]) -> Any:
        self.calls.append(texts)
        for text in texts:
            if any(part in text for part in self.bad):
                raise ValueError(f"cannot embed {text!r}")
        return [vector_of(text) for text in texts]


def test_each_text_once_and_never_again() -> None:
    store, embed = filled(5), Counting()
    report = store.embed(embed, model="m", options=RequestOptions(max_texts=2))
    assert (report.chunks, report.embedded, report.reused, report.requests) == (5, 5, 0, 4)
    assert embed.calls[0] == [PROBE] and list(map(len, embed.calls[1:])) == [2, 2, 1]
    assert [chunk.embedding.tolist() for chunk in store.chunks("doc", model="m")] == [
        vector_of(chunk.text) for chunk in store
    ]
    store.put(CHUNKER.chunk(text_of(7), document_id="doc"))
    store.put(CHUNKER.chunk(text_of(7), document_id="copy"))
    embed.calls.clear()
    report = store.embed(embed, model="m")
    assert (report.chunks, report.embedded, report.reused) == (14, 2, 12)
    assert sum(map(len, embed.calls)) == 3


def test_contextual_texts_are_embedded() -> None:
    embed, store = Counting(), Store(":memory:")
    text = "# Rain\n\nIt falls.\n\n## Hills\n\n" + "On hills. " * 9
    store.put(shiplap.AdaptiveChunker(60, 0, unit="characters").chunk(text, document_id="doc"))
    store.embed(embed, model="m")
    assert {text for call in embed.calls[1:] for text in call} == {chunk.contextual_text for chunk in store}


def test_a_text_that_a_function_cannot_embed() -> None:
    store, embed = filled(20), Counting("hill 7.", "hill 12.")
    report = store.embed(embed, model="m")
    assert [each.chunk_index for each in report.failed] == [7, 12] and report.embedded == 18
    assert report.failed[0].reason == "ValueError: cannot embed 'doc: rain falls on hill 7.'"
    assert str(report.failed[0]).startswith("doc-chunk-7: ValueError")
    assert report.reused == 0 and store.vectors("m").failures() == report.failed
    store.delete("doc")
    assert store.embed(embed, model="m").failed == [] and store.vectors("m").prune() == 18
    assert store.vectors("m").failed_hashes() == set()


def test_a_function_that_embeds_nothing() -> None:
    with pytest.raises(EmbedError, match=r"^m: ZeroDivisionError: .*; 0 texts are embedded$") as caught:
        filled(3).embed(lambda texts: 1 // 0, model="m")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    broken = Counting()

    def breaks(texts: list[str]) -> Any:
        if len(broken.calls) > 1:
            raise ZeroDivisionError
        return broken(texts)

    store = filled(60)
    with pytest.raises(EmbedError, match="m: ZeroDivisionError; 20 texts are embedded"):
        store.embed(breaks, model="m", options=RequestOptions(max_texts=20))
    assert len(store.vectors("m")) == 20  # those before are kept


@pytest.mark.parametrize("result", [None, [1.0], [[1.0], [2.0]], [["rain"]], [[float("nan")]], [[]]], ids=str)
def test_a_function_with_wrong_vectors(result: Any) -> None:
    def wrong(texts: list[str]) -> Any:
        return result

    with pytest.raises(OptionError, match="embed='m': must return"):
        filled(1).embed(wrong, model="m")
    with pytest.raises(OptionError, match=r"embed='tests.*wrong': must return"):
        embed_texts(["rain"], wrong)


@pytest.mark.parametrize("vector", [[0.0, -0.0], [1e-30, 0.0], [1e30, 1e30]], ids=str)
def test_a_vector_that_no_cosine_compares_is_a_failure(vector: list[float]) -> None:
    def embed(texts: list[str]) -> Any:
        return [vector if "hill 3." in text else [len(text), 1.0] for text in texts]

    store = filled(5)
    report = store.embed(embed, model="m")
    assert [each.chunk_index for each in report.failed] == [3] and report.embedded == 4
    assert "its vector" in report.failed[0].reason and report.requests == 2
    assert [chunk.index for chunk in store.chunks("doc", model="m") if chunk.embedding is None] == [3]
    with pytest.raises(OptionError, match="vectors='x': must have a direction for 'm': its vector"):
        store.vectors("m").put_many({"x": np.array(vector, np.float32)})
    for wrong in ("abc", [float("nan")], []):
        with pytest.raises(OptionError, match="vectors='x': must return"):
            store.vectors("m").put_many({"x": wrong})
    embed_texts(["hill 3.", "rain"], embed, cache=store.vectors("m"))
    with pytest.warns(UserWarning, match=r"embed='.*embed': none of 2 texts can be compared by cosine"):
        embed_texts(["hill 3.", "on hill 3."], embed)
    assert len(store.vectors("m")) == 5
    with pytest.raises(EmbedError, match=r"the question: .*its vector"):
        store.search("hill 3.", mode="vector", embed=embed, model="m")


def test_a_tokenizer_that_fails_is_named() -> None:
    def count(text: str) -> int:
        raise LookupError("no vocabulary")

    with pytest.raises(EmbedError, match="m: its tokenizer raised LookupError: no vocabulary"):
        filled(1).embed(Counting(), model="m", options=RequestOptions(tokenizer=count, max_text_tokens=5))


def test_a_model_may_know_no_word_of_the_probe() -> None:
    store = filled(9)
    report = store.embed(lambda texts: [[text.count("rain"), 0] for text in texts], model="m")
    assert (report.embedded, report.number_failed) == (9, 0)


def test_hashed_compares_all_texts() -> None:
    for dimensions in (1, 2, 1024):
        vectors = HashedWords(dimensions)(["", " ", "…", "* * *", "-----", "rain"])
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


def test_a_function_may_say_what_to_do() -> None:
    """A function of one's own raises EmbedError as a service would."""
    waits = []

    def embed(texts: list[str]) -> Any:
        waits.append(len(texts))
        if len(waits) == 2:
            raise EmbedError("mine", "busy", 429, 0.0)
        if any("hill 3." in text for text in texts):
            raise EmbedError("mine", "too wet", 400)
        return [vector_of(text) for text in texts]

    report = filled(5).embed(embed, model="m")
    assert [each.reason for each in report.failed] == ["too wet"] and report.embedded == 4


def test_the_store_keeps_the_model() -> None:
    store = filled(3)
    with pytest.raises(OptionError, match="the store keeps no model"):
        store.embed()
    store.embed("hashed", options=RequestOptions(max_texts=2))
    assert store.embedding is not None and store.embedding.options == {"max_texts": 2}
    store.put(CHUNKER.chunk(text_of(9), document_id="doc"))
    assert store.embed().requests == 1 + 3
    messages: list[str] = []
    listener = EmbedListener()
    listener.message = messages.append  # type: ignore[method-assign]
    store.embed(Counting(), model="mine", listener=listener)
    assert messages == ["embeds by mine; the vectors of hashed stay"]
    with pytest.raises(OptionError, match="the store keeps no model that can be loaded"):
        store.embed()
    assert [each.model for each in store.models()] == ["hashed", "mine"]
    with store.writer() as writer:
        writer.set_setting("embedding", "[]")
    with pytest.raises(StoreError, match="'embedding' is unusable"):
        store.embed()


def test_a_kept_name_is_not_trusted() -> None:
    """A store of somebody else must not run code, or send texts and the key to a server."""
    import json

    for name in ("os:getcwd", "openai:http://127.0.0.1:9/v1#m", "function:openai:x", "unknown"):
        store = filled(1)
        with store.writer() as writer:
            writer.set_setting("embedding", json.dumps({"model": "m", "name": name, "options": {}}))
        with pytest.raises(OptionError, match=r"--trust-config|must be hashed"):
            store.embed()


def test_another_model_under_the_name() -> None:
    store = filled(4)
    store.embed(Counting(), model="m")
    with pytest.warns(StaleCacheWarning, match="returns 64 numbers, not 8"):
        report = store.embed(HashedWords(64), model="m")
    assert report.embedded == 4 and store.models()[0].dimensions == (64,)


def test_two_runs_embed_each_text_once(tmp_path: pathlib.Path) -> None:
    """The second run waits for the first one, says so, and finds nothing to do."""
    path = str(tmp_path / "c.db")
    filled(8, path).close()
    begun, heard, lines = threading.Event(), threading.Event(), list[str]()
    calls: list[list[str]] = []

    def embed(texts: list[str]) -> Any:
        calls.append(texts)
        begun.set()
        assert heard.wait(60)
        return [vector_of(text) for text in texts]

    def first() -> None:
        with Store(path) as store:
            store.embed(embed, model="m")

    listener = EmbedListener()

    def message(text: str) -> None:
        lines.append(text)
        heard.set()

    listener.message = message  # type: ignore[method-assign]
    thread = threading.Thread(target=first)
    thread.start()
    assert begun.wait(60)
    try:
        with Store(path) as store:
            report = store.embed(embed, model="m", listener=listener)
    finally:
        heard.set()
        thread.join()
    assert lines == [f"waits for another embedding of {path}"]
    assert (report.embedded, report.reused, report.requests) == (0, 8, 0)
    assert list(map(len, calls)) == [1, 8]  # the probe, then all texts


def test_a_run_without_work_calls_nothing(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A function is called only if the file that defines it has changed: it may be another one."""
    module = folder / "snowy_hills.py"
    code = "calls = []\ndef embed(texts):\n    calls.append(texts)\n    return [[len(a), 1] for a in texts]\n"
    module.write_text(code)
    for name in ("snowy_hills:embed", "hashed"):
        command = ["ingest", "docs", "--to", "c.db", "--embed", name]
        assert main(command) == 0
        for again in (command, ["embed", "c.db", "--embed", name]):
            calls = len(sys.modules["snowy_hills"].calls)
            capsys.readouterr()
            assert main(again) == 0
            assert len(sys.modules["snowy_hills"].calls) == calls
            assert ", 0 requests (" in capsys.readouterr().err
    assert main(["embed", "c.db", "--embed", "snowy_hills:embed"]) == 0
    del sys.modules["snowy_hills"]
    module.write_text("def embed(texts):\n    return [[len(text), 1, 1] for text in texts]\n")
    with warnings.catch_warnings():
        warnings.simplefilter("always", StaleCacheWarning)
        assert main(["embed", "c.db", "--embed", "snowy_hills:embed"]) == 0
    said = capsys.readouterr().err
    assert "the function returns 3 numbers, not 2" in said and "2 texts of 2 chunks embedded" in said
    del sys.modules["snowy_hills"]


def test_dry_run_counts_what_a_run_does(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "c.db")
    filled(50, path).close()
    before = pathlib.Path(path).read_bytes()
    options = RequestOptions(max_request_tokens=200, tokenizer=len)
    with Store(path, read_only=True) as store:
        planned = store.embed(Counting(), model="m", options=options, dry_run=True)
    assert pathlib.Path(path).read_bytes() == before
    with Store(path) as store:
        report = store.embed(Counting(), model="m", options=options)
    facts = ("chunks", "embedded", "reused", "requests", "size", "unit", "number_failed")
    assert [getattr(planned, name) for name in facts] == [getattr(report, name) for name in facts]
    assert planned.size == sum(map(len, text_of(50).split("\n\n")))


def test_a_store_that_cannot_be_written(tmp_path: pathlib.Path) -> None:
    path, embed = str(tmp_path / "c.db"), Counting()
    filled(2, path).close()
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="cannot be written"):
        store.embed(embed, model="m")
    assert embed.calls == []


def test_waits_for_a_writer(tmp_path: pathlib.Path) -> None:
    """An answer is not lost while another process writes."""
    path = str(tmp_path / "c.db")
    filled(2, path).close()
    held, messages = threading.Event(), list[str]()
    listener = EmbedListener()

    def message(text: str) -> None:
        messages.append(text)
        held.set()

    listener.message = message  # type: ignore[method-assign]
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def embed(texts: list[str]) -> Any:
        if texts != [PROBE]:
            other.execute("BEGIN IMMEDIATE")
        return [vector_of(text) for text in texts]

    def end() -> None:
        held.wait(10)
        other.execute("COMMIT")

    thread = threading.Thread(target=end)
    thread.start()
    with Store(path, timeout=0.05) as store:
        assert store.embed(embed, model="m", listener=listener).embedded == 2
    thread.join()
    other.close()
    assert messages == [f"waits for another process that writes to {path}"]


SCRIPT = """
import os, sys, time
from shiplap.store import Store
from tests.support.embedding_service import vector_of
calls = open(sys.argv[2], "a")
def embed(texts):
    calls.writelines(f"{{text}}\\n" for text in texts)
    calls.flush()
    time.sleep(0.01)
    return [vector_of(text) for text in texts]
from shiplap.vectors import RequestOptions
with Store(sys.argv[1]) as store:
    print("ready", flush=True)
    store.embed(embed, model="m", options=RequestOptions(max_texts=5))
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("moment", [0.01, 0.05, 0.1, 0.2, 0.4])
def test_killed(tmp_path: pathlib.Path, moment: float) -> None:
    """kill -9 loses the answers that are not committed yet, and no others."""
    path, calls = str(tmp_path / "c.db"), tmp_path / "calls"
    filled(200, path).close()
    run = [sys.executable, "-c", SCRIPT.replace("{{", "{").replace("}}", "}"), path, str(calls)]
    with subprocess.Popen(run, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
    with Store(path) as store:
        done = len(store.vectors("m"))
        embed = Counting()
        assert store.embed(embed, model="m").embedded == 200 - done
        assert [chunk.embedding.tolist() for chunk in store.chunks("doc", model="m")] == [
            vector_of(chunk.text) for chunk in store
        ]


# ---- names


def test_names(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fastembed.py").write_text("def mine(texts):\n    return [[1.0, len(text)] for text in texts]\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "fastembed"}
    embed = load_embed("function:fastembed:mine")
    assert embed(["rain"]) == [[1.0, 4]]
    assert model_of(embed).name == "function:fastembed:mine"
    del sys.modules["fastembed"]
    sys.modules.update(before)
    wrong = ("", "rain", "hashed:", "model2vec:", "openai:", None, 5, ":", "function:", "function:x:", "os:no")
    for name in wrong:
        with pytest.raises(OptionError, match="embed="):
            load_embed(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["model2vec", "sentence-transformers", "fastembed", "openai"])
def test_a_library_that_is_missing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, kind.replace("-", "_"), None)
    extra = "openai" if kind == "openai" else f"embed-{kind}"
    with pytest.raises(MissingExtraError, match=rf"shiplap\[{extra}\]"):
        load_embed(f"{kind}:{'http://127.0.0.1#m' if kind == 'openai' else 'm'}")


def words(path: pathlib.Path) -> Any:
    """Return a tokenizer of the words of `text_of`, and vectors for them."""
    tokenizers = pytest.importorskip("tokenizers")
    names = ["[UNK]", "[PAD]", "doc", ":", "rain", "falls", "on", "hill", ".", *map(str, range(10))]
    model = tokenizers.models.WordLevel({name: at for at, name in enumerate(names)}, unk_token="[UNK]")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return tokenizer, np.random.default_rng(0).standard_normal((len(names), 16)).astype(np.float32)


def test_model2vec(tmp_path: pathlib.Path) -> None:
    library = pytest.importorskip("model2vec")
    tokenizer, vectors = words(tmp_path)
    made = library.StaticModel(vectors, tokenizer, normalize=True)
    made.save_pretrained(tmp_path / "model")
    store = filled(9)
    report = store.embed(f"model2vec:{tmp_path / 'model'}")
    assert report.embedded == 9
    chunk = store.chunks("doc", model=report.model)[3]
    assert np.allclose(chunk.embedding, made.encode([chunk.text])[0], atol=1e-6)
    planned = store.embed(f"model2vec:{tmp_path / 'model'}", model="again", dry_run=True)
    assert (planned.size, planned.unit) == (9 * 8, "tokens")
    # the library would ignore what follows the 512th token
    model = load_embed(f"model2vec:{tmp_path / 'model'}")
    long = "rain " * 600
    assert not np.allclose(model([long]), model([long + "hill " * 600]), atol=1e-3)


def test_models_in_the_cache_of_the_hub(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names find the files that an earlier download left; nothing is downloaded."""
    library, hub = pytest.importorskip("model2vec"), pytest.importorskip("huggingface_hub")
    folder = tmp_path / "hub" / "models--minishlab--rain"
    tokenizer, vectors = words(tmp_path)
    library.StaticModel(vectors, tokenizer).save_pretrained(folder / "snapshots" / "a")
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("a")
    monkeypatch.setattr(hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    for name in ("rain", "minishlab/rain"):
        assert load_embed(f"model2vec:{name}")(["rain falls"]).shape == (1, 16)
    with pytest.raises(OptionError, match="shiplap downloads nothing"):
        load_embed("model2vec:minishlab/snow")


def test_fastembed(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastembed")
    library = pytest.importorskip("model2vec")
    from fastembed.text.static_embedding import supported_static_models

    described = supported_static_models[0]
    folder = tmp_path / f"models--{described.sources.hf.replace('/', '--')}"
    tokenizer, vectors = words(tmp_path)
    made = library.StaticModel(vectors, tokenizer, normalize=True)
    made.save_pretrained(folder / "snapshots" / "a")
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("a")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    store = filled(3)
    report = store.embed(f"fastembed:{described.model}")
    chunk = store.chunks("doc", model=report.model)[2]
    assert np.allclose(chunk.embedding, made.encode([chunk.text])[0], atol=1e-5)
    model: Any = load_embed(f"fastembed:{described.model}")
    assert model.query(["rain"]).shape == (1, 16)
    with pytest.raises(EmbedError, match="the text has 600 tokens; the limit is 512"):
        model(["rain " * 600])
    store.put(shiplap.FixedChunker(5000, 0).chunk("rain " * 600, document_id="long"))
    with pytest.raises(OptionError, match=r"'long-chunk-0'.* 600 tokens; the limit is 512"):
        store.embed()
    assert store.embed(skip_long=True).failed[0].chunk_id == "long-chunk-0"


# ---- ingest and the command lines


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    for name in ("a", "b"):
        (tmp_path / "docs" / f"{name}.txt").write_text(text_of(4, name))
    return tmp_path


OPTIONS: dict[str, Any] = {"chunker": "recursive", "chunk_size": 36, "chunk_overlap": 0, "strip_whitespace": True}


def test_ingest(folder: pathlib.Path) -> None:
    embed = Counting()
    planned = shiplap.ingest("docs", to="c.db", embed=embed, model="m", dry_run=True, **OPTIONS).embedding
    assert not os.path.exists("c.db") and embed.calls == []
    report = shiplap.ingest("docs", to="c.db", embed=embed, model="m", **OPTIONS).embedding
    assert planned is not None and report is not None
    for name in ("chunks", "embedded", "reused", "requests"):
        assert getattr(planned, name) == getattr(report, name)
    assert report.embedded == 8
    (folder / "docs" / "b.txt").write_text(text_of(5, "b"))
    planned = shiplap.ingest("docs", to="c.db", embed=embed, model="m", dry_run=True).embedding
    assert planned is not None and planned.embedded == 1
    report = shiplap.ingest("docs", to="c.db", embed=embed, model="m").embedding
    assert report is not None and report.embedded == 1
    with pytest.raises(OptionError, match="requires a store"):
        shiplap.ingest("docs", to="c.jsonl", embed="hashed")
    with pytest.raises(OptionError, match="no module is named"):
        shiplap.ingest("docs", to="new.db", embed="nothing:here")
    assert not os.path.exists("new.db") and not os.path.exists("c.jsonl")


@pytest.mark.parametrize("call", [
    lambda: filled(1).embed("hashed", options={"max_texts": 1}),
    lambda: filled(1).embed(Counting(), model="m", options={"max_texts": 1}),
    lambda: load_embed("hashed", {"max_texts": 1}),
    lambda: filled(1).search("rain", options={"max_texts": 1}),
    lambda: shiplap.ingest("docs", to="c.db", embed="hashed", embed_options={"max_texts": 1}),
    lambda: Syncer(filled(1), MemoryTarget(), embed="hashed", options={"max_texts": 1}),
    lambda: Syncer(filled(1), MemoryTarget(), embed=Counting(), model="m", options={"max_texts": 1}),
])  # fmt: skip
def test_options_of_another_type(folder: pathlib.Path, call: Any) -> None:
    with pytest.raises(OptionError, match=r"options={'max_texts': 1}: must be a shiplap.vectors.RequestOptions"):
        call()


def test_messages_say_what_is_meant(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openai")
    (folder / "wet_hills.py").write_text("def embed(texts): return [[1.0, len(text)] for text in texts]\n")
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    search = ["search", "c.db", "rain", "--embed", "wet_hills:embed"]
    for command, message in (
        (search, "c.db: has no vectors; embed its chunks first: `shiplap embed c.db --embed NAME`, Store.embed"),
        (["embed", "c.db", "--embed", "openai:http://h/v1/embeddings#m"], "have the address without /embeddings"),
        (["embed", "c.db", "--embed", "hashed"], "embedded"),
        (search, "embed='wet_hills:embed': has no vectors in the store c.db, whose models are 'hashed'"),
        ([*search, "--model", "hashed"], "embed='wet_hills:embed': must return vectors of 1024 numbers"),
    ):
        main(command)
        assert message in capsys.readouterr().err.splitlines()[-1]
    sys.modules.pop("wet_hills")


def test_a_failing_function_is_one_line(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command that calls a function of the user's names it and its exception, without a traceback."""
    (folder / "dry_hills.py").write_text("def embed(texts):\n    raise KeyError('rain\\nhills')\n")
    (folder / "q.jsonl").write_text('{"question": "rain", "document_id": "docs/a.txt", "quote": "a: rain"}\n')
    assert main(["ingest", "docs", "--to", "c.db", "--embed", "hashed"]) == 0
    embed = ["--embed", "dry_hills:embed"]
    capsys.readouterr()
    for command in (
        ["embed", "c.db", *embed], ["ingest", "docs", "--to", "c.db", *embed],
        ["ingest", "docs", "--to", "lancedb://new/docs", *embed],
        ["sync", "c.db", "--to", "lancedb://new/docs", *embed],
        ["search", "c.db", "rain", *embed, "--model", "hashed"],
        ["prompt", "c.db", "rain", *embed, "--model", "hashed"],
        ["ground", "c.db", "It rains.", *embed], ["evaluate", "docs", "--synthetic", "--mode", "vector", *embed],
        ["evaluate", "docs", "--synthetic", "--retriever", "dense", *embed],
    ):  # fmt: skip
        assert main(command) == 1, command
        last = capsys.readouterr().err.splitlines()[-1]
        assert last.startswith("shiplap: error: dry_hills:embed: KeyError: 'rain"), last


def test_commands(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = ["--chunker", "recursive", "--chunk-size", "36", "--chunk-overlap", "0", "--strip-whitespace"]
    assert main(["ingest", "docs", "--to", "c.db", "--embed", "hashed", *cut]) == 0
    assert "8 texts of 8 chunks embedded" in capsys.readouterr().err
    (folder / "docs" / "c.txt").write_text(text_of(2, "c"))
    assert main(["ingest", "docs", "--to", "c.db", "--no-embed"]) == 0
    assert "embedded" not in capsys.readouterr().err
    assert main(["embed", "c.db", "--dry-run", "--max-texts", "1", "--embed-tokenizer", "characters"]) == 0
    said = capsys.readouterr().err
    assert "2 texts of 10 chunks embedded, 8 chunks reused, " in said and "characters, 3 requests" in said
    (folder / "docs" / "d.txt").write_text(text_of(1, "d"))
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    said = capsys.readouterr().err
    assert "embeds by hashed, as before" in said and "3 texts of 11 chunks embedded" in said
    (folder / "wet_hills.py").write_text(
        "def embed(texts):\n    assert not any('hill 3.' in text for text in texts), 'wet'\n"
        "    return [[1.0, len(text)] for text in texts]\n"
    )
    assert main(["embed", "c.db", "--embed", "wet_hills:embed"]) == 1
    said = capsys.readouterr().err
    assert "embeds by wet_hills:embed; the vectors of hashed stay" in said
    assert "docs/a.txt-chunk-3: AssertionError: wet\n" in said and "2 chunks failed" in said
    assert main(["embed", "c.db"]) == 2
    assert "trust the store (--trust-config)" in capsys.readouterr().err
    assert main(["embed", "c.db", "--trust-config", "--json"]) == 1
    assert '"number_failed": 2' in capsys.readouterr().out
    assert main(["embed", "c.db", "--embed", "hashed", "--max-text-tokens", "5"]) == 0  # all have vectors
    capsys.readouterr()
    new = ["embed", "c.db", "--embed", "hashed", "--model", "new", "--max-text-tokens", "5"]
    assert main(new) == 2
    assert "cannot embed the chunk 'docs/a.txt-chunk-0'" in capsys.readouterr().err
    assert main([*new, "--skip-long"]) == 1
    assert "11 chunks failed" in capsys.readouterr().err
    assert main(["embed", "c.db", "--embed", "hashed", "--request-timeout", "0"]) == 2
    assert main(["ingest", "docs", "--to", "c.db", "--embed", "hashed", "--no-embed"]) == 2


# ---- stand-ins


def test_sentence_transformers(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in with the interface of the library, which needs torch: prompts, local files, limits."""
    tokenizer, _ = words(tmp_path)

    class SentenceTransformer:
        max_seq_length = 8
        prompts = {"query": "hill ", "document": "rain "}  # noqa: RUF012

        def __init__(self, name: str, *, local_files_only: bool) -> None:
            assert local_files_only
            if name != "small":
                raise OSError(f"no file named {name}\nmore")
            self.tokenizer = tokenizer

        def encode(self, texts: list[str], **options: Any) -> Any:
            assert options == {"show_progress_bar": False, "convert_to_numpy": True}
            return np.array([vector_of(text) for text in texts])

        def encode_document(self, texts: list[str], **options: Any) -> Any:
            return self.encode([f"rain {text}" for text in texts], **options)

        def encode_query(self, texts: list[str], **options: Any) -> Any:
            return self.encode([f"hill {text}" for text in texts], **options)

    module: Any = type(sys)("sentence_transformers")
    module.SentenceTransformer = SentenceTransformer
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    model: Any = load_embed("sentence-transformers:small")
    assert model(["it falls"]).tolist() == [vector_of("rain it falls")]
    assert model.query(["it falls"]).tolist() == [vector_of("hill it falls")]
    model(["rain " * 7])  # and one token of the prompt
    with pytest.raises(EmbedError, match="the text has 9 tokens; the limit is 8"):
        model(["rain " * 8])
    with pytest.raises(OptionError, match=r"downloads nothing \(OSError: no file named large\)"):
        load_embed("sentence-transformers:large")
    del SentenceTransformer.encode_document, SentenceTransformer.encode_query  # as before version 5
    assert model(["it falls"]).tolist() == model.query(["it falls"]).tolist() == [vector_of("it falls")]


class Service(Counting):
    """A function that is a service: a request costs something."""

    is_service = True


def test_a_service_is_not_asked_for_nothing() -> None:
    """`embed_texts` with a full cache sends no request, not even that of the probe."""
    embed, cache = Service(), shiplap.vectors.MemoryCache()
    shiplap.vectors.embed_texts(["rain", "snow"], embed, cache=cache)
    assert embed.calls == [[PROBE], ["rain", "snow"]]
    other = Service()
    assert shiplap.vectors.embed_texts(["snow"], other, cache=cache).tolist() == [vector_of("snow")]
    assert other.calls == []
    with pytest.warns(StaleCacheWarning):
        found = shiplap.vectors.embed_texts(["snow", "hail"], lambda texts: [[1.0, 2.0]] * len(texts), cache=cache)
    assert found.tolist() == [[1.0, 2.0]] * 2


def test_progress_shows_texts_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from shiplap.progress import Line

    times = iter([0.0, 10.0])
    monkeypatch.setattr("shiplap.progress.time.monotonic", lambda: next(times))
    stream = io.StringIO()
    Line(100, stream, "texts").advance(50)
    assert stream.getvalue().strip() == "50 of 100 texts, 5 texts/s, 10 s left"


def test_failures_are_listed_later(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store("c.db", create=True) as store:
        store.put(CHUNKER.chunk(text_of(4), document_id="doc"))
        store.embed(Counting("hill 2."), model="m")
    assert main(["vectors", "c.db", "--failed", "m"]) == 0
    assert capsys.readouterr().out == "doc-chunk-2\tValueError: cannot embed 'doc: rain falls on hill 2.'\n"
    assert main(["vectors", "c.db", "--failed", "m", "--json"]) == 0
    assert '"chunk_index": 2' in capsys.readouterr().out


def test_a_smaller_limit_than_a_text() -> None:
    """A limit that was learned is no limit for a single text."""
    from shiplap.vectors.batches import Item, batches

    found = list(batches([Item("a", "", 5), Item("b", "", 50), Item("c", "", 5)], 10, 20))
    assert [[item.key for item in batch] for batch in found] == [["b"], ["a", "c"]]


def test_another_thread_drops_the_vectors_while_they_are_compared() -> None:
    cache, embed = MemoryCache(), HashedWords(8)
    cache.put_many({"1": embed(["It rains."])[0]})  # without a probe

    def sample() -> dict[str, str]:
        assert cache.drop() == 1
        return {"1": "It rains."}

    assert not check_model(cache, embed, sample)
    assert len(cache) == 0 and cache.probe() is not None
