"""Page furniture: running titles are no headings (F1 to F6); sentences run over the end of a page (G1 to G3)."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap._data.heading_numbers import HAS_MARKED, TITLE
from tests.support.cases import cases

BODY = [
    "The pump draws water from the lower well and lifts it to the tank, and each valve",
    "is opened by hand because the tank has no overflow and would burst if two of them",
    "were open at once. The keeper notes the level twice a day in the book by the door.",
]
#: A header and a footer of a page; `{}` is its number.
FURNITURE = [
    ("The Manual of the Wells", "Page {} of 4"), ("", "Page {}"), ("", "{}"), ("", "- {} -"), ("", "3 | Page {}"),
    ("", "Doe                Standards Track               [Page {}]"), ("Annual Report 2023    {}", ""),
    ("Annual Report 2023 {}", ""), ("", "Seite {} von 4"), ("RFC 1234          On Wells          March 2020", ""),
    ("On Wells {}", ""), ("ON WELLS", ""), ("CHAPTER 3", ""), ("", "第{}页"), ("", "The Wells"),
    ("", "Page no. {}"), ("", "Page: {}"), ("", "P. {} / 4"), ("", "~ {} ~"),
    ("", "On Wells | Page {} | Draft"),
    ("", "===== Page {} ====="), ("", "pg. {}"), ("", "Page #{}"), ("", "Folio {}"),
    ("", "On Wells\nConfidential"),
    ("On Wells", "Wells Ltd\nPage {} of 4"), ("On Wells\nDraft 3", "{}"), ("", "Oak 2023 – {}"),
]  # fmt: skip


def pages(header: str, footer: str, breaks: str = "\f", count: int = 4) -> str:
    """Text of some pages with a header and a footer; sentences run over their ends."""
    lines = BODY * (2 * count)
    text = ""
    for page in range(count):
        parts = (header.format(page + 1), "\n".join(lines[4 * page : 4 * page + 4]), footer.format(page + 1))
        text += "\n\n".join(part for part in parts if part) + "\n\n" + breaks
    return text


def titles(impl: Any, text: str) -> list[str]:
    return [text[slice(*title)] for _, kind, _, title in impl.blocks(text, "plain") if kind == "heading"]


@cases(("header", "footer"), FURNITURE)
@cases("breaks", ["\f", "\f\n"])
def test_furniture_is_no_heading(impl: Any, header: str, footer: str, breaks: str) -> None:
    assert titles(impl, pages(header, footer, breaks)) == []


#: Furniture that is found without form feeds and at uneven distances: with a word before the number of a page, or
#: with numbers that count up where sentences go on.
COUNTED = [
    "Page no. {}", "Page: {}", "P. {} / 9", "- {} -", "~ {} ~", "{} | Page", "On Wells | Page {} | Draft", "{}",
    "===== Page {} =====", "Oak 2023 – {}", "{} / 9 / Oak", "Version 1.2 | {}", "Wells Ltd\nPage {} of 9", "({})",
    "Folio {}", "Draft\n{}", "Draft 2 – 3 May 2024 – {}",
]  # fmt: skip


@cases("footer", COUNTED)
def test_furniture_that_counts(impl: Any, footer: str) -> None:
    """F5, N5, and titles between signs of equality, which are not asked for furniture."""
    assert titles(impl, pages("", footer, "")) == []
    assert titles(impl, pages("On Wells", footer, "", 6)) in ([], ["On Wells"] * 6)


def test_lines_within_wrapped_sentences(impl: Any) -> None:
    """F6: equal lines without a number, or with the same one, where three wrapped sentences go on over them."""
    for footer in ("Doc 17/3 rev. 2", "Wells Ltd. On Wells", "All rights reserved\nNo part may be copied"):
        assert titles(impl, pages("", footer, "", 6)) == []
        assert titles(impl, pages("On Wells", footer, "", 6)) in ([], ["On Wells"] * 6)
    assert titles(impl, pages("", "www.oak.org", "", 6)) == []
    text = "".join(f"Rain\n\n{BODY[2]}\n\n" for _ in range(4))
    assert titles(impl, text) == ["Rain"] * 4


def test_the_number_of_a_page_after_that_of_a_section(impl: Any) -> None:
    """F1: equal lines have the same number of a section."""
    assert titles(impl, pages("J. Wells 12 (2019) 4{}", "")) == []
    found = [f"{k}. Wells 4" for k in range(1, 5)]
    assert titles(impl, "".join(f"{each}\n\n{section(1)[6:]}\f" for each in found)) == found


def test_titles_that_count(impl: Any) -> None:
    """F5: no sentence goes on over half of them, or they do not count."""
    for title in ("Day {}", "Oak 2023 – {}", "Wells of {}"):
        found = [title.format(k) for k in range(1, 6)]
        assert titles(impl, "".join(f"{each}\n\n{BODY[2]}\n\n" for each in found)) == found
    for numbers, is_found in (((1, 2, 3), False), ((2, 4, 6, 8), False), ((1, 4, 7), True), ((3, 2, 1), True)):
        text = "".join(f"{BODY[2]} It rains in the\n\nOak {k}\n\nhills. {BODY[2]}\n\n" for k in numbers)
        assert titles(impl, text) == [f"Oak {k}" for k in numbers if is_found]


def test_the_last_page(impl: Any) -> None:
    """F2: the number of the last page may end the text."""
    for number in ("{}", "Page {}", "Wells Ltd\nPage {} of 3"):
        text = "".join(section(2 * k) + number.format(k) + "\n\n" for k in (1, 2, 3))
        assert titles(impl, text) == []


def test_a_running_title_beside_a_block_with_the_number_of_a_page(impl: Any) -> None:
    text = "".join(section(2 * k + 3) + f"Wells Ltd\nPage {k} of 9\n\n" for k in range(5))
    assert titles(impl, text + BODY[2]) == []
    text = "".join(section(2 * k + 3) + f"Wells Ltd\nOak {k}\n\n" for k in range(5))
    assert titles(impl, text + BODY[2]) == ["Rain"] * 5


def test_chapters_begin_on_a_new_page(impl: Any) -> None:
    body = "\n".join(BODY)
    text = "".join(f"Chapter {k}\n\n{body}\n\n\f" for k in range(1, 5))
    assert titles(impl, text) == ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"]
    text = "".join(f"{title}\n\n{body}\n\n\f" for title in ("Rain", "Snow", "Hail", "Wind"))
    assert titles(impl, text) == ["Rain", "Snow", "Hail", "Wind"]


def section(lines: int, title: str = "Rain") -> str:
    return f"{title}\n\n" + "It rains in the hills, and it pours.\n" * lines + "\n"


def test_even_distances(impl: Any) -> None:
    """F3: four equal lines or more, at least 20 lines apart, and nowhere an eighth more than the fewest."""
    assert titles(impl, section(17) * 4 + BODY[2]) == []
    assert titles(impl, section(17) * 3 + BODY[2]) == ["Rain"] * 3
    assert titles(impl, section(16) * 4 + BODY[2]) == ["Rain"] * 4
    assert titles(impl, section(21) * 3 + section(24) + section(1)) == []
    assert titles(impl, section(21) * 3 + section(25) + section(1)) == ["Rain"] * 5
    assert titles(impl, "".join(section(17, f"Rain {k * k}") for k in range(9)) + BODY[2]) == []
    assert titles(impl, "".join(section(17, f"Chapter {k}") for k in range(9)) + BODY[2]) == [
        f"Chapter {k}" for k in range(9)
    ]


def test_labelled_lines_at_even_distances(impl: Any) -> None:
    """F3: a chapter that begins anew on each page is the head of the page."""
    for title in ("Chapter 3. The Wells", "3.2 The Wells", "Article 5"):
        assert titles(impl, section(17, title) * 4 + BODY[2]) == []
        assert titles(impl, section(16, title) * 4 + BODY[2]) == [title] * 4


def test_numbers_of_pages_first(impl: Any) -> None:
    """F1: the number of a page stands before a running title as well as after it."""
    for title in ("{} The Manual of the Wells", "{} Annual Report 2023", "{} | Annual Report"):
        assert titles(impl, "".join(section(5, title.format(k)) + "\f" for k in range(2, 9, 2)) + BODY[2]) == []
    found = ["1 Rain", "2 Snow", "3 Hail", "4 Wind"]
    assert titles(impl, "".join(section(5, title) + "\f" for title in found) + BODY[2]) == found


def test_lines_beside_the_number_of_a_page(impl: Any) -> None:
    """F2: without form feeds, and on pages of any length."""
    for number in ("{}", "- {} -", "Page {}"):
        found = [section(2 * k + 3) + number.format(k) + "\n\n" for k in range(5)]
        assert titles(impl, "".join(found) + BODY[2]) == []
    assert titles(impl, "".join(section(2 * k + 3) for k in range(5)) + BODY[2]) == ["Rain"] * 5


def test_lines_in_a_row(impl: Any) -> None:
    """F2: a line next to furniture stands at the end of a page, three lines in a row at most."""
    rows = ["On Wells", "THE COUNCIL", "Rain and Snow", "Hail and Wind"]
    text = "".join("\n\n".join(rows) + "\n\n" + section(2 * k + 3, BODY[0]) + "\f" for k in range(5)) + BODY[2]
    assert titles(impl, text) == rows[3:] * 5


def test_small_roman_numbers_are_those_of_pages(impl: Any) -> None:
    text = "".join(f"{BODY[2]}\n\n{BODY[2]}\n\n{number}\n\n" for number in ("i", "ii", "iii", "iv", "- v -"))
    assert titles(impl, text + BODY[2]) == []
    text = "".join(f"{number}\n\n{BODY[2]}\n\n{BODY[2]}\n\n" for number in ("I", "II", "III", "IV"))
    assert titles(impl, text) == ["I", "II", "III", "IV"]


def test_a_line_that_goes_on_on_the_next_page(impl: Any) -> None:
    """F4: the last line of a page is running text if the next page goes on with a small letter."""
    lines = [f"In the 3rd year the old man was asked by the {one} to" for one in ("town", "king", "cook", "smith")]
    for first, found in (("open", []), ("Open", lines)):
        body = f"{first} the valves. {BODY[2]}\n\n"
        assert titles(impl, "".join(f"{BODY[2]} {BODY[2]}\n\n{line}\n\n\f{body}" for line in lines)) == found


def test_page_breaks(impl: Any) -> None:
    """F2: three equal lines or more, and three quarters of them, at page breaks."""
    assert titles(impl, ("\f" + section(3)) * 3 + BODY[2]) == []
    assert titles(impl, ("\f" + section(3)) * 3 + section(5) + BODY[2]) == []
    assert titles(impl, ("\f" + section(3)) * 3 + (section(5) + section(7)) + BODY[2]) == ["Rain"] * 5
    assert titles(impl, ("\f" + section(3)) * 2 + section(5) + BODY[2]) == ["Rain"] * 3
    assert titles(impl, section(3) + ("\f" + section(3)) * 2 + BODY[2]) == []  # the start of the text


#: The text before and after lines between paragraphs, and whether a sentence ends there.
OVER_PAGES = [
    ("It rains in the", "Page 3 of 9", "hills, and it pours.", False),
    ("It rains in the", "- 3 -", "hills, and it pours.", False),
    ("It rains in the", "\f", "hills, and it pours.", False),
    ("It rains in the", "iv", "hills, and it pours.", False),
    ("It rains in the", "It pours", "hills, and it pours.", True),
    ("It rains in the", "On Wells\n\n\f", "hills, and it pours.", False),
    ("It rains in the", "3\n\n\f\n\nOn Wells", "hills, and it pours.", False),
    ("It rains in the", "On Wells", "hills, and it pours.", True),
    ("It rains in the hills.", "Page 3 of 9", "and it pours.", True),
    ("It rains in the hills:", "Page 3 of 9", "and it pours.", True),
    ("It rains (in the hills.)", "Page 3 of 9", "and it pours.", True),
    ("It rains (in the hills)", "Page 3 of 9", "and it pours.", False),
    ("It rains in the", "Page 3 of 9", "Hills are old.", True),
    ("雨が降って", "3", "丘が濡れる。", False),
    ("It rains in the", "3\n\n" * 4, "hills, and it pours.", False),
    ("It rains in the", "3\n\n" * 9, "hills, and it pours.", True),
    ("It rains in the", "On Wells\nPage 3 of 9", "hills, and it pours.", False),
    ("It rains in the", "On Wells\nDraft", "hills, and it pours.", True),
    ("It rains in the", "On Wells\nDraft\n\n\f", "hills, and it pours.", False),
    ("It rains in the", "\f\n\nOn Wells\nDraft\nOak", "hills, and it pours.", False),
    ("It rains in the", "\f\n\nOn Wells\nDraft\nOak\nElm", "hills, and it pours.", True),
    (f"{BODY[0]}\n{BODY[1]}", "Oak – 3", "hills, and it pours.\nIt rains.", False),
    (f"{BODY[0]}\n{BODY[1]}", "www.oak.org", "hills, and it pours.\nIt rains.", False),
    (f"{BODY[0]}\n{BODY[1]}", "oakRxiv print" + " of the old oak" * 5, "hills, and it pours.\nIt rains.", False),
    ("It rains in the", "www.oak.org\n\n3", "hills, and it pours.", False),
    ("It rains in the", "3\n\nhttps://oak.org/rain", "hills, and it pours.", False),
    ("It rains in the", "www.oak.org", "hills, and it pours.", True),
    (f"{BODY[0]}\n{BODY[1]}", "oak – 3", "hills, and it pours.\nIt rains.", True),
    (f"{BODY[0]}\n{BODY[1]}", "Oak – 3", "Hills, and it pours.\nIt rains.", True),
    (f"{BODY[0]}\n{BODY[1]}", "Oak – 3", "hills, and it pours.", True),
    (BODY[0], "Oak – 3", "hills, and it pours.\nIt rains.", True),
    (f"{BODY[0]}\nin the tank", "Oak – 3", "hills, and it pours.\nIt rains.", True),
]


def over_page(before: str, between: str, after: str) -> tuple[str, int, int]:
    """Return a document with these parts, and where the first ends and the last begins."""
    text = f"The old man sleeps.\n\n{before}\n\n{between.strip(chr(10))}\n\n{after}\n\nNobody minds.\n"
    return text, text.index(before) + len(before), text.index(after)


@cases(("before", "between", "after", "is_cut"), OVER_PAGES)
@cases("end", ["\n", "\r\n", "\n  "])
def test_a_sentence_runs_over_the_end_of_a_page(
    impl: Any, end: str, before: str, between: str, after: str, is_cut: bool
) -> None:
    """G1 to G3, in each implementation of the sentence rule."""
    text = over_page(before, between, after)[0].replace("\n", end)
    before, after = before.replace("\n", end), after.replace("\n", end)
    begin, last = text.index(before) + len(before), text.index(after)
    assert any(begin <= p <= last for p in impl.boundaries(text, "sentence-standard")) is is_cut


@cases(("before", "between", "after", "is_cut"), OVER_PAGES)
@cases("chunker", ["adaptive", "sentence"])
def test_no_chunk_ends_at_the_end_of_a_page(
    chunker: str, before: str, between: str, after: str, is_cut: bool
) -> None:
    text, begin, end = over_page(before, between, after)
    least = len(before) + len(between) + len(after) + 12
    sizes = range(least, max(100, least + 40))
    makers = {
        "adaptive": lambda size: shiplap.AdaptiveChunker(size, 0, unit="characters", headings="marked"),
        "sentence": lambda size: shiplap.SentenceChunker(size, 0),
    }
    cuts = {chunk.end for size in sizes for chunk in makers[chunker](size).chunk(text)}
    assert any(begin <= cut <= end for cut in cuts) is is_cut


def test_the_first_line_of_a_text_is_no_line_of_a_page(impl: Any) -> None:
    """G2: the sentence that the text begins with goes on."""
    for between, is_cut in (("Page 3 of 9", False), ("3", False), ("\f", False), ("On Wells", True)):
        text = f"It rains in the\n\n{between}\n\nhills, and it pours. Nobody minds.\n"
        last = text.index("hills")
        assert any(0 < p <= last for p in impl.boundaries(text, "sentence-standard")) is is_cut, between


@pytest.mark.parametrize(
    ("between", "is_cut"), [("Page 3 of 9", False), ("3\n\n\fOn Wells", False), ("On Wells", True)]
)
def test_no_recursive_chunk_ends_at_the_end_of_a_page(between: str, is_cut: bool) -> None:
    before, after = "Each valve is opened by hand " * 4 + "because the tank", "has no overflow. It rains."
    text = f"{'Nobody minds the noise here. ' * 6}\n\n{before}\n\n{between}\n\n{after}\n\n{'It is loud. ' * 20}"
    begin, end = text.index(before) + len(before), text.index(after)
    cuts = {chunk.end for size in range(200, 400, 3) for chunk in shiplap.RecursiveChunker(size, 0).chunk(text)}
    assert any(begin <= cut <= end for cut in cuts) is is_cut


def test_what_furniture_is_stays_out_of_headings() -> None:
    for header, footer in FURNITURE:
        for chunk in shiplap.AdaptiveChunker(500, 0, unit="characters").chunk(pages(header, footer)):
            assert chunk.headings == (), header


@pytest.mark.parametrize("text", [pages("On Wells {}", "Page {}"), section(17) * 4 + BODY[2]])
def test_furniture_of_kept_decisions(impl: Any, text: str) -> None:
    found, _ = impl.decided_blocks(text, "plain", (HAS_MARKED | TITLE, (), ()))
    assert all(kind != "heading" for _, kind, _, _ in found)
