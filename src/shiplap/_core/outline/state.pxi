# What a pass of the outline keeps, and its arrays, which grow without the GIL.

# In the order and with the numbers of shiplap._data.code_languages; `check_numbers` in outline.pyx compares them.
cdef enum:
    FUNCTION = 1, METHOD, CLASS, STRUCT, UNION, ENUM, INTERFACE, TRAIT, IMPL, MODULE, RECORD, MACRO, TYPE
    CONTROL = 20, FOLLOWS, CASE, VALUE, ASIDE, NEW, OPERATOR, EXTERN, FOR, WHERE, ASYNC, CONTINUES, FINAL, DECLARES
    C = 0, JAVA, SCRIPT, GO, RUST, PYTHON
    HASH_COMMENTS = 1, NESTED_COMMENTS = 2, TRIPLE_QUOTES = 4, DIRECTIVES = 8, TEMPLATES = 16, RAW_BACKTICK = 32
    REGEXES = 64, LONG_STRINGS = 128, RAW_DELIMITED = 256, NEWLINES = 512, CPP = 1024

cdef enum Rank:
    OUTERMOST, MEMBER, BLOCK, BLANK, LINE, INNER

cdef enum Scope:
    OUTER, CLASS_BODY, BODY, PLAIN, EXPRESSION, OBJECT

cdef enum:
    LONGEST = 15    # letters of a word with a role
    SLOTS = 128     # of the hash table of such words

cdef struct RoleWord:
    unsigned char letters[LONGEST]
    unsigned char size
    int role

cdef struct Roles:
    RoleWord words[SLOTS]
    unsigned short sizes[128]   # by first letter: a bit for each size that a word of it has

cdef struct Numbers:
    int64_t *data
    Py_ssize_t count
    Py_ssize_t room

cdef struct Name:
    Py_ssize_t start
    Py_ssize_t end

# A row of the result, as numpy reads it.
cdef struct Row:
    int64_t role
    int64_t name_start
    int64_t name_end
    int64_t start
    int64_t code
    int64_t body
    int64_t end
    int64_t parent
    int64_t rank

cdef enum:
    COLUMNS = 9

# The statement that is being read in a bracket. Twin: the fields of `Frame` in reference/outline/bodies.py.
cdef struct Statement:
    Py_ssize_t lead
    Py_ssize_t line
    Py_ssize_t definition
    Py_ssize_t words
    Py_ssize_t angle
    Name name
    Name call
    Name lhs
    Name before
    Name word
    int opening
    int role
    int word_role
    int last
    unsigned char pending
    unsigned char first_word
    unsigned char called
    unsigned char assigned
    unsigned char colon
    unsigned char arrow
    unsigned char frozen
    unsigned char annotating
    unsigned char made
    unsigned char external
    unsigned char operator

cdef struct Frame:
    int bracket
    Scope scope
    bint least
    bint follows
    Py_ssize_t owner
    Py_ssize_t number
    Py_ssize_t first
    Statement s

cdef struct Suite:
    Py_ssize_t column
    Py_ssize_t owner
    Py_ssize_t number
    Py_ssize_t lead
    bint least
    bint follows

cdef struct Pass:
    const void *text
    Py_ssize_t n
    int width
    int family
    int flags
    const Roles *roles
    bint failed             # there was no memory
    # the lexer
    Numbers holes           # for each open hole of a template: the braces open in it
    Py_ssize_t lone[2]      # up to here a single, a double quote is known to have no partner in its line
    bint lex_bare
    bint value
    Py_ssize_t next_lf      # at or after the place of the last search
    Py_ssize_t next_cr
    bint crosses            # the token may span lines
    # the parser
    Numbers lines
    signed char *ranks      # one a line
    Py_ssize_t ranks_room
    Row *rows
    Py_ssize_t rows_count
    Py_ssize_t rows_room
    Py_ssize_t line
    bint bare
    bint empty
    bint blank
    int after
    Py_ssize_t ended
    Py_ssize_t last_end
    Py_ssize_t last_line
    Py_ssize_t next_line
    Py_ssize_t run
    Py_ssize_t run_last
    Py_ssize_t run_column
    # braces
    Frame *frames
    Py_ssize_t depth
    Py_ssize_t frames_room
    Py_ssize_t open_braces
    Numbers conditionals
    Py_ssize_t owed
    Py_ssize_t floor
    # indentation
    Suite *suites
    Py_ssize_t suites_count
    Py_ssize_t suites_room
    Py_ssize_t brackets
    Py_ssize_t header
    Py_ssize_t decorated
    Py_ssize_t first
    Py_ssize_t lead
    Py_ssize_t start_line
    bint follows
    Py_ssize_t words
    int role


cdef inline unsigned int hash_of(unsigned int first, unsigned int last, Py_ssize_t size) noexcept nogil:
    return (first * 5 + last * 11 + <unsigned int> size * 31) & (SLOTS - 1)


cdef inline bint grow(void **data, Py_ssize_t *room, Py_ssize_t size) noexcept nogil:
    """Room for twice as many of a size; False when there is no memory."""
    cdef Py_ssize_t wanted = 2 * room[0] + 16
    cdef void *larger = PyMem_RawRealloc(data[0], wanted * size)
    if larger == NULL:
        return False
    data[0] = larger
    room[0] = wanted
    return True


cdef inline bint push_number(Numbers *numbers, int64_t number) noexcept nogil:
    if numbers.count == numbers.room and not grow(<void **> &numbers.data, &numbers.room, sizeof(int64_t)):
        return False
    numbers.data[numbers.count] = number
    numbers.count += 1
    return True


cdef inline Py_UCS4 unit_of(const Pass *p, Py_ssize_t at) noexcept nogil:
    """The unit at an offset, or 0 behind the end."""
    if at >= p.n:
        return 0
    if p.width <= 1:
        return (<const unsigned char *> p.text)[at]
    if p.width == 2:
        return (<const unsigned short *> p.text)[at]
    return (<const Py_UCS4 *> p.text)[at]


cdef void free_pass(Pass *p) noexcept nogil:
    PyMem_RawFree(p.holes.data)
    PyMem_RawFree(p.lines.data)
    PyMem_RawFree(p.ranks)
    PyMem_RawFree(p.rows)
    PyMem_RawFree(p.frames)
    PyMem_RawFree(p.conditionals.data)
    PyMem_RawFree(p.suites)
