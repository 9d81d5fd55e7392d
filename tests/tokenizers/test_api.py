"""Tokenizers as options: what they may be, what they are called, what is refused."""

from __future__ import annotations

import contextlib
import json
import pathlib
import pickle
import random
import sqlite3
import sys
from typing import Any

import pytest

import shiplap
from shiplap import OptionError
from shiplap._core.text import Text
from shiplap.cli import main
from shiplap.tokenizers import adapter, byte_pairs, registry
from tests.support import tokenizer_kinds
from tests.support.cases import few_quick

TEXT = "It rains in the hills. The old man snores! 我不去。他去。 Naïve <|endoftext|> don't 12345. " * 30


def token_chunker(kind: Any, size: int = 40, overlap: int = 8, **options: Any) -> shiplap.FixedChunker:
    return shiplap.FixedChunker(size, overlap, unit="tokens", tokenizer=kind, **options)


@few_quick("name", tokenizer_kinds.KINDS, quick=7)
def test_no_chunk_is_over_the_limit(name: str) -> None:
    kind = tokenizer_kinds.made(name)
    for chunker in (
        token_chunker(kind),
        token_chunker(kind, snap="sentence", strip_whitespace=True),
        shiplap.SentenceChunker(40, 8, unit="tokens", tokenizer=kind),
    ):
        for text in (TEXT, TEXT.encode(), bytearray(TEXT.encode())):
            chunks = chunker.chunk(text, document_id="d")
            most = chunker._plan.max_size
            counts = [kind.count(chunk) for chunk in chunks.texts]
            assert counts == chunks.token_counts.tolist() == [chunk.token_count for chunk in chunks]
            assert all(count <= most or len(chunk) == 1 for count, chunk in zip(counts, chunks.texts, strict=True))
            reached = 0
            for start, end in chunks.spans.tolist():
                assert start <= reached < end or not TEXT[reached:start].strip()
                reached = end
            assert not TEXT[reached:].strip()
        assert chunks[1:].token_counts.tolist() == counts[1:]
        assert pickle.loads(pickle.dumps(chunks[1:3])).token_counts.tolist() == counts[1:3]


def tokie(folder: pathlib.Path) -> Any:
    """One of a file that is trained here."""
    module, path = pytest.importorskip("tokie"), folder / "tokenizer.json"
    tokenizer_kinds.byte_level().save(str(path))
    return module.Tokenizer.from_json(str(path))


@pytest.mark.parametrize(
    "make", [lambda folder: tokenizer_kinds.made("gigatoken"), tokie], ids=["gigatoken", "tokie"]
)
def test_what_does_not_pickle_is_made_again(make: Any, tmp_path: pathlib.Path) -> None:
    chunker = token_chunker(make(tmp_path))
    again = pickle.loads(pickle.dumps(chunker))
    assert again == chunker and again.fingerprint == chunker.fingerprint
    assert again.spans(TEXT).tolist() == chunker.spans(TEXT).tolist()


def test_a_gigatoken_of_a_file_pickles_and_one_of_nothing_does_not() -> None:
    module = pytest.importorskip("gigatoken")
    made = module.Tokenizer.from_json(tokenizer_kinds.byte_level().to_str())
    chunker = token_chunker(made)
    again = pickle.loads(pickle.dumps(chunker))
    assert again == chunker and again.spans(TEXT).tolist() == chunker.spans(TEXT).tolist()
    bare = token_chunker(module.Tokenizer(made.backend))
    with pytest.raises(OptionError, match="cannot be pickled"):
        pickle.dumps(bare)


def test_names() -> None:
    pytest.importorskip("bpe_openai")
    chunker = token_chunker("cl100k_base")
    assert chunker.config["tokenizer"] == "cl100k_base" and shiplap.from_config(chunker.config) == chunker
    by_object = token_chunker(tokenizer_kinds.bpe_openai())
    assert by_object.fingerprint == chunker.fingerprint and by_object.config == chunker.config
    assert pickle.loads(pickle.dumps(chunker)) == chunker
    assert token_chunker("o200k_base").fingerprint != chunker.fingerprint
    assert chunker.spans(TEXT).tolist() == token_chunker(tokenizer_kinds.tiktoken()).spans(TEXT).tolist()
    assert "tokenizer='cl100k_base'" in repr(chunker)


def test_functions_have_the_names_of_functions() -> None:
    chunker = token_chunker(tokenizer_kinds.words)
    assert chunker.config["tokenizer"] == "tests.support.tokenizer_kinds:words"
    again = shiplap.from_config(chunker.config)
    assert again.spans(TEXT).tolist() == chunker.spans(TEXT).tolist() and again.fingerprint == chunker.fingerprint
    nameless = token_chunker(lambda text: len(text))
    assert nameless.chunk(TEXT).token_counts.max() == 40 and nameless.fingerprint
    with pytest.raises(OptionError, match="no importable name"):
        nameless.config  # noqa: B018
    with pytest.raises(OptionError, match="must return a token count"):
        token_chunker(lambda text: "many").chunk(TEXT)


@pytest.mark.parametrize("found", [10**30, -1, 1.0, None, "3"])
def test_what_is_no_count(found: Any) -> None:
    class Encoder:
        def encode(self, text: str) -> Any:
            return iter(text)

    for tokenizer in (lambda text: found, Encoder()):
        with pytest.raises(OptionError, match="not "):
            token_chunker(tokenizer).chunk(TEXT)


def test_an_encoding_of_ones_own_that_has_a_known_name() -> None:
    module = pytest.importorskip("tiktoken")
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"e m": 256, b"n s": 257, b"s.": 258}
    own = module.Encoding("cl100k_base", pat_str="[^.]+|[.]", mergeable_ranks=ranks, special_tokens={})
    chunker = token_chunker(own, 5, 2)
    if _has("bpe_openai"):
        known = token_chunker("cl100k_base", 5, 2)
        assert chunker.fingerprint != known.fingerprint and chunker != known
    with pytest.raises(OptionError, match="no name"):
        chunker.config  # noqa: B018
    chunks = pickle.loads(pickle.dumps(chunker)).chunk(TEXT)
    assert [len(own.encode_ordinary(chunk)) for chunk in chunks.texts] == chunks.token_counts.tolist()


def test_a_known_name_is_no_path(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("bpe_openai")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cl100k_base").mkdir()
    assert token_chunker("cl100k_base").chunk(TEXT).token_counts.max() == 40
    with pytest.raises(OptionError, match="is not a readable tokenizer"):
        token_chunker("./cl100k_base")


def steps(name: str, **options: Any) -> dict[str, Any]:
    return {"type": name, **options}


GPT2 = r"'s| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
BYTES = steps("ByteLevel", add_prefix_space=False, use_regex=False)


def split_by(pattern: str, behavior: str = "Isolated") -> dict[str, Any]:
    return steps("Split", pattern={"Regex": pattern}, behavior=behavior, invert=False)


@pytest.mark.parametrize(
    ("is_local", "pre_tokenizer", "more"),
    [
        (True, steps("ByteLevel", add_prefix_space=False), {}),
        (True, steps("Sequence", pretokenizers=[split_by(GPT2), BYTES]), {}),
        (True, steps("Sequence", pretokenizers=[split_by(r"\p{N}{1,3}"), split_by(GPT2), BYTES]), {}),
        (True, steps("Sequence", pretokenizers=[split_by("[一-龥]+"), split_by(GPT2), BYTES]), {}),
        (True, steps("Sequence", pretokenizers=[steps("Digits"), steps("BertPreTokenizer")]), {}),
        (False, steps("ByteLevel", add_prefix_space=True), {}),
        (False, steps("Sequence", pretokenizers=[split_by(GPT2), {**BYTES, "add_prefix_space": True}]), {}),
        (False, steps("Sequence", pretokenizers=[split_by("(?<=. .)o"), split_by(GPT2), BYTES]), {}),
        (False, steps("Sequence", pretokenizers=[split_by(GPT2, "Removed"), BYTES]), {}),
        (False, steps("Sequence", pretokenizers=[steps("Metaspace"), steps("BertPreTokenizer")]), {}),
        (False, steps("WhitespaceSplit"), {}),
        (False, BYTES, {}),
        (False, None, {}),
        (False, steps("Whitespace"), {"normalizer": steps("NFKC")}),
        (False, steps("Whitespace"), {"added_tokens": [{"content": "去。", "lstrip": False, "rstrip": False}]}),
        (False, steps("Whitespace"), {"model": {"dropout": 0.1}}),
    ],
)  # fmt: skip
def test_what_is_known_to_end_words_at_seams(is_local: bool, pre_tokenizer: Any, more: dict[str, Any]) -> None:
    from shiplap.tokenizers import hugging_face

    assert hugging_face.is_local({"pre_tokenizer": pre_tokenizer, "model": {}, **more}) == is_local


def test_a_prefix_space_is_counted() -> None:
    module = pytest.importorskip("tokenizers")
    made = tokenizer_kinds.byte_level()
    made.pre_tokenizer = module.pre_tokenizers.ByteLevel(add_prefix_space=True)
    for text in ("\nFoo" * 30, "It rains\nBar " * 20, "漢字、かな。" * 20):
        chunks = token_chunker(made, 9, 3).chunk(text)
        assert [len(made.encode(chunk)) for chunk in chunks.texts] == chunks.token_counts.tolist()
        assert chunks.token_counts.max() <= 9


def test_a_file(tmp_path: pathlib.Path) -> None:
    made = tokenizer_kinds.bert()
    made.enable_truncation(4)
    made.enable_padding(length=50)
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    chunks = token_chunker(str(path)).chunk(TEXT)
    assert chunks.token_counts.max() == 40 and len(chunks) > 10
    assert token_chunker(str(tmp_path)).fingerprint == chunks.chunker.fingerprint
    path.write_text("{}")
    with pytest.raises(OptionError, match="is not a readable tokenizer"):
        token_chunker(tmp_path / "tokenizer.json")


@pytest.mark.parametrize(
    "make", [shiplap.FixedChunker, shiplap.SentenceChunker, shiplap.RecursiveChunker, shiplap.AdaptiveChunker]
)
def test_a_tokenizer_means_sizes_in_tokens(make: Any) -> None:
    chunker = make(40, 8, tokenizer=tokenizer_kinds.words)
    assert chunker.unit == chunker.config["unit"] == "tokens"
    chunks = chunker.chunk(TEXT)
    assert chunks.token_counts.max() <= chunker._plan.max_size
    assert chunks.token_counts.tolist() == [tokenizer_kinds.words(text) for text in chunks.texts]
    for unit in ("characters", "bytes"):
        with pytest.raises(OptionError, match='unit="tokens"'):
            make(40, 8, tokenizer=tokenizer_kinds.words, unit=unit)


def test_what_is_reserved_is_free_of_tokens() -> None:
    chunks = token_chunker(tokenizer_kinds.words, 40, 8, reserve=10).chunk(TEXT)
    assert chunks.token_counts.max() == 30
    with pytest.raises(OptionError, match="reserve=40"):
        token_chunker(tokenizer_kinds.words, 40, 8, reserve=40)


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    with pytest.raises(OptionError, match="network"):
        token_chunker("bert-base-uncased")
    with pytest.raises(OptionError, match="must be None, a name"):
        token_chunker(3)
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    monkeypatch.setattr("shiplap.tokenizers.registry._named", {})
    if "tiktoken" in sys.modules or _has("tiktoken"):
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        with pytest.raises(OptionError, match="not cached on this machine"):
            token_chunker("p50k_base")
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(OptionError, match="extra tokenizers"):
        token_chunker("cl100k_base")


def _has(module: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(module) is not None


def test_special_tokens_are_ordinary_text() -> None:
    assert tokenizer_kinds.made("cl100k by bpe-openai").count("<|endoftext|>") == 7


def test_oversize() -> None:
    kind = tokenizer_kinds.made("cl100k by bpe-openai")
    assert token_chunker(kind, 1, 0).split_text("a👩b") == ["a", "👩", "b"]
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        token_chunker(kind, 1, 0, oversize="raise").chunk("a👩b")
    assert (caught.value.offset, caught.value.size, caught.value.unit) == (1, 3, "tokens")


def test_broken_text() -> None:
    kind = tokenizer_kinds.made("cl100k by bpe-openai")
    with pytest.raises(shiplap.TextError):
        token_chunker(kind).chunk("a\ud800b" * 40)
    chunks = token_chunker(kind, errors="surrogatepass").chunk("a\ud800b é" * 40)
    assert chunks.text == "a\ud800b é" * 40 and chunks.token_counts.max() <= 40
    assert "".join(token_chunker(kind, 40, 0, errors="replace").split_text("a\ud800b" * 40)) == "a\ufffdb" * 40


@pytest.mark.parametrize("name", ["cl100k by tiktoken", "cl100k by bpe-openai", "gigatoken", "byte level"])
def test_pieces_and_threads_give_the_same_tokens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = tokenizer_kinds.made(name)
    text = "".join(f"{TEXT}\n\nLine {k}!!\n   {'x' * k}\u3000漢字、かな。 \t {k * 7919}" for k in range(9))
    whole = token_chunker(kind).chunk(text)
    for size in (1, 7, 500, 5000):
        monkeypatch.setattr(adapter, "PIECE", size)
        monkeypatch.setattr(kind, "is_free", True, raising=False)
        assert "".join(adapter.split(text, Text(text.encode()), size)) == text
        again = token_chunker(kind).chunk(text)
        assert again.spans.tolist() == whole.spans.tolist()
        assert again.token_counts.tolist() == whole.token_counts.tolist()


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_a_name_takes_gigatoken_after_some_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gigatoken")
    module = pytest.importorskip("bpe_openai")
    monkeypatch.setattr(byte_pairs.Bundled, "AFTER", 10)
    encoding = module.get_encoding(name)
    found, own = byte_pairs.Bundled(encoding, name), byte_pairs.BpeOpenai(encoding, name)
    assert found._faster is None and found.encode("nine char") == own.encode("nine char") and found._faster is None
    found.encode("ten")
    assert found._faster is not None
    rng = random.Random(7)
    pieces = [
        *TEXT,
        *byte_pairs.SAMPLE,
        "<|",
        "<|endoftext|>",
        "\r\n",
        "   ",
        " don't",
        "12345",
        "\U0001d7ce",
        "\0",
    ]
    for _ in range(400):
        text = "".join(rng.choices(pieces, k=rng.randrange(80)))
        assert [int(id) for id in found.encode(text)] == list(own.encode(text)), text
    assert token_chunker(found).chunk(TEXT).spans.tolist() == token_chunker(own).chunk(TEXT).spans.tolist()
    assert pickle.loads(pickle.dumps(found)).name == name


def test_without_gigatoken_a_name_stays_with_bpe_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    module = pytest.importorskip("bpe_openai")
    monkeypatch.setitem(sys.modules, "gigatoken", None)
    monkeypatch.setattr(byte_pairs.Bundled, "AFTER", 1)
    found = byte_pairs.Bundled(module.get_encoding("cl100k_base"), "cl100k_base")
    assert found.encode("some words") == found.encode("some words") and found._faster is None


def test_command_line(tmp_path: pathlib.Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pytest.importorskip("bpe_openai")
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    options = ["--chunker", "fixed", "--tokenizer", "cl100k_base", "--chunk-size", "40", "--chunk-overlap", "8"]
    assert main(["ingest", str(tmp_path / "a.txt"), "--to", str(tmp_path / "s.db"), *options]) == 0
    assert main(["chunk", str(tmp_path / "a.txt"), *options]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    expected = token_chunker("cl100k_base").chunk(TEXT).token_counts.tolist()
    assert [line["token_count"] for line in lines] == expected
    with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        assert [row for (row,) in connection.execute("SELECT token_count FROM chunks ORDER BY rowid")] == expected
    assert main(["chunk", str(tmp_path / "a.txt"), "--unit", "tokens", "--tokenizer", "gpt-9"]) == 2


@pytest.mark.parametrize("piece", ["a. ", "word ", "\n", "\u3000 ", "漢", "😀", "x"])
@pytest.mark.parametrize(("size", "overlap"), [(64, 8), (16, 15)])
def test_what_is_counted_grows_with_the_text(piece: str, size: int, overlap: int) -> None:
    """Law 7, by the characters that the tokenizer is asked to count."""
    counted = []

    def count(text: str) -> int:
        counted[-1] += len(text)
        return tokenizer_kinds.words(text) + len(text) // 4

    for length in (2000, 4000):
        counted.append(0)
        token_chunker(count, size, overlap, snap="word").chunk("x" + piece * (length // len(piece)))
    assert counted[1] < 2.6 * counted[0]


# ---- special tokens


CORPUS = [
    "It rains in the hills. The old man snores, and nobody listens to him any more.",
    "def add(first, second):\n    return first + second  # naïve\n",
    "我不去。他去。東京の夜は長い。한국어 문장입니다.", "👩‍👩‍👧 🎉🎉 ok 🇩🇪!", "passage: query: search_document: ",
]  # fmt: skip


def embedding_tokenizer(family: str) -> tuple[Any, str]:
    """Return a tokenizer with the steps of a family of embedding models, trained here, and the prefix of such
    models; or that of a real model."""
    tokenizers = pytest.importorskip("tokenizers")
    if family == "minilm":
        path = tokenizer_kinds.package_file(tokenizer_kinds.MODEL, "model", "tokenizer.json")
        made = tokenizers.Tokenizer.from_file(path)
        made.no_truncation()
        made.no_padding()
        return made, ""
    from tokenizers import models, normalizers, pre_tokenizers, processors, trainers

    special = {
        "bert": ("[PAD]", "[UNK]", "[CLS]", "[SEP]"), "e5": ("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
        "nomic": ("[PAD]", "[UNK]", "[CLS]", "[SEP]"), "roberta": ("<s>", "<pad>", "</s>", "<unk>"),
        "xlm-r": ("<s>", "<pad>", "</s>", "<unk>"), "qwen": ("<|endoftext|>",),
    }[family]  # fmt: skip
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    if family in ("bert", "e5", "nomic"):
        made = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.normalizer = normalizers.BertNormalizer(lowercase=family != "nomic")
        made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer: Any = trainers.WordPieceTrainer(vocab_size=200, special_tokens=[*special], show_progress=False)
        made.train_from_iterator(CORPUS, trainer)
    elif family == "xlm-r":
        made = tokenizers.Tokenizer(models.Unigram())
        made.normalizer = normalizers.NFKC()
        made.pre_tokenizer = pre_tokenizers.Metaspace()
        trainer = trainers.UnigramTrainer(
            vocab_size=150, special_tokens=[*special], unk_token="<unk>", show_progress=False
        )
        made.train_from_iterator(CORPUS, trainer)
    else:
        made = tokenizers.Tokenizer(models.BPE())
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        trainer = trainers.BpeTrainer(
            vocab_size=400, special_tokens=[*special], initial_alphabet=alphabet, show_progress=False
        )
        made.train_from_iterator(CORPUS, trainer)
    pairs = [(token, made.token_to_id(token)) for token in special]
    known = dict(pairs)
    if family == "roberta":
        made.post_processor = processors.RobertaProcessing(("</s>", known["</s>"]), ("<s>", known["<s>"]))
    elif family == "bert":
        made.post_processor = processors.BertProcessing(("[SEP]", known["[SEP]"]), ("[CLS]", known["[CLS]"]))
    else:
        template = {"xlm-r": "<s> $A </s>", "qwen": "$A <|endoftext|>"}.get(family, "[CLS] $A [SEP]")
        made.post_processor = processors.TemplateProcessing(single=template, special_tokens=pairs)
    prefixes = {"e5": "query: ", "nomic": "search_document: ", "xlm-r": "passage: "}
    return made, prefixes.get(family, "")


@few_quick("family", ["bert", "xlm-r", "qwen", "e5", "nomic", "roberta", "minilm"], quick=3)
def test_no_chunk_is_over_the_limit_of_its_model(family: str, tmp_path: pathlib.Path) -> None:
    """Counted as the model counts it: with the prefix and the special tokens."""
    made, prefix = embedding_tokenizer(family)
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    room = shiplap.tokenizers.get(made).count(prefix)
    added = 1 if family == "qwen" else 2
    for given in (made, str(path)):
        shared: dict[str, Any] = {"tokenizer": given, "special_tokens": True, "reserve": room}
        for chunker in (
            shiplap.FixedChunker(48, 6, **shared), shiplap.SentenceChunker(48, 6, max_size=48, **shared),
            shiplap.RecursiveChunker(48, 6, **shared), shiplap.AdaptiveChunker(48, **shared),
        ):  # fmt: skip
            assert chunker.config["reserve"] == room + added if given is not made else True
            for text in (*(each * 30 for each in CORPUS), "".join(CORPUS) * 10):
                counts = [len(made.encode(prefix + chunk).ids) for chunk in chunker.split_text(text)]
                assert max(counts) <= 48
            assert max(counts) > 30


def test_special_tokens_need_a_tokenizer_that_knows_them(tmp_path: pathlib.Path) -> None:
    made, _ = embedding_tokenizer("bert")
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    chunker = shiplap.FixedChunker(40, 8, tokenizer=str(path), special_tokens=True, reserve=3)
    plain = shiplap.FixedChunker(40, 8, tokenizer=str(path), reserve=5)
    assert chunker == plain == shiplap.from_config(chunker.config) and chunker.fingerprint == plain.fingerprint
    assert shiplap.preset("paragraph-800", tokenizer=str(path), special_tokens=True).config["reserve"] == 2
    for options in ({"tokenizer": tokenizer_kinds.words}, {}, {"tokenizer": str(path), "unit": "characters"}):
        with pytest.raises(OptionError):
            shiplap.FixedChunker(40, 8, special_tokens=True, **options)
    with pytest.raises(OptionError, match="special_tokens=1"):
        shiplap.FixedChunker(40, 8, tokenizer=str(path), special_tokens=1)  # type: ignore[arg-type]


def test_the_command_keeps_room_for_special_tokens(
    tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    made, _ = embedding_tokenizer("bert")
    made.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "a.txt").write_text(CORPUS[0] * 20)
    given = ["--chunk-size", "30", "--tokenizer", str(tmp_path / "tokenizer.json"), "--special-tokens"]
    assert main(["chunk", str(tmp_path / "a.txt"), "--chunker", "fixed", *given]) == 0
    found = [json.loads(line)["text"] for line in capfd.readouterr().out.splitlines()]
    assert 25 < max(len(made.encode(text).ids) for text in found) <= 30


def test_a_text_that_fits_without_its_white_space_is_not_too_large() -> None:
    """The line feed is white space alone, which is left out: one piece is left of the text that was too large."""
    options = {"tokenizer": tokenizer_kinds.doubling, "skip_blank": True, "oversize": "raise"}
    chunks = shiplap.AdaptiveChunker(10, 0, **options).chunk("abcde\n", path="x.txt")
    assert chunks.texts == ["abcde"] and chunks.token_counts.tolist() == [10]


def test_what_is_left_of_a_chunk_that_is_cut_again_is_not_blank() -> None:
    for path in ("x.csv", "x.md"):
        chunker = shiplap.AdaptiveChunker(6, 3, tokenizer=tokenizer_kinds.doubling, skip_blank=True)
        assert all(text.strip() for text in chunker.chunk("It rains. $ ls\n\n", path=path).texts)


@pytest.mark.parametrize("name", ["gpt-4o", "gpt-4o-mini-2024-07-18"])
def test_an_error_names_the_model_that_was_given(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Not the encoding of the model, which the caller did not write."""
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    monkeypatch.setattr(registry, "_named", {})
    with pytest.raises(OptionError) as raised:
        shiplap.FixedChunker(9, 0, tokenizer=name)
    assert raised.value.value == name
    assert raised.value.rule.startswith("has the encoding o200k_base: needs the extra tokenizers: pip install")


@pytest.mark.parametrize("name", ["bert-base-uncased", "BAAI/bge-small-en-v1.5"])
def test_an_error_says_which_names_are_known(name: str) -> None:
    with pytest.raises(OptionError, match="not one of the known names: cl100k_base") as raised:
        shiplap.FixedChunker(9, 0, tokenizer=name)
    assert "pass the result of tokenizers.Tokenizer.from_pretrained, or the path" in raised.value.rule
