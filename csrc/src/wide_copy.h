/* wide_copy.h: the bits of units, narrower copies of units, and the number of line ends in them. Compilers vectorise
 * these loops for the instruction set of the target region in which the file is included, if any.
 */
#include <string.h>

#define BITS(width, unit)                                        \
  static uint32_t bits##width(const void *units, size_t count) { \
    const unit *from = units;                                    \
    uint32_t bits = 0;                                           \
    for (size_t i = 0; i < count; i++) bits |= from[i];          \
    return bits;                                                 \
  }
BITS(1, uint8_t)
BITS(2, uint16_t)
BITS(4, uint32_t)
#undef BITS

#define NARROW(name, unit, out_unit)                              \
  static void name(const void *units, size_t count, void *out) {  \
    const unit *from = units;                                     \
    out_unit *restrict to = out;                                  \
    for (size_t i = 0; i < count; i++) to[i] = (out_unit)from[i]; \
  }
NARROW(narrow_2_to_1, uint16_t, uint8_t)
NARROW(narrow_4_to_1, uint32_t, uint8_t)
NARROW(narrow_4_to_2, uint32_t, uint16_t)
#undef NARROW

static void copy1(const void *units, size_t count, void *out) { memcpy(out, units, count); }
static void copy2(const void *units, size_t count, void *out) { memcpy(out, units, 2 * count); }
static void copy4(const void *units, size_t count, void *out) { memcpy(out, units, 4 * count); }

/* Within a full block the count has one byte a lane, so a vector counts as many units as it has bytes. CR is rare: only
 * a block with one reads the unit after each CR. */
#define LINE_BLOCK 192
#define LINE_PART 32 /* of the last block, whose units would take as long one by one as five blocks */
#define LINE_ENDS_BY(size)                                                                       \
  for (; count - i > (size); i += (size)) {                                                      \
    uint8_t here = 0, other = 0;                                                                 \
    for (size_t k = 0; k < (size); k++) {                                                        \
      here = (uint8_t)(here + (from[i + k] == '\n'));                                            \
      other |= from[i + k] == '\r';                                                              \
    }                                                                                            \
    ends += here;                                                                                \
    if (other)                                                                                   \
      for (size_t k = i; k < i + (size); k++) ends += (from[k] == '\r') & (from[k + 1] != '\n'); \
  }
#define LINE_ENDS(width, unit)                                                                           \
  static size_t line_ends##width(const void *units, size_t count, int lf_after) {                        \
    const unit *from = units;                                                                            \
    size_t ends = 0, i = 0;                                                                              \
    LINE_ENDS_BY(LINE_BLOCK)                                                                             \
    LINE_ENDS_BY(LINE_PART)                                                                              \
    for (; i < count; i++)                                                                               \
      ends += from[i] == '\n' || (from[i] == '\r' && !(i + 1 < count ? from[i + 1] == '\n' : lf_after)); \
    return ends;                                                                                         \
  }
LINE_ENDS(1, uint8_t)
LINE_ENDS(2, uint16_t)
LINE_ENDS(4, uint32_t)
#undef LINE_ENDS
#undef LINE_ENDS_BY
#undef LINE_PART
#undef LINE_BLOCK

#define SHIPLAP_COPY_KERNELS                                                        \
  .bits = {bits1, bits2, bits4}, .line_ends = {line_ends1, line_ends2, line_ends4}, \
  .narrow = {{copy1, NULL, NULL}, {narrow_2_to_1, copy2, NULL}, {narrow_4_to_1, narrow_4_to_2, copy4}}
