/* floors.c: loops written for one case alone: chunks of sentences, all sentences, and code, of a text in ASCII. They do
 * what the chunkers cannot do without, and nothing else, so they say how fast a loop for such a case can be
 * (benchmarks/speed/floors.py, which builds this for the processor that it runs on):
 *
 *     candidates  the places that may end a sentence are found in blocks of 64, and each counts as an end
 *     patterns    each is also asked by the commonest patterns; one that they leave open counts as none
 *     stops       of code: lines, brackets, strings and comments, and what is between is passed over
 *     words       each word between them is read too, and the first and the last letter of it
 *
 * No rule, no words but the filter of tails, no other form of text, no ends of the text, no least size; no templates, no
 * regular expressions, no statements. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scan_classes.h"
#include "shiplap.h"
#include "shiplap_inline.h"
#include "shiplap_patterns.h"

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__)
#include "block_avx512.h"
#elif defined(__AVX2__) && defined(__BMI2__)
#include "block_avx2.h"
#elif defined(__ARM_NEON)
#include "block_neon.h"
#else
#error "no instruction set for blocks"
#endif
#include "scan_template.h"

enum {
  SIZE = 3000,
  OVERLAP = 600,
  NEAR = 64,  /* units on both sides of a place that patterns may read */
  STEPS = 4,  /* chunks ahead of which a line is asked for */
  BELOW = 11, /* lines of 64 bytes around that place: the overlap, a sentence */
  ABOVE = 3
};

/* As verdict_of in src/shiplap/_core/boundaries.pyx, without words of a caller's. */
static inline int fits(const uint8_t *text, size_t p) {
  uint64_t found = shiplap_patterns[0][text[p - 4]] & shiplap_patterns[1][text[p - 3]] &
                   shiplap_patterns[2][text[p - 2]] & shiplap_patterns[3][text[p - 1]] & shiplap_patterns[4][text[p]] &
                   shiplap_patterns[5][text[p + 1]];
  uint64_t units = shiplap_last_units(text, 1, p - 2 - ((found & SHIPLAP_AFTER_CLOSED) != 0));
  uint64_t run = shiplap_small_run(units);
  uint64_t word = shiplap_some(shiplap_unknown_tail(units & run)) & shiplap_some(units >> 40 ^ 0x727473) &
                  ~shiplap_some(~run >> 48);
  uint64_t known = SHIPLAP_ENDS_WORD & (0 - word);
  return (found & (SHIPLAP_ENDS | SHIPLAP_ENDS_UNLISTED | known)) != 0;
}

static inline uint64_t places(const uint8_t *text, size_t base) {
  return ascii_candidates(block_load(text + base), 1) & ~(uint64_t)3;
}

/* The last end below `high`, and the first from `low` on. */
static inline size_t end_before(const uint8_t *text, size_t high, int patterns) {
  for (size_t to = high; to > BLOCK;) {
    size_t base = to - BLOCK;
    for (uint64_t found = places(text, base); found;) {
      size_t bit = mask_last(found);
      if (!patterns || fits(text, base + bit)) return base + bit;
      found &= ~((uint64_t)1 << bit);
    }
    to = base + 2;
  }
  return 0;
}

static inline size_t end_after(const uint8_t *text, size_t low, int patterns) {
  for (size_t from = low;;) {
    size_t base = from - 2;
    for (uint64_t found = places(text, base); found; found &= found - 1) {
      size_t place = base + mask_first(found);
      if (!patterns || fits(text, place)) return place;
    }
    from = base + BLOCK;
  }
}

static inline size_t chunks_by(const uint8_t *text, size_t size, int64_t *spans, int patterns) {
  size_t start = 0, end = 0, count = 0, before = 0;
  ptrdiff_t stride = SIZE - OVERLAP;
  for (;; count++) {
    size_t limit = start + SIZE;
    if (limit + NEAR >= size) break;
    stride += ((ptrdiff_t)(limit - before) - stride) >> 3;
    before = limit;
    const uint8_t *top = text + limit + STEPS * (size_t)stride;
    for (int line = -BELOW; line <= ABOVE; line++) shiplap_prefetch(top + 64 * line);
    size_t last = end_before(text, limit + 1, patterns);
    end = last > end ? last : limit;
    spans[2 * count] = (int64_t)start, spans[2 * count + 1] = (int64_t)end;
    size_t first = end > start + OVERLAP + NEAR ? end_after(text, end - OVERLAP, patterns) : end;
    start = first < end ? first : end;
  }
  spans[2 * count] = (int64_t)start, spans[2 * count + 1] = (int64_t)size;
  return count + 1;
}

/* Chunks of 3000 characters, the last 600 again; how many they are. `spans` has room for two numbers each. */
SHIPLAP_API size_t floor_chunks(const uint8_t *text, size_t size, int64_t *spans, int patterns) {
  return patterns ? chunks_by(text, size, spans, 1) : chunks_by(text, size, spans, 0);
}

/* All sentences, in the same form. */
SHIPLAP_API size_t floor_sentences(const uint8_t *text, size_t size, int64_t *spans, int patterns) {
  size_t found[SHIPLAP_PLACES_ROOM], at = NEAR, count = 0;
  int64_t start = 0;
  while (at + NEAR < size) {
    size_t some = shiplap_scan_all(text, size, 1, SHIPLAP_STANDARD, &at, size - NEAR, found);
    for (size_t k = 0; k < some; k++) {
      size_t ends = patterns ? (size_t)fits(text, found[k]) : 1;
      spans[2 * count] = start, spans[2 * count + 1] = (int64_t)found[k];
      start = ends ? (int64_t)found[k] : start;
      count += ends;
    }
  }
  return count;
}

/* ---- code ---- */

enum { MARKS = 64 }; /* masks that are made at once */

static const char stop_units[] = "\n\r\"'`()[]{}/\\";

/* The stops of a text from a place on, marked many at once. */
struct stops {
  const uint8_t *text;
  size_t size, begin;
  uint8_t set[16];
  uint64_t masks[MARKS];
};

static inline size_t next_stop(struct stops *stops, size_t at) {
  while (at < stops->size) {
    size_t k = at - stops->begin;
    if (k >= 64 * MARKS) {
      size_t end = stops->size - at > 64 * MARKS ? at + 64 * MARKS : stops->size;
      memset(stops->masks, 0, sizeof stops->masks);
      shiplap_find_set(stops->text, 1, at, end, stops->set, stops->masks);
      stops->begin = at, k = 0;
    }
    uint64_t mask = stops->masks[k / 64] >> (k % 64);
    if (mask) return at + mask_first(mask);
    at += 64 - k % 64;
  }
  return stops->size;
}

/* A sum over the words between two places. */
static inline size_t words_of(const uint8_t *text, size_t size, size_t at, size_t end) {
  size_t found = 0;
  uint64_t before = 0; /* whether a word goes on from the block before */
  size_t first = at;   /* where it begins */
  for (; at < end && at + BLOCK <= size; at += BLOCK) {
    block b = block_load(text + at);
    uint64_t word = mask_range(block_or(b, block_fill(0x20)), 'a', 'z') | mask_range(b, '0', '9') | mask_byte(b, '_') |
                    mask_byte(b, '$');
    if (end - at < BLOCK) word &= ((uint64_t)1 << (end - at)) - 1;
    uint64_t edges = word ^ (word << 1 | before);
    for (; edges; edges &= edges - 1, before ^= 1) {
      size_t edge = at + mask_first(edges);
      size_t hash = (size_t)(text[first] * 5 + text[edge - 1] * 11) + (edge - first) * 31;
      found += hash & (0 - before);
      first = edge;
    }
  }
  return found;
}

/* After the first star and slash whose slash is at `at` or later. */
static inline size_t comment_end(const uint8_t *text, size_t size, size_t at) {
  while (at < size) {
    const uint8_t *slash = memchr(text + at, '/', size - at);
    if (!slash) break;
    at = (size_t)(slash - text) + 1;
    if (slash[-1] == '*') return at;
  }
  return size;
}

/* How many lines and brackets code has outside of strings and comments; with `words`, a sum that depends on each word. */
SHIPLAP_API size_t floor_code(const uint8_t *text, size_t size, int words) {
  struct stops stops = {.text = text, .size = size, .begin = (size_t)0 - 64 * MARKS};
  size_t at = 0, found = 0;
  for (const char *unit = stop_units; *unit; unit++) stops.set[*unit & 15] |= (uint8_t)(1 << (*unit >> 4));
  while (at < size) {
    size_t stop = next_stop(&stops, at);
    if (words) found += words_of(text, size, at, stop);
    if (stop == size) break;
    uint8_t unit = text[stop];
    at = stop + 1;
    if (unit == '"' || unit == '\'' || unit == '`') {
      while ((stop = next_stop(&stops, at)) < size && text[stop] != unit && (unit == '`' || text[stop] != '\n'))
        at = stop + 1 + (text[stop] == '\\');
      at = stop + (stop < size);
    } else if (unit == '/' && at < size && text[at] == '/') {
      const uint8_t *end = memchr(text + at, '\n', size - at);
      at = end ? (size_t)(end - text) : size;
    } else if (unit == '/' && at < size && text[at] == '*') {
      at = comment_end(text, size, at + 2);
    } else {
      found++;
    }
  }
  return found;
}

/* ---- UTF-8 ---- */

/* UTF-8 validated, and counted on the way, a part at a time while it is in the cache. */
SHIPLAP_API size_t floor_utf8(const uint8_t *text, size_t size, int counted) {
  static struct shiplap_sums sums;
  size_t at = 0;
  sums.end = sums.after = 0;
  while (at < size) {
    size_t end = shiplap_sums_part(text, at, size);
    if (counted)
      shiplap_sums_move(&sums, text, end, 0);
    else
      shiplap_utf8_validate(text + at, end - at);
    at = end;
  }
  return counted ? sums.after : at;
}
