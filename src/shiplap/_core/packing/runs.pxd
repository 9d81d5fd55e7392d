# Runs: what lies together of one kind of content.
from cpython.array cimport array
from libc.stdint cimport int64_t

from shiplap._core.packing.costs cimport PROSE, Kind

# Where runs end, and which of them is looked at.
cdef struct Runs:
    const long long *ends
    const signed char *kinds
    Py_ssize_t count, k


cdef inline int begin_runs(Runs *run, array ends, array kinds) except -1:
    """Look at the first run."""
    run.ends, run.kinds, run.count, run.k = ends.data.as_longlongs, kinds.data.as_schars, len(ends), 0
    return 0


cdef inline Kind kind_at(Runs *run, int64_t p) noexcept nogil:
    """The kind of content of what ends at a measure; they only grow."""
    while run.k < run.count and run.ends[run.k] < p:
        run.k += 1
    return <Kind> run.kinds[run.k] if run.k < run.count else PROSE


cdef inline int64_t begin_at(const Runs *run) noexcept nogil:
    """Where that run begins."""
    return run.ends[run.k - 1] if run.k else 0


cdef inline Kind kind_after(Runs *run, int64_t p) noexcept nogil:
    """The kind of content of what begins at a measure; they only grow."""
    while run.k < run.count and run.ends[run.k] <= p:
        run.k += 1
    return <Kind> run.kinds[run.k] if run.k < run.count else PROSE


cdef inline bint runs_on(const Runs *run, int64_t p) noexcept nogil:
    """Whether no run ends at a measure; the runs up to there are passed."""
    return not (run.k and run.ends[run.k - 1] == p)
