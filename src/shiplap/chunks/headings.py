"""Heading paths as a prefix of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shiplap._core.text import hashes
from shiplap.content.shortening import MARK, is_shortened
from shiplap.content.titles import clean_title
from shiplap.patterns import lazily

#: Separators between headings, and between them and the text.
JOINER, GAP = " > ", "\n\n"

#: Number of code points read for each heading: a title has at most 1,000, and marks may surround it.
LINE = 4000

#: Number of code points within which most texts have their first visible line.
BEGINNING = 400

#: The characters of a line that underlines a heading, white space aside.
MARKS = "=-~^\"'`*+"

#: Characters that lines before the first visible one begin with.
BEFORE = MARKS + " \t\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"

#: Signs of underlines that no other markup has.
KEPT = "-^\"'+`~"

#: Other signs that markup of a heading begins with, and the space.
TAKEN = "#=*.\\@<& "

#: The letters of a command that begins with "@".
COMMAND_NAME = "abcdefghijklmnopqrstuvwxyz"

#: The first characters of headings of HTML and other markups; their commands; what may stand between the command
#: and the title (keywords of Org); what may follow the title in its line.
SIGNS = "=*.\\@<"
COMMAND = lazily(
    r"=head\d[ \t]+|={1,6}[ \t]*|\*+[ \t]+|\.S[HShs][ \t]+\"?|@[a-z]+[ \t]+"
    r"|\\[a-z]+\*?[ \t]*(?:\[[^][]*\])?[ \t]*\{"
)
KEYWORDS = lazily(r"(?:[A-Z]+ )?(?:\[#\w+\] )?(?:COMMENT )?")
AFTER_TITLE = lazily(r"[ \t]*=*[ \t]*(?:<!--.*)?|\"[^\"]*|\}.*|[ \t]+:[\w@#%:]+:")
HTML_HEADING = lazily(r"<h[1-6][^>]*>.*?</h[1-6]>", re.IGNORECASE)


def prefix_of(path: Sequence[str]) -> str:
    """Format a heading path as a prefix of a text.

    >>> prefix_of(["Rain", "Snow"]), prefix_of([])
    ('Rain > Snow\\n\\n', '')
    """
    return JOINER.join(path) + GAP if path else ""


def headings_outside(path: Sequence[str], text: str) -> Sequence[str]:
    """Return the headings that a text does not begin with itself. A shortened heading counts only if the text
    begins with the mark "#": a sentence may begin with the same words.

    >>> headings_outside(("Rain", "Snow"), "## Snow\\n\\nIt snows.")
    ('Rain',)
    >>> headings_outside(("Rain", "Snow"), "It snows."), headings_outside(("Rain in…",), "# Rain in the hills\\n")
    (('Rain', 'Snow'), ())
    >>> headings_outside(("Rain", "Snow"), "=head2 Snow\\n\\nx"), headings_outside(("Rain",), "* TODO Rain :a:\\n")
    (('Rain',), ())
    """
    if not path or _begins_with_another_sign(path, text):
        return path
    if text.startswith("#") and _begins_with_last(path, text):
        return path[:-1]
    beginning = text[:BEGINNING]
    is_marked = beginning.lstrip().startswith("#")
    begin = _first_line(beginning, path)
    if begin is not None:  # most texts begin with no heading, or with the innermost alone
        # a list: a generator that ends with a MemoryError writes it to the standard error stream
        longer = [own for own in path if own.startswith(f"{begin} ") or (is_marked and own.endswith(MARK))]
        if not longer and begin not in path:
            return path
        if not longer and path.index(begin) == len(path) - 1 and beginning[0] not in BEFORE:
            return path[:-1]
    lines = (line.strip("# \t") for line in text[: LINE * len(path)].splitlines()[: 3 * len(path)])
    titles = [title_of(line, path) for line in lines if line.strip(MARKS)]
    for k in range(max(0, len(path) - len(titles)), len(path)):
        own = list(path[k:])
        found = titles[: len(own)]
        if own == found or (is_marked and all(map(is_title, own, found))) or begins_with(titles, own):
            return path[:k]
    return path


def title_of(line: str, path: Sequence[str]) -> str:
    """Return the text of a line without the markup of a heading. In HTML, it is the heading that the line begins
    with. In other markups, it is the heading of `path` that stands after a command, if any.

    >>> [title_of(line, ["Rain"]) for line in ("== Rain ==", ".SH Rain", "\\\\section{Rain}", "<h1>Rain</h1>a")]
    ['Rain', 'Rain', 'Rain', 'Rain']
    >>> title_of("== Snow ==", ["Rain"]), title_of("* Rain in May", ["Rain"])
    ('== Snow ==', '* Rain in May')
    """
    if line[:1] == "<" and (found := HTML_HEADING.match(line)):
        return clean_title(found[0])
    title = clean_title(line)
    if title[:1] not in SIGNS or not (found := COMMAND.match(title)):
        return title
    begins = [found.end()]
    if title[0] == "*" and (found := KEYWORDS.match(title, begins[0])):
        begins.append(found.end())
    for own in path:
        for begin in begins:
            if title.startswith(own, begin) and AFTER_TITLE.fullmatch(title, begin + len(own)):
                return own
    return title


def begins_with(titles: Sequence[str], path: Sequence[str]) -> bool:
    """Return whether the lines `titles` begin with these headings, each in one line or in two.

    >>> begins_with(["CHAPTER ONE", "The River", "It rains."], ["CHAPTER ONE The River"])
    True
    """
    k = 0
    for heading in path:
        if titles[k : k + 1] != [heading]:
            if " ".join(titles[k : k + 2]) != heading:
                return False
            k += 1
        k += 1
    return True


def is_title(shown: str, title: str) -> bool:
    """Return whether a heading is a title, or a shortened form of it."""
    return shown == title or is_shortened(shown, title)


def _begins_with_another_sign(path: Sequence[str], text: str) -> bool:
    """Return whether the first visible line of a text is not one of the headings, by its first sign: the fastest
    path."""
    first = _first_sign(text, _is_plain(path))
    return first != "" and not [title for title in path if title.startswith(first)]


def _is_plain(path: Sequence[str]) -> bool:
    """Return whether none of the headings is shortened or empty."""
    return not [title for title in path if title == "" or title.endswith(MARK)]


def _begins_with_last(path: Sequence[str], text: str) -> bool:
    """Return True only if the first line of a text is the last of these headings with the mark "#", without markup
    in the title, and no other of them: the fastest path of most sections. False decides nothing."""
    line, feed, _ = text[:BEGINNING].partition("\n")
    title = line.strip("# \t")
    # the signs with which `clean_title` may change a title that begins with a letter or digit
    if feed != "\n" or title != path[-1] or not (title.isprintable() and title[:1].isalnum()):
        return False
    if "<" in title or "&" in title or title.endswith(("}", MARK)):
        return False
    return not [own for own in path[:-1] if own.startswith(title) or own.endswith(MARK)]


def _first_sign(text: str, is_plain: bool) -> str:
    """Return the first sign of the title that the first visible line of a text has if it is a heading, or "": it
    may be another one. `clean_title` and `title_of` take no sign from the beginning of a line but those of `MARKS`
    and `TAKEN`, and of those in `KEPT` none, unless the line is an underline.

    is_plain: whether no heading is shortened or empty: a line that shows nothing may be an empty one, and one with
        the mark "#" a shortened one that begins in another way.
    """
    first = text[:1]
    if first.isalnum() or not is_plain:
        return first if first.isalnum() else ""
    text = text[:BEGINNING].lstrip(" \t\n")
    first = text[:1]
    if first in KEPT:
        return first if text.lstrip(KEPT)[:1].isalnum() else ""
    if first == "@":  # a command is a word, and white space
        after = text[1:].lstrip(COMMAND_NAME)[:1]
        return first if after != "" and after in "(._\n" else ""
    if first == "#":
        first = text.lstrip("# \t")[:1]
        return first if first.isalnum() else ""
    return first if first.isprintable() and first not in MARKS and first not in TAKEN else ""


def _first_line(beginning: str, path: Sequence[str]) -> str | None:
    """Return the `title_of` the first visible line of the beginning of a text; None if it may go on after it."""
    *lines, _ = beginning.splitlines() or [""]  # the last one may be incomplete
    for line in lines:
        title = line.strip("# \t")
        if title.strip(MARKS):
            return title_of(title, path)
    return None


def context(headings: Sequence[str], table_header: str, text: str) -> str:
    """Return the prefix of a chunk's contextual text, which is embedded, searched and shown: the headings that the
    text does not begin with itself, and the header of the table that it continues.

    >>> context(("Rain", "Snow"), "", "It snows.")
    'Rain > Snow\\n\\n'
    """
    return prefix_of(headings_outside(headings, text)) + table_header


def context_hashes(
    headings: Sequence[Sequence[str]], table_headers: Sequence[str], texts: Sequence[str]
) -> list[str | None]:
    """Return the context hash of each chunk, None where its contextual text is its text.

    >>> context_hashes([(), ("Rain",)], ["", ""], ["It rains.", "It pours."])
    [None, 'e3c8490835aff3fda7bc27289981b759']
    """
    found: list[str | None] = []
    different = []
    # by path: its prefix, the first signs of its titles, and whether they are plain
    known: dict[tuple[str, ...], tuple[str, str, bool]] = {}
    last: Sequence[str] = ()
    prefix, firsts, is_plain = "", "", True
    for path, header, text in zip(headings, table_headers, texts, strict=True):
        before = header
        if path:
            if path is not last:  # successive chunks have the same object
                last, own = path, tuple(path)
                if own not in known:
                    known[own] = prefix_of(own), "".join([title[:1] for title in own]), _is_plain(own)
                prefix, firsts, is_plain = known[own]
            # as `_begins_with_another_sign`
            first = text[:1]
            if not first.isalnum():
                first = _first_sign(text, is_plain)
            is_outside = first not in firsts
            before = prefix + header if is_outside else context(path, header, text)
        if before:
            found.append("")
            different.append(before + text)
        else:
            found.append(None)
    following = iter(hashes(different))
    return [None if own is None else next(following) for own in found]


def contextual_text(
    headings: Sequence[str], table_header: str, text: str, shown_text: str | None = None, added: str | None = None
) -> str:
    """Return the text of a chunk, or its `shown_text` if it has one, with its `context` before it: the text to
    embed and search. `added`: what `Chunks.with_context` puts before all of it.

    >>> contextual_text(("Rain", "Snow"), "", "## Snow\\n\\nIt snows.")
    'Rain\\n\\n## Snow\\n\\nIt snows.'
    >>> contextual_text((), "", "It snows.", added="Of the weather in May.")
    'Of the weather in May.\\n\\nIt snows.'
    """
    shown = text if shown_text is None else shown_text
    return before_all(added) + context(headings, table_header, shown) + shown


def before_all(added: str | None) -> str:
    """Return an added context as it stands in a contextual text."""
    return f"{added}\n\n" if added else ""
