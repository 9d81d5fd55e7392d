"""The first inputs of a target, from what Python ships and from the documents of the tests. They are made at run
time and never kept."""

from __future__ import annotations

import pathlib
import random
import sysconfig
from collections.abc import Iterator

from tests.fuzz import columns, inputs
from tests.kernels.data.test_data import MARKS as DATA
from tests.kernels.outline.test_outline import PIECES as CODE
from tests.prompt.test_prompt import PIECES as PROMPT
from tests.support.documents import MARKDOWN, PLAIN
from tests.support.hostile import CHARACTERS

TESTS = pathlib.Path(__file__).resolve().parents[1]

#: Seeds of a target.
COUNT = 240

#: The longest text of a seed, in bytes.
SIZE = 1200

CITATIONS = [
    "[doc: docs/faq.txt, chunk: d-chunk-0]", "[doc: d, chunk: d-chunk-1]",
    "[doc: faq.txt, chunk: d-chunk-2; chunk: x]", "[doc: a\\,b\\], chunk: a\\,b\\]-chunk-0]", "[doc:", "]",
    "“It rains in the hills”", "„It rains … daily“",
    '"The old man snores"', "\n> It rains.\n\n", "«Ü é»", "…", "\u0301", "ﬁ", "\r\n", "- ", " ",
]  # fmt: skip

#: Lines of documents with headings that have no marks, and with lists of paragraphs.
SECTIONS = [
    "Article 5", "Article 6 Duties", "ARTICLE VII", "1.2 Scope", "1.3 Terms", "2 On rain", "A.2 Wells", "IV. On",
    "ON RAIN", "RAIN AND SNOW", "Rain", "Snow and rain", "On [rain](x y)", "`a {` b", "第三章", "第四章 雨",
    "第 12 条", "제3조", "§ 3 Duty", "Статья 5", "Ann: yes", "Bob B.: no", "(a) x", "(b) y\n  more", "[3] x",
    "[^1]: x", "• x", "- x", "iv) x", "# H", "T\n===", "T\n~~~", "It rains.", "It rains.\n- x\n- y",
    "It rains in the hills, and it pours. He snores.", "漢字、かな。",
]  # fmt: skip


def files(target: str) -> list[pathlib.Path]:
    """Files of which seeds are parts: code for outlines, code and prose for others."""
    library, headers = (pathlib.Path(sysconfig.get_path(name)) for name in ("stdlib", "include"))
    code = [*sorted(library.glob("*.py"))[::5], *sorted(headers.glob("*.h"))[::5]]
    prose = [*sorted(TESTS.glob("golden/sentences/*.txt")), *sorted(TESTS.glob("golden/adaptive/*"))]
    prose += [*library.glob("LICENSE.txt"), *library.glob("pydoc_data/topics.py")]
    return code if target == "outline" else prose + code[::4]


def text(target: str, chance: random.Random, paths: list[pathlib.Path]) -> bytes:
    """Return the text of one seed: a part of a file, or lines, or pieces."""
    if target == "provenance":
        return chance.randbytes(chance.randrange(120))
    kind = chance.randrange(4 if target in ("chunk", "regions") else 3)
    if target == "citations":
        parts = "".join(chance.choices([*CITATIONS, *PROMPT, "It rains in the hills. "], k=chance.randrange(40)))
        return f"The old man snores. It rains in the hills, daily. {parts}".encode("utf-8", "surrogatepass")
    if kind == 0:
        data = chance.choice(paths).read_bytes()
        at = chance.randrange(max(1, len(data) - SIZE))
        return data[at : at + SIZE]
    if kind == 1 and target == "outline":
        return "".join(chance.choices(CODE, k=chance.randrange(80))).encode("utf-8", "surrogatepass")
    if target == "data":
        marks = DATA[chance.choice(sorted(DATA))]
        return "".join(chance.choices(marks, k=chance.randrange(60))).encode()
    if kind == 1:
        lines = chance.choices([*MARKDOWN, *PLAIN], k=chance.randrange(30))
        return chance.choice(["\n", "\r\n", "\n\n"]).join(lines).encode()
    if kind == 3:
        lines = chance.choices(chance.choices(SECTIONS, k=6), k=chance.randrange(20))
        return chance.choice(["\n\n", "\n\n", "\r\n\r\n", "\u2029", "\n"]).join([*lines, "It rains.\n"]).encode()
    return "".join(chance.choices([*CHARACTERS, ". A", "It rains. "], k=chance.randrange(60))).encode()


def seeds(target: str) -> Iterator[bytes]:
    """Yield the seeds of a target, the same each time on one machine."""
    chance = random.Random(7)
    paths = files(target)
    head = columns.HEAD if target == "arrow" else inputs.HEAD
    for number in range(COUNT):
        begin = bytes(head) if number % 8 == 0 else chance.randbytes(head)
        yield begin + text(target, chance, paths)[:SIZE]
