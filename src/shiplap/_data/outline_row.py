"""The layout of a row of an outline: one definition, as so many int64.

`role`: a role of code_languages.py. `name_start`, `name_end`: its name, (0, 0) where it has none. `start`: where
it begins, with its comment; `code_start`: without it. `body`: where its body begins. `parent`: the number of the
definition around it, or -1. `rank`: how well the text may be cut before it; of a node of data, its number among
those of its parent, from 0.
"""

from __future__ import annotations

#: The columns, in their order, and their numbers.
FIELDS = ("role", "name_start", "name_end", "start", "code_start", "body", "end", "parent", "rank")
ROLE, NAME_START, NAME_END, START, CODE_START, BODY, END, PARENT, RANK = range(len(FIELDS))
COLUMNS = len(FIELDS)
