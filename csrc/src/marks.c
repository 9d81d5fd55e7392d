/* marks.c: what a line has: the marks that may divide it into cells, and the signs of code and of prose.
 *
 * Blocks of the baseline instruction set without branches: there are no variants, since lines are short. For the same
 * reason no bytes are left to a loop of their own: the last block is filled up. Each byte is seen with its
 * neighbours. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
#include <emmintrin.h>
#endif

enum { BLOCK = 16 };

SHIPLAP_INLINE uint8_t is_letter(uint8_t c) { return (uint8_t)((uint8_t)((c | 0x20) - 'a') < 26) | (c > 0x7F); }

#if SHIPLAP_X86

#define SAME(bytes, c) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))
#define OR(a, b) _mm_or_si128(a, b)
#define AND(a, b) _mm_and_si128(a, b)

/* 0xFF where `first` <= byte < `first` + `count`. */
SHIPLAP_INLINE __m128i between(__m128i bytes, char first, char count) {
  __m128i from = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
  return _mm_cmpeq_epi8(_mm_min_epu8(from, _mm_set1_epi8((char)(count - 1))), from);
}

SHIPLAP_INLINE __m128i letters(__m128i bytes) {
  __m128i beyond = _mm_cmplt_epi8(bytes, _mm_setzero_si128());
  return OR(between(OR(bytes, _mm_set1_epi8(0x20)), 'a', 26), beyond);
}

/* 0xFF for the first `count` bytes of a block. */
SHIPLAP_INLINE __m128i first_of(size_t count) {
  static const uint8_t fill[2 * BLOCK] = {255, 255, 255, 255, 255, 255, 255, 255,
                                          255, 255, 255, 255, 255, 255, 255, 255};
  return _mm_loadu_si128((const __m128i *)(fill + BLOCK - count));
}

#endif

/* ---- marks */

SHIPLAP_INLINE unsigned see(uint8_t last, uint8_t before, uint8_t c) {
  unsigned found = (c == '|') * SHIPLAP_MARK_PIPE;
  found |= ((c == ',') | (c == ';')) * SHIPLAP_MARK_DELIMITER;
  found |= (c == '\t') * SHIPLAP_MARK_TAB;
  found |= ((c == '"') | (c == '\'')) * SHIPLAP_MARK_QUOTE;
  found |= ((c == ' ') & (before == ' ')) * SHIPLAP_MARK_GAP;
  found |= (((before == ',') | (before == ';')) & (c != ' ') & (c != '\t')) * SHIPLAP_MARK_BARE;
  found |= (unsigned)(is_letter(last) & (before == ' ') & is_letter(c)) * SHIPLAP_MARK_WORDS;
  return found;
}

#if SHIPLAP_X86

struct marks {
  __m128i pipe, delimiter, tab, quote, gap, bare, words;
};

/* The first `count` bytes of a block, which has two bytes before it. What fills it up is 0. */
SHIPLAP_INLINE void see_marks(struct marks *m, const uint8_t *at, size_t count) {
  __m128i last = letters(_mm_loadu_si128((const __m128i *)(at - 2)));
  __m128i before = _mm_loadu_si128((const __m128i *)(at - 1)), c = _mm_loadu_si128((const __m128i *)at);
  __m128i space = SAME(c, ' '), tab = SAME(c, '\t'), spaced = SAME(before, ' ');
  __m128i delimited = OR(SAME(before, ','), SAME(before, ';'));
  m->pipe = OR(m->pipe, SAME(c, '|'));
  m->delimiter = OR(m->delimiter, OR(SAME(c, ','), SAME(c, ';')));
  m->tab = OR(m->tab, tab);
  m->quote = OR(m->quote, OR(SAME(c, '"'), SAME(c, '\'')));
  m->gap = OR(m->gap, AND(space, spaced));
  m->bare = OR(m->bare, AND(_mm_andnot_si128(OR(space, tab), delimited), first_of(count)));
  m->words = OR(m->words, AND(AND(last, spaced), letters(c)));
}

SHIPLAP_INLINE unsigned mark(__m128i any, unsigned number) { return _mm_movemask_epi8(any) ? number : 0; }

unsigned shiplap_line_marks(const uint8_t *line, size_t size) {
  struct marks m;
  uint8_t rest[2 + BLOCK] = {0};
  size_t i = 2;
  unsigned found = 0;
  memset(&m, 0, sizeof m);
  if (size > 0) found |= see(0, 0, line[0]);
  if (size > 1) found |= see(0, line[0], line[1]);
  for (; i + BLOCK <= size; i += BLOCK) see_marks(&m, line + i, BLOCK);
  if (i < size) {
    memcpy(rest, line + i - 2, 2 + size - i);
    see_marks(&m, rest + 2, size - i);
  }
  return found | mark(m.pipe, SHIPLAP_MARK_PIPE) | mark(m.delimiter, SHIPLAP_MARK_DELIMITER) |
         mark(m.tab, SHIPLAP_MARK_TAB) | mark(m.quote, SHIPLAP_MARK_QUOTE) | mark(m.gap, SHIPLAP_MARK_GAP) |
         mark(m.bare, SHIPLAP_MARK_BARE) | mark(m.words, SHIPLAP_MARK_WORDS);
}

#else

unsigned shiplap_line_marks(const uint8_t *line, size_t size) {
  unsigned found = 0;
  for (size_t i = 0; i < size; i++) found |= see(i > 1 ? line[i - 2] : 0, i > 0 ? line[i - 1] : 0, line[i]);
  return found;
}

#endif

/* ---- signs */

#if SHIPLAP_X86

struct signs {
  __m128i words, code, beyond; /* bytes that count down */
};

/* The signs of the first `count` bytes of a block, which has a byte before it and one behind it; the bits of those that
 * `operators` has. */
SHIPLAP_INLINE uint64_t see_signs(struct signs *s, const uint8_t *at, size_t count) {
  __m128i before = _mm_loadu_si128((const __m128i *)(at - 1));
  __m128i c = AND(_mm_loadu_si128((const __m128i *)at), first_of(count));
  __m128i after = letters(_mm_loadu_si128((const __m128i *)(at + 1))), letter = letters(before);
  __m128i ends_word = OR(letter, OR(SAME(before, ','), SAME(before, '.')));
  __m128i ends_name = OR(OR(letter, between(before, '0', 10)),
                         OR(OR(SAME(before, '_'), SAME(before, '$')), OR(SAME(before, ')'), SAME(before, ']'))));
  __m128i dot = AND(AND(SAME(c, '.'), letter), after);
  __m128i opening = AND(OR(SAME(c, '('), SAME(c, '[')), ends_name);
  __m128i mark = OR(OR(OR(SAME(c, '_'), SAME(c, '=')), OR(SAME(c, '{'), SAME(c, '}'))), OR(SAME(c, '&'), SAME(c, '|')));
  __m128i second = OR(OR(OR(SAME(c, ')'), SAME(c, ']')), OR(SAME(c, ':'), SAME(c, '/'))), SAME(c, '>'));
  s->words = _mm_add_epi8(s->words, AND(AND(SAME(c, ' '), ends_word), after));
  s->code = _mm_add_epi8(s->code, OR(dot, opening));
  s->beyond = _mm_add_epi8(s->beyond, _mm_cmplt_epi8(c, _mm_setzero_si128()));
  return (uint64_t)_mm_movemask_epi8(OR(mark, _mm_andnot_si128(letter, second)));
}

SHIPLAP_INLINE unsigned total(__m128i bytes) {
  __m128i sums = _mm_sad_epu8(_mm_sub_epi8(_mm_setzero_si128(), bytes), _mm_setzero_si128());
  return (unsigned)(_mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4));
}

#else

struct signs {
  unsigned words, code, beyond;
};

SHIPLAP_INLINE uint8_t is_name_end(uint8_t c) {
  return is_letter(c) | (uint8_t)((uint8_t)(c - '0') < 10) | (c == '_') | (c == '$') | (c == ')') | (c == ']');
}

SHIPLAP_INLINE uint64_t see_signs(struct signs *s, const uint8_t *at, size_t count) {
  uint64_t bits = 0;
  for (size_t k = 0; k < count; k++) {
    uint8_t before = at[k - 1], c = at[k], after = at[k + 1];
    s->words += (c == ' ') & (is_letter(before) | (before == ',') | (before == '.')) & is_letter(after);
    s->code += ((c == '.') & is_letter(before) & is_letter(after)) | (((c == '(') | (c == '[')) & is_name_end(before));
    s->beyond += c > 0x7F;
    bits |= (uint64_t)((c == '_') | (c == '=') | (c == '{') | (c == '}') | (c == '&') | (c == '|') |
                       (((c == ')') | (c == ']') | (c == ':') | (c == '/') | (c == '>')) & (is_letter(before) ^ 1)))
            << k;
  }
  return bits;
}

SHIPLAP_INLINE unsigned total(unsigned count) { return count; }

#endif

void shiplap_line_signs(const uint8_t *line, size_t size, struct shiplap_signs *found) {
  uint8_t rest[1 + BLOCK + 1] = {0};
  struct signs s;
  size_t stop = size < SHIPLAP_SIGNS_SIZE ? size : SHIPLAP_SIGNS_SIZE, i = 1;
  memset(&s, 0, sizeof s);
  found->operators[0] = found->operators[1] = found->operators[2] = 0;
  for (; i + BLOCK <= stop && i + BLOCK < size; i += BLOCK)
    found->operators[(i - 1) / 64] |= see_signs(&s, line + i, BLOCK) << (i - 1) % 64;
  for (; i < stop; i += BLOCK) { /* once, or twice where the line ends with the block */
    size_t left = size - i < BLOCK + 1 ? size - i : BLOCK + 1;
    memset(rest, 0, sizeof rest);
    memcpy(rest, line + i - 1, 1 + left);
    found->operators[(i - 1) / 64] |= see_signs(&s, rest + 1, stop - i < BLOCK ? stop - i : BLOCK) << (i - 1) % 64;
  }
  found->words = total(s.words);
  found->code = total(s.code);
  found->beyond = total(s.beyond);
}
