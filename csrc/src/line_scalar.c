/* line_scalar.c: the signs of a line in plain C: the meaning of the variants. */
#include <string.h>

#include "kernels.h"

SHIPLAP_INLINE int is_letter(uint8_t c) { return (uint8_t)((uint8_t)((c | 0x20) - 'a') < 26) | (c > 0x7F); }

SHIPLAP_INLINE unsigned marks_at(uint8_t last, uint8_t before, uint8_t c) {
  unsigned found = (c == '|') * SHIPLAP_MARK_PIPE;
  found |= ((c == ',') | (c == ';')) * SHIPLAP_MARK_DELIMITER;
  found |= (c == '\t') * SHIPLAP_MARK_TAB;
  found |= ((c == '"') | (c == '\'')) * SHIPLAP_MARK_QUOTE;
  found |= ((c == ' ') & (before == ' ')) * SHIPLAP_MARK_GAP;
  found |= (((before == ',') | (before == ';')) & (c != ' ') & (c != '\t')) * SHIPLAP_MARK_BARE;
  found |= (unsigned)(is_letter(last) & (before == ' ') & is_letter(c)) * SHIPLAP_MARK_WORDS;
  return found;
}

SHIPLAP_INLINE int is_name(uint8_t c) {
  return is_letter(c) | (uint8_t)((uint8_t)(c - '0') < 10) | (c == '_') | (c == '$');
}

SHIPLAP_INLINE int is_one_of(uint8_t c, const char *bytes) { return c != 0 && strchr(bytes, c) != NULL; }

/* Return what a full stop, a bracket or an operator counts for code, by the bytes on both sides; `after` is 0 at the
 * end. */
static unsigned code_at(uint8_t before, uint8_t c, uint8_t after, int ends) {
  switch (c) {
    case '.': return is_letter(before) && is_letter(after);
    case '(':
    case '[': return is_name(before) || before == ')' || before == ']';
    case '_': return is_name(before) && is_name(after);
    case ')':
    case ']': return before == '(' || before == '[';
    case '{':
    case '}': return 1;
    case '=':
      if (is_one_of(before, "=!<>+-*/|&%^:") || (before == ' ' && after == ' ')) return 2;
      return is_name(before) && !ends && after != '=';
    case '>': return 2 * is_one_of(before, "-=/");
    case '/': return 2 * (before == '<');
    case ':':
    case '&':
    case '|': return 2 * (before == c && !ends);
    default: return 0;
  }
}

static void signs(const uint8_t *line, size_t size, size_t end, size_t room, struct shiplap_signs *found) {
  size_t stop = end < SHIPLAP_SIGNS_SIZE ? end : SHIPLAP_SIGNS_SIZE;
  (void)room;
  for (size_t k = 0; k < size; k++) found->marks |= marks_at(k > 1 ? line[k - 2] : 0, k > 0 ? line[k - 1] : 0, line[k]);
  for (size_t k = 1; k < stop; k++) {
    uint8_t before = line[k - 1], c = line[k], after = k + 1 < end ? line[k + 1] : 0;
    found->words += (c == ' ') & (is_letter(before) | (before == ',') | (before == '.')) & is_letter(after);
    found->code += code_at(before, c, after, k + 1 == end);
    found->beyond += c > 0x7F;
  }
}

const struct shiplap_line_kernels shiplap_line_scalar = {signs};
