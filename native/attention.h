// Softmax attention: for texts of a few dozen tokens it is a tenth of the work, for a question with five memories a quarter. Sums are made of
// integers of 16 bits, eight products an instruction, where float32 makes four; they are far finer than the 7 bits of activations.
#pragma once
#include "encoder.h"
#include "simd.h"

#define MOST_ASKED 8191  // of a query and a key: 32 products of these fit into 32 bits
#define MOST_SHARE 32767 // of a value, and of all that a query sees together

#define ROWS 4 // queries at once; where fewer are left, the others are of before, and nobody looks at what they see
#define CHUNK 16 // tokens whose values are summed up at once
#define SPAN ((ROOM + CHUNK - 1) / CHUNK * CHUNK)

// One head's: of keys two places of eight tokens side by side, then their next two; of values two tokens.
static int16_t keys[HEAD * ROOM], values[HEAD * SPAN];
// Of the queries, of what each sees of every token, and that of the tokens of one chunk.
static int16_t asked[ROWS * HEAD] __attribute__((aligned(16))), shares[ROWS * SPAN], seen[ROWS * CHUNK] __attribute__((aligned(16)));
static float scores[ROWS * ROOM];
static v128_t sums[HEAD / 4][ROWS];

// s[r][0..7] += a[r][k] · b[k][0..7] for `count` k. Of b two rows lie side by side, `b_step` further the next two; all of a lies in one place.
#define SUM_UP(s, a, a_step, b, b_step, count)                                                                                         \
  _Pragma("clang loop unroll(full)") for (int k = 0; k < (count); k += 2) {                                                            \
    v128_t b0, b1, x;                                                                                                                  \
    LOAD(b0, b, k * (b_step));                                                                                                         \
    LOAD(b1, b, k * (b_step) + 16);                                                                                                    \
    _Pragma("clang loop unroll(full)") for (int r = 0; r < ROWS; r++) {                                                                \
      SPLAT_AT(x, (a) + r * (a_step) + k);                                                                                             \
      DOT_16(x, b0, s[0][r]);                                                                                                          \
      DOT_16(x, b1, s[1][r]);                                                                                                          \
    }                                                                                                                                  \
  }

// What the queries have in common with eight keys.
static void compare(const int16_t *eight, float scale, float *to) {
  v128_t s[2][ROWS];
  for (int r = 0; r < ROWS; r++) s[0][r] = s[1][r] = wasm_i32x4_splat(0);
  SUM_UP(s, asked, HEAD, eight, 16, HEAD)
  for (int r = 0; r < ROWS; r++)
    for (int half = 0; half < 2; half++)
      wasm_v128_store(to + r * ROOM + 4 * half, wasm_f32x4_mul(wasm_f32x4_convert_i32x4(s[half][r]), all(scale)));
}

// Adds a chunk of values, each by its share in what a query sees, to the sums.
static void see(const int16_t *chunk) {
#pragma clang loop unroll(full)
  for (int d = 0; d < HEAD; d += 8) {
    v128_t s[2][ROWS];
#pragma clang loop unroll(full)
    for (int i = 0; i < 2 * ROWS; i++) LOAD_AT(s[i / ROWS][i % ROWS], &sums[d / 4 + i / ROWS][i % ROWS]);
    SUM_UP(s, seen, CHUNK, chunk + 2 * d, 2 * HEAD, CHUNK)
#pragma clang loop unroll(full)
    for (int i = 0; i < 2 * ROWS; i++) sums[d / 4 + i / ROWS][i % ROWS] = s[i / ROWS][i % ROWS];
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
    v128_t e = power_below(wasm_f32x4_sub(wasm_v128_load(s + j), highest));
    wasm_v128_store(s + j, e);
    sum = wasm_f32x4_add(sum, e);
  }
  v128_t factor = all(MOST_SHARE / sum_of(sum));
  for (int j = 0; j < padded; j += 8) wasm_v128_store(out + j, narrow(s + j, factor));
  if (padded % CHUNK) wasm_v128_store(out + padded, wasm_i16x8_splat(0));
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
        int16_t *to = keys + (j & ~7) * HEAD + 8 * d + 2 * (j & 7);
        wasm_v128_store32_lane(to, pairs, 0);
        wasm_v128_store32_lane(to + 16, pairs, 1);
        wasm_v128_store32_lane(to + 32, pairs, 2);
        wasm_v128_store32_lane(to + 48, pairs, 3);
      }
    for (int j = 0; j < tokens; j += 2)
      for (int d = 0; d < HEAD; d += 8) {
        v128_t a = narrow(v + j * each + d, to_v), b = j + 1 < tokens ? narrow(v + (j + 1) * each + d, to_v) : none;
        wasm_v128_store(values + j * HEAD + 2 * d, wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
        wasm_v128_store(values + j * HEAD + 2 * d + 8, wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
      }
    for (int i = 0; i < rows; i += ROWS) {
      int some = rows - i < ROWS ? rows - i : ROWS;
      for (int r = 0; r < some; r++)
        for (int d = 0; d < HEAD; d += 8) wasm_v128_store(asked + r * HEAD + d, narrow(q + (i + r) * step + d, to_q));
      for (int j = 0; j < padded; j += 8) compare(keys + j * HEAD, q_step * k_step * 0.255034862f, scores + j); // log2 e / √HEAD
      for (int r = 0; r < some; r++) softmax(scores + r * ROOM, tokens, padded, shares + r * SPAN);
      for (int d = 0; d < HEAD / 4; d++)
        for (int r = 0; r < ROWS; r++) sums[d][r] = none;
      for (int j = 0; j < tokens; j += CHUNK) {
        for (int r = 0; r < ROWS; r++)
          for (int at = 0; at < CHUNK; at += 8) wasm_v128_store(seen + r * CHUNK + at, wasm_v128_load(shares + r * SPAN + j + at));
        see(values + j * HEAD);
      }
      for (int r = 0; r < some; r++)
        for (int d = 0; d < HEAD / 4; d++)
          wasm_v128_store(out + (i + r) * WIDTH + h * HEAD + 4 * d, wasm_f32x4_mul(wasm_f32x4_convert_i32x4(sums[d][r]), all(v_step / MOST_SHARE)));
    }
  }
}
