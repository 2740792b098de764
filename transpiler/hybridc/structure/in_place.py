"""Calls that write into an array, as assignments: `y.sort()` becomes `y[...] = y.sort()`, which is the sorted array.

`np.add(a, b, out=y)` becomes `y[...] = np.add(a, b)`, and stands for `y` where its value is used.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridc.domain.places import Setting, WritingCall, filled_in
from hybridc.structure.trees import Origins, assign, may_stand_again, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.messages import text_of


def with_writes(before: Structured, calls: Mapping[ast.stmt, WritingCall]) -> Structured:
    """The function with these statements, each of which is such a call or takes its value."""
    work = Structuring(before, (), (), {}, {}, (), {})
    node = before.origins.changed(before.node, body=_Written(work, calls).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


def with_settings(before: Structured, attributes: Mapping[ast.stmt, Setting]) -> Structured:
    """The function in which writes to attributes are writes to these targets, of these values if not of their own."""
    work = Structuring(before, (), (), {}, {}, (), {})
    node = before.origins.changed(before.node, body=_Set(work, attributes).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Set(Blocks):
    def __init__(self, work: Structuring, attributes: Mapping[ast.stmt, Setting]) -> None:
        super().__init__(work.origins)
        self.attributes = attributes
        self.work = work

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        found = self.attributes.get(statement)
        if found is None:
            return [statement]
        target = self.origins.make(found.target, statement)
        if isinstance(statement, ast.AugAssign):
            return [self.origins.changed(statement, target=target)]
        if found.value is None or not isinstance(target, ast.Name):
            return [self.origins.changed(statement, targets=[target])]
        kept: list[ast.stmt] = []
        array = target.id
        if found.has_views:
            array = self.work.fresh(f"{array}_then")
            kept.append(self.work.make(assign(array, read(target.id)), statement))
        value = filled_in(found.value, {"self": read(array), "new": statement.value})  # type: ignore[attr-defined]
        return [*kept, self.origins.changed(statement, targets=[target], value=self.origins.make(value, statement))]


def with_whole_arrays(before: Structured, reads: Mapping[ast.stmt, tuple[ast.Subscript, ...]]) -> Structured:
    """The function in which `y[mask] = f(x[mask])` is computed of all of `x`, and only the chosen values are taken."""
    node = before.origins.changed(before.node, body=_Whole(before.origins, reads).block(before.node.body))
    return Structured(node, before.origins, before.unset, before.assumed)


class _Whole(Blocks):
    def __init__(self, origins: Origins, reads: Mapping[ast.stmt, tuple[ast.Subscript, ...]]) -> None:
        super().__init__(origins)
        self.reads = reads

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        reads = self.reads.get(statement)
        if reads is None:
            return [statement]
        old = statement.value  # type: ignore[attr-defined]
        new = self.origins.copied([old])[0]
        copies = dict(zip(ast.walk(old), ast.walk(new), strict=True))
        self.origins.chosen.update(copies[read_by_mask] for read_by_mask in reads)
        return [self.origins.changed(statement, value=new)]


class _Written(Blocks):
    def __init__(self, work: Structuring, calls: Mapping[ast.stmt, WritingCall]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.calls = calls

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        writing = self.calls.get(statement)
        if writing is None:
            return [statement]
        made: list[ast.stmt] = []
        holder = writing.array
        if not isinstance(holder, ast.Name | ast.Subscript | ast.Attribute):
            name = self.work.fresh("result", "out")
            made.append(self.work.make(assign(name, holder), statement))
            holder = read(name)
        value = writing.call
        if writing.is_again:
            assert isinstance(value.func, ast.Attribute)
            method = ast.Attribute(self._again(holder, ast.Load()), value.func.attr, ast.Load())
            rest = self.origins.make(ast.Call(method, value.args, value.keywords), statement)
            first = self.work.make(ast.Expr(value.func.value), statement)
            return [*made, first, self.origins.changed(statement, value=rest)]
        if writing.is_out:
            keywords = [k for k in value.keywords if k.arg not in ("out", "where")]
            value = self.origins.make(ast.Call(value.func, value.args[: writing.positional], keywords), statement)
        else:
            value = self.origins.copied([value])[0]
            self.origins.writing.add(value)
        if writing.mask is not None and may_stand_again(writing.mask):
            value = self._of_chosen(value, writing.mask)
        if writing.is_whole:
            target: ast.expr = self._again(holder, ast.Store())
        elif writing.mask is not None:
            target = ast.Subscript(self._again(holder, ast.Load()), writing.mask, ast.Store())
        elif isinstance(holder, ast.Subscript) and not writing.is_held:
            target = self._again(holder, ast.Store())
        else:
            target = ast.Subscript(self._again(holder, ast.Load()), ast.Constant(...), ast.Store())
        write = self.work.make(ast.Assign([target], value), statement)
        self.origins.of[write] = self.origins.original(statement)
        self.origins.made.discard(write)  # it is what the user wrote, in other words
        if writing.mask is not None:
            self.origins.full.add(write)
        made.append(write)
        if not isinstance(statement, ast.Expr) and not _takes(statement, holder):
            taken = self.origins.make(self._again(holder, ast.Load()), statement)
            made.append(self.origins.changed(statement, value=taken))
        return made

    def _of_chosen(self, call: ast.Call, mask: ast.expr) -> ast.Call:
        """`np.log(x, out=y, where=mask)` is `y[mask] = np.log(x[mask])`, but for arrays of other shapes."""
        reads: list[ast.expr] = []
        for argument in call.args:
            if isinstance(argument, ast.Constant | ast.Starred):
                reads.append(argument)
                continue
            read = self.origins.make(ast.Subscript(argument, self.origins.copied([mask])[0], ast.Load()), call)
            self.origins.chosen.add(read)
            reads.append(read)
        return self.origins.make(ast.Call(call.func, reads, call.keywords), call)

    def _again(self, node: ast.expr, context: ast.expr_context) -> ast.expr:
        new = self.origins.copied([node])[0] if hasattr(node, "lineno") else read(node.id)  # type: ignore[attr-defined]
        if not isinstance(context, ast.Load):
            new.ctx = context  # type: ignore[attr-defined]
        return new


def _takes(statement: ast.stmt, holder: ast.expr) -> bool:
    """`self.mean = self.mean.mul_(2)` sets the attribute to what it holds."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return len(targets) == 1 and text_of(targets[0]) == text_of(holder)
