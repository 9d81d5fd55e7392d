# What the lines of a text are, counted.

cdef enum:
    WHOLE = 65536
    PARTS = 16
    PART = 4096

cdef struct Counts:
    Py_ssize_t lines, indented, keywords, braces, prose, divided, aligned


def content(Text text not None):
    """The counts of a text, as `Counts` of the reference. Of a long text only parts are read.

    Raises TextError where a buffer is not UTF-8.
    """
    cdef Counts counts
    cdef unsigned char *room
    cdef Py_ssize_t size = text.characters, k
    counts.lines = counts.indented = counts.keywords = counts.braces = counts.prose = 0
    counts.divided = counts.aligned = 0
    cdef list places = []
    if size <= WHOLE:
        places += (0, len(text))
    else:
        for k in range(PARTS):
            places += (k * (size // PARTS), k * (size // PARTS) + PART)
        places = list(text.native(places))
    room = <unsigned char *> PyMem_RawMalloc(CAP)
    if room == NULL:
        raise MemoryError
    for k in range(0, len(places), 2):
        count_lines(&text.view, places[k], places[k + 1], room, &counts)
    PyMem_RawFree(room)
    return (counts.lines, counts.indented, counts.keywords, counts.braces, counts.prose, counts.divided,
            counts.aligned)


cdef void count_lines(const View *view, Py_ssize_t at, Py_ssize_t end, unsigned char *room,
                      Counts *counts) noexcept nogil:
    """Add the lines that begin in a range, after the one that `at` may be inside of."""
    cdef Reader reader
    cdef Line line
    cdef Candidate[3] before
    cdef Candidate seen
    cdef Columns both
    cdef Py_ssize_t i, width
    cdef unsigned int marks
    cdef int says, weight, last, k
    cdef bint divided, aligned, preprocessor
    before[0].divider = before[1].divider = before[2].divider = 0
    read_from(&reader, view, at)
    while next_line(&reader, &line, room):
        if line.start >= end:
            break
        if line.start == at > 0:
            continue
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        says, weight, last = judge(&line, i), keyword(&line, i), line.c[trimmed(&line) - 1]
        counts.lines += 1
        preprocessor = line.c[i] == c'#' and says != 0
        counts.indented += width > 0 or preprocessor
        if not is_comment(&line, i, says):
            counts.keywords += preprocessor or weight == 2 or (weight == 1 and says > 0)
            counts.braces += preprocessor or (says > 0 and (
                last in b"{}()[];:,"))
            counts.prose += says < 0
        if is_rule(&line, i):
            counts.divided += 1
            counts.aligned += 1
            continue
        marks = marks_of(&line, i)
        divided = aligned = False
        for k in range(3):
            signature(&line, i, says, marks, <TableForm> (PIPES + k), &seen)
            if seen.divider:
                divided = True
                aligned = aligned or (before[k].divider == seen.divider and before[k].number == seen.number
                                      and (k < 2 or common(&before[k].blank, &seen.blank, &both)))
            before[k] = seen
        counts.divided += divided
        counts.aligned += aligned


cdef bint is_comment(const Line *line, Py_ssize_t i, int says) noexcept nogil:
    """Whether a line is a comment by its first characters."""
    cdef int c = line.c[i]
    return (c == c'#' and says == 0) or c == c'*' or (c == c'/' and get(line, i + 1) in b"/*")
