"""Keras' initializers: what gives weights their first values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.randomness import generator
from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.keras import configs
from hybridc.runtime.keras.naming import snake_case

Array = jax.Array

__all__ = [
    "Constant",
    "GlorotNormal",
    "GlorotUniform",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "LecunNormal",
    "LecunUniform",
    "Ones",
    "Orthogonal",
    "RandomNormal",
    "RandomUniform",
    "TruncatedNormal",
    "VarianceScaling",
    "Zeros",
    "deserialize",
    "get",
    "serialize",
]


class Initializer(Unchanging):
    """Gives values for a shape and a dtype. Numbers are the original's in their distribution, not one by one."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self) -> dict[str, Any]:
        return dict(getattr(self, "_settings", {}))

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        return cls(**config)

    def clone(self) -> Initializer:
        return type(self)(**self.get_config())


class Zeros(Initializer):
    """0."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return np.zeros(tuple(shape), np.float32)


class Ones(Initializer):
    """1."""

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return np.ones(tuple(shape), np.float32)


class Constant(Initializer):
    """One number, or an array that has the shape."""

    def __init__(self, value: Any = 0.0) -> None:
        super().__init__(value=value)
        self.value = value

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return np.broadcast_to(np.asarray(self.value), tuple(shape))


class Identity(Initializer):
    """The identity matrix, times `gain`. Raises ValueError for other shapes than those of matrices."""

    def __init__(self, gain: float = 1.0) -> None:
        super().__init__(gain=gain)
        self.gain = gain

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        if len(shape) != 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received: shape={shape}")
        return self.gain * np.eye(*shape, dtype=np.float32)


class RandomNormal(Initializer):
    """Normally distributed."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: Any = None) -> None:
        super().__init__(mean=mean, stddev=stddev, seed=seed)
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return _source(self.seed).normal(self.mean, self.stddev, tuple(shape))


class TruncatedNormal(RandomNormal):
    """Normally distributed, and never more than two standard deviations from the mean."""

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return _truncated(_source(self.seed), self.mean, self.stddev, shape)


class RandomUniform(Initializer):
    """Evenly distributed over [minval, maxval)."""

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: Any = None) -> None:
        super().__init__(minval=minval, maxval=maxval, seed=seed)
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        source = _source(self.seed)
        if dtype is not None and jnp.issubdtype(jnp.dtype(dtype), jnp.integer):
            return source.integers(int(self.minval), int(self.maxval), tuple(shape))
        return source.uniform(self.minval, self.maxval, tuple(shape))


class VarianceScaling(Initializer):
    """A variance of `scale` over the number of inputs, of outputs, or of both on average.

    Raises ValueError for a mode or a distribution that Keras does not have.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: Any = None,
    ) -> None:
        super().__init__(scale=scale, mode=mode, distribution=distribution, seed=seed)
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Invalid `mode` argument: {mode}. It must be 'fan_in', 'fan_out' or 'fan_avg'")
        distribution = distribution.lower()
        distribution = "truncated_normal" if distribution == "normal" else distribution
        if distribution not in ("uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(f"Invalid `distribution` argument: {distribution}")
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        return self.drawn(shape, *fans(shape))

    def drawn(self, shape: Sequence[int], inward: int, outward: int) -> Any:
        """For a weight of so many inputs and outputs."""
        fan = {"fan_in": inward, "fan_out": outward, "fan_avg": (inward + outward) / 2.0}[self.mode]
        variance = self.scale / max(1.0, fan)
        source = _source(self.seed)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return source.uniform(-limit, limit, tuple(shape))
        if self.distribution == "untruncated_normal":
            return source.normal(0.0, math.sqrt(variance), tuple(shape))
        return _truncated(source, 0.0, math.sqrt(variance) / 0.87962566103423978, shape)


def _scaling(name: str, scale: float, mode: str, distribution: str, words: str) -> type[VarianceScaling]:
    def __init__(self: Any, seed: Any = None) -> None:
        VarianceScaling.__init__(self, scale, mode, distribution, seed)
        self._settings = {"seed": seed}

    return type(name, (VarianceScaling,), {"__init__": __init__, "__doc__": words, "__module__": __name__})


GlorotUniform: Any = _scaling("GlorotUniform", 1.0, "fan_avg", "uniform", "Evenly, by inputs and outputs.")
GlorotNormal: Any = _scaling("GlorotNormal", 1.0, "fan_avg", "truncated_normal", "Normally, by inputs and outputs.")
HeUniform: Any = _scaling("HeUniform", 2.0, "fan_in", "uniform", "Evenly, by half the inputs.")
HeNormal: Any = _scaling("HeNormal", 2.0, "fan_in", "truncated_normal", "Normally, by half the inputs.")
LecunUniform: Any = _scaling("LecunUniform", 1.0, "fan_in", "uniform", "Evenly, by the inputs.")
LecunNormal: Any = _scaling("LecunNormal", 1.0, "fan_in", "truncated_normal", "Normally, by the inputs.")


class Orthogonal(Initializer):
    """Orthogonal rows or columns, of the last axis against all others, times `gain`."""

    def __init__(self, gain: float = 1.0, seed: Any = None) -> None:
        super().__init__(gain=gain, seed=seed)
        self.gain, self.seed = gain, seed

    def __call__(self, shape: Sequence[int], dtype: Any = None) -> Any:
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional. Received: shape={shape}")
        rows, columns = math.prod(shape[:-1]), shape[-1]
        drawn = _source(self.seed).normal(size=(max(rows, columns), min(rows, columns)))
        q, r = np.linalg.qr(drawn)
        q = q * np.sign(np.diag(r))
        return self.gain * (q.T if rows < columns else q).reshape(tuple(shape))


def fans(shape: Sequence[int]) -> tuple[int, int]:
    """How many inputs and outputs a weight of this shape has, for kernels (..., in, out)."""
    if not shape:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    field = math.prod(shape[:-2])
    return shape[-2] * field, shape[-1] * field


def _source(seed: Any) -> np.random.Generator:
    """What is drawn from: with a number given, always the same."""
    return np.random.Generator(np.random.PCG64(seed)) if isinstance(seed, int) else generator()


def _truncated(source: np.random.Generator, mean: float, deviation: float, shape: Sequence[int]) -> Any:
    drawn = source.normal(size=tuple(shape))
    while (far := np.abs(drawn) > 2).any():
        drawn = np.where(far, source.normal(size=drawn.shape), drawn)
    return mean + deviation * drawn


_CLASSES: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        Zeros, Ones, Constant, Identity, RandomNormal, TruncatedNormal, RandomUniform, VarianceScaling, GlorotUniform,
        GlorotNormal, HeUniform, HeNormal, LecunUniform, LecunNormal, Orthogonal,
    )
}  # fmt: skip
_BY_NAME = _CLASSES | {snake_case(name): kind for name, kind in _CLASSES.items()}
_BY_NAME |= {
    "normal": RandomNormal, "uniform": RandomUniform, "one": Ones, "zero": Zeros, "IdentityInitializer": Identity,
    "OrthogonalInitializer": Orthogonal,
}  # fmt: skip


def get(identifier: Any) -> Any:
    """The initializer of a name, of a configuration, or as given. Raises ValueError for what is none."""
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str) and identifier in _BY_NAME:
        return _BY_NAME[identifier]()
    if isinstance(identifier, type) and issubclass(identifier, Initializer):
        return identifier()
    if isinstance(identifier, jax.Array | np.ndarray):
        return Constant(identifier)
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret initializer identifier: {identifier}")


def serialize(initializer: Any) -> Any:
    """As `get` and Keras take it."""
    return configs.serialize(initializer)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The initializer of a configuration, or of a name. Raises ValueError for what is none."""
    if not isinstance(config, dict):
        return get(config)
    return configs.deserialize(config, custom_objects, _BY_NAME, "initializer")
