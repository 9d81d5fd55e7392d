/* find_instances.h: one kernel for each width, and the table of them, from the functions first, last and set, which
 * take the width as a constant. Include it after those three. */
#define FIND(name, width)                                                                                       \
  static ptrdiff_t name##_##width(const void *text, size_t size, const void *literal, size_t length, size_t lo, \
                                  size_t hi) {                                                                  \
    return name(text, width, size, literal, length, lo, hi);                                                    \
  }
FIND(first, 1)
FIND(first, 2)
FIND(first, 4)
FIND(last, 1)
FIND(last, 2)
FIND(last, 4)

#define SET(width)                                                                                    \
  static void set_##width(const void *units, size_t count, const uint8_t *members, uint64_t *masks) { \
    set(units, width, count, members, masks);                                                         \
  }
SET(1)
SET(2)
SET(4)

/* The initializer of a struct shiplap_find_kernels. */
/* clang-format off */
#define SHIPLAP_FIND_TABLE                                                                            \
  {.first = {first_1, first_2, first_4}, .last = {last_1, last_2, last_4}, .set = {set_1, set_2, set_4}}
