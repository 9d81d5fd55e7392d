r"""Citations: what an answer cites, resolved to chunks and to places in their documents, and quotes checked.

`parse.py` reads citations, `resolve.py` finds their chunks, `places.py` is what a place is, `lines.py` finds
lines. For quotes, `quoted.py` finds the quoted passages of an answer and what is cited beside them, `fold.py` is
what counts as the same text, `corpus.py` the index of the chunks, `verify.py` the verdicts.

>>> import shiplap
>>> text = "The old man snores.\nIt rains in the hills.\n"
>>> chunks = shiplap.chunk(text, shiplap.FixedChunker(30, 10), document_id="doc-001", source="weather.txt")
>>> answer = 'He does: "The old man snores" [doc: weather.txt, chunk: doc-001-chunk-0]. So [doc: x, chunk: y].'
>>> parsed = parse_citations(answer, chunks)
>>> [(citation.start, citation.end, citation.reason) for citation in parsed.citations]
[(30, 72, None), (77, 95, 'unknown id')]
>>> place = parsed.citations[0].place
>>> place.id, place.start, place.end, place.start_line, place.end_line
('doc-001-chunk-0', 0, 30, 1, 2)
>>> [(quote.text, quote.verdict, quote.places[0].start) for quote in verify_quotes(answer, chunks).quotes]
[('The old man snores', 'exact', 0)]
"""

from shiplap.citations.lines import from_files
from shiplap.citations.parse import Citation, ParsedAnswer, parse_citations
from shiplap.citations.places import Place
from shiplap.citations.verify import Quote, VerifiedAnswer, verify_quotes

__all__ = [
    "Citation", "ParsedAnswer", "Place", "Quote", "VerifiedAnswer", "from_files", "parse_citations",
    "verify_quotes",
]  # fmt: skip
