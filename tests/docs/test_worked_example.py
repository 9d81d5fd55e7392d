"""The whole way, by the commands: files, ingest, search, prompt, an answer, and back to the lines of the files."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import sysconfig

import pytest

import shiplap
from shiplap.citations import VerifiedAnswer, from_files, parse_citations, verify_quotes
from shiplap.prompt import parse_prompt
from shiplap.store import Store

LIBRARY = pathlib.Path(sysconfig.get_paths()["stdlib"])
README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "shiplap", *arguments], capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Real documents: modules of the standard library, and the README where it is there."""
    paths = [LIBRARY / "json", LIBRARY / "textwrap.py", LIBRARY / "heapq.py", LIBRARY / "shlex.py"]
    if README.exists():
        paths.append(README)
    to = str(tmp_path_factory.mktemp("store") / "chunks.db")
    run("ingest", *map(str, paths), "--to", to, "--preset", "fixed-900", "--snap", "line")
    return to


def chunk_with(store: str, phrase: str) -> shiplap.Chunk:
    with Store(store) as opened:
        return next(chunk for chunk in opened if phrase in chunk.text)


def test_from_documents_to_lines(store: str) -> None:
    question = "What removes common leading whitespace from every line?"
    found = run("search", store, "leading whitespace", "--limit", "5").splitlines()
    assert any(line.startswith("textwrap.py-chunk-") for line in found)
    text = run("prompt", store, question, "--limit", "30", "--max-size", "40000")
    prompt = parse_prompt(text)
    assert prompt.question == question and len(text) <= 40001
    phrase = "Remove any common leading whitespace from every line"
    source = next(chunk for chunk in prompt.chunks if phrase in chunk.text)
    other = next(chunk for chunk in prompt.chunks if chunk.name != source.name)

    # what a model wrote, with the ids of this run
    answer = (
        f"`dedent` does: “{phrase}” [doc: {source.name}, chunk: {source.id}]. So says\n\n"
        f"> remove any common  leading whitespace\n> from every line\n\n"
        f"[doc: {other.name}, chunk: {other.id}]. It is never “afraid of tabs and spaces”"
        f" [doc: {source.name}, chunk: {source.id}9]."
    )
    with Store(store) as opened:
        chunks = [chunk for chunk in opened if chunk.id in {chunk.id for chunk in prompt.chunks}]
        root = opened.root
    parsed = parse_citations(answer, chunks, documents=from_files(root))
    assert [citation.reason for citation in parsed.citations] == [None, None, "unknown id"]
    for citation, chunk in zip(parsed.citations, (source, other), strict=False):
        place = citation.place
        assert place is not None and place.source is not None
        assert place.start_line is not None and place.end_line is not None
        data = pathlib.Path(root or "", place.source).read_bytes()
        whole = next(stored for stored in chunks if stored.id == chunk.id).text
        assert data[place.start_byte : place.end_byte].decode() == whole
        lines = data.decode().splitlines(keepends=True)
        assert whole in "".join(lines[place.start_line - 1 : place.end_line])
        assert whole not in "".join(lines[place.start_line : place.end_line])

    verified = verify_quotes(answer, chunks, documents=from_files(root))
    assert [quote.verdict for quote in verified.quotes] == ["exact", "misattributed", "absent"]
    for quote in verified.quotes[:2]:
        (place,) = quote.places
        assert place.start_line is not None
        lines = (LIBRARY / "textwrap.py").read_text("utf-8").splitlines()
        assert phrase in lines[place.start_line - 1]
    assert verified.quotes[0].places[0].ids == (source.id,)
    assert VerifiedAnswer.from_json(verified.to_json()) == verified


def test_a_prompt_as_json_resolves_to_lines(store: str) -> None:
    built = json.loads(run("prompt", store, "simple lexical analyzer shell-like syntaxes", "--json"))
    chunk = chunk_with(store, "A lexical analyzer class for simple shell-like syntaxes")
    assert chunk.id in built["included"]
    answer = f"See [doc: shlex.py, chunk: {chunk.id}]."
    (citation,) = parse_citations(answer, [chunk], documents=from_files()).citations
    assert citation.place is not None and citation.place.start_line is not None
    lines = (LIBRARY / "shlex.py").read_text("utf-8").splitlines()
    held = lines[citation.place.start_line - 1 : citation.place.end_line]
    assert any("A lexical analyzer class for simple shell-like syntaxes" in line for line in held)
