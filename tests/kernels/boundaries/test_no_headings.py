"""Lines of their own that are no headings (N1 to N6), and those that they are mistaken for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kernels.boundaries.test_headings import look_of

NO_HEADINGS = """
    • Rain|– Rain|‣ Rain
    [1] A. Author, On rain and wells|[RFC2119] Key words|[KNU] The art of rain|[Knu98] The art|[12] Rain
    Figure 1|Figure 1: Rain in the hills|Fig. 2 Rain|Fig.2|FIG. 3|Table 3 Wells|Table IV Rain|Listing A|Figure One
    Abbildung 4|Abb. 4 – Brunnen|Tableau 2|Tabla 3|Рис. 5 Дождь|图1 雨|図 3 雨|그림 2 비|表1
    12 March 2020|March 12, 2020|12th of March, 2020|2020-03-12|12.03.2020|12/03/20|1. Januar 2020|Monday, 12 March
    le 14 juillet 1789|12 de marzo de 2020|12 марта 2020 г|2020年3月12日|2020년 3월 12일
    10:30|10:30 – 11:00|10:30 AM|10:30 Uhr|2020-03-12 10:30:59
    3|- 3 -|— 3 —|[3]|3 / 9|3 of 9|2020
    Page 3|Page 3 of 9|Seite 3 von 9|[Page 3]|3 | Page|3 | Page 1|p. 3|PAGE 3|Página 3|Страница 3|第3页|3ページ
    第 3 页 共 9 页|Page 3    Annual Report|Annual Report, page 3|Doe        Standards Track        [Page 3]
    Annual Report 2023    17|Annual Report 2023 17|Rain . . . . . . 3|Rain ........ 12|1.2 Rain ..... 12|Rain\t3
    Article 5 ..... 12
"""
HEADINGS = """
    [Rain](http://rain) and snow|[1.2.0] - 2020-01-01|[Unreleased]|[Unreleased] changes
    Figures and tables|Figure skating|Table of contents|Tables|Image processing|Figure fifty
    May|Monday|2024 in review|September Rain|1.2.0|1.2.0 (2020-01-01)|1.2.0 - 2020-01-01|v1.2.0|March of the wells
    20240305|12345
    Part 3|Chapter 12|Article 5|4 Results|4.1 Tables|Version 3|Step 3|Python 3.11.2|Web 2.0|Windows 2000|Day 12
    Home page|The page 3 problem|Pages of rain|Rain 3|Rain  3|Rain in 2020|Rain 20 3|Two pages
"""


def lines(table: str) -> list[str]:
    # a bar between two lines has no white space around it
    return [each for row in table.strip().split("\n") for each in row.strip().replace(" | ", "\0").split("|")]


@pytest.mark.parametrize("line", lines(NO_HEADINGS))
def test_no_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line.replace("\0", " | ")) is None


@pytest.mark.parametrize("line", lines(HEADINGS))
def test_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line) is not None


@pytest.mark.parametrize(("size", "found"), [(16, False), (17, True)])
def test_the_label_of_a_reference_is_capped(impl: Any, size: int, found: bool) -> None:
    assert (look_of(impl, f"[{'1' * size}] Rain") is not None) is found
