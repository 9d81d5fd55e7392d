/* test.h: what the tests of the C core share: checks, random numbers, text between guard pages, and code points
 * in all the forms that the core reads. The memory between guard pages is asked of POSIX, or of Windows.
 */
#ifndef SHIPLAP_TEST_H
#define SHIPLAP_TEST_H

#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE
#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#undef FAR
#undef NEAR
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "shiplap_inline.h"

/* Slow machines (emulators, sanitizers) take one case in SHIPLAP_TEST_STEP. */
#ifndef SHIPLAP_TEST_STEP
#define SHIPLAP_TEST_STEP 1
#endif

#define LENGTHS 300
#define ALIGNMENTS 64

static unsigned long long checks;

static inline void failed(const char *file, int line, const char *format, ...) {
  va_list arguments;
  fprintf(stderr, "%s:%d: [%s] ", file, line, shiplap_isa_name(shiplap_isa()));
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

/* CHECK(condition, "format", values…): the first that fails ends the test. */
#define CHECK(condition, ...)                                  \
  do {                                                         \
    checks++;                                                  \
    if (!(condition)) failed(__FILE__, __LINE__, __VA_ARGS__); \
  } while (0)

static inline int done(const char *name) {
  printf("ok %s: %llu checks, up to %s\n", name, checks, shiplap_isa_name(shiplap_isa_supported()));
  return 0;
}

/* Every instruction set of this machine: EACH_ISA { … } */
#define EACH_ISA for (int isa = 0; isa <= shiplap_isa_supported() && shiplap_isa_use(isa) == isa; isa++)

/* ---- random numbers: the same in every run, so that a failure is found again ---- */

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static inline uint32_t random_number(void) { /* xorshift64* */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (uint32_t)((random_state * 0x2545F4914F6CDD1Du) >> 32);
}
static inline uint32_t below(uint32_t limit) { return (uint32_t)(((uint64_t)random_number() * limit) >> 32); }

/* One of a set, at random, that is below the limit. */
static inline uint32_t pick(const uint32_t *set, uint32_t count, uint32_t limit) {
  uint32_t found = set[below(count)];
  while (found >= limit) found = set[below(count)];
  return found;
}

/* ---- memory between two pages that may not be touched ---- */

struct guarded {
  uint8_t *begin, *end;
};

#if defined(_WIN32)
static inline size_t page_size(void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwPageSize;
}
static inline uint8_t *pages(size_t size) { return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }
static inline int forbid(uint8_t *place, size_t size) {
  DWORD before;
  return VirtualProtect(place, size, PAGE_NOACCESS, &before) != 0;
}
#else
static inline size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }
static inline uint8_t *pages(size_t size) {
  void *all = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return all == MAP_FAILED ? NULL : all;
}
static inline int forbid(uint8_t *place, size_t size) { return mprotect(place, size, PROT_NONE) == 0; }
#endif

static inline struct guarded guarded(size_t size) {
  size_t page = page_size();
  size = (size + page - 1) / page * page;
  uint8_t *all = pages(size + 2 * page);
  if (all == NULL || !forbid(all, page) || !forbid(all + page + size, page)) {
    fprintf(stderr, "no guard pages\n");
    exit(1);
  }
  return (struct guarded){all + page, all + page + size};
}

/* ---- code points ---- */

static const uint32_t white_space[25] = {0x09,   0x0A,   0x0B,   0x0C,   0x0D,   0x20,   0x85,   0xA0,   0x1680,
                                         0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
                                         0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};

static inline size_t encode_one(uint32_t c, uint8_t *out) {
  if (c < 0x80) return out[0] = (uint8_t)c, 1;
  if (c < 0x800) return out[0] = (uint8_t)(0xC0 + c / 64), out[1] = (uint8_t)(0x80 + c % 64), 2;
  if (c < 0x10000)
    return out[0] = (uint8_t)(0xE0 + c / 4096), out[1] = (uint8_t)(0x80 + c / 64 % 64),
           out[2] = (uint8_t)(0x80 + c % 64), 3;
  return out[0] = (uint8_t)(0xF0 + c / 262144), out[1] = (uint8_t)(0x80 + c / 4096 % 64),
         out[2] = (uint8_t)(0x80 + c / 64 % 64), out[3] = (uint8_t)(0x80 + c % 64), 4;
}

static inline void put_unit(void *text, int width, size_t i, uint32_t c) {
  if (width == 1) ((uint8_t *)text)[i] = (uint8_t)c;
  if (width == 2) ((uint16_t *)text)[i] = (uint16_t)c;
  if (width == 4) ((uint32_t *)text)[i] = c;
}

/* A code point below `limit` from an alphabet that is hard on the kernels; no surrogate. */
static inline uint32_t hostile(uint32_t limit) {
  static const uint32_t near_spaces[] = {
      0x08,   0x0E,    0x1F,     0x21,   0x84,   0x86,   0x9F,   0xA1,   0x167F,  0x1681,  0x1FFF, 0x200B, 0x2027,
      0x202A, 0x202E,  0x2030,   0x205E, 0x2060, 0x2FFF, 0x3001, 0x7F,   0x80,    0x7FF,   0x800,  0xD7FF, 0xE000,
      0xFFFF, 0x10000, 0x10FFFF, 0x120,  0x12E,  0x10A0, 0x2020, 0x8020, 0x200A0, 0x10020, 0x1000A};
  for (;;) {
    uint32_t c;
    switch (below(10)) {
      case 0:
      case 1: c = (uint32_t)"abcXYZ09,;"[below(10)]; break;
      case 2: c = ' '; break;
      case 3: c = (uint32_t)".!?"[below(3)]; break;
      case 4: c = (uint32_t)"\r\n"[below(2)]; break;
      case 5: c = white_space[below(25)]; break;
      case 6: c = near_spaces[below(sizeof near_spaces / sizeof *near_spaces)]; break;
      case 7: c = below(0x800); break;
      case 8: c = below(0x10000); break;
      default: c = below(0x110000);
    }
    if (c < limit && (c < 0xD800 || c > 0xDFFF)) return c;
  }
}

#endif
