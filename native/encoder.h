// The shape of the encoder and the layout of its weights. scripts/model/export.py writes what this file reads; a change here is a
// change there, in src/adapters/local-model/model-file.ts and in reference.ts.
#pragma once

#define WIDTH 256
#define INNER 768
#define LAYERS 6
#define HEAD 32 // width of one attention head
#define HEADS (WIDTH / HEAD)
#define WINDOW 128 // most tokens of one text, [CLS] and [SEP] included
#define OUTPUT 256 // dimensions of a vector
#define TOKEN 64   // dimensions of a token's vector

// The reranker reads a question and some memories together, the oldest first: [CLS] question [SEP] memory [SEP] memory [SEP] …
#define QUESTION 42 // most tokens of a question, [CLS] and [SEP] included
#define MEMORY 73   // most tokens of a memory, [SEP] included
#define MEMORIES 5  // most memories of one call: MOST_READ in src/ports/reranker.ts, MEMORIES in scripts/model/lists.py
#define ROOM 408    // all of it, or a text by itself, rounded up to 8
#define ASKING (QUESTION + MEMORIES) // most tokens that the layers after the whole ones compute

// The network section, each part padded to 16 bytes:
//   position f32[WINDOW][WIDTH], kind f32[2][WIDTH], look f32[WIDTH], centre f32[OUTPUT],
//   LAYERS × { conv f32[3][WIDTH], qkv, o, a, b }, out, tok, ask_look f32[WIDTH]
// where a matrix N × K is { q int8[N/4][K/4][4][4], scale f32[N], sum f32[N], bias f32[N] }: four outputs of four inputs lie side
// by side, which is one SIMD register; `sum` is the sum of a row's q, which the zero point of the activations needs.
// The table section: rows int8[vocabulary][WIDTH], scale f32[vocabulary], weight f32[vocabulary], asks
// f32[vocabulary].
//
// The reranker's section: position f32[WINDOW][WIDTH], kind f32[2][WIDTH], turn f32[MEMORIES][WIDTH] (of the newest memory, of the one before
// it, …), head f32[2][WIDTH] and f32[2], then layers as above, as many as the file has and at most LAYERS. The first of them, the whole ones, compute
// all tokens, and their inner layer has a width of its own. The next computes the question and the end of each memory, which look at all tokens, and
// in those after it these look at each other. It reads the encoder's table.
