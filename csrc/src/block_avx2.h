/* block_avx2.h: 64 bytes in two registers of AVX2. Include it inside a target region.
 *
 * The names and their meanings are those of block_avx512.h; the comments here say only what is different.
 */
#include <immintrin.h>

typedef struct {
  __m256i a, b;
} block;

#define BOTH(expression_a, expression_b) ((block){(expression_a), (expression_b)})

SHIPLAP_INLINE __m256i part(const void *units, size_t i) { return _mm256_loadu_si256((const __m256i *)units + i); }

SHIPLAP_INLINE block block_load(const void *place) { return BOTH(part(place, 0), part(place, 1)); }
SHIPLAP_INLINE block block_fill(uint8_t byte) {
  return BOTH(_mm256_set1_epi8((char)byte), _mm256_set1_epi8((char)byte));
}
SHIPLAP_INLINE block block_zero(void) { return BOTH(_mm256_setzero_si256(), _mm256_setzero_si256()); }
SHIPLAP_INLINE block block_or(block x, block y) { return BOTH(_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)); }
SHIPLAP_INLINE block block_and(block x, block y) {
  return BOTH(_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b));
}
SHIPLAP_INLINE block block_xor(block x, block y) {
  return BOTH(_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b));
}
SHIPLAP_INLINE block block_minus(block x, block y) {
  return BOTH(_mm256_subs_epu8(x.a, y.a), _mm256_subs_epu8(x.b, y.b));
}
SHIPLAP_INLINE block block_most(block x, block y) { return BOTH(_mm256_max_epu8(x.a, y.a), _mm256_max_epu8(x.b, y.b)); }
SHIPLAP_INLINE block block_low_nibbles(block x) { return block_and(x, block_fill(0x0F)); }
SHIPLAP_INLINE block block_high_nibbles(block x) {
  return block_low_nibbles(BOTH(_mm256_srli_epi16(x.a, 4), _mm256_srli_epi16(x.b, 4)));
}
SHIPLAP_INLINE block block_lookup(const uint8_t *table, block x) {
  __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
  return BOTH(_mm256_shuffle_epi8(both, x.a), _mm256_shuffle_epi8(both, x.b));
}

typedef __m256i lanes;
SHIPLAP_INLINE lanes lanes_load(const void *place) { return _mm256_loadu_si256((const __m256i *)place); }
SHIPLAP_INLINE lanes lanes_fill(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
SHIPLAP_INLINE lanes lanes_or(lanes x, lanes y) { return _mm256_or_si256(x, y); }
SHIPLAP_INLINE lanes lanes_and(lanes x, lanes y) { return _mm256_and_si256(x, y); }
SHIPLAP_INLINE lanes lanes_xor(lanes x, lanes y) { return _mm256_xor_si256(x, y); }
SHIPLAP_INLINE lanes lanes_plus(lanes x, lanes y) { return _mm256_add_epi8(x, y); }
SHIPLAP_INLINE lanes lanes_minus(lanes x, lanes y) { return _mm256_subs_epu8(x, y); }
SHIPLAP_INLINE lanes lanes_least(lanes x, lanes y) { return _mm256_min_epi8(x, y); }
SHIPLAP_INLINE lanes lanes_lookup(const uint8_t *table, lanes x) {
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table)), x);
}
SHIPLAP_INLINE lanes lanes_continue(lanes x) { return _mm256_cmpgt_epi8(_mm256_set1_epi8(-64), x); }
SHIPLAP_INLINE int lanes_high(lanes x) { return _mm256_movemask_epi8(x) != 0; }
SHIPLAP_INLINE int lanes_below(lanes x, int8_t limit) {
  return lanes_high(_mm256_cmpgt_epi8(_mm256_set1_epi8(limit), x));
}
/* Sums in bytes; each lane counted is -1. */
typedef __m256i tally;
SHIPLAP_INLINE tally tally_zero(void) { return _mm256_setzero_si256(); }
SHIPLAP_INLINE tally tally_add(tally sums, lanes x) { return _mm256_sub_epi8(sums, x); }
SHIPLAP_INLINE size_t tally_sum(tally sums) {
  __m256i four = _mm256_sad_epu8(sums, _mm256_setzero_si256());
  __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return (size_t)_mm_cvtsi128_si64(two) + (size_t)_mm_extract_epi64(two, 1);
}

SHIPLAP_INLINE uint64_t mask_high(block x) {
  return (uint32_t)_mm256_movemask_epi8(x.a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(x.b) << 32;
}
SHIPLAP_INLINE uint64_t mask_same(block x, block y) {
  return mask_high(BOTH(_mm256_cmpeq_epi8(x.a, y.a), _mm256_cmpeq_epi8(x.b, y.b)));
}
SHIPLAP_INLINE uint64_t mask_bit(block x, int bit) {
  return mask_high(BOTH(_mm256_slli_epi16(x.a, 7 - bit), _mm256_slli_epi16(x.b, 7 - bit)));
}
SHIPLAP_INLINE uint64_t mask_either(block x, block y, block z) {
  __m256i a = _mm256_or_si256(_mm256_cmpeq_epi8(x.a, y.a), _mm256_cmpeq_epi8(x.a, z.a));
  return mask_high(BOTH(a, _mm256_or_si256(_mm256_cmpeq_epi8(x.b, y.b), _mm256_cmpeq_epi8(x.b, z.b))));
}
SHIPLAP_INLINE uint64_t mask_byte(block x, uint8_t byte) { return mask_same(x, block_fill(byte)); }
/* AVX2 has no unsigned comparison: t <= span is min(t, span) == t. */
SHIPLAP_INLINE uint64_t mask_range(block x, uint8_t first, uint8_t last) {
  __m256i low = _mm256_set1_epi8((char)first), span = _mm256_set1_epi8((char)(last - first));
  __m256i a = _mm256_sub_epi8(x.a, low), b = _mm256_sub_epi8(x.b, low);
  return mask_same(BOTH(a, b), BOTH(_mm256_min_epu8(a, span), _mm256_min_epu8(b, span)));
}
SHIPLAP_INLINE uint64_t mask_begins(block x) {
  __m256i most = _mm256_set1_epi8(-65);
  return mask_high(BOTH(_mm256_cmpgt_epi8(x.a, most), _mm256_cmpgt_epi8(x.b, most)));
}
SHIPLAP_INLINE int block_any(block x) {
  __m256i both = _mm256_or_si256(x.a, x.b);
  return !_mm256_testz_si256(both, both);
}

SHIPLAP_INLINE int block_has(block x, uint8_t bits) {
  return !_mm256_testz_si256(_mm256_or_si256(x.a, x.b), _mm256_set1_epi8((char)bits));
}

/* ---- 64 units of two or four bytes ---- */

SHIPLAP_INLINE __m256i pack2(__m256i a, __m256i b) { /* 32 units to 32 bytes */
  return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
}
SHIPLAP_INLINE __m256i pack4(__m256i a, __m256i b, __m256i c, __m256i d) {
  return _mm256_permutevar8x32_epi32(_mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d)),
                                     _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

SHIPLAP_INLINE block narrow2(const void *units, uint32_t base) {
  __m256i less = _mm256_set1_epi16((short)base), v[4];
  for (size_t i = 0; i < 4; i++) v[i] = _mm256_sub_epi16(part(units, i), less);
  return BOTH(pack2(v[0], v[1]), pack2(v[2], v[3]));
}
SHIPLAP_INLINE block narrow4(const void *units, uint32_t base) {
  __m256i less = _mm256_set1_epi32((int)base), v[8];
  for (size_t i = 0; i < 8; i++) v[i] = _mm256_sub_epi32(part(units, i), less);
  return BOTH(pack4(v[0], v[1], v[2], v[3]), pack4(v[4], v[5], v[6], v[7]));
}

/* Comparisons give lanes of 0 or -1, which signed packing keeps. */
SHIPLAP_INLINE uint64_t mask_range2(const void *units, uint32_t first, uint32_t last) {
  __m256i low = _mm256_set1_epi16((short)first), span = _mm256_set1_epi16((short)(last - first)), v[4];
  for (size_t i = 0; i < 4; i++) {
    v[i] = _mm256_sub_epi16(part(units, i), low);
    v[i] = _mm256_cmpeq_epi16(_mm256_min_epu16(v[i], span), v[i]);
  }
  return mask_high(BOTH(_mm256_permute4x64_epi64(_mm256_packs_epi16(v[0], v[1]), 0xD8),
                        _mm256_permute4x64_epi64(_mm256_packs_epi16(v[2], v[3]), 0xD8)));
}
SHIPLAP_INLINE __m256i pack4_lanes(const __m256i *v) {
  return _mm256_permutevar8x32_epi32(_mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3])),
                                     _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}
SHIPLAP_INLINE uint64_t mask_range4(const void *units, uint32_t first, uint32_t last) {
  __m256i low = _mm256_set1_epi32((int)first), span = _mm256_set1_epi32((int)(last - first)), v[8];
  for (size_t i = 0; i < 8; i++) {
    v[i] = _mm256_sub_epi32(part(units, i), low);
    v[i] = _mm256_cmpeq_epi32(_mm256_min_epu32(v[i], span), v[i]);
  }
  return mask_high(BOTH(pack4_lanes(v), pack4_lanes(v + 4)));
}

SHIPLAP_INLINE int narrow_units(const void *units, uint16_t *out) {
  __m256i all = part(units, 0);
  for (size_t i = 1; i < 8; i++) all = _mm256_or_si256(all, part(units, i));
  for (size_t i = 0; i < 4; i++) {
    __m256i both = _mm256_packus_epi32(part(units, 2 * i), part(units, 2 * i + 1));
    _mm256_storeu_si256((__m256i *)(void *)(out + 16 * i), _mm256_permute4x64_epi64(both, 0xD8));
  }
  return _mm256_testz_si256(all, _mm256_set1_epi32(~0xFFFF));
}

/* The upper and the lower bytes of 64 units of two bytes. */
struct halves {
  block upper, lower;
};
SHIPLAP_INLINE struct halves halves_of(const void *units) {
  __m256i low = _mm256_set1_epi16(0xFF), upper[4], lower[4];
  for (size_t i = 0; i < 4; i++) {
    upper[i] = _mm256_srli_epi16(part(units, i), 8);
    lower[i] = _mm256_and_si256(part(units, i), low);
  }
  return (struct halves){BOTH(pack2(upper[0], upper[1]), pack2(upper[2], upper[3])),
                         BOTH(pack2(lower[0], lower[1]), pack2(lower[2], lower[3]))};
}

/* ---- numbers of bits ---- */

/* AVX2 compares signed numbers. */
SHIPLAP_INLINE size_t count_up_to(const uint32_t *numbers, uint32_t limit) {
  __m256i least = _mm256_min_epu32(part(numbers, 0), _mm256_set1_epi32((int)limit));
  __m256i same = _mm256_cmpeq_epi32(least, part(numbers, 0));
  return (size_t)_mm_popcnt_u32((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)));
}

SHIPLAP_INLINE size_t mask_count(uint64_t mask) { return (size_t)_mm_popcnt_u64(mask); }
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

/* pdep takes hundreds of cycles on the first two generations of Zen. */
#include "block_bits.h"
