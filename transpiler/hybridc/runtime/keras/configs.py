"""What layers, and what they are made of, were made with: as dicts of plain values, and made anew of such dicts."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

__all__ = [
    "called_with",
    "custom_objects",
    "deserialize",
    "get_registered_name",
    "get_registered_object",
    "is_built_in",
    "is_plain",
    "keeping_arguments",
    "plain",
    "policy",
    "register",
    "serialize",
    "understood",
]

_registered: dict[str, Any] = {}
_HERE = __name__.rpartition(".")[0]


def is_built_in(kind: type) -> bool:
    """The class is one of Keras', and no user's."""
    return f"{kind.__module__}.".startswith(f"{_HERE}.")


def keeping_arguments(init: Callable[..., None]) -> Callable[..., None]:
    """The constructor of a layer of Keras', which keeps what it was called with: the outermost of its class does."""

    @functools.wraps(init)
    def keeps(self: Any, *args: Any, **kwargs: Any) -> None:
        if self._hybridc_record.arguments is None:
            self._hybridc_record.arguments = init, args, kwargs
        init(self, *args, **kwargs)

    return keeps


def called_with(init: Callable[..., None], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call of a constructor by their names, with those that were left out."""
    bound = inspect.signature(init).bind(None, *args, **kwargs)
    bound.apply_defaults()
    found = dict(list(bound.arguments.items())[1:])
    others: dict[str, Any] = found.pop("kwargs", {})
    return found | others


def policy(dtype: str) -> dict[str, Any]:
    """The dtype of a layer as Keras writes it."""
    return {"module": "keras", "class_name": "DTypePolicy", "config": {"name": dtype}, "registered_name": None}


def is_plain(value: Any) -> bool:
    """The value is one of a configuration as it is, or the function that a layer found for one."""
    if isinstance(value, tuple | list):
        return all(map(is_plain, value))
    return isinstance(value, str | int | float | bool) or inspect.isfunction(value)


# What Keras has more, by the values with which it changes nothing.
_NOTHING = {
    "quantization_config": None, "input_axes": None, "output_axes": None, "renorm_clipping": None,
    "renorm_momentum": 0.99, "rms_scaling": False, "fill_mode": "constant", "fill_value": 0.0, "ragged": False,
}  # fmt: skip


def understood(config: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration of Keras' without what changes nothing there."""
    return {n: v for n, v in config.items() if not (n in _NOTHING and (v is None or v == _NOTHING[n]))}


def custom_objects(name: str, given: Mapping[str, Any] | None = None) -> Any:
    """What goes by a registered name, or by the name of a class or function; None if there is none."""
    if given and name in given:
        return given[name]
    last = name.rpartition(">")[2]
    if given and last in given:
        return given[last]
    return _registered.get(name) or next((v for k, v in _registered.items() if k.rpartition(">")[2] == last), None)


def register(package: Any = "Custom", name: str | None = None) -> Callable[[Any], Any]:
    """A decorator: the class or function can be made anew of a configuration. Raises ValueError for another object."""

    def decorate(item: Any) -> Any:
        if inspect.isclass(item) and not hasattr(item, "get_config"):
            raise ValueError("Cannot register a class that does not have a get_config() method.")
        _registered[f"{package}>{name or item.__name__}"] = item
        return item

    return decorate


def get_registered_name(item: Any) -> str:
    """The name that it was registered by, or its own."""
    return next((name for name, held in _registered.items() if held is item), str(item.__name__))


def get_registered_object(name: str, custom_objects: Any = None, module_objects: Any = None) -> Any:
    """What was registered by a name; None if nothing was."""
    return (custom_objects or {}).get(name) or _registered.get(name) or (module_objects or {}).get(name)


def plain(value: Any) -> Any:
    """A value of a configuration."""
    if isinstance(value, list | tuple):
        return type(value)(plain(each) for each in value) if type(value) in (list, tuple) else [*map(plain, value)]
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "get_config"):
        return serialize(value)
    is_function = inspect.isfunction(value) and value.__name__ != "<lambda>"
    return get_registered_name(value) if is_function else value


def serialize(item: Any) -> Any:
    """A layer, an initializer or another object with a configuration as Keras' dict; a function as its name."""
    if item is None or not hasattr(item, "get_config"):
        return plain(item)
    kind = type(item)
    registered = next((name for name, held in _registered.items() if held is kind), None)
    if is_built_in(kind):
        place = kind.__module__.removeprefix(f"{_HERE}.").partition(".")[0]
        module: str | None = "keras" if place == "model" else f"keras.{place}"
    else:
        module, registered = kind.__module__, registered or kind.__name__
    return {
        "module": module,
        "class_name": kind.__name__,
        "config": item.get_config(),
        "registered_name": registered,
    }


def deserialize(config: Any, custom: Mapping[str, Any] | None, known: Mapping[str, Any], what: str) -> Any:
    """What a dict of `serialize` says, or one of Keras'. Raises ValueError for a name that nobody knows."""
    if not isinstance(config, Mapping) or "class_name" not in config:
        raise ValueError(f"a configuration is a dict with `class_name` and `config`. Received: {config!r}")
    name = str(config.get("registered_name") or config["class_name"])
    kind = custom_objects(name, custom) or custom_objects(str(config["class_name"]), custom)
    kind = kind or known.get(str(config["class_name"]))
    if kind is None:
        raise ValueError(
            f"Unknown {what}: {config['class_name']!r}. Decorate its class with "
            "`@keras.saving.register_keras_serializable()`, or name it in `custom_objects`"
        )
    settings = config.get("config", {})
    if not isinstance(settings, Mapping):
        return kind
    settings = understood(settings) if inspect.isclass(kind) and is_built_in(kind) else settings
    return kind.from_config(dict(settings)) if hasattr(kind, "from_config") else kind(**settings)
