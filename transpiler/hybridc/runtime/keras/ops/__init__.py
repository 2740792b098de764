"""Functions of Keras and TensorFlow that differ from those of jax.numpy."""

from hybridc.runtime.keras.ops.drawing import normal, uniform

__all__ = ["normal", "uniform"]
