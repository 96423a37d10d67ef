"""How good are vectors for remembering? Turn-level retrieval over long dialogues, scored the way the service ranks.

Data is a JSON list of conversations, each `{id, turns: [{id, session, speaker, text}], questions: [{q, evidence: [turn id]}]}`.
The measure is R@10: the share of a question's evidence turns among the ten best turns of its conversation.

    H = .8 mm(dense) + .2 mm(lexical) + .4 who                 mm: min-max over the conversation, per question
    S = H + .8 min(1, sessions/10) (best H of the session) + .4 mm(BM25 over the turn and its two neighbours either side)

`who` is 1 for a turn of the one participant the question names, when it names exactly one.
"""

import json
import re

import numpy as np
import snowballstemmer

STOP = set(
    "a an and are as at be been but by can could did do does for from had has have he her hers him his how i if in into is it its "
    "me my no not of on or our she should so than that the their them then there these they this to too us was we were what when "
    "where which who whom whose why will with would you your s t d ll m re ve".split()
)
_stemmer = snowballstemmer.stemmer("english")


def words(text):
    """Content words, lower case and unstemmed."""
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]


def stems(text):
    return _stemmer.stemWords(words(text))


def bm25(documents, queries, k1=1.2, b=0.75):
    """Queries × documents matrix of BM25 scores over lists of terms."""
    vocabulary = {}
    rows, cols = [], []
    for row, document in enumerate(documents):
        for term in document:
            rows.append(row)
            cols.append(vocabulary.setdefault(term, len(vocabulary)))
    counts = np.zeros((len(documents), len(vocabulary)), np.float32)
    np.add.at(counts, (rows, cols), 1)
    length = counts.sum(1, keepdims=True)
    document_frequency = (counts > 0).sum(0)
    idf = np.log(1 + (len(documents) - document_frequency + 0.5) / (document_frequency + 0.5))
    weights = counts * (k1 + 1) / (counts + k1 * (1 - b + b * length / max(1e-9, length.mean()))) * idf
    scores = np.zeros((len(queries), len(documents)), np.float32)
    for i, query in enumerate(queries):
        for term in set(query):
            if term in vocabulary:
                scores[i] += weights[:, vocabulary[term]]
    return scores


def min_max(scores):
    low, high = scores.min(1, keepdims=True), scores.max(1, keepdims=True)
    return (scores - low) / np.maximum(high - low, 1e-9)


class Dialogues:
    """Conversations with everything that does not depend on an encoder worked out once."""

    def __init__(self, path):
        self.conversations = json.load(open(path))
        self.parts = []
        for c in self.conversations:
            turns, questions = c["turns"], [q["q"] for q in c["questions"]]
            place = {t["id"]: i for i, t in enumerate(turns)}
            documents = [stems(t["text"]) for t in turns]
            asked = [stems(q) for q in questions]
            session = np.array([t["session"] for t in turns])
            around = []
            for i in range(len(turns)):
                near = range(max(0, i - 2), min(len(turns), i + 3))
                around.append([w for j in near if session[j] == session[i] for w in documents[j]])
            speakers = sorted({t["speaker"] for t in turns})
            who = np.zeros((len(questions), len(turns)), np.float32)
            for i, q in enumerate(questions):
                named = [s for s in speakers if re.search(rf"\b{re.escape(s)}\b", q, re.I)]
                if len(named) == 1:
                    who[i] = [t["speaker"] == named[0] for t in turns]
            self.parts.append(
                dict(
                    session=session,
                    lexical=min_max(bm25(documents, asked)),
                    window=min_max(bm25(around, asked)),
                    who=who,
                    evidence=[[place[e] for e in q["evidence"]] for q in c["questions"]],
                )
            )

    def turns(self):
        return [t for c in self.conversations for t in c["turns"]]

    def questions(self):
        return [(c, q) for c in self.conversations for q in c["questions"]]

    def recall(self, turn_vectors, question_vectors, mode="full", at=10, dense_weight=0.8):
        """R@`at`; mode is 'alone' (cosine only), 'lexical' (dense + lexical) or 'full'. Vectors None: no encoder."""
        found, a, b = [], 0, 0
        for p in self.parts:
            questions, turns = p["lexical"].shape
            if turn_vectors is None:
                dense = np.zeros_like(p["lexical"])
            else:
                t, q = turn_vectors[a : a + turns], question_vectors[b : b + questions]
                dense = min_max(q @ t.T)
            a, b = a + turns, b + questions
            score = dense if mode == "alone" else dense_weight * dense + 0.2 * p["lexical"]
            if mode == "full":
                score = score + 0.4 * p["who"]
                best = np.zeros_like(score)
                sessions = np.unique(p["session"])
                for s in sessions:
                    inside = p["session"] == s
                    best[:, inside] = score[:, inside].max(1, keepdims=True)
                score = score + 0.8 * min(1, len(sessions) / 10) * best + 0.4 * p["window"]
            top = np.argsort(-score, 1, kind="stable")[:, :at]
            for evidence, row in zip(p["evidence"], top):
                found.append(sum(e in row for e in evidence) / len(evidence))
        return float(np.mean(found))

    def report(self, turn_vectors, question_vectors):
        """The three figures, whole and on a 128 prefix."""
        unit = lambda x: x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9)
        out = {}
        for label, n in (("", None), ("@128", 128)):
            t, q = unit(turn_vectors[:, :n]), unit(question_vectors[:, :n])
            for mode in ("alone", "lexical", "full"):
                out[mode + label] = round(self.recall(t, q, mode), 4)
        return out


def without_name(question, conversation):
    """The question as the one participant it names would ask it: "When did Ana move?" becomes "When did I move?"."""
    speakers = {t["speaker"] for t in conversation["turns"]}
    named = [s for s in speakers if re.search(rf"\b{re.escape(s)}\b", question, re.I)]
    if len(named) != 1:
        return question
    name = re.escape(named[0])
    return re.sub(rf"\b{name}\b", "I", re.sub(rf"\b{name}'s?(?=\W|$)", "my", question, flags=re.I), flags=re.I)
