"""Late interaction: how near each token of a question is to the nearest token of a text, over packed texts.

The vectors are `Late`'s of pair_networks.py; src/domain/ranking/token-vectors.ts is what the service makes of them.
"""

import torch

from corpus import SEP
from networks import straight_through

# a value of a token in 4 bits (of a text) or 8 (of a question): the size of a step, and the most of them up or down
STORED, ASKED = (0.045, 7), (1 / 200, 127)
FURTHEST = -2.0  # further than any two unit vectors are


def rounded_tokens(tokens, kind):
    step, most = STORED if kind else ASKED
    return straight_through(tokens, (tokens / step).round().clamp(-most, most) * step)


def silent_tokens(tokenizer, device):
    """Which tokens of a text say nothing, so that they are not stored: punctuation and [SEP]."""
    names = (tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size()))
    silent = torch.tensor([len(name) == 1 and ord(name) < 127 and not name.isalnum() for name in names])
    silent[SEP] = True
    return silent.to(device)


def padded(values, text):
    """Values of packed tokens as [texts, tokens of the longest]."""
    out = torch.zeros(text.count, int(text.length.max()), *values.shape[1:], device=values.device, dtype=values.dtype)
    return out.index_put((text.owner, text.place), values)


def late_interaction(questions, candidates, asked, silent=None):
    """A score for each candidate. Either is (text, vectors of its tokens, their weights); `asked`: which question each candidate is for."""
    (q, q_tokens, q_weights), (c, c_tokens, _) = questions, candidates
    tells = torch.ones_like(c.ids, dtype=torch.bool) if silent is None else ~silent[c.ids]
    near = torch.einsum("nqd,ncd->nqc", padded(q_tokens, q)[asked], padded(c_tokens, c)).float()
    nearest = near.masked_fill(~padded(tells, c)[:, None], FURTHEST).amax(2)
    weights = padded(q_weights, q)[asked]
    return (nearest * weights).sum(1) / weights.sum(1)
