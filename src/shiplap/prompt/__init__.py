r"""Prompts: a question with the chunks that shall answer it, in a form that citations can point into.

    {instruction}
                                                      (an empty line)
    --- [doc: NAME, chunk: ID] ---
    {chunk text}
                                                      (an empty line after each chunk)
    --- End of context ---

    Question: {question}

    Answer based on the provided context, citing sources as [doc: NAME, chunk: ID].

Lines are joined by LF, and there is none at the end. Names, ids, texts and the question are escaped where they
could be taken for one of the marks (`escaping.py` says how), so that nothing in them can end the context or
pretend to be another chunk, and `parse_prompt` gives back exactly what went in.

    prompt.py      writes and reads it
    passages.py    one view of chunks, whatever carries them
    selection.py   which chunks go in
    escaping.py    marks within names and texts

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
