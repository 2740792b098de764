"""Whether code that stays Python writes into arrays that it does not know to be its own: what it is given, what lists,
attributes and loops show it. What compiled functions give it has to be NumPy's then."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.dialects import ALL
from hybridc.program.callees_writing import WritingCallees, arguments_of
from hybridc.program.host.code import HostScope, evaluated, host_scopes
from hybridc.program.plans import Program
from hybridc.program.static_demand import lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import base_name
from hybridc.syntax.in_place import WRITING_OPERATORS, given_to_write
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk, with_defaults

# Packages that read what they are given: pictures, tables, files, statistics.
READING = frozenset(
    [
        "IPython", "PIL", "altair", "bokeh", "click", "cv2", "h5py", "imageio",
        "ipywidgets", "joblib", "jsonschema", "matplotlib", "mpl_toolkits", "netCDF4", "networkx", "numba",
        "pandas", "plotly", "psutil", "pyarrow", "pylab", "pytest", "requests", "rich",
        "scipy", "seaborn", "setuptools", "sklearn", "skimage", "statsmodels", "sympy", "tabulate",
        "tensorboard", "tensorboardX", "termcolor", "tqdm", "typing_extensions", "wandb", "xarray", "yaml",
        "zarr",
    ]
)  # fmt: skip
_FILLING = frozenset({"readinto", "readinto1", "recv_into", "recvfrom_into"})
CHANGING = WRITING_OPERATORS | {"sort", "fill", "put", "partition", "itemset", "setfield", "byteswap"}
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Constant, ast.JoinedStr)


def writes_unknown_arrays(program: Program, callees: HostCallees) -> bool:
    """Host code has, or calls, what writes into arrays that it was given or that something else shows as well."""
    return any(_Writer(scope, program, callees).is_found() for scope in host_scopes(program))


@dataclass(eq=False)
class HostCallees(WritingCallees):
    """Functions as host code calls them, of which some are compiled."""

    program: Program = field(kw_only=True)
    _writing: dict[str, bool] = field(default_factory=dict, kw_only=True)

    def written(self, name: str) -> frozenset[str]:
        plan = self.program.compiled_as(name)
        return super().written(name) if plan is None else frozenset(plan.arguments.mutated)

    def shown_by(self, call: ast.Call) -> list[ast.expr] | None:
        plan = self.program.compiled_as(getattr(call.func, "id", ""))
        given = {} if plan is None else arguments_given(plan.function, call)
        return None if plan is None else [given[name] for name in plan.arguments.returned_memory if name in given]

    def arrays_written(self, call: ast.Call, hidden: frozenset[str]) -> Iterator[ast.expr]:
        """What a call gives to functions that write into it, those of modules that are not found among them."""
        yield from given_to_write(call)
        is_method = isinstance(call.func, ast.Attribute)
        called = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if is_method and called in CHANGING:
            yield call.func.value  # type: ignore[attr-defined]
        path = self.module.qualified_name(call.func, hidden)
        is_unknown = path is not None and "." in path.strip(".") and not _is_known(path)
        if called in _FILLING or (is_unknown and self.beside((path or "").rpartition(".")[0]) is None):
            yield from all_given(call)
        elif (found := self.definition(call.func, hidden)) is not None:
            yield from arguments_of(found[0].named(found[1]), call, found[0].written(found[1]))
        elif called in self._inner and self._inner_writes(called):
            yield from all_given(call)

    def _inner_writes(self, name: str) -> bool:
        if name not in self._writing:
            self._writing[name] = any(self.written_by(f) for f in self._inner[name])
        return self._writing[name]

    @cached_property
    def used(self) -> frozenset[str]:
        """What the file reads, by names and attributes."""
        names = (n.id for n in self.module.of(ast.Name) if isinstance(n.ctx, ast.Load))
        return frozenset(names) | {n.attr for n in self.module.of(ast.Attribute)}

    @cached_property
    def _inner(self) -> dict[str, list[ast.FunctionDef]]:
        """Methods and nested functions, by name."""
        found: dict[str, list[ast.FunctionDef]] = {}
        for each in self.module.of(ast.FunctionDef):
            found.setdefault(each.name, []).append(each)
        return found


@dataclass
class _Writer:
    """What the statements of one scope write."""

    scope: HostScope
    program: Program
    callees: HostCallees

    def is_found(self) -> bool:
        node = self.scope.node
        if isinstance(node, ast.FunctionDef) and node.name in self.callees.used:
            if self.callees.written_by(node) - _numbers(node):
                return True
        return any(self._writes(s) or self._hands_over(s) for s in self.scope.statements)

    def _writes(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.AugAssign(target=ast.Name(id=name)):
                return name in self._showing
            case ast.AugAssign(target=ast.Attribute(attr=name)):
                return name not in self._counting
            case ast.AugAssign(target=ast.Subscript() as target):
                return self._is_of_others(target)
            case ast.Assign(targets=targets):
                parts = (part for t in targets for part in (t, *getattr(t, "elts", ())))
                return any(isinstance(part, ast.Subscript) and self._is_of_others(part) for part in parts)
        return False

    def _hands_over(self, statement: ast.stmt) -> bool:
        """It gives arrays to a function that writes, or may: a lambda, one of another file, one that nobody knows."""
        for node in (n for e in evaluated(statement) for n in walk(e)):
            if isinstance(node, ast.Lambda) and self.callees.written_by(node):
                return True
            if isinstance(node, ast.Name | ast.Attribute) and self._is_writer(node):
                return True
            if isinstance(node, ast.Call):
                is_taken_back = statement in self.program.host_writes  # `u[...] = fill(u)`
                written = [*given_to_write(node), *(node.args if is_taken_back else ())]
                if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
                    written.append(node.func.value)
                if self._is_unknown(node.func) or any(self._is_shown(each) for each in written):
                    return True
        return False

    def _is_writer(self, function: ast.Name | ast.Attribute) -> bool:
        """What writes in a file beside this one, or is a function for what operators do: `operator.iadd`."""
        path = self._imported(function)
        if path is None or _is_known(path):
            return path is not None and path.startswith("operator.i") and path not in _READING_OPERATORS
        source, _, name = path.rpartition(".")
        found = self.callees.beside(source)
        return found is not None and found.writes(name)

    def _is_unknown(self, called: ast.expr) -> bool:
        """A function of a module that is not found."""
        path = self._imported(called)
        return path is not None and not _is_known(path) and self.callees.beside(path.rpartition(".")[0]) is None

    def _imported(self, node: ast.expr) -> str | None:
        path = self.program.module.qualified_name(node, self.scope.hidden)
        return path if path is not None and "." in path.strip(".") else None

    def _is_shown(self, array: ast.expr) -> bool:
        """Something beside this scope, or a list or an attribute, may show the array as well."""
        if isinstance(array, ast.Name):
            return array.id in self._showing
        return base_name(array) is not None and not self._is_own(base_name(array) or "")

    def _is_of_others(self, target: ast.Subscript) -> bool:
        if isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str):
            return False
        if isinstance(target.value, ast.Name):
            name = target.value.id
            return name in self._showing or name not in self._bound
        return not self._is_own(base_name(target) or "")

    def _is_own(self, name: str) -> bool:
        """Bound to what NumPy or a compiled function makes, or to what holds no array."""
        values = self._values.get(name, [])
        return bool(values) and all(self._is_new(v) for v in values)

    @cached_property
    def _bound(self) -> frozenset[str]:
        """Names that the scope, or the top level, gives arrays of their own or what holds none."""
        known = self.program.module.globals
        names = self._values.keys() | (known.keys() - self.scope.hidden)
        return frozenset(n for n in names if self._is_own(n) or self._is_made(n))

    def _is_made(self, name: str) -> bool:
        known = self.program.module.globals.get(name)
        return known is not None and known.value is not None and self._is_new(known.value)

    @cached_property
    def _showing(self) -> frozenset[str]:
        """Names that the scope binds to what a list, an attribute, a loop or an unknown function shows it."""
        shown = {name for name, values in self._values.items() if any(self._shows(v) for v in values)}
        for loop in (s for s in self.scope.statements if isinstance(s, ast.For | ast.AsyncFor)):
            is_counted = isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "id", "") == "range"
            shown |= set() if is_counted else {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}
        return frozenset(shown)

    def _shows(self, value: ast.expr) -> bool:
        match value:
            case ast.Subscript() | ast.Attribute():
                return not self._is_own(base_name(value) or "")
            case ast.IfExp(body=body, orelse=orelse):
                return self._shows(body) or self._shows(orelse)
            case ast.BoolOp(values=values):
                return any(map(self._shows, values))
            case ast.Call():
                return not self._is_new(value)
        return False

    def _is_new(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Call):
            name = getattr(value.func, "id", "")
            if self.program.compiled_as(name) is not None:
                return True
            path = self.program.module.qualified_name(value.func, self.scope.hidden)
            entries = lookup(ALL, path) if path is not None else ()
            if entries:
                return not any(e.is_view or e.gives_list for e in entries)
            if path is not None:
                return path.startswith("builtins.") or path.partition(".")[0] in sys.stdlib_module_names
            return isinstance(value.func, ast.Attribute) and value.func.attr in ("copy", "astype", "item", "tolist")
        is_plain = isinstance(value, _DISPLAYS) and not any(isinstance(n, ast.Name | ast.Call) for n in walk(value))
        return is_plain or isinstance(value, ast.BinOp | ast.UnaryOp | ast.Compare)

    @cached_property
    def _values(self) -> dict[str, list[ast.expr]]:
        """What assignments of the scope bind names to."""
        found: dict[str, list[ast.expr]] = {}
        for statement in self.scope.statements:
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(value, ast.expr):
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                for name, bound in (pair for t in targets for pair in _bound_to(t, value)):
                    found.setdefault(name, []).append(bound)
        return found

    @cached_property
    def _counting(self) -> frozenset[str]:
        return counting_attributes(self.program.module) | self._states

    @cached_property
    def _states(self) -> frozenset[str]:
        """Attributes that methods give a compiled function and set anew: `result, self.u = _grid_step(self.u)`."""
        found: set[str] = set()
        for statement in self.program.module.of(ast.Assign):
            call = statement.value
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in self.program.plans:
                targets = [part for t in statement.targets for part in getattr(t, "elts", [t])]
                given = {a.attr for a in call.args if isinstance(a, ast.Attribute)}
                found |= given & {t.attr for t in targets if isinstance(t, ast.Attribute)}
        return frozenset(found)


def counting_attributes(module: Module) -> frozenset[str]:
    """Attributes that the file sets to numbers and texts, which nobody sees change in place."""
    made = (s for s in module.of(ast.Assign) if isinstance(s.value, ast.Constant))
    return frozenset(t.attr for s in made for t in s.targets if isinstance(t, ast.Attribute))


def _numbers(function: ast.FunctionDef) -> frozenset[str]:
    """Parameters that defaults or hints show to be numbers or texts."""
    given = function.args
    by_default = {a.arg for a, d in with_defaults(given) if isinstance(d, ast.Constant) and d.value is not None}
    places = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    hinted = {a.arg for a in places if getattr(a.annotation, "id", "") in _PLAIN}
    return frozenset(by_default | hinted)


def _bound_to(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names that an assignment binds, with what each of them is or is a part of."""
    targets, values = getattr(target, "elts", ()), getattr(value, "elts", ())
    if targets and len(targets) == len(values):
        for part, bound in zip(targets, values, strict=True):
            yield from _bound_to(part, bound)
    else:
        yield from ((n.id, value) for n in walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _is_known(path: str) -> bool:
    root = path.partition(".")[0]
    return root in _KNOWN or bool(lookup(ALL, path))


_READING_OPERATORS = frozenset(f"operator.{name}" for name in ("index", "indexOf", "inv", "invert", "is_", "is_not"))
_PLAIN = frozenset({"int", "float", "bool", "str", "complex", "dict"})
_KNOWN = frozenset({"builtins", *sys.stdlib_module_names, *READING, *(root for d in ALL for root in d.roots)})
