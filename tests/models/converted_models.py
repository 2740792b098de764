"""Converted models beside the originals: the same weights, the same inputs, the same numbers."""

import ast
import copy
import importlib.util
import sys
import tempfile
import types
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import torch

from closeness import assert_close
from forwards.comparing import differing, plain
from forwards.running import state_of
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

torch.set_num_threads(1)


def converted(text, name="model.py", partial=False):
    """The generated module of a program, loaded; torch cannot be imported by it."""
    result = convert(Source(name, text, ast.parse(text)), Options(partial=partial, format=False))
    assert result.code is not None, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    return loaded(result.code), result


def loaded(code, name="generated"):
    folder = Path(tempfile.mkdtemp())
    path = folder / f"{name}.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(f"{name}_{folder.name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    held = sys.modules.get("torch")
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules["torch"] = held
    return module


def original(text, name="original"):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def with_weights_of(net, reference):
    """The converted model with the original's weights, and in its mode."""
    net.load_state_dict({name: value.detach().numpy() for name, value in reference.state_dict().items()})
    return net.train(reference.training)


def as_numpy(value):
    leaves = jax.tree_util.tree_leaves(value, is_leaf=lambda x: isinstance(x, torch.Tensor))
    return [x.detach().float().numpy() if isinstance(x, torch.Tensor) else np.asarray(x) for x in leaves]


def assert_same(found, expected, rtol=1e-5, atol=1e-6):
    found, expected = as_numpy(found), as_numpy(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        scale = max(1.0, float(np.max(np.abs(other))) if other.size else 1.0)
        assert_close(np.asarray(one, other.dtype), other, rtol=rtol, atol=atol * scale)


def agree(text, build, *inputs, train=False, partial=False, rtol=1e-5, atol=1e-6):
    """Converts the program, builds the model on both sides by `build(module)`, and compares what it returns.

    `inputs` are torch tensors. Returns the converted model, the original, and the generated module.
    """
    torch.manual_seed(0)
    reference = build(original(text)).train(train)
    module, _ = converted(text, partial=partial)
    net = with_weights_of(build(module).train(train), reference)
    with torch.no_grad():
        expected = reference(*[i.clone() if isinstance(i, torch.Tensor) else i for i in inputs])
    given = [jnp.asarray(i.numpy()) if isinstance(i, torch.Tensor) else i for i in inputs]
    assert_same(net(*given), expected, rtol, atol)
    for name, value in reference.state_dict().items():
        assert_same(net.state_dict()[name], value, rtol, atol)
    return net, reference, module


def agree_over_calls(text, *calls, build=lambda module: module.Net(), modes=(True, False)):
    """What the converted model gives and holds after each call is the original's, compiled and step by step: `modes`.

    `calls`: the torch tensors that each is given, or what holds such. One that the original writes into is told of
    (HYB304).
    """
    module, result = converted(text)
    for active in modes:
        torch.manual_seed(0)
        reference = build(original(text, "forward_original"))
        net = with_weights_of(build(module), reference).hybridize(active)
        for number, given in enumerate(calls):
            held = copy.deepcopy(given)
            with torch.no_grad(), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                expected = plain(reference(*held))
                found = net(*jax.tree_util.tree_map(_as_jax, given))
            assert all(isinstance(leaf, jax.Array | int | float) for leaf in jax.tree_util.tree_leaves(found))
            wanted, state = state_of(reference, reference), state_of(net, reference)
            state = {name: state[name] for name in wanted}
            where = f"call {number} of {'compiled code' if active else 'its lines'}"
            for one, other, what in (plain(found), expected, "result"), (state, wanted, "state"):
                assert differing(other, one, f"{where}, {what}") is None
                assert_same(one, other)
            told = {d.code for d in result.diagnostics} | {str(each.message)[:7] for each in caught}
            are_held = differing(plain(list(held)), plain(list(given)), "arguments") is None
            assert "HYB304" in told or are_held


def _as_jax(leaf):
    return jnp.asarray(leaf.numpy()) if isinstance(leaf, torch.Tensor) else leaf
