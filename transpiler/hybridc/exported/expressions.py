"""What a node computes, as an expression of Python: a function of its framework, or an operator."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hybridc.dialects.mxnet import MXNET
from hybridc.dialects.mxnet.graph_operators import (
    ACTIVATIONS,
    ADVICE,
    MODULES,
    PREFIXES,
    SILENT,
    TEMPLATES,
    USUAL,
)
from hybridc.exported.refusals import Refusal
from hybridc.graphs import Node
from hybridc.graphs.attributes import Value
from hybridc.graphs.operators import input_names
from hybridc.rules import UnmappedOperator

_WITH_NUMPYS_SHAPES = frozenset(  # else they give (1,)
    ["sum", "mean", "prod", "nansum", "nanprod", "max", "min", "norm", "argmax", "argmin", "squeeze"]
)
_OF_AXES = frozenset({"Convolution", "Deconvolution", "Pooling", "slice"})
_OF_WINDOWS = frozenset({"kernel", "stride", "pad", "pooling_convention"})  # which global pooling does not look at
_USUAL = {"pad": 0, "adj": 0, "stride": 1, "dilate": 1, "step": None}
_FIELD = re.compile(r"\{(\*|\w+)\}|\.\.\.")


_LEVELS = {"": 0, "*": 1, "/": 1, "+": 2, "-": 2}


@dataclass(frozen=True, slots=True)
class Expression:
    """Its text; `sign` is the operator that is outside of brackets, if one is."""

    text: str
    sign: str = ""

    def beside(self, sign: str, is_left: bool) -> str:
        """The text as an operand of an operator."""
        own, outer = _LEVELS[self.sign], _LEVELS[sign]
        return self.text if own < outer or (own == outer and is_left) else f"({self.text})"


def refused(node: Node, problem: str) -> Refusal:
    return Refusal(UnmappedOperator(node=node.name, problem=problem), node.name)


def expect_readable(node: Node) -> None:
    """Raises Refusal for an operator of which the graph does not hold all that it computes, or in another way."""
    if node.subgraphs or node.op in ADVICE:
        advice = ADVICE.get(node.op, "convert the model's source")
        raise refused(node, f"the operator `{node.op}` cannot be converted from a graph: {advice}")


def expression(node: Node, inputs: Sequence[Expression], are_floats: bool, is_numpy: bool) -> Expression:
    """The expression of a node, of those of its inputs. `are_floats`: these surely are floating point numbers;
    `is_numpy`: a number has the shape () in the graph.

    Raises Refusal for an operator that is not known, or that is given what no line of the tables takes; GraphError for
    attributes that say nothing.
    """
    attributes = {key: node.value(key) for key in node.attributes if not key.startswith("__") and key not in SILENT}
    for key, value in USUAL.get(node.op, {}).items():
        if key in attributes and attributes[key] == value:
            del attributes[key]
    if node.op == "Activation" and attributes.get("act_type") in ACTIVATIONS and len(inputs) == 1:
        return Expression(f"nd.{attributes['act_type']}({inputs[0].text})")
    if node.op in _WITH_NUMPYS_SHAPES and is_numpy and attributes.get("axis") in (None, ()):
        raise refused(node, f"the operator `{node.op}` over all axes, in a graph with NumPy's shapes, is not known")
    if node.op == "_split_v2":
        return _split(node, attributes, inputs)
    if node.op == "Pooling" and attributes.get("global_pool"):
        attributes = {key: value for key, value in attributes.items() if key not in _OF_WINDOWS}
    if node.op in _OF_AXES:
        attributes = {key: value for key, value in attributes.items() if not _is_usual(key, value)}
    template = TEMPLATES.get(node.op)
    if template is None:
        return _call(node, _function(node), attributes, inputs)
    exact, _, of_integers = template.partition(" | ")
    chosen = of_integers if of_integers and not are_floats else exact
    if "(" not in chosen and "{" not in chosen:
        return _call(node, chosen, attributes, inputs)
    return _filled(node, chosen, attributes, inputs)


def _is_usual(key: str, value: Value) -> bool:
    """Whether MXNet does the same where nothing is said, for any number of axes."""
    if key == "layout":
        return value in (None, "NCW", "NCHW", "NCDHW")
    return isinstance(value, tuple) and key in _USUAL and set(value) <= {_USUAL[key]}


def _function(node: Node) -> str:
    """The function that has the name of the operator. Raises Refusal where there is none."""
    for prefix, place in PREFIXES.items():
        name = f"{place}{node.op.removeprefix(prefix)}"
        if node.op.startswith(prefix) and MXNET.lookup(_qualified(name)):
            return name
    raise refused(node, f"the operator `{node.op}` has no counterpart in JAX that hybridc knows")


def _qualified(function: str) -> str:
    module, _, name = function.partition(".")
    return f"{MODULES[module]}.{name}"


def _call(
    node: Node, function: str, attributes: Mapping[str, Value], inputs: Sequence[Expression], given: str = ""
) -> Expression:
    """The call with the inputs in their places, and by their names where one before them is not there."""
    places, keywords = _placed(node, inputs)
    known = _defaults(function, len(places), [*keywords, *attributes])
    if known is None:
        raise refused(node, f"the operator `{node.op}` is not known with {_listed(attributes)}")
    written = [each.text for each in places]
    written += [f"{key}={each.text}" for key, each in keywords.items()]
    written += [f"{key}={value!r}" for key, value in attributes.items() if key not in known or known[key] != value]
    return Expression(f"{function}({', '.join(written)})")


def _placed(node: Node, inputs: Sequence[Expression]) -> tuple[list[Expression], dict[str, Expression]]:
    """Inputs that are there only with an attribute such as `use_label_lengths` go by name."""
    names = input_names(node.op)
    optional = {name: node.value(f"use_{name}", False) for name in names if f"use_{name}" in OPTIONAL}
    if not optional:
        return list(inputs), {}
    there = [name for name in names if optional.get(name, True)]
    if len(there) != len(inputs):
        return list(inputs), {}
    firsts = [name for name in names if name not in optional]
    return list(inputs[: len(firsts)]), dict(zip(there[len(firsts) :], inputs[len(firsts) :], strict=True))


OPTIONAL = frozenset({"use_data_lengths", "use_label_lengths", "use_sequence_length"})


def _defaults(function: str, places: int, keywords: Sequence[str]) -> dict[str, Value] | None:
    """The defaults of the line of the tables that such a call fits, with arrays where it takes arrays; else None."""
    for entry in MXNET.lookup(_qualified(function)):
        if entry.parameters is None or entry.refusal is not None:
            continue
        bound = entry.bind(places, keywords)
        if bound is not None and entry.static_parameters.isdisjoint(bound[0]):
            return {p.name: _literal(p.default) for p in entry.parameters if p.default is not None}
    return None


def _literal(text: str) -> Value:
    value: Value = ast.literal_eval(text)
    return value


def _filled(node: Node, template: str, attributes: Mapping[str, Value], inputs: Sequence[Expression]) -> Expression:
    rest = dict(attributes)
    found = re.search(r"\} ([-+*/]) \{", template)
    sign = "" if found is None else found[1]

    def field(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            found = ", ".join(f"{key}={value!r}" for key, value in _not_said(node, template, rest).items())
            rest.clear()
            return found
        if name == "*":
            return ", ".join(each.text for each in inputs)
        if name.isdigit():
            if int(name) >= len(inputs):
                raise refused(node, f"the operator `{node.op}` has {len(inputs)} inputs")
            operand = inputs[int(name)]
            return operand.beside(sign, is_left=match.start() == 0) if sign else operand.text
        if name not in rest:
            raise refused(node, f"the operator `{node.op}` has no attribute `{name}`")
        value = rest.pop(name)
        return _number(value, node) if name == "scalar" else repr(value)

    if template == "{0}":
        return inputs[0] if len(inputs) == 1 else Expression(field(re.match(r"\{(0)\}", "{0}")))  # type: ignore[arg-type]
    ordered = sorted(_FIELD.finditer(template), key=lambda match: match[1] is None)
    texts = {match.span(): field(match) for match in ordered}
    if rest:
        raise refused(node, f"the operator `{node.op}` is not known with {_listed(rest)}")
    written = _FIELD.sub(lambda match: texts[match.span()], template)
    return Expression(written.replace(", )", ")"), sign)


def _not_said(node: Node, template: str, attributes: Mapping[str, Value]) -> dict[str, Value]:
    """The attributes without those that are what they are without being said."""
    function = template.partition("(")[0]
    entries = MXNET.lookup(_qualified(function))
    names = {p.name for e in entries for p in e.parameters or () if not p.variadic}
    if unknown := {key: value for key, value in attributes.items() if key not in names}:
        raise refused(node, f"the operator `{node.op}` is not known with {_listed(unknown)}")
    known = {p.name: _literal(p.default) for e in entries[:1] for p in e.parameters or () if p.default is not None}
    return {key: value for key, value in attributes.items() if key not in known or known[key] != value}


def _number(value: Value, node: Node) -> str:
    """A number as Python's own code would hold it: MXNet writes integers as `2`, `2.0` and `2e+00`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refused(node, f"{value!r} is no number")
    if (isinstance(value, float) and value != value) or value in (float("inf"), float("-inf")):
        return f"float({str(value)!r})"
    if node.op.startswith("_npi_"):
        return repr(int(value) if node.value("is_int", True) and value == int(value) else float(value))
    return repr(int(value) if value == int(value) and abs(value) < 2**31 else value)


def _split(node: Node, attributes: dict[str, Value], inputs: Sequence[Expression]) -> Expression:
    """Either so many parts, or places where parts begin, of which the first is 0."""
    sections = attributes.pop("sections", 0)
    starts = attributes.pop("indices", ())
    if not isinstance(starts, tuple) or not isinstance(sections, int):
        raise refused(node, "what it splits by is no list of places")
    where: Value = sections or tuple(starts[1:])
    return _call(node, "nd.split_v2", {"indices_or_sections": where, **attributes}, inputs)


def _listed(attributes: Mapping[str, Value]) -> str:
    if not attributes:
        return "these inputs"
    return "the attributes " + ", ".join(f"{key}={value!r}" for key, value in attributes.items())


def visible_outputs(node: Node) -> int:
    """How many outputs its function returns: without those that only training uses."""
    if node.op == "SliceChannel":
        return _count(node, "num_outputs", 1)
    if node.op == "_split_v2":
        indices = node.value("indices", ())
        return _count(node, "sections", 0) or (len(indices) if isinstance(indices, tuple) else 1)
    if node.op in ("BatchNorm", "LayerNorm", "GroupNorm", "_contrib_SyncBatchNorm"):
        return 3 if node.value("output_mean_var", False) else 1
    if node.op == "RNN":
        return (1 + (2 if node.value("mode") == "lstm" else 1)) if node.value("state_outputs", False) else 1
    if node.op == "topk":
        return 2 if node.value("ret_typ", "indices") == "both" else 1
    if node.op in ("moments", "_linalg_slogdet"):
        return 2
    return 1


def _count(node: Node, key: str, default: int) -> int:
    value = node.value(key, default)
    return value if isinstance(value, int) else default
