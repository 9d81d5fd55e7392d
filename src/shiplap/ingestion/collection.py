"""The collection in a store: the settings that an ingest leaves there for the next one.

- `root`: the folder that sources are relative to, as a real path;
- `root_beside`: the same, relative to the folder of the store's file;
- `configuration`: the chunkers that filled the store, as JSON;
- `reading`: the options of readers, as JSON, or "" for the default ones;
- `update`: "1" if changed documents are updated, else "";
- `skipped`: hashes of the files that the last run skipped (`shiplap.ingestion.skipped`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from shiplap.errors import OptionError
from shiplap.ingestion.names import Names, infer_root, within
from shiplap.ingestion.sinks.sink import Keeper
from shiplap.store.root import resolve_root, sample


class Collection:
    """The root and the configuration that a store keeps.

    keeper: the sink of the store. path: the store's file, or None for a server.
    """

    def __init__(self, keeper: Keeper[Any], path: str | None) -> None:
        self._keeper, self._path = keeper, path
        self.root: str | None = self._root()
        self.configuration: str | None = keeper.setting("configuration") or None
        self.reading: str = keeper.setting("reading") or ""
        self.update: bool = keeper.setting("update") == "1"
        self.skipped: str = keeper.setting("skipped") or ""

    def _root(self) -> str | None:
        root = self._keeper.setting("root")
        if root is None:
            return infer_root(self._keeper.sources())
        if self._path is None:
            return root
        return resolve_root(root, self._keeper.setting("root_beside"), self._path, self._sources())

    def _sources(self) -> Iterator[str | None]:
        return (source for _, source in self._keeper.sources())

    def names(self, paths: list[str], root: str | None, prefix: str) -> Names:
        """Return the rule that names the files under the paths; `root` is the one that the user gave, or None.

        Another root than the kept one re-bases the collection: its folder was moved. Raises OptionError if it was
        not: the files are still at the kept root, and the two folders contain one another, so that the same files
        would get other ids.
        """
        names = Names.choose(paths, root, self.root, prefix)
        kept, chosen = self.root, names.root
        if root is None or kept is None or chosen is None or kept == chosen:
            return names
        is_nested = within(kept, chosen) is not None or within(chosen, kept) is not None
        if is_nested and any(os.path.exists(os.path.join(kept, source)) for source in sample(self._sources())):
            rule = (
                f"the ids in the store are relative to {kept}, which was not moved; --id-prefix adds other files"
            )
            raise OptionError("root", root, rule)
        return names

    def keep(self, names: Names, configuration: str | None, reading: str, update: bool) -> None:
        """Keep the root of a run, the configuration of its chunkers (None: it cannot be kept) and of its readers,
        and whether it updates; committed on return."""
        facts = {"configuration": configuration or ""}
        if reading != self.reading:
            facts["reading"] = reading
        if update != self.update:
            facts["update"] = "1" if update else ""
        if names.root is not None:
            if self._keeper.setting("root") is None:
                self._keeper.relocate(names.root)  # sources written without a root are absolute
            facts["root"] = names.root
            if self._path is not None:
                try:
                    beside = os.path.relpath(names.root, os.path.dirname(os.path.realpath(self._path)))
                except ValueError:  # another drive
                    beside = names.root
                facts["root_beside"] = beside
        self._set(facts)

    def keep_skipped(self, text: str) -> None:
        """Keep what a run has skipped; committed on return."""
        if text != self.skipped:
            self._set({"skipped": text})

    def _set(self, facts: dict[str, str]) -> None:
        for key, value in facts.items():
            if self._keeper.setting(key) != value:
                self._keeper.set_setting(key, value)
        self._keeper.commit()
