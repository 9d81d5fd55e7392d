/* wide_template.h: code units of one, two or four bytes in blocks of 64 units. Include it inside a target
 * region, after a block header.
 *
 * The size of a unit in UTF-8 is 1 byte, and 1 byte more for each of the three thresholds that it reaches. So the bytes
 * of a block are counts of bits in at most three masks. The scalar kernels read a range of less than one block. The
 * tail of a longer range is read as part of its last 64 units, and the bits that were already counted are shifted out.
 */
#define BLOCK 64

SHIPLAP_INLINE const void *place_of(const void *units, int width, size_t i) {
  return (const char *)units + (size_t)width * i;
}

SHIPLAP_INLINE uint64_t mask_units(const void *place, int width, uint32_t first, uint32_t last) {
  if (width == 1) return mask_range(block_load(place), (uint8_t)first, (uint8_t)last);
  return width == 2 ? mask_range2(place, first, last) : mask_range4(place, first, last);
}

struct extra {
  uint64_t two, three, four; /* the units of at least `bytes` bytes */
};

SHIPLAP_INLINE struct extra extra_of(const void *place, int width) {
  const uint32_t most = width == 1 ? 0xFF : width == 2 ? 0xFFFF : 0xFFFFFFFF;
  struct extra extra = {mask_units(place, width, 0x80, most), 0, 0};
  if (width >= 2) extra.three = mask_units(place, width, 0x800, most);
  if (width == 4) extra.four = mask_units(place, width, 0x10000, most);
  return extra;
}

/* The bytes beyond one for each unit, of the units from `seen` on. */
SHIPLAP_INLINE size_t extra_bytes(struct extra extra, size_t seen) {
  return mask_count(extra.two >> seen) + mask_count(extra.three >> seen) + mask_count(extra.four >> seen);
}

/* The same of all units of a block. */
SHIPLAP_INLINE size_t count_extra(const void *place, int width) {
  if (width == 1) return count_range(block_load(place), 0x80, 0xFF);
  if (width == 2) return count_range2(place, 0x80, 0xFFFF) + count_range2(place, 0x800, 0xFFFF);
  return count_range4(place, 0x80, 0xFFFFFFFF) + count_range4(place, 0x800, 0xFFFFFFFF) +
         count_range4(place, 0x10000, 0xFFFFFFFF);
}

SHIPLAP_INLINE size_t utf8_size(const void *units, int width, size_t count) {
  if (count < BLOCK) return shiplap_wide_scalar.utf8_size[SHIPLAP_WIDE_ROW(width)](units, count);
  size_t bytes = count, i = 0;
  for (; count - i >= BLOCK; i += BLOCK) bytes += count_extra(place_of(units, width, i), width);
  if (i < count) bytes += extra_bytes(extra_of(place_of(units, width, count - BLOCK), width), BLOCK - (count - i));
  return bytes;
}

SHIPLAP_INLINE size_t utf16_size(const void *units, size_t count) {
  if (count < BLOCK) return shiplap_wide_scalar.utf16_size(units, count);
  size_t size = count, i = 0;
  for (; count - i >= BLOCK; i += BLOCK) size += count_range4(place_of(units, 4, i), 0x10000, 0xFFFFFFFF);
  if (i < count) {
    uint64_t pairs = mask_range4(place_of(units, 4, count - BLOCK), 0x10000, 0xFFFFFFFF);
    size += mask_count(pairs >> (BLOCK - (count - i)));
  }
  return size;
}

/* Blocks are passed while they fit. In the first block that does not fit, the index is found by halves: a half that
 * fits is passed, and the next part to test is half as long. */
SHIPLAP_INLINE size_t skip(const void *units, int width, size_t count, size_t *bytes) {
  if (count < BLOCK) return shiplap_wide_scalar.skip[SHIPLAP_WIDE_ROW(width)](units, count, bytes);
  size_t left = *bytes, i = 0;
  while (i < count) {
    size_t rest = count - i < BLOCK ? count - i : BLOCK, seen = BLOCK - rest;
    struct extra extra = extra_of(place_of(units, width, i - seen), width);
    size_t here = rest + extra_bytes(extra, seen);
    if (here > left) {
      size_t at = 0;
      for (size_t half = BLOCK / 2; half; half /= 2) {
        uint64_t some = (((uint64_t)1 << half) - 1) << at << seen;
        struct extra part = {extra.two & some, extra.three & some, extra.four & some};
        size_t bytes_of_half = half + extra_bytes(part, 0);
        if (at + half <= rest && bytes_of_half <= left) {
          at += half;
          left -= bytes_of_half;
        }
      }
      i += at;
      break;
    }
    left -= here;
    i += rest;
  }
  *bytes = left;
  return i;
}

SHIPLAP_INLINE size_t surrogate(const void *units, int width, size_t count) {
  if (count < BLOCK) return shiplap_wide_scalar.surrogate[SHIPLAP_WIDE_ROW(width)](units, count);
  for (size_t i = 0; count - i >= BLOCK; i += BLOCK) {
    uint64_t found = mask_units(place_of(units, width, i), width, 0xD800, 0xDFFF);
    if (found) return i + mask_first(found);
  }
  uint64_t found = mask_units(place_of(units, width, count - BLOCK), width, 0xD800, 0xDFFF);
  return found ? count - BLOCK + mask_first(found) : count;
}

#define INSTANCES(width)                                                                                     \
  static size_t utf8_size##width(const void *units, size_t count) { return utf8_size(units, width, count); } \
  static size_t skip##width(const void *units, size_t count, size_t *bytes) { return skip(units, width, count, bytes); }
INSTANCES(1)
INSTANCES(2)
INSTANCES(4)
#undef INSTANCES

static size_t surrogate1(const void *units, size_t count) { /* Latin-1 has none */
  (void)units;
  return count;
}
static size_t surrogate2(const void *units, size_t count) { return surrogate(units, 2, count); }
static size_t surrogate4(const void *units, size_t count) { return surrogate(units, 4, count); }
