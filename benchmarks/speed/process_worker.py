"""Measurements in a process of their own; `processes.py` starts it and reads the JSON that it prints.

python -m benchmarks.speed.process_worker memory KIND TEXT BYTES   KIND: spans, sentence or bytes
python -m benchmarks.speed.process_worker import MODULE
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from time import perf_counter
from typing import Any


def _status(field: str) -> int:
    """Return a field of /proc/self/status, in bytes."""
    found = re.search(rf"^{field}:\s*(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def memory(kind: str, path: str, size: int) -> dict[str, Any]:
    """Peak of resident memory above what was there with the input, while one text of `size` bytes is cut."""
    import shiplap

    data = Path(path).read_bytes()
    text = (data * -(-size // len(data)))[:size].decode(errors="ignore")
    document: Any = text.encode() if kind == "bytes" else text
    first: Any = text[:100_000].encode() if kind == "bytes" else text[:100_000]
    del data, text
    chunker = shiplap.FixedChunker(900, 120, snap="sentence" if kind == "sentence" else None)

    def cut(text: Any) -> int:
        """Bytes of the arrays that come out."""
        if kind != "bytes":
            return int(chunker.spans(text).nbytes)
        chunks = chunker.chunk(text)
        return int(chunks.spans.nbytes + chunks.byte_spans.nbytes)

    cut(first)  # what is loaded or built once is no cost of the text
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    output = cut(document)
    return {"bytes": size, "before": before, "beyond": _status("VmHWM") - before, "output": output}


def importing(module: str) -> dict[str, Any]:
    """Seconds of one import in a fresh process."""
    begin = perf_counter()
    __import__(module)
    return {"seconds": perf_counter() - begin}


if __name__ == "__main__":
    action, *words = sys.argv[1:]
    print(json.dumps(importing(*words) if action == "import" else memory(words[0], words[1], int(words[2]))))
