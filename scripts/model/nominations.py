"""Does the prefix nominate what the whole vector would find? Questions of the corpus against pools of its talk, through the kernel.

usage: nominations.py corpus.xz [encoder.bin]      (pip install numpy; node on the PATH)      1 min

Of the ten nearest by whole vector, the share that is among the 128 nearest by prefix, and among the ten nearest by prefix.
"""

import lzma
import random
import sys

import numpy as np

from corpus import SPOKEN
from ours import embed
from questions import questions_about, without_names

BEST, NOMINATED, PREFIX = 10, 128, 128
ENCODER = sys.argv[2] if len(sys.argv) > 2 else None
lines = random.Random(4).sample(lzma.open(sys.argv[1]).read().decode().split("\n"), 120_000)
talk = [line for line in lines[:60_000] if SPOKEN.search(line) and not line.endswith("?")][:10_000]
rand = random.Random(5)
made = [question for line in lines[60_000:] for question in questions_about(line, rand)]
groups = {
    "as they stand in the corpus": rand.sample([line for line in lines if line.endswith("?")], 700),
    "made, with a name": rand.sample([q for q in made if q != without_names(q)], 700),
    "made, without a name": rand.sample([q for q in made if q == without_names(q)], 700),
}


def first(questions, pool, count):
    return np.argsort(-(questions @ pool.T), 1, kind="stable")[:, :count]


def prefix_of(x):
    return x[:, :PREFIX] / np.linalg.norm(x[:, :PREFIX], axis=1, keepdims=True)


def shared(wanted, given):
    return np.mean([len(set(a) & set(b)) / len(a) for a, b in zip(wanted, given)])


passages = embed(talk, "passage", ENCODER)
for group, questions in groups.items():
    asked = embed(questions, "query", ENCODER)
    for size in (1000, len(passages)):
        pool = passages[:size]
        whole, prefix = first(asked, pool, BEST), first(prefix_of(asked), prefix_of(pool), NOMINATED)
        print(f"{group}, of {size}: {shared(whole, prefix):.4f} nominated, {shared(whole, prefix[:, :BEST]):.3f} among the prefix's {BEST}")
