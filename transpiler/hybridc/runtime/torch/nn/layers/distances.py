"""Distances as layers: `hybridc.runtime.torch.nn.functional.distances` says what they compute."""

from __future__ import annotations

import jax

from hybridc.runtime.torch.nn.functional.distances import cosine_similarity, pairwise_distance
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Module):
    """The p-norm of `x1 - x2 + eps` along the last axis: (*, D) to (*), or to (*, 1) with `keepdim`."""

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Array, x2: Array) -> Array:
        return pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """The cosine of the angle between two arrays along `dim`, which the result has not."""

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Array, x2: Array) -> Array:
        return cosine_similarity(x1, x2, self.dim, self.eps)
