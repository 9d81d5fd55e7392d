"""Options of all chunkers: other names, defaults that never conflict with what is given, and `reserve`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import (
    AdaptiveChunker,
    FixedChunker,
    OptionError,
    RecursiveChunker,
    SentenceChunker,
    SentenceSplitter,
    StableChunker,
)
from shiplap.chunkers import ChunkerOptions, CommonOptions, presets
from shiplap.chunkers.common import option_names
from shiplap.chunkers.presets import DocumentType, PresetName
from tests.support.cases import few_quick
from tests.support.chunkers import OPTIONS, chunkers
from tests.support.drawn import arguments, outcome, types_of, undrawn
from tests.support.hostile import broken, texts
from tests.support.laws import blank, bounds_of

KINDS: list[Any] = [FixedChunker, SentenceChunker, RecursiveChunker, AdaptiveChunker, StableChunker]


# ---- what the properties of chunkers draw

#: Options that `tests.support.chunkers` leaves alone, and the tests that draw them.
ELSEWHERE = {
    "tokenizer": "tests/tokenizers",
    "special_tokens": "tests/tokenizers",
    "on_empty": "test_errors_are_those_that_are_asked_for",
    "oversize": "test_errors_are_those_that_are_asked_for",
    "errors": "tests/chunkers/test_laws.py",
}
#: The same of an adaptive chunker, of which the sizes are drawn for each kind of content.
OF_ADAPTIVE = {
    "chunk_size": "tests/chunkers/test_adaptive.py, test_sizes",
    "chunk_overlap": "tests/chunkers/test_adaptive.py, test_sizes",
    "parser": "tests/chunkers/test_adaptive.py",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_is_drawn(kind: Any) -> None:
    types = {**types_of(kind), **types_of(CommonOptions)}
    assert set(types) == set(option_names(kind))
    # that each language is drawn is tested once, in tests/kernels/test_drawn.py: they are many
    missing = {name.partition("=")[0] for name in undrawn(types, OPTIONS[kind]) if "language=" not in name}
    assert missing == {*ELSEWHERE, *(OF_ADAPTIVE if kind is AdaptiveChunker else ())}


loud = arguments(CommonOptions, **{
    name: st.none() for name, hint in types_of(CommonOptions).items()
    if name not in ("on_empty", "oversize", "errors")
}).map(lambda drawn: {name: value for name, value in drawn.items() if value is not None})  # fmt: skip


@given(text=texts | broken, chunker=chunkers(), changed=loud)
def test_errors_are_those_that_are_asked_for(text: str, chunker: shiplap.Chunker, changed: dict[str, Any]) -> None:
    config = {**chunker.config, **marks(chunker), "errors": changed["errors"]}
    quiet = outcome(shiplap.from_config(config).spans, text)
    found = outcome(shiplap.from_config({**config, **changed}).spans, text)
    sizes = [bounds.size for bounds in bounds_of(config).values()]
    if changed["on_empty"] == "raise" and blank(text):
        assert found[0] is shiplap.EmptyTextError
    elif isinstance(found, tuple) and found[0] is shiplap.ChunkLimitError:
        assert changed["oversize"] == "raise" and config["unit"] == "bytes"
        assert max(len(char.encode("utf-8", "surrogatepass")) for char in text) > min(sizes)
    elif isinstance(quiet, tuple):
        assert found == quiet and quiet[0] is shiplap.TextError and changed["errors"] == "strict"
    else:
        assert found.tolist() == quiet.tolist()
        whole = shiplap.from_config(config).chunk(text)
        assert (
            changed["oversize"] == "split"
            or config["unit"] != "bytes"
            or all(end - start <= max(sizes) for start, end in whole.byte_spans.tolist())
        )


# ---- names


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "right"),
    [("trim", "strip_whitespace"), ("sentence_rules", "sentence_rule"), ("chunksize", "chunk_size")],
)
def test_other_names_are_refused_with_the_right_one(kind: Any, name: str, right: str) -> None:
    for call in (lambda: kind(**{name: 1}), lambda: shiplap.from_config({"chunker": kind.name, name: 1})):
        with pytest.raises(OptionError, match=f"did you mean '{right}'") as caught:
            call()
        assert (caught.value.option, caught.value.value) == ("option", name)


@pytest.mark.parametrize(
    ("kind", "name", "new"),
    [
        *((kind, "size", "chunk_size") for kind in KINDS),
        *((kind, "overlap", "chunk_overlap") for kind in KINDS),
        *((kind, "max_tokens", "chunk_size', with unit='tokens") for kind in KINDS),
        *((kind, "tokens", "chunk_size', with unit='tokens") for kind in KINDS),
        (FixedChunker, "max", "chunk_size"), (SentenceChunker, "max", "max_size"),
        (SentenceChunker, "min", "min_size"), (RecursiveChunker, "separators", "levels"),
        (SentenceChunker, "separators", "boundaries"), (RecursiveChunker, "length_function", "tokenizer"),
        (FixedChunker, "limit", "chunk_size"), (SentenceChunker, "chunksise", "chunk_size"),
    ],
)  # fmt: skip
def test_names_of_other_tools_give_ours(kind: Any, name: str, new: str) -> None:
    for call in (lambda: kind(**{name: 10}), lambda: shiplap.from_config({"chunker": kind.name, name: 10})):
        with pytest.raises(OptionError) as caught:
            call()
        assert f"(did you mean '{new}'?)" in str(caught.value)
    if kind is FixedChunker:
        with pytest.raises(OptionError, match=f"did you mean '{new}'"):
            shiplap.chunk("It rains.", "fixed-900", **{name: 10})


# ---- languages


@pytest.mark.parametrize(
    ("tag", "code"),
    [("en-US", "en"), ("EN", "en"), ("zh-Hant-TW", "zh"), ("zh_Hans", "zh"), ("de-CH-1996", "de"), ("fr", "fr")],
)
def test_language_tags(tag: Any, code: Any) -> None:
    for kind in (*KINDS, SentenceSplitter):
        made = kind(language=tag)
        assert made.config["language"] == code and made.fingerprint == kind(language=code).fingerprint
    text = "Er kommt am 3. Mai. Ja."
    assert shiplap.sentences(text, language=tag).texts == shiplap.sentences(text, language=code).texts


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("english", "did you mean 'en'?"), ("Deutsch", "did you mean 'de'?"), ("fra", "did you mean 'fr'?"),
        ("日本語", "did you mean 'ja'?"), ("xx", "must be one of 'am', 'ar', "), ("en-", "must be one of"),
        ("xx-US", "must be one of"), ("en US", "must be one of"), ("", "must be one of"), (7, "must be one of"),
        ("en-überlang", "must be one of"), ("en-" + "a" * 9, "must be one of"),
    ],
)  # fmt: skip
def test_other_languages_are_refused(name: Any, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        FixedChunker(language=name)
    assert caught.value.option == "language" and hint in str(caught.value)


# ---- passwords


def test_passwords_stand_in_no_source_and_no_error() -> None:
    address = "https://ann:s3cret@example.org/x?password=s3cret&page=2"
    hidden = "https://ann:***@example.org/x?password=***&page=2"
    chunker = FixedChunker(4, 0)
    chunks = chunker.chunk("It rains.", document_id="d", source=address)
    parts = chunker.stream_batches(["a"], source=address)
    for found in (chunks, chunker.chunk("a").replace(source=address), *parts):
        assert found.source == hidden and {chunk.source for chunk in found} == {hidden}
        assert all(chunk.to_dict()["source"] == hidden for chunk in found)
    assert shiplap.chunk("It rains.", source="https://example.org:80/@ann").source == "https://example.org:80/@ann"
    with pytest.raises(OptionError) as caught:
        FixedChunker(tokenizer="postgresql://ann:s3 c/r@et@host/x")
    assert "tokenizer='postgresql://ann:***@host/x'" in str(caught.value)


def test_a_missing_tokenizer_file_is_named(tmp_path: Any) -> None:
    for path in (str(tmp_path / "none.json"), "organisation/model", "none.json", tmp_path / "none"):
        with pytest.raises(OptionError, match=r"no such file|is no file or folder here"):
            FixedChunker(tokenizer=path)
    with pytest.raises(OptionError, match="not one of the known names: cl100k_base"):
        FixedChunker(tokenizer="cl100")


def test_the_first_hour_stands_at_the_top() -> None:
    assert set(shiplap.__all__) == {
        "chunk", "preset", "presets", "from_config", "sentences", "regions", "outline", "detect_content_type",
        "ingest", "tune", "hierarchy", "pool", "Chunk", "Chunks", "Chunker", "FixedChunker", "SentenceChunker",
        "RecursiveChunker", "AdaptiveChunker", "StableChunker", "SemanticChunker", "SentenceSplitter",
        "ShiplapError", "OptionError", "TextError", "EmptyTextError", "ChunkLimitError", "Document",
        "ProvenanceError", "__version__",
    }  # fmt: skip
    for name in shiplap.__all__:
        assert getattr(shiplap, name) is not None


#: Prints `dir(shiplap)`, after imports.
LISTED = "import json, shiplap; {}; print(json.dumps([dir(shiplap), shiplap.__all__]))"


@few_quick(
    "imports",
    [
        "pass", "import shiplap.store, shiplap.cli, shiplap.ids", "from shiplap import tune, regions, outline",
        "import shiplap.progress, shiplap.json_lines, shiplap.threads; shiplap.arrow",
        "[getattr(shiplap, name) for name in dir(shiplap)]", "from shiplap import *", "vars(shiplap)['junk'] = 1",
    ], quick=2,
)  # fmt: skip
def test_dir_lists_the_public_names(imports: str) -> None:
    """The lazy ones too, in a new process, whatever was imported."""
    code = LISTED.format(imports)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    listed, names = json.loads(done.stdout)
    packages = {
        "arrow", "chunkers", "chunks", "citations", "content", "engines", "errors", "evaluate", "grounding",
        "ingestion", "integrations", "options", "prompt", "provenance", "readers", "store", "sync", "tokenizers",
        "vectors", "view",
    }  # fmt: skip
    assert listed == sorted({*names, *packages})


def test_a_name_that_is_not_public_does_not_exist() -> None:
    for name in ("StoreError", "Stats", "Region", "Reg", "_chunk"):
        with pytest.raises(AttributeError, match=f"module 'shiplap' has no attribute '{name}'"):
            getattr(shiplap, name)


def test_the_types_name_all_options() -> None:
    """The types that checkers know are those that the constructors take."""
    own = {name for kind in KINDS for name in option_names(kind)}
    assert own == set(get_type_hints(ChunkerOptions))
    assert set(get_args(PresetName)) == set(presets.PRESETS) == set(shiplap.presets())
    assert set(get_args(DocumentType)) == set(presets.DOCUMENT_TYPES["fixed-900"])


def test_bases_are_not_made() -> None:
    for kind in (shiplap.Chunker, shiplap.Chunks):
        with pytest.raises(TypeError):
            kind()


# ---- defaults


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: FixedChunker(100), (100, 20)),
        (lambda: FixedChunker(chunk_overlap=999), (1000, 999)),
        (lambda: FixedChunker(chunk_overlap=1000), (5000, 1000)),
        (lambda: FixedChunker(chunk_overlap=0.99), (1000, 990)),
        (lambda: FixedChunker(reserve=1000), (5000, 800)),
        (lambda: FixedChunker(reserve=600, chunk_overlap=600), (6000, 600)),
        (lambda: RecursiveChunker(chunk_overlap=4000), (20000, 4000)),
        (lambda: StableChunker(chunk_overlap=4000), (20000, 4000)),
        (lambda: StableChunker(), (1000, 0)),
        (lambda: SentenceChunker(chunk_overlap=3000), (15000, 3000)),
        (lambda: SentenceChunker(max_size=900), (900, 180)),
        (lambda: SentenceChunker(min_size=4000), (4000, 800)),
        (lambda: SentenceChunker(min_size=4000, max_size=8000), (4000, 800)),
        (lambda: AdaptiveChunker(100), (100, 20)),
        (lambda: AdaptiveChunker(chunk_overlap=300), (768, 300)),
        (lambda: AdaptiveChunker(reserve=800), (4000, 50)),
        (lambda: shiplap.preset("fixed-1000", chunk_size=100), (100, 20)),
        (lambda: shiplap.preset("fixed-900", chunk_size=100), (100, 13)),
        (lambda: shiplap.preset("fixed-900", chunk_size=100, chunk_overlap=7), (100, 7)),
        (lambda: shiplap.preset("fixed-900", chunk_size=None), (900, 120)),
        (lambda: shiplap.preset("fixed-900", document_type="chat"), (600, 120)),
        (lambda: shiplap.preset("fixed-900", document_type="chat", chunk_size=300), (300, 40)),
        (lambda: shiplap.preset("fixed-900", reserve=800), (900, 20)),
        (lambda: shiplap.preset("paragraph-800", chunk_size=400), (400, 50)),
        (lambda: shiplap.preset("sentence-3000", chunk_size=100), (100, 20)),
        (lambda: shiplap.preset("adaptive", chunk_size=100), (100, 9)),
    ],
)
def test_defaults_give_way(make: Callable[[], shiplap.Chunker], expected: tuple[int, int]) -> None:
    config = make().config
    assert (config["chunk_size"], config["chunk_overlap"]) == expected


def test_a_kind_yields_its_overlap_to_its_default_size() -> None:
    config = AdaptiveChunker(chunk_overlap=300).config
    sizes = {kind: tuple(config[kind].values()) for kind in ("prose", "code", "table")}
    assert sizes == {"prose": (512, 300), "code": (256, 51), "table": (768, 300)}


def test_a_tokenizer_makes_the_unit_tokens() -> None:
    for kind in KINDS:
        if kind is StableChunker:  # which has none
            continue
        assert kind(tokenizer=len)._config["unit"] == "tokens"
        with pytest.raises(OptionError, match="tokenizer"):
            kind(unit="bytes", tokenizer=len)


def test_the_default_is_adaptive() -> None:
    text = "# Rain\n\nIt rains.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert shiplap.chunk(text) == shiplap.preset("adaptive").chunk(text)
    assert shiplap.chunk(text, chunk_size=4).chunker == shiplap.preset("adaptive", chunk_size=4)
    with pytest.raises(OptionError, match="chunk_size=4: cannot be combined with a chunker"):
        shiplap.chunk(text, FixedChunker(), chunk_size=4)


# ---- reserve


@given(text=texts, chunker=chunkers(), reserve=st.integers(0, 12))
def test_reserved_units_stay_free(text: str, chunker: shiplap.Chunker, reserve: int) -> None:
    """A chunker with larger sizes and as much reserved cuts alike: what is reserved is never used."""
    config = chunker.config
    larger = dict(config)
    for name in ("chunk_size", "max_size"):
        if name in larger:
            larger[name] += reserve
    for kind in ("prose", "code", "table", "data"):
        if kind in larger:
            larger[kind] = {**larger[kind], "chunk_size": larger[kind]["chunk_size"] + reserve}
    if config["chunker"] == "adaptive":
        del larger["chunk_size"], larger["chunk_overlap"]
    reserve += config["reserve"]
    reserved = shiplap.from_config({**larger, "reserve": reserve, **marks(chunker)})
    assert reserved.spans(text).tolist() == chunker.spans(text).tolist()


def marks(chunker: shiplap.Chunker) -> dict[str, Any]:
    given = chunker._config.get("boundaries")
    return {} if given is None else {"boundaries": given}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [-1, True, 1.5, "2", None, 10, 11])
def test_bad_reserves(kind: Any, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        kind(10, reserve=value)
    assert caught.value.option == "reserve"


@pytest.mark.parametrize("text", ["ab\ud800 c\udc00", "ab\ud800\n\n\udc00", "ab\ud800" + "x" * 99 + " \udc00"])
def test_an_error_names_the_first_lone_surrogate(text: str) -> None:
    for call in (
        lambda text: shiplap.sentences(text).texts, shiplap.RecursiveChunker(5, 0).chunk,
        lambda text: list(shiplap.SentenceChunker(5, 0).stream([text])), shiplap.AdaptiveChunker(5, 0).chunk,
        lambda text: shiplap.FixedChunker(5, 0).chunk(text).texts,
    ):  # fmt: skip
        with pytest.raises(shiplap.TextError, match=r"lone surrogate at offset 2 .*'surrogatepass' accepts it"):
            call(text)


def test_an_error_names_the_handlers_that_accept_the_text() -> None:
    chunker = shiplap.FixedChunker(5, 0, errors="surrogatepass")
    with pytest.raises(shiplap.TextError, match=r"offset 1 \(bytes\); errors='replace' accepts it"):
        chunker.chunk(b"a\xff")
    with pytest.raises(shiplap.TextError, match=r"invalid in Arrow, at offset 1 .*; errors='replace' accepts it"):
        chunker.chunk("a\ud800").to_arrow()
