// What the two builds do differently. Both compute the same: activations of 7 bits (0..127, with a scale and a lowest value per
// token) times weights of 8 bits, summed in 32 bits.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

// Not the fused form: an activation that rounds the other way moves the vector, so every build and engine must round alike. As it is,
// both binaries and the TypeScript reference give the same bits.
#define MULTIPLY_ADD(a, b, c) wasm_f32x4_add(wasm_f32x4_mul(a, b), c)

#define INLINE static inline __attribute__((always_inline))

#ifdef RELAXED
typedef uint8_t activation; // 0..127: i8x16 × i7x16 products never saturate, so every engine gives the same sum

// c += w · x, in groups of four, where it is written: left to the compiler, sums wait in memory because loads were moved before them.
#define DOT(w, x, c)                                                                                                                   \
  __asm__ volatile("local.get %1\n local.get %2\n local.get %0\n i32x4.relaxed_dot_i8x16_i7x16_add_s\n local.set %0" : "+r"(c) : "r"(w), "r"(x))

// The same in three steps, with `ones` of 16 bits. x86 without AVX-VNNI has no instruction for it, and V8 takes five there, two of which only
// make these ones.
#define DOT_BY_PAIRS(w, x, c, ones)                                                                                                    \
  __asm__ volatile("local.get %1\n local.get %2\n i16x8.relaxed_dot_i8x16_i7x16_s\n local.get %3\n i32x4.dot_i16x8_s\n"               \
                   " local.get %0\n i32x4.add\n local.set %0"                                                                          \
                   : "+r"(c)                                                                                                           \
                   : "r"(w), "r"(x), "r"(ones))

// c += products of neighbours, added up in 16 bits, where it is written.
#define ADD_PAIRS(w, x, c)                                                                                                             \
  __asm__ volatile("local.get %1\n local.get %2\n i16x8.relaxed_dot_i8x16_i7x16_s\n local.get %0\n i16x8.add\n local.set %0"              \
                   : "+r"(c)                                                                                                           \
                   : "r"(w), "r"(x))
#else
typedef int16_t activation; // widened once per token, so that the inner loop only widens weights
#endif

// Whether this processor's dot products are made by pairs. Bytes that no activation has tell: pairs of 127 · 255 stop at the most that 16 bits
// hold, and nothing else does.
INLINE int is_by_pairs(void) {
#ifdef RELAXED
  v128_t sum = wasm_i32x4_splat(0), weight = wasm_i8x16_splat(127), activations = wasm_u8x16_splat(255);
  DOT(weight, activations, sum);
  return wasm_i32x4_extract_lane(sum, 0) == 2 * 32767;
#else
  return 0;
#endif
}

// Loads, where they are written: moved away from their use, what they load waits in memory.
#define LOAD(to, from, at) __asm__ volatile("local.get %1\n v128.load %2\n local.set %0" : "=r"(to) : "r"(from), "i"(at))
// Of a place that is known when this is compiled, engines check no bounds.
#define LOAD_AT(to, place) __asm__ volatile("i32.const %1\n v128.load 0\n local.set %0" : "=r"(to) : "i"(place))
#define SPLAT_AT(to, place) __asm__ volatile("i32.const %1\n v128.load32_splat 0\n local.set %0" : "=r"(to) : "i"(place))

// c += x · w of 16 bits, in pairs.
#define DOT_16(x, w, c)                                                                                                                \
  __asm__ volatile("local.get %1\n local.get %2\n i32x4.dot_i16x8_s\n local.get %0\n i32x4.add\n local.set %0" : "+r"(c) : "r"(x), "r"(w))

INLINE v128_t all(float f) { return wasm_f32x4_splat(f); }

INLINE float sum_of(v128_t v) {
  return wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1) + wasm_f32x4_extract_lane(v, 2) +
         wasm_f32x4_extract_lane(v, 3);
}

INLINE float max_of(v128_t v) {
  v128_t m = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  m = wasm_f32x4_pmax(m, wasm_i32x4_shuffle(m, m, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(m, 0);
}

// Added to a small float, it leaves the nearest integer (of two, the even one) in the lowest bits: cheaper than rounding and converting.
#define ROUNDING 12582912.f // 1.5 · 2^23

// Engines make a constant anew wherever it is used, by three instructions of which two want the same port: a load is cheaper in the
// middle of a formula. `volatile` keeps the compiler from seeing through it.
typedef float Constant[4] __attribute__((aligned(16)));
#define CONSTANT(name, value) static volatile Constant name = {value, value, value, value}
INLINE v128_t of(const volatile Constant *c) { return *(const volatile v128_t *)c; }

CONSTANT(HIGHEST, 126);
CONSTANT(LOWEST, -126);
CONSTANT(ONE, 1);
CONSTANT(ROUND, ROUNDING);
CONSTANT(POWER1, 6.93124193e-1f);
CONSTANT(POWER2, 2.40240986e-1f);
CONSTANT(POWER3, 5.59064262e-2f);
CONSTANT(POWER4, 9.58285322e-3f);

// 2^x by 2^n · polynomial of degree 4; relative error below 3e-6, far under what 7-bit activations see. x is no more than 126.
INLINE v128_t power_below(v128_t v) {
  v = wasm_f32x4_pmax(v, of(&LOWEST));
  v128_t n = wasm_f32x4_add(v, of(&ROUND)), f = wasm_f32x4_sub(v, wasm_f32x4_sub(n, of(&ROUND)));
  v128_t p = MULTIPLY_ADD(f, of(&POWER4), of(&POWER3));
  p = MULTIPLY_ADD(p, f, of(&POWER2));
  p = MULTIPLY_ADD(p, f, of(&POWER1));
  p = MULTIPLY_ADD(p, f, of(&ONE));
  return wasm_i32x4_add(p, wasm_i32x4_shl(n, 23));
}

INLINE v128_t power_of_two(v128_t v) { return power_below(wasm_f32x4_pmin(v, of(&HIGHEST))); }
