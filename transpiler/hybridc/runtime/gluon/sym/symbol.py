"""Symbols: outputs of a graph of operators on arrays that are given later, as `mxnet.sym` composes them."""

from __future__ import annotations

import operator as python
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from hybridc.runtime.gluon.sym.arithmetic import Arithmetic
from hybridc.runtime.gluon.sym.composing import made
from hybridc.runtime.gluon.sym.executor import Executor, bound, simply_bound
from hybridc.runtime.gluon.sym.graph import Outputs
from hybridc.runtime.gluon.sym.operators import by_own_name, operator
from hybridc.runtime.gluon.sym.shapes import inferred

__all__ = ["Symbol"]


class Symbol(Arithmetic, Outputs):
    """One output or several, `heads`, of a graph of operators.

    Operators and methods of `mxnet.sym` make new symbols; `bind`, `eval` and `SymbolBlock` compute them by XLA.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Symbol]:
        return (Symbol([head]) for head in self.heads)

    def __bool__(self) -> NoReturn:
        raise TypeError("a symbol has no truth value: its arrays are given later")

    def __getitem__(self, index: int | str | slice) -> Symbol:
        """One output, by its place or by its name; those of a slice. Raises ValueError for a name that is not there."""
        if isinstance(index, slice):
            return Symbol(self.heads[index])
        if isinstance(index, str):
            places = [place for place, name in enumerate(self.list_outputs()) if name == index]
            if len(places) != 1:
                raise ValueError(
                    f'There are multiple outputs with name "{index}"'
                    if places
                    else f'Cannot find output that matches name "{index}"'
                )
            return Symbol([self.heads[places[0]]])
        if not isinstance(index, int):
            raise TypeError("Symbol only support integer index to fetch i-th output")
        return Symbol([self.heads[index]])

    def __call__(self, *, name: str | None = None, **kwargs: Symbol) -> Symbol:
        """The same graph with other symbols in the places of variables, by their names.

        Raises TypeError for what is no symbol, and for names that are not there.
        """
        from hybridc.runtime.gluon.sym.replacing import replaced

        return Symbol(replaced(self, kwargs, name))

    def get_internals(self) -> Symbol:
        """The outputs of all nodes, so that `symbol.get_internals()["fc1_output"]` is one in the middle."""
        return Symbol([(node, place) for node in self.nodes() for place in range(len(node.output_names()))])

    def get_children(self) -> Symbol | None:
        """What the last operators take; None for variables."""
        heads = [taken for node in dict.fromkeys(node for node, _ in self.heads) for taken in node.inputs]
        return Symbol(heads) if heads else None

    def infer_shape(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        """The shapes of arguments, outputs and auxiliary states, of those that are given by order or by name.

        Three times None, with a warning, where they do not follow from those that are given.
        """
        return inferred(self, args, kwargs)

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """The graph as MXNet writes it, which `hybridc convert` and MXNet read."""
        from hybridc.runtime.gluon.sym.files import written

        return written(self)

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Writes the graph to a file, `net-symbol.json`."""
        from hybridc.runtime.weights.replacing import in_place_of

        with in_place_of(fname) as file:
            file.write(self.tojson().encode())

    def bind(
        self, ctx: Any = None, args: Any = None, args_grad: Any = None, grad_req: Any = "write", aux_states: Any = None,
        group2ctx: Any = None, shared_exec: Any = None,
    ) -> Executor:  # fmt: skip
        """The graph with its arrays: a list in the order of `list_arguments`, or a dict. It keeps no gradients.

        Raises ValueError for arrays that are missing.
        """
        return bound(self, args, aux_states)

    def simple_bind(
        self, ctx: Any = None, grad_req: Any = "write", type_dict: Mapping[str, Any] | None = None,
        stype_dict: Any = None, group2ctx: Any = None, shared_arg_names: Any = None, shared_exec: Any = None,
        shared_buffer: Any = None, **kwargs: Any,
    ) -> Executor:  # fmt: skip
        """The graph with arrays of zeros, of the shapes that follow from those that are given by name."""
        return simply_bound(self, kwargs, type_dict or {})

    def eval(self, ctx: Any = None, **kwargs: Any) -> list[Any]:
        """The outputs for arrays that are given by name."""
        return self.bind(ctx, kwargs).forward()

    @staticmethod
    def _composed_by(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """What the function `name` of `ops` is for symbols: an operator of Python, or one of MXNet's.

        Raises TypeError for functions that are of arrays alone.
        """
        signs = _SIGNS.get(name)
        if signs is not None and len(args) == 2 and not kwargs:
            return signs(*args)
        found = operator(name)
        if found is None:
            raise TypeError(f"`{name}` takes arrays, and is given a symbol, whose arrays are given later")
        return Symbol(made(found, name, args, kwargs))

    def __abs__(self) -> Symbol:
        return Symbol(made(by_own_name("abs"), "abs", (self,), {}))

    def __getattr__(self, name: str) -> Callable[..., Symbol]:
        """Operators as methods: `symbol.reshape((0, -1))`."""
        found = operator(_METHODS.get(name, name)) if not name.startswith("_") else None
        if found is None:
            raise AttributeError(f"a symbol has no attribute `{name}` here{_INSTEAD.get(name, '')}")
        hint = _METHODS.get(name, name)

        def method(*args: Any, inplace: bool = False, **kwargs: Any) -> Symbol:
            more = {"axis": None} if name == "squeeze" and not args and "axis" not in kwargs else {}
            return Symbol(made(found, hint, (self, *args), kwargs | more))

        return method


_OF_ARRAYS = (
    ": its arrays are given later. `infer_shape` tells shapes; a model takes arrays, and "
    "`jax.make_jaxpr(net.freeze())(x)` shows its graph; functions of symbols name their operators, `mx.sym.reshape(x, "
    "shape=(0, -1))`"
)
_INSTEAD = {
    **dict.fromkeys(("shape", "ndim", "dtype", "size"), _OF_ARRAYS),
    "infer_type": ": the arrays that it is bound with have dtypes",
    "infer_type_partial": ": the arrays that it is bound with have dtypes",
    "infer_shape_partial": ": `infer_shape` gives None where shapes do not follow",
    "gradient": ": `jax.grad` of a function that calls `SymbolBlock(symbol, inputs)`",
}
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "add": python.add, "subtract": python.sub, "multiply": python.mul, "divide": python.truediv, "modulo": python.mod,
    "power": python.pow, "equal": python.eq, "not_equal": python.ne, "greater": python.gt, "greater_equal": python.ge,
    "lesser": python.lt, "lesser_equal": python.le, "getitem": python.getitem,
}  # fmt: skip
_METHODS = {"astype": "cast", "detach": "stop_gradient"}
