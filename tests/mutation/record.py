"""The record of a run: which mutants were killed, and what is known of those that were not."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.mutation.mutant import SEED, Mutant

#: Why a mutant that no test kills is right: by its file, and its lines as "before -> after".
EXPLAINED = Path(__file__).with_name("explained.json")

#: What may become of a mutant.
OUTCOMES = ("killed", "timeout", "unbuildable", "survived")

#: The seconds after which a file is written again: that of a large family takes longer than most tests.
INTERVAL = 10


class Record:
    """A file of results in JSON, rewritten while mutants are tested, so that a run goes on where it was stopped.

    Of each family: `mutants` is their number, and `sample` the size and the seed of a sample of them that is
    tested; `killed`, `timeout` and `unbuildable` list keys of mutants; `survived` has the file, the line and the
    change of each, and `why` where it is explained.
    """

    def __init__(self, path: Path, tool: str) -> None:
        self.path = path
        self.found: dict[str, Any] = {"tool": tool, "families": {}}
        if path.exists():
            self.found = json.loads(path.read_text("utf-8"))
        self._written = 0.0
        self.explained: dict[str, dict[str, str]] = json.loads(EXPLAINED.read_text("utf-8"))

    def family(self, name: str) -> dict[str, Any]:
        """The results of a family."""
        empty = {"mutants": 0, "killed": [], "timeout": [], "unbuildable": [], "survived": {}}
        return self.found["families"].setdefault(name, empty)  # type: ignore[no-any-return]

    def begin(self, family: str, mutants: list[Mutant]) -> None:
        """Note the number of mutants, and forget those that the sources do not have any more."""
        results, keys = self.family(family), {mutant.key for mutant in mutants}
        results["mutants"] = len(mutants)
        for outcome in ("killed", "timeout", "unbuildable"):
            results[outcome] = [key for key in results[outcome] if key in keys]
        results["survived"] = {key: each for key, each in results["survived"].items() if key in keys}
        self.write()

    def note_sample(self, family: str, size: int | None) -> None:
        """Note that a sample of the mutants of a family is tested, or all of them."""
        self.family(family).pop("sample", None)
        if size is not None:
            self.family(family)["sample"] = {"size": size, "seed": SEED}

    def outcome(self, mutant: Mutant) -> str | None:
        """The outcome of a mutant in this record."""
        results = self.family(mutant.family)
        return next((name for name in OUTCOMES if mutant.key in results[name]), None)

    def reason(self, mutant: Mutant) -> str | None:
        """Return why a mutant that no test kills is right, if that is known."""
        return self.explained.get(mutant.file, {}).get(f"{mutant.before} -> {mutant.after}")

    def is_explained(self, mutant: Mutant) -> bool:
        """Return whether a mutant survived, and it is known why that is right."""
        return self.outcome(mutant) == "survived" and self.reason(mutant) is not None

    def add(self, mutant: Mutant, outcome: str) -> None:
        """Note the outcome of a mutant, in place of the one before. An undecided one has survived if it is
        explained, and is else not noted."""
        if outcome == "undecided":
            if self.reason(mutant) is None:
                return
            outcome = "survived"
        results = self.family(mutant.family)
        for name in ("killed", "timeout", "unbuildable"):
            if mutant.key in results[name]:
                results[name].remove(mutant.key)
        results["survived"].pop(mutant.key, None)
        if outcome == "survived":
            change = f"{mutant.before} -> {mutant.after}"
            results["survived"][mutant.key] = {"file": mutant.file, "line": mutant.line, "change": change}
        else:
            results[outcome].append(mutant.key)
        if time.monotonic() > self._written + INTERVAL:
            self.write()

    def write(self) -> None:
        """Write the file, with what explains the survivors."""
        for results in self.found["families"].values():
            for each in results["survived"].values():
                why = self.explained.get(each["file"], {}).get(each["change"])
                each.pop("why", None)
                each.update({} if why is None else {"why": why})
        text = json.dumps(self.found, ensure_ascii=False, indent=0, separators=(",", ":"))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(text.replace('",\n"', '","') + "\n", "utf-8")
        new.replace(self.path)
        self._written = time.monotonic()

    def lines(self) -> list[str]:
        """Summarise the record, family by family, and then list the survivors that nothing explains."""
        said, unexplained = [], []
        for name, results in self.found["families"].items():
            survived = results["survived"].values()
            left = [each for each in survived if "why" not in each]
            dead, unbuilt = len(results["killed"]) + len(results["timeout"]), len(results["unbuildable"])
            waiting = results["mutants"] - dead - unbuilt - len(survived)
            said.append(
                f"{name}: {results['mutants']} mutants, {dead} killed, {unbuilt} not built, "
                f"{waiting} not tested yet, {len(survived) - len(left)} survived and are explained, "
                f"{len(left)} survived"
                + (f" (a sample of {results['sample']['size']})" if "sample" in results else "")
            )
            unexplained += [f"{each['file']}:{each['line']}: {each['change']}" for each in left]
        return [*said, *unexplained]
