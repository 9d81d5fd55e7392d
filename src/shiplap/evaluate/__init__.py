"""Evaluation: how good chunks are."""

from shiplap.evaluate.structure import (
    Definition,
    Structure,
    Table,
    definitions_of,
    fewest_chunks,
    kind_accuracy,
    structure,
    tables_of,
)

__all__ = [
    "Definition",
    "Structure",
    "Table",
    "definitions_of",
    "fewest_chunks",
    "kind_accuracy",
    "structure",
    "tables_of",
]
