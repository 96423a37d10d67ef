// Nearest rows among int8 vectors, exactly: a dot product with every live row, the best kept in a heap. Plain SIMD128, no imports.
//
//   heap()                                   first free byte; the host lays rows, scales, personas and flags out from there
//   query()                                  int8[MAX_DIMENSIONS], filled by the host
//   scopes()                                 uint32[MAX_SCOPES], personas that may be found
//   begin(dimensions, limit, scopeCount)     starts a search: `dimensions` a multiple of 16, `limit` at most MAX_LIMIT; 0 scopes: all
//   scan(rows, scales, personas, dead, n, tag)
//                                            int8[n][dimensions], float32[n], uint32[n], uint8[n] (not 0: deleted, skipped);
//                                            `tag` comes back with what is found. May be called for many runs of rows
//   finish()                                 sorts, best first; returns how many
//   tags(), indices(), scores()              int32, int32, float32 arrays of what was found; score = dot · scale of the row
//   dots(vectors, n, out)                    float32 out[n] = dot of the query with n vectors lying side by side, to rescore a few
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define MAX_DIMENSIONS 2048
#define MAX_LIMIT 1024
#define MAX_SCOPES 64

static int8_t asked[MAX_DIMENSIONS] __attribute__((aligned(16)));
static int16_t wide[MAX_DIMENSIONS] __attribute__((aligned(16))); // the query widened once, so that only rows are widened in the loop
static uint32_t allowed[MAX_SCOPES];
static int dimensions, limit, scope_count, found;
static int32_t tag_of[MAX_LIMIT], index_of[MAX_LIMIT];
static float score_of[MAX_LIMIT]; // a heap with its lowest score first

extern char __heap_base;
EXPORT(heap) int heap(void) { return ((int)&__heap_base + 15) & ~15; }
EXPORT(query) int8_t *query(void) { return asked; }
EXPORT(scopes) uint32_t *scopes(void) { return allowed; }
EXPORT(tags) int32_t *tags(void) { return tag_of; }
EXPORT(indices) int32_t *indices(void) { return index_of; }
EXPORT(scores) float *scores(void) { return score_of; }

EXPORT(begin) void begin(int dims, int most, int scope_number) {
  dimensions = dims;
  limit = most;
  scope_count = scope_number;
  found = 0;
  for (int k = 0; k < dims; k++) wide[k] = asked[k];
}

static inline __attribute__((always_inline)) int dot(const int8_t *row, const int count) {
  v128_t a = wasm_i32x4_splat(0), b = a;
  for (int k = 0; k < count; k += 16) {
    a = wasm_i32x4_add(a, wasm_i32x4_dot_i16x8(wasm_i16x8_load8x8(row + k), wasm_v128_load(wide + k)));
    b = wasm_i32x4_add(b, wasm_i32x4_dot_i16x8(wasm_i16x8_load8x8(row + k + 8), wasm_v128_load(wide + k + 8)));
  }
  a = wasm_i32x4_add(a, b);
  a = wasm_i32x4_add(a, wasm_i32x4_shuffle(a, a, 2, 3, 0, 1));
  return wasm_i32x4_extract_lane(a, 0) + wasm_i32x4_extract_lane(a, 1);
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

static inline __attribute__((always_inline)) void scan_rows(const int8_t *rows, const float *scales, const uint32_t *personas,
                                                            const uint8_t *dead, int n, int tag, const int count) {
  for (int i = 0; i < n; i++) {
    if (dead[i] || !in_scope(personas[i])) continue;
    float score = (float)dot(rows + i * count, count) * scales[i];
    if (found < limit || score > score_of[0]) keep(tag, i, score);
  }
}

EXPORT(scan) void scan(const int8_t *rows, const float *scales, const uint32_t *personas, const uint8_t *dead, int n, int tag) {
  if (limit <= 0) return;
  if (dimensions == 128) scan_rows(rows, scales, personas, dead, n, tag, 128); // the compiler unrolls the usual case
  else scan_rows(rows, scales, personas, dead, n, tag, dimensions);
}

EXPORT(finish) int finish(void) {
  for (int last = found - 1; last > 0; last--) { // heap sort: the lowest goes to the end
    swap(0, last);
    sink(0, last);
  }
  return found;
}

EXPORT(dots) void dots(const int8_t *vectors, int n, float *out) {
  for (int i = 0; i < n; i++) out[i] = (float)dot(vectors + i * dimensions, dimensions);
}
