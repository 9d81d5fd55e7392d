"""Texts of about n characters, ordinary and hostile, in several forms, for the growth of the public API."""

from __future__ import annotations

from collections.abc import Callable

#: The path that says what a text is, and the text of about n characters.
Text = tuple[str, Callable[[int], str]]

CLASS = (
    "class Rain:\n    def falls(self):\n        return 'x' * 12\n\n    def stops(self, x):\n        return x\n\n"
)
METHOD = "    def falls(self):\n        return 1\n\n"
SECTION = "## Day {}\n\nThe rain falls.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
NESTED_CLASS = "{0}class Rain{1}:\n{0} x = 1\n"


def numbered(line: str, n: int) -> str:
    """Copies of a line, {} replaced by their numbers."""
    return "".join(line.format(k) for k in range(n // len(line)))


def nested(n: int) -> str:
    """Classes within classes, again and again to a depth of 40."""
    return "".join(NESTED_CLASS.format(" " * (k % 40), k) for k in range(n // 65))


def headings(n: int) -> str:
    return "".join(f"{'#' * (k % 6 + 1)} Rain {k}\n\nIt falls.\n\n" for k in range(n // 27))


ORDINARY: dict[str, Text] = {
    "prose": ("x.txt", lambda n: numbered("On day {} the rain falls. The old man snores.\n\n", n)),
    "Markdown": ("x.md", lambda n: "# Rain\n\n" + numbered(SECTION, n)),
    "code": ("x.py", lambda n: CLASS * (n // len(CLASS))),
    "CSV": ("x.csv", lambda n: "day,rain\n" + numbered("{},falls in the hills\n", n)),
    "HTML": ("x.html", lambda n: "<h1>Rain</h1>\n" + numbered("<h2>Day {}</h2>\n<p>The rain falls.</p>\n", n)),
    "without a path": ("", lambda n: "The rain falls in the hills. " * (n // 29)),
}

HOSTILE: dict[str, Text] = {
    "a long title": ("x.md", lambda n: "The rain falls\n" * (n // 30) + "===\n" + "\nIt rains." * (n // 20)),
    "a long title in one line": (
        "x.md",
        lambda n: "# " + "rain " * (n // 10) + "\n\n" + "It rains.\n\n" * (n // 22),
    ),
    "a long table header": ("x.csv", lambda n: "rain," * (n // 10) + "h\n" + "1,2,3,4,5,6\n" * (n // 24)),
    "a long class name": ("x.py", lambda n: f"class Rain{'a' * (n // 2)}:\n" + METHOD * (n // 80)),
    "nested headings": ("x.md", headings),
    "nested classes": ("x.py", nested),
    "nested HTML": ("x.html", lambda n: "<div>rain\n" * (n // 16) + "</div>\n" * (n // 16)),
    "clusters": ("x.txt", lambda n: "rain " + "a" + "\u0301" * n),
    "one long line": ("x.md", lambda n: "rain " * (n // 5)),
    "empty lines": ("x.txt", lambda n: "rain\n\n" * (n // 6)),
}

TEXTS: dict[str, Text] = ORDINARY | HOSTILE

#: Each word "rain" of a text is written in another way.
FORMS: dict[str, Callable[[str], str | bytes]] = {
    "str": lambda text: text.replace("ain", "äin"),
    "UTF-8, ASCII": lambda text: text.encode(),
    "UTF-8, one character beyond ASCII": lambda text: text.replace("ain", "äin", 1).encode(),
    "UTF-8": lambda text: text.replace("ain", "äin").encode(),
}
