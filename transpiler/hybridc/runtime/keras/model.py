"""Models: subclassed, functional, and one layer after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime.core.abstract_runs import run_abstractly
from hybridc.runtime.core.expected import ArraySpec
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.randomness import drawing_from
from hybridc.runtime.core.state import IncompatibleKeys
from hybridc.runtime.keras import configs, modes
from hybridc.runtime.keras.graph import Graph
from hybridc.runtime.keras.layer import Layer
from hybridc.runtime.keras.layers.core import InputLayer
from hybridc.runtime.keras.masks import set_mask
from hybridc.runtime.keras.naming import snake_case, unique
from hybridc.runtime.keras.saved import by_names, write_hdf5
from hybridc.runtime.keras.saving import deserialize_layer
from hybridc.runtime.keras.symbolic import KerasTensor, tensors_in

__all__ = ["Functional", "Model", "Sequential"]


class Model(Layer):
    """A model, as its users know `keras.Model`: a class with a `call`, or, with inputs and outputs, what lies between.

    Training is a function of the user's, with `net.apply(params, x, train=True, rng=key)` and `jax.grad`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        inputs, outputs = kwargs.pop("inputs", None), kwargs.pop("outputs", None)
        if args and inputs is None:
            inputs, *args = args  # type: ignore[assignment]
        if args and outputs is None:
            outputs, *args = args  # type: ignore[assignment]
        if args:
            kwargs["name"] = args[0]
        self.__dict__["_kind"] = "Functional" if outputs is not None and type(self) is Model else type(self).__name__
        super().__init__(**kwargs)
        if outputs is not None:
            self._connect(inputs, outputs)

    def _connect(self, inputs: Any, outputs: Any) -> None:
        graph = Graph(inputs, outputs)
        self._hybridc_record.graph = graph
        for layer in graph.layers():
            if isinstance(layer, Module):
                self._modules[_key(layer, self._modules)] = layer
        self.__dict__["built"] = True

    @property
    def layers(self) -> list[Any]:
        """The layers right below the model, in the order in which they came."""
        return self._below()

    def _all(self) -> list[Any]:
        """The layers, and what stands for inputs, in the order of the model."""
        return (
            [module for module in self._modules.values() if module is not None] if self._is_of_calls() else self.layers
        )

    def _is_of_calls(self) -> bool:
        return self._hybridc_record.graph is not None

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """As that of all models; places in files of Keras, and numbers in `get_weights()`, are names as well."""
        return super().load_state_dict(by_names(self, state_dict), strict)

    def load_weights(self, filepath: Any, skip_mismatch: bool = False, **kwargs: Any) -> None:
        """Reads a file of any format that is known, those of Keras among them."""
        if skip_mismatch:
            raise NotImplementedError("`skip_mismatch=True` would leave weights as they are without saying which")
        self.load(filepath)

    def save_weights(self, filepath: Any, overwrite: bool = True) -> None:
        """Writes the weights: as Keras does to a name that ends in `.h5`, or by the ending of the name."""
        if str(filepath).endswith(".h5"):
            write_hdf5(self, filepath)
        else:
            self.save(filepath)

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """Raises ValueError where there is no such layer."""
        layers = self.layers
        if index is not None:
            if len(layers) <= index:
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has {len(layers)} layers."
                )
            return layers[index]
        for layer in layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in layers]}.")

    @property
    def inputs(self) -> list[Any]:
        return tensors_in(self.input)

    @property
    def outputs(self) -> list[Any]:
        return tensors_in(self.output)

    @property
    def input(self) -> Any:
        return self._hybridc_record.graph.inputs if self._hybridc_record.graph is not None else super().input

    @property
    def output(self) -> Any:
        return self._hybridc_record.graph.outputs if self._hybridc_record.graph is not None else super().output

    def _hybridc_known_inputs(self) -> tuple[Any, ...] | None:
        if self._hybridc_record.graph is None and self._hybridc_record.sequence is None:
            return None
        return (tree_util.tree_map(lambda tensor: ArraySpec(tensor.shape, tensor.dtype), self.input),)

    def get_config(self) -> dict[str, Any]:
        """As that of layers. Raises NotImplementedError for a functional model: a function makes it anew."""
        if self._hybridc_record.graph is not None and configs.is_built_in(type(self)):
            raise NotImplementedError(
                f"the functional model `{self.name}` has no configuration here: call what made it once more, and "
                "`set_weights(net.get_weights())`"
            )
        return super().get_config()

    def _settled(self) -> dict[str, Any]:
        is_of_user = type(self).get_config is Model.get_config and not configs.is_built_in(type(self))
        return {name: configs.plain(value) for name, value in self._given().items()} if is_of_user else {}

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        if self._hybridc_record.graph is None:
            raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")
        return self._hybridc_record.graph.run(inputs, training, mask)

    def build(self, input_shape: Any = None) -> None:
        """Makes the weights of all layers for inputs of this shape, of which None is unknown."""
        if input_shape is None or modes.around()[1] or self.built:
            self.built = True
            return
        is_one = isinstance(input_shape, tuple | list) and all(isinstance(s, int | None) for s in input_shape)
        shapes = [input_shape] if is_one else list(input_shape)
        tensors = [KerasTensor(shape) for shape in shapes]
        self.__dict__["built"] = True
        self._on_symbols((tensors[0] if is_one else tensors,), {})
        self._hybridc_record.nodes.pop()

    def init(self, key: jax.Array | int, *args: Any, **kwargs: Any) -> dict[str, jax.Array]:
        """Makes the weights that are not there yet, drawn from the key, for inputs, or `jax.ShapeDtypeStruct`s."""
        with drawing_from(key):
            run_abstractly(self, args, kwargs)
        return self.parameters()

    def predict(self, x: Any, batch_size: int | None = None, verbose: Any = "auto", steps: Any = None) -> Any:
        """What the model gives for arrays, in batches of 32, as NumPy's arrays."""
        arrays = tree_util.tree_map(jnp.asarray, x)
        leaves = tree_util.tree_leaves(arrays)
        size = batch_size or 32
        parts = []
        for start in range(0, leaves[0].shape[0], size):
            part = tree_util.tree_map(lambda a: a[start : start + size], arrays)  # noqa: B023
            parts.append(tree_util.tree_map(np.asarray, self(part)))
        return tree_util.tree_map(lambda *several: np.concatenate(several), *parts)

    def predict_on_batch(self, x: Any) -> Any:
        return tree_util.tree_map(np.asarray, self(x))

    def summary(self, *args: Any, **kwargs: Any) -> None:
        """Prints the layers, their output shapes where those are known, and how many parameters they have."""
        print(f'Model: "{self.name}"')
        for layer in self.layers:
            nodes = layer._hybridc_record.nodes
            shape = tree_util.tree_map(lambda t: t.shape, nodes[-1].result) if nodes else "?"
            print(f"{layer.name} ({type(layer).__name__})  {shape}  {layer.count_params()}")
        print(f"Total params: {self.count_params()}")


Functional = Model


class Sequential(Model):
    """Layers one after the other. The weights are there once the shape of the input is known."""

    def __init__(self, layers: Iterable[Any] | None = None, trainable: bool = True, name: str | None = None) -> None:
        super().__init__(trainable=trainable, name=name)
        for layer in layers or ():
            self.add(layer)

    def add(self, layer: Any, rebuild: bool = True) -> None:
        """Adds a layer, or what an `Input` says, at the end. Raises ValueError for what is none."""
        if isinstance(layer, KerasTensor) and layer.node is not None:
            layer = layer.node.calls
        if not isinstance(layer, Module):
            raise ValueError(
                f"Only instances of `keras.Layer` can be added to a Sequential model. Received: {layer} "
                f"(of type {type(layer)})"
            )
        if any(layer is each for each in self._modules.values()):
            raise ValueError(
                "All layers added to a Sequential model should have unique names. "
                f"Name '{layer.name}' is already the name of a layer in this model."
            )
        batch_shape = layer.__dict__.get("_batch_shape")
        if not self._modules and batch_shape is not None and not isinstance(layer, InputLayer):
            self._modules["input_layer"] = InputLayer(batch_shape=batch_shape)
        self._modules[_key(layer, self._modules)] = layer
        self._advance()

    def _is_of_calls(self) -> bool:
        return True

    def get_config(self) -> dict[str, Any]:
        """The layers, and what is said of the model."""
        held = [configs.serialize(layer) for layer in self._all()]
        return {"name": self.name, "trainable": self.trainable, "dtype": configs.policy(self._dtype), "layers": held}

    @classmethod
    def from_config(cls, config: Mapping[str, Any], custom_objects: Mapping[str, Any] | None = None) -> Any:
        """The model that a configuration is of, ours or Keras', with weights of its own."""
        net = cls(name=config.get("name"))
        for layer in config["layers"]:
            net.add(deserialize_layer(layer, custom_objects))
        net.__dict__["_trainable"] = config.get("trainable", True)
        return net

    def pop(self, rebuild: bool = True) -> Any:
        """The last layer, which is taken out."""
        _, layer = list(self._modules.items())[-1]
        del self._modules[next(reversed(self._modules))]
        self._advance()
        return layer

    def _advance(self) -> None:
        """The layers are built as far as they are known, where the shape of the input is."""
        first = next(iter(self._modules.values()), None)
        self._hybridc_record.graph = None
        if not isinstance(first, InputLayer):
            self.__dict__["built"] = False
            return
        tensor = first.output
        for layer in list(self._modules.values())[1:]:
            tensor = layer(tensor)
        self._hybridc_record.sequence = first.output, tensor
        self.__dict__["built"] = len(self._modules) > 1

    @property
    def layers(self) -> list[Any]:
        return [layer for layer in self._modules.values() if not isinstance(layer, InputLayer)]

    @property
    def input(self) -> Any:
        return self._ends()[0]

    @property
    def output(self) -> Any:
        return self._ends()[1]

    def _ends(self) -> tuple[Any, Any]:
        if self._hybridc_record.sequence is None:
            raise AttributeError(f"Sequential model '{self.name}' has no inputs yet: their shape is unknown")
        return self._hybridc_record.sequence  # type: ignore[no-any-return]

    def build(self, input_shape: Any = None) -> None:
        if input_shape is not None and not isinstance(next(iter(self._modules.values()), None), InputLayer):
            if not modes.around()[1] and not self.built:
                held = list(self._modules.items())
                self._modules.clear()
                self._modules["input_layer"] = InputLayer(batch_shape=tuple(input_shape))
                self._modules.update(dict(held))
                self._advance()
        self.built = True

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        x = inputs
        set_mask(x, mask)
        for layer in self.layers:
            x = layer(x)
        return x

    def __len__(self) -> int:
        return len(self.layers)

    def __bool__(self) -> bool:
        return True


def _key(layer: Any, taken: Any) -> str:
    """What a layer is called inside of a model: its name, or the kind with a number where it has none of its own."""
    name = layer.name if layer.__dict__.get("_is_named") else snake_case(type(layer).__name__)
    return unique(name.replace(".", "_"), taken)
