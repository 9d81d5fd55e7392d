"""Tuning: grids, the choice, synthetic questions, records, reports, and the command."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap import FixedChunker, OptionError
from shiplap.chunkers.presets import PRESETS
from shiplap.cli import main
from shiplap.evaluate import Tuning, plots, synthetic_questions
from shiplap.evaluate.tuning import BUDGETS, configurations
from shiplap.store import Store
from tests.evaluate.test_retrieval import DOCUMENTS, QUESTIONS

GRID = {"presets": ["fixed-900", "sentence-3000"], "sizes": [90, 400], "overlaps": [0.0, 0.2]}


@pytest.fixture(scope="module")
def tuned() -> Tuning:
    return shiplap.tune(DOCUMENTS, QUESTIONS, GRID, measure="whole", budget=900)


# ---- grids


def test_a_grid_is_all_combinations_that_can_be() -> None:
    named, groups, skipped = configurations({**GRID, "overlaps": [0, 100], "min_sizes": [50]})
    assert list(named) == [
        "fixed-900 size 90 overlap 0", "fixed-900 size 400 overlap 0", "fixed-900 size 400 overlap 100",
        "sentence-3000 size 90 overlap 0 min 50", "sentence-3000 size 400 overlap 0 min 50",
        "sentence-3000 size 400 overlap 100 min 50",
    ]  # fmt: skip
    assert set(groups.values()) == {"fixed-900", "sentence-3000"} and groups.keys() == named.keys()
    assert set(skipped) == {"fixed-900 size 90 overlap 100", "sentence-3000 size 90 overlap 100 min 50"}
    assert named["sentence-3000 size 400 overlap 100 min 50"].config["min_size"] == 50
    assert all(chunker.unit == "characters" for chunker in configurations({"sizes": [800]})[0].values())
    assert set(configurations({"presets": PRESETS})[0]) == set(PRESETS)
    assert set(configurations({"a": FixedChunker(9, 0)})[0]) == {"a"}


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"sizes": [0]}, "chunk_size=0"), ({"sizes": 3000}, "sizes=3000: must be a list"),
        ({"sizes": ["a"]}, "sizes='a'"), ({"sizes": [True]}, "sizes=True"), ({"presets": ["fixed"]}, "preset="),
        ({"presets": []}, "at least one"), ({"presets": "fixed-900"}, "presets="), ([], "at least one"),
    ],
)  # fmt: skip
def test_grids_that_are_none(grid: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        shiplap.tune(DOCUMENTS, QUESTIONS, grid)


# ---- the choice


def test_the_best_is_chosen(tuned: Tuning) -> None:
    means = {each.name: each.mean("whole") for each in tuned.comparison.results}
    assert tuned.chosen.mean("whole") == max(means.values()) and len(means) == 8
    near = {tuned.chosen.name, *tuned.verdict.tied}
    assert tuned.advice.name in near
    assert tuned.advice.stored <= 1.03 * min(tuned.comparison[name].stored for name in near)
    assert 0 <= tuned.left_out <= 1 and not tuned.synthetic
    for curve in tuned.curves.values():
        assert len(curve) == len(BUDGETS) and list(curve) == sorted(curve), "more shown is more recalled"
    text = str(tuned)
    assert f"chosen: {tuned.chosen.name}" in text and str(tuned.verdict) in text


def test_it_is_the_same_each_time(tuned: Tuning) -> None:
    again = shiplap.tune(DOCUMENTS, QUESTIONS, GRID, measure="whole", budget=900)
    first, second = tuned.to_dict(), again.to_dict()
    for record in (first, second):
        for each in record["results"]:
            del each["seconds"]
    assert first == second


def test_progress_and_options() -> None:
    done: list[tuple[int, int]] = []
    shiplap.tune(DOCUMENTS, QUESTIONS, [FixedChunker(90, 0), FixedChunker(80, 0)], k=2,
                 on_progress=lambda *each: done.append(each))  # fmt: skip
    assert done == [(1, 2), (2, 2)]
    with pytest.raises(OptionError, match="k=2: cannot be combined with budget"):
        shiplap.tune(DOCUMENTS, QUESTIONS, GRID, k=2, budget=3)
    with pytest.raises(OptionError, match="did you mean 'recall'"):
        shiplap.tune(DOCUMENTS, QUESTIONS, GRID, measure="recal")


# ---- synthetic questions


def test_synthetic_questions() -> None:
    made = synthetic_questions(DOCUMENTS, 10)
    assert made == synthetic_questions(DOCUMENTS, 10) and len(made) == 10
    assert [each["kind"] for each in made].count("perturbed") == 5
    for each in made:
        ((start, end),) = each["gold"]
        sentence = DOCUMENTS[each["document_id"]][start:end]
        assert sentence[0].isupper() and sentence.endswith((".", "by year."))
        words = shiplap.evaluate.bm25.words(sentence)
        asked = each["question"].split()
        if each["kind"] == "exact":
            assert asked == words
        else:
            assert len(asked) == max(2, round(len(words) * 0.5)) and set(asked) <= set(words)
    assert len(synthetic_questions(DOCUMENTS, 10_000)) == 60
    assert {each["kind"] for each in synthetic_questions(DOCUMENTS, 10, perturbed=0)} == {"exact"}
    with pytest.raises(OptionError, match="contain no sentence"):
        synthetic_questions({"a": "Short. " * 9})
    assert shiplap.tune(DOCUMENTS, grid=GRID).synthetic


# ---- records and reports


def test_the_report_stands_alone(tuned: Tuning, tmp_path: Path) -> None:
    tuned.save(tmp_path / "r.json", tmp_path / "r.html")
    record = json.loads((tmp_path / "r.json").read_text())
    assert record["chosen"]["name"] == tuned.chosen.name and len(record["results"]) == 8
    chunker = shiplap.from_config(record["chosen"]["config"])
    assert chunker.fingerprint == shiplap.from_config(tuned.chosen.config or {}).fingerprint
    page = (tmp_path / "r.html").read_text()
    assert page.count("<svg") == 3 and tuned.chosen.name in page
    assert not re.search(r"<script|<link|<img|@import|url\(|src=|href=", page)
    assert set(re.findall(r"https?://[^\"' <]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_names_are_escaped() -> None:
    found = shiplap.tune(DOCUMENTS, QUESTIONS, {"<b>&": FixedChunker(90, 0), "x": FixedChunker(80, 0)})
    page = found.to_html()
    assert "<b>&<" not in page and "&lt;b&gt;&amp;" in page


def test_plots_are_well_formed() -> None:
    made = [
        plots.points("<t>", "x&", "y", {"a": [(1, 0.5, 0.4, 0.6, "<p>")], "b": [(1, 0.5, 0.5, 0.5, "q")]}),
        plots.lines("t", "x", "y", [1, 2, 4], {"a": [0.1, 0.1, 0.1]}),
        plots.lines("t", "x", "y", [0, 2, 4], {"a": [0.1, 0.5, 0.9]}, log=False),
        plots.intervals("<t>", "x&", {"<a>": (0.5, 0.4, 0.6), "b": (1, 1, 1)}, marked=["b"]),
        plots.boxes("t", "x", {"a" * 99: [1] * 21, "b": list(range(21)), "none": [0] * 21}),
    ]
    for each in made:
        xml.etree.ElementTree.fromstring(each)
        assert "nan" not in each and "inf" not in each


# ---- the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in DOCUMENTS.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lists = ["--presets", "fixed-900,sentence-3000", "--sizes", "90,400", "--overlaps", "0.1,95"]
    command = ["evaluate", "docs", *lists]
    assert main([*command, "--questions", "q.jsonl", "--record", "r.json", "--report", "r.html"]) == 0
    captured = capsys.readouterr()
    assert "2 documents" in captured.out and "chosen: " in captured.out
    assert captured.err.count("skipped: ") == 2
    assert json.loads((folder / "r.json").read_text())["budget"] == 4000 and (folder / "r.html").exists()
    assert main([*command, "--synthetic", "--json", "--measure", "recall", "--k", "3"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["synthetic"] and record["k"] == 3 and record["budget"] is None


def test_the_command_with_embeddings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evaluate", "docs", "--questions", "q.jsonl", "--presets", "fixed-900", "--sizes", "300"]
    assert main([*command, "--retriever", "dense", "--embed", "hashed", "--cache", "v.db"]) == 0
    with Store("v.db") as store:
        assert len(store.vectors("hashed")) > 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "questions=None"), (["--synthetic", "--questions", "q.jsonl"], "--synthetic, not both"),
        (["--questions", "none.jsonl"], "cannot be read"), (["--synthetic", "--sizes", "big"], "sizes='big'"),
        (["--synthetic", "--retriever", "dense"], "embed=None"),
        (["--synthetic", "--report", "no/r.html"], "cannot be written"),
        (["--synthetic", "--retriever", "bm52"], "did you mean"),
        (["--synthetic", "--presets", "x"], "preset='x'"),
    ],
)  # fmt: skip
def test_usage(folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str) -> None:
    assert main(["evaluate", "docs", *options]) == 2
    assert message in capsys.readouterr().err
