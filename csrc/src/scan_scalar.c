/* scan_scalar.c: candidates for a boundary without an instruction set, and the meaning of the variants.
 *
 * Two questions carry everything: what is the code point that ends before p, and what is the one at p?
 *   LINE      the one before is a line end, and the two are not CR LF
 *   WORD      the one before is a space, the one at p is not
 *   SENTENCE  WORD, and the code point before that space is a mark or a space
 * In UTF-8 only spaces beyond ASCII have more than one byte, and the questions look for exactly those:
 *   C2 85, C2 A0, E1 9A 80, E2 80 80..8A, E2 80 A8, E2 80 A9, E2 80 AF, E2 81 9F, E3 80 80
 */
#include "kernels.h"

#define UTF8 0 /* the width that says so */
enum { SPACE = 1, LINE = 2, MARK = 4 };

SHIPLAP_INLINE int class_of_ascii(uint32_t c) {
  static const uint8_t classes[0x80] = {
      ['\t'] = SPACE,       ['\n'] = SPACE | LINE, ['\v'] = SPACE | LINE, ['\f'] = SPACE | LINE,
      ['\r'] = SPACE | LINE, [' '] = SPACE,        ['.'] = MARK,          ['!'] = MARK,
      ['?'] = MARK,
  };
  return classes[c];
}

static int class_beyond_ascii(uint32_t c) {
  switch (c) {
    case 0x85: case 0x2028: case 0x2029: return SPACE | LINE;
    case 0xA0: case 0x1680: case 0x202F: case 0x205F: case 0x3000: return SPACE;
    default: return c >= 0x2000 && c <= 0x200A ? SPACE : 0;
  }
}

SHIPLAP_INLINE uint32_t unit_of(const void *text, int width, size_t i) {
  return width <= 1   ? ((const uint8_t *)text)[i]
         : width == 2 ? ((const uint16_t *)text)[i]
                      : ((const uint32_t *)text)[i];
}

SHIPLAP_INLINE int class_of_two(const uint8_t *c) { return c[0] == 0xC2 ? class_beyond_ascii(c[1]) : 0; }

SHIPLAP_INLINE int class_of_three(const uint8_t *c) {
  if (c[0] < 0xE1 || c[0] > 0xE3 || (c[1] & 0xC0) != 0x80 || (c[2] & 0xC0) != 0x80) return 0;
  return class_beyond_ascii((uint32_t)(c[0] & 0x0F) << 12 | (uint32_t)(c[1] & 0x3F) << 6 | (c[2] & 0x3F));
}

/* The class of the code point that begins at p, and how many units it has: what length says is meant only for
 * spaces and marks. */
SHIPLAP_INLINE int class_at(const void *text, int width, size_t size, size_t p, size_t *length) {
  uint32_t c = unit_of(text, width, p);
  *length = 1;
  if (c < 0x80) return class_of_ascii(c);
  if (width != UTF8) return class_beyond_ascii(c);
  const uint8_t *place = (const uint8_t *)text + p;
  if (c == 0xC2 && size - p >= 2) {
    *length = 2;
    return class_of_two(place);
  }
  if (c >= 0xE1 && c <= 0xE3 && size - p >= 3) {
    *length = 3;
    return class_of_three(place);
  }
  return 0;
}

/* The same for the code point that ends before p, p > 0. */
SHIPLAP_INLINE int class_before(const void *text, int width, size_t p, size_t *length) {
  uint32_t c = unit_of(text, width, p - 1);
  *length = 1;
  if (c < 0x80) return class_of_ascii(c);
  if (width != UTF8) return class_beyond_ascii(c);
  const uint8_t *end = (const uint8_t *)text + p;
  if (c > 0xBF) return 0;
  if (p >= 2 && end[-2] == 0xC2) {
    *length = 2;
    return class_of_two(end - 2);
  }
  if (p >= 3) {
    *length = 3;
    return class_of_three(end - 3);
  }
  return 0;
}

SHIPLAP_INLINE int is_candidate(const void *text, int width, int candidate, size_t size, size_t p) {
  size_t space, other;
  int before = class_before(text, width, p, &space);
  if (candidate == SHIPLAP_LINE)
    return (before & LINE) && !(unit_of(text, width, p) == '\n' && unit_of(text, width, p - 1) == '\r');
  if (!(before & SPACE) || (class_at(text, width, size, p, &other) & SPACE)) return 0;
  if (candidate == SHIPLAP_WORD) return 1;
  return p > space && (class_before(text, width, p - space, &other) & (SPACE | MARK));
}

SHIPLAP_INLINE ptrdiff_t first(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi) {
  for (size_t p = lo; p < hi; p++)
    if (is_candidate(text, width, candidate, size, p)) return (ptrdiff_t)p;
  return -1;
}

SHIPLAP_INLINE ptrdiff_t last(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi) {
  for (size_t p = hi; p-- > lo;)
    if (is_candidate(text, width, candidate, size, p)) return (ptrdiff_t)p;
  return -1;
}

SHIPLAP_INLINE size_t visible(const void *text, int width, size_t size, size_t lo, size_t hi) {
  size_t length;
  while (lo < hi && (class_at(text, width, size, lo, &length) & SPACE)) lo += length;
  return lo < hi ? lo : hi;
}

SHIPLAP_INLINE size_t visible_end(const void *text, int width, size_t lo, size_t hi) {
  size_t length;
  while (hi > lo && (class_before(text, width, hi, &length) & SPACE)) hi -= length;
  return hi > lo ? hi : lo;
}

#define SCAN(name, width, candidate)                                                                         \
  static ptrdiff_t name##_##width##_##candidate(const void *text, size_t size, size_t lo, size_t hi) {       \
    return name(text, width, candidate, size, lo, hi);                                                       \
  }
#define INSTANCES(width)                                                                                     \
  SCAN(first, width, SHIPLAP_LINE)                                                                           \
  SCAN(first, width, SHIPLAP_WORD)                                                                           \
  SCAN(first, width, SHIPLAP_SENTENCE)                                                                       \
  SCAN(last, width, SHIPLAP_LINE)                                                                            \
  SCAN(last, width, SHIPLAP_WORD)                                                                            \
  SCAN(last, width, SHIPLAP_SENTENCE)                                                                        \
  static size_t visible_##width(const void *text, size_t size, size_t lo, size_t hi) {                       \
    return visible(text, width, size, lo, hi);                                                               \
  }                                                                                                          \
  static size_t visible_end_##width(const void *text, size_t size, size_t lo, size_t hi) {                   \
    (void)size;                                                                                              \
    return visible_end(text, width, lo, hi);                                                                 \
  }
INSTANCES(0)
INSTANCES(1)
INSTANCES(2)
INSTANCES(4)

#define ROW(name, width) {name##_##width##_SHIPLAP_LINE, name##_##width##_SHIPLAP_WORD, name##_##width##_SHIPLAP_SENTENCE}

const struct shiplap_scan_kernels shiplap_scan_scalar = {
    .first = {ROW(first, 0), ROW(first, 1), ROW(first, 2), ROW(first, 4)},
    .last = {ROW(last, 0), ROW(last, 1), ROW(last, 2), ROW(last, 4)},
    .visible = {visible_0, visible_1, visible_2, visible_4},
    .visible_end = {visible_end_0, visible_end_1, visible_end_2, visible_end_4},
};
