/* scan_classes.h: the classes (space, line end, mark) of the code point before a position and of the code point at it.
 * The scalar kernels consist of these functions, and the variants call them for the first units before they read a
 * block.
 *
 * Of the classes, only spaces beyond ASCII have more than one byte in UTF-8. The functions find exactly these:
 *   C2 85, C2 A0, E1 9A 80, E2 80 80..8A, E2 80 A8, E2 80 A9, E2 80 AF, E2 81 9F, E3 80 80
 */
#ifndef SHIPLAP_SCAN_CLASSES_H
#define SHIPLAP_SCAN_CLASSES_H

#include "kernels.h"
#include "shiplap_marks.h"
#include "unicode_data.h"

#define UTF8 0 /* the width of UTF-8 */
enum { SPACE = 1, LINE = 2, MARK = 4 };

SHIPLAP_INLINE int class_of_ascii(uint32_t c) {
  static const uint8_t classes[0x80] = {
      ['\t'] = SPACE, ['\n'] = SPACE | LINE, ['\v'] = SPACE | LINE, ['\f'] = SPACE | LINE, ['\r'] = SPACE | LINE,
      [' '] = SPACE,  ['.'] = MARK,          ['!'] = MARK,          ['?'] = MARK,
  };
  return classes[c];
}

#define IS_IN(first, last) || c - (first) <= (last) - (first)
SHIPLAP_INLINE int class_beyond_ascii(uint32_t c) {
  if (c == 0x85 || c == 0x2028 || c == 0x2029) return SPACE | LINE;
  return 0 SHIPLAP_WHITE_SPACE_RANGES(IS_IN) ? SPACE : 0;
}
#undef IS_IN

SHIPLAP_INLINE uint32_t unit_of(const void *text, int width, size_t i) {
  return width <= 1   ? ((const uint8_t *)text)[i]
         : width == 2 ? ((const uint16_t *)text)[i]
                      : ((const uint32_t *)text)[i];
}

SHIPLAP_INLINE int class_of_two(const uint8_t *c) { /* after the byte C2 the second byte is the code point */
  return c[0] == 0xC2 && c[1] >= 0x80 ? class_beyond_ascii(c[1]) : 0;
}

SHIPLAP_INLINE int class_of_three(const uint8_t *c) {
  if (c[0] < 0xE1 || c[0] > 0xE3 || (c[1] & 0xC0) != 0x80 || (c[2] & 0xC0) != 0x80) return 0;
  return class_beyond_ascii((uint32_t)(c[0] & 0x0F) << 12 | (uint32_t)(c[1] & 0x3F) << 6 | (c[2] & 0x3F));
}

/* Return the class of the code point that begins at p. `length`: its number of units, if it is a space or a mark. */
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

/* The same for the code point that ends before p; p > 0. */
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

/* Return whether a far code point begins at p: one from U+0E00 on, except U+AC00..U+DFFF. In UTF-8 the first bytes of
 * far code points are E0 B8 and above, E1 to E9, EA 80 to EA AF, and EE and above. */
SHIPLAP_INLINE int is_far(const void *text, int width, size_t size, size_t p) {
  uint32_t c = unit_of(text, width, p);
  if (width != UTF8) return c >= 0xE00 && c - 0xAC00 > 0xDFFF - 0xAC00;
  if (c < 0xE0 || (c >= 0xEB && c <= 0xED)) return 0;
  uint32_t next = size - p >= 2 ? unit_of(text, width, p + 1) : 0;
  return c == 0xE0 ? next >= 0xB8 : c == 0xEA ? next < 0xB0 : 1;
}

#endif
