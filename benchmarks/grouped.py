"""Convolutions in groups against the same without, as ratios in one process: what compiling and running them takes.

CPU seconds of the process, so that what else the machine does counts less. 1 says that groups cost what as many
channels do that are in none, which multiply `groups` times as often.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.torch.nn import functional as F

ROUNDS = 5


@dataclass(frozen=True)
class Layer:
    """A convolution of images: their number, channels, groups and size, and how far windows are apart."""

    name: str
    images: int
    channels: int
    groups: int
    size: int
    stride: int = 1

    def __call__(self, x: jax.Array, weight: jax.Array) -> jax.Array:
        groups = self.channels // weight.shape[1]
        found: jax.Array = F.conv2d(x, weight, None, self.stride, 1, groups=groups)
        return found

    def arguments(self, groups: int) -> tuple[jax.Array, jax.Array]:
        shapes = (self.images, self.channels, self.size, self.size), (self.channels, self.channels // groups, 3, 3)
        draws = np.random.default_rng(0).standard_normal
        return tuple(jnp.asarray(draws(shape), jnp.float32) for shape in shapes)  # type: ignore[return-value]


LAYERS = (
    Layer("ResNeXt 32x4d, first stage", 4, 128, 32, 28),
    Layer("ResNeXt 32x4d, second", 4, 256, 32, 28),
    Layer("ResNeXt 32x4d, third, stride 2", 4, 512, 32, 14, 2),
    Layer("64 groups of 4", 4, 256, 64, 14),
    Layer("16 groups of 16", 4, 256, 16, 14),
    Layer("8 groups of 32", 4, 256, 8, 14),
    Layer("depthwise", 4, 256, 256, 14),
)


def least(run: Callable[[], Any], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        jax.block_until_ready(run())
        times.append(time.process_time() - start)
    return min(times)


def measured(function: Callable[..., Any], arguments: tuple[jax.Array, ...]) -> tuple[float, float]:
    """Seconds to compile, and to run."""
    jax.clear_caches()
    lowered = jax.jit(function).lower(*arguments)
    found: list[Any] = []
    compiling = least(lambda: found.append(lowered.compile()), 1)
    jax.block_until_ready(found[0](*arguments))
    return compiling, least(lambda: found[0](*arguments), ROUNDS)


def ratios(layer: Layer) -> list[float]:
    """Grouped to ungrouped: compile and run, forward and with the gradient."""
    step = jax.grad(lambda x, weight: jnp.sum(layer(x, weight) ** 2), (0, 1))
    found = []
    for function in (layer, step):
        grouped, plain = (measured(function, layer.arguments(groups)) for groups in (layer.groups, 1))
        found += [one / other for one, other in zip(grouped, plain, strict=True)]
    return found


def main() -> None:
    jax.config.update("jax_enable_compilation_cache", False)
    print(f"{'grouped / ungrouped':34}{'compile':>10}{'run':>10}{'gradient: compile':>20}{'run':>10}")
    every = [ratios(layer) for layer in LAYERS]
    for layer, row in zip(LAYERS, every, strict=True):
        compiling, run, of_gradient, backward = row
        print(f"{layer.name:34}{compiling:9.2f}x{run:9.2f}x{of_gradient:19.2f}x{backward:9.2f}x", flush=True)
    means = [math.exp(sum(map(math.log, column)) / len(every)) for column in zip(*every, strict=True)]
    print(f"{'geometric means':34}{means[0]:9.2f}x{means[1]:9.2f}x{means[2]:19.2f}x{means[3]:9.2f}x")


if __name__ == "__main__":
    main()
