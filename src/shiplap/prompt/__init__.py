r"""Prompts: a question and the chunks to answer it from, in a form that citations can refer to.

    {instruction}
                                                      (an empty line)
    --- [doc: NAME, chunk: ID] ---
    {contextual text}
                                                      (an empty line after each chunk)
    --- End of context ---

    Question: {question}

    Answer based on the provided context, citing sources as [doc: NAME, chunk: ID].

With `locations=True` the page, time or cell of a chunk follows, if it is known:

    --- [doc: manual.pdf, chunk: manual-chunk-3], page iv ---

NAME is the source, or the document id if the source is an absolute path. The contextual text of a chunk is its
headings, its table header and its text. Lines are joined by LF, without one at the end. Names, ids, texts and the
question are escaped where they could be mistaken for a mark (see `escaping.py`), so nothing in them can end the
context or imitate another chunk, and `parse_prompt` returns exactly what went in.

    prompt.py      builds and parses prompts
    passages.py    presents chunks of any type in one form
    selection.py   selects the chunks that go in
    escaping.py    escapes marks within names and texts

>>> import shiplap
>>> chunks = shiplap.chunk("It rains in the hills. " * 60, "fixed-1000", document_id="doc-001", source="faq.txt")
>>> prompt = build_prompt("Where does it rain?", chunks, max_size=1300)
>>> prompt.size, [chunk.id for chunk in prompt.included], [chunk.id for chunk in prompt.dropped]
(1268, ['doc-001-chunk-0'], ['doc-001-chunk-1'])
>>> parse_prompt(prompt.text).question
'Where does it rain?'
"""

from shiplap.prompt.escaping import escape_name, escape_text, unescape_name, unescape_text
from shiplap.prompt.prompt import (
    DEFAULT_INSTRUCTION,
    ParsedPrompt,
    Prompt,
    PromptChunk,
    build_prompt,
    parse_prompt,
)

__all__ = [
    "DEFAULT_INSTRUCTION", "ParsedPrompt", "Prompt", "PromptChunk", "build_prompt", "escape_name", "escape_text",
    "parse_prompt", "unescape_name", "unescape_text",
]  # fmt: skip
