"""The abstract interpretation of calls in models: of their parts, of methods, of what frameworks and files name."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.callees_writing import arguments_of
from hybridc.analysis.checking import note_lookup
from hybridc.analysis.demand import fitting, fitting_method, is_by_names, is_spread, lookup
from hybridc.analysis.evaluation import text_of
from hybridc.analysis.hidden_draws import hidden_draws
from hybridc.analysis.model_outside import ModelOutside
from hybridc.analysis.model_writes import read_beside, targets_of
from hybridc.analysis.models import makes_array, own_name
from hybridc.analysis.only_tested import only_tested
from hybridc.analysis.parts import ARRAY_METHODS, is_part, part, table
from hybridc.analysis.placing import arguments_given
from hybridc.analysis.plans import Mapping
from hybridc.analysis.signature import is_scalar_by_signature
from hybridc.analysis.values import (
    WEAK_INT,
    Binding,
    Form,
    Value,
    constant,
    holds_arrays,
    opaque,
    some_floats,
    static,
    unknown,
)
from hybridc.dialects.entry import Entry
from hybridc.dialects.lines import read_line

_STATIC = frozenset(
    f"builtins.{n}" for n in ("super", "type", "hasattr", "isinstance", "issubclass", "callable", "len", "id", "repr")
)
_THERE = read_line("hasattr(obj, name) -> True : static")
_TEXTS = frozenset(f"builtins.{n}" for n in ("str", "repr", "ascii", "format"))
_LENGTH = static(Form.NUMBER, dtype=WEAK_INT)
_PYTHON_FORMS = frozenset({Form.LIST, Form.TUPLE, Form.DICT, Form.STRING})


class ModelInterpreter(ModelOutside):
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

    def _is_of_base(self, node: ast.Call) -> bool:
        """`nn.Linear.__init__(self, 3, 4)`: a method of a class of the framework's that the object is of, or of its
        kin, which has it by this name."""
        if not isinstance(node.func, ast.Attribute) or not node.args or not self._is_own(node.args[0]):
            return False
        base = self.state.module.qualified_name(node.func.value, self.state.function.locals)
        lines = lookup(self.state.dialects, base)
        is_renamed = bool(lookup(self.state.dialects, f"Module.{node.func.attr}"))
        return bool(lines) and all(e.is_part and e.target is not None for e in lines) and not is_renamed

    def _of_base(self, node: ast.Call) -> Value:
        """What `super()` would call: a part, of which nothing else is known."""
        assert isinstance(node.func, ast.Attribute)
        self.evaluate(node.func.value)
        values, keywords = self._arguments(node)
        everything = [*values[1:], *keywords.values()]
        self.keep_arguments(node.func, everything)
        if self.state.is_compiled_here:
            self._note_effect(node)
        if all(v.is_static for v in everything):
            return part()
        memory = frozenset().union(*(v.memory for v in everything))
        kept = frozenset(m for m in memory if not m.startswith(("box:", "param:")))
        return replace(opaque(), memory=kept | self.state.allocate(node))

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

    def _draws(self, node: ast.Call) -> None:
        """Compiled branches and loops would draw the same at every turn."""
        self.state.plan.draws = True
        if self.state.is_compiled_here:
            self.report(rules.StatefulRandomness, node, name=text_of(node.func))

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

    def _model_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        receiver = self.evaluate(function.value)
        if self.is_copy_of_table(node, receiver):
            return table()
        if receiver.form in (Form.LIST, Form.DICT, Form.TUPLE, Form.STRING):
            return self._method(node, function)
        if self.is_numpys(receiver):
            return self._numpys_method(node, function)
        entries = self.method_lines(function.attr)
        is_own = self._is_own(function.value)
        is_arrays = function.attr in ARRAY_METHODS or any(e.writes for e in entries)
        is_arrays = is_arrays or (not is_own and self._is_only_of_arrays(node, function, entries))
        is_object = is_part(receiver) and (not is_arrays or self._is_global(function.value))
        is_object = is_object or (is_part(receiver) and self._is_child(node, function))
        if is_own:
            return self._own_method(node, function)
        if not entries or is_object or self._is_of_container(node, function):
            return self.part_called(node)
        found = fitting_method(entries, node)
        if found is None and self._is_adapted(node, function, entries):
            return self.part_called(node)
        if found is not None and found[0].draws:
            self._draws(node)
        if (
            found is not None
            and found[0].refusal is not None
            and (line := self._line_of_read(node, function)) is not None
        ):
            self.state.plan.mappings[node] = Mapping(line, is_method=True)
            return self.result_of(node, line, [receiver], {})
        if found is not None and found[0].refusal is not None and (line := self._line_of_known(function)) is not None:
            self.state.plan.mappings[node] = Mapping(line, is_method=True)
            return part()
        result = self._method(node, function)
        self._without_cast(node)
        self._cast_by_name(node)
        result = self._narrowed(node, result)
        if found is not None and not is_part(result) and self.is_only_numpys(function.attr):
            self.noted_as_numpys(result)
        if found is not None and found[0].writes and not isinstance(self.current, ast.Expr):
            result = replace(result, memory=result.memory | receiver.memory)  # it is what was written into
        return result

    def _line_of_read(self, node: ast.Call, function: ast.Attribute) -> Entry | None:
        """`x.max().item()` is read by what a model computes, or only tested: elsewhere it is a number of Python's."""
        if self.state.function.owner is None and node not in only_tested(self.state.function):
            return None
        found = fitting_method(lookup(self.state.dialects, f"Read.{function.attr}"), node)
        return None if found is None else found[0]

    def _numpys_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        """A method of NumPy's arrays means what it means there, whatever the framework calls so."""
        around, self._is_of_numpys = self._is_of_numpys, True
        try:
            return self.noted_as_numpys(self._method(node, function))
        finally:
            self._is_of_numpys = around

    def _is_child(self, node: ast.Call, function: ast.Attribute) -> bool:
        """`self.head.flatten(x)` calls a part of a part, not a method of an array: by what the constructor sets, or by
        the array that it is given, where the file names a part so."""
        if self._is_surely_part(function.value):
            return True
        is_named = function.attr in self.models.children
        return is_named and bool(node.args) and not self.evaluate(node.args[0]).is_static

    def _is_only_of_arrays(self, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
        """`x.expand(-1, 2)`: called with what is known while tracing, as no layer is."""
        found = fitting_method(entries, node) if function.attr not in self.models.notation.shared else None
        given = [*node.args, *(k.value for k in node.keywords)]
        return found is not None and all(self.evaluate(g).is_static for g in given)

    def _is_adapted(self, node: ast.Call, function: ast.Attribute, entries: tuple[Entry, ...]) -> bool:
        """Arguments that only Python can bind: those of `x.unsqueeze(*args, **kwargs)`. Notes how it does."""
        spreads = is_spread(node)
        entry = next((e for e in entries if e.target is not None and e.parameters and not e.writes), None)
        if not spreads or entry is None:
            return False
        if entry.passes_on or function.attr in ARRAY_METHODS - self.models.notation.homonyms:
            return True  # JAX's arrays take them as well, or say that they do not
        self.state.plan.mappings[node] = Mapping(entry, is_method=True, is_adapted=True)
        return True

    def _own_method(self, node: ast.Call, function: ast.Attribute) -> Value:
        line = next(iter(lookup(self.state.dialects, f"Context.{function.attr}")), None) if self._is_context else None
        if line is not None and line.refusal is not None:
            self.refuse(node, line, text_of(function))
        name = self.models.method(self.state.function.owner, function.attr, self.state.module)
        plan = self.state.plans.get(name or "")
        result = self.part_called(node)
        if plan is not None and (plan.mutated or plan.kept):
            method = self.state.module.functions[plan.function.qualified_name]
            given = [] if own_name(method) is None else [function.value]
            call = ast.copy_location(ast.Call(function, [*given, *node.args], node.keywords), node)
            bound = {
                n: self.state.plan.values[a]
                for n, a in arguments_given(method, call).items()
                if a is not function.value
            }
            self._write_arguments(node, method, plan.mutated, bound, call)
            for kept in plan.kept & bound.keys():
                self.keep(f"{function.attr}(...)", bound[kept])
        if plan is not None and plan.result is not None and plan.result.is_array and result.is_static:
            own = frozenset(m for m in plan.result.memory if m.startswith("self."))
            result = replace(plan.result, memory=own | self.state.allocate(node), place=None)
        for attribute in sorted(plan.attributes_written) if plan is not None else ():
            self.expect_unseen(
                ast.copy_location(ast.Attribute(function.value, attribute, ast.Load()), node), self.current
            )
        return result

    def part_called(self, node: ast.Call) -> Value:
        """What a part of the model returns: it may be what it was given, or a view of that."""
        values, keywords = self._arguments(node)
        everything = [*values, *keywords.values()]
        self._map_member(node)
        self._expect_only_read(node)
        if self._part_looks_up(node.func) and not all(v.is_static for v in everything):
            self.report(rules.UncheckedIndex, node, expression=text_of(node))
            note_lookup(self.state, node)
        if any(map(holds_arrays, everything)) and self.tells(node.func):
            self.report(rules.HostSync, node, call=text_of(node))
        self.keep_arguments(node.func, everything)
        self.write_as_callee(node)
        if self.state.is_compiled_here:
            self._note_effect(node)
        if all(v.is_static for v in everything):
            return table() if self.outside_call(node, None, everything) else part()
        result = replace(opaque(), dtype=some_floats()) if self._gives_floats(node.func) else opaque()
        if self._is_fresh(node.func):
            return replace(result, memory=self.state.allocate(node))
        if node.args and self._writes_its_input(node.func):
            self._overwrites(node, node.args[0], values[0])
        memory = frozenset().union(*(v.memory for v in everything))
        kept = frozenset(m for m in memory if not m.startswith(("box:", "param:")))
        site = self.state.allocate(node)
        self.from_parts |= {m.rstrip("'") for m in site}
        if all(e.is_chain for _, e in self._makers(node.func)):  # of others, such as the identity, the file tells
            self.returned_by_parts |= site
        return replace(result, memory=kept | site)

    def write_as_callee(self, node: ast.Call) -> None:
        """What a function that stays Python writes into the arrays it is given, which nobody may see afterwards."""
        given = [self.state.plan.values.get(a) for a in (*node.args, *(k.value for k in node.keywords))]
        callees = self.state.callees if any(v is None or not v.is_static for v in given) else None
        definition = None if callees is None else callees.definition(node.func, self.state.function.locals)
        if definition is None:
            return
        file, name = definition
        written = file.written(name)
        for array in arguments_of(file.named(name), node, written) if written else ():
            value = self.state.plan.values.get(array) or self.evaluate(array)
            if value.is_static or value.form in _PYTHON_FORMS:
                continue
            if self._seen_afterwards(node, array, value) is not None:
                self.report(rules.LostMutation, node, function=text_of(node.func), name=text_of(array))
            else:
                self.note_mutated(value, self.current)

    def _expect_only_read(self, node: ast.Call) -> None:
        """A function that stays Python is given arrays by what computes, which it cannot write."""
        functions = self.state.module.functions
        function = functions.get(node.func.id) if isinstance(node.func, ast.Name) and self.makes_tables else None
        if function is None or function.qualified_name in self.state.plans or self.state.callees is None:
            return
        written = self.state.callees.written_by(function.node)
        for name, given in zip(function.positional, node.args, strict=False):
            if name in written and self._is_of_layer(given):
                self.report(rules.SharedMemory, node, name=name, other=text_of(given))

    def _note_effect(self, node: ast.Call) -> None:
        """A compiled branch or loop gives values back and does nothing else; what the part does, nobody knows here."""
        name = self.state.module.qualified_name(node.func, self.state.function.locals)
        if name is not None and self._is_of_models(name):
            return
        self.state.plan.effects.add(node)
        if isinstance(self.current, ast.Expr) and self.current.value is node:
            what = f"`{text_of(node.func)}(...)`, called for what it does,"
            self.report(rules.UnsupportedStatement, node, what=what)

    def _overwrites(self, node: ast.Call, array: ast.expr, value: Value) -> None:
        """A layer that writes into its input, of which nothing but another name may be read afterwards: the runtime
        looks at those when it traces the model."""
        later = self.state.liveness.after.get(self.current, frozenset()) - targets_of(self.current)
        if isinstance(array, ast.Name) and array.id in later | read_beside(self.current, node):
            self.report(rules.SharedMemory, node, name=text_of(array), other=array.id)
        self.note_mutated(value, self.current)

    def _map_member(self, node: ast.Call) -> None:
        """A method that all models have may go by another name in the runtime."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr in self.state.module.method_names:
            return
        found = fitting_method(lookup(self.state.dialects, f"Module.{node.func.attr}"), node)
        if self.makes_tables and not self._is_global(node.func.value):
            writing = fitting_method(lookup(self.state.dialects, f"Computing.{node.func.attr}"), node)
            if writing is not None and (not writing[0].takes_functions or self._is_function(node.args[0])):
                self.refuse(node, writing[0], text_of(node.func))
        if found is not None and found[0].target is not None:
            self.state.plan.mappings[node] = Mapping(*found, is_method=True)
        elif found is not None:
            self.refuse(node, found[0], text_of(node.func))

    def _is_function(self, node: ast.expr) -> bool:
        is_of_file = isinstance(node, ast.Name) and node.id in self.state.module.functions
        is_method = isinstance(node, ast.Attribute) and node.attr in self.state.module.method_names
        return isinstance(node, ast.Lambda) or is_of_file or is_method or self.evaluate(node).form is Form.FUNCTION

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
        is_pythons = value.form in _PYTHON_FORMS and isinstance(statement.op, ast.Add)
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
        self.state.plan.pythons |= {*numbers}

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        others = {left.form, right.form} - _PYTHON_FORMS
        if _PYTHON_FORMS & {left.form, right.form} and others & {Form.UNKNOWN, Form.ARRAY}:
            memory = left.held | right.held | self.state.box(node)
            form = next(v.form for v in (left, right) if v.form in _PYTHON_FORMS)
            return Value(self.state.binding_of(left, right), form, memory=memory)
        return super()._binop(node)


def _is_one_array(entry: Entry) -> bool:
    """Whatever its options say, one array comes out."""
    return not (entry.gives_list or entry.items or entry.may_be_number) and entry.dtype in ("same", "floats")
