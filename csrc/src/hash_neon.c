/* hash_neon.c: hashes of two messages at a time, NEON. */
#include <string.h>

#include "kernels.h"

#if SHIPLAP_AARCH64
#define LANES 2
typedef uint64_t lanes __attribute__((vector_size(16)));
#define ROTATE(x, n) ((x) >> (n) | (x) << (64 - (n)))
#include "hash_template.h"

const struct shiplap_hash_kernels shiplap_hash_neon = {hash_many};
#endif
