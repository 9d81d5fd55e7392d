"""Score of a line of text without markup, for code or for prose.

N1. A lead-in does not count for code, whatever it names (a file, an address, a call). It counts for prose if it
    begins with a word of a capital letter and small letters, and white space. A lead-in ends with a colon, after
    which up to MAX_CLOSING signs of emphasis and quotes may follow, or it begins and ends with a code point beyond
    ASCII. It does not begin with a word or a mark of code (`if x.y():`).
N2. A line that is in emphasis as a whole does not count for code: between `*`, between `_`, or between the tags of
    one of LABEL_TAGS, after which a colon may follow. A line that begins with words between `**`, or that ends
    with `</summary>`, or is a link or an anchor of HTML as a whole, does not count for code either. Words in
    capitals between `_` are names of code (`__END__`), not emphasis.
N3. A title between equals signs, or after them, does not count for code: the line begins with up to
    MAX_TITLE_MARKS equals signs, and then has white space, or as many equals signs at its end (`== Fees ==`, `==
    Fees`).
N4. A line of words and a colon that begins with one of LEAD_WORDS (`where:`, `for example:`) counts neither for
    code nor for prose as a paragraph of its own. (In a block of code, the code goes on in the next line.)
N5. Three more lines count neither for code nor for prose as a paragraph of their own: an address without
    indentation (`www.example.org 3`), which has letters, digits and ADDRESS_SIGNS, full stops between letters as
    its only marks of code, and no word of code first; words of the same kind with a semicolon at their end (`(a)
    the cover;`); a number in braces.
N6. A line does not count for code if it is an address of the web (one of SCHEMES first) or of mail, or begins with
    a word of a capital letter and small letters and ends with such an address. `<` may precede the address.
N7. A line of an item with a bullet whose text begins with such a word counts more for prose, by ITEM_SCORE.
"""

from __future__ import annotations

from shiplap._data.code_keywords import WEIGHTS
from shiplap.reference.regions.line import DIGITS, LETTERS, indent, lower, run_of

PREPROCESSOR = ("include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma", "undef", "error")
#: Words of code that begin lead-ins too.
LEAD_WORDS = (
    "as", "for", "if", "in", "unless", "until", "use", "using", "values", "when", "where", "while", "with",
)  # fmt: skip
#: What stands in addresses beside letters and digits.
ADDRESS_SIGNS = frozenset(" .:/@-[](),'|")
#: Code points of the longest keyword; of a line's text that are looked at; words that are counted.
MAX_KEYWORD = max(map(len, WEIGHTS))
MAX_SCORED_TEXT, MAX_WORDS = 160, 24
#: The greatest score of a line, for code or for prose.
MAX_SCORE = 6
NAME = LETTERS | DIGITS | frozenset("_$")
#: The signs of emphasis and quotes that may follow the colon of a lead-in, and their greatest number.
CLOSING, MAX_CLOSING = "*_`\"'", 8
#: Elements of HTML that a line of prose may be as a whole.
LABEL_TAGS = ("b", "strong", "i", "em", "u")
#: The beginnings of an address of the web.
SCHEMES = ("http://", "https://", "ftp://")
#: The signs in a mail address.
MAIL_SIGNS = frozenset("@._+-")
ITEM_SCORE = 2
MAX_TITLE_MARKS = 6
#: The signs of a formula, which may stand between single equals signs.
FORMULA = frozenset("+|=")


def line_score(c: str, i: int) -> int:
    """Return the score of a line: above 0 for code, below 0 for prose, and 0 for comments that begin with `#` and
    for lines without any sign. `i`: the offset where its text begins."""
    end = len(c.rstrip(" \t"))
    if c[i] == "#" and not directive(c, i):
        return 0
    weight = keyword(c, i)
    code = beginning(c, i) + ending(c, end) + weight
    if weight == 1 and c[end - 1] in ":({":
        code += 2
    words = beyond = 0
    for at in range(i + 1, min(end, i + MAX_SCORED_TEXT)):
        before, char, after = c[at - 1], c[at], c[at + 1 : at + 2] if at + 1 < end else ""
        if char == " ":
            words += words < MAX_WORDS and (is_letter(before) or before in ",.") and is_letter(after)
        elif is_letter(char):
            beyond += char > "\x7f"
        else:
            code += operator_score(before, char, after)
    said = words // 2
    if code > 0 and weight == 0:
        if is_lead_in(c, i, end):
            code, said = 0, max(said, begins_sentence(c, i))
        elif is_emphasised(c, i, end) or is_marked_title(c, i, end) or ends_with_address(c, i, end):
            code = 0
        elif c[i] in "*-+" and c[i + 1 : i + 2] == " ":
            said += ITEM_SCORE * begins_sentence(c, i + 2)
    if code == 0 and beyond >= 4:
        said += 2
    if words >= 2 and c[end - 1] in ".?!":
        said += 2
    return max(-MAX_SCORE, min(MAX_SCORE, min(code, 2 * MAX_SCORE) - said))


def is_letter(char: str) -> bool:
    """Return whether a character is a letter of ASCII, or any code point beyond ASCII."""
    return char in LETTERS or char > "\x7f"


def is_name(char: str) -> bool:
    """Return whether a character is a letter, a digit, `_` or `$`."""
    return char in NAME or char > "\x7f"


def keyword(c: str, i: int) -> int:
    """Return the weight of the first word: 2 for a word of code, 1 for a word of code that is English too, or
    0."""
    end = i
    while end < len(c) and end - i <= MAX_KEYWORD and c[end] in NAME:
        end += 1
    return WEIGHTS.get(c[i:end], 0)


def directive(c: str, i: int) -> int:
    """Return the score of a line that begins with `#` and is not a comment: a line of the preprocessor, `#!`,
    `#[`."""
    end = i + 1
    while end < len(c) and c[end] in LETTERS:
        end += 1
    return 4 if c[i + 1 : end] in PREPROCESSOR or c[i + 1 : i + 2] in ("!", "[") else 0


def beginning(c: str, i: int) -> int:
    """Return the score of the beginning of a line for code."""
    if c[i] == "#":
        return directive(c, i)
    if c.startswith(">>> ", i):
        return 6
    if c[i] == "}" or c.startswith(("//", "/*", "*/"), i):
        return 3
    if c[i] in "@" and is_letter(c[i + 1 : i + 2] or " "):
        return 3
    if c.startswith("$ ", i):
        return 3
    if c[i] in ")]{" or c.startswith(('"""', "'''"), i):
        return 2
    if c[i] == "<" and (c[i + 1 : i + 2] == "/" or is_letter(c[i + 1 : i + 2] or " ")):
        return 2
    return 0


def ending(c: str, end: int) -> int:
    """Return the score of the end of a line for code."""
    if c[end - 1] in "{}":
        return 3
    if c[end - 1] in ";([":
        return 2
    return 1 if c[end - 1] == "\\" else 0


def is_lead_in(c: str, i: int, end: int) -> bool:
    """Return whether a line that begins with no word of code is a lead-in (N1)."""
    if beginning(c, i):
        return False
    last = end
    while last > i + 1 and end - last < MAX_CLOSING and c[last - 1] in CLOSING:
        last -= 1
    return c[last - 1] == ":" or (c[i] > "\x7f" and c[end - 1] > "\x7f")


def is_wordy_lead_in(c: str, i: int) -> bool:
    """Return whether a line has only words and a colon, and begins with one of LEAD_WORDS (N4)."""
    end = len(c.rstrip(" \t")) - 1
    first = i
    while first < end and c[first] in LETTERS:
        first += 1
    is_plain = all(is_letter(char) or char in " \t,'-" for char in c[first:end])
    return c[end] == ":" and c[i:first] in LEAD_WORDS and is_plain


def says_nothing(c: str, i: int) -> bool:
    """Return whether a line that is a paragraph of its own has the score 0 in spite of marks of code (N4, N5)."""
    return is_wordy_lead_in(c, i) or is_address(c, i)


def is_address(c: str, i: int) -> bool:
    """Return whether a line is like an address, or is a clause with a semicolon at its end (N5)."""
    end = len(c.rstrip(" \t"))
    if c[i] == "{":
        return end > i + 2 and c[end - 1] == "}" and all(char in DIGITS for char in c[i + 1 : end - 1])
    is_clause = c[end - 1] == ";"
    end -= is_clause
    if (" " not in c[i:end] if is_clause else i > 0) or keyword(c, i) or beginning(c, i):
        return False
    for at in range(i, end):
        before = c[at - 1] if at > i else " "
        if not (is_letter(c[at]) or c[at] in DIGITS or c[at] in ADDRESS_SIGNS):
            return False
        if (c[at] in "([" and (is_name(before) or before in ")]")) or (c[at] in ")]" and before in "(["):
            return False
        if c[at] == before == ":":
            return False
    return True


def ends_with_address(c: str, i: int, end: int) -> bool:
    """Return whether a line is an address of the web, or a sentence begins at i and ends with an address (N6)."""
    begin = end
    while begin > i and c[begin - 1] not in " \t":
        begin -= 1
    first = begin + (c[begin] == "<")
    is_address = any(c.startswith(scheme, first) for scheme in SCHEMES) or is_mail(c, first, end)
    return is_address and (begin == i or begins_sentence(c, i))


def is_mail(c: str, begin: int, end: int) -> bool:
    """Return whether a word, without `<` before it, is a mail address, perhaps with `>` after it (N6)."""
    end -= c[end - 1] == ">"
    at = c.find("@", begin, end)
    is_inside = at > begin and at + 1 < end
    return is_inside and all(is_letter(char) or char in DIGITS or char in MAIL_SIGNS for char in c[begin:end])


def begins_sentence(c: str, i: int) -> bool:
    """Return whether the text at i begins with a capital letter, then a small letter or one beyond ASCII, and
    later has white space."""
    end = i + 1
    while is_letter(c[end : end + 1] or " "):
        end += 1
    if not "A" <= c[i : i + 1] <= "Z" or end == i + 1:
        return False
    return not "A" <= c[i + 1] <= "Z" and c[end : end + 1] in (" ", "\t")


def is_emphasised(c: str, i: int, end: int) -> bool:
    """Return whether a line is in emphasis as a whole (N2)."""
    if c[i] == "<":
        end -= c[end - 1] == ":"
        is_summary = lower(c[i:end]).endswith("</summary>")
        is_link = lower(c[i : i + 3]) == "<a " and lower(c[i:end]).endswith("</a>")
        return is_summary or is_link or any(is_element(c, i, end, tag) for tag in LABEL_TAGS)
    if c.startswith("**", i) and c[i + 2] not in "* \t":
        close = c.find("**", i + 3)
        if close > 0 and c[close - 1] not in " \t":
            return True
    if c[i] not in "*_" or c[end - 1] != c[i]:
        return False
    inner = run_of(c, i, c[i])
    is_constant = c[i] == "_" and "A" <= c[inner + 1 : inner + 2] <= "Z"
    return c[inner : inner + 1] not in (" ", "\t") and not is_constant


def is_element(c: str, i: int, end: int, tag: str) -> bool:
    """Return whether a line begins and ends with the tags of an element."""
    return lower(c[i : i + len(tag) + 2]) == f"<{tag}>" and lower(c[:end]).endswith(f"</{tag}>")


def is_marked_title(c: str, i: int, end: int) -> bool:
    """Return whether a line is a title between equals signs, or after them (N3)."""
    marks = run_of(c, i, "=")
    if i > 0 or not 0 < marks <= MAX_TITLE_MARKS or marks == end:
        return False
    return c[marks] in " \t" or title_marks(c, end) > 0


def title_marks(c: str, end: int) -> int:
    """Return the number of equals signs on each side of the title of a line, or 0. The title has a letter or a
    digit. A single equals sign has white space next to it. Its title begins with a letter or a digit, and has no
    sign of a formula (FORMULA)."""
    marks, last = run_of(c, 0, "="), end
    while last > marks and c[last - 1] == "=":
        last -= 1
    if not 0 < marks == end - last <= MAX_TITLE_MARKS:
        return 0
    if marks == 1 and not (c[1] in " \t" and c[last - 1] in " \t"):
        return 0
    title = c[indent(c, marks)[0] : last]
    if marks == 1 and (set(title) & FORMULA or not (is_letter(title[:1]) or title[:1] in DIGITS)):
        return 0
    return marks if any(is_letter(char) or char in DIGITS for char in title) else 0


def operator_score(before: str, char: str, after: str) -> int:
    """Return the score of a mark inside a line for code, by the code points on both sides of it."""
    if char == "_":
        return is_name(before) and is_name(after or " ")
    if char == ".":
        return is_letter(before) and is_letter(after or " ")
    if char in "([":
        return is_name(before) or before in ")]"
    if char in ")]":
        return before in "(["
    if char in "{}":
        return 1
    if char == "=":
        if before in "=!<>+-*/|&%^:":
            return 2
        return 2 if before == " " and after == " " else is_name(before) and after not in ("", "=")
    if char == ">":
        return 2 * (before in "-=/")
    if char == "/":
        return 2 * (before == "<")
    if char in ":&|":
        return 2 * (before == char and after != "")
    return 0
