"""`chainer.config.train`, and what changes it for a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from hybridc.runtime.core import runs

__all__ = ["config", "force_backprop_mode", "no_backprop_mode", "override", "using_config"]

# What says nothing to JAX: how gradients are made, and which library of a device computes.
_WITHOUT_MEANING = frozenset(
    [
        "autotune",
        "cudnn_deterministic",
        "cudnn_fast_batch_normalization",
        "debug",
        "enable_backprop",
        "keep_graph_on_report",
        "schedule_func",
        "type_check",
        "use_cudnn",
        "use_cudnn_tensor_core",
        "use_ideep",
        "use_static_graph",
        "warn_nondeterministic",
    ]
)


class _Overrides(threading.local):
    """The modes that were asked for, each with the model that ran then, or None."""

    def __init__(self) -> None:
        self.held: list[tuple[Any, bool]] = []
        self.lasting: bool | None = None


_overrides = _Overrides()


def override() -> bool | None:
    """The mode that a `using_config("train", ...)` around this place asks for; those around the model that runs do not
    count, because its call has taken notice of them."""
    run = runs.current()
    asked = next((train for where, train in reversed(_overrides.held) if where is run), None)
    return _overrides.lasting if asked is None and run is None else asked


class Config:
    """What models ask for: `train`, True unless something says otherwise, which may be `config.train = False`."""

    def __setattr__(self, name: str, value: Any) -> None:
        """RuntimeError while a model runs, NotImplementedError for settings other than those of `using_config`."""
        if name == "train":
            if runs.current() is not None:
                raise RuntimeError('`config.train` is set while the model runs: enter `using_config("train", ...)`')
            _overrides.lasting = None if value else False  # training is what models are in by themselves
        elif name not in _WITHOUT_MEANING:
            raise NotImplementedError(f"`config.{name}` has no counterpart: models compute in float32")

    @property
    def train(self) -> bool:
        """Whether the model that runs is in training. Outside of models, as `using_config` says, by default True."""
        asked, run = override(), runs.current()
        if asked is not None:
            return asked
        return True if run is None else bool(run.root.training)


config = Config()


@contextmanager
def _training(value: bool) -> Iterator[None]:
    _overrides.held.append((runs.current(), value))
    try:
        yield
    finally:
        _overrides.held.pop()


def using_config(name: str, value: Any, config: Any = None) -> AbstractContextManager[None]:
    """`train` is `value` for what is called meanwhile. Settings that say nothing to JAX are taken and not used.

    Raises NotImplementedError for others, as `dtype`.
    """
    if name == "train":
        return _training(bool(value))
    if name in _WITHOUT_MEANING:
        return nullcontext()
    raise NotImplementedError(f"`using_config({name!r}, ...)` has no counterpart: models compute in float32")


def no_backprop_mode() -> AbstractContextManager[None]:
    """Nothing changes: gradients are what `jax.grad` is asked for."""
    return nullcontext()


def force_backprop_mode() -> AbstractContextManager[None]:
    return nullcontext()
