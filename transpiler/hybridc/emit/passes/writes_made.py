"""Writes as they are generated: `x = x.at[i].set(v)`, perhaps behind a barrier, and `x = control.put(x, i, v)`."""

from __future__ import annotations

from dataclasses import dataclass, replace

import libcst as cst

from hybridc.emit.passes.base import Statement

_METHODS = frozenset({"set", "add", "subtract", "multiply", "divide", "power", "min", "max"})


@dataclass(frozen=True)
class Write:
    """One of them."""

    array: str
    statement: cst.SimpleStatementLine
    call: cst.Call
    place: int  # of the value among the arguments of the call

    @property
    def value(self) -> cst.BaseExpression:
        return self.call.args[self.place].value

    def of(self, value: cst.BaseExpression) -> Write:
        """The same write of another value."""
        args = [*self.call.args]
        args[self.place] = args[self.place].with_changes(value=value)
        call = self.call.with_changes(args=args)
        statement = cst.ensure_type(self.statement.deep_replace(self.call, call), cst.SimpleStatementLine)
        return replace(self, statement=statement, call=call)


def write_of(node: Statement) -> Write | None:
    """The write that the statement is, if it is one whose value can be given a name."""
    match node:
        case cst.SimpleStatementLine(
            body=[cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=array))], value=cst.Call() as call)]
        ):
            pass
        case _:
            return None
    if function_of(call) == "lax.optimization_barrier":
        inner = call.args[0].value
        if not isinstance(inner, cst.Call):
            return None
        call = inner
    if function_of(call) == "control.put" and len(call.args) == 3:
        is_own, place = _is_name(call.args[0].value, array), 2
    else:
        is_own, place = _is_set(call, array), 0
    if not is_own or isinstance(call.args[place].value, cst.Lambda):
        return None
    return Write(array, node, call, place)


def _is_set(call: cst.Call, array: str) -> bool:
    match call.func:
        case cst.Attribute(value=cst.Subscript(value=held), attr=cst.Name(value=method)) if method in _METHODS:
            pass
        case _:
            return False
    match held:
        case cst.Attribute(value=whole, attr=cst.Name(value="at")):
            return _is_name(whole, array) and len(call.args) == 1
        case cst.Call(args=[cst.Arg(value=whole)]):
            return function_of(held) == "control.at" and _is_name(whole, array) and len(call.args) == 1
    return False


def function_of(call: cst.Call) -> str:
    """The function of a module, `lax.cond`; empty if it is none."""
    match call.func:
        case cst.Attribute(value=cst.Name(value=module), attr=cst.Name(value=name)):
            return f"{module}.{name}"
    return ""


def _is_name(node: cst.BaseExpression, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
