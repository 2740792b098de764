"""Padding as layers: `hybridc.runtime.torch.nn.functional.padding.pad` over the last one, two or three axes."""

from __future__ import annotations

import jax

from hybridc.runtime.torch.nn.functional.padding import pad
from hybridc.runtime.torch.nn.functional.windows import Sizes, per_axis
from hybridc.runtime.torch.nn.module import Module

__all__ = [
    "CircularPad1d",
    "CircularPad2d",
    "CircularPad3d",
    "ConstantPad1d",
    "ConstantPad2d",
    "ConstantPad3d",
    "ReflectionPad1d",
    "ReflectionPad2d",
    "ReflectionPad3d",
    "ReplicationPad1d",
    "ReplicationPad2d",
    "ReplicationPad3d",
    "ZeroPad1d",
    "ZeroPad2d",
    "ZeroPad3d",
]

Array = jax.Array


class _Pad(Module):
    """`padding` is one number for all sides, or (last left, last right, one before left, ...)."""

    _axes = 0
    _padding_mode = "constant"

    def __init__(self, padding: Sizes) -> None:
        super().__init__()
        self.padding = per_axis(padding, 2 * self._axes, "padding")

    def forward(self, input: Array) -> Array:
        return pad(input, self.padding, self._padding_mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ConstantPad(_Pad):
    def __init__(self, padding: Sizes, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Array) -> Array:
        return pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """Surrounds the last axis with a value."""

    _axes = 1


class ConstantPad2d(_ConstantPad):
    """Surrounds the last two axes with a value."""

    _axes = 2


class ConstantPad3d(_ConstantPad):
    """Surrounds the last three axes with a value."""

    _axes = 3


class ZeroPad1d(ConstantPad1d):
    """Surrounds the last axis with zeros."""

    def __init__(self, padding: Sizes) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Surrounds the last two axes with zeros."""

    def __init__(self, padding: Sizes) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Surrounds the last three axes with zeros."""

    def __init__(self, padding: Sizes) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _ReflectionPad(_Pad):
    _padding_mode = "reflect"


class ReflectionPad1d(_ReflectionPad):
    """Mirrors the last axis at its edges, which are not repeated."""

    _axes = 1


class ReflectionPad2d(_ReflectionPad):
    """Mirrors the last two axes. See `ReflectionPad1d`."""

    _axes = 2


class ReflectionPad3d(_ReflectionPad):
    """Mirrors the last three axes. See `ReflectionPad1d`."""

    _axes = 3


class _ReplicationPad(_Pad):
    _padding_mode = "replicate"


class ReplicationPad1d(_ReplicationPad):
    """Repeats the edges of the last axis."""

    _axes = 1


class ReplicationPad2d(_ReplicationPad):
    """Repeats the edges of the last two axes."""

    _axes = 2


class ReplicationPad3d(_ReplicationPad):
    """Repeats the edges of the last three axes."""

    _axes = 3


class _CircularPad(_Pad):
    """Raises ValueError unless the input has one or two axes beside those padded."""

    _padding_mode = "circular"

    def forward(self, input: Array) -> Array:
        if input.ndim not in (self._axes + 1, self._axes + 2):
            raise ValueError(f"expected {self._axes + 1}D or {self._axes + 2}D input (got {input.ndim}D input)")
        return super().forward(input)


class CircularPad1d(_CircularPad):
    """Goes on at the other end of the last axis."""

    _axes = 1


class CircularPad2d(_CircularPad):
    """Goes on at the other ends of the last two axes."""

    _axes = 2


class CircularPad3d(_CircularPad):
    """Goes on at the other ends of the last three axes."""

    _axes = 3
