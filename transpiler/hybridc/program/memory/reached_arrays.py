"""What the code of a file around models does with arrays, for the points-to analysis: which names, attributes, lists
and functions hand them on, which calls make them, and what is written in place."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.domain.points_to import Key, When
from hybridc.program.memory.reached_calls import ReachedCalls
from hybridc.program.memory.reached_scopes import ANY_ATTRIBUTE, Definition, Scope
from hybridc.program.models import FileModels
from hybridc.program.static_demand import lookup
from hybridc.syntax.dataflow import blocks, names_captured
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_RAISED = ("raised",)


class ReachedArrays(ReachedCalls):
    """Reads one file. Attributes of models that are neither parameters nor buffers become other arrays where models
    alone have and write these.

    `kept`: where the calls stand whose arrays are written by one way, and reached by others. `writing`: the functions
    that do.
    """

    def __init__(self, module: Module, dialects: tuple[Dialect, ...], models: FileModels) -> None:
        self._own: list[tuple[str, Key]] = []  # attributes of models, and what they are set to
        self._by_own: set[When] = set()  # writes by methods into what their object has, which set its attribute anew
        self._compiled: set[int] = set()  # scopes
        self._computing = {n for m in models.computing for n in walk(module.functions[m].node)}
        super().__init__(module, dialects, models)
        self._block(module.tree.body)
        for held, value in self.stores:
            if self.classes.is_contained(held):
                self.classes.join(held, value)
        self._join_own()
        self._join_any_attribute()
        writing = set(map(self.classes.of, self.parts))
        for called, given, when in self.runs:
            if self.classes.of(called) in writing:
                self.classes.write(given, when)
                self.classes.reach(given)
        self.in_place: frozenset[int] = frozenset()
        self._conclude()

    def write_in_place(self, lines: frozenset[int]) -> bool:
        """Writes stand in these lines of the file that are left to the arrays. Whether that says of another array that
        all write it who have it."""
        before = self.kept
        self.in_place |= lines
        self._conclude()
        return self.kept != before

    def _conclude(self) -> None:
        self.kept = self.classes.kept(self.in_place)
        self.attributes = frozenset(n for n in self.plain if self.classes.is_kept(("attr", n)))
        self.writing = self._writing(self.classes.writing())

    def _join_any_attribute(self) -> None:
        """`setattr(x, name, w)` sets what no statement does; what is written by `getattr(x, name)` may be any."""
        if self.classes.is_written(ANY_ATTRIBUTE):
            names = self.set | self.read
        else:
            names = self.read - self.set if None in self.set else set()
        for name in names - {None}:
            self.classes.join(ANY_ATTRIBUTE, ("attr", name))

    def _writing(self, scopes: frozenset[int]) -> frozenset[ast.AST]:
        """The functions that write such arrays, or in which functions do."""
        inner = {scope.number: node for node, (scope, _) in self.infos.items() if scope.returned is not None}
        around = {s.number: s.around for s, _ in self.infos.values()}
        found: set[ast.AST] = set()
        todo: list[int] = [*scopes]
        while todo:
            scope = todo.pop()
            if scope in inner:
                found.add(inner[scope])
            above = around.get(scope)
            todo += [above.number] if above is not None else []
        return frozenset(found)

    def _definition(self, node: Definition) -> None:
        is_counted = self.classes.counts
        if node in self._computing:
            self._compiled.add(self._inner(node).number)
            self.classes.counts = False
        super()._definition(node)
        self.classes.counts = is_counted

    def _when(self, node: ast.AST | None) -> When:
        when = super()._when(node)
        held = node.value if isinstance(node, ast.Subscript) else node
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(held, ast.Attribute):
            if isinstance(held.value, ast.Name) and held.value.id == "self" and self._is_of_model():
                self._by_own.add(when)
        return when

    def _set_own(self, name: str, held: Key | None) -> None:
        if held is not None:
            self._own.append((name, held))

    def _join_own(self) -> None:
        """Attributes whose arrays others have as well, or write, are what these have."""
        plain = {name for name, made in self._own if made[0] != "attr" and self.classes.of(made) in self._fresh}
        aliases = [(n, made) for n, made in self._own if made[0] == "attr" and made[1] in plain and made[1] != n]
        for name, made in aliases:
            if self._is_written(name) or self.classes.is_written(made):
                self.classes.join(("attr", name), made)
        written = [name for name in sorted(plain) if self._is_written(name)]
        shared = {n for n in written if self.classes.is_joined(("attr", n)) or self._is_written_by_others(n)}
        for name, made in self._own:
            if name in shared and made[0] != "attr":
                self.classes.join(("attr", name), made)
        self.plain = frozenset(plain)

    def _is_written(self, name: str) -> bool:
        return self.classes.is_written(("attr", name))

    def _is_written_by_others(self, name: str) -> bool:
        return self.classes.is_written(("attr", name), self._compiled, self._by_own)

    def _is_of_model(self) -> bool:
        scope: Scope | None = self.scope
        while scope is not None and not scope.is_class:
            node = next((n for n, (s, _) in self.infos.items() if s is scope), None)
            owner = None if node is None else self.infos[node][1]
            if owner is not None:
                return owner.name in self.models.classes
            scope = scope.around
        return False

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case (
                ast.FunctionDef(name=name, decorator_list=decorators)
                | ast.AsyncFunctionDef(name=name, decorator_list=decorators)
            ):
                self._definition(statement)
                if decorators and self.scope.is_class:  # a property
                    self.classes.join(("attr", name), self._returned(statement))
                if not self.scope.is_class and not all(map(self._is_of_framework, decorators)):  # `@hook`
                    self._unknown(statement)
                return
            case ast.ClassDef(body=body):
                around, owner = self.scope, self.owner
                self.scope = self._scope(body, (), is_class=True)
                self.owner = statement
                self._block(body)
                self.scope, self.owner = around, owner
                return
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assigned(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assigned(target, value)
            case ast.AugAssign(target=target, value=value):
                self._augmented(target, value)
            case ast.For(target=target, iter=rows) | ast.AsyncFor(target=target, iter=rows):
                self._bound(target, self._value(rows))
            case ast.With(items=items):
                for item in items:
                    found = self._value(item.context_expr)
                    if item.optional_vars is not None:
                        self._bound(item.optional_vars, found)
            case ast.Return(value=ast.expr() as value):
                self.classes.join(self.scope.returned, self._value(value))
            case ast.Raise(exc=ast.expr() as raised):
                for key in (_RAISED, ("attr", "args")):
                    self.classes.join(key, self._value(raised))
            case ast.Try(handlers=handlers) | ast.TryStar(handlers=handlers):
                for name in (h.name for h in handlers if h.name is not None):
                    self.classes.join(self.scope.key(name)[0], _RAISED)
            case ast.Match(subject=subject, cases=cases):
                held = self._value(subject)
                for name in (n for each in cases for n in names_captured(each.pattern)):
                    self.classes.join(self.scope.key(name)[0], held)
                for guard in (each.guard for each in cases):
                    self._value(guard)
            case _:
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr):
                        self._value(child)
        is_loop = isinstance(statement, ast.For | ast.AsyncFor | ast.While)
        self.loops += is_loop
        for block in blocks(statement):
            self._block(block)
        self.loops -= is_loop

    def _is_of_framework(self, decorator: ast.expr) -> bool:
        """It does what its table says, or is of the standard library: no more is done with the function."""
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        path = self.module.qualified_name(called)
        return path is not None and (
            bool(lookup(self.dialects, path)) or path.startswith(("functools.", "contextlib."))
        )

    def _augmented(self, target: ast.expr, value: ast.expr) -> None:
        given = self._value(value)
        if self.models.notation.rebinds and not isinstance(target, ast.Subscript):
            return
        held = target.value if isinstance(target, ast.Subscript) else target
        key = self._value(held)
        self.classes.write(key, self._when(target))
        if isinstance(target, ast.Subscript) and key is not None and given is not None:
            self.stores.append((key, given))

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        self.set |= {target.attr} if isinstance(target, ast.Attribute) else set()
        match target, value:
            case (
                (ast.Tuple(elts=targets) | ast.List(elts=targets)),
                (ast.Tuple(elts=values) | ast.List(elts=values)),
            ) if len(targets) == len(values) and not any(isinstance(t, ast.Starred) for t in (*targets, *values)):
                for part, each in zip(targets, values, strict=True):
                    self._assigned(part, each)
            case ast.Name(), _:
                is_plain = not isinstance(value, ast.IfExp | ast.BoolOp)
                self._bound(target, self._value(value), is_plain)
            case ast.Attribute(value=ast.Name(id="self")), ast.Call() if self._is_of_model():
                found = self._value(value)
                if self._holds_cell(value):
                    self.classes.join(("attr", target.attr), found, is_plain=True)
                elif found is not None and self.classes.of(found) not in self._fresh:
                    self._bound(target, found)
                else:
                    self._set_own(target.attr, found)
            case ast.Attribute(value=ast.Name(id="self")), ast.Name() | ast.Attribute() if self._is_of_model():
                self._set_own(target.attr, self._value(value))
            case ast.Attribute(attr=attr), _ if self._holds_cell(value):
                self.classes.join(("attr", attr), self._value(value), is_plain=True)
            case _:
                self._bound(target, self._value(value))
