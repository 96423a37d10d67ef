"""Muon: momentum made orthogonal. All matrices of one shape are worked on as one stack, which keeps small students fast."""

import torch


def orthogonal(g, steps=5):
    """Newton–Schulz iteration towards the nearest orthogonal matrix, for a stack of matrices."""
    x = g.bfloat16()
    wide = x.shape[-2] <= x.shape[-1]
    x = x if wide else x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        s = x @ x.mT
        x = 3.4445 * x + (-4.7750 * s + 2.0315 * s @ s) @ x
    return (x if wide else x.mT).to(g.dtype)


class Muon(torch.optim.Optimizer):
    def __init__(self, parameters, lr, momentum=0.95, weight_decay=0.01):
        super().__init__(list(parameters), dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = {}
            for p in group["params"]:
                shapes.setdefault(p.shape, []).append(p)
            for shape, parameters in shapes.items():
                gradient = torch.stack([p.grad for p in parameters])
                state = self.state[parameters[0]]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(gradient)
                state["momentum"].lerp_(gradient, 1 - group["momentum"])
                update = orthogonal(gradient.lerp(state["momentum"], group["momentum"]))
                update *= group["lr"] * max(1, shape[0] / shape[1]) ** 0.5
                for p, u in zip(parameters, update):
                    p.mul_(1 - group["lr"] * group["weight_decay"]).sub_(u)
