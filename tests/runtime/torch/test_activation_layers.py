"""Activation functions as layers against PyTorch."""

import numpy as np
import pytest
import torch
from against_torch import draws, same
from layers_against_torch import layers_agree, twins

from hybridc.runtime.torch.nn.layers import activations as layers
from hybridc.runtime.torch.nn.layers.adaptive_softmax import AdaptiveLogSoftmaxWithLoss
from hybridc.runtime.torch.nn.layers.softmax import GLU, LogSoftmax, Softmax, Softmax2d, Softmin

X = draws(3, 4, seed=1, scale=3.0)
CUBE = draws(2, 4, 3, seed=2)

LAYERS = [
    (layers.ReLU, (), {}),
    (layers.ReLU, (True,), {}),
    (layers.ReLU6, (), {"inplace": True}),
    (layers.SELU, (), {}),
    (layers.SiLU, (True,), {}),
    (layers.Mish, (), {}),
    (layers.Hardswish, (True,), {}),
    (layers.Hardsigmoid, (), {}),
    (layers.ELU, (0.5,), {}),
    (layers.CELU, (0.5, True), {}),
    (layers.Hardtanh, (-2.0, 0.5), {"inplace": True}),
    (layers.LeakyReLU, (0.2,), {}),
    (layers.PReLU, (), {}),
    (layers.PReLU, (4,), {"init": 0.1}),
    (layers.RReLU, (0.1, 0.3), {}),
    (layers.Threshold, (0.1, 20), {}),
    (layers.GELU, (), {}),
    (layers.GELU, ("tanh",), {}),
    (layers.Softplus, (2, 5), {}),
    (layers.Hardshrink, (), {}),
    (layers.Softshrink, (0.7,), {}),
    (layers.Tanhshrink, (), {}),
    (layers.Softsign, (), {}),
    (layers.LogSigmoid, (), {}),
    (layers.Sigmoid, (), {}),
    (layers.Tanh, (), {}),
    (Softmax, (1,), {}),
    (LogSoftmax, (), {"dim": 0}),
    (Softmin, (-1,), {}),
    (Softmax2d, (), {}),
    (GLU, (1,), {}),
]


@pytest.mark.parametrize(("kind", "args", "kwargs"), LAYERS)
def test_layers(kind, args, kwargs):
    layer, reference = twins(kind, getattr(torch.nn, kind.__name__), *args, **kwargs)
    assert repr(layer) == repr(reference)
    same(layer(CUBE), reference(torch.from_numpy(CUBE)))


def test_initial_parameters():
    np.testing.assert_array_equal(layers.PReLU(3, init=0.5).weight.data, [0.5, 0.5, 0.5])


def test_layers_check_their_arguments():
    with pytest.raises(AssertionError):
        layers.Hardtanh(1.0, 1.0)
    with pytest.raises(ValueError, match="3D or 4D"):
        Softmax2d()(X)
    with pytest.warns(FutureWarning):
        assert layers.Hardtanh(min_value=-2.0, max_value=3.0).extra_repr() == "min_val=-2.0, max_val=3.0"


def test_rrelu_layer_draws_in_training_mode_from_the_rng():
    layer = layers.RReLU()
    one, _ = layer.apply({}, X, train=True, rng=1)
    again, _ = layer.apply({}, X, train=True, rng=1)
    other, _ = layer.apply({}, X, train=True, rng=2)
    np.testing.assert_array_equal(one, again)
    assert (np.asarray(one) != np.asarray(other))[X < 0].all()


class TestAdaptiveLogSoftmax:
    """The frequent classes and two clusters of rarer ones."""

    TARGETS = np.array([0, 2, 3, 6, 7, 9, 4, 1])
    ROWS = draws(8, 12, seed=5)

    def pair(self, **kwargs):
        return twins(AdaptiveLogSoftmaxWithLoss, torch.nn.AdaptiveLogSoftmaxWithLoss, 12, 10, [3, 7], 2.0, **kwargs)

    @pytest.mark.parametrize("head_bias", [False, True])
    def test_values_and_derivatives(self, head_bias):
        layers_agree(*self.pair(head_bias=head_bias), (self.ROWS, self.TARGETS))

    def test_one_sample(self):
        layers_agree(*self.pair(), (self.ROWS[3], np.asarray(self.TARGETS[3])))

    def test_all_probabilities_and_prediction(self):
        layer, reference = self.pair()
        rows = torch.from_numpy(self.ROWS)
        same(layer.log_prob(self.ROWS), reference.log_prob(rows))
        same(layer.predict(self.ROWS), reference.predict(rows))

    def test_classes_that_do_not_exist_are_no_number(self):
        layer, _ = self.pair()
        output, loss = layer(self.ROWS[:3], np.array([0, 10, -1]))
        np.testing.assert_array_equal(np.isnan(output), [False, True, True])
        assert np.isnan(loss)

    @pytest.mark.parametrize("cutoffs", [[], [3, 3], [7, 3], [0, 3], [3, 10]])
    def test_cutoffs_are_checked(self, cutoffs):
        with pytest.raises(ValueError, match="cutoffs"):
            AdaptiveLogSoftmaxWithLoss(12, 10, cutoffs)
