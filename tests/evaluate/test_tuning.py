"""Tuning: grids, the choice, synthetic questions, records, reports, and the command."""

from __future__ import annotations

import html
import json
import re
import shlex
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import FixedChunker, OptionError
from shiplap.chunkers.presets import PRESETS
from shiplap.cli import main
from shiplap.evaluate import Tuning, plots, synthetic_questions
from shiplap.evaluate.baseline import against, read_baseline
from shiplap.evaluate.command import command as command_of
from shiplap.evaluate.significance import more_questions, paired
from shiplap.evaluate.tuning import BUDGETS, configurations
from shiplap.store import Store
from tests.evaluate.test_retrieval import DOCUMENTS, QUESTIONS
from tests.support.chromium import CHROMIUM, measured
from tests.view.test_view import probed

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
    assert f"choice: {tuned.advice.name}, " in text and str(tuned.verdict) in text


def test_the_report_names_one_choice(tuned: Tuning) -> None:
    made = tuned.to_html()
    assert made.count("<b>") == made.count('<tr class="chosen">') // 2 == 1
    assert f"<b>{tuned.advice.name}</b>" in made and made.count("Use it:") <= 1


@pytest.mark.exhaustive
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_report_fits_its_window(tuned: Tuning, tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(tuned.to_html(), "utf-8")
    wide, narrow = (measured(tmp_path / "report.html", width, tmp_path) for width in (1300, 390))
    assert wide["width"] <= 1300 and wide["beyond"] == [] and wide["scrolling"] == 0
    assert narrow["width"] <= 390 and narrow["beyond"] == []


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


def test_the_default_measure_is_gold_that_is_whole() -> None:
    found = shiplap.tune(DOCUMENTS, QUESTIONS, GRID)
    assert found.measure == found.verdict.measure == "whole"
    assert found.comparison.verdict() == found.verdict


def test_it_says_how_many_more_questions_would_decide(tuned: Tuning) -> None:
    assert tuned.verdict.tied and set(tuned.verdict.more) == set(tuned.verdict.tied)
    assert tuned.verdict.outlook in str(tuned) and tuned.verdict.outlook[1:] in html.unescape(tuned.to_html())
    assert tuned.to_dict()["verdict"]["more questions"] == tuned.verdict.more
    known = {name: number for name, number in tuned.verdict.more.items() if number is not None}
    if known:
        assert f"about {min(known.values()):,} more questions would decide" in tuned.verdict.outlook
    else:
        assert "the same mean" in tuned.verdict.outlook
    decided = shiplap.evaluate.verdict({"a": np.ones(40), "b": np.zeros(40)}, "whole")
    assert decided.outlook == "" and decided.more == {}


@pytest.mark.parametrize(("shift", "few"), [(0.3, 30), pytest.param(0.1, 60, marks=pytest.mark.exhaustive)])
def test_that_many_questions_decide_with_the_stated_power(shift: float, few: int) -> None:
    rng = np.random.default_rng(17)
    differences = rng.normal(0, 1, few)
    differences = (differences - differences.mean()) / differences.std(ddof=1) + shift
    more = more_questions(differences, np.zeros(few))
    assert more is not None
    total = few + more
    assert total == pytest.approx((1.96 + 0.8416) ** 2 / shift**2, rel=0.01, abs=1)
    found = [paired(rng.normal(shift, 1, total), np.zeros(total)).p < 0.05 for _ in range(60)]
    assert 0.65 < np.mean(found) < 0.95, "the power is 0.8"
    assert more_questions(differences * 0, np.zeros(few)) is None
    assert more_questions(np.ones(1), np.zeros(1)) is None
    assert more_questions(np.ones(3), np.zeros(3)) == 3, "flipped signs need six questions at least"


# ---- the command that uses a configuration


@pytest.mark.parametrize(
    "chunker",
    [FixedChunker(90, 9), FixedChunker(90, 9, snap=None, unit="bytes"), shiplap.SentenceChunker(90, 0.2),
     shiplap.AdaptiveChunker(60, 6, unit="characters", parser="lexical"),
     shiplap.RecursiveChunker(80, 0, strip_whitespace=True)],
)  # fmt: skip
def test_the_command_makes_the_chunker(folder: Path, chunker: Any) -> None:
    found = shiplap.tune("docs", QUESTIONS, {"mine": chunker})
    used = found.command()
    assert used is not None and used.startswith("shiplap ingest docs --to chunks.db ")
    assert main(shlex.split(used)[1:]) == 0
    with Store("chunks.db") as store:
        stored = [(chunk.start, chunk.end) for chunk in store]
    assert stored == [(chunk.start, chunk.end) for text in (folder / name for name in sorted(DOCUMENTS))
                      for chunk in chunker.chunk(text.read_text(), path=text)]  # fmt: skip


def test_the_command_of_every_preset_is_short(tuned: Tuning) -> None:
    named, groups, _ = configurations({"sizes": [700, 3000], "overlaps": [0, 0.1], "min_sizes": [90]})
    for name, chunker in named.items():
        used = command_of(chunker.config, groups[name], ["a b"])
        assert used is not None and used.startswith(f"shiplap ingest 'a b' --to chunks.db --preset {groups[name]}")
        assert len(used) < 160
    assert command_of(None, None) is None
    assert f'<pre class="use">{tuned.command()}</pre>' in tuned.to_html()
    assert str(tuned).endswith(f"use it: {tuned.command(tuned.advice)}")
    assert tuned.to_dict()["chosen"]["command"] == tuned.command()


# ---- baselines


def test_a_baseline(tuned: Tuning, tmp_path: Path) -> None:
    tuned.save(tmp_path / "old.json")
    old = read_baseline(tmp_path / "old.json")
    same = against(tuned, old, 0.0)
    assert not same.failed and "unchanged, allowed 0: passed" in str(same)
    mean = tuned.chosen.mean("whole")
    (result,) = (each for each in old["results"] if each["name"] == tuned.chosen.name)
    for before, limit, failed in ((mean + 0.03, 0.02, True), (mean + 0.02, 0.02, False), (mean - 0.1, 0.0, False),
                                  (mean + 0.5, None, False)):  # fmt: skip
        result["measures"]["whole"]["mean"] = before
        change = against(tuned, old, limit)
        assert change.failed is failed and f"whole {before:.4f} ({tuned.chosen.name}) before" in str(change)
        assert ("FAILED" in str(change)) is failed
    assert "7 questions before" in str(against(tuned, {**old, "questions": 7}, 0.02))
    for wrong, message in (
        ({"budget": 5}, "has budget 5, but this run has 900"),
        ({"results": []}, "no mean of whole"),
    ):
        with pytest.raises(OptionError, match=message):
            against(tuned, {**old, **wrong})
    with pytest.raises(OptionError, match="fail_if_worse=-1"):
        against(tuned, old, -1)


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


def test_a_preset_has_one_colour_in_all_plots(tuned: Tuning) -> None:
    points, lines, boxes = re.findall(r"<svg.*?</svg>", tuned.to_html(), re.DOTALL)
    for preset in ("fixed-900", "sentence-3000"):
        found = set(re.findall(rf'<g stroke="([^"]+)" fill="[^"]+"><title>{preset} ', points))
        found |= set(re.findall(rf'fill="([^"]+)"><title>{preset} ', lines))
        found |= set(re.findall(rf'<title>{preset} [^<]*</title>.*?<line stroke="([^"]+)"', boxes))
        legend = re.search(rf'fill="([^"]+)"/><text [^>]*>{preset}<', points)
        assert legend and found == {legend[1]}
    many = plots.palette([str(number) for number in range(40)])
    assert len(set(many.values())) == 40


def test_no_text_of_a_plot_is_clipped() -> None:
    name = "a configuration with a name that is much longer than all others, " * 3
    title = "Recall against the characters that are shown, for the best configuration of each of the presets: " * 2
    series = {name: (0.1, 0.2, 0.3), "雨" * 90: (0.1, 0.2, 0.3)}
    for made in (
        plots.lines(title, "x", "y", [1, 2, 4], series),
        plots.points(title, "x", "y", {each: [(1, 0.5, 0.4, 0.6, "p")] for each in series}),
        plots.boxes(title, "characters: min, lower quartile, median, upper quartile, max " * 2, series),
    ):
        root = xml.etree.ElementTree.fromstring(made)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            if "transform" in text.attrib or text.text is None:
                continue
            wide, x = plots.extent(text.text), float(text.attrib["x"])
            left = x - wide * {"middle": 0.5, "end": 1}.get(text.get("text-anchor", ""), 0)
            assert left >= -1 and left + wide <= width + 1 and float(text.attrib["y"]) <= height, text.text
        assert "characters that are shown" in made and name[:12] in made


#: Texts of plots that are outside of their plot, whether the page is wider than the window, and its background.
MEASURED = """<script>
const clipped = [...document.querySelectorAll("svg text")].filter((text) => {
  const box = text.getBoundingClientRect(), plot = text.closest("svg").getBoundingClientRect();
  return box.left < plot.left - 1 || box.right > plot.right + 1 || box.bottom > plot.bottom + 1;
}).map((text) => text.textContent);
document.body.insertAdjacentHTML("beforeend", "<pre id=out></pre>");
document.getElementById("out").textContent = JSON.stringify({clipped,
  wide: document.documentElement.scrollWidth > innerWidth,
  ground: getComputedStyle(document.body).backgroundColor});
</script></body>"""


@pytest.mark.exhaustive
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("size", [pytest.param("1400,1000", marks=pytest.mark.exhaustive), "500,900"])
def test_chromium_clips_nothing(tuned: Tuning, tmp_path: Path, size: str) -> None:
    long = shiplap.tune(
        DOCUMENTS, QUESTIONS, {f"{'MW wide name ' * 9}{each}": FixedChunker(each, 0) for each in (80, 90)}
    )
    for found in (tuned, long):
        seen = probed(tmp_path, found.to_html(), MEASURED, size)
        assert seen["clipped"] == [] and not seen["wide"]
    dark = probed(tmp_path, tuned.to_html(), MEASURED, size, dark=True)
    assert seen["ground"] == "rgb(255, 255, 255)" and dark["ground"] == "rgb(23, 25, 28)"


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
    assert "2 documents" in captured.out and "choice: " in captured.out
    assert captured.err.count("skipped: ") == 2
    assert json.loads((folder / "r.json").read_text())["budget"] == 4000 and (folder / "r.html").exists()
    assert main([*command, "--synthetic", "--json", "--measure", "recall", "--k", "3"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["synthetic"] and record["k"] == 3 and record["budget"] is None


def test_the_command_fails_below_a_baseline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["evaluate", "docs", "--questions", "q.jsonl", "--presets", "fixed-900"]
    assert main([*command, "--sizes", "400", "--record", "old.json"]) == 0
    assert "use it: shiplap ingest docs --to chunks.db --preset fixed-900" in capsys.readouterr().out
    check = ["--baseline", "old.json", "--fail-if-worse", "0.02"]
    assert main([*command, "--sizes", "400", *check]) == 0
    assert "unchanged, allowed 0.02: passed" in capsys.readouterr().err
    assert main([*command, "--sizes", "20", "--json", *check]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["measure"] == "whole"
    assert "baseline old.json: whole" in captured.err and "allowed 0.02: FAILED" in captured.err
    assert main([*command, "--sizes", "20", "--baseline", "old.json"]) == 0, "it only tells"
    (folder / "bad.json").write_text("[1]")
    for wrong, message in (
        (["--baseline", "none.json"], "baseline='none.json': cannot be read"),
        (["--baseline", "bad.json"], "is not a record"), (["--baseline", "q.jsonl"], "is not JSON"),
        (["--fail-if-worse", "0.02"], "needs --baseline"), ([*check[:3], "much"], "fail_if_worse='much'"),
        ([*check, "--k", "3"], "has k 5, but this run has 3"),
    ):  # fmt: skip
        capsys.readouterr()
        assert main([*command, *wrong]) == 2
        assert message in capsys.readouterr().err


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
