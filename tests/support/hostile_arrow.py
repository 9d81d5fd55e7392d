"""Arrow structs made by hand: sound ones that count their releases, and ones that are not sound."""

from __future__ import annotations

import ctypes
from typing import Any

P = ctypes.c_void_p


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", P), ("private_data", P),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(P)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", P), ("private_data", P),
]  # fmt: skip

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]
_Release = ctypes.CFUNCTYPE(None, P)


class Made:
    """An array of one column without a struct around it, with `__arrow_c_array__`. `released` counts."""

    def __init__(
        self, format: str, length: int, buffers: list[bytes | None], *, null_count: int = 0, offset: int = 0,
        n_buffers: int | None = None, keys: Made | None = None,
    ) -> None:  # fmt: skip
        self.released = 0
        self.kept: list[Any] = [ctypes.create_string_buffer(data, len(data)) if data is not None else None
                                for data in buffers]  # fmt: skip
        self.pointers = (P * max(len(buffers), 1))(
            *[None if kept is None else ctypes.addressof(kept) for kept in self.kept]
        )
        self.array = Array()
        self.array.length, self.array.null_count, self.array.offset = length, null_count, offset
        self.array.n_buffers = len(buffers) if n_buffers is None else n_buffers
        self.array.buffers = ctypes.cast(self.pointers, ctypes.POINTER(P))
        self.schema = Schema()
        self.name = format.encode()
        self.schema.format, self.schema.name, self.schema.flags = self.name, b"column", 2
        if keys is not None:  # `keys` are then the array, and this one its dictionary
            keys.array.dictionary = ctypes.pointer(self.array)
            keys.schema.dictionary = ctypes.pointer(self.schema)
            keys.kept.append(self)
        self._release_array = _Release(self._done)
        self.array.release = ctypes.cast(self._release_array, P)
        self.schema.release = ctypes.cast(self._release_array, P)  # it is not moved; its capsule would release it

    def _done(self, address: int) -> None:
        self.released += 1
        Array.from_address(address).release = None

    def __arrow_c_array__(self, requested: object = None) -> tuple[object, object]:
        return (
            _new(ctypes.addressof(self.schema), b"arrow_schema", None),
            _new(ctypes.addressof(self.array), b"arrow_array", None),
        )


def int32(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)


def int64(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)
