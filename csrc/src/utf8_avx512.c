/* utf8_avx512.c: UTF-8 in blocks of 64 bytes, AVX-512 (F, BW, VL).
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c; AVX2 -> this:
 *     validate       ASCII 104 -> 235 GB/s, Cyrillic 19 -> 43, Chinese 19 -> 43        (32 KiB)
 *     ascii          160 -> 237 GB/s       count 148 -> 228       count16 66 -> 131    (32 KiB)
 *     skip           16..100 code points 10 -> 4.4 ns, 100..300 12 -> 6, 800..900 17 -> 10
 * 2026-11-25, Zen 4: validate, the bytes before by loads instead of shuffles: AVX2 16.2 -> 17.2, this 20.9 -> 25.2
 * 2026-11-28, Intel Xeon (Sapphire Rapids), as in utf8_avx2.c: validate 20.5 -> 23, and counted on the way
 */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#include "block_avx512.h"
#include "utf8_template.h"
SHIPLAP_TARGET_END

const struct shiplap_utf8_kernels shiplap_utf8_avx512 = {
    .validate = validate,
    .ascii = ascii,
    .count = count,
    .count16 = count16,
    .skip = skip,
    .sums = sum_up,
    .seek = seek,
};
#endif
