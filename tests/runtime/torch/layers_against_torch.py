"""Compares layers and functions that take and return several arrays with PyTorch's: values, dtypes, and derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
from against_torch import draws, same
from jax import tree_util

from hybridc.runtime.core.modules import Module

Function = Callable[..., Any]
_QUICKLY = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}


def compiled(function: Function) -> Function:
    """As `jax.jit`, in half the time, for programs that run once."""
    return jax.jit(function, compiler_options=_QUICKLY)


def twins(ours: type[Module], theirs: type[torch.nn.Module], *args: Any, **kwargs: Any) -> tuple[Module, Any]:
    """A layer of each, made by the same call, with the same parameters."""
    torch.manual_seed(0)
    reference = theirs(*args, **kwargs).eval()
    layer = ours(*args, **kwargs).eval()
    layer.load_state_dict({name: tensor.numpy() for name, tensor in reference.state_dict().items()})
    return layer, reference


def layers_agree(
    layer: Module,
    reference: torch.nn.Module,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    *,
    arrange: Function = lambda *args: args,
    training: bool = False,
    rtol: float = 1e-5,
    atol: float = 1e-6,
) -> None:
    """Both give the same of the arguments, nested as they may be, and the same derivatives, also of the parameters.

    `arrange` makes the layers' arguments of those given: of one array several, for example.
    """
    reference.train(training)

    def ours(parameters: Mapping[str, jax.Array], *args: Any, **kwargs: Any) -> Any:
        return layer.apply(parameters, *arrange(*args), **kwargs, train=training, state=False)

    with jax.enable_x64(False):
        parameters = layer.parameters()
    named = dict(reference.named_parameters())
    _agree(ours, lambda *a, **k: reference(*arrange(*a), **k), parameters, named, args, kwargs or {}, rtol, atol)


def functions_agree(
    ours: Function,
    theirs: Function,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
    *,
    rtol: float = 1e-5,
    atol: float = 1e-6,
) -> None:
    """Both give the same of the arguments, nested as they may be, and the same derivatives."""
    _agree(lambda _, *args, **kwargs: ours(*args, **kwargs), theirs, {}, {}, args, kwargs or {}, rtol, atol)


def _agree(
    ours: Function,
    theirs: Function,
    parameters: dict[str, jax.Array],
    named: Mapping[str, torch.nn.Parameter],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    rtol: float,
    atol: float,
) -> None:
    leaves, structure = tree_util.tree_flatten((tuple(args), dict(kwargs)))
    arrays = [leaf for leaf in leaves if isinstance(leaf, np.ndarray)]
    tensors = [torch.from_numpy(a.copy()).requires_grad_(a.dtype == np.float32) for a in arrays]

    def filled(values: Sequence[Any]) -> Any:
        rest = iter(values)
        return tree_util.tree_unflatten(
            structure, [next(rest) if isinstance(leaf, np.ndarray) else leaf for leaf in leaves]
        )

    placed, options = filled(tensors)
    expected = tree_util.tree_leaves(theirs(*placed, **options))
    factors = [draws(*tensor.shape, seed=place, scale=1.0) for place, tensor in enumerate(expected)]

    def weighted(parameters: Any, floats: list[Any], others: list[Any]) -> Any:
        floats, others = iter(floats), iter(others)
        values = [next(floats) if array.dtype == np.float32 else next(others) for array in arrays]
        placed, options = filled(values)
        result = tree_util.tree_leaves(ours(parameters, *placed, **options))
        return sum(jnp.sum(each * factor) for each, factor in zip(result, factors, strict=True)), result

    with jax.enable_x64(False):
        floats = [jnp.asarray(a) for a in arrays if a.dtype == np.float32]
        others = [jnp.asarray(a) for a in arrays if a.dtype != np.float32]
        slopes, result = compiled(jax.grad(weighted, argnums=(0, 1), has_aux=True))(parameters, floats, others)
    for each, wanted in zip(result, expected, strict=True):
        same(each, wanted, rtol, atol)
    sum((tensor * torch.from_numpy(f)).sum() for tensor, f in zip(expected, factors, strict=True)).backward()
    for name, parameter in named.items():
        _same_slope(slopes[0][name], parameter, rtol, atol, name)
    for slope, tensor in zip(slopes[1], (t for t in tensors if t.requires_grad), strict=True):
        _same_slope(slope, tensor, rtol, atol, "input")
    for parameter in named.values():
        parameter.grad = None


def _same_slope(slope: jax.Array, tensor: torch.Tensor, rtol: float, atol: float, what: str) -> None:
    wanted = torch.zeros_like(tensor) if tensor.grad is None else tensor.grad
    same(slope, wanted, rtol * 10, atol * 10, f"d/d {what}")
