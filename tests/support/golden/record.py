"""The record of spans: how it is read, compared, and written anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from shiplap.chunkers.base import ALGORITHM_VERSION
from tests.support.golden.cases import Answer, Case, cases
from tests.support.golden.corpus import Group, digest, groups

PATH = Path(__file__).resolve().parents[2] / "golden" / "spans.json"

#: Hexadecimal digits of the digest of each document: enough to name those that differ.
DIGITS = 3


@dataclass(frozen=True)
class Entry:
    """Return the entry of a group in the record: a digest of all its answers, and of each the number of its spans
    with a few digits of its digest."""

    digest: str
    documents: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.digest, *self.documents])

    @staticmethod
    def read(line: str) -> Entry:
        """Return an entry from the record."""
        digest, *documents = line.split(" ")
        return Entry(digest, tuple(documents))

    @staticmethod
    def of(answers: Iterable[Answer]) -> Entry:
        """Return the entry of the answers to the documents of a group, in order."""
        found = [(len(answer), answer.digest) for answer in answers]
        whole = hashlib.blake2b(b"".join(digest for _, digest in found), digest_size=16).hexdigest()
        return Entry(whole, tuple(f"{count}.{digest.hex()[:DIGITS]}" for count, digest in found))


@dataclass(frozen=True)
class Record:
    """The algorithm version, a digest of the texts of each group, and the entry of each group by the case."""

    algorithm: int
    texts: Mapping[str, str]
    spans: Mapping[str, Mapping[str, Entry]]

    @staticmethod
    def now() -> Record:
        """Return the record of this code. Raises RuntimeError if a case cannot be run."""
        spans = {}
        for case in cases().values():
            if case.missing:
                raise RuntimeError(f"{case.name}: {case.missing}")
            spans[case.name] = {name: entry(case, groups()[name]) for name in case.groups}
        texts = {name: digest(group.documents) for name, group in groups().items()}
        return Record(ALGORITHM_VERSION, texts, spans)

    @staticmethod
    def read(path: Path | None = None) -> Record:
        """Return the record as it was written."""
        values = json.loads((path or PATH).read_text("utf-8"))
        spans = {
            case: {group: Entry.read(line) for group, line in found.items()}
            for case, found in values["spans"].items()
        }
        return Record(values["algorithm"], values["texts"], spans)

    def write(self, path: Path | None = None) -> None:
        """Write the record, a line for each group of a case."""
        spans = {
            case: {group: str(found) for group, found in entries.items()} for case, entries in self.spans.items()
        }
        values = {"algorithm": self.algorithm, "texts": self.texts, "spans": spans}
        (path or PATH).write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", "utf-8")


def entry(case: Case, group: Group) -> Entry:
    """Return the entry of a group: its texts as they stand in the corpus."""
    return Entry.of(case.answer(document.text, document, group.errors) for document in group.documents)


# ---- comparing


def difference(case: str, group: Group, before: Entry, now: Entry) -> str:
    """Return the differences of two entries that are not equal, as far as the entries have them."""
    found = [
        (document.name, old.split(".")[0], new.split(".")[0])
        for document, old, new in zip(group.documents, before.documents, now.documents, strict=False)
        if old != new
    ]
    if not found:
        return f"{case}: {group.name}: the spans of some document differ, as many as before"
    name, old, new = found[0]
    spans = f"{old} spans before, {new} now" if old != new else f"{old} spans as before, not the same"
    more = f" (the first of {len(found)} documents)" if len(found) > 1 else ""
    return f"{case}: {group.name}: {name!r} has {spans}{more}"


def differences(before: Record, now: Record) -> list[str]:
    """Return all that differs in what both records have, and what the later one lacks."""
    found = [f"the texts of {name!r} differ" for name, text in before.texts.items() if now.texts.get(name) != text]
    if found:  # so do the spans, then
        return found
    for case, entries in before.spans.items():
        for name, old in entries.items():
            new = now.spans.get(case, {}).get(name)
            if new is None:
                found.append(f"{case}: {name}: is not there any more")
            elif new != old:
                found.append(difference(case, groups()[name], old, new))
    return found


def refusal(before: Record, now: Record) -> str | None:
    """Return the reason why a record may not replace another, or None. Cases and groups may be added at any time;
    all else changes with the algorithm version only."""
    if now.algorithm > before.algorithm:
        return None
    if now.algorithm < before.algorithm:
        return f"the algorithm version is {now.algorithm}, that of the record {before.algorithm}: it only rises"
    found = differences(before, now)
    if not found:
        return None
    shown = "\n  ".join([*found[:20], *(["..."] if len(found) > 20 else [])])
    return (
        f"the spans differ from those of algorithm version {before.algorithm}:\n  {shown}\n"
        "If that is meant, raise ALGORITHM_VERSION, so that fingerprints say which chunks are out of date. "
        "If it is not, the record is right."
    )
