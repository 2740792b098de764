"""Models as users of Keras write them agree with Keras, with its weights."""

import numpy as np
import pytest
from keras_programs import converted, original
from keras_reference import assert_same, filled, tf
from keras_written import CLASSES, FUNCTIONS

FLOATS = np.random.default_rng(0)


def floats(*shape):
    return FLOATS.normal(size=shape).astype(np.float32)


def words(*shape, below=20):
    return FLOATS.integers(0, below, shape).astype(np.int32)


IMAGES, WORDS = floats(2, 16, 16, 3), words(3, 7)
MODELS = {
    "residual block": (CLASSES, lambda m: m.ResBlock(4, 2), (floats(2, 8, 8, 3),), {}),
    "residual block in training": (CLASSES, lambda m: m.ResBlock(4, 2), (floats(2, 8, 8, 3),), {"training": True}),
    "VAE": (CLASSES, lambda m: m.VAE(), (floats(2, 8, 8, 1),), {}),
    "transformer's encoder": (CLASSES, lambda m: m.Enc(2, 8, 2, 20, 10), (WORDS,), {}),
    "U-Net": (CLASSES, lambda m: m.unet(), (floats(2, 16, 16, 1),), {}),
    "recurrent classifier": (CLASSES, lambda m: m.rnn(), (WORDS,), {}),
    "ResNet of functions": (FUNCTIONS, lambda m: m.resnet(), (IMAGES,), {}),
    "siamese": (FUNCTIONS, lambda m: m.siamese(), ([floats(3, 6), floats(3, 6)],), {}),
    "attention over text": (FUNCTIONS, lambda m: m.text(), (WORDS,), {}),
    "transformer": (FUNCTIONS, lambda m: m.tclass(), (WORDS,), {}),
    "patches": (FUNCTIONS, lambda m: m.Patches(4), (floats(2, 8, 8, 3),), {}),
    "generator": (FUNCTIONS, lambda m: m.generator(), (floats(2, 10),), {}),
    "GAN": (FUNCTIONS, lambda m: m.GAN(None, m.generator(), 10), (floats(2, 10),), {}),
}
EVERY_DAY = ("transformer's encoder", "attention over text", "GAN")


@pytest.fixture(scope="module")
def sides():
    return {text: (original(text), converted(text)[0]) for text in (CLASSES, FUNCTIONS)}


@pytest.mark.parametrize(
    "name", [n if n in EVERY_DAY else pytest.param(n, marks=pytest.mark.long) for n in MODELS], ids=lambda n: n
)
def test_a_model_agrees(sides, name):
    text, build, inputs, options = MODELS[name]
    reference, net = map(build, sides[text])
    reference(*tf.nest.map_structure(tf.convert_to_tensor, inputs), **options)
    net(*inputs, **options)
    filled(net, reference)
    expected = reference(*tf.nest.map_structure(tf.convert_to_tensor, inputs), **options)
    assert_same(net(*inputs, **options), expected)


def test_losses_and_draws_of_the_file(sides):
    reference, module = sides[FUNCTIONS]
    true, predicted = words(4, 3, below=2).astype(np.float32), np.abs(np.sin(floats(4, 3)))
    for name in ("dice_coef", "focal_loss"):
        one, other = getattr(reference, name), getattr(module, name)
        one, other = (one(), other()) if name == "focal_loss" else (one, other)
        assert_same(other(true, predicted), one(true, predicted))
    assert module.Sampling()([floats(3, 2), floats(3, 2)]).shape == (3, 2)
    assert sides[CLASSES][1].VAE().sample().shape == (100, 8, 8, 1)
