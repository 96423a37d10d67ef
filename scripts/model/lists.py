"""Lists to learn from: a question and some memories in the order in which they were told, as the reranker reads them.

`lives` are of the lives, with what answers and what once did; `other` a question of a life with what is near it in another one, `crossed` with memories of
two lives, or with any of its own; `plain` are of the accounts of plain statements; `asked` are of the set of questions, with sentences around the answer; `free` are questions with
lines found near them. `lives`, `plain` and `asked` are labelled. Names and numbers of lives are swapped for others, so that they are not learnt by heart.
"""

import json
import lzma
import random

import numpy as np

from groups import ANSWERS, DOES_NOT, NOTHING, OUTDATED, QUESTION_MARK, SAID, corpus_lines, is_question
from packing import LONGEST_MEMORY, LONGEST_QUESTION, flat, pairs, workers
from questions import NAMES, questions_about
from told_lives import pieces

MEMORIES, LONGEST = 5, 72  # memories of a list, tokens of each
FEWER = (3, 2, 1, 0, 0, 0)  # than so many has a list
KINDS = ("lives", "other", "crossed", "asked", "free", "plain")
LIVES, OTHER, CROSSED, ASKED, FREE, PLAIN = range(6)
VOCABULARY, OTHERS, NEAR = 30522, 8, 20
PLAIN_FILES = ("p", "u", "x")  # of accounts of plain statements, of which most stay true


class Lists:
    def __init__(self, folder, tokenizer, lives, vectors, limit=None):
        """vectors(bodies, kind) gives the encoder's vectors (kind 0: questions), a tensor; limit: so many lives, questions and lines, for a test."""
        self.encode = lambda texts, most: [np.array(e.ids[:most], np.int32) for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
        self.vectors, self.most, texts = vectors, MEMORIES, {}
        number = lambda text: texts.setdefault(text, len(texts))
        self.lives, self.memories = [], []
        for n, life in enumerate(lives[:limit]):
            self.memories.append([[number(piece) for piece in pieces(text)] for text in life["texts"]])
            for q in (q for q in life["questions"] if q["kind"] != "followup"):
                asked = {"question": number(q["query"]), "expect": sorted(set(q["expect"])), "stale": sorted(set(q["stale"]))}
                self.lives.append({"life": n, "is_plain": life["name"].startswith(PLAIN_FILES), **asked})
        rows = [json.loads(x) for x in lzma.open(f"{folder}/questions.jsonl.xz", "rt", encoding="utf8")][:limit]
        self.asked = [(number(x["q"]), [number(t) for t in x["c"]], x["a"]) for x in rows if len(x["c"]) > 2]
        self.bodies = self.encode(list(texts), LONGEST_MEMORY)
        self.changed = [x for x in self.lives if x["expect"] and x["stale"]]
        self.plain = [x for x in self.lives if x["is_plain"]]
        self.plainly_changed = [x for x in self.changed if x["is_plain"]]
        whole = lambda words: np.array(sorted({i for i in map(tokenizer.token_to_id, words) if i is not None}))
        numbers = (range(2, 10), range(11, 100), range(100, 1000))
        self.names, self.numbers = whole(name.lower() for name in NAMES), [whole(map(str, some)) for some in numbers]
        self.find_near()
        self.add_lines(folder, limit)
        del self.encode, self.vectors  # not needed any more, and not to be pickled

    def find_near(self):
        """For each question of a life the cosine of each piece of each of its memories, and the other lives that have most that is near."""
        self.pieces = [(n, m, i) for n, memories in enumerate(self.memories) for m, some in enumerate(memories) for i in some]
        life_of = np.array([n for n, _, _ in self.pieces])
        self.span = {n: (int(np.searchsorted(life_of, n)), int(np.searchsorted(life_of, n, "right"))) for n in set(life_of.tolist())}
        told = self.vectors([self.bodies[i] for _, _, i in self.pieces], 1)
        asked = self.vectors([self.bodies[x["question"]][:LONGEST_QUESTION] for x in self.lives], 0)
        nearest = np.concatenate([(some @ told.T).topk(min(80, len(told))).indices.cpu().numpy() for some in asked.split(2000)])
        self.told, self.asked_vectors = told.half().cpu().numpy(), asked.half().cpu().numpy()
        for row, x in enumerate(self.lives):
            worth = {}
            for rank, at in enumerate(nearest[row]):
                worth[int(life_of[at])] = worth.get(int(life_of[at]), 0) + 1 / (5 + rank)
            worth.pop(x["life"], None)
            x["row"], x["others"] = row, sorted(worth, key=lambda n: -worth[n])[:OTHERS]

    def add_lines(self, folder, limit):
        """Lines that somebody says, and some others; questions of the corpus, and made ones; and the lines that are near each."""
        rand = random.Random(3)
        lines = corpus_lines(folder)
        lines = rand.sample(lines, 20 * limit) if limit else lines
        some = lambda texts, count: rand.sample(texts, min(count, len(texts)))
        spoken = [x for x in lines if SAID.search(x) and 20 < len(x) < 500]
        spoken += some([x for x in lines if 30 < len(x) < 400 and not x.endswith("?")], 40_000)
        asked = some([x for x in lines if is_question(x)], 25_000)
        asked += [q for x in spoken for q in questions_about(x, rand)[:1]]
        self.lines, self.loose = ([b for b in self.encode(texts, most) if len(b) > 1] for texts, most in ((spoken, LONGEST_MEMORY), (asked, LONGEST_QUESTION)))
        told, questions = self.vectors(self.lines, 1), self.vectors(self.loose, 0)
        self.near_lines = np.concatenate([(some @ told.T).topk(min(NEAR, len(told))).indices.cpu().numpy() for some in questions.split(1000)])

    def nearest_of(self, x, life, noise, rand):
        """The memories of a life by how near they are to the question, nearest first, each with the piece of it that is nearest."""
        start, end = self.span[life]
        cosines = self.told[start:end].astype(np.float32) @ self.asked_vectors[x["row"]].astype(np.float32)
        best = {}
        for (_, m, i), cosine in zip(self.pieces[start:end], cosines):
            if cosine > best.get(m, (-9, 0))[0]:
                best[m] = (float(cosine), i)
        order = sorted(best, key=lambda m: -best[m][0] - noise * rand.gauss(0, 1))
        return order, {m: self.bodies[i][:LONGEST] for m, (_, i) in best.items()}

    # Each of these gives a question, memories, and what they are to it.

    def lives_list(self, rand, x=None):
        x = x or rand.choice(self.changed if rand.random() < 0.45 else self.lives)
        order, bodies = self.nearest_of(x, x["life"], 0.05, rand)
        right, old = x["expect"], x["stale"]
        gone = right + old if rand.random() < 0.06 else []
        some = lambda of: rand.sample(of, min(self.most // 2, len(of)))
        sure = some(right) + some(old) if not gone and rand.random() < 0.8 else []
        chosen = sure + [m for m in order if m not in gone and m not in sure]
        chosen = sorted(chosen[: max(len(sure), self.most - rand.choice(FEWER))][: self.most])
        label = lambda m: ANSWERS if m in right else OUTDATED if m in old else DOES_NOT
        return self.bodies[x["question"]], [bodies[m] for m in chosen], [label(m) for m in chosen]

    def plain_list(self, rand):
        return self.lives_list(rand, rand.choice(self.plainly_changed if rand.random() < 0.4 else self.plain))

    def other_list(self, rand):
        x = rand.choice(self.lives)
        if not x["others"]:
            return self.lives_list(rand, x)
        order, bodies = self.nearest_of(x, rand.choice(x["others"]), 0.03, rand)
        return self.bodies[x["question"]], [bodies[m] for m in sorted(order[: self.most - rand.choice(FEWER[1:])])], None

    def crossed_list(self, rand):
        x = rand.choice(self.lives)
        if rand.random() < 0.5:
            both = self.lives_list(rand, x)[1] + self.lives_list(rand)[1]
            return self.bodies[x["question"]], rand.sample(both, min(self.most, len(both))), None
        order, bodies = self.nearest_of(x, x["life"], 0, rand)
        some = set(rand.sample(order, min(len(order), 3 * self.most)))
        chosen = [m for m in order if m in some][: self.most]
        return self.bodies[x["question"]], [bodies[m] for m in (sorted(chosen) if rand.random() < 0.7 else chosen)], None

    def asked_list(self, rand):
        question, context, answers = rand.choice(self.asked)
        right = rand.sample(answers, min(1, len(answers)))
        rest = sorted((i for i in range(len(context)) if i not in answers), key=lambda i: abs(i - (right or [0])[0]) * rand.random())
        chosen = sorted(right + rest[: self.most - len(right)])
        if rand.random() < 0.5:
            rand.shuffle(chosen)
        return self.bodies[question], [self.bodies[context[i]][:LONGEST] for i in chosen], [ANSWERS if i in answers else DOES_NOT for i in chosen]

    def free_list(self, rand):
        at = rand.randrange(len(self.loose))
        chosen = rand.sample(list(self.near_lines[at]), min(self.most, len(self.near_lines[at])))
        if rand.random() < 0.3:
            chosen[-1] = rand.randrange(len(self.lines))
        return self.loose[at], [self.lines[i][:LONGEST] for i in chosen], None

    def swapped(self, rng, rand):
        """Another token for each token, or None."""
        names, numbers = rand.random() < 0.6, rand.random() < 0.4
        if not names and not numbers:
            return None
        other = np.arange(VOCABULARY)
        for some in ([self.names] if names else []) + (self.numbers if numbers else []):
            other[some] = rng.permutation(some)
        return other

    def batch(self, rng, rand, size, mixture):
        """Lists as the networks read them, labels [size, most], the kind of each list, and their pairs for the reader of pairs."""
        lists, labels = [], np.full((size, self.most), NOTHING, np.int8)
        kinds = rng.choice([KINDS.index(kind) for kind in mixture], size=size, p=list(mixture.values()))
        for row, kind in enumerate(kinds):
            question, memories, what = getattr(self, f"{KINDS[kind]}_list")(rand)
            question = question[:LONGEST_QUESTION]
            if len(question) > 3 and question[-1] == QUESTION_MARK and rand.random() < 0.4:
                question = question[:-1]
            other = self.swapped(rng, rand) if kind not in (ASKED, FREE) else None
            lists.append((question, memories) if other is None else (other[question], [other[m] for m in memories]))
            labels[row, : len(memories)] = what or [DOES_NOT] * len(memories)
        q, m = flat([q for q, memories in lists for _ in memories]), flat([m for _, memories in lists for m in memories])
        return lists, labels, kinds, pairs(np.concatenate([q[0], m[0]]), q[1], q[2], m[1] + len(q[0]), m[2])


def stream_lists(lists, seed, size, mixture, count, prepare):
    """Batches from processes of their own, in a fixed order, and these processes. prepare: what is made of the lists there."""

    def next_batch(rng, rand):
        some, labels, kinds, read = lists.batch(rng, rand, size, mixture)
        return prepare(some), labels, kinds, read

    return workers(next_batch, seed, count)
