"""Speed of building prompts and checking answers: 10,000 chunks in, chunks a second out; every answer is checked.

    python -m benchmarks.speed.prompts              prose and multilingual text, 10,000 chunks of 1000 characters
    python -m benchmarks.speed.prompts --chunks N   fewer or more
    python -m benchmarks.speed.prompts --json       one JSON line a corpus

The case is `prompt/10000`: a prompt of all chunks of one document, its parse, the citations of an answer with 100
of them, and the verdicts on its 100 quotes, a quarter of them each exact, normalised, misattributed and absent.
The figure of the plan is all of it within a second; for `Chunks.around` of each chunk, which is timed too, 100,000
calls a second in any unit. The corpora `prose` and `multi` are needed.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.corpora import build as corpora
from benchmarks.corpora.packages import CorporaError
from shiplap.chunks.excerpt import AroundUnit
from shiplap.citations import parse_citations, verify_quotes
from shiplap.prompt import build_prompt, parse_prompt

#: The steps from the chunks to the checked answer.
ALL = ("build_prompt", "parse_prompt", "parse_citations", "verify_quotes")

#: Quotes and citations of the answer.
QUOTES = 100


def answer_to(chunks: shiplap.Chunks) -> tuple[str, list[str]]:
    """Return an answer with quotes, a citation after each, and the verdicts that are right."""
    chance = random.Random(7)
    parts, verdicts = [], []
    texts = chunks.texts
    distinct = [i for i in range(len(texts) - 50) if '"' not in texts[i]]
    for k in range(QUOTES):
        i = chance.choice(distinct)
        words = texts[i][300:700].split()[1:-1]
        quote = " ".join(words) if k % 4 == 1 else texts[i][300:700].strip()
        quote = quote.replace("“", "").replace("”", "").split("\n\n")[0][:120].strip()
        verdict = ("exact", "normalised", "misattributed", "absent")[k % 4]
        if quote not in texts[i] or len(quote) < 40:
            quote, verdict = f"a passage that nobody wrote, number {k} of them", "absent"
        elif verdict == "normalised":
            quote = quote.replace(" ", "  ", 1) if " " in quote else f"{quote[:9]}\u200b{quote[9:]}"
        elif verdict == "absent":
            quote = f"{quote[:20]} never and nowhere {quote[20:]}"
        cited = i + 40 if verdict == "misattributed" else i
        parts.append(f"It says “{quote}” [doc: corpus.txt, chunk: corpus-chunk-{cited}].\n\n")
        verdicts.append(verdict)
    return "".join(parts), verdicts


def measure(name: str, number: int, rounds: int) -> dict[str, Any]:
    """Medians of the seconds of each step on the first chunks of a corpus."""
    text = corpora.load(name).texts[0]
    chunks = shiplap.FixedChunker(1000, 200).chunk(text, document_id="corpus", source="corpus.txt")[:number]
    answer, verdicts = answer_to(chunks)
    prompt = build_prompt("What does it say?", chunks)

    def around(unit: AroundUnit, size: int) -> Callable[[], Any]:
        return lambda: [chunks.around(row, size, size, unit) for row in range(len(chunks))]

    steps: dict[str, Callable[[], Any]] = {
        "build_prompt": lambda: build_prompt("What does it say?", chunks),
        "build_prompt, 8192 tokens": lambda: build_prompt("?", chunks, max_size=8192, unit="tokens"),
        "parse_prompt": lambda: parse_prompt(prompt.text),
        "parse_citations": lambda: parse_citations(answer, chunks),
        "verify_quotes": lambda: verify_quotes(answer, chunks),
        "around, chunks": around("chunks", 1),
        "around, sentences": around("sentences", 2),
        "around, characters": around("characters", 300),
    }
    seconds: dict[str, list[float]] = {step: [] for step in steps}
    for _ in range(rounds):
        for step, run in steps.items():
            begin = perf_counter()
            run()
            seconds[step].append(perf_counter() - begin)
    parsed, verified = parse_prompt(prompt.text), verify_quotes(answer, chunks)
    found = [quote.verdict for quote in verified.quotes]
    return {
        "case": f"prompt/{len(chunks)}",
        "corpus": name,
        "characters": len(prompt.text),
        "quotes": len(found),
        "right": "".join(chunk.text for chunk in parsed.chunks) == text[: chunks[-1].end]
        and not parse_citations(answer, chunks).unresolved
        and found == verdicts,
        "seconds": {step: round(statistics.median(values), 4) for step, values in seconds.items()},
    }


def main() -> int:
    parser = records.script(__doc__)
    parser.add_argument("--chunks", type=int, default=10_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    right = True
    for name in ("prose", "multi"):
        try:
            result = measure(name, options.chunks, options.rounds)
        except CorporaError as error:
            print(f"prompts: {error}", file=sys.stderr)
            return 1
        right = right and result["right"]
        if options.json:
            print(json.dumps(result))
            continue
        print(f"{result['case']}, {name}, {result['characters']:,} characters, right: {result['right']}")
        for step, seconds in result["seconds"].items():
            print(f"  {step:26} {seconds:8.4f} s  {options.chunks / seconds:12,.0f} chunks/s")
        whole = sum(seconds for step, seconds in result["seconds"].items() if step in ALL)
        print(f"  {'all':26} {whole:8.4f} s  {options.chunks / whole:12,.0f} chunks/s")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
