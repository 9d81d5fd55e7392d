"""Data sets of sentences from treebanks."""

from __future__ import annotations

from benchmarks.quality.treebanks import SENTENCES, TREEBANKS, documents, sentences

ROW = "{}\t{}\t_\t_\t_\t_\t_\t_\t_\t{}"


def conllu(*found: tuple[str, bool, bool]) -> list[str]:
    """Lines of sentences: a text, whether a space follows it, and whether a document begins with it."""
    lines: list[str] = []
    for text, spaced, begins in found:
        lines += ["# newdoc id = x"] if begins else []
        lines += [f"# text = {text}", ROW.format(1, text, "_" if spaced else "SpaceAfter=No"), ""]
    return lines


def test_a_document_has_its_sentences_and_their_ends() -> None:
    rain, stay = ("It rains.", True, True), ("We stay.", False, False)
    lines = conllu(rain, stay, ("“Go.”", True, False), ("New.", True, True))
    assert [begins for _, _, begins in sentences(lines)] == [True, False, False, True]
    assert list(documents(lines)) == [
        {"text": "It rains. We stay.“Go.”", "ends": [9, 18]},
        {"text": "New.", "ends": []},
    ]


def test_a_treebank_without_documents_is_divided() -> None:
    found = list(documents(conllu(*[("Ab.", True, False)] * (SENTENCES + 2))))
    assert [len(each["text"]) for each in found] == [4 * SENTENCES - 1, 7]  # type: ignore[arg-type]
    assert found[1]["ends"] == [3]


def test_the_names_begin_with_a_language() -> None:
    assert all(name[:2].isalpha() and name[2] == "_" for name in TREEBANKS)
