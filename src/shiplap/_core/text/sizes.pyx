# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Sizes: what a span measures in the caller's unit, and how far a size reaches.

Each walk begins where the last one of the same place ended, never at the start of the text. Walking over
UTF-8 validates it on the way, a block at a time, while the bytes are in the cache.
"""

from shiplap._core.csrc cimport (
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_utf8_ascii,
    shiplap_utf8_count,
    shiplap_utf8_skip,
    shiplap_utf8_validate,
    shiplap_wide_skip,
    shiplap_wide_utf8_size,
)

# Well inside the second-level cache: still there when the place is moved over it.
cdef Py_ssize_t BLOCK = 131072
# What the rules may read after a place that was walked to, in bytes.
cdef Py_ssize_t MARGIN = 4096


cdef void validate_more(View *view) noexcept nogil:
    cdef Py_ssize_t end = view.size, ok
    if end - view.valid > BLOCK:
        end = view.valid + BLOCK
        for _ in range(3):  # a block ends where a code point begins
            if is_continuation(view.data[end]):
                end -= 1
    ok = shiplap_utf8_validate(view.data + view.valid, end - view.valid)
    view.valid += ok
    if view.valid < end:
        view.bad = view.size = view.valid


cdef bint read_view(View *view, bint whole) noexcept nogil:
    view.ascii = view.valid = shiplap_utf8_ascii(view.data, view.size)
    if view.ascii == view.size:
        view.width = 1
    if whole:
        while view.valid < view.size:
            validate_more(view)
    return view.bad < 0


cdef void walk_characters(View *view, Place *place, Py_ssize_t count) noexcept nogil:
    """`count` code points of UTF-8 further, or to the end."""
    cdef size_t left
    cdef Py_ssize_t step
    if place.at < view.ascii:
        step = min(count, view.ascii - place.at)
        place.at += step
        place.m += step
        count -= step
    while count > 0 and place.at < view.size:
        if place.at >= view.valid:
            validate_more(view)
            continue
        left = count
        place.at += shiplap_utf8_skip(view.data + place.at, view.valid - place.at, &left)
        place.m += count - <Py_ssize_t> left
        count = left
    while view.valid < view.size and view.valid - place.at < MARGIN:
        validate_more(view)


cdef void walk_to_furthest(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    cdef size_t left
    if m <= place.m:
        return
    if ruler == CHARACTERS:
        walk_characters(view, place, m - place.m)
    elif ruler == BYTES:
        left = m - place.m
        place.at = shiplap_wide_skip(view.data, view.width, place.at, view.size, &left)
        place.m = m - <Py_ssize_t> left
    else:
        if m >= view.size:
            m = view.size
        else:
            while m > place.at and is_continuation(view.data[m]):
                m -= 1
        place.at = place.m = m


cdef void walk_ahead(View *view, Ruler ruler, Place *place, Py_ssize_t m) noexcept nogil:
    if m <= place.m:
        return
    walk_to_furthest(view, ruler, place, m)
    if place.m < m and place.at < view.size:  # inside a code point of several bytes
        m = code_point_size(view, ruler, place.at)
        place.at = next_code_point(view, place.at)
        place.m += m


cdef void walk_to(View *view, Ruler ruler, Place *place, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t begin = place.at
    if ruler == CHARACTERS:
        if begin < view.ascii:
            begin = min(at, view.ascii)
            place.m += begin - place.at
        place.m += shiplap_utf8_count(view.data + begin, at - begin)
    elif ruler == BYTES:
        place.m += shiplap_wide_utf8_size(view.data, view.width, begin, at)
    else:
        place.m = at
    place.at = at


cdef Py_ssize_t back(View *view, Ruler ruler, Py_ssize_t end, Py_ssize_t size) noexcept nogil:
    """Found from behind, since the measure of the whole text is not known: by steps that are too short at first, as a
    unit measures `most` at most."""
    cdef Py_ssize_t at = end, step, m, most = 4 if ruler == BYTES else 1
    if ruler == SAME or ruler == SAME_UTF8:
        at = max(end - size, 0)
        while ruler == SAME_UTF8 and at < end and is_continuation(view.data[at]):
            at += 1
        return at
    while size > 0 and at > 0:
        step = min(max(size // most, 1), at)
        m = measure(view, ruler, at - step, at)
        if m > size:
            break  # one code unit, which is larger than what is left
        at -= step
        size -= m
    return at


cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil:
    return shiplap_scan_visible(view.data, view.size, view.width, p, view.size)


cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    return shiplap_scan_visible_end(view.data, view.size, view.width, start, end)
