"""Teach the reranker to read a question and memories together, and the encoder by what it reads. README.md says what for, and what came of it.

usage: teach_lists.py FOLDER OUT stage…      (TINY=1: a few steps of each on a CPU, to see that it runs)
FOLDER and OUT are those of teach.py, which left reader-lives.pt, pairs-1.pt and pairs-2.pt in OUT; encoder.bin is the encoder that is shipped.
stages, each with what the earlier ones left in OUT:
    lists         lists.pkl: all texts, tokenised, and what the encoder finds near each question; to be made anew when either changes
    readers       list-reader.pt: e5 reads lists, going on from the reader of pairs; and list-reader-bge.pt: so does bge, from its beginning
    reranker-1    list-reranker-1.pt: four layers that read lists, taught by all readers, going on from those that read pairs
    reranker-2    list-reranker-2.pt: the same gone on with
    reranker-3    list-reranker-3.pt: the mean of both gone on with; it also learns to see each token as the readers do, and half of the lists are in other words
    reranker-4    list-reranker-4.pt: the same gone on with
    reranker-5    list-reranker-5.pt: and once more
    reader-mpnet  list-reader-mpnet.pt: MPNet, three times as large, reads lists; FOLDER has mpnet-1.npz and mpnet-2.npz of pack_mpnet.py
    reranker-6    list-reranker-6.pt: the mean of the last three gone on with, taught by e5 and MPNet
    reranker-7    list-reranker-7.pt: the same gone on with
    reranker-8    list-reranker-8.pt: and once more
    mean          reranker.npz: the mean of the last six, for export-reranker.py
    lists-plain   lists.pkl: fewer texts, with all accounts of plain statements; some ten minutes on a CPU
    reranker-9    list-reranker-9.pt: the reranker of FOLDER, reranker.bin, gone on with by labels of those accounts; half an hour on two cores
    mean-plain    reranker.npz: the mean of both, for export-reranker.py
    reader-plain  list-reader-plain.pt: MPNet again, with all accounts
    reranker-10   list-reranker-10.pt: the reranker of FOLDER made narrower, and taught by MPNet and by what it was before
    reranker-11   list-reranker-11.pt: the same gone on with
    mean-narrow   reranker.npz: the mean of both, for export-reranker.py
    reader-again  list-reader-again.pt: MPNet once more, by other lists
    reranker-12   list-reranker-12.pt: the narrow reranker of FOLDER gone on with, taught by that one alone
    mean-again    reranker.npz: the mean of what FOLDER has and of it, for export-reranker.py
    encoder-3     encoder-3.pt: the encoder of FOLDER, taught by the reranker of FOLDER, reranker.bin; and encoder.npz, for export.py
    encoder-4     encoder-4.pt: the same gone on with; and encoder.npz
    encoder-5     encoder-5.pt: the encoder of FOLDER, taught by MPNet of reader-again above all; and encoder.npz
    encoder-6     encoder-6.pt: the same gone on with; and encoder.npz
    mean-encoder  encoder.npz: the mean of what FOLDER has and of both, for export.py
"""

import os
import pickle
import random
import sys

import numpy as np
import torch

import mpnet
import networks
import teach
from learning import learn, mean_state
from list_networks import LARGE_READERS, MPNET, SMALL_READERS, Listed, ListReader, ListReranker, packed_groups, packed_lists
from lists import ASKED, CROSSED, FREE, LIVES, MEMORIES, OTHER, PLAIN, PLAIN_FILES, Lists, stream_lists
from losses import ANY_TIME, TODAY, distance, distilled, grouped, labelled
from networks import Matrix
from packing import flat, singles
from rewording import Rewording
from teach import DEVICE, FOLDER, GROUPS, OUT, RERANKER_LAYERS, TINY, half, load, log, packed, save
from told_lives import told_lives

WORKERS = 2 if TINY or DEVICE == "cpu" else 14
MASK = 103  # [MASK]
TAUGHT = {"lives": 0.82, "asked": 0.18}
LEARNT = {"lives": 0.35, "other": 0.3, "crossed": 0.05, "asked": 0.12, "free": 0.18}
LEARNT_ON = {"lives": 0.33, "other": 0.29, "crossed": 0.03, "asked": 0.12, "free": 0.23}
LEARNT_BY_STATES = {"lives": 0.34, "other": 0.31, "crossed": 0.03, "asked": 0.12, "free": 0.2}
LEARNT_FROM_MPNET = {"lives": 0.38, "other": 0.29, "crossed": 0.03, "asked": 0.12, "free": 0.18}
LEARNT_PLAINLY = {"plain": 0.45, "lives": 0.17, "other": 0.15, "crossed": 0.03, "asked": 0.07, "free": 0.13}
LEARNT_NARROWLY = {"lives": 0.32, "plain": 0.16, "other": 0.24, "crossed": 0.03, "asked": 0.1, "free": 0.15}
TAUGHT_MPNET = {"lives": 0.84, "asked": 0.16}
TAUGHT_PLAINLY = {"lives": 0.69, "plain": 0.16, "asked": 0.15}
WHOLE, INNER = 2, 512  # layers of the narrower reranker in which all tokens learn of each other, and what is left of their inner layers
LEARNT_BY_ENCODER = {"lives": 0.4, "other": 0.15, "crossed": 0.05, "asked": 0.2, "free": 0.2}


@torch.no_grad()
def vectors(bodies, kind):
    """The encoder's vectors of many texts."""
    encoder, order = teach.ours().eval(), np.argsort([len(b) for b in bodies], kind="stable")
    out = []
    for at in range(0, len(order), 4000):
        with half():
            out.append(encoder.embed(packed(singles(*flat([bodies[i] for i in order[at : at + 4000]]))), kind).float())
    return torch.cat(out)[torch.from_numpy(np.argsort(order, kind="stable")).to(DEVICE)]


def hide(listed, share=0.5, odds=0.12):
    """In some of the lists some tokens of the memories are masked: what one word gives away is not to be relied on."""
    some = (torch.rand(len(listed.offsets) - 1, device=DEVICE) < share)[listed.owner] & listed.in_memory & (torch.rand(len(listed.ids), device=DEVICE) < odds)
    some[listed.ends] = False
    listed.ids = torch.where(some, MASK, listed.ids)


def make_lists(lives=None, limit=None):
    lives = lives or told_lives()[0]
    lists = Lists(FOLDER, teach.tokenizer, lives[::50] if TINY else lives, vectors, limit=60 if TINY else limit)
    pickle.dump(lists, open(f"{OUT}/lists.pkl", "wb"), protocol=4)
    log("texts", len(lists.bodies), "of lives", len(lists.pieces), "asked in lives", len(lists.lives), "lines", len(lists.lines))


def make_plain_lists():
    number = lambda file: int(file[1:])
    some = [life for life in told_lives()[0] if life["name"].startswith((*PLAIN_FILES, "v")) or life["name"].startswith(("s", "t")) and number(life["name"].split("/")[0]) % 3 == 0]
    make_lists(some, limit=3000)


def on_device(batch):
    listed, labels, kinds, read = batch
    return Listed(listed, DEVICE), torch.from_numpy(labels).to(DEVICE), torch.from_numpy(kinds).to(DEVICE), read


def train(models, seconds, seed, mixture, loss_of, most=MEMORIES, prepare=packed_lists, on_device=on_device):
    """models: name, network and rate of each; most: so many memories has a list; prepare: what is made of the lists, which on_device then gets."""
    lists = pickle.load(open(f"{OUT}/lists.pkl", "rb"))
    lists.most = most
    batches, processes = stream_lists(lists, seed, GROUPS, mixture, WORKERS, prepare)
    learn([(model, rate) for _, model, rate in models], seconds, map(on_device, batches), loss_of, lambda *a: log(*(name for name, _, _ in models), *a), TINY)
    for process in processes:
        process.kill()
    for name, model, _ in models:
        save(name, model)


def list_reader(file="teacher"):
    return ListReader(f"{FOLDER}/{file}.npz").to(DEVICE)


def teach_by_labels(models, seconds, seed, mixture):
    """All by the same lists. models: name, network and rate of each."""

    def loss_of(batch, _):
        listed, labels, kinds, _ = batch
        hide(listed)
        for _, model, _ in models:
            with half():
                scores = model.score_lists(listed).float()
            yield sum(labelled(grouped(scores[:, head], labels), labels, kinds == FREE, head) for head in (ANY_TIME, TODAY))

    train(models, seconds, seed, mixture, loss_of)


def teach_readers():
    e5, bge = list_reader(), list_reader("bge")
    begun = torch.load(f"{OUT}/reader-lives.pt", map_location=DEVICE)
    e5.load_state_dict({k: v for k, v in begun.items() if not k.startswith("head")}, strict=False)
    teach_by_labels([("list-reader", e5, 5e-5), ("list-reader-bge", bge, 7e-5)], 600, 5, TAUGHT)


def mpnet_reader():
    return mpnet.MpnetReader(FOLDER).to(DEVICE)


def teach_mpnet(name, seconds, seed, mixture):
    teach_by_labels([(name, mpnet_reader().train(), 4e-5)], seconds, seed, mixture)


def reranker(readers=SMALL_READERS, **shape):
    return ListReranker(f"{FOLDER}/encoder.bin", readers=readers, **{"layers": RERANKER_LAYERS, **shape}).to(DEVICE)


def begun_with_pairs():
    """The mean of both that read pairs; the head is new."""
    mean = mean_state([(0.5, load(f"pairs-{i}", teach.pair_reranker())) for i in (1, 2)])
    student = reranker()
    student.load_state_dict({k: v for k, v in mean.items() if not k.startswith("head")}, strict=False)
    return student


def small_readers():
    return [(0.5, load("list-reader", list_reader())), (0.5, load("list-reader-bge", list_reader("bge")))]


def large_readers():
    return [(0.2, load("list-reader", list_reader())), (0.8, load("list-reader-mpnet", mpnet_reader()))]


def teach_reranker(name, student, rate, seconds, seed, mixture, rounded_from, state_weight=0.0, reworded_share=0.0, readers=small_readers, pair_share=1 / 3):
    """What the readers of lists say of lives, what all say of other texts, and what the reader of pairs says where nothing is told in any order.
    state_weight: how much it counts to see each token as the readers of lists do; reworded_share: of the lists, those that are told in other words;
    pair_share: what the reader of pairs counts beside those of lists; 0: it has no part at all."""
    of_lists = [(share, reader.eval().requires_grad_(False)) for share, reader in readers()]
    of_pairs = load("reader-lives", teach.e5()).eval() if pair_share else None
    reword = Rewording(teach.tokenizer, of_lists[0][1].words) if reworded_share else None

    def loss_of(batch, over):
        listed, labels, kinds, read = batch
        is_reworded = (torch.rand(len(kinds), device=DEVICE) < reworded_share) & (kinds != FREE)
        if reword:
            reword(listed, is_reworded)
        with torch.no_grad(), half():
            of_each = [(share, *reader.read_lists(listed)) for share, reader in of_lists]
            any_time, today = sum(share * scores.float() for share, scores, _ in of_each).unbind(1)
            pair = of_pairs.score(packed(read)).float().mean(1) if of_pairs else any_time
        of = listed.owner[listed.ends]
        kind, is_unread = kinds[of], is_reworded[of]  # the reader of pairs read these lists before they were reworded
        with_pair = lambda said: pair_share * pair + (1 - pair_share) * said
        any_time = torch.where(kind == FREE, pair, torch.where(is_unread, any_time, with_pair(any_time)))
        today = torch.where(kind == FREE, pair, torch.where((kind == ASKED) & ~is_unread, with_pair(today), today))
        Matrix.quantised = over >= rounded_from
        with half():
            scores, own = student.read_lists(listed)
        Matrix.quantised = False
        unlabelled = is_reworded | (kinds != LIVES) & (kinds != ASKED) & (kinds != PLAIN)
        both = [(head, grouped(scores[:, head].float(), labels), grouped(target, labels)) for head, target in ((ANY_TIME, any_time), (TODAY, today))]
        loss = sum(distilled(x, target, labels) + 0.15 * labelled(x, labels, unlabelled, head) for head, x, target in both)
        yield loss + state_weight * student.distance_to_readers(own, [(share, theirs) for share, _, theirs in of_each]) if state_weight else loss

    train([(name, student, rate)], seconds, seed, mixture, loss_of)


def with_mean(model, parts):
    """The model, with the mean of (share, model) as its weights."""
    model.load_state_dict(mean_state(parts), strict=False)
    return model


def mean_of(shares, readers=SMALL_READERS):
    """shares: by number of the reranker."""
    return with_mean(reranker(readers), [(share, gone_on_with(i)) for i, share in shares.items()])


def write_reranker(model):
    """For export-reranker.py."""
    np.savez_compressed(f"{OUT}/reranker.npz", **model.weights())


BEFORE_MPNET = {3: 0.2, 4: 0.35, 5: 0.45}


def mean():
    shares = {i: 0.15 * share for i, share in BEFORE_MPNET.items()} | {6: 0.2, 7: 0.325, 8: 0.325}
    write_reranker(mean_of(shares))


def gone_on_with(i):
    return load(f"list-reranker-{i}", reranker(SMALL_READERS if i <= max(BEFORE_MPNET) else LARGE_READERS))


def teach_by_mpnet(i, student, rate, seconds, seed, rounded_from):
    """By what e5 says a little, and by what MPNet says and sees above all."""
    teach_reranker(f"list-reranker-{i}", student, rate, seconds, seed, LEARNT_FROM_MPNET, rounded_from, 1.5, 0.4, large_readers, 1 / 6)


def as_shipped(readers=SMALL_READERS):
    path = f"{FOLDER}/reranker.bin"
    return reranker(readers, **ListReranker.shape_of(path)).go_on_from(path)


def teach_plainly(name, rate, seconds, seed, rounded_from):
    """By labels, of plain accounts above all; of all else, and a little of these too, what it said before is kept."""
    student, before = as_shipped(), as_shipped().eval().requires_grad_(False)

    def loss_of(batch, over):
        listed, labels, kinds, _ = batch
        is_plain = kinds == PLAIN
        with torch.no_grad(), half():
            said = before.score_lists(listed).float()
        Matrix.quantised = over >= rounded_from
        with half():
            scores = student.score_lists(listed).float()
        Matrix.quantised = False
        kept, unlabelled = torch.where(is_plain, 0.25, 1.0), (kinds == FREE) | (kinds == OTHER) | (kinds == CROSSED)
        both = [(head, grouped(scores[:, head], labels), grouped(said[:, head], labels)) for head in (ANY_TIME, TODAY)]
        yield sum(
            (kept * distance(x, target, labels)).mean()
            + 0.7 * is_plain.float().mean() * labelled(x, labels, ~is_plain, head)
            + 0.12 * labelled(x, labels, unlabelled | is_plain, head)
            for head, x, target in both
        )

    train([(name, student, rate)], seconds, seed, LEARNT_PLAINLY, loss_of)


def mean_plain():
    write_reranker(with_mean(as_shipped(), [(0.25, as_shipped()), (0.75, load("list-reranker-9", as_shipped()))]))


def narrow():
    return reranker(MPNET, whole=WHOLE, inner=INNER)


def narrowed():
    """The reranker of FOLDER in the narrower shape."""
    lists = pickle.load(open(f"{OUT}/lists.pkl", "rb"))
    some, *_ = lists.batch(np.random.default_rng(1), random.Random(1), 2 * GROUPS, LEARNT_NARROWLY)
    with half():
        return narrow().narrowed_from(as_shipped(), Listed(packed_lists(some), DEVICE))


def before_and_mpnet(reader="list-reader-plain"):
    return [(0.8, load(reader, mpnet_reader())), (0.2, as_shipped())]


def mpnet_again():
    return [(1.0, load("list-reader-again", mpnet_reader()))]


def teach_narrow(i, student, rate, seconds, seed, rounded_from, readers=before_and_mpnet):
    teach_reranker(f"list-reranker-{i}", student, rate, seconds, seed, LEARNT_NARROWLY, rounded_from, 1.0, 0.35, readers, 0)


def mean_narrow():
    write_reranker(with_mean(narrow(), [(0.35, load("list-reranker-10", narrow())), (0.65, load("list-reranker-11", narrow()))]))


def mean_again():
    write_reranker(with_mean(narrow(), [(0.64, as_shipped()), (0.36, load("list-reranker-12", narrow()))]))


def shipped_alone():
    return [(1.0, as_shipped())]


def mpnet_and_shipped():
    return before_and_mpnet("list-reader-again")


def teach_encoder(name, begun, seconds, seed, rounded_from, readers=shipped_alone):
    """Of ten memories of one life the readers, which read them in two halves, tell which answer the question or once did, and the labels do."""
    of_lists = [(share, reader.eval().requires_grad_(False)) for share, reader in readers()]
    model, before = load(begun, teach.ours()) if begun else teach.ours(), teach.ours().eval()

    def on_device(batch):
        (halves, places, singly), labels, kinds, _ = batch
        labels, kinds = (torch.from_numpy(x).to(DEVICE) for x in (labels, kinds))
        owner = torch.repeat_interleave(torch.arange(len(labels), device=DEVICE), (labels >= 0).sum(1))
        of_group = {"labels": labels, "free": (kinds != LIVES) & (kinds != ASKED), "owner": owner}
        return Listed(halves, DEVICE), torch.from_numpy(places).to(DEVICE), [packed(x) for x in singly], of_group

    def loss_of(batch, over):
        halves, places, singly, of_group = batch
        Matrix.quantised = over >= rounded_from
        with torch.no_grad(), half():
            read = sum(share * reader.score_lists(halves).float()[:, ANY_TIME] for share, reader in of_lists)
        target = grouped(torch.empty_like(read).index_copy(0, places, read), of_group["labels"])
        yield teach.late_loss(model, before, *singly, target, of_group, as_stored=True)

    train([(name, model, 0.3)], seconds, seed, LEARNT_BY_ENCODER, loss_of, 2 * MEMORIES, packed_groups, on_device)
    Matrix.quantised = False
    teach.say_late(name, model)
    teach.write_encoder(model)


STAGES = {
    "lists": make_lists,
    "readers": teach_readers,
    "reranker-1": lambda: teach_reranker("list-reranker-1", begun_with_pairs(), 0.5, 360, 91, LEARNT, rounded_from=0.85),
    "reranker-2": lambda: teach_reranker("list-reranker-2", gone_on_with(1), 0.45, 500, 133, LEARNT_ON, rounded_from=0.75),
    "reranker-3": lambda: teach_reranker("list-reranker-3", mean_of({1: 0.5, 2: 0.5}), 0.5, 440, 77, LEARNT_BY_STATES, rounded_from=0.8, state_weight=1.0, reworded_share=0.5),
    "reranker-4": lambda: teach_reranker("list-reranker-4", gone_on_with(3), 0.5, 500, 178, LEARNT_BY_STATES, rounded_from=0.7, state_weight=1.5, reworded_share=0.5),
    "reranker-5": lambda: teach_reranker("list-reranker-5", gone_on_with(4), 0.45, 345, 279, LEARNT_BY_STATES, rounded_from=0.6, state_weight=1.5, reworded_share=0.5),
    "reader-mpnet": lambda: teach_mpnet("list-reader-mpnet", 430, 41, TAUGHT_MPNET),
    "reranker-6": lambda: teach_by_mpnet(6, mean_of(BEFORE_MPNET, LARGE_READERS), 0.5, 440, 511, rounded_from=0.75),
    "reranker-7": lambda: teach_by_mpnet(7, gone_on_with(6), 0.5, 480, 612, rounded_from=0.65),
    "reranker-8": lambda: teach_by_mpnet(8, gone_on_with(7), 0.35, 135, 713, rounded_from=0.3),
    "mean": mean,
    "lists-plain": make_plain_lists,
    "reranker-9": lambda: teach_plainly("list-reranker-9", 0.13, 1800, 917, rounded_from=0.6),
    "mean-plain": mean_plain,
    "reader-plain": lambda: teach_mpnet("list-reader-plain", 330, 43, TAUGHT_PLAINLY),
    "reranker-10": lambda: teach_narrow(10, narrowed(), 0.6, 380, 914, rounded_from=0.75),
    "reranker-11": lambda: teach_narrow(11, load("list-reranker-10", narrow()), 0.45, 280, 1015, rounded_from=0.5),
    "mean-narrow": mean_narrow,
    "reader-again": lambda: teach_mpnet("list-reader-again", 370, 45, TAUGHT_PLAINLY),
    "reranker-12": lambda: teach_narrow(12, as_shipped(MPNET), 0.5, 230, 1116, rounded_from=0.55, readers=mpnet_again),
    "mean-again": mean_again,
    "encoder-3": lambda: teach_encoder("encoder-3", None, 430, 351, rounded_from=0.7),
    "encoder-4": lambda: teach_encoder("encoder-4", "encoder-3", 340, 452, rounded_from=0.3),
    "encoder-5": lambda: teach_encoder("encoder-5", None, 430, 553, rounded_from=0.6, readers=mpnet_and_shipped),
    "encoder-6": lambda: teach_encoder("encoder-6", "encoder-5", 490, 654, rounded_from=0.3, readers=mpnet_and_shipped),
    "mean-encoder": lambda: teach.mean([(0.15, None), (0.4, "encoder-5"), (0.45, "encoder-6")], late=True),
}

if __name__ == "__main__":
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = True
    if DEVICE == "cuda" and not os.environ.get("EAGER"):
        networks.compile_layers()
        mpnet.compile_layers()
    for stage in sys.argv[3:]:
        STAGES[stage]()
        log("done", stage)
