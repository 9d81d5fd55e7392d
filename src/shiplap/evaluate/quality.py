"""Quality metrics without questions: sentences, duplicates, storage, sizes, tables, functions, cuts, edits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from shiplap.chunkers import Chunker, SentenceChunker, sentences
from shiplap.chunkers.presets import named_preset
from shiplap.chunks.stats import PERCENTILES
from shiplap.errors import OptionError
from shiplap.evaluate.corpus import Corpus, Cut, Cutter, as_corpus, cut
from shiplap.evaluate.edits import Effect, edits_of, effect
from shiplap.evaluate.intrinsic import Intrinsic, Marks, inside, intrinsic_of
from shiplap.evaluate.structure import definitions_of, tables_of, visible
from shiplap.options import SentenceRule, count, flag
from shiplap.plan import CHARACTERS_A_TOKEN
from shiplap.printable import counted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

#: The sentence inserted into a document to test which chunks stay the same.
INSERTION = "Here is one more sentence. "

SEED = 20261122


@dataclass(frozen=True)
class Quality:
    """Quality metrics of the chunks of documents. Shares are in [0, 1]; sizes are in characters.

    `starts`, `ends`: share of chunks that start, end where a sentence does (white space left out of chunks does
    not count against them). `duplicates`: 1 - distinct texts / chunks. `overhead`: characters stored twice /
    characters covered. `tables_whole`, `definitions_whole`: of the tables, and of the functions and classes, not
    longer than the longest chunk, the share that one chunk contains whole; None if none exist. `stability`: share
    of a document's chunks with unchanged text after a sentence is inserted at a random offset; the mean over
    `edits` insertions, None without any. `new_mean`, `new_most`: chunks whose text is new after an edit (a
    character, word, sentence or paragraph inserted, deleted or replaced), mean and most over `edits` edits;
    `farthest`: characters from the edit to the farthest end of a chunk that changed. `fill`: mean size / mean size
    of whole sentences packed into chunks of at most `size_max`. `intrinsic`: what is cut apart: chunks that end
    with a heading, paragraphs, lists, tables, code, sentences, and pronouns apart from the sentence before.
    """

    name: str
    documents: int
    characters: int
    chunks: int
    size_mean: float
    size_max: int
    size_percentiles: dict[int, float]
    tokens_mean: float
    starts: float
    ends: float
    duplicates: float
    overhead: float
    tables: int
    tables_whole: float | None
    definitions: int
    definitions_whole: float | None
    stability: float | None
    new_mean: float | None
    new_most: int | None
    farthest: int | None
    fill: float
    edits: int
    intrinsic: Intrinsic

    def to_dict(self) -> dict[str, Any]:
        """Return the metrics, ready for JSON."""
        return {**asdict(self), "intrinsic": self.intrinsic.figures()}

    def __str__(self) -> str:
        def share(value: float | None, number: int) -> str:
            return "none" if value is None else f"{value:.3f} of {number}"

        def whole_of(kind: str) -> str:
            number, apart = cuts.blocks[kind]
            return share(1 - apart / number if number else None, number)

        cuts = self.intrinsic
        return "\n".join(
            (
                f"{self.name}: {counted(self.chunks, 'chunk')} of {counted(self.documents, 'document')},"
                f" {counted(self.characters, 'character')}",
                f"size                mean {self.size_mean:.1f}, max {self.size_max}",
                f"tokens per chunk    {self.tokens_mean:.1f}",
                f"start at a sentence {self.starts:.3f}",
                f"end at a sentence   {self.ends:.3f}",
                f"duplicate ratio     {self.duplicates:.4f}",
                f"storage overhead    {self.overhead:.3f}",
                f"tables whole        {share(self.tables_whole, self.tables)}",
                f"definitions whole   {share(self.definitions_whole, self.definitions)}",
                *(f"{kind + 's whole':19} {whole_of(kind)}" for kind in ("paragraph", "list")),
                f"sentences cut       {share(cuts.sentence_cuts, cuts.sentences)}",
                f"pronouns apart      {share(cuts.pronoun_cuts, cuts.pronouns)} (English words, no resolution)",
                f"end with a heading  {share(cuts.heading_ends, cuts.chunks)}",
                f"size in range       {share(cuts.size_compliance, cuts.chunks)}",
                f"fill                {self.fill:.3f}",
                f"stable under edits  {'not measured' if self.stability is None else f'{self.stability:.3f}'}",
                f"new after an edit   {self._edited()}",
            )
        )

    def _edited(self) -> str:
        if self.new_mean is None or self.farthest is None:
            return "not measured"
        return f"mean {self.new_mean:.2f}, most {self.new_most}; farthest {counted(self.farthest, 'character')}"


def quality_of(
    documents: Any,
    chunker: Cutter,
    *,
    sentence_rule: SentenceRule = "standard",
    edits: int = 20,
    update: bool = False,
    name: str | None = None,
) -> Quality:
    """Measure the quality of a chunker's chunks of documents, without questions.

    documents: a mapping of document ids to texts, or paths; the ids' extensions identify code and Markdown.
    chunker: a chunker, the name of a preset, or a function from a text to (start, end) spans.
    sentence_rule: the rule for sentences. edits: random edits, and random insertions of a sentence; 0 skips these
        measures. update: cut an edited text by `Chunker.update`, given the old chunks, and not anew.

    >>> table = "| day | rain |\\n|---|---|\\n" + "| mon | 3 |\\n" * 9
    >>> found = quality_of({"a.md": "It rains. " * 30 + "\\n\\n" + table}, "sentence-3000", edits=5)
    >>> found.chunks, found.ends, found.tables, found.tables_whole, found.stability
    (1, 1.0, 1, 1.0, 0.0)
    """
    corpus = as_corpus(documents)
    edits = count("edits", edits, 0)
    flag("update", update)
    found = cut(corpus, chunker, name)
    texts = found.texts()
    starts, ends = _at_sentences(found, sentence_rule)
    sizes = found.sizes
    most = int(sizes.max(initial=0))
    tables, definitions = _structures(corpus, most)
    twice = int(_overlaps(found.spans).sum())
    stored = int(sizes.sum())
    edited = _edited(corpus, chunker, edits, update)
    return Quality(
        name=found.name,
        documents=len(corpus),
        characters=corpus.characters,
        chunks=len(found),
        size_mean=found.mean_size,
        size_max=most,
        size_percentiles=_percentiles(sizes),
        tokens_mean=float((-(-sizes // CHARACTERS_A_TOKEN)).mean()) if len(found) else 0.0,
        starts=starts,
        ends=ends,
        duplicates=1 - len(set(texts)) / len(texts) if texts else 0.0,
        overhead=twice / (stored - twice) if stored > twice else 0.0,
        tables=len(tables),
        tables_whole=whole(found.spans, tables),
        definitions=len(definitions),
        definitions_whole=whole(found.spans, definitions),
        stability=_stability(corpus, chunker, edits),
        new_mean=None if edited is None else sum(each.new for each in edited) / len(edited),
        new_most=None if edited is None else max(each.new for each in edited),
        farthest=None if edited is None else max(each.farthest for each in edited),
        fill=_fill(corpus, found.mean_size, most),
        edits=edits,
        intrinsic=intrinsic_of(corpus, found.spans, Marks(corpus, sentence_rule)),
    )


def _percentiles(sizes: Integers) -> dict[int, float]:
    import numpy as np

    values = np.percentile(sizes, PERCENTILES).tolist() if len(sizes) else [0.0] * len(PERCENTILES)
    return dict(zip(PERCENTILES, values, strict=True))


def _overlaps(spans: Integers) -> Integers:
    import numpy as np

    shared: Integers = np.maximum(spans[:-1, 1] - spans[1:, 0], 0)
    return shared


def _at_sentences(found: Cut, sentence_rule: SentenceRule) -> tuple[float, float]:
    """Compute the shares of chunks that start and end where a sentence does."""
    starts = ends = 0
    for text, spans in _by_document(found):
        edges = {0, len(text)}
        edges.update(sentences(text, sentence_rule).spans[:, 1].tolist())
        for start, end in spans.tolist():
            starts += start in edges or _past_blanks(text, start) in edges
            ends += end in edges or _past_blanks(text, end) in edges
    return (starts / len(found), ends / len(found)) if len(found) else (0.0, 0.0)


def _past_blanks(text: str, place: int) -> int:
    """Return the end of the white space after an offset: it belongs to the sentence before."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _by_document(found: Cut) -> Iterator[tuple[str, Integers]]:
    import numpy as np

    corpus = found.corpus
    firsts = np.searchsorted(found.spans[:, 0], corpus.bases)
    for number, text in enumerate(corpus.texts):
        spans: Integers = found.spans[firsts[number] : firsts[number + 1]] - corpus.bases[number]
        yield text, spans


def _structures(corpus: Corpus, most: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Find tables and definitions of at most `most` characters, as offsets in the corpus, without white space at
    their ends."""
    tables: list[tuple[int, int]] = []
    definitions: list[tuple[int, int]] = []
    for name, text, base in zip(corpus.ids, corpus.texts, corpus.bases.tolist(), strict=False):
        found = (
            (tables, [(each.start, each.end) for each in tables_of(text, name)]),
            (definitions, [(each.code_start, each.end) for each in definitions_of(text, name)]),
        )
        for kept, spans in found:
            for start, end in spans:
                low, high = visible(text, start, end)
                if 0 < high - low <= most:
                    kept.append((base + low, base + high))
    return tables, definitions


def whole(spans: Integers, wanted: list[tuple[int, int]]) -> float | None:
    """Return the share of wanted spans inside one of the spans, whose starts and ends ascend; None without any."""
    import numpy as np

    if not wanted:
        return None
    return float(inside(spans, np.array(wanted, np.int64)).mean())


def _fill(corpus: Corpus, mean_size: float, most: int) -> float:
    """Return the mean size as a share of that of whole sentences packed into chunks of at most `most`
    characters."""
    if not most:
        return 0.0
    packed = cut(corpus, SentenceChunker(most, 0, min_size=0, max_size=most, on_empty="empty"))
    return mean_size / packed.mean_size


def _edited(corpus: Corpus, chunker: Cutter, edits: int, update: bool) -> list[Effect] | None:
    """Return what random edits change; each document has as many as its share of the text."""
    numbers = [number for number, text in enumerate(corpus.texts) if text.strip()]
    if not edits or not numbers:
        return None
    if isinstance(chunker, str):
        chunker = named_preset(chunker, None, {"on_empty": "empty"})
    if update and not isinstance(chunker, Chunker):
        raise OptionError("update", update, "needs a chunker of shiplap, which has the method update")
    rng = random.Random(SEED)
    counts = Counter(rng.choices(numbers, [len(corpus.texts[number]) for number in numbers], k=edits))
    found: list[Effect] = []
    for number, many in counts.items():
        text, name = corpus.texts[number], corpus.ids[number]
        old = cut(Corpus({name: text}), chunker).spans.tolist()
        for edit in edits_of(text, many, rng):
            changed = edit.applied(text)
            if update and isinstance(chunker, Chunker):
                new = chunker.update((old, text), changed, path=name).chunks.spans.tolist()
            else:
                new = cut(Corpus({name: changed}), chunker).spans.tolist()
            found.append(effect(text, old, edit, new))
    return found or None


def _stability(corpus: Corpus, chunker: Cutter, edits: int) -> float | None:
    import numpy as np

    numbers = [number for number, text in enumerate(corpus.texts) if text.strip()]
    if not edits or not numbers:
        return None
    rng = random.Random(SEED)
    weights = [len(corpus.texts[number]) for number in numbers]
    before: dict[int, Counter[str]] = {}
    shares = []
    for number in rng.choices(numbers, weights, k=edits):
        text, name = corpus.texts[number], corpus.ids[number]
        if number not in before:
            before[number] = Counter(cut(Corpus({name: text}), chunker).texts())
        at = rng.randint(0, len(text))
        after = Counter(cut(Corpus({name: text[:at] + INSERTION + text[at:]}), chunker).texts())
        total = before[number].total()
        shares.append((before[number] & after).total() / total if total else 1.0)
    return float(np.mean(shares))
