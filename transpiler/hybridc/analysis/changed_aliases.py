"""Globals whose arrays change under other names: `v = W[1:]` and `v += 1`, `fill(W)`, `held = [W]` and `held[0] += 1`.

Which name holds what at a time is not asked: names that may ever hold one object, or a view of it, are of one class.
What goes where names do not follow, into containers, generators and functions that are values, is of the class of all
such; and what is given to code of which nothing is known may be changed there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridc.analysis.dataflow import names_captured, parameters, targets_bound
from hybridc.analysis.demand import lookup, lookup_method
from hybridc.analysis.in_place import CHANGING_METHODS, WRITING_OPERATORS, changed_in_place, given_to_write
from hybridc.analysis.module import Function, Module
from hybridc.analysis.same_objects import given_objects, is_new, pairs, same_objects
from hybridc.analysis.walking import all_given, walk, with_defaults
from hybridc.dialects.table import Dialect

_NUMBERS = frozenset(f"builtins.{n}" for n in ("len", "int", "float", "bool", "str", "complex", "round", "abs"))
_READING = _NUMBERS | frozenset(
    f"builtins.{n}"
    for n in (
        "print", "repr", "range", "isinstance", "issubclass", "type", "id", "hash", "format", "callable", "hasattr",
        "divmod", "pow", "sum", "min", "max", "any", "all", "list", "tuple", "zip", "enumerate", "reversed", "sorted",
        "iter", "next", "set", "dict",
    )
)  # fmt: skip
_NAMESPACES = frozenset({"sys.modules", *(f"builtins.{n}" for n in ("globals", "vars", "locals", "exec", "eval"))})
_ANY = "*"  # what is held where no name follows
_CHANGING = CHANGING_METHODS | WRITING_OPERATORS | {"byteswap", "setfield"}


def note_changed_aliases(module: Module, dialects: tuple[Dialect, ...]) -> None:
    """Marks the globals that a function or the top level changes in place under another name, a global's too."""
    steady = [n for n in module.globals if n not in module.imports]
    steady = [n for n in steady if not module.globals[n].is_rebound and module.globals[n].mutated_at is None]
    classes = _Classes(module, dialects)
    candidates = [n for n in steady if not classes.is_number(module.globals[n].value)]
    if not candidates:
        return
    classes.read()
    changed: dict[str, ast.AST] = {classes.of(name): statement for name, statement in reversed(classes.changed)}
    for name, known in module.globals.items():  # `PART = BASE[1:]` sees what is written into `BASE` itself
        if known.mutated_at is not None:
            changed.setdefault(classes.of(name), known.mutated_at)
    for name in candidates:
        module.globals[name].mutated_at = changed.get(classes.of(name))


class _Classes:
    """Names of the file, those of functions and attributes apart, by what they may hold."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.module = module
        self.dialects = dialects
        self.changed: list[tuple[str, ast.AST]] = []
        self._leaders: dict[str, str] = {}
        called = {call.func for call in module.of(ast.Call)}
        self._values = {n.id for n in module.of(ast.Name) if n not in called} & module.functions.keys()

    def of(self, name: str) -> str:
        """The one that stands for the class of the name."""
        while (leader := self._leaders.get(name, name)) != name:
            name = leader
        return name

    def read(self) -> None:
        own = {f.node for f in self.module.functions.values()}
        for statement in self.module.tree.body:
            if not isinstance(statement, ast.ClassDef) and statement not in own:
                self._scope([*walk(statement)], None)
            elif isinstance(statement, ast.ClassDef):
                self._attributes(statement)
        for function in self.module.functions.values():
            self._scope([*function.nodes], function)
            self._parameters(function)
        if any(
            self.module.qualified_name(n) in _NAMESPACES
            for n in (*self.module.of(ast.Name), *self.module.of(ast.Attribute))
        ):
            for name in self.module.globals:
                self._join(name, _ANY)
            self.changed.append((_ANY, self.module.tree))

    def _parameters(self, function: Function) -> None:
        """Those of functions that may be called by any name; what these give, any name may hold as well."""
        is_method = "." in function.qualified_name
        if is_method or function.node.decorator_list or function.qualified_name in self._values:
            for name in function.parameters[is_method:]:
                self._join(f"{function.qualified_name}:{name}", _ANY)
            self._join(f"{function.qualified_name}()", _ANY)
            self._join(f".{function.name}", f"{function.qualified_name}()")  # of a property

    def _attributes(self, cls: ast.ClassDef) -> None:
        """What the body of a class binds is reached as an attribute."""
        for statement in cls.body:
            if isinstance(statement, ast.Assign):
                bound = (pair for target in statement.targets for pair in pairs(target, statement.value))
                for name, source in (
                    (n, s) for t, v in bound for n in targets_bound(t) for s in self._sources(v, None)
                ):
                    self._join(f".{name}", source)

    def is_number(self, value: ast.expr | None, depth: int = 0) -> bool:
        """It is a number, text or the like, of which nothing changes."""
        match value:
            case ast.Constant() | ast.Lambda() | ast.JoinedStr():
                return True
            case ast.UnaryOp(operand=operand):
                return self.is_number(operand, depth)
            case ast.BinOp(left=left, right=right):
                return self.is_number(left, depth) and self.is_number(right, depth)
            case ast.Name(id=name) if name in self.module.globals and depth < 9:
                return self.is_number(self.module.globals[name].value, depth + 1)
            case ast.Attribute():
                return self.module.qualified_name(value) is not None
            case ast.Call(func=function, args=arguments):
                called = self.module.qualified_name(function)
                is_elementwise = any(e.shape == "elementwise" for e in lookup(self.dialects, called))
                is_of_numbers = is_elementwise and all(self.is_number(a, depth) for a in arguments)
                return called is not None and (called in _NUMBERS or called.startswith("math.") or is_of_numbers)
        return False

    def _scope(self, nodes: list[ast.AST], function: Function | None) -> None:
        own = None if function is None else function.node
        returned = _ANY if function is None else f"{function.qualified_name}()"
        for node in nodes:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
                        self._bind(target, given, function)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, function)
                case ast.NamedExpr(target=target, value=value):
                    self._bind(target, value, function)
                case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                    self._bind(target, value, function)
                case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                    self._bind(target, value, function)
                    self._let_go([value], function)
                case ast.Match(subject=subject, cases=cases):
                    for name in (n for case in cases for n in names_captured(case.pattern)):
                        self._join_all(self._key(name, function), self._sources(subject, function))
                case ast.ExceptHandler(name=str() as name):
                    self._join(self._key(name, function), _ANY)
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
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    self._defined(node, function, is_own=node is own)
            if isinstance(node, ast.stmt):
                self._changed_by(node, function)

    def _defined(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, function: Function | None, is_own: bool
    ) -> None:
        """Parameters hold their defaults; those of functions in functions, what anybody gives."""
        for argument, default in with_defaults(node.args):
            self._join_all(self._key(argument.arg, function), self._sources(default, None if is_own else function))
        if is_own:
            return
        for name in parameters(node):
            self._join(self._key(name, function), _ANY)
        if isinstance(node, ast.Lambda):
            self._let_go([node.body], function)
        elif function is not None:
            self._join(f"{function.qualified_name}()", _ANY)

    def _changed_by(self, node: ast.stmt, function: Function | None) -> None:
        self.changed += ((self._key(name, function), node) for name in sorted(changed_in_place(node)))
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [getattr(node, "target", None)]
        for part in (p for target in targets if target is not None for p in _parts(target)):
            if isinstance(part, ast.Subscript):
                self._change([part.value], node, function)
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

    def _sources(self, value: ast.expr, function: Function | None) -> Iterator[str]:
        waiting: list[ast.expr] = [*same_objects(value)]
        while waiting:
            match waiting.pop():
                case ast.Name(id=name):
                    yield self._key(name, function)
                case ast.Attribute(value=holder, attr=name):
                    yield f".{name}"
                    waiting += same_objects(holder)  # `W.T`, `W.flat`
                case ast.Call(func=called) as call:
                    if isinstance(called, ast.Name) and called.id in self.module.functions:
                        yield f"{called.id}()"
                    elif not is_new(call, self._qualified(called, function), self.dialects):
                        waiting += given_objects(call)
                        if self._is_of_file(called, function):
                            yield _ANY

    def _is_of_file(self, called: ast.expr, function: Function | None) -> bool:
        """It may be a function of the file, whatever it is called by."""
        if self._qualified(called, function) is not None:
            return False
        return not isinstance(called, ast.Attribute) or called.attr in self.module.method_names

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
        if name is None and isinstance(called, ast.Attribute):
            entries = lookup_method(self.dialects, called.attr)
            if called.attr in self.module.method_names:
                self._let_go([called.value, *given], function)
                return
        if any(e.writes for e in entries):
            self._change(given[:1], call, function)
        hands_on = any(isinstance(a, ast.Lambda) or (isinstance(a, ast.Name) and a.id in self._values) for a in given)
        if hands_on or (name is None and not isinstance(called, ast.Attribute)):
            self._let_go(given, function)
        if not (name in _READING or any(e.refusal is None for e in entries)) and not isinstance(called, ast.Lambda):
            self._change(given, call, function)

    def _give(self, callee: Function, call: ast.Call, function: Function | None) -> None:
        """What a function of the file is given, its parameters hold."""
        given = [*zip(callee.positional, call.args, strict=False)]
        given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
        is_spread = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
        for name, value in given:
            self._join_all(f"{callee.qualified_name}:{name}", self._sources(value, function))
        if is_spread or len(call.args) > len(callee.positional):
            self._let_go(all_given(call), function)
            for name in callee.parameters:
                self._join(f"{callee.qualified_name}:{name}", _ANY)

    def _let_go(self, values: Iterable[ast.expr], function: Function | None) -> None:
        for value in values:
            self._join_all(_ANY, self._sources(value, function))

    def _join_all(self, one: str, others: Iterable[str]) -> None:
        for other in others:
            self._join(one, other)

    def _qualified(self, called: ast.expr, function: Function | None) -> str | None:
        return self.module.qualified_name(called, function.locals if function is not None else frozenset())

    def _key(self, name: str, function: Function | None) -> str:
        is_local = function is not None and name in function.bound
        return f"{function.qualified_name}:{name}" if is_local and function is not None else name

    def _join(self, one: str, other: str) -> None:
        self._leaders[self.of(one)] = self.of(other)


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
