"""Compares functions of the runtime with PyTorch's: values, dtypes, shapes, and derivatives of what is floating."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch

from closeness import assert_close

torch.set_num_threads(1)

Function = Callable[..., Any]
NARROWED = {np.dtype(np.int64): np.dtype(np.int32), np.dtype(np.float64): np.dtype(np.float32)}
HALF = {torch.float16: jnp.float16, torch.bfloat16: jnp.bfloat16}


def draws(*shape: int, seed: int = 0, scale: float = 2.0) -> np.ndarray:
    """Normal float32 values."""
    return np.asarray(scale * np.random.default_rng(seed).standard_normal(shape), np.float32)


def uniform(*shape: int, seed: int = 0, low: float = 0.0, high: float = 1.0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, shape).astype(np.float32)


def integers(*shape: int, below: int, seed: int = 0, low: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(low, below, shape)


def agree(
    ours: Function,
    theirs: Function,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    *,
    rtol: float = 1e-5,
    atol: float = 1e-6,
    derivatives: bool = True,
    constants: Sequence[str] = (),
) -> None:
    """Both functions, ours compiled, give the same for the arguments; NumPy arrays are what is differentiated.

    `constants` names those that are not, by their place or keyword.
    """
    kwargs = dict(kwargs or {})
    arrays = _arrays(args, kwargs)
    tensors = {key: _tensor(value, derivatives and key not in constants) for key, value in arrays.items()}
    passed = {key: tensor.clone() for key, tensor in tensors.items()}
    expected = theirs(*_filled(args, passed), **_filled(kwargs, passed))
    factors = draws(*expected.shape, seed=99, scale=1.0)

    def weighted(floats: dict[str, jax.Array], others: dict[str, jax.Array]) -> tuple[jax.Array, jax.Array]:
        result = ours(*_filled(args, floats | others), **_filled(kwargs, floats | others))
        return jnp.sum(result * factors), result

    with jax.enable_x64(False):
        floats = {key: jnp.array(t.detach().numpy()) for key, t in tensors.items() if t.requires_grad}
        others = {key: jnp.array(t.detach().numpy()) for key, t in tensors.items() if key not in floats}
        if not floats or not expected.requires_grad:
            result = jax.jit(weighted)(floats, others)[1]
            same(result, expected, rtol, atol)
            return
        slopes, result = jax.jit(jax.grad(weighted, has_aux=True))(floats, others)
    same(result, expected, rtol, atol)
    (expected * torch.from_numpy(factors)).sum().backward()
    for key, slope in slopes.items():
        wanted = tensors[key].grad
        same(slope, torch.zeros_like(tensors[key]) if wanted is None else wanted, rtol * 10, atol * 10, f"d/d{key}")


def every_reduction(loss: Function, joined: Function) -> Function:
    """The loss for every word for `reduction`, one result after the other; `joined` is the framework's concatenation."""

    def losses(*args: Any, **kwargs: Any) -> Any:
        results = [loss(*args, **kwargs, reduction=word) for word in ("none", "mean", "sum")]
        return joined([result.reshape(-1) for result in results])

    return losses


def agree_in_half(
    ours: Function,
    theirs: Function,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    tolerance: float = 2e-2,
) -> None:
    """Both functions give float16 and bfloat16 for such arguments, and about the same values."""
    kwargs = dict(kwargs or {})
    for narrow, dtype in HALF.items():
        tensors = {key: _tensor(value, False) for key, value in _arrays(args, kwargs).items()}
        halves = {key: t.to(narrow) if t.is_floating_point() else t for key, t in tensors.items()}
        expected = theirs(*_filled(args, halves), **_filled(kwargs, halves))
        arrays = {
            key: jnp.asarray(t.float().numpy(), dtype) if t.is_floating_point() else jnp.asarray(t.numpy())
            for key, t in halves.items()
        }
        result = jax.jit(lambda arrays: ours(*_filled(args, arrays), **_filled(kwargs, arrays)))(arrays)
        assert result.dtype == HALF.get(expected.dtype, jnp.float32)
        assert_close(np.asarray(result, np.float32), expected.float().numpy(), rtol=tolerance, atol=tolerance)


def same(result: jax.Array, expected: torch.Tensor, rtol: float = 1e-5, atol: float = 1e-6, what: str = "") -> None:
    """Value, shape and dtype, with int64 and float64 narrowed."""
    wanted = expected.detach().numpy()
    assert result.shape == wanted.shape, f"{what} {result.shape} != {wanted.shape}"
    dtypes = [NARROWED.get(np.dtype(dtype), np.dtype(dtype)) for dtype in (result.dtype, wanted.dtype)]
    assert dtypes[0] == dtypes[1], f"{what} {dtypes[0]} != {dtypes[1]}"
    assert_close(np.asarray(result), wanted, rtol=rtol, atol=atol, err_msg=what)


def _arrays(args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    named = {**{str(place): value for place, value in enumerate(args)}, **kwargs}
    return {key: value for key, value in named.items() if isinstance(value, np.ndarray)}


def _filled(arguments: Any, values: Mapping[Any, Any]) -> Any:
    if isinstance(arguments, Mapping):
        return {key: values.get(key, value) for key, value in arguments.items()}
    return [values.get(str(place), value) for place, value in enumerate(arguments)]


def _tensor(value: np.ndarray, derivatives: bool) -> torch.Tensor:
    tensor = torch.from_numpy(value.copy())
    return tensor.requires_grad_(derivatives and tensor.is_floating_point())
