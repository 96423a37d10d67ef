"""MPNet (all-mpnet-base-v2), twelve layers of 768, which reads lists. Beside the places of tokens it knows how far apart any two are: that weighs on attention,
so that lists are padded here, those of like length together.
"""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from list_networks import memory_means
from pair_networks import head_of

WIDTH, HEADS, LAYERS = 768, 12, 12
BUCKETS, EXACT, FURTHEST = 16, 8, 128  # of distances to one side: so many, of which the nearest are told exactly, and the last is for all from here on
PADS = 6  # lists of a batch are padded in so many parts
DROPPED = 0.1


def distance_buckets(longest, device):
    places = torch.arange(longest, device=device)
    far = places[:, None] - places[None, :]
    steps = far.abs().clamp(min=1).float().div(EXACT).log() / math.log(FURTHEST / EXACT)
    bucket = torch.where(far.abs() < EXACT, far.abs(), (EXACT + (steps * (BUCKETS - EXACT)).long()).clamp(max=BUCKETS - 1))
    return bucket + BUCKETS * (far < 0)


class Padding:
    """Where the tokens of the lists go when these are padded, in parts by length, with what weighs on the attention of each part."""

    def __init__(self, offsets, nearness):
        lengths, starts, device = (offsets[1:] - offsets[:-1]).long(), offsets[:-1].long(), offsets.device
        even = lambda rows: -(-int(lengths[rows].max()) // 16) * 16
        order = torch.argsort(lengths)
        weighs = nearness[distance_buckets(even(order), device)].permute(2, 0, 1).to(torch.bfloat16 if offsets.is_cuda else torch.float32)
        self.parts = []
        for rows in order.tensor_split(min(PADS, len(order))):
            longest = even(rows)
            places = torch.arange(longest, device=device)[None]
            there = places < lengths[rows][:, None]
            mask = weighs[None, :, :longest, :longest].expand(len(rows), -1, -1, -1).masked_fill(~there[:, None, None, :], -torch.inf)
            self.parts.append((torch.where(there, starts[rows][:, None] + places, 0), there, mask))
        at = torch.cat([index[there] for index, there, _ in self.parts])
        self.back = torch.empty_like(at)
        self.back[at] = torch.arange(len(at), device=device)

    def attend(self, qkv):
        """qkv: [tokens, 3, heads, width]."""
        out = []
        for index, there, mask in self.parts:
            q, k, v = (x.transpose(1, 2) for x in qkv[index].unbind(2))
            out.append(F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2)[there])
        return torch.cat(out)[self.back].reshape(len(qkv), -1)


def before_attention(x, wqkv, bqkv):
    return F.linear(x, wqkv, bqkv).view(-1, 3, HEADS, WIDTH // HEADS)


def after_attention(x, attended, dropped, wo, bo, g1, b1, wa, ba, wb, bb, g2, b2):
    drop = (lambda y: F.dropout(y, DROPPED)) if dropped else (lambda y: y)
    x = F.layer_norm(x + drop(F.linear(attended, wo, bo)), (WIDTH,), g1, b1, 1e-5)
    return F.layer_norm(x + drop(F.linear(F.gelu(F.linear(x, wa, ba)), wb, bb)), (WIDTH,), g2, b2, 1e-5)


def compile_layers():
    global before_attention, after_attention
    before_attention, after_attention = torch.compile(before_attention, dynamic=True), torch.compile(after_attention, dynamic=True)


class MpnetReader(nn.Module):
    def __init__(self, folder):
        super().__init__()
        w = {}
        for i in (1, 2):
            packed = np.load(f"{folder}/mpnet-{i}.npz")
            w |= {k[:-2]: torch.tensor(packed[k] * packed[k[:-2] + "|s"]) for k in packed.files if k.endswith("|q")}
            w |= {k: torch.tensor(packed[k]) for k in packed.files if "|" not in k}
        self.words, self.positions, self.gain, self.bias = (nn.Parameter(w[n]) for n in ("words", "positions", "gain", "bias"))
        self.register_buffer("nearness", w["nearness"])
        self.layers = nn.ModuleList(nn.ParameterList(nn.Parameter(w[f"layers.{i}.{n}"]) for n in range(12)) for i in range(LAYERS))
        self.types, self.head = nn.Parameter(torch.zeros(2, WIDTH)), head_of(WIDTH)

    def score_lists(self, listed):
        return self.read_lists(listed)[0]

    def read_lists(self, listed):
        """The scores, and the state of each token."""
        x = F.embedding(listed.ids, self.words) + F.embedding(listed.place, self.positions) + F.embedding(listed.in_memory.long(), self.types)
        x, padding = F.layer_norm(x, (WIDTH,), self.gain, self.bias, 1e-5), Padding(listed.offsets, self.nearness)
        for layer in self.layers:
            x = after_attention(x, padding.attend(before_attention(x, *layer[:2])), self.training, *layer[2:])
        x = x.float()
        with torch.autocast(x.device.type, enabled=False):
            return self.head(torch.cat([x[listed.ends], memory_means(x, listed)], 1)), F.layer_norm(x, (WIDTH,))

    def optimisers(self, rate):
        """What is new learns faster."""
        new = [self.types, *self.head.parameters()]
        rest = [p for p in self.parameters() if all(p is not other for other in new)]
        groups = [{"params": rest, "lr": rate}, {"params": new, "lr": 10 * rate}]
        return [torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=self.words.is_cuda)]
