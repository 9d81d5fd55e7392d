/* line_neon.c: the signs of a line in blocks of 64 bytes, NEON. */
#include "kernels.h"

#if SHIPLAP_AARCH64
#include "block_neon.h"
#include "line_template.h"

const struct shiplap_line_kernels shiplap_line_neon = SHIPLAP_LINE_TABLE;
#endif
