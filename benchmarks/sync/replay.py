"""Texts that a vector store embeds over the history of this repository's docs/ and src/, commit by commit.

    python -m benchmarks.sync.replay                  the last 500 commits
    python -m benchmarks.sync.replay --commits 50     fewer
    python -m benchmarks.sync.replay --record [FILE]  and write the figures

Each commit is ingested and synced. Counted are the texts that a model is asked for, by the files of a commit:

- *new files*: those that the commit adds; any method embeds them whole.
- *small edits*: those that the commit changes, with at most 500 characters of new text.
- *large edits*: the others; most of what is embedded is new text.

An *edit* is a run of changed lines (a hunk of `git diff --unified=0`); one that adds more text than a chunk has is
as many edits as chunks of the mean size fit into it.

*LangChain* is its indexing API (`langchain_core.indexing.index`) over its recursive splitter, in the mode
"incremental" and in the mode "scoped_full", which removes old rows at the end only. *Upserts* are chunks of that
splitter that are embedded if no row of the index has the hash of their text. The sizes are those of LangChain's
tutorial, 1,000 characters with 200 of overlap; *windows* are the same by fixed windows of that size. At the end
the vector store is compared, row by row and search by search, with one that is made at once from the same chunks,
and for chunks by content alone with that of a store that is made at once from the files.
"""

from __future__ import annotations

import hashlib
import logging
import math
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import shiplap
from benchmarks import ROOT, records
from shiplap.store import Store
from shiplap.sync import MemoryTarget, Syncer
from shiplap.vectors import HashedWords
from shiplap.vectors.embedding import PROBE

FOLDERS = ("docs", "src")
MODEL = "replay"

KINDS = ("new files", "small edits", "large edits")

#: Characters of new text of a small edit of a file, at most.
SMALL = 500

QUESTIONS = ("How is a vector store synced?", "tokens of a tokenizer", "headings of a page", "grapheme clusters",
             "def chunk(self", "What is an overlap?", "PostgreSQL", "sentence boundaries",
             "cdef inline")  # fmt: skip


class Commit(NamedTuple):
    """A commit: the contents of the files that it changes (None: removed), and its edits: the file, and the number
    of characters that a hunk adds."""

    name: str
    files: dict[str, bytes | None]
    edits: list[tuple[str, int]]


# ---- the history


def git(*command: str) -> bytes:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True).stdout


def history(number: int) -> Iterator[Commit]:
    """Yield the last commits that change the folders, the first one with all files of its tree."""
    names = git("log", "--first-parent", "--format=%H", f"-{number}", "HEAD", "--", *FOLDERS).decode().split()
    before = git("hash-object", "-t", "tree", "/dev/null").decode().strip()
    for name in reversed(names):
        yield Commit(name, dict(_files(before, name)), list(_edits(before, name)))
        before = name


def _files(before: str, name: str) -> Iterator[tuple[str, bytes | None]]:
    listed = git("diff", "--no-renames", "--name-status", "-z", before, name, "--", *FOLDERS).decode().split("\0")
    for status, path in zip(listed[::2], listed[1::2], strict=False):
        yield path, None if status == "D" else git("show", f"{name}:{path}")


def _edits(before: str, name: str) -> Iterator[tuple[str, int]]:
    """Yield the hunks of files that were there before."""
    text = git("diff", "--no-renames", "--diff-filter=M", "--unified=0", before, name, "--", *FOLDERS)
    path, added, is_open = "", 0, False
    for line in text.decode("utf-8", "replace").split("\n"):
        if line.startswith(("@@", "diff --git")):
            if is_open:
                yield path, added
            added, is_open = 0, line.startswith("@@")
        elif line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/")
        elif is_open and line.startswith("+"):
            added += len(line)
    if is_open:
        yield path, added


# ---- the methods


class Counter:
    """A model that counts the texts that it embeds, of new files and of others."""

    def __init__(self) -> None:
        self.texts = self.characters = 0
        self._embed = HashedWords(64)

    def __call__(self, texts: Sequence[str]) -> Any:
        if list(texts) != [PROBE]:
            self.texts += len(texts)
            self.characters += sum(map(len, texts))
        return self._embed(list(texts))


class Shiplap:
    """A store and a target in memory, by a chunker."""

    def __init__(self, folder: Path, chunker: shiplap.Chunker) -> None:
        self.folder, self.path, self.chunker = folder, folder.parent / "chunks.db", chunker
        self.target, self.model = MemoryTarget(), Counter()
        self.written = self.removed = 0

    def read(self, commit: Commit) -> None:
        shiplap.ingest(
            self.folder, to=self.path, root=self.folder, chunker=self.chunker, update=True, prune="all",
            no_ignore=True, embed=False,
        )  # fmt: skip
        with Store(self.path) as store:
            report = Syncer(store, self.target, model=MODEL, embed=self.model).run()
        self.written += report.written
        self.removed += report.removed

    def known(self) -> set[str]:
        """Return the files that are ingested."""
        with Store(self.path) as store:
            return {document_id for document_id, _ in store.sources()}

    def equal(self) -> dict[str, bool]:
        """Compare the target with one that is made at once, and the searches in both."""
        with Store(self.path) as store, Store(":memory:") as fresh:
            whole = MemoryTarget()
            Syncer(store, whole, model=MODEL).run()
            is_clean = Syncer(store, self.target, model=MODEL).verify().is_clean
            found = {"rows": _rows(self.target) == _rows(whole), "verified": is_clean}
            pairs = ((_nearest(self.target, each), _nearest(whole, each)) for each in QUESTIONS)
            found["vector search"] = all(ours == theirs for ours, theirs in pairs)
            if isinstance(self.chunker, shiplap.StableChunker):
                for document in store.documents():
                    text = (self.folder / document.document_id).read_bytes()
                    fresh.put(self.chunker.chunk(text, document_id=document.document_id))
                found["ids of a store made at once"] = _ids(store) == _ids(fresh)
                found["search of a store made at once"] = all(
                    _words(store, each) == _words(fresh, each) for each in QUESTIONS
                )
        return found


def _rows(target: MemoryTarget) -> dict[Any, Any]:
    return {id: (record, vector.tobytes()) for id, (record, vector) in target.rows.items()}


def _nearest(target: MemoryTarget, question: str) -> list[str]:
    """Return the ids of the ten rows that are nearest to a question; those of equal texts in order."""
    (query,) = HashedWords(64)([question])
    found = [(-float(vector @ query), record["content_id"]) for record, vector in target.rows.values()]
    return [name for _, name in sorted(found)[:10]]


def _ids(store: Store) -> set[str | None]:
    return {chunk.content_id for chunk in store}


def _words(store: Store, question: str) -> list[tuple[float, str]]:
    """Return the scores and ids of the chunks that a search finds, equal scores in the order of their ids."""
    return sorted((round(hit.score, 9), hit.id) for hit in store.search(question, 10, match="any"))


class LangChain:
    """LangChain's indexing API over its recursive splitter."""

    def __init__(self, cleanup: Any) -> None:
        from langchain_core.embeddings import Embeddings
        from langchain_core.indexing import InMemoryRecordManager
        from langchain_core.vectorstores import InMemoryVectorStore

        self.model = model = Counter()

        class Embedding(Embeddings):  # type: ignore[misc]
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [[float(len(each))] for each in model(texts)]

            def embed_query(self, text: str) -> list[float]:
                return self.embed_documents([text])[0]

        self.split, self.cleanup = splitter(), cleanup
        self.rows = InMemoryVectorStore(Embedding())
        self.keys = InMemoryRecordManager("replay")
        self.keys.create_schema()

    def read(self, commit: Commit, known: set[str]) -> None:
        from langchain_core.documents import Document
        from langchain_core.indexing import index

        documents = []
        for path, data in commit.files.items():
            if data is None:
                keys = self.keys.list_keys(group_ids=[path])
                self.rows.delete(keys)
                self.keys.delete_keys(keys)
            elif path in known:
                documents += [Document(text, metadata={"source": path}) for text in self.split(data.decode())]
        index(
            documents, self.keys, self.rows, cleanup=self.cleanup, source_id_key="source", key_encoder="blake2b"
        )


class Upserts:
    """Rows by the hash of their text: a text is embedded if no row has its hash."""

    def __init__(self, split: Any) -> None:
        self.model, self.split = Counter(), split
        self.rows: dict[str, set[bytes]] = {}

    def read(self, commit: Commit, known: set[str]) -> None:
        have = set().union(*self.rows.values())
        new: dict[bytes, str] = {}
        for path, data in commit.files.items():
            if data is None or path not in known:
                self.rows.pop(path, None)
                continue
            hashes = {hashlib.sha256(text.encode()).digest(): text for text in self.split(data.decode())}
            new |= {name: text for name, text in hashes.items() if name not in have}
            self.rows[path] = set(hashes)
        if new:
            self.model(list(new.values()))


def splitter() -> Any:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200).split_text


# ---- the replay


def replay(commits: list[Commit], chunker: shiplap.Chunker) -> dict[str, Any]:
    """Replay commits with a chunker, and with the other methods."""
    logging.getLogger("langchain_core").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "files")
        ours = Shiplap(folder, chunker)
        others: dict[str, Any] = {
            "LangChain, incremental": LangChain("incremental"),
            "LangChain, scoped_full": LangChain("scoped_full"),
            "upserts": Upserts(splitter()),
            "upserts, windows": Upserts(lambda text: shiplap.chunk(text, "fixed-1000").texts),
        }
        embedded = {name: dict.fromkeys(KINDS, 0) for name in ("shiplap", *others)}
        edits: dict[str, list[int]] = {kind: [] for kind in KINDS}
        known: set[str] = set()
        seconds = 0.0
        for commit in commits:
            for kind in KINDS:
                part = {path: data for path, data in commit.files.items() if _kind(commit, path, known) == kind}
                if not part:
                    continue
                step = commit._replace(files=part)
                _write(folder, step)
                begun, texts = time.perf_counter(), ours.model.texts
                ours.read(step)
                seconds += time.perf_counter() - begun
                embedded["shiplap"][kind] += ours.model.texts - texts
                now = ours.known()
                for name, other in others.items():
                    texts = other.model.texts
                    other.read(step, now)
                    embedded[name][kind] += other.model.texts - texts
                edits[kind] += [added for path, added in commit.edits if path in part and path in now]
                known |= now & set(part)
            known &= ours.known()
        return {
            "commits": len(commits), "rows written": ours.written, "rows removed": ours.removed,
            "seconds": round(seconds, 1), "embedded": embedded, **_ratios(ours, embedded, edits),
            "equal": ours.equal(),
        }  # fmt: skip


def _kind(commit: Commit, path: str, known: set[str]) -> str:
    """Return what a commit does to a file: one of KINDS. A removed file is a small edit."""
    if path not in known:
        return "new files"
    return "small edits" if sum(added for name, added in commit.edits if name == path) <= SMALL else "large edits"


def _ratios(ours: Shiplap, embedded: dict[str, dict[str, int]], edits: dict[str, list[int]]) -> dict[str, Any]:
    """Return the number of edits, and of texts for each of them."""
    with Store(ours.path) as store:
        mean = float(np.mean([len(chunk) for chunk in store]))
        chunks = store.totals()["chunks"]
    found: dict[str, Any] = {"chunks": chunks, "mean chunk": round(mean)}
    numbers = {kind: sum(max(1, math.ceil(added / mean)) for added in edits[kind]) for kind in KINDS[1:]}
    found["hunks"] = {kind: len(edits[kind]) for kind in KINDS[1:]}
    found["edits"] = numbers
    found["embedded per edit"] = {
        name: {
            **{kind: round(each[kind] / max(numbers[kind], 1), 3) for kind in KINDS[1:]},
            "all": round(sum(each[kind] for kind in KINDS[1:]) / max(sum(numbers.values()), 1), 3),
        }
        for name, each in embedded.items()
    }
    return found


def _write(folder: Path, commit: Commit) -> None:
    """Write the files of a commit."""
    for path, data in commit.files.items():
        file = folder / path
        if data is None:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


CHUNKERS: dict[str, shiplap.Chunker] = {
    "adaptive": shiplap.preset("adaptive"),
    "recursive": shiplap.RecursiveChunker(1000, 0),
    "stable": shiplap.StableChunker(1000, 0),
}


def main() -> None:
    parser = records.script(__doc__, "replay")
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--chunkers", nargs="*", default=list(CHUNKERS), choices=list(CHUNKERS))
    given = parser.parse_args()
    commits = list(history(given.commits))
    cases = {}
    for name in given.chunkers:
        cases[name] = replay(commits, CHUNKERS[name])
        for key, value in cases[name].items():
            print(f"{name}: {key}: {value}")
    records.write(given.record, {"what": "texts embedded over the history of docs/ and src/", "cases": cases})


if __name__ == "__main__":
    main()
