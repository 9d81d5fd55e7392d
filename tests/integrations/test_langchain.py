"""The splitters for LangChain beside LangChain's own: the same texts, metadata, warnings and errors."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

theirs = pytest.importorskip("langchain_text_splitters")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

from langchain_core.documents import Document  # noqa: E402

import shiplap  # noqa: E402
from shiplap.integrations import langchain as ours  # noqa: E402
from shiplap.integrations.langchain import documents, merging  # noqa: E402
from shiplap.reference.merging import splitter as reference  # noqa: E402

ALPHABET = [
    *"ab -.#_*\n\t", "\n\n", "\n\n\n", "é", "。", "😀", "\ud800", "\x1c", "\u200b", "\x00", "\n#", "## ", ". ",
    "```\n",     "\nclass ", "\ndef ", "\n---\n", "word", "long" * 9,
]  # fmt: skip
LITERALS = [
    "\n\n",
    "\n",
    " ",
    "",
    "aba",
    "aa",
    "ab",
    "-",
    "。",
    "😀",
    ". ",
    "\n \n",
    "\n\n\n",
    "é",
    "\ud800",
    "(",
    "\\",
]
PATTERNS = [
    "\\n+", "\\s", "(?<=a)b", "(?=a)", "(?!a)", "a|b", "$", "^a", "ab?", "", " ", "\\n\\n", "\n#{1,3} ", "\n-+\n",
    "\n| ", "a{2}", "(a)|(b)", "(?m)^#", "(?i)A", "[ab]", ".b", "a+?", "x*", "(", "\\d", "\\b",
]  # fmt: skip
LENGTHS: list[Callable[[str], Any]] = [
    len, len, len, lambda text: len(text.split()), lambda text: len(text.encode("utf-8", "surrogatepass")),
    lambda text: len(text) // 3, lambda text: len(text) / 2, lambda text: 1,
]  # fmt: skip


def case(chance: random.Random) -> tuple[str, dict[str, Any], str]:
    """Return a class, its arguments, and a text."""
    size = chance.choice([1, 2, 3, 7, 20, 60])
    keep = chance.choice([True, False, "start", "end"])
    options: dict[str, Any] = {
        "chunk_size": size,
        "chunk_overlap": chance.randint(0, size),
        "keep_separator": keep,
        "strip_whitespace": chance.random() < 0.7,
        "length_function": chance.choice(LENGTHS),
        "add_start_index": True,
    }
    kind = chance.choice(["Recursive", "Recursive", "Character", "Language", "Markdown", "PythonCode", "Latex"])
    is_regex = chance.random() < 0.4
    pool = PATTERNS if is_regex else LITERALS
    if kind == "Recursive":
        options |= {"separators": chance.sample(pool, chance.randint(1, 5)), "is_separator_regex": is_regex}
        if chance.random() < 0.3:
            options["separators"] = chance.choice([None, []])
    elif kind == "Character":
        options |= {"separator": chance.choice(pool), "is_separator_regex": is_regex}
    elif kind == "Language":
        options["language"] = chance.choice(list(theirs.Language))
    if kind in {"Language", "Markdown", "PythonCode", "Latex"}:
        options["chunk_size"] = size * 5
    letters = chance.sample(ALPHABET, chance.randint(1, len(ALPHABET)))
    return kind, options, "".join(chance.choice(letters) for _ in range(chance.choice([0, 3, 10, 40, 120, 400])))


def outcome(package: Any, kind: str, options: dict[str, Any], text: str) -> Any:
    """Return the texts of a splitter, the metadata without starts, and the starts; or the error."""
    options = dict(options)
    names = {"Recursive": "RecursiveCharacterTextSplitter", "Character": "CharacterTextSplitter"}
    try:
        if kind == "Language":
            language = options.pop("language")
            splitter = package.RecursiveCharacterTextSplitter.from_language(language, **options)
        else:
            splitter = getattr(package, names.get(kind, f"{kind}TextSplitter"))(**options)
        texts = splitter.split_text(text)
        documents = splitter.create_documents([text], [{"source": ["a", {"b": 1}]}])
    except Exception as error:
        return (type(error), str(error)), [], []
    starts = [document.metadata.pop("start_index") for document in documents]
    assert [document.page_content for document in documents] == texts
    return texts, [document.metadata for document in documents], starts


def compare(seed: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    """Compare random cases. A start is right where the chunk is a slice of the text, and otherwise in the text."""
    chance = random.Random(seed)
    for _ in range(count):
        kind, options, text = case(chance)
        caplog.clear()
        expected, metadata, _ = outcome(theirs, kind, options, text)
        warned = warnings_of_langchain(caplog)
        caplog.clear()
        found, same_metadata, starts = outcome(ours, kind, options, text)
        told = (kind, options, text)
        assert found == expected and same_metadata == metadata, told
        assert warnings_of_langchain(caplog) == warned, told
        if options["keep_separator"] and not has_groups(options) and isinstance(found, list):
            assert [
                text[start : start + len(chunk)] for chunk, start in zip(found, starts, strict=True)
            ] == found, told


def warnings_of_langchain(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the messages that LangChain's logger was given."""
    return [record.getMessage() for record in caplog.records if record.name == merging.logger.name]


def has_groups(options: dict[str, Any]) -> bool:
    """Return whether LangChain's own code runs, which searches for starts."""
    separators = [*(options.get("separators") or []), options.get("separator", "")]
    is_grouped = bool(options.get("is_separator_regex")) and any("(" in each for each in separators)
    return is_grouped or options["length_function"] is LENGTHS[-2]


def test_random_cases_are_equal(caplog: pytest.LogCaptureFixture) -> None:
    compare(1, 500, caplog)


@pytest.mark.exhaustive
def test_many_random_cases_are_equal(caplog: pytest.LogCaptureFixture) -> None:
    compare(2, 20_000, caplog)


#: Regular expressions that match nothing, a start of a line, or runs; some are an error in a group of LangChain's,
#: or have groups of their own.
RUNS = [
    "\\n+", "\\d+", "(?m)^#", "x*", "$", "\\s", "[.!?]", "(?<=a)", "(?=b)", "\\b", "", "^", "a?", "(?m)$", "(a)|b",
    "(",
]  # fmt: skip


def compare_starts(seed: int, count: int) -> int:
    """Compare starts with those of the reference (rule M8), most with an overlap of the size. Returns the number
    of chunks that were compared."""
    chance, compared = random.Random(seed), 0
    for _ in range(count):
        size = chance.randint(1, 12)
        keep = chance.choice([True, False, "start", "end"])
        options: dict[str, Any] = {
            "separators": [chance.choice(RUNS) for _ in range(chance.randint(1, 4))], "is_separator_regex": True,
            "chunk_size": size, "chunk_overlap": chance.choice([size, size, chance.randint(0, size)]),
            "keep_separator": keep, "strip_whitespace": chance.random() < 0.7, "length_function": len,
            "add_start_index": True,
        }  # fmt: skip
        text = "".join(chance.choice("ab x1#.\n") for _ in range(chance.randint(0, 40)))
        expected = outcome(theirs, "Recursive", options, text)[0]
        found, _, starts = outcome(ours, "Recursive", options, text)
        assert found == expected, (options, text)
        separators = options["separators"]
        splitter = reference.SeparatorSplitter(
            separators, is_regex=True, recursive=True, chunk_size=size, chunk_overlap=options["chunk_overlap"],
            keep=None if not keep else "end" if keep == "end" else "start", rejoin=True,
            strip=options["strip_whitespace"], unsupported=merging.unsupported_patterns(separators, keep),
        )  # fmt: skip
        try:
            chunks, true_starts = splitter.split_with_starts(text)
        except reference.UnsupportedSeparator:
            continue
        assert (found, starts) == (chunks, true_starts), (options, text)
        compared += len(starts)
    return compared


def test_starts_are_the_true_places() -> None:
    assert compare_starts(3, 400) > 1500


@pytest.mark.exhaustive
def test_many_starts_are_the_true_places() -> None:
    assert compare_starts(4, 20_000) > 80_000


def test_a_separator_that_langchain_cannot_keep_does_no_harm_before_it_is_needed() -> None:
    text = ".1#x.a1 #\n1bx. .#11"
    options = {"is_separator_regex": True, "keep_separator": True, "chunk_size": 5, "chunk_overlap": 5}
    starts = {}
    for package in (ours, theirs):
        splitter = package.RecursiveCharacterTextSplitter(
            ["(?m)^#", "\\s", "[.!?]"], add_start_index=True, **options
        )
        found = splitter.create_documents([text])
        assert [each.page_content for each in found] == [".1#x", ".a1", "#", "1bx.", ".#11"]
        starts[package] = [each.metadata["start_index"] for each in found]
        if sys.version_info >= (3, 11):  # before, flags in a group were accepted
            with pytest.raises(re.error):
                splitter.split_text("a\n# b c")
    assert starts == {ours: [0, 4, 8, 10, 15], theirs: [0, 4, 2, 10, 15]}


def test_starts_are_right_where_langchain_does_not_find_them() -> None:
    text = "a b c d. " * 40 + "\n\n" + "x" * 30 + " end end end"
    options = {"chunk_size": 7, "chunk_overlap": 3, "length_function": lambda text: len(text.split())}
    documents = {
        package: package.RecursiveCharacterTextSplitter(add_start_index=True, **options).create_documents([text])
        for package in (ours, theirs)
    }
    wrong = {
        package: sum(
            text[found.metadata["start_index"] :][: len(found.page_content)] != found.page_content
            for found in all_of
        )
        for package, all_of in documents.items()
    }
    starts = [found.metadata["start_index"] for found in documents[ours]]
    assert wrong[ours] == 0 and starts == sorted(set(starts))
    assert [found.metadata["start_index"] for found in documents[theirs]] != starts


def test_the_package_has_all_names_and_modules_of_langchain() -> None:
    assert {*theirs.__all__} <= {*ours.__all__}
    assert ours.HTMLHeaderTextSplitter is theirs.HTMLHeaderTextSplitter
    assert issubclass(ours.RecursiveCharacterTextSplitter, theirs.RecursiveCharacterTextSplitter)
    for name in ("html", "json", "jsx", "nltk", "spacy", "konlpy"):
        module = importlib.import_module(f"shiplap.integrations.langchain.{name}")
        assert module is importlib.import_module(f"langchain_text_splitters.{name}")
        assert module.__spec__ is not None and module.__spec__.name == f"langchain_text_splitters.{name}"
    for name in ("base", "character", "markdown", "python", "latex"):
        module = importlib.import_module(f"shiplap.integrations.langchain.{name}")
        same = importlib.import_module(f"langchain_text_splitters.{name}")
        assert all(hasattr(module, each) for each in vars(same) if not each.startswith("__"))
    from shiplap.integrations.langchain.character import (  # type: ignore[attr-defined]
        _split_text_with_regex,
    )

    assert _split_text_with_regex("a-b", "-", keep_separator=False) == ["a", "b"]
    with pytest.raises(ImportError):
        importlib.import_module("shiplap.integrations.langchain.nothing")
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = ours.Nothing


def test_the_constructors_raise_langchains_errors() -> None:
    for options in ({"chunk_size": 0}, {"chunk_overlap": -1}, {"chunk_size": 1, "chunk_overlap": 2}):
        with pytest.raises(ValueError, match="chunk") as error:
            theirs.RecursiveCharacterTextSplitter(**options)
        with pytest.raises(ValueError, match="chunk") as same:
            ours.RecursiveCharacterTextSplitter(**options)
        assert str(error.value) == str(same.value)


def test_attributes_may_change_after_a_call() -> None:
    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=5, chunk_overlap=0)
    assert splitter.split_text("a b c d") == ["a b c", "d"]
    splitter._chunk_size = 4
    assert splitter.split_text("a b c d") == ["a b", "c d"]
    splitter._separators.insert(0, "b")
    assert splitter.split_text("a b c d") == ["a", "b c", "d"]


def test_a_subclass_that_replaces_a_step_runs_langchains_code() -> None:
    class Louder(ours.RecursiveCharacterTextSplitter):
        def _join_docs(self, docs: list[str], separator: str) -> str | None:
            joined = super()._join_docs(docs, separator)
            return joined and joined.upper()

    class Fewer(ours.RecursiveCharacterTextSplitter):
        def split_text(self, text: str) -> list[str]:
            return super().split_text(text)[:1]

    assert Louder(chunk_size=4, chunk_overlap=0).split_text("ab cd") == ["AB", "CD"]
    found = Fewer(chunk_size=4, chunk_overlap=0, add_start_index=True).create_documents([" ab cd"])
    assert [(each.page_content, each.metadata) for each in found] == [("ab", {"start_index": 1})]
    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0, add_start_index=True)
    splitter.split_text = lambda text: [text[2:4]]  # type: ignore[method-assign]
    found = splitter.create_documents(["abcdef"])
    assert [(each.page_content, each.metadata) for each in found] == [("cd", {"start_index": 2})]


def test_texts_of_other_types_are_langchains_affair() -> None:
    class Text(str):
        pass

    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0, add_start_index=True)
    assert splitter.split_text(Text("ab cd")) == ["ab", "cd"]
    assert [each.metadata["start_index"] for each in splitter.create_documents([Text("ab cd")])] == [0, 3]
    with pytest.raises(TypeError):
        splitter.split_text(b"ab cd")  # type: ignore[arg-type]


def test_metadata_are_deep_copies() -> None:
    given = [{"tags": ["a"]}]
    found = ours.CharacterTextSplitter(" ", chunk_size=2, chunk_overlap=0).create_documents(["ab cd"], given)
    found[0].metadata["tags"].append("b")
    assert found[1].metadata == {"tags": ["a"]} and given == [{"tags": ["a"]}]
    with pytest.raises(IndexError):
        ours.CharacterTextSplitter(" ").create_documents(["a", "b"], given)


def test_documents_are_those_of_the_constructor() -> None:
    for content, metadata in (("a", {}), ("\ud800", {"page": 1}), ("", {"tags": ["a"]})):
        made, expected = (
            documents.new_document(content, metadata),
            Document(page_content=content, metadata=metadata),
        )
        assert made == expected and type(made) is Document and vars(made) == vars(expected)
        assert made.model_fields_set == expected.model_fields_set and made.metadata is not metadata
    for content, metadata in ((3, {}), ("a", "b")):
        with pytest.raises(ValueError, match="validation error") as error:
            documents.new_document(content, metadata)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="validation error") as same:
            Document(page_content=content, metadata=metadata)  # type: ignore[arg-type]
        assert str(error.value) == str(same.value)

    class Counted(Document):
        def __init__(self, page_content: str, **given: Any) -> None:
            super().__init__(page_content.upper(), **given)

    assert not documents.has_plain_constructors(Counted)
    assert documents.maker(Counted)("a", {}).page_content == "A"


def test_splitters_can_be_copied_and_pickled() -> None:
    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0)
    assert splitter.split_text("ab cd") == ["ab", "cd"]
    for other in (copy.deepcopy(splitter), copy.copy(splitter), pickle.loads(pickle.dumps(splitter))):
        assert other.split_text("ab cd") == ["ab", "cd"]
        assert vars(other).keys() - {"_compiled"} == vars(theirs.RecursiveCharacterTextSplitter()).keys()


def test_documents_are_transformed_async_too() -> None:
    import asyncio

    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0)
    documents = [Document("ab cd", metadata={"page": 1})]
    found = asyncio.run(splitter.atransform_documents(documents))
    assert found == splitter.transform_documents(documents) == splitter.split_documents(documents)
    assert [(each.page_content, each.metadata) for each in found] == [("ab", {"page": 1}), ("cd", {"page": 1})]


def test_an_untested_version_runs_langchains_code_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging.metadata, "version", lambda _: "9.9")
    with pytest.warns(UserWarning, match=r"langchain-text-splitters 9\.9 was not tested"):
        assert not merging.is_tested()
    monkeypatch.setattr(merging, "IS_TESTED", False)
    splitter = ours.RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0)
    assert splitter.split_text("ab cd") == ["ab", "cd"] and splitter._compiled == (splitter._separators, None)


def test_headings_of_markdown() -> None:
    chance = random.Random(3)
    lines = [
        "# A",
        "## B",
        "### C",
        "#",
        "text",
        "  text\u200b\t",
        "```",
        "~~~",
        "",
        "**D**",
        "#no",
        "# ",
        "***",
        "`x`",
    ]
    for _ in range(1500):
        text = "\n".join(chance.choice(lines) for _ in range(chance.randint(0, 25)))
        options = {
            "headers_to_split_on": chance.sample([("#", "1"), ("##", "2"), ("###", "3"), ("**", "4")], 3),
            "return_each_line": chance.random() < 0.3,
            "strip_headers": chance.random() < 0.5,
            "custom_header_patterns": {"**": 1},
        }
        outcomes: list[Any] = []
        for package in (theirs, ours):
            try:
                outcomes.append(package.MarkdownHeaderTextSplitter(**options).split_text(text))
            except IndexError as error:  # of LangChain, for an empty last line of a listing
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1], (text, options)


class ByteTokens:
    """An encoding of tiktoken's form: two bytes a token."""

    def encode(self, text: str, **_: Any) -> list[int]:
        data = text.encode("utf-8", "replace")
        return [int.from_bytes(data[k : k + 2].ljust(2, b"\xff"), "big") for k in range(0, len(data), 2)]

    def decode_bytes(self, tokens: list[int]) -> bytes:
        return b"".join(token.to_bytes(2, "big").rstrip(b"\xff") for token in tokens)

    def decode(self, tokens: list[int]) -> str:
        return self.decode_bytes(tokens).decode("utf-8", "replace")


def test_windows_of_tokens_have_the_start_of_their_first_character(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tiktoken:
        get_encoding = staticmethod(lambda _: ByteTokens())

    monkeypatch.setitem(sys.modules, "tiktoken", Tiktoken)
    text = "aé語😀 it rains 語語"
    for size, overlap in ((1, 0), (3, 1), (5, 4), (50, 0)):
        options = {"chunk_size": size, "chunk_overlap": overlap, "add_start_index": True}
        found = ours.TokenTextSplitter(**options).create_documents([text, ""], [{"n": 1}, {}])
        expected = theirs.TokenTextSplitter(**options).create_documents([text, ""], [{"n": 1}, {}])
        assert [each.page_content for each in found] == [each.page_content for each in expected]
        data = text.encode()
        for k, each in enumerate(found):
            at = 2 * k * (size - overlap)
            while 0x80 <= data[at] < 0xC0:
                at -= 1
            assert each.metadata == {"n": 1, "start_index": len(data[:at].decode())}
    with pytest.raises(ValueError, match="tokens_per_chunk must be greater"):
        ours.TokenTextSplitter(chunk_size=2, chunk_overlap=2, add_start_index=True).create_documents([""])


def test_a_chunker_as_a_splitter() -> None:
    text = "# Rain\n\nIt rains.\n\n## Hills\n\n" + "It pours in the hills. " * 200
    page = Document(text, metadata={"source": "rain.md", "tags": ["a"]})
    splitter = ours.ShiplapTextSplitter(shiplap.AdaptiveChunker(200, 20, unit="characters"))
    found = splitter.split_documents([page, Document("It snows.", id="snow")])
    assert isinstance(splitter, theirs.TextSplitter) and len({each.id for each in found}) == len(found)
    for each in found[:-1]:
        start, end = each.metadata["start_index"], each.metadata["end_index"]
        assert text[start:end] == each.page_content
        assert all(type(value) in (str, int) for name, value in each.metadata.items() if name != "tags")
    assert found[3].metadata["headings"] == "Rain > Hills" and found[3].metadata["tags"] == ["a"]
    assert found[-1].id == "snow-chunk-0" and found[-1].metadata["document_id"] == "snow"
    contextual = ours.ShiplapTextSplitter(splitter.chunker, contextual=True).split_documents([page])
    assert contextual[3].page_content.startswith("Rain > Hills\n\n")
    with pytest.raises(shiplap.OptionError, match="chunker"):
        ours.ShiplapTextSplitter(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["langchain", "llama_index", "haystack"])
def test_a_missing_framework_is_named_with_its_extra(name: str) -> None:
    code = (
        "import importlib, importlib.util\n"
        "importlib.util.find_spec = lambda name: None\n"
        f"importlib.import_module('shiplap.integrations.{name}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    extra = name.replace("_", "-")
    assert done.returncode == 1 and f"pip install 'shiplap[{extra}]'" in done.stderr.splitlines()[-1]


def test_shiplap_imports_no_framework() -> None:
    code = (
        "import shiplap, shiplap.store, shiplap.ingestion, sys\n"
        "frameworks = {'langchain_core', 'langchain_text_splitters', 'llama_index', 'haystack', 'pydantic'}\n"
        "assert not frameworks & {name.split('.')[0] for name in sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_documents_of_shiplap() -> None:
    """Their chunks have their pages as LangChain's loaders have them, and all that vector stores take."""
    source = shiplap.Document(
        "It rains.  It pours.", document_id="rain", source="rain.pdf", metadata={"year": 1990},
        provenance={
            "pages": [(0, 11, 4, "iv"), (11, 20, 5, "v")],
            "boxes": [(0, 9, 4, 1, 2, 3, 4)],
            "times": [(0, 20, 0, 2.5, "Ann")],
        },
    )  # fmt: skip
    splitter = ours.ShiplapTextSplitter(shiplap.FixedChunker(11, 0))
    first, second = splitter.split_documents([source])
    assert (first.id, first.metadata["source"], first.metadata["year"]) == ("rain-chunk-0", "rain.pdf", 1990)
    assert [(each.metadata["page"], each.metadata["page_label"]) for each in (first, second)] == [
        (3, "iv"),
        (4, "v"),
    ]
    assert first.metadata["boxes"] == "[[4, 1.0, 2.0, 3.0, 4.0]]" and "boxes" not in second.metadata
    assert (first.metadata["time_begin"], first.metadata["time_finish"]) == (0.0, 2.5)
    assert all(type(value) in (str, int, float) for each in (first, second) for value in each.metadata.values())
    again: Any = splitter.create_documents([source])  # type: ignore[list-item]
    assert [each.metadata for each in again] == [first.metadata, second.metadata]
    mixed = splitter.split_documents([Document("It rains.", metadata={"source": "a.txt"}), source])
    assert [each.metadata["source"] for each in mixed] == ["a.txt", "rain.pdf", "rain.pdf"]
