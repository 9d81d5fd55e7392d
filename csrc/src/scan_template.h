/* scan_template.h: candidates for a boundary, found in blocks of 64 units. Include this file inside a target region
 * (arch.h), after a block header (block_*.h), which has the functions mask_* and block_*.
 *
 * Terms
 *   unit       the element of a text: a byte of UTF-8 (width UTF8), or a code unit of 1, 2 or 4 bytes (width 1, 2, 4)
 *   position   an index p into the units: the text before p ends with unit p - 1, the text after p begins with unit p
 *   candidate  a position where a boundary may be; shiplap.h defines the kinds (WORD, SENTENCE, LINE, ...)
 *   block      64 successive units, with `base` as the position of the first
 *   mask       a word of 64 bits; bit i says something about unit base + i, or about the position before that unit
 *
 * The rules are those of is_candidate in scan_scalar.c, which decides one position at a time. Here a block is turned
 * into masks of classes: the last units of spaces, marks, line ends. A mask shifted left by one has at the bit of each
 * position the class of the unit before that position, so each rule becomes a few operations on words:
 *     WORD      space << 1 & ~(first units of spaces), or (not ASCII) << 1 & far
 *     SENTENCE  the first part of WORD & (space << 1 & (mark | space) << 2). A run of one-unit spaces counts only if it
 *               follows a mark, or begins before the block. The run is found by an addition: run + its first bit
 *               carries to the unit after the run.
 *     LINE      line << 1 & ~(CR << 1 & LF)
 *     SECTION   line << 1 & ~line & (space << 2 | a sign that may begin a heading)
 *
 * 1. A shift loses the units beyond the block. So a block does not decide its first back_of(width) positions and its
 *    last ahead_of(width) positions. The blocks before and after overlap it and decide them. No state is carried from
 *    block to block.
 * 2. At the two ends of the text no unit is beyond the block. There the zeros that a shift brings in are right, and the
 *    block decides every position. A block never reaches outside the text: it is moved inwards. The scalar kernels scan
 *    a text with fewer than 64 units.
 * 3. In UTF-8 a block with only ASCII costs as much as one of Latin-1. In other blocks, spaces of two and three bytes
 *    are found by their bytes. They have masks of their own, because their code point begins one or two units further
 *    back.
 * 4. Nearly every call ends in its first block. Therefore all functions are inlined, with `width` and `candidate` as
 *    constants, so that the compiler drops the other branches (scan_instances.h has the instances).
 */
#define BLOCK 64
#define LAST_BIT ((uint64_t)1 << 63)

/* Tables with one entry for each low nibble. A byte is in the class if the entry of its low nibble is the byte itself.
 * NONE, 0x80, is in no class. */
#define NONE 0x80
static const uint8_t space_table[16] = {0x20, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                        NONE, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, NONE, NONE};
static const uint8_t line_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                       NONE, NONE, 0x0A, 0x0B, 0x0C, 0x0D, NONE, NONE};

SHIPLAP_INLINE uint64_t mask_table(block b, const uint8_t *table) { return mask_same(b, block_lookup(table, b)); }

/* The number of units that the rules read before a position (two code points, in UTF-8 of three bytes each) and, beyond
 * the first one, after it (one code point). */
SHIPLAP_INLINE size_t back_of(int width) { return width == UTF8 ? 6 : 2; }
SHIPLAP_INLINE size_t ahead_of(int width) { return width == UTF8 ? 2 : 0; }

SHIPLAP_INLINE const void *place_of(const void *text, int width, size_t i) {
  return (const char *)text + (width == UTF8 ? i : (size_t)width * i);
}

/* The last units of spaces (or of line ends): of those with one unit, with two units and with three units. */
struct ends {
  uint64_t one, two, three;
};

/* Find the spaces (or line ends) of two and three bytes. Each branch is for one kind of text, so that it is predictable
 * within a text: curly quotes reach the second branch, Chinese and Japanese punctuation the third. */
SHIPLAP_INLINE void utf8_beyond_ascii(block b, int lines, struct ends *ends) {
  uint64_t c2 = mask_byte(b, 0xC2) << 1, leads = mask_range(b, 0xE1, 0xE3);
  if (c2) { /* U+0085, U+00A0 */
    ends->two = c2 & mask_byte(b, 0x85);
    if (!lines) ends->two |= c2 & mask_byte(b, 0xA0);
  }
  if (!leads) return; /* no other lead byte begins a space */
  uint64_t e2 = mask_byte(b, 0xE2) << 2, x80 = mask_byte(b, 0x80);
  uint64_t page20 = e2 & x80 << 1; /* U+2028, U+2029; U+2000 to U+200A, U+202F */
  if (page20) {
    ends->three = page20 & mask_range(b, 0xA8, 0xA9);
    if (!lines) ends->three |= page20 & (mask_range(b, 0x80, 0x8A) | mask_byte(b, 0xAF));
  }
  if (!lines && (leads << 2) != page20) { /* U+3000, U+1680, U+205F */
    ends->three |= mask_byte(b, 0xE3) << 2 & x80 << 1 & x80;
    ends->three |= mask_byte(b, 0xE1) << 2 & mask_byte(b, 0x9A) << 1 & x80;
    ends->three |= e2 & mask_byte(b, 0x81) << 1 & mask_byte(b, 0x9F);
  }
}

SHIPLAP_INLINE uint64_t mask_units(const void *place, int width, uint32_t first, uint32_t last) {
  return width == 2 ? mask_range2(place, first, last) : mask_range4(place, first, last);
}

SHIPLAP_INLINE uint64_t wide_beyond_latin(const void *place, int width, int lines) {
  if (!mask_units(place, width, lines ? 0x2028 : 0x1680, lines ? 0x2029 : 0x3000)) return 0;
  if (lines) return mask_units(place, width, 0x2028, 0x2029);
  /* U+2000 to U+20FD as bytes 1 to 0xFE */
  block page = width == 2 ? narrow2(place, 0x1FFF) : narrow4(place, 0x1FFF);
  return mask_range(page, 0x01, 0x0B) | mask_range(page, 0x29, 0x2A) | mask_byte(page, 0x30) | mask_byte(page, 0x60) |
         mask_units(place, width, 0x1680, 0x1680) | mask_units(place, width, 0x3000, 0x3000);
}

/* Return the block with one byte for each unit. Units beyond Latin-1 become bytes that are in no class. */
SHIPLAP_INLINE block bytes_at(const void *place, int width) {
  return width <= 1 ? block_load(place) : width == 2 ? narrow2(place, 0) : narrow4(place, 0);
}

/* Line ends of one unit in ASCII and Latin-1. No two of them have the same low nibble. Each other entry is a byte with
 * a different low nibble than its own, so that it never matches. (NONE would match the byte 0x80, which is looked up
 * too.) */
static const uint8_t latin_line_table[16] = {0x0A, 0x0A, 0x0A, 0x0A, 0x0A, 0x85, 0x0A, 0x0A,
                                             0x0A, 0x0A, 0x0A, 0x0B, 0x0C, 0x0D, 0x0A, 0x0A};

SHIPLAP_INLINE uint64_t latin_lines(block b) {
  return mask_same(b, block_lookup(latin_line_table, block_low_nibbles(b)));
}

/* Return the last units of spaces, or with `lines` those of line ends. `b`: the block as bytes. */
SHIPLAP_INLINE struct ends ends_in(const void *place, block b, int width, int lines) {
  struct ends ends = {width > 0 && lines ? latin_lines(b) : mask_table(b, lines ? line_table : space_table), 0, 0};
  if (width == UTF8) {
    if (SHIPLAP_UNLIKELY(mask_high(b))) utf8_beyond_ascii(b, lines, &ends);
    return ends;
  }
  if (!lines) ends.one |= mask_byte(b, 0x85) | mask_byte(b, 0xA0);
  if (width > 1) ends.one |= wide_beyond_latin(place, width, lines);
  return ends;
}

/* The units beyond U+FFFF, and those of them that are marks. */
struct far_units {
  uint64_t any, marks;
};

#include "scan_standard.h"
/* Candidates of WORD without a space before them: positions after a code point beyond ASCII, before a far one (is_far).
 * */
SHIPLAP_INLINE uint64_t utf8_far(block b, uint64_t high) {
  uint64_t far = high << 1 & mask_range(b, 0xE0, 0xFF);
  if (!far) return 0;
  uint64_t indic = mask_byte(b, 0xE0) & ~(mask_range(b, 0xB8, 0xFF) >> 1);
  uint64_t hangul = mask_range(b, 0xEB, 0xED) | (mask_byte(b, 0xEA) & mask_range(b, 0xB0, 0xFF) >> 1);
  return far & ~(indic | hangul);
}

SHIPLAP_INLINE uint64_t wide_far(const void *place, int width) {
  const uint32_t most = width == 2 ? 0xFFFF : 0xFFFFFFFF;
  uint64_t far = mask_units(place, width, 0xE00, most);
  if (!far) return 0;
  uint64_t before = ~mask_units(place, width, 0, 0x7F) << 1;
  return far & before & ~mask_units(place, width, 0xAC00, 0xDFFF);
}

/* Candidates of STANDARD. Units of four bytes are narrowed to two first: each mask then costs half as much. */
SHIPLAP_INLINE uint64_t standard_in(const void *place, int width) {
  struct far_units far = {0, 0};
  if (width <= 1) {
    block b = block_load(place);
    if (!mask_high(b)) return ascii_candidates(b, width);
    return width == UTF8 ? utf8_candidates(b) : wide_candidates(b, (struct halves){b, b}, far, 1);
  }
  uint16_t units[BLOCK];
  if (width == 4) {
    if (SHIPLAP_UNLIKELY(!narrow_units(place, units))) { /* all except emoji, from U+1F300 on, are marks */
      far.any = mask_units(place, 4, 0x10000, 0xFFFFFFFF);
      far.marks = far.any & ~mask_units(place, 4, 0x1F300, 0x1FAFF);
    }
    place = units;
  }
  struct halves h = halves_of(place);
  if (!block_any(h.upper) && !mask_high(h.lower)) return ascii_candidates(h.lower, 2);
  return wide_candidates(narrow2(place, 0), h, far, 2);
}

/* Candidates of LINES beyond those of STANDARD: positions after a run of white space that has a line end, or that may
 * begin before the block. */
SHIPLAP_INLINE uint64_t line_starts(const void *place, int width) {
  block b = bytes_at(place, width);
  struct ends ends = ends_in(place, b, width, 0), lines = ends_in(place, b, width, 1);
  uint64_t more = ends.two | ends.three, end = ends.one | more;
  uint64_t word = end << 1 & ~(ends.one | ends.two >> 1 | ends.three >> 2);
  uint64_t line = lines.one | more << 1 | (width > 0 ? 1 : 0x3F);
  return word & (after_runs(ends.one, line) | more << 1);
}

/* The first characters of a line that may be a heading after any line, or an underline; @ and - are tested apart. */
static const uint8_t heading_table[16] = {' ', NONE, NONE, '#', NONE, NONE, NONE, NONE,
                                          '(', '\t', NONE, '[', '<',  '=',  '.',  NONE};

/* Candidates of SECTION. A wide unit from U+1680 to U+3000 counts as a space, because few lines end with such a unit.
 * The line after a line end of several bytes in UTF-8, or after PS, is always a candidate. So is the line after a line
 * end whose preceding unit is not in the block. */
SHIPLAP_INLINE uint64_t section_starts(const void *place, int width) {
  block b = bytes_at(place, width);
  uint64_t line = mask_table(b, line_table), space = mask_table(b, space_table), after = 0;
  if (width == UTF8) {
    if (SHIPLAP_UNLIKELY(mask_high(b))) {
      struct ends lines = {0, 0, 0}, spaces = {0, 0, 0};
      utf8_beyond_ascii(b, 1, &lines);
      utf8_beyond_ascii(b, 0, &spaces);
      after = lines.two | lines.three;
      space |= spaces.two | spaces.three;
    }
  } else {
    line = latin_lines(b);
    space |= line | mask_byte(b, 0xA0);
    uint64_t wide = width > 1 ? mask_units(place, width, 0x1680, 0x3000) : 0;
    space |= wide;
    if (wide) after = mask_units(place, width, 0x2028, 0x2029);
  }
  uint64_t begins = mask_table(b, heading_table) | mask_byte(b, '@') | mask_byte(b, '-');
  return ((line << 1 & (space << 2 | 3 | begins)) | after << 1) & ~line;
}

/* Return the candidates of a block, one bit for each position. */
SHIPLAP_INLINE uint64_t candidates(const void *place, int width, int candidate) {
  if (candidate == SHIPLAP_STANDARD) return standard_in(place, width);
  if (candidate == SHIPLAP_LINES) return standard_in(place, width) | line_starts(place, width);
  if (candidate == SHIPLAP_SECTION) return section_starts(place, width);
  uint64_t far = width > 1 && candidate == SHIPLAP_WORD ? wide_far(place, width) : 0;
  /* no White_Space is above U+3000: most blocks of Chinese or Japanese end here */
  if (width > 1 && !mask_units(place, width, 0, 0x3000)) return far;
  block b = bytes_at(place, width);
  if (width == UTF8 && candidate == SHIPLAP_WORD) {
    uint64_t high = mask_high(b);
    if (SHIPLAP_UNLIKELY(high)) far = utf8_far(b, high);
  }
  struct ends ends = ends_in(place, b, width, candidate == SHIPLAP_LINE);
  uint64_t end = ends.one | ends.two | ends.three;
  if (candidate == SHIPLAP_LINE) {
    uint64_t cr = mask_byte(b, '\r');
    return SHIPLAP_UNLIKELY(cr) ? end << 1 & ~(cr << 1 & mask_byte(b, '\n')) : end << 1;
  }
  uint64_t word = end << 1 & ~(ends.one | ends.two >> 1 | ends.three >> 2);
  if (candidate == SHIPLAP_WORD) return word | far;
  uint64_t marks = mask_table(b, shiplap_mark_table);
  if (width > 0 || !(ends.two | ends.three)) {
    uint64_t unknown = width > 0 ? 1 : 0x3F; /* a run of spaces there may begin before the block */
    uint64_t begins = ends.one & (marks << 1 | unknown);
    return word & (begins + ends.one) & (ends.one | marks) << 2;
  }
  uint64_t before = end | marks;
  return word & ((ends.one << 1 & before << 2) | (ends.two << 1 & before << 3) | (ends.three << 1 & before << 4));
}

/* At width 1, where a block costs little, several blocks are scanned at once, the nearest first. The number of blocks
 * up to the first candidate is unpredictable, and one mispredicted branch costs more than all of these blocks. */
#ifndef LAST_GROUP
#define LAST_GROUP 4
#define FIRST_GROUP 2
#endif
#define STEP (BLOCK - 2) /* the positions that a block of width 1 decides */

/* Return, without a branch, the number of the first block that has a candidate, or of the last block. `found`: the
 * candidates of each block. */
SHIPLAP_INLINE size_t nearest(const uint64_t *found, size_t blocks) {
  uint64_t any = (uint64_t)1 << (blocks - 1);
  for (size_t i = 0; i < blocks; i++) any |= (uint64_t)(found[i] != 0) << i;
  return mask_first(any);
}

/* Whether the scalar kernel is used for a width and candidate, because it takes no more instructions. */
#ifndef IS_SCALAR
#define IS_SCALAR(width, candidate) 0
#endif

/* `first` in pseudo-code:
 *     from = lo
 *     while from < hi:
 *         take the block whose first decided position is `from`, moved inwards at the ends of the text
 *         if the block has a candidate at `from` or later: return the first one if it is before hi, else -1
 *         from = the first position after those that the block decides
 *     return -1
 * The other candidates of the block go to `more`, so that a caller who continues after the first one needs no new scan
 * before `edge`. first_of and last_of return the candidate that was found, and fill in `more`. */
SHIPLAP_INLINE ptrdiff_t first_of(uint64_t found, size_t base, size_t edge, size_t hi, struct shiplap_more *more) {
  size_t place = base + mask_first(found);
  more->mask = found & (found - 1), more->base = base, more->edge = edge;
  return place < hi ? (ptrdiff_t)place : -1;
}

SHIPLAP_INLINE ptrdiff_t last_of(uint64_t found, size_t base, size_t edge, size_t lo, struct shiplap_more *more) {
  size_t bit = mask_last(found), place = base + bit;
  more->mask = found & ~((uint64_t)1 << bit), more->base = base, more->edge = edge;
  return place >= lo ? (ptrdiff_t)place : -1;
}

SHIPLAP_INLINE ptrdiff_t first(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi,
                               struct shiplap_more *more) {
  if (size < BLOCK || IS_SCALAR(width, candidate))
    return shiplap_scan_scalar.first[SHIPLAP_SCAN_ROW(width)][candidate](text, size, lo, hi, more);
  size_t from = lo;
  if (FIRST_GROUP > 1 && width == 1 && candidate < SHIPLAP_STANDARD && hi - lo > STEP && lo >= 2 &&
      size - lo >= FIRST_GROUP * STEP) {
    uint64_t found[FIRST_GROUP];
    for (size_t k = 0; k < FIRST_GROUP; k++) {
      found[k] = candidates(place_of(text, width, lo + k * STEP - 2), width, candidate) & ~(uint64_t)3;
    }
    size_t k = nearest(found, FIRST_GROUP);
    if (found[k]) return first_of(found[k], lo + k * STEP - 2, lo + (k + 1) * STEP, hi, more);
    from = lo + FIRST_GROUP * STEP;
  }
  while (from < hi) {
    size_t base = from > back_of(width) ? from - back_of(width) : 0;
    if (base > size - BLOCK) base = size - BLOCK;
    size_t judged = base == size - BLOCK ? BLOCK : BLOCK - ahead_of(width);
    uint64_t found = candidates(place_of(text, width, base), width, candidate);
    found &= ~(uint64_t)0 << (from - base) & ~(uint64_t)0 >> (BLOCK - judged);
    if (found) return first_of(found, base, base + judged, hi, more);
    from = base + judged;
  }
  return -1;
}

/* SECTION is searched backwards, through half of a chunk that has not been read yet. The processor does not prefetch
 * that by itself; so each block prefetches the text this many bytes before it. */
#define SECTION_BACK 2048

SHIPLAP_INLINE void ask_for(const void *place, int width) {
  for (size_t k = 0; k < (size_t)(width ? width : 1); k++)
    shiplap_prefetch((const void *)((uintptr_t)place - SECTION_BACK + 64 * k)); /* never faults */
}

/* The same from the other end. `to`: the position after the last one that is not decided yet. */
SHIPLAP_INLINE ptrdiff_t last(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi,
                              struct shiplap_more *more) {
  if (size < BLOCK || IS_SCALAR(width, candidate))
    return shiplap_scan_scalar.last[SHIPLAP_SCAN_ROW(width)][candidate](text, size, lo, hi, more);
  size_t to = hi;
  if (LAST_GROUP > 1 && width == 1 && candidate != SHIPLAP_STANDARD && candidate != SHIPLAP_LINES && hi - lo > STEP &&
      hi >= LAST_GROUP * STEP + 2) {
    uint64_t found[LAST_GROUP];
    for (size_t k = 0; k < LAST_GROUP; k++) {
      if (candidate == SHIPLAP_SECTION) ask_for(place_of(text, width, hi - k * STEP - BLOCK), width);
      found[k] = candidates(place_of(text, width, hi - k * STEP - BLOCK), width, candidate) & ~(uint64_t)3;
    }
    size_t k = nearest(found, LAST_GROUP);
    if (found[k]) return last_of(found[k], hi - k * STEP - BLOCK, hi - (k + 1) * STEP, lo, more);
    to = hi - LAST_GROUP * STEP;
  }
  while (to > lo) {
    size_t top = to + ahead_of(width);
    if (top > size) top = size;
    if (top < BLOCK) top = BLOCK;
    size_t base = top - BLOCK;
    size_t judged = base == 0 ? 0 : back_of(width);
    if (candidate == SHIPLAP_SECTION) ask_for(place_of(text, width, base), width);
    uint64_t found = candidates(place_of(text, width, base), width, candidate);
    found &= ~(uint64_t)0 >> (BLOCK - (to - base)) & ~(uint64_t)0 << judged;
    if (found) return last_of(found, base, base + judged, lo, more);
    to = base + judged;
  }
  return -1;
}

/* Write the positions of the bits of `found` after the first `count` positions, and return the new count. AT_ONCE
 * numbers are written in any case, since a loop over an unpredictable number of bits costs more; the surplus is
 * overwritten. */
SHIPLAP_INLINE size_t put_places(uint64_t found, size_t base, size_t *places, size_t count) {
  size_t more = mask_count(found);
  mask_places(found, base, places + count);
  if (SHIPLAP_UNLIKELY(more > AT_ONCE)) {
    for (size_t k = 0; k < AT_ONCE; k++) found &= found - 1;
    for (size_t k = AT_ONCE; k < more; k++, found &= found - 1) places[count + k] = base + mask_first(found);
  }
  return count + more;
}

/* `all` prefetches the cache line this many bytes ahead (measured). */
#define ALL_AHEAD 2048

/* Find all candidates, and read each block once. Two kinds of blocks have a loop of their own, so that the constants
 * which they are compared with stay in registers: for STANDARD, blocks of only ASCII, blocks of UTF-8 beyond it, and all of
 * wide text; for LINE, blocks without a CR, in which every line end makes the position after it a candidate. */
SHIPLAP_INLINE size_t all(const void *text, int width, int candidate, size_t size, size_t *lo, size_t hi,
                          size_t *places) {
  if (size < BLOCK) return shiplap_scan_scalar.all[SHIPLAP_SCAN_ROW(width)][candidate](text, size, lo, hi, places);
  const size_t back = back_of(width), step = BLOCK - back - ahead_of(width);
  size_t from = *lo, count = 0;
  int plain = 1; /* a text with one block that this loop leaves has more such blocks: the loop is not tried again */
  while (from < hi && count < SHIPLAP_PLACES) {
    if (candidate == SHIPLAP_STANDARD && from >= back) {
      while (hi - from >= BLOCK && count < SHIPLAP_PLACES) {
        const void *place = place_of(text, width, from - back);
        shiplap_prefetch((const void *)((uintptr_t)place + ALL_AHEAD)); /* a prefetch beyond the text does not fault */
        if (width <= 1 && mask_high(block_load(place))) break;
        uint64_t found = width <= 1 ? ascii_candidates(block_load(place), width) : standard_in(place, width);
        found = found >> back & ~(uint64_t)0 >> (BLOCK - step);
        count = put_places(found, from, places, count);
        from += step;
      }
      while (width == UTF8 && hi - from >= BLOCK && count < SHIPLAP_PLACES) {
        block b = block_load(place_of(text, width, from - back));
        if (!mask_high(b)) break;
        shiplap_prefetch((const void *)((uintptr_t)text + from + ALL_AHEAD));
        count = put_places(utf8_candidates(b) >> back & ~(uint64_t)0 >> (BLOCK - step), from, places, count);
        from += step;
      }
      if (count >= SHIPLAP_PLACES) break;
      if (width == UTF8 && hi - from >= BLOCK) continue;
    }
    if (candidate == SHIPLAP_LINE && plain) {
      while (hi - from >= BLOCK && count < SHIPLAP_PLACES) {
        const void *place = place_of(text, width, from - 1);
        block b = bytes_at(place, width);
        uint64_t other = mask_byte(b, '\r');
        if (width == UTF8) other |= mask_high(b);
        plain = !other;
        if (!plain) break;
        count = put_places(ends_in(place, b, width, 1).one, from, places, count);
        from += BLOCK;
      }
      if (count >= SHIPLAP_PLACES || from >= hi) break;
    }
    size_t base = from > back ? from - back : 0;
    if (base > size - BLOCK) base = size - BLOCK;
    size_t judged = base == size - BLOCK ? BLOCK : BLOCK - ahead_of(width);
    if (judged > hi - base) judged = hi - base;
    uint64_t found = candidates(place_of(text, width, base), width, candidate);
    found &= ~(uint64_t)0 << (from - base) & ~(uint64_t)0 >> (BLOCK - judged);
    count = put_places(found, base, places, count);
    from = base + judged;
  }
  *lo = from;
  return count;
}

/* ---- visible, visible_end ---- */

SHIPLAP_INLINE uint64_t covered_by_spaces(const void *place, int width) {
  struct ends ends = ends_in(place, bytes_at(place, width), width, 0);
  return ends.one | ends.two | ends.two >> 1 | ends.three | ends.three >> 1 | ends.three >> 2;
}

/* The first few code points are tested one by one: nearly every call ends there, and a block costs more. */
#define FEW 4

/* Return the position of the first unit that is not part of a space. In the last two units of a block of UTF-8 a space
 * may begin that ends after the block. If the first such unit is one of these two, the next block begins with it. */
SHIPLAP_INLINE size_t visible(const void *text, int width, size_t size, size_t lo, size_t hi) {
  size_t length;
  for (int i = 0; i < FEW; i++) {
    if (!(class_at(text, width, size, lo, &length) & SPACE)) return lo;
    lo += length;
    if (lo >= hi) return hi;
  }
  while (lo < hi && size - lo >= BLOCK) {
    uint64_t other = ~covered_by_spaces(place_of(text, width, lo), width);
    size_t place = other ? mask_first(other) : BLOCK;
    lo += place;
    if (place < BLOCK - ahead_of(width)) return lo < hi ? lo : hi;
  }
  if (lo >= hi) return hi;
  return shiplap_scan_scalar.visible[SHIPLAP_SCAN_ROW(width)](text, size, lo, hi);
}

/* The same backwards. Here the first two units of a block are in doubt, because a space that begins before the block
 * may end in them. */
SHIPLAP_INLINE size_t visible_end(const void *text, int width, size_t size, size_t lo, size_t hi) {
  size_t length;
  for (int i = 0; i < FEW; i++) {
    if (!(class_before(text, width, hi, &length) & SPACE)) return hi;
    hi -= length;
    if (hi <= lo) return lo;
  }
  while (hi > lo && hi >= BLOCK) {
    uint64_t other = ~covered_by_spaces(place_of(text, width, hi - BLOCK), width);
    size_t end = other ? mask_last(other) + 1 : 0;
    hi -= BLOCK - end;
    if (end > ahead_of(width)) return hi > lo ? hi : lo;
  }
  if (hi <= lo) return lo;
  return shiplap_scan_scalar.visible_end[SHIPLAP_SCAN_ROW(width)](text, size, lo, hi);
}
