"""The target for the import of Arrow data: columns and record batches, unsound in ways that a reader can
detect. The lengths of buffers are always right: the C data interface does not transmit them."""

from __future__ import annotations

import ctypes
import gc
import itertools
from typing import Any

import shiplap
from shiplap import arrow
from shiplap._data.arrow_formats import width_of
from tests.fuzz.inputs import Choices, split
from tests.support.hostile_arrow import Array, Made, P, Schema, int32, int64

try:
    import pyarrow as pa
except ImportError:  # the results are then read, and not validated
    pa = None

TEXTS = ["u", "U", "vu", "z", "Z", "vz"]
KEYS = {"c": 1, "C": 1, "s": 2, "S": 2, "i": 4, "I": 4, "l": 8, "L": 8}
KEPT = ["l", "b", "i", "c", "z", "Z", "vz", "w:5", "n", "tsu:UTC", "tdD", "g", "e", "w:0"]
UNKNOWN = ["+l", "+w:3", "", "\xff", "w:", "d:1", "+s", "ts", "uu"]
#: Lengths and offsets that no array has.
LENGTHS = [-1, -(1 << 63), (1 << 60) + 1, (1 << 63) - 1]

#: Bytes of an input that choose: a byte or two for each cell.
HEAD = 192

BAD = object()
Values = list[Any]


class Drawn:
    """A column that an input chooses, and its values: bytes or numbers, None, or BAD."""

    def __init__(self, choices: Choices, data: bytes, rows: int, format: str, depth: int = 0) -> None:
        self.sound = True
        self.format = format
        self.dictionary: Drawn | None = None
        offset = choices.number(3)
        total = offset + rows
        is_hostile = choices.number(7) == 7
        bits = choices.one_of([None, choices.number(65_535)])
        valid = (
            None
            if bits is None
            else bits.to_bytes(2, "little")[: max(1, -(-total // 8))].ljust(-(-total // 8), b"\x5a")
        )
        null_count = -1 if valid is None else choices.one_of([0, -1, 1])
        buffers, values = self._values(choices, data, total, format, is_hostile)
        if valid is not None and null_count and format != "n":
            values = [value if valid[k >> 3] >> (k & 7) & 1 else None for k, value in enumerate(values)]
        self.values: Values = values[offset:]
        self.made = Made(
            format, rows, [] if format == "n" else [valid, *buffers], null_count=null_count, offset=offset
        )
        if choices.number(31) == 31:
            self.sound = False
            wrong = choices.one_of(LENGTHS)
            if choices.flag():
                self.made.array.length = wrong
            else:
                self.made.array.offset = wrong
        if choices.number(31) == 31 and not format.startswith("v"):
            wrong = choices.one_of([-1, 1, 1 << 40, -(1 << 40)])
            self.made.array.n_buffers += wrong
            self.sound = format == "n" and wrong == 1  # some libraries have a buffer there
        if choices.number(63) == 63 and format != "n":
            self.made.array.buffers = None
            self.sound = False
        if format in KEYS and depth == 0 and choices.flag():
            self._encode(choices, data, rows)

    def _values(self, choices: Choices, data: bytes, total: int, format: str, is_hostile: bool) -> Any:
        """Return the buffers after the validity, and the values."""
        if format == "n":
            return [], [None] * total
        if format in ("u", "z", "U", "Z"):
            numbers = [choices.number(min(len(data), 255)) for _ in range(total + 1)]
            if not is_hostile:
                numbers.sort()
            elif total and choices.flag():
                numbers[choices.number(total - 1)] = choices.one_of([-1, -(1 << 31), (1 << 31) - 1])
            made = (int32 if format in "uz" else int64)(*numbers)
            pairs = itertools.pairwise(numbers)
            values = [data[a:b] if 0 <= a <= b <= numbers[-1] else BAD for a, b in pairs]
            end = numbers[-1]
            return [made, data[: max(0, end)]], values
        if format in ("vu", "vz"):
            return self._views(choices, data, total, is_hostile)
        if format == "b":
            bits = [choices.number(255) for _ in range(-(-total // 8))]
            return [bytes(bits)], [bool(bits[k >> 3] >> (k & 7) & 1) for k in range(total)]
        width = max(width_of(format), 1)
        numbers = [choices.number(255) for _ in range(total)]
        if is_hostile or format not in KEYS:
            raw = [bytes([n, *[255 * (n & 1)] * (width - 1)]) for n in numbers]
        else:
            raw = [(n % 4).to_bytes(width, "little") for n in numbers]
        return [b"".join(raw)], [int.from_bytes(one, "little", signed=format in "csil") for one in raw]

    def _views(self, choices: Choices, data: bytes, total: int, is_hostile: bool) -> Any:
        parts = [data[: len(data) // 2], data[len(data) // 2 :]][: choices.number(2)]
        rows, values = [], []
        for _ in range(total):
            size, part, at = choices.number(40), choices.number(1), choices.number(255)
            if is_hostile and choices.flag():
                size = choices.one_of([-1, -(1 << 31), (1 << 31) - 1, size])
                part = choices.one_of([-1, 2, (1 << 31) - 1, part])
                at = choices.one_of([-1, (1 << 31) - 1, at])
            if 0 <= size <= 12:
                inline = data[at : at + size].ljust(size, b"x")
                rows.append(int32(size) + inline.ljust(12, b"\0"))
                values.append(inline)
                continue
            if not is_hostile and not any(len(one) > 12 for one in parts):
                rows.append(int32(0, 0, 0, 0))
                values.append(b"")
                continue
            if not is_hostile:
                part = next(k for k in (part % len(parts), 0, 1) if len(parts[k]) > 12)
                size = min(size, len(parts[part]))
                at %= len(parts[part]) - size + 1
            is_sound = size > 12 and 0 <= part < len(parts) and at >= 0 and at + size <= len(parts[part])
            prefix = parts[part][at : at + 4] if is_sound else b"rain"
            rows.append(int32(size) + prefix + int32(part, at))
            values.append(parts[part][at : at + size] if is_sound else BAD)
        sizes = [len(part) for part in parts]
        if is_hostile and sizes and choices.number(3) == 3:
            self.sound = False
            sizes[0] = choices.one_of([-1, -(1 << 63)])
        return [b"".join(rows), *parts, int64(*sizes)], values

    def _encode(self, choices: Choices, data: bytes, rows: int) -> None:
        """Make this column the keys of a dictionary of texts."""
        inner = Drawn(choices, data, choices.number(4), choices.one_of(TEXTS), 1)
        self.dictionary = inner
        self.made.array.dictionary = ctypes.pointer(inner.made.array)
        self.made.schema.dictionary = ctypes.pointer(inner.made.schema)
        self.made.kept.append(inner)
        known = inner.values
        self.values = [None if k is None else known[k] if 0 <= k < len(known) else BAD for k in self.values]
        self.sound = self.sound and inner.sound
        if choices.number(31) == 31:
            self.sound = False
            if choices.flag():
                self.made.array.dictionary = None
            else:
                self.made.schema.dictionary = None


class Batch:
    """A record batch of columns, in the same form as `Made`."""

    def __init__(self, choices: Choices, columns: dict[str, Drawn], rows: int) -> None:
        self.sound = True
        self.rows = rows
        self.columns = columns
        offset = choices.number(1) if rows else 0
        bits = choices.one_of([None, None, choices.number(255)])
        valid = None if bits is None else bytes([bits])
        self.made = Made("+s", rows - offset, [valid], offset=offset, null_count=choices.one_of([-1, 0]))
        is_used = valid is not None and self.made.array.null_count != 0
        self.nulls = [is_used and not bits >> k & 1 for k in range(offset, rows)]  # type: ignore[operator]
        self.offset = offset
        array, schema = self.made.array, self.made.schema
        arrays = (ctypes.POINTER(Array) * len(columns))(*[ctypes.pointer(c.made.array) for c in columns.values()])
        schemas = (ctypes.POINTER(Schema) * len(columns))(
            *[ctypes.pointer(c.made.schema) for c in columns.values()]
        )
        self.made.kept += [arrays, schemas, columns]
        for name, column in columns.items():
            column.made.kept.append(name.encode())
            column.made.schema.name = column.made.kept[-1]
        array.n_children = schema.n_children = len(columns)
        array.children = ctypes.cast(arrays, ctypes.POINTER(ctypes.POINTER(Array)))
        schema.children = ctypes.cast(schemas, ctypes.POINTER(ctypes.POINTER(Schema)))
        if choices.number(15) == 15:
            self._spoil(choices, arrays, schemas)

    def _spoil(self, choices: Choices, arrays: Any, schemas: Any) -> None:
        self.sound = False
        array, schema = self.made.array, self.made.schema
        how = choices.number(8)
        if how == 0:
            array.n_children += choices.one_of([-1, 1, -(1 << 62)])
        elif how == 1:
            schema.n_children = choices.one_of([-1, 1 << 40, 0])
        elif how == 2:
            array.children = None
        elif how == 3:
            schema.children = None
        elif how == 4:
            arrays[0] = None
        elif how == 5:
            schemas[0] = None
        elif how == 6:
            array.length = choices.one_of(LENGTHS)
        elif how == 7:
            array.buffers = None
        else:
            array.n_buffers = choices.one_of([0, -1])


class Capsules:
    """The data as an object that has `__arrow_c_array__`, and nothing else."""

    def __init__(self, made: Made) -> None:
        self.made = made

    def __arrow_c_array__(self, requested: object = None) -> tuple[object, object]:
        return self.made.__arrow_c_array__(requested)


class StreamStruct(ctypes.Structure):
    _fields_ = [
        ("get_schema", P), ("get_next", P), ("get_last_error", P), ("release", P), ("private_data", P),
    ]  # fmt: skip


_Fill = ctypes.CFUNCTYPE(ctypes.c_int, P, P)
_Message = ctypes.CFUNCTYPE(P, P)
_Release = ctypes.CFUNCTYPE(None, P)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]


class Streamed:
    """The data as an object that has `__arrow_c_stream__`: one array, and an error where an input wants one."""

    def __init__(self, made: Made, fails: str | None, message: bytes | None) -> None:
        self.made, self.fails, self.released = made, fails, 0
        self.message = None if message is None else ctypes.create_string_buffer(message)
        self.callbacks = (
            _Fill(self._schema), _Fill(self._next), _Message(self._error), _Release(self._done),
            _Release(self._done_schema),
        )  # fmt: skip
        self.stream = StreamStruct(*[ctypes.cast(one, P) for one in self.callbacks[:4]], None)
        self.sent = False

    def _schema(self, stream: int, out: int) -> int:
        if self.fails == "schema":
            return 22
        if self.fails != "no schema":
            ctypes.memmove(out, ctypes.addressof(self.made.schema), ctypes.sizeof(Schema))
            Schema.from_address(out).release = ctypes.cast(self.callbacks[4], P)
        return 0

    def _next(self, stream: int, out: int) -> int:
        if self.fails == ("second" if self.sent else "first"):
            return 5
        if not self.sent:
            self.sent = True
            ctypes.memmove(out, ctypes.addressof(self.made.array), ctypes.sizeof(Array))
            self.made.array.release = None
        return 0

    def _error(self, stream: int) -> int | None:
        return None if self.message is None else ctypes.addressof(self.message)

    def _done(self, stream: int) -> None:
        self.released += 1
        StreamStruct.from_address(stream).release = None

    def _done_schema(self, schema: int) -> None:
        Schema.from_address(schema).release = None

    def __arrow_c_stream__(self, requested: object = None) -> object:
        return _new(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def text_of(value: Any) -> str | None:
    """Return the name that a value is."""
    if value is None:
        return None
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def arrow_import(data: bytes) -> None:
    """Cut a column of texts that is Arrow data: unsound data raise ArrowError, sound data have the chunks of each
    text, and all is released once."""
    choices, rest = split(data, HEAD)
    choices.instruction_set()
    rest = rest[:255]
    rows, is_batch = choices.number(6), choices.flag()
    format = choices.one_of([*TEXTS, *TEXTS, *KEYS, "n", choices.one_of(UNKNOWN)])
    text = Drawn(choices, rest, rows, format)
    whole: Any = text
    ids = kept = None
    if is_batch:
        columns = {"text": text}
        if choices.flag():
            ids = columns["id"] = Drawn(choices, rest, rows, choices.one_of([*TEXTS, *KEYS, "n"]))
        if choices.flag():
            kept = columns["kept"] = Drawn(choices, rest, rows, choices.one_of([*KEPT, *KEYS]))
        whole = Batch(choices, columns, rows)
    errors = choices.one_of(["strict", "replace"])
    chunker: shiplap.Chunker = choices.one_of([
        shiplap.FixedChunker(5, 2, errors=errors), shiplap.SentenceChunker(12, errors=errors, on_empty="empty"),
        shiplap.AdaptiveChunker(20, 5, errors=errors),
    ])  # fmt: skip
    views, threads = choices.flag(), choices.one_of([1, 1, 1, 2])
    options: dict[str, Any] = {
        "columns": arrow.COLUMNS,
        "zero_copy": views,
        "threads": threads,
        "on_error": "skip",
    }
    if ids is None:
        options["id_column"] = None
    if kept is not None:
        options["keep_columns"] = ["kept"]
    made = whole.made
    given: Capsules | Streamed = Capsules(made)
    fails = None
    if choices.flag():
        fails = choices.one_of([None, None, None, "schema", "no schema", "first", "second"])
        given = Streamed(made, fails, choices.one_of([None, rest]))
    found = stream = None
    try:
        stream = arrow.chunk(given, chunker, **options)
        found = list(stream)
    except (shiplap.errors.ArrowError, shiplap.OptionError):
        pass
    if found is not None:
        assert fails is None, "the error of a stream was lost"
        check(found, stream, whole if is_batch else None, text, ids, kept, chunker)
    del found, stream
    if made.released == 0:
        gc.collect()
    is_taken = made.array.release is None
    assert made.released == is_taken
    assert isinstance(given, Capsules) or given.released == 1


def check(
    found: list[Any], stream: Any, batch: Batch | None, text: Drawn, ids: Drawn | None, kept: Drawn | None,
    chunker: shiplap.Chunker,
) -> None:  # fmt: skip
    """Check that the texts that were cut are those of the data."""
    offset = 0 if batch is None else batch.offset
    nulls = [False] * len(text.values) if batch is None else batch.nulls
    values = [None if null else value for null, value in zip(nulls, text.values[offset:], strict=True)]
    used = [column for column in (text, ids, kept) if column is not None]
    if not values:
        return
    assert all(column.sound for column in used) and (batch is None or batch.sound), "unsound data were cut"
    assert BAD not in values, "a text outside the data was cut"
    assert all(value is None or isinstance(value, bytes) for value in values)
    names = [None] * len(values) if ids is None else [
        None if null else value for null, value in zip(nulls, ids.values[offset:], strict=True)
    ]  # fmt: skip
    skipped = {one.row for one in stream.skipped}
    expected = []
    for row, (value, name) in enumerate(zip(values, names, strict=True)):
        if value is None:
            continue
        try:
            chunks = chunker.chunk(value, document_id=None if name is BAD else text_of(name))
        except shiplap.TextError:
            assert row in skipped
            continue
        assert name is not BAD or not len(chunks), "an id outside the data was read"
        assert row not in skipped
        expected += [
            (c.id, c.document_id, c.text, c.start, c.end, c.start_byte, c.end_byte, c.start_line, c.end_line,
             c.kind, c.token_count, c.content_hash)
            for c in chunks
        ]  # fmt: skip
    if pa is None:
        return
    # a dictionary is given out as it was taken in
    is_checked = kept is None or kept.dictionary is None
    rows = []
    for one in found:
        table = pa.record_batch(one)
        if is_checked:
            table.validate(full=True)
        rows += table.drop_columns("kept").to_pylist() if kept is not None else table.to_pylist()
    columns = ("chunk_id", "document_id", "text", "char_start", "char_end", "byte_start", "byte_end", "line_start",
               "line_end", "kind", "token_count", "content_hash")  # fmt: skip
    assert [tuple(row[name] for name in columns) for row in rows] == expected
