"""Checks of options: one function for each kind of value, each raising OptionError with option, value and rule."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from shiplap.errors import OptionError, unknown
from shiplap.levels import NAMED_LEVELS
from shiplap.plan import LineBreaks as LineBreaks
from shiplap.plan import Oversize as Oversize
from shiplap.plan import SizeUnit as SizeUnit

if TYPE_CHECKING:
    from contextvars import ContextVar
    from types import ModuleType

#: The levels to which the end of a window may be moved back.
Snap = Literal["paragraph", "line", "sentence", "word"]

#: The sentence rules.
SentenceRule = Literal["standard", "simple", "capital"]

#: The lines that are taken for headings: also those without marks, where a text has them consistently; or only
#: those that are marked by `#` or by an underline.
Headings = Literal["auto", "marked"]

#: The language codes of `sentence_rule="standard"`.
LanguageCode = Literal[
    "am", "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "hi", "hu", "hy", "it", "ja",
    "km", "ko", "my", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "ur", "vi", "zh",
]  # fmt: skip

#: Names of the languages and their codes of three letters.
LANGUAGE_NAMES = {
    name: code
    for code, names in {
        "am": "amharic amh አማርኛ", "ar": "arabic ara العربية", "bg": "bulgarian bul български",
        "ca": "catalan cat català valencian", "cs": "czech ces cze čeština", "da": "danish dan dansk",
        "de": "german deu ger deutsch",
        "el": "greek ell gre ελληνικά", "en": "english eng", "es": "spanish spa español castilian",
        "fa": "persian fas per farsi فارسی", "fi": "finnish fin suomi",
        "fr": "french fra fre français", "hi": "hindi hin हिन्दी",
        "hu": "hungarian hun magyar", "no": "norwegian nor norsk nob bokmål nno nynorsk",
        "ro": "romanian ron rum română",
        "hy": "armenian hye arm հայերեն", "it": "italian ita italiano", "ja": "japanese jpn 日本語",
        "km": "khmer khm ខ្មែរ", "ko": "korean kor 한국어", "my": "burmese mya bur မြန်မာ",
        "nl": "dutch nld dut nederlands", "pl": "polish pol polski", "pt": "portuguese por português",
        "ru": "russian rus русский", "sv": "swedish swe svenska", "tr": "turkish tur türkçe",
        "uk": "ukrainian ukr українська", "ur": "urdu urd اردو", "vi": "vietnamese vie việt",
        "zh": "chinese zho chi 中文 mandarin cmn",
    }.items()
    for name in names.split()
}  # fmt: skip

#: The result for text that is empty or white space only: no chunks, or EmptyTextError.
OnEmpty = Literal["empty", "raise"]

#: The handling of invalid text, see `shiplap.source`.
ErrorHandler = Literal["strict", "replace", "surrogatepass"]

#: The parser of definitions in code: the core, or tree-sitter (extra `code`).
Parser = Literal["lexical", "tree-sitter"]

#: The checked option `boundaries`: offsets in code points, ascending, or a function that finds them.
Boundaries = tuple[int, ...] | Callable[[str], Any]

#: One checked item of the option `levels`: a name, ("separator", literal), offsets, or a function that finds them.
Level = str | tuple[str, str] | Boundaries

#: The maximum number of levels in an option.
MAX_LEVELS = 15

#: The maximum length of a separator, in code points: a level reads no further from a position.
MAX_SEPARATOR = 256

#: The maximum size: sums of two sizes must stay within 64 bits.
MAX_SIZE = 2**60


def count(option: str, value: Any, least: int = 1) -> int:
    """Check a whole number of at least `least`."""
    rule = f"must be a whole number of at least {least}"
    if isinstance(value, bool):
        raise OptionError(option, value, rule)
    try:
        number = operator.index(value)
    except TypeError:
        raise OptionError(option, value, rule) from None
    if number < least:
        raise OptionError(option, value, rule)
    if number > MAX_SIZE:
        raise OptionError(option, value, f"must be at most {MAX_SIZE}")
    return number


def counts(option: str, value: Any) -> list[int]:
    """Check whole numbers of at least 1."""
    return [count(option, one) for one in several(option, value, "must be whole numbers of at least 1")]


def several(option: str, value: Any, rule: str) -> list[Any]:
    """Return the members of an iterable."""
    try:
        return list(value)
    except TypeError:
        raise OptionError(option, value, rule) from None


def seconds(option: str, value: Any, *, allows_zero: bool = False) -> float:
    """Check a duration in seconds."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value < float("inf") or not (value or allows_zero):
        rule = "must be a number of seconds" + (", at least 0" if allows_zero else " above 0")
        raise OptionError(option, value, rule)
    return float(value)


def share(option: str, value: Any, *, below_one: bool = False) -> float:
    """Check a share in [0, 1], or in [0, 1) with `below_one`."""
    rule = f"must be a fraction in [0, 1{')' if below_one else ']'}"
    try:
        number = float("nan" if isinstance(value, (bool, str, bytes)) else value)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(option, value, rule) from None
    if not 0 <= number <= 1 or (below_one and number == 1):
        raise OptionError(option, value, rule)
    return number


def share_of(size: int, share: float) -> int:
    """Return a checked share of a size, rounded down. The share is read as its decimal literal.

    >>> share_of(100, 0.29), int(100 * 0.29)
    (29, 28)
    """
    numerator, denominator = _ratio(share)
    return size * numerator // denominator


def share_of_at_least(size: int, share: float) -> int:
    """As `share_of`, rounded up."""
    numerator, denominator = _ratio(share)
    return -(-size * numerator // denominator)


def _ratio(share: float) -> tuple[int, int]:
    """Return the numerator and the denominator of a decimal literal: `fractions` takes 2 ms to import.

    >>> _ratio(0.25), _ratio(1e-07), _ratio(1.0)
    ((25, 100), (1, 10000000), (10, 10))
    """
    digits, _, exponent = repr(share).partition("e")
    whole, _, decimals = digits.partition(".")
    return int(whole + decimals), 10 ** (len(decimals) - int(exponent or 0))


def size(option: str, value: Any, usual: int, overlap: Any = None, reserved: int = 0) -> int:
    """Check a chunk size. None is the usual size, or five times the overlap and the reserve if they leave no room
    in it."""
    if value is None:
        taken = reserved + (0 if overlap is None or is_share(overlap) else count("chunk_overlap", overlap, 0))
        return usual if taken < usual else min(5 * taken, MAX_SIZE)
    number = count(option, value)
    if reserved >= number:
        raise OptionError("reserve", reserved, f"must be less than {option} ({number})")
    return number


def overlap(option: str, value: Any, size: int, reserved: int = 0) -> int:
    """Check an overlap: None (a fifth of the size less the reserve), a count below that size, or a share of the
    size, rounded down."""
    room = size - reserved
    if value is None:
        return room // 5
    number = (
        share_of(size, share(option, value, below_one=True)) if is_share(value) else count(option, value, 0)
    )
    if number >= room:
        less = f"chunk_size ({size})" if not reserved else f"chunk_size minus reserve ({room})"
        raise OptionError(option, value, f"must be less than {less}")
    return number


def context(option: str, value: Any, sizes: Mapping[str, int]) -> int | float:
    """Check the limit of contexts: a count, or a share of the size. `sizes`: those that include the context, by
    kind of content."""
    if is_share(value):
        return share(option, value, below_one=True)
    number = count(option, value, 0)
    for kind, size in sizes.items():
        if number >= size:
            rule = f"must be less than the size of {kind} ({size}), which includes the context"
            raise OptionError(option, value, rule)
    return number


def row_at(what: str, key: Any, rows: range) -> int:
    """Return the row at an index of a sequence of chunks, regions or others. Raises IndexError or TypeError."""
    try:
        found: int = rows[key]
        return found
    except IndexError:
        raise IndexError(f"{what} index out of range: {key}, of {len(rows)} {what}s") from None
    except TypeError:
        raise TypeError(f"{what} index must be a whole number or a slice, not {type(key).__name__}") from None


def one_row(what: str, key: Any, rows: range) -> int:
    """Return the row at an index of a sequence, which is not a slice. Raises IndexError or TypeError."""
    found = row_at(what, key, rows)
    if isinstance(key, slice):
        raise TypeError(f"{what} index must be a whole number, not slice")
    return found


def is_share(value: Any) -> bool:
    """Return whether a number is a share, not a count."""
    return isinstance(value, float) or (hasattr(value, "dtype") and not hasattr(value, "__index__"))


def hexadecimal(option: str, value: Any) -> str:
    """Check bytes, or their hexadecimal digits, and return the digits."""
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    try:
        return bytes.fromhex(value).hex()
    except (TypeError, ValueError):
        raise OptionError(option, value, "must be bytes, or an even number of hexadecimal digits") from None


def flag(option: str, value: Any) -> bool:
    """Check True or False."""
    if not isinstance(value, bool):
        raise OptionError(option, value, "must be True or False")
    return value


def if_set(option: str, value: Any) -> dict[str, bool]:
    """Check True or False. Return a configuration that has the option only if it is True: without it, the
    fingerprint is that of versions before the option."""
    return {option: True} if flag(option, value) else {}


def boundaries(value: Any) -> Boundaries | None:
    """Check boundaries: None, a function of the text, its name as "module:qualname", or offsets in any order."""
    if value is None or callable(value):
        return value  # type: ignore[no-any-return]
    return imported(value, "boundaries") if isinstance(value, str) else offsets(value)


def levels(option: str, value: Any) -> tuple[Level, ...]:
    """Check levels, the coarsest first: names, literal separators, offsets, or functions that find them."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise OptionError(option, value, 'must be a list of levels, such as ("paragraph", "sentence", "word")')
    found = tuple(one_level(option, one) for one in value)
    if not 0 < len(found) <= MAX_LEVELS:
        raise OptionError(option, value, f"must have 1 to {MAX_LEVELS} levels")
    return found


def one_level(option: str, value: Any) -> Level:
    """Check one level. A pair gives the type of a str: ("separator", "word"), ("function", "module:qualname")."""
    if isinstance(value, str):
        if value in NAMED_LEVELS:
            return value
        # a separator may be any text, but "paragraf" is surely a mistyped level
        if value.isascii() and value.isalpha() and len(value) > 3 and _is_near(value):
            raise unknown(option, value, NAMED_LEVELS)
        value = ("separator", value)
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(isinstance(part, str) for part in value):
        kind, text = value
        if kind == "separator":
            return ("separator", separator(option, text))
        if kind == "function":
            return imported(text, option)
    return value if callable(value) else offsets(value, option)


def _is_near(name: str) -> bool:
    import difflib

    return bool(difflib.get_close_matches(name.lower(), (*NAMED_LEVELS, "char", "character"), 1, 0.75))


def separator(option: str, value: str) -> str:
    """Check a literal separator."""
    if not 0 < len(value) <= MAX_SEPARATOR:
        raise OptionError(option, value, f"a separator must have 1 to {MAX_SEPARATOR} characters")
    return value


def plain_level(level: Level) -> str | list[Any]:
    """Return a level in the form of a configuration: input of `levels` that consists of str, int and lists
    only."""
    if callable(level):
        return ["function", name_of(level, "levels")]
    if isinstance(level, str):
        return level
    if level[:1] == ("separator",):
        try:
            if one_level("levels", level[1]) == level:
                return str(level[1])
        except OptionError:
            pass
    return list(level)


def offsets(value: Any, option: str = "boundaries") -> tuple[int, ...]:
    """Check offsets in code points, from an array or any iterable. Returns them distinct and ascending."""
    rule = "must be whole numbers of at least 0: offsets in code points; or a function that finds them in a text"
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        numbers = list(value.tolist() if hasattr(value, "tolist") else value)
    except TypeError:
        raise OptionError(option, value, rule) from None
    found = set()
    for number in numbers:
        try:
            found.add(operator.index(number))
        except TypeError:
            raise OptionError(option, number, rule) from None
        if isinstance(number, bool) or number < 0:
            raise OptionError(option, number, rule)
    return tuple(sorted(found))


def within(found: tuple[int, ...], length: int, option: str = "boundaries") -> tuple[int, ...]:
    """Check that all offsets are within a text of `length` code points."""
    if found and found[-1] > length:
        raise OptionError(option, found[-1], f"must be at most {length}, the code points of the text")
    return found


@cache
def import_folder() -> ContextVar[str | None]:
    """Return the variable of the folder that `imported` searches before installed packages, for a command line. In
    the library it is None: `imported` searches `sys.path`."""
    from contextvars import ContextVar

    return ContextVar("import_folder", default=None)


def imported(name: str, option: str) -> Callable[[str], Any]:
    """Import a function by its name "module:qualname". Raises OptionError, with the error of a module that fails
    while it is imported, and its place."""
    module, _, path = name.partition(":")
    rule = 'must name an importable function, as "module:qualname"'
    if not path or not all(module.split(".")):
        raise OptionError(option, name, rule)
    found: Any = _module(module, option, name, rule)
    for at, part in enumerate(path.split(".")):
        if not hasattr(found, part):
            where = ".".join((module, *path.split(".")[:at]))
            raise OptionError(option, name, f"{rule}; {where} has no {part!r}{_near_hint(part, dir(found))}")
        found = getattr(found, part)
    if not callable(found):
        raise OptionError(option, name, f"{rule}; it is a value of type {type(found).__name__}")
    return found  # type: ignore[no-any-return]


def _module(module: str, option: str, name: str, rule: str) -> ModuleType:
    """Import a module for `imported`."""
    import importlib
    import sys

    folder = import_folder().get()
    if folder is not None:
        sys.path.insert(_after_the_standard_library(sys.path), folder)
        importlib.invalidate_caches()
    try:
        return importlib.import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            raise OptionError(option, name, f"{rule}; no module is named {error.name!r}") from None
        raise OptionError(option, name, f"its module cannot be imported: {_described(error)}") from error
    finally:
        if folder is not None and folder in sys.path:
            sys.path.remove(folder)
            sys.path.append(folder)  # for imports inside the function; it hides no installed module there


def _after_the_standard_library(path: list[str]) -> int:
    """Return the place in a search path behind the standard library: a folder there hides none of its modules."""
    import os

    library = os.path.dirname(os.__file__)
    own = (library, os.path.join(library, "lib-dynload"))
    return max((place + 1 for place, folder in enumerate(path) if folder in own), default=0)


def _described(error: BaseException) -> str:
    """Return an error of an import in one line, with the file and the line of the first statement outside the
    import machinery."""
    import importlib
    import os
    import traceback

    own = (__file__, importlib.__file__)
    places = [
        (frame.filename, frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen") and frame.filename not in own
    ]
    if isinstance(error, SyntaxError) and error.filename:
        places = [(error.filename, error.lineno)]
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if not places:
        return what
    file, line = places[0]
    folder = import_folder().get()
    if folder is not None and file.startswith(os.path.join(folder, "")):
        file = os.path.relpath(file, folder)
    return f"{file}, line {line}: {what}"


def _near_hint(name: str, known: Iterable[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f" (did you mean {near[0]!r}?)" if near else ""


def name_of(function: Callable[..., Any], option: str) -> str:
    """Return the name to import a function by: "module:qualname"."""
    name = f"{getattr(function, '__module__', None)}:{getattr(function, '__qualname__', None)}"
    try:
        if imported(name, option) is function:
            return name
    except OptionError:
        pass
    rule = "has no importable name, so this chunker cuts but has no config and does not pickle"
    raise OptionError(option, function, rule)


def sentences(rule: Any, language: Any, abbreviations: Any, line_breaks: Any = "paragraph") -> dict[str, Any]:
    """Check the sentence options: the rule, and what is given of those of the standard rule: the language, the
    abbreviations, the line breaks."""
    found: dict[str, Any] = {"sentence_rule": choice("sentence_rule", rule, SentenceRule)}
    if language is not None:
        found["language"] = language_code(language)
    must = "must be words, as a list of str"
    if isinstance(abbreviations, (str, bytes)) or not isinstance(abbreviations, Iterable):
        raise OptionError("abbreviations", abbreviations, must)
    given = tuple(abbreviations)
    for word in given:
        if not isinstance(word, str) or not word.removesuffix("."):
            raise OptionError("abbreviations", word, must)
    if given:
        found["abbreviations"] = tuple(sorted({word.removesuffix(".") for word in given}))
    if choice("line_breaks", line_breaks, LineBreaks) != "paragraph":
        found["line_breaks"] = line_breaks
    return found


def standard_rule(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the standard sentence rule that a configuration has, in the order of `sentences`, with
    the defaults of those that it lacks: fields of a `Plan`, and the arguments of `Splitter` after the level."""
    return {
        "language": config.get("language"),
        "abbreviations": config.get("abbreviations", ()),
        "line_breaks": config.get("line_breaks", "paragraph"),
    }


def language_code(value: Any) -> str:
    """Check a language: a code of LanguageCode, or a tag of BCP 47 that begins with one ("en-US", "zh_Hant_TW").
    Returns the code.

    >>> language_code("zh-Hant-TW")
    'zh'
    """
    known = get_args(LanguageCode)
    if not isinstance(value, str):
        raise unknown("language", value, known)
    primary, *rest = value.replace("_", "-").lower().split("-")
    primary = {"nb": "no", "nn": "no"}.get(primary, primary)  # the two forms of Norwegian
    if primary in known and all(part.isalnum() and part.isascii() and len(part) <= 8 for part in rest):
        return primary
    code = LANGUAGE_NAMES.get(value.strip().lower())
    if code is not None:
        raise OptionError("language", value, f"must be a code such as 'de' or 'en-US' (did you mean {code!r}?)")
    raise OptionError("language", value, f"must be one of {', '.join(map(repr, known))}, or a tag such as 'en-US'")


def choice(option: str, value: Any, known: Any) -> str:
    """Check a name against the known ones, in an iterable or a `Literal`."""
    names = list(get_args(known) or known)
    if not isinstance(value, str) or value not in names:
        raise unknown(option, value, names)
    return value


def ascending(option: str, spans: Any, length: int) -> tuple[list[int], list[int]]:
    """Check spans in a text of `length` code points: not empty, ascending. Returns their starts and ends."""
    starts: list[int] = []
    ends: list[int] = []
    for row, pair in enumerate(spans.tolist() if hasattr(spans, "tolist") else spans):
        try:
            start, end = map(operator.index, pair)
        except (TypeError, ValueError):
            raise OptionError(option, pair, f"must be (start, end), two whole numbers (row {row})") from None
        if not 0 <= start < end <= length:
            raise OptionError(option, pair, f"must be a non-empty part of the {length} code points (row {row})")
        if starts and (start <= starts[-1] or end <= ends[-1]):
            raise OptionError(option, pair, f"must begin and end after the previous span (row {row})")
        starts.append(start)
        ends.append(end)
    return starts, ends
