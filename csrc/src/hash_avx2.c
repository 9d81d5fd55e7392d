/* hash_avx2.c: hashes of four messages at a time, AVX2. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
#include <immintrin.h>

SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#define LANES 4
typedef uint64_t lanes __attribute__((vector_size(32)));

/* Rotations by whole bytes are one shuffle. */
SHIPLAP_INLINE lanes rotate(lanes x, int n) {
  const __m256i by24 = _mm256_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2,
                                        11, 12, 13, 14, 15, 8, 9, 10);
  const __m256i by16 = _mm256_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9, 2, 3, 4, 5, 6, 7, 0, 1,
                                        10, 11, 12, 13, 14, 15, 8, 9);
  if (n == 32) return (lanes)_mm256_shuffle_epi32((__m256i)x, 0xB1);
  if (n == 24) return (lanes)_mm256_shuffle_epi8((__m256i)x, by24);
  if (n == 16) return (lanes)_mm256_shuffle_epi8((__m256i)x, by16);
  return x >> 63 | (x + x);
}

/* Transposes four squares of four numbers: pairs of lanes, then fours. */
static void transpose(const uint8_t *const blocks[LANES], lanes words[16]) {
  for (size_t part = 0; part < 4; part++, words += 4) {
    __m256i rows[LANES];
    for (size_t j = 0; j < LANES; j++) rows[j] = _mm256_loadu_si256((const __m256i *)(blocks[j] + 32 * part));
    __m256i even = _mm256_unpacklo_epi64(rows[0], rows[1]), odd = _mm256_unpackhi_epi64(rows[0], rows[1]);
    __m256i even2 = _mm256_unpacklo_epi64(rows[2], rows[3]), odd2 = _mm256_unpackhi_epi64(rows[2], rows[3]);
    words[0] = (lanes)_mm256_permute2x128_si256(even, even2, 0x20);
    words[1] = (lanes)_mm256_permute2x128_si256(odd, odd2, 0x20);
    words[2] = (lanes)_mm256_permute2x128_si256(even, even2, 0x31);
    words[3] = (lanes)_mm256_permute2x128_si256(odd, odd2, 0x31);
  }
}

#define ROTATE(x, n) rotate(x, n)
#define READ(blocks, words) transpose(blocks, words)
#include "hash_template.h"
SHIPLAP_TARGET_END

const struct shiplap_hash_kernels shiplap_hash_avx2 = {hash_many};
#endif
