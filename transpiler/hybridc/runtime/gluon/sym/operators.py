"""The operators that symbols are made of: MXNet's names for each, the inputs that it takes, and what computes it.

    own(inputs) = names -> function

`own` is the name in files. `names` are those in Python, the same where none are given; `function` is one of `ops`, that
of the first name where none is given. Inputs with a star are as many as a call gives.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
from jax import lax

from hybridc.runtime.gluon import ops
from hybridc.runtime.gluon.sym.table import TABLE

__all__ = ["HIDDEN", "Operator", "by_own_name", "operator", "public_names"]

HIDDEN = frozenset({"ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope"})

# Attributes that say nothing of values, here or anywhere.
_SILENT = frozenset({"num_args", "ctx", "is_int", "cudnn_off", "cudnn_tune", "workspace", "sparse_grad"})
# And those that say nothing as long as they are this.
_USUAL: dict[str, dict[str, Any]] = {
    "BatchNorm": {"min_calib_range": None, "max_calib_range": None},
    "LeakyReLU": {"min_calib_range": None, "max_calib_range": None},
    "Reshape": {"target_shape": (), "keep_highest": False},
    "Deconvolution": {"target_shape": ()},
    "SoftmaxOutput": {"out_grad": False},
    "dot": {"forward_stype": None},
    "batch_dot": {"forward_stype": None},
    "_contrib_SyncBatchNorm": {"ndev": 1},
    "_arange": {"infer_range": False},
}
_IGNORED = {"_contrib_SyncBatchNorm": {"key"}}
# Here they stand in another order than in MXNet: calls give them by name.
_NAMED = frozenset({"LRN", "SoftmaxOutput", "Deconvolution", "_random_uniform", "_random_normal", "_random_randint"})
_LINE = re.compile(r"(\w+)\((.*?)\)(?: = ([\w. ]+?))?(?: -> (\w+))?")


@dataclass(frozen=True)
class Operator:
    """`inputs`: names of its inputs, of which calls may leave out any; `is_variadic`: it takes as many as there are."""

    name: str
    inputs: tuple[str, ...]
    is_variadic: bool
    compute: Callable[..., Any]

    @functools.cached_property
    def attributes(self) -> tuple[str, ...]:
        """The names of its attributes, in the order in which calls may give them by position."""
        parameters = inspect.signature(self.compute).parameters.values()
        named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        return tuple(named[1:] if self.is_variadic else [n for n in named if n not in self.inputs])

    @property
    def places(self) -> tuple[str, ...]:
        """The names of what calls may give by position."""
        return self.inputs if self.name in _NAMED else (*self.inputs, *self.attributes)

    def expect_known(self, attributes: Mapping[str, Any]) -> None:
        """Raises TypeError for an attribute that the operator has not, or has not here."""
        for name, value in self.meaning(attributes).items():
            if name not in self.attributes:
                raise TypeError(f"the operator `{self.name}` is not known with {name}={value!r}")

    def meaning(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes that say something of values, as numbers and tuples."""
        usual, ignored = _USUAL.get(self.name, {}), _IGNORED.get(self.name, set()) | _SILENT
        found = {k: value_of(v) for k, v in attributes.items() if k not in ignored and not is_mark(k)}
        return {k: v for k, v in found.items() if not (k in usual and usual[k] == v)}

    def input_names(self, attributes: Mapping[str, Any]) -> tuple[str, ...]:
        """The inputs that a node with these attributes has."""
        meaning = self.meaning(attributes)
        return tuple(name for name in self.inputs if _is_there(self.name, name, meaning))

    def output_names(self, attributes: Mapping[str, Any]) -> tuple[str, ...]:
        """What outputs are called behind the name of a node."""
        meaning = self.meaning(attributes)
        if self.name == "SliceChannel":
            count = int(meaning["num_outputs"])
        elif self.name == "_split_v2":
            count = int(meaning.get("sections", 0)) or len(meaning["indices"])
        elif meaning.get("output_mean_var"):
            return ("output", "mean", "var") if self.name.endswith("BatchNorm") else ("output", "mean", "std")
        elif self.name == "RNN" and meaning.get("state_outputs"):
            return ("output", "state_output", "statecell_output")[: 3 if meaning["mode"] == "lstm" else 2]
        elif self.name in ("moments", "_linalg_slogdet") or (self.name == "topk" and meaning.get("ret_typ") == "both"):
            count = 2
        else:
            count = 1
        return ("output",) if count == 1 else tuple(f"output{n}" for n in range(count))

    def __call__(self, inputs: list[Any], attributes: Mapping[str, Any]) -> Any:
        """What a node gives: an array, or a list of several."""
        meaning = self.meaning(attributes)
        if self.is_variadic:
            return self.compute(inputs, **meaning)
        return self.compute(**dict(zip(self.input_names(attributes), inputs, strict=True)), **meaning)


def is_mark(name: str) -> bool:
    """An attribute for whoever reads the graph, which the operator does not look at."""
    return (name.startswith("__") and name.endswith("__")) or name in HIDDEN


def value_of(value: Any) -> Any:
    """What MXNet reads in an attribute: text is what it says, `"(2, 2)"` and `"True"`, and lists are tuples."""
    if isinstance(value, list):
        return tuple(value)
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text in _WORDS:
        return _WORDS[text]
    if text[:1] in ("(", "[") and text[-1:] in (")", "]"):
        return tuple(value_of(part) for part in text[1:-1].split(",") if part.strip())
    if _NUMBER.fullmatch(text):
        return int(text) if _INTEGER.fullmatch(text) else float(text)
    return value


_WORDS = {"True": True, "False": False, "true": True, "false": False, "None": None}
_INTEGER = re.compile(r"[+-]?\d{1,40}")
_NUMBER = re.compile(r"[+-]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[+-]?\d{1,4})?")


def _is_there(operator: str, name: str, meaning: Mapping[str, Any]) -> bool:
    if name == "bias":
        return not meaning.get("no_bias", operator == "Deconvolution")
    if name == "gamma" and operator == "LeakyReLU":
        return bool(meaning.get("act_type", "leaky") == "prelu")
    if name == "state_cell":
        return bool(meaning.get("mode") == "lstm")
    if name == "like":
        return bool(meaning.get("mode", "size") == "like")
    if name in ("sequence_length", "length", "data_lengths", "label_lengths"):
        return bool(meaning.get(f"use_{name}", False))
    return True


def _transpose(data: Any, axes: Any = ()) -> Any:
    return ops.transpose(data, axes) if axes else data.T


def _split(data: Any, indices: Any = (), axis: int = 0, squeeze_axis: bool = False, sections: int = 0) -> Any:
    """Places where parts begin, of which the first is 0, or so many parts."""
    return ops.split_v2(data, sections or tuple(indices[1:]), axis=axis, squeeze_axis=squeeze_axis)


def _batch_normalized(
    data: Any, gamma: Any, beta: Any, moving_mean: Any, moving_var: Any, eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
) -> Any:  # fmt: skip
    options = {"fix_gamma": fix_gamma, "use_global_stats": use_global_stats, "output_mean_var": output_mean_var}
    return ops.BatchNorm(data, gamma, beta, moving_mean, moving_var, eps, momentum, **options)


def _filled(value: Any) -> Callable[..., Any]:
    def made(shape: Any, dtype: Any = None) -> Any:
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        if 0 in sizes:
            raise ValueError(f"the shape {sizes} has sizes that MXNet infers: give the array as a variable")
        return jnp.full(sizes, value, dtype or "float32")

    return made


def _full(shape: Any, value: float, dtype: Any = None) -> Any:
    return _filled(value)(shape, dtype)


_WRITTEN: dict[str, Callable[..., Any]] = {
    "zeros_like": lambda data: jnp.zeros_like(data),
    "ones_like": lambda data: jnp.ones_like(data),
    "square": lambda data: jnp.square(data),
    "sign": lambda data: jnp.sign(data),
    "negative": lambda data: jnp.negative(data),
    "_copy": lambda data: jnp.asarray(data),
    "BlockGrad": lambda data: lax.stop_gradient(data),
    "transpose": _transpose,
    "reverse": lambda data, axis: jnp.flip(data, axis),
    "expand_dims": lambda data, axis: jnp.expand_dims(data, axis),
    "tile": lambda data, reps: jnp.tile(data, reps),
    "repeat": lambda data, repeats, axis=None: jnp.repeat(data, repeats, axis=axis),
    "add_n": lambda args: ops.add_n(*args),
    "broadcast_power": lambda lhs, rhs: ops.power(lhs, rhs),
    "_power": lambda lhs, rhs: ops.power(lhs, rhs),
    "_sample_normal": lambda mu, sigma, shape=None, dtype=None: ops.normal(mu, sigma, shape=shape, dtype=dtype),
    "_contrib_SyncBatchNorm": _batch_normalized,
    "_split_v2": _split,
    "_zeros": _filled(0),
    "_ones": _filled(1),
    "_full": _full,
}


def _of_scalar(function: Callable[..., Any], is_right: bool) -> Callable[..., Any]:
    if is_right:
        return lambda data, scalar: function(scalar, data)
    return lambda data, scalar: function(data, scalar)


def _compute(own: str, names: list[str], function: str | None) -> Callable[..., Any]:
    if own in _WRITTEN:
        return _WRITTEN[own]
    if own.endswith("_scalar"):
        return _of_scalar(getattr(ops, function or ""), own.startswith("_r"))
    found = function or next(n.rpartition(".")[2] for n in [*names, own] if hasattr(ops, n.rpartition(".")[2]))
    return getattr(ops, found)  # type: ignore[no-any-return]


@functools.cache
def _operators() -> tuple[dict[str, Operator], dict[str, Operator]]:
    """By the names in files, and by those in Python."""
    own, public = {}, {}
    for line in filter(None, map(str.strip, TABLE.splitlines())):
        match = _LINE.fullmatch(line)
        assert match is not None, line
        name, taken = match[1], match[2]
        names = match[3].split() if match[3] else [name]
        inputs = tuple(each.strip() for each in taken.replace("*", "").split(",") if each.strip())
        own[name] = Operator(name, inputs, "*" in taken, _compute(name, names, match[4]))
        public.update(dict.fromkeys(names, own[name]))
    return own, public


def by_own_name(name: str) -> Operator:
    """The operator that files call so. Raises KeyError."""
    return _operators()[0][name]


def operator(name: str) -> Operator | None:
    """The operator that Python calls so, `FullyConnected` or `contrib.box_iou`, if it is known."""
    return _operators()[1].get(name)


def public_names() -> tuple[str, ...]:
    return tuple(_operators()[1])
