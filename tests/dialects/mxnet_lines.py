"""Calls that were recorded from MXNet, and what the lines of the tables give for them."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.dialects.entry import Entry
from hybridc.dialects.mxnet import MXNET
from hybridc.runtime import numpy_like
from hybridc.runtime.core.runs import Run, running
from hybridc.runtime.gluon import ops

FOLDER = Path(__file__).parents[1] / "recordings" / "mxnet"
RIGHT = {"jnp": jnp, "jax": jax, "lax": lax, "ops": ops, "numpy_like": numpy_like}
_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod", ast.Pow: "pow", ast.MatMult: "matmul",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Gt: "gt", ast.GtE: "ge", ast.Lt: "lt", ast.LtE: "le", ast.USub: "neg", ast.Invert: "invert",
}  # fmt: skip
_REFLECTED = {"eq": "eq", "ne": "ne", "gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}


@dataclass(frozen=True)
class Recording:
    """A call: `outputs` and `slopes` are what MXNet gave, `said` the representation of what is no array."""

    text: str
    training: bool
    inputs: Mapping[str, Any]
    outputs: tuple[Any, ...]
    is_list: bool
    slopes: Mapping[str, Any]
    said: str | None
    arrays: str  # what lines of methods begin with

    @property
    def function(self) -> str:
        """The name that is called, or the kind of expression."""
        node = ast.parse(self.text, mode="eval").body
        return ast.unparse(node.func) if isinstance(node, ast.Call) else type(node).__name__


@cache
def recordings(name: str) -> tuple[Recording, ...]:
    """The calls of a file."""
    return tuple(_read(name))


def _read(name: str) -> Iterator[Recording]:
    with np.load(FOLDER / f"{name}.npz") as file:
        inputs = {n: file[n] for n in file.files if n not in ("cases", "values")}
        values, start = file["values"], 0
        cases = json.loads(bytes(file["cases"]))

    def taken(dtype: str, shape: list[int]) -> Any:
        nonlocal start
        size = int(np.prod(shape))
        start += size
        return values[start - size : start].reshape(shape).astype(dtype)

    for case in cases:
        given = {n: inputs[n] for n in case["inputs"]}
        outputs = tuple(taken(*each) for each in case.get("outputs", ()))
        slopes = {n: taken("float32", list(inputs[n].shape)) for n in case.get("gradients", ())}
        arrays = "ndarray" if name.endswith("_np") else "NDArray"
        yield Recording(
            case["text"], case["training"], given, outputs, case.get("is_list", False), slopes, case.get("said"), arrays
        )


class Expression:
    """What the lines give for an expression over inputs. `entries`: the lines that were taken, the outermost last."""

    def __init__(self, recording: Recording) -> None:
        self.tree = ast.parse(recording.text, mode="eval").body
        self.arrays = recording.arrays
        self.entries: list[tuple[Entry, Any]] = []

    def value(self, inputs: Mapping[str, Any]) -> Any:
        self.inputs = inputs
        return self._value(self.tree)

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(id=name) if name in self.inputs:
                return self.inputs[name]
            case ast.Call(func=function):
                return self._called(node, function)
            case ast.Attribute():
                return self._attribute(node)
            case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._operator(_OPERATORS[type(op)], self._value(left), self._value(right))
            case ast.UnaryOp(op=op, operand=operand):
                found = self._value(operand)
                return self._method(f"__{_OPERATORS[type(op)]}__", (found,), {}) if is_array(found) else -found
            case ast.Subscript(value=value, slice=key):
                return self._method("__getitem__", (self._value(value), self._index(self._value(key))), {})
            case ast.Tuple(elts=parts):
                return tuple(self._value(p) for p in parts)
            case ast.List(elts=parts):
                return [self._value(p) for p in parts]
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(None if b is None else self._value(b) for b in (lower, upper, step)))
        return ast.literal_eval(node)

    def _index(self, key: Any) -> Any:
        """An index as the lines of subscripts say it, where they do."""
        is_said = is_array(key) and f"{self.arrays}.__index__" in MXNET
        return self._method("__index__", (key,), {}) if is_said else key

    def _operator(self, name: str, left: Any, right: Any) -> Any:
        if is_array(left):
            return self._method(f"__{name}__", (left, right), {})
        if is_array(right):
            return self._method(f"__{_REFLECTED.get(name, 'r' + name)}__", (right, left), {})
        return {"eq": left == right, "mul": lambda: left * right}[name]

    def _called(self, node: ast.Call, function: ast.expr) -> Any:
        arguments = tuple(self._value(a) for a in node.args)
        keywords = {k.arg: self._value(k.value) for k in node.keywords if k.arg is not None}
        name = qualified(function)
        if name is not None:
            return self._taken(name, arguments, keywords)
        if isinstance(function, ast.Name):
            return {"str": str, "len": len, "abs": lambda x: self._method("__abs__", (x,), {})}[function.id](*arguments)
        assert isinstance(function, ast.Attribute)
        return self._method(function.attr, (self._value(function.value), *arguments), keywords)

    def _attribute(self, node: ast.Attribute) -> Any:
        name = qualified(node)
        if name is not None and not name.startswith("numpy."):
            entry = next(e for e in MXNET.lookup(name) if e.parameters is None)
            return eval(entry.target or "", dict(RIGHT))
        if name is not None:
            return getattr(np, node.attr)
        entry = next(e for e in MXNET.lookup(f"{self.arrays}.{node.attr}") if e.parameters is None)
        return self._run(entry, {"self": self._value(node.value)}, (), {})

    def _method(self, name: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return self._taken(f"{self.arrays}.{name}", arguments, keywords)

    def _taken(self, name: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        for entry in MXNET.lookup(name):
            if entry.target is None or entry.parameters is None:
                continue
            places = entry.bind(len(arguments), keywords)
            if places is not None:
                return self._run(entry, _bound(entry, places[0], arguments, keywords), arguments, keywords)
        raise LookupError(f"no line of {name} takes {arguments}, {keywords}")

    def _run(self, entry: Entry, bound: dict[str, Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        assert entry.target is not None
        tree = ast.parse(entry.target, mode="eval")
        scope = {**RIGHT, **bound}
        if entry.passes_on:
            rest = arguments[1:] if entry.target.startswith("self.") else arguments
            found = eval(compile(tree, "<line>", "eval"), scope)(*rest, **keywords)
        else:
            absent = {p.name for p in entry.parameters or () if p.name not in bound}
            found = eval(compile(ast.fix_missing_locations(_Without(absent).visit(tree)), "<line>", "eval"), scope)
        first = next((v for v in bound.values() if is_array(v)), None)
        self.entries.append((entry, (first, found)))
        return found


def _bound(
    entry: Entry, names: tuple[str, ...], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> dict[str, Any]:
    bound: dict[str, Any] = {p.name: () for p in entry.parameters or () if p.variadic}
    for name, value in zip(names, arguments, strict=True):
        bound[name] = (
            (*bound[name], value) if isinstance(bound.get(name), tuple) and _is_variadic(entry, name) else value
        )
    return {**bound, **keywords}


def _is_variadic(entry: Entry, name: str) -> bool:
    return any(p.name == name and p.variadic for p in entry.parameters or ())


class _Without(ast.NodeTransformer):
    """A right side without the arguments that the call does not pass."""

    def __init__(self, absent: set[str]) -> None:
        self.absent = absent

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        node.args = [a for a in node.args if not self._is_absent(a)]
        node.keywords = [k for k in node.keywords if not self._is_absent(k.value)]
        return node

    def _is_absent(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.absent


def qualified(node: ast.expr) -> str | None:
    """The name in MXNet's or NumPy's modules that an expression means."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    roots = {"nd": "mxnet.nd", "mx": "mxnet", "np": "numpy", "mnp": "mxnet.np", "npx": "mxnet.npx"}
    return ".".join([roots[node.id], *parts]) if isinstance(node, ast.Name) and node.id in roots and parts else None


def is_array(value: Any) -> bool:
    return isinstance(value, jax.Array)


def in_mode(training: bool, function: Callable[[], Any]) -> Any:
    """What a function gives in a model that runs in that mode."""
    root: Any = SimpleNamespace(training=training, _hybridc_cells=dict, modules=tuple)
    with running(Run({}, jax.random.key(0), root)):
        return function()
