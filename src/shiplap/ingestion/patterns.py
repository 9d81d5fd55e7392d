"""Patterns of files, as in `.gitignore`.

The rules are those of gitignore(5). A pattern is a line. It is split at slashes into segments, and each segment is
compared with one part of a path:

- A pattern without a slash, or with one at its end only, matches names in all folders. Any other pattern is
  relative to the folder of its ignore file.
- A slash at the end: folders only. `!` at the beginning: what matches is not ignored. The last pattern that
  matches decides.
- `*` any characters, `?` one character, `[a-z]`, `[!a-z]`, `[[:digit:]]` one of these; a backslash takes the next
  character literally. `**` as a whole segment: any number of folders; at the end, everything inside.

Git departs from this text in ways that are not copied: it compares bytes, so that its `?` is half of an `é`; it
takes two stars right after a literal beginning (`foo**/bar`) for a segment of their own; and it asks for a folder
between two stars and an escaped slash.

The library pathspec has the same rules. They stand here because numpy alone is needed at run time, and which files
are read must not depend on what else is installed. `tests/ingest/test_patterns.py` compares them with git and
pathspec.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

#: The classes of characters in brackets, in ASCII as in git, written as in brackets of `re`.
CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "blank": r" \t", "cntrl": r"\x00-\x1f\x7f", "digit": "0-9",
    "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~", "space": r" \t\n\r",
    "upper": "A-Z", "xdigit": "0-9A-Fa-f",
}  # fmt: skip


class Segment(NamedTuple):
    """A pattern of one part of a path: a literal part, or `*` with a literal end, or a form.

    text: the segment as it was written.
    """

    text: str
    literal: str | None = None
    end: str | None = None
    form: re.Pattern[str] | None = None

    def matches(self, part: str) -> bool:
        """Return whether the segment matches a part of a path."""
        if self.literal is not None:
            return part == self.literal
        if self.end is not None:
            return part.endswith(self.end)
        return self.form is not None and self.form.fullmatch(part) is not None

    def names(self, other: Segment) -> bool:
        """Return whether the segment is as narrow as another one, which matches the same part: it has no
        wildcards, or the other one matches its text.

        >>> lock, minified = segment("yarn.lock"), segment("*.min.js")
        >>> [each.names(minified) for each in (segment("a.min.js"), segment("*.min.js"), segment("*.js"))]
        [True, True, False]
        """
        return self.literal is not None or (bool(other.text.strip("*?")) and other.matches(self.text))


#: The segment `**`: any number of parts.
DEEP = Segment("**")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern. `text`: the line. `segments`: a pattern that matches in all folders begins with `DEEP`. `fault`:
    why no path can match, or ""."""

    text: str
    is_negative: bool
    is_for_folders: bool
    segments: tuple[Segment, ...]
    fault: str = ""

    def matches(self, parts: Sequence[str], *, is_folder: bool) -> bool:
        """Return whether the pattern matches a path, given by its parts relative to the pattern's folder."""
        if self.fault or (self.is_for_folders and not is_folder):
            return False
        if len(self.segments) == 2 and self.segments[0] is DEEP:
            return self.segments[1].matches(parts[-1])
        return _matches(self.segments, parts)


def _matches(segments: Sequence[Segment], parts: Sequence[str]) -> bool:
    """Compare segments with parts. Each `DEEP` takes as few parts as it can. What follows it is tried one part
    further after each failure; an earlier `DEEP` need not be tried again, since the last one can take all that it
    would take. So the number of comparisons is at most the product of the lengths."""
    at = part = resume_part = 0
    resume: int | None = None  # the index after the last DEEP
    while part < len(parts):
        if at < len(segments) and segments[at] is DEEP:
            if at == len(segments) - 1:
                return True
            at += 1
            resume, resume_part = at, part
        elif at < len(segments) and segments[at].matches(parts[part]):
            at, part = at + 1, part + 1
        elif resume is not None:
            resume_part += 1
            at, part = resume, resume_part
        else:
            return False
    return at == len(segments)


def parse_file(data: bytes) -> list[Pattern]:
    r"""Read the patterns of an ignore file. Bytes that are not UTF-8 are those of names.

    >>> [pattern.text for pattern in parse_file(b"# built\n*.log\r\n\n!keep.log ")]
    ['*.log', '!keep.log']
    """
    lines = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split("\n")
    return [pattern for line in lines if (pattern := parse(line.removesuffix("\r"))) is not None]


def parse(line: str) -> Pattern | None:
    """Read a line; return None for one that is blank or a comment.

    >>> pattern = parse("docs/**/*.tmp")
    >>> [pattern.matches(path.split("/"), is_folder=False) for path in ("docs/x.tmp", "docs/a/b/x.tmp", "x.tmp")]
    [True, True, False]
    >>> parse("# a comment"), parse("[a").fault
    (None, 'a bracket is not closed')
    """
    if line.startswith("#"):
        return None
    text = _without_spaces(line.partition("\0")[0])
    body = text.removeprefix("!")
    is_for_folders = body.endswith("/")
    body = body.removesuffix("/")
    if not body:
        return None
    is_anywhere = "/" not in body
    try:
        found = [DEEP, segment(body)] if is_anywhere else list(_segments(body.removeprefix("/")))
    except ValueError as error:
        return Pattern(text, text.startswith("!"), is_for_folders, (), str(error))
    return Pattern(text, text.startswith("!"), is_for_folders, tuple(found))


def _without_spaces(line: str) -> str:
    """Remove spaces at the end, except for one after a backslash."""
    text = line.rstrip(" ")
    backslashes = len(text) - len(text.rstrip("\\"))
    return text + " " if backslashes % 2 and text != line else text


def _segments(text: str) -> Iterator[Segment]:
    """Split a pattern at its slashes, except for those in brackets."""
    begin, parts = 0, list[str]()
    for token in _tokens(text):
        if token.literal == "/":
            parts.append(text[begin : token.begin])
            begin = token.end
    is_deep = False
    for part in (*parts, text[begin:]):
        was_deep, is_deep = is_deep, len(part) > 1 and not part.strip("*")
        if not is_deep:
            yield segment(part)
        elif not was_deep:
            yield DEEP


def segment(text: str) -> Segment:
    """Make a segment. Raises ValueError if no part can match."""
    tokens = list(_tokens(text))
    literals = [token.literal for token in tokens if token.literal is not None]
    if len(literals) == len(tokens):
        return Segment(text, literal="".join(literals))
    if len(literals) == len(tokens) - 1 and tokens[0].is_star:
        return Segment(text, end="".join(literals))
    return Segment(text, form=re.compile(_form(tokens), re.DOTALL))


def _form(tokens: Sequence[_Token]) -> str:
    """Return a regular expression that matches what the tokens match, in time at most the product of the lengths.

    What stands between two stars has a fixed length, so its first match is as good as any later one. Each such
    part is searched in a group in a lookahead, which is not entered again once it has matched; the reference to
    the group then takes its text.
    """
    parts = [""]
    for token in tokens:
        if token.is_star:
            parts.append("")
        else:
            parts[-1] += token.form
    first, *between, last = parts if len(parts) > 1 else (*parts, "")
    searched = "".join(f"(?=(.*?{part}))\\{number}" for number, part in enumerate(filter(None, between), 1))
    return f"{first}{searched}.*{last}" if len(parts) > 1 else first


class _Token(NamedTuple):
    """A character of a pattern, with a backslash or without; a wildcard; or brackets with all inside.

    form: a regular expression of the characters that match; that of a star is empty. literal: the only character.
    """

    begin: int
    end: int
    form: str
    literal: str | None = None

    @property
    def is_star(self) -> bool:
        """True for a star."""
        return not self.form


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a pattern. Raises ValueError."""
    end = 0
    while end < len(text):
        begin, end = end, end + 1
        letter = text[begin]
        if letter in "*?":
            yield _Token(begin, end, "" if letter == "*" else ".")
        elif letter == "[":
            form, end = _brackets(text, end)
            yield _Token(begin, end, form)
        else:
            letter, end = _letter(text, begin)
            yield _Token(begin, end, re.escape(letter), letter)


def _letter(text: str, at: int) -> tuple[str, int]:
    """Return the character at an offset, which a backslash may precede, and its end. Raises ValueError."""
    at += text.startswith("\\", at)
    if at == len(text):
        raise ValueError("a backslash stands at the end")
    return text[at], at + 1


def _brackets(text: str, at: int) -> tuple[str, int]:
    """Return a regular expression for brackets whose content begins at an offset, and their end. A `]` right at
    the beginning is one of the characters. Raises ValueError."""
    is_negative = text.startswith(("!", "^"), at)
    at += is_negative
    first, found = at, ""
    last = ""  # the character before, which may begin a range
    while at == first or not text.startswith("]", at):
        if at >= len(text):
            raise ValueError("a bracket is not closed")
        if name := _class_name(text, at):
            found, last, at = found + CLASSES[name], "", at + len(name) + 4
        elif last and text[at] == "-" and not text.startswith("]", at + 1):
            final, at = _letter(text, at + 1)
            found += f"{_code(last)}-{_code(final)}" if last <= final else ""
            last = ""
        else:
            last, at = _letter(text, at)
            found += _code(last)
    return f"[{'^' if is_negative else ''}{found}]", at + 1


def _class_name(text: str, at: int) -> str:
    """Return the name of a class of characters that begins at an offset, or "". Raises ValueError for an unknown
    one."""
    close = text.find("]", at + 2) if text.startswith("[:", at) else -1
    if close < at + 3 or text[close - 1] != ":":
        return ""
    name = text[at + 2 : close - 1]
    if name not in CLASSES:
        raise ValueError(f"[:{name}:] is no class of characters")
    return name


def _code(letter: str) -> str:
    """Return a character as in brackets of `re`."""
    return f"\\U{ord(letter):08x}"
