/* line_template.h: the signs of a line in blocks of 64 bytes. Include it inside a target region, after a block header.
 *
 * 1. The first byte of a line is read alone: blocks begin with the second one, so that each has a byte before it.
 * 2. A block is turned into masks. Shifts bring the neighbours of a byte to its own bit; the byte before the block and
 *    the one behind it are read alone.
 * 3. Beyond the line there is text, or whatever lies in the buffer: it is masked out. A block for which there is no
 *    `room` is copied.
 * 4. Operators are looked at where a block has any: prose has none.
 */
#include <string.h>

#define BLOCK 64

/* Tables by low nibble: a byte is in the class if the table gives the byte itself. 0x80 is in none. */
#define NONE 0x80
static const uint8_t quote_table[16] = {NONE, NONE, '"', NONE, NONE, NONE, NONE, '\'',
                                        NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};
static const uint8_t delimiter_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                            NONE, NONE, NONE, ';',  ',',  NONE, NONE, NONE};
static const uint8_t pause_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                        NONE, NONE, NONE, NONE, ',',  NONE, '.',  NONE};
static const uint8_t opening_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                          '(',  NONE, NONE, '[',  NONE, NONE, NONE, NONE};
static const uint8_t sign_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, '&',  NONE,
                                       NONE, NONE, NONE, '{',  '|',  '=',  NONE, '_'};
static const uint8_t second_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                         NONE, ')',  ':',  NONE, NONE, ']',  '>',  '/'};
static const uint8_t closing_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                          NONE, ')',  NONE, NONE, NONE, ']',  NONE, NONE};
static const uint8_t brace_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                        NONE, NONE, NONE, '{',  NONE, '}',  NONE, NONE};
/* what stands before = in an operator, in two tables */
static const uint8_t compound_table[16] = {NONE, '!',  NONE, NONE, NONE, '%',  '&',  NONE,
                                           NONE, NONE, '*',  '+',  '<',  '=',  '>',  '/'};
static const uint8_t compound_table_2[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                             NONE, NONE, ':',  NONE, '|',  '-',  '^',  NONE};

SHIPLAP_INLINE uint64_t mask_table(block b, const uint8_t *table) { return mask_same(b, block_lookup(table, b)); }

SHIPLAP_INLINE uint64_t first_bits(size_t count) { return count < BLOCK ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0; }

SHIPLAP_INLINE uint64_t letters_of(block b) {
  return mask_range(block_or(b, block_fill(0x20)), 'a', 'z') | mask_high(b);
}

/* ---- one byte */

SHIPLAP_INLINE int is_letter(uint8_t c) { return (uint8_t)((c | 0x20) - 'a') < 26 || c > 0x7F; }

SHIPLAP_INLINE int is_name(uint8_t c) { return is_letter(c) || (uint8_t)(c - '0') < 10 || c == '_' || c == '$'; }

SHIPLAP_INLINE int is_in(uint8_t c, const uint8_t *table) { return c < 0x80 && c == table[c & 15]; }

/* ---- a block: `before` and `next` are the bytes on its sides, 0 where there is none */

/* Each bit moved to the byte after it, or before it. */
SHIPLAP_INLINE uint64_t behind(uint64_t mask, int before) { return mask << 1 | (uint64_t)(before != 0); }
SHIPLAP_INLINE uint64_t ahead(uint64_t mask, int next) { return mask >> 1 | (uint64_t)(next != 0) << 63; }

struct said {
  uint64_t one, two;
};

/* The operators and closing brackets that say one for code, and those that say two; `follows`: another byte follows. */
SHIPLAP_INLINE struct said operators(block b, uint8_t before, uint8_t next, uint64_t names, uint64_t space,
                                     uint64_t follows) {
  uint64_t equal = mask_byte(b, '='), slash = mask_byte(b, '/'), colon = mask_byte(b, ':');
  uint64_t and = mask_byte(b, '&'), or = mask_byte(b, '|'), low = mask_byte(b, '_');
  uint64_t named = behind(names, is_name(before)), arrows = equal | slash | mask_byte(b, '-');
  uint64_t compound = mask_table(b, compound_table) | mask_table(b, compound_table_2);
  uint64_t compounds = behind(compound, is_in(before, compound_table) | is_in(before, compound_table_2));
  uint64_t spaced = behind(space, before == ' ') & ahead(space, next == ' ') & follows;
  struct said said;
  said.two = equal & (compounds | spaced);
  said.two |= mask_byte(b, '>') & behind(arrows, (before == '=') | (before == '/') | (before == '-'));
  said.two |= slash & behind(mask_byte(b, '<'), before == '<');
  said.two |= ((colon & behind(colon, before == ':')) | (and & behind(and, before == '&')) |
               (or & behind(or, before == '|'))) & follows;
  said.one = low & named & ahead(names, is_name(next)) & follows;
  said.one |= mask_table(b, closing_table) & behind(mask_table(b, opening_table), is_in(before, opening_table));
  said.one |= mask_table(b, brace_table);
  said.one |= equal & named & follows & ~ahead(equal, next == '=') & ~said.two;
  return said;
}

static void signs(const uint8_t *line, size_t size, size_t end, size_t room, struct shiplap_signs *found) {
  uint64_t gaps = 0, bare = 0, words = 0, pipes = 0, delimiters = 0, tabs = 0, quotes = 0;
  size_t stop = end < SHIPLAP_SIGNS_SIZE ? end : SHIPLAP_SIGNS_SIZE;
  uint8_t before = line[0], some[BLOCK];
  found->marks |= (before == '|') * SHIPLAP_MARK_PIPE | is_in(before, delimiter_table) * SHIPLAP_MARK_DELIMITER |
                  (before == '\t') * SHIPLAP_MARK_TAB | is_in(before, quote_table) * SHIPLAP_MARK_QUOTE;
  for (size_t at = 1; at < size; at += BLOCK) {
    const uint8_t *place = line + at;
    size_t left = size - at;
    if (SHIPLAP_UNLIKELY(room - at < BLOCK)) {
      memcpy(some, place, left);
      place = some;
    }
    block b = block_load(place);
    before = line[at - 1];
    uint64_t valid = first_bits(left), space = mask_byte(b, ' ') & valid, letter = letters_of(b) & valid;
    uint64_t delimiter = mask_table(b, delimiter_table) & valid, tab = mask_byte(b, '\t'), pipe = mask_byte(b, '|');
    uint64_t spaced = behind(space, before == ' '), led = behind(letter, is_letter(before));
    gaps |= space & spaced;
    bare |= behind(delimiter, is_in(before, delimiter_table)) & ~(space | tab) & valid;
    words |= letter & spaced & behind(led, at > 1 && is_letter(line[at - 2]));
    pipes |= pipe & valid;
    delimiters |= delimiter;
    tabs |= tab & valid;
    quotes |= mask_table(b, quote_table) & valid;
    if (at >= stop) continue;
    uint64_t inside = first_bits(stop - at), follows = first_bits(end - at - 1), high = mask_high(b) & inside;
    uint8_t next = at + BLOCK < end ? line[at + BLOCK] : 0;
    uint64_t after = ahead(letter, is_letter(next)) & follows;
    uint64_t paused = led | behind(mask_table(b, pause_table), is_in(before, pause_table));
    uint64_t dots = mask_byte(b, '.') & led & after, openings = mask_table(b, opening_table) & inside;
    uint64_t some_sign = (mask_table(b, sign_table) | mask_byte(b, '}') | (mask_table(b, second_table) & ~led)) & inside;
    found->words += (unsigned)mask_count(space & paused & after & inside);
    found->code += (unsigned)mask_count(dots & inside);
    if (openings | some_sign) {
      uint64_t names = letter | mask_byte(b, '_') | mask_byte(b, '$') | mask_range(b, '0', '9');
      uint64_t ends = names | mask_table(b, closing_table);
      struct said said = operators(b, before, next, names, space, follows);
      openings &= behind(ends, is_name(before) || is_in(before, closing_table));
      found->code += (unsigned)(mask_count(openings | (said.one & inside)) + 2 * mask_count(said.two & inside));
    }
    found->beyond += (unsigned)mask_count(high);
  }
  found->marks |= (pipes != 0) * SHIPLAP_MARK_PIPE | (delimiters != 0) * SHIPLAP_MARK_DELIMITER |
                  (tabs != 0) * SHIPLAP_MARK_TAB | (quotes != 0) * SHIPLAP_MARK_QUOTE | (gaps != 0) * SHIPLAP_MARK_GAP |
                  (bare != 0) * SHIPLAP_MARK_BARE | (words != 0) * SHIPLAP_MARK_WORDS;
}

#define SHIPLAP_LINE_TABLE {signs}
