"""Chunkers. Each defines its chunks in plain Python, as a `shiplap.plan.Plan`; the loops are in lower layers."""

from typing import TYPE_CHECKING

from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.chunkers.adaptive import AdaptiveChunker
    from shiplap.chunkers.base import Chunker
    from shiplap.chunkers.common import ChunkerOptions, CommonOptions
    from shiplap.chunkers.fixed import FixedChunker
    from shiplap.chunkers.kinds import KINDS
    from shiplap.chunkers.presets import PresetName, chunk, preset
    from shiplap.chunkers.recursive import RecursiveChunker
    from shiplap.chunkers.registry import from_config
    from shiplap.chunkers.sentence import SentenceChunker
    from shiplap.chunkers.sentence_splitter import SentenceSplitter, sentences
    from shiplap.chunkers.stable import StableChunker

__all__ = [
    "KINDS",
    "AdaptiveChunker",
    "Chunker",
    "ChunkerOptions",
    "CommonOptions",
    "FixedChunker",
    "PresetName",
    "RecursiveChunker",
    "SentenceChunker",
    "SentenceSplitter",
    "StableChunker",
    "chunk",
    "from_config",
    "preset",
    "sentences",
]

if not TYPE_CHECKING:  # else type checkers accept any name
    __getattr__, __dir__ = later(__name__, {
        "adaptive": "AdaptiveChunker",
        "base": "Chunker",
        "common": "ChunkerOptions CommonOptions",
        "fixed": "FixedChunker",
        "kinds": "KINDS",
        "presets": "PresetName chunk preset",
        "recursive": "RecursiveChunker",
        "registry": "from_config",
        "sentence": "SentenceChunker",
        "sentence_splitter": "SentenceSplitter sentences",
        "stable": "StableChunker",
    })  # fmt: skip
