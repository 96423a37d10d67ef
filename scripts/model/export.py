"""Write the trained student as the one file the service loads, and the vectors it must give.

usage: export.py student.npz tokenizer.json corpus.xz        (pip install torch numpy tokenizers)

Writes assets/model/encoder.bin, the constants in src/adapters/local-model/model.ts and the vectors that the tests expect.

The file: 'EBE1', uint32 length of a JSON header, the header, then the sections it names, each at a multiple of 16 bytes:
`vocabulary` (tokens, one a line), `network` and `table` (native/encoder.h says how they are laid out).
"""

import hashlib
import json
import lzma
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from corpus import LONGEST, SPOKEN, STATEMENT, framed
from layout import matrix_bytes, padded
from networks import DIMENSIONS, PREFIX, WINDOW, Matrix, saved_student

source, tokenizer_path, corpus_path = sys.argv[1:4]
ROOT = Path(__file__).resolve().parents[2]
fixture = ROOT / "test/adapters/local-model/stored-vectors.json"
data = np.load(source)
layers, width, inner, heads = map(int, data["shape"])
tokenizer = Tokenizer.from_file(tokenizer_path)
tokenizer.no_padding()
tokenizer.no_truncation()


def matrix(name):
    return matrix_bytes(data[f"{name}.weight|q"], data[f"{name}.weight|s"], data[f"{name}.bias"])


model = saved_student(source)
Matrix.quantised = True


def vectors_of(texts, kind):
    bodies = [e.ids[:LONGEST] for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    length = np.array([len(body) for body in bodies])
    ids, offsets = framed(np.concatenate([np.array(body, np.int32) for body in bodies]), length)
    owner = torch.from_numpy(np.repeat(np.arange(len(texts)), length + 2))
    place = torch.arange(len(ids)) - torch.from_numpy(offsets)[owner]
    with torch.no_grad():
        return model(torch.from_numpy(ids).long(), torch.from_numpy(offsets).int(), place, owner, torch.full((len(texts),), kind)).numpy()


def centred(v):
    v = v - centre
    return v / np.linalg.norm(v)


# ---- the centre: the target space is centred on the whole corpus, and memories lie to one side of it. Two thirds of the way to the
# mean of talk and short statements, the mixture that gave the axes, so that texts of other kinds do not end up on the far side. One
# centre for both kinds; README.md says what others did.
lines = random.Random(4).sample(lzma.open(corpus_path).read().decode().split("\n"), 200_000)


def mean_of(pattern, count=1500):
    found = [x for x in lines if pattern.search(x)][:count]
    return np.mean(np.concatenate([vectors_of(found[a : a + 50], 1) for a in range(0, count, 50)]), 0)


centre = ((mean_of(SPOKEN) + mean_of(STATEMENT)) / 3).astype(np.float32)

network = padded(data["position"], data["kind"], data["look"], centre)
for i in range(layers):
    network += padded(data[f"blocks.{i}.conv"]) + b"".join(matrix(f"blocks.{i}.{m}") for m in ("qkv", "o", "a", "b"))
network += matrix("out")
table = padded(data["table|q"], data["table|s"], data["weight"][:, 0].astype(np.float32))
tokens = sorted(tokenizer.get_vocab().items(), key=lambda t: t[1])
vocabulary = "\n".join(t for t, _ in tokens).encode()
vocabulary += b"\0" * (-len(vocabulary) % 16)

header = {
    "id": "edge-brain-encoder-1-" + hashlib.sha256(vocabulary + network + table).hexdigest()[:8],
    "width": width, "inner": inner, "layers": layers, "window": WINDOW, "dimensions": DIMENSIONS, "prefixDimensions": PREFIX,
    "vocabulary": len(tokens), "vocabularyBytes": len(vocabulary), "networkBytes": len(network), "tableBytes": len(table),
}
text = json.dumps(header).encode()
text += b" " * (-(len(text) + 8) % 16)
path = ROOT / "assets/model/encoder.bin"
path.parent.mkdir(parents=True, exist_ok=True)
path.write_bytes(b"EBE1" + len(text).to_bytes(4, "little") + text + vocabulary + network + table)
print(path.name, path.stat().st_size, "bytes", header)
(ROOT / "src/adapters/local-model/model.ts").write_text(f"""/** The weights this adapter was built with; written by scripts/model/export.py. Another id, other vectors. */
export const MODEL = {{
  id: '{header["id"]}',
  dimensions: {DIMENSIONS},
  prefixDimensions: {PREFIX},
}} as const
""")

# ---- what the trained model says of a fixed set of texts
stored = json.loads((Path(__file__).parent / "fixed-texts.json").read_text())
for entry in stored:
    kind = 0 if entry["kind"] == "query" else 1
    entry["vector"] = [round(float(v), 5) for v in centred(vectors_of([entry["text"]], kind)[0])]
fixture.parent.mkdir(parents=True, exist_ok=True)
fixture.write_text(json.dumps({"id": header["id"], "texts": stored}) + "\n")
subprocess.run(["node", str(Path(__file__).parent / "check-export.mjs"), str(path), str(fixture)], check=True)
