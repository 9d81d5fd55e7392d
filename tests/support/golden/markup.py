"""Tables, data, and documents with and without markup."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.golden.dice import Dice
from tests.support.golden.prose import paragraph, sentence, wrapped
from tests.support.golden.sources import NAMES, name, source
from tests.support.golden.tongues import TONGUES

ENGLISH = TONGUES["en"]

# ---- tables


def cell(dice: Dice) -> str:
    """Return a number, some words, or nothing much."""
    if dice.chance(40):
        return str(dice.below(100_000))
    return dice.pick(["", "n/a", "-", "é", "漢字"]) if dice.chance(12) else name(dice).replace("_", " ")


def pipes(dice: Dice, rows: int, columns: int) -> str:
    """Return a pipe table with a header."""
    made = ["| " + " | ".join(dice.pick(NAMES) for _ in range(columns)) + " |", "|---" * (columns - 1) + "|:-:|"]
    for _ in range(rows):
        made.append("| " + " | ".join(cell(dice) for _ in range(columns)) + " |")
    return "\n".join(made) + "\n"


def separated(dice: Dice, rows: int, columns: int, mark: str, end: str = "\n") -> str:
    """Rows of cells between marks; between commas some in quotation marks, some of several lines."""

    def quoted() -> str:
        if mark == "," and dice.chance(8):
            return '"' + cell(dice) + dice.pick([", ", '""', "\n"]) + cell(dice) + '"'
        return cell(dice)

    head = mark.join(f"{dice.pick(NAMES)}{k}" for k in range(columns))
    return end.join([head, *(mark.join(quoted() for _ in range(columns)) for _ in range(rows))]) + end


def aligned(dice: Dice, rows: int, columns: int, rule: str = "=") -> str:
    """Columns that are aligned by spaces, between rules."""
    line = "  ".join(rule * 14 for _ in range(columns))
    made = [line, "  ".join(dice.pick(NAMES).ljust(14) for _ in range(columns)).rstrip(), line]
    for _ in range(rows):
        made.append("  ".join(name(dice)[:14].ljust(14) for _ in range(columns)).rstrip())
    return "\n".join([*made, line]) + "\n"


def grid(dice: Dice, rows: int, columns: int) -> str:
    """Return a grid table of reStructuredText, some of its rows of two lines."""
    rule = "+" + ("-" * 16 + "+") * columns
    made = [rule]
    for k in range(rows):
        for _ in range(dice.between(1, 2)):
            made.append("|" + "".join(f" {name(dice)[:14]:<15}|" for _ in range(columns)))
        made.append(rule if k else rule.replace("-", "="))
    return "\n".join(made) + "\n"


# ---- data


def json_text(dice: Dice, depth: int = 0) -> str:
    """Return a value of JSON over several lines."""
    if depth > 3 or dice.chance(35):
        number, words = dice.below(99999), f'"{name(dice)}. {name(dice)} \\" {{"'
        return dice.pick(["null", "true", str(number), "3.25e-4", words])
    pad = "  " * (depth + 1)
    rows = [json_text(dice, depth + 1) for _ in range(dice.between(1, 6))]
    if dice.chance(50):
        return "[\n" + ",\n".join(pad + row for row in rows) + "\n" + pad[2:] + "]"
    return "{\n" + ",\n".join(f'{pad}"{name(dice)}": {row}' for row in rows) + "\n" + pad[2:] + "}"


def json_lines(dice: Dice, values: int) -> str:
    """Values of JSON without line ends in them, one after the other."""
    return "[" + ", ".join(re.sub(r" *\n *", "", json_text(dice, 1)) for _ in range(values)) + "]"


def log(dice: Dice, lines: int) -> str:
    """Lines of a log, traces among them."""
    made = []
    for k in range(lines):
        level, where = dice.pick(["INFO", "WARN", "DEBUG", "ERROR"]), name(dice)
        time = f"2031-04-{k % 28 + 1:02d}T{k % 24:02d}:15:{k % 60:02d}.{dice.below(1000):03d}Z"
        made.append(f"{time} [{level}] {where}: {sentence(dice, ENGLISH)}")
        if level == "ERROR" and dice.chance(50):
            made += [f"    at {where}.{name(dice)}(Gauge.java:{dice.below(500)})" for _ in range(3)]
    return "\n".join(made) + "\n"


def settings(dice: Dice, sections: int) -> str:
    """Sections of settings."""
    return "".join(f"[{name(dice)}]\n{name(dice)} = {dice.below(99)} ; no\n\n" for _ in range(sections))


# ---- documents


def listing(dice: Dice) -> str:
    """Code in a fence."""
    language = dice.pick(["python", "javascript", "go", "rust", "c"])
    fence = dice.pick(["```", "```", "~~~", "````"])
    mark = dice.pick([language, language, "", f"{{.{language} .numbers}}", "text"])
    return f"{fence}{mark}\n{source(dice, language, dice.pick([120, 400, 1500]))}{fence}\n"


def items(dice: Dice, depth: int = 0) -> str:
    """Return a list, with lists and paragraphs in it."""
    made = ""
    for k in range(dice.between(2, 5)):
        mark = dice.pick(["-", "*", f"{k + 1}.", f"{k + 1})"])
        made += "  " * depth + f"{mark} {sentence(dice, ENGLISH)}\n"
        if depth < 3 and dice.chance(25):
            made += items(dice, depth + 1)
        if dice.chance(10):
            made += "\n" + "  " * (depth + 1) + sentence(dice, ENGLISH) + "\n\n"
    return made


def heading(dice: Dice, level: int) -> str:
    """Return a heading of Markdown, of either form."""
    title = " ".join(dice.pick(ENGLISH.words) for _ in range(dice.between(1, 5)))
    if level < 3 and dice.chance(25):
        return f"{title}\n{('===', '---')[level - 1]}\n\n"
    return f"{'#' * level} {title}{dice.pick(['', '', ' ##', ' `x` & <b>y</b>'])}\n" + dice.pick(["", "\n"])


def block(dice: Dice) -> str:
    """Return a block of Markdown."""
    makers: list[Callable[[], str]] = [
        *[lambda: paragraph(dice, ENGLISH) + "\n"] * 2,
        *[lambda: wrapped(paragraph(dice, ENGLISH), 90) + "\n"] * 2,
        lambda: "As follows:\n\n" + listing(dice),
        lambda: "The readings:\n\n" + pipes(dice, dice.pick([2, 5, 40]), dice.between(2, 5)),
        lambda: items(dice),
        lambda: "".join(f"> {sentence(dice, ENGLISH)}\n" for _ in range(3)) + "> > deeper\n",
        lambda: f"<div class='x'>\n<p>{sentence(dice, ENGLISH)}</p>\n</div>\n",
        lambda: f"[^{dice.below(9)}]: {sentence(dice, ENGLISH)}\n",
        lambda: "    " + source(dice, "python", 120).replace("\n", "\n    ") + "\n",
        lambda: dice.pick(["***\n", "<!-- a\nb -->\n", "[a](b.md) ![c](d.png) **e** `f`\n", "\\# no\n"]),
    ]
    return dice.pick(makers)() + dice.pick(["\n", "\n", "\n\n", "\n \n"])


def markdown(dice: Dice, size: int, front: bool = True) -> str:
    """Return a page of Markdown with all of its blocks, under headings of all levels."""
    parts = ["---\ntitle: Gauges\ntags: [a, b]\n---\n\n"] if front else []
    level = 1
    while sum(map(len, parts)) < size:
        level = max(1, min(6, level + dice.between(-2, 1)))
        parts.append(heading(dice, level))
        parts += [block(dice) for _ in range(dice.between(0, 5))]
    return "".join(parts)


def page(dice: Dice, size: int) -> str:
    """Return a page of HTML."""
    parts = [
        "<!DOCTYPE html>\n<html><head><title>Gauges &amp; more</title>\n<style>p { color: red }</style>\n"
        "<script>if (a < b) { f('</p>') }</script></head>\n<body>\n"
    ]
    while sum(map(len, parts)) < size:
        kind, words = dice.below(7), sentence(dice, ENGLISH).replace("&", "&amp;").replace("<", "&lt;")
        if kind == 0:
            level, title = dice.between(1, 5), dice.pick(NAMES)
            parts.append(f"<h{level} id='{name(dice)}'>{title} <em>{dice.pick(NAMES)}</em></h{level}>\n")
        elif kind < 4:
            parts.append(f"<p>{words} <a href='b.html'>{words}</a><br/>{paragraph(dice, ENGLISH)}</p>\n")
        elif kind == 4:
            rows = [
                f"<tr><td rowspan=2>{cell(dice)}</td><td>{cell(dice)}</td></tr>\n<tr><td>{cell(dice)}</td></tr>\n"
                for _ in range(dice.between(1, 15))
            ]
            parts.append("<table border=1>\n<thead><tr><th>a</th><th>b</th></tr></thead>\n" + "".join(rows))
            parts.append("</table>\n")
        elif kind == 5:
            parts.append(f"<pre><code>{source(dice, 'c', 300)}</code></pre>\n")
        else:
            parts.append(f"<ul>\n<li>{words}</li>\n<li><b>{words}</b></li></ul><!-- <p>no</p> -->\n")
            parts.append(f"<div><div>{words}</div></div>")
    return "".join(parts) + "</body></html>\n"


def plain(dice: Dice, size: int) -> str:
    """Text without markup: titles that are underlined, directives, tables, code that nothing announces."""
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        kind, title = dice.below(9), " ".join(dice.pick(NAMES) for _ in range(3)).title()
        if kind < 2:
            parts.append(f"{title}\n{dice.pick('=-~^') * len(title)}\n")
        elif kind < 5:
            parts.append(wrapped(paragraph(dice, ENGLISH), 72) + "\n")
        elif kind == 5:
            code = source(dice, "python", 200).replace("\n", "\n   ")
            parts.append(dice.pick([".. code-block:: python\n\n   ", "For example::\n\n   "]) + code + "\n")
        elif kind == 6:
            parts.append(source(dice, dice.pick(["java", "c", "rust", "python"]), 500))
        elif kind == 7:
            made = [aligned(dice, 9, 3), grid(dice, 6, 3), separated(dice, 12, 4, "\t"), aligned(dice, 5, 2, "-")]
            parts.append(dice.pick(made))
        else:
            parts.append(f"{dice.between(1, 9)}. {title}\n\n")
        parts.append("\n")
    return "".join(parts)
