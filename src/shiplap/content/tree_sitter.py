"""Outlines by tree-sitter, for any language whose grammar is installed (extra `code`: `tree-sitter-LANGUAGE`).

The node types of a grammar determine the roles: "method_declaration", "class_specifier", "impl_item". The ranks
follow the rules of the lexical outline, with the statements of the tree.
"""

from __future__ import annotations

import importlib
import re
from array import array
from typing import Any

from shiplap._core.outline import convert
from shiplap._core.text import Text
from shiplap._data import code_languages as code
from shiplap.errors import OptionError

#: Modules and grammar functions that are not named after the language.
GRAMMARS = {
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "php": ("tree_sitter_php", "language_php"),
    "xml": ("tree_sitter_xml", "language_xml"),
    "ocaml": ("tree_sitter_ocaml", "language_ocaml"),
    "c#": ("tree_sitter_c_sharp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "shell": ("tree_sitter_bash", "language"),
    "terraform": ("tree_sitter_hcl", "language"),
    "objective-c": ("tree_sitter_objc", "language"),
}

#: Roles of definitions by the first word of a node's type.
ROLES = {
    "function": code.FUNCTION, "generator": code.FUNCTION, "method": code.METHOD, "constructor": code.METHOD,
    "singleton": code.METHOD, "destructor": code.METHOD, "subroutine": code.FUNCTION, "procedure": code.FUNCTION,
    "class": code.CLASS, "abstract": code.CLASS, "object": code.CLASS, "struct": code.STRUCT, "union": code.UNION,
    "enum": code.ENUM, "interface": code.INTERFACE, "protocol": code.INTERFACE, "annotation": code.INTERFACE,
    "trait": code.TRAIT, "impl": code.IMPL, "module": code.MODULE, "mod": code.MODULE, "namespace": code.MODULE,
    "internal": code.MODULE, "record": code.RECORD, "macro": code.MACRO, "type": code.TYPE,
}  # fmt: skip
#: Roles of definitions by a node's whole type.
NODES = {
    "init_declaration": code.METHOD, "deinit_declaration": code.METHOD, "subscript_declaration": code.METHOD,
    "operator_declaration": code.METHOD, "typealias_declaration": code.TYPE, "type_alias": code.TYPE,
    "companion_object": code.CLASS, "secondary_constructor": code.METHOD, "package_object": code.CLASS,
    "given_definition": code.CLASS, "file_scoped_namespace_declaration": code.MODULE,
    "function": code.FUNCTION, "data_type": code.TYPE, "newtype": code.TYPE, "instance": code.IMPL,
    "create_table": code.STRUCT, "create_function": code.FUNCTION, "create_procedure": code.FUNCTION,
    "create_view": code.TYPE, "create_materialized_view": code.TYPE, "create_trigger": code.TYPE,
    "create_type": code.TYPE, "create_index": code.TYPE,
    "subroutine_declaration_statement": code.FUNCTION, "method_declaration_statement": code.METHOD,
    "function_statement": code.FUNCTION, "class_statement": code.CLASS, "enum_statement": code.ENUM,
    "class_implementation": code.CLASS, "class_interface": code.CLASS, "value_definition": code.FUNCTION,
    "short_function_definition": code.FUNCTION,
}  # fmt: skip
#: Words that define something in Elixir, where a definition is a call.
CALLS = {
    "def": code.FUNCTION, "defp": code.FUNCTION, "defmacro": code.MACRO, "defmacrop": code.MACRO,
    "defmodule": code.MODULE, "defprotocol": code.INTERFACE, "defimpl": code.IMPL,
}  # fmt: skip
#: Types of nodes that name a definition whose grammar has no field for it.
NAMES = re.compile(
    "(^|_)(identifier|name|constant|object_reference|variable|value_name|bareword|field_expression)$"
)
#: Types of nodes that contain the name, as in Julia.
HEADS = ("type_head", "signature", "call_expression")
TYPES = re.compile(r"_(definition|declaration|item|specifier|method|alias_declaration)$")
#: Types of one word, as in Ruby's grammar.
SHORT = {"method": code.FUNCTION, "class": code.CLASS, "module": code.MODULE}
#: Types of nodes that may enclose a definition and belong to it.
AROUND = {
    "decorated_definition", "export_statement", "template_declaration", "type_definition", "declaration",
    "ambient_declaration", "expression_statement", "field_declaration",
}  # fmt: skip
ATTRIBUTES = re.compile("attribute|decorator|annotation")
HOLDS_STATEMENTS = re.compile(
    "block|body|suite|program|module|source|unit|statements|compound|declaration_list|stylesheet|document|case"
)
VALUES = {"arrow_function", "function_expression", "generator_function", "class"}

OUTERMOST, MEMBER, BLOCK, BLANK, LINE, INNER = range(6)

Parsed = tuple[Text, "array[int]", "array[int]", "array[int]"]


def check_extra() -> None:
    """Raise OptionError if the extra `code` is not installed."""
    try:
        import tree_sitter  # noqa: F401
    except ImportError:
        raise OptionError("parser", "tree-sitter", "needs the extra code: pip install 'shiplap[code]'") from None


def grammar(language: str) -> Any:
    """Load a tree-sitter language. Raises OptionError if the extra or the grammar is not installed."""
    check_extra()
    import tree_sitter

    name = language if language in GRAMMARS else code.ALIASES.get(language, language)
    module, function = GRAMMARS.get(name, (f"tree_sitter_{re.sub('[^a-z0-9]', '_', name)}", "language"))
    try:
        return tree_sitter.Language(getattr(importlib.import_module(module), function)())
    except ImportError:
        package = module.replace("_", "-")
        rule = f"needs the grammar of the package {package}: pip install {package}"
        raise OptionError("language", language, rule) from None
    except (AttributeError, TypeError, ValueError) as error:  # of another version than tree-sitter
        rule = f"the grammar of the package {module.replace('_', '-')} cannot be used: {error}"
        raise OptionError("language", language, rule) from None


def parse(text: Text, language: str) -> Parsed:
    """Outline a text by tree-sitter. Returns the text, and rows, lines and ranks as `_core.outline.Outliner` does.
    Raises OptionError and TextError."""
    found = grammar(language)
    import tree_sitter

    parser = tree_sitter.Parser(found)
    text.validate() if not text.is_str else None
    data = text.owner.encode("utf-8", "replace") if text.is_str else text.encoded(0, len(text))
    tree = Tree(data)
    tree.walk(parser.parse(data).root_node)
    rows, lines = tree.rows(), array("q", tree.lines[1:])
    if text.is_str:
        own = Text(data)
        lines = convert(own, lines, "characters")
        for column in range(1, 7):
            rows[column::9] = convert(own, rows[column::9], "characters")
    while len(lines) and lines[-1] >= len(text):
        lines.pop()
    return text, rows, lines, array("b", tree.ranks[1 : len(lines) + 1])


class Tree:
    """One walk over the nodes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines: list[int] = [0]
        self.lines.extend(found.end() for found in re.finditer(rb"\r\n|\r|\n", data))
        self.ranks: list[int] = [INNER] * len(self.lines)
        self.blank: list[bool] = [not line.strip(b" \t\f\v\r\n") for line in self._lines()]
        self.found: list[list[int]] = []

    def _lines(self) -> list[bytes]:
        return [self.data[a:b] for a, b in zip(self.lines, [*self.lines[1:], len(self.data)], strict=True)]

    def rows(self) -> array[int]:
        return array("q", [number for row in self.found for number in row])

    def line(self, at: int) -> int:
        from bisect import bisect_right

        return bisect_right(self.lines, at) - 1

    def is_first(self, node: Any) -> bool:
        """Return whether only white space precedes the node in its line."""
        start = self.lines[self.line(node.start_byte)]
        return not self.data[start : node.start_byte].strip(b" \t\f\v")

    def mark(self, line: int, rank: int) -> None:
        if line < len(self.ranks):
            self.ranks[line] = min(self.ranks[line], rank)

    def walk(self, root: Any) -> None:
        # a node, the enclosing definition, and whether the node is the body of that definition
        stack: list[tuple[Any, int, bool]] = [(root, -1, True)]
        while stack:
            node, owner, is_body = stack.pop()
            if is_body or HOLDS_STATEMENTS.search(node.type):
                self.statements(node, is_body)
            role = role_of(node)
            number = self.define(node, role, owner) if role else -1
            inner = number if number >= 0 else owner
            body = node.child_by_field_name("body") if role else None
            for child in reversed(node.children):
                stack.append((child, inner, child == body or (is_body and child.type == "block")))

    def statements(self, parent: Any, least: bool) -> None:
        """Rank the lines where the children of a block begin."""
        before = None
        for child in parent.named_children:
            if self.is_first(child):
                line = self.line(child.start_byte)
                blank = line > 0 and self.blank[line - 1]
                is_comment = "comment" in child.type
                joined = (
                    before is not None and "comment" in before.type and self.line(before.end_byte - 1) == line - 1
                )
                if not joined:
                    long = before is not None and before.end_point[0] > before.start_point[0]
                    opens = not is_comment and any(HOLDS_STATEMENTS.search(each.type) for each in child.children)
                    rank = BLOCK if least and (blank or long or opens) else BLANK if blank else LINE
                    self.mark(line, rank)
                    while line > 0 and self.blank[line - 1]:
                        line -= 1
                        self.mark(line, LINE)
            before = child

    def define(self, node: Any, role: int, owner: int) -> int:
        outer = node
        while outer.parent is not None and outer.parent.type in AROUND and outer.parent.parent is not None:
            outer = outer.parent
        first = outer
        while (sibling := first.prev_sibling) is not None and ATTRIBUTES.search(sibling.type):
            first = sibling
        lead = first
        while (sibling := before(lead)) is not None and "comment" in sibling.type and self.is_first(sibling):
            if self.line(max(sibling.end_byte - 1, 0)) < self.line(lead.start_byte) - 1:
                break
            if self.blank[self.line(lead.start_byte) - 1] and self.line(lead.start_byte) > 0:
                break
            lead = sibling
        own_line = self.is_first(lead) and self.is_first(first)
        start, begin = first.start_byte, first.start_byte
        if own_line:
            start, begin = self.lines[self.line(lead.start_byte)], self.lines[self.line(first.start_byte)]
        if self.found and self.found[-1][3] >= start:
            return -1
        end = self.end(outer.end_byte)
        rank = OUTERMOST
        if owner >= 0:
            around = self.found[owner]
            end = min(end, around[6])
            if around[0] in (code.FUNCTION, code.METHOD):
                rank = BLOCK
            elif around[0] == code.MODULE:
                rank = around[8]
            else:
                rank = max(MEMBER, around[8])
                role = code.METHOD if role == code.FUNCTION else role
        name, body = name_of(node), node.child_by_field_name("body")
        name_start, name_end = (name.start_byte, name.end_byte) if name is not None else (0, 0)
        body_start = body.start_byte + (self.data[body.start_byte : body.start_byte + 1] == b"{") if body else end
        self.found.append([role, name_start, name_end, start, begin, min(body_start, end), end, owner, rank])
        if own_line:
            self.mark(self.line(start), rank)
        line = self.line(end)
        if self.lines[line] == end:
            while line < len(self.lines):
                if self.blank[line]:
                    self.mark(line, rank)
                    line += 1
                    continue
                if self.data[self.lines[line] :].lstrip(b" \t")[:1] not in (b"}", b")", b"]"):
                    self.mark(line, rank)
                break
        return len(self.found) - 1

    def end(self, at: int) -> int:
        """Return the end of a definition that ends at `at`, extended to the end of its line if no code follows."""
        line = self.line(max(at - 1, 0))
        following = self.lines[line + 1] if line + 1 < len(self.lines) else len(self.data)
        rest = self.data[at:following].lstrip(b" \t,;")
        if not rest.strip() or rest.startswith((b"//", b"#")) or (rest.startswith(b"/*") and b"*/" in rest):
            return max(at, following)
        return at


def before(node: Any) -> Any:
    """Return the preceding node, also outside the blocks that begin with this one; or None."""
    while node.prev_sibling is None and node.parent is not None and node.parent.start_byte == node.start_byte:
        node = node.parent
    return node.prev_sibling


def role_of(node: Any) -> int:
    """Return the role of the definition in a node, or 0."""
    kind = node.type
    if kind in NODES and node.is_named and node.named_children:
        is_expression = kind == "function" and node.child_by_field_name("name") is None
        return 0 if is_expression else NODES[kind]
    if kind == "call":  # Elixir
        target = node.child_by_field_name("target")
        return CALLS.get(target.text.decode("utf-8", "replace"), 0) if target is not None else 0
    if kind == "block" and node.named_children and node.parent is not None and node.parent.type == "body":
        return code.TYPE if node.named_children[0].type == "identifier" else 0  # Terraform
    if kind == "function_definition" and is_assigned(node):  # R
        return code.FUNCTION
    if kind in SHORT and node.is_named and node.child_by_field_name("name") is not None:
        return SHORT[kind]
    if kind in ("lexical_declaration", "variable_declaration") and node.named_children:
        value = node.named_children[0].child_by_field_name("value")
        if value is not None and value.type in VALUES:
            return code.CLASS if value.type == "class" else code.FUNCTION
        return 0
    if not TYPES.search(kind) or "parameter" in kind:
        return 0
    if kind == "type_declaration" and node.named_children:  # Go
        what = node.named_children[0].child_by_field_name("type")
        return {"struct_type": code.STRUCT, "interface_type": code.INTERFACE}.get(
            what.type if what else "", code.TYPE
        )
    role = ROLES.get(kind.split("_")[0], 0)
    if kind.endswith("_specifier") and node.child_by_field_name("body") is None:
        return 0
    if kind == "type_definition":  # typedef: the definition is inside
        return 0
    return role


def is_assigned(node: Any) -> bool:
    """Return whether a function is the value of an assignment, as in R."""
    return node.parent is not None and node.parent.type in ("binary_operator", "left_assignment")


def name_of(node: Any) -> Any:
    """Return the node that names a definition, or None."""
    if node.type == "call" or (node.type == "block" and len(node.named_children) > 1):  # Elixir, Terraform
        inner = [child for child in node.named_children if child.type in ("arguments", "string_lit")]
        node = inner[-1] if inner else node
        while node.named_children and node.type != "alias":
            middle = len(node.named_children) // 2 if node.type == "string_lit" else 0  # between its quotes
            node = node.named_children[middle]
        return node
    if node.type == "function_definition" and is_assigned(node):  # R
        return node.parent.named_children[0]
    if node.type in ("lexical_declaration", "variable_declaration"):
        node = node.named_children[0]
    if node.type == "type_declaration" and node.named_children:  # Go
        node = node.named_children[0]
    found = node.child_by_field_name("name") or (
        node.child_by_field_name("type") if node.type == "impl_item" else None
    )
    if found is None and node.parent is not None and node.parent.type == "type_definition":
        node = node.parent
    if found is None and node.child_by_field_name("declarator") is None:
        while node.named_children and node.named_children[0].type in HEADS:
            node = node.named_children[0]
        return next((child for child in node.named_children if NAMES.search(child.type)), None)
    while found is None:
        node = node.child_by_field_name("declarator")
        if node is None:
            return None
        if node.child_by_field_name("declarator") is None:
            return node.child_by_field_name("name") or node
    return found
