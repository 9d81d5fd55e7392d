/* What growth.py tells callgrind. Outside of valgrind these do nothing. */

#include <valgrind/callgrind.h>

void start(void) { CALLGRIND_START_INSTRUMENTATION; }

void zero(void) { CALLGRIND_ZERO_STATS; }

void dump(void) { CALLGRIND_DUMP_STATS; }
