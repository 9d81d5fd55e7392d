/* find_avx2.c: where a literal ends, in blocks of 64 positions, AVX2.
 *
 * FIGURES
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
