/* line_avx2.c: the signs of a line in blocks of 64 bytes, AVX2. */
#include "kernels.h"

#if SHIPLAP_X86
SHIPLAP_TARGET_BEGIN(SHIPLAP_FEATURES_AVX2)
#include "block_avx2.h"
#include "line_template.h"
SHIPLAP_TARGET_END

const struct shiplap_line_kernels shiplap_line_avx2 = SHIPLAP_LINE_TABLE;
#endif
