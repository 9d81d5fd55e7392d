/* properties.c: the classes of a code point, from a table of two stages (unicode_data.h).
 *
 * The first stage has the number of the block of each 128 code points; the second stage has each different block once.
 * The tables have 83 KB. A text reads only the cache lines of its scripts.
 */
#define SHIPLAP_PROPERTY_TABLES
#include "arch.h"
#include "shiplap.h"
#include "unicode_data.h"

/* The enums of shiplap.h have the generator's numbers. */
#define SAME_GRAPHEME(name, number) _Static_assert(SHIPLAP_GRAPHEME_##name == number, #name);
#define SAME_WORD(name, number) _Static_assert(SHIPLAP_WORD_##name == number, #name);
#define SAME_SENTENCE(name, number) _Static_assert(SHIPLAP_SENTENCE_##name == number, #name);
SHIPLAP_GRAPHEME_CLASSES(SAME_GRAPHEME)
SHIPLAP_WORD_CLASSES(SAME_WORD)
SHIPLAP_SENTENCE_CLASSES(SAME_SENTENCE)

uint16_t shiplap_properties(uint32_t code_point) {
  if (SHIPLAP_UNLIKELY(code_point > 0x10FFFF)) return 0;
  return shiplap_property_blocks[shiplap_property_index[code_point / SHIPLAP_PROPERTY_BLOCK]]
                                [code_point % SHIPLAP_PROPERTY_BLOCK];
}
