/* find_avx512.c: the ends of a literal, in blocks of 64 positions, AVX-512 (F, BW, VL).
 *
 * Measured 2026-11-22, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c, AVX2 -> this: ns a call from random places of
 * prose, where ". " follows after some 90 characters, and where a literal is absent for 450 units:
 *     near           width 1 7.3 -> 6.8, width 2 9.0 -> 8.2, width 4 12 -> 11
 *     absent         width 1 12.6 -> 10.8, width 2 21 -> 18, width 4 34 -> 30
 *     a whole text without it, in L1: width 1 47 -> 58 GB/s, width 2 59 -> 90, width 4 73 -> 91
 */
#include "find.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#include "block_avx512.h"
#include "find_template.h"
#include "find_instances.h"
SHIPLAP_TARGET_END

const struct shiplap_find_kernels shiplap_find_avx512 = SHIPLAP_FIND_TABLE;
#endif
