/* marks.c: which marks a line has that may divide it into cells.
 *
 * One loop without branches over bytes, which the compiler turns into vectors of the baseline instruction set:
 * there are no variants, since lines are short. Each byte is seen with the two before it; the first two are done
 * apart. */
#include "kernels.h"

struct marks {
  uint8_t pipe, delimiter, tab, quote, gap, bare, words;
};

SHIPLAP_INLINE uint8_t is_word(uint8_t c) { return (uint8_t)((uint8_t)((c | 0x20) - 'a') < 26) | (c > 0x7F); }

SHIPLAP_INLINE void see(struct marks *m, uint8_t last, uint8_t before, uint8_t c) {
  m->pipe |= c == '|';
  m->delimiter |= (c == ',') | (c == ';');
  m->tab |= c == '\t';
  m->quote |= (c == '"') | (c == '\'');
  m->gap |= (c == ' ') & (before == ' ');
  m->bare |= ((before == ',') | (before == ';')) & (c != ' ') & (c != '\t');
  m->words |= is_word(last) & (before == ' ') & is_word(c);
}

unsigned shiplap_line_marks(const uint8_t *line, size_t size) {
  struct marks m = {0, 0, 0, 0, 0, 0, 0};
  if (size > 0) see(&m, 0, 0, line[0]);
  if (size > 1) see(&m, 0, line[0], line[1]);
  for (size_t i = 2; i < size; i++) see(&m, line[i - 2], line[i - 1], line[i]);
  return (m.pipe ? SHIPLAP_MARK_PIPE : 0u) | (m.delimiter ? SHIPLAP_MARK_DELIMITER : 0u) |
         (m.tab ? SHIPLAP_MARK_TAB : 0u) | (m.quote ? SHIPLAP_MARK_QUOTE : 0u) | (m.gap ? SHIPLAP_MARK_GAP : 0u) |
         (m.bare ? SHIPLAP_MARK_BARE : 0u) | (m.words ? SHIPLAP_MARK_WORDS : 0u);
}
