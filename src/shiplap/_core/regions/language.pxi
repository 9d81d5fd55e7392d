# The language of a code text, guessed.

cdef enum:
    GUESS_LINES = 120
    LANGUAGE_COUNT = 8
    PREFIX_COUNT = 160
    PREFIX_ROOM = 20

# What a line begins with, and the number of the language.
cdef struct Prefix:
    char[PREFIX_ROOM] text
    int language

cdef Prefix[PREFIX_COUNT] PREFIXES
cdef int prefix_count = 0


def _enter_prefixes():
    global prefix_count
    for number, language in enumerate(_signs.LANGUAGES):
        for prefix in _signs.PREFIXES[language]:
            data = prefix.encode("ascii")
            if len(data) >= PREFIX_ROOM or prefix_count == PREFIX_COUNT:
                raise ValueError(prefix)
            for k in range(len(data)):
                PREFIXES[prefix_count].text[k] = data[k]
            PREFIXES[prefix_count].text[len(data)] = 0
            PREFIXES[prefix_count].language = number
            prefix_count += 1


_enter_prefixes()


def guess(Text text not None):
    """The language that a code text is taken for, one of shiplap._data.code_prefixes.LANGUAGES. Raises TextError where a
    buffer is not UTF-8."""
    cdef unsigned char *room
    cdef View view
    cdef int found
    text.prepare(False, True)
    view = text.view
    room = <unsigned char *> PyMem_RawMalloc(CAP)
    if room == NULL:
        raise MemoryError
    try:
        with nogil:
            found = guessed(&view, room)
    finally:
        PyMem_RawFree(room)
    return _signs.LANGUAGES[found]


cdef int guessed(const View *view, unsigned char *room) noexcept nogil:
    cdef Reader reader
    cdef Line line
    cdef int[LANGUAGE_COUNT] counts
    cdef int number = 0, seen = 0, marks = 0, k, best = 0, last
    cdef Py_ssize_t i, width
    for k in range(LANGUAGE_COUNT):
        counts[k] = 0
    read_from(&reader, view, 0)
    while number < GUESS_LINES and next_line(&reader, &line, room):
        number += 1
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        seen += 1
        last = line.c[trimmed(&line) - 1]
        marks += last in b"{};"
        counts[0] += last == c':'
        for k in range(prefix_count):
            if PREFIXES[k].text[0] == line.c[i]:
                counts[PREFIXES[k].language] += has(&line, i, PREFIXES[k].text)
    if 4 * marks > seen:
        counts[0] = -1
    for k in range(1, LANGUAGE_COUNT):
        if counts[k] > counts[best]:
            best = k
    if counts[best] > 0:
        return best
    return 1 if 4 * marks > seen else 0
