/* scan_instances.h: one kernel for each width and candidate, and the table of them, from the four functions
 * first, last, visible and visible_end, which take both as constants. Include it after those four. */
#define SCAN(name, width, candidate)                                                                 \
  static ptrdiff_t name##_##width##_##candidate(const void *text, size_t size, size_t lo, size_t hi, \
                                                struct shiplap_more *more) {                         \
    return name(text, width, candidate, size, lo, hi, more);                                         \
  }
#define ALL(width, candidate)                                                                                     \
  static size_t all_##width##_##candidate(const void *text, size_t size, size_t *lo, size_t hi, size_t *places) { \
    return all(text, width, candidate, size, lo, hi, places);                                                     \
  }
#define WIDTH(width)                                                                       \
  SCAN(first, width, SHIPLAP_LINE)                                                         \
  SCAN(first, width, SHIPLAP_WORD)                                                         \
  SCAN(first, width, SHIPLAP_SENTENCE)                                                     \
  SCAN(first, width, SHIPLAP_STANDARD)                                                     \
  SCAN(first, width, SHIPLAP_LINES)                                                        \
  SCAN(last, width, SHIPLAP_LINE)                                                          \
  SCAN(last, width, SHIPLAP_WORD)                                                          \
  SCAN(last, width, SHIPLAP_SENTENCE)                                                      \
  SCAN(last, width, SHIPLAP_STANDARD)                                                      \
  SCAN(last, width, SHIPLAP_LINES)                                                         \
  SCAN(last, width, SHIPLAP_SECTION)                                                       \
  ALL(width, SHIPLAP_LINE)                                                                 \
  ALL(width, SHIPLAP_WORD)                                                                 \
  ALL(width, SHIPLAP_SENTENCE)                                                             \
  ALL(width, SHIPLAP_STANDARD)                                                             \
  ALL(width, SHIPLAP_LINES)                                                                \
  static size_t visible_##width(const void *text, size_t size, size_t lo, size_t hi) {     \
    return visible(text, width, size, lo, hi);                                             \
  }                                                                                        \
  static size_t visible_end_##width(const void *text, size_t size, size_t lo, size_t hi) { \
    return visible_end(text, width, size, lo, hi);                                         \
  }
WIDTH(0)
WIDTH(1)
WIDTH(2)
WIDTH(4)

/* SECTION is searched only from the end; elsewhere the kernels of LINE give all that SECTION must give. */
#define ROW(name, width, section)                                                                        \
  {name##_##width##_SHIPLAP_LINE,     name##_##width##_SHIPLAP_WORD,  name##_##width##_SHIPLAP_SENTENCE, \
   name##_##width##_SHIPLAP_STANDARD, name##_##width##_SHIPLAP_LINES, name##_##width##_##section}
#define ROWS(name, section) {ROW(name, 0, section), ROW(name, 1, section), ROW(name, 2, section), ROW(name, 4, section)}

/* The initializer of a struct shiplap_scan_kernels. */
/* clang-format off */
#define SHIPLAP_SCAN_TABLE {                                           \
    .first = ROWS(first, SHIPLAP_LINE),                                             \
    .last = ROWS(last, SHIPLAP_SECTION),                                            \
    .all = ROWS(all, SHIPLAP_LINE),                                                 \
    .visible = {visible_0, visible_1, visible_2, visible_4},                        \
    .visible_end = {visible_end_0, visible_end_1, visible_end_2, visible_end_4},    \
  }
