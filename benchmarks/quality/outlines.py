"""Quality of the cuts of code: definitions whole, with their comments; chunk ends inside a line; how many chunks.

    python -m benchmarks.quality.outlines                        all languages; builds a missing corpus
    python -m benchmarks.quality.outlines --languages python,go  some
    python -m benchmarks.quality.outlines --size 2048            another limit, in characters
    python -m benchmarks.quality.outlines --misses 5             up to so many definitions a language that are cut
    python -m benchmarks.quality.outlines --record FILE          the figures as JSON too

The corpus is built at run time, into the folder of the corpora, and never committed: the standard library of the
running Python, and the sources in Debian and npm packages (`apt-get download`, `apt-get source`, `npm pack`;
nothing is installed).

What is right is said by others: `ast` for Python, tree-sitter for the other languages (except for nodes in which
it finds errors, and what does not begin its line); a definition ends with its last token. In Haskell an equation
is a definition, with its signature. In shell, which is written in commands, a command of several lines is one
too. A definition counts if it fits the limit; it is whole if one chunk has all of it, white space around it
aside. The comment above is what stands on the lines directly above. The fewest chunks are those of a cutter at
lines that knows the right definitions, keeps whole those that fit, and always takes as much as it can. """

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sysconfig
import tarfile
import tempfile
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.corpora.build import folder

SIZE = 1024
#: Characters of each language, and of one file.
MOST, LEAST_FILE, MOST_FILE = 3_000_000, 1500, 300_000

#: For each language: endings of its files, and the packages: "npm:", "deb:", or "src:" for a source package.
SOURCES = {
    "python": ((".py",), ()),
    "javascript": ((".js",), ("npm:express@5.3.0", "npm:three@0.187.0", "npm:react-native@0.80.0")),
    "typescript": ((".ts",), ("npm:rxjs@7.8.2",)),
    "java": ((".java",), ("npm:react-native@0.80.0",)),
    "c": ((".c",), ("npm:better-sqlite3@12.11.1", "npm:tree-sitter@0.25.0")),
    "cpp": ((".cc", ".cpp", ".hpp"), ("npm:re2@1.24.0", "npm:react-native@0.80.0", "deb:nlohmann-json3-dev")),
    "go": ((".go",), ("deb:golang-golang-x-net-dev", "deb:golang-golang-x-tools-dev")),
    "rust": ((".rs",), ("deb:librust-syn-dev", "deb:librust-tokio-dev", "deb:librust-regex-automata-dev")),
    # outlined by lines
    "lua": ((".lua",), ("deb:prosody", "deb:lua-penlight", "deb:lua-busted")),
    "ruby": ((".rb",), ("deb:ruby-activesupport", "deb:ruby-rack", "deb:ruby-mail")),
    "php": ((".php",), ("deb:php-twig", "deb:php-symfony-console")),
    "swift": ((".swift",), ("npm:@capacitor/ios@8.5.2", "npm:expo-modules-core@1.12.26")),
    "kotlin": ((".kt",), ("npm:expo-modules-core@1.12.26", "npm:react-native@0.80.0")),
    "csharp": ((".cs",), ("src:keepass2", "src:dbus-sharp")),
    "scala": ((".scala",), ("src:scala",)),
    "haskell": ((".hs",), ("src:xmonad", "src:haskell-aeson", "src:haskell-hakyll", "src:haskell-megaparsec")),
    "elixir": ((".ex",), ("src:elixir-lang",)),
    "perl": ((".pm",), ("deb:libmojolicious-perl", "deb:libmoose-perl")),
    "shell": ((".sh", ".bash"), ("deb:dracut-core", "deb:bash-completion", "src:git")),
}

#: What tree-sitter calls a definition.
NODES = {
    "javascript": "function_declaration generator_function_declaration class_declaration method_definition",
    "typescript": "function_declaration generator_function_declaration class_declaration method_definition "
    "interface_declaration enum_declaration abstract_class_declaration",
    "java": "class_declaration interface_declaration enum_declaration record_declaration method_declaration "
    "constructor_declaration",
    "c": "function_definition",
    "cpp": "function_definition class_specifier struct_specifier",
    "go": "function_declaration method_declaration type_declaration",
    "rust": "function_item struct_item enum_item trait_item impl_item macro_definition union_item",
    "lua": "function_declaration",
    "ruby": "method singleton_method class module",
    "php": "function_definition method_declaration class_declaration interface_declaration trait_declaration",
    "swift": "function_declaration class_declaration protocol_declaration init_declaration",
    "kotlin": "function_declaration class_declaration object_declaration",
    "csharp": "class_declaration struct_declaration interface_declaration enum_declaration record_declaration "
    "method_declaration constructor_declaration operator_declaration property_declaration",
    "scala": "function_definition class_definition object_definition trait_definition",
    "haskell": "function data_type newtype class instance",
    "elixir": "call",  # of a macro of DEFINING
    "perl": "subroutine_declaration_statement",
    "shell": "function_definition",
}
#: Nodes that count as definitions if they have several lines.
LONG_NODES = {
    "shell": "if_statement case_statement for_statement while_statement c_style_for_statement command list"
    " pipeline redirected_statement compound_statement subshell variable_assignment",
}
#: The macros of Elixir that define.
DEFINING = {b"def", b"defp", b"defmacro", b"defmacrop", b"defmodule", b"defprotocol", b"defimpl"}
#: Modules of tree-sitter that have other names than the language.
MODULES = {"csharp": "c_sharp", "shell": "bash"}
#: What may stand around one, and then belongs to it.
AROUND = "export_statement template_declaration declaration type_definition field_declaration ambient_declaration"
VALUES = "arrow_function function_expression generator_function class"


@dataclass(frozen=True)
class Gold:
    """A definition: from the start of its first line, with and without its comment, to the end of its last."""

    comment: int
    start: int
    end: int


@dataclass
class Score:
    whole: int = 0
    fitting: int = 0
    commented: int = 0
    fitting_commented: int = 0
    inside: int = 0
    chunks: int = 0
    fewest: int = 0
    characters: int = 0
    seconds: float = 0.0
    misses: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        return {
            "whole": self.whole / max(1, self.fitting),
            "definitions": self.fitting,
            "whole with comment": self.commented / max(1, self.fitting_commented),
            "definitions with comment": self.fitting_commented,
            "ends inside a line": self.inside / max(1, self.chunks),
            "chunks": self.chunks,
            "chunks to the fewest": self.chunks / max(1, self.fewest),
            "MB/s": self.characters / 1e6 / max(1e-9, self.seconds),
        }


# ---- the corpus


def unpack(package: str, target: Path) -> None:
    """Fetch a package and unpack it, without installing it."""
    kind, _, name = package.partition(":")
    if kind == "deb":
        subprocess.run(["apt-get", "download", "-qq", name], cwd=target, check=True, capture_output=True)
        for path in target.glob("*.deb"):
            subprocess.run(["dpkg", "-x", str(path), str(target)], check=True)
    elif kind == "src":
        subprocess.run(
            ["apt-get", *source_lists(), "source", "--download-only", "-qq", name],
            cwd=target,
            check=True,
            capture_output=True,
        )
        for path in target.glob("*.orig.tar.*"):
            with tarfile.open(path) as archive:
                archive.extractall(target, filter="data")
    else:
        subprocess.run(["npm", "pack", "--silent", name], cwd=target, check=True, capture_output=True)
        for path in target.glob("*.tgz"):
            with tarfile.open(path) as archive:
                archive.extractall(target, filter="data")


@cache
def source_lists() -> list[str]:
    """Return the options of apt-get for lists of source packages, which stay in the folder of the corpora."""
    lists = folder() / "sources"
    (lists / "state" / "partial").mkdir(parents=True, exist_ok=True)
    for path in Path("/etc/apt/sources.list.d").glob("*.sources"):
        text = path.read_text("utf-8").replace("Types: deb\n", "Types: deb-src\n")
        (lists / path.name).write_text(text, "utf-8")
    places = (
        "Dir::Etc::sourcelist=/dev/null",
        f"Dir::Etc::sourceparts={lists}",
        f"Dir::State::lists={lists}/state",
    )
    options = [part for place in places for part in ("-o", place)]
    subprocess.run(["apt-get", *options, "update", "-qq"], check=True, capture_output=True)
    return options


def is_source(text: str) -> bool:
    """Return whether people wrote it: no minified lines, no notice of a generator."""
    lines = text.splitlines() or [""]
    return max(map(len, lines)) < 500 and "generated" not in text[:400].lower() and "@flow" not in text[:2000]


def build(language: str, target: Path) -> None:
    endings, packages = SOURCES[language]
    texts: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as temporary:
        roots = [Path(sysconfig.get_paths()["stdlib"])] if language == "python" else []
        for number, package in enumerate(packages):
            root = Path(temporary) / str(number)
            root.mkdir()
            unpack(package, root)
            roots.append(root)
        for root in roots:
            for path in sorted(path for ending in endings for path in root.rglob(f"*{ending}")):
                if any(part in ("site-packages", "test", "tests", "idlelib") for part in path.parts):
                    continue
                try:
                    text = path.read_bytes().decode()
                except (OSError, UnicodeDecodeError):
                    continue
                if LEAST_FILE <= len(text) <= MOST_FILE or (language == "c" and len(text) >= LEAST_FILE):
                    for part in [text] if len(text) <= MOST_FILE else parts(text):
                        if is_source(part):
                            texts[part] = None
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{language}.json").write_text(json.dumps(list(texts)))


def parts(text: str) -> Iterator[str]:
    """Yield an amalgamation in its files: SQLite says where each ends."""
    for part in text.split("/************** End of "):
        yield part[part.find("\n") + 1 :]


def corpus(language: str) -> list[str]:
    """Files of a language, spread over its packages."""
    target = folder() / "code"
    path = target / f"{language}.json"
    if not path.exists():
        build(language, target)
    texts = json.loads(path.read_text())
    step = max(1, sum(map(len, texts)) // MOST)
    return texts[::step]


# ---- what is right


def python_gold(text: str) -> list[Gold]:
    lines = text.splitlines(keepends=True)
    starts = line_starts(text)
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
            comment = first
            while (
                comment
                and lines[comment - 1].lstrip().startswith("#")
                and indent(lines[comment - 1]) == indent(lines[first])
            ):
                comment -= 1
            last = node.end_lineno or node.lineno
            found.append(Gold(starts[comment], starts[first], starts[last] if last < len(starts) else len(text)))
    return found


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def line_starts(text: str) -> list[int]:
    starts, at = [], 0
    for line in text.splitlines(keepends=True):
        starts.append(at)
        at += len(line)
    return starts


def grammar(language: str) -> Any:
    module = importlib.import_module(f"tree_sitter_{MODULES.get(language, language)}")
    return getattr(module, f"language_{language}" if language in ("typescript", "php") else "language")()


def tree_gold(text: str, language: str) -> list[Gold]:
    import tree_sitter

    data = text.encode()
    tree = tree_sitter.Parser(tree_sitter.Language(grammar(language))).parse(data)
    wanted = set(NODES[language].split())
    long = set(LONG_NODES.get(language, "").split())
    around = set(AROUND.split())
    found = []
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        stack.extend(node.children)
        if node.type in wanted:
            if node.type == "call" and data[node.start_byte : node.children[0].end_byte] not in DEFINING:
                continue
            if node.type in ("class_specifier", "struct_specifier") and node.child_by_field_name("body") is None:
                continue
        elif node.type in ("lexical_declaration", "variable_declaration"):
            value = node.named_children[0].child_by_field_name("value") if node.named_children else None
            if value is None or value.type not in VALUES.split():
                continue
        elif node.type not in long or node.start_point[0] == node.end_point[0]:
            continue
        if node.has_error or not node.is_named:
            continue
        while node.parent is not None and node.parent.type in around:
            node = node.parent
        start = node
        while (previous := start.prev_sibling) is not None and (
            previous.type in ("attribute_item", "decorator", "signature")
            and previous.end_point[0] >= start.start_point[0] - 1
        ):
            start = previous
        comment = start
        while (previous := comment.prev_sibling) is not None and "comment" in previous.type:
            last = previous.end_point[0] - (previous.end_point[1] == 0)
            before = data[data.rfind(b"\n", 0, previous.start_byte) + 1 : previous.start_byte]
            if last != comment.start_point[0] - 1 or before.strip():
                break
            comment = previous
        if not all(is_first(data, each.start_byte) for each in (start, comment)):
            continue
        end = data.find(b"\n", last_byte(node))
        found.append(
            Gold(*(len(data[:at].decode()) for at in (
                data.rfind(b"\n", 0, comment.start_byte) + 1, data.rfind(b"\n", 0, start.start_byte) + 1,
                len(data) if end < 0 else end + 1,
            )))
        )  # fmt: skip
    return found


def last_byte(node: Any) -> int:
    """Return where the last token of a node ends: where blocks end by indentation, some grammars count what
    follows up to the next token, comments too."""
    for child in reversed(node.children):
        if child.start_byte < child.end_byte and "comment" not in child.type:
            return last_byte(child)
    return int(node.end_byte)


def is_first(data: bytes, at: int) -> bool:
    return not data[data.rfind(b"\n", 0, at) + 1 : at].strip()


def fewest(text: str, gold: list[Gold], size: int) -> int:
    """Return how few chunks can be, cut at lines, with all definitions whole that fit."""
    kept: list[tuple[int, int]] = []
    for found in sorted(gold, key=lambda each: (each.comment, -each.end)):
        if kept and found.comment < kept[-1][1]:
            continue
        if found.end - found.comment <= size:
            kept.append((found.comment, found.end))
        elif found.end - found.start <= size:
            kept.append((found.start, found.end))
    places = [0]
    k = 0
    for position in [*line_starts(text)[1:], len(text)]:
        while k < len(kept) and kept[k][1] <= position:
            k += 1
        if k == len(kept) or position <= kept[k][0]:
            places.append(position)
    count, start = 0, 0
    while start < len(text):
        last = bisect_right(places, start + size) - 1
        start = places[last] if places[last] > start else start + size
        count += 1
    return count


# ---- the cutters


def shiplap_spans(language: str, size: int) -> Callable[[str], list[tuple[int, int]]]:
    import shiplap

    return lambda text: shiplap.outline(text, language).pack(size).tolist()


def langchain_spans(language: str, size: int) -> Callable[[str], list[tuple[int, int]]]:
    from langchain_text_splitters import Language, RecursiveCharacterTextSplitter

    names = {"javascript": "js", "typescript": "ts"}
    splitter = RecursiveCharacterTextSplitter.from_language(
        Language(names.get(language, language)), chunk_size=size, chunk_overlap=0
    )

    def spans(text: str) -> list[tuple[int, int]]:
        found, at = [], 0
        for chunk in splitter.split_text(text):
            at = text.index(chunk, at)
            found.append((at, at + len(chunk)))
            at += len(chunk)
        return found

    return spans


def semantic_spans(language: str, size: int) -> Callable[[str], list[tuple[int, int]]]:
    from semantic_text_splitter import CodeSplitter

    splitter = CodeSplitter(grammar(language), size)
    return lambda text: [(at, at + len(chunk)) for at, chunk in splitter.chunk_indices(text)]


def fixed_spans(language: str, size: int) -> Callable[[str], list[tuple[int, int]]]:
    return lambda text: [(at, min(at + size, len(text))) for at in range(0, len(text), size)]


CUTTERS = {
    "shiplap": shiplap_spans,
    "langchain": langchain_spans,
    "semantic-text-splitter": semantic_spans,
    "fixed": fixed_spans,
}


def visible(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def judge(text: str, gold: list[Gold], spans: list[tuple[int, int]], size: int, score: Score) -> None:
    starts = [start for start, _ in spans]

    def is_whole(start: int, end: int) -> bool:
        start, end = visible(text, start, end)
        k = bisect_right(starts, start) - 1
        return k >= 0 and end <= spans[k][1]

    for found in gold:
        if found.end - found.start <= size:
            score.fitting += 1
            if is_whole(found.start, found.end):
                score.whole += 1
            elif len(score.misses) < 200:
                score.misses.append(text[found.comment : found.end])
        if found.comment < found.start and found.end - found.comment <= size:
            score.fitting_commented += 1
            score.commented += is_whole(found.comment, found.end)
    for _, end in spans:
        line_rest = text[end : text.find("\n", end) if "\n" in text[end:] else len(text)]
        ended = text[end - 1 : end] == "\n" or not line_rest.strip()
        score.inside += end < len(text) and not ended
    score.chunks += len(spans)


def main() -> None:
    parser = records.script(__doc__, "outlines")
    parser.add_argument("--languages", default=",".join(SOURCES))
    parser.add_argument("--engines", default=",".join(CUTTERS))
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    record: dict[str, Any] = {"size": options.size, "languages": {}}
    for language in options.languages.split(","):
        texts, golds, least = [], [], 0
        for text in corpus(language):
            try:
                gold = python_gold(text) if language == "python" else tree_gold(text, language)
            except (SyntaxError, ValueError):
                continue
            if language == "python" and len(text.splitlines()) != text.count("\n") + (text[-1:] != "\n"):
                continue
            texts.append(text)
            golds.append(gold)
            least += fewest(text, gold, options.size)
        size = sum(map(len, texts))
        record["languages"][language] = {"files": len(texts), "characters": size, "engines": {}}
        print(
            f"{language}: {len(texts)} files, {size / 1e6:.2f} million characters,"
            f" {sum(map(len, golds))} definitions"
        )
        for name in options.engines.split(","):
            try:
                cut = CUTTERS[name](language, options.size)
            except (ImportError, ValueError) as error:
                print(f"  {name}: {error}")
                continue
            cut(texts[0])  # what it imports is not counted
            score = Score(fewest=least, characters=size)
            begun = time.perf_counter()
            found = [cut(text) for text in texts]
            score.seconds = time.perf_counter() - begun
            for text, gold, spans in zip(texts, golds, found, strict=True):
                judge(text, gold, spans, options.size, score)
            figures = score.figures()
            record["languages"][language]["engines"][name] = figures
            print(
                f"  {name:24} whole {figures['whole']:.4f}  with comment {figures['whole with comment']:.4f}"
                f"  ends inside a line {figures['ends inside a line']:.4f}"
                f"  chunks to the fewest {figures['chunks to the fewest']:.3f}  {figures['MB/s']:7.1f} MB/s"
            )
            if name == "shiplap":
                for miss in score.misses[: options.misses]:
                    print("-" * 20, miss, sep="\n")
    records.write(options.record, record)


if __name__ == "__main__":
    main()
