/* scan_avx512.c: candidates for a boundary in blocks of 64 units, AVX-512 (F, BW, VL).
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c: ns a call from random places of prose
 * in which sentences have some 90 characters; AVX2 -> this:
 *     last SENTENCE  ASCII: width 0 9 -> 7, width 1 6 -> 5, width 2 11 -> 9, width 4 16 -> 11
 *                    UTF-8: Cyrillic 17 -> 12, curly quotes 16 -> 12, Chinese without spaces 53 -> 42
 *     last LINE      none in 450 units: width 1 24 -> 18, width 2 33 -> 23, width 4 44 -> 29
 *     last WORD      a space some 5 units away: width 0 6 -> 5, width 1 4 -> 4, width 2 8 -> 6, width 4 10 -> 6
 *                    (2026-11-22, with places in scripts without spaces: width 0 6 -> 5, width 2 9 -> 7, width 4
 *                    13 -> 12; Chinese: width 0 14 -> 12, width 2 8 -> 6, width 4 13 -> 8; none in 450 units,
 *                    Hangul: width 0 74 -> 59, width 2 36 -> 27, width 4 83 -> 42)
 *     visible        a long run of blanks 50 -> 90 GB/s, of U+3000 in UTF-8 6 -> 5: there the block's cost is in
 *                    the masks of its bytes, and the two are even
 * 2026-11-28, as in scan_avx2.c: all STANDARD of UTF-8 in several scripts 1.7 -> 2.8 GB/s
 */
#include "scan_classes.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#include "block_avx512.h"
#include "scan_template.h"
#include "scan_instances.h"
SHIPLAP_TARGET_END

const struct shiplap_scan_kernels shiplap_scan_avx512 = SHIPLAP_SCAN_TABLE;
#endif
