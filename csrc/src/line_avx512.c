/* line_avx512.c: the signs of a line in blocks of 64 bytes, AVX-512 (F, BW, VL). */
#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX512)
#include "block_avx512.h"
#include "line_template.h"
SHIPLAP_TARGET_END

const struct shiplap_line_kernels shiplap_line_avx512 = SHIPLAP_LINE_TABLE;
#endif
