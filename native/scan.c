// Nearest rows among vectors of four bits a dimension: a dot product with every live row, the best kept in a heap. No imports.
//
//   heap()                                   first free byte; the host lays rows, scales, personas and flags out from there
//   query()                                  int8[MAX_DIMENSIONS], filled by the host
//   scopes()                                 uint32[MAX_SCOPES], personas that may be found
//   begin(dimensions, limit, scopeCount)     starts a search: `dimensions` a multiple of 32, `limit` at most MAX_LIMIT; 0 scopes: all
//   scan(rows, scales, personas, dead, n, tag)
//                                            uint8[n][dimensions / 2], float32[n rounded up to 4], uint32[n], uint8[n] (not 0: deleted,
//                                            skipped); what is beyond n does not count;
//                                            `tag` comes back with what is found. May be called for many runs of rows
//   finish()                                 sorts, best first; returns how many
//   tags(), indices(), scores()              int32, int32, float32 arrays of what was found
//
//   asked_tokens(), asked_scales()           int8[MAX_ASKED][TOKEN], float32[MAX_ASKED], filled by the host: the tokens of a question
//   ask(n)                                   so many of them
//   text_tokens()                            uint8[MAX_TOKENS][TOKEN / 2], filled by the host: the tokens of a text
//   late(n)                                  for each token of the question the largest product with one of the text, summed
//
// A row holds 0..15 for each dimension, which stands for (value − 7.5) · 2 · its scale; its score is the dot product with the query. Of each
// 32 dimensions byte i has dimension i in its lower half and dimension i + 16 in its upper one.
//
// Built twice by build.sh, as the encoder is: with relaxed SIMD, and plain for engines that lack it. Both add the same integers.
#include "simd.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define MAX_DIMENSIONS 512
#define MAX_LIMIT 1024
#define MAX_SCOPES 64
#define IN_PAIRS 256 // dimensions of a row that can be added up by pairs

static int8_t asked[MAX_DIMENSIONS] __attribute__((aligned(16)));
static uint32_t allowed[MAX_SCOPES];
static int dimensions, limit, scope_count, found, offset; // offset: what 7.5 in every dimension makes, twice
static int32_t tag_of[MAX_LIMIT], index_of[MAX_LIMIT];
static float score_of[MAX_LIMIT]; // a heap with its lowest score first

extern char __heap_base;
EXPORT(heap) int heap(void) { return ((int)&__heap_base + 15) & ~15; }
EXPORT(query) int8_t *query(void) { return asked; }
EXPORT(scopes) uint32_t *scopes(void) { return allowed; }
EXPORT(tags) int32_t *tags(void) { return tag_of; }
EXPORT(indices) int32_t *indices(void) { return index_of; }
EXPORT(scores) float *scores(void) { return score_of; }

#ifndef RELAXED
static int16_t wide[MAX_DIMENSIONS] __attribute__((aligned(16))); // the query widened, in the order in which `dots` meets it
#endif

EXPORT(begin) void begin(int dims, int most, int scope_number) {
  dimensions = dims;
  limit = most;
  scope_count = scope_number;
  found = 0;
  offset = 0;
  for (int k = 0; k < dims; k++) offset += 15 * asked[k];
#ifndef RELAXED
  for (int k = 0; k < dims; k += 32)
    for (int i = 0; i < 8; i++) {
      wide[k + i] = asked[k + 2 * i];
      wide[k + 8 + i] = asked[k + 16 + 2 * i];
      wide[k + 16 + i] = asked[k + 2 * i + 1];
      wide[k + 24 + i] = asked[k + 16 + 2 * i + 1];
    }
#endif
}

// The sum of each of four, one in each lane.
INLINE v128_t lanes_of(const v128_t c[4]) {
  v128_t a = wasm_i32x4_add(wasm_i32x4_shuffle(c[0], c[1], 0, 4, 1, 5), wasm_i32x4_shuffle(c[0], c[1], 2, 6, 3, 7));
  v128_t b = wasm_i32x4_add(wasm_i32x4_shuffle(c[2], c[3], 0, 4, 1, 5), wasm_i32x4_shuffle(c[2], c[3], 2, 6, 3, 7));
  return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 1, 4, 5), wasm_i32x4_shuffle(a, b, 2, 3, 6, 7));
}

// Dot products of the query with four rows, one in each lane. Together they load the query once.
// `at_once`: so many dimensions the inner loop takes, which the compiler writes out; `count` and IN_PAIRS are multiples of it.
INLINE v128_t dots(const uint8_t *const row[4], const int count, const int at_once) {
  v128_t c[4];
  for (int r = 0; r < 4; r++) c[r] = wasm_i32x4_splat(0);
#ifdef RELAXED
  // Products of neighbours are added up in 16 bits, which eight of at most 2 · 15 · 128 fit into: two instructions where a dot product is not one.
  const v128_t low = wasm_i8x16_splat(15);
  for (int from = 0; from < count; from += IN_PAIRS) {
    v128_t s[4], upper[4]; // a sum of its own for the upper halves, so that neither waits for the other
    for (int r = 0; r < 4; r++) s[r] = upper[r] = wasm_i16x8_splat(0);
    for (int k = from; k < count && k < from + IN_PAIRS; k += at_once)
#pragma clang loop unroll(full)
      for (int i = 0; i < at_once; i += 32) {
        v128_t q[2] = {wasm_v128_load(asked + k + i), wasm_v128_load(asked + k + i + 16)};
#pragma clang loop unroll(full)
        for (int r = 0; r < 4; r++) {
          v128_t x;
          LOAD(x, row[r] + k / 2, i / 2);
          ADD_PAIRS(q[0], wasm_v128_and(x, low), s[r]);
          ADD_PAIRS(q[1], wasm_v128_and(wasm_u16x8_shr(x, 4), low), upper[r]);
        }
      }
    for (int r = 0; r < 4; r++)
      c[r] = wasm_i32x4_add(c[r], wasm_i32x4_add(wasm_i32x4_extadd_pairwise_i16x8(s[r]), wasm_i32x4_extadd_pairwise_i16x8(upper[r])));
  }
#else
  (void)at_once;
  const v128_t low = wasm_i16x8_splat(15); // in lanes of two bytes the shifts widen too
#pragma clang loop unroll_count(8)
  for (int k = 0; k < count; k += 32)
#pragma clang loop unroll(full)
    for (int r = 0; r < 4; r++) {
      v128_t x = wasm_v128_load(row[r] + k / 2);
      c[r] = wasm_i32x4_add(c[r], wasm_i32x4_dot_i16x8(wasm_v128_and(x, low), wasm_v128_load(wide + k)));
      c[r] = wasm_i32x4_add(c[r], wasm_i32x4_dot_i16x8(wasm_v128_and(wasm_u16x8_shr(x, 4), low), wasm_v128_load(wide + k + 8)));
      c[r] = wasm_i32x4_add(c[r], wasm_i32x4_dot_i16x8(wasm_v128_and(wasm_u16x8_shr(x, 8), low), wasm_v128_load(wide + k + 16)));
      c[r] = wasm_i32x4_add(c[r], wasm_i32x4_dot_i16x8(wasm_u16x8_shr(x, 12), wasm_v128_load(wide + k + 24)));
    }
#endif
  return wasm_i32x4_sub(wasm_i32x4_shl(lanes_of(c), 1), wasm_i32x4_splat(offset));
}

// Equal scores: the row met first is the better, so that the order never depends on how the heap happened to lie.
static int before(int a, int b) {
  if (score_of[a] != score_of[b]) return score_of[a] < score_of[b];
  if (tag_of[a] != tag_of[b]) return tag_of[a] > tag_of[b];
  return index_of[a] > index_of[b];
}

static void swap(int a, int b) {
  float s = score_of[a];
  int32_t t = tag_of[a], i = index_of[a];
  score_of[a] = score_of[b], tag_of[a] = tag_of[b], index_of[a] = index_of[b];
  score_of[b] = s, tag_of[b] = t, index_of[b] = i;
}

static void sink(int at, int count) {
  for (;;) {
    int child = 2 * at + 1;
    if (child >= count) return;
    if (child + 1 < count && before(child + 1, child)) child++;
    if (!before(child, at)) return;
    swap(child, at);
    at = child;
  }
}

static void keep(int tag, int index, float score) {
  if (found == limit) {
    if (score <= score_of[0]) return;
    score_of[0] = score, tag_of[0] = tag, index_of[0] = index;
    sink(0, found);
    return;
  }
  int at = found++;
  score_of[at] = score, tag_of[at] = tag, index_of[at] = index;
  for (; at > 0 && before(at, (at - 1) / 2); at = (at - 1) / 2) swap(at, (at - 1) / 2);
}

static int in_scope(uint32_t persona) {
  for (int i = 0; i < scope_count; i++)
    if (allowed[i] == persona) return 1;
  return scope_count == 0;
}

// Whether a row may be found at all is asked of the few that are near enough.
INLINE void scan_rows(const uint8_t *rows, const float *scales, const uint32_t *personas, const uint8_t *dead, int n, int tag,
                      const int count, const int at_once) {
  for (int i = 0; i < n; i += 4) {
    const uint8_t *row[4]; // beyond the end the last one again, which does not count
    for (int r = 0; r < 4; r++) row[r] = rows + (i + r < n ? i + r : n - 1) * (count / 2);
    v128_t score = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(dots(row, count, at_once)), wasm_v128_load(scales + i));
    if (found == limit && !wasm_v128_any_true(wasm_f32x4_gt(score, wasm_f32x4_splat(score_of[0])))) continue;
    float of[4];
    wasm_v128_store(of, score);
    for (int r = 0; r < 4 && i + r < n; r++)
      if (!dead[i + r] && in_scope(personas[i + r])) keep(tag, i + r, of[r]);
  }
}

EXPORT(scan) void scan(const uint8_t *rows, const float *scales, const uint32_t *personas, const uint8_t *dead, int n, int tag) {
  if (limit <= 0) return;
  if (dimensions == 256) scan_rows(rows, scales, personas, dead, n, tag, 256, 256); // the compiler unrolls the usual case
  else scan_rows(rows, scales, personas, dead, n, tag, dimensions, 32);
}

// Late interaction. A token of a text holds 1..15 for each dimension, which stands for value − 8, laid out as rows are.
#define TOKEN 64
#define MAX_ASKED 128
#define MAX_TOKENS 512

static int8_t token_asked[MAX_ASKED * TOKEN] __attribute__((aligned(16)));
static float token_scale[MAX_ASKED];
static uint8_t token_bytes[MAX_TOKENS * TOKEN / 2] __attribute__((aligned(16)));
static int asked_count;

EXPORT(asked_tokens) int8_t *asked_tokens(void) { return token_asked; }
EXPORT(asked_scales) float *asked_scales(void) { return token_scale; }
EXPORT(text_tokens) uint8_t *text_tokens(void) { return token_bytes; }

#ifdef RELAXED
static uint8_t told[(MAX_TOKENS + 1) * TOKEN] __attribute__((aligned(16))); // a byte for each dimension
static int32_t middles[MAX_ASKED];                                         // what 8 in every dimension makes

EXPORT(ask) void ask(int count) {
  asked_count = count;
  for (int a = 0; a < count; a++) {
    middles[a] = 0;
    for (int k = 0; k < TOKEN; k++) middles[a] += 8 * token_asked[a * TOKEN + k];
  }
}

EXPORT(late) float late(int count) {
  if (count <= 0) return 0;
  const v128_t low = wasm_i8x16_splat(15);
  for (int k = 0; k < count * TOKEN; k += 32) {
    v128_t x = wasm_v128_load(token_bytes + k / 2);
    wasm_v128_store(told + k, wasm_v128_and(x, low));
    wasm_v128_store(told + k + 16, wasm_u8x16_shr(x, 4));
  }
  for (int k = 0; k < TOKEN; k += 16) // of an odd number the last comes twice
    wasm_v128_store(told + count * TOKEN + k, wasm_v128_load(told + (count - 1) * TOKEN + k));
  float sum = 0;
  for (int a = 0; a < asked_count; a += 2) { // two at once; beyond the end whatever was there, which does not count
    v128_t q[2][4], nearest = wasm_i32x4_splat(INT32_MIN);
#pragma clang loop unroll(full)
    for (int i = 0; i < 8; i++) LOAD(q[i / 4][i % 4], token_asked + a * TOKEN, 16 * i);
    for (int t = 0; t < count; t += 2) {
      v128_t c[4], x; // of both, with one token and with the next
      for (int i = 0; i < 4; i++) c[i] = wasm_i16x8_splat(0);
#pragma clang loop unroll(full)
      for (int i = 0; i < 8; i++) {
        LOAD(x, told + t * TOKEN, 16 * i);
        ADD_PAIRS(q[0][i % 4], x, c[i / 4 * 2]);
        ADD_PAIRS(q[1][i % 4], x, c[i / 4 * 2 + 1]);
      }
      for (int i = 0; i < 4; i++) c[i] = wasm_i32x4_extadd_pairwise_i16x8(c[i]);
      nearest = wasm_i32x4_max(nearest, lanes_of(c));
    }
    nearest = wasm_i32x4_max(nearest, wasm_i32x4_shuffle(nearest, nearest, 2, 3, 0, 1));
    sum += (wasm_i32x4_extract_lane(nearest, 0) - middles[a]) * token_scale[a];
    if (a + 1 < asked_count) sum += (wasm_i32x4_extract_lane(nearest, 1) - middles[a + 1]) * token_scale[a + 1];
  }
  return sum;
}
#else
static int16_t wide_asked[MAX_ASKED * TOKEN] __attribute__((aligned(16))), wide_token[MAX_TOKENS * TOKEN] __attribute__((aligned(16)));

EXPORT(ask) void ask(int count) {
  asked_count = count;
  for (int k = 0; k < count * TOKEN; k += 8) wasm_v128_store(wide_asked + k, wasm_i16x8_load8x8(token_asked + k));
}

EXPORT(late) float late(int count) {
  if (count <= 0) return 0;
  const v128_t low = wasm_i8x16_splat(15), middle = wasm_i8x16_splat(8);
  for (int k = 0; k < count * TOKEN; k += 32) {
    v128_t x = wasm_v128_load(token_bytes + k / 2);
    v128_t half[2] = {wasm_i8x16_sub(wasm_v128_and(x, low), middle), wasm_i8x16_sub(wasm_u8x16_shr(x, 4), middle)};
    for (int i = 0; i < 2; i++) {
      wasm_v128_store(wide_token + k + 16 * i, wasm_i16x8_extend_low_i8x16(half[i]));
      wasm_v128_store(wide_token + k + 16 * i + 8, wasm_i16x8_extend_high_i8x16(half[i]));
    }
  }
  float sum = 0;
  for (int a = 0; a < asked_count; a++) {
    const int16_t *q = wide_asked + a * TOKEN;
    int32_t nearest = INT32_MIN;
    for (int t = 0; t < count; t++) {
      const int16_t *x = wide_token + t * TOKEN;
      v128_t c = wasm_i32x4_splat(0);
#pragma clang loop unroll(full)
      for (int k = 0; k < TOKEN; k += 8) c = wasm_i32x4_add(c, wasm_i32x4_dot_i16x8(wasm_v128_load(q + k), wasm_v128_load(x + k)));
      c = wasm_i32x4_add(c, wasm_i32x4_shuffle(c, c, 2, 3, 0, 1));
      int32_t product = wasm_i32x4_extract_lane(c, 0) + wasm_i32x4_extract_lane(c, 1);
      if (product > nearest) nearest = product;
    }
    sum += nearest * token_scale[a];
  }
  return sum;
}
#endif

EXPORT(finish) int finish(void) {
  for (int last = found - 1; last > 0; last--) { // heap sort: the lowest goes to the end
    swap(0, last);
    sink(0, last);
  }
  return found;
}
