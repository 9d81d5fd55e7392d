"""Verdicts on claims by words alone: a threshold, and the verdicts on claims of each kind.

    python -m benchmarks.quality.grounding             the figures
    python -m benchmarks.quality.grounding --record    as JSON too

The documents are made at run time from sentences of our own: a document a place, with six facts and filler
between them. The claims are, for each fact: the sentence itself, its words in another order, and a paraphrase in
other words (grounded); the sentence with one detail changed, denied, about a place that no document has, and about
something else altogether (not grounded). The places are divided in two halves: the threshold is the lowest one of
the best accuracy on the first, and the figures are those of the second. Embeddings are hashed words
(`shiplap.vectors.HashedWords`), which need no model.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import shiplap
from benchmarks import records
from shiplap.grounding import Grounder
from shiplap.vectors import HashedWords

PLACES = (
    "ferry office", "bakery", "night train", "school library", "river station", "covered market", "stone museum",
    "observatory", "paper mill", "harbour kitchen", "bell tower", "glass house", "salt works", "post house",
    "weavers hall", "boat yard", "tea garden", "clock shop", "ice cellar", "puppet theatre", "cable car",
    "printing house", "herb garden", "old lighthouse",
)  # fmt: skip

#: Places of which no document tells.
ABSENT = ("swimming hall", "riding school", "flower stall", "toy factory", "winter palace", "duck pond")

DETAILS: dict[str, tuple[str, ...]] = {
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "number": ("two", "three", "four", "seven", "nine", "twelve", "thirty", "forty", "sixty"),
    "town": ("Arlen", "Bruck", "Corvale", "Dunmor", "Estby", "Farrow", "Grenz", "Hallin"),
    "month": ("January", "March", "April", "June", "August", "October", "November"),
    "goods": ("rope", "honey", "candles", "maps", "apples", "lamps", "wool", "cheese"),
    "way": ("tram", "boat", "bicycle", "mountain railway", "bus"),
    "cause": ("floods", "repairs", "storms", "a festival", "frost"),
}

#: A sentence, its words in another order, a paraphrase in other words, and a denial, with the names of details.
FACTS = (
    (
        "The {place} opens at {number} o'clock on {day}.",
        "On {day} the {place} opens at {number} o'clock.",
        "On {day} one can enter the {place} from {number} o'clock.",
        "The {place} does not open at {number} o'clock on {day}.",
    ),
    (
        "The {place} lies {number} kilometres north of {town}.",
        "North of {town} lies the {place}, {number} kilometres.",
        "From {town} it is {number} kilometres to the north until you reach the {place}.",
        "The {place} does not lie {number} kilometres north of {town}.",
    ),
    (
        "In {month} the {place} is closed because of {cause}.",
        "The {place} is closed in {month} because of {cause}.",
        "Because of {cause}, nobody gets into the {place} during {month}.",
        "In {month} the {place} is not closed because of {cause}.",
    ),
    (
        "The {place} sells {number} kinds of {goods} to travellers.",
        "To travellers the {place} sells {number} kinds of {goods}.",
        "Travellers can buy {number} kinds of {goods} at the {place}.",
        "The {place} never sells {number} kinds of {goods} to travellers.",
    ),
    (
        "Visitors reach the {place} by {way} in {number} minutes.",
        "By {way} visitors reach the {place} in {number} minutes.",
        "By {way}, visitors need {number} minutes to the {place}.",
        "Visitors do not reach the {place} by {way} in {number} minutes.",
    ),
    (
        "Every {day} the keeper of the {place} gives {goods} to the children of {town}.",
        "The keeper of the {place} gives {goods} to the children of {town} every {day}.",
        "The children of {town} get {goods} from the keeper of the {place} each {day}.",
        "The keeper of the {place} does not give {goods} to the children of {town} every {day}.",
    ),
)

FILLER = (
    "Few people know how old it is.",
    "The road there is narrow, and in the evening the wind comes from the sea.",
    "Whoever arrives late waits at the gate.",
    "A sign of painted wood shows the way.",
    "The guide tells the same story every time, and nobody minds.",
    "In the yard there is a bench under a walnut tree.",
    "Its roof has been mended many times.",
)

ELSEWHERE = (
    "Whales sleep upright in the water.",
    "The parliament rejected the budget after a long debate.",
    "A prime number has exactly two divisors.",
    "Violins are strung with steel or gut.",
    "The patient recovered after the second operation.",
    "Copper conducts electricity better than iron does.",
)

#: The kinds of claims, and whether they are grounded.
KINDS = {
    "word for word": True, "in another order": True, "paraphrased": True, "a detail changed": False,
    "denied": False, "of an unknown place": False, "of something else": False,
}  # fmt: skip

#: Thresholds that are tried.
STEPS = tuple(round(0.4 + 0.01 * step, 2) for step in range(60))


@dataclass(frozen=True)
class Claim:
    text: str
    kind: str


def make(places: tuple[str, ...], seed: int) -> tuple[dict[str, str], list[Claim]]:
    """Make a document for each place, and the claims about their facts."""
    random_ = random.Random(seed)
    documents: dict[str, str] = {}
    claims: list[Claim] = []
    for place in places:
        sentences: list[str] = []
        for sentence, reordered, paraphrase, denial in FACTS:
            facts = {name: random_.choice(values) for name, values in DETAILS.items()}
            used = [name for name in DETAILS if f"{{{name}}}" in sentence]
            changed = random_.choice(used)
            others = [value for value in DETAILS[changed] if value != facts[changed]]
            wrong = {**facts, changed: random_.choice(others)}
            unknown = random_.choice(ABSENT)
            sentences += [sentence.format(place=place, **facts), random_.choice(FILLER)]
            claims += [
                Claim(sentence.format(place=place, **facts), "word for word"),
                Claim(reordered.format(place=place, **facts), "in another order"),
                Claim(paraphrase.format(place=place, **facts), "paraphrased"),
                Claim(sentence.format(place=place, **wrong), "a detail changed"),
                Claim(denial.format(place=place, **facts), "denied"),
                Claim(sentence.format(place=unknown, **facts), "of an unknown place"),
                Claim(random_.choice(ELSEWHERE), "of something else"),
            ]
        documents[f"{place}.txt"] = " ".join(sentences)
    return documents, claims


def scores(documents: dict[str, str], claims: list[Claim]) -> list[float]:
    """Score the claims by words against chunks of whole sentences."""
    chunker = shiplap.SentenceChunker(300, 60)
    chunks = [chunker.chunk(text, document_id=name) for name, text in documents.items()]
    return [found.score for found in Grounder(chunks, HashedWords()).score_batch([claim.text for claim in claims])]


def accuracy(claims: list[Claim], found: list[float], threshold: float) -> float:
    """Return the share of claims that are judged rightly."""
    right = (KINDS[claim.kind] == (score >= threshold) for claim, score in zip(claims, found, strict=True))
    return sum(right) / len(claims)


def run(seed: int = 1) -> dict[str, Any]:
    """Choose the threshold on one half of the places, and judge the claims about the other half."""
    half = len(PLACES) // 2
    documents, claims = make(PLACES[:half], seed)
    found = scores(documents, claims)
    threshold = max(STEPS, key=lambda step: (accuracy(claims, found, step), -step))
    documents, claims = make(PLACES[half:], seed + 1)
    found = scores(documents, claims)
    kinds = {
        kind: {
            "claims": sum(claim.kind == kind for claim in claims),
            "judged grounded": sum(
                claim.kind == kind and score >= threshold for claim, score in zip(claims, found, strict=True)
            ),
            "least, median and greatest score": _spread(
                [score for claim, score in zip(claims, found, strict=True) if claim.kind == kind]
            ),
        }
        for kind in KINDS
    }
    return {
        "date": date.today().isoformat(), "version": shiplap.__version__, "seed": seed, "threshold": threshold,
        "accuracy": round(accuracy(claims, found, threshold), 4),
        "accuracy at 0.7": round(accuracy(claims, found, 0.7), 4),
        "documents": len(documents), "claims": len(claims), "kinds": kinds,
    }  # fmt: skip


def _spread(values: list[float]) -> list[float]:
    ordered = sorted(values)
    return [round(ordered[at], 3) for at in (0, len(ordered) // 2, -1)]


def lines(record: dict[str, Any]) -> Iterator[str]:
    """Yield the figures as text."""
    yield f"threshold {record['threshold']}: accuracy {record['accuracy']}, {record['accuracy at 0.7']} at 0.7"
    for kind, figures in record["kinds"].items():
        spread = " to ".join(f"{score:.3f}" for score in figures["least, median and greatest score"][::2])
        yield f"{kind:20s} {figures['judged grounded']:4d} of {figures['claims']} judged grounded; scores {spread}"


def main() -> None:
    """Run and print."""
    parser = records.script(__doc__, "grounding")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    record = run(given.seed)
    print("\n".join(lines(record)))
    records.write(given.record, record)


if __name__ == "__main__":
    main()
