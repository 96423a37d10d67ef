"""The mean of the weights of several students, all of which went on from one of them: what each of them learnt, more quietly.
It has the vectors of tokens that export.py wants; teach.py teaches them.

usage: mean.py OUT.npz SHARE*student.npz …
"""

import sys

from networks import save_weights, saved_weights, untaught_tokens

parts = [(float(share), saved_weights(path)) for share, path in (part.split("*", 1) for part in sys.argv[2:])]
assert abs(sum(share for share, _ in parts) - 1) < 1e-6, "the shares must add up to 1"
first = parts[0][1]
assert all((weights["shape"] == first["shape"]).all() for _, weights in parts), "these are students of different shapes"
mean = {key: sum(share * weights[key] for share, weights in parts).astype("float32") for key in first if key != "shape"}
save_weights(sys.argv[1], mean | untaught_tokens(*mean["table"].shape), first["shape"])
