"""The teacher (a BERT of 12 layers) and the student, both over packed texts: tensors are [tokens of all texts, width].

The student's arithmetic is what the WebAssembly kernel does: LayerNorm without gains (they would be folded into the next matrix
anyway, and outliers in them ruin quantisation), a depthwise convolution over three tokens before attention, tanh-GELU, pooling with
a weight per token. With `quantised` set, every matrix is rounded to int8 per row and every activation to 7 bits per token.
"""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

try:
    from torch.nn.attention.varlen import varlen_attn
except ImportError:
    varlen_attn = None

WINDOW = 128  # tokens of a text, its frame included
LONGEST_PAIR = 168  # tokens of a question and a memory, for what reads both
LONGEST_LIST = 408  # tokens of a question and several memories
DIMENSIONS, PREFIX, TOKEN = 256, 128, 64  # of a text's vector, of its prefix, of the vector of a token


def attend(q, k, v, offsets):
    """Softmax attention inside each text. q, k, v: [tokens, heads, width]."""
    if q.is_cuda and varlen_attn is not None:
        return varlen_attn(q, k, v, offsets, offsets, LONGEST_LIST, LONGEST_LIST)
    lengths = (offsets[1:] - offsets[:-1]).long()
    texts, longest = len(lengths), int(lengths.max())
    mask = torch.arange(longest, device=q.device)[None] < lengths[:, None]
    padded = [torch.zeros(texts, longest, *x.shape[1:], dtype=x.dtype, device=x.device).masked_scatter(mask[..., None, None], x).transpose(1, 2) for x in (q, k, v)]
    out = F.scaled_dot_product_attention(*padded, attn_mask=mask[:, None, None, :])
    return out.transpose(1, 2)[mask]


def text_sums(x, owner, texts):
    return torch.zeros(texts, x.shape[1], device=x.device, dtype=torch.float32).index_add(0, owner, x.float())


def teacher_layer(x, offsets, wqkv, bqkv, wo, bo, g1, b1, wa, ba, wb, bb, g2, b2):
    q, k, v = F.linear(x, wqkv, bqkv).view(-1, 3, 12, 32).unbind(1)
    attended = attend(q, k, v, offsets).reshape(-1, 384)
    x = F.layer_norm(x + F.linear(attended, wo, bo), (384,), g1, b1, 1e-12)
    inner = F.gelu(F.linear(x, wa, ba))
    return F.layer_norm(x + F.linear(inner, wb, bb), (384,), g2, b2, 1e-12)


class Teacher:
    def __init__(self, path):
        packed = np.load(path)
        self.w = {}
        for key in packed.files:
            if key.endswith("|q"):
                self.w[key[:-2]] = torch.tensor(packed[key].astype(np.float32) * packed[key[:-2] + "|s"])
            elif not key.endswith("|s"):
                self.w[key] = torch.tensor(packed[key])
        self.words = self.w["embeddings.word_embeddings.weight"]

    def to_device(self, device, dtype):
        self.w = {k: v.to(device, dtype) for k, v in self.w.items()}
        for i in range(12):
            a = f"encoder.layer.{i}.attention.self."
            for part in ("weight", "bias"):
                self.w[f"{a}qkv.{part}"] = torch.cat([self.w[f"{a}{n}.{part}"] for n in ("query", "key", "value")])
        steps = ("attention.self.qkv", "attention.output.dense", "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm")
        names = [f"{step}.{part}" for step in steps for part in ("weight", "bias")]
        self.layers = [[self.w[f"encoder.layer.{i}.{n}"] for n in names] for i in range(12)]
        return self

    @torch.no_grad()
    def __call__(self, ids, offsets, position, owner):
        w = self.w
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][position]
        x = x + w["embeddings.token_type_embeddings.weight"][0]
        x = F.layer_norm(x, (384,), w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"], 1e-12)
        for i in range(12):
            x = teacher_layer(x, offsets, *self.layers[i])
        return F.normalize(text_sums(x, owner, len(offsets) - 1), dim=-1)  # the mean's direction is the sum's


def straight_through(x, rounded):
    return x + (rounded - x).detach()


def round_rows(w, levels=127):
    """int8 with one scale a row."""
    scale = w.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / levels
    return straight_through(w, (w / scale).round().clamp(-levels, levels) * scale)


def round_activations(x):
    """7 bits between the token's smallest and largest value: what the relaxed SIMD dot product takes."""
    x = x.float()
    low, high = x.detach().amin(-1, keepdim=True), x.detach().amax(-1, keepdim=True)
    scale = (high - low).clamp(min=1e-8) / 127
    return straight_through(x, ((x - low) / scale).round() * scale + low)


class Matrix(nn.Linear):
    quantised = False

    def forward(self, x):
        if not Matrix.quantised:
            return super().forward(x)
        return F.linear(round_activations(x), round_rows(self.weight), self.bias)


class Block(nn.Module):
    def __init__(self, width, inner, heads, layers):
        super().__init__()
        self.heads = heads
        self.conv = nn.Parameter(torch.zeros(3, width))
        self.qkv, self.o = Matrix(width, 3 * width), Matrix(width, width)
        self.a, self.b = Matrix(width, inner), Matrix(inner, width)
        for m in (self.qkv, self.o, self.a, self.b):
            nn.init.normal_(m.weight, std=m.in_features**-0.5)
            nn.init.zeros_(m.bias)
        for m in (self.o, self.b):
            m.weight.data /= math.sqrt(2 * layers)

    def forward(self, x, offsets, first, last):
        x = self.seen(x, offsets, first, last)
        return x + self.b(self.thought(x))

    def seen(self, x, offsets, first, last):
        """The states, with what each token sees of the others."""
        width = x.shape[1]
        h = F.layer_norm(x, (width,))
        before = torch.roll(h, 1, 0) * ~first
        after = torch.roll(h, -1, 0) * ~last
        h = h + before * self.conv[0] + h * self.conv[1] + after * self.conv[2]
        q, k, v = self.qkv(h).view(-1, 3, self.heads, width // self.heads).unbind(1)
        if q.is_cuda:
            q, k, v = q.bfloat16(), k.bfloat16(), v.bfloat16()
        return x + self.o(attend(q, k, v, offsets).reshape(-1, width))

    def thought(self, x):
        """The inner layer's activations."""
        return F.gelu(self.a(F.layer_norm(x, (x.shape[1],))), approximate="tanh")


class Student(nn.Module):
    """Embeddings are the teacher's, mapped by one learnt matrix, plus what each token learns of its own: a name or word that the
    corpus hardly has still lands where the teacher would put it."""

    def __init__(self, words, layers, width, inner, heads):
        super().__init__()
        self.shape = (layers, width, inner, heads)
        words = words.float() - words.float().mean(0)
        _, _, v = torch.linalg.svd(words, full_matrices=False)
        start = v[:width].T.contiguous()
        self.register_buffer("words", words / (words @ start).std() * 0.5)
        self.map = nn.Parameter(start)
        self.own = nn.Parameter(torch.zeros(len(words), width))
        self.position = nn.Parameter(torch.randn(WINDOW, width) * 0.05)
        self.kind = nn.Parameter(torch.randn(2, width) * 0.05)
        self.weight = nn.Parameter(torch.zeros(len(words), 1))
        self.look = nn.Parameter(torch.zeros(width))
        self.blocks = nn.ModuleList(Block(width, inner, heads, layers) for _ in range(layers))
        self.out = Matrix(width, DIMENSIONS)

    def table(self):
        return self.words @ self.map + self.own

    def forward(self, ids, offsets, position, owner, kind):
        # F.embedding and not indexing: its backward pass adds up many rows of one token quickly
        e = self.words[ids] @ self.map + F.embedding(ids, self.own)
        if Matrix.quantised:
            e = round_rows(e.float())
        is_passage = kind[owner].to(e.dtype)[:, None]
        x = e + F.embedding(position, self.position) + self.kind[0] + is_passage * (self.kind[1] - self.kind[0])
        first, last = position[:, None] == 0, torch.roll(position, -1)[:, None] == 0
        for block in self.blocks:
            x = block(x, offsets, first, last)
        x = F.layer_norm(x.float(), (x.shape[1],))
        texts = len(offsets) - 1
        w = torch.exp((F.embedding(ids, self.weight) + (x @ self.look)[:, None]).clamp(-8, 8))
        pooled = text_sums(x * w, owner, texts) / text_sums(w, owner, texts)
        return F.normalize(self.out(pooled).float(), dim=-1)


def saved_weights(path):
    """What train.py saved, as floats by name; its table of tokens is called `table`."""
    data = np.load(path)
    rows = {key[:-2]: data[key].astype(np.float32) * data[key[:-2] + "|s"][:, None] for key in data.files if key.endswith("|q")}
    return {**{key: data[key] for key in data.files if "|" not in key}, **rows}


def saved_student(path):
    """A saved student. Its table is whole: nothing is left of the teacher's words and of their map."""
    weights = saved_weights(path)
    shape, table = weights.pop("shape"), weights.pop("table")
    model = Student(torch.randn(len(table), 384), *map(int, shape))
    none = {"words": torch.zeros_like(model.words), "map": torch.zeros_like(model.map)}
    model.load_state_dict({**none, "own": torch.tensor(table), **{key: torch.tensor(value) for key, value in weights.items()}})
    return model


def untaught_tokens(vocabulary, width):
    """What makes vectors of tokens, for an encoder that has not learnt any: a random part of what it knows, and all tokens weigh the same."""
    weight = nn.init.orthogonal_(torch.empty(TOKEN, width), generator=torch.Generator().manual_seed(0)).numpy()
    zeros = {"tok.bias": TOKEN, "ask_look": width, "asks": (vocabulary, 1)}
    return {"tok.weight": weight, **{name: np.zeros(shape, np.float32) for name, shape in zeros.items()}}


def save_weights(path, weights, shape):
    """int8 with one scale a row for every matrix, as the student was trained to bear."""
    packed = {"shape": np.array(shape)}
    for key, value in weights.items():
        if value.ndim == 2 and value.shape[0] > 200 and value.shape[1] > 1:
            scale = np.maximum(np.abs(value).max(1, keepdims=True), 1e-8) / 127
            packed[key + "|q"], packed[key + "|s"] = np.round(value / scale).astype(np.int8), scale[:, 0].astype(np.float32)
        else:
            packed[key] = value
    np.savez_compressed(path, **packed)


def compile_layers():
    """Compile one layer of each, not the whole nets: all layers share the code, and the wait is seconds."""
    global teacher_layer
    torch._dynamo.config.recompile_limit = 64  # several students in one run: beyond the limit they would go on uncompiled, and slowly
    teacher_layer = torch.compile(teacher_layer, dynamic=True)
    Block.forward = torch.compile(Block.forward, dynamic=True)
