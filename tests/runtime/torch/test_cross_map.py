"""`CrossMapLRN2d` against PyTorch's, which sums over other channels than its documentation says."""

import numpy as np
import pytest
import torch
from layers_against_torch import layers_agree, twins
from spatial_agreement import both_refuse, draws

from hybridc.runtime.torch import nn


@pytest.mark.parametrize("channels", [1, 3, 9])
@pytest.mark.parametrize(
    "arguments", [(2,), (3, 0.5, 0.75, 2.0), (4, 1.0), (5, 0.3, 0.5), (6, 0.3, 2.0, 1.5), (9, 1.0)], ids=str
)
def test_values_and_derivatives_are_torchs(channels, arguments):
    layer, reference = twins(nn.CrossMapLRN2d, torch.nn.CrossMapLRN2d, *arguments)
    assert layer.extra_repr() == reference.extra_repr()
    layers_agree(layer, reference, [2 * draws(2, channels, 3, 2)])


def test_other_numbers_of_axes_are_refused():
    both_refuse(nn.CrossMapLRN2d(3), torch.nn.CrossMapLRN2d(3), (np.ones((2, 3, 4), np.float32),))
