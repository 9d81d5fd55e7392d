# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The characters of a page of a PDF, with the boxes of their glyphs.

PDFium says what it knows of one character in several calls. By ctypes a call costs 0.5 to 1 microsecond, more than PDFium takes to parse the
character; by its address it costs some nanoseconds. The addresses come from the library that pypdfium2 has loaded, so this
module is not linked to PDFium.

PDFium is not safe for threads: the caller holds a lock, and this module the GIL.
"""

cimport cython
from cpython.array cimport array, clone
from libc.math cimport NAN, fabsf, hypotf
from libc.stdint cimport int8_t, uint32_t, uintptr_t

from array import array as new_array

cdef enum:
    SKEWED = 4          # the line of a character is neither horizontal nor vertical
    HYPHEN = 2          # the code by which PDFium marks a hyphen at the end of a line
    LAST = 0x10FFFF     # the last code point
    LIGATURE = 0xFB00   # ff, fi, fl, ffi, ffl
    OT1 = 0x0B          # their codes in the old and the new encoding of TeX's fonts
    T1 = 0x1B
    NUMBERS = 7         # of a glyph

cdef float LARGEST = 1e6    # points; PDFium's own limit of a page is 14,400
cdef float SKEW = 0.05      # the largest slope of a line that counts as straight

# The matrix of a text object, or that of a page, which makes points as displayed of those of the page:
# x' = a x + c y + e, y' = b x + d y + f.
cdef struct Matrix:
    float a
    float b
    float c
    float d
    float e
    float f

# What all characters of a text object share.
cdef struct Style:
    void *text_object   # of PDFium; NULL for characters that it generates
    bint is_known       # whether a character was read
    float size          # of the font, in points
    int8_t turn         # quarter turns of the line, clockwise, or SKEWED

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
cdef array BYTES = new_array("b")

#: The functions of PDFium that `Reader` calls, in the order of their addresses.
FUNCTIONS = (
    "FPDFText_CountChars", "FPDFText_GetUnicode", "FPDFText_IsHyphen", "FPDFText_IsGenerated", "FPDFText_GetCharBox",
    "FPDFText_GetCharOrigin", "FPDFText_GetTextObject", "FPDFText_GetMatrix", "FPDFText_GetFontSize",
)


cdef inline int8_t turn_of(Matrix *text, Matrix *page) noexcept nogil:
    """Return the quarter turns by which the line of a character is turned as displayed, clockwise, or SKEWED."""
    cdef float x = page.a * text.a + page.c * text.b
    cdef float y = page.b * text.a + page.d * text.b
    if fabsf(y) <= SKEW * fabsf(x):
        return 0 if x >= 0 else 2
    if fabsf(x) <= SKEW * fabsf(y):
        return 1 if y > 0 else 3
    return SKEWED


@cython.final
@cython.no_gc
cdef class Reader:
    """Reads the characters of pages by the functions of PDFium at `addresses`, which are those of FUNCTIONS."""

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
        """Return the characters of a page: (codes, glyphs, numbers, turns).

        handle: the address of the text of a page (FPDF_TEXTPAGE). transform: a, b, c, d, e, f of the matrix that makes
            points as displayed (from the left top corner) of those of the page.

        `codes` has the code points: 2 is a hyphen at the end of a line, 10 a line end, U+FB00 to U+FB04 a ligature
        that is a guess (`control`); characters without a code point are left out. `glyphs` has the places in it of
        those that are not white space. `numbers` has seven rows with a number for each of these: x0, y0, x1, y1 of
        the glyph, x and y of its origin, and the size of its font in points; all are NaN where PDFium does not know
        one of them, or it is beyond a million points. A row has as many numbers as PDFium counts characters; the last
        are undefined. `turns` says by how many quarter turns the line of a glyph is turned clockwise; 4: by another
        angle.
        """
        cdef void *text = <void *> <uintptr_t> handle
        cdef int total = 0 if text == NULL else self.count(text)
        if total < 0:
            total = 0
        cdef array codes = clone(CODES, total, zero=False)
        cdef array glyphs = clone(INTEGERS, total, zero=False)
        cdef array numbers = clone(FLOATS, total * NUMBERS, zero=False)
        cdef array turns = clone(BYTES, total, zero=False)
        cdef Matrix page
        page.a, page.b, page.c, page.d, page.e, page.f = transform
        cdef Style style
        style.text_object = NULL
        style.is_known = False
        cdef float found[NUMBERS]
        cdef int i, k, kept = 0, visible = 0
        cdef uint32_t code, high = 0
        for i in range(total):
            code = self.code(text, i)
            if code < 0x20:
                code = self.control(text, i, code)
            if 0xD800 <= code < 0xDC00:     # the first half of a pair, where PDFium's characters have 16 bits
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
            high = 0
            if is_left_out(code):
                continue
            codes.data.as_uints[kept] = code
            if not is_space(code):
                self.place(text, i, &page, &style, found)
                for k in range(NUMBERS):
                    numbers.data.as_floats[k * total + visible] = found[k]
                glyphs.data.as_ints[visible] = kept
                turns.data.as_schars[visible] = style.turn
                visible += 1
            kept += 1
        return codes[:kept], glyphs[:visible], numbers, turns[:visible]

    cdef uint32_t control(self, void *text, int i, uint32_t code) noexcept:
        """Return what a control character stands for; 0 for nothing.

        Old fonts of TeX have ligatures at these codes, and PDFium gives the code if the file names no character.
        """
        if code == HYPHEN:
            return HYPHEN if self.is_hyphen(text, i) == 1 else 0
        if self.is_generated(text, i) == 1:
            return 10 if code == 10 else 0
        if OT1 <= code < OT1 + 5:
            return LIGATURE + code - OT1
        if T1 <= code < T1 + 5:
            return LIGATURE + code - T1
        return 9 if code == 9 else 0

    cdef void place(self, void *text, int i, Matrix *page, Style *style, float *numbers) noexcept:
        """Write the numbers of a character, and the style of its text object if that is another one."""
        cdef double left = 0, right = 0, bottom = 0, top = 0, x = 0, y = 0
        cdef float x0, y0, x1, y1
        cdef Matrix matrix
        cdef void *text_object = self.text_object(text, i)
        cdef int k
        if not style.is_known or text_object != style.text_object:
            matrix.a = matrix.d = 1
            matrix.b = matrix.c = 0
            self.matrix(text, i, &matrix)
            style.text_object = text_object
            style.is_known = True
            style.turn = turn_of(&matrix, page)
            style.size = <float> self.size(text, i) * hypotf(matrix.c, matrix.d)
        self.box(text, i, &left, &right, &bottom, &top)
        self.origin(text, i, &x, &y)
        x0 = <float> (page.a * left + page.c * bottom + page.e)
        y0 = <float> (page.b * left + page.d * bottom + page.f)
        x1 = <float> (page.a * right + page.c * top + page.e)
        y1 = <float> (page.b * right + page.d * top + page.f)
        numbers[0], numbers[2] = (x0, x1) if x0 <= x1 else (x1, x0)
        numbers[1], numbers[3] = (y0, y1) if y0 <= y1 else (y1, y0)
        numbers[4] = <float> (page.a * x + page.c * y + page.e)
        numbers[5] = <float> (page.b * x + page.d * y + page.f)
        numbers[6] = style.size
        for k in range(NUMBERS):
            if not -LARGEST < numbers[k] < LARGEST:     # or NaN
                for k in range(NUMBERS):
                    numbers[k] = NAN
                return


cdef inline bint is_space(uint32_t code) noexcept nogil:
    """Return whether a code is white space, a line end among it."""
    if code < 0x1680:
        return (code <= 0x20 and code != HYPHEN) or code == 0xA0
    return 0x2000 <= code <= 0x200A or code in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


cdef inline bint is_left_out(uint32_t code) noexcept nogil:
    """Return whether a code is no character of a text: a control character, a lone surrogate, a noncharacter."""
    if code < 0x20:
        return code != HYPHEN and code != 9 and code != 10      # U+0000: PDFium knows no code point
    return 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE or code > LAST
