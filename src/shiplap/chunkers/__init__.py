"""The chunkers: what a chunk means, in plain Python. Each fills in a `shiplap.plan.Plan`; the loops are below."""

from shiplap.chunkers.adaptive import AdaptiveChunker
from shiplap.chunkers.base import Chunker, from_config
from shiplap.chunkers.fixed import FixedChunker
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.sentence import SentenceChunker
from shiplap.chunkers.splitter import SentenceSplitter, sentences

#: The kinds of chunker by the name that a configuration gives them.
KINDS: dict[str, type[Chunker]] = {
    "adaptive": AdaptiveChunker,
    "fixed": FixedChunker,
    "recursive": RecursiveChunker,
    "sentence": SentenceChunker,
    "sentences": SentenceSplitter,
}

__all__ = [
    "KINDS",
    "AdaptiveChunker",
    "Chunker",
    "FixedChunker",
    "RecursiveChunker",
    "SentenceChunker",
    "SentenceSplitter",
    "from_config",
    "sentences",
]
