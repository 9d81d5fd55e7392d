"""The readers of a run: the options that are given, on top of those that the store keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from shiplap.errors import OptionError, StoreError
from shiplap.readers.options import UNSEEN, ReadOptions
from shiplap.readers.registry import Readers, Rule, rules_of


class Reading:
    """The options of readers of a run, checked.

    given: options of `ReadOptions`. rules: functions for files of the user (see `Readers`).

    Raises OptionError.
    """

    def __init__(self, given: Mapping[str, Any], rules: Sequence[Rule] = ()) -> None:
        self._given = dict(given)
        self.readers: Readers = Readers(ReadOptions.of(self._given), rules)

    @property
    def configuration(self) -> str:
        """The options that a store keeps, as JSON: those that change a text, and the names of functions; "" if
        they are the default ones."""
        rules = [_named(rule) for rule in self.readers.rules]
        facts = {"options": self.readers.options.changed(), "readers": rules}
        return json.dumps(facts) if any(facts.values()) else ""

    def go_on(self, store: str, configuration: str, *, is_trusted: bool) -> list[str]:
        """Use the options that a store keeps, with the given ones on top. Return what differs, option by option.

        Raises OptionError if the store's files were read by functions that are neither given again nor trusted
        (their modules would be imported), StoreError if the configuration is unusable.
        """
        try:
            facts = json.loads(configuration) if configuration else {"options": {}, "readers": []}
            kept = ReadOptions.of(facts["options"])
            names = [str(each) for each in facts["readers"]]
        except (ValueError, KeyError, TypeError) as error:
            reason = f"the options of readers that the store keeps are unusable ({error})"
            raise StoreError(store, reason) from None
        rules = self.readers.rules
        if names and not rules:
            if not is_trusted:
                rule = (
                    f"the files of the store were read by {', '.join(names)}: give --reader again, or"
                    " --trust-config to import the functions that the store names"
                )
                raise OptionError("reader", None, rule)
            rules = rules_of(names)
        seen = [name for name in ReadOptions.__dataclass_fields__ if name not in UNSEEN]
        before = {name: getattr(kept, name) for name in seen}
        self.readers = Readers(ReadOptions.of({**before, **self._given}), rules)
        changes = [
            f"{name} {value} -> {getattr(self.readers.options, name)}"
            for name, value in before.items()
            if getattr(self.readers.options, name) != value
        ]
        now = [_named(rule) for rule in rules]
        return changes if now == names else [*changes, f"reader {', '.join(names) or None} -> {', '.join(now)}"]


def _named(rule: Rule) -> str:
    """Return a rule as GLOB=MODULE:FUNCTION."""
    pattern, function = rule
    return f"{pattern}={function.__module__}:{function.__qualname__}"
