/* find_neon.c: the ends of a literal, and the units of a set, in blocks of 64 positions, NEON. */
#include "find.h"

#if SHIPLAP_AARCH64
#define IS_SCALAR(width) ((width) == 4) /* 1.6 times fewer instructions: not worth a kernel */
#include "block_neon.h"
#include "find_template.h"
#include "find_instances.h"

const struct shiplap_find_kernels shiplap_find_neon = SHIPLAP_FIND_TABLE;
#endif
