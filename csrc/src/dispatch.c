/* dispatch.c: the public functions, each a check of its range and a call through the table.
 *
 * The table in use is one atomic pointer, NULL until the first call. Threads that make the first call together
 * choose the same table and store the same pointer, so no lock is needed.
 */
#include "kernels.h"

static const struct shiplap_kernels tables[] = {
    {SHIPLAP_SCALAR, &shiplap_utf8_scalar, &shiplap_wide_scalar, &shiplap_scan_scalar, &shiplap_find_scalar,
     &shiplap_line_scalar, &shiplap_hash_scalar},
#if SHIPLAP_X86
    {SHIPLAP_AVX2, &shiplap_utf8_avx2, &shiplap_wide_avx2, &shiplap_scan_avx2, &shiplap_find_avx2, &shiplap_line_avx2,
     &shiplap_hash_avx2},
    {SHIPLAP_AVX512, &shiplap_utf8_avx512, &shiplap_wide_avx512, &shiplap_scan_avx512, &shiplap_find_avx512,
     &shiplap_line_avx512, &shiplap_hash_avx512},
#elif SHIPLAP_AARCH64
    {SHIPLAP_NEON, &shiplap_utf8_neon, &shiplap_wide_neon, &shiplap_scan_neon, &shiplap_find_neon, &shiplap_line_neon,
     &shiplap_hash_neon},
#endif
};

#if defined(_MSC_VER) && !defined(__clang__)
/* This compiler has C11 atomics only with an option; there an aligned volatile pointer is atomic. */
static const struct shiplap_kernels *volatile active;
#define LOAD() (active)
#define STORE(table) (active = (table))
#else
#include <stdatomic.h>
static _Atomic(const struct shiplap_kernels *) active;
#define LOAD() atomic_load_explicit(&active, memory_order_acquire)
#define STORE(table) atomic_store_explicit(&active, table, memory_order_release)
#endif

static const struct shiplap_kernels *choose(void) {
  const struct shiplap_kernels *table = &tables[shiplap_cpu_choice()];
  STORE(table);
  return table;
}

SHIPLAP_INLINE const struct shiplap_kernels *kernels(void) {
  const struct shiplap_kernels *table = LOAD();
  return SHIPLAP_UNLIKELY(!table) ? choose() : table;
}

/* ---- instruction sets ---- */

int shiplap_isa(void) { return kernels()->isa; }

int shiplap_isa_supported(void) { return shiplap_cpu_supported(); }

int shiplap_isa_use(int isa) {
  int supported = shiplap_cpu_supported();
  if (isa > supported) isa = supported;
  if (isa < SHIPLAP_SCALAR) isa = SHIPLAP_SCALAR;
  STORE(&tables[isa]);
  return isa;
}

/* ---- utf8 ---- */

size_t shiplap_utf8_validate(const uint8_t *text, size_t size) { return kernels()->utf8->validate(text, size, NULL); }

size_t shiplap_utf8_ascii(const uint8_t *text, size_t size) { return kernels()->utf8->ascii(text, size); }

size_t shiplap_utf8_count(const uint8_t *text, size_t size) { return kernels()->utf8->count(text, size); }

size_t shiplap_utf8_count16(const uint8_t *text, size_t size) { return kernels()->utf8->count16(text, size); }

size_t shiplap_utf8_skip(const uint8_t *text, size_t size, size_t *count) {
  return kernels()->utf8->skip(text, size, count);
}

/* ---- sums ---- */

size_t shiplap_sums_part(const uint8_t *text, size_t begin, size_t size) {
  if (size - begin <= SHIPLAP_SUMS_SIZE) return size;
  size_t end = begin + SHIPLAP_SUMS_SIZE;
  for (int k = 0; k < 3; k++) end -= (text[end] & 0xC0) == 0x80;
  return end;
}

SHIPLAP_INLINE size_t count_before(const struct shiplap_sums *sums, const uint8_t *text, size_t end) {
  size_t step = (end - sums->begin) / SHIPLAP_SUMS_STEP, known = sums->begin + step * SHIPLAP_SUMS_STEP;
  return sums->numbers[step] + shiplap_utf8_count(text + known, end - known);
}

void shiplap_sums_move(struct shiplap_sums *sums, const uint8_t *text, size_t end, int valid) {
  size_t begin = sums->end, size = end - begin;
  sums->numbers[0] = 0;
  if (valid)
    kernels()->utf8->sums(text + begin, size, sums->numbers);
  else
    size = kernels()->utf8->validate(text + begin, size, sums->numbers);
  for (size_t k = 1; k <= SHIPLAP_SUMS_MORE; k++) sums->numbers[size / SHIPLAP_SUMS_STEP + k] = UINT32_MAX;
  sums->begin = begin, sums->end = begin + size, sums->before = sums->after;
  sums->after += count_before(sums, text, sums->end);
}

size_t shiplap_sums_seek(const struct shiplap_sums *sums, const uint8_t *text, size_t known, size_t count) {
  count -= sums->before;
  return sums->begin +
         kernels()->utf8->seek(text + sums->begin, sums->end - sums->begin, sums->numbers, known - sums->begin, &count);
}

size_t shiplap_sums_count(const struct shiplap_sums *sums, const uint8_t *text, size_t begin, size_t end) {
  return count_before(sums, text, end) - count_before(sums, text, begin);
}

/* ---- wide ---- */

SHIPLAP_INLINE const void *unit_at(const void *text, int width, size_t index) {
  return (const char *)text + (size_t)width * index;
}

size_t shiplap_wide_utf8_size(const void *text, int width, size_t begin, size_t end) {
  if (begin >= end) return 0;
  return kernels()->wide->utf8_size[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin);
}

size_t shiplap_wide_utf16_size(const void *text, int width, size_t begin, size_t end) {
  if (begin >= end) return 0;
  if (width < 4) return end - begin;
  return kernels()->wide->utf16_size(unit_at(text, width, begin), end - begin);
}

size_t shiplap_wide_skip(const void *text, int width, size_t begin, size_t end, size_t *bytes) {
  if (begin >= end) return begin;
  return begin + kernels()->wide->skip[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin, bytes);
}

size_t shiplap_wide_surrogate(const void *text, int width, size_t begin, size_t end) {
  if (begin >= end) return end;
  return begin + kernels()->wide->surrogate[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin);
}

size_t shiplap_wide_encode(const void *text, int width, size_t begin, size_t end, uint8_t *out) {
  if (begin >= end) return 0;
  return kernels()->wide->encode[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin, out);
}

uint32_t shiplap_wide_bits(const void *text, int width, size_t begin, size_t end) {
  if (begin >= end) return 0;
  return kernels()->wide->bits[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin);
}

size_t shiplap_wide_line_ends(const void *text, int width, size_t begin, size_t end, int lf_after) {
  if (begin >= end) return 0;
  return kernels()->wide->line_ends[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin, lf_after);
}

void shiplap_wide_narrow(const void *text, int width, size_t begin, size_t end, void *out, int out_width) {
  if (begin >= end) return;
  kernels()->wide->narrow[SHIPLAP_WIDE_ROW(width)][SHIPLAP_WIDE_ROW(out_width)](unit_at(text, width, begin),
                                                                                end - begin, out);
}

/* ---- scan ---- */

shiplap_scan *shiplap_scan_first_for(int width, int candidate) {
  return kernels()->scan->first[SHIPLAP_SCAN_ROW(width)][candidate];
}

shiplap_scan *shiplap_scan_last_for(int width, int candidate) {
  return kernels()->scan->last[SHIPLAP_SCAN_ROW(width)][candidate];
}

ptrdiff_t shiplap_scan_first(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi) {
  if (lo == 0) lo = 1; /* position 0 is never a candidate, because no code point is before it */
  if (hi > size) hi = size;
  if (lo >= hi) return -1;
  struct shiplap_more more;
  return shiplap_scan_first_for(width, candidate)(text, size, lo, hi, &more);
}

ptrdiff_t shiplap_scan_last(const void *text, size_t size, int width, int candidate, size_t lo, size_t hi) {
  if (lo == 0) lo = 1;
  if (hi > size) hi = size;
  if (lo >= hi) return -1;
  struct shiplap_more more;
  return shiplap_scan_last_for(width, candidate)(text, size, lo, hi, &more);
}

size_t shiplap_scan_all(const void *text, size_t size, int width, int candidate, size_t *lo, size_t hi,
                        size_t *places) {
  if (*lo == 0) *lo = 1;
  if (hi > size) hi = size;
  if (*lo >= hi) return *lo = hi, 0;
  return kernels()->scan->all[SHIPLAP_SCAN_ROW(width)][candidate](text, size, lo, hi, places);
}

size_t shiplap_scan_visible(const void *text, size_t size, int width, size_t lo, size_t hi) {
  if (hi > size) hi = size;
  if (lo >= hi) return hi;
  return kernels()->scan->visible[SHIPLAP_SCAN_ROW(width)](text, size, lo, hi);
}

size_t shiplap_scan_visible_end(const void *text, size_t size, int width, size_t lo, size_t hi) {
  if (hi > size) hi = size;
  if (lo >= hi) return lo;
  return kernels()->scan->visible_end[SHIPLAP_SCAN_ROW(width)](text, size, lo, hi);
}

/* ---- find ---- */

ptrdiff_t shiplap_find_first(const void *text, size_t size, int width, const void *literal, size_t length, size_t lo,
                             size_t hi) {
  if (lo < length) lo = length;
  if (hi > size) hi = size + 1;
  if (lo >= hi) return -1;
  return kernels()->find->first[SHIPLAP_WIDE_ROW(width)](text, size, literal, length, lo, hi);
}

ptrdiff_t shiplap_find_last(const void *text, size_t size, int width, const void *literal, size_t length, size_t lo,
                            size_t hi) {
  if (lo < length) lo = length;
  if (hi > size) hi = size + 1;
  if (lo >= hi) return -1;
  return kernels()->find->last[SHIPLAP_WIDE_ROW(width)](text, size, literal, length, lo, hi);
}

void shiplap_find_set(const void *text, int width, size_t begin, size_t end, const uint8_t set[16], uint64_t *masks) {
  if (begin >= end) return;
  if (width == 0) width = 1;
  kernels()->find->set[SHIPLAP_WIDE_ROW(width)](unit_at(text, width, begin), end - begin, set, masks);
}

/* ---- line ---- */

void shiplap_line_signs(const uint8_t *line, size_t size, size_t end, size_t room, struct shiplap_signs *signs) {
  *signs = (struct shiplap_signs){0, 0, 0, 0};
  if (size > 0) kernels()->line->signs(line, size, end, room, signs);
}

/* ---- hash ---- */

void shiplap_hash_many(const struct shiplap_message *messages, size_t count, uint8_t *hashes) {
  if (count > 0) kernels()->hash->many(messages, count, hashes);
}
