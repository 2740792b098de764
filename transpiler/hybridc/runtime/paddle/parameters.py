"""Parameters as Paddle's users know them, and what is asked of them where they are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import cells, handed
from hybridc.runtime.core.references import Reference
from hybridc.runtime.core.writing import Becomes
from hybridc.runtime.mutable import Arrays, Mutable

__all__ = ["Buffer", "ParamAttr", "Parameter", "Tensor", "attribute", "mutable"]


class _Written(Mutable):
    """Paddle's methods that write into what they are called on; `x += y` binds a new tensor to the name."""

    augments = False

    @classmethod
    def becomes(cls) -> Becomes:
        from hybridc.runtime.paddle.in_place import BECOMES

        return BECOMES

    def set_value(self, value: Any) -> None:
        """Puts an array of the same shape in, in the dtype that there is. Raises ValueError for another shape."""
        new = value.held if isinstance(value, Mutable) else value
        if np.shape(new) != self.shape:
            raise ValueError(f"the parameter has the shape {list(self.shape)}, not {list(np.shape(new))}")
        self._write(handed.array(new, self.dtype))

    def fill_diagonal_(self, value: Any, offset: int = 0, wrap: bool = False, name: str | None = None) -> Any:
        if wrap or self.ndim != 2:
            return self._filled(lambda old: jnp.fill_diagonal(old, value, wrap=wrap, inplace=False))
        return self._filled(lambda old: jnp.where(np.eye(old.shape[0], old.shape[1], k=offset, dtype=bool), value, old))

    def value(self) -> Any:
        """What holds the array; so is `get_tensor()`, whose `set(array, place)` writes."""
        return self

    get_tensor = value

    def set(self, array: Any, place: Any = None) -> None:
        self.set_value(array)


class Tensor(_Written, Reference, metaclass=Arrays):
    """An array, or a part of one, that others see as well."""

    stop_gradient = True


class _Cell(_Written, cells.Cell):
    """`stop_gradient` and `trainable` are marks for training code: JAX has values."""

    refers = Tensor

    @property
    def stop_gradient(self) -> bool:
        return not self.requires_grad

    @stop_gradient.setter
    def stop_gradient(self, value: bool) -> None:
        self.requires_grad = not value

    @property
    def trainable(self) -> bool:
        return self.requires_grad

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self.requires_grad = value


class Parameter(_Cell, cells.Parameter):
    """What a model learns."""

    name: str | None = None


class Buffer(_Cell, cells.Buffer):
    """What a model keeps beside its parameters."""


mutable = Tensor.mutable


@dataclass
class ParamAttr:
    """How a parameter is made: by which initializer, and whether it is trained.

    The others, which say how Paddle's optimizers treat it, are kept for code that reads them.
    """

    name: str | None = None
    initializer: Any = None
    learning_rate: float = 1.0
    regularizer: Any = None
    trainable: bool = True
    do_model_average: bool = True
    need_clip: bool = True


def attribute(attr: Any) -> ParamAttr | None:
    """What `attr=` of a layer means: a name, an initializer, an attribute, or None for False: no parameter.

    Raises TypeError for anything else.
    """
    if attr is False:
        return None
    if attr is None or attr is True:
        return ParamAttr()
    if isinstance(attr, ParamAttr):
        return attr
    if isinstance(attr, str):
        return ParamAttr(name=attr)
    if callable(attr):
        return ParamAttr(initializer=attr)
    raise TypeError(f"{type(attr)} cannot be cast to ParamAttr")
