"""Weights and inputs that follow from names and shapes, so that none are stored."""

import zlib

import numpy as np


def drawn(name, shape):
    """float32, of a size that keeps values and derivatives of deep models near one."""
    random = np.random.RandomState(zlib.crc32(name.encode()))
    last = name.rpartition(".")[2].rpartition("_")[2]
    values = random.standard_normal(shape)
    if last in ("gamma", "var"):
        return (1 + 0.1 * np.abs(values)).astype(np.float32)
    if last in ("beta", "mean", "bias"):
        return (0.1 * values).astype(np.float32)
    return (values * np.sqrt(2 / max(np.prod(shape[1:]), 1))).astype(np.float32)
