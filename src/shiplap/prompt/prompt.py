"""Building and parsing of prompts; the package docstring shows their form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from shiplap.errors import OptionError, PromptError, PromptLimitError
from shiplap.options import choice, count, flag
from shiplap.prompt.escaping import escape_name, escape_text, unescape_name, unescape_text
from shiplap.prompt.passages import Passage, passages
from shiplap.prompt.selection import Draft, budget, token_counter

#: The default instruction.
DEFAULT_INSTRUCTION = "Answer the question using only the context below. If it does not answer it, say so."

HEADER, END = "--- [doc: ", "--- End of context ---"
QUESTION = f"{END}\n\nQuestion: "
REQUEST = "\n\nAnswer based on the provided context, citing sources as [doc: NAME, chunk: ID]."

# lines of an instruction that would be parsed as a header or as the end, with any escaping backslashes
_LINE = re.compile(rf"^(?=\\*(?:{re.escape(HEADER)}|{re.escape(END)}))", re.MULTILINE)
_KEPT_LINE = re.compile(rf"^\\(?=\\*(?:{re.escape(HEADER)}|{re.escape(END)}))", re.MULTILINE)
_NAME = r"(?:[^\\\[\],;\n]|\\.)"
_HEADER = re.compile(rf"--- \[doc: ({_NAME}*), chunk: ({_NAME}*)\](?:, ({_NAME}+))? ---\n")
_NEXT = re.compile(rf"\n\n(?={re.escape(HEADER)}|{re.escape(QUESTION)})")


@dataclass(frozen=True)
class Prompt:
    """A prompt. `str(prompt)` is its text.

    included: the chunks in the prompt, by rank, each the object that was given.
    dropped: the chunks left out because the prompt would exceed `max_size` with them.
    covered: the chunks left out because other chunks contain all their characters.
    size, unit: the size of the text and its unit.
    """

    text: str
    question: str
    instruction: str
    size: int
    unit: str
    passages: tuple[Passage, ...]
    left_out: tuple[Passage, ...]
    repeated: tuple[Passage, ...]

    @property
    def included(self) -> list[Any]:
        return [passage.given for passage in self.passages]

    @property
    def dropped(self) -> list[Any]:
        return [passage.given for passage in self.left_out]

    @property
    def covered(self) -> list[Any]:
        return [passage.given for passage in self.repeated]

    def check_limit(self, limit: int, tokenizer: Any = None) -> int:
        """Count the prompt's tokens and check them against a model's limit (2048, 8192, …).

        tokenizer: a name, an object or a function, see `shiplap.tokenizers`; None estimates 4 characters each.

        Raises PromptLimitError if the count exceeds the limit.

        >>> build_prompt("Why?", []).check_limit(2048)
        51
        """
        limit, tokens = count("limit", limit), token_counter(tokenizer)(self.text)
        if tokens > limit:
            raise PromptLimitError(tokens, limit, "tokens", "prompt")
        return tokens

    def to_dict(self) -> dict[str, Any]:
        """Return the prompt as values for JSON; chunks are given by id."""
        return {
            "text": self.text, "question": self.question, "instruction": self.instruction, "size": self.size,
            "unit": self.unit, "included": [passage.id for passage in self.passages],
            "dropped": [passage.id for passage in self.left_out],
            "covered": [passage.id for passage in self.repeated],
        }  # fmt: skip

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict())

    def __str__(self) -> str:
        return self.text


def build_prompt(
    question: str,
    chunks: Any,
    *,
    instruction: str | None = None,
    overlap: str = "once",
    order: str = "rank",
    max_size: int | None = None,
    unit: str = "characters",
    tokenizer: Any = None,
    token_limit: int | None = None,
    name: str | Callable[[Any], str] = "source",
    locations: bool = False,
) -> Prompt:
    """Build a prompt from a question and chunks, given best first.

    chunks: `Chunks`, or an iterable of `Chunk`, hits of `Store.search`, or rows with the columns of a store. Each
        stands in the prompt with its contextual text: the headings that its text does not begin with itself, the
        header of the table that it continues, and its text. Objects without `headings`, `table_header` and
        `contextual_text` have their text alone.
    instruction: the text at the top; None means `DEFAULT_INSTRUCTION`. It is trusted: example citations in it
        are kept.
    overlap: "once" writes text shared by chunks of one document once, under the chunk of better rank (a chunk with
        no text left is `covered`); "keep" writes each chunk whole. Only ends are cut off, and only where the
        texts agree. Headings and headers are not shared text: they stand before what is left of each chunk.
    order: "rank", or "document", which groups the chunks of a document in document order.
    max_size: limit of the final text. Chunks are taken whole, by rank; a chunk that would make the prompt too
        large is dropped, and smaller ones after it may still fit.
    unit: the unit of `max_size`: "characters", "bytes" (UTF-8) or "tokens".
    tokenizer: a name, an object or a function, see `shiplap.tokenizers`; None estimates 4 characters per token.
    token_limit: the model's limit (2048, 8192, …), in tokens.
    name: the value of NAME: "source" (the document id if there is no source or it is an absolute path),
        "document_id" (the source if there is no id), or a function of the chunk as given. Only a function can give
        an absolute path: where the source and the id both are one, NAME is the last part of the path.
    locations: name the location of each chunk behind its citation, if it is known (`Chunk.location`): "page iv",
        "0:12.5", "Costs!A12". A model that repeats the citation without it cites the same chunk.

    Raises OptionError; PromptLimitError if the prompt without any chunk exceeds `max_size`, or the prompt exceeds
    `token_limit`. Time and memory grow with the chunks.
    """
    for option, value in (("question", question), ("instruction", instruction)):
        if not isinstance(value, str) and (value is not None or option == "question"):
            raise OptionError(option, value, "must be a str")
    choice("overlap", overlap, ("once", "keep"))
    choice("order", order, ("rank", "document"))
    limit = None if token_limit is None else count("token_limit", token_limit)
    allowed = budget(max_size, unit, tokenizer)
    named = _namer(name)
    flag("locations", locations)
    given = passages(chunks)
    first = DEFAULT_INSTRUCTION if instruction is None else instruction
    head = _LINE.sub(r"\\", first) + "\n\n"
    tail = QUESTION + escape_text(question) + REQUEST

    def write(passage: Passage, text: str) -> str:
        location = passage.location if locations else ""
        return _block(named(passage), passage.id, location, passage.contextual_text(text))

    draft = Draft(given, write, overlap == "once", order == "document")
    frame = allowed.measure(head + tail)
    if allowed.limit is not None and frame > allowed.limit:
        raise PromptLimitError(frame, allowed.limit, unit, "frame")
    found = draft.select() if allowed.limit is None else draft.fit(head, tail, allowed)
    text = head + draft.blocks(found) + tail
    prompt = Prompt(
        text, question, first, allowed.measure(text), unit,
        *(tuple(given[i] for i in indices) for indices in (found.chosen, found.dropped, found.covered)),
    )  # fmt: skip
    if limit is not None:
        prompt.check_limit(limit, tokenizer)
    return prompt


def _namer(name: Any) -> Callable[[Passage], str]:
    if callable(name):

        def named(passage: Passage) -> str:
            found = name(passage.given)
            if not isinstance(found, str):
                raise OptionError("name", found, "must be a function that returns a str")
            return found

        return named
    if choice("name", name, ("source", "document_id")) == "source":
        return lambda passage: passage.name
    return lambda passage: (passage if passage.document_id is None else passage._replace(source=None)).name


def _block(name: str, id: str, location: str, text: str) -> str:
    # the text is escaped first: a location stands outside of brackets, where a citation in it would count
    located = f", {escape_name(escape_text(location))}" if location else ""
    return f"{HEADER}{escape_name(name)}, chunk: {escape_name(id)}]{located} ---\n{escape_text(text)}\n\n"


class PromptChunk(NamedTuple):
    """A chunk in a prompt: the name of its document, its id, the part of its contextual text that is included, and
    its location, "" if the prompt does not name it."""

    name: str
    id: str
    text: str
    location: str = ""


@dataclass(frozen=True)
class ParsedPrompt:
    """The parts of a prompt."""

    instruction: str
    chunks: list[PromptChunk]
    question: str


def parse_prompt(text: str) -> ParsedPrompt:
    r"""Parse a prompt into the exact parts it was built from. (A line feed after the last line is ignored.)

    Raises PromptError for a text that `build_prompt` cannot produce.

    >>> parsed = parse_prompt("Be brief.\n\n--- [doc: a\\, b, chunk: 0] ---\n\n\n" + QUESTION + "Why?" + REQUEST)
    >>> parsed.instruction, parsed.chunks, parsed.question
    ('Be brief.', [PromptChunk(name='a, b', id='0', text='', location='')], 'Why?')
    """
    if not isinstance(text, str):
        raise OptionError("text", text, "must be a str")
    last = len(text) - text.endswith("\n")
    if not text.endswith(REQUEST, 0, last):
        raise PromptError(last, "the request for an answer is missing at the end")
    last -= len(REQUEST)
    begin = _NEXT.search(text, 0, last)
    if begin is None:
        raise PromptError(0, "neither a header nor the end of the context follows the instruction")
    at, chunks = begin.end(), []
    while not text.startswith(QUESTION, at):
        header = _HEADER.match(text, at, last)
        if header is None:
            raise PromptError(at, "a header is malformed")
        after = _NEXT.search(text, header.end(), last)
        if after is None:
            raise PromptError(header.end(), "the context does not end")
        kept = unescape_text(text[header.end() : after.start()])
        location = unescape_text(unescape_name(header[3] or ""))
        chunks.append(PromptChunk(unescape_name(header[1]), unescape_name(header[2]), kept, location))
        at = after.end()
    at += len(QUESTION)
    if at > last:
        raise PromptError(last, "the question is missing")
    instruction = _KEPT_LINE.sub("", text[: begin.start()])
    return ParsedPrompt(instruction, chunks, unescape_text(text[at:last]))
