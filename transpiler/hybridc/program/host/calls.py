"""What expressions of host code may show, and what calls do with what they are given."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator

from hybridc.domain.host_groups import Given, Key, Written
from hybridc.program.callees_writing import PASSING
from hybridc.program.host.code import names_in_text
from hybridc.program.host.names import Definition, NamesOfHost
from hybridc.program.host.returned import Part, returned
from hybridc.program.host.writers import READING
from hybridc.program.plans import FunctionPlan
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.in_place import CHANGING_CONTAINERS
from hybridc.syntax.walking import children, walk

_PASSING = frozenset(
    name.removeprefix(".") for name in PASSING
) | {"dict", "set", "frozenset", "filter", "max", "min", "property", "super", "vars", "globals", "object"}  # fmt: skip
_COMPUTING = frozenset({"abs", "sum", "round", "pow", "divmod"})
_PASSING_MODULES = frozenset(
    [
        "asyncio", "collections", "concurrent", "contextlib", "copy", "dataclasses", "functools", "heapq",
        "itertools", "multiprocessing", "operator", "pickle", "queue", "threading", "types", "typing", "weakref",
    ]
)  # fmt: skip
_EXCEPTIONS = ("Error", "Exception", "Warning", "Iteration", "Interrupt", "Exit")
_STORING = frozenset(["add", "append", "appendleft", "extend", "insert", "put", "setdefault", "update"])
_COPYING = frozenset({"copy", "astype"})
# NumPy's functions that ask what they are given for its method of the same name, or compute with its operators: of one
# of JAX's arrays they give another.
_BY_METHODS = frozenset(
    [
        "all", "amax", "amin", "any", "argmax", "argmin", "argsort", "around", "choose", "clip", "compress", "cumprod",
        "cumsum", "cumulative_prod", "cumulative_sum", "diff", "gradient", "isreal", "max", "mean", "min", "prod",
        "ptp", "repeat", "round", "searchsorted", "std", "sum", "take", "trace", "trim_zeros", "var",
    ]
)  # fmt: skip
_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class HostCalls(NamesOfHost):
    """The groups of expressions."""

    def value(self, node: ast.expr) -> Key | None:
        """The group of what the expression gives, which something keeps; None for what shows no array."""
        join = self.groups.join
        match node:
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript(value=inner, slice=index):
                self.effects(index)
                looked_up = [self._named(n, n.id) for n in names_in_text([node])]
                return join(self.value(inner), *looked_up, self.implicit("__getitem__"))
            case ast.Starred(value=inner) | ast.Await(value=inner):
                return self.value(inner)
            case ast.NamedExpr(target=target, value=inner):
                held = self.value(inner)
                self.bind(target, held, inner)
                return held
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.effects(test)
                return join(self.value(body), self.value(orelse))
            case ast.BoolOp(values=parts):
                return join(*map(self.value, parts))
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return self._computed(node, [c for c in children(node) if isinstance(c, ast.expr)])
            case ast.Lambda():
                return self.lambda_value(node)
            case ast.Call():
                return self.call(node, is_kept=True)
            case ast.Yield(value=ast.expr() as inner) | ast.YieldFrom(value=inner):
                return join(("returns", self.scope.node), self.value(inner))
            case ast.Yield():
                return ("returns", self.scope.node)
        if isinstance(node, _DISPLAYS):
            parts = [c for c in children(node) if isinstance(c, ast.expr)]
            return self._container(node, [self.value(part) for part in parts])
        if isinstance(node, _COMPREHENSIONS):
            return self._container(node, self._comprehension(node))
        self.effects(node)
        return None

    def effects(self, node: ast.expr) -> None:
        """What evaluating an expression does, of which nothing is kept."""
        match node:
            case ast.Call():
                self.call(node, is_kept=False)
            case ast.Lambda() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
                self.value(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                self._comprehension(node)
            case _:
                for child in children(node):
                    if isinstance(child, ast.expr):
                        self.effects(child)

    def call(self, node: ast.Call, is_kept: bool) -> Key | None:
        self._writes(node)
        if (plan := self.plan_of(node.func)) is not None:
            if is_kept:
                return self.groups.join(*self._given(node, plan))
            self._all_effects(node)
            return None
        path = self.program.module.qualified_name(node.func, self.scope.hidden)
        if path is not None and "." in path:
            return self._of_path(node, path, is_kept)
        if isinstance(node.func, ast.Name) and (found := self.definition(node.func.id)) is not None:
            return self._of_file(node, found, 0)
        if isinstance(node.func, ast.Name) and node.func.id in self.classes:
            return self._constructed(node, node.func.id)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func, is_kept)
        called = [self._of_file(node, method, 1) for method in self.methods.get("__call__", ())]
        return self.groups.join(self._unknown(node), *called)

    def _writes(self, call: ast.Call) -> None:
        """What the call writes; `u = fill(u)` of a compiled function gives the name what it makes of the array."""
        targets = getattr(self.at.statement, "targets", ())
        bound = {ast.unparse(t) for target in targets for t in getattr(target, "elts", [target])}
        is_compiled = self.plan_of(call.func) is not None
        for array in self.callees.arrays_written(call, self.scope.hidden):
            self.write(array, rebinds=is_compiled and ast.unparse(array) in bound)

    def parts_given(self, call: ast.Call, count: int) -> list[Key | None] | None:
        """The groups of each of the results of a compiled function, or of so many of one that returns as many; None
        for other calls."""
        plan = self.plan_of(call.func)
        function = self.definition(call.func.id) if plan is None and isinstance(call.func, ast.Name) else None
        if plan is None and (function is None or not count):
            return None
        self._writes(call)
        if plan is not None:
            return self._given(call, plan)
        assert function is not None
        self._take(call, function, 0)
        return [("returns", function, number) for number in range(count)]

    def _operand(self, node: ast.expr) -> Key | None:
        """The group of what is computed with, and then kept no more."""
        if isinstance(node, ast.Subscript):
            self.effects(node.slice)
            return self._operand(node.value)
        if isinstance(node, ast.Call) and (plan := self.plan_of(node.func)) is not None:
            self._writes(node)
            return self.groups.join(*self._given(node, plan, is_kept=False))
        return self.value(node)

    def _given(self, call: ast.Call, plan: FunctionPlan, is_kept: bool = True) -> list[Key | None]:
        given = arguments_given(plan.function, call)
        parts = returned(plan).parts or ()
        names = frozenset[str]().union(*(part.shown for part in parts if is_kept))
        is_spread = not given or any(k.arg is None for k in call.keywords)
        shown = {n: self.value(given[n]) for n in names if n in given and not is_spread}
        taken = {id(given[n]) for n in shown}
        spread = [self.value(a) for a in _arguments(call)] if is_spread and names else []
        for argument in _arguments(call) if not spread else ():
            if id(argument) not in taken:
                self.effects(argument)
        found: list[Key | None] = []
        for number, part in enumerate(parts):
            key = ("given", call, number)
            self.groups.given[key] = [
                Given(plan.function.qualified_name, call, self.at, len(part.shown) if part.may_be_given else 0)
            ]
            held = spread if spread and part.shown else [shown[n] for n in part.shown if n in shown]
            self.groups.join(key, *held, *(_globals_shown(part) if is_kept else ()))
            found.append(key)
        return found

    def _all_effects(self, node: ast.Call) -> None:
        for argument in _arguments(node):
            self.effects(argument)

    def _of_path(self, node: ast.Call, path: str, is_kept: bool) -> Key | None:
        """A function of another module."""
        root, _, name = path.partition(".")
        is_module = root in sys.stdlib_module_names and root != "builtins"
        lines = () if is_module or root == "builtins" else lookup(self.callees.dialects, path)
        if lines and not any(e.takes_functions for e in lines):
            written = [self.value(k.value) for k in node.keywords if k.arg == "out"]
            found = fitting(lines, node)
            if any(e.is_view or e.gives_list for e in (lines if found is None else found[:1])):
                return self._unknown(node)
            if any(isinstance(n, ast.Name) and n.id == "object" for n in walk(node)):  # an array of objects
                return self.groups.join(("container", node), self._unknown(node))
            if path.rpartition(".")[2] in _BY_METHODS:
                return self.groups.join(*written, self._made_of(node, [self._operand(a) for a in _arguments(node)]))
            self._all_effects(node)
            self.groups.arrays.add(("new", node))
            return self.groups.join(*written, ("new", node))
        if root == "builtins" and name in ("getattr", "setattr"):
            return self._by_text(node)
        if root == "builtins" and name.endswith(_EXCEPTIONS):
            return self.groups.join(*(self.attribute(n) for n in ("args", "value")), self._unknown(node))
        if root == "builtins" and name in _COMPUTING:
            start = [*node.args[1:], *(k.value for k in node.keywords)]
            if name == "sum" and start:  # of lists
                return self._unknown(node)
            return self._computed(node, node.args)
        is_plain = root == "builtins" and name not in _PASSING
        is_plain |= is_module and root not in _PASSING_MODULES
        if is_plain or root in READING or path == "copy.deepcopy":
            self._all_effects(node)
            return None
        return self._unknown(node)

    def _by_text(self, node: ast.Call) -> Key | None:
        """`getattr` and `setattr`."""
        held = [self.value(a) for a in node.args]
        match node.args:
            case [_, ast.Constant(value=str(name)), *_]:
                methods = [self.function_value(m) for m in self.methods.get(name, ())]
                looked_up = [self._named(n, n.id) for n in names_in_text([node])]
                return self.groups.join(self.attribute(name), *methods, *looked_up, *held[2:])
        self.attributes.add("")  # any of them
        return self.groups.join(self.attribute(""), *held)

    def _of_file(self, node: ast.Call, function: Definition, first: int) -> Key | None:
        self._take(node, function, first)
        self.whole.add(function)
        return ("returns", function)

    def _take(self, node: ast.Call, function: Definition, first: int) -> None:
        """A function that stays Python takes the arguments, from that parameter on."""
        arguments = function.args
        positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)][first:]
        rest = [a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None]
        is_spread = any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
        names = parameters(function)
        for place, argument in enumerate(node.args):
            held = self.value(argument)
            taking = names if is_spread else positional[place : place + 1] or rest
            self.groups.join(*(self.parameter(function, n) for n in taking), held)
        for keyword in node.keywords:
            held = self.value(keyword.value)
            taking = [keyword.arg] if keyword.arg in names else names if keyword.arg is None else rest
            self.groups.join(*(self.parameter(function, n) for n in taking if n is not None), held)

    def _constructed(self, node: ast.Call, name: str) -> Key | None:
        definition = self.classes[name]
        own = [s for s in definition.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"]
        if own:
            self._of_file(node, own[0], 1)
            return ("object", node)
        fields = [
            s.target.id for s in definition.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
        ]
        for method in self.methods.get("__init__", ()) if definition.bases else ():
            self._of_file(node, method, 1)
        if definition.bases:
            fields.append("args")  # of an exception
        return self.groups.join(self._unknown(node), *map(self.attribute, fields))

    def _method(self, node: ast.Call, function: ast.Attribute, is_kept: bool) -> Key | None:
        name = function.attr
        lines = lookup_method(self.callees.dialects, name)
        is_new = lines and not any(e.is_view or e.gives_list or e.writes for e in lines) and name not in self.methods
        base = self._operand(function.value) if is_new else self.value(function.value)
        found: list[Key | None] = []
        is_class = isinstance(function.value, ast.Name) and function.value.id in self.classes
        for method in self.methods.get(name, ()):
            first = 0 if is_class or any(getattr(d, "id", "") == "staticmethod" for d in method.decorator_list) else 1
            if first and method.args.args:
                self.groups.join(self.parameter(method, method.args.args[0].arg), base)
            found.append(self._of_file(node, method, first))
        if name in CHANGING_CONTAINERS:
            self.store(function.value, base, in_container=True)
        if name in _STORING:
            held = [self.value(a) for a in _arguments(node)]
            attributes = [self.attribute(k.arg or "") for k in node.keywords]
            if base is not None and not lines:
                self.groups.containers.add(base)
            return self.groups.join(base, *held, *attributes, *found)
        if name in ("item", "tolist"):
            return None
        if is_new:
            self._all_effects(node)
            key = self._made_of(node, [base])
            if name in _COPYING:  # a list's copy holds what the list holds
                self.groups.hold(base, key, unless_array=False)
            return key
        return self.groups.join(base, self._unknown(node), *found)

    def _unknown(self, node: ast.Call) -> Key | None:
        """The call may give what it is given, and have functions among that do with the rest what they do."""
        held = [self.value(a) for a in _arguments(node)]
        named = [self.groups.join(self.attribute(k.arg or ""), self.value(k.value)) for k in node.keywords if k.arg]
        called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        is_path = self.program.module.qualified_name(node.func, self.scope.hidden) is not None
        found = self.groups.join(None if is_path else self.value(called), *held, *named)
        if found is not None:
            self.groups.containers.add(found)
        return found

    def _named(self, node: ast.Name, name: str) -> Key | None:
        plan = self.plan_of(node)
        if plan is not None:
            key = ("compiled", name)
            if key not in self.groups.given:
                self.groups.given[key] = [Given(name, node, None)]
                self.groups.join(key, *(k for part in returned(plan).parts or () for k in _globals_shown(part)))
            return key
        functions = [self.function_value(f) for f in self.definitions_of(name)]
        return self.groups.join(self.name(name), *functions)

    def _attribute(self, node: ast.Attribute) -> Key | None:
        path = self.program.module.qualified_name(node, self.scope.hidden)
        if path is not None:
            known = lookup(self.callees.dialects, path) or path.partition(".")[0] in READING
            return None if known else ("path", path)
        methods = [self.function_value(m) for m in self.methods.get(node.attr, ())]
        is_read = bool(lookup_method(self.callees.dialects, node.attr)) and not self.is_view(node.attr)
        base = self._operand(node.value) if is_read else self.value(node.value)
        if lookup_method(self.callees.dialects, node.attr):
            if self.is_view(node.attr):
                return self.groups.join(base, *methods)
            return self.groups.join(self._made_of(node, [base]), *methods)
        if node.attr in _STORING or node.attr in ("pop", "get", "values", "items", "__dict__"):
            return self.groups.join(base, *methods)
        self.groups.hold(base, self.attribute(node.attr), unless_array=False)
        return self.groups.join(self.attribute(node.attr), *methods)

    def is_view(self, attribute: str) -> bool:
        return any(e.is_view for e in lookup_method(self.callees.dialects, attribute) if e.parameters is None)

    def _computed(self, node: ast.expr, operands: Iterable[ast.expr]) -> Key:
        held = [self._operand(o) for o in operands]
        key = self._made_of(node, held)
        if self.operators:
            self.groups.join(key, self.implicit(*self.operators), *held)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult | ast.BitOr):
            for each in held:  # a sum of lists holds what they hold
                self.groups.hold(key, each, unless_array=False)
        return key

    def _made_of(self, node: ast.expr, held: Iterable[Key | None]) -> Key:
        key = ("computed", node)
        self.groups.computed.setdefault(key, set()).update(k for k in held if k is not None)
        return key

    def _container(self, node: ast.expr, held: Iterable[Key | None]) -> Key | None:
        key = ("container", node)
        self.groups.containers.add(key)
        return self.groups.join(key, *held)

    def implicit(self, *names: str) -> Key | None:
        """What the file's methods by these names, which operators and statements call, take and return."""
        if names not in self._implicit:
            methods = (method for name in names for method in self.methods.get(name, ()))
            self._implicit[names] = self.groups.join(*map(self.function_value, methods))
        return self._implicit[names]

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> list[Key | None]:
        for generator in node.generators:
            self.rows(generator.target, generator.iter)
            for test in generator.ifs:
                self.effects(test)
        return [self.value(e) for e in ([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])]

    def bind(self, target: ast.expr, key: Key | None, value: ast.expr | None = None) -> None:
        raise NotImplementedError

    def rows(self, target: ast.expr, rows: ast.expr) -> None:
        raise NotImplementedError

    def write(self, array: ast.expr, rebinds: bool = False) -> None:
        raise NotImplementedError

    def store(self, container: ast.expr, held: Key | None, in_container: bool, in_object: bool = False) -> None:
        """Something is put into a list or dict, or taken out of it; or into an array, where it is not surely either."""
        if held is not None:
            self.groups.stored.setdefault(held, []).append(Written(self.at, container, False, in_container, in_object))

    def lambda_value(self, node: ast.Lambda) -> Key | None:
        raise NotImplementedError


def _globals_shown(part: Part) -> Iterator[Key]:
    for memory in part.arrays:
        yield from (("name", None, m.name) for m in memory if m.is_global)


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*(a.value if isinstance(a, ast.Starred) else a for a in call.args), *(k.value for k in call.keywords)]
