"""`Chunker.update` with tokenizers: the limit and the counts hold on the final text, and few chunks are new."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import shiplap
from shiplap import AdaptiveChunker, Chunker, FixedChunker, RecursiveChunker, SentenceChunker
from tests.support import tokenizer_kinds
from tests.support.cases import few_quick

TEXT = "# Rain\n\n" + "It rains in the hills. The old man snores! 我不去。他去。 Naïve don't 12345. \n\n" * 40


def chunkers(kind: Any) -> list[Chunker]:
    return [
        FixedChunker(40, 8, snap="sentence", tokenizer=kind),
        FixedChunker(40, 8, snap="sentence", tokenizer=kind, strip_whitespace=True),
        SentenceChunker(40, 8, tokenizer=kind, max_size=60),
        RecursiveChunker(40, 0, tokenizer=kind),
        RecursiveChunker(40, 8, tokenizer=kind, boundaries=every_ninth),
        AdaptiveChunker(40, 8, tokenizer=kind),
        AdaptiveChunker(40, 0, tokenizer=kind, size_includes_context=True),
    ]


def every_ninth(text: str) -> range:
    return range(0, len(text) + 1, 9)


@few_quick("name", ["cl100k by bpe-openai", "byte level", "WordPiece", "function"])
def test_limits_and_counts(name: str) -> None:
    kind, chance = tokenizer_kinds.made(name), random.Random(4)
    count_of = cache(kind.count)  # most chunks are those of the text before
    for chunker in chunkers(kind):
        old = chunker.chunk(TEXT)
        most = chunker._config.get("max_size", 40)
        new_chunks = []
        for _ in range(6):
            start = chance.randrange(len(TEXT))
            new = (
                TEXT[:start]
                + chance.choice(["", "x", "It pours. ", "他不去。"])
                + TEXT[start + chance.randrange(9) :]
            )
            for text in (new, new.encode()):
                update = chunker.update(old, text)
                chunks = update.chunks
                counts = [count_of(chunk) for chunk in chunks.texts]
                assert counts == chunks.token_counts.tolist()
                assert all(
                    count <= most or len(chunk) == 1 for count, chunk in zip(counts, chunks.texts, strict=True)
                )
                spans = chunks.spans.tolist()
                reached = 0
                for (start, end), (next_start, next_end) in zip(
                    spans, [*spans[1:], [len(new), len(new) + 1]], strict=True
                ):
                    assert start < end and start < next_start and end < next_end
                    assert not new[reached:start].strip()
                    reached = end
                assert not new[reached:].strip()
                new_chunks.append(len(update.new))
            assert chunker.update((old.spans, TEXT), new).chunks == chunks
        assert max(new_chunks) <= 5, chunker


def test_the_overlap_is_counted_in_tokens() -> None:
    kind = tokenizer_kinds.made("cl100k by bpe-openai")
    chunker = SentenceChunker(40, 8, tokenizer=kind, max_size=60, min_size=0)
    text = "It rains. The man snores. We all go home now. " * 30
    new = text[:700] + "It pours. " + text[700:]
    chunks = chunker.update(chunker.chunk(text), new).chunks
    shared = [new[start:end] for (_, end), (start, _) in zip(chunks.spans, chunks.spans[1:], strict=False)]
    assert all(kind.count(each) <= 9 for each in shared) and all(shared)


def test_errors_have_their_place_in_the_whole_text() -> None:
    kind = tokenizer_kinds.made("cl100k by bpe-openai")
    chunker = RecursiveChunker(2, 0, tokenizer=kind, oversize="raise")
    old = chunker.chunk("It rains on us. " * 50)
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        chunker.update(old, "It rains on us. " * 25 + "𓀀 " + "It rains on us. " * 25)
    assert caught.value.offset == 400


def test_a_kept_chunk_has_no_more_tokens_than_its_kind_allows_now() -> None:
    """The tokens of `doubling` do not concatenate to the text: sizes between them are too small."""
    count = tokenizer_kinds.doubling
    chunker = AdaptiveChunker(prose=(24, 0), code=(40, 0), table=(40, 0), tokenizer=count)
    head, rows = "| a | b |\n|---|---|\n", "| 1 | 2 |\n" * 30
    old = chunker.chunk(f"It rains.\n\n{head}{rows}", path="x.md")
    chunks = chunker.update(old, f"It rains.\n{rows}", path="x.md").chunks
    assert set(chunks.kinds) == {"prose"} and max(map(count, chunks.texts)) <= 24


def test_the_context_yields_to_a_kept_character_that_cannot_be_cut() -> None:
    def count(text: str) -> int:
        return len(text) + 5 * text.count("😀")

    chunker = AdaptiveChunker(8, 0, tokenizer=count, size_includes_context=True, max_context=4)
    text = "# A\n\nIt rains. 😀😀😀 It snows.\n\n" + "More of all this, and so on, and on.\n" * 8
    old = chunker.chunk(text, path="x.md")
    update = chunker.update(old, text + "Z", path="x.md")
    assert max(map(count, update.chunks.contextual_texts)) <= 8
    assert len(update.to_embed) == 1
