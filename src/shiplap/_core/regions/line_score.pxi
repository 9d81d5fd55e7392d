# What a line of text without markup says, for code or for prose.

cdef enum:
    JUDGED = 160
    WORDS = 24
    LONGEST_WORD = 16
    MOST = 6
    SLOTS = 1024

# What a character is, as bits.
cdef enum:
    IS_LETTER = 1       # A to Z, or beyond ASCII
    IS_OPERATOR = 2     # one of those that `operator_of` knows, and that prose hardly has
    IS_WORD_END = 4     # a letter, a comma or a full stop
    IS_SPACE = 8
    IS_NAME = 16        # a letter, a digit, `_`, `$`, or a closing bracket: before what opens a call
    IS_DOT = 32
    IS_OPENING = 64     # ( [
    IS_SECOND = 128     # an operator only after another mark: ) ] : / >

cdef struct Word:
    unsigned char[LONGEST_WORD] text
    unsigned char size, weight

cdef unsigned char[256] CLASSES
cdef Word[SLOTS] KEYWORDS

cdef const char **PREPROCESSOR = ["include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma",
                                  "undef", "error", NULL]


cdef inline unsigned int slot_of(const unsigned char *text, Py_ssize_t size) noexcept nogil:
    cdef unsigned int hash = 0
    cdef Py_ssize_t k
    for k in range(size):
        hash = hash * 31 + text[k]
    return (hash ^ hash >> 10) & (SLOTS - 1)


def _fill():
    """The tables: what each character is, and the words that begin lines of code, in open addressing."""
    cdef int c
    cdef unsigned int slot
    cdef bytes text
    for c in range(256):
        CLASSES[c] = IS_LETTER | IS_WORD_END if is_letter(c) else 0
        if is_name(c) or c in b")]":
            CLASSES[c] |= IS_NAME
    for characters, bits in ((b"_={}&|", IS_OPERATOR), (b",.", IS_WORD_END), (b" ", IS_SPACE), (b".", IS_DOT),
                             (b"([", IS_OPENING), (b")]:/>", IS_SECOND)):
        for c in characters:
            CLASSES[c] |= <unsigned char> bits
    for word, weight in WEIGHTS.items():
        text = word.encode()
        assert len(text) <= LONGEST_WORD
        slot = slot_of(text, len(text))
        while KEYWORDS[slot].size:
            slot = (slot + 1) & (SLOTS - 1)
        KEYWORDS[slot].size, KEYWORDS[slot].weight = len(text), weight
        for c in range(len(text)):
            KEYWORDS[slot].text[c] = text[c]


_fill()


cdef inline unsigned int marks_of(const Line *line, Py_ssize_t i) noexcept nogil:
    """Which marks the line has from i on that may divide it into cells."""
    return shiplap_line_marks(line.c + i, line.n - i)


cdef int judge(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether a line looks like code (above 0) or prose (below), and how much."""
    cdef Py_ssize_t end = trimmed(line), stop = min(end, i + JUDGED), at
    cdef int said, weight, c
    cdef unsigned int code, words = 0, beyond = 0, before, now, after
    if line.c[i] == c'#' and not directive(line, i):
        return 0
    weight = keyword(line, i)
    c = line.c[end - 1]
    code = beginning(line, i) + ending(c) + weight
    if weight == 1 and c in b":({":
        code += 2
    before, now = 0, CLASSES[line.c[i]]
    for at in range(i, stop):
        after = CLASSES[line.c[at + 1]] if at + 1 < end else 0
        if at > i:
            words += (before >> 2) & (now >> 3) & after & 1
            code += ((now >> 5) & before & after & 1) + ((now >> 6) & (before >> 4) & 1)
            beyond += line.c[at] >> 7
            if now & IS_OPERATOR or (now & IS_SECOND and not before & IS_LETTER):
                code += operator_of(line.c[at - 1], line.c[at], line.c[at + 1] if at + 1 < end else -1)
        before, now = now, after
    said = min(words, WORDS) // 2
    if code == 0 and beyond >= 4:
        said += 2
    if words >= 2 and c in b".?!":
        said += 2
    said = min(<int> code, 2 * MOST) - said
    return max(-MOST, min(MOST, said))


cdef inline bint is_letter(int c) noexcept nogil:
    return is_ascii_letter(c) or c >= NOT_ASCII


cdef inline bint is_name(int c) noexcept nogil:
    """A letter, a digit, `_` or `$`."""
    return is_letter(c) or is_digit(c) or c in b"_$"


cdef int keyword(const Line *line, Py_ssize_t i) noexcept nogil:
    """What the first word weighs: 2 for a word of code, 1 for one that is English too, or 0."""
    cdef Py_ssize_t end = i, k
    cdef const Word *word
    cdef unsigned int slot
    while end < line.n and end - i <= LONGEST_WORD and line.c[end] < NOT_ASCII and is_name(line.c[end]):
        end += 1
    if end == i or end - i > LONGEST_WORD:
        return 0
    slot = slot_of(line.c + i, end - i)
    while KEYWORDS[slot].size:
        word = &KEYWORDS[slot]
        if word.size == end - i:
            k = 0
            while k < word.size and word.text[k] == line.c[i + k]:
                k += 1
            if k == word.size:
                return word.weight
        slot = (slot + 1) & (SLOTS - 1)
    return 0


cdef int directive(const Line *line, Py_ssize_t i) noexcept nogil:
    """What a line that begins with `#` says, if it is no comment: of the preprocessor, `#!`, `#[`."""
    cdef Py_ssize_t end = i + 1
    cdef int c = get(line, i + 1)
    if c in b"![":
        return 4
    while end < line.n and is_ascii_letter(line.c[end]):
        end += 1
    return 4 if is_name_of(line, i + 1, end, PREPROCESSOR) else 0


cdef int beginning(const Line *line, Py_ssize_t i) noexcept nogil:
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


cdef int ending(int c) noexcept nogil:
    """What the last character of a line says for code."""
    if c in b"{}":
        return 3
    if c in b";([":
        return 2
    return c == c'\\'


cdef int operator_of(int before, int c, int after) noexcept nogil:
    """What a mark inside a line says for code, by the characters beside it. `judge` does `.`, `(` and `[`."""
    if c == c'_':
        return is_name(before) and is_name(after)
    if c in b")]":
        return before in b"(["
    if c in b"{}":
        return 1
    if c == c'=':
        if before in b"=!<>+-*/|&%^:":
            return 2
        if before == c' ' and after == c' ':
            return 2
        return is_name(before) and after != -1 and after != c'='
    if c == c'>':
        return 2 * (before in b"-=/")
    if c == c'/':
        return 2 * (before == c'<')
    return 2 * (before == c and after != -1)


# ---- what a line holds

cdef Py_ssize_t count_of(const Line *line, int c) noexcept nogil:
    cdef Py_ssize_t k, count = 0
    for k in range(line.n):
        count += line.c[k] == c
    return count


cdef Py_ssize_t triples(const Line *line, int c) noexcept nogil:
    """How often a line has a character three times, none counted twice."""
    cdef Py_ssize_t k = 0, count = 0
    while k + 2 < line.n:
        if line.c[k] == c and line.c[k + 1] == c and line.c[k + 2] == c:
            count += 1
            k += 3
        else:
            k += 1
    return count


cdef bint holds(const Line *line, const char *text) noexcept nogil:
    """Whether the line has the text in it."""
    cdef Py_ssize_t k
    for k in range(line.n):
        if line.c[k] == text[0] and has(line, k, text):
            return True
    return False


cdef bint holds_word(const Line *line, const char *text) noexcept nogil:
    """Whether the line has the text, in small letters, in it in any case."""
    cdef Py_ssize_t k, n
    for k in range(line.n):
        n = 0
        while text[n] and lower(get(line, k + n)) == text[n]:
            n += 1
        if not text[n]:
            return True
    return False


cdef bint ends_string(StringEnd string, const Line *line) noexcept nogil:
    """Whether the line has what ends a string, or a comment."""
    if string == COMMENT:
        return holds(line, "*/")
    return holds(line, "\"\"\"" if string == DOUBLE_QUOTES else "'''")
