"""Benchmarks of speed and quality. From the root of a clone, `python -m benchmarks.FOLDER.NAME` runs a script."""

from pathlib import Path

#: The root of the clone.
ROOT = Path(__file__).resolve().parents[1]
