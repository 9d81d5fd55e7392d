"""Documents and questions: one sequence of the characters of all documents, and gold spans in it.

Document d begins at `bases[d]` of that sequence, so a span is two numbers, whatever its document.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap.chunkers import Chunker
from shiplap.chunkers.presets import named_preset
from shiplap.errors import MissingExtraError, OptionError, ReaderError, TextError
from shiplap.json_lines import read_lines
from shiplap.printable import counted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Spans = npt.NDArray[np.int64]

#: A chunker, the name of a preset, or a function from a text to (start, end) in characters.
Cutter = Chunker | str | Callable[[str], Any]

_DOCUMENTS = "must be a mapping of document ids to texts (str), or paths of files and folders"
_QUESTIONS = 'must be objects with "question" (str), "gold", and "document_id" if there are several documents'
_GOLD = 'gold must be a non-empty list of [start, end], of quotes, or of {"start", "end"}'


class Corpus:
    """An ordered collection of documents that are searched together.

    >>> corpus = Corpus({"a": "It rains.", "b": "The old man snores."})
    >>> corpus.ids, corpus.bases.tolist(), corpus.text(9, 16)
    (['a', 'b'], [0, 9, 28], 'The old')
    """

    def __init__(self, documents: Mapping[str, str]) -> None:
        import numpy as np

        if not isinstance(documents, Mapping):
            raise OptionError("documents", type(documents).__name__, _DOCUMENTS)
        for name, text in documents.items():
            if not isinstance(name, str) or not isinstance(text, str):
                raise OptionError("documents", name, _DOCUMENTS)
        self.ids: list[str] = list(documents)
        self.texts: list[str] = list(documents.values())
        self.bases: Spans = np.concatenate(([0], np.cumsum([len(text) for text in self.texts], dtype=np.int64)))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def characters(self) -> int:
        """The number of code points of all documents."""
        return int(self.bases[-1])

    def document(self, position: int) -> int:
        """Return the index of the document that contains a position."""
        return int(self.bases.searchsorted(position, "right")) - 1

    def text(self, start: int, end: int) -> str:
        """Return the text of a span within one document."""
        number = self.document(start)
        base = int(self.bases[number])
        return self.texts[number][start - base : end - base]

    def number(self, name: Any) -> int:
        """Return a document's index by its id, else by the only id equal to it without folders and extension.

        Raises OptionError for an unknown name, or one that several documents share.
        """
        if name in self.ids:
            return self.ids.index(name)
        found = [number for number, each in enumerate(self.ids) if name in _short(each)]
        if len(found) != 1:
            rule = "matches several documents" if found else "is not a document; documents are " + _some(self.ids)
            raise OptionError("questions", name, rule)
        return found[0]


def read_documents(paths: Any, *, hidden: bool = False) -> dict[str, str]:
    """Read the texts of files, in folders in sorted order, by document id (as `shiplap ingest` names them).

    HTML, PDF and the like are read by their readers. Binary files in folders are skipped. Raises OptionError for a
    path that does not exist, for a named file that is binary, and for a file that is text in no known encoding,
    cannot be read, or has the id of another.
    """
    from shiplap.ingestion import discovery, files
    from shiplap.ingestion.exclusions import Choice
    from shiplap.readers.encodings import not_text
    from shiplap.readers.registry import Readers

    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    found = discovery.find(given, choice=Choice(hidden=hidden))
    texts, readers = {}, Readers()
    for problem in found.problems:
        if problem.failed:
            raise OptionError("documents", problem.path, problem.reason)
    for file in found.files:
        try:
            data = files.read(file.path)
            content = readers.content(data, file.path)
            reason = "" if content.format is not None else not_text(content.data)
            if reason and file.named:
                raise OptionError("documents", file.path, reason)
            if reason:
                continue
            texts[file.document_id] = readers.text(content.data, content.path)
        except OSError as error:
            raise OptionError("documents", file.path, f"cannot be read: {error.strerror}") from None
        except (ReaderError, MissingExtraError) as error:
            raise OptionError("documents", file.path, str(error)) from None
    return texts


def as_corpus(documents: Any) -> Corpus:
    """Build a corpus from a mapping of ids to texts or from paths; a Corpus is returned unchanged."""
    if isinstance(documents, Corpus):
        return documents
    if isinstance(documents, Mapping):
        return Corpus(documents)
    if isinstance(documents, (str, os.PathLike, list, tuple)):
        return Corpus(read_documents(documents))
    raise OptionError("documents", type(documents).__name__, _DOCUMENTS)


# ---- questions


@dataclass(frozen=True)
class Question:
    """A question and its answer's location: `gold` has (start, end) spans in the corpus."""

    text: str
    gold: tuple[tuple[int, int], ...]


def read_questions(questions: Any, corpus: Corpus) -> list[Question]:
    """Read the questions of a file of JSON lines, or of mappings.

    Each has `question` (str) and `gold`, a list of [start, end] in characters of its document, of quotes (which
    occur once in it), or of {"start", "end", "document_id"}. With several documents, each also has `document_id`
    (or `document`, or `corpus`): the id, or the file's name without folders and extension.

    >>> corpus = Corpus({"a.txt": "It rains. It pours.", "b.txt": "The old man snores."})
    >>> read_questions([{"question": "Who?", "document_id": "b", "gold": ["old man"]}], corpus)
    [Question(text='Who?', gold=((23, 30),))]

    Raises OptionError for invalid questions: an unknown document, spans beyond its end, no questions.
    """
    if isinstance(questions, (list, tuple)) and questions and isinstance(questions[0], Question):
        return list(questions)
    rows = read_lines(questions, "questions", _QUESTIONS)
    if not rows:
        raise OptionError("questions", questions, "must have at least one question")
    return [_question(row, corpus) for row in rows]


def _question(row: dict[str, Any], corpus: Corpus) -> Question:
    text, gold = row.get("question"), row.get("gold")
    if not isinstance(text, str) or not text.strip():
        raise OptionError("questions", row, _QUESTIONS)
    if not isinstance(gold, list) or not gold:
        raise OptionError("questions", text, _GOLD)
    name = next((row[key] for key in ("document_id", "document", "corpus") if row.get(key) is not None), None)
    return Question(text, tuple(sorted(_span(piece, name, text, corpus) for piece in gold)))


def _span(piece: Any, name: Any, question: str, corpus: Corpus) -> tuple[int, int]:
    if isinstance(piece, Mapping):
        name = piece.get("document_id", name)
        piece = piece["quote"] if "quote" in piece else [piece.get("start"), piece.get("end")]
    if name is None and len(corpus) != 1:
        raise OptionError("questions", question, "needs a document_id, because several documents are given")
    number = 0 if name is None else corpus.number(name)
    whole, base = corpus.texts[number], int(corpus.bases[number])
    if isinstance(piece, str) and piece:
        start = whole.find(piece)
        if start < 0 or whole.find(piece, start + 1) >= 0:
            rule = "must occur in its document" if start < 0 else "must occur only once in its document"
            raise OptionError("questions", piece, f"a quote {rule} {corpus.ids[number]!r}")
        return base + start, base + start + len(piece)
    if not isinstance(piece, (list, tuple)) or len(piece) != 2 or not all(type(end) is int for end in piece):
        raise OptionError("questions", question, _GOLD)
    if not 0 <= piece[0] < piece[1] <= len(whole):
        where = f"its document {corpus.ids[number]!r} of {counted(len(whole), 'character')}"
        raise OptionError("questions", list(piece), f"a span must lie in {where}, start before end")
    return base + piece[0], base + piece[1]


def _short(name: str) -> tuple[str, str, str]:
    """Return a document's id without its folders, without its extension, and without both."""
    last = name.rpartition("/")[2]
    return last, os.path.splitext(name)[0], os.path.splitext(last)[0]


def _some(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


# ---- cuts


class Cut:
    """The chunks of a corpus by one chunker: `spans` in the corpus, in order, int64, shape (n, 2).

    contexts: what stands before the text of each chunk in its contextual text; None if nothing does.
    shown: the text of each chunk without page furniture, or None; None if no chunk has any."""

    def __init__(
        self,
        name: str,
        corpus: Corpus,
        spans: Spans,
        chunker: Chunker | None = None,
        contexts: Sequence[str] | None = None,
        shown: Sequence[str | None] | None = None,
    ) -> None:
        self.name = name
        self.corpus = corpus
        self.spans = spans
        self.chunker = chunker
        self.contexts = contexts
        self.shown = shown

    def __len__(self) -> int:
        return len(self.spans)

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """The number of characters of each chunk."""
        sizes: npt.NDArray[np.int64] = self.spans[:, 1] - self.spans[:, 0]
        return sizes

    @property
    def mean_size(self) -> float:
        """The mean number of characters per chunk; 0 without chunks."""
        return float(self.sizes.mean()) if len(self) else 0.0

    def texts(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the texts of the chunks `first:last`; by default all."""
        import numpy as np

        corpus, spans = self.corpus, self.spans[first:last]
        numbers = np.searchsorted(corpus.bases, spans[:, 0], "right") - 1
        bases = corpus.bases[numbers]
        rows = zip(numbers.tolist(), (spans[:, 0] - bases).tolist(), (spans[:, 1] - bases).tolist(), strict=True)
        texts = corpus.texts
        return [texts[number][start:end] for number, start, end in rows]

    def shown_texts(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the texts of the chunks `first:last` without page furniture that the chunker leaves out."""
        texts = self.texts(first, last)
        if self.shown is None:
            return texts
        return [
            text if shown is None else shown for text, shown in zip(texts, self.shown[first:last], strict=True)
        ]

    def contextual_texts(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the contextual texts of the chunks `first:last`, which are embedded and searched."""
        texts = self.shown_texts(first, last)
        if self.contexts is None:
            return texts
        return [before + text for before, text in zip(self.contexts[first:last], texts, strict=True)]


def cut(corpus: Corpus, cutter: Cutter, name: str | None = None) -> Cut:
    """Cut all documents. Blank documents have no chunks. A function returns spans in characters, as anything that
    converts to an array of shape (n, 2), starts and ends ascending; empty spans are left out.

    >>> halves = cut(Corpus({"a": "x" * 10}), lambda text: [(0, 5), (5, 10)])
    >>> halves.spans.tolist(), halves.mean_size
    ([[0, 5], [5, 10]], 5.0)
    """
    import numpy as np

    if isinstance(cutter, str):
        name, cutter = name or cutter, named_preset(cutter, None, {"on_empty": "empty"})
    chunker = cutter if isinstance(cutter, Chunker) else None
    if not callable(cutter) and chunker is None:
        raise OptionError("chunkers", cutter, "must be a chunker, the name of a preset, or a function of a text")
    parts: list[Spans] = [np.zeros((0, 2), np.int64)]
    contexts: list[str] = []
    shown: list[str | None] = []
    for text, base, document in zip(corpus.texts, corpus.bases.tolist(), corpus.ids, strict=False):
        if not text or text.isspace():
            continue
        try:
            # the id's extension may identify the content
            chunks = None if chunker is None else chunker.chunk(text, path=document)
            given: Any = cutter(text) if chunks is None else chunks.spans
        except TextError as error:
            raise OptionError("documents", document, f"cannot be cut: {error}") from None
        parts.append(_checked(given, len(text), chunker is None) + base)
        contexts += [""] * len(parts[-1]) if chunks is None else chunks._contexts()
        shown += [None] * len(parts[-1]) if chunks is None else chunks.shown_texts
    spans = np.concatenate(parts)
    return Cut(
        name or label(cutter), corpus, spans, chunker, contexts if any(contexts) else None,
        shown if any(shown) else None,
    )  # fmt: skip


def _checked(given: Any, length: int, check: bool) -> Spans:
    import numpy as np

    spans: Spans = np.asarray(given, dtype=np.int64).reshape(-1, 2)
    if check and len(spans):
        spans = spans[spans[:, 1] > spans[:, 0]]
        if (np.diff(spans, axis=0) < 0).any() or (len(spans) and (spans[0, 0] < 0 or spans[-1, 1] > length)):
            rule = "must return (start, end) within the text, with ascending starts and ends"
            raise OptionError("chunkers", spans[:3].tolist(), rule)
    return spans


def label(cutter: Any) -> str:
    """Return a label for a chunker: its kind, size and overlap, or a function's name."""
    if isinstance(cutter, Chunker):
        try:
            config = cutter.config
        except OptionError:  # the chunker contains a function without a name
            return cutter.name
        overlap, unit = config.get("chunk_overlap"), config.get("unit", "characters")
        short = "" if unit == "characters" else f" {unit}"
        return f"{config['chunker']} {config.get('chunk_size')}/{overlap}{short}"
    return str(getattr(cutter, "__name__", type(cutter).__name__))


def cutters(given: Any) -> dict[str, Any]:
    """Return chunkers by name: a mapping unchanged, other chunkers, or a single one, by their labels.

    Raises OptionError without chunkers, and for duplicate names.
    """
    if isinstance(given, Mapping):
        named = dict(given)
    else:
        alone = isinstance(given, (str, Chunker)) or callable(given)
        several: Iterable[Any] = [given] if alone else given
        pairs = [(each if isinstance(each, str) else label(each), each) for each in several]
        named = dict(pairs)
        if len(named) < len(pairs):
            raise OptionError("chunkers", [name for name, _ in pairs], "must have different names; pass a dict")
    if not named:
        raise OptionError("chunkers", given, "must have at least one chunker")
    return named
