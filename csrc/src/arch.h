/* arch.h: the abilities of compiler and processor, and the target regions for instruction sets.
 *
 * Instruction sets are chosen in the source, not by build flags: a file opens a target region, includes the block
 * header and the template of its family, and closes the region. So every file compiles with the same flags on every
 * processor, and no code outside a region can use an instruction that the processor may lack. NEON needs no region,
 * because every processor that the file is compiled for has it.
 */
#ifndef SHIPLAP_ARCH_H
#define SHIPLAP_ARCH_H

#if defined(__GNUC__) || defined(__clang__)
#define SHIPLAP_INLINE static inline __attribute__((always_inline))
#define SHIPLAP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define SHIPLAP_APART __attribute__((noinline))
#else
#define SHIPLAP_INLINE static inline
#define SHIPLAP_UNLIKELY(condition) (condition)
#define SHIPLAP_APART
#endif

/* Names that only the files of the core share. */
#if !defined(_WIN32) && (defined(__GNUC__) || defined(__clang__))
#define SHIPLAP_HIDDEN __attribute__((visibility("hidden")))
#else
#define SHIPLAP_HIDDEN
#endif

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(SHIPLAP_ONLY_SCALAR)
#define SHIPLAP_X86 1
#else
#define SHIPLAP_X86 0
#endif

/* NEON: the order of lanes is that of a little-endian system. */
#if defined(__aarch64__) && defined(__ARM_NEON) && defined(__AARCH64EL__) && \
    (defined(__GNUC__) || defined(__clang__)) && !defined(SHIPLAP_ONLY_SCALAR)
#define SHIPLAP_AARCH64 1
#else
#define SHIPLAP_AARCH64 0
#endif

/* cpu.c tests for exactly these features: change both together. */
#define SHIPLAP_FEATURES_AVX2 "avx2,bmi,bmi2,lzcnt,popcnt"
#define SHIPLAP_FEATURES_AVX512 "avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2"

#define SHIPLAP_PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define SHIPLAP_TARGET_BEGIN(features) \
  SHIPLAP_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define SHIPLAP_TARGET_END SHIPLAP_PRAGMA(clang attribute pop)
#elif defined(__GNUC__)
#define SHIPLAP_TARGET_BEGIN(features) SHIPLAP_PRAGMA(GCC push_options) SHIPLAP_PRAGMA(GCC target(features))
#define SHIPLAP_TARGET_END SHIPLAP_PRAGMA(GCC pop_options)
#endif

#endif
