"""Documents of n and 4n whose contexts and offsets could grow faster, for test_growth.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import shiplap
from shiplap.citations import verify_quotes
from shiplap.prompt import build_prompt
from shiplap.store import Store
from shiplap.view import page

N = 6_000

LINES = "    def f(self):\n        return 'x' * 12\n\n    def g(self):\n        return 1\n\n"

#: Documents of about n characters, by name: the path, and the text. Chunks are small, so that there are many.
DOCUMENTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "code": ("x.py", lambda n: ("class Rain:\n" + LINES) * (n // 86)),
    "a long name": ("x.py", lambda n: "class " + "a" * (n // 2) + ":\n" + LINES * (n // 148)),
    "listings": ("x.md", lambda n: ("```python\nclass Rain:\n" + LINES + "```\n\nIt rains.\n\n") * (n // 111)),
    "a long title": ("x.md", lambda n: "It rains now\n" * (n // 13) + "===\n"),
    "long titles": ("x.md", lambda n: "# Hills\n\n" + f"## {'rain ' * 99}\n\nIt rains.\n" * (n // 510)),
    "a wide table": ("x.csv", lambda n: "h," * (n // 4) + "h\n" + "1,2,3,4,5,6\n" * (n // 24)),
    "tables": ("x.md", lambda n: ("| day | mm |\n|---|---|\n" + "| monday | 3 |\n" * 20 + "\n") * (n // 324)),
}


def columns_of(chunks: shiplap.Chunks) -> None:
    """Ask for each attribute of all chunks together, and of each alone."""
    for name in ("headings", "table_headers", "kinds", "contextual_texts", "context_hashes", "content_ids"):
        getattr(chunks, name)
    chunks.stats()
    for chunk in chunks:
        json.dumps(chunk.to_dict())


def shown(chunks: shiplap.Chunks) -> None:
    """Prompts, pages and quotes of the chunks."""
    build_prompt("Does it rain?", chunks)
    page(chunks)
    last = chunks[-1]
    verify_quotes(f"“It rains now” “class Rain” “rain rain rain” [doc: x, chunk: {last.id}]" * 9, chunks)


def stored(chunks: shiplap.Chunks) -> None:
    """A store that is filled, searched and read."""
    with Store(":memory:") as store:
        store.put(chunks)
        store.search("rain")
        for _ in store:
            pass


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def asked(
        path: str, make: Callable[[int], str], ask: Callable[[shiplap.Chunks], None], form: str, includes: bool
    ) -> Callable[[int], Callable[[], Any]]:
        chunker = shiplap.AdaptiveChunker(25, 4, size_includes_context=includes)

        def prepared(n: int) -> Callable[[], Any]:
            text = make(n) if form == "ASCII" else f"{make(n)}é"
            given: Any = text if form == "str" else text.encode()
            return lambda: ask(chunker.chunk(given, path=path, document_id="d", source="x"))

        return prepared

    def updated(path: str, make: Callable[[int], str], form: str) -> Callable[[int], Callable[[], Any]]:
        chunker = shiplap.AdaptiveChunker(25, 4, table=30)

        def prepared(n: int) -> Callable[[], Any]:
            text = make(n) if form == "ASCII" else f"{make(n)}é"
            old, new = (each if form == "str" else each.encode() for each in (text, f"\n{text}"))
            before = chunker.chunk(old, path=path, document_id="d")
            return lambda: columns_of(chunker.update(before, new, path=path).chunks)

        return prepared

    def headed(n: int) -> Callable[[], Any]:
        """Of a large text: counting an offset from its beginning costs more than all else that a chunk does."""
        path, make = DOCUMENTS["code"]
        chunks = shiplap.AdaptiveChunker(10, 2).chunk(f"{make(25 * n)}é".encode(), path=path)
        return lambda: chunks.headings

    found: dict[str, Callable[[int], Callable[[], Any]]] = {"headings of a large text": headed}
    for name, (path, make) in DOCUMENTS.items():
        for form in ("str", "ASCII", "UTF-8"):
            for includes in (False, True):
                found[f"{name}, columns, {form}, {includes}"] = asked(path, make, columns_of, form, includes)
            found[f"{name}, updated, {form}"] = updated(path, make, form)
        found[f"{name}, shown"] = asked(path, make, shown, "UTF-8", False)
        found[f"{name}, stored"] = asked(path, make, stored, "UTF-8", False)
    return found
