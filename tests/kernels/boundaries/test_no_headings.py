"""Lines of their own that are no headings (N1 to N12), and those that they are mistaken for."""

from __future__ import annotations

from typing import Any

import pytest

from shiplap.reference.boundaries.no_headings import follows_field, is_numbered_authors
from tests.kernels.boundaries.test_headings import look_of
from tests.support.cases import cases

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
    ☐ Yes|✓ Rain|→ Rain|★ Rain|① Rain
    [Smith 2020] A. Smith, On wells|[Smith et al., 2020a] On wells|[Smith & Jones 2020] Wells
    Smith, J. (2020)|Smith, J., Jones, K. (2020a) On wells|Müller, A. (1999): Brunnen
    Figure S1. Wells|Table B1|FIGURE S12|Supplementary Figure 1|Supplementary Table S2|Extended Data Fig. 1 Wells
    Graph 1: wells|Map 1|Scheme 1|Algorithm 1 Sorting|Box 1. Wells|Foto 1|Encadré 1|Obrázek 1|PO Box 12|Postfach 3
    Monday|June|Freitag|février|10.30 Uhr|10.30 am|Monday, 10.30 Uhr|Q1 2024|10:30–11:00 Opening|9:30 Opening
    Source: OECD|Sources: OECD, own work|Photo: A. Smith|[Image: a well]|(Photo: A. Smith)|Quelle: DWD
    Source : OECD
    Received: 3 May 2024|Received 3 May 2024|Last updated: spring
    Tel. 030 1234|Tel: +49 30|Phone +49 30|ISBN: 1-2
    Type: End of life|STATUS: old|(Author: A. Smith)|Present: A. Smith, B. Jones|Date: spring|Re: wells
    Keywords: wells, rain|Mots-clés : puits
    A. Smith and B. Jones|A. Smith, B. Jones, and C. Roe|A. Smith & B. Jones|Ä. Müller und Ö. Koch
    Hauptstrasse 12|Main Street 4|Bahnhofstraße 7a|HAUPTSTRASSE 12|Am alten Kirchweg 3|Via Roma 12|Rue de la Paix 4
    Calle Mayor 5|ul. Długa 5|Kalverstraat 12|Storgatan 5B
    12 Main Street|221B Baker Street|10115 Berlin|10115 Bad Belzig|New York, NY 10001|a.smith@b.org
    www.wells.org|WWW.WELLS.ORG|www.wells.org/rain?x=1|Section 2 · Wells · 3|Wells • 12
    Ann Rain1, Bob Hill2|Ann Rain1,2 and Bob Hill3,*
    SO ORDERED.|IT IS SO ORDERED.|So ordered|AFFIRMED.|BY THE COURT:|[Signature Page Follows]|(Continued)|THE END
    Best regards|Mit freundlichen Grüßen|Hochachtungsvoll|С уважением|(Confidential)|CONFIDENTIAL
    This page intentionally left blank|[END OF DOCUMENT]|Signed: ____|Name ____ Date ____|WITNESS ________
    Dated this 3rd day of March, 2021|Done at Brussels, 3 March 2021|Fait à Paris, le 3 mars 2021
    WITNESS MY HAND 3 MAY|Berlin, 3 March 2021|Berlin, den 3. März 2021
    Boston, March 3, 2021|München, 3. 3. 2021 um 10 Uhr
    Apologies: J. Smith|Regrets: J. Smith|Excusés : M. Dupont|Excusés: M. Dupont|Entschuldigt: Müller
    Chair: A. Jones|By: A. Smith|Title: President|Name: A. Smith|Dated: March 3
    Copyright 2021 Wells|© 2021 Wells|Copyright (c) 2021 Wells
"""
HEADINGS = """
    [Rain](http://rain) and snow|[1.2.0] - 2020-01-01|[Unreleased]|[Unreleased] changes
    Figures and tables|Figure skating|Table of contents|Tables|Image processing|Figure fifty
    2024 in review|Mars|Sun|March of the wells and rain|September Rain|1.2.0|1.2.0 (2020-01-01)
    1.2.0 - 2020-01-01|v1.2.0|March of the wells
    20240305|12345
    Part 3|Chapter 12|Article 5|4 Results|4.1 Tables|Version 3|Step 3|Python 3.11.2|Web 2.0|Windows 2000|Day 12
    Home page|The page 3 problem|Pages of rain|Rain 3|Rain  3|Rain in 2020|Rain 20 3|Two pages
    ☀ Rain|🚀 Start|Smith, J. and others|Smith (2020)|Smith, Jones (2020)|[Smith] (2020)
    Graphs|Box office|Boxes of oak|Mapping|Figure Sx|Table Bx wells
    Algorithms|PO boxes
    Source code|Sources|Photo albums|Published works
    Keywords|Notes: wells|Received wisdom|Type 2 wells|Status|Present day: wells|To the hills: wells|Types: old
    Sunday school|1.2 Uhren|10 Wells|12 Main results|3 Street furniture|3 Long Road|2024 Results
    A. Smith on wells|A. Wells in the hills B. Oak|Grade A. Wells and B. Oak
    Main Street|Street of wells 4 of oak|The longest of all the streets of an old Street 4
    Via 4|Rue4|Rain 12|Ruel Oak 4
    10115 is a number|12345 wells in New York|New York, Ny 10001|New York 10001|Rain @ night|Rain@
    So ordered a court|Affirmed wells|Continued fractions|Dated wells|Done at last|Wells, rain and 12 hills
    End of rain|Budget, 2020-2021|Update, March 2021|Confidentiality|Copyright|Copyright law|Names: A. Smith
    Wells__|Name ___ x
    Witnesses|Time|New York, 3 March 2021
    The www.wells.org project|Wells – 12|Python3 and Django4|Python3 wells, Go4|Rain1, rain2|The __init__ method
"""


def lines(table: str) -> list[str]:
    # a bar between two lines has no white space around it
    return [each for row in table.strip().split("\n") for each in row.strip().replace(" | ", "\0").split("|")]


@cases("line", lines(NO_HEADINGS))
def test_no_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line.replace("\0", " | ")) is None


@cases("line", lines(HEADINGS))
def test_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line) is not None


MORE_NO_HEADINGS = """
    A. Ruiz y B. Mora|Table Z1|Figure A9|Mobile, AL 36601|Phoenix, AZ 85001|Rain, page 3 sur 9
"""
MORE_HEADINGS = """
    A. Smith  B. Oak|New York, nY 10001|New York, Ny 10001|STATUS:|Received3 wells
"""


@cases("line", lines(MORE_NO_HEADINGS))
def test_limits_of_no_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line) is None


@cases("line", lines(MORE_HEADINGS))
def test_limits_of_headings(impl: Any, line: str) -> None:
    assert look_of(impl, line) is not None


@pytest.mark.parametrize(("size", "found"), [(16, False), (17, True)])
def test_the_label_of_a_reference_is_capped(impl: Any, size: int, found: bool) -> None:
    assert (look_of(impl, f"[{'1' * size}] Rain") is not None) is found


def test_a_name_below_the_line_for_a_signature(impl: Any) -> None:
    """N10"""
    body = "It rains in the hills, and it pours in the valley below them.\n\n"
    for line, found in (
        ("_" * 20, False),
        ("_" * 60, False), ("_" * 61, True), (" " * 9 + "_" * 51, False),
        (" " * 9 + "_" * 52, True), ("  ____  ", False), ("___", True), ("Sincerely,", False),
        ("  Yours Faithfully,", False), ("Dear all,", True),
    ):  # fmt: skip
        text = "".join(f"{body}{line}\n\nAnn Rain\n\n{body}" for _ in range(4))
        titles = [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]
        assert titles == ["Ann Rain"] * 4 * found, line


def test_n10_lines_below_a_field() -> None:
    """Only underscores and spaces are in the line above, wherever it begins."""
    for above, found in (
        ("____", True), ("_____", True), ("______", True), (" ____", True), ("_ ____", True), ("a\n____", True),
        ("a ____", False), ("a____", False), ("ab ____", False), ("___", False), ("_ ___", False), ("", False),
    ):  # fmt: skip
        for after in ("Name", "Name_"):
            text = f"{above}\n\n{after}"
            assert follows_field(text, len(above) + 2) is found, text


def test_n2_a_name_has_one_number() -> None:
    for line, found in (("Smith1, Jones2", True), ("Smith1", False), ("Smith1a2", False)):
        assert is_numbered_authors(line, 0, len(line)) is found, line
