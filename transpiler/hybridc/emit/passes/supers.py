"""`super()` in functions that a branch or loop became: there it would be of their first argument, or raise."""

from __future__ import annotations

import libcst as cst

from hybridc.emit.line_origins import LineOrigins
from hybridc.emit.templates import expression


def with_own_super(node: cst.FunctionDef, owner: str | None, own: str | None, origins: LineOrigins) -> cst.FunctionDef:
    """The method, in which such calls name the class and the object."""
    if owner is None or own is None or not owner.isidentifier():
        return node
    found = _Inner()
    node.body.visit(found)
    if not found.calls:
        return node
    body = node.body.visit(_Named(found.calls, f"super({owner}, {own})", origins))
    assert isinstance(body, cst.BaseSuite)
    return node.with_changes(body=body)


def _is_super(node: cst.CSTNode) -> bool:
    is_name = isinstance(node, cst.Call) and isinstance(node.func, cst.Name)
    return is_name and node.func.value == "super" and not node.args  # type: ignore[attr-defined]


class _Inner(cst.CSTVisitor):
    """Those in functions of the method."""

    def __init__(self) -> None:
        self.calls: set[cst.CSTNode] = set()
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._depth += isinstance(node, cst.FunctionDef | cst.Lambda)
        if self._depth and _is_super(node):
            self.calls.add(node)
        return not isinstance(node, cst.ClassDef)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._depth -= isinstance(original_node, cst.FunctionDef | cst.Lambda)


class _Named(cst.CSTTransformer):
    def __init__(self, calls: set[cst.CSTNode], text: str, origins: LineOrigins) -> None:
        super().__init__()
        self.calls = calls
        self.text = text
        self.origins = origins

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        new = expression(self.text) if original_node in self.calls else updated_node
        self.origins.takes_over(new, original_node)
        return new
