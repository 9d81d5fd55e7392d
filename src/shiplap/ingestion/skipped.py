"""The files that the last run skipped, so that the next one need not name them again.

A store keeps them in a setting, as one hexadecimal number for each: the hash of the document id, 6 bytes, and that
of the reason, 2 bytes. If two files had equal numbers, one of them would be counted and not named.
"""

from __future__ import annotations

from hashlib import blake2b

from shiplap.ingestion.discovery import Found, Problem

#: The most files that are kept: 160 KB.
MOST = 10_000

#: Digits of a document id, and of all of a number.
ID_DIGITS, DIGITS = 12, 16


class Skipped:
    """The files that the last run skipped, and those that this run skips.

    >>> problem = Problem("a.gz", "a.gz", "skipped: gzip", failed=False)
    >>> first = Skipped("")
    >>> first.knows(problem), Skipped(first.text()).knows(problem)
    (False, True)
    """

    def __init__(self, text: str) -> None:
        numbers = (text[begin : begin + DIGITS] for begin in range(0, len(text), DIGITS))
        self._before = dict.fromkeys(numbers)
        self._now: dict[str, None] = {}

    def knows(self, problem: Problem) -> bool:
        """Return whether the last run skipped a file for the same reason; remember it for the next run."""
        if problem.failed or problem.written:
            return False
        number = _id(problem.document_id) + _digits(problem.reason, DIGITS - ID_DIGITS)
        if len(self._now) < MOST:
            self._now[number] = None
        return number in self._before

    def text(self, found: Found | None = None) -> str:
        """Return the text to keep. Files that are not among those of this run are kept if they fit in."""
        numbers = list(self._now)
        others = [number for number in self._before if number not in self._now]
        if others and found is not None:
            read = {_id(file.document_id) for file in found.files}
            others = [number for number in others if number[:ID_DIGITS] not in read]
        return "".join((numbers + others)[:MOST])


def _id(document_id: str) -> str:
    return _digits(document_id, ID_DIGITS)


def _digits(text: str, number: int) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=number // 2).hexdigest()
