"""Activation functions and layers against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, same, uniform
from torch.nn import functional as theirs

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional import activations

X = draws(3, 4, seed=1, scale=3.0)
CUBE = draws(2, 4, 3, seed=2)
SCALAR = np.array(0.7, np.float32)
# Where the functions have their joints, and beyond.
JOINTS = np.array([-np.inf, -25, -6, -3, -1, -0.5, -0.0, 0, 0.3, 0.5, 1, 3, 6, 25, np.inf], np.float32)
FINITE = JOINTS[1:-1]
WHOLE = np.array([-7, -2, -1, 0, 1, 2, 7])

CALLS = [
    ("relu", (X,), {}),
    ("relu", (X, True), {}),
    ("relu6", (X,), {"inplace": False}),
    ("hardtanh", (X,), {}),
    ("hardtanh", (X, -0.5), {"max_val": 2.0}),
    ("leaky_relu", (X,), {}),
    ("leaky_relu", (X, 0.2, False), {}),
    ("leaky_relu", (X,), {"negative_slope": -0.3}),
    ("prelu", (X, np.array([0.3], np.float32)), {}),
    ("prelu", (CUBE, draws(4)), {}),
    ("prelu", (X, draws(4)), {}),
    ("prelu", (SCALAR, np.array([0.3], np.float32)), {}),
    ("prelu", (-X[0], np.array(0.3, np.float32)), {}),
    ("rrelu", (X,), {}),
    ("rrelu", (X, 0.1, 0.5), {"training": False}),
    ("elu", (X,), {}),
    ("elu", (X, 0.4), {}),
    ("elu", (X,), {"alpha": -1.5}),
    ("selu", (X,), {}),
    ("celu", (X,), {}),
    ("celu", (X, 2.5), {}),
    ("gelu", (X,), {}),
    ("gelu", (X,), {"approximate": "tanh"}),
    ("gelu", (X,), {"approximate": "none"}),
    ("silu", (X,), {}),
    ("mish", (X,), {}),
    ("hardswish", (X,), {}),
    ("hardsigmoid", (X,), {}),
    ("hardshrink", (X,), {}),
    ("hardshrink", (X, 1.5), {}),
    ("softshrink", (X,), {}),
    ("softshrink", (X,), {"lambd": 0.0}),
    ("tanhshrink", (X,), {}),
    ("softplus", (X,), {}),
    ("softplus", (X, 3, 2), {}),
    ("softplus", (X,), {"beta": 0.5, "threshold": 1.0}),
    ("softsign", (X,), {}),
    ("logsigmoid", (X,), {}),
    ("sigmoid", (X,), {}),
    ("tanh", (X,), {}),
    ("threshold", (X, 0.5, -2.0), {}),
    ("glu", (X,), {}),
    ("glu", (CUBE, 1), {}),
    ("glu", (CUBE,), {"dim": -3}),
    ("softmax", (X, 1), {}),
    ("softmax", (CUBE,), {"dim": -2}),
    ("softmax", (X,), {"dim": 0, "dtype": "float16"}),
    ("softmin", (X,), {"dim": -1}),
    ("log_softmax", (X, 0), {}),
    ("log_softmax", (CUBE,), {"dim": 2}),
    ("log_softmax", (X, -1), {"dtype": "float32"}),
]
JOINTED = [
    ("relu", JOINTS),
    ("relu6", JOINTS),
    ("hardtanh", JOINTS),
    ("leaky_relu", JOINTS),
    ("elu", JOINTS),
    ("selu", JOINTS),
    ("celu", JOINTS),
    ("hardshrink", JOINTS),
    ("softshrink", JOINTS),
    ("hardswish", JOINTS),
    ("hardsigmoid", JOINTS),
    ("softplus", JOINTS),
    ("logsigmoid", JOINTS),
    ("gelu", FINITE),
    ("silu", FINITE),
    ("mish", FINITE),
    ("softsign", FINITE),
    ("tanhshrink", FINITE),
]


def given(kwargs, framework):
    """The arguments, with the dtype that a word stands for."""
    return {k: getattr(framework, v) if k == "dtype" else v for k, v in kwargs.items()}


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS)
def test_values_and_derivatives(name, args, kwargs):
    ours = getattr(activations, name)
    half = kwargs.get("dtype") == "float16"
    agree(
        lambda *a, **k: ours(*a, **given(k, jnp)),
        lambda *a, **k: getattr(theirs, name)(*a, **given(k, torch)),
        args,
        kwargs,
        rtol=1e-3 if half else 1e-5,
        derivatives=not half,
    )


@pytest.mark.parametrize(("name", "values"), JOINTED)
def test_joints_of_a_function_and_its_derivative(name, values):
    agree(getattr(activations, name), getattr(theirs, name), (values,))


@pytest.mark.parametrize("name", [name for name, _ in JOINTED])
def test_what_is_no_number_stays_so(name):
    agree(getattr(activations, name), getattr(theirs, name), (np.array([np.nan, 1], np.float32),), derivatives=False)


@pytest.mark.parametrize("name", ["relu", "relu6", "hardtanh", "softsign", "tanhshrink", "sigmoid", "tanh"])
def test_integers(name):
    agree(getattr(activations, name), getattr(theirs, name), (WHOLE,))


@pytest.mark.parametrize(
    ("name", "args"),
    [("hardtanh", (-1.9, 2.7)), ("threshold", (0.5, 9.7)), ("threshold", (-1.5, -3.7)), ("threshold", (1, 20))],
)
def test_bounds_of_integers_are_cut(name, args):
    agree(getattr(activations, name), getattr(theirs, name), (WHOLE, *args))


@pytest.mark.parametrize("name", ["sigmoid", "tanh"])
def test_truth_values(name):
    agree(getattr(activations, name), getattr(theirs, name), (WHOLE > 0,))


@pytest.mark.parametrize(
    ("name", "args"),
    [(name, ()) for name in dict.fromkeys(name for name, _ in JOINTED)]
    + [("prelu", (np.array([0.25], np.float32),)), ("softmax", (-1,)), ("log_softmax", (0,)), ("glu", (1,))],
)
def test_half_types_are_kept(name, args):
    agree_in_half(getattr(activations, name), getattr(theirs, name), (X, *args))


@pytest.mark.filterwarnings("ignore:Implicit dimension")
@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4), (2, 3, 2, 2)])
def test_softmax_chooses_an_axis_by_the_number_of_axes(shape):
    agree(activations.softmax, theirs.softmax, (draws(*shape),))


def test_float16_softmax_of_many_equal_values_does_not_overflow():
    many = jnp.zeros(70_000, jnp.float16)
    result = activations.log_softmax(many, 0)
    assert_close(np.asarray(result[0], np.float32), -np.log(70_000), rtol=1e-3)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: activations.hardtanh(x, 1.0, -1.0), ValueError),
        (lambda x: activations.softshrink(x, -0.1), ValueError),
        (lambda x: activations.celu(x, 0.0), ZeroDivisionError),
        (lambda x: activations.gelu(x, "erf"), ValueError),
        (lambda x: activations.glu(x, 0), ValueError),
        (lambda x: activations.glu(x[0, 0]), ValueError),
        (lambda x: activations.rrelu(x, 0.5, 0.1), ValueError),
        (lambda x: activations.prelu(x, jnp.ones(3)), ValueError),
        (lambda x: activations.softmax(x.astype(jnp.int32), 0), TypeError),
    ],
)
def test_what_does_not_fit_is_an_error(call, error):
    with pytest.raises(error):
        call(jnp.asarray(X))


def test_rrelu_draws_slopes_when_training():
    randomness.seed(1)
    x = jnp.where(jnp.arange(4000) % 2, 2.0, -2.0)
    result = activations.rrelu(x, 0.2, 0.6, training=True)
    slopes = np.asarray(result / x)
    assert (slopes[1::2] == 1).all()
    drawn = slopes[::2]
    assert drawn.min() >= 0.2
    assert drawn.max() <= 0.6
    assert_close([drawn.mean(), drawn.std()], [0.4, 0.4 / np.sqrt(12)], atol=0.01)
    slope = jax.grad(lambda y: activations.rrelu(y, 0.2, 0.6, training=True).sum())(x)
    assert ((np.asarray(slope) == 1) == (np.asarray(x) > 0)).all()


def test_gumbel_softmax_chooses_each_class_as_often_as_its_probability():
    randomness.seed(2)
    logits = jnp.log(jnp.array([0.1, 0.2, 0.7]))
    drawn = activations.gumbel_softmax(jnp.broadcast_to(logits, (4000, 3)), hard=True)
    assert_close(np.asarray(drawn).mean(0), [0.1, 0.2, 0.7], atol=0.03)
    assert_close(np.sort(np.asarray(drawn), axis=1)[0], [0, 0, 1], atol=1e-6)


@pytest.mark.parametrize("dim", [0, 1, -2])
def test_gumbel_softmax_has_the_derivative_of_the_soft_draw(dim):
    logits = jnp.asarray(CUBE)

    def weighted(x, hard):
        randomness.seed(3)
        drawn = activations.gumbel_softmax(x, tau=0.5, hard=hard, dim=dim)
        return jnp.sum(drawn * jnp.asarray(uniform(*CUBE.shape))), drawn

    soft, drawn = jax.grad(weighted, has_aux=True)(logits, False)
    hard, chosen = jax.grad(weighted, has_aux=True)(logits, True)
    assert_close(drawn.sum(dim), np.ones_like(drawn.sum(dim)), rtol=1e-5)
    assert_close(chosen.argmax(dim), drawn.argmax(dim))
    assert_close(hard, soft, rtol=1e-4, atol=1e-6)


def test_functions_map_over_batches():
    result = jax.vmap(lambda row: activations.softmax(activations.gelu(row), 0))(jnp.asarray(X))
    same(result, torch.softmax(theirs.gelu(torch.from_numpy(X)), 1))
