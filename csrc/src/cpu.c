/* cpu.c: which instruction sets may be used here, and their names. It calls no other file.
 *
 * An instruction set may be used if the processor has the instructions (cpuid) and the operating system saves the
 * registers that they use (xgetbv). On a processor with AVX-512 under a system that does not save the zmm registers,
 * data would be corrupted silently; so both are tested.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#if SHIPLAP_X86
#include <cpuid.h>
#include <stdatomic.h>

#define ALL(value, bits) (((value) & (bits)) == (bits))

static unsigned long long enabled_registers(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0)); /* the intrinsic would need a target region */
  return ((unsigned long long)high << 32) | low;
}

static int ask(void) {
  const unsigned leaf1_ecx = 1u << 20 | 1u << 23 | 1u << 27 | 1u << 28;  /* SSE4.2 POPCNT OSXSAVE AVX */
  const unsigned extended_ecx = 1u << 5;                                 /* LZCNT */
  const unsigned leaf7_ebx = 1u << 3 | 1u << 5 | 1u << 8;                /* BMI AVX2 BMI2 */
  const unsigned avx512_ebx = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F DQ BW VL */
  const unsigned avx512_ecx = 1u << 1 | 1u << 6;                         /* VBMI VBMI2 */
  const unsigned long long ymm = 0x06, zmm = 0xE6;                       /* XCR0: xmm ymm, k zmm */
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !ALL(c, leaf1_ecx)) return SHIPLAP_SCALAR;
  unsigned long long registers = enabled_registers();
  if (!ALL(registers, ymm)) return SHIPLAP_SCALAR;
  if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || !ALL(c, extended_ecx)) return SHIPLAP_SCALAR;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !ALL(b, leaf7_ebx)) return SHIPLAP_SCALAR;
  if (ALL(b, avx512_ebx) && ALL(c, avx512_ecx) && ALL(registers, zmm)) return SHIPLAP_AVX512;
  return SHIPLAP_AVX2;
}

/* The result is kept, because under a hypervisor each cpuid is a trap of some microseconds. */
int shiplap_cpu_supported(void) {
  static atomic_int known = -1;
  int isa = atomic_load_explicit(&known, memory_order_relaxed);
  if (isa < 0) atomic_store_explicit(&known, isa = ask(), memory_order_relaxed);
  return isa;
}
#elif SHIPLAP_AARCH64
int shiplap_cpu_supported(void) { return SHIPLAP_NEON; }
#else
int shiplap_cpu_supported(void) { return SHIPLAP_SCALAR; }
#endif

const char *shiplap_isa_name(int isa) {
#if SHIPLAP_AARCH64
  static const char *const names[] = {[SHIPLAP_SCALAR] = "scalar", [SHIPLAP_NEON] = "neon"};
#else
  static const char *const names[] = {
      [SHIPLAP_SCALAR] = "scalar", [SHIPLAP_AVX2] = "avx2", [SHIPLAP_AVX512] = "avx512"};
#endif
  return 0 <= isa && isa < (int)(sizeof names / sizeof *names) ? names[isa] : NULL;
}

/* Return whether `name` is an entry of the list. Commas, spaces and semicolons separate entries. */
static int listed(const char *list, const char *name) {
  size_t length = strlen(name);
  while (*list) {
    size_t entry = strcspn(list, ", ;");
    if (entry == length && memcmp(list, name, length) == 0) return 1;
    list += entry;
    list += strspn(list, ", ;");
  }
  return 0;
}

int shiplap_cpu_choice(void) {
  const char *hidden = getenv("SHIPLAP_DISABLE");
  int isa = shiplap_cpu_supported();
  while (hidden && isa > SHIPLAP_SCALAR && listed(hidden, shiplap_isa_name(isa))) isa--;
  return isa;
}
