"""The command that cuts documents by a configuration of an evaluation."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from shiplap.chunkers.presets import PRESETS, named_preset
from shiplap.chunkers.registry import from_config
from shiplap.errors import OptionError

#: Options of a configuration that a grid of presets changes.
VARIED = ("unit", "chunk_size", "chunk_overlap", "min_size", "max_size")

#: Options that change no chunk of a text.
_UNUSED = ("on_empty",)


def command(config: Mapping[str, Any] | None, preset: str | None, paths: Iterable[str] = ()) -> str | None:
    """Build the command line that ingests documents with a configuration; None if it needs more than the command
    line has, such as a function without a name.

    config: the configuration of a chunker; preset: the preset that it varies, if any; paths: the documents.

    >>> import shiplap
    >>> config = shiplap.SentenceChunker(900, 0.1).config
    >>> command(config, "sentence-3000", ["my docs"])
    "shiplap ingest 'my docs' --to chunks.db --preset sentence-3000 --chunk-size 900 --chunk-overlap 90"
    """
    if config is None:
        return None
    ways = [{"preset": preset, **_varied(config, preset)}] if preset in PRESETS else []
    for options in (*ways, _plain(config)):
        if _makes(options, config):
            for name in reversed(list(options)):  # without those that follow from the others
                fewer = {key: value for key, value in options.items() if key != name}
                if name not in ("preset", "chunker", "chunk_size") and _makes(fewer, config):
                    options = fewer
            flags = [word for name, value in options.items() for word in _flag(name, value)]
            return shlex.join(["shiplap", "ingest", *(tuple(paths) or ("DOCS",)), "--to", "chunks.db", *flags])
    return None


def _varied(config: Mapping[str, Any], preset: str | None) -> dict[str, Any]:
    """Return the options of a configuration that differ from those of its preset."""
    usual = named_preset(str(preset), None, {}).config
    return {name: config[name] for name in VARIED if name in config and config[name] != usual.get(name)}


def _plain(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a configuration that are numbers, texts and switches."""
    return {
        name: value
        for name, value in config.items()
        if isinstance(value, (str, int, float)) and name not in _UNUSED
    }


def _makes(options: Mapping[str, Any], config: Mapping[str, Any]) -> bool:
    """Return whether the options make a chunker of this configuration."""
    changed = dict(options)
    preset = changed.pop("preset", None)
    try:
        made = from_config(changed) if preset is None else named_preset(str(preset), None, changed)
        found = made.config
    except (OptionError, TypeError):
        return False
    return all(found.get(name) == config.get(name) for name in {*found, *config} if name not in _UNUSED)


def _flag(name: str, value: Any) -> list[str]:
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option if value else option.replace("--", "--no-", 1)]
    return [option, str(value)]
