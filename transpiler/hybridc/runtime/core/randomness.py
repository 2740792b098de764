"""Where models draw from: one seed for initial parameters and for what `forward` draws."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import runs


class _Source:
    """The draws of this process outside of `apply`, from one seed."""

    def __init__(self, seed: int) -> None:
        self.lock = threading.Lock()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        with self.lock:
            self.generator = np.random.Generator(np.random.PCG64(seed))
            self.seed = seed
            self.drawn = 0

    def key(self) -> jax.Array:
        with self.lock:
            self.drawn += 1
            return jax.random.fold_in(jax.random.key(self.seed), self.drawn)

    def start(self) -> tuple[np.uint32, np.uint32]:
        with self.lock:
            self.drawn += 1
            return np.uint32(self.seed), np.uint32(self.drawn)


_source = _Source(0)


def seed(number: int) -> None:
    """Starts both sources anew: that of initial parameters, and that of keys."""
    _source.reset(int(number) & 0xFFFFFFFF)


@contextmanager
def drawing_from(key: jax.Array | int) -> Iterator[None]:
    """Initial parameters are drawn from this key, or seed, for a while."""
    words = [key] if isinstance(key, int) else np.asarray(_data(key)).ravel().tolist()
    before, _source.generator = _source.generator, np.random.Generator(np.random.PCG64(words))
    try:
        yield
    finally:
        _source.generator = before


def _data(key: jax.Array) -> jax.Array:
    return jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key


def generator() -> np.random.Generator:
    """What initial parameters are drawn from."""
    return _source.generator


def fresh_key() -> jax.Array:
    """A key that was not given before, whatever is running."""
    return _source.key()


def next_start() -> tuple[np.uint32, np.uint32]:
    """Where the draws of a compiled call start: a seed, and what is folded in."""
    return _source.start()


def next_key() -> jax.Array:
    """A key that was not given before: in a model that runs, derived from the rng that it was given.

    Raises RuntimeError in compiled loops, whose turns would all draw the same.
    """
    run = runs.current()
    return fresh_key() if run is None else run.next_key()
