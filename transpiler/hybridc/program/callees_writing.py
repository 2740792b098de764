"""Which of their parameters functions write into that nothing compiles: those that stay Python, lambdas, and functions
of files beside this one. What they write with operators is lost where they are given arrays of JAX's."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import starmap

from hybridc.core.source import Unreadable, read
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.array_evidence import ArrayEvidence
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.dataflow import blocks, expressions, parameters
from hybridc.syntax.files_beside import file_of
from hybridc.syntax.in_place import WRITING_OPERATORS, asks_to_write, first_given, given_to_write
from hybridc.syntax.module import Function, Module, read_module
from hybridc.syntax.walking import all_given, walk

Definition = ast.FunctionDef | ast.Lambda
Roots = dict[str, frozenset[str]]  # by name, the parameters whose arrays it may hold or show

_PARTIAL = "functools.partial"


@dataclass(eq=False)
class WritingCallees:
    """The functions that a file calls, by what they write."""

    module: Module
    dialects: tuple[Dialect, ...]
    rebinds: bool = False  # operators such as `+=` give a name another array
    compiled: set[str] = field(default_factory=set)  # functions that are compiled for what they write alone
    _known: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _beside: dict[str, WritingCallees | None] = field(default_factory=dict)  # by names of modules
    _files: dict[str, WritingCallees] = field(default_factory=dict)  # all that were read, which may import each other

    def definition(self, called: ast.expr, hidden: frozenset[str] = frozenset()) -> tuple[WritingCallees, str] | None:
        """The file and the name, in it, of the function that an expression names; None where no file tells."""
        if isinstance(called, ast.Name) and called.id not in hidden and self.named(called.id) is not None:
            return self, called.id
        path = self.module.qualified_name(called, hidden) or ""
        source, _, name = path.rpartition(".")
        if not source or lookup(self.dialects, path) or source.partition(".")[0] in _roots(self.dialects):
            return None
        found = self.beside(source)
        return None if found is None or found.named(name) is None else (found, name)

    def beside(self, source: str) -> WritingCallees | None:
        """The file of a module, by its dotted name; None where it is not found beside this one."""
        if source not in self._beside:
            self._beside[source] = self._read(source)
        return self._beside[source]

    def writes(self, name: str) -> bool:
        """The function writes into what it is given; of a class, or what is no function, any of the file's does."""
        if self.named(name) is not None:
            return bool(self.written(name))
        return any(self.written_by(f.node) for f in self.module.functions.values())

    def _read(self, source: str) -> WritingCallees | None:
        """The file of a module that lies beside this one."""
        filename = file_of(source, self.module.filename)
        if filename is None:
            return None
        if filename not in self._files:
            try:
                module = read_module(read(filename).tree, filename)
            except Unreadable:
                return None
            self._files[filename] = WritingCallees(module, self.dialects, self.rebinds, _files=self._files)
        return self._files[filename]

    def named(self, name: str) -> Definition | None:
        """The function of the file, or the lambda that one of its names always stands for."""
        if name in self.module.functions:
            function = self.module.functions[name]
            return function.node if function.owner is None else None
        known = self.module.globals.get(name)
        return known.value if known is not None and isinstance(known.value, ast.Lambda) else None

    def written(self, name: str) -> frozenset[str]:
        """The parameters of a function of the file that it writes into, by itself or by what it calls."""
        return self._looked_at(name)[0]

    def given_back(self, name: str) -> frozenset[str]:
        """The parameters of a function of the file of which its results may be arrays, or parts of such."""
        return self._looked_at(name)[1]

    def _looked_at(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """What the function writes, and what it gives back."""
        if name not in self._known:
            self._known[name] = frozenset(), frozenset()  # as long as it is looked at: it may call itself
            definition = self.named(name)
            if definition is not None:
                found = _Writes(self, definition)
                self._known[name] = found.found, found.returned
        return self._known[name]

    def written_by(self, definition: Definition) -> frozenset[str]:
        """The parameters that a function or lambda of the file, nested ones too, writes into."""
        return _Writes(self, definition).found

    @cached_property
    def handed(self) -> dict[str, frozenset[str]]:
        """The functions that write, by what they write, of those that are values somewhere: what is called by another
        name may be one of them. Methods that call what they are given are seen there."""
        called = {call.func for call in self.module.of(ast.Call)}
        for call in self.module.of(ast.Call):
            if isinstance(call.func, ast.Attribute) and any(
                entry.takes_functions
                for owner in ("Module", "Computing", "Array")
                for entry in lookup(self.dialects, f"{owner}.{call.func.attr}")
            ):
                called.update(call.args)
        names = {n.id for n in self.module.of(ast.Name) if isinstance(n.ctx, ast.Load) and n not in called}
        return {n: written for n in sorted(names & self.module.functions.keys()) if (written := self.written(n))}

    @cached_property
    def partly(self) -> frozenset[str]:
        """The functions that `functools.partial` gives some of their arguments: any of the others may be the next."""
        calls = (c for c in self.module.of(ast.Call) if c.args and self.module.qualified_name(c.func) == _PARTIAL)
        return frozenset(c.args[0].id for c in calls if isinstance(c.args[0], ast.Name))

    def handed_to(self, call: ast.Call) -> dict[str, list[ast.expr]]:
        """Those of them that can be called so, with what they would write of what the call gives."""
        found: dict[str, list[ast.expr]] = {}
        for name, written in self.handed.items():
            if name in self.partly:
                found[name] = all_given(call)
            elif _takes(self.module.functions[name].node.args, call):
                found[name] = [*arguments_of(self.named(name), call, written)]
        return found

    def shown_by(self, call: ast.Call) -> list[ast.expr] | None:
        """Of what a call is given, what its result may show, where more than the text is known of the function."""
        return None

    def changes_in_place(self, function: Function) -> bool:
        """It writes into a parameter, or what it computes of one, as only arrays are written: by an operator, a method,
        or slices; or by an index that all of the file's calls show to be a number, into what none of them shows to be a
        list or dict; or by one of its own, into what all of them show to be arrays; or by what they show to be one.
        """
        if _Writes(self, function.node, is_of_arrays=True).found:
            return True
        written = self.written(function.qualified_name)
        stored = [n.slice for n in function.of(ast.Subscript) if isinstance(n.ctx, ast.Store)]
        indices = frozenset(n.id for n in stored if isinstance(n, ast.Name)).intersection(function.positional)
        calls = self.module.calls.get(function.name, [])
        if not (written and calls and stored):
            return False
        if not all((isinstance(n, ast.Name) and n.id in indices) or self._is_number(n) for n in stored):
            return False
        arrays = [(a, call) for call in calls for a in arguments_of(function.node, call, written)]
        places = [(a, call) for call in calls for a in arguments_of(function.node, call, indices)]
        is_counted = bool(indices) and all(self._is_number(a) for a, _ in places)
        if is_counted and len(indices) == len(stored) and all(self._may_be_array(a) for a, _ in arrays):
            return True
        if indices and all(starmap(self._evidence.is_given, places)):  # of which no list takes any
            return True
        are_numbers = all(self._is_number(a) or self._evidence.is_given(a, call) for a, call in places)
        return are_numbers and all(starmap(self._evidence.is_given, arrays))

    @cached_property
    def _evidence(self) -> ArrayEvidence:
        return ArrayEvidence(self.module, self.dialects)

    def _may_be_array(self, given: ast.expr) -> bool:
        """A name that the file gives no list or dict, or a slice of what it holds."""
        while isinstance(given, ast.Subscript) and _is_of_arrays(given.slice):
            given = given.value
        return isinstance(given, ast.Name) and given.id not in self._pythons

    @cached_property
    def _pythons(self) -> frozenset[str]:
        """Names that the file gives lists and dicts."""
        made = (s for s in self.module.of(ast.Assign) if isinstance(s.value, _PYTHONS) or _makes_pythons(s.value))
        return frozenset(n.id for s in made for t in s.targets for n in walk(t) if isinstance(n, ast.Name))

    @cached_property
    def _counted(self) -> frozenset[str]:
        """Names that loops over `range` bind."""
        return frozenset(name for loop in self.module.of(ast.For) if (name := _counted_by(loop)) is not None)

    def _is_number(self, index: ast.expr) -> bool:
        match index:
            case ast.Constant(value=value):
                return isinstance(value, int)
            case ast.UnaryOp(operand=inner):
                return self._is_number(inner)
            case ast.BinOp(left=left, right=right):
                return self._is_number(left) and self._is_number(right)
            case ast.Name(id=name):
                return name in self._counted
        return False


class _Writes:
    """What a function writes, statement by statement. `is_of_arrays`: as arrays alone are written, and what is computed
    of parameters counts as well."""

    def __init__(self, callees: WritingCallees, definition: Definition, is_of_arrays: bool = False) -> None:
        self.callees = callees
        self.is_of_arrays = is_of_arrays
        self.found: frozenset[str] = frozenset()
        self.returned: frozenset[str] = frozenset()
        names = parameters(definition)
        roots: Roots = {name: frozenset({name}) for name in names}
        if isinstance(definition, ast.Lambda):
            self._calls(definition.body, roots)
            self.returned = self._shown(definition.body, roots)
        else:
            self._block(definition.body, roots)

    def _block(self, body: Iterable[ast.stmt], roots: Roots) -> None:
        for statement in body:
            self._statement(statement, roots)

    def _statement(self, statement: ast.stmt, roots: Roots) -> None:
        if isinstance(statement, ast.FunctionDef):  # it may be called from here on
            inner = {n: r for n, r in roots.items() if n not in parameters(statement)}
            self._block(statement.body, inner)
            return
        for expression in expressions(statement):
            self._calls(expression, roots)
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assigned(target, value, roots)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assigned(target, value, roots)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                if not (self.callees.rebinds or (self.is_of_arrays and isinstance(value, _PYTHONS))):
                    self.found |= roots.get(name, frozenset())
            case ast.AugAssign(target=ast.Subscript(value=held, slice=index)):
                self._stored(held, index, roots)
            case ast.AugAssign(target=ast.Attribute(attr=attr, value=held)) if self._is_view(attr):
                self.found |= self._shown(held, roots)
            case ast.For(target=target, iter=rows):
                self._bound(target, self._shown(rows, roots), roots)
            case ast.Return(value=ast.expr() as value):
                self.returned |= self._shown(value, roots)
            case ast.With(items=items):
                for item in items:
                    if item.optional_vars is not None:
                        self._bound(item.optional_vars, self._shown(item.context_expr, roots), roots)
        inside = [*blocks(statement)]
        after = [dict(roots) for _ in inside]
        for body, names in zip(inside, after, strict=True):
            for _ in range(2 if isinstance(statement, ast.For | ast.While) else 1):
                self._block(body, names)
        for names in after:
            for name, shown in names.items():
                roots[name] = roots.get(name, frozenset()) | shown

    def _assigned(self, target: ast.expr, value: ast.expr, roots: Roots) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                shown = [self._shown(each, roots) for each in values]
                for part, held in zip(targets, shown, strict=True):
                    self._bound(part, held, roots)
            case _:
                self._bound(target, self._shown(value, roots), roots)

    def _bound(self, target: ast.expr, held: frozenset[str], roots: Roots) -> None:
        match target:
            case ast.Name(id=name):
                roots[name] = held
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._bound(part.value if isinstance(part, ast.Starred) else part, held, roots)
            case ast.Subscript(value=array, slice=index):
                self._stored(array, index, roots)

    def _stored(self, held: ast.expr, index: ast.expr, roots: Roots) -> None:
        shown = self._shown(held, roots)
        is_computed = any(root.endswith(_COMPUTED) for root in shown) and not _is_text(index)
        if not self.is_of_arrays or is_computed or _is_of_arrays(index):
            self.found |= shown

    def _calls(self, expression: ast.AST, roots: Roots) -> None:
        for call in (n for n in walk(expression) if isinstance(n, ast.Call)):
            for array in self._written_by(call):
                self.found |= self._shown(array, roots)

    def _written_by(self, call: ast.Call) -> Iterator[ast.expr]:
        callees = self.callees
        yield from given_to_write(call)
        if (definition := callees.definition(call.func)) is not None:
            file, name = definition
            yield from arguments_of(file.named(name), call, file.written(name))
            return
        path = callees.module.qualified_name(call.func)
        if path is not None:
            entries = lookup(callees.dialects, path)
            found = fitting(entries, call)
            asked = (e for e in (entries if found is None else found[:1]) if asks_to_write(call, e) is not False)
            written = next((first_given(call, e) for e in asked), None)
            if written is not None:
                yield written
            elif call.args and fills(path, entries):
                yield call.args[0]
        elif isinstance(call.func, ast.Attribute):
            is_operator = call.func.attr in WRITING_OPERATORS
            if is_operator or any(e.writes for e in lookup_method(callees.dialects, call.func.attr)):
                yield call.func.value

    def _shown(self, value: ast.expr, roots: Roots) -> frozenset[str]:
        """The parameters whose memory the value may be, or lie in."""
        match value:
            case ast.Name(id=name):
                return roots.get(name, frozenset())
            case ast.Subscript(value=inner) | ast.Starred(value=inner):
                return self._shown(inner, roots)
            case ast.NamedExpr(target=ast.Name(id=name), value=inner):
                roots[name] = self._shown(inner, roots)
                return roots[name]
            case ast.Attribute(value=inner, attr=attr):
                return self._shown(inner, roots) if self._is_view(attr) else frozenset()
            case ast.IfExp(body=body, orelse=orelse):
                return self._shown(body, roots) | self._shown(orelse, roots)
            case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
                return self._any_shown(parts, roots)
            case ast.Dict(values=parts):
                return self._any_shown(parts, roots)
            case ast.Call(func=func, args=args):
                known = self.callees.shown_by(value)
                return self._given(func, args, roots) if known is None else self._any_shown(known, roots)
            case ast.BinOp(left=left, right=right) if self.is_of_arrays:
                return _computed(self._shown(left, roots) | self._shown(right, roots))
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=inner) if self.is_of_arrays:
                return _computed(self._shown(inner, roots))
        return frozenset()

    def _given(self, func: ast.expr, args: list[ast.expr], roots: Roots) -> frozenset[str]:
        """What a call may give of what it is given."""
        name = self.callees.module.qualified_name(func)
        if name is None and isinstance(func, ast.Attribute):
            entries = lookup_method(self.callees.dialects, func.attr)
            args = [func.value, *args]
        else:
            entries = lookup(self.callees.dialects, name)
        is_new = entries and not any(e.is_view or e.gives_list or e.writes or e.writes_if for e in entries)
        if is_new or ((name or "").startswith("builtins.") and not (name or "").endswith(PASSING)):
            return frozenset()
        return self._any_shown(args, roots)

    def _any_shown(self, values: list[ast.expr], roots: Roots) -> frozenset[str]:
        return frozenset().union(*(self._shown(each, roots) for each in values))

    def _is_view(self, attribute: str) -> bool:
        entries = lookup_method(self.callees.dialects, attribute)
        return any(e.is_view for e in entries if e.parameters is None)


_COMPUTED = "+"  # behind the name of a parameter: what is computed of it
_PYTHONS = (ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.JoinedStr)
PASSING = (".zip", ".enumerate", ".reversed", ".list", ".tuple", ".iter", ".next", ".sorted", ".map", ".getattr")


def fills(name: str, entries: Iterable[Entry]) -> bool:
    """`nn.init.zeros_`, which fills a parameter."""
    return name.endswith("_") and any(e.is_host for e in entries)


def _computed(shown: frozenset[str]) -> frozenset[str]:
    return frozenset(root.removesuffix(_COMPUTED) + _COMPUTED for root in shown)


def _takes(parameters: ast.arguments, call: ast.Call) -> bool:
    """The call gives what the parameters ask for, as far as it shows what it gives."""
    given = {k.arg for k in call.keywords}
    if None in given or any(isinstance(a, ast.Starred) for a in call.args):
        return True
    places = [a.arg for a in (*parameters.posonlyargs, *parameters.args)]
    needed = {*places[len(call.args) : len(places) - len(parameters.defaults)]}
    return needed <= given and (len(call.args) <= len(places) or parameters.vararg is not None)


def _is_of_arrays(index: ast.expr) -> bool:
    """No list or dict takes such an index, but for slices, which arrays are written by far more often."""
    return any(isinstance(n, ast.Slice | ast.Tuple | ast.Compare) or _is_ellipsis(n) for n in walk(index))


def _is_text(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and isinstance(index.value, str)


def _counted_by(loop: ast.For) -> str | None:
    match loop:
        case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"))):
            return name
    return None


def _makes_pythons(value: ast.expr) -> bool:
    name = value.func if isinstance(value, ast.Call) else None
    called = getattr(name, "id", getattr(name, "attr", ""))
    return called in ("list", "dict", "set", "tuple", "OrderedDict", "defaultdict", "deque")


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def arguments_of(definition: Definition | None, call: ast.Call, names: frozenset[str]) -> Iterator[ast.expr]:
    """What a call gives to these parameters, and all that it spreads."""
    if definition is None or not names:
        return
    places = definition.args.posonlyargs + definition.args.args
    for place, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            yield from (a.value if isinstance(a, ast.Starred) else a for a in call.args[place:])
            break
        if place >= len(places) or places[place].arg in names:
            yield argument
    yield from (k.value for k in call.keywords if k.arg is None or k.arg in names)


def _roots(dialects: tuple[Dialect, ...]) -> frozenset[str]:
    return frozenset(root for d in dialects for root in d.roots)
