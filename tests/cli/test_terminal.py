"""Names and contents of files that hold commands to a terminal: no output of the command line passes them on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import shiplap
from shiplap.cli import main
from shiplap.ingestion.sinks.jsonl import json_bytes
from shiplap.printable import printable, printable_lines
from shiplap.prompt import parse_prompt
from tests.support.cases import few_quick
from tests.support.store_damage import edit

ATTACK = "\x1b]0;title\x07 \x1b[2J \x9b31m \x7f \r \u202eevil\u2066 "
TEXT = f"Rain falls{ATTACK}here. Snow [falls] there. "

#: Names of files: bytes, since some are not UTF-8.
NAMES = [
    "\x1b]0;title\x07 \r\n\x9b31m\x7f\u202e[red]:smile:\t.txt".encode(), b"byte\xff\x9b.txt",
    b"\x1b]0;title\x07.txt", b"car\rriage.txt", b"new\nline.txt", "c1\x9b31m.txt".encode(),
    "bidi\u202etxt.exe".encode(), b"[bold red]markup.txt", b":smile:.txt", b"del\x7f.txt", b"tab\t.txt",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of such names that can be read, that are not UTF-8, binary, links to nothing; and of such a text."""
    root = os.fsencode(tmp_path)
    for kind in (b"good", b"latin", b"binary", b"gone"):
        os.mkdir(os.path.join(root, kind))
    for name in NAMES:
        for kind, content in ((b"good", TEXT.encode() * 9), (b"latin", b"caf\xe9"), (b"binary", b"\0")):
            with open(os.path.join(root, kind, kind + name), "wb") as file:
                file.write(content)
        os.symlink(b"nowhere" + name, os.path.join(root, b"gone", b"gone" + name))
    return tmp_path


#: The children import the package that this process has.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(shiplap.__file__).parents[1])}

#: The exit code, the standard output and the standard error of a command.
Outputs = tuple[int, bytes, bytes]

#: Runs a command in a folder.
Run = Callable[..., Outputs]


def run_alone(folder: Path, *command: str | bytes) -> Outputs:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "shiplap", *command], cwd=folder, env=ENVIRONMENT, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(params=["here", pytest.param("alone", marks=pytest.mark.exhaustive)])
def run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Run commands in this process, which costs a tenth, or each in a process of its own."""

    def here(folder: Path, *command: str | bytes) -> Outputs:
        monkeypatch.chdir(folder)
        try:
            code = main([os.fsdecode(word) for word in command])
        except SystemExit as stopped:
            code = stopped.code  # type: ignore[assignment]
        return code, *capfdbinary.readouterr()

    return here if request.param == "here" else run_alone


CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check(output: bytes, directions: bool = True) -> str:
    """Return the text of an output that a terminal just shows."""
    text = output.decode()
    assert not CONTROLS.search(text), CONTROLS.search(text)
    assert not directions or not DIRECTIONS.search(text)
    return text


def stored(folder: Path, run: Run = run_alone) -> None:
    assert run(folder, "ingest", "good", "--to", "c.db", "--preset", "adaptive")[0] == 1  # one name is not UTF-8


def test_printable() -> None:
    r"""The name is escaped once, in one line."""
    assert printable("plain ünï 日本 😀 \u200d \\x1b [red]") == "plain ünï 日本 😀 \u200d \\x1b [red]"
    assert printable("\0\x1b\n\r\t\x7f\x9b\u2028\u202e\u2069\udcff") == (
        r"\x00\x1b\n\r\t\x7f\x9b\u2028\u202e\u2069\udcff"
    )
    assert printable_lines("a\tb\n\x1b\r") == "a\tb\n\\x1b\\r"
    for code in range(0x3000):
        assert printable(chr(code)).isprintable() or not CONTROLS.match(chr(code))


def test_json_bytes() -> None:
    every = "".join(map(chr, (*range(0x20, 0x800), 0x2028, 0x202E, 0xD800, 0x10FFFF)))
    written = json_bytes(json.dumps(every, ensure_ascii=False))
    assert not CONTROLS.search(written.decode()) and json.loads(written) == every
    assert written.count(b"\\u00") == 33 and "é\xa0".encode() in json_bytes("é\xa0")


def test_ingest(folder: Path) -> None:
    options = ("--to", "c.db", "--encoding", "utf-8", "-v")
    code, out, errors = run_alone(folder, "ingest", "good", "latin", "binary", "gone", *options)
    assert code == 1 and out == b""
    text = check(errors)
    assert text.count("\n") == 3 * len(NAMES) + 2  # those, the good one that is not UTF-8, and the summary
    for shown in (
        "latin/latin\\x1b]0;title\\x07.txt: not UTF-8", "latinnew\\nline.txt: not", "latincar\\rriage.txt: not",
        "latinc1\\x9b31m.txt: not", "good/goodbyte\\udcff\\udc9b.txt: its name is not valid UTF-8",
        "binarybidi\\u202etxt.exe: skipped: binary file", "gone[bold red]markup.txt: cannot be read",
        "gone:smile:.txt: cannot be read", "latindel\\x7f.txt: not", "latintab\\t.txt: not",
    ):  # fmt: skip
        assert shown in text, shown
    code, out, errors = run_alone(folder, "ingest", "good", "--to", "-")
    lines = [json.loads(line) for line in check(out, directions=False).splitlines()]
    assert {os.fsencode(line["document_id"])[len("good/good") :] for line in lines} == set(NAMES) - {
        b"byte\xff\x9b.txt"
    }
    assert all(line["text"] == TEXT * 9 for line in lines)
    check(errors)


@pytest.mark.parametrize(
    "name", [pytest.param(NAMES[0], id="all"), pytest.param(NAMES[1], id="bytes", marks=pytest.mark.exhaustive)]
)
def test_one_file(folder: Path, name: bytes, run: Run) -> None:
    good, latin = b"good/good" + name, b"latin/latin" + name
    code, out, errors = run(folder, "chunk", good)
    (line,) = check(out, directions=False).splitlines()
    assert code == 0 and errors == b"" and json.loads(line)["text"] == TEXT * 9
    assert os.fsencode(json.loads(line)["document_id"]) == b"good" + name
    code, out, errors = run(folder, "sentences", good)
    assert code == 0 and errors == b""
    lines = check(out, directions=False).splitlines()
    assert "".join(json.loads(line)["text"] for line in lines) == TEXT * 9
    code, out, errors = run(folder, "view", good, "-o", "page.html")
    assert code == 0 and out == errors == b""
    page = (folder / "page.html").read_text("utf-8")
    assert not CONTROLS.search(page.partition("</title>")[0])
    for command in (
        ["chunk", latin], ["sentences", latin], ["view", latin, "-o", "page.html"], ["chunk", b"missing" + name],
        ["sentences", b"missing" + name], ["view", good, "-o", b"missing/" + name], ["ingest", good, "--to", name],
        ["ingest", b"missing" + name, "--to", "c.db"], ["chunk", "--config", b"missing" + name, good],
        ["chunk", "--config", latin, good], ["stats", b"missing" + name], ["search", good, "x"],
        ["prompt", good, "x"],
        ["ground", good, "x"], ["stats", "--log", latin], ["stats", "--log", good], ["chunk", good, name],
        ["chunk", good, "--preset", name], ["evaluate", latin, "--synthetic"], [name], ["--" + os.fsdecode(name)],
        ["evaluate", good, "--questions", latin], ["ingest", good, "--text-column", name, "--to", "c.jsonl"],
        ["ground", good, "x", "--embed", b"m" + name], ["chunk", good, "--tokenizer", b"./" + name + b".json"],
    ):  # fmt: skip
        code, out, errors = run(folder, *command)
        assert code in (1, 2) and out == b"", command
        assert check(errors).count("\n") <= 2 and errors.startswith(b"shiplap: "), command


def test_a_store(folder: Path, run: Run) -> None:
    stored(folder, run)
    code, out, errors = run(folder, "search", "c.db", "rain", "--limit", "99")
    text = check(out)
    assert code == 0 and errors == b"" and text.count("\n") == len(NAMES) - 1
    assert "goodnew\\nline.txt-chunk-0\t" in text and "[Rain] falls\\x1b]0;title\\x07 \\x1b[2J \\x9b31m" in text
    code, out, _ = run(folder, "search", "c.db", "rain", "--limit", "99", "--json")
    assert {json.loads(line)["text"] for line in check(out).splitlines()} == {TEXT * 9}
    code, out, errors = run(folder, "ground", "c.db", f"Rain {ATTACK} falls.", "--k", "99")
    assert code == 0 and "goodtab\\t.txt-chunk-0\t" in check(out) and errors.count(b"\n") == 1
    code, out, errors = run(folder, "ground", "c.db", "Rain falls.", "--json")
    assert code == 0 and check(out) and errors.count(b"\n") == 1
    code, out, errors = run(folder, "prompt", "c.db", "rain", "--limit", "99", "--max-size", "3500")
    assert "dropped: " in check(errors) and check(errors).count("\n") == 1
    assert any(
        chunk.text == TEXT * 9 for chunk in parse_prompt(out.decode()[:-1]).chunks
    )  # a pipe gets it as it is
    code, out, errors = run(folder, "prompt", "c.db", "rain", "--json")
    assert code == 0 and json.loads(check(out))["text"]
    edit(folder / "c.db", f"UPDATE chunks SET kind = '{ATTACK}'")
    code, out, errors = run(folder, "stats", "c.db")
    assert code == 0 and "\\x1b]0;title\\x07 \\x1b[2J" in check(out) and errors == b""
    code, out, errors = run(folder, "stats", "c.db", "--json")
    assert code == 0 and ATTACK in json.loads(check(out))["kinds"]
    edit(folder / "c.db", f"UPDATE documents SET metadata = '{ATTACK}', chunks = 7")
    code, out, errors = run(folder, "stats", "c.db")
    assert code == 1 and check(errors).count("\n") == 1 and b"the store has 1 chunk of it" in errors


# ---- on a terminal


def on_terminal(folder: Path, *command: str, rich: bool = True) -> str:
    """Return the output that a terminal gets, without carriage returns before newlines."""
    pty = pytest.importorskip("pty")
    child, handle = pty.fork()
    if child == 0:
        os.chdir(folder)
        block = "" if rich else "sys.modules['rich'] = sys.modules['rich.console'] = None;"
        code = f"import sys; {block} from shiplap.cli import main; sys.exit(main(sys.argv[1:]))"
        os.execve(sys.executable, [sys.executable, "-c", code, *command], {**ENVIRONMENT, "TERM": "dumb"})
    parts = []
    while True:
        try:
            data = os.read(handle, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        parts.append(data)
    os.close(handle)
    os.waitpid(child, 0)
    return b"".join(parts).decode("utf-8", "surrogateescape").replace("\r\n", "\n")


@pytest.mark.parametrize("rich", [True, False])
def test_progress(folder: Path, rich: bool) -> None:
    """A bar, or lines: names are shown as they are, except for escapes."""
    if rich:
        pytest.importorskip("rich")
    text = on_terminal(folder, "ingest", "latin", "--to", "c.db", "--encoding", "utf-8", rich=rich)
    for name in ("\x1b]0;title", "car\rriage", "new\nline", "\x9b31m", "\u202etxt", "\x7f"):
        assert name not in text, repr(name)
    for name in (
        "\\x1b]0;title\\x07.txt",
        "[bold red]markup.txt",
        ":smile:.txt",
        "new\\nline.txt",
        "\\u202etxt",
    ):
        assert f"shiplap: latin/latin{name}" in text or name in text, name
    assert f"{len(NAMES)} failed" in text


@few_quick(
    "command", ["chunk good/good[bold red]markup.txt", "sentences", "prompt", "view", "ingest"], quick=2
)
def test_text_on_a_terminal(folder: Path, command: str) -> None:
    """Products that a pipe gets as they are: a terminal gets escapes. What was JSON stays it."""
    if command == "prompt":
        stored(folder)
    name = "good/good:smile:.txt"
    given = {
        "sentences": ["sentences", name], "prompt": ["prompt", "c.db", "rain"], "view": ["view", name, "-o", "-"],
        "ingest": ["ingest", name, "--to", "-"],
    }.get(command, command.split(" ", 1))  # fmt: skip
    text = check(on_terminal(folder, *given).encode())
    assert "\\u202eevil" in text
    if command not in ("prompt", "view"):
        lines = [line for line in text.splitlines() if line.startswith("{")]
        assert "".join(json.loads(line)["text"] for line in lines) == TEXT * 9
