/* test_threads.c: several threads use the core at once, from the first call on, which chooses the instruction set,
 * while one of them chooses again: all find the same. Built with -fsanitize=thread by run.sh, which then also tells
 * of every place that two threads touch without order.
 */
#include "test.h"

#include <pthread.h>

#define THREADS 4
#define SIZE 2048
#define ROUNDS (200 / SHIPLAP_TEST_STEP + 1)

static uint8_t text[SIZE];

struct found {
  size_t valid, ascii, count, skipped, boundaries;
  ptrdiff_t first, last;
};

static struct found look(void) {
  struct found found;
  size_t left = SIZE / 3, at = 0, places[SHIPLAP_PLACES_ROOM];
  found.valid = shiplap_utf8_validate(text, SIZE);
  found.ascii = shiplap_utf8_ascii(text, SIZE);
  found.count = shiplap_utf8_count(text, SIZE);
  found.skipped = shiplap_utf8_skip(text, SIZE, &left);
  found.first = shiplap_scan_first(text, SIZE, 0, SHIPLAP_SENTENCE, 1, SIZE);
  found.last = shiplap_scan_last(text, SIZE, 0, SHIPLAP_STANDARD, 1, SIZE);
  found.boundaries = 0;
  while (at < SIZE) found.boundaries += shiplap_scan_all(text, SIZE, 0, SHIPLAP_WORD, &at, SIZE, places);
  return found;
}

static void *work(void *number) {
  int supported = shiplap_isa_supported();
  struct found expected = look();
  for (int round = 0; round < ROUNDS; round++) {
    if (number == NULL) shiplap_isa_use(round % (supported + 1));
    struct found found = look();
    if (memcmp(&found, &expected, sizeof found)) failed(__FILE__, __LINE__, "another answer in round %d", round);
  }
  return NULL;
}

int main(void) {
  static const char words[] = "It rains. \xE6\xBC\xA2\xE5\xAD\x97\xE3\x80\x82 No? ";
  pthread_t threads[THREADS];
  for (size_t k = 0; k < SIZE; k++) text[k] = (uint8_t)words[k % (sizeof words - 1)];
  for (size_t k = 0; k < THREADS; k++)
    CHECK(pthread_create(&threads[k], NULL, work, k ? text : NULL) == 0, "no thread %zu", k);
  for (size_t k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
  return 0;
}
