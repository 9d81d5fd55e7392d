"""Leads: lines that belong to the text after them. A chunk that ended with a lead would separate the lead from
that text.

A lead is the last visible line before a line that begins within CAP code points after it. A lead is also found
from an offset inside it, if it ends at most CAP code points after that offset. No part of a lead is followed
further than CAP code points.

D1  A lead-in ends with a colon of any script. After the colon there may be a dash and up to MAX_CLOSING quotes and
    signs of emphasis, and then HTML tags that close an element or break a line. Three colons or more close a
    container, and a name in colons after other text is a picture (`:smile:`): neither is a lead-in.
D2  A label is a line that is in bold or italics as a whole, in Markdown, MediaWiki or HTML. It has one span or
    several. The sign of emphasis of a span does not occur inside the span. Between the spans are white space,
    colons, commas, dashes, line breaks of HTML, and times, as after the name of a speaker: `**Step 1:** **Open**`,
    `**Ann** (00:01:10)`. A time after a colon is the value of a name, and must be in brackets. One of LABEL_DASHES
    may follow the last span (`**Fees** –`), or a remark in parentheses of at most MAX_REMARK code points without a
    colon (`**Fees** (optional)`). Attributes in braces may follow the label (`**Fees** {#fees}`), a paragraph of
    HTML may surround it (`<p><b>Fees</b></p>`), and a symbol beyond ASCII may precede it. A quotation `>` of such
    a label is a label too. So is an item (I1) of such a label, except a footnote or a speaker, if the text that
    follows is indented more. For an item with a number or a letter, it is enough that the text that follows is not
    an item of the same style: `1. **Fees**`. A line that ends with one of LABEL_ENDS, or begins with a rubric of
    reStructuredText, or is in the brackets `【】` as a whole, is a label too.
D3  An anchor is one of these lines: tags alone, and the first tag has an id or a name; a target of MyST or
    AsciiDoc, `(fees)=`, `[[fees]]`, `[#fees]`; one of Markdown, `[](){#fees}`; a directive of reStructuredText
    that marks the text after it, or a node of Texinfo, listed in MARKING. (A target of reStructuredText ends with
    a colon, so D1 applies.)
D4  A question ends with a question mark. It begins with a speaker (`items.is_speaker`), or with Q, an optional
    number, and a full stop or a closing parenthesis: `Q: How deep is it?`, `Q2. How deep is it?`
D5  The version line of a changelog follows a blank line and has up to MAX_VERSION_LINE code points. Up to
    MAX_MARKS equals signs on each side are not part of it. It ends with a letter, a digit, a closing mark or a
    sign of emphasis. It begins with a version, or with one word and then a version. Opening brackets, signs of
    emphasis and a `v` may precede the version. A version is at least two numbers with full stops between them, or
    at least three with hyphens, as in a date.
D6  An option of a rubric or of a directive of MARKING is a lead too. It is a line right below the directive, or
    right below another option of the directive, that is indented more than the directive. A directive has at most
    MAX_OPTIONS options.
D7  A directive of reStructuredText (`.. note::`), or an option of a directive that begins with a colon, is a lead
    if the text after it is indented more than the directive. That text is the content of the directive.
D8  The first line of an item (I1), except a footnote or a speaker, is a lead if it has at most MAX_TITLE code
    points and the text that follows is indented more: the text or the first nested item belongs to it.
D9  A line of its own with the heading pattern CAPITALS or INDENTED is a lead even in a text in which the pattern
    does not count, if the text that follows has no heading pattern.
"""

from __future__ import annotations

from shiplap._data.heading_looks import MAX_TITLE
from shiplap._data.heading_numbers import CAPITALS, INDENTED
from shiplap._data.sentence_marks import COLONS, DASHES, EMPHASIS
from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.items import (
    DIGITS,
    FOOTNOTE,
    MAX_DIGITS,
    SPEAKER,
    after_indent,
    is_gap,
    item_style,
)
from shiplap.reference.boundaries.lines import INDENTATION, follows_blank_line, line_start, next_line
from shiplap.reference.boundaries.looks import line_alone, look, visible_part
from shiplap.reference.boundaries.sentences import CAP, gap_before, line_ends
from shiplap.reference.boundaries.standard import LETTERS, kind_of

#: The kinds of the last code point of a sentence inside a line.
ENDS = ("STOP", "TERMINAL", "CLOSE", "QUOTE")
#: The most marks after the colon of a lead-in, and the most code points of a name in colons.
MAX_CLOSING = 8
MAX_NAME = 32
#: The most tags after the colon, and the most code points of a tag.
MAX_TAGS = 4
MAX_TAG = 16
MAX_VERSION_LINE = 80
#: The most anchors in a row that belong to one heading.
MAX_ANCHORS = 2
#: Signs of emphasis around a whole line, each with the fewest in a run; a run has at most MAX_SIGNS.
SIGNS = {"*": 1, "_": 1, "'": 2}
MAX_SIGNS = 5
#: The tags of emphasis.
TAGS = ("b", "strong", "i", "em", "u")
LABEL_ENDS = ("</summary>", "</dt>", "</h1>", "</h2>", "</h3>", "</h4>", "</h5>", "</h6>")
PARAGRAPH, PARAGRAPH_END = "<p>", "</p>"
#: The most code points of attributes in braces.
MAX_ATTRIBUTES = 64
#: The most code points of a remark in parentheses, with the parentheses.
MAX_REMARK = 40
#: Directives of reStructuredText: a label, and the directives that mark the text after them.
RUBRIC = ".. rubric::"
MARKING = (
    ".. index::", ".. module::", ".. currentmodule::", ".. py:module::", ".. py:currentmodule::", "@node ",
    "@cindex ", "@anchor{", "\\label{",
)  # fmt: skip
#: The most option lines of such a directive.
MAX_OPTIONS = 8
#: The most equals signs on one side of a version.
MAX_MARKS = 6
#: The most code points of a time, and the signs that it may contain, without brackets and in brackets.
MAX_TIME = 32
TIME_SIGNS, BRACKETED_TIME_SIGNS = frozenset(":.,"), frozenset(":., apmAPM") | DASHES
QUESTION_MARKS = frozenset("?？؟")
LABEL_DASHES = frozenset("–—")


def ends_with_lead(text: str, p: int) -> bool:
    """Return whether the text before p ends with a lead. If p follows white space inside a line that is a lead,
    return whether the text before p ends with a part of the lead. A sentence before p that ends with a mark or a
    closing mark is not a part of it."""
    end = gap_before(text, p)
    if end == 0 or text[end - 1] in WHITE_SPACE:
        return False
    if not line_ends(text, end, p):
        if end == p or kind_of(text[end - 1]) in ENDS:
            return False
        rest = rest_of_line(text, p)
        if rest is None:
            return False
        end = rest
    return is_lead_in(text, end) or is_label(text, end)


def rest_of_line(text: str, p: int) -> int | None:
    """Return the end of the visible part of the line of p, or None if the line ends more than CAP code points
    after p."""
    end = next_line(text, p)
    if end is None and len(text) - p <= CAP:
        end = len(text)
    while end is not None and end > p and text[end - 1] in WHITE_SPACE:
        end -= 1
    return end


# ---- lead-ins


def is_lead_in(text: str, end: int) -> bool:
    """Return whether a lead-in ends at `end` (D1)."""
    i = before_tags(text, end)
    closing = i
    while i > 0 and closing - i < MAX_CLOSING and is_closing(text[i - 1]):
        i -= 1
    if i > 0 and text[i - 1] in DASHES:
        i -= 1
    begin = i
    while begin > 0 and i - begin < 3 and text[begin - 1] in COLONS:
        begin -= 1
    return 0 < i - begin < 3 and not (i - begin == 1 and is_name(text, begin))


def before_tags(text: str, end: int) -> int:
    """Return the beginning of the tags that end at `end` and close an element or break a line. White space may
    separate them."""
    for _ in range(MAX_TAGS):
        begin = end - 1
        if begin < 0 or text[begin] != ">":
            break
        while begin > 0 and end - begin < MAX_TAG and text[begin] != "<" and text[begin] < "\x80":
            begin -= 1
        if text[begin : begin + 2] != "</" and text[begin : begin + 3].lower() != "<br":
            break
        end = begin
        while end > 0 and begin - end < MAX_CLOSING and text[end - 1] in INDENTATION:
            end -= 1
    return end


def is_closing(char: str) -> bool:
    """Return whether a character may follow the colon of a lead-in: a quote, a sign of emphasis, or the backslash
    of a hard line break."""
    return char in EMPHASIS or char == "\\" or kind_of(char) == "QUOTE"


def is_name(text: str, colon: int) -> bool:
    """Return whether a name in colons ends with the colon at `colon`, after white space in its line."""
    begin = colon
    while begin > 0 and colon - begin < MAX_NAME and is_of_name(text[begin - 1]):
        begin -= 1
    return begin < colon and begin > 1 and text[begin - 1] == ":" and text[begin - 2] in INDENTATION


def is_of_name(char: str) -> bool:
    """Return whether a character may occur in the name of a picture."""
    return "a" <= char <= "z" or "0" <= char <= "9" or char in "_+-"


# ---- labels


def is_label(text: str, end: int) -> bool:
    """Return whether the line whose visible part ends at `end` is a lead that does not end with a colon (D2 to
    D9)."""
    if end == 0 or not may_end_label(text[end - 1]):
        return False
    begin = line_start(text, end)
    if begin is None:
        return False
    first = after_indent(text, begin)
    return (
        is_emphasised(text, first, before_tags(text, end))
        or is_emphasised(text, first, end)
        or is_marked_label(text, begin, first, end)
        or is_closed_label(text, first, end)
        or text[first:end].startswith(RUBRIC)
        or is_anchor(text, first, end)
        or options_begin(text, begin) < begin
        or has_content(text, begin, first, end)
        or (text[end - 1] in QUESTION_MARKS and is_question(text, begin, first))
        or is_version_line(text, begin, first, end)
        or (
            look(text, begin) in (CAPITALS, INDENTED)
            and not look(text, line_alone(text, visible_part(text, begin))[1])
        )
    )


def may_end_label(char: str) -> bool:
    """Return whether a label may end with a character."""
    return char in "*_'>=]:\\" or char in QUESTION_MARKS | LABEL_DASHES or ends_version_line(char)


def is_closed_label(text: str, first: int, end: int) -> bool:
    """Return whether text[first:end] ends with one of LABEL_ENDS, is in the brackets `【】` as a whole, or is a
    paragraph of HTML that is in bold or italics as a whole (D2)."""
    if text[first:end].lower().endswith(LABEL_ENDS) or (text[first] == "【" and text[end - 1] == "】"):
        return True
    inner, last = first + len(PARAGRAPH), end - len(PARAGRAPH_END)
    is_paragraph = text[first:inner].lower() == PARAGRAPH and text[last:end].lower() == PARAGRAPH_END
    return is_paragraph and inner < last and is_emphasised(text, inner, last)


def before_attributes(text: str, first: int, end: int) -> int:
    """Return the beginning of the attributes in braces that end at `end`, and of the white space before them, but
    not before `first`. Return `end` if attributes are missing."""
    begin = end - 1
    while begin > first and end - begin < MAX_ATTRIBUTES and text[begin] != "{":
        begin -= 1
    if begin <= first or text[end - 1] != "}" or text[begin] != "{":
        return end
    while begin > first and text[begin - 1] in INDENTATION:
        begin -= 1
    return begin


def is_emphasised(text: str, first: int, end: int) -> bool:
    """Return whether text[first:end] is in bold or italics as a whole (D2)."""
    if first < end and text[end - 1] == "\\":
        end -= 1
    if first < end and text[first] in SIGNS:
        end = before_attributes(text, first, end)
    spans, i, is_value = 0, first, False
    while i < end:
        after = after_span(text, i, end)
        spans += after > i
        if after == i and text[i] > "\x7f" and kind_of(text[i]) in ("OTHER", "EXTEND"):
            after = i + 1
        if after == i:
            after = after_time(text, i, end, is_value)
        if after == i:
            after = after_break(text, i, end)
        if after == i:
            return spans > 0 and is_remark(text, i, end)
        is_value = follows_colon(text, after)
        i = after
        while i < end and (text[i] in WHITE_SPACE or text[i] in DASHES or text[i] in COLONS or text[i] == ","):
            is_value = is_value or text[i] in COLONS
            i += 1
    return spans > 0


def after_break(text: str, i: int, end: int) -> int:
    """Return the end of the tag `<br>` at i, with its attributes; i if the tag is missing."""
    last = text.find(">", i, end)
    return last + 1 if last > i and text[i : i + 3].lower() == "<br" else i


def is_remark(text: str, i: int, end: int) -> bool:
    """Return whether text[i:end] is a remark in parentheses (D2)."""
    is_enclosed = text[i] == "(" and text[end - 1] == ")" and end - i <= MAX_REMARK
    return is_enclosed and not any(char in "()" or char in COLONS for char in text[i + 1 : end - 1])


def is_marked_label(text: str, begin: int, first: int, end: int) -> bool:
    """Return whether the line at `begin`, visible from `first` to `end`, is a list item mark, or `>`, and then a
    label that is in emphasis as a whole (D2), or a short text (D8), and the text that follows may belong to it."""
    style = 0 if text[first] == ">" else item_style(text, first)
    if text[first] != ">" and not 0 < style < FOOTNOTE:
        return False
    inner, after = first, end
    while inner < end and text[inner] not in WHITE_SPACE:
        inner += 1
    while inner < end and text[inner] in INDENTATION:
        inner += 1
    is_marked = text[end - 1] in EMPHASIS | LABEL_DASHES and is_emphasised(text, inner, end)
    if not is_marked and (not style or end - first > MAX_TITLE):
        return False
    while after < len(text) and after - end < CAP and text[after] in WHITE_SPACE:
        after += 1
    line = after
    while line > end and text[line - 1] in INDENTATION:
        line -= 1
    is_inside = after - line > first - begin
    return not style or is_inside or (is_marked and style >= DIGITS and item_style(text, after) != style)


def after_span(text: str, i: int, end: int) -> int:
    """Return the end of the bold or italic span at i, at most `end`; i if no span begins at i."""
    sign = text[i]
    if sign == "<":
        return max(after_element(text, i, end, tag) for tag in TAGS)
    if sign not in SIGNS:
        return i
    inner = i
    while inner < end and inner - i < MAX_SIGNS and text[inner] == sign:
        inner += 1
    count = inner - i
    if count < SIGNS[sign] or inner == end or text[inner] in WHITE_SPACE or text[inner] == sign:
        return i
    width = min(count, 2)
    last = text.find(sign * width, inner, end)
    if last < 0:
        return i
    after = last
    while after < end and text[after] == sign:
        after += 1
    return after if after - last >= count and text[after - count - 1] not in WHITE_SPACE else i


def after_element(text: str, i: int, end: int, tag: str) -> int:
    """Return the end of the HTML element at i, at most `end`; i if the element is missing or empty."""
    opens, closes = f"<{tag}>", f"</{tag}>"
    inner = i + len(opens)
    if text[i : min(inner, end)].lower() != opens:
        return i
    for last in range(inner + 1, end - len(closes) + 1):
        if text[last : last + len(closes)].lower() == closes:
            return last + len(closes)
    return i


def after_time(text: str, i: int, end: int, is_value: bool) -> int:
    """Return the end of the time at i, at most `end`; i if no time begins at i. A time is digits around a colon.
    It is in brackets, or without them if it is not a value; without brackets, `AM` or `PM` may follow."""
    at = i + (text[i] == "\\")
    bracketed = at < end and text[at] in "(["
    if not bracketed and (is_value or at > i):
        return i
    at += bracketed
    signs = BRACKETED_TIME_SIGNS if bracketed else TIME_SIGNS
    begin, has_colon = at, False
    while at < end and at - begin < MAX_TIME and ("0" <= text[at] <= "9" or text[at] in signs):
        has_colon = has_colon or (text[at] == ":" and at > begin and "0" <= text[at + 1 : at + 2] <= "9")
        at += 1
    if at == begin or not has_colon or not "0" <= text[begin] <= "9":
        return i
    if not bracketed:
        half = at + (text[at : at + 1] == " ")
        return half + 2 if half + 2 <= end and text[half : half + 2].lower() in ("am", "pm") else at
    at += text[at : at + 1] == "\\"
    return at + 1 if at < end and text[at] in ")]" else i


def follows_colon(text: str, p: int) -> bool:
    """Return whether only signs of emphasis separate p from a colon before it."""
    i = p
    while i > 0 and p - i < MAX_SIGNS and text[i - 1] in SIGNS:
        i -= 1
    return i > 0 and text[i - 1] in COLONS


def is_anchor(text: str, first: int, end: int) -> bool:
    """Return whether text[first:end] is an anchor (D3)."""
    line = text[first:end]
    if line.startswith("<"):
        return is_anchor_tag(line)
    if line.startswith(MARKING):
        return True
    for opens, closes in (("(", ")="), ("[[", "]]"), ("[#", "]"), ("[](){#", "}")):
        name = line[len(opens) : -len(closes)]
        if line.startswith(opens) and line.endswith(closes) and name and not any(char in "()[] " for char in name):
            return True
    return False


def options_begin(text: str, begin: int) -> int:
    """Return the beginning of the directive of which the line at `begin` is an option (D6), or `begin`."""
    p = above_options(text, begin)
    return p if p < begin and text.startswith((RUBRIC, *MARKING), after_indent(text, p)) else begin


def above_options(text: str, begin: int) -> int:
    """Return the beginning of the line of which the line at `begin` may be an option: the first line above it that
    is indented less (D6). Return `begin` if such a line is missing."""
    p, indent = begin, after_indent(text, begin) - begin
    for _ in range(MAX_OPTIONS if indent else 0):
        above = line_start(text, gap_before(text, p))
        if above is None or next_line(text, above) != p:
            break
        p = above
        if after_indent(text, p) - p < indent:
            return p
    return begin


def has_content(text: str, begin: int, first: int, end: int) -> bool:
    """Return whether the line at `begin`, visible from `first` to `end`, is a directive with content, or an option
    of such a directive (D7)."""
    p = above_options(text, begin) if text[first] == ":" else begin
    directive = after_indent(text, p)
    if not is_directive(text, directive, end):
        return False
    after = end
    while after < len(text) and after - end < CAP and text[after] in WHITE_SPACE:
        after += 1
    line = after
    while line > end and text[line - 1] in INDENTATION:
        line -= 1
    return after < len(text) and text[after] not in WHITE_SPACE and after - line > directive - p


def is_directive(text: str, p: int, end: int) -> bool:
    """Return whether a directive of reStructuredText is at p: two full stops, a space, a name, and two colons."""
    i = p + 3
    while i < end and i - p < MAX_NAME and (is_of_name(text[i]) or text[i] == ":") and text[i : i + 2] != "::":
        i += 1
    return text.startswith(".. ", p) and i > p + 3 and text.startswith("::", i) and i + 2 <= end


def is_target(text: str, first: int, end: int) -> bool:
    """Return whether text[first:end] is an anchor, or a target of reStructuredText: `.. _fees:`."""
    line = text[first:end]
    return is_anchor(text, first, end) or (line.startswith(".. _") and line.endswith(":"))


def is_anchor_tag(line: str) -> bool:
    """Return whether a line consists of tags and white space, and the first tag has an id or a name."""
    tag = line[: line.find(">") + 1].lower()
    if " id=" not in tag and " name=" not in tag:
        return False
    inside = False
    for char in line:
        if char == "<" or char == ">":
            if inside == (char == "<"):
                return False
            inside = not inside
        elif not inside and char not in INDENTATION:
            return False
    return not inside


def is_question(text: str, begin: int, first: int) -> bool:
    """Return whether the line at `begin`, visible from `first`, begins as a question does (D4)."""
    if text[first] != "Q":
        return item_style(text, begin) == SPEAKER
    i = first + 1
    while i < len(text) and i - first <= MAX_DIGITS and "0" <= text[i] <= "9":
        i += 1
    is_marked = text[i : i + 1] != "" and text[i] in ".)" and is_gap(text, i + 1)
    return is_marked or item_style(text, begin) == SPEAKER


# ---- versions


def is_version_line(text: str, begin: int, first: int, end: int) -> bool:
    """Return whether the line at `begin`, visible from `first` to `end`, is the version line of a changelog
    (D5)."""
    if end - begin > MAX_VERSION_LINE:
        return False
    first, end = within_marks(text, first, end)
    if first >= end or not ends_version_line(text[end - 1]):
        return False
    i = after_opener(text, first, end)
    if not is_version(text, i, end):
        while i < end and text[i] not in WHITE_SPACE:
            i += 1
        second = after_opener(text, i + 1, end)
        if i == first or kind_of(text[first]) not in LETTERS or not is_version(text, second, end):
            return False
    return begin == 0 or follows_blank_line(text, begin)


def within_marks(text: str, first: int, end: int) -> tuple[int, int]:
    """Return the limits of text[first:end] without the equals signs on each side and the white space next to
    them."""
    begin, last = first, end
    while begin < last and begin - first < MAX_MARKS and text[begin] == "=":
        begin += 1
    while last > begin and end - last < MAX_MARKS and text[last - 1] == "=":
        last -= 1
    if begin > first:
        while begin < last and text[begin] in WHITE_SPACE:
            begin += 1
    if last < end:
        while last > begin and text[last - 1] in WHITE_SPACE:
            last -= 1
    return begin, last


def ends_version_line(char: str) -> bool:
    """Return whether a version line may end with a character."""
    kind = kind_of(char)
    return kind in LETTERS or kind in ("DIGIT", "CLOSE") or char in EMPHASIS


def after_opener(text: str, i: int, end: int) -> int:
    """Return the offset after any opening brackets and signs of emphasis at i, and after a `v` that follows."""
    while i < end and (text[i] in "([" or text[i] in EMPHASIS):
        i += 1
    return i + 1 if i < end and text[i] in "vV" else i


def is_version(text: str, i: int, end: int) -> bool:
    """Return whether a version or a date is at i."""
    separators = 0
    while i < end and "0" <= text[i] <= "9":
        while i < end and "0" <= text[i] <= "9":
            i += 1
        if i + 1 >= end or text[i] not in ".-" or not "0" <= text[i + 1] <= "9":
            break
        separators += 2 if text[i] == "." else 1
        i += 1
    return separators >= 2
