"""Choice of the instruction set that the C primitives use."""

from shiplap._core.text import instruction_set as current
from shiplap._core.text import instruction_sets as supported
from shiplap._core.text import use_instruction_set as use

__all__ = ["current", "supported", "use"]
