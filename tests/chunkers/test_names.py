"""Names: what `help` and `dir` list, and hints at names of other tools."""

from __future__ import annotations

import pydoc
import re
from typing import Any

import pytest

import shiplap
from shiplap.chunkers import ChunkerOptions
from shiplap.errors import ADVICE, OptionError
from shiplap.tokenizers import BUNDLED, MODELS
from shiplap.tokenizers.registry import encoding_of


def test_the_help_of_chunk_lists_every_option() -> None:
    shown = pydoc.plain(pydoc.render_doc(shiplap.chunk))
    listed = re.findall(r"^    ([a-z_, ]+): ", shown, re.MULTILINE)
    names = {name for line in listed for name in line.split(", ")}
    assert {*ChunkerOptions.__annotations__} <= names
    options = {*ChunkerOptions.__annotations__, "text", "chunker", "document_id", "source", "path", "metadata"}
    assert names <= options


@pytest.mark.parametrize("name", shiplap.presets())
def test_the_help_says_which_preset_has_an_option(name: str) -> None:
    shown = pydoc.plain(pydoc.render_doc(shiplap.chunk))
    own = shown[shown.index("Options of one kind of preset") :]
    common = {*shiplap.chunkers.CommonOptions.__annotations__, "chunk_size", "chunk_overlap"}
    has = {*shiplap.preset(name).config} - common - {"chunker", "kind"}
    for option in has:
        (line,) = [line for line in own.splitlines() if re.match(rf"    (?:\w+, )*{option}(?:, \w+)*: ", line)]
        of_these = "these" in line and name.startswith("fixed")
        assert f'"{name}"' in line or of_these, option


def test_dir_has_the_public_names_alone() -> None:
    assert all(hasattr(shiplap, name) for name in dir(shiplap))
    assert [name for name in dir(shiplap) if name.startswith("_")] == ["__version__"]
    assert dir(shiplap.evaluate) == sorted(shiplap.evaluate.__all__, key=dir(shiplap.evaluate).index)
    assert len(dir(shiplap.evaluate)) <= 40


@pytest.mark.parametrize("name", ADVICE)
def test_names_of_other_tools_have_advice(name: str) -> None:
    given: Any = {name: 1}
    for make in (shiplap.AdaptiveChunker, shiplap.RecursiveChunker, shiplap.FixedChunker):
        with pytest.raises(OptionError) as caught:
            make(**given)
        assert str(caught.value).endswith(ADVICE[name])


def test_advice_runs() -> None:
    assert shiplap.RecursiveChunker(5, 0, levels=["\n\n", "\n", "word"]).chunk("a b\n\nc d").texts == [
        "a b\n\n",
        "c d",
    ]
    with pytest.raises(OptionError, match=r"separators are levels: RecursiveChunker\(levels=\['\\n\\n'"):
        shiplap.chunk("a", separators=["\n"])  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "name", ["overlap", "chunkOverlap", "chunk_overlaps", "chunk_overlap_size", "overlap_size"]
)
def test_other_spellings_of_chunk_overlap(name: str) -> None:
    given: Any = {name: 1}
    with pytest.raises(OptionError, match="did you mean 'chunk_overlap'"):
        shiplap.chunk("a", **given)


# ---- models


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"), ("gpt-4o-mini", "o200k_base"), ("gpt-4.1-nano", "o200k_base"),
        ("o1", "o200k_base"),
        ("o3-mini", "o200k_base"), ("gpt-4", "cl100k_base"), ("gpt-4-turbo-2024-04-09", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"), ("gpt-35-turbo", "cl100k_base"), ("openai/gpt-4o", "o200k_base"),
        ("text-embedding-3-small", "cl100k_base"), ("text-embedding-3-large", "cl100k_base"),
        ("text-embedding-ada-002", "cl100k_base"), ("gpt-5-mini", "o200k_base"), ("gpt-4ob", None), ("o12", None),
        ("bert-base-uncased", None), ("", None), ("./gpt-4o", None),
    ],
)  # fmt: skip
def test_the_encoding_of_a_model(model: str, encoding: str | None) -> None:
    assert encoding_of(model) == encoding
    assert {*MODELS.values()} == {*BUNDLED}


@pytest.mark.filterwarnings("default")  # of bpe-openai
def test_a_model_is_its_encoding() -> None:
    pytest.importorskip("bpe_openai")
    by_model, by_name = (shiplap.FixedChunker(8, 0, tokenizer=name) for name in ("gpt-4o", "o200k_base"))
    assert by_model.config == by_name.config and by_model.fingerprint == by_name.fingerprint
    assert (
        by_model.chunk("It rains in the hills. " * 9).spans.tolist()
        == by_name.spans("It rains in the hills. " * 9).tolist()
    )


def test_an_unknown_model_says_what_to_do() -> None:
    with pytest.raises(OptionError, match="models of OpenAI such as gpt-4o"):
        shiplap.chunk("a", tokenizer="claude")
    with pytest.raises(OptionError, match="from_pretrained"):
        shiplap.chunk("a", tokenizer="BAAI/bge-small-en")
