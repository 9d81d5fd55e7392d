# What the lines of a text are, counted: what `detect_content_type` judges by.

from shiplap._core.csrc cimport shiplap_signs
from shiplap._core.regions.line cimport Line, Reader, get, indent, next_line, read_from, trimmed
from shiplap._core.regions.line_score cimport keyword, line_score, read_signs
from shiplap._core.regions.plain_runs cimport PIPES, Candidate, Columns, TableForm
from shiplap._core.regions.plain_tables cimport agrees, is_rule, signature
from shiplap._core.text.sizes cimport View

cdef enum:
    WHOLE = 65536   # code points up to which a text is read whole
    PARTS = 16      # of a longer one, so many parts, evenly spaced,
    PART = 4096     # of so many code points

# Lines that are not blank; of them: indented ones; statements (those that are no comments) that begin with a word of
# code, that end as code does, that say prose; lines divided into cells, and divided as the one before.
cdef struct Counts:
    Py_ssize_t lines, indented, keywords, braces, prose, divided, aligned


cdef inline void count(const View *view, Py_ssize_t at, Py_ssize_t end, unsigned char *buffer,
                       Counts *counts) noexcept nogil:
    """Add the lines that begin in a range, after the one that `at` may be inside of."""
    cdef Reader reader
    cdef Line line
    cdef Candidate[6] candidates    # of pipes, cells and columns: of this line and of the one before, in turns
    cdef Candidate *before = candidates
    cdef Candidate *seen = candidates + 3
    cdef Columns both
    cdef Py_ssize_t i, width
    cdef shiplap_signs signs
    cdef unsigned int marks
    cdef int says, weight, last, k
    cdef bint divided, aligned, preprocessor
    before[0].count = before[1].count = before[2].count = 0
    read_from(&reader, view, at)
    while next_line(&reader, &line, buffer):
        if line.start >= end:
            break
        if line.start == at > 0:
            continue
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        read_signs(&line, i, &signs)
        says, weight, last = line_score(&line, i, &signs), keyword(&line, i), line.c[trimmed(&line) - 1]
        counts.lines += 1
        preprocessor = line.c[i] == c'#' and says != 0
        counts.indented += width > 0 or preprocessor
        if not is_comment(&line, i, says):
            counts.keywords += preprocessor or weight == 2 or (weight == 1 and says > 0)
            counts.braces += preprocessor or (says > 0 and last in b"{}()[];:,")
            counts.prose += says < 0
        if is_rule(&line, i):
            counts.divided += 1
            counts.aligned += 1
            continue
        marks = signs.marks
        divided = aligned = False
        for k in range(3):
            signature(&line, i, says, marks, <TableForm> (PIPES + k), &seen[k])
            if seen[k].divider:
                divided = True
                aligned = aligned or agrees(&before[k], &seen[k], &both)
        before, seen = seen, before
        counts.divided += divided
        counts.aligned += aligned


cdef inline bint is_comment(const Line *line, Py_ssize_t i, int says) noexcept nogil:
    """Whether a line is a comment by its first characters."""
    cdef int c = line.c[i]
    return (c == c'#' and says == 0) or c == c'*' or (c == c'/' and get(line, i + 1) in b"/*")
