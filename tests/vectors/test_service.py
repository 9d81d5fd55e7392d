"""Embedding by a service that fails in every way: nothing is lost, nothing paid twice, each failure is named."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.errors import EmbedError, OptionError
from shiplap.store import Embedding, EmbedListener, EmbedReport, Store
from shiplap.store.embedding import Run
from shiplap.vectors import RequestOptions, load_embed, requests
from shiplap.vectors.embedding import PROBE
from tests.support.cases import few_quick
from tests.support.embedding_service import Action, FakeService, TestClock, serving, vector_of

pytest.importorskip("openai")

CHUNKER = shiplap.RecursiveChunker(36, 0, strip_whitespace=True)

REFUSAL = (400, {}, "the text is too wet")


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeService]:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(FakeService()) as found:
        yield found


def filled(number: int, name: str = "doc") -> Store:
    """Return a store with a document of so many chunks."""
    store = Store(":memory:")
    text = "\n\n".join(f"{name}: rain falls on hill {k}." for k in range(number))
    store.put(CHUNKER.chunk(text, document_id=name))
    return store


def embed(
    store: Store, service: FakeService, clock: TestClock | None = None, listener: EmbedListener | None = None,
    *, skip_long: bool = False, **options: Any,
) -> EmbedReport:  # fmt: skip
    model: Any = load_embed(f"openai:{service.url}#m", RequestOptions(**options))
    run = Run(store._connection, store.path, model, Embedding("m", None), listener or EmbedListener(),
              clock or TestClock())  # fmt: skip
    return run.report(dry_run=False, skip_long=skip_long)


def check(store: Store, service: FakeService, failed: Callable[[str], bool] = lambda text: False) -> None:
    """Every text has its own vector, except those that fail, and none was embedded twice."""
    vectors = store.vectors("m")
    texts = {chunk.context_hash: chunk.contextual_text for chunk in store}
    found = vectors.get_many(list(texts))
    assert {name for name, text in texts.items() if failed(text)} == texts.keys() - found.keys()
    for name, vector in found.items():
        assert vector.tolist() == vector_of(texts[name])
    assert set((service.embedded - Counter({PROBE: service.embedded[PROBE]})).values()) <= {1}


@pytest.mark.parametrize(
    "action",
    [
        (429, {"Retry-After": "7"}, "slow down"), (500, {}, "oh"), (503, {}, ""), (529, {}, "overloaded"),
        (408, {}, "late"), "cut", "refuse", "html", "list", "fewer", "more", "twice", "beyond", "nan", "words",
        "uneven", "dimensions",
    ],
    ids=str,
)  # fmt: skip
def test_one_fault(service: FakeService, action: Action) -> None:
    """A fault that passes: the request is sent again, once."""
    service.act = lambda number, texts: action if number == 2 else "ok"
    clock, store = TestClock(), filled(12)
    report = embed(store, service, clock, max_texts=4)
    check(store, service)
    assert (report.embedded, report.number_failed, report.requests) == (12, 0, 5)
    assert service.requests[2] == service.requests[3]
    assert clock.waits == [7.5 if isinstance(action, tuple) and action[0] == 429 else 0.5]


@pytest.mark.parametrize("action", ["shuffled", "unnumbered", "base64"])
def test_forms_of_answers(service: FakeService, action: str) -> None:
    service.act = lambda number, texts: action
    store = filled(6)
    assert embed(store, service).embedded == 6
    check(store, service)


@pytest.mark.parametrize("action", ["hang", "dribble"])
def test_no_answer_in_time(service: FakeService, action: str) -> None:
    service.act = lambda number, texts: action if number == 1 else "ok"
    store, messages = filled(3), []
    listener = EmbedListener()
    listener.message = messages.append  # type: ignore[method-assign]
    report = embed(store, service, listener=listener, timeout=0.2)
    check(store, service)
    assert report.embedded == 3 and "answer in 0.2 s; waits 0.5 s" in messages[0]


def test_waits_grow_and_have_an_end(service: FakeService) -> None:
    service.act = lambda number, texts: "ok" if number < 2 else (500, {}, "broken")
    clock, store = TestClock(), filled(8)
    with pytest.raises(EmbedError) as caught:
        embed(store, service, clock, max_texts=4, patience=100)
    assert clock.waits == [0.5, 1, 2, 4, 8, 16, 32]
    assert caught.value.status == 500 and caught.value.retryable
    assert "500: broken (8 requests in 64 s, patience=100); 4 texts are embedded" in str(caught.value)
    service.act = lambda number, texts: "ok"
    assert embed(store, service, max_texts=4).embedded == 4
    check(store, service)


def test_a_service_that_asks_to_wait_too_long(service: FakeService) -> None:
    service.act = lambda number, texts: (429, {"Retry-After": "86400"}, "tomorrow")
    clock = TestClock()
    with pytest.raises(EmbedError, match="it asks to wait 86400 s"):
        embed(filled(2), service, clock)
    assert clock.waits == [] and len(service.requests) == 1


@few_quick("status", [400, 413, 422])
@pytest.mark.parametrize("bad", [{0}, {5}, {15}, {3, 4}, {0, 15}], ids=str)
def test_a_refused_text_is_found(service: FakeService, status: int, bad: set[int]) -> None:
    def is_bad(text: str) -> bool:
        return any(text.endswith(f"hill {k}.") for k in bad)

    service.act = lambda number, texts: (status, {}, "too wet") if any(map(is_bad, texts)) else "ok"
    store = filled(16)
    report = embed(store, service, max_texts=16)
    check(store, service, is_bad)
    assert report.embedded == 16 - len(bad)
    assert {(each.document_id, each.chunk_index) for each in report.failed} == {("doc", k) for k in bad}
    assert {each.reason for each in report.failed} == {f"{status}: too wet"}
    # the next run tries each alone, and nothing else
    service.requests.clear()
    again = embed(store, service, max_texts=16)
    assert sorted(map(len, service.requests)) == [1] * (1 + len(bad))
    assert again.failed == report.failed
    # until the service takes them
    service.act = lambda number, texts: "ok"
    assert embed(store, service).number_failed == 0 and store.vectors("m").failures() == []
    check(store, service)


@pytest.mark.parametrize("action", ["nan", "fewer", "words", "dimensions"])
def test_a_text_with_a_wrong_vector(service: FakeService, action: str) -> None:
    def is_bad(text: str) -> bool:
        return text.endswith("hill 3.")

    service.act = lambda number, texts: action if any(map(is_bad, texts)) else "ok"
    store = filled(8)
    report = embed(store, service)
    check(store, service, is_bad)
    assert [each.chunk_index for each in report.failed] == [3] and "the answer has" in report.failed[0].reason


@pytest.mark.parametrize("status", [401, 403, 404, 405, 301])
def test_the_run_ends(service: FakeService, status: int) -> None:
    service.act = lambda number, texts: (status, {}, "no")
    with pytest.raises(EmbedError) as caught:
        embed(filled(4), service)
    assert caught.value.status == status and len(service.requests) == 1 and not caught.value.retryable


def test_a_refused_key_is_named(service: FakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run would end in the same way: it is not advised."""
    service.act = lambda number, texts: (401, {}, "Incorrect key")
    with pytest.raises(EmbedError) as caught:
        embed(filled(4), service)
    assert caught.value.reason == "401: Incorrect key; OPENAI_API_KEY is not set; 0 texts are embedded"
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with pytest.raises(EmbedError, match="401: Incorrect key; the service refuses the key in OPENAI_API_KEY; 0"):
        embed(filled(4), service)


def test_a_wrong_address_is_named(service: FakeService) -> None:
    service.act = lambda number, texts: (404, {}, "Not Found")
    with pytest.raises(EmbedError) as caught:
        embed(filled(4), service)
    where = f"the request for the model 'm' went to {service.url}/embeddings"
    assert f"404: Not Found; {where}; 0" in str(caught.value)


@pytest.mark.parametrize(
    ("status", "fields"),
    [
        (429, {"message": "no money", "code": "insufficient_quota"}),
        (429, {"message": "no money", "type": "insufficient_quota"}),
        (402, {"message": "no money"}),
    ],
)
def test_a_spent_quota_is_not_waited_for(service: FakeService, status: int, fields: dict[str, str]) -> None:
    service.act = lambda number, texts: (status, {"retry-after": "1"}, fields)
    with pytest.raises(EmbedError) as caught:
        embed(filled(4), service)
    error = caught.value
    assert (error.status, error.retryable, len(service.requests)) == (status, False, 1)
    assert error.reason.startswith(f"{status}: no money; the account of the service has no quota or credit left")
    assert "again" not in error.reason


def test_a_vector_of_zeros_is_a_failure(service: FakeService) -> None:
    """No cosine compares it, and no wait helps: the text fails, the others of the batch do not."""
    service.act = lambda number, texts: "zeros" if len(texts) > 1 else "ok"
    store = filled(8)
    report = embed(store, service)
    assert [(each.chunk_index, each.reason) for each in report.failed] == [(7, "its vector has only zeros")]
    assert (report.embedded, len(service.requests), len(store.vectors("m"))) == (7, 2, 7)
    service.act = lambda number, texts: "zeros"
    with pytest.raises(EmbedError, match="m: a text fails: its vector has only zeros; 0 texts are embedded"):
        embed(filled(200), service, max_texts=1)
    with pytest.raises(EmbedError, match="text 0: its vector has only zeros"):
        load_embed(f"openai:{service.url}#m").query(["rain"])  # type: ignore[attr-defined]


def test_a_service_that_refuses_everything(service: FakeService) -> None:
    """The probe shows it: no batch is halved down to its texts."""
    service.act = lambda number, texts: (400, {}, "unknown model")
    with pytest.raises(EmbedError, match="400: unknown model; 0 texts are embedded"):
        embed(filled(200), service)
    assert len(service.requests) == 1
    service.act = lambda number, texts: "ok" if number == 1 else (400, {}, "unknown model")
    store = filled(200)
    with pytest.raises(EmbedError, match="unknown model"):
        embed(store, service)
    assert len(service.requests) < 40
    assert len(store.vectors("m").failures()) == 0


def test_many_bad_texts_do_not_end_the_run(service: FakeService) -> None:
    def is_bad(text: str) -> bool:
        return "doc" in text and int(text.rstrip(".").rpartition(" ")[2]) < 20

    service.act = lambda number, texts: REFUSAL if any(map(is_bad, texts)) else "ok"
    store = filled(40)
    report = embed(store, service, max_texts=40)
    check(store, service, is_bad)
    assert report.number_failed == 20


def test_a_service_with_a_lower_limit_than_known(service: FakeService) -> None:
    """After a batch is refused for its size, later ones are smaller."""
    service.act = lambda number, texts: "ok" if len(texts) <= 5 else (413, {}, "at most 5 texts")
    store = filled(100)
    report = embed(store, service, max_texts=32)
    check(store, service)
    assert report.number_failed == 0
    refused = sum(len(texts) > 5 for texts in service.requests)
    assert refused == 7  # 32, 2 times 16, 4 times 8


def test_several_requests_at_a_time(service: FakeService) -> None:
    faults = {3: (429, {"Retry-After": "1"}, ""), 5: "cut", 8: "fewer", 9: (500, {}, "")}
    service.act = lambda number, texts: faults.get(number, "ok")
    store = filled(60)
    report = embed(store, service, max_texts=4, concurrency=4)
    check(store, service)
    assert (report.embedded, report.requests) == (60, 16 + 4)


def test_requests_per_minute(service: FakeService) -> None:
    clock = TestClock()
    embed(filled(12), service, clock, max_texts=4, max_requests_per_minute=30)
    assert clock.waits == [2.0, 2.0, 2.0]


def test_nothing_to_do_costs_no_request(service: FakeService) -> None:
    store = filled(4)
    embed(store, service)
    service.requests.clear()
    report = embed(store, service)
    assert service.requests == [] and (report.embedded, report.reused, report.requests) == (0, 4, 0)


def test_equal_texts_are_embedded_once_for_all_documents(service: FakeService) -> None:
    store = filled(6, "rain")
    store.put(CHUNKER.chunk("\n\n".join(f"rain: rain falls on hill {k}." for k in range(9)), document_id="other"))
    report = embed(store, service)
    check(store, service)
    assert (report.chunks, report.embedded, report.reused) == (15, 9, 6)
    store.delete("rain")
    store.put(CHUNKER.chunk("rain: rain falls on hill 2.", document_id="third"))
    assert embed(store, service).embedded == 0


def test_another_model_behind_the_same_name(service: FakeService) -> None:
    store = filled(4)
    embed(store, service)
    store.put(CHUNKER.chunk("It snows.", document_id="new"))
    service.embedded.clear()
    service.act = lambda number, texts: "dimensions"
    with pytest.warns(shiplap.vectors.StaleCacheWarning, match="returns 4 numbers, not 8"):
        report = embed(store, service)
    assert report.embedded == 5 and store.models()[0].dimensions == (4,)


def test_keys_and_addresses(service: FakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"openai:{service.url}#m"
    assert load_embed(name)(["rain"]).tolist() == [vector_of("rain")]
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    assert load_embed(name)(["rain", "snow"]).shape == (2, 8)
    monkeypatch.setenv("OPENAI_BASE_URL", service.url)
    assert load_embed("openai:m")(["rain"]).shape == (1, 8)
    assert service.keys == [None, "Bearer secret", "Bearer secret"]
    assert service.bodies[0] == {"input": ["rain"], "model": "m", "encoding_format": "base64"}
    for wrong in ("openai:", "openai:#m", "openai:ftp://host#m", "openai:http://host", "openai:http://#m",
                  "openai:http://ann:secret@host/v1#m", f"openai:{service.url}#"):  # fmt: skip
        with pytest.raises(OptionError) as caught:
            load_embed(wrong)
        assert "secret" not in str(caught.value)


def test_a_call_embeds_any_number_of_texts(service: FakeService) -> None:
    service.act = lambda number, texts: REFUSAL if "snow" in texts else "ok"
    model = load_embed(f"openai:{service.url}#m", RequestOptions(max_texts=2))
    texts = [f"rain {k}" for k in range(7)]
    assert np.array_equal(model(texts), [vector_of(text) for text in texts])
    assert [len(each) for each in service.requests] == [2, 2, 2, 1]
    with pytest.raises(EmbedError, match="text 7: 400: the text is too wet"):
        model([*texts, "snow"])
    assert model([]).shape == (0, 0)


def test_limits_in_tokens(service: FakeService) -> None:
    store = filled(30)
    sizes = {chunk.text: len(chunk.text) for chunk in store}
    report = embed(store, service, max_request_tokens=100, tokenizer="characters")
    check(store, service)
    for texts in service.requests[1:]:
        assert sum(sizes[text] for text in texts) <= 100
    assert report.size == sum(sizes.values()) and report.unit == "characters"


def test_a_text_above_the_limit(service: FakeService) -> None:
    store = filled(4)
    store.put(shiplap.FixedChunker(500, 0).chunk("snow " * 50, document_id="long"))
    with pytest.raises(OptionError, match="'long-chunk-0' of the document 'long': the text has 250 characters; the"
                       " limit is 100"):  # fmt: skip
        embed(store, service, max_text_tokens=100)
    assert service.requests == [] and len(store.vectors("m")) == 0
    report = embed(store, service, max_text_tokens=100, skip_long=True)
    check(store, service, lambda text: "snow" in text)
    assert [each.chunk_id for each in report.failed] == ["long-chunk-0"]
    assert report.failed[0].reason == "the text has 250 characters; the limit is 100"
    assert embed(store, service).number_failed == 0  # without the limit


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted(service: FakeService, tmp_path: pathlib.Path) -> None:
    """Ctrl-C while a service does not answer: what is answered is kept, and the exit code is 130."""
    service.act = lambda number, texts: "ok" if number < 3 else "hang"
    path = str(tmp_path / "c.db")
    with Store(path, create=True) as store:
        store.put(CHUNKER.chunk("\n\n".join(f"rain falls on hill {k}." for k in range(9)), document_id="doc"))
    command = ["embed", path, "--embed", f"openai:{service.url}#m", "--max-texts", "3"]
    run = [sys.executable, "-m", "shiplap", *command]
    with subprocess.Popen(run, stderr=subprocess.PIPE, text=True) as process:
        while len(service.requests) < 4 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130, said
    assert said == "shiplap: Interrupted: 6 texts are embedded; run the same again to go on\n"
    with Store(path) as store:
        assert len(store.vectors(f"openai:{service.url}#m")) == 6


def test_a_question_waits_for_seconds_only(service: FakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    model: Any = load_embed(f"openai:{service.url}#m")
    assert model.query(["rain"]).tolist() == [vector_of("rain")]
    clock = TestClock()
    monkeypatch.setattr(requests, "Clock", lambda: clock)
    service.act = lambda number, texts: (503, {}, "busy")
    begun = clock.now()
    with pytest.raises(EmbedError, match=r"patience=10\)"):
        model.query(["rain"])
    assert clock.now() - begun <= RequestOptions().question_patience
    service.act = lambda number, texts: "ok"
    store = filled(3)
    store.embed(f"openai:{service.url}#m")
    service.act = lambda number, texts: (503, {}, "busy")
    for mode in ("vector", "hybrid"):
        with pytest.raises(EmbedError, match=r"patience=3\)"):
            store.search("rain", mode=mode, options=RequestOptions(question_patience=3), is_trusted=True)
