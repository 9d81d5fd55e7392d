r"""The verdict on each quoted passage of an answer, the first of these that applies:

exact         its code points are a substring of a document (chunks that touch or overlap form one text);
normalised    the same of what `fold` makes of both, without punctuation at its ends that belongs to the answer's
              sentence;
stitched      it consists of separate pieces, with an ellipsis or a citation between them, or simply joined;
absent        none of these.

Invariants, for the text of a quote without ellipses and white space at its ends:

V1  An exact quote of a document's text is `document[place.start:place.end]`, code point for code point; an exact
    quote of a heading or a table header is a substring of it as the contextual text shows it. Nothing is
    normalised: a mark, a variation selector or an invisible character more or less is a difference.
V2  The folded text of a normalised quote, without punctuation at its ends, is a substring of the folded document.
V3  Each letter, digit, symbol and combining mark of a stitched quote is in one of its pieces. White space and
    punctuation between two pieces may differ.

The context of a chunk (its headings and its table header, which a prompt shows before its text) is quoted like its
text. A quoted heading or header has its own place in the document; without offsets if nothing given contains it.
A quote of several parts of a contextual text (two headings, a header and a row) is stitched.

misattributed replaces exact and normalised if the quote has citations and none of them cites a chunk
with the quote: one that contains all of it or, if no chunk does, one that it touches.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from shiplap.chunks.shown import text_span
from shiplap.citations.contexts import Outlines, in_text, parts
from shiplap.citations.line_numbers import Documents, Lines
from shiplap.citations.locations import Place, read_json, validated_fields
from shiplap.citations.normalization import fold
from shiplap.citations.parser import Citation, ParsedAnswer, parse
from shiplap.citations.quotes import AdjacentCitations, Quoted, find_quotes, significant_length
from shiplap.citations.text_index import SHORT_GRAM, Corpus, NormalizedQuote
from shiplap.options import count
from shiplap.prompt.passages import Passage, passages
from shiplap.prompt.selection import utf8_size
from shiplap.provenance.described import part_of, together

VERDICTS = ("exact", "normalised", "stitched", "misattributed", "absent")

#: Most places of a quote that are checked for a verbatim one, if no citation selects a place.
PLACES = 64

#: Minimum `significant_length` of a piece of a stitched quote that is not set off by an ellipsis; and of the last
#: piece.
PIECE, LAST_PIECE = 16, 8

#: Code points of a chunk's text that are searched together with its context, besides twice those of a quote.
SEAM = 64

#: Ellipses, which mark omitted words.
_ELLIPSIS = re.compile(r"[\[(]\s*(?:…|\.{3,})\s*[\])]|…|\.{3,}|(?:\. ){2,}\.")

#: Punctuation that belongs to the sentence around a quote.
_OUTER = '.,;:!?"-… 。，、；：！？'


@dataclass(frozen=True)
class Quote:
    """A quoted passage and the verdict on it.

    start, end: span in the answer, without the marks.
    text: the quoted text, without quotation marks, citations and the spaces before citations.
    verdict: "exact", "normalised", "stitched", "misattributed" or "absent".
    places: its places in documents: one, the pieces of a stitched quote, or none.
    citations: indices, in the answer's list, of its citations.
    """

    start: int
    end: int
    text: str
    verdict: str
    places: tuple[Place, ...]
    citations: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as values for JSON."""
        return {
            "start": self.start, "end": self.end, "text": self.text, "verdict": self.verdict,
            "places": [place.to_dict() for place in self.places], "citations": list(self.citations),
        }  # fmt: skip

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Quote:
        """Build the quote from the result of `to_dict`."""
        facts = validated_fields(Quote, values)
        places = tuple(map(Place.from_dict, facts["places"]))
        return Quote(**{**facts, "places": places, "citations": tuple(facts["citations"])})


@dataclass(frozen=True)
class VerifiedAnswer:
    """An answer, its citations and its quotes, in order."""

    text: str
    citations: tuple[Citation, ...]
    quotes: tuple[Quote, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of quotes with each verdict."""
        found = dict.fromkeys(VERDICTS, 0)
        for quote in self.quotes:
            found[quote.verdict] += 1
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as values for JSON."""
        return {
            "text": self.text, "citations": [citation.to_dict() for citation in self.citations],
            "quotes": [quote.to_dict() for quote in self.quotes],
        }  # fmt: skip

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> VerifiedAnswer:
        """Build the answer from the result of `to_dict`. Raises OptionError for invalid values."""
        facts = validated_fields(VerifiedAnswer, values)
        citations = tuple(map(Citation.from_dict, facts["citations"]))
        return VerifiedAnswer(facts["text"], citations, tuple(map(Quote.from_dict, facts["quotes"])))

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return json.dumps(self.to_dict())

    @staticmethod
    def from_json(text: str) -> VerifiedAnswer:
        """Build the answer from the result of `to_json`. Raises OptionError for invalid JSON or values."""
        found: VerifiedAnswer = read_json(VerifiedAnswer, text)
        return found


def verify_quotes(
    answer: str | ParsedAnswer,
    chunks: Any,
    *,
    min_length: int = 12,
    documents: Documents = None,
    name: Callable[[Any], str] | None = None,
) -> VerifiedAnswer:
    """Verify the quoted passages of an answer: find their places in the documents and assign each a verdict.

    answer: the text, or the result of `parse_citations`.
    chunks, documents, name: as for `parse_citations`.
    min_length: shorter quotes, mostly single words, are left out; Chinese, Japanese and Korean characters count
        twice.

    The verdict "exact" means that the text of the quote, without ellipses and white space at its ends, is a
    substring of the text of a cited chunk (of adjacent chunks together, or of a chunk's contextual text), code
    point for code point: nothing is normalised. A combining mark or an invisible character more is not exact.

    The result also has the citations. `citations/quotes.py` defines quotes and their citations. Raises
    OptionError. Time grows with the answer and the chunks (read once, whatever the number of quotes).

    >>> import shiplap
    >>> chunks = shiplap.chunk("The old man snores in the hills. It rains.", "fixed-1000", document_id="a")
    >>> answer = '“the old  man snores”, “the old man … It rains”, “the young man snores”'
    >>> [quote.verdict for quote in verify_quotes(answer, chunks).quotes]
    ['normalised', 'stitched', 'absent']
    """
    least = count("min_length", min_length)
    given = passages(chunks)
    lines = Lines(given, documents)
    parsed, cited = parse(answer.text if isinstance(answer, ParsedAnswer) else answer, given, lines, name)
    spans = [(citation.start, citation.end) for citation in parsed.citations]
    quotes = find_quotes(parsed.text, spans, least)
    adjacent = AdjacentCitations(parsed.text, spans, quotes)
    numbers = [adjacent.find(quoted) for quoted in quotes]
    judge = _Judge(given, quotes, {id(passage) for passage in cited}, lines)
    found = [judge.verdict(quoted, [cited[i] for i in own]) for quoted, own in zip(quotes, numbers, strict=True)]
    places = iter(lines.find([pair for _, pairs in found for pair in pairs]))
    return VerifiedAnswer(
        parsed.text,
        parsed.citations,
        tuple(
            Quote(quoted.start, quoted.end, quoted.text, verdict, tuple(islice(places, len(pairs))), tuple(own))
            for quoted, own, (verdict, pairs) in zip(quotes, numbers, found, strict=True)
        ),
    )


Pair = tuple[Place, Passage]


class _Hit(NamedTuple):
    """A place of a needle: the index of the merged text, the span in it, and whether the match is verbatim."""

    stretch: int
    start: int
    end: int
    is_exact: bool


class _Judge:
    """Reaches the verdicts with one index of the chunks for all quotes."""

    def __init__(self, given: Sequence[Passage], quotes: Sequence[Quoted], cited: set[int], lines: Lines) -> None:
        self._corpus: Corpus | None = None
        self._known: dict[Any, tuple[str, list[Pair]]] = {}
        self._lines, self._outlines = lines, Outlines()
        self._documents: dict[Any, list[int]] | None = None
        if quotes:
            longest = 2 * max(len(quoted.text) for quoted in quotes) + SEAM
            seams = [
                (own, own.context(own.shown) + (own.text[:longest] if own.shown_text is None else own.shown))
                for own in given
                if own.has_context or own.shown_text is not None
            ]
            self._corpus = Corpus(given, seams)
            self._seam_of = {id(own): number for number, own in self._corpus.seams.items() if id(own) in cited}
            self._where = {
                id(passage): (i, at, at + len(passage.text))
                for i, stretch in enumerate(self._corpus.merged_texts)
                if i not in self._corpus.seams
                for at, passage in zip(stretch.starts, stretch.passages, strict=True)
                if id(passage) in cited
            }
            wholes = {quoted.text for quoted in quotes}
            pieces = {piece for quoted in quotes for piece in _pieces(quoted)}
            folded = {fold(text) for text in wholes | pieces}
            self._corpus.index(folded | {text.strip(_OUTER) for text in folded})

    def verdict(self, quoted: Quoted, cited: list[Passage | None]) -> tuple[str, list[Pair]]:
        """Return the verdict and the places, each with a passage that contains its beginning."""
        key = (quoted.text, quoted.parts, tuple(map(id, cited)))
        if key not in self._known:
            self._known[key] = self._verdict(quoted, cited)
        return self._known[key]

    def _verdict(self, quoted: Quoted, cited: list[Passage | None]) -> tuple[str, list[Pair]]:
        known = [passage for passage in cited if passage is not None]
        pieces = _pieces(quoted)
        fragments = [piece for piece in pieces if any(map(_is_significant, piece))]
        hit = self._whole(quoted, pieces, fragments, known)
        if hit is not None:
            pairs, is_cited = self._pairs(hit, known)
            if len(pairs) > 1:
                return "stitched", pairs
            verdict = "exact" if hit.is_exact else "normalised"
            return (verdict if is_cited or not cited else "misattributed"), pairs
        hits: list[_Hit] | None = []
        for fragment in fragments:
            own = self._find(fragment, known)
            more = self._stitch(fragment) if own is None else [own]
            hits = None if hits is None or more is None else hits + more
        if not hits:
            return "absent", []
        return "stitched", [pair for hit in hits for pair in self._pairs(hit, known)[0]]

    def _whole(self, quoted: Quoted, pieces: list[str], fragments: list[str], cited: list[Passage]) -> _Hit | None:
        """Find a quote in one place: its text, else its only piece, else its only fragment."""
        hit = self._best(quoted.text, cited)
        if hit is None and len(pieces) == 1 and pieces != [quoted.text]:
            hit = self._best(pieces[0], cited)
        if hit is not None:
            return hit
        hit = self._find(fragments[0] if len(fragments) == 1 else quoted.text, cited)
        # the quote differs from the text that was found
        return None if hit is None else hit._replace(is_exact=False)

    def _find(self, text: str, cited: list[Passage]) -> _Hit | None:
        """Find a text, preferring a cited passage and a verbatim match."""
        best = self._best(text, cited)
        if best is None:
            folded = fold(text)
            core = folded.strip(_OUTER)
            if len(core) >= SHORT_GRAM and core != folded:
                best = self._best(None, cited, core)
        return best

    def _best(self, text: str | None, cited: list[Passage], folded: str | None = None) -> _Hit | None:
        assert self._corpus is not None
        needle = self._corpus.needle(fold(text or "") if folded is None else folded)
        best: _Hit | None = None
        for passage in cited:
            for hit in islice(self._hits_in(needle, text, passage), PLACES):
                if hit.is_exact:
                    return hit
                best = best or hit
        if best is None:
            for at in islice(self._corpus.occurrences(needle), PLACES):
                hit = self._hit(needle, text, at)
                if hit.is_exact:
                    return hit
                best = best or hit
        return best

    def _hits_in(self, needle: NormalizedQuote, text: str | None, passage: Passage) -> Iterator[_Hit]:
        """Yield the hits in a passage's text, then those in its contextual text."""
        assert self._corpus is not None
        spans = [self._where[id(passage)]]
        if id(passage) in self._seam_of:
            seam = self._seam_of[id(passage)]
            spans.append((seam, 0, len(self._corpus.merged_texts[seam].text)))
        for stretch, start, end in spans:
            for at in self._corpus.occurrences(needle, *self._corpus.span_of(stretch, start, end)):
                hit = self._hit(needle, text, at, start, end)
                if start <= hit.start and hit.end <= end:
                    yield hit

    def _hit(
        self, needle: NormalizedQuote, text: str | None, at: int, low: int = 0, high: int | None = None
    ) -> _Hit:
        """Return the place of a match in `folded`; verbatim if the text itself occurs there within [low, high)."""
        assert self._corpus is not None
        if text is not None:
            stretch, start, end = self._corpus.window(at, at + len(needle.text))
            own = self._corpus.merged_texts[stretch].text
            found = own.find(text, max(start, low), end if high is None else min(end, high))
            if found >= 0:
                return _Hit(stretch, found, found + len(text), True)
        return _Hit(*self._corpus.locate(at, at + len(needle.text)), False)

    def _stitch(self, text: str) -> list[_Hit] | None:
        """Split a text into pieces that documents contain: from the beginning, the longest piece each time."""
        assert self._corpus is not None
        folded = fold(text).strip(_OUTER)
        needle, at = self._corpus.needle(folded), 0
        hits: list[_Hit] = []
        while at < len(folded):
            least = next(
                (k for k in range(LAST_PIECE, PIECE + 1) if significant_length(folded[at : at + k]) >= PIECE),
                PIECE,
            )
            low, high = at, min(at + least, len(folded))
            if high == len(folded) and (not hits or significant_length(folded[at:]) < LAST_PIECE):
                return None
            place: int | None = None
            step = least
            while low < len(folded):  # the longest piece ends in [low, high): double it while pieces are found
                found = next(self._corpus.occurrences(needle.part(at, high)), None)
                if found is None:
                    break
                place, low, step = found, high, 2 * step
                high = min(at + step, len(folded))
            if place is None:
                return None
            while high - low > 1:
                middle = (low + high) // 2
                found = next(self._corpus.occurrences(needle.part(at, middle)), None)
                if found is None:
                    high = middle
                else:
                    place, low = found, middle
            piece = folded[at:low]
            kept = len(piece) - len(piece.rstrip(_OUTER))
            hits.append(_Hit(*self._corpus.locate(place, place + len(piece) - kept), False))
            at = low
            while at < len(folded) and not _is_significant(folded[at]):
                at += 1
        return hits if len(hits) > 1 else None

    def _pairs(self, hit: _Hit, cited: list[Passage]) -> tuple[list[Pair], bool]:
        """Return the places of a hit, each with a passage containing its beginning or near it, and whether a chunk
        with it is cited. A hit in a contextual text has a place for each part of it."""
        assert self._corpus is not None
        own = self._corpus.seams.get(hit.stretch)
        if own is None:
            pair, is_cited = self._pair(hit, cited)
            return [pair], is_cited
        shown = self._corpus.merged_texts[hit.stretch].text
        pairs = []
        for part in parts(own):
            start, end = max(part.start, hit.start), min(part.end, hit.end)
            if start < end and not shown[start:end].isspace():
                pairs.append(self._context_pair(own, part.row, start - part.start, shown[start:end]))
        is_cited = (own.key, own.id, own.start) in {(passage.key, passage.id, passage.start) for passage in cited}
        return pairs or [(_unplaced(own), own)], is_cited

    def _context_pair(self, own: Passage, row: int | None, at: int, quoted: str) -> Pair:
        """Return the place of a quoted part of a contextual text: in a heading, in the table header (-1), or at an
        offset in the text (None)."""
        assert self._corpus is not None
        if row is None:
            if own.start is None or not own.has_span:
                return _unplaced(own), own
            begin, end = at, at + len(quoted)
            if own.shown_text is not None:  # a quote may go on over page furniture
                begin, end = text_span(own.text, own.shown_text, begin, end)
            return self._at(own, own.start + begin, own.start + end, None)
        text = self._lines.document(own)
        span = None if text is None else self._outlines.find(own, row, quoted, text)
        part = own.table_header if row < 0 else own.headings[row]
        if span is None and own.start is not None and own.key is not None:
            for stretch in map(self._corpus.merged_texts.__getitem__, reversed(self._stretches(own.key))):
                origin = stretch.start or 0
                span = in_text(stretch.text, max(0, own.start - origin), part, row, quoted)
                if span is not None:
                    span = origin + span[0], origin + span[1]
                    break
        return (_unplaced(own), own) if span is None else self._at(own, *span, text)

    def _at(self, own: Passage, start: int, end: int, text: str | None) -> Pair:
        """Return a place in a passage's document, by its offsets: in the passages that contain it, else in the
        text of the document."""
        assert self._corpus is not None
        for number in self._stretches(own.key):
            stretch = self._corpus.merged_texts[number]
            low, high = start - (stretch.start or 0), end - (stretch.start or 0)
            if low >= 0 and high <= len(stretch.text):
                return self._pair(_Hit(number, low, high, True), [own])[0]
        known = text is not None and own.start_byte is not None
        start_byte = self._lines.bytes_before(own, start) if known else None
        end_byte = None if start_byte is None else start_byte + utf8_size((text or "")[start:end])
        place = Place(
            (own.id,), own.document_id, own.source, start, end, start_byte, end_byte,
            provenance=None if own.tables is None else own.tables.described(start, end),
        )  # fmt: skip
        return place, own

    def _stretches(self, key: Any) -> list[int]:
        """Return the numbers of the merged texts of a document, in order of their offsets."""
        assert self._corpus is not None
        if self._documents is None:
            self._documents = defaultdict(list)
            starts = [(stretch.start, number) for number, stretch in enumerate(self._corpus.merged_texts)]
            for _, number in sorted((start, number) for start, number in starts if start is not None):
                key = self._corpus.merged_texts[number].passages[0].key
                if key is not None:
                    self._documents[key].append(number)
        return self._documents.get(key, [])

    def _pair(self, hit: _Hit, cited: list[Passage]) -> tuple[Pair, bool]:
        """Return the place of a hit, a passage containing its beginning, and whether a chunk with it is cited."""
        assert self._corpus is not None
        stretch = self._corpus.merged_texts[hit.stretch]
        holders = stretch.holders(hit.start, hit.end)
        own = {(passage.key, passage.id, passage.start) for passage in cited}
        here = [(at, p) for at, p in holders if (p.key, p.id, p.start) in own]
        is_whole = any(at <= hit.start and hit.end <= at + len(p.text) for at, p in holders)
        at, first = (here or holders)[0] if is_whole else holders[0]
        start_byte = end_byte = None
        if first.start_byte is not None:
            before = stretch.text[at : hit.start] if at <= hit.start else ""
            start_byte = first.start_byte + utf8_size(before)
            end_byte = start_byte + utf8_size(stretch.text[hit.start : hit.end])
        touched = [first] if is_whole else [p for _, p in holders]
        start, end = None, None
        if stretch.start is not None:
            start, end = stretch.start + hit.start, stretch.start + hit.end
        place = Place(
            tuple(p.id for p in touched), first.document_id, first.source, start, end, start_byte, end_byte,
            provenance=_provenance(holders, touched, start, end),
        )  # fmt: skip
        return (place, first), bool(here)


def _provenance(
    holders: Sequence[tuple[int, Passage]], touched: Sequence[Passage], start: int | None, end: int | None
) -> dict[str, Any] | None:
    """Return the provenance of a span: by the span tables of its document if a holder has them, else that of the
    touched passages, with the pages of the span."""
    if start is None or end is None:
        return together([passage.provenance for passage in touched])
    tables = next((passage.tables for _, passage in holders if passage.tables is not None), None)
    if tables is not None:
        return tables.described(start, end)
    return together([part_of(passage.provenance, *_clip(passage, start, end)) for passage in touched])


def _clip(passage: Passage, start: int, end: int) -> tuple[int, int]:
    """Return the part of a span that a passage has; the span itself if the offsets of the passage are unknown."""
    if passage.start is None or passage.end is None:
        return start, end
    return max(start, passage.start), min(end, passage.end)


def _unplaced(passage: Passage) -> Place:
    """Return a place in a passage's document without offsets."""
    return Place((passage.id,), passage.document_id, passage.source, None, None, None, None)


def _pieces(quoted: Quoted) -> list[str]:
    """Split a quote at ellipses and citations; no piece is blank."""
    pieces = [piece.strip() for part in quoted.parts for piece in _ELLIPSIS.split(part)]
    return [piece for piece in pieces if piece]


def _is_significant(character: str) -> bool:
    """Return whether a quote may not omit or change a character: whether it is not punctuation or white space."""
    return unicodedata.category(character)[0] not in "PZ" and not character.isspace()
