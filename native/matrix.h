// Quantising activations and multiplying them with int8 matrices.
#pragma once
#include "encoder.h"
#include "simd.h"

typedef struct {
  const int8_t *q;
  const float *scale, *sum, *bias;
} Matrix;

// Activations, the tokens of a block (`rows_of`) side by side: four inputs of each, then the next four. The plain build has them row by row.
static activation quantised[ROOM * INNER] __attribute__((aligned(16)));
static float step_of[ROOM], lowest_of[ROOM]; // value = lowest + step · quantised, per token

static int by_pairs; // set when the network is loaded

// How many of the tokens that are left are worked on together. By pairs two registers are taken by something else, and there is room for
// eight sums instead of ten.
INLINE int rows_of(int left) {
#ifdef RELAXED
  const int most = by_pairs ? 4 : 5;
  return left >= most ? most : left;
#else
  return left >= 4 ? 4 : left;
#endif
}

INLINE void store(v128_t first, v128_t second, int row, int rows, int k, int count, activation *block) {
#ifdef RELAXED
  (void)count;
  v128_t q = wasm_u8x16_narrow_i16x8(first, second);
  activation *out = block + k * rows + 4 * row;
  wasm_v128_store32_lane(out, q, 0);
  wasm_v128_store32_lane(out + 4 * rows, q, 1);
  wasm_v128_store32_lane(out + 8 * rows, q, 2);
  wasm_v128_store32_lane(out + 12 * rows, q, 3);
#else
  (void)rows;
  wasm_v128_store(block + row * count + k, first);
  wasm_v128_store(block + row * count + k + 8, second);
#endif
}

// One row of `count` floats to 0..127 between its lowest and highest value.
INLINE void quantise_row(const float *row, int token, int r, int rows, int count, activation *block) {
  v128_t low[4], high[4]; // four of each, which need not wait for each other
  for (int j = 0; j < 4; j++) low[j] = high[j] = wasm_v128_load(row + 4 * j);
  for (int k = 16; k < count; k += 16)
    for (int j = 0; j < 4; j++) {
      v128_t v = wasm_v128_load(row + k + 4 * j);
      low[j] = wasm_f32x4_pmin(low[j], v);
      high[j] = wasm_f32x4_pmax(high[j], v);
    }
  for (int j = 1; j < 4; j++) {
    low[0] = wasm_f32x4_pmin(low[0], low[j]);
    high[0] = wasm_f32x4_pmax(high[0], high[j]);
  }
  float lowest = -max_of(wasm_f32x4_neg(low[0])), step = (max_of(high[0]) - lowest) / 127.f;
  if (!(step > 1e-20f)) step = 1e-20f;
  step_of[token] = step;
  lowest_of[token] = lowest;
  v128_t inverse = all(1 / step), base = all(lowest), rounding = all(ROUNDING), most = wasm_i16x8_splat(127);
  for (int k = 0; k < count; k += 16) {
    v128_t q[4];
    for (int j = 0; j < 4; j++) {
      v128_t v = wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(row + k + 4 * j), base), inverse);
      q[j] = wasm_i32x4_sub(wasm_f32x4_add(v, rounding), rounding); // as integers
    }
    store(wasm_i16x8_min(wasm_i16x8_narrow_i32x4(q[0], q[1]), most), wasm_i16x8_min(wasm_i16x8_narrow_i32x4(q[2], q[3]), most), r, rows, k,
          count, block);
  }
}

static void quantise(const float *values, int tokens, int count) {
  for (int t = 0, rows; t < tokens; t += rows) {
    rows = rows_of(tokens - t);
    for (int r = 0; r < rows; r++) quantise_row(values + (t + r) * count, t + r, r, rows, count, quantised + t * count);
  }
}

// out[r][0..3] = (sums · step + lowest · sum) · scale + bias, for `rows` tokens. Written out, so that what belongs to the outputs is loaded once
// and no sum waits in memory.
INLINE void finish(const int rows, const v128_t *sums, const int next, int token, const Matrix *m, int n, float *out, int apart) {
  v128_t sum = wasm_v128_load(m->sum + n), scale = wasm_v128_load(m->scale + n), bias = wasm_v128_load(m->bias + n);
#pragma clang loop unroll(full)
  for (int r = 0; r < rows; r++) {
    v128_t f = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums[r * next]), wasm_v128_load32_splat(step_of + token + r));
    f = MULTIPLY_ADD(wasm_v128_load32_splat(lowest_of + token + r), sum, f);
    wasm_v128_store(out + r * apart, MULTIPLY_ADD(f, scale, bias));
  }
}

#ifdef RELAXED
// Sums of a block of `rows` tokens times 4 · `groups` outputs (constants after inlining). The loop is written in the
// engine's own instructions because their order matters: ten sums, which is what it takes that none waits for another, two registers of
// weights and two of activations are nearly all that x86 engines have, and a compiler that moves one load spills a sum. Activations are
// loaded sixteen bytes at a time, as engines check the bounds of every load. `volatile` also tells the compiler that memory is read.
#define SPLAT(to, from, a, b, c, d)                                                                                                    \
  __asm__ volatile("local.get %1\n local.get %1\n i8x16.shuffle " #a "," #b "," #c "," #d "," #a "," #b "," #c "," #d "," #a "," #b     \
                   "," #c "," #d "," #a "," #b "," #c "," #d "\n local.set %0"                                                         \
                   : "=r"(to)                                                                                                          \
                   : "r"(from))
INLINE v128_t splat(v128_t v, const int lane) {
  v128_t x;
  if (lane == 0) SPLAT(x, v, 0, 1, 2, 3);
  else if (lane == 1) SPLAT(x, v, 4, 5, 6, 7);
  else if (lane == 2) SPLAT(x, v, 8, 9, 10, 11);
  else SPLAT(x, v, 12, 13, 14, 15);
  return x;
}
INLINE void tile(const int rows, const int groups, const int by_pairs, int token, const Matrix *m, int n, int inputs, float *out, int apart) {
  const activation *a = quantised + token * inputs, *end = a + rows * inputs;
  const int8_t *q[8]; // of each group, so that loads have the same few offsets: engines take an instruction for each to check bounds
  v128_t c[5][8], w[8], four, x, ones = wasm_i16x8_splat(1);
  for (int g = 0; g < groups; g++) q[g] = m->q + (n + 4 * g) * inputs;
  for (int r = 0; r < rows; r++)
    for (int g = 0; g < groups; g++) c[r][g] = wasm_i32x4_splat(0);
#pragma clang loop unroll(disable)
  for (; a != end; a += 16 * rows) {
#pragma clang loop unroll(full)
    for (int i = 0; i < 4 * rows; i++) { // four inputs of each row, four times
      const int step = i / rows, r = i % rows;
      if (i % 4 == 0) LOAD(four, a, 4 * i);
      x = splat(four, i % 4);
#pragma clang loop unroll(full)
      for (int g = 0; g < groups; g++) {
        if (r == 0) LOAD(w[g], q[g], 16 * step);
        if (by_pairs) DOT_BY_PAIRS(w[g], x, c[r][g], ones);
        else DOT(w[g], x, c[r][g]);
      }
    }
#pragma clang loop unroll(full)
    for (int g = 0; g < groups; g++) q[g] += 64;
  }
#pragma clang loop unroll(full)
  for (int g = 0; g < groups; g++) finish(rows, &c[0][g], 8, token, m, n + 4 * g, out + 4 * g, apart);
}
#else
// Sums of `rows` tokens times four outputs: each accumulator holds two outputs in two partial sums.
INLINE void tile(const int rows, const int groups, const int by_pairs, int token, const Matrix *m, int n, int inputs, float *out, int apart) {
  (void)groups; // always one
  (void)by_pairs;
  const activation *a = quantised + token * inputs;
  const int8_t *w = m->q + n * inputs;
  v128_t c[4][2];
  for (int r = 0; r < rows; r++) c[r][0] = c[r][1] = wasm_i32x4_splat(0);
  for (int k = 0; k < inputs; k += 4) {
    v128_t w0 = wasm_i16x8_load8x8(w + k * 4), w1 = wasm_i16x8_load8x8(w + k * 4 + 8);
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      v128_t x = wasm_v128_load64_splat(a + r * inputs + k);
      c[r][0] = wasm_i32x4_add(c[r][0], wasm_i32x4_dot_i16x8(x, w0));
      c[r][1] = wasm_i32x4_add(c[r][1], wasm_i32x4_dot_i16x8(x, w1));
    }
  }
  v128_t sums[4];
  for (int r = 0; r < rows; r++) {
    v128_t even = wasm_i32x4_shuffle(c[r][0], c[r][1], 0, 2, 4, 6), odd = wasm_i32x4_shuffle(c[r][0], c[r][1], 1, 3, 5, 7);
    sums[r] = wasm_i32x4_add(even, odd);
  }
  finish(rows, sums, 1, token, m, n, out, apart);
}
#endif

// out[tokens] = quantised[tokens][inputs] · matrixᵀ + bias, `apart` floats from each to the next: blocks of `rows` tokens as long as there are
// any, from token `t` on. A tile's weights stay in the first cache for all of them.
INLINE int strip(const int rows, const int groups, const int by_pairs, int t, int tokens, const Matrix *m, int outputs, int inputs, float *out,
                 int apart) {
  int end = t;
  while (end < tokens && rows_of(tokens - end) == rows) end += rows;
  for (int n = 0; n < outputs; n += 4 * groups)
    for (int i = t; i < end; i += rows) tile(rows, groups, by_pairs, i, m, n, inputs, out + i * apart + n, apart);
  return end;
}

// The fewer tokens are left, the more outputs are summed together.
INLINE void multiply_by(const int by_pairs, const Matrix *m, int tokens, int outputs, int inputs, float *out, int apart) {
  (void)by_pairs;
#ifdef RELAXED
  int t = by_pairs ? 0 : strip(5, 2, 0, 0, tokens, m, outputs, inputs, out, apart);
  t = strip(4, 2, by_pairs, t, tokens, m, outputs, inputs, out, apart);
  t = strip(3, 2, by_pairs, t, tokens, m, outputs, inputs, out, apart);
  t = strip(2, 4, by_pairs, t, tokens, m, outputs, inputs, out, apart);
  strip(1, 8, by_pairs, t, tokens, m, outputs, inputs, out, apart);
#else
  int t = strip(4, 1, 0, 0, tokens, m, outputs, inputs, out, apart);
  t = strip(3, 1, 0, t, tokens, m, outputs, inputs, out, apart);
  t = strip(2, 1, 0, t, tokens, m, outputs, inputs, out, apart);
  strip(1, 1, 0, t, tokens, m, outputs, inputs, out, apart);
#endif
}

__attribute__((noinline)) static void multiply_into(const Matrix *m, int tokens, int outputs, int inputs, float *out, int apart) {
  if (by_pairs) multiply_by(1, m, tokens, outputs, inputs, out, apart);
  else multiply_by(0, m, tokens, outputs, inputs, out, apart);
}

static void multiply(const Matrix *m, int tokens, int outputs, int inputs, float *out) {
  multiply_into(m, tokens, outputs, inputs, out, outputs);
}

// The outputs of a matrix from `n` on.
static Matrix outputs_from(const Matrix *m, int n, int inputs) {
  return (Matrix){m->q + n * inputs, m->scale + n, m->sum + n, m->bias + n};
}
