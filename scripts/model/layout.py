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
