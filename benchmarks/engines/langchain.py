"""langchain-text-splitters (Python): CharacterTextSplitter without a separator."""

from __future__ import annotations

from engines import Answer, Engine, Runner, Work


def make(work: Work) -> Runner | None:
    if work.snap or work.output != "texts":
        return None
    from langchain_text_splitters import CharacterTextSplitter

    splitter = CharacterTextSplitter(
        separator="", chunk_size=work.size, chunk_overlap=work.overlap, strip_whitespace=False
    )
    return Runner(splitter.split_text, lambda result, document: Answer(texts=result))


ENGINES = (
    Engine(
        "LangChain",
        "rival",
        "texts",
        "Splits into single characters and merges them again, its way to exact windows; white space "
        "stripping, its default, is switched off so that no text is lost.",
        make,
        "langchain-text-splitters",
    ),
)
