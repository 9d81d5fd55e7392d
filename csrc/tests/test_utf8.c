/* test_utf8.c: the utf8_* kernels of every instruction set against one-liners, at every length and alignment,
 * with guard pages around the text.
 */
#include "test.h"

/* ---- the oracle ---- */

static size_t naive_ascii(const uint8_t *t, size_t n) {
  size_t i = 0;
  while (i < n && t[i] < 128) i++;
  return i;
}

/* The value of a sequence says whether it is right: not overlong, no surrogate, not above U+10FFFF. The length
 * of the sequence that is well formed at t[0], or 0. */
static size_t naive_sequence(const uint8_t *t, size_t n) {
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = t[0] < 0x80 ? 1 : t[0] >= 0xC0 && t[0] < 0xE0 ? 2 : t[0] >= 0xE0 && t[0] < 0xF0 ? 3 : 4;
  uint32_t value = length == 1 ? t[0] : t[0] & (0xFFu >> (length + 1));
  if ((t[0] >= 0x80 && t[0] < 0xC0) || t[0] >= 0xF8 || length > n) return 0;
  for (size_t i = 1; i < length; i++) {
    if (t[i] < 0x80 || t[i] > 0xBF) return 0;
    value = value * 64 + t[i] - 0x80;
  }
  return value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) ? 0 : length;
}

static size_t naive_validate(const uint8_t *t, size_t n) {
  size_t i = 0, length = 1;
  while (i < n && (length = naive_sequence(t + i, n - i)) != 0) i += length;
  return i;
}

static size_t naive_count(const uint8_t *t, size_t n) {
  size_t found = 0;
  for (size_t i = 0; i < n; i++) found += t[i] < 0x80 || t[i] > 0xBF;
  return found;
}

static size_t naive_count16(const uint8_t *t, size_t n) {
  size_t found = naive_count(t, n);
  for (size_t i = 0; i < n; i++) found += t[i] >= 0xF0;
  return found;
}

static size_t naive_skip(const uint8_t *t, size_t n, size_t *count) {
  size_t i = 0;
  for (; i < n; i++)
    if ((t[i] < 0x80 || t[i] > 0xBF) && (*count)-- == 0) break;
  if (i < n) *count = 0;
  return i;
}

/* ---- the checks of one text ---- */

static void check_skip(const uint8_t *t, size_t n, size_t count) {
  size_t wanted = count, left = count, expected = naive_skip(t, n, &wanted), place = shiplap_utf8_skip(t, n, &left);
  CHECK(place == expected && left == wanted, "skip(%zu of %zu bytes) = %zu, %zu left; expected %zu, %zu left", count, n,
        place, left, expected, wanted);
}

/* The sums of the text from `start` on, found with and without validation, and a few counts from them: of the begins and
 * ends of steps, and of any code points. */
static void check_sums(const uint8_t *t, size_t n, size_t start, size_t valid) {
  static struct shiplap_sums sums, again;
  const size_t step = SHIPLAP_SUMS_STEP;
  size_t before = naive_count(t, start);
  sums.end = again.end = start, sums.after = again.after = before;
  shiplap_sums_move(&sums, t, n, 0);
  CHECK(sums.begin == start && sums.end == valid && sums.before == before, "sums of %zu bytes from %zu: %zu to %zu", n,
        start, sums.begin, sums.end);
  size_t groups = (valid - start) / step, all = 0;
  for (size_t k = 0; k <= groups; k++) {
    size_t at = start + k * step;
    CHECK(sums.numbers[k] == all, "sums of %zu bytes from %zu: %u at step %zu; expected %zu", n, start, sums.numbers[k],
          k, all);
    all += naive_count(t + at, valid - at < step ? valid - at : step);
  }
  CHECK(sums.after == before + all, "sums of %zu bytes from %zu: %zu", n, start, sums.after);
  for (size_t k = 1; k <= SHIPLAP_SUMS_MORE; k++) CHECK(sums.numbers[groups + k] == UINT32_MAX, "after the sums");
  shiplap_sums_move(&again, t, valid, 1);
  CHECK(again.end == valid && again.after == sums.after, "sums of %zu bytes from %zu, valid", n, start);
  CHECK(memcmp(sums.numbers, again.numbers, (groups + 1 + SHIPLAP_SUMS_MORE) * sizeof *sums.numbers) == 0, "sums");
  for (uint32_t round = 0; round < 6; round++) {
    size_t k = below((uint32_t)groups + 1), from = sums.numbers[k], rest = all - from;
    size_t count = from + (round < 3 ? (round < rest ? round : rest) : below((uint32_t)rest + 1)), left = count;
    size_t expected = start + naive_skip(t + start, valid - start, &left);
    size_t known = start + below((uint32_t)(expected - start + 1));
    size_t place = shiplap_sums_seek(&sums, t, known, before + count);
    CHECK(place == expected, "seek(%zu from %zu of %zu bytes) = %zu; expected %zu", count, known, n, place, expected);
    size_t counted = shiplap_sums_count(&sums, t, known, place);
    CHECK(counted == naive_count(t + known, place - known), "count(%zu to %zu) = %zu", known, place, counted);
  }
}

static void check_parts(const uint8_t *t, size_t n) {
  for (size_t begin = 0, end; begin < n; begin = end) {
    end = shiplap_sums_part(t, begin, n);
    CHECK(end > begin && end - begin <= SHIPLAP_SUMS_SIZE && (end == n || (t[end] & 0xC0) != 0x80), "part from %zu",
          begin);
    CHECK(end == n || begin + SHIPLAP_SUMS_SIZE - end < 4, "part from %zu", begin);
  }
}

static void check_text(const uint8_t *t, size_t n) {
  size_t valid = naive_validate(t, n), ascii = naive_ascii(t, n);
  size_t count = naive_count(t, n), count16 = naive_count16(t, n);
  size_t some = below((uint32_t)count + 1), start = some;
  while (start < n && t[start] >= 0x80 && t[start] < 0xC0) start++;
  EACH_ISA {
    CHECK(shiplap_utf8_validate(t, n) == valid, "validate(%zu bytes) = %zu; expected %zu", n,
          shiplap_utf8_validate(t, n), valid);
    CHECK(shiplap_utf8_ascii(t, n) == ascii, "ascii(%zu bytes); expected %zu", n, ascii);
    CHECK(shiplap_utf8_count(t, n) == count, "count(%zu bytes); expected %zu", n, count);
    CHECK(shiplap_utf8_count16(t, n) == count16, "count16(%zu bytes); expected %zu", n, count16);
    check_sums(t, n, 0, valid);
    if (start <= valid) check_sums(t, n, start, valid);
    check_skip(t, n, some);
    check_skip(t, n, count);
    check_skip(t, n, count + 1 + some);
  }
}

/* ---- texts ---- */

/* Code points of a size, and now and then bytes that are wrong. kind 0 is ASCII only. */
static size_t fill(uint8_t *t, size_t n, int kind) {
  static const char *wrong[] = {
      "\xC0\x80",         "\xC1\xBF",         "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
      "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF",         "\x80",         "\xC3",
      "\xE2\x82",         "\xF0\x9F\x98",     "\xE2\x82\x41", "\xBF\xBF"};
  size_t i = 0;
  while (i + 4 <= n) {
    if (kind >= 3 && below(40) == 0) {
      const char *bytes = wrong[below(sizeof wrong / sizeof *wrong)];
      memcpy(t + i, bytes, strlen(bytes));
      i += strlen(bytes);
      continue;
    }
    uint32_t limit = kind == 0 ? 0x80 : kind == 1 && below(50) ? 0x80 : 0x110000;
    i += encode_one(hostile(limit), t + i);
  }
  for (; i < n; i++) t[i] = (uint8_t)(kind >= 2 && below(3) == 0 ? below(256) : 'x');
  return n;
}

static void lengths_and_alignments(void) {
  static uint8_t source[LENGTHS];
  struct guarded page = guarded(4096);
  for (int kind = 0; kind < 4; kind++) {
    for (size_t n = 0; n <= LENGTHS; n++) {
      for (size_t shift = 0; shift < ALIGNMENTS; shift += 1 + (n > 130) * 6) {
        if ((n * ALIGNMENTS + shift) % SHIPLAP_TEST_STEP) continue;
        fill(source, n, kind);
        uint8_t *places[3] = {page.end - n, page.begin, page.begin + 64 + shift};
        for (int k = shift ? 2 : 0; k < 3; k++) {
          memcpy(places[k], source, n);
          check_text(places[k], n);
        }
      }
    }
  }
  /* every count, so that every place of every block is asked for */
  for (size_t n = 60; n <= 600; n += 45 * SHIPLAP_TEST_STEP) {
    uint8_t *t = page.end - n;
    fill(t, n, 2);
    EACH_ISA for (size_t count = 0; count <= n + 1; count++) check_skip(t, n, count);
  }
}

/* ---- validate: sequences at the edges of blocks ----
 * The text is ASCII except for one sequence of bytes; a letter stands after it. So the answer is that for the
 * sequence alone, moved to its place. */

static void check_sequence(uint8_t *t, size_t n, size_t place, const uint8_t *bytes, size_t length) {
  uint8_t alone[5];
  memcpy(alone, bytes, length);
  alone[length] = 'a';
  size_t valid = naive_validate(alone, length + (place + length < n));
  size_t expected = valid >= length ? n : place + valid;
  memcpy(t + place, bytes, length);
  size_t answer = shiplap_utf8_validate(t, n);
  CHECK(answer == expected, "validate(%zu bytes, %02x %02x %02x %02x at %zu) = %zu; expected %zu", n, bytes[0],
        length > 1 ? bytes[1] : 0, length > 2 ? bytes[2] : 0, length > 3 ? bytes[3] : 0, place, answer, expected);
  memset(t + place, 'a', length);
}

static void all_sequences(void) {
  struct guarded page = guarded(4096);
  uint8_t *t = page.begin, bytes[4];
  memset(page.begin, 'a', 4096);
  EACH_ISA {
    for (size_t n = 1; n <= 2; n++) /* one and two bytes: at every place of texts with and without a group */
      for (size_t size = n; size <= 400; size += size < 140 ? 1 : 37)
        for (size_t place = 0; place + n <= size; place += place < 60 || place > 70 ? 13 : 1)
          for (uint32_t v = 0; v < (n == 1 ? 256u : 65536u); v += n == 1 ? 1 : 61 * SHIPLAP_TEST_STEP) {
            bytes[0] = (uint8_t)v;
            bytes[1] = (uint8_t)(v >> 8);
            check_sequence(page.end - size, size, place, bytes, n);
          }
    for (uint32_t v = 0; v < 65536; v++) {
      bytes[0] = (uint8_t)v;
      bytes[1] = (uint8_t)(v >> 8);
      for (size_t place = 61; place < 66; place++) check_sequence(t, 130, place, bytes, 2);
      check_sequence(page.end - 128, 128, 126, bytes, 2);
    }
    for (uint32_t v = 0; v < 1u << 24; v += SHIPLAP_TEST_STEP) {
      bytes[0] = (uint8_t)v;
      bytes[1] = (uint8_t)(v >> 8);
      bytes[2] = (uint8_t)(v >> 16);
      check_sequence(t, 128, 61 + v % 5, bytes, 3);
    }
    static const uint8_t edges[] = {0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
                                    0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
    const uint32_t many = sizeof edges;
    for (uint32_t v = 0; v < many * many * many * many; v += SHIPLAP_TEST_STEP) {
      bytes[0] = edges[v % many];
      bytes[1] = edges[v / many % many];
      bytes[2] = edges[v / many / many % many];
      bytes[3] = edges[v / many / many / many];
      check_sequence(t, 128, 60 + v % 6, bytes, 4);
      check_sequence(t, 512, 252 + v % 6, bytes, 4);
      size_t size = 64 + v % 260;
      check_sequence(page.end - size, size, size - 4, bytes, 4); /* the text ends with the sequence */
      check_sequence(page.end - size, size, size - 3, bytes, 3); /* and with less of it */
    }
  }
}

/* One wrong byte in a long text, wherever it is. */
static void long_texts(void) {
  size_t n = 40000;
  struct guarded page = guarded(n);
  uint8_t *t = page.end - n;
  for (int kind = 0; kind < 3; kind++) {
    size_t i = 0;
    while (i + 4 <= n) i += encode_one(hostile(kind == 0 ? 0x80 : kind == 1 && below(300) ? 0x80 : 0x110000), t + i);
    while (i < n) t[i++] = '.';
    check_text(t, n);
    for (int round = 0; round < 300 / SHIPLAP_TEST_STEP; round++) {
      size_t place = below((uint32_t)n);
      uint8_t old = t[place];
      t[place] = (uint8_t)below(256);
      check_text(t, n);
      t[place] = old;
    }
  }
}

/* ---- validate: groups of text beyond ASCII ----
 * A text of code points of one size, or of all sizes, and in it any bytes at the edges of groups and of blocks. */

static void in_groups(void) {
  static const uint8_t leads[] = {0x41, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5};
  static const uint32_t code_points[] = {0x439, 0x4E2D, 0x928, 0xD55C, 0x1F600, 0x2019, 0xE9};
  struct guarded page = guarded(4096);
  const size_t n = 1100;
  uint8_t *t = page.end - n, saved[4];
  for (uint32_t kind = 0; kind < 8; kind++) {
    size_t i = 0;
    while (i + 4 <= n) i += encode_one(kind < 7 ? code_points[kind] : code_points[below(7)], t + i);
    while (i < n) t[i++] = '.';
    EACH_ISA CHECK(shiplap_utf8_validate(t, n) == n, "kind %u", kind);
    for (size_t place = 250; place < 1024; place += place % 64 < 4 || place % 64 >= 58 ? 1 : 6) {
      for (uint32_t v = 0; v < 14 * 14 * 14; v += SHIPLAP_TEST_STEP) {
        memcpy(saved, t + place, 3);
        t[place] = leads[v % 14], t[place + 1] = leads[v / 14 % 14], t[place + 2] = leads[v / 196];
        size_t begin = place - 8; /* the text before is valid, so the answer is that for the text from here on */
        while ((t[begin] & 0xC0) == 0x80) begin--;
        size_t expected = begin + naive_validate(t + begin, 40);
        if (expected > place + 6) expected = n;
        EACH_ISA {
          size_t answer = shiplap_utf8_validate(t, n);
          CHECK(answer == expected, "validate(kind %u, %02x %02x %02x at %zu) = %zu; expected %zu", kind, t[place],
                t[place + 1], t[place + 2], place, answer, expected);
        }
        memcpy(t + place, saved, 3);
      }
    }
    check_text(t, n);
  }
}

static void long_parts(void) {
  const size_t n = 3 * SHIPLAP_SUMS_SIZE + 5000;
  struct guarded page = guarded(n);
  uint8_t *t = page.end - n;
  for (int kind = 0; kind < 3; kind++) {
    size_t i = 0;
    while (i + 4 <= n) i += encode_one(hostile(kind == 0 ? 0x800 : 0x110000), t + i);
    while (i < n) t[i++] = '.';
    check_parts(t, n);
    EACH_ISA {
      size_t begin = shiplap_sums_part(t, 0, n), end = shiplap_sums_part(t, begin, n);
      check_sums(t, end, begin, end);
    }
  }
}

int main(void) {
  long_parts();
  lengths_and_alignments();
  all_sequences();
  in_groups();
  long_texts();
  return done("test_utf8");
}
