"""AdaptiveChunker: code, prose and tables, each in its own way."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from shiplap import options
from shiplap._core.spans import Spans
from shiplap._core.text import Text
from shiplap._data.packing_costs import KINDS
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import common
from shiplap.chunkers.document_loop import Documents, pieces
from shiplap.chunks.annotations import Annotations
from shiplap.chunks.chunks import Chunks
from shiplap.content.outliners import ENGINES
from shiplap.errors import EmptyTextError, OptionError
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.plan import CHARACTERS_A_TOKEN
from shiplap.source import TextLike, view

#: Size and overlap of each kind of content, in tokens (SPEC section 1).
SIZES = {"prose": (512, 50), "code": (256, 20), "table": (768, 30)}


class AdaptiveChunker(Chunker):
    """Chunks of mixed documents: code by definitions, prose by paragraphs and sentences, tables by rows.

    A document is cut into regions by kind (`shiplap.regions`). A definition, a table and a listing that fit the
    size of their kind are kept whole; code that does not is cut between its definitions, then its blocks and
    lines, prose after paragraphs, then sentences, then words, tables between rows. Neighbours of different kinds
    share a chunk where each part is within the size of its kind, and the whole within the largest of them. A
    heading stays with what follows it, and the sentence before a table or listing with that. Of all such ways to
    cut, the one with the fewest chunks is taken, and of those one with good ends. Nothing is ever an error but
    text that is not valid: what is not recognised is prose.

    chunk_size: None (prose 512 tokens, code 256, tables 768; in other units four times as many), or one size for
        all kinds.
    chunk_overlap: the most that a chunk shares with the one before: a count, or a share of the size in [0, 1).
        None: prose 50 tokens, code 20, tables 30; with one size for all a fifth of it. It lies within one kind of
        content and under one heading, and is made of whole sentences, else words; of whole lines, statements or
        definitions (as large as what the chunk before ends with); of whole rows.
    prose, code, table: the size of a kind, instead of what these two say: a size, a pair (size, overlap), or a
        mapping of `chunk_size` and `chunk_overlap`.
    unit: "tokens", "characters" (code points) or "bytes" (of UTF-8).
    tokenizer: what counts tokens: None (estimated: 4 characters a token, rounded up on the chunk's text), or a
        name, an object or a function, see `shiplap.tokenizers`. The limit then holds for the chunk's final text;
        the parts of a chunk and its overlap are counted by the tokens of the whole text.
    limit: what the size holds for: "text", or "contextual", the text with what stands before it in
        `contextual_text` (of the headings what takes a quarter of the size, of a table's header one that takes
        half).
    outline: what finds definitions: "lexical", or "tree-sitter" (extra `code`) where it has a grammar.
    rule, language, abbreviations: what a sentence is, as for `SentenceChunker`.
    trim: leave out white space at both ends of a chunk.
    skip_blank: leave out chunks of white space only.
    on_empty: "empty" (no chunks) or "error" (EmptyTextError) for text that is empty or white space only.
    oversize: what to do with one code point larger than the size in bytes: "split" and "keep" give it a chunk of
        its own, "error" raises ChunkLimitError.
    errors: "strict", "replace" or "surrogatepass", see `shiplap.source`.

    Raises OptionError for any other value.

    >>> page = "# Rain\\n\\nIt rains.\\n\\nHow much:\\n\\n| day | mm |\\n|---|---|\\n| mon | 3 |\\n| tue | 12 |\\n"
    >>> chunks = AdaptiveChunker(46, 0, unit="characters").chunk(page)
    >>> [(chunk.kind, chunk.headings, chunk.text) for chunk in chunks][0]
    ('prose', ('Rain',), '# Rain\\n\\nIt rains.\\n\\n')
    >>> chunks[2].context
    '| day | mm |\\n|---|---|\\n'
    >>> print(chunks[2].contextual_text)
    Rain
    <BLANKLINE>
    | day | mm |
    |---|---|
    | tue | 12 |
    <BLANKLINE>
    """

    name = "adaptive"
    _documents: Documents

    __slots__ = ("_documents",)

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int | float | None = None,
        *,
        prose: Any = None,
        code: Any = None,
        table: Any = None,
        unit: str = "tokens",
        tokenizer: Any = None,
        limit: str = "text",
        outline: str = "lexical",
        rule: str = DEFAULT_RULE,
        language: str | None = None,
        abbreviations: Iterable[str] = (),
        trim: bool = False,
        skip_blank: bool = False,
        on_empty: str = "empty",
        oversize: str = "split",
        errors: str = "strict",
    ) -> None:
        shared = common(unit, trim, skip_blank, on_empty, oversize, errors, tokenizer)
        scale = 1 if unit == "tokens" else CHARACTERS_A_TOKEN
        sizes = {
            kind: size_of(kind, given, chunk_size, chunk_overlap, scale)
            for kind, given in zip(KINDS, (prose, code, table), strict=True)
        }
        if options.choice("outline", outline, ENGINES) == "tree-sitter":
            check_tree_sitter()
        config: dict[str, Any] = {
            "chunk_size": max(size for size, _ in sizes.values()),
            "chunk_overlap": max(overlap for _, overlap in sizes.values()),
            **sizes,
            "limit": options.choice("limit", limit, ("text", "contextual")),
            "outline": outline,
            "rule": options.choice("rule", rule, SENTENCE_RULES),
            **options.words(language, abbreviations),
            **shared,
        }
        documents = Documents(config)
        super().__init__(config, pieces(config, "prose"), documents)
        object.__setattr__(self, "_documents", documents)

    def _described(self) -> dict[str, Any]:
        config = super()._described()
        for kind in KINDS:
            config[kind] = dict(zip(("chunk_size", "chunk_overlap"), config[kind], strict=True))
        return config

    def chunk(
        self,
        text: TextLike,
        *,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        boundaries: Any = None,
        path: str | os.PathLike[str] | None = None,
    ) -> Chunks:
        """The chunks of a text, as for every chunker. The extension of `path`, or else of `source`, says what the
        text is: as for `shiplap.regions`."""
        check_boundaries(boundaries)
        found = view(text, self._errors)
        where = source if path is None else path
        native, counts, notes = self._pieces(found, where, document_id)
        return Chunks(found, native, None, self, document_id, source, metadata, counts, notes=notes)

    __call__ = chunk

    def _pieces(
        self, text: Text, path: str | os.PathLike[str] | None = None, document_id: str | None = None
    ) -> tuple[Spans, array[int] | None, Annotations | None]:
        if text.is_blank():
            if self._on_empty == "error":
                raise EmptyTextError(text.characters, document_id)
            return Spans(), None, None
        return self._documents.cut(text, path)

    def split_text(
        self, text: TextLike, *, boundaries: Any = None, path: str | os.PathLike[str] | None = None
    ) -> list[str]:
        """The texts of the chunks."""
        return self.chunk(text, boundaries=boundaries, path=path).texts

    def spans(self, text: TextLike, *, boundaries: Any = None, path: str | os.PathLike[str] | None = None) -> Any:
        """The offsets (start, end) of the chunks in code points, int64, shape (n, 2)."""
        return self.chunk(text, boundaries=boundaries, path=path).spans


def check_boundaries(given: Any) -> None:
    """Given boundaries have no place here: each kind of content has levels of its own."""
    if given is not None:
        raise OptionError("boundaries", given, "an adaptive chunker takes none: each kind of content has its own")


def check_tree_sitter() -> None:
    """That the extra is there, before any work."""
    try:
        import tree_sitter  # noqa: F401
    except ImportError:
        raise OptionError("outline", "tree-sitter", "needs the extra code: pip install 'shiplap[code]'") from None


def size_of(kind: str, given: Any, size: int | None, overlap: int | float | None, scale: int) -> tuple[int, int]:
    """The size and the overlap of a kind, from its own option and those for all."""
    usual, repeated = (scale * number for number in SIZES[kind])
    if isinstance(given, Mapping):
        for name in given:
            if name not in ("chunk_size", "chunk_overlap"):
                raise OptionError(kind, dict(given), "has chunk_size and chunk_overlap, and nothing else")
        own, own_overlap = given.get("chunk_size"), given.get("chunk_overlap")
    elif isinstance(given, (tuple, list)):
        if len(given) != 2:
            raise OptionError(kind, given, "must be a size, or a pair of size and overlap")
        own, own_overlap = given
    else:
        own, own_overlap = given, None
    names = (kind if own is not None else "chunk_size", kind if own_overlap is not None else "chunk_overlap")
    if own is None:
        own = size
    if own_overlap is None:
        own_overlap = overlap
    if own is None and own_overlap is None:
        return usual, repeated
    if own is None:
        return usual, options.overlap(names[1], own_overlap, usual)
    own = options.count(names[0], own)
    return own, options.overlap(names[1], own_overlap, own)
