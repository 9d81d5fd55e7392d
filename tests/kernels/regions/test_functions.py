"""Functions of the rules, called by hand: what the texts of other tests do not reach."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from shiplap._data.heading_numbers import (
    ADORNED,
    AS_GRAMMAR,
    FIND_LOOKS,
    HAS_MARKED,
    LABELLED,
    NO_HEADINGS,
    NUMBERED,
    OUTLINED,
    TITLE,
    UNKNOWN,
)
from shiplap.reference.boundaries.pages import PAGE_NUMBER, PLAIN_LINE
from shiplap.reference.boundaries.sentences import CAP
from shiplap.reference.regions.drawn_tables import drawing, is_below_header, is_drawn, is_upper_edge
from shiplap.reference.regions.furniture import HeadingLine, begins_with_page, is_read_over, key, recurs
from shiplap.reference.regions.heading_levels import ADDED, NUMBER, followers
from shiplap.reference.regions.heading_levels import TITLE as TITLE_ROLE
from shiplap.reference.regions.headings import after_breaks, heading_lines, line_starts
from shiplap.reference.regions.html import Tag
from shiplap.reference.regions.language import guess
from shiplap.reference.regions.line import indent, lines, lower
from shiplap.reference.regions.line_score import (
    is_lead_in,
    is_letter,
    is_name,
    line_score,
    title_marks,
)
from shiplap.reference.regions.manual_pages import is_entry_line
from shiplap.reference.regions.markups import (
    first_lines,
    grammar_of_line,
    is_entry,
    is_header,
    is_keyword,
    is_numbered,
    is_version,
    outlined_markup,
    titled_markup,
    wiki_title,
)
from shiplap.reference.regions.omissions import line_ends_in, omitted_lines
from shiplap.reference.regions.output import Block
from shiplap.reference.regions.plain import adorned_level, header_field, is_file_name, open_string
from shiplap.reference.regions.plain_runs import MAX_LEVELS, Candidate, Plain, end_run
from shiplap.reference.regions.plain_tables import (
    blank_columns,
    delimiters,
    has_item_mark,
    has_words,
    is_grid,
    is_rule,
    signature,
    wanted,
)
from shiplap.reference.regions.records import (
    Cells,
    divider_behind,
    divider_of,
    find_header,
    first_record,
    is_statement,
    record_rows,
    records,
)
from shiplap.reference.regions.regions import Decided, blocks, decided_blocks, headings_of, is_marked, signs_of
from shiplap.reference.regions.rst import (
    begin_block,
    directive_end,
    is_field,
    is_text,
    item_mark,
    marks,
    open_explicit,
)
from shiplap.reference.regions.table_rows import is_item, names_start, number_in
from shiplap.reference.regions.table_rows_html import html_rows, line_start, row_span
from shiplap.reference.regions.table_rows_markup import asciidoc_lines, is_markup_table, latex_rows, wiki_rows
from tests.kernels.regions.test_limits import filled
from tests.support.answers import answer
from tests.support.cases import cases


def lines_of(text: str, look: int = PLAIN_LINE, step: int = 1) -> list[HeadingLine]:
    """The visible lines of a text as lines that may be headings."""
    found: list[HeadingLine] = []
    at = 0
    for line in text.split("\n"):
        if line:
            found.append(HeadingLine(at, at + len(line), len(text), look, step * len(found)))
        at += len(line) + 1
    return [*(one._replace(after=two.start) for one, two in pairwise(found)), *found[-1:]]


# ---- furniture


def key_of(line: str, look: int) -> int:
    return key(line, HeadingLine(0, len(line), len(line), look, 0))


def test_f1_keys() -> None:
    # the hashes that FNV-1a has by its authors' tables
    assert key_of("a", PLAIN_LINE) == 0xAF63DC4C8601EC8C
    assert key_of("fooba", PLAIN_LINE) == 0xCAC165AFA2FEF40A
    assert key_of("fobar", TITLE) == key_of("fobar", NUMBERED) != key_of("foobar", TITLE)
    assert key_of("foobar", TITLE) == 0x85944171F73967E8
    for one, other, look, is_equal in (
        ("iv", "9", PAGE_NUMBER, True), ("iv", "9", PLAIN_LINE, False),
        ("p. iv", "p. 10", PAGE_NUMBER, True),
        ("p. iv", "p. x", TITLE, False), ("Oak 1", "Oak 12", TITLE, True),
        ("1.1 Oak", "1.2 Oak", NUMBERED, False),
        ("1.1 Oak 3", "1.1 Oak 4", NUMBERED, True), ("1 Oak", "2 Oak", NUMBERED, True),
        ("1-Oak", "2-Oak", NUMBERED, False),
    ):  # fmt: skip
        assert (key_of(one, look) == key_of(other, look)) is is_equal, (one, other, look)


def test_f1_pages_before_titles() -> None:
    for line, found in (("1 a", True), ("12\t", True), ("12", False), (" a", False), ("a 1", False)):
        assert begins_with_page(line, 0) is found, line


def test_f5_lines_beside_one_another() -> None:
    """A sentence goes on over a line with at most three lines on each side. A line with a full stop ends it."""
    for text, k, over in (
        # the line itself
        ("It rains in the|Oak|hills", 1, 1), ("It rains.|Oak|hills", 1, 0),
        ("It rains in the|Oak|Hills", 1, 0),
        # three lines before it, and four
        ("It rains in the|Oak.|Elm|Ash|Fir|hills", 4, 1),
        ("It rains in the|Oak.|Elm.|Ash.|Fir.|Yew|hills", 5, 0),
        # three lines after it, and four
        ("It rains in the|Oak|Elm|Ash|Fir|hills", 1, 1),
        ("It rains in the|Oak|Elm|Ash|Fir|Yew|hills", 1, 0),
        # more lines than that are counted from the line
        ("It rains in the|Oak.|Elm.|Ash|Fir|Yew|hills", 3, 1), ("It rains in the|Oak.|Elm|Ash|hills", 2, 1),
        ("It rains in the|Oak.|Elm|Ash|hills", 1, 1), ("It rains in the|Oak.|Elm|Ash|hills", 3, 1),
    ):  # fmt: skip
        text = text.replace("|", "\n\n")
        lines = lines_of(text)[1:-1]
        assert is_read_over(text, lines, k - 1) == over, (text, k)
    # lines with other text between them are not beside one another
    text = "It rains in the\n\nOak.\n\nhills\n\nElm\n\nvalley\n\nAsh\n\nwell"
    lines = lines_of(text)
    lines = [lines[k] for k in (1, 3, 5)]
    assert [is_read_over(text, lines, k) for k in range(3)] == [1, 1, 1]
    text = text.replace("hills", "Hills.").replace("valley", "Valley")
    assert [is_read_over(text, lines_of(text)[1::2], k) for k in range(3)] == [0, 0, 1]


def starts(lines: list[HeadingLine]) -> set[int]:
    return {line.start for line in lines}


def test_f2_to_f6_lines_that_recur() -> None:
    def found(text: str, at_page: int = 0, over: int = 0, within: int = 0, **given: int) -> bool:
        lines = lines_of(text.replace("|", "\n"), **given)
        return recurs(text, lines, *(starts(lines[:count]) for count in (at_page, over, within)))

    # F2: three lines, three quarters of them
    assert found("a|a|a|a", at_page=3) and not found("a|a|a|a|a", at_page=3) and not found("a|a", at_page=2)
    # F5: they count, and a sentence goes on over half of them
    assert found("1|2|3|4", over=2) and not found("1|2|3|4|5", over=2)
    assert not found("1|2|3|4", over=1) and not found("1|2", over=2)
    # F6: three lines, half of them
    assert found("a|a|a", within=3) and found("a|a|a|a|a|a", within=3)
    assert not found("a|a|a|a|a|a|a", within=3) and not found("a|a|a", within=2)
    # F3: four lines, at distances of twenty lines; lines of text if a sentence goes on over half of them
    assert found("a|a|a|a", look=TITLE, step=20) and not found("a|a|a", look=TITLE, step=20)
    assert not found("a|a|a|a", look=TITLE, step=19)
    assert found("a|a|a|a", over=2, step=20) and not found("a|a|a|a", over=1, step=20)


def test_f3_the_first_line_decides_whether_equal_lines_are_text() -> None:
    text = "a\na\na\na"
    title, line = lines_of(text, TITLE, 20), lines_of(text, PLAIN_LINE, 20)
    assert recurs(text, [title[0], *line[1:]], set(), set(), set())
    assert not recurs(text, [line[0], *title[1:]], set(), set(), set())


# ---- levels of headings, headings


def test_v4_annexes_are_followed_by_no_line() -> None:
    text = "Annex A\n\n1. Oak\n\nWells\n\nIt rains in the hills.\n"
    looks = (LABELLED, NUMBERED, TITLE)
    lines = [line._replace(look=look) for line, look in zip(lines_of(text)[:3], looks, strict=True)]
    one, two, three = (NUMBERED, 5), (TITLE, 0), (LABELLED, 0)
    assert followers(text, lines, [NUMBER, NUMBER, TITLE_ROLE])[one, two] == 1
    assert followers(text, lines, [ADDED, NUMBER, TITLE_ROLE]) == Counter({(one, two): 1}), three
    assert followers(text, lines, [NUMBER, NUMBER, ADDED])[one, two] == 0
    assert followers(text, lines, [NUMBER, ADDED, TITLE_ROLE]) == Counter()


def test_starts_of_the_lines_of_a_region() -> None:
    for text, start, found in (
        ("a\nb", 0, [0, 2]), ("\na", 0, [0, 1]), ("a\rb", 0, [0, 2]), ("a\r\nb", 0, [0, 3]),
        ("a\r\rb", 0, [0, 2, 3]),
        ("a\n\nb", 0, [0, 2, 3]), ("a\nb\nc", 2, [2, 4]), ("\r\na", 0, [0, 2]), ("a\n", 0, [0]),
        ("ab", 0, [0]),
    ):  # fmt: skip
        assert line_starts(text, start, len(text)) == found, text


def test_form_feeds_before_a_line() -> None:
    for count in (0, 1, CAP - 1, CAP, CAP + 1):
        assert after_breaks("a" + count * "\f", 1) == 1 + min(count, CAP)
        assert after_breaks("a" + count * "\f" + "b", 1) == 1 + min(count, CAP)


# ---- languages, lines


def test_languages_by_few_lines() -> None:
    for text, language in (
        ("a\n" * 119 + "fmt.a", "go"), ("a\n" * 120 + "fmt.a", "python"), ("a\n" * 121 + "fmt.a", "python"),
        ("a:\na:\nend", "other"), ("a:\na:\na:\nend", "python"),
    ):  # fmt: skip
        assert guess(text) == language, text


def test_long_lines() -> None:
    assert [(at, len(c)) for at, c in lines("a" * 5000 + "\n" + "b" * 4096)] == [(0, 4096), (5001, 4096)]


def test_small_letters() -> None:
    assert lower("@AMZ[`amz{éÉ09") == "@amz[`amz{éÉ09"


def test_letters_and_names() -> None:
    for char, letter, name in (
        ("a", True, True), ("Z", True, True), ("\x7f", False, False), ("\x80", True, True),
        ("é", True, True),
        ("_", False, True), ("$", False, True), ("5", False, True), ("-", False, False),
    ):  # fmt: skip
        assert is_letter(char) is letter and is_name(char) is name, char


def test_n1_lead_ins() -> None:
    for line, found in (
        ("a:", True), ("a", False), ("a:*", True), (":*", True), ("a:**", True), ("a:" + 8 * "*", True),
        ("a:" + 9 * "*", False), ("éa", False), ("éaé", True), ("aé", False), ("\x7f a é", False),
        ("é a \x7f", False),
        ("''", False), ("'", False), ("// a:", False), (") a:", False),
    ):  # fmt: skip
        assert is_lead_in(line, 0, len(line)) is found, line


def test_scores_of_sentences() -> None:
    for line, score in (
        ("a b", 0), ("a b.", 0), ("a b c", -1), ("a b c.", -3), ("a b c?", -3), ("a b c,", -1),
        ("a b c d.", -3),
        ("a b c d e.", -4), ("a, b, c!", -3), ("é", 0), ("aéaé", 0), ("ééééé", -2), ("éééé", 0),
    ):  # fmt: skip
        assert line_score(line, 0) == score, line


def test_n3_marks_of_titles() -> None:
    for line, size in (
        ("== a ==", 2), ("==a==", 2), ("= a =", 1), ("=a =", 0), ("= a=", 0), ("== a =", 0), ("== - ==", 0),
        ("a b =", 0), ("a =", 0), ("====== a ======", 6), ("======= a =======", 0), ("====", 0),
        ("== 1 ==", 2),
    ):  # fmt: skip
        assert title_marks(line, len(line)) == size, line


# ---- drawn tables, manual pages


def test_b1_drawn_lines() -> None:
    for char, found in (
        ("─", True), ("┼", True), ("╿", True), ("╳", False), ("▀", False), ("\u24ff", False), ("-", False),
    ):  # fmt: skip
        assert is_drawn(char) is found, char
    for row, expected in (
        ("│", (0, 1, 0, False, False)), ("││", (0, 2, 0, False, False)), ("─┼─", (2, 0, 1, False, False)),
        ("│ a │", (0, 2, 0, True, True)), ("─ ─", (2, 0, 0, True, False)), ("┌─┐", (1, 0, 2, False, False)),
        ("│─", (1, 1, 0, False, False)), ("─a", (1, 0, 0, False, True)),
    ):  # fmt: skip
        assert drawing(row, 0) == expected, row
    for row, found in (
        ("┌──┬──┐", True), ("┌─┬─", False), ("┌──┬──┬──", False), ("──┬──┬──┐", False), ("┌────┐", False),
        ("┌─┬┐", False),
        ("┌──┬ ─┐", False), ("┌──┬a─┐", False),
    ):  # fmt: skip
        assert is_upper_edge(row, 0) is found, row
    for rule, above, found in (
        ("─┼─", "a│b", True), ("─┼─", "│a", True), ("─┼─", "ab", False), ("─┼─┼─", "a│b", False),
        ("─┼─┼─", "│a│", True),
        ("──", "ab", False), ("─┼ ─", "a│b", False),
    ):  # fmt: skip
        assert is_below_header(rule, 0, above) is found, (rule, above)


def test_g3_references_at_the_end_of_a_line() -> None:
    for line, manual, found in (
        ("a  ls(1)", True, True), ("a  ls(1)", False, False), ("a ls(1)", True, False),
        ("ls(1)  a  ls(1)", False, True),
        ("ls(1)  a  ls(2)", False, False), ("a  ls(1", True, False), ("a  ls", True, False),
        ("a  ls(1) \t", True, True),
        ("ls(1)", False, False), ("  ls(1)", False, False), ("-a", True, True), ("-a", False, False),
        ("a [-b]", True, True),
        ("/a", True, True), ("~a", True, True),
    ):  # fmt: skip
        assert is_entry_line(line, len(line) - len(line.lstrip()), manual) is found, line


# ---- other markups


def test_numbers_of_items() -> None:
    for line, found in (
        ("1. a", True), ("1234. a", True), ("12345. a", False), ("a. b", True), ("ab. c", False),
        ("1 a", False),
        ("1.a", False), ("1. ", False), (". a", False), ("1) a", False),
    ):  # fmt: skip
        assert is_numbered(line, 0, ".") is found, line
    assert is_numbered("1) a", 0, ".)") and is_numbered("12) a", 0, ".)")


def test_titles_of_mediawiki() -> None:
    for line, found in (
        ("=a=", (1, 1, 2)), ("== a ==", (2, 3, 4)), ("== a =", (1, 1, 4)), ("======a======", (6, 6, 7)),
        ("=======a=======", (6, 6, 9)), ("==a== \t", (2, 2, 3)), ("=====a=====", (5, 5, 6)),
        ("== a ==<!-- b -->", (2, 3, 4)), ("== a == <!-- b --> \t", (2, 3, 4)), ("== a <!-- b --> ==", (2, 3, 15)),
        ("= <!--=", (1, 2, 6)), ("== = a ==", (2, 3, 6)), ("== a>==", (2, 3, 5)),
    ):  # fmt: skip
        assert wiki_title(line) == found, line
    tables = ("=== ===", "=== == ====", "== =\t==")
    comments = ("<!-- == a ==>", "== a == <!-- b --> c", "=<!-- a -->", "== a == <!--")
    for line in ("a", "=a", "a=", "====", "=", "== ==", "== ==", *tables, *comments):
        assert wiki_title(line) == (0, 0, 0), line


def test_versions_of_packages() -> None:
    for line, found in (
        ("oak (1.2) a; b", True), (" (12) a;", False), ("oak(1.2) a;", False), ("oak (1.2) a", False),
        ("oak () a;", False),
        ("oak (1) a;", True), ("oak (1 2) a;", False), ("oak (1.2 a;", False), ("o-a+k. (1) a;", True),
        ("-oak (1) a;", False),
        ("oak_a (1) a;", False), ("; oak (1)", False),
    ):  # fmt: skip
        assert is_version(line) is found, line


def test_entries_of_changelogs() -> None:
    date = "2020-01-02  A <a@b>"
    assert is_entry(date) and is_entry("2020-01-02\tA <a@b>") and is_entry(date + " \t")
    for k in (0, 1, 2, 3, 5, 6, 8, 9):
        assert not is_entry(date[:k] + "x" + date[k + 1 :]), k
    for k in (4, 7):
        assert not is_entry(date[:k] + "1" + date[k + 1 :]), k
    for line, found in (
        ("Mon Jan 2 2020  A <a@b>", True), ("Mon  A <a@b>", True), ("Mon A <a@b>", False),
        ("Mon A\t<a@b>", True),
        ("Monday  A <a@b>", False), ("Oak  A <a@b>", False), ("Mon  A <a b>", False), ("Mon  A a@b", False),
        ("Mon  A (a@b)", True), ("2020-01-02 A <a@b>", False), ("2020-01-02A  B <a@b>", False),
        ("ab cd-ef-gh  A <a@b>", False),
        ("Sun  A <a@b>", True), ("20200102  A <a@b>", False), ("12345678901  A <a@b>", False),
    ):  # fmt: skip
        assert is_entry(line) is found, line


def test_lines_of_the_sample() -> None:
    for size, count in ((16382, 5), (16383, 5), (16384, 4), (16385, 4)):
        # each of the first lines has 4,096 code points with its line end
        assert len(list(first_lines(filled(size) + "b"))) == count, size
    assert len(list(first_lines("\n" * 16385))) == 16384


def test_first_lines_of_documents() -> None:
    for line, grammar in (
        (".TH a", "man"), (".Dd a", "man"), (".THa", None), ("=pod", "pod"), ("=POD", None),
        ("=head1 A", "pod"),
        ("=head12", None), ("=for a", "pod"), ("=encoding a", "pod"), ("\\input texinfo", "texinfo"),
        ("@node A", "texinfo"),
        ("@settitle A", "texinfo"), ("@setfilename a", "texinfo"), ("\\documentclass{a}", "latex"),
        ("\\begin{document}", "latex"),
        ("#+TITLE: a", "org"), ("a -*- org -*-", "org"), ("a -*- mode: org -*-", "org"),
        ("a -*- outline -*-", "org"),
        ("oak (1) a;", "changelog"), ("Mon  A <a@b>", "changelog"), ("a", None),
    ):  # fmt: skip
        assert grammar_of_line(line) == grammar, line
    for line, found in (
        ("#+A: b", True), ("#+TITLE:", True), ("#+: b", False), ("#+a_b1:", True), ("#+a b:", False),
        ("# A: b", False),
        ("#+A b", False), ("##A: b", False), ("#+A", False),
    ):  # fmt: skip
        assert is_keyword(line) is found, line


def test_lines_above_the_title_of_a_document() -> None:
    for line, found in (
        ("// a", True), ("[a]", True), ("[a", False), (".a", False), (":a: b", True), (":toc:", True),
        (":a", False), ("a: b", False),
        ("ab: c", False), ("::", False), ("::a:", False), (":-a: b", False), (":a b: c", False),
        (": a: b", False), ("ab", False),
    ):  # fmt: skip
        assert is_header(line) is found, line


def test_titles_of_asciidoc_and_mediawiki() -> None:
    for text, grammar in (
        ("= A$== B", "asciidoc"), ("= A $== B", "asciidoc"), ("= A$====== B", "asciidoc"),
        ("= A$======= B", None),
        ("= A$==B", None), ("== A$== B", None), ("= A", None), ("a$= A$== B", None),
        ("// a$== A$== B", "asciidoc"),
        ("// a$ b$== A", None), ("// a$== A", None), ("$$= A$$== B", "asciidoc"),
        ("// a$:b: c$= A$=== B", "asciidoc"),
        ("== A ==$[[b]]$== C ==", "mediawiki"), ("== A ==$[[b]]", None), ("== A ==$b$== C ==", None),
        ("== A ==$'''b'''$== C ==", "mediawiki"), ("== A ==${{b}}$== C ==", "mediawiki"),
        ("== A ==${|$== C ==", "mediawiki"), ("== A ==$[[b]]$== C ==$== D", None),
        ("= A =$[[b]]$= C =", None),
        ("= A$== B$[[c]]", "asciidoc"), ("A$=$[[b]]", None), ("A$== $[[b]]", "asciidoc"),
        ("A$==$== B", "asciidoc"), ("a$B$==$[[c]]", None),
        ("== A ==$ [[b]]$== C ==", "mediawiki"), ("== A ==$=== B ===$== C ==$[[d]]", "mediawiki"),
        ("=== ===$a   b$=== ===$c   d$=== ===$[[e]]", None),
    ):  # fmt: skip
        text = text.replace("$", "\n")
        assert titled_markup(text) == grammar, text


def test_outlines_without_a_mode() -> None:
    for text, is_org in (
        ("* A$B$$* C$d", True), ("* A$b$$* C$d", False), ("* A$$b$$* C$$d", True), ("* A$z$$* C$a$$* E$F", False),
        ("* A$é$$* C$`$$* E${", True), ("* A$b$$* C$d$$* E$F$$* G$H", True), ("* A$B$* C$D", False),
        ("* A$b$$* C", False), ("* A$b", False),
        ("* A$ b$$* C$ d", False), ("* A.$b$$* C$d", False), ("* A$B $ $* C$D ", True),
        ("* A$** b$$* C$** d", False), ("* A$b$$* C$d$$* E", False), ("* A$B$$* C$D$$* E$F", True),
        ("b$$* C$D", False), ("b$c$$* C$D$$* E$F", True), ("* 1.2$a$$* 1.3$b$$* C$$* D", True),
        ("* 1.2$a$$* 1.3$b$$* C$$* D$$* E", False), ("* 1.2$** a$$* B", True), ("* 1.2$** a$$* B$$* C", False),
        ("A$===$$* C$D$$* E$F", True), ("A$===$$B$===$$* C$D$$* E$F", False),
        ("A$---$$B$~~~$$* C$D$$* E$F", False),
        ("A$==$$B$===$$* C$D$$* E$F", True), ("A$$===$$B$===$$* C$D$$* E$F", True),
        ("A$***$$B$===$$* C$D$$* E$F", True), ("A$===$$* C$===$$* E$F", True), ("* 1.2$a", False),
        ("* 1.2$** a", True),
        ("* 1.2$** a$b", True), ("* 1.2$a$$* 1.3$b", True), ("* 1.2.$a$$* 1.3.$b", True),
        ("* 1.2.$a$* 1.3.$b", False),
        ("* 1.2.$ a$$* 1.3.$ b", False), ("* 1.2.$** a", True), ("* 1..2.$** a", False), ("* a1.b2$** a", False),
        ("1.2$$* a.$** b", False), ("* a.$** 1.2", False), ("** a$b$$** c$d", False), ("* a$** b", False),
        ("x$* 1.2$** a", False), ("$* 1.2$** a", True), (" $* 1.2$** a", True), ("x$ $* 1.2$** a", True),
        ("* *a$b$$* *c$d", False), ("*a$b$$*c$d", False), ("# a$$* 1.2$** b", False), ("* 1.2$** b$```", False),
        ("* 1.2$** [a](b)", False),
        ("* A$b$#+begin_src sh", True), ("#+a$b$$* A", True), ("* A$b$#+", False), ("* A$b$#+ c", False),
        ("#+a$** B", False),
        ("x $* 1.2$** a", False), ("x\f$* 1.2$** a", False), ("* 1.2$** a#", True),
        ("* A$b$#c", False), ("* A$b$ #+c", False),
        ("x$\f$* 1.2$** a", True), ("x$\f* 1.2$** a", False), ("x$ \f$* 1.2$** a", False),
    ):  # fmt: skip
        text = text.replace("$", "\n")
        assert outlined_markup(text) == ("org" if is_org else None), text


# ---- text without markup


def test_strings_that_stay_open() -> None:
    for line, score, code, string in (
        ('a = """', 0, False, '"""'), ('"""a"""', 0, False, ""), ('""" """ """', 0, False, '"""'),
        ("a '''", 1, False, "'''"),
        ("a '''", 0, False, ""), ("a '''", 0, True, "'''"), ("a '''", -1, False, ""),
        ("'''a'''", 1, False, ""),
        ("''' ''' '''", 1, False, "'''"), ("''' ''' '''", 1, True, "'''"), ("/* a", 0, False, "*/"),
        ("/* a */", 0, False, ""),
        ("a /* b", 0, False, ""), ('""""', 0, False, ""), ('"""', 0, False, '"""'), ("a", 1, True, ""),
    ):  # fmt: skip
        state = Plain(score=score, code=code)
        open_string(state, line, 0, 3)
        assert (state.string, state.string_lines, state.string_margin) == (string, 0, 3), (line, score, code)


def test_fields_of_headers() -> None:
    for line, found in (
        ("Aa: b", 2), ("A: b", 2), ("Z: b", 2), ("a: b", 0), ("[: b", 0), ("@: b", 0), ("Aa:b", 0),
        ("Aa:", 1),
        ("Aa: ", 1), ("Aa:\tb", 2), ("Aa: \t", 1), ("Aa-1: b", 2), ("A a: b", 0), ("Aa: b = c", 0),
        ("Aa: b=c", 2), ("Aa", 0), ("Aa-1:", 1), ("a:", 0), ("Aa::", 0),
    ):  # fmt: skip
        assert header_field(line) == found, line


def test_names_of_files() -> None:
    for line, found in (
        (" a", True), (" a/b_c.d-1+~*?@ \t", True), (" a b", False), (" a;", False), (" f(x)", False),
        (" é", False), (" a:", False), (" *", True), (" Z9", True),
    ):  # fmt: skip
        assert is_file_name(line, 1) is found, line


def test_levels_of_adornments() -> None:
    state = Plain()
    found = [adorned_level(state, kind) for kind in range(MAX_LEVELS + 2)]
    assert found == [*range(1, MAX_LEVELS + 1), MAX_LEVELS, MAX_LEVELS]
    assert state.adorned == list(range(MAX_LEVELS)) and adorned_level(state, 2) == 3


# ---- lines of tables


def test_divided_lines() -> None:
    for form, line, most in (
        ("pipes", "a | b | c", 2), ("pipes", "|a | b", 9), ("pipes", "a | b", -1), ("cells", "a,b,c", 2),
        ("cells", "a", -1), ("cells", "1. a, b", -1), ("columns", "a  b", 2), ("columns", "a b", -1),
        ("columns", "# a  b", -1), ("columns", "a /*  b", -1),
    ):  # fmt: skip
        for says in range(5):
            assert (signature(form, line, 0, says).count == 1) is (says <= most), (line, says)  # type: ignore[arg-type]


def test_lines_that_a_table_needs() -> None:
    for line, candidate, count in (
        ("a, 1", Candidate(3, divider=", ", number=1, numbered=2), 3),
        ("a, b", Candidate(3, divider=", ", number=1, numbered=1), 4),
        ("a, b", Candidate(2, divider=", ", number=1, numbered=1), 3),
        ("a, b, c", Candidate(3, divider=", ", number=2), 3),
        ("a,b,c,d", Candidate(2, divider=",", number=3), 2),
        ("a|b|c", Candidate(2, divider="|", number=2), 3),
        ("|a|b|", Candidate(2, divider="|", number=3), 2),
        ("|a|b", Candidate(2, divider="|", number=2), 3),
        ("a  b", Candidate(2, divider=" ", blank=frozenset({1, 2})), 3),
        ("a  b  c", Candidate(2, divider=" ", blank=frozenset({1, 2, 4, 5})), 2),
    ):  # fmt: skip
        assert wanted(candidate, line, 0) == count, candidate


def test_dividers_of_lines() -> None:
    for line, says, found in (
        ("a;b; c", 0, (";", 2)), ("a;b; c; d", 0, ("", 0)), ("a;b,c", 0, (";", 1)),
        ("a;b,c,d", 0, (",", 2)), ("a,b, c", 0, (",", 2)),
        ("a, b, c", 0, (", ", 2)), ("a, b, c", 1, ("", 0)),
        ("a, b, c", -4, (", ", 2)), ("a, b, c", -5, ("", 0)), ("a, b", -1, ("", 0)),
        ("a b, c", 0, ("", 0)), ("a; b", 0, ("", 0)),
        ("a\tb;c", 0, ("\t", 1)), ('"a;b";c', 0, (";", 1)), ("a", 0, ("", 0)), ("a,", 0, ("", 0)),
        ("a, b-", 0, ("", 0)),
    ):  # fmt: skip
        assert delimiters(line, 0, says) == found, (line, says)
    for line, is_found in (
        ("a b", True),
        ("ab ", False),
        ("a  b", False),
        (" a", False),
        ("a 1", False),
        ("1 a b", True),
    ):
        assert has_words(line, 0) is is_found, line
    for line, divider in (
        ("a, b", ","),
        ("a,b", ","),
        ("a b, c", ""),
        ("a|b", "|"),
        ("a |b", ""),
        ("a;b; c", ";"),
    ):
        assert divider_of(line, 0) == divider, line


def test_lines_of_tables_by_their_characters() -> None:
    for line, found in (
        ("╿──", True),
        ("──╿", True),
        ("╱╱", False),
        ("---", True),
        ("--", False),
        ("-|=:-", True),
        ("-a--", False),
    ):
        assert is_rule(line, 0) is found, line
    for line, found in (
        ("+-+", True), ("++", False), ("+-", False), ("+=+", True), ("+--+--+ ", True), ("+a+", False),
        ("-+-", False), ("+-+a+", False), ("+:-+-:+", True), ("+:+", True), ("+:", False), ("+-;+", False),
    ):  # fmt: skip
        assert is_grid(line, 0) is found, line
    for line, found in (
        # a mark without an opening bracket has five characters at most, with one four
        ("12345. a", True), ("123456. a", False), ("(1234) a", True), ("(12345) a", False),
        ("[ ] a", True), ("[ a", False),
        ("1 a", False), ("a.b", False),
    ):  # fmt: skip
        assert has_item_mark(line, 0) is found, line
    assert blank_columns("a" * 254 + "   b", 0) == {254, 255}
    assert blank_columns("a  b   c", 0) == {1, 2, 4, 5, 6} and not blank_columns("a.  b c  ", 0)


# ---- rows of tables


def csv_table(options: str) -> str:
    return f".. csv-table:: a\n{options}\n   a,b,c,d\n   1,2,3,4\n   5,6,7,8\n"


def list_table(options: str) -> str:
    return f".. list-table:: a\n{options}\n   * - a\n     - b\n   * - 1\n     - 2\n"


#: Tables, with the ends of their headers and the starts of their rows.
TABLES = [
    (csv_table(""), 18, [29, 40]), (csv_table("   :header-rows: 1\n"), 48, [59]),
    (csv_table("   :header-rows:1\n"), 47, [58]),
    (csv_table("   :header-rows: 2\n"), 59, []), (csv_table("   :header-rows: 3\n"), 37, [48, 59]),
    (csv_table("   :header: x\n"), 32, [43, 54]),
    (csv_table("   :header: x\n   :header-rows: 1\n"), 51, [62, 73]),
    (list_table(""), 19, [37]), (list_table("   :header-rows: 1\n"), 56, []),
    (list_table("   :header-rows: 2\n"), 38, [56]),
    ("┌──┬──┐\n│a │b │\n├──┼──┤\n│1 │2 │\n│3 │4 │\n└──┴──┘\n", 24, [32]),
    ("\t┌──┬──┐\n\t│a │b │\n\t├──┼──┤\n\t│1 │2 │\n\t│3 │4 │\n\t└──┴──┘\n", 27, [36]),
    ("┌──┬──┐\n│a │b │\n├──┼──┤\n│1 │2 │\n├──┼──┤\n│3 │4 │\n└──┴──┘\n", 24, [40]),
    ("\t┌──┬──┐\n\t│a │b │\n\t├──┼──┤\n\t│1 │2 │\n\t├──┼──┤\n\t│3 │4 │\n\t└──┴──┘\n", 27, [45]),
    # rows after a body of a table
    ("<table><tbody><tr><td>1</tbody><tr><td>2<tr><td>3</table>", 0, [31, 40]),
    # a plus sign at the end of a cell goes on below a rule of psql alone
    ("a | b\n--- | ---\nc | d+\ne | f\n", 16, [23]), ("a | b\n---+---\nc | d+\ne | f\n", 14, []),
    ("a | b\n--- | ---\nc | d\n---+---\ne | f+\ng | h\n", 16, [30, 37]),
    # a table in a table, and another one
    (f"<table><tr><td>1{2 * '<tr><td><table><tr><td>x<tr><td>y</table>'}<tr><td>4</table>", 0, [16, 57, 98]),
]  # fmt: skip


@cases(("text", "header", "expected"), TABLES)
def test_rows_of_tables(impl: Any, text: str, header: int, expected: list[int]) -> None:
    found = answer(impl, ["rows", text])
    assert (found[0], [p for p, _ in found[1]]) == (header, expected)


def test_names_of_columns_of_drawn_tables() -> None:
    for text, start in (("+-+\na,b\n1,2\n3,4\n", 0), ("+ +\na,b\n1,2\n3,4\n", 4), ("# x\na,b\n1,2\n3,4\n", 4)):
        assert names_start(text, 0, len(text)) == start, text


def test_options_of_directives() -> None:
    for line, number in (("12", 12), (" 7", 7), ("123", 12), ("a1", 0), ("1a", 1), ("", 0), ("9 9", 9)):
        assert number_in(line, 0) == number, line
    for line, width, found in (
        ("  * a", 2, True),
        (" * a", 1, True),
        ("  * a", 1, False),
        ("* a", 2, False),
        ("  - a", 2, False),
    ):
        assert is_item(line, width) is found, line


def test_rows_of_html_without_a_table() -> None:
    assert html_rows("<tbody><tr><td>1<tr><td>2", 0) == (0, [(16, True)])
    assert html_rows("<tbody><caption>a</caption><tr><td>1<tr><td>2", 0) == (0, [(36, True)])
    assert html_rows("<tbody><tr><th>1<tr><td>2<tr><td>3", 0) == (16, [(25, True)])
    assert html_rows("<tr><th>1<tbody><tr><td>2<tr><td>3", 0)[0] == 9
    assert html_rows("<thead><tr><td>1</thead><tbody><tr><td>2", 0) == (24, [])


def test_starts_of_rows_of_html() -> None:
    for text, start, at, found in (
        ("a\n  <tr>", 0, 4, 2), ("a\n  <tr>", 2, 4, 4), ("  <tr>", 0, 2, 2), ("a <tr>", 0, 2, 2),
        ("a\r\t<tr>", 0, 3, 2),
    ):  # fmt: skip
        assert line_start(text, start, at) == found, text


def test_rows_that_a_cell_spans() -> None:
    for tag, rows in (
        ("<td rowspan=3>", 3), ("<td rowspan='12'>", 12), ("<td rowspan=50>", 50), ("<td rowspan=51>", 0),
        ("<td   5>", 0), ("<td>", 0),
        ("<td rowspan= 1234>", 0), ("<td rowspan=2x3>", 2), ("<td rowspan x=3>", 0),
        ("<td rowspan=2 3>", 2), ("<TD ROWSPAN=2>", 2), ("<td rowspan>", 0),
    ):  # fmt: skip
        assert row_span(tag, Tag(0, len(tag), "td", False)) == rows, tag


# ---- rows of tables of other markups


def test_attributes_above_tables_of_asciidoc() -> None:
    for count in range(11):
        text = "[a]\n" * count + "|===\n"
        assert is_markup_table(text, 0, text.split("\n")[0], 0) is (count <= 8), count
    for text, found in (("[a]\n\n|===\n", False), ("a\n|===\n", False), ("[a]\nb\n|===\n", False), ("{|\n", True)):
        assert is_markup_table(text, 0, text.split("\n")[0], 0) is found, text


def test_rows_of_other_markups() -> None:
    assert wiki_rows("{|\n! a\n|-\n| b\n|-\n| c\n", 0) == (7, [(7, True), (14, True)])
    assert wiki_rows("{|\n| a\n|-\n| b\n", 0) == (0, [(3, True), (7, True)])
    text = "\\begin{tabular}{ll}\na & b \\\\\n\n\\hline\nc & d \\\\\n\ne & f\n\\end{tabular}\n"
    assert latex_rows(text, 0) == (37, [(20, True), (37, True), (47, True)])
    assert asciidoc_lines("|===\n|a\n\n|b\n|c\n", 0) == [(5, False), (9, True), (12, False)]
    assert asciidoc_lines("|a\n|===\n|b\n", 0) == [(8, False)]


# ---- records


def test_cells_of_records() -> None:
    for line, count, last in (
        ('"" "b,c', 2, 2), ('"a" "b,c', 2, 2), ('"a""b",c', 2, 2), ('"a,b",c', 2, 2), (' "a,b",c', 2, 2),
        ('x"a,b",c', 3, 3), (",", 2, 0),
        ("a,", 2, 1),
    ):  # fmt: skip
        cells = Cells(",")
        cells.read(line, 0, len(line))
        assert (cells.count, cells.last, cells.quoted) == (count, last, False), line


def test_records_of_many_lines() -> None:
    for count in (2, 999, 1000, 1001):
        text = '"' + "\n" * (count - 1) + '",b\n'
        assert len(list(records(text, 0, ","))) == (count <= 1000), count
        # the first record does not count for the second one
        assert len(list(records(f'"a\n",b\n\n{text}', 0, ","))) == 1 + (count <= 1000), count


def test_rows_of_many_lines() -> None:
    for count in (2, 999, 1000, 1001):
        text = 'a,b\n"x' + "\nc" * (count - 2) + '\nd",e\n'
        _, found = record_rows(text, 0, ",", 4)
        assert len(found) == (2 if count <= 1000 else 1 + count), count


def test_delimiters_behind_a_quoted_cell() -> None:
    for text, at, divider in (
        ('"a",b', 0, ","), ('"a"";b",c', 0, ","), ('"a"', 0, ""), ('"a"b', 0, ""), ('"",a', 0, ","),
        ('"a""",b', 0, ","), ('"a,', 0, ""),
        ('"a",', 0, ","), ('"', 0, ""), ('\t\n"a', 2, ""), ('\t\n"a";', 2, ";"), ('"a\nb"\tc', 0, "\t"),
    ):  # fmt: skip
        assert divider_behind(text, at) == divider, text


def test_lines_of_code_are_no_names() -> None:
    for line, divider, found in (
        ("a,b", ",", False), ("{a", ",", True), ("a = b,c", ",", True), ("a,b;", ",", True),
        ("a;b;", ";", False), ("for a,b", ",", True),
        ("for a,b)", ",", True), ("for,a", ",", False), ("f(a,b)", ",", True), ("f(a),b", ",", False),
        ("a)b,c(", ",", False),
        ("return", ",", False), ("-for a,b", ",", False), ("a,b\\", ",", True),
    ):  # fmt: skip
        assert is_statement(line, divider) is found, line


def test_lines_that_name_a_delimiter() -> None:
    for text, found in (
        ("sep=;\na", (6, ";")), ("sep=; \na", (7, ";")), ("sep=;x\na", (0, "")), ("SEP=,\n\na", (7, ",")),
        ("sep=x\na", (0, "")),
        ("# a\n\nb", (5, "")), ("sep=,", (5, ",")),
    ):  # fmt: skip
        assert first_record(text, 0) == found, text


def test_the_delimiter_of_the_first_record_is_that_of_the_table() -> None:
    text = "a;b;c,d\n1;2;3,4\n5,6\n"
    assert find_header(text, 0) == (";", 0, 8)
    assert record_rows("a,b\n1,2\n", 0, ",", 4) == (4, [(0, True), (4, True)])


# ---- reStructuredText


def test_fields_of_restructuredtext() -> None:
    for line, found in (
        (":a:", True), (":a: b", True), (":ab: c", True), ("::", False), (":: a", False), ("::: b", True),
        (":a:b", False), (":a:`b`", False),
        (":a:`b`: c", False), ("a: b", False), (":a\\: b", False), (":a:b: c", True), (":a", False),
        (":a`b: c", True), (":a`: b", True),
        (":a b: c", True), ("a:: b", False),
        ("::`a: b", False), (":\\: b", False), (":`a`: b", True),
    ):  # fmt: skip
        assert is_field(line) is found, line


def test_marks_of_items_of_restructuredtext() -> None:
    for line, found in (
        ("- a", (1, False)), ("-a", (0, False)), ("1. a", (2, True)), ("(1) a", (3, True)),
        ("(1. a", (0, False)), ("a. b", (2, True)),
        ("ab. c", (0, False)), ("iv. a", (3, True)), ("#. a", (2, True)), ("1.a", (0, False)),
        ("1a. b", (0, False)), ("1.", (2, True)),
        ("12345678. a", (9, True)), ("123456789. a", (0, False)), ("IVXLCDMI. a", (9, True)),
        ("IVXLCDMIV. a", (0, False)), ("1", (0, False)),
        ("é. a", (0, False)),
    ):  # fmt: skip
        assert item_mark(line, 0) == found, line


def test_names_of_directives() -> None:
    for line, at, end in (
        ("a:: b", 0, 1), ("a::", 0, 1), ("a :: b", 0, 1), ("a  :: b", 0, 0), ("::", 0, 0),
        (".. :: b", 3, 0), (".. a:: b", 3, 4),
        ("a-b:: c", 0, 3), ("a-:: c", 0, 0), ("é::", 0, 1), ("\x7f::", 0, 0), ("a::b", 0, 0),
    ):  # fmt: skip
        assert directive_end(line, at) == end, line


def test_lines_that_may_be_titles_of_restructuredtext() -> None:
    for line, found in (
        ("a", True), ("|", False), ("| a", False), ("|a", True), ("|_ a", True), ("__", False),
        ("__ a", False), ("_ a", True), ("__a", True),
        (":a: b", False),
    ):  # fmt: skip
        assert is_text(line) is found, line
    for line, i, size in (
        ("  ===", 2, 3),
        ("===", 0, 3),
        ("== =", 0, 0),
        ("aaa", 0, 0),
        ("--- ", 0, 3),
        (" --", 1, 2),
    ):
        assert marks(line, i) == size, line


def test_margins_of_blocks() -> None:
    for line, margin in (("a", 0), ("  a", 2), ("1.  a", 4), (" 1.\ta", 4), ("  -   a", 6), ("  1. a", 5)):
        state = Plain()
        begin_block(state, line, 0, line, *indent(line, 0))
        assert state.margin == margin, line


def test_comments_of_one_mark() -> None:
    for line, is_bare in (("..", True), (".. ", True), (".. a", False)):
        state = Plain()
        open_explicit(state, line, 0, line, 0, 0)
        assert state.bare is is_bare and state.literal == 0, line


def test_adornments_that_are_kept(impl: Any) -> None:
    for text, kept in (("====\nRain\n====\n\nx\n", (ord("=") + 256,)), ("Rain\n====\n\nx\n", (ord("="),))):
        assert impl.decided_blocks(text, "rst", (0, (), ()))[1][2] == kept


# ---- runs


def test_runs_that_continue_code() -> None:
    for score, margin, kinds in (
        (-5, 4, ["code"]), (-5, 5, ["code"]), (-5, 3, ["code", "prose"]), (-6, 4, ["code", "prose"]),
        (-6, 5, ["code", "prose"]),
        (-1, 4, ["code"]), (1, 0, ["code"]), (0, 1, ["code"]), (0, 0, ["code"]),
    ):  # fmt: skip
        state = Plain(lines=2, score=score, margin=margin, start=9, first="a", last="a", code=True)
        state.out.begin(0, "code")
        end_run(state)
        assert [block.kind for block in state.out.blocks] == kinds, (score, margin)
        assert state.waiting == (9 if score == margin == 0 else -1), (score, margin)


def test_runs_that_announce_code() -> None:
    for score, last, expected in ((1, "a::", -1), (0, "a::", 2), (-1, "a:: ", 2), (0, "a:", -1)):
        state = Plain(lines=2, score=score, margin=2, first="a", last=last)
        end_run(state)
        assert state.expected == expected, (score, last)


def test_headings_that_wait() -> None:
    for count, margin, heading in ((1, 0, (1, 5, 8)), (2, 0, (0, 0, 0)), (1, 1, (0, 0, 0))):
        state = Plain(lines=count, margin=margin, start=5, last_start=5, first="# a", last="# a")
        end_run(state)
        assert state.heading == heading, (count, margin)


# ---- the grammar of a text


def test_signs_of_grammars() -> None:
    for text, found in (
        ("> a", (1, 0, 0, 0)), ("a", (0, 0, 0, 0)), (" a", (0, 0, 0, 0)), ("a||# B", (1, 0, 0, 0)),
        ("a|# B", (0, 0, 0, 0)),
        ("x = f(1);", (0, 1, 0, 1)), (" x = f(1);", (0, 1, 0, 0)), (".. a:: b", (0, 1, 1, 0)),
        (".. a:: b|x = f(1);", (0, 2, 1, 1)),
        # fences, with their lines
        ("```|a|```", (16, 0, 0, 0)), ("```|a", (0, 0, 0, 0)), ("   ```|a|```", (16, 0, 0, 0)),
        ("    ```|a|```", (0, 0, 0, 0)),
        ("~~~~~|Rain|~~~~~", (-16, 0, 0, 0)), ("~~~~~|Rain|x|~~~~~", (16, 0, 0, 0)),
        ("~~~~~|RainRain|~~~~~", (16, 0, 0, 0)),
        # titles
        ("Rain|~~~~", (-16, 0, 0, 0)), ("Rain|~~~~|# A", (-16, 0, 0, 0)),
        ("Rain|~~~~||# A", (-15, 0, 0, 0)),
        ("Rain|~~~~|^^^^", (-16, 0, 0, 0)), ("a|b|^^^^", (0, 0, 0, 0)), (" a|^^^^", (0, 0, 0, 0)),
        ("Rain|==== ", (0, 1, 0, 1)),
        ("Rain:|^^^^^ ", (-16, 0, 0, 0)), ("Rain:|~~~~~ ", (0, 0, 0, 0)), ("Rain]|!!!!!", (-16, 0, 0, 0)),
        ("[Rain|!!!!!", (0, 0, 0, 0)),
        ("== A ==", (-16, 0, 0, 0)), (" == A ==", (0, 1, 0, 0)), ("== A ==|# B", (-16, 0, 0, 0)),
        ("== A ==||# B", (-15, 0, 0, 0)),
        # the sample
        (16383 * "|" + "> a", (1, 0, 0, 0)), (16384 * "|" + "> a", (0, 0, 0, 0)),
        (16385 * "|" + "> a|> b", (0, 0, 0, 0)),
    ):  # fmt: skip
        assert signs_of(text.replace("|", "\n")) == found, text[-40:]
    for line, is_found in (
        ("**a", True), ("** a", False), ("**", False), ("**\ta", False), ("****", False), ("****a", True),
        ("> a", True), ("- **a", True),
        ("* **a", True), ("[a](b", True), ("a", False), ("- a", False),
    ):  # fmt: skip
        assert is_marked(line) is is_found, line


def numbered(indentation: str) -> str:
    titles = ("Wells", "Covers", "Lids", "Pumps", "Valves", "Taps", "Rain", "Fees")
    body = "The owner keeps each well covered at all times. The cover is of oak."
    return "".join(f"{k}. {title}\n\n{indentation}{body}\n\n" for k, title in enumerate(titles, 1))


def test_k2_decisions(impl: Any) -> None:
    def known(text: str, grammar: str, before: int = 0) -> int:
        return impl.decided_blocks(text, grammar, (before, (), ()))[1][0]  # type: ignore[no-any-return]

    plain, items = numbered(""), numbered("     ")
    assert known(plain, "plain") == HAS_MARKED | LABELLED | NUMBERED == known(plain, "markdown")
    assert known(items, "plain") == HAS_MARKED | LABELLED | NUMBERED | OUTLINED
    assert known(items, "markdown") == HAS_MARKED | LABELLED | NUMBERED
    assert known(items, "html") == HAS_MARKED
    # the grammar that was chosen before
    for before in (AS_GRAMMAR, AS_GRAMMAR | HAS_MARKED):
        assert known("a\n", "auto", before) == AS_GRAMMAR | HAS_MARKED
    found = impl.decided_blocks(items, "plain", (HAS_MARKED | OUTLINED, (), ()))[0]
    assert [kind for _, kind, *_ in found] == ["heading", "prose"] * 8


def test_texts_without_headings_that_have_no_marks() -> None:
    text = numbered("")
    assert [block.kind for block in blocks(text, "plain")] == ["prose"]
    found, decided = decided_blocks(text, "plain", False, Decided())
    assert [block.kind for block in found] == ["prose"] and decided.known == HAS_MARKED
    found, decided = decided_blocks(text, "plain", False, Decided(HAS_MARKED | NUMBERED))
    assert [block.kind for block in found] == ["prose"] and decided.known == HAS_MARKED | NUMBERED
    assert blocks("a\n", "plain", True) == [Block(0, "prose")] == blocks(" \n", "plain", True)


def test_heading_patterns_of_texts() -> None:
    plain, items = numbered(""), numbered("     ")
    for text, known, finds_looks, found in (
        (plain, UNKNOWN, True, HAS_MARKED | LABELLED | NUMBERED), (plain, UNKNOWN, False, NO_HEADINGS),
        (plain, NO_HEADINGS, True, NO_HEADINGS),
        (plain, HAS_MARKED, True, HAS_MARKED),
        (items, FIND_LOOKS, True, HAS_MARKED | LABELLED | NUMBERED | OUTLINED),
        (items, FIND_LOOKS | NO_HEADINGS, True, HAS_MARKED | LABELLED | NUMBERED | OUTLINED),
        (items, FIND_LOOKS | HAS_MARKED, True, HAS_MARKED | LABELLED | NUMBERED),
        ("a\n", UNKNOWN, True, NO_HEADINGS),
        ("Rain\n~~~~\n\nb\n", UNKNOWN, True, HAS_MARKED | ADORNED), ("# A\n", UNKNOWN, True, HAS_MARKED),
        ("> a\n", UNKNOWN, True, NO_HEADINGS),
        ("x = 1  # a\n", UNKNOWN, True, NO_HEADINGS),
    ):  # fmt: skip
        assert headings_of(text, known, finds_looks) == found, (text[:20], known, finds_looks)


# ---- omissions


@cases(
    ("text", "grammar", "spans"),
    [
        # the white space at the end of a text
        ("Rain.\f\n   ", "plain", [(5, 6), (7, 10)]),
        # a region of one letter, after another one
        ("```\na\n```\nb\n\n\fc\n", "markdown", [(12, 14)]),
        ("```\na\n```\nB.\n\n\fc\n", "markdown", [(14, 15)]),
    ],
)
def test_o5_gaps(impl: Any, text: str, grammar: str, spans: list[tuple[int, int]]) -> None:
    assert impl.omissions(text, grammar) == spans


def test_o2_lines_beside_the_number_of_a_page() -> None:
    def out(text: str, looks: list[int]) -> list[str]:
        text = text.replace("|", "\n\n")
        lines = [line._replace(look=look) for line, look in zip(lines_of(text), looks, strict=True) if look]
        found = omitted_lines(text, lines)
        return [text[line.start : line.end] for line in lines if line.start in found]

    # three lines, each beside a number: from the first pair to the last
    pair = [TITLE, PAGE_NUMBER]
    found = out("Rain.|Oak|1|Rain.|Oak|2|Rain.|Oak|3|Rain.", [0, *pair, 0, *pair, 0, *pair, 0])
    assert found == ["Oak", "1", "Oak", "2", "Oak", "3"]


def test_o3_successive_lines() -> None:
    def out(text: str) -> list[str]:
        text = text.replace("|", "\n\n")
        lines = [line._replace(look=PAGE_NUMBER) for line in lines_of(text)[1:-1]]
        found = omitted_lines(text, lines)
        return [text[line.start : line.end] for line in lines if line.start in found]

    assert out("It rains in the|12|A|B|hills") == ["12", "A", "B"]
    assert out("It rains in the|12|hills") == ["12"]
    assert out("It rains.|12|B|hills") == []
    assert out("It rains in the|12|B|Hills") == []


def test_o5_line_ends_of_a_gap() -> None:
    for text, feed, found in (
        ("\n \n", "", [(0, 1), (2, 3)]), ("\r\n\n", "", [(0, 2), (2, 3)]), ("Oak\n", "", [(3, 4)]),
        ("\fOak\n", "", [(4, 5)]),
        ("\f\n", "\f", [(0, 1), (1, 2)]), ("\fOak\f", "\f", [(0, 1), (4, 5)]), ("\fOak\f", "", []),
    ):  # fmt: skip
        at = text.find("Oak")
        assert list(line_ends_in(text, 0, len(text), {at: at + 3}, feed)) == found, text


def test_titles_of_blocks_of_html(impl: Any) -> None:
    """A heading that a blank line ends has no title in the block after it."""
    assert impl.blocks("<h1>\nA\n\n<div>\nx\n</div>\n", "markdown") == [
        (0, "heading", 1, (0, 6)), (8, "html", 0, (0, 0)),
    ]  # fmt: skip
    assert impl.blocks("<h1>\nA\n\n<table>\n<tr>\n", "markdown")[1] == (8, "table", 0, (0, 0))
    assert impl.blocks("<div>\n<p>x\n</div>\n", "markdown") == [(0, "html", 0, (0, 0))]


def test_names_of_closing_tags(impl: Any) -> None:
    """The name of a closing tag is read to the character after the longest name of an element."""
    text = "<blockquote hidden>a</blockquotex><h1>y</h1></blockquote><h2>z</h2>"
    assert impl.blocks(text, "html") == [(0, "html", 0, (0, 0)), (57, "heading", 2, (61, 62))]
    text = text.replace("uotex", "uote")
    assert [start for start, *_ in impl.blocks(text, "html")] == [0, 33, 43, 56]
    text = text.replace("</blockquote><h1>", "</blockquote ><h1>")
    assert [start for start, *_ in impl.blocks(text, "html")] == [0, 34, 44, 57]


def test_lines_with_text_after_a_form_feed() -> None:
    assert heading_lines("Oak\f\fElm\n", [Block(0, "prose")], 0) == [[]]


def shown(impl: Any, text: str, grammar: str) -> list[Any]:
    """The kind, the level and the start of each region."""
    found = impl.blocks(text, grammar)
    return [(kind, level, start) if level else (kind, start) for start, kind, level, _ in found]


#: Texts with their grammars and their regions, where one character more or less gives others.
TEXTS = [
    # AsciiDoc: nothing is above the marks
    ("==\na\n", "asciidoc", [("prose", 0)]),
    ("== ==\na\n", "asciidoc", [("prose", 0)]),
    ("=====  ===== \na\n", "asciidoc", [("prose", 0)]),
    ("## #\na\n", "asciidoc", [("prose", 0)]),
    ("== a =\n== = b ==\n", "asciidoc", [("heading", 2, 0), ("heading", 2, 7)]),
    ("a\n\n==\nb\n", "asciidoc", [("prose", 0)]),
    # a directive begins with two full stops
    (".a table:: x\n\n  It rains in the hills.\n", "plain", [("code", 0), ("prose", 14)]),
    (".. table:: x\n\n  It rains in the hills.\n", "plain", [("table", 0)]),
    # titles with an underline, and with an overline too
    ("Rain\n====\n  x\n", "plain", [("heading", 1, 0), ("prose", 10)]),
    ("Rain\n==== \nx\n", "plain", [("heading", 1, 0), ("prose", 11)]),
    ("====\nRain\n==== \nx\n", "plain", [("heading", 1, 0), ("prose", 16)]),
    (" Rain\n====\nx\n", "plain", [("code", 0)]),
    ("".join(f"A\n{mark * 3}\n\n" for mark in "=-^\"'#*+._"), "plain", [
        *(("heading", level, 7 * level - 7) for level in range(1, 9)), ("heading", 8, 56), ("heading", 8, 63),
    ]),
    # numbers between equals signs
    ("= 123 =\n\nx\n", "plain", [("prose", 0)]),
    ("= 1234 =\n\nx\n", "plain", [("heading", 1, 0), ("prose", 10)]),
    # the line below the name of a manual page is indented
    ("NAME\na - b\n", "plain", [("prose", 0)]),
    ("NAME\n a - b\n", "plain", [("heading", 1, 0), ("prose", 5)]),
    # a rule is below its header
    ("It rains | it pours\n\n---+---\n\nx\n", "plain", [("prose", 0)]),
    ("It rains | it pours\n---+---\na | b\n", "plain", [("table", 0)]),
    # lines below one field, and below two
    ("Aa: b\nBb: c\nx = f(1);\n", "plain", [("code", 0)]),
    ("Aa: b\nBb: c\n    x = f(1);\n", "plain", [("prose", 0)]),
    ("Aa: b\n x = f(1);\n", "plain", [("prose", 0)]),
    ("Aa: b\n  x = f(1);\n", "plain", [("code", 0)]),
    ("Aa: b\n  a.b;\n", "plain", [("code", 0)]),
    ("Aa: b\nx[0]\n", "plain", [("code", 0)]),
    ("Aa: b\nBb: c\na | b | c\nd | e | f\ng | h | i\n", "plain", [("prose", 0), ("table", 12)]),
    ("Aa: b\nBb: c\n a | b | c\n d | e | f\n g | h | i\n", "plain", [("prose", 0)]),
    ("Aa: b | c | d\ne | f | g\nh | i | j\n", "plain", [("table", 0)]),
    # a list below a title; an underline that is too short
    ("Rain\n====\n\n  - a\n  - b\n", "rst", [("heading", 1, 0), ("list", 11)]),
    ("Rain::\n==\n\n  x\n", "rst", [("prose", 0)]),
    # definitions in Markdown
    ("Rain\n\n\n: x\n\n    y\n", "markdown", [("prose", 0)]),
    ("Rain\n\n# H\n: b\n\n    y\n", "markdown", [("prose", 0), ("heading", 1, 6), ("prose", 10),
    ("code", 15)]),
    ("- a\n\n: b\n\n    c\n", "markdown", [("list", 0), ("prose", 5), ("code", 10)]),
    # items without text in their first line
    ("-\n  a\n\n  b\n", "markdown", [("list", 0)]),
    ("-\n\n  a\n", "markdown", [("list", 0), ("prose", 3)]),
    # anchors are taken from the region before the heading alone
    ("<p>x</p>\n<a id=\"a\"></a>\n\n[](){#b}\n\n# H\n", "markdown", [("html", 0), ("heading", 1, 25)]),
    ("```\nx\n```\n\n<a id=\"b\"></a>\n\n# H\n", "markdown", [("code", 0), ("heading", 1, 11)]),
]  # fmt: skip


@cases(("text", "grammar", "expected"), TEXTS)
def test_texts(impl: Any, text: str, grammar: str, expected: list[Any]) -> None:
    assert shown(impl, text, grammar) == expected
