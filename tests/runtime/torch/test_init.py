"""Initial parameters have PyTorch's distributions: moments, bounds, and distribution functions over many draws."""

import inspect
import math
import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from closeness import assert_close
from hybridc.dialects.table import dialect
from hybridc.dialects.torch import initialization
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.cells import Buffer, Parameter
from hybridc.runtime.torch.nn import init

torch.set_num_threads(1)

FLOATS = [jnp.float32, jnp.float16, jnp.bfloat16]
EXACT = [*FLOATS, jnp.int32, jnp.int8, jnp.bool_, jnp.complex64]
MANY = 20_000


@pytest.fixture(autouse=True)
def seeded():
    randomness.seed(0)
    torch.manual_seed(0)


def parameter(shape, dtype=jnp.float32):
    return Parameter(jnp.full(shape, 7, dtype))


def in_torch(shape, dtype=jnp.float32):
    return torch.full(shape, 7, dtype=getattr(torch, np.dtype(dtype).name))


def values(array):
    return np.asarray(array.data if isinstance(array, Parameter) else array.float()).astype(np.float64).ravel()


def distance(ours, theirs):
    """Kolmogorov and Smirnov's: the largest difference of two distribution functions."""
    places = np.sort(np.concatenate([ours, theirs]))
    shares = [np.searchsorted(np.sort(one), places, side="right") / len(one) for one in (ours, theirs)]
    return float(np.max(np.abs(shares[0] - shares[1])))


DRAWS = {
    "uniform_": ["()", "(-3.0, 5.0)", "(b=0.25)", "(2, 2)"],
    "normal_": ["()", "(2.0, 0.5)", "(std=3)", "(1, 0)"],
    "trunc_normal_": [
        *("()", "(std=0.02)", "(0.5, 2.0, -1, 4)", "(std=1.0, a=-0.1, b=0.1)", "(1.0, 1.0, 0.9, 1.2)"),
        *("(a=0.5, b=3)", "(a=-9, b=9)", "(0, 1, 1.5, 3)", "(a=-3.0, b=-1)", "(0, 1, 1, 1)", "(0.3, 0.01, 0.2, 0.9)"),
    ],
    "xavier_uniform_": ["()", "(3.0)", "(gain=0.5)"],
    "xavier_normal_": ["()", "(3.0)", "(gain=0.5)"],
    "kaiming_uniform_": ["()", "(math.sqrt(5))", "(0.2, 'fan_out')", "(mode='FAN_IN', nonlinearity='relu')", "(nonlinearity='tanh')"],
    "kaiming_normal_": ["()", "(math.sqrt(5))", "(0.2, 'fan_out')", "(mode='fan_out', nonlinearity='relu')", "(nonlinearity='selu')"],
}  # fmt: skip
ALL_DRAWS = [(name, arguments) for name, forms in DRAWS.items() for arguments in forms]


def called(module, name, tensor, arguments):
    places, keywords = eval(f"(lambda *places, **keywords: (places, keywords)){arguments}", {"math": math})
    return getattr(module, name)(tensor, *places, **keywords)


@pytest.mark.parametrize(("name", "arguments"), ALL_DRAWS)
@pytest.mark.parametrize("shape", [(40, 500), (20, 40, 5, 5)], ids=str)
def test_draws_have_the_distribution_of_pytorch(name, arguments, shape):
    tensor = parameter(shape)
    assert called(init, name, tensor, arguments) is tensor
    assert (tensor.shape, tensor.dtype) == (shape, np.float32)
    ours, theirs = values(tensor), values(called(torch.nn.init, name, in_torch(shape), arguments))
    assert len(ours) == MANY
    spread = theirs.std()
    # Chances under one in ten thousand: 2.3 is the quantile of the distance times sqrt(n / 2).
    assert distance(ours, theirs) < 2.3 * math.sqrt(2 / MANY)
    assert abs(ours.mean() - theirs.mean()) <= 4.5 * spread * math.sqrt(2 / MANY)
    assert_close(ours.std(), spread, rtol=0.03)
    reach = (theirs.max() - theirs.min()) / 2
    if "uniform" in name or "trunc" in name:
        assert_close([ours.min(), ours.max()], [theirs.min(), theirs.max()], atol=0.35 * reach)


BOUNDS = [
    ("uniform_", "()", (3, 4), 0, 1),
    ("uniform_", "(-3.0, 5.0)", (3, 4), -3, 5),
    ("trunc_normal_", "()", (3, 4), -2, 2),
    ("trunc_normal_", "(a=1.9, b=2)", (3, 4), 1.9, 2),
    ("xavier_uniform_", "(2.0)", (3, 5), -2 * math.sqrt(6 / 8), 2 * math.sqrt(6 / 8)),
    ("xavier_uniform_", "()", (3, 5, 2, 2), -math.sqrt(6 / 32), math.sqrt(6 / 32)),
    ("kaiming_uniform_", "(math.sqrt(5))", (3, 5), -1 / math.sqrt(5), 1 / math.sqrt(5)),
    ("kaiming_uniform_", "(0, 'fan_out', 'relu')", (3, 5, 4), -math.sqrt(6 / 12), math.sqrt(6 / 12)),
]


@pytest.mark.parametrize(("name", "arguments", "shape", "low", "high"), BOUNDS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_draws_fill_their_bounds_and_keep_within(name, arguments, shape, low, high, dtype):
    drawn = np.concatenate([values(called(init, name, parameter(shape, dtype), arguments)) for _ in range(300)])
    low, high = np.asarray([low, high]).astype(dtype).astype(np.float64)
    assert low <= drawn.min() < low + 0.02 * (high - low)
    assert high - 0.02 * (high - low) < drawn.max() <= high


@pytest.mark.parametrize(("name", "arguments"), [pair for pair in ALL_DRAWS if pair[1] in ("()", "(math.sqrt(5))")])
@pytest.mark.parametrize("dtype", FLOATS)
def test_narrow_floats_are_drawn_as_wide_ones(name, arguments, dtype):
    ours = called(init, name, parameter((40, 500), dtype), arguments)
    assert ours.dtype == dtype
    theirs = called(torch.nn.init, name, in_torch((40, 500), dtype), arguments)
    assert distance(values(ours), values(theirs)) < 2.3 * math.sqrt(2 / MANY)


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3, 4)], ids=str)
@pytest.mark.parametrize("name", ["uniform_", "normal_", "trunc_normal_", "ones_", "zeros_"])
def test_any_shape_is_filled(name, shape):
    tensor = getattr(init, name)(parameter(shape))
    assert (tensor.shape, tensor.dtype) == (shape, np.float32)
    assert not np.any(np.asarray(tensor.data) == 7)


@pytest.mark.parametrize("dtype", EXACT)
@pytest.mark.parametrize(
    ("name", "shape", "arguments"),
    [
        ("ones_", (2, 3), ()),
        ("zeros_", (2, 3), ()),
        ("eye_", (3, 3), ()),
        ("eye_", (2, 4), ()),
        ("eye_", (4, 2), ()),
        ("eye_", (0, 2), ()),
        ("dirac_", (2, 3, 3), ()),
        ("dirac_", (4, 2, 3, 4), ()),
        ("dirac_", (4, 2, 2, 1, 3), (2,)),
        ("dirac_", (6, 5, 3), (3,)),
        ("dirac_", (0, 5, 3), ()),
        ("constant_", (2, 3), (3,)),
        ("constant_", (), (1.75,)),
        ("constant_", (2,), (-2.5,)),
        ("constant_", (2,), (True,)),
        ("constant_", (2,), (0,)),
    ],
)
def test_fixed_values_are_those_of_pytorch(name, shape, arguments, dtype):
    ours = getattr(init, name)(parameter(shape, dtype), *arguments)
    theirs = getattr(torch.nn.init, name)(in_torch(shape, dtype), *arguments)
    assert (ours.shape, ours.dtype) == (shape, dtype)
    wide = torch.complex64 if theirs.is_complex() else torch.float32
    np.testing.assert_array_equal(np.asarray(ours.data).astype(np.complex64), theirs.to(wide).numpy())


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 3.4e38])
def test_constants_without_a_number(value):
    np.testing.assert_array_equal(init.constant_(parameter((2,)), value).data, np.full(2, value, np.float32))


@pytest.mark.parametrize(
    "shape", [(4, 4), (3, 7), (7, 3), (1, 5), (5, 1), (1, 1), (3, 2, 2), (8, 2, 3), (60, 60)], ids=str
)
@pytest.mark.parametrize("gain", [1, 1.5, -2.0])
def test_orthogonal_rows_or_columns(shape, gain):
    drawn = np.asarray(init.orthogonal_(parameter(shape), gain).data, np.float64).reshape(shape[0], -1)
    product = drawn @ drawn.T if drawn.shape[0] <= drawn.shape[1] else drawn.T @ drawn
    assert_close(product, gain**2 * np.eye(min(drawn.shape)), atol=5e-6 * gain**2)


def test_orthogonal_matrices_are_uniform():
    def elements(module, make, read):
        drawn = np.stack([read(module.orthogonal_(make((3, 3)))).reshape(3, 3) for _ in range(2000)])
        return drawn.reshape(-1, 9).T, np.linalg.det(drawn)

    ours, our_signs = elements(init, parameter, values)
    theirs, their_signs = elements(torch.nn.init, in_torch, values)
    for one, other in zip(ours, theirs, strict=True):
        assert distance(one, other) < 2.3 * math.sqrt(2 / 2000)
        assert abs(one.mean()) < 4.5 * math.sqrt(1 / 3 / 2000)
    assert abs(np.mean(our_signs > 0) - np.mean(their_signs > 0)) < 4.5 * math.sqrt(0.5 / 2000)


@pytest.mark.parametrize("sparsity", [0.0, 0.1, 0.5, 0.99, 1.0, 1.5, -0.3])
@pytest.mark.parametrize("shape", [(10, 7), (1, 3), (3, 0), (0, 3)], ids=str)
def test_sparse_columns_have_as_many_zeros(shape, sparsity):
    ours = np.asarray(init.sparse_(parameter(shape), sparsity).data)
    theirs = torch.nn.init.sparse_(in_torch(shape), sparsity).numpy()
    np.testing.assert_array_equal((ours == 0).sum(0), (theirs == 0).sum(0))


def test_sparse_places_and_values():
    drawn = np.stack([np.asarray(init.sparse_(parameter((4, 3)), 0.5, std=0.2).data) for _ in range(2000)])
    assert_close((drawn == 0).mean(0), np.full((4, 3), 0.5), atol=0.06)
    assert_close(drawn[drawn != 0].std(), 0.2, rtol=0.05)
    together = np.mean((drawn[:, 0, 0] == 0) & (drawn[:, 0, 1] == 0))
    assert abs(together - 0.25) < 0.05  # each column draws its own


GAINS = ["linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"]


@pytest.mark.parametrize("name", [*GAINS, "sigmoid", "tanh", "relu", "leaky_relu", "selu"])
@pytest.mark.parametrize("slope", [None, 0, 0.2, math.sqrt(5)])
def test_gains(name, slope):
    assert init.calculate_gain(name, slope) == torch.nn.init.calculate_gain(name, slope)


@pytest.mark.parametrize(("name", "slope"), [("Relu", None), ("gelu", None), ("leaky_relu", True), ("leaky_relu", "x")])
def test_gains_that_there_are_none_of(name, slope):
    for module in (torch.nn.init, init):
        with pytest.raises(ValueError, match=r"Unsupported nonlinearity|not a valid number"):
            module.calculate_gain(name, slope)


@pytest.mark.parametrize("shape", [(3, 4), (3, 4, 5), (3, 4, 5, 6), (0, 2), (3, 0, 2)], ids=str)
def test_fans(shape):
    expected = torch.nn.init._calculate_fan_in_and_fan_out(in_torch(shape))
    assert init._calculate_fan_in_and_fan_out(parameter(shape)) == expected
    for mode in ("fan_in", "FAN_OUT"):
        theirs = torch.nn.init._calculate_correct_fan(in_torch(shape), mode)
        assert init._calculate_correct_fan(jnp.zeros(shape), mode) == theirs


REFUSED = [
    ("uniform_", (2,), (1, 0)),
    ("uniform_", (2,), (float("nan"), 0)),
    ("uniform_", (2,), (0, float("inf"))),
    ("uniform_", (2,), (-3e38, 3e38)),
    ("uniform_", (2,), (-1e39, 0)),
    ("normal_", (2,), (0, -1)),
    ("normal_", (2,), (0, float("nan"))),
    ("trunc_normal_", (2,), (0, 0)),
    ("trunc_normal_", (2,), (0, 1, 2, 1)),
    ("constant_", (2,), (1e39,)),
    ("eye_", (2,), ()),
    ("eye_", (2, 2, 2), ()),
    ("dirac_", (2, 2), ()),
    ("dirac_", (2,) * 6, ()),
    ("dirac_", (4, 2, 3), (3,)),
    ("dirac_", (4, 2, 3), (0,)),
    ("xavier_uniform_", (2,), ()),
    ("xavier_uniform_", (0, 0), ()),
    ("xavier_uniform_", (2, 2), (-1,)),
    ("xavier_normal_", (2, 2), (-1,)),
    ("kaiming_uniform_", (2,), ()),
    ("kaiming_normal_", (2, 2), (0, "fan")),
    ("kaiming_normal_", (2, 2), (True,)),
    ("kaiming_normal_", (2, 2), (0, "fan_in", "Relu")),
    ("orthogonal_", (3,), ()),
    ("sparse_", (3,), (0.5,)),
    ("sparse_", (3, 2), (0.5, -1)),
]


@pytest.mark.filterwarnings("ignore:mean is more than 2 std")
@pytest.mark.parametrize(("name", "shape", "arguments"), REFUSED)
def test_what_pytorch_refuses_is_refused_with_the_same_error(name, shape, arguments):
    with pytest.raises(Exception) as theirs:  # noqa: PT011
        getattr(torch.nn.init, name)(in_torch(shape), *arguments)
    with pytest.raises(type(theirs.value)):
        getattr(init, name)(parameter(shape), *arguments)


@pytest.mark.parametrize(
    ("value", "dtype"), [(200, jnp.int8), (float("nan"), jnp.int32), (2**31, jnp.int32), (1e6, jnp.float16)]
)
def test_constants_that_a_dtype_does_not_have(value, dtype):
    for module, tensor in ((torch.nn.init, in_torch((2,), dtype)), (init, parameter((2,), dtype))):
        with pytest.raises(RuntimeError, match="without overflow"):
            module.constant_(tensor, value)


@pytest.mark.parametrize("name", ["uniform_", "normal_", "trunc_normal_", "xavier_normal_", "orthogonal_"])
@pytest.mark.parametrize("dtype", [jnp.int32, jnp.bool_, jnp.complex64])
def test_draws_need_floats(name, dtype):
    with pytest.raises(TypeError, match="floating dtypes only"):
        getattr(init, name)(parameter((2, 2), dtype))


@pytest.mark.parametrize("name", ["kaiming_uniform_", "kaiming_normal_"])
def test_parameters_without_elements_stay_with_a_warning(name):
    with pytest.warns(UserWarning, match="no-op"):
        getattr(init, name)(parameter((0, 3)))


def test_orthogonal_parameters_without_elements_stay():
    assert init.orthogonal_(parameter((0, 3))).shape == (0, 3)


@pytest.mark.parametrize(("arguments", "warns"), [((0, 1, 2.5, 3), True), ((5, 1), True), ((0, 1, 1.9, 3), False)])
def test_truncation_far_from_the_mean_warns(arguments, warns):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        init.trunc_normal_(parameter((3,)), *arguments)
    assert [str(w.message)[:27] for w in caught] == ["mean is more than 2 std fro"] * warns
    assert all(w.filename == __file__ for w in caught)


OLDER = ["uniform", "normal", "constant", "eye", "dirac", "xavier_uniform", "xavier_normal", "kaiming_uniform", "kaiming_normal", "orthogonal", "sparse"]  # fmt: skip


@pytest.mark.parametrize("name", OLDER)
def test_older_names_warn_and_do_the_same(name):
    shape = (4, 2, 3) if name == "dirac" else (4, 3)
    arguments = {"constant": (3.0,), "sparse": (0.5,)}.get(name, ())
    randomness.seed(1)
    expected = getattr(init, f"{name}_")(parameter(shape), *arguments)
    randomness.seed(1)
    with pytest.warns(FutureWarning, match=rf"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`"):
        older = getattr(init, name)(parameter(shape), *arguments)
    np.testing.assert_array_equal(older.data, expected.data)


FUNCTIONS = [name for name in torch.nn.init.__all__ if name.endswith("_")]


@pytest.mark.parametrize("name", [*FUNCTIONS, "calculate_gain", "_calculate_fan_in_and_fan_out"])
def test_signatures_are_those_of_pytorch(name):
    def parameters(module):
        signature = inspect.signature(getattr(module, name))
        return [(p.name, p.kind, p.default) for p in signature.parameters.values()]

    assert parameters(init) == parameters(torch.nn.init)


TABLE = dialect("torch", ("torch",), initialization.LINES)


def test_every_name_of_pytorch_has_a_line_with_its_defaults():
    assert {name for name in torch.nn.init.__all__ if f"torch.nn.init.{name}" not in TABLE} == set()
    for qualified in TABLE.names:
        name = qualified.rpartition(".")[2]
        [entry] = TABLE.lookup(qualified)
        assert entry.target == f"nn.init.{name}"
        current = f"{name}_" if name in OLDER else name
        theirs = inspect.signature(getattr(torch.nn.init, current)).parameters
        ours = {p.name: p.default for p in entry.parameters or ()}
        assert list(ours) == [n for n in theirs if n != "generator"]
        for parameter_name, default in ours.items():
            given = theirs[parameter_name].default
            assert (default is None) == (given is inspect.Parameter.empty)
            assert default is None or eval(default) == given


def test_arrays_are_not_written_but_answered():
    array = jnp.zeros((3, 4), jnp.bfloat16)
    drawn = init.normal_(array)
    assert isinstance(drawn, jax.Array)
    assert (drawn.shape, drawn.dtype) == ((3, 4), jnp.bfloat16)
    assert np.all(np.asarray(array) == 0) and np.all(np.asarray(drawn) != 0)


def test_buffers_and_tied_parameters_are_filled_in_place():
    buffer = Buffer(jnp.zeros(3))
    assert init.ones_(buffer) is buffer
    np.testing.assert_array_equal(buffer.data, np.ones(3))


def test_a_seed_repeats_what_is_drawn():
    def drawn():
        randomness.seed(3)
        return [np.asarray(getattr(init, name)(parameter((4, 5))).data) for name in DRAWS]

    for one, other in zip(drawn(), drawn(), strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.array_equal(init.normal_(parameter((4,))).data, init.normal_(parameter((4,))).data)


def test_a_generator_of_numpy_may_be_given():
    one, other = (init.normal_(parameter((5,)), generator=np.random.default_rng(3)).data for _ in range(2))
    np.testing.assert_array_equal(one, other)
    with pytest.raises(TypeError, match=r"must be a numpy.random.Generator, not RandomState"):
        init.normal_(parameter((5,)), generator=np.random.RandomState(3))


def test_parameters_are_values_while_something_else_is_traced():
    tensor = parameter((3,))

    @jax.jit
    def traced(x):
        init.normal_(tensor)
        return x

    traced(1.0)
    assert not isinstance(tensor.data, jax.core.Tracer)
    assert np.all(np.asarray(tensor.data) != 7)
