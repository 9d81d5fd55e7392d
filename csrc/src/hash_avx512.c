/* hash_avx512.c: hashes of eight messages at a time, AVX-512, which has a rotation. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
#include <immintrin.h>

SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#define LANES 8
typedef uint64_t lanes __attribute__((vector_size(64)));
#define ROTATE(x, n) ((lanes)_mm512_ror_epi64((__m512i)(x), n))

/* Transposes two squares of eight numbers: pairs of lanes, then fours, then eights. */
static void transpose(const uint8_t *const blocks[LANES], lanes words[16]) {
  for (size_t half = 0; half < 2; half++, words += 8) {
    __m512i rows[LANES], pairs[LANES], fours[LANES];
    for (size_t j = 0; j < LANES; j++) rows[j] = _mm512_loadu_si512(blocks[j] + 64 * half);
    for (size_t j = 0; j < LANES; j += 2) {
      pairs[j] = _mm512_unpacklo_epi64(rows[j], rows[j + 1]);     /* the words 0, 2, 4, 6 */
      pairs[j + 1] = _mm512_unpackhi_epi64(rows[j], rows[j + 1]); /* 1, 3, 5, 7 */
    }
    for (size_t j = 0; j < LANES; j += 4) {
      for (size_t odd = 0; odd < 2; odd++) {
        fours[j + odd] = _mm512_shuffle_i64x2(pairs[j + odd], pairs[j + odd + 2], 0x88);     /* 0, 4; 1, 5 */
        fours[j + odd + 2] = _mm512_shuffle_i64x2(pairs[j + odd], pairs[j + odd + 2], 0xDD); /* 2, 6; 3, 7 */
      }
    }
    for (size_t k = 0; k < 4; k++) {
      words[k] = (lanes)_mm512_shuffle_i64x2(fours[k], fours[k + 4], 0x88);
      words[k + 4] = (lanes)_mm512_shuffle_i64x2(fours[k], fours[k + 4], 0xDD);
    }
  }
}

#define READ(blocks, words) transpose(blocks, words)
#include "hash_template.h"
SHIPLAP_TARGET_END

const struct shiplap_hash_kernels shiplap_hash_avx512 = {hash_many};
#endif
