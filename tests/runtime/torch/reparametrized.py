"""Compares layers with computed weights with PyTorch's: names, values, derivatives, and what training writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
from against_torch import draws

from closeness import assert_close
from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch import nn

torch.set_num_threads(1)
Make = Callable[[Any], Any]  # of `torch.nn`, or of the runtime's


def twins(make: Make) -> tuple[Module, torch.nn.Module]:
    """What `make` makes of either framework, with the same names and weights."""
    torch.manual_seed(0)
    reference, net = make(torch.nn), make(nn)
    assert type(net).__name__ == type(reference).__name__
    assert list(net.state_dict()) == list(reference.state_dict())
    assert [n for n, _ in net.named_parameters()] == [n for n, _ in reference.named_parameters()]
    assert [n for n, _ in net.named_modules()] == [n for n, _ in reference.named_modules()]
    net.load_state_dict({name: value.numpy() for name, value in reference.state_dict().items()})
    return net, reference


def agree(make: Make, *inputs: np.ndarray, modes: tuple[bool, ...] = (False, True, False)) -> None:
    """Called once in each mode, training or not, both give the same, keep the same, and have the same derivatives."""
    net, reference = twins(make)
    arrays = [jnp.asarray(x) for x in inputs]
    for train in modes:
        net.train(train)
        reference.train(train)
        reference.zero_grad()
        expected = _first(reference(*map(torch.from_numpy, inputs)))
        (expected**2).sum().backward()

        def loss(parameters: Any, train: bool = train) -> Any:
            result, new = net.apply(parameters, *arrays, train=train, state=True)
            return (_first(result) ** 2).sum(), new

        slopes, pure = jax.jit(jax.grad(loss, has_aux=True))(net.parameters())
        close(_first(net(*arrays)), expected)
        for name, value in reference.state_dict().items():
            close(net.state_dict()[name], value, name)
            if value.is_floating_point():
                close(pure[name], value, name)
        for name, parameter in reference.named_parameters():
            wanted = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
            close(slopes[name], wanted, f"d/d{name}", 1e-4)


def close(found: Any, expected: torch.Tensor, what: str = "", rtol: float = 1e-5) -> None:
    wanted = expected.detach().numpy()
    assert found.shape == wanted.shape
    scale = max(1.0, float(np.abs(wanted).max(initial=0)))
    assert_close(found, wanted, rtol=rtol, atol=rtol * scale, err_msg=what)


def _first(result: Any) -> Any:
    return result[0] if isinstance(result, tuple) else result


LINE, IMAGE, ROWS = draws(2, 4, 9), draws(2, 4, 6, 5, seed=1), draws(3, 4, seed=2)
STEPS = draws(5, 2, 3, seed=3)
