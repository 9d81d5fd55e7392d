"""Files that MkDocs makes besides the pages: the changelog, `llms.txt`."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))  # for docstrings.py, which mkdocstrings imports


def on_files(files: Files, config: Any) -> Files:
    """Put the changelog in the place of the page that points to it."""
    page = files.get_file_from_path("changelog.md")
    if page is not None:
        files.remove(page)
    files.append(File.generated(config, "changelog.md", content=changelog()))
    return files


def changelog() -> str:
    """Return the changelog, with links of the site."""
    return (ROOT / "CHANGELOG.md").read_text("utf-8").replace("](docs/", "](")


def on_post_build(config: Any) -> None:
    """Write `llms.txt`: the pages of the site, for language models."""
    lines = [f"# {config.site_name}", "", f"> {config.site_description}", ""]
    for title, path in _pages(config.nav or []):
        lines.append(f"- [{title}]({path.removesuffix('.md')}.html)" if path.endswith(".md") else f"## {title}")
    (pathlib.Path(config.site_dir) / "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")


def _pages(nav: list[Any]) -> list[tuple[str, str]]:
    """Return the titles and paths of the navigation in order; a section has no path."""
    found: list[tuple[str, str]] = []
    for entry in nav:
        ((title, value),) = entry.items()
        if isinstance(value, str):
            found.append((title, value))
        else:
            found += [(title, ""), *_pages(value)]
    return found
