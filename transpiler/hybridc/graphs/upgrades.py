"""Graphs of older versions of MXNet, brought to the form of 1.9.1.

Source: `legacy_json_util.cc` of MXNet, whose steps these are, in its order.
"""

from __future__ import annotations

from dataclasses import replace

from hybridc.graphs.graph import VARIABLE, Entry, Node
from hybridc.graphs.operator_names import OWN_NAMES
from hybridc.graphs.operators import INITIAL, has_auxiliary, input_names

NEWEST = 10901
_HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope")
_BEST = ("argmin", "argmax")


def upgraded(nodes: list[Node], version: int) -> list[Node]:
    """The nodes as MXNet 1.9.1 has them when it loads the graph; those that are added stand at the end."""
    nodes = [replace(node, op=OWN_NAMES.get(node.op, node.op)) for node in nodes]
    for before, upgrade in _UPGRADES:
        if version < before:
            nodes = upgrade(nodes)
    return nodes


def _with_marked_attributes(nodes: list[Node]) -> list[Node]:
    """`lr_mult` becomes `__lr_mult__`, and `weight_lr_mult` of an operator that of the variable it takes as weight."""
    attributes: list[dict[str, str]] = [{} for _ in nodes]
    for node, own in zip(nodes, attributes, strict=True):
        for key, text in node.attributes.items():
            hidden = next((hidden for hidden in _HIDDEN if key.endswith(hidden)), None)
            if hidden is None:
                own.setdefault(key, text)
            elif key == hidden:
                own[f"__{key}__"] = text
            else:
                taken = _input_called(node, key.removesuffix(hidden)[:-1], nodes)
                if taken is None:
                    own[key] = text
                else:
                    attributes[taken][f"__{hidden}__"] = text
    return [replace(node, attributes=own) for node, own in zip(nodes, attributes, strict=True)]


def _input_called(node: Node, name: str, nodes: list[Node]) -> int | None:
    """The variable that a node takes under a name."""
    names = input_names(node.op)[: len(node.inputs)]
    if name not in names:
        return None
    place = node.inputs[names.index(name)].node
    return place if nodes[place].is_variable else None


def _with_auxiliary_states(nodes: list[Node]) -> list[Node]:
    """Before 0.9 they were not written: they are variables, named after the operator, with its attributes."""
    added: list[Node] = []
    found = []
    for node in nodes:
        inputs = node.inputs
        for name in input_names(node.op)[len(inputs) :] if has_auxiliary(node.op) else ():
            inputs = (*inputs, Entry(len(nodes) + len(added), 0))
            called = f"{node.name}_{name}" if node.name else name
            added.append(Node(called, VARIABLE, node.attributes, outputs=1))
        found.append(replace(node, inputs=inputs))
    return found + added


def _with_initial_values(nodes: list[Node]) -> list[Node]:
    """Before 0.9.4 the way in which a statistic begins was told by its name."""
    found = list(nodes)
    for node in nodes:
        for position, text in INITIAL.get(node.op, {}).items():
            place = node.inputs[position].node if position < len(node.inputs) else None
            if place is not None and found[place].is_variable and "__init__" not in found[place].attributes:
                found[place] = replace(found[place], attributes={**found[place].attributes, "__init__": text})
    return found


def _with_best_of_all(nodes: list[Node]) -> list[Node]:
    """Before 0.9.5 the axis -1 of `argmax` meant that the whole array is looked at."""
    return [
        replace(node, attributes={key: text for key, text in node.attributes.items() if (key, text) != ("axis", "-1")})
        if node.op in _BEST
        else node
        for node in nodes
    ]


_UPGRADES = (
    (NEWEST, _with_marked_attributes),
    (900, _with_auxiliary_states),
    (904, _with_initial_values),
    (905, _with_best_of_all),
)
