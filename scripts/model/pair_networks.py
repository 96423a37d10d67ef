"""Networks that read a text by itself (`embed`) or a question together with a memory (`score`), over packed texts.

Bert is e5-small-v2 or bge-small-en-v1.5. Small has the shape and the arithmetic of the service's encoder: all of its layers are the
encoder, and the first few of them with a head read pairs. The table of tokens is the encoder's and is not trained: they share it.
Late is the whole encoder: beside the vector of a text it gives one for each of its tokens, and says what each token of a question weighs.
A score has two heads: does the memory answer at any time, and does it answer today.
"""

import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import networks
from late_interaction import rounded_tokens
from layout import Section
from networks import Block, Matrix, text_sums, untaught_tokens
from optimiser import Muon

LONGEST = networks.LONGEST_PAIR


class Text:
    """Packed ids on the device, and what follows from them. `before`: how many tokens stand before the memory; 0: there is no question."""

    def __init__(self, ids, offsets, before, device):
        on_device = lambda x: torch.from_numpy(np.ascontiguousarray(x)).to(device, non_blocking=True)
        self.ids, self.offsets, self.count = on_device(ids).long(), on_device(offsets.astype(np.int32)), len(offsets) - 1
        self.length = self.offsets[1:] - self.offsets[:-1]
        self.owner = torch.repeat_interleave(torch.arange(self.count, device=device), self.length, output_size=len(ids))
        self.start = self.offsets[:-1].long()
        self.place = torch.arange(len(ids), device=device) - self.start[self.owner]
        asked = on_device(before)[self.owner]
        self.in_memory = self.place >= asked
        # the memory's places begin at 1 again: it is read as it would be by itself
        self.own_place = torch.where(self.in_memory & (asked > 0), self.place - asked + 1, self.place)
        self.first = self.place[:, None] == 0
        self.last = torch.roll(self.place, -1)[:, None] == 0


def head_of(width):
    head = nn.Linear(2 * width, 2)
    nn.init.normal_(head.weight, std=0.01)
    nn.init.zeros_(head.bias)
    return head


def by_head(head, x, pooled, text):
    with torch.autocast(x.device.type, enabled=False):
        return head(torch.cat([x[text.start], pooled], 1).float())


class Bert(nn.Module):
    def __init__(self, path):
        super().__init__()
        w = {k: v.float() for k, v in networks.Teacher(path).w.items()}
        self.words, self.positions, self.types = (nn.Parameter(w[f"embeddings.{n}_embeddings.weight"]) for n in ("word", "position", "token_type"))
        self.gain, self.bias = (nn.Parameter(w[f"embeddings.LayerNorm.{n}"]) for n in ("weight", "bias"))
        rest = ("attention.output.dense", "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm")
        self.layers = nn.ModuleList()
        for i in range(12):
            layer = f"encoder.layer.{i}."
            qkv = [torch.cat([w[f"{layer}attention.self.{n}.{p}"] for n in ("query", "key", "value")]) for p in ("weight", "bias")]
            self.layers.append(nn.ParameterList(map(nn.Parameter, qkv + [w[f"{layer}{n}.{p}"] for n in rest for p in ("weight", "bias")])))
        self.head = head_of(384)

    def states(self, text, types):
        x = F.embedding(text.ids, self.words) + F.embedding(text.place, self.positions) + F.embedding(types, self.types)
        x = F.layer_norm(x, (384,), self.gain, self.bias, 1e-12)
        for layer in self.layers:
            x = networks.teacher_layer(x, text.offsets, *layer)
        return x.float()

    def score(self, text):
        x = self.states(text, text.in_memory.long())
        return by_head(self.head, x, text_sums(x, text.owner, text.count) / text.length[:, None], text)

    def embed(self, text, kind=None):
        """e5's vector is the mean of all tokens."""
        return F.normalize(text_sums(self.states(text, torch.zeros_like(text.ids)), text.owner, text.count), dim=-1)

    def embed_first(self, text):
        """bge's is the first token."""
        return F.normalize(self.states(text, torch.zeros_like(text.ids))[text.start], dim=-1)

    def optimisers(self, rate):
        return [torch.optim.AdamW(self.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=self.words.is_cuda)]


def encoder_weights(path):
    """assets/model/encoder.bin as arrays by name; export.py says what is in it."""
    raw = open(path, "rb").read()
    at = 8 + int.from_bytes(raw[4:8], "little")
    head = json.loads(raw[8:at])
    file = Section(raw, at + head["vocabularyBytes"])
    width, vocabulary = head["width"], head["vocabulary"]
    out = {"position": file.take(head["window"], width), "kind": file.take(2, width), "look": file.take(width), "centre": file.take(head["dimensions"])}
    out |= file.blocks(width, [head["inner"]] * head["layers"])
    out["out.weight"], out["out.bias"] = file.matrix(head["dimensions"], width)
    with_tokens = "tokenDimensions" in head  # files of before have no vectors of tokens
    if with_tokens: (out["tok.weight"], out["tok.bias"]), out["ask_look"] = file.matrix(head["tokenDimensions"], width), file.take(width)
    table = file.take(vocabulary, width, kind=np.int8)
    out["table"], out["weight"] = table * file.take(vocabulary)[:, None], file.take(vocabulary)[:, None]
    if with_tokens: out["asks"] = file.take(vocabulary)[:, None]
    return {name: torch.tensor(array) for name, array in out.items()}


class Small(nn.Module):
    def __init__(self, path, layers=6):
        super().__init__()
        w = encoder_weights(path)
        width, inner = w["kind"].shape[1], len(w["blocks.0.a.weight"])
        self.register_buffer("table", w["table"])
        self.register_buffer("centre", w["centre"])
        further = w["position"][-1:].repeat(LONGEST - len(w["position"]), 1)  # a pair is longer than a text
        self.position = nn.Parameter(torch.cat([w["position"], further]))
        self.kind, self.look, self.weight = nn.Parameter(w["kind"]), nn.Parameter(w["look"]), nn.Parameter(w["weight"])
        self.blocks = nn.ModuleList(Block(width, inner, 8, layers) for _ in range(layers))
        for i, block in enumerate(self.blocks):
            block.load_state_dict({k: w[f"blocks.{i}.{k}"] for k in block.state_dict()})
        self.out = Matrix(width, len(w["centre"]))
        self.out.load_state_dict({"weight": w["out.weight"], "bias": w["out.bias"]})
        self.head = head_of(width)

    def states(self, text, kind):
        x = F.embedding(text.ids, self.table) + F.embedding(text.own_place, self.position) + F.embedding(kind, self.kind)
        for block in self.blocks:
            x = block(x, text.offsets, text.first, text.last)
        return F.layer_norm(x.float(), (x.shape[1],))

    def pooled(self, x, text):
        w = torch.exp((F.embedding(text.ids, self.weight) + (x @ self.look)[:, None]).clamp(-8, 8))
        return text_sums(x * w, text.owner, text.count) / text_sums(w, text.owner, text.count)

    def score(self, text):
        x = self.states(text, text.in_memory.long())
        return by_head(self.head, x, self.pooled(x, text), text)

    def vector(self, x, text):
        vector = F.normalize(self.out(self.pooled(x, text)).float(), dim=-1)
        return F.normalize(vector - self.centre, dim=-1)

    def embed(self, text, kind):
        return self.vector(self.states(text, torch.full_like(text.ids, kind)), text)

    def optimisers(self, rate, new=()):
        """`new` are weights that nothing has taught yet: they learn at a rate of their own."""
        matrices = [p for p in self.blocks.parameters() if p.ndim == 2 and len(p) > 3]
        rest = [p for p in self.parameters() if all(p is not other for other in (self.weight, *matrices, *new))]
        slow = [{"params": [self.weight], "lr": 2e-3 * rate}, {"params": rest, "lr": 1.5e-3 * rate}]
        slow += [{"params": list(new), "lr": 2e-3}] if new else []
        return [torch.optim.AdamW(slow, weight_decay=0.01, betas=(0.9, 0.98), fused=self.table.is_cuda), Muon(matrices, lr=0.02 * rate)]


class Late(Small):
    """`scale` and `shift` bring late interaction to the size of the teachers' scores. The service has no use for them: they are not exported."""

    def __init__(self, path):
        super().__init__(path)
        w = encoder_weights(path)
        if "asks" not in w:
            w |= {k: torch.tensor(v) for k, v in untaught_tokens(*self.table.shape).items()}
        self.tok = Matrix(*reversed(w["tok.weight"].shape))
        self.tok.load_state_dict({"weight": w["tok.weight"], "bias": w["tok.bias"]})
        self.asks, self.ask_look = nn.Parameter(w["asks"]), nn.Parameter(w["ask_look"])
        self.scale, self.shift = nn.Parameter(torch.tensor(12.0)), nn.Parameter(torch.tensor(0.6))

    def embed_tokens(self, text, kind, rounded=False):
        """The vector of each text; and the text, the vectors of its tokens, and what each weighs if it is a question."""
        x = self.states(text, torch.full_like(text.ids, kind))
        tokens = F.normalize(self.tok(x).float(), dim=-1)
        weights = torch.exp((F.embedding(text.ids, self.asks) + (x @ self.ask_look)[:, None]).clamp(-6, 6))[:, 0]
        return self.vector(x, text), (text, rounded_tokens(tokens, kind) if rounded else tokens, weights)

    def optimisers(self, rate):
        return super().optimisers(rate, [*self.tok.parameters(), self.asks, self.ask_look, self.scale, self.shift])
