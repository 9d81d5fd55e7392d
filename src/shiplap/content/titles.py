"""Titles of headings without their markup."""

from __future__ import annotations

import re

from shiplap.content.shortening import shortened
from shiplap.patterns import lazily

#: The maximum length of a title, in code points.
MAX_TITLE = 1000

#: What a title shows nothing of: attributes (`{#x}`), pictures and links without a text, signs of emphasis.
SHOWS_NOTHING = lazily(r"(?:\{[#.:][^{}]*\}|!?\[ ?\](?:\([^()]*\)|\[[^][]*\])|[*_~` ])+")

#: Comments of HTML, and tags of elements that a title may have, or of names with a hyphen; a quoted value of an
#: attribute may have any character. Other names in angle brackets are placeholders: `CMAKE_<LANG>_FLAGS`.
MARKUP = lazily(
    r"""<!--.*?-->|</?(?:[a-z]+-[a-z-]*|h[1-6]|a|abbr|acronym|article|audio|b|bdi|bdo|big|blink|br|button|center|cite
    |code|data|del|details|dfn|div|em|figure|font|form|g|header|hr|i|iframe|img|input|ins|kbd|label|legend|li|mark|nav
    |nobr|ol|p|path|picture|pre|q|rp|rt|ruby|s|samp|script|section|select|small|source|span|strike|strong|style|sub
    |summary|sup|svg|t[dhr]|table|tbody|thead|time|tt|u|ul|use|var|video|wbr)
    (?=[\s/>])(?:[^<>=]|=(?:"[^"]*"|'[^']*'|(?!["'])))*>""",
    re.IGNORECASE | re.VERBOSE,
)

#: Attributes at the end of a title of Markdown, and a line break of HTML.
ATTRIBUTES = lazily(r" *\{:? *[#.][^{}]*\}$")
LINE_BREAK = lazily(r"<br\s*/?>", re.IGNORECASE)

#: What a heading of POD begins with, and the beginning of a formatting code of POD: `B<`, or `C<< ` up to ` >>`.
POD_HEADING = "=head"
POD_CODE = lazily(r"[A-Z](?:<<+ |<)")

#: Names of characters that POD has, and HTML lacks.
POD_NAMES = {"sol": "/", "verbar": "|", "lchevron": "«", "rchevron": "»"}

#: Spaces, and characters without width: soft hyphen, joiners and marks of direction, byte order mark.
WITHOUT_WIDTH = " \t\xa0\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def clean_title(raw: str, is_pod: bool = False) -> str:
    """Return the text of a heading without its Markdown, HTML or POD markup. White space becomes one space. A
    title that shows nothing is "": white space, characters without width, attributes, pictures and links without a
    text, and signs of emphasis.

    is_pod: whether the title is one of POD, as it is after POD_HEADING.

    >>> clean_title("## Rain and snow ##"), clean_title("<b>Rain</b> &amp; snow"), clean_title("  Rain\\n snow")
    ('Rain and snow', 'Rain & snow', 'Rain snow')
    >>> clean_title("<h1>Rain<br/>Snow</h1>")
    'Rain Snow'
    >>> clean_title("<a title='a > b'>Rain</a><!-- <b> -->"), clean_title("&nbsp;"), clean_title("##")
    ('Rain', '', '')
    >>> clean_title("CMAKE_<LANG>_FLAGS"), clean_title("<H2 id=x>List<String></H2>"), clean_title("<x-icon />Rain")
    ('CMAKE_<LANG>_FLAGS', 'List<String>', 'Rain')
    >>> clean_title("## Rain {#rain .wet}"), clean_title("{: .wet}"), clean_title("=head1 B<Rain> and I<snow>")
    ('Rain', '', '=head1 Rain and snow')
    >>> clean_title("B<sub>2</sub>"), clean_title("C<use I<VERSION>> X<use>", is_pod=True)
    ('B2', 'use VERSION')
    >>> clean_title("## {#x}"), clean_title("## ![](a.png) {.b}"), clean_title("## **"), clean_title("## C**")
    ('', '', '', 'C**')
    """
    text = " ".join(raw.split())
    if text.startswith("#"):
        text = text.lstrip("#").strip()
        if text.endswith("#"):
            text = re.sub(r"(^| )#+$", "", text).strip()
    if is_pod or text.startswith(POD_HEADING):
        return " ".join(without_pod_codes(text).split())
    if text.endswith("}"):
        text = ATTRIBUTES.sub("", text)
    if "<" in text:
        text = " ".join(MARKUP.sub("", LINE_BREAK.sub(" ", text)).split())
    if "&" in text:
        from html import unescape  # its table of entities takes long to import

        text = unescape(text)
    if text[:1].isalnum():  # as nearly all: what shows nothing begins with another sign
        return text
    return "" if not text.strip(WITHOUT_WIDTH) or SHOWS_NOTHING.fullmatch(text) else text


def without_pod_codes(text: str) -> str:
    """Return a text of POD without its formatting codes. A text with a code that is not closed stays as it is.

    >>> without_pod_codes("B<Rain> in C<< a->b >> and L<snow|wells/Snow>X<snow>"), without_pod_codes("a I<b")
    ('Rain in a->b and snow', 'a I<b')
    >>> without_pod_codes("E<lt>E<0x61>E<gt> C<E<sol>>, E<no>, L<wells/Snow>")
    '<a> /, E<no>, wells/Snow'
    """
    parts: list[str] = []
    codes: list[tuple[str, str, int]] = []  # open codes: letter, end, number of the first part
    at = 0
    while at < len(text):
        opens = POD_CODE.match(text, at)
        if opens is not None:
            codes.append((text[at], " " * opens[0].endswith(" ") + ">" * opens[0].count("<"), len(parts)))
            at = opens.end()
        elif codes and text.startswith(codes[-1][1], at):
            letter, end, first = codes.pop()
            parts[first:] = [_shown_code(letter, "".join(parts[first:]))]
            at += len(end)
        else:
            parts.append(text[at])
            at += 1
    return text if codes else "".join(parts)


def _shown_code(letter: str, content: str) -> str:
    """Return what a formatting code of POD shows of its content."""
    if letter in "XZ":
        return ""
    if letter == "L" and "|" in content:
        return content[: content.index("|")]
    if letter != "E":
        return content
    from html import unescape

    number = re.fullmatch(r"0?x[0-9a-fA-F]+|[0-9]+", content)
    name = content if number is None else f"#{content[content.find('x') :] if 'x' in content else content}"
    shown = POD_NAMES.get(content) or unescape(f"&{name};")
    return f"E<{content}>" if shown == f"&{name};" else shown


def limited(title: str, is_whole: bool) -> str:
    """Return a title or a name of at most MAX_TITLE code points, with a mark at its end if it is cut.

    is_whole: whether `title` is all of it, and not its beginning.

    >>> limited("Rain", True), len(limited("Rain" * 999, True))
    ('Rain', 1000)
    """
    if is_whole and len(title) <= MAX_TITLE:
        return title
    return shortened(title, MAX_TITLE - 1, lambda found: len(found) <= MAX_TITLE)
