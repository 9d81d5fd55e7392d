# A compiled plan.
cimport cython
from shiplap._core.batch.batch cimport CompiledLoop
from shiplap._core.boundaries.levels cimport Level
from shiplap._core.windows.overlap cimport Loop
from shiplap._core.windows.plan cimport MAX_ROWS, Plan
from shiplap._core.boundaries.separators cimport Separators
from shiplap._core.text.sizes cimport Offsets, View
from shiplap._core.text.text cimport Text
from shiplap._core.boundaries.lexicon cimport Lexicon

cdef enum:
    MAX_GIVEN = 2 * MAX_ROWS     # arrays of given positions that a plan may name


@cython.no_gc  # said here too, for subclasses in other modules
cdef class Windows(CompiledLoop):
    cdef Plan plan
    cdef Plan plan_with_headings    # for a text with headings, where that is another
    cdef bint has_choice
    cdef bint finds_looks           # headings without marks count, where the text has them consistently
    cdef Lexicon lexicon
    cdef Separators separators
    cdef int given_count    # of the levels `given`
    cdef int count_given(self, const Plan *plan) except -1
    # The plan for a text; what its headings are is put into the view.
    cdef const Plan *choose_plan(self, View *view) noexcept nogil
    # Whether a text is one chunk, whatever headings it has; False where that is not known at once.
    cdef bint is_one_chunk(self, const View *view) noexcept nogil
    # What is known of the headings of a text, for `headings_of`: a plan without a choice takes all of the marked ones.
    cdef int known_headings(self, int known) noexcept nogil
    cdef int checked(self, Level level) except -1
    # Put into the view what the levels of the plan need; `offsets` takes the arrays of given positions.
    cdef int show(self, View *view, Offsets *offsets, given) except -1
    # The chunks after the chunk (start, end), or all with start < 0: (native, measured). `loop` is left as it ended.
    # It goes no further than the first end at `known` or after it.
    cdef tuple run(self, Text text, given, Loop *loop, Py_ssize_t start, Py_ssize_t end, bint final,
                   Py_ssize_t known=*, int headings=*)
