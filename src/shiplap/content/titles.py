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

#: Attributes at the end of a title of Markdown, a line break of HTML, and a formatting code of POD.
ATTRIBUTES = lazily(r" *\{:? *[#.][^{}]*\}$")
LINE_BREAK = lazily(r"<br\s*/?>", re.IGNORECASE)
POD_CODE = lazily(r"\b[BCFI]<([^<>/][^<>]*)>")

#: Spaces, and characters without width: soft hyphen, joiners and marks of direction, byte order mark.
WITHOUT_WIDTH = " \t\xa0\xad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def clean_title(raw: str) -> str:
    """Return the text of a heading without its Markdown or HTML markup. White space becomes one space. A title
    that shows nothing is "": white space, characters without width, attributes, pictures and links without a text,
    and signs of emphasis.

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
    >>> clean_title("## {#x}"), clean_title("## ![](a.png) {.b}"), clean_title("## **"), clean_title("## C**")
    ('', '', '', 'C**')
    """
    text = " ".join(raw.split())
    if text.startswith("#"):
        text = re.sub(r"(^| )#+$", "", text.lstrip("#").strip()).strip()
    if text.endswith("}"):
        text = ATTRIBUTES.sub("", text)
    if "<" in text:
        text = " ".join(MARKUP.sub("", POD_CODE.sub(r"\1", LINE_BREAK.sub(" ", text))).split())
    if "&" in text:
        from html import unescape  # its table of entities takes long to import

        text = unescape(text)
    return "" if not text.strip(WITHOUT_WIDTH) or SHOWS_NOTHING.fullmatch(text) else text


def limited(title: str, is_whole: bool) -> str:
    """Return a title or a name of at most MAX_TITLE code points, with a mark at its end if it is cut.

    is_whole: whether `title` is all of it, and not its beginning.

    >>> limited("Rain", True), len(limited("Rain" * 999, True))
    ('Rain', 1000)
    """
    if is_whole and len(title) <= MAX_TITLE:
        return title
    return shortened(title, MAX_TITLE - 1, lambda found: len(found) <= MAX_TITLE)
