"""Embedding of texts by any function: in batches, each text once, and never twice with a cache.

A cache may outlive its model: a function of the same name may embed by another model. A cache therefore keeps the
vector of a fixed text, the probe. Before a function uses a cache, it embeds the probe; if the vectors differ, a
warning says so, and the cached vectors are dropped.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.ids import content_hash
from shiplap.options import count
from shiplap.printable import counted
from shiplap.vectors.types import Embed

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: Number of texts in one cache lookup, and of strings in memory at a time.
BLOCK = 4096

#: Number of texts in a call of `embed`.
BATCH = 256


#: The probe: a text in several scripts. Another text makes all caches stale.
PROBE = "The old man snores; 2 dogs bark at the post. Где идёт дождь? 東京では雨が降る。"

#: Minimum cosine of the probe's vector and the cached one. Vectors of one model differ by less (batches, devices).
SAME_MODEL = 0.999


class StaleCacheWarning(UserWarning):
    """Cached vectors are dropped, because another model made them."""


class Cache(Protocol):
    """Vectors by the hash of the embedded text (the context hash of a chunk). Use one cache for each model: a hash
    identifies the text, not the model. A cache with the methods of `ProbedCache` is checked before it is used."""

    def get_many(self, hashes: Sequence[str]) -> Mapping[str, Matrix]:
        """Return the cached vectors of these hashes."""

    def put_many(self, vectors: Mapping[str, Matrix]) -> None:
        """Store vectors by their hashes."""


@runtime_checkable
class ProbedCache(Cache, Protocol):
    """A cache that notices another model."""

    def __len__(self) -> int:
        """Return the number of vectors."""

    def probe(self) -> Matrix | None:
        """Return the vector of PROBE, float32, shape (d,), or None if it is unknown."""

    def set_probe(self, vector: Matrix) -> None:
        """Store the vector of PROBE."""

    def drop(self) -> int:
        """Remove all vectors and the probe; return the number of vectors."""


class _Held(NamedTuple):
    """Content of a cache in memory: vectors by their hashes, and the vector of the probe, if it has one."""

    vectors: dict[str, Matrix]
    probes: list[Matrix]


class MemoryCache:
    """A cache in memory, which threads may share.

    >>> cache = MemoryCache()
    >>> calls = []
    >>> def embed(texts):
    ...     calls.append(texts)
    ...     return [[len(text), 1.0] for text in texts]
    >>> embed_texts(["a", "bb", "a"], embed, cache=cache).tolist()
    [[1.0, 1.0], [2.0, 1.0], [1.0, 1.0]]
    >>> embed_texts(["bb", "ccc"], embed, cache=cache).tolist()
    [[2.0, 1.0], [3.0, 1.0]]
    >>> calls[0] == [PROBE], calls[1:]
    (True, [['a', 'bb'], ['ccc']])
    """

    def __init__(self) -> None:
        self._held = _Held({}, [])

    def get_many(self, hashes: Sequence[str]) -> dict[str, Matrix]:
        """Return the cached vectors of these hashes."""
        vectors = self._held.vectors
        found = {each: vectors.get(each) for each in hashes}
        return {each: vector for each, vector in found.items() if vector is not None}

    def put_many(self, vectors: Mapping[str, Matrix]) -> None:
        """Store vectors by their hashes."""
        self._held.vectors.update(vectors)

    def probe(self) -> Matrix | None:
        """Return the vector of the probe, or None."""
        probes = self._held.probes
        return probes[-1] if probes else None

    def set_probe(self, vector: Matrix) -> None:
        """Store the vector of the probe."""
        self._held.probes[:] = [vector]

    def drop(self) -> int:
        """Remove all vectors and the probe; return the number of vectors."""
        dropped, self._held = self._held, _Held({}, [])
        return len(dropped.vectors)

    def _undropped(self) -> MemoryCache:
        """Return a cache of the same vectors that stays as it is when another thread drops those of this one."""
        cache = MemoryCache()
        cache._held = self._held
        return cache

    def __len__(self) -> int:
        return len(self._held.vectors)


def name_shown(embed: Any) -> str:
    """Return how messages name a function.

    >>> name_shown(len), name_shown(MemoryCache())
    ('builtins:len', 'MemoryCache')
    """
    name = getattr(embed, "name", None)
    if isinstance(name, str):
        return name
    function = getattr(embed, "__qualname__", None)
    return type(embed).__qualname__ if function is None else f"{getattr(embed, '__module__', None)}:{function}"


def embed_texts(
    texts: Sequence[str], embed: Embed, *, cache: Cache | None = None, batch_size: int = BATCH
) -> Matrix:
    """Embed texts, as float32 of shape (n, d); (0, 0) without texts. Equal texts are embedded once.

    Raises OptionError unless `embed` is a function that returns one finite vector of the same length for each
    text. Exceptions of `embed` itself propagate. A vector that no cosine compares (`without_direction`) is
    returned, but a cache does not get it; a warning says so if several texts have no others.
    """

    def hashes(first: int, last: int) -> list[str]:
        return [content_hash(text.encode("utf-8", "surrogatepass")) for text in texts[first:last]]

    return fill(len(texts), lambda first, last: list(texts[first:last]), hashes, embed, cache, batch_size)


def embed_chunks(chunks: Chunks, embed: Embed, *, cache: Cache | None = None, batch_size: int = BATCH) -> Matrix:
    """Return the vectors of the chunks, float32, shape (n, d): their own embeddings, or new ones of their
    contextual texts if they have none. `chunks.replace(embeddings=vectors)` stores them in the chunks."""
    if chunks.embeddings is not None:
        return chunks.embeddings
    return fill(
        len(chunks), lambda first, last: chunks[first:last].contextual_texts,
        lambda first, last: chunks[first:last].context_hashes, embed, cache, batch_size,
    )  # fmt: skip


def fill(
    number: int,
    texts: Callable[[int, int], list[str]],
    hashes: Callable[[int, int], list[str]],
    embed: Embed,
    cache: Cache | None,
    batch_size: int,
) -> Matrix:
    """Return the vectors of `number` texts. The texts are requested in blocks, so that not all are in memory at
    once. The hashes are those of the texts. Warns of a stale cache (StaleCacheWarning). A service is compared with
    the model of the cache only if a text is not in the cache: the comparison costs a request."""
    import numpy as np

    batch_size = count("batch_size", batch_size)
    if not callable(embed):
        raise OptionError("embed", embed, "must be a function from a list of str to one vector each")
    shown = name_shown(embed)
    result: Matrix = np.zeros((number, 0), np.float32)
    row_of: dict[str, int] = {}
    directionless: list[str] = []  # why vectors cannot be compared
    embedded = 0  # number of texts that were not in the cache
    is_service, is_checked = getattr(embed, "is_service", False), False
    for first in range(0, number, BLOCK):
        last = min(first + BLOCK, number)
        names, strings = hashes(first, last), texts(first, last)
        new = {name: at for at, name in reversed(list(enumerate(names))) if name not in row_of}
        known = dict(cache.get_many(list(new))) if cache is not None else {}
        if cache is not None and not is_checked and not (is_service and len(known) == len(new)):
            is_checked = True
            if check_model(cache, embed, partial(dict, zip(names, strings, strict=True))):
                return fill(number, texts, hashes, embed, cache, batch_size)
        wanted = sorted((at, name) for name, at in new.items() if name not in known)
        for begin in range(0, len(wanted), batch_size):
            batch = wanted[begin : begin + batch_size]
            made = embed([strings[at] for at, _ in batch])
            vectors = checked(made, len(batch), result.shape[1], name=shown)
            found = {name: vectors[place] for place, (_, name) in enumerate(batch)}
            faults = without_direction(vectors)
            directionless += list(faults.values())
            embedded += len(batch)
            if cache is not None:
                kept = (name for place, (_, name) in enumerate(batch) if place not in faults)
                cache.put_many({name: found[name].copy() for name in kept})
            known |= found
        for at, name in enumerate(names):
            row = first + at
            if name in row_of:
                result[row] = result[row_of[name]]
                continue
            vector = known[name]
            if not result.shape[1]:
                result = np.zeros((number, len(vector)), np.float32)
            elif len(vector) != result.shape[1]:
                raise _uneven(shown, len(vector), result.shape[1])
            result[row] = vector
            row_of[name] = row
    if len(directionless) == embedded > 1:
        rule = f"none of {counted(embedded, 'text')} can be compared by cosine: of the first, {directionless[0]}"
        warnings.warn(f"embed={shown!r}: {rule}", stacklevel=3)
    return result


def check_model(cache: Cache, embed: Embed, sample: Callable[[], Mapping[str, str]], level: int = 4) -> bool:
    """Compare the function with the model of the cached vectors, and drop them if it is another one; return
    whether they are dropped. A cache without a probe is compared by one of the texts of the sample, which has
    texts by their hashes. `level`: the stack level of the warning."""
    if not isinstance(cache, ProbedCache) or getattr(cache, "checked_with", None) is embed:
        return False
    shown = name_shown(embed)
    seen = cache._undropped() if isinstance(cache, MemoryCache) else cache
    vector, known, text = checked(embed([PROBE]), 1, name=shown)[0], seen.probe(), PROBE
    today, reason = vector, ""
    if known is None and len(seen):
        texts = sample()
        found = seen.get_many(list(texts))
        name = next((name for name in texts if name in found), None)
        if name is None:
            reason = "it is unknown which model made them"
        else:
            known, text = found[name], texts[name]
            today = checked(embed([text]), 1, name=shown)[0]
    if known is not None:
        near = cosine(known, today)
        if len(known) != len(today):
            reason = f"the function returns {counted(len(today), 'number')}, not {len(known)}"
        elif near < SAME_MODEL:
            reason = f"the function returns another vector for the same text (cosine {near:.3f})"
    if reason:
        rule = "the cached vectors are dropped, and the texts embedded anew"
        warnings.warn(f"{cache!r}: {reason}; {rule}", StaleCacheWarning, stacklevel=level)
        cache.drop()
    if reason or cache.probe() is None:
        cache.set_probe(vector.copy())
    with contextlib.suppress(AttributeError):
        cache.checked_with = embed  # type: ignore[attr-defined]
    return bool(reason)


def cosine(one: Matrix, other: Matrix) -> float:
    """Return the cosine of the angle between two vectors; 0 for vectors of different lengths, 1 for two of only
    zeros.

    >>> import numpy as np
    >>> cosine(np.float32([3, 4]), np.float32([4, 3])), cosine(np.zeros(2), np.zeros(2))
    (0.96, 1.0)
    """
    import numpy as np

    if one.shape != other.shape:
        return 0.0
    a, b = one.astype(np.float64), other.astype(np.float64)
    sizes = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / sizes if sizes else float((a == b).all())


def checked(
    values: Any, number: int, dimensions: int = 0, option: str = "embed", *, name: str | None = None
) -> Matrix:
    """Check the result of a function for `number` texts. Returns it as float32 of shape (number, d). Raises
    OptionError, with the option and the name of the function."""
    import numpy as np

    kind = type(values).__name__
    name = kind if name is None else name
    if hasattr(values, "detach"):  # a torch tensor, on any device
        values = values.detach().cpu().numpy()
    try:
        array = np.ascontiguousarray([["None"]] if values is None else values, dtype=np.float32)
    except (TypeError, ValueError):
        rule = f"must return numeric vectors of equal length, not a value of type {kind}"
        raise OptionError(option, name, rule) from None
    if array.ndim != 2 or array.shape[0] != number or not array.shape[1]:
        rule = f"must return shape ({number}, d), one row for each text, not a {kind} of shape {array.shape}"
        raise OptionError(option, name, rule)
    if dimensions and array.shape[1] != dimensions:
        raise _uneven(name, array.shape[1], dimensions, option)
    if not np.isfinite(array).all():
        raise OptionError(option, name, "must return finite numbers, not NaN or infinity")
    return array


def without_direction(matrix: Matrix) -> dict[int, str]:
    """Return why rows of a matrix cannot be compared by cosine, by their numbers: the cosine divides by the length
    of a vector, which must be above 0 and finite, also as a sum of 32-bit squares, as vector stores compute it.

    >>> import numpy as np
    >>> without_direction(np.array([[3, 4], [0, 0], [1e30, 0]], np.float32))
    {1: 'its vector has only zeros', 2: 'its vector has a length beyond the range of 32-bit numbers'}
    """
    import numpy as np

    with np.errstate(over="ignore", under="ignore"):
        squares = np.einsum("ij,ij->i", matrix, matrix, dtype=np.float32)
    wrong = np.flatnonzero(~((squares > 0) & (squares < np.inf)))
    reasons = "its vector has only zeros", "its vector has a length beyond the range of 32-bit numbers"
    return {row: reasons[bool(matrix[row].any())] for row in wrong.tolist()}


def _uneven(name: str, length: int, before: int, option: str = "embed") -> OptionError:
    rule = f"must return vectors of one length; one has {counted(length, 'number')}, earlier ones have {before}"
    return OptionError(option, name, rule)


def blocks(number: int, size: int) -> Iterable[tuple[int, int]]:
    """Yield (first, last) of blocks of at most `size`."""
    return ((first, min(first + size, number)) for first in range(0, number, size))
