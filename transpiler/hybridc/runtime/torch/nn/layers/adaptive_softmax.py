"""Softmax over many classes in clusters by frequency (arXiv:1609.04309)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.nn.containers import ModuleList, Sequential
from hybridc.runtime.torch.nn.functional.activations import log_softmax
from hybridc.runtime.torch.nn.layers.linear import Linear
from hybridc.runtime.torch.nn.module import Module

Array = jax.Array

__all__ = ["AdaptiveLogSoftmaxWithLoss"]


class Result(NamedTuple):
    """The logarithms of the targets' probabilities (N,) or (), and the mean of their negatives."""

    output: Array
    loss: Array


class AdaptiveLogSoftmaxWithLoss(Module):
    """Rare classes are found through a score of their cluster, with projections that get smaller with the cluster.

    Submodules: head, a `Linear` to the frequent classes and the clusters, and tail, two `Linear` for each cluster.
    Every cluster is computed for every row: which rows need which is known only at run time.
    Raises ValueError for cutoffs that do not rise between 1 and `n_classes - 1`.
    """

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        bounds = [0, *cutoffs, n_classes]
        if len(bounds) == 2 or any(int(c) != c for c in bounds) or any(a >= b for a, b in itertools.pairwise(bounds)):
            raise ValueError("cutoffs should be unique, positive integers in increasing order below n_classes")
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, dtype=dtype)
        self.tail = ModuleList()
        for number, (low, high) in enumerate(itertools.pairwise(self.cutoffs), 1):
            hidden = int(in_features // div_value**number)
            inner = Linear(in_features, hidden, bias=False, dtype=dtype)
            self.tail.append(Sequential(inner, Linear(hidden, high - low, bias=False, dtype=dtype)))

    def reset_parameters(self) -> None:
        self.head.reset_parameters()
        for cluster in self.tail:
            for layer in cluster.children():
                layer.reset_parameters()

    def forward(self, input_: Array, target_: Array) -> Result:
        """Inputs (N, in_features) and targets (N,), or (in_features,) and (). Raises ValueError for others.

        PyTorch raises for classes that do not exist; here their results are NaN.
        """
        if target_.ndim > 1 or input_.ndim != target_.ndim + 1 or input_.shape[:-1] != target_.shape:
            raise ValueError(f"0D or 1D targets and as many inputs expected, got {target_.shape} and {input_.shape}")
        input, target = jnp.atleast_2d(input_), jnp.atleast_1d(target_)
        head = log_softmax(self.head(input), 1)
        output = jnp.where(target < self.shortlist_size, _picked(head, target), 0)
        for number, (low, high) in enumerate(itertools.pairwise(self.cutoffs)):
            within = log_softmax(self.tail[number](input), 1)
            found = head[:, self.shortlist_size + number] + _picked(within, target - low)
            output = jnp.where((target >= low) & (target < high), found, output)
        output = jnp.where((target >= 0) & (target < self.n_classes), output, jnp.nan)
        return Result(output.reshape(target_.shape), -output.mean())

    def log_prob(self, input: Array) -> Array:
        """The logarithms of the probabilities of all classes: (N, in_features) to (N, n_classes)."""
        return self._all_log_probabilities(input, self.head(input))

    def predict(self, input: Array) -> Array:
        """The most likely classes: (N, in_features) to (N,), integers."""
        scores = self.head(input)
        first = jnp.argmax(scores, axis=1)
        every = jnp.argmax(self._all_log_probabilities(input, scores), axis=1)
        return jnp.where(first < self.shortlist_size, first, every)

    def _all_log_probabilities(self, input: Array, scores: Array) -> Array:
        head = log_softmax(scores, 1)
        parts = [head[:, : self.shortlist_size]]
        for number, cluster in enumerate(self.tail):
            of_cluster = head[:, self.shortlist_size + number, None]
            parts.append(log_softmax(cluster(input), 1) + of_cluster)
        return jnp.concatenate(parts, axis=1)


def _picked(log_probabilities: Array, classes: Array) -> Array:
    """(N, C) at (N,); any value for classes that do not exist."""
    return jnp.take_along_axis(log_probabilities, classes[:, None], axis=1, mode="clip")[:, 0]
