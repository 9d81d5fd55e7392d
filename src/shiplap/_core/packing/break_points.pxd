# Where a chunk of a mixed document may end: see break_points.pyx.
from cpython.array cimport array

from shiplap._core.boundaries.standard cimport Lexicon
from shiplap._core.text.spans cimport Spans
from shiplap._core.text.text cimport Text

cpdef tuple places(Text text, Spans native, Spans kinds, bytes whole, array inner, array inner_ranks, int sentence,
                   Lexicon lexicon)
cpdef tuple keep_lists(Text text, Spans native, Spans kinds, bytes whole, array at, array ranks, array m, array measured,
                       limits, array sizes)
cpdef tuple runs(array measured, Spans kinds)
cpdef array extras(array at, Spans native, array sizes, array headers)
cpdef tuple split(Text text, array at, array ranks, array m, array run_ends, array run_kinds, limits, array extra, loops)
cpdef array ends(Spans native)
cpdef tuple keeps(array measured, Spans kinds, limits, array sizes)
