"""Pages of the reference that are made from the code: the options from the chunkers, the commands from the
parser, the tables of a store.

    python docs/reference_pages.py            compare them with the code
    python docs/reference_pages.py --write    write them
"""

from __future__ import annotations

import argparse
import inspect
import pathlib
import re
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.cli.parser import Parser

FOLDER = pathlib.Path(__file__).resolve().parent / "reference"

#: What a page begins with.
NOTE = "<!-- made by docs/reference_pages.py -->\n\n"


def pages() -> dict[str, str]:
    """Return the texts of the pages by their names."""
    made = {"options.md": chunker_options(), "commands.md": commands(), "schema.md": schema()}
    return {name: NOTE + text for name, text in made.items()}


def main() -> int:
    """Run the command."""
    made = pages()
    if sys.argv[1:] == ["--write"]:
        for name, text in made.items():
            (FOLDER / name).write_text(text, "utf-8")
    differing = [name for name, text in made.items() if (FOLDER / name).read_text("utf-8") != text]
    print(
        *(
            f"docs/reference/{name} differs from the code: run docs/reference_pages.py --write"
            for name in differing
        ),
        sep="\n",
    )
    return 1 if differing else 0


def schema() -> str:
    """Return the page of the tables of a store."""
    from shiplap.store.schema import SCHEMA_VERSION, TABLES

    return (
        f"# The tables of a store\n\nA store is an SQLite file with schema {SCHEMA_VERSION} (`user_version`)."
        " A store with another schema is refused; the error says what to do. `source` is relative to the setting"
        " `root`; `headings` is a JSON list; `metadata` is a JSON object; vectors are 32-bit floats,"
        " little-endian. The table of the search index is SQLite's FTS5, and is built anew when it is out of date."
        f"\n\n```sql\n{TABLES.strip()}\n```\n"
    )


# ---- the options of chunkers

#: The first line of an option in a docstring: its names, and a text. The lines after it are indented.
OPTION = re.compile(r"^(?P<names>[a-z_]\w*(?:, [a-z_]\w*)*): (?P<text>\S.*(?:\n {4,}.*)*)", re.MULTILINE)


def default_of(option: inspect.Parameter) -> str:
    """Return the default of an option as it is written, or that it must be given."""
    return "required" if option.default is option.empty else f"`{option.default!r}`"


def chunker_options() -> str:
    """Return the page of presets and options: one table a chunker, one of the options that all share."""
    import shiplap
    from shiplap.chunkers.common import CommonOptions

    text = [
        "# Presets and options",
        "",
        "A preset is a chunker with options. `shiplap.preset(NAME, option=value)` overrides them, and so do the"
        " options of the command line (`--chunk-size 700`) and of a [configuration file](command-line.md).",
        "",
        "| preset | is |",
        "|---|---|",
    ]
    text += [f"| `{name}` | `{preset_call(config)}` |" for name, config in shiplap.presets().items()]
    text += ["", "Rules of overrides:", "", *override_rules()]
    chunkers = (
        shiplap.FixedChunker, shiplap.SentenceChunker, shiplap.RecursiveChunker, shiplap.AdaptiveChunker,
        shiplap.StableChunker, shiplap.SemanticChunker,
    )  # fmt: skip
    for kind in chunkers:
        parameters = inspect.signature(kind).parameters.values()
        own = {each.name: each for each in parameters if each.kind is not each.VAR_KEYWORD}
        meanings = documented_options(kind.__doc__ or "")
        if missing := own.keys() - meanings.keys():
            raise ValueError(f"the docstring of {kind.__name__} lacks {sorted(missing)}")
        text += ["", f"## {kind.__name__}", "", (kind.__doc__ or "").splitlines()[0], ""]
        text += ["| option | default | meaning |", "|---|---|---|"]
        anchor = kind.__name__.lower()
        text += [
            f'| <a id="{anchor}-{name}"></a>`{name}` | {default_of(each)} | {meanings[name]} |'
            for name, each in own.items()
        ]
    text += [
        "",
        "## Options of all chunkers",
        "",
        "`SentenceSplitter` has those of sentences, `errors` and `on_empty` only.",
    ]
    text += ["", "| option | default | meaning |", "|---|---|---|"]
    usual = {"tokenizer": None, "special_tokens": False, "language": None, "abbreviations": (),
             "line_breaks": "paragraph"}  # fmt: skip
    usual |= shiplap.FixedChunker().config
    text += [
        f'| <a id="{name}"></a>`{name}` | `{usual[name]!r}` | {meaning} |'
        for name, meaning in documented_options(CommonOptions.__doc__ or "").items()
    ]
    return "\n".join(text) + "\n"


def override_rules() -> list[str]:
    """Return the clauses in the docstring of the presets' module, as the lines of a list."""
    from shiplap.chunkers import presets

    clauses = re.findall(r"^(P\d+)  (\S.*(?:\n {4}.*)*)", presets.__doc__ or "", re.MULTILINE)
    return [f"- **{number}** {' '.join(rule.split())}" for number, rule in clauses]


def preset_call(config: dict[str, Any]) -> str:
    """Return the call that builds a configuration: all own options of its chunker, and the common ones that are
    not the default."""
    import shiplap
    from shiplap.chunkers.common import option_names

    chunker = shiplap.from_config(config)
    own, usual = option_names(type(chunker), common=False), type(chunker)().config
    given = {name: value for name, value in chunker.config.items() if name in own or value != usual.get(name)}
    return f"{type(chunker).__name__}({', '.join(f'{name}={value!r}' for name, value in given.items())})"


def documented_options(docstring: str) -> dict[str, str]:
    """Return the options that a docstring describes, each with its meaning as the text of a cell."""
    found = {}
    for option in OPTION.finditer(inspect.cleandoc(docstring)):
        for name in option["names"].split(", "):
            found[name] = re.sub(r"\s+", " ", option["text"]).replace("|", "\\|")
    return found


# ---- the commands


def commands() -> str:
    """Return the page of the commands, from the parser."""
    from shiplap.cli.exit_codes import FAILED, FAILURES, MEANINGS
    from shiplap.cli.parser import parser

    top: Any = parser()
    text = [
        "# Commands",
        "",
        "`shiplap COMMAND --help` prints the same, and so does the manual page, `man shiplap`. All commands have"
        " `-q` and `-v`.",
        "",
        "## Exit codes",
        "",
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {meaning} |" for code, meaning in MEANINGS.items()),
        "",
        f"Every command has exit code {FAILED} after an error: a file or a store that cannot be read or written, a"
        " missing extra, a model or a server that fails. These results have it too:",
        "",
        f"| command | result with exit code {FAILED} |",
        "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in FAILURES.items() if meaning != "none"),
    ]
    for name, command in top.commands.items():
        text += ["", f"## shiplap {name}", "", str(command.description)]
        text += ["", "```text", command.format_usage().removeprefix("usage: ").rstrip(), "```"]
        text += ["", *_options(command), "", "Examples:", "", *(f"    {line}" for line in _examples(command))]
    return "\n".join(text) + "\n"


def _options(command: Parser) -> list[str]:
    """Return the table of a command's arguments."""
    rows = ["| argument | meaning |", "|---|---|"]
    for action in command.arguments():
        if action.help == argparse.SUPPRESS or "--help" in action.option_strings:
            continue
        metavar = action.metavar or action.dest.upper()
        value = " ".join(metavar) if isinstance(metavar, tuple) else metavar
        given = "" if action.nargs == 0 else f"[{value}]" if action.nargs == "?" else f" {value}"
        names = [f"`{name}{given}`" for name in action.option_strings]
        meaning = (action.help or "") % {**vars(action), "prog": command.prog}
        anchor = f"{command.prog} {action.dest}".removeprefix("shiplap ").replace(" ", "-").replace("_", "-")
        rows.append(f"| <a id=\"{anchor}\"></a>{', '.join(names) or f'`{value}`'} | {_cell(meaning)} |")
    return rows


def _cell(text: str) -> str:
    """Escape a text for a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("\n", " ")


def _examples(command: Parser) -> list[str]:
    """Return the examples at the end of a command's help."""
    return [line.strip() for line in (command.epilog or "").splitlines() if line.strip().startswith("shiplap ")]


if __name__ == "__main__":
    sys.exit(main())
