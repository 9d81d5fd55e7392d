"""Words that decide what a full stop means, one module per language. Plain data, written for this project.

`csrc/tools/gen_sentences.py` compiles them into the core. Each module has up to eight strings of words between
white space; a line of its own begins a new group of words:

TITLES         never end a sentence, even before a capital: "Dr. Smith"
NUMBERED       do not end a sentence before a number, a Roman numeral or a letter label: "No. 5", "Bd. II"
ABBREVIATIONS  are mostly inside a sentence and may also end one: "etc.", "Inc.", "U.S."
NEVER_LAST     those of ABBREVIATIONS after which something must follow: "e.g."
STARTERS       function words with the capital of a sentence's start, which hardly ever have one inside it
ORDINALS       words that follow a number with a stop inside a sentence: "3. Mai", "2. Weltkrieg", "II. Mehmed";
               for numbers of up to three digits (a year before a stop mostly ends its sentence)
DETERMINERS    words before such a number: "am 3. Platz"; only where nouns have capitals
REPORTING      words in small letters that go on after ! and ?, with what was said before them: "Gel! dedi."

A word of the first four is written without its final stop and with its inner ones ("U.S", "z.B"), in the case
in which it is an abbreviation: "No" is not "no". Abbreviations that are often written apart ("z. B.", "т. е.")
also have their letters as words ("z", "т"). A word may be both in NUMBERED and in ABBREVIATIONS; none of TITLES
is in either. Small letters alone are listed; capital letters alone are initials and are listed only where they
abbreviate a title or a word before a number.

A word of STARTERS that ends in an apostrophe is an elided one and stands for every word it begins ("L'" for
"L'homme", also with U+2019). A word of STARTERS that is one letter long is one only before white space: "A." is
an initial.
"""

from __future__ import annotations

from collections.abc import Iterator

#: Abbreviations of one language that are everyday words of another, where neither begins sentences.
EVERYDAY = """
adapt ago alt card cat eng event far get hab ing ist led mag may mind ok ort out red set sex vert vie voll
Do Franz Mac May Phil Rest Rod Sam San Set Sun
"""

#: Abbreviations with a capital that begin sentences in another language, where they never stand before a stop.
SAFE = "Am Chi Del Hon Indem Mich Mot"

#: Words that are everyday ones in capitals, though their abbreviation has small letters: "Mass." but "MASS".
EVERYDAY_IN_CAPITALS = """
AM ARK COS DIG ENTER ID ILL LAB MASS MAX MED MISS OFF ORE ORG PEN PET PROPS PUB REC REF SAT SUB SUN TECH TRANS VET
WASH WED WK WKS
"""

LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "el", "tr", "ko", "uk", "cs", "sv", "vi",
    "da", "no", "fi", "ro", "hu", "bg", "ca", "ar", "fa", "hi",
)  # fmt: skip

#: Languages whose words hold only where they are told: they are other words of languages near to them.
TOLD_ONLY = ("uk", "cs", "vi", "da", "no", "fi", "ro", "hu", "bg", "ca", "ar", "fa", "hi")

#: Languages without words of their own: their marks tell, and the words of all together hold.
MARKS_ONLY = ("zh", "ja", "ur", "hy", "my", "km", "am")

#: The constants, in the order in which the core numbers them.
KINDS = ("TITLES", "NUMBERED", "ABBREVIATIONS", "NEVER_LAST", "STARTERS", "ORDINALS", "DETERMINERS", "REPORTING")

#: Of these, the ones whose words are known in capitals too.
IN_CAPITALS = ("TITLES", "NUMBERED", "ABBREVIATIONS", "NEVER_LAST")


def words(language: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield the (kind, word) pairs of a language, or of all together. Any abbreviation also has its kind with a
    capital, as the first word of a sentence, and in capitals, as in headings and contracts.

    All together is the safe choice for text of unknown language: an abbreviation of a few languages that is an
    everyday word of another (EVERYDAY, or any that begins its sentences) is left out there, and one that may end a
    sentence in one language may in all. Of words in capitals it has those of English, and those that numbers
    follow in any language.
    """
    if language in LANGUAGES:
        for kind, word in _words_of(str(language)):
            yield kind, word
            yield from _in_capitals(kind, word, str(language))
        return
    each = [set() if name in TOLD_ONLY else set(_words_of(name)) for name in LANGUAGES]
    english = each[LANGUAGES.index("en")]
    starters = [{word.lower() for kind, word in pairs if kind == "STARTERS"} for pairs in each]
    everyday, safe = set(EVERYDAY.split()), set(SAFE.split())
    for pair in sorted(set().union(*each)):
        kind, word = pair
        having = [k for k, pairs in enumerate(each) if pair in pairs]
        elsewhere = any(word.lower() in starters[k] for k in range(len(each)) if k not in having)
        doubtful = kind in ("TITLES", "ABBREVIATIONS", "NEVER_LAST") and len(having) <= 3
        if doubtful and ((elsewhere and word not in safe) or word in everyday):
            continue
        if kind == "NEVER_LAST" and sum(("ABBREVIATIONS", word) in pairs for pairs in each) > len(having):
            continue  # it may be the last word in one of the languages
        yield pair
        if kind == "NUMBERED":
            yield from sorted({found for k in having for found in _in_capitals(kind, word, LANGUAGES[k])})
        elif pair in english:
            yield from _in_capitals(kind, word, "en")


def _words_of(language: str) -> Iterator[tuple[str, str]]:
    from importlib import import_module

    module = import_module(f"{__name__}.{language}")
    for kind in KINDS:
        for word in getattr(module, kind, "").split():
            yield kind, word
            if kind in IN_CAPITALS and len(word) > 1 and word[0].islower():
                yield kind, word[0].upper() + word[1:]


def _in_capitals(kind: str, word: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the pair of the word in capitals, if it has one."""
    capitals = (word.replace("i", "İ") if language == "tr" else word).upper()
    if kind in IN_CAPITALS and len(word) > 1 and capitals not in EVERYDAY_IN_CAPITALS.split():
        yield kind, capitals
