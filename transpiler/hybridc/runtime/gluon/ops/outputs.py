"""Ends of graphs that bring their own gradients, whatever comes back to them."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon.ops.elementwise import sigmoid

Array = jax.Array
_UNLABELLED = "the gradient of an output is that of a loss, and needs the label"


def SoftmaxOutput(
    data: Array,
    label: Array | None,
    grad_scale: float = 1.0,
    ignore_label: float = -1.0,
    multi_output: bool = False,
    use_ignore: bool = False,
    preserve_shape: bool = False,
    normalization: str = "null",
    smooth_alpha: float = 0.0,
) -> Array:
    """The softmax, whose gradient is that of the cross entropy with the label, times `grad_scale`.

    It is over a sample as one row, over axis 1 with `multi_output`, over the last axis with `preserve_shape`. What
    comes back is not looked at. `normalization`: "null", "batch" (divided by its size) or "valid" (by the labels
    that are not ignored). Samples with `ignore_label` have no gradient with `use_ignore`; `smooth_alpha` is what the
    other classes share. Without a label, which prediction does not look at, there is no gradient: ValueError.
    """
    rule = (grad_scale, ignore_label, use_ignore, normalization, smooth_alpha)
    if multi_output:
        axis, rows = 1, data
    elif preserve_shape:
        axis, rows = data.ndim - 1, data
    else:
        axis, rows = 1, data.reshape(data.shape[0], -1)
    return _softmax_output(rows, label, axis, rule).reshape(data.shape)


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def _softmax_output(data: Array, label: Array | None, axis: int, rule: tuple[Any, ...]) -> Array:
    return jax.nn.softmax(data, axis)


def _softmax_forward(
    data: Array, label: Array | None, axis: int, rule: tuple[Any, ...]
) -> tuple[Array, tuple[Array, Array | None]]:
    found = jax.nn.softmax(data, axis)
    return found, (found, label)


def _softmax_backward(
    axis: int, rule: tuple[Any, ...], kept: tuple[Array, Array | None], back: Array
) -> tuple[Array, Array]:
    scale, ignored, uses_ignored, normalization, smooth = rule
    found, label = kept
    if label is None:
        raise ValueError(_UNLABELLED)
    if label.shape == found.shape:  # probabilities
        slope = (found - label) * scale
        return slope, jnp.zeros_like(label)
    classes = found.shape[axis]
    places = label.reshape(found.shape[:axis] + found.shape[axis + 1 :])
    wanted = jax.nn.one_hot(places.astype(jnp.int32), classes, axis=axis, dtype=found.dtype)
    if smooth:
        wanted = wanted * (1 - smooth) + (1 - wanted) * (smooth / (classes - 1))
    slope = found - wanted
    is_counted = jnp.expand_dims(places != ignored, axis)
    if uses_ignored:
        slope = jnp.where(is_counted, slope, 0)
    if normalization == "batch":
        slope = slope / found.shape[0]
    elif normalization == "valid":
        counted = jnp.sum(is_counted) if uses_ignored else places.size
        slope = slope / jnp.maximum(counted, 1).astype(found.dtype)
    if normalization != "valid" and axis == 1 and found.ndim > 2:  # MXNet: several outputs share the scale
        slope = slope / (found.size // found.shape[0] // classes)
    slope = slope * scale
    return slope, jnp.zeros_like(label)


_softmax_output.defvjp(_softmax_forward, _softmax_backward)


def _regression(rule: Any) -> Any:
    """An output whose gradient is that of a loss: `rule` of the result and the label."""

    @partial(jax.custom_vjp, nondiff_argnums=(2,))
    def output(data: Array, label: Array | None, grad_scale: float) -> Array:
        return data

    def forward(data: Array, label: Array | None, grad_scale: float) -> tuple[Array, tuple[Array, Array | None]]:
        return data, (data, label)

    def backward(grad_scale: float, kept: tuple[Array, Array | None], back: Array) -> tuple[Array, Array]:
        found, label = kept
        if label is None:
            raise ValueError(_UNLABELLED)
        outputs = max(found.size // found.shape[0], 1)
        return rule(found, label.reshape(found.shape)) * (grad_scale / outputs), jnp.zeros_like(label)

    output.defvjp(forward, backward)
    return output


_linear = _regression(lambda found, label: found - label)
_absolute = _regression(lambda found, label: jnp.sign(found - label))


def LinearRegressionOutput(data: Array, label: Array | None, grad_scale: float = 1.0) -> Array:
    """`data`, whose gradient is that of half the squared error."""
    found: Array = _linear(data, label, grad_scale)
    return found


def MAERegressionOutput(data: Array, label: Array | None, grad_scale: float = 1.0) -> Array:
    """`data`, whose gradient is that of the absolute error."""
    found: Array = _absolute(data, label, grad_scale)
    return found


def LogisticRegressionOutput(data: Array, label: Array | None, grad_scale: float = 1.0) -> Array:
    """The sigmoid, whose gradient with respect to `data` is that of the cross entropy."""
    wanted = None if label is None else label + data - sigmoid(data)
    found: Array = _linear(data, wanted, grad_scale)
    return found + lax.stop_gradient(sigmoid(data) - data)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _loss(data: Array, scale: float) -> Array:
    return data


_loss.defvjp(lambda data, scale: (data, data), lambda scale, data, back: (jnp.full_like(data, scale),))


def make_loss(data: Array) -> Array:
    """`data`, whose gradient is 1."""
    return _loss(data, 1.0)


def MakeLoss(data: Array, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: str = "null") -> Array:
    """`data`, whose gradient is `grad_scale`, divided by the size of the batch with `normalization="batch"`."""
    if normalization == "valid":
        raise NotImplementedError("MakeLoss with normalization='valid'")
    return _loss(data, grad_scale / (data.shape[0] if normalization == "batch" else 1))
