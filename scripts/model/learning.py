"""The steps of learning, for whatever is learnt."""

import time

import torch

WARM_UP = 12  # steps in which torch compiles: they do not count


def learn(models, seconds, batches, loss_of, say, tiny=False):
    """loss_of(batch, share of the time that is over) gives a loss for each of `models`, which are pairs of a model and its rate. Says how many steps it took."""
    optimisers = [(model, model.optimisers(rate)) for model, rate in models]
    rates = {id(g): g["lr"] for _, some in optimisers for o in some for g in o.param_groups}
    for step, batch in enumerate(batches):
        if step == WARM_UP:
            started = time.time()
        share = 0 if step < WARM_UP else (time.time() - started) / seconds
        if share >= 1 or (tiny and step > 2):
            break
        said = []
        for (model, some), loss in zip(optimisers, loss_of(batch, share)):
            for o in some:
                o.zero_grad(set_to_none=True)
                for g in o.param_groups:
                    g["lr"] = rates[id(g)] * min(1, share / 0.03 + 0.01) * (0.02 + 0.98 * (1 - share))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            for o in some:
                o.step()
            said.append(loss)
        if step % 500 == 0:
            say(step, *(f"loss {loss.item():.3f}" for loss in said))
    for model, _ in models:
        model.eval()
    say(step, "steps")


def mean_state(parts):
    """Of (share, model): the state dict in which every weight is the mean of theirs, but for what they only learn by."""
    states = [(share, model.state_dict()) for share, model in parts]
    return {k: sum(share * state[k] for share, state in states) for k in states[0][1] if not k.startswith("to_reader")}
