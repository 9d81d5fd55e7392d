"""Drawn and damaged documents of data against other parsers: leaves, key paths, limits.

    python -m benchmarks.quality.data_fuzz                        100,000 documents
    python -m benchmarks.quality.data_fuzz --documents 2000       fewer
    python -m benchmarks.quality.data_fuzz --formats yaml,xml     some formats
    python -m benchmarks.quality.data_fuzz --record               the figures as JSON too

The documents are made at run time with fixed seeds; a fifth of them are damaged: marks are inserted, removed and
repeated. Another parser reads each document: orjson, PyYAML, tomllib, configparser, lxml. Where it finds no error,
its leaves are those of the outline: in order, each with its path (and in JSON with its value). For each document:

lost    characters that no chunk has, in order; for JSON, also leaves that the outline does not have
over    chunks over the limit
cut     leaves that fit the limit and that a chunk ends inside; escapes of a string that one does
paths   leaves and chunks with a path that is not that of the other parser
"""

from __future__ import annotations

import configparser
import json
import random
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import orjson
import tomllib
import yaml
from lxml import etree

import shiplap
from benchmarks import records
from shiplap._core.outline import outline_data
from shiplap._core.text import Text
from shiplap._data.code_languages import ELEMENT
from shiplap.content.data_outline import key_name

DOCUMENTS = 100_000

#: Kinds of mistakes.
MISTAKES = ("lost", "over", "cut", "paths")

#: Limits in characters.
LIMITS = (16, 40, 100, 300, 1024)

KEYS = (
    "a", "id", "name", "x-y", "b.c", "servers", "é", "漢字", "two words", "it's", "k1", "_", "0", "true",
    "null", "on",
    "a/b", "$ref", "@type", "#c",
)  # fmt: skip
ODD_KEYS = ('q"q', "a\\b", "a: b", "{x}", "[0]", "a,b", "", "- d", "e #f", "<<", "a=b", "tab\there", "new\nline")
SCALARS: tuple[Any, ...] = (
    0,
    -1,
    12,
    1.5,
    1e300,
    True,
    False,
    "",
    "a",
    "10:30",
    "yes",
    "2024-05-01",
    "x: y",
    "# no",
)
STRINGS = (
    "a, b: [c]", 'q"\\', "é\n漢\t😀", "It is. So.", "{", "]}", "C:\\new", "'", "''", '"', "a # b", "- e", "http://a/b?c=1&d=2",
    "line one\nline two\n", "  indented\n    more\nless\n", "\u2028", "<b>bold</b> & more", "\x7f\x85", "a\\u00e9",
    "---", "...",
    "| no", "> no", "& a", "* b", "%", "trailing ", "\ttab", "It rains. It pours, they say. The pump draws water.",
)  # fmt: skip

Leaf = tuple[tuple[str, ...], Any]


class Case:
    """A document, its format, and its leaves as another parser finds them, or None where that finds an error.

    leaves: the paths of the leaves, in order. at: where each begins, if the parser says so.
    """

    def __init__(self, text: str, name: str, leaves: list[Leaf] | None, at: list[int] | None = None) -> None:
        self.text, self.name, self.leaves, self.at = text, name, leaves, at


# ---- what is drawn


def key(draw: random.Random, odd: float = 0.1) -> str:
    found = draw.choice(ODD_KEYS if draw.random() < odd else KEYS)
    return found if draw.random() < 0.6 else f"{found}{draw.randrange(30)}"


def string(draw: random.Random) -> str:
    found = draw.choice(STRINGS)
    return found * draw.randrange(1, 30) if draw.random() < 0.15 else found


def value(draw: random.Random, depth: int, odd: float = 0.1) -> Any:
    """Return a value of JSON."""
    kind = draw.random()
    if depth == 0 or kind < 0.4:
        return string(draw) if draw.random() < 0.4 else draw.choice(SCALARS)
    count = draw.choice((0, 1, 2, 3, 5, 8))
    if kind < 0.75:
        return {key(draw, odd): value(draw, depth - 1, odd) for _ in range(count)}
    return [value(draw, depth - 1, odd) for _ in range(count)]


def damaged(draw: random.Random, text: str, marks: str) -> str:
    """Return the text with a few changes."""
    for _ in range(draw.randrange(1, 5)):
        at = draw.randrange(len(text) + 1)
        kind = draw.randrange(4)
        if kind == 0:
            text = text[:at] + draw.choice(marks) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + draw.randrange(1, 4) :]
        elif kind == 2:
            other = draw.randrange(len(text) + 1)
            text = text[:at] + text[other : other + draw.randrange(40)] + text[at:]
        else:
            text = text[:at]
    return text


def leaves_of(found: Any, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """Yield the leaves of a value, in order, each with its path; pairs stand for an object."""
    if isinstance(found, (dict, Pairs)) and found:
        for name, each in found.items():
            yield from leaves_of(each, (*path, name))
    elif isinstance(found, list) and found:
        for number, each in enumerate(found):
            yield from leaves_of(each, (*path, str(number)))
    else:
        yield path, {} if isinstance(found, Pairs) else found


class Pairs(list[tuple[str, Any]]):
    """The members of an object, with those that have one name."""

    def items(self) -> Iterator[tuple[str, Any]]:
        return iter(self)


# ---- the formats


def json_case(draw: random.Random) -> Case:
    found = value(draw, draw.randrange(1, 6))
    if not isinstance(found, (dict, list)):
        found = [found]
    text = json.dumps(
        found, indent=draw.choice((None, None, 0, 1, 2, 4, "\t")), ensure_ascii=draw.random() < 0.5,
        separators=draw.choice((None, (",", ":"), (" , ", " : "), (",\n", ":\n "))),
    )  # fmt: skip
    if draw.random() < 0.2:
        text = text.replace("\n", "\r\n")
    if draw.random() < 0.2:
        text = damaged(draw, text, '{}[],:"\\ \n1a')
    return Case(text, "json", json_leaves([text]))


def json_leaves(texts: list[str], are_lines: bool = False) -> list[Leaf] | None:
    """Return the leaves that orjson finds; of lines, each with the number of the line."""
    found: list[Leaf] = []
    for number, text in enumerate(texts):
        try:
            orjson.loads(text)
            read = json.loads(text, object_pairs_hook=Pairs)
        except ValueError:
            return None
        if not isinstance(read, list):  # one value, or values on lines, begin with a bracket
            return None
        found.extend(leaves_of(read, (str(number),) if are_lines else ()))
    return found


def lines_case(draw: random.Random) -> Case:
    made = []
    for _ in range(draw.randrange(2, 12)):
        found = value(draw, draw.randrange(1, 4))
        made.append(
            json.dumps(
                found if isinstance(found, (dict, list)) else {"k": found}, ensure_ascii=draw.random() < 0.5
            )
        )
    text = draw.choice(("\n", "\n", "\r\n", "\n\n")).join(made)
    if draw.random() < 0.2:
        return Case(damaged(draw, text, '{}[],:"\\ \n1a'), "json", None)
    return Case(text, "json", json_leaves(made, True))


def yaml_case(draw: random.Random) -> Case:
    found = value(draw, draw.randrange(1, 5), 0.05)
    if not isinstance(found, (dict, list)) or not found:
        found = {key(draw, 0): found, key(draw, 0): 1}
    text = yaml.dump(
        found, Dumper=yaml.SafeDumper, sort_keys=False, default_flow_style=draw.choice((False, False, None, True)),
        width=draw.choice((20, 80, 1000)), indent=draw.choice((2, 2, 3, 4)), allow_unicode=draw.random() < 0.7,
        default_style=draw.choice((None, None, None, '"', "'", "|")), explicit_start=draw.random() < 0.2,
        line_break=draw.choice((None, None, "\r\n")),
    )  # fmt: skip
    if draw.random() < 0.2:
        text = damaged(draw, text, "-:[]{}'\"#|> \n")
    return Case(text, "yaml", *yaml_leaves(text))


def yaml_leaves(text: str) -> tuple[list[Leaf] | None, list[int] | None]:
    """Return the leaves that PyYAML finds, and where each begins."""
    found: list[tuple[int, tuple[str, ...]]] = []
    seen: set[int] = set()
    # line ends in YAML 1.1, and not in 1.2; tags that PyYAML takes and YAML does not allow
    if any(char in text for char in "\x85\u2028\u2029") or re.search(r"!!\w*[^\w\s]", text):
        return None, None
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, TypeError, IndexError):
        return None, None

    def walk(node: Any, path: tuple[str, ...]) -> bool:
        if id(node) in seen:  # an alias
            return True
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            for name, each in node.value:
                if not isinstance(name, yaml.ScalarNode) or name.style in ("|", ">"):
                    return False
                if name.start_mark.line != name.end_mark.line or text[: name.start_mark.index].rstrip(
                    " "
                ).endswith("?"):
                    return False
                if not walk(each, (*path, name.value)):
                    return False
        elif isinstance(node, yaml.SequenceNode):
            for number, each in enumerate(node.value):
                if not walk(each, (*path, str(number))):
                    return False
        elif node.end_mark.index > node.start_mark.index:
            low = text.rfind("\n", 0, node.start_mark.index) + 1
            lines = text[node.start_mark.index : node.end_mark.index].split("\n")[1:]
            if node.style in ("'", '"') and min(map(margin, filter(str.strip, lines)), default=99) <= margin(
                text[low:]
            ):
                return False  # PyYAML takes it though it is not indented
            found.append((node.start_mark.index, path))
        return True

    for number, document in enumerate(documents):
        if document is not None and not walk(document, (str(number),) if len(documents) > 1 else ()):
            return None, None
    found.sort()
    return [(path, None) for _, path in found], [at for at, _ in found]


def margin(line: str) -> int:
    """Return the spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def toml_case(draw: random.Random) -> Case:
    lines: list[str] = []
    for _ in range(draw.randrange(4)):
        lines += toml_key(draw)
    used = set()
    names = [
        ".".join(draw.choice(("a", "b-c", "d1", '"e f"', "g")) for _ in range(draw.randrange(1, 4)))
        for _ in range(draw.randrange(6))
    ]
    for name in sorted(names):  # the parts of a list behind it: apart, they have no number in their path
        is_list = draw.random() < 0.3
        if draw.random() < 0.2:
            lines.append("# It is. So.")
        for _ in range(draw.randrange(1, 4) if is_list else 1):
            if not is_list and name in used:
                continue
            used.add(name)
            lines.append(f"[[{name}]]" if is_list else f"[{name}]" + draw.choice(("", "  # c")))
            for _ in range(draw.randrange(4)):
                lines += toml_key(draw)
            if draw.random() < 0.3:
                lines.append("")
    text = draw.choice(("\n", "\n", "\r\n")).join(lines) + "\n"
    if draw.random() < 0.2:
        text = damaged(draw, text, "[]='\"#,\n{}.")
    return Case(text, "toml", toml_leaves(text))


def toml_key(draw: random.Random) -> list[str]:
    """Return a key with its value, in one line or several."""
    name = f"k{draw.randrange(10_000)}" + draw.choice(("", "", "-x", ".sub"))
    if draw.random() < 0.2:
        name = json.dumps(name + draw.choice((" y", "é", "=z")), ensure_ascii=False)
    kind = draw.randrange(8)
    if kind == 0:
        return [f'{name} = """', *draw.choice((["It is. So."], ["[no]", "x = 1"], ["", '"a"'])), '"""']
    if kind == 1:
        return [f"{name} = '''{draw.choice(('a', '# b', '=', chr(34)))}'''"]
    if kind == 2:
        return [f"{name} = [", *(f"  {toml_value(draw)}," for _ in range(draw.randrange(4))), "]"]
    if kind == 3:
        return [f'{name} = {{ a = {toml_value(draw)}, "b c" = [{toml_value(draw)}, {toml_value(draw)}] }}']
    return [f"{name}{draw.choice((' = ', '=', '  =  '))}{toml_value(draw)}{draw.choice(('', '', '  # c = d'))}"]


def toml_value(draw: random.Random) -> str:
    return draw.choice((
        "1", "-2.5", "true", "2024-05-01T10:30:00Z", "1_000", "inf", "'C:\\x'", '"a # b"', '"[x]"', '"é\\n"',
        "'{'",
        "07:32:00",
        json.dumps("It rains. It pours, they say. " * draw.randrange(1, 9)),
    ))  # fmt: skip


def toml_leaves(text: str) -> list[Leaf] | None:
    """Return the leaves that tomllib finds. Dots between keys are not told from those in the path: names are
    joined."""
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    return [((joined(path),), None) for path, _ in leaves_of(found) if path]


def joined(path: tuple[str, ...]) -> str:
    names = ".".join(path).replace('"', "").replace("'", "").replace(" ", "").split(".")
    return ".".join(filter(None, names))


def ini_case(draw: random.Random) -> Case:
    lines: list[str] = []
    for number in range(draw.randrange(1, 6)):
        lines.append(f"[{draw.choice(('a', 'b c', 'd/e', 'g'))}{number}]")
        for k in range(draw.randrange(5)):
            if draw.random() < 0.2:
                lines.append(draw.choice(("# c = d", "; e", "")))
            sign = draw.choice(("=", " = ", ": ", " : "))
            lines.append(f"k{k}{sign}{draw.choice(('', '1', 'x y', 'http://a', '[b]', 'c # d'))}")
            if draw.random() < 0.2:
                lines += ["  more", "    and = more"]
    text = draw.choice(("\n", "\r\n")).join(lines) + "\n"
    if draw.random() < 0.2:
        return Case(damaged(draw, text, "[]=:#;\n "), "ini", None)
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(text)
    return Case(text, "ini", [((name, each), None) for name in parser.sections() for each in parser[name]])


def xml_case(draw: random.Random) -> Case:
    lead = draw.choice(("", "\n", " ", "\n  "))

    def element(depth: int) -> str:
        name = draw.choice(("a", "b.c", "n_d", "well", "item", "é", "x-y"))
        attributes = "".join(
            f" {each}={quote}{draw.choice(('', '>', '/', 'It is.', '&amp;', '/>'))}{quote}"
            for each in draw.sample(("i", "j", "xml:lang"), draw.randrange(3)) for quote in draw.choice("\"'")
        )  # fmt: skip
        if draw.random() < 0.2:
            return f"<{name}{attributes}{draw.choice(('', ' '))}/>"
        inner = []
        for _ in range(draw.randrange(5)):
            kind = draw.random()
            inner.append(
                element(depth - 1) if kind < 0.7 and depth else draw.choice((
                    "x &amp; y", "&#xe9;", "<![CDATA[<y> ]] > & z]]>", "<!-- <z> - -->", "<?pi a > b?>",
                    "It rains. " * 9,
                    "a > b", "]]", "\t",
                ))
            )  # fmt: skip
        return f"<{name}{attributes}>{lead}{lead.join(inner)}{lead}</{name}{draw.choice(('', ' '))}>"

    text = draw.choice(
        ("", "<?xml version='1.0'?>\n", "<!-- a -->", "<!DOCTYPE r [<!ENTITY q '>'><!-- ] -->]>\n")
    ) + (f"<r>{lead}{''.join(element(draw.randrange(5)) + lead for _ in range(draw.randrange(1, 5)))}</r>\n")
    if draw.random() < 0.2:
        text = damaged(draw, text, "<>/&\"'! \n-[]")
    return Case(text, "xml", xml_leaves(text))


def xml_leaves(text: str) -> list[Leaf] | None:
    """Return all elements that lxml finds."""
    try:
        root = etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, huge_tree=True))
    except (etree.XMLSyntaxError, ValueError):
        return None
    namespaces: list[Leaf] = []

    def walk(node: Any, path: tuple[str, ...]) -> None:
        if not isinstance(node.tag, str):
            return
        name = etree.QName(node).localname
        path = (*path, f"{node.prefix}:{name}" if node.prefix else name)
        namespaces.append((path, None))
        for child in node:
            walk(child, path)

    walk(root, ())
    return namespaces


FORMATS: dict[str, Callable[[random.Random], Case]] = {
    "json": json_case, "json lines": lines_case, "yaml": yaml_case, "toml": toml_case,
    "ini": ini_case, "xml": xml_case,
}  # fmt: skip


# ---- what is compared


class Nodes:
    """All nodes of a text, as the outline finds them: rows, and the path of each."""

    def __init__(self, text: str, name: str) -> None:
        found = outline_data(Text(text, "surrogatepass"), name, 0)[0]
        self.text = text
        self.rows = [tuple(found[i : i + 9]) for i in range(0, len(found), 9)]
        self.paths: list[tuple[str, ...]] = []
        for row in self.rows:
            above = self.paths[row[7]] if row[7] >= 0 else ()
            own = (
                str(row[8])
                if row[0] == ELEMENT
                else key_name(text[row[1] : row[2]], text[max(0, row[1] - 1) : row[1]])
            )
            self.paths.append((*above, own) if own else above)

    def around(self, p: int) -> tuple[str, ...]:
        """Return the path of the innermost node that begins before an offset and ends after it."""
        found: tuple[str, ...] = ()
        for row, path in zip(self.rows, self.paths, strict=True):
            if row[3] >= p:
                break
            if row[6] > p:
                found = path
        return found

    def at(self, p: int) -> tuple[str, ...]:
        """Return the path of the innermost node that has an offset."""
        found: tuple[str, ...] = ()
        for row, path in zip(self.rows, self.paths, strict=True):
            if row[3] > p:
                break
            if row[6] > p:
                found = path
        return found

    def leaves(self) -> list[int]:
        parents = {row[7] for row in self.rows}
        return [k for k in range(len(self.rows)) if k not in parents]


def wrong_leaves(case: Case, nodes: Nodes) -> int:
    """Count the leaves that have another path or value than the other parser finds."""
    assert case.leaves is not None
    if case.at is not None:
        return sum(
            nodes.at(at) != tuple(title(each) for each in path if each)
            for at, (path, _) in zip(case.at, case.leaves, strict=True)
        )
    if case.name == "json":
        own = [(nodes.paths[k], json_value(case.text, nodes.rows[k])) for k in nodes.leaves()]
        wanted = [(tuple(title(each) for each in path if each), found) for path, found in case.leaves]
        return 0 if own == wanted else 1
    if case.name == "xml":
        return 0 if nodes.paths == [path for path, _ in case.leaves] else 1
    if case.name == "toml":
        missing = Counter(path[0] for path, _ in case.leaves) - Counter({joined(path): 99 for path in nodes.paths})
        return sum(missing.values())
    return (
        0
        if [nodes.paths[k] for k in nodes.leaves() if len(nodes.paths[k]) > 1] == [path for path, _ in case.leaves]
        else 1
    )


def json_value(text: str, row: tuple[int, ...]) -> Any:
    """Return the value of a leaf."""
    at = row[3] if row[0] == ELEMENT or row[1] == row[2] == 0 else text.index(":", row[2]) + 1
    found = json.loads(text[at : row[6]], object_pairs_hook=Pairs)
    return {} if isinstance(found, Pairs) and not found else found


@cache
def chunker(size: int, name: str) -> shiplap.AdaptiveChunker:
    return shiplap.AdaptiveChunker(size, 0, unit="characters", content_type=name, max_context=100_000)


def mistakes(case: Case, size: int) -> dict[str, int]:
    """Count the mistakes of each kind in a document."""
    text, found = case.text, dict.fromkeys(MISTAKES, 0)
    nodes = Nodes(text, case.name)
    if case.leaves is not None:
        found["paths"] += wrong_leaves(case, nodes)
    chunks = chunker(size, case.name).chunk(text)
    if not text.strip():
        return found
    found["lost"] += text != "".join(each.text for each in chunks)
    found["over"] += sum(each.end - each.start > size for each in chunks)
    ends = [each.end for each in chunks]
    small = [nodes.rows[k][3:7:3] for k in nodes.leaves()]
    small = [(start, end) for start, end in small if end - start <= size]
    if case.leaves is not None:
        edges = [0, *outline_data(Text(text, "surrogatepass"), case.name, size)[1], len(text)]
        for start, end in small:
            begin = edges[bisect_right(edges, start) - 1]
            if edges[bisect_left(edges, end)] - begin <= size and not any(
                mark in text[start:end] for mark in ("<!--", "<?")
            ):
                found["cut"] += any(start < at < end for at in ends)
    if len(text) > size:
        for each in chunks:
            first = each.start + len(each.text) - len(each.text.lstrip(" \t\r\n"))
            wanted = [tuple(title(name) for name in nodes.around(p)[-32:]) for p in (each.start, first)]
            # in a node that fits, but not with the comma behind it or the text around it
            inside = sum(
                start < each.start < end and end - start <= size for *_, start, _, _, end, _, _ in nodes.rows
            )
            wanted += [path[: len(path) - k] for path in wanted for k in range(1, inside + 1)]
            found["paths"] += tuple(map(title, each.headings)) not in wanted
    return found


def title(name: str) -> str:
    """Return a name as a heading shows it."""
    return name if name.isprintable() else " ".join(name.split())


def main() -> None:
    parser = records.script(__doc__, "data-fuzz")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--formats", default=",".join(FORMATS))
    parser.add_argument("--show", type=int, default=0, help="print so many wrong documents of each format")
    options = parser.parse_args()
    record: dict[str, Any] = {"formats": {}}
    wrong = 0
    names = options.formats.split(",")
    for name in names:
        total, valid, leaves = dict.fromkeys(MISTAKES, 0), 0, 0
        count, shown = options.documents // len(names), 0
        for seed in range(count):
            draw = random.Random(f"{name} {seed}")
            case = FORMATS[name](draw)
            found = mistakes(case, draw.choice(LIMITS))
            valid += case.leaves is not None
            leaves += len(case.leaves or ())
            for kind in MISTAKES:
                total[kind] += found[kind]
            if any(found.values()) and shown < options.show:
                shown += 1
                print(seed, found, repr(case.text), sep="\n", file=sys.stderr)
        print(f"{name}: {count} documents, {valid} valid with {leaves} leaves; {total}", flush=True)
        record["formats"][name] = {"documents": count, "valid": valid, "leaves": leaves, **total}
        wrong += sum(total.values())
    records.write(options.record, record)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
