# Markup: the grammars of Markdown and of HTML pages.
from shiplap._core.regions.lines cimport MAX_LINE, Kind, Line, Out
from shiplap._core.regions.plain cimport Plain
from shiplap._core.text.text cimport SpanArray, View

cdef enum:
    MAX_DEPTH = 32      # containers that are followed; deeper ones are text of the innermost

cdef enum Leaf:
    NO_LEAF, PARAGRAPH, FENCE, INDENTED, HTML_BLOCK, PIPE_TABLE

# `need`: columns of indentation that the lines of it have; `empty`: an item before its text.
cdef struct Container:
    Kind kind
    Py_ssize_t need
    bint empty

# What is open in Markdown.
cdef struct Markdown:
    const View *view
    Out *out
    Container[MAX_DEPTH] stack
    int depth
    Leaf leaf
    int fence
    Py_ssize_t fence_size
    int html                # the condition by which the HTML block began
    Py_ssize_t paragraph, title     # where the paragraph begins, and its text
    Line above              # .start is -1 where there is none
    Py_ssize_t above_i      # where the containers end in it
    Plain *tables           # of the tables of plain text, or NULL where they are not wanted
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_above

# The rows of a table: where its header ends, and where they begin, each with whether it begins a group. `failed`: there
# was no memory.
cdef struct Rows:
    const View *view
    unsigned char *buffer
    Py_ssize_t header
    SpanArray found
    bint failed

cdef Py_ssize_t scan_markdown(const View *view, Out *out, Markdown *state, Plain *tables, Py_ssize_t at,
                              Py_ssize_t until) noexcept nogil
cdef void scan_html(const View *view, Out *out, unsigned char *buffer) noexcept nogil

cdef bint begins_html_table(const Line *line, Py_ssize_t i) noexcept nogil
cdef void add_row(Rows *rows, Py_ssize_t start, bint group) noexcept nogil
cdef void html_rows(Rows *rows, Py_ssize_t start) noexcept nogil
