/* wide_avx2.c: code units in blocks of 64, AVX2. Encoding is the scalar kernel: its blocks of ASCII are vectors
 * already where the compiler has any.
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c; scalar -> this:
 *     utf8_size      width 1 8 -> 114 GB/s, width 2 9 -> 57, width 4 11 -> 25          (32 KiB)
 *     surrogate      width 2 8 -> 110 GB/s, width 4 15 -> 95      utf16_size 31 -> 98  (32 KiB)
 *     utf8_size      16..100 units: width 2 13 -> 8 ns, width 4 23 -> 17; 800..900: 193 -> 33, 334 -> 131
 *     skip           100..300 bytes: width 2 150 -> 22 ns, width 4 217 -> 43
 */
#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#include "block_avx2.h"
#include "wide_template.h"
#include "wide_encode.h"
#include "wide_copy.h"
SHIPLAP_TARGET_END

const struct shiplap_wide_kernels shiplap_wide_avx2 = {
    .utf8_size = {utf8_size1, utf8_size2, utf8_size4},
    .utf16_size = utf16_size,
    .skip = {skip1, skip2, skip4},
    .surrogate = {surrogate1, surrogate2, surrogate4},
    .encode = {encode1, encode2, encode4},
    SHIPLAP_COPY_KERNELS,
};
#endif
