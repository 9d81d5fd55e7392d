/* find_scalar.c: the ends of a literal, and the units of a set, in plain C: the meaning of the variants. */
#include "find.h"

SHIPLAP_INLINE int is_match(const void *text, int width, const void *literal, size_t length, size_t p) {
  return unit_of(text, width, p - 1) == unit_of(literal, width, length - 1) &&
         unit_of(text, width, p - length) == unit_of(literal, width, 0) &&
         is_inside_same(text, width, literal, length, p);
}

SHIPLAP_INLINE ptrdiff_t first(const void *text, int width, size_t size, const void *literal, size_t length, size_t lo,
                               size_t hi) {
  (void)size;
  for (size_t p = lo; p < hi; p++)
    if (is_match(text, width, literal, length, p)) return (ptrdiff_t)p;
  return -1;
}

SHIPLAP_INLINE ptrdiff_t last(const void *text, int width, size_t size, const void *literal, size_t length, size_t lo,
                              size_t hi) {
  (void)size;
  for (size_t p = hi; p-- > lo;)
    if (is_match(text, width, literal, length, p)) return (ptrdiff_t)p;
  return -1;
}

SHIPLAP_INLINE void set(const void *units, int width, size_t count, const uint8_t *members, uint64_t *masks) {
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = unit_of(units, width, i);
    if (i % 64 == 0) masks[i / 64] = 0;
    masks[i / 64] |= (uint64_t)(unit < 0x80 && members[unit & 15] >> (unit >> 4) & 1) << (i % 64);
  }
}

#include "find_instances.h"

const struct shiplap_find_kernels shiplap_find_scalar = SHIPLAP_FIND_TABLE;
