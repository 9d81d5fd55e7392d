/* utf8_avx2.c: UTF-8 in blocks of 64 bytes, AVX2.
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c; scalar -> this:
 *     validate       ASCII 30 -> 104 GB/s, Cyrillic 2.0 -> 19, Chinese 2.9 -> 19       (32 KiB)
 *     ascii          30 -> 160 GB/s        count 15 -> 148        count16 11 -> 66     (32 KiB)
 *     skip           16..100 code points 8 -> 10 ns, 100..300 28 -> 12, 800..900 99 -> 17
 * 2026-11-28, Intel Xeon (Sapphire Rapids), 34 MB of text in several scripts: validate, with a way of its own for groups
 * without sequences of four bytes, 13.3 -> 17.5 GB/s, in slices of 24 KB 14.4 -> 18.6; and the code points are counted
 * on the way, which took a second pass of 29. A prefetch 1024 to 2048 bytes ahead makes 18, 4096 bytes ahead 16.
 */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#include "block_avx2.h"
#include "utf8_template.h"
SHIPLAP_TARGET_END

const struct shiplap_utf8_kernels shiplap_utf8_avx2 = {
    .validate = validate,
    .ascii = ascii,
    .count = count,
    .count16 = count16,
    .skip = skip,
    .sums = sum_up,
    .seek = seek,
};
#endif
