"""A path says what a text is, on every road alike; a source never does."""

from __future__ import annotations

import io
import os
import pathlib
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

import shiplap
from shiplap import AdaptiveChunker, OptionError
from shiplap.chunkers.adaptive import CONTENT_TYPES
from shiplap.errors import PathAsTextWarning, TextTypeError

CODE = "".join(
    f"def name_{n}(x):\n    # One comment, and more of it.\n    return x + {n}\n\n\n" for n in range(40)
)
PAGE = "# A\n\nIt rains.\n\n```python\n" + CODE + "```\n"
CHUNKER = AdaptiveChunker(60)
PATHS: list[Any] = ["a.py", "a.md", "a.txt", None, "b.csv", pathlib.Path("c/d.PY"), b"a.py"]


def spans(path: Any, text: Any = CODE) -> list[list[int]]:
    found: list[list[int]] = CHUNKER.chunk(text, path=path).spans.tolist()
    return found


def test_the_paths_differ() -> None:
    assert spans("a.py") != spans("a.md") and spans("a.py") == spans(pathlib.Path("c/d.PY")) == spans(b"a.py")
    assert (
        CHUNKER.chunk(CODE, path="a.csv").kinds[0] == "table"
        and CHUNKER.chunk(CODE, path="a.py").kinds[0] == "code"
    )


@pytest.mark.parametrize("chunker", [CHUNKER, shiplap.FixedChunker(100), shiplap.SentenceSplitter()])
def test_a_source_changes_nothing(chunker: shiplap.Chunker) -> None:
    for text in (CODE, PAGE):
        expected = chunker.spans(text).tolist()
        for source in ("a.py", "a.md", "a.csv", "x"):
            assert chunker.chunk(text, source=source).spans.tolist() == expected
            assert [chunk.start for chunk in chunker.stream([text], source=source)] == [
                start for start, _ in expected
            ]


@pytest.mark.parametrize("path", PATHS)
def test_every_road_takes_the_path(path: Any, tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for text in (CODE, CODE.encode()):
        expected = spans(path, text)
        assert CHUNKER.spans(text, path=path).tolist() == expected
        assert CHUNKER.split_text(text, path=path) == CHUNKER.chunk(text, path=path).texts
        (found,) = CHUNKER.chunk_batch([text], paths=[path])
        assert found.spans.tolist() == expected
        assert [chunks.spans.tolist() for chunks in CHUNKER.iter_batch([text], paths=[path])] == [expected]
        assert CHUNKER.split_batch([text], paths=[path]) == [CHUNKER.chunk(text, path=path).texts]
        assert CHUNKER.spans_batch([text], paths=[path])[0].tolist() == expected
        streamed = list(CHUNKER.stream([text[:50], text[50:]], path=path))
        assert [[chunk.start, chunk.end] for chunk in streamed] == expected
        assert shiplap.chunk(text, CHUNKER, path=path).spans.tolist() == expected
        name = os.fsdecode(path) if path is not None else None
        table = pyarrow.table({"text": pyarrow.array([text]), "file": pyarrow.array([name], pyarrow.utf8())})
        rows = pyarrow.table(shiplap.arrow.chunk(table, CHUNKER, id_column=None, path_column="file"))
        starts, ends = rows["char_start"].to_pylist(), rows["char_end"].to_pylist()
        assert [list(pair) for pair in zip(starts, ends, strict=True)] == expected


def test_chunkers_that_do_not_look_at_content_take_paths_too() -> None:
    chunker = shiplap.FixedChunker(100)
    assert chunker.chunk(CODE, path="a.py") == chunker.chunk(CODE)
    (found,) = chunker.chunk_batch([CODE], paths=["a.py"])
    assert found == chunker.chunk(CODE) == chunker.chunk(CODE, path="a.py", boundaries=None)


@pytest.mark.parametrize("given", [["a.py"], ["a.py", "b.py", "c.py"], "a.py", [1, 2]])
def test_one_path_for_each_text(given: Any) -> None:
    for chunker in (CHUNKER, shiplap.FixedChunker(100)):
        with pytest.raises(OptionError) as caught:
            chunker.chunk_batch([CODE, CODE], paths=given)
        assert caught.value.option == "paths"


def test_what_a_document_goes_by_is_checked() -> None:
    wrong: list[dict[str, Any]] = [
        {"document_id": 7}, {"document_id": b"a"}, {"source": pathlib.Path("a")}, {"metadata": [1]},
        {"metadata": {1: "a"}}, {"path": 7},
    ]  # fmt: skip
    for options in wrong:
        (name,) = options
        calls: list[Any] = [
            lambda **given: shiplap.chunk("a", **given),
            lambda **given: shiplap.FixedChunker().chunk("a", **given),
            lambda **given: list(shiplap.FixedChunker().stream(["a"], **given)),
        ]
        if name != "path":
            calls.append(lambda **given: shiplap.Chunks.from_spans("a", [(0, 1)], **given))
            calls.append(lambda **given: shiplap.chunk("a").replace(**given))
        for call in calls:
            with pytest.raises(OptionError) as caught:
                call(**options)
            assert caught.value.option == name
    with pytest.raises(OptionError) as caught:
        shiplap.FixedChunker().chunk_batch(["a", "b"], document_ids=["a", 7])  # type: ignore[list-item]
    assert caught.value.option == "document_ids" and "text 1" in str(caught.value)


@pytest.mark.parametrize(("content_type", "path"), [("python", "a.py"), ("markdown", "a.md"), ("table", "a.csv")])
def test_a_content_type_holds_for_all_texts(content_type: str, path: str) -> None:
    fixed = AdaptiveChunker(60, content_type=content_type)
    for text in (CODE, PAGE):
        expected = CHUNKER.spans(text, path=path).tolist()
        assert fixed.spans(text).tolist() == expected == fixed.spans(text, path="other.html").tolist()
    assert fixed.config["content_type"] == content_type and fixed.fingerprint != CHUNKER.fingerprint
    assert shiplap.from_config(fixed.config) == fixed


def test_all_content_types() -> None:
    assert {"markdown", "html", "plain", "table", "python", "rust"} <= set(CONTENT_TYPES)
    for content_type in CONTENT_TYPES:
        assert "".join(AdaptiveChunker(60, 0, content_type=content_type).split_text(PAGE)) == PAGE


# ---- headings of code

CLASS = '''class Ship:
    """A ship of planks."""

    def sail(self, wind):
        # It sails where the wind goes.
        return [plank for plank in self.planks if plank.is_dry(wind) and not plank.is_old()]

    def sink(self):
        return sorted(self.planks, key=lambda plank: plank.weight + plank.age * 2 + len(plank.nails))

    class Mast:
        def bend(self, wind):
            return wind * self.height + sum(each.width for each in self.sails if each.is_set)
'''


def named(size: int, text: str = CLASS, path: str = "ship.py") -> list[tuple[str, tuple[str, ...]]]:
    """Return the first line of each chunk, and the names around it."""
    chunks = AdaptiveChunker(size, 0).chunk(text, path=path)
    return [(chunk.text.strip().split("\n")[0], chunk.headings) for chunk in chunks]


def test_chunks_of_code_have_the_names_around_them() -> None:
    assert named(40) == [
        ("class Ship:", ()),  # it begins here
        ("def sail(self, wind):", ("Ship",)),
        ("def sink(self):", ("Ship",)),
        ("class Mast:", ("Ship",)),
    ]
    first, around = named(35)[1]  # the comment stays with its header
    assert first.startswith("return [plank for") and around == ("Ship", "sail")
    # a chunk that begins in classes is under them, also if it goes on behind them
    assert named(30, CLASS + "\n\nx = 1\n")[-1][1] == ("Ship", "Mast")
    (sail,) = (chunk for chunk in AdaptiveChunker(40, 0).chunk(CLASS, path="a.py") if "def sail" in chunk.text)
    assert sail.contextual_text == "Ship\n\n" + sail.text


def test_names_in_a_listing_stand_after_the_headings() -> None:
    page = f"# Ships\n\nThey sail.\n\n```python\n{CLASS}```\n\nThe end.\n"
    chunks = AdaptiveChunker(40, 0).chunk(page, path="ships.md")
    sail = next(chunk for chunk in chunks if chunk.text.lstrip().startswith("def sail"))
    assert sail.headings == ("Ships", "Ship")
    for chunk in chunks:
        again = shiplap.Chunk.from_dict(chunk.to_dict())
        assert again.contextual_text == chunk.contextual_text and again.context_hash == chunk.context_hash


def test_names_keep_the_limit_that_includes_them() -> None:
    for size in range(40, 200, 7):
        chunks = AdaptiveChunker(size, 0, size_includes_context=True, unit="characters").chunk(CLASS, path="a.py")
        assert all(len(text) <= max(size, 4) for text in chunks.contextual_texts)


# ---- paths given as texts


def other_calls(chunker: shiplap.Chunker) -> list[Callable[[str], object]]:
    """Return the calls that take many texts, of which this is the first, or an old one besides."""
    old = chunker.chunk("It rains.")
    return [
        lambda text: chunker.update(old, text),
        lambda text: chunker.chunk_batch([text, "It rains."]),
        lambda text: list(chunker.iter_batch(iter([text, "It rains."]))),
        lambda text: chunker.split_batch([text], paths=["b.md"]),
        lambda text: chunker.spans_batch([text]),
    ]


@pytest.mark.parametrize("name", ["a.txt", "README", "my file.tar.gz", "sub/notes", "ünï.md", "a-b_c.7z"])
def test_a_text_that_is_the_path_of_a_file_is_a_warning(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("It rains.")
    monkeypatch.chdir(tmp_path)
    for text in (name, str(tmp_path / name), os.path.join(".", name)):
        for call in (shiplap.chunk, CHUNKER.chunk, CHUNKER.split_text, CHUNKER.spans, shiplap.sentences):
            with pytest.warns(PathAsTextWarning) as caught:
                found: Any = call(text)
            (warning,) = caught
            assert repr(text) in str(warning.message) and "read_bytes()" in str(warning.message)
            assert warning.filename == __file__ and len(found) == 1  # the path was cut
        for call in (*other_calls(CHUNKER), *other_calls(shiplap.RecursiveChunker(60, 0))):
            with pytest.warns(PathAsTextWarning, match=re.escape(repr(text))) as caught:
                call(text)
            assert [warning.filename for warning in caught] == [__file__]


def test_other_texts_are_no_paths(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of warnings the tests make errors. Most texts are not looked up at all."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("It rains.")
    (tmp_path / "folder.d").mkdir()
    for text in ("b.txt", "folder.d", "a.txt\n", "a.txt.", "\0", "a\0.txt", "\ud800.txt", "x" * 256, "é" * 256):
        shiplap.FixedChunker(errors="surrogatepass").chunk(text)
    shiplap.chunk(b"a.txt")
    looked: list[str] = []
    monkeypatch.setattr(os.path, "isfile", looked.append)
    for text in (
        "", "It rains.", "It rains in the hills", "a.txt\nb.txt", "x/" * 131, "//host/share/a.txt",
        r"\\host\a.txt", "a.txt ", "Is it a.txt?", "It rains. " * 100,
    ):  # fmt: skip
        shiplap.chunk(text)
    assert looked == []


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (pathlib.Path("a.txt"), "files are not opened: pass the content, path.read_bytes(), and the path as"),
        (pathlib.PureWindowsPath("a.txt"), "path.read_bytes()"), (io.BytesIO(b"a"), "file.read()"),
        (io.StringIO("a"), "file.read()"), (["a"], "chunk_batch takes many texts"), (("a",), "chunk_batch"),
    ],
)  # fmt: skip
def test_what_is_no_text_says_what_to_do(value: Any, hint: str) -> None:
    for call in (shiplap.chunk, CHUNKER.chunk, CHUNKER.spans, shiplap.sentences, shiplap.regions):
        with pytest.raises(TextTypeError) as caught:
            call(value)
        assert f"not {type(value).__name__}; " in str(caught.value) and hint in caught.value.hint
    with pytest.raises(TextTypeError) as caught:
        shiplap.FixedChunker().chunk_batch(["a", value], document_ids=["d", "e"])
    assert caught.value.row == 1 and hint in str(caught.value) and "'e'" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
