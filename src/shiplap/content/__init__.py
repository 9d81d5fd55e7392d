"""Content analysis: regions of prose, code, tables and data; definitions in code; the content type of a text."""

from typing import TYPE_CHECKING

from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.content.definition import Definition, Outline, outline
    from shiplap.content.detection import ContentType, detect_content_type
    from shiplap.content.region import BASE_KINDS as BASE_KINDS
    from shiplap.content.region import Region, Regions, regions

__all__ = [
    "ContentType",
    "Definition",
    "Outline",
    "Region",
    "Regions",
    "detect_content_type",
    "outline",
    "regions",
]

if not TYPE_CHECKING:  # else type checkers accept any name
    __getattr__, __dir__ = later(__name__, {
        "definition": "Definition Outline outline",
        "detection": "ContentType detect_content_type",
        "region": "BASE_KINDS Region Regions regions",
    })  # fmt: skip
