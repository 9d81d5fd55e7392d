"""Typed dictionaries of the options that all chunkers share, and of the options of all chunkers together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from shiplap import options
from shiplap.errors import OptionError, unknown
from shiplap.options import (
    ErrorHandler,
    Headings,
    LanguageCode,
    LineBreaks,
    OnEmpty,
    Oversize,
    Parser,
    SentenceRule,
    SizeUnit,
    Snap,
)

if TYPE_CHECKING:
    from shiplap.tokenizers.adapter import Adapter


class CommonOptions(TypedDict, total=False):
    """Options of all chunkers with sizes.

    unit: the unit of all sizes: "characters" (code points), "bytes" (of UTF-8; a chunk never ends inside a code
        point) or "tokens". The default is "characters", but "tokens" for `AdaptiveChunker` and with a tokenizer.
    tokenizer: the token counter: None (an estimate: 4 characters a token, rounded up on the chunk's text), or a
        name, an object or a function, see `shiplap.tokenizers`. The limit then applies to the chunk's final text;
        the overlap is counted in tokens of the whole text, including a token that is only partly in it.
    reserve: units of each chunk left free for the additions of an embedding model (special tokens, a prefix): all
        sizes and the maximum shrink by it. Default 0.
    special_tokens: whether `reserve` grows by the number of special tokens that the tokenizer adds to a text, as
        [CLS] and [SEP]; `reserve` of the configuration is the sum. It needs a tokenizer of `tokenizers` or
        `transformers`. Default False. `Chunk.token_count` never contains special tokens.
    sentence_rule: "standard" (multilingual, the default), "simple" (`[.!?]` and white space) or "capital" (then A
        to Z).
    language: the language whose abbreviations and other words the standard rule uses: one of
        `shiplap.options.LanguageCode` ("zh", "ja" and others have marks of their own and no words), or None (the
        words that are safe in all languages together). A tag of BCP 47 counts as its language: "en-US" is "en".
    abbreviations: additional abbreviations, with or without the final stop.
    line_breaks: the single line ends that end a sentence of the standard rule: "paragraph" (none, the default:
        only a blank line does), "lines" (each), or "auto" (for mail and other text with hard line ends: those of
        headers, greetings, closings, titles and other short lines, and not those of wrapped paragraphs).
    strip_whitespace: strip white space at both ends of a chunk.
    skip_blank: drop chunks of white space only.
    on_empty: "empty" (no chunks) or "raise" (EmptyTextError) for text that is empty or white space only. The
        default is "empty", but "raise" for `SentenceChunker`.
    oversize: for one code point or token larger than the limit: "split" (the default) makes it a chunk of its own,
        "raise" raises ChunkLimitError.
    errors: "strict" (the default), "replace" or "surrogatepass", see `shiplap.source`.
    """

    unit: SizeUnit
    tokenizer: Any
    reserve: int
    special_tokens: bool
    sentence_rule: SentenceRule
    language: LanguageCode | None
    abbreviations: Iterable[str]
    line_breaks: LineBreaks
    strip_whitespace: bool
    skip_blank: bool
    on_empty: OnEmpty
    oversize: Oversize
    errors: ErrorHandler


class ChunkerOptions(CommonOptions, total=False):
    """Options of all chunkers together. Each chunker has some of them, see its class."""

    chunk_size: int | None
    chunk_overlap: int | float | None
    min_size: int | None
    max_size: int | None
    snap: Snap | None
    min_fill: float
    boundaries: Any
    levels: Iterable[Any] | None
    overlap_levels: Iterable[Any]
    join_rest: bool
    break_at: Any
    headings: Headings | None
    key: bytes | str
    prose: Any
    code: Any
    table: Any
    data: Any
    max_context: int | float
    size_includes_context: bool
    parser: Parser
    content_type: str | None
    omit_furniture: bool


def common_options(
    kind: type, given: Mapping[str, Any], *, unit: SizeUnit = "characters", on_empty: OnEmpty = "empty"
) -> dict[str, Any]:
    """Check the common options of a kind of chunker and add the defaults. Raises OptionError, also for a name that
    is not an option of the kind."""
    for name in given:
        if name not in CommonOptions.__annotations__:
            raise unknown("option", name, option_names(kind))
    tokenizer = given.get("tokenizer")
    counted = options.choice("unit", given.get("unit", unit if tokenizer is None else "tokens"), SizeUnit)
    if tokenizer is not None and counted != "tokens":
        raise OptionError("tokenizer", tokenizer, f'counts tokens, but unit is {counted!r}; use unit="tokens"')
    return {
        "unit": counted,
        **({} if tokenizer is None else {"tokenizer": adapted(tokenizer)}),
        "reserve": reserved(given),
        **options.sentences(given.get("sentence_rule", "standard"), **options.standard_rule(given)),
        "strip_whitespace": options.flag("strip_whitespace", given.get("strip_whitespace", False)),
        "skip_blank": options.flag("skip_blank", given.get("skip_blank", False)),
        "on_empty": options.choice("on_empty", given.get("on_empty", on_empty), OnEmpty),
        "oversize": options.choice("oversize", given.get("oversize", "split"), Oversize),
        "errors": options.choice("errors", given.get("errors", "strict"), ErrorHandler),
    }


def reserved(given: Mapping[str, Any]) -> int:
    """Return the units that `reserve` and `special_tokens` keep free together. Raises OptionError."""
    units = options.count("reserve", given.get("reserve", 0), 0)
    if not options.flag("special_tokens", given.get("special_tokens", False)):
        return units
    tokenizer = given.get("tokenizer")
    added = None if tokenizer is None else adapted(tokenizer).special_tokens
    if added is None:
        rule = "needs a tokenizer.json, or a tokenizer of tokenizers or transformers"
        raise OptionError("special_tokens", True, rule)
    return units + added


def adapted(tokenizer: Any) -> Adapter:
    """Return the adapter of a tokenizer: of a name, an object or a function. Raises OptionError."""
    from shiplap.tokenizers.registry import get

    return get(tokenizer)


def option_names(kind: type, *, common: bool = True) -> list[str]:
    """Return the option names of a kind of chunker: its own, and the common ones."""
    import inspect

    parameters = inspect.signature(kind).parameters.values()
    own = [each.name for each in parameters if each.kind is not each.VAR_KEYWORD]
    return [*own, *CommonOptions.__annotations__] if common else own
