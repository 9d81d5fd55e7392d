/* shiplap_inline.h: small functions of the contract that callers inline: the further candidates of a scan, a bisection,
 * the classes in the properties of a code point, the tails of words, and prefetching; and the things that Cython cannot
 * write: attributes of functions, the structures of Arrow, and atomic counts. */
#ifndef SHIPLAP_INLINE_H
#define SHIPLAP_INLINE_H

#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "shiplap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- scan ------------------------------------------------------------------------------------------------------ */

static inline size_t shiplap_lowest_bit(uint64_t mask) {
#if defined(__GNUC__) || defined(__clang__)
  return (size_t)__builtin_ctzll(mask);
#else
  size_t bit = 0;
  while (!(mask >> bit & 1)) bit++;
  return bit;
#endif
}
static inline size_t shiplap_highest_bit(uint64_t mask) {
#if defined(__GNUC__) || defined(__clang__)
  return 63 - (size_t)__builtin_clzll(mask);
#else
  size_t bit = 63;
  while (!(mask >> bit & 1)) bit--;
  return bit;
#endif
}

/* The next candidate of `more`, or -1; then `edge` is the lo (hi) of the next scan. */
static inline ptrdiff_t shiplap_next_after(struct shiplap_more *more) {
  if (!more->mask) return -1;
  ptrdiff_t place = (ptrdiff_t)(more->base + shiplap_lowest_bit(more->mask));
  more->mask &= more->mask - 1;
  return place;
}
static inline ptrdiff_t shiplap_next_before(struct shiplap_more *more) {
  if (!more->mask) return -1;
  size_t bit = shiplap_highest_bit(more->mask);
  more->mask &= ~((uint64_t)1 << bit);
  return (ptrdiff_t)(more->base + bit);
}

/* ---- the compiler -------------------------------------------------------------------------------------------------
 * */

/* Before the type of a function: the compiler always (never) copies the function into its callers. */
#if defined(__GNUC__) || defined(__clang__)
#define SHIPLAP_ALWAYS_INLINE __attribute__((always_inline))
#define SHIPLAP_NOINLINE __attribute__((noinline))
#else
#define SHIPLAP_ALWAYS_INLINE
#define SHIPLAP_NOINLINE
#endif

/* A condition that is seldom true: the compiler moves its branch out of the way. */
#if defined(__GNUC__) || defined(__clang__)
#define SHIPLAP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define SHIPLAP_UNLIKELY(condition) (condition)
#endif

/* ---- numbers --------------------------------------------------------------------------------------------------- */

/* The index of the first of `count` ascending numbers that is not below `least`, or `count`. No branch depends on the
 * numbers: a bisection with branches mispredicts every second step. */
static inline size_t shiplap_first_from(const int64_t *numbers, size_t count, int64_t least) {
  const int64_t *low = numbers;
  size_t rest = count;
  while (rest > 1) {
    size_t half = rest / 2;
    low += half & -(size_t)(low[half - 1] < least);
    rest -= half;
  }
  return (size_t)(low - numbers) + (rest && *low < least);
}

/* ---- line ------------------------------------------------------------------------------------------------------ */

/* The first four of `count` bytes in the order of memory, filled up with zeros. */
static inline uint32_t shiplap_first_bytes(const uint8_t *bytes, size_t count) {
  uint8_t some[4] = {0, 0, 0, 0};
  uint32_t first;
  if (count < 4) {
    for (size_t k = 0; k < count; k++) some[k] = bytes[k];
    bytes = some;
  }
  memcpy(&first, bytes, 4);
  return first;
}

/* Whether a unit may be a line end, or in UTF-8 its last byte: LF to CR, U+001C to U+001E and the controls between, NEL, LS
 * and PS. */
static inline int shiplap_may_end_line(uint32_t unit, int width) {
  return unit - '\n' <= 0x1E - '\n' || unit == 0x85 || (width == 0 ? (unit | 1) == 0xA9 : (unit | 1) == 0x2029);
}

#if defined(__SSE2__)
/* The bits of such units in a block: of 16 units of a byte, or of 8 other units, two bits each. */
static inline unsigned shiplap_line_bits(const void *place, int width) {
  const __m128i *some = (const __m128i *)place;
  __m128i units = _mm_loadu_si128(some), ends;
  if (width <= 1) {
    ends = _mm_sub_epi8(units, _mm_set1_epi8('\n'));
    ends = _mm_cmpeq_epi8(_mm_min_epu8(ends, _mm_set1_epi8(0x1E - '\n')), ends);
    ends = _mm_or_si128(ends, _mm_cmpeq_epi8(units, _mm_set1_epi8((char)0x85)));
    if (width == 0) {
      units = _mm_or_si128(units, _mm_set1_epi8(1));
      ends = _mm_or_si128(ends, _mm_cmpeq_epi8(units, _mm_set1_epi8((char)0xA9)));
    }
  } else {
    if (width == 4) units = _mm_packs_epi32(units, _mm_loadu_si128(some + 1)); /* what is too large is 0x7FFF */
    ends = _mm_subs_epu16(_mm_sub_epi16(units, _mm_set1_epi16('\n')), _mm_set1_epi16(0x1E - '\n'));
    ends = _mm_cmpeq_epi16(ends, _mm_setzero_si128());
    ends = _mm_or_si128(ends, _mm_cmpeq_epi16(units, _mm_set1_epi16(0x85)));
    units = _mm_or_si128(units, _mm_set1_epi16(1));
    ends = _mm_or_si128(ends, _mm_cmpeq_epi16(units, _mm_set1_epi16(0x2029)));
  }
  return (unsigned)_mm_movemask_epi8(ends);
}
#endif

static inline uint32_t shiplap_unit_of(const void *text, int width, size_t at) {
  return width <= 1   ? ((const uint8_t *)text)[at]
         : width == 2 ? ((const uint16_t *)text)[at]
                      : ((const uint32_t *)text)[at];
}

/* The offset of the first unit in [at, high) that may end a line, or `high`. Lines are short: a call of a kernel costs as
 * much as five blocks. */
static inline ptrdiff_t shiplap_line_on(const void *text, int width, ptrdiff_t at, ptrdiff_t high) {
#if defined(__SSE2__)
  const ptrdiff_t units = width <= 1 ? 16 : 8, size = width ? width : 1;
  for (; high - at >= units; at += units) {
    unsigned bits = shiplap_line_bits((const uint8_t *)text + at * size, width);
    if (bits) return at + (ptrdiff_t)shiplap_lowest_bit(bits) * units / 16;
  }
#endif
  while (at < high && !shiplap_may_end_line(shiplap_unit_of(text, width, (size_t)at), width)) at++;
  return at;
}

/* The offset after the last unit in [low, end) that may end a line, or `low`. */
static inline ptrdiff_t shiplap_line_back(const void *text, int width, ptrdiff_t low, ptrdiff_t end) {
#if defined(__SSE2__)
  const ptrdiff_t units = width <= 1 ? 16 : 8, size = width ? width : 1;
  for (; end - low >= units; end -= units) {
    unsigned bits = shiplap_line_bits((const uint8_t *)text + (end - units) * size, width);
    if (bits) return end - units + 1 + (ptrdiff_t)shiplap_highest_bit(bits) * units / 16;
  }
#endif
  while (end > low && !shiplap_may_end_line(shiplap_unit_of(text, width, (size_t)end - 1), width)) end--;
  return end;
}

/* Code units of two or four bytes as bytes, 0x80 for each unit beyond ASCII. `room`: the number of units that may be
 * read, at least `count`. `bytes` has room for `count`, rounded up to a multiple of 16. */
static inline void shiplap_narrow(const void *units, int width, size_t count, size_t room, uint8_t *bytes) {
  size_t k = 0;
#if defined(__SSE2__)
  const uint8_t *place = (const uint8_t *)units;
  const __m128i most = _mm_set1_epi16(0x80);
  for (; k < count && room - k >= 16; k += 16) {
    const __m128i *some = (const __m128i *)(const void *)(place + k * (size_t)width);
    __m128i head = _mm_loadu_si128(some), tail = _mm_loadu_si128(some + 1);
    if (width == 4) { /* no code point is negative as a number of 32 bits */
      head = _mm_packs_epi32(head, tail);
      tail = _mm_packs_epi32(_mm_loadu_si128(some + 2), _mm_loadu_si128(some + 3));
    }
    /* the least of two unsigned numbers, which SSE2 has only for bytes: a - (a - b, with saturation at 0) */
    head = _mm_sub_epi16(head, _mm_subs_epu16(head, most));
    tail = _mm_sub_epi16(tail, _mm_subs_epu16(tail, most));
    _mm_storeu_si128((__m128i *)(void *)(bytes + k), _mm_packus_epi16(head, tail));
  }
#else
  (void)room;
#endif
  for (; k < count; k++) {
    uint32_t unit = width == 2 ? ((const uint16_t *)units)[k] : ((const uint32_t *)units)[k];
    bytes[k] = (uint8_t)(unit < 0x80 ? unit : 0x80);
  }
}

/* The number of spaces at the beginning of eight bytes. */
static inline size_t shiplap_leading_spaces(const uint8_t *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t eight;
  memcpy(&eight, bytes, 8);
  eight ^= 0x2020202020202020u;
  return eight ? shiplap_lowest_bit(eight) / 8 : 8;
#else
  size_t count = 0;
  while (count < 8 && bytes[count] == ' ') count++;
  return count;
#endif
}

/* ---- code ------------------------------------------------------------------------------------------------------ */

/* 1 for a unit of a word: a letter or digit of ASCII, "_", "$", or a byte from 0x80 on. */
static inline unsigned shiplap_is_word_unit(uint8_t unit) {
  return unit >= 0x80 || (uint8_t)((unit | 0x20) - 'a') < 26 || (uint8_t)(unit - '0') < 10 || unit == '_' ||
         unit == '$';
}

#if defined(__SSE2__)
/* A bit for each of 16 bytes that is a unit of a word. A sum moves the last letter (digit) to 127, the largest number that a
 * byte compares as, so that one comparison finds a range. */
static inline unsigned shiplap_word_mask(__m128i units) {
  __m128i letters = _mm_add_epi8(_mm_or_si128(units, _mm_set1_epi8(0x20)), _mm_set1_epi8(127 - 'z'));
  __m128i digits = _mm_add_epi8(units, _mm_set1_epi8(127 - '9'));
  letters = _mm_cmpgt_epi8(letters, _mm_set1_epi8(127 - 26));
  digits = _mm_cmpgt_epi8(digits, _mm_set1_epi8(127 - 10));
  __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(units, _mm_set1_epi8('_')), _mm_cmpeq_epi8(units, _mm_set1_epi8('$')));
  units = _mm_or_si128(_mm_or_si128(units, marks), _mm_or_si128(letters, digits)); /* 0x80 is the bit that counts */
  return (unsigned)_mm_movemask_epi8(units);
}
#endif

/* The offset of the next byte that is not a unit of a word, or `size`. Blocks of 16 bytes: the end of most words is found
 * without a loop, whose end could not be guessed. */
static inline size_t shiplap_word_end(const uint8_t *text, size_t at, size_t size) {
#if defined(__SSE2__)
  for (; at + 16 <= size; at += 16) {
    unsigned others = shiplap_word_mask(_mm_loadu_si128((const __m128i *)(const void *)(text + at))) ^ 0xFFFF;
    if (others) return at + shiplap_lowest_bit(others);
  }
#endif
  while (at < size && shiplap_is_word_unit(text[at])) at++;
  return at;
}

#if defined(__SSE2__)
/* The number of bytes equal to `byte` at the beginning of 16 bytes. */
static inline size_t shiplap_leading(const uint8_t *bytes, char byte) {
  __m128i units = _mm_loadu_si128((const __m128i *)(const void *)bytes);
  return shiplap_lowest_bit(~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(units, _mm_set1_epi8(byte))));
}
#endif

/* The offset of the next byte that is not white space inside a line, or `size`. `column`: the column of that byte if `at`
 * begins a line, with tabs to multiples of 8; 0 after a vertical tab or a form feed. In blocks of 16 bytes: no branch
 * depends on the number of spaces, or of tabs before them. */
static inline size_t shiplap_indentation(const uint8_t *text, size_t at, size_t size, size_t *column) {
  size_t width = 0;
#if defined(__SSE2__)
  while (at + 16 <= size) {
    size_t spaces = shiplap_leading(text + at, ' ');
    at += spaces;
    width += spaces;
    if (spaces == 16) continue;
    if (text[at] > '\f' || text[at] == '\n') {
      *column = width;
      return at;
    }
    if (text[at] != '\t' || at + 16 > size) break;
    size_t tabs = shiplap_leading(text + at, '\t');
    at += tabs;
    width = (width / 8 + tabs) * 8;
  }
#endif
  for (; at < size; at++) {
    if (text[at] == ' ')
      width++;
    else if (text[at] == '\t')
      width = (width / 8 + 1) * 8;
    else if (text[at] == '\v' || text[at] == '\f')
      width = 0;
    else
      break;
  }
  *column = width;
  return at;
}

/* The offset of the next word from `at` on whose first byte may be in `firsts`, or an offset not before `stop`. Bit n of
 * `firsts` stands for the bytes whose lowest six bits are n. `at` is not inside a word. `size` bytes may be read. In blocks of
 * 16 bytes, which are not searched for the ends of words. */
static inline size_t shiplap_word_among(const uint8_t *text, size_t at, size_t stop, size_t size, uint64_t firsts) {
  unsigned inside = 0; /* 1 if the byte before `at` is a unit of a word */
#if defined(__SSE2__)
  for (; at < stop && at + 16 <= size; at += 16) {
    unsigned units = shiplap_word_mask(_mm_loadu_si128((const __m128i *)(const void *)(text + at)));
    unsigned begins = units & ~(units << 1 | inside);
    inside = units >> 15;
    for (; begins; begins &= begins - 1) {
      size_t begin = at + shiplap_lowest_bit(begins);
      if (firsts >> (text[begin] & 63) & 1) return begin;
    }
  }
#else
  (void)size;
#endif
  for (; at < stop; at++) {
    unsigned is_unit = shiplap_is_word_unit(text[at]);
    if (is_unit && !inside && firsts >> (text[at] & 63) & 1) return at;
    inside = is_unit;
  }
  return at;
}

/* The letters of a word of 1 to 15 bytes, filled up with zeros to 16 bytes. `room`: the bytes that may be read. */
static inline void shiplap_letters(const uint8_t *word, size_t size, size_t room, uint64_t *letters) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (room >= 16) {
    memcpy(letters, word, 16);
    letters[1] &= size > 8 ? ((uint64_t)1 << (8 * size - 64)) - 1 : 0;
    letters[0] &= size < 8 ? ((uint64_t)1 << 8 * size) - 1 : ~(uint64_t)0;
    return;
  }
#endif
  (void)room;
  letters[0] = letters[1] = 0;
  memcpy(letters, word, size);
}

/* The number of spaces and tabs at the beginning of the eight bytes at `units`, which are units of `width` bytes (1, 2
 * or 4). All bits of a unit except the highest are compared with 0 by a sum that carries into the highest bit. */
static inline size_t shiplap_leading_blanks(const void *units, size_t width) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint64_t ones = width == 1 ? 0x0101010101010101u : width == 2 ? 0x0001000100010001u : 0x0000000100000001u;
  const uint64_t tops = ones << (8 * width - 1), rests = tops - ones;
  uint64_t eight, others, tabs;
  memcpy(&eight, units, 8);
  others = eight ^ ones * ' ';
  tabs = eight ^ ones * '\t';
  others = (((others & ~tops) + rests) | others) & (((tabs & ~tops) + rests) | tabs) & tops;
  return (others ? shiplap_lowest_bit(others) / 8 : 8) / width;
#else
  size_t count = 0;
  for (; count < 8 / width; count++) {
    uint32_t unit = width == 1   ? ((const uint8_t *)units)[count]
                    : width == 2 ? ((const uint16_t *)units)[count]
                                 : ((const uint32_t *)units)[count];
    if (unit != ' ' && unit != '\t') break;
  }
  return count;
#endif
}

/* ---- properties ------------------------------------------------------------------------------------------------ */

static inline int shiplap_grapheme_class_of(uint16_t properties) { return properties & 15; }
static inline int shiplap_word_class_of(uint16_t properties) { return properties >> 4 & 7; }
static inline int shiplap_sentence_class_of(uint16_t properties) { return properties >> 7 & 15; }

/* ---- words: their tails, without a branch, which could not be guessed ---------------------------------------------
 * */

/* Not 0 for a tail that the filter does not have. */
static inline uint64_t shiplap_unknown_tail(uint64_t tail) {
  uint64_t hash = tail * 0x9E3779B97F4A7C15u, bits = (uint64_t)1 << (hash >> 58) | (uint64_t)1 << (hash >> 52 & 63);
  return bits & ~shiplap_word_tails[hash >> 42 & (SHIPLAP_TAILS - 1)];
}

/* 1 for any number except 0. */
static inline uint64_t shiplap_some(uint64_t value) { return (value | (0 - value)) >> 63; }

/* The eight units before `end`, as bytes of which the last unit is the highest; 0 or 0xFF for units beyond Latin-1. */
static inline uint64_t shiplap_last_units(const void *text, int width, size_t end) {
  const uint8_t *place = (const uint8_t *)text + (end - 8) * (size_t)(width ? width : 1);
  uint64_t tail = 0;
#if defined(__SSE2__)
  const __m128i *units = (const __m128i *)(const void *)place;
  if (width > 1) {
    __m128i pairs = _mm_loadu_si128(units);
    if (width == 4) pairs = _mm_packs_epi32(pairs, _mm_loadu_si128(units + 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs));
  }
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (width <= 1) {
    memcpy(&tail, place, 8);
    return tail;
  }
#endif
  for (int i = 0; i < 8; i++) {
    uint32_t unit = width <= 1   ? place[i]
                    : width == 2 ? ((const uint16_t *)(const void *)place)[i]
                                 : ((const uint32_t *)(const void *)place)[i];
    tail |= (uint64_t)(unit < 0x100 ? unit : 0xFF) << (8 * i);
  }
  return tail;
}

/* The four code points before `end` less U+0380, in fields of 16 bits of which the last code point is the highest; and
 * in `other` the highest bit of each field whose code point is not one of U+0380..U+047F (Greek, Cyrillic). */
static inline uint64_t shiplap_last_pairs(const void *text, int width, size_t end, uint64_t *other) {
  const uint64_t each = 0x0001000100010001u;
  uint64_t fields = 0, bad;
  if (width == 0) {
    fields = shiplap_last_units(text, 0, end);
    uint64_t lead = (fields & 0xFF * each) + 2 * each, next = fields >> 8 & 0xFF * each; /* CE..D1 are D0..D3 */
    bad = ((lead & 0x1FC * each) ^ 0xD0 * each) | ((next & 0xC0 * each) ^ 0x80 * each);
    fields = (lead & 3 * each) << 6 | (next & 0x3F * each);
  } else {
    for (int i = 0; i < 4; i++) {
      uint32_t unit =
          width == 2 ? ((const uint16_t *)text)[end - 4 + (size_t)i] : ((const uint32_t *)text)[end - 4 + (size_t)i];
      fields |= (uint64_t)(unit < 0x4000 ? unit : 0) << (16 * i);
    }
    fields += 0x80 * each;
    bad = (fields & 0xFF00 * each) ^ 0x400 * each;
    fields &= 0xFF * each;
  }
  *other = ((bad + 0x7FFF * each) | bad) & 0x8000 * each;
  return fields;
}

/* The tail, from them. */
static inline uint64_t shiplap_pairs_run(uint64_t fields, uint64_t other) {
  other |= other >> 16;
  other |= other >> 32;
  return fields & ~((other << 1) - (other >> 15));
}

/* The highest bit of each of eight bytes that is not one of `first` to `last`, in ASCII. */
static inline uint64_t shiplap_outside(uint64_t bytes, uint8_t first, uint8_t last) {
  const uint64_t each = 0x0101010101010101u, high = each << 7, low = bytes & ~high;
  return ~((low + each * (uint64_t)(0x80 - first)) & ~(low + each * (uint64_t)(0x7F - last)) & ~bytes) & high;
}

/* The same for each byte that is not a letter in ASCII. 0x20 makes a small letter of a capital letter, and of no other
 * byte. */
static inline uint64_t shiplap_no_letters(uint64_t bytes) {
  return shiplap_outside(bytes | 0x2020202020202020u, 'a', 'z');
}

/* All ones for each byte of the run of a to z at the upper end: `last & run` is the tail. */
static inline uint64_t shiplap_small_run(uint64_t last) {
  uint64_t other = shiplap_outside(last, 'a', 'z');
  other |= other >> 8;
  other |= other >> 16;
  other |= other >> 32;
  return ~((other << 1) - (other >> 7));
}

/* The kinds of a word of one to seven letters in ASCII, in all languages together: its letters are the highest bytes,
 * the last one highest, and the others are 0. */
static inline unsigned shiplap_short_kinds(uint64_t letters) {
  uint64_t hash = (letters ^ letters >> 32) * 0x9E3779B97F4A7C15u;
  uint64_t first = shiplap_short_words[hash >> 50];
  uint64_t second = shiplap_short_words[hash >> 36 & (SHIPLAP_SHORT_WORDS - 1)];
  first &= shiplap_some((first ^ letters) >> 8) - 1;
  second &= shiplap_some((second ^ letters) >> 8) - 1;
  return (unsigned)((first | second) & 0xFF);
}

/* 1 where of eight units, the first one lowest, one to seven are a to z, and then comes ASCII that is neither a letter
 * nor a digit. */
static inline uint64_t shiplap_small_word(uint64_t units) {
  uint64_t other = shiplap_outside(units, 'a', 'z');
  uint64_t after = units >> (shiplap_lowest_bit(other | (uint64_t)1 << 63) & ~(size_t)7) & 0xFF;
  return shiplap_some(other) & ~(other >> 7) & (after - 1 < 0x7F) & (after - '0' > 9) & (after - 'A' > 25);
}

/* Write the first letters of the four units at `at` if all are ASCII, the first one lowest: the first unit, and the
 * letters directly after it if it is a letter. Return 0 if not all are ASCII. */
static inline int shiplap_ascii_letters(const void *text, int width, ptrdiff_t at, ptrdiff_t size, uint32_t *letters) {
  uint64_t units = 0, other = 0;
  if (size - at < 4) return 0;
  if (width <= 1) {
    const uint8_t *some = (const uint8_t *)text + at;
    units = (uint32_t)some[0] | (uint32_t)some[1] << 8 | (uint32_t)some[2] << 16 | (uint32_t)some[3] << 24;
    other = units & 0x80808080u;
  } else {
    for (size_t k = 0; k < 4; k++) {
      uint32_t unit = width == 2 ? ((const uint16_t *)text)[(size_t)at + k] : ((const uint32_t *)text)[(size_t)at + k];
      units |= (uint64_t)unit << (8 * k);
      other |= unit & ~0x7Fu;
    }
  }
  if (other) return 0;
  other = shiplap_lowest_bit(shiplap_no_letters(units)) & ~(size_t)7; /* the fifth byte is no letter */
  *letters = (uint32_t)(units & (((uint64_t)1 << (other ? other : 8)) - 1));
  return 1;
}
static inline uint32_t shiplap_letters_hash(uint32_t letters) { return letters * 0x9E3779B1u; }

/* Whether a decimal digit may be from unit `at` to `end`: a digit of ASCII, or a unit of a range in which scripts have
 * digits of their own (U+0660 to U+1FFF, U+A620 to U+ABFF, U+FF10 and on; in UTF-8 the first byte of such a character).
 * Without a branch for a unit, so that the compiler reads many at once. */
static inline int shiplap_may_have_digit(const void *text, int width, size_t at, size_t end) {
  if (width <= 1) { /* no digit of Latin-1 is beyond ASCII */
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t found = 0, others = width == 0;
    for (; at < end; at++) {
      uint8_t byte = bytes[at];
      found |= (uint8_t)(byte - '0') < 10;
      found |= others & (((uint8_t)(byte - 0xD9) < 9) | (byte == 0xEA) | (byte >= 0xEF));
    }
    return found;
  }
  uint16_t found = 0;
  for (; width == 2 && at < end; at++) {
    uint16_t unit = ((const uint16_t *)text)[at];
    found |= (uint16_t)(unit - '0') < 10 || (uint16_t)(unit - 0x660) < 0x19A0 || (uint16_t)(unit - 0xA620) < 0x5E0 ||
             unit >= 0xFF10;
  }
  for (; at < end; at++) {
    uint32_t unit = ((const uint32_t *)text)[at];
    found |= unit - '0' < 10 || unit - 0x660 < 0x19A0 || unit - 0xA620 < 0x5E0 || unit >= 0xFF10;
  }
  return found;
}

/* Whether a divider of columns is from unit `at` to `end`: | U+00B7 or U+2022, in UTF-8 as whole characters. In the same
 * way. */
static inline int shiplap_has_divider(const void *text, int width, size_t at, size_t end) {
  uint8_t found = 0;
  if (width <= 1) {
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t latin = width == 1;
    for (size_t k = at; k < end; k++) found |= (bytes[k] == '|') | (latin & (bytes[k] == 0xB7));
    for (size_t k = at + 1; !latin && k < end; k++) found |= (bytes[k - 1] == 0xC2) & (bytes[k] == 0xB7);
    for (size_t k = at + 2; !latin && k < end; k++)
      found |= (bytes[k - 2] == 0xE2) & (bytes[k - 1] == 0x80) & (bytes[k] == 0xA2);
    return found;
  }
  uint16_t wide = 0;
  for (; width == 2 && at < end; at++) {
    uint16_t unit = ((const uint16_t *)text)[at];
    wide |= (unit == '|') | (unit == 0xB7) | (unit == 0x2022);
  }
  for (; at < end; at++) {
    uint32_t unit = ((const uint32_t *)text)[at];
    wide |= (unit == '|') | (unit == 0xB7) | (unit == 0x2022);
  }
  return wide;
}

/* Ask for the cache line of an address that will soon be read. Any address is allowed. */
static inline void shiplap_prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 0, 3);
#else
  (void)address;
#endif
}

/* Move on in UTF-8 to the code point with `wanted` code points before it, if the sums, which are moved on up to `valid`,
 * have it before their end: from offset *at with *measure code points before it, which become those reached. Returns
 * whether it was so. */
static inline int shiplap_sums_walk(struct shiplap_sums *sums, const uint8_t *text, ptrdiff_t valid, ptrdiff_t wanted,
                                    ptrdiff_t *at, ptrdiff_t *measure) {
  size_t count = (size_t)wanted, known = (size_t)*at;
  if (wanted <= *measure) return 1;
  while (count >= sums->after && sums->end < (size_t)valid)
    shiplap_sums_move(sums, text, shiplap_sums_part(text, sums->end, (size_t)valid), 1);
  if (count < sums->before || count >= sums->after) return 0;
  *at = (ptrdiff_t)shiplap_sums_seek(sums, text, known > sums->begin ? known : sums->begin, count);
  *measure = wanted;
  return 1;
}

/* ---- the Arrow C data interface, as its specification writes it ------------------------------------------------ */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};
#endif

/* ---- shared between threads ------------------------------------------------------------------------------------ */

#define shiplap_count_up(at) __atomic_add_fetch(at, 1, __ATOMIC_RELAXED)
#define shiplap_count_down(at) __atomic_sub_fetch(at, 1, __ATOMIC_ACQ_REL)
#define shiplap_lock(at) __atomic_test_and_set(at, __ATOMIC_ACQUIRE)
#define shiplap_unlock(at) __atomic_clear(at, __ATOMIC_RELEASE)

#ifdef __cplusplus
}
#endif
#endif
