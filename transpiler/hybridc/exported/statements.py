"""The nodes of a graph as assignments: `x = nd.relu(self.norm(self.conv(x)))`.

Names are few and short: one is used again once nobody reads it any more. A layer, the normalization behind it and the
activation behind that are one line, if nothing else takes what is between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from hybridc.dialects.mxnet.graph_operators import FLOATS, SAME
from hybridc.exported.expressions import Expression, expect_readable, expression, refused, visible_outputs
from hybridc.exported.identifiers import USED, identifier, unique
from hybridc.exported.variables import Variables
from hybridc.graphs import Entry, Graph, Node

_SHORT = ("x", "y", "z", "u", "v", "w")
_MOST_UNPACKED = 4
_LONGEST = 72
_LONGEST_OPERAND = 40
_DEEPEST = 4
_FIRST, _THEN, _LAST = 1, 2, 3
_ROLES = {
    "FullyConnected": _FIRST, "Convolution": _FIRST, "Deconvolution": _FIRST, "elemwise_add": _FIRST,
    "broadcast_add": _FIRST, "BatchNorm": _THEN, "LayerNorm": _THEN, "InstanceNorm": _THEN, "Activation": _LAST,
    "relu": _LAST, "_npx_relu": _LAST, "sigmoid": _LAST, "tanh": _LAST, "LeakyReLU": _LAST, "clip": _LAST,
}  # fmt: skip
_FLOAT_DTYPES = ("float16", "float32", "float64", "bfloat16")


@dataclass(frozen=True, slots=True)
class Statement:
    """`target = text`; of the node that is computed first in it."""

    target: str
    text: str
    node: int


class Forward:
    """What a model computes: its `parameters` and statements, and what it returns."""

    def __init__(
        self,
        graph: Graph,
        variables: Variables,
        calls: Mapping[int, str],
        attributes: Mapping[int, str],
        folded: Collection[int],
    ) -> None:
        """`calls`: the layers, and `attributes` the other parameters, by their nodes, as they are called. `folded`:
        activations that the layers before them compute."""
        self._graph = graph
        self._folded = folded
        self._calls = calls
        self._order = [place for place, node in enumerate(graph.nodes) if not node.is_variable]
        self._next = dict(pairwise(self._order))
        self._left = Counter({entry: len(uses) for entry, uses in graph.uses.items()})
        self._left.update(graph.heads)
        self._outputs: dict[int, set[int]] = {}
        for entry in self._left:
            self._outputs.setdefault(entry.node, set()).add(entry.output)
        self._depths: dict[Entry, int] = {}  # of what stands in no statement
        self._values: dict[Entry, Expression] = {}
        self._names: dict[Entry, str] = {}  # of what stands under a name, which is its own
        self._inside: dict[
            Entry, tuple[Entry, ...]
        ] = {}  # of what stands in no statement: what it reads, and its first
        self._begins: dict[Entry, int] = {}
        self._live: Counter[str] = Counter()
        self._floats: set[int] = set()
        self._constant: set[int] = set()  # of parameters alone
        self.inputs = self._named_inputs({**variables.inputs, **variables.labels})
        self.labels = [self.inputs[place] for place in variables.labels]
        for place, name in attributes.items():
            self._values[Entry(place, 0)] = Expression(f"self.{name}")
            self._constant.add(place)
        self._floats |= {n for n, p in variables.parameters.items() if p.dtype in _FLOAT_DTYPES}
        self._constant |= set(variables.parameters)
        self.statements = [found for place in self._order for found in self._statement(place)]
        self.returned, self.returned_node = self._returned()

    def _named_inputs(self, names: Mapping[int, str]) -> dict[int, str]:
        found: dict[int, str] = {}
        for place in names:
            entry = Entry(place, 0)
            found[place] = unique(identifier(names[place]), {*found.values(), *USED})
            self._hold(entry, found[place])
        return found

    def _hold(self, entry: Entry, name: str, text: str | None = None) -> None:
        self._values[entry] = Expression(text or name)
        self._names[entry] = name
        self._live[name] += self._left[entry]

    def _statement(self, place: int) -> Iterator[Statement]:
        node = self._graph.nodes[place]
        expect_readable(node)
        outputs = visible_outputs(node)
        used = sorted(self._outputs.get(place, ()))
        if used and used[-1] >= outputs:
            raise refused(node, f"output {used[-1]} of `{node.op}` is taken, which its function does not return")
        if node.op == "RNN" and place in self._calls and not self._begins_with_zeros(node, used):
            yield self._with_states(place, node, used)
            return
        node = _without_others(node) if used == [0] else node
        outputs = visible_outputs(node)
        found = self._expression(place, node)
        self._learn(place, node)
        first = min((self._begins[e] for e in node.inputs[:1] if e in self._begins), default=place)
        entry = Entry(place, 0)
        if node.inputs and found == self._values.get(node.inputs[0]) and node.inputs[0] not in self._inside:
            self._same(entry, node.inputs[0])
            return
        depth = 1 + max((self._depths.get(each, 0) for each in node.inputs), default=0)
        if outputs == 1 and depth <= _DEEPEST and self._goes_inside(place, node, found):
            self._depths[entry] = depth
            self._values[entry] = found
            self._inside[entry] = tuple(e for i in node.inputs for e in self._inside.get(i, (i,)))
            self._begins[entry] = first
            return
        self._release_all(node)
        yield Statement(self._target(place, used, outputs), found.text, first)

    def _same(self, entry: Entry, other: Entry) -> None:
        """One output is another: no statement is needed."""
        self._values[entry] = self._values[other]
        if other in self._names:
            self._names[entry] = self._names[other]
            self._live[self._names[entry]] += self._left[entry] - 1

    def _begins_with_zeros(self, node: Node, used: Sequence[int]) -> bool:
        """A recurrent layer whose states nobody gives, and nobody takes."""
        return used == [0] and all(self._is_unsized(entry.node) for entry in node.inputs[2:])

    def _with_states(self, place: int, node: Node, used: Sequence[int]) -> Statement:
        """`x, states = self.lstm(x, [h, c])`"""
        inputs = [self._values.get(entry, Expression("")) for entry in node.inputs]
        given = ", ".join(self._state(entry, inputs).text for entry in node.inputs[2:])
        self._learn(place, node)
        self._release_all(node)
        target = self._assigned(Entry(place, 0)) if 0 in used else "_"
        name = unique("states", {n for n, left in self._live.items() if left > 0}) if max(used) > 0 else "_"
        for n in used:
            if n > 0:
                self._hold(Entry(place, n), name, f"{name}[{n - 1}]")
        return Statement(f"{target}, {name}", f"{self._calls[place]}({inputs[0].text}, [{given}])", place)

    def _release_all(self, node: Node) -> None:
        for each in node.inputs:
            for inner in self._inside.get(each, (each,)):
                self._release(inner)

    def _release(self, entry: Entry) -> None:
        if entry in self._names:
            self._live[self._names[entry]] -= 1

    def _expression(self, place: int, node: Node) -> Expression:
        inputs = [self._values.get(entry, Expression("")) for entry in node.inputs]
        if place in self._folded:
            return inputs[0]
        if place in self._calls:
            return Expression(f"{self._calls[place]}({inputs[0].text})")
        if node.op == "RNN":
            inputs = [self._state(entry, inputs) for entry in node.inputs]
        elif any(self._is_unsized(entry.node) for entry in node.inputs):
            unsized = next(e.node for e in node.inputs if self._is_unsized(e.node))
            raise _unsized(self._graph.nodes[unsized])
        if self._is_unsized(place):
            if any(head.node == place for head in self._graph.heads):
                raise _unsized(node)
            return Expression("")
        return expression(node, inputs, self._are_floats(node), self._graph.is_numpy)

    def _is_unsized(self, place: int) -> bool:
        """Zeros of a size that MXNet infers from what they meet."""
        node = self._graph.nodes[place]
        if node.op not in ("_zeros", "_ones", "_full"):
            return False
        shape = node.value("shape", ())
        sizes = shape if isinstance(shape, tuple) else (shape,)
        unknown = -1 if self._graph.is_numpy else 0
        return any(isinstance(size, int) and size <= unknown for size in sizes)

    def _state(self, entry: Entry, inputs: list[Expression]) -> Expression:
        """A state of a recurrent layer: where its batch is not known, that of the data."""
        node = self._graph.nodes[entry.node]
        if not self._is_unsized(entry.node):
            return self._values[entry]
        shape = node.value("shape", ())
        if node.op != "_zeros" or not isinstance(shape, tuple) or len(shape) != 3 or shape[1] != 0:
            raise _unsized(node)
        return Expression(f"nd.zeros(shape=({shape[0]!r}, {inputs[0].text}.shape[1], {shape[2]!r}))")

    def _are_floats(self, node: Node) -> bool:
        """Surely: operators of two arrays take two of one dtype, but for NumPy's."""
        known = [entry.node in self._floats for entry in node.inputs]
        return bool(known) and (all(known) if node.op.startswith("_npi_") else any(known))

    def _learn(self, place: int, node: Node) -> None:
        is_first = bool(node.inputs) and node.inputs[0].node in self._floats
        is_row = node.op == "Embedding" and node.inputs[1].node in self._floats
        if node.op in FLOATS or is_row or (node.op in SAME and (is_first or self._are_floats(node))):
            self._floats.add(place)
        if all(entry.node in self._constant for entry in node.inputs) and node.op != "Dropout":
            self._constant.add(place)

    def _goes_inside(self, place: int, node: Node, found: Expression) -> bool:
        """Whether the node is written where it is used."""
        entry = Entry(place, 0)
        uses = self._graph.uses.get(entry, ())
        if self._is_unsized(place):
            return True
        if self._left[entry] != 1 or len(uses) != 1:
            return False
        if place in self._constant:
            return True
        [(user, position)] = uses
        role, later = _ROLES.get(node.op, 0), _ROLES.get(self._graph.nodes[user].op, 0)
        if found.sign and self._is_arithmetic(user) and len(found.text) <= _LONGEST_OPERAND:
            role, later = _FIRST, _LAST
        is_next = self._next.get(place) == user
        return is_next and position == 0 and 0 < role < later and len(found.text) <= _LONGEST

    def _is_arithmetic(self, place: int) -> bool:
        """Whether the node is an operator, of an array and a number or of two arrays."""
        node = self._graph.nodes[place]
        operands = [Expression("x")] * len(node.inputs)
        return place not in self._calls and bool(expression(node, operands, self._are_floats(node), False).sign)

    def _target(self, place: int, used: list[int], outputs: int) -> str:
        if outputs == 1:
            return self._assigned(Entry(place, 0))
        if outputs <= _MOST_UNPACKED:
            return ", ".join(self._assigned(Entry(place, n)) if n in used else "_" for n in range(outputs))
        name = unique("parts", {n for n, left in self._live.items() if left > 0})
        for n in used:
            self._hold(Entry(place, n), name, f"{name}[{n}]")
        return name

    def _assigned(self, entry: Entry) -> str:
        names = _short_names()
        name = next(each for each in names if self._live[each] <= 0)
        self._live[name] = 0
        self._hold(entry, name)
        return name

    def _returned(self) -> tuple[str, int]:
        """The expression that the model returns, and the node of it."""
        texts = [self._values[head].text for head in self._graph.heads]
        last = self._graph.heads[-1].node
        if len(texts) > 1:
            return ", ".join(texts), last
        if self.statements and self.statements[-1].target == texts[0] and "," not in self.statements[-1].target:
            statement = self.statements.pop()
            return statement.text, statement.node
        return texts[0], last


def _short_names() -> Iterator[str]:
    yield from _SHORT
    yield from (f"x{n}" for n in count(1))


def _without_others(node: Node) -> Node:
    """Without the attributes for outputs that nobody takes."""
    if node.op not in ("RNN", "BatchNorm", "LayerNorm", "GroupNorm", "_contrib_SyncBatchNorm"):
        return node
    kept = {k: v for k, v in node.attributes.items() if k not in ("state_outputs", "output_mean_var")}
    return Node(node.name, node.op, kept, node.inputs, node.outputs, node.subgraphs)


def _unsized(node: Node) -> Exception:
    return refused(
        node,
        f"its shape {node.attributes.get('shape', '()')} has sizes that MXNet infers from what the zeros meet; "
        "save the graph with the states as inputs",
    )
