"""What only methods of tensors do, against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, same

from closeness import assert_close
from hybridc.runtime.torch.cells import Parameter
from hybridc.runtime.torch.tensors import method_conversion, method_filling, method_random, method_shapes


@pytest.fixture(autouse=True)
def thirty_two_bits():
    """As models run."""
    with jax.enable_x64(False):
        yield


X = draws(2, 3, seed=1)
ROW = draws(1, 3, seed=2)
LINE = draws(7, seed=3)
SCALAR = np.array(0.7, np.float32)
WHOLE = np.arange(12).reshape(3, 4)

CALLS = [
    ("expand", (ROW, (2, 3)), {}),
    ("expand", (ROW, (2, -1)), {}),
    ("expand", (X, (4, -1, -1)), {}),
    ("expand", (X, [2, 3]), {}),
    ("expand", (X[0], 3), {}),
    ("expand", (ROW, (0, 3)), {}),
    ("expand", (SCALAR, (2,)), {}),
    ("expand", (SCALAR, ()), {}),
    ("expand", (WHOLE[:, :1],), {"size": (3, 2)}),
    ("sum_to_size", (X, (2, 1)), {}),
    ("sum_to_size", (X, 3), {}),
    ("sum_to_size", (X, [1, 3]), {}),
    ("sum_to_size", (X, (2, 3)), {}),
    ("sum_to_size", (X, ()), {}),
    ("sum_to_size", (WHOLE, (1, 4)), {}),
    ("sum_to_size", (WHOLE > 3, (3, 1)), {}),
    ("sum_to_size", (WHOLE > 3, (3, 4)), {}),
    ("unfold", (LINE, 0, 3, 2), {}),
    ("unfold", (LINE, -1, 3, 3), {}),
    ("unfold", (LINE, 0, 2, 5), {}),
    ("unfold", (LINE, 0, 7, 1), {}),
    ("unfold", (LINE, 0, 0, 2), {}),
    ("unfold", (WHOLE, 0, 2, 1), {}),
    ("unfold", (WHOLE, 1, 2, 2), {}),
    ("unfold", (X,), {"dimension": -2, "size": 1, "step": 1}),
    ("unfold", (SCALAR, 0, 1, 1), {}),
    ("unfold", (SCALAR, -1, 0, 1), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_shapes_are_those_of_torch(name, args, kwargs):
    agree(getattr(method_shapes, name), getattr(torch.Tensor, name), args, kwargs)


@pytest.mark.parametrize("name", ["expand", "sum_to_size", "unfold"])
def test_halves_stay_halves(name):
    arguments = {"expand": (ROW, (2, 3)), "sum_to_size": (X, (2, 1)), "unfold": (LINE, 0, 3, 2)}
    agree_in_half(getattr(method_shapes, name), getattr(torch.Tensor, name), arguments[name])


WRONG = [
    ("expand", (X, (-1, 2, 3))),
    ("expand", (X, (2, 4))),
    ("expand", (X, 3)),
    ("sum_to_size", (X, 6)),
    ("sum_to_size", (X, (1, 2, 3))),
    ("unfold", (LINE, 0, 8, 1)),
    ("unfold", (LINE, 0, 2, 0)),
]


@pytest.mark.parametrize(("name", "args"), WRONG)
def test_what_torch_refuses_is_an_error(name, args):
    array, *rest = args
    with pytest.raises(RuntimeError):
        getattr(torch.from_numpy(array), name)(*rest)
    with pytest.raises(ValueError, match=r".+"):
        getattr(method_shapes, name)(jnp.asarray(array), *rest)


DIAGONALS = [(3, 2), (2, 5), (7, 3), (8, 3), (3, 3), (2, 2, 2), (0, 3)]


@pytest.mark.parametrize("shape", DIAGONALS)
@pytest.mark.parametrize("wrap", [False, True])
def test_a_diagonal_is_filled_as_torch_fills_it(shape, wrap):
    agree(method_filling.fill_diagonal, lambda x, v, w: x.clone().fill_diagonal_(v, w), (draws(*shape), 5, wrap))


def test_what_fills_a_diagonal_is_cast():
    agree(method_filling.fill_diagonal, torch.Tensor.fill_diagonal_, (WHOLE, 1.7))


@pytest.mark.parametrize("shape", [(3,), (), (2, 2, 3)])
def test_without_a_diagonal_it_is_an_error(shape):
    with pytest.raises(ValueError, match="diagonal"):
        method_filling.fill_diagonal(jnp.zeros(shape), 1)


@pytest.mark.parametrize("data", [1.5, 3, [1, 2], [[0.5, 2], [3, 4]], [True, False], np.arange(3.0)])
@pytest.mark.parametrize("dtype", [None, "float16", "int32", "bool"])
@pytest.mark.parametrize("own", ["float32", "int32"])
def test_new_data_has_the_dtype_of_the_tensor(data, dtype, own):
    theirs, ours = (None, None) if dtype is None else (getattr(torch, dtype), jnp.dtype(dtype))
    expected = torch.ones(2, dtype=getattr(torch, own)).new_tensor(data, dtype=theirs)
    same(method_filling.new_tensor(jnp.ones(2, own), data, ours), expected)


CPU = method_conversion.CPU
CONVERSIONS = [
    ((np.float16,), (torch.float16,)),
    ((np.float64,), (torch.float64,)),
    ((np.dtype("int64"),), (torch.int64,)),
    ((bool,), (bool,)),
    ((float,), (float,)),
    ((np.int8, True), (torch.int8, True)),
    ((None,), (None,)),
    (("cpu",), ("cpu",)),
    ((CPU,), (torch.device("cpu"),)),
    ((CPU, np.int32), (torch.device("cpu"), torch.int32)),
    (("cpu", None), ("cpu", None)),
]


@pytest.mark.parametrize(("ours", "theirs"), CONVERSIONS)
@pytest.mark.parametrize("own", ["float32", "int32", "bool"])
def test_a_tensor_is_converted_as_torch_converts_it(ours, theirs, own):
    values = np.array([1.75, 0, 3]).astype(own)
    same(method_conversion.to(jnp.asarray(values), *ours), torch.from_numpy(values).to(*theirs))


def test_a_tensor_is_converted_to_the_dtype_of_another():
    values = jnp.array([1.75, 0], jnp.float32)
    for other in (jnp.ones(1, jnp.int8), np.ones(1, np.int8), Parameter(jnp.ones(1, jnp.int8))):
        assert method_conversion.to(values, other).dtype == jnp.int8


def test_what_names_no_dtype_is_an_error():
    for arguments in ((3.5,), ("cpu", "float16"), ([1, 2],)):
        with pytest.raises(TypeError, match="expected a dtype"):
            method_conversion.to(jnp.ones(2), *arguments)


def test_a_device_reads_as_in_torch():
    for ours, theirs in ((CPU, torch.device("cpu")), (method_conversion.Device("cuda", 1), torch.device("cuda:1"))):
        assert (ours.type, ours.index, str(ours)) == (theirs.type, theirs.index, str(theirs))


# Draws in place, and what the mean and the standard deviation of many are.
DRAWS = [
    ("normal", (), {}),
    ("normal", (3.0, 0.5), {}),
    ("uniform", (), {}),
    ("uniform", (-2.0, 4.0), {}),
    ("exponential", (), {}),
    ("exponential", (2.0,), {}),
    ("log_normal", (0.0, 0.25), {}),
    ("geometric", (0.25,), {}),
]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize(("name", "args", "kwargs"), DRAWS)
def test_draws_are_distributed_as_those_of_torch(name, args, kwargs, dtype):
    torch.manual_seed(0)
    theirs = getattr(torch.empty(40_000, dtype=getattr(torch, dtype)), f"{name}_")(*args, **kwargs)
    ours = getattr(method_random, f"{name}_like")(jax.random.key(0), jnp.empty(40_000, dtype), *args, **kwargs)
    assert ours.dtype == dtype and ours.shape == (40_000,)
    drawn, expected = np.asarray(ours, np.float64), theirs.double().numpy()
    spread = expected.std()
    assert abs(drawn.mean() - expected.mean()) < 0.03 * spread
    assert abs(drawn.std() - spread) < 0.04 * spread
    for share in (0.1, 0.5, 0.9):
        assert (
            abs(np.mean(drawn <= np.quantile(expected, share)) - np.mean(expected <= np.quantile(expected, share)))
            < 0.02
        )


def test_draws_from_the_cauchy_distribution_have_its_quartiles():
    drawn = np.asarray(method_random.cauchy_like(jax.random.key(0), jnp.empty(40_000), 2.0, 3.0))
    assert_close(np.quantile(drawn, [0.25, 0.5, 0.75]), [-1, 2, 5], atol=0.15)


def test_complex_draws_have_half_the_variance_in_each_part():
    drawn = np.asarray(method_random.normal_like(jax.random.key(0), jnp.empty(40_000, jnp.complex64)))
    assert_close([drawn.real.std(), drawn.imag.std()], np.sqrt(0.5), rtol=0.02)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "float16", "bfloat16", "float32"])
def test_integers_are_drawn_from_all_that_the_dtype_holds(dtype):
    torch.manual_seed(0)
    theirs = torch.empty(60_000, dtype=getattr(torch, dtype)).random_().double()
    ours = np.asarray(method_random.random_like(jax.random.key(0), jnp.empty(60_000, dtype))).astype(np.float64)
    assert ours.min() >= 0
    assert_close(ours.max(), theirs.max(), rtol=1e-3)
    assert_close(ours.mean(), theirs.mean(), rtol=0.02)
