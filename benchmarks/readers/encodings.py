"""Encodings of short texts: how many are read right, wrong, or not at all, by each library.

    python -m benchmarks.readers.encodings DIR              the texts of data sets (see `quality/sentences.py`)
    python -m benchmarks.readers.encodings DIR --record     and write the raw figures

Pieces of the texts, drawn with a fixed seed, are encoded as files of their language are, and decoded by what
each library says. A piece that is valid UTF-8 is left out. `right`: the text is the same; `wrong`: it is another
one, and nothing says so; `refused`: no encoding was found, or none that is sure enough. Files of the encodings of
DOS are as frequent in the sample as those of Windows, which they are not on disks.
Libraries that are not installed are left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time

import shiplap
from benchmarks import records
from benchmarks.machine import processor
from shiplap.errors import ReaderError
from shiplap.readers.encodings import decode

#: The encodings of files of a language.
ENCODINGS = {
    "cs": ("cp1250", "iso8859-2"), "de": ("cp1252", "cp850"), "en": ("cp1252", "mac_roman"),
    "es": ("cp1252", "latin-1"), "fr": ("cp1252", "iso8859-15"), "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949",), "nl": ("cp1252",), "pt": ("cp1252",), "ru": ("cp1251", "koi8-r", "cp866"),
    "sv": ("cp1252", "latin-1"), "tr": ("cp1254", "iso8859-9"), "vi": ("cp1258",),
    "zh": ("gb18030", "gbk", "big5"),
}  # fmt: skip

#: The lengths of the pieces in characters, and the pieces of each length, language and encoding.
SIZES, PIECES = (10, 25, 60, 200, 2000), 40

Decoder = Callable[[bytes], str | None]


def pieces(folder: Path) -> Iterator[tuple[int, bytes, str]]:
    """Yield the length, the content and the text of each piece."""
    draw = random.Random(1)
    for language, encodings in ENCODINGS.items():
        paths = sorted(folder.glob(f"{language}_*.jsonl"))
        if not paths:
            raise SystemExit(f"{folder} has no data set of the language {language}")
        lines = paths[0].read_text("utf-8").splitlines()
        text = " ".join(json.loads(line)["text"] for line in lines)
        for encoding in encodings:
            for size in SIZES:
                for _ in range(PIECES):
                    begin = draw.randrange(max(1, len(text) - size))
                    data = text[begin : begin + size].encode(encoding, "ignore")
                    try:
                        data.decode()
                    except UnicodeDecodeError:
                        yield size, data, data.decode(encoding)


def ours(data: bytes) -> str | None:
    """Decode as the readers do."""
    try:
        return decode(data, "auto", "text").text
    except ReaderError:
        return None


def of_chardet(data: bytes) -> str | None:
    """Decode as chardet alone says."""
    import chardet

    found = chardet.detect(data, prefer_superset=False, compat_names=False)["encoding"]
    return None if found is None else data.decode(found, "replace")


def of_charset_normalizer(data: bytes) -> str | None:
    """Decode as charset-normalizer says."""
    import charset_normalizer

    found = charset_normalizer.from_bytes(data).best()
    return None if found is None else str(found)


LIBRARIES: dict[str, Decoder] = {
    "shiplap": ours, "chardet": of_chardet, "charset-normalizer": of_charset_normalizer,
}  # fmt: skip


def main() -> int:
    """Decode all pieces, print a row for each library and length, and record the rows."""
    parser = records.script(__doc__, "encodings")
    parser.add_argument("folder", type=Path, metavar="DIR")
    given = parser.parse_args()
    drawn, rows = list(pieces(given.folder)), []
    for name, decoded in LIBRARIES.items():
        try:
            library = f"{name} {version(name)}" if name != "shiplap" else f"shiplap {shiplap.__version__}"
            decoded(b"caf\xe9 caf\xe9")
        except (PackageNotFoundError, ImportError):
            continue
        for size in SIZES:
            counts: Counter[str] = Counter()
            begun = process_time()
            for length, data, text in drawn:
                if length == size:
                    found = decoded(data)
                    counts["refused" if found is None else "right" if found == text else "wrong"] += 1
            number = counts.total()
            each = round((process_time() - begun) / number * 1000, 2)
            row = {"library": library, "characters": size, "texts": number}
            rows.append(row | {kind: counts[kind] for kind in ("right", "wrong", "refused")} | {"ms": each})
            print("  ".join(f"{key} {value}" for key, value in rows[-1].items()))
    records.write(given.record, {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "processor": processor(), "cases": rows,
    })  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
