# What a line of text without markup says, for code or for prose.

from shiplap._core.csrc cimport shiplap_line_signs, shiplap_signs
from shiplap._core.regions.line cimport (
    NOT_ASCII,
    Line,
    get,
    has,
    is_ascii_letter,
    is_digit,
    is_name_of,
    trimmed,
)

cdef extern from *:
    """
    static const char *shiplap_preprocessor[] = {"include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif",
                                                 "pragma", "undef", "error", NULL};
    """
    const char **PREPROCESSOR "shiplap_preprocessor"

# Tables that csrc/tools/gen_content.py makes.
cdef extern from "shiplap_regions.h" nogil:
    enum:
        MAX_KEYWORD "SHIPLAP_MAX_KEYWORD"       # bytes of the longest
        KEYWORD_SLOTS "SHIPLAP_KEYWORD_SLOTS"
    # the words that begin lines of code, in open addressing
    struct Keyword "shiplap_keyword":
        const char *text
        unsigned char size, weight
    const Keyword *KEYWORDS "shiplap_keywords"

cdef enum:
    MAX_WORDS = 24          # words that are counted
    MAX_SCORE = 6           # what a line says at most, for code or for prose


cdef inline void read_signs(const Line *line, Py_ssize_t i, shiplap_signs *signs) noexcept nogil:
    """What the line has from i on: the marks that may divide it into cells, and what tells code from prose."""
    shiplap_line_signs(line.c + i, line.n - i, trimmed(line) - i, line.room - i, signs)


cdef inline int score_of(const Line *line, Py_ssize_t i) noexcept nogil:
    """`line_score` of a line whose signs are not known."""
    cdef shiplap_signs signs
    read_signs(line, i, &signs)
    return line_score(line, i, &signs)


cdef inline int line_score(const Line *line, Py_ssize_t i, const shiplap_signs *signs) noexcept nogil:
    """Whether a line looks like code (above 0) or prose (below), and how much.

    csrc adds up what words, stops, brackets and operators say (`operator_score` of the reference).
    """
    cdef int said, weight, c
    cdef unsigned int code
    if line.c[i] == c'#' and not directive(line, i):
        return 0
    weight = keyword(line, i)
    c = line.c[trimmed(line) - 1]
    code = beginning(line, i) + ending(c) + weight
    if weight == 1 and c in b":({":
        code += 2
    code += signs.code
    said = min(signs.words, MAX_WORDS) // 2
    if code == 0 and signs.beyond >= 4:
        said += 2
    if signs.words >= 2 and c in b".?!":
        said += 2
    said = min(<int> code, 2 * MAX_SCORE) - said
    return max(-MAX_SCORE, min(MAX_SCORE, said))


cdef inline bint is_letter(int c) noexcept nogil:
    """A to Z in any case, or any code point beyond ASCII."""
    return is_ascii_letter(c) or c >= NOT_ASCII


cdef inline bint is_name(int c) noexcept nogil:
    """A letter, a digit, `_` or `$`."""
    return is_letter(c) or is_digit(c) or c in b"_$"


cdef inline int keyword(const Line *line, Py_ssize_t i) noexcept nogil:
    """What the first word weighs: 2 for a word of code, 1 for one that is English too, or 0."""
    cdef Py_ssize_t end = i, k
    cdef const Keyword *word
    cdef unsigned int slot, hash = 0
    while end < line.n and end - i <= MAX_KEYWORD and line.c[end] < NOT_ASCII and is_name(line.c[end]):
        hash = hash * 31 + line.c[end]
        end += 1
    if end == i or end - i > MAX_KEYWORD:
        return 0
    slot = (hash ^ hash >> 10) & (KEYWORD_SLOTS - 1)  # as in csrc/tools/gen_content.py
    while KEYWORDS[slot].size:
        word = &KEYWORDS[slot]
        if word.size == end - i:
            k = 0
            while k < word.size and word.text[k] == line.c[i + k]:
                k += 1
            if k == word.size:
                return word.weight
        slot = (slot + 1) & (KEYWORD_SLOTS - 1)
    return 0


cdef inline int directive(const Line *line, Py_ssize_t i) noexcept nogil:
    """What a line that begins with `#` says, if it is no comment: of the preprocessor, `#!`, `#[`."""
    cdef Py_ssize_t end = i + 1
    cdef int c = get(line, i + 1)
    if c in b"![":
        return 4
    while end < line.n and is_ascii_letter(line.c[end]):
        end += 1
    return 4 if is_name_of(line, i + 1, end, PREPROCESSOR) else 0


cdef inline int beginning(const Line *line, Py_ssize_t i) noexcept nogil:
    """What the beginning of a line says for code."""
    cdef int c = line.c[i], after
    if is_letter(c):
        return 0
    after = get(line, i + 1)
    if c == c'#':
        return directive(line, i)
    if c == c'>' and has(line, i, ">>> "):
        return 6
    if c == c'}' or (c == c'/' and after in b"/*") or (c == c'*' and after == c'/'):
        return 3
    if c == c'@' and is_letter(after):
        return 3
    if c == c'$' and after == c' ':
        return 3
    if c in b")]{" or has(line, i, "\"\"\"") or has(line, i, "'''"):
        return 2
    return 2 if c == c'<' and (after == c'/' or is_letter(after)) else 0


cdef inline int ending(int c) noexcept nogil:
    """What the last character of a line says for code."""
    if c in b"{}":
        return 3
    if c in b";([":
        return 2
    return c == c'\\'
