"""One step of recurrent networks against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree_in_half, draws, same
from layers_against_torch import functions_agree, layers_agree, twins

from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional import recurrent
from hybridc.runtime.torch.nn.layers.recurrent_cells import GRUCell, LSTMCell, RNNCell

X, H, C = draws(5, 3, seed=1), draws(5, 4, seed=2, scale=0.5), draws(5, 4, seed=3, scale=0.5)
NOTHING = draws(0, 3)


def weights(gates, *, bias=True, seed=4):
    matrices = draws(gates * 4, 3, seed=seed, scale=0.5), draws(gates * 4, 4, seed=seed + 1, scale=0.5)
    return (*matrices, draws(gates * 4, seed=seed + 2), draws(gates * 4, seed=seed + 3)) if bias else matrices


FUNCTIONS = [
    ("rnn_tanh_cell", (X, H, *weights(1)), {}),
    ("rnn_relu_cell", (X, H, *weights(1)), {}),
    ("gru_cell", (X, H, *weights(3)), {}),
    ("lstm_cell", (X, (H, C), *weights(4)), {}),
    ("lstm_cell", (X, [H, C], *weights(4, bias=False)), {}),
    ("gru_cell", (X, H, *weights(3, bias=False)), {"b_ih": draws(12)}),
    ("gru_cell", (X, H, *weights(3, bias=False)), {"b_hh": draws(12)}),
    ("rnn_tanh_cell", (NOTHING, H[:0], *weights(1)), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), FUNCTIONS, ids=[f"{n}-{i}" for i, (n, *_) in enumerate(FUNCTIONS)])
def test_steps_agree(name, args, kwargs):
    functions_agree(getattr(recurrent, name), getattr(torch, name), args, kwargs, atol=2e-6)


@pytest.mark.parametrize(("name", "gates"), [("rnn_tanh_cell", 1), ("gru_cell", 3)])
def test_steps_agree_in_half_precision(name, gates):
    agree_in_half(getattr(recurrent, name), getattr(torch, name), (X, H, *weights(gates)))


CELLS = [(RNNCell, torch.nn.RNNCell), (GRUCell, torch.nn.GRUCell), (LSTMCell, torch.nn.LSTMCell)]
RELU = (RNNCell, torch.nn.RNNCell, {"nonlinearity": "relu"})
KINDS = [(*cell, {}) for cell in CELLS] + [(*cell, {"bias": False}) for cell in CELLS] + [RELU]


def states(cell, *arrays):
    return tuple(arrays) if cell is LSTMCell else arrays[0]


@pytest.mark.parametrize(("cell", "reference", "options"), KINDS)
def test_cells_agree(cell, reference, options):
    layer, reference = twins(cell, reference, 3, 4, **options)
    layers_agree(layer, reference, (X, states(cell, H, C)), atol=2e-6)
    layers_agree(layer, reference, (X,), atol=2e-6)
    layers_agree(layer, reference, (X[0],), {"hx": states(cell, H[0], C[0])}, atol=2e-6)
    layers_agree(layer, reference, (X[0],), atol=2e-6)


@pytest.mark.parametrize(("cell", "reference", "options"), KINDS)
def test_cells_are_described_alike(cell, reference, options):
    layer, reference = cell(3, 4, **options), reference(3, 4, **options)
    assert repr(layer) == repr(reference)
    assert {n: a.shape for n, a in layer.state_dict().items()} == {
        n: t.shape for n, t in reference.state_dict().items()
    }
    for name in ("input_size", "hidden_size", "bias"):
        assert getattr(layer, name) == getattr(reference, name)


def test_cells_are_drawn_evenly_within_a_bound():
    randomness.seed(0)
    cell = GRUCell(30, 25)
    for array in cell.state_dict().values():
        drawn = np.asarray(array)
        assert -0.2 <= drawn.min() < -0.18
        assert 0.18 < drawn.max() <= 0.2
        assert abs(drawn.mean()) < 0.03


@pytest.mark.parametrize("dtype", [jnp.float16, jnp.bfloat16])
def test_cells_have_the_dtype_that_is_asked_for(dtype):
    cell = LSTMCell(3, 4, device="cpu", dtype=dtype)
    assert {str(array.dtype) for array in cell.state_dict().values()} == {str(jnp.dtype(dtype))}
    hidden, state = cell.apply(cell.parameters(), jnp.asarray(X, dtype))
    assert hidden.dtype == state.dtype == dtype


@pytest.mark.parametrize(("cell", "reference"), CELLS)
@pytest.mark.parametrize(
    ("x", "h", "error"),
    [
        (X[None], None, ValueError),
        (X, H[None], ValueError),
        (X, H[:1], RuntimeError),
        (X, H[:, :3], RuntimeError),
        (X, H[0], RuntimeError),
        (X[0], H[:1], RuntimeError),
    ],
)
def test_cells_refuse_what_pytorch_refuses(cell, reference, x, h, error):
    layer, reference = cell(3, 4), reference(3, 4)
    state = None if h is None else states(cell, jnp.asarray(h), jnp.asarray(h))
    with pytest.raises(error):
        layer.apply(layer.parameters(), jnp.asarray(x), state)
    tensor = None if h is None else torch.from_numpy(h.copy())
    with pytest.raises(error):
        reference(torch.from_numpy(x.copy()), None if h is None else states(cell, tensor, tensor))


def test_an_unknown_nonlinearity_is_refused_when_called():
    cell = RNNCell(3, 4, nonlinearity="sine")
    with pytest.raises(RuntimeError, match="sine"):
        cell.apply(cell.parameters(), X)


def test_a_loop_over_a_cell_agrees():
    """As in PyTorch's example: a cell called step by step, the state carried in Python."""
    cell, reference = twins(LSTMCell, torch.nn.LSTMCell, 3, 4)
    steps = draws(3, 2, 3, seed=9)

    def run(call, steps):
        state = None
        for x in steps:
            state = call(x, state)
        return state

    with jax.enable_x64(False):
        found = run(lambda *a: cell.apply(cell.parameters(), *a), jnp.asarray(steps))
    for each, wanted in zip(found, run(reference, torch.from_numpy(steps)), strict=True):
        same(each, wanted, atol=2e-6)
