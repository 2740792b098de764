"""Calls and names of a framework become what its dialect says."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from typing import ClassVar

import libcst as cst

from hybridc.dialects.entry import Entry
from hybridc.emit.concrete_tree import text_of
from hybridc.emit.passes.base import Pass
from hybridc.emit.passes.lines import adapted, arguments_of, array_of, as_value, filled, key_of, keyword
from hybridc.emit.templates import expression, unparenthesized
from hybridc.program.plans import Mapping


def _place_of(argument: cst.Arg, index: int, mapping: Mapping) -> str:
    return mapping.places[index] if argument.keyword is None else argument.keyword.value


def _bound_by_python(entry: Entry, call: cst.Call) -> cst.Call:
    """`g(x, **options)` for `f(x, name="x", **options)`: without what `f` takes and the line has no use for."""
    function, _, rest = (entry.target or "").partition("(")
    if not rest:
        return call.with_changes(func=expression(function))
    used = {n.id for n in ast.walk(ast.parse(f"_({rest}", mode="eval")) if isinstance(n, ast.Name)}
    unused = {p.name for p in entry.parameters or ()} - used
    args = [a for a in call.args if a.keyword is None or a.keyword.value not in unused]
    return call.with_changes(func=expression(function), args=args)


class Calls(Pass):
    """`np.sum(x)` becomes `jnp.sum(x)`, by the line of the dialect that the analysis found."""

    name: ClassVar[str] = "calls"

    def leave_Call(self, tree: ast.Call, original: cst.Call, updated: cst.Call) -> cst.BaseExpression:
        new = self._watched(tree, self._mapped(tree, updated))
        mapping = self.plan.lines.mappings.get(tree)
        return expression(f"{mapping.made_by}({{new}})", new=new) if mapping is not None and mapping.made_by else new

    def _watched(self, tree: ast.Call, new: cst.BaseExpression) -> cst.BaseExpression:
        """A function, or a part, that looks up elements where that is checked."""
        if tree not in self.plan.checks.looked_up or not isinstance(new, cst.Call):
            return new
        place = cst.SimpleString(json.dumps(self.context.place(tree.lineno), ensure_ascii=False))
        return new.with_changes(func=expression("checks.at({place}, {f})", place=place, f=new.func))

    def _mapping(self, tree: ast.Call) -> Mapping | None:
        """The line, with what stands for its right side in checked code."""
        mapping = self.plan.lines.mappings.get(tree)
        if mapping is None or not mapping.entry.checked or tree not in self.plan.checks.looked_up:
            return mapping
        return replace(mapping, entry=replace(mapping.entry, target=mapping.entry.checked, passes_on=False))

    def _mapped(self, tree: ast.Call, updated: cst.Call) -> cst.BaseExpression:
        mapping = self._mapping(tree)
        if mapping is None or mapping.entry.target is None:
            return updated
        if mapping.is_stacked:
            return updated.args[0].value
        if mapping.is_adapted and not mapping.is_method:
            return _bound_by_python(mapping.entry, updated)
        if mapping.is_adapted:
            assert isinstance(updated.func, cst.Attribute)
            receiver = cst.Arg(updated.func.value)
            return updated.with_changes(func=expression(adapted(mapping.entry)), args=[receiver, *updated.args])
        if mapping.adds:
            updated = updated.with_changes(args=[*updated.args, keyword(*mapping.adds)])
        target = mapping.entry.target
        if "vmap(" in target or "apply_along_axis" in target:
            target = self._in_order(tree, target)
        if mapping.entry.passes_on:
            return self._passed_on(mapping, target, updated)
        return self._spelled_out(tree, mapping, target, updated)

    def _in_order(self, tree: ast.Call, target: str) -> str:
        """A function with checks is called for row after row."""
        if not self.plan.checks.are_in(tree):
            return target
        return target.replace("jax.vmap(", "checks.vmap(").replace("jnp.apply_along_axis", "checks.apply_along_axis")

    def _passed_on(self, mapping: Mapping, target: str, call: cst.Call) -> cst.Call:
        if mapping.is_method:
            assert isinstance(call.func, cst.Attribute)
            return call.with_changes(func=call.func.with_changes(attr=cst.Name(target.removeprefix("self."))))
        changes: dict[str, object] = {} if mapping.entry.stays else {"func": expression(target)}
        if mapping.wraps:
            changes["args"] = [
                a.with_changes(value=array_of(a.value, _place_of(a, i, mapping))) if i in mapping.wraps else a
                for i, a in enumerate(call.args)
            ]
        return call.with_changes(**changes)

    def _spelled_out(self, tree: ast.Call, mapping: Mapping, target: str, call: cst.Call) -> cst.BaseExpression:
        """Fills the line's right side with the arguments; an argument that is not given is left out."""
        parts = self.context.parts[tree] = arguments_of(mapping, call)
        new = filled(target, mapping.entry, parts)
        spread = [a for a in call.args if a.star == "**"]
        return new.with_changes(args=[*new.args, *spread]) if spread and isinstance(new, cst.Call) else new

    def leave_BinOp(
        self, tree: ast.BinOp, original: cst.BinaryOperation, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        if tree not in self.plan.lines.mappings or not isinstance(updated, cst.BinaryOperation):
            return updated
        return self._operator(tree, updated.left, updated.right)

    def leave_UnaryOp(
        self, tree: ast.UnaryOp, original: cst.UnaryOperation, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        if tree not in self.plan.lines.mappings or not isinstance(updated, cst.UnaryOperation):
            return updated
        return self._operator(tree, updated.expression)

    def leave_Compare(
        self, tree: ast.Compare, original: cst.Comparison, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        if tree not in self.plan.lines.mappings or not isinstance(updated, cst.Comparison):
            return updated
        return self._operator(tree, updated.left, updated.comparisons[0].comparator)

    def _operator(self, tree: ast.expr, *operands: cst.BaseExpression) -> cst.BaseExpression:
        """`x > 0` becomes what the line for `__gt__` says; its places name the operands in their order."""
        mapping = self.plan.lines.mappings[tree]
        assert mapping.entry.target is not None
        plain = map(unparenthesized, operands)
        return filled(mapping.entry.target, mapping.entry, dict(zip(mapping.places, plain, strict=True)))

    def leave_Attribute(
        self, tree: ast.Attribute, original: cst.Attribute, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        mapping = self.plan.lines.mappings.get(tree)
        if mapping is None or mapping.entry.target is None:
            return updated
        if mapping.is_method:
            assert isinstance(updated, cst.Attribute)
            if mapping.entry.target == "self":
                return updated.value
            prefix, _, attribute = mapping.entry.target.partition(".")
            if prefix != "self" or not attribute.isidentifier():
                return filled(mapping.entry.target, mapping.entry, {"self": updated.value})
            return updated.with_changes(attr=cst.Name(attribute))
        return self._as_name(mapping.entry, original, updated)

    def _as_name(self, entry: Entry, original: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression:
        """What the line says for the name itself; one that means the same in compiled code stays as it is written."""
        target = as_value(entry)
        if entry.stays or target == text_of(original):
            return updated
        return expression(target).with_changes(lpar=original.lpar, rpar=original.rpar)

    def leave_Subscript(
        self, tree: ast.Subscript, original: cst.Subscript, updated: cst.Subscript
    ) -> cst.BaseExpression:
        if tree in self.plan.control.listed:
            return self._listed(tree, updated)
        if tree in self.plan.lines.mappings and isinstance(tree.ctx, ast.Load):
            return self._operator(tree, updated.value, key_of(updated))
        return updated

    def _listed(self, tree: ast.expr, node: cst.BaseExpression) -> cst.BaseExpression:
        return expression("list({x})" if self.plan.control.listed[tree] == 1 else "[list(row) for row in {x}]", x=node)

    def leave_Name(self, tree: ast.Name, original: cst.Name, updated: cst.BaseExpression) -> cst.BaseExpression:
        mapping = self.plan.lines.mappings.get(tree)
        if tree in self.plan.control.listed:
            return self._listed(tree, updated)
        if tree in self.plan.entry.inside:
            return expression("{function}.inside", function=updated)
        if tree in self.plan.entry.pure:
            return expression("{function}.pure", function=updated)
        if mapping is None or mapping.entry.target is None:
            return updated
        return self._as_name(mapping.entry, original, updated)
