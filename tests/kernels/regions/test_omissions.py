"""Page furniture that contextual texts leave out (O1 to O5, with G4 and G5 for its lines)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.regions import blocks as core_blocks
from shiplap._core.regions import omissions as core_omissions
from shiplap._core.text import Text
from shiplap._data.region_kinds import GRAMMARS
from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.regions import omissions as rule
from shiplap.reference.regions import regions
from tests.kernels.regions.test_furniture import BODY, FURNITURE, OVER_PAGES, over_page, pages, section
from tests.support.cases import cases
from tests.support.hostile import texts


def shown(impl: Any, text: str, grammar: str = "plain") -> str:
    """Return the text without the spans that are left out, which ascend."""
    parts, reached = [], 0
    for start, end in impl.omissions(text, grammar):
        assert reached <= start < end <= len(text)
        parts.append(text[reached:start])
        reached = end
    return "".join(parts) + text[reached:]


@cases(("header", "footer"), FURNITURE)
@cases("breaks", ["\f", "\f\n"])
@cases("grammar", ["plain", "markdown"])
def test_pages_read_as_one_text(impl: Any, grammar: str, breaks: str, header: str, footer: str) -> None:
    """The sentences go on over the ends of pages, in the lines that they had; one page ends with a paragraph."""
    found = shown(impl, pages(header, footer, breaks), grammar).splitlines()
    assert [line for line in found if line] == (BODY * 6)[:16]
    assert found.count("") == 1


#: Without form feeds, and at uneven distances, numbers of pages with a word are known, others beside a title.
NUMBERED = [
    ("", "Page {} of 9", True), ("", "[Page {}]", True), ("", "S. {}", True), ("", "- {} -", False),
    ("", "**Page {}**", True), ("", "*{}*", False), ("", "== Page {} ==", True), ("", "Page no. {}", True),
    ("", "On Wells\nPage {}", True), ("", "On Wells\n{}", False), ("", "On Wells | Page {} | Draft", True),
    ("", "{}", False), ("On Wells", "{}", True), ("Annual Report 2023 17", "", False),
    ("12 March 2020", "", False), ("", "Total      {}", False), ("On Wells", "Total      {}", True),
]  # fmt: skip


@cases(("header", "footer", "is_out"), NUMBERED)
def test_uneven_pages_without_form_feeds(impl: Any, header: str, footer: str, is_out: bool) -> None:
    text = ""
    for k in range(5):
        parts = (header, "It rains in the hills, and it pours.\n" * (2 * k + 2), footer.format(k + 1))
        text += "\n\n".join(part.strip() for part in parts if part) + "\n\n"
    found = shown(impl, text)
    assert (header not in found if header else True) == (is_out or not header)
    assert ("1" in found) == (not is_out and "{}" in footer + header) or not footer
    assert is_out == (found != text)


@cases(("before", "between", "after", "is_cut"), OVER_PAGES)
@cases("end", ["\n", "\r\n", "\n  "])
def test_a_sentence_goes_on_in_the_next_line(
    impl: Any, end: str, before: str, between: str, after: str, is_cut: bool
) -> None:
    """O3, O5: a number of a page within a sentence is left out even if it stands alone."""
    text = over_page(before, between, after)[0].replace("\n", end)
    joined = before.replace("\n", end) + end + after.replace("\n", end)
    lines = {line.strip() for line in between.split("\n") if line.strip()}
    numbers = "Wells\nPage" in between or lines <= {"Page 3 of 9", "- 3 -", "iv", "3"}
    goes_on = after[0] not in "HN" and before[-1] not in ".:" and not before.endswith(".)")
    assert (joined in shown(impl, text)) is (numbers and goes_on)


#: A text, and what of it is shown.
BY_HAND = [
    ("It rains.\n\n\fIt pours.", "It rains.\n\nIt pours."),
    ("It rains.\n\f\nIt pours.", "It rains.\n\nIt pours."),
    ("It rains.\n\fIt pours.", "It rains.\nIt pours."),
    ("It rains.\fIt pours.", "It rains.\fIt pours."),
    ("It rains in\fthe hills.", "It rains in\fthe hills."),
    ("It rains.\n\n\n\n\f\n\n    It pours.", "It rains.\n\n    It pours."),
    ("\fIt rains.", "It rains."),
    ("\n\n\f\n  It rains.", "  It rains."),
    ("It rains.\n\n\f", "It rains.\n"),
    ("It rains.\n\f\n\f", "It rains.\n"),
    ("It rains.\r\n\r\n\f\r\nIt pours.", "It rains.\r\n\r\nIt pours."),
    ("It rains in the\r\n\r\n\fhills.", "It rains in the\r\nhills."),
    ("It rains in the\n\n\f\n\n2. hills.", "It rains in the\n\n2. hills."),
    ("It rains in the   \n\n\f\n\nhills.", "It rains in the\nhills."),
    ("```\nint a;\n\f\nint b;\n```\n", "```\nint a;\n\f\nint b;\n```\n"),
    ("| a | b |\n|---|---|\n| 1 | 2 |\n\f\n", "| a | b |\n|---|---|\n| 1 | 2 |\n\f\n"),
    ("# Rain\n\f\nit pours.", "# Rain\n\nit pours."),
    ("It rains in\n\n3\n\n\f4\n\nthe hills.", "It rains in\nthe hills."),
    ("It rains in\n\n3 of 9\n\nthe hills.", "It rains in\nthe hills."),
    ("It rains in\n\n**3**\n\nthe hills.", "It rains in\nthe hills."),
    ("It rains in\n\n***\n\nthe hills.", "It rains in\n\n***\n\nthe hills."),
    ("It rains in\n\n2020-03-12\n\nthe hills.", "It rains in\n\n2020-03-12\n\nthe hills."),
    ("It rains in\n\n12:03\n\nthe hills.", "It rains in\n\n12:03\n\nthe hills."),
    ("It rains in\n\nMarch 2020\n\nthe hills.", "It rains in\n\nMarch 2020\n\nthe hills."),
    ("It rains in\n\nOn Wells     17\n\nthe hills.", "It rains in\n\nOn Wells     17\n\nthe hills."),
    ("It rains in\n\n3\n4\n\nthe hills.", "It rains in\n\n3\n4\n\nthe hills."),
    ("", ""),
    ("\f", ""),
    ("Page 1\n\nPage 2\n\nPage 3", ""),
]  # fmt: skip


@cases(("text", "expected"), BY_HAND)
def test_by_hand(impl: Any, text: str, expected: str) -> None:
    assert shown(impl, text, "markdown") == expected


def test_lists_of_figures_stay(impl: Any) -> None:
    """O2: a line beside an equal one does not stand at the end of a page."""
    text = "".join(f"Figure {k}. The well      {7 * k}\n\n" for k in range(1, 9)) + BODY[0]
    assert shown(impl, text) == text


def test_numbered_paragraphs_stay(impl: Any) -> None:
    text = "".join(f"{k}\n\n" + "It pours, and it rains.\n" * (k % 4 + 1) + "\n" for k in range(1, 20))
    assert shown(impl, text) == text


def test_diaries_stay(impl: Any) -> None:
    text = ""
    for k in range(1, 9):
        text += f"{k} March 2020\n\n14:0{k}\n\n" + "It pours, and it rains.\n" * (k % 4 + 1) + "\n"
    assert shown(impl, text) == text
    text = text.replace("March 2020\n\n14:0", "Monday\n\n12.03.200")
    assert shown(impl, text) == text


def test_refrains_stay(impl: Any) -> None:
    """F3: lines that end a sentence are not furniture at even distances, only at page breaks."""
    verse = section(20, "For the rain it raineth every day.")
    assert shown(impl, verse * 5 + BODY[2]) == verse * 5 + BODY[2]
    paged = ("\f" + section(3, "Copyright 2023. All rights reserved.")) * 4 + BODY[2]
    assert "Copyright" not in shown(impl, paged)


def test_chapters_stay(impl: Any) -> None:
    text = "".join(f"\fChapter {k}\n\n{BODY[0]}\n{BODY[1]}\n\n" for k in range(1, 6))
    assert [line for line in shown(impl, text).splitlines() if line.startswith("Ch")] == [
        f"Chapter {k}" for k in range(1, 6)
    ]


def test_marked_headings_stay(impl: Any) -> None:
    """O1: a marked heading is no line of prose, however often it recurs."""
    text = f"# Notes\n\n{BODY[0]}\n{BODY[1]}\n\n\f\n" * 5
    assert shown(impl, text, "markdown").count("# Notes") == 5


def test_even_distances(impl: Any) -> None:
    """F3, as for headings."""
    assert "Rain\n" not in shown(impl, section(17) * 4 + BODY[2])
    assert shown(impl, section(16) * 4 + BODY[2]) == section(16) * 4 + BODY[2]


def test_the_last_page(impl: Any) -> None:
    """G4: nothing visible follows the last line of a text."""
    text = "".join(f"{BODY[0]}\n{BODY[1]}\n{BODY[2]}\n\nPage {k}\n\n\f" for k in range(1, 5)).rstrip()
    assert "Page" not in shown(impl, text)
    assert shown(impl, text).endswith(BODY[2] + "\n")


def check(text: str, grammar: Any) -> None:
    """Equality in each form of text; what is left out is white space, form feeds and whole lines (O4)."""
    expected = rule.omissions(text, regions.blocks(text, grammar, True))
    space = "".join(WHITE_SPACE)
    left_out = {line.strip(space) for start, end in expected for line in text[start:end].splitlines()}
    assert left_out <= {"", *(line.strip(space) for line in text.splitlines())}
    for view in (Text(text, "surrogatepass"), Text(text.encode("utf-8", "replace"))):
        if view.is_str or not any("\ud800" <= char <= "\udfff" for char in text):
            found = core_omissions(view, *core_blocks(view, grammar, True)[:3])
            assert list(view.convert(found, "characters")) == expected


PIECES = st.sampled_from(
    ["Page 3 of 9", "\f", "\n\n", "\n", "\n\n", "3", "iv", "第3页", "On Wells", "It rains in the",
     "hills, and it pours.", "Rain.", "  ", "\r\n\r\n", "丘が", "Chapter 3", "# Rain\n", "\u2029", "\x85",
     "x" * 130, "\v", "**3**", "*é*", "- item", "Annual Report 2023 17", "Total     12", "```\n", "\n" * 22,
     "| a | b |\n|---|---|\n", "12 March 2020", " " * 260, "é", "😀"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join), st.sampled_from([1, 1, 3, 5]), st.sampled_from(GRAMMARS))
def test_furniture_is_equal(text: str, times: int, grammar: Any) -> None:
    check(text * times, grammar)


@given(texts, st.sampled_from(GRAMMARS))
def test_hostile_text_is_equal(text: str, grammar: Any) -> None:
    check(text, grammar)


@pytest.mark.parametrize("piece", ["iv\n\n", "3\n\n", "\f\n", "Page 3\n\n\f", "Rain\n\n\f", "a\n\n\f"])
def test_the_time_is_linear(piece: str) -> None:
    """Rows of furniture of any length are one gap."""
    text = Text("It rains in the\n\n" + piece * 50_000 + "hills")
    found = core_omissions(text, *core_blocks(text, "plain", True)[:3])
    assert len(found) < 4 or piece.startswith("a")
