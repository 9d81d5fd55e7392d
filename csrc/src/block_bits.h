/* block_bits.h: numbers of the bits of a mask, for the block headers of processors without a fast pdep. It needs
 * mask_count and mask_first.
 */
/* The number of the bit that has n set bits below it, found by sums in bytes:
 * 1. sums[k] = the set bits in bytes 0..k; the bit is in the first byte k with sums[k] > n, and the number of
 *    bytes with sums[k] <= n is that k.
 * 2. the bits of that byte, one to a byte, and the same once more. */
SHIPLAP_INLINE size_t mask_select(uint64_t mask, size_t n) {
  const uint64_t each = 0x0101010101010101u, high = 0x8080808080808080u;
  uint64_t sums = mask - ((mask >> 1) & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * each;
  size_t place = 8 * mask_count(((n * each | high) - sums) & high);
  n -= (sums << 8 >> place) & 0xFF;
  uint64_t bits = (((mask >> place & 0xFF) * each & 0x8040201008040201u) + 0x7F7F7F7F7F7F7F7Fu) >> 7 & each;
  return place + mask_count(((n * each | high) - bits * each) & high);
}

/* Write the numbers of the first AT_ONCE bits, plus `base`. If fewer bits are set, the other numbers have no meaning.
 * */
#define AT_ONCE 3
SHIPLAP_INLINE void mask_places(uint64_t mask, size_t base, size_t *places) {
  const uint64_t last = (uint64_t)1 << 63;
  for (size_t k = 0; k < AT_ONCE; k++, mask &= mask - 1) places[k] = base + mask_first(mask | last);
}
