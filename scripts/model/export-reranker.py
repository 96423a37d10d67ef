"""Write a trained reranker as the file the service loads, and the scores it must give.

usage: export-reranker.py reranker.npz        (pip install numpy; npm install)

Writes assets/model/reranker.bin and the scores that the tests expect, and checks the kernels against them.

The weights: `position`, `kind`, `turn`, `head.weight`, `head.bias`, `whole` and `blocks.N.{conv,qkv,o,a,b}`, with as many blocks as there
are; a matrix is there as `NAME|q` (int8) with `NAME|s` (a scale a row), or in floats. The table of tokens is the encoder's.

The file: 'EBR3', uint32 length of a JSON header, the header, then one section (native/encoder.h says how it is laid out). The header names
the encoder whose table the reranker was trained with: with another one it is worth nothing.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from layout import matrix_bytes, padded

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WINDOW, WIDTH, INNER, HEADS, LAYERS = 128, 256, 768, 8, 6  # native/encoder.h
QUESTION, MEMORY, MEMORIES = 40, 72, 5  # most tokens of either, and most memories
CLS, SEP, NOTHING = 101, 102, 1029  # NOTHING: "?" stands for a text without tokens

NODE = str(ROOT / "node_modules/.bin/node")
source = sys.argv[1]
fixture = ROOT / "test/adapters/local-model/stored-scores.json"
data = np.load(source)


def floats(name):
    if name + "|q" in data: return data[name + "|q"].astype(np.float32) * data[name + "|s"].reshape(-1, 1)
    return data[name].astype(np.float32)


def rows(name):
    """A matrix as int8 rows and their scales."""
    if name + "|q" in data: return data[name + "|q"], data[name + "|s"].reshape(-1).astype(np.float32)
    w = data[name].astype(np.float32)
    scale = np.maximum(np.abs(w).max(1), 1e-8) / 127
    return np.round(w / scale[:, None]).astype(np.int8), scale


def matrix(name):
    return matrix_bytes(*rows(f"{name}.weight"), floats(f"{name}.bias"))


# ---- the encoder's table
raw = (ROOT / "assets/model/encoder.bin").read_bytes()
size = int.from_bytes(raw[4:8], "little")
encoder = json.loads(raw[8 : 8 + size])
vocabulary = encoder["vocabulary"]
at = 8 + size + encoder["vocabularyBytes"] + encoder["networkBytes"]
table = np.frombuffer(raw, np.int8, vocabulary * WIDTH, at).reshape(vocabulary, WIDTH)
table_scale = np.frombuffer(raw, np.float32, vocabulary, at + -(-table.nbytes // 16) * 16)

# ---- the file
layers = 1 + max(int(k.split(".")[1]) for k in data.files if k.startswith("blocks."))
whole = min(int(data["whole"]), layers - 1) if "whole" in data else layers - 1  # of the last layer nothing but the ends is ever used
inner = len(floats("blocks.0.a.bias"))
position, kind, turn, heads = floats("position")[:WINDOW], floats("kind"), floats("turn"), floats("head.weight")
head = np.concatenate([heads.reshape(-1), floats("head.bias").reshape(-1)])
shapes = [position.shape, kind.shape, turn.shape, head.shape, *(floats(f"blocks.{i}.a.weight").shape for i in range(layers))]
inners = [(inner, WIDTH)] * whole + [(INNER, WIDTH)] * (layers - whole)
if shapes != [(WINDOW, WIDTH), (2, WIDTH), (MEMORIES, WIDTH), (2 * WIDTH + 2,), *inners] or layers > LAYERS or inner > INNER or inner % 32:
    raise SystemExit(f"{source}: the kernel is built for another shape: {shapes}, {layers} layers")
if any(k.startswith("own") for k in data.files): raise SystemExit(f"{source}: has a table of its own, and the kernel reads the encoder's")

section = padded(position, kind, turn, head)
for i in range(layers):
    section += padded(floats(f"blocks.{i}.conv")) + b"".join(matrix(f"blocks.{i}.{m}") for m in ("qkv", "o", "a", "b"))
shape = {"layers": layers, "whole": whole, "inner": inner}
named = f"{encoder['id']} {layers} {whole} {inner} ".encode()
header = {"id": "edge-brain-reranker-3-" + hashlib.sha256(named + section).hexdigest()[:8], "encoder": encoder["id"], **shape, "weightBytes": len(section)}
text = json.dumps(header).encode()
text += b" " * (-(len(text) + 8) % 16)
path = ROOT / "assets/model/reranker.bin"
path.write_bytes(b"EBR3" + len(text).to_bytes(4, "little") + text + section)
print(path.name, path.stat().st_size, "bytes", header)


# ---- what the network says of a fixed set of pairs
def normal(x): return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)


def times(x, name):
    """int8 rows, activations of 7 bits."""
    low = x.min(-1, keepdims=True)
    step = np.maximum(x.max(-1, keepdims=True) - low, 1e-8) / 127
    q, scale = rows(f"{name}.weight")
    return (np.round((x - low) / step) * step + low) @ (q * scale[:, None]).T + floats(f"{name}.bias")


def attend(qkv):
    q, k, v = qkv.reshape(-1, 3, HEADS, WIDTH // HEADS).transpose(1, 2, 0, 3)
    s = q @ k.transpose(0, 2, 1) / np.sqrt(WIDTH // HEADS)
    e = np.exp(s - s.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(-1, WIDTH)


def logits(question, memories):
    """[CLS] question [SEP] memory [SEP] memory [SEP] …; every memory's places begin at 1 again, and the [SEP] behind it tells of it."""
    question = question[:QUESTION] or [NOTHING]
    ids, place, kinds, turns, ends = [CLS, *question, SEP], [*range(len(question) + 2)], [0] * (len(question) + 2), [None] * (len(question) + 2), []
    for p, memory in enumerate(memories):
        memory = memory[:MEMORY] or [NOTHING]
        size = len(memory) + 1
        ids, place, kinds, turns = [*ids, *memory, SEP], [*place, *range(1, size + 1)], kinds + [1] * size, turns + [len(memories) - 1 - p] * size
        ends.append(len(ids) - 1)
    ids, asking = np.array(ids), [*range(len(question) + 2), *ends]
    x = table[ids] * table_scale[ids, None] + position[place] + kind[kinds]
    x = x + np.array([np.zeros(WIDTH, np.float32) if t is None else turn[t] for t in turns])
    for i in range(layers):
        b, h, edge = f"blocks.{i}.", normal(x), np.zeros((1, WIDTH), np.float32)
        conv = floats(b + "conv")
        h = h + np.vstack([edge, h[:-1]]) * conv[0] + h * conv[1] + np.vstack([h[1:], edge]) * conv[2]
        seen = attend(times(h, b + "qkv"))
        if i == whole: x, seen = x[asking], seen[asking]
        x = x + times(seen, b + "o")
        a = times(normal(x), b + "a")
        x = x + times(a / 2 * (1 + np.tanh(0.7978845608 * (a + 0.044715 * a**3))), b + "b")
    return normal(x[-len(ends) :]) @ heads.T + head[2 * WIDTH :]


lists = json.loads((HERE / "fixed-lists.json").read_text())
texts = [text for one in lists for text in (one["question"], *one["memories"])]
tokens = iter(json.loads(subprocess.run([NODE, str(HERE / "list-tokens.mjs")], input=json.dumps(texts), capture_output=True, text=True, check=True).stdout))
for one in lists:
    question = next(tokens)
    one["logits"] = [[round(float(x), 4) for x in row] for row in logits(question, [next(tokens) for _ in one["memories"]])]
fixture.write_text(json.dumps({"id": header["id"], "lists": lists}) + "\n")
subprocess.run([NODE, str(HERE / "check-reranker.mjs"), str(path), str(fixture)], check=True)
