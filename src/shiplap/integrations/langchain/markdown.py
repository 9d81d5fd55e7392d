"""Splitters of Markdown: LangChain's module of this name, with two of its splitters replaced."""

from __future__ import annotations

from typing import Any

from langchain_core.documents import Document
from langchain_text_splitters import markdown as theirs

from shiplap.integrations.langchain.aliases import other_name
from shiplap.integrations.langchain.character import RecursiveCharacterTextSplitter
from shiplap.integrations.langchain.merging import IS_TESTED

#: What joins lines with the same headers.
JOINT = "  \n"


class MarkdownTextSplitter(RecursiveCharacterTextSplitter, theirs.MarkdownTextSplitter):
    """LangChain's splitter of Markdown: by its separators of the language, as literal texts (so that a heading is
    never found).

    >>> MarkdownTextSplitter(chunk_size=14, chunk_overlap=0).split_text("# Rain\\n\\nIt rains.\\n\\nIt pours.")
    ['# Rain', 'It rains.', 'It pours.']
    """


class MarkdownHeaderTextSplitter(theirs.MarkdownHeaderTextSplitter):
    """LangChain's splitter by Markdown headings: the same documents, in time that grows with the text.

    >>> splitter = MarkdownHeaderTextSplitter([("#", "title"), ("##", "part")])
    >>> documents = splitter.split_text("# Rain\\nIt rains.\\n## Hills\\nToo.")
    >>> [(found.page_content, found.metadata) for found in documents]
    [('It rains.', {'title': 'Rain'}), ('Too.', {'title': 'Rain', 'part': 'Hills'})]
    """

    def aggregate_lines_to_chunks(self, lines: list[theirs.LineType]) -> list[Document]:
        """Join lines with the same metadata to documents."""
        if not IS_TESTED:
            return super().aggregate_lines_to_chunks(lines)
        joined: list[tuple[theirs.LineType, list[str]]] = []
        for line in lines:
            if joined:
                last, contents = joined[-1]
                if last["metadata"] == line["metadata"]:
                    contents.append(line["content"])
                    continue
                # a heading that was not stripped stays with what is below it
                if (
                    len(last["metadata"]) < len(line["metadata"])
                    and contents[-1].split("\n")[-1][0] == "#"
                    and not self.strip_headers
                ):
                    contents.append(line["content"])
                    last["metadata"] = line["metadata"]
                    continue
            joined.append((line, [line["content"]]))
        return [
            Document(page_content=JOINT.join(contents), metadata=line["metadata"]) for line, contents in joined
        ]


def __getattr__(name: str) -> Any:
    return other_name(__name__, name)
