/* bench_kernels.c: the speed of each kernel for each instruction set.
 *
 *     python3 csrc/tools/tables.py build/tables
 *     cc -O3 -std=c11 -Icsrc/include -Ibuild/tables csrc/tools/bench_kernels.c csrc/src/[a-z]*.c -o bench_kernels
 *     ./bench_kernels [word]
 *
 * Whole-text kernels: GB/s (10^9 bytes) over 32 KiB, which stays in L1, and over 16 MiB. Kernels that are called
 * for one place: ns a call, at 4096 places of a text in turn, so that branches are not learnt by heart. Each
 * number is the best of 15 runs. An argument keeps only the lines in which it occurs.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shiplap.h"

#define LARGE ((size_t)16 << 20)
#define SMALL ((size_t)32 << 10)
#define PLACES 4096

static const char *only;
static volatile size_t sink;
static uint32_t state = 12345;

static uint32_t below(uint32_t limit) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)state * limit) >> 32);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- texts: prose of a kind, as code points ---- */

enum kind { ASCII, LATIN, CYRILLIC, CHINESE, EMOJI, CURLY, KINDS };
static const char *const kind_names[KINDS] = {"ascii", "latin", "cyrillic", "chinese", "emoji", "curly"};

static void prose(uint32_t *c, size_t n, enum kind kind) {
  size_t word = 5, words = 14;
  for (size_t i = 0; i < n; i++) {
    if (word--) {
      uint32_t letter = 'a' + below(26);
      if (kind == LATIN && below(8) == 0) letter = 0xE0 + below(30);
      if (kind == CYRILLIC) letter = 0x430 + below(32);
      if (kind == CHINESE) letter = 0x4E00 + below(5000);
      if (kind == EMOJI) letter = 0x1F600 + below(60);
      c[i] = letter;
    } else if (--words == 0) {
      c[i] = kind == CHINESE ? 0x3002 : '.';
      if (kind != CHINESE && i + 1 < n) c[++i] = ' ';
      words = 9 + below(14), word = 4 + below(5);
    } else {
      c[i] = kind == CHINESE ? 0xFF0C : kind == CURLY && below(4) == 0 ? 0x2019 : ' ';
      word = 2 + below(8);
    }
  }
}

static size_t encode(const uint32_t *c, size_t n, int width, void *out) {
  if (width == 0) return shiplap_wide_encode(c, 4, 0, n, out);
  for (size_t i = 0; i < n; i++) {
    if (width == 1) ((uint8_t *)out)[i] = (uint8_t)c[i];
    if (width == 2) ((uint16_t *)out)[i] = (uint16_t)c[i];
    if (width == 4) ((uint32_t *)out)[i] = c[i];
  }
  return n;
}

/* ---- whole texts ---- */

struct text {
  const void *at;
  size_t size; /* bytes, or units */
  int width;
  uint8_t *out;
};

static size_t run_validate(struct text t) { return shiplap_utf8_validate(t.at, t.size); }
static size_t run_ascii(struct text t) { return shiplap_utf8_ascii(t.at, t.size); }
static size_t run_count(struct text t) { return shiplap_utf8_count(t.at, t.size); }
static size_t run_count16(struct text t) { return shiplap_utf8_count16(t.at, t.size); }
static size_t run_skip(struct text t) {
  size_t all = SIZE_MAX;
  return shiplap_utf8_skip(t.at, t.size, &all);
}
static size_t run_utf8_size(struct text t) { return shiplap_wide_utf8_size(t.at, t.width, 0, t.size); }
static size_t run_utf16_size(struct text t) { return shiplap_wide_utf16_size(t.at, t.width, 0, t.size); }
static size_t run_surrogate(struct text t) { return shiplap_wide_surrogate(t.at, t.width, 0, t.size); }
static size_t run_wide_skip(struct text t) {
  size_t all = SIZE_MAX;
  return shiplap_wide_skip(t.at, t.width, 0, t.size, &all);
}
static size_t run_encode(struct text t) { return shiplap_wide_encode(t.at, t.width, 0, t.size, t.out); }
static size_t run_visible(struct text t) { return shiplap_scan_visible(t.at, t.size, t.width, 0, t.size); }
static size_t run_visible_end(struct text t) { return shiplap_scan_visible_end(t.at, t.size, t.width, 0, t.size); }

static double speed(size_t (*run)(struct text), struct text t) {
  size_t bytes = t.size * (size_t)(t.width ? t.width : 1);
  size_t repeats = 1 + ((size_t)4 << 20) / (bytes + 1);
  double best = 1e30;
  for (int round = 0; round < 15; round++) {
    double start = now();
    for (size_t i = 0; i < repeats; i++) sink = run(t);
    double time = (now() - start) / (double)repeats;
    if (time < best) best = time;
  }
  return (double)bytes / best;
}

static void whole(const char *name, size_t (*run)(struct text), struct text t) {
  char line[80];
  snprintf(line, sizeof line, "%-28s", name);
  if (only && !strstr(line, only)) return;
  printf("%s", line);
  const size_t unit = (size_t)(t.width ? t.width : 1);
  for (int isa = 0; isa <= shiplap_isa_supported(); isa++) {
    shiplap_isa_use(isa);
    struct text small = t;
    if (small.size * unit > SMALL) small.size = SMALL / unit / 12 * 12; /* whole code points, where all have one size */
    printf(" %7.1f %6.1f", speed(run, small), speed(run, t));
  }
  puts("");
}

/* ---- places ---- */

struct places {
  const void *at;
  size_t size;
  int width, candidate, span;
  size_t place[PLACES], count[PLACES];
  uint8_t *out;
};

static size_t call_skip(const struct places *p, size_t i) {
  size_t count = p->count[i];
  return shiplap_utf8_skip((const uint8_t *)p->at + p->place[i], p->size - p->place[i], &count);
}
static size_t call_wide_skip(const struct places *p, size_t i) {
  size_t count = p->count[i];
  return shiplap_wide_skip(p->at, p->width, p->place[i], p->size, &count);
}
static size_t call_size(const struct places *p, size_t i) {
  return shiplap_wide_utf8_size(p->at, p->width, p->place[i], p->place[i] + p->count[i]);
}
static size_t call_encode(const struct places *p, size_t i) {
  return shiplap_wide_encode(p->at, p->width, p->place[i], p->place[i] + p->count[i], p->out);
}
static size_t call_last(const struct places *p, size_t i) {
  return (size_t)shiplap_scan_last(p->at, p->size, p->width, p->candidate, p->place[i] - 450, p->place[i]);
}
static size_t call_first(const struct places *p, size_t i) {
  return (size_t)shiplap_scan_first(p->at, p->size, p->width, p->candidate, p->place[i], p->place[i] + 450);
}
static size_t call_visible(const struct places *p, size_t i) {
  return shiplap_scan_visible(p->at, p->size, p->width, p->place[i], p->place[i] + 450);
}

static uint8_t literal[2][8]; /* a full stop and a space, and two line ends, which these texts have not */

static void put_literals(int width) {
  memset(literal, 0, sizeof literal);
  for (int k = 0; k < 2; k++) {
    uint32_t units[2] = {k ? '\n' : '.', k ? '\n' : ' '};
    for (int i = 0; i < 2; i++) {
      uint16_t two = (uint16_t)units[i];
      uint8_t one = (uint8_t)units[i];
      if (width == 4) memcpy(literal[k] + 4 * i, &units[i], 4);
      if (width == 2) memcpy(literal[k] + 2 * i, &two, 2);
      if (width <= 1) literal[k][i] = one;
    }
  }
}

static size_t call_find_last(const struct places *p, size_t i) {
  return (size_t)shiplap_find_last(p->at, p->size, p->width, literal[p->candidate], 2, p->place[i] - 450, p->place[i]);
}
static size_t call_find_first(const struct places *p, size_t i) {
  return (size_t)shiplap_find_first(p->at, p->size, p->width, literal[p->candidate], 2, p->place[i], p->place[i] + 450);
}
static size_t run_find(struct text t) {
  return (size_t)shiplap_find_first(t.at, t.size, t.width, literal[1], 2, 0, t.size);
}

static void calls(const char *name, size_t (*call)(const struct places *, size_t), const struct places *p) {
  char line[80];
  snprintf(line, sizeof line, "%-28s", name);
  if (only && !strstr(line, only)) return;
  printf("%s", line);
  for (int isa = 0; isa <= shiplap_isa_supported(); isa++) {
    shiplap_isa_use(isa);
    double best = 1e30;
    size_t chain = 0; /* each call waits for the one before: latency, as in the loop of a chunker */
    for (int round = 0; round < 15; round++) {
      double start = now();
      for (int repeat = 0; repeat < 5; repeat++)
        for (size_t i = 0; i < PLACES; i++) chain = call(p, i + (chain == 1)) & 2;
      double time = (now() - start) / (5.0 * PLACES);
      if (time < best) best = time;
    }
    sink = chain;
    printf(" %14.1f", best);
  }
  puts("");
}

int main(int count, char **arguments) {
  only = count > 1 ? arguments[1] : NULL;
  uint32_t *c = malloc(4 * LARGE);
  uint8_t *t = malloc(4 * LARGE), *out = malloc(4 * LARGE);
  struct places *p = malloc(sizeof *p);
  char name[64];
  if (!c || !t || !out || !p) return 1;
  memset(out, 0, 4 * LARGE);

  printf("%-28s", "GB/s in L1, and at 16 MiB");
  for (int isa = 0; isa <= shiplap_isa_supported(); isa++) printf(" %14s", shiplap_isa_name(isa));
  puts("");
  for (enum kind kind = ASCII; kind < KINDS; kind++) {
    prose(c, LARGE / 4, kind);
    struct text text = {t, encode(c, LARGE / 4, 0, t), 0, out};
    snprintf(name, sizeof name, "utf8_validate %s", kind_names[kind]);
    whole(name, run_validate, text);
    if (kind != ASCII && kind != CHINESE) continue;
    if (kind == ASCII) whole("utf8_ascii", run_ascii, text);
    snprintf(name, sizeof name, "utf8_count %s", kind_names[kind]);
    whole(name, run_count, text);
    snprintf(name, sizeof name, "utf8_count16 %s", kind_names[kind]);
    whole(name, run_count16, text);
    snprintf(name, sizeof name, "utf8_skip to the end %s", kind_names[kind]);
    whole(name, run_skip, text);
  }
  for (int width = 1; width <= 4; width *= 2) {
    for (enum kind kind = ASCII; kind < KINDS; kind++) {
      if ((width == 1 && kind > LATIN) || (width == 2 && kind == EMOJI) || kind == CURLY) continue;
      prose(c, LARGE / 4, kind);
      struct text text = {t, encode(c, LARGE / 4, width, t), width, out};
      snprintf(name, sizeof name, "wide_encode %d %s", width, kind_names[kind]);
      whole(name, run_encode, text);
      if (kind != LATIN && kind != CHINESE) continue;
      snprintf(name, sizeof name, "wide_utf8_size %d", width);
      whole(name, run_utf8_size, text);
      snprintf(name, sizeof name, "wide_skip to the end %d", width);
      whole(name, run_wide_skip, text);
      if (width == 4) whole("wide_utf16_size 4", run_utf16_size, text);
      put_literals(width);
      snprintf(name, sizeof name, "find_first absent %d", width);
      if (kind == LATIN) whole(name, run_find, text);
      snprintf(name, sizeof name, "wide_surrogate %d", width);
      if (width > 1) whole(name, run_surrogate, text);
    }
  }
  for (int width = 0; width <= 4; width += width ? width : 1) {
    for (int wide = 0; wide < 2; wide++) {
      if (wide && width == 1) continue;
      for (size_t i = 0; i < LARGE / 4; i++) c[i] = wide ? 0x3000 : ' ';
      struct text text = {t, encode(c, LARGE / 4, width, t), width, out};
      snprintf(name, sizeof name, "scan_visible %d %s", width, wide ? "U+3000" : "U+0020");
      whole(name, run_visible, text);
      snprintf(name, sizeof name, "scan_visible_end %d %s", width, wide ? "U+3000" : "U+0020");
      whole(name, run_visible_end, text);
    }
  }

  printf("\n%-28s", "ns a call, 200 KB");
  for (int isa = 0; isa <= shiplap_isa_supported(); isa++) printf(" %14s", shiplap_isa_name(isa));
  puts("");
  const size_t points = 50000;
  for (enum kind kind = ASCII; kind < KINDS; kind++) {
    if (kind == EMOJI) continue;
    prose(c, points, kind);
    for (int width = 0; width <= 4; width += width ? width : 1) {
      if ((width == 1 && kind > LATIN) || (kind == LATIN && width > 1)) continue;
      *p = (struct places){t, encode(c, points, width, t), width, 0, 0, {0}, {0}, out};
      for (size_t i = 0; i < PLACES; i++) {
        p->place[i] = 1000 + below((uint32_t)p->size - 8000);
        while (width == 0 && (t[p->place[i]] & 0xC0) == 0x80) p->place[i]++;
      }
      static const int spans[4][2] = {{16, 100}, {100, 300}, {800, 900}, {100, 900}};
      for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < PLACES; i++)
          p->count[i] = (size_t)spans[s][0] + below((uint32_t)(spans[s][1] - spans[s][0]));
        snprintf(name, sizeof name, "%s %d..%d %s", width ? "wide_skip" : "utf8_skip", spans[s][0], spans[s][1],
                 kind_names[kind]);
        if (width) snprintf(name + strlen(name), 8, " %d", width);
        calls(name, width ? call_wide_skip : call_skip, p);
        if (!width) continue;
        snprintf(name, sizeof name, "wide_utf8_size %d..%d %s %d", spans[s][0], spans[s][1], kind_names[kind], width);
        calls(name, call_size, p);
        snprintf(name, sizeof name, "wide_encode %d..%d %s %d", spans[s][0], spans[s][1], kind_names[kind], width);
        if (s < 2) calls(name, call_encode, p);
      }
      static const char *const candidates[3] = {"LINE", "WORD", "SENTENCE"};
      for (p->candidate = 0; p->candidate < 3; p->candidate++) {
        snprintf(name, sizeof name, "scan_last %s %d %s", candidates[p->candidate], width, kind_names[kind]);
        calls(name, call_last, p);
        snprintf(name, sizeof name, "scan_first %s %d %s", candidates[p->candidate], width, kind_names[kind]);
        calls(name, call_first, p);
      }
      snprintf(name, sizeof name, "scan_visible %d %s", width, kind_names[kind]);
      calls(name, call_visible, p);
      put_literals(width);
      for (p->candidate = 0; p->candidate < 2; p->candidate++) {
        snprintf(name, sizeof name, "find_last %s %d %s", p->candidate ? "absent" : "near", width, kind_names[kind]);
        calls(name, call_find_last, p);
        snprintf(name, sizeof name, "find_first %s %d %s", p->candidate ? "absent" : "near", width, kind_names[kind]);
        calls(name, call_find_first, p);
      }
    }
  }
  free(c), free(t), free(out), free(p);
  return 0;
}
