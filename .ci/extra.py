"""The requirements of an extra of pyproject.toml, one a line: `python .ci/extra.py lint`."""

import pathlib
import sys

try:
    import tomllib
except ImportError:
    import tomli as tomllib

project = tomllib.loads(pathlib.Path("pyproject.toml").read_text("utf-8"))["project"]
print(*project["optional-dependencies"][sys.argv[1]], sep="\n")
