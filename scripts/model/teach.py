"""Teach the encoder to find answers, and a reranker to tell them. README.md says what for, and what came of it.

usage: teach.py FOLDER OUT stage…      (TINY=1: a few steps of each on a CPU, to see that it runs)
FOLDER holds teacher.npz (e5-small-v2), bge.npz, tokenizer.json, corpus.xz, questions.jsonl.xz and encoder.bin, the encoder to go on from
(of today's form, or of the one without vectors of tokens).
stages, each with what the earlier ones left in OUT:
    prepare       groups.pkl: all texts, tokenised, and what e5 finds near each question
    reader        reader.pt: e5 reads question and memory together, taught without the lives
    reader-lives  reader-lives.pt: the same, with the lives
    encoder-1, encoder-2        tuned-1.pt, tuned-2.pt: the encoder, tuned twice
    encoder-mean  encoder.npz: a quarter of the encoder and three eighths of either, for export.py
    late-1        late-1.pt: the encoder, taught late interaction and tuned on
    late-2        late-2.pt: the same gone on with, vectors of tokens rounded and left out as the service does
    mean          encoder.npz: the mean of both, for export.py
    pairs-1       pairs-1.pt: the first four layers of the encoder, which learn to read pairs from the reader
    pairs-2       pairs-2.pt: the same gone on with
teach_lists.py goes on from there: it makes the reranker.
"""

import os
import pickle
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

import networks
from corpus import PREFIX
from groups import NEAR, Groups
from late_interaction import late_interaction, silent_tokens
from learning import learn, mean_state
from losses import ANY_TIME, TODAY, against_others, distilled, divergence, found, grouped, labelled, ordered
from networks import Matrix, save_weights
from packing import BGE_QUERY, LONGEST_MEMORY, LONGEST_QUESTION, flat, singles, stream
from pair_networks import Bert, Late, Small, Text
from told_lives import development_lives, pieces, told_lives

FOLDER, OUT = sys.argv[1:3]
TINY = bool(os.environ.get("TINY"))
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
GROUPS, WORKERS, MOST_TOKENS = (8, 2, 6_000) if TINY else (192, 6, 200_000)
PLAIN = {"asked": 0.55, "synthetic": 0.12, "made": 0.08, "free": 0.25}
WITH_LIVES = {"lives": 0.45, "asked": 0.22, "synthetic": 0.06, "made": 0.06, "free": 0.21}
CROSSED = {"lives": 0.3, "crossed": 0.2, "asked": 0.2, "synthetic": 0.05, "made": 0.05, "free": 0.2}
CROSSED_ON = {"lives": 0.27, "crossed": 0.2, "asked": 0.21, "synthetic": 0.05, "made": 0.07, "free": 0.2}
RERANKER_LAYERS = 4
began = time.time()
log = lambda *a: print(f"[{time.time() - began:6.1f}]", *a, flush=True)
half = lambda: torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda")
packed = lambda text: Text(*text, DEVICE)
tokenizer = Tokenizer.from_file(f"{FOLDER}/tokenizer.json")
tokenizer.no_padding()
tokenizer.no_truncation()
silent = silent_tokens(tokenizer, DEVICE)
bge_prefix = tuple(tokenizer.encode(BGE_QUERY, add_special_tokens=False).ids)


def e5():
    return Bert(f"{FOLDER}/teacher.npz").to(DEVICE)


def ours():
    return Late(f"{FOLDER}/encoder.bin").to(DEVICE)


def save(name, model):
    torch.save({k: v for k, v in model.state_dict().items() if k not in ("table", "centre")}, f"{OUT}/{name}.pt")


def load(name, model):
    model.load_state_dict(torch.load(f"{OUT}/{name}.pt", map_location=DEVICE), strict=False)
    return model


# ---- figures


@torch.no_grad()
def embed(model, tokens, start, length, prefix=(), kind=0):
    order, out = np.argsort(length, kind="stable"), None
    for rows in np.split(order, np.flatnonzero(np.diff(np.cumsum(length[order] + 4) // MOST_TOKENS)) + 1):
        with half():
            y = model.embed(packed(singles(tokens, start[rows], length[rows], prefix)), kind)
        out = torch.empty(len(length), y.shape[1], device=DEVICE, dtype=torch.float16 if DEVICE == "cuda" else torch.float32) if out is None else out
        out[torch.from_numpy(rows).to(DEVICE)] = y.to(out.dtype)
    return out


@torch.no_grad()
def nearness(model, questions, texts, late):
    """Of each question with each text: the cosine; or the mean of it and of late interaction, as the service stores tokens."""
    bodies = lambda texts: flat([np.array(e.ids[:LONGEST_MEMORY], np.int32) for e in tokenizer.encode_batch(texts, add_special_tokens=False)])
    read = lambda texts, kind: model.embed_tokens(packed(singles(*bodies(texts))), kind, rounded=True)
    with half():
        (a, asked), (b, told) = read(questions, 0), read(texts, 1)
    near = a.float() @ b.float().T
    if late:
        rows = torch.arange(len(questions), device=DEVICE)[:, None].expand(-1, len(texts))
        near = (near + torch.stack([late_interaction(asked, told, row, silent) for row in rows])) / 2
    return near.cpu().numpy()


def recall_on(lives, model, late):
    """R@1, R@3 and R@10 of the encoder alone: a memory counts by its nearest piece."""
    hits, asked = np.zeros(3), 0
    for life in lives[:1] if TINY else lives:
        cut = [(i, piece) for i, text in enumerate(life["texts"]) for piece in pieces(text)]
        near = nearness(model, [q["query"] for q in life["questions"]], [piece for _, piece in cut], late)
        best = np.full((len(near), len(life["texts"])), -np.inf)
        np.maximum.at(best.T, [i for i, _ in cut], near.T)
        for q, row in zip(life["questions"], best):
            if not q["absent"] and q["expect"]:
                order = np.argsort(-np.where(q["visible"], row, -np.inf), kind="stable").tolist()
                places = sorted(order.index(i) for i in q["expect"])
                needed = places[-1 if q["all"] else 0]
                hits, asked = hits + [places[0] < 1, needed < 3, needed < 10], asked + 1
    return " / ".join(f"{x:.3f}" for x in hits / asked)


def say_recall(name, model, late=False):
    Matrix.quantised = True
    for by in ("cosine", "cosine and late interaction")[: 1 + late]:
        log(name, "by", by, *(f"{lives} {recall_on(told, model, by != 'cosine')}" for lives, told in (("lives-dev", development_lives()), ("held back", told_lives()[1]))))
    Matrix.quantised = False


# ---- steps


def train(name, models, seconds, seed, mixture, loss_of):
    """loss_of(batch, share of the time that is over) gives a loss for each of `models`, which are pairs of a model and its rate."""
    groups = pickle.load(open(f"{OUT}/groups.pkl", "rb"))
    batches, processes = stream(groups, seed, GROUPS, mixture, bge_prefix, WORKERS)

    def on_device(batch):
        batch["labels"], batch["free"] = (torch.from_numpy(batch[k]).to(DEVICE) for k in ("labels", "free"))
        batch["owner"] = torch.repeat_interleave(torch.arange(len(batch["labels"]), device=DEVICE), (batch["labels"] >= 0).sum(1))
        return batch

    learn(models, seconds, map(on_device, batches), loss_of, lambda *a: log(name, *a), TINY)
    for process in processes:
        process.kill()


def cosines_of(embed_text, batch, kind):
    """Of each candidate with its question."""
    questions, candidates = (packed(x) for x in batch[kind])
    with torch.no_grad(), half():
        return (embed_text(questions, 0).float()[batch["owner"]] * embed_text(candidates, 1).float()).sum(1)


class Teachers:
    """What the three say together: the reader's score, and the cosines of e5 and of bge."""

    def __init__(self):
        self.reader, self.e5, self.bge = load("reader-lives", e5()).eval(), e5().eval(), Bert(f"{FOLDER}/bge.npz").to(DEVICE).eval()

    def __call__(self, batch, pair):
        with torch.no_grad(), half():
            read = self.reader.score(pair).float()
        near_e5 = (cosines_of(self.e5.embed, batch, "e5") - 0.82) / 0.02
        near_bge = (cosines_of(lambda text, _: self.bge.embed_first(text), batch, "bge") - 0.6) / 0.08
        return read + 0.5 * (near_e5 + near_bge)[:, None]


# ---- stages


def prepare():
    groups = Groups(FOLDER, tokenizer, told_lives()[0], limit=300 if TINY else None)
    log("texts", len(groups.length), "asked", len(groups.asked), "made", len(groups.made), "free", len(groups.free), "lives", len(groups.lives))
    model = e5().eval()
    passages = lambda ids: embed(model, groups.tokens, groups.start[ids], groups.length[ids], PREFIX["passage"])
    queries = lambda ids: embed(model, groups.tokens, groups.start[ids], np.minimum(groups.length[ids], LONGEST_QUESTION), PREFIX["query"])
    all_passages, all_queries = passages(groups.passages), queries(groups.queries)
    near = [(q @ all_passages.T).topk(NEAR, -1).indices.cpu().numpy() for q in all_queries.split(2048)]
    row_of = {text: row for row, text in enumerate(groups.life_texts)}
    asked, told = queries(np.array([x["question"] for x in groups.lives])), passages(np.array(groups.life_texts))
    cosines = asked.float() @ told.float().T
    crossed = np.array(groups.life_texts)[np.concatenate([rows.topk(min(3 * NEAR, rows.shape[1])).indices.cpu().numpy() for rows in cosines.split(2048)])].tolist()
    cosines = cosines.cpu().numpy()
    life_near = [{i: float(cosines[n, row_of[i]]) for memory in x["memories"] for i in memory} for n, x in enumerate(groups.lives)]
    groups.set_near(groups.passages[np.concatenate(near)].astype(np.int32), life_near, crossed)
    pickle.dump(groups, open(f"{OUT}/groups.pkl", "wb"), protocol=4)
    say_recall("encoder as it is", ours().eval())


def reader(name, begun, seconds, rate, mixture):
    near, model = e5().eval(), load(begun, e5()) if begun else e5()

    def loss_of(batch, _):
        labels, free = batch["labels"], batch["free"]
        with half():
            scores = model.score(packed(batch["pairs"])).float()
        cosines = cosines_of(near.embed, batch, "e5")
        both = [grouped(one, labels) for one in scores.unbind(1)]
        yield sum(labelled(x, labels, free, head) + ordered(x, cosines, labels, free) for head, x in enumerate(both))

    train(name, [(model, rate)], seconds, 7, mixture, loss_of)
    save(name, model)


def tuned(a, b, a_before, b_before, target, batch, temperature=0.05):
    """Each question finds its answers among all of the batch and sees its group as the teachers do; vectors stay near what they were."""
    labels, owner = batch["labels"], batch["owner"]

    def fit(a, b):
        x = grouped((a.float()[owner] * b.float()).sum(1) / temperature, labels)[:, :-1]
        return found(a, b, owner, labels, temperature) + divergence(target[:, :-1], x).mean()

    prefix = lambda x: F.normalize(x[:, : networks.PREFIX].float(), dim=-1)
    moved = (1 - (a * a_before).sum(1)).mean() + (1 - (b * b_before).sum(1)).mean()
    return fit(a, b) + 0.5 * fit(prefix(a), prefix(b)) + 5 * moved


def tune_encoder(name, seed):
    model, before, teachers = ours(), ours().eval(), Teachers()

    def loss_of(batch, _):
        q, c = (packed(x) for x in batch["ours"])
        with half():
            a, b = model.embed(q, 0), model.embed(c, 1)
        with torch.no_grad(), half():
            a_before, b_before = before.embed(q, 0), before.embed(c, 1)
        target = grouped(teachers(batch, packed(batch["pairs"])).mean(1), batch["labels"])
        yield tuned(a, b, a_before, b_before, target, batch)

    Matrix.quantised = True
    train(name, [(model, 0.3)], 150, seed, WITH_LIVES, loss_of)
    save(name, model)
    say_recall(name, model)


def late_loss(model, before, questions, candidates, target, batch, as_stored):
    """Late interaction adds to the cosine what the teachers see in a group beyond it, and has to know an answer by itself too. as_stored: its
    tokens are left out, and where weights are rounded they are too, as the service does."""
    labels, free, owner = batch["labels"], batch["free"], batch["owner"]
    with half():
        (a, asked), (b, told) = (model.embed_tokens(text, kind, as_stored and Matrix.quantised) for kind, text in enumerate((questions, candidates)))
    with torch.no_grad(), half():
        a_before, b_before = before.embed(questions, 0), before.embed(candidates, 1)

    def late(owner):
        with half():
            near = late_interaction(asked, told, owner, silent if as_stored else None)
        return model.scale * (near - model.shift)

    cosines, own = ((a.float()[owner] * b.float()).sum(1).detach() - 0.35) / 0.08, late(owner)
    both, alone = grouped(cosines + own, labels), grouped(own, labels)
    with_cosine = distilled(both, target, labels) + 0.3 * labelled(both, labels, free, ANY_TIME)
    by_itself = divergence(target[:, :-1], alone[:, :-1]).mean() + labelled(alone, labels, free, ANY_TIME)
    others = sum(against_others(own, late((owner + by) % len(labels)), owner, by, labels) for by in (1, 2))
    return tuned(a, b, a_before, b_before, target, batch) + with_cosine + 0.5 * by_itself + 0.3 * others


def teach_late(name, begun, seed, rounded_from, as_stored):
    model, before, teachers = load(begun, ours()) if begun else ours(), ours().eval(), Teachers()

    def loss_of(batch, share):
        Matrix.quantised = share >= rounded_from
        target = grouped(teachers(batch, packed(batch["pairs"])).mean(1), batch["labels"])
        yield late_loss(model, before, *(packed(x) for x in batch["ours"]), target, batch, as_stored)

    train(name, [(model, 0.3)], 430, seed, WITH_LIVES, loss_of)
    say_late(name, model)


def say_late(name, model):
    log("scale", model.scale.item(), "shift", model.shift.item())
    save(name, model)
    say_recall(name, model, late=True)


def mean(parts, late):
    """`parts`: shares of encoders of OUT; None is the one that they went on from."""
    model = ours().eval()
    model.load_state_dict(mean_state([(share, load(name, ours()) if name else ours()) for share, name in parts]))
    save("encoder", model)
    write_encoder(model)
    say_recall("mean", model, late)


def write_encoder(model):
    """encoder.npz, for export.py."""
    weights = {k: v.cpu().numpy() for k, v in model.state_dict().items() if k.split(".")[0] not in ("centre", "head", "scale", "shift")}
    weights["position"] = weights["position"][: networks.WINDOW]
    save_weights(f"{OUT}/encoder.npz", weights, (len(model.blocks), model.table.shape[1], len(model.blocks[0].a.weight), model.blocks[0].heads))


def pair_reranker():
    return Small(f"{FOLDER}/encoder.bin", RERANKER_LAYERS).to(DEVICE)


def teach_pairs(name, begun, seconds, seed, mixture, rounded_from):
    """It learns what the reader says, and nothing is added to its score: a cosine of an encoder that has seen the lives would leave nothing to learn."""
    teacher, student = load("reader-lives", e5()).eval(), load(begun, pair_reranker()) if begun else pair_reranker()

    def loss_of(batch, share):
        labels, free, pair = batch["labels"], batch["free"], packed(batch["pairs"])
        Matrix.quantised = share >= rounded_from
        with torch.no_grad(), half():
            target = grouped(teacher.score(pair).float().mean(1), labels)
        with half():
            x = grouped(student.score(pair).float().mean(1), labels)
        yield distilled(x, target, labels) + 0.15 * sum(labelled(x, labels, free, head) for head in (ANY_TIME, TODAY))

    train(name, [(student, 0.5)], seconds, seed, mixture, loss_of)
    Matrix.quantised = False
    save(name, student)


STAGES = {
    "prepare": prepare,
    "reader": lambda: reader("reader", None, 140, 1e-4, PLAIN),
    "reader-lives": lambda: reader("reader-lives", "reader", 270, 6e-5, WITH_LIVES),
    "encoder-1": lambda: tune_encoder("tuned-1", 53),
    "encoder-2": lambda: tune_encoder("tuned-2", 54),
    "encoder-mean": lambda: mean([(0.25, None), (0.375, "tuned-1"), (0.375, "tuned-2")], late=False),
    "late-1": lambda: teach_late("late-1", None, 31, rounded_from=0.7, as_stored=False),
    "late-2": lambda: teach_late("late-2", "late-1", 41, rounded_from=0.5, as_stored=True),
    "mean": lambda: mean([(0.5, "late-1"), (0.5, "late-2")], late=True),
    "pairs-1": lambda: teach_pairs("pairs-1", None, 360, 61, CROSSED, rounded_from=0.85),
    "pairs-2": lambda: teach_pairs("pairs-2", "pairs-1", 525, 77, CROSSED_ON, rounded_from=0.75),
}

if __name__ == "__main__":
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    if DEVICE == "cuda" and not os.environ.get("EAGER"):
        networks.compile_layers()
    os.makedirs(OUT, exist_ok=True)
    for stage in sys.argv[3:]:
        STAGES[stage]()
