"""Lists in other words: like ones in the place of some, the same throughout a list. Nobody has labelled these; the readers tell."""

import torch
import torch.nn.functional as F

FIRST_ID = 2350  # tokens with a lower id are marks and the commonest words, which are kept
SHORTEST, LIKE, ODDS = 3, 12, 0.2


class Rewording:
    def __init__(self, tokenizer, words):
        """words: a reader's vectors of all tokens."""
        names = [tokenizer.id_to_token(i) or "" for i in range(len(words))]
        self.can = torch.tensor([i >= FIRST_ID and len(n) >= SHORTEST and n.isalpha() for i, n in enumerate(names)], device=words.device)
        ids, vectors = torch.nonzero(self.can)[:, 0], F.normalize(words.float() - words.float().mean(0), dim=1)
        near = torch.cat([(vectors[some] @ vectors[ids].T).topk(LIKE + 1).indices for some in ids.split(2000)])
        self.like = torch.arange(len(words), device=words.device)[:, None].repeat(1, LIKE)
        self.like[ids] = ids[near[:, 1:]]

    def __call__(self, listed, is_reworded):
        """is_reworded: by list."""
        shape, device = (len(is_reworded), len(self.can)), listed.ids.device
        some, to = torch.rand(shape, device=device) < ODDS, torch.randint(0, LIKE, shape, device=device)
        of, ids = listed.owner, listed.ids
        listed.ids = torch.where(is_reworded[of] & some[of, ids] & self.can[ids], self.like[ids, to[of, ids]], ids)
