/* wide_copy.h: the bits of units, and units made narrower. Loops that compilers make vectors of by themselves: for the
 * instruction set of the target region in which this is included, if any.
 */
#include <string.h>

#define BITS(width, unit)                                                                                    \
  static uint32_t bits##width(const void *units, size_t count) {                                             \
    const unit *from = units;                                                                                \
    uint32_t bits = 0;                                                                                       \
    for (size_t i = 0; i < count; i++) bits |= from[i];                                                      \
    return bits;                                                                                             \
  }
BITS(1, uint8_t)
BITS(2, uint16_t)
BITS(4, uint32_t)
#undef BITS

#define NARROW(name, unit, out_unit)                                                                         \
  static void name(const void *units, size_t count, void *out) {                                             \
    const unit *from = units;                                                                                \
    out_unit *restrict to = out;                                                                             \
    for (size_t i = 0; i < count; i++) to[i] = (out_unit)from[i];                                            \
  }
NARROW(narrow_2_to_1, uint16_t, uint8_t)
NARROW(narrow_4_to_1, uint32_t, uint8_t)
NARROW(narrow_4_to_2, uint32_t, uint16_t)
#undef NARROW

static void copy1(const void *units, size_t count, void *out) { memcpy(out, units, count); }
static void copy2(const void *units, size_t count, void *out) { memcpy(out, units, 2 * count); }
static void copy4(const void *units, size_t count, void *out) { memcpy(out, units, 4 * count); }

#define SHIPLAP_COPY_KERNELS                                                                                 \
  .bits = {bits1, bits2, bits4},                                                                             \
  .narrow = {{copy1, NULL, NULL}, {narrow_2_to_1, copy2, NULL}, {narrow_4_to_1, narrow_4_to_2, copy4}}
