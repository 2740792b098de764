"""`keras.saving`, `keras.layers.serialize` and what belongs to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hybridc.runtime.keras import activations, configs, initializers, losses, regularizers
from hybridc.runtime.keras.configs import get_registered_name, get_registered_object, serialize
from hybridc.runtime.keras.configs import register as register_keras_serializable

__all__ = [
    "deserialize_keras_object",
    "deserialize_layer",
    "get_registered_name",
    "get_registered_object",
    "know_layers",
    "register_keras_serializable",
    "serialize",
]

_layers: dict[str, Any] = {}


def know_layers(named: Mapping[str, Any]) -> None:
    """What configurations may name: layers and models, which make those that they hold anew with what is here."""
    _layers.update(_classes(named))


def _classes(*named: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for each in named for name, value in each.items() if name[0].isupper()}


def deserialize_layer(config: Mapping[str, Any], custom_objects: Mapping[str, Any] | None = None) -> Any:
    """The layer of a configuration, of ours or of Keras'. Raises ValueError for a class that nobody knows."""
    return configs.deserialize(config, custom_objects, _layers, "layer")


def deserialize_keras_object(
    config: Any, custom_objects: Mapping[str, Any] | None = None, safe_mode: bool = True, **kwargs: Any
) -> Any:
    """The layer, initializer, regularizer, loss or function of a configuration; plain values as they are."""
    if isinstance(config, str):
        return configs.custom_objects(config, custom_objects) or getattr(activations, config, config)
    if isinstance(config, list | tuple):
        return type(config)(deserialize_keras_object(each, custom_objects) for each in config)
    if not isinstance(config, Mapping) or "class_name" not in config:
        return config
    name = config["class_name"]
    if name == "function":
        return deserialize_keras_object(config.get("registered_name") or config["config"], custom_objects)
    if config.get("module") == "keras.initializers":
        return initializers.deserialize(config, custom_objects)
    known = _classes(vars(losses), vars(regularizers), vars(initializers), _layers)
    return configs.deserialize(config, custom_objects, known, "class")
