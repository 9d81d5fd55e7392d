"""chonkie (Python): TokenChunker counting characters."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines import Answer, Document, Engine, Runner, Work


def make(work: Work) -> Runner | None:
    if work.snap or work.output == "bytes":
        return None
    import chonkie

    chunker = chonkie.TokenChunker(tokenizer="character", chunk_size=work.size, chunk_overlap=work.overlap)

    def spans(result: Any, document: Document) -> Answer:
        places = [(chunk.start_index, chunk.end_index) for chunk in result]
        array = np.array(places, np.int64).reshape(-1, 2)
        return Answer(texts=[chunk.text for chunk in result], spans=array)

    if work.output == "texts":
        return Runner(
            lambda text: [chunk.text for chunk in chunker.chunk(text)],
            lambda result, document: Answer(texts=result),
        )
    return Runner(chunker.chunk, spans)


ENGINES = (
    Engine(
        "chonkie",
        "rival",
        "Chunk objects with character offsets",
        "Turns every character into a token number and back, as its character tokenizer does; it has no "
        "chunker of plain windows.",
        make,
        "chonkie",
    ),
)
