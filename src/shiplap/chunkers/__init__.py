"""Chunkers. Each defines its chunks in plain Python, as a `shiplap.plan.Plan`; the loops are in lower layers."""

from shiplap.chunkers.adaptive import AdaptiveChunker
from shiplap.chunkers.base import Chunker
from shiplap.chunkers.common import ChunkerOptions, CommonOptions
from shiplap.chunkers.fixed import FixedChunker
from shiplap.chunkers.presets import PresetName, chunk, preset
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.registry import KINDS, from_config
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
