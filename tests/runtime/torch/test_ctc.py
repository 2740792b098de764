"""Connectionist temporal classification against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, draws, every_reduction, same
from layers_against_torch import twins
from torch.nn import functional as theirs

from hybridc.runtime.torch.nn.functional.ctc import ctc_loss
from hybridc.runtime.torch.nn.layers.losses import CTCLoss

FRAMES, SAMPLES, LETTERS = 6, 3, 4
SCORES = draws(FRAMES, SAMPLES, LETTERS, seed=4)
WORDS = np.array([[1, 2, 2], [3, 1, 9], [1, 0, 0]])
WORD_LENGTHS = np.array([3, 2, 1])
FRAME_LENGTHS = np.array([6, 4, 2])
CTC = [
    ((WORDS, FRAME_LENGTHS, WORD_LENGTHS), {}),
    ((WORDS, np.array([6, 6, 0]), np.array([0, 2, 0])), {}),
    ((np.array([1, 2, 2, 3, 1, 1]), FRAME_LENGTHS, WORD_LENGTHS), {}),
    ((WORDS, (6, 4, 2), (3, 2, 1)), {}),
    ((np.array([1, 2, 2, 3, 1, 1]), (6, 4, 2), (3, 2, 1)), {}),
    ((np.array([[1, 2, 0], [0, 1, 2], [1, 1, 0]]), FRAME_LENGTHS, np.array([2, 3, 2])), {"blank": 3}),
    ((WORDS, np.array([6, 0, 2]), WORD_LENGTHS), {"zero_infinity": True}),
    ((WORDS, np.array([3, 4, 0]), WORD_LENGTHS), {}),
]


def letters(function, log_softmax):
    return lambda scores, *args, **kwargs: function(log_softmax(scores, -1), *args, **kwargs)


@pytest.mark.parametrize(("args", "kwargs"), CTC)
def test_ctc(args, kwargs):
    ours = every_reduction(letters(ctc_loss, jax.nn.log_softmax), jnp.concatenate)
    reference = every_reduction(letters(theirs.ctc_loss, torch.log_softmax), torch.cat)
    agree(ours, reference, (SCORES, *args), kwargs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kwargs", [{"reduction": "sum"}, {"reduction": "none", "zero_infinity": True}])
def test_ctc_of_probabilities_has_the_derivative_of_torch(kwargs):
    log_probabilities = np.asarray(jax.nn.log_softmax(SCORES, -1))
    agree(ctc_loss, theirs.ctc_loss, (log_probabilities, *CTC[0][0]), kwargs, rtol=1e-4, atol=1e-5)


def test_ctc_of_one_sample():
    for words in (WORDS[0], np.array([2])):
        args = (SCORES[:, 0], words, np.array(6), np.array(len(words)))
        ours, reference = letters(ctc_loss, jax.nn.log_softmax), letters(theirs.ctc_loss, torch.log_softmax)
        agree(ours, reference, args, {"reduction": "none"}, rtol=1e-4, atol=1e-5)


def test_ctc_layer():
    layer, reference = twins(CTCLoss, torch.nn.CTCLoss, 0, "sum", True)
    args = (np.array(jax.nn.log_softmax(SCORES, -1)), *CTC[7][0])
    same(layer(*args), reference(*map(torch.from_numpy, args)), rtol=1e-4)
