/* test_line.c: the marks and the signs of a line, against one question each, on every length, with and without room. */
#include "test.h"

static int is_word(int c) { return c > 0x7F || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

static unsigned naive_marks(const uint8_t *line, size_t size) {
  unsigned marks = 0;
  for (size_t i = 0; i < size; i++) {
    int c = line[i], before = i > 0 ? line[i - 1] : 0, last = i > 1 ? line[i - 2] : 0;
    if (c == '|') marks |= SHIPLAP_MARK_PIPE;
    if (c == ',' || c == ';') marks |= SHIPLAP_MARK_DELIMITER;
    if (c == '\t') marks |= SHIPLAP_MARK_TAB;
    if (c == '"' || c == '\'') marks |= SHIPLAP_MARK_QUOTE;
    if (c == ' ' && before == ' ') marks |= SHIPLAP_MARK_GAP;
    if ((before == ',' || before == ';') && c != ' ' && c != '\t') marks |= SHIPLAP_MARK_BARE;
    if (before == ' ' && is_word(last) && is_word(c)) marks |= SHIPLAP_MARK_WORDS;
  }
  return marks;
}

static int is_name(int c) { return is_word(c) || (c >= '0' && c <= '9') || c == '_' || c == '$'; }

static int has(const char *bytes, int c) { return c != 0 && strchr(bytes, c) != NULL; }

static unsigned operator_score(int before, int c, int after) { /* after: -1 at the end */
  if (c == '.') return is_word(before) && after > 0 && is_word(after);
  if (has("([", c)) return is_name(before) || has(")]", before);
  if (c == '_') return is_name(before) && after > 0 && is_name(after);
  if (has(")]", c)) return has("([", before);
  if (has("{}", c)) return 1;
  if (c == '=' && has("=!<>+-*/|&%^:", before)) return 2;
  if (c == '=' && before == ' ' && after == ' ') return 2;
  if (c == '=') return is_name(before) && after != -1 && after != '=';
  if (c == '>') return has("-=/", before) ? 2 : 0;
  if (c == '/') return before == '<' ? 2 : 0;
  return has(":&|", c) && before == c && after != -1 ? 2 : 0;
}

static struct shiplap_signs naive(const uint8_t *line, size_t whole, size_t size) {
  struct shiplap_signs signs = {naive_marks(line, whole), 0, 0, 0};
  for (size_t i = 1; i < size && i < SHIPLAP_SIGNS_SIZE; i++) {
    int c = line[i], before = line[i - 1], after = i + 1 < size ? line[i + 1] : -1;
    if (c == ' ' && (is_word(before) || has(",.", before)) && after > 0 && is_word(after)) signs.words++;
    if (c > 0x7F) signs.beyond++;
    signs.code += operator_score(before, c, after);
  }
  return signs;
}

int main(void) {
  static const uint8_t some[] = "ab, ;|\t\"'x1.\x80\xFF@[`{(]):/>=_&}$!<+-*%^\0";
  for (size_t size = 0; size < LENGTHS; size += SHIPLAP_TEST_STEP) {
    for (size_t round = 0; round < 200; round++) {
      size_t room = size + random_number() % 3 * 40, end = round % 3 ? size : size - random_number() % (size / 4 + 1);
      uint8_t *line = malloc(size + 1); /* its end is seen by the sanitizers */
      size_t kinds = 1 + random_number() % (sizeof some - 1);
      uint8_t *exact = malloc(room ? room : 1);
      if (line == NULL || exact == NULL) return 1;
      memset(line, 'x', size);
      for (size_t k = 0; size > 0 && k < round % 5; k++) line[random_number() % size] = some[random_number() % kinds];
      if (round % 4 == 0)
        for (size_t k = 0; k < size; k++) line[k] = some[random_number() % kinds];
      memcpy(exact, line, size);
      for (size_t k = size; k < room; k++) exact[k] = some[random_number() % kinds];
      struct shiplap_signs signs, expected = naive(line, size, end);
      EACH_ISA {
        shiplap_line_signs(exact, size, end, room, &signs);
        CHECK(signs.marks == expected.marks, "marks, size %zu", size);
        CHECK(signs.words == expected.words, "words, size %zu, end %zu", size, end);
        CHECK(signs.code == expected.code, "code, size %zu, end %zu", size, end);
        CHECK(signs.beyond == expected.beyond, "beyond, size %zu, end %zu", size, end);
      }
      free(line);
      free(exact);
    }
  }
  return done("line");
}
