"""Groups to learn from: a question and candidates, of which some or none answer it. All texts are tokenised once.

`asked` are questions of the set of questions, with sentences of their context, sentences found near them and answers in which a name
was swapped; `synthetic` is synthetic.py; `made` are first-person lines of the corpus with questions made of them, said by the right or
by another speaker; `lives` are the lives; `free` are questions with lines found near them, of which nobody knows whether they answer, and
`crossed` questions of a life with what is near them in the lives of others.
"""

import collections
import json
import lzma
import random
import re
import zlib

import numpy as np

import synthetic
from packing import LONGEST_MEMORY, LONGEST_QUESTION
from questions import NAMES, questions_about
from told_lives import pieces

CANDIDATES, NEAR, QUESTION_MARK = 12, 32, 1029
ANSWERS, OUTDATED, DOES_NOT, NOTHING = 1, 2, 0, -1
SAID = re.compile(r"\b(I|I'm|my|we)\b")
SPECIFIC = re.compile(r"\b[A-Z][a-z]{2,}\b|\b\d{2,}\b")
NOT_NAMES = set(
    "The This That These Those What When Where Which Who Whom Whose Why How Did Does Was Were Are Can Could Would Should Will Has Have Had And But "
    "For Not From With After Before During In On At By If It He She They You We His Her Their Its One Two Some Many New Oh Yes No Well Okay Hey".split()
)
NOT_TELLING = set("what when where does have they their kind things many times would about feel after".split())


def swapped(question, sentence, names, rand):
    """The sentence with a name or number that it shares with the question replaced: it is about somebody else then."""
    shared = [w for w in dict.fromkeys(SPECIFIC.findall(question)) if w not in NOT_NAMES and re.search(rf"\b{w}\b", sentence)]
    out = sentence
    for word in shared if rand.random() < 0.5 else shared[:1]:
        other = str(int(word) + rand.choice((-7, -2, -1, 1, 3, 10))) if word.isdigit() else rand.choice(names)
        out = re.sub(rf"\b{word}\b", other, out)
    return None if out == sentence else out


def corpus_lines(folder):
    return [x for x in lzma.open(f"{folder}/corpus.xz", "rt", encoding="utf8").read().split("\n") if 8 < len(x) < 600]


def is_question(line):
    return (line.endswith("?") or re.match("(?i)(who|what|when|where|which|how|why) ", line) is not None) and 15 < len(line) < 150


class Groups:
    def __init__(self, folder, tokenizer, lives, limit=None):
        """limit: so many questions and ten times as many lines, for a test."""
        rand = random.Random(0)
        self.texts, self.number = [], {}
        rows = [json.loads(x) for x in lzma.open(f"{folder}/questions.jsonl.xz", "rt", encoding="utf8")]
        lines = corpus_lines(folder)
        if limit:
            rows, lines = rand.sample(rows, limit), rand.sample(lines, 10 * limit)
        self.add_asked(rows, rand)
        line_ids = [self.id_of(line) for line in lines]
        spoken = [x for x in lines if SAID.search(x) and 20 < len(x) < 160]
        some = lambda count: rand.sample(spoken, min(limit or count, len(spoken)))
        self.add_made(some(150_000), rand)
        natural = [self.id_of(x) for x in lines if is_question(x)]
        loose = [self.id_of(q) for x in some(75_000) for q in questions_about(x, rand)[:1]]
        self.free = natural + [m["question"] for m in self.made] + loose + [x["question"] for x in self.asked]
        talk = some(20_000)
        self.talk = [self.id_of(x) for x in talk]
        made_up = (synthetic.group(rand, talk) for _ in range(limit or 60_000))
        self.synthetic = [(self.id_of(q), [self.id_of(x) for x in right], [self.id_of(x) for x in wrong]) for q, right, wrong in made_up]
        self.add_lives(lives)
        self.label_of = {name: self.id_of(f"{name}:") for name in NAMES}
        self.labels = list(self.label_of.values())
        self.passages = np.unique(np.array([i for x in self.asked for i in x["context"]] + line_ids, np.int64))
        self.queries = np.unique(np.array(self.free, np.int64))
        encoded = []
        for a in range(0, len(self.texts), 100_000):
            encoded += [np.array(e.ids[:LONGEST_MEMORY], np.int32) for e in tokenizer.encode_batch(self.texts[a : a + 100_000], add_special_tokens=False)]
        self.length = np.array([len(e) for e in encoded], np.int64)
        self.start = np.concatenate([[0], np.cumsum(self.length)[:-1]])
        self.tokens = np.concatenate(encoded)
        del self.texts, self.number

    def id_of(self, text):
        if text not in self.number:
            self.number[text] = len(self.texts)
            self.texts.append(text)
        return self.number[text]

    def add_asked(self, rows, rand):
        names, counts = collections.defaultdict(list), collections.Counter(x["s"] for x in rows)
        for x in rows:
            names[x["s"]] += [w for w in SPECIFIC.findall(x["q"]) if w not in NOT_NAMES and not w.isdigit()]
        self.asked, weights = [], []
        for x in rows:
            if zlib.crc32(x["c"][0].encode()) % 100 < 3:
                continue  # kept back, by context
            pool = names[x["s"]] if rand.random() < 0.6 and names[x["s"]] else NAMES
            swaps = [self.id_of(t) for t in (swapped(x["q"], x["c"][i], pool, rand) for i in x["a"][:2]) if t]
            context = [self.id_of(t) for t in x["c"]]
            self.asked.append({"question": self.id_of(x["q"]), "context": context, "answers": x["a"], "dialogue": x["d"], "swaps": swaps})
            weights.append(counts[x["s"]] ** -0.4 * (1.5 if x["d"] else 1))
        self.cumulative = np.cumsum(weights) / np.sum(weights)

    def add_made(self, spoken, rand):
        self.made = []
        for line in spoken:
            for question in questions_about(line, rand)[:1]:
                telling = [w for w in re.findall("[a-z]{4,}", question.lower()) if w not in NOT_TELLING]
                if sum(w[:5] in line.lower() for w in telling) >= 2:
                    name = next((w for w in re.findall("[A-Z][a-z]+", question) if w in NAMES), None)
                    self.made.append({"question": self.id_of(question), "line": self.id_of(line), "name": name})

    def add_lives(self, lives):
        """Follow-ups are left out: they are not understood by themselves."""
        self.lives = []
        for life in lives:
            memories = [[self.id_of(p) for p in pieces(text)] for text in life["texts"]]
            for q in (q for q in life["questions"] if q["kind"] != "followup"):
                self.lives.append({"question": self.id_of(q["query"]), "memories": memories, "expect": set(q["expect"]), "stale": set(q["stale"])})
        self.life_texts = sorted({i for x in self.lives for memory in x["memories"] for i in memory})

    def set_near(self, near, life_near, crossed):
        """What e5 finds near: passages for each of `queries`; for each question of a life the cosine of each of its texts, and texts of other lives."""
        self.near, self.row_of = near, {int(q): i for i, q in enumerate(self.queries)}
        for x, cosines, others in zip(self.lives, life_near, crossed):
            x["near"], x["crossed"] = cosines, [i for i in others if i not in cosines]

    def body(self, i):
        return self.tokens[self.start[i] : self.start[i] + self.length[i]]

    def near_to(self, question, count, rand, skip=0):
        return [[int(i)] for i in rand.sample(list(self.near[self.row_of[question]][skip:]), count)]

    def any_passage(self, rand):
        return int(rand.choice(self.passages))

    def parts_of(self, row, rand):
        """The context in parts of some sentences: [(ids, does it answer)]."""
        many = rand.choice((1, 1, 1, 2) if row["dialogue"] else (1, 1, 1, 2, 3, 4, 5))
        out, at, context = [], 0, row["context"]
        while at < len(context):
            wanted, end, size = 1 if many == 1 else rand.randint(1, 2 * many - 1), at + 1, self.length[context[at]]
            while end < min(len(context), at + wanted) and size + self.length[context[end]] <= LONGEST_MEMORY:
                size += self.length[context[end]]
                end += 1
            out.append((context[at:end], any(at <= i < end for i in row["answers"])))
            at = end
        return out

    def stray(self, rand):
        """An answer to another question: what looks like an answer is not yet one."""
        x = rand.random()
        if x < 0.5:
            row = rand.choice(self.asked)
            return [row["context"][rand.choice(row["answers"])] if row["answers"] else rand.choice(row["context"])]
        if x < 0.8:
            _, right, wrong = rand.choice(self.synthetic)
            return [rand.choice(right or wrong)]
        return [rand.choice(self.made)["line"]]

    # Each of these gives a question, what answers it, what once did, and what does not.

    def asked_group(self, rand):
        row = self.asked[np.searchsorted(self.cumulative, rand.random()).clip(0, len(self.asked) - 1)]
        parts = self.parts_of(row, rand)
        answer_at = next((i for i, (_, answers) in enumerate(parts) if answers), rand.randrange(len(parts)))
        right = [part for part, answers in parts if answers]
        right = [] if rand.random() < 0.08 else rand.sample(right, min(2, len(right)))
        wrong = sorted(((abs(i - answer_at) * rand.random(), part) for i, (part, answers) in enumerate(parts) if not answers), key=lambda x: x[0])
        wrong = [part for _, part in wrong[: rand.randint(3, 6)]]
        if row["swaps"] and right and rand.random() < 0.7:
            wrong.append([rand.choice(row["swaps"])])
        wrong += [x for x in self.near_to(row["question"], 3, rand, skip=2) if x[0] not in row["context"]]
        return row["question"], right, [], wrong[: CANDIDATES - len(right) - 2] + [self.stray(rand), self.stray(rand)]

    def synthetic_group(self, rand):
        question, right, wrong = rand.choice(self.synthetic)
        return question, [[i] for i in right], [], [[i] for i in wrong][: CANDIDATES - 3] + [self.stray(rand), self.stray(rand)]

    def made_group(self, rand):
        made = rand.choice(self.made)
        question, line = made["question"], made["line"]
        near = [i for i, in self.near_to(question, 7, rand) if i != line]
        if made["name"] is None:
            return question, [[line]], [], [[i] for i in near[3:]] + [[self.any_passage(rand)] for _ in range(3)]
        mine = self.label_of[made["name"]]
        others = [label for label in rand.sample(self.labels, 4) if label != mine]
        wrong = [[others[0], line]] + [[rand.choice(others), i] for i in near[:4]] + [[mine, self.any_passage(rand)] for _ in range(2)]
        return question, [[mine, line]], [], wrong

    def lives_group(self, rand):
        x = rand.choice(self.lives)
        # of a long memory in pieces it is not known which one answers: the one nearest to the question is taken
        nearest = lambda memory: [max(x["memories"][memory], key=x["near"].__getitem__)]
        right, old = (rand.sample(sorted(x[k]), min(3, len(x[k]))) for k in ("expect", "stale"))
        rest = [i for m, memory in enumerate(x["memories"]) if m not in x["expect"] | x["stale"] for i in memory]
        rest.sort(key=lambda i: -x["near"][i] - 0.06 * rand.random())
        cut = CANDIDATES - len(right) - len(old) - 3
        easy = rand.sample(rest[cut:], min(2, len(rest[cut:])))
        wrong = [[i] for i in rest[:cut] + easy] + [[rand.choice(self.life_texts)]]
        # without what answers it or once did, nothing does
        right, old = ([], []) if rand.random() < 0.12 else (right, old)
        return x["question"], [nearest(m) for m in right], [nearest(m) for m in old], wrong

    def crossed_group(self, rand):
        x = rand.choice(self.lives)
        others, own = x["crossed"], sorted(x["near"], key=x["near"].__getitem__)[-8:]
        near = rand.sample(others, min(7, len(others))) + rand.sample(own, min(3, len(own)))
        return x["question"], [], [], [[i] for i in near] + [[rand.choice(self.life_texts)]]

    def free_group(self, rand):
        question = rand.choice(self.free)
        near = [x for x in self.near_to(question, 6, rand) if x[0] != question]
        if rand.random() < 0.3:
            near = [[rand.choice(self.labels), *x] if rand.random() < 0.8 else x for x in near]
        rest = [self.stray(rand) if rand.random() < 0.5 else [rand.choice(self.talk)] for _ in range(CANDIDATES - 1 - len(near))]
        return question, [], [], near + rest

    def buried(self, candidate, rand):
        """Some candidates stand before or after other talk."""
        if rand.random() >= 0.1:
            return candidate
        behind = rand.random() < 0.5 and sum(self.length[i] for i in candidate) < 70
        return [*candidate, rand.choice(self.talk)] if behind else [rand.choice(self.talk), *candidate]

    def batch(self, rng, rand, size, mixture):
        """Bodies of questions and of candidates, labels [size, CANDIDATES], and which groups are free."""
        questions, candidates = [], []
        labels, kinds = np.full((size, CANDIDATES), NOTHING, np.int8), rng.choice(list(mixture), size=size, p=list(mixture.values()))
        for row, kind in enumerate(kinds):
            question, right, old, wrong = getattr(self, f"{kind}_group")(rand)
            body = self.body(question)[:LONGEST_QUESTION]
            questions.append(body[:-1] if len(body) > 3 and body[-1] == QUESTION_MARK and rand.random() < 0.4 else body)
            labelled = [(x, ANSWERS) for x in right] + [(x, OUTDATED) for x in old] + [(x, DOES_NOT) for x in wrong]
            for place, (candidate, label) in enumerate(labelled[:CANDIDATES]):
                candidates.append(np.concatenate([self.body(i) for i in self.buried(candidate, rand)])[:LONGEST_MEMORY])
                labels[row, place] = label
        return questions, candidates, labels, np.isin(kinds, ("free", "crossed"))
