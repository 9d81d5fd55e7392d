"""The clauses that read a line or a tag, by hand: what is just inside and just outside of each."""

from __future__ import annotations

from typing import Any

from shiplap.reference.regions.drawn_tables import is_below_header
from shiplap.reference.regions.furniture import LIMIT, HeadingLine, counts_pages, numbers_in
from shiplap.reference.regions.headings import line_of
from shiplap.reference.regions.html_blocks import after_attribute, html_condition
from shiplap.reference.regions.language import guess
from shiplap.reference.regions.line import cells, tag_name
from shiplap.reference.regions.line_score import begins_sentence, is_address, is_emphasised
from shiplap.reference.regions.manual_pages import (
    MAX_TITLE,
    after_reference,
    is_name_section,
    is_references,
    section_level,
)
from shiplap.reference.regions.plain_tables import has_item_mark
from tests.kernels.regions.test_regions import pieces
from tests.support.cases import cases

#: Lines, and the condition of CommonMark that begins a block of HTML with each.
CONDITIONS = {
    "<pre": 1, "<pre>": 1, "<pre x": 1, "<script\tx": 1, "<pre/>": 0, "</pre>": 7, "<!--": 2, "<?": 3, "<!a": 4,
    "<!Z": 4, "<!1": 0, "<![CDATA[": 5, "<![CDATA": 0, "<div": 6, "<div>x": 6, "<div/>x": 6, "<div/x": 0,
    "<div/": 0,
    "</div x": 6, "<divx y": 0, "<h1\tx": 6,
    # 7: a whole tag, and white space
    "<b>": 7, "</b>": 7, "<b> \t": 7, "<b> x": 0, "<b>x": 0, "<b/>": 7, "<b/> ": 7, "<b/> x": 0, "<b/>x": 0,
    "<b / >": 0, "</b x>": 0, "</b >": 7, "<b-1 >": 7, "<b": 0, "<b ": 0, "<1>": 0, "<>": 0, "<b c>": 7,
    "<b c/>": 7,
    "<b c=d>": 7, "<b c='d'>": 7, '<b c="d" e>': 7, "<b c='d'e>": 0, "<b c=>": 0, "<b c= >": 0, "<b c='d>": 0,
    "<b c = d >": 7, "<b c\t=\td>": 7, "<b =d>": 0, "<b 1=d>": 0, "<b c1.-_:=d>": 7, "<b :c>": 7, "<b _c>": 7,
    "<b c=d'>": 0, "<b c=d=e>": 0, "<b c=`>": 0, "<b c='d' >": 7, "<b c=''>": 7, "<b c=d/>": 7, "<b c=": 0,
    "<b c ": 0,
}  # fmt: skip

#: Attributes, and their ends; -1 for what is not an attribute.
ATTRIBUTES = {
    "a": 1, "a ": 1, "a b": 1, "a=b": 3, "a =b": 4, "a= b": 4, "a  =  b ": 7, "a='b'": 5, "a='b": -1,
    "a=\"\"": 4, "a=": -1,
    "a= ": -1, "=": -1, "1": -1, "a=b c": 3, "a=b>": 3, "a=b\tc": 3, "a='b'c": 5, "a=<": -1, "é": -1,
    "-a": -1, "": -1,
}  # fmt: skip


def test_conditions_of_blocks_of_html() -> None:
    for line, condition in CONDITIONS.items():
        assert html_condition(line, 0) == condition, line


def test_ends_of_attributes() -> None:
    for attribute, end in ATTRIBUTES.items():
        assert after_attribute(attribute, 0) == end, attribute


@cases("line", CONDITIONS)
def test_blocks_of_html(impl: Any, line: str) -> None:
    """A block of the sixth and the seventh condition ends at a blank line; before that, no heading is found."""
    found = pieces(impl, f"{line}\n## H\n\nx\n", "markdown")
    assert ("heading", "## H\n\n") not in found if CONDITIONS[line] else ("heading", "## H\n\n") in found


def test_the_end_of_a_block_of_html_is_in_its_line(impl: Any) -> None:
    for begin, end in (("<!--", "-->"), ("<?", "?>"), ("<!X", ">"), ("<![CDATA[", "]]>"), ("<pre", "</PRE>")):
        kind = "code" if begin == "<pre" else "html"
        text = f"{begin} a\n\nb {end} c\n"
        assert pieces(impl, f"{text}## H\n", "markdown") == [(kind, text), ("heading", "## H\n")]
        assert pieces(impl, f"{begin} a\n{end[:-1]}\n{end[-1]}x\n", "markdown")[0][0] == kind


#: Rows, and the number of their cells.
ROWS = {
    "a": 1, "|": 1, "||": 1, "|a": 1, "a|": 1, "|a|": 1, "a|b": 2, "|a|b|": 2, "a\\|b": 1, "a\\\\|b": 2,
    "a\\\\\\|b": 1,
    "a\\x|b": 2, " a | b ": 2, "||a": 2, "a||b": 3, "": 1, "\\|a": 1,
}  # fmt: skip


def test_cells_of_rows() -> None:
    for row, count in ROWS.items():
        assert cells(row) == count, row


def test_n1_sentences_after_a_colon() -> None:
    for line, begins in (
        ("Ab c", True), ("Ab\tc", True), ("Zb c", True), ("Aé c", True), ("A c", False), ("A  c", False),
        ("AA c", False),
        ("AZ c", False), ("BA c", False), ("ab c", False), ("Éa c", False), ("Ab", False), ("Ab-c d", False),
        ("A1 c", False),
    ):  # fmt: skip
        assert begins_sentence(line, 0) is begins, line


def test_n2_emphasis() -> None:
    for line, found in (
        ("**a**", True), ("**a** x", True), ("**ab** x", True), ("**a ** x", False), ("** a** x", False),
        ("***a** x", False),
        ("*a*", True), ("_a_", True), ("_ab_", True), ("* a*", False), ("_Ab_", True), ("_aA_", False),
        ("_aZ_", False),
        ("_aZ_x_", False), ("__BAC__", False), ("*aZ*", True), ("*a_", False), ("<b>a</b>", True),
        ("<b>a</b>:", True),
        ("<b>a", False), ("<i>a</b>", False), ("x</summary>", False), ("<x>y</summary>", True),
        ("**a x", False),
    ):  # fmt: skip
        assert is_emphasised(line, 0, len(line)) is found, line


def test_n5_addresses() -> None:
    for line, found in (
        ("www.example.org 3", True), ("a:b", True), ("a::b", False), ("a;", False), ("a b;", True),
        ("(a) b", True),
        ("a(b", False), ("a)(b", False), ("()", False), ("[a]", True), ("a [b]", True), ("a=b", False),
        ("é.à", True),
        ("return", False), ("{2}", True),
        ("{12}", True), ("{}", False), ("{a}", False), ("{1", False), ("a)b", True),
        ("a: :b", True),
    ):  # fmt: skip
        assert is_address(line, 0) is found, line


def test_b2_rules_below_headers() -> None:
    for rule, above, found in (
        ("--+--", "a | b", True), ("-+-", "a|b", True), ("--+", "a |", False), ("-++-", "a|b", False),
        ("-----", "ab", False),
        ("--+-- \t", "a | b", True), ("-+-+-", "a|b|c", True), ("--+==", "a | b", False),
        ("--+-x", "a | b", False),
    ):  # fmt: skip
        assert is_below_header(rule, 0, above) is found, rule


def heading_line(text: str) -> HeadingLine:
    return HeadingLine(0, len(text), len(text), 0, 0)


def test_f5_numbers_of_a_line() -> None:
    for line, numbers in (
        ("Page 1", (1, 1)), ("1 of 9", (1, 9)), ("12 of 90 a", (12, 90)), ("a", (0, 0)), ("90", (90, 90)),
        ("0", (0, 0)),
        ("3a45b678", (3, 678)), ("99999", (99999, 99999)), ("1.2.3", (1, 3)), (f"{LIMIT}", (0, 0)),
        ("123456 7", (23456, 7)),
        ("1 234", (1, 234)), ("a 5, 10", (5, 10)),
    ):  # fmt: skip
        assert numbers_in(line, heading_line(line)) == numbers, line


def test_f5_lines_that_count_pages() -> None:
    """The first numbers, or the last, grow by one or two from line to line."""
    for lines, counts in (
        ("1|2|3", True), ("1|3|5", True), ("1|4|5", False), ("1|1|2", False), ("2|1|0", False),
        ("1|2|2", False),
        ("7 of 1|7 of 2|7 of 3", True), ("1 of 7|2 of 7|4 of 7", True), ("1 of 7|2 of 7|2 of 7", False),
        ("a|b|c", False),
    ):  # fmt: skip
        text, found = lines.replace("|", "\n"), []
        for line in lines.split("|"):
            start = found[-1].end + 1 if found else 0
            found.append(HeadingLine(start, start + len(line), start + len(line), 0, 0))
        assert counts_pages(text, found) is counts, lines


def test_languages_by_the_ends_of_lines() -> None:
    """A fourth of the lines with a brace or a semicolon at their end is not more than a fourth."""
    for text, language in (
        ("", "python"), ("a", "python"), ("a;", "javascript"), ("a;\na\na\na", "python"),
        ("a;\na\na", "javascript"),
        ("a;\n\n \na\na\na", "python"), ("a;\na\na\na\na", "python"), ("a {\n}\na\na\na\na\na", "javascript"),
        ("a:\nb", "python"), ("a:\nb;", "javascript"), ("a:\na\na\nb;", "python"), ("func a() {\n}", "go"),
        ("  func a() {\n  }", "go"), ("a:\nend", "other"), ("a:\na:\na:\nend", "python"),
        ("def a():", "python"),
        ("a:\na:\nfunc a\nb;", "python"), ("a:\na:\nfunc a;", "go"),
    ):  # fmt: skip
        assert guess(text) == language, text


def test_titles_of_headings_of_html_begin_with_their_tag(impl: Any) -> None:
    assert impl.blocks(" <h1>A</h1>\n", "markdown") == [(0, "heading", 1, (1, 11))]


def test_titles_of_headings_of_manual_pages(impl: Any) -> None:
    assert impl.blocks("NAME\n  a - b\n", "plain") == [(0, "heading", 1, (0, 4)), (5, "prose", 0, (0, 0))]


def test_marks_of_items() -> None:
    for line, found in (
        ("a", False), ("abc", False), ("a) b", True), ("(1) b", True), ("- b", True), ("-b", False),
    ):  # fmt: skip
        assert has_item_mark(line, 0) is found, line


def test_starts_of_lines() -> None:
    for text, at, start in (("ab\nc", 4, 3), ("ab\ncd", 5, 3), ("ab\rc", 3, 3), ("ab", 1, 0), ("a\nb", 1, 0)):
        assert line_of(text, at) == start, text


def test_names_of_tags() -> None:
    for tag, name in (("<b>", "b"), ("</B1>", "b1"), ("<1b>", ""), ("</1>", ""), ("<", ""), ("<b1c-d>", "b1c")):
        assert tag_name(tag, 0) == name, tag


def test_g1_the_first_section_of_a_manual_page() -> None:
    for last, below, found in (
        ("NAME", "a - b", True), ("NAME \t", "a - b", True), ("NAMES", "a - b", False), ("NOM", "a — b", True),
        ("NAME", "a-b", False), ("NAME", "a—b", False), ("NAME", "a —b", False), ("NAME", "a— b", False),
        ("NAME", "—", False),
        ("NAME", " — ", True), ("NAME", " — b", True), ("NAME", "a — ", True), ("NAME", "— b", False),
        ("NAME", "a —", False),
        ("NAME", "— b ", False), ("NAME", "a \x7f b", False), ("NAME", "a \x80 b", True),
    ):  # fmt: skip
        assert is_name_section(last, below) is found, (last, below)


def test_g2_headings_of_a_manual_page() -> None:
    for title, margin, level in (
        ("NAME", 0, 1), ("SEE ALSO", 0, 1), ("NAME 1", 0, 1), ("A (B)", 0, 1), ("NAME:", 0, 0),
        ("NAME.", 0, 0), ("Name", 0, 0),
        ("NAa", 0, 0), ("NAz", 0, 0), ("NAm", 0, 0), ("1 A", 0, 0), ("(A)", 0, 0), ("A1", 0, 1),
        ("ÉA", 0, 1), ("A -", 0, 0),
        ("Options", 3, 2), ("Options:", 3, 2), ("Options.", 3, 0), ("1 option", 3, 0), ("-a", 3, 0),
        ("A1", 3, 2), ("1A", 3, 0),
        ("NAME", 1, 0), ("NAME", 2, 0), ("NAME", 4, 0), ("NAME:", 1, 0), ("A-", 3, 0), ("A.)", 3, 2),
        ("A", 3, 2), ("A", 0, 1),
        ("-A", 0, 0), ("A,B", 0, 1), ("A" * MAX_TITLE, 0, 1), ("A" * (MAX_TITLE + 1), 0, 0), ("NAME \t", 0, 1),
    ):  # fmt: skip
        assert section_level(" " * margin + title, margin) == level, title


def test_g3_references_to_manual_pages() -> None:
    for reference, end in (
        ("ls(1)", 5), ("ls(1p)", 6), ("ls(1)x", 5), ("ls(1", 0), ("ls(1p", 0), ("ls()", 0), ("ls(p)", 0),
        ("(1)", 0), ("ls", 0),
        ("ls (1)", 0), ("a_b.c:d+e-f(3)", 14), ("l2(1)", 5), ("ls(12)", 0), ("ls[1]", 0), ("é(1)", 0), ("", 0),
    ):  # fmt: skip
        assert after_reference(reference, 0) == end, reference
    for line, found in (
        ("ls(1)", True), ("ls(1), cp(1)", True), ("ls(1),cp(1).", True), ("ls(1) cp(1)", True),
        ("ls(1), and", False), ("and ls(1)", False), ("ls(1), \t", True), ("ls(1);", False),
        ("ls(1), a(1)", True), ("ls(1),  cp(1),", True), ("ls(1) x", False), ("ls(1)  ", True),
    ):  # fmt: skip
        assert is_references(line, 0) is found, line
