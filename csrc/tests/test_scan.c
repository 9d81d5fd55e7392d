/* test_scan.c: the scan_* kernels of every instruction set against the rules of shiplap.h read aloud, for UTF-8
 * and every width, at every length and alignment, with guard pages around the text.
 *
 * SENTENCE and SECTION may give more than the rule: two oracles bound each, what must be given and what may be.
 */
#include "test.h"

#define MOST 6000

/* A text as code points, and the offset of each in the form under test. */
static struct {
  uint32_t c[MOST];
  size_t offset[MOST + 1];
  size_t points, size; /* code points; units */
  int width;
} text;

/* ---- the oracle ---- */

static int is_space(uint32_t c) {
  for (int i = 0; i < 25; i++)
    if (white_space[i] == c) return 1;
  return 0;
}

static int is_line_end(uint32_t c) {
  return c == 0x0A || c == 0x0B || c == 0x0C || c == 0x0D || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static int is_mark(uint32_t c) { return c == '.' || c == '!' || c == '?'; }

static int is_far(uint32_t c) { return (c >= 0xE00 && c <= 0xABFF) || c >= 0xE000; }

static int naive_candidate(int candidate, size_t i) { /* i: the number of a code point */
  const uint32_t *c = text.c;
  if (i == 0 || i >= text.points) return 0;
  if (candidate == SHIPLAP_LINE) return is_line_end(c[i - 1]) && !(c[i - 1] == '\r' && c[i] == '\n');
  int visible = is_space(c[i - 1]) && !is_space(c[i]);
  if (candidate == SHIPLAP_WORD) return visible || (c[i - 1] > 0x7F && is_far(c[i]));
  return visible && i >= 2 && (is_mark(c[i - 2]) || is_space(c[i - 2]));
}

/* Whether a mark stands before the whole run of spaces: what SENTENCE must not miss. */
static int naive_sentence(size_t i) {
  if (!naive_candidate(SHIPLAP_SENTENCE, i)) return 0;
  while (i > 0 && is_space(text.c[i - 1])) i--;
  return i > 0 && is_mark(text.c[i - 1]);
}

/* What SECTION must not miss: nothing but white space is before the line end, or the line begins with a sign. */
static int naive_section(size_t i) {
  if (!naive_candidate(SHIPLAP_LINE, i) || is_line_end(text.c[i])) return 0;
  size_t end = i - 1;
  if (end > 0 && text.c[end] == '\n' && text.c[end - 1] == '\r') end--;
  return end == 0 || is_space(text.c[end - 1]) || text.c[end] == 0x2029 ||
         (text.c[i] > 0 && text.c[i] < 0x80 && strchr(" \t#<([.@=-", (int)text.c[i]));
}

/* The tables of naive_sentence and naive_section, after those of the candidates. */
enum { MUST = 3, MUST_SECTION, TABLES };

static void naive_tables(char is[TABLES][MOST]) {
  for (size_t i = 0; i < text.points; i++) {
    for (int candidate = 0; candidate < 3; candidate++) is[candidate][i] = (char)naive_candidate(candidate, i);
    is[MUST][i] = (char)naive_sentence(i);
    is[MUST_SECTION][i] = (char)naive_section(i);
  }
}

static ptrdiff_t naive_first(const char *is, size_t lo, size_t hi) {
  for (size_t i = 0; i < text.points; i++)
    if (text.offset[i] >= lo && text.offset[i] < hi && is[i]) return (ptrdiff_t)text.offset[i];
  return -1;
}

static ptrdiff_t naive_last(const char *is, size_t lo, size_t hi) {
  for (size_t i = text.points; i-- > 0;)
    if (text.offset[i] >= lo && text.offset[i] < hi && is[i]) return (ptrdiff_t)text.offset[i];
  return -1;
}

static size_t naive_visible(size_t from, size_t to) { /* numbers of code points; the answer is an offset */
  while (from < to && is_space(text.c[from])) from++;
  return text.offset[from];
}

static size_t naive_visible_end(size_t from, size_t to) {
  while (to > from && is_space(text.c[to - 1])) to--;
  return text.offset[to];
}

/* ---- the form under test ---- */

static size_t units_of(uint32_t c, int width) {
  uint8_t bytes[4];
  return width ? 1 : encode_one(c, bytes);
}

/* Gives `text` its offsets, and the number of bytes it takes. */
static size_t measure(int width) {
  size_t size = 0;
  for (size_t i = 0; i < text.points; i++) {
    text.offset[i] = size;
    size += units_of(text.c[i], width);
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

/* ---- the checks of one text ---- */

static int may_be(const char *is, ptrdiff_t place) {
  return naive_first(is, (size_t)place, (size_t)place + 1) == place;
}

/* One of the candidates that have two oracles: the tables of what must be given, and of what may be. */
static void check_bounds(const void *t, int candidate, const char *must, const char *may, size_t lo, size_t hi) {
  ptrdiff_t first = naive_first(must, lo, hi), last = naive_last(must, lo, hi), end = (ptrdiff_t)hi;
  EACH_ISA {
    ptrdiff_t a = shiplap_scan_first(t, text.size, text.width, candidate, lo, hi);
    ptrdiff_t b = shiplap_scan_last(t, text.size, text.width, candidate, lo, hi);
    CHECK(a == -1 ? first == -1 : a >= (ptrdiff_t)lo && a < end && may_be(may, a) && (first == -1 || a <= first),
          "first(size %zu, width %d, candidate %d, %zu:%zu) = %td; %td must not be missed", text.size, text.width,
          candidate, lo, hi, a, first);
    CHECK(b == -1 ? last == -1 : b >= (ptrdiff_t)lo && b < end && may_be(may, b) && b >= last,
          "last(size %zu, width %d, candidate %d, %zu:%zu) = %td; %td must not be missed", text.size, text.width,
          candidate, lo, hi, b, last);
  }
}

static void check_range(const void *t, char is[TABLES][MOST], size_t lo, size_t hi) {
  check_bounds(t, SHIPLAP_SENTENCE, is[MUST], is[SHIPLAP_SENTENCE], lo, hi);
  check_bounds(t, SHIPLAP_SECTION, is[MUST_SECTION], is[SHIPLAP_LINE], lo, hi);
  for (int candidate = 0; candidate < SHIPLAP_SENTENCE; candidate++) {
    ptrdiff_t first = naive_first(is[candidate], lo, hi), last = naive_last(is[candidate], lo, hi);
    EACH_ISA {
      ptrdiff_t a = shiplap_scan_first(t, text.size, text.width, candidate, lo, hi);
      ptrdiff_t b = shiplap_scan_last(t, text.size, text.width, candidate, lo, hi);
      CHECK(a == first, "first(size %zu, width %d, candidate %d, %zu:%zu) = %td; expected %td", text.size, text.width,
            candidate, lo, hi, a, first);
      CHECK(b == last, "last(size %zu, width %d, candidate %d, %zu:%zu) = %td; expected %td", text.size, text.width,
            candidate, lo, hi, b, last);
    }
  }
}

static void check_visible(const void *t, size_t from, size_t to) {
  size_t visible = naive_visible(from, to), end = naive_visible_end(from, to);
  size_t lo = text.offset[from], hi = text.offset[to];
  EACH_ISA {
    size_t a = shiplap_scan_visible(t, text.size, text.width, lo, hi);
    size_t b = shiplap_scan_visible_end(t, text.size, text.width, lo, hi);
    CHECK(a == visible, "visible(size %zu, width %d, %zu:%zu) = %zu; expected %zu", text.size, text.width, lo, hi, a,
          visible);
    CHECK(b == end, "visible_end(size %zu, width %d, %zu:%zu) = %zu; expected %zu", text.size, text.width, lo, hi, b,
          end);
  }
}

static void check_text(const void *t, int rounds) {
  static char is[TABLES][MOST];
  naive_tables(is);
  check_range(t, is, 0, text.size);
  check_range(t, is, 0, text.size + 100); /* what is beyond the text is not in it */
  check_visible(t, 0, text.points);
  while (rounds--) {
    size_t lo = below((uint32_t)text.size + 1), hi = lo + below((uint32_t)(text.size - lo) + 1);
    check_range(t, is, lo, hi);
    check_range(t, is, 0, hi);
    check_range(t, is, lo, text.size);
    size_t from = below((uint32_t)text.points + 1), to = from + below((uint32_t)(text.points - from) + 1);
    check_visible(t, from, to);
    check_visible(t, from, text.points);
    check_visible(t, 0, to);
  }
}

/* ---- texts ---- */

enum { LETTERS = 3, FAR = 5, KINDS };

/* kind 0: all sorts. 1: ASCII. 2: spaces, nearly only. 3: letters, nearly only. 4: spaces beyond ASCII in words.
 * 5: scripts without spaces, and what lies at the edges of what is far. */
static void fill(size_t points, uint32_t limit, int kind) {
  static const uint32_t edges[] = {'a',    0x7F,   0x80,   0xAD,   0xFF,    0x301,   0x7FF,   0x800,
                                   0x905,  0xDFF,  0xE00,  0xE01,  0xE3F,   0xFFF,   0x1000,  0x3000,
                                   0x3042, 0x4E00, 0x9FFF, 0xA000, 0xABFF,  0xAC00,  0xAFFF,  0xB000,
                                   0xD7FF, 0xE000, 0xFF01, 0xFFFF, 0x10000, 0x1F600, 0x20000, 0x10FFFF};
  text.points = points;
  for (size_t i = 0; i < points; i++) {
    uint32_t c = hostile(kind == 1 ? 0x80 : limit), other = below(40);
    if (kind == 2 && other) c = pick(white_space, 25, limit);
    if (kind == LETTERS && other) c = limit > 0x10000 ? 0xB000 + below(999) : 'a' + below(26);
    if (kind == FAR && other) c = pick(edges, sizeof edges / sizeof *edges, limit);
    if (kind == 4 && other > 30) c = pick(white_space + 6, 19, limit);
    if (kind == 4 && other <= 30) c = "abc.. "[below(6)] & 0x7F;
    text.c[i] = c;
  }
}

static const int widths[4] = {0, 1, 2, 4};
static const uint32_t limits[4] = {0x110000, 0x100, 0x10000, 0x110000};

static void lengths_and_alignments(void) {
  struct guarded page = guarded(8192);
  for (int w = 0; w < 4; w++) {
    for (int kind = 0; kind < KINDS; kind++) {
      for (size_t n = 0; n <= LENGTHS; n++) {
        for (size_t shift = 0; shift < ALIGNMENTS; shift += 1 + (n > 20) * 12 + (n > 150) * 12) {
          if ((n * ALIGNMENTS + shift) % SHIPLAP_TEST_STEP) continue;
          fill(n, limits[w], kind);
          size_t bytes = measure(widths[w]);
          size_t move = shift * (size_t)(widths[w] ? widths[w] : 1);
          uint8_t *places[3] = {page.end - bytes, page.begin, page.begin + 64 + move};
          for (int k = shift ? 2 : 0; k < 3; k++) {
            put(places[k]);
            check_text(places[k], 2);
          }
        }
      }
    }
  }
}

/* Every place as an end of the range: each position is then judged by each position of a block. */
static void every_range(void) {
  struct guarded page = guarded(8192);
  static char is[TABLES][MOST];
  for (int w = 0; w < 4; w++) {
    for (int kind = 0; kind < KINDS; kind++) {
      fill(200, limits[w], kind);
      uint8_t *t = page.end - measure(widths[w]);
      put(t);
      naive_tables(is);
      for (size_t lo = 0; lo <= text.size; lo += SHIPLAP_TEST_STEP) {
        check_range(t, is, lo, text.size);
        check_range(t, is, 0, lo);
        check_range(t, is, lo, lo + 1);
      }
      for (size_t from = 0; from <= text.points; from++) {
        check_visible(t, from, text.points);
        check_visible(t, 0, from);
      }
    }
  }
}

/* Every code point of Unicode after a full stop and before a letter: what it is, the kernels must say. */
static void every_code_point(void) {
  struct guarded page = guarded(4096);
  for (int w = 0; w < 4; w++) {
    for (uint32_t v = 0; v < limits[w]; v += v < 0x3100 ? 1 : 3 * SHIPLAP_TEST_STEP) {
      if (v >= 0xD800 && v <= 0xDFFF) continue;
      size_t at = 1 + v % 66;
      uint32_t space = is_space(v), line = is_line_end(v);
      text.points = 70;
      for (size_t i = 0; i < 70; i++) text.c[i] = i == at ? v : i + 1 == at ? '.' : 'a';
      uint8_t *t = page.end - measure(widths[w]);
      put(t);
      ptrdiff_t next = (ptrdiff_t)text.offset[at + 1];
      size_t lo = text.offset[at], size = text.size;
      EACH_ISA {
        CHECK(shiplap_scan_first(t, size, widths[w], SHIPLAP_WORD, 0, size) == (space ? next : -1), "U+%04X", v);
        CHECK(shiplap_scan_last(t, size, widths[w], SHIPLAP_SENTENCE, 0, size) == (space ? next : -1), "U+%04X", v);
        CHECK(shiplap_scan_first(t, size, widths[w], SHIPLAP_LINE, 0, size) == (line ? next : -1), "U+%04X", v);
        CHECK(shiplap_scan_visible(t, size, widths[w], lo, size) == (space ? (size_t)next : lo), "U+%04X", v);
        CHECK(shiplap_scan_visible_end(t, size, widths[w], 0, (size_t)next) == (space ? lo : (size_t)next), "U+%04X",
              v);
      }
    }
  }
}

/* Runs of white space longer than any block, of one kind and of all. */
static void long_runs(void) {
  struct guarded page = guarded(4 * MOST);
  for (int w = 0; w < 4; w++) {
    for (int kind = 0; kind < 26; kind++) {
      if (kind < 25 && white_space[kind] >= limits[w]) continue;
      for (size_t points = 4990; points < 5000; points += SHIPLAP_TEST_STEP) {
        text.points = points;
        for (size_t i = 0; i < points; i++) {
          do text.c[i] = white_space[kind < 25 ? kind : (int)below(25)];
          while (text.c[i] >= limits[w]);
        }
        if (points & 1) text.c[below((uint32_t)points)] = "a.!"[below(3)] & 0x7F;
        uint8_t *t = page.end - measure(widths[w]);
        put(t);
        check_text(t, 2);
      }
    }
  }
}

/* Bytes that are no UTF-8: the answers lie in their ranges, and are the same for every instruction set. */
static void ill_formed(void) {
  static const uint8_t parts[] = {0xC2, 0x85, 0xA0, 0xE1, 0x9A, 0x80, 0xE2, 0x81, 0x9F, 0xE3, 0xAF, 0xA8, 0xE0,
                                  0xB7, 0xB8, 0xEA, 0xB0, 0xEB, 0xED, 0xEE, ' ',  '.',  'a',  '\n', '\r'};
  struct guarded page = guarded(4096);
  for (int round = 0; round < 60000 / SHIPLAP_TEST_STEP; round++) {
    size_t size = below(400);
    uint8_t *t = page.end - size;
    for (size_t i = 0; i < size; i++) t[i] = below(9) ? parts[below(sizeof parts)] : (uint8_t)below(256);
    size_t lo = below((uint32_t)size + 1), hi = lo + below((uint32_t)(size - lo) + 1);
    ptrdiff_t scalar[6] = {0};
    size_t visible = 0, end = 0;
    EACH_ISA {
      for (int k = 0; k < 6; k++) {
        ptrdiff_t place =
            k < 3 ? shiplap_scan_first(t, size, 0, k, lo, hi) : shiplap_scan_last(t, size, 0, k - 3, lo, hi);
        CHECK(place == -1 || (place >= (ptrdiff_t)lo && place < (ptrdiff_t)hi), "%td is not in %zu:%zu", place, lo, hi);
        if (isa == 0 || k % 3 == SHIPLAP_SENTENCE) scalar[k] = place;
        CHECK(place == scalar[k], "scan %d of ill-formed text: %td and %td", k, place, scalar[k]);
      }
      size_t a = shiplap_scan_visible(t, size, 0, lo, hi), b = shiplap_scan_visible_end(t, size, 0, lo, hi);
      CHECK(a >= lo && a <= hi && b >= lo && b <= hi, "visible: %zu and %zu are not in %zu:%zu", a, b, lo, hi);
      if (isa == 0) visible = a, end = b;
      CHECK(a == visible && b == end, "visible of ill-formed text: %zu %zu and %zu %zu", a, b, visible, end);
    }
  }
}

int main(void) {
  lengths_and_alignments();
  every_range();
  every_code_point();
  long_runs();
  ill_formed();
  return done("test_scan");
}
