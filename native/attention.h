// Softmax attention in float32: for texts of a few dozen tokens it is a tenth of the work, for a question with five memories a third; it is not quantised.
#pragma once
#include "encoder.h"
#include "simd.h"

static float keys[HEAD * ROOM], scores[4 * ROOM]; // one head's keys transposed; scores of four queries

// c[rows][8] = a[rows][count] · b[count][8]
INLINE void block(const int rows, const float *a, int a_step, const float *b, int b_step, int count, float *c, int c_step) {
  v128_t s[4][2];
  for (int r = 0; r < rows; r++) s[r][0] = s[r][1] = all(0);
  for (int k = 0; k < count; k++) {
    v128_t b0 = wasm_v128_load(b + k * b_step), b1 = wasm_v128_load(b + k * b_step + 4);
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      v128_t x = wasm_v128_load32_splat(a + r * a_step + k);
      s[r][0] = MULTIPLY_ADD(x, b0, s[r][0]);
      s[r][1] = MULTIPLY_ADD(x, b1, s[r][1]);
    }
  }
  for (int r = 0; r < rows; r++) {
    wasm_v128_store(c + r * c_step, s[r][0]);
    wasm_v128_store(c + r * c_step + 4, s[r][1]);
  }
}

INLINE void any_block(int rows, const float *a, int a_step, const float *b, int b_step, int count, float *c, int c_step) {
  switch (rows) {
  case 4: block(4, a, a_step, b, b_step, count, c, c_step); break;
  case 3: block(3, a, a_step, b, b_step, count, c, c_step); break;
  case 2: block(2, a, a_step, b, b_step, count, c, c_step); break;
  default: block(1, a, a_step, b, b_step, count, c, c_step);
  }
}

// Turns scores into 2^(score − highest) and returns one over their sum. `padded` is `tokens` rounded up to 8.
INLINE float softmax(float *s, int tokens, int padded) {
  for (int j = tokens; j < padded; j++) s[j] = -1e30f;
  v128_t high = wasm_v128_load(s), sum = all(0);
  for (int j = 4; j < padded; j += 4) high = wasm_f32x4_pmax(high, wasm_v128_load(s + j));
  v128_t highest = all(max_of(high));
  for (int j = 0; j < padded; j += 4) {
    v128_t e = power_of_two(wasm_f32x4_sub(wasm_v128_load(s + j), highest));
    wasm_v128_store(s + j, e);
    sum = wasm_f32x4_add(sum, e);
  }
  return 1 / sum_of(sum);
}

// Of each of `rows` queries, `step` floats apart, what it sees in qkv[tokens][3 · WIDTH] → out[rows][WIDTH]
static void attend(const float *queries, int rows, int step, const float *qkv, int tokens, float *out) {
  const int each = 3 * WIDTH, padded = (tokens + 7) & ~7;
  for (int h = 0; h < HEADS; h++) {
    const float *q = queries + h * HEAD, *k = qkv + WIDTH + h * HEAD, *v = k + WIDTH;
    for (int j = 0; j < padded; j++)
      for (int d = 0; d < HEAD; d++) keys[d * padded + j] = j < tokens ? k[j * each + d] * 0.255034862f : 0; // log2 e / √HEAD
    for (int i = 0; i < rows; i += 4) {
      int some = rows - i < 4 ? rows - i : 4;
      for (int j = 0; j < padded; j += 8) any_block(some, q + i * step, step, keys + j, padded, HEAD, scores + j, ROOM);
      float inverse[4];
      for (int r = 0; r < some; r++) inverse[r] = softmax(scores + r * ROOM, tokens, padded);
      float *o = out + i * WIDTH + h * HEAD;
      for (int d = 0; d < HEAD; d += 8) any_block(some, scores, ROOM, v + d, each, tokens, o + d, WIDTH);
      for (int r = 0; r < some; r++)
        for (int d = 0; d < HEAD; d += 4) {
          float *p = o + r * WIDTH + d;
          wasm_v128_store(p, wasm_f32x4_mul(wasm_v128_load(p), all(inverse[r])));
        }
    }
  }
}
