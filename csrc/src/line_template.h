/* line_template.h: the signs of a line in blocks of 64 bytes. Include it inside a target region, after a block header.
 *
 * 1. A block is turned into masks, and shifts bring the neighbours of a byte to its own bit (as in scan_template.h). A
 *    shift loses the bytes beyond the block. So a block does not decide its first BACK bytes and its last byte; the
 *    blocks before and after overlap it and decide them. At the two ends of the line the zeros that a shift brings in
 *    are right, and every byte is decided. Most lines are one block.
 * 2. The bytes after the line, whatever they are, are masked out. A block that would exceed `room` is copied first.
 * 3. Operators are evaluated only in blocks that have any; prose has none.
 */
#include <string.h>

#define BLOCK 64
#define BACK 2 /* the number of bytes that the rules read before a byte */

/* Tables by low nibble: a byte is in the class if the table gives the byte itself. 0x80 is in none. */
#define NONE 0x80
static const uint8_t quote_table[16] = {NONE, NONE, '"',  NONE, NONE, NONE, NONE, '\'',
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
/* the characters before = in an operator, in two tables */
static const uint8_t compound_table[16] = {NONE, '!',  NONE, NONE, NONE, '%', '&', NONE,
                                           NONE, NONE, '*',  '+',  '<',  '=', '>', '/'};
static const uint8_t compound_table_2[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                             NONE, NONE, ':',  NONE, '|',  '-',  '^',  NONE};

SHIPLAP_INLINE uint64_t mask_table(block b, const uint8_t *table) { return mask_same(b, block_lookup(table, b)); }

SHIPLAP_INLINE uint64_t first_bits(size_t count) { return count < BLOCK ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0; }

SHIPLAP_INLINE uint64_t letters_of(block b) {
  return mask_range(block_or(b, block_fill(0x20)), 'a', 'z') | mask_high(b);
}

struct said {
  uint64_t one, two;
};

/* The operators and closing brackets that count one for code, and those that count two. `names` and `space` end with
 * the line. `follows`: the bytes after which the line has another byte. */
SHIPLAP_INLINE struct said operators(block b, uint64_t names, uint64_t space, uint64_t follows) {
  uint64_t equal = mask_byte(b, '='), slash = mask_byte(b, '/'), colon = mask_byte(b, ':');
  uint64_t and = mask_byte(b, '&'), or = mask_byte(b, '|'), arrows = equal | slash | mask_byte(b, '-');
  uint64_t compound = mask_table(b, compound_table) | mask_table(b, compound_table_2);
  struct said said;
  said.two = equal & (compound << 1 | (space << 1 & space >> 1));
  said.two |= (mask_byte(b, '>') & arrows << 1) | (slash & mask_byte(b, '<') << 1);
  said.two |= ((colon & colon << 1) | (and & and << 1) | (or & or << 1)) & follows;
  said.one = mask_byte(b, '_') & names << 1 & names >> 1;
  said.one |= (mask_table(b, closing_table) & mask_table(b, opening_table) << 1) | mask_table(b, brace_table);
  said.one |= equal & names << 1 & ~(equal >> 1) & follows & ~said.two;
  return said;
}

static void signs(const uint8_t *line, size_t size, size_t end, size_t room, struct shiplap_signs *found) {
  uint64_t gaps = 0, bare = 0, words = 0, pipes = 0, delimiters = 0, tabs = 0, quotes = 0;
  size_t stop = end < SHIPLAP_SIGNS_SIZE ? end : SHIPLAP_SIGNS_SIZE;
  uint8_t some[BLOCK];
  for (size_t at = 0;; at += BLOCK - BACK - 1) {
    const uint8_t *place = line + at;
    size_t left = size - at;
    if (SHIPLAP_UNLIKELY(room - at < BLOCK)) {
      memcpy(some, place, left);
      place = some;
    }
    block b = block_load(place);
    uint64_t judged = first_bits(left > BLOCK ? BLOCK - 1 : left) & ~first_bits(at > 0 ? BACK : 0);
    uint64_t space = mask_byte(b, ' '), letter = letters_of(b), delimiter = mask_table(b, delimiter_table);
    uint64_t tab = mask_byte(b, '\t'), pipe = mask_byte(b, '|');
    gaps |= space & space << 1 & judged;
    bare |= delimiter << 1 & ~(space | tab) & judged;
    words |= letter & space << 1 & letter << 2 & judged;
    pipes |= pipe & judged;
    delimiters |= delimiter & judged;
    tabs |= tab & judged;
    quotes |= mask_table(b, quote_table) & judged;
    if (at + 1 < stop) {
      uint64_t follows = first_bits(end - at - 1);
      uint64_t inside = judged & first_bits(stop - at) & ~first_bits(at > 0 ? 0 : 1); /* not the first byte */
      uint64_t after = letter >> 1 & follows, paused = letter | mask_table(b, pause_table);
      uint64_t dots = mask_byte(b, '.') & letter << 1 & after, openings = mask_table(b, opening_table) & inside;
      uint64_t second = mask_table(b, second_table) & ~(letter << 1);
      found->words += (unsigned)mask_count(space & paused << 1 & after & inside);
      found->code += (unsigned)mask_count(dots & inside);
      found->beyond += (unsigned)mask_count(mask_high(b) & inside);
      if (openings | ((mask_table(b, sign_table) | mask_byte(b, '}') | second) & inside)) {
        uint64_t line_bits = first_bits(end - at);
        uint64_t names = (letter | mask_byte(b, '_') | mask_byte(b, '$') | mask_range(b, '0', '9')) & line_bits;
        struct said said = operators(b, names, space & line_bits, follows);
        openings &= (names | mask_table(b, closing_table)) << 1;
        found->code += (unsigned)(mask_count(openings | (said.one & inside)) + 2 * mask_count(said.two & inside));
      }
    }
    if (left <= BLOCK) break;
  }
  found->marks = (pipes != 0) * SHIPLAP_MARK_PIPE | (delimiters != 0) * SHIPLAP_MARK_DELIMITER |
                 (tabs != 0) * SHIPLAP_MARK_TAB | (quotes != 0) * SHIPLAP_MARK_QUOTE | (gaps != 0) * SHIPLAP_MARK_GAP |
                 (bare != 0) * SHIPLAP_MARK_BARE | (words != 0) * SHIPLAP_MARK_WORDS;
}

#define SHIPLAP_LINE_TABLE {signs}
