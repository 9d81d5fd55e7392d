"""Checks of answers. The answers of the product must be right; wrong ones of a rival are written into the record.

The oracle shares no code with shiplap: exact windows come from their definition, snapped ones are held
against the laws (cover, limit, progress, overlap) and, from the start of each document, against the loop of
docs/reference/model.md written again here over `re`; byte offsets against the sum of UTF-8 lengths of all code
points. Where sentences end, only shiplap says: `quality/sentences.py` measures that; the oracle checks how shiplap
packs its own sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.engines import Answer, Document, Spans, Work, windows

#: Chunks of each document whose snapped cuts are computed again (the laws are checked for all).
SNAP_CHECKED = 1000
#: The share of the size that a snapped window keeps at least, shiplap's default `min_fill`.
MIN_FILL = 0.5


_BREAK = r"(?:\r\n|[\n\v\f\r\x85\u2028\u2029])"
_INLINE = r"[^\S\n\v\f\r\x85\u2028\u2029]*"
#: Levels as patterns: each match ends at a boundary. `word` for texts in ASCII only.
LEVELS = {
    "sentence": r"[.!?]\s+",
    "word": r"\s+",
    "line": _BREAK,
    "paragraph": rf"(?:^|{_BREAK}|(?<=[\n\v\f\r\x85\u2028\u2029])){_INLINE}{_BREAK}(?={_INLINE}\S)",
}


class WrongAnswer(Exception):
    """An answer breaks the definition or a law; the message says where."""


def _first_difference(found: Spans, expected: Spans) -> str:
    if found.shape != expected.shape:
        return f"{len(found)} spans, expected {len(expected)}"
    row = int(np.nonzero((found != expected).any(axis=1))[0][0])
    return f"span {row} is {found[row].tolist()}, expected {expected[row].tolist()}"


def expected_windows(text: str, work: Work) -> Spans:
    """Return the exact windows of the text, without the blank ones if the preset drops them."""
    spans = windows(len(text), work.size, work.overlap)
    if work.preset != "fixed-900":
        return spans
    blank = [not text[start:end].strip() for start, end in spans.tolist()]
    return spans[~np.array(blank, bool)] if blank else spans


def byte_places(text: str) -> npt.NDArray[np.int64]:
    """Return the byte offset in UTF-8 of each code point and of the end, shape (n + 1,)."""
    points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    lengths = 1 + (points >= 0x80).astype(np.int8) + (points >= 0x800) + (points >= 0x10000)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def check_laws(text: str, spans: Spans, work: Work) -> None:
    """Cover, progress, limit and overlap of docs/reference/model.md, for spans in characters."""
    if bool(len(spans)) != bool(text):
        raise WrongAnswer(f"{len(spans)} chunks of {len(text)} characters")
    starts, ends = spans[:, 0], spans[:, 1]
    laws = {
        "cover (first chunk at 0)": starts[:1] == 0,
        "cover (last chunk at the end)": ends[-1:] == len(text),
        "cover (no gap)": starts[1:] <= ends[:-1],
        "progress (starts grow)": np.diff(starts) > 0,
        "progress (ends grow)": np.diff(ends) > 0,
        "progress (no empty chunk)": ends > starts,
        "limit": ends - starts <= work.size,
        "overlap": ends[:-1] - starts[1:] <= work.overlap,
    }
    for law, holds in laws.items():
        if not holds.all():
            raise WrongAnswer(f"law broken: {law}, chunk {int(np.argmin(holds))} of {len(spans)}")


def boundaries(text: str, level: str) -> list[int]:
    """Return the boundaries of a level, by `re`, from its definition in docs/reference/levels.md. One at the first
    visible character of a line is at the beginning of that line: a chunk begins with the indentation."""
    found = dict.fromkeys(line_begin(text, match.end()) for match in re.finditer(LEVELS[level], text))
    return list(found)


def line_begin(text: str, p: int) -> int:
    """Return the beginning of the line of p if only spaces and tabs are before p in it, else p."""
    begin = p
    while begin > 0 and text[begin - 1] in " \t":
        begin -= 1
    return begin if begin > 0 and text[begin - 1] == "\n" else p


def snapped(text: str, work: Work, count: int) -> list[tuple[int, int]]:
    """Return the first `count` chunks of a text without combining marks, by the loop of
    docs/reference/model.md."""
    n, size = len(text), work.size
    least = int(np.ceil(MIN_FILL * size))
    names = dict.fromkeys((work.snap or "word", "word"))
    levels = [boundaries(text[: (count + 2) * size], name) for name in names]
    found: list[tuple[int, int]] = []
    start, end = 0, 0
    while end < n and len(found) < count:
        limit, before = min(start + size, n), end
        end = limit - (limit < n and text[limit - 1 : limit + 1] == "\r\n")
        for places in levels if limit < n else ():
            cut = places[at - 1] if (at := bisect_right(places, limit)) else -1
            if cut >= max(before + 1, start + least):
                end = cut
                break
        found.append((start, end))
        low = max(start + 1, end - work.overlap)
        start = low + (text[low - 1 : low + 1] == "\r\n")
        for places in levels:
            first = places[at] if (at := bisect_left(places, low)) < len(places) else end
            if first < end:
                start = first
                break
    return found


def check_cuts(text: str, spans: Spans, work: Work) -> float:
    """Each end is the last boundary of the level in its range if there is one; returns the share of those."""
    least = int(np.ceil(MIN_FILL * work.size))
    checked = spans[:SNAP_CHECKED].tolist()
    places = boundaries(text[: checked[-1][1] + 4096], work.snap or "word")
    hits, before = 0, 0
    for row, (start, end) in enumerate(checked):
        cut = places[at - 1] if (at := bisect_right(places, start + work.size)) else -1
        if end != len(text) and cut >= max(before + 1, start + least):
            hits += 1
            if end != cut:
                raise WrongAnswer(f"chunk {row} ends at {end}, the last {work.snap} end in its range is {cut}")
        before = end
    return float((hits + (checked[-1][1] == len(text))) / len(checked))


def check_bytes(text: str, answer: Answer) -> None:
    """The byte offsets are those of the character offsets."""
    if answer.spans is None or answer.byte_spans is None:
        raise WrongAnswer("spans in characters or in bytes are missing")
    places = byte_places(text)[answer.spans]
    if not np.array_equal(answer.byte_spans, places):
        raise WrongAnswer("bytes: " + _first_difference(answer.byte_spans, places))


def check_sentences(text: str, spans: Spans) -> dict[str, float]:
    """Sentences cover the text without overlap, and white space belongs to the sentence before it, except for the
    indentation of a line.

    `quality/sentences.py` judges how good they are; this returns only the share of the places of the capital rule
    that are among them.
    """
    check_laws(text, spans, Work("spans", len(text), 0))
    begins = spans[1:, 0].tolist()
    late = [start for start in begins if text[start].isspace() and text[start - 1] not in "\n\r\x85\u2028\u2029"]
    if late:
        raise WrongAnswer(f"the sentence at {late[0]} begins with white space")
    places = {match.end() for match in re.finditer(r"[.!?]\s+(?=[A-Z])", text)}
    ends = set(spans[:, 1].tolist())
    like = len(places & ends) / len(places) if places else 1.0
    return {"like_capital": like}


def check_packed(text: str, answer: Answer, work: Work) -> dict[str, float]:
    """Return the laws, the minimum, and the rows of docs/reference/model.md: the last sentence up to `size`, else
    the first one up to `most`. The last two chunks may have been moved so that the last is not too short."""
    spans, sentences = answer.spans, answer.sentences
    if spans is None or sentences is None:
        raise WrongAnswer("no spans")
    check_laws(text, spans, replace(work, size=work.most))
    short = np.nonzero(spans[:, 1] - spans[:, 0] < work.least)[0]
    if len(short) and len(text) >= work.least:
        raise WrongAnswer(f"chunk {int(short[0])} of {len(spans)} is under the minimum")
    ends, before = sentences.tolist(), 0
    for row, (start, end) in enumerate(spans[:-2].tolist()):
        low = max(before + 1, start + work.least)
        at = bisect_right(ends, start + work.size)
        if at and ends[at - 1] >= low:
            cut = ends[at - 1]
        else:
            cut = ends[at] if at < len(ends) and ends[at] <= start + work.most else end
        if end != cut:
            raise WrongAnswer(f"chunk {row} ({start}) ends at {end}, the sentence end to take is {cut}")
        before = end
    return {"sentence_ends": float(np.isin(spans[:, 1], sentences).mean())} if len(spans) else {}


def check_recursive(text: str, answer: Answer, work: Work) -> dict[str, float]:
    """Return the laws, and the rows of docs/reference/model.md: the last paragraph between half of the size and
    the size, else the last sentence there, else the last word (told by `re` in ASCII only); returns the share of
    ends of each level."""
    spans, sentences = answer.spans, answer.sentences
    if spans is None or sentences is None:
        raise WrongAnswer("no spans")
    check_laws(text, spans, work)
    least = int(np.ceil(MIN_FILL * work.size))
    checked = spans[:SNAP_CHECKED].tolist()
    part = text[: checked[-1][1] + 4096] if checked else ""
    levels = {"paragraph": boundaries(part, "paragraph"), "sentence": sentences.tolist()}
    if text.isascii():
        levels["word"] = boundaries(part, "word")
    hits, before = dict.fromkeys(levels, 0), 0
    for row, (start, end) in enumerate(checked):
        for level, places in levels.items():
            cut = places[at - 1] if (at := bisect_right(places, start + work.size)) else -1
            if end != len(text) and cut >= max(before + 1, start + least):
                hits[level] += 1
                if end != cut:
                    raise WrongAnswer(f"chunk {row} ends at {end}, the last {level} end in its range is {cut}")
                break
        before = end
    return {f"{level}_ends": count / len(checked) for level, count in hits.items()} if checked else {}


def check_product(document: Document, answer: Answer, work: Work) -> dict[str, float]:
    """Raises WrongAnswer unless the answer is exactly right; returns measures worth recording."""
    text = document if isinstance(document, str) else document.decode()
    measures: dict[str, float] = {}
    if work.kind != "windows":
        if answer.spans is None:
            raise WrongAnswer("no spans")
        if work.output == "bytes":
            check_bytes(text, answer)
        if answer.texts is not None and answer.texts != [text[a:b] for a, b in answer.spans.tolist()]:
            raise WrongAnswer("the texts are not the slices of the spans")
        if work.kind == "packed":
            return check_packed(text, answer, work)
        if work.kind == "recursive":
            return check_recursive(text, answer, work)
        return check_sentences(text, answer.spans)
    if work.snap:
        if answer.spans is None:
            raise WrongAnswer("no spans")
        check_laws(text, answer.spans, work)
        if text.isascii():
            wanted = np.array(snapped(text, work, SNAP_CHECKED), np.int64).reshape(-1, 2)
            if not np.array_equal(answer.spans[:SNAP_CHECKED], wanted):
                raise WrongAnswer(_first_difference(answer.spans[:SNAP_CHECKED], wanted))
        if len(answer.spans) and (text.isascii() or work.snap != "word"):
            measures[f"{work.snap}_ends"] = check_cuts(text, answer.spans, work)
        return measures
    expected = expected_windows(text, work)
    if answer.spans is not None and not np.array_equal(answer.spans, expected):
        raise WrongAnswer(_first_difference(answer.spans, expected))
    if answer.texts is not None and answer.texts != [text[start:end] for start, end in expected.tolist()]:
        raise WrongAnswer("the texts are not the slices of the windows")
    if work.output == "bytes":
        check_bytes(text, answer)
    return measures


def _walk(text: str, texts: list[str], work: Work) -> dict[str, int]:
    """Follows texts without offsets through the text: what is lost, and which are not slices of it."""
    foreign = lost = end = start = 0
    for chunk in texts:
        place = text.find(chunk, start, end + len(chunk) + 2 * work.size)
        if place < 0:
            foreign += 1
            continue
        lost += max(0, place - end)
        start, end = place + 1, max(end, place + len(chunk))
    return {"lost characters": lost + len(text) - end, "not slices": foreign}


def _between(spans: Spans, length: int) -> int:
    """Return the texts between spans and after them."""
    if not len(spans):
        return length
    return int(np.maximum(0, spans[1:, 0] - spans[:-1, 1]).sum()) + length - int(spans[-1, 1])


def check_rival_sentences(text: str, answer: Answer, work: Work) -> dict[str, int]:
    """Counts laws broken: by sentences (ends out of order), by packed ones (sizes, lost text, overlap)."""
    wrong: dict[str, int] = {}
    if work.kind == "sentences":
        ends = answer.spans[:, 1] if answer.spans is not None else np.zeros(0, np.int64)
        wrong["ends out of order"] = int((np.diff(ends) <= 0).sum() + (ends > len(text)).sum())
        return {what: count for what, count in wrong.items() if count}
    if answer.texts is not None:
        wrong["over the maximum"] = sum(len(chunk) > work.most for chunk in answer.texts)
        wrong["under the minimum"] = sum(len(chunk) < work.least for chunk in answer.texts)
    if answer.texts is not None and answer.spans is None and answer.byte_spans is None:
        wrong |= _walk(text, answer.texts, work)
    if answer.spans is not None:
        wrong["lost characters"] = _between(answer.spans, len(text))
        wrong["overlap too large"] = int((answer.spans[:-1, 1] - answer.spans[1:, 0] > work.overlap).sum())
    if answer.byte_spans is not None:
        data = np.frombuffer(text.encode(), np.uint8)
        cuts = answer.byte_spans[1:, 0]
        wrong["cuts inside a character"] = int(((data[cuts[cuts < len(data)]] & 0xC0) == 0x80).sum())
        wrong["lost bytes"] = _between(answer.byte_spans, len(data))
        if (answer.byte_spans[:-1, 1] <= answer.byte_spans[1:, 0]).all():
            wrong["without overlap"] = len(answer.byte_spans) - 1
    return {what: count for what, count in wrong.items() if count}


def check_rival(document: Document, answer: Answer, work: Work) -> dict[str, int]:
    """Counts what a rival's answer gets wrong by the definition of the work; an empty dict if nothing."""
    text = document if isinstance(document, str) else document.decode()
    if work.kind != "windows":
        return check_rival_sentences(text, answer, work)
    expected = windows(len(text), work.size, work.overlap)
    slices = [text[start:end] for start, end in expected.tolist()]
    places = byte_places(text)[expected] if answer.byte_spans is not None else None
    wrong: dict[str, int] = {}
    if answer.texts is not None and answer.texts != slices:
        if len(answer.texts) != len(slices):
            wrong["chunks too many"] = len(answer.texts) - len(slices)
        wrong |= _walk(text, answer.texts, work)
        wrong["over the limit"] = sum(len(chunk) > work.size for chunk in answer.texts)
        wrong["texts unlike the window"] = sum(a != b for a, b in zip(answer.texts, slices, strict=False))
    if answer.spans is not None and not np.array_equal(answer.spans, expected):
        wrong["wrong character spans"] = _unequal(answer.spans, expected)
    if answer.texts is not None and answer.spans is not None:
        own = (text[start:end] for start, end in answer.spans.tolist())
        wrong["texts not at their own offsets"] = sum(a != b for a, b in zip(answer.texts, own, strict=False))
    if answer.byte_spans is not None and places is not None and not np.array_equal(answer.byte_spans, places):
        wrong["wrong byte spans"] = _unequal(answer.byte_spans, places)
        data = np.frombuffer(text.encode(), np.uint8)
        cuts = answer.byte_spans[1:, 0]
        wrong["cuts inside a character"] = int(((data[cuts[cuts < len(data)]] & 0xC0) == 0x80).sum())
        wrong["lost bytes"] = _between(answer.byte_spans, len(data))
    return {what: count for what, count in wrong.items() if count}


def _unequal(found: Spans, expected: Spans) -> int:
    both = min(len(found), len(expected))
    return int((found[:both] != expected[:both]).any(axis=1).sum()) + abs(len(found) - len(expected))


def merge(totals: dict[str, Any], more: dict[str, int]) -> None:
    """Adds the counts of one document to the totals."""
    for what, count in more.items():
        totals[what] = totals.get(what, 0) + count
