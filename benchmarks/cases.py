"""The cases: a corpus, the work, and the figures that the product must reach in it.

A case is named `work/corpus`. Sizes are characters: 900 with 120 of overlap (steps of 780), 1000 with 200; 3000
of whole sentences with 600, at least 500 and at most 5000; 3200 of paragraphs, sentences and words with 400.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Literal

from benchmarks.engines import Work

#: The historic record: about 1 ms per 10 KB. Every table begins with it, and it measures a speed wanted as such.
HISTORIC_MB_S = 10.0
HISTORIC = "10 MB/s"


@dataclass(frozen=True)
class Target:
    """The product must run at least `ratio` times as fast as `against`: an engine, "fastest rival", HISTORIC."""

    against: str
    ratio: float


@dataclass(frozen=True)
class Case:
    name: str
    corpus: str
    work: Work
    targets: tuple[Target, ...] = ()

    @property
    def title(self) -> str:
        work = self.work
        if work.kind == "sentences":
            return "all sentences: str in, character spans out"
        what = {
            "texts": "str in, list of texts out",
            "spans": "str in, character spans out",
            "bytes": "UTF-8 in, validated, spans in characters and bytes out",
        }[work.output]
        if work.kind == "recursive":
            batch = ", all documents in one call" if work.batch else ""
            return f"{work.size}/{work.overlap}, paragraphs, sentences, words{batch}: {what}"
        snap = f', snap="{work.snap}"' if work.snap else ""
        preset = f" (preset {work.preset})" if work.preset else ""
        return f"{work.size}/{work.overlap}{snap}{preset}: {what}"


LONG = ("prose", "docs200k", "multi", "code")
TEXTS = Work("texts", 900, 120, preset="fixed-900")
SPANS = Work("spans", 900, 120)
BYTES = Work("bytes", 900, 120)
SENTENCES = Work("spans", 0, 0, kind="sentences")


def _packed(output: Literal["texts", "spans", "bytes"]) -> Work:
    return Work(output, 3000, 600, preset="sentence-3000", kind="packed", least=500, most=5000)


def _recursive(output: Literal["texts", "spans"], batch: bool = False) -> Work:
    return Work(output, 3200, 400, kind="recursive", most=3200, batch=batch)


def _cases() -> list[Case]:
    cases = [
        Case(f"texts-900/{corpus}", corpus, TEXTS, (Target("plain loop", 0.8 if corpus == "small" else 0.95),))
        for corpus in ("prose", "multi", "code", "small")
    ]
    cases += [
        Case(f"texts-1000/{corpus}", corpus, Work("texts", 1000, 200, preset="fixed-1000"))
        for corpus in ("prose", "multi")
    ]
    cases += [
        Case(f"spans-900/{corpus}", corpus, SPANS, (Target("plain loop", 20),) if corpus in LONG else ())
        for corpus in (*LONG, "small")
    ]
    cases.append(Case("spans-preset-900/prose", "prose", Work("spans", 900, 120, preset="fixed-900")))
    for snap in ("sentence", "word", "line", "paragraph"):
        work = Work("spans", 900, 120, snap=snap)
        targets = (Target("plain loop", 5),) if snap == "sentence" else ()
        cases += [
            Case(f"spans-{snap}/{corpus}", corpus, work, targets if corpus in LONG else ())
            for corpus in (*LONG, "small")
        ]
    cases += [
        Case(f"bytes-900/{corpus}", corpus, BYTES, (Target("numpy max", share), Target("fastest rival", 5)))
        for corpus, share in (("prose", 0.6), ("multi", 0.4))
    ]
    ahead = Target("fastest rival", 1)
    cases += [
        Case("sentences/prose", "prose", SENTENCES, (Target("re simple", 10), Target("re capital", 10), ahead)),
        Case("sentences/multi", "multi", SENTENCES, (Target(HISTORIC, 100), ahead)),
        Case("spans-3000/prose", "prose", _packed("spans"), (Target("chonkie-core", 2),)),
        Case("spans-3000/docs200k", "docs200k", _packed("spans"), (Target("chonkie-core", 2),)),
        Case("spans-3000/multi", "multi", _packed("spans"), (Target(HISTORIC, 150),)),
        Case("bytes-3000/multi", "multi", _packed("bytes"), (Target("chonkie-core", 3),)),
    ]
    cases += [
        Case(f"texts-3000/{corpus}", corpus, _packed("texts"), (Target("plain loop", 0.9),))
        for corpus in ("prose", "multi")
    ]
    for corpus in ("prose", "docs200k", "multi", "small"):
        fast, texts = Target("fastest rival", 4), Target("fastest rival", 2.5)
        cases.append(Case(f"recursive-3200/{corpus}", corpus, _recursive("spans"), (fast,)))
        cases.append(Case(f"recursive-texts-3200/{corpus}", corpus, _recursive("texts"), (texts,)))
    for corpus in ("docs200k", "small"):
        work = _recursive("spans", batch=True)
        cases.append(Case(f"recursive-batch-3200/{corpus}", corpus, work, (Target("fastest rival", 4),)))
    return cases


CASES = _cases()


#: What `--quick` runs: one case of each kind.
QUICK = (
    "texts-900/prose,texts-900/small,spans-900/prose,spans-900/multi,spans-900/small,"
    "spans-sentence/prose,spans-sentence/multi,bytes-900/*,sentences/prose,spans-3000/prose,memory,import,ingest"
)


def matches(name: str, globs: str) -> bool:
    """Return whether a name matches one of the comma-separated globs."""
    return any(fnmatch(name, glob.strip()) for glob in globs.split(","))
