# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The lines of a page of a PDF, with the boxes of their glyphs.

PDFium says what it knows of one character in several calls. By ctypes a call costs 0.5 to 1 microsecond, as much as
PDFium takes to parse the character; by its address it costs some nanoseconds. The addresses come from the library that
pypdfium2 has loaded, so this module is not linked to PDFium. The same loop makes lines and runs of the characters: with
numpy, on 32 pages at once, that took a sixth of the time of PDFium more.

PDFium is not safe for threads: the caller holds a lock, and this module the GIL.
"""

cimport cython
from cpython.array cimport array, clone
from libc.math cimport INFINITY, NAN, fabsf, fmaxf, fminf, hypotf
from libc.stdint cimport uint32_t, uintptr_t

from array import array as new_array

cdef extern from "Python.h":
    object PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)

cdef enum:
    LTR = 0             # directions of lines
    RTL = 1
    TTB = 2
    BTT = 3
    SKEWED = 4          # neither horizontal nor vertical
    HYPHEN = 2          # the code by which PDFium marks a hyphen at the end of a line
    LINE_END = 10
    LIGATURE = 0xFB00   # ff, fi, fl, ffi, ffl
    OT1 = 0x0B          # their codes in the old and the new encoding of TeX's fonts
    T1 = 0x1B
    MOST_LETTERS = 3    # of a ligature
    LINE = 7            # numbers of a line, and of a run, as `Reader.read` returns them
    RUN = 4

cdef float LARGEST = 1e6    # points; PDFium's own limit of a page is 14,400
cdef float SKEW = 0.05      # the largest slope of a line that counts as straight

# Distances in sizes of the font. Glyphs of one line: the difference of their baselines (indices and exponents are moved by
# 0.3 to 0.5), how far a glyph may stand before the end of the one before it (accents, kerning), and how far after it:
# what is further is another column, whose box stays apart. A line end of PDFium counts unless the next glyph follows in
# the same line, and is a space if the gap is larger than SPACED.
cdef float RAISED = 0.6
cdef float BACK = 1.0
cdef float COLUMN = 1.5
cdef float FOLLOWS = 1.0
cdef float OVERLAPS = 0.3
cdef float SPACED = 0.15

# The box of a glyph whose outline PDFium does not find, in sizes of the font from the baseline: its height is a thousandth.
cdef float FLAT = 0.002
cdef float ASCENT = 0.8
cdef float DESCENT = 0.2

# The matrix of a text object, or that of a page, which makes points as displayed of those of the page:
# x' = a x + c y + e, y' = b x + d y + f.
cdef struct Matrix:
    float a
    float b
    float c
    float d
    float e
    float f

# A visible character, and where it stands as displayed, in points.
cdef struct Glyph:
    uint32_t code
    int direction           # that of its line: LTR to BTT
    bint is_skewed          # the line is at another angle
    bint is_known           # whether PDFium knows where the glyph is
    void *text_object       # of PDFium: its glyphs share turn and size
    int turn                # quarter turns of the text object, clockwise, or SKEWED
    float size              # of the font
    float x0, y0, x1, y1    # the box
    float across            # the baseline: y, or x of a vertical line
    float edge, far         # where the glyph begins and ends along the line
    float begin, end        # the same, rising in the direction of the line

# Functions of PDFium. Each takes the handle of the text of a page, and the number of a character.
ctypedef int (*Count)(void *) noexcept
ctypedef unsigned int (*Code)(void *, int) noexcept
ctypedef int (*Is)(void *, int) noexcept
ctypedef int (*Box)(void *, int, double *, double *, double *, double *) noexcept      # left, right, bottom, top
ctypedef int (*Origin)(void *, int, double *, double *) noexcept
ctypedef int (*TextMatrix)(void *, int, Matrix *) noexcept
ctypedef void *(*TextObject)(void *, int) noexcept
ctypedef double (*FontSize)(void *, int) noexcept

cdef array CODES = new_array("I")
cdef array INTEGERS = new_array("i")
cdef array FLOATS = new_array("f")

#: The functions of PDFium that `Reader` calls, in the order of their addresses.
FUNCTIONS = (
    "FPDFText_CountChars", "FPDFText_GetUnicode", "FPDFText_IsHyphen", "FPDFText_IsGenerated", "FPDFText_GetCharBox",
    "FPDFText_GetCharOrigin", "FPDFText_GetTextObject", "FPDFText_GetMatrix", "FPDFText_GetFontSize",
)


cdef inline bint is_left_out(uint32_t code) noexcept nogil:
    """Return whether a code is no character of a text: a control character, a lone surrogate, a noncharacter."""
    if code < 0x20:
        return code != HYPHEN and code != 9 and code != LINE_END    # U+0000: PDFium knows no code point
    return 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE or code > 0x10FFFF


cdef inline bint is_space(uint32_t code) noexcept nogil:
    """Return whether a code is white space, a line end among it."""
    if code < 0x1680:
        return (code <= 0x20 and code != HYPHEN) or code == 0xA0
    return 0x2000 <= code <= 0x200A or code in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


cdef inline bint is_from_right(uint32_t code) noexcept nogil:
    """Return whether a code is of a script from the right: Hebrew to Arabic Extended-A, their presentation forms, and
    those of the Supplementary Multilingual Plane."""
    if code < 0x590:
        return False
    return code < 0x900 or 0xFB1D <= code < 0xFE00 or 0xFE70 <= code < 0xFEFF or 0x10800 <= code < 0x11000 \
        or 0x1E800 <= code < 0x1F000


cdef inline bint is_from_left(uint32_t code) noexcept nogil:
    """Return whether a code that is not from the right is a letter or a digit: they have a direction of their own."""
    return 0x30 <= code <= 0x39 or 0x61 <= code | 0x20 <= 0x7A or code >= 0xC0


cdef inline bint may_be_mark(uint32_t code) noexcept nogil:
    """Return whether a code may be a combining mark: it is in none of the large blocks without any."""
    return code >= 0x300 and not (
        0x370 <= code < 0x483 or 0x48A <= code < 0x591 or 0x1E00 <= code < 0x20D0 or 0x2100 <= code < 0x2CEF
        or 0x309B <= code < 0xA66F or 0xAC00 <= code < 0xFB1E or 0xFE30 <= code <= 0xFFFF
    )


cdef inline bint is_small(uint32_t code) noexcept nogil:
    return 0x61 <= code <= 0x7A


cdef inline int turn_of(Matrix *text, Matrix *page) noexcept nogil:
    """Return the quarter turns by which the line of a character is turned as displayed, clockwise, or SKEWED."""
    cdef float x = page.a * text.a + page.c * text.b
    cdef float y = page.b * text.a + page.d * text.b
    if fabsf(y) <= SKEW * fabsf(x):
        return 0 if x >= 0 else 2
    if fabsf(x) <= SKEW * fabsf(y):
        return 1 if y > 0 else 3
    return SKEWED


cdef void direct(Glyph *glyph, bint from_right, float x, float y) noexcept nogil:
    """Write the direction of a glyph, and what follows from it. x, y: its origin."""
    cdef int[5] directions = [LTR, TTB, RTL, BTT, LTR]
    cdef int[4] opposite = [RTL, LTR, BTT, TTB]
    cdef float sign
    glyph.is_skewed = glyph.turn == SKEWED
    glyph.direction = directions[glyph.turn]
    if from_right:
        glyph.direction = opposite[glyph.direction]
    if glyph.direction < TTB and glyph.y1 - glyph.y0 < FLAT * glyph.size:
        glyph.y0, glyph.y1 = y - ASCENT * glyph.size, y + DESCENT * glyph.size
    glyph.across = y if glyph.direction < TTB else x
    if glyph.direction == LTR:
        glyph.edge, glyph.far, sign = glyph.x0, glyph.x1, 1
    elif glyph.direction == RTL:
        glyph.edge, glyph.far, sign = glyph.x1, glyph.x0, -1
    elif glyph.direction == TTB:
        glyph.edge, glyph.far, sign = glyph.y0, glyph.y1, 1
    else:
        glyph.edge, glyph.far, sign = glyph.y1, glyph.y0, -1
    glyph.begin, glyph.end = sign * glyph.edge, sign * glyph.far


@cython.final
@cython.no_gc
cdef class Reader:
    """Reads the lines of pages by the functions of PDFium at `addresses`, which are those of FUNCTIONS."""

    cdef Count count
    cdef Code code
    cdef Is is_hyphen
    cdef Is is_generated
    cdef Box box
    cdef Origin origin
    cdef TextObject text_object
    cdef TextMatrix matrix
    cdef FontSize size

    def __init__(self, addresses):
        found = tuple(addresses)
        if len(found) != len(FUNCTIONS) or not all(found):
            raise ValueError(f"addresses: {len(FUNCTIONS)} are needed, none of which is 0")
        self.count = <Count> <uintptr_t> found[0]
        self.code = <Code> <uintptr_t> found[1]
        self.is_hyphen = <Is> <uintptr_t> found[2]
        self.is_generated = <Is> <uintptr_t> found[3]
        self.box = <Box> <uintptr_t> found[4]
        self.origin = <Origin> <uintptr_t> found[5]
        self.text_object = <TextObject> <uintptr_t> found[6]
        self.matrix = <TextMatrix> <uintptr_t> found[7]
        self.size = <FontSize> <uintptr_t> found[8]

    def read(self, handle, transform):
        """Return the lines and runs of a page: (text, edges, lines, sizes, runs, boxes, marks).

        handle: the address of the text of a page (FPDF_TEXTPAGE). transform: a, b, c, d, e, f of the matrix that makes
            points as displayed (from the left top corner) of those of the page.

        `text` has the code points of all lines, one line after the other: white space between two glyphs of a line is
        one space, or a tab between columns. A run is a part of a line without a jump. `edges` has a number for each code
        point of each run: where it begins along the line. `lines`: for each line its start and end in the text, the code
        points of its first word, how many columns end in it, whether it ends with a hyphen that breaks a word, and its
        first and last code. `sizes`: the size of its font and its baseline. `runs`: for each run the number of its line,
        its start and end in the text, and its direction. `boxes`: x0, y0, x1, y1 of it, infinite if none of its glyphs
        has a box. `marks`: the place among the edges, and the code, of each character within a run that may be a
        combining mark.
        """
        cdef void *text = <void *> <uintptr_t> handle
        cdef int total = 0 if text == NULL else self.count(text)
        if total < 0:
            total = 0
        cdef array codes = clone(CODES, MOST_LETTERS * total, zero=False)
        cdef array edges = clone(FLOATS, MOST_LETTERS * total, zero=False)
        cdef array lines = clone(INTEGERS, LINE * total, zero=False)
        cdef array sizes = clone(FLOATS, 2 * total, zero=False)
        cdef array runs = clone(INTEGERS, RUN * total, zero=False)
        cdef array boxes = clone(FLOATS, 4 * total, zero=False)
        cdef array marks = clone(INTEGERS, 0, zero=False)
        cdef int *line = lines.data.as_ints - LINE
        cdef int *run = runs.data.as_ints - RUN
        cdef float *line_size = sizes.data.as_floats - 2
        cdef float *box = boxes.data.as_floats - 4
        cdef Matrix page
        page.a, page.b, page.c, page.d, page.e, page.f = transform
        cdef Glyph last, glyph
        cdef uint32_t code, before = 0, high = 0, space = 0
        cdef int i, k, letters, kept = 0, placed = 0
        cdef bint has_line_end = False, from_right = False, ends_line, ends_run, is_column
        cdef float size, gap
        glyph.text_object = NULL
        glyph.is_known = False
        glyph.turn = 0
        glyph.size = -1
        for i in range(total):
            code = self.code(text, i)
            if code < 0x20:
                code = self.control(text, i, code, before)
            if 0xD800 <= code < 0xDC00:     # the first half of a pair, where PDFium's characters have 16 bits
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
            high = 0
            if is_left_out(code):
                continue
            before = code
            if is_space(code):
                if code == LINE_END or code == 0x2028 or code == 0x2029:
                    has_line_end = True
                elif space == 0:
                    space = code
                continue
            if is_from_right(code):
                from_right = True
            elif from_right and is_from_left(code):
                from_right = False
            last = glyph
            glyph.code = code
            self.place(text, i, &page, from_right, &glyph)
            if kept == 0:
                ends_line = ends_run = True
                is_column = False
            else:
                size = fmaxf(glyph.size, last.size)
                gap = glyph.begin - last.end
                ends_run = glyph.direction != last.direction or glyph.is_skewed or last.is_skewed
                ends_run = ends_run or not fabsf(glyph.across - last.across) <= RAISED * size
                ends_line = has_line_end and (ends_run or gap <= -OVERLAPS * size or gap >= FOLLOWS * size)
                ends_line = ends_line or (last.code == HYPHEN and (ends_run or gap < -BACK * size))
                is_column = not ends_run and not ends_line and gap > COLUMN * size
                ends_run = ends_run or ends_line or gap < -BACK * size or gap > COLUMN * size
                if not ends_line and (space or (has_line_end and gap > SPACED * size)):
                    if line[2] == 0:
                        line[2] = kept - line[0]
                    if not ends_run:
                        edges.data.as_floats[placed] = last.far
                        placed += 1
                    codes.data.as_uints[kept] = 9 if is_column else space if space else 0x20
                    kept += 1
            space = has_line_end = 0
            if ends_line:
                if kept:
                    end_line(line, kept, &last, codes.data.as_uints)
                line += LINE
                line_size += 2
                line[0], line[2], line[3] = kept, 0, 0
                line_size[0], line_size[1] = glyph.size, glyph.across
            if ends_run:
                run += RUN
                box += 4
                run[0], run[1], run[3] = <int> ((line - lines.data.as_ints) // LINE), kept, glyph.direction
                box[0] = box[1] = INFINITY
                box[2] = box[3] = -INFINITY
            elif may_be_mark(code):
                marks.append(placed)
                marks.append(code)
            line[3] += is_column
            line_size[0] = fmaxf(line_size[0], glyph.size)
            if glyph.is_known:
                box[0], box[1] = fminf(box[0], glyph.x0), fminf(box[1], glyph.y0)
                box[2], box[3] = fmaxf(box[2], glyph.x1), fmaxf(box[3], glyph.y1)
            letters = spell(code, codes.data.as_uints + kept)
            for k in range(letters):
                edges.data.as_floats[placed + k] = glyph.edge
            kept += letters
            placed += letters
            run[2] = kept
        if kept:
            end_line(line, kept, &glyph, codes.data.as_uints)
        lines = lines[: line + LINE - lines.data.as_ints]
        runs = runs[: run + RUN - runs.data.as_ints]
        sizes = sizes[: len(lines) // LINE * 2]
        boxes = boxes[: len(runs) // RUN * 4]
        text_of_page = PyUnicode_FromKindAndData(4, codes.data.as_voidptr, kept)    # of 4 bytes each
        return text_of_page, edges[:placed], lines, sizes, runs, boxes, marks

    cdef uint32_t control(self, void *text, int i, uint32_t code, uint32_t before) noexcept:
        """Return what a control character stands for; 0 for nothing. before: the character before it.

        Old fonts of TeX have ligatures at these codes, and PDFium gives the code if the file names no character. A
        ligature stands beside a small letter.
        """
        if code == HYPHEN:
            return HYPHEN if self.is_hyphen(text, i) == 1 else 0
        if self.is_generated(text, i) == 1:
            return LINE_END if code == LINE_END else 0
        if (OT1 <= code < OT1 + 5 or T1 <= code < T1 + 5) and (is_small(before) or is_small(self.code(text, i + 1))):
            return LIGATURE + (code - OT1) % (T1 - OT1)
        return 9 if code == 9 else 0

    cdef void place(self, void *text, int i, Matrix *page, bint from_right, Glyph *glyph) noexcept:
        """Write where a character stands. The glyph has turn and size of the text object of the one before it."""
        cdef double left = 0, right = 0, bottom = 0, top = 0, x = 0, y = 0
        cdef float x0, y0, x1, y1
        cdef Matrix matrix
        cdef void *text_object = self.text_object(text, i)
        if glyph.size < 0 or text_object != glyph.text_object:
            matrix.a = matrix.d = 1
            matrix.b = matrix.c = 0
            self.matrix(text, i, &matrix)
            glyph.text_object = text_object
            glyph.turn = turn_of(&matrix, page)
            glyph.size = <float> self.size(text, i) * hypotf(matrix.c, matrix.d)
        self.box(text, i, &left, &right, &bottom, &top)
        self.origin(text, i, &x, &y)
        x0 = <float> (page.a * left + page.c * bottom + page.e)
        y0 = <float> (page.b * left + page.d * bottom + page.f)
        x1 = <float> (page.a * right + page.c * top + page.e)
        y1 = <float> (page.b * right + page.d * top + page.f)
        glyph.x0, glyph.x1 = fminf(x0, x1), fmaxf(x0, x1)
        glyph.y0, glyph.y1 = fminf(y0, y1), fmaxf(y0, y1)
        if not 0 < glyph.size < LARGEST:
            glyph.size = fminf(fmaxf(glyph.y1 - glyph.y0, 1), LARGEST)
        direct(glyph, from_right, <float> (page.a * x + page.c * y + page.e), <float> (page.b * x + page.d * y + page.f))
        glyph.is_known = glyph.x0 > -LARGEST and glyph.x1 < LARGEST and glyph.y0 > -LARGEST and glyph.y1 < LARGEST \
            and fabsf(glyph.across) < LARGEST
        if not glyph.is_known:
            glyph.edge = glyph.far = NAN


cdef inline void end_line(int *line, int end, Glyph *last, uint32_t *codes) noexcept nogil:
    """Write what is known at the end of a line. last: its last glyph."""
    line[1] = end
    if line[2] == 0:
        line[2] = end - line[0]
    line[4] = last.code == HYPHEN
    line[5] = codes[line[0]]
    line[6] = codes[end - 1]


cdef inline int spell(uint32_t code, uint32_t *letters) noexcept nogil:
    """Write the letters of a glyph, and return how many: those of a ligature, and the hyphen for its mark."""
    cdef int count = 1
    letters[0] = 0x2D if code == HYPHEN else code
    if LIGATURE <= code < LIGATURE + 5:
        letters[0] = 0x66                                       # f
        if code == LIGATURE or code >= LIGATURE + 3:
            letters[count] = 0x66
            count += 1
        if code != LIGATURE:
            letters[count] = 0x69 if (code - LIGATURE) % 2 else 0x6C      # i or l
            count += 1
    return count
