"""The target for answers with citations and quotes: parsing, resolving, verifying."""

from __future__ import annotations

from typing import Any

import shiplap
from shiplap.citations import ParsedAnswer, VerifiedAnswer, parse_citations, verify_quotes
from shiplap.citations.normalization import fold, folded_with_offsets
from tests.fuzz.inputs import decoded, split

NAMES = ["docs/faq.txt", "d", "a,b]", "", "docs\\faq.txt", "\u202e[doc: x"]


def citations(data: bytes) -> None:
    """Parse and verify an answer about a document: places lie in the answer and in the document, and no chunk
    has an absent quote."""
    choices, rest = split(data)
    at = choices.number(65_535) % (len(rest) + 1)
    size = choices.between(1, 300)
    overlap = choices.number(size - 1)
    name, id = choices.one_of(NAMES), choices.one_of(NAMES)
    form = choices.one_of(["Chunks", "rows"])
    has_documents, min_length = choices.flag(), 1 + choices.number(15)
    text, answer = decoded(rest[:at]), decoded(rest[at:])
    chunker = shiplap.FixedChunker(size, overlap, snap=choices.one_of([None, "sentence"]), errors="surrogatepass")
    chunks = chunker.chunk(text, document_id=id, source=name)
    given: Any = chunks if form == "Chunks" else [chunk.to_dict() for chunk in chunks]
    documents = {id: text, name: text} if has_documents else None
    parsed = parse_citations(answer, given, documents=documents)
    verified = verify_quotes(answer, given, documents=documents, min_length=min_length)
    assert parsed.text == answer and verified.citations == parsed.citations
    assert ParsedAnswer.from_json(parsed.to_json()) == parsed
    assert VerifiedAnswer.from_json(verified.to_json()) == verified
    assert len(parsed.plain) <= len(answer)
    assert len(parsed.resolved) + len(parsed.unresolved) == len(parsed.citations)
    known = {chunk.id: chunk for chunk in chunks}
    before = 0
    for citation in parsed.citations:
        assert before <= citation.start < citation.end <= len(answer)
        before = citation.end
        assert (citation.place is None) == (citation.reason is not None) == (citation.chunk is None)
        if citation.place is not None:
            cited = known[citation.place.ids[0]]
            assert (citation.place.start, citation.place.end) == (cited.start, cited.end)
    for quote in verified.quotes:
        assert 0 <= quote.start < quote.end <= len(answer)
        for place in quote.places:
            if place.start is not None and place.end is not None:
                assert 0 <= place.start < place.end <= len(text)
        if quote.verdict == "absent":
            assert not any(quote.text in chunk.text and fold(quote.text) in fold(chunk.text) for chunk in chunks)
    folded, spans = folded_with_offsets(answer)
    assert folded == fold(answer) and len(spans) == len(folded)
