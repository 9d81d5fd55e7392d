"""The mutants of the reference, made by cosmic-ray's operators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import version

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests.mutation.mutant import ROOT, Mutant, mutants

TOOL = f"cosmic-ray {version('cosmic-ray')}"

#: Each comparison moves by one and is negated; constants change by one; conditions are negated, and their parts
#: joined in the other way; sums change their sign; loops end early, or never run.
OPERATORS = [
    *(f"ReplaceComparisonOperator_{pair}" for pair in (
        "Eq_NotEq", "NotEq_Eq", "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt",
        "Is_IsNot", "IsNot_Is",
    )),
    *(f"ReplaceBinaryOperator_{pair}" for pair in (
        "Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Add", "Pow_Mul", "BitAnd_BitOr", "BitOr_BitAnd",
        "BitXor_BitAnd", "LShift_RShift", "RShift_LShift",
    )),
    *("NumberReplacer", "AddNot", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
]  # fmt: skip


def of_family(family: str) -> Iterator[Mutant]:
    """All mutants of a family of the reference."""
    for path in sorted((ROOT / "src" / "shiplap" / "reference" / family).glob("*.py")):
        source = path.read_text("utf-8")
        yield from mutants(family, path, changed(source))


def changed(source: str) -> Iterator[str]:
    """The source with each change that each operator can make. Changes of types alone are left out.

    cosmic-ray parses what it changes again for each change, so each top-level statement is changed on its own."""
    parts = [node.get_code() for node in get_ast(source).children]
    nodes = [list(ast_nodes(get_ast(part))) for part in parts]
    seen = {(k, meaning_of(part)) for k, part in enumerate(parts)}
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        for k, part in enumerate(parts):
            count = sum(len(list(operator.mutation_positions(node))) for node in nodes[k])
            for occurrence in range(count):
                other = mutate_code(part, operator, occurrence)
                found = meaning_of(other)
                if found is not None and (k, found) not in seen:
                    seen.add((k, found))
                    yield "".join([*parts[:k], other, *parts[k + 1 :]])


def meaning_of(source: str) -> str | None:
    """A source without its annotations, or None if it is not Python: no test would run."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.dump(tree)
