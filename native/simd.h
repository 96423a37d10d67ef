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
#define TILE 8              // outputs worked on together
#ifdef SPLIT_DOT            // two instructions, for engines whose fused form is slow
#define DOT(w, a, c) wasm_i32x4_add(c, wasm_i32x4_dot_i16x8(wasm_i16x8_relaxed_dot_i8x16_i7x16(w, a), wasm_i16x8_splat(1)))
#else
#define DOT(w, a, c) wasm_i32x4_relaxed_dot_i8x16_i7x16_add(w, a, c)
#endif
#else
typedef int16_t activation; // widened once per token, so that the inner loop only widens weights
#define TILE 4
#endif

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

// e^x by 2^n · polynomial of degree 5; relative error below 3e-6, far under what 7-bit activations see.
INLINE v128_t exponential(v128_t v) {
  v = wasm_f32x4_pmax(wasm_f32x4_pmin(wasm_f32x4_mul(v, all(1.44269504f)), all(126)), all(-126));
  v128_t n = wasm_f32x4_nearest(v), f = wasm_f32x4_sub(v, n);
  v128_t p = MULTIPLY_ADD(all(1.3333558e-3f), f, all(9.6181291e-3f));
  p = MULTIPLY_ADD(p, f, all(5.5504109e-2f));
  p = MULTIPLY_ADD(p, f, all(2.4022651e-1f));
  p = MULTIPLY_ADD(p, f, all(6.9314718e-1f));
  p = MULTIPLY_ADD(p, f, all(1));
  return wasm_i32x4_add(p, wasm_i32x4_shl(wasm_i32x4_trunc_sat_f32x4(n), 23));
}
