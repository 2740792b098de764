"""What layers keep: a name, a dtype, and weights, by the attributes that hold them and in Keras' order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import runs
from hybridc.runtime.core.called_by_name import compile_by_name
from hybridc.runtime.core.cells import Cell, Parameter
from hybridc.runtime.core.modules import Module
from hybridc.runtime.keras import configs, initializers, regularizers
from hybridc.runtime.keras.dtype_policies import DTypePolicy, policy_name
from hybridc.runtime.keras.naming import automatic
from hybridc.runtime.keras.symbolic import Node
from hybridc.runtime.keras.tracking import tracked
from hybridc.runtime.keras.variables import as_variable

__all__ = ["Weighted"]


class _Record:
    """What a layer knows of itself beyond what it computes with."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []  # its calls on symbolic tensors
        self.attributes: set[str] = set()  # that were set to weights
        self.graph: Any = None  # of a functional model
        self.sequence: Any = None  # the ends of a sequential one, where the shape of its input is known
        self.arguments: Any = None  # of the constructor of Keras' class, with it
        self.given: tuple[tuple[Any, ...], dict[str, Any]] = (), {}  # when it was made


class Weighted(Module):
    """A module with weights that it is asked to make, and that have an order."""

    built: bool
    _name: str | None
    _dtype: str
    _trainable: bool
    _hybridc_record: _Record
    _hybridc_modes: ClassVar[frozenset[str]] = frozenset({"training", "built", "_name", "_is_named"})

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        layer = super().__new__(cls)
        layer.__dict__.update(
            training=False, built=False, supports_masking=False, _hybridc_record=_Record(), _name=None,
            _dtype="float32", _trainable=True, _autocast=True, _is_named=False,
        )  # fmt: skip
        layer._hybridc_record.given = args, kwargs
        return layer

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        compile_by_name(cls, "call")
        if "__init__" in cls.__dict__ and configs.is_built_in(cls):
            cls.__init__ = configs.keeping_arguments(cls.__init__)  # type: ignore[method-assign]

    def __init__(
        self,
        *,
        activity_regularizer: Any = None,
        trainable: bool = True,
        dtype: Any = None,
        autocast: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        shape = kwargs.pop("input_shape", None)
        if "input_dim" in kwargs:
            shape = (kwargs.pop("input_dim"),)
        batch_shape = kwargs.pop("batch_input_shape", None)
        batch_shape = (kwargs.pop("batch_size", None), *shape) if shape is not None else batch_shape
        if kwargs:
            raise ValueError(
                f"Unrecognized keyword arguments passed to {type(self).__name__}: {', '.join(map(repr, kwargs))}"
            )
        own = self.__dict__
        own["_is_named"] = name is not None
        own["_name"] = str(name) if name is not None else automatic(own.get("_kind", type(self).__name__))
        own["_trainable"] = trainable
        own["_autocast"] = autocast
        own["_dtype"] = policy_name(dtype)
        if own["_dtype"].startswith("mixed_"):
            raise NotImplementedError(
                f"`dtype={own['_dtype']!r}` has no counterpart here: layers compute in the dtype of their weights. "
                "Leave it out, or give one dtype, such as 'bfloat16'"
            )
        own["activity_regularizer"] = activity_regularizer
        if batch_shape is not None:
            own["_batch_shape"] = tuple(batch_shape)

    @property
    def name(self) -> str:
        if self._name is None:
            self.__dict__["_name"] = automatic(type(self).__name__)
        return str(self._name)

    @name.setter
    def name(self, value: str) -> None:
        self.__dict__["_name"] = value
        self.__dict__["_is_named"] = True

    @property
    def dtype(self) -> str:
        """Of the weights."""
        return "float32" if self._dtype.startswith("mixed") else self._dtype

    variable_dtype = dtype

    @property
    def dtype_policy(self) -> DTypePolicy:
        return DTypePolicy(self._dtype)

    @property
    def compute_dtype(self) -> str:
        """What floating inputs are cast to."""
        return self._dtype.removeprefix("mixed_")

    @property
    def trainable(self) -> bool:
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self.__dict__["_trainable"] = value
        for layer in self._below():
            layer.trainable = value

    def add_weight(
        self,
        shape: Any = None,
        initializer: Any = None,
        dtype: Any = None,
        trainable: bool = True,
        autocast: bool = True,
        regularizer: Any = None,
        constraint: Any = None,
        aggregation: Any = None,
        overwrite_with_gradient: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """A new weight, named as the attribute that it is set to. Keras: without an initializer, by Glorot's rule.

        Raises RuntimeError while the model runs on numbers: weights are there before.
        """
        if isinstance(shape, str):  # Keras 2: the name comes first
            name, shape = shape, initializer if not isinstance(initializer, str) else ()
            initializer = kwargs.pop("init", None)
        self._hybridc_outside_of_runs(f"the weight `{name or ''}` of {type(self).__name__} is made")
        shape = () if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
        dtype = jnp.dtype(dtype or self.dtype)
        if initializer is None:
            initializer = "glorot_uniform" if jnp.issubdtype(dtype, jnp.floating) else "zeros"
        with jax.ensure_compile_time_eval():
            values = initializers.get(initializer)(shape, dtype=dtype)
            cell = as_variable(jnp.array(values, dtype), trainable, name)
        if cell.shape != shape:
            raise ValueError(f"the initializer of `{name}` gave the shape {cell.shape}, not {shape}")
        cell.regularizer, cell.constraint = regularizer, constraint
        self._register(name or "variable", cell)
        return cell

    add_variable = add_weight

    def _take(self, options: dict[str, Any], **initializers_by_name: Any) -> None:
        """Takes from the options, for each of these weights, `_initializer`, `_regularizer` and `_constraint`."""
        for name, default in initializers_by_name.items():
            setattr(self, f"{name}_initializer", initializers.get(options.pop(f"{name}_initializer", default)))
            setattr(self, f"{name}_regularizer", regularizers.get(options.pop(f"{name}_regularizer", None)))
            setattr(self, f"{name}_constraint", options.pop(f"{name}_constraint", None))

    def _weight(self, name: str, shape: Sequence[int], settings: str | None = None, trainable: bool = True) -> Any:
        """A new weight, by the settings that `_take` took for it, or for `settings`."""
        of = settings or name
        return self.add_weight(
            tuple(shape), getattr(self, f"{of}_initializer"), trainable=trainable,
            regularizer=getattr(self, f"{of}_regularizer"), constraint=getattr(self, f"{of}_constraint"), name=name,
        )  # fmt: skip

    def _register(self, name: str, cell: Cell) -> None:
        """Keeps a weight that no attribute holds yet."""
        taken = {*self._parameters, *self._buffers, *self._modules, *self.__dict__}
        name = name.replace(".", "_").replace("/", "_")
        key = name if name not in taken else next(k for n in range(1, 10**6) if (k := f"{name}_{n}") not in taken)
        (self._parameters if isinstance(cell, Parameter) else self._buffers)[key] = cell

    def __setattr__(self, name: str, value: Any) -> None:
        value = tracked(value)
        if isinstance(value, Module | Cell) and name in _TAKEN:
            raise AttributeError(f"`{name}` is a method of every model here: give the layer or weight another name")
        if isinstance(value, Cell):
            self._rename(name, value)
        elif name in self._parameters and value is not None:
            run = runs.current()
            cell = self._parameters[name]
            if run is not None and cell is not None:
                run.write(cell, jnp.asarray(value, cell.dtype))
                return
            del self._parameters[name]
        super().__setattr__(name, value)

    def _rename(self, name: str, cell: Cell) -> None:
        """A weight that is set to an attribute goes by its name."""
        for registry in (self._parameters, self._buffers):
            for key in [
                k
                for k, held in registry.items()
                if held is cell and k != name and k not in self._hybridc_record.attributes
            ]:
                del registry[key]
        self._hybridc_record.attributes.add(name)

    def _hybridc_outside_of_runs(self, what: str) -> None:
        run = runs.current()
        if run is not None and not run.learns_shapes:
            raise RuntimeError(
                f"{what} while the model runs; make it in `__init__` or `build`, and call the model once before, or "
                "`net.init(key, x)`"
            )

    def _below(self) -> list[Any]:
        """The layers right below this one, those in lists and dicts too."""
        found: list[Any] = []
        todo = list(self._modules.values())
        while todo:
            module = todo.pop(0)
            if isinstance(module, Weighted):
                found.append(module)
            elif module is not None:
                todo[:0] = list(module._modules.values())
        return list({id(layer): layer for layer in found}.values())

    def _own(self) -> list[Any]:
        held = [*self._parameters.values(), *self._buffers.values()]
        todo = [m for m in self._modules.values() if not isinstance(m, Weighted)]
        while todo:
            module = todo.pop(0)
            held += [*module._parameters.values(), *module._buffers.values()]
            todo += [m for m in module._modules.values() if not isinstance(m, Weighted)]
        return [cell for cell in held if cell is not None]

    @property
    def weights(self) -> list[Any]:
        cells = [*self._own(), *(cell for layer in self._below() for cell in layer.weights)]
        return list({id(cell): cell for cell in cells}.values())

    variables = weights

    @property
    def trainable_weights(self) -> list[Any]:
        if not self.trainable:
            return []
        own = [cell for cell in self._own() if cell.requires_grad]
        cells = [*own, *(cell for layer in self._below() for cell in layer.trainable_weights)]
        return list({id(cell): cell for cell in cells}.values())

    trainable_variables = trainable_weights

    @property
    def non_trainable_weights(self) -> list[Any]:
        learned = {id(cell) for cell in self.trainable_weights}
        return [cell for cell in self.weights if id(cell) not in learned]

    non_trainable_variables = non_trainable_weights

    def get_weights(self) -> list[np.ndarray]:
        return [cell.numpy() for cell in self.weights]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Puts arrays in, in Keras' order. Raises ValueError, and changes nothing, where they do not fit."""
        cells = self.weights
        if len(cells) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on layer '{self.name}' with a weight list of length "
                f"{len(weights)}, but the layer was expecting {len(cells)} weights."
            )
        wrong = [
            f"{np.shape(value)} for `{cell.name}` of shape {cell.shape}"
            for cell, value in zip(cells, weights, strict=True)
            if np.shape(value) != cell.shape
        ]
        if wrong:
            raise ValueError(f"weights of layer '{self.name}' have other shapes: " + "; ".join(wrong))
        for cell, value in zip(cells, weights, strict=True):
            cell.assign(value)

    def count_params(self) -> int:
        return sum(cell.size for cell in self.weights)


_TAKEN = frozenset(name for name in dir(Module) if not name.startswith("_") and callable(getattr(Module, name)))
