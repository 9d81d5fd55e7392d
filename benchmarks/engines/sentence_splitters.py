"""The sentence splitters that are compared, one adapter each: for their quality (`quality/sentences.py`) and their
speed (`splitters.py`).

An adapter makes a splitter ready for a language. Its `call` is what the engine does, `ends` reads the end of
each sentence, in code points, from what it returned. An engine that does not know a language gets the nearest
thing that it offers; `language` says what that was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

from benchmarks.machine import installed_version

#: How far a piece may lie behind the one before it, and a character behind the one before it, in `follow`.
SLACK = 200


@dataclass(frozen=True)
class Ready:
    """A splitter made ready for one language."""

    call: Callable[[str], Any]
    ends: Callable[[Any, str], Iterable[int]]
    language: str


@dataclass(frozen=True)
class Splitter:
    """One engine. `make` takes a language as a two-letter code, or "" where it is not known or mixed."""

    name: str
    role: Literal["product", "rival", "baseline"]
    returns: str
    unfair: str
    make: Callable[[str], Ready]
    distribution: str | None = None

    def version(self) -> str | None:
        """Return the installed version; "" if the engine needs no package, None if its package is not installed. A
        source tree of the product is not installed."""
        if self.role == "product":
            import shiplap

            return str(shiplap.__version__)
        return "" if self.distribution is None else installed_version(self.distribution)


def follow(text: str, pieces: Iterable[str]) -> list[int]:
    """Return the end in `text` of each piece of it, for engines that return strings only.

    A piece is looked for at the place where the one before it ended. One that is not there as it is, because
    the engine changed it, is followed character by character, white space left out, so the place is not lost.
    """
    ends, place = [], 0
    for piece in pieces:
        visible = piece.strip()
        if not visible:
            continue
        found = text.find(visible, place, place + len(visible) + SLACK)
        if found >= 0:
            place = found + len(visible)
        else:
            for character in "".join(visible.split()):
                found = text.find(character, place, place + SLACK)
                place = place if found < 0 else found + 1
        ends.append(place)
    return ends


def _pattern(pattern: str) -> Callable[[str], Ready]:
    def make(language: str) -> Ready:
        compiled = re.compile(pattern)
        return Ready(
            lambda text: [match.end() for match in compiled.finditer(text)],
            lambda result, text: [*result, len(text)],
            "any",
        )

    return make


def _pysbd(language: str) -> Ready:
    import pysbd
    from pysbd.languages import LANGUAGE_CODES

    known = language if language in LANGUAGE_CODES else "en"
    segmenter = pysbd.Segmenter(language=known, clean=False, char_span=True)
    return Ready(segmenter.segment, lambda result, text: [span.end for span in result], known)


def _nupunkt(language: str) -> Ready:
    import nupunkt

    return Ready(nupunkt.sent_spans, lambda result, text: [end for _, end in result], "en")


def _blingfire(language: str) -> Ready:
    import blingfire

    return Ready(
        blingfire.text_to_sentences_and_offsets, lambda result, text: [end for _, end in result[1]], "any"
    )


def _sentencex(language: str) -> Ready:
    import sentencex

    known = language or "en"
    return Ready(lambda text: sentencex.segment(known, text), lambda result, text: follow(text, result), known)


def _icu(language: str) -> Ready:
    import icu

    iterator = icu.BreakIterator.createSentenceInstance(icu.Locale(language or "en"))

    def call(text: str) -> list[int]:
        iterator.setText(text)
        return list(iterator)

    def ends(result: list[int], text: str) -> list[int]:
        """ICU counts UTF-16 units."""
        if text.isascii() or max(text) <= "\uffff":
            return result
        points: list[int] = []
        for point, character in enumerate(text):
            points += [point] * (1 + (character > "\uffff"))
        points.append(len(text))
        return [points[end] for end in result]

    return Ready(call, ends, language or "en")


def _sakurs(language: str) -> Ready:
    import sakurs

    known = language if language in sakurs.supported_languages() else "en"
    splitter = sakurs.load(known, threads=1, execution_mode="sequential")
    return Ready(
        lambda text: splitter.split(text, return_details=True),
        lambda result, text: [sentence.end for sentence in result],
        known,
    )


def _chunkr(language: str) -> Ready:
    import chunkr

    chunker = chunkr.SentenceChunker(1, 0)
    return Ready(
        chunker.chunk, lambda result, text: follow(text, (sentence.content for sentence in result)), "any"
    )


def _choppa(language: str) -> Ready:
    """With LanguageTool's rules; a language that these do not name has their default ones."""
    from pathlib import Path

    import choppa

    rules = Path(choppa.__file__).parent / "data" / "srx" / "languagetool_segment.srx"
    document = choppa.SrxDocument(ruleset=str(rules))
    known = f"{language or 'en'}_two"
    return Ready(
        lambda text: list(choppa.SrxTextIterator(document, known, text)),
        lambda result, text: list(accumulate(len(segment) for segment in result)),
        known,
    )


def _syntok(language: str) -> Ready:
    from syntok import segmenter

    def call(text: str) -> list[Any]:
        return [sentence for paragraph in segmenter.analyze(text) for sentence in paragraph]

    return Ready(
        call,
        lambda result, text: [sentence[-1].offset + len(sentence[-1].value) for sentence in result if sentence],
        "any",
    )


def _sentencesplit(language: str) -> Ready:
    from sentencesplit import Segmenter
    from sentencesplit.languages import LANGUAGE_CODES

    known = language if language in LANGUAGE_CODES else "en"
    segmenter = Segmenter(language=known)
    return Ready(segmenter.segment_spans, lambda result, text: [span.end for span in result], known)


def _yasbd(language: str) -> Ready:
    import yasbd

    known = language if language in yasbd.get_supported_langs() else "en"
    detector = yasbd.BoundaryDetector(lang=known)
    return Ready(lambda text: list(detector.detect(text)), lambda result, text: result, known)


def _shiplap(language: str) -> Ready:
    import shiplap

    split = shiplap.sentences
    return Ready(lambda text: split(text).spans, lambda result, text: result[:, 1].tolist(), "any")


def _shiplap_language(language: str) -> Ready:
    """With the language; the union of all languages where shiplap does not know it."""
    import shiplap

    split = shiplap.sentences
    known: str | None = language or None
    try:
        split("", sentence_rule="standard", language=known)
    except shiplap.OptionError:
        known = None
    return Ready(
        lambda text: split(text, sentence_rule="standard", language=known).spans,
        lambda result, text: result[:, 1].tolist(),
        known or "any",
    )


SPLITTERS = (
    Splitter("re simple", "baseline", "ends", r"`[.!?]\s+`", _pattern(r"[.!?]\s+")),
    Splitter("re capital", "baseline", "ends", r"`[.!?]\s+(?=[A-Z])`", _pattern(r"[.!?]\s+(?=[A-Z])")),
    Splitter(
        "pysbd",
        "rival",
        "TextSpan objects",
        "Python. Looks for each sentence from the start of the text again.",
        _pysbd,
        "pysbd",
    ),
    Splitter(
        "nupunkt",
        "rival",
        "character spans as tuples",
        "Python. One model, English and legal.",
        _nupunkt,
        "nupunkt",
    ),
    Splitter(
        "blingfire",
        "rival",
        "a text of lines, and character spans",
        "Makes the text of the sentences too; offsets are had in no other way.",
        _blingfire,
        "blingfire",
    ),
    Splitter("sentencex", "rival", "texts", "No offsets where it is timed.", _sentencex, "sentencex"),
    Splitter(
        "ICU",
        "rival",
        "ends as integers",
        "Counts UTF-16 units: its ends are not offsets into a `str` with characters beyond U+FFFF.",
        _icu,
        "PyICU",
    ),
    Splitter(
        "sakurs",
        "rival",
        "Sentence objects",
        "One thread asked for. Knows English and Japanese.",
        _sakurs,
        "sakurs",
    ),
    Splitter(
        "chunkr-rs",
        "rival",
        "Document objects, a sentence each",
        "A chunk of one sentence is its only way to sentences; no offsets.",
        _chunkr,
        "chunkr-rs",
    ),
    Splitter("choppa", "rival", "texts", "Python. No offsets where it is timed.", _choppa, "choppa-srx"),
    Splitter("syntok", "rival", "lists of tokens", "Python. Makes the tokens too.", _syntok, "syntok"),
    Splitter("sentencesplit", "rival", "TextSpan objects", "Python.", _sentencesplit, "sentencesplit"),
    Splitter("yasbd", "rival", "ends as integers", "Python.", _yasbd, "yasbd-lib"),
    Splitter("shiplap", "product", "spans (numpy int64)", "", _shiplap, "shiplap"),
    Splitter("shiplap lang", "product", "spans (numpy int64)", "", _shiplap_language, "shiplap"),
)
