/* block_neon.h: 64 bytes in four registers of NEON, which every AArch64 has.
 *
 * The names and their meanings are those of block_avx512.h; the comments here say only what is different.
 */
#include <arm_neon.h>

typedef struct {
  uint8x16_t a, b, c, d;
} block;

#define EACH(function, x) ((block){function((x).a), function((x).b), function((x).c), function((x).d)})
#define EACH_WITH(function, x, y) \
  ((block){function((x).a, (y)), function((x).b, (y)), function((x).c, (y)), function((x).d, (y))})
#define EACH_PAIR(function, x, y) \
  ((block){function((x).a, (y).a), function((x).b, (y).b), function((x).c, (y).c), function((x).d, (y).d)})

SHIPLAP_INLINE block block_load(const void *place) {
  const uint8_t *bytes = place;
  return (block){vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)};
}
SHIPLAP_INLINE block block_fill(uint8_t byte) {
  uint8x16_t all = vdupq_n_u8(byte);
  return (block){all, all, all, all};
}
SHIPLAP_INLINE block block_zero(void) { return block_fill(0); }
SHIPLAP_INLINE block block_or(block x, block y) { return EACH_PAIR(vorrq_u8, x, y); }
SHIPLAP_INLINE block block_and(block x, block y) { return EACH_PAIR(vandq_u8, x, y); }
SHIPLAP_INLINE block block_xor(block x, block y) { return EACH_PAIR(veorq_u8, x, y); }
SHIPLAP_INLINE block block_minus(block x, block y) { return EACH_PAIR(vqsubq_u8, x, y); }
SHIPLAP_INLINE block block_most(block x, block y) { return EACH_PAIR(vmaxq_u8, x, y); }
SHIPLAP_INLINE block block_low_nibbles(block x) { return block_and(x, block_fill(0x0F)); }
SHIPLAP_INLINE block block_high_nibbles(block x) { return EACH_WITH(vshrq_n_u8, x, 4); }
/* An index of 16 or more gives 0, so the high bit stays. */
SHIPLAP_INLINE block block_lookup(const uint8_t *table, block x) {
  uint8x16_t entries = vld1q_u8(table);
  x = block_and(x, block_fill(0x8F));
  return (block){vqtbl1q_u8(entries, x.a), vqtbl1q_u8(entries, x.b), vqtbl1q_u8(entries, x.c),
                 vqtbl1q_u8(entries, x.d)};
}

typedef uint8x16_t lanes;
SHIPLAP_INLINE lanes lanes_load(const void *place) { return vld1q_u8(place); }
SHIPLAP_INLINE lanes lanes_fill(uint8_t byte) { return vdupq_n_u8(byte); }
SHIPLAP_INLINE lanes lanes_or(lanes x, lanes y) { return vorrq_u8(x, y); }
SHIPLAP_INLINE lanes lanes_and(lanes x, lanes y) { return vandq_u8(x, y); }
SHIPLAP_INLINE lanes lanes_xor(lanes x, lanes y) { return veorq_u8(x, y); }
SHIPLAP_INLINE lanes lanes_plus(lanes x, lanes y) { return vaddq_u8(x, y); }
SHIPLAP_INLINE lanes lanes_minus(lanes x, lanes y) { return vqsubq_u8(x, y); }
SHIPLAP_INLINE lanes lanes_least(lanes x, lanes y) {
  return vreinterpretq_u8_s8(vminq_s8(vreinterpretq_s8_u8(x), vreinterpretq_s8_u8(y)));
}
SHIPLAP_INLINE lanes lanes_lookup(const uint8_t *table, lanes x) {
  return vqtbl1q_u8(vld1q_u8(table), vandq_u8(x, vdupq_n_u8(0x8F)));
}
SHIPLAP_INLINE lanes lanes_continue(lanes x) { return vcltq_s8(vreinterpretq_s8_u8(x), vdupq_n_s8(-64)); }
SHIPLAP_INLINE int lanes_high(lanes x) { return vmaxvq_u8(x) >= 0x80; }
SHIPLAP_INLINE int lanes_below(lanes x, int8_t limit) { return vminvq_s8(vreinterpretq_s8_u8(x)) < limit; }
/* Sums in bytes; each lane counted is -1. */
typedef uint8x16_t tally;
SHIPLAP_INLINE tally tally_zero(void) { return vdupq_n_u8(0); }
SHIPLAP_INLINE tally tally_add(tally sums, lanes x) { return vsubq_u8(sums, x); }
SHIPLAP_INLINE size_t tally_sum(tally sums) { return vaddlvq_u8(sums); }

/* NEON has no instruction that makes a mask. Each lane of 0 or -1 keeps one bit, that of its number in eight lanes, and
 * sums of neighbours put eight such bits into a byte. */
SHIPLAP_INLINE uint64_t mask_lanes(block x) {
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  x = EACH_WITH(vandq_u8, x, vld1q_u8(bits));
  uint8x16_t sums = vpaddq_u8(vpaddq_u8(x.a, x.b), vpaddq_u8(x.c, x.d));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

/* Lanes of -1 are counted by sums, without a mask. */
SHIPLAP_INLINE size_t count_lanes(block x) {
  uint8x16_t sums = vaddq_u8(vaddq_u8(x.a, x.b), vaddq_u8(x.c, x.d));
  return vaddvq_u8(vreinterpretq_u8_s8(vnegq_s8(vreinterpretq_s8_u8(sums))));
}

SHIPLAP_INLINE uint8x16_t is_high(uint8x16_t x) { return vcltzq_s8(vreinterpretq_s8_u8(x)); }
SHIPLAP_INLINE uint8x16_t is_begin(uint8x16_t x) { return vcgtq_s8(vreinterpretq_s8_u8(x), vdupq_n_s8(-65)); }

SHIPLAP_INLINE uint64_t mask_high(block x) { return mask_lanes(EACH(is_high, x)); }
SHIPLAP_INLINE uint64_t mask_same(block x, block y) { return mask_lanes(EACH_PAIR(vceqq_u8, x, y)); }
SHIPLAP_INLINE uint64_t mask_bit(block x, int bit) {
  return mask_lanes(EACH_WITH(vtstq_u8, x, vdupq_n_u8((uint8_t)(1 << bit))));
}
SHIPLAP_INLINE uint64_t mask_either(block x, block y, block z) {
  return mask_lanes(block_or(EACH_PAIR(vceqq_u8, x, y), EACH_PAIR(vceqq_u8, x, z)));
}
SHIPLAP_INLINE uint64_t mask_byte(block x, uint8_t byte) { return mask_same(x, block_fill(byte)); }
SHIPLAP_INLINE block range(block x, uint8_t first, uint8_t last) {
  x = EACH_WITH(vsubq_u8, x, vdupq_n_u8(first));
  return EACH_WITH(vcleq_u8, x, vdupq_n_u8((uint8_t)(last - first)));
}
SHIPLAP_INLINE uint64_t mask_range(block x, uint8_t first, uint8_t last) { return mask_lanes(range(x, first, last)); }
SHIPLAP_INLINE size_t count_range(block x, uint8_t first, uint8_t last) { return count_lanes(range(x, first, last)); }
SHIPLAP_INLINE uint64_t mask_begins(block x) { return mask_lanes(EACH(is_begin, x)); }
SHIPLAP_INLINE size_t count_begins(block x) { return count_lanes(EACH(is_begin, x)); }
SHIPLAP_INLINE int block_any(block x) { return vmaxvq_u8(vorrq_u8(vorrq_u8(x.a, x.b), vorrq_u8(x.c, x.d))) != 0; }

SHIPLAP_INLINE int block_has(block x, uint8_t bits) { return block_any(block_and(x, block_fill(bits))); }

/* ---- 64 units of two or four bytes ---- */

/* Any value outside 0x01..0xFE becomes 0x00 or 0xFF, because the narrowing saturates. */
SHIPLAP_INLINE uint8x16_t narrow2_part(const uint16_t *units, uint16x8_t less) {
  uint8x8_t head = vqmovn_u16(vsubq_u16(vld1q_u16(units), less));
  return vqmovn_high_u16(head, vsubq_u16(vld1q_u16(units + 8), less));
}
SHIPLAP_INLINE block narrow2(const void *units, uint32_t base) {
  const uint16_t *from = units;
  uint16x8_t less = vdupq_n_u16((uint16_t)base);
  return (block){narrow2_part(from, less), narrow2_part(from + 16, less), narrow2_part(from + 32, less),
                 narrow2_part(from + 48, less)};
}
SHIPLAP_INLINE uint16x8_t narrow4_half(const uint32_t *units, uint32x4_t less) {
  uint16x4_t head = vqmovn_u32(vsubq_u32(vld1q_u32(units), less));
  return vqmovn_high_u32(head, vsubq_u32(vld1q_u32(units + 4), less));
}
SHIPLAP_INLINE uint8x16_t narrow4_part(const uint32_t *units, uint32x4_t less) {
  return vqmovn_high_u16(vqmovn_u16(narrow4_half(units, less)), narrow4_half(units + 8, less));
}
SHIPLAP_INLINE block narrow4(const void *units, uint32_t base) {
  const uint32_t *from = units;
  uint32x4_t less = vdupq_n_u32(base);
  return (block){narrow4_part(from, less), narrow4_part(from + 16, less), narrow4_part(from + 32, less),
                 narrow4_part(from + 48, less)};
}

/* Of lanes of 0 or -1 every second byte is enough. */
SHIPLAP_INLINE uint8x16_t range2_part(const uint16_t *units, uint16x8_t low, uint16x8_t span) {
  uint16x8_t head = vcleq_u16(vsubq_u16(vld1q_u16(units), low), span);
  uint16x8_t tail = vcleq_u16(vsubq_u16(vld1q_u16(units + 8), low), span);
  return vuzp1q_u8(vreinterpretq_u8_u16(head), vreinterpretq_u8_u16(tail));
}
SHIPLAP_INLINE block range2(const void *units, uint32_t first, uint32_t last) {
  const uint16_t *from = units;
  uint16x8_t low = vdupq_n_u16((uint16_t)first), span = vdupq_n_u16((uint16_t)(last - first));
  return (block){range2_part(from, low, span), range2_part(from + 16, low, span), range2_part(from + 32, low, span),
                 range2_part(from + 48, low, span)};
}
SHIPLAP_INLINE uint64_t mask_range2(const void *units, uint32_t first, uint32_t last) {
  return mask_lanes(range2(units, first, last));
}
SHIPLAP_INLINE size_t count_range2(const void *units, uint32_t first, uint32_t last) {
  return count_lanes(range2(units, first, last));
}
SHIPLAP_INLINE uint16x8_t range4_half(const uint32_t *units, uint32x4_t low, uint32x4_t span) {
  uint32x4_t head = vcleq_u32(vsubq_u32(vld1q_u32(units), low), span);
  uint32x4_t tail = vcleq_u32(vsubq_u32(vld1q_u32(units + 4), low), span);
  return vuzp1q_u16(vreinterpretq_u16_u32(head), vreinterpretq_u16_u32(tail));
}
SHIPLAP_INLINE uint8x16_t range4_part(const uint32_t *units, uint32x4_t low, uint32x4_t span) {
  return vuzp1q_u8(vreinterpretq_u8_u16(range4_half(units, low, span)),
                   vreinterpretq_u8_u16(range4_half(units + 8, low, span)));
}
SHIPLAP_INLINE block range4(const void *units, uint32_t first, uint32_t last) {
  const uint32_t *from = units;
  uint32x4_t low = vdupq_n_u32(first), span = vdupq_n_u32(last - first);
  return (block){range4_part(from, low, span), range4_part(from + 16, low, span), range4_part(from + 32, low, span),
                 range4_part(from + 48, low, span)};
}
SHIPLAP_INLINE uint64_t mask_range4(const void *units, uint32_t first, uint32_t last) {
  return mask_lanes(range4(units, first, last));
}
SHIPLAP_INLINE size_t count_range4(const void *units, uint32_t first, uint32_t last) {
  return count_lanes(range4(units, first, last));
}

SHIPLAP_INLINE int narrow_units(const void *units, uint16_t *out) {
  const uint32_t *from = units;
  uint32x4_t all = vld1q_u32(from);
  for (size_t i = 4; i < 64; i += 4) all = vorrq_u32(all, vld1q_u32(from + i));
  for (size_t i = 0; i < 64; i += 8) {
    uint16x4_t head = vqmovn_u32(vld1q_u32(from + i));
    vst1q_u16(out + i, vqmovn_high_u32(head, vld1q_u32(from + i + 4)));
  }
  return vmaxvq_u32(all) <= 0xFFFF;
}

struct halves {
  block upper, lower;
};
SHIPLAP_INLINE struct halves halves_of(const void *units) {
  const uint8_t *from = units;
  uint8x16x2_t a = vld2q_u8(from), b = vld2q_u8(from + 32), c = vld2q_u8(from + 64), d = vld2q_u8(from + 96);
  return (struct halves){{a.val[1], b.val[1], c.val[1], d.val[1]}, {a.val[0], b.val[0], c.val[0], d.val[0]}};
}

/* ---- numbers of bits ---- */

SHIPLAP_INLINE size_t count_up_to(const uint32_t *numbers, uint32_t limit) {
  uint32x4_t most = vdupq_n_u32(limit), head = vcleq_u32(vld1q_u32(numbers), most);
  return 0u - vaddvq_u32(vaddq_u32(head, vcleq_u32(vld1q_u32(numbers + 4), most)));
}

SHIPLAP_INLINE size_t mask_count(uint64_t mask) { return (size_t)__builtin_popcountll(mask); }
SHIPLAP_INLINE size_t mask_first(uint64_t mask) { return mask ? (size_t)__builtin_ctzll(mask) : 64; }
SHIPLAP_INLINE size_t mask_last(uint64_t mask) { return 63 - (size_t)__builtin_clzll(mask); }
#include "block_bits.h"
