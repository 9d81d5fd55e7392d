/* test_standard.c: SHIPLAP_STANDARD gives each place where the standard sentence rule may have a boundary, for UTF-8
 * and every width, at every alignment, with guard pages around the text. What else it gives is not promised.
 */
#include "test.h"

#define MOST 600

static struct {
  uint32_t c[MOST];
  size_t offset[MOST + 1];
  size_t points, size;
  int width;
} text;

/* ---- the oracle: which places must be given, by the words of scan_standard.h ---- */

static int class_of(uint32_t c) { return shiplap_sentence_class_of(shiplap_properties(c)); }
static int is_space(uint32_t c) { return class_of(c) == SHIPLAP_SENTENCE_SPACE; }
static int is_line_end(uint32_t c) { return (c >= 10 && c <= 13) || c == 0x85 || c == 0x2028 || c == 0x2029; }

/* Letters of which one after a single line end is not a candidate, except as a label. */
static int is_letter(uint32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (c == 0x30FB || (c >= 0x4E00 && c < 0x5700)) return 0; /* a bullet, and numerals among others */
  int class = class_of(c);
  return class == SHIPLAP_SENTENCE_LOWER || class == SHIPLAP_SENTENCE_UPPER || class == SHIPLAP_SENTENCE_LETTER;
}

static int is_mark(uint32_t c) {
  int class = class_of(c);
  return class == SHIPLAP_SENTENCE_STOP || class == SHIPLAP_SENTENCE_TERMINAL || c == 0x17D4 || c == 0x17D5 ||
         c == 0x2605 || c == 0x2606 || c == 0x266A;
}

static int is_closing(uint32_t c) {
  int class = class_of(c);
  return class == SHIPLAP_SENTENCE_QUOTE || class == SHIPLAP_SENTENCE_CLOSE;
}

static int is_greek(uint32_t c) { return (c >= 0x384 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF); }
static int is_emphasis(uint32_t c) { return c == '*' || c == '_' || c == '`'; }
static int is_footnote(const uint32_t *c, size_t i, size_t *begin) { /* whether a footnote mark ends with c[i] */
  size_t k = i;
  while (k > 0 && i - k < 4 &&
         (class_of(c[k - 1]) == SHIPLAP_SENTENCE_DIGIT || class_of(c[k - 1]) == SHIPLAP_SENTENCE_LOWER))
    k--;
  if (c[i] != ']' || k == i || k == 0 || c[k - 1] != '[') return 0;
  *begin = k - 1;
  return 1;
}

static int ends_sentence(const uint32_t *c, size_t i) { /* whether c[i] may be the last before white space */
  size_t begin = i;
  if (c[i] == ';') return i > 0 && is_greek(c[i - 1]);
  if (c[i] == 0x37E || c[i] == 0x2026 || c[i] == 0xC694) return 1;
  if (c[i] == 0xB2E4) return i > 0 && c[i - 1] == 0xB2C8;
  if (is_mark(c[i])) return 1;
  if (!is_emphasis(c[i]) && !is_closing(c[i]) && class_of(c[i]) != SHIPLAP_SENTENCE_NUMBER) return 0;
  if (is_footnote(c, i, &begin) && begin > 0 && ends_sentence(c, begin - 1)) return 1;
  if (i > 1 && is_space(c[i - 1])) return is_mark(c[i - 2]);
  return i > 0 && ends_sentence(c, i - 1);
}

static int must(size_t i) {
  const uint32_t *c = text.c;
  if (i == 0 || i >= text.points || is_space(c[i])) return 0;
  if (is_space(c[i - 1])) {
    size_t begin = i;
    int lines = 0;
    while (begin > 0 && is_space(c[begin - 1])) {
      begin--;
      lines += is_line_end(c[begin]) && !(c[begin] == '\r' && c[begin + 1] == '\n');
      if (c[begin] == 0x2029) return 1;
    }
    int label = i + 1 < text.points && (c[i + 1] == '.' || c[i + 1] == ')');
    if (lines > 1 || (lines && label)) return 1;
    if (lines && c[i] < 0x80 && strchr("#(*+->|0123456789", (int)c[i])) return 1;
    if (lines && c[i] >= 0x80 && !is_letter(c[i])) return 1;
    if (!lines && i - begin == 1 && c[i] < 0x80 && strchr(".!?", (int)c[i]) && i + 1 < text.points &&
        is_space(c[i + 1]))
      return 0;
    return begin > 0 && ends_sentence(c, begin - 1);
  }
  if (is_mark(c[i])) return 0;
  if (c[i - 1] == '!' || c[i - 1] == '?') {
    size_t begin = i - 1;
    while (begin > 0 && is_mark(c[begin])) begin--;
    return c[i] > 0x7F || c[begin] > 0x7F;
  }
  if (c[i - 1] == '.') {
    if (c[i] > 0x7F) return 1;
    return c[i] >= 'A' && c[i] <= 'Z' && i > 2 && class_of(c[i - 2]) == SHIPLAP_SENTENCE_LOWER &&
           class_of(c[i - 3]) == SHIPLAP_SENTENCE_LOWER;
  }
  if (is_mark(c[i - 1])) return 1;
  if (!is_closing(c[i - 1]) || (c[i - 1] < 0x80 && c[i] < 0x80)) return 0;
  return c[i - 1] == ']' || (i >= 2 && (is_mark(c[i - 2]) || is_closing(c[i - 2])));
}

/* ---- the form under test ---- */

static size_t measure(int width) {
  uint8_t bytes[4];
  size_t size = 0;
  for (size_t i = 0; i < text.points; i++) {
    text.offset[i] = size;
    size += width ? 1 : encode_one(text.c[i], bytes);
  }
  text.offset[text.points] = text.size = size;
  text.width = width;
  return size * (size_t)(width ? width : 1);
}

static void put(uint8_t *place) {
  for (size_t i = 0; i < text.points; i++) {
    if (text.width)
      put_unit(place, text.width, i, text.c[i]);
    else
      encode_one(text.c[i], place + text.offset[i]);
  }
}

static int begins(ptrdiff_t place) {
  for (size_t i = 1; i < text.points; i++)
    if ((ptrdiff_t)text.offset[i] == place) return 1;
  return 0;
}

/* Whether a place in [lo, hi) must be given. */
static int must_between(size_t lo, size_t hi) {
  for (size_t i = 0; i < text.points; i++)
    if (text.offset[i] >= lo && text.offset[i] < hi && must(i)) return 1;
  return 0;
}

static int must_not_skip(size_t lo, size_t place) { return !must_between(lo, place) && begins((ptrdiff_t)place); }

/* Leaves ones on the stack, where a kernel will put what it has no register for (see mask_number). */
static int dirty(size_t size) {
  volatile uint8_t bytes[8192];
  int sum = 0;
  for (size_t i = 0; i < sizeof bytes; i += 8)
    bytes[i] = bytes[i + 1] = bytes[i + 2] = bytes[i + 3] = (uint8_t)(255 - !size);
  for (size_t i = 0; i < sizeof bytes; i += 512) sum += bytes[i];
  return sum;
}

static void check_range(const void *t, size_t lo, size_t hi) {
  ptrdiff_t first = -1, last = -1;
  for (size_t i = 0; i < text.points; i++) {
    if (text.offset[i] < lo || text.offset[i] >= hi || !must(i)) continue;
    if (first < 0) first = (ptrdiff_t)text.offset[i];
    last = (ptrdiff_t)text.offset[i];
  }
  EACH_ISA {
    CHECK(dirty(text.size) > 0, "isa %d", isa);
    static size_t places[SHIPLAP_PLACES_ROOM];
    size_t from = lo, count, k = 0, next = lo;
    while (from < hi) {
      count = shiplap_scan_all(t, text.size, text.width, SHIPLAP_STANDARD, &from, hi, places);
      for (k = 0; k < count; k++) {
        CHECK(places[k] >= next && places[k] < hi && must_not_skip(next, places[k]), "isa %d all: %zu after %zu", isa,
              places[k], next);
        next = places[k] + 1;
      }
    }
    CHECK(!must_between(next, hi), "isa %d width %d, all(%zu:%zu) misses one after %zu", isa, text.width, lo, hi, next);
    ptrdiff_t a = shiplap_scan_first(t, text.size, text.width, SHIPLAP_STANDARD, lo, hi);
    ptrdiff_t b = shiplap_scan_last(t, text.size, text.width, SHIPLAP_STANDARD, lo, hi);
    CHECK(a == -1 ? first == -1 : a >= (ptrdiff_t)lo && a < (ptrdiff_t)hi && begins(a) && (first == -1 || a <= first),
          "isa %d first(size %zu, width %d, %zu:%zu) = %td; %td must not be missed", isa, text.size, text.width, lo, hi,
          a, first);
    CHECK(b == -1 ? last == -1 : b >= (ptrdiff_t)lo && b < (ptrdiff_t)hi && begins(b) && b >= last,
          "isa %d last(size %zu, width %d, %zu:%zu) = %td; %td must not be missed", isa, text.size, text.width, lo, hi,
          b, last);
  }
}

/* ---- texts: letters, with all that the rule knows among them ---- */

static const uint32_t special[] = {
    '.',    '!',    '?',    ';',    '"',    '\'',   ')',     ']',     '}',     '*',     '_',     '`',     '(',
    '[',    '1',    '-',    'A',    'Z',    '\n',   '\r',    '\t',    ' ',     ' ',     ' ',     0x85,    0xA0,
    0xAB,   0xBB,   0xB9,   0xBD,   0xE9,   0x37E,  0x3B1,   0x416,   0x589,   0x61F,   0x628,   0x6D4,   0x701,
    0x7F9,  0x839,  0x905,  0x964,  0x965,  0x9F4,  0xE01,   0x104B,  0x1362,  0x1368,  0x166E,  0x1736,  0x17D4,
    0x17D5, 0x1803, 0x1945, 0x1AA8, 0x1C7F, 0x1EBF, 0x2009,  0x2018,  0x2019,  0x201C,  0x201D,  0x2026,  0x2028,
    0x2029, 0x203C, 0x2047, 0x2024, 0x2E2E, 0x2606, 0x266A,  0x2E54,  0x3000,  0x3001,  0x3002,  0x300D,  0x3042,
    0x3220, 0x4E00, 0xA4FF, 0xA830, 0xABEB, 0xAC00, 0xB2C8,  0xB2E4,  0xC694,  0xFD3E,  0xFE52,  0xFE57,  0xFF01,
    0xFF09, 0xFF0E, 0xFF1F, 0xFF61, 0xFF63, 0xFFFD, 0x10A56, 0x11047, 0x1DA88, 0x1F100, 0x1F600, 0x20000, 0x10FFFF};

static void fill(size_t points, uint32_t limit, int rare) {
  text.points = points;
  for (size_t i = 0; i < points; i++) {
    uint32_t c = 'a' + below(26);
    if (!below((uint32_t)rare)) c = pick(special, sizeof special / sizeof *special, limit);
    if (i > 1 && !below(8)) c = pick(special, 24, limit);
    text.c[i] = c;
  }
}

/* Each code point as the last of a sentence, as one of two signs, and before a line end, at all places of a block. */
static void each_code_point(uint8_t *end) {
  static const char *const frames[] = {"one@ Two", "one.@ Two", "one@Two", "one.@#", "one@\nTwo", "a@@ b"};
  for (uint32_t c = 0x80; c < 0x20000; c += SHIPLAP_TEST_STEP > 1 ? 7 : c < 0x4000 || c >= 0xF000 ? 1 : 3) {
    if (c >= 0xD800 && c < 0xE000) continue;
    for (int width = 0; width <= 4; width += width ? width : 2) {
      if (width == 2 && c > 0xFFFF) continue;
      text.points = 0;
      size_t before = c % 61;
      for (size_t k = 0; k < before; k++) text.c[text.points++] = k % 7 ? 0x436 : ' ';
      for (const char *letter = frames[c % 6]; *letter; letter++)
        text.c[text.points++] = *letter == '@' ? c : *letter == '#' ? 0x436 : (uint8_t)*letter;
      for (size_t k = 0; k < 80; k++) text.c[text.points++] = k % 9 ? 0x4E2D : ' ';
      put(end - measure(width));
      check_range(end - text.size * (size_t)(width ? width : 1), 0, text.size);
    }
  }
}

int main(void) {
  static const int widths[4] = {0, 1, 2, 4};
  static const uint32_t limits[4] = {0x110000, 0x100, 0x10000, 0x110000};
  struct guarded page = guarded(8192);
  each_code_point(page.end);
  for (int round = 0; round < 60000 / SHIPLAP_TEST_STEP; round++) {
    int w = round & 3;
    size_t points = round % 5 ? below(200) : below(MOST);
    fill(points, round % 3 ? limits[w] : 0x80, round % 7 ? 1 + round % 7 : 40);
    size_t bytes = measure(widths[w]);
    uint8_t *t = round & 4 ? page.begin : page.end - bytes;
    put(t);
    check_range(t, 0, text.size);
    for (int k = 0; k < 6; k++) {
      size_t lo = below((uint32_t)text.size + 1), hi = lo + below((uint32_t)(text.size - lo) + 1);
      check_range(t, lo, hi);
    }
  }
  return done("test_standard");
}
