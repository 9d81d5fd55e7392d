"""Readers of subtitles: SRT and WebVTT.

    lines ──► cues with their lines ──► roll-up captions without doubling ──► cues by speaker ──► paragraphs

One parser reads both: files say comma or dot, leave hours, numbers and blank lines out, and have the tags of the
other format. A file that begins with WEBVTT may have comments, styles and ids of cues.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, NamedTuple, NoReturn

from shiplap.document import Document
from shiplap.errors import ReaderError, TextTypeError
from shiplap.readers.documents import make
from shiplap.readers.fields import MAX_SECONDS
from shiplap.readers.paragraphs import PAUSE, Cue, Word, check_pause, join, separator

#: Line ends of both formats. `str.splitlines` would end a line at other characters too.
_LINE_END = re.compile(r"\r\n|\n|\r")

#: A line of times, even if they are malformed. After the number of a cue, `-->` alone is enough (`_LABELLED`). A
#: line such as "12:30 -> 14:00" may be text of a cue.
_TIMING = re.compile(r"\s*[-+]?\d+\s*:(?:[\d\s:.,;]*-->|\s*\d+\s*[:.,][\d\s:.,;]*->)")
_ARROW = re.compile(r"-{1,2}>")
_LABELLED = "-->"

_SPACED = re.compile(r"\s+([:.,])\s*|(?<=[:.,])\s+")

#: The most characters of a time.
_TIME_LENGTH = 40

#: The time at the beginning of a text; settings may follow the second time of a line. White space beside a colon,
#: comma or dot is tolerated.
_TIME_AT = re.compile(r"\s*([-+]?\d+(?:\s*[:.,;]\s*\d+)*)")
_TIME = re.compile(r"(?:(\d{1,7}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?")

#: The first line of a block without a cue, or of the header of a file that was appended to another one.
_COMMENT = re.compile(r"(?:NOTE|WEBVTT)(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$")
_LANGUAGE = re.compile(r"Language:\s*(\S+)")

#: Tags of both formats, and of HTML where players know them. Others are text: "<laughs>", "press <1>", "I <3 you".
_TAGS = (
    "v|c|lang|ruby|rt|rp|b|i|u|s|em|strong|font|span|small|big|sub|sup|tt|code|q|a|center|strike|del|ins|mark|p|div"
    "|br"
)
_MARKUP = re.compile(
    rf"<(?P<close>/?)(?P<tag>{_TAGS})(?P<rest>(?:[\s./][^<>]*)?)>|<(?P<time>\d+(?::\d+){{1,2}}[.,]\d+)>|\{{\\[^{{}}]*\}}",
    re.IGNORECASE,
)
_BREAKS = ("br", "p", "div")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPACES = re.compile(r"[ \t\f\v\x85\xa0\u2028\u2029]+")
_SOFT_HYPHEN = "\N{SOFT HYPHEN}"

#: Roll-up captions show at most so many lines (CEA-608: 2 to 4).
_ROLLED_LINES = 4

#: The largest gap in seconds between roll-up captions of which one repeats the other.
_TOUCHING = 0.1

#: So many captions at least repeat the one before and add words to its last line, or highlight another word, if
#: the file does it on purpose.
_GROWING = 3


class Piece(NamedTuple):
    """A part of a line that was said by one speaker from one time on (None: from the begin of its cue)."""

    text: str
    begin: float | None
    speaker: str | None


Line = list[Piece]


@dataclass
class Shown:
    """The lines that a file shows from `begin` to `finish`; `source` is the text with its markup."""

    source: str
    begin: float
    finish: float
    lines: list[Line] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts of the lines."""
        return ["".join(piece.text for piece in line) for line in self.lines]


@dataclass
class _Block:
    """A timing line and the lines after it: their numbers, and whether they follow a blank line."""

    place: str
    begin: float
    finish: float
    lines: list[tuple[int, str, bool]] = field(default_factory=list)


def srt(text: str | bytes, *, pause: float = PAUSE, show_speakers: bool = False, **names: Any) -> Document:
    """Read subtitles in the format SRT.

    The text of the cues is joined into paragraphs; the table `times` has the seconds and the speaker of each cue.
    Line breaks within a cue become spaces, markup is removed. Cues are sorted by their begin. Captions that repeat
    the lines before them (roll-up) are joined without doubling.

    pause: the seconds without speech that end a paragraph.
    show_speakers: begin each paragraph with the name of its speaker.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`.

    Raises ReaderError for a time that is not one, negative or before the begin of its cue, and for text before the
    first cue; it names the line and the cue.

    >>> document = srt("1\\n00:00:01,000 --> 00:00:02,500\\nIt rains,\\nit pours.\\n")
    >>> document.text
    'It rains, it pours.'
    """
    return _read("srt", text, pause, show_speakers, names)


def vtt(text: str | bytes, *, pause: float = PAUSE, show_speakers: bool = False, **names: Any) -> Document:
    """Read subtitles in the format WebVTT, like `srt`.

    Speakers are those of voice tags (`<v Ann>`). Where a cue has timestamps, `times` has a row for the words
    behind each of them. Settings, comments, styles and regions are left out. The header's language becomes
    metadata.

    >>> document = vtt("WEBVTT\\n\\n00:01.000 --> 00:02.500\\n<v Ann>It rains.</v>\\n")
    >>> document.text
    'It rains.'
    """
    return _read("vtt", text, pause, show_speakers, names)


def _read(reader: str, given: str | bytes, pause: float, show_speakers: bool, names: dict[str, Any]) -> Document:
    check_pause(pause)
    lines = _LINE_END.split(_text(reader, given))
    header, blocks = _blocks(reader, lines)
    shown = sorted((_parsed(reader, block) for block in blocks), key=lambda each: each.begin)
    text, times = join((cue for each in _unrolled(_steady(shown)) for cue in _cues(each)), pause, show_speakers)
    language = next(filter(None, map(_LANGUAGE.match, header)), None)
    found = {} if language is None else {"language": language[1]}
    return make(text, {"times": times.table()}, found, names)


def _text(reader: str, given: str | bytes) -> str:
    """Return the text of the file without its byte order mark."""
    if isinstance(given, str):
        return given.removeprefix("\ufeff")
    if not isinstance(given, (bytes, bytearray, memoryview)):
        raise TextTypeError(type(given).__name__, "pass the content of the file: path.read_bytes()")
    try:
        return bytes(given).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        rule = "must be UTF-8: decode another encoding first"
        raise ReaderError(reader, f"byte offset {error.start}", rule) from None


# ---- lines to blocks


def _blocks(reader: str, lines: list[str]) -> tuple[list[str], list[_Block]]:
    """Return the lines of the header, and the blocks of cues in the order of the file."""
    header = _header(lines) if re.match(r"WEBVTT(?:\s|$)", lines[0]) else []
    is_vtt = reader == "vtt" or bool(header)
    before = _Block("", 0.0, 0.0)
    blocks = [before]
    is_after_blank, is_comment = True, False
    for number, given in enumerate(lines[len(header) :], len(header) + 1):
        line = given.removeprefix("\ufeff")  # of a file that was appended to another one
        label = _label(blocks[-1], number, is_vtt)
        if _TIMING.match(line) or (label and _LABELLED in line):
            if label:
                blocks[-1].lines.pop()
            blocks.append(_block(reader, f"line {number}, cue {len(blocks)}", line))
            is_comment = False
        elif not line.strip():
            is_after_blank, is_comment = True, False
            continue
        elif is_comment or (is_vtt and is_after_blank and _COMMENT.match(line)):
            is_comment = True
        else:
            blocks[-1].lines.append((number, line, is_after_blank))
        is_after_blank = False
    if before.lines:
        number, line, _ = before.lines[0]
        raise ReaderError(reader, f"line {number}", "must be the number or the times of the first cue", line)
    _drop_last_number(blocks[-1], len(blocks))
    return header, blocks[1:]


def _drop_last_number(last: _Block, number: int) -> None:
    """Drop the number of a cue that is missing, at the end of a file that was cut off."""
    if last.lines:
        _, line, is_after_blank = last.lines[-1]
        if is_after_blank and line.strip() in (str(number), str(number - 1)):  # the first cue has number 1 or 0
            last.lines.pop()


def _header(lines: list[str]) -> list[str]:
    """Return the lines before the first blank line or timing line."""
    for number, line in enumerate(lines):
        if not line.strip() or _TIMING.match(line):
            return lines[:number]
    return lines


def _label(block: _Block, number: int, is_vtt: bool) -> bool:
    """Return whether the line before line `number` is the number or the id of a cue, if line `number` is its
    timing line."""
    if not block.lines or block.lines[-1][0] != number - 1:
        return False
    _, line, is_after_blank = block.lines[-1]
    return line.strip().isdecimal() or (is_vtt and is_after_blank)


def _block(reader: str, place: str, line: str) -> _Block:
    """Read a timing line."""
    arrow = _ARROW.search(line)
    assert arrow is not None
    second = _TIME_AT.match(line, arrow.end())
    begin = _seconds(reader, place, line[: arrow.start()])
    finish = _seconds(reader, place, line[arrow.end() :] if second is None else second[1])
    if finish < begin:
        raise ReaderError(reader, place, "must not end before it begins", line.strip())
    return _Block(place, begin, finish)


def _seconds(reader: str, place: str, text: str) -> float:
    """Read a time."""
    time = text.strip()

    def fail(rule: str) -> NoReturn:
        raise ReaderError(reader, place, rule, text.strip())

    if len(time) <= _TIME_LENGTH and _SPACED.search(time):
        time = _SPACED.sub(r"\1", time)
    if time.startswith("-"):
        fail("a time must not be negative")
    match = _TIME.fullmatch(time)
    if match is None:
        fail("a time must be HH:MM:SS,mmm, HH:MM:SS.mmm or MM:SS.mmm")
    hours, minutes, seconds, fraction = (int(part or "0") for part in match.groups())
    if minutes > 59 or seconds > 59:
        fail("minutes and seconds of a time must be at most 59")
    unit = 10 ** len(match[4] or "")
    found: float = (((hours * 60 + minutes) * 60 + seconds) * unit + fraction) / unit
    if found > MAX_SECONDS:
        fail(f"a time must be at most {MAX_SECONDS:,.0f} seconds")
    return found


# ---- blocks to lines of pieces


def _parsed(reader: str, block: _Block) -> Shown:
    """Read the markup of a block."""
    shown = Shown(" ".join(" ".join(line for _, line, _ in block.lines).split()), block.begin, block.finish)
    pieces: list[Piece] = []
    for piece in _pieces(reader, block):
        if piece is not None:
            pieces.append(piece)
        elif line := _line(pieces):
            shown.lines.append(line)
        if piece is None:
            pieces = []
    return shown


def _line(pieces: Iterable[Piece]) -> Line:
    """Join pieces of one time and speaker. Successive spaces are one; none stands at either end of the line."""
    line: Line = []
    is_after_space = True
    for (begin, speaker), group in groupby(pieces, key=lambda piece: piece[1:]):
        text = _SPACES.sub(" ", "".join(piece.text for piece in group))
        text = text.lstrip(" ") if is_after_space else text
        if text:
            line.append(Piece(text, begin, speaker))
            is_after_space = text.endswith(" ")
    if line and is_after_space:
        line[-1] = line[-1]._replace(text=line[-1].text[:-1])
    return [piece for piece in line if piece.text]


def _pieces(reader: str, block: _Block) -> Iterator[Piece | None]:
    """Yield the pieces of a block, and None for each end of a line."""
    text = "\n".join(line for _, line, _ in block.lines)
    begin: float | None = None
    speaker: str | None = None
    at = 0
    for match in _MARKUP.finditer(text):
        yield from _split(text[at : match.start()], begin, speaker)
        at = match.end()
        tag = (match["tag"] or "").lower()
        if match["time"]:
            begin = _inner_time(reader, block, match["time"], begin)
        elif tag == "v":
            speaker = None if match["close"] else _voice(match["rest"])
        elif tag in _BREAKS:
            yield None
    yield from _split(text[at:], begin, speaker)
    yield None


def _split(text: str, begin: float | None, speaker: str | None) -> Iterator[Piece | None]:
    for number, line in enumerate(text.split("\n")):
        if number:
            yield None
        plain = _ENTITY.sub(lambda match: html.unescape(match[0]), line)
        yield Piece(plain.replace("\n", " "), begin, speaker)


def _inner_time(reader: str, block: _Block, text: str, before: float | None) -> float:
    """Read a timestamp within a cue."""
    time = _seconds(reader, block.place, text)
    if not (block.begin if before is None else before) <= time <= block.finish:
        rule = "a timestamp must be within its cue, and not before the timestamp before it"
        raise ReaderError(reader, block.place, rule, text)
    return time


def _voice(rest: str) -> str | None:
    """Return the speaker of a voice tag, given what follows `<v`: classes, and the name."""
    name = rest if rest[:1] != "." else "".join(rest.split(maxsplit=1)[1:])
    return " ".join(_ENTITY.sub(lambda match: html.unescape(match[0]), name).split()) or None


# ---- roll-up captions


def _steady(shown: list[Shown]) -> list[Shown]:
    """Make one caption of those that show the same text and highlight one word after the other, if the file does
    so: of captions that touch, some have the same text with another markup."""
    shown = [each for each in shown if each.lines]
    changes = [_moves_highlight(a, b) for a, b in pairwise(shown)]
    if changes.count(True) < _GROWING:
        return shown
    kept = shown[:1]
    for caption, is_change in zip(shown[1:], changes, strict=True):
        if is_change:
            finish = max(kept[-1].finish, caption.finish)
            kept[-1] = Shown(caption.source, kept[-1].begin, finish, kept[-1].lines)
        else:
            kept.append(caption)
    return kept


def _moves_highlight(a: Shown, b: Shown) -> bool:
    """Return whether a caption repeats the one before with another markup, and has no timestamps."""
    if b.begin > a.finish + _TOUCHING or a.source == b.source or a.texts != b.texts:
        return False
    return all(piece.begin is None for each in (a, b) for line in each.lines for piece in line)


def _unrolled(shown: list[Shown]) -> list[Shown]:
    """Leave out the lines that repeat those of the caption before, if the file has roll-up captions: of those
    that touch, at least as many repeat lines and add others as repeat none."""
    pairs = [(a, b, _repeated(a, b)) for a, b in pairwise(shown)]
    kinds = [_kind(b, repeated) for a, b, repeated in pairs if b.begin <= a.finish + _TOUCHING]
    rolling, growing, fresh = (kinds.count(kind) for kind in ("rolling", "growing", "fresh"))
    if growing < _GROWING:
        growing = 0
    if not rolling + growing or rolling + growing < fresh:
        return shown
    kept = shown[:1]
    for a, b, (lines, characters) in pairs:
        if b.begin > a.finish + _TOUCHING or (characters and not growing):
            lines, characters = 0, 0
        rest = b.lines[lines:]
        if characters:
            rest[0] = _without(rest[0], characters)
        kept.append(Shown(b.source, b.begin, b.finish, rest))
    return kept


def _repeated(a: Shown, b: Shown) -> tuple[int, int]:
    """Return how many first lines of `b` are the last lines of `a`, and how many characters of the line after them
    are the last line of `a`."""
    above, below = a.texts[-_ROLLED_LINES:], b.texts[:_ROLLED_LINES]
    for count in range(min(len(above), len(below)), 0, -1):
        if above[-count:] == below[:count]:
            return count, 0
        if above[-count:-1] == below[: count - 1] and below[count - 1].startswith(f"{above[-1]} "):
            return count - 1, len(above[-1]) + 1
    return 0, 0


def _kind(b: Shown, repeated: tuple[int, int]) -> str:
    """Return what a caption does with the lines of the one before."""
    lines, characters = repeated
    if characters:
        return "growing"
    return "fresh" if not lines else "rolling" if lines < len(b.lines) else "repeating"


def _without(line: Line, characters: int) -> Line:
    """Return a line without its first characters."""
    rest: Line = []
    for piece in line:
        if len(piece.text) > characters:
            rest.append(piece._replace(text=piece.text[characters:]))
        characters = max(0, characters - len(piece.text))
    return rest


# ---- lines to cues


def _cues(shown: Shown) -> Iterator[Cue]:
    """Yield a cue for each speaker of a caption."""
    pieces = list(_joined(shown.lines))
    finishes = _finishes(pieces, shown.finish)
    is_timed = any(piece.begin is not None for piece in pieces)
    timed = zip(pieces, finishes, strict=True)
    for speaker, group in groupby(timed, key=lambda each: each[0].speaker):
        parts, words, length = list[str](), list[Word](), 0
        for piece, finish in group:
            start = length + len(piece.text) - len(piece.text.lstrip(" "))
            end = length + len(piece.text.rstrip(" "))
            words.append(Word(start, end, shown.begin if piece.begin is None else piece.begin, finish))
            parts.append(piece.text)
            length += len(piece.text)
        # without timestamps, the first and the last time are those of the caption
        cue = Cue("".join(parts), words[0].begin, words[-1].finish, speaker, words if is_timed else [])
        yield _stripped(cue)


def _joined(lines: Iterable[Line]) -> Iterator[Piece]:
    """Yield the pieces of all lines, with what joins the lines."""
    last: Piece | None = None
    for line in lines:
        for number, piece in enumerate(line):
            if last is not None:
                if number == 0 and last.text.endswith(_SOFT_HYPHEN):
                    last = last._replace(text=last.text[:-1])
                elif number == 0:
                    last = last._replace(text=last.text + separator(last.text, piece.text))
                yield last
            last = piece
    if last is not None:
        yield last


def _finishes(pieces: list[Piece], finish: float) -> list[float]:
    """Return the finish of each piece: the next later begin, or that of the caption."""
    finishes = []
    begin: float | None = None
    for piece in reversed(pieces):
        if begin is not None and piece.begin != begin:
            finish = begin
        finishes.append(finish)
        begin = piece.begin
    return finishes[::-1]


def _stripped(cue: Cue) -> Cue:
    """Return a cue without white space at both ends of its text."""
    text = cue.text.strip(" ")
    shift = len(cue.text) - len(cue.text.lstrip(" "))
    words = [word._replace(start=word.start - shift, end=word.end - shift) for word in cue.words]
    return Cue(text, cue.begin, cue.finish, cue.speaker, [word for word in words if word.start < word.end])
