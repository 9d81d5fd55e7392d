"""AdaptiveChunker: code, prose, tables and data, each cut by its own rules."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.text import Spans, Text
from shiplap._data import data_formats
from shiplap._data.file_types import EXTENSIONS, FORMATS
from shiplap._data.packing_costs import KINDS
from shiplap.chunkers.base import Chunker, PathLike
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.chunkers.document_loop import DocumentLoop, oversize_plan
from shiplap.chunks.annotations import Annotations
from shiplap.chunks.chunks import Chunks
from shiplap.content.decided import Decided
from shiplap.errors import EmptyTextError, OptionError
from shiplap.plan import CHARACTERS_A_TOKEN

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from shiplap.chunkers.updating import Stretches

#: The values of the option `content_type`.
CONTENT_TYPES = (*FORMATS, *data_formats.FORMATS, *dict.fromkeys(EXTENSIONS.values()))

#: Size and overlap of each kind of content, in tokens (docs/reference/systems.md).
SIZES = {"prose": (512, 50), "code": (256, 20), "table": (768, 30), "data": (256, 20)}


class AdaptiveChunker(Chunker):
    """Chunks of mixed documents: code by definitions, prose by paragraphs and sentences, tables by rows.

    A document is cut into regions by kind (`shiplap.regions`). A definition, table or listing within the size of
    its kind is kept whole. Longer code is cut between definitions, then blocks and lines; prose after paragraphs,
    then sentences, then words; tables between rows; data (JSON, YAML, XML, logs and more) between its nodes or
    records, at the least depth. Neighbours of different kinds share a chunk if each part is
    within the size of its kind and the whole within the largest of these sizes. A heading stays with the content
    after it, and the sentence before a table or listing stays with it; so does a lead, such as a sentence that
    ends with a colon, with the text after it (docs/guides/mixed-documents.md). Of all such cuts, the chunker
    takes one with the fewest chunks, and among these one with good ends. Only invalid text is an error:
    unrecognised content is prose.

    chunk_size: None (prose 512 tokens, code 256, tables 768; in other units four times as many), or one size for
        all kinds.
    chunk_overlap: the maximum that a chunk shares with the one before: a count, or a share of the size in [0, 1).
        None: prose 50 tokens, code 20, tables 30; a fifth of a size that is given. (The preset keeps its ratio.) A
        count that is not below a default size becomes a fifth of that size. An overlap lies within one kind of
        content and under one heading. It consists of whole sentences, else words; of whole lines, statements or
        definitions (as large as the unit that ends the chunk before); of whole rows.
    prose, code, table, data: the size of one kind, in place of these two options: a size, a pair (size, overlap),
        or a mapping of `chunk_size` and `chunk_overlap`. `data=None`: the size and the overlap of code.
    max_context: the maximum of what stands before the text in `contextual_text`, the headings and the table
        header: a count, or a share of the size of each kind less the reserve, in [0, 1). Headings are left out
        from the outermost on, and a heading or a table header that does not fit ends with "…"; `headings` and
        `table_header` are what is left. In a table, headings take at most half. 0: no context.
    size_includes_context: whether the size limits `contextual_text` (the text with its headings and its table
        header) and not the text alone. A count in `max_context` must then be less than each size.
    parser: the parser that finds definitions: "lexical", or "tree-sitter" (extra `code`). Where tree-sitter has no
        grammar for a language, it warns once for each language (UserWarning) and the lexical parser is used.
    headings: "auto": lines that look like headings are such if the text has them consistently, without marks too,
        as for `shiplap.regions`; "marked": only lines with marks; None: no line is a heading.
    content_type: None (detected from the path, else from the text), or the type of all texts: "markdown", "html",
        "plain", "rst", "asciidoc", "mediawiki", "org", "latex", "pod", "texinfo", "man", "changelog", "table",
        a format of data ("json", "xml", "yaml", "toml", "ini", "env", "diff", "po", "log"), or a programming
        language such as "python".
    omit_furniture: whether `contextual_text`, which is embedded, searched and shown, leaves out page furniture:
        running titles and numbers of pages that recur at page breaks or at even distances, and form feeds. Offsets
        and `text` are those of the document.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`; `unit` is "tokens" by default.

    Raises OptionError for any other name or value.

    >>> page = "# Rain\\n\\nIt rains.\\n\\nHow much:\\n\\n| day | mm |\\n|---|---|\\n| mon | 3 |\\n| tue | 12 |\\n"
    >>> chunks = AdaptiveChunker(46, 0, unit="characters", max_context=40).chunk(page)
    >>> [(chunk.kind, chunk.headings, chunk.text) for chunk in chunks][0]
    ('prose', ('Rain',), '# Rain\\n\\nIt rains.\\n\\n')
    >>> chunks[2].table_header
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
    _documents: DocumentLoop

    __slots__ = ("_documents",)

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int | float | None = None,
        *,
        prose: Any = None,
        code: Any = None,
        table: Any = None,
        data: Any = None,
        max_context: int | float = 0.25,
        size_includes_context: bool = False,
        parser: options.Parser = "lexical",
        headings: options.Headings | None = "auto",
        content_type: str | None = None,
        omit_furniture: bool = False,
        **common: Unpack[CommonOptions],
    ) -> None:
        shared = common_options(AdaptiveChunker, common, unit="tokens")
        scale = 1 if shared["unit"] == "tokens" else CHARACTERS_A_TOKEN
        sizes = {
            kind: size_of(kind, given, chunk_size, chunk_overlap, scale, shared["reserve"])
            for kind, given in (("prose", prose), ("code", code), ("table", table))
        }
        if data is not None:
            own = size_of("data", data, sizes["code"][0], chunk_overlap, scale, shared["reserve"])
            if own != sizes["code"]:
                sizes["data"] = own
        if options.choice("parser", parser, options.Parser) == "tree-sitter":
            from shiplap.content.tree_sitter import check_extra

            check_extra()  # before any work
        if content_type is not None:
            options.choice("content_type", content_type, CONTENT_TYPES)
        includes = options.flag("size_includes_context", size_includes_context)
        rooms = {kind: size - shared["reserve"] for kind, (size, _) in sizes.items()}
        config: dict[str, Any] = {
            "chunk_size": max(size for size, _ in sizes.values()),
            "chunk_overlap": max(overlap for _, overlap in sizes.values()),
            **sizes,
            "max_context": options.context("max_context", max_context, rooms if includes else {}),
            "size_includes_context": includes,
            "parser": parser,
            "headings": None if headings is None else options.choice("headings", headings, options.Headings),
            **({} if content_type is None else {"content_type": content_type}),
            **options.if_set("omit_furniture", omit_furniture),
            **shared,
        }
        loop = DocumentLoop(config)
        self._configure(config, oversize_plan(loop.config, "prose"), loop)
        object.__setattr__(self, "_documents", loop)

    def _described(self) -> dict[str, Any]:
        config = super()._described()
        for kind in [kind for kind in KINDS if kind in config]:
            config[kind] = dict(zip(("chunk_size", "chunk_overlap"), config[kind], strict=True))
        return config

    def _cut(
        self, text: Text, path: PathLike | None, document_id: str | None
    ) -> tuple[Spans, Spans | None, array[int] | None, Annotations | None]:
        if text.is_blank():
            if self._on_empty == "raise":
                raise EmptyTextError(text.characters, document_id)
            return Spans(), None, None, None
        spans, counts, annotations = self._documents.annotated(text, path)
        return spans, None, counts, annotations

    def _annotate(self, text: Text, spans: Spans, path: PathLike | None) -> Annotations:
        return self._documents.annotations(text, spans, path)

    def _kept(self, old: Chunks, text: Text, path: PathLike | None) -> Decided:
        known = old._decisions()
        assert known is not None
        return Decided(content_type=known.content_type) if len(old) == 1 else known

    def _stretches(self, text: Text, path: PathLike | None, kept: Decided) -> Stretches:
        from shiplap.chunkers.updating import DocumentStretches

        return DocumentStretches(self._documents, text, path, kept)


def size_of(
    kind: str, given: Any, size: int | None, overlap: int | float | None, scale: int, reserved: int
) -> tuple[int, int]:
    """Return the size and the overlap of a kind, from its own option and the options for all kinds."""
    usual, repeated = (scale * number for number in SIZES[kind])
    own, own_overlap = size_and_overlap(kind, given)
    size_name = "chunk_size" if own is None else kind
    overlap_name = "chunk_overlap" if own_overlap is None else kind
    own = size if own is None else own
    own_overlap = overlap if own_overlap is None else own_overlap
    found = options.size(size_name, own, usual, None, reserved)
    if own is None:
        if own_overlap is None:
            own_overlap = min(repeated, (found - reserved) // 5)
        elif not options.is_share(own_overlap) and options.count(overlap_name, own_overlap, 0) >= found - reserved:
            own_overlap = None
    return found, options.overlap(overlap_name, own_overlap, found, reserved)


def size_and_overlap(kind: str, given: Any) -> tuple[Any, Any]:
    """Return the unchecked size and overlap in the option of a kind; None for those that are not given."""
    if isinstance(given, Mapping):
        for name in given:
            if name not in ("chunk_size", "chunk_overlap"):
                raise OptionError(kind, dict(given), "must have no keys other than chunk_size and chunk_overlap")
        return given.get("chunk_size"), given.get("chunk_overlap")
    if isinstance(given, (tuple, list)):
        if len(given) != 2:
            raise OptionError(kind, given, "must be a size, or a pair of size and overlap")
        return given[0], given[1]
    return given, None
