"""The outline of a data text: its nodes, and its cuts with their ranks.

tree            the nodes and their cuts
values          JSON
elements        XML
yaml            YAML
sections        TOML, INI, .env
patches         diffs
records         logs, catalogues
record_starts   records that neither a time nor a shape shows
"""

from __future__ import annotations

from shiplap.plan import SizeUnit
from shiplap.reference.data.elements import elements
from shiplap.reference.data.patches import patches
from shiplap.reference.data.records import catalog, records
from shiplap.reference.data.sections import sections
from shiplap.reference.data.tree import Tree
from shiplap.reference.data.values import values
from shiplap.reference.data.yaml import yaml
from shiplap.reference.outline.row import Row


def outline(
    text: str, name: str, fits: int, unit: SizeUnit = "characters"
) -> tuple[list[Row], list[int], list[int]]:
    """Return the nodes of a text in a format, in order of their starts, the cuts, and their ranks.

    name: one of `shiplap._data.data_formats.FORMATS`. fits: a piece of this size, in a unit, needs no cut inside.
    """
    tree = Tree(text, fits, unit)
    if name == "json":
        values(tree)
    elif name == "xml":
        elements(tree)
    elif name == "yaml":
        yaml(tree)
    elif name == "diff":
        patches(tree)
    elif name == "po":
        catalog(tree)
    elif name == "log":
        records(tree)
    else:
        sections(tree, name)
    return tree.finish()
