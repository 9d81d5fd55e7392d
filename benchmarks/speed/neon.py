"""The instructions of each NEON kernel beside those of its scalar form, counted by qemu.

    python -m benchmarks.speed.neon                 prints the table
    python -m benchmarks.speed.neon --record FILE   and writes it as JSON

Speed under emulation says nothing, instructions do. It needs aarch64-linux-gnu-gcc, and a qemu-aarch64 that takes
plugins. A kernel with less than WANTED times fewer instructions than its scalar form is left out of the table of
kernels: LEFT_OUT; any other makes the exit code 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import ROOT, records

WANTED = 2.0
TIMES = 4

#: Kernels whose scalar form NEON uses too, with the ratio that a NEON kernel had (2026-11-24).
LEFT_OUT = {
    "wide utf16_size": 1.75, "find first 4": 1.58, "scan last word 0": 1.08, "scan last word 1": 0.74,
    "scan last word 2": 0.68,
}  # fmt: skip


def main() -> int:
    parser = records.script(__doc__, "neon")
    options = parser.parse_args()
    tools = ROOT / "csrc" / "tools"
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        plugin, program = Path(name, "count.so"), Path(name, "call")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", tools / "qemu_instructions.c", "-o", plugin], check=True)
        sources = sorted((ROOT / "csrc" / "src").glob("*.c"))
        subprocess.run([sys.executable, tools / "tables.py", name], check=True)
        includes = [f"-I{ROOT / 'csrc' / 'include'}", f"-I{name}"]
        compiler = ["aarch64-linux-gnu-gcc", "-std=c11", "-O3", "-static", *includes]
        subprocess.run([*compiler, tools / "call_kernel.c", *sources, "-o", program], check=True)

        def count(kernel: str, isa: int, times: int) -> int:
            command = ["qemu-aarch64", "-plugin", plugin, "-d", "plugin", program, kernel, str(isa), str(times)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            return next(
                int(line.split()[1]) for line in done.stderr.splitlines() if line.startswith("instructions")
            )

        names = subprocess.run(["qemu-aarch64", program], capture_output=True, text=True, check=True).stdout
        for kernel in names.splitlines():
            base = [count(kernel, isa, 1) for isa in (0, 1)]
            found[kernel] = [(count(kernel, isa, 1 + TIMES) - base[isa]) / TIMES for isa in (0, 1)]
            scalar, neon = found[kernel]
            left = f", NEON left out: {LEFT_OUT[kernel]} x" if kernel in LEFT_OUT else ""
            print(f"{kernel:26} {scalar:12,.0f} {neon:12,.0f} {scalar / neon:6.2f} x{left}", flush=True)
    version = subprocess.run(
        ["aarch64-linux-gnu-gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    )
    records.write(options.record, {"compiler": f"GCC {version.stdout.strip()} -O3", "instructions": found})
    few = [name for name, (scalar, neon) in found.items() if name not in LEFT_OUT and scalar < WANTED * neon]
    if few:
        print(f"less than {WANTED} times fewer: {', '.join(few)}")
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
