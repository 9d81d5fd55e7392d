/* wide_neon.c: code units in blocks of 64, NEON. Encoding is the scalar kernel, as in wide_avx2.c. */
#include "kernels.h"

#if SHIPLAP_AARCH64
#include "block_neon.h"
#include "wide_template.h"
#include "wide_encode.h"
#include "wide_copy.h"

/* 1.75 times fewer instructions: not worth a kernel. */
static size_t utf16_size_scalar(const void *units, size_t count) {
  return shiplap_wide_scalar.utf16_size(units, count);
}

const struct shiplap_wide_kernels shiplap_wide_neon = {
    .utf8_size = {utf8_size1, utf8_size2, utf8_size4},
    .utf16_size = utf16_size_scalar,
    .skip = {skip1, skip2, skip4},
    .surrogate = {surrogate1, surrogate2, surrogate4},
    .encode = {encode1, encode2, encode4},
    SHIPLAP_COPY_KERNELS,
};
#endif
