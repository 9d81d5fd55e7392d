/* utf8_template.h: UTF-8 in blocks of 64 bytes. Include it inside a target region, after a block header.
 *
 * The scalar kernels read a text of less than one block. The tail of a longer text is read as part of its last 64
 * bytes, and the bits that were already counted are shifted out of the mask; validate copies the tail to a buffer with
 * zeros after it. No byte outside the text is read.
 */
#define BLOCK 64
#define GROUP (4 * BLOCK)
/* The distance at which a long text is prefetched. The prefetcher of the processor stops at the end of each page. */
#define AHEAD 2048

/* ---- validate ----
 * The idea is Keiser and Lemire's ("Validating UTF-8 in less than one instruction per byte", 2021):
 * 1. Every error of two successive bytes shows in three nibbles: both nibbles of the first byte and the high nibble of
 *    the second. Each kind of error has a bit. Each nibble looks up the set of errors that it allows. The intersection
 *    of the three sets is the set of errors.
 * 2. One of the bits, PAIR, means "two continuation bytes". That is right exactly at the third byte of a sequence of
 *    three, and at the third and fourth byte of a sequence of four. The bytes two and three positions before say where
 *    these must be. A difference between the two masks is an error.
 * 3. Blocks of ASCII need no lookups: for four blocks at once, the high bits are tested, and whether the block before
 *    ended inside a sequence.
 * 4. Errors are collected for a group of four blocks. If the group has one, the scalar kernel reads the group again,
 *    from the last lead byte in the three bytes before it, and finds the exact offset.
 * 5. A group without a byte of F0 or more takes fewer operations (add_errors_of_three), and sums are found on the way. */
enum {
  SHORT = 1 << 0,     /* a lead byte, then no continuation */
  LONG = 1 << 1,      /* ASCII, then a continuation */
  OVERLONG3 = 1 << 2, /* E0, then 80..9F */
  SURROGATE = 1 << 3, /* ED, then A0..BF */
  OVERLONG2 = 1 << 4, /* C0 or C1 */
  LARGE = 1 << 5,     /* F4 to FF, then 90..BF */
  FOUR80 = 1 << 6,    /* F0 (overlong) or F5 to FF (too large), then 80..8F */
  PAIR = 1 << 7       /* a continuation, then a continuation */
};

/* clang-format off */
#define ALWAYS (SHORT | LONG | PAIR)
static const uint8_t first_high[16] = {
    LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, PAIR, PAIR, PAIR, PAIR,
    SHORT | OVERLONG2, SHORT, SHORT | OVERLONG3 | SURROGATE, SHORT | LARGE | FOUR80};
static const uint8_t first_low[16] = {
    ALWAYS | OVERLONG3 | OVERLONG2 | FOUR80,
    ALWAYS | OVERLONG2,
    ALWAYS,
    ALWAYS,
    ALWAYS | LARGE,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80 | SURROGATE,
    ALWAYS | LARGE | FOUR80,
    ALWAYS | LARGE | FOUR80};
#define CONTINUES (LONG | PAIR | OVERLONG2)
static const uint8_t second_high[16] = {
    SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT,
    CONTINUES | OVERLONG3 | FOUR80, CONTINUES | OVERLONG3 | LARGE, CONTINUES | SURROGATE | LARGE,
    CONTINUES | SURROGATE | LARGE, SHORT, SHORT, SHORT, SHORT};
/* clang-format on */

/* Return the errors in the block at `place`. The bytes one, two and three positions before each byte are loaded from
 * memory: an unaligned load costs less than the shuffles that would combine two blocks. */
SHIPLAP_INLINE block errors_at(const uint8_t *place) {
  block now = block_load(place), one = block_load(place - 1), two = block_load(place - 2),
        three = block_load(place - 3);
  block pairs = block_and(
      block_and(block_lookup(first_high, block_high_nibbles(one)), block_lookup(first_low, block_low_nibbles(one))),
      block_lookup(second_high, block_high_nibbles(now)));
  /* bit 7 of the differences: two back is at least E0, or three back is at least F0 */
  block later = block_or(block_minus(two, block_fill(0xE0 - 0x80)), block_minus(three, block_fill(0xF0 - 0x80)));
  return block_xor(block_and(later, block_fill(0x80)), pairs);
}

/* The same for `size` bytes, at most a block, and the `before` bytes (at most three) before them. All are copied into a
 * buffer of zeros. The zeros after them end any open sequence. */
static block errors_around(const uint8_t *place, size_t before, size_t size) {
  uint8_t some[3 + BLOCK] = {0};
  memcpy(some + 3 - before, place - before, before + size);
  return errors_at(some + 3);
}

/* Return whether the block ends inside a sequence. If it does not, its last byte is below C0, the byte before that
 * below E0, and the one before that below F0. */
SHIPLAP_INLINE block unfinished(block b) {
  static const uint8_t most[BLOCK] = {
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,  255,  255, 255, 255,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,  255,  255, 255, 255,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0xEF, 0xDF, 0xBF};
  return block_minus(b, block_load(most));
}

/* Return the exact offset of the first error. All text before `place` is valid, except that its last sequence may go on
 * after `place`. */
static size_t validate_from(const uint8_t *text, size_t size, size_t place) {
  for (size_t back = 1; back <= 3 && back <= place; back++) {
    if (text[place - back] >= 0xC0) {
      place -= back;
      break;
    }
  }
  return place + shiplap_utf8_scalar.validate(text + place, size - place, NULL);
}

/* Add the errors in bytes that are all below F0, as bit 7 of each lane; the other bits have no meaning.
 * 1. A continuation must be right after a lead byte, and two bytes after a lead byte of E0 or more.
 * 2. The second byte after E0 must be A0..BF, and that after ED 80..9F. A number that the lead byte looks up is added
 *    to the second byte: then bit 7 is set for a continuation in that range only.
 * 3. C0 and C1 are no lead bytes. `least` becomes the least of all lead bytes less 0x40, as signed numbers: it is below
 *    -126 if C0 or C1 is among them.
 * This takes three quarters of the operations of errors_at, with the continuations counted. */
SHIPLAP_INLINE void add_errors_of_three(const uint8_t *place, lanes *errors, lanes *least, tally *continuations) {
  static const uint8_t moves[16] = {0, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x60, 0};
  lanes now = lanes_load(place), one = lanes_load(place - 1), two = lanes_load(place - 2);
  lanes continues = lanes_continue(now), move = lanes_lookup(moves, lanes_minus(one, lanes_fill(0xE0 - 1)));
  lanes lead = lanes_minus(one, lanes_fill(0x40)), due = lanes_or(lead, lanes_minus(two, lanes_fill(0xE0 - 0x80)));
  *continuations = tally_add(*continuations, continues);
  *least = lanes_least(*least, lead);
  *errors = lanes_or(*errors, lanes_xor(due, lanes_and(continues, lanes_plus(now, move))));
}

/* The errors in a block, by the way of ASCII or of errors_at. */
SHIPLAP_INLINE block errors_in(const uint8_t *place) {
  return mask_high(block_load(place)) ? errors_at(place) : unfinished(block_load(place - BLOCK));
}

/* UTF-16 has a second unit for each code point of four bytes. */
SHIPLAP_INLINE size_t count_units(const uint8_t *text, size_t size, int utf16) {
  size_t found = 0, i = 0;
  for (; size - i >= GROUP; i += GROUP) {
    for (size_t k = 0; k < 4; k++) {
      block b = block_load(text + i + k * BLOCK);
      found += count_begins(b);
      if (utf16) found += count_range(b, 0xF0, 0xFF);
    }
  }
  for (; size - i >= BLOCK; i += BLOCK) {
    block b = block_load(text + i);
    found += count_begins(b);
    if (utf16) found += count_range(b, 0xF0, 0xFF);
  }
  if (i < size) {
    block b = block_load(text + size - BLOCK);
    size_t seen = BLOCK - (size - i);
    found += mask_count(mask_begins(b) >> seen);
    if (utf16) found += mask_count(mask_range(b, 0xF0, 0xFF) >> seen);
  }
  return found;
}

/* The greatest byte in each lane of a group of four blocks. */
SHIPLAP_INLINE block most_of(const uint8_t *group) {
  return block_most(block_most(block_load(group), block_load(group + BLOCK)),
                    block_most(block_load(group + 2 * BLOCK), block_load(group + 3 * BLOCK)));
}
SHIPLAP_INLINE int has_fours(block most) { return block_any(block_minus(most, block_fill(0xEF))); }
SHIPLAP_INLINE int ends_in_four(const uint8_t *end) { return end[-1] >= 0xF0 || end[-2] >= 0xF0 || end[-3] >= 0xF0; }

/* Validate groups from `i` on, up to the first one that is wrong, only ASCII, or has a byte of F0 or more; return its
 * offset. No sequence of four bytes goes on at `i`. This loop is a function of its own and reads one register at a time,
 * so that constants and results stay in registers: of the same operations on whole blocks in the loop of `validate`,
 * gcc 12 made 14.5 GB/s, and 18.6 here. */
SHIPLAP_APART static size_t validate_threes(const uint8_t *text, size_t size, size_t i, size_t *begins,
                                            uint32_t *sums) {
  size_t count = *begins;
  for (; size - i >= GROUP; i += GROUP) {
    const uint8_t *group = text + i;
    /* the address may lie beyond the text: a prefetch never faults */
    for (size_t k = 0; k < 4; k++) shiplap_prefetch((const void *)((uintptr_t)group + k * BLOCK + AHEAD));
    block most = most_of(group);
    if (SHIPLAP_UNLIKELY(!mask_high(most) || has_fours(most))) break;
    lanes errors = lanes_fill(0), least = errors;
    tally continuations = tally_zero();
#pragma GCC unroll 4
    for (size_t k = 0; k < GROUP; k += sizeof(lanes)) add_errors_of_three(group + k, &errors, &least, &continuations);
    if (SHIPLAP_UNLIKELY(lanes_high(errors) || lanes_below(least, -126))) break;
    count += GROUP - tally_sum(continuations);
    if (sums) sums[i / GROUP + 1] = (uint32_t)count;
  }
  *begins = count;
  return i;
}

/* A group of four blocks takes one of three ways, by its greatest byte: that of ASCII; without a byte of F0 or more;
 * any. `fours`: whether a sequence of four bytes may go on after the group before. The code points before each group
 * are written to `sums`, unless it is NULL. */
static size_t validate(const uint8_t *text, size_t size, uint32_t *sums) {
  if (size < BLOCK) return shiplap_utf8_scalar.validate(text, size, sums);
  /* no byte is before the first block */
  if (mask_high(block_load(text)) && block_any(errors_around(text, 0, BLOCK))) return validate_from(text, size, 0);
  size_t i = BLOCK, begins = 0;
  for (; i < GROUP && size - i >= BLOCK; i += BLOCK)
    if (block_any(errors_in(text + i))) return validate_from(text, size, i);
  if (i == GROUP) {
    begins = count_units(text, GROUP, 0);
    if (sums) sums[1] = (uint32_t)begins;
    int fours = ends_in_four(text + GROUP);
    while (size - i >= GROUP) {
      block most = most_of(text + i), errors;
      if (!mask_high(most)) {
        for (size_t k = 0; k < 4; k++) shiplap_prefetch((const void *)((uintptr_t)text + i + k * BLOCK + AHEAD));
        errors = unfinished(block_load(text + i - BLOCK));
        begins += GROUP;
        fours = 0;
      } else if (fours || has_fours(most)) {
        errors = block_zero();
#pragma GCC unroll 4
        for (size_t k = 0; k < 4; k++) errors = block_or(errors, errors_at(text + i + k * BLOCK));
        begins += count_units(text + i, GROUP, 0);
        fours = ends_in_four(text + i + GROUP);
      } else {
        size_t end = validate_threes(text, size, i, &begins, sums);
        if (SHIPLAP_UNLIKELY(end == i)) return validate_from(text, size, i);
        i = end;
        continue;
      }
      if (SHIPLAP_UNLIKELY(block_any(errors))) return validate_from(text, size, i);
      i += GROUP;
      if (sums) sums[i / GROUP] = (uint32_t)begins;
    }
  }
  for (; size - i >= BLOCK; i += BLOCK)
    if (block_any(errors_in(text + i))) return validate_from(text, size, i);
  return block_any(errors_around(text + i, 3, size - i)) ? validate_from(text, size, i) : size;
}

/* ---- ascii, count, count16 ---- */

static size_t ascii(const uint8_t *text, size_t size) {
  if (size < BLOCK) return shiplap_utf8_scalar.ascii(text, size);
  size_t i = 0;
  for (; size - i >= GROUP; i += GROUP) {
    for (size_t k = 0; k < 4; k++) shiplap_prefetch((const void *)((uintptr_t)text + i + k * BLOCK + AHEAD));
    block head = block_or(block_load(text + i), block_load(text + i + BLOCK));
    block tail = block_or(block_load(text + i + 2 * BLOCK), block_load(text + i + 3 * BLOCK));
    if (mask_high(block_or(head, tail))) break;
  }
  for (; size - i >= BLOCK; i += BLOCK) {
    uint64_t high = mask_high(block_load(text + i));
    if (high) return i + mask_first(high);
  }
  uint64_t high = mask_high(block_load(text + size - BLOCK)); /* the bytes before i are ASCII and add nothing */
  return high ? size - BLOCK + mask_first(high) : size;
}

static size_t count(const uint8_t *text, size_t size) {
  if (size < BLOCK) return shiplap_utf8_scalar.count(text, size);
  return count_units(text, size, 0);
}

static size_t count16(const uint8_t *text, size_t size) {
  if (size < BLOCK) return shiplap_utf8_scalar.count16(text, size);
  return count_units(text, size, 1);
}

/* ---- skip, seek ----
 * 1. Pass groups of four blocks while the code points that begin in a group are at most the rest of the count.
 * 2. In the group that has the offset, the number of the block is the number of running sums that are at most the rest.
 *    That takes three comparisons and a table; a branch would be mispredicted more often than not.
 * 3. In the block, the offset is that of the bit with that many set bits below it.
 * 4. At the end of the text, fewer than four blocks are read one by one, then the tail.
 * With sums, the groups that are passed are not read: SHIPLAP_SUMS_MORE sums are compared at once. */

/* Find the code point with `left` code points before it in a group, and return its offset; or take all code points of
 * the group from `left`, and return GROUP. */
SHIPLAP_INLINE size_t skip_in_group(const uint8_t *group, size_t *left) {
  uint64_t begins[4];
  size_t sums[4];
  for (size_t k = 0; k < 4; k++) begins[k] = mask_begins(block_load(group + k * BLOCK));
  sums[0] = 0;
  for (size_t k = 0; k < 3; k++) sums[k + 1] = sums[k] + mask_count(begins[k]);
  size_t all = sums[3] + mask_count(begins[3]);
  if (all <= *left) {
    *left -= all;
    return GROUP;
  }
  size_t k = (size_t)(*left >= sums[1]) + (size_t)(*left >= sums[2]) + (size_t)(*left >= sums[3]);
  size_t before = sums[k];
  return k * BLOCK + mask_select(begins[k], *left - before);
}

static size_t skip(const uint8_t *text, size_t size, size_t *wanted) {
  if (size < BLOCK) return shiplap_utf8_scalar.skip(text, size, wanted);
  size_t left = *wanted, i = 0;
  for (; size - i >= GROUP; i += GROUP) {
    size_t place = skip_in_group(text + i, &left);
    if (place < GROUP) {
      *wanted = 0;
      return i + place;
    }
  }
  for (;;) {
    size_t rest = size - i < BLOCK ? size - i : BLOCK;
    if (rest == 0) break;
    uint64_t begins = mask_begins(block_load(text + i + rest - BLOCK)) >> (BLOCK - rest);
    size_t here = mask_count(begins);
    if (here > left) {
      *wanted = 0;
      return i + mask_select(begins, left);
    }
    left -= here;
    i += rest;
  }
  *wanted = left;
  return size;
}

static void sum_up(const uint8_t *text, size_t size, uint32_t *sums) {
  size_t begins = 0;
  for (size_t i = 0; size - i >= GROUP; i += GROUP) {
    for (size_t k = 0; k < 4; k++) begins += count_begins(block_load(text + i + k * BLOCK));
    sums[i / GROUP + 1] = (uint32_t)begins;
  }
}

static size_t seek(const uint8_t *text, size_t size, const uint32_t *sums, size_t begin, size_t *wanted) {
  _Static_assert(GROUP == SHIPLAP_SUMS_STEP, "a sum for each group");
  uint32_t left = (uint32_t)*wanted;
  size_t k = begin / GROUP, passed;
  do {
    passed = count_up_to(sums + k + 1, left);
    k += passed;
  } while (passed == SHIPLAP_SUMS_MORE);
  *wanted -= sums[k];
  if (SHIPLAP_UNLIKELY(size - k * GROUP < GROUP)) return k * GROUP + skip(text + k * GROUP, size - k * GROUP, wanted);
  size_t place = skip_in_group(text + k * GROUP, wanted);
  *wanted = 0;
  return k * GROUP + place;
}
