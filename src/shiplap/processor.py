"""The instruction sets of the processor that the compiled core can use, and the one that it uses.

>>> instruction_set() in instruction_sets()
True
"""

from shiplap._core.text import instruction_set as instruction_set
from shiplap._core.text import instruction_sets as instruction_sets
