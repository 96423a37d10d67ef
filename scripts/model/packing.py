"""Texts as the networks read them: the tokens of all one after the other, and where each begins. No padding."""

import multiprocessing
import random

import numpy as np

from corpus import CLS, PREFIX, SEP

LONGEST_QUESTION, LONGEST_MEMORY = 40, 118  # tokens
BGE_QUERY = "Represent this sentence for searching relevant passages: "


def flat(bodies):
    """Tokens, starts and lengths."""
    length = np.array([len(body) for body in bodies], np.int64)
    return np.concatenate(bodies).astype(np.int32), np.concatenate([[0], np.cumsum(length)[:-1]]), length


def pairs(tokens, question_start, question_length, memory_start, memory_length):
    """[CLS] question [SEP] memory [SEP] for stretches of `tokens`: ids, offsets, and how many tokens stand before each memory."""
    full = question_length + memory_length + 3
    offsets = np.concatenate([[0], np.cumsum(full)])
    owner = np.repeat(np.arange(len(full)), full)
    place = np.arange(offsets[-1]) - offsets[owner]
    asked = question_length[owner]
    index = np.where(place >= asked + 2, memory_start[owner] + place - asked - 2, question_start[owner] + place - 1)
    ids = tokens[index.clip(0, len(tokens) - 1)]
    ids[(place == asked + 1) | (place == full[owner] - 1)] = SEP
    ids[place == 0] = CLS
    return ids, offsets, question_length + 2


def singles(tokens, start, length, prefix=()):
    """[CLS] prefix body [SEP]."""
    before = len(prefix) + 1
    full = length + before + 1
    offsets = np.concatenate([[0], np.cumsum(full)])
    owner = np.repeat(np.arange(len(full)), full)
    place = np.arange(offsets[-1]) - offsets[owner]
    ids = tokens[(start[owner] + place - before).clip(0, len(tokens) - 1)]
    ids[place == full[owner] - 1] = SEP
    for i, token in enumerate((CLS, *prefix)):
        ids[place == i] = token
    return ids, offsets, np.zeros(len(length), np.int64)


def packed(batch, bge_prefix):
    """The batch for all networks: pairs for what reads both, and questions and candidates as ours, e5 and bge are given them."""
    questions, candidates, labels, free = batch
    q, c = flat(questions), flat(candidates)
    owner = np.repeat(np.arange(len(labels)), (labels >= 0).sum(1))
    return {
        "labels": labels, "free": free,
        "pairs": pairs(np.concatenate([q[0], c[0]]), q[1][owner], q[2][owner], c[1] + len(q[0]), c[2]),
        "ours": (singles(*q), singles(*c)),
        "e5": (singles(*q, PREFIX["query"]), singles(*c, PREFIX["passage"])),
        "bge": (singles(*q, bge_prefix), singles(*c)),
    }


def stream(groups, seed, size, mixture, bge_prefix, count):
    """Batches from processes of their own, in a fixed order, and these processes."""
    return workers(lambda rng, rand: packed(groups.batch(rng, rand, size, mixture), bge_prefix), seed, count)


def workers(next_batch, seed, count):
    """What next_batch(rng, rand) gives, from processes of their own, in a fixed order, and these processes."""
    context = multiprocessing.get_context("fork")
    queues = [context.Queue(3) for _ in range(count)]

    def work(i):
        rng, rand = np.random.default_rng([seed, i]), random.Random(seed * 100 + i)
        while True:
            queues[i].put(next_batch(rng, rand))

    processes = [context.Process(target=work, args=(i,), daemon=True) for i in range(count)]
    for process in processes:
        process.start()

    def batches():
        while True:
            yield from (queue.get() for queue in queues)

    return batches(), processes
