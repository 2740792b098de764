"""Inputs in `.npz` files: arrays by name, and in a member beside them how they are put together. No pickle."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np

from hybridc.runtime.weights.numpy_archives import write_npz
from hybridc.verification.child.arguments import Unusable
from hybridc.verification.child.copying import offset_in, owner_of
from hybridc.verification.child.structure import children
from hybridc.verification.protocol import LAYOUT

_PLAIN = {
    np.dtype(t) for t in ("float64", "int64", "bool", "complex128")
}  # numbers of Python's, as `np.savez` has them
Node = dict[str, Any]


def save(path: str, function: str, arguments: Mapping[str, object], own: frozenset[str]) -> None:
    """Writes the arguments, so that they can be read as they are. Raises Unusable for what no file can hold."""
    store = _Store(own)
    layout = {"function": function, "arguments": {name: store.node(v, name) for name, v in arguments.items()}}
    with open(path, "wb") as file:  # `np.savez` takes the names of its own parameters for something else
        write_npz(file, store.arrays)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(LAYOUT, json.dumps(layout))


class _Store:
    """The arrays of a file by their keys; `keys` are those of the arrays that own their memory, by identity."""

    def __init__(self, own: frozenset[str]) -> None:
        self.own = own
        self.arrays: dict[str, np.ndarray] = {}
        self.keys: dict[int, str] = {}

    def node(self, value: object, path: str) -> Node:
        """How to make the value again."""
        if isinstance(value, np.ndarray):
            return self._array(value, path)
        if isinstance(value, np.generic):
            self.arrays[path] = np.asarray(value)
            return {"scalar": path}
        if value is None or isinstance(value, bool | str):
            return {"value": value}
        if isinstance(value, int):
            return {"int": str(value)}
        if isinstance(value, float):
            return {"float": value.hex()}
        if isinstance(value, complex):
            return {"complex": [value.real.hex(), value.imag.hex()]}
        if isinstance(value, dict):
            pairs = [[self.node(k, path), self.node(v, f"{path}[{k!r}]")] for k, v in value.items()]
            return {"dict": pairs}
        parts = children(value, self.own)
        if parts is None or hasattr(value, "_fields"):
            raise Unusable(f"`{path}` is of type {type(value).__name__}, which a .npz file does not hold")
        nodes = {step: self.node(each, path + step) for step, each in parts.items()}
        if isinstance(value, list | tuple):
            return {"tuple" if isinstance(value, tuple) else "list": list(nodes.values())}
        return {"object": type(value).__name__, "attributes": {k[1:]: v for k, v in nodes.items()}}

    def _array(self, value: np.ndarray, path: str) -> Node:
        owner = owner_of(value)
        if owner.dtype.hasobject or type(owner) is not np.ndarray:
            raise Unusable(f"`{path}` holds objects, which a .npz file does not hold")
        if not (owner.flags.c_contiguous or owner.flags.f_contiguous):
            owner = value = value.copy()
        if id(owner) not in self.keys:
            key = path if owner is value else f"memory of {path}"
            self.keys[id(owner)] = key
            self.arrays[key] = owner
        key = self.keys[id(owner)]
        if owner is value:
            return {"array": key}
        return {
            "view": key, "offset": offset_in(owner, value), "shape": list(value.shape),
            "strides": list(value.strides), "dtype": value.dtype.str,
        }  # fmt: skip


def load(path: str, classes: Mapping[str, type]) -> dict[str, object]:
    """The arguments in a file: of one that `save` wrote as they were, of others the arrays by their names.

    An array without dimensions is a number of Python's if it is of a dtype that those have. Raises Unusable.
    """
    try:
        with np.load(path, allow_pickle=False) as file, zipfile.ZipFile(path) as archive:
            arrays = {key: file[key] for key in file.files if key != LAYOUT}
            layout = json.loads(archive.read(LAYOUT)) if LAYOUT in archive.namelist() else None
        if layout is None:
            return {key: _plain(value) for key, value in arrays.items()}
        return {name: _made(node, arrays, classes) for name, node in layout["arguments"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise Unusable(f"the inputs in {path} cannot be read: {error}") from error


def _plain(value: np.ndarray) -> object:
    if value.ndim:
        return value
    return value.item() if value.dtype in _PLAIN or value.dtype.kind == "U" else value[()]


def _made(node: Node, arrays: Mapping[str, np.ndarray], classes: Mapping[str, type]) -> object:
    kind, content = next(iter(node.items()))
    match kind:
        case "array":
            return arrays[content]
        case "scalar":
            return arrays[content][()]
        case "view":
            shape, strides = tuple(node["shape"]), tuple(node["strides"])
            return np.ndarray(shape, np.dtype(node["dtype"]), arrays[content], node["offset"], strides)
        case "value":
            return content
        case "int":
            return int(content)
        case "float":
            return float.fromhex(content)
        case "complex":
            return complex(*map(float.fromhex, content))
        case "tuple":
            return tuple(_made(each, arrays, classes) for each in content)
        case "list":
            return [_made(each, arrays, classes) for each in content]
        case "dict":
            return {_made(k, arrays, classes): _made(v, arrays, classes) for k, v in content}
    made: object = object.__new__(classes[content])
    for name, each in node["attributes"].items():
        object.__setattr__(made, name, _made(each, arrays, classes))
    return made
