// Text encoder: token ids in, one unit vector out, and a shorter one of each token. And a reranker of the same build, over the same table
// of tokens: a question and memories in, two scores each out. Freestanding WebAssembly, no imports, no allocation.
//
//   heap()                     where the host puts the model's sections (network, then table), 16-byte aligned
//   load(base, vocabulary)     tells the kernel they are there; returns the bytes it expects
//   load_reranker(base, layers, whole, inner)   the same for the reranker's section, wherever the host has put it; -1 for a shape that it cannot
//                              take. whole: so many layers, the first ones, compute all tokens; inner: the width of their inner layers
//   ids()                      int32[ROOM], filled by the host; for the reranker the question and the memories one after the other
//   lengths()                  int32[MEMORIES], how many of them are each memory's
//   encode(count, kind)        kind 0: query, 1: passage; count 1..WINDOW
//   score(question, memories)  so many tokens of question, so many memories, the oldest first
//   output()                   float32[OUTPUT], or float32[memories][2]
//   tokens()                   float32[count][TOKEN], unit vectors of the tokens encoded last
//   token_weights()            float32[count], how much each of them counts in a query
//   shape(i)                   WIDTH, INNER, LAYERS, WINDOW, OUTPUT, for the host to check against the file's header; then QUESTION,
//                              MEMORY, MEMORIES; then TOKEN, to check too
//
// Built twice by build.sh: with relaxed SIMD, and plain for engines that lack it.
#include "attention.h"
#include "encoder.h"
#include "matrix.h"

#define EXPORT(name) __attribute__((export_name(#name)))

typedef struct {
  const float *conv;
  Matrix qkv, o, a, b;
  int inner;
} Layer;

typedef struct {
  const float *position, *kinds, *look, *token_weight;
  int depth, whole; // the reranker's: of so many layers the first `whole` compute all tokens; the encoder always has LAYERS
  Layer layers[LAYERS];
} Network;

static Network encoder, reranker;
static Matrix out_matrix, token_matrix;
static const float *centre, *turns, *head, *ask_look, *asks;
static const int8_t *table;
static const float *table_scale;

static int32_t token_ids[ROOM], memory_lengths[MEMORIES];
static float x[ROOM * WIDTH], h[ROOM * WIDTH], wide[ROOM * 3 * WIDTH], pooled[WIDTH], result[OUTPUT];
static float queries[ASKING * WIDTH];
static int asking_at[ASKING];
static float token_vectors[WINDOW * TOKEN], asked_weights[WINDOW];
_Static_assert(INNER <= 3 * WIDTH, "wide holds the inner layer too");
_Static_assert(WINDOW <= ROOM && QUESTION + MEMORIES * MEMORY <= ROOM && ROOM % 8 == 0, "a text fits, and so do a question and its memories");
_Static_assert(MEMORY < WINDOW && 2 * MEMORIES <= OUTPUT, "every token of a memory has a position, and every memory a result");

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
EXPORT(lengths) int32_t *lengths(void) { return memory_lengths; }
EXPORT(output) float *output(void) { return result; }
EXPORT(tokens) float *tokens(void) { return token_vectors; }
EXPORT(token_weights) float *token_weights(void) { return asked_weights; }
EXPORT(shape) int shape(int i) {
  const int all_of_it[] = {WIDTH, INNER, LAYERS, WINDOW, OUTPUT, QUESTION, MEMORY, MEMORIES, TOKEN};
  return i >= 0 && i < 9 ? all_of_it[i] : 0;
}

static void take_layers(Network *n, int from, int to, int inner) {
  for (int i = from; i < to; i++) {
    Layer *l = n->layers + i;
    l->inner = inner;
    l->conv = take(3 * WIDTH * 4);
    l->qkv = take_matrix(3 * WIDTH, WIDTH);
    l->o = take_matrix(WIDTH, WIDTH);
    l->a = take_matrix(inner, WIDTH);
    l->b = take_matrix(WIDTH, inner);
  }
}

static void take_input(Network *n) {
  n->position = take(WINDOW * WIDTH * 4);
  n->kinds = take(2 * WIDTH * 4);
}

EXPORT(load) int load(const char *base, int vocabulary) {
  by_pairs = is_by_pairs();
  cursor = base;
  take_input(&encoder);
  encoder.look = take(WIDTH * 4);
  centre = take(OUTPUT * 4);
  take_layers(&encoder, 0, LAYERS, INNER);
  out_matrix = take_matrix(OUTPUT, WIDTH);
  token_matrix = take_matrix(TOKEN, WIDTH);
  ask_look = take(WIDTH * 4);
  table = take(vocabulary * WIDTH);
  table_scale = take(vocabulary * 4);
  encoder.token_weight = take(vocabulary * 4);
  asks = take(vocabulary * 4);
  return (int)(cursor - base);
}

EXPORT(load_reranker) int load_reranker(const char *base, int depth, int whole, int inner) {
  if (whole < 0 || depth <= whole || depth > LAYERS || inner < 32 || inner > INNER || inner % 32) return -1;
  cursor = base;
  take_input(&reranker);
  turns = take(MEMORIES * WIDTH * 4);
  head = take((2 * WIDTH + 2) * 4);
  take_layers(&reranker, 0, whole, inner);
  take_layers(&reranker, whole, depth, INNER);
  reranker.depth = depth;
  reranker.whole = whole;
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

static void copy(float *to, const float *from, int count) {
  for (int k = 0; k < count; k += 4) wasm_v128_store(to + k, wasm_v128_load(from + k));
}

// Tokens at the places from `place` on.
static void embed(const Network *n, const int32_t *tokens, int count, int place, int kind, float *to) {
  for (int t = 0; t < count; t++) {
    const int8_t *row = table + tokens[t] * WIDTH;
    v128_t scale = all(table_scale[tokens[t]]);
    for (int k = 0; k < WIDTH; k += 4) {
      v128_t e = wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(wasm_i16x8_extend_low_i8x16(wasm_v128_load32_zero(row + k))));
      v128_t where = wasm_f32x4_add(wasm_v128_load(n->position + (place + t) * WIDTH + k), wasm_v128_load(n->kinds + kind * WIDTH + k));
      wasm_v128_store(to + t * WIDTH + k, MULTIPLY_ADD(e, scale, where));
    }
  }
}

// What a token counts, in all four lanes: e^ its own weight plus what `look` sees in its context, from −most to most.
static v128_t weight_of(const float *row, const float *look, float own, float most) {
  v128_t seen = all(0);
  for (int k = 0; k < WIDTH; k += 4) seen = MULTIPLY_ADD(wasm_v128_load(row + k), wasm_v128_load(look + k), seen);
  float w = own + sum_of(seen);
  return power_of_two(all((w < -most ? -most : w > most ? most : w) * 1.44269504f));
}

// A weighted mean of the tokens.
static void pool(const Network *n, const int32_t *tokens, int count) {
  float total = 0;
  for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, all(0));
  for (int t = 0; t < count; t++) {
    const float *row = h + t * WIDTH;
    v128_t weight = weight_of(row, n->look, n->token_weight[tokens[t]], 8);
    total += wasm_f32x4_extract_lane(weight, 0);
    for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, MULTIPLY_ADD(weight, wasm_v128_load(row + k), wasm_v128_load(pooled + k)));
  }
  for (int k = 0; k < WIDTH; k += 4) wasm_v128_store(pooled + k, wasm_f32x4_mul(wasm_v128_load(pooled + k), all(1 / total)));
}

static void make_unit(float *v, int count) {
  v128_t squares = all(0);
  for (int k = 0; k < count; k += 4) squares = MULTIPLY_ADD(wasm_v128_load(v + k), wasm_v128_load(v + k), squares);
  v128_t inverse = all(1 / __builtin_sqrtf(sum_of(squares) + 1e-20f));
  for (int k = 0; k < count; k += 4) wasm_v128_store(v + k, wasm_f32x4_mul(wasm_v128_load(v + k), inverse));
}

// What a layer's attention looks with and at: each token together with those beside it, into `wide`.
static void look_beside(const Layer *l, int count) {
  normalise(x, h, count);
  convolve(l->conv, h, wide, count);
}

// The first half of a layer's attention: queries, keys and values of the tokens, into `wide`.
static void project(const Layer *l, int count) {
  look_beside(l, count);
  quantise(wide, count, WIDTH);
  multiply(&l->qkv, count, 3 * WIDTH, WIDTH, wide);
}

// The rest of a layer, for the first tokens of x, once h holds what they see.
static void finish_layer(const Layer *l, int count) {
  quantise(h, count, WIDTH);
  multiply(&l->o, count, WIDTH, WIDTH, h);
  add(x, h, count * WIDTH);
  normalise(x, h, count);
  quantise(h, count, WIDTH);
  multiply(&l->a, count, l->inner, WIDTH, wide);
  gelu(wide, count * l->inner);
  quantise(wide, count, l->inner);
  multiply(&l->b, count, WIDTH, l->inner, h);
  add(x, h, count * WIDTH);
}

static void run_layers(const Network *n, int from, int to, int count) {
  for (int i = from; i < to; i++) {
    project(n->layers + i, count);
    attend(wide, count, 3 * WIDTH, wide, count, h);
    finish_layer(n->layers + i, count);
  }
}

// The vectors of the tokens, and what each counts in a query, from the states in h.
static void tell_tokens(const int32_t *tokens, int count) {
  quantise(h, count, WIDTH);
  multiply(&token_matrix, count, TOKEN, WIDTH, token_vectors);
  for (int t = 0; t < count; t++) {
    make_unit(token_vectors + t * TOKEN, TOKEN);
    asked_weights[t] = wasm_f32x4_extract_lane(weight_of(h + t * WIDTH, ask_look, asks[tokens[t]], 6), 0);
  }
}

EXPORT(encode) void encode(int count, int kind) {
  embed(&encoder, token_ids, count, 0, kind, x);
  run_layers(&encoder, 0, LAYERS, count);
  normalise(x, h, count);
  pool(&encoder, token_ids, count);
  tell_tokens(token_ids, count);
  quantise(pooled, 1, WIDTH);
  multiply(&out_matrix, 1, OUTPUT, WIDTH, result);
  make_unit(result, OUTPUT);
  for (int k = 0; k < OUTPUT; k += 4) // what all memories have in common says nothing of any of them
    wasm_v128_store(result + k, wasm_f32x4_sub(wasm_v128_load(result + k), wasm_v128_load(centre + k)));
  make_unit(result, OUTPUT);
}

static float judge(const float *end, int what) {
  v128_t sum = all(0);
  for (int k = 0; k < WIDTH; k += 4) sum = MULTIPLY_ADD(wasm_v128_load(end + k), wasm_v128_load(head + what * WIDTH + k), sum);
  return sum_of(sum) + head[2 * WIDTH + what];
}

// A layer for the tokens at `asking_at` only: they look at all, and x holds nothing but them afterwards.
static void ask(const Layer *l, int count, int asking) {
  look_beside(l, count);
  for (int i = 0; i < asking; i++) copy(queries + i * WIDTH, wide + asking_at[i] * WIDTH, WIDTH);
  quantise(wide, count, WIDTH);
  Matrix keys_and_values = outputs_from(&l->qkv, WIDTH, WIDTH);
  multiply_into(&keys_and_values, count, 2 * WIDTH, WIDTH, wide + WIDTH, 3 * WIDTH);
  quantise(queries, asking, WIDTH);
  multiply(&l->qkv, asking, WIDTH, WIDTH, queries);
  attend(queries, asking, WIDTH, wide, count, h);
  for (int i = 0; i < asking; i++) copy(x + i * WIDTH, x + asking_at[i] * WIDTH, WIDTH);
  finish_layer(l, asking);
}

// The [SEP] behind a memory tells of it. After the whole layers these and the question ask all tokens once, and then each other.
EXPORT(score) void score(int question, int memories) {
  int count = question, asking = question + memories;
  embed(&reranker, token_ids, question, 0, 0, x);
  for (int t = 0; t < question; t++) asking_at[t] = t;
  for (int p = 0; p < memories; p++) {
    embed(&reranker, token_ids + count, memory_lengths[p], 1, 1, x + count * WIDTH);
    for (int t = 0; t < memory_lengths[p]; t++) add(x + (count + t) * WIDTH, turns + (memories - 1 - p) * WIDTH, WIDTH);
    count += memory_lengths[p];
    asking_at[question + p] = count - 1;
  }
  run_layers(&reranker, 0, reranker.whole, count);
  ask(reranker.layers + reranker.whole, count, asking);
  run_layers(&reranker, reranker.whole + 1, reranker.depth, asking);
  normalise(x + question * WIDTH, h, memories);
  for (int p = 0; p < memories; p++)
    for (int what = 0; what < 2; what++) result[2 * p + what] = judge(h + p * WIDTH, what);
}
