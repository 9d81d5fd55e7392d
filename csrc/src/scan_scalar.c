/* scan_scalar.c: candidates for a boundary in plain C: the meaning of the variants for instruction sets.
 *
 * Let a be the code point before position p, and b the code point at p (scan_classes.h has their classes).
 *   LINE      a is a line end, and a b is not CR LF
 *   WORD      a is a space and b is not; or a is not ASCII and b is far
 *   SENTENCE  a is a space, b is not, and the code point before a is a mark or a space
 *   STANDARD  the classes spaced, layout and joined of scan_standard.h
 *   LINES     STANDARD, and every b after white space that has a line end
 *   SECTION   as LINE, which is allowed: SECTION may give other positions of LINE too
 */
#include <string.h>

#include "scan_classes.h"

/* ---- STANDARD ---- */

SHIPLAP_INLINE uint32_t code_point_at(const void *text, int width, size_t size, size_t p) {
  uint32_t c = unit_of(text, width, p);
  const uint8_t *t = (const uint8_t *)text + p;
  if (width != UTF8 || c < 0xC0) return c;
  size_t more = 1 + (c >= 0xE0) + (c >= 0xF0);
  if (size - p <= more) return 0;
  for (c &= 0x3Fu >> more; more--;) c = c << 6 | (*++t & 0x3Fu);
  return c;
}

/* Return the code point that ends at *p, and move *p to its start. */
SHIPLAP_INLINE uint32_t code_point_before(const void *text, int width, size_t *p) {
  size_t end = *p;
  *p -= 1;
  if (width != UTF8) return unit_of(text, width, *p);
  while (*p > 0 && end - *p < 4 && (unit_of(text, UTF8, *p) & 0xC0) == 0x80) *p -= 1;
  return code_point_at(text, UTF8, end, *p);
}

SHIPLAP_INLINE int is_letter(uint32_t c) { return (c | 0x20) - 'a' < 26; }

static int is_sign(uint32_t c) {
  if (c < 0x80) return c != 0 && strchr(".!?;\"')]}*_`^", (int)c) != NULL;
  switch (shiplap_sentence_class_of(shiplap_properties(c))) {
    case SHIPLAP_SENTENCE_STOP:
    case SHIPLAP_SENTENCE_TERMINAL:
    case SHIPLAP_SENTENCE_QUOTE:
    case SHIPLAP_SENTENCE_CLOSE:
    case SHIPLAP_SENTENCE_NUMBER: return 1;
    default: break;
  }
  return c == 0x37E || c == 0x2026 || c == 0x17D4 || c == 0x17D5 || c == 0xC694 || c == 0xB2E4 ||
         (c >= 0x2605 && c <= 0x266A) || (c >= 0xE01 && c <= 0xE4E) || shiplap_is_note_sign(c);
}

/* Return whether a footnote mark may end with c, which begins at p: a digit or an opening sign is directly after a
 * sign, with no space between that and c. */
static int may_be_note(const void *text, int width, size_t p, uint32_t c) {
  if (c - '0' > 9 && c != '>' && c != '^') return 0;
  for (size_t k = 0; k < 64 && p > 0; k++) {
    uint32_t before = code_point_before(text, width, &p);
    if (is_sign(before) && (c - '0' < 10 || strchr("([<^", (int)c))) return 1;
    if (before <= ' ') return 0;
    c = before < 0x80 ? before : ' ';
  }
  return 0;
}

static int is_joined(const void *text, int width, size_t p, uint32_t c) {
  uint32_t before = code_point_before(text, width, &p);
  if (before == '!' || before == '?') return 1;
  if (before == '.') return c - 'A' < 26 || c > 0x7F;
  if (!is_sign(before) || (before < 0x80 && c < 0x80)) return 0;
  int class = shiplap_sentence_class_of(shiplap_properties(before));
  if (before > 0x7F && class != SHIPLAP_SENTENCE_QUOTE && class != SHIPLAP_SENTENCE_CLOSE) return 1;
  return before == ']' || (p > 0 && is_sign(code_point_before(text, width, &p)));
}

static int is_standard(const void *text, int width, size_t size, size_t p, int candidate) {
  if (width == UTF8 && (unit_of(text, width, p) & 0xC0) == 0x80) return 0;
  uint32_t c = code_point_at(text, width, size, p), before = 0, next = p + 1 < size ? unit_of(text, width, p + 1) : 0;
  size_t length, begin = p;
  if (class_at(text, width, size, p, &length) & SPACE) return 0;
  if (!(class_before(text, width, p, &length) & SPACE)) return is_joined(text, width, p, c);
  int class, lines = 0, spaces = 0;
  while (begin > 0 && ((class = class_before(text, width, begin, &length)) & SPACE)) {
    size_t end = begin;
    begin -= length;
    if (class & LINE) lines |= code_point_before(text, width, &end) == 0x2029 ? 2 : 1; /* PS separates paragraphs */
    if (++spaces > 256) return 1;                                                      /* the caller decides */
  }
  if (lines > 1 || (lines && candidate == SHIPLAP_LINES)) return 1;
  if (lines && !(spaces == 1 && is_letter(c) && next != '.' && next != ')')) return 1;
  if (begin > 0) before = code_point_before(text, width, &begin);
  return is_sign(before) || may_be_note(text, width, begin, before);
}

SHIPLAP_INLINE int is_candidate(const void *text, int width, int candidate, size_t size, size_t p) {
  size_t space, other;
  int before = class_before(text, width, p, &space);
  if (candidate == SHIPLAP_STANDARD || candidate == SHIPLAP_LINES) return is_standard(text, width, size, p, candidate);
  if (candidate == SHIPLAP_LINE || candidate == SHIPLAP_SECTION)
    return (before & LINE) && !(unit_of(text, width, p) == '\n' && unit_of(text, width, p - 1) == '\r');
  int far = candidate == SHIPLAP_WORD && width != 1 && unit_of(text, width, p - 1) > 0x7F;
  if (far && is_far(text, width, size, p)) return 1;
  if (!(before & SPACE) || (class_at(text, width, size, p, &other) & SPACE)) return 0;
  if (candidate == SHIPLAP_WORD) return 1;
  return p > space && (class_before(text, width, p - space, &other) & (SPACE | MARK));
}

SHIPLAP_INLINE ptrdiff_t first(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi,
                               struct shiplap_more *more) {
  size_t p = lo;
  while (p < hi && !is_candidate(text, width, candidate, size, p)) p++;
  more->mask = 0, more->base = p, more->edge = p + 1;
  return p < hi ? (ptrdiff_t)p : -1;
}

SHIPLAP_INLINE ptrdiff_t last(const void *text, int width, int candidate, size_t size, size_t lo, size_t hi,
                              struct shiplap_more *more) {
  size_t p = hi - 1;
  while (p >= lo && !is_candidate(text, width, candidate, size, p)) p--; /* lo > 0: p cannot pass 0 */
  more->mask = 0, more->base = more->edge = p;
  return p >= lo ? (ptrdiff_t)p : -1;
}

SHIPLAP_INLINE size_t all(const void *text, int width, int candidate, size_t size, size_t *lo, size_t hi,
                          size_t *places) {
  size_t count = 0;
  for (; *lo < hi && count < SHIPLAP_PLACES; ++*lo)
    if (is_candidate(text, width, candidate, size, *lo)) places[count++] = *lo;
  return count;
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
