"""The standard sentence rule: golden cases, literals by hand for each part of it, then hostile text."""

from __future__ import annotations

import itertools
import random
import re
import sys
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core import cpu
from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap._core.windows import Splitter
from shiplap._data import sentence_marks
from shiplap._data.sentences import LANGUAGES, MARKS_ONLY
from shiplap._data.unicode import SENTENCE_RANGES
from shiplap.errors import TextError
from shiplap.plan import LineBreaks
from shiplap.reference.boundaries import lexicon as rule
from shiplap.reference.boundaries import standard
from shiplap.reference.boundaries.levels import Level
from shiplap.reference.windows.splitter import split
from tests.conftest import Reference
from tests.support.cases import cases, few_quick
from tests.support.drawn import arguments
from tests.support.hostile import broken, languages, texts

GOLDEN = Path(__file__).parents[2] / "golden" / "sentences"
CITED = GOLDEN.with_name("citations")

lexicon = cache(rule.lexicon)


def spans(
    impl: Any, text: str, language: str | None = None, abbreviations: tuple[str, ...] = ()
) -> list[tuple[int, int]]:
    """The sentences by one implementation, which for a core is the same in a str and in UTF-8."""
    if isinstance(impl, Reference):
        return split(text, lexicon(language, abbreviations))
    splitter = Splitter("sentence-standard", language, abbreviations)
    found = list(splitter.cut(Text(text))[0])
    data = Text(text.encode())
    assert list(data.convert(splitter.cut(data)[0], "characters")) == found
    return found


# ---- the scan

#: Code points that are no letters, and the sets that the rule names.
MARKS = [
    chr(code)
    for first, last, name in SENTENCE_RANGES
    if name not in ("LETTER", "LOWER", "UPPER", "EXTEND")
    for code in range(first, last + 1)
]
NAMED = sorted(set().union(*(found for found in vars(sentence_marks).values() if isinstance(found, frozenset))))


@pytest.mark.parametrize("most", [0xFF, 0xFFFF, 0x10FFFF])
def test_the_scan_passes_over_no_end_of_a_sentence(isa: str, most: int) -> None:
    """The blocks of csrc only propose places. Each place that the rule takes must be among them."""
    chars = [char for char in (*MARKS, *NAMED, *"요다") if ord(char) <= most]
    text = "".join(f"Aa{char} Bb {char}Cc{char}dd\n{char} 漢니{char} " for char in chars)
    if most == 0xFF:
        text = text.replace("漢니", "")
    for view in (Text(text), Text(text.encode())):
        ends = [end for _, end in Splitter("sentence-standard").cut(view)[0]]
        places = [p for p in range(1, len(view)) if view.is_str or view.encoded(p, p + 1)[0] & 0xC0 != 0x80]
        assert ends == [*(p for p in places if is_cut(view, p, "sentence-standard")), len(view)]


@pytest.mark.parametrize("most", [0xFF, 0xFFFF, 0x10FFFF])
def test_the_scan_passes_over_no_line_end(isa: str, most: int) -> None:
    some = [char for char in "aÄ.) \t漢\u3000\xa0😀" if ord(char) <= most]
    ends = [end for end in ("\n", "\r\n", "\x85", "\u2028", "\u2029", "\v") if ord(end[0]) <= most]
    text = "".join(
        f"word{end}{indent}{char}{after}ab" for end in ends for indent in some for char in some for after in some
    )
    wanted = split_by_lines(text)
    assert list(Splitter("sentence-standard", None, (), "lines").cut(Text(text))[0]) == wanted
    data = Text(text.encode())
    native = Splitter("sentence-standard", None, (), "lines").cut(data)[0]
    assert list(data.convert(native, "characters")) == wanted


@cache
def split_by_lines(text: str) -> list[tuple[int, int]]:
    """Return the sentences of a text by the reference, with line ends that end them: the same for all instruction
    sets."""
    return split(text, known(None, (), "lines"))


# ---- golden cases

#: The lines that the rule gets wrong, without a language and with it. Take out what has become right.
KNOWN: dict[str, set[tuple[str, str]]] = {
    "all": {
        ("hi", "डॉ. शर्मा और प्रो. वर्मा आए।‖ वे चले गए।"),
        ("hi", "उसने पाँच कि.मी. की दूरी तय की।"),
        ("bg", "Има т.нар. Черна къща."),
        ("bg", "Роден е през 1950 г.‖ Той е учител."),
        ("bg", "Според чл. 5 ал. 2 това е така."),
        ("ca", "Van comprar pa, formatge, etc.‖ Després van marxar."),
        ("ca", "Treballa a Roure S.A.‖ Li agrada."),
        ("ca", "Vegeu la pàg. 12 i la fig. 3.‖ És allà."),
        ("fi", "Prof. Virtanen ja toht. Salo tulivat myöhässä.‖ Kukaan ei odottanut."),
        ("fi", "Ota jotain lämmintä, esim. takki."),
        ("fi", "Hän tuli ns. Uuteen taloon."),
        ("fi", "Kello oli klo. 5 illalla."),
        ("hu", "Ifj. Szabó és özv. Tóth itt lakik."),
        ("hu", "Az ún. Fehér ház üres."),
        ("ro", "Dl. Popescu și dna. Ionescu au venit târziu.‖ Nimeni nu i-a așteptat."),
        ("ro", "Prof. Marin și conf. Rusu predau azi."),
        ("ro", "Biserica Sf. Gheorghe este veche."),
        ("ro", "Au cumpărat pâine, brânză ș.a.‖ Apoi au plecat."),
        ("ro", "Lucrează la Dub S.R.L.‖ Îi place acolo."),
        ("ro", "Conform art. 5 alin. 2 din lege, plata este liberă."),
        ("cs", "Kostel sv. Jana stojí na kopci."),
        ("cs", "Vezmi si teplé věci, např. kabát."),
        ("cs", "Má tzv. Černý dům a cca. 5 polí."),
        ("cs", "Koupili chléb, sýr apod. a šli."),
        ("cs", "Viz str. 12 a obr. 3.‖ Je to tam."),
        ("fr", "Hélas ! il est trop tard."),
        ("it", "L'ing. Sala e il gen. Villa sono amici."),
        ("ja", "彼は「疲れた。もう寝る」と言った。"),
        ("km", "ខ្ញុំទិញស្វាយ ចេក ក្រូច ។ល។ នៅផ្សារ។"),
        ("ko", "“어디 가니?” 하고 그녀가 물었다."),
        ("ko", "나는… 잘 모르겠다."),
        ("ko", "그는 ... 오지 않았다."),
        ("nl", "Hij staat op.‖ Jan blijft zitten."),
        ("nl", "Dat weet ik al.‖ Piet weet het ook."),
        ("pl", "Szkoła im. Kopernika jest zamknięta."),
        ("pt", "O Eng. Da Costa e o Gen. Barros são amigos."),
        ("tr", "Bunu al.‖ Ayşe bekliyor."),
        ("uk", "Вул. Садова і пл. Ринок близько."),
        ("uk", "Школа ім. Шевченка зачинена."),
        ("uk", "Він має т. зв. Чорний дім."),
        ("uk", "Купили хліб, сир і т. д.‖ Потім пішли."),
        ("vi", "GS. Lê và TS. Trần đến muộn.‖ Không ai nói gì."),
        ("vi", "Anh sống ở TP. Huế.‖ Chị cũng vậy."),
        ("vi", "Họ mua bánh, trái cây, v.v.‖ Sau đó họ về nhà."),
    },
    "own": {
        ("fr", "Hélas ! il est trop tard."),
        ("it", "L'ing. Sala e il gen. Villa sono amici."),
        ("ja", "彼は「疲れた。もう寝る」と言った。"),
        ("km", "ខ្ញុំទិញស្វាយ ចេក ក្រូច ។ល។ នៅផ្សារ។"),
        ("ko", "“어디 가니?” 하고 그녀가 물었다."),
        ("ko", "나는… 잘 모르겠다."),
        ("ko", "그는 ... 오지 않았다."),
    },
}


def inner(text: str, ends: Any) -> list[int]:
    """The ends inside the text, each directly after a visible character."""
    return sorted({len(text[:end].rstrip()) for end in ends} - {0, len(text.rstrip())})


def golden_lines(path: Path) -> list[str]:
    lines = path.read_text("utf-8").split("\n")
    return [line for line in lines if line.strip() and not line.startswith("#")]


def test_golden_files() -> None:
    names = {path.stem for path in GOLDEN.glob("*.txt")}
    assert names == {*LANGUAGES, *MARKS_ONLY}
    for known in KNOWN.values():
        for name, line in known:
            assert line in golden_lines(GOLDEN / f"{name}.txt"), f"not a golden case any more: {name}: {line}"


#: The language of each file of citations, and how many of its lines are right at least.
FILES_OF_CITATIONS = {"us": ("en", 140), "uk": ("en", 96), "de": ("de", 99), "fr": ("fr", 98), "eu": ("en", 94)}


@cases("told", [True, False])
@cases("name", FILES_OF_CITATIONS)
def test_files_of_citations(impl: Any, name: str, told: bool) -> None:
    """Volumes, sections, paragraphs and pages stay with what they are of."""
    language, least = FILES_OF_CITATIONS[name]
    cases = golden_lines(CITED / f"{name}.txt")
    right = 0
    for line in cases:
        parts = line.split("‖")
        text, expected = "".join(parts), itertools.accumulate(len(part) for part in parts)
        found = spans(impl, text, language if told else None)
        right += inner(text, (end for _, end in found)) == inner(text, expected)
    assert right >= least


@cases(
    "text",
    [
        "MR. SMITH AND DR. JONES AGREED.|THEY SIGNED.",
        "SEE NO. 5 AND FIG. 3.|THE DOOR IS SHUT.",
        "JOHN DOE V. ST. MARY'S HOSP. OF THE CITY",
        "THE HON. ANN COLE, U.S. DIST. JUDGE, PRESIDING",
        "CASE NO. 04-CV-112, DKT. NO. 12",
        "ACME CORP. SHALL PAY.|THE BUYER SHALL NOT.",
        "PURSUANT TO SEC. 5, PARA. 2, OF THE AGREEMENT",
        "GEN. LEE AND COL. HALL MET CAPT. ROSS.",
        "SIGNED BY JAMES T. KIRK, ESQ. FOR THE BANK",
        "ATTN. MR. BELL, 12 MAIN ST. SUITE 4",
        "CHAP. II, ART. 3, CL. 4 APPLIES.|THE REST IS VOID.",
        "THE LEASE OF JAN. 5, 1999, IS VOID.|IT LAPSED.",
        "He left at 5 P.M.|Mr. Cole stayed.",
    ],
)
@cases("language", ["en", None])
def test_capitals(impl: Any, text: str, language: str | None) -> None:
    sentences = text.split("|")
    joined = " ".join(sentences)
    assert [joined[start:end].strip() for start, end in spans(impl, joined, language)] == sentences


@cases("mode", KNOWN)
@cases("path", sorted(GOLDEN.glob("*.txt")))
def test_golden(impl: Any, path: Path, mode: str) -> None:
    missed = set()
    for line in golden_lines(path):
        parts = line.replace("\\n", "\n").split("‖")
        text, expected = "".join(parts), itertools.accumulate(len(part) for part in parts)
        found = spans(impl, text, path.stem if mode == "own" else None)
        if inner(text, (end for _, end in found)) != inner(text, expected):
            missed.add(line)
    known = {line for name, line in KNOWN[mode] if name == path.stem}
    assert not missed - known, "wrong now"
    assert not known - missed, "right now: take it out of KNOWN"


# ---- literals by hand: the sentences of which a text consists


def check(impl: Any, sentences: list[str], language: str | None = None, extra: tuple[str, ...] = ()) -> None:
    """The sentences, also in each wider form of a str."""
    for tail in ("", "é", "Ā", "😀"):
        # a blank line parts what is added from the text
        whole = [*sentences[:-1], sentences[-1] + "\n\n", tail] if tail else sentences
        ends = list(itertools.accumulate(map(len, whole)))
        text = "".join(whole)
        assert [text[i:j] for i, j in spans(impl, text, language, extra)] == whole
        if language is None and not extra:
            assert impl.boundaries(text, "sentence-standard") == ends[:-1]


@cases(
    "sentences",
    [
        # the shape
        ["He said “no” twice (really).¹  ", "“Then we went."],
        ["It rains. ", "It pours."],
        ["No mark here"],
        # white space belongs to the sentence before, of whatever kind
        ["So.\u00a0\u3000\t ", "Then."],
        ["  Indented. ", "Yes."],
        ["A heading\n\n", "and text"],
        ["A heading\r\n \t\r\n", "and text"],
        ["a heading\u2029", "and text"],
        ["one line\nand the next\r\nand the next\u2028and the last"],
        # is_marker: after one line end; not after a space, without white space or with a longer label
        ["bread\n", "- butter\n", "## Jam\n", "• ham"],
        ["bread - butter * jam"],
        ["bread\n-butter\n#jam"],
        ["bread\n", "######## jam"],
        ["apples\n", "1. pears\n", "(b) plums\n", "123) figs"],
        ["apples\n1234. pears\nab) plums"],
        ["果物\n", "・梨"],
        ["果物\n", "一、梨\n", "十二、桃"],
        ["果物\n一二三四、梨"],
        # is_polite: with white space after it
        ["안녕하세요 ", "반갑습니다 ", "저는 갑니다"],
        ["이것이 필요 없다"],
        ["이것이 중요 합니다"],
        ["a요 b"],
        # is_mark: the Greek question mark, only after a Greek letter
        ["Πού είναι; ", "Δεν ξέρω."],
        ["Πού είναι\u037e ", "Δεν ξέρω."],
        ["Here; There"],
        # kind_of: Khmer full stops, the Burmese comma and full stop, the Armenian ones
        ["ខ្ញុំ។ ", "អ្នក៕ ", "គេ"],
        ["က၊ ခ"],
        ["က။ ", "ခ"],
        ["Ես եկա։ ", "Նա գնաց։"],
        ["Ես եկա. Նա գնաց։"],
        ["वह आया। ", "मैं गया॥ ", "वह"],
        ["هل جئت؟ ", "نعم۔ ", "لا"],
        # belongs_before: a bracket, a mark, a lone quote, a footnote mark after white space
        ["Ends here. ) ", "Then"],
        ["Really ? ", "Yes ! ", "He ran . ", "Then"],
        ["He uses the .NET library. ", ".NET is big."],
        ["« Je viens. » ", "Il part."],
        ['He came." ', "Then"],
        ['He came. " ', "Then"],
        ["He came. [12] ", "Then [a] he left."],
        ["He came. [1234] ", "Then"],
        ["He came. ", "[12345] Then"],
        # closing_begins: quotes, brackets, emphasis, superscripts, footnote marks
        ["He (or she) left.) ", "Then"],
        ["She is gone.[12][a]² ", "Then"],
        ["She is **gone.** ", "Then _we_ left._ ", "So."],
        ["„Geh.“ ", "»Nein.« ", "Und «Ja.» ", "Dann."],
        ["It is gone.[abcde] ", "Then"],
        ["It is gone [abcde] Then"],
        # ends_joined: no white space after the mark
        ["我来了。", "你走了！", "真的吗？", "是。"],
        ["他说。）我走。"],
        ["私は行く．", "彼も行く。"],
        ["太好了!", "我们赢了。"],
        ["真的?!", "是"],
        ["我不去。[1]", "他去。"],
        ["Version 3.5 of a.b is at x.y/z?q=1!a"],
        ["He left the house.", "The dog stayed."],
        ["See file.Name and node.Child."],
        # goes_on: brackets inside a sentence, particles, verbs of speaking
        ["「はい。」と言った。", "「いいえ。」", "彼は去った。"],
        ["“好。”他说。", "“好。”", "天黑了。"],
        ["他看《什么？》很好。", "《什么？》", "很好。"],
        ["他来了（真的吗？）然后走了。", "（他走了。）", "我哭了。"],
        ["（他走了。）", "我哭了"],
        # is_hiragana: the first and the last letter of its block, before a star
        ["ぁ★", "漢ゟ★", "漢゠★漢"],
        ['"가자."라고 했다.'],
        # ends_spaced: capitals, digits, letters without case; small letters go on
        ["Stop. ", "40 came. ", "Это она. ", "漢字"],
        ["He asked? ", "yes! ", "so he did."],
        ['"Stop!" he cried. ', '"Go!" ', "She left."],
        ["He came. ", "– They left."],
        ["He came! – and left."],
        ["Stop., he said; Go.; no"],
        ["I thought … maybe not. ", "We waited … ", "Nobody came... ", "The end."],
        ["He reads (...) Nothing."],
        ["“आओ!” वह बोला।"],
        # is_name, is_brand, is_address
        ["Yahoo! said so."],
        ["They fell. ", "iPhone sales rose. ", "eBay fell."],
        ['They said in a long line that it “is”, "Is it so?" ', "iPhone sales rose and went on rising for long."],
        ["Hij ging. ", "'s Avonds kwam hij. ", "’t Was laat."],
        ["See it. ", "https://x.org is. ", "www.y.org too."],
        # ends_stop: small letters after an unknown word, after a number, after a known word
        ["people who write without capitals. ", "they end sentences too."],
        ["he is in the u.k. now, approx. here, art. too, ok. so"],
        # initials, single letters
        ["J. R. R. Tolkien met C. S. Lewis. ", "He is Plan B. ", "The end."],
        ["He is a. Smith"],
        ["나는 가\u0301. ", "Smith"],  # a syllable is no single letter
        # titles, numbered, never last, abbreviations
        ["Dr. Kim met Mrs. Oh. ", "Prof. The"],
        ["See No. 5 and Vol. II, e.g. There."],
        ["He works for Acme Inc. in town. ", "He joined Acme Inc. ", "The boss left."],
        ["He left the U.S. Army. ", "He left the U.S. ", "The war was over."],
        # dates and ordinals
        ["그는 2020. 3. 5. 왔다."],
        ["그는 2020. ", "3"],
        ["Er kommt am 3. Mai. ", "Sie bleibt."],
        ["Sie wurde 2. ", "Dann ging sie."],
        ["1. Open it. ", "Read it.\n", "2. Close it. ", "3. Go."],
        ["Note: 4. Go."],
        ["Note: 123. Go."],
        ["Note: 1234. ", "Go."],
        ["See p. 12. ", "He left."],
        ["Ludwig XIV. ", "Sein Hof"],
        # lists in Korean: 가. 나.
        ["가. 서론\n", "나. 본론"],
        # words: longest, quotes, slashes, scripts without spaces
        [f"{'x' * 24}. ", "Then"],
        [f"{'x' * 25}. ", "Then"],
        ["Er wohnt in der Gartenstr. 5 da."],
        ["Il vit, l’art. 5 et l'art. 6 aussi."],
        ["Das ist z. B. Nutzlos."],
        ["Яблоки и т. д. Яблоки"],
        ["也见Dr. 王"],
        # two commas open a quotation, two apostrophes close it
        ["Hij ging. ", ",,Ik blijf.'' ", "Zij ook. ", ",, Ik niet. '' ", "Dat was al."],
        ["Hij zei ,,ja., zij ook. , nee"],
        # a straight quote with white space on both sides opens after two, and before one that closes
        ["It is late . ", '" I am off , " he said . ', '" So am I . " ', "They left."],
        ['It is late. " ', 'Then "they" left. " ', 'All" of them.'],
        ['It is late. " ', "Then"],
        # signs that join two things, and those of a number
        ["He is at Smith Corp. & Adm. now. ", "It is > 5 & more! ", "> 5 is fine."],
        ["Keep it at temp. > 5 or temp. ≤ 5, temp. × 3. ", "&nbsp;The end. ", "<b>So</b> it is."],
        ["See Art. №5, Par. ¶5, Art. §§ 5, No. #5 and tel. +49 5 or (No. +5). ", "$5 is enough."],
        # a title after an abbreviation, `No` before a capital, and abbreviations in capitals
        ["We met at 5 P.M. ", "Mr. Cole left."],
        ["Is it so? ", "No. ", "I was there, in Vol. I of No. 5."],
        ["WE MET MR. SMITH AT ACME CO. OF MAINE. ", "SEE NO. 5. ", "HE LEFT ACME INC. ", "THE COURT AGREED."],
        ["NO. ", "I SAW NO. 5, VOL. IV, SMITH ET AL. V. JONES AND DEPT. OF LABOR."],
        # numbers after a citation are no labels
        ["It fails. ", "See 30 Yale L.J. 5. ", "The rule holds. ", "See Dkt. No. 3, Vol. 2. ", "It is so."],
        # a star at the beginning of the text is no mark, whatever ends the text
        ["★ 雨は"],
        # footnote marks without white space after them; two apostrophes before a letter are no closing quote
        ["雨。[^3]", "雪。"],
        ["It rains. ", "''x"],
        ["It rains. ''"],
        # of two quotes in a row after a space, the first opens, since the other one is the next quote
        [" . ", '"" It'],
        # a Roman numeral in parentheses may begin a sentence; its label may have each of the three numerals
        ["Rain (xiv) it. ", "(xiv) it"],
        # the word before a year is in capitals, and one letter is not such a word
        ["RFDA 1997. 1228"],
        ["D 1985. ", "371"],
        # a footnote mark has 2 * NOTE code points at most
        [f"It rains.<sup>{'3' * 37}</sup> ", "It"],
        [f"It rains.<sup>{'3' * 38}</sup> It"],
        # a stop after another mark is no abbreviation's
        [
            "it was a long night in the old town of the hills, and nobody saw it?. ",
            "so it went on for a long night in the old town of the hills until the sun rose",
        ],
    ],
)
def test_literals(impl: Any, sentences: list[str]) -> None:
    check(impl, sentences)


@cases(
    ("language", "sentences"),
    [
        # DETERMINERS and ORDINALS: the noun after an ordinal has a capital
        ("de", ["Er kam auf den 3. Platz. ", "Die 2. Frau ging."]),
        ("de", ["Am 24. Dezember. ", "Er kam 1990. ", "Mai war es."]),
        ("de", ["Das ist z. B. Nutzlos, d. h. Unsinn."]),
        # kinds_of: letters before the word, which stand alone
        ("de", ["d. h. Die Frau, d. h. Der Mann, (d. h. Die Frau, i. H. v. Die."]),
        ("de", ["Das ist x.d. h. ", "Die Frau, y.d. h. ", "Der Mann."]),
        ("en", ["We live on Mill Rd. ", "It is quiet."]),
        # STARTERS, elided ones and single letters
        ("fr", ["Il a dit etc. ", "L'homme est là, etc. ", "L’homme"]),
        ("el", ["Το είδε κ.λπ. ", "Η πόλη."]),
        ("en", ["He is Plan B. ", "A man came. ", "Plan B. A. Smith"]),
        ("ru", ["Он любит яблоки и т. д. ", "Она тоже. ", "Он взял яблоки, груши и т. п. Глава"]),
        # in a language without words, a title is one no more, but an initial is still
        ("zh", ["Dr. Kim met J. Smith. ", "Yes."]),
        ("km", ["Er sah Nr. 5 am 3. Mai."]),
    ],
)
def test_literals_of_a_language(impl: Any, language: str, sentences: list[str]) -> None:
    check(impl, sentences, language)


def test_numbers_after_a_long_word(impl: Any) -> None:
    """A word that is known has LONGEST_WORD code points at most."""
    word = "x" * rule.LONGEST_WORD
    assert len(spans(impl, f"{word}. 1985. 371", None, (word,))) == 1
    assert spans(impl, f"{word}x. 1985. 371", None, (f"{word}x",))[-1] == (33, 36)
    assert len(spans(impl, f"{word[4:]}’Fig.3 The")) == 1
    assert len(spans(impl, f"{word[3:]}’Fig.3 The")) == 2


#: What stands around a text, so that the core reads it in the short ways that it has far from the ends of a text.
PLAIN = "it was a long night in the old town of the hills, and nobody there was awake to see "
#: Footnote marks that stand directly after a sentence.
FOOTNOTES = [
    "[^3]", "[^3][^4]", "[12]", "[3, 4]", "[note 1]", "[citation needed]", "3", "12", "1,2", "3–5", "3-5",
    "1,2,5", "(3)",
    "(1,2)", "(a)", "^3^", "^a^", "<sup>3</sup>", "<sup>[3]</sup>", "<sup><a>3</a></sup>", "†", "‡", "††", "§",
    "¶", "³",
    "*", "**",
]  # fmt: skip


@few_quick("around", ["", "It was a long night in the old town of the hills. "])
@cases("mark", FOOTNOTES)
def test_a_sentence_ends_after_its_footnote_mark(impl: Any, mark: str, around: str) -> None:
    for end in (".", "?", "!", ".”", '."', ".)", ".’", "…", ".»"):
        more = [around] if around else []
        check(impl, [*more, f"The wells ran dry{end}{mark} ", "The people left. ", *more])
        assert len(spans(impl, f"{around}the wells ran dry{end}{mark} and so on")) == 1 + bool(around)


@cases(
    "text",
    [
        "Use version 1.2 The new one", "It is in Fig.3 The left", "It is in Fig.(3) The left",
        "See p.3 The end", "A.3 The end",
        "It is .5 The end", "In 1999.12 The end", "It ran dry.1234 The end", "It ran dry.<sub>3</sub> The end",
        "It ran dry.<sup>3 4</sup> The end", "It ran.(abc) The end", "It ran.3^ The end", "x > 3 The end",
        "a3] The (3) The",
    ],
)  # fmt: skip
@cases("around", ["", PLAIN])
def test_what_is_no_footnote_mark(impl: Any, text: str, around: str) -> None:
    check(impl, [f"{around}{text}, {around}"])


@cases(
    ("language", "sentences"),
    [
        ("en", ["people who write so. ", "they end it. ", "ok ok. ", "so they do."]),
        ("en", ["it is e.g. so, etc. so, approx. so, in the u.k. so, x. so, b2b. so, 3. so"]),
        ("en", ["it is so . ", "and so it is"]),
        ("de", ["er kam bald. ", "sie ging z. B. weg, vgl. oben, am 3. oder nie."]),
        ("de", ["Ludwig XIV. war klein. ", "er starb."]),
        ("nl", ["Visser et al. vonden het. ", "het was al. ", "Piet"]),
        (None, ["it was dry. so it was . and so"]),
    ],
)
@cases("around", ["", PLAIN])
def test_small_letters_where_the_language_is_told(
    impl: Any, language: str | None, sentences: list[str], around: str
) -> None:
    whole = [around + sentences[0], *sentences[1:]]
    check(impl, [*whole[:-1], whole[-1] + "\n\n", PLAIN], language)


CITATIONS = {
    "en": [
        "347 U.S. 483 (1954)", "123 S. Ct. 456, 460 (2003)", "97 L. Ed. 2d 105, 110",
        "410 F.2d 701 (9th Cir. 1969)",
        "512 F. Supp. 2d 1134 (S.D.N.Y. 2007)", "24 Cal. App. 4th 1200", "12 Cal. Rptr. 3d 88",
        "500 So. 2d 1 (Fla. 1986)",
        "Fla. Stat. § 90.5", "42 U.S.C. § 1983", "29 C.F.R. § 1614.105", "85 Fed. Reg. 12,345",
        "Fed. R. Civ. P. 12(b)(6)",
        "Pub. L. No. 94-553, § 107", "H.R. Rep. No. 94-1476, at 65", "131 Cong. Rec. 5000",
        "50 Harv. L. Rev. 700, 710",
        "Id. at 55-56", "id. ¶ 12", "Cal. Penal Code § 187", "Mass. App. Ct. 300", "66 Ohio St. 3d 10",
        "100 Wn. 2d 5",
        "740 Ill. Comp. Stat. 80/1", "Smith Decl. ¶ 4", "Hr'g Tr. at 12", "U.S. Const. amend. XIV, § 1",
        "cert. denied, 5 U.S. 3",
        "14 Op. Att'y Gen. 5", "35 Okla. Stat. tit. 12, § 5", "[1932] A.C. 562 (H.L.)", "85 Cr. App. R. 100",
        "ss. 5-7 of the Act",
        "Sch. 2, para. 4", "Case C-5/99, [2001] E.C.R. I-5357", "Reg. (EU) No. 5/2016, art. 6(1)",
        "29 Eur. H.R. Rep. 5",
    ],
    "de": [
        "§ 823 Abs. 1 BGB", "Art. 5 Abs. 2 Nr. 1 GG", "BGH, Urt. v. 3. Mai 2010 – Az. I ZR 5/09, Rn. 12",
        "BGBl. I S. 2541",
        "BT-Drs. 14/6040, S. 5", "70. Aufl. 2011, § 5 Rn. 12", "NJW 2005, 1234 m. w. N.",
        "Rs. C-5/99, Slg. 2001, I-5357",
        "Art. 6 Abs. 1 UAbs. 1 lit. f DSGVO", "Erwgr. 26 der VO (EU) Nr. 5/2016",
    ],
    "fr": [
        "art. L. 121-1 C. consom.", "Cass. civ. 1re, 5 mai 2010, n° 09-12.345, Bull. civ. I, n° 5",
        "Cass. ass. plén., 9 mai 1984",
        "CE, Ass., 5 juill. 1985, Rec. p. 215", "Cons. const., déc. n° 99-412 DC, J.O. 18 juin 1999, p. 8964",
        "dir. 95/46/CE, consid. 26", "D. 2000, somm. p. 15, obs. Martin",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("es", "Llueve en la sierra; |El pozo", True),
        ("es", "Llueve en la sierra; |¿Cómo está", True),
        ("es", "Llueve en la sierra; |el pozo", False),
        ("es", "Llueve en la sierra; |Pedro", False),
        ("fr", "Il pleut ; |La ville", True),
        ("en", "it rains; |The town", True),
        ("en", 'it rains; |"The town', False),
        ("en", "it rains;|The town", False),
    ],
)
@pytest.mark.parametrize("around", ["", PLAIN + " "])
def test_semicolons_before_a_starter(impl: Any, language: str, text: str, found: bool, around: str) -> None:
    """A semicolon ends a sentence before a function word in a capital, if the language is told."""
    before, after = text.split("|")
    for known, ends in ((language, found), (None, False)):
        cuts = {end for _, end in spans(impl, around + before + after + " " + PLAIN, known)}
        assert (len(around + before) in cuts) is ends


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # the third quote closes, since none follows; before another one it opens
        ('He said " it rains " and " the well is dry. |" Then', False),
        ('He said "no" to it. |" Then he left " and', True),
        # no quote is before it, and none is after it; one is directly after it
        ('(It rains. |" It pours.', False),
        ('It rains. |"" It pours.', True),
        # one quote is before it
        ('"It rains. |" It pours." Then', False),
    ],
)
def test_quotes_between_spaces(impl: Any, text: str, found: bool) -> None:
    before, after = text.split("|")
    assert (len(before) in impl.boundaries(before + after, "sentence-standard")) is found


@cases(("language",
"citation"), [(name, one) for name, each in CITATIONS.items() for one in each])
def test_citations_of_law(impl: Any, language: str, citation: str) -> None:
    """A citation is in one sentence, whether the language is told or not."""
    for known in (None, language):
        check(impl, [f"It is known ({citation}). ", "The end."], known)
        check(impl, [f"It follows {citation.removesuffix('.')}, and so on. ", "The end."], known)


@cases("word", ["Anl", "Anl.", "x" * 24, "z.Xy", "10.2"])
@cases("around", ["", "and so on " * 8])  # the fast paths keep away from the ends of a text
def test_abbreviations(impl: Any, word: str, around: str) -> None:
    bare = word.removesuffix(".")
    text = f"{around}See the {bare}. Smith, the {bare}. And so {around}."
    for extra in ((), (word,), ("Zzz", word, "Zz.", word)):
        ends = [end for _, end in spans(impl, text, "en", extra)]
        known = [] if extra else [text.index("Smith")]
        assert ends == [*known, text.index("And"), len(text)]
    check(impl, [f"See {'x' * 25}. ", "Smith."], "en", ("x" * 25,))


@cases(
    ("before", "after"),
    [
        ("ab. ", "Then"), ('ab?" ', "Then"), ("ab.[12] ", "Then"), ("ab. » ", "Then"), ("ab.² ", "Then"),
        ("ab\n\n", "then"), ("ab\r\n\r\n", "then"), ("ab\u2029", "then"), ("ab\n", "1. then"), ("ab\n", "・梨"),
        ("가니다 ", "나"), ("해요 ", "나"), ("가니다   ", "나"), ("漢。", "漢"), ("漢。」", "漢"), ("漢！", "漢"),
        ("ab؟ ", "then"), ("ab…\u3000", "Then"), ("ω; ", "Ω"), ("ក។ ", "ក"), ("ab.\x85\u2028", "then"),
        ("ab.", "The then"), ('ab?" ', "iPhone"), ("ab.”\n", "“Then"), ("漢。[1]", "漢"),
        ("ab.1 ", "Then"), ("ab.”1,2 ", "Then"), ("ab?3–5 ", "Then"), ("ab.[note 1] ", "Then"),
        ("ab.(3) ", "Then"), ("ab.^3^ ", "Then"), ("ab.<sup>12</sup>\n", "Then"), ("ab.† ", "Then"),
        ("漢。[^1]", "漢"), ("ab. ", ",, Then"),
    ],
)  # fmt: skip
def test_places_of_a_block(isa_core: Any, before: str, after: str) -> None:
    for start in range(140):
        for end in ("", "漢" * 80, "😀" * 80):
            text = "a" * start + before + after + " b" * 40 + end
            middle = start + len(before)
            assert spans(isa_core, text) == [(0, middle), (middle, len(text))], (start, end[:1])


@cases(
    ("before", "after"),
    [
        # a short word that is not known, or one of more than seven letters, before a capital and before a digit
        ("on it. ", "That"), ("the package. ", "That"), ("uses SQL. ", "That"), ("uses SQL. ", "3 of them"),
        ("(it. ", "That"), ("on it.) ", '"That'), ("on it.\n", "That"), ("in Haar. ", "That"),
        ("a NULL. ", "That"),
        # known words: before a starter, a number, another word
        ("of that, etc. ", "The"), ("in the U.S. ", "The"), ("at Acme Inc. ", "It"), ("at Acme Inc.) ", "It"),
        ("see Vol. ", "Nothing"), ("no. ", "Yes"),
        # a word before small letters, in brackets too
        ("works. ", "someone said"), ("works! ", "someone said"), ("was it?. ", "someone said"),
        ("!... ", "and so"),
        # years, numbers
        ("in 1928. ", "Then"), ("in 1928.\n", "Then"), ("in 1928. ", '"Then'), ("in x1928. ", "Then"),
        # an address, a brand, and letters beyond ASCII at the end of the word
        ("etc. ", "https://x.org"), ("etc. ", "www.x.org"), ("on it. ", "iPhones are"), ("... ", "iPhones are"),
        ('there." ', "iPhones are"), ("une année. ", "someone said"),
    ],
)  # fmt: skip
def test_words_around_a_stop_that_ends_a_sentence(impl: Any, before: str, after: str) -> None:
    check(impl, [PLAIN + before, after + ", " + PLAIN])


@cases(
    "text",
    [
        # known words: before what is no starter, before a number, before Roman and single letters
        "[Op. Cit", "Dr. Smith", "Dr. The", "pp. 12", "Vol. 3", "Vol. II", "Vol. A", 'Dr. "Smith', "(Prof.) Smith",
        "Dr.\nSmith", "Hauptstr. Zwei", "Hauptstr. 5",
        # single letters, with others before them
        "A. H. Robinson", "x. Robinson", "z. B. Nutzlos", "(J. Smith",
        # small letters: after a word with a stop, a capital or a digit, a short one, a known one
        "e.g. those", "U.S. army", "Table 9.23. those", "p. xii", "art. those", "Inc. those", "etc. those",
        "etc. iPhones", "l'année. those",
        # after something that closes, before an opening one, between stops
        "[be] able", "those?) and", 'mean?" he', 'there." [quoted', "etc.) and", "so . . . and", "so . . . [and",
        "*those.* and", "`x` and", "f( a ) -> b", "f( a ] and", "so ) .net",
    ],
)  # fmt: skip
def test_words_around_a_stop_that_ends_none(impl: Any, text: str) -> None:
    check(impl, [PLAIN + text + ", " + PLAIN])


# ---- nothing is followed further than CAP


@pytest.mark.parametrize(("run", "found"), [(1, True), (255, True), (256, True), (257, False), (600, False)])
def test_runs_are_capped(impl: Any, run: int, found: bool) -> None:
    for before, piece, after in (
        ("Ab.", " ", "Then"), ("Ab.", "\u3000", "Then"),  # white space
        ("Ab", "!", " Then"), ("Ab", "…", " Then"), ("漢", "。", "漢"),  # marks
        ("Ab.", ")", " Then"), ("Ab!", "”", " Then"), ("Ab.", "²", " Then"), ("漢。", "」", "漢"),  # closing marks
    ):  # fmt: skip
        text = f"{before}{piece * run}{after}"
        p = len(before) + run + (after[0] == " ")
        for tail in ("", "é", "Ā", "😀"):
            ends = [end for _, end in spans(impl, text + tail)]
            assert ends == ([p] if found else []) + [len(text + tail)], (before, piece, tail)


@pytest.mark.parametrize(("run", "found"), [(1, False), (2, True), (256, True), (257, False)])
def test_line_ends_are_capped(impl: Any, run: int, found: bool) -> None:
    for end in ("\n", "\r", "\u2028"):
        check(impl, [f"ab{end * run}", "then"] if found else [f"ab{end * run}then"])


@pytest.mark.parametrize(("inside", "found"), [(254, True), (255, True), (256, False), (300, False)])
def test_brackets_are_looked_for_within_the_cap(impl: Any, inside: int, found: bool) -> None:
    text = f"（{'漢' * (inside - 1)}。）漢。"
    assert (inside + 2 in [end for _, end in spans(impl, text)]) is found


# ---- hostile text

extras = st.just(()) | st.lists(
    st.sampled_from(
        ["a", "A.", "word", "rains", "漢", "é.", "Dr", "1", "Et.", "x", "N", "iP", "\u0301", "z.B", "w"]
    ),
    max_size=3,
).map(tuple)
#: Prose, long enough for the short ways that the core has for plain text.
words = st.sampled_from(
    [
        "town",
        "said",
        "no",
        "Yes",
        "Dr",
        "No",
        "etc",
        "p",
        "U.S",
        "iPhone",
        "eBay",
        "am",
        "3",
        "XIV",
        "The",
        "http://x.y",
        "L'or",
        "’s",
        "漢",
        "요",
        "é",
        "😀",
        "(so",
        "“Oh",
        "-",
        "-",
        "& ",
        "> 5",
        "+5",
        "#",
        "§§ 5",
        ",,",
        ",, Zo",
        "MR",
        "NO",
        "I",
        "HE",
        "Fig",
        "Mr",
        "al",
        "GA-5",
        "S1",
        ">= 5",
        "1997",
        "ก" * 40,
        "Step",
    ]
)
marks = st.sampled_from(
    [
        ".", ".", ".", "", "", "", "", "!", "?", '."', '?"', "!)", "…", "。", ".”", ".)", ";", ".[1]", ".1",
        ".”12", ".[^1]",
        ".1,2", "?3–5", ".(3)", "!(a)", ".<sup>3</sup>", ".”^3^", ".†", ".''", ". ''", ".[ab c]", ".1234",
        "(1)", "^1^",
    ]
)
gaps = st.sampled_from([" ", " ", " ", "", "\n", "\n\n", "\r\n", "\u2029", "  "])
prose = st.tuples(
    st.sampled_from(["", PLAIN]),
    st.lists(st.builds("{}{}{}".format, words, marks, gaps), min_size=5, max_size=30).map("".join),
    st.sampled_from(["", PLAIN]),
).map("".join)
words_known = arguments(lexicon, language=languages, abbreviations=extras)
#: Text with hard line ends: headers, greetings, quotations, short and long lines.
hard_lines = st.lists(
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["", "", "", "> ", ">> ", "  ", "From: ", "Sent by: ", "Ä: ", "x-y: "]),
        st.sampled_from(["Dear Ms. Cole", "we ran", "The well is dry", "Über alles", "漢字", "iPhone", "A " * 61])
        | st.lists(words, min_size=1, max_size=12).map(" ".join),
        st.sampled_from(["", "", ",", ";", " –", ".", "!", " (", ":", "\""]),
        st.sampled_from(["\n", "\n", "\n", "\r\n", "\n\n", "\u2028", "\x85", " \n "]),
    ),
    min_size=2,
    max_size=9,
).map("".join)
heads = st.sampled_from(["", PLAIN])
tails = st.sampled_from(["", "é", "Ā", "😀", " " + PLAIN])


def levels(
    language: str | None, abbreviations: tuple[str, ...], line_breaks: LineBreaks = "paragraph"
) -> list[tuple[Splitter, Level]]:
    """The rules, in the core and in the reference."""
    return [
        (Splitter("sentence-simple"), "sentence-simple"),
        (Splitter("sentence-capital"), "sentence-capital"),
        (
            Splitter("sentence-standard", language, abbreviations, line_breaks),
            known(language, abbreviations, line_breaks),
        ),
    ]


def known(
    language: str | None, abbreviations: tuple[str, ...], line_breaks: LineBreaks = "paragraph"
) -> rule.Lexicon:
    """`lexicon`, without reading all words again for each example."""
    added = {word.removesuffix(".") for word in abbreviations}
    words = lexicon(language)
    found = rule.Lexicon({**words, **{word: words.get(word, frozenset()) | {"ABBREVIATIONS"} for word in added}})
    found.told, found.line_breaks = words.told, line_breaks
    return found


@pytest.fixture
def every_isa() -> Any:
    """A function that sets one instruction set after the other: what the reference finds is asked once."""
    before = cpu.current()

    def each() -> Any:
        for name in cpu.supported():
            cpu.use(name)
            yield name

    yield each
    cpu.use(before)


#: For each clause of the rule a text, cut at the place that it decides, and what it decides.
CLAUSES = [
    ("S1", "Ha. | B", False),
    ("S2", "a\n\n|b", True),
    ("S2", "a\n|1. b", True),
    ("S3", "Ha! |) B", False),
    ("S3", "Ha.|, b", False),
    ("S4", "a |b", False),
    ("S4", "좋아요 |네", True),
    ("S4", "a\n|-", False),
    ("S4", "ก" * 40 + " |ก", True),
    ("S4", "ก" * 39 + " |ก", False),
    ("S4", "ก" * 40 + " |a", False),
    ("S4", "it rains; |The", False),
    ("S5", "!" * 257 + " |B", False),
    ("S6", "「はい。」|と", False),
    ("S7", "雨。|晴", True),
    ("S8", "ab!|cd", True),
    ("S8", "so/ab?|cd", False),
    ("S8", "ab?|cd=1", False),
    ("S8", "Ab!|cd", False),
    ("S9", "漢.|字", True),
    ("S10", "It is done.|The end", True),
    ("S11", "Ha. |: b", False),
    ("S11", "Smith Corp. |& Co", False),
    ("S11", "the temp. |>= 5", False),
    ("S12", "Well... |So", True),
    ("S13", "“Stop!” |he cried", False),
    ("S14", "Stop! |Now", True),
    ("S14", "Gel! |dedi", False),
    ("S14", "Yahoo! |said", False),
    ("S14", "Really?! |yes", True),
    ("S15", "(a) . |Then", True),
    ("S15", "in Fig.3 |The", False),
    ("S16", "it works nicely. |then", True),
    ("S16", "he ran. |(b) she", True),
    ("S16", "he ran. |(see) she", False),
    ("S17", "բառ. |Ա", False),
    ("S18", "by J. |Smith", False),
    ("S18", "Which one? B. |The", False),
    ("S18", "It is one. B. |The", False),
    ("S19", "Dr. |Smith", False),
    ("S20", "the x. |Then", True),
    ("S21", "No. |7", False),
    ("S21", "No. |GA-0123", False),
    ("S21", "Fig. |S1", False),
    ("S22", "and so on, etc. |Then", True),
    ("S23", "2020. 3. |5.", False),
    ("S23", "RFDA 1997. |1228", False),
    ("S23", "JCP 2001. |II. 1234", False),
    ("S23", "JCP 2001. II. |1234", False),
    ("S23", "D. 1999. |IR 45", False),
    ("S23", "S. 1901. 1. |45", False),
    ("S23", "see II. |3. b", False),
    ("S25", "the USA 2001. |The 5", True),
    ("S3", "It rains. |[3, 4] Then", False),
    ("S25", "It rains. [3, 4] |Then", True),
    ("S24", "Do it. Step 2. |Open", False),
    ("S24", "JCP 2001. II. 12. |Open", True),
    ("S25", "It is 1997. |1228", True),
    ("S24", "Step 1. |Open", False),
    ("S24", "§ 12. |Der", False),
    ("S24", "It is step 1. |Open", True),
    ("S24", "1. |Foo", False),
    ("S25", "가. |나", False),
    ("S25", "It rains. |Then", True),
]


@cases(("clause", "text", "found"), CLAUSES)
def test_clauses(impl: Any, clause: str, text: str, found: bool) -> None:
    """The clause decides: the reference returns at a line that names it. Every implementation says the same."""
    before, after = text.split("|")
    lines = Path(standard.__file__).read_text("utf-8").split("\n")
    named = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "return" and frame.f_code.co_filename == standard.__file__:
            named.extend(re.findall(r"\bS\d+\b", lines[frame.f_lineno - 1].partition("#")[2]))
        return trace

    old = sys.gettrace()
    sys.settrace(trace)
    try:
        verdict = standard.standard(before + after, len(before), lexicon())
    finally:
        sys.settrace(old)
    assert verdict == found
    assert clause in named
    assert (len(before) in impl.boundaries(before + after, "sentence-standard")) == found


def test_every_clause_has_a_case() -> None:
    text = standard.__doc__ or ""
    assert {clause for clause, _, _ in CLAUSES} == set(re.findall(r"^    (S\d+) ", text, re.MULTILINE))


def test_the_words_that_are_added() -> None:
    for extra in (("a", "Dr."), ("Zz.",)):
        assert known("en", extra) == rule.lexicon("en", extra)


@given(head=heads, text=texts, tail=tails, known=words_known)
def test_any_text_equals_the_reference(
    every_isa: Any, head: str, text: str, tail: str, known: dict[str, Any]
) -> None:
    compare(every_isa, head + text[:1500] + tail, **known)


#: Nothing but what the rule looks at, in ASCII, in Latin-1, and in all scripts.
DENSE = (
    "aaabBcCdstr123   \n\n\r\t.!?.!?.\"')(][{};:,-*_`#@ihiPwx^<>&=,'",
    "é¹«»\x85\xa0º",
    "“”‘’…мУαΔ。！？、一あア々요다니한دم؟★😀٪\u2028\u2029†–≤№٣",
)


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_dense_text_equals_the_reference(every_isa: Any, seed: int, limit: int) -> None:
    chance = random.Random(seed)
    alphabet = "".join(DENSE[:limit])
    text = "".join(chance.choices(alphabet, k=3000))
    compare(every_isa, text, None, (), get_args(LineBreaks)[seed % 3])


@few_quick("language", [None, "de", "ru"], quick=1)
@pytest.mark.parametrize(
    "after",
    [
        ". Nun",
        pytest.param(". nun", marks=pytest.mark.exhaustive),
        pytest.param(". 12 ", marks=pytest.mark.exhaustive),
        pytest.param('." Nun', marks=pytest.mark.exhaustive),
        pytest.param(".\nНо", marks=pytest.mark.exhaustive),
    ],
)
def test_all_words_equal_the_reference(language: str | None, after: str) -> None:
    """A filter of the ends of words must hold all that are known: by themselves, as parts, and of other words."""
    for before in ("ab ", "(", "l'", "wo", "x. ", "é"):
        text = "".join(f"{before}{word}{after} " for word in lexicon(language))
        level = known(language, ())
        text = text if before == "ab " else text[:8000]
        assert list(Splitter("sentence-standard", language).cut(Text(text))[0]) == split(text, level)


@given(text=hard_lines, known=words_known)
def test_hard_line_ends_equal_the_reference(every_isa: Any, text: str, known: dict[str, Any]) -> None:
    compare(every_isa, text, **known)


@given(text=prose, known=words_known)
def test_prose_equals_the_reference(every_isa: Any, text: str, known: dict[str, Any]) -> None:
    compare(every_isa, text, **known)


def compare(
    every_isa: Any,
    text: str,
    language: str | None,
    abbreviations: tuple[str, ...],
    line_breaks: LineBreaks = "paragraph",
) -> None:
    """A str and its UTF-8, by all three rules, on each instruction set."""
    data = text.encode()
    starts = [0, *itertools.accumulate(len(char.encode()) for char in text)]
    for splitter, level in levels(language, abbreviations, line_breaks):
        expected = split(text, level)
        in_bytes = [(starts[i], starts[j]) for i, j in expected]
        for name in every_isa():
            assert list(splitter.cut(Text(text))[0]) == expected, name
            assert list(splitter.cut(Text(data))[0]) == in_bytes, name


@given(text=broken, known=words_known)
def test_lone_surrogates(every_isa: Any, text: str, known: dict[str, Any]) -> None:
    for splitter, level in levels(**known):
        expected = split(text, level, "surrogatepass")
        try:
            strict: Any = split(text, level)
        except TextError as error:
            strict = (error.offset, error.unit, error.reason)
        for name in every_isa():
            assert list(splitter.cut(Text(text, "surrogatepass"))[0]) == expected, name
            try:
                found: Any = list(splitter.cut(Text(text))[0])
            except TextError as error:
                found = (error.offset, error.unit, error.reason)
            assert found == strict, name


def test_a_lone_surrogate_by_hand(impl: Any) -> None:
    for text, offset in (("Ab. \ud800c. D", 4), ("Ab.\udc00 B. C", None), ("\ud800。漢", None), ("漢。\udfff", 2)):
        if offset is None:
            spans_of_str(impl, text)
            continue
        with pytest.raises(TextError) as caught:
            spans_of_str(impl, text)
        facts = (caught.value.offset, caught.value.unit, caught.value.reason)
        assert facts == (offset, "characters", "lone surrogate")


def spans_of_str(impl: Any, text: str) -> None:
    """The sentences of a str, strictly."""
    if isinstance(impl, Reference):
        split(text, lexicon())
    else:
        Splitter("sentence-standard").cut(Text(text))
