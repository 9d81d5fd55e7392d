/* scan_neon.c: candidates for a boundary in blocks of 64 units, NEON. */
#include "scan_classes.h"

#if SHIPLAP_AARCH64
/* A block costs four times what it costs AVX2, and its masks most of that: no block is scanned before it is asked for,
 * and a word, which is five units away, is looked for by units. */
#define LAST_GROUP 1
#define FIRST_GROUP 1
#define IS_SCALAR(width, candidate) ((candidate) == SHIPLAP_WORD)
#include "block_neon.h"
#include "scan_template.h"
#include "scan_instances.h"

const struct shiplap_scan_kernels shiplap_scan_neon = SHIPLAP_SCAN_TABLE;
#endif
