/* test_wide.c: the wide_* kernels of every instruction set against one-liners, for every width, at every length
 * and alignment, with guard pages around the units and after the output.
 */
#include "test.h"

static const int widths[3] = {1, 2, 4};

/* ---- the oracle: on code points ---- */

static size_t naive_bytes(uint32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

static size_t naive_utf8_size(const uint32_t *c, size_t begin, size_t end) {
  size_t bytes = 0;
  for (size_t i = begin; i < end; i++) bytes += naive_bytes(c[i]);
  return bytes;
}

static size_t naive_utf16_size(const uint32_t *c, size_t begin, size_t end) {
  size_t units = 0;
  for (size_t i = begin; i < end; i++) units += c[i] < 0x10000 ? 1 : 2;
  return units;
}

static size_t naive_skip(const uint32_t *c, size_t begin, size_t end, size_t *bytes) {
  while (begin < end && naive_bytes(c[begin]) <= *bytes) *bytes -= naive_bytes(c[begin++]);
  return begin;
}

static size_t naive_surrogate(const uint32_t *c, size_t begin, size_t end) {
  while (begin < end && !(c[begin] >= 0xD800 && c[begin] <= 0xDFFF)) begin++;
  return begin;
}

static size_t naive_encode(const uint32_t *c, size_t begin, size_t end, uint8_t *out) {
  size_t bytes = 0;
  for (size_t i = begin; i < end; i++) bytes += encode_one(c[i], out + bytes);
  return bytes;
}

static uint32_t naive_bits(const uint32_t *c, size_t begin, size_t end) {
  uint32_t bits = 0;
  while (begin < end) bits |= c[begin++];
  return bits;
}

static size_t naive_line_ends(const uint32_t *c, size_t begin, size_t end, int lf_after) {
  size_t ends = 0;
  for (size_t i = begin; i < end; i++)
    ends += c[i] == '\n' || (c[i] == '\r' && !(i + 1 < end ? c[i + 1] == '\n' : lf_after));
  return ends;
}

/* ---- the checks of one range ---- */

static struct guarded output;

static void check_narrow(const void *t, int width, const uint32_t *c, size_t begin, size_t end) {
  for (int w = 0; w < 3 && widths[w] <= width; w++) {
    size_t size = (end - begin) * (size_t)widths[w], wrong = 0;
    uint8_t *out = output.end - size;
    out[-1] = 0xA5;
    shiplap_wide_narrow(t, width, begin, end, out, widths[w]);
    for (size_t i = begin; i < end; i++) {
      uint32_t unit = 0;
      put_unit(&unit, widths[w], 0, c[i]);
      wrong += memcmp(out + (i - begin) * (size_t)widths[w], &unit, (size_t)widths[w]) != 0;
    }
    CHECK(wrong == 0 && out[-1] == 0xA5, "narrow(width %d to %d, %zu:%zu)", width, widths[w], begin, end);
  }
}

static void check_skip(const void *t, int width, const uint32_t *c, size_t begin, size_t end, size_t bytes) {
  size_t wanted = bytes, left = bytes;
  size_t expected = naive_skip(c, begin, end, &wanted), place = shiplap_wide_skip(t, width, begin, end, &left);
  CHECK(place == expected && left == wanted, "skip(width %d, %zu:%zu, %zu bytes) = %zu, %zu; expected %zu, %zu", width,
        begin, end, bytes, place, left, expected, wanted);
}

static void check_range(const void *t, int width, const uint32_t *c, size_t begin, size_t end) {
  static uint8_t encoded[4 * 4096];
  size_t size = naive_utf8_size(c, begin, end), size16 = naive_utf16_size(c, begin, end);
  size_t surrogate = naive_surrogate(c, begin, end), bytes = naive_encode(c, begin, end, encoded);
  size_t room = (end - begin) * (size_t)(width == 1 ? 2 : width == 2 ? 3 : 4);
  size_t some = below((uint32_t)size + 1);
  EACH_ISA {
    CHECK(shiplap_wide_utf8_size(t, width, begin, end) == size, "utf8_size(width %d, %zu:%zu) = %zu; expected %zu",
          width, begin, end, shiplap_wide_utf8_size(t, width, begin, end), size);
    CHECK(shiplap_wide_utf16_size(t, width, begin, end) == size16, "utf16_size(width %d, %zu:%zu); expected %zu", width,
          begin, end, size16);
    CHECK(shiplap_wide_surrogate(t, width, begin, end) == surrogate, "surrogate(width %d, %zu:%zu); expected %zu",
          width, begin, end, surrogate);
    check_skip(t, width, c, begin, end, some);
    check_skip(t, width, c, begin, end, size ? size - 1 : 0);
    check_skip(t, width, c, begin, end, size + some);
    CHECK(shiplap_wide_bits(t, width, begin, end) == naive_bits(c, begin, end), "bits(width %d, %zu:%zu)", width, begin,
          end);
    for (int after = 0; after < 2; after++)
      CHECK(shiplap_wide_line_ends(t, width, begin, end, after) == naive_line_ends(c, begin, end, after),
            "line_ends(width %d, %zu:%zu, %d); expected %zu", width, begin, end, after,
            naive_line_ends(c, begin, end, after));
    check_narrow(t, width, c, begin, end);
    uint8_t *out = output.end - room; /* a byte beyond the room faults */
    out[-1] = 0xA5;
    CHECK(shiplap_wide_encode(t, width, begin, end, out) == bytes, "encode(width %d, %zu:%zu); expected %zu bytes",
          width, begin, end, bytes);
    CHECK(memcmp(out, encoded, bytes) == 0 && out[-1] == 0xA5, "encode(width %d, %zu:%zu): other bytes", width, begin,
          end);
  }
}

/* ---- texts ---- */

static void fill(uint32_t *c, size_t n, int width, int kind) {
  const uint32_t limit = width == 1 ? 0x100 : width == 2 ? 0x10000 : 0x110000;
  for (size_t i = 0; i < n; i++) {
    uint32_t roll = below(60);
    if (kind == 0 || (kind == 1 && roll)) {
      c[i] = below(0x80);
    } else if (kind == 3 && roll == 0 && width > 1) {
      c[i] = 0xD800 + below(0x800);
    } else if (kind == 2 && roll < 20) { /* ends of lines */
      c[i] = roll < 10 ? '\n' : '\r';
    } else if (kind == 4) { /* one length for all */
      c[i] = width == 1 ? 0xE9 : width == 2 ? 0x4E2D : 0x1F600;
    } else {
      c[i] = hostile(limit);
    }
  }
}

static void put(void *t, int width, const uint32_t *c, size_t n) {
  for (size_t i = 0; i < n; i++) put_unit(t, width, i, c[i]);
}

static void lengths_and_alignments(void) {
  static uint32_t c[LENGTHS];
  struct guarded page = guarded(4096);
  for (int w = 0; w < 3; w++) {
    for (int kind = 0; kind < 5; kind++) {
      for (size_t n = 0; n <= LENGTHS; n++) {
        for (size_t shift = 0; shift < ALIGNMENTS; shift += 1 + (n > 130) * 12) {
          if ((n * ALIGNMENTS + shift) % SHIPLAP_TEST_STEP) continue;
          int width = widths[w];
          size_t size = n * (size_t)width;
          fill(c, n, width, kind);
          uint8_t *places[3] = {page.end - size, page.begin, page.begin + 64 + shift * (size_t)width};
          for (int k = shift ? 2 : 0; k < 3; k++) {
            put(places[k], width, c, n);
            check_range(places[k], width, c, 0, n);
          }
          size_t begin = below((uint32_t)n + 1), end = begin + below((uint32_t)(n - begin) + 1);
          check_range(places[2], width, c, begin, end);
        }
      }
    }
  }
}

/* Every number of bytes, so that every place of every block is asked for. */
static void every_skip(void) {
  static uint32_t c[400];
  struct guarded page = guarded(1600);
  for (int w = 0; w < 3; w++) {
    for (int kind = 0; kind < 5; kind++) {
      int width = widths[w];
      fill(c, 400, width, kind);
      void *t = page.end - 400 * (size_t)width;
      put(t, width, c, 400);
      EACH_ISA for (size_t bytes = 0; bytes < 1610; bytes++) check_skip(t, width, c, bytes % 7, 400 - bytes % 3, bytes);
    }
  }
}

/* Every code point, alone among ASCII, and every surrogate. */
static void every_code_point(void) {
  static uint32_t c[70];
  static uint32_t t[70];
  for (int w = 0; w < 3; w++) {
    int width = widths[w];
    const uint32_t limit = width == 1 ? 0x100 : width == 2 ? 0x10000 : 0x110000;
    for (size_t i = 0; i < 70; i++) c[i] = 'a';
    put(t, width, c, 70);
    EACH_ISA for (uint32_t v = 0; v < limit; v += v < 0x11000 ? 1 : 17 * SHIPLAP_TEST_STEP) {
      uint8_t out[280], expected[4];
      size_t place = v % 70, length = encode_one(v, expected);
      put_unit(t, width, place, v);
      CHECK(shiplap_wide_utf8_size(t, width, 0, 70) == 69 + length, "U+%04X at width %d", v, width);
      CHECK(shiplap_wide_utf16_size(t, width, 0, 70) == 70u + (v > 0xFFFF), "U+%04X at width %d", v, width);
      CHECK(shiplap_wide_surrogate(t, width, 0, 70) == (v >= 0xD800 && v <= 0xDFFF ? place : 70), "U+%04X", v);
      CHECK(shiplap_wide_encode(t, width, 0, 70, out) == 69 + length, "U+%04X at width %d", v, width);
      CHECK(memcmp(out + place, expected, length) == 0, "U+%04X at width %d: other bytes", v, width);
      put_unit(t, width, place, 'a');
    }
  }
}

/* Any bits at all may stand in a buffer that somebody else changes: nothing may fault. */
static void garbage(void) {
  struct guarded page = guarded(4096);
  for (int round = 0; round < 3000 / SHIPLAP_TEST_STEP; round++) {
    size_t n = below(300);
    uint8_t *t = page.end - 4 * n;
    for (size_t i = 0; i < 4 * n; i++) t[i] = (uint8_t)(below(3) ? below(256) : 0xFF);
    EACH_ISA for (int w = 0; w < 3; w++) {
      int width = widths[w];
      size_t units = 4 * n / (size_t)width, bytes = below(1200);
      size_t room = units * (size_t)(width == 1 ? 2 : width == 2 ? 3 : 4);
      CHECK(shiplap_wide_skip(t, width, 0, units, &bytes) <= units, "skip leaves its range");
      CHECK(shiplap_wide_surrogate(t, width, 0, units) <= units, "surrogate leaves its range");
      CHECK(shiplap_wide_encode(t, width, 0, units, output.end - room) <= room, "encode leaves its room");
    }
  }
}

int main(void) {
  output = guarded(16384);
  output.begin += 64;
  lengths_and_alignments();
  every_skip();
  every_code_point();
  garbage();
  return done("test_wide");
}
