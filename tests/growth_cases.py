"""Run under callgrind by test_growth.py: cut texts of n and 2n, and mark what lies between in the counts.

Each call of `cpu.current` makes callgrind dump its counters and begin anew (`--dump-before=shiplap_isa_name`).
"""

from __future__ import annotations

from collections.abc import Callable

import shiplap
from shiplap._core import cpu

N = 14_000

#: What hangs or grows in today's libraries, by name: a text of about n characters.
TEXTS = {
    "one long run": lambda n: "x" * n,
    "white space": lambda n: "a" + " " * n + "b",
    "short sentences": lambda n: "a. " * (n // 3),
    "marks only": lambda n: "." * n,
    "empty lines": lambda n: "\n" * n + "x",
    "CR LF": lambda n: "\r\n" * (n // 2) + "x",
    "blank lines of 200": lambda n: ("x" + " " * 199 + "\n") * (n // 200) + "x",
    "a far paragraph": lambda n: "word " * (n // 5) + "\n\nx",
    "CJK without spaces": lambda n: "漢" * n,
    "emoji": lambda n: "😀" * n,
    "flags": lambda n: "🇩🇪" * (n // 2),
    "combining marks": lambda n: "a" + "\u0301" * n,
    "an emoji of combining marks": lambda n: "😀" + "\u0301" * n + "\u200d😀",
    "emoji joined in a chain": lambda n: "😀\u200d" * (n // 2),
    "marks between ideographs": lambda n: ("漢" + "\u0301" * 300) * (n // 301),
    "Hangul without spaces": lambda n: "한" * n,
    "Thai": lambda n: "ภาษาไทย" * (n // 7),
    "closing marks": lambda n: "」" * n,
    "what closes and never opened": lambda n: "。）" * (n // 2),
    "stops with spaces": lambda n: ". " * (n // 2),
    "marks and wide spaces": lambda n: ".\u3000" * (n // 2),
}


def fixed(snap: str | None) -> Callable[[int], shiplap.Chunker]:
    return lambda size: shiplap.FixedChunker(size, size - 1, snap=snap, skip_blank=True)


def sentences(size: int) -> shiplap.Chunker:
    return shiplap.SentenceChunker(size, size - 1, on_empty="empty")


def tight_sentences(size: int) -> shiplap.Chunker:
    """With as large a minimum and as small a maximum as can be."""
    return shiplap.SentenceChunker(size, size - 1, min_size=size // 2, max_size=size)


def given(size: int) -> shiplap.Chunker:
    return shiplap.SentenceChunker(size, size - 1, boundaries=lambda text: range(0, len(text), 20))


def levels(size: int) -> shiplap.Chunker:
    return shiplap.RecursiveChunker(size, size - 1, levels=["section", "paragraph", "sentence", "word"])


def separators(size: int) -> shiplap.Chunker:
    """Those that match everywhere, nearly everywhere, and inside of clusters."""
    literals = ["x" * 100 + "b", "xxxx", "漢" * 50 + "x", "\u0301\u0301", ". "]
    return shiplap.RecursiveChunker(size, size - 1, levels=literals, overlap_levels=literals[:-1])


#: Chunkers by name, with an overlap of size - 1.
CHUNKERS: dict[str, Callable[[int], shiplap.Chunker]] = {
    **{f"snap={snap}": fixed(snap) for snap in (None, "sentence", "paragraph", "word")},
    "sentences": sentences,
    "tight sentences": tight_sentences,
    "given": given,
    "levels": levels,
    "separators": separators,
    "each sentence": lambda size: shiplap.SentenceSplitter(),
}


def cases() -> list[str]:
    """The names of the cases, in the order in which `main` runs them."""
    return [
        f"{name}, {chunker}, {kind}, {size}"
        for name in TEXTS
        for chunker in CHUNKERS
        for kind in ("str", "bytes")
        for size in ("size 1000", "size n // 4")
    ]


def main() -> None:
    for make in TEXTS.values():
        for chunker_of in CHUNKERS.values():
            for encode in (False, True):
                for is_fixed in (True, False):
                    for n in (N, 2 * N):
                        text = make(n).encode() if encode else make(n)
                        chunker = chunker_of(1000 if is_fixed else n // 4)
                        cpu.current()
                        chunker.chunk(text)
                        cpu.current()


if __name__ == "__main__":
    main()
