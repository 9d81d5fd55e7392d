"""Box-drawing characters (U+2500 to U+257F), by what they draw in a table. The others of the block, except for the
diagonals, draw corners and crossings.
"""

from __future__ import annotations

#: The first and the last character of the block, and the diagonals, which draw no table.
FIRST, LAST, DIAGONALS = "\u2500", "\u257f", "╱╲╳"

LEVELS = "─━┄┅┈┉╌╍═╴╶╸╺╼╾"
UPRIGHTS = "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"
#: Corners at the upper left and the upper right.
LEFT_CORNERS, RIGHT_CORNERS = "┌┍┎┏╒╓╔╭", "┐┑┒┓╕╖╗╮"
