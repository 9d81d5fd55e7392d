# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Windows by a tokenizer's tokens, with a limit that the final text keeps.

This is a second window loop, and not one more ruler of the loop in `windows.pyx`, for three reasons. An end that turns
out too large moves back (`fit`), while the places and queries of the other loop only move forward, and all of its speed
rests on that. Each chunk calls the tokenizer, Python code that may raise, so the loop runs with the GIL; the other one
runs without. And a token may end inside a code point, so a size is found by edges of tokens (`Edge`), of
which a place is the nearest code point, and not by a place with one measure. The functions have the names of the other
loop where they do the same.
"""

cimport cython
from cpython.array cimport array, clone, resize_smart
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_GetItemWithError
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsUnsignedLongMask
from cpython.object cimport PyObject
from libc.stdint cimport uint32_t, uint8_t

from shiplap._core.boundaries.levels cimport Offsets, Query, Rules, begin_query, first_boundary, last_boundary
from shiplap._core.text.text cimport (
    Spans,
    Text,
    View,
    is_ascii,
    is_continuation,
    next_code_point,
    push,
    text_of_memory,
    visible,
    visible_end,
)
from shiplap._core.windows.windows cimport (
    MAX_GIVEN,
    MAX_ROWS,
    Plan,
    Remainders,
    Windows,
    begin_remainders,
    is_break,
    mark_started_units,
)

from shiplap.errors import ChunkLimitError
from shiplap.threads import heed_interrupts

cdef array IDS = array("I")
cdef array COUNTS = array("q")
# What an empty array points to.
cdef uint32_t NO_NUMBER = 0

cdef enum:
    # Texts at the edges of chunks whose tokens were counted are remembered: up to so many bytes (a longer one hardly
    # comes twice), and so many of them (some 15 MB, then all are dropped).
    SHORT = 64
    REMEMBERED = 100_000


cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

# The tokens of a text: a table of the lengths of ids in bytes, or the lengths themselves (`ids` is NULL).
cdef struct TokenArray:
    const uint32_t *ids
    const uint8_t *table
    uint32_t mask           # the size of the table, a power of two, less one: no id reads outside it
    const uint32_t *lengths
    Py_ssize_t count

# Where token m begins: `m` tokens lie before the byte `at`.
cdef struct Edge:
    Py_ssize_t m
    Py_ssize_t at


# ---- edges: sums of the lengths of tokens, from any edge to any other, and only of those between them


cdef inline Py_ssize_t length(const TokenArray *tokens, Py_ssize_t m) noexcept nogil:
    """The bytes of a token."""
    return tokens.table[tokens.ids[m] & tokens.mask] if tokens.ids != NULL else tokens.lengths[m]


cdef inline void nearer(Edge *edge, const Edge *other, Py_ssize_t m) noexcept nogil:
    """Begin from another edge, if it is nearer to edge m."""
    if (other.m - m if other.m > m else m - other.m) < (edge.m - m if edge.m > m else m - edge.m):
        edge[0] = other[0]


cdef inline Py_ssize_t ended(const Edge *edge, Py_ssize_t at) noexcept nogil:
    """The tokens that end at or before a byte, of which `edge` is the first edge at or after."""
    return edge.m - (edge.at > at)


cdef void move_to_edge(const TokenArray *tokens, Edge *edge, Py_ssize_t m) noexcept nogil:
    """Move to edge m, which is cut down to those that there are."""
    cdef Py_ssize_t k = edge.m, at = edge.at
    cdef const uint8_t *table
    cdef const uint32_t *ids
    cdef uint32_t mask
    m = max(0, min(m, tokens.count))
    if tokens.ids != NULL:
        table, ids, mask = tokens.table, tokens.ids, tokens.mask
        while k + 4 <= m:
            at += table[ids[k] & mask] + table[ids[k + 1] & mask]
            at += table[ids[k + 2] & mask] + table[ids[k + 3] & mask]
            k += 4
        while k < m:
            at += table[ids[k] & mask]
            k += 1
        while k >= m + 4:
            at -= table[ids[k - 1] & mask] + table[ids[k - 2] & mask]
            at -= table[ids[k - 3] & mask] + table[ids[k - 4] & mask]
            k -= 4
    while k < m:
        at += tokens.lengths[k]
        k += 1
    while k > m:
        k -= 1
        at -= length(tokens, k)
    edge.m, edge.at = k, at


cdef void move_to_byte(const TokenArray *tokens, Edge *edge, Py_ssize_t at) noexcept nogil:
    """Move to the first edge at or after a byte: `m` tokens then begin before it."""
    cdef Py_ssize_t k = edge.m, now = edge.at, before
    cdef const uint8_t *table = tokens.table
    cdef const uint32_t *ids = tokens.ids
    cdef uint32_t mask = tokens.mask
    if ids != NULL:
        while now < at and k < tokens.count:
            now += table[ids[k] & mask]
            k += 1
        while k > 0:
            before = now - table[ids[k - 1] & mask]
            if before < at:
                break
            now = before
            k -= 1
    else:
        while now < at and k < tokens.count:
            now += tokens.lengths[k]
            k += 1
        while k > 0:
            before = now - <Py_ssize_t> tokens.lengths[k - 1]
            if before < at:
                break
            now = before
            k -= 1
    edge.m, edge.at = k, now


cdef inline Py_UCS4 of_three_bytes(const unsigned char *p) noexcept nogil:
    """The code point of three bytes of UTF-8, or 0 where they are none: those from U+0800 to U+FFFF have three."""
    if p[0] & 0xF0 != 0xE0:
        return 0
    return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F)


cdef inline bint is_kana_or_ideograph(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a letter of the most frequent: hiragana, katakana, and the ideographs of four leading bytes of UTF-8."""
    return (u'\u5000' <= code <= u'\u8fff' or u'\u3042' <= code <= u'\u3096' or u'\u30a1' <= code <= u'\u30fa'
            or code == u'\u30fc')


cdef inline bint is_full_width_mark(Py_UCS4 code) noexcept nogil:
    """Return whether a code point is a full stop, a comma, a bracket or such."""
    return code in u'、。！，：；？' or u'〈' <= code <= u'】'


# Seams: places where tokenizers that split words by white space and marks before all else (GPT-2 and its heirs, BERT)
# end a word, whatever comes before and after, because no alternative of their patterns holds both sides: a visible code
# point and the space after it, an ideograph or kana and a full-width mark after it, a line feed and a letter or digit
# after it. So the tokens before and after it do not depend on one another. With `whole`, they would still be the same if
# the text ended there: not after a line feed, since white space at the end of a text is split differently (GPT-2).
cdef bint is_seam(const View *view, Py_ssize_t at, bint whole) noexcept nogil:
    """Return whether a seam is at a place."""
    cdef const unsigned char *p = view.data + at
    cdef Py_ssize_t begin = at - 1
    cdef View before
    if not 0 < at < view.size:
        return False
    if p[0] == c' ':
        if is_ascii(view.data[at - 1]):
            return c' ' < view.data[at - 1] <= c'~'
        while begin > 0 and is_continuation(view.data[begin]):
            begin -= 1
        before = view[0]
        before.size = at  # it is one code point that is asked about, not all white space after it
        return visible(&before, begin) == begin
    if view.data[at - 1] == c'\n' and not whole:
        return c'0' <= p[0] <= c'9' or c'a' <= p[0] <= c'z' or c'A' <= p[0] <= c'Z' \
            or (at + 3 <= view.size and is_kana_or_ideograph(of_three_bytes(p))) \
            or (p[0] == 0xD0 and at + 2 <= view.size and p[1] >= 0x90)  # U+0410 to U+043F, Cyrillic letters
    return at > 2 and at + 3 <= view.size and is_full_width_mark(of_three_bytes(p)) \
        and is_kana_or_ideograph(of_three_bytes(p - 3))


cdef Py_ssize_t first_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The first seam, low <= seam <= high, or -1, in a text that ends at `high`."""
    while low <= high:
        if 0 < low < view.size and is_seam(view, low, low == high):
            return low
        low += 1
    return -1


cdef Py_ssize_t last_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """The last one, or -1."""
    cdef Py_ssize_t at = high
    while at >= low:
        if 0 < at < view.size and is_seam(view, at, at == high):
            return at
        at -= 1
    return -1


def seam_after(Text text not None, Py_ssize_t at):
    """The first seam at or after a byte of the view, where the text may also end, or its size: before it and after
    it, a tokenizer that splits words by white space and marks gives the same tokens as for the whole."""
    while at < text.view.size and not is_seam(&text.view, at, True):
        at += 1
    return min(at, text.view.size)


def seams(Text text not None, bint whole):
    """All seams of a text, for tests."""
    cdef Py_ssize_t at
    cdef list found = []
    for at in range(text.view.size):
        if is_seam(&text.view, at, whole):
            found.append(at)
    return found


def ids_of(list tokens not None):
    """A list of token ids as an array of 32 bits each."""
    cdef Py_ssize_t k, count = len(tokens)
    cdef array ids = clone(IDS, count, False)
    for k in range(count):
        ids.data.as_uints[k] = <uint32_t> PyLong_AsUnsignedLongMask(<object> PyList_GET_ITEM(tokens, k))
    return ids


# ---- the loop


def cached_utf8(str text not None):
    """A view of the UTF-8 that CPython keeps with a str, and makes where it is not there yet: valid, and not copied.
    Raises UnicodeEncodeError."""
    cdef Py_ssize_t size = 0
    cdef const char *data = PyUnicode_AsUTF8AndSize(text, &size)
    return text_of_memory(text, data, size)


cdef const void *numbers(object values, Py_ssize_t size, Py_ssize_t *count) except NULL:
    """Return where an array of unsigned numbers of `size` bytes lies, and count them. The caller keeps the array."""
    cdef Py_buffer given
    PyObject_GetBuffer(values, &given, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    try:
        if given.ndim != 1 or given.itemsize != size or given.format[0] not in b"BIL":
            raise ValueError(f"ids and lengths are arrays of uint32, tables of uint8, not of {given.format}")
        count[0] = given.shape[0]
        return given.buf if count[0] else &NO_NUMBER
    finally:
        PyBuffer_Release(&given)


@cython.no_gc_clear
cdef class Tokens:
    """What a tokenizer says of a text: either `ids` (uint32) and `table`, the bytes of each id (uint8, as many as a
    power of two), or `lengths`, the bytes of each token (uint32)."""

    cdef TokenArray array
    cdef object owners

    def __init__(self, ids=None, table=None, lengths=None):
        cdef Py_ssize_t entries = 0
        self.owners = (ids, table, lengths)
        if ids is None:
            self.array.lengths = <const uint32_t *> numbers(lengths, sizeof(uint32_t), &self.array.count)
            return
        self.array.ids = <const uint32_t *> numbers(ids, sizeof(uint32_t), &self.array.count)
        self.array.table = <const uint8_t *> numbers(table, sizeof(uint8_t), &entries)
        if entries & (entries - 1) or entries == 0:
            raise ValueError("the table must have as many entries as a power of two")
        self.array.mask = <uint32_t> (entries - 1)

    def __len__(self):
        return self.array.count

    def lengths(self):
        """The bytes of each token, a list of int."""
        cdef Edge edge
        cdef Py_ssize_t k, before = 0
        cdef list found = []
        edge.m = edge.at = 0
        for k in range(1, self.array.count + 1):
            move_to_edge(&self.array, &edge, k)
            found.append(edge.at - before)
            before = edge.at
        return found


cdef class TokenWindows(Windows):
    """A compiled plan in tokens."""

    cdef bint is_one_chunk(self, const View *view) noexcept nogil:
        """False: a text may have more tokens than bytes."""
        return False

    def cut_tokens(self, Text text not None, given, Tokens tokens not None, count, dict known, int headings=0):
        """The chunks of a text in UTF-8 or ASCII: (native, counts), Spans of shape (n, 2) and an array of int64.

        `given` is as for `cut`, and `count` gives the tokens of a str. `known` is there where tokens do not depend on
        one another across seams (`is_seam`): counts of texts at the edges of chunks, by their bytes, which grows.
        Returns None where the tokens are not those of the text: their lengths are not its length. Raises
        ChunkLimitError.
        """
        cdef Cutter cutter = Cutter()
        text.prepare(False, True)
        cutter.text, cutter.tokens, cutter.count, cutter.known = text, tokens, count, known
        cutter.view, cutter.array = text.view, tokens.array
        self.show(&cutter.rules, cutter.given, given, headings)
        cutter.plan = self.choose_plan(&cutter.view, &cutter.rules)
        return cutter.run()


@cython.no_gc_clear
cdef class Cutter:
    """The loop over one text. Places are bytes; beside each that is measured stands the first edge at or after it."""

    cdef const Plan *plan
    cdef View view
    cdef Rules rules
    cdef Offsets[MAX_GIVEN] given
    cdef TokenArray array
    cdef Text text
    cdef Tokens tokens
    cdef object count
    cdef dict known
    cdef Py_ssize_t start, end, limit   # `end` is that of the chunk before, until the new one is found
    cdef Py_ssize_t last, last_m        # the end of what there is to cut, and the tokens before it
    cdef Py_ssize_t counted             # the tokens of the chunk that was tried last
    cdef Edge at_start, at_end, at_limit, at_low, at_row
    cdef Query rows[MAX_ROWS]
    cdef Remainders remainders
    cdef Query units[MAX_ROWS]
    cdef Query overlaps[MAX_ROWS]
    cdef Query breaks
    cdef Py_ssize_t found[MAX_ROWS]         # the end of each unit, or -1

    cdef object run(self):
        """The loop."""
        cdef Spans spans = Spans()
        cdef array counts = clone(COUNTS, 64, False)
        cdef Py_ssize_t k, before, stop, p, n = self.view.size, made = 0, seen = 0
        cdef const Plan *plan = self.plan
        cdef bint first = True
        for k in range(plan.row_count):
            begin_query(&self.rows[k], &self.view, &self.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
        begin_remainders(&self.view, plan, &self.rules, &self.remainders)
        for k in range(plan.unit_count):
            begin_query(&self.units[k], &self.view, &self.rules, plan.units[k].level, False, plan.units[k].keeps_headings)
        for k in range(plan.overlap_count):
            begin_query(&self.overlaps[k], &self.view, &self.rules, plan.overlap_levels[k], False)
        if plan.breaks:
            begin_query(&self.breaks, &self.view, &self.rules, plan.break_at.level, False, plan.break_at.keeps_headings)
        self.last = visible_end(&self.view, 0, n) if plan.strip_whitespace else n
        self.last_m = self.array.count
        if plan.min_size > 0 and self.last < n:
            self.last_m = self.tokens_before(self.last)
        self.end = visible(&self.view, 0) if plan.strip_whitespace else 0
        while self.end < n:
            if spans.array.count & 1023 == 1023:  # the texts at the edges may all be known
                heed_interrupts()
            if not first:
                if plan.remainders:
                    mark_started_units(&self.view, plan, &self.remainders, self.start, self.end)
                self.next_start()
            first = False
            if plan.strip_whitespace:
                self.start = min(visible(&self.view, self.start), self.end)
            move_to_byte(&self.array, &self.at_start, self.start)
            before = self.end
            p = self.fit(before, self.next_end(before, &self.rows[0]), False)
            if p < 0:  # nothing more can enter: the overlap yields, and then the unit
                self.start = before
                move_to_byte(&self.array, &self.at_start, before)
                p = self.fit(before, self.next_end(before, NULL), True)
            self.end = p
            if self.counted > plan.max_size and plan.oversize_raises:
                raise ChunkLimitError(self.text.characters_before(self.start), self.counted, plan.max_size, "tokens")
            stop = visible_end(&self.view, self.start, p) if plan.strip_whitespace else p
            if plan.skip_blank:  # remember what was seen, so that long blanks are read once
                seen = visible(&self.view, max(seen, self.start)) if seen < p else seen
            if not plan.skip_blank or seen < p:
                if not push(&spans.array, self.start, stop):
                    raise MemoryError
                if made == len(counts):
                    resize_smart(counts, 2 * made)
                counts.data.as_longlongs[made] = self.counted
                made += 1
            if plan.strip_whitespace:
                self.end = visible(&self.view, p)
                if self.end > p:
                    move_to_byte(&self.array, &self.at_end, self.end)
        nearer(&self.at_end, &self.at_limit, self.array.count)
        move_to_edge(&self.array, &self.at_end, self.array.count)
        if self.at_end.at != n:
            return None
        resize_smart(counts, made)
        spans.trim()
        return spans, counts

    # ---- sizes

    cdef Py_ssize_t tokens_before(self, Py_ssize_t at):
        """The tokens that begin before a byte."""
        cdef Edge edge
        edge.m = edge.at = 0
        move_to_byte(&self.array, &edge, at)
        return edge.m

    cdef inline Py_ssize_t floor_of(self, Py_ssize_t at) noexcept:
        """The last code point that does not begin after a byte."""
        if at >= self.view.size:
            return self.view.size
        while self.view.width == 0 and at > 0 and is_continuation(self.view.data[at]):
            at -= 1
        return at

    cdef inline Py_ssize_t ceil_of(self, Py_ssize_t at) noexcept:
        """The first code point that does not begin before a byte."""
        while self.view.width == 0 and at < self.view.size and is_continuation(self.view.data[at]):
            at += 1
        return min(at, self.view.size)

    cdef inline Py_ssize_t base(self) noexcept:
        """The tokens that ended at the start: what begins inside a token has it."""
        return ended(&self.at_start, self.start)

    cdef inline Py_ssize_t furthest(self, Edge *edge, Py_ssize_t m) noexcept:
        """The last place with a span from the start up to edge m."""
        if m >= self.array.count:
            return self.view.size
        nearer(edge, &self.at_limit, m)
        move_to_edge(&self.array, edge, m)
        return max(self.floor_of(edge.at), self.start)

    cdef inline Py_ssize_t ahead(self, Py_ssize_t size) noexcept:
        """The first place with a span from the start of at least a size."""
        cdef Py_ssize_t m = self.base() + size - 1
        if m >= self.array.count:
            return self.view.size
        nearer(&self.at_row, &self.at_limit, m)
        move_to_edge(&self.array, &self.at_row, m)
        return self.ceil_of(self.at_row.at + 1)

    # ---- ends

    cdef Py_ssize_t best_end(self, Py_ssize_t before, Py_ssize_t most, Query *queries, bint least) noexcept:
        """The boundary of the first row that has one, after `before` and not after `most`, or -1. With `least`: the
        first boundary of all rows together. Without queries: a search that remembers nothing."""
        cdef Py_ssize_t after = next_code_point(&self.view, before), p = -1, found = -1, low, high
        cdef const Plan *plan = self.plan
        cdef Query own
        cdef Query *query
        cdef bint last
        cdef int k
        for k in range(plan.row_count):
            last = plan.rows[k].last and not self.remainders.begun[k] and not least
            low = after
            if plan.rows[k].at_least > 0:
                low = max(low, self.ahead(plan.rows[k].at_least))
            high = self.limit
            if plan.rows[k].at_most != plan.size:
                high = self.furthest(&self.at_row, self.base() + plan.rows[k].at_most)
            high = min(high, most)
            if low > high:
                continue
            query = &self.remainders.firsts[k] if self.remainders.begun[k] else &queries[k]
            if queries == NULL:
                query = &own
                begin_query(query, &self.view, &self.rules, plan.rows[k].level, last, plan.rows[k].keeps_headings)
            if last:
                p = last_boundary(&self.view, query, low, high + 1)
            else:
                p = first_boundary(&self.view, query, low, high + 1)
            if p >= 0 and not least:
                return p
            if p >= 0 and (found < 0 or p < found):
                found = p
        return found

    cdef Py_ssize_t next_end(self, Py_ssize_t before, Query *queries) noexcept:
        """The end of the chunk, before its text is counted."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t base = self.base(), p, most
        nearer(&self.at_limit, &self.at_start, base + plan.size)
        if self.at_limit.m < base + plan.rows[0].at_least:  # the first row will ask for it: remember it on the way
            move_to_edge(&self.array, &self.at_limit, base + plan.rows[0].at_least - 1)
            self.at_row = self.at_limit
        move_to_edge(&self.array, &self.at_limit, base + plan.size)
        self.limit = self.view.size
        if base + plan.size < self.array.count:
            self.limit = max(self.floor_of(self.at_limit.at), self.start)
        if plan.breaks and next_code_point(&self.view, before) <= self.limit:
            p = first_boundary(&self.view, &self.breaks, next_code_point(&self.view, before), self.limit + 1)
            if p >= 0:
                return p
        if base + plan.size >= self.array.count:
            return self.limit
        p = self.best_end(before, self.view.size, queries, False)
        if p < 0:
            p = max(self.limit, next_code_point(&self.view, before))
        if plan.min_size == 0 or p >= self.last:
            return p
        nearer(&self.at_end, &self.at_limit, self.at_limit.m)
        move_to_byte(&self.array, &self.at_end, p)
        if self.last_m - ended(&self.at_end, p) >= plan.min_size:
            return p
        if self.last_m - base <= plan.max_size:
            return self.last
        self.at_row = self.at_limit
        move_to_edge(&self.array, &self.at_row, self.last_m - (plan.min_size - 1))
        most = self.floor_of(min(self.ceil_of(self.at_row.at), self.last) - 1)
        most = self.best_end(before, most, NULL, False)
        return p if most < 0 else most

    # ---- the count

    cdef Py_ssize_t final_count(self, Py_ssize_t end) except -1:
        """The tokens of the final text of the chunk that ends there: where there are seams, only what lies before the
        first and after the last of them is counted anew."""
        cdef Py_ssize_t stop = end, first, last
        cdef Edge one, two
        if self.plan.strip_whitespace:
            stop = visible_end(&self.view, self.start, end)
        if self.known is None:
            return self.count_of(self.start, stop)
        first = first_seam(&self.view, self.start, stop)
        if first < 0:
            return self.count_of(self.start, stop)
        last = last_seam(&self.view, first, stop)
        one, two = self.at_start, self.at_end
        move_to_byte(&self.array, &one, first)
        move_to_byte(&self.array, &two, last)
        if one.at != first or two.at != last:  # not those tokens
            return self.count_of(self.start, stop)
        return self.known_count(self.start, first) + two.m - one.m + self.known_count(last, stop)

    cdef Py_ssize_t known_count(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """The tokens of a short text, remembered: 23 to 33 % of the time with cl100k_base."""
        cdef bytes piece
        cdef PyObject *found
        if begin == end:
            return 0
        if end - begin > SHORT:
            return self.count_of(begin, end)
        piece = PyBytes_FromStringAndSize(<const char *> self.view.data + begin, end - begin)
        found = PyDict_GetItemWithError(self.known, piece)
        if found != NULL:
            return <object> found
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[piece] = self.count_of(begin, end)
        return self.known[piece]

    cdef Py_ssize_t count_of(self, Py_ssize_t begin, Py_ssize_t end) except -1:
        """The tokens of a text, counted by the tokenizer."""
        return self.count(self.text.slice(begin, end)) if begin < end else 0

    # ---- an end that fits

    cdef Py_ssize_t fit(self, Py_ssize_t before, Py_ssize_t end, bint cuts):
        """An end not after `end` with which the final text has at most `max_size` tokens, or -1; its edge is found.

        The end moves back by one token, by one again, and then by 2, 4, 8 …, each time to the best boundary there;
        where that leaves none, to the first one that there is. With `cuts`, where there is none, it moves back by as
        many tokens to any position after `before`; within a token, to the middle of the bytes after `before`; and at
        least to the end of one code point, which may be too large.
        """
        cdef Py_ssize_t step = 1, tries = 0, p, most
        while True:
            nearer(&self.at_end, &self.at_limit, self.at_limit.m)
            move_to_byte(&self.array, &self.at_end, end)
            self.counted = self.final_count(end)
            if self.counted <= self.plan.max_size:
                return end
            if tries > 1:
                step *= 2
            tries += 1
            p, most = -1, self.start
            if self.at_end.m - step > self.base():
                most = self.furthest(&self.at_row, self.at_end.m - step)
                p = self.best_end(before, most, NULL, False)
            if p < 0:
                p = self.best_end(before, self.floor_of(end - 1), NULL, True)
            if p < 0 and not cuts:
                return -1
            if p < 0:
                p = most if most > before else self.floor_of(before + (end - before) // 2)
                p = max(p, next_code_point(&self.view, before))
            if p == end:
                return end
            end = p

    # ---- starts

    cdef Py_ssize_t least_start_for_unit(self) noexcept:
        """Return how many tokens a start may have before it at least, so that the next unit can enter; more than there are
        before the end where none can."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t base = ended(&self.at_end, self.end), after = next_code_point(&self.view, self.end), high, p
        cdef Edge edge
        cdef int k
        for k in range(plan.unit_count):
            edge = self.at_end
            p = -1
            if plan.units[k].again:
                p = self.found[k - 1]
            else:
                high = self.view.size
                if base + plan.units[k].reach < self.array.count:
                    move_to_edge(&self.array, &edge, base + plan.units[k].reach)
                    high = max(self.floor_of(edge.at), self.end)
                p = first_boundary(&self.view, &self.units[k], after, high + 1) if after <= high else -1
            self.found[k] = p
            if p >= 0:
                edge = self.at_end
                move_to_byte(&self.array, &edge, p)
                if edge.m - base <= plan.units[k].at_most:
                    return edge.m - plan.units[k].at_most
        return self.array.count + 1

    cdef void next_start(self) noexcept:
        """Move the start to a boundary of the first overlap level that has one, else to the end."""
        cdef const Plan *plan = self.plan
        cdef Py_ssize_t m = max(self.at_end.m - plan.overlap, self.least_start_for_unit()), low, p = -1
        cdef Edge edge
        cdef int k
        if plan.breaks and is_break(&self.view, &self.rules, plan, self.end):
            self.at_start, self.start = self.at_end, self.end
            return
        if plan.min_size > 0:
            edge = self.at_end
            p = next_code_point(&self.view, self.end)
            move_to_byte(&self.array, &edge, p)
            if self.last_m - ended(&edge, p) < plan.min_size:
                m = max(m, self.last_m - plan.max_size)
        low = self.end
        if m <= self.array.count and plan.overlap > 0:
            nearer(&self.at_low, &self.at_end, m)
            move_to_edge(&self.array, &self.at_low, m)
            low = max(next_code_point(&self.view, self.start), self.ceil_of(self.at_low.at))
        p = -1
        if low < self.end:
            for k in range(plan.overlap_count):
                p = first_boundary(&self.view, &self.overlaps[k], low, self.end)
                if p >= 0:
                    break
        self.at_start = self.at_low if p >= 0 else self.at_end
        self.start = p if p >= 0 else self.end
