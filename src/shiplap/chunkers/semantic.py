"""SemanticChunker: chunks of successive sentences with near vectors.

The rules are the clauses N1 to N7 of `shiplap.reference.packing.segments`. The units are the sentences, and the
pieces of those that exceed the size. The segments become boundaries of the standard loop, which keeps all limits.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Literal

from shiplap import options
from shiplap._core.packing import segments
from shiplap._core.text import Spans, Text
from shiplap._core.windows import Splitter, Windows
from shiplap._data.packing_costs import SCALE
from shiplap._data.unicode import WHITE_SPACE
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import CommonOptions, common_options
from shiplap.chunkers.token_loop import TokenLoop
from shiplap.errors import OptionError
from shiplap.levels import SENTENCE_RULES
from shiplap.plan import CHARACTERS_A_TOKEN, Plan, Row, Unit
from shiplap.vectors.embedding import BATCH, checked, name_shown
from shiplap.vectors.model import FunctionModel, Model
from shiplap.vectors.names import FORMS, load_embed, name_for
from shiplap.vectors.types import Embed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from shiplap.chunkers.base import Found
    from shiplap.vectors.types import Matrix

#: How the ends of chunks are chosen.
Method = Literal["least_cost", "percentile"]

#: Rows of a matrix that are made directions at a time.
BLOCK = 512

#: White space of a text, as in all rules.
SPACES = "".join(sorted(WHITE_SPACE))
ASCII_SPACES = "".join(filter(str.isascii, SPACES))


class SemanticChunker(Chunker):
    """Chunks of successive sentences whose vectors are near each other, within a size.

    embed: a function from a list of str to one vector each, or the name of a model (`shiplap.vectors.load_embed`).
        It is called with each sentence and its neighbours.
    chunk_size: the maximum size of a chunk in `unit`, at least 1. None: 1600.
    method: "least_cost": of all ways to cut between sentences within the size, the one with the least squared
        distances of vectors from the means of their chunks, and a price for each chunk. "percentile": a chunk ends
        where the distance between neighbouring vectors exceeds a percentile, as in LangChain's `SemanticChunker`;
        a chunk above the size is then cut by the least cost.
    min_size: a smaller chunk is made only where all other ways to cut have one too ("least_cost"), and an end that
        would make one is skipped ("percentile"). None: an eighth of the size ("least_cost"), or 0.
    buffer: the number of sentences on each side that are embedded together with a sentence.
    penalty: the price of a chunk, in multiples of the mean squared distance from the mean of the whole text: the
        higher, the fewer chunks. For "least_cost", and for chunks above the size.
    percentile: the percentile of the distances, 0 to 100. For "percentile".
    model: a name of the model, for a function that cannot be imported by a name. It is part of the fingerprint.
    boundaries: None, or boundaries that replace the sentences: offsets in code points, or a function.
    common: the options of all chunkers, see `shiplap.chunkers.CommonOptions`.

    A sentence above the size is cut at words, else between grapheme clusters. Equal vectors give equal chunks. The
    name of the model is part of the fingerprint; the limits of its requests are not part of the configuration.

    Raises OptionError for any other name or value, and for vectors of wrong shapes or numbers that are not finite;
    EmbedError for an exception of the function.

    >>> def embed(texts):
    ...     return [[text.count("rain"), text.count("snor")] for text in texts]
    >>> text = "The rain began. Cold rain fell. More rain came. The old man snored. His snoring is loud."
    >>> SemanticChunker(embed, 90, buffer=0).split_text(text)
    ['The rain began. Cold rain fell. More rain came. ', 'The old man snored. His snoring is loud.']
    """

    name = "semantic"
    __slots__ = ()

    def __init__(
        self,
        embed: Embed | str,
        chunk_size: int | None = None,
        *,
        method: Method = "least_cost",
        min_size: int | None = None,
        buffer: int = 1,
        penalty: float = 2.0,
        percentile: float = 95.0,
        model: str | None = None,
        boundaries: Any = None,
        **common: Unpack[CommonOptions],
    ) -> None:
        embedder = embed if isinstance(embed, Embedder) else Embedder(embed, model)
        shared = common_options(SemanticChunker, common)
        size = options.size("chunk_size", chunk_size, 1600, None, shared["reserve"])
        room = size - shared["reserve"]
        chosen = options.choice("method", method, Method)
        least = room // 8 if chosen == "least_cost" else 0
        if min_size is not None:
            least = options.count("min_size", min_size, 0)
            if least > room:
                raise OptionError("min_size", min_size, f"must be at most chunk_size minus reserve ({room})")
        config: dict[str, Any] = {
            "embed": embedder,
            "chunk_size": size,
            "method": chosen,
            "min_size": least,
            "buffer": options.count("buffer", buffer, 0),
            "penalty": number("penalty", penalty, 1000),
            "percentile": number("percentile", percentile, 100),
            **({} if embedder.given is None else {"model": embedder.given}),
            **shared,
        }
        if boundaries is not None:
            config["boundaries"] = options.boundaries(boundaries)
        plan = make_plan(config)
        self._configure(config, plan, SemanticLoop(config, plan))


def number(option: str, value: Any, most: float) -> float:
    """Check a number from 0 to `most`. Raises OptionError."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= most:
        raise OptionError(option, value, f"must be a number from 0 to {most:g}")
    return float(value)


class Embedder:
    """The embedding function of a chunker. Two of one name are equal; without a name, those of one function."""

    __slots__ = ("_error", "_importable", "_name", "function", "given", "model")

    def __init__(self, embed: Embed | str, model: str | None = None) -> None:
        """embed, model: as given to the chunker. Raises OptionError."""
        if model is not None and (not isinstance(model, str) or not model):
            raise OptionError("model", model, "must be the name of a model")
        found = load_embed(embed) if isinstance(embed, str) else embed
        if not callable(found):
            raise OptionError("embed", embed, f"must be a function from texts to vectors, or a name: {FORMS}")
        self.given: str | None = model
        self.function: Embed = found
        self._error: OptionError | None = None
        self._importable: str | None = None
        try:
            if isinstance(embed, str):
                self._importable = embed
            elif isinstance(found, Model) and not isinstance(found, FunctionModel):
                self._importable = found.name
            else:
                self._importable = name_for(found.function if isinstance(found, FunctionModel) else found)
        except OptionError as error:
            self._error = error
        self._name = model or (found.name if isinstance(found, Model) else self._importable)
        self.model: Model = found if isinstance(found, Model) else FunctionModel(name_shown(found), found)

    @property
    def name(self) -> str:
        """The name of the model. Raises OptionError for a function that has none."""
        if self._name is None:
            raise OptionError("embed", self.function, "has no name to import it by; model=NAME names it")
        return self._name

    @property
    def config(self) -> str:
        """The name by which the function is loaded. Raises OptionError for a function that has none."""
        if self._importable is None:
            assert self._error is not None
            raise self._error
        return self._importable

    def __call__(self, texts: list[str]) -> Matrix:
        """Return the vectors of texts, each embedded once: float32, shape (n, d)."""
        import numpy as np

        different = list(dict.fromkeys(texts))
        parts: list[Matrix] = []
        for first in range(0, len(different), BATCH):
            batch = different[first : first + BATCH]
            made = self.model(batch)
            if parts and made.shape[1] != parts[0].shape[1]:
                checked(made, len(batch), parts[0].shape[1], name=self.model.name)
            parts.append(made)
        found = np.concatenate(parts) if parts else np.zeros((0, 1), np.float32)
        if len(different) == len(texts):
            return found
        row_of = {text: row for row, text in enumerate(different)}
        return found[[row_of[text] for text in texts]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Embedder) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return self.given, self.function if self._importable is None else self._importable

    def __reduce__(self) -> tuple[Any, ...]:
        return Embedder, (self.function if self._importable is None else self._importable, self.given)

    def __repr__(self) -> str:
        return repr(self._name or name_shown(self.function))


class SemanticLoop:
    """The loop of a SemanticChunker. It needs the whole text."""

    resume = None
    compiled = None

    def __init__(self, config: dict[str, Any], plan: Plan) -> None:
        self._config = config
        tokenizer = config.get("tokenizer")

        def loop(plan: Plan) -> Windows | TokenLoop:
            return Windows(plan) if tokenizer is None else TokenLoop(plan, tokenizer)

        self._units, self._chunks = loop(units_plan(config)), loop(plan)
        self._sentences: Splitter | None = None
        if "boundaries" not in config and tokenizer is None:
            self._sentences = Splitter(sentence_of(config), *options.standard_rule(config).values())
        self._scale = CHARACTERS_A_TOKEN if config["unit"] == "tokens" and tokenizer is None else 1
        self._size = self._scale * (config["chunk_size"] - config["reserve"])

    def cut(self, text: Text, given: Sequence[array[int]] = (), headings: int = 0) -> Found:
        """Cut a text. Returns what the standard loop does."""
        return self._chunks.cut(text, [*given, self.cuts(text, given)])

    def cuts(self, text: Text, given: Sequence[array[int]] = ()) -> array[int]:
        """Return where the segments of a text end, in its own offsets."""
        units, m = self.units(text, given)
        ends = array("q", units.columns()[1])
        if len(units) < 2:
            return ends
        vectors = self.vectors(text, units)
        return array("q", [ends[unit - 1] for unit in self.segments(m, vectors)])

    def units(self, text: Text, given: Sequence[array[int]]) -> tuple[Spans, array[int]]:
        """Return the units of a text, and the measures of the text before each of them and of the whole text."""
        unit = "bytes" if self._config["unit"] == "bytes" else "characters"
        if self._sentences is not None:  # all of them in one pass, if none exceeds the size
            units = self._sentences.cut(text)[0]
            spans = text.convert(units, unit).to_numpy()
            if not len(spans) or (spans[:, 1] - spans[:, 0]).max() <= self._size:
                return units, array("q", b"\0" * 8 + spans[:, 1].tobytes())
        found = self._units.cut(text, given)
        if len(found) == 3:
            return found[0], array("q", chain([0], accumulate(found[2])))
        return found[0], array("q", chain([0], text.convert(found[0], unit).columns()[1]))

    def vectors(self, text: Text, units: Spans) -> Matrix:
        """Return the vector of the text around each unit: float32, shape (units, d); zeros for blank text."""
        import numpy as np

        buffer = self._config["buffer"]
        starts, ends = units.columns()
        firsts = [*starts[:1] * buffer, *starts][: len(starts)]
        lasts = [*ends[buffer:], *ends[-1:] * buffer][-len(ends) :]
        texts = text.texts(Spans.of(zip(firsts, lasts, strict=True)))
        spaces = ASCII_SPACES if all(map(str.isascii, texts)) else SPACES  # the shorter set takes half the time
        texts = [each.strip(spaces) for each in texts]
        embed: Embedder = self._config["embed"]
        if all(texts):
            return embed(texts)
        rows = [row for row, each in enumerate(texts) if each]
        vectors = embed([texts[row] for row in rows])
        found = np.zeros((len(texts), vectors.shape[1]), np.float32)
        found[rows] = vectors
        return found

    def segments(self, m: array[int], vectors: Matrix) -> list[int]:
        """Return the unit after each segment, by the measures of the text before each unit and of the text."""
        config, size = self._config, self._size
        least = self._scale * config["min_size"]
        if config["method"] == "percentile":
            found, start = [], 0
            for end in at_percentile(m, distances(vectors), config["percentile"], least):
                if m[end] - m[start] > size:
                    found += [start + unit for unit in self._least_cost(m, vectors, start, end, size, least)]
                else:
                    found.append(end)
                start = end
            return found
        return self._least_cost(m, vectors, 0, len(m) - 1, size, least)

    def _least_cost(
        self, m: array[int], vectors: Matrix, first: int, last: int, size: int, least: int
    ) -> list[int]:
        """Return the segments of units `first` to `last` at the least cost, as numbers of units after `first`."""
        found, total = directions(vectors[first:last])
        price = price_of(total, last - first, Fraction(self._config["penalty"]))
        return segments(m[first : last + 1], found, len(total), size, least, price).tolist()


def directions(vectors: Matrix) -> tuple[array[int], list[int]]:
    """Return the directions of vectors as whole numbers (`SCALE`), int16, one row after the other, and their sum.
    Sums and products of them are exact, so that the chunks do not depend on the order of additions."""
    import numpy as np

    found = array("h", [0]) * vectors.size
    rows = np.frombuffer(found, np.int16).reshape(vectors.shape)
    total = np.zeros(vectors.shape[1])
    for first in range(0, len(vectors), BLOCK):
        part = vectors[first : first + BLOCK].astype(np.float64)
        lengths = np.sqrt(np.einsum("ij,ij->i", part, part))
        lengths[lengths == 0] = 1
        part *= (SCALE / lengths)[:, None]
        rows[first : first + BLOCK] = np.rint(part, out=part)
        total += part.sum(axis=0)
    return found, [int(each) for each in total.tolist()]


def price_of(total: Sequence[int], count: int, penalty: Fraction) -> int:
    """Return the price of a segment (N6), given the sum of the directions and their number."""
    square = sum(each * each for each in total)
    return int(penalty * (count * SCALE**2 - square // count) / count)


def distances(vectors: Matrix) -> npt.NDArray[np.float64]:
    """Return the cosine distance of each vector from the next one; 1 from one of zeros."""
    import numpy as np

    exact = vectors.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", exact, exact))
    products, sizes = np.einsum("ij,ij->i", exact[:-1], exact[1:]), lengths[:-1] * lengths[1:]
    cosines: npt.NDArray[np.float64] = np.divide(products, sizes, out=np.zeros_like(products), where=sizes > 0)
    return 1 - cosines


def at_percentile(m: Sequence[int], found: npt.NDArray[np.float64], percentile: float, least: int) -> list[int]:
    """Return the unit after each segment by the percentile of the distances (N7)."""
    import numpy as np

    ends, start = [], 0
    for unit in (np.flatnonzero(found > np.percentile(found, percentile)) + 1).tolist():
        if m[unit] - m[start] >= least:
            ends.append(unit)
            start = unit
    return [*ends, len(m) - 1]


def sentence_of(config: dict[str, Any]) -> str:
    """Return the plan's name of the level of units."""
    return "given:0" if "boundaries" in config else SENTENCE_RULES[config["sentence_rule"]]


def rows_of_pieces(size: int) -> tuple[Row, ...]:
    """Return the rows that cut a sentence above a size."""
    return Row("word", math.ceil(size / 2), size), Row("grapheme", 0, size), Row("char", 0, size)


def units_plan(config: dict[str, Any]) -> Plan:
    """Return the plan whose chunks are the units: sentences, and pieces of those above the size."""
    size = config["chunk_size"] - config["reserve"]
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=0,
        rows=rows_of_pieces(size),
        units=(Unit("char", size),),
        overlap_levels=("char",),
        break_at=Unit(sentence_of(config), size),
        **options.standard_rule(config),
    )


def make_plan(config: dict[str, Any]) -> Plan:
    """Return the plan whose chunks are the segments; their ends are an array behind the given boundaries. The rows
    are for segments with more tokens than their units have."""
    size = config["chunk_size"] - config["reserve"]
    sentence, ends = sentence_of(config), f"given:{int('boundaries' in config)}"
    return Plan(
        unit=config["unit"],
        size=size,
        overlap=0,
        rows=(Row(sentence, 0, size), *rows_of_pieces(size)),
        units=(Unit("char", size),),
        overlap_levels=("char",),
        break_at=Unit(ends, size),
        strip_whitespace=config["strip_whitespace"],
        skip_blank=config["skip_blank"],
        oversize=config["oversize"],
        **options.standard_rule(config),
    )
