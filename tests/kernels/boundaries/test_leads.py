"""Leads: lines that belong to the text after them (D1 to D9)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap._data.heading_numbers import HAS_MARKED, NO_HEADINGS
from shiplap.plan import Plan, Row, Unit, replace
from shiplap.reference.boundaries.leads import after_break, ends_with_lead, is_marked_label, is_remark
from tests.conftest import Core, Reference
from tests.support.cases import cases
from tests.support.hostile import texts

SIZE = 1 << 20
#: Chunks are lines, except that none ends with a lead.
LINES = Plan(
    "characters", SIZE, 0, (Row("char", 0, SIZE),), (Unit("char", SIZE),), ("char",),
    break_at=Unit("line", SIZE, keeps_headings=True),
)  # fmt: skip
#: Words likewise; in a text without headings.
WORDS = replace(LINES, break_at=Unit("word", SIZE, keeps_headings=True))
WORDS = replace(WORDS, with_headings=WORDS)


def leads(impl: Any, line: str, end: str = "\n") -> bool:
    """Return whether a line after a blank one is a lead."""
    found = set()
    for tail in ("", "\u0100", "😀"):
        before, after = f"It rains.{end}{end}{line}{end}", f"{end}Then it pours.{end}{tail}"
        starts = [start for start, _ in impl.windows(before + after, LINES)]
        assert (len(before) in starts) is (len(before + end) in starts)  # the blank line, too
        found.add(len(before + end) not in starts)
    assert len(found) == 1
    return found.pop()


LEADS = [
    # D1: colons of all scripts, and what may stand after them
    "Do these steps in order:",
    "按以下顺序:", "步骤如下：", "以下の手順：", "كما يلي:", "Ως εξής:", "ដូចខាងក្រោម៖",
    "እንደሚከተለው፦",
    "Faites ceci :", "As follows:—", "As follows:-", "He said:”", "**Arguments:**", "*Returns:*", "__Fees:__",
    "**Note**:", "<b>Fees:</b>", "Do these:</p>", "Do these: </b></p>", "Do these:<br>", "Do these:<br />",
    "Do these:\\",
    "For example::", "std::vector:", "- The parts:", "> He said:", "Q:", "JOHN:", ".. _fees:", ":returns:",
    # D2: emphasis around a whole line
    "**Fees and Payment**", "__Fees__", "*Fees*", "_Fees_", "***Fees***", "**Q: How deep is the well?**",
    "**费用**",
    "  **Fees**", "**Fees**  ", "**Fees**\\", "**Fees**<br>", "<b>Fees</b>", "<STRONG>Fees</strong>", "'''Fees'''",
    "**a*b**", "<b>Fees</b> <b>b</b>", "<u>Fees</u>", "<b><i>Fees</i></b>", "**a***", "**Step 1:** **Open**",
    "**Example 1**: *wells*", "_Fees_ – __b__", "**Ann** (00:01:10)", "**Ann:** [0:01]", "**Ann** 10:15 AM",
    "__Ann__ \\[00:01\\]", "[00:01:10] **Ann**", "00:01 **Ann**", "**Ann** (00:01 – 00:02)", "<b>Ann</b> 10:15pm",
    "**Fees** {#fees .new}", "__Fees__{.new}", "<p><b>Fees</b></p>", "<P><em>Fees</em></P>", "<dt>Fees</dt>",
    "<h2>Fees</h2>", "<summary>Fees (<b>new</b>)</summary>", "🔧 **Fees**", "**🔧 Fees**", "✔️ __Fees__",
    "**Fees** (optional)", f"**Fees** ({'x' * 38})", "*Fees* (in euros, each month)", "**Fees**, *rent*",
    "<b>Fees</b><br>", "【注意】", "<b>Fees</b> <BR/> <i>Rent</i>", "[](){#fees}", "**Fees** –", "*Fees*—",
    "<b>Fees</b> –", "1. **Fees** –", "1. **Fees**", "  (a) **Fees**", "> **Fees**", "> __Note__",
    "<details><summary>Fees</SUMMARY>", ".. rubric:: Fees",
    # D3: anchors
    '<a id="fees"></a>', '<a name="fees"/>', "<A ID='fees'> </A>", '<div id="x">', '<span id="x"></span>',
    "(fees)=",
    "[[fees]]", "[#fees]", ".. index:: fees", "@node Fees, Top", ".. py:module:: fees",
    "@cindex fees", "@anchor{fees}", "\\label{fees}",
    # D4: questions
    "Q: How deep is the well?", "Q. So?", "Q12) So?", "Question 3: 水深いか？", "Ann: So?",
    # D5: versions
    "1.2.0", "v1.2", "[1.2.0] - 2024-03-01", "Version 1.2.0 (2024-03-01)", "2024-03-01", "2024-03-01  Ann  <ann>x",
    "== 1.2.0 ==", "= 1.2 =", "==1.2==", "=== 1.2.0 / 2024-03-01", "== Version 1.2 ==", "====== 1.2 ======",
    "shiplap (1.2-1) unstable", "*1.2.0*", "Release v2.0, March 2024",
]  # fmt: skip
OTHERS = [
    "<p><b>Fees</b> are due</p>", "<p></p>", "<p>Fees</p>", "**Fees** {#" + "x" * 64 + "}", "Fees {#fees}",
    "{#fees}", "** {#fees}", "*}",
    f"**Fees** ({'x' * 39})", "**Fees** ((x)", "**Fees** (:x)", "**Fees** (x))", "**Fees** (x:)",
    ".. note:: Fees", ".. py:function:: fees(a)", "   .. note:: Fees", ".. note: Fees", "</h7>",
    "It rains.", "It rains: it pours.", "It rains:)", "Nice :tada:", ":::", "::::", "It rains", "(see below:)",
    "**Fees** and **Payment**", "**Fees", "** Fees **", "****", "***", "* Fees*", "'Fees'", "*a*b*", "**a** b",
    "- **Fees**", "1. **Fees** b", "Q: **Fees**", "> Fees", "é **Fees**", "> ", "1. ****",
    "<b></b>", "<b>a</b> b", "**Fees** (optional) b", "(optional)",
    "**Fees** (" + "x" * 39 + ")", "**Fees** (a (b))", "【注意】雨", "【", "Fees –", "<br>", "**Fees** <br",
    "[](){#fe es}", "[](){#}", "**Due:** 10:30", "**Due**: 10:30", "**Ann** 10", "**Ann** (x 0:01)",
    "**Ann** (0:01", "**Ann** :01", "(00:01:10)", "10:30", "**Ann** (00:01:10) b", "**Ann** \\0:01", "== Fees ==",
    "======= 1.2 =======", "== 1.2. ==", "==", ".. image:: fees", "@nodes", "@section Fees", ".. Index:: fees",
    "**Ann** (0:01" + "0" * 30 + ")", "See <https://x.y:>", '<a id="x">Fees</a>', "<a></a>",
    "<a id=x", "()=",
    "(a b)=", "[[]]", "[x]", "How deep is it?", "q: so?", "Q So?", "Q.So?", "P. So?", "_" * 11, "1.2.",
    "1.2.0 is out.", "12", "10-20", "v", "In 1 2.0", "a b 1.2",
    "2024-03", "x" * 300 + "**", "1.2 " + "x" * 80, "*" + "x" * 300 + "*",
]  # fmt: skip


@cases("line", LEADS)
def test_a_lead_stays_with_what_it_leads_to(impl: Any, line: str) -> None:
    for end in ("\n", "\r\n", "\u2028"):
        assert leads(impl, line, end), end


@cases("line", OTHERS)
def test_other_lines_lead_to_nothing(impl: Any, line: str) -> None:
    for end in ("\n", "\r\n"):
        assert not leads(impl, line, end), end


def test_a_version_follows_a_blank_line(impl: Any) -> None:
    for before, found in (("It rains\n\n", False), ("It rains\n", True), ("", False)):
        text = f"{before}1.2.0\n- It pours.\n"
        starts = [start for start, _ in impl.windows(text, LINES)]
        assert (len(before) + 6 in starts) is found


@cases(
    ("text", "found"),
    [
        ("- **Fees**\n\n  - They are due.\n", True), ("- **Fees**\n  They are due.\n", True),
        ("- **Fees**\n- **Costs**\n", False), ("1. **Fees**\n2. **Costs**\n", False),
        ("1. **Fees**\n   - They are due.\n", True), ("  * *Fees*\n\n  They are due.\n", False),
    ],
)  # fmt: skip
def test_a_label_in_an_item_has_text_below_it(impl: Any, text: str, found: bool) -> None:
    starts = [start for start, _ in impl.windows(text, LINES)]
    assert (text.index("\n") + 1 not in starts) is found


@cases(("size", "found"), [(79, True), (80, True), (81, False)])
@cases("letter", ["x", "é", "漢", "😀"])
def test_a_version_line_is_capped(impl: Any, letter: str, size: int, found: bool) -> None:
    assert leads(impl, "1.2 " + letter * (size - 5) + ")") is found


@pytest.mark.parametrize(("size", "found"), [(255, True), (256, True), (257, False)])
def test_a_label_is_capped(impl: Any, size: int, found: bool) -> None:
    assert leads(impl, "**" + "é" * (size - 4) + "**") is found
    assert leads(impl, "é" * (size - 1) + ":")  # a lead-in is known by its end


def test_a_line_that_is_a_lead_is_not_parted(impl: Any) -> None:
    """Inside of it only a sentence ends."""
    for text, starts in (
        ("It is. Do these steps:\n\nSo.", [0, 7]),
        ("**Fees and payment**\n\nSo.", [0]),
        ("Do (a) steps:\nSo it is", [0, 7, 17, 20]),
        ("So it is:\n  a b", [0, 14]),
    ):
        found = [start for start, _ in impl.windows(text, WORDS, headings=NO_HEADINGS)]
        assert found == starts


@cases("letter", ["x", "я", "😀"])
@cases(("size", "found"), [(254, False), (255, True), (256, True), (300, True)])
def test_the_rest_of_a_line_is_capped(impl: Any, letter: str, size: int, found: bool) -> None:
    first, rest = "Well ", letter * size + ":"  # the line ends `size` + 2 code points after the first word
    text = f"{first}{rest}\nIt rains."
    starts = [start for start, _ in impl.windows(text, WORDS)]
    assert (len(first) in starts) is found
    assert len(text) - len("It rains.") not in starts  # a lead-in is known by its end


def test_a_text_without_headings_has_leads_alone(impl: Any) -> None:
    text = "It is\n# So\nit was.\nSo:\nyes"
    for known, starts in ((NO_HEADINGS, [0, 3, 6, 8, 11, 14, 19]), (HAS_MARKED, [0, 3, 6, 14, 19])):
        assert [start for start, _ in impl.windows(text, WORDS, headings=known)] == starts


@cases(
    ("line", "found"),
    [
        # D2: the symbol before a label is beyond ASCII, and only itself is left out; one sign is emphasis too
        ("🔧_Fees_", True), ("\x7f **Fees**", False), ("1. *Fees*", True), ("> *Note*", True),
        # a footnote is not a label; the sign of a span does not occur inside of it
        ("[^1]: **Fees**", False), ("***a** b***", False),
        # digits around the colon of a time, of any value
        ("**Ann** (0:95)", True),
        # D4: one digit
        ("Q1. So?", True),
        # D5: one equals sign on each side; numbers of one digit with hyphens
        ("=1.2=", True), ("2024-3-1", True), ("1-2-3", True),
    ],
)  # fmt: skip
def test_leads_of_few_signs(impl: Any, line: str, found: bool) -> None:
    for end in ("\n", "\r\n", "\u2028"):
        assert leads(impl, line, end) is found, end


def test_leads_at_the_ends_of_the_text(impl: Any) -> None:
    """D1 to D5: a line has no text before it, or none after it."""

    def starts(text: str, plan: Plan, known: int = NO_HEADINGS) -> list[int]:
        return [start for start, _ in impl.windows(text, plan, headings=known)]

    # one colon is a lead-in
    assert starts(":\nSo", WORDS) == [0]
    # the value of a name is no time
    for colon in ("：", "៖"):
        assert starts(colon + "1:01 **Ann**\nSo", LINES) == [0, 14]
    # a letter that could precede a version is the last of the text
    assert starts("It v", WORDS) == [0, 3]
    # the rest of the line, which has no end, is CAP code points long
    for letter in ("x", "я", "😀"):
        assert starts("Well " + letter * 255 + ":", WORDS) == [0]
        assert 5 in starts("Well " + letter * 256 + ":", WORDS)


@cases(
    ("text", "found"),
    [
        ("It rains.\n\n- **Fees**\n  They are due.\n", True),
        ("It rains.\n\n - **Fees**\n They are due.\n", False),
        (" - **Fees**\n They are due.\n", False), (" - **Fees**\n  They are due.\n", True),
    ],
)  # fmt: skip
def test_text_below_a_label_in_an_item_is_indented_more(impl: Any, text: str, found: bool) -> None:
    """D2"""
    starts = [start for start, _ in impl.windows(text, LINES)]
    assert (text.index("**\n") + 3 not in starts) is found


@cases(
    ("directive", "content", "is_lead"),
    [
        (" .. only:: html", " It draws.", False),
        (" .. only:: html", "  It draws.", True),
        (".. x:: html", "   It draws.", True),
        ("..  x:: html", "   It draws.", False),
        (".. ::: html", "   It draws.", False),
    ],
)
def test_directives_of_few_signs(impl: Any, directive: str, content: str, is_lead: bool) -> None:
    """D7"""
    before, after = f"It rains.\n\n{directive}\n", f"\n{content}\n"
    starts = [start for start, _ in impl.windows(before + after, LINES)]
    assert (len(before + "\n") not in starts) is is_lead


def test_two_anchors_belong_to_a_heading(impl: Any) -> None:
    """MAX_ANCHORS: a third one above them stays with the text before it."""
    before, anchors, after = "# Rain\n\nIt rains.\n\n", ["(a)=\n", "(b)=\n", "(c)=\n"], "# Snow\n\nIt snows.\n"
    for count in (1, 2, 3):
        text = before + "".join(anchors[:count]) + after
        first = len(before) + (5 if count == 3 else 0)
        headings = [block[0] for block in impl.blocks(text, "markdown") if block[1] == "heading"]
        assert headings == [0, first]
        assert next(p for p in impl.boundaries(text, "section") if p >= len(before)) == first


pieces = st.sampled_from(
    ["So", ":", "==", " = ", "(0:01)", " 10:15 AM", "[", "\\[0:01\\]", "<u>", "</u>", "<i>", "</summary>",
     ".. rubric:: ", ".. index:: ",
     ".. note:: ", "\n   :a: b", "\n\n   ", "<p>", "</h1>", "{#a}", " {.b}", "\\label{", "–", "：", "**",
     "*", "__", "'''", "<b>", "</b>", "</p>", "<br>", '<a id="x">', "</a>", "(a)=", "[[a]]",
    "[#a]", "Q: ", "?",
     "？", "\n", "\n\n", "\r\n", "\u2028", " ", "\t", "1.2.0", "v2.0", "2024-03-01", "(", ")", "[", "]", ".", "é",
     "漢", "😀", "\\", "—",
     "”", ":tada:", ":::", "# H\n", "- ", "  ", "x" * 255, "x" * 80, "\u3000"]
)  # fmt: skip


@example(text="1\r\f\u1680", plan=LINES, known=HAS_MARKED)
@given(
    text=st.lists(pieces, max_size=14).map("".join) | texts.map(lambda text: text[:300]),
    plan=st.sampled_from([LINES, WORDS]),
    known=st.sampled_from([NO_HEADINGS, HAS_MARKED]),
)
def test_leads_are_those_of_the_reference(isa_core: Core, text: str, plan: Plan, known: int) -> None:
    expected = Reference().windows(text, plan, headings=known)
    assert isa_core.windows(text, plan, headings=known) == expected
    assert isa_core.both(text, plan)[0] == Reference().windows(text, plan)


PAD = "The pump draws water from the lower well. It is loud. Nobody minds the noise here. The hills are far.\n\n"
BLOCKS = {
    "bullets": "- one: turn it by hand and wait\n- two: turn it by hand and wait\n- three: turn it by hand\n",
    "numbers": "1. turn it by hand and wait a while\n2. turn it by hand and wait a while\n3. turn it by hand\n",
    "quote": "> It rains in the hills.\n> Nobody minds it.\n",
    "paragraph": "Each valve is opened by hand. The order matters.\n",
    "picture": "![The valves of the pump in the order of their numbers](valves.png)\n",
    "code": "```\nopen(1)\nopen(2)\n```\n",
    "table": "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
}


@cases("lead", ["Do these steps in order:", "请按以下顺序操作：", "**Arguments**",
"Q: How is it opened?", "1.2.0 (2024)"])
@cases("block", list(BLOCKS))
def test_no_chunk_ends_with_a_lead(lead: str, block: str) -> None:
    for path in ("a.md", "a.rst", "a.txt", None):
        for size in range(240, 420, 20):
            text = f"{PAD}{PAD}{lead}\n\n{BLOCKS[block]}\n{PAD}"
            for chunker in (
                shiplap.AdaptiveChunker(size, 0, unit="characters"),
                shiplap.AdaptiveChunker(size, 40, unit="characters"),
                shiplap.RecursiveChunker(size, 0),
                shiplap.RecursiveChunker(size, 40, headings="marked"),
            ):
                for chunk in chunker.chunk(text, path=path):
                    assert not chunk.text.rstrip().endswith(lead), (path, size, chunker)


@cases(
    "anchor", ['<a id="fees"></a>', "(fees)=", ".. _fees:", '<a name="a"></a>\n(fees)=', "[[fees]]"]
)
@cases("end", ["\n", "\r\n"])
def test_a_section_begins_with_the_anchors_before_its_heading(impl: Any, anchor: str, end: str) -> None:
    for gap in (end, end + end):
        before, label = f"# Rain{end}{end}It rains.{end}{end}", anchor.replace("\n", end)
        text = f"{before}{label}{gap}# Snow{end}{end}It snows.{end}"
        assert impl.boundaries(text, "section") in ([len(before), len(before + label + gap)], [
            len(before), len(before) + len(label.split(end)[0] + end), len(before + label + gap),
        ])  # fmt: skip
        headings = [block[0] for block in impl.blocks(text, "markdown") if block[1] == "heading"]
        assert headings == [0, len(before)]


def test_anchors_of_other_places_stay(impl: Any) -> None:
    for text, starts in (
        ("It rains.\n\n<a id=x></a>\n\nIt snows.\n", []),
        ("<a id=x></a>\n\n# Rain\n\nIt rains.\n", [14]),
        ("- a\n  (x)=\n# Rain\n", [11]),
    ):
        assert [p for p in impl.boundaries(text, "section") if p != 4] == starts


def test_a_chunk_that_begins_with_an_anchor_is_under_its_heading() -> None:
    for anchor in ('<a id="fees"></a>', "(fees)="):
        text = f"# Rain\n\n{PAD}{anchor}\n\n# Fees\n\n{PAD}"
        for chunker in (shiplap.AdaptiveChunker(160, 0, unit="characters"), shiplap.RecursiveChunker(160, 0)):
            chunks = chunker.chunk(text, path="a.md")
            assert [chunk.text.split("\n")[0] for chunk in chunks] == ["# Rain", anchor]
            assert chunks[1].headings == ("Fees",) or not chunks[1].headings


@cases(
    ("lines", "is_lead"),
    [
        (".. rubric:: Fees\n   :class: small", True),
        (".. index::\n   single: fees", True),
        (".. index::\n   single: fees\n   pair: fees; and payment", True),
        ("  .. index::\n     single: fees", True),
        (".. index::\n\tsingle: fees", True),
        (".. index::\n" + "   single: fees\n" * 7 + "   last", True),
        (".. index::\n" + "   single: fees\n" * 8 + "   last", False),
        (".. image:: fees.png\n   :class: small", False),
        (".. index::\n\n   single: fees", False),
        ("  .. index::\n  single fees", False),
        ("Fees\n   are due", False),
    ],
)
@cases("end", ["\n", "\r\n"])
def test_options_of_a_directive(impl: Any, lines: str, is_lead: bool, end: str) -> None:
    """D6"""
    before, after = f"It rains.\n\n{lines}\n".replace("\n", end), f"{end}Then it pours.{end}"
    starts = [start for start, _ in impl.windows(before + after, LINES)]
    assert (len(before + end) not in starts) is is_lead


@cases(
    ("directive", "content", "is_lead"),
    [
        (".. py:function:: f(a)", "   It draws.", True),
        (".. code-block:: sh", "\topen", True),
        (".. list-table:: Wells\n   :widths: 1 2", "   * - a", True),
        (".. only:: html", " It draws.", True),
        ("  .. only:: html", "   It draws.", True),
        ("  .. only:: html", "  It draws.", False),
        (".. versionadded:: 1.2", "It draws.", False),
        (".. py:function:: f(a)\n              f(b)", "   It draws.", False),
        (".. only: html", "   It draws.", False),
        (".. :: html", "   It draws.", False),
        ("..only:: html", "   It draws.", False),
        ("only:: html", "   It draws.", False),
        ("x\n   :widths: 1 2", "   * - a", False),
        (".. data:: A\n   :noindex:", "   It draws.", True),  # without a value
        (".. change::\n   :tags: a\n   :tickets:", "   It draws.", True),
        (".. data:: A\n   :noindex:", "It draws.", False),
        ("x\n   :noindex:", "   It draws.", False),
        (f".. {'x' * 29}:: html", "   It draws.", True),
        (f".. {'x' * 30}:: html", "   It draws.", False),
    ],
)
@cases("end", ["\n", "\r\n"])
def test_directives_with_content(impl: Any, directive: str, content: str, is_lead: bool, end: str) -> None:
    """D7"""
    before, after = f"It rains.\n\n{directive}\n".replace("\n", end), f"{end}{content}{end}"
    starts = [start for start, _ in impl.windows(before + after, LINES)]
    assert (len(before + end) not in starts) is is_lead


def test_a_section_begins_with_the_index_before_it(impl: Any) -> None:
    text = "It rains.\n\n.. index::\n   single: fees\n   single: payment\n\n# Fees\n\nThey are due.\n"
    sections = replace(LINES, break_at=Unit("section", SIZE, keeps_headings=True))
    assert [start for start, _ in impl.windows(text, sections)] == [0, text.index(".. index")]
    blocks = [(kind, start) for start, kind, _, _ in impl.blocks(text, "markdown")]
    assert ("heading", text.index(".. index")) in blocks


@cases(
    ("text", "is_lead"),
    [
        # an item, and text that belongs to it
        ("1. Fees\n   They are due.\n", True), ("1. Fees\n\n   They are due.\n", True),
        ("* Fees\n  They are due.\n", True), ("- Fees\n  - of oak\n", True), ("  a) Fees\n     Due.\n", True),
        ("(ii) Fees\n     They are due.\n", True), ("  - Fees\n      Due.\n", True),
        ("- Fees\nThey are due.\n", False), ("- Fees\n- Rent\n", False), ("- Fees\n\nThey are due.\n", False),
        ("  - Fees\n - Rent\n", False), ("1. Fees\n\n2. Rent\n", False), ("Fees\n  They are due.\n", False),
        ("[^1]: Fees\n    They are due.\n", False), ("Ann: Fees\n    They are due.\n", False),
        (f"- {'x' * 78}\n  They are due.\n", True), (f"- {'x' * 79}\n  They are due.\n", False),
        # a title whose pattern does not count
        ("NO WARRANTY\n\nThere is none, as far as the law of the place allows.\n", True),
        ("    How to apply\n\nApply it to all of the wells.\n  Then go.\n", True),
        ("    How to apply\n\n      Apply it to all of the wells.\n      Then go.\n", False),
        ("    How to apply\n\nTo all.\n", False),
        ("How to apply\n\nApply it to all of the wells.\nThen go.\n", False),
        ("NO WARRANTY\nThere is none.\n", False), ("NO WARRANTY\n\nNO FEES\n\nIt is.\n", False),
        ("No Warranty\n\nThere is none.\n", False), ("- NO WARRANTY\n\nThere is none.\n", False),
    ],
)  # fmt: skip
def test_items_and_titles(impl: Any, text: str, is_lead: bool) -> None:
    """D8 and D9."""
    before = "It rains.\n\n"
    starts = [start for start, _ in impl.windows(f"{before}{text}\nThen it pours.\n", LINES)]
    assert (len(before) + text.index("\n") + 1 in starts) is not is_lead


def test_d2_limits_of_remarks_and_labels() -> None:
    assert [is_remark(f"({'x' * (size - 2)})", 0, size) for size in (39, 40, 41)] == [True, True, False]
    for size, is_label in ((79, True), (80, True), (81, False)):
        assert is_marked_label(f"- {'R' * (size - 2)}\n\n  It rains.", 0, 0, size) is is_label
    assert after_break("<br>a", 0, 5) == 4
    assert after_break("<BR />", 0, 6) == 6
    assert after_break("<b>", 0, 3) == after_break(">br", 0, 3) == after_break("<br", 0, 3) == 0


def test_no_lead_is_before_the_first_line() -> None:
    for text in ("\nRain:", "  Rain:", "\n\n**Rain**"):
        assert [p for p in range(len(text)) if ends_with_lead(text, p)] == []
