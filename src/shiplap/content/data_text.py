"""The formats of structured data and of records, recognised by the beginning of a text.

A text is prose unless all that is read of it says otherwise: each rule looks at every line, or every token, of
the first code points, and the first one that does not fit ends it. Most texts end at `MAY_BE_DATA`, which reads
one line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from shiplap._core.record_starts import (
    FIELD,
    MESSAGE_SAMPLE,
    all_lines,
    first_shown,
    has_fields,
    record_kind,
    shows_records,
    test_kind,
)
from shiplap._core.text import Text
from shiplap._data.data_formats import COMMENT_MARKS, FAMILIAR_KINDS, RECORD_KINDS
from shiplap.patterns import lazily

#: Code points that are read: of any text, of one that may be JSON, and of one that may have another format.
FIRST_READ, JSON_READ, LINES_READ = 128, 1024, 8192

#: Code points that are read at the end of a text whose first tag may be that of XML.
LAST_READ = 256

#: The least number of records or keys, and of tokens of JSON, that say what a text is.
LEAST, LEAST_TOKENS = 3, 5

#: The levels that a line of a log may begin with.
LEVELS = "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL"

#: What the output of tests may begin with, besides what is known from other rules.
TESTS = (
    r"(?:Running|Finished|FAIL|PASS|RUN|Failed|Determining projects|A total of|Test (?:project|run)|test) "
    r"|running \d|failures:\n|[.EFsux]+\n|(?:ok|\?)  |● |Start +1: |Randomness |~~~~"
)
#: What a text of data may begin with: without a colon or an equals sign, and with one.
WITHOUT_COLON = (
    r"[{\[<#;>@]|LOCUS  |ID   |TY  - |PMID- |-----BEGIN |WARC/1|Windows Registry Editor |Thread \d|0 HEAD"
    r"|Bag Attributes|%+ |==\d+==|=[A-Z]+ REPORT====|(?:TASK|PLAY) \[|Starting Nmap |Nmap scan |MSH\||UNH\+"
    r"|Event\[\d|Started [A-Z]+ \"|/\S+mysqld, |\d+ (?:verbose|silly|info|http) "
    r"|(?:Compiling|Checking|Updating|error|warning)\b|In file included from "
    r"|(?:g?cc|[gc]\+\+|clang|make)[ :\[]|//|/\*"
    rf"|%YAML |---|===|\*\*\* |diff |From |commit |msgid |msgctxt |\d{{10}}|(?:{LEVELS})\b"
    r"|(?:INIT_)?START R|TAP version |1\.\.\d|(?:not )?ok 1\b|npm (?:WARN|ERR!|warn|error|notice) |[A-Z]+\d+ "
    rf"|\S+\n +\d|[\w.-]+[-_.]\d+ +\| |::group::|{TESTS}"
)
WITH_COLON = (
    r"BEGIN:V|Log Name: |Index: |- \S+:|(?:export )?[\w.\"'/-]+[ \t]*[=:]|[^\n]{0,63}\d\d:\d\d"
    r"|[^\s:]+:(?: In |\d+:)|[^\s:(]+\(\d+,\d+\): "
)
MAY_BE_DATA, MAY_BE_MARKED = lazily(f"{WITHOUT_COLON}|{WITH_COLON}"), lazily(WITHOUT_COLON)

#: The comments that a text begins with, and what may follow them in a text of data.
COMMENTS = lazily(r"(?:[#;][^\n]*\n|[ \t\r]*\n)+")
MAY_FOLLOW = lazily(rf"- |{MAY_BE_DATA.pattern}|\Z")

JSON_TOKEN = lazily(
    r'[ \t\r\n]*(?:("(?:[^"\\\n]|\\.)*")|([{}\[\],:])|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))'
)
#: The same with the freedoms of JSON5: comments, single quotes, names as keys (the last group), more numbers.
#: Comments and white space can be divided into these parts in one way alone: otherwise a match that fails would
#: try exponentially many.
REMARKS = r"(?:[ \t\r\n]|//[^\n]*\n|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*"
JSON5_BEGIN = lazily(REMARKS + r"[{\[]")
JSON5_TOKEN = lazily(
    REMARKS + r"(?:(\"(?:[^\"\\\n]|\\[\s\S])*\"|'(?:[^'\\\n]|\\[\s\S])*')|([{}\[\],:])"
    r"|([+-]?(?:0[xX][\da-fA-F]+|\.?\d[\d.eE+-]*|Infinity|NaN)|true|false|null)(?![\w.])|([A-Za-z_$][\w$]*)(?=\s*:))"
)
JSON5_PART = lazily(REMARKS + r"(?:\"(?:[^\"\\]|\\.)*\\?|'(?:[^'\\]|\\.)*\\?|/(?:[/*][\s\S]*)?|[\w$.+-]*)\Z")
JSON_PART = lazily(r'[ \t\r\n]*(?:"(?:[^"\\\n]|\\.)*\\?|-?[\d.eE+-]*|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)\Z')

#: Ends of lists and objects after a comma, with what may follow the comma and the bracket that is open.
ENDS = (("}", "k", "{"), ("]", "v", "["))

MARKUP = lazily(r"\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?!\s+html)[^<>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL)
TAG = lazily(r"\s*<([A-Za-z_][\w.:-]*)(?=[\s/>])")
PAGE = lazily(r"\s*<(?:!DOCTYPE\s+html|html|head|body)(?=[\s>])", re.IGNORECASE)
#: Elements of HTML that a document in Markdown or HTML may begin with.
HTML_ELEMENTS = frozenset((
    "a", "abbr", "address", "article", "aside", "audio", "b", "blockquote", "body", "br", "button", "center",
    "code", "dd", "details", "div", "dl", "dt", "em", "fieldset", "figure", "font", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input", "kbd", "li",
    "link", "main", "mark", "meta", "nav", "noscript", "ol", "p", "picture", "pre", "s", "script", "section",
    "small", "span", "strong", "style", "sub", "summary", "sup", "table", "tbody", "td", "template", "th",
    "thead", "title", "tr", "tt", "u", "ul", "var", "video",
))  # fmt: skip

DIFF = lazily(
    r"(?:diff --(?:git|cc|combined) |Index: [^\n]+\r?\n=====|--- [^\n]+\n\+\+\+ [^\n]+\n@@ -"
    r"|\*\*\* [^\n]+\n--- [^\n]+\n\*{15}"
    r"|commit [0-9a-f]{40}\b[^\n]*\n(?:Merge: [^\n]*\n)?Author: "
    r"|(?:From [0-9a-f]{40} |commit [0-9a-f]{40}\b)(?=.*?^(?:diff --git |@@ -\d)))",
    re.DOTALL | re.MULTILINE,
)
ENTRY = lazily(
    r"(?:#[^\n]*\n|[ \t\r]*\n)*(?:msgctxt \"[^\n]*\n)?msgid \"[^\n]*\n(?:\"[^\n]*\n|msgid_plural [^\n]*\n)*msgstr"
)

TIME, CLOCK = lazily(r"\d\d:\d\d:\d\d"), lazily(r"\d\d:\d\d")
DATE = lazily(
    r"\d{4}[-/.]\d\d[-/.]\d\d|\d\d[/.-](?:\d\d|[A-Z][a-z]{2})[/.-]\d{2,4}|[A-Z][a-z]{2} [ \d]?\d (?:\d{4} )?\d\d:"
    r"|(?:19|20)\d{6}\b|^[IWEFD]\d{4} |^\d\d-\d\d \d\d:"
)
#: What begins a line of a log that has no date: a time of day, seconds since the start or since 1970, a level, the
#: name of a format of events.
STARTS = lazily(
    rf"\[?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:\]|\s(?!-->))|\[ *\d+\.\d{{3,}}s?\]|\d{{10}}(?:\d{{3}}|\.\d+)? "
    rf"|(?:{LEVELS})(?:[: \]\[|]| - )|npm (?:WARN|ERR!|warn|error|notice)(?: |\Z)"
    r"|(?=[^\s:]*[./])[^\s:]+:\d+:"
    rf"|\d+ (?:verbose|silly|http|info|timing|notice|warn|error) "
    rf"|\[(?i:{LEVELS}) *\]|(?:trce|dbug|info|warn|fail|crit): |(?:CEF|LEEF):\d"
)
#: A line that may begin a record.
MARGIN = lazily(r"^[^ \t\r\n#]", re.MULTILINE)
#: A line that is a date and a time alone.
STAMP_ALONE = lazily(
    r"(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,+:Z-]*"
    r"|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [A-Z]+)? \d{4})"
    r"\s*\Z"
)
#: The code points of a line that may have the time, and the lines of a log of which one has it.
STAMP, STAMPED = 64, 5
CONTINUES = lazily(
    r"Traceback |During handling of |The above exception |Caused by|Suppressed: |\.\.\. |at "
    r"|thread '[^']*' panicked |note: |stack backtrace:|Stack trace:|/\S+:\d+:in "
    r"|panic: |goroutine \d|exit status |created by |\[stacktrace\]|\"\}\Z|Processing by |Completed \d"
    r"|Redirected to |Filter chain |Sent |[\w./*()-]+\([^ ]*\)\Z"
    r"|[\w.$]+(?:Error|Exception|Warning|Exit|Interrupt)\b"
    r"|[\w$]+(?:\.[\w$]+)+(?::(?!\d)|\Z)"
)
#: What a line of a log begins with that has no time: a level in brackets or before a colon, a number.
LABEL = lazily(r"\{\"|\[[^\]\n]{1,30}\]|<\d+>|\d+ [a-z]+(?= )|[A-Z]+(?: ?[:|\[]| - )|[a-z]{4}: |\d{5,}")
#: What colours a text in a terminal.
COLOURS = lazily(r"\x1b\[[\d;]*[A-Za-z]")
#: The beginning of a log by whose first lines alone a record is known (`data_formats.RECORD_KINDS`).
HEADED = lazily(
    r"(?:/\S+mysqld, Version: [^\n]*\n|Tcp port: [^\n]*\n|Time +Id +Command[^\n]*\n)*# (?:Time: \d|User@Host: )"
    r"|=== RUN +\w|={5,} test session starts ={5,}|Started [A-Z]+ \"/[^\n]* for "
    r"|(?:INIT_START |START RequestId: )\S|BEGIN:V(?:CARD|CALENDAR)\r?\n"
    r"|(?:TAP version \d+[ \t\r]*\n|1\.\.\d+[ \t\r]*\n|(?:not )?ok 1\b[^\n]*\n)(?=[ #]|(?:not )?ok\b|1\.\.)"
    r"|\S+\r?\n +\d+:\d+ +(?:error|warning|info|✖|⚠) "
    r"|Log Name: +\S[^\n]*\nSource: |Event\[\d+\]:?[ \t\r]*\n[ \t]+Log Name: "
)
#: What the output of tests may begin with.
TEST_RUN = lazily(
    rf"{TESTS}|(?:Compiling|Checking|warning:|error|running) |={{70}}|\[[=-]{{10}}\] |\[ RUN  "
    r"|--- (?:FAIL|PASS|SKIP): "
    r"|---- \S+ (?:- .+ )?stdout ----|-{79}|\[xUnit\.net |> \S+@\S+ test\b"
)
#: Lines before the first record of a kind of RECORD_KINDS.
PREAMBLES = (
    "Windows Registry Editor ",
    "REGEDIT4",
    "format-version:",
    "version: 1",
    "TN:",
    "Bag Attributes",
    "0 HEAD",
    "Starting Nmap ",
)
#: What the first visible line of such a text begins with that is no comment, or a comment above it; and the first
#: three characters, or the one.
FIRST_MARKS = (
    *PREAMBLES,
    *(
        mark
        for kind in RECORD_KINDS
        if kind not in FAMILIAR_KINDS
        for mark in (*kind.heads, *kind.above, *kind.more)
    ),
)
FIRST_CHARACTERS = frozenset(mark[:3] for mark in FIRST_MARKS)
#: What the first record of a kind has whose heads are short words or signs.
SHOWN = {
    ">": lazily(r">\S[^\n]*\n[A-Za-z*.-]{10,}\r?(?:\n|\Z)"),
    "@": lazily(r"@\S[^\n]*\n[A-Za-z.*-]+\r?\n\+"),
    "From ": lazily(r"From \S+ [^\n]*\d\d:\d\d[^\n]*\n[\w-]+:"),
    "Thread ": lazily(r"Thread \d+ \("),
}
#: A line of the output of several services, of which each has its name before a pipe.
SERVICE = lazily(r"[\w.-]+[-_.]\d+ +\| |==\d+==")
#: What lines of records without a time begin with, where no list and no heading does.
MARKED_LINE = lazily(r"[0-9a-f]{7,40} \S|\d+(?:[^\s\w.)]|[ \t]+[\d*])|--?[A-Za-z]|[$%&@/]\w|\*\w+\s*(?:\n|\Z)")
HASH = lazily(r"\A[0-9a-f]{7,40} ")
SHAPE = lazily(r"\d+|[^\W\d_]+|[ \t]+|.")
#: The least number of lines, and the runs of a shape of one.
LEAST_LINES, RUNS = 5, 4
#: A message of a compiler (clause R6 of `shiplap.reference.data.record_starts`).
MESSAGE = lazily(
    r"^(?:[^\s:][^:\n]{0,120}(?::(?:\d+:){1,2}|\(\d+,\d+\):) (?:fatal )?(?:error|warning)[: ]"
    r"|[^\s:][^\n]*\n[ \t]+--> [^\s:]+:\d)",
    re.MULTILINE,
)
#: What the output of a compiler may begin with.
COMPILES = lazily(
    r"(?:Compiling|Checking|Updating) |(?:error|warning)(?:\[\w+\])?: |[^\s:]+: In |In file included from "
    r"|[A-Z]+\d+ "
    r"|(?:g?cc|[gc]\+\+|clang|make)[ :\[]|[^\s:]+:\d+:|[^\s:(]+\(\d+,\d+\): "
)
#: The beginning of a line of syslog.
PRIORITY = lazily(r"<\d{1,3}>\S")
PAIRS = lazily(r"(?:[A-Za-z_][\w.-]*=(?:\"(?:[^\"\\]|\\.)*\"|[^\s\"]*)(?:[ \t]+|\Z)){3,}\Z")

#: The beginning of a setting of a file of properties, with the dot in its key, if the key has one.
PROPERTY = lazily(r"[\w-]+(?:([.])[\w.\[\]-]*)?[ \t]*=")
SECTION = lazily(r"\[\[?[\w][^\[\]\n]*\]?\]\s*(?:[#;].*)?\Z")
SETTING = lazily(r"[\w.\"'@/-][^=\[\](){};<>]{0,99}=[ \t]*(.*)")
TOML_VALUE = lazily(r"[\"'\[{]|[+-]?\d|(?:true|false|[+-]?(?:inf|nan))\b")
VARIABLE = lazily(r"(?:export )?[A-Z][A-Z0-9_]*=")

#: The directive that a document of YAML may begin with.
YAML_HEAD = lazily(r"%YAML \d[^\n]*\n(?:[%#][^\n]*\n)*---(?=\s)")
YAML_KEY = lazily(r"(?:- +)*(?:[\w./$@*<-][\w./$@*<-]*|\"[^\"]*\"|'[^']*'):(?= |$)(.*)")


#: A line that no text of YAML has: it is not indented, and is neither a key, an element, a comment nor a mark.
NOT_YAML = lazily(
    r"^(?!\s|#|---|\.\.\.|%|\? |: |- |-\s*$|(?:[\w./$@*<-]+|\"[^\"]*\"|'[^']*'):(?:[ \r]|$))\S", re.MULTILINE
)


def data_format(text: Text) -> str | None:
    """Return the format of a text of data or of records, "html" for a page of HTML, or None.

    >>> [data_format(Text(each)) for each in ('{"a": [1, 2]}', "<well><b/></well>", "# Rain", "[1] It rains.")]
    ['json', 'xml', None, None]
    >>> [data_format(Text(each)) for each in ("<!doctype html>\\n<p>Rain", "<!-- a --><HTML>", "<h1>Rain</h1>")]
    ['html', 'html', None]
    """
    size = len(text)
    first, is_whole = text.beginning(0, size, FIRST_READ)
    coloured = "\x1b[" in first
    if coloured:
        first = COLOURS.sub("", first)
    first = first.lstrip("\ufeff \t\r\n") or (first if is_whole else "#")
    beginnings = MAY_BE_DATA if ":" in first or "=" in first else MAY_BE_MARKED  # the shorter one takes a third
    if not beginnings.match(first):
        return None
    if first[0] in "{[":
        read = text.beginning(0, size, JSON_READ)[0]
        if is_json(read) or is_json(read, JSON5_TOKEN, JSON5_PART):
            return "json"
        if first[0] == "{":
            read, is_whole = text.beginning(0, size, LINES_READ)
            return "log" if is_mixed(Lines(read if is_whole else read[: read.rfind("\n") + 1])) else None
    if first[0] == "/" and first[1] in "/*":
        read = text.beginning(0, size, JSON_READ)[0].lstrip("\ufeff")
        return "json" if JSON5_BEGIN.match(read) and is_json(read, JSON5_TOKEN, JSON5_PART) else None
    read, is_whole = text.beginning(0, size, LINES_READ)
    read = read.lstrip("\ufeff")
    if coloured:
        read = COLOURS.sub("", read)
    if TEST_RUN.match(first):
        beginning = text.beginning(0, size, MESSAGE_SAMPLE)[0]
        if test_kind(COLOURS.sub("", beginning) if coloured else beginning, 0, False):
            return "log"
    if (
        HEADED.match(read.lstrip())
        or is_of_kind(read.lstrip())
        or (COMPILES.match(first) and MESSAGE.search(read))
    ):
        return "log"
    if first[0] == "<" and not PRIORITY.match(first):
        return "xml" if is_xml(read, text) else "html" if PAGE.match(read, after_markup(read)) else None
    if first[0] in "#;" and (found := COMMENTS.match(read)) and not MAY_FOLLOW.match(read, found.end()):
        return None  # a heading of Markdown before a text, without a look at each of its lines
    return format_of_lines(read.lstrip(), Lines(read if is_whole else read[: read.rfind("\n") + 1]))


class Lines:
    """The lines of a text that are not blank, without their ends. Each rule goes through them up to the first line
    that does not fit, which is nearly always one of the first: no line is cut out before it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __iter__(self) -> Iterator[str]:
        text, begin, size = self.text, 0, len(self.text)
        while begin < size:
            end = text.find("\n", begin)
            if end < 0:
                end = size
            line = text[begin:end].rstrip("\r")
            if line and not line.isspace():
                yield line
            begin = end + 1


def format_of_lines(read: str, lines: Lines) -> str | None:
    """Return the format of a text that is read by lines, by its beginning and the lines of it that are not
    blank."""
    if DIFF.match(read):
        return "diff"
    if ENTRY.match(read):
        return "po"
    if YAML_HEAD.match(read):
        return "yaml"
    if (MARGIN.search(lines.text) and is_log(lines)) or is_of_services(lines):
        return "log"
    if is_env(lines):
        return "env"
    if is_properties(lines):
        return "ini"
    # most texts have a line that YAML cannot have, which one search finds faster than a look at each line
    found = sections_of(lines) or (
        "yaml" if not NOT_YAML.search(lines.text) and has_nodes(lines.text) and is_yaml(lines) else None
    )
    if found is None and FIELD.match(read) and has_fields(read, list(all_lines(read, 0)), len(read) < LINES_READ):
        return "log"
    return found


def is_json(read: str, token: re.Pattern[str] = JSON_TOKEN, part: re.Pattern[str] = JSON_PART) -> bool:
    """Return whether a text is JSON, or JSON lines, as far as it is read; with other tokens, JSON5.

    >>> is_json('{"a": 1}\\n{"a": 2}'), is_json('{"a": [1, "b'), is_json("[1, x]"), is_json("{a}")
    (True, True, False, False)
    >>> [is_json(each, JSON5_TOKEN, JSON5_PART) for each in ("{a: [0xF, 'b',],} // c", "{a: b}", "[a: 1, 2]")]
    [True, False, False]
    """
    read = read.lstrip("\ufeff")
    stack: list[str] = []
    is_json5 = token is JSON5_TOKEN
    expected, tokens, p = "v", 0, 0
    while True:
        found = token.match(read, p)
        if found is None:
            rest = read[p:]
            tokens += bool(rest.strip())
            return tokens >= LEAST_TOKENS and part.match(rest) is not None
        if is_json5 and found[4] and expected not in "ko":
            return False
        if is_json5 and (found[2], expected, *stack[-1:]) in ENDS:
            expected = ","  # after a comma
        if not stack and tokens and (found[2] not in ("{", "[") or "\n" not in read[p : found.start(2)]):
            return False
        p = found.end()
        tokens += 1
        is_text = found[1] or (is_json5 and found[4])
        expected = after_token(stack, expected, found[2] or ("s" if is_text else "n"))
        if not expected:
            return False


def after_token(stack: list[str], expected: str, token: str) -> str:
    """Return what may follow a token of JSON: "v" a value, "e" a value or the end of a list, "k" a key, "o" a key
    or the end of an object, ":" a colon, "," a comma or an end; "" after an error.

    stack: the brackets that are open. token: a mark, "s" for a string, or "n" for a number or a word.
    """
    if token in "{[" and expected in "ve":
        stack.append(token)
        return "o" if token == "{" else "e"
    if token in "}]" and stack and expected in (",o" if token == "}" else ",e"):
        if stack.pop() != ("{" if token == "}" else "["):
            return ""
        return "," if stack else "v"
    if token in "sn" and expected in "ve" and stack:
        return ","
    if token == "s" and expected in "ko":
        return ":"
    if token == ":" and expected == ":":
        return "v"
    if token == "," and expected == "," and stack:
        return "k" if stack[-1] == "{" else "v"
    return ""


def is_xml(read: str, text: Text) -> bool:
    """Return whether a text is XML and not HTML: it begins with a declaration, or it ends with the tag that it
    begins with, which is not one of HTML."""
    tag = TAG.match(read, after_markup(read))
    if tag is None or tag[1].lower() == "html":
        return False
    if read.lstrip().startswith("<?xml"):
        return True
    return tag[1].lower() not in HTML_ELEMENTS and last_of(text).rstrip().endswith(f"</{tag[1]}>")


def after_markup(read: str) -> int:
    """Return the offset after the declarations and comments that a text begins with."""
    p = 0
    while found := MARKUP.match(read, p):
        p = found.end()
    return p


def last_of(text: Text) -> str:
    """Return the last code points of a text."""
    size = len(text)
    if text.is_str:
        return text.text(max(0, size - LAST_READ), size)
    return text.encoded(max(0, size - LAST_READ), size).decode("utf-8", "ignore")


def is_log(lines: Iterable[str]) -> bool:
    """Return whether nearly all lines are records that begin alike, with a date and a time, a time or a level
    alone, or as pairs of a key and a value."""
    found = heads_of(lines)
    first = next(found, "")
    if STAMP_ALONE.match(first):
        return sum(STAMP_ALONE.match(line) is not None for line in found) + 1 >= LEAST
    has_pairs = PAIRS.match(first) is not None
    begins = is_dated if is_dated(first) else STARTS.match
    if not has_pairs and not begins(first):
        return False
    heads = [first, *found]
    if len(heads) < LEAST:
        return False
    if has_pairs:
        return all(map(PAIRS.match, heads))
    return 10 * sum(bool(begins(head)) for head in heads) >= 9 * len(heads)


def heads_of(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that may begin records: those that are not indented, are no comments and do not belong to a
    traceback. The line after the indented lines of a traceback of Python names the exception.

    >>> list(heads_of(["a", "Traceback (most recent call last):", '  File "b.py"', "Empty: c", "d"]))
    ['a', 'd']
    """
    in_trace = False
    for line in lines:
        if line[0] not in " \t#":
            is_head = not in_trace and not CONTINUES.match(line)
            in_trace = line.startswith("Traceback (") or " panicked at " in line
            if is_head:
                yield line


def is_of_kind(read: str) -> bool:
    """Return whether a text begins with the first record of a kind of RECORD_KINDS.

    >>> is_of_kind(">a\\nACGTACGTAC\\n>b\\nACGT\\n"), is_of_kind(">a b\\n>c d\\n")
    (True, False)
    """
    p = 0
    while p < len(read):  # nearly all texts end here, at one of their first lines
        may_begin = read[p : p + 3] in FIRST_CHARACTERS or read[p] in FIRST_CHARACTERS
        if may_begin and read.startswith(FIRST_MARKS, p):
            break
        if read[p] not in COMMENT_MARKS and read[p] not in "\r\n":
            return False
        p = read.find("\n", p) + 1 or len(read)
    lines = [line for line in all_lines(read, 0) if line[0] < line[1]]
    kind = record_kind(read, lines)
    if kind is None or not kind.heads or kind in FAMILIAR_KINDS:
        return False
    marks = (*kind.heads, *kind.above, *kind.more, *PREAMBLES)
    first = first_shown(read, lines, marks)
    if first is None or not read.startswith(marks, first):
        return False
    shown = SHOWN.get(kind.heads[0])
    return shown is None or shown.match(read, first) is not None


def is_of_services(lines: Iterable[str]) -> bool:
    """Return whether all lines have the name of a service before a pipe."""
    count = 0
    for line in lines:
        if not SERVICE.match(line):
            return False
        count += 1
    return count >= LEAST


def are_alike(text: Text) -> bool:
    """Return whether the lines of a text that are not indented begin records: no line is blank, and nine in ten
    lines without a comment have the same shape, which is not that of a list or of a heading.

    >>> lines = ("a", "b", "c", "d", "e")
    >>> [are_alike(Text("".join(mark + each for each in lines))) for mark in ("\\n-A ", "\\n1. ")]
    [False, False]
    >>> [are_alike(Text("\\n".join(mark + each for each in lines))) for mark in ("-A ", "1. ")]
    [True, False]
    """
    size = len(text)
    first = text.beginning(0, size, FIRST_READ)[0]
    if not (first[:1] == "#" or MARKED_LINE.match(first)):
        return False
    read, is_whole = text.beginning(0, size, LINES_READ)
    if "\n\n" in read:
        return False
    found = [read[p:end] for p, end in all_lines(read if is_whole else read[: read.rfind("\n") + 1], 0)]
    if not all(map(str.strip, found)):
        return False
    plain = [line for line in found if line[0] not in "# \t"]
    marked = [line for line in plain if MARKED_LINE.match(line)]
    if len(plain) < LEAST_LINES or 10 * len(marked) < 9 * len(plain):
        return False
    beginnings = ("".join(SHAPE.findall(HASH.sub("0 ", line[:STAMP]))[:RUNS]) for line in plain)
    shapes = Counter(re.sub("[A-Za-z]+", "a", re.sub("[0-9]+", "0", beginning)) for beginning in beginnings)
    return 10 * max(shapes.values()) >= 9 * len(plain)


def is_mixed(lines: Iterable[str]) -> bool:
    """Return whether at least half of the lines are objects of JSON that begin with a date and a time: a log of an
    application whose libraries write plain lines.

    >>> record = '{"at":"2024-05-01T10:00:00Z"}'
    >>> is_mixed([record, record, "started", record]), is_mixed([record, "started", "stopped"])
    (True, False)
    """
    heads = [line for line in lines if line[0] not in " \t" and not CONTINUES.match(line)]
    count = sum(line[0] == "{" and line[-1] == "}" and is_dated(line) for line in heads)
    return count >= LEAST and 2 * count >= len(heads)


def has_records(text: Text) -> bool:
    """Return whether a log has lines that begin records: one in so many of those that are not indented has a time
    near its beginning, it has prefixes, a kind of records or fields (clauses R8 to R13 of
    `shiplap.reference.data.record_starts`), or half of them begin with the same marks, such as `INFO:` or
    `[info]`."""
    read, is_whole = text.beginning(0, len(text), LINES_READ)
    if "\x1b[" in read:
        read = COLOURS.sub("", read)
    heads = [line for line in read.split("\n") if line.strip() and line[0] not in " \t"]
    if STAMPED * sum(CLOCK.search(line, 0, STAMP) is not None for line in heads) >= len(heads) > 0:
        return True
    if shows_records(read, is_whole) or len(MESSAGE.findall(read)) > 1:
        return True
    if not is_whole and test_kind(text.beginning(0, len(text), MESSAGE_SAMPLE)[0], 0, False):
        return True
    marks = Counter(found[0] for line in heads if (found := LABEL.match(line)))
    shapes = Counter(re.sub("[A-Za-z]+", "a", re.sub("[0-9]+", "0", mark)) for mark in marks.elements())
    return len(heads) >= LEAST and 2 * max(shapes.values(), default=0) >= len(heads)


def is_dated(line: str) -> bool:
    """Return whether a line has a date and a time near its beginning."""
    return TIME.search(line, 0, STAMP) is not None and DATE.search(line, 0, STAMP) is not None


def is_env(lines: Iterable[str]) -> bool:
    """Return whether all lines are variables or comments."""
    count = 0
    for line in lines:
        if line[0] != "#":
            if not VARIABLE.match(line):
                return False
            count += 1
    return count >= LEAST


def is_properties(lines: Iterable[str]) -> bool:
    """Return whether all lines are settings without sections or comments, and half of the keys have a dot. A value
    may go on in the next line after a backslash; no value ends like a statement of code.

    >>> is_properties(["# a", "app.name=dock", "app.port = 80", "level=3"]), is_properties(["a.b = f(", "c.d=2"])
    (True, False)
    """
    count = dots = 0
    goes_on = False
    for line in lines:
        if not goes_on and line[0] not in "#!":
            found = PROPERTY.match(line)
            if found is None or line.rstrip()[-1] in ";{([,":
                return False
            count += 1
            dots += found[1] is not None
        goes_on = line[-1] == "\\" and (goes_on or line[0] not in "#!")
    return count >= LEAST and 2 * dots >= count


def sections_of(lines: Iterable[str]) -> str | None:
    """Return "toml" or "ini" if all lines are sections, settings, comments or belong to a setting; else None.
    Settings may be indented behind their section."""
    sections, values, is_toml = 0, 0, True
    has_indent = False  # settings of the section are indented
    closes = ""  # what ends the string of several lines
    for line in lines:
        if closes:
            closes = "" if closes in line else closes
        elif line[0] in "#;":
            is_toml = is_toml and line[0] == "#"
        elif SECTION.match(line):
            sections += 1
            has_indent = True
        elif found := SETTING.match(line.lstrip(" \t") if has_indent else line):
            has_indent = line[0] in " \t"
            values += 1
            is_toml = is_toml and TOML_VALUE.match(found[1]) is not None
            quotes = found[1][:3]
            closes = quotes if quotes in ('"""', "'''") and quotes not in found[1][3:] else ""
        elif not values or line[0] not in " \t]}\"'":
            return None
    if sections == 0 or values < 2:
        return None
    return "toml" if is_toml else "ini"


def has_nodes(text: str) -> bool:
    """Return whether most lines of a text may be keys or elements, as YAML must have them: each has one of a few
    signs, which are counted in the whole text."""
    marked = 1 + sum(map(text.count, (": ", ":\n", ":\r", "- ", "-\n", "-\r")))
    lines = len(list(filter(None, map(str.strip, text.split("\n"))))) - text.count("#")
    return 5 * marked >= 3 * lines


def is_yaml(lines: Iterable[str]) -> bool:
    """Return whether a text is YAML with nodes inside of nodes. At the margin each line is a key, an element, a
    comment or the begin of a document; of all lines most are keys or elements."""
    keys = marked = nested = 0
    # of the line before: its indentation; whether it is a key without a value; whether it is an element with a key
    before = 0, False, False
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        text = line[indent:]
        if text[0] == "#" or (indent == 0 and text.startswith(("---", "...", "%", "? ", ": "))):
            continue
        if text[0] == "\t":
            return False
        key = YAML_KEY.match(text)
        is_item = text.startswith("- ") or text == "-"
        if key is None and not is_item and indent == 0:
            return False
        keys += key is not None
        marked += key is not None or is_item
        deeper = indent > before[0] and (before[1] or before[2]) and (key is not None or is_item)
        nested += deeper or (before[1] and is_item and indent == before[0])
        before = indent, key is not None and not key[1].strip(), is_item and key is not None
    if keys < LEAST or not nested:
        return False
    return 5 * marked >= 3 * sum(line.lstrip()[0] != "#" for line in lines)
