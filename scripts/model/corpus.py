"""Turns the corpus into packed batches: no padding, all texts of a batch one after the other.

A batch mixes questions with statements the teacher finds near them, statements with their neighbours, and lines that are cut,
joined, labelled with a speaker or disturbed. The teacher embeds exactly what the student reads, so nothing is ever out of step.
"""

import lzma
import random
import re

import numpy as np

from questions import NAMES, questions_about, without_names

CLS, SEP, UNK, COLON = 101, 102, 100, 1024
PREFIX = {"query": (23032, COLON), "passage": (6019, COLON)}  # the teacher's 'query:' and 'passage:'; the student has kinds
LONGEST = 120  # tokens of a text without its frame
SPOKEN = re.compile(r"\b(I|I'm|my|me|we|our|you|your)\b")
# What a memory mostly is: one short sentence about somebody.
STATEMENT = re.compile(r"^(I|My|We|He|She|They|The|It|His|Her) [^;:()]{10,70}\.$")


class Corpus:
    def __init__(self, path, tokenizer, limit=None, seed=0):
        lines = lzma.open(path).read().decode().split("\n")[:limit]
        rand = random.Random(seed)
        prompted = [(q, i) for i, line in enumerate(lines) for q in questions_about(line, rand)]
        asked, self.source = [q for q, _ in prompted], np.array([i for _, i in prompted], np.int64)  # a made question, the line behind it
        unnamed = [without_names(q) for q in asked]
        labels = [f"{n}:" for n in NAMES]
        self.lines, self.made, self.labels = len(lines), len(asked), len(labels)
        # Memories are mostly said by somebody; encyclopaedic and dictionary lines stay as the minority that keeps the space whole.
        is_spoken = np.array([SPOKEN.search(line) is not None for line in lines])
        weight = np.where(is_spoken, 3.0, 1.0)
        self.spoken = np.flatnonzero(is_spoken)
        self.cumulative = np.cumsum(weight / weight.sum())
        self.statements = np.array([i for i, line in enumerate(lines) if STATEMENT.match(line)], np.int64)
        natural = [i for i, line in enumerate(lines) if line.endswith("?") or re.match(r"(?i)(who|what|when|where|which|how|why|did|does|is|are|was|can) ", line)]
        self.questions = np.array(natural + list(range(self.lines, self.lines + self.made)), np.int64)
        sequences = [e.ids[:LONGEST] for e in tokenizer.encode_batch(lines + asked + unnamed + labels, add_special_tokens=False)]
        self.length = np.array([len(s) for s in sequences], np.int32)
        self.start = np.concatenate([[0], np.cumsum(self.length)[:-1]]).astype(np.int64)
        self.tokens = np.concatenate([np.array(s, np.int32) for s in sequences])
        self.label_base = self.lines + 2 * self.made  # after the made questions and the same without their names

    def draw(self, rng, n):
        return np.searchsorted(self.cumulative, rng.random(n)).clip(0, self.lines - 1)

    def whole(self, rows):
        """Segments that are entire lines: first start, first length, second start, second length."""
        zero = np.zeros(len(rows), np.int64)
        return np.stack([self.start[rows], self.length[rows].astype(np.int64), zero, zero], 1)

    def cut(self, rng, rows, low=3):
        """A random stretch of each line."""
        segment = self.whole(rows)
        length = np.minimum(segment[:, 1], low + (rng.random(len(rows)) * np.maximum(1, segment[:, 1] - low)).astype(np.int64))
        segment[:, 0] += (rng.random(len(rows)) * (segment[:, 1] - length + 1)).astype(np.int64)
        segment[:, 1] = length
        return segment

    def disturbed(self, rng, rows):
        """Lines with augmentation: left alone, cut, joined with another, labelled with a speaker."""
        segment, way = self.whole(rows), rng.random(len(rows))
        cut = (way > 0.35) & (way < 0.55)
        segment[cut] = self.cut(rng, rows[cut])
        joined = (way >= 0.55) & (way < 0.75)
        first, second = self.cut(rng, rows[joined], 6), self.cut(rng, self.draw(rng, joined.sum()), 6)
        segment[joined] = np.concatenate([first[:, :2], second[:, :2]], 1)
        labelled = (way >= 0.75) & (way < 0.9)
        name = self.label_base + rng.integers(self.labels, size=labelled.sum())
        segment[labelled] = np.concatenate([self.whole(name)[:, :2], segment[labelled][:, :2]], 1)
        return segment

    def bodies(self, segment, rng=None, replace=0.0):
        """Packed tokens of the segments, cut to LONGEST, and their lengths. Some texts lose a few tokens to random others."""
        segment = segment.copy()
        segment[:, 1] = np.minimum(segment[:, 1], LONGEST)
        segment[:, 3] = np.minimum(segment[:, 3], LONGEST - segment[:, 1])
        length = segment[:, 1] + segment[:, 3]
        owner = np.repeat(np.arange(len(length)), length)
        place = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
        first = segment[owner, 1]
        index = np.where(place < first, segment[owner, 0] + place, segment[owner, 2] + place - first)
        tokens = self.tokens[index]
        if replace:
            hit = (rng.random(len(length)) < replace)[owner] & (rng.random(len(tokens)) < 0.2)
            tokens = np.where(hit, self.tokens[rng.integers(len(self.tokens), size=len(tokens))], tokens)
        return tokens, length


def framed(tokens, length, prefix=None):
    """[CLS] (prefix) body [SEP], packed. `prefix` is an array of two tokens a text, or None. Returns ids and offsets."""
    extra = 2 if prefix is None else 4
    full = length + extra
    offset = np.concatenate([[0], np.cumsum(full)])
    ids = np.full(offset[-1], SEP, np.int32)
    ids[offset[:-1]] = CLS
    if prefix is not None:
        ids[offset[:-1] + 1], ids[offset[:-1] + 2] = prefix[:, 0], prefix[:, 1]
    inside = np.arange(len(tokens)) - np.repeat(np.cumsum(length) - length, length)
    ids[np.repeat(offset[:-1] + extra - 1, length) + inside] = tokens
    return ids, offset


def framed_for(kind, tokens, length):
    """The same texts as the student and as the teacher read them. kind: 0 query, 1 passage."""
    table = np.array([PREFIX["query"], PREFIX["passage"]], np.int64)
    return framed(tokens, length), framed(tokens, length, table[kind])
