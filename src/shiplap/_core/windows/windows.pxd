# A compiled plan.
cimport cython
from shiplap._core.batch.batch cimport CompiledLoop, Verdict
from shiplap._core.boundaries.levels cimport Level, Offsets, Rules, Separators
from shiplap._core.boundaries.standard cimport Lexicon
from shiplap._core.windows.overlap cimport Loop
from shiplap._core.windows.plan cimport MAX_ROWS, Plan
from shiplap._core.text.sizes cimport View
from shiplap._core.text.spans cimport SpanArray
from shiplap._core.text.text cimport Text

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
    # The plan for a text; what its headings are is put into the rules, which say what is known of them.
    cdef const Plan *choose_plan(self, View *view, Rules *rules) noexcept nogil
    # Whether a text is one chunk, whatever headings it has; False where that is not known at once.
    cdef bint is_one_chunk(self, const View *view) noexcept nogil
    # What is known of the headings of a text, for `headings_of`: a plan without a choice takes all of the marked ones.
    cdef int known_headings(self, int known) noexcept nogil
    cdef int checked(self, Level level) except -1
    # What the levels of the plan read beside a text of which this is known of the headings.
    cdef Rules rules(self, int headings) noexcept nogil
    # The same with the arrays of given positions, which `offsets` takes.
    cdef int show(self, Rules *rules, Offsets *offsets, given, int headings) except -1
    # `cut_view` and `cut_large` where the rules are known.
    cdef Verdict cut_by(self, View *view, Rules *rules, bint strict, SpanArray *native,
                        SpanArray *measured) noexcept nogil
    cdef int cut_large_by(self, View *view, Rules *rules, bint strict, SpanArray *native,
                          SpanArray *measured) except -1
    # The chunks after the chunk (start, end), or all with start < 0: (native, measured). `loop` is left as it ended.
    # It goes no further than the first end at `known` or after it.
    cdef tuple run(self, Text text, given, Loop *loop, Py_ssize_t start, Py_ssize_t end, bint final,
                   Py_ssize_t known=*, int headings=*)
