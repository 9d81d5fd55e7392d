/* scan_neon.c: candidates for a boundary in blocks of 64 units, NEON. */
#include "scan_classes.h"

#if SHIPLAP_AARCH64
#include "block_neon.h"
#include "scan_template.h"
#include "scan_instances.h"

const struct shiplap_scan_kernels shiplap_scan_neon = SHIPLAP_SCAN_TABLE;
#endif
