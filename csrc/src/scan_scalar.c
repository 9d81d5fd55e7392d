/* scan_scalar.c: candidates for a boundary without an instruction set, and the meaning of the variants.
 *
 * Two questions (scan_classes.h) carry everything: what is the code point before p, and what is the one at p?
 *   LINE      the one before is a line end, and the two are not CR LF
 *   WORD      the one before is a space, the one at p is not; or the one before is not ASCII, the one at p is far
 *   SENTENCE  a space before, none at p, and the code point before that space is a mark or a space
 *   STANDARD  see scan_standard.h, whose words these are
 *   LINES     the same, and what follows white space with a line end in it
 *   SECTION   LINE
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

/* The code point that ends at *p, which moves to where it begins. */
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

/* Whether a footnote mark may end with c, which begins at p: something opens or a digit stands directly after a sign,
 * and there is no space between. */
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
    if (class & LINE) lines |= code_point_before(text, width, &end) == 0x2029 ? 2 : 1; /* PS parts paragraphs */
    if (++spaces > 256) return 1;                                                      /* for the caller to judge */
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
