/* test_isa.c: the choice of the instruction set. Run it with SHIPLAP_DISABLE unset and set: the choice must be the
 * best one that the variable does not name, the same for threads that make the first call together.
 */
#include "test.h"

#include <pthread.h>

static void *first_call(void *answer) {
  *(int *)answer = shiplap_isa();
  return NULL;
}

int main(void) {
  const char *disabled = getenv("SHIPLAP_DISABLE");
  int expected = shiplap_isa_supported();
  while (expected > SHIPLAP_SCALAR && disabled && strstr(disabled, shiplap_isa_name(expected))) expected--;

  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  int answers[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, first_call, &answers[i])) return 1;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    CHECK(answers[i] == expected, "chosen: %s; expected %s", shiplap_isa_name(answers[i]), shiplap_isa_name(expected));
  }
  for (int isa = -3; isa < 9; isa++) {
    int most = isa < shiplap_isa_supported() ? isa : shiplap_isa_supported();
    int wanted = most < SHIPLAP_SCALAR ? SHIPLAP_SCALAR : most;
    CHECK(shiplap_isa_use(isa) == wanted && shiplap_isa() == wanted, "use(%d) is not %d", isa, wanted);
    int last = shiplap_isa_name(SHIPLAP_AVX512) ? SHIPLAP_AVX512 : SHIPLAP_NEON;
    CHECK((shiplap_isa_name(isa) != NULL) == (isa >= SHIPLAP_SCALAR && isa <= last), "name(%d)", isa);
  }
  return done("test_isa");
}
