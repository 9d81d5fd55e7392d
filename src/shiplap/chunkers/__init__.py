"""The chunkers: what a chunk means, in plain Python. Each fills in a `shiplap.plan.Plan`; the loops are below."""

from shiplap.chunkers.base import Chunker, from_config
from shiplap.chunkers.fixed import FixedChunker

#: The kinds of chunker by the name that a configuration gives them.
KINDS: dict[str, type[Chunker]] = {"fixed": FixedChunker}

__all__ = ["KINDS", "Chunker", "FixedChunker", "from_config"]
