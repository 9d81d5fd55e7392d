/* hash_scalar.c: hashes of many messages in plain C, one at a time: the meaning of the variants. */
#include <string.h>

#include "kernels.h"

#define LANES 1
typedef uint64_t lanes;
#define ROTATE(x, n) ((x) >> (n) | (x) << (64 - (n)))
#include "hash_template.h"

const struct shiplap_hash_kernels shiplap_hash_scalar = {hash_many};
