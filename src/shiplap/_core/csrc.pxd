# The declarations of csrc/include/shiplap.h and shiplap_inline.h, for the Cython modules.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "shiplap.h" nogil:
    int SHIPLAP_LINE
    int SHIPLAP_WORD
    int SHIPLAP_SENTENCE
    int SHIPLAP_STANDARD
    int SHIPLAP_LINES
    int SHIPLAP_SECTION
    enum:
        SHIPLAP_PLACES_ROOM

    int shiplap_isa()
    int shiplap_isa_supported()
    int shiplap_isa_use(int isa)
    const char *shiplap_isa_name(int isa)

    size_t shiplap_utf8_validate(const uint8_t *text, size_t size)
    size_t shiplap_utf8_ascii(const uint8_t *text, size_t size)
    size_t shiplap_utf8_count(const uint8_t *text, size_t size)
    size_t shiplap_utf8_count16(const uint8_t *text, size_t size)
    size_t shiplap_utf8_skip(const uint8_t *text, size_t size, size_t *count)

    enum:
        SHIPLAP_SUMS_STEP
    struct shiplap_sums:
        size_t begin
        size_t end
        size_t before
        size_t after
    size_t shiplap_sums_part(const uint8_t *text, size_t begin, size_t size)
    void shiplap_sums_move(shiplap_sums *sums, const uint8_t *text, size_t end, bint valid)
    size_t shiplap_sums_count(const shiplap_sums *sums, const uint8_t *text, size_t begin, size_t end)

    size_t shiplap_wide_utf8_size(const void *text, int width, size_t begin, size_t end)
    size_t shiplap_wide_utf16_size(const void *text, int width, size_t begin, size_t end)
    size_t shiplap_wide_skip(const void *text, int width, size_t begin, size_t end, size_t *bytes)
    size_t shiplap_wide_surrogate(const void *text, int width, size_t begin, size_t end)
    size_t shiplap_wide_line_ends(const void *text, int width, size_t begin, size_t end, bint lf_after)
    uint32_t shiplap_wide_bits(const void *text, int width, size_t begin, size_t end)
    void shiplap_wide_narrow(const void *text, int width, size_t begin, size_t end, void *out, int out_width)
    size_t shiplap_wide_encode(const void *text, int width, size_t begin, size_t end, uint8_t *out)

    ptrdiff_t shiplap_scan_first(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi)
    ptrdiff_t shiplap_scan_last(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi)
    struct shiplap_more:
        size_t edge
    ctypedef ptrdiff_t shiplap_scan(const void *text, size_t size, size_t lo, size_t hi, shiplap_more *more)
    shiplap_scan *shiplap_scan_first_for(int width, int candidate)
    shiplap_scan *shiplap_scan_last_for(int width, int candidate)
    size_t shiplap_scan_all(const void *text, size_t size, int width, int candidate, size_t *lo, size_t hi,
                            size_t *places)
    size_t shiplap_scan_visible(const void *text, size_t size, int width, size_t lo, size_t hi)
    size_t shiplap_scan_visible_end(const void *text, size_t size, int width, size_t lo, size_t hi)

    ptrdiff_t shiplap_find_first(const void *text, size_t size, int width, const void *needle, size_t length,
                                 size_t lo, size_t hi)
    ptrdiff_t shiplap_find_last(const void *text, size_t size, int width, const void *needle, size_t length,
                                size_t lo, size_t hi)
    void shiplap_find_set(const void *text, int width, size_t begin, size_t end, const uint8_t *members, uint64_t *masks)

    struct shiplap_message:
        const uint8_t *data
        size_t size
    void shiplap_hash_many(const shiplap_message *messages, size_t count, uint8_t *hashes)

    int SHIPLAP_MARK_PIPE
    int SHIPLAP_MARK_DELIMITER
    int SHIPLAP_MARK_TAB
    int SHIPLAP_MARK_QUOTE
    int SHIPLAP_MARK_GAP
    int SHIPLAP_MARK_BARE
    int SHIPLAP_MARK_WORDS
    struct shiplap_signs:
        unsigned int marks, words, code, beyond
    int shiplap_ascii_letters(const void *text, int width, Py_ssize_t at, Py_ssize_t size, uint32_t *letters)
    uint32_t shiplap_letters_hash(uint32_t letters)
    Py_ssize_t shiplap_line_on(const void *text, int width, Py_ssize_t at, Py_ssize_t high)
    Py_ssize_t shiplap_line_back(const void *text, int width, Py_ssize_t low, Py_ssize_t end)
    void shiplap_line_signs(const uint8_t *line, size_t size, size_t end, size_t room, shiplap_signs *signs)

    int SHIPLAP_GRAPHEME_CR
    int SHIPLAP_GRAPHEME_LF
    int SHIPLAP_GRAPHEME_CONTROL
    int SHIPLAP_GRAPHEME_EXTEND
    int SHIPLAP_GRAPHEME_ZWJ
    int SHIPLAP_GRAPHEME_REGIONAL_INDICATOR
    int SHIPLAP_GRAPHEME_PREPEND
    int SHIPLAP_GRAPHEME_SPACING_MARK
    int SHIPLAP_GRAPHEME_L
    int SHIPLAP_GRAPHEME_V
    int SHIPLAP_GRAPHEME_T
    int SHIPLAP_GRAPHEME_LV
    int SHIPLAP_GRAPHEME_LVT
    int SHIPLAP_GRAPHEME_PICTOGRAPHIC
    int SHIPLAP_WORD_IDEOGRAPH
    int SHIPLAP_WORD_KATAKANA
    int SHIPLAP_WORD_SPACELESS
    int SHIPLAP_WORD_CJK_CLOSE
    int SHIPLAP_WORD_CJK_OPEN
    int SHIPLAP_WORD_MARK
    int SHIPLAP_SENTENCE_SPACE

    int SHIPLAP_SENTENCE_OTHER
    int SHIPLAP_SENTENCE_STOP
    int SHIPLAP_SENTENCE_TERMINAL
    int SHIPLAP_SENTENCE_EXTEND
    int SHIPLAP_SENTENCE_LOWER
    int SHIPLAP_SENTENCE_UPPER
    int SHIPLAP_SENTENCE_DIGIT
    int SHIPLAP_SENTENCE_NUMBER
    int SHIPLAP_SENTENCE_LETTER
    int SHIPLAP_SENTENCE_QUOTE
    int SHIPLAP_SENTENCE_OPEN
    int SHIPLAP_SENTENCE_CLOSE
    int SHIPLAP_SENTENCE_CONTINUE

    uint32_t shiplap_word_hash(const uint8_t *word, size_t size)
    unsigned int shiplap_word_kinds(const uint8_t *word, size_t size, uint32_t hash, int language)
    uint16_t shiplap_properties(uint32_t code_point)

cdef extern from "shiplap_inline.h" nogil:
    int shiplap_sums_walk(shiplap_sums *sums, const uint8_t *text, Py_ssize_t valid, Py_ssize_t wanted,
                          Py_ssize_t *at, Py_ssize_t *measure)
    uint32_t shiplap_first_bytes(const uint8_t *bytes, size_t count)
    void shiplap_narrow(const void *units, int width, size_t count, size_t room, uint8_t *bytes)
    size_t shiplap_leading_spaces(const uint8_t *bytes)
    size_t shiplap_word_end(const uint8_t *text, size_t at, size_t size)
    size_t shiplap_indentation(const uint8_t *text, size_t at, size_t size, size_t *column)
    size_t shiplap_word_among(const uint8_t *text, size_t at, size_t stop, size_t size, uint64_t firsts)
    void shiplap_letters(const uint8_t *word, size_t size, size_t room, uint64_t *letters)
    size_t shiplap_leading_blanks(const void *units, size_t width)
    bint unlikely "SHIPLAP_UNLIKELY" (bint condition)
    size_t shiplap_first_from(const int64_t *numbers, size_t count, int64_t least)
    size_t shiplap_lowest_bit(uint64_t mask)
    size_t shiplap_highest_bit(uint64_t mask)
    ptrdiff_t shiplap_next_after(shiplap_more *more)
    ptrdiff_t shiplap_next_before(shiplap_more *more)
    uint64_t shiplap_unknown_tail(uint64_t tail)
    uint64_t shiplap_some(uint64_t value)
    uint64_t shiplap_last_units(const void *text, int width, size_t end)
    uint64_t shiplap_last_pairs(const void *text, int width, size_t end, uint64_t *other)
    uint64_t shiplap_pairs_run(uint64_t fields, uint64_t other)
    bint shiplap_has_divider(const void *text, int width, size_t at, size_t end)
    bint shiplap_may_have_digit(const void *text, int width, size_t at, size_t end)
    uint64_t shiplap_outside(uint64_t bytes, uint8_t first, uint8_t last)
    uint64_t shiplap_no_letters(uint64_t bytes)
    uint64_t shiplap_small_run(uint64_t last)
    uint64_t shiplap_small_word(uint64_t units)
    unsigned int shiplap_short_kinds(uint64_t letters)
    int shiplap_grapheme_class_of(uint16_t properties)
    int shiplap_word_class_of(uint16_t properties)
    int shiplap_sentence_class_of(uint16_t properties)
    void shiplap_prefetch(const void *address)
