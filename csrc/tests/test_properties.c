/* test_properties.c: the classes of code points, by hand where they are few and by arithmetic where they are many.
 * (tests/layout/test_tables.py compares every code point with the reference's table.)
 */
#include "test.h"

struct row {
  uint32_t first, last;
  int grapheme, word, sentence;
};

#define G(name) SHIPLAP_GRAPHEME_##name
#define W(name) SHIPLAP_WORD_##name
#define S(name) SHIPLAP_SENTENCE_##name

static const struct row rows[] = {
    {0x00, 0x08, G(CONTROL), W(NONE), S(OTHER)},
    {0x09, 0x09, G(CONTROL), W(NONE), S(SPACE)},
    {0x0A, 0x0A, G(LF), W(NONE), S(SPACE)},
    {0x0D, 0x0D, G(CR), W(NONE), S(SPACE)},
    {' ', ' ', G(OTHER), W(NONE), S(SPACE)},
    {'.', '.', G(OTHER), W(NONE), S(STOP)},
    {'!', '!', G(OTHER), W(NONE), S(TERMINAL)},
    {'?', '?', G(OTHER), W(NONE), S(TERMINAL)},
    {'"', '"', G(OTHER), W(NONE), S(QUOTE)},
    {'\'', '\'', G(OTHER), W(NONE), S(QUOTE)},
    {'(', '(', G(OTHER), W(NONE), S(OPEN)},
    {')', ')', G(OTHER), W(NONE), S(CLOSE)},
    {',', '-', G(OTHER), W(NONE), S(CONTINUE)},
    {'0', '9', G(OTHER), W(NONE), S(DIGIT)},
    {'A', 'Z', G(OTHER), W(NONE), S(UPPER)},
    {'a', 'z', G(OTHER), W(NONE), S(LOWER)},
    {0x85, 0x85, G(CONTROL), W(NONE), S(SPACE)},
    {0xA9, 0xA9, G(PICTOGRAPHIC), W(NONE), S(OTHER)},
    {0xAD, 0xAD, G(CONTROL), W(MARK), S(EXTEND)},
    {0xBC, 0xBE, G(OTHER), W(NONE), S(NUMBER)},
    {0x300, 0x36F, G(EXTEND), W(MARK), S(EXTEND)},
    {0x410, 0x42F, G(OTHER), W(NONE), S(UPPER)},
    {0x430, 0x44F, G(OTHER), W(NONE), S(LOWER)},
    {0x600, 0x605, G(PREPEND), W(MARK), S(EXTEND)},
    {0x627, 0x627, G(OTHER), W(NONE), S(LETTER)},
    {0x903, 0x903, G(SPACING_MARK), W(MARK), S(EXTEND)},
    {0x964, 0x965, G(OTHER), W(NONE), S(TERMINAL)},
    {0xE01, 0xE30, G(OTHER), W(SPACELESS), S(LETTER)},
    {0xE31, 0xE31, G(EXTEND), W(MARK), S(EXTEND)},
    {0xE33, 0xE33, G(SPACING_MARK), W(SPACELESS), S(EXTEND)},
    {0x102C, 0x102C, G(OTHER), W(MARK), S(LETTER)},
    {0x1100, 0x115F, G(L), W(NONE), S(LETTER)},
    {0x1160, 0x11A7, G(V), W(NONE), S(LETTER)},
    {0x11A8, 0x11FF, G(T), W(NONE), S(LETTER)},
    {0x200B, 0x200B, G(CONTROL), W(NONE), S(EXTEND)},
    {0x200D, 0x200D, G(ZWJ), W(MARK), S(EXTEND)},
    {0x2013, 0x2014, G(OTHER), W(NONE), S(CONTINUE)},
    {0x2018, 0x2019, G(OTHER), W(NONE), S(QUOTE)},
    {0x201A, 0x201F, G(OTHER), W(NONE), S(QUOTE)},
    {0x3001, 0x3001, G(OTHER), W(CJK_CLOSE), S(CONTINUE)},
    {0x3002, 0x3002, G(OTHER), W(CJK_CLOSE), S(TERMINAL)},
    {0x300C, 0x300C, G(OTHER), W(CJK_OPEN), S(OPEN)},
    {0x300D, 0x300D, G(OTHER), W(CJK_CLOSE), S(CLOSE)},
    {0x3041, 0x3096, G(OTHER), W(IDEOGRAPH), S(LETTER)},
    {0x3099, 0x309A, G(EXTEND), W(MARK), S(EXTEND)},
    {0x30A1, 0x30FA, G(OTHER), W(KATAKANA), S(LETTER)},
    {0x30FC, 0x30FC, G(OTHER), W(KATAKANA), S(LETTER)},
    {0x4E00, 0x9FFF, G(OTHER), W(IDEOGRAPH), S(LETTER)},
    {0xD800, 0xDFFF, G(OTHER), W(NONE), S(OTHER)},
    {0xE000, 0xF8FF, G(OTHER), W(NONE), S(OTHER)},
    {0xFF01, 0xFF01, G(OTHER), W(CJK_CLOSE), S(TERMINAL)},
    {0xFF08, 0xFF08, G(OTHER), W(CJK_OPEN), S(OPEN)},
    {0x1F1E6, 0x1F1FF, G(REGIONAL_INDICATOR), W(NONE), S(OTHER)},
    {0x1F3FB, 0x1F3FF, G(EXTEND), W(MARK), S(EXTEND)},
    {0x1F600, 0x1F64F, G(PICTOGRAPHIC), W(NONE), S(OTHER)},
    {0x20000, 0x2A6DF, G(OTHER), W(IDEOGRAPH), S(LETTER)},
    {0xE0020, 0xE007F, G(EXTEND), W(MARK), S(EXTEND)},
    {0x10FFFE, 0x10FFFF, G(OTHER), W(NONE), S(OTHER)},
};

int main(void) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (uint32_t c = rows[i].first; c <= rows[i].last; c++) {
      uint16_t p = shiplap_properties(c);
      int g = shiplap_grapheme_class_of(p), w = shiplap_word_class_of(p), s = shiplap_sentence_class_of(p);
      CHECK(g == rows[i].grapheme && w == rows[i].word && s == rows[i].sentence, "U+%04X is %d %d %d", c, g, w, s);
    }
  }
  /* Hangul syllables: by their number, the ones without a trailing consonant are LV. */
  for (uint32_t c = 0xAC00; c <= 0xD7A3; c++) {
    int wanted = (c - 0xAC00) % 28 ? SHIPLAP_GRAPHEME_LVT : SHIPLAP_GRAPHEME_LV;
    CHECK(shiplap_grapheme_class_of(shiplap_properties(c)) == wanted, "U+%04X", c);
  }
  for (int i = 0; i < 25; i++)
    CHECK(shiplap_sentence_class_of(shiplap_properties(white_space[i])) == S(SPACE), "U+%04X", white_space[i]);
  size_t spaces = 0;
  for (uint32_t c = 0; c < 0x110000; c++) spaces += shiplap_sentence_class_of(shiplap_properties(c)) == S(SPACE);
  CHECK(spaces == 25, "%zu spaces", spaces);
  for (uint32_t c = 0x110000; c; c <<= 1) CHECK(shiplap_properties(c) == 0, "U+%04X", c);
  CHECK(shiplap_properties(0xFFFFFFFF) == 0, "U+FFFFFFFF");
  return done("test_properties");
}
