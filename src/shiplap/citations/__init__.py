r"""Citations: what an answer cites, resolved to chunks and to places in their documents, and quotes checked.

    parser.py          reads citations
    resolver.py        finds their chunks
    locations.py       the place in a document that a citation resolves to
    line_numbers.py    lines of places
    quotes.py          the quoted passages of an answer, and the citations beside them
    normalization.py   which texts count as the same
    text_index.py      the index of the chunks in which quotes are looked up
    verification.py    the verdicts on quotes

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

from shiplap.citations.line_numbers import from_files
from shiplap.citations.locations import Place
from shiplap.citations.parser import Citation, ParsedAnswer, parse_citations
from shiplap.citations.verification import Quote, VerifiedAnswer, verify_quotes

__all__ = [
    "Citation", "ParsedAnswer", "Place", "Quote", "VerifiedAnswer", "from_files", "parse_citations",
    "verify_quotes",
]  # fmt: skip
