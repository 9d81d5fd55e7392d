/* wide_avx512.c: code units in blocks of 64, AVX-512 (F, BW, VL), and their encoding (VBMI, VBMI2).
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c; AVX2 -> this (encode: scalar -> this):
 *     utf8_size      width 1 114 -> 122 GB/s, width 2 57 -> 116, width 4 25 -> 80      (32 KiB)
 *     surrogate      width 2 110 -> 215 GB/s, width 4 95 -> 220   utf16_size 98 -> 223 (32 KiB)
 *     utf8_size      16..100 units: width 2 8 -> 7 ns, width 4 17 -> 13; 800..900: 33 -> 23, 131 -> 55
 *     skip           100..300 bytes: width 2 22 -> 19 ns, width 4 43 -> 29
 *     encode         16..100 units of width 2: ASCII 15 -> 9 ns, Cyrillic 114 -> 14; 100..300: 49 -> 11, 264 -> 42
 */
#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#include "block_avx512.h"
#include "wide_template.h"
#include "wide_copy.h"

#define FEW 16

SHIPLAP_INLINE __m512i load_few(const void *place, int width, size_t n) {
  __mmask16 some = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)n);
  if (width == 1) return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(some, place));
  if (width == 2) return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(some, place));
  return _mm512_maskz_loadu_epi32(some, place);
}

/* Sixteen units, each in a lane of four bytes:
 * 1. the bits 18.., 12.., 6.. and 0.. of the unit go to the four bytes of its lane, the last one last in memory;
 * 2. the lower six bits of each byte are kept and 10 is put before them: now all bytes are right except the lead byte,
 *    which is the first of the last 1 to 4 bytes of the lane that the unit needs;
 * 3. the lead byte gets its mark (for ASCII the byte is the unit itself);
 * 4. the bytes in use are compressed. */
SHIPLAP_INLINE size_t encode_few(__m512i unit, size_t n, uint8_t *out, size_t room) {
  const __m512i places = _mm512_set1_epi64(0x20262C3200060C12); /* 18 12 6 0, and the same plus 32 */
  __mmask16 some = (__mmask16)_bzhi_u32(0xFFFF, (unsigned)n);
  __mmask16 two = _mm512_cmpge_epu32_mask(unit, _mm512_set1_epi32(0x80));
  __mmask16 three = _mm512_cmpge_epu32_mask(unit, _mm512_set1_epi32(0x800));
  __mmask16 four = _mm512_cmpge_epu32_mask(unit, _mm512_set1_epi32(0x10000));

  __m512i bytes = _mm512_multishift_epi64_epi8(places, unit);
  bytes = _mm512_ternarylogic_epi32(bytes, _mm512_set1_epi8(0x3F), _mm512_set1_epi8((char)0x80), 0xEA);

  __m512i mark = _mm512_maskz_set1_epi32(two, 0x400000);
  mark = _mm512_mask_set1_epi32(mark, three, 0x6000);
  mark = _mm512_mask_set1_epi32(mark, four, 0x70);
  bytes = _mm512_or_si512(bytes, mark);
  bytes = _mm512_mask_slli_epi32(bytes, _knot_mask16(two), unit, 24);

  __m512i used = _mm512_maskz_set1_epi32(some, (int)0x80000000);
  used = _mm512_mask_set1_epi32(used, two, (int)0x80800000);
  used = _mm512_mask_set1_epi32(used, three, (int)0x80808000);
  used = _mm512_mask_set1_epi32(used, four, (int)0x80808080);
  __mmask64 keep = _mm512_movepi8_mask(used);

  size_t size = mask_count(keep);
  __m512i packed = _mm512_maskz_compress_epi8(keep, bytes);
  if (room >= 64)
    _mm512_storeu_si512(out, packed); /* the bytes beyond `size` are room for later units */
  else
    _mm512_mask_storeu_epi8(out, _bzhi_u64(~(uint64_t)0, (unsigned)size), packed);
  return size;
}

SHIPLAP_INLINE size_t encode(const void *units, int width, size_t count, uint8_t *out) {
  const size_t most = width == 1 ? 2 : width == 2 ? 3 : 4; /* bytes of room for each unit */
  uint8_t *to = out;
  for (size_t i = 0; i < count;) {
    const void *place = place_of(units, width, i);
    if (count - i >= BLOCK && !mask_units(place, width, 0x80, (uint32_t)((1ull << (8 * width)) - 1))) {
      block ascii = width == 1 ? block_load(place) : width == 2 ? narrow2(place, 0) : narrow4(place, 0);
      _mm512_storeu_si512(to, ascii);
      i += BLOCK;
      to += BLOCK;
      continue;
    }
    for (size_t k = 0; k < BLOCK / FEW && i < count; k++) {
      size_t n = count - i < FEW ? count - i : FEW;
      to += encode_few(load_few(place_of(units, width, i), width, n), n, to, most * (count - i));
      i += n;
    }
  }
  return (size_t)(to - out);
}

static size_t encode1(const void *units, size_t count, uint8_t *out) { return encode(units, 1, count, out); }
static size_t encode2(const void *units, size_t count, uint8_t *out) { return encode(units, 2, count, out); }
static size_t encode4(const void *units, size_t count, uint8_t *out) { return encode(units, 4, count, out); }
SHIPLAP_TARGET_END

const struct shiplap_wide_kernels shiplap_wide_avx512 = {
    .utf8_size = {utf8_size1, utf8_size2, utf8_size4},
    .utf16_size = utf16_size,
    .skip = {skip1, skip2, skip4},
    .surrogate = {surrogate1, surrogate2, surrogate4},
    .encode = {encode1, encode2, encode4},
    SHIPLAP_COPY_KERNELS,
};
#endif
