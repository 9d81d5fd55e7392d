/* scan_scalar.c: candidates for a boundary without an instruction set, and the meaning of the variants.
 *
 * Two questions (scan_classes.h) carry everything: what is the code point before p, and what is the one at p?
 *   LINE      the one before is a line end, and the two are not CR LF
 *   WORD      the one before is a space, the one at p is not
 *   SENTENCE  WORD, and the code point before that space is a mark or a space
 */
#include "scan_classes.h"

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

SHIPLAP_INLINE size_t visible_end(const void *text, int width, size_t size, size_t lo, size_t hi) {
  size_t length;
  (void)size;
  while (hi > lo && (class_before(text, width, hi, &length) & SPACE)) hi -= length;
  return hi > lo ? hi : lo;
}

#include "scan_instances.h"

const struct shiplap_scan_kernels shiplap_scan_scalar = SHIPLAP_SCAN_TABLE;
