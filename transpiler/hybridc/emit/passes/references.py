"""Arrays that are mutable while the function is traced: where they are made, and where their values are wanted."""

from __future__ import annotations

import ast

import libcst as cst

from hybridc.emit.templates import expression, unparenthesized
from hybridc.program.plans import References


def _viewing(name: str, node: cst.Call) -> cst.Call:
    """`control.view("flip", y, 0)`"""
    given = [*node.args]
    if isinstance(node.func, cst.Attribute) and not _is_of_jnp(node.func):
        given = [cst.Arg(node.func.value), *given]
    while len(given) == 1 and isinstance(inner := given[0].value, cst.Call) and _is_asarray(inner.func):
        given = [*inner.args]  # `jnp.atleast_1d(jnp.asarray(y))`
    return node.with_changes(func=expression("control.view"), args=[cst.Arg(cst.SimpleString(f'"{name}"')), *given])


def _is_of_jnp(function: cst.Attribute) -> bool:
    return isinstance(function.value, cst.Name) and function.value.value == "jnp"


def _is_asarray(function: cst.BaseExpression) -> bool:
    return isinstance(function, cst.Attribute) and _is_of_jnp(function) and function.attr.value == "asarray"


def _of_attribute(made: str, node: cst.BaseExpression, is_exchanged: bool) -> cst.BaseExpression:
    """`p.mean`, and `getattr(p, "mean")`, are `nn.attribute(p, "mean")`."""
    if isinstance(node, cst.Attribute):
        node = expression(f'{made}({{x}}, "{node.attr.value}")', x=unparenthesized(node.value))
    call = cst.ensure_type(node, cst.Call).with_changes(func=expression(made))
    if not is_exchanged:
        return call
    told = cst.ensure_type(expression("f(rebound=True)"), cst.Call).args
    return call.with_changes(args=[*call.args[:-1], call.args[-1].with_changes(comma=cst.Comma()), *told])


def referred(found: References, tree: ast.AST, node: cst.BaseExpression) -> cst.BaseExpression:
    """`np.zeros(3)` is `control.mutable(jnp.zeros(3))`, and `y` is `y[...]` in `jnp.sum(y[...])`."""
    name = found.viewed.get(tree)  # type: ignore[call-overload]
    if name is not None and isinstance(node, cst.Call):
        node = _viewing(name, node)
    if (made := found.made.get(tree)) is not None:  # type: ignore[call-overload]
        if tree in found.attributes:
            return _of_attribute(made, node, tree in found.exchanged)
        return expression(made, x=unparenthesized(node))
    template = found.read.get(tree)  # type: ignore[call-overload]
    if template is None:
        return node
    if isinstance(tree, ast.Subscript) and template.startswith("control.view"):
        node = cst.ensure_type(node, cst.Subscript).value
    return expression(template, x=node if template.startswith("{") else unparenthesized(node))
