/* test_hash.c: known hashes, and the hashes of messages of every size, many at once and one at a time. */
#include "test.h"

enum { HASH = 16, MOST = 40 };

/* BLAKE2b of 16 bytes, by another program. */
static const struct {
  const char *message;
  size_t repeats; /* how often the message stands in the text */
  const char *hash;
} known[] = {
    {"abc", 0, "cae66941d9efbd404e4d88758ea67670"},        {"abc", 1, "cf4ab791c62b8d2b2109c90275287816"},
    {"It rains. ", 1, "f90cd3b7f7e669a2f529b91091efe682"}, {"0123456789abcdef", 8, "e465a885dc133bd3ef812b62cad04b94"},
    {"x", 127, "faeac286ccce46d5273182d599dd943b"},        {"x", 128, "874acca82a22239ec64a3e70c3ae494e"},
    {"x", 129, "b9ee96f69e8210c624fee55d71d5a54f"},        {"x", 256, "0b2c2b0de02938ad7a728b51e8da3357"},
    {"abc", 1000, "5423cbd09c14ddc44315a8f90ac8c133"},
};

static const char *hexadecimal(const uint8_t *hash) {
  static char found[2 * HASH + 1];
  for (size_t k = 0; k < HASH; k++) snprintf(found + 2 * k, 3, "%02x", hash[k]);
  return found;
}

int main(void) {
  static uint8_t text[4096], hashes[MOST * HASH], one[HASH];
  struct shiplap_message messages[MOST];
  EACH_ISA {
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
      size_t size = strlen(known[k].message), all = size * known[k].repeats;
      for (size_t i = 0; i < all; i++) text[i] = (uint8_t)known[k].message[i % size];
      messages[0] = (struct shiplap_message){text, all};
      shiplap_hash_many(messages, 1, one);
      CHECK(strcmp(hexadecimal(one), known[k].hash) == 0, "%s %zu times: %s", known[k].message, known[k].repeats,
            hexadecimal(one));
    }
    shiplap_hash_many(messages, 0, NULL);
  }
  for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)random_number();
  for (size_t count = 1; count <= MOST; count += SHIPLAP_TEST_STEP) {
    for (size_t round = 0; round < 50; round++) {
      size_t most = round % 2 ? 1000 : 260;
      for (size_t k = 0; k < count; k++) {
        size_t size = random_number() % 3 ? random_number() % most : 128 * (random_number() % 4);
        size_t start = random_number() % (sizeof text - size);
        messages[k] = (struct shiplap_message){text + start, size};
      }
      EACH_ISA {
        memset(hashes, 0, sizeof hashes);
        shiplap_hash_many(messages, count, hashes);
        for (size_t k = 0; k < count; k++) {
          size_t size = messages[k].size;
          uint8_t *exact = malloc(size ? size : 1); /* its end is seen by the sanitizers */
          if (exact == NULL) return 1;
          memcpy(exact, messages[k].data, size);
          struct shiplap_message message = {exact, size};
          shiplap_isa_use(SHIPLAP_SCALAR);
          shiplap_hash_many(&message, 1, one);
          shiplap_isa_use(isa);
          CHECK(memcmp(one, hashes + HASH * k, HASH) == 0, "message %zu of %zu, size %zu", k, count, size);
          free(exact);
        }
      }
    }
  }
  return done("hash");
}
