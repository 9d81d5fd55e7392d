"""Make data sets of sentences from treebanks of Universal Dependencies, for `quality/sentences.py`.

    python -m benchmarks.quality.treebanks DIR                      fetch the development parts into DIR/dev
    python -m benchmarks.quality.treebanks DIR --part test          the test parts, into DIR/test
    python -m benchmarks.quality.treebanks DIR --sets 'it_*,es_*'   some sets (comma-separated globs)

A data set is a file of JSON lines, {"text": …, "ends": […]}: a document, or 40 sentences where the treebank marks
no documents, with the offsets at which its sentences end inside it. Rules and lists are tuned on the development
parts only; the test parts have a folder of their own, so that no run reads both by mistake.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from benchmarks.cases import matches

RELEASE = "r2.16"
ADDRESS = "https://raw.githubusercontent.com/UniversalDependencies/UD_{name}/{release}/{file}-ud-{part}.conllu"
SENTENCES = 40

#: The name of each set, of its treebank, and of its files.
TREEBANKS = {
    "en_ewt": ("English-EWT", "en_ewt"), "en_gum": ("English-GUM", "en_gum"),
    "de_gsd": ("German-GSD", "de_gsd"), "fr_gsd": ("French-GSD", "fr_gsd"), "es_gsd": ("Spanish-GSD", "es_gsd"),
    "it_isdt": ("Italian-ISDT", "it_isdt"),
    "it_vit": ("Italian-VIT", "it_vit"), "pt_gsd": ("Portuguese-GSD", "pt_gsd"),
    "nl_alpino": ("Dutch-Alpino", "nl_alpino"), "nl_lassysmall": ("Dutch-LassySmall", "nl_lassysmall"),
    "pl_pdb": ("Polish-PDB", "pl_pdb"), "ru_gsd": ("Russian-GSD", "ru_gsd"), "uk_iu": ("Ukrainian-IU", "uk_iu"),
    "cs_cac": ("Czech-CAC", "cs_cac"), "bg_btb": ("Bulgarian-BTB", "bg_btb"), "el_gdt": ("Greek-GDT", "el_gdt"),
    "sv_talbanken": ("Swedish-Talbanken", "sv_talbanken"), "da_ddt": ("Danish-DDT", "da_ddt"),
    "no_bokmaal": ("Norwegian-Bokmaal", "no_bokmaal"), "fi_tdt": ("Finnish-TDT", "fi_tdt"),
    "hu_szeged": ("Hungarian-Szeged", "hu_szeged"), "ro_rrt": ("Romanian-RRT", "ro_rrt"),
    "ca_ancora": ("Catalan-AnCora", "ca_ancora"), "tr_imst": ("Turkish-IMST", "tr_imst"),
    "tr_boun": ("Turkish-BOUN", "tr_boun"), "ar_padt": ("Arabic-PADT", "ar_padt"),
    "fa_seraji": ("Persian-Seraji", "fa_seraji"), "hi_hdtb": ("Hindi-HDTB", "hi_hdtb"),
    "vi_vtb": ("Vietnamese-VTB", "vi_vtb"), "ko_gsd": ("Korean-GSD", "ko_gsd"),
    "ja_gsd": ("Japanese-GSD", "ja_gsd"),
    "zh_gsd": ("Chinese-GSDSimp", "zh_gsdsimp"),
}  # fmt: skip

Part = Literal["dev", "test"]


def sentences(lines: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield the text of each sentence of a CoNLL-U file, what stands after it (a space, or nothing), and whether a
    document begins with it."""
    text, after, begins = "", " ", False
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("# newdoc"):
            begins = True
        elif line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        elif line and line[0].isdigit():
            after = "" if "SpaceAfter=No" in line.rpartition("\t")[2].split("|") else " "
        elif not line and text:
            yield text, after, begins
            text, after, begins = "", " ", False
    if text:
        yield text, after, begins


def documents(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """Yield the documents of a CoNLL-U file, or SENTENCES sentences at a time where it marks none."""
    marked, parts, ends, size = False, list[str](), list[int](), 0
    for text, after, begins in sentences(lines):
        marked = marked or begins
        if parts and (begins or (not marked and len(parts) == 2 * SENTENCES)):
            yield document(parts, ends)
            parts, ends, size = [], [], 0
        parts += [text, after]
        ends.append(size + len(text))
        size += len(text) + len(after)
    if parts:
        yield document(parts, ends)


def document(parts: list[str], ends: list[int]) -> dict[str, object]:
    """One document: its text, and the ends of its sentences but the last."""
    return {"text": "".join(parts).rstrip(), "ends": ends[:-1]}


def fetch(name: str, part: Part, release: str) -> str:
    """Return the CoNLL-U file of a part of a treebank."""
    treebank, file = TREEBANKS[name]
    address = ADDRESS.format(name=treebank, release=release, file=file, part=part)
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode("utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--part", choices=("dev", "test"), default="dev", help="the part of the treebanks (dev)")
    parser.add_argument("--sets", default="*", metavar="GLOB", help="names of sets, comma-separated globs")
    parser.add_argument("--release", default=RELEASE, help=f"the release of Universal Dependencies ({RELEASE})")
    options = parser.parse_args()
    folder = options.folder / options.part
    folder.mkdir(parents=True, exist_ok=True)
    missed = 0
    for name in TREEBANKS:
        if not matches(name, options.sets):
            continue
        try:
            found = list(documents(fetch(name, options.part, options.release).splitlines()))
        except OSError as error:
            print(f"{name}: not fetched: {error}", file=sys.stderr)
            missed += 1
            continue
        rows = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in found)
        (folder / f"{name}_{options.part}.jsonl").write_text(rows, "utf-8")
        print(f"{name}: {len(found)} documents")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
