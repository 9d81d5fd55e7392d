/* block_avx512.h: 64 bytes in one register, and the masks of AVX-512. Include it inside a target region.
 *
 * A block is 64 bytes of text. A mask has one bit for each unit, the lowest bit for the first unit. The templates use
 * only the names of this file; block_avx2.h and block_neon.h define the same names for their registers.
 */
#include <immintrin.h>

typedef __m512i block;

SHIPLAP_INLINE block block_load(const void *place) { return _mm512_loadu_si512(place); }
SHIPLAP_INLINE block block_fill(uint8_t byte) { return _mm512_set1_epi8((char)byte); }
SHIPLAP_INLINE block block_zero(void) { return _mm512_setzero_si512(); }
SHIPLAP_INLINE block block_or(block a, block b) { return _mm512_or_si512(a, b); }
SHIPLAP_INLINE block block_and(block a, block b) { return _mm512_and_si512(a, b); }
SHIPLAP_INLINE block block_xor(block a, block b) { return _mm512_xor_si512(a, b); }
/* a - b, but no less than 0 */
SHIPLAP_INLINE block block_minus(block a, block b) { return _mm512_subs_epu8(a, b); }
SHIPLAP_INLINE block block_most(block a, block b) { return _mm512_max_epu8(a, b); }
SHIPLAP_INLINE block block_low_nibbles(block b) { return _mm512_and_si512(b, _mm512_set1_epi8(0x0F)); }
SHIPLAP_INLINE block block_high_nibbles(block b) { return block_low_nibbles(_mm512_srli_epi16(b, 4)); }
/* table[byte & 15], and 0 for a byte of 0x80 or more */
SHIPLAP_INLINE block block_lookup(const uint8_t *table, block b) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)table)), b);
}

/* One register, for loops that keep its lanes through several blocks. */
typedef __m512i lanes;
SHIPLAP_INLINE lanes lanes_load(const void *place) { return block_load(place); }
SHIPLAP_INLINE lanes lanes_fill(uint8_t byte) { return block_fill(byte); }
SHIPLAP_INLINE lanes lanes_or(lanes a, lanes b) { return block_or(a, b); }
SHIPLAP_INLINE lanes lanes_and(lanes a, lanes b) { return block_and(a, b); }
SHIPLAP_INLINE lanes lanes_xor(lanes a, lanes b) { return block_xor(a, b); }
SHIPLAP_INLINE lanes lanes_plus(lanes a, lanes b) { return _mm512_add_epi8(a, b); }
SHIPLAP_INLINE lanes lanes_minus(lanes a, lanes b) { return block_minus(a, b); }
SHIPLAP_INLINE lanes lanes_least(lanes a, lanes b) { return _mm512_min_epi8(a, b); } /* as signed numbers */
SHIPLAP_INLINE lanes lanes_lookup(const uint8_t *table, lanes a) { return block_lookup(table, a); }
/* Bit 7 says whether a byte is a continuation; the other bits have no meaning. */
SHIPLAP_INLINE lanes lanes_continue(lanes a) { return _mm512_andnot_si512(_mm512_add_epi8(a, a), a); }
SHIPLAP_INLINE int lanes_high(lanes a) { return _mm512_movepi8_mask(a) != 0; }
SHIPLAP_INLINE int lanes_below(lanes a, int8_t limit) {
  return _mm512_cmplt_epi8_mask(a, _mm512_set1_epi8(limit)) != 0;
}

SHIPLAP_INLINE uint64_t mask_high(block b) { return _mm512_movepi8_mask(b); } /* bytes of 0x80 or more */
SHIPLAP_INLINE uint64_t mask_same(block a, block b) { return _mm512_cmpeq_epi8_mask(a, b); }
SHIPLAP_INLINE uint64_t mask_bit(block b, int bit) { return _mm512_test_epi8_mask(b, block_fill((uint8_t)(1 << bit))); }
/* bytes of a that are equal to those of b or of c */
SHIPLAP_INLINE uint64_t mask_either(block a, block b, block c) { return mask_same(a, b) | mask_same(a, c); }
SHIPLAP_INLINE uint64_t mask_byte(block b, uint8_t byte) { return mask_same(b, block_fill(byte)); }
SHIPLAP_INLINE uint64_t mask_range(block b, uint8_t first, uint8_t last) {
  return _mm512_cmple_epu8_mask(_mm512_sub_epi8(b, block_fill(first)), block_fill((uint8_t)(last - first)));
}
/* bytes other than continuation bytes (which are -128 to -65 as signed numbers) */
SHIPLAP_INLINE uint64_t mask_begins(block b) { return _mm512_cmpgt_epi8_mask(b, _mm512_set1_epi8(-65)); }
SHIPLAP_INLINE int block_any(block b) { return _mm512_test_epi8_mask(b, b) != 0; }
/* whether a byte has one of the bits */
SHIPLAP_INLINE int block_has(block b, uint8_t bits) { return _mm512_test_epi8_mask(b, block_fill(bits)) != 0; }

/* ---- 64 units of two or four bytes ---- */

SHIPLAP_INLINE __m512i part(const void *units, size_t i) { return _mm512_loadu_si512((const __m512i *)units + i); }

/* Units minus `base` as bytes, where the difference is 0x01..0xFE; any other becomes 0x00 or 0xFF. (The packing
 * saturates. It works in lanes of 16 bytes, which the permutation puts in order.) */
SHIPLAP_INLINE block narrow2(const void *units, uint32_t base) {
  __m512i less = _mm512_set1_epi16((short)base);
  __m512i packed = _mm512_packus_epi16(_mm512_sub_epi16(part(units, 0), less), _mm512_sub_epi16(part(units, 1), less));
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed);
}
SHIPLAP_INLINE block narrow4(const void *units, uint32_t base) {
  __m512i less = _mm512_set1_epi32((int)base);
  __m512i head = _mm512_packus_epi32(_mm512_sub_epi32(part(units, 0), less), _mm512_sub_epi32(part(units, 1), less));
  __m512i tail = _mm512_packus_epi32(_mm512_sub_epi32(part(units, 2), less), _mm512_sub_epi32(part(units, 3), less));
  return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
                                  _mm512_packus_epi16(head, tail));
}

/* A mask of fewer than 64 bits as a number. gcc (12.2 at -O3) keeps such masks in mask registers and assumes that their
 * upper bits are zero; it may store 16 bits of a mask on the stack and load 64, so that old bytes of the stack get into
 * the number. The asm statement forces the mask through a general register. test_standard.c fails without it. */
SHIPLAP_INLINE uint64_t mask_number(uint32_t mask) {
#if defined(__GNUC__)
  __asm__("" : "+r"(mask));
#endif
  return mask;
}

SHIPLAP_INLINE uint64_t mask_range2(const void *units, uint32_t first, uint32_t last) {
  __m512i low = _mm512_set1_epi16((short)first), span = _mm512_set1_epi16((short)(last - first));
  uint64_t head = mask_number(_mm512_cmple_epu16_mask(_mm512_sub_epi16(part(units, 0), low), span));
  uint64_t tail = mask_number(_mm512_cmple_epu16_mask(_mm512_sub_epi16(part(units, 1), low), span));
  return head | tail << 32;
}
SHIPLAP_INLINE uint64_t mask_range4(const void *units, uint32_t first, uint32_t last) {
  __m512i low = _mm512_set1_epi32((int)first), span = _mm512_set1_epi32((int)(last - first));
  uint64_t mask = 0;
  for (size_t i = 0; i < 4; i++)
    mask |= mask_number(_mm512_cmple_epu32_mask(_mm512_sub_epi32(part(units, i), low), span)) << (16 * i);
  return mask;
}

/* 64 units of four bytes as units of two, those that do not fit as U+FFFF. Returns whether all fit. */
SHIPLAP_INLINE int narrow_units(const void *units, uint16_t *out) {
  __m512i all =
      _mm512_or_si512(_mm512_or_si512(part(units, 0), part(units, 1)), _mm512_or_si512(part(units, 2), part(units, 3)));
  for (size_t i = 0; i < 2; i++) { /* in one store, so that a load of the whole need not wait */
    __m256i head = _mm512_cvtusepi32_epi16(part(units, 2 * i)), tail = _mm512_cvtusepi32_epi16(part(units, 2 * i + 1));
    _mm512_storeu_si512(out + 32 * i, _mm512_inserti64x4(_mm512_castsi256_si512(head), tail, 1));
  }
  return !_mm512_cmpgt_epu32_mask(all, _mm512_set1_epi32(0xFFFF));
}

/* The upper and the lower bytes of 64 units of two bytes. */
struct halves {
  block upper, lower;
};
SHIPLAP_INLINE struct halves halves_of(const void *units) {
  __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), low = _mm512_set1_epi16(0xFF);
  __m512i head = part(units, 0), tail = part(units, 1);
  __m512i upper = _mm512_packus_epi16(_mm512_srli_epi16(head, 8), _mm512_srli_epi16(tail, 8));
  __m512i lower = _mm512_packus_epi16(_mm512_and_si512(head, low), _mm512_and_si512(tail, low));
  return (struct halves){_mm512_permutexvar_epi64(order, upper), _mm512_permutexvar_epi64(order, lower)};
}

/* ---- numbers of bits ---- */

/* How many of eight numbers are at most `limit`. */
SHIPLAP_INLINE size_t count_up_to(const uint32_t *numbers, uint32_t limit) {
  __m256i eight = _mm256_loadu_si256((const __m256i *)(const void *)numbers);
  return (size_t)_mm_popcnt_u32(_mm256_cmple_epu32_mask(eight, _mm256_set1_epi32((int)limit)));
}

SHIPLAP_INLINE size_t mask_count(uint64_t mask) { return (size_t)_mm_popcnt_u64(mask); }
/* The number of lanes with bit 7, of at most a few blocks. */
typedef size_t tally;
SHIPLAP_INLINE tally tally_zero(void) { return 0; }
SHIPLAP_INLINE tally tally_add(tally sum, lanes a) { return sum + mask_count(mask_high(a)); }
SHIPLAP_INLINE size_t tally_sum(tally sum) { return sum; }
/* The number of such units, where the mask itself is not needed. */
SHIPLAP_INLINE size_t count_begins(block b) { return mask_count(mask_begins(b)); }
SHIPLAP_INLINE size_t count_range(block b, uint8_t first, uint8_t last) {
  return mask_count(mask_range(b, first, last));
}
SHIPLAP_INLINE size_t count_range2(const void *units, uint32_t first, uint32_t last) {
  return mask_count(mask_range2(units, first, last));
}
SHIPLAP_INLINE size_t count_range4(const void *units, uint32_t first, uint32_t last) {
  return mask_count(mask_range4(units, first, last));
}
SHIPLAP_INLINE size_t mask_first(uint64_t mask) { return (size_t)_tzcnt_u64(mask); }
SHIPLAP_INLINE size_t mask_last(uint64_t mask) { return 63 - (size_t)_lzcnt_u64(mask); }
/* The number of the bit that has n set bits below it. Every processor with AVX-512 has a fast pdep. */
SHIPLAP_INLINE size_t mask_select(uint64_t mask, size_t n) { return mask_first(_pdep_u64((uint64_t)1 << n, mask)); }

/* Write the numbers of the first eight bits, plus `base`. If fewer bits are set, the other numbers have no meaning. */
#define AT_ONCE 8
SHIPLAP_INLINE void mask_places(uint64_t mask, size_t base, size_t *places) {
  static const uint8_t each[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                   32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                   48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  __m512i bits = _mm512_maskz_compress_epi8(mask, _mm512_loadu_si512(each));
  _mm512_storeu_si512(
      places, _mm512_add_epi64(_mm512_cvtepu8_epi64(_mm512_castsi512_si128(bits)), _mm512_set1_epi64((long long)base)));
}
