"""The core and the reference are twins: the same families, files, names and order of names.

A family of the reference has its twin in the module of the same name in the core; `INSTEAD` names those that are
parts of another module. Of the functions, methods and classes of the reference at least nine in ten of a family
exist in the core under the same name, and in the same order. `MISSING` and `MOVED` list the others, each with its
reason; a name that is listed and exists, or is in order, fails too, so that the lists stay true.
"""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.cases import cases

ROOT = Path(__file__).parents[2] / "src" / "shiplap"
pytestmark = pytest.mark.skipif(not (ROOT / "_core" / "text.pxd").exists(), reason="needs the source tree")

FAMILIES = (
    "text", "boundaries", "windows", "regions", "outline", "data", "packing", "merging", "updates", "stable",
)  # fmt: skip

#: Files of the core that have the names of a file of the reference, where those named as its family do not.
INSTEAD: dict[str, list[str]] = {
    "boundaries/headings.py": ["boundaries.pyx"],
    "boundaries/lexicon.py": ["boundaries.pyx"],
    "boundaries/levels.py": ["boundaries.pxd", "boundaries.pyx", "text.pyx"],
    "boundaries/separators.py": ["boundaries.pyx"],
    "data/data.py": ["outline.pyx"],
    "data/elements.py": ["outline.pyx"],
    "data/patches.py": ["outline.pyx"],
    "data/record_starts.py": ["record_starts.py"],
    "data/records.py": ["outline.pyx"],
    "data/sections.py": ["outline.pyx"],
    "data/tree.py": ["outline.pyx"],
    "data/values.py": ["outline.pyx"],
    "data/yaml.py": ["outline.pyx"],
    "merging/splitter.py": ["windows.pyx"],
    "outline/row.py": ["outline_row.pxd"],
    "updates/differences.py": ["stable.pyx"],
    "updates/updates.py": ["stable.pyx"],
    "windows/token_edges.py": ["windows.pyx"],
}

#: Names of the core for those that another file of the reference has too: one module contains both files.
RENAMED: dict[str, str] = {
    "boundaries/leads.py::is_closing": "closes_lead_in",
    "boundaries/leads.py::is_name": "is_name_in_colons",
    "boundaries/no_headings.py::is_number": "is_number_of_label",
    "data/data.py::outline": "outline_data",
    "data/elements.py::name_end": "element_name_end",
    "data/tree.py::close": "close_node",
    "data/tree.py::line_end": "text_line_end",
    "data/values.py::clear": "clear_values",
    "data/values.py::comment_end": "value_comment_end",
    "data/values.py::next_token": "next_value_token",
}

#: Names of the reference that the core has not, and why.
MISSING: dict[str, str] = {
    "data/record_starts.py::date_end": "one pattern: PREFIX",
    "data/record_starts.py::field_key": "one pattern: FIELD",
    "data/record_starts.py::is_key_mark": "parts of the patterns PREFIX and FIELD",
    "data/record_starts.py::is_like": "parts of the patterns PREFIX and CLOCK",
    "data/record_starts.py::process_end": "one pattern: PREFIX",
    "data/record_starts.py::program_end": "one pattern: PREFIX",
    "data/record_starts.py::service_end": "one pattern: PREFIX",
    "data/record_starts.py::syslog_end": "one pattern: PREFIX",
    "boundaries/headings.py::is_flush": "counted with what else a line is: `count_line`",
    "boundaries/headings.py::is_indented": "counted with what else a line is: `count_line`",
    "boundaries/headings.py::lines_of_pieces": "no list: `count_pieces` and `count_piece` read on",
    "boundaries/levels.py::Sections": "the looks stand in the view: `is_heading` asks them",
    "boundaries/levels.py::KeepsHeadings": "a flag of the query: `parts` asks it of each boundary",
    "boundaries/levels.py::char": "a number: `is_boundary` answers at once",
    "boundaries/levels.py::standard_of": "`ends_sentence` asks for page furniture too",
    "boundaries/levels.py::standard_of_all": "a number: `is_boundary` calls `ends_sentence`",
    "boundaries/lexicon.py::lexicon": "the class Lexicon: the words are a table of csrc",
    "boundaries/lines.py::line": "the scan of csrc is exact, so no candidate is evaluated",
    "boundaries/looks.py::heading_alone": "`look_at` asks for one line first, and for two only after it",
    "boundaries/separators.py::Separator": "the class Separators: all of a plan, in each form of text",
    "boundaries/separators.py::ends": "`is_after_separator`, beside the searches for the first and the last",
    "windows/tokens.py::measure": "tokens are counted by edges, as the loop moves over them",
    "regions/drawn_tables.py::is_drawn": "`box_at` says what a character draws, if anything",
    "regions/headings.py::ends": "the next region begins there: `with_headings`, `heading_lines`",
    "regions/headings.py::line_starts": "the scan of csrc finds line ends: `find_headings`",
    "regions/html.py::tags": "a tag is handed on as soon as it is found, by `next_tag`",
    "regions/line.py::end_of_line": "the scan of csrc finds line ends",
    "regions/line.py::tag_name": "a name is compared where it lies: `tag_begin`, `tag_end`, `is_tag`",
    "regions/line_score.py::operator_score": "csrc adds up what operators say: csrc/src/line_template.h",
    "regions/omissions.py::line_ends_in": "conditions of the loop in `gap_spans`",
    "regions/output.py::Block": "regions are columns of numbers",
    "regions/plain_tables.py::has_words": "a bit of the marks of a line, which csrc finds in one pass",
    "regions/records.py::Header": "the number of records is returned, and the end of the header written",
    "regions/records.py::read": "`read_cells`, beside the structure `Cells`",
    "regions/records.py::records": "a record is handed on as soon as it is found, by `next_record`",
    "regions/regions.py::Decided": "a tuple",
    "regions/regions.py::decided_blocks": "`blocks` takes the decisions, and returns them beside the regions",
    "regions/markups.py::first_lines": "a condition of the loops over the lines",
    "regions/regions.py::signs_of": "two passes: `known_signs`, and in `grammar_by_look` what may be code",
    "regions/table_rows.py::names_start": "`rows` returns it beside the rows",
    "regions/table_rows_markup.py::asciidoc_lines": "the rows are added in a second pass, `asciidoc_rows`",
    "outline/definitions.py::line_starts": "the parser finds lines as it comes to them",
    "outline/generic.py::outline_lines": "the class Outliner reads the lines by steps: `run_lines`",
    "outline/lexer.py::tokens": "a token is handed on as soon as it is found, by `next_token` of the parser",
    "outline/outline.py::outline": "the class Outliner, which knows the words of its language",
    "outline/row.py::Row": "a structure of the generated header shiplap_outline.h",
    "outline/state.py::Found": "the same row, in the array that is returned",
    "packing/break_points.py::Region": "regions are columns: Spans, and numbers of kinds",
    "packing/pack.py::Run": "runs are columns, and `Runs` is where the loop stands in them",
    "packing/segments.py::at_percentile": "the vectors are those of numpy: chunkers/semantic.py",
    "stable/stable.py::between": "a range of the listed cuts, from `first_listed` on",
    "updates/updates.py::Kept": "a span, and its row in an array beside it",
}

#: Names that stand elsewhere in the core than their order in the reference says, and why.
MOVED: dict[str, str] = {
    **dict.fromkeys(
        [
            f"boundaries/standard.py::{name}"
            for name in ("is_digits", "is_dotted", "is_plain", "is_roman", "is_single_letter")
        ],
        "what the letters of a word tell are fields of `Traits`, which are counted last",
    ),
    "boundaries/sentences.py::gap_before": "paragraphs ask it too, and come first",
    "boundaries/sentences.py::line_ends": "the standard rule asks it, and comes first",
    "merging/splitter.py::cut": "`Windows` of the same module has a method of this name too, and comes first",
    "merging/splitter.py::split": "the search for sentences in the same module has this name too, and comes first",
    "regions/line.py::lines": "a field of `Counts`: lines are read one after the other, by `next_line`",
    "regions/line_counts.py::content": "the entry points come last",
    "regions/line_score.py::is_letter": "beside what else a byte is, before the first grammar",
}


def names_of_the_reference(path: Path) -> list[str]:
    """Return the functions, methods and classes of a file, in order; without those that are private to Python."""
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        if isinstance(node, ast.ClassDef):
            found += [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
    return [name for name in found if not name.startswith("__")]


#: What a statement that defines something in the core begins with, and the name.
DEFINED = re.compile(
    r" {0,4}(?:cp?def |def |(?=class ))(?:inline )?(?:(?:class|struct|fused) (\w+)|[^=(]*?\b(\w+)\()"
)


class Definition(NamedTuple):
    """A definition in the core: its name, whether it is a function, what is above it, and its first line."""

    name: str
    is_function: bool
    above: str
    first: str


def definitions(path: Path) -> list[Definition]:
    """Return the functions, methods, classes and structures that a file defines, in order. Declarations are
    none."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")
    found = []
    for k, line in enumerate(lines):
        match = DEFINED.match(line)
        made = re.match(r"(\w+) = type\(", line)  # a class
        if made is not None:
            found.append(Definition(made[1], False, lines[k - 1], ""))
        if match is None:
            continue
        end = k
        while lines[end].count("(") > 0 and not lines[end].rstrip().endswith((":", "nogil", "-1", "NULL", ")")):
            end += 1
        while end + 1 < len(lines) and lines[k : end + 1] and unbalanced("".join(lines[k : end + 1])):
            end += 1
        if lines[end].partition("#")[0].rstrip().endswith(":"):
            above = lines[k - 1] if k else ""
            found.append(Definition(match[1] or match[2], match[2] is not None, above, lines[end + 1].strip()))
    return found


def unbalanced(text: str) -> bool:
    """Return whether a bracket is open at the end."""
    return text.count("(") > text.count(")")


def names_of_the_core(path: Path) -> list[str]:
    """Return the names that a file defines, and then the fields of its structures."""
    if not path.exists():
        return []
    structures = re.findall(r"^cdef struct \w+:\n((?:    .*\n)+)", path.read_text("utf-8"), re.MULTILINE)
    field = r"^    (?:unsigned )?(?!unsigned )\w+ (\w+)"
    fields = [name for body in structures for name in re.findall(field, body, re.MULTILINE)]
    return [*(each.name for each in definitions(path)), *fields]


def twins(reference: str) -> list[Path]:
    """Return the files of the core that belong to a file of the reference, in order."""
    family = reference.partition("/")[0]
    named = INSTEAD.get(reference, [f"{family}.pxd", f"{family}.pyx"])
    return [ROOT / "_core" / name for name in named if (ROOT / "_core" / name).exists()]


def files(family: str) -> list[str]:
    """Return the files of the reference in a family."""
    return sorted(
        f"{family}/{path.name}" for path in (ROOT / "reference" / family).glob("*.py") if path.stem != "__init__"
    )


def longest_in_order(places: list[int]) -> set[int]:
    """Return the indexes of a longest rising subsequence."""
    best: list[tuple[int, list[int]]] = []
    for k, place in enumerate(places):
        before = max((each for each in best if each[0] < place), key=lambda each: len(each[1]), default=(0, []))
        best.append((place, [*before[1], k]))
    return set(max((each[1] for each in best), key=len, default=[]))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_file_of_the_reference_has_its_twin(family: str) -> None:
    for name in files(family):
        assert any(path.exists() for path in twins(name)), name


@pytest.mark.parametrize("family", FAMILIES)
def test_nine_in_ten_names_exist(family: str) -> None:
    count, missing = 0, []
    for name in files(family):
        core = {each for path in twins(name) for each in names_of_the_core(path)}
        for each in names_of_the_reference(ROOT / "reference" / name):
            count += 1
            if RENAMED.get(f"{name}::{each}", each) not in core:
                missing.append(f"{name}::{each}")
    assert "\n".join(sorted(missing)) == "\n".join(sorted(key for key in MISSING if key.startswith(f"{family}/")))
    assert len(missing) <= count / 10


@cases("name", [name for family in FAMILIES for name in files(family)])
def test_names_are_in_order(name: str) -> None:
    listed = [RENAMED.get(f"{name}::{each}", each) for each in names_of_the_reference(ROOT / "reference" / name)]
    moved = []
    for path in twins(name):
        core = names_of_the_core(path)
        shared = [each for each in listed if each in core]
        in_order = longest_in_order([core.index(each) for each in shared])
        moved += [f"{name}::{each}" for k, each in enumerate(shared) if k not in in_order]
    assert "\n".join(sorted(moved)) == "\n".join(sorted(key for key in MOVED if key.startswith(f"{name}::")))


@cases("name", [name for family in FAMILIES for name in files(family)])
def test_numbers_are_equal(name: str) -> None:
    """A number of the reference that the core writes down as well."""
    module = importlib.import_module("shiplap.reference." + name.removesuffix(".py").replace("/", "."))
    numbers = {key: value for key, value in vars(module).items() if key.isupper() and isinstance(value, int)}
    for path in twins(name):
        if path.exists():
            for key, value in re.findall(r"^    ([A-Z_]+) = (-?\d+)\b", path.read_text("utf-8"), re.MULTILINE):
                assert numbers.get(key, int(value)) == int(value), f"{path}: {key}"


def silent(family: str) -> list[str]:
    """Return the functions of the core that neither the reference has nor a docstring or a comment explains."""
    known = {
        each
        for other in FAMILIES
        for name in files(other)
        if any(path.stem == family for path in twins(name))
        for each in names_of_the_reference(ROOT / "reference" / name)
    }
    found = []
    for path in sorted((ROOT / "_core").glob(f"{family}.p[yx][xd]")):
        declared = path.with_suffix(".pxd").read_text("utf-8") if path.with_suffix(".pxd").exists() else ""
        for each in definitions(path):
            if not each.is_function or each.name.startswith("__") or each.name in known:
                continue
            has_comment = each.above.lstrip().startswith("#") or commented(declared, each.name)
            if not each.first.startswith('"""') and not has_comment:
                found.append(f"{path.relative_to(ROOT / '_core')}::{each.name}")
    return found


@pytest.mark.parametrize("family", [*FAMILIES, "arrow"])
def test_what_exists_in_the_core_alone_says_what_it_is(family: str) -> None:
    assert "\n".join(silent(family)) == ""


def commented(declared: str, name: str) -> bool:
    """Return whether a .pxd declares a function below a comment, or below others that share one."""
    lines = declared.split("\n")
    for k, line in enumerate(lines):
        if re.search(rf"\b{name}\(", line):
            while k > 0 and lines[k - 1].strip() and not lines[k - 1].lstrip().startswith("#"):
                k -= 1
            return k > 0 and lines[k - 1].lstrip().startswith("#")
    return False
