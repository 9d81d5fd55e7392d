"""The form of a prompt (see the package): built, and parsed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from shiplap.errors import OptionError, PromptError, PromptLimitError
from shiplap.options import choice, count
from shiplap.prompt.escaping import escape_name, escape_text, unescape_name, unescape_text
from shiplap.prompt.passages import Passage, passages
from shiplap.prompt.selection import Draft, budget, token_counter

#: The instruction, unless one is given.
DEFAULT_INSTRUCTION = "Answer the question using only the context below. If it does not answer it, say so."

HEADER, END = "--- [doc: ", "--- End of context ---"
QUESTION = f"{END}\n\nQuestion: "
REQUEST = "\n\nAnswer based on the provided context, citing sources as [doc: NAME, chunk: ID]."

# lines of an instruction that would be read as a header or as the end, with the backslashes that keep them from it
_LINE = re.compile(rf"^(?=\\*(?:{re.escape(HEADER)}|{re.escape(END)}))", re.MULTILINE)
_KEPT_LINE = re.compile(rf"^\\(?=\\*(?:{re.escape(HEADER)}|{re.escape(END)}))", re.MULTILINE)
_HEADER = re.compile(r"--- \[doc: ((?:[^\\\[\],;\n]|\\.)*), chunk: ((?:[^\\\[\],;\n]|\\.)*)\] ---\n")
_NEXT = re.compile(rf"\n\n(?={re.escape(HEADER)}|{re.escape(QUESTION)})")


@dataclass(frozen=True)
class Prompt:
    """A prompt. `str(prompt)` is its text.

    included: the chunks that stand in it, in the order of their ranks, each the object that was given.
    dropped: those that fell out, because the prompt with them would be over `max_size`.
    covered: those that are not there themselves because all their characters stand under other chunks.
    size, unit: of the text.
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
        """The tokens of the prompt, if they are no more than a model takes (2048, 8192, …).

        tokenizer: a name, an object or a function, see `shiplap.tokenizers`; None estimates 4 characters a token.

        Raises PromptLimitError if they are more.

        >>> build_prompt("Why?", []).check_limit(2048)
        51
        """
        limit, tokens = count("limit", limit), token_counter(tokenizer)(self.text)
        if tokens > limit:
            raise PromptLimitError(tokens, limit, "tokens", "prompt")
        return tokens

    def to_dict(self) -> dict[str, Any]:
        """The prompt as values for JSON; chunks by their ids."""
        return {
            "text": self.text, "question": self.question, "instruction": self.instruction, "size": self.size,
            "unit": self.unit, "included": [passage.id for passage in self.passages],
            "dropped": [passage.id for passage in self.left_out],
            "covered": [passage.id for passage in self.repeated],
        }  # fmt: skip

    def to_json(self) -> str:
        """The same as JSON."""
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
) -> Prompt:
    """A prompt of the question and the chunks, the best first.

    chunks: `Chunks`, or an iterable of `Chunk`, of hits of `Store.search` or of rows with the columns of a store.
    instruction: what stands at the top; None is `DEFAULT_INSTRUCTION`. It is trusted: example citations in it
        stay.
    overlap: "once", what chunks of one document share stands once, under the chunk of better rank (a chunk of
        which nothing is left is `covered`); "keep", each chunk stands whole. Only ends are cut off, and only
        where the texts do agree.
    order: "rank", or "document": the chunks of a document one after another as in the document.
    max_size: of the final text. Chunks are taken whole in the order of their ranks; one with which the prompt
        would be too large falls out, and smaller ones after it may still fit.
    unit: of `max_size`: "characters", "bytes" (UTF-8) or "tokens".
    tokenizer: a name, an object or a function, see `shiplap.tokenizers`; None estimates 4 characters a token.
    token_limit: what the model takes (2048, 8192, …), in tokens.
    name: what NAME is: "source" (the document id where there is none), "document_id" (the source where there is
        none), or a function of the chunk as given.

    Raises OptionError; PromptLimitError if the prompt without any chunk is over `max_size`, or the prompt over
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
    given = passages(chunks)
    first = DEFAULT_INSTRUCTION if instruction is None else instruction
    head = _LINE.sub(r"\\", first) + "\n\n"
    tail = QUESTION + escape_text(question) + REQUEST

    def write(passage: Passage, text: str) -> str:
        return _block(named(passage), passage.id, text)

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
                raise OptionError("name", found, "must be a function that gives a str")
            return found

        return named
    if choice("name", name, ("source", "document_id")) == "source":
        return lambda passage: passage.name
    return lambda passage: passage.name if passage.document_id is None else passage.document_id


def _block(name: str, id: str, text: str) -> str:
    return f"{HEADER}{escape_name(name)}, chunk: {escape_name(id)}] ---\n{escape_text(text)}\n\n"


class PromptChunk(NamedTuple):
    """A chunk as it stands in a prompt: the name of its document, its id, and what stands of its text."""

    name: str
    id: str
    text: str


@dataclass(frozen=True)
class ParsedPrompt:
    """What a prompt was made of."""

    instruction: str
    chunks: list[PromptChunk]
    question: str


def parse_prompt(text: str) -> ParsedPrompt:
    r"""What a prompt was made of, exactly. (A line feed after the last line is passed over.)

    Raises PromptError for a text that `build_prompt` does not write.

    >>> parse_prompt("Be brief.\n\n--- [doc: a\\, b, chunk: 0] ---\n\n\n" + QUESTION + "Why?" + REQUEST)
    ParsedPrompt(instruction='Be brief.', chunks=[PromptChunk(name='a, b', id='0', text='')], question='Why?')
    """
    if not isinstance(text, str):
        raise OptionError("text", text, "must be a str")
    last = len(text) - text.endswith("\n")
    if not text.endswith(REQUEST, 0, last):
        raise PromptError(last, "it does not end with the request for an answer")
    last -= len(REQUEST)
    begin = _NEXT.search(text, 0, last)
    if begin is None:
        raise PromptError(0, "there is neither a header nor the end of the context after the instruction")
    at, chunks = begin.end(), []
    while not text.startswith(QUESTION, at):
        header = _HEADER.match(text, at, last)
        if header is None:
            raise PromptError(at, "a header is malformed")
        after = _NEXT.search(text, header.end(), last)
        if after is None:
            raise PromptError(header.end(), "the context does not end")
        kept = unescape_text(text[header.end() : after.start()])
        chunks.append(PromptChunk(unescape_name(header[1]), unescape_name(header[2]), kept))
        at = after.end()
    at += len(QUESTION)
    if at > last:
        raise PromptError(last, "the question is missing")
    instruction = _KEPT_LINE.sub("", text[: begin.start()])
    return ParsedPrompt(instruction, chunks, unescape_text(text[at:last]))
