"""What a spatial operation and its PyTorch original give for the same arguments: values, dtypes, gradients, errors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch

from closeness import assert_close

torch.set_num_threads(1)

NARROWED = {torch.int64: np.dtype(np.int32), torch.float64: np.dtype(np.float32)}
HALVES = [(torch.float16, jnp.float16), (torch.bfloat16, jnp.bfloat16)]


def draws(*shape: int, seed: int = 0) -> np.ndarray:
    """Normal float32 values."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def whole(*shape: int, low: int = -9, high: int = 10, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(low, high, shape)


def few(*shape: int, seed: int = 0) -> np.ndarray:
    """float32 values of which many are equal."""
    return whole(*shape, low=0, high=4, seed=seed).astype(np.float32)


def agree(
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    rtol: float = 1e-5,
    atol: float = 1e-6,
    gradients: bool = True,
) -> None:
    """Compiled, both give the same; so do the gradients with respect to every argument that is an array of floats."""
    kwargs = kwargs or {}
    places = [i for i, a in enumerate(args) if isinstance(a, np.ndarray)]
    floats = [i for i in places if args[i].dtype == np.float32] if gradients else []
    tensors = {i: torch.tensor(args[i], requires_grad=i in floats) for i in places}
    expected = _leaves(theirs(*(tensors.get(i, a) for i, a in enumerate(args)), **kwargs))

    def called(arrays: dict[int, Any]) -> list[Any]:
        return _leaves(ours(*(arrays.get(i, a) for i, a in enumerate(args)), **kwargs))

    def weighted(varying: dict[int, Any], fixed: dict[int, Any]) -> tuple[Any, list[Any]]:
        results = called(varying | fixed)
        terms = [(r * w).sum() for r, w in zip(results, weights, strict=True) if w is not None]
        return sum(terms), results

    arrays = {i: jnp.asarray(args[i]) for i in places}
    weights = [draws(*t.shape, seed=99) if t.is_floating_point() else None for t in expected]
    if floats and any(w is not None for w in weights):
        varying = {i: arrays.pop(i) for i in floats}
        found, results = jax.jit(jax.grad(weighted, has_aux=True))(varying, arrays)
        total = sum((t * torch.tensor(w)).sum() for t, w in zip(expected, weights, strict=True) if w is not None)
        total.backward()
        for i in floats:
            wanted = tensors[i].grad
            wanted = np.zeros_like(args[i]) if wanted is None else wanted.numpy()
            assert_close(found[i], wanted, rtol * 10, atol * 10, err_msg=f"gradient of argument {i}")
    else:
        results = jax.jit(called)(arrays)
    assert len(results) == len(expected)
    for result, tensor in zip(results, expected, strict=True):
        same(result, tensor, rtol, atol)


def same(result: Any, tensor: torch.Tensor, rtol: float = 1e-5, atol: float = 1e-6) -> None:
    """Value, shape, and dtype, with 64 bits narrowed to 32."""
    wanted = tensor.detach().numpy()
    assert result.shape == wanted.shape
    assert result.dtype == NARROWED.get(tensor.dtype, wanted.dtype)
    assert_close(np.asarray(result), wanted, rtol, atol)


def agree_in_halves(
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    dtypes: Sequence[tuple[Any, Any]] = HALVES,
) -> None:
    """float16 and bfloat16 stay what they are, and the values differ by a few of their last bits at most."""
    kwargs = kwargs or {}
    for theirs_dtype, ours_dtype in dtypes:
        tensors = [torch.tensor(a).to(theirs_dtype) if isinstance(a, np.ndarray) else a for a in args]
        arrays = [jnp.asarray(a, ours_dtype) if isinstance(a, np.ndarray) else a for a in args]
        places = {i: a for i, a in enumerate(arrays) if isinstance(a, jax.Array)}
        expected = theirs(*tensors, **kwargs)
        result = jax.jit(lambda given, fixed=arrays: ours(*(given.get(i, a) for i, a in enumerate(fixed)), **kwargs))(
            places
        )
        assert result.dtype == ours_dtype
        bits = float(jnp.finfo(ours_dtype).eps)
        assert_close(np.asarray(result, np.float32), expected.float().numpy(), 3 * bits, 3 * bits)


def layers_agree(
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    inputs: Sequence[Any],
    rtol: float = 1e-5,
    atol: float = 1e-6,
) -> None:
    """Signature, attributes, parameters' names and shapes, what is printed, and what a call gives, are the same."""
    assert _defaults(ours) == _defaults(theirs)
    layer, original = ours(*args, **kwargs), theirs(*args, **kwargs)
    for name, value in vars(original).items():
        if not name.startswith("_"):
            assert getattr(layer, name) == value, name
    assert layer.extra_repr() == original.extra_repr()
    state = {name: value.numpy() for name, value in original.state_dict().items()}
    assert {n: v.shape for n, v in layer.state_dict().items()} == {n: v.shape for n, v in state.items()}
    layer.load_state_dict(state)
    expected = original(*(torch.tensor(x) if isinstance(x, np.ndarray) else x for x in inputs))
    results = layer(*(jnp.asarray(x) if isinstance(x, np.ndarray) else x for x in inputs))
    for result, tensor in zip(_leaves(results), _leaves(expected), strict=True):
        same(result, tensor, rtol, atol)


def _defaults(layer: Callable[..., Any]) -> list[tuple[str, Any]]:
    return [(p.name, p.default) for p in inspect.signature(layer).parameters.values()]


def both_refuse(
    ours: Callable[..., Any], theirs: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None
) -> None:
    """Where PyTorch raises an error, so do we, of the same class or one above it."""
    kwargs = kwargs or {}
    error = _error(theirs, [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in args], kwargs)
    found = _error(ours, [jnp.asarray(a) if isinstance(a, np.ndarray) else a for a in args], kwargs)
    assert error is not None, "PyTorch takes this"
    assert found is not None, f"PyTorch raises {error!r}"
    assert isinstance(found, type(error)) or isinstance(error, type(found)), (found, error)


def _error(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Exception | None:
    try:
        function(*args, **kwargs)
    except Exception as error:
        return error
    return None


def _leaves(results: Any) -> list[Any]:
    return list(results) if isinstance(results, tuple) else [results]
