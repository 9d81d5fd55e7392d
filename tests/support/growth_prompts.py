"""Prompts, citations and quotes of size n and 4n that could grow faster, for test_growth.py."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import shiplap
from shiplap.citations import parse_citations, verify_quotes
from shiplap.prompt import build_prompt, escape_name, escape_text, parse_prompt, unescape_name, unescape_text

N = 1_500

LONG = "It rains. " * 20
CITE = "[doc: s, chunk: d-chunk-0] "

#: Answers of about n characters, by name.
ANSWERS: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "[" * n,
    "closing brackets": lambda n: "[doc: a" + "]" * n,
    "openings": lambda n: "[doc:" * (n // 5),
    "openings and spaces": lambda n: "[ " * (n // 2) + " " * n + "doc:",
    "escaped openings": lambda n: "[doc: a" + "\\[doc: b" * (n // 8),
    "a citation without end": lambda n: "[doc: a, chunk: " + "x" * n,
    "backslashes": lambda n: "[doc: a" + "\\" * n + "]",
    "line feeds": lambda n: "[doc: a, chunk: b" + "\n " * (n // 2) + "]",
    "spaces": lambda n: "[doc:" + " " * n + ", chunk:" + " " * n,
    "commas": lambda n: "[doc: a" + ", " * (n // 2) + "]",
    "one bracket of many": lambda n: "[doc: s" + ", chunk: d-chunk-0" * (n // 18) + "]",
    "citations": lambda n: CITE * (n // 27),
    "unknown citations": lambda n: "".join(f"[doc: a, chunk: {k}]" for k in range(n // 20)),
    "straight marks": lambda n: '"' * n,
    "opening marks": lambda n: "“" * n,
    "nested marks": lambda n: "“„" * (n // 2) + "“”" * (n // 2),
    "words and marks": lambda n: 'a "b ' * (n // 5),
    "block marks": lambda n: ">" * n + " x",
    "block lines": lambda n: "> x\n" * (n // 4),
    "blocks": lambda n: "> a block of its own\n\n" * (n // 22),
    "fences": lambda n: "```\n" * (n // 4),
    "stops": lambda n: "." * n + " x",
    "stops and closing marks": lambda n: ".)" * (n // 2),
    "blank lines": lambda n: "\n  " * (n // 3) + "x",
    "ellipses": lambda n: "“" + "… " * (n // 2) + "x”",
    "brackets of dots": lambda n: "“" + "[..." * (n // 4) + "”",
    "stops apart": lambda n: "“" + ". " * (n // 2) + "”",
    "a long quote": lambda n: "“" + "It rains. " * (n // 10) + "”",
    "a long quote that is not there": lambda n: "“" + "It rains daily. " * (n // 16) + "”",
    "long quotes that nearly are": lambda n: "".join(f"“{LONG}{k} {LONG}” " for k in range(n // 410)),
    "quotes that are not there": lambda n: "".join(f"“passage number {k} of them” " for k in range(n // 28)),
    "the same quote": lambda n: "“It rains. It rains.” " * (n // 22),
    "quotes and citations": lambda n: f"“IT rains. It rains.” {CITE}" * (n // 48),
    "quotes before citations": lambda n: "“It rains. It rains.” " * (n // 44) + CITE * (n // 54),
    "quotes after citations": lambda n: CITE * (n // 54) + "“It rains. It rains.” " * (n // 44),
    "pieces": lambda n: "“" + "It rains. It rains. It rains; " * (n // 30) + "”",
    "marks of Unicode": lambda n: "“a" + "\u0301" * n + "”",
    "marks to be put in order": lambda n: "“a" + "\u0301\u0327" * (n // 2) + "”",
    "short Chinese": lambda n: "".join(f"「漢字漢字{chr(0x4E00 + k)}{chr(0x5E00 + k)}」" for k in range(n // 8)),
}  # fmt: skip

#: Texts of about n characters that are escaped and unescaped, put into a prompt and read again.
TEXTS: dict[str, Callable[[int], str]] = {
    "dashes": lambda n: "-" * n,
    "dashes and spaces": lambda n: "-- " * (n // 3) + " " * n,
    "an end that never ends": lambda n: "--end" + " " * n + "of",
    "ends": lambda n: "--- End of context ---\n\n" * (n // 24),
    "headers": lambda n: "\n\n--- [doc: a, chunk: b] ---\n" * (n // 29),
    "half headers": lambda n: "\n\n--- [doc: " * (n // 12),
    "bracket and spaces": lambda n: "[" + " " * n,
    "bracket and backslashes": lambda n: "[" + "\\" * n + "doc:",
    "backslashes": lambda n: "\\" * n,
    "line feeds": lambda n: "\n" * n,
    "brackets and what is not seen": lambda n: "[\u200b" * (n // 2),
    "dashes and what is not seen": lambda n: "-\u200b\u0301 " * (n // 4) + "--\u200b" * (n // 3),
    "half openings": lambda n: "[d\u200b" * (n // 3) + "\\[" * (n // 2),
    "controls": lambda n: "-\x00" * (n // 2),
}


def chunks_of(n: int) -> shiplap.Chunks:
    """Chunks of about n characters with five times as much in their overlaps."""
    return shiplap.FixedChunker(120, 100).chunk("It rains. " * (n // 10), document_id="d", source="s")


def both_ways(text: str) -> None:
    """Everything that a text goes through, also what is no prompt."""
    assert unescape_text(escape_text(text)) == text
    assert unescape_name(escape_name(text)) == text
    row = {"id": text, "text": text, "source": text}
    assert parse_prompt(build_prompt(text, [row], instruction=text).text).chunks[0].text == text
    with contextlib.suppress(shiplap.errors.PromptError):
        parse_prompt(text)


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def answered(make: Callable[[int], str]) -> Callable[[int], Callable[[], Any]]:
        def prepared(n: int) -> Callable[[], Any]:
            answer, chunks = make(n), chunks_of(n)
            return lambda: (parse_citations(answer, chunks), verify_quotes(answer, chunks))

        return prepared

    def written(make: Callable[[int], str]) -> Callable[[int], Callable[[], Any]]:
        return lambda n: lambda: both_ways(make(n))

    def marked(n: int) -> Callable[[], Any]:
        chunks = shiplap.FixedChunker(120, 100).chunk("a" + "\u0301\u0327" * n, document_id="d", source="s")
        return lambda: verify_quotes("“A passage”, “another passage”", chunks)

    def built(**options: Any) -> Callable[[int], Callable[[], Any]]:
        return lambda n: lambda: build_prompt("q", chunks_of(n), **options)

    return {
        **{f"answer: {name}": answered(make) for name, make in ANSWERS.items()},
        **{f"text: {name}": written(make) for name, make in TEXTS.items()},
        "chunks of marks to be put in order": marked,
        "prompt": built(),
        "prompt in document order": built(order="document"),
        "prompt of half the size": built(max_size=N, overlap="keep"),
        "prompt of a tokenizer": built(max_size=N, unit="tokens", tokenizer=len, overlap="keep"),
    }
