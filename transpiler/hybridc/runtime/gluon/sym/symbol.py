"""Symbols: outputs of a graph of operators on arrays that are given later, as `mxnet.sym` composes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from hybridc.runtime.core.registry import Unchanging
from hybridc.runtime.gluon.sym.arithmetic import Arithmetic
from hybridc.runtime.gluon.sym.operators import HIDDEN, Operator, is_mark, operator

if TYPE_CHECKING:
    from hybridc.runtime.gluon.sym.executor import Executor

__all__ = ["Node", "Symbol", "ordered"]


class Node(Unchanging):
    """An operator with its attributes and the outputs that it takes; a variable has no operator."""

    __slots__ = ("attributes", "inputs", "name", "operator")

    def __init__(
        self, operator: Operator | None, name: str, attributes: Mapping[str, Any], inputs: Sequence[tuple[Node, int]]
    ) -> None:
        self.operator = operator
        self.name = name
        self.attributes = dict(attributes)
        self.inputs = tuple(inputs)

    def output_names(self) -> tuple[str, ...]:
        """The full names of its outputs: `fc1_output`, or the name of the variable."""
        if self.operator is None:
            return (self.name,)
        return tuple(f"{self.name}_{end}" for end in self.operator.output_names(self.attributes))

    def texts(self) -> dict[str, str]:
        """The attributes as text, as files have them."""
        return {key: str(value) for key, value in self.attributes.items()}


Head = tuple[Node, int]


def ordered(heads: Sequence[Head]) -> list[Node]:
    """All nodes that outputs need, each behind what it takes, in the order of MXNet."""
    found: list[Node] = []
    seen: set[int] = set()
    waiting: list[tuple[Node, bool]] = [(node, False) for node, _ in reversed(heads)]
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            found.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            waiting += [(taken, False) for taken, _ in reversed(node.inputs)]
    return found


class Symbol(Arithmetic):
    """One output or several, `heads`, of a graph of operators.

    Operators and methods of `mxnet.sym` make new symbols; `bind`, `eval` and `SymbolBlock` compute them by XLA.
    """

    __slots__ = ("heads",)

    def __init__(self, heads: Sequence[Head]) -> None:
        self.heads = tuple(heads)

    def only_head(self) -> Head:
        """The output of a symbol that has one. Raises ValueError for several, of which operators take one."""
        if len(self.heads) != 1:
            raise ValueError(f"an operator takes one output, and {self!r} has {len(self.heads)}: take one, `symbol[0]`")
        return self.heads[0]

    @property
    def name(self) -> str | None:
        """The name of the node; None for outputs of several."""
        first = self.heads[0][0]
        return first.name if all(node is first for node, _ in self.heads) else None

    def __repr__(self) -> str:
        if self.name is not None:
            return f"<Symbol {self.name}>"
        return f"<Symbol group [{', '.join(node.name for node, _ in self.heads)}]>"

    def __len__(self) -> int:
        return len(self.heads)

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

        return replaced(self, kwargs, name)

    def nodes(self) -> list[Node]:
        return ordered(self.heads)

    def list_inputs(self) -> list[str]:
        """The names of all variables."""
        return [node.name for node in self.nodes() if node.operator is None]

    def list_arguments(self) -> list[str]:
        """The names of inputs and parameters."""
        states = set(self.list_auxiliary_states())
        return [name for name in self.list_inputs() if name not in states]

    def list_auxiliary_states(self) -> list[str]:
        """The names of what training writes, such as the running mean of a normalization."""
        written = {
            id(taken)
            for node in self.nodes()
            if node.operator is not None and node.operator.name.endswith("BatchNorm")
            for taken, _ in node.inputs[3:]
        }
        return [node.name for node in self.nodes() if node.operator is None and id(node) in written]

    def list_outputs(self) -> list[str]:
        """The names of the outputs: `fc1_output`."""
        return [node.output_names()[place] for node, place in self.heads]

    def get_internals(self) -> Symbol:
        """The outputs of all nodes, so that `symbol.get_internals()["fc1_output"]` is one in the middle."""
        return Symbol([(node, place) for node in self.nodes() for place in range(len(node.output_names()))])

    def get_children(self) -> Symbol | None:
        """What the last operators take; None for variables."""
        heads = [taken for node in dict.fromkeys(node for node, _ in self.heads) for taken in node.inputs]
        return Symbol(heads) if heads else None

    def attr(self, key: str) -> str | None:
        """The text of an attribute, if the node has it."""
        return self.list_attr().get(key)

    def list_attr(self) -> dict[str, str]:
        """The attributes of the node as text; none for outputs of several."""
        first = self.heads[0][0]
        return _shown(first) if self.name is not None else {}

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """The attributes of all nodes that have some, by their names."""
        return {node.name: shown for node in self.nodes() if (shown := _shown(node))}

    def _set_attr(self, **marks: str) -> None:
        """Gives the node marks, such as `lr_mult`, for whoever reads the graph."""
        if any(not isinstance(text, str) for text in marks.values()):
            raise ValueError("Set Attr only accepts string values")
        for key, text in marks.items():
            if not is_mark(key):
                raise ValueError(f"`{key}` is no mark: `__{key}__` is")
            self.heads[0][0].attributes[f"__{key}__" if key in HIDDEN else key] = text

    def infer_shape(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        """The shapes of arguments, outputs and auxiliary states, of those that are given by order or by name.

        Three times None, with a warning, where they do not follow from those that are given.
        """
        from hybridc.runtime.gluon.sym.shapes import inferred

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
        from hybridc.runtime.gluon.sym.executor import bound

        return bound(self, args, aux_states)

    def simple_bind(
        self, ctx: Any = None, grad_req: Any = "write", type_dict: Mapping[str, Any] | None = None,
        stype_dict: Any = None, group2ctx: Any = None, shared_arg_names: Any = None, shared_exec: Any = None,
        shared_buffer: Any = None, **kwargs: Any,
    ) -> Executor:  # fmt: skip
        """The graph with arrays of zeros, of the shapes that follow from those that are given by name."""
        from hybridc.runtime.gluon.sym.executor import simply_bound

        return simply_bound(self, kwargs, type_dict or {})

    def eval(self, ctx: Any = None, **kwargs: Any) -> list[Any]:
        """The outputs for arrays that are given by name."""
        return self.bind(ctx, kwargs).forward()

    @staticmethod
    def _composed_by(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """What the function `name` of `ops` is for symbols. Raises TypeError for those of arrays alone."""
        from hybridc.runtime.gluon.sym.composing import by_function

        return by_function(name, args, kwargs)

    def __getattr__(self, name: str) -> Callable[..., Symbol]:
        """Operators as methods: `symbol.reshape((0, -1))`."""
        from hybridc.runtime.gluon.sym.composing import made

        found = operator(_METHODS.get(name, name)) if not name.startswith("_") else None
        if found is None:
            raise AttributeError(f"a symbol has no attribute `{name}` here{_INSTEAD.get(name, '')}")
        hint = _METHODS.get(name, name)

        def method(*args: Any, inplace: bool = False, **kwargs: Any) -> Symbol:
            more = {"axis": None} if name == "squeeze" and not args and "axis" not in kwargs else {}
            return made(found, hint, (self, *args), kwargs | more)

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
_METHODS = {"astype": "cast", "detach": "stop_gradient"}


def _shown(node: Node) -> dict[str, str]:
    """With the marks under both of their names."""
    texts = node.texts()
    return texts | {key[2:-2]: text for key, text in texts.items() if key[2:-2] in HIDDEN}
