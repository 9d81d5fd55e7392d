/* scan_standard.h: candidates of the standard sentence rule in a block of 64 units. Included by scan_template.h.
 *
 * The rule (src/shiplap/reference/boundaries/standard.py) can have a boundary at p only if the text before p is of one
 * of these three classes. The caller evaluates the rest of the rule at each candidate. So a class may contain more
 * positions than needed, as long as that costs little in texts of common scripts:
 *     spaced  (S4, S11 to S25) a sign, then white space. A sign is a mark of a sentence end, a closing quote or
 *             bracket, the last letter of a polite Korean verb, or a footnote mark that begins directly after a sign.
 *     layout  (S2) white space with a line end in it. A single line end before a letter does not count, as in
 *             hard-wrapped text, unless it is PS.
 *     joined  (S6 to S10) a mark at p - 1 without white space after it: a mark of a script other than Latin; ! or ?; a
 *             full stop before a capital letter; or a closing sign at p - 1 after another sign.
 * The masks of the last units of signs are made once, and shifted to p. A run of one-unit spaces is crossed by an
 * addition: the run plus its first bit carries to the unit after the run. A block of only ASCII has fewer tests and a
 * narrower result (ascii_candidates), because every candidate that is not a boundary costs the caller time.
 */

/* The signs in ASCII, which may be before the white space after a sentence: . ! ? ; " ' ) ] } * _ ` ^ */
static const uint8_t more_signs_table[16] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                             NONE, NONE, NONE, NONE, NONE, '}',  '^',  '_'};
SHIPLAP_INLINE uint64_t ascii_signs(block b) {
  return mask_either(b, block_lookup(shiplap_sign_table, b), block_lookup(more_signs_table, b));
}

/* The last units of signs beyond ASCII. */
struct signs {
  uint64_t any;   /* all signs */
  uint64_t marks; /* marks that need no white space after them */
  uint64_t three; /* signs other than marks, of three units */
  uint64_t two;   /* of two units */
  uint64_t one;   /* of one unit */
};

/* What else units of two bytes are: spaces, line ends and paragraph ends, and letters that no line end is before. */
struct others {
  uint64_t spaces, lines, paragraphs, letters;
};

/* The last bytes of code points of three bytes whose first two bytes are those of `code`; and the bytes that are equal
 * to the last byte of `code`. */
SHIPLAP_INLINE uint64_t after_two_bytes(block b, uint32_t code) {
  return mask_byte(b, (uint8_t)(0xE0 | code >> 12)) << 2 & mask_byte(b, (uint8_t)(0x80 | (code >> 6 & 0x3F))) << 1;
}
SHIPLAP_INLINE uint64_t last_byte(block b, uint32_t code) { return mask_byte(b, (uint8_t)(0x80 | (code & 0x3F))); }

/* Classes of the first bytes of code points in UTF-8, a bit each: those of signs and spaces of common scripts, and those
 * of rare ones. A first byte in no class begins letters only: Greek, Cyrillic, Latin but for Latin-1, ideographs. */
enum {
  FIRST_C2 = 1 << 0,  /* Latin-1 */
  FIRST_E2 = 1 << 1,  /* U+2000 to U+2FFF: nearly all punctuation and symbols */
  FIRST_E3 = 1 << 2,  /* U+3000 to U+3FFF: Chinese and Japanese punctuation, kana */
  FIRST_EF = 1 << 3,  /* U+F000 to U+FFFF: full-width forms */
  FIRST_CD = 1 << 4,  /* U+0340 to U+037F */
  FIRST_D2 = 1 << 5,  /* D2 to DF */
  FIRST_E0 = 1 << 6,  /* E0, E1, EA to ED */
  FIRST_FOUR = 1 << 7 /* F0 to FF */
};
#define FIRST_THREE (FIRST_E2 | FIRST_E3 | FIRST_EF)
#define FIRST_RARE (FIRST_CD | FIRST_D2 | FIRST_E0 | FIRST_FOUR)
/* clang-format off */
static const uint8_t first_by_high[16] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, FIRST_C2 | FIRST_CD, FIRST_D2, FIRST_THREE | FIRST_E0, FIRST_FOUR};
static const uint8_t first_by_low[16] = {
    FIRST_FOUR | FIRST_E0,
    FIRST_FOUR | FIRST_E0,
    FIRST_FOUR | FIRST_D2 | FIRST_C2 | FIRST_E2,
    FIRST_FOUR | FIRST_D2 | FIRST_E3,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2 | FIRST_E0,
    FIRST_FOUR | FIRST_D2 | FIRST_E0,
    FIRST_FOUR | FIRST_D2 | FIRST_E0,
    FIRST_FOUR | FIRST_D2 | FIRST_E0 | FIRST_CD,
    FIRST_FOUR | FIRST_D2,
    FIRST_FOUR | FIRST_D2 | FIRST_EF};
/* The first bytes of two-byte marks, a bit each: bit 0 D6, 1 D8, 2 DB, 3 DC, 4 DF, 5 CD. */
static const uint8_t marked_by_high[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 5, 31, 0, 0};
static const uint8_t marked_by_low[16] = {
    0, 0, 0, 0, 0, 0, 1 << 0, 0, 1 << 1, 0, 0, 1 << 2, 1 << 3, 1 << 5, 0, 1 << 4};
/* U+FF01, U+FF0E and U+FF1F by the low nibble of their last byte; the other entries match no byte. */
static const uint8_t wide_marks_table[16] = {1, 0x81, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0x8E, 0x9F};
/* clang-format on */

SHIPLAP_INLINE block utf8_first_bytes(block b) {
  return block_and(block_lookup(first_by_high, block_high_nibbles(b)),
                   block_lookup(first_by_low, block_low_nibbles(b)));
}

/* Find U+037E, U+0589, U+061D..U+061F, U+06D4, U+0700..U+0702, U+07F9. Arabic has D8 and DB in most blocks. */
SHIPLAP_INLINE uint64_t utf8_marks_of_two(block b) {
  block first =
      block_and(block_lookup(marked_by_high, block_high_nibbles(b)), block_lookup(marked_by_low, block_low_nibbles(b)));
  uint64_t marks = 0;
  if (block_has(first, 1 << 0)) marks |= mask_bit(first, 0) << 1 & mask_byte(b, 0x89);
  if (block_has(first, 1 << 1)) marks |= mask_bit(first, 1) << 1 & mask_range(b, 0x9D, 0x9F);
  if (block_has(first, 1 << 2)) marks |= mask_bit(first, 2) << 1 & mask_byte(b, 0x94);
  if (block_has(first, 1 << 3)) marks |= mask_bit(first, 3) << 1 & mask_range(b, 0x80, 0x82);
  if (block_has(first, 1 << 4)) marks |= mask_bit(first, 4) << 1 & mask_byte(b, 0xB9);
  if (block_has(first, 1 << 5)) marks |= mask_bit(first, 5) << 1 & mask_byte(b, 0xBE);
  return marks;
}

/* Find the signs of other scripts than Latin, Greek, Cyrillic, Chinese and Japanese, by the bytes of their code points.
 * */
SHIPLAP_INLINE void utf8_rare_signs(block b, block first, struct signs *s, struct ends *ends) {
  if (block_has(first, FIRST_CD | FIRST_D2)) s->marks |= utf8_marks_of_two(b);
  if (block_has(first, FIRST_E0)) {
    uint64_t e0 = mask_byte(b, 0xE0) << 2, e1 = mask_byte(b, 0xE1) << 2, hangul = mask_range(b, 0xEA, 0xED);
    if (e0) { /* all except Devanagari letters; U+0964, U+0965 */
      uint64_t danda = e0 & mask_byte(b, 0xA5) << 1, other = e0 & ~danda & ~(mask_byte(b, 0xA4) << 1);
      s->three |= other;
      if (other) s->marks |= other & mask_byte(b, 0xA0) << 1; /* U+0800..U+083F */
      danda &= ~mask_range(b, 0x80, 0xA3);
      s->three |= danda;
      if (danda) s->marks |= danda & mask_range(b, 0xA4, 0xA5);
    }
    if (e1) { /* all except Georgian, Vietnamese and Greek letters */
      uint64_t second = e1 & ~((mask_range(b, 0x82, 0x83) | mask_range(b, 0xB8, 0xBF)) << 1);
      s->three |= second;
      if (second) {
        s->marks |= second & mask_byte(b, 0x81) << 1 & mask_range(b, 0x8A, 0x8B);
        s->marks |= second & mask_byte(b, 0x8D) << 1 & mask_range(b, 0xA2, 0xA8);
        s->marks |= second & mask_byte(b, 0x9F) << 1 & mask_range(b, 0x94, 0x95);
        s->marks |= second & (mask_byte(b, 0x99) | mask_byte(b, 0x9C) | mask_range(b, 0xA0, 0xB1)) << 1;
        ends->three |= second & mask_byte(b, 0x9A) << 1 & mask_byte(b, 0x80); /* U+1680 */
      }
    }
    if (hangul) { /* polite and formal Korean; and the code points before Hangul, U+A000..U+ABFF */
      _Static_assert(SHIPLAP_FORMAL_SECOND >> 6 == SHIPLAP_FORMAL_LAST >> 6, "they share two bytes");
      uint64_t formal = after_two_bytes(b, SHIPLAP_FORMAL_LAST), second = formal & last_byte(b, SHIPLAP_FORMAL_SECOND);
      s->any |= after_two_bytes(b, SHIPLAP_POLITE) & last_byte(b, SHIPLAP_POLITE);
      s->any |= formal & last_byte(b, SHIPLAP_FORMAL_LAST) & (second << 3 | 0x1F);
      s->marks |= mask_byte(b, 0xEA) << 2 & mask_range(b, 0x80, 0xAF) << 1;
    }
  }
  /* beyond U+FFFF: all code points except emoji, from U+1F300 on */
  if (block_has(first, FIRST_FOUR))
    s->marks |= mask_bit(first, 7) << 3 & ~(mask_byte(b, 0x9F) << 2 & mask_range(b, 0x8C, 0xBF) << 1);
}

/* Find the signs, and the spaces of two and three bytes, in UTF-8, by the second and third bytes of their code points.
 * Each branch is predictable within a text of one script, or taken seldom. */
SHIPLAP_INLINE void utf8_signs(block b, struct signs *s, struct ends *ends) {
  block first = utf8_first_bytes(b);
  if (!block_any(first)) return;
  if (block_has(first, FIRST_C2)) {
    s->two = mask_bit(first, 0) << 1;
    ends->two = s->two & mask_either(b, block_fill(0x85), block_fill(0xA0));
  }
  if (block_has(first, FIRST_THREE)) {
    uint64_t e2 = mask_bit(first, 1) << 2, x80 = mask_byte(b, 0x80) << 1;
    if (e2) {
      uint64_t page20 = e2 & x80, other = e2 & ~x80, rare = page20 & ~mask_range(b, 0x90, 0x9F); /* dashes, quotes */
      s->three |= e2;
      if (rare) {
        s->marks |= rare & (mask_range(b, 0xBC, 0xBD) | mask_byte(b, 0xA4));
        ends->three |= rare & (mask_range(b, 0x80, 0x8A) | mask_range(b, 0xA8, 0xA9) | mask_byte(b, 0xAF));
      }
      if (other) {
        uint64_t page2040 = other & mask_byte(b, 0x81) << 1;
        s->marks |= page2040 & mask_range(b, 0x87, 0x89);
        ends->three |= page2040 & mask_byte(b, 0x9F);                                     /* U+205F */
        s->marks |= other & (mask_range(b, 0x98, 0x99) | mask_range(b, 0xB8, 0xB9)) << 1; /* stars and notes */
      }
    }
    if (block_has(first, FIRST_E3)) {
      uint64_t e3 = mask_bit(first, 2) << 2, page30 = e3 & x80, other = e3 & ~x80 & ~(mask_range(b, 0x81, 0x83) << 1);
      s->three |= page30;
      s->marks |= page30 & mask_byte(b, 0x82);
      ends->three |= page30 & mask_byte(b, 0x80);
      if (other) s->three |= other & mask_range(b, 0x84, 0x8F) << 1; /* U+3100..U+33FF: numbers in circles */
    }
    if (block_has(first, FIRST_EF)) {
      uint64_t ef = mask_bit(first, 3) << 2, forms = ef & mask_byte(b, 0xBC) << 1, other = ef & ~forms;
      s->three |= ef;
      s->marks |= forms & mask_same(b, block_lookup(wide_marks_table, block_low_nibbles(b)));
      if (other) s->marks |= other & (mask_range(b, 0xB9, 0xBA) << 1 | (mask_byte(b, 0xBD) << 1 & mask_byte(b, 0xA1)));
    }
  }
  if (SHIPLAP_UNLIKELY(block_has(first, FIRST_RARE))) utf8_rare_signs(b, first, s, ends);
}

/* Units of two bytes by their upper bytes, which are pages of 256 code points, and their lower bytes. */
SHIPLAP_INLINE uint64_t in_pages(struct halves h, uint8_t first, uint8_t last) {
  return mask_range(h.upper, first, last);
}
SHIPLAP_INLINE uint64_t in_page(struct halves h, uint32_t first, uint32_t last) { /* both are in one page */
  return mask_byte(h.upper, (uint8_t)(first >> 8)) & mask_range(h.lower, (uint8_t)first, (uint8_t)last);
}
SHIPLAP_INLINE uint64_t is_unit(struct halves h, uint32_t unit) {
  return mask_byte(h.upper, (uint8_t)(unit >> 8)) & mask_byte(h.lower, (uint8_t)unit);
}

/* Find the signs in units of two bytes, other than those of Latin-1, and the rest. The branches are predictable within a
 * text of one script. */
SHIPLAP_INLINE struct others signs_beyond_latin(struct halves h, struct signs *s) {
  struct others o = {0, 0, 0, mask_byte(h.upper, 0x04) | in_pages(h, 0x57, 0x9F)}; /* Cyrillic; ideographs */
  uint64_t greek = mask_byte(h.upper, 0x03), symbols = in_pages(h, 0x20, 0x33), far = in_pages(h, 0xA0, 0xFF);
  if (greek) {
    s->marks |= greek & mask_byte(h.lower, 0x7E);
    o.letters |= greek & mask_range(h.lower, 0x86, 0xFF);
  }
  if (in_pages(h, 0x05, 0x1D)) {
    s->marks |= is_unit(h, 0x589) | in_page(h, 0x61D, 0x61F) | is_unit(h, 0x6D4) | in_page(h, 0x700, 0x702);
    s->marks |= is_unit(h, 0x7F9);
    uint64_t indic = in_pages(h, 0x08, 0x1D);
    if (indic) { /* all except Devanagari and Georgian letters */
      s->one |= indic & ~(in_page(h, 0x900, 0x963) | in_page(h, 0x10A0, 0x10FF));
      s->marks |= in_pages(h, 0x08, 0x08) | in_page(h, 0x964, 0x965) | in_page(h, 0x104A, 0x104B);
      s->marks |= in_page(h, 0x1362, 0x1368) | is_unit(h, 0x166E) | is_unit(h, 0x1735) | is_unit(h, 0x1736);
      s->marks |= in_page(h, 0x17D4, 0x17D5) | in_pages(h, 0x18, 0x1D);
      o.spaces |= is_unit(h, 0x1680);
    }
  }
  if (symbols) {
    uint64_t page20 = mask_byte(h.upper, 0x20), page30 = mask_byte(h.upper, 0x30), page31 = mask_byte(h.upper, 0x31);
    s->one |= symbols & ~(page20 & mask_range(h.lower, 0, 0x0F)) & ~(page30 & mask_range(h.lower, 0x40, 0xFF)) &
              ~(page31 & mask_range(h.lower, 0, 0x8F));
    if (page30) {
      s->marks |= page30 & mask_byte(h.lower, 0x02);
      o.spaces |= page30 & mask_byte(h.lower, 0);
      o.letters |= page30 & mask_range(h.lower, 0x41, 0xFA); /* kana except U+30FB */
    }
    if (page20) {
      s->marks |=
          page20 & (mask_range(h.lower, 0x3C, 0x3D) | mask_range(h.lower, 0x47, 0x49) | mask_byte(h.lower, 0x24));
      o.lines = page20 & mask_byte(h.lower, 0x28);
      o.paragraphs = page20 & mask_byte(h.lower, 0x29);
      o.spaces |= page20 & (mask_range(h.lower, 0, 0x0A) | mask_range(h.lower, 0x28, 0x29) | mask_byte(h.lower, 0x2F) |
                            mask_byte(h.lower, 0x5F));
    }
    _Static_assert(SHIPLAP_FIRST_STAR >> 8 == SHIPLAP_LAST_STAR >> 8, "they are in one page");
    s->marks |= in_page(h, SHIPLAP_FIRST_STAR, SHIPLAP_LAST_STAR) | in_page(h, 0x2E00, 0x2E7F);
  }
  if (far) {
    uint64_t forms = in_pages(h, 0xFD, 0xFF), second = is_unit(h, SHIPLAP_FORMAL_SECOND);
    s->any |= is_unit(h, SHIPLAP_POLITE) | (is_unit(h, SHIPLAP_FORMAL_LAST) & (second << 1 | 1));
    s->marks |= in_pages(h, 0xA0, 0xAB);
    o.letters |= in_pages(h, 0xAC, 0xD6); /* Hangul */
    if (forms) {
      uint64_t full = mask_byte(h.upper, 0xFF);
      s->one |= forms;
      s->marks |= full & (mask_byte(h.lower, 0x01) | mask_byte(h.lower, 0x0E) | mask_byte(h.lower, 0x1F));
      s->marks |= (full & mask_byte(h.lower, 0x61)) | in_page(h, 0xFE50, 0xFE6F);
    }
  }
  return o;
}

/* Return a mask with the unit after each run of `one` that has a bit of `in`: the sum carries to that unit. (Other bits
 * of the mask have no meaning.) */
SHIPLAP_INLINE uint64_t after_runs(uint64_t one, uint64_t in) { return (one & in) + one; }

/* The last units of texts without spaces that may be footnote marks. A footnote mark begins with one of `opens`,
 * directly after one of `signs` or before the block, and ends with one of `tails`. A digit after a digit and a full
 * stop does not begin one: it is part of a number. Few blocks have footnote marks. */
SHIPLAP_INLINE uint64_t note_ends(block b, uint64_t space, uint64_t signs, uint64_t opens, uint64_t tails) {
  uint64_t begins = opens & signs << 1, head = (space & (0 - space)) >> 1 & tails;
  if (SHIPLAP_UNLIKELY(begins | head)) {
    uint64_t digits = mask_range(b, '0', '9');
    uint64_t colons = mask_byte(b, ':'); /* a colon neither begins nor ends a footnote mark; code has many */
    begins &= ~(colons | (digits & mask_byte(b, '.') << 1 & digits << 2));
    return after_runs(~space, begins | 1) >> 1 & space >> 1 & tails & ~colons;
  }
  return 0;
}

/* The candidates of a block of only ASCII. The classes are narrower here:
 *     spaced  A closing mark, other than ], must not follow a letter or the like. A semicolon counts only before a
 *             space and a capital letter. A mark with white space on both sides must not follow (. . .).
 *     layout  White space with a single line end counts only before a character that may begin a list item.
 *     joined  A mark counts only after two small letters. Marks that begin before the block count too, because the text
 *             before them, which the block does not have, may be other than ASCII. */
SHIPLAP_INLINE uint64_t ascii_candidates(block b, int width) {
  uint64_t space = mask_table(b, space_table), lines = mask_table(b, line_table);
  uint64_t marks = mask_table(b, shiplap_mark_table);
  uint64_t closing = mask_table(block_or(b, block_fill(0x20)), shiplap_closing_table) & ~space;
  uint64_t stops = mask_byte(b, '.'), bullets = mask_table(b, shiplap_bullet_table);
  uint64_t digits = mask_range(b, '0', '>'), squares = mask_range(b, '[', '^'); /* and a few others: < > [ ] ^ */
  uint64_t items = bullets | digits | (stops | mask_byte(b, ')')) >> 1 | LAST_BIT;
  uint64_t upper = mask_range(b, 'A', 'Z'), clauses = mask_byte(b, ';') & space >> 1 & upper >> 2;
  uint64_t at = space << 1 & ~space, capitals = stops << 1 & upper, joined = 0;
  uint64_t strong = (marks & ~stops) << 1 & ~(space | marks | closing);        /* a space is missing: shop?there */
  uint64_t signs = marks | clauses | (width != 1 ? mask_byte(b, ';') & 1 : 0); /* the unit before it may be Greek */
  uint64_t opens = bullets | digits | squares;                                 /* ( is among the bullets */
  uint64_t notes = note_ends(b, space, marks | closing, opens, opens | closing);
  signs |= (closing & ((signs | closing | space) << 1 | 1)) | squares | notes;
  uint64_t spaced = after_runs(space, signs << 1 | 1), layout = after_runs(space, lines);
  spaced &= ~(marks & space >> 1 & ~(space << 2) & ~(lines << 1));
  /* the sum clears the units of a run after its first line end; so `second` has the other line ends of the run */
  uint64_t second = lines & ~(space + (space & lines << 1));
  layout = (layout & items) | after_runs(space, second | 1);
  if (width != 1) joined = (marks & ~(marks + 1)) << 1 & ~marks & ~space;
  if (SHIPLAP_UNLIKELY(capitals | strong)) {
    uint64_t small = mask_range(b, 'a', 'z');
    joined |= (capitals | strong) & small << 2 & (small << 3 | 4);
  }
  return (at & (spaced | layout)) | joined;
}

/* The candidates of a block with units beyond ASCII. `b`: the block as bytes; `h`: that of units of two bytes as halves.
 * `far`: the units beyond U+FFFF, which `h` has as U+FFFF, and those of them that are marks. */
SHIPLAP_INLINE uint64_t wide_candidates(block b, struct halves h, struct far_units far, int width) {
  uint64_t one = ends_in(NULL, b, 1, 0).one, high = mask_high(b),
           lines = mask_table(b, line_table) | mask_byte(b, 0x85);
  uint64_t marks = mask_table(b, shiplap_mark_table), stops = mask_byte(b, '.'), signs = ascii_signs(b);
  uint64_t capitals = mask_range(b, 'A', 'Z'), letters = capitals | mask_range(b, 'a', 'z');
  struct signs s = {0, 0, 0, 0, mask_range(b, 0xA1, 0xBF)};
  struct others o = {0, 0, 0, 0};
  if (width == 2) {
    o = signs_beyond_latin(h, &s);
    s.one &= ~far.any;
    s.marks |= far.marks;
    high |= ~mask_byte(h.upper, 0);
    one |= o.spaces;
    lines |= o.lines;
  }
  s.any |= s.marks | s.one;
  uint64_t before = signs | s.any, closing = s.one & before << 1;
  uint64_t ascii = (signs & before << 1) | mask_byte(b, ']'); /* ] may close a footnote mark */
  uint64_t joined = (marks & ~stops) << 1 | (stops << 1 & capitals) | (s.marks | closing) << 1;
  joined |= (ascii | marks) << 1 & high;
  signs |= s.any;
  uint64_t digits = mask_range(b, '0', '>');         /* and a few others: < > */
  signs |= note_ends(b, one, signs, digits, digits); /* ) ] ^ are signs */
  /* a single line end before a letter does not count, unless a full stop or a bracket after the letter makes it a label
   * */
  letters = (letters | o.letters) & ~((stops | mask_byte(b, ')')) >> 1 | LAST_BIT);
  uint64_t spaced = after_runs(one, signs << 1 | 1); /* a run of spaces there may begin before the block */
  uint64_t layout = after_runs(one, lines | o.paragraphs | 1) & ~(lines << 1 & ~(one << 2) & letters);
  return (one << 1 & ~one & (spaced | layout)) | (joined & ~one & ~(one << 1) & ~marks);
}

/* The same in UTF-8. What only few blocks need is found only there. */
SHIPLAP_INLINE uint64_t utf8_candidates(block b) {
  const uint64_t unknown = 0xF; /* of the code point before the block, all units except the last may be in it */
  uint64_t one = mask_table(b, space_table), lines = mask_table(b, line_table), high = mask_high(b);
  uint64_t marks = mask_table(b, shiplap_mark_table), stops = mask_byte(b, '.'), signs = ascii_signs(b);
  struct signs s = {0, 0, 0, 0, 0};
  struct ends ends = {one, 0, 0};
  utf8_signs(b, &s, &ends);
  s.any |= s.marks | s.two | s.three;
  uint64_t more = ends.two | ends.three, end = one | more, begin = one | ends.two >> 1 | ends.three >> 2;
  uint64_t before = signs | s.any | unknown, closing = (s.two & before << 2) | (s.three & before << 3);
  uint64_t ascii = (signs & before << 1) | mask_byte(b, ']'); /* ] may close a footnote mark */
  uint64_t joined = (marks & ~stops) << 1 | (s.marks | closing) << 1 | ((ascii | marks) << 1 & high);
  uint64_t tight = stops << 1 & ~(one | high | marks);
  if (SHIPLAP_UNLIKELY(tight)) joined |= tight & mask_range(b, 'A', 'Z');
  signs |= s.any;
  uint64_t digits = mask_range(b, '0', '>');                   /* and a few others: < > */
  signs |= note_ends(b, one, signs | unknown, digits, digits); /* ) ] ^ are signs */
  uint64_t spaced = after_runs(one, signs << 1 | more << 1 | unknown) | more << 1;
  uint64_t layout = after_runs(one, lines | unknown), single = lines << 1 & ~(end << 2);
  if (single) {
    /* A single line end before a letter does not count, unless a full stop or a bracket after the letter makes it a
     * label. The letters: ASCII; Greek, Cyrillic; kana except U+30FB; ideographs except numerals; Hangul. */
    uint64_t labels = stops | mask_byte(b, ')');
    uint64_t letters = mask_range(block_or(b, block_fill(0x20)), 'a', 'z') & ~(labels >> 1 | LAST_BIT);
    letters |= mask_range(b, 0xCE, 0xD1) & ~(labels >> 2 | (uint64_t)3 << 62);
    uint64_t three = (mask_byte(b, 0xE3) & mask_range(b, 0x81, 0x82) >> 1) | mask_range(b, 0xE6, 0xED);
    letters |= three & ~mask_byte(b, 0xEA) & ~(labels >> 3 | (uint64_t)7 << 61);
    layout &= ~(single & letters);
  }
  return (end << 1 & ~begin & (spaced | layout)) | (joined & ~begin & ~(end << 1) & ~marks);
}
