"""Symbolic tensors: what the functional API hands from layer to layer, before there are any numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
from jax import tree_util

from hybridc.runtime.core.registry import Unchanging

__all__ = ["KerasTensor", "Node", "get_source_inputs", "is_symbolic", "recorded", "shapes_of"]

# Sizes that stand for an unknown one: what comes out as one of them, and as the other, is unknown as well.
_STAND_INS = (83, 89)


class KerasTensor(Unchanging):
    """An array that is to come: of a shape, in which None is a size that is not known, and a dtype.

    `node`: the call that gives it, as its `index`-th array.
    """

    __slots__ = ("dtype", "index", "name", "node", "shape")
    __array_priority__ = 1000

    def __init__(self, shape: Sequence[int | None], dtype: Any = "float32", name: str | None = None) -> None:
        self.shape = tuple(shape)
        self.dtype = jnp.dtype(dtype).name
        self.name = name
        self.node: Node | None = None
        self.index = 0

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        if not self.shape or self.shape[0] is None:
            raise TypeError("len() of a symbolic tensor whose first size is not known")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        return recorded(_item)(self, index)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _METHODS:
            raise AttributeError(f"a symbolic tensor has no attribute `{name}`")
        return functools.partial(recorded(_METHODS[name]), self)

    def __bool__(self) -> NoReturn:
        raise TypeError("a symbolic tensor has no truth value: decide in a layer's `call`, or in a `layers.Lambda`")

    def __iter__(self) -> NoReturn:
        raise TypeError("Iterating over a symbolic KerasTensor is not supported.")

    def __jax_array__(self) -> NoReturn:
        raise TypeError(
            "a symbolic tensor has no numbers yet: functions of JAX take it in a layer's `call`, or in "
            "`layers.Lambda(function)(x)`"
        )

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        self.__jax_array__()

    def __repr__(self) -> str:
        return f"<KerasTensor shape={self.shape}, dtype={self.dtype}, name={self.name}>"


def _item(x: Any, index: Any) -> Any:
    return x[index]


_METHODS: dict[str, Callable[..., Any]] = {"astype": lambda x, dtype: x.astype(dtype), "reshape": jnp.reshape}
_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor")
_OTHERS = ("neg", "pos", "abs", "lt", "le", "gt", "ge", "invert")


def _operator(name: str) -> Callable[..., Any]:
    def method(self: KerasTensor, *operands: Any) -> Any:
        return recorded(computes)(self, *operands)

    def computes(x: Any, *operands: Any) -> Any:
        return getattr(x, name)(*map(_plain, operands))

    computes.__name__ = name.strip("_")
    return method


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | float) else jnp.asarray(value)


for _name in (*_BINARY, *(f"r{each}" for each in _BINARY), *_OTHERS):
    setattr(KerasTensor, f"__{_name}__", _operator(f"__{_name}__"))


class Node:
    """One call of a layer or a function on symbolic tensors. `arguments`: a pytree with these as leaves."""

    def __init__(self, calls: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
        self.calls = calls
        self.args = args
        self.kwargs = kwargs
        self.result = result
        for place, tensor in enumerate(tensors_in(result)):
            tensor.node, tensor.index = self, place

    @property
    def inputs(self) -> list[KerasTensor]:
        return tensors_in((self.args, self.kwargs))


def tensors_in(value: Any) -> list[KerasTensor]:
    return [leaf for leaf in tree_util.tree_leaves(value) if isinstance(leaf, KerasTensor)]


def get_source_inputs(tensor: Any) -> Any:
    """The inputs that a symbolic tensor comes from, each once; anything else as it is."""
    if not isinstance(tensor, KerasTensor):
        return tensor
    if tensor.node is None or not tensor.node.inputs:
        return [tensor]
    found = [source for each in tensor.node.inputs for source in get_source_inputs(each)]
    return list({id(source): source for source in found}.values())


def is_symbolic(args: Any, kwargs: Any) -> bool:
    return any(isinstance(leaf, KerasTensor) for leaf in tree_util.tree_leaves((args, kwargs)))


def shapes_of(value: Any) -> Any:
    """Shapes in the place of arrays."""
    if isinstance(value, list | tuple) and any(hasattr(v, "shape") for v in value):
        return [shapes_of(v) for v in value]
    if isinstance(value, dict):
        return {key: shapes_of(v) for key, v in value.items()}
    shape = getattr(value, "shape", None)
    return None if shape is None else tuple(shape)


def spec_of(compute: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What a call on symbolic tensors gives, as such tensors. It is traced on stand-ins for sizes that are unknown."""
    leaves, structure = tree_util.tree_flatten((args, kwargs))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, KerasTensor)]
    is_open = any(None in leaves[i].shape for i in places)
    found = []
    for size in _STAND_INS if is_open else _STAND_INS[:1]:
        given = [_stand_in(leaves[i], size) for i in places]

        def run(*arrays: Any) -> Any:
            filled = list(leaves)
            for place, array in zip(places, arrays, strict=True):
                filled[place] = array
            args, kwargs = tree_util.tree_unflatten(structure, filled)
            return compute(*args, **kwargs)

        found.append(jax.eval_shape(run, *given))
    if not is_open:
        return tree_util.tree_map(lambda a: KerasTensor(a.shape, a.dtype), found[0])
    return tree_util.tree_map(
        lambda a, b: KerasTensor([n if n == m else None for n, m in zip(a.shape, b.shape, strict=True)], a.dtype),
        *found,
    )


def _stand_in(tensor: KerasTensor, size: int) -> jax.ShapeDtypeStruct:
    dtype = jax.dtypes.canonicalize_dtype(tensor.dtype)
    return jax.ShapeDtypeStruct(tuple(size if n is None else n for n in tensor.shape), dtype)  # type: ignore[no-untyped-call]


def recorded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which takes symbolic tensors as well: it is then called when the model runs."""

    @functools.wraps(function, updated=())
    def takes_symbols(*args: Any, **kwargs: Any) -> Any:
        if not is_symbolic(args, kwargs):
            return function(*args, **kwargs)
        result = spec_of(function, args, kwargs)
        Node(function, args, kwargs, result)
        return result

    return takes_symbols
