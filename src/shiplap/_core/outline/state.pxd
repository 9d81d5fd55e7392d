# What the parser of an outline keeps, and its arrays, which grow without the GIL.

from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t, uint8_t, uint64_t

from shiplap._core.outline.roles cimport Roles
from shiplap._core.outline.row cimport Row

# In a .pxd, Cython has inline functions alone. Those that return `called` are compiled once, and called: the compiler
# would put the reading of statements into the loop over the tokens, which then lacks registers (a tenth more
# instructions). Those that return `always` are a part of that loop wherever they stand.
cdef extern from *:
    """
    #if defined(__GNUC__)
    #pragma GCC diagnostic ignored "-Wattributes"
    #define SHIPLAP_CALLED __attribute__((noinline)) void
    #define SHIPLAP_ALWAYS __attribute__((always_inline)) void
    #else
    #define SHIPLAP_CALLED void
    #define SHIPLAP_ALWAYS void
    #endif
    """
    ctypedef void called "SHIPLAP_CALLED"
    ctypedef void always "SHIPLAP_ALWAYS"

# How well the text may be cut at the start of a line; the least is the best.
cdef enum Rank:
    OUTERMOST           # between top-level definitions
    MEMBER              # between the definitions in a class
    BLOCK               # between blocks at the least depth of a function, of a class or of the text
    BLANK               # after a blank line, deeper within a block
    LINE                # between statements
    INNER               # at any other line start

# What an open bracket holds. OUTER: declarations, of a file or a namespace. PLAIN: a block. OBJECT: an object literal
# of JavaScript, whose functions are definitions.
cdef enum Scope:
    OUTER, CLASS_BODY, BODY, PLAIN, EXPRESSION, OBJECT

cdef enum:
    MARKS = 64          # masks of 64 units that are made at once

# An array that grows.
cdef struct Numbers:
    int64_t *data
    Py_ssize_t count
    Py_ssize_t capacity

# The span of a word; (0, 0) is none.
cdef struct Name:
    Py_ssize_t start
    Py_ssize_t end

# The statement that is being read in a bracket.
cdef struct Statement:
    Py_ssize_t lead             # the line where its comment begins, if it begins its line, or -1
    Py_ssize_t line             # its line
    Py_ssize_t definition       # what it defines, or -1
    Py_ssize_t words
    Py_ssize_t angle            # open "<"
    Name name
    Name call                   # what stands before the parenthesis
    Name lhs                    # what is assigned to
    Name before                 # the word before the first open "<"
    Name word                   # the last word
    int opening                 # the role of its first word
    int role                    # of the word that says what is defined
    int word_role               # of the last word
    int last                    # the last token: A_WORD, A_LITERAL, a closed bracket or a mark
    unsigned char pending       # the name must follow at once
    unsigned char first_word    # the word that says what is defined is the first
    unsigned char called        # a name and a parenthesis have been seen
    unsigned char assigned
    unsigned char colon
    unsigned char arrow
    unsigned char frozen        # what follows are no names
    unsigned char annotating    # a parenthesis belongs to an annotation
    unsigned char made          # after "new"
    unsigned char external
    unsigned char operator

# An open bracket, and the statement that is being read in it.
cdef struct Frame:
    int bracket
    Scope scope
    bint least                  # statements here are at the least depth of the owner
    bint follows                # a block has just ended
    Py_ssize_t owner            # the innermost definition around, or -1
    Py_ssize_t number           # the definition whose body this is, or -1
    Py_ssize_t first            # where the statement begins, or -1
    Statement s

# Statements of one indentation.
cdef struct Suite:
    Py_ssize_t column
    Py_ssize_t owner            # the innermost definition around
    Py_ssize_t number           # the definition whose body this is, or -1
    Py_ssize_t lead             # the line where its last statement begins, with its comment
    bint least                  # statements here are at the least depth of the owner
    bint follows                # a block has just ended

# Where a line begins.
cdef struct Place:
    bint inside                 # inside something
    bint least                  # at the least depth
    bint follows                # a block has just ended

cdef struct OutlineParser:
    const void *text
    Py_ssize_t size             # units of the text
    int width
    int family
    int flags
    const Roles *roles
    bint failed                 # there was no memory
    Py_ssize_t at               # how far the text has been read
    Py_ssize_t until            # the first line start from here on ends a step
    # ---- the lexer
    Numbers holes               # for each open hole of a template: the braces open in it
    Py_ssize_t lone_from[2]     # from here, where `group` may have looked ahead,
    Py_ssize_t lone[2]          # up to here a single, a double quote is known to have no partner in its line
    Py_ssize_t no_group         # a bracket that is known to begin no `group`
    bint at_line_start          # nothing but white space stands before in this line
    bint value                  # an operand may come, so a slash begins a regular expression
    Py_ssize_t next_lf          # at or after the place of the last search
    Py_ssize_t next_cr
    const uint8_t *stop_set     # what `next_stop` looks for, as the set of shiplap_find_set
    const uint8_t *word_set     # the ASCII of words
    uint64_t[MARKS] stops       # where they are, a bit a unit from marks_begin on
    uint64_t[MARKS] word_units
    Py_ssize_t marks_begin
    bint crosses                # the token may span lines
    # ---- lines and definitions
    Numbers lines
    signed char *ranks          # one a line
    Py_ssize_t ranks_capacity
    Row *rows
    Py_ssize_t rows_count
    Py_ssize_t rows_capacity
    Py_ssize_t line             # of what is being read
    bint line_has_no_code       # no code stands in this line yet
    bint line_is_blank          # nor a comment
    bint after_blank_line       # the line before is blank
    int rank_after              # the rank of a definition that has just ended, until a line has got it
    Py_ssize_t ended            # that definition, while its line may still go on, or -1
    Py_ssize_t last_end         # of the last token of code
    Py_ssize_t last_line
    Py_ssize_t next_line        # the first line of comment after it, or -1
    Py_ssize_t comment_block    # the line where the comment begins that stands alone just before, or -1
    Py_ssize_t comment_block_last
    Py_ssize_t comment_block_column
    # ---- braces
    Frame *frames
    Py_ssize_t depth
    Py_ssize_t frames_capacity
    Py_ssize_t open_braces
    Numbers conditionals        # how deep the frames were at each #if
    Py_ssize_t braces_closed_elsewhere  # by another branch of an #if, and still to come here
    Py_ssize_t min_depth        # the depth at which they come
    # ---- indentation
    Suite *suites
    Py_ssize_t suites_count
    Py_ssize_t suites_capacity
    Py_ssize_t brackets         # open ones
    Py_ssize_t header           # the definition whose body is to come, or -1
    Py_ssize_t decorated        # the line where decorators begin, with the comment above, or -1
    Py_ssize_t first            # of the statement
    Py_ssize_t lead
    Py_ssize_t start_line
    bint follows                # the statement goes on with the one before
    Py_ssize_t words            # read of the statement while it may still define something, or -1
    int role                    # function or class, when the name is to come


cdef inline bint grow(void **data, Py_ssize_t *capacity, Py_ssize_t size) noexcept nogil:
    """Room for twice as many of a size; False when there is no memory."""
    cdef Py_ssize_t wanted = 2 * capacity[0] + 16
    cdef void *larger = PyMem_RawRealloc(data[0], wanted * size)
    if larger == NULL:
        return False
    data[0] = larger
    capacity[0] = wanted
    return True


cdef inline bint push_number(Numbers *numbers, int64_t number) noexcept nogil:
    """Append a number; False when there is no memory."""
    if numbers.count == numbers.capacity and not grow(<void **> &numbers.data, &numbers.capacity, sizeof(int64_t)):
        return False
    numbers.data[numbers.count] = number
    numbers.count += 1
    return True


cdef inline Py_UCS4 unit_of(const OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """The unit at an offset, or 0 behind the end."""
    if at >= parser.size:
        return 0
    if parser.width <= 1:
        return (<const unsigned char *> parser.text)[at]
    if parser.width == 2:
        return (<const unsigned short *> parser.text)[at]
    return (<const Py_UCS4 *> parser.text)[at]


cdef inline void free_parser(OutlineParser *parser) noexcept nogil:
    """Release the arrays."""
    PyMem_RawFree(parser.holes.data)
    PyMem_RawFree(parser.lines.data)
    PyMem_RawFree(parser.ranks)
    PyMem_RawFree(parser.rows)
    PyMem_RawFree(parser.frames)
    PyMem_RawFree(parser.conditionals.data)
    PyMem_RawFree(parser.suites)


cdef inline bint is_named(Name name) noexcept nogil:
    """Whether it is a word at all: none that names something begins and ends at 0."""
    return name.end > 0
