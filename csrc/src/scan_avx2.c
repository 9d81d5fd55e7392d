/* scan_avx2.c: candidates for a boundary in blocks of 64 units, AVX2.
 *
 * Measured 2026-11-21, AMD EPYC Zen 5, gcc 12 -O3, tools/bench_kernels.c: ns a call from random places of prose
 * in which sentences have some 90 characters; scalar -> this:
 *     last SENTENCE  ASCII: width 0 95 -> 9, width 1 71 -> 6, width 2 66 -> 11, width 4 71 -> 16
 *                    UTF-8: Cyrillic 128 -> 17, curly quotes 100 -> 16, Chinese without spaces 340 -> 53
 *     last LINE      none in 450 units: width 1 173 -> 24, width 2 264 -> 33, width 4 254 -> 44
 *     last WORD      a space some 5 units away: width 0 6 -> 6, width 1 4 -> 4, width 2 3 -> 8, width 4 3 -> 10
 *     visible        a long run of blanks 3 -> 50 GB/s, of U+3000 in UTF-8 2 -> 6
 * Since WORD gives places in scripts without spaces (2026-11-22, the same processor and case):
 *     last WORD      a space some 5 units away: width 0 9 -> 6, width 2 3 -> 9, width 4 6 -> 13;
 *                    Chinese, where nearly every place is one: width 0 5 -> 14, width 2 3 -> 8, width 4 3 -> 13;
 *                    none in 450 units, Hangul: width 0 376 -> 74, width 2 402 -> 36, width 4 383 -> 83
 * WORD pays 5 to 10 ns where a place is near and saves 300 where there is none, and it is asked only where a
 * sentence or line was not found: the worst case decides.
 * 2026-11-28, Intel Xeon (Sapphire Rapids), all STANDARD of 34 MB of UTF-8 in several scripts, with classes of first
 * bytes: 786 -> 368 instructions a block of 56 bytes, 1.25 -> 2.2 GB/s
 */
#include "scan_classes.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#include "block_avx2.h"
#include "scan_template.h"
#include "scan_instances.h"
SHIPLAP_TARGET_END

const struct shiplap_scan_kernels shiplap_scan_avx2 = SHIPLAP_SCAN_TABLE;
#endif
