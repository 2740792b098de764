"""Methods that are given their framework's functions, and their own parameters, as arguments.

    def hybrid_forward(self, F, x, weight, bias=None):      def forward(self, x):
        return F.dot(x, weight) + bias                 ->       return F.dot(x, self.weight) + self.bias

A rewrite of a whole file, text to text, before anything else looks at it: `F` becomes the framework's module, imported
under that name, and what the object registered as a parameter is read from the object. Files of the framework itself
import from it as others do.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.dialects.notation import Models
from hybridc.normalize.moved import Edit, Line, Moved, after, column, edited, place, replaced
from hybridc.normalize.whole_names import whole_names
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk, with_defaults

Definition = ast.FunctionDef | ast.Lambda


@dataclass
class _Given:
    """A function that is given the namespace."""

    node: Definition
    name: str  # of the namespace
    becomes: str  # what the function is called from now on
    owner: ast.ClassDef | None
    module: str = ""  # what the namespace is, where that is known
    parameters: frozenset[str] = field(default_factory=frozenset)  # of the object's own, among its parameters
    registered: frozenset[str] = field(default_factory=frozenset)  # all of the object's own
    is_of_layer: bool = False  # the method that `super()` has is the framework's
    is_kept: bool = False  # other files call it with the namespace, which it takes and does not use


def without_namespaces(text: str, module: Module, notation: Models, package: str = "") -> Moved | None:
    """The file with such methods as plain ones; None where there are none.

    `package`: the framework's, in which the file itself is; what it imports from there it then imports by whole names.
    """
    given = list(_given(module, notation))
    lines = text.split("\n")
    edits = list(whole_names(lines, module.tree, package)) if package else []
    if not given and not edits:
        return None
    for each in given:
        edits += _signature(lines, each)
        edits += _body(lines, each, {_name(g.node) for g in given if not g.is_kept}, notation)
    top = _after_imports(module.tree)
    imports = _imports(given, module.tree)
    result = edited(lines, 1, top, edits, 0)
    result += [Line(line, top or 1, ()) for line in imports]
    result += edited(lines, top + 1, len(lines), edits, 0)
    result = [piece for line in result for piece in _pieces(line)]
    names = {_qualified(each, each.becomes): _qualified(each, _name(each.node)) for each in given}
    return Moved("\n".join(line.text for line in result), {a: b for a, b in names.items() if a != b}, tuple(result))


def _pieces(line: Line) -> list[Line]:
    """A line with another put before it, as two."""
    first, *rest = line.text.split("\n")
    return [Line(first, line.origin, line.parts), *(Line(text, line.origin) for text in rest)] if rest else [line]


def _given(module: Module, notation: Models) -> Iterator[_Given]:
    """The entries, and the functions of the file that they hand the namespace on to."""
    tree = module.tree
    classes = {n.name: n for n in walk(tree) if isinstance(n, ast.ClassDef)}
    names: set[str] = set()
    for cls in classes.values():
        for method in (s for s in cls.body if isinstance(s, ast.FunctionDef) and s.name in notation.namespaces):
            positional = [*method.args.posonlyargs, *method.args.args]
            if len(positional) > 1:
                names.add(positional[1].arg)
                becomes, namespace = notation.namespaces[method.name]
                family = _with_bases(cls, classes)
                registered = frozenset().union(*(_registered(c, module, notation) for c in family))
                own = frozenset(a.arg for a in positional[2:] if a.arg in registered)
                is_of_layer = not any(_has_entry(c, notation) for c in family[1:]) and any(
                    module.qualified_name(b) in notation.registered for c in family for b in c.bases
                )
                yield _Given(method, positional[1].arg, becomes, cls, namespace, own, registered, is_of_layer)
    handed = list(_handed_over(tree, notation))
    names |= {each.name for each in handed}
    yield from handed
    usual, namespace = notation.usual_namespace
    called = {n.id for n in walk(tree) if isinstance(n, ast.Name)}
    for node in walk(tree):
        body = node.body if isinstance(node, ast.ClassDef | ast.Module) else []
        owner = node if isinstance(node, ast.ClassDef) else None
        for function in (s for s in body if isinstance(s, ast.FunctionDef) and s.name not in notation.namespaces):
            arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
            found = next((a.arg for a in arguments if a.arg in {usual, *names}), None)
            if found is None or function in [each.node for each in handed]:
                continue
            if names and (owner is not None or function.name in called):
                yield _Given(function, found, function.name, owner)
            elif found == usual and _names_part(function, usual):
                yield _Given(function, found, function.name, owner, namespace, is_kept=True)


def _names_part(function: ast.FunctionDef, name: str) -> bool:
    """Something of the module of this name."""
    return any(
        isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == name for n in walk(function)
    )


def _handed_over(tree: ast.Module, notation: Models) -> Iterator[_Given]:
    """Functions that are given to a part of a model, which calls them with the namespace."""
    functions = {n.name: n for n in walk(tree) if isinstance(n, ast.FunctionDef)}
    found: list[ast.AST] = []
    for call in (n for n in walk(tree) if isinstance(n, ast.Call)):
        namespace = notation.function_takers.get(ast.unparse(call.func).rpartition(".")[2])
        for given in all_given(call) if namespace is not None else ():
            function = functions.get(given.id) if isinstance(given, ast.Name) else given
            if isinstance(function, Definition) and function.args.args and function not in found:
                found.append(function)
                yield _Given(function, function.args.args[0].arg, _name(function), None, namespace or "")


def _name(node: Definition) -> str:
    return "" if isinstance(node, ast.Lambda) else node.name


def _with_bases(cls: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[ast.ClassDef]:
    found = [cls]
    for each in found:
        bases = (classes.get(b.id) for b in each.bases if isinstance(b, ast.Name))
        found += [b for b in bases if b is not None and b not in found]
    return found


def _has_entry(cls: ast.ClassDef, notation: Models) -> bool:
    return any(isinstance(s, ast.FunctionDef) and s.name in notation.namespaces for s in cls.body)


def _registered(cls: ast.ClassDef, module: Module, notation: Models) -> frozenset[str]:
    """The attributes that hold what `self.params.get(...)` and its like give, and those of the framework's layer."""
    found = {n for b in cls.bases for n in notation.registered.get(module.qualified_name(b) or "", ())}
    for node in walk(cls):
        if isinstance(node, ast.Assign) and any(_makes_parameter(c, notation) for c in walk(node.value)):
            targets = (t for t in node.targets if isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name))
            found |= {t.attr for t in targets}
    return frozenset(found)


def _makes_parameter(node: ast.AST, notation: Models) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in notation.parameter_makers


def _qualified(each: _Given, name: str) -> str:
    return name if each.owner is None else f"{each.owner.name}.{name}"


def _signature(lines: list[str], each: _Given) -> Iterator[Edit]:
    """The name, and the parameters that go."""
    node = each.node
    if isinstance(node, ast.FunctionDef) and each.becomes != node.name:
        found = re.compile(r"\bdef\s+").search(lines[node.lineno - 1], column(lines, node.lineno, node.col_offset))
        assert found is not None
        yield Edit(node.lineno, found.end(), found.end() + len(node.name), each.becomes)
    gone = {each.name, *each.parameters} - ({each.name} if each.is_kept else set())
    defaults = {argument.arg: default for argument, default in with_defaults(node.args)}
    for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        if argument.arg in gone:
            yield _without(lines, argument, defaults.get(argument.arg) or argument)
        elif argument.arg == each.name:
            start = column(lines, argument.lineno, argument.col_offset)
            yield Edit(argument.lineno, start, start, "_")


def _without(lines: list[str], first: ast.expr | ast.arg | ast.keyword, last: ast.AST) -> Edit:
    """An argument or a parameter goes, with the comma before it, or behind where it is the first of its line."""
    line, start = first.lineno, column(lines, first.lineno, first.col_offset)
    end = column(lines, line, last.end_col_offset or 0)  # type: ignore[attr-defined]
    text = lines[line - 1]
    before = re.search(r"\s*,\s*$", text[:start])
    if before is not None:
        return Edit(line, before.start(), end, "")
    behind = re.compile(r"\s*,[ \t]*").match(text, end)
    return Edit(line, start, end if behind is None else behind.end(), "")


def _body(lines: list[str], each: _Given, named: Collection[str], notation: Models) -> Iterator[Edit]:
    node = each.node
    body: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else node.body
    own = (node.args.posonlyargs + node.args.args)[0].arg if each.owner is not None else ""
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    handed: set[ast.AST] = set()
    for inner in (n for s in body for n in walk(s)):
        if isinstance(inner, ast.Call):
            called = inner.func.attr if isinstance(inner.func, ast.Attribute) else getattr(inner.func, "id", "")
            if called in named or called in notation.namespaces:
                is_entry = called in notation.namespaces and not (each.is_of_layer and _is_of_super(inner))
                gone = {each.name, *(each.parameters if is_entry else ())}
                for argument, value in _handed(inner, gone):
                    handed.add(value)
                    yield _without(lines, argument, value)
                yield from _renamed(lines, inner, called, notation)
    others = node.args.kwarg.arg if node.args.kwarg is not None else ""
    for inner in (n for s in body for n in walk(s)):
        key = _taken_from(inner, others)
        if key in each.registered and isinstance(inner, ast.Subscript):
            yield replaced(lines, inner, f"{own}.{key}")
        is_read = isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) and inner not in handed
        if is_read and isinstance(inner, ast.Name) and inner.id in each.parameters - stored:
            yield replaced(lines, inner, f"{own}.{inner.id}")
    kept = sorted(each.parameters & stored)
    if kept and isinstance(node, ast.FunctionDef):
        first = next((s for s in node.body if not _is_text(s)), node.body[-1])
        _, start = place(lines, first)
        text = "; ".join(f"{name} = {own}.{name}" for name in kept)
        if _is_text(first):
            yield after(lines, first, f"; {text}")
        else:
            yield Edit(first.lineno, start, start, f"{text}; " if _is_simple(first) else f"{text}\n{' ' * start}")


def _is_of_super(call: ast.Call) -> bool:
    """`super().hybrid_forward(F, x, weight)`."""
    match call.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"))):
            return True
    return False


def _taken_from(node: ast.AST, name: str) -> str | None:
    """The key of `params["weight"]`, where that is the name."""
    match node:
        case ast.Subscript(value=ast.Name(id=held), slice=ast.Constant(value=str(key)), lineno=line, end_lineno=end):
            return key if held == name and line == end else None
    return None


def _handed(call: ast.Call, gone: Collection[str]) -> Iterator[tuple[ast.expr | ast.keyword, ast.Name]]:
    """The arguments that the callee is not given any more."""
    for argument in call.args:
        if isinstance(argument, ast.Name) and argument.id in gone:
            yield argument, argument
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.value.id in gone:
            yield keyword, keyword.value


def _renamed(lines: list[str], call: ast.Call, called: str, notation: Models) -> Iterator[Edit]:
    if called in notation.namespaces and isinstance(call.func, ast.Attribute):
        end = column(lines, call.func.end_lineno or 0, call.func.end_col_offset or 0)
        yield Edit(call.func.end_lineno or 0, end - len(called), end, notation.namespaces[called][0])


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_simple(statement: ast.stmt) -> bool:
    return not hasattr(statement, "body")


def _after_imports(tree: ast.Module) -> int:
    """The last line of the imports at the top, or of the docstring."""
    ends = [0]
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom) or _is_text(statement):
            ends.append(statement.end_lineno or 0)
    return ends[-1]


def _imports(given: Collection[_Given], tree: ast.Module) -> list[str]:
    """The namespaces by the names that they were given under, unless the file has these."""
    outermost = (n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom))
    bound = {a.asname or a.name for n in outermost for a in n.names}
    rows = []
    for name, module in {each.name: each.module for each in given if each.module}.items():
        package, _, last = module.rpartition(".")
        text = f"from {package} import {last} as {name}" if package else f"import {last} as {name}"
        rows += [] if name in bound else [text]
    return rows
