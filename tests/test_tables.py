"""The generated tables are what the generator makes of Unicode 15.0.0."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

from shiplap._data import unicode

ROOT = pathlib.Path(__file__).resolve().parents[1]
UCD = pathlib.Path("/usr/share/unicode/PropList.txt")


def test_white_space_has_25_code_points() -> None:
    assert unicode.UNICODE_VERSION == "15.0.0"
    assert len(unicode.WHITE_SPACE) == 25
    # what Python's own tables call white space, and what it adds of its own
    assert {chr(code) for code in range(0x110000) if chr(code).isspace()} - unicode.WHITE_SPACE == set(
        "\x1c\x1d\x1e\x1f"
    )


@pytest.mark.skipif(not UCD.exists(), reason="needs Debian's package unicode-data")
@pytest.mark.skipif(not (ROOT / "csrc").exists(), reason="needs the source tree")
def test_tables_are_regenerated_alike() -> None:
    command = [sys.executable, str(ROOT / "csrc/tools/gen_unicode.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
