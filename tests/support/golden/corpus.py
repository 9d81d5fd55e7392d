"""The corpus: about a megabyte of text of every kind, generated, the same on every run.

A digest is worth something only while its text stays the same, so nothing here depends on the running Python: the
dice are SplitMix64 in integers (`random.Random` promises the stream of `random()` alone), each document seeds its
own by its name, and no set decides an order. What is here never changes, for the record of spans would have to: a
new text goes into a new group.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tests.support.golden import hostile, markup
from tests.support.golden.dice import Dice
from tests.support.golden.prose import prose, sentence, wrapped
from tests.support.golden.sources import source
from tests.support.golden.tongues import TONGUES, lines

#: Characters of the documents of the group "small", which the reference cuts too.
SMALL = 200


@dataclass(frozen=True)
class Document:
    """A text with its name in its group. `path` says what it is, where a path is asked for."""

    name: str
    text: str | bytes
    path: str | None = None


@dataclass(frozen=True)
class Group:
    """Documents with one digest together. `errors` is the handler that they are cut with."""

    name: str
    documents: tuple[Document, ...]
    errors: str = "strict"


def digest(documents: Sequence[Document]) -> str:
    """Return a digest of names, texts and paths."""
    found = hashlib.blake2b(digest_size=16)
    for document in documents:
        text = document.text
        data = b"str " + text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b"bytes " + text
        for part in (document.name.encode(), data, (document.path or "").encode()):
            found.update(len(part).to_bytes(8, "little") + part)
    return found.hexdigest()


# ---- the groups


def english() -> list[Document]:
    """One text in every width that CPython stores, and others by the form of their paragraphs."""
    wide = prose(Dice("English"), "en", 30_000)
    narrow = wide.replace("“", '"').replace("”", '"').replace("•", "*")
    return [
        Document("ASCII", narrow.replace("\u00a0", " ")),
        Document("Latin-1", narrow.replace("kettle", "théière")),
        Document("two bytes a character", wide),
        Document("four bytes a character", wide.replace("kettle", "kettle 😀")),
        Document("lines of 72", wrapped(prose(Dice("lines of 72"), "en", 20_000), 72), "a.txt"),
        Document("one paragraph", prose(Dice("one paragraph"), "en", 15_000, " ")),
        Document("long paragraphs", prose(Dice("long paragraphs"), "en", 40_000, most=40), "b.md"),
        Document("short paragraphs", prose(Dice("short paragraphs"), "en", 15_000, "\r\n\r\n", most=2)),
    ]


def languages(codes: str, size: int) -> list[Document]:
    """Return a text of each of the languages."""
    return [Document(code, prose(Dice(f"{code} {size}"), code, size)) for code in codes.split()]


def line_ends() -> list[Document]:
    """Lines that end in all the ways there are."""
    kinds = {
        "CR LF": ["\r\n", "\r\n\r\n"],
        "CR": ["\r", "\r\r"],
        "all": hostile.ENDS,
        "separators": ["\u2028", "\u2029", "\x85"],
        "feeds": ["\x0b", "\x0c", "\n"],
        "blank lines": ["\n\n\n", "\n \n\t\n", "\n" + " " * 40 + "\n", "\r\n \r\n"],
    }
    return [Document(name, hostile.breaks(Dice(f"line ends {name}"), ends, 6000)) for name, ends in kinds.items()]


def clusters() -> list[Document]:
    """Grapheme clusters of many code points."""
    words = [*hostile.CLUSTERS, *TONGUES["en"].words]
    return [
        Document("clusters", hostile.joined(Dice("clusters"), hostile.CLUSTERS, 8000)),
        Document("clusters without spaces", hostile.joined(Dice("close"), hostile.CLUSTERS, 3000, [""])),
        Document("clusters and words", hostile.joined(Dice("clusters and words"), words, 6000)),
    ]


def documents() -> list[Document]:
    """Documents with and without markup."""
    return [
        Document("long page", markup.markdown(Dice("long page"), 40_000), "long.md"),
        Document("CR LF", markup.markdown(Dice("CR LF"), 12_000).replace("\n", "\r\n"), "crlf.md"),
        Document("no front matter", markup.markdown(Dice("no front matter"), 12_000, False), "a.markdown"),
        Document("no path", markup.markdown(Dice("page without a path"), 6000) + "\n😀 漢字\n"),
        Document("HTML", markup.page(Dice("HTML"), 16_000), "page.html"),
        Document("HTML in one line", markup.page(Dice("HTML in one line"), 6000).replace("\n", " "), "line.htm"),
        Document("no markup", markup.plain(Dice("no markup"), 25_000), "notes.rst"),
        Document("neither markup nor path", markup.plain(Dice("neither"), 12_000)),
    ]


def tables() -> list[Document]:
    """Tables of every form."""
    return [
        Document("commas", markup.separated(Dice("commas"), 200, 5, ","), "a.csv"),
        Document("commas and CR LF", markup.separated(Dice("commas and CR LF"), 60, 4, ",", "\r\n")),
        Document("tabs", markup.separated(Dice("tabs"), 120, 4, "\t"), "a.tsv"),
        Document("semicolons", markup.separated(Dice("semicolons"), 80, 4, ";")),
        Document("pipes", markup.pipes(Dice("pipes"), 150, 4), "a.md"),
        Document("wide pipes", markup.pipes(Dice("wide pipes"), 30, 24)),
        Document("aligned", markup.aligned(Dice("aligned"), 80, 4), "a.rst"),
        Document("grid", markup.grid(Dice("grid"), 50, 3)),
    ]


def code() -> list[Document]:
    """Source files of nine languages."""
    endings = {
        "python": "py", "javascript": "js", "typescript": "ts", "java": "java", "c": "c", "cpp": "cpp", "go": "go",
        "rust": "rs", "ruby": "rb",
    }  # fmt: skip
    accents = source(Dice("accents"), "rust", 3000)
    return [
        *(Document(name, source(Dice(name), name, 9000), f"a.{ending}") for name, ending in endings.items()),
        Document("python with CR LF", source(Dice("python with CR LF"), "python", 4000, "\r\n"), "b.py"),
        Document("rust with accents", accents.replace("before", "avant «é»"), "b.rs"),
        Document("no path", source(Dice("code without a path"), "java", 4000)),
    ]


def headings() -> list[Document]:
    """Documents whose headings have no marks, and lists of paragraphs."""
    law = [
        f"{'CHAPTER ' + 'I' * (k // 4 + 1) + chr(10) * 2 if k % 4 == 0 else ''}Article {k + 1}" for k in range(12)
    ]
    report = [
        f"{1 + k // 3}{'.' + str(k % 3) if k % 3 else '.'} {('Wells', 'Rain', 'Snow', 'Hail')[k % 4]}"
        for k in range(12)
    ]
    statute = [f"第{'一二三四五六七八九'[k]}条" for k in range(9)]
    titles = ["ON RAIN", "Rain in the hills", "The old man", "`bed()`", "What he bumped", "ON SNOW", "雪"]
    items = (
        [f"({chr(97 + k)})" for k in range(6)]
        + [f"{k}." for k in range(1, 6)]
        + ["Ann:", "Bob:"] * 3
        + ["-", "•"] * 2
    )
    dice = Dice("items")
    blocks = [f"{mark} {sentence(dice, TONGUES['en'])}" for mark in items]
    return [
        Document("law", headed(Dice("law"), law, "en")),
        Document("law with CR LF", headed(Dice("law with CR LF"), law, "de").replace("\n", "\r\n"), "law.txt"),
        Document("report", headed(Dice("report"), report, "en"), "report.md"),
        Document("statute", headed(Dice("statute"), statute, "zh")),
        Document("titles", headed(Dice("titles"), titles, "ru"), "titles.rst"),
        Document("items", "\n\n".join(blocks) + "\n\n" + "\n".join(blocks) + "\n"),
    ]


def headed(dice: Dice, lines: list[str], tongue: str) -> str:
    """Headings, each with paragraphs after it."""
    return "".join(f"{line}\n\n{prose(dice, tongue, 200 + dice.below(900))}" for line in lines)


def data() -> list[Document]:
    """JSON, logs, settings."""
    rows = Dice("JSON")
    return [
        Document("JSON", "[\n" + ",\n".join(markup.json_text(rows, 1) for _ in range(60)) + "\n]\n", "a.json"),
        Document("JSON in one line", markup.json_lines(Dice("JSON in one line"), 40)),
        Document("log", markup.log(Dice("log"), 120), "a.log"),
        Document("settings", markup.settings(Dice("settings"), 80), "a.ini"),
    ]


def surrogates() -> list[Document]:
    """Lone surrogates."""
    return [
        Document("many", hostile.joined(Dice("surrogates"), hostile.SURROGATES, 4000)),
        Document("one", "It rains. " * 60 + "\ud800" + "It pours. " * 60),
        Document("at both ends", "\udc00" + "It rains. 漢字。" * 30 + "\ud800"),
    ]


def ill_formed() -> list[Document]:
    """Bytes that are not UTF-8."""
    return [
        Document("many", hostile.ill_formed(Dice("ill-formed"), 1500)),
        Document("one", b"It rains. " * 60 + b"\xff" + b"It pours. " * 60),
        Document("begun at the end", "It rains. 漢字。".encode() * 20 + b"\xf0\x9f\x98"),
    ]


#: Short texts by hand: in each what a rule looks at.
BY_HAND = [
    *lines("""
Dr. Kim left at 3.30 p.m. sharp. Why? Nobody knew. He works for Acme Inc. in the U.S. Army. It was 5 a.m. yes.
„Wohin?“, sagte er z. B. am 3. Mai. Und sie? Nichts. Im 19. Jahrhundert. Siehe Nr. 7. Ende
“No.” ‘Yes!’ (So be it.) [Or not?] … and then... Well; no: 1. First. 2. Second. a) Third. https://a.b/c.d?e=f. End.
我不去。他说：「去吗？」我说不去！真的……好。ABC公司。第1章\u3000雨。
雨が降る。「行きますか？」と彼は言った。そして、ゲーム。コーヒー！？カード
비가 온다. 노인은 잔다 시장에 갔습니다 과일을 샀어요 “집으로!” 그가 말했다.
ฝนตกหนักในภูเขา น้ำท่วมบ้าน วันนี้เราไปตลาด ฯลฯ ភ្លៀងធ្លាក់។ ទៅផ្សារ៕ မိုးရွာ။ သွား။
المطر ينزل. إلى أين؟ «البيت!» بارش ہوتی ہے۔ کہاں؟ बारिश होती है। कहाँ? ዝናብ። ወዴት፧ անձրև։ Ո՞ւր։ τι; Ναι.
👩\u200d👩\u200d👧 x 🇩🇪🇫🇷🇪 e\u0301\u0301 👩🏽\u200d🚀. 가\u11a8 क्षि น้ำ. 1\ufe0f\u20e3 ✊🏿!
"""),
    "# Rain\n\nIt rains. It pours.\n\n## How much\n\nIn mm:\n\n| day | mm |\n|---|---|\n| mon | 3 |\n"
    "| tue | 12 |\n| wed | 7 |\n| thu | 0 |\n\nEnd.\n",
    "---\ntitle: x\n---\n\nRain\n====\n\n- one\n- two\n  - three\n\n```py\ndef f(x):\n    return x\n\n\n"
    "def g():\n    return 2\n```\n\n> quoted\n",
    "import os\n\n\n# Twice.\ndef f(x):\n    if x:\n        return 2 * x\n\n    return 0\n\n\nclass A:\n"
    "    def m(self):\n        return 1\n",
    "a,b,c\n1,2,3\n4,5,6\n7,8,9\n10,11,12\n13,14,15\n16,17,18\n",
    "One.\r\n\r\nTwo.\rThree.\u2028Four.\u2029Five.\x85Six.\x0bSeven.\x0cEight.\n \n\n\tNine.  \n",
    "  \n\t It rains.   \n\n\n   \n It pours. \u3000 \n",
    "a" * 150, "ab " * 60, "漢字" * 60, "é" * 130, "😀👩\u200d" * 40, " " * 90, "x\n" * 70, "", "x", "\r\n",
    ". " * 60, "a" + "\u0301" * 80 + ". B " + "🇩🇪" * 9 + "🇫",
]  # fmt: skip


def small() -> list[Document]:
    """Short texts: by hand, and cut out of others."""
    found = [Document(f"by hand {k}", text[:SMALL]) for k, text in enumerate(BY_HAND)]
    foreign = languages("de ru el zh ja", 1500)
    for group in (english()[1::2], foreign, line_ends(), documents(), tables()[::2], code()[::2]):
        for document in group:
            at = Dice(f"small {document.name}").below(len(document.text) - SMALL)
            part = str(document.text)[at : at + SMALL]
            found.append(Document(f"part of {document.name}", part, document.path))
    return found


@cache
def groups() -> dict[str, Group]:
    """Return the whole corpus, by the names of its groups."""
    made = {
        "small": small(),
        "English": english(),
        "European": languages("de fr es it pt nl pl ru el tr", 10_000),
        "CJK": languages("zh ja ko", 10_000),
        "no spaces": languages("th km my lo", 4000),
        "other marks": languages("ar fa ur hi hy am", 5000),
        "clusters": clusters(),
        "line ends": line_ends(),
        "documents": documents(),
        "tables": tables(),
        "code": code(),
        "data": data(),
        "headings": headings(),
        "hostile": [Document(name, text) for name, text in hostile.hostile().items()],
    }
    found = [Group(name, tuple(texts)) for name, texts in made.items()]
    found.append(Group("lone surrogates, passed", tuple(surrogates()), "surrogatepass"))
    found.append(Group("lone surrogates, replaced", tuple(surrogates()), "replace"))
    found.append(Group("ill-formed bytes, replaced", tuple(ill_formed()), "replace"))
    return {group.name: group for group in found}
