"""The splitter of LaTeX: LangChain's module of this name, with its splitter replaced."""

from __future__ import annotations

from typing import Any

from langchain_text_splitters import latex as theirs

from shiplap.integrations.langchain.aliases import other_name
from shiplap.integrations.langchain.character import RecursiveCharacterTextSplitter


class LatexTextSplitter(RecursiveCharacterTextSplitter, theirs.LatexTextSplitter):
    """LangChain's splitter of LaTeX: by its separators of the language, as literal texts.

    >>> LatexTextSplitter(chunk_size=9, chunk_overlap=0).split_text("$a + b$ or $c$")
    ['$a + b', '$ or $c$']
    """


def __getattr__(name: str) -> Any:
    return other_name(__name__, name)
