// Softmax attention: for texts of a few dozen tokens it is a tenth of the work, for a question with five memories a quarter. Sums are made of
// integers of 16 bits, eight products an instruction, where float32 makes four; they are far finer than the 7 bits of activations.
#pragma once
#include "encoder.h"
#include "simd.h"

#define MOST_ASKED 8191  // of a query and a key: 32 products of these fit into 32 bits
#define MOST_SHARE 32767 // of a value, and of all that a query sees together

static int16_t keys[HEAD * ROOM], values[HEAD * ROOM]; // one head's, in pairs: of keys two places of a token, of values two tokens
static int16_t asked[4 * HEAD], shares[4 * ROOM];      // of four queries
static float scores[4 * ROOM];

// c[rows][8] = a[rows][count] · b[count][8] · scale; of b two rows lie side by side, and `count` is even.
INLINE void block(const int rows, const int16_t *a, int a_step, const int16_t *b, int b_step, int count, float scale, float *c, int c_step) {
  v128_t s[4][2];
  for (int r = 0; r < rows; r++) s[r][0] = s[r][1] = wasm_i32x4_splat(0);
  for (int k = 0; k < count; k += 2) {
    v128_t b0 = wasm_v128_load(b + k * b_step), b1 = wasm_v128_load(b + k * b_step + 8);
#pragma clang loop unroll(full)
    for (int r = 0; r < rows; r++) {
      v128_t x = wasm_v128_load32_splat(a + r * a_step + k);
      s[r][0] = wasm_i32x4_add(s[r][0], wasm_i32x4_dot_i16x8(x, b0));
      s[r][1] = wasm_i32x4_add(s[r][1], wasm_i32x4_dot_i16x8(x, b1));
    }
  }
  for (int r = 0; r < rows; r++)
    for (int half = 0; half < 2; half++) wasm_v128_store(c + r * c_step + 4 * half, wasm_f32x4_mul(wasm_f32x4_convert_i32x4(s[r][half]), all(scale)));
}

INLINE void any_block(int rows, const int16_t *a, int a_step, const int16_t *b, int b_step, int count, float scale, float *c, int c_step) {
  switch (rows) {
  case 4: block(4, a, a_step, b, b_step, count, scale, c, c_step); break;
  case 3: block(3, a, a_step, b, b_step, count, scale, c, c_step); break;
  case 2: block(2, a, a_step, b, b_step, count, scale, c, c_step); break;
  default: block(1, a, a_step, b, b_step, count, scale, c, c_step);
  }
}

// What the farthest from zero of one head's rows comes to in steps of one over `most`.
static float step_to(const float *rows, int count, int each, float most) {
  v128_t far[2] = {all(1e-20f), all(1e-20f)};
  for (int t = 0; t < count; t++)
    for (int d = 0; d < HEAD; d += 8)
      for (int half = 0; half < 2; half++) far[half] = wasm_f32x4_pmax(far[half], wasm_f32x4_abs(wasm_v128_load(rows + t * each + d + 4 * half)));
  return max_of(wasm_f32x4_pmax(far[0], far[1])) / most;
}

// Eight floats as integers of 16 bits.
INLINE v128_t narrow(const float *from, v128_t factor) {
  v128_t q[2];
  for (int half = 0; half < 2; half++)
    q[half] = wasm_i32x4_sub(wasm_f32x4_add(wasm_f32x4_mul(wasm_v128_load(from + 4 * half), factor), all(ROUNDING)), all(ROUNDING));
  return wasm_i16x8_narrow_i32x4(q[0], q[1]);
}

// Turns scores into 2^(score − highest), each as its share of their sum. `padded` is `tokens` rounded up to 8.
INLINE void softmax(float *s, int tokens, int padded, int16_t *out) {
  for (int j = tokens; j < padded; j++) s[j] = -1e30f;
  v128_t high = wasm_v128_load(s), sum = all(0);
  for (int j = 4; j < padded; j += 4) high = wasm_f32x4_pmax(high, wasm_v128_load(s + j));
  v128_t highest = all(max_of(high));
  for (int j = 0; j < padded; j += 4) {
    v128_t e = power_of_two(wasm_f32x4_sub(wasm_v128_load(s + j), highest));
    wasm_v128_store(s + j, e);
    sum = wasm_f32x4_add(sum, e);
  }
  v128_t factor = all(MOST_SHARE / sum_of(sum));
  for (int j = 0; j < padded; j += 8) wasm_v128_store(out + j, narrow(s + j, factor));
}

// Of each of `rows` queries, `step` floats apart, what it sees in qkv[tokens][3 · WIDTH] → out[rows][WIDTH]
static void attend(const float *queries, int rows, int step, const float *qkv, int tokens, float *out) {
  const int each = 3 * WIDTH, padded = (tokens + 7) & ~7;
  for (int h = 0; h < HEADS; h++) {
    const float *q = queries + h * HEAD, *k = qkv + WIDTH + h * HEAD, *v = k + WIDTH;
    float q_step = step_to(q, rows, step, MOST_ASKED), k_step = step_to(k, tokens, each, MOST_ASKED), v_step = step_to(v, tokens, each, MOST_SHARE);
    v128_t to_q = all(1 / q_step), to_k = all(1 / k_step), to_v = all(1 / v_step), none = wasm_i32x4_splat(0);
    for (int j = 0; j < padded; j++)
      for (int d = 0; d < HEAD; d += 8) {
        v128_t pairs = j < tokens ? narrow(k + j * each + d, to_k) : none;
        int16_t *to = keys + d * padded + 2 * j;
        wasm_v128_store32_lane(to, pairs, 0);
        wasm_v128_store32_lane(to + 2 * padded, pairs, 1);
        wasm_v128_store32_lane(to + 4 * padded, pairs, 2);
        wasm_v128_store32_lane(to + 6 * padded, pairs, 3);
      }
    for (int j = 0; j < tokens; j += 2)
      for (int d = 0; d < HEAD; d += 8) {
        v128_t a = narrow(v + j * each + d, to_v), b = j + 1 < tokens ? narrow(v + (j + 1) * each + d, to_v) : none;
        wasm_v128_store(values + j * HEAD + 2 * d, wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
        wasm_v128_store(values + j * HEAD + 2 * d + 8, wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
      }
    for (int i = 0; i < rows; i += 4) {
      int some = rows - i < 4 ? rows - i : 4;
      for (int r = 0; r < some; r++)
        for (int d = 0; d < HEAD; d += 8) wasm_v128_store(asked + r * HEAD + d, narrow(q + (i + r) * step + d, to_q));
      for (int j = 0; j < padded; j += 8)
        any_block(some, asked, HEAD, keys + 2 * j, padded, HEAD, q_step * k_step * 0.255034862f, scores + j, ROOM); // log2 e / √HEAD
      for (int r = 0; r < some; r++) softmax(scores + r * ROOM, tokens, padded, shares + r * ROOM);
      for (int d = 0; d < HEAD; d += 8)
        any_block(some, shares, ROOM, values + 2 * d, HEAD, (tokens + 1) & ~1, v_step / MOST_SHARE, out + i * WIDTH + h * HEAD + d, WIDTH);
    }
  }
}
