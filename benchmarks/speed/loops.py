"""The main loops as small snippets of code, on made-up texts: what `instructions.py` counts and `pairs.py` times.

A case is three expressions: one that makes a chunker, one that calls it, and one that reads the spans out of the
result, of which a digest is taken. The expressions use the names of today.

`ready` makes a case callable, or raises `Absent`: the revision lacks a name, or the environment lacks a package.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SIZE = 100_000  # code points of a text, about
LONG = 2_000_000  # code points of a text that is too long for a processor to learn its branches
DOCUMENT = 3000  # code points of each document of a batch
STREAMED = 25  # a stream is the text so many times over: several blocks of `shiplap.chunkers.streaming`
COUNTED = 20_000  # code points of a text whose tokens a tokenizer counts: it takes a hundred times as long
PIECE = 65_536  # code points or bytes of a piece of a stream

#: The name of the code of a snippet in tracebacks.
SNIPPET = "<snippet>"


class Absent(Exception):
    """A case cannot be run here. `package` is the missing package, or None where the revision lacks a name."""

    def __init__(self, reason: str, package: str | None = None) -> None:
        super().__init__(reason)
        self.package = package


@dataclass(frozen=True)
class Case:
    """`make`, `call` and `answer` are expressions. `call` sees the value of the first as `made`, and `text`,
    `pieces` (documents of a batch) and `stream` (pieces of a longer text), all `str` or all UTF-8, as `form`
    says; `answer` sees the value of `call` as `result`."""

    name: str
    text: str
    form: str
    make: str
    call: str
    answer: str
    package: str | None = None


@dataclass(frozen=True)
class Ready:
    """A case that can be run: the call, and what reads the answer out of its result."""

    run: Callable[[], Any]
    read: Callable[[Any], Any]

    def digest(self) -> str:
        """Return the digest of the answer of one more call."""
        return digest(self.read(self.run()))


# ---- cases


def cases(only: str | None = None) -> list[Case]:
    """Return all cases, or those with `only` in their name."""
    found = [*_chunkers(), *_content(), *_batches(), *_views()]
    names = [case.name for case in found]
    if len(set(names)) < len(names):
        raise ValueError("two cases have one name")
    return [case for case in found if only is None or only in case.name]


def _cases(
    name: str,
    texts: str,
    forms: Sequence[str],
    make: str,
    call: str = "made.chunk(text)",
    answer: str = "result.spans",
    package: str | None = None,
) -> Iterator[Case]:
    for text in texts.split():
        for form in forms:
            yield Case(f"{name}, {text}, {form}", text, form, make, call, answer, package)


STR, BOTH = ("str",), ("str", "UTF-8")
TOKENIZER = "unit='tokens', tokenizer='cl100k_base'"
PATHS = {
    "markdown": "'a.md'", "html": "'a.html'", "python": "'a.py'", "javascript": "'a.js'", "cpp": "'a.cpp'",
}  # fmt: skip


def _chunkers() -> Iterator[Case]:
    """Yield the five chunkers and the splitter."""
    both = "prose multi"
    yield from _cases("fixed-900", both, BOTH, "shiplap.FixedChunker(900, 120)")
    for snap in ("word", "line", "sentence", "paragraph"):
        yield from _cases(f"fixed-900 by {snap}", both, BOTH, f"shiplap.FixedChunker(900, 120, snap='{snap}')")
    for rule in ("simple", "capital"):
        made = f"shiplap.FixedChunker(900, 120, snap='sentence', sentence_rule='{rule}')"
        yield from _cases(f"fixed-900 by {rule} sentence", both, STR, made)
    stripped = "shiplap.FixedChunker(900, 120, snap='sentence', strip_whitespace=True, skip_blank=True)"
    yield from _cases("fixed-900 by sentence, stripped", both, STR, stripped)
    yield from _cases("preset fixed-900", both, BOTH, "shiplap.preset('fixed-900')")
    yield from _cases("fixed-900 bytes", both, BOTH, "shiplap.FixedChunker(900, 120, unit='bytes')")
    yield from _cases("fixed-225 estimated tokens", both, STR, "shiplap.FixedChunker(225, 30, unit='tokens')")
    counted = f"shiplap.FixedChunker(225, 30, {TOKENIZER})"
    call = f"made.chunk(text[:{COUNTED}])"
    yield from _cases("fixed-225 cl100k_base tokens", both, STR, counted, call, package="bpe_openai")
    yield from _cases("sentence-3000", "prose multi latin emoji", BOTH, "shiplap.preset('sentence-3000')")
    yield from _cases("recursive-3200", both, BOTH, "shiplap.RecursiveChunker(3200, 400)")
    yield from _cases("paragraph-800", both, BOTH, "shiplap.preset('paragraph-800')")
    yield from _cases("paragraph-800", "law", BOTH, "shiplap.preset('paragraph-800')")
    marked = "made.chunk(text, path='a.md')"
    yield from _cases("paragraph-800", "markdown", STR, "shiplap.preset('paragraph-800')", marked)
    blocks = "shiplap.RecursiveChunker(3200, 400, levels=['block', 'sentence', 'word'])"
    yield from _cases("recursive-3200 by blocks", "prose law", STR, blocks)
    yield from _cases("stable-1000", "prose python multi", BOTH, "shiplap.StableChunker(1000)")
    yield from _cases("stable-1000, overlap", "prose", STR, "shiplap.StableChunker(1000, 200)")
    counted = f"shiplap.RecursiveChunker(800, 100, {TOKENIZER})"
    yield from _cases("recursive-800 cl100k_base tokens", "prose", STR, counted, call, package="bpe_openai")
    read = "(result.spans, result.kinds)"
    for text in ("prose", "multi", "markdown", "plain", "law", "python", "javascript", "cpp", "html", "table"):
        call = f"made.chunk(text, path={PATHS.get(text)})"
        forms = BOTH if text in ("prose", "plain") else STR
        yield from _cases("adaptive", text, forms, "shiplap.AdaptiveChunker()", call, read)
    without = "shiplap.AdaptiveChunker()"
    yield from _cases("adaptive, no path", "markdown python", STR, without, "made.chunk(text)", read)
    yield from _cases("adaptive of 920", "markdown", STR, without, "made.chunk(text[:920], path='a.md')", read)
    call = "made.chunk(text, path='a.md')"
    made = "shiplap.AdaptiveChunker(size_includes_context=True)"
    yield from _cases("adaptive with its context", "markdown", STR, made, call, read)
    counted = "shiplap.AdaptiveChunker(tokenizer='cl100k_base')"
    call = f"made.chunk(text[:{COUNTED}], path='a.md')"
    yield from _cases("adaptive, cl100k_base tokens", "markdown", STR, counted, call, read, "bpe_openai")
    for rule in ("standard", "simple", "capital"):
        yield from _cases(f"sentences, {rule}", both, BOTH, f"shiplap.SentenceSplitter(sentence_rule='{rule}')")
    yield from _cases("sentences, standard", "long", STR, "shiplap.SentenceSplitter()")
    yield from _cases("sentences of English", "prose", BOTH, "shiplap.SentenceSplitter(language='en')")


def _content() -> Iterator[Case]:
    """Regions, outlines and kinds of content."""
    for text in ("prose", "multi", "markdown", "plain", "law", "html", "table"):
        call, read = f"shiplap.regions(text, path={PATHS.get(text)})", "(result.spans, result.kinds)"
        yield from _cases("regions", text, BOTH if text in ("multi", "markdown") else STR, "None", call, read)
    for text in ("python", "javascript", "cpp"):
        call, read = f"shiplap.outline(text, '{text}')", "(result.spans, result.positions, result.ranks)"
        yield from _cases("outline", text, BOTH if text == "python" else STR, "None", call, read)
    call, read = "shiplap.detect_content_type(text)", "(str(result), result.scores)"
    yield from _cases("detect_content_type", "prose multi python table plain", STR, "None", call, read)


def _batches() -> Iterator[Case]:
    """Many small documents, Arrow columns, and streams."""
    both, exact, adaptive = "prose multi", "shiplap.FixedChunker(900, 120)", "shiplap.AdaptiveChunker()"
    for name in ("spans_batch", "split_batch", "chunk_batch"):
        yield from _cases(f"{name} of 3000s", both, BOTH, exact, f"made.{name}(pieces)", "result")
    sentences, call = "shiplap.preset('sentence-3000', chunk_size=1000)", "made.spans_batch(pieces)"
    yield from _cases("spans_batch of 3000s, sentence-1000", both, BOTH, sentences, call, "result")
    yield from _cases("spans_batch of 3000s, adaptive", "markdown", STR, adaptive, call, "result")
    whole = f"shiplap.RecursiveChunker({DOCUMENT}, 0)"
    yield from _cases("spans_batch of 3000s, one chunk each", "prose markdown", STR, whole, call, "result")
    columns = {
        "spans": "columns=['char_start', 'char_end']",
        "texts": "columns=['text']",
        "views of texts": "columns=['text'], zero_copy=True",
        "ids and spans": "columns=['chunk_id', 'chunk_index', 'char_start', 'char_end', 'byte_start', 'byte_end']",
    }
    table = "module('pyarrow').table({'key': list(map(str, range(len(pieces)))), 'page': pieces})"
    read = "[list(module('pyarrow').record_batch(batch).to_pydict().values()) for batch in result]"
    for name, given in columns.items():
        call = f"list(shiplap.arrow.chunk(made[0], made[1], text_column='page', id_column='key', {given}))"
        yield from _cases(f"Arrow of 3000s, {name}", both, STR, f"({table}, {exact})", call, read, "pyarrow")
    column = f"(module('pyarrow').array(pieces), {adaptive})"
    call = "list(shiplap.arrow.chunk(made[0], made[1], columns=['char_start', 'kind', 'headings']))"
    yield from _cases("Arrow of 3000s, adaptive", "markdown", STR, column, call, read, "pyarrow")
    for name in ("fixed-900", "sentence-3000", "paragraph-800"):
        call, read = "[part.spans for part in made.stream_batches(stream)]", "result"
        yield from _cases(f"stream, {name}", "prose", BOTH, f"shiplap.preset('{name}')", call, read)


def _views() -> Iterator[Case]:
    """Cases that make something of spans: texts, offsets of other units, hashes, rows of a store."""
    both, exact = "prose multi", "shiplap.FixedChunker(900, 120)"

    def views(name: str, texts: str, forms: Sequence[str], view: str, read: str = "result") -> Iterator[Case]:
        return _cases(name, texts, forms, exact, f"made.chunk(text, document_id='d'){view}", read)

    yield from views("texts of fixed-900", both, BOTH, ".texts")
    yield from views("byte_spans of fixed-900", both, STR, ".byte_spans")
    yield from views("spans of fixed-900", "multi", ("UTF-8",), ".spans")
    yield from views("utf16_spans of fixed-900", "multi emoji", BOTH, ".utf16_spans")
    yield from views("ids of fixed-900", "prose", STR, ".ids")
    yield from views("content_hashes of fixed-900", both, STR, ".content_hashes")
    yield from views("content_hashes of fixed-900", "multi", ("UTF-8",), ".content_hashes")
    yield from views("line_spans of fixed-900", both, BOTH, ".line_spans")
    yield from views("content_ids of fixed-900", "prose", STR, ".content_ids")
    adopted = "module('shiplap').Chunks.from_spans(text, made)"
    spans = "shiplap.FixedChunker(900, 120).spans(text)"
    yield from _cases("from_spans", both, STR, spans, adopted, "result.spans")
    yield from views("stats of fixed-900", "prose", STR, ".stats()", "(result.chunks, result.cut_ratio)")
    read = "[result.column(name).to_pylist() for name in ('char_start', 'char_end', 'text')]"
    call = "made.chunk(text, document_id='d').to_arrow()"
    yield from _cases("to_arrow of fixed-900", both, STR, exact, call, read, "pyarrow")
    rows = "module('shiplap.store.rows').prepare({})"
    yield from _cases("rows of fixed-900", both, STR, exact, rows.format("made.chunk(text, document_id='d')"),
                      "(result.chunks, result.content_hash)")  # fmt: skip
    adaptive, page = "shiplap.AdaptiveChunker()", "made.chunk(text, document_id='d', path='a.md')"
    yield from _cases("rows of adaptive", "markdown", STR, adaptive, rows.format(page),
                      "(result.chunks, result.content_hash)")  # fmt: skip
    page += ".contextual_texts"
    yield from _cases("contextual_texts of adaptive", "markdown", STR, adaptive, page, "result")
    split = "module('shiplap.chunks').align(text, made.split_text(text))"
    yield from _cases("align of fixed-900", both, STR, exact, split, "result")
    made = "shiplap.AdaptiveChunker(200, 0)"
    page = "made.chunk(text, path='a.py').headings"
    yield from _cases("headings of adaptive", "python", STR, made, page, "result")
    each = "[(chunk.start, chunk.end, chunk.text) for chunk in made.chunk(text)]"
    yield from _cases("each chunk of fixed-900", both, STR, exact, each, "result")


# ---- a case made callable


def material(case: Case, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the names that the snippets of a case use, except for `made` and `result`."""
    text = texts[case.text]
    pieces: list[Any] = [text[at : at + DOCUMENT] for at in range(0, len(text), DOCUMENT)]
    whole: Any = text
    if case.form == "UTF-8":
        whole, pieces = text.encode(), [piece.encode() for piece in pieces]
    found = {"text": whole, "pieces": pieces, "stream": [], "module": importlib.import_module}
    if "stream" in case.call:
        long = STREAMED * whole
        found["stream"] = [long[at : at + PIECE] for at in range(0, len(long), PIECE)]
    return found


def ready(case: Case, texts: Mapping[str, str]) -> Ready:
    """Return the case, run once. Raises Absent where a package or a name is missing, and whatever else goes
    wrong."""
    if case.package is not None and importlib.util.find_spec(case.package) is None:
        raise Absent(f"needs {case.package}", case.package)
    shiplap = importlib.import_module("shiplap")
    scope = {**material(case, texts), "shiplap": shiplap}
    try:
        scope["made"] = _value(case.make, scope)
        run, read = _value(f"lambda: {case.call}", scope), _value(f"lambda result: {case.answer}", scope)
        read(run())
    except Exception as error:
        if not lacks_name(error):
            raise
        raise Absent(f"{type(error).__name__}: {error}") from None
    return Ready(run, read)


def _value(expression: str, scope: dict[str, Any]) -> Any:
    return eval(compile(expression, SNIPPET, "eval"), scope)


def lacks_name(error: Exception) -> bool:
    """Return whether a snippet failed because the revision lacks a name that it uses, not inside the work
    itself."""
    if type(error).__name__ == "OptionError":
        return True
    if isinstance(error, ImportError):
        return (error.name or "").partition(".")[0] == "shiplap"
    if not isinstance(error, AttributeError | TypeError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = None if trace is None else trace.tb_frame.f_code
    return code is not None and (code.co_filename == SNIPPET or code.co_name == "__getattr__")


def digest(answer: Any) -> str:
    """Return a digest of numbers, texts, arrays and of lists and objects with spans made of them."""
    found = hashlib.blake2b(digest_size=16)
    for part in _parts(answer):
        found.update(part)
    return found.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    if value is None or isinstance(value, int | float):
        yield f"{value!r};".encode()
    elif isinstance(value, str | bytes):
        data = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        yield b"%d:" % len(data)
        yield data
    elif isinstance(value, Mapping):
        yield from _parts(sorted(value.items()))
    elif isinstance(value, list | tuple):
        yield b"%d[" % len(value)
        for part in value:
            yield from _parts(part)
    elif hasattr(value, "tolist"):
        yield f"{value.shape}{value.tolist()}".encode()
    elif hasattr(value, "spans"):
        yield from _parts(value.spans)
    else:
        raise ValueError(f"no digest of {type(value).__name__}")


# ---- texts


def texts() -> dict[str, str]:
    """Texts of made-up words, always the same, about SIZE code points each."""
    return {name: make(_Dice(name)) for name, make in _MAKERS.items()}


class _Dice(random.Random):
    """Numbers, words and sentences at random, of a seed."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.words = self.vocabulary("etaoinshrdlu")

    def vocabulary(self, letters: str) -> list[str]:
        return ["".join(self.choices(letters, k=self.randint(1, 10))) for _ in range(500)]

    def word(self) -> str:
        return self.choice(self.words)

    def sentence(self, words: Sequence[str] = (), stop: str = ".", space: str = " ") -> str:
        return space.join(self.choices(words or self.words, k=self.randint(4, 24))).capitalize() + stop

    def paragraph(self) -> str:
        return " ".join(self.sentence(stop=self.choice(".....?!")) for _ in range(self.randint(2, 7)))

    def row(self, cells: int) -> list[str]:
        return [self.word(), *(str(self.randint(0, 9999)) for _ in range(cells - 1))]


def _running(dice: _Dice, words: Sequence[str] = (), stops: str = ".", space: str = " ", size: int = SIZE) -> str:
    """Sentences, with a line break after some and a blank line after others."""
    parts: list[str] = []
    made = 0
    while made < size:
        parts += (dice.sentence(words, dice.choice(stops), space), dice.choice(["\n\n", "\n", *8 * [space]]))
        made += len(parts[-2]) + len(parts[-1])
    return "".join(parts)[:size]


def _prose(dice: _Dice, size: int = SIZE) -> str:
    """ASCII, with abbreviations, initials, decimals, quotations and parentheses among the words."""
    marked = ["Dr.", "e.g.", "J.", "3.14", "(so)", '"Yes."', "it's", "U.S.", "no. 7", "a.b.com"]
    return _running(dice, [*dice.words, *marked, *marked], stops="......?!", size=size)


def _long(dice: _Dice) -> str:
    """Prose of which a processor does not learn each branch, as it does of a text that it reads again and
    again."""
    return _prose(dice, LONG)


def _multi(dice: _Dice) -> str:
    """Cyrillic, Han, Devanagari with its vowel signs, and Thai, which has no spaces: two bytes a code point."""
    han = [chr(dice.randint(0x4E00, 0x9FA5)) for _ in range(500)]
    scripts = [
        (dice.vocabulary("оеаинтсрвлкм"), ".", " ", 40),
        (han, "。", "", 40),
        (dice.vocabulary("कखगतनमरसहािीुेो"), "।", " ", 10),
        (dice.vocabulary("กขคงจดตนมรลวสาิีุเแ"), " ", "", 10),
    ]
    return "\n\n".join(
        _running(dice, words, stops, space, SIZE * share // 100) for words, stops, space, share in scripts
    )


def _latin(dice: _Dice) -> str:
    """Accented letters: one byte a code point in a `str`, and not ASCII."""
    return _running(dice, dice.vocabulary("etaoinshrdluéàçö"))


def _emoji(dice: _Dice) -> str:
    """Words, flags, joined families and skin tones: four bytes a code point."""
    signs = ["🙂", "🇫🇷", "👩‍👩‍👧‍👦", "👍🏽", "e\u0301"]
    return _running(dice, [*dice.vocabulary("etaoinshrdlu")[:100], *(sign for sign in signs for _ in range(4))])


def _joined(blocks: Callable[[], str]) -> str:
    """Blocks until there are SIZE code points."""
    parts: list[str] = []
    size = 0
    while size < SIZE:
        parts.append(blocks())
        size += len(parts[-1])
    return "".join(parts)


def _pipes(rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _table(dice: _Dice) -> str:
    """Markdown tables of 40 rows, a line of prose before each."""

    def block() -> str:
        rows = [["name", "first", "second", "third"], ["---"] * 4, *(dice.row(4) for _ in range(40))]
        return f"{dice.sentence()}\n\n{_pipes(rows)}\n"

    return _joined(block)


def _function(dice: _Dice, indent: str = "") -> str:
    """Return a Python function."""
    names = [dice.word() + "_" for _ in range(4)]
    lines = [
        f"def {names[0]}({names[1]}, {names[2]}=None):",
        f'    """{dice.sentence()}"""',
        f"    # {dice.sentence()}",
    ]
    for _ in range(dice.randint(1, 4)):
        lines += [
            f"    for {names[3]} in range({dice.randint(1, 99)}):",
            f"        if {names[3]} > {names[1]}:",
            f"            {names[2]} = [{names[3]}, '{dice.word()}: [{{']  # {dice.word()}",
            "            continue",
            "",
        ]
    lines.append(f"    return {names[2]}")
    return "".join(f"{indent}{line}\n" if line else "\n" for line in lines)


def _python(dice: _Dice) -> str:
    """Functions, and classes with methods."""

    def block() -> str:
        if dice.random() < 0.5:
            return f"\n\n{_function(dice)}"
        methods = "\n".join(_function(dice, "    ") for _ in range(dice.randint(1, 4)))
        return f"\n\nclass {dice.word().capitalize()}:\n    '''{dice.sentence()}'''\n\n{methods}"

    return f"import {dice.word()}_\n{_joined(block)}"


def _braces(dice: _Dice, head: str, declare: str, tail: str = "") -> str:
    """Return a function of a language with braces."""
    names = [dice.word() + "_" for _ in range(3)]
    lines = [f"// {dice.sentence()}", f"{head} {{"]
    for _ in range(dice.randint(1, 4)):
        lines += [
            f'    {declare} {names[0]} = "{dice.word()} {{ // " + {dice.randint(1, 99)}; /* {dice.word()} */',
            f"    if ({names[1]} > {dice.randint(1, 99)}) {{",
            f"        {names[2]}({names[0]}, '}}');",
            "    } else {",
            f"        return {names[1]};",
            "    }",
            "",
        ]
    return "".join(f"{line}\n" for line in [*lines, "}" + tail, ""])


def _cpp(dice: _Dice) -> str:
    """Functions, templates, and classes with methods in a namespace."""

    def block() -> str:
        name = dice.word() + "_"
        head = f"static int {name}(const std::vector<int> &values, int first)"
        if dice.random() < 0.3:
            return "template <typename T>\n" + _braces(dice, head, "const auto")
        if dice.random() < 0.5:
            methods = "".join(_braces(dice, f"  int {dice.word()}_(int a) const", "auto") for _ in range(3))
            return f"class {name.capitalize()} : public Base {{\npublic:\n{methods}}};\n\n"
        return _braces(dice, head, "const auto")

    return f"#include <vector>\n#define LIMIT 3\n\nnamespace made {{\n\n{_joined(block)}}}  // namespace made\n"


def _javascript(dice: _Dice) -> str:
    """Functions, arrow functions, template literals, regular expressions, and classes."""

    def block() -> str:
        name = dice.word() + "_"
        if dice.random() < 0.3:
            literal = f"const {name} = `${{{dice.word()}_}} {{ ${{a + `}}`}}`.replace(/[}}/]{{2}}/g, '');\n\n"
            return literal + _braces(dice, f"export const {name}f = async (a, b = {{}}) =>", "let", ";")
        if dice.random() < 0.5:
            methods = "".join(_braces(dice, f"  {dice.word()}_(a)", "const") for _ in range(3))
            return f"class {name.capitalize()} extends Base {{\n{methods}}}\n\n"
        return _braces(dice, f"function {name}(a, ...rest)", "const")

    return f"import base from './base.js';\n\n{_joined(block)}"


def _markdown(dice: _Dice) -> str:
    """Headings, paragraphs, lists, quotations, fenced code and tables."""

    def block() -> str:
        kind = dice.random()
        if kind < 0.15:
            return f"{'#' * dice.randint(1, 4)} {dice.sentence(stop='')}\n\n"
        if kind < 0.6:
            return f"{dice.paragraph()} See [{dice.word()}](a.html), `{dice.word()}` and **{dice.word()}**.\n\n"
        if kind < 0.75:
            return "".join(f"- {dice.sentence()}\n" for _ in range(dice.randint(2, 6))) + "\n"
        if kind < 0.8:
            return f"> {dice.sentence()}\n> {dice.sentence()}\n\n"
        if kind < 0.9:
            return f"```python\n{_function(dice)}```\n\n"
        rows = [["name", "size"], ["---"] * 2, *(dice.row(2) for _ in range(dice.randint(3, 20)))]
        return _pipes(rows) + "\n"

    return f"# {dice.sentence(stop='')}\n\n{_joined(block)}"


def _law(dice: _Dice) -> str:
    """Chapters and articles without marks, paragraphs, lettered ones among them."""
    count = 0

    def block() -> str:
        nonlocal count
        count += 1
        chapter = f"CHAPTER {count // 9 + 1}\n\n" if count % 9 == 0 else ""
        items = "".join(f"({chr(97 + k)}) {dice.sentence()}\n\n" for k in range(dice.randint(0, 5)))
        return f"{chapter}Article {count}\n\n{dice.paragraph()}\n\n{items}{dice.paragraph()}\n\n"

    return _joined(block)


def _html(dice: _Dice) -> str:
    """Headings, paragraphs with tags inside, lists, preformatted code and tables."""

    def block() -> str:
        kind = dice.random()
        if kind < 0.15:
            return f'<h2 id="{dice.word()}">{dice.sentence(stop="")}</h2>\n'
        if kind < 0.65:
            tags = f'<a href="a.html">{dice.word()}</a> &amp; <em>{dice.word()}</em>'
            return f"<p>{dice.paragraph()} {tags}.</p>\n"
        if kind < 0.8:
            items = "".join(f"  <li>{dice.sentence()}</li>\n" for _ in range(dice.randint(2, 6)))
            return f"<ul class='{dice.word()}'>\n{items}</ul>\n<!-- {dice.sentence()} -->\n"
        if kind < 0.9:
            return f"<pre><code>{_function(dice)}</code></pre>\n"
        cells = [dice.row(3) for _ in range(dice.randint(3, 20))]
        rows = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>\n" for row in cells)
        return f"<table>\n<tr><th>name</th><th>first</th><th>second</th></tr>\n{rows}</table>\n"

    head = f"<head><title>{dice.word()}</title><style>p {{ margin: 0 }}</style></head>"
    return f"<!DOCTYPE html>\n<html>{head}\n<body>\n{_joined(block)}</body></html>\n"


def _plain(dice: _Dice) -> str:
    """Prose, code, rows of commas and aligned columns without any markup."""

    def block() -> str:
        kind = dice.random()
        if kind < 0.6:
            return f"{dice.paragraph()}\n\n"
        if kind < 0.8:
            return f"{_function(dice)}\n\n"
        cells = [dice.row(4) for _ in range(dice.randint(5, 20))]
        if kind < 0.9:
            return "".join(",".join(row) + "\n" for row in [["name", "a", "b", "c"], *cells]) + "\n"
        return "".join("  ".join(f"{cell:12}" for cell in row).rstrip() + "\n" for row in cells) + "\n"

    return _joined(block)


_MAKERS: dict[str, Callable[[_Dice], str]] = {
    "prose": _prose,
    "long": _long,
    "multi": _multi,
    "latin": _latin,
    "emoji": _emoji,
    "markdown": _markdown,
    "plain": _plain,
    "law": _law,
    "html": _html,
    "table": _table,
    "python": _python,
    "javascript": _javascript,
    "cpp": _cpp,
}
