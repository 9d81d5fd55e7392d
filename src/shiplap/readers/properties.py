"""Metadata of office files and books: Dublin Core elements, which all of them have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shiplap.readers.packages import Package

_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"

#: The names of elements in the three formats, and the names of the metadata.
_DATES = {
    f"{_TERMS}created": "created",
    f"{_TERMS}modified": "modified",
    f"{_META}creation-date": "created",
    f"{_DC}date": "modified",  # of OpenDocument
}

#: A date, with a time or without it (ISO 8601, as W3C's profile has it).
_ISO_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?")


def of_office(package: Package) -> dict[str, Any]:
    """Return the metadata of an Office Open XML file."""
    found = of_elements(package.elements(package.related("", "core-properties")))
    if "authors" in found:  # the separator that Word shows
        found["authors"] = [
            name for each in found["authors"] for part in each.split(";") if (name := part.strip())
        ]
    return found


def of_open_document(package: Package) -> dict[str, Any]:
    """Return the metadata of an OpenDocument file, whose `dc:creator` is who changed it last."""
    elements = [each for meta in package.elements("meta.xml") for each in meta]
    found = of_elements(each for each in elements if each.tag != f"{_DC}creator")
    for name in ("initial-creator", "creator"):
        texts = [(each.text or "").strip() for each in elements if each.tag.endswith(f"}}{name}")]
        if authors := list(filter(None, texts)):
            return {**found, "authors": authors}
    return found


def of_elements(elements: Iterable[Any]) -> dict[str, Any]:
    """Return the metadata that elements of Dublin Core have: title, authors, dates, language."""
    found: dict[str, Any] = {}
    for element in elements:
        text = " ".join((element.text or "").split())
        if not text:
            continue
        if element.tag == f"{_DC}creator":
            found.setdefault("authors", []).append(text)
        elif element.tag in _DATES:
            if date := iso_date(text):
                found.setdefault(_DATES[element.tag], date)
        elif element.tag in (f"{_DC}title", f"{_DC}language"):
            found.setdefault(element.tag.removeprefix(_DC), text)
    return found


def iso_date(text: str) -> str | None:
    """Return a date of ISO 8601 as it is given, None if the text is not one.

    >>> iso_date("2026-11-26T08:00:00Z"), iso_date("yesterday")
    ('2026-11-26T08:00:00Z', None)
    """
    return text if _ISO_DATE.fullmatch(text) else None
