"""Products of any axes with weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.keras import activations
from hybridc.runtime.keras.initializers import VarianceScaling
from hybridc.runtime.keras.layer import Layer

Array = jax.Array

__all__ = ["EinsumDense"]
_OF_WEIGHTS = ("_initializer", "_regularizer", "_constraint")


class EinsumDense(Layer):
    """`einsum(equation, x, kernel) + bias`, of which `output_shape` is what comes behind the batch.

    Weights: kernel, of the sizes of its letters, and bias, of those in `bias_axes`. Raises ValueError for an equation
    that is not of two terms, or for a letter whose size nothing says.
    """

    def __init__(
        self,
        equation: str,
        output_shape: int | Sequence[int | None],
        activation: Any = None,
        bias_axes: str | None = None,
        **kwargs: Any,
    ) -> None:
        given = {
            name: kwargs.pop(name)
            for name in list(kwargs)
            if name.endswith(_OF_WEIGHTS) and name != "activity_regularizer"
        }
        super().__init__(**kwargs)
        self._take(given, kernel="glorot_uniform", bias="zeros")
        self.equation = equation
        self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
        self.bias_axes = bias_axes
        self.activation = activations.get(activation)
        terms, arrow, _ = equation.replace(" ", "").partition("->")
        if not arrow or terms.count(",") != 1:
            raise ValueError(f"Invalid einsum equation '{equation}'. Equations must be in the form '[X],[Y]->[Z]'")

    def build(self, input_shape: Any) -> None:
        terms, _, out = self.equation.replace(" ", "").partition("->")
        given, kernel = terms.split(",")
        known = _sizes(given, tuple(input_shape))
        beyond = len(input_shape) - len(given.replace(".", "")) if "." in given else 0
        asked = _sizes(out, self._output_shape(out, input_shape, beyond))
        wanted = {label: size for label, size in asked.items() if size is not None}
        shape = [wanted[label] if label in wanted else known.get(label) for label in kernel]
        if None in shape:
            raise ValueError(f"a letter of the weights in '{self.equation}' is in neither the input nor the output")
        sizes: dict[str, Any] = dict(zip(kernel, shape, strict=True))
        initializer: Any = self.kernel_initializer
        if isinstance(initializer, VarianceScaling):
            inward = math.prod(size for label, size in sizes.items() if label in given)
            outward = math.prod(size for label, size in sizes.items() if label in out)
            self.kernel = self._drawn(shape, initializer, inward, outward)
        else:
            self.kernel = self._weight("kernel", shape)  # type: ignore[arg-type]
        self.bias = self._weight("bias", self._bias_shape(out, {**known, **wanted}, beyond)) if self.bias_axes else None
        self.built = True

    def _drawn(self, shape: Any, initializer: VarianceScaling, inward: int, outward: int) -> Any:
        return self.add_weight(
            shape, lambda shape, dtype=None: initializer.drawn(shape, inward, outward), name="kernel",
            regularizer=self.kernel_regularizer, constraint=self.kernel_constraint,
        )  # fmt: skip

    def _output_shape(self, out: str, input_shape: Any, beyond: int) -> tuple[int | None, ...]:
        """The whole of it: what `...` stands for is at its place."""
        asked = self.partial_output_shape
        if out.startswith("...") or "." not in out:
            missing = len(out.replace(".", "")) + beyond - len(asked)
            return (*input_shape[:missing], *asked)
        return (input_shape[0], *asked, *input_shape[len(input_shape) - beyond :])

    def _bias_shape(self, out: str, sizes: dict[str, Any], beyond: int) -> tuple[int, ...]:
        labels = out.replace(".", "")
        axes = self.bias_axes or ""
        first = min(labels.index(label) for label in axes)
        shape = [sizes[label] if label in axes else 1 for label in labels[first:]]
        return (*shape, *(1,) * beyond) if out.endswith("...") else tuple(shape)

    def call(self, inputs: Array, training: bool | None = None) -> Array:
        found = jnp.einsum(self.equation, inputs, self.kernel)
        return self.activation(found if self.bias is None else found + self.bias)  # type: ignore[no-any-return]


def _sizes(labels: str, shape: tuple[int | None, ...]) -> dict[str, int | None]:
    """The sizes by letter: from the left up to `...`, and from the right."""
    left, dots, right = labels.partition("...")
    found = dict(zip(left, shape, strict=False))
    return found | (dict(zip(reversed(right), reversed(shape), strict=False)) if dots else {})
