# cython: language_level=3, boundscheck=False, wraparound=False
"""Levels: the search for a boundary in a range.

A search is two steps: csrc scans the text, in whatever form it is, for candidates; then a candidate is judged.
Words and grapheme clusters are judged by code points. Sentences and paragraphs are judged in UTF-8: a str that is
not ASCII has the neighbourhood encoded for that, a few code points first, all that a rule may look at only where
those do not tell.
"""

from shiplap._core.boundaries.graphemes cimport grapheme, is_grapheme_boundary, is_lone
from shiplap._core.boundaries.items cimport REACH, item_style
from shiplap._core.boundaries.lines cimport code_points, code_points_back, fast_paragraph, gap_before, paragraph
from shiplap._core.boundaries.sections cimport ends_with_heading, section
from shiplap._core.boundaries.sentences cimport CAP, capital, fast_simple, simple
from shiplap._core.boundaries.separators cimport first_separator, is_after_separator, last_separator
from shiplap._core.boundaries.standard cimport ends_sentence
from shiplap._core.boundaries.words cimport word
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    SHIPLAP_SENTENCE,
    SHIPLAP_STANDARD,
    SHIPLAP_WORD,
    shiplap_first_from,
    shiplap_next_after,
    shiplap_next_before,
    shiplap_scan_first_for,
    shiplap_scan_last,
    shiplap_scan_last_for,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_wide_encode,
)
from shiplap._core.text.sizes cimport Offsets, is_continuation, next_code_point, unit_at


cdef int candidate_of(Level level) noexcept nogil:
    """What the scan of csrc looks for, for a level that it can find."""
    if level == WORD:
        return SHIPLAP_WORD
    if level == SENTENCE_STANDARD:
        return SHIPLAP_STANDARD
    return SHIPLAP_LINE if level == LINE or level == PARAGRAPH or level >= SECTION else SHIPLAP_SENTENCE


cdef void begin_query(Query *query, const View *view, Level level, bint last, bint keeps_headings=False) noexcept nogil:
    query.keeps_headings = keeps_headings
    query.level, query.seen, query.found, query.scan, query.place = level, 0, -1, NULL, 0
    query.run.begin = query.run.end = 0
    if GRAPHEME < level < SEPARATOR:
        if last:
            query.scan = shiplap_scan_last_for(view.width, candidate_of(level))
        else:
            query.scan = shiplap_scan_first_for(view.width, candidate_of(level))


cdef Py_ssize_t search_first(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                             Py_ssize_t p) noexcept nogil:
    if high > view.size:  # the end of the text is a boundary of every level
        p = search_first(view, query, low, view.size, -1)
        return p if p >= 0 else view.size
    if query.found >= low:
        return query.found if query.found < high else -1
    if low < query.seen:
        low = query.seen
    if query.level <= GRAPHEME:
        while low < high and (not is_boundary(view, &query.run, query.level, low) or parts(view, query, low)):
            low = next_code_point(view, low)
    elif query.level >= GIVEN:
        low = first_given(view, query, low, high)
    elif query.level >= SEPARATOR:
        low = first_separator(view, &query.run, query.level - SEPARATOR, low, high)
        while low < high and parts(view, query, low):
            low = first_separator(view, &query.run, query.level - SEPARATOR, next_code_point(view, low), high)
    elif low < high:
        if p < 0:
            p = query.scan(view.data, view.size, low, high, &query.more)
        while p >= 0 and (not evaluate(view, query.level, p) or parts(view, query, p)):
            p = next_after(view, query, high)
        low = p if p >= 0 else high
    if low >= high:
        query.seen = high
        return -1
    query.found, query.seen = low, low + 1
    return low


cdef Py_ssize_t search_last(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high,
                            Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t begin = low if low > query.seen else query.seen
    if high > view.size:
        return view.size
    if query.level <= GRAPHEME:
        p = high - 1
        while p >= begin and (not is_boundary(view, &query.run, query.level, p) or parts(view, query, p)):
            p -= 1
        if p >= begin:
            query.found = p
    elif query.level >= SEPARATOR:
        if query.level >= GIVEN:
            p = last_given(view, query, begin, high)
        else:
            p = last_separator(view, &query.run, query.level - SEPARATOR, begin, high)
            while p >= 0 and parts(view, query, p):
                p = last_separator(view, &query.run, query.level - SEPARATOR, begin, p)
        if p >= 0:
            query.found = p
    elif begin < high:
        if p < 0:
            p = query.scan(view.data, view.size, begin, high, &query.more)
        while p >= 0 and (not evaluate(view, query.level, p) or parts(view, query, p)):
            p = next_before(view, query, begin)
        if p >= 0:
            query.found = p
    if high > query.seen:
        query.seen = high
    return query.found if query.found >= low else -1


cdef bint parts_heading(const View *view, Py_ssize_t p) noexcept nogil:
    return ends_with_heading(view, p)


cdef bint is_place(const View *view, Level level, bint keeps_headings, Py_ssize_t p) noexcept nogil:
    cdef Run run
    run.begin = run.end = 0
    return is_boundary(view, &run, level, p) and not (keeps_headings and parts_heading(view, p))


cdef inline Py_ssize_t next_after(const View *view, Query *query, Py_ssize_t high) noexcept nogil:
    """The next candidate below `high`, or -1."""
    cdef Py_ssize_t p = shiplap_next_after(&query.more), edge = query.more.edge
    if p < 0 and edge < high:
        return query.scan(view.data, view.size, edge, high, &query.more)
    return p if p < high else -1


cdef inline Py_ssize_t next_before(const View *view, Query *query, Py_ssize_t low) noexcept nogil:
    """The candidate before, if that is `low` or after it, else -1."""
    cdef Py_ssize_t p = shiplap_next_before(&query.more), edge = query.more.edge
    if p < 0 and low < edge:
        return query.scan(view.data, view.size, low, edge, &query.more)
    return p if p >= low else -1


cdef Py_ssize_t first_given(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The first given offset in [low, high) that is no place inside a grapheme cluster, or high."""
    cdef const Offsets *given = &view.boundary_sets[query.level - GIVEN]
    cdef Py_ssize_t p
    while query.place < given.count:
        p = given.data[query.place]
        if p >= high:
            break
        if p >= low and is_grapheme_boundary(view, &query.run, p) and not parts(view, query, p):
            return p
        query.place += 1
    return high


cdef Py_ssize_t last_given(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The last given offset in [low, high) that is no place inside a grapheme cluster, or -1."""
    cdef const Offsets *given = &view.boundary_sets[query.level - GIVEN]
    cdef Py_ssize_t k
    while query.place < given.count and given.data[query.place] < high:
        query.place += 1
    for k in range(query.place - 1, -1, -1):
        if given.data[k] < low:
            break
        if is_grapheme_boundary(view, &query.run, given.data[k]) and not parts(view, query, given.data[k]):
            return given.data[k]
    return -1


cdef bint is_given(const Offsets *given, Py_ssize_t p) noexcept nogil:
    """Whether p is one of the given offsets, by bisection."""
    cdef Py_ssize_t low = shiplap_first_from(given.data, given.count, p)
    return low < given.count and given.data[low] == p


cdef bint is_boundary(const View *view, Run *run, Level level, Py_ssize_t p) noexcept nogil:
    if view.width == 0 and is_continuation(view.data[p]):
        return False
    if level == CHAR:
        return True
    if level == GRAPHEME:
        return is_grapheme_boundary(view, run, p)
    if level >= SEPARATOR:
        if level >= GIVEN:
            return is_given(&view.boundary_sets[level - GIVEN], p) and is_grapheme_boundary(view, run, p)
        return is_after_separator(view, level - SEPARATOR, p) and is_grapheme_boundary(view, run, p)
    return (shiplap_scan_last(view.data, view.size, view.width, candidate_of(level), p, p + 1) == p
            and evaluate(view, level, p))


cdef int fast_path(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """A verdict by a few units, 1 or 0, or -1: the fast path of lines, paragraphs and the simple sentence rules."""
    cdef int seen
    if level >= SENTENCE_SIMPLE:
        seen = fast_simple(view, p)
        return seen if level == SENTENCE_SIMPLE or seen == 0 else -1
    if level == LINE:
        return 1  # the scan is exact
    return fast_paragraph(view, p)


cdef bint block(const View *view, Py_ssize_t p) noexcept nogil:
    """The start of a paragraph that does not continue a list."""
    return is_level_boundary(view, PARAGRAPH, p) and not continues_list(view, p)


cdef inline bint continues_list(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the paragraph at p continues a list (I3)."""
    cdef int style = item_style(view, p)
    cdef Py_ssize_t begin
    if style == 0:
        return False
    begin = paragraph_before(view, p)
    return begin >= 0 and item_style(view, begin) == style


cdef inline Py_ssize_t paragraph_before(const View *view, Py_ssize_t p) noexcept nogil:
    """Where the paragraph before the one at p begins, or -1."""
    cdef Py_ssize_t end = gap_before(view, p), low = code_points_back(view, end, REACH), begin = end
    while begin > max(low, 1):
        begin = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, max(low, 1), begin)
        if begin < 0:
            break
        if is_level_boundary(view, PARAGRAPH, begin):
            return begin if code_points(view, begin, end) <= REACH else -1
    return 0 if low == 0 and 0 < end and code_points(view, 0, end) <= REACH else -1


cdef inline bint evaluate(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Whether a candidate is a boundary. None is inside a grapheme cluster: after a line end that cannot be."""
    cdef Run run
    cdef int seen
    if level == WORD:
        return is_plain(view, level, p) or word(view, p)
    if level == SECTION:
        return section(view, p)
    if level == BLOCK:
        return block(view, p)
    seen = ends_sentence(view, p) if level == SENTENCE_STANDARD else fast_path(view, level, p)
    if seen < 0:
        if view.width == 0 or view.ascii == view.size:
            seen = evaluate_in_utf8(level, view.data, view.size, p, False, False)
        else:
            seen = evaluate_encoded(view, level, p)
    if seen == 1 and level >= SENTENCE_SIMPLE and not is_lone(view, unit_at(view, p)):
        run.begin = run.end = 0
        return grapheme(view, &run, p)
    return seen == 1


cdef bint is_level_boundary(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    return evaluate(view, level, p)


cdef bint evaluate_encoded(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """The same for text that is not UTF-8: its neighbourhood is encoded, a small one first."""
    cdef unsigned char near[(2 * CAP + 8) * 4]
    cdef Py_ssize_t reach = 8, begin, end, at, size
    cdef int verdict = -1
    while verdict < 0:
        begin = p - reach if p > reach else 0
        end = p + reach if view.size - p > reach else view.size
        at = shiplap_wide_encode(view.data, view.width, begin, p, near)
        size = at + shiplap_wide_encode(view.data, view.width, p, end, near + at)
        verdict = evaluate_in_utf8(level, near, size, at, begin > 0, end < view.size)
        if reach > CAP:
            break
        reach = CAP + 3  # a run that is too long, and a line end of two code points
    return verdict == 1


cdef int evaluate_in_utf8(Level level, const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before,
                    bint cut_after) noexcept nogil:
    """The verdict of a level's rule on a neighbourhood in UTF-8: 1, 0, or -1 where it is too small."""
    if level == SENTENCE_SIMPLE:
        return simple(text, size, p, cut_before)
    if level == SENTENCE_CAPITAL:
        return capital(text, size, p, cut_before)
    return paragraph(text, size, p, cut_before, cut_after)


cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil:
    """The first position from p on whose code point is not white space, or the end of the text."""
    return shiplap_scan_visible(view.data, view.size, view.width, p, view.size)


cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """The end of text[start:end] without the white space at its end."""
    return shiplap_scan_visible_end(view.data, view.size, view.width, start, end)
