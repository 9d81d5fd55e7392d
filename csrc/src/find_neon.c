/* find_neon.c: where a literal ends and where units of a set are, in blocks of 64 positions, NEON. */
#include "find.h"

#if SHIPLAP_AARCH64
#include "block_neon.h"
#include "find_template.h"
#include "find_instances.h"

const struct shiplap_find_kernels shiplap_find_neon = SHIPLAP_FIND_TABLE;
#endif
