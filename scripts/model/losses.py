"""What a group should look like. Scores of a group are [groups, candidates + 1]: the last column is "none of them", at 0."""

import torch
import torch.nn.functional as F

from groups import ANSWERS, DOES_NOT, OUTDATED

ANY_TIME, TODAY = 0, 1  # the heads
LOWEST = -1e4


def grouped(scores, labels):
    """Flat scores of all candidates, by group."""
    out = torch.full(labels.shape, LOWEST, device=scores.device)
    out[labels >= 0] = scores
    return torch.cat([out, torch.zeros(len(out), 1, device=scores.device)], 1)


def divergence(target, x):
    return (target.softmax(1) * (target.log_softmax(1) - x.log_softmax(1))).sum(1)


def mean_where(values, keep):
    return (values * keep).sum() / keep.sum().clamp(min=1)


def labelled(x, labels, free, head):
    """Each answer against all that does not answer and against "none"; where nothing answers, "none" against all."""
    outdated = labels == OUTDATED
    yes = (labels == ANSWERS) | (outdated if head == ANY_TIME else False)
    no = (labels == DOES_NOT) | (outdated if head == TODAY else False)
    some = yes.any(1, keepdim=True)
    right, wrong = torch.cat([yes, ~some], 1), torch.cat([no, some], 1)
    rest = torch.logsumexp(x.masked_fill(~wrong, LOWEST), 1, keepdim=True)
    return mean_where((F.softplus(rest - x) * right).sum(1) / right.sum(1), (~free).float())


def ordered(x, cosines, labels, free, temperature=0.015):
    """In groups without labels, the order of e5: what it knows of meaning is not to be forgotten."""
    return mean_where(divergence(grouped(cosines / temperature, labels)[:, :-1], x[:, :-1]), free.float())


def distilled(x, target, labels):
    """The teachers' idea of the group, "none" included, and their margins."""
    return divergence(target, x).mean() + 0.02 * ((x - target).clamp(-15, 15) ** 2)[counted(labels)].mean()


def distance(x, target, labels):
    """The same for each group by itself."""
    there = counted(labels)
    return divergence(target, x) + 0.02 * (((x - target).clamp(-15, 15) ** 2) * there).sum(1) / there.sum(1)


def counted(labels):
    """The candidates that there are, and "none of them"."""
    return torch.cat([labels >= 0, torch.ones_like(labels[:, :1], dtype=torch.bool)], 1)


def found(questions, candidates, owner, labels, temperature):
    """Each answer against everything in the batch that is no answer to its question."""
    answers = labels[labels >= 0] >= ANSWERS
    wrong = (owner[None] != torch.arange(len(labels), device=owner.device)[:, None]) | ~answers[None]
    x = questions.float() @ candidates.float().T / temperature
    rest = torch.logsumexp(x.masked_fill(~wrong, LOWEST), 1)
    rows = torch.nonzero(answers)[:, 0]
    return F.softplus(rest[owner[rows]] - x[owner[rows], rows]).mean()


def against_others(own, other, owner, by, labels):
    """Each answer against the candidates of another group. `other`: the score of each candidate for the question `by` groups further on."""
    rest = torch.zeros(len(labels), device=own.device).index_add(0, (owner + by) % len(labels), torch.exp(other.clamp(max=20))).log1p()
    rows = torch.nonzero(labels[labels >= 0] >= ANSWERS)[:, 0]
    return F.softplus(rest[owner[rows]] - own[rows]).mean()
