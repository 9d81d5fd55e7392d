"""The chunkers that a command line selects for its documents."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.presets import DEFAULT_PRESET, named_preset
from shiplap.chunkers.selection import Selection, named_functions, read_configs
from shiplap.errors import OptionError, StoreError

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker

#: Options of the command line that are passed to chunkers.
OPTIONS = (
    "chunker", "chunk_size", "chunk_overlap", "min_size", "max_size", "unit", "tokenizer", "snap", "levels",
    "overlap_levels", "break_at", "headings", "key", "prose", "code", "table", "max_context",
    "size_includes_context", "parser", "content_type", "sentence_rule", "language", "min_fill", "join_rest",
    "strip_whitespace", "skip_blank", "oversize", "on_empty", "errors", "reserve", "special_tokens", "boundaries",
)  # fmt: skip

#: Escapes in a list of levels: the character after the backslash, and its meaning.
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", ",": ",", "\\": "\\"}


class Recipe:
    """The chunkers of a run, all built and checked at the start.

    A single option overrides the configuration file, which overrides the preset and its document types. Raises
    OptionError for an error in any of them.

    `is_default`: no option selects a chunker.
    """

    def __init__(self, given: argparse.Namespace) -> None:
        config = read_config(given.config) if given.config else {}
        named = config.pop("preset", None)
        self._preset: str | None = named if given.preset is None else given.preset
        self._type: str | None = given.document_type or config.pop("document_type", None)
        config.pop("document_type", None)
        types = [_pair(text) for text in getattr(given, "types", [])]
        table = config.pop("types", {})
        if not isinstance(table, Mapping):
            raise OptionError("types", table, "must be a table of patterns and document types")
        options = {name: getattr(given, name) for name in OPTIONS if getattr(given, name) is not None}
        for name in ("levels", "overlap_levels", "break_at"):
            if name in options:
                options[name] = level_list(name, options[name])
        if "break_at" in options:
            if len(options["break_at"]) > 1:
                raise OptionError("break_at", given.break_at, "must be one level")
            options["break_at"] = options["break_at"][0]
        self._is_trusted: bool = given.trust_config
        if not self._is_trusted:
            check_trust(given.config, {name: value for name, value in config.items() if name not in options})
        self._options: dict[str, Any] = {**config, **options}
        if self._preset is not None and "chunker" in self._options:
            raise OptionError("preset", self._preset, "cannot be combined with a chunker")
        for name in ("snap", "headings"):
            if self._options.get(name) == "none":
                self._options[name] = None
        self.is_default: bool = not (self._options or types or table or self._preset or self._type)
        self._selection = Selection(
            self._made(self._type), [(glob, self._made(name)) for glob, name in [*types, *table.items()]]
        )

    @property
    def configuration(self) -> str | None:
        """Return the chunkers as JSON, for `restore`; None if one of them has a function without a name."""
        try:
            return self._selection.to_json()
        except OptionError:
            return None

    def __str__(self) -> str:
        """The default chunker, and those of document types."""
        return str(self._selection)

    def restore(self, store: str, configuration: str) -> None:
        """Use the chunkers of an earlier run, from its `configuration` in a store, in place of these.

        Raises OptionError if it names a function and --trust-config is not given; StoreError if it is unusable.
        """
        reason = "the configuration that it keeps is unusable ({}); give the options of the chunker"
        try:
            default, types = read_configs(configuration)
        except ValueError as error:
            raise StoreError(store, reason.format(error)) from None
        for config in () if self._is_trusted else (default, *(config for _, config in types)):
            check_trust(store, config)
        try:
            self._selection = Selection.from_configs(default, types)
        except (OptionError, TypeError) as error:
            raise StoreError(store, reason.format(error)) from None

    @property
    def chunker(self) -> Chunker:
        """Return the chunker for documents without a specific type."""
        return self._selection.default

    def __call__(self, document_id: str) -> tuple[Chunker, str]:
        """Return a document's chunker and its fingerprint."""
        return self._selection(document_id)

    def _made(self, document_type: str | None) -> Chunker:
        options = dict(self._options)
        if "chunker" in options and self._preset is None:
            from shiplap.chunkers import from_config

            if document_type is not None:
                raise OptionError("document_type", document_type, "only presets have document types")
            return from_config(options)
        name = DEFAULT_PRESET if self._preset is None else self._preset
        return named_preset(name, document_type, options)


def level_list(option: str, text: str) -> list[str]:
    r"""Parse comma-separated levels from the command line; `\n`, `\r`, `\t`, `\,` and `\\` are escapes.

    >>> level_list("levels", r"paragraph,\n,\, ,word")
    ['paragraph', '\n', ', ', 'word']
    """
    found, letters = [""], iter(text)
    for letter in letters:
        if letter == ",":
            found.append("")
            continue
        if letter == "\\":
            letter = ESCAPES.get(next(letters, ""), "")
            if not letter:
                raise OptionError(option, text, r"a backslash must precede n, r, t, a comma or a backslash")
        found[-1] += letter
    return found


def check_trust(path: str, config: Mapping[str, Any]) -> None:
    """Raise OptionError if the options of a configuration file name a function, whose module would be imported."""
    for name, function in named_functions(config):
        rule = (
            f"{name} names the function {function!r}, and loading it runs the code of its module: give"
            " --trust-config if you trust this file as you would a program"
        )
        raise OptionError("config", path, rule)


def _pair(text: str) -> tuple[str, str]:
    glob, sign, name = text.rpartition("=")
    if not sign or not glob:
        raise OptionError("type", text, "must be GLOB=TYPE")
    return glob, name


def read_config(path: str) -> dict[str, Any]:
    """Read the options in a TOML file: `preset`, `document_type`, options of chunkers, and a table `types` that
    maps patterns to document types."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib
        except ImportError:
            raise OptionError(
                "config", path, "TOML on Python 3.10 needs the extra toml: pip install 'shiplap[toml]'"
            ) from None
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise OptionError("config", os.fspath(path), f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OptionError("config", path, f"is not TOML: {error}") from None
