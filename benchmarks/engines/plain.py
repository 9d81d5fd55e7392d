"""Plain Python: the loop that everybody writes, as slices and as tuples of offsets.

Where chunks are packed of sentences it is the loop that makes their texts from spans that are known.
"""

from __future__ import annotations

from typing import Any

from benchmarks.engines import Answer, Document, Engine, Runner, Work, as_spans, known, texts_engine

#: The loops cut exact windows only. For a snapping case they stand beside it as the yardstick of its target.
_UNFAIR = "Exact windows only: no snapping, no blank windows dropped, no validation."
_KNOWN = " Packed sentences: the texts from spans that are known before the clock starts."


def from_spans(work: Work) -> Runner | None:
    """`[text[start:end] for start, end in spans]`, the spans known."""
    if work.output != "texts":
        return None

    def prepare(document: Document) -> tuple[Any, Any]:
        return document, known(document, work).tolist()

    def loop(pair: tuple[str, list[list[int]]]) -> list[str]:
        text, spans = pair
        return [text[start:end] for start, end in spans]

    return Runner(loop, prepare=prepare)


def slices(work: Work) -> Runner | None:
    """`[text[i:i + size] for i in range(0, n - overlap, step)]`."""
    if work.kind != "windows":
        return from_spans(work)
    size, overlap, step = work.size, work.overlap, work.step
    if work.output == "bytes":

        def decoded(data: bytes) -> list[str]:
            text = data.decode()
            return [text[i : i + size] for i in range(0, max(len(text) - overlap, 1), step)]

        return texts_engine(decoded)

    def loop(text: str) -> list[str]:
        return [text[i : i + size] for i in range(0, max(len(text) - overlap, 1), step)]

    return texts_engine(loop)


def tuples(work: Work) -> Runner | None:
    """`[(i, min(i + size, n)) for i in range(0, n - overlap, step)]`."""
    if work.output != "spans" or work.kind != "windows":
        return None
    size, overlap, step = work.size, work.overlap, work.step

    def loop(text: str) -> list[tuple[int, int]]:
        n = len(text)
        return [(i, min(i + size, n)) for i in range(0, max(n - overlap, 1), step)]

    return Runner(loop, lambda result, document: Answer(spans=as_spans(result)))


ENGINES = (
    Engine("plain loop", "baseline", "texts", _UNFAIR + " On bytes it decodes first." + _KNOWN, slices),
    Engine("tuple loop", "baseline", "character spans", _UNFAIR + " Makes no text.", tuples),
)
