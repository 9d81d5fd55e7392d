/* test_inline.c: the small functions on eight units and on short words, the blanks before them, words of any
 * size, the narrowing of lines and the bisection, against loops. */
#include "test.h"

static int is_small(int c) { return c >= 'a' && c <= 'z'; }
static int is_letter(int c) { return is_small(c | 0x20) && c < 0x80; }
static int is_alphanumeric(int c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/* Eight bytes as one number, the first one lowest. */
static uint64_t number(const uint8_t *bytes) {
  uint64_t found = 0;
  for (int i = 7; i >= 0; i--) found = found << 8 | bytes[i];
  return found;
}

static void check_units(const uint8_t *bytes) {
  uint64_t units = number(bytes), outside = 0, none = 0, run = 0;
  int end = 0, begin = 8;
  for (int i = 0; i < 8; i++) {
    outside |= (uint64_t)(bytes[i] < '0' || bytes[i] > '9') << (8 * i + 7);
    none |= (uint64_t)!is_letter(bytes[i]) << (8 * i + 7);
  }
  while (end < 8 && is_small(bytes[end])) end++;
  while (begin > 0 && is_small(bytes[begin - 1])) run |= (uint64_t)0xFF << (8 * --begin);
  int word = end > 0 && end < 8 && bytes[end] > 0 && bytes[end] < 0x80 && !is_alphanumeric(bytes[end]);
  CHECK(shiplap_outside(units, '0', '9') == outside, "outside of %016llx", (unsigned long long)units);
  CHECK(shiplap_no_letters(units) == none, "letters in %016llx", (unsigned long long)units);
  CHECK(shiplap_small_run(units) == run, "run in %016llx", (unsigned long long)units);
  CHECK((int)shiplap_small_word(units) == word, "word in %016llx", (unsigned long long)units);
}

static void check_word(const uint8_t *word, size_t size) {
  uint8_t bytes[8] = {0};
  memcpy(bytes + 8 - size, word, size);
  unsigned kinds = shiplap_word_kinds(word, size, shiplap_word_hash(word, size), 0);
  CHECK(shiplap_short_kinds(number(bytes)) == kinds, "kinds of %.*s", (int)size, (const char *)word);
}

/* Of UTF-8 the first byte decides. */
static int may_be_digit(uint32_t unit, int width) {
  if (unit >= '0' && unit <= '9') return 1;
  if (width == 0) return (unit >= 0xD9 && unit <= 0xE1) || unit == 0xEA || unit >= 0xEF;
  return (unit >= 0x660 && unit < 0x2000) || (unit >= 0xA620 && unit < 0xAC00) || unit >= 0xFF10;
}

/* Whether unit k ends a divider that begins at `at` or after it. */
static int is_divider(const void *text, int width, size_t at, size_t k) {
  uint32_t unit = shiplap_unit_of(text, width, k);
  uint32_t before = k > at ? shiplap_unit_of(text, width, k - 1) : 0;
  if (width) return unit == '|' || unit == 0xB7 || unit == 0x2022;
  if (unit == 0xA2) return before == 0x80 && k > at + 1 && shiplap_unit_of(text, width, k - 2) == 0xE2;
  return unit == '|' || (unit == 0xB7 && before == 0xC2);
}

static void check_narrow(size_t count, size_t room, int width) {
  uint8_t *units = malloc(room * (size_t)width + 1); /* its end is seen by the sanitizers */
  uint8_t *bytes = malloc((count + 15) / 16 * 16 + 1);
  if (units == NULL || bytes == NULL) exit(1);
  for (size_t k = 0; k < room; k++) {
    uint32_t unit = random_number() % 4 ? (uint32_t)random_number() % 0x90 : (uint32_t)random_number() % 0x110000;
    uint16_t two = (uint16_t)unit;
    memcpy(units + k * (size_t)width, width == 2 ? (void *)&two : (void *)&unit, (size_t)width);
  }
  shiplap_narrow(units, width, count, room, bytes);
  for (size_t k = 0; k < count; k++) {
    uint32_t unit = 0;
    uint16_t two;
    if (width == 4) memcpy(&unit, units + 4 * k, 4);
    if (width == 2) memcpy(&two, units + 2 * k, 2), unit = two;
    CHECK(bytes[k] == (unit < 0x80 ? unit : 0x80), "unit %zu of %zu, width %d", k, count, width);
  }
  free(units);
  free(bytes);
}

static void check_first_from(size_t count) {
  int64_t *numbers = malloc(count * sizeof *numbers + 1);
  if (numbers == NULL) exit(1);
  for (size_t k = 0; k < count; k++) numbers[k] = (k ? numbers[k - 1] : -3) + (int64_t)(random_number() % 3);
  for (int64_t least = -5; least < (int64_t)(2 * count); least++) {
    size_t k = 0;
    while (k < count && numbers[k] < least) k++;
    CHECK(shiplap_first_from(numbers, count, least) == k, "the first of %zu from %lld", count, (long long)least);
  }
  free(numbers);
}

static void check_blanks(size_t width) {
  static const uint32_t others[] = {0, 'a', 0x1F, 0x21, 0x89, 0xA0, 0x2020, 0x8020, 0x2000, 0x0900, 0x8009, 0x10020};
  uint8_t eight[32]; /* of which 8 are read: the compiler does not see that no more are written */
  size_t count = 0, blanks = random_number() % (8 / width + 1);
  for (size_t k = 0; k < 8 / width; k++) {
    uint32_t unit = k < blanks ? (random_number() % 2 ? ' ' : '\t') : others[random_number() % 12];
    uint16_t two = (uint16_t)unit;
    uint8_t one = (uint8_t)unit;
    if (width == 1) eight[k] = one;
    if (width == 2) memcpy(eight + 2 * k, &two, 2);
    if (width == 4) memcpy(eight + 4 * k, &unit, 4);
    if (width < 4) unit &= width == 1 ? 0xFF : 0xFFFF;
    if (count == k && (unit == ' ' || unit == '\t')) count++;
  }
  CHECK(shiplap_leading_blanks(eight, width) == count, "blanks of %016llx, width %zu",
        (unsigned long long)number(eight), width);
}

/* The end of a word and its letters, in memory without a byte to spare. */
static void check_words(size_t size) {
  static const uint8_t some[] = "azAZ09_$\x80\xFF@[`{/:#%^ \n";
  uint8_t *text = malloc(size + !size);
  if (text == NULL) exit(1);
  for (size_t k = 0; k < size; k++)
    text[k] = random_number() % 4   ? (uint8_t)('a' + random_number() % 26)
              : random_number() % 4 ? some[random_number() % (sizeof some - 1)]
                                    : (uint8_t)random_number();
  for (size_t at = 0; at <= size; at++) {
    size_t end = at;
    while (end < size && (is_alphanumeric(text[end]) || text[end] >= 0x80 || text[end] == '_' || text[end] == '$'))
      end++;
    CHECK(shiplap_word_end(text, at, size) == end, "the end of a word at %zu of %zu", at, size);
    if (end == at || end - at > 15) continue;
    uint64_t letters[2], wanted[2] = {0, 0};
    memcpy(wanted, text + at, end - at);
    shiplap_letters(text + at, end - at, size - at, letters);
    CHECK(memcmp(letters, wanted, sizeof wanted) == 0, "the letters of %zu bytes at %zu of %zu", end - at, at, size);
  }
  free(text);
}

/* The indentation of a line and its column, and words by their first letters, in memory without a byte to spare. */
static void check_line(size_t size) {
  static const uint8_t blanks[] = "          \t\t\t\v\f", units[] = "aefzAE09_$ .-\t\n\r\x80\xFF";
  const uint64_t firsts = (uint64_t)1 << ('e' & 63) | (uint64_t)1 << ('f' & 63) | (uint64_t)1 << 63;
  uint8_t *text = malloc(size + !size);
  if (text == NULL) exit(1);
  size_t indented = random_number() % (size + 1), kinds = random_number() % 2 ? 10 : sizeof blanks - 1;
  for (size_t k = 0; k < size; k++)
    text[k] = k < indented          ? blanks[random_number() % kinds]
              : random_number() % 2 ? (uint8_t)('a' + random_number() % 26)
                                    : units[random_number() % (sizeof units - 1)];
  if (random_number() % 2) memset(text, '\t', indented / 2);
  size_t end = 0, column = 0, found;
  for (; end < size && (text[end] == ' ' || (text[end] >= '\t' && text[end] <= '\f' && text[end] != '\n')); end++)
    column = text[end] == ' ' ? column + 1 : text[end] == '\t' ? column / 8 * 8 + 8 : 0;
  CHECK(shiplap_indentation(text, 0, size, &found) == end && found == column, "the indentation of %zu bytes", size);
  for (size_t at = 0; at <= size; at++) {
    size_t stop = at + random_number() % (size - at + 1), k = at;
    if (at && at < size && shiplap_is_word_unit(text[at - 1]) && shiplap_is_word_unit(text[at])) continue;
    while (k < stop && !(shiplap_is_word_unit(text[k]) && (k == at || !shiplap_is_word_unit(text[k - 1])) &&
                         firsts >> (text[k] & 63) & 1))
      k++;
    found = shiplap_word_among(text, at, stop, size, firsts);
    CHECK(k < stop ? found == k : found >= stop, "a word from %zu to %zu of %zu", at, stop, size);
  }
  free(text);
}

/* The units that may end a line, in memory without a unit to spare. */
static void check_lines(size_t count, int width) {
  static const uint32_t some[] = {'\n',   '\r',   '\t',   0x1C,   0x1E,   0x1F,    9,      0x85,   0xA8,
                                  0xA9,   0x2028, 0x2029, 0x202A, 0x8085, 0x1000A, '0',    '9',    '/',
                                  ':',    0x65F,  0x660,  0x1FFF, 0x2000, 0xA61F,  0xA620, 0xABFF, 0xAC00,
                                  0xFF0F, 0xFF10, 0xD8,   0xD9,   0xE1,   0xE2,    0xEA,   0xEE,   0xEF};
  size_t size = (size_t)(width ? width : 1);
  uint8_t *text = malloc(count * size + !count);
  if (text == NULL) exit(1);
  for (size_t k = 0; k < count; k++) {
    uint32_t unit = random_number() % 8 ? 'a' + random_number() % (random_number() % 2 ? 26 : 0x300)
                                        : some[random_number() % (sizeof some / 4)];
    uint16_t two = (uint16_t)unit;
    uint8_t one = (uint8_t)unit;
    memcpy(text + k * size, size == 1 ? (void *)&one : size == 2 ? (void *)&two : (void *)&unit, size);
  }
  for (size_t at = 0; at <= count; at++) {
    size_t on = at, back = at;
    while (on < count && !shiplap_may_end_line(shiplap_unit_of(text, width, on), width)) on++;
    while (back > 0 && !shiplap_may_end_line(shiplap_unit_of(text, width, back - 1), width)) back--;
    CHECK(shiplap_line_on(text, width, (ptrdiff_t)at, (ptrdiff_t)count) == (ptrdiff_t)on, "the line at %zu", at);
    uint32_t letters = 0, wanted = 0;
    size_t k = 0;
    int ascii = count - at >= 4;
    for (; k < 4 && ascii; k++) ascii = shiplap_unit_of(text, width, at + k) < 0x80;
    CHECK(shiplap_ascii_letters(text, width, (ptrdiff_t)at, (ptrdiff_t)count, &letters) == ascii, "ASCII at %zu", at);
    for (k = 0; ascii && k < 4; k++) {
      uint32_t unit = shiplap_unit_of(text, width, at + k);
      int letter = is_alphanumeric((uint8_t)unit) && !('0' <= unit && unit <= '9');
      if (letter || k == 0) wanted |= unit << (8 * k);
      if (!letter) break;
    }
    CHECK(letters == wanted, "letters %08x at %zu", (unsigned)letters, at);
    CHECK(shiplap_line_back(text, width, 0, (ptrdiff_t)at) == (ptrdiff_t)back, "the line before %zu", at);
    int digits = 0, dividers = 0;
    for (k = at; k < on; k++) digits |= may_be_digit(shiplap_unit_of(text, width, k), width);
    CHECK(shiplap_may_have_digit(text, width, at, on) == digits, "digits from %zu to %zu", at, on);
    for (k = at; k < on; k++) dividers |= is_divider(text, width, at, k);
    CHECK(shiplap_has_divider(text, width, at, on) == dividers, "dividers from %zu to %zu", at, on);
  }
  free(text);
}

int main(void) {
  static const uint8_t some[] = "abyzABYZ0189 .'\"/[`{@\x80\xFF\0";
  uint8_t bytes[8];
  for (size_t round = 0; round < 400000; round += SHIPLAP_TEST_STEP) {
    for (int i = 0; i < 8; i++) {
      size_t kind = random_number() % 4;
      bytes[i] = kind == 0   ? (uint8_t)random_number()
                 : kind == 1 ? some[random_number() % sizeof some]
                             : (uint8_t)('a' + random_number() % 26);
    }
    check_units(bytes);
    for (int i = 0; i < 7; i++) bytes[i] = (uint8_t)((random_number() % 5 ? 'a' : 'A') + random_number() % 26);
    check_word(bytes, 1 + random_number() % 7);
    for (size_t width = 1; width <= 4; width *= 2) check_blanks(width);
    if (round % 100 == 0) check_words(random_number() % 80);
    if (round % 20 == 0) check_line(random_number() % 60);
    if (round % 100 == 0) check_lines(random_number() % 80, "\0\1\2\4"[random_number() % 4]);
  }
  for (size_t slot = 0; slot < SHIPLAP_SHORT_WORDS; slot++) {
    uint64_t letters = shiplap_short_words[slot] >> 8;
    size_t size = 0;
    for (; letters; letters >>= 8)
      if (letters & 0xFF) bytes[size++] = (uint8_t)letters;
    if (size) check_word(bytes, size);
  }
  for (size_t count = 0; count < 70; count++) check_first_from(count);
  for (size_t count = 0; count < LENGTHS; count += SHIPLAP_TEST_STEP)
    for (size_t room = count; room < count + 40; room += 1 + SHIPLAP_TEST_STEP / 4)
      for (int width = 2; width <= 4; width += 2) check_narrow(count, room, width);
  return done("inline");
}
