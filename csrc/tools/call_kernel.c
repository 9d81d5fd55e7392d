/* call_kernel.c: calls one kernel of one instruction set again and again, so that its instructions can be counted.
 *
 *     call_kernel KERNEL ISA TIMES       ISA: 0 is scalar; TIMES 0 only makes the texts
 *     call_kernel                        lists the kernels
 *
 * A whole-text kernel reads 16,384 units. A kernel that looks for a place is called at 256 places of prose, whose
 * sentences have some 90 characters.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shiplap.h"

enum { UNITS = 16384, PLACES = 256, REACH = 450 };

static uint8_t ascii[UNITS + 64], cyrillic[2 * UNITS], chinese[3 * UNITS];
static uint16_t wide2[UNITS];
static uint32_t wide4[UNITS];
static size_t cyrillic_size, chinese_size;
static volatile size_t sink;

static uint32_t state = 12345;
static uint32_t below(uint32_t limit) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)state * limit) >> 32);
}

static void make(void) {
  size_t word = 5, words = 14;
  for (size_t i = 0; i < UNITS; i++) {
    uint32_t c = ' ';
    if (word--) {
      c = 'a' + below(26);
    } else if (--words == 0 && i + 1 < UNITS) {
      c = '.', words = 14, word = 0;
    } else {
      word = 2 + below(8);
    }
    ascii[i] = (uint8_t)c;
    int letter = c >= 'a';
    wide2[i] = (uint16_t)(letter ? 0x430 + c - 'a' : c);
    wide4[i] = letter && below(9) == 0 ? 0x1F600 + c : wide2[i];
    if (letter) {
      cyrillic[cyrillic_size++] = 0xD0, cyrillic[cyrillic_size++] = (uint8_t)(0xB0 + (c - 'a') % 16);
      chinese[chinese_size++] = 0xE6, chinese[chinese_size++] = 0xBC,
      chinese[chinese_size++] = (uint8_t)(0xA0 + c % 16);
    } else {
      cyrillic[cyrillic_size++] = (uint8_t)c;
      chinese[chinese_size++] = (uint8_t)c;
    }
  }
}

static size_t place(size_t k) { return 600 + k * (UNITS - 1200) / PLACES; }

static size_t scans(const void *text, size_t size, int width, int candidate, int last) {
  size_t sum = 0;
  for (size_t k = 0; k < PLACES; k++) {
    size_t p = place(k);
    if (width == 0)
      while ((((const uint8_t *)text)[p] & 0xC0) == 0x80) p++;
    ptrdiff_t at = last ? shiplap_scan_last(text, size, width, candidate, p - REACH, p)
                        : shiplap_scan_first(text, size, width, candidate, p, p + REACH);
    sum += (size_t)at;
  }
  return sum;
}

static size_t all(const void *text, size_t size, int width, int candidate) {
  size_t places[SHIPLAP_PLACES_ROOM], at = 0, sum = 0;
  while (at < size) sum += shiplap_scan_all(text, size, width, candidate, &at, size, places);
  return sum;
}

static size_t skips(const uint8_t *text, size_t size) {
  size_t sum = 0;
  for (size_t at = 0; at < size;) {
    size_t left = 800;
    at += shiplap_utf8_skip(text + at, size - at, &left);
    sum += at;
  }
  return sum;
}

static size_t lines(void) {
  struct shiplap_signs signs;
  size_t sum = 0;
  for (size_t at = 0; at + 80 < UNITS; at += 80) {
    shiplap_line_signs(ascii + at, 80, 80, UNITS - at, &signs);
    sum += signs.code + signs.marks;
  }
  return sum;
}

static size_t finds(const void *text, int width, const void *literal) {
  size_t sum = 0;
  for (size_t k = 0; k < PLACES; k++)
    sum += (size_t)shiplap_find_first(text, UNITS, width, literal, 2, place(k), place(k) + REACH);
  return sum;
}

static size_t set(const void *text, int width) {
  static const uint8_t stops[16] = {[10] = 1, [2] = 4, [7] = 4, [12] = 0x20, [8] = 4, [9] = 4};
  static uint64_t masks[UNITS / 64];
  shiplap_find_set(text, width, 0, UNITS, stops, masks);
  return (size_t)masks[3];
}

static const uint16_t stop2[2] = {'.', ' '};
static const uint32_t stop4[2] = {'.', ' '};
static size_t left_of(size_t left, size_t at) { return left + at; }
static size_t wide_skip(const void *text, int width) {
  size_t left = UNITS;
  return left_of(shiplap_wide_skip(text, width, 0, UNITS, &left), left);
}

#define KERNELS(X)                                                                  \
  X("utf8 validate, Cyrillic", shiplap_utf8_validate(cyrillic, cyrillic_size))      \
  X("utf8 validate, Chinese", shiplap_utf8_validate(chinese, chinese_size))         \
  X("utf8 validate, ASCII", shiplap_utf8_validate(ascii, UNITS))                    \
  X("utf8 ascii", shiplap_utf8_ascii(ascii, UNITS))                                 \
  X("utf8 count", shiplap_utf8_count(cyrillic, cyrillic_size))                      \
  X("utf8 count16", shiplap_utf8_count16(cyrillic, cyrillic_size))                  \
  X("utf8 skip", skips(cyrillic, cyrillic_size))                                    \
  X("wide utf8_size 1", shiplap_wide_utf8_size(ascii, 1, 0, UNITS))                 \
  X("wide utf8_size 2", shiplap_wide_utf8_size(wide2, 2, 0, UNITS))                 \
  X("wide utf8_size 4", shiplap_wide_utf8_size(wide4, 4, 0, UNITS))                 \
  X("wide utf16_size", shiplap_wide_utf16_size(wide4, 4, 0, UNITS))                 \
  X("wide skip 2", wide_skip(wide2, 2))                                             \
  X("wide skip 4", wide_skip(wide4, 4))                                             \
  X("wide surrogate 2", shiplap_wide_surrogate(wide2, 2, 0, UNITS))                 \
  X("wide surrogate 4", shiplap_wide_surrogate(wide4, 4, 0, UNITS))                 \
  X("scan last line 1", scans(ascii, UNITS, 1, SHIPLAP_LINE, 1))                    \
  X("scan last word 1", scans(ascii, UNITS, 1, SHIPLAP_WORD, 1))                    \
  X("scan last word 0", scans(cyrillic, cyrillic_size, 0, SHIPLAP_WORD, 1))         \
  X("scan last word 2", scans(wide2, UNITS, 2, SHIPLAP_WORD, 1))                    \
  X("scan all word 1", all(ascii, UNITS, 1, SHIPLAP_WORD))                          \
  X("scan last sentence 0", scans(cyrillic, cyrillic_size, 0, SHIPLAP_SENTENCE, 1)) \
  X("scan last sentence 1", scans(ascii, UNITS, 1, SHIPLAP_SENTENCE, 1))            \
  X("scan last sentence 2", scans(wide2, UNITS, 2, SHIPLAP_SENTENCE, 1))            \
  X("scan last standard 0", scans(cyrillic, cyrillic_size, 0, SHIPLAP_STANDARD, 1)) \
  X("scan last standard 1", scans(ascii, UNITS, 1, SHIPLAP_STANDARD, 1))            \
  X("scan last standard 2", scans(wide2, UNITS, 2, SHIPLAP_STANDARD, 1))            \
  X("scan first standard 1", scans(ascii, UNITS, 1, SHIPLAP_STANDARD, 0))           \
  X("scan all standard 0", all(cyrillic, cyrillic_size, 0, SHIPLAP_STANDARD))       \
  X("scan all standard 1", all(ascii, UNITS, 1, SHIPLAP_STANDARD))                  \
  X("scan all standard 2", all(wide2, UNITS, 2, SHIPLAP_STANDARD))                  \
  X("scan all line 1", all(ascii, UNITS, 1, SHIPLAP_LINE))                          \
  X("find first 1", finds(ascii, 1, ". "))                                          \
  X("find first 2", finds(wide2, 2, stop2))                                         \
  X("find first 4", finds(wide4, 4, stop4))                                         \
  X("find set 1", set(ascii, 1))                                                    \
  X("find set 2", set(wide2, 2))                                                    \
  X("find set 4", set(wide4, 4))                                                    \
  X("line signs", lines())

int main(int count, char **words) {
  if (count < 4) {
#define NAME(name, call) puts(name);
    KERNELS(NAME)
    return 0;
  }
  make();
  shiplap_isa_use(atoi(words[2]));
  for (int k = atoi(words[3]); k > 0; k--) {
#define CALL(name, call) \
  if (strcmp(words[1], name) == 0) sink = (call);
    KERNELS(CALL)
  }
  return 0;
}
