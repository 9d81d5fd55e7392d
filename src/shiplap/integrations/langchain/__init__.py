"""LangChain's text splitters, faster and with right start offsets, and any chunker of shiplap as one of them.

Needs the extra `langchain`. The package has all names and submodules of `langchain_text_splitters`: a program that
imports this one instead gives the same texts and the same metadata. The splitters by characters are subclasses of
LangChain's; other names are LangChain's own.

`start_index` is the true start of a chunk. LangChain searches for its text, and may find another place or none.

>>> splitter = RecursiveCharacterTextSplitter(chunk_size=12, chunk_overlap=4, add_start_index=True)
>>> [(found.page_content, found.metadata) for found in splitter.create_documents(["It rains. It pours."])]
[('It rains. It', {'start_index': 0}), ('It pours.', {'start_index': 10})]

A version of LangChain that was not tested runs its own code, with one warning.
"""

from __future__ import annotations

import importlib
from typing import Any

from shiplap.integrations import require

require("langchain_text_splitters", "langchain")

import langchain_text_splitters  # noqa: E402

from shiplap.integrations.langchain import aliases  # noqa: E402

aliases.install()

from shiplap.integrations.langchain.base import Language, TextSplitter, TokenTextSplitter  # noqa: E402
from shiplap.integrations.langchain.character import (  # noqa: E402
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
)
from shiplap.integrations.langchain.chunker_splitter import ShiplapTextSplitter  # noqa: E402
from shiplap.integrations.langchain.latex import LatexTextSplitter  # noqa: E402
from shiplap.integrations.langchain.markdown import MarkdownHeaderTextSplitter, MarkdownTextSplitter  # noqa: E402
from shiplap.integrations.langchain.python import PythonCodeTextSplitter  # noqa: E402

__all__ = [
    "CharacterTextSplitter", "Language", "LatexTextSplitter", "MarkdownHeaderTextSplitter", "MarkdownTextSplitter",
    "PythonCodeTextSplitter", "RecursiveCharacterTextSplitter", "ShiplapTextSplitter", "TextSplitter",
    "TokenTextSplitter",
]  # fmt: skip
__all__ += [name for name in langchain_text_splitters.__all__ if name not in __all__]


def __getattr__(name: str) -> Any:
    """Return the other names of LangChain's package, some of which it imports when they are first asked for."""
    try:
        return getattr(langchain_text_splitters, name)
    except AttributeError:
        pass
    if not name.startswith("_") and importlib.util.find_spec(f"{__name__}.{name}") is not None:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
