"""The splitter of Python: LangChain's module of this name, with its splitter replaced."""

from __future__ import annotations

from typing import Any

from langchain_text_splitters import python as theirs

from shiplap.integrations.langchain.aliases import other_name
from shiplap.integrations.langchain.character import RecursiveCharacterTextSplitter


class PythonCodeTextSplitter(RecursiveCharacterTextSplitter, theirs.PythonCodeTextSplitter):
    """LangChain's splitter of Python: by its separators of the language, as literal texts.

    >>> PythonCodeTextSplitter(chunk_size=20, chunk_overlap=0).split_text("x = 1\\n\\nclass A:\\n    y = 2\\n")
    ['x = 1', 'class A:\\n    y = 2']
    """


def __getattr__(name: str) -> Any:
    return other_name(__name__, name)
