"""Documents with questions: frequently asked questions that Debian packages ship.

A question is a heading that ends with a question mark; its gold is the beginning of the text below. The headings
themselves, and lists of them, are left out of the documents: a search for a question must find its answer by what
the answer says.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpora.packages import CorporaError, unpack
from shiplap.evaluate import Corpus, Question
from shiplap.readers.registry import Readers

#: Language, package and files of each corpus; the files are read in the order of their names.
SOURCES = {
    "perl": ("en", "perl-doc", "usr/share/perl/*/pod/perlfaq[1-9].pod"),
    "python": ("en", "python3.11-doc", "usr/share/doc/python3.11/html/faq/[!i]*.html"),
    "debian": ("en", "debian-faq", "usr/share/doc/debian/FAQ/*.en.html"),
    **{
        f"debian-{code}": (code, f"debian-faq-{code}", f"usr/share/doc/debian/FAQ/{code}/*.html")
        for code in ("de", "fr", "it", "nl", "pt", "ru")
    },
}

#: Characters of the gold of a question: a reader sees from them whether the answer was found.
GOLD = 600

#: Fewest characters of an answer; shorter ones refer to another answer.
LEAST = 120

_HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
_NUMBER = re.compile(r"^(?:chapter )?[\d.]+\s+", re.IGNORECASE)
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_POD = re.compile(r"[A-Z]<(?:<+ )?(?P<text>[^<>]*?)(?: >+)?>")


class Asked(NamedTuple):
    """A document and its questions, each with the start and the end of its gold."""

    text: str
    questions: list[tuple[str, int, int]]


def of_text(text: str) -> Asked:
    """Take the questions out of a text in Markdown.

    >>> of_text("# On rain\\n\\n- Does it rain?\\n\\n## Does it rain?\\n\\n" + "It does. " * 20).questions
    [('Does it rain?', 11, 190)]
    """
    first = re.search(r"^# ", text, re.MULTILINE)
    text = text[first.start() if first else 0 :]
    asked = {_plain(heading["text"]) for heading in _HEADING.finditer(text)}
    asked = {each for each in asked if each.endswith("?")}
    kept: list[str] = []
    size, open_question = 0, None
    questions: list[tuple[str, int, int]] = []
    for line in text.splitlines(keepends=True):
        heading = _HEADING.match(line.rstrip())
        if heading:
            _close(questions, open_question, size)
            name = _plain(heading["text"])
            open_question = (name, size) if name in asked else None
        if _plain(_ITEM.sub("", line)) in asked or (heading and open_question):
            continue
        kept.append(line)
        size += len(line)
    _close(questions, open_question, size)
    return _stripped("".join(kept), questions)


def _close(questions: list[tuple[str, int, int]], open_question: tuple[str, int] | None, size: int) -> None:
    if open_question is not None:
        questions.append((*open_question, size))


def _stripped(text: str, questions: list[tuple[str, int, int]]) -> Asked:
    """Take white space from the ends of the gold, and drop what is too short."""
    found = []
    for name, start, end in questions:
        answer = text[start:end]
        start, end = start + len(answer) - len(answer.lstrip()), start + len(answer.rstrip())
        if end - start >= LEAST:
            found.append((name, start, min(end, start + GOLD)))
    return Asked(text, found)


def _plain(heading: str) -> str:
    return _NUMBER.sub("", heading.strip().strip("*#").strip().replace("`", "")).rstrip("¶ ").strip()


def _from_pod(text: str) -> str:
    """Markdown from Perl's documentation, as far as the questions need it."""
    for _ in range(3):  # marks in marks
        text = _POD.sub(lambda mark: mark["text"].partition("|")[0], text)
    text = re.sub(r"^=head(\d) ", lambda mark: "#" * int(mark[1]) + " ", text, flags=re.MULTILINE)
    return re.sub(r"^=(?:over|back|cut|item|for|encoding|pod)\b[^\n]*\n", "\n", text, flags=re.MULTILINE)


def packaged(names: list[str], root: Path | None = None) -> tuple[dict[str, dict[str, Asked]], dict[str, str]]:
    """Download and read the corpora: the documents of each by name, and the versions of the packages.

    root: a folder of packages that are unpacked already, one folder each.
    """
    if root is None:
        with tempfile.TemporaryDirectory(prefix="shiplap-questions-") as folder:
            versions = unpack(sorted({SOURCES[name][1] for name in names}), Path(folder))
            return packaged(names, Path(folder))[0], versions
    made: dict[str, dict[str, Asked]] = {}
    readers = Readers()
    for name in names:
        _, package, pattern = SOURCES[name]
        paths = sorted((root / package).glob(pattern))
        if not paths:
            raise CorporaError(f"{package} has no files like {pattern}")
        documents = {}
        for path in paths:
            data = path.read_bytes()
            text = _from_pod(data.decode()) if path.suffix == ".pod" else readers.text(data, str(path))
            found = of_text(text)
            if found.questions:
                documents[f"{name}/{path.stem}"] = found
        made[name] = documents
    return made, {}


def joined(documents: dict[str, Asked]) -> tuple[Corpus, list[Question]]:
    """Return a corpus of the documents, and their questions."""
    corpus = Corpus({name: asked.text for name, asked in documents.items()})
    questions = [
        Question(text, ((base + start, base + end),))
        for asked, base in zip(documents.values(), corpus.bases.tolist(), strict=False)
        for text, start, end in asked.questions
    ]
    return corpus, questions
