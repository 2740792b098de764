"""Walking libcst's tree, fast.

Its own visitors build the whole tree anew, even where they only look; and its classes are abstract ones, of which
`isinstance` takes long to answer, unless the class is the very one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import TypeVar

import libcst as cst
from libcst._nodes.internal import CodegenState

Node = TypeVar("Node", bound=cst.CSTNode)

_SKIPPED = frozenset(
    {"lpar", "rpar", "comma", "dot", "equal", "colon", "semicolon", "leading_lines", "trailing_whitespace"}
)
_SKIPPED_PREFIXES = ("whitespace", "lines_after", "header", "footer", "lbracket", "rbracket", "lbrace", "rbrace")
_MODULE = cst.Module([])
_NOTHING = nullcontext()


@cache
def semantic_fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The fields of a node that hold code, not spacing."""
    return tuple(
        f.name for f in dataclasses.fields(kind) if f.name not in _SKIPPED and not f.name.startswith(_SKIPPED_PREFIXES)
    )


@cache
def is_node(kind: type) -> bool:
    return issubclass(kind, cst.CSTNode)


@cache
def is_expression(kind: type) -> bool:
    return issubclass(kind, cst.BaseExpression)


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes right below that hold code."""
    for name in semantic_fields(type(node)):
        child = getattr(node, name)
        if isinstance(child, list | tuple):
            yield from (c for c in child if is_node(c.__class__))
        elif is_node(child.__class__):
            yield child


def with_children(node: Node, new: Callable[[cst.CSTNode], cst.CSTNode]) -> Node:
    """The node with what is right below it replaced; the same object where nothing changes."""
    changes: dict[str, object] = {}
    for name in semantic_fields(type(node)):
        child = getattr(node, name)
        if is_node(child.__class__):
            changed = new(child)
            if changed is not child:
                changes[name] = changed
        elif isinstance(child, list | tuple) and child:
            items = [new(c) if is_node(c.__class__) else c for c in child]
            if any(a is not b for a, b in zip(items, child, strict=True)):
                changes[name] = items
    return node.with_changes(**changes) if changes else node


def names_in(node: cst.CSTNode) -> list[str]:
    """All identifiers of a node, those of attributes and keywords included."""
    found: list[str] = []
    todo = [node]
    while todo:
        each = todo.pop()
        if type(each) is cst.Name:
            found.append(each.value)
        else:
            todo += children(each)
    return found


class _Writing(CodegenState):
    """Nobody asks where nodes come to stand, and noting it takes a third of the time."""

    def record_syntactic_position(self, *_: object, **__: object) -> AbstractContextManager[None]:  # type: ignore[override]
        return _NOTHING


def text_of(node: cst.CSTNode, module: cst.Module = _MODULE) -> str:
    """The code of a node, as a part of the module, or of the module itself."""
    state = _Writing(module.default_indent, module.default_newline)
    node._codegen(state)
    return "".join(state.tokens)


def code_of(module: cst.Module) -> str:
    return text_of(module, module)
