"""The options that select chunkers, as they were given: on a command line and in a configuration file, or earlier,
to the run that filled a store.

A store keeps the options beside the chunkers that were made of them. New options are put on top of the kept ones,
and the chunkers are made anew of both, so that defaults depend on all options together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.presets import DEFAULT_PRESET, DOCUMENT_TYPES, named_preset
from shiplap.chunkers.registry import from_config
from shiplap.chunkers.selection import Selection
from shiplap.errors import OptionError

#: The options of a chunker, and those of the chunkers of patterns.
Config = Mapping[str, Any]
Types = Iterable[tuple[str, Config]]

#: Counts that keep their ratio to `chunk_size` if only the size is given anew.
SCALED = ("chunk_overlap", "min_size", "max_size")

#: The options that may be a size with its overlap.
KINDS = ("prose", "code", "table", "data")


@dataclass(frozen=True)
class Given:
    """The options that select chunkers: a preset, or an option `chunker`, or neither; a document type of the
    preset; options of the chunker; and pairs of a pattern and a document type. Nothing is checked yet."""

    preset: str | None = None
    document_type: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    types: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether no option is given."""
        return self == Given()

    @property
    def names_chunker(self) -> bool:
        """Return whether a preset or a kind of chunker is named."""
        return self.preset is not None or "chunker" in self.options

    def selection(self) -> Selection:
        """Make the chunkers. Raises OptionError."""
        if self.preset is not None and "chunker" in self.options:
            raise OptionError("preset", self.preset, "cannot be combined with a chunker")
        types = [(glob, self._made(name)) for glob, name in self.types]
        return Selection(self._made(self.document_type), types)

    def _made(self, document_type: str | None) -> Chunker:
        if "chunker" in self.options:
            if document_type is not None:
                raise OptionError("document_type", document_type, "only presets have document types")
            return from_config(self.options)
        name = DEFAULT_PRESET if self.preset is None else self.preset
        return named_preset(name, document_type, self.options)

    def on_top_of(self, kept: Given, config: Config) -> Given:
        """Put these options on top of kept ones, which were made into a chunker of this configuration. A preset or
        a chunker replaces the kept one with all its options.

        Kept options yield to new ones as defaults do: sizes keep their ratio to a new size; a kept tokenizer is
        dropped for a unit other than tokens, and a kept unit for a new tokenizer.

        >>> kept = Given("sentence-3000", None, {"chunk_size": 500, "chunk_overlap": 50})
        >>> config = {"chunk_size": 500, "chunk_overlap": 50}
        >>> Given(options={"chunk_size": 1000}).on_top_of(kept, config).options
        {'chunk_size': 1000, 'chunk_overlap': 100}
        >>> Given(options={"chunk_overlap": 100}).on_top_of(kept, config).options
        {'chunk_size': 500, 'chunk_overlap': 100}
        """
        if self.names_chunker:
            return self
        new, options = self.options, dict(kept.options)
        if self.document_type is not None:
            options.pop("chunk_size", None)
        typed = DOCUMENT_TYPES.get(kept.preset or "", {}).get(self.document_type or "")
        size, now = config.get("chunk_size"), new.get("chunk_size", typed)
        if is_count(now) and size:
            options |= {name: options[name] * now // size for name in SCALED if is_count(options.get(name))}
            if is_count(options.get("min_size")) and is_count(options.get("max_size")):
                options["min_size"] = min(options["min_size"], (options["max_size"] + 1) // 2)
        if new.get("unit", "tokens") != "tokens":
            options.pop("tokenizer", None)
            options.pop("special_tokens", None)
        if "tokenizer" in new:
            options.pop("unit", None)
        kinds = {kind: new[kind] for kind in KINDS if kind in new}
        if "chunk_overlap" not in new:
            repeated = options.get("chunk_overlap")
            kinds = {
                kind: _with_overlap(given, options.get(kind), repeated, config.get(kind, config.get("code")))
                for kind, given in kinds.items()
            }
        globs = {glob for glob, _ in self.types}
        types = (*self.types, *(each for each in kept.types if each[0] not in globs))
        return Given(kept.preset, self.document_type or kept.document_type, {**options, **new, **kinds}, types)

    def to_dict(self) -> dict[str, Any]:
        """Return the options as JSON can have them; the default preset is named."""
        preset = self.preset if self.names_chunker else DEFAULT_PRESET
        types = [list(pair) for pair in self.types]
        return {"preset": preset, "document_type": self.document_type, "options": self.options, "types": types}

    @classmethod
    def from_dict(cls, facts: Any) -> Given:
        """Read the result of `to_dict`. Raises ValueError.

        >>> Given.from_dict(Given(types=(("*.md", "chat"),)).to_dict())
        Given(preset='adaptive', document_type=None, options={}, types=(('*.md', 'chat'),))
        """
        try:
            names = facts["preset"], facts["document_type"]
            options, types = dict(facts["options"]), tuple((glob, name) for glob, name in facts["types"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{type(error).__name__}: {error}") from None
        if not all(name is None or isinstance(name, str) for name in (*names, *sum(types, ()))):
            raise ValueError("the names must be texts")
        return cls(*names, options, types)


def is_count(value: Any) -> bool:
    """Return whether an option is a count, not a share and not missing."""
    return isinstance(value, int) and not isinstance(value, bool)


def _with_overlap(given: Any, kept: Any, repeated: Any, config: Any) -> Any:
    """Return the size of a kind of content, with the overlap that was given for the kind (in `kept`), or for all
    kinds (`repeated`), in its ratio to the size in the configuration of the kind. Without such an overlap, or with
    an overlap of its own, the size is as it is given."""
    size = given.get("chunk_size") if isinstance(given, Mapping) and "chunk_overlap" not in given else given
    own = kept.get("chunk_overlap") if isinstance(kept, Mapping) else kept[1] if isinstance(kept, list) else None
    overlap = repeated if own is None else own
    if not is_count(size) or overlap is None or not isinstance(config, Mapping):
        return given
    if is_count(overlap):
        overlap = config["chunk_overlap"] * size // config["chunk_size"]
    return {"chunk_size": size, "chunk_overlap": overlap}


def differences(old: Config, old_types: Types, *, default: Config, types: Types) -> list[str]:
    """Return the options that differ between two configurations, as `chunk_overlap 50 -> 100`; those of documents
    of a pattern after the pattern.

    >>> differences({"chunk_overlap": 50}, [], default={"chunk_overlap": 100}, types=[])
    ['chunk_overlap 50 -> 100']
    """
    found = list(_changed(old, default))
    before, now = dict(old_types), dict(types)
    for glob in dict.fromkeys((*before, *now)):
        found += [f"{glob}: {each}" for each in _changed(before.get(glob, old), now.get(glob, default))]
    return found


def _changed(old: Config, new: Config, within: str = "") -> Iterator[str]:
    for name in dict.fromkeys((*old, *new)):
        before, now = old.get(name), new.get(name)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            yield from _changed(before, now, f"{name}.")
        elif before != now:
            yield f"{within}{name} {_shown(before)} -> {_shown(now)}"


def _shown(value: Any) -> str:
    """Return the value of an option in a message."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
