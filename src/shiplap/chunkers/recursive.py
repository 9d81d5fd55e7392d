"""RecursiveChunker: sections and paragraphs first, then sentences, then words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.levels import SENTENCE_RULES, SEVERAL
from shiplap.plan import Plan, Row, Unit, replace

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: The usual levels; in a text with headings, sections stand before them.
LEVELS = ("paragraph", "sentence", "word")


class RecursiveChunker(Chunker):
    """Chunks that end at the coarsest level available: a section, else a paragraph, else a sentence, else a word.

    A chunk ends at the last boundary of the first of `levels` that has one between `min_fill` of the size and the
    size; if none has, at the last position within the size that is not inside a grapheme cluster. So a paragraph
    within the limit is cut only if keeping it whole would leave the chunk before it under half full; one over the
    limit is cut at sentences, a sentence over the limit at words, and a cluster over the limit into pieces of the
    size.

    In a text with headings (Markdown, told by the path or found in the text, and other texts that have lines that
    look like headings consistently) no chunk ends with a heading: a heading stays with the text after it, and
    headings in a row stay together, if they fit with its first word. A lead, such as a sentence that ends with a
    colon, stays with the text after it in all texts (docs/guides/mixed-documents.md).

    chunk_size: the maximum size of a chunk in `unit`, at least 1. None: 3200, or five times a `chunk_overlap` that
        is as large.
    chunk_overlap: None (a fifth of the size), a count below the size, or a share of it in [0, 1): the maximum that
        a chunk shares with the one before.
    levels: the levels at which a chunk may end, the coarsest first. None: paragraphs, sentences, words; in
        texts with headings, sections before them. Else 1 to 15 of these, for all texts:
        a name: "section" (the start of a heading: a line of `#` to `######`, a line underlined by `=` or `-` after
            a blank line, or one of those of `headings`), "block" (a paragraph; but items of one list, such as
            bullets, lettered paragraphs or the turns of speakers, stay together), "paragraph", "line", "sentence",
            "word", "grapheme";
        any other str: a literal separator, which stays at the end of its chunk, such as "\\n\\n" or ". "; a
            separator of letters only that looks like a mistyped name is refused, unless it is written as
            ("separator", "words");
        offsets in code points, in an array or any iterable of them, for texts that have them all;
        a function that finds them in a text, or ("function", "module:qualname") for an importable one.
    overlap_levels: the levels at which an overlap may begin, the best first, in the same forms. An overlap begins
        at the first such boundary within it; without one, nothing is repeated.
    min_fill: the share of the size that a chunk must keep to end at one of `levels`, in [0, 1].
    join_rest: whether the remainder of a unit that was cut (a long paragraph, say) may be joined with the text
        after it. If False, a chunk that continues a unit ends with the unit, if `min_fill` permits: each chunk
        then keeps to one topic, and the chunks are more numerous.
    boundaries: None, or boundaries that replace the first of `levels` (also in `overlap_levels`): offsets or a
        function, as above; without `levels`, paragraphs and sections.
    break_at: None, or one level, in the same forms: no chunk has text of two of its units, such as two sections,
        however small they are.
    headings: "auto": lines that look like headings are such if the text has them consistently, without marks too
        ("Article 5", "3.1 Scope", lines in capitals, titles); "marked": only lines of `#` and underlined ones;
        None: no line is a heading, and leads may end a chunk. If "section" is one of `levels` or `break_at`,
        every text is taken for one with headings.
    omit_furniture: whether `contextual_text`, which is embedded, searched and shown, leaves out page furniture:
        running titles and numbers of pages that recur at page breaks or at even distances, and form feeds. Offsets
        and `text` are those of the document.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`.

    No boundary is inside a grapheme cluster. Raises OptionError for any other name or value.

    >>> text = "It rains.\\n\\nIt pours. The old man snores.\\n\\nHe went to bed."
    >>> RecursiveChunker(44, 0).split_text(text)
    ['It rains.\\n\\nIt pours. The old man snores.\\n\\n', 'He went to bed.']
    >>> RecursiveChunker(30, 0).split_text(text)
    ['It rains.\\n\\nIt pours. ', 'The old man snores.\\n\\n', 'He went to bed.']
    >>> RecursiveChunker(30, 10, levels=["\\n\\n", " "], overlap_levels=[" "]).split_text(text)[1]
    'The old man snores.\\n\\n'

    >>> text = "It rains and it pours. It never stops.\\n\\nHe snores.\\n\\nHe bumped his head. "
    >>> RecursiveChunker(30, 0, min_fill=0).split_text(text)
    ['It rains and it pours. ', 'It never stops.\\n\\nHe snores.\\n\\n', 'He bumped his head. ']
    >>> RecursiveChunker(30, 0, min_fill=0, join_rest=False).split_text(text)
    ['It rains and it pours. ', 'It never stops.\\n\\n', 'He snores.\\n\\n', 'He bumped his head. ']

    >>> text = "It rains.\\n\\n# Night\\n\\nHe snores.\\n\\n# Day\\n\\nHe is up."
    >>> RecursiveChunker(34, 0).split_text(text, path="rain.md")
    ['It rains.\\n\\n# Night\\n\\nHe snores.\\n\\n', '# Day\\n\\nHe is up.']
    >>> RecursiveChunker(40, 0, break_at="section").split_text(text)
    ['It rains.\\n\\n', '# Night\\n\\nHe snores.\\n\\n', '# Day\\n\\nHe is up.']
    """

    name = "recursive"
    __slots__ = ()

    def __init__(
        self,
        chunk_size: int | None = None,
        chunk_overlap: int | float | None = None,
        *,
        levels: Iterable[Any] | None = None,
        overlap_levels: Iterable[Any] = ("sentence", "word"),
        min_fill: float = 0.5,
        join_rest: bool = True,
        boundaries: Any = None,
        break_at: Any = None,
        headings: options.Headings | None = "auto",
        omit_furniture: bool = False,
        **common: Unpack[CommonOptions],
    ) -> None:
        shared = common_options(RecursiveChunker, common)
        size = options.size("chunk_size", chunk_size, 3200, chunk_overlap, shared["reserve"])
        config: dict[str, Any] = {
            "chunk_size": size,
            "chunk_overlap": options.overlap("chunk_overlap", chunk_overlap, size, shared["reserve"]),
            "levels": None if levels is None else options.levels("levels", levels),
            "overlap_levels": options.levels("overlap_levels", overlap_levels),
            "min_fill": options.share("min_fill", min_fill),
            "join_rest": options.flag("join_rest", join_rest),
            "break_at": None if break_at is None else options.one_level("break_at", break_at),
            "headings": None if headings is None else options.choice("headings", headings, options.Headings),
            **options.if_set("omit_furniture", omit_furniture),
            **shared,
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        names = LevelNames(config, config["levels"] or LEVELS)
        self._configure(config, recursive_plan(config, names), marks=tuple(names.marks))

    def _described(self) -> dict[str, Any]:
        """As in the base class. Functions among the levels are written as ["function", "module:qualname"], under
        the same conditions as for `boundaries`."""
        config = super()._described()
        for option in ("levels", "overlap_levels"):
            if config[option] is not None:
                config[option] = [options.plain_level(level) for level in config[option]]
        if config["break_at"] is not None:
            config["break_at"] = options.plain_level(config["break_at"])
        return config


class LevelNames:
    """The plan's names of the levels, with the separators and marks that the numbered ones refer to."""

    def __init__(self, config: dict[str, Any], levels: Sequence[options.Level]) -> None:
        self.separators: list[str] = []
        self.marks: list[options.Boundaries] = []
        self._sentence = SENTENCE_RULES[config["sentence_rule"]]
        self._first = levels[0] if "boundaries" in config else None
        if self._first is not None:
            self.marks.append(config["boundaries"])

    def __call__(self, level: options.Level) -> str:
        """Return the plan's name for a level."""
        if self._first is not None and level == self._first:
            return "given:0"
        if isinstance(level, str):
            return self._sentence if level == "sentence" else level
        if not callable(level) and level[:1] == ("separator",):
            return f"separator:{_place(self.separators, level[1])}"
        return f"given:{_place(self.marks, level)}"


def _place(known: list[Any], one: Any) -> int:
    """Return the index of an item in a list; a new item is appended."""
    if one not in known:
        known.append(one)
    return known.index(one)


def recursive_plan(config: dict[str, Any], name: LevelNames) -> Plan:
    """Return the plan, with another one for texts with headings unless all texts are taken for such, or none
    is."""
    levels, break_at = config["levels"], config["break_at"]
    breaks = () if break_at is None else (break_at,)
    usual: Sequence[options.Level] = levels or LEVELS
    if config["headings"] is None or not any(keeps_headings(name(level)) for level in (*usual, *breaks)):
        return make_plan(config, name, usual)
    finds_looks = config["headings"] == "auto"
    if break_at == "section" or (levels is not None and "section" in levels):
        return replace(make_plan(config, name, usual, keep=True), finds_looks=finds_looks)
    first = ("section",) if levels is None and "boundaries" not in config else ()
    other = make_plan(config, name, (*first, *usual), keep=True)
    plan = make_plan(config, name, usual, keep=True, headed=False)
    return replace(plan, with_headings=other, finds_looks=finds_looks)


def keeps_headings(level: str) -> bool:
    """Return whether a level of a plan has no places that part a heading or a lead from what follows: all except
    graphemes, and what a caller has given."""
    return level != "grapheme" and level.partition(":")[0] not in SEVERAL


def make_plan(
    config: dict[str, Any],
    name: LevelNames,
    levels: Sequence[options.Level],
    keep: bool = False,
    headed: bool = True,
) -> Plan:
    """Return the plan for a list of levels (rows: docs/reference/model.md). With `keep`, headings and leads stay
    with what follows. Where no such row has an end, because headings fill the chunk, it ends before them, else
    after a line or a word of them; in a text without headings (`headed`), it ends where it would without leads."""
    size = config["chunk_size"] - config["reserve"]
    fill = options.share_of_at_least(size, config["min_fill"])
    pick: Any = "last" if config.get("join_rest", True) else "end_of_unit"
    rows = [Row(level, fill, size, pick, keep and keeps_headings(level)) for level in map(name, levels)]
    units = [Unit("word", size), Unit("grapheme", size), Unit("char", size)]
    if keep:
        least = "word" if "word" in levels else "grapheme"
        if headed:
            rows += [Row(least, 0, size, "last", True), Row("line", 0, size), Row(least, fill, size)]
        else:
            rows += [replace(row, keeps_headings=False) for row in rows[-2:]]
        units.insert(0, Unit("word", size, True))
    breaks = None
    if config["break_at"] is not None:
        break_at = name(config["break_at"])
        breaks = Unit(break_at, size, keep and keeps_headings(break_at))
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=config["chunk_overlap"],
        rows=(*rows, Row("grapheme", 0, size)),
        units=tuple(units),
        overlap_levels=tuple(name(level) for level in config["overlap_levels"]),
        strip_whitespace=config["strip_whitespace"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        **options.standard_rule(config),
        separators=tuple(name.separators),
        break_at=breaks,
    )
