"""Sources of the text of the corpora: the packages, their files, and the pools of paragraphs.

A pool is a list of paragraphs of one kind (`prose`, `multi`, `code`); `build.py` cuts the corpora from them.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import readers


class CorporaError(Exception):
    """A corpus cannot be built or is not what the manifest says."""


@dataclass(frozen=True)
class Source:
    """Files of one Debian package and the reader that understands them."""

    package: str
    pattern: str
    reader: str


def _pages(package: str, *folders: str) -> list[Source]:
    return [Source(package, f"**/{folder}/**/*.html" if folder else "**/*.html", "html") for folder in folders]


#: In the order of use: running prose first, reference manuals after it.
PROSE = [
    *_pages("anarchism", "html"),
    *_pages("debian-handbook", "en-US"),
    *_pages("debian-policy", ""),
    *_pages("developers-reference", ""),
    *_pages("debian-reference-en", ""),
    *_pages("installation-guide-amd64", "en"),
    *_pages("postgresql-doc-15", ""),
    *_pages("exim4-doc-html", ""),
    *_pages("sqlite3-doc", ""),
    *_pages("libreoffice-help-en-us", ""),
    *_pages("python3.11-doc", ""),
]

#: Chinese, Japanese, Korean, Russian, Ukrainian, Greek, Arabic, Persian; CLDR's annotations bring the emoji.
MULTI = [
    *_pages("debian-handbook", "ru-RU", "ja-JP", "zh-CN", "zh-TW", "ko-KR", "ar-MA", "fa-IR", "el-GR"),
    *_pages("installation-guide-amd64", "ru", "ja", "zh_CN", "ko", "el"),
    *(Source(f"libreoffice-help-{code}", "**/*.html", "html") for code in ("ru", "ja", "zh-cn", "zh-tw", "ko")),
    *(Source(f"manpages-{code}", "usr/share/man/**/*.gz", "man") for code in ("ja", "ru", "zh", "uk", "ru-dev")),
    Source("libreoffice-l10n-ar", "**/*.mo", "messages"),
    *(
        Source("unicode-cldr-core", f"**/common/annotations/{code}.xml", "annotations")
        for code in ("ar", "fa", "ru", "uk", "ja", "zh", "ko", "el")
    ),
]

#: A paragraph of a multilingual source counts if at least this share of it is not ASCII.
MULTI_SHARE = 0.25


def unpack(packages: list[str], root: Path) -> dict[str, str]:
    """Downloads and unpacks Debian packages under root, one folder each; returns their versions."""
    missing = [tool for tool in ("apt-get", "dpkg") if shutil.which(tool) is None]
    if missing:
        raise CorporaError(f"{' and '.join(missing)} not found: this needs Debian packages; or use --local")
    download = ["apt-get", "download", "-q", "-o", "APT::Sandbox::User=root", *packages]
    done = subprocess.run(download, cwd=root, capture_output=True, text=True)
    if done.returncode:
        subprocess.run(["apt-get", "update", "-q"], capture_output=True)
        done = subprocess.run(download, cwd=root, capture_output=True, text=True)
    if done.returncode:
        raise CorporaError(f"apt-get download failed: {done.stderr.strip().splitlines()[-1:]}; or use --local")
    versions: dict[str, str] = {}
    for archive in sorted(root.glob("*.deb")):
        package, version = archive.name.split("_")[:2]
        subprocess.run(["dpkg", "-x", archive.name, package], cwd=root, check=True)
        versions[package] = version.replace("%3a", ":")
        archive.unlink()
    return versions


def _foreign(paragraph: str) -> str | None:
    ascii_share = len(paragraph.encode("ascii", "ignore")) / len(paragraph)
    return paragraph if ascii_share <= 1 - MULTI_SHARE else None


def _paragraphs(files: Iterable[tuple[Path, str]], keep: Callable[[str], str | None]) -> Iterator[str]:
    """Yield the paragraphs of the files that `keep` keeps, each text once."""
    seen: set[bytes] = set()
    for path, reader in files:
        for found in readers.READERS[reader](path):
            paragraph = keep(found)
            if paragraph is None or "\0" in paragraph:
                continue
            key = hashlib.blake2b(paragraph.encode(), digest_size=16).digest()
            if key not in seen:
                seen.add(key)
                yield paragraph


def _files(sources: list[Source], root: Path) -> list[tuple[Path, str]]:
    found: dict[Path, str] = {}
    for source in sources:
        paths = [path for path in (root / source.package).glob(source.pattern) if path.is_file()]
        if not paths:
            raise CorporaError(f"{source.package} has no files like {source.pattern}")
        found.update(dict.fromkeys(sorted(paths), source.reader))
    return list(found.items())


def _mixed(files: list[tuple[Path, str]], root: Path) -> list[tuple[Path, str]]:
    """Return the files in an order that mixes the languages, the same on every machine."""
    return sorted(files, key=lambda entry: hashlib.blake2b(str(entry[0].relative_to(root)).encode()).digest())


def _modules() -> list[Path]:
    """Return the standard library's sources: the library first, then its tests; no site-packages."""
    root = Path(sysconfig.get_paths()["stdlib"])
    paths = [path for path in root.rglob("*.py") if "site-packages" not in path.parts]
    return sorted(paths, key=lambda path: (bool({"test", "tests"} & set(path.parts)), str(path.relative_to(root))))


def _code() -> list[str]:
    """Return the ASCII sources, cut at blank lines; one emoji would make the joined `str` four bytes wide."""
    sources = (path.read_bytes() for path in _modules())
    return [
        part for data in sources if data.isascii() for part in data.decode().rstrip("\n").split("\n\n") if part
    ]


def pools(local: bool) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Paragraphs of each kind, and the versions of what they come from."""
    facts = {"python": sys.version.split()[0]}
    if local:
        modules = _modules()
        prose = _paragraphs([(path, "docstrings") for path in modules], readers.to_ascii)
        multi = _paragraphs([(path, "plain") for path in (*modules, *_texts())], _foreign)
        return {"prose": list(prose), "multi": list(multi), "code": _code()}, facts
    with tempfile.TemporaryDirectory(prefix="shiplap-corpora-") as name:
        root = Path(name)
        facts |= unpack(sorted({source.package for source in (*PROSE, *MULTI)}), root)
        prose = _paragraphs(_files(PROSE, root), readers.to_ascii)
        multi = _paragraphs(_mixed(_files(MULTI, root), root), _foreign)
        return {"prose": list(prose), "multi": list(multi), "code": _code()}, facts


def _texts() -> list[Path]:
    """Return the text files that the standard library ships: sample texts of its encoding tests, mostly."""
    root = Path(sysconfig.get_paths()["stdlib"])
    return sorted(path for path in root.rglob("*.txt") if "site-packages" not in path.parts)
