"""The command `doctor`: what is installed, what is missing, and where files are kept."""

from __future__ import annotations

import argparse
import functools
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any


def add(subparsers: Any) -> None:
    """Add the command to the parser."""
    from shiplap.cli.options import described

    command = subparsers.add_parser(
        "doctor",
        help="print versions, extras, tokenizers and folders of this installation",
        **described(
            "Print what a report of a fault should contain: versions, the instruction set that the compiled core"
            " uses, the extras that are installed and the command that installs each other one, tokenizers, and"
            " the folders where libraries keep files of models. Nothing is downloaded. The exit code is 1 if"
            " something that every command needs does not work.",
            "shiplap doctor",
            "shiplap doctor --json",
        ),
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Print the findings; return 1 if there is a fault."""
    from shiplap.cli.messages import print_status, show, show_json

    found = findings()
    if given.json:
        show_json(found)
    else:
        for line in lines(found, lists_all=given.verbose):
            show(line)
        for fault in found["faults"]:
            print_status(f"error: {fault}")
    return int(bool(found["faults"]))


def findings() -> dict[str, Any]:
    """Return all that the command prints, as values for JSON."""
    return {
        "versions": versions(), "instruction_set": instruction_set(), "extras": extras(),
        "tokenizers": tokenizers(), "folders": folders(), "faults": faults(),
    }  # fmt: skip


def versions() -> dict[str, str]:
    """Return the versions of shiplap, of its algorithm, and of what it runs on."""
    import sqlite3

    import numpy

    from shiplap._version import __version__
    from shiplap.chunkers.base import ALGORITHM_VERSION
    from shiplap.store.schema import SCHEMA_VERSION

    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    return {
        "shiplap": __version__,
        "algorithm": str(ALGORITHM_VERSION),
        "store schema": str(SCHEMA_VERSION),
        "Python": f"{platform.python_version()} ({'with' if gil else 'without'} a GIL)",
        "numpy": numpy.__version__,
        "SQLite": sqlite3.sqlite_version,
        "system": platform.platform(),
    }


def instruction_set() -> dict[str, Any]:
    """Return the instruction set in use, and all that this processor can run."""
    from shiplap.processor import instruction_set as used
    from shiplap.processor import instruction_sets

    return {"used": used(), "available": list(instruction_sets())}


def extras() -> dict[str, dict[str, Any]]:
    """Return each extra: whether it is installed, the versions of its libraries, and what installs it."""
    from shiplap.extras import EXTRAS, EXTRAS_OF_OLD_VERSIONS, missing_modules

    made: dict[str, tuple[str, ...]] = dict(EXTRAS)
    for name, (before, needed) in EXTRAS_OF_OLD_VERSIONS.items():
        made[name] = needed if sys.version_info < before else ()
    found = {}
    for name, modules in made.items():
        missing = missing_modules(modules)
        found[name] = {
            "is_installed": not missing, "missing": missing, "install": f"pip install 'shiplap[{name}]'",
            "versions": versions_of(modules),
        }  # fmt: skip
    return found


def versions_of(modules: tuple[str, ...]) -> dict[str, str]:
    """Return the version of the distribution of each module that is installed."""
    from importlib import metadata

    found = {}
    for module in modules:
        for name in (module.replace(".", "-"), *_distributions().get(module.partition(".")[0], ())):
            try:
                found[module] = metadata.version(name)
                break
            except metadata.PackageNotFoundError:
                continue
    return found


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    """Return the names of the distributions that have each package; this reads the lists of files of all."""
    from importlib import metadata

    return metadata.packages_distributions()


def tokenizers() -> dict[str, str]:
    """Return, for each tokenizer that has a name, the library that runs it, or why it cannot be used."""
    from shiplap.errors import OptionError
    from shiplap.extras import EXTRAS, missing_modules
    from shiplap.tokenizers import BUNDLED, get

    if EXTRAS["tokenizers"][0] not in missing_modules(EXTRAS["tokenizers"]):
        return dict.fromkeys(BUNDLED, "by bpe-openai, without a network")
    found = {}
    for name in BUNDLED:
        try:
            get(name)
        except OptionError as error:
            found[name] = error.rule
        else:
            found[name] = "by tiktoken, with data on this machine"
    return found


def folders() -> dict[str, str]:
    """Return where files are kept. shiplap has no cache of its own: vectors are in the store."""
    home = os.path.expanduser("~")
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    temporary = tempfile.gettempdir()
    hub = os.environ.get("HF_HOME") or os.path.join(cache, "huggingface")
    return {
        "shiplap": os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
        "tiktoken": os.environ.get("TIKTOKEN_CACHE_DIR") or os.environ.get("DATA_GYM_CACHE_DIR")
        or os.path.join(temporary, "data-gym-cache"),
        "Hugging Face": os.environ.get("HF_HUB_CACHE") or os.path.join(hub, "hub"),
        "fastembed": os.environ.get("FASTEMBED_CACHE_PATH") or os.path.join(temporary, "fastembed_cache"),
        "temporary": temporary,
    }  # fmt: skip


def faults() -> list[str]:
    """Return what does not work of that which every command needs: the compiled core, and SQLite with FTS5."""
    import sqlite3

    found = []
    try:
        import shiplap

        text = "It rains. It pours. " * 100
        spans = shiplap.FixedChunker(900, 120).spans(text).tolist()
        if spans != [[0, 900], [780, 1680], [1560, 2000]]:
            found.append(f"the compiled core returns wrong spans: {spans}")
    except Exception as error:  # a report of any fault is what the command is for
        found.append(f"the compiled core fails: {error!r}")
    try:
        with sqlite3.connect(":memory:") as connection:
            connection.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
        connection.close()
    except sqlite3.Error as error:
        found.append(f"the SQLite of this Python has no FTS5, which search needs: {error}")
    return found


def lines(found: dict[str, Any], *, lists_all: bool) -> Iterator[str]:
    """Yield the lines that the command prints. lists_all: with the versions of the libraries of extras."""
    wide = 30
    yield from _section("versions", found["versions"], wide)
    sets = found["instruction_set"]
    yield from _section("instruction set", {sets["used"]: f"of {', '.join(sets['available'])}"}, wide)
    shown = {}
    for name, extra in found["extras"].items():
        versions = ", ".join(f"{module} {version}" for module, version in extra["versions"].items())
        missing = f"{', '.join(extra['missing'])} missing: {extra['install']}"
        shown[name] = "installed" if extra["is_installed"] else missing
        if lists_all and versions:
            shown[name] += f" ({versions})"
    yield from _section("extras", shown, wide)
    yield from _section("tokenizers", found["tokenizers"], wide)
    yield from _section("folders", found["folders"], wide)


def _section(title: str, rows: dict[str, str], wide: int) -> Iterator[str]:
    yield title
    for name, value in rows.items():
        yield f"  {name:{wide}}{value}"
