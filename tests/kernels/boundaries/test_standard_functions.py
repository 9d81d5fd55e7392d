"""The functions of the standard sentence rule by hand: the limits of each, at both ends of a text."""

from __future__ import annotations

from shiplap.reference.boundaries import standard
from shiplap.reference.boundaries.lexicon import Lexicon
from tests.support.cases import check

#: Words of each kind, of no language and of one.
KINDS = {
    "STARTERS": "The so L' No", "NUMBERED": "No", "DETERMINERS": "the", "REPORTING": "dedi Dedi",
    "ABBREVIATIONS": "art al a.c", "NEVER_LAST": "A\u0301 a.b.c", "TITLES": "x.a.b.c b.b a.b 1.b",
}  # fmt: skip
KNOWN = Lexicon()
for kind, words in KINDS.items():
    for word in words.split():
        KNOWN[word] = KNOWN.get(word, frozenset()) | {kind}
TOLD = Lexicon(KNOWN)
TOLD.told = True


def test_where_sentences_end() -> None:
    check(
        lambda text, p: standard.standard(text, p, KNOWN),
        ("! A.", 2, True), ("\n\nA b", 2, False), ("ab. The", 4, True),
    )  # fmt: skip


def test_the_layout() -> None:
    check(
        standard.is_polite,
        ("네요", 2, True), ("요", 1, False), ("a요", 2, False), ("필요", 2, False), ("니다", 2, True),
        ("x네요", 3, True),
    )  # fmt: skip
    thai = "ก" * 40
    check(
        standard.ends_phrase,
        (f"{thai} ก", 40, 41, True), (f"{thai} ก", 39, 41, False), (f"ก{thai} ก", 41, 42, True),
        (f"a{thai} ก", 41, 42, True), (f"a{thai[1:]} ก", 40, 41, False), (f"{thai} a", 40, 41, False),
    )  # fmt: skip
    check(
        standard.is_marker,
        ("1. ", 0, True), ("1.", 0, False), ("(a) ", 0, True), ("1.a", 0, False), (f"{'#' * 8} ", 0, True),
        (f"{'#' * 9} ", 0, False),
    )  # fmt: skip


def test_marks() -> None:
    check(standard.is_mark, (";α", 0, False), ("α;", 1, True), ("a;", 1, False))
    check(
        standard.belongs_before,
        ("x .a", 2, False), ("x .", 2, True), ("x ))", 2, True), ("x ''", 2, True), ("x ''a", 2, False),
    )  # fmt: skip
    check(standard.belongs_joined, ("a1]", 0, False), ("[1]", 0, True))
    check(standard.opens_apart, ('""', 0, True), ('"', 0, False), ('a "b"', 2, True), ('a " b', 2, False))
    check(
        standard.is_footnote,
        ("[^3] abc", 0, True), ("[,1]", 0, False), ("[^3]: a", 0, False), ("[3]: a", 0, True), ("[3", 0, False),
        ("[]", 0, False), ("[^3]:", 0, False), ("[^3]", 0, True), ("[^3]a:", 0, True), ("[3, 4]", 0, True),
    )  # fmt: skip


def test_closing_marks() -> None:
    check(
        standard.closing_begins,
        (")", 1, 1, 0), ("a. » b", 4, 5, 2), (". » b", 3, 4, 1), (" » b.", 2, 3, 1), ("a. * b", 4, 5, 3),
    )  # fmt: skip
    check(
        standard.footnote_begin,
        ("1] [", 2, False, None), ("[1]", 3, False, 0), ("a[1]", 4, False, 1), ("a^1]", 4, False, None),
        ("^1] [", 3, False, None), ("[^1]", 4, False, 0), ("a[^1]", 5, False, 1), (".1", 2, True, 1),
        ("a. [12, 13]", 11, True, 3), (". [1, 2]", 8, True, 2), (" [1, 2] .", 7, True, None),
        ("ab (3)", 6, True, None), ("ab 12]", 5, True, None), ("ab[1, 2]", 8, True, None),
        ("a [1, 2]", 8, True, None), ("a) 1", 4, True, None), ("a)1", 3, True, 2),
    )  # fmt: skip
    check(
        standard.note_begin,
        ("x0", 2, 1), ("x9", 2, 1), ("a[[]", 4, 0), ("ab[c]", 5, 2), (f"x[{'a' * 23}]", 26, 1),
        (f"x[{'a' * 24}]", 27, 0), ("aaa] b", 4, 0), ("x[a\nb]", 6, 0), ("x[\na]", 5, 0),
        ("x[a\n]", 5, 0), ("a) (", 2, 0), ("x(a)", 4, 1),
        ("x(12)", 5, 1),
        ("x^3^", 4, 1), ("x(ab)", 5, 0), ("x()", 3, 0),
    )  # fmt: skip
    check(
        standard.signs_begin, ("††", 2, 0), ("a†", 2, 1), ("††††", 4, 1), ("a†‡", 3, 2)
    )  # fmt: skip
    check(
        standard.superscript_begin,
        ("x<sup>3</sup>", 13, 1), ("x<sup>3 </sup>", 14, 0), ("3</sup>", 7, 0), ("x <sup>3</sup>", 14, 2),
        (f"x<sup>{'1' * 37}</sup>", 49, 1), (f"x<sup>{'1' * 38}</sup>", 50, 0), ("x<sup></sup>", 12, 1),
    )  # fmt: skip
    check(
        standard.numbers_begin,
        (f"x{'1,' * 12}1", 26, 0), ("1", 1, 0), ("12", 2, 0), ("x0", 2, 1), ("x9", 2, 1), ("x123", 4, 1),
        ("x1234", 5, 0), ("x1,23", 5, 1), ("x,1", 3, 0),
    )  # fmt: skip


def test_the_text_directly_after_the_mark() -> None:
    check(
        lambda *given: standard.ends_joined(*given, KNOWN),
        ("a.)B", 1, 2, 3, False), ('好。"\x80', 1, 2, 3, True), ("好。\x80a", 1, 2, 3, True),
        ("好。”a", 1, 2, 3, True), ("好!”b", 1, 2, 3, True), ("!b好", 0, 1, 1, False),
        ("好!b", 1, 2, 2, True),
        ("好..好", 1, 3, 3, False), ("好.好", 1, 2, 2, True), (".好", 0, 1, 1, False),
        ("ab.The", 2, 3, 3, True),
        ("b.The a", 1, 2, 2, False), ("ab.”The", 2, 3, 4, False), ("ab.so x", 2, 3, 3, False),
        ("aB.The", 2, 3, 3, False), ("Ab.The", 2, 3, 3, False),
    )  # fmt: skip
    check(standard.goes_on, ("”abc说", 1, True), ("”abcd说", 1, False), ("”说", 1, True))
    check(
        standard.parts_plain_words,
        (f"{'a' * 24}!go", 24, 25, True), (f"{'a' * 25}!go", 25, 26, False), ("a1ab!go", 4, 5, False),
        ("Yahoo!go", 5, 6, False), ("abC!go", 3, 4, False), ("aBc!go", 3, 4, False), ("ab!1x", 2, 3, False),
        ("ab!go", 2, 3, True),
    )  # fmt: skip
    check(standard.encloses_sentence, ("ab) (", 2, False), ("(ab)", 3, True), ("x(ab)", 4, False))


def test_the_text_after_white_space() -> None:
    check(
        lambda *given: standard.ends_spaced(*given, KNOWN),
        ("(...) Rain", 1, 4, 5, 6, False), ("...) B (", 0, 3, 4, 5, True), ("(x...) B", 2, 5, 6, 7, True),
        ("(... B", 1, 4, 4, 5, True), ("a...) B", 1, 4, 5, 6, True), ("x!) क", 1, 2, 3, 4, False),
        ("x! क", 1, 2, 2, 3, True), ("gel! dedi.", 3, 4, 4, 5, False), ("gel! Dedi", 3, 4, 4, 5, True),
        ("gel! come", 3, 4, 4, 5, True), ("Gel! come", 3, 4, 4, 5, False),
    )  # fmt: skip
    check(
        lambda *given: standard.numbers_follow(*given, KNOWN),
        ('.1"', 0, True), (").1", 1, False), ("a.1", 1, True), ("No.1", 2, True), ("rain.1", 4, False),
    )  # fmt: skip
    check(
        standard.ends_stop,
        (". a", 0, 2, True, TOLD, True), (". a", 0, 2, True, KNOWN, False), ("the. a", 3, 5, True, TOLD, True),
        ("aա. B", 2, 4, False, KNOWN, False), ("x A\u0301. The y", 4, 6, False, KNOWN, True),
        ("2020. 3. 5", 4, 6, False, KNOWN, False), ("12345. 3. x", 5, 7, False, KNOWN, True),
        ("abcd. 3. x", 4, 6, False, KNOWN, True), ("RFDA abcd. 1228", 9, 11, False, KNOWN, True),
        ("RFDA 12345. 1228", 10, 12, False, KNOWN, True), ("RFDA 1997. 1228", 9, 11, False, KNOWN, False),
        ("JCP 2001. II. 1234", 12, 14, False, KNOWN, False),
        ("JCP 2001. III. 1234", 13, 15, False, KNOWN, False),
        ("JCP 2001. III. Rain", 13, 15, False, KNOWN, True),
    )  # fmt: skip
    check(
        lambda *given: standard.is_starter(*given, KNOWN),
        ("L'or", 0, True), ("L’or", 0, True), ("M'or", 0, False), ("L or", 0, False), ("L", 0, False),
        ("No. 5", 0, False), ("No 5", 0, True), ("No", 0, True), ("The", 0, True), ("Rain", 0, False),
    )  # fmt: skip
    check(
        standard.is_brand,
        ("'s Avonds", 1, True), ("s Avonds'", 0, False), ("xs Avonds", 1, False), ("'s A", 1, True),
        ("'s avonds", 1, False), ("iPhone", 0, True), ("'s", 1, False),
    )  # fmt: skip
    check(
        standard.is_bracketed,
        ("a) (", 0, False), ("xa)", 1, False), ("(a)", 1, True), ("(ii)", 1, True), ("(ab)", 1, False),
        ("(xxxix)", 1, False), ("(xiii)", 1, True),
    )  # fmt: skip
    check(standard.is_name, ("ab Xy", 4, False), ("ab Xy", 5, True), ("XY", 2, False), ("xy", 2, False))


def test_the_word_before_the_stop() -> None:
    check(
        lambda *given: standard.kinds_of(*given, KNOWN),
        ("l'art", 0, 5, {"ABBREVIATIONS"}), ("'art", 0, 4, set()), ("xx'al", 0, 5, {"ABBREVIATIONS"}),
        ("a. b. c", 6, 7, {"NEVER_LAST"}), ("x. a. b. c", 9, 10, {"NEVER_LAST"}), (". b", 2, 3, set()),
        ("ax c", 3, 4, set()), ("a.xc", 3, 4, set()), ("a. c", 3, 4, {"ABBREVIATIONS"}),
        ("xa. b", 4, 5, set()),
        (" a. b", 4, 5, {"TITLES"}), ("a. b", 3, 4, {"TITLES"}), ("1. b", 3, 4, set()),
    )  # fmt: skip
    check(
        lambda *given: standard.labels_choice(*given, KNOWN),
        (" a:", 1, False), (": a", 2, True), ("Rain. a", 6, True), ("x. a", 3, False), ("No. a", 4, False),
        ("RFDA 1997. a", 11, False), ("rain a", 5, False), ("Rain! a", 6, True),
        ("RFDA 1970. 12. a", 15, False),
    )  # fmt: skip
    check(
        lambda *given: standard.cites_year(*given, KNOWN),
        (" 1997", 1, False), ("a1997", 1, False), ("AB 1997", 3, True), ("X 1997", 2, False),
        ("No. 1997", 4, True),
        ("rain. 1997", 6, False),
    )  # fmt: skip
    check(
        lambda *given: standard.follows_year(*given, KNOWN),
        ("RFDA 1970. 2", 12, True), ("RFDA 1970. 1971", 15, False), ("RFDA 1970. 123", 14, True),
        ("RFDA 19701 2", 12, False), ("RFDA 1970. ab", 13, False), ("RFDA abcd", 9, False),
        ("RFDA 19701", 10, False), ("RFDA 1970", 9, True), ("RFDA 1970. IV", 13, True),
    )  # fmt: skip
    check(
        standard.is_number,
        ("A", 0, "No", False), ("A", 0, "B", True), ("A", 0, "AB", False), ("A", 0, "Ab", True),
        ("A", 0, "aB", False),
        ("A", 0, "ABc", True),
        ("A'x", 0, "B", False), ("5", 0, "No", True), ("IV", 0, "No", True), ("rain", 0, "No", False),
    )  # fmt: skip
    check(
        standard.cites_number,
        ("1228", 0, True), ("ABCDE 5", 0, True), ("ABCDEF 5", 0, False), ("Pan. 45", 0, True),
        ("Pan 4", 0, True),
        ("Pan.", 0, False), ("pan 4", 0, False),
    )  # fmt: skip
    check(standard.has_number, ("A-1", 0, True), ("A–1", 0, True), ("A1", 0, True),
        ("A-", 0, False), ("1", 0, False))
    step = "it rains in the hills all day.\n\nStep 1. Open"
    check(
        lambda *given: standard.is_ordinal(*given, KNOWN),
        (f"A{'b' * 23} 1. The", 25, 28, True, True), (f"A{'b' * 24} 1. The", 26, 29, True, False),
        (step, 37, 40, True, True), ("Step I. Open", 5, 8, True, False), ("Step 1. Open", 5, 8, True, True),
        ("the rain. 3. The", 10, 13, True, True), ("the rain: 3. The", 10, 13, True, True),
        ("a No. 3. The", 6, 9, True, False), ("in the 3. Rain", 7, 10, False, True),
        ("in the 3. The", 7, 10, True, False),
    )  # fmt: skip
