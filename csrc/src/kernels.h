/* kernels.h: the one table of function pointers.
 *
 *   shiplap_*() in dispatch.c ──► struct shiplap_kernels (one an instruction set) ──► one table a family
 *
 * A kernel has the meaning of the public function of its name in shiplap.h. dispatch.c has checked and simplified the
 * arguments: wide kernels get the address of the first unit and a count, scan kernels get a range within the text. The
 * kernels of a file are static; the file exports one table of them.
 */
#ifndef SHIPLAP_KERNELS_H
#define SHIPLAP_KERNELS_H

#include "arch.h"
#include "shiplap_inline.h"

struct shiplap_utf8_kernels {
  size_t (*validate)(const uint8_t *text, size_t size, uint32_t *sums); /* NULL: no sums */
  size_t (*ascii)(const uint8_t *text, size_t size);
  size_t (*count)(const uint8_t *text, size_t size);
  size_t (*count16)(const uint8_t *text, size_t size);
  size_t (*skip)(const uint8_t *text, size_t size, size_t *count);
  void (*sums)(const uint8_t *text, size_t size, uint32_t *sums);
  size_t (*seek)(const uint8_t *text, size_t size, const uint32_t *sums, size_t begin, size_t *count);
};

/* Rows by width: 1, 2 and 4 bytes a unit. */
#define SHIPLAP_WIDE_ROW(width) ((width) >> 1)

struct shiplap_wide_kernels {
  size_t (*utf8_size[3])(const void *units, size_t count);
  size_t (*utf16_size)(const void *units, size_t count); /* for width 4; for the others the size is the count */
  size_t (*skip[3])(const void *units, size_t count, size_t *bytes);
  size_t (*surrogate[3])(const void *units, size_t count);
  size_t (*encode[3])(const void *units, size_t count, uint8_t *out);
  uint32_t (*bits[3])(const void *units, size_t count);
  size_t (*line_ends[3])(const void *units, size_t count, int lf_after);
  void (*narrow[3][3])(const void *units, size_t count, void *out); /* the second index: by the width of `out` */
};

/* By width: rows for 0 (UTF-8), 1, 2 and 4. Ranges: 0 < lo < hi <= size for first and last, and
 * lo < hi <= size for the two others. */
#define SHIPLAP_SCAN_ROW(width) ((width) - ((width) >> 2))

typedef size_t shiplap_visible_kernel(const void *text, size_t size, size_t lo, size_t hi);

typedef size_t shiplap_all_kernel(const void *text, size_t size, size_t *lo, size_t hi, size_t *places);

struct shiplap_scan_kernels {
  shiplap_scan *first[4][6]; /* the second index: enum shiplap_candidate */
  shiplap_scan *last[4][6];
  shiplap_all_kernel *all[4][6];
  shiplap_visible_kernel *visible[4];
  shiplap_visible_kernel *visible_end[4];
};

/* By width: SHIPLAP_WIDE_ROW; UTF-8 is found as width 1. length <= lo < hi <= size + 1. */
typedef ptrdiff_t shiplap_find_kernel(const void *text, size_t size, const void *literal, size_t length, size_t lo,
                                      size_t hi);

typedef void shiplap_set_kernel(const void *units, size_t count, const uint8_t *set, uint64_t *masks);

struct shiplap_find_kernels {
  shiplap_find_kernel *first[3];
  shiplap_find_kernel *last[3];
  shiplap_set_kernel *set[3];
};

/* The signs are zeros. 0 < size <= room, and end is at most size. */
struct shiplap_line_kernels {
  void (*signs)(const uint8_t *line, size_t size, size_t end, size_t room, struct shiplap_signs *signs);
};

struct shiplap_hash_kernels {
  void (*many)(const struct shiplap_message *messages, size_t count, uint8_t *hashes);
};

struct shiplap_kernels {
  int isa;
  const struct shiplap_utf8_kernels *utf8;
  const struct shiplap_wide_kernels *wide;
  const struct shiplap_scan_kernels *scan;
  const struct shiplap_find_kernels *find;
  const struct shiplap_line_kernels *line;
  const struct shiplap_hash_kernels *hash;
};

extern SHIPLAP_HIDDEN const struct shiplap_utf8_kernels shiplap_utf8_scalar;
extern SHIPLAP_HIDDEN const struct shiplap_wide_kernels shiplap_wide_scalar;
extern SHIPLAP_HIDDEN const struct shiplap_scan_kernels shiplap_scan_scalar;
extern SHIPLAP_HIDDEN const struct shiplap_find_kernels shiplap_find_scalar;
extern SHIPLAP_HIDDEN const struct shiplap_line_kernels shiplap_line_scalar;
extern SHIPLAP_HIDDEN const struct shiplap_hash_kernels shiplap_hash_scalar;
#if SHIPLAP_X86
extern SHIPLAP_HIDDEN const struct shiplap_utf8_kernels shiplap_utf8_avx2, shiplap_utf8_avx512;
extern SHIPLAP_HIDDEN const struct shiplap_wide_kernels shiplap_wide_avx2, shiplap_wide_avx512;
extern SHIPLAP_HIDDEN const struct shiplap_scan_kernels shiplap_scan_avx2, shiplap_scan_avx512;
extern SHIPLAP_HIDDEN const struct shiplap_find_kernels shiplap_find_avx2, shiplap_find_avx512;
extern SHIPLAP_HIDDEN const struct shiplap_line_kernels shiplap_line_avx2, shiplap_line_avx512;
extern SHIPLAP_HIDDEN const struct shiplap_hash_kernels shiplap_hash_avx2, shiplap_hash_avx512;
#elif SHIPLAP_AARCH64
extern SHIPLAP_HIDDEN const struct shiplap_utf8_kernels shiplap_utf8_neon;
extern SHIPLAP_HIDDEN const struct shiplap_wide_kernels shiplap_wide_neon;
extern SHIPLAP_HIDDEN const struct shiplap_scan_kernels shiplap_scan_neon;
extern SHIPLAP_HIDDEN const struct shiplap_find_kernels shiplap_find_neon;
extern SHIPLAP_HIDDEN const struct shiplap_line_kernels shiplap_line_neon;
extern SHIPLAP_HIDDEN const struct shiplap_hash_kernels shiplap_hash_neon;
#endif

/* cpu.c: the best instruction set of this processor and operating system, and the best that SHIPLAP_DISABLE
 * leaves. */
SHIPLAP_HIDDEN int shiplap_cpu_supported(void);
SHIPLAP_HIDDEN int shiplap_cpu_choice(void);

#endif
