"""Pages as Chromium draws them, in a frame of a given width, measured by a script."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

#: Loads a page into a frame of WIDTH pixels, and names what reaches beyond it and does not scroll in itself.
FRAME = """<!doctype html><body><iframe id="frame" width="WIDTH" height="900" style="border:0"></iframe><pre id="out"></pre><script>
const frame = document.getElementById("frame");
frame.onload = () => {
  const inside = frame.contentDocument, wide = (each) => each.getBoundingClientRect().right > WIDTH + 1;
  const scrolls = (each) => each && (/auto|scroll|hidden/.test(frame.contentWindow.getComputedStyle(each).overflowX)
    || scrolls(each.parentElement));
  const beyond = [...inside.body.querySelectorAll("*")].filter((each) => wide(each) && !scrolls(each));
  document.getElementById("out").textContent = JSON.stringify({
    width: inside.documentElement.scrollWidth, beyond: beyond.slice(0, 5).map((each) => each.outerHTML.slice(0, 80)),
    scrolling: [...inside.querySelectorAll(".wide")].filter((each) => each.scrollWidth > each.clientWidth).length,
  });
};
frame.src = "ADDRESS";
</script>"""  # noqa: E501


def measured(page: Path, width: int, folder: Path) -> Any:
    """Return the width that a page takes in a frame, the elements beyond the frame, and how many parts of class
    `wide` have to be scrolled."""
    frame = folder / "frame.html"
    frame.write_text(FRAME.replace("WIDTH", str(width)).replace("ADDRESS", page.as_uri()), "utf-8")
    command = [
        str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        "--disable-web-security", f"--user-data-dir={folder / 'profile'}", f"--window-size={width + 200},1000",
        "--virtual-time-budget=5000", "--dump-dom", frame.as_uri(),
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120).stdout
    found = re.search(r'<pre id="out">(.+?)</pre>', dom, re.DOTALL)
    assert found, dom[-500:]
    return json.loads(html.unescape(found[1]))
