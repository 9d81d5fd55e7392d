"""The cases: what is cut, how, and what its spans are called in the record.

Names of cases are for good, whatever an option is called: the tables `WAYS`, `UNITS` and `OPTIONS` say how each
word of a name is spelled today. They and the methods that call shiplap are all that a renaming changes here. Sizes
and overlaps are given, so that another default is no other digest; presets alone have their own.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

import numpy as np

import shiplap
from shiplap._data.code_languages import LANGUAGES as CODE_LANGUAGES
from shiplap._data.sentences import LANGUAGES, MARKS_ONLY
from shiplap.chunkers import streaming as streams
from tests.support.golden.corpus import Document, groups
from tests.support.golden.dice import Dice

#: Groups of documents, by what they are to show; LARGE leaves out the short texts.
ALL = tuple(groups())
LARGE = ALL[1:]
INVALID = tuple(name for name, group in groups().items() if group.errors != "strict")
VALID = tuple(name for name in ALL if name not in INVALID)
SHORT = ("small", "clusters", "line ends", *INVALID)
TEXTS = ("small", "English", "CJK", "no spaces", "line ends", "clusters", "headings")
SENTENCES = ("small", "English", "European", "CJK", "no spaces", "other marks", "line ends")
MARKED = ("small", "documents", "tables", "code", "data", "headings")
MIXED = ("English", "CJK", *MARKED)


@dataclass(frozen=True)
class Answer:
    """An answer for a document: spans in characters and in bytes, and their attributes."""

    spans: Any
    byte_spans: Any
    words: Sequence[str] = ()

    @property
    def digest(self) -> bytes:
        """blake2b of all of it, the numbers as little-endian int64."""
        said = [word.encode("utf-8", "surrogatepass") for word in self.words]
        sizes = [len(self.spans), len(self.byte_spans), *map(len, said)]
        parts = [numbers(sizes), numbers(self.spans), numbers(self.byte_spans), *said]
        return hashlib.blake2b(b"".join(parts), digest_size=16).digest()

    def __len__(self) -> int:
        return len(self.spans)


def numbers(values: Any) -> bytes:
    """Numbers as little-endian int64, row by row."""
    return np.ascontiguousarray(values, "<i8").tobytes()


def listed(*values: Any) -> str:
    """Numbers and words as one word of an answer."""
    return " ".join(map(str, values))


def joined(answers: Iterable[Answer]) -> Answer:
    """Return the answers to parts of a text as one."""
    found = list(answers)
    if not found:
        return Answer(np.empty((0, 2), np.int64), np.empty((0, 2), np.int64))
    return Answer(
        np.concatenate([each.spans for each in found]),
        np.concatenate([each.byte_spans for each in found]),
        [word for each in found for word in each.words],
    )


@dataclass(frozen=True)
class Case:
    """One way of reading a text. `needs` is a package that is not always there. A quick run leaves out cases that
    are `exhaustive`, and reads texts `once` for those that take the same roads as others."""

    name: str
    groups: tuple[str, ...]
    exhaustive: bool = field(default=False, kw_only=True)
    once: bool = field(default=False, kw_only=True)
    needs: str | None = field(default=None, kw_only=True)

    def answer(self, text: Any, document: Document, errors: str) -> Answer:
        """Return the answer for a text, which is that of the document in any form."""
        raise NotImplementedError

    @property
    def missing(self) -> str | None:
        """Return why the case cannot be run here, or None."""
        if self.needs is None or importlib.util.find_spec(self.needs):
            return None
        return f"{self.needs} is not installed"


# ---- chunkers


@dataclass(frozen=True)
class Cut(Case):
    """A chunker. `follows`: whether it is given the path of a document. `tells`: "kinds" of content stand in the
    answer, or the "context" of chunks: headings and table headers."""

    make: Callable[..., shiplap.Chunker] = field(kw_only=True)
    follows: bool = field(default=False, kw_only=True)
    tells: str = field(default="", kw_only=True)

    def chunker(self, errors: str) -> shiplap.Chunker:
        """Return the chunker, with an error handler."""
        return made(self.make, errors)

    def answer(self, text: Any, document: Document, errors: str) -> Answer:
        options: dict[str, Any] = {"path": document.path} if self.follows else {}
        return self.of(self.chunker(errors).chunk(text, **options))

    def of(self, chunks: shiplap.Chunks) -> Answer:
        """Return the answer of chunks."""
        words: list[str] = []
        if self.tells == "kinds":
            words = [str(kind) for kind in chunks.kinds]
        elif self.tells == "context":
            words = [part for chunk in chunks for part in (*chunk.headings, "\x00", chunk.table_header)]
        return Answer(chunks.spans, chunks.byte_spans, words)

    def streamed(self, pieces: Iterable[Any], errors: str) -> Answer:
        """Return the answer for a text that comes in pieces."""
        return joined(self.of(part) for part in self.chunker(errors).stream_batches(pieces))

    def batch(self, texts: Sequence[Any], errors: str, threads: int = 1) -> tuple[list[Answer], Any, Any]:
        """Return the answers for many texts in one call, and what `spans_batch` gives."""
        chunker = self.chunker(errors)
        found = chunker.chunk_batch(texts, threads=threads)
        return [self.of(chunks) for chunks in found], *chunker.spans_batch(texts, threads=threads)

    def arrow(self, column: Any, errors: str) -> Answer:
        """Return the answer for an Arrow array of texts, all of them together."""
        import pyarrow

        from shiplap import arrow

        names = ["char_start", "char_end", "byte_start", "byte_end", "kind"]
        table = pyarrow.table(arrow.chunk(column, self.chunker(errors), columns=names))
        starts, ends, first_bytes, last_bytes = (table[name].to_numpy() for name in names[:4])
        words = table["kind"].to_pylist() if self.tells == "kinds" else []
        return Answer(np.stack([starts, ends], 1), np.stack([first_bytes, last_bytes], 1), words)


@cache
def made(make: Callable[..., shiplap.Chunker], errors: str) -> shiplap.Chunker:
    """Return a chunker, made once."""
    return make(errors=errors, on_empty="empty")


def pieces(text: Any, name: str, most: int = 4000) -> Iterator[Any]:
    """Yield a text cut anywhere, some of the pieces empty."""
    dice, at = Dice(name), 0
    while at < len(text):
        size = dice.below(most)
        yield text[at : at + size]
        at += size


#: Sizes above this leave short texts whole, which says nothing.
LARGEST_SMALL = 100

#: Characters or bytes that a stream gathers: where it is less than the texts have, they are cut in parts.
STREAM_BLOCK = (streams, "BLOCK")


def every_seventh(text: str) -> range:
    """Boundaries with no regard to what stands there."""
    return range(0, len(text) + 1, 7)


def after_full_stops(text: str) -> list[int]:
    """Boundaries as another tool would find them."""
    return [p for p in range(1, len(text)) if text[p - 1] == "."]


def words(text: str) -> int:
    """Return a function that counts tokens: letters in threes, and marks."""
    return sum((len(word) + 2) // 3 for word in text.split()) + text.count("é")


#: The ways to cut: a chunker and its options.
WAYS: dict[str, tuple[Callable[..., shiplap.Chunker], dict[str, Any]]] = {
    "exact windows": (shiplap.FixedChunker, {}),
    "windows to paragraphs": (shiplap.FixedChunker, {"snap": "paragraph"}),
    "windows to lines": (shiplap.FixedChunker, {"snap": "line"}),
    "windows to sentences": (shiplap.FixedChunker, {"snap": "sentence"}),
    "windows to words": (shiplap.FixedChunker, {"snap": "word"}),
    "whole sentences": (shiplap.SentenceChunker, {}),
    "recursive": (shiplap.RecursiveChunker, {}),
    "recursive from sections to words": (
        shiplap.RecursiveChunker, {"levels": ["section", "paragraph", "line", "sentence", "word"]},
    ),
    "recursive by literals": (
        shiplap.RecursiveChunker, {"levels": ["\n\n", "\n", ". ", "。", " ", "e"], "overlap_levels": [". ", " "]},
    ),
    "recursive by lines, overlaps by graphemes": (
        shiplap.RecursiveChunker, {"levels": ["line", "grapheme"], "overlap_levels": ["line", "grapheme"]},
    ),
    "recursive by a function": (
        shiplap.RecursiveChunker,
        {"levels": ["section", after_full_stops, "word"], "overlap_levels": [every_seventh]},
    ),
    "adaptive": (shiplap.AdaptiveChunker, {}),
    "stable": (shiplap.StableChunker, {}),
    "stable with a key, by lines": (shiplap.StableChunker, {"levels": ["line", "word"], "key": "8a5f"}),
    "stable by a function": (shiplap.StableChunker, {"levels": [after_full_stops, ". ", "word"]}),
}  # fmt: skip

UNITS: dict[str, dict[str, Any]] = {
    "characters": {"unit": "characters"},
    "bytes": {"unit": "bytes"},
    "tokens": {"unit": "tokens"},
    "tokens by a function": {"unit": "tokens", "tokenizer": words},
    "tokens of cl100k": {"unit": "tokens", "tokenizer": "cl100k_base"},
    "tokens of o200k": {"unit": "tokens", "tokenizer": "o200k_base"},
}

OPTIONS: dict[str, dict[str, Any]] = {
    "ends stripped": {"strip_whitespace": True},
    "blank chunks left out": {"skip_blank": True},
    "simple rule": {"sentence_rule": "simple"},
    "capital rule": {"sentence_rule": "capital"},
    "German": {"language": "de"},
    "English": {"language": "en"},
    "an abbreviation more": {"abbreviations": ["harbour.", "Kies"]},
    "filled by nothing": {"min_fill": 0.0},
    "filled by a third": {"min_fill": 0.33},
    "filled wholly": {"min_fill": 1.0},
    "given every seventh place": {"boundaries": every_seventh},
    "given full stops": {"boundaries": after_full_stops},
    "no minimum": {"min_size": 0},
    "as large a minimum as can be": {"min_size": 150, "max_size": 300},
    "no more than the size": {"min_size": 0, "max_size": 300},
    "four times the size at most": {"min_size": 50, "max_size": 1200},
    "rests kept apart": {"join_rest": False},
    "what stands before counted": {"size_includes_context": True},
    "small kinds": {"prose": (160, 25), "code": (120, 20), "table": (100, 25)},
    "marked headings": {"headings": "marked"},
    "no headings": {"headings": None},
    "sections apart": {"break_at": "section"},
    "blocks": {"levels": ["block", "sentence", "word"]},
    "large code": {"prose": (300, 0), "code": (2000, 100), "table": (500, 0)},
}


def cut(
    way: str,
    unit: str,
    size: int | None,
    overlap: int | None = None,
    *how: str,
    groups: tuple[str, ...] = ALL,
    **more: Any,
) -> Cut:
    """Return a case of a chunker. Its overlap is a fifth of the size, unless it is given. Without a size, `how`
    has those of the kinds of content."""
    maker, options = WAYS[way]
    options = {**options, **UNITS[unit]}
    parts = [way, unit]
    if size is not None:
        overlap = size // 5 if overlap is None else overlap
        options |= {"chunk_size": size, "chunk_overlap": overlap}
        if way == "whole sentences":
            options |= {"min_size": size // 6, "max_size": 5 * size // 3}
        if size > LARGEST_SMALL:
            groups = tuple(name for name in groups if name != "small")
        parts = [way, f"{size} {unit}", f"overlap {overlap}"]
    for each in how:
        options |= OPTIONS[each]
    return Cut(
        named(*parts, *how, **more), groups, needs="bpe_openai" if unit.startswith("tokens of") else None,
        make=lambda **errors: maker(**options, **errors), **more,
    )  # fmt: skip


def preset(name: str, **more: Any) -> Cut:
    """Return a case of a preset."""
    return Cut(
        named(f"preset {name}", **more), LARGE, make=lambda **errors: shiplap.preset(name, **errors), **more
    )


def sentences(rule: str, language: str | None, groups: tuple[str, ...]) -> Cut:
    """Return a case of the splitter into sentences."""
    return Cut(
        named(f"sentences, {rule} rule", *([f"language {language}"] if language else [])), groups,
        once=language is not None, make=lambda **errors: shiplap.SentenceSplitter(rule, language, **errors),
    )  # fmt: skip


def named(*parts: str, follows: bool = False, tells: str = "", **_: Any) -> str:
    """Return the name of a case."""
    return ", ".join([*parts, *["paths followed"] * follows, *["context"] * (tells == "context")])


# ---- what is not chunks


@dataclass(frozen=True)
class Regions(Case):
    """The regions of a document, with their kinds and levels and the rows of tables, or with "titles" and
    languages. `path` stands for that of the document, unless it is to be followed."""

    path: str | None = field(default=None, kw_only=True)
    follows: bool = field(default=False, kw_only=True)
    tells: str = field(default="rows", kw_only=True)

    def answer(self, text: Any, document: Document, errors: str) -> Answer:
        found = shiplap.regions(text, path=document.path if self.follows else self.path, errors=errors)
        said: list[str] = []
        for region in found:
            if self.tells == "titles":
                said += [region.language or "", region.title or "", *region.headings, "\x00"]
            else:
                header, rows = region.rows
                said.append(listed(region.kind, region.level, header, *rows))
        return Answer(found.spans, found.byte_spans, said)


@dataclass(frozen=True)
class Outline(Case):
    """The definitions of a text as code of a language, the places where it may be cut, and how it is."""

    SIZES: ClassVar[tuple[int, ...]] = (60, 400)

    language: str = field(kw_only=True)

    def answer(self, text: Any, document: Document, errors: str) -> Answer:
        found = shiplap.outline(text, self.language, errors=errors)
        said = [listed(each.kind, each.name, each.code_start, each.body_start, each.parent) for each in found]
        said += [listed(*found.positions), listed(*found.ranks)]
        said += [listed(*found.pack(size).flat) for size in self.SIZES]
        in_bytes = np.array([(each.start_byte, each.end_byte) for each in found], np.int64).reshape(-1, 2)
        return Answer(found.spans, in_bytes, said)


@dataclass(frozen=True)
class Detection(Case):
    """The kind of content of a text and its scores. There are no spans."""

    follows: bool = field(default=False, kw_only=True)

    def answer(self, text: Any, document: Document, errors: str) -> Answer:
        found = shiplap.detect_content_type(text, path=document.path if self.follows else None)
        none = np.empty((0, 2), np.int64)
        scores = [round(1e6 * found.scores[name]) for name in ("code", "table")]
        return Answer(none, none, [listed(found.kind, *scores)])


# ---- all of them

SNAPS = ("paragraphs", "lines", "sentences", "words")
RECURSIVE = tuple(way for way in WAYS if way.startswith("recursive"))


def quick() -> Iterator[Case]:
    """Each way, unit, kind of size and option, on the texts that show it."""
    for name in ("fixed-1000", "fixed-900", "paragraph-800", "sentence-3000"):
        yield preset(name)
    yield preset("adaptive", tells="kinds")
    yield preset("adaptive", tells="kinds", follows=True)
    yield preset("adaptive", tells="context", follows=True)

    exact = "exact windows"
    yield cut(exact, "characters", 1, 0, groups=SHORT)
    yield cut(exact, "characters", 7, 0, groups=SHORT)
    yield cut(exact, "characters", 60)
    yield cut(exact, "characters", 60, 59, groups=SHORT)
    yield cut(exact, "characters", 60, 20, "ends stripped", groups=SHORT)
    yield cut(exact, "characters", 60, 20, "ends stripped", "blank chunks left out", groups=TEXTS)
    yield cut(exact, "bytes", 2, 1, groups=SHORT)
    yield cut(exact, "bytes", 7, 3, groups=SHORT)
    yield cut(exact, "bytes", 60, 59, groups=SHORT)
    yield cut(exact, "bytes", 1000)
    yield cut(exact, "tokens", 3, 2, groups=SHORT)
    yield cut(exact, "tokens", 50)

    for way in (f"windows to {level}" for level in SNAPS):
        once = way != "windows to sentences"
        yield cut(way, "characters", 7, 2, groups=SHORT)
        yield cut(way, "characters", 60, 59, groups=SHORT)
        yield cut(way, "characters", 60, 0, "filled by nothing", groups=TEXTS)
        yield cut(way, "characters", 300)
        yield cut(way, "bytes", 200, None, "ends stripped", "blank chunks left out", groups=TEXTS, once=once)
        yield cut(way, "tokens", 40, None, "filled wholly", groups=TEXTS, once=once)
    way = "windows to sentences"
    yield cut(way, "bytes", 2, 1, groups=SHORT)
    for how in ("simple rule", "capital rule", "German", "an abbreviation more"):
        yield cut(way, "characters", 200, 50, how, groups=SENTENCES, once=True)
    for how in ("given every seventh place", "given full stops"):
        yield cut(way, "characters", 100, 40, how, groups=SHORT)

    way = "whole sentences"
    yield cut(way, "characters", 7, 3, groups=SHORT)
    yield cut(way, "bytes", 3, 2, groups=SHORT)
    yield cut(way, "characters", 60, 59, groups=SHORT)
    yield cut(way, "characters", 300)
    yield cut(way, "characters", 300, 100, "ends stripped", groups=TEXTS)
    for how in (
        "no minimum", "as large a minimum as can be", "no more than the size", "four times the size at most",
        "given full stops", "simple rule", "capital rule", "English",
    ):  # fmt: skip
        yield cut(way, "characters", 300, 60, how, groups=TEXTS, once=True)
    yield cut(way, "bytes", 500, None, "blank chunks left out", groups=TEXTS)
    yield cut(way, "tokens", 100, groups=TEXTS)

    for way in RECURSIVE:
        yield cut(way, "characters", 60, groups=SHORT)
        yield cut(way, "characters", 300, 299, groups=SHORT, once=way != "recursive")
        yield cut(way, "characters", 400, groups=TEXTS if "function" in way else ALL)
        yield cut(way, "bytes", 300, 50, "rests kept apart", "ends stripped", groups=TEXTS)
    yield cut("recursive", "tokens", 60, None, "rests kept apart", "filled by a third")
    yield cut("recursive", "characters", 200, 0, "rests kept apart", "filled by nothing", groups=TEXTS)
    yield cut("recursive", "characters", 200, 40, "given every seventh place", groups=TEXTS)
    yield cut("recursive", "characters", 200, 40, "simple rule", "blank chunks left out", groups=TEXTS)

    for how in ("marked headings", "no headings", "sections apart", "blocks"):
        yield cut("recursive", "characters", 300, None, how, groups=MARKED)

    way = "adaptive"
    for how in ("marked headings", "no headings"):
        yield cut(way, "characters", 300, None, how, groups=MARKED, tells="context", follows=True)
    yield cut(way, "bytes", 2, 1, groups=SHORT, tells="kinds")
    yield cut(way, "characters", 20, 5, groups=SHORT, tells="kinds")
    yield cut(way, "characters", 60, 0, groups=MIXED, tells="kinds", follows=True)
    yield cut(way, "characters", 60, 59, groups=SHORT, tells="kinds")
    yield cut(way, "characters", 400, groups=ALL, tells="kinds", follows=True)
    yield cut(way, "characters", None, None, "small kinds", groups=MIXED, tells="kinds", follows=True)
    yield cut(way, "characters", None, None, "small kinds", groups=MIXED, tells="context", follows=True)
    yield cut(way, "characters", None, None, "large code", groups=MIXED, tells="kinds")
    how = "what stands before counted"
    yield cut(way, "characters", 300, 60, how, groups=MIXED, tells="context", follows=True)
    yield cut(way, "bytes", 300, 100, "ends stripped", "blank chunks left out", groups=MIXED, tells="kinds")
    yield cut(way, "tokens", 60, 20, "simple rule", groups=MIXED, tells="kinds", follows=True)
    yield cut(way, "tokens", 60, 20, "German", groups=("small", "European"), tells="kinds")

    for way in ("stable", "stable with a key, by lines", "stable by a function"):
        yield cut(way, "characters", 30, 0, groups=SHORT)
        yield cut(way, "characters", 300, 0, groups=TEXTS if "function" in way else ALL)
        yield cut(way, "bytes", 200, 50, "ends stripped", "blank chunks left out", groups=TEXTS)
        yield cut(way, "tokens", 40, None, groups=TEXTS)
    yield cut("stable", "characters", 60, 59, groups=SHORT)
    yield cut("stable", "characters", 200, 40, "given every seventh place", groups=TEXTS)

    # what a tokenizer counts is slow: few texts
    for way in ("exact windows", "windows to sentences", "whole sentences", "recursive", "adaptive"):
        tells = "kinds" if way == "adaptive" else ""
        few, more = ("small", "clusters", *INVALID), ("CJK", "other marks", "documents")
        yield cut(way, "tokens by a function", 30, 8, groups=few, tells=tells)
        yield cut(way, "tokens of cl100k", 30, 8, groups=(*few, "documents"), tells=tells, once=way != "recursive")
        yield cut(way, "tokens of o200k", 200, None, "ends stripped", groups=more, tells=tells, once=True)
    yield cut("adaptive", "tokens of cl100k", 100, 20, how, groups=MARKED, tells="context", once=True)

    for rule in ("standard", "simple", "capital"):
        yield sentences(rule, None, ALL)
    for language in LANGUAGES:
        yield sentences("standard", language, ("small", "English", "European"))
    for language in MARKS_ONLY:
        yield sentences("standard", language, ("small", "CJK", "no spaces", "other marks"))

    yield Regions("regions, the text alone", ALL)
    yield Regions("regions, paths followed", MARKED, follows=True)
    yield Regions("regions, paths followed, titles", MARKED, follows=True, tells="titles")
    for name in ("a.md", "a.rst", "a.html", "a.txt"):
        yield Regions(f"regions as of {name}", (*MARKED, "hostile"), path=name, once=True)
    for language in CODE_LANGUAGES:
        yield Outline(f"outline of {language}", (*MARKED, "hostile", INVALID[0]), language=language)
    yield Detection("detected content", VALID)
    yield Detection("detected content, paths followed", MARKED, follows=True)


def exhaustive() -> Iterator[Case]:
    """Each way in each unit, with the usual overlap on all texts, and with the largest one on some."""
    for way in WAYS:
        tells: dict[str, Any] = {"tells": "kinds", "follows": True} if way == "adaptive" else {}
        for unit, size in (("characters", 60), ("characters", 250), ("bytes", 250), ("tokens", 60)):
            most = TEXTS if "function" in way else ALL
            yield cut(way, unit, size, groups=most, exhaustive=True, **tells)
            yield cut(way, unit, size, size - 1, groups=TEXTS, exhaustive=True, **tells)


@cache
def cases() -> dict[str, Case]:
    """Return all cases by name. One that is among the quick ones too is a quick one."""
    found: dict[str, Case] = {}
    for case in quick():
        assert case.name not in found, f"two cases have the name {case.name!r}"
        found[case.name] = case
    for case in exhaustive():
        found.setdefault(case.name, case)
    return found
