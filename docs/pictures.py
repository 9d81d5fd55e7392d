"""Draws the pictures of the README and the pages, from the code of today, by headless Chromium.

python docs/pictures.py        needs chromium, and pngquant to make the files small
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from shiplap.cli import main

FOLDER = Path(__file__).parent / "pictures"

#: The picture, the size of the window, the place in the page, and the arguments of `shiplap view`.
PICTURES = {
    "view.png": ((1100, 560), "#chunk-2", ["docs/ingest.md", "--chunk-size", "220"]),
}


def draw(name: str) -> None:
    """Draw a picture into the folder."""
    (width, height), place, arguments = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        if main(["view", *arguments, "-o", str(page)]):
            raise SystemExit("shiplap view failed")
        size = f"--window-size={width},{height}"
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/user",
        ]
        target = FOLDER / name
        command = ["chromium", *options, size, f"--screenshot={target}", page.as_uri() + place]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--skip-if-larger", "--output", target, "64", target], check=False)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PICTURES:
        draw(each)
