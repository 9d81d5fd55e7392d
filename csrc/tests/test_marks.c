/* test_marks.c: the marks and the signs of a line, against one question each, on every length and alignment. */
#include "test.h"

static int is_word(int c) { return c > 0x7F || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

static unsigned naive(const uint8_t *line, size_t size) {
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

static int ends_name(int c) { return is_word(c) || (c >= '0' && c <= '9') || (c && strchr("_$)]", c) != NULL); }

static struct shiplap_signs naive_signs(const uint8_t *line, size_t size) {
  struct shiplap_signs signs = {0, 0, 0, {0, 0, 0}};
  for (size_t i = 1; i < size && i < SHIPLAP_SIGNS_SIZE; i++) {
    int c = line[i], before = line[i - 1], after = i + 1 < size ? line[i + 1] : 0;
    if (c == ' ' && (is_word(before) || before == ',' || before == '.') && is_word(after)) signs.words++;
    if (c == '.' && is_word(before) && is_word(after)) signs.code++;
    if ((c == '(' || c == '[') && ends_name(before)) signs.code++;
    if (c > 0x7F) signs.beyond++;
    if (c && (strchr("_={}&|", c) || (strchr(")]:/>", c) && !is_word(before))))
      signs.operators[(i - 1) / 64] |= (uint64_t)1 << (i - 1) % 64;
  }
  return signs;
}

int main(void) {
  static const uint8_t some[] = "ab, ;|\t\"'x1.\x80\xFF@[`{(]):/>=_&}$\0";
  for (size_t size = 0; size < LENGTHS; size += SHIPLAP_TEST_STEP) {
    for (size_t round = 0; round < 200; round++) {
      uint8_t *line = malloc(size + 1); /* its end is seen by the sanitizers */
      size_t kinds = 1 + random_number() % (sizeof some - 1);
      uint8_t *exact = malloc(size ? size : 1);
      if (line == NULL || exact == NULL) return 1;
      memset(line, 'x', size);
      for (size_t k = 0; size > 0 && k < round % 5; k++) line[random_number() % size] = some[random_number() % kinds];
      if (round % 4 == 0)
        for (size_t k = 0; k < size; k++) line[k] = some[random_number() % kinds];
      memcpy(exact, line, size);
      CHECK(shiplap_line_marks(exact, size) == naive(line, size), "size %zu", size);
      struct shiplap_signs signs, expected = naive_signs(line, size);
      shiplap_line_signs(exact, size, &signs);
      CHECK(signs.words == expected.words && signs.code == expected.code && signs.beyond == expected.beyond &&
                memcmp(signs.operators, expected.operators, sizeof signs.operators) == 0,
            "signs, size %zu", size);
      free(line);
      free(exact);
    }
  }
  return done("marks");
}
