"""Golden digests: no change of the code changes a span, unless it raises the algorithm version.

`tests/golden/spans.json` has, for every chunker, preset, unit and option that matters, for sentences in each
language, for regions, outlines and the detection of content, a digest of the spans of a generated corpus
(`tests/support/golden/`), and the algorithm version that they were made with. What is equal by law has one digest
together: `str` and UTF-8 in any buffer, one text and many, streams in any pieces, Arrow, all instruction sets,
and, on short texts, the reference. A failure names the case and the first document that differs. If the change is
not meant, it is a mistake. If it is, raise `ALGORITHM_VERSION` and write the record anew:

    python -m tests.support.golden --write

It refuses to change a digest of the same version; new cases and groups may be added at any time. Names of cases
are for good, and the spelling of options stands in `tests/support/golden/cases.py` alone. `--show` prints spans.
"""

from __future__ import annotations

import itertools
import mmap
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap._core import cpu
from shiplap.chunkers import base
from tests.support.golden import __main__ as command
from tests.support.golden import record, reference
from tests.support.golden.cases import STREAM_BLOCK, Answer, Case, Cut, cases, joined, pieces
from tests.support.golden.corpus import Group, digest, groups
from tests.support.golden.record import Entry, Record, refusal

RECORD = Record.read()


def parameters(given: Iterable[Case], is_quick: Callable[[Case], bool]) -> list[Any]:
    """Cases as parameters of a test; a quick run takes those that are quick."""
    return [
        pytest.param(case, id=case.name, marks=() if is_quick(case) else pytest.mark.exhaustive) for case in given
    ]


EVERY = tuple(cases().values())
#: Cases of chunkers that are given texts alone.
CHUNKERS = [case for case in EVERY if isinstance(case, Cut) and not case.follows]


def is_telling(case: Case) -> bool:
    """Return whether a quick run reads a case in many ways."""
    return not (case.exhaustive or case.once)


def corpus(case: Case) -> Iterator[Group]:
    """Yield the groups of a case; the test is skipped where the package that it needs is not installed."""
    if case.needs:
        pytest.importorskip(case.needs)
    yield from (groups()[name] for name in case.groups)


#: One in four of those cases: the quick tier reads them on each instruction set, in batches, in streams, as Arrow.
SAMPLED = frozenset(case.name for case in [case for case in EVERY if is_telling(case)][::4])


def is_sampled(case: Case) -> bool:
    """Return whether a case is in the sample of the quick tier."""
    return case.name in SAMPLED


@cache
def texts(group: Group, form: str) -> tuple[list[Any], str]:
    """Return the texts of a group "as they are", or "encoded" in UTF-8, or "replaced", as they are after an error
    handler that replaces; and the handler that is left to use."""
    given: list[Any] = [document.text for document in group.documents]
    if form == "as they are":
        return given, group.errors
    if group.errors == "replace":
        given = [replaced(text) for text in given]
    errors = "strict" if group.errors == "replace" else group.errors
    return given if form == "replaced" else [text.encode("utf-8", errors) for text in given], errors


def replaced(text: str | bytes) -> str:
    """Return a text with U+FFFD for what is not valid."""
    if isinstance(text, bytes):
        return text.decode("utf-8", "replace")
    return text.encode("utf-32-le", "surrogatepass").decode("utf-32-le", "replace")


def answers(case: Case, group: Group, form: str, wrap: Callable[[Any], Any] | None = None) -> Iterator[Answer]:
    """Yield the answers to the texts of a group in a form, each wrapped."""
    given, errors = texts(group, form)
    for text, document in zip(given, group.documents, strict=True):
        yield case.answer(wrap(text) if wrap else text, document, errors)


def check(case: Case, group: Group, found: Iterable[Answer]) -> None:
    """Assert that the answers to the documents of a group are those of the record."""
    now, before = Entry.of(found), RECORD.spans[case.name][group.name]
    if now != before:
        said = record.difference(case.name, group, before, now)
        pytest.fail(f"{said}\nWhat to do stands in the docstring of tests/golden/test_golden.py.", pytrace=False)


# ---- the record


def test_the_record_has_the_algorithm_version() -> None:
    assert RECORD.algorithm == base.ALGORITHM_VERSION


def test_the_algorithm_version_is_in_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    before = shiplap.FixedChunker().fingerprint
    monkeypatch.setattr(base, "ALGORITHM_VERSION", base.ALGORITHM_VERSION + 1)
    assert shiplap.FixedChunker().fingerprint != before


def test_the_record_has_all_cases_and_no_others() -> None:
    assert {name: set(entries) for name, entries in RECORD.spans.items()} == {
        name: set(case.groups) for name, case in cases().items()
    }


def test_the_texts_are_those_of_the_record() -> None:
    assert {name: digest(group.documents) for name, group in groups().items()} == RECORD.texts
    assert sum(len(document.text) for group in groups().values() for document in group.documents) > 500_000


# ---- one text


@pytest.mark.parametrize("case", parameters(EVERY, lambda case: not case.exhaustive))
def test_spans(case: Case) -> None:
    for group in corpus(case):
        check(case, group, answers(case, group, "as they are"))
        check(case, group, answers(case, group, "encoded"))
        if group.errors == "replace":
            check(case, group, answers(case, group, "replaced"))


def telling(case: Case) -> Iterator[Group]:
    """Yield the groups of a case that is read in many ways; of a quick one those with all kinds of characters and
    line ends."""
    shown = ("small", "CJK", "clusters", "line ends")
    for group in corpus(case):
        if not is_telling(case) or group.name in shown or group.errors != "strict":
            yield group


#: The instruction sets that the other tests do not use.
OTHERS = [name for name in cpu.supported() if name != cpu.current()]


@pytest.mark.parametrize("isa", OTHERS, indirect=True)
@pytest.mark.parametrize("case", parameters(EVERY, is_sampled))
def test_spans_on_each_instruction_set(isa: str, case: Case) -> None:
    for group in telling(case):
        check(case, group, answers(case, group, "as they are"))
        check(case, group, answers(case, group, "encoded"))


def inside(data: bytes) -> memoryview:
    """Return a view into something longer."""
    return memoryview(b"-" + data + b"-")[1:-1]


BUFFERS = ("preset fixed-900", "preset adaptive", "preset sentence-3000", "regions, the text alone")


@pytest.mark.parametrize("wrap", [bytearray, memoryview, inside])
@pytest.mark.parametrize("name", BUFFERS)
def test_spans_of_buffers(name: str, wrap: Callable[[bytes], Any]) -> None:
    case = cases()[name]
    for group in corpus(case):
        check(case, group, answers(case, group, "encoded", wrap))


@pytest.mark.parametrize("name", BUFFERS)
def test_spans_of_mapped_files(name: str) -> None:
    case, group = cases()[name], groups()["CJK"]
    with tempfile.TemporaryDirectory() as folder:

        def mapped(data: bytes) -> mmap.mmap:
            path = Path(folder, "text")
            path.write_bytes(data)
            with path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

        check(case, group, answers(case, group, "encoded", mapped))


# ---- many texts, streams, Arrow


@pytest.mark.parametrize("case", parameters(CHUNKERS, is_sampled))
def test_spans_of_batches(case: Cut) -> None:
    for group in telling(case):
        for form in ("as they are", "encoded"):
            given, errors = texts(group, form)
            found, values, rows = case.batch(given, errors)
            check(case, group, found)
            assert values.tobytes() == joined(found).spans.tobytes()
            assert rows.tolist() == [0, *itertools.accumulate(map(len, found))]


@pytest.mark.parametrize("name", ["preset adaptive", "whole sentences, 60 characters, overlap 59"])
def test_spans_in_threads_and_in_another_order(name: str) -> None:
    case, group = cases()[name], groups()["line ends"]
    assert isinstance(case, Cut)
    given, errors = texts(group, "as they are")
    found, _, _ = case.batch(given[::-1] * 200, errors, threads=3)
    for k in range(0, len(found), len(given)):
        check(case, group, found[k : k + len(given)][::-1])


@pytest.mark.parametrize("case", parameters(CHUNKERS, is_sampled))
def test_spans_of_streams(case: Cut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*STREAM_BLOCK, 3000)
    for group in telling(case):
        if group.name == "small":  # no text of it is cut in parts
            continue
        for form in ("as they are", "encoded"):
            given, errors = texts(group, form)
            check(case, group, (case.streamed(pieces(text, case.name), errors) for text in given))


@pytest.mark.parametrize("case", parameters(CHUNKERS, is_sampled))
def test_spans_of_arrow(case: Cut) -> None:
    pa = pytest.importorskip("pyarrow", reason="the columns of these tests are its own")
    if case.tells == "context":  # some of them have no column
        case = replace(case, tells="")
    for group in telling(case):
        if group.errors == "surrogatepass":  # Arrow has no lone surrogates
            continue
        given, errors = texts(group, "encoded")
        wanted = joined(answers(case, group, "encoded")).digest
        for kind in (pa.string(), pa.string_view()) if case.exhaustive else (pa.string(),):
            column = pa.array(given, pa.binary()).cast(kind)
            assert case.arrow(column, errors).digest == wanted, (group.name, kind)


# ---- the reference


def is_anchor(case: Case) -> bool:
    """Return whether the reference, which is never optimised, answers in a moment."""
    slow = ("overlap 59", " bytes, ", " 7 characters, ", "by a function")
    return is_sampled(case) and not any(word in case.name for word in slow)


ANCHORED = [case for case in EVERY if "small" in case.groups and reference.knows(case)]


@pytest.mark.parametrize("case", parameters(ANCHORED, is_anchor))
def test_the_reference_gives_the_spans_of_the_record(case: Case) -> None:
    group = groups()["small"]
    check(case, group, (reference.answer(case, document) for document in group.documents))


# ---- the command


def changed(now: Record, case: str, group: str, line: str, **more: Any) -> Record:
    """Return the record with another entry."""
    spans = {name: dict(entries) for name, entries in now.spans.items()}
    spans[case][group] = Entry.read(line)
    return replace(now, spans=spans, **more)


SOME = Record(
    3, {"CJK": digest(groups()["CJK"].documents)}, {"a case": {"CJK": Entry("0f", ("17.abc", "20.abd", "5.000"))}}
)


def test_a_difference_names_the_first_document() -> None:
    for line, said in (
        ("1f 18.abd 20.abd 5.000", "a case: CJK: 'zh' has 17 spans before, 18 now"),
        ("1f 17.abc 20.abe 5.000", "a case: CJK: 'ja' has 20 spans as before, not the same"),
        ("1f 17.abc 21.abe 4.000", "a case: CJK: 'ja' has 20 spans before, 21 now (the first of 2 documents)"),
        ("1f 17.abc 20.abd 5.000", "a case: CJK: the spans of some document differ, as many as before"),
    ):
        later = changed(SOME, "a case", "CJK", line)
        assert record.differences(SOME, later) == [said]
        assert said in str(refusal(SOME, later))
        assert refusal(SOME, replace(later, algorithm=4)) is None


def test_what_the_record_refuses() -> None:
    assert refusal(SOME, SOME) is None
    more = {**SOME.spans, "another case": {"CJK": Entry("0f", ("1.abc",) * 3)}}
    assert refusal(SOME, replace(SOME, spans=more)) is None
    assert "another case: CJK: is not there" in str(refusal(replace(SOME, spans=more), SOME))
    assert "the texts of 'CJK' differ" in str(refusal(SOME, replace(SOME, texts={"CJK": "00"})))
    assert "it only rises" in str(refusal(SOME, replace(SOME, algorithm=2)))


def test_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "spans.json"
    monkeypatch.setattr(record, "PATH", path)
    now = [SOME]
    monkeypatch.setattr(Record, "now", lambda: now[0])
    assert command.main([]) == 1 and "no record" in capsys.readouterr().out
    assert command.main(["--write"]) == 0 and Record.read(path) == SOME
    assert command.main([]) == 0
    now[0] = changed(SOME, "a case", "CJK", "1f 18.abd 20.abd 5.000")
    assert command.main([]) == 1 and "17 spans before, 18 now" in capsys.readouterr().out
    assert command.main(["--write"]) == 1 and Record.read(path) == SOME
    assert "raise ALGORITHM_VERSION" in capsys.readouterr().err
    now[0] = replace(now[0], algorithm=4)
    assert command.main(["--write"]) == 0 and Record.read(path) == now[0]
    capsys.readouterr()
    assert command.main(["--show", "regions, the text alone", "small", "by hand 9"]) == 0
    assert capsys.readouterr().out.startswith("0:8 bytes 0:8\n8:29 bytes 8:29\n")
    assert command.main(["--show", "regions, the text alone", "small", "by foot"]) == 2


def test_the_digests_see_each_change_of_a_span() -> None:
    """A digest that moves with nothing would prove nothing."""
    case, document = cases()["preset adaptive"], groups()["documents"].documents[0]
    found = case.answer(document.text, document, "strict")
    for name in ("spans", "byte_spans"):
        moved = getattr(found, name).copy()
        moved[-1, 0] -= 1
        assert replace(found, **{name: moved}).digest != found.digest
    assert replace(found, words=[*found.words[:-1], "else"]).digest != found.digest
    assert joined([found]).digest == found.digest
