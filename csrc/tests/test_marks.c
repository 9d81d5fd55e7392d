/* test_marks.c: the marks of a line, against one question a mark, on every length and alignment. */
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

int main(void) {
  static const uint8_t some[] = "ab, ;|\t\"'x1.\x80\xFF@[`{";
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
      free(line);
      free(exact);
    }
  }
  return done("marks");
}
