"""Files and folders that a walk leaves out, with the reasons.

    --exclude ──► .shiplapignore ──► .ignore ──► hidden, default excludes ──► .gitignore ──► --include

The first one of these that matches an entry decides; of several ignore files with one name, the deepest. A folder
that is left out is not entered. Patterns of the command line are relative to the folder that document ids are
relative to, those of an ignore file to its own folder. Ignore files count up to the root of the repository, and of
the collection if this is higher; `.gitignore` up to that of the repository.

`--include` limits a run to what it selects. It also takes an exclusion back, as `!` in `--exclude` and in the
ignore files of search tools does, where it names what is excluded: `--include package-lock.json` reads this file,
`--include '*.json'` reads the other ones. Otherwise a wide pattern would let in what the defaults are to keep out.
A negation in `.gitignore`, which is about versions, takes back only what a `.gitignore` excludes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from shiplap.errors import OptionError
from shiplap.ingestion.files import read
from shiplap.ingestion.includes import Includes, Step
from shiplap.ingestion.names import within
from shiplap.ingestion.patterns import Pattern, Segment, parse, parse_file
from shiplap.readers.archives import SEPARATOR, is_archive, is_message

#: The ignore files, the most important one first.
IGNORE_FILES = (".shiplapignore", ".ignore", ".gitignore")

#: The largest ignore file, in bytes.
MAX_IGNORE_FILE = 10_000_000

#: What is left out by default, by kind. Each is a pattern.
DEFAULT_EXCLUDES = {
    "version control": (".git", ".hg/", ".svn/", ".jj/"),
    "installed packages": ("node_modules/", "bower_components/", ".pnpm-store/"),
    "virtual environments": (".venv/", ".tox/", ".nox/"),
    "caches": (
        "__pycache__/", ".mypy_cache/", ".pytest_cache/", ".ruff_cache/", ".hypothesis/", ".cache/",
        ".ipynb_checkpoints/", ".eggs/", ".gradle/", ".terraform/", ".parcel-cache/", ".next/", ".nuxt/",
    ),
    "lock files": (
        "*.lock", "*.lockb", "*.lockfile", "package-lock.json", "npm-shrinkwrap.json", "packages.lock.json",
        "pnpm-lock.yaml", "Package.resolved", "go.sum", ".terraform.lock.hcl",
    ),
    "locks of stores": (
        "*.db-sync", "*.db-embed", "*.sqlite-sync", "*.sqlite-embed", "*.sqlite3-sync", "*.sqlite3-embed",
    ),
    "minified files": ("*.min.js", "*.min.mjs", "*.min.cjs", "*.min.css"),
    "source maps": ("*.js.map", "*.mjs.map", "*.cjs.map", "*.ts.map", "*.css.map"),
}  # fmt: skip

#: Files and folders whose folder is left out by default, and what that is.
MARKERS = {
    "pyvenv.cfg": "virtual environment", "conda-meta": "virtual environment", "CACHEDIR.TAG": "cache",
}  # fmt: skip

#: What a CACHEDIR.TAG begins with (the Cache Directory Tagging Specification).
CACHE_TAG = b"Signature: 8a477f597d28d172789f06886806bc55"


def _parsed(text: str) -> Pattern:
    pattern = parse(text)
    assert pattern is not None
    return pattern


_HIDDEN = _parsed(".*")
_DEFAULTS = [_parsed(text) for texts in DEFAULT_EXCLUDES.values() for text in texts]
_LITERALS: list[tuple[str | None, Pattern]] = [(each.segments[-1].literal, each) for each in _DEFAULTS]
_BY_NAME: dict[str, Pattern] = {text: each for text, each in _LITERALS if text is not None}
_BY_FORM = [each for each in _DEFAULTS if each.segments[-1].literal is None]


class Reason(NamedTuple):
    """Reason why an entry is left out. `by`: the option, the name of the ignore file, "default" or "hidden"."""

    by: str
    text: str


class Rules(NamedTuple):
    """The patterns of an option or of an ignore file. `depth`: the number of parts of their folder; `patterns`:
    the last one first."""

    name: str
    depth: int
    patterns: tuple[Pattern, ...]

    def decide(self, parts: tuple[str, ...], is_folder: bool) -> Pattern | None:
        """Return the pattern that decides about a path, or None."""
        inner = parts[self.depth :]
        return next((each for each in self.patterns if each.matches(inner, is_folder=is_folder)), None)


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules in a folder.

    parts: the folder, relative to the highest folder with rules. search: the ignore files of search tools, and
    git: those of git, the most important one first in each. step: the option `include` in the folder.
    """

    parts: tuple[str, ...]
    search: tuple[tuple[Rules, ...], tuple[Rules, ...]]
    git: tuple[Rules, ...]
    step: Step


NOT_SELECTED = Reason("--include", "no --include pattern matches")

_DEFAULT_RULES = Rules("default", 0, ())
_HIDDEN_RULES = Rules("hidden", 0, ())


class Entry(NamedTuple):
    """An entry of a folder. `reason`: why the entry is left out, or None. `step`: the option `include` after the
    entry. `is_named`: whether a pattern names the entry, so that markers in it do not count."""

    reason: Reason | None
    step: Step
    is_named: bool = False


@dataclass(frozen=True)
class Choice:
    """The options that say which files are read, checked. `ignores`: whether ignore files are obeyed."""

    include: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    hidden: bool = False
    ignores: bool = True

    @classmethod
    def of(
        cls,
        include: Iterable[str] = (),
        exclude: Iterable[str] = (),
        *,
        hidden: bool = False,
        ignores: bool = True,
    ) -> Choice:
        """Check the options. Raises OptionError.

        >>> Choice.of(exclude=["[a"])
        Traceback (most recent call last):
        shiplap.errors.OptionError: exclude='[a': can match no file: a bracket is not closed
        """
        included, excluded = (
            tuple(_checked(name, text) for text in _texts(name, given))
            for name, given in (("include", include), ("exclude", exclude))
        )
        for pattern in included:
            if pattern.is_negative:
                raise OptionError("include", pattern.text, "cannot be negated; --exclude leaves files out")
        return cls(included, excluded, hidden, ignores)


def _texts(option: str, given: Iterable[str]) -> list[str]:
    texts = [given] if isinstance(given, str) else list(given)
    for text in texts:
        if not isinstance(text, str):
            raise OptionError(option, text, "must be patterns")
    return texts


def _checked(option: str, text: str) -> Pattern:
    pattern = parse(as_folders(text))
    if pattern is None:
        raise OptionError(option, text, "is blank or a comment, not a pattern")
    if pattern.fault:
        raise OptionError(option, text, f"can match no file: {pattern.fault}")
    return pattern


def as_folders(path: str) -> str:
    """Return a path in archives and messages with these as folders, which they are to patterns.

    >>> as_folders("docs.zip!/mail.eml!/a.txt"), as_folders("wow!/a.txt")
    ('docs.zip/mail.eml/a.txt', 'wow!/a.txt')
    """
    *holders, last = path.split(SEPARATOR)
    ends = ("/" if is_archive(holder) or is_message(holder) else SEPARATOR for holder in holders)
    return "".join(holder + end for holder, end in zip(holders, ends, strict=True)) + last


def by_options(choice: Choice, parts: tuple[str, ...], *, is_folder: bool) -> tuple[Reason | None, Step]:
    """Return why the options exclude a path that the user named, or None; and the option `include` after it.
    `parts` are relative to the folder that patterns of options are relative to."""
    rules, includes = Rules("--exclude", 0, choice.exclude[::-1]), Includes(choice.include)
    step, reason = includes.start, None
    for number, part in enumerate(parts, 1):
        is_inner = is_folder or number < len(parts)
        step = includes.after(step, part, is_folder=is_inner)
        pattern = rules.decide(parts[:number], is_inner)
        if pattern is not None and not pattern.is_negative:
            reason = reason or _reason(rules, pattern)
    return reason if (step.is_open if is_folder else step.is_selected) else NOT_SELECTED, step


class Exclusions:
    """The rules of a walk through a folder. All paths are real paths.

    folder: the given one. base: the folder that patterns of options are relative to: `folder`, or one above it.
    """

    def __init__(self, choice: Choice, folder: str, base: str) -> None:
        self._choice, self._folder = choice, folder
        self._base = base
        self._includes = Includes(choice.include)
        self._known: dict[str, Scope | Reason] = {}  # folders that `reason_of` has asked for

    def start(self) -> Scope | Reason:
        """Return the rules of the folders above, or why the options exclude the folder. Raises OSError for an
        ignore file that cannot be read."""
        repository = next((place for place in _upward(self._folder) if _has(place, ".git")), self._folder)
        top = min(self._base, repository, key=len)
        reason, step = by_options(self._choice, _parts(self._folder, self._base), is_folder=True)
        if reason is not None:
            return reason
        self._options = Rules("--exclude", len(_parts(self._base, top)), self._choice.exclude[::-1])
        scope, place = Scope((), ((), ()), (), step), top
        for part in _parts(self._folder, top):
            scope = self._with_files(scope, place, _special(place))
            scope, place = replace(scope, parts=(*scope.parts, part)), os.path.join(place, part)
        return scope

    def entry(self, scope: Scope, name: str, *, is_folder: bool) -> Entry:
        """Say whether an entry of a folder is left out."""
        parts = (*scope.parts, name)
        step = self._includes.after(scope.step, name, is_folder=is_folder)
        if not (step.is_open if is_folder else step.is_selected):
            return Entry(NOT_SELECTED, step)
        segments = step.segments if self._choice.include else ()
        rules, pattern = _decide((self._options,), parts, is_folder)
        if pattern is not None and not pattern.is_negative:
            return Entry(_reason(rules, pattern), step)
        if pattern is None:
            rules, pattern = _decide((*scope.search[0], *scope.search[1]), parts, is_folder)
        reason = None
        if pattern is not None and pattern.is_negative:
            segments = (*segments, pattern.segments[-1])
        elif pattern is not None:
            reason = _unless_named(segments, rules, pattern)
        reason = reason or self._default(name, segments, is_folder)
        if pattern is None and reason is None:
            rules, pattern = _decide(scope.git, parts, is_folder)
            if pattern is not None and not pattern.is_negative:
                reason = _unless_named(segments, rules, pattern)
        return Entry(reason, step, any(segment.literal is not None for segment in segments))

    def _default(self, name: str, segments: Iterable[Segment], is_folder: bool) -> Reason | None:
        """Return why an entry is left out by default, unless segments of patterns name it."""
        matching = [_HIDDEN] if name.startswith(".") and not self._choice.hidden else []
        if name in _BY_NAME:
            matching.append(_BY_NAME[name])
        matching += [each for each in _BY_FORM if each.segments[-1].matches(name)]
        for pattern in matching:
            if is_folder or not pattern.is_for_folders:
                rules = _HIDDEN_RULES if pattern is _HIDDEN else _DEFAULT_RULES
                if reason := _unless_named(segments, rules, pattern):
                    return reason
        return None

    def enter(
        self, scope: Scope, place: str, names: Collection[str], entry: Entry | None = None
    ) -> Scope | Reason:
        """Return the rules in a folder, given those of the folder above it and the names in it; or why it is left
        out after all. Without an entry it is the given folder. Raises OSError."""
        if entry is not None:
            scope = replace(scope, parts=(*scope.parts, os.path.basename(place)), step=entry.step)
            marker = "" if entry.is_named else next((name for name in MARKERS if name in names), "")
            if marker and (marker != "CACHEDIR.TAG" or _is_cache(os.path.join(place, marker))):
                return Reason("default", f"default: {MARKERS[marker]} ({marker})")
        return self._with_files(scope, place, names)

    def _with_files(self, scope: Scope, place: str, names: Collection[str]) -> Scope:
        """Add the ignore files of a folder. At the root of a repository, the `.gitignore` of folders above end."""
        if not self._choice.ignores:
            return scope
        search, git = list(scope.search), scope.git
        if ".git" in names:
            git = self._file(scope, place, ".git/info/exclude")
        for k, name in enumerate(IGNORE_FILES):
            if name not in names:
                continue
            rules = self._file(scope, place, name)
            if name == ".gitignore":
                git = rules + git
            else:
                search[k] = rules + search[k]
        return replace(scope, search=(search[0], search[1]), git=git)

    def _file(self, scope: Scope, place: str, name: str) -> tuple[Rules, ...]:
        """Read an ignore file: no rules if it is no file, or has none."""
        path = os.path.join(place, name)
        if not os.path.isfile(path):
            return ()
        if os.path.getsize(path) > MAX_IGNORE_FILE:
            raise OSError(0, f"the ignore file {name} is larger than {MAX_IGNORE_FILE:,} bytes")
        patterns = parse_file(read(path))
        label = "/".join((*scope.parts[self._options.depth :], name))
        return (Rules(label, len(scope.parts), tuple(patterns[::-1])),) if patterns else ()

    def reason_of(self, path: str) -> Reason | None:
        """Return why a file in the folder is left out, or None: first whether no `--include` selects it. Raises
        OSError."""
        reason, _ = by_options(self._choice, _parts(path, self._base), is_folder=False)
        if reason is NOT_SELECTED:
            return reason
        scope = self._scope_of(os.path.dirname(path))
        if isinstance(scope, Reason):
            return scope
        return self.entry(scope, os.path.basename(path), is_folder=False).reason

    def _scope_of(self, place: str) -> Scope | Reason:
        """Return the rules in a folder, or why it is left out."""
        if place not in self._known:
            if place == self._folder:
                scope, entry = self.start(), None
            else:
                scope = self._scope_of(os.path.dirname(place))
                if isinstance(scope, Scope):
                    entry = self.entry(scope, os.path.basename(place), is_folder=True)
                    scope = scope if entry.reason is None else entry.reason
            if isinstance(scope, Scope):
                scope = self.enter(scope, place, _special(place), entry)
            self._known[place] = scope
        return self._known[place]


def _decide(
    sets: Iterable[Rules], parts: tuple[str, ...], is_folder: bool
) -> tuple[Rules, Pattern] | tuple[Rules, None]:
    """Return the pattern of the first rules that decide about a path, or None."""
    for rules in sets:
        if (pattern := rules.decide(parts, is_folder)) is not None:
            return rules, pattern
    return _DEFAULT_RULES, None


def _unless_named(segments: Iterable[Segment], rules: Rules, pattern: Pattern) -> Reason | None:
    """Return a reason, or None if one of the segments names what the pattern excludes."""
    last = pattern.segments[-1]
    return None if any(segment.names(last) for segment in segments) else _reason(rules, pattern)


def _reason(rules: Rules, pattern: Pattern) -> Reason:
    name = rules.name.rpartition("/")[2] if rules.name != ".git/info/exclude" else rules.name
    return Reason(name, "hidden" if rules is _HIDDEN_RULES else f"{rules.name}: {pattern.text}")


def _is_cache(path: str) -> bool:
    try:
        is_small = os.path.isfile(path) and os.path.getsize(path) < MAX_IGNORE_FILE
        return is_small and read(path).startswith(CACHE_TAG)
    except OSError:
        return False


def _upward(place: str) -> Iterable[str]:
    """Yield a folder and all folders above it."""
    yield place
    while (above := os.path.dirname(place)) != place:
        place = above
        yield place


def _parts(path: str, folder: str) -> tuple[str, ...]:
    """Return the parts of a path relative to a folder above it."""
    inner = within(path, folder)
    return () if inner in (None, ".") else tuple(inner.split("/"))


def _special(place: str) -> list[str]:
    """Return the names in a folder that have a meaning for its rules."""
    return [name for name in (*IGNORE_FILES, ".git", *MARKERS) if os.path.lexists(os.path.join(place, name))]


def _has(place: str, name: str) -> bool:
    return os.path.lexists(os.path.join(place, name))
