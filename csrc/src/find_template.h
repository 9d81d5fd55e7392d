/* find_template.h: the ends of a literal, and the units of a set, in blocks of 64 positions. Include it inside a target
 * region, after a block header.
 *
 * The literal ends at position p if its last unit is at p - 1, its first unit at p - length, and the units between
 * agree. Two loads at that distance, each compared with one unit, give two masks for 64 positions. The units between
 * are compared only at the few positions that both masks have.
 * 1. The first and the last unit are compared first, not the two rarest units. They differ between repeated characters
 *    ("\n\n" after "\n"), and a literal of two units, the most frequent length, needs no further comparison.
 * 2. The last unit is not tested on its own: in line-oriented text that branch is unpredictable.
 * 3. A block never reaches outside the text: it is moved inwards. The scalar kernels search a text with fewer than 64
 *    positions.
 */
#define BLOCK 64

/* Whether the scalar kernel searches a literal at a width, because it takes no more instructions. */
#ifndef IS_SCALAR
#define IS_SCALAR(width) 0
#endif

SHIPLAP_INLINE uint64_t mask_unit(const void *place, int width, uint32_t unit) {
  return width == 1   ? mask_byte(block_load(place), (uint8_t)unit)
         : width == 2 ? mask_range2(place, unit, unit)
                      : mask_range4(place, unit, unit);
}

/* Bit i: the first and the last unit agree at position base + i. */
SHIPLAP_INLINE uint64_t near_matches(const void *text, int width, const void *literal, size_t length, size_t base) {
  return mask_unit(place_of(text, width, base - 1), width, unit_of(literal, width, length - 1)) &
         mask_unit(place_of(text, width, base - length), width, unit_of(literal, width, 0));
}

SHIPLAP_INLINE ptrdiff_t first(const void *text, int width, size_t size, const void *literal, size_t length, size_t lo,
                               size_t hi) {
  if (size - length < BLOCK || IS_SCALAR(width))
    return shiplap_find_scalar.first[SHIPLAP_WIDE_ROW(width)](text, size, literal, length, lo, hi);
  while (lo < hi) {
    size_t base = lo > size + 1 - BLOCK ? size + 1 - BLOCK : lo;
    uint64_t found = near_matches(text, width, literal, length, base) & ~(uint64_t)0 << (lo - base);
    for (; found; found &= found - 1) {
      size_t p = base + mask_first(found);
      if (p >= hi) return -1;
      if (is_inside_same(text, width, literal, length, p)) return (ptrdiff_t)p;
    }
    lo = base + BLOCK;
  }
  return -1;
}

SHIPLAP_INLINE ptrdiff_t last(const void *text, int width, size_t size, const void *literal, size_t length, size_t lo,
                              size_t hi) {
  if (size - length < BLOCK || IS_SCALAR(width))
    return shiplap_find_scalar.last[SHIPLAP_WIDE_ROW(width)](text, size, literal, length, lo, hi);
  while (lo < hi) {
    size_t base = hi - length < BLOCK ? length : hi - BLOCK;
    uint64_t found = near_matches(text, width, literal, length, base) & ~(uint64_t)0 >> (BLOCK - (hi - base));
    while (found) {
      size_t bit = mask_last(found), p = base + bit;
      if (p < lo) return -1;
      if (is_inside_same(text, width, literal, length, p)) return (ptrdiff_t)p;
      found ^= (uint64_t)1 << bit;
    }
    hi = base;
  }
  return -1;
}

/* ---- set ---- */

SHIPLAP_INLINE block bytes_of(const void *units, int width) {
  return width == 1 ? block_load(units) : width == 2 ? narrow2(units, 0) : narrow4(units, 0);
}

/* One lookup gives the members of the set with the low nibble of a byte, one bit for each high nibble; another lookup
 * gives the bit of its high nibble. A unit beyond ASCII has no bit. A wide unit beyond Latin-1 becomes the byte 0x00,
 * which is not in a set, or 0xFF. */
SHIPLAP_INLINE uint64_t members_in(block b, const uint8_t *members) {
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  block found = block_and(block_lookup(members, b), block_lookup(bits, block_high_nibbles(b)));
  return ~mask_same(found, block_zero());
}

SHIPLAP_INLINE void set(const void *units, int width, size_t count, const uint8_t *members, uint64_t *masks) {
  size_t i = 0;
  for (; count - i >= BLOCK; i += BLOCK) *masks++ = members_in(bytes_of(place_of(units, width, i), width), members);
  if (i < count) shiplap_find_scalar.set[SHIPLAP_WIDE_ROW(width)](place_of(units, width, i), count - i, members, masks);
}
