"""The tables of the pages are those of the records, and the records are those that the pages cite."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
if not (ROOT / "benchmarks" / "record").exists():
    pytest.skip("needs the records", allow_module_level=True)

from benchmarks import charts, pages, records  # noqa: E402

CURRENT = records.FOLDER / "CURRENT.md"


@pytest.mark.parametrize("page", pages.PAGES)
def test_the_tables_of_a_page_are_those_of_its_records(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert text == pages.printed(text), "python -m benchmarks.tables --write"


def test_the_charts_of_the_pages_are_those_of_their_records() -> None:
    for path, svg in charts.charts().items():
        assert (ROOT / path).read_text("utf-8") == svg + "\n", "python -m benchmarks.charts"


def test_a_bar_is_divided_by_shares() -> None:
    svg = charts.divided("A & B", {"one": {"x": 3.0, "y": 1.0}, "two": {"y": 5.0}})
    widths = [float(width) for width in re.findall(r'<rect x="[^"]*" y="[^"]*" width="([^"]*)" height="18"', svg)]
    assert widths[0] == pytest.approx(3 * widths[1], rel=0.01) and widths[2] == pytest.approx(
        4 * widths[1], rel=0.01
    )
    assert "one, x: 75%" in svg and "A &amp; B" in svg


def test_every_table_stands_in_one_page() -> None:
    texts = "".join((ROOT / page).read_text("utf-8") for page in pages.PAGES)
    assert sorted(re.findall(r"<!-- table: (.*?) -->", texts)) == sorted(pages.TABLES)


def test_a_changed_figure_is_found() -> None:
    text = f"Above.\n<!-- table: scaling -->\n{pages.scaling()}\n<!-- end -->\nBelow.\n"
    assert pages.printed(text) == text
    assert pages.printed(re.sub("[0-9]", "7", text)) == text


def test_the_records_that_are_there_are_those_that_are_listed() -> None:
    listed = set(re.findall(r"\]\(([\w/.-]+\.json)\)", CURRENT.read_text("utf-8")))
    assert listed == {path.relative_to(records.FOLDER).as_posix() for path in records.FOLDER.rglob("*.json")}
    assert set(pages.current().values()) <= listed


@pytest.mark.parametrize("page", pages.PAGES)
def test_a_page_cites_the_current_records(page: str) -> None:
    cited = set(re.findall(r"benchmarks/record/([\w/.-]+\.json)", (ROOT / page).read_text("utf-8")))
    rows = [row for row in CURRENT.read_text("utf-8").splitlines() if row.startswith("|") and f"[{page}]" in row]
    assert cited == {pages.current()[row.split("|")[1].strip()] for row in rows}


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        ({}, 1),
        ({"date": "2026-11-22", "versions": {"python": "3.11", "numpy": "2.4"}}, 4),
        ({"cases": [{"case": "ä", "seconds": [0.1, 1e-7], "check": {"verdict": "right"}}] * 3}, 7),
        ({"cases": {"a": {"seconds": 1}, "b": {"seconds": 2}}}, 6),
        ({"cases": [{"case": "a", "engines": [{"seconds": [0.5] * 900}] * 4}]}, 13),
        ({"counts": {f"a loop with a long name, {k}": k for k in range(50)}}, 54),
    ],
)
def test_a_record_has_a_line_for_each_case(record: dict[str, Any], lines: int, tmp_path: Path) -> None:
    path = tmp_path / "2026-11-22" / "speed.json"
    records.write(path, record)
    assert records.read(path) == record == json.loads(path.read_text("utf-8"))
    assert len(path.read_text("utf-8").splitlines()) == lines


def test_records_are_numbered(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no record"):
        records.newest("speed", tmp_path)
    for number in ("", "-2", "-3"):
        path = records.fresh("speed", tmp_path)
        assert path.stem == f"speed{number}"
        records.write(path, {})
        assert records.newest("speed", tmp_path) == path
    for name in ("9999-01-01/speed-up.json", "2000-01-01/speed-10.json"):
        records.write(tmp_path / name, {})
        assert records.newest("speed", tmp_path) == path


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0, "0"), (0.8625, "0.863"), (0.81, "0.810"), (0.99951, "0.9995"), (0.99999, "0.99999")],
)
def test_a_share(value: float, text: str) -> None:
    assert pages.share(value) == text
