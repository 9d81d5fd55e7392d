"""Provenance: from a span of a text back to the page, the box, the second and the cell that it stands for.

    Document ──► span tables, checked ──► joined to the chunks' spans on access ──► chunk.pages, chunk.boxes, …

A `shiplap.Document` has the tables; this package defines and joins them. Coordinates of pages are points
(1/72 inch) from the top left corner of the page as it is displayed.
"""

from typing import TYPE_CHECKING

from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.provenance.located import Boxes, Joined
    from shiplap.provenance.places import Box, Cell
    from shiplap.provenance.provenance import Provenance
    from shiplap.provenance.span_table import SpanTable
    from shiplap.provenance.tables import TABLES

__all__ = ["TABLES", "Box", "Boxes", "Cell", "Joined", "Provenance", "SpanTable"]

if not TYPE_CHECKING:  # else type checkers accept any name
    __getattr__, __dir__ = later(__name__, {
        "located": "Boxes Joined",
        "places": "Box Cell",
        "provenance": "Provenance",
        "span_table": "SpanTable",
        "tables": "TABLES",
    })  # fmt: skip
