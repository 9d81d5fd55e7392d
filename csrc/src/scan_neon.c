/* scan_neon.c: candidates for a boundary in blocks of 64 units, NEON. */
#include "scan_classes.h"

#if SHIPLAP_AARCH64
/* A block costs four times as much as with AVX2, and most of that is the masks. So blocks are scanned one at a time,
 * and a word, whose end is some five units away, is searched unit by unit. */
#define LAST_GROUP 1
#define FIRST_GROUP 1
#define IS_SCALAR(width, candidate) ((candidate) == SHIPLAP_WORD)
#include "block_neon.h"
#include "scan_template.h"
#include "scan_instances.h"

const struct shiplap_scan_kernels shiplap_scan_neon = SHIPLAP_SCAN_TABLE;
#endif
