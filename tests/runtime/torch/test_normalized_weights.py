"""Weight and spectral normalization by hooks, against PyTorch's."""

import copy

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from reparametrized import IMAGE, LINE, ROWS, STEPS, agree, close, twins

from closeness import assert_close
from hybridc.runtime.torch import nn

pytestmark = pytest.mark.filterwarnings("ignore:.*weight_norm.*:FutureWarning")


@pytest.mark.parametrize("dim", [0, 1, 2, -2, None])
def test_weight_norm_along_any_axis(dim):
    agree(lambda n: n.utils.weight_norm(n.Conv1d(4, 6, 3), dim=dim), LINE)


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
def test_layers_in_a_sequence(kind):
    def make(n):
        norm = getattr(n.utils, kind)
        head = n.Sequential(n.LeakyReLU(0.2), norm(n.Linear(18, 2, bias=False)))
        return n.Sequential(norm(n.Conv2d(4, 3, 3, 2)), n.Flatten(), n.Linear(12, 18), head)

    agree(make, IMAGE)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: n.utils.spectral_norm(n.ConvTranspose2d(4, 6, 3, stride=2), n_power_iterations=2),
        lambda n: n.utils.spectral_norm(n.ConvTranspose2d(4, 6, 3, groups=2), dim=0),
        lambda n: n.utils.spectral_norm(n.Conv2d(4, 6, 3, padding=1, padding_mode="reflect"), "weight", 1, 1e-3),
        lambda n: n.utils.spectral_norm(n.Conv2d(4, 6, 3), dim=2),
    ],
    ids=["transposed", "groups", "reflect", "dim"],
)
def test_spectral_norm_of_convolutions(make):
    agree(make, IMAGE)


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
@pytest.mark.parametrize("layer", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers_by_the_names_of_their_weights(kind, layer):
    def make(n):
        net = getattr(n, layer)(3, 5, 2)
        for name in ("weight_hh_l0", "weight_ih_l1"):
            getattr(n.utils, kind)(net, name)
        return net

    agree(make, STEPS, modes=(True, False))


def test_it_is_applied_to_every_layer_of_a_model():
    def make(n):
        net = n.Sequential(n.Linear(4, 4), n.Sequential(n.Linear(4, 4), n.ReLU()))
        return net.apply(lambda m: n.utils.weight_norm(m) if isinstance(m, n.Linear) else None)

    agree(make, ROWS)


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
def test_removed_it_leaves_the_weight_that_it_computed(kind):
    net, reference = twins(lambda n: n.Sequential(getattr(n.utils, kind)(n.Linear(4, 3)), n.ReLU()))
    net(jnp.asarray(ROWS))
    reference(torch.from_numpy(ROWS))
    getattr(nn.utils, f"remove_{kind}")(net[0])
    getattr(torch.nn.utils, f"remove_{kind}")(reference[0])
    assert list(net.state_dict()) == list(reference.state_dict())
    for name, value in reference.state_dict().items():
        close(net.state_dict()[name], value, name)
    net.train(False)
    close(net(jnp.asarray(ROWS)), reference.eval()(torch.from_numpy(ROWS)))
    with pytest.raises(ValueError, match=f"{kind} of 'weight' not found"):
        getattr(nn.utils, f"remove_{kind}")(net[0])


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
def test_what_initializers_write_before_the_first_call_counts_as_in_pytorch(kind):
    """PyTorch: spectral normalization shares the weight's memory until then, weight normalization never."""

    def make(n):
        net = getattr(n.utils, kind)(n.Linear(4, 3))
        n.init.constant_(net.weight, 0.5)
        n.init.constant_(net.bias, 1.0)
        return net

    net, reference = make(nn), make(torch.nn)
    written = {"weight_norm": "weight_v", "spectral_norm": "weight_orig"}[kind]
    assert np.all(np.asarray(net.state_dict()[written]) == 0.5) == (kind == "spectral_norm")
    assert bool((reference.state_dict()[written] == 0.5).all()) == (kind == "spectral_norm")
    net.load_state_dict({name: value.numpy() for name, value in reference.state_dict().items()})
    close(net(jnp.asarray(ROWS)), reference(torch.from_numpy(ROWS)))
    close(net.weight.data, reference.weight)
    nn.init.constant_(net.weight, 7.0)  # lost, after the first call
    torch.nn.init.constant_(reference.weight, 7.0)
    close(net(jnp.asarray(ROWS)), reference(torch.from_numpy(ROWS)))


def test_copies_have_weights_of_their_own():
    net = nn.utils.spectral_norm(nn.Linear(4, 3)).eval()
    other = copy.deepcopy(net)
    before = np.asarray(net(jnp.asarray(ROWS)))
    other.weight_orig.data = 2 * other.weight_orig.data + 1
    assert not np.allclose(other(jnp.asarray(ROWS)), before)
    assert_close(net(jnp.asarray(ROWS)), before)
    nn.utils.remove_spectral_norm(other)
    assert_close(net(jnp.asarray(ROWS)), before)


def test_calls_step_by_step_agree_with_compiled_ones():
    net = nn.utils.spectral_norm(nn.Linear(4, 3))
    other = copy.deepcopy(net).hybridize(False)
    for _ in range(2):
        assert_close(net(jnp.asarray(ROWS)), other(jnp.asarray(ROWS)), rtol=1e-5)
    assert_close(net.weight_u.data, other.weight_u.data, rtol=1e-5)


def test_a_weight_is_not_read_before_its_layer_was_called():
    class Tied(nn.Module):
        def __init__(self):
            self.enc = nn.utils.weight_norm(nn.Linear(4, 4))

        def forward(self, x):
            return x @ self.enc.weight

    with pytest.raises(RuntimeError, match="is computed when the layer is called"):
        Tied()(jnp.asarray(ROWS))


def test_what_is_no_parameter_is_refused():
    with pytest.raises(RuntimeError, match="two weight_norm hooks"):
        nn.utils.weight_norm(nn.utils.weight_norm(nn.Linear(2, 2)))
    with pytest.raises(RuntimeError, match="two spectral_norm hooks"):
        nn.utils.spectral_norm(nn.utils.spectral_norm(nn.Linear(2, 2)))
    with pytest.raises(ValueError, match="n_power_iterations to be positive"):
        nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)
    with pytest.raises(ValueError, match="settle its shape"):
        nn.utils.weight_norm(nn.LazyLinear(2))
    with pytest.raises(ValueError, match="is None"):
        nn.utils.spectral_norm(nn.Linear(2, 2, bias=False), "bias")
    with pytest.raises(TypeError, match="computed from other parameters"):
        nn.utils.weight_norm(nn.Linear(2, 2)).weight = jnp.ones((2, 2))
