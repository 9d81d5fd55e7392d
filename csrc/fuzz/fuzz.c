/* fuzz.c: libFuzzer's target for one family of the C core: every instruction set against the scalar kernels, with guard
 * pages right before and right after the text. `csrc/fuzz/run.sh` builds and runs it with -DFAMILY=utf8, wide, scan,
 * find or line.
 *
 * The first bytes of the input are the arguments, the rest is the text: a function has one text, as it lies at the
 * beginning of its pages and at their end.
 */
#include "../tests/test.h"

#define MOST 4096 /* bytes of text */
#define NAME_OF(family) family##_family
#define RUN(family) NAME_OF(family)

/* The arguments, and the text in units of a width (0 is UTF-8). */
struct input {
  const uint8_t *text;
  size_t size; /* units */
  int width;
  size_t lo, hi; /* lo <= hi <= size */
  uint8_t choice, other;
};

static size_t bytes_of(const struct input *in, size_t units) { return units * (size_t)(in->width ? in->width : 1); }

/* ---- utf8 ---- */

struct utf8_answer {
  size_t valid, ascii, count, count16, skipped, left, sought, after;
  uint32_t sums[MOST / SHIPLAP_SUMS_STEP + 1];
};

static struct utf8_answer utf8_answer(const struct input *in) {
  size_t bytes = bytes_of(in, in->size), left = in->lo;
  struct utf8_answer a = {0};
  a.valid = shiplap_utf8_validate(in->text, bytes);
  a.ascii = shiplap_utf8_ascii(in->text, bytes);
  a.count = shiplap_utf8_count(in->text, bytes);
  a.count16 = shiplap_utf8_count16(in->text, bytes);
  a.skipped = shiplap_utf8_skip(in->text, bytes, &left);
  a.left = left;
  struct shiplap_sums sums = {0};
  shiplap_sums_move(&sums, in->text, bytes, 0);
  memcpy(a.sums, sums.numbers, (sums.end / SHIPLAP_SUMS_STEP + 1) * sizeof *a.sums);
  a.after = sums.after;
  a.sought = shiplap_sums_seek(&sums, in->text, 0, in->lo < sums.after ? in->lo : sums.after);
  return a;
}

static void utf8_family(struct input *in) {
  in->width = 0;
  shiplap_isa_use(SHIPLAP_SCALAR);
  struct utf8_answer expected = utf8_answer(in);
  EACH_ISA {
    struct utf8_answer found = utf8_answer(in);
    CHECK(memcmp(&found, &expected, sizeof found) == 0, "utf8, %zu bytes", in->size);
  }
}

/* ---- wide ---- */

struct wide_answer {
  size_t utf8, utf16, skipped, left, surrogate, encoded, ends;
  uint32_t bits;
  uint8_t out[4 * MOST], narrow[MOST];
};

static void wide_answer(const struct input *in, struct wide_answer *a) {
  memset(a, 0, sizeof *a);
  size_t left = in->other * (size_t)16;
  a->utf8 = shiplap_wide_utf8_size(in->text, in->width, in->lo, in->hi);
  a->utf16 = shiplap_wide_utf16_size(in->text, in->width, in->lo, in->hi);
  a->skipped = shiplap_wide_skip(in->text, in->width, in->lo, in->hi, &left);
  a->left = left;
  a->surrogate = shiplap_wide_surrogate(in->text, in->width, in->lo, in->hi);
  a->encoded = shiplap_wide_encode(in->text, in->width, in->lo, in->hi, a->out);
  a->bits = shiplap_wide_bits(in->text, in->width, in->lo, in->hi);
  a->ends = shiplap_wide_line_ends(in->text, in->width, in->lo, in->hi, in->choice & 1);
  int out_width = a->bits < 0x100 ? 1 : a->bits < 0x10000 ? 2 : 4;
  shiplap_wide_narrow(in->text, in->width, in->lo, in->hi, a->narrow, out_width);
}

static void wide_family(struct input *in) {
  static struct wide_answer expected, found;
  shiplap_isa_use(SHIPLAP_SCALAR);
  wide_answer(in, &expected);
  EACH_ISA {
    wide_answer(in, &found);
    CHECK(memcmp(&found, &expected, sizeof found) == 0, "wide, width %d, %zu:%zu", in->width, in->lo, in->hi);
  }
}

/* ---- scan ---- */

static void scan_family(struct input *in) {
  int candidate = in->choice % 4;
  int is_exact = candidate == SHIPLAP_LINE || candidate == SHIPLAP_WORD; /* others may have more (shiplap.h) */
  /* what lies around text that is not well-formed UTF-8 is never asked of a scan */
  if (in->width == 0 && shiplap_utf8_validate(in->text, in->size) < in->size) return;
  shiplap_isa_use(SHIPLAP_SCALAR);
  ptrdiff_t first = shiplap_scan_first(in->text, in->size, in->width, candidate, in->lo, in->hi);
  ptrdiff_t last = shiplap_scan_last(in->text, in->size, in->width, candidate, in->lo, in->hi);
  EACH_ISA {
    ptrdiff_t a = shiplap_scan_first(in->text, in->size, in->width, candidate, in->lo, in->hi);
    ptrdiff_t b = shiplap_scan_last(in->text, in->size, in->width, candidate, in->lo, in->hi);
    size_t at = in->lo, places[SHIPLAP_PLACES_ROOM], count;
    if (is_exact) {
      CHECK(a == first, "first, width %d, candidate %d, %zu:%zu", in->width, candidate, in->lo, in->hi);
      CHECK(b == last, "last, width %d, candidate %d, %zu:%zu", in->width, candidate, in->lo, in->hi);
    }
    ptrdiff_t before = -1, some = -1;
    while (at < in->hi) {
      count = shiplap_scan_all(in->text, in->size, in->width, candidate, &at, in->hi, places);
      for (size_t k = 0; k < count; k++) {
        CHECK((ptrdiff_t)places[k] > before && places[k] < in->hi, "all: order, candidate %d", candidate);
        if (some < 0) some = (ptrdiff_t)places[k];
        before = (ptrdiff_t)places[k];
      }
    }
    if (is_exact) CHECK(some == first, "all: the first, candidate %d", candidate);
  }
}

/* ---- find ---- */

static void find_family(struct input *in) {
  static uint64_t masks[MOST / 64 + 2], expected_masks[MOST / 64 + 2];
  uint8_t set[16];
  for (size_t k = 0; k < 16; k++) set[k] = (uint8_t)(in->choice * (k + 1) ^ in->other);
  set[0] &= 0xFE;
  size_t length = 1 + in->choice % 4;
  if (in->size < length) return;
  const void *literal = in->text + bytes_of(in, in->other % (in->size - length + 1));
  shiplap_isa_use(SHIPLAP_SCALAR);
  ptrdiff_t first = shiplap_find_first(in->text, in->size, in->width, literal, length, in->lo, in->hi + 1);
  ptrdiff_t last = shiplap_find_last(in->text, in->size, in->width, literal, length, in->lo, in->hi + 1);
  memset(expected_masks, 0, sizeof expected_masks);
  shiplap_find_set(in->text, in->width, in->lo, in->hi, set, expected_masks);
  EACH_ISA {
    ptrdiff_t a = shiplap_find_first(in->text, in->size, in->width, literal, length, in->lo, in->hi + 1);
    ptrdiff_t b = shiplap_find_last(in->text, in->size, in->width, literal, length, in->lo, in->hi + 1);
    CHECK(a == first && b == last, "find, width %d, length %zu, %zu:%zu", in->width, length, in->lo, in->hi);
    memset(masks, 0, sizeof masks);
    shiplap_find_set(in->text, in->width, in->lo, in->hi, set, masks);
    CHECK(memcmp(masks, expected_masks, sizeof masks) == 0, "set, width %d, %zu:%zu", in->width, in->lo, in->hi);
  }
}

/* ---- line ---- */

static void line_family(struct input *in) {
  struct shiplap_signs expected, found;
  size_t end = in->lo < in->hi ? in->lo : in->hi, bytes = bytes_of(in, in->size);
  shiplap_isa_use(SHIPLAP_SCALAR);
  shiplap_line_signs(in->text, in->hi, end, bytes, &expected);
  EACH_ISA {
    shiplap_line_signs(in->text, in->hi, end, bytes, &found);
    CHECK(memcmp(&found, &expected, sizeof found) == 0, "line, %zu of %zu", end, in->hi);
  }
}

/* ---- the target ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct guarded pages;
  static const int widths[4] = {0, 1, 2, 4};
  enum { HEAD = 8 };
  if (pages.begin == NULL) pages = guarded(MOST);
  if (size < HEAD || size - HEAD > MOST) return 0;
  struct input in = {.width = widths[data[0] % 4], .choice = data[1], .other = data[2]};
  in.size = (size - HEAD) / bytes_of(&in, 1);
  size_t a = data[3] | (size_t)data[4] << 8, b = data[5] | (size_t)data[6] << 8;
  a %= in.size + 1, b %= in.size + 1;
  in.lo = a < b ? a : b, in.hi = a < b ? b : a;
  for (int side = 0; side < 2; side++) {
    struct input one = in;
    uint8_t *place = side ? pages.end - bytes_of(&in, in.size) : pages.begin;
    memcpy(place, data + HEAD, bytes_of(&in, in.size));
    one.text = place;
    RUN(FAMILY)(&one);
  }
  return 0;
}
