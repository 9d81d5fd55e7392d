# cython: language_level=3, boundscheck=False, wraparound=False
"""Levels: the search for a boundary in a range.

A search is two steps: csrc scans the text, in whatever form it is, for candidates; then a candidate is judged.
Words and grapheme clusters are judged by code points. Sentences and paragraphs are judged in UTF-8: a str that is
not ASCII has the neighbourhood encoded for that, a few code points first, all that a rule may look at only where
those do not tell. csrc finds a separator in the text's own form; where that cannot hold it (a letter beyond Latin-1 in
a str of one byte a character), there is none.
"""

import sys

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint16_t
from libc.string cimport memset

from shiplap._core.boundaries.graphemes cimport (
    code_point_at,
    code_point_before,
    grapheme,
    is_grapheme_boundary,
    is_lone,
)
from shiplap._core.boundaries.lines cimport (
    FAST_REACH,
    code_points,
    code_points_back,
    ends_with_heading,
    fast_paragraph,
    gap_before,
    item_style,
    paragraph,
    section,
)
from shiplap._core.boundaries.standard cimport CAP, ends_sentence, keep_sentence_ends
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    SHIPLAP_SENTENCE,
    SHIPLAP_SENTENCE_SPACE,
    SHIPLAP_STANDARD,
    SHIPLAP_WORD,
    SHIPLAP_WORD_CJK_CLOSE,
    SHIPLAP_WORD_CJK_OPEN,
    SHIPLAP_WORD_IDEOGRAPH,
    SHIPLAP_WORD_KATAKANA,
    SHIPLAP_WORD_MARK,
    SHIPLAP_WORD_SPACELESS,
    shiplap_find_first,
    shiplap_find_last,
    shiplap_first_from,
    shiplap_next_after,
    shiplap_next_before,
    shiplap_properties,
    shiplap_scan_all,
    shiplap_scan_first_for,
    shiplap_scan_last,
    shiplap_scan_last_for,
    shiplap_scan_visible_end,
    shiplap_sentence_class_of,
    shiplap_utf8_count,
    shiplap_wide_encode,
    shiplap_word_class_of,
)
from shiplap._core.text.text cimport Spans, Text, is_continuation, is_visible, next_code_point, visible

from shiplap.levels import LEVELS

cdef enum:
    REACH = 1024    # code points that the paragraph before is looked for in (I3)

# What the levels without data of their own read: nothing.
cdef Rules NO_RULES
memset(&NO_RULES, 0, sizeof(Rules))

cdef dict ENCODINGS = {0: "utf-8", 1: "latin-1", 2: f"utf-16-{sys.byteorder[0]}e", 4: f"utf-32-{sys.byteorder[0]}e"}


# ---- words


cdef inline bint word(const View *view, Py_ssize_t p) noexcept nogil:
    """Return whether p is after white space, or between letters that are written without spaces and their
    punctuation."""
    cdef Run run
    cdef Py_ssize_t begin = p
    cdef uint16_t right = shiplap_properties(code_point_at(view, p))
    cdef uint16_t left = shiplap_properties(code_point_before(view, p, &begin))
    cdef int after = shiplap_word_class_of(right), before, _
    if shiplap_sentence_class_of(left) == SHIPLAP_SENTENCE_SPACE:
        if shiplap_sentence_class_of(right) == SHIPLAP_SENTENCE_SPACE:
            return False
    else:
        if not is_letter(after) and after != SHIPLAP_WORD_CJK_OPEN:
            return False
        for _ in range(CAP):  # rule WB4 of UAX #29 looks through marks
            if begin == 0 or shiplap_word_class_of(left) != SHIPLAP_WORD_MARK:
                break
            left = shiplap_properties(code_point_before(view, begin, &begin))
        before = shiplap_word_class_of(left)
        if not is_letter(before) and before != SHIPLAP_WORD_CJK_CLOSE:
            return False
        if before == SHIPLAP_WORD_KATAKANA and after == before:
            return False
    run.begin = run.end = 0
    return is_grapheme_boundary(view, &run, p)


cdef inline bint is_letter(int word_class) noexcept nogil:
    """Return whether a class is one of letters that are written without spaces between words: LETTERS of the
    reference."""
    return (word_class == SHIPLAP_WORD_IDEOGRAPH or word_class == SHIPLAP_WORD_KATAKANA
            or word_class == SHIPLAP_WORD_SPACELESS)


# ---- sentences


# The two sentence rules of the records. The scan in csrc finds the candidates: a mark, perhaps, then white space that ends
# at p. The functions say whether text[0:size], a neighbourhood in UTF-8, has a boundary at p: 1, 0, or -1 where the
# neighbourhood, cut off before its start, is too small to tell.
cdef inline int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """Return whether a mark, then 1 to CAP code points of white space are before p, and anything else is at p."""
    cdef Py_ssize_t low, begin
    low = p - 4 * CAP if p > 4 * CAP else 0
    while low < p and is_continuation(text[low]):
        low += 1
    begin = shiplap_scan_visible_end(text, size, 0, low, p)
    if <Py_ssize_t> shiplap_utf8_count(text + begin, p - begin) > CAP:
        return 0
    if begin == 0:
        return -1 if cut_before else 0
    return begin < p and text[begin - 1] in b'.!?'


cdef inline int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """Return the same as `simple`, with a capital letter A to Z at p."""
    if not b"A" <= text[p] <= b"Z":
        return 0
    return simple(text, size, p, cut_before)


cdef inline int fast_simple(const View *view, Py_ssize_t p) noexcept nogil:
    """Return what a little ASCII white space before p tells, in text of any form: nearly always all. 1 after a mark, 0
    after something else that is visible, -1 where the rules must look."""
    cdef Py_ssize_t i
    cdef Py_UCS4 unit
    for i in range(1, FAST_REACH if p > FAST_REACH else p):
        unit = unit_at(view, p - i)
        if unit != u' ' and not u'\t' <= unit <= u'\r':
            if i == 1 or not is_visible(view, unit):
                return -1
            return unit in u'.!?'
    return -1


# ---- separators: the level of a literal text


@cython.no_gc
cdef class Separators:
    """The separators of a plan, in all forms. Immutable."""

    def __cinit__(self, literals):
        cdef int k, width
        cdef bytes form
        self.count = len(literals)
        self.data = <Separator *> PyMem_Malloc(max(self.count, 1) * sizeof(Separator))
        if self.data == NULL:
            raise MemoryError
        memset(self.data, 0, self.count * sizeof(Separator))
        self.forms = []
        for k, literal in enumerate(literals):
            for width, encoding in ENCODINGS.items():
                if ord(max(literal)) >= {0: 0x110000, 1: 0x100, 2: 0x10000, 4: 0x110000}[width]:
                    continue
                form = literal.encode(encoding, "surrogatepass")
                self.forms.append(form)
                self.data[k].units[width] = <const unsigned char *> PyBytes_AS_STRING(form)
                self.data[k].sizes[width] = PyBytes_GET_SIZE(form) // (width if width else 1)

    def __dealloc__(self):
        PyMem_Free(self.data)


cdef Py_ssize_t first_separator(const View *view, const Separator *separator, Run *run, Py_ssize_t low,
                                Py_ssize_t high) noexcept nogil:
    """Return the first place in [low, high), low > 0, that is after the separator and between two grapheme clusters, or
    `high`."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        low = shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if low < 0:
            break
        if is_grapheme_boundary(view, run, low):
            return low
        low += 1
    return high


cdef Py_ssize_t last_separator(const View *view, const Separator *separator, Run *run, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the last such offset, or -1."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    while size > 0 and low < high:
        high = shiplap_find_last(view.data, view.size, view.width, separator.units[view.width], size, low, high)
        if high < 0 or is_grapheme_boundary(view, run, high):
            return high
    return -1


cdef bint is_after_separator(const View *view, const Separator *separator, Py_ssize_t p) noexcept nogil:
    """Return whether p is after the separator."""
    cdef Py_ssize_t size = separator.sizes[view.width]
    return size > 0 and shiplap_find_first(view.data, view.size, view.width, separator.units[view.width], size, p,
                                           p + 1) == p


# ---- the search


cdef int candidate_of(Level level) noexcept nogil:
    """Return what the scan of csrc looks for, for a level that it can find."""
    if level == WORD:
        return SHIPLAP_WORD
    if level == SENTENCE_STANDARD:
        return SHIPLAP_STANDARD
    return SHIPLAP_LINE if level == LINE or level == PARAGRAPH or level >= SECTION else SHIPLAP_SENTENCE


cdef void begin_query(Query *query, const View *view, const Rules *rules, Level level, bint last, bint keeps_headings=False) noexcept nogil:
    query.rules, query.keeps_headings = rules, keeps_headings
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
        while low < high and (not is_boundary(view, query.rules, &query.run, query.level, low) or parts(view, query, low)):
            low = next_code_point(view, low)
    elif query.level >= GIVEN:
        low = first_given(view, query, low, high)
    elif query.level >= SEPARATOR:
        low = first_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, low, high)
        while low < high and parts(view, query, low):
            low = first_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, next_code_point(view, low), high)
    elif low < high:
        if p < 0:
            p = query.scan(view.data, view.size, low, high, &query.more)
        while p >= 0 and (not evaluate(view, query.rules, query.level, p) or parts(view, query, p)):
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
        while p >= begin and (not is_boundary(view, query.rules, &query.run, query.level, p) or parts(view, query, p)):
            p -= 1
        if p >= begin:
            query.found = p
    elif query.level >= SEPARATOR:
        if query.level >= GIVEN:
            p = last_given(view, query, begin, high)
        else:
            p = last_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, begin, high)
            while p >= 0 and parts(view, query, p):
                p = last_separator(view, &query.rules.separators[query.level - SEPARATOR], &query.run, begin, p)
        if p >= 0:
            query.found = p
    elif begin < high:
        if p < 0:
            p = query.scan(view.data, view.size, begin, high, &query.more)
        while p >= 0 and (not evaluate(view, query.rules, query.level, p) or parts(view, query, p)):
            p = next_before(view, query, begin)
        if p >= 0:
            query.found = p
    if high > query.seen:
        query.seen = high
    return query.found if query.found >= low else -1


cdef bint parts_heading(const View *view, int headings, Py_ssize_t p) noexcept nogil:
    return ends_with_heading(view, headings, p)


cdef bint is_place(const View *view, const Rules *rules, Level level, bint keeps_headings, Py_ssize_t p) noexcept nogil:
    cdef Run run
    run.begin = run.end = 0
    return is_boundary(view, rules, &run, level, p) and not (keeps_headings and parts_heading(view, rules.headings, p))


cdef inline Py_ssize_t next_after(const View *view, Query *query, Py_ssize_t high) noexcept nogil:
    """Return the next candidate below `high`, or -1."""
    cdef Py_ssize_t p = shiplap_next_after(&query.more), edge = query.more.edge
    if p < 0 and edge < high:
        return query.scan(view.data, view.size, edge, high, &query.more)
    return p if p < high else -1


cdef inline Py_ssize_t next_before(const View *view, Query *query, Py_ssize_t low) noexcept nogil:
    """Return the candidate before, if that is `low` or after it, else -1."""
    cdef Py_ssize_t p = shiplap_next_before(&query.more), edge = query.more.edge
    if p < 0 and low < edge:
        return query.scan(view.data, view.size, low, edge, &query.more)
    return p if p >= low else -1


cdef Py_ssize_t first_given(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Return the first given offset in [low, high) that is no place inside a grapheme cluster, or high."""
    cdef const Offsets *given = &query.rules.boundary_sets[query.level - GIVEN]
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
    """Return the last given offset in [low, high) that is no place inside a grapheme cluster, or -1."""
    cdef const Offsets *given = &query.rules.boundary_sets[query.level - GIVEN]
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
    """Return whether p is one of the given offsets, by bisection."""
    cdef Py_ssize_t low = shiplap_first_from(given.data, given.count, p)
    return low < given.count and given.data[low] == p


cdef bint is_boundary(const View *view, const Rules *rules, Run *run, Level level, Py_ssize_t p) noexcept nogil:
    if view.width == 0 and is_continuation(view.data[p]):
        return False
    if level == CHAR:
        return True
    if level == GRAPHEME:
        return is_grapheme_boundary(view, run, p)
    if level >= SEPARATOR:
        if level >= GIVEN:
            return is_given(&rules.boundary_sets[level - GIVEN], p) and is_grapheme_boundary(view, run, p)
        return is_after_separator(view, &rules.separators[level - SEPARATOR], p) and is_grapheme_boundary(view, run, p)
    return (shiplap_scan_last(view.data, view.size, view.width, candidate_of(level), p, p + 1) == p
            and evaluate(view, rules, level, p))


# The fast path of the lines, the paragraphs and the two sentence rules of the records, in text of any form:
#
#     read up to FAST_REACH units of ASCII white space on a side of p, and the unit after them
#     if the unit is visible, or a line end in ASCII: the rule's verdict, 1 or 0; otherwise: -1, ask the rule
#
# 1. It reads units in place, where the rules read a neighbourhood in UTF-8, which a str has to be encoded for.
# 2. It is right because a visible unit (`is_visible`) ends every run that the rules look at, and FAST_REACH is less than CAP.
# 3. It may not be given what is no candidate of the scan, nor p at an end of the text.
cdef int fast_path(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Return a verdict by a few units, 1 or 0, or -1: the fast path of lines, paragraphs and the simple sentence
    rules."""
    cdef int seen
    if level >= SENTENCE_SIMPLE:
        seen = fast_simple(view, p)
        return seen if level == SENTENCE_SIMPLE or seen == 0 else -1
    if level == LINE:
        return 1  # the scan is exact
    return fast_paragraph(view, p)


cdef bint block(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether p starts a paragraph that does not continue a list."""
    return is_level_boundary(view, rules, PARAGRAPH, p) and not continues_list(view, rules, p)


cdef inline bint continues_list(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether the paragraph at p continues a list (I3)."""
    cdef int style = item_style(view, p)
    cdef Py_ssize_t begin
    if style == 0:
        return False
    begin = paragraph_before(view, rules, p)
    return begin >= 0 and item_style(view, begin) == style


cdef inline Py_ssize_t paragraph_before(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return where the paragraph before the one at p begins, or -1."""
    cdef Py_ssize_t end = gap_before(view, p), low = code_points_back(view, end, REACH), begin = end
    while begin > max(low, 1):
        begin = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, max(low, 1), begin)
        if begin < 0:
            break
        if is_level_boundary(view, rules, PARAGRAPH, begin):
            return begin if code_points(view, begin, end) <= REACH else -1
    return 0 if low == 0 and 0 < end and code_points(view, 0, end) <= REACH else -1


cdef inline bint evaluate(const View *view, const Rules *rules, Level level, Py_ssize_t p) noexcept nogil:
    """Return whether a candidate is a boundary. None is inside a grapheme cluster: after a line end that cannot be."""
    cdef Run run
    cdef int seen
    if level == WORD:
        return is_plain(view, level, p) or word(view, p)
    if level == SECTION:
        return section(view, rules.headings, p)
    if level == BLOCK:
        return block(view, rules, p)
    seen = ends_sentence(view, rules.lexicon, p) if level == SENTENCE_STANDARD else fast_path(view, level, p)
    if seen < 0:
        if view.width == 0 or view.ascii == view.size:
            seen = evaluate_in_utf8(level, view.data, view.size, p, False, False)
        else:
            seen = evaluate_encoded(view, level, p)
    if seen == 1 and level >= SENTENCE_SIMPLE and not is_lone(view, unit_at(view, p)):
        run.begin = run.end = 0
        return grapheme(view, &run, p)
    return seen == 1


cdef bint is_level_boundary(const View *view, const Rules *rules, Level level, Py_ssize_t p) noexcept nogil:
    return evaluate(view, rules, level, p)


cdef bint evaluate_encoded(const View *view, Level level, Py_ssize_t p) noexcept nogil:
    """Return the same for text that is not UTF-8: its neighbourhood is encoded, a small one first."""
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
    """Return the verdict of a level's rule on a neighbourhood in UTF-8: 1, 0, or -1 where it is too small."""
    if level == SENTENCE_SIMPLE:
        return simple(text, size, p, cut_before)
    if level == SENTENCE_CAPITAL:
        return capital(text, size, p, cut_before)
    return paragraph(text, size, p, cut_before, cut_after)


# ---- many boundaries at once, for what asks for all of them, one after the other


cdef inline bint can_list(Level level) noexcept nogil:
    """Return whether a level's boundaries can be listed."""
    return level == LINE or level == PARAGRAPH or level == SENTENCE_STANDARD


cdef inline void begin_listed(Listed *listed, Level level, Py_ssize_t low) noexcept nogil:
    """Begin at a place."""
    listed.level, listed.at, listed.count, listed.k = level, low, 0, 0


cdef inline Py_ssize_t next_listed(const View *view, const Rules *rules, Listed *listed, Py_ssize_t low, Py_ssize_t end) noexcept nogil:
    """Return the first boundary p, low <= p < end, or `end`. From call to call `low` only grows, and `end` stays."""
    cdef size_t k, kept
    while True:
        while listed.k < listed.count:
            if <Py_ssize_t> listed.places[listed.k] >= low:
                return listed.places[listed.k]
            listed.k += 1
        if <Py_ssize_t> listed.at >= end:
            return end
        listed.k = 0
        listed.count = shiplap_scan_all(view.data, view.size, view.width, candidate_of(listed.level), &listed.at, end,
                                        listed.places)
        if listed.level == SENTENCE_STANDARD:
            listed.count = keep_sentence_ends(view, rules.lexicon, listed.places, listed.count)
        elif listed.level == PARAGRAPH:
            kept = 0
            for k in range(listed.count):
                listed.places[kept] = listed.places[k]
                kept += is_paragraph(view, rules, listed.places[k])
            listed.count = kept


cdef inline bint is_paragraph(const View *view, const Rules *rules, Py_ssize_t p) noexcept nogil:
    """Return whether a paragraph begins with the line at p."""
    cdef int seen = fast_paragraph(view, p)
    return seen == 1 or (seen < 0 and is_level_boundary(view, rules, PARAGRAPH, p))


# ---- questions about a text


cpdef Py_ssize_t anchor(Text text, Py_ssize_t p) except -1:
    """Return where a later part of a text may begin, so that all is judged the same at the offset p and after it:
    CONTEXT code points before p or more, between two grapheme clusters. 0 <= p <= size."""
    cdef Query query
    cdef Rules rules
    text.prepare(False, True)
    p -= CONTEXT * (1 if text.view.width else 4)
    while p > 0 and text.view.width == 0 and is_continuation(text.view.data[p]):
        p -= 1
    if p <= 0:
        return 0
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, True)
    return max(last_boundary(&text.view, &query, 1, p + 1), 0)


def is_cut(Text text not None, Py_ssize_t p, level):
    """Return whether a cut of the level may fall at the offset p of a text, 0 <= p <= size. Raises TextError where a
    buffer is not UTF-8."""
    cdef Run run
    if not 0 <= p <= text.view.size:
        raise IndexError(p)
    if p == 0 or p == text.view.size:
        return True
    text.prepare(False, True)
    run.begin = run.end = 0
    return is_boundary(&text.view, &NO_RULES, &run, <Level> <int> LEVELS.index(level), p)


def cluster_around(Text text not None, Py_ssize_t p):
    """Return the start and the end of the grapheme cluster that the offset p of a text is inside, or p twice if p is between
    two clusters. 0 <= p <= size."""
    cdef Query query
    cdef Py_ssize_t start, end
    if not 0 <= p <= text.view.size:
        raise IndexError(p)
    if p == 0 or p == text.view.size:
        return p, p
    text.prepare(False, True)
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, True)
    start = max(last_boundary(&text.view, &query, 1, p + 1), 0)
    if start == p:
        return p, p
    begin_query(&query, &text.view, &NO_RULES, GRAPHEME, False)
    end = first_boundary(&text.view, &query, p, text.view.size)
    return start, text.view.size if end < 0 else end


def count_cut(Text text not None, Spans native not None, level):
    """Return how many spans of a text end where the level has no boundary. White space around an end does not count: an
    end before or within it is taken for one after it, since trimmed chunks end there."""
    cdef Level number = <Level> <int> LEVELS.index(level)
    cdef Py_ssize_t i, p, cut = 0
    cdef Run run
    run.begin = run.end = 0
    text.prepare(False, True)
    for i in range(native.array.count):
        p = visible(&text.view, native.array.data[2 * i + 1])
        cut += 0 < p < text.view.size and not is_boundary(&text.view, &NO_RULES, &run, number, p)
    return cut
