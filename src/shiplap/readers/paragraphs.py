"""The text of a transcript: cues are joined into paragraphs, and each word or cue keeps its time.

    cue, cue, cue ──► sorted by begin ──► a paragraph for each speaker and pause ──► text and `times`

A cue is what a file of subtitles shows at one time, or what a speech service calls a segment, phrase or utterance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from shiplap._data.unicode import word_class
from shiplap.errors import OptionError

#: Between paragraphs.
BLANK_LINE = "\n\n"

#: The default pause in seconds that ends a paragraph.
PAUSE = 2.0

#: Letters of scripts without spaces between words, and the wide punctuation of East Asia.
_SPACELESS = ("IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_OPEN", "CJK_CLOSE")


class Word(NamedTuple):
    """A word of a cue: its span in the text of the cue, and its time in seconds (None: the file has none)."""

    start: int
    end: int
    begin: float | None
    finish: float | None
    speaker: str | None = None


@dataclass
class Cue:
    """A text with its time in seconds; `begin` and `finish` are None if the file has none."""

    text: str
    begin: float | None
    finish: float | None
    speaker: str | None = None
    words: Sequence[Word] = field(default_factory=list)


class Times(NamedTuple):
    """The columns of the table `times`."""

    start: list[int]
    end: list[int]
    begin: list[float]
    finish: list[float]
    speaker: list[str | None]

    def table(self) -> dict[str, Sequence[object]]:
        """Return the columns by name, without the speakers if none is known."""
        columns: dict[str, Sequence[object]] = self._asdict()
        if not any(self.speaker):
            del columns["speaker"]
        return columns


def separator(left: str, right: str) -> str:
    """Return what joins two pieces of a sentence: a space, or nothing within a script without spaces.

    >>> separator("It", "rains"), separator("雨が", "降る"), separator("雨が", "rains")
    (' ', '', ' ')
    """
    both = word_class(left[-1:] or " ") in _SPACELESS and word_class(right[:1] or " ") in _SPACELESS
    return "" if both else " "


def check_pause(pause: float) -> None:
    """Raise OptionError unless the pause is a number of seconds."""
    if isinstance(pause, bool) or not isinstance(pause, (int, float)) or not pause >= 0:
        raise OptionError("pause", pause, "must be a number of seconds, 0 or more")


def join(cues: Iterable[Cue], pause: float = PAUSE, show_speakers: bool = False) -> tuple[str, Times]:
    """Join cues into a text, with the times of its words, or of the cues that have no words.

    pause: the seconds without speech that end a paragraph; a change of the speaker ends it too. Cues are sorted by
        their begin; those that begin together keep their order.
    show_speakers: begin each paragraph with the name of its speaker and a colon. The name has no time.

    >>> cues = [Cue("It rains.", 0.0, 1.0, "Ann"), Cue("It pours.", 1.0, 2.5, "Ann"), Cue("Yes.", 2.5, 3.0, "Bob")]
    >>> text, times = join(cues)
    >>> text, times.start, times.finish
    ('It rains. It pours.\\n\\nYes.', [0, 10, 21], [1.0, 2.5, 3.0])
    """
    parts: list[str] = []
    times = Times([], [], [], [], [])
    length, last, quiet_since = 0, None, 0.0
    for cue in in_order(cues):
        is_new = last is None or cue.speaker != last.speaker or _begin(cue, quiet_since) - quiet_since >= pause
        between = "" if last is None else BLANK_LINE if is_new else separator(last.text, cue.text)
        if is_new and show_speakers and cue.speaker is not None:
            between += f"{cue.speaker}: "
        parts += [between, cue.text]
        length += len(between)
        _add_times(times, cue, length)
        length += len(cue.text)
        quiet_since = max(quiet_since, quiet_since if cue.finish is None else cue.finish)
        last = cue
    return "".join(parts), times


def in_order(cues: Iterable[Cue]) -> list[Cue]:
    """Return the cues that have a text by their begin, in their order where it is equal. A cue without a time
    stays behind the cue before it."""
    begin, keyed = 0.0, []
    for cue in cues:
        begin = _begin(cue, begin)
        if cue.text:
            keyed.append((begin, cue))
    return [cue for _, cue in sorted(keyed, key=lambda pair: pair[0])]


def _begin(cue: Cue, otherwise: float) -> float:
    return otherwise if cue.begin is None else cue.begin


def _add_times(times: Times, cue: Cue, shift: int) -> None:
    """Add the rows of a cue whose text begins at the offset `shift`."""
    for word in timed(cue):
        if word.begin is not None and word.finish is not None:
            times.start.append(shift + word.start)
            times.end.append(shift + word.end)
            times.begin.append(word.begin)
            times.finish.append(word.finish)
            times.speaker.append(cue.speaker if word.speaker is None else word.speaker)


def timed(cue: Cue) -> Iterator[Word]:
    """Yield the words of a cue, or the cue as one word if it has none. Successive words without a time become one,
    which was said between the words around it.

    >>> words = [Word(0, 2, 1.0, 1.5), Word(3, 7, None, None), Word(8, 10, 2.0, 2.5)]
    >>> [word[:4] for word in timed(Cue("in 2014 it", 1.0, 3.0, words=words))]
    [(0, 2, 1.0, 1.5), (3, 7, 1.5, 2.0), (8, 10, 2.0, 2.5)]
    """
    if not cue.words:
        yield Word(0, len(cue.text), cue.begin, cue.finish)
        return
    finish, waiting = cue.begin, None
    for word in cue.words:
        if word.begin is None or word.finish is None:
            waiting = word if waiting is None else waiting._replace(end=word.end)
            continue
        if waiting is not None:
            yield _between(waiting, finish, word.begin)
        yield word
        finish, waiting = word.finish, None
    if waiting is not None:
        yield _between(waiting, finish, cue.finish)


def _between(word: Word, begin: float | None, finish: float | None) -> Word:
    """Return a word with the time between two others, of which one may be missing; they may overlap."""
    known = [time for time in (begin, finish) if time is not None]
    return word._replace(begin=min(known), finish=max(known)) if known else word


def place(text: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Find the spans of the words of a text, in order. Return None if a letter of the text belongs to no word, or
    if a word is not in the text. Punctuation around a word belongs to its span, even if the word lacks it.

    >>> place("“It rains,” said Ann.", ["it", "rains", "said", "Ann"])
    [(0, 3), (4, 11), (12, 16), (17, 21)]
    >>> place("It is 5 pm.", ["it", "is", "five"])
    """
    lowered = text.lower()
    if len(lowered) != len(text):  # İ becomes two code points
        lowered = text
    found: list[tuple[int, int]] = []
    at = 0
    for word in words:
        core = _core(word).lower()
        start = at
        while not text.startswith(word, start) and start < len(text) and not text[start].isalnum():
            start += 1
        if text.startswith(word, start):
            at = start + len(word)
        elif core and lowered.startswith(core, start):
            at = start + len(core)
        else:
            return None
        found.append((start, at))
    return None if any(map(str.isalnum, text[at:])) else _widened(text, found)


def _core(word: str) -> str:
    """Return a word without the punctuation around it; "" if it has nothing else."""
    inner = [offset for offset, character in enumerate(word) if character.isalnum()]
    return word[inner[0] : inner[-1] + 1] if inner else ""


def _widened(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Extend each span over the characters that touch it; those between two words belong to the first word."""
    widened = []
    before = 0
    limits = [*(start for start, _ in spans), len(text)][1:]
    for (start, end), limit in zip(spans, limits, strict=True):
        while start > before and not text[start - 1].isspace():
            start -= 1
        while end < limit and not text[end].isspace():
            end += 1
        widened.append((start, end))
        before = end
    return widened


def utterances(cue: Cue, pause: float) -> list[Cue]:
    """Cut a cue at each change of the speaker of its words, and at each pause between them.

    >>> words = [Word(0, 3, 0.0, 0.5, "A"), Word(4, 6, 0.5, 1.0, "B"), Word(7, 10, 4.0, 4.5, "B")]
    >>> parts = utterances(Cue("Hi. Yo Hm.", 0.0, 5.0, words=words), 2.0)
    >>> [(part.text, part.begin, part.speaker) for part in parts]
    [('Hi.', 0.0, 'A'), ('Yo', 0.5, 'B'), ('Hm.', 4.0, 'B')]
    """
    cuts = [0]
    for number, (word, following) in enumerate(pairwise(cue.words), 1):
        if following.speaker != word.speaker or _gap(word, following) >= pause:
            cuts.append(number)
    return [_part(cue, first, last) for first, last in pairwise([*cuts, len(cue.words)])] if cue.words else [cue]


def _gap(word: Word, following: Word) -> float:
    """Return the seconds between two words; -1 if they are unknown."""
    return -1.0 if word.finish is None or following.begin is None else following.begin - word.finish


def _part(cue: Cue, first: int, last: int) -> Cue:
    """Return the words of a cue from `first` to before `last`, with what stands between them, as a cue."""
    start = cue.words[first].start if first else 0
    end = cue.words[last].start if last < len(cue.words) else len(cue.text)
    words = [word._replace(start=word.start - start, end=word.end - start) for word in cue.words[first:last]]
    begins = [word.begin for word in words if word.begin is not None]
    finishes = [word.finish for word in words if word.finish is not None]
    speaker = words[0].speaker if cue.speaker is None else cue.speaker
    begin, finish = min(begins, default=cue.begin), max(finishes, default=cue.finish)
    return Cue(cue.text[start:end].rstrip(), begin, finish, speaker, words)
