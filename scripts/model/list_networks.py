"""Networks that read a question and memories together: [CLS] question [SEP] memory [SEP] memory [SEP] …, the oldest first. The [SEP] behind a memory tells of it.

A score has two heads: does the memory answer at any time, and does it as things are at the end. ListReader goes on from the reader of pairs; ListReranker has
the shape and the arithmetic of the service's, whose memories' places all begin at 1, and which is told how many memories come after each.
"""

import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from corpus import CLS, SEP
from lists import MEMORIES
from layout import Section
from networks import WINDOW, Matrix, text_sums
from packing import flat, singles
from pair_networks import Bert, Small

SMALL_READERS, LARGE_READERS, MPNET = (384, 384), (384, 768), (768,)  # the widths of e5 and bge; of e5 and MPNet; of MPNet alone


def packed_lists(lists):
    """Tokens of all, one after the other, with the memory that each is of (-1: the question), its place in it, and how many memories follow, plus 1."""
    ids, memory, place, turn, ends, offsets = [], [], [], [], [], [0]
    for question, memories in lists:
        parts = [np.array([CLS, *question, SEP]), *(np.append(m, SEP) for m in memories)]
        for at, part in enumerate(parts):
            ids.append(part)
            place.append(np.arange(len(part)) + (at > 0))
            memory.append(np.full(len(part), len(ends) if at else -1))
            turn.append(np.full(len(part), len(parts) - at if at else 0))
            offsets.append(offsets[-1] + len(part))
            if at:
                ends.append(offsets[-1] - 1)
    starts = np.cumsum([0] + [1 + len(memories) for _, memories in lists])
    return {"ids": np.concatenate(ids), "memory": np.concatenate(memory), "place": np.concatenate(place), "turn": np.concatenate(turn), "ends": np.array(ends), "offsets": np.array(offsets)[starts]}


def packed_groups(lists):
    """Lists of which each is read in two halves, for readers that have only read shorter ones; where each memory of the halves stands in the whole; and the
    questions and the memories one by one."""
    halves, places, at = [], [], 0
    for question, memories in lists:
        for some in (range(0, len(memories), 2), range(1, len(memories), 2)):
            if some:
                halves.append((question, [memories[i] for i in some]))
                places += [at + i for i in some]
        at += len(memories)
    singly = (singles(*flat([q for q, _ in lists])), singles(*flat([m for _, memories in lists for m in memories])))
    return packed_lists(halves), np.array(places), singly


class Listed:
    """Packed lists on the device, and what follows from them."""

    def __init__(self, arrays, device):
        on = {k: torch.from_numpy(np.ascontiguousarray(v)).to(device, non_blocking=True).long() for k, v in arrays.items()}
        self.ids, self.memory, self.own_place, self.turn, self.ends = (on[k] for k in ("ids", "memory", "place", "turn", "ends"))
        self.offsets, self.in_memory = on["offsets"].int(), self.memory >= 0
        start = on["offsets"][:-1]
        self.owner = torch.repeat_interleave(torch.arange(len(start), device=device), on["offsets"].diff(), output_size=len(self.ids))
        self.place = torch.arange(len(self.ids), device=device) - start[self.owner]
        self.first, self.last = self.place[:, None] == 0, torch.roll(self.place, -1)[:, None] == 0
        asks = ~self.in_memory
        asks[self.ends] = True
        self.asking = torch.nonzero(asks)[:, 0]
        self.asking_offsets = F.pad(asks.long().cumsum(0), (1, 0))[on["offsets"]].int()
        self.asking_first = torch.zeros_like(asks).index_fill(0, start, True)[self.asking, None]
        self.asking_last = torch.roll(self.asking_first, -1, 0)


def memory_means(x, listed):
    """The mean state of the tokens of each memory."""
    inside = listed.in_memory
    of, count = listed.memory[inside], len(listed.ends)
    return text_sums(x[inside], of, count) / text_sums(torch.ones_like(x[inside][:, :1]), of, count)


class ListReader(Bert):
    def score_lists(self, listed):
        return self.read_lists(listed)[0]

    def read_lists(self, listed):
        """The scores, and the state of each token."""
        x = self.states(listed, listed.in_memory.long())
        with torch.autocast(x.device.type, enabled=False):
            return self.head(torch.cat([x[listed.ends], memory_means(x, listed)], 1).float()), F.layer_norm(x, (x.shape[1],))


class ListReranker(Small):
    def __init__(self, path, layers, readers=SMALL_READERS, whole=None, inner=None):
        """readers: the widths of those it learns to see as. whole: in so many layers, the first ones, all tokens learn of each other; in the next only the
        question and the end of each memory do, of all tokens, and in those after it of each other; inner: the width of the inner layer of the whole ones."""
        super().__init__(path, layers)
        self.whole = layers if whole is None else whole
        for block in self.blocks[: self.whole] if inner else []:
            block.a, block.b = Matrix(self.table.shape[1], inner), Matrix(inner, self.table.shape[1])
        self.turn = nn.Parameter(torch.zeros(MEMORIES + 1, self.table.shape[1]))  # the first is the question's
        self.head = nn.Linear(self.table.shape[1], 2)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        self.to_reader = nn.ModuleList(nn.Linear(self.table.shape[1], width) for width in readers)  # only to learn by
        self.is_taught = False

    def score_lists(self, listed):
        return self.read_lists(listed)[0]

    def read_lists(self, listed):
        """The scores, and the state of each token."""
        x = self.embedded(listed)
        for i, block in enumerate(self.blocks):
            if i > self.whole:
                x = x.index_copy(0, listed.asking, block(x[listed.asking], listed.asking_offsets, listed.asking_first, listed.asking_last).to(x.dtype))
            else:
                new = block(x, listed.offsets, listed.first, listed.last)
                x = new if i < self.whole else x.index_copy(0, listed.asking, new[listed.asking].to(x.dtype))
        x = F.layer_norm(x.float(), (x.shape[1],))
        with torch.autocast(x.device.type, enabled=False):
            return self.head(x[listed.ends]), x

    def embedded(self, listed):
        parts = (listed.ids, self.table), (listed.own_place, self.position), (listed.in_memory.long(), self.kind), (listed.turn, self.turn)
        return sum(F.embedding(index, of) for index, of in parts)

    def distance_to_readers(self, states, of_readers):
        """How far its states are from each reader's, seen through a matrix that is thrown away afterwards. of_readers: the share and the states of each."""
        far = [share * (1 - F.cosine_similarity(to(states).float(), theirs, dim=1)).mean() for to, (share, theirs) in zip(self.to_reader, of_readers)]
        return sum(far)

    def optimisers(self, rate):
        own = [] if self.is_taught else [self.turn, *self.head.parameters()]
        return super().optimisers(rate, [*own, *self.to_reader.parameters()])

    @torch.no_grad()
    def narrowed_from(self, wider, listed):
        """With the weights of a wider one, of whose inner layers those are left that tell most of these lists; what the others tell in the mean stays."""
        assert wider.whole >= len(wider.blocks) - 1, "all layers of the wider one but the last have to be whole"
        x, state = wider.embedded(listed), {k: v for k, v in wider.state_dict().items() if not k.startswith("to_reader")}
        for i, (block, own) in enumerate(zip(wider.blocks, self.blocks)):
            x = block.seen(x, listed.offsets, listed.first, listed.last)
            thought, name = block.thought(x).float(), f"blocks.{i}."
            x = x + block.b(thought)
            order = (thought.var(0) * (block.b.weight**2).sum(0)).argsort(descending=True)
            kept, left = order.split([len(own.a.weight), len(order) - len(own.a.weight)])
            state[name + "b.bias"] = block.b.bias + (block.b.weight[:, left] * thought.mean(0)[left]).sum(1)
            state |= {name + "b.weight": block.b.weight[:, kept], name + "a.weight": block.a.weight[kept], name + "a.bias": block.a.bias[kept]}
        self.load_state_dict(state, strict=False)
        self.is_taught = True
        return self

    @staticmethod
    def shape_of(path):
        """How many layers assets/model/reranker.bin has, how many of them are whole, and the width of the inner ones of these."""
        raw = open(path, "rb").read()
        header = json.loads(raw[8 : 8 + int.from_bytes(raw[4:8], "little")])
        return {"layers": header["layers"], "whole": header.get("whole"), "inner": header.get("inner")}

    def go_on_from(self, path):
        """With assets/model/reranker.bin, which export-reranker.py wrote: rounded, and the question's turn is part of its kind."""
        raw = open(path, "rb").read()
        file = Section(raw, 8 + int.from_bytes(raw[4:8], "little"))
        width = self.table.shape[1]
        position, kind, turn, head = file.take(WINDOW, width), file.take(2, width), file.take(MEMORIES, width), file.take(2 * width + 2)
        own = file.blocks(width, [len(block.a.weight) for block in self.blocks]) | {"kind": kind, "head.weight": head[:-2].reshape(2, width), "head.bias": head[-2:]}
        own["position"] = np.concatenate([position, self.position.detach().cpu().numpy()[WINDOW:]])
        own["turn"] = np.concatenate([np.zeros((1, width), np.float32), turn])
        self.load_state_dict({name: torch.tensor(array) for name, array in own.items()}, strict=False)
        self.is_taught = True
        return self

    def weights(self):
        """As export-reranker.py takes them: what is the question's turn is part of its kind."""
        own = {k: v.cpu().numpy() for k, v in self.state_dict().items() if k.split(".")[0] not in ("table", "centre", "out", "look", "weight", "to_reader")}
        own["kind"], own["turn"] = own["kind"] + np.stack([own["turn"][0], 0 * own["turn"][0]]), own["turn"][1:]
        return own | {"whole": np.array(self.whole)}
