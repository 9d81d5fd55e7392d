/* hash_template.h: BLAKE2b (RFC 7693) of many messages, LANES at a time. Include it with these names defined:
 *
 *   LANES     messages at a time
 *   lanes     a vector of LANES numbers of 64 bits
 *   ROTATE    ROTATE(x, n): the numbers of x, rotated right by the constant n: 32, 24, 16 or 63
 *   READ      READ(blocks, words) reads the block of each lane into 16 vectors; optional: by scalar loads without it,
 *             of which GCC makes two-register shuffles of single bytes that take as long as half of the rounds
 *
 * A lane takes the next message as soon as its own has ended, so lanes of messages of different sizes wait for one
 * another only at the end of all. A block of 128 bytes is 12 rounds of eight mixes, all lanes in step:
 *
 *     until all messages are hashed:
 *         each lane: the next 128 bytes of its message, the last ones with zeros after them
 *         the 12 rounds
 *         each lane whose message ended: write the hash, take the next message
 *
 * Hashes are of 16 bytes, and there is no key, so the parameters are one number (section 2.5 of the RFC).
 */
enum { HASH_BLOCK = 128, HASH_SIZE = 16, ROUNDS = 12 };
#define PARAMETERS (0x01010000 ^ HASH_SIZE)

static const uint64_t initial[8] = {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
                                    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179};

/* The order of the words of a block in each round; the rounds 10 and 11 are as 0 and 1. */
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

/* A number for each lane: words are written lane by lane, and read as vectors. */
union by_lane {
  lanes all;
  uint64_t of[LANES];
};

/* What a lane reads. `left` counts the bytes of its message that it has not read yet. */
struct lane {
  const uint8_t *data;
  uint8_t *hash; /* where its hash is written; NULL: it has no message */
  size_t left;
};

#define MIX(a, b, c, d, x, y)                             \
  do {                                                    \
    a += b + (x), d = ROTATE(d ^ a, 32), c += d;          \
    b = ROTATE(b ^ c, 24), a += b + (y);                  \
    d = ROTATE(d ^ a, 16), c += d, b = ROTATE(b ^ c, 63); \
  } while (0)

static void mix_block(union by_lane state[8], const lanes words[16], lanes read, lanes last) {
  lanes v[16];
  for (size_t k = 0; k < 8; k++) v[k] = state[k].all, v[k + 8] = (lanes){0} + initial[k];
  v[12] ^= read, v[14] ^= last;
  for (size_t round = 0; round < ROUNDS; round++) {
    const uint8_t *at = order[round % 10];
    MIX(v[0], v[4], v[8], v[12], words[at[0]], words[at[1]]);
    MIX(v[1], v[5], v[9], v[13], words[at[2]], words[at[3]]);
    MIX(v[2], v[6], v[10], v[14], words[at[4]], words[at[5]]);
    MIX(v[3], v[7], v[11], v[15], words[at[6]], words[at[7]]);
    MIX(v[0], v[5], v[10], v[15], words[at[8]], words[at[9]]);
    MIX(v[1], v[6], v[11], v[12], words[at[10]], words[at[11]]);
    MIX(v[2], v[7], v[8], v[13], words[at[12]], words[at[13]]);
    MIX(v[3], v[4], v[9], v[14], words[at[14]], words[at[15]]);
  }
  for (size_t k = 0; k < 8; k++) state[k].all ^= v[k] ^ v[k + 8];
}

#ifndef READ
/* The little-endian number at `place`. */
SHIPLAP_INLINE uint64_t number_at(const uint8_t *place) {
  uint64_t found = 0;
  for (int k = 7; k >= 0; k--) found = found << 8 | place[k];
  return found;
}

static void read_words(const uint8_t *const blocks[LANES], lanes words[16]) {
  for (size_t k = 0; k < 16; k++) {
    union by_lane word;
    for (size_t j = 0; j < LANES; j++) word.of[j] = number_at(blocks[j] + 8 * k);
    words[k] = word.all;
  }
}
#define READ(blocks, words) read_words(blocks, words)
#endif

/* Writes a number in little-endian order: compilers make one store of it. */
SHIPLAP_INLINE void write_number(uint8_t *place, uint64_t number) {
  for (int k = 0; k < 8; k++) place[k] = (uint8_t)(number >> 8 * k);
}

static void hash_many(const struct shiplap_message *messages, size_t count, uint8_t *hashes) {
  union by_lane state[8], read, last;
  lanes words[16];
  struct lane own[LANES];
  const uint8_t *blocks[LANES];
  uint8_t padded[LANES][HASH_BLOCK]; /* the last block of each message; at first that of a lane without one */
  size_t next = 0, busy = LANES;
  memset(padded, 0, sizeof padded), memset(state, 0, sizeof state), memset(&read, 0, sizeof read);
  for (size_t j = 0; j < LANES; j++) own[j] = (struct lane){NULL, hashes, 0}, last.of[j] = 1, blocks[j] = padded[j];
  for (;;) {
    for (size_t j = 0; j < LANES; j++) {
      if (last.of[j]) { /* its message has ended, or none was begun */
        if (next == count) {
          busy -= own[j].hash != NULL;
          own[j].hash = NULL, last.of[j] = 0;
          continue;
        }
        own[j] = (struct lane){messages[next].data, hashes + HASH_SIZE * next, messages[next].size};
        next++;
        for (size_t k = 0; k < 8; k++) state[k].of[j] = initial[k];
        state[0].of[j] ^= PARAMETERS, read.of[j] = 0;
      }
      if (!own[j].hash) continue;
      size_t size = own[j].left < HASH_BLOCK ? own[j].left : HASH_BLOCK;
      blocks[j] = own[j].data;
      if (size < HASH_BLOCK) {
        memset(padded[j], 0, HASH_BLOCK);
        if (size) memcpy(padded[j], own[j].data, size);
        blocks[j] = padded[j];
      }
      own[j].data += size, own[j].left -= size;
      read.of[j] += size, last.of[j] = own[j].left ? 0 : ~(uint64_t)0;
    }
    if (!busy) return;
    READ(blocks, words);
    mix_block(state, words, read.all, last.all);
    for (size_t j = 0; j < LANES; j++) {
      if (!own[j].hash || !last.of[j]) continue;
      write_number(own[j].hash, state[0].of[j]);
      write_number(own[j].hash + 8, state[1].of[j]);
    }
  }
}
