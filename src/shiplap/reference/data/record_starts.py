"""The starts of records that neither a time nor a shape shows.

The first SAMPLE characters of the text are the sample, by whose lines all decisions are taken. The first of these
clauses, from R8 on, that fits says where records begin; if none fits, R6:

R6  A message of a compiler is a line above an indented line, with a digit before `: error: `, `: warning: ` or
    `: fatal error: ` in its first PLACE characters: `a.c:5:3: error: `; or a line above a line that begins with
    white space and `--> `, unless it begins with `note` or `help`. If at least two lines of the first
    MESSAGE_SAMPLE characters are messages, records begin with the messages. Lines that begin with
    `In file included from ` or have `: In ` in their first PLACE characters begin the record of the next message.
R8  The prefix of a line is no part of it for R9 and R10: the name of a service with spaces and `| ` behind it
    (`web-1 | `), or a date and a time as in RFC 3339 with one space behind them (`2024-05-01T10:00:01.5Z `), and
    behind that `stdout F ` or the like; or the date, the host and the program of syslog (`May 1 10:00:01 dock
    pump[7]: `), also with a date of RFC 3339 and a number in brackets; or the number of a process between two
    equals signs each (`==7==`). A text has prefixes if at least one of STAMPED of its lines has one.
R9  A kind of RECORD_KINDS counts if at least two lines of the sample begin with one of its heads or of its ends.
    If the kind asks for the first line, the first line of the text that is neither blank nor a comment
    (COMMENT_MARKS) begins with one of its heads or of its lines above, too. Of several kinds the first one counts.
    If the kind has lines `beside`, at least one line begins with one of them, too.
    A record begins with a line that begins with one of its heads, or of `more`; a line right after a line of
    `above` does not begin one. If the kind has ends, a record begins with the first line after an end that is not
    blank, and with the first such line of the text, instead. A record has at least as many lines as the kind says.
    A kind that is neither one of logs nor asks for the first line does not count if at least one of STAMPED lines
    is stamped behind its prefix (R2).
R10 In a text with prefixes, of which at least one line is blank behind its prefix, or goes on with two spaces or a
    tab, or is one of a traceback (R5), a record begins with a line that has a prefix and none of these. If at
    least one of STAMPED of the lines with a prefix is stamped behind it (R2), only such lines begin records.
R11 If at least two lines of the sample have one of DETAILS in their first PLACE characters, a record begins with a
    stamped line (R2) that has none.
R12 If the sample has at least FIELDS blocks of lines, blank lines between them, each of at least two lines, and
    all of these lines are fields or begin with white space, and all blocks begin with the same key, a record
    begins with each block. If the text goes on behind the sample, the last block of the sample does not count. A
    field is a key, then a colon or an equals sign that is not between two digits. A key begins with a letter or
    `_`, and has at most KEY characters, which are letters, digits or one of KEY_MARKS.
R13 A list of tests may be longer than the sample. If the first line is not stamped behind its prefix (R2): R9 with
    TEST_KINDS and the lines of the first MESSAGE_SAMPLE characters.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from shiplap.reference.data.tree import line_after, line_end

SAMPLE, MESSAGE_SAMPLE = 8192, 32768
STAMP = 64
STAMPED = 5
PLACE = 128
FIELDS = 3
KEY = 40
KEY_MARKS = " _.-/@$"
DIGITS = "0123456789"


def record_starts(text: str, begin: int) -> list[int] | None:
    """Return the offsets where records begin; None if no clause fits. `begin`: that of the text, after a byte
    order mark."""
    read = text[: begin + SAMPLE]
    lines = list(all_lines(read, begin))
    rests = [(prefix_end(read, p, end), end) for p, end in lines]
    own = [(at, end) for (at, end), (p, _) in zip(rests, lines, strict=True) if at > p]
    has_prefixes = is_common(len(own), len(lines))
    if (kind := record_kind(read, rests if has_prefixes else lines)) is not None:
        return starts_of_kind(text, begin, kind, has_prefixes)
    if has_prefixes and any(goes_on(read, at, end) for at, end in own):
        needs_time = is_common(sum(is_stamped(read, at, end) for at, end in own), len(own))
        return starts_of_messages(text, begin, needs_time)
    if sum(has_detail(read, p, end) for p, end in lines) > 1:
        return [
            p for p, end in all_lines(text, begin) if is_stamped(text, p, end) and not has_detail(text, p, end)
        ]
    if has_fields(read, lines, read == text):
        return starts_of_fields(text, begin)
    read = text[: begin + MESSAGE_SAMPLE]
    lines = list(all_lines(read, begin))
    rests = [(prefix_end(read, p, end), end) for p, end in lines] if has_prefixes else lines
    is_list = not any(is_stamped(read, p, end) for p, end in rests[:1])
    if is_list and (kind := record_kind(read, rests, TEST_KINDS)) is not None:
        return starts_of_kind(text, begin, kind, has_prefixes)
    messages = sum(message_at(read, p, end) for p, end in lines)
    return starts_of_compiler(text, begin) if messages > 1 else None


def is_common(count: int, lines: int) -> bool:
    """Return whether at least one of STAMPED lines is one of those that were counted."""
    return count > 0 and STAMPED * count >= lines


def all_lines(text: str, p: int) -> Iterator[tuple[int, int]]:
    """Yield the begin and the end of each line."""
    while p < len(text):
        yield p, line_end(text, p)
        p = line_after(text, p)


# ---- prefixes (R8)


def prefix_end(text: str, p: int, end: int) -> int:
    """Return the end of the prefix of a line, or its begin.

    >>> [prefix_end(each, 0, len(each)) for each in ("a-1 | b", "a b | c", "2024-05-01T10:00:01Z b", "2024-05 b")]
    [6, 0, 21, 0]
    >>> prefix_end("May  1 10:00:01 dock pump[7]:   b", 0, 33), prefix_end("2024-05-01T10:00:01+02 b", 0, 24)
    (30, 0)
    """
    return (
        service_end(text, p, end)
        or date_end(text, p, end)
        or syslog_end(text, p, end)
        or process_end(text, p, end)
        or p
    )


def service_end(text: str, p: int, end: int) -> int:
    """Return the end of the name of a service with its pipe, or 0."""
    k = p
    while k < end and is_key_mark(text[k], "_.-"):
        k += 1
    first = k
    while k < end and text[k] == " ":
        k += 1
    return k + 2 if p < first < k and text.startswith("| ", k, end) else 0


def date_end(text: str, p: int, end: int) -> int:
    """Return the end of a date and a time with the space after them, or 0."""
    if not is_like(text, p, end, "0000-00-00T00:00:00"):
        return 0
    k = p + 19
    if text.startswith(".", k, end):
        k += 1
        while k < end and text[k] in DIGITS:
            k += 1
    if text.startswith("Z", k, end):
        k += 1
    elif is_like(text, k, end, "+00:00"):
        k += 6
    elif is_like(text, k, end, "+0000"):
        k += 5
    else:
        return 0
    if not text.startswith(" ", k, end):
        return 0
    k += 1
    is_stream = text.startswith(("stdout ", "stderr "), k, end) and text.startswith(("F ", "P "), k + 7, end)
    if is_stream:
        return k + 9
    program = program_end(text, k, end)
    return program if program and text[program - 3] == "]" and text[program - 4] in DIGITS else k


def syslog_end(text: str, p: int, end: int) -> int:
    """Return the end of the date, the host and the program of syslog, with a colon and a space, or 0."""
    if not is_like(text, p, end, "Aaa 00 00:00:00 ") and not is_like(text, p, end, "Aaa  0 00:00:00 "):
        return 0
    return program_end(text, p + 16, end)


def program_end(text: str, p: int, end: int) -> int:
    """Return the end of the names of a host and a program, with a colon and a space, or 0."""
    k = p
    while k < end and text[k] not in " \t":
        k += 1
    if k in (p, end) or text[k] != " ":
        return 0
    k = first = k + 1
    while k < end and text[k] not in " \t":
        k += 1
    return k + 1 if k > first + 1 and k < end and text[k] == " " and text[k - 1] == ":" else 0


def process_end(text: str, p: int, end: int) -> int:
    """Return the end of the number of a process between equals signs, or 0."""
    k = p + 2
    while k < end and text[k] in DIGITS:
        k += 1
    if not text.startswith("==", p, end) or k == p + 2 or not text.startswith("==", k, end):
        return 0
    return k + 2


def is_like(text: str, p: int, end: int, like: str) -> bool:
    """Return whether a text has digits, letters and signs as an example has.

    >>> is_like("May 12", 0, 6, "Aaa 00"), is_like("may 12", 0, 6, "Aaa 00"), is_like("+02:00", 0, 6, "+00:00")
    (True, False, True)
    """
    if p + len(like) > end:
        return False
    for char, wanted in zip(text[p : p + len(like)], like, strict=True):
        if wanted == "0":
            same = char in DIGITS
        elif wanted in "Aa":
            same = char.isascii() and (char.isupper() if wanted == "A" else char.islower())
        else:
            same = char == wanted or (wanted == "+" and char == "-")
        if not same:
            return False
    return True


def is_key_mark(char: str, marks: str) -> bool:
    """Return whether a character is a letter or a digit of ASCII, or one of some marks."""
    return (char.isascii() and char.isalnum()) or char in marks


# ---- kinds (R9)


def record_kind(
    text: str, lines: list[tuple[int, int]], kinds: tuple[RecordKind, ...] = RECORD_KINDS
) -> RecordKind | None:
    """Return the kind that counts, or None. `lines`: begin behind their prefixes."""
    visible = [p for p, end in lines if p < end]
    has_times = is_common(sum(is_stamped(text, p, end) for p, end in lines), len(lines))
    for kind in kinds:
        if sum(text.startswith((*kind.heads, *kind.ends), p) for p, _ in lines) < 2:
            continue
        if kind.beside and not any(text.startswith(kind.beside, p) for p, _ in lines):
            continue
        if not kind.is_first:
            if kind.in_logs or not has_times:
                return kind
            continue
        shown = (*kind.heads, *kind.above)
        first = next((p for p in visible if text.startswith(shown, p) or text[p] not in COMMENT_MARKS), None)
        if first is not None and text.startswith(shown, first):
            return kind
    return None


def starts_of_kind(text: str, begin: int, kind: RecordKind, has_prefixes: bool) -> list[int]:
    """Return where the records of a kind begin."""
    found: list[int] = []
    last = -kind.lines  # the number of the line that began the last record
    is_above, is_open = False, True  # whether the line before is one of `above`; whether a record begins next
    for number, (p, end) in enumerate(all_lines(text, begin)):
        at = prefix_end(text, p, end) if has_prefixes else p
        if kind.ends:
            begins = is_open and at < end
            is_open = (is_open and at == end) or text.startswith(kind.ends, at)
        else:
            begins = text.startswith((*kind.heads, *kind.more), at) and not is_above
            is_above = bool(kind.above) and text.startswith(kind.above, at)
        if begins and number - last >= kind.lines:
            found.append(p)
            last = number
    return found


# ---- messages (R10)


def goes_on(text: str, p: int, end: int) -> bool:
    """Return whether a line goes on behind its prefix with white space or with a line of a traceback."""
    return is_inside(text, p, end) or text.startswith(TRACES, p)


def is_inside(text: str, p: int, end: int) -> bool:
    """Return whether a line is blank behind its prefix, or indented by more than the space that pads a level."""
    return text.startswith(("\t", "  "), p) or not text[p:end].strip(" \t")


def starts_of_messages(text: str, begin: int, needs_time: bool) -> list[int]:
    """Return where the messages of a text with prefixes begin. `needs_time`: with lines that are stamped behind
    their prefix."""
    found = []
    in_trace = False
    for p, end in all_lines(text, begin):
        at = prefix_end(text, p, end)
        if at == p:
            continue
        continues = goes_on(text, at, end) or in_trace
        if not is_inside(text, at, end):
            in_trace = text.startswith(TRACES[0], at)
        if not continues and (not needs_time or is_stamped(text, at, end)):
            found.append(p)
    return found


# ---- details (R11)


def has_detail(text: str, p: int, end: int) -> bool:
    """Return whether a line has a word of DETAILS near its beginning."""
    return any(text.startswith(DETAILS, k, end) for k in range(p, min(end, p + PLACE)))


def is_stamped(text: str, p: int, end: int) -> bool:
    """Return whether a line has a time near its beginning (R2)."""
    return any(is_like(text, k, min(end, p + STAMP), "00:00") for k in range(p, min(end, p + STAMP)))


# ---- fields (R12)


def field_key(text: str, p: int, end: int) -> int:
    """Return the end of the key of a field with its mark, or 0.

    >>> field_key("dn: a", 0, 5), field_key("a = b", 0, 5), field_key("It rains. A: b", 0, 14)
    (3, 3, 12)
    >>> field_key(": a", 0, 3), field_key("(a): b", 0, 6)
    (0, 0)
    """
    k = p
    while k < end and k - p < KEY and is_key_mark(text[k], KEY_MARKS):
        k += 1
    if k == end or text[k] not in ":=" or not (text[p] == "_" or (text[p].isascii() and text[p].isalpha())):
        return 0
    return 0 if text[k - 1] in DIGITS and k + 1 < end and text[k + 1] in DIGITS else k + 1


def blocks_of_fields(text: str, lines: Iterator[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the blocks of lines between blank lines."""
    block: list[tuple[int, int]] = []
    for p, end in lines:
        if text[p:end].strip(" \t"):
            block.append((p, end))
        elif block:
            yield block
            block = []
    if block:
        yield block


def has_fields(text: str, lines: list[tuple[int, int]], is_whole: bool) -> bool:
    """Return whether a text has blocks of fields that begin alike."""
    blocks = list(blocks_of_fields(text, iter(lines)))
    if not is_whole:
        del blocks[-1:]
    if len(blocks) < FIELDS:
        return False
    p, end = blocks[0][0]
    key = text[p : field_key(text, p, end)]
    return key != "" and all(
        len(block) > 1
        and text.startswith(key, block[0][0])
        and all(text[p] in " \t" or field_key(text, p, end) for p, end in block)
        for block in blocks
    )


def starts_of_fields(text: str, begin: int) -> list[int]:
    """Return where blocks of fields begin."""
    return [block[0][0] for block in blocks_of_fields(text, all_lines(text, begin))]


# ---- messages of compilers (R6)


def message_at(text: str, p: int, end: int) -> bool:
    """Return whether a line is a message of a compiler (R6).

    >>> [message_at(each + "\\n  b", 0, len(each)) for each in ("a.c:5: error: b", "error: b", "a: error: b")]
    [True, False, False]
    >>> [message_at(each + "\\n --> b", 0, len(each)) for each in ("error: b", "F401 b", "note: b")]
    [True, True, False]
    """
    after = line_after(text, p)
    if after == len(text) or text[after] not in " \t" or text[p] in " \t\r\n":
        return False
    while after < len(text) and text[after] in " \t":
        after += 1
    if text.startswith("--> ", after):
        return not text.startswith(("note", "help"), p)
    stop = min(end, p + PLACE)
    return any(text[k - 1] in "0123456789" and text.startswith(MESSAGES, k) for k in range(p + 1, stop))


def introduces(text: str, p: int, end: int) -> bool:
    """Return whether a line introduces a message (R6)."""
    if text.startswith(INTRODUCTIONS[0], p):
        return True
    return any(text.startswith(INTRODUCTIONS[1], k) for k in range(p + 1, min(end, p + PLACE)))


def starts_of_compiler(text: str, begin: int) -> list[int]:
    """Return where the records of messages begin."""
    found = []
    introduced = False  # the record of the next message has begun
    for p, end in all_lines(text, begin):
        is_message = message_at(text, p, end)
        is_first = is_message or introduces(text, p, end)
        if is_first and not introduced:
            found.append(p)
        introduced = not is_message and (is_first or introduced)
    return found
