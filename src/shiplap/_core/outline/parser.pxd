# The pass over the tokens of a text. A token is handed on as soon as it is found; nothing but lines, definitions and
# open brackets is kept.

from shiplap._core.outline cimport braces, indents
from shiplap._core.outline.brace_statements cimport (
    clear,
    is_special,
    may_define,
    parenthesis,
    plain_word,
    punctuation,
    word,
)
from shiplap._core.outline.definitions cimport column_of, mark, push_line, rank_line, resolve
from shiplap._core.outline.lexer cimport is_value, may_have_role, next_token, pair, role_of
from shiplap._core.outline.literals cimport group, quoted, template
from shiplap._core.outline.roles cimport LONG_STRINGS, PYTHON, RAW_DELIMITED, REGEXES, RUST
from shiplap._core.outline.state cimport LINE, Frame, OutlineParser, Place, called, unit_of
from shiplap._core.outline.units cimport (
    A_LITERAL,
    A_WORD,
    CLOSE,
    COMMENT,
    DIRECTIVE,
    HOLE_END,
    LITERAL,
    MARK,
    OF_BACKTICK,
    OF_CLOSE,
    OF_MARK,
    OF_OPEN,
    OF_QUOTE,
    OF_SIGN,
    OF_SLASH,
    OF_SPACE,
    OF_WORD,
    UNIT_CLASSES,
    WORD,
    Token,
    Unit,
    line_end,
    newline_end,
    next_stop,
    shiplap_blank_units,
    word_end,
)

# What Cython defines for its own code: the compiler does not copy into a branch that is seldom taken.
cdef extern from *:
    bint unlikely(bint condition) noexcept nogil


cdef inline called parse(OutlineParser *parser, Unit *text) noexcept nogil:
    """Read the text on, up to `until` or its end."""
    cdef Py_ssize_t at = parser.at, n = parser.size, blanks = 8 // sizeof(Unit)
    cdef Token token
    cdef Py_UCS4 unit
    cdef Py_ssize_t some
    if at == 0:
        push_line(parser, 0)
    while at < n and not parser.failed:
        unit = text[at]
        if unit <= c' ':
            if unit in b" \t\v\f":
                at += 1
                continue
            if unit in b"\n\r":
                newline(parser)
                parser.at_line_start = True
                at = newline_end(text, n, at)
                push_line(parser, at)
                if unlikely(at >= parser.until):
                    break
                while at + blanks <= n:
                    some = shiplap_blank_units(text + at, sizeof(Unit))
                    at += some
                    if some < blanks:
                        break
                continue
        next_token(parser, text, at, &token)
        while True:
            at = take(parser, text, &token)
            if not unlikely(token.code == HOLE_END and token.kind == CLOSE):
                break
            parser.holes.count -= 1  # more of the template
            token.start = at
            token.role = 0
            template(parser, text, at, &token)
        if not parser.line_has_no_code:
            if parser.family != PYTHON:
                at = pass_plain(parser, text, at)
            elif parser.words < 0:
                at = pass_rest(parser, text, at)
    parser.at = at
    if parser.failed or at < n:
        return
    if parser.ended >= 0:
        resolve(parser, n)
    if parser.family == PYTHON:
        indents.finish(parser)
    else:
        braces.finish(parser)


cdef inline Py_ssize_t take(OutlineParser *parser, Unit *text, Token *token) noexcept nogil:
    """Hand a token on. Its end."""
    if token.kind == COMMENT:
        parser.at_line_start = False
        comment(parser, token)
        if parser.crosses:
            cross(parser, text, token.start, token.end)
        parser.comment_block_last = parser.line
        return token.end
    if token.kind != DIRECTIVE:
        parser.at_line_start = False
        if parser.flags & REGEXES:
            parser.value = is_value(token)
    if parser.ended >= 0 and token.code not in b",;":
        resolve(parser, parser.last_end)
    if parser.family == PYTHON:
        indents.token(parser, token)
    else:
        braces.token(parser, token)
    parser.line_has_no_code = parser.line_is_blank = False
    if parser.crosses:
        cross(parser, text, token.start, token.end)
    if token.kind != DIRECTIVE:
        read_to(parser, token.end)
    return token.end


cdef inline Py_ssize_t pass_rest(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Read on in a line of Python that defines nothing any more, up to its end, a comment or a backslash: brackets and
    what spans lines mean something in it, and where its last token ends."""
    cdef Py_ssize_t n = parser.size, stop, end
    cdef Token token
    cdef int begins
    while True:
        stop = end = next_stop(parser, at)
        while end > at and text[end - 1] in b" \t\v\f":
            end -= 1
        if end > at:
            parser.last_end = end
        if stop >= n:
            return n
        begins = UNIT_CLASSES[text[stop]]
        at = stop + 1
        if begins == OF_OPEN:
            parser.brackets += 1
        elif begins == OF_CLOSE:
            parser.brackets -= parser.brackets > 0
        elif begins == OF_QUOTE:
            token.end = at
            quoted(parser, text, stop, text[stop], &token)
            at = token.end
            if parser.crosses:
                cross(parser, text, stop, at)
                parser.last_line = parser.line
        elif begins != OF_SLASH and begins != OF_BACKTICK:
            return stop
        parser.last_end = at


cdef inline Py_ssize_t pass_plain(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Read on in a statement of a language with braces over what is `plain_word`, a literal, a mark without a meaning or
    parentheses in one line, up to the mark that ends it: nothing but the last of them matters, and what it ends with."""
    cdef Py_ssize_t n = parser.size, end, last_end = -1
    cdef Frame *frame = &parser.frames[parser.depth - 1]
    cdef bint value = parser.value
    cdef Py_UCS4 unit
    cdef Token other
    cdef int begins
    if frame.first < 0 or frame.s.role or frame.s.pending or parser.ended >= 0:
        return at
    while at < n:
        unit = text[at]
        begins = OF_WORD if unit > 127 else UNIT_CLASSES[unit]
        if begins == OF_WORD:
            end = word_end(parser, text, at)
            if end < n and text[end] in b"\"'#" and parser.flags & (LONG_STRINGS | RAW_DELIMITED):
                break  # perhaps the prefix of a string, or a part of a number
            value = False
            if c'0' <= unit <= c'9':
                frame.s.last = A_LITERAL
            elif not may_have_role(parser.roles, unit, end - at):
                plain_word(frame, at, end)
            else:
                other = Token(WORD, at, end, A_WORD, role_of(parser, text, at, end - at))
                word(parser, frame, &other)
                value = is_value(&other)
                if frame.s.role or frame.s.pending:
                    at = last_end = end
                    break
            at = end
        elif begins == OF_MARK:
            frame.s.last = unit if unit else 1  # 0 is no token (lexer.pxd)
            at, value = at + 1, True
        elif begins == OF_SPACE:
            at += 1
            continue
        elif unit == c'(' or (unit == c'[' and (parser.family != RUST or text[frame.first] != c'#')):
            group(parser, text, at + 1, &other)
            if other.end == 0:
                parser.no_group = at
                break
            if unit == c'(':
                parenthesis(parser, frame)
            frame.s.last = c')' if unit == c'(' else c']'
            at, value = other.end, False
        elif unit == c';' and not may_define(parser, frame):
            clear(frame)
            at, value, last_end = at + 1, True, at + 1
            break
        elif begins == OF_SIGN and unit != c'\\':
            other.kind, other.code, other.end = MARK, unit, at + 1
            pair(unit, text[at + 1] if at + 1 < n else 0, &other)
            if is_special(other.code):
                if last_end >= 0:
                    read_to(parser, last_end)
                punctuation(parser, frame, &other)
                if frame.first < 0:
                    at, value, last_end = other.end, True, other.end
                    break
            else:
                frame.s.last = other.code
            at, value = other.end, True
        elif begins == OF_QUOTE:
            quoted(parser, text, at, unit, &other)
            if other.kind != LITERAL:
                break
            frame.s.last = A_LITERAL
            if parser.crosses:
                cross(parser, text, at, other.end)
            at, value = other.end, False
        else:
            break
        last_end = at
        if at < n:
            at += text[at] == c' '  # without a branch: it cannot be guessed
    if last_end >= 0:
        read_to(parser, last_end)
        parser.value = value
    return at


cdef inline void read_to(OutlineParser *parser, Py_ssize_t end) noexcept nogil:
    """The last token of code ends here."""
    parser.last_end, parser.last_line, parser.next_line = end, parser.line, -1


cdef inline called cross(OutlineParser *parser, Unit *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """The lines that start within a token."""
    cdef Py_ssize_t next
    parser.crosses = False
    while not parser.failed:
        at = line_end(parser, text, at)
        if at >= end:
            return
        next = newline_end(text, parser.size, at)
        if next <= end:
            push_line(parser, next)
        at = next


cdef inline void newline(OutlineParser *parser) noexcept nogil:
    if parser.line_is_blank:
        if not place(parser).inside:
            mark(parser, parser.line, parser.rank_after if parser.rank_after < LINE else LINE)
    if parser.line_is_blank or not parser.line_has_no_code:
        parser.comment_block = -1
    parser.after_blank_line = parser.line_is_blank
    parser.line_has_no_code = parser.line_is_blank = True


cdef inline called comment(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Place here
    cdef Py_ssize_t column
    if parser.line_is_blank:
        column = column_of(parser, token)
        if (parser.comment_block < 0 or parser.comment_block_last < parser.line - 1
                or column != parser.comment_block_column):
            parser.comment_block, parser.comment_block_column = parser.line, column
            here = place(parser)
            if not here.inside:
                rank_line(parser, here.least, here.follows)
        if parser.next_line < 0:
            parser.next_line = parser.line
        if parser.family == RUST and unit_of(parser, token.start + 2) == c'!':
            parser.comment_block = -1
    parser.line_is_blank = False


cdef inline Place place(OutlineParser *parser) noexcept nogil:
    return indents.place(parser) if parser.family == PYTHON else braces.place(parser)
