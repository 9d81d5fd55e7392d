"""A chunker for each document: a default one, and others for patterns of document ids."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.registry import from_config


class Selection:
    """Chunkers with their fingerprints. Called with a document id, it returns those of the document: of the first
    pattern that matches the whole id or the file name, else the default ones.

    >>> from shiplap import FixedChunker
    >>> chosen = Selection(FixedChunker(900), [("*.md", FixedChunker(300))])
    >>> chosen("docs/a.md")[0].config["chunk_size"], chosen("a.txt")[0].config["chunk_size"]
    (300, 900)
    >>> Selection.from_configs(*read_configs(json.dumps(chosen.configs())))("a.md") == chosen("a.md")
    True
    """

    def __init__(self, default: Chunker, types: Sequence[tuple[str, Chunker]] = ()) -> None:
        self._default = default, default.fingerprint
        self._types = [(glob, (chunker, chunker.fingerprint)) for glob, chunker in types]

    @classmethod
    def from_configs(cls, default: Mapping[str, Any], types: Sequence[tuple[str, Mapping[str, Any]]]) -> Selection:
        """Build the chunkers from their configurations. Raises OptionError."""
        return cls(from_config(default), [(glob, from_config(config)) for glob, config in types])

    def configs(self) -> dict[str, Any]:
        """Return the configurations, for `read_configs` as JSON. Raises OptionError for unnamed functions."""
        types = [[glob, chunker.config] for glob, chunker in self.types]
        return {"default": self._default[0].config, "types": types}

    @property
    def default(self) -> Chunker:
        """The chunker of documents that no pattern matches."""
        return self._default[0]

    @property
    def types(self) -> list[tuple[str, Chunker]]:
        """The patterns and their chunkers."""
        return [(glob, chunker) for glob, (chunker, _) in self._types]

    def __call__(self, document_id: str) -> tuple[Chunker, str]:
        """Return a document's chunker and its fingerprint."""
        for glob, made in self._types:
            if matches(document_id, glob):
                return made
        return self._default

    def __str__(self) -> str:
        """Return the default chunker, and those of the patterns."""
        found = repr(self._default[0])
        return found + "".join(f"; {glob}: {chunker!r}" for glob, (chunker, _) in self._types)


def matches(path: str, glob: str) -> bool:
    """Return whether a document id or a path with slashes, or its last part, matches a pattern of the shell.

    >>> matches("mail/rain.msg", "*.msg"), matches("mail/rain.msg", "mail/*"), matches("rain.msg", "mail/*")
    (True, True, False)
    """
    return fnmatchcase(path, glob) or fnmatchcase(path.rpartition("/")[2], glob)


def read_configs(text: str) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
    """Read the configurations in the JSON of a Selection: the default one, and those of patterns. Nothing is built
    or imported. Raises ValueError."""
    try:
        facts = json.loads(text)
        default, types = facts["default"], [(str(glob), config) for glob, config in facts["types"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    if not all(isinstance(config, dict) for config in (default, *(config for _, config in types))):
        raise ValueError("a configuration is no object")
    return default, types


def named_functions(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the options of a configuration that name functions, with the names. Building the chunker imports the
    modules, which runs their code.

    >>> list(named_functions({"boundaries": "my:find", "levels": ["word", ["function", "my:cut"]]}))
    [('boundaries', 'my:find'), ('levels', 'my:cut')]
    """
    for option, value in config.items():
        if option in ("boundaries", "embed") and isinstance(value, str) and value != "hashed":
            yield option, value
        elif option == "tokenizer" and isinstance(value, str):
            if ":" in value and not os.path.exists(value):
                yield option, value
        elif option in ("levels", "overlap_levels", "break_at") and isinstance(value, list):
            for level in [value] if option == "break_at" else value:
                if isinstance(level, list) and level[:1] == ["function"]:
                    yield option, str(level[1:2] and level[1])
