"""Write the software bill of materials of a wheel (PEP 770; CycloneDX 1.6, JSON).

    python sbom.py VERSION OUTPUT

What of others is in the compiled modules: the runtime parts that Cython writes into them, and tables made of the
Unicode Character Database. Called by CMake. The same inputs give the same bytes, so there is no date and no serial
number.
"""

import json
import runpy
import sys
from importlib.metadata import version
from pathlib import Path

DATA = Path(__file__).parents[2] / "src" / "shiplap" / "_data" / "unicode.py"


def unicode_version() -> str:
    """Return the version of the Unicode tables."""
    return str(runpy.run_path(str(DATA))["UNICODE_VERSION"])


def bill(own_version: str) -> dict[str, object]:
    """Return the bill of materials for a version of shiplap."""
    cython = version("cython")
    unicode = unicode_version()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": "shiplap",
                "name": "shiplap",
                "version": own_version,
                "licenses": [{"license": {"id": "MIT"}}],
                "purl": f"pkg:pypi/shiplap@{own_version}",
            }
        },
        "components": [
            {
                "type": "library",
                "bom-ref": "cython",
                "name": "Cython",
                "version": cython,
                "description": "The runtime parts that the compiler writes into the modules of shiplap._core.",
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "purl": f"pkg:pypi/cython@{cython}",
            },
            {
                "type": "data",
                "bom-ref": "unicode",
                "name": "Unicode Character Database",
                "version": unicode,
                "description": "Tables of properties of code points, made from its files.",
                "licenses": [{"license": {"id": "Unicode-3.0"}}],
            },
        ],
        "dependencies": [{"ref": "shiplap", "dependsOn": ["cython", "unicode"]}],
    }


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(bill(sys.argv[1]), indent=1) + "\n", "utf-8")
