"""Layers: what Keras' models are made of, and are themselves."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from inspect import isfunction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime.checking.check_state import disregarded
from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.compiled import CompiledCalls
from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.core.runs import Run, running
from hybridc.runtime.keras import configs, modes
from hybridc.runtime.keras.masks import mask_of, set_mask
from hybridc.runtime.keras.saving import deserialize_keras_object
from hybridc.runtime.keras.signatures import Signature, signature_of
from hybridc.runtime.keras.symbolic import KerasTensor, Node, is_symbolic, shapes_of, spec_of
from hybridc.runtime.keras.weighted import Weighted
from hybridc.runtime.mutable import Mutable

__all__ = ["InputSpec", "Layer"]


class InputSpec(Unchanging):
    """What a layer says of its inputs. It is kept, and not looked at: what does not fit fails where it is computed."""

    def __init__(self, dtype: Any = None, shape: Any = None, ndim: Any = None, **settings: Any) -> None:
        self.dtype, self.shape, self.ndim = dtype, shape, ndim
        self.__dict__.update(settings)


class Layer(Weighted):
    """A part of a model, as its users know `keras.layers.Layer`.

    `call` computes; `build`, which the first input is the occasion for, makes weights with `add_weight`. It predicts
    unless the call, one around it, or `apply(..., train=True)` says otherwise.
    """

    supports_masking: bool

    def build(self, input_shape: Any) -> None:
        """Makes the weights for inputs of this shape."""
        self.built = True

    def _hybridc_is_settled(self) -> bool:
        return super()._hybridc_is_settled() and all(m.__dict__.get("built", True) for m in self.modules())

    # Calls

    def call(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    @property
    def forward(self) -> Callable[..., Any]:
        """What it computes, as it was written."""
        return types.MethodType(type(self).call, self)

    def _hybridc_from_outside(self, calls: CompiledCalls, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if is_symbolic(args, kwargs):
            return self._on_symbols(args, kwargs)
        if any(isinstance(value, list) for value in (*args, *kwargs.values())):
            args, kwargs = tree_util.tree_map(_as_array, (args, kwargs), is_leaf=_is_numbers)
        return calls(args, kwargs)

    def _on_symbols(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call of the functional API: weights are made, and what comes out is symbolic."""
        if not self.built:
            run = Run({}, jax.random.key(0), self)
            run.learns_shapes = True
            with running(run), run.settling():
                self._build(args, kwargs)

        def compute(*args: Any, **kwargs: Any) -> Any:
            run = Run({}, jax.random.key(0), self)
            run.learns_shapes = True
            with running(run), disregarded():
                return self._hybridc_within(run, args, kwargs)

        with runs.tracing:
            result = spec_of(compute, args, kwargs)
        for place, tensor in enumerate(t for t in tree_util.tree_leaves(result) if isinstance(t, KerasTensor)):
            tensor.name = f"{self.name}_{place}" if place else self.name
        self._hybridc_record.nodes.append(Node(self, args, kwargs, result))
        return result

    def _hybridc_computed(self, *args: Any, **kwargs: Any) -> Any:
        signature = signature_of(type(self).call)
        args, kwargs = self._converted(args, kwargs)
        if not self.built:
            self._build(args, kwargs)
        training = self._told(signature, args, kwargs)
        mask = self._masked(signature, args, kwargs)
        with modes.calling(training):
            result = self.call(*args, **kwargs)
        if self.supports_masking or type(self).compute_mask is not Layer.compute_mask:
            set_mask(result, self.compute_mask(_first(args, kwargs), mask))
        return result

    def _converted(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Keras casts what is floating to the dtype that the layer computes in."""
        wanted = jnp.dtype(self.compute_dtype) if self._autocast else None

        def converted(leaf: Any) -> Any:
            if not isinstance(leaf, jax.Array | np.ndarray | Cell):
                return leaf
            leaf = leaf.held if isinstance(leaf, Mutable) else leaf
            if wanted is not None and leaf.dtype != wanted and jnp.issubdtype(leaf.dtype, jnp.floating):
                array = jnp.asarray(leaf, wanted)
                set_mask(array, mask_of(leaf))
                return array
            return leaf

        return tree_util.tree_map(converted, (args, kwargs))  # type: ignore[no-any-return]

    def _build(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        build = signature_of(type(self).build)
        shapes: dict[str, Any] = {}
        names = [*signature_of(type(self).call).places, *kwargs]
        for name, value in [*zip(names, args, strict=False), *kwargs.items()]:
            if (shape := shapes_of(value)) is not None:
                shapes.setdefault(f"{name}_shape", shape)
        run = runs.current()
        assert run is not None
        with run.settling(), modes.calling(None), jax.ensure_compile_time_eval():  # what it keeps are arrays
            if len(build.places) > 1 and all(name in shapes for name in build.required):
                self.build(**{name: shape for name, shape in shapes.items() if name in build.places})
            elif build.places:
                self.build(next(iter(shapes.values()), None))
            else:
                self.build()  # type: ignore[call-arg]
        self.__dict__["built"] = True

    def _told(self, signature: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | None:
        """Whether this call is in training, by Keras' order: its argument, the call around it, the default."""
        places = signature.places
        place = places.index("training") if "training" in places else -1
        if 0 <= place < len(args):
            given = args[place]
            if given is not None:
                return bool(given)
            return modes.around()[0]
        given = kwargs.pop("training", None)
        if given is None:
            around, is_within = modes.around()
            given = around if is_within else (True if self.__dict__["training"] else None)
        if given is None:
            given = signature.training
        told = None if given is None else bool(given)
        if told is not None and (place >= 0 or signature.takes_any):
            kwargs["training"] = told
        return told

    def _masked(self, signature: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        first = _first(args, kwargs)
        mask = mask_of(first)
        if "mask" in signature.places and kwargs.get("mask") is None and mask is not None:
            if signature.places.index("mask") >= len(args):
                kwargs["mask"] = mask
        return kwargs.get("mask") if kwargs.get("mask") is not None else mask

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return previous_mask

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of what comes out, with the weights that inputs of this shape need."""
        tensor = tree_util.tree_map(
            lambda shape: KerasTensor(shape),
            input_shape,
            is_leaf=lambda s: isinstance(s, tuple | list) and _is_shape(s),
        )
        before = list(self._hybridc_record.nodes)
        result = self._on_symbols((tensor,), {})
        self._hybridc_record.nodes[:] = before
        return tree_util.tree_map(lambda t: t.shape, result)

    def compute_output_spec(self, *args: Any, **kwargs: Any) -> Any:
        """What comes out of a call with these symbolic tensors, as such tensors."""
        before = list(self._hybridc_record.nodes)
        result = self._on_symbols(args, kwargs)
        self._hybridc_record.nodes[:] = before
        return result

    def add_loss(self, loss: Any) -> None:
        """Nothing: what is learned from is what the training step computes."""

    def add_metric(self, *args: Any, **kwargs: Any) -> None:
        """Nothing."""

    # What the functional API knows of a layer

    @property
    def input(self) -> Any:
        return self._node().args[0]

    @property
    def output(self) -> Any:
        return self._node().result

    @property
    def input_shape(self) -> Any:
        return shapes_of(self.input)

    @property
    def output_shape(self) -> Any:
        return shapes_of(self.output)

    def _node(self) -> Node:
        nodes = self._hybridc_record.nodes
        if not nodes:
            raise AttributeError(f"The layer {self.name} has never been called and thus has no defined output.")
        return nodes[0]

    def get_config(self) -> dict[str, Any]:
        """What a layer like this one is made with: its own arguments too, unless its class says that itself."""
        return {"name": self.name, "trainable": self.trainable, "dtype": configs.policy(self._dtype)} | self._settled()

    def _settled(self) -> dict[str, Any]:
        """The arguments of Keras' class, as the layer took them; those of a user's class that says nothing of them."""
        if self._hybridc_record.arguments is not None:
            own = configs.called_with(*self._hybridc_record.arguments)
            held = {n: v for n, v in self.__dict__.items() if not (n.endswith(_OF_WEIGHTS) and isfunction(v))}
            of_weights = {n: v for n, v in held.items() if n.endswith(_OF_WEIGHTS)}
            own |= {n: v for n, v in of_weights.items() if v is not None or not n.startswith("moving_")}
            own |= {n: v for n, v in held.items() if n in own and configs.is_plain(v)}
        elif type(self).get_config is Layer.get_config and not configs.is_built_in(type(self)):
            own = self._given()
        else:
            own = {}
        own = {name: value for name, value in own.items() if name not in _OF_ALL}
        return {n: configs.plain(v) for n, v in own.items() if v is not None or n != "activity_regularizer"}

    def _given(self) -> dict[str, Any]:
        """What the class of a user was called with."""
        args, kwargs = self._hybridc_record.given
        return dict(zip(signature_of(type(self).__init__).places, args, strict=False)) | kwargs

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Any:
        """A layer like the one that the configuration is of, ours or Keras'."""
        if not configs.is_built_in(cls):
            return cls(**config)
        return cls(**{name: _revived(value) for name, value in configs.understood(config).items()})


_OF_WEIGHTS = ("_initializer", "_regularizer", "_constraint")
_OF_ALL = frozenset({"name", "trainable", "dtype", "autocast", "weights", "fused", "input_shape", "batch_input_shape"})


def _revived(value: Any) -> Any:
    """Layers of Keras' take layers; what else they take, they make of configurations by themselves."""
    if isinstance(value, list) and any(isinstance(v, Mapping) for v in value):
        return [_revived(each) for each in value]
    if isinstance(value, Mapping) and "class_name" in value and value.get("class_name") != "DTypePolicy":
        return deserialize_keras_object(value)
    return value


def _first(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return args[0] if args else next(iter(kwargs.values()), None)


def _is_shape(value: Iterable[Any]) -> bool:
    return all(isinstance(size, int | None) for size in value)


def _is_numbers(value: Any) -> bool:
    """A list that Keras takes for an array."""
    return isinstance(value, list) and bool(value) and not any(hasattr(v, "shape") for v in value)


def _as_array(value: Any) -> Any:
    return jnp.asarray(value) if _is_numbers(value) else value
