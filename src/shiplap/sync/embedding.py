"""Vectors for the chunks of a store that have none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shiplap.vectors.embedding import BLOCK, PROBE, embed_texts

if TYPE_CHECKING:
    from shiplap.store import Store
    from shiplap.vectors.types import Embed


def length_of(embed: Embed) -> int:
    """Return the length of the vectors that a function makes. It embeds one text."""
    length: int = embed_texts([PROBE], embed).shape[1]
    return length


def embed_store(store: Store, embed: Embed, model: str) -> tuple[int, dict[str, str]]:
    """Embed the texts of the chunks that have no vector of this model. Return the number of new vectors, and the
    reasons by the context hashes of texts that could not be embedded."""
    vectors = store.vectors(model)
    before = len(vectors)
    for texts in _blocks(store):
        embed_texts(texts, embed, cache=vectors)
    return len(vectors) - before, {}


def _blocks(store: Store) -> Iterator[list[str]]:
    texts: list[str] = []
    for document in store.documents():
        for chunk in store.chunks(document.document_id):
            texts.append(chunk.contextual_text)
        if len(texts) >= BLOCK:
            yield texts
            texts = []
    if texts:
        yield texts
