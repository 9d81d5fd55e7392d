"""SentencePiece: its tokens depend on the whole text, so whole chunks are counted."""

from __future__ import annotations

import hashlib
from typing import Any

from shiplap._core.text import Text
from shiplap._core.windows import Tokens
from shiplap.tokenizers.adapter import Adapter, by_starts


class SentencePiece(Adapter):
    """A sentencepiece.SentencePieceProcessor."""

    def __init__(self, processor: Any) -> None:
        digest = hashlib.blake2b(processor.serialized_model_proto(), digest_size=16).hexdigest()
        super().__init__(f"sentencepiece:{digest}", processor)
        self.processor = processor

    def count(self, text: str) -> int:
        return len(self.processor.encode(text, out_type=int, add_bos=False, add_eos=False))

    def _starts(self, text: str) -> list[int]:
        """Return the start of each token, in code points."""
        if hasattr(self.processor, "EncodeAsOffsetMapping"):
            found = self.processor.EncodeAsOffsetMapping(text, add_bos=False, add_eos=False)
            return [start for start, _ in found["offsets"]]
        found = self.processor.encode(text, out_type="immutable_proto", add_bos=False, add_eos=False)
        return [piece.begin for piece in found.pieces]

    def tokens(self, text: str, view: Text) -> Tokens:
        import numpy as np

        starts = np.fromiter(self._starts(text), np.int64)
        if not text.isascii():
            data = np.frombuffer(view.owner, np.uint8)
            starts = np.append(np.flatnonzero((data & 0xC0) != 0x80), len(data))[starts]
        return by_starts(starts, view) or super().tokens(text, view)
