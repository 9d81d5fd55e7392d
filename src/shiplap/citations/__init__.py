r"""Citations of an answer, resolved to chunks and places in their documents, and verification of its quotes.

    parser.py          parses citations
    resolver.py        finds the cited chunks
    locations.py       defines a place in a document
    line_numbers.py    finds the lines of places
    quotes.py          finds the quotes of an answer and their citations
    normalization.py   defines which texts count as equal
    contexts.py        finds headings and table headers in documents
    text_index.py      indexes the chunks for the lookup of quotes
    verification.py    reaches the verdicts on quotes

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
