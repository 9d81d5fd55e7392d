"""langchain-text-splitters (Python): CharacterTextSplitter without a separator, and the recursive one."""

from __future__ import annotations

from benchmarks.engines import Engine, Runner, Work, texts_engine


def packed(work: Work) -> Runner | None:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        separators=[". ", "! ", "? ", "\n", " ", ""],
        keep_separator="end",
        chunk_size=work.size,
        chunk_overlap=work.overlap,
        strip_whitespace=False,
    )
    return texts_engine(splitter.split_text)


def recursive(work: Work) -> Runner | None:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        keep_separator="end", chunk_size=work.size, chunk_overlap=work.overlap, strip_whitespace=False
    )
    return texts_engine(splitter.split_text)


def make(work: Work) -> Runner | None:
    if work.snap or work.output != "texts" or work.kind == "sentences":
        return None
    if work.kind == "packed":
        return packed(work)
    if work.kind == "recursive":
        return recursive(work)
    from langchain_text_splitters import CharacterTextSplitter

    splitter = CharacterTextSplitter(
        separator="", chunk_size=work.size, chunk_overlap=work.overlap, strip_whitespace=False
    )
    return texts_engine(splitter.split_text)


ENGINES = (
    Engine(
        "LangChain",
        "rival",
        "texts",
        "Splits into single characters and merges them again, its way to exact windows; white space "
        "stripping, its default, is switched off so that no text is lost. Recursive: no sentence rule.",
        make,
        "langchain-text-splitters",
    ),
)
