"""Files with models: which of their functions compute, and how the rest is read."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hybridc import rules
from hybridc.analysis.normal_form import Interpreted, NormalForm, told, written
from hybridc.dialects.entry import Entry
from hybridc.dialects.suggestions import suggestion
from hybridc.dialects.table import Dialect
from hybridc.domain.atoms import unknown
from hybridc.domain.sites import parameter_site
from hybridc.domain.values import Binding, Form, Value, opaque, outside
from hybridc.interpret.beside.python import settle_host
from hybridc.interpret.beside.tables import host_run
from hybridc.program.function_values import WRITES, function_value
from hybridc.program.memory.host_kept import Writers
from hybridc.program.memory.reached_scopes import place_of
from hybridc.program.models import FileModels, called_methods
from hybridc.program.parameters.signature import array_parameters
from hybridc.program.parts import entry_for, makes_outside, part
from hybridc.program.plans import FunctionPlan, Mapping
from hybridc.program.state import Finding, Findings, State
from hybridc.program.static_demand import StaticDemand, lookup, lookup_method
from hybridc.rules import RULES
from hybridc.structure import Structured
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import MODULE, Function, Module
from hybridc.syntax.reaching import reached
from hybridc.syntax.walking import children, default_values, walk

HOST = (ast.Yield, ast.YieldFrom, ast.Await, ast.Try, ast.Global, ast.Nonlocal, ast.ClassDef, ast.AsyncFunctionDef)
# What only code around models does: with dicts of weights, and with models themselves.
_OF_SCRIPTS = frozenset(
    [
        "state_dict", "load_state_dict", "parameters", "named_parameters", "buffers", "named_buffers", "modules",
        "named_modules", "children", "named_children", "keys", "items", "startswith", "endswith",
        "weights", "trainable_weights", "non_trainable_weights", "get_weights", "set_weights",
        "variables", "trainable_variables", "non_trainable_variables",
    ]
)  # fmt: skip


def _decorators(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> list[tuple[Entry, ...]]:
    called = (d.func if isinstance(d, ast.Call) else d for d in function.node.decorator_list)
    return [lookup(dialects, module.qualified_name(c)) for c in called]


def is_decorated(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """By anything but what a framework has to say how it computes: its name may stand for another function."""
    lines = _decorators(function, module, dialects)
    return any(not any((e.is_gone and not e.cuts) or e.decorates for e in entries) for entries in lines)


def reads_as_computing(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """A function beside models computes with arrays, and makes no part of a model."""
    if function.of_any(*HOST) or not function.parameters or is_decorated(function, module, dialects):
        return False
    if any(n.attr in _OF_SCRIPTS for n in function.of(ast.Attribute)) or _makes_text(function):
        return False
    if _writes_variables(function, dialects):
        return False
    computes = any(e.decorates for entries in _decorators(function, module, dialects) for e in entries)
    modules = {n.value for n in function.of(ast.Attribute)}  # `torch` and `torch.nn` of `torch.nn.Linear`
    for node in function.of_any(ast.Attribute, ast.Name):
        name = module.qualified_name(node, function.locals)  # type: ignore[arg-type]
        entries = lookup(dialects, name)
        if any(e.is_part or e.is_host for e in entries):
            return False
        of_models = name is not None and any(d.is_of_models and name in d for d in dialects) and node not in modules
        computes |= of_models and not all(e.is_static or e.is_gone for e in entries)
    for call in function.of(ast.Call):
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            receiver = call.func.value.id
            is_text = any(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in call.args)
            computes |= (
                receiver in function.parameters and bool(lookup_method(dialects, call.func.attr)) and not is_text
            )
    return computes


def _writes_variables(function: Function, dialects: tuple[Dialect, ...]) -> bool:
    """It writes what a loop or a list gives it, by methods that no array has but variables of models."""
    for call in function.of(ast.Call):
        match call.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if name not in function.parameters:
                writes = any(e.writes for e in lookup_method(dialects, method))
                if writes and any(e.target == f"self.{method}" for e in lookup(dialects, f"Host.{method}")):
                    return True
    return False


def _makes_text(function: Function) -> bool:
    """For more than messages."""
    messages = {n for m in function.of_any(ast.Raise, ast.Assert) for n in walk(m)}
    return any(text not in messages for text in function.of(ast.JoinedStr))


def may_tell(function: Function) -> bool:
    """A function that returns one expression, and makes nothing."""
    body = [s for s in function.node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    is_plain = function.owner is None and not function.node.decorator_list and bool(function.parameters)
    return is_plain and len(body) == 1 and isinstance(body[0], ast.Return) and not function.of_any(*HOST, ast.Lambda)


def takes_arrays(plan: FunctionPlan, models: FileModels, dialects: tuple[Dialect, ...]) -> bool:
    """All that the function is given is arrays, or known while tracing: `jax.jit` takes it as it is."""
    function = plan.function
    of_parts = models.attributes | models.children | models.array_names
    read = [a for a in function.of(ast.Attribute) if a.attr in of_parts]
    models_given = {a.value.id for a in read if isinstance(a.value, ast.Name)}  # `net.scale`, a part of a model
    arrays = array_parameters(function, dialects) - models_given
    hints = models.notation.hints

    def is_array(name: str) -> bool:
        hint = function.annotation_of(name)
        return any(h in hint for h in hints) if hint else name in arrays

    return all(name in plan.arguments.static_parameters or is_array(name) for name in function.parameters)


def calls_of(function: Function, models: FileModels, module: Module) -> set[str]:
    """The functions and methods of the file that a function or method calls, or hands on: `partial(step, 2)`."""
    named = (function.names_loaded() & module.functions.keys()) | models.with_derivatives(function, module)
    return named - {function.qualified_name} | set(called_methods(function, models.families, module))


def functions_named(names: Iterable[str], module: Module, dialects: tuple[Dialect, ...]) -> set[str]:
    """The functions beside classes that these functions name, and what those name: those that may be given arrays of
    the models' framework, which another framework's functions do not take."""
    named = {name: f.names_loaded() & module.functions.keys() for name, f in module.functions.items()}
    found = reached(set().union(*(named[name] for name in names)), named.__getitem__)
    return {n for n in found if not _names_another(module.functions[n], module, dialects)}


def _names_another(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    roots = {r for d in dialects if not d.is_of_models and f"{d.arrays}.shape" in d for r in d.roots}
    names = (module.qualified_name(n, function.locals) for n in function.of(ast.Attribute))
    return any(name is not None and _root(name) in roots for name in names)


def stays_as_it_is(function: Function, module: Module, models: FileModels, dialects: tuple[Dialect, ...]) -> bool:
    """Of what is refused: it computes with another library's arrays, NumPy's, and runs as it is written."""
    if function.owner in models.classes or not _names_another(function, module, dialects):
        return False
    names = (module.qualified_name(n, function.locals) for n in function.of_any(ast.Attribute, ast.Name))  # type: ignore[arg-type]
    return not any(name is not None and _root(name) in models.roots for name in names)


@dataclass
class Headers:
    """What definitions say. `names`: what stands for frameworks' names. `quoted`: hints that name what there is no
    more. `findings`: names without meaning, with the function or class that they stand in."""

    names: dict[ast.expr, Mapping] = field(default_factory=dict)
    quoted: set[ast.expr] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)


class HostForming:
    """Reads the functions of a file that stay Python, and its top level."""

    def __init__(self, normal: NormalForm, models: FileModels, copied: Iterable[tuple[int, int]] = ()) -> None:
        self.normal = normal
        self.models = models
        self.module = normal.module
        self.writers = Writers(
            normal.module, normal.dialects, normal.callees, models, normal.reached, frozenset(copied)
        )

    def read(self, function: Function, is_called: bool = False) -> Interpreted:
        """What becomes of a function that stays Python: names of the runtime, and new arrays for written ones.

        `is_called`: by what computes, so that it is given arrays, whose operators may be the framework's own.
        """
        structure = Structured(function.node)
        for _ in range(12):
            plan, findings = self._look(function, structure, is_called)
            following = written(plan) or told(plan)
            if following is None:
                break
            structure = following
            function = function.in_form(structure.node)
        settle_host(plan)
        return plan, findings

    def _look(self, function: Function, structure: Structured, is_called: bool) -> Interpreted:
        normal = self.normal
        name = function.qualified_name
        plan = FunctionPlan(function, structure, calls=frozenset())
        findings = Findings(made=structure.origins.made)
        state = State(
            function, self.module, normal.dialects, normal.program.plans, {}, StaticDemand(), plan, findings,
            Liveness(),
        )  # fmt: skip
        state.known.callees = normal.callees
        state.known.attributes_kept = normal.attributes_kept
        state.liveness.block(function.node.body, names_read_anywhere(self.module) if name == MODULE else frozenset())
        state.environment = {p: self._given(function, p, is_called) for p in function.parameters}
        run = host_run(state, self.models, self.writers, is_called)
        run.policy.flow.block(run, function.node.body)
        return plan, findings

    def _given(self, function: Function, name: str, is_called: bool) -> Value:
        """A parameter of a function that stays Python: an array, where a hint says so."""
        hint = function.annotation_of(name)
        if any(hint == h or hint.endswith(f".{h}") for h in self.models.notation.hints):
            return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=frozenset({parameter_site(name)}))
        if makes_outside(function, self.module, self.normal.dialects):
            return outside()
        return replace(opaque(), memory=frozenset({parameter_site(name)})) if is_called else part()

    def headers(self) -> Headers:
        """What stands for frameworks' names in bases, decorators, defaults and annotations."""
        headers = Headers()
        self._headers_in(self.module.tree, "", headers)
        return headers

    def _headers_in(self, node: ast.AST, path: str, headers: Headers) -> None:
        for child in children(node):
            inner = f"{path}.{child.name}".lstrip(".") if isinstance(child, ast.ClassDef | ast.FunctionDef) else path
            is_named = inner in self.models.computing
            inner = path if path in self.module.functions else inner  # those inside of a function are refused with it
            for expression in defining_expressions(child):
                findings = Findings()
                self._names(expression, headers.names, findings)
                headers.findings += [Finding(r, n, inner or MODULE) for (_, n), r in findings.found.items()]
            if isinstance(child, ast.FunctionDef) and is_named:
                headers.findings += [
                    Finding(rules.UncutGradient(name=ast.unparse(d)), d, inner) for d in self._cutting(child)
                ]
            if isinstance(child, ast.FunctionDef) and (make := self.models.notation.mutable):
                for default in default_values(child.args):
                    entry = headers.names.get(default.func) if isinstance(default, ast.Call) else None
                    if entry is not None and place_of(default) in self.writers.reached:
                        headers.names[default] = replace(entry, made_by=make)
            for annotation in hints_of(child):
                findings = Findings()
                self._names(annotation, headers.names, findings)
                if findings.found:
                    headers.quoted.add(annotation)
            if not isinstance(child, ast.expr):  # which holds no statements
                self._headers_in(child, inner, headers)

    def _cutting(self, function: ast.FunctionDef) -> Iterator[ast.expr]:
        """The decorators of a method that computes which end gradients."""
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if any(e.cuts for e in lookup(self.normal.dialects, self.module.qualified_name(called))):
                yield decorator

    def _names(self, node: ast.expr, found: dict[ast.expr, Mapping], findings: Findings) -> None:
        name = self.module.qualified_name(node) if isinstance(node, ast.Attribute | ast.Name) else None
        dialect = next((d for d in self.normal.dialects if d.is_of_models and name and _root(name) in d.roots), None)
        if dialect is None or name is None:
            for child in ast.iter_child_nodes(node):
                inner = child.value if isinstance(child, ast.keyword) else child
                if isinstance(inner, ast.expr):
                    self._names(inner, found, findings)
            return
        entry = entry_for(dialect.lookup(name))
        refused = next((e for e in dialect.lookup(name) if e.refusal is not None), None)
        if entry is None and refused is not None and RULES[refused.refusal or ""] is rules.TrainingLoop:
            findings.report(rules.TrainingLoop(call=name, advice=refused.advice), node)
        elif entry is None:
            near = suggestion(dialect, name)
            shown = f": did you mean `{near}`?" if near else ""
            if refused is not None and refused.advice:
                shown = f": {refused.advice}"
            findings.report(rules.UnmappedName(name=name, suggestion=shown), node)
        elif (value := function_value(entry, name, self.module, (dialect,))) is None:
            findings.report(rules.UnmappedName(name=name, suggestion=WRITES), node)
        else:
            found[node] = Mapping(value)


def _root(name: str) -> str:
    return name.partition(".")[0]


def names_read_anywhere(module: Module) -> frozenset[str]:
    return frozenset(n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Load))


def defining_expressions(node: ast.AST) -> Iterator[ast.expr]:
    """What Python evaluates when it defines a class or a function."""
    match node:
        case ast.ClassDef(bases=bases, keywords=keywords, decorator_list=decorators):
            yield from (*bases, *(k.value for k in keywords), *decorators)
        case (
            ast.FunctionDef(args=arguments, decorator_list=decorators)
            | ast.AsyncFunctionDef(args=arguments, decorator_list=decorators)
        ):
            yield from (*decorators, *default_values(arguments))


def hints_of(node: ast.AST) -> Iterator[ast.expr]:
    """The hints of a function, or of a variable."""
    match node:
        case ast.FunctionDef(args=arguments, returns=returns) | ast.AsyncFunctionDef(args=arguments, returns=returns):
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
            yield from (a.annotation for a in every if a is not None and a.annotation is not None)
            if returns is not None:
                yield returns
        case ast.AnnAssign(annotation=annotation):
            yield annotation


def module_function(module: Module) -> Function:
    """The top level of the file, its definitions left out, as a function."""
    body = [s for s in module.tree.body if not isinstance(s, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
    node = ast.FunctionDef(
        name=MODULE, args=ast.arguments([], [], None, [], [], None, []), body=body, decorator_list=[],
        lineno=1, col_offset=0,
    )  # fmt: skip
    return Function(node, MODULE, None, frozenset(), frozenset())


def class_function(node: ast.ClassDef) -> Function:
    """The statements of a class that are no definitions, as a function."""
    body = [s for s in node.body if not isinstance(s, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
    made = ast.FunctionDef(
        name=node.name, args=ast.arguments([], [], None, [], [], None, []), body=body, decorator_list=[],
        lineno=node.lineno, col_offset=node.col_offset,
    )  # fmt: skip
    return Function(made, node.name, None, frozenset(), frozenset())
