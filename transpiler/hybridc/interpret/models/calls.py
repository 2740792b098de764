"""The abstract interpretation of calls in models: of what frameworks, Python and files name."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.dialects.lines import read_line
from hybridc.domain.values import (
    WEAK_INT,
    Binding,
    Form,
    Value,
    constant,
    static,
    unknown,
)
from hybridc.interpret.models.methods import ModelMethods
from hybridc.interpret.models.part_calls import PYTHON_FORMS
from hybridc.program.assumptions import Kind, assume
from hybridc.program.demand import fitting, is_by_names, is_spread, lookup
from hybridc.program.hidden_draws import hidden_draws
from hybridc.program.models import makes_array
from hybridc.program.parts import part, table
from hybridc.program.plans import Mapping
from hybridc.program.signature import is_scalar_by_signature
from hybridc.syntax.messages import text_of

_STATIC = frozenset(
    f"builtins.{n}" for n in ("super", "type", "hasattr", "isinstance", "issubclass", "callable", "len", "id", "repr")
)
_THERE = read_line("hasattr(obj, name) -> True : static")
_TEXTS = frozenset(f"builtins.{n}" for n in ("str", "repr", "ascii", "format"))
_LENGTH = static(Form.NUMBER, dtype=WEAK_INT)

_SIGNED = "the signature says so, and an array would be changed here for others that see it"


class ModelInterpreter(ModelMethods):
    """Interprets the methods of models, and the functions beside them."""

    def call(self, node: ast.Call) -> Value:
        name = self.state.module.qualified_name(node.func, self.state.function.locals)
        if self.draws_unseen(node):
            self.report(rules.StatefulRandomness, node, name=text_of(node.func))
            return part()
        if name in ("builtins.hasattr", "builtins.getattr") and node.args and self._is_module(node.args[0]):
            if (known := self._asked_of_module(node, name)) is not None:
                return known
        if self._is_of_base(node):
            return self._of_base(node)
        if name is not None:
            return self.as_whose(node, name, self._model_named(node, name))
        if isinstance(node.func, ast.Attribute):
            return self._model_method(node, node.func)
        if isinstance(node.func, ast.Name):
            return self._model_local(node, node.func)
        self.evaluate(node.func)
        return self.part_called(node)

    def draws_unseen(self, node: ast.Call) -> bool:
        """A call of Python's or NumPy's generators, which compiled code would make once."""
        makers: tuple[ast.expr, ...] = ()
        match node.func:
            case ast.Attribute(value=ast.Attribute(value=whole, attr=name)) if self._is_own(whole):
                makers = self.models.makers(self.state.function.owner, name)
            case ast.Name(id=name) if name in self.state.plans:  # there it is told of
                return False
        return hidden_draws(self.state.module).is_one(node, self.state.function, makers)

    def _is_module(self, node: ast.expr) -> bool:
        """A module of the framework, which has other names than what takes its place."""
        name = self.state.module.qualified_name(node, self.state.function.locals)
        return name is not None and self._is_of_models(name)

    def _asked_of_module(self, node: ast.Call, name: str) -> Value | None:
        """`hasattr(torch, "compile")`: what the tables know of the framework's module is there. Of anything else nobody
        knows, as the runtime's module has other names."""
        match node.args:
            case [module, ast.Constant(value=str(attribute))] if name == "builtins.hasattr":
                whole = f"{self.state.module.qualified_name(module, self.state.function.locals)}.{attribute}"
                if any(dialect.knows(whole) for dialect in self.state.dialects):
                    self.state.plan.mappings[node] = Mapping(_THERE, ("obj", "name"))
                    return constant(True)
            case [_, _] if name == "builtins.getattr":
                return None
        self.report(rules.UnmappedName, node, name=text_of(node), suggestion=": what it has is not known here")
        return part()

    def _model_named(self, node: ast.Call, name: str) -> Value:
        if name in _TEXTS:
            self.made_text(node, *self._arguments(node))
        if name in _STATIC:
            given, _ = self._arguments(node)
            if name == "builtins.id" and any(v.is_traced and v.memory for v in given):
                self.report(rules.ArrayIdentity, node, expression=text_of(node))
            if name == "builtins.isinstance" and len(node.args) == 2:
                self._check_kind(node.args[1])
            return _LENGTH if name == "builtins.len" else part()
        if name in ("operator.is_", "operator.is_not"):
            given, _ = self._arguments(node)
            if all(v.is_traced and v.memory for v in given):
                self.report(rules.ArrayIdentity, node, expression=text_of(node))
        if name == "collections.OrderedDict" and not (node.args or node.keywords):
            name = "builtins.dict"  # which keeps its order as well
        if not self._is_known(name) or name in ("builtins.getattr", "builtins.setattr"):
            return self.part_called(node)
        entries = lookup(self.state.dialects, name)
        if self.makes_tables and name.endswith("_") and any(e.is_host for e in entries):
            self.report(rules.InPlaceMethod, node, call=text_of(node.func))
        if entries and entries[0].target is not None and all(e.parameters is None for e in entries):
            self.evaluate(node.func)
            result = self.part_called(node)
            gives_new = all(e.is_fresh and not e.is_part for e in entries) and not result.is_static
            return replace(result, memory=self.state.allocate(node)) if gives_new else result
        if not self._is_of_models(name):
            values, keywords = self._arguments(node)
            if all(v.is_static for v in (*values, *keywords.values())):
                builtin = name.startswith("builtins.") and name != "builtins.print"
                if self.outside_call(node, name, [*values, *keywords.values()]):
                    return table()
                return self._static_builtin(node, name, values) if builtin else part()
            lines = self.method_lines("__abs__") if name == "builtins.abs" and len(values) == 1 else ()
            if lines and values[0].form.is_numeric:  # whose derivative at 0 is the framework's
                self.state.plan.mappings[node] = Mapping(lines[0], ("self",))
                return self.result_of(node, lines[0], values, {})
        found = fitting(entries, node)
        if found is not None and (told := found[0].target or "") in ("True", "False", "0"):
            self.state.plan.mappings[node] = Mapping(*found)
            return constant(told == "True" if told != "0" else 0)
        if found is not None and found[0].draws:
            self._draws(node)
        if found is None and self._is_of_models(name) and (entry := self._bound_by_python(node, entries)) is not None:
            self._arguments(node)
            self.state.plan.mappings[node] = Mapping(entry, is_adapted=True)
            form = Form.ARRAY if all(map(_is_one_array, entries)) else Form.UNKNOWN
            return Value(Binding.TRACED, form, unknown(), unknown(), memory=self.state.allocate(node))
        result = self._named(node, name)
        return self._each_mapped(node, result) if name == "builtins.map" else result

    def _bound_by_python(self, node: ast.Call, entries: tuple[Entry, ...]) -> Entry | None:
        """The only line for `f(x, **options)`, or the one function of all lines, if it gives new arrays."""
        of_calls = [e for e in entries if e.parameters is not None]
        if not is_spread(node) or not of_calls or len(of_calls) < len(entries):
            return None
        if not all(makes_array(e) and not (e.writes or e.draws or e.is_view) for e in of_calls):
            return None
        if all(e.passes_on and e.target == of_calls[0].target for e in of_calls):
            return of_calls[-1]
        entry = of_calls[0]
        is_plain = len(of_calls) == 1 and not any(isinstance(a, ast.Starred) for a in node.args)
        return entry if is_plain and _is_one_array(entry) and is_by_names(entry) else None

    def _check_kind(self, kind: ast.expr) -> None:
        """`isinstance(x, torch.LongTensor)` asks for a dtype, which JAX's arrays have in common; so does a question for
        the framework's array where models are given NumPy's as well."""
        takes_numpys = self.models.notation.array_modules is not None
        for each in kind.elts if isinstance(kind, ast.Tuple) else (kind,):
            name = self.state.module.qualified_name(each, self.state.function.locals)
            if name is None or (name.rpartition(".")[2] in self.models.notation.hints and not takes_numpys):
                continue
            lines = lookup(self.state.dialects, name)
            if lookup(self.state.dialects, f"Kind.{name}") and not any(e.is_static for e in lines):
                self.report(rules.UnmappedName, each, name=name, suggestion=": where models compute, all are arrays")
            elif any(e.target == "jax.Array" and e.is_static for e in lines):
                way_out = "all are arrays of JAX's here" if takes_numpys else "compare `x.dtype` instead"
                self.report(rules.UnmappedName, each, name=name, suggestion=f": {way_out}")

    def _cast(self, node: ast.Call, name: str, values: list[Value]) -> Value:
        """`int(x)` of what only running the model tells stays Python's."""
        kind = name.removeprefix("builtins.")
        is_read = len(node.args) == 1 and not node.keywords
        if is_read and any(v.is_array or (v.is_traced and v.is_scalar) for v in values):
            entry = next(iter(lookup(self.state.dialects, f"Read.{kind}")), None)
            if entry is None or (values[0].rank or 0) > 0:
                return super()._cast(node, name, values)
            self.state.plan.mappings[node] = Mapping(entry, ("number",))
            return self.result_of(node, entry, values, {})
        if any(v.is_array for v in values):
            return super()._cast(node, name, values)
        return static(Form.NUMBER, dtype=unknown())

    def _model_local(self, node: ast.Call, function: ast.Name) -> Value:
        module = self.state.module
        is_local = function.id in self.state.environment or function.id in self.state.function.locals
        if not is_local and function.id in module.functions and function.id in self.state.plans:
            if self.state.plans[function.id].draws:
                self._draws(node)
            if self._is_of_numbers(node, function.id):
                return self.part_called(node)
            return self._local(node, function)
        callee = self.evaluate(function)
        if callee.function in self.state.nested:
            return self._local(node, function)
        return self.part_called(node)

    def _is_of_numbers(self, node: ast.Call, name: str) -> bool:
        """A function that is compiled only for what it writes is given what is known while tracing."""
        values, keywords = self._arguments(node)
        is_for_writes = self.state.callees is not None and name in self.state.callees.compiled
        return is_for_writes and all(v.is_static for v in (*values, *keywords.values()))

    def function_returned(self, statement: ast.Return, value: Value) -> Value:
        """A nested function that makes functions is Python's, as they are: they are called while a model is traced."""
        if not self.state.scope or value.form is not Form.FUNCTION:
            return super().function_returned(statement, value)
        return replace(part(), memory=value.memory)

    def binding_given(self, result: Value) -> Binding:
        """Python runs the function while the model is traced: `exists(mask)` is known then, if what it gives is."""
        return result.binding if result.is_static else Binding.TRACED

    def _augmented_name(self, statement: ast.AugAssign, target: ast.Name, value: Value) -> None:
        """`found += (x,)` of what may be a list or tuple is Python's, where Python does it."""
        held = self.state.environment.get(target.id)
        if self.makes_tables and self._is_cell(target):
            self._expect_not_named(None, statement)
        is_pythons = value.form in PYTHON_FORMS and isinstance(statement.op, ast.Add)
        if held is None or held.form is not Form.UNKNOWN or not is_pythons or self.state.is_compiled_here:
            super()._augmented_name(statement, target, value)
            return
        memory = held.memory | value.memory | self.state.box(statement)
        self.state.environment[target.id] = Value(self.state.binding_of(held, value), value.form, memory=memory)

    def _static_augmented(self, statement: ast.AugAssign, name: str, old: Value, value: Value) -> None:
        """`c *= 2`, where the signature says that the parameter is a number, is right for Python's alone."""
        super()._static_augmented(statement, name, old, value)
        function = self.state.function
        if not self.state.has_views_of_elements or self.state.scope:
            return
        names, before = {name}, 0
        while len(names) > before:
            before = len(names)
            for made in function.of(ast.Assign):
                if isinstance(made.value, ast.Name) and any(
                    isinstance(t, ast.Name) and t.id in names for t in made.targets
                ):
                    names.add(made.value.id)
        numbers = (p for p in names & self.state.plan.static_parameters if is_scalar_by_signature(function, p))
        assume(self.state.plan.assumed, Kind.PYTHONS, statement, numbers, _SIGNED)

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        others = {left.form, right.form} - PYTHON_FORMS
        if PYTHON_FORMS & {left.form, right.form} and others & {Form.UNKNOWN, Form.ARRAY}:
            memory = left.held | right.held | self.state.box(node)
            form = next(v.form for v in (left, right) if v.form in PYTHON_FORMS)
            return Value(self.state.binding_of(left, right), form, memory=memory)
        return super()._binop(node)


def _is_one_array(entry: Entry) -> bool:
    """Whatever its options say, one array comes out."""
    return not (entry.gives_list or entry.items or entry.may_be_number) and entry.dtype in ("same", "floats")
