"""The starts of records that neither a time nor a shape shows (`shiplap.reference.data.record_starts`).

The decision reads the beginning of a text, and most logs end there: their records are found by the compiled pass.
The others are read line by line here, by one pattern that takes a whole line.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from functools import cache

from shiplap._core.text import Text
from shiplap._data.data_formats import (
    COMMENT_MARKS,
    DETAILS,
    INTRODUCTIONS,
    MESSAGES,
    RECORD_KINDS,
    TEST_KINDS,
    TRACES,
    RecordKind,
)
from shiplap.patterns import lazily

SAMPLE, MESSAGE_SAMPLE = 8192, 32768
STAMP = 64
STAMPED = 5
PLACE = 128
FIELDS = 3

LINE = lazily(r"([^\r\n]*)(?:\r\n?|\n)|[^\r\n]+")
PREFIX = lazily(
    r"[A-Za-z0-9_.-]+ +\| "
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:Z|[+-][0-9]{2}:?[0-9]{2}) "
    r"(?:std(?:out|err) [FP] |[^ \t\r\n]+ [^ \t\r\n]*[0-9]\]: )?"
    r"|==[0-9]+=="
    r"|[A-Z][a-z]{2} (?: [0-9]|[0-9]{2}) [0-9]{2}:[0-9]{2}:[0-9]{2} [^ \t\r\n]+ [^ \t\r\n]+: "
)
CLOCK = lazily("[0-9]{2}:[0-9]{2}")
DETAIL = lazily("|".join(map(re.escape, DETAILS)))
FIELD = lazily(r"[A-Za-z_][A-Za-z0-9 _./@$-]{0,39}[:=](?:(?<![0-9].)|(?![0-9]))")
MESSAGE = lazily("[0-9](?:" + "|".join(map(re.escape, MESSAGES)) + ")")
POINTER = lazily("[ \t]+--> ")
#: What a text with a prefix of each form has: a search for a literal, where a look at each line would take longer.
HINTS = ("| ", "==")
TIMES = lazily(r"T[0-9]{2}:[0-9]{2}:| [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} ")
#: What each line that shows a kind of tests has: searched before lines are read.
TEST_HEADS = tuple(head for kind in TEST_KINDS for head in kind.heads)

Lines = list[tuple[int, int]]


def record_starts(text: Text, begin: int) -> array[int] | None:
    """Return the offsets where records begin, in the text's own form, and -1; None if the compiled pass finds
    them. `begin`: the characters of a byte order mark."""
    size = len(text)
    read, is_whole = text.beginning(0, size, SAMPLE + begin)
    lines = list(all_lines(read, begin))
    has_hint = any(hint in read for hint in HINTS) or TIMES.search(read)
    rests = [(prefix_end(read, p, end), end) for p, end in lines] if has_hint else lines
    own = [rest for rest, line in zip(rests, lines, strict=True) if rest[0] > line[0]]
    has_prefixes = is_common(len(own), len(lines))
    found: Iterable[int] | None = None
    if (kind := record_kind(read, rests if has_prefixes else lines)) is not None:
        found = starts_of_kind(text.text(0, size), begin, kind, has_prefixes)
    elif has_prefixes and any(goes_on(read, at, end) for at, end in own):
        needs_time = is_common(sum(is_stamped(read, at, end) for at, end in own), len(own))
        found = starts_of_messages(text.text(0, size), begin, needs_time)
    elif has_details(read, lines):
        whole = text.text(0, size)
        found = (
            p for p, end in all_lines(whole, begin) if is_stamped(whole, p, end) and not has_detail(whole, p, end)
        )
    elif has_fields(read, lines, is_whole):
        found = starts_of_fields(text.text(0, size), begin)
    else:
        if not is_whole:  # else no kind counts in the sample, which is all
            is_list = not is_stamped(read, *(rests if has_prefixes else lines)[0])
            read = text.beginning(0, size, MESSAGE_SAMPLE + begin)[0]
            if is_list and (kind := test_kind(read, begin, has_prefixes)) is not None:
                found = starts_of_kind(text.text(0, size), begin, kind, has_prefixes)
        if found is None and any(mark in read for mark in (*MESSAGES, "--> ")):
            messages = sum(message_at(read, p, end) for p, end in all_lines(read, begin))
            found = starts_of_compiler(text.text(0, size), begin) if messages > 1 else None
    if found is None:
        return None
    starts = text.native(found)
    starts.append(-1)
    return starts


def shows_records(read: str, is_whole: bool) -> bool:
    """Return whether the sample of a text has prefixes, or shows records other than by times and shapes."""
    lines = list(all_lines(read[:SAMPLE], 0))
    if is_common(sum(prefix_end(read, p, end) > p for p, end in lines), len(lines)):
        return True
    if record_kind(read, lines) or has_details(read, lines):
        return True
    return has_fields(read, lines, is_whole)


def is_common(count: int, lines: int) -> bool:
    """Return whether at least one of STAMPED lines is one of those that were counted."""
    return count > 0 and STAMPED * count >= lines


def all_lines(text: str, p: int) -> Iterator[tuple[int, int]]:
    """Yield the begin and the end of each line."""
    if "\r" not in text:
        size = len(text)
        while p < size:
            end = text.find("\n", p)
            yield p, end if end >= 0 else size
            p = end + 1 if end >= 0 else size
        return
    for found in LINE.finditer(text, p):
        yield found.start(), found.end(1) if found.end(1) >= 0 else found.end()


# ---- prefixes


def prefix_end(text: str, p: int, end: int) -> int:
    """Return the end of the prefix of a line, or its begin."""
    found = PREFIX.match(text, p, end)
    return found.end() if found else p


# ---- kinds


def test_kind(read: str, begin: int, has_prefixes: bool) -> RecordKind | None:
    """Return the kind of tests that counts, or None."""
    if not any(head in read for head in TEST_HEADS):
        return None
    lines = all_lines(read, begin)
    rests = ((prefix_end(read, p, end), end) for p, end in lines) if has_prefixes else lines
    return record_kind(read, list(rests), TEST_KINDS)


def record_kind(text: str, lines: Lines, kinds: tuple[RecordKind, ...] = RECORD_KINDS) -> RecordKind | None:
    """Return the kind that counts, or None. `lines`: begin behind their prefixes. kinds: RECORD_KINDS, or some of
    them."""
    table, counts = kinds_by_beginning(), [0] * len(RECORD_KINDS)
    for p, _ in lines:
        for marks, number in table.get(text[p : p + 3]) or table.get(text[p : p + 1]) or ():
            if text.startswith(marks, p):
                counts[number] += 1
    if max(counts) < 2:
        return None
    for kind, count in zip(RECORD_KINDS, counts, strict=True):
        if count < 2 or kind not in kinds:
            continue
        if kind.beside and not any(text.startswith(kind.beside, p) for p, _ in lines):
            continue
        if kind.is_first:
            marks = (*kind.heads, *kind.above)
            first = first_shown(text, lines, marks)
            if first is not None and text.startswith(marks, first):
                return kind
        elif kind.in_logs or not is_common(sum(is_stamped(text, p, end) for p, end in lines), len(lines)):
            return kind
    return None


def first_shown(text: str, lines: Lines, marks: tuple[str, ...]) -> int | None:
    """Return the begin of the first visible line that is no comment or begins with one of some marks."""
    return next(
        (p for p, end in lines if p < end and (text[p] not in COMMENT_MARKS or text.startswith(marks, p))), None
    )


@cache
def kinds_by_beginning() -> dict[str, list[tuple[tuple[str, ...], int]]]:
    """Return the marks that a line of each kind may begin with, and the number of the kind, by the first three
    characters of the line, or by the first one for shorter marks."""
    table: dict[str, dict[int, tuple[str, ...]]] = {}
    for number, kind in enumerate(RECORD_KINDS):
        for mark in (*kind.heads, *kind.ends):
            found = table.setdefault(mark[:3] if len(mark) >= 3 else mark[0], {})
            found[number] = (*found.get(number, ()), mark)
    for key, found in table.items():
        for number, marks in table.get(key[0], {}).items() if len(key) > 1 else ():
            found[number] = (*found.get(number, ()), *marks)
    return {key: [(marks, number) for number, marks in found.items()] for key, found in table.items()}


def starts_of_kind(text: str, begin: int, kind: RecordKind, has_prefixes: bool) -> Iterator[int]:
    """Yield where the records of a kind begin."""
    is_head = re.compile("|".join(map(re.escape, (*kind.heads, *kind.more)))).match
    last = -kind.lines
    is_above, is_open = False, True
    for number, (p, end) in enumerate(all_lines(text, begin)):
        at = prefix_end(text, p, end) if has_prefixes else p
        if kind.ends:
            begins = is_open and at < end
            is_open = (is_open and at == end) or text.startswith(kind.ends, at)
        else:
            begins = is_head(text, at) is not None and not is_above
            is_above = bool(kind.above) and text.startswith(kind.above, at)
        if begins and number - last >= kind.lines:
            yield p
            last = number


# ---- messages


def goes_on(text: str, p: int, end: int) -> bool:
    """Return whether a line goes on behind its prefix with white space or with a line of a traceback."""
    return is_inside(text, p, end) or text.startswith(TRACES, p)


def is_inside(text: str, p: int, end: int) -> bool:
    """Return whether a line is blank behind its prefix, or indented by more than the space that pads a level."""
    return text.startswith(("\t", "  "), p) or not text[p:end].strip(" \t")


def starts_of_messages(text: str, begin: int, needs_time: bool) -> Iterator[int]:
    """Yield where the messages of a text with prefixes begin."""
    in_trace = False
    for p, end in all_lines(text, begin):
        at = prefix_end(text, p, end)
        if at == p:
            continue
        continues = goes_on(text, at, end) or in_trace
        if not is_inside(text, at, end):
            in_trace = text.startswith(TRACES[0], at)
        if not continues and (not needs_time or is_stamped(text, at, end)):
            yield p


# ---- details


def has_detail(text: str, p: int, end: int) -> bool:
    """Return whether a line has a word of DETAILS near its beginning."""
    found = DETAIL.search(text, p, end)
    return found is not None and found.start() < p + PLACE


def has_details(read: str, lines: Lines) -> bool:
    """Return whether at least two lines have a word of DETAILS near their beginning."""
    is_possible = any(mark in read for mark in DETAILS)
    return is_possible and sum(has_detail(read, p, end) for p, end in lines) > 1


def is_stamped(text: str, p: int, end: int) -> bool:
    """Return whether a line has a time near its beginning."""
    return CLOCK.search(text, p, min(end, p + STAMP)) is not None


# ---- fields


def blocks_of_fields(text: str, lines: Iterable[tuple[int, int]]) -> Iterator[Lines]:
    """Yield the blocks of lines between blank lines."""
    block: Lines = []
    for p, end in lines:
        if p < end and text[p:end].strip(" \t"):
            block.append((p, end))
        elif block:
            yield block
            block = []
    if block:
        yield block


def has_fields(text: str, lines: Lines, is_whole: bool) -> bool:
    """Return whether a text has blocks of fields that begin alike."""
    first = next(((p, end) for p, end in lines if text[p:end].strip(" \t")), None)
    found = FIELD.match(text, *first) if first else None
    if found is None:
        return False
    blocks = list(blocks_of_fields(text, lines))
    if not is_whole:
        del blocks[-1:]
    return len(blocks) >= FIELDS and all(
        len(block) > 1
        and text.startswith(found[0], block[0][0])
        and all(text[p] in " \t" or FIELD.match(text, p, end) for p, end in block)
        for block in blocks
    )


def starts_of_fields(text: str, begin: int) -> Iterator[int]:
    """Yield where blocks of fields begin."""
    return (block[0][0] for block in blocks_of_fields(text, all_lines(text, begin)))


# ---- messages of compilers


def message_at(text: str, p: int, end: int) -> bool:
    """Return whether a line is a message of a compiler."""
    after = end + (2 if text.startswith("\r\n", end) else 1)
    if text[after : after + 1] not in ("\t", " ") or text[p] in " \t\r\n":
        return False
    if POINTER.match(text, after):
        return not text.startswith(("note", "help"), p)
    found = MESSAGE.search(text, p, end)
    return found is not None and found.start() + 1 < p + PLACE


def introduces(text: str, p: int, end: int) -> bool:
    """Return whether a line introduces a message."""
    if text.startswith(INTRODUCTIONS[0], p):
        return True
    return p < text.find(INTRODUCTIONS[1], p + 1, end) < p + PLACE


def starts_of_compiler(text: str, begin: int) -> Iterator[int]:
    """Yield where the records of messages begin."""
    introduced = False
    for p, end in all_lines(text, begin):
        is_message = message_at(text, p, end)
        is_first = is_message or introduces(text, p, end)
        if is_first and not introduced:
            yield p
        introduced = not is_message and (is_first or introduced)
