/* fuzz_utf8.c: every instruction set against the scalar kernels, on any bytes at all (libFuzzer).
 *
 *     python3 csrc/tools/tables.py build/tables
 *     clang -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Icsrc/include -Ibuild/tables \
 *         csrc/fuzz/fuzz_utf8.c csrc/src/[a-z]*.c -o fuzz_utf8
 *     ./fuzz_utf8 -max_len=600 -max_total_time=60
 *
 * The first eight bytes of an input choose the ranges and the count, the rest is the text, in a block of its exact
 * size, so that the sanitizer sees a read beyond it. Bytes are read as UTF-8 (well-formed or not: what shiplap.h
 * does not promise must still lie in its range, and is the same for all instruction sets), then as code units.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shiplap.h"

#define REQUIRE(condition)                                                      \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s: %s\n", shiplap_isa_name(shiplap_isa()), #condition); \
      abort();                                                                  \
    }                                                                           \
  } while (0)

#define ANSWERS 48

/* All answers about a text, in one order. */
static size_t ask(const uint8_t *text, size_t size, const uint16_t *choice, size_t *answers) {
  size_t n = 0;
  answers[n++] = shiplap_utf8_validate(text, size);
  answers[n++] = shiplap_utf8_ascii(text, size);
  answers[n++] = shiplap_utf8_count(text, size);
  answers[n++] = shiplap_utf8_count16(text, size);
  size_t count = choice[0] % (size + 2);
  answers[n++] = shiplap_utf8_skip(text, size, &count);
  answers[n++] = count;
  for (int width = 0; width <= 4; width += width ? width : 1) {
    size_t units = width ? size / (size_t)width : size;
    size_t lo = choice[1] % (units + 1), hi = lo + choice[2] % (units - lo + 1);
    for (int candidate = 0; candidate < 3; candidate++) {
      ptrdiff_t first = shiplap_scan_first(text, units, width, candidate, lo, hi);
      ptrdiff_t last = shiplap_scan_last(text, units, width, candidate, lo, hi);
      REQUIRE(first == -1 || (first >= (ptrdiff_t)lo && first < (ptrdiff_t)hi));
      REQUIRE(last >= -1 && last < (ptrdiff_t)hi);
      REQUIRE(candidate == SHIPLAP_SENTENCE || (last >= first && (first == -1) == (last == -1)));
      if (candidate != SHIPLAP_SENTENCE) { /* of which a variant may give more than another */
        answers[n++] = (size_t)first;
        answers[n++] = (size_t)last;
      }
    }
    size_t visible = shiplap_scan_visible(text, units, width, lo, hi);
    size_t end = shiplap_scan_visible_end(text, units, width, lo, hi);
    REQUIRE(visible >= lo && visible <= hi && end >= lo && end <= hi);
    answers[n++] = visible;
    answers[n++] = end;
  }
  return n;
}

/* The same for what is written: `out` has exactly the room that the contract requires. */
static size_t ask_wide(const void *text, size_t size, int width, const uint16_t *choice, size_t *answers,
                       uint8_t **out) {
  size_t units = size / (size_t)width, n = 0;
  size_t begin = choice[1] % (units + 1), end = begin + choice[2] % (units - begin + 1);
  size_t bytes = choice[3] % (2 * size + 2);
  answers[n++] = shiplap_wide_utf8_size(text, width, begin, end);
  answers[n++] = shiplap_wide_utf16_size(text, width, begin, end);
  answers[n++] = shiplap_wide_surrogate(text, width, begin, end);
  answers[n++] = shiplap_wide_skip(text, width, begin, end, &bytes);
  answers[n++] = bytes;
  *out = malloc((end - begin) * (size_t)(width == 1 ? 2 : width == 2 ? 3 : 4) + 1);
  REQUIRE(*out);
  answers[n++] = shiplap_wide_encode(text, width, begin, end, *out);
  REQUIRE(answers[5] == answers[0]);
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
  uint16_t choice[4];
  if (length < sizeof choice) return 0;
  memcpy(choice, data, sizeof choice);
  size_t size = length - sizeof choice;
  uint8_t *text = malloc(size ? size : 1);
  REQUIRE(text);
  memcpy(text, data + sizeof choice, size);

  size_t expected[ANSWERS], answers[ANSWERS];
  shiplap_isa_use(SHIPLAP_SCALAR);
  size_t n = ask(text, size, choice, expected);
  for (int isa = 1; isa <= shiplap_isa_supported(); isa++) {
    shiplap_isa_use(isa);
    REQUIRE(ask(text, size, choice, answers) == n);
    REQUIRE(memcmp(answers, expected, n * sizeof *answers) == 0);
  }

  for (int width = 1; width <= 4; width *= 2) {
    uint8_t *out, *other;
    if (width == 4) /* units are code points: above them only memory safety is promised */
      for (size_t i = 0; i < size / 4; i++) ((uint32_t *)(void *)text)[i] %= 0x110000;
    shiplap_isa_use(SHIPLAP_SCALAR);
    n = ask_wide(text, size, width, choice, expected, &out);
    for (int isa = 1; isa <= shiplap_isa_supported(); isa++) {
      shiplap_isa_use(isa);
      REQUIRE(ask_wide(text, size, width, choice, answers, &other) == n);
      REQUIRE(memcmp(answers, expected, n * sizeof *answers) == 0);
      REQUIRE(memcmp(out, other, expected[5]) == 0);
      free(other);
    }
    free(out);
  }
  free(text);
  return 0;
}
