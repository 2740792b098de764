"""Numbers that are drawn by a name, the same wherever they are needed: weights need not be stored."""

import zlib

import numpy as np


def drawn(name, *shape):
    """Between -1 and 1."""
    return np.random.RandomState(zlib.crc32(name.encode())).uniform(-1, 1, shape).astype(np.float32)


def weights(shapes):
    """Weights by name with which activations neither vanish nor grow much: `shapes` by name."""
    found = {}
    for name, shape in shapes.items():
        values = drawn(name, *shape)
        if name.endswith(("gamma", "_var")):
            found[name] = 1 + values / 2
        elif len(shape) > 1:
            found[name] = values * np.float32(np.sqrt(3 / np.prod(shape[1:])))
        else:
            found[name] = values / 4
    return found
