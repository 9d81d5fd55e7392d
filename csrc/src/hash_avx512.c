/* hash_avx512.c: hashes of eight messages at a time, AVX-512, which has a rotation. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
#include <immintrin.h>

SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#define LANES 8
typedef uint64_t lanes __attribute__((vector_size(64)));
#define ROTATE(x, n) ((lanes)_mm512_ror_epi64((__m512i)(x), n))
#include "hash_template.h"
SHIPLAP_TARGET_END

const struct shiplap_hash_kernels shiplap_hash_avx512 = {hash_many};
#endif
