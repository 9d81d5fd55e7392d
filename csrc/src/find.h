/* find.h: shared by the kernels that find a literal: units of any width, and the comparison of a literal before p. */
#ifndef SHIPLAP_FIND_H
#define SHIPLAP_FIND_H

#include <string.h>

#include "kernels.h"

SHIPLAP_INLINE uint32_t unit_of(const void *text, int width, size_t i) {
  return width == 1   ? ((const uint8_t *)text)[i]
         : width == 2 ? ((const uint16_t *)text)[i]
                      : ((const uint32_t *)text)[i];
}

SHIPLAP_INLINE const void *place_of(const void *text, int width, size_t i) {
  return (const char *)text + (size_t)width * i;
}

/* Return whether the units of the literal between its first and its last one agree with the text before p. */
SHIPLAP_INLINE int is_inside_same(const void *text, int width, const void *literal, size_t length, size_t p) {
  return length < 3 ||
         memcmp(place_of(text, width, p - length + 1), place_of(literal, width, 1), (size_t)width * (length - 2)) == 0;
}

#endif
