"""Types of vectors and embedding functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    #: Vectors of float32, shape (n, d).
    Matrix = npt.NDArray[np.float32]

#: An embedding function: from a list of n texts to n vectors of one length.
Embed = Callable[[list[str]], Any]
