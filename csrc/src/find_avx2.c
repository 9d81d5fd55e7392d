/* find_avx2.c: the ends of a literal, in blocks of 64 positions, AVX2.
 *
 * Measured 2026-11-22, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c, scalar -> this: ns a call from random places
 * of prose, where ". " follows after some 90 characters, and where a literal is absent for 450 units:
 *     near           width 1 57 -> 7, width 2 59 -> 9, width 4 61 -> 12
 *     absent         width 1 153 -> 13, width 2 143 -> 21, width 4 147 -> 34
 *     a whole text without it: width 1 3.8 -> 47 GB/s, width 2 7.5 -> 59, width 4 15 -> 73
 */
#include "find.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#include "block_avx2.h"
#include "find_template.h"
#include "find_instances.h"
SHIPLAP_TARGET_END

const struct shiplap_find_kernels shiplap_find_avx2 = SHIPLAP_FIND_TABLE;
#endif
