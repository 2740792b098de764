"""Globals whose arrays change under other names: `v = W[1:]` and `v += 1`, `fill(W)`, `held = [W]` and `held[0] += 1`.

Which name holds what at a time is not asked: names that may ever hold one object, or a view of it, are of one class.
What goes where names do not follow, into containers, generators and functions that are values, is of the class of all
such; and what is given to code of which nothing is known may be changed there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.name_classes import ANY, NUMBERS, NameClasses
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.dataflow import names_captured, parameters, targets_bound
from hybridc.syntax.in_place import CHANGING_METHODS, WRITING_OPERATORS, changed_in_place, given_to_write
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import all_given, pairs, walk, with_defaults

_READING = NUMBERS | frozenset(
    f"builtins.{n}"
    for n in (
        "print", "repr", "range", "isinstance", "issubclass", "type", "id", "hash", "format", "callable", "hasattr",
        "divmod", "pow", "sum", "min", "max", "any", "all", "list", "tuple", "zip", "enumerate", "reversed", "sorted",
        "iter", "next", "set", "dict",
    )
)  # fmt: skip
_NO_OPERATORS = frozenset(
    f"__{n}__" for n in ("init", "new", "post_init", "repr", "str", "len", "call", "enter", "exit")
)
_CHANGING = CHANGING_METHODS | WRITING_OPERATORS | {"byteswap", "setfield"}


def note_changed_aliases(module: Module, dialects: tuple[Dialect, ...]) -> None:
    """Marks the globals that a function or the top level changes in place under another name, a global's too."""
    steady = [n for n in module.globals if n not in module.imports]
    steady = [n for n in steady if not module.globals[n].is_rebound and module.globals[n].mutated_at is None]
    classes = _Classes(module, dialects)
    candidates = [n for n in steady if not classes.is_number(module.globals[n].value)]
    known_to_change = [(n, g.mutated_at) for n, g in module.globals.items() if g.mutated_at is not None]
    if not candidates and not known_to_change:
        return
    classes.read()
    changed = classes.all_changed([*classes.changed, *known_to_change])
    for name in candidates:
        module.globals[name].mutated_at = changed.get(classes.of(name))
    for function in module.functions.values():
        held = [(a.arg, d) for a, d in with_defaults(function.node.args) if not classes.is_number(d)]
        names = [name for name, default in held if classes.is_one_of(default, changed)]
        if names:
            module.changed_defaults[function.qualified_name] = frozenset(names)


class _Classes(NameClasses):
    """Reads the file once: what is bound, given and kept, and what is changed."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...]) -> None:
        super().__init__(module, dialects)
        self.changed: list[tuple[str, ast.AST]] = []
        self._given: list[tuple[str, str]] = []  # parameters, and what calls and defaults give them
        called = {call.func for call in module.of(ast.Call)}
        self._has_operators = any(n.startswith("__") and n not in _NO_OPERATORS for n in module.method_names)
        self._values = {n.id for n in module.of(ast.Name) if n not in called} & module.functions.keys()

    def all_changed(self, at: Iterable[tuple[str, ast.AST]]) -> dict[str, ast.AST]:
        """The classes of these names, which are changed there, and of what parameters of such classes are given."""
        found: dict[str, ast.AST] = {}
        given: dict[str, list[str]] = {}
        for parameter, argument in self._given:
            given.setdefault(self.of(parameter), []).append(argument)
        waiting = [*at][::-1]
        while waiting:
            name, node = waiting.pop()
            if (leader := self.of(name)) not in found:
                found[leader] = node
                waiting += [(argument, node) for argument in given.get(leader, ())]
        return found

    def read(self) -> None:
        own = {f.node for f in self.module.functions.values()}
        for statement in self.module.tree.body:
            if not isinstance(statement, ast.ClassDef) and statement not in own:
                self._scope([*walk(statement)], None)
            elif isinstance(statement, ast.ClassDef):
                self._attributes(statement, None)
        for function in self.module.functions.values():
            self._scope([*function.nodes], function)
            self._parameters(function)
        for node in self.module.of(ast.Attribute):  # `import config; config.TABLE`, where that may be the file itself
            if isinstance(node.value, ast.Name) and node.attr in self.module.globals:
                if node.value.id in self.module.imports:
                    self._join(f".{node.attr}", node.attr)
        if self.module.namespaces.is_reached:
            for name in self.module.globals:
                self._join(name, ANY)
            self.changed.append((ANY, self.module.tree))

    def _parameters(self, function: Function) -> None:
        """Those of functions that may be called by any name; what these give, any name may hold as well."""
        is_method = "." in function.qualified_name
        if is_method or function.node.decorator_list or function.qualified_name in self._values:
            for name in function.parameters[is_method:]:
                self._join(f"{function.qualified_name}:{name}", ANY)
            self._join(f"{function.qualified_name}()", ANY)
            self._join(f".{function.name}", f"{function.qualified_name}()")  # of a property

    def _attributes(self, cls: ast.ClassDef, function: Function | None) -> None:
        """What the body of a class binds is reached as an attribute."""
        for statement in cls.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                for target, value in (pair for t in targets for pair in pairs(t, statement.value)):
                    for name in targets_bound(target):
                        self._join_all(f".{name}", self._sources(value, function))

    def _scope(self, nodes: list[ast.AST], function: Function | None) -> None:
        own = None if function is None else function.node
        returned = ANY if function is None else f"{function.qualified_name}()"
        for node in nodes:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
                        self._bind(target, given, function)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, function)
                case ast.NamedExpr(target=target, value=value):
                    self._bind(target, value, function)
                case ast.For(target=target, iter=rows) | ast.comprehension(target=target, iter=rows):
                    for value in self._run_over(rows, function):
                        self._bind(target, value, function)
                case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                    self._bind(target, value, function)
                    self._let_go([value], function)
                case ast.Match(subject=subject, cases=cases):
                    for name in (n for case in cases for n in names_captured(case.pattern)):
                        self._join_all(self._key(name, function), self._sources(subject, function))
                case ast.ExceptHandler(name=str() as name):
                    self._join(self._key(name, function), ANY)
                case (
                    ast.Return(value=ast.expr() as value)
                    | ast.Yield(value=ast.expr() as value)
                    | ast.YieldFrom(value=value)
                ):
                    self._join_all(returned, self._sources(value, function))
                case ast.Call():
                    self._call(node, function)
                case ast.Attribute(value=value, attr=name) if name in _CHANGING:  # called here, or later
                    self._change([value], node, function)
                case ast.BinOp(left=left, right=right) if self._has_operators:
                    self._let_go([left, right], function)
                case ast.Compare(left=left, comparators=others) if self._has_operators:
                    self._let_go([left, *others], function)
                case ast.ClassDef():
                    self._attributes(node, function)
                case ast.ImportFrom(names=names):
                    for alias in (a for a in names if a.name in self.module.globals):
                        self._join(self._key(alias.asname or alias.name, function), alias.name)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    self._defined(node, function, is_own=node is own)
            if isinstance(node, ast.stmt):
                self._changed_by(node, function)

    def _defined(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, function: Function | None, is_own: bool
    ) -> None:
        """Parameters hold their defaults; those of functions in functions, what anybody gives."""
        for argument, default in with_defaults(node.args):
            own = self._sources(default, None if is_own else function)
            self._given += ((self._key(argument.arg, function), source) for source in own)
        if is_own:
            return
        for name in parameters(node):
            self._join(self._key(name, function), ANY)
        if isinstance(node, ast.Lambda):
            self._let_go([node.body], function)
        elif function is not None:
            self._join(f"{function.qualified_name}()", ANY)

    def _changed_by(self, node: ast.stmt, function: Function | None) -> None:
        self.changed += ((self._key(name, function), node) for name in sorted(changed_in_place(node)))
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [getattr(node, "target", None)]
        for part in (p for target in targets if target is not None for p in _parts(target)):
            if isinstance(part, ast.Subscript):
                self._change([part.value], node, function)
                if self._has_operators and isinstance(node, ast.Assign):
                    self._let_go([node.value], function)
            elif isinstance(part, ast.Attribute) and isinstance(node, ast.AugAssign):
                self._change([part], node, function)

    def _change(self, arrays: Iterable[ast.expr], node: ast.AST, function: Function | None) -> None:
        """What these are, or show, is changed."""
        for array in arrays:
            self.changed += ((source, node) for source in self._sources(array, function))

    def _bind(self, target: ast.expr, value: ast.expr, function: Function | None) -> None:
        names = [self._key(name, function) for name in targets_bound(target)]
        names += [attribute for node in walk(target) if (attribute := _attribute(node)) is not None]
        for source in self._sources(value, function):
            for name in names:
                self._join(name, source)

    def _call(self, call: ast.Call, function: Function | None) -> None:
        called, given = call.func, all_given(call)
        self._change(given_to_write(call), call, function)
        callee = self.module.functions.get(called.id) if isinstance(called, ast.Name) else None
        if callee is not None:
            self._give(callee, call, function)
            return
        if isinstance(called, ast.Name) and called.id in self.module.classes:
            self._let_go(given, function)
            return
        name = self._qualified(called, function)
        entries = lookup(self.dialects, name)
        found = fitting(entries, call)
        is_known = found is not None and found[0].refusal is None
        if name is None and isinstance(called, ast.Attribute):
            entries = lookup_method(self.dialects, called.attr)
            is_known = any(e.refusal is None for e in entries)
            if called.attr in self.module.method_names:
                self._let_go([called.value, *given], function)
                return
        if any(e.writes for e in entries):
            self._change(given[:1], call, function)
        hands_on = any(isinstance(a, ast.Lambda) or (isinstance(a, ast.Name) and a.id in self._values) for a in given)
        if hands_on or (name is None and not isinstance(called, ast.Attribute)):
            self._let_go(given, function)
        if not (name in _READING or is_known or isinstance(called, ast.Lambda)):
            self._change(given, call, function)

    def _give(self, callee: Function, call: ast.Call, function: Function | None) -> None:
        """What a function of the file is given, its parameters hold."""
        given = [*zip(callee.positional, call.args, strict=False)]
        given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
        is_spread = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
        for name, value in given:
            self._given += ((f"{callee.qualified_name}:{name}", s) for s in self._sources(value, function))
        if is_spread or len(call.args) > len(callee.positional):
            self._let_go(all_given(call), function)
            for name in callee.parameters:
                self._join(f"{callee.qualified_name}:{name}", ANY)

    def _let_go(self, values: Iterable[ast.expr], function: Function | None) -> None:
        for value in values:
            self._join_all(ANY, self._sources(value, function))


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    """What is set, one by one."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _parts(element)
    else:
        yield target.value if isinstance(target, ast.Starred) else target


def _attribute(node: ast.AST) -> str | None:
    """The attribute, of whatever object, that a target is or is a part of."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    return f".{node.attr}" if isinstance(node, ast.Attribute) else None
