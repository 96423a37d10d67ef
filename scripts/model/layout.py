"""How weights lie in the files that the service loads (native/encoder.h)."""

import numpy as np


def padded(*arrays):
    """Each array at a multiple of 16 bytes."""
    out = b""
    for a in arrays:
        raw = np.ascontiguousarray(a).tobytes()
        out += raw + b"\0" * (-len(raw) % 16)
    return out


def matrix_bytes(q, scale, bias):
    """int8 rows in tiles of four by four, their scales, their sums and the bias."""
    n, k = q.shape
    tiles = q.reshape(n // 4, 4, k // 4, 4).transpose(0, 2, 1, 3)
    sums = q.astype(np.int64).sum(1).astype(np.float32)
    return padded(tiles, scale.astype(np.float32), sums, bias.astype(np.float32))


class Section:
    """What `padded` and `matrix_bytes` wrote, read in the same order from a place in a file."""

    def __init__(self, raw, at):
        self.raw, self.at = raw, at

    def take(self, *shape, kind=np.float32):
        array = np.frombuffer(self.raw, kind, int(np.prod(shape)), self.at).reshape(shape)
        self.at += -(-array.nbytes // 16) * 16
        return array.astype(np.float32)

    def matrix(self, n, k):
        """In floats, and the bias."""
        q, scale, _, bias = self.take(n // 4, k // 4, 4, 4, kind=np.int8), self.take(n), self.take(n), self.take(n)
        return q.transpose(0, 2, 1, 3).reshape(n, k) * scale[:, None], bias

    def blocks(self, width, inners):
        """The weights of layers, by name. inners: the width of each one's inner layer."""
        out = {}
        for i, inner in enumerate(inners):
            out[f"blocks.{i}.conv"] = self.take(3, width)
            for name, n, k in (("qkv", 3 * width, width), ("o", width, width), ("a", inner, width), ("b", width, inner)):
                out[f"blocks.{i}.{name}.weight"], out[f"blocks.{i}.{name}.bias"] = self.matrix(n, k)
        return out
