/* test_find.c: the find_* kernels of every instruction set against the rules of shiplap.h read aloud, for UTF-8 and
 * every width, at every length and alignment, with guard pages around the text and around the literal.
 */
#include "test.h"

#define MOST 3000

/* A text of units, and a literal in the same form. */
static struct {
  uint8_t *place;
  size_t size;
  int width; /* 0 is UTF-8, whose units are bytes */
} text;

static size_t unit_size(void) { return text.width ? (size_t)text.width : 1; }

/* ---- the oracle ---- */

static int naive_match(const void *literal, size_t length, size_t p) {
  return p >= length && p <= text.size &&
         memcmp(text.place + (p - length) * unit_size(), literal, length * unit_size()) == 0;
}

static ptrdiff_t naive_first(const void *literal, size_t length, size_t lo, size_t hi) {
  for (size_t p = lo; p < hi && p <= text.size; p++)
    if (naive_match(literal, length, p)) return (ptrdiff_t)p;
  return -1;
}

static ptrdiff_t naive_last(const void *literal, size_t length, size_t lo, size_t hi) {
  for (size_t p = hi > text.size ? text.size + 1 : hi; p-- > lo;)
    if (naive_match(literal, length, p)) return (ptrdiff_t)p;
  return -1;
}

static void check_range(const void *literal, size_t length, size_t lo, size_t hi) {
  ptrdiff_t first = naive_first(literal, length, lo, hi), last = naive_last(literal, length, lo, hi);
  EACH_ISA {
    ptrdiff_t a = shiplap_find_first(text.place, text.size, text.width, literal, length, lo, hi);
    ptrdiff_t b = shiplap_find_last(text.place, text.size, text.width, literal, length, lo, hi);
    CHECK(a == first, "first(size %zu, width %d, length %zu, %zu:%zu) = %td; expected %td", text.size, text.width,
          length, lo, hi, a, first);
    CHECK(b == last, "last(size %zu, width %d, length %zu, %zu:%zu) = %td; expected %td", text.size, text.width, length,
          lo, hi, b, last);
  }
}

static void check_literal(const void *literal, size_t length, int rounds) {
  check_range(literal, length, 0, text.size + 1);
  check_range(literal, length, 0, text.size + 100); /* what is beyond the text is not in it */
  check_range(literal, length, 0, text.size);
  while (rounds--) {
    size_t lo = below((uint32_t)text.size + 2), hi = lo + below((uint32_t)(text.size + 2 - lo));
    check_range(literal, length, lo, hi);
    check_range(literal, length, 0, hi);
    check_range(literal, length, lo, text.size + 1);
  }
}

/* ---- texts: of few letters, so that literals are found, nearly found, and found again within themselves ---- */

static void fill(size_t size, uint32_t letters) {
  static const uint32_t high[5] = {'a', 0xE9, 0x6F22, 0x1F600, 'b'};
  text.size = size;
  for (size_t i = 0; i < size; i++) {
    uint32_t c = below(20) ? 'a' + below(letters) : high[below(text.width > 2 ? 5 : text.width > 1 ? 3 : 2)];
    if (text.width == 2 && c > 0xFFFF) c = 'c';
    put_unit(text.place, text.width ? text.width : 1, i, c);
  }
}

static const int widths[4] = {0, 1, 2, 4};

/* A literal of the text itself from a random place, or with one unit changed: copied to the end of a guarded page. */
static const void *literal_of(struct guarded *page, size_t length, int change) {
  uint8_t *place = page->end - length * unit_size();
  size_t from = below((uint32_t)(text.size - length + 1));
  memcpy(place, text.place + from * unit_size(), length * unit_size());
  if (change) put_unit(place, text.width ? text.width : 1, below((uint32_t)length), 'a' + below(3));
  return place;
}

static void lengths_and_alignments(void) {
  struct guarded page = guarded(8192), other = guarded(4096);
  for (int w = 0; w < 4; w++) {
    text.width = widths[w];
    for (size_t n = 1; n <= LENGTHS; n++) {
      for (size_t shift = 0; shift < ALIGNMENTS; shift += 1 + (n > 20) * 12 + (n > 150) * 12) {
        if ((n * ALIGNMENTS + shift) % SHIPLAP_TEST_STEP) continue;
        uint8_t *places[3] = {page.end - n * unit_size(), page.begin, page.begin + 64 + shift * unit_size()};
        for (int k = shift ? 2 : 0; k < 3; k++) {
          text.place = places[k];
          fill(n, 1 + below(3));
          size_t length = 1 + below((uint32_t)(n < 9 || !below(4) ? n : 8));
          check_literal(literal_of(&other, length, below(2) == 0), length, 2);
        }
      }
    }
  }
}

/* Every place as an end of the range, for literals of every length: found everywhere, in part, and nowhere. */
static void every_range(void) {
  struct guarded page = guarded(8192), other = guarded(4096);
  for (int w = 0; w < 4; w++) {
    text.width = widths[w];
    text.place = page.end - 200 * unit_size();
    for (uint32_t letters = 1; letters <= 3; letters++) {
      fill(200, letters);
      for (size_t length = 1; length <= 200; length += length < 9 ? 1 : 37) {
        const void *literal = literal_of(&other, length, (int)letters - 1);
        for (size_t lo = 0; lo <= text.size + 1; lo += SHIPLAP_TEST_STEP) {
          check_range(literal, length, lo, text.size + 1);
          check_range(literal, length, 0, lo);
          check_range(literal, length, lo, lo + 1);
        }
      }
    }
  }
}

/* Texts of ASCII and others, of every length, against sets of any size. */
static void sets(void) {
  struct guarded page = guarded(8192);
  uint64_t masks[LENGTHS / 64 + 2];
  for (int w = 0; w < 4; w++) {
    text.width = widths[w];
    for (size_t n = 1; n <= LENGTHS; n += SHIPLAP_TEST_STEP) {
      uint8_t members[16];
      for (size_t k = 0; k < 16; k++) members[k] = (uint8_t)(below(256) & below(256));
      members[0] &= 0xFE;
      text.place = page.end - n * unit_size();
      for (size_t i = 0; i < n; i++) {
        uint32_t most = text.width > 2 ? 0x110000 : text.width > 1 ? 0x10000 : 0x100;
        put_unit(text.place, text.width ? text.width : 1, i, below(below(4) ? 128 : most));
      }
      size_t lo = below((uint32_t)n), hi = below(2) ? n : lo + below((uint32_t)(n - lo + 1));
      EACH_ISA {
        memset(masks, 0xFF, sizeof masks);
        shiplap_find_set(text.place, text.width, lo, hi, members, masks);
        for (size_t i = lo; i < hi; i++) {
          uint32_t unit = text.width < 2    ? ((const uint8_t *)text.place)[i]
                          : text.width == 2 ? ((const uint16_t *)(const void *)text.place)[i]
                                            : ((const uint32_t *)(const void *)text.place)[i];
          int in = unit < 128 && (members[unit % 16] >> (unit / 16) & 1);
          CHECK((int)(masks[(i - lo) / 64] >> ((i - lo) % 64) & 1) == in, "set, width %d, %zu:%zu, unit %zu",
                text.width, lo, hi, i);
        }
        if (hi > lo && (hi - lo) % 64)
          CHECK(masks[(hi - lo) / 64] >> ((hi - lo) % 64) == 0, "set, width %d, %zu:%zu, beyond", text.width, lo, hi);
      }
    }
  }
}

/* One match in a text of another letter, at each place; and none where it is just outside. */
static void one_match(void) {
  struct guarded page = guarded(4 * MOST);
  static const uint32_t literal4[3] = {'x', 'y', 'z'};
  static const uint16_t literal2[3] = {'x', 'y', 'z'};
  static const uint8_t literal1[3] = {'x', 'y', 'z'};
  for (int w = 0; w < 4; w++) {
    text.width = widths[w];
    const void *literal = text.width == 4   ? (const void *)literal4
                          : text.width == 2 ? (const void *)literal2
                                            : literal1;
    for (size_t size = 3; size < 400; size += 1 + (size > 150) * 31) {
      text.place = page.end - size * unit_size();
      text.size = size;
      for (size_t at = 0; at + 3 <= size; at += SHIPLAP_TEST_STEP) {
        for (size_t i = 0; i < size; i++) put_unit(text.place, text.width ? text.width : 1, i, '-');
        for (size_t i = 0; i < 3; i++) put_unit(text.place, text.width ? text.width : 1, at + i, literal1[i]);
        for (size_t length = 1; length <= 3; length++) {
          check_range(literal, length, 0, size + 1);
          check_range(literal, length, at + length, size + 1);
          check_range(literal, length, at + length + 1, size + 1);
          check_range(literal, length, 0, at + length);
          check_range(literal, length, 0, at + length + 1);
        }
      }
    }
  }
}

int main(void) {
  lengths_and_alignments();
  every_range();
  one_match();
  sets();
  return done("test_find");
}
