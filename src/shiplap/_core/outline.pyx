# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The outline of a code text: definitions, and the rank of a cut at each line; then the outline of structured data: its nodes.

One pass over the tokens, in the text's own form. A token is processed as soon as it is found; only lines, definitions
and open brackets are kept. Each section has the functions of one file of `shiplap.reference.outline`, in their order:
the state; units and tokens; literals; the lexer; definitions; languages with indentation; languages with braces; the
pass; the class `Outliner`; then those of `shiplap.reference.data`. The lexer and the pass are compiled for each width of a unit.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memchr, memcmp, memcpy, memset, strlen

from shiplap._core.boundaries cimport SENTENCE_STANDARD, Listed, Rules, begin_listed, next_listed
from shiplap._core.csrc cimport (
    shiplap_find_first,
    shiplap_find_set,
    shiplap_indentation,
    shiplap_leading_blanks,
    shiplap_letters,
    shiplap_lowest_bit,
    shiplap_narrow,
    shiplap_word_among,
    shiplap_word_end,
    unlikely,
)
from shiplap._core.outline_row cimport COLUMNS, Row
from shiplap._core.text cimport (
    IN_BYTES,
    IN_CHARACTERS,
    SMALL,
    STEP,
    Text,
    Unit as OffsetUnit,
    View,
    distance,
    is_ascii,
    is_continuation,
    is_own,
    unit_at,
)

from array import array as new_array

from shiplap._core.record_starts import record_starts
from shiplap._data import code_languages
from shiplap._data.code_languages import LANGUAGES
from shiplap._data.data_formats import FORMATS, TRACE_MARKS
from shiplap.threads import heed_interrupts

# ---- words that have a role (shiplap._data.code_languages)

cdef extern from "shiplap_outline.h" nogil:
    # roles of words
    enum:
        FUNCTION "SHIPLAP_ROLE_FUNCTION"
        METHOD "SHIPLAP_ROLE_METHOD"
        CLASS "SHIPLAP_ROLE_CLASS"
        STRUCT "SHIPLAP_ROLE_STRUCT"
        UNION "SHIPLAP_ROLE_UNION"
        ENUM "SHIPLAP_ROLE_ENUM"
        INTERFACE "SHIPLAP_ROLE_INTERFACE"
        TRAIT "SHIPLAP_ROLE_TRAIT"
        IMPL "SHIPLAP_ROLE_IMPL"
        MODULE "SHIPLAP_ROLE_MODULE"
        RECORD "SHIPLAP_ROLE_RECORD"
        TYPE "SHIPLAP_ROLE_TYPE"
        CONTROL "SHIPLAP_ROLE_CONTROL"
        FOLLOWS "SHIPLAP_ROLE_FOLLOWS"
        CASE "SHIPLAP_ROLE_CASE"
        VALUE "SHIPLAP_ROLE_VALUE"
        NEW "SHIPLAP_ROLE_NEW"
        OPERATOR "SHIPLAP_ROLE_OPERATOR"
        EXTERN "SHIPLAP_ROLE_EXTERN"
        FOR "SHIPLAP_ROLE_FOR"
        WHERE "SHIPLAP_ROLE_WHERE"
        ASYNC "SHIPLAP_ROLE_ASYNC"
        CONTINUES "SHIPLAP_ROLE_CONTINUES"
        FINAL "SHIPLAP_ROLE_FINAL"
        DECLARES "SHIPLAP_ROLE_DECLARES"
        CLOSES "SHIPLAP_ROLE_CLOSES"
        TEXT "SHIPLAP_ROLE_TEXT"
        BATCH "SHIPLAP_ROLE_BATCH"
        ALONE "SHIPLAP_ROLE_ALONE"
    # families of languages
    enum:
        C "SHIPLAP_FAMILY_C"
        JAVA "SHIPLAP_FAMILY_JAVA"
        SCRIPT "SHIPLAP_FAMILY_SCRIPT"
        GO "SHIPLAP_FAMILY_GO"
        RUST "SHIPLAP_FAMILY_RUST"
        PYTHON "SHIPLAP_FAMILY_PYTHON"
        GENERIC "SHIPLAP_FAMILY_GENERIC"
    # flags of languages
    enum:
        HASH_COMMENTS "SHIPLAP_FLAG_HASH_COMMENTS"
        NESTED_COMMENTS "SHIPLAP_FLAG_NESTED_COMMENTS"
        TRIPLE_QUOTES "SHIPLAP_FLAG_TRIPLE_QUOTES"
        DIRECTIVES "SHIPLAP_FLAG_DIRECTIVES"
        TEMPLATES "SHIPLAP_FLAG_TEMPLATES"
        RAW_BACKTICK "SHIPLAP_FLAG_RAW_BACKTICK"
        REGEXES "SHIPLAP_FLAG_REGEXES"
        LONG_STRINGS "SHIPLAP_FLAG_LONG_STRINGS"
        RAW_DELIMITED "SHIPLAP_FLAG_RAW_DELIMITED"
        NEWLINES "SHIPLAP_FLAG_NEWLINES"
        CPP "SHIPLAP_FLAG_CPP"
        HEREDOCS "SHIPLAP_FLAG_HEREDOCS"
        CALLS "SHIPLAP_FLAG_CALLS"
        ASSIGNS "SHIPLAP_FLAG_ASSIGNS"
        STATEMENTS "SHIPLAP_FLAG_STATEMENTS"
        EQUATIONS "SHIPLAP_FLAG_EQUATIONS"
        QUOTED_NAMES "SHIPLAP_FLAG_QUOTED_NAMES"
        LONG_BRACKETS "SHIPLAP_FLAG_LONG_BRACKETS"
        DASHES "SHIPLAP_FLAG_DASHES"
        ATTRIBUTES "SHIPLAP_FLAG_ATTRIBUTES"
        FLAT "SHIPLAP_FLAG_FLAT"
        AT_WORDS "SHIPLAP_FLAG_AT_WORDS"
        AT_STRINGS "SHIPLAP_FLAG_AT_STRINGS"
        VERBATIM "SHIPLAP_FLAG_VERBATIM"
        SHORT "SHIPLAP_FLAG_SHORT"
        RESULTS "SHIPLAP_FLAG_RESULTS"
        LABELS "SHIPLAP_FLAG_LABELS"
    enum:
        MAX_ROLE_WORD "SHIPLAP_MAX_ROLE_WORD"   # letters of the longest word with a role: below 16

cdef enum:
    ROLE_SLOTS = 256    # slots of the hash table of such words: a power of two, more than twice the words of any language

# The letters of a word, followed by zeros.
cdef union Letters:
    uint64_t[2] parts
    unsigned char[16] each

# A word, and its role; an empty slot has role 0.
cdef struct RoleWord:
    Letters letters
    int role

# The words of a language that have a role: a hash table, and `sizes`, which excludes most other words without the table.
cdef struct Roles:
    RoleWord words[ROLE_SLOTS]
    unsigned short sizes[128]           # indexed by first letter: 16 bits, bit n is set if such a word has n letters
    uint64_t closes                     # the first letters of the words with the role CLOSES, for shiplap_word_among


cdef inline unsigned int hash_of(unsigned int first, unsigned int last, Py_ssize_t size) noexcept nogil:
    """Return the first slot in which a word is searched, by its first and last letter and its size."""
    return (first * 5 + last * 11 + <unsigned int> size * 31) & (ROLE_SLOTS - 1)


# ---- the state of the parser (reference/outline/state.py)

cdef enum:
    BRACE = 0x7B    # "{" in code without "}" beside it: Cython counts braces in character literals when it indents C

# Inlining of three functions. If the compiler chooses, outlines take 2 to 6 % more instructions.
cdef extern from "shiplap_inline.h":
    ctypedef void always_inline "SHIPLAP_ALWAYS_INLINE void"
    ctypedef void noinline "SHIPLAP_NOINLINE void"

# The rank of a cut at the start of a line; the least rank is the best.
cdef enum Rank:
    OUTERMOST           # between top-level definitions
    MEMBER              # between the definitions in a class
    BLOCK               # between blocks at the least depth of a function, of a class or of the text
    BLANK               # after a blank line, deeper within a block
    LINE                # between statements
    INNER               # at any other line start

# Scopes: the content of an open bracket. OUTER: declarations of a file or a namespace. PLAIN: a block. OBJECT: an object
# literal of JavaScript, whose functions are definitions.
cdef enum:
    OUTER, CLASS_BODY, BODY, PLAIN, EXPRESSION, OBJECT

cdef enum:
    MARKS = 64          # how many masks of 64 units are computed at once

# An array that grows.
cdef struct Numbers:
    int64_t *data
    Py_ssize_t count
    Py_ssize_t capacity

# The span of a word; (0, 0): the word is missing.
cdef struct Name:
    Py_ssize_t start
    Py_ssize_t end

# The statement that is being read in a bracket.
cdef struct Statement:
    Py_ssize_t lead             # if it is first in its line: the first line of its comment, or its line; else -1
    Py_ssize_t line             # its line
    Py_ssize_t definition       # the row that it defines, or -1
    Py_ssize_t words
    Py_ssize_t angle            # open "<"
    Name name
    Name call                   # the name before the parenthesis
    Name lhs                    # the target of an assignment
    Name before                 # the word before the first open "<"
    Name word                   # the last word
    Py_ssize_t chain            # the begin of the words that "::" joins to the last word, or -1 after another "::"
    int opening                 # the role of the first word
    int role                    # the role of the word that defines something
    int word_role               # the role of the last word
    int last                    # the last token: A_WORD, A_LITERAL, a closed bracket or a mark
    unsigned char pending       # the next token must be the name
    unsigned char first_word    # the word that defines something is the first word
    unsigned char called        # a name and a parenthesis have been seen
    unsigned char assigned
    unsigned char colon
    unsigned char arrow
    unsigned char frozen        # the words that follow are not names
    unsigned char annotating    # a parenthesis belongs to an annotation
    unsigned char made          # after "new"
    unsigned char external
    unsigned char operator

# An open bracket, and the statement that is being read in it.
cdef struct Frame:
    int bracket
    int scope
    bint least                  # statements here are at the least depth of the owner
    bint follows                # a block has just ended
    bint is_new                 # no statement has begun in it
    Py_ssize_t owner            # the innermost definition around, or -1
    Py_ssize_t number           # the definition whose body this is, or -1
    Py_ssize_t first            # the begin of the statement, or -1
    Statement s

# Statements of one indentation.
cdef struct Suite:
    Py_ssize_t column
    Py_ssize_t owner            # the innermost definition around
    Py_ssize_t number           # the definition whose body this is, or -1
    Py_ssize_t lead             # the first line of its last statement, with its comment
    bint least                  # statements here are at the least depth of the owner
    bint follows                # a block has just ended

# The context of a line start.
cdef struct Place:
    bint inside                 # inside a statement, a bracket or a token
    bint least                  # at the least depth
    bint follows                # a block has just ended

cdef struct OutlineParser:
    const void *text
    Py_ssize_t size             # units of the text
    int width
    const void *own_text        # the text before `narrow`
    int own_width
    uint8_t *bytes              # the copy that `narrow` has made, or NULL
    int family
    int flags
    const Roles *roles
    bint failed                 # memory is missing
    Py_ssize_t at               # the offset up to which the text has been read
    Py_ssize_t until            # the first line start from here on ends a step
    # ---- the lexer
    Numbers holes               # for each open hole of a template: the braces that are open in it
    Py_ssize_t lone_from[2]     # from here (`group` may have read ahead)
    Py_ssize_t lone[2]          # up to here a single (a double) quote is known to have no partner in its line
    Py_ssize_t no_group         # a bracket that cannot start a `group`
    bint at_line_start          # only white space is before the token in this line
    bint value                  # an operand may follow, so a slash begins a regular expression
    Py_ssize_t next_lf          # the next LF at or after the offset of the last search
    Py_ssize_t next_cr
    const uint8_t *stop_set     # the units that `next_stop` finds, as the set of shiplap_find_set
    const uint8_t *word_set     # the ASCII units of words, as such a set
    uint64_t[MARKS] stops       # the stops, a bit for each unit from marks_begin on
    uint64_t[MARKS] word_units
    bint are_pairs              # only a stop directly before another stop is marked, and no words
    Py_ssize_t marks_begin
    bint crosses                # the token may span lines
    # ---- lines and definitions
    Numbers lines
    Numbers crossed             # the lines that begin in a token
    signed char *ranks          # one for each line
    Py_ssize_t ranks_capacity
    Row *rows
    Py_ssize_t rows_count
    Py_ssize_t rows_capacity
    Py_ssize_t line             # the line of the token that is being read
    bint line_has_no_code       # this line has no code yet
    bint line_is_blank          # this line has no code and no comment yet
    bint after_blank_line       # the line before is blank
    int rank_after              # the rank of a definition that has just ended, until a line has received it
    Py_ssize_t ended            # that definition, while its line may still continue, or -1
    Py_ssize_t last_end         # the end of the last token of code
    Py_ssize_t last_line
    Py_ssize_t next_line        # the first line of comment after it, or -1
    Py_ssize_t comment_block    # the first line of the comment in lines of its own directly before, or -1
    Py_ssize_t comment_block_column
    # ---- braces
    Frame *frames
    Py_ssize_t depth
    Py_ssize_t frames_capacity
    Py_ssize_t open_braces
    Numbers conditionals        # the depth of the frames at each #if
    Py_ssize_t braces_closed_elsewhere  # braces that another branch of an #if has closed, and that this branch will close
    Py_ssize_t min_depth        # the depth at which this branch closes them
    # ---- indentation
    Suite *suites
    Py_ssize_t suites_count
    Py_ssize_t suites_capacity
    Py_ssize_t brackets         # the number of open brackets
    Py_ssize_t header           # the definition whose body follows, or -1
    Py_ssize_t decorated        # the first line of the decorators, with the comment above, or -1
    Py_ssize_t first            # the begin of the statement
    Py_ssize_t lead
    Py_ssize_t start_line
    bint follows                # the statement continues the statement before it
    Py_ssize_t words            # words of the statement that were read, or -1 if it cannot define something any more
    int role                    # function or class, if the name follows


cdef inline bint grow(void **data, Py_ssize_t *capacity, Py_ssize_t size) noexcept nogil:
    """Double the room for items of a size. Return False if memory is missing."""
    cdef Py_ssize_t wanted = 2 * capacity[0] + 16
    cdef void *larger = PyMem_RawRealloc(data[0], wanted * size)
    if larger == NULL:
        return False
    data[0] = larger
    capacity[0] = wanted
    return True


cdef inline bint push_number(Numbers *numbers, int64_t number) noexcept nogil:
    """Append a number. Return False if memory is missing."""
    if numbers.count == numbers.capacity and not grow(<void **> &numbers.data, &numbers.capacity, sizeof(int64_t)):
        return False
    numbers.data[numbers.count] = number
    numbers.count += 1
    return True


cdef inline Py_UCS4 unit_of(const OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """Return the unit at an offset, or 0 after the end."""
    if at >= parser.size:
        return 0
    if parser.width <= 1:
        return (<const unsigned char *> parser.text)[at]
    if parser.width == 2:
        return (<const unsigned short *> parser.text)[at]
    return (<const Py_UCS4 *> parser.text)[at]


cdef inline void free_parser(OutlineParser *parser) noexcept nogil:
    """Release the arrays."""
    PyMem_RawFree(parser.bytes)
    PyMem_RawFree(parser.holes.data)
    PyMem_RawFree(parser.lines.data)
    PyMem_RawFree(parser.crossed.data)
    PyMem_RawFree(parser.ranks)
    PyMem_RawFree(parser.rows)
    PyMem_RawFree(parser.frames)
    PyMem_RawFree(parser.conditionals.data)
    PyMem_RawFree(parser.suites)


cdef inline bint is_named(Name name) noexcept nogil:
    """Return whether a name is present: (0, 0) is a missing name."""
    return name.end > 0


# ---- units and tokens (reference/outline/units.py)

ctypedef unsigned char unsigned_char
ctypedef unsigned short unsigned_short

# A byte of UTF-8, or a code unit of a str.
cdef fused Unit:
    unsigned_char
    unsigned_short
    Py_UCS4

# Kinds of tokens. GROUP: a bracket with its content, if it closes near in the same line (`group`).
cdef enum:
    NEWLINE, COMMENT, WORD, LITERAL, OPEN, CLOSE, MARK, DIRECTIVE, GROUP

# Codes of tokens, in addition to the ASCII of a bracket or mark.
cdef enum:
    ARROW = 256         # =>
    THIN                # ->
    PATH                # ::
    SAME                # a comparison
    PLUSPLUS, MINUSMINUS
    HOLE, HOLE_END      # ${ and its closing }
    A_WORD, A_LITERAL   # for Frame.last
    BRANCH_IF, BRANCH, BRANCH_END  # directives

cdef extern from "shiplap_outline.h" nogil:
    # the kind of token that a unit of ASCII begins
    enum:
        OF_WORD "SHIPLAP_UNIT_WORD"
        OF_SPACE "SHIPLAP_UNIT_SPACE"
        OF_LINE "SHIPLAP_UNIT_LINE"
        OF_QUOTE "SHIPLAP_UNIT_QUOTE"
        OF_OPEN "SHIPLAP_UNIT_OPEN"
        OF_CLOSE "SHIPLAP_UNIT_CLOSE"
        OF_BACKTICK "SHIPLAP_UNIT_BACKTICK"
        OF_HASH "SHIPLAP_UNIT_HASH"
        OF_SLASH "SHIPLAP_UNIT_SLASH"
        OF_SIGN "SHIPLAP_UNIT_SIGN"
        OF_MARK "SHIPLAP_UNIT_MARK"
    const unsigned char[128] UNIT_CLASSES "shiplap_unit_classes"

# A token: its `code` is a bracket, a mark or one of the codes above; its `role` is the role of a word.
cdef struct Token:
    int kind
    Py_ssize_t start
    Py_ssize_t end
    int code
    int role


cdef inline bint is_word(Unit unit) noexcept nogil:
    """Return whether a unit is a letter, a digit, "_" or "$", or not ASCII."""
    return unit > 127 or UNIT_CLASSES[unit] == OF_WORD


cdef inline Py_ssize_t word_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Return the end of a word that continues at `at`."""
    cdef Py_ssize_t n = parser.size, k
    cdef uint64_t mask
    while at < n:
        k = marked_at(parser, at)
        mask = ~parser.word_units[k >> 6] >> (k & 63)
        if mask == 0:
            at += 64 - (k & 63)
            continue
        at += <Py_ssize_t> shiplap_lowest_bit(mask)
        if at >= n or text[at] <= 127:
            return at
        at += 1
    return n


cdef inline Py_ssize_t next_of(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    """Return the offset of the next occurrence of `unit`, or the end of the text."""
    cdef Unit wanted = <Unit> unit
    cdef void *found
    cdef Py_ssize_t end
    if Unit is unsigned_char:
        found = memchr(text + at, unit, n - at) if at < n else NULL
        return <unsigned char *> found - <unsigned char *> text if found != NULL else n
    else:
        end = shiplap_find_first(text, n, sizeof(Unit), &wanted, 1, at + 1, n + 1) if at < n else -1
        return end - 1 if end > 0 else n


cdef inline Py_ssize_t next_stop(OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """Return the offset of the next unit that has a meaning inside a statement, a string or parentheses (`is_stop`), or
    the end of the text."""
    cdef Py_ssize_t n = parser.size, k
    cdef uint64_t mask
    while at < n:
        k = marked_at(parser, at)
        mask = parser.stops[k >> 6] >> (k & 63)
        if mask:
            return at + <Py_ssize_t> shiplap_lowest_bit(mask)
        at += 64 - (k & 63)
    return n


cdef inline Py_ssize_t marked_at(OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """Return the index of the unit at `at` in the masks; if it is outside of them, the next units are marked first."""
    cdef Py_ssize_t k = at - parser.marks_begin
    if unlikely(k < 0 or k >= 64 * MARKS):
        mark_units(parser, at)
        return 0
    return k


cdef noinline mark_units(OutlineParser *parser, Py_ssize_t begin) noexcept nogil:
    """Mark the stops and the ASCII units of words among the next 64 * MARKS units."""
    cdef Py_ssize_t end = min(parser.size, begin + 64 * MARKS), k
    parser.marks_begin = begin
    shiplap_find_set(parser.text, parser.width, begin, end, parser.stop_set, parser.stops)
    if parser.are_pairs:
        for k in range((end - begin + 63) // 64):
            parser.stops[k] &= parser.stops[k] >> 1 | (parser.stops[k + 1] << 63 if k + 1 < MARKS else <uint64_t> 1 << 63)
        return
    if parser.family != GENERIC:
        shiplap_find_set(parser.text, parser.width, begin, end, parser.word_set, parser.word_units)


cdef inline bint is_stop(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is a line end, a bracket, a backslash, or may begin a string or a comment."""
    return unit <= 127 and (OF_LINE <= UNIT_CLASSES[unit] <= OF_SLASH or unit == c'\\')


cdef inline bint is_line(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit ends a line."""
    return unit in b"\n\r"


cdef inline bint at_is(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    """Return whether `unit` is at an offset, which may be the end of the text."""
    return at < n and text[at] == unit


cdef inline Py_ssize_t newline_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    return at + 2 if text[at] == c'\r' and at + 1 < n and text[at + 1] == c'\n' else at + 1


cdef inline Py_ssize_t line_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Return the offset of the next LF or CR. The next offset of each is stored, so that a text in which one of them is
    rare is searched for it once."""
    if parser.next_lf < at:
        parser.next_lf = next_of(text, parser.size, at, c'\n')
    if parser.next_cr < at:
        parser.next_cr = next_of(text, parser.size, at, c'\r')
    return parser.next_lf if parser.next_lf < parser.next_cr else parser.next_cr


cdef inline Py_ssize_t find(Unit *text, Py_ssize_t n, Py_UCS4 first, Py_UCS4 second, Py_ssize_t at) noexcept nogil:
    """Return the end of the next pair of units, or of `first` alone if `second` is 0; if missing, the end of the text."""
    cdef Unit[2] pair
    cdef Py_ssize_t end = -1
    if second == 0:
        at = next_of(text, n, at, first)
        return at + (at < n)
    pair[0], pair[1] = <Unit> first, <Unit> second
    if at + 2 <= n:
        end = shiplap_find_first(text, n, sizeof(Unit), pair, 2, at + 2, n + 1)
    return end if end >= 0 else n


# ---- literals: strings, comments and directives, which may be long and span lines (reference/outline/literals.py)

cdef enum:
    MAX_GROUP = 128     # the most units of a group, so that lexing stays linear
    MAX_DEPTH = 63      # the most nested brackets in a group, a bit each
    MAX_REGEX = 1024    # the most code points of a regular expression, so that lexing stays linear


cdef inline Py_ssize_t raw_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t hashes) noexcept nogil:
    """Return the end of the next quote with `hashes` times "#"."""
    cdef Py_ssize_t run
    while at < n:
        at = find(text, n, c'"', 0, at)
        if text[at - 1] != c'"':
            return n
        run = 0
        while run < hashes and at + run < n and text[at + run] == c'#':
            run += 1
        if run == hashes:
            return at + run
        at += run
    return n


cdef inline Py_ssize_t delimited_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t delimiter,
                                     Py_ssize_t size) noexcept nogil:
    """Return the end of the next parenthesis with the delimiter and a quote."""
    cdef Py_ssize_t k
    while at < n:
        if text[at] == c')' and at + size + 1 < n and text[at + size + 1] == c'"':
            k = 0
            while k < size and text[at + 1 + k] == text[delimiter + k]:
                k += 1
            if k == size:
                return at + size + 2
        at += 1
    return n


cdef void quoted(OutlineParser *parser, Unit *text, Py_ssize_t at, Py_UCS4 quote, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i
    cdef bint crossed = False
    token.kind = LITERAL
    if (parser.flags & TRIPLE_QUOTES and (quote == c'"' or parser.family == PYTHON) and at + 2 < n
            and text[at + 1] == quote and text[at + 2] == quote):
        token.end, parser.crosses = triple_end(text, n, at + 3, quote), True
        return
    if parser.flags & LONG_STRINGS:
        if quote == c'"':
            token.end = long_end(parser, text, at + 1)
            return
        if not at_is(text, n, at + 1, c'\\'):
            i = at + 1
            if i < n:
                i += 1
                while parser.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
                    i += 1
            if not at_is(text, n, i, c'\''):
                token.kind, token.code = MARK, quote
                return
    if parser.lone_from[quote == c'"'] <= at < parser.lone[quote == c'"']:
        token.kind, token.code = MARK, quote
        return
    i = next_stop(parser, at + 1)
    while i < n:
        if text[i] == quote:
            token.end = i + 1
            parser.crosses = crossed
            return
        if is_line(text[i]):
            break
        i += 1
        if text[i - 1] == c'\\' and i < n:
            if is_line(text[i]):
                crossed = True
                i = newline_end(text, n, i)
            else:
                i += 1
        i = next_stop(parser, i)
    if crossed:
        token.end, parser.crosses = i, True
        return
    parser.lone_from[quote == c'"'], parser.lone[quote == c'"'] = at, i
    token.kind, token.code = MARK, quote


cdef void group(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """Read a parenthesis or square bracket that opens before `at` up to the bracket that closes it. Its end is 0 if the
    closing bracket is not near, or if a brace, a comment, a line end or a string that is not simple comes first. The
    content of a group does not affect the statement outside, and opens no statement. The gain is 31 % of the
    instructions of code."""
    cdef Py_ssize_t n = min(parser.size, at + MAX_GROUP), depth = 1
    cdef uint64_t squares = text[at - 1] == c'['    # the lowest bit is set if the innermost bracket is a square bracket
    cdef Token string
    cdef Py_UCS4 unit
    token.kind, token.code, token.end = GROUP, text[at - 1], 0
    while True:
        at = next_stop(parser, at)
        if at >= n:
            return
        unit = text[at]
        at += 1
        if unit == c')' or unit == c']':
            if squares & 1 != (unit == c']'):
                return
            squares >>= 1
            depth -= 1
            if depth == 0:
                token.end = at
                return
        elif unit == c'(' or unit == c'[':
            if depth == MAX_DEPTH:
                return
            squares = squares << 1 | (unit == c'[')
            depth += 1
        elif unit in b"\"'" and not is_word(text[at - 2]):
            quoted(parser, text, at - 1, unit, &string)
            if string.kind != LITERAL or parser.crosses:
                parser.crosses = False
                return
            at = string.end
        elif unit != c'/' or parser.flags & REGEXES or at_is(text, n, at, c'/') or at_is(text, n, at, c'*'):
            return


cdef inline Py_ssize_t triple_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 quote) noexcept nogil:
    cdef Py_ssize_t low = at, back
    while at < n:
        at = next_of(text, n, at, quote)
        back = at
        while back > low and text[back - 1] == c'\\':  # an odd number of backslashes escapes the quote
            back -= 1
        if (at - back) & 1:
            low = at = at + 1
            continue
        if at + 2 < n and text[at + 1] == quote and text[at + 2] == quote:
            return at + 3
        low = at = at + 1
    return n


cdef inline Py_ssize_t long_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Return the end of a string that may span lines, after its quote. `crosses` is set if the string may span lines."""
    cdef Py_ssize_t n = parser.size
    while True:
        at = next_stop(parser, at)
        if at >= n:
            return n
        if text[at] == c'"':
            return at + 1
        if text[at] == c'\\':
            at += 1
        if at < n and is_line(text[at]):
            parser.crosses = True
        at += 1


cdef inline void template(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """Read a template literal from `at` on, up to its end or to its next hole."""
    cdef Py_ssize_t n = parser.size, low = at   # from `low` on, nothing is escaped
    token.kind, token.code, parser.crosses = LITERAL, 0, True
    while True:
        at = next_stop(parser, at)
        if at >= n:
            break
        if text[at] == c'\\':
            low = at = at + 2
        elif text[at] == c'`':
            token.end = at + 1
            return
        elif text[at] == BRACE and at > low and text[at - 1] == c'$':
            if not push_number(&parser.holes, 0):
                parser.failed = True
            token.kind, token.code, token.end = OPEN, HOLE, at + 1
            return
        else:
            at += 1
    token.end = n


cdef inline Py_ssize_t comment_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = parser.size, depth = 1
    if not parser.flags & NESTED_COMMENTS:
        return find(text, n, c'*', c'/', at)
    while at < n and depth:
        if text[at] == c'/' and at_is(text, n, at + 1, c'*'):
            depth += 1
            at += 2
        elif text[at] == c'*' and at_is(text, n, at + 1, c'/'):
            depth -= 1
            at += 2
        else:
            at += 1
    return at


cdef inline Py_ssize_t regex_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i = at, left = MAX_REGEX
    cdef bint bracketed = False
    if at_is(text, n, at, c'>') or (at >= 2 and text[at - 2] == c'<'):
        return 0
    while i < n and left > 0:
        if is_line(text[i]):
            return 0
        if text[i] == c'\\' and not (i + 1 < n and is_line(text[i + 1])):
            i += 1
            left -= 1
            if i >= n or left <= 0:
                break
        elif text[i] == c'/' and not bracketed:
            return i + 1
        elif text[i] in b"[]":
            bracketed = text[i] == c'['
        i += 1
        left -= 1
        while parser.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
            i += 1
    return 0


cdef inline void directive(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i = at + 1, begin, size
    while i < n and text[i] in b" \t":
        i += 1
    begin = i
    while i < n and c'a' <= text[i] <= c'z':
        i += 1
    size = i - begin
    token.kind, parser.crosses = DIRECTIVE, True
    if size >= 2 and text[begin] == c'i' and text[begin + 1] == c'f':  # if ifdef ifndef
        if (size == 2) | same(text, begin + 2, size - 2, b"def") | same(text, begin + 2, size - 2, b"ndef"):
            token.code = BRANCH_IF
    elif same(text, begin, size, b"endif"):
        token.code = BRANCH_END
    elif (same(text, begin, size, b"else") | same(text, begin, size, b"elif")
            | same(text, begin, size, b"elifdef") | same(text, begin, size, b"elifndef")):
        token.code = BRANCH
    while True:
        i = next_stop(parser, i)
        if i >= n or is_line(text[i]):
            break
        if text[i] == c'\\' and i + 1 < n and is_line(text[i + 1]):
            i = newline_end(text, n, i + 1)
        elif text[i] == c'/' and at_is(text, n, i + 1, c'/'):
            while i < n and not is_line(text[i]):
                i = next_stop(parser, i + 1)
        elif text[i] == c'/' and at_is(text, n, i + 1, c'*'):
            i = find(text, n, c'*', c'/', i + 2)
        elif text[i] == c'"':
            i = next_stop(parser, i + 1)
            while i < n and text[i] != c'"' and not is_line(text[i]):
                if text[i] == c'\\':
                    if i + 1 == n or is_line(text[i + 1]):
                        break
                    i += 1
                i = next_stop(parser, i + 1)
            if at_is(text, n, i, c'"'):
                i += 1
        else:
            i += 1
    token.end = i


cdef inline bint same(Unit *text, Py_ssize_t at, Py_ssize_t size, const char *letters) noexcept nogil:
    """Return whether the `size` units at `at` are these letters."""
    cdef Py_ssize_t k = 0
    while k < size and letters[k] != 0 and text[at + k] == <unsigned char> letters[k]:
        k += 1
    return k == size and letters[k] == 0


# ---- the lexer (reference/outline/lexer.py)

cdef enum:
    MAX_DELIMITER = 16  # units that C++ allows before the parenthesis of a raw string


cdef inline always_inline next_token(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """Read the token that begins at `at`, which is neither white space nor a line end."""
    cdef Py_ssize_t n = parser.size
    cdef Py_UCS4 unit = text[at], following = text[at + 1] if at + 1 < n else 0
    cdef int begins = OF_WORD if unit > 127 else UNIT_CLASSES[unit]
    token.start = at
    token.end = at + 1
    token.code = token.role = 0
    if begins == OF_WORD:
        word_token(parser, text, at, token)
        return
    if begins == OF_QUOTE:
        quoted(parser, text, at, unit, token)
        return
    if begins == OF_OPEN:
        if unit == c'(' and parser.family != PYTHON and parser.no_group != at:
            group(parser, text, at + 1, token)
            if token.end == 0:
                token.kind, token.end = OPEN, at + 1
            return
        token.kind, token.code = OPEN, unit
        if unit == c'{' and parser.holes.count:
            parser.holes.data[parser.holes.count - 1] += 1
        return
    if begins == OF_CLOSE:
        token.kind, token.code = CLOSE, unit
        if unit == c'}' and parser.holes.count:
            if parser.holes.data[parser.holes.count - 1] == 0:
                token.code = HOLE_END
            else:
                parser.holes.data[parser.holes.count - 1] -= 1
        return
    if begins == OF_BACKTICK:
        if parser.flags & TEMPLATES:
            template(parser, text, at + 1, token)
            return
        if parser.flags & RAW_BACKTICK:
            token.kind, parser.crosses = LITERAL, True
            token.end = find(text, n, c'`', 0, at + 1)
            return
    elif begins == OF_HASH:
        if parser.flags & HASH_COMMENTS:
            token.kind, token.end = COMMENT, line_end(parser, text, at)
            return
        if parser.flags & DIRECTIVES and parser.at_line_start:
            directive(parser, text, at, token)
            return
    elif begins == OF_SLASH and not parser.flags & HASH_COMMENTS:
        if following == c'/':
            token.kind, token.end = COMMENT, line_end(parser, text, at)
            return
        if following == c'*':
            token.kind, parser.crosses = COMMENT, True
            token.end = comment_end(parser, text, at + 2)
            return
        if parser.flags & REGEXES and parser.value:
            token.end = regex_end(parser, text, at + 1)
            if token.end:
                token.kind = LITERAL
                return
            token.end = at + 1
    token.kind, token.code = MARK, unit if unit else 1  # 0 is not a code; U+0000 and U+0001 have no meaning
    if begins != OF_SIGN:
        return
    if unit == c'\\':
        if is_line(following) and at + 1 < n:
            token.end, parser.crosses = newline_end(text, n, at + 1), True
        return
    pair(unit, following, token)


cdef inline void pair(Py_UCS4 unit, Py_UCS4 following, Token *token) noexcept nogil:
    """Join two marks that have one meaning: a comparison is not an assignment."""
    cdef int code = 0
    if unit == c'=':
        code = ARROW if following == c'>' else SAME if following == c'=' else 0
    elif following == c'=':
        code = SAME if unit in b"!<>" else c'=' if unit == c':' else 0
    elif unit == c'-':
        code = THIN if following == c'>' else MINUSMINUS if following == c'-' else 0
    elif unit == c':' and following == c':':
        code = PATH
    elif unit == c'+' and following == c'+':
        code = PLUSPLUS
    if code:
        token.code = code
        token.end += 1


cdef inline void word_token(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, end = word_end(parser, text, at), opening, size
    cdef Py_UCS4 first = text[at]
    token.end, token.kind = end, LITERAL
    if c'0' <= first <= c'9':
        if parser.flags & RAW_DELIMITED:
            while end + 1 < n and text[end] == c'\'' and is_word(text[end + 1]):
                end += 1
                while end < n and is_word(text[end]):
                    end += 1
            token.end = end
        return
    size = end - at
    if end < n and size <= 3 and parser.flags & (LONG_STRINGS | RAW_DELIMITED):
        if parser.flags & LONG_STRINGS:
            if ((text[end] == c'#') | (text[end] == c'"')) & (text[end - 1] == c'r') & (
                (size == 1) | ((size == 2) & ((first == c'b') | (first == c'c')))
            ):
                opening = end
                while at_is(text, n, opening, c'#'):
                    opening += 1
                if at_is(text, n, opening, c'"'):
                    token.end, parser.crosses = raw_end(text, n, opening + 1, opening - end), True
                    return
        elif (text[end] == c'"') & (text[end - 1] == c'R') & (
            (size == 1) | ((size == 2) & ((first == c'L') | (first == c'u') | (first == c'U')))
            | ((size == 3) & (first == c'u') & (text[at + 1] == c'8'))
        ):
            opening = end + 1
            while (opening < n and opening - end <= MAX_DELIMITER and c'!' <= text[opening] <= c'~'
                    and text[opening] not in b"()\\\""):
                opening += 1
            if at_is(text, n, opening, c'('):
                token.end, parser.crosses = delimited_end(text, n, opening + 1, end + 1, opening - end - 1), True
                return
    token.kind, token.code = WORD, A_WORD
    if may_have_role(parser.roles, first, size):
        token.role = role_of(parser, text, at, size)


cdef inline bint may_have_role(const Roles *roles, Py_UCS4 first, Py_ssize_t size) noexcept nogil:
    """Return whether a word with this first letter and size may have a role. The two exclude nearly all words without a role,
    which gains 7 % of the instructions."""
    return size <= MAX_ROLE_WORD and first < 128 and roles.sizes[first] >> size & 1


cdef inline int role_of(const OutlineParser *parser, Unit *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Return the role of a word that `may_have_role`, or 0."""
    cdef Letters word
    cdef Py_ssize_t k
    memset(&word, 0, sizeof(Letters))
    for k in range(size):
        if text[at + k] > 127:
            return 0
        word.each[k] = text[at + k]
    return role_of_letters(parser.roles, &word, size)


cdef inline int role_of_letters(const Roles *roles, const Letters *word, Py_ssize_t size) noexcept nogil:
    """Return the role of a word by its letters, or 0."""
    cdef const RoleWord *known
    cdef unsigned int slot = hash_of(word.each[0], word.each[size - 1], size)
    while True:
        known = &roles.words[slot]
        if known.role == 0:
            return 0
        if ((known.letters.parts[0] ^ word.parts[0]) | (known.letters.parts[1] ^ word.parts[1])) == 0:
            return known.role
        slot = (slot + 1) & (ROLE_SLOTS - 1)


cdef inline bint is_value(const Token *token) noexcept nogil:
    if token.kind == WORD:
        return token.role == VALUE or token.role == FOLLOWS or token.role == CASE
    return token.kind == OPEN or token.kind == MARK


# ---- lines and their ranks, definitions and where they end (reference/outline/definitions.py)

cdef inline void push_line(OutlineParser *parser, Py_ssize_t start) noexcept nogil:
    """Begin the next line at `start`."""
    cdef Py_ssize_t at = parser.lines.count
    if not push_number(&parser.lines, start):
        parser.failed = True
        return
    if at == parser.ranks_capacity and not grow(<void **> &parser.ranks, &parser.ranks_capacity, 1):
        parser.lines.count = at
        parser.failed = True
        return
    parser.ranks[at] = INNER
    parser.line = at
    if parser.ended >= 0:
        resolve(parser, start)


cdef inline Py_ssize_t column_of(const OutlineParser *parser, const Token *token) noexcept nogil:
    """Return the number of units between the start of the line and a token."""
    return token.start - parser.lines.data[parser.line]


cdef inline Py_ssize_t begin_line(OutlineParser *parser, Py_ssize_t column, bint inside, bint least,
                                  bint follows) noexcept nogil:
    if parser.comment_block >= 0 and parser.comment_block_column <= column:
        return parser.comment_block
    if not inside:
        rank_line(parser, least, follows)
    return parser.line


cdef inline void rank_line(OutlineParser *parser, bint least, bint follows) noexcept nogil:
    cdef bint blank = parser.after_blank_line
    cdef int rank = BLOCK if least and (blank or follows) else BLANK if blank else LINE
    mark(parser, parser.line, rank if rank < parser.rank_after else parser.rank_after)
    parser.rank_after = INNER


cdef inline void mark(OutlineParser *parser, Py_ssize_t line, int rank) noexcept nogil:
    if line < parser.lines.count and parser.ranks[line] > rank:
        parser.ranks[line] = rank


cdef inline Py_ssize_t define(OutlineParser *parser, int role, Name name, Py_ssize_t first, Py_ssize_t lead,
                              Py_ssize_t line, Py_ssize_t body, Py_ssize_t parent, int least) noexcept nogil:
    cdef Py_ssize_t count = parser.rows_count
    push_row(parser, role, name, first, lead, line, body, parent, least)
    return count if parser.rows_count > count else -1


cdef void push_row(OutlineParser *parser, int role, Name name, Py_ssize_t first, Py_ssize_t lead,
                            Py_ssize_t line, Py_ssize_t body, Py_ssize_t parent, int least) noexcept nogil:
    """Add the row of a definition, unless an earlier row begins later, or memory is missing."""
    cdef Py_ssize_t start = first, begin = first
    cdef int rank = least
    cdef Row *row
    if lead >= 0:
        start, begin = parser.lines.data[lead], parser.lines.data[line]
    if parser.rows_count and parser.rows[parser.rows_count - 1].start >= start:
        return
    if (parser.rows_count == parser.rows_capacity
            and not grow(<void **> &parser.rows, &parser.rows_capacity, sizeof(Row))):
        parser.failed = True
        return
    if parent >= 0:
        row = &parser.rows[parent]
        if row.role == FUNCTION or row.role == METHOD:
            rank = BLOCK
        elif row.role == MODULE:
            rank = least if least > row.rank else <int> row.rank
        else:
            rank = MEMBER if MEMBER > row.rank else <int> row.rank
            if role == FUNCTION:
                role = METHOD
    row = &parser.rows[parser.rows_count]
    row.role, row.name_start, row.name_end, row.start, row.code_start = role, name.start, name.end, start, begin
    row.body, row.end, row.parent, row.rank = body, parser.size, parent, rank
    parser.rows_count += 1
    if lead >= 0:
        mark(parser, lead, rank)


cdef inline void finish_here(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    parser.ended = number
    if parser.rows[number].rank < parser.rank_after:
        parser.rank_after = <int> parser.rows[number].rank


cdef inline void resolve(OutlineParser *parser, Py_ssize_t end) noexcept nogil:
    """Set the end of the definition that has just ended."""
    parser.rows[parser.ended].end = end
    parser.ended = -1


cdef void finish_before(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    cdef Row *row = &parser.rows[number]
    if parser.line == parser.last_line:
        row.end = parser.last_end
        return
    row.end = parser.lines.data[parser.last_line + 1]
    mark(parser, parser.last_line + 1, <int> row.rank)
    mark(parser, parser.next_line if parser.next_line >= 0 else parser.line, <int> row.rank)


cdef inline void finish_last(OutlineParser *parser, Py_ssize_t number) noexcept nogil:
    cdef Py_ssize_t later = parser.last_line + 1
    parser.rows[number].end = parser.lines.data[later] if later < parser.lines.count else parser.size


# ---- languages with indentation (reference/outline/indents.py)

cdef enum:
    TAB = 8     # the columns of a tab


cdef inline bint push_suite(OutlineParser *parser, Py_ssize_t column, Py_ssize_t owner, Py_ssize_t number,
                            bint least) noexcept nogil:
    """Begin a suite of a larger indentation. Return False if memory is missing."""
    if (parser.suites_count == parser.suites_capacity
            and not grow(<void **> &parser.suites, &parser.suites_capacity, sizeof(Suite))):
        parser.failed = True
        return False
    parser.suites[parser.suites_count] = Suite(column, owner, number, 0, least, False)
    parser.suites_count += 1
    return True


cdef inline Place indented_place(OutlineParser *parser) noexcept nogil:
    cdef const Suite *suite = &parser.suites[parser.suites_count - 1]
    return Place(parser.brackets > 0, suite.least, suite.follows)


cdef inline void indented_token(OutlineParser *parser, const Token *token) noexcept nogil:
    if parser.line_has_no_code:
        if parser.brackets and (token.role == FUNCTION or token.role == CLASS):
            parser.brackets = 0
        if parser.brackets:
            begin_line(parser, column_of(parser, token), True, False, False)
        else:
            statement(parser, token)
            if parser.failed:
                return
    if token.kind == OPEN:
        parser.brackets += 1
    elif token.kind == CLOSE:
        parser.brackets -= parser.brackets > 0
    if parser.words >= 0:
        indented_word(parser, token)


cdef inline Py_ssize_t indentation(const OutlineParser *parser) noexcept nogil:
    cdef Py_ssize_t column = 0, at = parser.lines.data[parser.line]
    cdef const unsigned char *bytes = <const unsigned char *> parser.text
    cdef Py_UCS4 unit
    if parser.width <= 1:  # only spaces, without a test of the form of the text: gains 7 % of the instructions of Python
        while bytes[at] == c' ':
            column += 1
            at += 1
    while True:
        unit = unit_of(parser, at)
        if unit == c' ':
            column += 1
        elif unit == c'\t':
            column = (column // TAB + 1) * TAB
        elif unit in b"\f\v":
            column = 0
        else:
            return column
        at += 1


cdef void statement(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Py_ssize_t indented = indentation(parser), number, lead
    cdef Suite *suite = &parser.suites[parser.suites_count - 1]
    cdef bint decorated, is_first = indented > suite.column
    if is_first:
        number = parser.header
        if suite.least and number < 0 and not parser.follows:
            mark(parser, suite.lead, BLOCK)
        if not push_suite(parser, indented, number if number >= 0 else suite.owner, number, number >= 0):
            return
    else:
        if parser.header >= 0:
            finish_before(parser, parser.header)
        while parser.suites[parser.suites_count - 1].column > indented:
            parser.suites_count -= 1
            number = parser.suites[parser.suites_count].number
            if number >= 0:
                finish_before(parser, number)
            parser.suites[parser.suites_count - 1].follows = True
            parser.decorated = -1  # no statement followed the decorators in their suite
    parser.header = -1
    suite = &parser.suites[parser.suites_count - 1]
    decorated = parser.decorated >= 0
    lead = begin_line(parser, column_of(parser, token), is_first | decorated | (token.role == FOLLOWS), suite.least, suite.follows)
    if decorated:
        lead = parser.decorated
    else:
        parser.start_line = parser.line
    parser.decorated = lead if token.code == c'@' else -1
    suite.follows = False
    parser.follows = token.role == FOLLOWS
    suite.lead = parser.lead = lead
    parser.first = token.start
    parser.words = parser.role = 0


cdef inline void indented_word(OutlineParser *parser, const Token *token) noexcept nogil:
    if token.kind != WORD:
        parser.words = -1
    elif parser.role:
        parser.header = define(parser, parser.role, Name(token.start, token.end), parser.first, parser.lead,
                               parser.start_line, token.end, parser.suites[parser.suites_count - 1].owner, OUTERMOST)
        parser.words = -1
    elif token.role == FUNCTION or token.role == CLASS:
        parser.role = token.role
    elif token.role != ASYNC or parser.words:
        parser.words = -1
    else:
        parser.words += 1


cdef inline void finish_indented(OutlineParser *parser) noexcept nogil:
    cdef Py_ssize_t k
    if parser.header >= 0:
        finish_last(parser, parser.header)
    for k in range(parser.suites_count):
        if parser.suites[k].number >= 0:
            finish_last(parser, parser.suites[k].number)


# ---- languages with braces: statements (reference/outline/brace_statements.py)

cdef enum:
    HALF_STATEMENT = 80     # bytes


cdef inline bint is_defining(int role) noexcept nogil:
    """Return whether a word of the role defines something."""
    return FUNCTION <= role <= TYPE


cdef inline bint is_listing(const Frame *frame) noexcept nogil:
    """Return whether commas separate the content of the bracket, which has no statements."""
    return frame.scope >= EXPRESSION


cdef inline void clear(Frame *frame) noexcept nogil:
    frame.first = -1
    # in two parts: the compiler makes a loop of a larger memset, and the processor mispredicts its end, which takes 19 % of
    # the time of an outline of C++
    memset(&frame.s, 0, HALF_STATEMENT)
    memset(<char *> &frame.s + HALF_STATEMENT, 0, sizeof(Statement) - HALF_STATEMENT)
    frame.s.lead = frame.s.line = frame.s.definition = frame.s.chain = -1


cdef inline bint may_end(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    cdef int last = frame.s.last
    return parser.flags & NEWLINES and (last == A_WORD or last == A_LITERAL or last in b")]}"
                                   or last == PLUSPLUS or last == MINUSMINUS)


cdef inline bint line_ends(const OutlineParser *parser, const Frame *frame, const Token *token) noexcept nogil:
    cdef const Statement *s = &frame.s
    if is_listing(frame) or token.kind == CLOSE:
        return False
    if parser.family == C:
        if (frame.scope != OUTER and frame.scope != CLASS_BODY) or not parser.after_blank_line or token.kind != WORD:
            return False
        return (s.last == c')' and s.called) or (s.last == A_WORD and s.words == 1)
    if parser.family == SCRIPT and s.last == c'>' and token.kind == WORD:
        if token.role == DECLARES or is_defining(token.role):
            return True
    if not may_end(parser, frame):
        return False
    if parser.family == GO:
        return True
    if token.kind == WORD:
        return token.role != CONTINUES and not (unit_of(parser, frame.first) == c'@' and s.role == 0 and not s.assigned)
    if token.kind == OPEN:
        if token.code == c'{':
            return s.role == 0 and s.last != c')'
        return token.code == c'[' and frame.scope == CLASS_BODY
    return (token.kind == LITERAL or token.code in b"@#"
            or (token.code == c'*' and frame.scope == CLASS_BODY))


cdef void conclude(OutlineParser *parser, Frame *frame) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = s.role if is_named(s.name) and s.role != IMPL else 0
    cdef Row *row
    if s.definition >= 0:
        row = &parser.rows[s.definition]
        if parser.family == C and row.name_end == 0 and s.last == A_WORD:
            row.name_start, row.name_end = s.word.start, s.word.end
        return
    if parser.family == C or is_listing(frame):
        return
    if parser.family == SCRIPT and ((role != FUNCTION and role != TYPE and role != MODULE) or s.opening == VALUE):
        role = 0
    if parser.family == GO and role == FUNCTION:
        role = 0
    if parser.family == JAVA:
        role = FUNCTION if frame.scope == CLASS_BODY and s.called and not s.assigned else 0
    if role:
        s.definition = add(parser, frame, role, s.call if parser.family == JAVA else s.name, parser.last_end)


cdef inline Py_ssize_t add(OutlineParser *parser, const Frame *frame, int role, Name name,
                           Py_ssize_t body) noexcept nogil:
    return define(parser, role, name, frame.first, frame.s.lead, frame.s.line, body, frame.owner,
                  MEMBER if frame.scope == OBJECT else OUTERMOST)


cdef inline bint may_define(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    """Return whether the end of the statement can define something (`conclude`). Most statements define nothing, so that the
    test gains 5 % of the instructions."""
    return (frame.s.role or frame.s.definition >= 0
            or (parser.family == JAVA and frame.scope == CLASS_BODY))


cdef inline void end_here(OutlineParser *parser, Frame *frame) noexcept nogil:
    if may_define(parser, frame):
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_here(parser, frame.s.definition)
    clear(frame)


cdef inline void end_before(OutlineParser *parser, Frame *frame) noexcept nogil:
    if may_define(parser, frame):
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_before(parser, frame.s.definition)
    clear(frame)


cdef void end_line_before(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    """End the statement if it ended with the line before the token."""
    if line_ends(parser, frame, token):
        end_before(parser, frame)


cdef Name operator_name(const OutlineParser *parser, const Frame *frame, Py_ssize_t start) noexcept nogil:
    """Return the name of an operator of C++, up to its parenthesis, which starts at `start`: operator==, Rope::operator(),
    operator bool."""
    cdef Name call = frame.s.call
    cdef Py_ssize_t at = start
    while unit_of(parser, at - 1) in b" \t":
        at -= 1
    if at > call.end:
        return Name(call.start, at)
    if unit_of(parser, at) == c'(' and unit_of(parser, at + 1) == c')':
        return Name(call.start, at + 2)
    return call


cdef void parenthesis(OutlineParser *parser, Frame *frame, Py_ssize_t start) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef bint before
    if s.annotating or s.assigned or s.frozen:
        s.annotating = False
        return
    before = s.last == A_WORD and s.angle == 0
    if parser.family == C:
        if s.operator:
            if not s.called:
                s.call = operator_name(parser, frame, start)
            s.called = True
        elif before and s.word_role == 0:
            s.called, s.call = True, Name(s.chain, s.word.end)
        elif s.last == c'>' and s.angle == 0 and is_named(s.before):
            s.called, s.call = True, s.before
    elif parser.family == GO:
        s.called = s.called or s.pending
    elif parser.family == JAVA:
        if before and s.word_role == 0 and (frame.scope == OUTER or frame.scope == CLASS_BODY):
            s.called, s.call = True, s.word
    elif parser.family == SCRIPT and (frame.scope == CLASS_BODY or frame.scope == OBJECT):
        if s.called or s.colon:
            return
        if before:
            s.called, s.call = True, s.word
        elif s.last == c'>' and s.angle == 0:
            s.called, s.call = True, s.before
        elif s.last == A_LITERAL or s.last == c']':
            s.called = True


# ---- languages with braces: words and marks

cdef void braced_word(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int role = token.role
    cdef Name span = Name(token.start, token.end)
    if s.last == c'.':
        role = 0
    if s.pending:
        if not is_defining(role) or parser.family != C:
            s.name, s.pending = span, False
    elif s.role == 0:
        if is_defining(role) and s.angle == 0:
            s.role, s.pending, s.first_word = role, role != IMPL, s.words == 0
    elif s.role == TYPE and parser.family == GO and (role == STRUCT or role == INTERFACE):
        s.role = role
    elif s.role == IMPL:
        if role == FOR:
            s.name = Name(0, 0)
        elif role == WHERE:
            s.frozen = True
        elif not s.frozen and s.angle == 0 and (not is_named(s.name) or s.last == PATH):
            s.name = span
    elif parser.family == C and s.role != MODULE and s.angle == 0 and not s.frozen and role != FINAL:
        s.name = Name(s.chain if is_joined(parser, frame, token) else span.start, span.end)
    if parser.family == C and not is_joined(parser, frame, token):
        s.chain = token.start - (s.last == c'~' and unit_of(parser, token.start - 1) == c'~')
    if role >= NEW:  # lower roles have no meaning here
        if role == OPERATOR:
            s.operator, s.call = True, Name(s.chain, span.end)
        elif role == NEW:
            s.made = True
        elif role == EXTERN:
            s.external = True
    if s.last not in b"@.":
        s.annotating = False
    s.words += 1
    s.word, s.word_role, s.last = span, role, A_WORD


cdef inline bint is_joined(const OutlineParser *parser, const Frame *frame, const Token *token) noexcept nogil:
    if frame.s.last == PATH:
        return frame.s.chain >= 0
    return (frame.s.last == c'~' and frame.s.chain >= 0 and token.start >= 3 and unit_of(parser, token.start - 1) == c'~'
            and unit_of(parser, token.start - 2) == c':' and unit_of(parser, token.start - 3) == c':')


cdef inline void cancel(Frame *frame) noexcept nogil:
    frame.s.pending = False
    frame.s.role = 0


cdef inline void cancel_at_bracket(OutlineParser *parser, Frame *frame) noexcept nogil:
    if (parser.family == SCRIPT or parser.family == JAVA or parser.family == GO) and frame.s.role != FUNCTION:
        frame.s.role = 0
    if parser.family != C:
        frame.s.pending = False


cdef void punctuation(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef int code = token.code
    if s.pending:
        if code not in b"<*!:" and code != PATH:
            cancel(frame)
        elif code in b"*:" and (parser.family == SCRIPT or parser.family == JAVA):
            if s.role != FUNCTION or code == c':':
                cancel(frame)
    if code == c';' or (code == c',' and (is_listing(frame) or (frame.scope == PLAIN and parser.family == RUST))):
        end_here(parser, frame)
        return
    if code == c'=':
        if s.angle == 0 and s.word_role != OPERATOR:
            if not is_named(s.lhs):
                s.lhs = s.word
            s.assigned = True
    elif code == c'<':
        if s.angle == 0:
            s.before = s.word if s.last == A_WORD else Name(0, 0)
        s.angle += 1
    elif code == c'>':
        s.angle -= s.angle > 0
    elif code == c':':
        if is_label(parser, frame):
            end_here(parser, frame)
            return
        if parser.family == SCRIPT:
            if not is_named(s.lhs):
                s.lhs = s.word
            s.colon = True
        elif parser.family == C and (s.called or s.role):
            s.frozen = True
    elif code == ARROW and parser.family == SCRIPT:
        s.arrow = True
        if (s.assigned or (frame.scope == OBJECT and s.colon)) and s.definition < 0 and s.role == 0:
            if frame.scope != EXPRESSION:
                s.definition = add(parser, frame, FUNCTION, s.lhs, token.end)
    elif code == c'@':
        s.annotating = True
    elif code == PATH and (s.last != A_WORD or s.word.end != token.start):
        s.chain = -1
        if s.last == c'>' and s.angle == 0 and unit_of(parser, token.start - 1) == c'>' and is_named(s.before):
            s.chain = s.before.start  # Rope<T>::cut
    s.last = code


cdef inline bint is_label(const OutlineParser *parser, const Frame *frame) noexcept nogil:
    if is_listing(frame):
        return False
    if frame.s.opening == CASE:
        return True
    return parser.family == C and frame.s.words == 1 and frame.s.last == A_WORD and frame.s.role == 0


# ---- languages with braces: what a brace opens (reference/outline/bodies.py)

# A brace: its scope; if it begins the body of a definition, the role and the name of the definition.
cdef struct Opened:
    int scope
    int role
    Name name


cdef inline Opened brace(int family, int flags, const Frame *frame) noexcept nogil:
    if family == SCRIPT:
        return script(frame)
    if family == GO:
        return go(frame)
    if family == RUST:
        return rust(frame)
    if family == JAVA:
        return java(frame)
    return c_family(frame, flags & CPP != 0)


cdef inline Opened only(int scope) noexcept nogil:
    return Opened(scope, 0, Name(0, 0))


cdef inline Opened script(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    cdef bint typed = (s.last == c')' or s.last == A_WORD or s.last in b">]}"
                       or s.last == A_LITERAL)
    cdef Name name = s.name if is_named(s.name) else s.lhs
    cdef int scope
    if s.last == ARROW:
        return only(BODY)
    if s.role == FUNCTION or s.role == CLASS:
        scope = BODY if s.role == FUNCTION else CLASS_BODY
        if not typed or s.angle:
            return only(OBJECT)
        return Opened(scope, s.role, name) if is_named(name) else only(scope)
    if s.role == INTERFACE or s.role == ENUM:
        return Opened(EXPRESSION, s.role, s.name) if typed and s.angle == 0 else only(OBJECT)
    if s.role == MODULE:
        return Opened(OUTER, MODULE, s.name)
    if s.role == TYPE:
        return only(OBJECT)
    if (frame.scope == CLASS_BODY or frame.scope == OBJECT) and s.called and not s.assigned and typed:
        return Opened(BODY, FUNCTION, s.call)
    if frame.scope == CLASS_BODY:
        return only(PLAIN if s.last == A_WORD and not s.assigned else OBJECT)
    if frame.scope == EXPRESSION or frame.scope == OBJECT:
        return only(PLAIN if s.last == c')' else OBJECT)
    if s.last == A_WORD:
        return only(OBJECT if s.word_role == VALUE or s.word_role == CASE else PLAIN)
    return only(PLAIN if s.last == 0 or s.last == c')' else OBJECT)


cdef inline Opened go(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role == FUNCTION:
        if s.last == A_WORD and (s.word_role == STRUCT or s.word_role == INTERFACE):
            return only(EXPRESSION)
        if is_named(s.name) and frame.scope == OUTER:
            return Opened(BODY, METHOD if s.called else FUNCTION, s.name)
        return only(BODY)
    if (s.role == STRUCT or s.role == INTERFACE) and is_named(s.name):
        return Opened(EXPRESSION, s.role, s.name)
    if frame.scope == OUTER or frame.scope == EXPRESSION:
        return only(EXPRESSION)
    if s.last == 0 or s.opening == CONTROL or s.opening == FOLLOWS or s.opening == CASE:
        return only(PLAIN)
    return only(EXPRESSION)


cdef inline Opened rust(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role and (is_named(s.name) or s.role == IMPL):
        if s.role == FUNCTION:
            return Opened(BODY, s.role, s.name)
        if s.role == TRAIT or s.role == IMPL:
            return Opened(CLASS_BODY, s.role, s.name)
        return Opened(OUTER if s.role == MODULE else EXPRESSION, s.role, s.name)
    if s.external:
        return only(OUTER)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        return only(EXPRESSION if s.assigned or s.opening == VALUE else PLAIN)
    return only(PLAIN)


cdef inline Opened java(const Frame *frame) noexcept nogil:
    cdef const Statement *s = &frame.s
    if s.role and is_named(s.name):
        return Opened(CLASS_BODY, s.role, s.name)
    if s.last == THIN:
        return only(BODY)
    if s.made and s.last in b")>":
        return only(CLASS_BODY)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        if s.called and not s.assigned:
            return Opened(BODY, FUNCTION, s.call)
        return only(EXPRESSION if s.assigned or s.last == c']' else PLAIN)
    if s.last == c')' or (frame.scope != EXPRESSION and (s.last == 0 or s.last == A_WORD)):
        return only(PLAIN)
    return only(EXPRESSION)


cdef inline Opened c_family(const Frame *frame, bint is_cpp) noexcept nogil:
    cdef const Statement *s = &frame.s
    cdef int last = s.last
    cdef bint closed = last in b")]", plain
    if s.role == MODULE:
        return Opened(OUTER, MODULE, s.name)
    if s.role and not s.called and not s.assigned and last != c')':
        return Opened(CLASS_BODY if is_cpp and s.role != ENUM else EXPRESSION, s.role, s.name)
    if s.external and last == A_LITERAL:
        return only(OUTER)
    if frame.scope == OUTER or frame.scope == CLASS_BODY:
        if s.called and not s.assigned:
            return only(EXPRESSION) if s.frozen and last == A_WORD else Opened(BODY, FUNCTION, s.call)
        return only(PLAIN if last == 0 or (is_cpp and closed) else EXPRESSION)
    if frame.scope == EXPRESSION:
        if closed:
            return only(PLAIN if is_cpp else EXPRESSION)
        return only(PLAIN if last == 0 and frame.bracket == c'(' and not is_cpp else EXPRESSION)
    if closed:
        return only(EXPRESSION if s.assigned and not is_cpp else PLAIN)
    if last == A_WORD and not s.assigned:
        plain = (s.words == 1 or s.word_role == CONTROL or s.word_role == FOLLOWS or s.opening == CONTROL
                 or s.opening == FOLLOWS)
        return only(PLAIN if plain else EXPRESSION)
    return only(PLAIN if last == 0 else EXPRESSION)


# ---- languages with braces: tokens (reference/outline/braces.py)

cdef inline void push_frame(OutlineParser *parser, int bracket, int scope, Py_ssize_t owner, bint least,
                            Py_ssize_t number) noexcept nogil:
    """Open a bracket."""
    cdef Frame *frame
    if (parser.depth == parser.frames_capacity
            and not grow(<void **> &parser.frames, &parser.frames_capacity, sizeof(Frame))):
        parser.failed = True
        return
    frame = &parser.frames[parser.depth]
    frame.bracket, frame.scope, frame.owner = bracket, scope, owner
    frame.least, frame.number, frame.follows, frame.is_new = least, number, False, parser.depth > 0
    clear(frame)
    parser.depth += 1


cdef inline Place braced_place(OutlineParser *parser) noexcept nogil:
    cdef const Frame *frame = &parser.frames[parser.depth - 1]
    return Place(frame.is_new | is_listing(frame) or (frame.first >= 0 and not may_end(parser, frame)), frame.least, frame.follows)


cdef inline always_inline braced_token(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Frame *frame = &parser.frames[parser.depth - 1]
    cdef Py_ssize_t lead = -1
    if token.kind == DIRECTIVE:
        branch(parser, token)
        return
    if parser.line_has_no_code:
        if frame.first >= 0:
            end_line_before(parser, frame, token)
        lead = begin_line(parser, column_of(parser, token), frame.is_new | (frame.first >= 0) | is_listing(frame)
                          | (token.kind == CLOSE) | (token.role == FOLLOWS), frame.least, frame.follows)
    if token.kind == CLOSE:
        close(parser, token)
        return
    if frame.first < 0 and token.code not in b",;":
        frame.first, frame.s.lead, frame.s.line, frame.s.opening = token.start, lead, parser.line, token.role
        frame.follows = frame.is_new = False
    if token.kind == OPEN:
        open_bracket(parser, frame, token)
    elif token.kind == GROUP:
        begin_bracket(parser, frame, token)
        frame.s.last = c')'
    elif token.kind == WORD:
        braced_word(parser, frame, token)
    elif token.kind == LITERAL:
        if frame.s.pending and frame.s.role != MODULE:
            cancel(frame)
        frame.s.last = A_LITERAL
    else:
        punctuation(parser, frame, token)


# ---- languages with braces: brackets

cdef inline void begin_bracket(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    """Update the statement in which a parenthesis or square bracket opens."""
    if frame.s.pending and not (frame.s.role == FUNCTION and parser.family == GO and frame.s.first_word):
        cancel_at_bracket(parser, frame)
    if token.code == c'(':
        parenthesis(parser, frame, token.start)


cdef void open_bracket(OutlineParser *parser, Frame *frame, const Token *token) noexcept nogil:
    cdef Statement *s = &frame.s
    cdef Opened opened
    cdef Py_ssize_t number = -1
    cdef bint least
    if token.code != c'{':
        begin_bracket(parser, frame, token)
        push_frame(parser, c'$' if token.code == HOLE else token.code, EXPRESSION, frame.owner, False, -1)
        return
    s.pending = False
    opened = brace(parser.family, parser.flags, frame)
    if opened.role:
        if s.definition < 0:
            s.definition = add(parser, frame, opened.role, opened.name, token.end)
        number = s.definition
    elif opened.scope == BODY and s.arrow:
        number = s.definition
        if number >= 0:
            parser.rows[number].body = token.end
    elif opened.scope == BODY and parser.family == GO:
        s.role = 0
    s.arrow = s.made = False
    if opened.scope == PLAIN and frame.least and s.lead >= 0 and s.opening != FOLLOWS:
        mark(parser, s.lead, BLOCK)
    least = opened.scope <= CLASS_BODY or (opened.scope == BODY and (number >= 0 or frame.owner < 0))
    push_frame(parser, c'{', opened.scope, number if number >= 0 else frame.owner, least, number)
    parser.open_braces += 1


cdef void close(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef int opening
    cdef Frame *frame
    cdef int scope
    cdef Py_ssize_t number
    if token.code == c'}':
        if parser.braces_closed_elsewhere and parser.depth == parser.min_depth:
            parser.braces_closed_elsewhere -= 1
            return
        if parser.open_braces == 0:
            return
        opening = c'{'
    elif token.code == HOLE_END:
        opening = c'$'
    else:
        opening = c'(' if token.code == c')' else c'['
        if parser.frames[parser.depth - 1].bracket != opening:
            return
    while parser.frames[parser.depth - 1].bracket != opening:
        pop_frame(parser)
    pop_frame(parser)
    scope, number = parser.frames[parser.depth].scope, parser.frames[parser.depth].number
    frame = &parser.frames[parser.depth - 1]
    frame.s.last = token.code
    if token.code == c'}' and ends(parser, frame, scope, number):
        end_here(parser, frame)
        frame.follows = True
    elif (token.code == c']' and parser.family == RUST and frame.first >= 0 and unit_of(parser, frame.first) == c'#'
            and unit_of(parser, frame.first + 1) == c'!'):
        end_here(parser, frame)


cdef inline void pop_frame(OutlineParser *parser) noexcept nogil:
    cdef Frame *frame = &parser.frames[parser.depth - 1]
    parser.depth -= 1
    if frame.first >= 0:
        conclude(parser, frame)
    if frame.s.definition >= 0:
        finish_before(parser, frame.s.definition)
    parser.open_braces -= frame.bracket == BRACE


cdef inline bint ends(const OutlineParser *parser, const Frame *frame, int scope, Py_ssize_t number) noexcept nogil:
    if is_listing(frame):
        return False
    if scope == PLAIN or scope == OUTER:
        return True
    if scope == BODY:
        return number >= 0 and not frame.s.assigned
    if scope == CLASS_BODY:
        return number >= 0 and parser.family != C and not frame.s.assigned
    return number >= 0 and (parser.family == RUST or parser.family == SCRIPT)


# ---- languages with braces: the preprocessor

cdef void branch(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Place here = braced_place(parser)
    cdef Py_ssize_t depth
    cdef bint later = token.code == BRANCH or token.code == BRANCH_END
    begin_line(parser, column_of(parser, token), here.inside or later, here.least, here.follows)
    if token.code == BRANCH_IF:
        if not push_number(&parser.conditionals, parser.depth):
            parser.failed = True
    elif later and parser.conditionals.count:
        depth = parser.conditionals.data[parser.conditionals.count - 1]
        parser.braces_closed_elsewhere = 0
        if token.code == BRANCH_END:
            parser.conditionals.count -= 1
            return
        while parser.depth > depth:
            pop_frame(parser)
        parser.braces_closed_elsewhere, parser.min_depth = depth - parser.depth, parser.depth


cdef inline void finish_braced(OutlineParser *parser) noexcept nogil:
    cdef Frame *frame
    while parser.depth:
        parser.depth -= 1
        frame = &parser.frames[parser.depth]
        conclude(parser, frame)
        if frame.s.definition >= 0:
            finish_last(parser, frame.s.definition)


# ---- the pass over the tokens (reference/outline/parser.py)

cdef void parse(OutlineParser *parser, Unit *text) noexcept nogil:
    """Continue to read the text, up to `until` or its end."""
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
                while at + blanks <= n:  # the indentation in blocks of 8 bytes: 6 % of the instructions, 12 % of the time
                    some = <Py_ssize_t> shiplap_leading_blanks(text + at, sizeof(Unit))
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
        finish_indented(parser)
    else:
        finish_braced(parser)


cdef inline Py_ssize_t take(OutlineParser *parser, Unit *text, Token *token) noexcept nogil:
    """Process a token; return its end."""
    if token.kind == COMMENT:
        parser.at_line_start = False
        comment(parser, token)
        if parser.crosses:
            cross(parser, text, token.start, token.end)
        return token.end
    if token.kind != DIRECTIVE:
        parser.at_line_start = False
        if parser.flags & REGEXES:
            parser.value = is_value(token)
    if parser.ended >= 0 and token.code not in b",;":
        resolve(parser, parser.last_end)
    if parser.family == PYTHON:
        indented_token(parser, token)
    else:
        braced_token(parser, token)
    parser.line_has_no_code = parser.line_is_blank = False
    if parser.crosses:
        cross(parser, text, token.start, token.end)
    if token.kind != DIRECTIVE:
        read_to(parser, token.end)
    return token.end


cdef inline Py_ssize_t pass_rest(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Read the rest of a line of Python that cannot define something any more, up to its end, a comment or a backslash. Only
    brackets, tokens that span lines and the end of the last token matter. That gains 40 % of the instructions."""
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
    """Read words, literals, marks and parentheses of a statement in a language with braces, in one line, up to the mark that
    ends the statement or a word that defines something: the tokens before it need no call of `take`. That gains 10 % of the
    instructions."""
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
            else:
                other = Token(WORD, at, end, A_WORD, 0)
                if may_have_role(parser.roles, unit, end - at):
                    other.role = role_of(parser, text, at, end - at)
                braced_word(parser, frame, &other)
                value = is_value(&other)
                if frame.s.role or frame.s.pending:
                    at = last_end = end
                    break
            at = end
        elif begins == OF_MARK:
            frame.s.last = unit if unit else 1  # 0 is not a code (`next_token`)
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
                parenthesis(parser, frame, at)
            frame.s.last = c')' if unit == c'(' else c']'
            at, value = other.end, False
        elif unit == c';' and not may_define(parser, frame):
            clear(frame)
            at, value, last_end = at + 1, True, at + 1
            break
        elif begins == OF_SIGN and unit != c'\\':
            other.kind, other.code, other.start, other.end = MARK, unit, at, at + 1
            pair(unit, text[at + 1] if at + 1 < n else 0, &other)
            if last_end >= 0:
                read_to(parser, last_end)
            punctuation(parser, frame, &other)
            if frame.first < 0:
                at, value, last_end = other.end, True, other.end
                break
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
            at += text[at] == c' '  # without a branch, which would be unpredictable
    if last_end >= 0:
        read_to(parser, last_end)
        parser.value = value
    return at


cdef inline void read_to(OutlineParser *parser, Py_ssize_t end) noexcept nogil:
    """Set the end of the last token of code."""
    parser.last_end, parser.last_line, parser.next_line = end, parser.line, -1


cdef void cross(OutlineParser *parser, Unit *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Begin the lines that start within a token."""
    cdef Py_ssize_t next
    parser.crosses = False
    while not parser.failed:
        at = line_end(parser, text, at)
        if at >= end:
            return
        next = newline_end(text, parser.size, at)
        if next <= end:
            push_line(parser, next)
            if not push_number(&parser.crossed, parser.line):
                parser.failed = True
        at = next


cdef inline void newline(OutlineParser *parser) noexcept nogil:
    if parser.line_is_blank:
        if not place(parser).inside:
            mark(parser, parser.line, parser.rank_after if parser.rank_after < LINE else LINE)
    if parser.line_is_blank or not parser.line_has_no_code:
        parser.comment_block = -1
    parser.after_blank_line = parser.line_is_blank
    parser.line_has_no_code = parser.line_is_blank = True


cdef void comment(OutlineParser *parser, const Token *token) noexcept nogil:
    cdef Place here
    cdef Py_ssize_t column
    if parser.line_is_blank:
        column = column_of(parser, token)
        if parser.comment_block < 0 or column != parser.comment_block_column:
            parser.comment_block, parser.comment_block_column = parser.line, column
            here = place(parser)
            if not here.inside and not (parser.header >= 0 and column > parser.suites[parser.suites_count - 1].column):
                rank_line(parser, here.least, here.follows)
        if parser.next_line < 0:
            parser.next_line = parser.line
        if parser.family == RUST and unit_of(parser, token.start + 2) == c'!':
            parser.comment_block = -1
    parser.line_is_blank = False


cdef inline Place place(OutlineParser *parser) noexcept nogil:
    return indented_place(parser) if parser.family == PYTHON else braced_place(parser)


# ---- any language: blocks by lines and their indentation (reference/outline/generic.py)

cdef enum:
    MAX_FAILURES = 8    # searches for the end of a here-document that may fail: reading stays linear
    MAX_LEVEL = 2       # the most "=" of a long bracket
    MAX_HEADER = 32     # the most marks and words of a header that are read for its name
    MAX_SPANS = 12      # the most kinds of comments of several lines in a language
    MAX_COMMENTS = 8    # the most marks of comments in a language
    MAX_MARK = 16       # the most units of such a mark
    # indices of `absent`, after the ends of comments
    DOUBLE_QUOTES = MAX_SPANS
    SINGLE_QUOTES
    BRACKETS
    ABSENT = BRACKETS + MAX_LEVEL + 1

# A mark that begins or ends a comment.
cdef struct LineMark:
    unsigned char[MAX_MARK] text
    int size

# The marks of comments of a language.
cdef struct LineMarks:
    LineMark[MAX_SPANS] openings
    LineMark[MAX_SPANS] closings
    LineMark[MAX_COMMENTS] comments
    int spans
    int count
    uint8_t[128] begins     # 1 if a mark begins with this unit

# A line that is not blank: its number, its column, its first visible unit, and the end of its last visible unit.
cdef struct Line:
    Py_ssize_t number
    Py_ssize_t column
    Py_ssize_t at
    Py_ssize_t stop

# A statement and what is inside it.
cdef struct Block:
    Py_ssize_t column
    Py_ssize_t lead         # its first line, with its comment
    Py_ssize_t line         # its first line, without its comment
    Py_ssize_t last         # its last line
    Py_ssize_t own          # its last line that is not inside it
    Py_ssize_t depth        # the statements around it, without namespaces
    Py_ssize_t row          # its row, or -1
    Name word               # its first word
    Name call               # the name to which a line assigns what the next line begins (flag ASSIGNS)
    Py_ssize_t header       # the first word of a line that may have a name before a parenthesis, or -1
    Py_ssize_t header_at    # the first visible unit of this line
    Py_ssize_t header_stop  # the end of its last visible unit
    Py_ssize_t parent       # the row of the definition around it, or -1
    int owner               # the role of the definition around it
    int role
    int word_role           # the role of its first word
    int opened              # the bracket that is open at the end of its line, or "@" of a class (flag FLAT); 0: none
    bint closed
    bint annotates
    bint documents          # the annotation is a string, or part of a comment in other languages
    bint unfinished
    bint joined             # its last line ends with a mark that continues it
    bint is_first           # it is the first statement in its block, or right after a colon
    bint is_short           # `call` is the name of a function whose body is an expression

cdef struct GenericParser:
    OutlineParser *text     # its text, lines, roles, flags and marked units; its ranks if `ranked`
    const LineMarks *marks
    bint ranked
    Row *rows
    Py_ssize_t rows_count
    Py_ssize_t rows_capacity
    Block *blocks
    Py_ssize_t depth
    Block *top              # the innermost statement, if `depth` is not 0
    Py_ssize_t blocks_capacity
    Py_ssize_t inside       # up to here the text is a string, a here-document or a comment
    bint in_comment
    int failures
    Py_ssize_t[ABSENT] absent   # for each mark: the offset from which on it does not occur
    Py_ssize_t comment      # the first line of the comment directly above, or -1
    Py_ssize_t comment_column
    Py_ssize_t remark       # the first line of a comment after the last code, or -1
    Py_ssize_t trail        # the last line of that comment, if no blank line is between, or -1
    Py_ssize_t trail_column
    Py_ssize_t gap          # the first blank line after it, or -1
    bint blank              # the line before is blank
    bint is_pod             # the comment belongs to the next statement even after a blank line
    bint is_text            # the code has ended (G13)
    bint after              # the last statement that ended is a block
    bint code_after_blank
    bint introduces         # the last line of code ends with a colon
    Name word               # the word that the line begins with
    int role                # its role
    bint plain              # the last line of code is a statement that ends with it, without a row, and nothing came after it
    Py_ssize_t function     # the next "function" at or after the offset of the last search, or -1
    Py_ssize_t arrow        # the next "\\(", which is a function of R
    Py_ssize_t pair         # the next two units that may begin a string of several lines, or -1
    Py_ssize_t number       # the next line
    Py_ssize_t crossed      # the next line that is known to begin in a token
    Py_ssize_t k            # the next definition of the outline of the language


cdef inline void begin_lines(GenericParser *parser, OutlineParser *text, const LineMarks *marks, bint ranked) noexcept nogil:
    """Set the state before the first line."""
    cdef int k
    memset(parser, 0, sizeof(GenericParser))
    parser.text, parser.marks, parser.ranked = text, marks, ranked
    for k in range(ABSENT):
        parser.absent[k] = text.size
    parser.comment = parser.remark = parser.trail = parser.gap = parser.pair = parser.function = parser.arrow = -1


cdef void narrow(OutlineParser *parser, bint may_end_with_zero) noexcept nogil:
    """Read the text as bytes with a zero after the last from here on: in a copy, unless its own units are such bytes. A unit
    beyond ASCII is 0x80 in the copy, which is a unit of a word. `may_end_with_zero`: the byte after the text may be read."""
    cdef const unsigned char *bytes = <const unsigned char *> parser.text
    if parser.bytes != NULL or (parser.width <= 1 and may_end_with_zero and bytes[parser.size] == 0):
        return
    parser.bytes = <uint8_t *> PyMem_RawRealloc(NULL, parser.size + 16)
    if parser.bytes == NULL:
        parser.failed = True
        return
    if parser.width <= 1:
        memcpy(parser.bytes, bytes, parser.size)
    else:
        shiplap_narrow(bytes, parser.width, parser.size, parser.size, parser.bytes)
    parser.bytes[parser.size] = 0
    parser.text, parser.width = parser.bytes, 1


cdef inline Py_UCS4 byte_at(const OutlineParser *text, Py_ssize_t at) noexcept nogil:
    """Return the byte at an offset, or 0 at the end of the text."""
    return (<const unsigned char *> text.text)[at]


cdef inline Block *innermost(const GenericParser *parser) noexcept nogil:
    """Return the innermost statement; at least one must be open."""
    return parser.top


cdef inline bint is_blank(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is white space inside a line."""
    return unit in b" \t\v\f"


cdef inline bint is_container(int role) noexcept nogil:
    """Return whether a definition of the role contains others."""
    return CLASS <= role <= RECORD


cdef void finish_lines(GenericParser *parser) noexcept nogil:
    end_statements(parser, -1)


cdef void end_statements(GenericParser *parser, Py_ssize_t column) noexcept nogil:
    take_trail(parser, column)
    parser.trail = -1
    while parser.depth:
        leave_block(parser)


cdef void read_line(GenericParser *parser, Py_ssize_t number) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t start = text.lines.data[number]
    cdef Line line
    line.number, line.stop = number, text.size
    if number + 1 < text.lines.count:
        line.stop = text.lines.data[number + 1] - 1
    line.at = line_indentation(text, start, &line.column)
    while line.stop > line.at and byte_at(text, line.stop - 1) in b" \t\v\f\r":  # the CR of CR LF: any other ends a line
        line.stop -= 1
    if text.flags & LABELS and line.at < line.stop:
        line.column = section_column(parser, &line)
    if start < parser.inside or is_crossed(parser, number):
        parser.plain = False
        read_inside(parser, &line)
    elif line.at == line.stop:
        parser.plain = False
        if parser.gap < 0:
            parser.gap = number
        parser.blank = True
        if not parser.is_pod:
            parser.comment = -1
    elif not read_comment(parser, &line):
        read_code(parser, &line)


cdef Py_ssize_t section_column(GenericParser *parser, const Line *line) noexcept nogil:
    cdef int role = first_role(parser, line)
    cdef Py_UCS4 unit = byte_at(parser.text, line.at)
    cdef Py_ssize_t end = parser.word.end
    if role == DECLARES or role == BATCH or (line.column == 0 and (
            (line.at == parser.word.start < end and byte_at(parser.text, end) == c':' and not is_digit(unit))
            or (unit == c':' and is_word(byte_at(parser.text, line.at + 1))))):
        return 0
    return max(line.column, 1)


cdef inline bint is_crossed(GenericParser *parser, Py_ssize_t number) noexcept nogil:
    """Return whether a line is known to begin in a token. Calls come in ascending order."""
    cdef const Numbers *crossed = &parser.text.crossed
    if crossed.count == 0:
        return False
    while parser.crossed < crossed.count and crossed.data[parser.crossed] < number:
        parser.crossed += 1
    return parser.crossed < crossed.count and crossed.data[parser.crossed] == number


cdef inline Py_ssize_t end_of(const OutlineParser *text, Py_ssize_t number) noexcept nogil:
    """Return the end of a line, without its line end."""
    cdef const unsigned char *bytes = <const unsigned char *> text.text
    cdef Py_ssize_t end
    if number + 1 == text.lines.count:
        return text.size
    end = text.lines.data[number + 1] - 1
    return end - (end > text.lines.data[number] and bytes[end] == c'\n' and bytes[end - 1] == c'\r')


cdef inline Py_ssize_t line_indentation(const OutlineParser *text, Py_ssize_t at, Py_ssize_t *column) noexcept nogil:
    return <Py_ssize_t> shiplap_indentation(<const uint8_t *> text.text, at, text.size, <size_t *> column)


cdef void read_inside(GenericParser *parser, const Line *line) noexcept nogil:
    cdef Block *block
    cdef Py_ssize_t at = parser.inside
    cdef Py_UCS4 unit
    if parser.is_text:
        if parser.blank != (line.at == line.stop):
            if not parser.is_pod:
                mark(parser.text, line.number, 0)
            if parser.blank:
                parser.is_pod = byte_at(parser.text, line.at) == c'=' and byte_at(parser.text, line.at + 1) in b"fhio"
            parser.blank = not parser.blank
        return
    if parser.in_comment or parser.comment >= 0:  # or in a directive, which is read as a comment
        if parser.trail == line.number - 1:
            parser.trail = line.number
        return
    if parser.depth == 0:
        return
    block = innermost(parser)
    block.last = line.number
    make_row(parser, block)
    if parser.text.lines.data[line.number] < at < line.stop:
        unit = byte_at(parser.text, at)
        while is_blank(unit):
            at += 1
            unit = byte_at(parser.text, at)
        if unit in b"})]":
            block.opened, block.closed = 0, True
        skip_strings(parser, line, at)
        end_of_line(parser, block, line)


cdef bint read_comment(GenericParser *parser, const Line *line) noexcept nogil:
    cdef const LineMarks *marks = parser.marks
    cdef Py_UCS4 unit = byte_at(parser.text, line.at)
    cdef Py_ssize_t end
    cdef int k
    if unit > 127 or not marks.begins[unit]:
        return False
    for k in range(marks.spans):
        if is_at(parser.text, &marks.openings[k], line.at):
            end = find_mark(parser, k, &marks.closings[k], line.at + marks.openings[k].size)
            if 0 < end < line.stop:
                return False
            if end:
                parser.inside, parser.in_comment = end, True  # `outside` skips no line of it
                parser.is_pod = marks.openings[k].text[0] == c'='
            remark(parser, line)
            return True
    for k in range(marks.count):
        if is_at(parser.text, &marks.comments[k], line.at) and not begins_attribute(parser.text, line):
            remark(parser, line)
            return True
    return False


cdef bint begins_attribute(const OutlineParser *text, const Line *line) noexcept nogil:
    return (byte_at(text, line.at) == c'#' and byte_at(text, line.at + 1) == c'['
            and byte_at(text, line.stop - 1) in b"([,")


cdef inline bint is_at(const OutlineParser *text, const LineMark *mark, Py_ssize_t at) noexcept nogil:
    """Return whether a mark begins at an offset."""
    cdef int k
    for k in range(mark.size):
        if byte_at(text, at + k) != mark.text[k]:
            return False
    return True


cdef void remark(GenericParser *parser, const Line *line) noexcept nogil:
    parser.plain = False
    if parser.comment < 0:
        parser.comment, parser.comment_column = line.number, line.column
        parser.code_after_blank = parser.blank
    parser.comment_column = max(parser.comment_column, line.column)
    if byte_at(parser.text, line.at) == c'#' and is_text(parser.text, first_word(parser.text, line.at + 1), b"if"):
        parser.comment_column = parser.text.size
    if parser.remark < 0:
        parser.remark = line.number
        if not parser.blank and parser.depth:
            parser.trail, parser.trail_column = line.number, line.column
    elif not parser.blank and parser.trail == line.number - 1 and parser.trail_column == line.column:
        parser.trail = line.number
    parser.blank = False


cdef void take_trail(GenericParser *parser, Py_ssize_t column) noexcept nogil:
    cdef Block *block
    if parser.trail < 0 or parser.trail_column <= column + 1:
        return
    block = innermost(parser)
    block.last = max(block.last, parser.trail)
    make_row(parser, block)
    if parser.comment == parser.remark:
        parser.comment = -1
    parser.remark = -1


# ---- any language: statements

cdef void read_code(GenericParser *parser, const Line *line) noexcept nogil:
    cdef Py_UCS4 unit = byte_at(parser.text, line.at)
    cdef int role = first_role(parser, line)
    cdef bint bracket = (parser.word.start == parser.word.end or unit == c'$') and closes_bracket(parser, unit)
    cdef Block *block
    parser.in_comment = parser.after = False
    if is_plain(parser, line):
        next_plain(parser, line)
        return
    parser.plain = False
    if role == TEXT and ends_code(parser, line):
        return
    take_trail(parser, line.column)
    while parser.depth and innermost(parser).column > line.column:
        leave_block(parser)
    if parser.depth > 1 and innermost(parser).opened == 0 and closes_around(parser, line, unit, role, bracket):
        leave_block(parser)
    if parser.depth and (bracket or (role == CLOSES and innermost(parser).column == line.column)):
        while innermost(parser).closed and parser.depth > 1 and reopens(parser, line.column):
            leave_block(parser)
        block = innermost(parser)
        if not block.closed or (bracket and not parser.blank):
            go_on(parser, block, line, closes_all(parser, line, unit, bracket))
            return
    if parser.depth and innermost(parser).column == line.column:
        block = innermost(parser)
        close_inside(parser, block)
        if goes_on(parser, block, line, role):
            go_on(parser, block, line, False)
            return
        if block.opened == 0:
            leave_block(parser)
    begin_block(parser, line)


cdef bint ends_code(GenericParser *parser, const Line *line) noexcept nogil:
    if line.column or parser.word.end < line.stop:
        return False
    end_statements(parser, 0)
    mark_line(parser, line.number, 0)
    parser.inside, parser.is_text = parser.text.size, True
    parser.blank = parser.is_pod = False
    return True


cdef inline bint closes_bracket(const GenericParser *parser, Py_UCS4 unit) noexcept nogil:
    cdef Py_ssize_t k
    if unit == c'$':
        for k in range(parser.depth):
            if parser.blocks[k].opened == c'$':
                return True
        return False
    return unit <= 127 and UNIT_CLASSES[unit] == OF_CLOSE


cdef inline bint closes_all(const GenericParser *parser, const Line *line, Py_UCS4 unit, bint bracket) noexcept nogil:
    return not bracket or (unit in b"}$" and not is_word(byte_at(parser.text, line.stop - 1)))


cdef inline bint closes_around(const GenericParser *parser, const Line *line, Py_UCS4 unit, int role,
                               bint bracket) noexcept nogil:
    cdef const Block *around = &parser.blocks[parser.depth - 2]
    if bracket:
        return around.opened == partner(unit)
    return (role == CLOSES and around.opened == c'@' and around.column == line.column
            and not opens_inside(parser, innermost(parser)))


cdef bint opens_inside(const GenericParser *parser, const Block *block) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t at = text.lines.data[block.own], end = end_of(text, block.own), depth = 0
    cdef Py_UCS4 unit
    cdef bint quoted = False, opened = False
    cdef Name word
    cdef int role, k
    while at < end:
        unit = byte_at(text, at)
        quoted ^= unit == c'"'
        word = first_word(text, at)
        if quoted or word.start == word.end:
            for k in range(0 if quoted else parser.marks.count):
                if is_at(text, &parser.marks.comments[k], at):
                    return opened
            depth += not quoted and unit in b"{(["
            depth -= not quoted and unit in b"})]"
            at += 1
            continue
        at = word.end
        role = word_role(parser, word)
        if depth == 0 and role == CLOSES:
            return False
        opened |= depth == 0 and (role == CASE or is_defining(role))
    return opened


cdef inline int partner(Py_UCS4 unit) noexcept nogil:
    """Return the bracket that a closing bracket closes."""
    return c'(' if unit == c')' else c'[' if unit == c']' else c'{' if unit == c'}' else unit


cdef void close_inside(const GenericParser *parser, Block *block) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t at, end, depth = 0, number = block.last, k
    cdef Py_UCS4 unit, last = 0
    cdef bint quoted = False
    if block.opened not in b"{([" or block.last == block.own:
        return
    for k in range(MAX_HEADER if block.opened == c'(' else 0):
        at = pass_blanks(text, text.lines.data[number], text.size)
        if number <= block.own + 1 or word_role(parser, first_word(text, at)) != FOLLOWS:
            break
        number -= 1
    end = end_of(text, number)
    for at in range(text.lines.data[number], end):
        unit = byte_at(text, at)
        quoted ^= unit == c'"'
        if not quoted:
            depth += (unit in b"{([") - (unit in b"})]")
        if not is_blank(unit):
            last = unit
    if depth < 0:
        block.opened, block.closed = 0, last == c';'


cdef inline bint reopens(const GenericParser *parser, Py_ssize_t column) noexcept nogil:
    cdef const Block *around = &parser.blocks[parser.depth - 2]
    return around.opened != 0 and around.column == column


cdef bint goes_on(GenericParser *parser, const Block *block, const Line *line, int role) noexcept nogil:
    cdef Py_UCS4 first, last
    cdef Py_ssize_t size, k
    cdef Name word
    if block.opened:
        return False
    if role == FOLLOWS:  # BEGIN; begins a transaction
        return not (parser.text.flags & STATEMENTS and byte_at(parser.text, line.at) in b"Bb"
                    and byte_at(parser.text, line.stop - 1) == c';')
    if ends_batch(parser, line, role) or (role == WHERE and block.role == FUNCTION and not block.closed):
        return True
    if parser.blank or parser.code_after_blank:
        if not block.unfinished or not is_listed(parser, block):
            return False
        mark_line(parser, line.number if parser.comment < 0 else parser.comment, <int> min(block.depth, <Py_ssize_t> BLANK))
        return True
    if block.unfinished:
        return block.last == block.own or last_unit(parser.text, block.last) != c';'
    if block.annotates or block.joined:
        last = last_unit(parser.text, block.last)
        return block.documents or block.last == block.own or (last in b")]" if block.annotates else last in b"\\&=,")
    first, last = byte_at(parser.text, line.at), byte_at(parser.text, line.stop - 1)
    if first == BRACE:
        return not block.closed
    if first in b".?:|&=," and last not in b"{}" and not block.closed:
        return not parser.text.flags & LABELS
    if parser.text.flags & EQUATIONS:
        word = equation_name(parser.text, line)
        size = word.end - word.start
        if (size == 0) | (size != block.word.end - block.word.start):
            return False
        k = max(parser.text.own_width, 1)
        if memcmp(<const char *> parser.text.own_text + k * word.start,
                  <const char *> parser.text.own_text + k * block.word.start, k * size):
            return False
        if parser.ranked:
            mark(parser.text, line.number if parser.comment < 0 else parser.comment,
                 <int> min(block.depth, <Py_ssize_t> BLANK))
        return True
    return False


cdef bint is_listed(const GenericParser *parser, const Block *block) noexcept nogil:
    cdef Py_UCS4 last = last_unit(parser.text, block.last)
    return last == c',' or (last == c')' and block.word_role == CONTROL)


cdef inline bint ends_batch(const GenericParser *parser, const Line *line, int role) noexcept nogil:
    if not parser.text.flags & STATEMENTS:
        return False
    return role == BATCH or (byte_at(parser.text, line.at) == c'/' and line.stop == line.at + 1)


cdef Py_UCS4 last_unit(const OutlineParser *text, Py_ssize_t number) noexcept nogil:
    cdef Py_ssize_t start = text.lines.data[number], end = end_of(text, number) - 1
    while end > start and is_blank(byte_at(text, end)):
        end -= 1
    return byte_at(text, end) if end >= start else <Py_UCS4> c' '


cdef void go_on(GenericParser *parser, Block *block, const Line *line, bint closes) noexcept nogil:
    block.last = block.own = line.number
    make_row(parser, block)
    if parser.text.failed:
        return
    if block.annotates and (block.documents or not closes_bracket(parser, byte_at(parser.text, line.at))
                            or byte_at(parser.text, line.stop - 1) not in b")]"):
        if block.documents:
            block.line = line.number
            parser.rows[block.row].code_start = parser.text.lines.data[line.number]
            parser.rows[block.row].body = -1
        read_name(parser, block, line)
    if byte_at(parser.text, line.at) == BRACE:
        name_call(parser, block, False)
    elif is_named(block.call) and parser.text.flags & ASSIGNS:
        if is_function(parser.text, first_word(parser.text, line.at)):
            define_block(parser, block, FUNCTION, block.call)
        block.call = Name(0, 0)
    if block.header >= 0 and byte_at(parser.text, line.at) == c')':
        block.is_short = block.is_short or arrow_place(parser.text, line.at, line.stop) < line.stop
    block.opened, block.closed = 0, closes
    finish_line(parser, block, line)


cdef void begin_block(GenericParser *parser, const Line *line) noexcept nogil:
    cdef Py_ssize_t lead = line.number
    cdef bint blank = parser.blank, is_parameter = False
    cdef Block *block
    cdef Block *around = NULL
    if parser.comment >= 0 and parser.comment_column >= line.column - 1:
        lead, blank = parser.comment, parser.code_after_blank
    if (parser.depth == parser.blocks_capacity
            and not grow(<void **> &parser.blocks, &parser.blocks_capacity, sizeof(Block))):
        parser.text.failed = True
        return
    block = &parser.blocks[parser.depth]
    if parser.depth:
        around = block - 1
    # all fields, without memset, which the compiler makes a slow string instruction here
    block.column, block.lead, block.line = line.column, lead, line.number
    block.last = block.own = line.number
    block.depth, block.row, block.parent = 0, -1, -1
    block.call, block.header = Name(0, 0), -1
    block.owner = block.role = block.opened = 0
    block.closed = block.unfinished = block.joined = block.is_short = False
    block.is_first = parser.introduces
    if around != NULL:
        block.is_first |= around.last == around.own
        is_parameter = around.opened == c'(' and is_container(around.role)
        block.is_first |= is_parameter
        block.depth = around.depth + (around.role != MODULE)
        around.last = line.number
        make_row(parser, around)
        if parser.text.failed:
            return
        block.parent, block.owner = around.parent, around.owner
        if around.role:
            block.parent, block.owner = around.row, around.role
        if parser.rows[around.row].body < 0:
            parser.rows[around.row].body = parser.text.lines.data[lead]
    parser.depth += 1
    parser.top = block
    if not block.is_first:
        mark_block(parser, block, <int> min(block.depth, <Py_ssize_t> BLANK) if blank or parser.after else <int> LINE)
    read_name(parser, block, line)
    if lead < line.number:
        make_row(parser, block)
    finish_line(parser, block, line)
    parser.plain = not is_parameter and ends_plainly(parser, block) and not parser.text.flags & (STATEMENTS | EQUATIONS | AT_WORDS | LABELS)


cdef inline bint ends_plainly(const GenericParser *parser, const Block *block) noexcept nogil:
    """Return whether a statement has no row, and no later line can belong to it."""
    return block.row < 0 and (block.opened | parser.introduces | block.annotates | block.joined) == 0


cdef inline bint is_plain(const GenericParser *parser, const Line *line) noexcept nogil:
    """Return whether a line begins a statement right after a plain statement of its column."""
    return (parser.plain and parser.word.start < parser.word.end and innermost(parser).column == line.column
            and (parser.role == 0 or parser.role == CONTROL))


cdef void next_plain(GenericParser *parser, const Line *line) noexcept nogil:
    """Begin a statement in the place of the plain statement above it, which is one line without a row.

    The same as `leave_block` and `begin_block`, of which nothing is done here that has no effect: there is no comment and no
    blank line between them, `around` has a row, and most fields of `block` are as they should be. The gain is up to 5 % of the
    instructions, and 5 to 7 % of the time in Kotlin, Lua and Perl."""
    cdef Block *block = innermost(parser)
    block.lead = block.line = block.last = block.own = line.number
    block.is_first, block.header = False, -1
    if parser.depth > 1:
        parser.blocks[parser.depth - 2].last = line.number
    if parser.ranked:
        mark(parser.text, line.number, LINE)
    read_name(parser, block, line)
    finish_line(parser, block, line)
    parser.plain = ends_plainly(parser, block)


cdef void finish_line(GenericParser *parser, Block *block, const Line *line) noexcept nogil:
    """Read the end of a line of code, and forget the comment above it."""
    if parser.pair + 1 < line.stop or parser.text.flags & AT_STRINGS:
        skip_strings(parser, line, line.at)
    end_of_line(parser, block, line)
    forget(parser)


cdef inline void mark_block(GenericParser *parser, const Block *block, int rank) noexcept nogil:
    mark_line(parser, block.lead, rank)


cdef inline void mark_line(GenericParser *parser, Py_ssize_t number, int rank) noexcept nogil:
    if parser.ranked:
        mark(parser.text, number, rank)
        if parser.remark >= 0:
            mark(parser.text, parser.remark, rank)
        if parser.gap >= 0:
            mark(parser.text, parser.gap, rank)


cdef inline void forget(GenericParser *parser) noexcept nogil:
    """Forget the comment above: the last line is code."""
    parser.plain = False
    parser.comment = parser.remark = parser.gap = parser.trail = -1
    parser.blank = parser.code_after_blank = parser.is_pod = False


cdef void end_of_line(GenericParser *parser, Block *block, const Line *line) noexcept nogil:
    cdef Py_UCS4 last = byte_at(parser.text, line.stop - 1)
    cdef int flags = parser.text.flags, kind = UNIT_CLASSES[last] if last <= 127 else OF_WORD
    parser.introduces = block.joined = False
    if (kind == OF_OPEN or kind >= OF_SIGN or last == c'$') and last != c';':
        end_with_mark(parser, block, line, last)
    elif block.own == block.line and last != c';' and opens(parser, block, line):
        block.opened = c'@'
    block.unfinished = (flags & STATEMENTS and last != c';' and parser.role != ALONE
                        and not ends_batch(parser, line, parser.role))


cdef void end_with_mark(GenericParser *parser, Block *block, const Line *line, Py_UCS4 last) noexcept nogil:
    """Read the mark that ends a line, which may be an opening bracket or a mark that continues the line."""
    cdef int flags = parser.text.flags
    parser.introduces = last == c':'
    if UNIT_CLASSES[last] == OF_OPEN or (last == c'$' and flags & STATEMENTS):
        block.opened, block.closed = last, False
        if last == BRACE:
            block.annotates = False
            name_call(parser, block, False)
        elif last == c'(' and flags & DASHES and block.header >= 0 and line.stop > 2 and (  # name() (
            byte_at(parser.text, line.stop - 2) == (c')' if byte_at(parser.text, line.stop - 3) == c'(' else c' ')
            and byte_at(parser.text, line.stop - 3) in b"()"
        ):
            name_call(parser, block, False)
    elif last == c'>' and line.stop > 1 and byte_at(parser.text, line.stop - 2) == c'=' and is_container(block.owner):
        name_call(parser, block, False)
    elif block.own == block.line and opens(parser, block, line):
        block.opened = c'@'
    block.joined = last in b"\\&=" or (
        last == c'-' and line.stop > line.at + 1 and byte_at(parser.text, line.stop - 2) == c'<') or (
        last == c',' and line.column == 0 and block.depth == 0 and line.stop > 1 and is_word(byte_at(parser.text, line.stop - 2)))


cdef bint opens(const GenericParser *parser, const Block *block, const Line *line) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Name word
    word.end = max(line.at, parser.word.end)  # the first word of the line closes nothing
    if block.word_role != CASE and not (text.flags & FLAT and block.role < TYPE
                                        and block.role >= (CLASS if text.flags & AT_WORDS else FUNCTION)):
        return False
    while True:
        word = first_word(text, <Py_ssize_t> shiplap_word_among(<const uint8_t *> text.text, word.end, line.stop, text.size,
                                                                text.roles.closes))
        if word.start >= line.stop:
            return True
        if word_role(parser, word) == CLOSES:
            return False


cdef void leave_block(GenericParser *parser) noexcept nogil:
    cdef Block *block = innermost(parser)
    cdef Row *row
    parser.depth -= 1
    parser.top -= parser.depth > 0
    parser.after = block.row >= 0 or block.last > block.lead
    if block.row >= 0:
        if block.header >= 0:
            name_call(parser, block, True)
        row = &parser.rows[block.row]
        row.end = parser.text.lines.data[block.last + 1] if block.last + 1 < parser.text.lines.count else parser.text.size
        if row.body < 0:
            row.body = row.end
    if parser.depth:
        innermost(parser).last = block.last


cdef void make_row(GenericParser *parser, Block *block) noexcept nogil:
    """Make a block of the innermost statement."""
    cdef Row *row
    if block.row >= 0:
        return
    if (parser.rows_count == parser.rows_capacity
            and not grow(<void **> &parser.rows, &parser.rows_capacity, sizeof(Row))):
        parser.text.failed = True
        return
    if parser.ranked and not block.is_first:
        mark(parser.text, block.lead, <int> min(block.depth, <Py_ssize_t> BLANK))
    block.row = parser.rows_count
    row = &parser.rows[block.row]
    row.role = row.name_start = row.name_end = 0
    row.start, row.code_start = parser.text.lines.data[block.lead], parser.text.lines.data[block.line]
    row.body = row.end = -1
    row.parent = block.parent
    row.rank = parser.text.ranks[block.lead] if parser.ranked else 0
    parser.rows_count += 1


# ---- any language: strings of several lines

cdef Py_ssize_t find_mark(GenericParser *parser, int which, const LineMark *what, Py_ssize_t at) noexcept nogil:
    """Return the end of the next occurrence of a mark, or 0. No part of a text is searched twice for a mark that it does not
    have. `which`: the index of the mark in `absent`."""
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t end = -1
    if at >= parser.absent[which]:
        return 0
    if at + what.size <= text.size:
        end = shiplap_find_first(text.text, text.size, 1, what.text, what.size, at + what.size, text.size + 1)
    if end < 0:
        parser.absent[which] = at
        return 0
    return end


cdef inline bint begins_string(int flags, Py_UCS4 unit) noexcept nogil:
    """Return whether two units of this kind may begin a string of several lines, or a here-document."""
    return (((flags & TRIPLE_QUOTES != 0) & ((unit == c'"') | (unit == c"'"))) | ((flags & HEREDOCS != 0) & (unit == c'<'))
            | ((flags & LONG_BRACKETS != 0) & ((unit == c'[') | (unit == c'='))) | ((flags & VERBATIM != 0) & (unit == c'@')))


cdef void skip_strings(GenericParser *parser, const Line *line, Py_ssize_t at) noexcept nogil:
    cdef OutlineParser *text = parser.text
    cdef int flags = text.flags, level
    cdef Py_UCS4 unit, following
    cdef Py_ssize_t end
    cdef LineMark what
    if flags & AT_STRINGS and line.stop > 1 and byte_at(text, line.stop - 2) == c'@':
        unit = byte_at(text, line.stop - 1)
        if unit in b"\"'":
            what.text[0], what.text[1], what.text[2], what.size = c'\n', <unsigned char> unit, c'@', 3
            parser.inside = find_mark(parser, <int> DOUBLE_QUOTES if unit == c'"' else <int> SINGLE_QUOTES, &what, line.stop)
            return
    if not flags & (TRIPLE_QUOTES | LONG_BRACKETS | HEREDOCS):
        if not flags & AT_STRINGS:
            parser.pair = text.size
        return
    while True:
        if parser.pair < at:  # otherwise the pair is known from a line before, and no unit is marked twice
            parser.pair = next_stop(text, at)
        at = parser.pair
        if at + 1 >= line.stop:
            return
        unit, following, end = byte_at(text, at), byte_at(text, at + 1), 0
        if flags & TRIPLE_QUOTES and unit in b"\"'" and following == unit and byte_at(text, at + 2) == unit:
            what.text[0] = what.text[1] = what.text[2] = <unsigned char> unit
            what.size = 3
            end = find_mark(parser, <int> DOUBLE_QUOTES if unit == c'"' else <int> SINGLE_QUOTES, &what, at + 3)
            if end > line.stop and not may_cross(text, line, at):
                end = 0
            if end and at == line.at and innermost(parser).line == line.number:
                innermost(parser).annotates = innermost(parser).documents = True
        elif flags & LONG_BRACKETS and unit == c'[' and following in b"[=":
            level = 0
            while byte_at(text, at + 1 + level) == c'=' and level <= MAX_LEVEL:
                level += 1
                what.text[level] = c'='
            if byte_at(text, at + 1 + level) == c'[' and level <= MAX_LEVEL:
                what.text[0] = what.text[level + 1] = c']'
                what.size = level + 2
                end = find_mark(parser, <int> BRACKETS + level, &what, at + level + 2)
        elif flags & VERBATIM and unit == c'@' and following == c'"' and (
            at == line.at or byte_at(text, at - 1) in b" \t(=,$+[{:?!&|<>"
        ):
            end = verbatim_end(parser, at + 1)
        elif flags & HEREDOCS and unit == c'<' and following == c'<':
            end = heredoc(parser, line, at + 2)
            if end:
                parser.inside, end = end, at + 2
        if end:
            parser.inside = max(parser.inside, end)
            at = end
        else:
            at += 1 + (unit == following == c'<')


cdef bint may_cross(const OutlineParser *text, const Line *line, Py_ssize_t at) noexcept nogil:
    cdef Py_UCS4 unit = byte_at(text, at)
    cdef Py_ssize_t k
    if at == line.at or text.flags & ATTRIBUTES:
        return at == line.at or at + 3 == line.stop
    for k in range(at + 3, line.stop):
        if byte_at(text, k) == unit:
            return False
    return True


cdef Py_ssize_t verbatim_end(GenericParser *parser, Py_ssize_t at) noexcept nogil:
    cdef LineMark what
    what.text[0], what.size = c'"', 1
    while at and byte_at(parser.text, at) == c'"':
        at = find_mark(parser, BRACKETS, &what, at + 1)
    return at


cdef Py_ssize_t heredoc(GenericParser *parser, const Line *line, Py_ssize_t at) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t begin, size, end, k, width = max(text.own_width, 1)
    cdef bint spaced, small = False, is_php = at < line.stop and byte_at(text, at) == c'<'
    cdef Py_UCS4 unit
    if is_php and text.flags & DASHES:
        return 0
    while at < line.stop and byte_at(text, at) in b"<-~":
        at += 1
    spaced = at < line.stop and byte_at(text, at) == c' '
    at += spaced
    if at < line.stop and byte_at(text, at) in b"'\"\\":
        at += 1
    begin = at
    while at < line.stop and is_word(byte_at(text, at)):
        small = small or c'a' <= byte_at(text, at) <= c'z'
        at += 1
    size = at - begin
    if size == 0 or c'0' <= byte_at(text, begin) <= c'9' or (spaced and small) or parser.failures == MAX_FAILURES:
        return 0
    if line.number + 1 < text.lines.count:
        end = max(text.lines.data[line.number + 1], parser.inside)
        while True:  # for each occurrence of the word: test that its line has only blanks before it and marks after it
            end = shiplap_find_first(text.own_text, text.size, width, <const char *> text.own_text + begin * width, size,
                                     end + size, text.size + 1) if end + size <= text.size else -1
            if end < 0:
                break
            at = end - size
            while is_blank(byte_at(text, at - 1)):
                at -= 1
            if is_line(byte_at(text, at - 1)):
                k = end
                unit = byte_at(text, k)
                while k < text.size and (is_blank(unit) or unit in b";,)"):
                    k += 1
                    unit = byte_at(text, k)
                if k == text.size or is_line(unit):
                    return k
                if is_php and not is_word(byte_at(text, end)):
                    return end
            end -= size - 1
    parser.failures += 1
    return 0


# ---- any language: words and names

cdef inline Name first_word(const OutlineParser *text, Py_ssize_t at) noexcept nogil:
    return Name(at, <Py_ssize_t> shiplap_word_end(<const uint8_t *> text.text, at, text.size))


cdef inline int word_role(const GenericParser *parser, Name word) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Letters letters
    cdef Py_ssize_t size = word.end - word.start
    if not may_have_role(text.roles, byte_at(text, word.start), size):
        return 0
    shiplap_letters(<const uint8_t *> text.text + word.start, size, text.size - word.start, letters.parts)
    return role_of_letters(text.roles, &letters, size)


cdef inline int first_role(GenericParser *parser, const Line *line) noexcept nogil:
    """Return the role of the first word of a line, or 0, and store both."""
    parser.word = first_word(parser.text, word_begin(parser, line))
    parser.role = word_role(parser, parser.word)
    return parser.role


cdef inline Py_ssize_t word_begin(const GenericParser *parser, const Line *line) noexcept nogil:
    """Return the begin of the first word of a line, after a mark right before it: @end, .globl."""
    cdef Py_UCS4 unit = byte_at(parser.text, line.at)
    cdef int flag = AT_WORDS if unit == c'@' else LABELS if unit in b".%" else 0
    return line.at + (parser.text.flags & flag != 0 and is_word(byte_at(parser.text, line.at + 1)))


cdef inline void read_name(GenericParser *parser, Block *block, const Line *line) noexcept nogil:
    cdef Py_UCS4 unit = byte_at(parser.text, line.at)
    cdef int named = parser.text.flags & (CALLS | ASSIGNS | EQUATIONS | SHORT)
    block.word, block.word_role = parser.word, parser.role
    if is_defining(parser.role) or parser.role == DECLARES or unit in b"@[#" or (named and parser.word.start == parser.word.end):
        read_words(parser, block, line)
        return
    block.annotates = block.documents = False  # most lines begin with a word that defines nothing
    if named:
        name_statement(parser, block, line, parser.word, parser.role)


cdef void read_words(GenericParser *parser, Block *block, const Line *line) noexcept nogil:
    """Read the annotations and words with a role at the begin of a line, and the name of its definition."""
    cdef const OutlineParser *text = parser.text
    cdef int flags = text.flags, role = 0, k
    cdef Py_ssize_t at = parser.word.start
    cdef Py_UCS4 unit = byte_at(text, line.at)
    cdef Name word
    block.annotates = is_annotation(parser, line)
    block.documents = block.annotates and (flags & ATTRIBUTES or unit == c'"')
    if block.annotates:
        return
    if flags & AT_WORDS and unit in b"-+" and is_container(block.owner):  # - (int)name
        while at < line.stop and byte_at(text, at) in b"-+ \t":
            at += 1
        if at < line.stop and byte_at(text, at) == c'(':
            at = after_bracket(text, at, line.stop)
        at = pass_blanks(text, at, line.stop)
        define_block(parser, block, METHOD, Name(at, name_end(text, at, line.stop)))
        return
    for k in range(MAX_HEADER):
        at = pass_blanks(text, at, line.stop)
        if at >= line.stop or (byte_at(text, at) == c'/' and at > line.at):
            block.annotates = True
            return
        unit = byte_at(text, at)
        if unit in b"@[":
            at = after_annotation(text, at, line.stop)
            continue
        if at > line.at:
            if unit == c'<' and flags & CALLS:
                at = after_bracket(text, at, line.stop)
                continue
            if unit == c':' and byte_at(text, at + 1) == c':':
                at += 2
                continue
            if unit in b"=`" and flags & STATEMENTS:
                while at < line.stop and not is_blank(byte_at(text, at)):
                    at += 1
                continue
        if at == parser.word.start:
            word, role = parser.word, parser.role
        else:
            word = first_word(parser.text, at)
            role = word_role(parser, word)
        if is_defining(role):
            if not is_key(text, line, word):
                name_after(parser, block, line, word, role)
            return
        if role != DECLARES:
            break
        at = word.end
        if at < line.stop and byte_at(text, at) == c'(':
            at = after_bracket(text, at, line.stop)
    else:
        return
    name_statement(parser, block, line, word, role)


cdef inline void name_statement(GenericParser *parser, Block *block, const Line *line, Name word, int role) noexcept nogil:
    """Name a statement that begins with a word which defines nothing."""
    cdef const OutlineParser *text = parser.text
    cdef int flags = text.flags
    if flags & ASSIGNS and role == 0 and may_assign(parser, line) and (
        word.start < word.end or byte_at(text, word.start) in b"`\\"
    ):
        name_assigned(parser, block, line, word)
    if flags & EQUATIONS:
        block.word = equation_name(text, line)
        if role == 0 and line.column == 0 and is_named(block.word):
            define_block(parser, block, FUNCTION, block.word)
    if role or word.start == word.end or flags & ASSIGNS:
        return
    if flags & (CALLS | SHORT) and block.owner != FUNCTION and block.owner != METHOD:
        # the name is read when the body opens: most of these lines are statements without a body
        block.header, block.header_at, block.header_stop = word.start, line.at, line.stop
        block.is_short = False


cdef Name equation_name(const OutlineParser *text, const Line *line) noexcept nogil:
    cdef Py_ssize_t at = line.at, begin, end = first_word(text, at).end
    cdef Py_UCS4 unit = byte_at(text, at)
    cdef Name word
    while end > at and byte_at(text, end) == c"'":
        end = first_word(text, end + 1).end
    word = Name(at, end)
    if line.column:
        return word
    if unit in b"([":
        end = after_bracket(text, at, line.stop)
        if unit == c'(' and at + 1 < symbols_end(text, at + 1) == end - 1:
            return Name(at + 1, end - 1)
    begin = pass_blanks(text, end, line.stop)
    if begin < line.stop and byte_at(text, begin) == c'`':
        end = unit_place(text, begin + 1, line.stop, c'`')
        return Name(begin + 1, end) if end < line.stop else Name(0, 0)
    end = symbols_end(text, begin)
    if begin < end < line.stop and byte_at(text, end) == c' ' and not is_reserved(text, begin, end):
        return Name(begin, end)
    return word if c'a' <= unit <= c'z' else Name(0, 0)


cdef Py_ssize_t symbols_end(const OutlineParser *text, Py_ssize_t at) noexcept nogil:
    while byte_at(text, at) in b"!#$%&*+./<=>?@\\^|-~:":  # not at the end of a line
        at += 1
    return at


cdef bint is_reserved(const OutlineParser *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Return whether units are reserved: they are not an operator of Haskell."""
    cdef Py_UCS4 first = byte_at(text, at), last = byte_at(text, end - 1)
    if end == at + 1:
        return first in b"=|@~\\:"
    return (end == at + 2) & (((first == last) & ((first == c':') | (first == c'.') | (first == c'-')))
                              | ((last == c'>') & ((first == c'-') | (first == c'='))) | ((first == c'<') & (last == c'-')))


cdef Name short_name(const OutlineParser *text, const Line *line, Name word) noexcept nogil:
    cdef Name name = Name(word.start, name_end(text, word.start, line.stop))
    cdef Py_ssize_t at = name.end
    if at >= line.stop or byte_at(text, at) != c'(':
        return Name(0, 0)
    at = pass_blanks(text, after_bracket(text, at, line.stop), line.stop)
    if at < line.stop and byte_at(text, at) not in b"=:w":
        return Name(0, 0)
    at = unit_place(text, at, line.stop, c'=')
    if at == line.stop or byte_at(text, at - 1) not in b" \t}" or byte_at(text, at + 1) in b"=>":
        return Name(0, 0)
    return name


cdef bint has_arrow(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    while at < stop and byte_at(text, at) in b" \t<(":
        at = after_bracket(text, at, stop) if byte_at(text, at) in b"<(" else at + 1
    return arrow_place(text, at, stop) < stop


cdef Py_ssize_t arrow_place(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    """Return the offset of the next => of a line, or an offset not before `stop`."""
    at = unit_place(text, at, stop, c'=')
    while at < stop and (at + 1 == stop or byte_at(text, at + 1) != c'>'):
        at = unit_place(text, at + 1, stop, c'=')
    return at


cdef inline Py_ssize_t pass_blanks(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    """Return the next offset up to `stop` without a space or tab."""
    while at < stop and byte_at(text, at) in b" \t":
        at += 1
    return at


cdef bint is_annotation(const GenericParser *parser, const Line *line) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_UCS4 unit = byte_at(text, line.at)
    cdef Py_ssize_t at
    if text.flags & LABELS:
        return parser.role == DECLARES
    if unit == c'#':
        return begins_attribute(text, line)
    if unit == c'"':
        return text.flags & SHORT and line.at + 1 < unit_place(text, line.at + 1, line.stop, unit) == line.stop - 1
    if unit == c'[':
        return (byte_at(text, line.stop - 1) == c']'
                or line.at + 1 < line.stop == after_bracket(text, line.at, line.stop))
    if unit != c'@' or text.flags & AT_WORDS:
        return False
    at = pass_blanks(text, after_annotation(text, line.at, line.stop), line.stop)
    if at < line.stop and byte_at(text, at) == c'@':
        return True
    if text.flags & ATTRIBUTES:
        return at < line.stop and byte_at(text, at) != c'='
    return at >= line.stop or byte_at(text, at) == c'/'


cdef Py_ssize_t after_annotation(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    if byte_at(text, at) == c'@':
        at += 1
        while is_word(byte_at(text, at)) or byte_at(text, at) in b".:":
            at += 1
    if at < stop and byte_at(text, at) in b"([":
        at = after_bracket(text, at, stop)
    return at


cdef Py_ssize_t after_bracket(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t depth = 0
    cdef Py_UCS4 unit
    while at < stop:
        unit = byte_at(text, at)
        depth += unit in b"([<"
        depth -= unit in b")]>"
        at += 1
        if depth == 0:
            return at
    return stop


cdef void name_after(GenericParser *parser, Block *block, const Line *line, Name word, int role) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t at = word.end, end
    cdef Py_UCS4 unit
    cdef Name found
    cdef int inner, k
    if text.flags & EQUATIONS:  # class (A a) => B a
        end = arrow_place(text, at, line.stop)
        at = end + 2 if end < line.stop else at
    if text.flags & RESULTS and role == FUNCTION:  # function [y, n] = f(x)
        end = unit_place(text, at, line.stop, c'=')
        at = end + 1 if end < line.stop else at
    for k in range(MAX_HEADER):
        while at < line.stop and (byte_at(text, at) in b" \t" or (byte_at(text, at) in b"*!&" and is_word(byte_at(text, at + 1)))
                                  or starts_bang(text, at)):
            at += 1
        if at + 1 < line.stop and byte_at(text, at) == c'<' and is_word(byte_at(text, at + 1)):
            at = after_bracket(text, at, line.stop)
            continue
        found = first_word(parser.text, at)
        inner = word_role(parser, found)
        if not (inner == DECLARES or is_defining(inner)) or role == METHOD or byte_at(text, found.end) in b"(:=":
            break
        if inner != DECLARES and (role == FUNCTION or inner == FUNCTION):
            role = inner
        at = found.end
    if text.flags & ATTRIBUTES:
        found = infix_name(text, found.end, line.stop)
        if is_named(found):
            define_block(parser, block, role, found)
            return
    if text.flags & QUOTED_NAMES and at == word.end and at < text.size and byte_at(text, at) == c'(':
        at += 1
    found = Name(0, 0)
    if at < line.stop:
        unit = byte_at(text, at)
        if text.flags & QUOTED_NAMES:
            found = quoted_name(text, at, line.stop)
        elif role == METHOD and (byte_at(text, word.end) in b"?<" or unit in b"({"):
            found = word
        elif unit == c'`':
            end = unit_place(text, at + 1, line.stop, c'`')
            if end < line.stop:
                found = Name(at + 1, end)
        else:
            found = Name(at, name_end(text, at, line.stop))
    define_block(parser, block, role, found)


cdef bint is_key(const OutlineParser *text, const Line *line, Name word) noexcept nogil:
    """Return whether a word is a key (G10)."""
    cdef Py_ssize_t at = pass_blanks(text, word.end, line.stop)
    cdef Py_UCS4 unit = byte_at(text, at)
    cdef bint is_marked = (unit == c'=') | ((unit == c':') & (at == word.end))
    if is_marked & (at < line.stop) & (text.flags & EQUATIONS == 0):
        return byte_at(text, at + 1) not in b":=~"
    return False


cdef Name infix_name(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t end = operator_end(text, at + 1, stop)
    if (at + 1 < end) & (end < stop) and (byte_at(text, at) == c' ') & (byte_at(text, end) == c' '):
        return Name(at + 1, end)
    return Name(0, 0)


cdef inline bint starts_bang(const OutlineParser *text, Py_ssize_t at) noexcept nogil:
    return (byte_at(text, at) == c'!') & (byte_at(text, at + 1) == c' ') and is_word(byte_at(text, at + 2))


cdef Name quoted_name(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef Name found = Name(0, 0)
    cdef Py_ssize_t end
    cdef Py_UCS4 unit
    cdef bint begins = True, dotted = False
    while at < stop:
        unit = byte_at(text, at)
        if unit in b"\"'`[":
            end = unit_place(text, at + 1, stop, c']' if unit == c'[' else unit)
            if end == stop:
                break
            found = Name(at + 1, end)
            at = pass_blanks(text, end + 1, stop)
            dotted = at < stop and byte_at(text, at) == c'.'
        elif begins or dotted:
            found = Name(at, name_end(text, at, stop))
            at = found.end
            dotted = at < stop and byte_at(text, at) == c'.'
            if not dotted:
                break
        else:
            break
        at += dotted
        begins = False
    return found


cdef Py_ssize_t unit_place(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop, Py_UCS4 unit) noexcept nogil:
    """Return the next offset of a unit in a line, or `stop`."""
    return next_of(<unsigned_char *> text.text, stop, at, unit)


cdef Py_ssize_t name_end(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t begin = at, end
    cdef Py_UCS4 unit, after
    cdef int flags = text.flags
    cdef bint follows
    while at < stop:  # the unit at `stop` is neither of a word nor a mark
        unit, after = byte_at(text, at), byte_at(text, at + 1)
        if is_word(unit):
            at = first_word(text, at).end
            continue
        follows = is_word(after)
        if (at > begin) & (((unit == c'.') & follows) | ((unit == c"'") & (flags & EQUATIONS != 0))):
            at += 1
            continue
        if at > begin and unit in b"<?":
            end = after_types(text, at, stop)
            if end:
                at = end
                continue
        if (unit == c':') & (after == c':') and is_word(byte_at(text, at + 2)):
            at += 2
        elif (at > begin) & (unit == c'.') and (after == c':' or is_operator(after)):  # Base.:+, Base.:(==), self.[]
            at += 1 + (after == c':')
            at = operator_end(text, at + (byte_at(text, at) == c'('), stop)
            return min(at + (byte_at(text, at) == c')'), stop)
        elif (at > begin) & follows & (
            ((unit == c':') & (flags & (LONG_BRACKETS | DASHES) != 0)) | (((unit == c'-') | (unit == c'#')) & (flags & DASHES != 0))
        ):
            at += 1
        else:
            break
    if at == begin:
        return operator_end(text, at, stop)
    unit = byte_at(text, at)
    if (unit == c'!') | (unit == c'?') and byte_at(text, at + 1) != c'=':
        return at + 1
    return at + ((unit == c'=') & (flags & EQUATIONS == 0) and byte_at(text, at + 1) == c'(')


cdef inline bint is_operator(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit occurs in names of operators."""
    return unit in b"+-*/%<>=!~^&|[]"


cdef Py_ssize_t operator_end(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    """Return the end of the marks of an operator."""
    while at < stop and is_operator(byte_at(text, at)):
        at += 1
    return at


cdef Py_ssize_t after_types(const OutlineParser *text, Py_ssize_t at, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t end = at + 1 if byte_at(text, at) == c'?' else after_bracket(text, at, stop)
    return end if byte_at(text, end) == c'.' and is_word(byte_at(text, end + 1)) else 0


cdef inline bint may_assign(GenericParser *parser, const Line *line) noexcept nogil:
    """Return whether a line may have a word that defines something, or ends with the mark of an assignment. In Lua (flag
    LONG_BRACKETS), where only `function` defines something, no word of the line is read. That gains 12 % of the instructions."""
    cdef OutlineParser *text = parser.text
    if not text.flags & LONG_BRACKETS or byte_at(text, line.stop - 1) in b"<=:-":
        return True
    if unlikely(parser.function < line.at):
        parser.function = find_function(text, line.at, b"function", 8)
    if unlikely(parser.arrow < line.at):
        parser.arrow = find_function(text, line.at, b"\\(", 2)
    return min(parser.function, parser.arrow) < line.stop


cdef Py_ssize_t find_function(const OutlineParser *text, Py_ssize_t at, const char *what, Py_ssize_t size) noexcept nogil:
    """Return the offset of the next occurrence of a text, or the end."""
    cdef Py_ssize_t end = -1
    if at + size <= text.size:
        end = shiplap_find_first(text.text, text.size, 1, what, size, at + size, text.size + 1)
    return end - size if end >= 0 else text.size


cdef void name_assigned(GenericParser *parser, Block *block, const Line *line, Name word) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t at
    cdef Name found
    cdef Block *around
    cdef int role
    if is_function(text, word):
        around = &parser.blocks[parser.depth - 2]
        if parser.depth > 1 and is_named(around.call) and around.own + 1 == line.number:
            define_block(parser, around, FUNCTION, around.call)
            around.call = Name(0, 0)
            block.parent, block.owner = around.row, around.role
        return
    if word.start < word.end and byte_at(text, word.end) == c'(':  # most lines: a call
        return
    at = word.end
    if word.start == word.end or byte_at(text, at) not in b" \t":  # otherwise the word is the name
        at = name_end(text, word.start, line.stop)
    found = Name(word.start, at)
    if byte_at(text, word.start) == c'`':
        at = unit_place(text, word.start + 1, line.stop, c'`')
        if at == line.stop:
            return
        found = Name(word.start + 1, at)
        at += 1
    at = pass_blanks(text, at, line.stop)
    if text.flags & LONG_BRACKETS and byte_at(text, at) == c'<' and is_word(byte_at(text, at + 1)):
        at = pass_blanks(text, after_bracket(text, at, line.stop), line.stop)  # local f <const> = function
    if at >= line.stop or byte_at(text, at) not in b"<=:":
        return
    while at < line.stop and byte_at(text, at) in b"<=:- \t":
        at += 1
    word = first_word(parser.text, at)
    if byte_at(text, word.end) == c':' and byte_at(text, word.end + 1) == c':':
        word = first_word(text, word.end + 2)  # R6::R6Class
    role = word_role(parser, word)
    while role == DECLARES:
        at = pass_blanks(text, word.end, line.stop)
        word = first_word(parser.text, at)
        role = word_role(parser, word)
    if is_defining(role) or is_function(text, word):
        define_block(parser, block, role if is_defining(role) else FUNCTION, found)
    elif at >= line.stop:
        block.call = found


cdef bint is_function(const OutlineParser *text, Name word) noexcept nogil:
    """Return whether a word begins a function without a name."""
    if is_text(text, word, b"function"):
        return True
    return byte_at(text, word.start) == c'\\' and byte_at(text, word.start + 1) == c'('


cdef bint is_text(const OutlineParser *text, Name word, const char *letters) noexcept nogil:
    """Return whether a word has these letters."""
    cdef Py_ssize_t k = 0
    while word.start + k < word.end and letters[k] and byte_at(text, word.start + k) == <unsigned char> letters[k]:
        k += 1
    return word.start + k == word.end and letters[k] == 0


cdef Name called_name(GenericParser *parser, const Block *block, const Line *line, Name word) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t at = word.start, begin
    cdef Name found = Name(0, 0)
    cdef Py_UCS4 unit
    cdef int words = at > line.at, role, k
    cdef bint is_getter = False
    for k in range(MAX_HEADER):
        while at < line.stop and byte_at(text, at) in b" \t*&?[],.":
            at += 1
        unit = byte_at(text, at)
        if (at >= line.stop) | (unit == c'$'):
            break
        if is_getter & ((unit == BRACE) | (unit == c'=')):
            return found
        if unit == c'(':
            if (words > 1) | is_container(block.owner) | (byte_at(text, at + 1) == c')'):
                return found
            break
        if unit == c'<':
            at = after_bracket(text, at, line.stop)
            continue
        if not (is_word(unit) or unit == c'~'):
            break
        begin = at
        at += unit == c'~'
        at = first_word(text, at).end
        while text.flags & DASHES and byte_at(text, at) in b"-:.":
            at = first_word(text, at + 1).end
        is_getter = is_text(text, found, b"get")
        found = Name(begin, at)
        if is_text(text, found, b"operator"):
            at = pass_blanks(text, at, line.stop)
            if is_operator(byte_at(text, at)):
                return Name(at, name_end(text, at, line.stop))
        role = word_role(parser, found)
        if (role == CONTROL) | (role == FOLLOWS) | (role == CLOSES):
            break
        words += 1
    return Name(0, 0)


cdef void name_call(GenericParser *parser, Block *block, bint is_end) noexcept nogil:
    """Define a function by the name in its header if its body opens, or if `is_end` and its body is an expression."""
    cdef const OutlineParser *text = parser.text
    cdef Line line
    cdef Name found
    line.at, line.stop = block.header_at, block.header_stop
    cdef bint opens = (not is_end) | block.is_short | (text.flags & CALLS == 0)
    if block.header >= 0 and (opens or arrow_place(text, line.at, line.stop) < line.stop):
        found = first_word(text, block.header)
        found = called_name(parser, block, &line, found) if text.flags & CALLS else short_name(text, &line, found)
        if is_named(found) and (opens or has_arrow(text, found.end, line.stop)):
            define_block(parser, block, FUNCTION, found)
    block.call, block.header = Name(0, 0), -1


cdef void define_block(GenericParser *parser, Block *block, int role, Name found) noexcept nogil:
    cdef Row *row
    make_row(parser, block)
    if parser.text.failed:
        return
    if role == FUNCTION and is_container(block.owner) and block.owner != MODULE:
        role = METHOD
    block.role = role
    row = &parser.rows[block.row]
    row.role = role
    row.name_start = row.name_end = 0
    if found.start < found.end:
        row.name_start, row.name_end = found.start, found.end


# ---- any language: the rest of a text whose language has an outline of its own

cdef void read_directive(GenericParser *parser, Py_ssize_t number) noexcept nogil:
    cdef const OutlineParser *text = parser.text
    cdef const Numbers *crossed = &text.crossed
    cdef Py_ssize_t start = text.lines.data[number], k = parser.crossed
    cdef Block block
    cdef bint is_inside
    if start < parser.inside or k == crossed.count or crossed.data[k] != number + 1:
        return
    if byte_at(text, pass_blanks(text, start, text.size)) != c'#':
        return
    if parser.depth and innermost(parser).row < 0:
        if innermost(parser).opened:
            return
        leave_block(parser)
    elif parser.depth and innermost(parser).own == number:
        return
    block.row, block.is_first, block.parent = -1, True, -1
    block.lead = block.line = number
    make_row(parser, &block)
    if parser.text.failed:
        return
    is_inside = parser.depth > 0 and innermost(parser).last == number
    while k < crossed.count and crossed.data[k] == number + 1:
        number += 1
        k += 1
    if is_inside:
        innermost(parser).last = number
    parser.rows[block.row].end = text.lines.data[number + 1] if number + 1 < text.lines.count else text.size
    parser.rows[block.row].body = parser.rows[block.row].end
    parser.in_comment = True
    forget(parser)


cdef Py_ssize_t outside(GenericParser *parser, Py_ssize_t number) noexcept nogil:
    """Read a line of a text whose definitions are known. If a definition begins in it, skip the lines inside, except the last.
    Return the next line."""
    cdef const OutlineParser *text = parser.text
    cdef Py_ssize_t end = text.lines.data[number + 1] if number + 1 < text.lines.count else text.size
    cdef const Row *row
    cdef bint begins = False
    read_line(parser, number)
    read_directive(parser, number)
    while parser.k < text.rows_count and text.rows[parser.k].code_start < end:
        row = &text.rows[parser.k]
        if not is_container(<int> row.role):
            if row.code_start >= parser.inside:
                begins, parser.in_comment = True, parser.depth == 0 or innermost(parser).own != number
                forget(parser)
            parser.inside = max(parser.inside, <Py_ssize_t> row.end)
        parser.k += 1
    number += 1
    if begins or not parser.in_comment:
        while number + 1 < text.lines.count and text.lines.data[number + 1] < parser.inside:
            number += 1
    return number


cdef void drop_crossed(const OutlineParser *text, GenericParser *parser, Py_ssize_t *opened) noexcept nogil:
    """Empty each block in which a definition begins that ends after the block. `opened` has room for all blocks."""
    cdef Py_ssize_t count = 0, k = 0, i
    cdef const Row *each
    cdef Row *block
    for i in range(text.rows_count):
        each = &text.rows[i]
        while k < parser.rows_count and parser.rows[k].start < each.start:
            opened[count] = k
            count += 1
            k += 1
        while count and parser.rows[opened[count - 1]].end < each.end:
            count -= 1
            block = &parser.rows[opened[count]]
            if block.end > each.start:
                block.end = block.code_start


cdef bint merged(OutlineParser *text, GenericParser *parser) noexcept nogil:
    """Merge the blocks into the definitions of a text. Return False if memory is missing."""
    cdef Py_ssize_t count = text.rows_count, k = 0, i, made = 0, around = -1
    cdef const Row *block
    cdef Row *rows
    cdef Py_ssize_t *places
    if parser.rows_count == 0:
        return True
    rows = <Row *> PyMem_RawRealloc(NULL, (count + parser.rows_count) * sizeof(Row))
    places = <Py_ssize_t *> PyMem_RawRealloc(NULL, max(count, parser.rows_count) * sizeof(Py_ssize_t))
    if rows == NULL or places == NULL:
        PyMem_RawFree(rows)
        PyMem_RawFree(places)
        return False
    drop_crossed(text, parser, places)
    for i in range(parser.rows_count + 1):
        block = &parser.rows[i] if i < parser.rows_count else NULL
        while k < count and (block == NULL or text.rows[k].start <= block.start):
            around, places[k] = k, made
            rows[made] = text.rows[k]
            if rows[made].parent >= 0:
                rows[made].parent = places[rows[made].parent]
            made += 1
            k += 1
        if block == NULL:
            break
        while around >= 0 and text.rows[around].end <= block.start:
            around = <Py_ssize_t> text.rows[around].parent
        if around >= 0 and (
            block.start == text.rows[around].start or block.code_start <= text.rows[around].code_start
        ):
            continue
        if k < count and text.rows[k].code_start == block.code_start:
            continue
        if block.code_start < block.end and (around < 0 or block.end <= text.rows[around].end):
            rows[made] = block[0]
            rows[made].parent, rows[made].rank = places[around] if around >= 0 else -1, 0
            made += 1
    PyMem_RawFree(places)
    PyMem_RawFree(text.rows)
    text.rows, text.rows_count, text.rows_capacity = rows, made, count + parser.rows_count
    return True


# ---- the outline (reference/outline/outline.py)

cdef enum:
    LINE_UNITS = 64     # units of a line in the first estimate of the number of lines; `grow` doubles the room

cdef array INT64 = new_array("q")
cdef array INT8 = new_array("b")


cdef class Outliner:
    """The outline of one language of shiplap._data.code_languages.LANGUAGES. Immutable, so threads may share it."""

    cdef int family
    cdef int flags
    cdef Roles roles
    cdef uint8_t[16] stops
    cdef uint8_t[16] words
    # reading by lines: the whole outline for the family GENERIC, else the text outside of known definitions
    cdef int line_flags
    cdef Roles line_roles
    cdef LineMarks marks
    cdef uint8_t[16] string_begins
    cdef readonly str language

    def __cinit__(self, str language not None, /):
        cdef int unit
        found = LANGUAGES[language]
        self.language, self.family, self.flags = language, found.family, found.flags
        memset(&self.roles, 0, sizeof(Roles))
        memset(self.stops, 0, sizeof(self.stops))
        memset(self.words, 0, sizeof(self.words))
        for unit in range(128):
            if is_line(unit) if self.family == GENERIC else is_stop(unit):
                self.stops[unit & 15] |= 1 << (unit >> 4)
            if UNIT_CLASSES[unit] == OF_WORD:
                self.words[unit & 15] |= 1 << (unit >> 4)
        enter_roles(&self.roles, found.roles)
        self.enter_lines(code_languages.BLOCKS.get(self.family, found))

    cdef enter_lines(self, found):
        """Store the data for reading by lines."""
        cdef int k
        self.line_flags = found.flags
        memset(&self.line_roles, 0, sizeof(Roles))
        enter_roles(&self.line_roles, found.roles)
        memset(self.string_begins, 0, sizeof(self.string_begins))
        for k in range(128):
            if begins_string(self.line_flags, k):
                self.string_begins[k & 15] |= 1 << (k >> 4)
        memset(&self.marks, 0, sizeof(LineMarks))
        for mark in found.spans.split():
            k = self.marks.spans >> 1
            enter_mark(&self.marks, &self.marks.closings[k] if self.marks.spans & 1 else &self.marks.openings[k], mark)
            self.marks.spans += 1
        self.marks.spans >>= 1
        for mark in found.comments.split():
            enter_mark(&self.marks, &self.marks.comments[self.marks.count], mark)
            self.marks.count += 1

    def __call__(self, Text text not None, /):
        """Return the outline of a text, in its own offsets: (rows, lines, ranks), three arrays.

        A row, of COLUMNS int64, is a definition (see shiplap._data.outline_row), or with role 0 a block that defines
        nothing. `lines` (int64): the starts of all lines except the first. `ranks` (int8): the ranks of cuts there. Raises
        TextError if a buffer is not UTF-8.
        """
        cdef OutlineParser parser
        cdef GenericParser blocks
        cdef array rows, lines, ranks
        cdef Py_ssize_t count
        text.prepare(False, True)
        memset(&parser, 0, sizeof(OutlineParser))
        parser.text, parser.size, parser.width = text.view.data, text.view.size, text.view.width
        parser.own_text, parser.own_width = parser.text, parser.width
        parser.family, parser.flags, parser.roles = self.family, self.flags, &self.roles
        parser.stop_set, parser.word_set = self.stops, self.words
        begin_lines(&blocks, &parser, &self.marks, self.family == GENERIC)
        try:
            begin(&parser)
            if parser.family == GENERIC:
                narrow(&parser, text.fixed and text.view.size > 0)
            self.take_steps(&parser, NULL)
            narrow(&parser, text.fixed and text.view.size > 0)
            parser.flags, parser.roles = self.line_flags, &self.line_roles
            parser.stop_set, parser.are_pairs = self.string_begins, True
            parser.marks_begin = parser.size
            parser.at = 0
            self.take_steps(&parser, &blocks)
            rows = clone(INT64, parser.rows_count * COLUMNS, False)
            if parser.rows_count:
                memcpy(rows.data.as_chars, parser.rows, parser.rows_count * sizeof(Row))
            count = parser.lines.count - 1
            if count and parser.lines.data[count] == parser.size:
                count -= 1
            lines, ranks = clone(INT64, count, False), clone(INT8, count, False)
            if count:
                memcpy(lines.data.as_chars, parser.lines.data + 1, count * sizeof(int64_t))
                memcpy(ranks.data.as_chars, parser.ranks + 1, count)
            return rows, lines, ranks
        finally:
            free_parser(&parser)
            PyMem_RawFree(blocks.rows)
            PyMem_RawFree(blocks.blocks)

    cdef take_steps(self, OutlineParser *parser, GenericParser *blocks):
        """Read the text: its tokens, or line by line if `blocks` is not NULL. In steps, so that Ctrl-C can interrupt."""
        parser.until = parser.size + 1
        if parser.size < SMALL:
            run(parser, blocks)
        else:
            while True:
                parser.until = min(parser.at + STEP, parser.size + 1)
                with nogil:
                    run(parser, blocks)
                if parser.failed or parser.at >= parser.size:
                    break
                heed_interrupts()
        if parser.failed:
            raise MemoryError


cdef enter_roles(Roles *roles, dict words):
    """Store words and their roles."""
    cdef Py_ssize_t size, k
    cdef unsigned int slot
    cdef bytes word
    for name in words:
        word = name.encode("ascii")
        size = len(word)
        if size > MAX_ROLE_WORD:
            raise ValueError(word)
        slot = hash_of(word[0], word[size - 1], size)
        while roles.words[slot].role:
            slot = (slot + 1) & (ROLE_SLOTS - 1)
        for k in range(size):
            roles.words[slot].letters.each[k] = word[k]
        roles.words[slot].role = words[name]
        roles.sizes[<unsigned char> word[0]] |= 1 << size
        if roles.words[slot].role == CLOSES:
            roles.closes |= <uint64_t> 1 << (roles.words[slot].letters.each[0] & 63)


cdef enter_mark(LineMarks *marks, LineMark *mark, str text):
    """Store a mark of comments."""
    cdef bytes units = text.encode("ascii")
    mark.size = len(units)
    memcpy(mark.text, <const char *> units, mark.size)
    marks.begins[mark.text[0]] = True


cdef void begin(OutlineParser *parser) noexcept nogil:
    """Set the state before the first token."""
    parser.at_line_start = parser.value = parser.line_has_no_code = parser.line_is_blank = True
    parser.rank_after = INNER
    parser.ended = parser.next_line = parser.comment_block = -1
    parser.header = parser.decorated = parser.words = -1
    parser.next_lf = parser.next_cr = -1
    parser.no_group = -1
    parser.lines.capacity = parser.ranks_capacity = min(parser.size, STEP) // LINE_UNITS
    if (not grow(<void **> &parser.lines.data, &parser.lines.capacity, sizeof(int64_t))
            or not grow(<void **> &parser.ranks, &parser.ranks_capacity, 1)):
        parser.failed = True
    parser.marks_begin = parser.size
    if parser.family == PYTHON:
        push_suite(parser, 0, -1, -1, True)
    elif parser.family != GENERIC:
        push_frame(parser, 0, OUTER, -1, True, -1)


cdef void run(OutlineParser *parser, GenericParser *blocks) noexcept nogil:
    """Continue to read the text in its form, or line by line if `blocks` is not NULL."""
    if parser.failed:
        return
    if blocks != NULL:
        run_lines(parser, blocks)
    elif parser.family == GENERIC:
        find_lines(parser)
    elif parser.width <= 1:
        parse(parser, <unsigned_char *> parser.text)
    elif parser.width == 2:
        parse(parser, <unsigned_short *> parser.text)
    else:
        parse(parser, <Py_UCS4 *> parser.text)


cdef void find_lines(OutlineParser *parser) noexcept nogil:
    """Find the lines up to `until`."""
    cdef Py_ssize_t n = parser.size, at = parser.at, block, k, count, first
    cdef const unsigned char *bytes = <const unsigned char *> parser.text
    cdef uint64_t mask
    if at == 0:
        push_line(parser, 0)
    first = parser.lines.count
    while at < min(n, parser.until) and not parser.failed:
        k = marked_at(parser, at)
        mask = parser.stops[k >> 6] >> (k & 63) << (k & 63)
        block = at - (k & 63)
        at = block + 64
        count = parser.lines.count
        while unlikely(parser.lines.capacity < count + 64):
            if (not grow(<void **> &parser.lines.data, &parser.lines.capacity, sizeof(int64_t))
                    or not grow(<void **> &parser.ranks, &parser.ranks_capacity, 1)):
                parser.failed = True
                return
        while mask:
            k = block + <Py_ssize_t> shiplap_lowest_bit(mask) + 1
            mask &= mask - 1
            if unlikely(bytes[k - 1] == c'\r') and bytes[k] == c'\n':
                continue  # a line ends after both
            parser.lines.data[count] = k
            count += 1
        parser.lines.count = count
    memset(parser.ranks + first, INNER, parser.lines.count - first)
    parser.at = min(at, n)


cdef void run_lines(OutlineParser *parser, GenericParser *blocks) noexcept nogil:
    """Read the lines that begin before `until`."""
    cdef Py_ssize_t count = parser.lines.count
    cdef Py_ssize_t k = blocks.number
    while k < count and parser.lines.data[k] < parser.until and not parser.failed:
        if parser.family == GENERIC:
            read_line(blocks, k)
            k += 1
        else:
            k = outside(blocks, k)
    blocks.number = k
    parser.at = parser.lines.data[k] if k < count else parser.size
    if k < count or parser.failed:
        return
    finish_lines(blocks)
    if parser.failed:
        return
    if parser.family == GENERIC:
        parser.rows, parser.rows_count, parser.rows_capacity = blocks.rows, blocks.rows_count, blocks.rows_capacity
        blocks.rows = NULL
    elif not merged(parser, blocks):
        parser.failed = True


# ---- offsets of other kinds

# An offset, and its index in the array of the caller.
cdef struct Offset:
    int64_t at
    Py_ssize_t place


cdef int compare(const void *a, const void *b) noexcept nogil:
    """Return the order of two offsets, for qsort."""
    cdef int64_t x = (<const Offset *> a).at, y = (<const Offset *> b).at
    return (x > y) - (x < y)


def convert(Text text not None, array offsets not None, unit, /):
    """Return offsets of the text, in any order, in "characters" or "bytes": a new array. The text is read once.

    Raises TextError at a lone surrogate if the unit is bytes.
    """
    cdef OffsetUnit wanted = IN_BYTES if unit == "bytes" else IN_CHARACTERS
    cdef Py_ssize_t count = len(offsets), k
    cdef array converted
    cdef Offset *sorted_offsets
    cdef int64_t before = 0, measure = 0
    cdef bint ordered = True
    text.prepare(False, False)
    if is_own(&text.view, wanted):
        return offsets
    converted = clone(INT64, count, False)
    sorted_offsets = <Offset *> PyMem_RawRealloc(NULL, (count + 1) * sizeof(Offset))
    if sorted_offsets == NULL:
        raise MemoryError
    try:
        for k in range(count):
            sorted_offsets[k] = Offset(offsets.data.as_longlongs[k], k)
            ordered = ordered and (k == 0 or sorted_offsets[k - 1].at <= sorted_offsets[k].at)
        if not ordered:
            qsort(sorted_offsets, count, sizeof(Offset), compare)
        if wanted == IN_BYTES and count:
            text.check_surrogates(0, sorted_offsets[count - 1].at)
        for k in range(count):
            measure += distance(&text.view, before, sorted_offsets[k].at, wanted)
            before = sorted_offsets[k].at
            converted.data.as_longlongs[sorted_offsets[k].place] = measure
    finally:
        PyMem_RawFree(sorted_offsets)
    return converted


# ---- structured data: the nodes and their cuts (reference/data/tree.py)
#
# One pass over a data text, in its own form. Only the nodes and cuts of parts that do not fit are kept, and a stack of the
# open nodes.

cdef extern from "shiplap_outline.h" nogil:
    enum:
        MEMBER_ROLE "SHIPLAP_ROLE_MEMBER"
        ELEMENT_ROLE "SHIPLAP_ROLE_ELEMENT"

cdef enum:
    DEEPEST = 3
    EDGE = 4
    ESCAPE = 5
    MAX_REFERENCE = 12

# A node that is open.
cdef struct Node:
    Py_ssize_t row          # the index of its row, or -1 for the text itself
    Py_ssize_t level        # its depth, as its format counts
    Py_ssize_t begin, end   # the whole name of a section or an element
    Py_ssize_t last         # the index of the last cut between its children, or of the cut before it
    Py_ssize_t rows         # the number of rows at that cut
    int64_t count           # its children so far
    unsigned char bracket   # the bracket of a value of JSON; for XML, true if the element has text beside its elements

# The nodes found so far, the cuts, and the nodes that are open.
cdef struct Tree:
    View view
    Py_ssize_t size, fits
    Row *rows
    Py_ssize_t row_count, row_room
    int64_t *cuts
    signed char *ranks
    Py_ssize_t cut_count, cut_room
    Node *stack
    Py_ssize_t open_count, open_room
    Py_ssize_t values       # number of nodes of the level -1: documents of YAML, values of JSON outside of brackets
    Py_ssize_t start        # the begin of the text, after a byte order mark
    Py_ssize_t error        # the offset at which the brackets of a value in YAML or TOML did not match
    Py_ssize_t until        # the offset at which signals are checked next
    long long *begins       # where records of a log begin, the next first, and -1; NULL if the pass decides
    bint failed             # memory is missing: the result is not valid


cdef inline Py_UCS4 at(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the unit at p, or 0 at the end of the text."""
    return unit_at(&tree.view, p) if p < tree.size else 0


cdef bint starts(const Tree *tree, Py_ssize_t p, const char *mark) noexcept nogil:
    """Return whether the text at p starts with ASCII characters."""
    while mark[0] and at(tree, p) == <unsigned char> mark[0]:
        mark += 1
        p += 1
    return mark[0] == 0


cdef bint is_same(const Tree *tree, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t other) noexcept nogil:
    """Return whether a part of the text is repeated at another offset."""
    while begin < end and at(tree, begin) == at(tree, other):
        begin += 1
        other += 1
    return begin == end


cdef int pause(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Check for signals once in STEP units."""
    if p >= tree.until:
        tree.until = p + STEP
        with gil:
            heed_interrupts()
            if tree.failed:
                raise MemoryError
    return 0


cdef inline Node *top(Tree *tree) noexcept nogil:
    """Return the innermost node that is open."""
    return tree.stack + tree.open_count - 1


cdef inline bint is_small(const Tree *tree, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Return whether a part of the text fits: sizes are in code units."""
    return end - begin <= tree.fits


cdef inline int depth(const Tree *tree) noexcept nogil:
    """Return the rank of a cut between the children of the innermost node."""
    return <int> min(tree.open_count - 1, DEEPEST)


cdef void open(Tree *tree, int role, Py_ssize_t begin, Py_ssize_t end, Py_ssize_t start, Py_ssize_t level) noexcept nogil:
    """Begin a node, whose name is between two offsets."""
    cdef Node *parent
    if tree.row_count == tree.row_room and not grow(<void **> &tree.rows, &tree.row_room, sizeof(Row)):
        tree.failed = True
        return
    if tree.open_count == tree.open_room and not grow(<void **> &tree.stack, &tree.open_room, sizeof(Node)):
        tree.failed = True
        return
    parent = top(tree)
    tree.values += level == -1
    tree.rows[tree.row_count] = Row(role, begin, end, start, start, start, start, parent.row, parent.count)
    parent.count += 1
    tree.row_count += 1
    tree.stack[tree.open_count] = Node(tree.row_count - 1, level, begin, end, tree.cut_count - 1, tree.row_count, 0, 0)
    tree.open_count += 1


cdef inline void close_node(Tree *tree, Py_ssize_t end) noexcept nogil:
    """End the innermost node."""
    if tree.open_count > 1:
        tree.rows[top(tree).row].end = end
        tree.open_count -= 1


cdef inline void close_from(Tree *tree, Py_ssize_t level, Py_ssize_t end) noexcept nogil:
    """End the nodes whose level is at least `level`."""
    while top(tree).level >= level:
        close_node(tree, end)


cdef void cut(Tree *tree, Py_ssize_t p, int rank) noexcept nogil:
    """Add a cut between the children of the innermost node, all of which have ended."""
    cdef Node *node = top(tree)
    cdef Py_ssize_t begin = tree.cuts[node.last] if node.last >= 0 else 0, last
    if is_small(tree, begin, p):
        tree.cut_count, tree.row_count = node.last + 1, node.rows
    last = tree.cuts[tree.cut_count - 1] if tree.cut_count else 0
    if p > last and p < tree.size:
        if tree.cut_count == tree.cut_room and not grow_cuts(tree):
            tree.failed = True
            return
        tree.cuts[tree.cut_count], tree.ranks[tree.cut_count] = p, <signed char> rank
        tree.cut_count += 1
    elif p == last and tree.cut_count:
        tree.ranks[tree.cut_count - 1] = <signed char> min(rank, <int> tree.ranks[tree.cut_count - 1])
    node.last, node.rows = tree.cut_count - 1, tree.row_count


cdef bint grow_cuts(Tree *tree) noexcept nogil:
    """Make room for more cuts. Returns False if memory is missing."""
    cdef Py_ssize_t room = tree.cut_room
    return grow(<void **> &tree.ranks, &room, 1) and grow(<void **> &tree.cuts, &tree.cut_room, sizeof(int64_t))


cdef void leaf(Tree *tree, int role, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t start, Py_ssize_t begin,
               Py_ssize_t end) noexcept nogil:
    """Add a node without children, whose text is from `begin` to `end`. A node that fits is only counted."""
    if is_small(tree, start, end):
        top(tree).count += 1
        return
    open(tree, role, name, name_end, start, top(tree).level + 1)
    if not tree.failed:
        text_cuts(tree, begin, end)
        close_node(tree, end)


cdef void text_cuts(Tree *tree, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Add the cuts inside a text that is too long (T4)."""
    if not is_small(tree, begin, end):
        inner_cuts(tree, begin, end)


cdef void inner_cuts(Tree *tree, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Add the cuts inside a text, at sentences and around escapes."""
    cdef Rules rules
    cdef Listed listed
    cdef Py_ssize_t p = begin, after, sentence = begin
    memset(&rules, 0, sizeof(Rules))
    begin_listed(&listed, SENTENCE_STANDARD, begin + 1)
    while p < end and not tree.failed:
        after = after_escape(tree, p, end)
        if after > p:
            if begin < p:
                cut(tree, p, ESCAPE)
            if after < end:
                cut(tree, after, EDGE if after - p == 2 and at(tree, p + 1) == u'n' else ESCAPE)
            p = after
            continue
        if begin < p:
            if sentence < p:
                sentence = next_listed(&tree.view, &rules, &listed, p, end)
            if sentence == p:
                cut(tree, p, EDGE)
        p += 1


cdef void finish(Tree *tree) noexcept nogil:
    """End all nodes. One value alone has no name."""
    close_from(tree, -1, tree.size)
    cut(tree, tree.size, 0)
    if tree.stack[0].count == 1 and tree.values == 1 and tree.row_count and tree.rows[0].role == ELEMENT_ROLE:
        tree.rows[0].role = MEMBER_ROLE


cdef inline Py_ssize_t after_escape(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of an escape that begins at p, or of a reference of XML; else p."""
    cdef Py_UCS4 unit = at(tree, p)
    cdef Py_ssize_t after, k
    if unit == u'\\':
        after = after_backslash(tree, p, end)
        if at(tree, p + 1) == u'u' and at(tree, p + 2) in u'dD' and at(tree, p + 3) in u'89abAB' \
                and starts(tree, after, b"\\u"):
            after = after_backslash(tree, after, end)  # a surrogate pair
        return after
    if unit == u'&':
        for k in range(p + 1, min(end, p + MAX_REFERENCE)):
            unit = at(tree, k)
            if unit == u';':
                return k + 1
            if not is_ascii(unit) or class_of(unit) not in b"0a#":
                break
    return p


cdef inline Py_ssize_t after_backslash(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the escape whose backslash is at p."""
    cdef Py_UCS4 unit = at(tree, p + 1)
    cdef int digits = 2 if unit == u'x' else 4 if unit == u'u' else 8 if unit == u'U' else 0
    if unit == u'\r' and at(tree, p + 2) == u'\n':
        return min(p + 3, end)
    p = min(p + 2, end)
    while p < end and tree.view.width == 0 and is_continuation(tree.view.data[p]):
        p += 1
    while p < end and digits and at(tree, p) in u'0123456789abcdefABCDEF':
        p, digits = p + 1, digits - 1
    return p


cdef inline bint is_space(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is white space between tokens."""
    return unit <= u' ' and (unit == u' ' or unit == u'\n' or unit == u'\t' or unit == u'\r')


cdef inline bint ends_line(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit ends a line."""
    return unit == u'\n' or unit == u'\r'


cdef inline Py_ssize_t line_begin(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the start of the line of p, if only spaces stand before p in it; else p."""
    cdef Py_ssize_t begin = p
    while begin > 0 and (at(tree, begin - 1) == u' ' or at(tree, begin - 1) == u'\t'):
        begin -= 1
    return begin if begin == 0 or ends_line(at(tree, begin - 1)) else p


cdef inline Py_ssize_t text_line_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of the line of p, before its line end."""
    while p < tree.size and not ends_line(unit_at(&tree.view, p)):
        p += 1
    return p


cdef inline Py_ssize_t line_after(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the begin of the line after the line of p."""
    p = text_line_end(tree, p)
    if at(tree, p) == u'\r' and at(tree, p + 1) == u'\n':
        return p + 2
    return min(p + 1, tree.size)


cdef int by_lines(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Cut the rest of a text that is not valid by its lines."""
    close_from(tree, -1, p)
    while p < tree.size:
        pause(tree, p)
        cut(tree, p, DEEPEST)
        text_cuts(tree, p, text_line_end(tree, p))
        p = line_after(tree, p)
    return 0


# ---- structured data: JSON (reference/data/values.py)

cdef enum:
    NEAR = 32           # units of a string that are read singly before masks are used: most strings are shorter

# The units that may end a string or begin an escape, as the set of shiplap_find_set; the units of ASCII that may end a
# token without quotes.
cdef const unsigned char *SIGNS = b'"\'\\\n \t\r\n,:[]{}='
cdef uint8_t[16] STRING_SIGNS, LINE_SIGNS
cdef unsigned char[128] ENDS_TOKEN
memset(STRING_SIGNS, 0, sizeof(STRING_SIGNS))
memset(LINE_SIGNS, 0, sizeof(LINE_SIGNS))
LINE_SIGNS[c'\n' & 15] = LINE_SIGNS[c'\r' & 15] = 1
memset(ENDS_TOKEN, 0, sizeof(ENDS_TOKEN))
cdef int sign
for sign in range(4):
    STRING_SIGNS[SIGNS[sign] & 15] |= 1 << (SIGNS[sign] >> 4)
for sign in range(4, 15):
    ENDS_TOKEN[SIGNS[sign]] = 1

# The state of the scan of values. The open brackets are those of the nodes from `base` on.
cdef struct Values:
    Py_ssize_t at           # the next unit
    Py_ssize_t line         # set by `next_value_token`: the begin of its line if only white space is before it, else `at`
    Py_UCS4 inner           # in brackets of YAML or TOML the mark after a key; else 0
    Py_ssize_t base         # the number of nodes that were open before
    Py_ssize_t start        # the begin of the next child, or -1
    Py_ssize_t key, key_end # the key of the next child
    bint has_colon          # the colon of the next child was read
    Py_ssize_t begin, end   # the scalar that is the value of the next child, or -1
    bint is_plain           # the scalar may continue without quotes, in brackets of YAML or TOML


cdef int values(Tree *tree) except -1 nogil:
    """Find the values of a whole text."""
    cdef Py_ssize_t p = tree.start
    while p < tree.size:
        p = value(tree, p, 0)
        if p < tree.size:
            p = recovered(tree, p)
    return 0


cdef Py_ssize_t recovered(Tree *tree, Py_ssize_t p) except -1 nogil:
    """Cut the lines after an error. Return the offset at which values begin again."""
    close_from(tree, -1, p)
    p = line_after(tree, p)
    while p < tree.size and at(tree, p) != u'{' and at(tree, p) != u'[':
        pause(tree, p)
        cut(tree, p, DEEPEST)
        text_cuts(tree, p, text_line_end(tree, p))
        p = line_after(tree, p)
    return p


cdef Py_ssize_t value(Tree *tree, Py_ssize_t p, Py_UCS4 inner) except -1 nogil:
    """Find the values from p on; with `inner`, only the value whose bracket is at p. Return their end, or the offset of an
    error."""
    cdef Values state = Values(p, p, inner, tree.open_count, -1, 0, 0, False, -1, -1, False)
    cdef Py_UCS4 unit
    while state.at < tree.size:
        p = state.at
        if p >= tree.until:
            pause(tree, p)
        unit = unit_at(&tree.view, p)
        if is_space(unit):
            state.at = p + 1
        elif (unit == u'"' or unit == u"'") and not state.is_plain:
            state.at = string_end(tree, p, inner)
            if state.at < 0:
                return p
            take_token(tree, &state, p)
        elif unit == u'{' or unit == u'[':
            open_value(tree, &state, p)
        elif unit == u'}' or unit == u']':
            if tree.open_count == state.base or top(tree).bracket + 2 != <int> unit:  # an ASCII bracket and its end differ by 2
                return p
            close_value(tree, &state, p)
            if inner and tree.open_count == state.base:
                return state.at
        elif unit == u',':
            end_child(tree, &state)
            next_value_token(tree, &state, p + 1)
            cut(tree, state.line, depth(tree))
        elif unit == u':' or (unit == inner and expects_key(tree, &state)):
            state.at = p + 1
            state.has_colon = True
        elif is_comment(tree, p):
            state.at = value_comment_end(tree, p)
        else:
            state.at = token_end(tree, p, expects_key(tree, &state), inner)
            take_token(tree, &state, p)
    end_child(tree, &state)
    return tree.size


cdef inline bint in_braces(Tree *tree, const Values *state) noexcept nogil:
    """Return whether the children are members."""
    return tree.open_count > state.base and top(tree).bracket == BRACE


cdef inline bint expects_key(Tree *tree, const Values *state) noexcept nogil:
    """Return whether the next token is a key."""
    return in_braces(tree, state) and not state.has_colon


cdef inline void begin_child(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Begin the next child at p, unless it has begun."""
    if tree.open_count == state.base and not state.inner:
        end_child(tree, state)
        cut(tree, line_begin(tree, p), 0)
    if state.start < 0:
        state.start = p


cdef inline void take_token(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Read a token from p on: a key, or a scalar."""
    cdef bint quoted
    begin_child(tree, state, p)
    if expects_key(tree, state):
        quoted = at(tree, p) == u'"' or at(tree, p) == u"'"
        if not (state.inner and state.key_end > 0 and not quoted):
            state.key = p + quoted
        state.key_end = state.at - quoted
    else:
        if state.begin < 0:
            state.begin = p
        state.end = state.at
        state.is_plain = state.inner and at(tree, p) not in u'"\'!&'


cdef inline void open_value(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Begin an object or a list."""
    cdef bint is_named
    begin_child(tree, state, p)
    is_named = in_braces(tree, state) or (state.inner and tree.open_count == state.base)
    open(tree, MEMBER_ROLE if is_named else ELEMENT_ROLE, state.key, state.key_end, state.start, top(tree).level + 1)
    top(tree).bracket = <unsigned char> at(tree, p)
    clear_values(state)
    next_value_token(tree, state, p + 1)
    if state.at < tree.size and at(tree, state.at) != u'}' and at(tree, state.at) != u']':
        cut(tree, state.line, EDGE)


cdef inline void close_value(Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """End an object or a list."""
    end_child(tree, state)
    if top(tree).count:
        cut(tree, line_begin(tree, p), EDGE)
    close_node(tree, p + 1)
    clear_values(state)
    state.at = p + 1


cdef inline void end_child(Tree *tree, Values *state) noexcept nogil:
    """End a child that is a scalar."""
    if state.begin >= 0:
        leaf(tree, MEMBER_ROLE if in_braces(tree, state) else ELEMENT_ROLE, state.key, state.key_end, state.start,
             state.begin, state.end)
    clear_values(state)


cdef inline void clear_values(Values *state) noexcept nogil:
    """Clear the child that has ended."""
    state.start = state.begin = -1
    state.key = state.key_end = 0
    state.has_colon = state.is_plain = False


cdef inline Py_ssize_t string_end(const Tree *tree, Py_ssize_t p, Py_UCS4 inner) noexcept nogil:
    """Return the end of the string that begins at p, or -1 if the end is missing."""
    cdef Py_UCS4 quote = at(tree, p), unit
    cdef Py_ssize_t near = min(p + NEAR, tree.size)
    p += 1
    while p < near:
        unit = unit_at(&tree.view, p)
        if unit == quote:
            if not (inner and is_doubled(tree, p)):
                return p + 1
            p += 2
            continue
        if unit == u'\\' and (inner == 0 or quote == u'"'):
            p = after_backslash(tree, p, tree.size)
        elif unit == u'\n' and not inner:
            return -1
        else:
            p += 1
    return long_string_end(tree, p, quote, inner)


cdef inline bint is_doubled(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether two single quotes are at p."""
    return at(tree, p) == u"'" and at(tree, p + 1) == u"'"


cdef Py_ssize_t long_string_end(const Tree *tree, Py_ssize_t p, Py_UCS4 quote, Py_UCS4 inner) noexcept nogil:
    """Return the end of a string from p on, by masks of 64 units, or -1. Without the masks, JSON with texts of 250 characters
    takes 1.5 times as long."""
    cdef Py_ssize_t begin = p, k
    cdef uint64_t mask
    while begin < tree.size:
        shiplap_find_set(tree.view.data, max(tree.view.width, 1), begin, min(begin + 64, tree.size), STRING_SIGNS, &mask)
        while mask:
            k = begin + <Py_ssize_t> shiplap_lowest_bit(mask)
            mask &= mask - 1
            if k < p:  # in an escape
                continue
            if unit_at(&tree.view, k) == quote:
                if not (inner and is_doubled(tree, k)):
                    return k + 1
                p = k + 2
            elif unit_at(&tree.view, k) == u'\\':
                if inner == 0 or quote == u'"':
                    p = after_backslash(tree, k, tree.size)
            elif unit_at(&tree.view, k) == u'\n' and not inner:
                return -1
        begin += 64
    return -1


cdef inline bint is_comment(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether a comment begins at p."""
    return at(tree, p) == u'#' or (at(tree, p) == u'/' and (at(tree, p + 1) == u'/' or at(tree, p + 1) == u'*'))


cdef Py_ssize_t value_comment_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of the comment that begins at p, without its line end."""
    if not starts(tree, p, b"/*"):
        return text_line_end(tree, p)
    p = end_of_mark(tree, p + 2, b"*/")
    return tree.size if p < 0 else p


cdef Py_ssize_t end_of_mark(const Tree *tree, Py_ssize_t p, const char *mark) noexcept nogil:
    """Return the end of the first `mark` from p on, or -1."""
    cdef Py_ssize_t size = 0
    while mark[size]:
        size += 1
    while p < tree.size:
        if at(tree, p) == <unsigned char> mark[0] and starts(tree, p, mark):
            return p + size
        p += 1
    return -1


cdef inline Py_ssize_t token_end(const Tree *tree, Py_ssize_t p, bint is_key, Py_UCS4 inner) noexcept nogil:
    """Return the end of a token that is not a string."""
    cdef Py_ssize_t first = p
    cdef Py_UCS4 unit
    while p < tree.size:
        unit = unit_at(&tree.view, p)
        if is_ascii(unit) and ENDS_TOKEN[unit]:
            if unit == u':':
                if (is_key and inner == 0) or p + 1 == tree.size or is_space(at(tree, p + 1)) \
                        or (inner and at(tree, p + 1) in u',[]{}'):
                    break
            elif unit != u'=' or (is_key and inner == u'='):
                break
        p += 1
    return max(p, first + 1)


cdef inline void next_value_token(const Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Go to the begin of the next token or comment, after white space and a comment in the same line."""
    cdef bint same_line = skip_space(tree, state, p)
    if same_line and state.at < tree.size and is_comment(tree, state.at):
        skip_space(tree, state, value_comment_end(tree, state.at))


cdef inline bint skip_space(const Tree *tree, Values *state, Py_ssize_t p) noexcept nogil:
    """Go to the end of the white space from p on. Return whether it has no line end."""
    cdef Py_ssize_t line = -1
    cdef Py_UCS4 unit
    while p < tree.size:
        unit = unit_at(&tree.view, p)
        if unit > u' ' or not is_space(unit):
            break
        p += 1
        if unit == u'\n' or unit == u'\r':
            line = p
    state.at = p
    state.line = p if line < 0 else line
    return line < 0


cdef Py_ssize_t bracket_lines(Tree *tree, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after, Py_UCS4 inner) except -1 nogil:
    """Read a value in brackets. Return the begin of the line after it. If the brackets do not match, the line is text, and
    no bracket before the error is read again. inner: the mark after a key."""
    cdef Py_ssize_t rows = tree.row_count, cuts = tree.cut_count, count = tree.open_count, last
    if first >= tree.error:
        last = value(tree, first, inner)
        if tree.open_count == count:
            return line_after(tree, last)
        tree.error = last
        tree.row_count, tree.cut_count, tree.open_count = rows, cuts, count
    text_cuts(tree, first, end)
    return after


# ---- structured data: XML (reference/data/elements.py)


cdef int elements(Tree *tree) except -1 nogil:
    """Find the elements of a whole text."""
    cdef Py_ssize_t p = tree.start, tag, first, end, closed = -1   # `closed`: the begin of the element that ended last
    cdef bint after_comment = False, is_markup, is_edge
    while p < tree.size:
        pause(tree, p)
        tag = p
        while tag < tree.size and unit_at(&tree.view, tag) != u'<':
            tag += 1
        first = p
        while first < tag and is_space(at(tree, first)):
            first += 1
        if first < tag:
            running_text(tree, first, tag, closed)
            after_comment = False
        if tag == tree.size:
            return 0
        end = markup_end(tree, tag)
        if end < 0:
            return by_lines(tree, tag)
        if at(tree, tag + 1) == u'/':
            if not ends_element(tree, tag):
                return by_lines(tree, tag)
            if first == tag and top(tree).count:
                tag_cut(tree, tag, EDGE)
            closed = close_element(tree, end)
        elif not starts(tree, tag, b"<![CDATA["):
            is_markup = at(tree, tag + 1) == u'!' or at(tree, tag + 1) == u'?'
            if first == tag and not after_comment:
                is_edge = tree.open_count > 1 and not top(tree).count
                tag_cut(tree, tag, EDGE if is_edge else depth(tree))
            after_comment = is_markup
            if not is_markup:
                open_element(tree, tag)
                if at(tree, end - 2) == u'/':
                    closed = close_element(tree, end)
        else:
            text_cuts(tree, tag, end)
        p = end
    return 0


cdef void running_text(Tree *tree, Py_ssize_t begin, Py_ssize_t tag, Py_ssize_t closed) noexcept nogil:
    """Cut a text up to a tag. closed: the begin of the element that ended last, perhaps not directly before the text."""
    cdef Node *node = top(tree)
    cdef bint is_before = at(tree, tag + 1) not in u'/!?\0'
    node.bracket = tree.open_count > 1
    if node.bracket and (node.count or is_before):
        if node.count and node.last >= 0 and tree.cuts[node.last] == closed:
            tree.ranks[node.last] = ESCAPE
        inner_cuts(tree, begin, tag + is_before)
    else:
        text_cuts(tree, begin, tag)


cdef void tag_cut(Tree *tree, Py_ssize_t tag, int rank) noexcept nogil:
    """Cut before a tag."""
    cdef Py_ssize_t begin = line_begin(tree, tag)
    cut(tree, begin, ESCAPE if top(tree).bracket and begin > 0 and not ends_line(at(tree, begin - 1)) else rank)


cdef void open_element(Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Begin the element of a start tag."""
    open(tree, MEMBER_ROLE, tag + 1, element_name_end(tree, tag + 1), tag, top(tree).level + 1)


cdef Py_ssize_t close_element(Tree *tree, Py_ssize_t end) noexcept nogil:
    """End the innermost element; return its begin. An element that fits, without elements and cuts inside, is only
    counted."""
    cdef Py_ssize_t row = top(tree).row, last = tree.cuts[tree.cut_count - 1] if tree.cut_count else 0
    cdef Py_ssize_t start = tree.rows[row].start if row >= 0 else -1
    close_node(tree, end)
    if row >= 0 and row == tree.row_count - 1 and last <= start and is_small(tree, start, end):
        tree.row_count -= 1
    return start


cdef bint ends_element(Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Return whether an end tag has the name of the innermost element."""
    cdef Node *node = top(tree)
    return tree.open_count > 1 and is_same(tree, node.begin, node.end, tag + 2) \
        and element_name_end(tree, tag + 2) == tag + 2 + node.end - node.begin


cdef Py_ssize_t element_name_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of a name."""
    while p < tree.size and not is_space(at(tree, p)) and at(tree, p) != u'/' and at(tree, p) != u'>':
        p += 1
    return p


cdef Py_ssize_t markup_end(const Tree *tree, Py_ssize_t tag) noexcept nogil:
    """Return the end of the tag, comment or other markup at `tag`, or -1 if the end is missing."""
    cdef Py_UCS4 unit, quote = 0
    cdef Py_ssize_t p = tag, nested = 0
    if starts(tree, tag, b"<!--"):
        return end_of_mark(tree, tag + 4, b"-->")
    if starts(tree, tag, b"<![CDATA["):
        return end_of_mark(tree, tag + 9, b"]]>")
    if starts(tree, tag, b"<?"):
        return end_of_mark(tree, tag + 2, b"?>")
    while p + 1 < tree.size:
        p += 1
        unit = unit_at(&tree.view, p)
        if nested and quote == 0 and unit == u'<' and starts(tree, p, b"<!--"):
            p = end_of_mark(tree, p + 4, b"-->") - 1
            if p < 0:
                return -1
        elif quote:
            if unit == quote:
                quote = 0
        elif unit > u'>' and not nested and unit != u'[' and unit != u']':
            pass
        elif unit == u'"' or unit == u"'":
            quote = unit
        elif at(tree, tag + 1) == u'!' and (unit == u'[' or unit == u']'):
            nested += 1 if unit == u'[' else -1
        elif unit == u'>' and nested <= 0:
            return p + 1
        elif unit == u'<' and not nested:
            return -1
    return -1


# ---- structured data: YAML (reference/data/yaml.py)


cdef int yaml(Tree *tree) except -1 nogil:
    """Find the nodes of a whole text."""
    cdef Py_ssize_t p = tree.start, comment = -1, below = -1, first, end, after, level, begin
    cdef bint has_marks = has_documents(tree)
    while p < tree.size:
        pause(tree, p)
        first = indent_end(tree, p)
        end = text_line_end(tree, first)
        after = line_after(tree, end)
        level = 2 * (first - p)
        if first == end:
            pass
        elif below >= 0 and level > below:  # a line of a block of text
            text_line(tree, p, end)
        elif at(tree, first) == u'#':
            comment = p if comment < 0 else comment
            below = -1
        else:
            begin = p if comment < 0 else comment
            comment = below = -1
            if first == p and is_mark(tree, p, end, b"---"):
                begin_document(tree, begin)
                first = after_spaces(tree, p + 3, end)
            elif first == p and is_mark(tree, p, end, b"..."):
                close_from(tree, -1, begin)
                first = end
            elif has_marks and tree.open_count == 1 and at(tree, first) != u'%':
                begin_document(tree, begin)
            after = nodes(tree, begin, p, first, end, after, &below)
        p = after
    return 0


cdef bint has_documents(const Tree *tree) noexcept nogil:
    """Return whether a line begins with the mark of a document. Lines are found in blocks of 64 units."""
    cdef Py_ssize_t begin = tree.start, k
    cdef uint64_t mask
    if is_document(tree, begin):
        return True
    while begin < tree.size:
        shiplap_find_set(tree.view.data, max(tree.view.width, 1), begin, min(begin + 64, tree.size), LINE_SIGNS, &mask)
        while mask:
            k = begin + <Py_ssize_t> shiplap_lowest_bit(mask) + 1
            mask &= mask - 1
            if is_document(tree, k):
                return True
        begin += 64
    return False


cdef inline bint is_document(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether the mark of a document is at p."""
    return at(tree, p) == u'-' and starts(tree, p, b"---") and (p + 3 == tree.size or is_space(at(tree, p + 3)))


cdef void begin_document(Tree *tree, Py_ssize_t start) noexcept nogil:
    """Begin a document."""
    close_from(tree, -1, start)
    cut(tree, start, 0)
    open(tree, ELEMENT_ROLE, 0, 0, start, -1)


cdef Py_ssize_t nodes(Tree *tree, Py_ssize_t begin, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after,
                      Py_ssize_t *below) except -1 nogil:
    """Read a line from p to `end`, visible from `first` on, with the comments before it from `begin` on. Return the begin of
    the next line. `below`: set to the level that the lines of a block of text exceed."""
    cdef bint is_first = True, is_item, quoted
    cdef Py_ssize_t key_end, level
    while first < end:
        is_item = is_mark(tree, first, end, b"-")
        key_end = first + 1 if is_item else end_of_key(tree, first, end)
        if key_end == first:
            break
        level = 2 * (first - p) + is_item
        if is_first:
            close_from(tree, level, begin)
            cut(tree, begin, depth(tree) if top(tree).count else child_rank(tree))
        quoted = not is_item and (at(tree, first) == u'"' or at(tree, first) == u"'")
        if is_item:
            open(tree, ELEMENT_ROLE, 0, 0, begin if is_first else first, level)
        else:
            open(tree, MEMBER_ROLE, first + quoted, before_spaces(tree, first, key_end) - quoted,
                 begin if is_first else first, level)
        is_first = False
        first = after_spaces(tree, key_end + (not is_item), end)
    if is_first and first < end:  # no node begins in the line
        cut(tree, begin, EDGE)
    if first == end or at(tree, first) == u'#':
        return after
    if at(tree, first) == u'"' or at(tree, first) == u"'":
        return string_lines(tree, first, end, after)
    if at(tree, first) == u'{' or at(tree, first) == u'[':
        return bracket_lines(tree, first, end, after, u':')
    text_cuts(tree, first, end)
    if ends_with_block(tree, first, end):
        below[0] = top(tree).level
    return after


cdef inline int child_rank(const Tree *tree) noexcept nogil:
    """Return the rank of a cut before the first child of the innermost node."""
    return EDGE if tree.open_count > 1 else 0


cdef void text_line(Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Cut before a line of text, and in it."""
    cut(tree, p, EDGE)
    text_cuts(tree, p, end)


cdef Py_ssize_t string_lines(Tree *tree, Py_ssize_t first, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Read a quoted value. Return the begin of the line after it."""
    cdef Py_ssize_t level = top(tree).level, p = first + 1, low = first, begin
    cdef Py_UCS4 quote = at(tree, first)
    while True:
        p = string_line_end(tree, p, end, quote)
        text_cuts(tree, low, end)
        if p < end or after == tree.size:
            return after
        begin = indent_end(tree, after)
        if begin < text_line_end(tree, after) and 2 * (begin - after) <= level:
            return after
        low = p = after
        end, after = text_line_end(tree, after), line_after(tree, after)
        cut(tree, low, EDGE)


cdef Py_ssize_t string_line_end(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_UCS4 quote) noexcept nogil:
    """Return the end of a string in the line, before its quote, or `end`. Two single quotes do not end it."""
    while p < end:
        if quote == u"'" and is_doubled(tree, p):
            p += 2
        elif at(tree, p) == quote:
            return p
        else:
            p = after_backslash(tree, p, end) if at(tree, p) == u'\\' and quote == u'"' else p + 1
    return min(p, end)


cdef Py_ssize_t indent_end(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the end of the spaces from p on."""
    while at(tree, p) == u' ':
        p += 1
    return p


cdef Py_ssize_t after_spaces(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the spaces and tabs from p on."""
    while p < end and (at(tree, p) == u' ' or at(tree, p) == u'\t'):
        p += 1
    return p


cdef Py_ssize_t before_spaces(const Tree *tree, Py_ssize_t first, Py_ssize_t p) noexcept nogil:
    """Return the beginning of the spaces and tabs before p."""
    while p > first and (at(tree, p - 1) == u' ' or at(tree, p - 1) == u'\t'):
        p -= 1
    return p


cdef bint is_mark(const Tree *tree, Py_ssize_t p, Py_ssize_t end, const char *mark) noexcept nogil:
    """Return whether a mark is at p, before white space or the line end."""
    while mark[0]:
        if p >= end or at(tree, p) != <unsigned char> mark[0]:
            return False
        mark += 1
        p += 1
    return p == end or at(tree, p) == u' ' or at(tree, p) == u'\t'


cdef Py_ssize_t end_of_key(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return the offset of the colon after the key at `first`, or `first` if the text is not a key."""
    cdef Py_ssize_t p
    cdef Py_UCS4 unit = at(tree, first)
    if unit == u'"' or unit == u"'":
        p = after_spaces(tree, min(string_line_end(tree, first + 1, end, unit) + 1, end), end)
        return p if p < end and is_mark(tree, p, end, b":") else first
    if unit in u'[{#|>%':
        return first
    for p in range(first, end):
        unit = unit_at(&tree.view, p)
        if unit == u':' and is_mark(tree, p, end, b":"):
            return p
        if unit == u'#' and p > first and (at(tree, p - 1) == u' ' or at(tree, p - 1) == u'\t'):
            break
    return first


cdef bint ends_with_block(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether the last word of a line begins a block of text."""
    while end > first and (at(tree, end - 1) == u' ' or at(tree, end - 1) == u'\t'):
        end -= 1
    while end > first and at(tree, end - 1) in u'+-0123456789':
        end -= 1
    if end == first or not (at(tree, end - 1) == u'|' or at(tree, end - 1) == u'>'):
        return False
    return end - 1 == first or at(tree, end - 2) == u' ' or at(tree, end - 2) == u'\t'


# ---- structured data: TOML, INI, .env (reference/data/sections.py)

# The formats of sections, and the levels of a list of sections, of a section and of a key.
cdef enum:
    TOML, INI, ENV

cdef enum:
    LIST, SECTION, KEY


cdef int sections(Tree *tree, int name) except -1 nogil:
    """Find the nodes of a whole text."""
    cdef Py_ssize_t p = tree.start, comment = -1, first, end, after, begin
    cdef bint continues = False
    while p < tree.size:
        pause(tree, p)
        end = text_line_end(tree, p)
        after = line_after(tree, end)
        first = after_spaces(tree, p, end)
        if first == end:
            continues = False
        elif (at(tree, first) == u'#' or at(tree, first) == u';') and not continues:
            comment = p if comment < 0 else comment
        else:
            begin = p if comment < 0 else comment
            comment = -1
            if is_section(tree, first, end):
                begin_section(tree, begin, first, end)
            elif top(tree).level == KEY and (continues or (first > p and name != TOML)):
                cut(tree, begin, EDGE)
                text_cuts(tree, first, end)
            else:
                after = key_line(tree, begin, first, end, name)
            continues = at(tree, end - 1) == u'\\' and name != TOML
        p = after
    return 0


cdef bint is_section(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return whether a line names a section."""
    cdef Py_ssize_t last = section_end(tree, first, end), p = after_spaces(tree, last, end)
    return last > first and (p == end or at(tree, p) == u'#' or at(tree, p) == u';')


cdef Py_ssize_t section_end(const Tree *tree, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Return the end of the brackets around the name of a section, or `first`."""
    cdef Py_ssize_t p
    if at(tree, first) != u'[':
        return first
    p = first + 1
    while p < end and at(tree, p) != u',':
        if at(tree, p) == u']':
            return p + (2 if at(tree, p + 1) == u']' and at(tree, first + 1) == u'[' else 1)
        p = after_quotes(tree, p, end)
    return first


cdef Py_ssize_t after_quotes(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the quoted text at p, if it ends in the line, else p + 1."""
    cdef Py_ssize_t last = end
    if at(tree, p) == u'"' or at(tree, p) == u"'":
        last = string_line_end(tree, p + 1, end, at(tree, p))
    return last + 1 if last < end else p + 1


cdef void begin_section(Tree *tree, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """Begin a section."""
    cdef Py_ssize_t last = section_end(tree, first, end), size, name, after = 0
    cdef bint is_list = at(tree, first + 1) == u'[' and at(tree, last - 2) == u']', quoted
    cdef int rank = 0
    cdef Py_ssize_t k
    size = 2 if is_list else 1
    name, last = first + size, last - size
    close_from(tree, KEY, begin)
    while tree.open_count > 1 and not is_part(tree, name, last, is_list):
        close_node(tree, begin)
    if tree.open_count > 1:
        after = top(tree).end - top(tree).begin
    for k in range(tree.open_count):
        if tree.stack[k].level == LIST:
            rank = depth(tree)
    cut(tree, begin, rank)
    first = name + after + (after > 0)
    quoted = unquoted(tree, first, last)
    if not is_list:
        open(tree, MEMBER_ROLE, first + quoted, last - quoted, begin, SECTION)
    else:
        if after < last - name:
            open(tree, MEMBER_ROLE, first + quoted, last - quoted, begin, LIST)
            top(tree).begin, top(tree).end = name, last
        open(tree, ELEMENT_ROLE, 0, 0, begin, SECTION)
    top(tree).begin, top(tree).end = name, last


cdef bint unquoted(const Tree *tree, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Return whether a name is in quotes."""
    cdef Py_UCS4 quote = at(tree, first)
    cdef Py_ssize_t p
    if last <= first + 1 or not (quote == u'"' or quote == u"'") or at(tree, last - 1) != quote:
        return False
    for p in range(first + 1, last - 1):
        if at(tree, p) == quote:
            return False
    return True


cdef bint is_part(Tree *tree, Py_ssize_t name, Py_ssize_t end, bint is_list) noexcept nogil:
    """Return whether a section of this name is a part of the innermost node."""
    cdef Node *node = top(tree)
    cdef Py_ssize_t size = node.end - node.begin
    if size > end - name or not is_same(tree, node.begin, node.end, name):
        return False
    if size == end - name:
        return is_list and node.level == LIST
    return at(tree, name + size) == u'.' and node.level == SECTION


cdef Py_ssize_t key_line(Tree *tree, Py_ssize_t begin, Py_ssize_t first, Py_ssize_t end, int name) except -1 nogil:
    """Begin a key. Return the begin of the line after its value."""
    cdef Py_ssize_t sign = first, last, p
    cdef bint quoted
    close_from(tree, KEY, begin)
    while sign < end and at(tree, sign) != u'=' and at(tree, sign) != u':':
        sign = after_quotes(tree, sign, end) if name == TOML else sign + 1
    last = before_spaces(tree, first, sign)
    if name == ENV and starts(tree, first, b"export ") and last > first + 7:
        first = after_spaces(tree, first + 7, last)
    quoted = unquoted(tree, first, last)
    cut(tree, begin, depth(tree) if top(tree).count or tree.open_count == 1 else EDGE)
    if sign < end:
        open(tree, MEMBER_ROLE, first + quoted, last - quoted, begin, KEY)
    else:
        open(tree, MEMBER_ROLE, 0, 0, begin, KEY)
    p = after_spaces(tree, min(sign + 1, end), end)
    if name == TOML and p < end and (at(tree, p) == u'[' or at(tree, p) == u'{'):
        return bracket_lines(tree, p, end, line_after(tree, end), u'=')
    if name == TOML and (starts(tree, p, b'"""') or starts(tree, p, b"'''")):
        return quoted_lines(tree, p, 3)
    if name == ENV and p < end and (at(tree, p) == u'"' or at(tree, p) == u"'"):
        return quoted_lines(tree, p, 1)
    text_cuts(tree, p, end)
    return line_after(tree, end)


cdef Py_ssize_t quoted_lines(Tree *tree, Py_ssize_t p, int size) noexcept nogil:
    """Read a value in `size` quotes. Return the begin of the line after it. If the value does not end, its line is text, and
    no other value is tried."""
    cdef Py_ssize_t last = quote_end(tree, p, size) if p >= tree.error else -1
    if last < 0:
        tree.error = tree.size
        last = text_line_end(tree, p)
    while line_after(tree, p) < last:
        text_cuts(tree, p, text_line_end(tree, p))
        p = line_after(tree, p)
        cut(tree, p, EDGE)
    text_cuts(tree, p, last)
    return line_after(tree, last)


cdef Py_ssize_t quote_end(const Tree *tree, Py_ssize_t p, int size) noexcept nogil:
    """Return the end of a value that begins with `size` quotes at p, or -1."""
    cdef Py_UCS4 quote = at(tree, p)
    cdef int count = 0
    p += size
    while p < tree.size:
        if at(tree, p) == quote:
            count += 1
            p += 1
            if count == size:
                return p
            continue
        count = 0
        p = after_backslash(tree, p, tree.size) if at(tree, p) == u'\\' and quote == u'"' else p + 1
    return -1


# ---- structured data: diffs (reference/data/patches.py)

cdef enum:
    CHANGE, FILE, HUNK
    HASH = 40           # the least hexadecimal digits of the name of a change

cdef enum:
    MAX_DIGITS = 9


cdef int patches(Tree *tree) except -1 nogil:
    """Find the files and hunks of a whole text."""
    cdef Py_ssize_t p = tree.start, old = 0, new = 0, end, after, start, last
    cdef bint is_waiting = False, changed = False, is_changed
    cdef Py_UCS4 unit
    while p < tree.size:
        pause(tree, p)
        end, unit = text_line_end(tree, p), at(tree, p)
        after = line_after(tree, end)
        if (old > 0 or new > 0) and unit in u' +-\\\r\n':
            is_changed = unit == u'+' or unit == u'-'
            cut(tree, p, DEEPEST if changed and not is_changed else EDGE)
            changed = is_changed
            old -= unit in u' -\r\n'
            new -= unit in u' +\r\n'
            text_cuts(tree, p, end)
        elif starts(tree, p, b"@@ -") or starts(tree, p, b"***************"):
            close_from(tree, HUNK, p)
            cut(tree, p, depth(tree))
            open(tree, MEMBER_ROLE, p, end, p, HUNK)
            hunk_size(tree, p, end, &old, &new)
            is_waiting = changed = False
        elif change_name(tree, p, &start, &last):
            close_from(tree, CHANGE, p)
            cut(tree, p, 0)
            open(tree, MEMBER_ROLE, start, last, p, CHANGE)
            old, new, is_waiting = 0, 0, False
            text_cuts(tree, p, end)
        elif begins_file(tree, p, end, after, is_waiting):
            close_from(tree, FILE, p)
            cut(tree, p, depth(tree))
            file_name(tree, p, end, after)
            is_waiting = not (starts(tree, p, b"--- ") or starts(tree, p, b"*** "))
            old = new = 0
        else:
            if is_waiting and (starts(tree, p, b"+++ ") or starts(tree, p, b"--- ")) and p > 0 \
                    and (starts(tree, before(tree, p), b"--- ") or starts(tree, before(tree, p), b"*** ")):
                name_file(tree, p, end)
                is_waiting = False
            cut(tree, p, EDGE)
            text_cuts(tree, p, end)
        p = after
    return 0


cdef bint change_name(const Tree *tree, Py_ssize_t p, Py_ssize_t *start, Py_ssize_t *last) noexcept nogil:
    """Return whether a change begins at p, and find the digits that name it (P4)."""
    if not starts(tree, p, b"From ") and not starts(tree, p, b"commit "):
        return False
    start[0] = last[0] = p + (5 if at(tree, p) == u'F' else 7)
    while last[0] < tree.size and at(tree, last[0]) in u'0123456789abcdef':
        last[0] += 1
    return last[0] - start[0] >= HASH


cdef bint begins_file(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after, bint is_waiting) noexcept nogil:
    """Return whether a line begins a file. `is_waiting`: a file has begun, and its name was not read yet."""
    if starts(tree, p, b"diff ") or starts(tree, p, b"Index: "):
        return not (is_waiting and starts(tree, p, b"diff ") and starts(tree, before(tree, p), b"==="))
    if is_waiting or (end - p >= 4 and starts(tree, end - 4, b"****")):  # the lines of a hunk of a context diff
        return False
    return (starts(tree, p, b"--- ") and starts(tree, after, b"+++ ")) \
        or (starts(tree, p, b"*** ") and starts(tree, after, b"--- "))


cdef Py_ssize_t before(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return the begin of the line before the line of p."""
    p -= 1
    if p > 0 and at(tree, p - 1) == u'\r' and at(tree, p) == u'\n':
        p -= 1
    while p > 0 and not ends_line(at(tree, p - 1)):
        p -= 1
    return max(p, 0)


cdef void file_name(Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t after) noexcept nogil:
    """Begin a file, with the name in its first line."""
    cdef Py_ssize_t start = p, space = end, last = end
    if starts(tree, p, b"--- ") or starts(tree, p, b"*** "):
        path_in(tree, after, text_line_end(tree, after), &start, &last)
    else:
        while space > p and at(tree, space - 1) != u' ':
            space -= 1
        start = space
        if space - 4 > p:
            path_in(tree, space - 4, end, &start, &last)
    open(tree, MEMBER_ROLE, start, last, p, FILE)


cdef void path_in(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *start, Py_ssize_t *last) noexcept nogil:
    """Find the path after a mark of four characters at p."""
    start[0], p = p + 4, min(p + 4, end)
    while p < end and at(tree, p) != u'\t':
        p += 1
    if starts(tree, start[0], b"b/") and p > start[0] + 2:
        start[0] += 2
    last[0] = max(start[0], p)


cdef void name_file(Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Read the name of a file from the second line that names it, unless the file is deleted."""
    cdef Py_ssize_t start, last
    path_in(tree, p, end, &start, &last)
    if top(tree).level == FILE and not (last - start == 9 and starts(tree, start, b"/dev/null")):
        tree.rows[top(tree).row].name_start, tree.rows[top(tree).row].name_end = start, last


cdef void hunk_size(const Tree *tree, Py_ssize_t p, Py_ssize_t end, Py_ssize_t *old, Py_ssize_t *new) noexcept nogil:
    """Find how many lines of the old and of the new file a hunk has; 0 if the number is missing."""
    cdef Py_ssize_t[2] found
    cdef Py_ssize_t first
    cdef int k
    old[0] = new[0] = 0
    for k in range(2):
        while p < end and at(tree, p) != (<Py_UCS4> c'+' if k else <Py_UCS4> c'-'):
            p += 1
        p = digits_end(tree, p + 1, end)
        if p >= end:
            return
        found[k] = 1
        if at(tree, p) == u',':
            first, p = p + 1, digits_end(tree, p + 1, end)
            found[k] = number(tree, first, p)
    old[0], new[0] = found[0], found[1]


cdef Py_ssize_t digits_end(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the end of the digits from p on."""
    cdef Py_ssize_t first = p
    while p < end and p - first < MAX_DIGITS and is_digit(at(tree, p)):
        p += 1
    return p


cdef Py_ssize_t number(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the number between two offsets, at most MAX_DIGITS long."""
    cdef Py_ssize_t found = 0
    while p < end:
        found, p = 10 * found + <Py_ssize_t> at(tree, p) - c'0', p + 1
    return found


# ---- structured data: logs, catalogues (reference/data/records.py)

cdef enum:
    RUNS = 4
    MAX_LINES = 512
    MAX_SHAPES = 64
    STAMP = 64
    STAMPED = 5
    COMMON = 8

cdef bytes TRACES_IN_A_ROW = TRACE_MARKS
cdef const char *FIRST_TRACE = TRACES_IN_A_ROW

# A shape (its classes in the bytes of a number, from the lowest on), and the number of its lines and of its stamped lines.
cdef struct Shape:
    uint64_t classes
    Py_ssize_t lines, stamped


cdef int records(Tree *tree) except -1 nogil:
    """Find the records of a whole text of lines."""
    cdef Shape[MAX_SHAPES] shapes
    cdef Py_ssize_t p = tree.start, end
    cdef const long long *begins = tree.begins
    cdef int count = 0 if begins != NULL else record_shapes(tree, shapes), k
    cdef uint64_t shape
    cdef bint in_trace = False, is_trace
    while p < tree.size:
        pause(tree, p)
        end = text_line_end(tree, p)
        is_trace = of_trace(tree, p, &in_trace)
        k = -1
        if unlikely(begins != NULL):
            if begins[0] == p:
                begins += 1
                k = 0
        elif begins_text(tree, p) and not is_trace:
            shape, k = shape_of(tree, p, end), 0
            while k < count and shapes[k].classes != shape:
                k += 1
            if k < count and 10 * shapes[k].stamped < 9 * shapes[k].lines and not is_stamped(tree, p, end):
                k = count
        if k >= 0 and (k < count or count == 0):
            close_from(tree, 0, p)
            cut(tree, p, 0)
            open(tree, MEMBER_ROLE, p, end, p, 0)
        else:
            cut(tree, p, EDGE)
        text_cuts(tree, p, end)
        p = line_after(tree, end)
    return 0


cdef inline bint begins_text(const Tree *tree, Py_ssize_t p) noexcept nogil:
    """Return whether a line does not begin with white space."""
    return not is_space(at(tree, p))


cdef bint of_trace(const Tree *tree, Py_ssize_t p, bint *in_trace) noexcept nogil:
    """Return whether the line at p belongs to a traceback. `in_trace`: set if the next line that is not indented belongs to it
    too (R5)."""
    cdef const char *mark = FIRST_TRACE
    cdef bint found = in_trace[0]
    if not begins_text(tree, p):
        return False
    in_trace[0] = False
    if at(tree, p) in u'TDCS':
        while mark[0]:
            if starts(tree, p, mark):
                in_trace[0] = mark == FIRST_TRACE
                return True
            mark += strlen(mark) + 1
    return found


cdef int record_shapes(const Tree *tree, Shape *shapes) noexcept nogil:
    """Find the shapes of the lines that begin records. Return their number, or 0 if all lines begin records."""
    cdef Py_ssize_t p = 0, lines = 0, stamped = 0, end
    cdef int count = 0, kept = 0, k
    cdef uint64_t shape
    cdef bint has_time, in_trace = False, is_trace
    while p < tree.size and lines < MAX_LINES:
        end = text_line_end(tree, p)
        is_trace = of_trace(tree, p, &in_trace)
        if begins_text(tree, p) and not is_trace:
            lines += 1
            shape, has_time = shape_of(tree, p, end), is_stamped(tree, p, end)
            stamped += has_time
            k = 0
            while k < count and shapes[k].classes != shape:
                k += 1
            if k == count and count < MAX_SHAPES:
                shapes[k] = Shape(shape, 0, 0)
                count += 1
            if k < count:
                shapes[k].lines += 1
                shapes[k].stamped += has_time
        p = line_after(tree, end)
    if stamped > 0 and STAMPED * stamped >= lines:
        for k in range(count):
            if COMMON * shapes[k].stamped >= stamped:
                shapes[kept] = shapes[k]
                kept += 1
        return kept
    for k in range(count):
        if shapes[k].lines > shapes[0].lines:
            shapes[0] = shapes[k]
    if count == 0 or 2 * shapes[0].lines < lines:
        return 0
    shapes[0].stamped = shapes[0].lines
    return 1


cdef uint64_t shape_of(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the shape of a line (R1)."""
    cdef uint64_t shape = 0
    cdef int count = 0
    cdef unsigned char unit, last = 0
    while p < end and count < RUNS:
        unit = class_of(at(tree, p))
        if unit != last or not (unit == c'0' or unit == c'a' or unit == c' '):
            shape |= <uint64_t> unit << 8 * count
            count += 1
        last = unit
        p += 1
    return shape | <uint64_t> count << 56  # never 0


cdef inline unsigned char class_of(Py_UCS4 unit) noexcept nogil:
    """Return the class of a character in a shape."""
    if is_digit(unit):
        return c'0'
    if u'a' <= unit <= u'z' or u'A' <= unit <= u'Z' or not is_ascii(unit):
        return c'a'
    return c' ' if unit == u' ' or unit == u'\t' else <unsigned char> unit


cdef bint is_stamped(const Tree *tree, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return whether a line has a time near its beginning."""
    cdef Py_ssize_t last = p, count = 0
    while last < end and count < STAMP:
        count += not (tree.view.width == 0 and is_continuation(tree.view.data[last]))
        last += 1
    while last < end and tree.view.width == 0 and is_continuation(tree.view.data[last]):
        last += 1
    while p < last - 4:
        if at(tree, p + 2) == u':' and is_digit(at(tree, p)) and is_digit(at(tree, p + 1)) \
                and is_digit(at(tree, p + 3)) and is_digit(at(tree, p + 4)):
            return True
        p += 1
    return False


cdef inline bint is_digit(Py_UCS4 unit) noexcept nogil:
    """Return whether a unit is a digit of ASCII."""
    return u'0' <= unit <= u'9'


cdef int catalog(Tree *tree) except -1 nogil:
    """Find the entries of a catalogue of translations."""
    cdef Py_ssize_t p = tree.start, end
    cdef bint is_open = False
    while p < tree.size:
        pause(tree, p)
        end = text_line_end(tree, p)
        if p == end:
            is_open = False
        elif not is_open:
            close_from(tree, 0, p)
            cut(tree, p, 0)
            open(tree, MEMBER_ROLE, 0, 0, p, 0)
            is_open = True
        else:
            cut(tree, p, EDGE)
        if starts(tree, p, b'msgid "') and tree.open_count > 1:
            name_entry(tree, p + 7, end)
        text_cuts(tree, p, end)
        p = line_after(tree, end)
    return 0


cdef void name_entry(Tree *tree, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Give an entry its name."""
    if end > start and at(tree, end - 1) == u'"':
        end -= 1
    tree.rows[top(tree).row].name_start, tree.rows[top(tree).row].name_end = start, end


# ---- structured data: the entry point (reference/data/data.py)

# Formats in the order of shiplap._data.data_formats.FORMATS.
cdef enum:
    JSON, XML, YAML, OF_SECTIONS, DIFF = 6, PO, LOG


cdef int read_format(Tree *tree, int name) except -1 nogil:
    """Find the nodes and cuts of a text in a format."""
    if name == JSON:
        values(tree)
    elif name == XML:
        elements(tree)
    elif name == YAML:
        yaml(tree)
    elif name == DIFF:
        patches(tree)
    elif name == PO:
        catalog(tree)
    elif name == LOG:
        records(tree)
    else:
        sections(tree, name - OF_SECTIONS)
    return 0


def outline_data(Text text not None, name, Py_ssize_t fits, /):
    """Return the outline of a data text, in its own offsets: (rows, cuts, ranks), three arrays.

    A row, of COLUMNS int64, is a node (see shiplap._data.outline_row). `cuts` (int64): the offsets at which the text may be
    cut; `ranks` (int8): their ranks. name: one of shiplap._data.data_formats.FORMATS. fits: the most code units of a part
    that needs no cut inside. Raises TextError if a buffer is not UTF-8.
    """
    cdef Tree tree
    cdef Node root = Node(-1, -2, 0, 0, -1, 0, 0, 0)
    cdef array rows, cuts, ranks, begins
    cdef int number_of = FORMATS.index(name)
    text.prepare(False, True)
    memset(&tree, 0, sizeof(Tree))
    tree.view, tree.size, tree.fits, tree.until = text.view, text.view.size, fits, STEP
    try:
        if not grow(<void **> &tree.stack, &tree.open_room, sizeof(Node)):
            raise MemoryError
        tree.stack[0], tree.open_count = root, 1
        tree.start = 1 if at(&tree, 0) == 0xFEFF else 3 if text.view.width == 0 and starts(&tree, 0, b"\xEF\xBB\xBF") else 0
        if number_of == LOG and (begins := record_starts(text, tree.start > 0)) is not None:
            tree.begins = begins.data.as_longlongs
        with nogil:
            read_format(&tree, number_of)
            finish(&tree)
        if tree.failed:
            raise MemoryError
        rows = clone(INT64, tree.row_count * COLUMNS, False)
        if tree.row_count:
            memcpy(rows.data.as_chars, tree.rows, tree.row_count * sizeof(Row))
        cuts, ranks = clone(INT64, tree.cut_count, False), clone(INT8, tree.cut_count, False)
        if tree.cut_count:
            memcpy(cuts.data.as_chars, tree.cuts, tree.cut_count * sizeof(int64_t))
            memcpy(ranks.data.as_chars, tree.ranks, tree.cut_count)
        return rows, cuts, ranks
    finally:
        PyMem_RawFree(tree.rows)
        PyMem_RawFree(tree.cuts)
        PyMem_RawFree(tree.ranks)
        PyMem_RawFree(tree.stack)
