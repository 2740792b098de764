"""The base class of converted models and layers, as its users know `paddle.nn.Layer`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import clock
from hybridc.runtime.core.calling import Removable
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.state import IncompatibleKeys
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.paddle.dtypes import dtype_of
from hybridc.runtime.paddle.initializer import Initializer, default
from hybridc.runtime.paddle.parameters import Buffer, Parameter, attribute
from hybridc.runtime.torch.promotion import promotion

__all__ = ["Layer"]


class Layer(Module):
    """A part of a model. `forward` computes; parameters come from `create_parameter`."""

    _hybridc_trace_check = promotion("Paddle", ".astype('{}')")
    _hybridc_buffers_are = Buffer
    _hybridc_parameters_are = Parameter
    _dtype: Any = "float32"
    _name: str | None = None

    def __init__(self, name_scope: str | None = None, dtype: Any = "float32") -> None:
        super().__init__()
        self._full_name = name_scope or type(self).__name__.lower()
        self._dtype = dtype

    def create_parameter(
        self,
        shape: Any,
        attr: Any = None,
        dtype: Any = None,
        is_bias: bool = False,
        default_initializer: Initializer | None = None,
        device: Any = None,
    ) -> Any:
        """A parameter, drawn by the attribute's initializer, else by the global one, by that given, or by Paddle's own.

        `attr=False`: None. Paddle's own: zeros of biases, `XavierUniform` of others.
        """
        chosen = attribute(attr)
        if chosen is None:
            return None
        fill = chosen.initializer or default(is_bias, default_initializer)
        sizes = [int(size) for size in shape]
        made = Parameter(fill.drawn(sizes, dtype_of(dtype or self._dtype)), requires_grad=chosen.trainable)
        made.name = chosen.name
        return made

    def create_tensor(self, name: str | None = None, persistable: bool | None = None, dtype: Any = None) -> jax.Array:
        """An empty array, for values to come."""
        return jnp.zeros((0,), dtype_of(dtype or self._dtype))

    create_variable = create_tensor

    def add_parameter(self, name: str, parameter: Parameter | None) -> Parameter | None:
        """Names a parameter. Raises KeyError for a name that is taken, or is none."""
        if not name or "." in name or (hasattr(self, name) and name not in self._parameters):
            raise KeyError(f"the parameter cannot be called {name!r}")
        self.register_parameter(name, parameter)
        return parameter

    def add_sublayer(self, name: str, sublayer: Any) -> Any:
        self._modules[str(name)] = sublayer
        return sublayer

    def register_buffer(  # type: ignore[override]
        self, name: str, tensor: Any, persistable: bool = True, **kwargs: Any
    ) -> None:
        """Keeps an array with the layer that is not learned; in the state dict if `persistable`."""
        super().register_buffer(name, tensor, kwargs.get("persistent", persistable))

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Cell) and not isinstance(value, Parameter | Buffer):
            value = Parameter(value)
        super().__setattr__(name, value)

    @property
    def _sub_layers(self) -> dict[str, Any]:
        return self._modules

    def train(self, mode: bool = True) -> Self:
        """Training mode, for this layer and all below it, whose own `train` is not called."""
        for layer in self.sublayers(include_self=True):
            if layer.__dict__["training"] is not mode:
                clock.structure += 1
                layer.__dict__["training"] = mode
        return self

    def eval(self) -> Self:
        """The mode that models are used in: no dropout, running statistics. No `train` is called."""
        return Layer.train(self, False)

    def full_name(self) -> str:
        return self._full_name

    def sublayers(self, include_self: bool = False) -> list[Any]:
        """All layers below this one, in order."""
        return [layer for _, layer in self.named_sublayers(include_self=include_self)]

    def named_sublayers(
        self,
        prefix: str = "",
        include_self: bool = False,
        layers_set: set[Any] | None = None,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        found = self.named_modules(layers_set, prefix, remove_duplicate)
        return ((name, layer) for name, layer in found if include_self or layer is not self)

    def get_sublayer(self, target: str) -> Any:
        return self.get_submodule(target)

    def named_parameters(  # type: ignore[override]
        self, prefix: str = "", include_sublayers: bool = True, remove_duplicate: bool = True, **kwargs: Any
    ) -> Iterator[tuple[str, Any]]:
        """The parameters' cells by name; one that has several names comes once."""
        recurse = kwargs.get("recurse", include_sublayers)
        return super().named_parameters(prefix, recurse, remove_duplicate)

    def named_buffers(  # type: ignore[override]
        self, prefix: str = "", include_sublayers: bool = True, remove_duplicate: bool = True, **kwargs: Any
    ) -> Iterator[tuple[str, Any]]:
        return super().named_buffers(prefix, kwargs.get("recurse", include_sublayers), remove_duplicate)

    def buffers(self, include_sublayers: bool = True) -> Any:
        return [cell for _, cell in self.named_buffers(include_sublayers=include_sublayers)]

    def state_dict(
        self,
        destination: dict[str, Any] | None = None,
        include_sublayers: bool = True,
        structured_name_prefix: str = "",
        use_hook: bool = True,
        keep_vars: bool = True,
    ) -> dict[str, Any]:
        """Parameters and persistable buffers by their names in the model; also put into `destination`."""
        found = {f"{structured_name_prefix}{name}": array for name, array in super().state_dict().items()}
        if not include_sublayers:
            own = {*self._parameters, *self._buffers}
            found = {n: a for n, a in found.items() if n.removeprefix(structured_name_prefix) in own}
        if destination is None:
            return found
        destination.update(found)
        return destination

    def set_state_dict(
        self, state_dict: Mapping[str, Any], use_structured_name: bool = True
    ) -> tuple[list[str], list[str]]:
        """Puts arrays in by their names in the model; gives the names that are missing and those left over.

        Raises `WeightsError`, a ValueError, for arrays of other shapes, of which Paddle only warns; nothing was
        changed then.
        """
        given = {name: value for name, value in state_dict.items() if name != "StructuredToParameterName@@"}
        found = self.load_state_dict(given, strict=False)
        return list(found.missing_keys), list(found.unexpected_keys)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """As that of all models. What is uint16 in a file of Paddle's are the bits of bfloat16."""
        return super().load_state_dict({name: _of_bits(value) for name, value in state_dict.items()}, strict)

    set_dict = set_state_dict
    load_dict = set_state_dict

    def astype(self, dtype: Any = None) -> Self:
        """Changes the dtype of floating parameters and buffers."""
        return super().to(dtype=dtype_of(dtype)) if dtype is not None else self

    def to(  # type: ignore[override]
        self, device: Any = None, dtype: Any = None, blocking: Any = None, **kwargs: Any
    ) -> Self:
        """Changes the dtype of floating parameters and buffers, if one is given. Devices are left to JAX."""
        return self.astype(dtype)

    def clear_gradients(self, set_to_zero: bool = True) -> None:
        """Nothing to do: gradients are values that `jax.grad` returns."""

    def register_forward_post_hook(self, hook: Callable[..., Any], **kwargs: Any) -> Removable:
        """Calls `hook(layer, inputs, output)` after `forward`; what it returns takes the place of the output."""
        return self.register_forward_hook(hook)


def _of_bits(value: Any) -> Any:
    """Paddle has no arrays of uint16, and writes bfloat16 as these."""
    given = np.asarray(value.held if isinstance(value, Mutable) else value)
    return given.view(jnp.bfloat16) if given.dtype == np.uint16 else given
