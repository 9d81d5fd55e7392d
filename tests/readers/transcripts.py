"""The same short talk as each speech service writes it, made by hand after the documentation of the services."""

from __future__ import annotations

from typing import Any


def _aws_item(number: int, text: str, begin: str, finish: str, speaker: str) -> dict[str, Any]:
    return {
        "id": number, "type": "pronunciation", "alternatives": [{"confidence": "0.99", "content": text}],
        "start_time": begin, "end_time": finish, "speaker_label": speaker,
    }  # fmt: skip


def _without(given: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}


def _aws_stop(number: int, text: str) -> dict[str, Any]:
    return {"id": number, "type": "punctuation", "alternatives": [{"confidence": "0.0", "content": text}]}


_AWS_ITEMS = [
    _aws_item(0, "It", "0.5", "0.7", "spk_0"),
    _aws_item(1, "rains", "0.7", "1.2", "spk_0"),
    _aws_stop(2, "."),
    _aws_item(3, "Does", "1.5", "1.8", "spk_1"),
    _aws_item(4, "it", "1.8", "2.0", "spk_1"),
    _aws_stop(5, "?"),
]

#: As (text, begin, finish, speaker).
WORDS = [
    ("It", 0.5, 0.7, "A"), ("rains.", 0.7, 1.2, "A"), ("Does", 1.5, 1.8, "B"), ("it?", 1.8, 2.0, "B"),
]  # fmt: skip

_WHISPER = [
    {
        "id": 0, "start": 0.5, "end": 1.2, "text": " It rains.",
        "words": [
            {"word": " It", "start": 0.5, "end": 0.7, "probability": 0.9},
            {"word": " rains.", "start": 0.7, "end": 1.2, "probability": 0.9},
        ],
    },
    {
        "id": 1, "start": 1.5, "end": 2.0, "text": " Does it?",
        "words": [
            {"word": " Does", "start": 1.5, "end": 1.8, "probability": 0.9},
            {"word": " it?", "start": 1.8, "end": 2.0, "probability": 0.9},
        ],
    },
]  # fmt: skip


def _token(text: str, begin: int, finish: int) -> dict[str, Any]:
    return {"text": text, "offsets": {"from": begin, "to": finish}, "id": 1, "p": 0.9}


def _azure_word(text: str, begin: int, length: int) -> dict[str, Any]:
    return {"displayText": text, "offsetInTicks": begin * 10_000, "durationInTicks": length * 10_000}


def _deepgram_word(text: str, begin: float, finish: float, speaker: int) -> dict[str, Any]:
    word = text.lower().rstrip(".?")
    return {"word": word, "punctuated_word": text, "start": begin, "end": finish, "speaker": speaker}


_DEEPGRAM = [_deepgram_word(text, begin, finish, "AB".index(speaker)) for text, begin, finish, speaker in WORDS]

_ASSEMBLYAI = [
    {"text": text, "start": round(begin * 1000), "end": round(finish * 1000), "speaker": speaker}
    for text, begin, finish, speaker in WORDS
]

#: The outputs by name. All of them have words; `SPEAKERS` has the names of the speakers.
SERVICES: dict[str, Any] = {
    "whisper": {"text": " It rains. Does it?", "segments": _WHISPER, "language": "en"},
    "openai": {
        "task": "transcribe", "language": "english", "duration": 2.5, "text": "It rains. Does it?",
        "segments": [_without(each, "words") for each in _WHISPER],
        "words": [
            {"word": text.strip(".?"), "start": begin, "end": finish} for text, begin, finish, _ in WORDS
        ],
    },
    "openai words": {
        "task": "transcribe", "language": "english", "duration": 2.5, "text": "It rains. Does it?",
        "words": [
            {"word": text.strip(".?"), "start": begin, "end": finish} for text, begin, finish, _ in WORDS
        ],
    },
    "whisperx": {
        "segments": [
            {
                "start": 0.5, "end": 1.2, "text": " It rains.", "speaker": "SPEAKER_00",
                "words": [
                    {"word": "It", "start": 0.5, "end": 0.7, "score": 0.9, "speaker": "SPEAKER_00"},
                    {"word": "rains.", "start": 0.7, "end": 1.2, "score": 0.9, "speaker": "SPEAKER_00"},
                ],
            },
            {
                "start": 1.5, "end": 2.0, "text": " Does it?", "speaker": "SPEAKER_01",
                "words": [
                    {"word": "Does", "start": 1.5, "end": 1.8, "score": 0.9, "speaker": "SPEAKER_01"},
                    {"word": "it?", "start": 1.8, "end": 2.0, "score": 0.9, "speaker": "SPEAKER_01"},
                ],
            },
        ],
        "word_segments": [], "language": "en",
    },
    "whisper.cpp": {
        "systeminfo": "", "model": {"type": "base"}, "params": {"language": "auto"}, "result": {"language": "en"},
        "transcription": [
            {
                "timestamps": {"from": "00:00:00,500", "to": "00:00:01,200"},
                "offsets": {"from": 500, "to": 1200}, "text": " It rains.",
                "tokens": [
                    _token("[_BEG_]", 0, 0), _token(" It", 500, 700), _token(" r", 700, 900),
                    _token("ains", 900, 1100), _token(".", 1100, 1200), _token("[_TT_60]", 1200, 1200),
                ],
            },
            {
                "timestamps": {"from": "00:00:01,500", "to": "00:00:02,000"},
                "offsets": {"from": 1500, "to": 2000}, "text": " Does it?",
                "tokens": [_token(" Does", 1500, 1800), _token(" it", 1800, 1900), _token("?", 1900, 2000)],
            },
        ],
    },
    "aws": {
        "jobName": "rain", "accountId": "0", "status": "COMPLETED",
        "results": {
            "language_code": "en-US", "transcripts": [{"transcript": "It rains. Does it?"}], "items": _AWS_ITEMS,
            "audio_segments": [
                {
                    "id": 0, "transcript": "It rains.", "start_time": "0.5", "end_time": "1.2",
                    "speaker_label": "spk_0", "items": [0, 1, 2],
                },
                {
                    "id": 1, "transcript": "Does it?", "start_time": "1.5", "end_time": "2.0",
                    "speaker_label": "spk_1", "items": [3, 4, 5],
                },
            ],
        },
    },
    "aws before segments": {
        "results": {
            "transcripts": [{"transcript": "It rains. Does it?"}],
            "speaker_labels": {
                "speakers": 2,
                "segments": [
                    {
                        "start_time": "0.5", "end_time": "1.2", "speaker_label": "spk_0",
                        "items": [
                            {"start_time": "0.5", "end_time": "0.7", "speaker_label": "spk_0"},
                            {"start_time": "0.7", "end_time": "1.2", "speaker_label": "spk_0"},
                        ],
                    },
                    {
                        "start_time": "1.5", "end_time": "2.0", "speaker_label": "spk_1",
                        "items": [
                            {"start_time": "1.5", "end_time": "1.8", "speaker_label": "spk_1"},
                            {"start_time": "1.8", "end_time": "2.0", "speaker_label": "spk_1"},
                        ],
                    },
                ],
            },
            "items": [_without(each, "id", "speaker_label") for each in _AWS_ITEMS],
        },
    },
    "google v1": {
        "results": [
            {
                "alternatives": [{"transcript": "It rains. Does it?", "confidence": 0.9}],
                "resultEndTime": "2.0s", "languageCode": "en-us",
            },
            {
                "alternatives": [
                    {
                        "words": [
                            {
                                "startTime": f"{begin}s", "endTime": f"{finish}s", "word": text,
                                "speakerTag": 1 + "AB".index(speaker),
                            }
                            for text, begin, finish, speaker in WORDS
                        ]
                    }
                ],
                "languageCode": "en-us",
            },
        ],
        "totalBilledTime": "15s",
    },
    "google v2": {
        "results": [
            {
                "alternatives": [
                    {
                        "transcript": "It rains. Does it?", "confidence": 0.9,
                        "words": [
                            {
                                "startOffset": f"{begin}s", "endOffset": f"{finish}s", "word": text,
                                "speakerLabel": str(1 + "AB".index(speaker)),
                            }
                            for text, begin, finish, speaker in WORDS
                        ],
                    }
                ],
                "resultEndOffset": "2s", "languageCode": "en-US",
            }
        ],
        "metadata": {"totalBilledDuration": "15s"},
    },
    "azure": {
        "source": "rain.wav", "durationInTicks": 25_000_000, "duration": "PT2.5S",
        "combinedRecognizedPhrases": [{"channel": 0, "display": "It rains. Does it?"}],
        "recognizedPhrases": [
            {
                "recognitionStatus": "Success", "channel": 0, "speaker": 1, "locale": "en-US",
                "offset": "PT0.5S", "duration": "PT0.7S", "offsetInTicks": 5e6, "durationInTicks": 7e6,
                "nBest": [
                    {
                        "confidence": 0.9, "lexical": "it rains", "display": "It rains.",
                        "displayWords": [_azure_word("It", 500, 200), _azure_word("rains.", 700, 500)],
                    }
                ],
            },
            {
                "recognitionStatus": "Success", "channel": 0, "speaker": 2, "locale": "en-US",
                "offset": "PT1.5S", "duration": "PT0.5S", "offsetInTicks": 15e6, "durationInTicks": 5e6,
                "nBest": [
                    {
                        "confidence": 0.9, "lexical": "does it", "display": "Does it?",
                        "displayWords": [_azure_word("Does", 1500, 300), _azure_word("it?", 1800, 200)],
                    }
                ],
            },
        ],
    },
    "azure fast": {
        "durationMilliseconds": 2500, "combinedPhrases": [{"text": "It rains. Does it?"}],
        "phrases": [
            {
                "speaker": 1, "offsetMilliseconds": 500, "durationMilliseconds": 700, "text": "It rains.",
                "words": [
                    {"text": "It", "offsetMilliseconds": 500, "durationMilliseconds": 200},
                    {"text": "rains.", "offsetMilliseconds": 700, "durationMilliseconds": 500},
                ],
                "locale": "en-US", "confidence": 0.9,
            },
            {
                "speaker": 2, "offsetMilliseconds": 1500, "durationMilliseconds": 500, "text": "Does it?",
                "words": [
                    {"text": "Does", "offsetMilliseconds": 1500, "durationMilliseconds": 300},
                    {"text": "it?", "offsetMilliseconds": 1800, "durationMilliseconds": 200},
                ],
                "locale": "en-US", "confidence": 0.9,
            },
        ],
    },
    "deepgram": {
        "metadata": {"duration": 2.5, "channels": 1},
        "results": {
            "channels": [
                {
                    "detected_language": "en",
                    "alternatives": [{"transcript": "It rains. Does it?", "confidence": 0.9, "words": _DEEPGRAM}],
                }
            ]
        },
    },
    "deepgram paragraphs": {
        "metadata": {"duration": 2.5, "channels": 1},
        "results": {
            "channels": [
                {
                    "alternatives": [
                        {
                            "transcript": "It rains. Does it?", "words": _DEEPGRAM,
                            "paragraphs": {
                                "transcript": "\nSpeaker 0: It rains.\n\nSpeaker 1: Does it?\n",
                                "paragraphs": [
                                    {
                                        "sentences": [{"text": "It rains.", "start": 0.5, "end": 1.2}],
                                        "num_words": 2, "start": 0.5, "end": 1.2, "speaker": 0,
                                    },
                                    {
                                        "sentences": [{"text": "Does it?", "start": 1.5, "end": 2.0}],
                                        "num_words": 2, "start": 1.5, "end": 2.0, "speaker": 1,
                                    },
                                ],
                            },
                        }
                    ]
                }
            ]
        },
    },
    "deepgram utterances": {
        "metadata": {"duration": 2.5, "channels": 1},
        "results": {
            "channels": [{"alternatives": [{"transcript": "It rains. Does it?", "words": _DEEPGRAM}]}],
            "utterances": [
                {
                    "start": 0.5, "end": 1.2, "channel": 0, "transcript": "It rains.", "words": _DEEPGRAM[:2],
                    "speaker": 0, "id": "a",
                },
                {
                    "start": 1.5, "end": 2.0, "channel": 0, "transcript": "Does it?", "words": _DEEPGRAM[2:],
                    "speaker": 1, "id": "b",
                },
            ],
        },
    },
    "assemblyai": {
        "id": "a", "status": "completed", "language_code": "en_us", "audio_duration": 2,
        "text": "It rains. Does it?", "words": _ASSEMBLYAI, "utterances": None,
    },
    "assemblyai utterances": {
        "id": "a", "status": "completed", "language_code": "en_us", "audio_duration": 2,
        "text": "It rains. Does it?", "words": _ASSEMBLYAI,
        "utterances": [
            {"speaker": "A", "start": 500, "end": 1200, "text": "It rains.", "words": _ASSEMBLYAI[:2]},
            {"speaker": "B", "start": 1500, "end": 2000, "text": "Does it?", "words": _ASSEMBLYAI[2:]},
        ],
    },
}  # fmt: skip

#: The names of the two speakers in each output; None: it has no speakers.
SPEAKERS: dict[str, tuple[str, str] | None] = {
    "whisper": None, "openai": None, "openai words": None, "whisperx": ("SPEAKER_00", "SPEAKER_01"),
    "whisper.cpp": None, "aws": ("spk_0", "spk_1"), "aws before segments": ("spk_0", "spk_1"),
    "google v1": ("1", "2"), "google v2": ("1", "2"), "azure": ("1", "2"), "azure fast": ("1", "2"),
    "deepgram": ("0", "1"), "deepgram paragraphs": ("0", "1"), "deepgram utterances": ("0", "1"),
    "assemblyai": ("A", "B"), "assemblyai utterances": ("A", "B"),
}  # fmt: skip

#: The metadata of each output.
METADATA: dict[str, dict[str, Any] | None] = {
    "whisper": {"language": "en"}, "openai": {"language": "english", "duration": 2.5},
    "openai words": {"language": "english", "duration": 2.5}, "whisperx": {"language": "en"},
    "whisper.cpp": {"language": "en"}, "aws": {"language": "en-US"}, "aws before segments": None,
    "google v1": {"language": "en-us"}, "google v2": {"language": "en-US"},
    "azure": {"language": "en-US", "duration": 2.5}, "azure fast": {"language": "en-US", "duration": 2.5},
    "deepgram": {"language": "en", "duration": 2.5}, "deepgram paragraphs": {"duration": 2.5},
    "deepgram utterances": {"duration": 2.5}, "assemblyai": {"language": "en_us", "duration": 2.0},
    "assemblyai utterances": {"language": "en_us", "duration": 2.0},
}  # fmt: skip
