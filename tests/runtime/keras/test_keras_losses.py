"""Losses give what Keras' losses give."""

import numpy as np
import pytest
from keras_reference import assert_same, keras, tf

from hybridc.runtime.keras import losses

RNG = np.random.default_rng(4)
PRED = RNG.random((4, 3)).astype(np.float32)
SUMS = (PRED / PRED.sum(-1, keepdims=True)).astype(np.float32)
TRUE = RNG.random((4, 3)).astype(np.float32)
HOT = np.eye(3, dtype=np.float32)[[0, 2, 1, 1]]
NUMBERS = np.array([0, 2, 1, 1], np.int32)
WEIGHTS = np.array([0.5, 1.0, 2.0, 0.0], np.float32)

CASES = [
    *(
        (name, {}, TRUE, PRED)
        for name in (
            "MeanSquaredError", "MeanAbsoluteError", "MeanAbsolutePercentageError", "MeanSquaredLogarithmicError",
            "LogCosh", "KLDivergence", "Poisson", "CosineSimilarity", "Huber",
        )
    ),
    ("Huber", {"delta": 0.2}, TRUE, PRED),
    ("Hinge", {}, HOT, PRED),
    ("SquaredHinge", {}, 2 * HOT - 1, PRED),
    ("CategoricalHinge", {}, HOT, PRED),
    ("BinaryCrossentropy", {}, HOT, PRED),
    ("BinaryCrossentropy", {"from_logits": True, "label_smoothing": 0.1}, HOT, PRED * 4 - 2),
    ("CategoricalCrossentropy", {}, HOT, SUMS),
    ("CategoricalCrossentropy", {"from_logits": True, "label_smoothing": 0.2}, HOT, PRED * 4),
    ("SparseCategoricalCrossentropy", {}, NUMBERS, SUMS),
    ("SparseCategoricalCrossentropy", {"from_logits": True}, NUMBERS[:, None], PRED * 4),
    ("SparseCategoricalCrossentropy", {"from_logits": True, "ignore_class": 1}, NUMBERS, PRED),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "true", "pred"), CASES)
@pytest.mark.parametrize("reduction", ["sum_over_batch_size", "sum", "none"])
def test_a_loss_agrees(name, settings, true, pred, reduction):
    ours = getattr(losses, name)(**settings, reduction=reduction)
    theirs = getattr(tf.keras.losses, name)(**settings, reduction=reduction)
    assert_same(ours(true, pred), theirs(true, pred))
    assert_same(ours(true, pred, sample_weight=WEIGHTS), theirs(true, pred, sample_weight=WEIGHTS))


@pytest.mark.parametrize("name", [n for n in losses.__all__ if n.islower()])
def test_a_function_agrees(name):
    true, pred = {"sparse_categorical_crossentropy": (NUMBERS, SUMS)}.get(name, (HOT, SUMS))
    assert_same(getattr(losses, name)(true, pred), getattr(keras.losses, name)(true, pred))


def test_a_loss_of_ones_own_averages():
    class Cubed(losses.Loss):
        def call(self, y_true, y_pred):
            return abs(y_true - y_pred) ** 3

    assert_same(Cubed()(TRUE, PRED), np.float32(np.mean(np.abs(TRUE - PRED) ** 3)))


def test_another_reduction_is_refused():
    with pytest.raises(ValueError, match="reduction"):
        losses.MeanSquaredError(reduction="median")
