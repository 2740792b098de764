"""Converted models beside Paddle's: the same weights, the same inputs, the same numbers."""

import ast
import importlib.util
import sys
import tempfile
import types
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import paddle

NARROW = {"int64": "int32", "float64": "float32", "complex128": "complex64"}


def converted(text, name="model.py", partial=False):
    """The generated module of a program, loaded; paddle cannot be imported by it."""
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
    held = sys.modules.get("paddle")
    sys.modules["paddle"] = None
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules["paddle"] = held
    return module


def original(text, name="original"):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def arrays(state):
    return {name: value.numpy() for name, value in state.items()}


def as_numpy(value):
    if isinstance(value, paddle.Tensor):
        return [value.numpy()]
    if isinstance(value, dict):
        return [each for key in sorted(value) for each in as_numpy(value[key])]
    if isinstance(value, list | tuple):
        return [each for part in value for each in as_numpy(part)]
    return [np.asarray(value)]


def assert_same(found, expected, rtol=1e-5, atol=1e-6):
    found, expected = as_numpy(found), as_numpy(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert one.dtype.name == NARROW.get(other.dtype.name, other.dtype.name)
        scale = max(1.0, float(np.nanmax(np.abs(other)))) if other.size and other.dtype != bool else 1.0
        scale = scale if np.isfinite(scale) else 1.0
        assert_close(one.astype(other.dtype), other, rtol=rtol, atol=atol * scale)


def on_both_sides(reference, net, inputs, train=False, rtol=1e-5, atol=1e-6):
    """Loads the weights of `reference` into `net`, and compares what they return, and what they are afterwards."""
    (reference.train if train else reference.eval)()
    net.train(train)
    net.set_state_dict(arrays(reference.state_dict()))
    assert list(net.state_dict()) == list(reference.state_dict())
    with paddle.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = reference(*[paddle.to_tensor(i) if isinstance(i, np.ndarray) else i for i in inputs])
    found = net(*[jnp.asarray(i) if isinstance(i, np.ndarray) else i for i in inputs])
    assert_same(found, expected, rtol, atol)
    assert_same(arrays_of(net), arrays(reference.state_dict()), rtol, atol)


def arrays_of(net):
    return {name: np.asarray(value) for name, value in net.state_dict().items()}


def agree(text, build, *inputs, train=False, rtol=1e-5, atol=1e-6):
    """Converts the program, builds the model on both sides by `build(module)`, and compares what it returns."""
    paddle.seed(0)
    with paddle.utils.unique_name.guard():  # Paddle makes two parameters of one name in one program alone
        reference = build(original(text))
    module, _ = converted(text)
    net = build(module)
    on_both_sides(reference, net, inputs, train, rtol, atol)
    return net, reference, module


def slopes_agree(net, reference, *inputs, rtol=1e-4, atol=1e-5):
    """The derivatives of the sum of squares by all parameters."""
    out = reference(*[paddle.to_tensor(i) for i in inputs])
    (out**2).sum().backward()
    given = [jnp.asarray(i) for i in inputs]
    found = jax.jit(jax.grad(lambda p: (net.apply(p, *given) ** 2).sum()))(net.parameters())
    for name, parameter in reference.named_parameters():
        if not parameter.stop_gradient:
            assert_same(found[name], parameter.grad.numpy(), rtol, atol)
