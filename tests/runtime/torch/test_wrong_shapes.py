"""What does not fit a layer raises, as in PyTorch, and says in the layer's terms what came and what was expected."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from closeness import assert_close
from hybridc.runtime.torch import nn
from hybridc.runtime.torch.nn import functional as F


def ones(*shape):
    return np.ones(shape, np.float32)


# By layer and its arguments: what it is called with, and what the error names.
WRONG = [
    ("Linear", (4, 3), [ones(2, 5)], ["[2, 5]", "4 features", "[3, 4]"]),
    ("Bilinear", (4, 3, 2), [ones(2, 5), ones(2, 3)], ["[2, 5]", "[2, 3]", "4 and 3"]),
    ("Conv1d", (3, 4, 3), [ones(2, 5, 8)], ["[2, 5, 8]", "3 channels"]),
    ("Conv2d", (3, 4, 3), [ones(2, 5, 8, 8)], ["[2, 5, 8, 8]", "3 channels"]),
    ("Conv2d", (3, 4, 3), [ones(2, 3)], ["[2, 3]", "4D"]),
    ("Conv2d", (3, 4, 3), [ones(2, 3, 8, 8).astype(np.int32)], ["int32", "float32"]),
    ("ConvTranspose2d", (3, 4, 3), [ones(2, 5, 8, 8)], ["[2, 5, 8, 8]", "3 channels"]),
    ("BatchNorm1d", (3,), [ones(2, 5)], ["[2, 5]", "3 channels"]),
    ("BatchNorm2d", (3,), [ones(2, 5, 8, 8)], ["[2, 5, 8, 8]", "3 channels"]),
    ("BatchNorm2d", (1,), [ones(2, 5, 8, 8)], ["[2, 5, 8, 8]", "1 channels"]),  # which would broadcast
    ("BatchNorm2d", (3,), [ones(2, 3)], ["4D", "2D"]),
    ("InstanceNorm2d", (1, 1e-5, 0.1, False, True), [ones(2, 5, 8, 8)], ["[2, 5, 8, 8]", "1 channels"]),
    ("LayerNorm", (4,), [ones(2, 5)], ["[2, 5]", "[*, 4]"]),
    ("LayerNorm", ((3, 4),), [ones(2, 3, 5)], ["[2, 3, 5]", "[*, 3, 4]"]),
    ("RMSNorm", (4,), [ones(2, 5)], ["[2, 5]", "[*, 4]"]),
    ("GroupNorm", (2, 4), [ones(2, 6, 3)], ["[2, 6, 3]", "4 channels"]),
    ("GroupNorm", (1, 1), [ones(2, 6, 3)], ["[2, 6, 3]", "1 channels"]),  # which would broadcast
    ("Embedding", (4, 3), [ones(2, 5)], ["integers", "float32[2, 5]"]),
    ("EmbeddingBag", (4, 3), [ones(2, 5)], ["integers", "float32[2, 5]"]),
    ("MultiheadAttention", (8, 2), [ones(5, 2, 7)] * 3, ["8 features", "(5, 2, 7)"]),
    ("MultiheadAttention", (8, 2), [ones(5, 2, 8), ones(6, 3, 8), ones(6, 3, 8)], ["2 batches", "(6, 3, 8)"]),
    ("GRUCell", (4, 3), [ones(2, 6)], ["[2, 6]", "4 features"]),
    ("LSTM", (4, 3), [ones(5, 2, 6)], ["4", "6"]),
]


@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
@pytest.mark.parametrize(("layer", "arguments", "inputs", "said"), WRONG, ids=lambda x: x if isinstance(x, str) else "")
def test_the_error_says_what_came_and_what_was_expected(layer, arguments, inputs, said, train):
    reference, net = (getattr(module, layer)(*arguments).train(train) for module in (torch.nn, nn))
    with pytest.raises((RuntimeError, ValueError, AssertionError)):
        reference(*map(torch.tensor, inputs))
    with pytest.raises((RuntimeError, ValueError)) as caught:
        net(*map(jnp.asarray, inputs))
    assert all(part in str(caught.value) for part in said), str(caught.value)


def test_a_norm_without_values_of_its_own_takes_any_number_of_channels():
    x = torch.randn(2, 5, 4, 4, generator=torch.Generator().manual_seed(0))
    for layer in ("BatchNorm2d", "InstanceNorm2d"):
        options = {"affine": False, "track_running_stats": False}
        expected = getattr(torch.nn, layer)(3, **options)(x).numpy()
        found = getattr(nn, layer)(3, **options)(jnp.asarray(x.numpy()))
        assert_close(found, expected, rtol=1e-5, atol=1e-5)


def test_functions_raise_while_they_are_traced():
    with pytest.raises(RuntimeError, match="4 features"):
        jax.eval_shape(F.linear, jnp.ones((2, 5)), jnp.ones((3, 4)))
    with pytest.raises(RuntimeError, match="as running_mean has"):
        jax.eval_shape(F.batch_norm, jnp.ones((2, 5)), jnp.ones(1), jnp.ones(5))
