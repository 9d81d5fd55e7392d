"""Reader of transcripts: JSON of Whisper and of speech services, which are known by their shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from shiplap.document import Document
from shiplap.errors import ReaderError
from shiplap.readers.documents import make
from shiplap.readers.fields import Field, load, plain
from shiplap.readers.paragraphs import PAUSE, check_pause, join
from shiplap.readers.speech import (
    Read,
    assemblyai,
    aws,
    azure,
    azure_fast,
    deepgram,
    google,
    whisper,
    whisper_cpp,
)

READER = "transcript"

#: The services, for the message of an unknown shape.
KNOWN = (
    "Whisper (openai-whisper, faster-whisper, WhisperX, OpenAI's verbose_json), whisper.cpp, AWS Transcribe,"
    " Google Speech-to-Text, Azure (batch and fast transcription), Deepgram, AssemblyAI"
)


#: The services whose document has a member of this name.
BY_MEMBER: dict[str, Read] = {
    "transcription": whisper_cpp,
    "recognizedPhrases": azure,
    "combinedPhrases": azure_fast,
    "segments": whisper,
    "utterances": assemblyai,
    "audio_url": assemblyai,
}


def transcript(given: Any, *, pause: float = PAUSE, show_speakers: bool = False, **names: Any) -> Document:
    """Read the transcript of a speech service, and find by its shape which one it is.

    given: its JSON as a text or as bytes, or an object: dictionaries and lists, objects of the service's package,
        the segments of faster-whisper, or its pair of segments and information.
    pause: the seconds without speech that end a paragraph.
    show_speakers: begin each paragraph with the name of its speaker.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The language and the duration that the
        transcript has are added to the metadata.

    The table `times` has a row for each word where the transcript has words, else for each segment.

    Raises ReaderError for an unknown shape, and for a value that breaks a rule; it names the place of the value.

    >>> document = transcript({"segments": [{"start": 0, "end": 1.5, "text": " It rains."}], "language": "en"})
    >>> document.text, document.metadata
    ('It rains.', {'language': 'en'})
    """
    check_pause(pause)
    function, root = _service(Field(_mapping(load(given, READER)), READER))
    found = function(root, pause)
    text, times = join(found.cues, pause, show_speakers)
    return make(text, {"times": times.table()}, found.facts, names)


def _mapping(given: Any) -> Any:
    """Return the segments of faster-whisper in the shape of a file of Whisper; other objects as mappings."""
    inner = getattr(given, "json_response", None)  # a transcript of AssemblyAI's package
    if isinstance(inner, Mapping):
        return inner
    given = plain(given)
    if isinstance(given, tuple) and len(given) == 2 and hasattr(given[1], "language"):
        segments, info = given
        return {"segments": list(segments), "language": info.language, "duration": getattr(info, "duration", None)}
    if isinstance(given, (list, tuple, Iterator)):
        return {"segments": list(given)}
    return given


def _service(root: Field) -> tuple[Read, Field]:
    """Return the function that reads the shape, and the part of the document that it reads. Raises ReaderError."""
    if not isinstance(root.value, Mapping):
        root.fail(f"must be the JSON of {KNOWN}")
    if isinstance(root["response"].value, Mapping):  # a finished operation of Google
        root = root["response"]
    results = root["results"]
    if isinstance(results.value, Mapping):
        if "channels" in results.value:
            return deepgram, root
        if "items" in results.value or "transcripts" in results.value:
            return aws, root
        return google, _google_file(root, results)
    if results and _is_google(results):
        return google, root
    for name, function in BY_MEMBER.items():
        if name in root.value:
            return function, root
    if root["words"].items():
        first = root["words"].items()[0]
        if first["word"]:
            return whisper, root
        if isinstance(first["start"].value, int) and not first["type"]:
            return assemblyai, root
    return _unknown(root)


def _is_google(results: Field) -> bool:
    """Return whether results are those of Google: other services have alternatives too, with other members."""
    best = [each for result in results.items() for each in result["alternatives"].items()[:1]]
    return all(not each.value or _is_alternative(each) for each in best)


def _is_alternative(best: Field) -> bool:
    return bool(best["transcript"] or best["words"]) and not best["timestamps"]


def _google_file(root: Field, results: Field) -> Field:
    """Return the transcript of the one file of a batch of Google."""
    files = [file for _, file in results.members() if isinstance(file.value, Mapping)]
    inner = [file.first("inlineResult", "inline_result") or file for file in files]
    found = [file["transcript"] for file in inner if isinstance(file["transcript"].value, Mapping)]
    if len(found) > 1:
        results.fail('must have one file: pass the "transcript" of each')
    return found[0] if found else _unknown(root)


def _unknown(root: Field) -> NoReturn:
    members = ", ".join(map(str, root.value))
    known = f"its members are {members[:200]}" if members else "it has no members"
    raise ReaderError(READER, "", f"must have the shape of {KNOWN}; {known}")
