"""Parametrizations, PyTorch's own and those of models, against PyTorch's."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from reparametrized import IMAGE, LINE, ROWS, STEPS, agree, close, twins

from closeness import assert_close
from hybridc.runtime.torch import nn


@pytest.mark.parametrize("dim", [0, 1, -2, None])
def test_weight_norm_along_any_axis(dim):
    agree(lambda n: n.utils.parametrizations.weight_norm(n.Conv1d(4, 6, 3), dim=dim), LINE)


@pytest.mark.parametrize(
    ("make", "x"),
    [
        (lambda n, p: p(n.Conv2d(4, 6, 3)), IMAGE),
        (lambda n, p: p(n.ConvTranspose2d(4, 6, 3, stride=2), n_power_iterations=2), IMAGE),
        (lambda n, p: p(n.Linear(4, 6), "weight", 1, 1e-4, -1), ROWS),
        (lambda n, p: p(n.LayerNorm(4)), ROWS),
        (lambda n, p: n.Sequential(p(n.Linear(4, 6)), n.Tanh(), p(n.Linear(6, 2))), ROWS),
        (lambda n, p: p(n.BatchNorm1d(4)), ROWS),
        (lambda n, p: p(n.PReLU(4)), ROWS),
    ],
    ids=["convolution", "transposed", "dim", "vector", "sequence", "batch norm", "prelu"],
)
def test_spectral_norm(make, x):
    agree(lambda n: make(n, n.utils.parametrizations.spectral_norm), x)


@pytest.mark.parametrize("kind", ["weight_norm", "spectral_norm"])
@pytest.mark.parametrize("layer", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers_read_their_weights_as_often_as_pytorchs(kind, layer):
    def make(n):
        net = getattr(n, layer)(3, 5, 2)
        for name in ("weight_hh_l0", "weight_ih_l1"):
            getattr(n.utils.parametrizations, kind)(net, name)
        return net

    agree(make, STEPS, modes=(True, False))


@pytest.mark.parametrize("cell", ["LSTMCell", "GRUCell", "RNNCell"])
def test_recurrent_cells_read_their_weights_once(cell):
    agree(lambda n: n.utils.parametrizations.spectral_norm(getattr(n, cell)(4, 5), "weight_ih"), ROWS)


@pytest.mark.parametrize("name", ["in_proj_weight", "out_proj"])
def test_attention_reads_its_weights_as_often_as_pytorchs(name):
    def make(n):
        net = n.MultiheadAttention(4, 2)
        spectral_norm = n.utils.parametrizations.spectral_norm
        spectral_norm(net.out_proj) if name == "out_proj" else spectral_norm(net, name)
        return net

    agree(make, LINE.transpose(0, 2, 1).copy(), *[LINE.transpose(0, 2, 1).copy()] * 2, modes=(True, False))


@pytest.mark.parametrize("trivial", [True, False])
@pytest.mark.parametrize("map", [None, "cayley", "matrix_exp", "householder"])
@pytest.mark.parametrize("sizes", [(4, 4), (4, 6), (4, 3)], ids=["square", "tall", "wide"])
def test_orthogonal(sizes, map, trivial):
    agree(
        lambda n: n.utils.parametrizations.orthogonal(n.Linear(*sizes), orthogonal_map=map, use_trivialization=trivial),
        ROWS,
        modes=(False, True),
    )


@pytest.mark.parametrize("sizes", [(4, 4), (4, 6), (6, 4)])
@pytest.mark.parametrize("map", ["matrix_exp", "householder"])
def test_orthogonal_starts_from_the_weight(sizes, map):
    """From the weight itself if that is orthogonal, else from one that is."""
    net = nn.Linear(*sizes)
    Q = np.linalg.qr(np.random.default_rng(0).standard_normal((6, 6)))[0].astype(np.float32)
    small, large = sorted(sizes)
    Q = np.linalg.qr(Q[:large, :small])[0]
    net.weight.data = Q.T if net.weight.shape[0] < net.weight.shape[1] else Q
    before = np.asarray(net.weight.data)
    nn.utils.parametrizations.orthogonal(net, orthogonal_map=map)
    assert_close(np.abs(net.weight.data), np.abs(before), atol=1e-5)
    drawn = np.asarray(nn.utils.parametrizations.orthogonal(nn.Linear(*sizes), orthogonal_map=map).weight)
    product = drawn @ drawn.T if drawn.shape[0] < drawn.shape[1] else drawn.T @ drawn
    assert_close(product, np.eye(small), atol=1e-5)


def symmetric(n, *, inverse=True):
    """A parametrization as models write it, in either framework."""
    of_torch = n is torch.nn
    triu = torch.triu if of_torch else jnp.triu

    class Symmetric(n.Module):
        def forward(self, X):
            return triu(X) + triu(X, 1).T

        if inverse:

            def right_inverse(self, A):
                return triu(A)

    return Symmetric()


class TestOfAModel:
    @pytest.mark.parametrize("inverse", [True, False])
    def test_one(self, inverse):
        def make(n):
            return n.utils.parametrize.register_parametrization(n.Linear(4, 4), "weight", symmetric(n, inverse=inverse))

        agree(make, ROWS)

    def test_several_and_a_buffer(self):
        def make(n):
            class Scaled(n.Module):
                def __init__(self):
                    super().__init__()
                    self.scale = n.Parameter(torch.tensor(2.0) if n is torch.nn else jnp.array(2.0))

                def forward(self, X):
                    return X * self.scale

            class Shift(n.Module):
                def __init__(self):
                    super().__init__()
                    self.register_buffer("by", torch.ones(4) if n is torch.nn else jnp.ones(4))

                def forward(self, x):
                    return x + self.by

            net = n.Linear(4, 4)
            for parametrization in (symmetric(n), Scaled()):
                n.utils.parametrize.register_parametrization(net, "weight", parametrization)
            shift = n.utils.parametrize.register_parametrization(Shift(), "by", Scaled())
            return n.Sequential(net, shift)

        agree(make, ROWS)

    def test_of_several_arrays(self):
        def make(n):
            linalg = torch.linalg if n is torch.nn else jnp.linalg

            class RankOne(n.Module):
                def forward(self, x, y):
                    return x[:, None] * y

                def right_inverse(self, Z):
                    U, S, Vh = linalg.svd(Z, full_matrices=False)
                    return U[:, 0] * S[0], Vh[0]

            return n.utils.parametrize.register_parametrization(n.Linear(4, 5), "weight", RankOne())

        agree(make, ROWS)

    def test_assigning_sets_what_it_is_computed_from(self):
        def make(n):
            net = n.utils.parametrize.register_parametrization(n.Linear(3, 3), "weight", symmetric(n))
            ones = torch.ones(3, 3) if n is torch.nn else jnp.ones((3, 3))
            net.weight = 2 * ones
            return net

        net, reference = make(nn), make(torch.nn)
        close(net.parametrizations.weight.original.data, reference.parametrizations.weight.original)
        close(net.weight.data, reference.weight)
        with pytest.raises(KeyError):
            net.weight = nn.Parameter(jnp.ones((3, 3)))
        scaled = nn.utils.parametrize.register_parametrization(nn.Linear(3, 3), "weight", symmetric(nn, inverse=False))
        with pytest.raises(RuntimeError, match="does not implement right_inverse"):
            scaled.weight = jnp.ones((3, 3))


@pytest.mark.parametrize("leave", [True, False])
def test_removed_it_leaves_the_class_and_a_parameter(leave):
    def changed(n, net):
        n.utils.parametrize.remove_parametrizations(net, "weight", leave_parametrized=leave)
        return net

    make = lambda n: n.utils.parametrize.register_parametrization(n.Linear(3, 3), "weight", symmetric(n))  # noqa: E731
    net, reference = twins(make)
    changed(nn, net), changed(torch.nn, reference)
    assert type(net) is nn.Linear
    assert list(net.state_dict()) == list(reference.state_dict())
    close(net.weight.data, reference.weight)
    x = np.ones((2, 3), np.float32)
    close(net(jnp.asarray(x)), reference(torch.from_numpy(x)))
    with pytest.raises(ValueError, match="does not have a parametrization"):
        changed(nn, net)


def test_removed_from_a_layer_with_several_arrays():
    net, reference = twins(lambda n: n.utils.parametrizations.weight_norm(n.Linear(4, 3)))
    with pytest.raises(ValueError, match="sequence of tensors"):
        nn.utils.parametrize.remove_parametrizations(net, "weight", leave_parametrized=False)
    for n, each in ((nn, net), (torch.nn, reference)):
        n.utils.parametrize.remove_parametrizations(each, "weight")
    assert list(net.state_dict()) == list(reference.state_dict())
    close(net.weight.data, reference.weight)
    assert isinstance(net._parameters["weight"], nn.Parameter)


def test_what_is_said_of_parametrized_modules():
    parametrize = nn.utils.parametrize
    net = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 3))
    assert parametrize.is_parametrized(net)
    assert parametrize.is_parametrized(net, "weight")
    assert not parametrize.is_parametrized(net, "bias")
    assert not parametrize.is_parametrized(nn.Linear(2, 2))
    assert parametrize.type_before_parametrizations(net) is nn.Linear
    assert isinstance(net, nn.Linear)
    assert isinstance(net.parametrizations.weight, parametrize.ParametrizationList)
    assert "weight" in dir(net)


def test_what_changes_shape_or_dtype_is_refused():
    class Cut(nn.Module):
        def forward(self, X):
            return X[:1]

    class Narrow(nn.Module):
        def forward(self, X):
            return X.astype(jnp.float16)

    register = nn.utils.parametrize.register_parametrization
    for parametrization, word in ((Cut(), "shape"), (Narrow(), "dtype")):
        with pytest.raises(ValueError, match=f"may not change the {word}"):
            register(nn.Linear(3, 3), "weight", parametrization)
        net = register(nn.Linear(3, 3), "weight", symmetric(nn))
        with pytest.raises(ValueError, match=f"may not change the {word}"):
            register(net, "weight", parametrization)
    assert register(nn.Linear(3, 3), "weight", Cut(), unsafe=True).weight.shape == (1, 3)
    with pytest.raises(ValueError, match="does not have a parameter"):
        register(nn.Linear(3, 3), "wheight", symmetric(nn))


def test_state_dicts_of_the_older_weight_norm_load():
    old = torch.nn.utils.weight_norm(torch.nn.Linear(4, 3))
    net = nn.Sequential(nn.utils.parametrizations.weight_norm(nn.Linear(4, 3)))
    net.load_state_dict({f"0.{name}": 2 * value.numpy() for name, value in old.state_dict().items()})
    close(net.state_dict()["0.parametrizations.weight.original0"], 2 * old.weight_g)
    close(net.state_dict()["0.parametrizations.weight.original1"], 2 * old.weight_v)


def test_copies_have_weights_of_their_own():
    net = nn.utils.parametrizations.orthogonal(nn.Linear(4, 4))
    before = np.asarray(net(jnp.asarray(ROWS)))
    other = copy.deepcopy(net)
    other.parametrizations.weight.original.data = 3 * other.parametrizations.weight.original.data + ROWS[0]
    assert not np.allclose(other(jnp.asarray(ROWS)), before)
    nn.utils.parametrize.remove_parametrizations(other, "weight")
    assert_close(net(jnp.asarray(ROWS)), before)


class TestCached:
    @staticmethod
    def twice(n, caching):
        from contextlib import nullcontext

        class Twice(n.Module):
            def __init__(self):
                super().__init__()
                self.lin = n.utils.parametrizations.spectral_norm(n.Linear(4, 4))

            def forward(self, x):
                with n.utils.parametrize.cached() if caching else nullcontext():
                    x = self.lin(self.lin(x))
                return self.lin(x)

        return Twice()

    @pytest.mark.parametrize("caching", [True, False])
    def test_each_weight_is_computed_once_inside(self, caching):
        agree(lambda n: self.twice(n, caching), ROWS, modes=(True, False))

    def test_around_calls_it_is_refused(self):
        net = self.twice(nn, False)
        with pytest.raises(RuntimeError, match="inside of `forward`"), nn.utils.parametrize.cached():
            net(jnp.asarray(ROWS))


def test_parameters_as_one_vector_and_back():
    def make(n):
        return n.Sequential(n.Linear(3, 2), n.utils.parametrizations.weight_norm(n.Linear(2, 2)))

    net, reference = twins(make)
    vector = nn.utils.parameters_to_vector(net.each_parameter())
    expected = torch.nn.utils.parameters_to_vector(reference.parameters())
    close(vector, expected)
    nn.utils.vector_to_parameters(vector * 2, net.each_parameter())
    torch.nn.utils.vector_to_parameters(expected * 2, reference.parameters())
    for name, value in reference.state_dict().items():
        close(net.state_dict()[name], value, name)
    with pytest.raises(RuntimeError, match="invalid for input of size"):
        nn.utils.vector_to_parameters(vector[:4], net.each_parameter())
    with pytest.raises(TypeError, match="each_parameter"):
        nn.utils.vector_to_parameters(vector, [jnp.ones(3)])


def test_writing_a_computed_weight_in_a_model_is_refused():
    class Writes(nn.Module):
        def __init__(self):
            self.lin = nn.utils.parametrize.register_parametrization(nn.Linear(4, 4), "weight", symmetric(nn))

        def forward(self, x):
            self.lin.weight = jnp.ones((4, 4))
            return self.lin(x)

    with pytest.raises(RuntimeError, match="while the model runs"):
        Writes()(jnp.asarray(ROWS))


def test_a_model_is_pure_and_vectorizes():
    net = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 4)).eval()
    parameters = net.parameters()
    found = jax.vmap(lambda x: net.apply(parameters, x))(jnp.asarray(ROWS))
    assert_close(found, net(jnp.asarray(ROWS)), rtol=1e-5)
    assert_close(net.freeze()(jnp.asarray(ROWS)), net(jnp.asarray(ROWS)), rtol=1e-5)
