"""Writing in place becomes a new value under the old name."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from hybridc.domain.values import opaque
from hybridc.emit.passes.base import Pass, Statement, numbers_expected
from hybridc.emit.passes.lines import arguments_of, filled, key_of
from hybridc.emit.templates import expression, statement, unparenthesized
from hybridc.interpret.writes import is_all
from hybridc.program.assumptions import Kind
from hybridc.program.plans import Update
from hybridc.syntax.dataflow import PLACE, row_of
from hybridc.syntax.marks import marks
from hybridc.syntax.walking import walk

_METHODS: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply"}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip


_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "iadd", ast.Sub: "isub", ast.Mult: "imul", ast.Div: "itruediv", ast.FloorDiv: "ifloordiv", ast.Mod: "imod",
    ast.Pow: "ipow", ast.MatMult: "imatmul", ast.BitAnd: "iand", ast.BitOr: "ior", ast.BitXor: "ixor",
    ast.LShift: "ilshift", ast.RShift: "irshift",
}  # fmt: skip
_ASKED: dict[type[ast.operator], str] = _METHODS | {
    ast.Div: "divide", ast.FloorDiv: "floor_divide", ast.Mod: "remainder", ast.Pow: "power",
    ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
}  # fmt: skip
_MASKED = {
    Update.WHERE: "jnp.where({mask}, {v}, {x})",
    Update.WHERE_CAST: "jnp.where({mask}, {v}, {x}).astype({x}.dtype)",
    Update.MASKED: "control.masked({x}, {mask}, {v})",
}
_WRITTEN = {Update.KEEP_WRITTEN: "keep_dtype", Update.CAST_WRITTEN: "of_dtype"}


class Mutation(Pass):
    """`x[i] = v` becomes `x = x.at[i].set(v)`; `x += v` on an array becomes `x = x + v`, in x's own dtype."""

    name: ClassVar[str] = "mutation"

    def leave_Assign(self, tree: ast.Assign, original: cst.Assign, updated: Statement) -> list[Statement]:
        assign = _only(updated)
        assert isinstance(assign, cst.Assign)
        if _assigns_itself(assign):
            return []
        update = self.plan.mutation.updates.get(tree)
        target, place = assign.targets[0].target, tree.targets[0]
        if update is None and isinstance(place, ast.Name) and row_of(tree) is not None:
            return [*self._expected(tree), self._written(tree, place, target, assign.value, target)]
        if update is None and (kept := self.plan.assumed.at(Kind.RANK, tree)):
            assert kept[0].part is not None
            given = _given(tree.value, assign.value, kept[0].part)
            value = expression("control.keep_rank({new}, {x})", new=assign.value, x=given)
            return [*self._expected(tree), statement("{x} = {v}", x=target, v=value)]
        if update is None and self._may_be_number(place):
            lost = expression(
                "control.mutable({x}, of_any_rank=True)[...]", x=cst.ensure_type(target, cst.Subscript).value
            )
            return [*self._expected(tree), statement("{x} = {v}", x=lost, v=assign.value)]
        if update is None:
            return [*self._expected(tree), *self._received(tree, target, assign.value, updated)]
        assert isinstance(target, cst.Subscript) and isinstance(place, ast.Subscript)
        if update is Update.LINE:
            new = self._by_line(place, target, assign.value)
        else:
            new = self._set(self._held_apart(tree, target), assign.value, update, tree)
        return [*self._expected(tree), self._written(tree, place.value, target.value, new, target)]

    def _may_be_number(self, place: ast.expr) -> bool:
        """The whole of a mutable array is set, or of a number of NumPy's: nobody sees that."""
        if not (isinstance(place, ast.Subscript) and marks(place).is_setting and isinstance(place.value, ast.Name)):
            return False
        held = self.plan.values.get(place.value)
        is_whole = isinstance(place.slice, ast.Constant) and place.slice.value is ...
        return is_whole and held is not None and held.is_element

    def _received(
        self, tree: ast.Assign, target: cst.BaseAssignTargetExpression, value: cst.BaseExpression, updated: Statement
    ) -> list[Statement]:
        """The assignment of what a call gives back, which others may see in the place of what these names hold."""
        names = self._assumed_of(Kind.APART, tree)
        if not names:
            return [updated]
        if not isinstance(target, cst.Tuple):
            return [statement("{x} = {v}", x=target, v=_looked_at(value, target))]
        with self.context.names.scope(*(f"changed_{name}" for name in names)) as changed:
            new = dict(zip(names, map(cst.Name, changed), strict=True))
            parts = [
                e.with_changes(value=new.get(cst.ensure_type(e.value, cst.Name).value, e.value))
                for e in target.elements
            ]
            looked_at = ((cst.Name(name), _looked_at(held, cst.Name(name))) for name, held in new.items())
            lines = [statement("{x} = {v}", x=target.with_changes(elements=parts), v=value)]
            return [*lines, *(statement("{x} = {v}", x=name, v=held) for name, held in looked_at)]

    def _held_apart(self, tree: ast.stmt, target: cst.Subscript) -> cst.Subscript:
        return target.with_changes(value=_apart(target.value)) if tree in self.plan.mutation.barriers_inside else target

    def _expected(self, tree: ast.stmt) -> list[Statement]:
        """What stands before the statement."""
        names = self._assumed_of(Kind.BESIDE, tree)
        apart = sorted(self.plan.mutation.barriers_before.get(tree, {}).items())
        lines: list[Statement] = [numbers_expected(names)] if names else []
        if alike := self._assumed_of(Kind.ALIKE, tree):
            lines.append(statement(f"control.expect_alike({', '.join(f'{name}={name}' for name in alike)})"))
        return [*lines, *(statement(f"{{x}} = {how}({{x}})", x=expression(n)) for n, how in apart)]

    def _assumed_of(self, kind: Kind, tree: ast.stmt) -> list[str]:
        return [each.subject for each in self.plan.assumed.at(kind, tree)]

    def _written(
        self,
        tree: ast.Assign | ast.AugAssign,
        place: ast.expr,
        node: cst.BaseExpression,
        new: cst.BaseExpression,
        target: cst.BaseExpression,
    ) -> Statement:
        """The assignment that the write to the target becomes, of what the array under it then is."""
        if self.plan.assumed.at(Kind.APART, tree):
            new = _looked_at(new, node)
        is_apart = tree in self.plan.mutation.behind_barriers
        if is_apart and any(isinstance(n, ast.Slice) and n.step is not None for n in walk(place)):
            new = _apart(new)  # XLA would turn it around
        array, new = self._put_back(place, node, new)
        if is_apart:
            new = _apart(new)
        if (row := row_of(tree)) is not None:  # its dimensions are known while tracing
            asked = cst.Name(row) if row != PLACE else unparenthesized(target)
            return statement("{x} = {v} if jnp.ndim({row}) else {x}", x=array, v=new, row=asked)
        return statement("{x} = {v}", x=array, v=new)

    def _put_back(
        self, tree: ast.expr, node: cst.BaseExpression, new: cst.BaseExpression
    ) -> tuple[cst.BaseExpression, cst.BaseExpression]:
        """The array that `node` is a view of, and what it is with `new` in the place of the view."""
        if isinstance(tree, ast.Name):
            return cst.Name(tree.id), new
        if isinstance(tree, ast.Subscript):
            assert isinstance(node, cst.Subscript)
            index = self.plan.values.get(tree.slice)
            if is_all(tree.slice, index if index is not None else opaque()):
                return self._put_back(tree.value, node.value, new)
            outer = expression("{place}.set({v})", place=_at(node), v=unparenthesized(new))
            return self._put_back(tree.value, node.value, outer)
        if tree not in self.plan.lines.mappings:
            return node, new
        mapping = self.plan.lines.mappings[tree]
        if mapping.entry.target == "self":
            return self._put_back(_receiver(tree), node, new)
        inner = tree.args[0] if isinstance(tree, ast.Call) and not mapping.is_method else _receiver(tree)
        is_attribute = isinstance(tree, ast.Attribute)
        if isinstance(tree, ast.Call) and tree in self.context.parts:
            parts = self.context.parts[tree]
        else:
            parts = {"self": _held(node)} if is_attribute else arguments_of(mapping, cst.ensure_type(node, cst.Call))
        outer = filled(mapping.entry.back or "", mapping.entry, {**parts, "new": new})
        return self._put_back(inner, next(iter(parts.values())), outer)

    def _masked(self, target: cst.Subscript, value: cst.BaseExpression, update: Update) -> cst.BaseExpression:
        mask = cst.ensure_type(target.slice[0].slice, cst.Index).value
        return expression(_MASKED[update], x=target.value, mask=mask, v=unparenthesized(value))

    def _set(
        self, target: cst.Subscript, value: cst.BaseExpression, update: Update, tree: ast.stmt
    ) -> cst.BaseExpression:
        """What the array is after the element was set."""
        if update in _MASKED:
            return self._masked(target, value, update)
        if update is Update.PUT:
            return _put(target, value)
        if update is Update.ITEM:
            return _put(target, value, "with_item")
        if update is Update.GIVEN:
            return _put(target, value, "set_item")
        if update is Update.AT_ASKED:
            return self._asked(tree, target, value, self._has_parts(tree))
        if update is Update.WHOLE:
            return value
        if update is Update.FILL:
            return expression("jnp.full_like({x}, {v})", x=target.value, v=unparenthesized(value))
        place = _at(target)
        if update is Update.AT_CAST:
            return expression(
                "{place}.set(jnp.asarray({v}, {x}.dtype))", x=target.value, place=place, v=unparenthesized(value)
            )
        return expression("{place}.set({v})", place=place, v=unparenthesized(value))

    def leave_Subscript(
        self, tree: ast.Subscript, original: cst.Subscript, updated: cst.Subscript
    ) -> cst.BaseExpression:
        statement = self.plan.mutation.asked.get(tree)
        if self.plan.is_asked(statement):
            return self._part(updated.value)
        if tree not in self.plan.structured.origins.chosen:
            return updated
        return _guarded(updated, updated.value) if tree in self.plan.mutation.guarded else updated.value

    def _has_parts(self, tree: ast.stmt) -> bool:
        """What is written is computed from what is read by the index."""
        return tree in self.plan.mutation.asked.values()

    def _part(self, array: cst.BaseExpression) -> cst.BaseExpression:
        """What is read of the array by the index that is written by."""
        with self.context.names.scope("part") as (part,):
            return expression(f"{part}({{x}})", x=unparenthesized(array))

    def _asked(
        self,
        tree: ast.stmt,
        target: cst.Subscript,
        value: cst.BaseExpression,
        reads: bool,
        method: str = "set",
    ) -> cst.BaseExpression:
        """The write by an index that may be a mask; where the value reads by it as well, a function of that."""
        index = [_in_window(each) if part in self.plan.lines.windows else each for part, each in _parts(tree, target)]
        place = cst.Subscript(expression("control.at({x})", x=unparenthesized(target.value)), index)
        if not reads:
            return expression(f"{{place}}.{method}({{v}})", place=place, v=unparenthesized(value))
        with self.context.names.scope("part") as (part,):
            return expression(f"{{place}}.set(lambda {part}: {{v}})", place=place, v=unparenthesized(value))

    def _by_line(self, tree: ast.Subscript, target: cst.Subscript, value: cst.BaseExpression) -> cst.BaseExpression:
        """What the framework's line for `x[i] = v` makes of the array."""
        mapping = self.plan.lines.mappings[tree]
        parts = {"self": target.value, "key": key_of(target), "value": unparenthesized(value)}
        return filled(mapping.entry.target or "", mapping.entry, parts)

    def leave_AugAssign(self, tree: ast.AugAssign, original: cst.AugAssign, updated: Statement) -> list[Statement]:
        assign = _only(updated)
        assert isinstance(assign, cst.AugAssign)
        target, value = assign.target, assign.value
        if self.plan.assumed.at(Kind.VALUE, tree):
            operator = _OPERATORS[type(tree.op)]
            return [statement(f"{{x}} = control.number({{x}}) {operator} {{v}}", x=target, v=value)]
        if self.plan.references is not None and tree in self.plan.references.augmented:
            operator = _IN_PLACE[type(tree.op)]
            return [statement(f"{{x}} = control.{operator}({{x}}, {{v}})", x=target, v=value)]
        update = self.plan.mutation.updates.get(tree)
        if update is None and (tree in self.plan.lines.operators or tree in self.plan.lines.dtype_joins):
            return [statement("{x} = {v}", x=target, v=self._computed(tree, target, value))]
        if update is None:
            return [updated]
        if isinstance(tree.target, ast.Subscript):
            assert isinstance(target, cst.Subscript)
            if update is Update.LINE:
                old = expression("{x}[{i}]", x=target.value, i=key_of(target))
                computed = self._computed(tree, old, value)
                new = self._by_line(tree.target, target, computed)
            else:
                new = self._set_by(tree, self._held_apart(tree, target), value, update)
            return [*self._expected(tree), self._written(tree, tree.target.value, target.value, new, target)]
        return [*self._expected(tree), self._augmented(tree, target, value, update)]

    def _augmented(
        self, tree: ast.AugAssign, target: cst.BaseExpression, value: cst.BaseExpression, update: Update
    ) -> Statement:
        if (function := _WRITTEN.get(update)) is not None:
            form = f"{{x}} = control.{function}(control.{_IN_PLACE[type(tree.op)]}({{x}}, {{v}}), {{x}})"
            return statement(form, x=target, v=unparenthesized(value))
        new = self._computed(tree, target, value)
        if update is Update.CAST:
            new = expression("{new}.astype({x}.dtype)", x=target, new=new)
        elif update is Update.KEEP:
            new = expression("control.keep_dtype({new}, {x})", x=target, new=new)
        else:
            assert update is Update.REBIND
        if self.plan.assumed.at(Kind.RANK, tree):
            new = expression("control.keep_rank({new}, {x})", x=target, new=unparenthesized(new))
        if self.plan.assumed.at(Kind.APART, tree):
            new = _looked_at(new, target)
        return statement("{x} = {new}", x=target, new=new)

    def _computed(self, tree: ast.AugAssign, old: cst.BaseExpression, value: cst.BaseExpression) -> cst.BaseExpression:
        """`x + v`, or what the framework's line says for it."""
        mapping = self.plan.lines.operators.get(tree)
        if (looking := self.plan.lines.dtype_joins.get(tree)) is not None:
            return expression(looking, left=old, right=unparenthesized(value))
        if mapping is None:
            return expression(f"{{old}} {_OPERATORS[type(tree.op)]} {{v}}", old=old, v=value)
        parts = zip(mapping.places, (old, unparenthesized(value)), strict=True)
        return filled(mapping.entry.target or "", mapping.entry, dict(parts))

    def _set_by(
        self, tree: ast.AugAssign, target: cst.Subscript, value: cst.BaseExpression, update: Update
    ) -> cst.BaseExpression:
        """What the array is after the operator changed an element."""
        if update is Update.AT_ASKED:
            if not self._has_parts(tree) and tree not in self.plan.lines.operators:
                return self._asked(tree, target, value, False, _ASKED[type(tree.op)])
            return self._asked(tree, target, self._computed(tree, self._part(target.value), value), reads=True)
        place = _at(target)
        if update in (Update.WHOLE, Update.WHOLE_KEEP):
            new = self._computed(tree, target.value, value)
            if update is Update.WHOLE:
                return new
            return expression("control.keep_dtype({new}, {x})", new=new, x=target.value)
        if update is Update.AT_OPERATOR:
            method = _METHODS[type(tree.op)]
            return expression(f"{{place}}.{method}({{v}})", place=place, v=unparenthesized(value))
        if update is Update.PUT:
            return _put(target, self._computed(tree, target, value))
        if update in _MASKED:
            old = _guarded(target, target.value) if tree in self.plan.mutation.guarded else target.value
            return self._masked(target, self._computed(tree, old, value), update)
        new = self._computed(tree, target, value)
        if update is Update.AT_CAST:
            return expression("{place}.set({new}.astype({x}.dtype))", x=target.value, place=place, new=new)
        return expression("{place}.set({new})", place=place, new=unparenthesized(new))


def _only(node: Statement) -> cst.BaseSmallStatement:
    assert isinstance(node, cst.SimpleStatementLine)
    return node.body[0]


def _apart(new: cst.BaseExpression) -> cst.BaseExpression:
    return expression("lax.optimization_barrier({v})", v=unparenthesized(new))


def _guarded(target: cst.Subscript, array: cst.BaseExpression) -> cst.BaseExpression:
    """The array, and ones where the mask does not choose: what is computed there has a derivative."""
    mask = cst.ensure_type(target.slice[0].slice, cst.Index).value
    return expression("jnp.where({mask}, {x}, 1)", mask=unparenthesized(mask), x=unparenthesized(array))


def _given(tree: ast.expr, call: cst.BaseExpression, argument: ast.expr) -> cst.BaseExpression:
    """The argument of a call, as it is written there."""
    assert isinstance(tree, ast.Call) and isinstance(call, cst.Call)
    return call.args[[*tree.args, *(k.value for k in tree.keywords)].index(argument)].value


def _looked_at(new: cst.BaseExpression, old: cst.BaseExpression) -> cst.BaseExpression:
    return expression("overwriting.written({new}, {old})", new=unparenthesized(new), old=old)


def _put(target: cst.Subscript, value: cst.BaseExpression, function: str = "put") -> cst.BaseExpression:
    elements = [cst.Element(cst.ensure_type(e.slice, cst.Index).value) for e in target.slice]
    index = elements[0].value if len(elements) == 1 else cst.Tuple(elements)
    return expression(f"control.{function}({{x}}, {{i}}, {{v}})", x=target.value, i=index, v=unparenthesized(value))


def _at(target: cst.Subscript) -> cst.BaseExpression:
    return cst.Subscript(cst.Attribute(target.value, cst.Name("at")), target.slice)


def _held(node: cst.BaseExpression) -> cst.BaseExpression:
    function = node.func if isinstance(node, cst.Call) else node
    return cst.ensure_type(function, cst.Attribute).value


def _receiver(tree: ast.expr) -> ast.expr:
    function = tree.func if isinstance(tree, ast.Call) else tree
    assert isinstance(function, ast.Attribute)
    return function.value


def _assigns_itself(node: cst.Assign) -> bool:
    """What is left of `x = x.copy()`."""
    target = node.targets[0].target
    return (
        len(node.targets) == 1
        and isinstance(target, cst.Name)
        and isinstance(node.value, cst.Name)
        and target.value == node.value.value
    )


def _parts(tree: ast.stmt, target: cst.Subscript) -> Iterator[tuple[ast.expr | None, cst.SubscriptElement]]:
    """The parts of the index that a statement writes by."""
    place = tree.targets[0] if isinstance(tree, ast.Assign) else getattr(tree, "target", None)
    index = place.slice if isinstance(place, ast.Subscript) else None
    parts: list[ast.expr | None] = [*index.elts] if isinstance(index, ast.Tuple) else [index]
    return itertools.zip_longest(parts[: len(target.slice)], target.slice)


def _in_window(part: cst.SubscriptElement) -> cst.SubscriptElement:
    """`p:p + n` is `control.window(p, n)`."""
    bounds = cst.ensure_type(part.slice, cst.Slice)
    end = cst.ensure_type(bounds.upper, cst.BinaryOperation)
    start = bounds.lower
    assert start is not None
    length = end.left if end.right.deep_equals(start) else end.right
    made = expression("control.window({p}, {n})", p=unparenthesized(start), n=unparenthesized(length))
    return part.with_changes(slice=cst.Index(made))
