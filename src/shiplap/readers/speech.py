"""The JSON of speech services, as cues. Each function reads one service; `shiplap.readers.transcripts` chooses it.

The text is that of the service; its words are found in it again, so that each has a span and a time. Where the
words differ from the text ("five" and "5"), the cue alone has a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shiplap.readers.fields import Field, repaired
from shiplap.readers.paragraphs import Cue, Word, place, separator, utterances

#: 100 nanoseconds, the ticks of Azure, in a second; milliseconds in a second.
TICKS = 1e7
MILLISECONDS = 1e3

_WHITE = re.compile(r"[\s\xa0]+")

#: A special token of whisper.cpp, such as [_BEG_] and [_TT_150].
_SPECIAL = re.compile(r"\[_[A-Z]+_(?:\d+\])?")

#: A time of Google: "1.400s".
_DURATION = re.compile(r"\d+(?:\.\d+)?s")


@dataclass
class Speech:
    """The cues of a transcript, and its metadata as `facts`: the language, the duration in seconds."""

    cues: list[Cue]
    facts: dict[str, Any] = field(default_factory=dict)


class Said(NamedTuple):
    """A word of a service: its text, which may have spaces at both ends, its time, and its speaker."""

    text: str
    begin: float | None
    finish: float | None
    speaker: str | None = None


def _facts(language: str | None, duration: float | None = None) -> dict[str, Any]:
    """Return the metadata of a transcript."""
    known = {"language": language, "duration": duration}
    return {name: value for name, value in known.items() if value is not None}


def _first(names: Iterable[Field]) -> str | None:
    """Return the first of the names that exists."""
    return next((name.name() for name in names if name), None)


def _clean(text: str) -> str:
    return _WHITE.sub(" ", text).strip()


def _cue(
    text: str, begin: float | None, finish: float | None, speaker: str | None, said: Iterable[Said] = ()
) -> Cue:
    """Return a cue whose words are found in its text; without words if they are not its text."""
    said = [word for word in said if word.text.strip()]
    text = _clean(text) or _joined(said)
    spans = place(text, [_clean(word.text) for word in said])
    words = [
        Word(start, end, word.begin, word.finish, word.speaker)
        for (start, end), word in zip(spans or (), said, strict=bool(spans))
    ]
    return Cue(text, begin, finish, speaker, words if any(word.begin is not None for word in words) else [])


def _stream(text: str, said: Sequence[Said], pause: float, speaker: str | None = None) -> list[Cue]:
    """Cut a stream of words into cues. Words that differ from the text take its place."""
    words = [word for word in said if word.text.strip()]
    if words and place(_clean(text), [_clean(word.text) for word in words]) is None:
        text = ""
    begins = [word.begin for word in words if word.begin is not None]
    finishes = [word.finish for word in words if word.finish is not None]
    cue = _cue(text, min(begins, default=None), max(finishes, default=None), speaker, words)
    return utterances(cue, pause)


def _joined(said: Iterable[Said]) -> str:
    parts: list[str] = []
    for word in said:
        text = _clean(word.text)
        parts += [separator(parts[-1], text) if parts else "", text]
    return "".join(parts)


def _interval(begin: float | None, finish: float | None, at: Field) -> tuple[float | None, float | None]:
    """Return a time of which both ends are known, or neither."""
    if begin is None or finish is None:
        return None, None
    at.check_order(begin, finish)
    return begin, finish


def _time(
    item: Field, begin: str = "start", finish: str = "end", scale: float = 1.0
) -> tuple[float | None, float | None]:
    """Return the time of a segment or a word; None if it has none."""
    first, last = item[begin], item[finish]
    return _interval(first.seconds(scale) if first else None, last.seconds(scale) if last else None, item)


def _known_time(item: Field, begin: str = "start", finish: str = "end", scale: float = 1.0) -> tuple[float, float]:
    """Return the time of a segment, which must have one."""
    first, last = item[begin].seconds(scale), item[finish].seconds(scale)
    item.check_order(first, last)
    return first, last


def _words(items: Iterable[Field], scale: float = 1.0) -> list[Said]:
    """Read words with `start`, `end` and maybe `speaker`."""
    return [
        Said(item.first("word", "text").text(), *_time(item, scale=scale), item["speaker"].name())
        for item in items
    ]


def _spread(cues: Sequence[Cue], said: Sequence[Said]) -> list[Cue]:
    """Give each cue the words that begin before its end, in the order of both."""
    spread, at = [], 0
    for number, cue in enumerate(cues):
        first = at
        while at < len(said) and (number == len(cues) - 1 or _is_before(said[at], cue)):
            at += 1
        spread.append(_cue(cue.text, cue.begin, cue.finish, cue.speaker, said[first:at]))
    return spread


def _is_before(word: Said, cue: Cue) -> bool:
    return word.begin is None or cue.finish is None or word.begin < cue.finish


# ---- Whisper


def whisper(root: Field, pause: float) -> Speech:
    """Read the output of openai-whisper, faster-whisper, WhisperX and OpenAI's service: segments, maybe with words
    and speakers; the service has its words beside the segments, or alone."""
    found = _facts(root["language"].name(), root["duration"].seconds() if root["duration"] else None)
    segments = root["segments"].items()
    words = _words(root["words"].items() or root["word_segments"].items())
    if not segments:
        return Speech(_stream(root["text"].text(), words, pause) if words else [_untimed(root["text"])], found)
    cues = []
    for item in segments:
        said = _words(item["words"].items())
        cues.append(_cue(item["text"].text(), *_known_time(item), item["speaker"].name(), said))
    has_words = any(cue.words for cue in cues)
    return Speech(cues if has_words or not words else _spread(cues, words), found)


def _untimed(text: Field) -> Cue:
    return Cue(_clean(text.text()), None, None)


def whisper_cpp(root: Field, pause: float) -> Speech:
    """Read the output of whisper.cpp; with `-ojf` it has tokens."""
    cues = []
    for item in root["transcription"].items():
        begin, finish = _known_time(item["offsets"], "from", "to", MILLISECONDS)
        speaker = item["speaker"].name()
        cues.append(_cue(item["text"].text(), begin, finish, speaker, _words_of_tokens(item["tokens"].items())))
    return Speech(cues, _facts(root["result"]["language"].name() if root["result"] else None))


def _words_of_tokens(tokens: list[Field]) -> list[Said]:
    """Join tokens into words: a token begins a word if it begins with a space or with a letter of a script without
    spaces. A token may end within a character."""
    words: list[list[Field]] = []
    for token in tokens:
        text = token["text"].raw()
        if _SPECIAL.match(text):
            continue
        if not words or _begins_word(words[-1][-1]["text"].raw(), text):
            words.append([])
        words[-1].append(token)
    return [_word_of(word) for word in words]


def _begins_word(before: str, text: str) -> bool:
    return text[:1] == " " or (text[:1].isalnum() and separator(before, text) == "")


def _word_of(tokens: list[Field]) -> Said:
    """Return a word; the times of tokens are estimates, and may be in the wrong order."""
    ends = [token["offsets"][name] for token in tokens if token["offsets"] for name in ("from", "to")]
    times = [end.seconds(MILLISECONDS) for end in ends if end]
    text = repaired("".join(token["text"].raw() for token in tokens))
    if text is None:
        tokens[0]["text"].fail("must be UTF-8 together with the tokens after it")
    return Said(text, min(times, default=None), max(times, default=None))


# ---- services


def aws(root: Field, pause: float) -> Speech:
    """Read the output of AWS Transcribe: items (words and punctuation), and segments that name them."""
    results = root["results"]
    language = results["language_code"].name()
    by_id = {item["id"].name(): item for item in results["items"].items() if item["id"]}
    segments = results["audio_segments"].items()
    if segments:
        cues = []
        for segment in segments:
            ids = [each.name() for each in segment["items"].items()]
            said = _aws_words((by_id[each] for each in ids if each in by_id), {})
            speaker = segment.first("speaker_label", "channel_label").name()
            time = _known_time(segment, "start_time", "end_time")
            cues.append(_cue(segment["transcript"].text(), *time, speaker, said))
        return Speech(cues, _facts(language))
    speakers = _aws_speakers(results["speaker_labels"])
    channels = results["channel_labels"]["channels"].items() if results["channel_labels"] else []
    if channels:
        cues = []
        for channel in channels:
            speaker = channel["channel_label"].name()
            said = _aws_words(channel["items"].items(), speakers)
            cues += _stream("", [word._replace(speaker=speaker) for word in said], pause, speaker)
        return Speech(cues, _facts(language))
    text = " ".join(each["transcript"].text() for each in results["transcripts"].items())
    return Speech(_stream(text, _aws_words(results["items"].items(), speakers), pause), _facts(language))


def _aws_speakers(labels: Field) -> dict[float | None, str | None]:
    """Return the speakers by the begin of their words: older files have them beside the items."""
    if not labels:
        return {}
    items = [item for segment in labels["segments"].items() for item in segment["items"].items()]
    return {item["start_time"].number(): item["speaker_label"].name() for item in items}


def _aws_words(items: Iterable[Field], speakers: Mapping[float | None, str | None]) -> list[Said]:
    """Return the words of items, each with the punctuation after it."""
    words: list[list[Field]] = []
    for item in items:
        if not words or item["type"].text() != "punctuation":
            words.append([])
        words[-1].append(item)
    return [_aws_word(word, speakers) for word in words]


def _aws_word(items: list[Field], speakers: Mapping[float | None, str | None]) -> Said:
    first = items[0]
    alternatives = (item["alternatives"].items() for item in items)
    text = "".join(options[0]["content"].text() for options in alternatives if options)
    begin, finish = _time(first, "start_time", "end_time")
    return Said(text, begin, finish, first["speaker_label"].name() or speakers.get(begin))


def google(root: Field, pause: float) -> Speech:
    """Read the output of Google Speech-to-Text, version 1 or 2: results with alternatives, of which the first is
    read. With speakers, the last result of version 1 repeats the words of all; it alone is read then."""
    results = [result for result in root["results"].items() if result["alternatives"].items()]
    language = _first(result.first("languageCode", "language_code") for result in results)
    channels = {result.first("channelTag", "channel_tag").name() for result in results}
    if len(channels) == 1 and len(results) > 1 and _repeats_all(results):
        results = results[-1:]
    cues: list[Cue] = []
    ends = dict.fromkeys(channels, 0.0)
    for result in results:
        best = result["alternatives"].items()[0]
        channel = result.first("channelTag", "channel_tag").name()
        speaker = f"channel {channel}" if len(channels) > 1 else None
        end = result.first("resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
        finish = _duration(end) if end else None
        text, said = best["transcript"].text(), [_google_word(item) for item in best["words"].items()]
        if said:
            cues += _stream(text, said, pause, speaker)
        else:
            begin = None if finish is None else min(ends[channel], finish)
            cues.append(_cue(text, begin, finish, speaker))
        ends[channel] = ends[channel] if finish is None else finish
    return Speech(cues, _facts(language))


def _repeats_all(results: list[Field]) -> bool:
    """Return whether the words of the last result are those of all, with speakers."""
    first, last = (result["alternatives"].items()[0] for result in (results[0], results[-1]))
    words, of_first = last["words"].items(), first["words"].items()
    if not words or _google_word(words[0]).speaker is None:
        return False
    begin = _google_word(words[0]).begin
    return not last["transcript"].text() or any(_google_word(word).begin == begin for word in of_first[:1])


def _google_word(item: Field) -> Said:
    begin = item.first("startTime", "startOffset", "start_time", "start_offset")
    finish = item.first("endTime", "endOffset", "end_time", "end_offset")
    speaker = item.first("speakerLabel", "speakerTag", "speaker_label", "speaker_tag").name()
    if not finish:
        return Said(item["word"].text(), None, None, speaker)
    time = _interval(_duration(begin) if begin else 0.0, _duration(finish), item)  # a begin of 0 is left out
    return Said(item["word"].text(), *time, None if speaker == "0" else speaker)


def _duration(time: Field) -> float:
    """Return a duration of protobuf in seconds: "1.400s", or seconds and nanoseconds."""
    if isinstance(time.value, str):
        if not _DURATION.fullmatch(time.value):
            time.fail('must be a duration such as "1.400s"')
        return time.check_seconds(float(time.value[:-1]))
    seconds, nanoseconds = time.first("seconds"), time.first("nanos", "nanoseconds")
    return time.check_seconds(
        (seconds.number() if seconds else 0.0) + (nanoseconds.number() / 1e9 if nanoseconds else 0.0)
    )


def azure(root: Field, pause: float) -> Speech:
    """Read the output of Azure's batch transcription: recognized phrases, the best of each."""
    phrases = root["recognizedPhrases"].items()
    channels = {phrase["channel"].name() for phrase in phrases}
    cues = []
    for phrase in phrases:
        options = phrase["nBest"].items()
        if not options:
            continue
        best = options[0]
        items = best["displayWords"].items()
        said = [Said(item["displayText"].text(), *_ticks(item)) for item in items]
        said = said or [Said(item["word"].text(), *_ticks(item)) for item in best["words"].items()]
        speaker = _of_channel(phrase["speaker"].name(), phrase["channel"], channels)
        cues.append(_cue(best.first("display", "lexical").text(), *_ticks(phrase), speaker, said))
    language = _first(phrase["locale"] for phrase in phrases)
    ticks, length = root["durationInTicks"], root["durationMilliseconds"]
    duration = ticks.seconds(TICKS) if ticks else length.seconds(MILLISECONDS) if length else None
    return Speech(cues, _facts(language, duration))


def _ticks(item: Field) -> tuple[float | None, float | None]:
    """Return the time of a phrase or a word, in ticks or, in newer files, in milliseconds."""
    for unit, scale in (("InTicks", TICKS), ("Milliseconds", MILLISECONDS)):
        begin, length = item[f"offset{unit}"], item[f"duration{unit}"]
        if begin and length:
            first = begin.seconds(scale)
            return first, length.check_seconds(first + length.seconds(scale))
    return None, None


def azure_fast(root: Field, pause: float) -> Speech:
    """Read the output of Azure's fast transcription: phrases with words."""
    phrases = root["phrases"].items()
    channels = {phrase["channel"].name() for phrase in phrases}
    cues = []
    for phrase in phrases:
        said = [Said(item["text"].text(), *_ticks(item)) for item in phrase["words"].items()]
        speaker = _of_channel(phrase["speaker"].name(), phrase["channel"], channels)
        cues.append(_cue(phrase["text"].text(), *_ticks(phrase), speaker, said))
    language = _first(phrase["locale"] for phrase in phrases)
    length = root["durationMilliseconds"]
    return Speech(cues, _facts(language, length.seconds(MILLISECONDS) if length else None))


def _of_channel(speaker: str | None, channel: Field, channels: set[Any]) -> str | None:
    """Return the speaker; with several channels, the number of the channel is a part of the name."""
    if len(channels) < 2 or not channel:
        return speaker
    return f"channel {channel.name()}" if speaker is None else f"channel {channel.name()}, speaker {speaker}"


def deepgram(root: Field, pause: float) -> Speech:
    """Read the output of Deepgram: utterances, or else the words of channels, with the sentences of paragraphs."""
    channels = root["results"]["channels"].items()
    numbers = set(range(len(channels)))
    cues: list[Cue] = []
    for item in root["results"]["utterances"].items():
        speaker = _of_channel(item["speaker"].name(), item["channel"], numbers)
        words = [word._replace(speaker=None) for word in _deepgram_words(item["words"].items())]
        cues.append(_cue(item["transcript"].text(), *_known_time(item), speaker, words))
    for number, channel in enumerate(channels if not cues else ()):
        alternatives = channel["alternatives"].items()
        if alternatives:
            cues += _deepgram_channel(alternatives[0], Field(number, root.reader), numbers, pause)
    language = _first(channel["detected_language"] for channel in channels)
    length = root["metadata"]["duration"] if root["metadata"] else None
    return Speech(cues, _facts(language, length.seconds() if length else None))


def _deepgram_channel(best: Field, channel: Field, channels: set[Any], pause: float) -> list[Cue]:
    """Read the best transcript of a channel."""
    words = _deepgram_words(best["words"].items())
    words = [word._replace(speaker=_of_channel(word.speaker, channel, channels)) for word in words]
    sentences = []
    for paragraph in best["paragraphs"]["paragraphs"].items() if best["paragraphs"] else ():
        speaker = _of_channel(paragraph["speaker"].name(), channel, channels)
        for sentence in paragraph["sentences"].items():
            sentences.append(Cue(sentence["text"].text(), *_known_time(sentence), speaker))
    return _spread(sentences, words) if sentences else _stream(best["transcript"].text(), words, pause)


def _deepgram_words(items: Iterable[Field]) -> list[Said]:
    return [
        Said(item.first("punctuated_word", "word").text(), *_time(item), item["speaker"].name()) for item in items
    ]


def assemblyai(root: Field, pause: float) -> Speech:
    """Read the output of AssemblyAI: utterances, or else words; times in milliseconds."""
    if root["status"].value == "error":
        root["status"].fail(f"must be that of a transcript: {root['error'].text()}")
    cues = []
    for item in [*root["utterances"].items(), *root["words"].items()]:
        for time in (item["start"], item["end"]):
            if not isinstance(time.value, int):
                time.fail("must be an integer of milliseconds, as AssemblyAI has it")
    for item in root["utterances"].items():
        said = _words(item["words"].items(), MILLISECONDS)
        speaker = item.first("speaker", "channel").name()
        cues.append(_cue(item["text"].text(), *_known_time(item, scale=MILLISECONDS), speaker, said))
    if not cues:
        cues = _stream(root["text"].text(), _words(root["words"].items(), MILLISECONDS), pause)
    length = root["audio_duration"]
    return Speech(cues, _facts(root["language_code"].name(), length.seconds() if length else None))


#: Reads the document of a service; the pause in seconds cuts streams of words.
Read = Callable[[Field, float], Speech]
