"""Reach of an update: chunks that an edit makes new, by their text or by their context.

    python -m benchmarks.quality.reach                     all chunkers, 1,000 characters, no overlap
    python -m benchmarks.quality.reach --record [FILE]     and write the figures
    python -m benchmarks.quality.reach --documents 10      fewer documents of each kind
    python -m benchmarks.quality.reach --worst 3           and print the edits that reach farthest

Documents are files of the machine: Markdown, reStructuredText, HTML, text and source code in the folders of
Debian's documentation, of the standard library and of the installed packages. They are found at run time and not
kept. No rule was made by them. Each is measured with its name and without one.

An edit is of one class. *Anywhere*: up to 500 characters are inserted, deleted or replaced at a random offset;
what is inserted is part of another document, and may carry half a table, a heading or a bracket. *Written*: a
character, a word, a sentence or a paragraph, as `shiplap.evaluate.edits`. *Start*: a title, a marked heading, list
items, blank lines, a listing with its fences or short lines are inserted before the text. *Open*: a fence, a
comment or a string that nothing closes is inserted.

*New* are chunks whose text or context (`context_hash`) no old chunk has; *least* is how many texts any rule makes
new at least: as many as the text of the chunks that the edit touches needs. *Farthest* is the distance in
characters from the edit to the farthest end of a chunk that changed, or to a chunk with a new context.
*Structural* is an edit that changes the headings above, the kind of, or the definition around text that is more
than the chunk size away, while all decisions for the whole text are kept: a heading was renamed, inserted or
deleted, a fence was opened or closed, a definition was parted. Such an edit cannot be local.
"""

from __future__ import annotations

import random
import site
import statistics
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import shiplap
from benchmarks import records
from shiplap.chunks.update import Update
from shiplap.evaluate.edits import Edit, edits_of, effect

LIMIT = 1000
SEED = 20261125
#: Sizes of documents in bytes, and how many of each kind.
SIZES, DOCUMENTS = (8_000, 120_000), 24

#: The suffixes of each kind of document.
KINDS = {
    "Markdown": (".md",), "reStructuredText": (".rst",), "HTML": (".html",), "text": (".txt",),
    "Python": (".py",), "other code": (".js", ".c", ".h", ".ts", ".java", ".go", ".rs"),
}  # fmt: skip

#: What is inserted before a document, and what opens something that it does not close.
STARTS = {
    "title": "Notes on this text\n\n", "heading": "# Notes on this text\n\n", "lower heading": "### Notes\n\n",
    "adorned title": "Notes\n=====\n\n", "numbered heading": "1. Notes\n\nThese are new.\n\n",
    "label": "Chapter 1\n\nThis is new.\n\n", "list": "- first of all\n- then this\n- and that\n\n",
    "blank lines": "\n\n\n", "listing": "```python\nx = 1\n```\n\n",
    "short lines": "".join(f"Note {number}\n\n" for number in range(30)),
}  # fmt: skip
OPEN = {"fence": "\n\n```\n\n", "comment": "\n/* ", "string": '\n"""\n', "HTML comment": "\n<!-- "}

CHUNKERS: dict[str, shiplap.Chunker] = {
    "fixed, snap to sentences": shiplap.FixedChunker(LIMIT, 0, snap="sentence"),
    "sentence": shiplap.SentenceChunker(LIMIT, 0, max_size=LIMIT),
    "recursive": shiplap.RecursiveChunker(LIMIT, 0),
    "recursive, by sections": shiplap.RecursiveChunker(
        LIMIT, 0, levels=("section", "paragraph", "sentence", "word")
    ),
    "adaptive": shiplap.AdaptiveChunker(LIMIT, 0, unit="characters"),
    "stable, cut anew": shiplap.StableChunker(LIMIT, 0),
}
#: The chunker whose regions tell whether an edit is structural: small chunks, so that most regions begin one.
#: Headings are not shortened, so that no change of them is missed.
PROBE = shiplap.AdaptiveChunker(60, 0, unit="characters", max_context=100_000)


class Document(NamedTuple):
    """A document: its kind, the ending of its name, and its text."""

    kind: str
    suffix: str
    text: str


def folders() -> list[Path]:
    """Return the folders whose files are documents."""
    return [Path("/usr/share/doc"), Path(sysconfig.get_path("stdlib")), *map(Path, site.getsitepackages())]


def documents(count: int) -> list[Document]:
    """Return `count` documents of each kind, chosen by chance; at most one of a package."""
    found: dict[str, dict[str, list[Path]]] = {kind: {} for kind in KINDS}
    kinds = {suffix: kind for kind, suffixes in KINDS.items() for suffix in suffixes}
    for folder in folders():
        for path in sorted(folder.rglob("*")):
            kind = kinds.get(path.suffix)
            if kind and path.is_file() and SIZES[0] <= path.stat().st_size <= SIZES[1]:
                package = path.relative_to(folder).parts[0]
                found[kind].setdefault(package, []).append(path)
    chance = random.Random(SEED)
    made = []
    for kind, packages in found.items():
        for package in chance.sample(sorted(packages), len(packages)):
            path = chance.choice(packages[package])
            try:
                text = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
            made.append(Document(kind, path.suffix, text))
            if sum(document.kind == kind for document in made) == count:
                break
    return made


def edits(text: str, other: str, chance: random.Random) -> Iterator[tuple[str, Edit]]:
    """Yield edits of a text, each with its class. `other`: a text whose parts are inserted."""
    for number in range(12):
        size, start = chance.choice((1, 3, 20, 100, 500)), chance.randrange(len(text))
        begin = chance.randrange(max(1, len(other) - size))
        end = start if number % 3 == 0 else min(start + size, len(text))
        yield "anywhere", Edit(start, end, "" if number % 3 == 1 else other[begin : begin + size])
    yield from (("written", edit) for edit in edits_of(text, 12, chance))
    yield from (("start", Edit(0, 0, new)) for new in STARTS.values())
    for new in OPEN.values():
        start = text.find("\n", chance.randrange(len(text)))
        yield "open", Edit(max(start, 0), max(start, 0), new)


class Reach(NamedTuple):
    """Numbers of chunks with a new text, and with a new text or context; the farthest change of an edit; the least
    number of new texts that any rule needs."""

    texts: int
    contexts: int
    farthest: int
    least: int


def reach(update: Update, edit: Edit) -> Reach:
    """Return what an edit changed."""
    old, chunks = update.old, update.chunks
    known, contexts = set(old.content_hashes), set(old.context_hashes)
    texts = {row for row, hash in enumerate(chunks.content_hashes) if hash not in known}
    changed = {row for row, hash in enumerate(chunks.context_hashes) if hash not in contexts} | texts
    spans = chunks.spans.tolist()
    far = effect(old.text, old.spans.tolist(), edit, spans).farthest
    for row in changed:
        start, end = spans[row]
        far = max(far, start - edit.start - len(edit.text), edit.start - end)
    return Reach(len(texts), len(changed), far, least(old.spans.tolist(), edit))


def least(spans: list[list[int]], edit: Edit) -> int:
    """Return the least number of new chunks: those that take the text of the chunks that an edit touches. What is
    inserted between two chunks touches none."""
    touched = [(start, end) for start, end in spans if start < edit.end and edit.start < end]
    if edit.start == edit.end:
        touched = [(start, end) for start, end in spans if start < edit.start < end]
    kept = sum(end - start for start, end in touched) - (edit.end - edit.start) if touched else 0
    return -(-max(0, kept + len(edit.text)) // LIMIT)


def is_structural(document: Document, path: str | None, edit: Edit) -> bool:
    """Return whether the headings above, or the kind of, text far from an edit have changed."""
    old = PROBE.chunk(document.text, path=path)
    new = edit.applied(document.text)
    chunks = PROBE.update(old, new, path=path).chunks
    shift = len(new) - len(document.text)
    before = {
        tuple(span): (chunk.kind, chunk.headings, chunk.table_header)
        for span, chunk in zip(old.spans.tolist(), old, strict=True)
    }
    for (start, end), chunk in zip(chunks.spans.tolist(), chunks, strict=True):
        moved = (start, end) if end <= edit.start else (start - shift, end - shift)
        is_far = max(edit.start - end, start - edit.start - len(edit.text)) > LIMIT
        if is_far and before.get(moved, ()) not in ((), (chunk.kind, chunk.headings, chunk.table_header)):
            return True
    return False


class Row(NamedTuple):
    """One measured edit."""

    chunker: str
    kind: str
    named: bool
    edit: str
    structural: bool
    reach: Reach
    what: Edit


def measure(found: list[Document]) -> Iterator[Row]:
    """Yield a row for each document, edit and chunker."""
    for number, document in enumerate(found):
        other = found[number - 1 if number else 1].text
        for path in (f"document{document.suffix}", None):
            old = {name: chunker.chunk(document.text, path=path) for name, chunker in CHUNKERS.items()}
            for name, edit in edits(document.text, other, random.Random(SEED + number)):
                new = edit.applied(document.text)
                if not new.strip():
                    continue
                structural = is_structural(document, path, edit)
                for chunker, chunks in old.items():
                    found_here = reach(CHUNKERS[chunker].update(chunks, new, path=path), edit)
                    yield Row(chunker, document.kind, path is not None, name, structural, found_here, edit)


def figures(rows: list[Row]) -> dict[str, Any]:
    """Return the figures of some rows."""
    by_context = sorted(row.reach.contexts for row in rows)
    return {
        "edits": len(rows),
        "new_texts": round(statistics.mean(row.reach.texts for row in rows), 4),
        "least_texts": round(statistics.mean(row.reach.least for row in rows), 4),
        "most_texts": max(row.reach.texts for row in rows),
        "new": round(statistics.mean(by_context), 4),
        "most": by_context[-1],
        "over_4": sum(count > 4 for count in by_context),
        "farthest": max(row.reach.farthest for row in rows),
        "over_2000": sum(row.reach.farthest > 2 * LIMIT for row in rows),
    }


def main() -> None:
    parser = records.script(__doc__, "reach")
    parser.add_argument("--documents", type=int, default=DOCUMENTS, help="documents of each kind")
    parser.add_argument(
        "--worst", type=int, default=0, help="edits to print that are not structural and reach far"
    )
    given = parser.parse_args()
    found = documents(given.documents)
    rows = list(measure(found))
    made = []
    for chunker in CHUNKERS:
        for name in ("anywhere", "written", "start", "open"):
            for structural in (False, True):
                part = [
                    row for row in rows if (row.chunker, row.edit, row.structural) == (chunker, name, structural)
                ]
                if part:
                    made.append({"chunker": chunker, "edits_of": name, "structural": structural, **figures(part)})
                    print(made[-1], flush=True)
    for structural in (False, True):
        part = sorted((row for row in rows if row.structural == structural), key=lambda row: -row.reach.contexts)
        for row in part[: given.worst]:
            print(row)
    facts = {kind: sum(document.kind == kind for document in found) for kind in KINDS}
    size = sum(len(document.text) for document in found)
    records.write(
        given.record, {"limit": LIMIT, "seed": SEED, "documents": facts, "characters": size, "rows": made}
    )


if __name__ == "__main__":
    main()
