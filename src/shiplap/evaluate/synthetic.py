"""Synthetic questions, made from the documents' own sentences."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from shiplap.chunkers import sentences
from shiplap.errors import OptionError
from shiplap.evaluate.bm25 import words
from shiplap.evaluate.corpus import Corpus, as_corpus
from shiplap.options import count, share
from shiplap.printable import counted

#: Minimum and maximum words in the sentence of a question.
LEAST, MOST = 6, 60

SEED = 20261122


def synthetic_questions(
    documents: Any, number: int = 200, *, perturbed: float = 0.5, dropped: float = 0.5
) -> list[dict[str, Any]]:
    """Make questions from sentences chosen at random (the same ones each time); the gold of each is its sentence.

    number: the most questions; the sentences of 6 to 60 words that occur once limit it too.
    perturbed: share of questions whose words are shuffled, with the share `dropped` left out; the others are
    exact, the sentence's own words in order.

    Such questions measure whether a chunk can be found by its own words, and whether sentences stay whole: they
    compare cuts of one's own documents, not how well real questions are answered.

    >>> made = synthetic_questions({"a": "It rains in the hills all day. Nobody minds the dog in the old house."})
    >>> [(each["kind"], each["gold"]) for each in made]
    [('exact', [[0, 30]]), ('perturbed', [[31, 69]])]

    Raises OptionError if no sentence is suitable.
    """
    corpus = as_corpus(documents)
    number = count("number", number)
    changed, gone = share("perturbed", perturbed), share("dropped", dropped)
    found = _candidates(corpus)
    if not found:
        raise OptionError(
            "documents", counted(len(corpus), "document"), f"contain no sentence of {LEAST} to {MOST} words"
        )
    rng = random.Random(SEED)
    chosen = sorted(rng.sample(found, min(number, len(found))))
    rows = []
    for place, (document, start, end) in enumerate(chosen):
        asked = words(corpus.texts[document][start:end])
        exact = int((place + 1) * changed) == int(place * changed)
        if not exact:
            rng.shuffle(asked)
            asked = asked[: max(2, round(len(asked) * (1 - gone)))]
        rows.append({"question": " ".join(asked), "document_id": corpus.ids[document], "gold": [[start, end]],
                     "kind": "exact" if exact else "perturbed"})  # fmt: skip
    return rows


def _candidates(corpus: Corpus) -> list[tuple[int, int, int]]:
    """Yield (document, start, end) of suitable sentences."""
    found: list[tuple[int, int, int]] = []
    times: Counter[str] = Counter()
    for number, text in enumerate(corpus.texts):
        for start, end in sentences(text).spans.tolist():
            sentence = text[start:end].rstrip()
            times[sentence] += 1
            if LEAST <= len(words(sentence)) <= MOST:
                found.append((number, start, start + len(sentence)))
    return [row for row in found if times[corpus.texts[row[0]][row[1] : row[2]]] == 1]
