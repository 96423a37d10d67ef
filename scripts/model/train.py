"""Distil a sentence encoder small enough for a Worker.

usage: train.py FOLDER OUT name=layers,width,inner,heads,steps[,option…] …
steps may be a time ("400s"): the script then plans the steps from its first two hundred.
FOLDER holds teacher.npz, tokenizer.json, corpus.xz and, to be told figures, locomo.json (dialogues for scoring.py).
EAGER=1 in the environment: no torch.compile.
options: adam (instead of Muon), save (write OUT/name.npz), rate=1.5 (of the learning rate)
from=FILE.npz: go on with a saved student, its coordinates free (README.md says how). Then also
    answers=.2, answers1=.1     weights of finding the line behind a made question, for the whole and for the prefix
    follow=1                    weight of the prefix agreeing with the student's own whole
    unnamed                     answers are looked for to questions without a name only
"""

import hashlib
import multiprocessing
import os
import pickle
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from corpus import Corpus, framed_for
from networks import DIMENSIONS, PREFIX, Matrix, Student, Teacher, compile_layers, save_weights, saved_student
from optimiser import Muon

FOLDER, OUT = sys.argv[1], sys.argv[2]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = torch.float16 if DEVICE == "cuda" else torch.float32
LIMIT = int(os.environ.get("LINES", "0")) or None
BATCH = int(os.environ.get("BATCH", "2048"))
TEMPERATURE, QUANTISED_FROM = 0.05, 0.85
torch.manual_seed(0)
torch.backends.cuda.matmul.allow_tf32 = True
began = time.time()
log = lambda *a: print(f"[{time.time() - began:6.1f}]", *a, flush=True)

# ---- teacher and corpus
teacher = Teacher(f"{FOLDER}/teacher.npz")
words = teacher.words
teacher.to_device(DEVICE, HALF)
tokenizer = Tokenizer.from_file(f"{FOLDER}/tokenizer.json")
tokenizer.no_padding()
tokenizer.no_truncation()
CACHE = os.environ.get("CACHE")  # a file that keeps what preparation finds out, for several runs on one machine
kept = pickle.load(open(CACHE, "rb")) if CACHE and os.path.exists(CACHE) else None
corpus = kept["corpus"] if kept else Corpus(f"{FOLDER}/corpus.xz", tokenizer, LIMIT)
log("corpus", corpus.lines, "lines", corpus.made, "made questions", len(corpus.questions), "questions", len(corpus.tokens), "tokens")


def value_of(options, name, otherwise=None):
    return next((option[len(name) + 1 :] for option in options if option.startswith(name + "=")), otherwise)


def on_device(*packed):
    """Packed texts to the device in one copy; whose token and which place are worked out there."""
    counts = [len(part) for ids, offsets in packed for part in (ids, offsets)]
    flat = torch.from_numpy(np.concatenate([part.astype(np.int32) for ids, offsets in packed for part in (ids, offsets)]))
    if DEVICE == "cuda":
        flat = flat.pin_memory().to(DEVICE, non_blocking=True)
    parts, out = flat.split(counts), []
    for ids, offsets in zip(parts[::2], parts[1::2]):
        texts = len(offsets) - 1
        owner = torch.repeat_interleave(torch.arange(texts, device=DEVICE), offsets[1:] - offsets[:-1], output_size=len(ids))
        out.append((ids.long(), offsets.contiguous(), torch.arange(len(ids), device=DEVICE) - offsets.long()[owner], owner))
    return out if len(out) > 1 else out[0]


def taught(segments, kind, size=4096):
    """The teacher's vectors of many texts, in order."""
    order = np.argsort(segments[:, 1] + segments[:, 3], kind="stable")
    out = torch.empty(len(segments), 384, device=DEVICE, dtype=HALF)
    for a in range(0, len(order), size):
        rows = order[a : a + size]
        tokens, length = corpus.bodies(segments[rows])
        _, for_teacher = framed_for(np.full(len(rows), kind), tokens, length)
        out[torch.from_numpy(rows).to(DEVICE)] = teacher(*on_device(for_teacher)).to(HALF)
    return out


target_of = lambda t: F.normalize((t.float() - mean) @ axes, dim=-1)
NEAR = 24
anchors = np.random.default_rng(5).choice(corpus.lines, min(corpus.lines, 300_000), replace=False)


def neighbours(rows, passages, chunk=2048):
    """The statements the teacher finds nearest to each row, itself left out."""
    out = torch.empty(len(rows), NEAR, dtype=torch.int32)
    pool = target_of(passages).to(HALF)
    for a in range(0, len(rows), chunk):
        out[a : a + chunk] = (target_of(rows[a : a + chunk]).to(HALF) @ pool.T).topk(NEAR + 1, -1).indices[:, 1:].int().cpu()
    return out.numpy()


if kept:
    mean, axes = kept["mean"].to(DEVICE), kept["axes"].to(DEVICE)
    near_question, near_statement = kept["near_question"], kept["near_statement"]
else:
    passages = taught(corpus.whole(np.arange(corpus.lines)), 1)
    queries = taught(corpus.whole(corpus.questions), 0)
    log("taught")
    # The target space: the teacher's, centred on the corpus, turned onto principal axes and cut to DIMENSIONS. The axes are those of
    # what memories are, short statements and talk: questions and dictionaries vary in other ways, which tell no memory from another.
    some = lambda rows, n: rows[torch.randperm(len(rows), device=DEVICE)[:n]]
    mean = torch.cat([some(passages, 130_000), some(queries, 70_000)]).float().mean(0)
    of = lambda rows: passages[torch.from_numpy(rows).to(DEVICE)]
    moment = lambda rows: rows.T @ rows / len(rows)
    values, axes = torch.linalg.eigh(moment(of(corpus.statements).float() - mean) + moment(some(of(corpus.spoken), 130_000).float() - mean))
    axes = axes.flip(1)[:, :DIMENSIONS].contiguous()
    log("variance kept", [f"{k}: {(values.flip(0)[:k].sum() / values.sum()).item():.3f}" for k in (64, 128, 256)])
    # Turned once more inside those dimensions, onto the axes of short statements alone: the whole stays as it is, the prefix gains.
    axes = (axes @ torch.linalg.eigh(moment(target_of(of(corpus.statements))))[1].flip(1)).contiguous()
    near_question = neighbours(queries, passages)
    near_statement = neighbours(passages[torch.from_numpy(anchors).to(DEVICE)], passages)
    del passages, queries
    log("neighbours")
    if CACHE:
        found = dict(corpus=corpus, mean=mean.cpu(), axes=axes.cpu(), near_question=near_question, near_statement=near_statement)
        pickle.dump(found, open(CACHE, "wb"))


def make_batch(rng, answered="none"):
    """A third questions with three statements near each, a sixth statements in pairs, the rest disturbed lines. `answered`: of which
    made questions the first of the three is the line behind them, "none", "all" or "unnamed"; the last value says which these are."""
    q, s = BATCH // 12, BATCH // 12
    asked = rng.integers(len(corpus.questions), size=q)
    near_q = near_question[asked[:, None], rng.integers(NEAR, size=(q, 3))]
    line, has_answer = corpus.questions[asked], np.zeros(q, bool)
    if answered != "none":
        made = line >= corpus.lines
        unnamed = made & (rng.random(q) < (0.75 if answered == "unnamed" else 0.6))
        has_answer = unnamed if answered == "unnamed" else made
        near_q[has_answer, 0] = corpus.source[line[has_answer] - corpus.lines]
        line = line + corpus.made * unnamed
    said = rng.integers(len(anchors), size=s)
    near_s = near_statement[said, rng.integers(NEAR, size=s)]
    rest = BATCH - 4 * q - 2 * s
    loose = corpus.disturbed(rng, corpus.draw(rng, rest))
    near_all = np.concatenate([near_q.reshape(-1), near_s]).astype(np.int64)
    segments = np.concatenate([corpus.whole(line), corpus.whole(anchors[said]), corpus.whole(near_all), loose])
    labelled = rng.random(len(segments)) < 0.15  # memories of dialogues come with "Name:" before them
    labelled[: q] = labelled[-rest:] = False
    names = corpus.whole(corpus.label_base + rng.integers(corpus.labels, size=labelled.sum()))
    segments[labelled] = np.concatenate([names[:, :2], segments[labelled][:, :2]], 1)
    kind = np.ones(len(segments), np.int64)
    kind[:q] = rng.random(q) < 0.1
    kind[-rest:] = rng.random(rest) < 0.65
    tokens, length = corpus.bodies(segments, rng, replace=0.1)
    return kind, *framed_for(kind, tokens, length), has_answer


def prefetched(seed, answered, workers=6, depth=4):
    """Batches from worker processes, taken in turn so that the order is the same in every run. They only ever touch numpy, so forking
    after CUDA began is safe; not so beside the threads of the compiler, so that all are forked before anything is compiled."""
    context = multiprocessing.get_context("fork")
    queues = [context.Queue(depth) for _ in range(workers)]

    def work(number):
        rng = np.random.default_rng([seed, number])
        while True:
            queues[number].put(make_batch(rng, answered))

    processes = [context.Process(target=work, args=(number,), daemon=True) for number in range(workers)]
    for process in processes:
        process.start()
    return queues, processes


specs = [(name, *text.split(",")) for name, text in (spec.split("=", 1) for spec in sys.argv[3:])]
answered_in = lambda options: "none" if value_of(options, "from") is None else "unnamed" if "unnamed" in options else "all"
prepared = [prefetched(7, answered_in(spec[6:])) for spec in specs]


# ---- what to measure on
def embed_texts(model, texts, kind, size=2048):
    bodies = [e.ids[:120] for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    order, out = sorted(range(len(bodies)), key=lambda i: len(bodies[i])), np.zeros((len(bodies), DIMENSIONS), np.float32)
    for a in range(0, len(order), size):
        rows = order[a : a + size]
        length = np.array([len(bodies[i]) for i in rows])
        tokens = np.concatenate([np.array(bodies[i], np.int64) for i in rows])
        kinds = np.full(len(rows), kind)
        mine, theirs = framed_for(kinds, tokens, length)
        with torch.no_grad():
            if model is None:
                y = target_of(teacher(*on_device(theirs)))
            else:
                with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
                    y = model(*on_device(mine), torch.from_numpy(kinds).to(DEVICE))
        out[rows] = y.float().cpu().numpy()
    return out


def dialogue_figures(model):
    path = f"{FOLDER}/locomo.json"
    if not os.path.exists(path):
        return {}
    from scoring import Dialogues, without_name

    global dialogues
    if "dialogues" not in globals():
        dialogues = Dialogues(path)
    turns = dialogues.turns()
    labelled = embed_texts(model, [f"{t['speaker']}: {t['text']}" for t in turns], 1)
    plain = embed_texts(model, [t["text"] for t in turns], 1)
    asked = embed_texts(model, [q["q"] for _, q in dialogues.questions()], 0)
    unnamed = embed_texts(model, [without_name(q["q"], c) for c, q in dialogues.questions()], 0)
    for what, t, q in (("label, question", labelled, asked), ("label, unnamed", labelled, unnamed), ("plain, unnamed", plain, unnamed)):
        log("   ", what, dialogues.report(t, q))


log("teacher")
dialogue_figures(None)
fixed = np.random.default_rng(99)
held = [make_batch(fixed) for _ in range(4)]  # fresh cuts and joins of corpus lines, the same for every student


unit = lambda y: F.normalize(y, dim=-1)


def near(a, b):
    """Who is near whom in the batch, nobody to itself."""
    return (a @ b.T / TEMPERATURE).masked_fill(torch.eye(len(a), device=a.device, dtype=torch.bool), -1e4)


def apart(wanted, scores):
    """Cross entropy: the Kullback–Leibler divergence of two ideas of who is near whom, but for what no student can change."""
    return -(wanted * scores.log_softmax(-1)).sum(-1).mean()


def vectors_of(model, rows, kind, size=2000):
    """The student's vectors of whole lines."""
    out = []
    for a in range(0, len(rows), size):
        mine, _ = framed_for(np.full(len(rows[a : a + size]), kind), *corpus.bodies(corpus.whole(rows[a : a + size])))
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            out.append(model(*on_device(mine), torch.full((len(mine[1]) - 1,), kind, device=DEVICE)).float())
    return torch.cat(out)


def held_figures(model):
    figures = []
    for kind, mine, theirs, _ in held:
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            y = model(*on_device(mine), torch.from_numpy(kind).to(DEVICE)).float()
        t = target_of(teacher(*on_device(theirs)))
        y1, wanted = unit(y[:, :PREFIX]), near(t, t).softmax(-1)
        least = apart(wanted, near(t, t))
        figures.append([(y * t).sum(-1).mean(), (y1 * unit(t[:, :PREFIX])).sum(-1).mean(), apart(wanted, near(y, y)) - least, apart(wanted, near(y1, y1)) - least])
    whole, prefix, divergence, divergence1 = torch.tensor(figures).mean(0).tolist()
    return f"cosine to teacher {whole:.4f}, prefix {prefix:.4f}; divergence from its neighbours {divergence:.3f}, prefix {divergence1:.3f}"


def nomination_figures(model, best=10, nominated=128):
    """Of what the whole vector finds first, the share that the prefix nominates: questions of the corpus, pools of its talk."""
    rng = np.random.default_rng(21)
    pool = vectors_of(model, rng.choice(corpus.spoken, min(10_000, len(corpus.spoken)), replace=False), 1)
    asked = vectors_of(model, corpus.questions[rng.choice(len(corpus.questions), min(2000, len(corpus.questions)), replace=False)], 0)
    for size in (1000, 10_000):
        whole = (asked @ pool[:size].T).topk(best, -1).indices
        prefix = (unit(asked[:, :PREFIX]) @ unit(pool[:size, :PREFIX]).T).topk(min(nominated, len(pool)), -1).indices
        share = (whole[:, :, None] == prefix[:, None, :]).any(-1).float().mean().item()
        log(f"    of the whole's {best} nearest of {size}, the prefix's nearest {nominated} hold {share:.4f}")


def agreement(y, t):
    """Between the teacher's and the student's idea of who is near whom, student–student and student–teacher."""
    wanted = near(t, t).softmax(-1)
    return apart(wanted, near(y, y)) + apart(wanted, near(y, t))


def first_loss(y, t, has_answer):
    y1, t1 = unit(y[:, :PREFIX]), unit(t[:, :PREFIX])
    regression = 20 * (1 - (y * t).sum(-1)).mean() + 8 * (1 - (y1 * t1).sum(-1)).mean()
    return regression + 0.5 * agreement(y, t) + 0.25 * agreement(y1, t1)


def second_loss(options):
    """The coordinates are free: what is compared with the teacher's goes through maps that are thrown away, and the prefix is held to
    the teacher's whole idea of who is near whom. Returns the loss and the maps."""
    answers, answers1, follow = (float(value_of(options, name, 0)) for name in ("answers", "answers1", "follow"))
    to_whole, from_prefix = (torch.nn.Parameter(torch.eye(DIMENSIONS, device=DEVICE)[:n].contiguous()) for n in (DIMENSIONS, PREFIX))
    asked = torch.arange(BATCH // 12, device=DEVICE)
    answer = 2 * len(asked) + 3 * asked  # after the questions and the statements, three rows to a question, its answer first
    unjudged = torch.zeros(len(asked), BATCH, dtype=torch.bool, device=DEVICE)
    for column in (asked, answer + 1, answer + 2):  # itself, and two that may answer as well
        unjudged[asked, column] = True

    def missed(y, has_answer):
        found = (y[: len(asked)] @ y.T / TEMPERATURE).masked_fill(unjudged, -1e4).log_softmax(-1)[asked, answer]
        return -(found * has_answer).sum() / has_answer.sum().clamp(min=1)

    def loss_of(y, t, has_answer):
        y1 = unit(y[:, :PREFIX])
        m, m1, wanted = unit(y @ to_whole), unit(y1 @ from_prefix), near(t, t).softmax(-1)
        loss = 20 * (1 - (m * t).sum(-1)).mean() + 4 * (1 - (m1 * t).sum(-1)).mean()
        loss = loss + apart(wanted, near(y, y)) + apart(wanted, near(m, t)) + 0.5 * (apart(wanted, near(y1, y1)) + apart(wanted, near(m1, t)))
        loss = loss + 100 * (y @ y.T - t @ t.T).square().mean() + 50 * (y1 @ y1.T - t @ t.T).square().mean()  # unrelated texts stay near 0
        loss = loss + answers * missed(y, has_answer) + answers1 * missed(y1, has_answer)
        return loss + follow * apart(near(y, y).detach().softmax(-1), near(y1, y1))

    return loss_of, [to_whole, from_prefix]


def turn_axes_to(model):
    """Another run's axes have other signs: the target's are turned onto those of the student that is to go on."""
    global axes
    rows = corpus.spoken[:60_000]
    y, t = vectors_of(model, rows, 1), target_of(taught(corpus.whole(rows), 1))
    u, _, v = torch.linalg.svd((t.T @ y).double())
    axes = (axes @ (u @ v).float()).contiguous()


if DEVICE == "cuda" and not os.environ.get("EAGER"):
    compile_layers()


def train(name, shape, length, options, queues, processes):
    torch.manual_seed(1)
    rate, begun = float(value_of(options, "rate", 1)), value_of(options, "from")
    Matrix.quantised = begun is not None
    model = (saved_student(begun) if begun else Student(words, *shape)).to(DEVICE)
    loss_of, maps = second_loss(options) if begun else (first_loss, [])
    if begun:
        assert model.shape == shape, f"{begun} is a student of shape {model.shape}"
        turn_axes_to(model)
    if DEVICE == "cuda" and not os.environ.get("EAGER"):
        loss_of = torch.compile(loss_of)
    matrices = [p for n, p in model.blocks.named_parameters() if p.ndim == 2 and p.shape[0] > 3]
    hidden = {id(p) for p in matrices}
    tables = [model.own, model.weight]
    rest = [p for p in model.parameters() if id(p) not in hidden and all(p is not t for t in tables)]
    if "adam" in options:
        optimisers = [torch.optim.AdamW([{"params": tables, "lr": 2e-3 * rate}, {"params": rest + matrices, "lr": 1e-3 * rate}], weight_decay=0.01, betas=(0.9, 0.98), fused=DEVICE == "cuda")]
    else:
        optimisers = [
            torch.optim.AdamW([{"params": tables, "lr": 2e-3 * rate}, {"params": rest, "lr": 1.5e-3 * rate}], weight_decay=0.01, betas=(0.9, 0.98), fused=DEVICE == "cuda"),
            Muon(matrices, lr=0.02 * rate),
        ]
    if maps:
        optimisers.append(torch.optim.AdamW(maps, lr=1.5e-3, weight_decay=0.0, betas=(0.9, 0.98)))
    base = [[g["lr"] for g in o.param_groups] for o in optimisers]
    step, steps, began_training = 0, None if length.endswith("s") else int(length), None
    while steps is None or step < steps:
        if step == 20:  # compilation is not training time
            began_training = time.time()
        if steps is None and step == 220:  # so many seconds are so many steps here; a step count repeats the run elsewhere
            torch.cuda.synchronize() if DEVICE == "cuda" else None
            steps = step + int(200 / (time.time() - began_training) * float(length[:-1]))
            log(name, "steps planned", steps)
        share = step / (steps or 10_000)
        if share >= QUANTISED_FROM and not Matrix.quantised:
            log(name, "quantised from step", step, held_figures(model))
            Matrix.quantised = True
            log(name, "just rounded", held_figures(model))
        for optimiser, rates in zip(optimisers, base):
            for group, r in zip(optimiser.param_groups, rates):
                group["lr"] = r * min(1, (step + 1) / (100 if begun else 300)) * (0.02 + 0.98 * (1 - share))
        kind, mine, theirs, has_answer = queues[step % len(queues)].get()
        mine, theirs = on_device(mine, theirs)
        kind = torch.from_numpy(kind).to(DEVICE)
        with torch.no_grad():
            t = target_of(teacher(*theirs))
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            y = model(*mine, kind)
        loss = loss_of(y.float(), t, torch.from_numpy(has_answer).to(DEVICE).float())
        for optimiser in optimisers:
            optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        for optimiser in optimisers:
            optimiser.step()
        step += 1
        if "profile" in options and step in (300, 320):
            if step == 300:
                profiler = torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA])
                profiler.__enter__()
            else:
                torch.cuda.synchronize()
                profiler.__exit__(None, None, None)
                print(profiler.key_averages().table(sort_by="cuda_time_total", row_limit=22, max_name_column_width=60))
        if step % 1000 == 0:
            log(name, step, f"loss {loss.item():.3f}", held_figures(model))
        if DEVICE == "cuda" and step % 4 == 0:
            torch.cuda.synchronize()
    for process in processes:
        process.kill()
    log(name, shape, options, "steps", step, "texts", step * BATCH, held_figures(model))
    nomination_figures(model)
    dialogue_figures(model)
    if "save" in options:
        state = {k: v.detach().float().cpu().numpy() for k, v in model.state_dict().items() if k not in ("words", "own", "map")}
        state["table"] = model.table().detach().float().cpu().numpy()
        save_weights(f"{OUT}/{name}.npz", state, shape)
        log("saved", hashlib.sha256(open(f"{OUT}/{name}.npz", "rb").read()).hexdigest()[:12], os.path.getsize(f"{OUT}/{name}.npz"))


for (name, *shape, length), options, workers in ((spec[:6], spec[6:], batches) for spec, batches in zip(specs, prepared)):
    train(name, tuple(map(int, shape)), length, options, *workers)
