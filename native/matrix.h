// Quantising activations and multiplying them with int8 matrices.
#pragma once
#include "encoder.h"
#include "simd.h"

typedef struct {
  const int8_t *q;
  const float *scale, *sum, *bias;
} Matrix;

static activation quantised[WINDOW * INNER] __attribute__((aligned(16)));
static float step_of[WINDOW], lowest_of[WINDOW]; // value = lowest + step · quantised, per token

// Rows of `count` floats to 0..127 between each row's lowest and highest value.
static void quantise(const float *rows, int tokens, int count) {
  for (int t = 0; t < tokens; t++) {
    const float *row = rows + t * count;
    activation *out = quantised + t * count;
    v128_t low = wasm_v128_load(row), high = low;
    for (int k = 4; k < count; k += 4) {
      v128_t v = wasm_v128_load(row + k);
      low = wasm_f32x4_pmin(low, v);
      high = wasm_f32x4_pmax(high, v);
    }
    float lowest = -max_of(wasm_f32x4_neg(low)), step = (max_of(high) - lowest) / 127.f;
    if (!(step > 1e-20f)) step = 1e-20f;
    step_of[t] = step;
    lowest_of[t] = lowest;
    v128_t inverse = all(1 / step), base = all(lowest);
    for (int k = 0; k < count; k += 16) {
      v128_t q[4];
      for (int j = 0; j < 4; j++) {
        v128_t v = wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(row + k + 4 * j), base), inverse);
        q[j] = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(v));
      }
      v128_t first = wasm_i16x8_narrow_i32x4(q[0], q[1]), second = wasm_i16x8_narrow_i32x4(q[2], q[3]);
#ifdef RELAXED
      wasm_v128_store(out + k, wasm_u8x16_min(wasm_u8x16_narrow_i16x8(first, second), wasm_u8x16_splat(127)));
#else
      wasm_v128_store(out + k, wasm_i16x8_min(first, wasm_i16x8_splat(127)));
      wasm_v128_store(out + k + 8, wasm_i16x8_min(second, wasm_i16x8_splat(127)));
#endif
    }
  }
}

// out[r][0..3] = (sums · step + lowest · sum) · scale + bias
INLINE void finish(v128_t sums, int token, const Matrix *m, int n, float *out) {
  v128_t f = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums), all(step_of[token]));
  f = MULTIPLY_ADD(all(lowest_of[token]), wasm_v128_load(m->sum + n), f);
  wasm_v128_store(out, MULTIPLY_ADD(f, wasm_v128_load(m->scale + n), wasm_v128_load(m->bias + n)));
}

// `rows` tokens (a constant after inlining) times TILE outputs.
INLINE void tile(const int rows, int token, const Matrix *m, int n, int outputs, const int inputs, float *out) {
  const activation *a = quantised + token * inputs;
  const int8_t *w = m->q + n * inputs;
  v128_t c[4][2];
  for (int r = 0; r < rows; r++) c[r][0] = c[r][1] = wasm_i32x4_splat(0);
#ifdef RELAXED
  const int8_t *w_next = w + inputs * 4;
  for (int k = 0; k < inputs; k += 4) {
    v128_t w0 = wasm_v128_load(w + k * 4), w1 = wasm_v128_load(w_next + k * 4);
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      v128_t x = wasm_v128_load32_splat(a + r * inputs + k);
      c[r][0] = DOT(w0, x, c[r][0]);
      c[r][1] = DOT(w1, x, c[r][1]);
    }
  }
  for (int r = 0; r < rows; r++) {
    finish(c[r][0], token + r, m, n, out + r * outputs);
    finish(c[r][1], token + r, m, n + 4, out + r * outputs + 4);
  }
#else
  for (int k = 0; k < inputs; k += 4) { // each accumulator holds two outputs in two partial sums
    v128_t w0 = wasm_i16x8_load8x8(w + k * 4), w1 = wasm_i16x8_load8x8(w + k * 4 + 8);
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      v128_t x = wasm_v128_load64_splat(a + r * inputs + k);
      c[r][0] = wasm_i32x4_add(c[r][0], wasm_i32x4_dot_i16x8(x, w0));
      c[r][1] = wasm_i32x4_add(c[r][1], wasm_i32x4_dot_i16x8(x, w1));
    }
  }
  for (int r = 0; r < rows; r++) {
    v128_t even = wasm_i32x4_shuffle(c[r][0], c[r][1], 0, 2, 4, 6), odd = wasm_i32x4_shuffle(c[r][0], c[r][1], 1, 3, 5, 7);
    finish(wasm_i32x4_add(even, odd), token + r, m, n, out + r * outputs);
  }
#endif
}

// out[tokens][outputs] = quantised[tokens][inputs] · matrixᵀ + bias. A tile of weights stays in the first cache for all tokens.
INLINE void multiply_by(const Matrix *m, int tokens, int outputs, const int inputs, float *out) {
  for (int n = 0; n < outputs; n += TILE) {
    int t = 0;
    for (; t + 4 <= tokens; t += 4) tile(4, t, m, n, outputs, inputs, out + t * outputs + n);
    float *rest = out + t * outputs + n;
    switch (tokens - t) {
    case 3: tile(3, t, m, n, outputs, inputs, rest); break;
    case 2: tile(2, t, m, n, outputs, inputs, rest); break;
    case 1: tile(1, t, m, n, outputs, inputs, rest);
    }
  }
}

// The number of inputs is a constant in either call, so that the offsets inside a tile are constants too.
__attribute__((noinline)) static void multiply(const Matrix *m, int tokens, int outputs, int inputs, float *out) {
  if (inputs == WIDTH) multiply_by(m, tokens, outputs, WIDTH, out);
  else multiply_by(m, tokens, outputs, INNER, out);
}
