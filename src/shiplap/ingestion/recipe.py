"""The chunkers that options select for the documents of a run."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.selection import Selection, named_functions, read_configs
from shiplap.errors import OptionError, StoreError
from shiplap.ingestion.given import Config, Given, differences

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker

#: Options that are passed to chunkers.
OPTIONS = (
    "chunker", "chunk_size", "chunk_overlap", "min_size", "max_size", "unit", "tokenizer", "snap", "levels",
    "overlap_levels", "break_at", "headings", "key", "prose", "code", "table", "data", "max_context",
    "size_includes_context", "parser", "content_type", "omit_furniture", "sentence_rule", "language",
    "line_breaks", "min_fill", "join_rest", "strip_whitespace", "skip_blank", "oversize", "on_empty", "errors",
    "reserve", "special_tokens", "boundaries",
)  # fmt: skip

class Recipe:
    """The chunkers of a run, all built and checked before any work: by `check`, or by `go_on`.

    `is_restored`: no option selects a chunker, and those of an earlier run are used in place of the default one.
    """

    def __init__(self, given: Given, *, is_trusted: bool = False) -> None:
        self._given = given
        self.is_restored: bool = False
        self._is_trusted = is_trusted
        self._kept: str | None = None  # the configuration that a store keeps, if it is used as it is
        self._made: Selection | None = None

    @property
    def _selection(self) -> Selection:
        if self._made is None:
            self._made = self._given.selection()
        return self._made

    def check(self) -> None:
        """Build the chunkers of the given options. Raises OptionError for an error in any of them."""
        self._made = self._given.selection()

    def go_on(self, store: str, configuration: str) -> list[str]:
        """Use the chunkers of an earlier run, from its `configuration` in a store, with the given options on top;
        a preset or a chunker among these replaces them. Returns what differs, option by option.

        Raises OptionError for options that do not fit the kept ones, and if these name a function and
        --trust-config is not given; StoreError if the configuration is unusable.
        """
        if self._given.names_chunker:
            return self._replace(configuration)
        default, types, kept = self._read_kept(store, configuration)
        if kept is None:
            self._restore(store, configuration, default, types)
            return []
        new = self._given.options
        try:
            self._given = self._given.on_top_of(kept, default)
            self.check()
        except (ArithmeticError, AttributeError, LookupError, TypeError) as error:  # edited by hand
            raise _unusable(store, error) from None
        except OptionError as error:
            raise _of_both(error, new, str(default.get("chunker"))) from None
        return differences(default, types, **self._selection.configs())

    def _replace(self, configuration: str) -> list[str]:
        """Use the given chunkers in place of those of a configuration. Returns what differs."""
        self.check()
        try:
            return differences(*read_configs(configuration), **self._selection.configs())
        except ValueError:  # what is unusable is replaced
            return []

    def _read_kept(
        self, store: str, configuration: str
    ) -> tuple[Config, Sequence[tuple[str, Config]], Given | None]:
        """Read the configuration of the default chunker, those of patterns and, if options are given now, the
        options that the chunkers were made of. Raises the errors of `go_on`."""
        try:
            default, types = read_configs(configuration)
            kept = None if self._given.is_empty else Given.from_dict(json.loads(configuration).get("given"))
        except ValueError as error:
            raise _unusable(store, error) from None
        known = [default, *(config for _, config in types), *([] if kept is None else [kept.options])]
        for config in [] if self._is_trusted else known:
            check_trust(store, {name: value for name, value in config.items() if name not in self._given.options})
        return default, types, kept

    def _restore(
        self, store: str, configuration: str, default: Config, types: Sequence[tuple[str, Config]]
    ) -> None:
        """Use the chunkers of a configuration as they are."""
        try:
            usual, self._made = self._selection, Selection.from_configs(default, types)
        except (OptionError, TypeError) as error:
            raise _unusable(store, error) from None
        self._kept, self.is_restored = configuration, self._made.configs() != usual.configs()

    @property
    def configuration(self) -> str | None:
        """Return the chunkers and the options as JSON, for `go_on`; None if one of them has a function without a
        name."""
        if self._kept is not None:
            return self._kept
        try:
            return json.dumps({**self._selection.configs(), "given": self._given.to_dict()})
        except (OptionError, TypeError):
            return None

    def __str__(self) -> str:
        """Return the default chunker, and those of document types."""
        return str(self._selection)

    @property
    def chunker(self) -> Chunker:
        """Return the chunker for documents without a specific type. Raises OptionError."""
        return self._selection.default

    def __call__(self, document_id: str) -> tuple[Chunker, str]:
        """Return a document's chunker and its fingerprint."""
        return self._selection(document_id)


def _unusable(store: str, error: Exception) -> StoreError:
    """Build the error of a configuration that cannot be used."""
    reason = f"the configuration that the store keeps is unusable ({error}); name a preset or a chunker"
    return StoreError(store, reason)


def _of_both(error: OptionError, new: Mapping[str, Any], kind: str) -> OptionError:
    """Explain an error of new options on top of kept ones, of a kind of chunker."""
    if error.option == "option" and error.value in new:
        name = str(error.value)
        rule = f"is not an option of the chunker that the store keeps ({kind}); --preset or --chunker replaces it"
        return OptionError(name, new[name], rule)
    rule = f"{error.rule}; the store keeps the other options, and --preset or --chunker replaces them"
    return OptionError(error.option, error.value, rule)


def make_given(
    options: Mapping[str, Any],
    *,
    preset: str | None = None,
    document_type: str | None = None,
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    types: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    is_trusted: bool = False,
) -> Given:
    """Put options together: a single option overrides `config`, which overrides the preset and its document types.

    config: options, or a TOML file of options. Raises OptionError.
    """
    read = dict(config) if isinstance(config, Mapping) else read_config(os.fspath(config)) if config else {}
    named = read.pop("preset", None)
    document_type = document_type or read.get("document_type")
    read.pop("document_type", None)
    table = read.pop("types", {})
    if not isinstance(table, Mapping):
        raise OptionError("types", table, "must be a table of patterns and document types")
    pairs = types.items() if isinstance(types, Mapping) else types
    if not is_trusted and config and not isinstance(config, Mapping):
        check_trust(os.fspath(config), {name: value for name, value in read.items() if name not in options})
    made = {**read, **options}
    for name in ("snap", "headings"):
        if made.get(name) == "none":
            made[name] = None
    return Given(named if preset is None else preset, document_type, made, (*pairs, *table.items()))


def check_trust(path: str, config: Mapping[str, Any]) -> None:
    """Raise OptionError if the options of a configuration file name a function, whose module would be imported."""
    for name, function in named_functions(config):
        rule = (
            f"{name} names the function {function!r}, and loading it runs the code of its module: give"
            " --trust-config if you trust this file as you would a program"
        )
        raise OptionError("config", path, rule)


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
