"""Pack all-mpnet-base-v2 into two .npz of int8 rows, its tokens in the order of BERT's, so that all networks here read the same ids.

usage: pack_mpnet.py all-mpnet-base-v2 FOLDER        (reads model.safetensors and vocab.txt there and FOLDER/tokenizer.json, writes FOLDER/mpnet-1.npz and FOLDER/mpnet-2.npz)
"""

import json
import sys
from pathlib import Path

import numpy as np

SAME = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>", "[MASK]": "<mask>"}
FIRST_PLACE = 2  # the places before are not used
LAYERS = 12
REST = ("attention.attn.o", "attention.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm")

model, folder = map(Path, sys.argv[1:3])
raw = (model / "model.safetensors").read_bytes()
start = 8 + int.from_bytes(raw[:8], "little")
tensors = {k: v for k, v in json.loads(raw[8:start]).items() if v.get("dtype") == "F32"}


def tensor(name):
    begin, end = tensors[name]["data_offsets"]
    return np.frombuffer(raw[start + begin : start + end], np.float32).reshape(tensors[name]["shape"])


place = {token: i for i, token in enumerate((model / "vocab.txt").read_text(encoding="utf8").split("\n"))}
tokens = json.loads((folder / "tokenizer.json").read_text(encoding="utf8"))["model"]["vocab"]
order = [place[SAME.get(token, token)] for token in sorted(tokens, key=tokens.get)]
weights = {
    "words": tensor("embeddings.word_embeddings.weight")[order],
    "positions": tensor("embeddings.position_embeddings.weight")[FIRST_PLACE:],
    "gain": tensor("embeddings.LayerNorm.weight"),
    "bias": tensor("embeddings.LayerNorm.bias"),
    "nearness": tensor("encoder.relative_attention_bias.weight"),
}
for i in range(LAYERS):
    layer = f"encoder.layer.{i}."
    qkv = [np.concatenate([tensor(f"{layer}attention.attn.{n}.{part}") for n in "qkv"]) for part in ("weight", "bias")]
    for n, array in enumerate(qkv + [tensor(f"{layer}{step}.{part}") for step in REST for part in ("weight", "bias")]):
        weights[f"layers.{i}.{n}"] = array

halves = ({}, {})
for n, (name, array) in enumerate(sorted(weights.items(), key=lambda item: -item[1].size)):
    if array.ndim == 2 and array.size > 10_000:
        scale = np.maximum(np.abs(array).max(1, keepdims=True), 1e-8) / 127
        array = {name + "|q": np.round(array / scale).astype(np.int8), name + "|s": scale.astype(np.float32)}
    else:
        array = {name: array}
    halves[min((0, 1), key=lambda i: sum(a.nbytes for a in halves[i].values()))].update(array)
for i, half in enumerate(halves, 1):
    np.savez_compressed(folder / f"mpnet-{i}.npz", **half)
