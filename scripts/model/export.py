"""Write the trained student as the one file the service loads, and the vectors it must give.

usage: export.py student.npz tokenizer.json corpus.xz        (pip install torch numpy tokenizers)

Writes assets/model/encoder.bin, the constants in src/adapters/local-model/model.ts and the vectors that the tests expect.

The weights are those of the student and those that make vectors of its tokens: `tok.weight` and `tok.bias`, `ask_look` and `asks`.

The file: 'EBE1', uint32 length of a JSON header, the header, then the sections it names, each at a multiple of 16 bytes:
`vocabulary` (tokens, one a line), `network` and `table` (native/encoder.h says how they are laid out).
"""

import hashlib
import json
import lzma
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from corpus import LONGEST, SPOKEN, STATEMENT, framed
from layout import matrix_bytes, padded
from networks import DIMENSIONS, PREFIX, WINDOW, Matrix
from pair_networks import Small, Text, encoder_weights

source, tokenizer_path, corpus_path = sys.argv[1:4]
ROOT = Path(__file__).resolve().parents[2]
TOKEN = 64  # native/encoder.h
SEP = 102
WITH_TOKENS = 8  # of so many fixed texts the tests expect the tokens too
fixture = ROOT / "test/adapters/local-model/stored-vectors.json"
data = np.load(source)
layers, width, inner, heads = map(int, data["shape"])
tokenizer = Tokenizer.from_file(tokenizer_path)
tokenizer.no_padding()
tokenizer.no_truncation()
tokens = sorted(tokenizer.get_vocab().items(), key=lambda t: t[1])
vocabulary = "\n".join(t for t, _ in tokens).encode()
vocabulary += b"\0" * (-len(vocabulary) % 16)


def floats(name): return data[name].astype(np.float32)


def rows(name):
    """A matrix as int8 rows and their scales; a small one was saved in floats."""
    if name + "|q" in data: return data[name + "|q"], data[name + "|s"]
    scale = np.maximum(np.abs(floats(name)).max(1), 1e-8) / 127
    return np.round(floats(name) / scale[:, None]).astype(np.int8), scale


def matrix(name):
    return matrix_bytes(*rows(f"{name}.weight"), data[f"{name}.bias"])


if rows("tok.weight")[0].shape != (TOKEN, width): raise SystemExit(f"{source}: the kernel is built for vectors of {TOKEN} dimensions for tokens")


def write(path, centre):
    """The file, and the header it begins with."""
    network = padded(floats("position"), floats("kind"), floats("look"), centre)
    for i in range(layers):
        network += padded(floats(f"blocks.{i}.conv")) + b"".join(matrix(f"blocks.{i}.{m}") for m in ("qkv", "o", "a", "b"))
    network += matrix("out") + matrix("tok") + padded(floats("ask_look"))
    table = padded(*rows("table"), floats("weight")[:, 0], floats("asks").reshape(-1))
    header = {
        "id": "edge-brain-encoder-1-" + hashlib.sha256(vocabulary + network + table).hexdigest()[:8],
        "width": width, "inner": inner, "layers": layers, "window": WINDOW, "dimensions": DIMENSIONS, "prefixDimensions": PREFIX,
        "tokenDimensions": TOKEN, "vocabulary": len(tokens), "vocabularyBytes": len(vocabulary), "networkBytes": len(network),
        "tableBytes": len(table),
    }
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 16)
    path.write_bytes(b"EBE1" + len(text).to_bytes(4, "little") + text + vocabulary + network + table)
    return header


def packed(texts):
    bodies = [e.ids[:LONGEST] for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    ids, offsets = framed(np.concatenate([np.array(body, np.int32) for body in bodies]), np.array([len(body) for body in bodies]))
    return Text(ids, offsets, np.zeros(len(texts), np.int64), "cpu")


# ---- the centre: the target space is centred on the whole corpus, and memories lie to one side of it. Two thirds of the way to the
# mean of talk and short statements, the mixture that gave the axes, so that texts of other kinds do not end up on the far side. One
# centre for both kinds; README.md says what others did.
Matrix.quantised = True
torch.set_grad_enabled(False)
with tempfile.TemporaryDirectory() as folder:
    uncentred = Path(folder) / "encoder.bin"
    write(uncentred, np.zeros(DIMENSIONS, np.float32))
    model, own = Small(uncentred), encoder_weights(uncentred)
lines = random.Random(4).sample(lzma.open(corpus_path).read().decode().split("\n"), 200_000)


def mean_of(pattern, count=1500):
    found = [x for x in lines if pattern.search(x)][:count]
    return torch.cat([model.embed(packed(found[a : a + 50]), 1) for a in range(0, count, 50)]).mean(0)


model.centre = (mean_of(SPOKEN) + mean_of(STATEMENT)) / 3

path = ROOT / "assets/model/encoder.bin"
path.parent.mkdir(parents=True, exist_ok=True)
header = write(path, model.centre.numpy())
print(path.name, path.stat().st_size, "bytes", header)
(ROOT / "src/adapters/local-model/model.ts").write_text(f"""/** The weights this adapter was built with; written by scripts/model/export.py. Another id, other vectors. */
export const MODEL = {{
  id: '{header["id"]}',
  dimensions: {DIMENSIONS},
  prefixDimensions: {PREFIX},
}} as const
""")

# ---- what the trained model says of a fixed set of texts, and of the tokens of some
tok = Matrix(width, TOKEN)
tok.load_state_dict({part: own[f"tok.{part}"] for part in ("weight", "bias")})


def is_silent(token):
    return token == SEP or (len(name := tokenizer.id_to_token(token)) == 1 and ord(name) < 127 and not name.isalnum())


def tokens_of(text, kind):
    """Of a query all, each as long as its share of the question; of a passage those that say something."""
    x = model.states(text, torch.full_like(text.ids, kind))
    vectors = F.normalize(tok(x), dim=-1)
    weight = torch.exp((own["asks"][text.ids, 0] + x @ own["ask_look"]).clamp(-6, 6))
    return vectors * (weight / weight.sum())[:, None] if kind == 0 else vectors[[not is_silent(i) for i in text.ids.tolist()]]


def rounded(values): return [round(float(v), 5) for v in values]


stored = json.loads((Path(__file__).parent / "fixed-texts.json").read_text())
for i, entry in enumerate(stored):
    text, kind = packed([entry["text"]]), 0 if entry["kind"] == "query" else 1
    entry["vector"] = rounded(model.embed(text, kind)[0])
    if i < WITH_TOKENS: entry["tokens"] = [rounded(token) for token in tokens_of(text, kind)]
fixture.parent.mkdir(parents=True, exist_ok=True)
fixture.write_text(json.dumps({"id": header["id"], "texts": stored}) + "\n")
subprocess.run(["node", str(Path(__file__).parent / "check-export.mjs"), str(path), str(fixture)], check=True)
