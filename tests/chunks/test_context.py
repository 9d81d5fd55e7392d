"""The limit of contexts (X1 to X7 of chunks/context_limit.py): what stands before a text, in each format."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap import AdaptiveChunker, OptionError
from shiplap.chunkers import document_loop
from shiplap.chunkers.file_content import chunk_file
from shiplap.chunks import Chunk
from shiplap.chunks.annotations import BASES, Annotations
from shiplap.chunks.context_limit import CHARACTERS, ContextLimit
from shiplap.chunks.headings import context, headings_outside, prefix_of
from shiplap.citations import verify_quotes
from shiplap.content.shortening import MARK, is_shortened, shortened
from shiplap.content.titles import MAX_TITLE
from shiplap.ids import content_hash
from shiplap.prompt import build_prompt
from shiplap.store import Store
from shiplap.view import page as view_page
from tests.support.cases import cases
from tests.support.hostile import texts

# ---- the rule

LIMIT = ContextLimit("characters", [30, 30, 30])


class Words:
    """A tokenizer that takes each word for a token, however long."""

    def count(self, text: str) -> int:
        return len(text.split())


def headings(path: tuple[str, ...], size: int) -> tuple[str, ...]:
    return LIMIT.headings(path, LIMIT.room(size))


def test_headings_by_hand() -> None:
    """X1, X3: `Rain > Snow` and the gap have 13 characters."""
    path = ("Rain", "Snow")
    assert headings(path, 13) == path
    assert headings(path, 12) == ("Ra…", "Snow")
    assert headings(path, 11) == ("R…", "Snow")
    assert headings(path, 10) == ("…", "Snow")
    assert headings(path, 9) == ("Snow…",) == headings(path, 7)
    assert headings(path, 6) == ("Sno…",)
    assert headings(path, 4) == ("S…",)
    assert headings(path, 3) == ("…",)
    assert headings(path, 2) == () == headings(path, 0)
    assert headings(("Fog", "Rain", "Snow"), 14) == ("Rain…", "Snow")
    assert headings((), 0) == ()


def test_a_table_header_by_hand() -> None:
    """X4, X5: what the headings leave, with a line feed behind the mark."""
    header = "| day | mm |\n|-----|----|\n"
    room = LIMIT.room(30)
    assert LIMIT.table_header(header, header, (), room) == header
    assert LIMIT.table_header(header, header, ("Rain",), room) == "| day | mm |…\n"
    assert LIMIT.table_header(header, header, ("Rain in the hills",), room) == "| day |…\n"
    assert LIMIT.table_header(header, header, ("x" * 26,), room) == ""
    titled = "Rain of 2024\n\n" + header
    assert LIMIT.table_header(titled, header, (), room) == header
    assert LIMIT.table_header(titled, header, ("Rain",), room) == "| day | mm |…\n"
    assert LIMIT.table_header("Rain\n" + "a,b\n", "a,b\n", (), room) == "Rain\na,b\n"
    assert LIMIT.table_header("day,mm\n" * 9, "day,mm\n" * 9, (), room) == "day,mm\nday,mm\nday,mm\nday,mm…\n"
    assert LIMIT.room_in(2, in_table=True) == LIMIT.room(15)  # X2
    assert LIMIT.room_in(0, in_table=False) == LIMIT.room(30)


def test_units() -> None:
    assert ContextLimit("bytes", [8]).headings(("Schnee",), LIMIT.room(8)) == ("Schnee",)
    assert ContextLimit("bytes", [8]).headings(("Schöße",), LIMIT.room(9)) == ("Schö…"[:3] + "…",)
    words = ContextLimit("characters", [2], Words())
    assert words.headings(("Rain in the hills",), words.room(2)) == ("Rain in…",)
    assert words.headings(("x" * 999,), words.room(2)) == ("x" * (2 * CHARACTERS - 3) + "…",)  # X7
    assert words.headings(("x" * 999,), words.room(0)) == ()


def test_a_cluster_is_whole_unless_it_alone_is_too_long() -> None:
    assert headings(("éa\u0301\u0301\u0301b",), 6) == ("é…",)
    assert headings(("a" + "\u0301" * 9,), 6) == ("a\u0301\u0301…",)
    assert headings(("Rain in the hills",), 11) == ("Rain in…",)


@given(st.lists(texts, max_size=5), st.integers(0, 60), st.sampled_from(["characters", "bytes"]))
@example(["Rain in the hills"], 12, "characters")
def test_headings_of_any_text(path: list[str], size: int, unit: str) -> None:
    """They fit, are the end of the path, and only the first is shortened, which is as long as can be."""
    limit = ContextLimit(unit, [size])
    room = limit.room(size)
    found = limit.headings(path, room)
    assert not found or limit.size_of(prefix_of(found)) <= size
    if not path or limit.size_of(prefix_of(path)) <= size:
        assert found == tuple(path)
        return
    if found:
        first, kept = found[0], found[1:]
        whole = path[len(path) - len(found)]
        assert path[len(path) - len(kept) :] == list(kept) and first.endswith(MARK)
        assert first == MARK or is_shortened(first, whole)
    else:
        assert limit.size_of(prefix_of((MARK,))) > size


@given(texts, st.integers(0, 40))
def test_shortened(text: str, size: int) -> None:
    found = shortened(text, len(text), lambda each: len(each) <= size)
    assert found == "" or (len(found) <= size and is_shortened(found, text))
    if text[: size - 1].strip() and size > 1 and text[0].strip():
        assert found


def test_headings_that_a_text_begins_with_itself() -> None:
    assert headings_outside(("Rain in…", "Snow"), "# Rain in the hills\n\n## Snow\n\nx") == ()
    assert headings_outside(("Rain in…",), "Rain in the hills is frequent.") == ("Rain in…",)
    assert headings_outside(("…", "Snow"), "## Snow\n\nx") == ("…",)
    assert headings_outside(("Rain", "Snow in…"), "## Snow in May\n\nx") == ("Rain",)
    assert headings_outside(("Rain", "Snow"), " \n\n\t Snow\n\nx") == ("Rain",)
    assert headings_outside(("Rain", "Snow"), "\n  Hail\n\nSnow\n\nx") == ("Rain", "Snow")
    assert headings_outside(("Rain", "Snow"), " " * 500) == ("Rain", "Snow")
    assert headings_outside(("Rain…", "Rain", "Snow"), "# Rain\n## Snow\n") == ("Rain…",)
    assert headings_outside(("", "Snow"), "{#x}\n\nSnow") == () and headings_outside(("",), "_") == ()
    assert headings_outside(("Rain",), '"""\nRain\n"""') == headings_outside(("Rain",), "# Rain\n") == ()
    assert headings_outside(("Snow",), "@section<b> Snow\n") == headings_outside(("Snow",), "@top\xa0Snow\n") == ()
    assert headings_outside(("Snow",), "@top(Snow)\n") == headings_outside(("Snow",), '"Snow"\n') == ("Snow",)
    assert headings_outside(('"Snow"', "Snow"), '"Snow"\nSnow\n') == ()
    assert headings_outside(("Rain…",), "#\u200bRain\n") == headings_outside(("Rain…",), "# a\n") == ("Rain…",)


@cases("line", [
    "== Snow", "=== Snow ===", "==Snow==  <!-- a -->", "=head2 Snow", "=head3 B<Snow>", ".SH Snow",
    ".Ss \"Snow\" a", "* Snow", "** TODO Snow :wet:cold:", "** DONE [#A] COMMENT Snow", "\\section{Snow}",
    "\\subsection* [a] {Snow}\\label{a}", "@node Snow", "@chapter Snow", "<h2>Snow</h2><p>It is.</p>",
    "<H2 id='a'>Snow</H2>",
])  # fmt: skip
def test_headings_of_other_markups_in_their_lines(line: str) -> None:
    assert headings_outside(("Rain", "Snow"), f"{line}\n\nx") == ("Rain",)
    assert headings_outside(("Rain", "Snow"), f"\n{line}\nx\n") == ("Rain",)
    assert headings_outside(("Rain", "Snowy"), f"{line}\n\nx") == ("Rain", "Snowy")


@cases("line", [
    "== Snow falls", "* Snow falls", "* [a] Snow", "** todo Snow", ".SN Snow", ".SH Snow falls", "=heads Snow",
    "\\Section{Snow}", "<h2>Snow falls</h2>", "<h2>Hail</h2><h2>Snow</h2>", "@Chapter Snow", "=head1 Snow }",
    "== Snow a==", "@ Snow", "\\section Snow",
])  # fmt: skip
def test_lines_that_are_no_headings_of_other_markups(line: str) -> None:
    assert headings_outside(("Rain", "Snow"), f"{line}\n\nx") == ("Rain", "Snow")


@cases("line, path", [
    ("== Rain of the hills", "a.adoc"), ("== Rain of the hills ==", "a.wiki"),
    ("* TODO Rain of the hills :old:", "a.org"), ("=head1 Rain of the hills", "a.pod"),
    ("\\section{Rain of the hills}", "a.tex"), (".SH Rain of the hills", "a.man"),
    ("<h1>Rain of the hills</h1>", "a.html"),
])  # fmt: skip
def test_headings_of_other_markups_stand_once_and_resolve(line: str, path: str) -> None:
    text = f"{line}\n\n{'It rains. ' * 12}\n\n{'It pours. ' * 12}\n"
    chunks = AdaptiveChunker(130, 0, unit="characters").chunk(text, path=path, document_id="d")
    assert [chunk.contextual_text.count("Rain of the hills") for chunk in chunks] == [1] * len(chunks)
    (found,) = verify_quotes(f"“Rain of the hills” [doc: d, chunk: {chunks[-1].id}]", [chunks[-1]]).quotes
    assert found.verdict == "exact" and found.places[0].start == text.index("Rain of")


def test_headings_outside_by_the_first_line() -> None:
    """A text begins with headings in its first visible lines only, with markup or without."""
    path = ("Rain", "Snow")
    assert headings_outside(path, "Snow\n====\n\nx") == ("Rain",)
    assert headings_outside(path, "====\nSnow\n====\nx") == ("Rain",)
    assert headings_outside(path, "<b>Snow</b>\nx") == ("Rain",)
    assert headings_outside(path, "# Rain\n\n## Snow\nx") == ()
    assert headings_outside(path, "Snow falls.\nSnow\n") == path
    assert headings_outside(path, "- Snow\nSnow\n") == path
    assert headings_outside(("Rain", "Snow", "Rain"), "Rain\nx") == ("Rain", "Snow")
    assert headings_outside(("Rain", "Snow", "Rain"), "Rain\nSnow\nRain\nx") == ()
    assert headings_outside(("Part One The River",), "Part One\nThe River\nx") == ()
    assert headings_outside(("| a |", "(1) Scope"), "(1) Scope\nx") == ("| a |",)


# ---- chunks


def csv(n: int) -> tuple[str, str]:
    return "x.csv", "h," * (n // 4) + "h\n" + "1,2,3,4,5,6\n" * (n // 24)


def pipes(n: int) -> tuple[str, str]:
    columns = n // 12
    return "x.md", "# Rain\n\n" + "|h" * columns + "|\n" + "|-" * columns + "|\n" + "| 1 | 2 |\n" * (n // 20)


def named(n: int) -> tuple[str, str]:
    return "x.py", "class " + "a" * (n // 2) + ":\n" + "    def f(self):\n        return 1\n\n" * (n // 70)


def nested(n: int) -> tuple[str, str]:
    classes = "".join(" " * k + "class " + "é" * (n // 80) + ":\n" for k in range(40))
    return "x.py", classes + " " * 40 + "x = 1\n" * 9 + (" " * 40 + "x = f(12)\n") * (n // 100)


def underlined(n: int) -> tuple[str, str]:
    return "x.md", "It rains now\n" * (n // 13) + "===\n"


def headed(n: int) -> tuple[str, str]:
    return "x.md", "".join("#" * k + " " + "rain " * (n // 60) + "\n\n" for k in range(1, 7)) + "It rains. " * (
        n // 20
    )


def linked(n: int) -> tuple[str, str]:
    return "x.md", "# [rain](" + "a" * (n // 2) + ")\n\n" + "It rains. " * (n // 20)


def attributed(n: int) -> tuple[str, str]:
    return "x.html", "<h1 id='" + "a" * (n // 2) + "'>Rain</h1>\n" + "<p>It rains.</p>\n" * (n // 34)


def fenced(n: int) -> tuple[str, str]:
    return "x.md", "```" + "a" * (n // 2) + "\n" + "x = f(12)\n" * (n // 20) + "```\n"


def front(n: int) -> tuple[str, str]:
    return "x.md", "---\ntitle: " + "a" * (n // 2) + "\n---\n\n" + "It rains. " * (n // 20)


def html_table(n: int) -> tuple[str, str]:
    head = "<table><thead><tr>" + "<th>h</th>" * (n // 20) + "</tr></thead>\n"
    return "x.html", head + "<tr><td>1</td></tr>\n" * (n // 40) + "</table>"


def tables(n: int) -> tuple[str, str]:
    """Many tables, each with its own header of the limit."""
    one = "| " + "h " * 40 + "|\n|-|\n" + "| 1 |\n" * 150 + "\n"
    return "x.md", one * (n // len(one) + 1)


HOSTILE = (
    csv, pipes, named, nested, underlined, headed, linked, attributed, fenced, front, html_table, tables,
)  # fmt: skip

#: The output is at most so many times as long as the text: its chunks with their overlaps, and a quarter of the
#: largest size (768 tokens) for each chunk of the smallest one (256), of which two together exceed that size.
BOUND = 2


@pytest.mark.parametrize("make", HOSTILE)
@pytest.mark.parametrize("encode", [str, str.encode])
def test_the_output_is_linear(make: Callable[[int], tuple[str, str]], encode: Callable[[str], Any]) -> None:
    path, text = make(60_000)
    chunks = shiplap.chunk(encode(text), path=path, document_id="d")
    assert len(chunks) > 5
    assert sum(map(len, chunks.contextual_texts)) <= BOUND * len(text)
    assert sum(len(prefix_of(path)) + len(header) for path, header in
               zip(chunks.headings, chunks.table_headers, strict=True)) <= BOUND * len(text)  # fmt: skip
    for chunk in chunks[:: len(chunks) // 4]:
        assert chunk.contextual_text == context(chunk.headings, chunk.table_header, chunk.text) + chunk.text


def test_each_format_is_linear_and_agrees(tmp_path: Path) -> None:
    """`contextual_text` is a function of three columns, which are the same everywhere."""
    pa = pytest.importorskip("pyarrow")
    path, text = csv(60_000)
    chunks = shiplap.chunk(text, path=path, document_id="d")
    rows = [chunk.to_dict() for chunk in chunks]
    assert sum(len(json.dumps(row)) for row in rows) <= 8 * len(text)
    columns = ["headings", "table_header", "context_hash", "text"]
    data = pa.table({"id": ["d"], "text": [text], "path": [path]})
    stream = shiplap.arrow.chunk(data, "adaptive", path_column="path", columns=columns)
    table = pa.table(stream)
    assert table.nbytes <= 3 * len(text)
    assert table.to_pylist() == [{name: row[name] for name in columns} for row in rows]
    with Store(tmp_path / "a.db", create=True) as store:
        store.put(chunks)
        stored = list(store.chunks("d"))
        hits = store.search("h", limit=99)
    assert (tmp_path / "a.db").stat().st_size <= 6 * len(text) + 200_000
    texts_by_id = dict(zip(chunks.ids, chunks.contextual_texts, strict=True))
    assert hits and all(hit.contextual_text == texts_by_id[hit.id] for hit in hits)
    for chunk, row, read, again in zip(
        chunks, rows, stored, pickle.loads(pickle.dumps(list(chunks))), strict=True
    ):
        for other in (Chunk.from_dict(row), read, again):
            assert other == chunk and other.contextual_text == chunk.contextual_text
            assert other.context_hash == chunk.context_hash == content_hash(chunk.contextual_text.encode())
    assert len(build_prompt("q", chunks).text) <= BOUND * len(text) + 99 * len(chunks)


def test_the_same_context_in_each_form_of_a_text() -> None:
    """As a str, as UTF-8, behind a byte order mark, with a tokenizer, in a batch and a stream, after an update."""
    code = "class Régen:\n" + "    def f(self):\n        return 'é' * 12\n\n" * 40
    for options in ({}, {"tokenizer": len}, {"size_includes_context": True}, {"unit": "bytes"}):
        chunker = AdaptiveChunker(60, 5, max_context=12, **options)  # type: ignore[arg-type]
        chunks = chunker.chunk(code, path="x.py", document_id="d")
        wanted = chunks.headings, chunks.contextual_texts, chunks.kinds
        assert any("Ré…" in path or "Régen" in path for path in chunks.headings)
        data = code.encode()
        for other in (
            chunker.chunk(data, path="x.py"), *chunker.chunk_batch([data], paths=["x.py"]),
            *chunker.stream_batches([data], path="x.py"),
            chunk_file(chunker, b"\xef\xbb\xbf" + data, path="x.py"),
            chunker.update(chunker.chunk(data, path="x.py"), data, path="x.py").chunks,
            pickle.loads(pickle.dumps(chunks)),
        ):  # fmt: skip
            assert (other.headings, other.contextual_texts, other.kinds) == wanted


def test_titles_and_names_have_a_limit() -> None:
    """X6."""
    (region, _) = shiplap.regions("# " + "rain " * 9999 + "\n\nIt rains.\n")
    assert region.title is not None and len(region.title) == MAX_TITLE and region.title.endswith("rain…")
    (region,) = shiplap.regions("# " + "x" * MAX_TITLE)
    assert region.title == "x" * MAX_TITLE
    chunks = AdaptiveChunker(60, 0, max_context=9999).chunk(named(9000)[1], path="x.py")
    assert max(len(path[0]) for path in chunks.headings if path) == MAX_TITLE


def test_no_context() -> None:
    for make in (csv, named, headed):
        path, text = make(9000)
        chunks = shiplap.chunk(text, path=path, max_context=0)
        assert set(chunks.headings) == {()} and set(chunks.table_headers) == {""}
        assert chunks.contextual_texts == chunks.texts and chunks.context_hashes == chunks.content_hashes


@pytest.mark.parametrize("options", [{"unit": "bytes"}, {"tokenizer": len}, {"tokenizer": Words().count}])
def test_an_update_counts_the_table_header_of_a_kept_chunk(options: dict[str, Any]) -> None:
    """Rows that were a table of their own continue one with a header now."""
    size = 34 if options != {"tokenizer": Words().count} else 30
    chunker = AdaptiveChunker(size, 0, max_context=0.5, size_includes_context=True, **options)
    rows = "| 1 | 2 |\n" * 9
    old = chunker.chunk(f"It rains.\n\n{rows}", path="x.md")
    chunks = chunker.update(old, f"It rains.\n\n| day | mm |\n|---|---|\n{rows}", path="x.md").chunks
    count = options.get("tokenizer", len)
    assert any(chunks.table_headers) and all(count(text) <= size for text in chunks.contextual_texts)


def test_the_context_yields_to_a_text_that_cannot_be_cut() -> None:
    """Tokens are not additive: a header of two tokens and a text of one can be four together."""
    text = "<table><tr><th>h</th></tr><tr><td>1</td></tr></table>\n\r\n\t\r\n" * 3

    def count(text: str) -> int:
        return len(text) if "\n\r" in text else -(-len(text) // 5)

    chunker = AdaptiveChunker(3, 0, tokenizer=count, max_context=2, size_includes_context=True)
    chunks = chunker.chunk(text, path="x.csv")
    assert all(count(each.contextual_text) <= 3 or not each.table_header for each in chunks)


def test_no_context_has_no_size() -> None:
    """A function may count a token, or more, for an empty text."""

    def count(text: str) -> int:
        return len(text) // 3 + 1

    chunker = AdaptiveChunker(12, 0, tokenizer=count, max_context=0, size_includes_context=True)
    assert chunker.chunk("# Rain\n\nIt rains.\n").contextual_texts == ["# Rain\n\nIt rains.\n"]


def test_the_outermost_heading_is_not_kept_twice() -> None:
    """Tokens are not additive: headings can take less with a mark before them."""

    class Counts:
        @staticmethod
        def count(text: str) -> int:
            return 1 if text.startswith("…") else 2 * len(text)

    limit = ContextLimit("characters", [9, 9, 9], Counts)
    assert limit.headings(("Rain", "Snow"), limit.room(9)) == ("…", "Snow")


# ---- the option


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"max_context": -1}, "whole number of at least 0"),
        ({"max_context": True}, "whole number of at least 0"),
        ({"max_context": "4"}, "whole number of at least 0"),
        ({"max_context": None}, "whole number of at least 0"),
        ({"max_context": 1.0}, r"\[0, 1\)"),
        ({"max_context": -0.1}, r"\[0, 1\)"),
        ({"max_context": float("nan")}, r"\[0, 1\)"),
        ({"max_context": 256, "size_includes_context": True}, r"less than the size of code \(256\)"),
        ({"max_context": 250, "size_includes_context": True, "reserve": 6}, r"less than the size of code \(250\)"),
    ],
)
def test_a_wrong_limit(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(OptionError, match=f"max_context=.*{rule}"):
        AdaptiveChunker(**options)


def test_the_limit_in_configurations() -> None:
    chunker = AdaptiveChunker(100, max_context=0.5)
    assert chunker.config["max_context"] == 0.5 and AdaptiveChunker().config["max_context"] == 0.25
    assert shiplap.from_config(chunker.config) == chunker == pickle.loads(pickle.dumps(chunker))
    assert chunker.fingerprint != AdaptiveChunker(100).fingerprint
    assert AdaptiveChunker(max_context=255, size_includes_context=True).config["max_context"] == 255
    assert AdaptiveChunker(max_context=5000).config["max_context"] == 5000


def test_the_share_is_of_the_size_less_the_reserve() -> None:
    text = "# " + "Rain " * 99 + "\n\n" + "It rains. " * 99
    chunk = AdaptiveChunker(100, 0, unit="characters", reserve=20, max_context=0.3).chunk(text)[-1]
    assert len(prefix_of(chunk.headings)) == 22  # of 24: the next word does not fit


# ---- citations


@pytest.mark.parametrize("as_bytes", [False, True])
def test_quotes_of_shortened_parts_resolve_to_their_places(as_bytes: bool) -> None:
    """The mark is no text of the document: no place has it."""
    title = "Rainfall of the hills and of the valleys, é"
    header = "| station and its number | rain in mm |\n|---|---|\n"
    table = f"# {title}\n\n{header}" + "".join(f"| s{k} | {k} |\n" for k in range(40))
    code = "class RainfallOfTheHillsAndOfTheValleys:\n" + "    def f(self):\n        return 12 * 12\n\n" * 20
    for text, path, quotes in (
        (table, "x.md", ("Rainfall of the", "| station and its")),
        (code, "x.py", ("RainfallOfTheHillsAndOf",)),
    ):
        given_text: Any = text.encode() if as_bytes else text
        chunker = AdaptiveChunker(120, 0, unit="characters", max_context=48 if text == table else 26)
        chunks = chunker.chunk(given_text, path=path, document_id="d", source=path)
        chunk = next(chunk for chunk in chunks[2:] if chunk.headings)
        assert chunk.headings[0].endswith(MARK)
        for quote in quotes:
            assert quote in chunk.contextual_text
            for shown in (quote, f"{quote}…"):
                for cited, documents in (
                    ([chunk], None), ([chunk.to_dict()], {"d": text}), ([row.to_dict() for row in chunks], None),
                ):  # fmt: skip
                    answer = f"“{shown}” [doc: {path}, chunk: {chunk.id}]"
                    (found,) = verify_quotes(answer, cited, documents=documents).quotes
                    assert found.verdict in ("exact", "normalised") and len(found.places) == 1
                    (place,) = found.places
                    if place.start is None:  # the name of a definition is known to the chunks alone
                        assert path == "x.py" and cited != [chunk]
                        continue
                    assert text[place.start : place.end] == quote and place.start == text.index(quote)
                    data = text.encode()
                    assert place.start_byte == len(text[: place.start].encode())
                    assert data[place.start_byte : place.end_byte].decode() == quote


def test_a_quoted_mark_alone_stands_for_the_heading() -> None:
    """The mark is no text of the document, and a place is never empty."""
    heading = "# Rainfall of the hills and of the valleys and of the sea"
    text = f"{heading}\n\n" + "It rains. " * 20
    for path, own, shown in (
        ("x.md", text, heading),
        ("x.py", f"def {'f' * 90}():\n" + "    x = 1\n" * 20, "ffff"),
    ):
        chunks = AdaptiveChunker(68, 0, unit="characters").chunk(own, path=path, document_id="d")
        assert chunks[-1].headings[-1].endswith(MARK)
        (found,) = verify_quotes(f"“…” [doc: d, chunk: {chunks[-1].id}]", chunks, min_length=1).quotes
        (place,) = found.places
        assert own[place.start : place.end].startswith(shown)


def test_quotes_behind_a_byte_order_mark() -> None:
    code = "class RainfallOfTheHills:\n" + "    def f(self):\n        return 12 * 12\n\n" * 20
    chunks = chunk_file(AdaptiveChunker(30, 0), b"\xef\xbb\xbf" + code.encode(), path="x.py", document_id="d")
    chunk = next(chunk for chunk in chunks[2:] if chunk.headings)
    (found,) = verify_quotes(f"“RainfallOfTheHills” [doc: d, chunk: {chunk.id}]", [chunk]).quotes
    assert found.verdict == "exact" and found.places[0].start == 1 + code.index("Rainfall")


def test_bytes_before_a_quoted_heading() -> None:
    """They are counted from a place near it, not from the beginning of the text for each quote."""
    text = "Né " * 3000 + "\n\n# Rainfall of the hills\n\n" + "It rains. " * 50
    chunk = AdaptiveChunker(40, 0).chunk(text, document_id="d")[-1]
    (found,) = verify_quotes(f"“Rainfall of the hills” [doc: d, chunk: {chunk.id}]", [chunk]).quotes
    (place,) = found.places
    assert place.start == text.index("Rainfall") and place.start_byte == len(text[: place.start].encode())


def test_headings_above_are_found_by_their_parents() -> None:
    """No quote looks at all regions before its chunk."""

    class Kinds:
        def __init__(self, kinds: Any) -> None:
            self._kinds, self.columns, self.read = kinds, kinds.columns, 0

        def __getitem__(self, row: int) -> Any:
            self.read += 1
            return self._kinds[row]

    text = "# Rainfall of the hills\n\n" + "".join(f"## {k}\n\n{'It rains. ' * 30}\n\n" for k in range(300))
    chunks = AdaptiveChunker(50, 0).chunk(text, document_id="d")
    annotations: Any = chunks._annotations
    annotations.regions._kinds = kinds = Kinds(annotations.regions._kinds)
    answer = "".join(f"“Rainfall of the hills” [doc: d, chunk: {chunk.id}]\n\n" for chunk in chunks[-40:])
    quotes = verify_quotes(answer, chunks).quotes
    assert [quote.places[0].start for quote in quotes] == [2] * 40
    assert 0 < kinds.read <= 12 * (len(chunks) + 40)


def test_a_page_of_chunks_is_linear() -> None:
    """Chunks without headings of their own are shown under those of the regions."""
    deep = "".join("#" * k + " " + "rain " * 150 + "\n\n" for k in range(1, 6))
    text = deep + "".join(f"###### {k}\n\nIt rains.\n\n" for k in range(1000))
    chunks = shiplap.FixedChunker(20, 0).chunk(text, source="x.md")
    assert len(view_page(chunks)) <= 30 * len(text) + 99_999


# ---- reading


class Reader:
    """A text that counts what is read of it, in bytes."""

    def __init__(self, text: Any) -> None:
        self._text, self.read = text, 0
        self.is_str = text.is_str

    def text(self, start: int, end: int) -> str:
        self.read += end - start
        return str(self._text.text(start, end))

    def beginning(self, start: int, end: int, most: int) -> tuple[str, bool]:
        found, is_whole = self._text.beginning(start, end, most)
        self.read += len(found.encode())
        return found, is_whole

    def encoded(self, start: int, end: int) -> bytes:
        self.read += end - start
        return bytes(self._text.encoded(start, end))

    def convert(self, spans: Any, unit: str) -> Any:
        self.read += spans[len(spans) - 1][1] if len(spans) else 0
        return self._text.convert(spans, unit)

    def native(self, positions: Any) -> Any:
        found = self._text.native(positions)
        self.read += found[-1]
        return found

    def characters_before(self, at: int) -> int:
        self.read += at
        return int(self._text.characters_before(at))


@pytest.mark.parametrize("make", [*HOSTILE, lambda n: ("x.py", named(400)[1] * (n // 400))])
@pytest.mark.parametrize("includes", [False, True])
def test_annotations_read_each_part_of_a_text_a_few_times(
    make: Callable[[int], tuple[str, str]], includes: bool
) -> None:
    """No offset is counted from the beginning of the text, and no title is read for each chunk."""
    path, text = make(40_000)
    data = f"{text}é".encode()
    chunks = AdaptiveChunker(40, 5, size_includes_context=includes).chunk(data, path=path, document_id="d")
    annotations: Any = chunks._annotations
    assert isinstance(annotations, Annotations)
    reader = Reader(chunks._text)
    annotations.regions._text = reader
    for listing in annotations._listings.values():
        listing._text = Reader(listing._text)
    columns = chunks.headings, chunks.table_headers, chunks.kinds
    assert [(chunk.headings, chunk.table_header, chunk.kind) for chunk in chunks] == list(
        zip(*columns, strict=True)
    )
    assert reader.read + sum(listing._text.read for listing in annotations._listings.values()) <= 8 * len(data)


@pytest.mark.parametrize("includes", [False, True])
def test_an_update_measures_each_part_of_a_text_a_few_times(
    includes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# Régen\n\n" + "It rains in the hills. " * 40 + "\n\n| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 40
    text = "\n\n".join([text] * 60)
    measured = 0

    def counting(part: Any, offsets: Any, unit: str) -> Any:
        nonlocal measured
        measured += max(offsets, default=0)
        return convert(part, offsets, unit)

    convert = document_loop.convert  # type: ignore[attr-defined]
    chunker = AdaptiveChunker(40, 5, table=30, size_includes_context=includes)
    old = chunker.chunk(text.encode(), path="x.md", document_id="d")
    monkeypatch.setattr(document_loop, "convert", counting)
    chunker.update(old, f"Now. {text}".encode(), path="x.md")
    assert measured <= 40 * len(text) < len(old) * len(text) / 8


def test_the_bases_of_regions() -> None:
    assert set(BASES) == {0, 1, 2, 3}
