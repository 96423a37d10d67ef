// Text encoder: token ids in, one unit vector out. Freestanding WebAssembly, no imports, no allocation.
//
//   heap()                     where the host puts the model's sections (network, then table), 16-byte aligned
//   load(base, vocabulary)     tells the kernel they are there; returns the bytes it expects
//   ids()                      int32[WINDOW], filled by the host
//   encode(count, kind)        kind 0: query, 1: passage; count 1..WINDOW
//   output()                   float32[OUTPUT]
//   shape(i)                   WIDTH, INNER, LAYERS, WINDOW, OUTPUT, for the host to check against the file's header
//
// Built twice by build.sh: with relaxed SIMD, and plain for engines that lack it.
#include "attention.h"
#include "encoder.h"
#include "matrix.h"

#define EXPORT(name) __attribute__((export_name(#name)))

typedef struct {
  const float *conv;
  Matrix qkv, o, a, b;
} Layer;

static Layer layers[LAYERS];
static Matrix out_matrix;
static const float *position, *kinds, *look, *centre;
static const int8_t *table;
static const float *table_scale, *token_weight;

static int32_t token_ids[WINDOW];
static float x[WINDOW * WIDTH], h[WINDOW * WIDTH], wide[WINDOW * 3 * WIDTH], pooled[WIDTH], result[OUTPUT];
_Static_assert(INNER <= 3 * WIDTH, "wide holds the inner layer too");

static const char *cursor;
static const void *take(int bytes) {
  const void *at = cursor;
  cursor += (bytes + 15) & ~15;
  return at;
}
static Matrix take_matrix(int outputs, int inputs) {
  Matrix m;
  m.q = take(outputs * inputs);
  m.scale = take(outputs * 4);
  m.sum = take(outputs * 4);
  m.bias = take(outputs * 4);
  return m;
}

extern char __heap_base;
EXPORT(heap) int heap(void) { return ((int)&__heap_base + 15) & ~15; }
EXPORT(ids) int32_t *ids(void) { return token_ids; }
EXPORT(output) float *output(void) { return result; }
EXPORT(shape) int shape(int i) {
  const int all_of_it[] = {WIDTH, INNER, LAYERS, WINDOW, OUTPUT};
  return i >= 0 && i < 5 ? all_of_it[i] : 0;
}

EXPORT(load) int load(const char *base, int vocabulary) {
  cursor = base;
  position = take(WINDOW * WIDTH * 4);
  kinds = take(2 * WIDTH * 4);
  look = take(WIDTH * 4);
  centre = take(OUTPUT * 4);
  for (int i = 0; i < LAYERS; i++) {
    Layer *l = layers + i;
    l->conv = take(3 * WIDTH * 4);
    l->qkv = take_matrix(3 * WIDTH, WIDTH);
    l->o = take_matrix(WIDTH, WIDTH);
    l->a = take_matrix(INNER, WIDTH);
    l->b = take_matrix(WIDTH, INNER);
  }
  out_matrix = take_matrix(OUTPUT, WIDTH);
  table = take(vocabulary * WIDTH);
  table_scale = take(vocabulary * 4);
  token_weight = take(vocabulary * 4);
  return (int)(cursor - base);
}

static float sum_of_four(const v128_t *s) {
  return sum_of(wasm_f32x4_add(wasm_f32x4_add(s[0], s[1]), wasm_f32x4_add(s[2], s[3])));
}

// LayerNorm without gain and bias: training folds them into the matrix that follows.
static void normalise(const float *in, float *out, int tokens) {
  for (int t = 0; t < tokens; t++) {
    const float *row = in + t * WIDTH;
    v128_t sum[4], squares[4]; // four of each, which need not wait for each other
    for (int j = 0; j < 4; j++) sum[j] = squares[j] = all(0);
    for (int k = 0; k < WIDTH; k += 16)
      for (int j = 0; j < 4; j++) sum[j] = wasm_f32x4_add(sum[j], wasm_v128_load(row + k + 4 * j));
    v128_t mean = all(sum_of_four(sum) / WIDTH);
    for (int k = 0; k < WIDTH; k += 16)
      for (int j = 0; j < 4; j++) {
        v128_t d = wasm_f32x4_sub(wasm_v128_load(row + k + 4 * j), mean);
        squares[j] = MULTIPLY_ADD(d, d, squares[j]);
      }
    v128_t inverse = all(1 / __builtin_sqrtf(sum_of_four(squares) / WIDTH + 1e-5f));
    for (int k = 0; k < WIDTH; k += 4)
      wasm_v128_store(out + t * WIDTH + k, wasm_f32x4_mul(wasm_f32x4_sub(wasm_v128_load(row + k), mean), inverse));
  }
}

// rows[t] += before · rows[t−1] + here · rows[t] + after · rows[t+1]; h holds the old rows, the sum goes to `to`.
static void convolve(const float *conv, const float *from, float *to, int tokens) {
  for (int t = 0; t < tokens; t++)
    for (int k = 0; k < WIDTH; k += 4) {
      const float *p = from + t * WIDTH + k;
      v128_t v = wasm_v128_load(p), s = MULTIPLY_ADD(v, wasm_v128_load(conv + WIDTH + k), v);
      if (t > 0) s = MULTIPLY_ADD(wasm_v128_load(p - WIDTH), wasm_v128_load(conv + k), s);
      if (t + 1 < tokens) s = MULTIPLY_ADD(wasm_v128_load(p + WIDTH), wasm_v128_load(conv + 2 * WIDTH + k), s);
      wasm_v128_store(to + t * WIDTH + k, s);
    }
}

// GELU in its tanh form, as x / (1 + e^−(1.5958 x + .07135 x³)), e^ written as 2^.
CONSTANT(GELU1, -2.30220819f);
CONSTANT(GELU3, -0.102943241f);
static void gelu(float *v, int count) {
  for (int k = 0; k < count; k += 4) {
    v128_t a = wasm_v128_load(v + k);
    v128_t z = wasm_f32x4_mul(a, MULTIPLY_ADD(wasm_f32x4_mul(a, a), of(&GELU3), of(&GELU1)));
    wasm_v128_store(v + k, wasm_f32x4_div(a, wasm_f32x4_add(power_of_two(z), of(&ONE))));
  }
}

static void add(float *to, const float *what, int count) {
  for (int k = 0; k < count; k += 4) wasm_v128_store(to + k, wasm_f32x4_add(wasm_v128_load(to + k), wasm_v128_load(what + k)));
}

static void embed(int count, int kind) {
  for (int t = 0; t < count; t++) {
    const int8_t *row = table + token_ids[t] * WIDTH;
    v128_t scale = all(table_scale[token_ids[t]]);
    for (int k = 0; k < WIDTH; k += 4) {
      v128_t e = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(wasm_i16x8_extend_low_i8x16(wasm_v128_load32_zero(row + k))));
      v128_t where = wasm_f32x4_add(wasm_v128_load(position + t * WIDTH + k), wasm_v128_load(kinds + kind * WIDTH + k));
      wasm_v128_store(x + t * WIDTH + k, MULTIPLY_ADD(e, scale, where));
    }
  }
}

// A weighted mean of the tokens; the weight is the token's own plus what `look` sees in its context.
static void pool(int count) {
  float total = 0;
  for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, all(0));
  for (int t = 0; t < count; t++) {
    const float *row = h + t * WIDTH;
    v128_t seen = all(0);
    for (int k = 0; k < WIDTH; k += 4) seen = MULTIPLY_ADD(wasm_v128_load(row + k), wasm_v128_load(look + k), seen);
    float w = token_weight[token_ids[t]] + sum_of(seen);
    v128_t weight = power_of_two(all((w < -8 ? -8 : w > 8 ? 8 : w) * 1.44269504f));
    total += wasm_f32x4_extract_lane(weight, 0);
    for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, MULTIPLY_ADD(weight, wasm_v128_load(row + k), wasm_v128_load(pooled + k)));
  }
  for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, wasm_f32x4_mul(wasm_v128_load(pooled + k), all(1 / total)));
}

static void make_unit(float *v) {
  v128_t squares = all(0);
  for (int k = 0; k < OUTPUT; k += 4) squares = MULTIPLY_ADD(wasm_v128_load(v + k), wasm_v128_load(v + k), squares);
  v128_t inverse = all(1 / __builtin_sqrtf(sum_of(squares) + 1e-20f));
  for (int k = 0; k < OUTPUT; k += 4) wasm_v128_store(v + k, wasm_f32x4_mul(wasm_v128_load(v + k), inverse));
}

EXPORT(encode) void encode(int count, int kind) {
  embed(count, kind);
  for (int i = 0; i < LAYERS; i++) {
    const Layer *l = layers + i;
    normalise(x, h, count);
    convolve(l->conv, h, wide, count);
    quantise(wide, count, WIDTH);
    multiply(&l->qkv, count, 3 * WIDTH, WIDTH, wide);
    attend(wide, count, h);
    quantise(h, count, WIDTH);
    multiply(&l->o, count, WIDTH, WIDTH, h);
    add(x, h, count * WIDTH);
    normalise(x, h, count);
    quantise(h, count, WIDTH);
    multiply(&l->a, count, INNER, WIDTH, wide);
    gelu(wide, count * INNER);
    quantise(wide, count, INNER);
    multiply(&l->b, count, WIDTH, INNER, h);
    add(x, h, count * WIDTH);
  }
  normalise(x, h, count);
  pool(count);
  quantise(pooled, 1, WIDTH);
  multiply(&out_matrix, 1, OUTPUT, WIDTH, result);
  make_unit(result);
  for (int k = 0; k < OUTPUT; k += 4) // what all memories have in common says nothing of any of them
    wasm_v128_store(result + k, wasm_f32x4_sub(wasm_v128_load(result + k), wasm_v128_load(centre + k)));
  make_unit(result);
}
