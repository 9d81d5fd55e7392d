"""Documents of chunks: LangChain's, validated by pydantic, without the calls between."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from langchain_core.documents import Document
from pydantic import BaseModel

#: Values that a copy of metadata may share.
ATOMS = frozenset({str, int, float, bool, bytes, type(None)})


def documents_of(chunks: Sequence[str], starts: Iterable[int] | None, metadata: dict[Any, Any]) -> list[Document]:
    """Return the documents of the chunks of a text, each with a deep copy of the metadata, and with its start if
    there are starts.

    >>> documents_of(["It rains."], [3], {"page": 1})
    [Document(metadata={'page': 1, 'start_index': 3}, page_content='It rains.')]
    """
    if type(metadata) is dict and all(type(each) in ATOMS for pair in metadata.items() for each in pair):
        if starts is None:
            return [new_document(chunk, {**metadata}) for chunk in chunks]
        pairs = zip(chunks, starts, strict=True)
        return [new_document(chunk, {**metadata, "start_index": start}) for chunk, start in pairs]
    documents = []
    places: Iterable[int | None] = repeat(None) if starts is None else starts
    for chunk, start in zip(chunks, places):  # noqa: B905, the second may have no end
        values = copy.deepcopy(metadata)
        if start is not None:
            values["start_index"] = start
        documents.append(new_document(chunk, values))
    return documents


def has_plain_constructors(kind: type[BaseModel]) -> bool:
    """Return whether the constructors between a model and pydantic's do nothing except call the next one.

    >>> has_plain_constructors(Document)
    True
    """
    between = kind.__mro__[: kind.__mro__.index(BaseModel)]
    constructors = [vars(each)["__init__"] for each in between if "__init__" in vars(each)]
    return all(each.__code__.co_names == ("super", "__init__") for each in constructors)


def maker(kind: type[Document]) -> Callable[[str, dict[Any, Any]], Document]:
    """Return a function that makes documents of a content and metadata.

    pydantic's own constructor gives its arguments to the validator of the class. Where the constructors before it
    only pass them on, the validator is called at once, which takes half of the time.
    """
    if not has_plain_constructors(kind):
        return lambda content, metadata: kind(page_content=content, metadata=metadata)
    validate: Callable[..., Document] = kind.__pydantic_validator__.validate_python
    new: Any = kind.__new__

    def made(content: str, metadata: dict[Any, Any]) -> Document:
        return validate({"page_content": content, "metadata": metadata}, self_instance=new(kind))

    return made


#: Makes a document of a content and metadata.
new_document: Callable[[str, dict[Any, Any]], Document] = maker(Document)
