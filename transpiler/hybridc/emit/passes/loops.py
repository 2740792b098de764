"""Loops that run compiled."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from hybridc.domain.lists import item_name
from hybridc.emit.concrete_tree import names_in, text_of
from hybridc.emit.passes.base import Context, Pass, Statement, as_truth
from hybridc.emit.passes.blocks import function, single_expression, spaced
from hybridc.emit.passes.read_first import with_reads_first
from hybridc.emit.templates import at_least, expression, names, packed, statement
from hybridc.program.plans import Loop, LoopForm
from hybridc.syntax.dataflow import names_read

_SHORT = 60  # a test over this many columns gets a function of its own


class Loops(Pass):
    """`while` becomes `lax.while_loop`; `for` becomes `lax.fori_loop` over a range and `lax.scan` over arrays."""

    name: ClassVar[str] = "loops"
    takes_starts: ClassVar[bool] = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._numbers = "jnp.arange"  # what gives the indices of the scan that is being written
        self._appended: dict[ast.stmt, cst.BaseExpression] = {}  # what a turn adds to the lists

    def enter(self, tree: ast.stmt) -> tuple[str, ...]:
        loop = self.plan.control.loops.get(tree)
        match loop.form if loop is not None else None:
            case LoopForm.WHILE:
                return ("keeps_going", "body", "carry")
            case LoopForm.FORI:
                return ("body", "carry")
            case LoopForm.MAP:
                return ("step",)
            case LoopForm.SCAN:
                return ("step", "carry", "item", "length")
        return ()

    def leave_While(
        self, tree: ast.While, original: cst.While, updated: Statement, chosen: tuple[str, ...]
    ) -> list[Statement]:
        loop = self.plan.control.loops.get(tree)
        if loop is None or loop.form is LoopForm.PYTHON or not isinstance(updated, cst.While):
            return [updated]
        keeps_going, body, carry = chosen
        test = as_truth(self.plan.control.tests, tree.test, updated.test)
        functions: list[Statement] = []
        parameter = loop.carry[0] if len(loop.carry) == 1 else carry if loop.carry else "_"
        if len(loop.carry) == 1 and len(text_of(test)) <= _SHORT:
            condition: cst.BaseExpression = cst.Lambda(cst.Parameters([cst.Param(cst.Name(parameter))]), test)
        else:
            read = names_read(tree.test)
            unpacked = self._unpacked(loop, parameter, read)
            functions.append(function(self.context, keeps_going, [parameter], None, test, unpacked))
            condition = cst.Name(keeps_going)
        turn = self._turn(loop, [parameter], updated.body)
        if turn is None:
            unpacked = self._unpacked(loop, parameter)
            block = with_reads_first(updated.body, loop.carry, self.context.names)
            functions.append(function(self.context, body, [parameter], block, names(loop.carry), unpacked))
            turn = cst.Name(body)
        call = expression(
            f"{self._module(tree, loop)}.while_loop({{c}}, {{b}}, {{init}})",
            c=condition,
            b=turn,
            init=self._initial(tree, loop),
        )
        return self._finished(loop, functions, call, updated)

    def _module(self, tree: ast.stmt, loop: Loop) -> str:
        return self.plan.module_of(tree, loop.is_proven)

    def _initial(self, tree: ast.stmt, loop: Loop) -> cst.BaseExpression:
        """What the loop starts from."""
        if not loop.carry:
            return cst.Name("None")
        known = self.context.initial.get(tree, {})
        values = [known.get(name, cst.Name(name)) for name in loop.carry]
        return values[0] if len(values) == 1 else cst.Tuple([cst.Element(v) for v in values])

    def _turn(self, loop: Loop, parameters: list[str], block: cst.BaseSuite) -> cst.BaseExpression | None:
        """The body as a lambda, where it is one short expression of one carried name."""
        if len(loop.carry) != 1:
            return None
        result = single_expression(block, loop.carry, False)
        if result is None or len(text_of(result)) > _SHORT // 2:
            return None
        return cst.Lambda(cst.Parameters([cst.Param(cst.Name(p)) for p in parameters]), at_least(result, 1))

    def _unpacked(self, loop: Loop, parameter: str, read: frozenset[str] | None = None) -> list[Statement]:
        """`a, b = carry`, with `_` for what is not read."""
        if len(loop.carry) < 2:
            return []
        shown = tuple(n if read is None or n in read else "_" for n in loop.carry)
        return [statement("{names} = {carry}", names=names(shown), carry=cst.Name(parameter))]

    def _finished(
        self, loop: Loop, functions: list[Statement], call: cst.BaseExpression, updated: cst.While | cst.For
    ) -> list[Statement]:
        node: Statement
        if loop.carry:
            node = statement("{names} = {call}", names=names(loop.carry), call=call)
        else:
            node = cst.SimpleStatementLine([cst.Expr(call)])
        made = spaced([*functions, node], updated.leading_lines)
        if loop.carry:
            self.context.generated.add(made[-1])
        return made

    def leave_For(
        self, tree: ast.For, original: cst.For, updated: Statement, chosen: tuple[str, ...]
    ) -> list[Statement]:
        loop = self.plan.control.loops.get(tree)
        if loop is None or loop.form is LoopForm.PYTHON or not isinstance(updated, cst.For):
            return [updated]
        if loop.form is LoopForm.FORI:
            return self._fori(loop, tree, updated, chosen)
        if loop.form is LoopForm.MAP:
            return self._map(loop, tree, updated, chosen)
        return self._scan(loop, tree, updated, chosen)

    def _map(self, loop: Loop, tree: ast.For, updated: cst.For, chosen: tuple[str, ...]) -> list[Statement]:
        """All turns at once, over the numbers of a range."""
        assert isinstance(updated.target, cst.Name)
        (step,) = chosen
        rows = cst.Call(expression("jnp.arange"), cst.ensure_type(updated.iter, cst.Call).args)
        result = self._results(tree)
        result = result.with_changes(lpar=[], rpar=[]) if isinstance(result, cst.Tuple) else result
        defined = function(self.context, step, [updated.target.value], updated.body, result, [])
        call = expression("jax.vmap({step})({rows})", step=cst.Name(step), rows=rows)
        left = names(tuple(o.name for o in loop.outputs))
        return spaced([defined, statement("{left} = {call}", left=left, call=call)], updated.leading_lines)

    def _fori(self, loop: Loop, tree: ast.For, updated: cst.For, chosen: tuple[str, ...]) -> list[Statement]:
        body, carry = chosen
        assert isinstance(updated.iter, cst.Call) and isinstance(updated.target, cst.Name)
        bounds = [a.value for a in updated.iter.args]
        start = bounds[0] if len(bounds) > 1 else cst.Integer("0")
        stop = bounds[1] if len(bounds) > 1 else bounds[0]
        parameter = loop.carry[0] if len(loop.carry) == 1 else carry if loop.carry else "_"
        index = updated.target.value
        if index == parameter:
            index = "index"
        turn = self._turn(loop, [index, parameter], updated.body)
        functions: list[Statement] = []
        if turn is None:
            unpacked = self._unpacked(loop, parameter)
            block = with_reads_first(updated.body, loop.carry, self.context.names)
            functions = [function(self.context, body, [index, parameter], block, names(loop.carry), unpacked)]
            turn = cst.Name(body)
        call = expression(
            f"{self._module(tree, loop)}.fori_loop({{start}}, {{stop}}, {{b}}, {{init}})",
            start=start, stop=stop, b=turn, init=self._initial(tree, loop),
        )  # fmt: skip
        return self._finished(loop, functions, call, updated)

    def _scan(self, loop: Loop, tree: ast.For, updated: cst.For, chosen: tuple[str, ...]) -> list[Statement]:
        step, carry, item, length = chosen
        before: list[Statement] = []
        self._numbers = "control.numbers" if loop.counts_in_pythons else "jnp.arange"
        rows = self._rows(tree.iter, updated.iter, length, before)
        parameter = loop.carry[0] if len(loop.carry) == 1 else carry if loop.carry else "_"
        unpacked = self._unpacked(loop, parameter)
        if isinstance(updated.target, cst.Name):
            element = updated.target.value if updated.target.value != parameter else item  # `_`, if nothing is carried
        else:
            element = item
            target = updated.target.with_changes(lpar=[], rpar=[])
            unpacked.append(statement("{target} = {item}", target=target, item=cst.Name(item)))
        carried = packed(loop.carry) if loop.carry else cst.Name("None")
        result = expression("({carry}, {ys})", carry=carried, ys=self._results(tree))
        result = result.with_changes(lpar=[], rpar=[])
        block = with_reads_first(updated.body, [*loop.carry, *names_in(result)], self.context.names)
        defined = function(self.context, step, [parameter, element], block, result, unpacked)
        scan = f"{self._module(tree, loop)}.{loop.name}"
        if scan == "lax.scan" and _may_be_list(rows):
            scan = "control.scan_rows"
        call = expression(
            f"{scan}({{s}}, {{init}}, {{xs}})",
            s=cst.Name(step),
            init=self._initial(tree, loop),
            xs=rows,
        )
        if not loop.carry and not loop.outputs:
            return spaced([*before, defined, cst.SimpleStatementLine([cst.Expr(call)])], updated.leading_lines)
        names_of = {o.name: f"later_{o.name}" if o.initial else o.name for o in loop.outputs}
        outputs = packed(tuple(names_of.values())) if loop.outputs else cst.Name("_")
        carry_target = packed(loop.carry) if loop.carry else cst.Name("_")
        left = cst.Tuple([cst.Element(carry_target), cst.Element(outputs)], lpar=[], rpar=[])
        node = statement("{left} = {call}", left=left, call=call)
        joined = [
            statement(
                "{xs} = jnp.concatenate([jnp.asarray({xs}), {ys}]) if len({ys}) else jnp.asarray({xs})",
                xs=cst.Name(o.name),
                ys=cst.Name(names_of[o.name]),
            )
            for o in loop.outputs
            if o.initial
        ]
        return spaced([*before, defined, node, *joined], updated.leading_lines)

    def _results(self, tree: ast.For) -> cst.BaseExpression:
        """What a turn adds to the lists, in the order of the loop's outputs."""
        values = [self._appended[s] for s in tree.body if s in self._appended]
        if not values:
            return cst.Name("None")
        return values[0] if len(values) == 1 else cst.Tuple([cst.Element(v) for v in values])

    def leave_Expr(self, tree: ast.Expr, original: cst.Expr, updated: Statement) -> list[Statement]:
        append = self.plan.control.appends.get(tree)
        if append is None:
            return [updated]
        assert isinstance(updated, cst.SimpleStatementLine)
        call = cst.ensure_type(cst.ensure_type(updated.body[0], cst.Expr).value, cst.Call)
        value = call.args[0].value
        if append.is_last:
            self._appended[tree] = value
            return []
        name = cst.Name(self._item(append.name))
        self._appended[tree] = name
        return [updated.with_changes(body=[cst.Assign([cst.AssignTarget(name)], value)])]

    def _item(self, name: str) -> str:
        with self.context.names.scope(item_name(name)) as chosen:
            return chosen[0]

    def _rows(
        self, tree: ast.expr, node: cst.BaseExpression, length: str, before: list[Statement]
    ) -> cst.BaseExpression:
        """What `lax.scan` runs over: one array, or a tuple of arrays of one length."""
        match tree, node:
            case ast.Call(func=ast.Name(id="range")), cst.Call(args=arguments):
                return cst.Call(expression(self._numbers), arguments)
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), cst.Call(args=arguments):
                rows = self._rows(inner, arguments[0].value, length, before)
                if isinstance(rows, cst.Tuple) and len(rows.elements) > 1 and _is_zip(inner):
                    count: cst.BaseExpression = cst.Name(length)
                else:
                    count = expression("len({x})", x=_under_rows(_leaf(rows)))
                if len(arguments) > 1:
                    start = arguments[1].value
                    numbers = expression(f"{self._numbers}({{start}}, {{start}} + {{count}})", start=start, count=count)
                else:
                    numbers = expression(f"{self._numbers}({{count}})", count=count)
                return expression("({numbers}, {rows})", numbers=numbers, rows=rows)
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]), cst.Call(args=arguments):
                return expression("{x}[::-1]", x=self._rows(inner, arguments[0].value, length, before))
            case ast.Call(func=ast.Name(id="zip"), args=inner), cst.Call(args=arguments):
                rows_of = [self._rows(i, a.value, length, before) for i, a in zip(inner, arguments, strict=True)]
                return self._zipped(rows_of, length, before)
        value = self.plan.values.get(tree)
        return node if value is not None and value.is_array else expression("control.rows({x})", x=node)

    def _zipped(self, rows: list[cst.BaseExpression], length: str, before: list[Statement]) -> cst.BaseExpression:
        """`zip` stops with the shortest; `lax.scan` wants one length."""
        if len(rows) > 1:
            sizes = [cst.Arg(expression("len({x})", x=_under_rows(_leaf(r)))) for r in rows]
            count = cst.Call(cst.Name("min"), sizes)
            before.append(statement("{length} = {count}", length=cst.Name(length), count=count))
            rows = [_cut(r, length) for r in rows]
        elements = [cst.Element(r) for r in rows]
        if len(elements) == 1:
            elements[0] = elements[0].with_changes(comma=cst.Comma())
        return cst.Tuple(elements)


def _is_zip(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip"


def _may_be_list(rows: cst.BaseExpression) -> bool:
    """`control.rows` gives it, which leaves what fits into no array a list."""
    if isinstance(rows, cst.Tuple):
        return any(_may_be_list(element.value) for element in rows.elements)
    if isinstance(rows, cst.Subscript):  # a part of it, or in the other direction
        return _may_be_list(rows.value)
    return _under_rows(rows) is not rows


def _leaf(rows: cst.BaseExpression) -> cst.BaseExpression:
    """One array of several of one length."""
    while isinstance(rows, cst.Tuple):
        rows = rows.elements[-1].value
    return rows


def _cut(rows: cst.BaseExpression, length: str) -> cst.BaseExpression:
    """The arrays up to the length of the shortest."""
    if isinstance(rows, cst.Tuple):
        return rows.with_changes(elements=[e.with_changes(value=_cut(e.value, length)) for e in rows.elements])
    return expression("{x}[:{length}]", x=rows, length=cst.Name(length))


def _under_rows(node: cst.BaseExpression) -> cst.BaseExpression:
    """What `control.rows` was put around: it is as long."""
    if isinstance(node, cst.Call) and cst.ensure_type(node, cst.Call).func.deep_equals(expression("control.rows")):
        return node.args[0].value
    return node
