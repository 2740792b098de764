"""The equations of a program of JAX's as nodes, with the shapes that they give; its loops and branches as boxes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from jax.extend import core

from hybridc.artifacts.specs import shown_dtype, spec_of
from hybridc.picture.drawing import Drawing
from hybridc.picture.graph import Flow, Kind
from hybridc.picture.labels import shortened

_UNTOLD = frozenset(  # parameters of primitives that say how, or what the shapes say already
    [
        "accuracy", "algorithm", "batch_group_count", "copy_semantics", "dimension_numbers", "fill_value", "in_layouts",
        "indices_are_sorted", "inline", "mode", "name", "out_sharding", "precision", "preferred_element_type", "shape",
        "sharding", "unique_indices", "weak_type", "broadcast_dimensions", "limit_indices",
    ]
)  # fmt: skip
_LONGEST = 40
_CALLED = ("jaxpr", "call_jaxpr", "fun_jaxpr")
_WRITING = frozenset({"swap", "addupdate"})  # into the reference that they are given first


class Equations:
    """Draws the equations of a program, `path` being the file whose lines they are of."""

    def __init__(self, drawing: Drawing, path: str) -> None:
        self.drawing = drawing
        self.path = os.path.abspath(path)
        self._made: dict[Any, frozenset[str]] = {}  # by variables, the nodes that give their values
        self._origins: dict[Any, Any] = {}  # references of inner programs, by those of outer ones

    def give(self, variable: Any, *nodes: str) -> None:
        """The variable has the value of one of the nodes."""
        self._made[variable] = frozenset(nodes)

    def nodes(self, atom: Any) -> list[str]:
        """The nodes that a variable's value may come from; none of a number."""
        found = self._made.get(self._origin(atom), frozenset()) if isinstance(atom, core.Var) else frozenset()
        return sorted(found, key=lambda node: int(node[1:]))

    def _origin(self, variable: Any) -> Any:
        """The reference that stands for an array which is written in place; of another variable, itself."""
        return self._origins.get(variable, variable)

    def _enter(self, variables: Sequence[Any], atoms: Sequence[Any]) -> None:
        """What an inner program's inputs are. A reference is that of the outer one, which it may write."""
        for variable, atom in zip(variables, atoms, strict=True):
            if hasattr(variable.aval, "inner_aval"):
                self._origins[variable] = self._origin(atom)
            else:
                self.give(variable, *self.nodes(atom))

    def connect(self, atom: Any, node: str, flow: Flow = Flow.DATA) -> None:
        for source in self.nodes(atom):
            self.drawing.edge(source, node, flow)

    def used(self, jaxpr: Any) -> set[Any]:
        """The variables that its results or effects depend on."""
        found = {v for v in jaxpr.outvars if isinstance(v, core.Var)}
        for equation in reversed(jaxpr.eqns):
            if equation.effects or found.intersection(equation.outvars):
                found |= {v for v in equation.invars if isinstance(v, core.Var)}
        return found

    def draw(self, jaxpr: Any) -> None:
        """Draws what counts of the equations, whose inputs are set."""
        used = self.used(jaxpr)
        for equation in jaxpr.eqns:
            if equation.effects or used.intersection(equation.outvars):
                self._equation(equation)

    def _equation(self, equation: Any) -> None:
        params = equation.params
        match equation.primitive.name:
            case "scan":
                self._scan(equation, params)
            case "while":
                self._while(equation, params)
            case "cond":
                self._cond(equation, params["branches"])
            case _:
                inner = next((_opened(params[key]) for key in _CALLED if key in params), None)
                if inner is None or len(inner.invars) != len(equation.invars):
                    self._plain(equation)
                elif sum(1 for _ in inner.eqns) == 1:
                    self._inside(inner, equation.invars, equation.outvars)
                else:
                    title = params.get("name") or equation.primitive.name
                    with self.drawing.box(Kind.FUNCTION, shortened(str(title)), self._line(equation)):
                        self._inside(inner, equation.invars, equation.outvars)

    def _plain(self, equation: Any) -> None:
        kind = Kind.EFFECT if not equation.outvars else Kind.OPERATION
        numbers = [str(a.val) for a in equation.invars if isinstance(a, core.Literal)]
        title = shortened(" ".join([equation.primitive.name, *numbers, *_settings(equation.params)]))
        detail = ", ".join(shown_spec(v.aval) for v in equation.outvars)
        node = self.drawing.node(kind, title, self._line(equation), detail)
        for atom in equation.invars:
            self.connect(atom, node)
        for variable in equation.outvars:
            self.give(variable, node)
        if equation.primitive.name in _WRITING:
            self.give(self._origin(equation.invars[0]), node)

    def _inside(self, jaxpr: Any, given: Sequence[Any], results: Sequence[Any]) -> None:
        """Draws a program in the program: its inputs are `given`, and its results go to `results`."""
        self._enter(jaxpr.invars, given)
        self._constants(jaxpr)
        self.draw(jaxpr)
        for variable, atom in zip(results, jaxpr.outvars, strict=True):
            self.give(variable, *self.nodes(atom))

    def _constants(self, jaxpr: Any) -> None:
        for variable in jaxpr.constvars:
            self.give(variable, self.drawing.node(Kind.STATE, "constant", 0, shown_spec(variable.aval)))

    def _scan(self, equation: Any, params: Any) -> None:
        jaxpr = _opened(params["jaxpr"])
        constants, carried = params["num_consts"], params["num_carry"]
        with self.drawing.box(Kind.LOOP, f"scan {params['length']}", self._line(equation)):
            self._enter(jaxpr.invars[:constants], equation.invars[:constants])
            carries = self._carries(equation, constants, jaxpr.invars[constants:][:carried], carried)
            rest = equation.invars[constants + carried :]
            for variable, atom in zip(jaxpr.invars[constants + carried :], rest, strict=True):
                element = self.drawing.node(Kind.ELEMENT, "element", 0, shown_spec(variable.aval))
                self.connect(atom, element)
                self.give(variable, element)
            self._constants(jaxpr)
            self.draw(jaxpr)
            self._turn(jaxpr.outvars, carries)
        for variable, carry in zip(equation.outvars, carries, strict=False):
            self.give(variable, carry)
        for variable, atom in zip(equation.outvars[carried:], jaxpr.outvars[carried:], strict=True):
            self.give(variable, *self.nodes(atom))

    def _while(self, equation: Any, params: Any) -> None:
        test, body = _opened(params["cond_jaxpr"]), _opened(params["body_jaxpr"])
        of_test, of_body = params["cond_nconsts"], params["body_nconsts"]
        with self.drawing.box(Kind.LOOP, "while", self._line(equation)):
            self._enter(test.invars[:of_test], equation.invars[:of_test])
            self._enter(body.invars[:of_body], equation.invars[of_test:][:of_body])
            carries = self._carries(equation, of_test + of_body, body.invars[of_body:], len(equation.outvars))
            for variable, carry in zip(test.invars[of_test:], carries, strict=True):
                self.give(variable, carry)
            self._constants(test)
            self.draw(test)
            condition = self.drawing.node(Kind.CONDITION, "while", self._line(equation))
            self.connect(test.outvars[0], condition)
            with self.drawing.box(Kind.BLOCK, "turn", 0) as box:
                self._constants(body)
                self.draw(body)
            if box.parts:
                self.drawing.edge(condition, box.id, Flow.CONTROL)
            self._turn(body.outvars, carries)
        for variable, carry in zip(equation.outvars, carries, strict=True):
            self.give(variable, carry)

    def _cond(self, equation: Any, branches: Sequence[Any]) -> None:
        index, *given = equation.invars
        found: list[set[str]] = [set() for _ in equation.outvars]
        words = ("else", "then") if len(branches) == 2 else tuple(map(str, range(len(branches))))
        with self.drawing.box(Kind.BRANCH, "cond", self._line(equation)):
            condition = self.drawing.node(Kind.CONDITION, "cond", self._line(equation))
            self.connect(index, condition)
            for word, branch in zip(words, map(_opened, branches), strict=True):
                with self.drawing.box(Kind.BLOCK, word, 0) as box:
                    self._inside(branch, given, equation.outvars)
                if box.parts:
                    self.drawing.edge(condition, box.id, Flow.CONTROL)
                for nodes, variable in zip(found, equation.outvars, strict=True):
                    nodes |= set(self.nodes(variable))
        for nodes, variable in zip(found, equation.outvars, strict=True):
            self.give(variable, *(nodes or {condition}))

    def _carries(self, equation: Any, first: int, variables: Sequence[Any], count: int) -> list[str]:
        """Nodes for what a loop hands from turn to turn, which begin as the equation's inputs from `first` on."""
        made = []
        for variable, atom in zip(variables, equation.invars[first : first + count], strict=True):
            begins = f" from {atom.val}" if isinstance(atom, core.Literal) else ""
            node = self.drawing.node(Kind.CARRY, f"carry{begins}", 0, shown_spec(variable.aval))
            self.connect(atom, node)
            self.give(variable, node)
            made.append(node)
        return made

    def _turn(self, results: Iterable[Any], carries: Iterable[str]) -> None:
        for atom, carry in zip(results, carries, strict=False):
            if self.nodes(atom) != [carry]:
                self.connect(atom, carry, Flow.BACK)

    def _line(self, equation: Any) -> int:
        """The innermost line of the file that the equation comes from; 0 where it is of none."""
        traceback = equation.source_info.traceback
        frames = () if traceback is None else traceback.frames
        return next((f.line_num for f in frames if f.file_name == self.path), 0)


def _opened(jaxpr: Any) -> Any:
    return getattr(jaxpr, "jaxpr", jaxpr)


def shown_spec(aval: Any) -> str:
    """`f32[b,512]`; of what is no array, as JAX says it."""
    try:
        return str(spec_of(aval))
    except (KeyError, TypeError, AttributeError):
        return str(aval)


def _settings(params: Any) -> list[str]:
    """What a primitive is told besides its inputs, as far as it is short."""
    found = []
    for name, value in params.items():
        if name in _UNTOLD or value is None or value is False or value == ():
            continue
        text = shown_dtype(value) if name == "new_dtype" else str(value)
        if isinstance(value, bool | int | float | str | tuple) or name == "new_dtype":
            found += [f"{name}={text}"] if len(text) <= _LONGEST else []
    return found
