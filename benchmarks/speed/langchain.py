"""The drop-ins for LangChain's splitters beside LangChain's own, and beside a loop that does the least.

    python -m benchmarks.speed.langchain                       all cases
    python -m benchmarks.speed.langchain --record FILE         and write the raw figures
    python -m benchmarks.speed.langchain --tiktoken CACHE      with sizes in tokens too; CACHE is a
                                                               TIKTOKEN_CACHE_DIR with cl100k_base
                                                               (llama-index-core carries it)

`split_text` of RecursiveCharacterTextSplitter, 1000/200 and 4000/200, on texts of 5 million characters and on
20,000 small documents. The floor is a loop in Python that slices the same spans, known beforehand; `share` is its
time over ours, the median of pairs in turns. `times` is LangChain's time over ours. Every answer is compared with
LangChain's. `create_documents` is compared with a loop that makes the same documents. Worst cases: letters without
a blank; chunks that are no slices of the text, for which LangChain's search fails.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.clock import seconds
from benchmarks.corpora import build as corpora
from benchmarks.machine import processor, versions

MILLIONS = 5_000_000
SIZES = ((1000, 200), (4000, 200))
#: Documents that LangChain is given, of many small ones.
LANGCHAIN_DOCUMENTS = 2000


def texts_of() -> dict[str, list[str]]:
    """Return the texts of each case."""
    prose = corpora.load("prose").texts[0][:MILLIONS]
    paragraphs = prose.split("\n\n")
    return {
        "prose": [prose],
        "long paragraphs": ["\n\n".join(long_paragraphs(paragraphs))],
        "multilingual": [corpora.load("multi").texts[0][:MILLIONS]],
        "code": [corpora.load("code").texts[0][:MILLIONS]],
        "markdown": ["\n\n".join(markdown(paragraphs))],
        "small documents": small_documents(),
    }


def long_paragraphs(paragraphs: list[str]) -> list[str]:
    """Lines of 1,500 to 4,000 characters and more, made of paragraphs."""
    chance, made, line = random.Random(1), [], [""]
    size, wanted = 0, 3000
    for paragraph in paragraphs:
        line.append(" ".join(paragraph.split()))
        size += len(line[-1])
        if size >= wanted:
            made.append(" ".join(line[1:]))
            line, size, wanted = [""], 0, chance.randint(1500, 4000)
    return made


def markdown(paragraphs: list[str]) -> list[str]:
    """Paragraphs with headings, lists and listings among them."""
    made = []
    for number, paragraph in enumerate(paragraphs):
        if number % 7 == 0:
            made.append(f"## Part {number}")
        if number % 5 == 0:
            made.append("\n".join(f"- {line}" for line in paragraph.split("\n")))
        else:
            made.append(f"```\n{paragraph}\n```" if number % 11 == 0 else paragraph)
    return made


def small_documents() -> list[str]:
    """Return the beginnings of 20,000 documents, 200 to 2,000 characters."""
    chance = random.Random(2)
    return [text[: chance.randint(200, 2000)] for text in corpora.load("small").texts]


def share(floor: Callable[[], Any], work: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """Return the floor's time over that of the work, the median of pairs in turns; and the median seconds of the
    work."""
    pairs = [(seconds(floor), seconds(work)) for _ in range(rounds)]
    times = [second for _, second in pairs]
    return statistics.median(first / second for first, second in pairs), statistics.median(times)


def split_case(name: str, texts: list[str], size: int, overlap: int, rounds: int) -> dict[str, Any]:
    """`split_text` on texts."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Theirs

    from shiplap.integrations.langchain import RecursiveCharacterTextSplitter as Ours

    ours, theirs = Ours(chunk_size=size, chunk_overlap=overlap), Theirs(chunk_size=size, chunk_overlap=overlap)
    found = [ours._splitter().split_with_starts(text) for text in texts]
    spans = [[(at, at + len(chunk)) for chunk, at in zip(*pair, strict=True)] for pair in found]
    few = texts[:LANGCHAIN_DOCUMENTS]

    def floor() -> None:
        for text, pairs in zip(texts, spans, strict=True):
            [text[start:end] for start, end in pairs]

    def work(texts: list[str] = texts, split: Any = ours.split_text) -> None:
        for text in texts:
            split(text)

    of_floor, mine = share(floor, work, rounds)
    few_mine = statistics.median(seconds(partial(work, few)) for _ in range(5))
    their_seconds = min(seconds(partial(work, few, theirs.split_text)) for _ in range(2))
    return {
        "case": f"{name}, {size}/{overlap}",
        "share": of_floor,
        "times": their_seconds / few_mine,
        "mb_s": sum(map(len, texts)) / mine / 1e6,
        "chunks": sum(map(len, spans)),
        "right": [theirs.split_text(text) for text in few] == [pair[0] for pair in found[: len(few)]],
    }


def document_case(size: int, overlap: int, rounds: int) -> dict[str, Any]:
    """`create_documents` beside a loop that makes the same documents."""
    from langchain_core.documents import Document
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Theirs

    from shiplap.integrations.langchain import RecursiveCharacterTextSplitter as Ours

    text = corpora.load("prose").texts[0][:MILLIONS]
    ours, theirs = (kind(chunk_size=size, chunk_overlap=overlap, add_start_index=True) for kind in (Ours, Theirs))

    def work(splitter: Any = ours) -> list[Any]:
        return splitter.create_documents([text], [{"source": "prose.txt"}])

    pairs = [(document.page_content, document.metadata["start_index"]) for document in work()]

    def floor() -> None:
        [Document(page_content=chunk, metadata={"source": "prose.txt", "start_index": at}) for chunk, at in pairs]

    of_floor, mine = share(floor, work, rounds)
    return {
        "case": f"create_documents, {size}/{overlap}",
        "share": of_floor,
        "times": seconds(partial(work, theirs)) / mine,
        "chunks": len(pairs),
        "right": [each.page_content for each in work(theirs)] == [chunk for chunk, _ in pairs],
    }


def worst_cases() -> list[dict[str, Any]]:
    """Texts for which LangChain's time grows with the square."""
    from langchain_text_splitters import CharacterTextSplitter, RecursiveCharacterTextSplitter

    from shiplap.integrations import langchain as ours

    letters = "abcdefghij" * 40_000
    doubled = ("語" * 20 + "\n\n\n\n") * 12_000
    cases: dict[str, tuple[Any, Any, dict[str, Any], Callable[[Any], Any]]] = {
        "400,000 letters without a blank, 8000/4000": (
            ours.RecursiveCharacterTextSplitter, RecursiveCharacterTextSplitter,
            {"chunk_size": 8000, "chunk_overlap": 4000}, lambda splitter: splitter.split_text(letters),
        ),
        "start_index of chunks that are no slices, 300,000 characters, 100/0": (
            ours.CharacterTextSplitter, CharacterTextSplitter,
            {"chunk_size": 100, "chunk_overlap": 0, "add_start_index": True},
            lambda splitter: [each.page_content for each in splitter.create_documents([doubled])],
        ),
    }  # fmt: skip
    rows = []
    for name, (mine, theirs, options, call) in cases.items():
        first, second = partial(call, mine(**options)), partial(call, theirs(**options))
        my_seconds = statistics.median(seconds(first) for _ in range(7))
        times = seconds(second) / my_seconds
        rows.append({"case": name, "times": times, "seconds": my_seconds, "right": first() == second()})
    return rows


def token_case(name: str, size: int, overlap: int) -> dict[str, Any]:
    """Sizes in tokens by tiktoken: one count a piece is the floor."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Theirs

    from shiplap.integrations.langchain import RecursiveCharacterTextSplitter as Ours

    text = corpora.load(name).texts[0][:500_000]
    options = {"encoding_name": "cl100k_base", "chunk_size": size, "chunk_overlap": overlap}
    first, second = (partial(kind.from_tiktoken_encoder(**options).split_text, text) for kind in (Ours, Theirs))
    times, mine = share(second, first, 3)
    return {
        "case": f"from_tiktoken_encoder, {name}, {size}/{overlap}",
        "times": times,
        "mb_s": len(text) / mine / 1e6,
        "right": first() == second(),
    }


def count_words(text: str) -> int:
    """Return a length in words."""
    return len(text.split())


def start_case(name: str) -> dict[str, Any]:
    """Return the wrong start offsets of both, with sizes in words: where the chunk does not stand."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Theirs

    from shiplap.integrations.langchain import RecursiveCharacterTextSplitter as Ours

    text = corpora.load(name).texts[0][:600_000]
    options = {"chunk_size": 200, "chunk_overlap": 40, "length_function": count_words, "add_start_index": True}
    both = [kind(**options).create_documents([text]) for kind in (Ours, Theirs)]
    wrong = [
        sum(text[each.metadata["start_index"] :][: len(each.page_content)] != each.page_content for each in found)
        for found in both
    ]
    same = [each.page_content for each in both[0]] == [each.page_content for each in both[1]]
    case = f"start_index, {name}, 200/40 words"
    return {"case": case, "wrong": wrong[0], "of_langchain": wrong[1], "chunks": len(both[0]), "right": same}


def main() -> int:
    parser = records.script(__doc__, "langchain")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--tiktoken", type=Path, metavar="CACHE")
    given = parser.parse_args()
    rows = []
    for name, texts in texts_of().items():
        rows += [split_case(name, texts, *sizes, given.rounds) for sizes in SIZES]
    rows += [document_case(*sizes, max(3, given.rounds // 4)) for sizes in SIZES]
    rows += worst_cases()
    rows += [start_case(name) for name in ("prose", "multi", "code")]
    if given.tiktoken:
        os.environ["TIKTOKEN_CACHE_DIR"] = str(given.tiktoken)
        rows += [token_case(name, *sizes) for name in ("prose", "code") for sizes in ((256, 50), (1000, 200))]
    for row in rows:
        print({name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()})
    facts = versions(("shiplap", "langchain-text-splitters", "langchain-core", "tiktoken"))
    records.write(given.record, {"machine": processor(), "versions": facts, "rows": rows})
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
