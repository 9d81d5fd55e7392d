/* utf8_neon.c: UTF-8 in blocks of 64 bytes, NEON. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_AARCH64
#include "block_neon.h"
#include "utf8_template.h"

const struct shiplap_utf8_kernels shiplap_utf8_neon = {
    .validate = validate,
    .ascii = ascii,
    .count = count,
    .count16 = count16,
    .skip = skip,
    .sums = sum_up,
    .seek = seek,
};
#endif
