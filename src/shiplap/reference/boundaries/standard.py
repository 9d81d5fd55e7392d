"""The standard sentence rule: the ends of sentences, by the text on both sides of a mark, in any language.

A boundary at p has this shape. All parts except the mark may be missing. White space belongs to the sentence
before it:

    He said “no” twice (really).¹  “Then we went.
                               ││ │ │└ first: the first letter or digit that is not an opening mark
                               ││ │ └ p
                               ││ └ gap: the white space before p begins here
                               │└ stop: closing marks (brackets, quotes, footnote marks) begin here
                               └ begin: the mark, or a run of marks, begins here

No part is followed further than CAP code points. Beyond that, the offset is no boundary.

The clauses of the rule are numbered; the first that applies decides. The core, its fast paths, csrc and the tests
cite the numbers.

    S1   p is inside white space, or no visible code point is within CAP code points before p: no boundary.
    S2   Two line ends before p, or one line end before p and a list item at p: boundary.
    S3   The text at p belongs to the sentence before p: no boundary.
    S4   No mark before p: no boundary, except after a Korean word in the polite style, at a space after a long run
         of Thai, and, if the language is given, after a semicolon before a starter.
    S5   More than CAP marks: no boundary.

Without white space before p:

    S6   A closing mark after which the sentence goes on, or ASCII on both sides: no boundary.
    S7   A mark of a script without spaces, or a star: boundary.
    S8   ! or ?: boundary between East Asian letters, and, with the space left out, between two plain words; no
         boundary otherwise.
    S9   A full stop after an East Asian letter: boundary before another one; no boundary otherwise.
    S10  A full stop with the space left out, between small letters and the capital of a starter: boundary. In all
         other cases: no boundary.

With white space before p:

    S11  A comma or the like at p, or, after a full stop, a sign that joins both sides (&, >): no boundary.
    S12  An ellipsis or several full stops: boundary, except before a small letter or a letter without case, and
         except inside brackets.
    S13  A small letter after a closing mark, or after a dash: no boundary.
    S14  A mark other than a full stop: boundary, except after a quotation before a letter without case, after
         Yahoo!, and before a word that names the speaker.

After one full stop, by the word before it:

    S15  A number directly after the full stop that belongs to the word before it (Fig.3): no boundary. No word, or
         a very long word: boundary; before a small letter only if the language is given, or if the letter is a
         label, (b).
    S16  A small letter follows: boundary before an address, and after an unknown word of at least four small
         letters; if the language is given, or if the letter is a label, after any unknown word or determiner; no
         boundary otherwise.
    S17  An Armenian word, where a full stop is a colon: no boundary.
    S18  One capital letter: boundary before a starter, except if the letter labels a line or a choice (A. Stay. B.
         Go.).
    S19  A title, or a word that is never the last: no boundary, except if it is an abbreviation too, before a
         starter.
    S20  One letter of another kind: as S18.
    S21  A word that numbers follow, before a number: no boundary.
    S22  An abbreviation, or single letters with full stops: boundary before a starter; no boundary otherwise.
    S23  A part of a date, or the year of a report, or a number after it (RFDA 1997. 1228, JCP 2001. II. 12): no
         boundary.
    S24  A number, possibly a Roman one: boundary, except if it is an ordinal or a label.
    S25  A Hangul syllable that labels a line: no boundary. In all other cases: boundary.
"""

from __future__ import annotations

from shiplap._data.sentence_marks import (
    BULLETS,
    DASHES,
    EMPHASIS,
    FORMAL,
    JOINERS,
    NOTE_SIGNS,
    NUMBER_SIGNS,
    NUMERALS,
    OPENING_QUOTES,
    POLITE,
    POLITE_NOT,
    SPEECH,
    STARS,
)
from shiplap._data.unicode import WHITE_SPACE, sentence_class
from shiplap.reference.boundaries.lexicon import LONGEST_WORD, Lexicon
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends

#: The most opening marks between p and the first letter.
OPENERS = 8

#: The most code points of a footnote mark.
NOTE = 24

#: The fewest Thai letters before a space that ends a phrase.
PHRASE = 40

#: The most letters of the series of a report, between a year and a number.
SERIES = 5

LETTERS = frozenset(("LOWER", "UPPER", "LETTER"))


def standard(text: str, p: int, known: Lexicon) -> bool:
    """Return whether a sentence ends before p: by the layout, or by a mark that has no other meaning in its
    context."""
    if text[p] in WHITE_SPACE:
        return False  # S1
    gap = gap_before(text, p)
    if gap == 0 or text[gap - 1] in WHITE_SPACE:
        return False  # S1
    if gap < p:
        lines = line_ends(text, gap, p)
        if lines >= 2 or (lines == 1 and is_marker(text, p)):
            return True  # S2
        if belongs_before(text, p):
            return False  # S3
    elif belongs_joined(text, p):
        return False  # S3
    stop = closing_begins(text, gap, p)
    begin = stop
    while begin > 0 and stop - begin < CAP and is_mark(text, begin - 1):
        begin -= 1
    if begin == stop == gap < p:
        return is_polite(text, gap) or ends_phrase(text, gap, p) or ends_clause(text, gap, p, known)  # S4
    if begin == stop or (begin > 0 and is_mark(text, begin - 1)):
        return False  # S4, S5
    if gap == p:
        return ends_joined(text, begin, stop, p, known)
    return ends_spaced(text, begin, stop, gap, p, known)


# ---- the layout


def is_polite(text: str, end: int) -> bool:
    """Return whether a Korean word in the polite or the formal style ends at `end`: -요 or -니다, with at least
    two syllables. Such words end a sentence, with or without a full stop. Some nouns end in the same way (필요,
    중요) and are excluded."""
    if end < 2 or not is_hangul(text[end - 2]):
        return False
    if text[end - 1] == POLITE:
        return text[end - 2] not in POLITE_NOT
    return text[end - 2 : end] == FORMAL


def ends_phrase(text: str, end: int, p: int) -> bool:
    """Return whether a long run of Thai ends at `end`, and Thai continues after the white space. Thai has no
    marks: a space ends a phrase or a sentence."""
    i = end
    while i > 0 and end - i < PHRASE and is_thai(text[i - 1]):
        i -= 1
    return end - i == PHRASE and is_thai(text[p])


def ends_clause(text: str, end: int, p: int, known: Lexicon) -> bool:
    """Return whether a semicolon ends at `end`, and the word at p is a starter: it has a capital letter because it
    is the first word of a sentence."""
    return known.told and text[end - 1] == ";" and is_starter(text, p + 1 if text[p] in "¿¡" else p, known)


def is_marker(text: str, p: int) -> bool:
    """Return whether p begins a list item or a heading, in one of three forms. A bullet or a run of one bullet
    (`##`), and then white space. Up to three digits or one letter with a full stop or a closing bracket, and then
    white space. In Chinese and Japanese, U+30FB, or numerals and U+3001."""
    i = p
    if text[p] == "・":
        return True
    if text[p] in NUMERALS:
        while i < len(text) and i - p < 3 and text[i] in NUMERALS:
            i += 1
        return i < len(text) and text[i] == "、"
    if text[p] in BULLETS:
        while i < len(text) and i - p < OPENERS and text[i] == text[p]:
            i += 1
        return i < len(text) and text[i] in WHITE_SPACE
    if text[i] == "(":
        i += 1
    label = i
    while i < len(text) and i - label < 3 and kind_of(text[i]) == "DIGIT":
        i += 1
    if i == label and i < len(text) and kind_of(text[i]) in LETTERS:
        i += 1
    return i > label and i + 1 < len(text) and text[i] in ".)" and text[i + 1] in WHITE_SPACE


def at_line_start(text: str, i: int) -> bool:
    """Return whether only white space precedes i in its line."""
    gap = gap_before(text, i)
    return gap == 0 or line_ends(text, gap, i) > 0


# ---- marks


def kind_of(char: str) -> str:
    """Return the sentence class of a character, with two exceptions: the Khmer full stops U+17D4 and U+17D5 are
    TERMINAL, and the Burmese U+104A, which is used as a comma, is CONTINUE."""
    if char in "\u17d4\u17d5":
        return "TERMINAL"
    return "CONTINUE" if char == "\u104a" else sentence_class(char)


def is_mark(text: str, i: int) -> bool:
    """Return whether a character is a mark that may end a sentence: Sentence_Terminal, an ellipsis, or the Greek
    question mark. The Greek question mark (U+037E, written U+003B) looks like a semicolon and is a mark only after
    a Greek letter. In informal Japanese, a star or a note after hiragana is a mark too."""
    if text[i] in STARS:
        return i > 0 and is_hiragana(text[i - 1])
    if text[i] in ";\u037e":
        return i > 0 and is_greek(text[i - 1])
    return text[i] == "…" or kind_of(text[i]) in ("STOP", "TERMINAL")


def is_greek(char: str) -> bool:
    """Return whether a character is a letter of the Greek blocks."""
    return "\u0384" <= char <= "\u03ff" or "\u1f00" <= char <= "\u1fff"


def is_hiragana(char: str) -> bool:
    """Return whether a character is a hiragana letter."""
    return "\u3041" <= char <= "\u309f"


def is_armenian(char: str) -> bool:
    """Return whether a character is a letter of the Armenian block."""
    return "\u0531" <= char <= "\u0588"


def is_thai(char: str) -> bool:
    """Return whether a character is a letter, a vowel or a tone mark of the Thai block."""
    return "\u0e01" <= char <= "\u0e4e"


def is_hangul(char: str) -> bool:
    """Return whether a character is a Hangul syllable."""
    return "\uac00" <= char <= "\ud7a3"


def is_east_asian(char: str) -> bool:
    """Return whether a character is Kana, Han or Hangul: in these scripts a text may continue after a mark without
    white space."""
    return (
        "\u3041" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or is_hangul(char)
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
    )


def belongs_before(text: str, p: int) -> bool:
    """Return whether the text at p, after white space, still belongs to the sentence before: a closing bracket, a
    mark (except before a letter or a digit: `.NET` is a word), a closing quote on its own, or a footnote mark."""
    kind = kind_of(text[p])
    after = text[p + 1] if p + 1 < len(text) else " "
    if kind == "CLOSE":
        return True
    if is_mark(text, p):
        return kind_of(after) not in LETTERS and kind_of(after) != "DIGIT"
    if kind == "QUOTE":
        if text[p] == after == "'":  # two apostrophes are used as one quote
            after = text[p + 2] if p + 2 < len(text) else " "
        return after in WHITE_SPACE and text[p] not in OPENING_QUOTES and not opens_apart(text, p)
    return text[p] == "[" and is_footnote(text, p)


def opens_apart(text: str, i: int) -> bool:
    """Return whether a straight quote with white space on both sides opens a quotation. Another quote must be
    within CAP code points after it. If the CAP code points before it contain quotes, their number must be even. If
    they contain none, a letter or a digit must not follow the next quote."""
    if text[i] != '"':
        return False
    before = text.count('"', max(0, i - CAP), i)
    after = text.find('"', i + 1, i + CAP)
    if before > 0 or after < 0:
        return before % 2 == 0 and after > 0
    return after + 1 == len(text) or kind_of(text[after + 1]) not in (*LETTERS, "DIGIT")


def belongs_joined(text: str, p: int) -> bool:
    """Return whether the character at p, without white space before it, cannot begin a sentence: another mark, a
    closing mark, a comma or a colon, a combining mark, a quote that does not open a quotation, or a footnote
    mark."""
    kind = kind_of(text[p])
    if is_mark(text, p) or kind in ("CLOSE", "CONTINUE", "EXTEND"):
        return True
    if kind == "QUOTE":
        return text[p] not in OPENING_QUOTES
    return text[p] == "[" and is_footnote(text, p)


def is_footnote(text: str, i: int) -> bool:
    """Return whether a footnote mark in brackets begins at i: `[12]`, `[a]`, `[3, 4]`, or `[^3]`. A `[^3]` with a
    colon after it is no footnote mark: it begins the text of the footnote."""
    caret = text[i + 1 : i + 2] == "^"
    label = end = i + 1 + caret
    while end < len(text) and end - label < 4 and kind_of(text[end]) in ("DIGIT", "LOWER"):
        end += 1
    if end > label and end < len(text) and text[end] in ",;-–":
        while end < len(text) and end - label < NOTE and text[end] in "0123456789,;-– ":
            end += 1
    return label < end < len(text) and text[end] == "]" and not (caret and text[end + 1 : end + 2] == ":")


def closing_begins(text: str, gap: int, p: int) -> int:
    """Return the beginning of the closing marks that end at `gap`: brackets, quotes, footnote marks, signs of
    emphasis. White space may separate a closing mark from the mark before it (`. »`)."""
    spaced = gap < p
    i = gap
    while i > 0 and gap - i < CAP:
        footnote = footnote_begin(text, i, spaced)
        if footnote is None and not is_closing(text[i - 1], spaced):
            break
        i = footnote if footnote is not None else i - 1
    if (
        spaced
        and 1 < i < gap
        and text[i - 1] in WHITE_SPACE
        and text[i] not in OPENING_QUOTES
        and not (text[i] in EMPHASIS and i + 1 == gap)  # a bullet
        and is_mark(text, i - 2)
        and not opens_apart(text, i)
    ):
        return i - 1
    return i


def is_closing(char: str, spaced: bool) -> bool:
    """Return whether a character is a closing mark. Before white space, any quote may be a closing mark („so“,
    »so«). Without white space, an opening quote is not a closing mark."""
    kind = kind_of(char)
    if kind == "QUOTE":
        return spaced or char not in OPENING_QUOTES
    return kind == "CLOSE" or (spaced and (kind == "NUMBER" or char in EMPHASIS))


def footnote_begin(text: str, end: int, spaced: bool) -> int | None:
    """Return the beginning of a footnote mark that ends at `end`: `[12]`, `[a]`, `[^3]`; or None. Before white
    space these are footnote marks too, directly after a mark or a closing mark: `[12, 13]`, `[note 1]`, `(3)`,
    `3`, `3–5`, `^3^`, `<sup>3</sup>`, `†`. A list of numbers in brackets may also follow white space after a
    mark."""
    label = label_begin(text, end - 1)
    if text[end - 1] == "]" and 0 < label < end - 1:
        if text[label - 1] == "[":
            return label - 1
        if text[label - 1] == "^" and label > 1 and text[label - 2] == "[":
            return label - 2
    begin = note_begin(text, end) if spaced else 0
    if begin > 0 and (is_mark(text, begin - 1) or kind_of(text[begin - 1]) in ("CLOSE", "QUOTE")):
        return begin
    if begin > 1 and text[begin] == "[" and text[begin - 1] in WHITE_SPACE and is_mark(text, begin - 2):
        return begin if is_footnote(text, begin) else None
    return None


def label_begin(text: str, end: int) -> int:
    """Return the beginning of up to four digits and small letters that end at `end`."""
    i = end
    while i > 0 and end - i < 4 and kind_of(text[i - 1]) in ("DIGIT", "LOWER"):
        i -= 1
    return i


def note_begin(text: str, end: int) -> int:
    """Return the beginning of a possible footnote mark of another form, or 0."""
    last = text[end - 1]
    if last in NOTE_SIGNS:
        return signs_begin(text, end)
    if "0" <= last <= "9":
        return numbers_begin(text, end)
    if last == ">":
        return superscript_begin(text, end)
    if last == "]":
        i = end - 1
        while i > 0 and end - i < NOTE and text[i - 1] not in "[]" and text[i - 1] not in LINE_ENDS:
            i -= 1
    else:
        letter = end > 1 and kind_of(text[end - 2]) == "LOWER"
        i = end - 2 if letter else numbers_begin(text, end - 1)
    opens = {")": "(", "]": "[", "^": "^"}.get(last)
    return i - 1 if 0 < i < end - 1 and text[i - 1] == opens else 0


def signs_begin(text: str, end: int) -> int:
    """Return the beginning of a run of up to three equal signs."""
    i = end - 1
    while i > 0 and end - i < 3 and text[i - 1] == text[end - 1]:
        i -= 1
    return i


def superscript_begin(text: str, end: int) -> int:
    """Return the beginning of `<sup>` if `</sup>` ends at `end` and no white space separates them, or 0."""
    if text[max(0, end - 6) : end] != "</sup>":
        return 0
    i = end - 6
    while i > 0 and end - i < 2 * NOTE and text[i - 1] not in WHITE_SPACE:
        i -= 1
        if text[i : i + 5] == "<sup>":
            return i
    return 0


def numbers_begin(text: str, end: int) -> int:
    """Return the beginning of numbers of up to three digits that end at `end`, with a comma or a dash between
    them; 0 if a number is longer."""
    i, digits = end, 0
    while i > 0 and end - i < NOTE:
        if "0" <= text[i - 1] <= "9":
            digits += 1
        elif text[i - 1] in ",-–" and digits > 0:
            digits = 0
        else:
            break
        if digits > 3:
            return 0
        i -= 1
    return i if digits > 0 else 0


# ---- the text directly after the mark


def ends_joined(text: str, begin: int, stop: int, p: int, known: Lexicon) -> bool:
    """Return whether a sentence ends at p after a mark without white space: in scripts without spaces, or if the
    space was left out."""
    kind, last = kind_of(text[p]), text[stop - 1]
    if stop < p and (goes_on(text, p) or (text[p - 1] < "\x80" and text[p] < "\x80")):
        return False  # S6
    if (kind_of(last) == "TERMINAL" and last > "\x7f") or last in STARS:
        return True  # S7
    if last in "!?":
        if is_east_asian(text[p]) or (begin > 0 and is_east_asian(text[begin - 1])):
            return True  # S8
        return stop == p and begin == stop - 1 and parts_plain_words(text, begin, p)  # S8
    if kind_of(last) != "STOP" or stop - begin > 1 or begin == 0:
        return False
    if is_east_asian(text[begin - 1]):
        return is_east_asian(text[p])  # S9
    if stop < p or kind != "UPPER" or begin < 2:
        return False
    left_out = kind_of(text[begin - 1]) == kind_of(text[begin - 2]) == "LOWER"
    return left_out and is_starter(text, p, known)  # S10


def goes_on(text: str, p: int) -> bool:
    """Return whether a sentence continues after a closing mark without white space: a bracket or a title closes
    inside the sentence, or a particle (「はい。」と, "가자."라고) or a verb of speaking (“好。”他说) follows the
    quotation."""
    if kind_of(text[p - 1]) == "CLOSE" and text[p - 1] not in "」』]":
        return not encloses_sentence(text, p - 1)
    if is_hiragana(text[p]) or is_hangul(text[p]):
        return True
    return any(char in SPEECH for char in text[p : p + 4])


def parts_plain_words(text: str, begin: int, p: int) -> bool:
    """Return whether the mark at `begin` separates two plain words, and is not part of an address or of code. A
    word of letters that ends in two small letters stands between white space and the mark. Another word stands
    between p and white space."""
    start, end = word_begins(text, begin), word_ends(text, p)
    if begin - start > LONGEST_WORD or not is_unlisted(text[start:begin]) or is_name(text, begin):
        return False
    if not kind_of(text[begin - 1]) == kind_of(text[begin - 2]) == "LOWER" or kind_of(text[p]) not in LETTERS:
        return False
    return (start == 0 or text[start - 1] in WHITE_SPACE) and (end == len(text) or text[end] in WHITE_SPACE)


def encloses_sentence(text: str, i: int) -> bool:
    """Return whether the bracket that closes at i opened after a mark, after white space, or at the start of the
    text."""
    low = max(0, i - CAP)
    while i > low and kind_of(text[i]) != "OPEN":
        i -= 1
    if kind_of(text[i]) != "OPEN":
        return False
    return i == 0 or is_mark(text, i - 1) or text[i - 1] in WHITE_SPACE


# ---- the text after the mark and white space


def ends_spaced(text: str, begin: int, stop: int, gap: int, p: int, known: Lexicon) -> bool:
    """Return whether a sentence ends before p, where white space follows the mark. A capital letter, a digit or a
    letter without case begins a sentence. Before a small letter the sentence continues, unless the mark is strong
    or the word before the mark is plainly not an abbreviation."""
    if kind_of(text[p]) == "CONTINUE" and text[p] not in DASHES and not is_low_quote(text, p):
        return False  # S11
    if kind_of(text[stop - 1]) == "STOP" and joins_words(text, p):
        return False  # S11
    first = first_letter(text, p)
    closed, dashed = stop < gap, text[p] in DASHES
    lower = kind_of(text[first]) == "LOWER" and not is_brand(text, first)
    stops = all(kind_of(char) == "STOP" for char in text[begin:stop])
    uncased = kind_of(text[first]) == "LETTER" and not is_east_asian(text[first])
    if "…" in text[begin:stop] or (stops and stop - begin > 1):
        left_out = closed and begin > 0 and text[begin - 1] in "(["  # (...)
        return not lower and not uncased and not left_out  # S12
    if lower and (closed or dashed):
        return False  # S13: "Stop!" he cried.
    if not stops:
        if uncased and closed and text[stop - 1] in "!?":
            return False  # S14: the equivalent of S13 in scripts without small letters
        if lower and text[stop - 1] in "!?" and is_reporting(text, first, known):
            return False  # S14
        return not (lower and text[begin:stop] == "!" and is_name(text, begin))  # S14
    if closed and (kind_of(text[stop]) == "DIGIT" or text[stop] == "(") and numbers_follow(text, begin, known):
        return False  # S15: Fig.3, version 1.2
    return ends_stop(text, begin, first, lower, known)


def numbers_follow(text: str, end: int, known: Lexicon) -> bool:
    """Return whether a number directly after the full stop at `end` belongs to the word before it, and is not a
    footnote mark. It belongs to one letter, to a word with a digit or a full stop, and to a word that numbers
    follow. If the word is missing, the number belongs to the text unless a closing mark precedes the full stop."""
    start = word_begins(text, end)
    word = text[start:end]
    if not word:
        return end == 0 or kind_of(text[end - 1]) not in ("CLOSE", "QUOTE")
    if len(word) == 1 or any(char == "." or kind_of(char) == "DIGIT" for char in word):
        return True
    return len(word) <= LONGEST_WORD and "NUMBERED" in kinds_of(text, start, end, known)


def ends_stop(text: str, begin: int, first: int, lower: bool, known: Lexicon) -> bool:
    """Return whether one full stop, which may belong to the word before it, ends a sentence."""
    start = word_begins(text, begin)
    word = text[start:begin]
    if not word or len(word) > LONGEST_WORD:
        return not lower or known.told or is_bracketed(text, first)  # S15
    kinds = kinds_of(text, start, begin, known) - {"REPORTING"}
    if lower:
        if known.told or is_bracketed(text, first):
            plain = is_unlisted(word) and kinds <= {"DETERMINERS"}
        else:
            plain = is_plain(word) and not kinds
        return is_address(text, first) or plain  # S16
    if is_armenian(word[-1]):
        return False  # S17
    starter = is_starter(text, first, known)
    if is_single_letter(word) and kind_of(word[0]) == "UPPER":
        return starter and not at_line_start(text, start) and not labels_choice(text, start, known)  # S18
    if kinds & {"TITLES", "NEVER_LAST"} and not (
        starter and "ABBREVIATIONS" in kinds and "NEVER_LAST" not in kinds
    ):
        return False  # S19
    if is_single_letter(word):
        return starter and not at_line_start(text, start) and not labels_choice(text, start, known)  # S20
    if "NUMBERED" in kinds and is_number(text, first, word):
        return False  # S21
    if "ABBREVIATIONS" in kinds or is_dotted(word):
        return starter  # S22
    if ((is_digits(word) and len(word) <= 4) or is_roman(word)) and is_labelled(text, first):
        return False  # S23: 2020. 3. 5.
    is_year = is_digits(word) and len(word) == 4
    if is_year and not starter and cites_number(text, first) and cites_year(text, start, known):
        return False  # S23
    if kind_of(text[first]) == "DIGIT" and follows_year(text, begin, known) and begin - start < 4:
        return False  # S23: JCP 2001. II. 1234
    if (is_digits(word) and len(word) <= 3) or is_roman(word):
        return not is_ordinal(text, start, first, starter, known)  # S24
    return not (len(word) == 1 and is_hangul(word) and at_line_start(text, start))  # S25: 가. 나. 다.


def joins_words(text: str, p: int) -> bool:
    """Return whether a sign at p joins the text on both sides: Corp. & Co., temp. > 5, conc. >= 3. White space, a
    digit, or the end of the text follows the sign."""
    after = p + 2 if text[p] in "<>" and text[p + 1 : p + 2] == "=" else p + 1
    return text[p] in JOINERS and (after == len(text) or kind_of(text[after]) in ("SPACE", "DIGIT"))


def is_low_quote(text: str, i: int) -> bool:
    """Return whether two commas are used as a low quote at i."""
    return text[i : i + 2] == ",,"


def first_letter(text: str, p: int) -> int:
    """Return the first offset from p on that is not an opening mark, or p if white space or the end follows the
    opening marks. White space may follow a dash, or two commas that are used as a low quote."""
    i = p
    if text[i] in DASHES or is_low_quote(text, i):
        i += 1 if text[i] in DASHES else 2
        if i < len(text) and text[i] in WHITE_SPACE:
            i += 1
    while i < len(text) and i - p < OPENERS and is_opening(text[i]):
        i += 1
    return p if i == len(text) or text[i] in WHITE_SPACE else i


def is_opening(char: str) -> bool:
    """Return whether a character is an opening bracket or quote, or a sign that is used as one."""
    return kind_of(char) in ("OPEN", "QUOTE") or char in EMPHASIS or char in "¿¡"


def is_starter(text: str, i: int, known: Lexicon) -> bool:
    """Return whether the word at i has a capital letter only as the first word of a sentence. A single letter must
    stand alone (`A.` is an initial). A word that numbers follow must have no full stop (`No. 5`). An elided word
    (`L'`) stands for all words that it begins."""
    end = word_ends(text, i)
    if end < len(text) and text[end] in "'’" and "STARTERS" in known.get(text[i:end] + "'", ()):
        return True
    if end == i + 1 and not (end < len(text) and text[end] in WHITE_SPACE):
        return False
    kinds = known.get(text[i:end], frozenset())
    return "STARTERS" in kinds and not ("NUMBERED" in kinds and text[end : end + 1] == ".")


def is_brand(text: str, i: int) -> bool:
    """Return whether the word at i has a small first letter and a capital letter later: iPhone, eBay, macOS; or is
    the Dutch 's or 't before a word with a capital letter."""
    end = word_ends(text, i)
    if any(kind_of(char) == "UPPER" for char in text[i:end]):
        return True
    elided = i > 0 and text[i - 1] in "'’" and end == i + 1
    return elided and end + 1 < len(text) and text[end] in WHITE_SPACE and kind_of(text[end + 1]) == "UPPER"


def is_address(text: str, i: int) -> bool:
    """Return whether a web address is at i. It has small letters also at the start of a sentence."""
    return text[i : i + 4] in ("http", "www.")


def is_reporting(text: str, i: int, known: Lexicon) -> bool:
    """Return whether the word at i reports that the text before it was said: `Gel! dedi.`"""
    return "REPORTING" in known.get(text[i : word_ends(text, i)], ())


def is_bracketed(text: str, i: int) -> bool:
    """Return whether the small letter at i begins a label in brackets, a letter or a Roman numeral: `(b)`,
    `(ii)`."""
    if i == 0 or text[i - 1] != "(":
        return False
    end = word_ends(text, i)
    label = text[i:end]
    return text[end : end + 1] == ")" and (len(label) == 1 or (len(label) <= 4 and set(label) <= set("ivx")))


def is_name(text: str, end: int) -> bool:
    """Return whether the word that ends at `end` begins with a capital letter and then a small letter: Yahoo!
    said."""
    start = word_begins(text, end)
    return end - start > 1 and kind_of(text[start]) == "UPPER" and kind_of(text[start + 1]) == "LOWER"


# ---- the word before the stop


def word_ends(text: str, i: int) -> int:
    """Return the end of the letters and digits from i on, at most LONGEST_WORD + 1 code points after i."""
    end = i
    while end < len(text) and end - i <= LONGEST_WORD and kind_of(text[end]) in (*LETTERS, "DIGIT", "EXTEND"):
        end += 1
    return end


def word_begins(text: str, end: int) -> int:
    """Return the beginning of the word that ends at `end`, at most LONGEST_WORD + 1 code points before `end`."""
    i = end
    while i > 0 and end - i <= LONGEST_WORD and not parts_words(text[i - 1]):
        i -= 1
    return i


def parts_words(char: str) -> bool:
    """Return whether a character separates words: white space, a bracket, a quote except the apostrophe, a slash,
    a long dash, a sign of emphasis, or a letter of a script without spaces."""
    if char in "'’":
        return False
    if is_east_asian(char) and not is_hangul(char):
        return True
    return kind_of(char) in ("SPACE", "OPEN", "CLOSE", "QUOTE") or char in "/–—…" or char in EMPHASIS


def kinds_of(text: str, start: int, end: int, known: Lexicon) -> frozenset[str]:
    """Return the known kinds of the word. They include the kinds of its part after an apostrophe (`l'art.`), of
    its end `str` (`Gartenstr.`), and of the word together with single letters before it (`z. B.`, `и т. д.`)."""
    word = text[start:end]
    kinds = known.get(word, frozenset())
    if word.endswith("str"):
        kinds |= known.get("str", frozenset())
    for i in range(1, len(word) - 2):
        if word[i] in "'’":
            kinds |= known.get(word[i + 1 :], frozenset())
    for _ in range(2):
        letter = start - 3
        if letter < 0 or text[start - 1] not in WHITE_SPACE or text[start - 2] != ".":
            break
        if kind_of(text[letter]) not in LETTERS or (letter > 0 and not parts_words(text[letter - 1])):
            break
        start, word = letter, f"{text[letter]}.{word}"
        kinds |= known.get(word, frozenset())
    return kinds


def is_plain(word: str) -> bool:
    """Return whether a word has at least four letters, all of them small: such a word is not an abbreviation even
    if it is unknown. People who write without capitals end sentences too."""
    return len(word) >= 4 and all(kind_of(char) == "LOWER" for char in word)


def is_unlisted(word: str) -> bool:
    """Return whether a word has at least two letters, no full stop inside, and is not a Roman numeral. If all
    abbreviations of the language are known, such a word is not an abbreviation."""
    letters = all(kind_of(char) in (*LETTERS, "EXTEND") or char in "'’-" for char in word)
    return letters and len(word) >= 2 and not is_roman(word)


def is_single_letter(word: str) -> bool:
    """Return whether a word is one letter, with its combining marks, except in scripts where one letter is a word
    or a syllable."""
    if kind_of(word[0]) not in LETTERS or is_east_asian(word[0]):
        return False
    return all(kind_of(char) == "EXTEND" for char in word[1:])


def is_dotted(word: str) -> bool:
    """Return whether a word consists of single letters with full stops, or full stops and hyphens, between them:
    U.S, J.-C, e.g"""
    parts = word.replace("-", "").split(".")
    return len(parts) > 1 and all(len(part) == 1 and kind_of(part) in LETTERS for part in parts)


def is_numbered(text: str, end: int, known: Lexicon) -> bool:
    """Return whether numbers may follow the word that ends at `end`: `p. 12.`, `30 Yale L.J. 5.`"""
    start = word_begins(text, end)
    if not 0 < end - start <= LONGEST_WORD:
        return False
    kinds = kinds_of(text, start, end, known) & {"TITLES", "NUMBERED", "ABBREVIATIONS"}
    return bool(kinds) or is_dotted(text[start:end])


def labels_choice(text: str, start: int, known: Lexicon) -> bool:
    """Return whether the letter at `start`, before its full stop, is the label of a choice: it follows a colon or
    a sentence. A letter after another initial or after a title is an initial."""
    gap = gap_before(text, start)
    if gap in (0, start):
        return False
    if text[gap - 1] != ".":
        return text[gap - 1] == ":" or is_mark(text, gap - 1)
    word = text[word_begins(text, gap - 1) : gap - 1]
    return len(word) > 1 and not is_numbered(text, gap - 1, known) and not follows_year(text, gap - 1, known)


def is_digits(word: str) -> bool:
    """Return whether the text is a number without a sign or a full stop."""
    return all(kind_of(char) == "DIGIT" for char in word)


def is_labelled(text: str, i: int) -> bool:
    """Return whether one or two digits and a full stop are at i."""
    end = word_ends(text, i)
    return 1 <= end - i <= 2 and is_digits(text[i:end]) and end < len(text) and text[end] == "."


def cites_year(text: str, start: int, known: Lexicon) -> bool:
    """Return whether the year at `start` is the year of a report, which a page follows: the word before it is in
    capitals, or is a word that numbers follow: `RFDA 1997. 1228`, `D. 1985. 371`."""
    gap = gap_before(text, start)
    if gap in (0, start):
        return False
    if text[gap - 1] == ".":
        return is_numbered(text, gap - 1, known)
    word = text[word_begins(text, gap) : gap]
    return len(word) > 1 and all(kind_of(char) == "UPPER" for char in word)


def cites_number(text: str, i: int) -> bool:
    """Return whether the number of a report is at i, or a short word with a capital letter and then the number:
    `1228`, `II. 1234`, `IR 45`, `Pan. 45`."""
    end = word_ends(text, i)
    if kind_of(text[i]) == "DIGIT":
        return True
    if kind_of(text[i]) != "UPPER" or end - i > SERIES:
        return False
    after = end + 1 if text[end : end + 1] == "." else end
    return after + 1 < len(text) and text[after] in WHITE_SPACE and kind_of(text[after + 1]) == "DIGIT"


def follows_year(text: str, end: int, known: Lexicon) -> bool:
    """Return whether the number that ends at `end`, perhaps a Roman numeral, is the year of a report, or follows
    such a year: `1970. 2.`"""
    start = word_begins(text, end)
    if end - start < 4 and start > 2 and text[start - 1] in WHITE_SPACE and text[start - 2] == ".":
        if not is_digits(text[start:end]) and not is_roman(text[start:end]):
            return False
        end = start - 2
        start = word_begins(text, end)
    return end - start == 4 and is_digits(text[start:end]) and cites_year(text, start, known)


def is_roman(word: str) -> bool:
    """Return whether the text is a Roman numeral in capitals."""
    return all(char in "IVXLCDM" for char in word)


def is_number(text: str, i: int, before: str) -> bool:
    """Return whether a label that a numbered abbreviation precedes is at i: a digit, a Roman numeral, up to four
    capitals with a number (`GA-0123`, `S1`), a single capital letter, or a digit after a sign of numbers. After
    `No`, or after a word in capitals, a single capital letter is a word: No. I did not."""
    if text[i] in NUMBER_SIGNS:
        return is_signed(text, i)
    end = word_ends(text, i)
    if end == i:
        return False
    if has_number(text, i):
        return True
    if end == i + 1 and kind_of(text[i]) == "UPPER":
        if text[end : end + 1] in ("'", "’"):
            return False  # L'homme
        return before != "No" and not (len(before) > 1 and kind_of(before[-1]) == "UPPER")
    return kind_of(text[i]) == "DIGIT" or is_roman(text[i:end])


def has_number(text: str, i: int) -> bool:
    """Return whether one to four capital letters are at i, and then a digit, or a hyphen and a digit."""
    end = i
    while end < len(text) and end - i < 4 and kind_of(text[end]) == "UPPER":
        end += 1
    after = end + 1 if text[end : end + 1] in ("-", "–") else end
    return i < end and after < len(text) and kind_of(text[after]) == "DIGIT"


def is_signed(text: str, i: int) -> bool:
    """Return whether one sign, or two equal signs, at i precede a digit, perhaps with white space between: `+49`,
    `§§ 5`."""
    i += 2 if text[i] == text[i + 1 : i + 2] else 1
    if i < len(text) and text[i] in WHITE_SPACE:
        i += 1
    return i < len(text) and kind_of(text[i]) == "DIGIT"


def is_ordinal(text: str, start: int, first: int, starter: bool, known: Lexicon) -> bool:
    """Return whether the sentence continues after a number, perhaps a Roman numeral, with a full stop. A number
    labels a list item if it is at the start of a line or a sentence, or after the only word there:
    `Step 1. Open it.` A number is an ordinal before a month, or after an article, unless a starter follows. (In
    German a noun has a capital letter.)"""
    if at_line_start(text, start):
        return True
    if "ORDINALS" in known.get(text[first : word_ends(text, first)], ()):
        return True
    gap = gap_before(text, start)
    if gap == start:
        return False
    before = word_begins(text, gap)
    labels = kind_of(text[start]) == "DIGIT" and gap - before <= LONGEST_WORD
    labels = labels and (text[before] == "§" or kind_of(text[before]) == "UPPER")
    if labels and (at_line_start(text, before) or labels_choice(text, before, known)):
        return True
    if text[gap - 1] == "." and (is_numbered(text, gap - 1, known) or follows_year(text, gap - 1, known)):
        return False
    if is_mark(text, gap - 1) or text[gap - 1] == ":":
        return True
    return not starter and "DETERMINERS" in known.get(text[word_begins(text, gap) : gap], ())
