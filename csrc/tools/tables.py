"""Make the tables of C data that have their source in this repository, for a build.

    python csrc/tools/tables.py FOLDER

Each `gen_*.py` makes the text of its files, and this command writes those that differ into FOLDER. The build has a
folder for them, and who compiles csrc by hand (csrc/tests, csrc/fuzz) a temporary one. `gen_unicode.py`, which
reads the Unicode database, writes a file of the repository: `_data/unicode.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gen_content
import gen_headings
import gen_marks
import gen_packing
import gen_patterns
import gen_properties
import gen_sentences

GENERATORS = (gen_content, gen_headings, gen_marks, gen_packing, gen_patterns, gen_properties, gen_sentences)


def main(folder: str) -> None:
    """Write the tables that differ."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for generator in GENERATORS:
        for name, text in generator.files().items():
            path = target / name
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
