/* words.c: the kinds of a word for the sentence rule, from a hash table of the words of all languages that
 * csrc/tools/gen_sentences.py generates.
 *
 *     slot = hash(word)
 *     until the slot is empty:
 *         if it holds the word: its kinds in the language
 *         slot = the next one
 * At most half of the slots are taken, so most unknown words end at the first slot. */
#include <string.h>

#include "kernels.h"
#include "sentence_data.h"

uint32_t shiplap_word_hash(const uint8_t *word, size_t size) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < size; i++) hash = (hash ^ word[i]) * 16777619u;
  return hash;
}

unsigned shiplap_word_kinds(const uint8_t *word, size_t size, uint32_t hash, int language) {
  if (size > WORD_LONGEST) return 0;
  for (uint32_t slot = hash ^ hash >> 15;; slot++) {
    size_t number = word_slots[slot & (WORD_SLOTS - 1)];
    if (!number) return 0;
    if (words[number].size != size || memcmp(word_letters + words[number].letters, word, size)) continue;
    const uint32_t *masks = word_masks[words[number].masks];
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < WORD_KINDS; kind++) kinds |= (masks[kind] >> language & 1u) << kind;
    return kinds;
  }
}
