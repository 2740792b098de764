"""A method as a function of its object's attributes, and the method that calls it."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from hybridc.analysis.liveness import Liveness
from hybridc.analysis.walking import walk
from hybridc.extraction.edits import Edit, Line, after, before, column, edited, replaced
from hybridc.extraction.members import Members, PlainClass, nested_nodes

_RESERVED = frozenset({"jax", "jnp", "lax", "control", "partial", "np", "math"})
_RESULT = "result"
_DIRECTIVE = re.compile(r"\s*# hybridc:[^\"']*$")


@dataclass(frozen=True)
class Interface:
    """What a function made of a method takes and gives: attributes before its parameters, and after its result."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    has_result: bool


@dataclass(frozen=True)
class Extracted:
    """A function, and the method in whose place a call of it stands."""

    interface: Interface
    method: ast.FunctionDef
    calls: frozenset[str]  # the methods that it calls itself
    parameters: dict[str, str]  # that stand for attributes
    function: list[Line]
    delegate: list[Line]


def function_name(cls: ast.ClassDef, method: ast.FunctionDef, taken: Set[str]) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.name).lower().strip("_")
    name = f"_{words}_{method.name.strip('_')}"
    while name in taken:
        name += "_"
    return name


def gives_value(method: ast.FunctionDef) -> bool:
    """Some `return` of the method itself has a value."""
    return any(r.value is not None and not _is_none(r.value) for r in returns(method))


def returns(method: ast.FunctionDef) -> list[ast.Return]:
    inner = nested_nodes(method)
    return [n for n in walk(method) if isinstance(n, ast.Return) and n not in inner]


def attribute_names(found: Members, attributes: Sequence[str]) -> dict[str, str]:
    """Parameters' names for attributes: their own, where the method does not use them otherwise."""
    taken = {n.id for n in walk(found.method) if isinstance(n, ast.Name)} | _RESERVED
    taken |= {a.arg for a in walk(found.method) if isinstance(a, ast.arg)}
    names: dict[str, str] = {}
    for attribute in attributes:
        name = attribute.strip("_") or attribute
        while name in taken or keyword.iskeyword(name):
            name += "_"
        taken.add(name)
        names[attribute] = name
    return names


def needed_inputs(
    cls: PlainClass, found: Members, outputs: Sequence[str], callees: Mapping[str, Interface]
) -> tuple[str, ...] | None:
    """Attributes whose value before the call matters; None where some object may not have one of them yet."""
    attributes = dict.fromkeys([*found.attributes.values(), *_of_callees(found, callees), *outputs])
    names = attribute_names(found, list(attributes))
    self_name = found.method.args.args[0].arg

    class Renamed(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            if isinstance(node.value, ast.Name) and node.value.id == self_name and node.attr in names:
                return ast.copy_location(ast.Name(names[node.attr], node.ctx), node)
            self.generic_visit(node)
            return node

        def visit_Call(self, node: ast.Call) -> ast.expr:
            match node.func:
                case ast.Attribute(value=ast.Name(id=name), attr=called) if name == self_name and called in callees:
                    reads = [ast.Name(names[a], ast.Load()) for a in callees[called].inputs]
                    node = ast.Call(ast.Constant(None), [*reads, *node.args], node.keywords)
            self.generic_visit(node)
            return node

    body = Renamed().visit(ast.parse(ast.unparse(found.method)).body[0]).body
    body.append(ast.Return(ast.Tuple([ast.Name(names[a], ast.Load()) for a in outputs], ast.Load())))
    for statement in [n for s in body for n in ast.walk(s) if isinstance(n, ast.Return)]:
        kept = [ast.Name(names[a], ast.Load()) for a in outputs]
        statement.value = ast.Tuple([*([statement.value] if statement.value else []), *kept], ast.Load())
    live = Liveness().block(body, frozenset())
    inputs = tuple(a for a in attributes if names[a] in live)
    return inputs if all(a in cls.known for a in inputs if a in outputs) else None


def _of_callees(found: Members, callees: Mapping[str, Interface]) -> list[str]:
    return [a for c in found.calls.values() for a in (*callees[c].inputs, *callees[c].outputs)]


def extracted(
    lines: Sequence[str], cls: PlainClass, found: Members, interface: Interface, callees: Mapping[str, Interface]
) -> Extracted:
    """The function and the method of `found`. `callees` are the interfaces of the methods that it calls."""
    method = found.method
    every = dict.fromkeys(
        [*interface.inputs, *interface.outputs, *found.attributes.values(), *_of_callees(found, callees)]
    )
    names = attribute_names(found, list(every))
    edits = [replaced(lines, node, names[a]) for node, a in found.attributes.items()]
    edits += _header(lines, cls, found, interface, names)
    for call, called in found.calls.items():
        edits += _call(lines, call, callees[called], names)
    edits += _calls_with_outputs(lines, found, callees, names)
    outputs = ", ".join(names[a] for a in interface.outputs)
    tail: list[Line] = []
    if outputs:
        for statement in returns(method):
            edits += _return(lines, statement, interface, outputs)
        if not isinstance(method.body[-1], ast.Return):
            shown = f"return None, {outputs}" if interface.has_result else f"return {outputs}"
            if method.body[0].lineno == method.body[-1].end_lineno == _header_end(lines, method):
                edits.append(after(lines, method.body[-1], f"; {shown}"))
            else:
                inner = _indent(lines, method)[method.col_offset :]
                tail = [Line(inner + shown, method.body[-1].end_lineno or method.lineno, ())]
    assert method.end_lineno is not None
    function = edited(lines, method.lineno, method.end_lineno, edits, method.col_offset)
    if ast.get_docstring(method, clean=False) is not None and len(method.body) > 1:
        first, last = method.body[0].lineno, method.body[0].end_lineno or 0
        function = [line for line in function if not first <= line.origin <= last]
    parameters = {names[a]: a for a in interface.inputs}
    calls = frozenset(found.calls.values())
    return Extracted(interface, method, calls, parameters, [*function, *tail], _delegate(lines, method, interface))


def _header(
    lines: Sequence[str], cls: PlainClass, found: Members, interface: Interface, names: Mapping[str, str]
) -> list[Edit]:
    method = found.method
    start = lines[method.lineno - 1].index(method.name, method.col_offset + 3)
    edits = [Edit(method.lineno, start, start + len(method.name), interface.name)]
    own = method.args.args[0]
    given = [f"{names[a]}: {cls.hints[a]}" if a in cls.hints else names[a] for a in interface.inputs]
    edit = replaced(lines, own, ", ".join(given))
    if not given:
        rest = lines[edit.line - 1][edit.end :]
        comma = re.match(r"\s*,\s*", rest)
        edit = Edit(edit.line, edit.start, edit.end + (comma.end() if comma else 0), "")
    edits.append(edit)
    if method.returns is not None and interface.outputs:
        line = method.returns.lineno
        arrow = lines[line - 1].rindex("->", 0, column(lines, line, method.returns.col_offset))
        end = column(lines, line, method.returns.end_col_offset or 0)
        edits.append(Edit(line, len(lines[line - 1][:arrow].rstrip()), end, ""))
    return edits


def _call(lines: Sequence[str], call: ast.Call, callee: Interface, names: Mapping[str, str]) -> list[Edit]:
    edit = replaced(lines, call.func, callee.name)
    given = ", ".join(names[a] for a in callee.inputs)
    if not given:
        return [edit]
    opening = lines[edit.line - 1].index("(", edit.end) + 1
    separator = ", " if call.args or call.keywords else ""
    return [edit, Edit(edit.line, opening, opening, given + separator)]


def _calls_with_outputs(
    lines: Sequence[str], found: Members, callees: Mapping[str, Interface], names: Mapping[str, str]
) -> list[Edit]:
    """`self.step(x)` that sets attributes gives their new values back."""
    edits: list[Edit] = []
    for statement in walk(found.method):
        value = getattr(statement, "value", None)
        if not isinstance(value, ast.Call) or value not in found.calls or not isinstance(statement, ast.stmt):
            continue
        callee = callees[found.calls[value]]
        outputs = ", ".join(names[a] for a in callee.outputs)
        if outputs and isinstance(statement, ast.Assign):
            target = statement.targets[0]
            is_several = isinstance(target, ast.Tuple)
            edits += [before(lines, target, "(")] if is_several else []
            edits.append(after(lines, target, f"), {outputs}" if is_several else f", {outputs}"))
        elif outputs:
            edits.append(before(lines, statement, f"_, {outputs} = " if callee.has_result else f"{outputs} = "))
    return edits


def can_take_outputs(found: Members, callees: Mapping[str, Interface]) -> bool:
    """Calls of methods that set attributes are statements of the method itself, or the whole of what is assigned."""
    plain: set[ast.AST] = set()
    inner = nested_nodes(found.method)
    for statement in (n for n in walk(found.method) if n not in inner):
        match statement:
            case ast.Expr(value=ast.Call() as call):
                plain.add(call)
            case ast.Assign(targets=[ast.Name() | ast.Attribute() | ast.Tuple()], value=ast.Call() as call) if (
                call in found.calls and callees[found.calls[call]].has_result
            ):
                plain.add(call)
    return all(call in plain for call, called in found.calls.items() if callees[called].outputs)


def _return(lines: Sequence[str], statement: ast.Return, interface: Interface, outputs: str) -> list[Edit]:
    if statement.value is None or (_is_none(statement.value) and not interface.has_result):
        end = column(lines, statement.lineno, statement.col_offset) + len("return")
        stop = end if statement.value is None else column(lines, statement.lineno, statement.value.end_col_offset or 0)
        return [Edit(statement.lineno, end, stop, f" None, {outputs}" if interface.has_result else f" {outputs}")]
    value = statement.value
    if _is_open(lines, value) or isinstance(value, ast.IfExp | ast.Lambda):
        return [before(lines, value, "("), after(lines, value, f"), {outputs}")]
    return [after(lines, statement, f", {outputs}")]


def _is_open(lines: Sequence[str], value: ast.expr) -> bool:
    """A tuple without parentheses around the whole of it, as `(a), b`."""
    if not isinstance(value, ast.Tuple):
        return False
    text = ast.get_source_segment("\n".join(lines), value) or ""
    try:
        ast.parse(f"({text[1:-1]})")
    except SyntaxError:
        return True
    return not text.startswith("(")


def _delegate(lines: Sequence[str], method: ast.FunctionDef, interface: Interface) -> list[Line]:
    """The method: its header, its docstring, and the call."""
    has_docstring = ast.get_docstring(method, clean=False) is not None
    header_end = _header_end(lines, method)
    first = method.body[0]
    body = [Edit(first.lineno, column(lines, first.lineno, first.col_offset), len(lines[header_end - 1]), "")]
    body = body if first.lineno == header_end else []
    if not body and (comment := _DIRECTIVE.search(lines[header_end - 1])):
        body = [Edit(header_end, comment.start(), len(lines[header_end - 1]), "")]  # it speaks of the function
    kept = edited(lines, method.lineno, header_end, body, 0)
    if has_docstring:
        kept += edited(lines, method.body[0].lineno, method.body[0].end_lineno or 0, (), 0)
    own = method.args.args[0].arg
    indent = _indent(lines, method)
    given = [f"{own}.{a}" for a in interface.inputs]
    arguments = method.args
    given += [a.arg for a in arguments.args[1:]]
    given += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    given += [f"{a.arg}={a.arg}" for a in arguments.kwonlyargs]
    given += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    call = f"{interface.name}({', '.join(given)})"
    outputs = ", ".join(f"{own}.{a}" for a in interface.outputs)
    result = _RESULT
    while any(isinstance(n, ast.arg) and n.arg == result for n in walk(method)):
        result += "_"
    if not outputs:
        texts = [f"return {call}"]
    elif interface.has_result:
        texts = [f"{result}, {outputs} = {call}", f"return {result}"]
    else:
        texts = [f"{outputs} = {call}"]
    return [*kept, *(Line(indent + text, method.lineno, ()) for text in texts)]


def _indent(lines: Sequence[str], method: ast.FunctionDef) -> str:
    """What stands before the statements of the body."""
    first = method.body[0]
    if first.lineno > _header_end(lines, method):
        return lines[first.lineno - 1][: first.col_offset]
    return lines[method.lineno - 1][: method.col_offset] + "    "


def _header_end(lines: Sequence[str], method: ast.FunctionDef) -> int:
    """The last line of the header: the one with its colon."""
    line = max(
        [method.lineno]
        + [a.end_lineno or 0 for a in ast.walk(method.args) if isinstance(a, ast.arg | ast.expr)]
        + ([method.returns.end_lineno or 0] if method.returns else [])
    )
    while line < method.body[0].lineno - 1 and not lines[line - 1].partition("#")[0].rstrip().endswith(":"):
        line += 1
    return line


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
