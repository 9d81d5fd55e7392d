"""Results of a sync and of a verification."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, final

from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.store import EmbedReport

#: The most names in each list of a report. The counts have all.
MAX_LISTED = 10_000

#: How a sync found what to write. "nothing": the target had the changes already; "first": all chunks; "changes":
#: those since the cursor; "comparison": by the ids of all rows, because the changes are not known.
Way = Literal["nothing", "first", "changes", "comparison"]


@final
@dataclass(frozen=True)
class Missing:
    """A chunk that is not in the target: its id, and the reason."""

    chunk_id: str
    reason: str


@final
@dataclass
class SyncReport:
    """A sync. As text it is one line.

    way: how it found what to write.
    written, removed: numbers of rows. Some of the removed rows may not have been there.
    embedding: what became of the chunks that had no vector, if there was a function for them.
    missing: chunks that are not in the target, since they have no vector, or the target refuses their records; at
        most 10,000 of them (`MAX_LISTED`). The next sync tries them again.
    missing_count: the number of all of them. allowed_count: of those, the chunks without a vector that
        `allow_missing` allows.
    rows, chunks: the number of rows in the target, and of chunks in the store, at the end.
    generation: that of the store which the target follows now.
    seconds: the duration.
    is_dry: whether nothing was done, and the numbers say what a sync would do.
    """

    way: Way = "nothing"
    written: int = 0
    removed: int = 0
    embedding: EmbedReport | None = None
    missing: list[Missing] = field(default_factory=list)
    missing_count: int = 0
    allowed_count: int = 0
    rows: int = 0
    chunks: int = 0
    generation: str = ""
    seconds: float = 0.0
    is_dry: bool = False

    def miss(self, chunk_id: str, reason: str, *, is_allowed: bool = False) -> None:
        """Count a chunk that is not in the target, and list it."""
        self.missing_count += 1
        self.allowed_count += is_allowed
        if len(self.missing) < MAX_LISTED:
            self.missing.append(Missing(chunk_id, reason))

    @property
    def is_complete(self) -> bool:
        """True if no chunk is missing, except for those that may be missing."""
        return self.missing_count == self.allowed_count

    @property
    def is_even(self) -> bool:
        """True if the target has as many rows as the store has chunks, except for those that are missing."""
        return self.rows == self.chunks - self.missing_count

    def facts(self) -> dict[str, Any]:
        """Return the numbers by name, for a log."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        del found["missing"], found["embedding"]
        return {**found, "embedded": self.embedded}

    @property
    def embedded(self) -> int:
        """The number of texts that got a vector."""
        return 0 if self.embedding is None else self.embedding.embedded

    def __str__(self) -> str:
        parts = [f"{self.written} written", f"{self.removed} removed", f"{self.rows} in all"]
        if self.missing_count:
            parts.insert(2, f"{self.missing_count} missing{' as allowed' if self.is_complete else ''}")
        if self.way == "comparison":
            parts.append("compared by ids")
        return f"rows: {', '.join(parts)}; {self.seconds:.2f} s"


@final
@dataclass
class SyncVerification:
    """The differences between a target and its store. As text it is one line.

    rows, chunks: the number of rows in the target, and of chunks in the store.
    missing, stale, wrong_vectors, duplicates: the names of rows (content ids, or chunk ids with that key): those
        that the target lacks; those with another text or record; those with another vector; those that it has
        twice.
    extra: the UUIDs of rows that no chunk of the store has.
    without_vector: the ids of chunks that have no vector in the store, so that no row is expected.
    counts: the number of each of them by its name; the lists have at most 10,000 names.
    is_behind: whether the store has changed since the last sync.
    is_repaired: whether the target was mended.
    """

    rows: int = 0
    chunks: int = 0
    missing: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    wrong_vectors: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    without_vector: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    is_behind: bool = False
    is_repaired: bool = False

    def find(self, what: str, name: str) -> None:
        """Count a difference, and list it."""
        self.counts[what] = self.counts.get(what, 0) + 1
        names: list[str] = getattr(self, what)
        if len(names) < MAX_LISTED:
            names.append(name)

    @property
    def is_clean(self) -> bool:
        """True if no difference was found."""
        return not self.counts

    def __str__(self) -> str:
        found = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in self.counts.items())
        behind = "; the store has changed since the last sync" if self.is_behind else ""
        repaired = ", repaired" if self.is_repaired and found else ""
        sizes = f"{counted(self.rows, 'row')}, {counted(self.chunks, 'chunk')}"
        return f"{sizes}: {found or 'no differences'}{repaired}{behind}"
