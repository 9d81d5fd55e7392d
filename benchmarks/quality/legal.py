"""Headings of RFCs and of licences, which are the legal texts that packages ship.

    python -m benchmarks.quality.legal --rfcs FOLDER --licences FOLDER       the figures
    python -m benchmarks.quality.legal … --record FILE                       and a record of them

RFCs are those of the Debian packages `doc-rfc-std` and `doc-rfc-fyi-bcp` (in `non-free`), unpacked. In an RFC
the text is indented and a heading is not: a line at the margin after a blank line, in no header or footer of a
page, is one. So only documents count in which at most one line in MARGIN is at the margin, and one number of a
section in MARGIN is not. Licences are the files of the package `spdx` (2.5.1) of PyPI. LICENCES has a pattern
for each text that has headings on lines of their own, written by hand with the text in view. The title of the
document counts on neither side.

A heading counts as found if a region begins with its first line. Documents are in two halves by a hash of their
name; the rules were written with the development half of the RFCs in view.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.quality.halves import PARTS

LEAST, MOST = 5_000, 300_000
#: Lines of an RFC for each that is at the margin; headings of one at least.
MARGIN, MIN_HEADINGS = 20, 5
PAGE = re.compile(r"\[Page \d+\]\s*$|^(?:RFC|Internet Draft|INTERNET-DRAFT)\b.*\d{4}\s*$")

#: The headings of licences: a line of its own that is all of a pattern.
LICENCES = {
    "CC-BY-4.0": r"Section \d – .*\.|Creative Commons .*Public License|Using Creative Commons Public Licenses",
    "CC-BY-SA-4.0": r"Section \d – .*\.|Creative Commons .*Public License|Using Creative Commons Public Licenses",
    "EUPL-1.1": r"\d+\. [A-Z][^:.]*|Appendix", "EUPL-1.2": r"\d+\. ?[A-Z][^:.]*|Appendix",
    "CDDL-1.0": r"\d+\. [A-Z][^:]*\.", "CDDL-1.1": r"\d+\. [A-Z][^:]*\.",
    "CECILL-2.1": r"Article \d+ - .*|\d+\.\d+(\.\d+)? [A-ZÉ'’ ]*|Préambule|Avertissement",
    "CECILL-2.0": r"Article \d+ - .*|\d+\.\d+(\.\d+)? [A-ZÉ'’ ]*|Préambule|Avertissement",
    "Zimbra-1.3": r"\d+\. [A-Z][^:.]*", "OCLC-2.0": r"Section \d\. .*|EXHIBIT A",
    "CC-BY-3.0": r"\d\. [A-Z][^.]*|License", "CC-BY-SA-3.0": r"\d\. [A-Z][^.]*|License",
    "SISSL-1.2": r"\d+\.0 [A-Z ]*|EXHIBIT [A-Z] - .*",
    "CPAL-1.0": r"\d+\. .*|\d\.\d [A-Z][a-zA-Z]*( [A-Z][a-zA-Z]*)*\.?|EXHIBIT .*",
    "CUA-OPL-1.0": r"\d+\. .*|\d\.\d\. [A-Z][a-zA-Z]*( [A-Z][a-zA-Z]*)*\.?|EXHIBIT .*",
    "NASA-1.3": r"DEFINITIONS|GRANT OF RIGHTS|OBLIGATIONS OF RECIPIENT|.*WARRANT.*INDEMN.*|GENERAL TERMS",
    "GPL-3.0": r"\d+\. .*\.|Preamble|TERMS AND CONDITIONS|END OF TERMS AND CONDITIONS|How to Apply .*",
    "AGPL-3.0": r"\d+\. .*\.|Preamble|TERMS AND CONDITIONS|END OF TERMS AND CONDITIONS|How to Apply .*",
    "GFDL-1.3": r"\d+\. [A-Z ]*|ADDENDUM: .*", "GFDL-1.2": r"\d+\. [A-Z ]*|ADDENDUM: .*",
    "Artistic-2.0": r"Preamble|Definitions|Permissions? for .*|Distribution of .*|General Provisions"
                    r"|.* Linking.*|Items .*",
}  # fmt: skip

Headings = Counter[str]


def plain(title: str) -> str:
    """The letters and digits of a title, in small letters."""
    return "".join(filter(str.isalnum, title)).lower()


def of_rfc(text: str) -> Headings | None:
    """The headings of an RFC, or None if it is not of the form that says where they are."""
    lines = text.split("\n")
    at = next((k for k, line in enumerate(lines) if line.strip()), 0)
    while at < len(lines) and lines[at].strip():
        at += 1
    found: Headings = Counter()
    inside = margin = 0
    for k in range(at, len(lines)):
        line = lines[k]
        if "\f" in line or not line.strip() or PAGE.search(line):
            continue
        if line[0] == " ":
            inside += 1
        elif not any("\f" in each for each in lines[max(0, k - 2) : k]):
            margin += 1
            found[plain(line)] += not lines[k - 1].strip()
    indented, flush = (len(re.findall(rf"\n\n{each}\d+\.\d[\d.]*[ \t]+[A-Z]", text)) for each in ("[ \t]+", ""))
    is_fit = inside >= MARGIN * margin and found.total() >= MIN_HEADINGS and MARGIN * indented <= flush
    return +found if is_fit else None


def of_licence(text: str, pattern: str) -> Headings:
    """The headings of a licence."""
    blocks = [block.strip() for block in re.split(r"\n[ \t]*\n", text)]
    return Counter(plain(block) for block in blocks if "\n" not in block and re.fullmatch(pattern, block))


def by_regions(text: str) -> Headings:
    """The first lines of the headings, by `shiplap.regions`."""
    found = [region for region in shiplap.regions(text) if region.kind == "heading"]
    return Counter(plain(region.text.strip().split("\n")[0]) for region in found)


def documents(folder: Path, pattern: str) -> Iterator[tuple[str, str]]:
    """The names and texts of the files of a folder."""
    for path in sorted(folder.rglob(pattern)):
        if not path.is_symlink():
            data = path.read_bytes()
            data = gzip.decompress(data) if path.suffix == ".gz" else data
            yield path.name.split(".txt")[0], data.decode("utf-8", "replace")


def half_of(name: str) -> str:
    """The half that a document belongs to."""
    return PARTS[int(hashlib.md5(name.encode()).hexdigest(), 16) % 2]


def scores(given: list[tuple[Headings, Headings]]) -> dict[str, float]:
    """Precision, recall and F1 of all headings together."""
    right = sum((wanted & found).total() for wanted, found in given)
    found = sum(found.total() for _, found in given)
    wanted = sum(wanted.total() for wanted, _ in given)
    return {
        "documents": len(given), "headings": wanted,
        "precision": right / max(found, 1), "recall": right / wanted, "f1": 2 * right / (found + wanted),
    }  # fmt: skip


def main() -> None:
    parser = records.script(__doc__, "legal")
    parser.add_argument("--rfcs", type=Path)
    parser.add_argument("--licences", type=Path)
    given: argparse.Namespace = parser.parse_args()
    figures: dict[str, Any] = {}
    if given.rfcs:
        pairs: dict[str, list[tuple[Headings, Headings]]] = {part: [] for part in PARTS}
        for name, text in documents(given.rfcs, "rfc*.txt*"):
            wanted = of_rfc(text) if LEAST <= len(text) <= MOST else None
            if wanted is not None:
                pairs[half_of(name)].append((wanted, by_regions(text)))
        figures |= {f"RFCs, {part}": scores(each) for part, each in pairs.items()}
    if given.licences:
        own = []
        for name, text in documents(given.licences, "*.txt"):
            if LICENCES.get(name):
                wanted = of_licence(text, LICENCES[name])
                title = plain(text.strip().split("\n")[0])
                found = by_regions(text)
                del wanted[title], found[title]
                own.append((wanted, found))
        figures["licences"] = scores(own)
    for name, found in figures.items():
        print(name, found)
    records.write(given.record, {"legal": figures})


if __name__ == "__main__":
    main()
