/* utf8_scalar.c: UTF-8 in plain C: the meaning of the variants.
 *
 * The counting kernels read eight bytes as one word. Bits 7 and 6 of a byte give its class (a continuation byte is
 * 10xxxxxx), and a multiplication by 0x0101…01 adds up the eight results.
 */
#include "kernels.h"

#include <string.h>

#define EACH_BYTE 0x0101010101010101u

SHIPLAP_INLINE uint64_t word_at(const uint8_t *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  return word;
}

/* Eight 0s and 1s, one a byte, added up. */
SHIPLAP_INLINE size_t sum(uint64_t ones) { return (size_t)((ones * EACH_BYTE) >> 56); }

SHIPLAP_INLINE uint64_t begins(uint64_t word) { return (~(word >> 7) | (word >> 6)) & EACH_BYTE; }

SHIPLAP_INLINE uint64_t begins_four(uint64_t word) {
  return (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & EACH_BYTE;
}

SHIPLAP_INLINE int continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

static size_t ascii(const uint8_t *text, size_t size) {
  size_t i = 0;
  while (size - i >= 8 && !(word_at(text + i) & 0x8080808080808080u)) i += 8;
  while (i < size && text[i] < 0x80) i++;
  return i;
}

/* Table 3-7 of the Unicode Standard: after E0, ED, F0 and F4 the second byte has a narrower range, which excludes
 * overlong forms, surrogates and code points above U+10FFFF. All other continuation bytes are 80..BF. */
static size_t find_error(const uint8_t *text, size_t size) {
  size_t i = 0;
  for (;;) {
    i += ascii(text + i, size - i);
    /* Runs of code points beyond ASCII stay in this loop: a call for each would cost more than the rest of the work. */
    while (i < size && text[i] >= 0x80) {
      uint8_t lead = text[i];
      uint8_t low = 0x80, high = 0xBF;
      size_t length;
      if (lead < 0xC2) return i;
      if (lead < 0xE0) {
        length = 2;
      } else if (lead < 0xF0) {
        length = 3;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
      } else if (lead < 0xF5) {
        length = 4;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
      } else {
        return i;
      }
      if (size - i < length || text[i + 1] < low || text[i + 1] > high) return i;
      if (length > 2 && !continues(text[i + 2])) return i;
      if (length > 3 && !continues(text[i + 3])) return i;
      i += length;
    }
    if (i >= size) return size;
  }
}

static size_t count(const uint8_t *text, size_t size) {
  /* The bytes after the last word are read as the end of a word, since nobody can guess how many they are: from `rest`
   * on, a byte is 1 for each of them. */
  static const uint8_t rest[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  size_t found = 0, i = 0;
  for (; size - i >= 8; i += 8) found += sum(begins(word_at(text + i)));
  if (size >= 8) return found + sum(begins(word_at(text + size - 8)) & word_at(rest + (size - i)));
  for (; i < size; i++) found += !continues(text[i]);
  return found;
}

static size_t count16(const uint8_t *text, size_t size) {
  size_t found = 0, i = 0;
  for (; size - i >= 8; i += 8) {
    uint64_t word = word_at(text + i);
    found += sum(begins(word) + begins_four(word)); /* at most two a byte: the sum fits its byte */
  }
  for (; i < size; i++) found += (size_t)!continues(text[i]) + (text[i] >= 0xF0);
  return found;
}

/* Return the first byte of the code point with *wanted code points before it. Words of at most that many code points
 * are passed whole; the last word is read byte by byte. */
static size_t skip(const uint8_t *text, size_t size, size_t *wanted) {
  size_t left = *wanted, i = 0;
  for (; size - i >= 8; i += 8) {
    size_t here = sum(begins(word_at(text + i)));
    if (here > left) break;
    left -= here;
  }
  for (; i < size; i++) {
    if (continues(text[i])) continue;
    if (left == 0) break;
    left--;
  }
  *wanted = left;
  return i;
}

static void sum_up(const uint8_t *text, size_t size, uint32_t *sums) {
  for (size_t k = 0; (k + 1) * SHIPLAP_SUMS_STEP <= size; k++)
    sums[k + 1] = sums[k] + (uint32_t)count(text + k * SHIPLAP_SUMS_STEP, SHIPLAP_SUMS_STEP);
}

static size_t validate(const uint8_t *text, size_t size, uint32_t *sums) {
  size_t valid = find_error(text, size);
  if (sums) sum_up(text, valid, sums);
  return valid;
}

static size_t seek(const uint8_t *text, size_t size, const uint32_t *sums, size_t begin, size_t *wanted) {
  size_t k = begin / SHIPLAP_SUMS_STEP;
  while (sums[k + 1] <= *wanted) k++;
  *wanted -= sums[k];
  return k * SHIPLAP_SUMS_STEP + skip(text + k * SHIPLAP_SUMS_STEP, size - k * SHIPLAP_SUMS_STEP, wanted);
}

const struct shiplap_utf8_kernels shiplap_utf8_scalar = {
    .validate = validate,
    .ascii = ascii,
    .count = count,
    .count16 = count16,
    .skip = skip,
    .sums = sum_up,
    .seek = seek,
};
