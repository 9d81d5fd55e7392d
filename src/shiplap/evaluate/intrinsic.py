"""Intrinsic measures of chunks: what is cut apart, without questions and without models.

`Marks` finds once what a corpus is made of; `intrinsic_of` then measures any chunks of it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from shiplap.chunkers import sentences
from shiplap.content.region import regions
from shiplap.evaluate.corpus import Corpus
from shiplap.evaluate.structure import share, visible
from shiplap.options import SentenceRule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

#: The kinds of blocks that are counted, in order.
BLOCKS = ("paragraph", "list", "table", "code")

#: English words that stand for something said before. A sentence with one among its first WORDS words is taken to
#: refer to the sentence before it: a lexical stand-in for the resolution of references, which needs a model.
PRONOUNS = frozenset((
    "he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs", "this", "that",
    "these", "those", "such", "both", "former", "latter",
))  # fmt: skip
WORDS = 2

#: The shares of `Intrinsic`, with the titles of their columns.
INTRINSIC = {
    "heading_ends": "headings last",
    "block_integrity": "blocks whole",
    "size_compliance": "size in range",
    "sentence_cuts": "sentences cut",
    "pronoun_cuts": "pronouns apart",
}

#: The least share of the largest chunk that a chunk should have, but for the last of a document.
LEAST_SHARE = 0.25

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n\s*")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Intrinsic:
    """Counts of the chunks of documents; the properties are shares in [0, 1], None if nothing is counted.

    `chunks` of `documents`; `headings_last`: chunks that end with a heading, except for the last of a document;
    `undersized`: those under a quarter of the largest one, except for the last of a document. `blocks`: for each
    kind (paragraphs, lists, tables, code) how many are not longer than the largest chunk, and how many of these no
    chunk has whole. `sentences`, `sentences_cut`: the same for sentences. `pronouns`: sentences that begin with a
    pronoun (English words, a lexical stand-in) and follow a sentence that is no heading; `pronouns_apart`: those
    of which no chunk has both whole.
    """

    documents: int
    chunks: int
    headings_last: int
    undersized: int
    blocks: dict[str, tuple[int, int]]
    sentences: int
    sentences_cut: int
    pronouns: int
    pronouns_apart: int

    @property
    def heading_ends(self) -> float | None:
        """The share of chunks that end with a heading."""
        return share(self.headings_last, self.chunks)

    @property
    def size_compliance(self) -> float | None:
        """The share of chunks that are at least a quarter of the largest one, or the last of their document."""
        return None if not self.chunks else 1 - self.undersized / self.chunks

    @property
    def block_integrity(self) -> float | None:
        """The share of paragraphs, lists, tables and listings that one chunk has whole."""
        number = sum(number for number, _ in self.blocks.values())
        return None if not number else 1 - sum(apart for _, apart in self.blocks.values()) / number

    @property
    def sentence_cuts(self) -> float | None:
        """The share of sentences that no chunk has whole."""
        return share(self.sentences_cut, self.sentences)

    @property
    def pronoun_cuts(self) -> float | None:
        """The share of sentences that begin with a pronoun and are apart from the sentence before."""
        return share(self.pronouns_apart, self.pronouns)

    def figures(self) -> dict[str, Any]:
        """Return all shares and counts by name, ready for JSON."""
        return {**{name: getattr(self, name) for name in INTRINSIC}, **asdict(self)}


class Marks:
    """Parts of a corpus, as spans in the corpus without white space at their ends: `headings`, the blocks
    of each kind, `sentences`, and `references`, the sentences that begin with a pronoun, each from the begin of
    the sentence before.

    Paragraphs are what blank lines part in regions of prose; lists, tables and listings are whole regions.
    """

    def __init__(self, corpus: Corpus, sentence_rule: SentenceRule = "standard") -> None:
        found: dict[str, list[tuple[int, int]]] = {
            name: [] for name in (*BLOCKS, "heading", "sentence", "reference")
        }
        for name, text, base in zip(corpus.ids, corpus.texts, corpus.bases.tolist(), strict=False):

            def add(kind: str, spans: Iterable[tuple[int, int]], text: str = text, base: int = base) -> None:
                for start, end in spans:
                    low, high = visible(text, start, end)
                    if low < high:
                        found[kind].append((base + low, base + high))

            found_regions = regions(text, path=name, errors="surrogatepass")
            for region in found_regions:
                if region.kind == "prose":
                    add("paragraph", paragraphs(text, region.start, region.end))
                elif region.kind in found:
                    add(region.kind, [(region.start, region.end)])
            edges: list[tuple[int, int]] = sentences(text, sentence_rule, errors="surrogatepass").spans.tolist()
            add("sentence", edges)
            heads = {region.start for region in found_regions if region.kind == "heading"}
            add("reference", references(text, edges, heads))
        self.headings: Integers = _array(found["heading"])
        self.sentences: Integers = _array(found["sentence"])
        self.references: Integers = _array(found["reference"])
        self.blocks: dict[str, Integers] = {kind: _array(found[kind]) for kind in BLOCKS}


def paragraphs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans between the blank lines of a part of a text.

    >>> paragraphs("It rains.\\n\\nIt pours.\\n", 0, 21)
    [(0, 9), (11, 21)]
    """
    spans = []
    for blank in _BLANK_LINE.finditer(text, start, end):
        spans.append((start, blank.start()))
        start = blank.end()
    return [*spans, (start, end)]


def references(
    text: str, spans: Sequence[tuple[int, int]], headings: Container[int] = ()
) -> list[tuple[int, int]]:
    """Of each sentence that begins with a pronoun, the begin of the sentence before it, and its end. `headings`:
    where sentences begin that are headings.

    >>> references("Rain falls. It does not stop. Snow falls.", [(0, 12), (12, 30), (30, 41)])
    [(0, 30)]
    """
    found = []
    for (before, _), (start, end) in pairwise(spans):
        words = [word.group() for _, word in zip(range(WORDS), _WORD.finditer(text, start, end), strict=False)]
        if before not in headings and any(word.lower() in PRONOUNS for word in words):
            found.append((before, end))
    return found


def _array(spans: Sequence[tuple[int, int]]) -> Integers:
    import numpy as np

    return np.array(sorted(spans), np.int64).reshape(-1, 2)


def intrinsic_of(corpus: Corpus, spans: Integers, marks: Marks) -> Intrinsic:
    """Measure the chunks of a corpus: `spans` in it, ascending, int64, shape (n, 2).

    >>> import shiplap
    >>> text = "# Rain\\n\\nIt rains in the hills. It never stops there.\\n\\n# Sun\\n\\nThe sun shines.\\n"
    >>> corpus = Corpus({"a.md": text})
    >>> spans = shiplap.RecursiveChunker(64, 0, headings=None).spans(text)
    >>> found = intrinsic_of(corpus, spans, Marks(corpus))
    >>> found.headings_last, found.blocks["paragraph"], found.pronouns_apart
    (1, (2, 0), 0)
    """
    import numpy as np

    sizes = spans[:, 1] - spans[:, 0]
    most = int(sizes.max(initial=0))
    numbers = corpus.bases.searchsorted(spans[:, 0], "right") - 1
    inner = np.append(numbers[1:] == numbers[:-1], False)[: len(spans)]
    ends = np.array([_visible_end(corpus, *span) for span in spans[inner].tolist()], np.int64)
    row = np.searchsorted(marks.headings[:, 0], ends, "left") - 1  # the last heading that begins before the end
    in_heading = (row >= 0) & (ends <= marks.headings[np.maximum(row, 0), 1]) if len(marks.headings) else row >= 0
    number, apart = _cut(marks.sentences, spans, most)
    pronouns, pronouns_apart = _cut(marks.references, spans, most)
    return Intrinsic(
        documents=len(corpus),
        chunks=len(spans),
        headings_last=int(in_heading.sum()),
        undersized=int((sizes[inner] < LEAST_SHARE * most).sum()),
        blocks={kind: _cut(blocks, spans, most) for kind, blocks in marks.blocks.items()},
        sentences=number,
        sentences_cut=apart,
        pronouns=pronouns,
        pronouns_apart=pronouns_apart,
    )


def _visible_end(corpus: Corpus, start: int, end: int) -> int:
    return start + len(corpus.text(start, end).rstrip())


def _cut(wanted: Integers, spans: Integers, most: int) -> tuple[int, int]:
    """Return how many of the wanted spans are of at most this size, and how many of these are in no chunk
    whole."""
    fitting = wanted[wanted[:, 1] - wanted[:, 0] <= most]
    return len(fitting), int((~inside(spans, fitting)).sum())


def inside(spans: Integers, wanted: Integers) -> npt.NDArray[np.bool_]:
    """Return for each wanted span whether it lies inside one of the spans, whose starts and ends ascend."""
    import numpy as np

    if not len(spans):
        return np.zeros(len(wanted), np.bool_)
    last = np.searchsorted(spans[:, 0], wanted[:, 0], "right") - 1  # the last chunk that starts early enough
    found: npt.NDArray[np.bool_] = (last >= 0) & (spans[np.maximum(last, 0), 1] >= wanted[:, 1])
    return found
