"""The elements of XML.

E1  A tag ends at the first `>` outside its quotes. Comments, CDATA, processing instructions and the document type
    are not tags. The document type ends at the first `>` outside its brackets and outside the comments in them.
E2  A node begins with a start tag and ends with the matching end tag; it ends with the start tag if that ends with
    `/>`.
E3  A cut falls before a start tag, a comment or a processing instruction if at most white space is between it and
    the tag before it. A cut falls before an end tag in the same case, if that tag before it ends an element. The
    cut falls at the start of the line, if only white space is before the tag in it, else right before the tag. No
    cut falls between a comment and the tag after it.
E4  A text between tags that is too long is cut inside. Text beside an element is running text. Running text has
    cuts at its sentences even if it is short, and before a tag at which a sentence ends.
E5  In an element with text, a tag that does not begin a line is in running text, and the cut before it has the
    rank ESCAPE. The cut before an element that text follows has the rank ESCAPE too.
E6  An end tag that does not match, or a tag that does not end, is an error. The text from there on is cut by
    lines.
"""

from __future__ import annotations

from shiplap._data.code_languages import MEMBER
from shiplap.reference.data.tree import EDGE, ESCAPE, Tree, by_lines, is_space, line_begin


def elements(tree: Tree) -> None:
    """Find the elements of a whole text."""
    text, size = tree.text, len(tree.text)
    p, after_comment = tree.start, False
    closed = -1  # the start of the element that ended last
    while p < size:
        tag = text.find("<", p)
        if tag < 0:
            tag = size
        first = p
        while first < tag and is_space(text[first]):
            first += 1
        if first < tag:
            running_text(tree, first, tag, closed)
            after_comment = False
        if tag == size:
            return
        end = markup_end(text, tag)
        if end < 0:
            by_lines(tree, tag)
            return
        if text[tag + 1] == "/":
            if not ends_element(tree, tag):
                by_lines(tree, tag)
                return
            if first == tag and tree.stack[-1].count:
                tag_cut(tree, tag, EDGE)
            closed = close_element(tree, end)
        elif not text.startswith("<![CDATA[", tag):
            is_comment = text[tag + 1] in "!?"
            if first == tag and not after_comment:
                is_edge = len(tree.stack) > 1 and not tree.stack[-1].count
                tag_cut(tree, tag, EDGE if is_edge else tree.depth())
            after_comment = is_comment
            if not is_comment:
                open_element(tree, tag)
                if text[end - 2] == "/":
                    closed = close_element(tree, end)
        else:
            tree.text_cuts(tag, end)
        p = end


def running_text(tree: Tree, begin: int, tag: int, closed: int) -> None:
    """Cut a text up to a tag. closed: the start of the element that ended last."""
    node = tree.stack[-1]
    is_before = tree.text[tag + 1 : tag + 2] not in ("", "/", "!", "?")
    if len(tree.stack) > 1 and (node.count or is_before):
        if node.count and node.last >= 0 and tree.cuts[node.last][0] == closed:
            tree.cuts[node.last] = (closed, ESCAPE)
        tree.inner_cuts(begin, tag + is_before)
    else:
        tree.text_cuts(begin, tag)
    node.has_text = len(tree.stack) > 1


def tag_cut(tree: Tree, tag: int, rank: int) -> None:
    """Cut before a tag."""
    begin = line_begin(tree.text, tag)
    is_inline = tree.stack[-1].has_text and begin > 0 and tree.text[begin - 1] not in "\r\n"
    tree.cut(begin, ESCAPE if is_inline else rank)


def open_element(tree: Tree, tag: int) -> None:
    """Begin the element of a start tag."""
    tree.open(MEMBER, (tag + 1, name_end(tree.text, tag + 1)), tag, tree.stack[-1].level + 1)


def close_element(tree: Tree, end: int) -> int:
    """End the innermost element, and return its start. An element that fits, without elements and cuts inside, is
    counted alone."""
    node = tree.stack[-1]
    is_last = node.row == len(tree.rows) - 1
    start = tree.rows[node.row].start
    tree.close(end)
    is_cut = bool(tree.cuts) and tree.cuts[-1][0] > start
    if is_last and not is_cut and tree.is_small(start, end):
        tree.rows.pop()
    return start


def ends_element(tree: Tree, tag: int) -> bool:
    """Return whether an end tag has the name of the innermost element."""
    start, end = tree.stack[-1].name
    return (
        len(tree.stack) > 1
        and tree.text[start:end] == tree.text[tag + 2 : tag + 2 + end - start]
        and name_end(tree.text, tag + 2) == tag + 2 + end - start
    )


def name_end(text: str, p: int) -> int:
    """Return the end of a name."""
    while p < len(text) and not is_space(text[p]) and text[p] not in "/>":
        p += 1
    return p


def markup_end(text: str, tag: int) -> int:
    """Return the end of the tag, comment or other markup at `tag`, or -1 if it has none.

    >>> markup_end("<a b='>'>", 0), markup_end("<!-- > -->", 0), markup_end("<!DOCTYPE a [<!E><!-- ' -->]>", 0)
    (9, 10, 29)
    """
    for begin, end in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")):
        if text.startswith(begin, tag):
            found = text.find(end, tag + len(begin))
            return -1 if found < 0 else found + len(end)
    quote, depth = "", 0
    p = tag
    while p + 1 < len(text):
        p += 1
        char = text[p]
        if depth and not quote and text.startswith("<!--", p):
            p = text.find("-->", p + 4) + 2
            if p < 2:
                return -1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif text[tag + 1] == "!" and char in "[]":
            depth += 1 if char == "[" else -1
        elif char == ">" and depth <= 0:
            return p + 1
        elif char == "<" and not depth:
            return -1
    return -1
