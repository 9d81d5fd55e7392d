/* wide_scalar.c: code units of one, two or four bytes in plain C: the meaning of the variants. Each kernel is written
 * once for any width, and instantiated with a constant width.
 */
#include "kernels.h"

#include "wide_copy.h"

SHIPLAP_INLINE uint32_t unit_of(const void *units, int width, size_t i) {
  return width == 1   ? ((const uint8_t *)units)[i]
         : width == 2 ? ((const uint16_t *)units)[i]
                      : ((const uint32_t *)units)[i];
}

SHIPLAP_INLINE size_t bytes_of(uint32_t unit) {
  return 1 + (size_t)(unit >= 0x80) + (size_t)(unit >= 0x800) + (size_t)(unit >= 0x10000);
}

SHIPLAP_INLINE size_t utf8_size(const void *units, int width, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) bytes += bytes_of(unit_of(units, width, i));
  return bytes;
}

static size_t utf16_size(const void *units, size_t count) {
  size_t size = count;
  for (size_t i = 0; i < count; i++) size += unit_of(units, 4, i) >= 0x10000;
  return size;
}

SHIPLAP_INLINE size_t skip(const void *units, int width, size_t count, size_t *bytes) {
  size_t left = *bytes, i = 0;
  for (; i < count; i++) {
    size_t here = bytes_of(unit_of(units, width, i));
    if (here > left) break;
    left -= here;
  }
  *bytes = left;
  return i;
}

SHIPLAP_INLINE size_t surrogate(const void *units, int width, size_t count) {
  size_t i = 0;
  while (i < count && (unit_of(units, width, i) & ~0x7FFu) != 0xD800) i++;
  return i;
}

/* Return whether eight units are all ASCII, by the union of their bits, without a branch for each. */
SHIPLAP_INLINE int ascii_eight(const void *units, int width, size_t i) {
  uint32_t bits = 0;
  for (size_t k = 0; k < 8; k++) bits |= unit_of(units, width, i + k);
  return bits < 0x80;
}

SHIPLAP_INLINE size_t encode(const void *units, int width, size_t count, uint8_t *out) {
  uint8_t *to = out;
  for (size_t i = 0; i < count;) {
    while (count - i >= 8 && ascii_eight(units, width, i)) {
      for (size_t k = 0; k < 8; k++) to[k] = (uint8_t)unit_of(units, width, i + k);
      i += 8;
      to += 8;
    }
    /* One by one up to the next unit that could begin such a block. */
    for (int ascii = 0; i < count && ascii < 8;) {
      uint32_t unit = unit_of(units, width, i++);
      if (unit < 0x80) {
        *to++ = (uint8_t)unit;
        ascii++;
        continue;
      }
      ascii = 0;
      if (unit < 0x800) {
        *to++ = (uint8_t)(0xC0 | (unit >> 6));
      } else {
        if (unit < 0x10000) {
          *to++ = (uint8_t)(0xE0 | (unit >> 12));
        } else {
          *to++ = (uint8_t)(0xF0 | (unit >> 18));
          *to++ = (uint8_t)(0x80 | ((unit >> 12) & 0x3F));
        }
        *to++ = (uint8_t)(0x80 | ((unit >> 6) & 0x3F));
      }
      *to++ = (uint8_t)(0x80 | (unit & 0x3F));
    }
  }
  return (size_t)(to - out);
}

#define INSTANCES(width)                                                                                     \
  static size_t utf8_size##width(const void *units, size_t count) { return utf8_size(units, width, count); } \
  static size_t skip##width(const void *units, size_t count, size_t *bytes) {                                \
    return skip(units, width, count, bytes);                                                                 \
  }                                                                                                          \
  static size_t surrogate##width(const void *units, size_t count) { return surrogate(units, width, count); } \
  static size_t encode##width(const void *units, size_t count, uint8_t *out) {                               \
    return encode(units, width, count, out);                                                                 \
  }
INSTANCES(1)
INSTANCES(2)
INSTANCES(4)

const struct shiplap_wide_kernels shiplap_wide_scalar = {
    .utf8_size = {utf8_size1, utf8_size2, utf8_size4},
    .utf16_size = utf16_size,
    .skip = {skip1, skip2, skip4},
    .surrogate = {surrogate1, surrogate2, surrogate4},
    .encode = {encode1, encode2, encode4},
    SHIPLAP_COPY_KERNELS,
};
