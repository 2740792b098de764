"""Every layer gives what Keras' layer gives: predictions, results and new statistics in training, and gradients."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from keras_reference import assert_same, filled, tf

from hybridc.runtime import keras
from hybridc.runtime.keras import layers

RNG = np.random.default_rng(0)


def floats(*shape):
    return RNG.normal(size=shape).astype(np.float32)


X1, X2, X3 = floats(2, 9, 6), floats(2, 9, 8, 6), floats(2, 5, 6, 7, 4)
FLAT, FIRST = floats(3, 6), floats(2, 6, 9, 8)
IDS = np.array([[1, 4, 0], [2, 2, 0]], np.int32)
MASKED = np.array([[1, 4, 3, 0, 0], [2, 2, 0, 0, 0]], np.int32)

# What is made, and what it is given.
CASES = {
    "Dense": (lambda L: L.Dense(4, activation="relu"), X1),
    "Dense without bias": (lambda L: L.Dense(4, use_bias=False), FLAT),
    "Dense of integers": (lambda L: L.Dense(4), IDS),
    "EinsumDense": (lambda L: L.EinsumDense("abc,cde->abde", output_shape=(None, 3, 4), bias_axes="de"), X1),
    "EinsumDense of any": (lambda L: L.EinsumDense("...x,xy->...y", output_shape=5, bias_axes="y"), X2),
    "EinsumDense and any": (lambda L: L.EinsumDense("ab...,bc->ac...", output_shape=(5,), bias_axes="c"), X2),
    "EinsumDense of two": (lambda L: L.EinsumDense("abcd,cde->abe", output_shape=(None, 5), bias_axes="e"), X2),
    "Embedding": (lambda L: L.Embedding(7, 5), IDS),
    "Conv1D": (lambda L: L.Conv1D(5, 3, strides=2, padding="same"), X1),
    "Conv1D causal": (lambda L: L.Conv1D(5, 3, padding="causal", dilation_rate=2, activation="tanh"), X1),
    "Conv1D valid": (lambda L: L.Conv1D(5, 2, dilation_rate=3, use_bias=False), X1),
    "Conv2D": (lambda L: L.Conv2D(5, 3), X2),
    "Conv2D same": (lambda L: L.Conv2D(5, (3, 2), strides=(2, 3), padding="same"), X2),
    "Conv2D groups": (lambda L: L.Conv2D(6, 3, groups=3, dilation_rate=2), X2),
    "Conv3D": (lambda L: L.Conv3D(3, 2, strides=2, padding="same"), X3),
    "Conv1DTranspose": (lambda L: L.Conv1DTranspose(5, 3, strides=2, padding="same"), X1),
    "Conv2DTranspose": (lambda L: L.Conv2DTranspose(5, 3, strides=2), X2),
    "Conv2DTranspose same": (lambda L: L.Conv2DTranspose(5, (3, 4), strides=(2, 3), padding="same"), X2),
    "Conv2DTranspose beyond": (lambda L: L.Conv2DTranspose(5, 3, strides=2, padding="same", output_padding=1), X2),
    "Conv3DTranspose": (lambda L: L.Conv3DTranspose(3, 2, strides=2), X3),
    "DepthwiseConv1D": (lambda L: L.DepthwiseConv1D(3, depth_multiplier=2, padding="same"), X1),
    "DepthwiseConv2D": (lambda L: L.DepthwiseConv2D(3, strides=2, depth_multiplier=2, padding="same"), X2),
    "SeparableConv1D": (lambda L: L.SeparableConv1D(5, 3), X1),
    "SeparableConv2D": (lambda L: L.SeparableConv2D(5, 3, depth_multiplier=2, padding="same"), X2),
    "MaxPooling1D": (lambda L: L.MaxPooling1D(2), X1),
    "MaxPooling2D": (lambda L: L.MaxPooling2D(), X2),
    "MaxPool2D same": (lambda L: L.MaxPool2D(3, strides=2, padding="same"), X2),
    "MaxPooling2D first": (lambda L: L.MaxPooling2D(2, data_format="channels_last"), X2),
    "MaxPooling3D": (lambda L: L.MaxPooling3D(2), X3),
    "AveragePooling1D": (lambda L: L.AveragePooling1D(3, 2, padding="same"), X1),
    "AveragePooling2D": (lambda L: L.AveragePooling2D(3, strides=2, padding="same"), X2),
    "AvgPool2D": (lambda L: L.AvgPool2D((2, 3)), X2),
    "AveragePooling3D": (lambda L: L.AveragePooling3D(2, padding="same"), X3),
    **{
        f"{kind}{n}D": (lambda L, k=kind, n=n: getattr(L, f"{k}{n}D")(), x)
        for kind in ("GlobalMaxPooling", "GlobalAveragePooling")
        for n, x in ((1, X1), (2, X2), (3, X3))
    },
    "GlobalAveragePooling2D keepdims": (lambda L: L.GlobalAveragePooling2D(keepdims=True), X2),
    "GlobalAveragePooling2D first": (lambda L: L.GlobalAveragePooling2D(data_format="channels_first"), FIRST),
    "BatchNormalization": (lambda L: L.BatchNormalization(), X2),
    "BatchNormalization of axis 1": (lambda L: L.BatchNormalization(axis=1, momentum=0.8, epsilon=1e-5), FIRST),
    "BatchNormalization bare": (lambda L: L.BatchNormalization(center=False, scale=False), FLAT),
    "LayerNormalization": (lambda L: L.LayerNormalization(), X1),
    "LayerNormalization of two": (lambda L: L.LayerNormalization(axis=[1, 2], epsilon=1e-6), X2),
    "LayerNormalization of axis 1": (lambda L: L.LayerNormalization(axis=1, center=False), X2),
    "GroupNormalization": (lambda L: L.GroupNormalization(3), X2),
    "GroupNormalization of each": (lambda L: L.GroupNormalization(-1, axis=1), FIRST),
    "RMSNormalization": (lambda L: L.RMSNormalization(), X1),
    "UnitNormalization": (lambda L: L.UnitNormalization(), X1),
    "Flatten": (lambda L: L.Flatten(), X2),
    "Flatten first": (lambda L: L.Flatten(data_format="channels_first"), FIRST),
    "Reshape": (lambda L: L.Reshape((-1, 12)), X2),
    "Permute": (lambda L: L.Permute((3, 1, 2)), X2),
    "RepeatVector": (lambda L: L.RepeatVector(3), FLAT),
    "Rescaling": (lambda L: L.Rescaling(1 / 255.0, offset=-1), IDS),
    "ZeroPadding1D": (lambda L: L.ZeroPadding1D((1, 2)), X1),
    "ZeroPadding2D": (lambda L: L.ZeroPadding2D(((1, 0), (2, 3))), X2),
    "ZeroPadding3D": (lambda L: L.ZeroPadding3D((1, 2, 0)), X3),
    "Cropping1D": (lambda L: L.Cropping1D((1, 2)), X1),
    "Cropping2D": (lambda L: L.Cropping2D(((1, 0), (2, 3))), X2),
    "Cropping3D": (lambda L: L.Cropping3D(1), X3),
    "UpSampling1D": (lambda L: L.UpSampling1D(3), X1),
    "UpSampling2D": (lambda L: L.UpSampling2D((2, 3)), X2),
    "UpSampling2D bilinear": (lambda L: L.UpSampling2D((2, 3), interpolation="bilinear"), X2),
    "UpSampling2D bicubic": (lambda L: L.UpSampling2D(2, interpolation="bicubic"), X2),
    "UpSampling3D": (lambda L: L.UpSampling3D(2), X3),
    "Normalization": (lambda L: L.Normalization(mean=[1.0, 2.0, 3.0, 0.0, 1.0, 5.0], variance=2.0 * np.ones(6)), X1),
    "Normalization of two axes": (lambda L: L.Normalization(axis=(1, -1), mean=np.ones(6), variance=2.0 * np.ones(6)), X1),
    "Normalization of all": (lambda L: L.Normalization(axis=None, mean=1.0, variance=4.0, invert=True), X1),
    "Resizing": (lambda L: L.Resizing(4, 11), X2),
    "Resizing nearest": (lambda L: L.Resizing(4, 11, interpolation="nearest"), X2[0]),
    "CenterCrop": (lambda L: L.CenterCrop(4, 5), X2),
    "ReversibleEmbedding": (lambda L: L.ReversibleEmbedding(7, 5), IDS),
    "ReLU": (lambda L: L.ReLU(max_value=0.8, negative_slope=0.1, threshold=0.2), X1),
    "ReLU plain": (lambda L: L.ReLU(), X1),
    "LeakyReLU": (lambda L: L.LeakyReLU(), X1),
    "ELU": (lambda L: L.ELU(alpha=0.5), X1),
    "PReLU": (lambda L: L.PReLU(shared_axes=[1, 2]), X2),
    "Softmax": (lambda L: L.Softmax(axis=1), X1),
    "Activation": (lambda L: L.Activation("swish"), X1),
    "Lambda": (lambda L: L.Lambda(lambda x: x * 2), X1),
    "Dropout": (lambda L: L.Dropout(0.5), X1),
    "Masking": (lambda L: L.Masking(0.0), X1),
    "Identity": (lambda L: L.Identity(), X1),
    "SimpleRNN": (lambda L: L.SimpleRNN(5), X1),
    "LSTM": (lambda L: L.LSTM(5), X1),
    "LSTM of all": (lambda L: L.LSTM(5, return_sequences=True, return_state=True, go_backwards=True), X1),
    "GRU": (lambda L: L.GRU(5, return_sequences=True), X1),
    "GRU before": (lambda L: L.GRU(5, reset_after=False, return_state=True), X1),
    "RNN of cells": (lambda L: L.RNN([L.LSTMCell(4), L.GRUCell(3)], return_sequences=True, return_state=True), X1),
    "RNN of a cell": (lambda L: L.RNN(L.SimpleRNNCell(4), return_state=True), X1),
    "Bidirectional": (lambda L: L.Bidirectional(L.LSTM(4, return_sequences=True)), X1),
    "Bidirectional sum": (lambda L: L.Bidirectional(L.GRU(4), merge_mode="sum"), X1),
    "TimeDistributed": (lambda L: L.TimeDistributed(L.Dense(3)), X1),
    "Attention": (lambda L: L.Attention(use_scale=True), [X1, X1 + 1]),
    "Attention concat": (lambda L: L.Attention(score_mode="concat"), [X1, X1 + 1, X1 - 1]),
    "AdditiveAttention": (lambda L: L.AdditiveAttention(), [X1, X1 + 1]),
    **{
        name: (lambda L, n=name: getattr(L, n)(), [X1, X1 + 1])
        for name in ("Add", "Average", "Concatenate", "Maximum", "Minimum", "Multiply", "Subtract")
    },
    "Add of three": (lambda L: L.Add(), [X1, X1 + 1, X1 - 1]),
    "Dot": (lambda L: L.Dot(axes=2), [X1, X1 + 1]),
    "Dot of vectors": (lambda L: L.Dot(axes=1, normalize=True), [FLAT, FLAT + 1]),
    # Masks go from layer to layer.
    "masked LSTM": (lambda L: both(L, L.Embedding(7, 5, mask_zero=True), L.LSTM(4, return_sequences=True)), MASKED),
    "masked GRU": (lambda L: both(L, L.Embedding(7, 5, mask_zero=True), L.GRU(4)), MASKED),
    "masked Bidirectional": (
        lambda L: both(L, L.Embedding(7, 5, mask_zero=True), L.Bidirectional(L.LSTM(4, return_sequences=True))),
        MASKED,
    ),
    "masked average": (
        lambda L: both(L, L.Embedding(7, 5, mask_zero=True), L.Dropout(0.1), L.GlobalAveragePooling1D()), MASKED,
    ),
    "masked BatchNormalization": (lambda L: both(L, L.Embedding(7, 5, mask_zero=True), L.BatchNormalization()), MASKED),
}  # fmt: skip


def both(place, *several):
    module = keras if place is layers else tf.keras
    return module.Sequential(list(several))


@pytest.mark.parametrize("name", CASES)
def test_a_layer_agrees(name):
    make, x = CASES[name]
    reference, layer = make(tf.keras.layers), make(layers)
    is_drawn = "Dropout" in name or name == "masked average"
    given = [tf.constant(each) for each in x] if isinstance(x, list) else tf.constant(x)
    reference(given)
    layer(x)
    filled(layer, reference)
    assert_same(layer(x), reference(given), rtol=2e-5, atol=2e-6)
    if is_drawn:
        return
    with tf.GradientTape() as tape:
        expected = tf.nest.flatten(reference(given, training=True))[0]
        loss = tf.reduce_sum(expected * tf.cos(expected))
    gradients = tape.gradient(loss, reference.trainable_weights)

    def loss_of(parameters):
        found, _ = layer.apply(parameters, x, train=True)
        found = jax.tree_util.tree_leaves(found)[0]
        return jnp.sum(found * jnp.cos(found))

    names = {id(cell): place for place, cell in layer._hybridc_cells().items()}
    found = jax.grad(loss_of)(layer.parameters())
    for cell, gradient in zip(layer.trainable_weights, gradients, strict=True):
        assert_same(found[names[id(cell)]], tf.convert_to_tensor(gradient), rtol=1e-3, atol=1e-5)
    layer(x, training=True)
    assert_same(layer.get_weights(), reference.get_weights(), rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("scores", [False, True])
def test_attention_of_several_heads_agrees(causal, scores):
    key, mask = floats(2, 7, 6), RNG.random((2, 9, 7)) > 0.3
    options = {"return_attention_scores": scores}
    for given in ({"attention_mask": mask}, {}) if not causal else ({"use_causal_mask": True},):
        reference, layer = (
            tf.keras.layers.MultiHeadAttention(2, 3, value_dim=4),
            layers.MultiHeadAttention(2, 3, value_dim=4),
        )
        value = X1 if causal else key
        reference(X1, value)
        layer(X1, value)
        filled(layer, reference)
        assert_same(layer(X1, value, **given, **options), reference(X1, value, **given, **options), atol=1e-5)


def test_attention_over_two_axes_agrees():
    reference, layer = tf.keras.layers.MultiHeadAttention(2, 3), layers.MultiHeadAttention(2, 3)
    reference(X2, X2)
    layer(X2, X2)
    filled(layer, reference)
    found = layer(X2, X2, return_attention_scores=True)
    assert_same(found, reference(X2, X2, return_attention_scores=True), atol=1e-5)


@pytest.mark.parametrize("tied", [True, False])
def test_an_embedding_goes_back(tied):
    makes = [L.ReversibleEmbedding(7, 6, tie_weights=tied, logit_soft_cap=2.0) for L in (tf.keras.layers, layers)]
    reference, layer = makes
    reference(IDS)
    layer(IDS)
    filled(layer, reference)
    assert_same(layer(X1, reverse=True), reference(X1, reverse=True))


def test_normalization_adapts():
    reference, layer = tf.keras.layers.Normalization(), layers.Normalization()
    for each in (reference, layer):
        each.adapt(X1)
    assert_same(layer(X1), reference(X1))


def test_dropout_keeps_the_mean_in_training_alone():
    layer = layers.Dropout(0.25)
    ones = np.ones((200, 200), np.float32)
    found = layer(ones, training=True)
    assert set(np.unique(found)) == {0.0, np.float32(1 / 0.75)}
    assert abs(float(found.mean()) - 1) < 0.02
    assert (layer(ones) == 1).all()


def test_a_layer_that_is_not_trainable_keeps_its_statistics():
    layer = layers.BatchNormalization(trainable=False)
    before = layer(FLAT) is not None and layer.get_weights()
    layer(FLAT, training=True)
    assert_same(layer.get_weights(), before)
