"""Files of n and 4n for the readers, ordinary and hostile, for test_growth.py."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from shiplap import readers
from shiplap.errors import ReaderError

N = 3_000


def cues(n: int, text: str = "It rains in the hills.") -> str:
    """Return an SRT file of n characters."""
    count = n // (30 + len(text))
    return "".join(f"{k}\n{k // 60}:0:{k % 60},0 --> {k // 60}:0:{k % 60},9\n{text}\n\n" for k in range(count))


def cue(text: str) -> str:
    return f"0:01 --> 0:09\n{text}"


#: Subtitles of about n characters.
SUBTITLES: dict[str, Callable[[int], str]] = {
    "cues": cues,
    "roll-up": lambda n: cues(n, "one two\nthree four") + cues(n, "one two\nthree four\nfive"),
    "growing": lambda n: "".join(f"0:01 --> 0:09\n{'rain ' * k}\n\n" for k in range(int(n**0.5) // 3)),
    "bold": lambda n: cue("<b>a</b>" * (n // 8)),
    "speakers": lambda n: cue("<v A>a<v B>b" * (n // 12)),
    "timestamps": lambda n: cue("<0:01.0>a " * (n // 8)),
    "brackets": lambda n: cue("<" * n),
    "entities": lambda n: cue("&" * n),
    "braces": lambda n: cue("{\\" * (n // 2)),
    "lines": lambda n: cue("a\n" * (n // 2)),
    "dashes": lambda n: cue("-" * n),
    "spaces": lambda n: cue(" " * n + "x"),
    "labels": lambda n: "WEBVTT\n\n" + "7\n" * (n // 2),
    "a long time": lambda n: "0:01 -->" + " " * n + "0:0" + "9 " * n,
    "a long number": lambda n: "0" * n + ":00 --> 0:01",
}


def segments(n: int) -> dict[str, Any]:
    """Return a transcript of n / 30 segments, whose words differ from the text in each second one."""
    words = [{"word": f" {word}", "start": 1, "end": 2} for word in ("it", "rains", "now")]
    texts = [" It rains now.", " It's 5 pm now."]
    return {"segments": [{"start": k, "end": k + 1, "text": texts[k % 2], "words": words} for k in range(n // 30)]}


def stream(n: int) -> dict[str, Any]:
    """Return a stream of n / 6 words."""
    return {"text": "Rain… " * (n // 6), "words": [{"word": "rain", "start": k, "end": k} for k in range(n // 6)]}


def stops(n: int) -> dict[str, Any]:
    """Return a word with n / 9 stops, as AWS has them."""
    stop = {"type": "punctuation", "alternatives": [{"content": "."}]}
    word = {"type": "pronunciation", "start_time": "1", "end_time": "2", "alternatives": [{"content": "rain"}]}
    return {"results": {"transcripts": [], "items": [word, *[stop] * (n // 9)]}}


def nested(n: int) -> dict[str, Any]:
    """Return a document of docling: lists in lists, n / 40 of them."""
    count = n // 40
    groups = [{"label": "list", "children": [{"$ref": f"#/texts/{k}"}]} for k in range(count)]
    below = [[{"$ref": f"#/groups/{k + 1}"}] for k in range(count - 1)]
    texts = [{"label": "list_item", "text": "rain", "children": each} for each in [*below, []]]
    return {"body": {"children": [{"$ref": "#/groups/0"}]}, "groups": groups, "texts": texts}


def flat(n: int) -> dict[str, Any]:
    """Return a document of docling: n / 40 paragraphs on as many pages."""
    box = {"l": 1, "t": 2, "r": 3, "b": 1, "coord_origin": "BOTTOMLEFT"}
    texts = [
        {"label": "text", "text": "It rains.", "prov": [{"page_no": k + 1, "bbox": box}]} for k in range(n // 40)
    ]
    pages = {str(k + 1): {"size": {"width": 9, "height": 9}} for k in range(n // 40)}
    return {
        "body": {"children": [{"$ref": f"#/texts/{k}"} for k in range(n // 40)]},
        "texts": texts,
        "pages": pages,
    }


def elements(n: int) -> list[dict[str, Any]]:
    """Elements of unstructured: n / 40 titles, each below the one before."""
    return [
        {"type": "Title", "element_id": str(k), "text": "Rain", "metadata": {"parent_id": str(k - 1)}}
        for k in range(n // 40)
    ]


def table(html: str) -> list[dict[str, Any]]:
    return [{"type": "Table", "text": "rain", "metadata": {"text_as_html": html}}]


#: The calls, each with what it is given for n.
CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[int], Any]]] = {
    **{f"srt {name}": (readers.srt, make) for name, make in SUBTITLES.items()},
    "vtt": (readers.vtt, lambda n: "WEBVTT\n\n" + "NOTE\nx\n\nid\n0:01 --> 0:02\n<v A>a</v>\n\n" * (n // 40)),
    "segments": (readers.transcript, segments),
    "stream": (readers.transcript, stream),
    "stops": (readers.transcript, stops),
    "docling": (readers.docling, flat),
    "lists": (readers.docling, nested),
    "unstructured": (readers.unstructured, elements),
    "table": (readers.unstructured, lambda n: table("<table>" + "<tr><td>a<td>b" * (n // 14))),
    "tall cells": (
        readers.unstructured,
        lambda n: table("<table>" + "<td rowspan=99>" * (n // 15) + "<tr><td>" * n),
    ),
    "items": (readers.from_items, lambda n: [("It rains.", k + 1, (0, 0, 1, 1), "text") for k in range(n // 30)]),
    "fences": (readers.from_items, lambda n: [("`" * k, 1, None, "code") for k in range(int(n**0.5))]),
}


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def made(call: Callable[[Any], Any], make: Callable[[int], Any]) -> Callable[[int], Callable[[], Any]]:
        def prepared(n: int) -> Callable[[], Any]:
            given = make(n)

            def work() -> None:
                with contextlib.suppress(ReaderError):
                    call(given)

            return work

        return prepared

    return {f"{name}:": made(call, make) for name, (call, make) in CALLS.items()}
