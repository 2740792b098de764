"""Recurrent networks over time against PyTorch."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import draws, same
from layers_against_torch import compiled, layers_agree, twins

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.layers.recurrent import GRU, LSTM, RNN, RNNBase

REFERENCES = {RNN: torch.nn.RNN, LSTM: torch.nn.LSTM, GRU: torch.nn.GRU}
X = draws(5, 2, 3, seed=1, scale=1.0)  # steps, batch, features
STATES = draws(2, 6, 2, 4, seed=2, scale=0.5)

OPTIONS = [
    {},
    {"num_layers": 2},
    {"bias": False},
    {"batch_first": True},
    {"bidirectional": True},
    {"num_layers": 3, "bidirectional": True, "batch_first": True, "bias": False},
]
KINDS = [
    *[(layer, options) for layer in REFERENCES for options in OPTIONS],
    (RNN, {"nonlinearity": "relu", "num_layers": 2, "bidirectional": True}),
    (LSTM, {"proj_size": 2}),
    (LSTM, {"proj_size": 3, "num_layers": 2, "bidirectional": True}),
    (LSTM, {"proj_size": 2, "num_layers": 2, "bias": False, "batch_first": True}),
]
NAMES = [f"{layer.__name__}-{'-'.join(options) or 'plain'}" for layer, options in KINDS]


def states_of(layer):
    places = layer.num_layers * (2 if layer.bidirectional else 1)
    hidden = STATES[0, :places, :, : layer.proj_size or 4].copy()
    return (hidden, STATES[1, :places].copy()) if layer.mode == "LSTM" else hidden


@pytest.mark.filterwarnings("ignore:LSTM with projections")
@pytest.mark.parametrize(("layer", "options"), KINDS, ids=NAMES)
def test_layers_agree(layer, options):
    layer, reference = twins(layer, REFERENCES[layer], 3, 4, **options)
    batch = X.swapaxes(0, 1).copy() if layer.batch_first else X
    layers_agree(layer, reference, (batch, states_of(layer)), rtol=2e-5, atol=5e-6)


@pytest.mark.filterwarnings("ignore:LSTM with projections")
@pytest.mark.parametrize(("layer", "options"), [KINDS[0], KINDS[8], KINDS[15], KINDS[19]])
def test_layers_agree_without_a_state(layer, options):
    layer, reference = twins(layer, REFERENCES[layer], 3, 4, **options)
    layers_agree(layer, reference, (X,), training=True, rtol=2e-5, atol=5e-6)


@pytest.mark.parametrize(("layer", "options"), [KINDS[0], KINDS[9], KINDS[17], KINDS[20]])
def test_layers_agree_without_a_batch(layer, options):
    layer, reference = twins(layer, REFERENCES[layer], 3, 4, **options)
    state = jax.tree.map(lambda a: a[:, 0].copy(), states_of(layer))
    layers_agree(layer, reference, (X[:, 0].copy(), state), rtol=2e-5, atol=5e-6)
    layers_agree(layer, reference, (X[:1, 0].copy(),), rtol=2e-5, atol=5e-6)


@pytest.mark.parametrize("layer", REFERENCES)
def test_layers_agree_in_half_precision(layer):
    for narrow, dtype in ((torch.float16, jnp.float16), (torch.bfloat16, jnp.bfloat16)):
        reference = REFERENCES[layer](3, 4, dtype=narrow)
        found = layer(3, 4, dtype=dtype)
        found.load_state_dict({n: t.float().numpy() for n, t in reference.state_dict().items()})
        output, _ = found.apply(found.parameters(), jnp.asarray(X, dtype))
        expected, _ = reference(torch.from_numpy(X).to(narrow))
        assert output.dtype == dtype
        assert_close(np.asarray(output, np.float32), expected.detach().float(), rtol=3e-2, atol=3e-2)


@pytest.mark.parametrize("layer", REFERENCES)
def test_a_batch_of_nothing_agrees(layer):
    found, reference = twins(layer, REFERENCES[layer], 3, 4)
    with jax.enable_x64(False):
        result = found.apply(found.parameters(), jnp.zeros((5, 0, 3), jnp.float32))
    expected = reference(torch.zeros(5, 0, 3))
    for each, wanted in zip(jax.tree.leaves(result), jax.tree.leaves(expected), strict=True):
        same(each, wanted)


@pytest.mark.parametrize(("layer", "options"), KINDS, ids=NAMES)
def test_layers_are_described_alike(layer, options):
    found, reference = layer(3, 4, **options), REFERENCES[layer](3, 4, **options)
    assert repr(found) == repr(reference)
    expected = [(name, tuple(t.shape)) for name, t in reference.state_dict().items()]
    assert [(name, a.shape) for name, a in found.state_dict().items()] == expected
    assert [[a.shape for a in part] for part in found.all_weights] == [
        [t.shape for t in part] for part in reference.all_weights
    ]
    for name in (
        "mode",
        "input_size",
        "hidden_size",
        "num_layers",
        "batch_first",
        "dropout",
        "bidirectional",
        "proj_size",
    ):
        assert getattr(found, name) == getattr(reference, name)
    assert found.flatten_parameters() is None


def test_arguments_keep_their_places():
    found, reference = (
        RNN(3, 4, 2, "relu", False, True, 0.5, True),
        torch.nn.RNN(3, 4, 2, "relu", False, True, 0.5, True),
    )
    assert repr(found) == repr(reference)
    assert found.nonlinearity == reference.nonlinearity
    assert repr(LSTM(3, 4, 2, False, True, 0.5, True, 2)) == repr(torch.nn.LSTM(3, 4, 2, False, True, 0.5, True, 2))
    assert repr(GRU(3, 4, 2, False, True, 0.5, True)) == repr(torch.nn.GRU(3, 4, 2, False, True, 0.5, True))


def test_layers_are_drawn_evenly_within_a_bound():
    randomness.seed(0)
    for array in LSTM(30, 25, 2).state_dict().values():
        drawn = np.asarray(array)
        assert -0.2 <= drawn.min() < -0.18
        assert 0.18 < drawn.max() <= 0.2


def test_dropout_between_layers_while_training():
    """All of it dropped agrees with PyTorch; half of it is drawn anew, and left out of evaluation and of the last layer."""
    gone, reference = twins(GRU, torch.nn.GRU, 3, 4, 2, dropout=1.0)
    layers_agree(gone, reference, (X,), training=True, atol=5e-6)
    layers_agree(gone, reference, (X,), atol=5e-6)
    half = GRU(3, 4, 2, dropout=0.5)
    half.load_state_dict(gone.state_dict())
    parameters = half.parameters()
    run = compiled(lambda p, x, key: half.apply(p, x, train=True, rng=key, state=False)[0])
    drawn = [run(parameters, X, jax.random.key(seed)) for seed in (0, 0, 1)]
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert not np.allclose(drawn[0], drawn[2])
    np.testing.assert_array_equal(half.apply(parameters, X)[0], gone.apply(parameters, X)[0])
    assert np.all(drawn[0] != 0)


def test_layers_run_compiled_and_over_a_mapped_axis():
    layer, reference = twins(LSTM, torch.nn.LSTM, 3, 4)
    with jax.enable_x64(False):
        output, _ = layer(jnp.asarray(X))
        mapped = jax.vmap(lambda x: layer.apply(layer.parameters(), x)[0], in_axes=1, out_axes=1)(jnp.asarray(X))
    same(output, reference(torch.from_numpy(X))[0], atol=5e-6)
    assert_close(mapped, output, rtol=1e-5, atol=1e-6)


def test_compiling_does_not_take_longer_for_more_steps():
    layer = GRU(3, 4)
    run = jax.make_jaxpr(lambda x: layer.apply(layer.parameters(), x))
    programs = [str(run(jnp.zeros((steps, 2, 3), jnp.float32))).splitlines() for steps in (4, 400)]
    assert len(programs[0]) == len(programs[1])


H = draws(1, 2, 4)
CALLS = [
    (X[0, 0], None, ValueError),
    (X[None], None, ValueError),
    (X[:0], None, RuntimeError),
    (X[..., :2], None, RuntimeError),
    (X, H[:, :1], RuntimeError),
    (X, H[0], RuntimeError),
    (X, np.concatenate([H, H]), RuntimeError),
    (X[:, 0], H, RuntimeError),
    (X.astype(np.float16), None, ValueError),
]


@pytest.mark.parametrize("layer", REFERENCES)
@pytest.mark.parametrize(("x", "h", "error"), CALLS, ids=range(len(CALLS)))
def test_layers_refuse_what_pytorch_refuses(layer, x, h, error):
    found, reference = layer(3, 4), REFERENCES[layer](3, 4)
    arrays, tensors = (
        None if h is None else (each, each) if layer is LSTM else each
        for each in (None if h is None else jnp.asarray(h), None if h is None else torch.from_numpy(h.copy()))
    )
    with pytest.raises(error):
        found.apply(found.parameters(), jnp.asarray(x), arrays)
    with pytest.raises(error):
        reference(torch.from_numpy(x.copy()), tensors)


def test_a_state_of_another_dtype_is_refused():
    layer = GRU(3, 4)
    with pytest.raises(ValueError, match="float16"):
        layer.apply(layer.parameters(), jnp.asarray(X), jnp.asarray(H, jnp.float16))


@pytest.mark.parametrize(
    ("args", "options", "error"),
    [
        ((0, 4), {}, ValueError),
        ((3, 0), {}, ValueError),
        ((3.0, 4), {}, TypeError),
        ((3, 4.0), {}, TypeError),
        ((3, 4, 0), {}, ValueError),
        ((3, 4), {"bias": 1}, TypeError),
        ((3, 4), {"batch_first": None}, TypeError),
        ((3, 4), {"dropout": 1.5}, ValueError),
        ((3, 4), {"dropout": True}, ValueError),
        ((3, 4), {"proj_size": 4}, ValueError),
        ((3, 4), {"proj_size": -1}, ValueError),
    ],
)
def test_constructors_refuse_what_pytorch_refuses(args, options, error):
    for layer in (LSTM, torch.nn.LSTM):
        with pytest.raises(error):
            layer(*args, **options)


def test_other_constructors_refuse():
    with pytest.raises(ValueError, match="nonlinearity"):
        RNN(3, 4, nonlinearity="sine")
    with pytest.raises(ValueError, match="mode"):
        RNNBase("NONE", 3, 4)
    with pytest.raises(TypeError):
        GRU(3, 4, 1, True, False, 0.0, False, 2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        LSTM(3, 4, dropout=0.5)
    assert len(caught) == 1
