"""The abstract interpretation of what models write in place, and of who would see it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from hybridc import rules
from hybridc.dialects.entry import Entry
from hybridc.domain.places import WritingCall
from hybridc.domain.values import Form, Value, narrow, share_nothing
from hybridc.interpret.in_place_calls import asking_when_it_runs
from hybridc.interpret.masked_writes import may_be_mask
from hybridc.interpret.models.lists import ModelLists
from hybridc.program.assumptions import Kind
from hybridc.program.demand import lookup_method
from hybridc.program.model_properties import property_named
from hybridc.program.models import FileModels
from hybridc.program.parts import is_part
from hybridc.program.placing import arguments_given
from hybridc.program.plans import FunctionPlan, Update
from hybridc.program.state import Nested, State
from hybridc.syntax.dataflow import base_name, expressions, free_names, parameters, targets_bound
from hybridc.syntax.in_place import asks_to_write, first_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given, children, walk

_CAST = ".astype(self.dtype)"
_NARROW = re.compile(r"\b(?:u?int(?:8|16)|b?float16)\b")


class ModelWrites(ModelLists):
    """Interprets writes in methods of models."""

    def __init__(self, state: State, models: FileModels) -> None:
        super().__init__(state, models)
        self.returned_by_parts: set[str] = set()  # memory of what may be what a part was given
        self.from_parts: set[str] = set()  # of what any part gave
        self._given_in_turn: frozenset[str] = frozenset()  # parameters of the lambdas around
        self._kept_whole: frozenset[ast.expr] = frozenset()  # attributes that take what a call gives back

    def writes_in_place(self, node: ast.Call, array: ast.expr, entry: Entry) -> bool:
        """`x.add_(y)` among other expressions: the sum, where nobody sees `x` afterwards."""
        held = self._under(array)
        if isinstance(held, ast.Name) and held.id in self._given_in_turn:
            self.report(rules.LostMutation, node, function="lambda", name=held.id)
            return True
        if (other := self.written_otherwise(held)) is not None:
            self.report(rules.SharedMemory, node, name=text_of(held), other=other)
            return True
        if self._is_lost(held) and (self._behind_data(held) is None or not isinstance(self.current, ast.Expr)):
            self.report(rules.SharedMemory, node, name=text_of(array), other=text_of(held))
            return True
        is_whole = (found := self._behind_data(held)) is not None
        held = held if found is None else found  # `self.fc.weight.data.mul_(2)`
        if isinstance(held, ast.Attribute) and self._is_own(held.value):
            self.expect_unseen(held, self.current)
        if node in self.state.plan.structured.origins.writing:
            return False
        if isinstance(self.current, ast.Expr) and self.current.value is node:
            if isinstance(held, ast.Attribute) and (is_whole or is_part(self.evaluate(held.value))):
                self.note_writing(node, WritingCall(node, held, is_whole=True, is_again=self._reads_again(node, held)))
                return False
            if held is array and self._is_view_of_own(held):
                self.note_writing(node, WritingCall(node, held, is_whole=entry.shape != "same"))
                return False
            if held is array or not isinstance(held, ast.Name | ast.Subscript):
                return super().writes_in_place(node, array, entry)
            self.note_writing(node, WritingCall(node, held, is_whole=isinstance(held, ast.Name)))
            return False
        if self._is_kept(held) and isinstance(self.current, ast.Assign | ast.Return) and self.current.value is node:
            writing = WritingCall(node, held, is_whole=True, is_again=self._reads_again(node, held))
            self.state.plan.writing[self.current] = writing
            return False
        if self._is_given(held) and getattr(self.current, "value", None) is node:
            self.state.plan.writing[self.current] = WritingCall(node, held)
            return False
        value = self.state.plan.values.get(held) or self.evaluate(held)
        keeps_shape = entry.writes_if is not None or entry.shape == "same"
        whole = self.current.value if isinstance(self.current, ast.Expr | ast.Assign | ast.Return) else None
        is_taken = any(link is node for link in self._links(whole))
        if (other := self._seen_afterwards(node, held, value, keeps_shape, is_taken)) is not None:
            self.report(rules.SharedMemory, node, name=text_of(array), other=other)
            return True
        self.note_mutated(value, self.current)
        return False

    def _is_view_of_own(self, held: ast.expr) -> bool:
        """`self.queue[0]`, `self.queue[:, 1:]` of an array that the model keeps: by numbers of the text, no copy."""
        if not (isinstance(held, ast.Subscript) and isinstance(held.value, ast.Attribute)):
            return False
        kept = held.value
        if not self._is_own(kept.value) or is_part(self.evaluate(kept)) or not self.evaluate(kept).form.is_numeric:
            return False
        parts = held.slice.elts if isinstance(held.slice, ast.Tuple) else [held.slice]
        parts = [p.operand if isinstance(p, ast.UnaryOp) else p for p in parts]
        return all(isinstance(p, ast.Slice | ast.Constant) for p in parts)

    def asked_to_write(self, node: ast.Call, entry: Entry) -> Entry:
        """The runtime looks at what only running tells: the flag, and what a part returns of what it was given."""
        entry = super().asked_to_write(node, entry)
        array = first_given(node, entry)
        if array is None or isinstance(self.current, ast.Expr) or asks_to_write(node, entry) is False:
            return entry
        value = self.state.plan.values.get(array) or self.evaluate(array)
        other = self._seen_afterwards(node, array, value, keeps_shape=True, is_taken=False)
        if not entry.writes:
            if other is not None and self.own is None:
                self.report(rules.SharedMemory, node, name=text_of(array), other=other)
            return entry
        is_of_part = any(_site(m) in self.from_parts for m in value.memory)
        if other is None or other == base_name(array) or not is_of_part or not entry.looks:
            return entry
        return replace(asking_when_it_runs(entry), writes=False)

    def _lambda(self, node: ast.Lambda) -> Value:
        around, self._given_in_turn = self._given_in_turn, self._given_in_turn | {*parameters(node)}
        result = super()._lambda(node)
        self._given_in_turn = around
        return result

    def _behind_data(self, node: ast.expr) -> ast.Attribute | None:
        """`self.fc.weight` of `self.fc.weight.data` and `self.fc.weight.detach()`."""
        inner = node.func if isinstance(node, ast.Call) and not (node.args or node.keywords) else node
        is_same = isinstance(inner, ast.Attribute) and self._is_data(inner, is_method=inner is not node)
        held = inner.value if isinstance(inner, ast.Attribute) and is_same and self._is_of_layer(inner.value) else None
        return held if isinstance(held, ast.Attribute) else None

    def _is_lost(self, held: ast.expr) -> bool:
        """What is written is a view of a layer's parameter, or the data of what holds one, and no statement says so."""
        whole = getattr(self.current, "value", None)
        if whole in self.state.plan.structured.origins.writing:
            return False
        is_statement = whole is not None and isinstance(self.current, ast.Expr) and self._under(whole) is held
        if is_statement and isinstance(held, ast.Attribute | ast.Name):
            return False
        node = held
        while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
            if isinstance(node, ast.Attribute) and not self._is_own(node.value) and self._is_of_layer(node):
                return True
            if isinstance(node, ast.Attribute) and self._is_data(node) and is_part(self.evaluate(node.value)):
                return True
            node = node.func if isinstance(node, ast.Call) else node.value
        return False

    def change_arguments(self, node: ast.Call, function: Function, plan: FunctionPlan, bound: dict[str, Value]) -> None:
        """A callee of the file that writes into what it is given, and gives that back, or not."""
        if plan.gives_back and not self.state.scope:
            given = arguments_given(plan.function, node)
            self._kept_whole = self._kept_and_unseen(node, plan.mutated, given, bound)
            for name in sorted(plan.mutated & given.keys() & bound.keys()):
                if (
                    given[name] not in self._kept_whole
                    and not bound[name].memory
                    and self._is_of_model(given[name], bound[name], function, name)
                ):
                    self.report(rules.LostMutation, node, function=text_of(node.func), name=name)
            super().change_arguments(node, function, plan, bound)
            return
        self._write_arguments(node, function, plan.mutated, bound)

    def _set_whole(self, statement: ast.stmt) -> Update:
        return Update.WHOLE if statement in self.state.plan.structured.origins.whole else Update.AT_SET

    def _kept_and_unseen(
        self, node: ast.Call, names: Collection[str], given: dict[str, ast.expr], bound: dict[str, Value]
    ) -> frozenset[ast.expr]:
        """The arguments that are attributes of the model, `ema(self.mean, x)`, which take the new array: nothing else
        shows the old one."""
        found = {n: a for n, a in given.items() if n in names and n in bound and self._is_kept(a)}
        texts = [text_of(a) for a in (*node.args, *(k.value for k in node.keywords))]
        is_call = isinstance(self.current, ast.Expr) and self.current.value is node
        return frozenset(
            argument
            for name, argument in found.items()
            if is_call
            and sum(text.startswith(text_of(argument)) for text in texts) == 1
            and self._seen_afterwards(node, argument, bound[name]) is None
        )

    def _is_given(self, held: ast.expr) -> bool:
        """A parameter of a function beside models, whose callers are given what it has become."""
        return self.own is None and isinstance(held, ast.Name) and held.id in self.state.function.parameters

    def _is_kept(self, argument: ast.expr) -> bool:
        """`self.mean`"""
        return isinstance(argument, ast.Attribute) and self._is_own(argument.value)

    def _is_seen(
        self, name: str, node: ast.Call, plan: FunctionPlan, bound: dict[str, Value], given: dict[str, ast.expr]
    ) -> bool:
        return given.get(name) in self._kept_whole or super()._is_seen(name, node, plan, bound, given)

    def _takes_back(self, argument: ast.expr) -> bool:
        return argument in self._kept_whole or super()._takes_back(argument)

    def _is_of_model(self, argument: ast.expr, value: Value, function: Function, name: str) -> bool:
        """What the model keeps, an array or one as far as the function knows, which nobody gives the new one."""
        if any(m.startswith("self.") for m in value.memory):
            return True
        if not (isinstance(argument, ast.Attribute) and is_part(value)):
            return False
        written = (
            c.func.attr for c in function.of(ast.Call)
            if isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Name) and c.func.value.id == name
        )  # fmt: skip
        return any(e.writes for method in written for e in lookup_method(self.state.dialects, method))

    def changes_arguments(self, statement: ast.FunctionDef, names: frozenset[str]) -> None:
        """Calls of the nested function say whether anybody sees it; what it is handed to says nothing."""
        around = self.state.plan.structured.node
        called = {n.func for n in walk(around) if isinstance(n, ast.Call)}
        named = (n for n in walk(around) if isinstance(n, ast.Name) and n.id == statement.name)
        if any(isinstance(n.ctx, ast.Load) and n not in called for n in named):
            for name in sorted(names):
                self.report(rules.LostMutation, statement, function=statement.name, name=name)

    def _check_nested(self, node: ast.Call, nested: Nested, bound: dict[str, Value]) -> None:
        super()._check_nested(node, nested, bound)
        seen = {n: v for n, v in self.state.environment.items() if n in free_names(nested.function.node)} | bound
        for name in sorted(nested.mutated & bound.keys()):  # it may read the same by another name
            other = next((n for n, v in seen.items() if n != name and not share_nothing(v, bound[name])), None)
            if other is not None:
                self.report(rules.SharedMemory, node, name=name, other=other)
        self._write_arguments(node, nested.function, nested.mutated, bound)

    def _write_arguments(
        self,
        node: ast.Call,
        function: Function,
        names: Collection[str],
        bound: dict[str, Value],
        call: ast.Call | None = None,
    ) -> None:
        """The call writes into these arguments, which nobody may see afterwards."""
        for name, argument in arguments_given(function, call or node).items():
            if name not in names or name not in bound:
                continue
            if (other := self._seen_afterwards(node, argument, bound[name])) is not None:
                self.report(rules.SharedMemory, node, name=text_of(argument), other=other)
            elif self._is_of_model(argument, bound[name], function, name):
                self.report(rules.LostMutation, node, function=text_of(node.func), name=name)
            else:
                self.note_mutated(bound[name], self.current)

    def _under(self, array: ast.expr) -> ast.expr:
        """What a chain of methods that write in place begins with: `x` of `x.sub_(m).div_(s)`."""
        match array:
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                if any(e.writes for e in lookup_method(self.state.dialects, name)):
                    return self._under(inner)
        return array

    def _reads_again(self, node: ast.Call, held: ast.expr) -> bool:
        """What a chain is given after its first write may read the array that it has written by then."""
        array = self.evaluate(held)
        later = (a for link in self._links(node)[:-1] for a in all_given(link))
        values = (self.state.plan.values.get(n) for a in later for n in walk(a))
        return any(v is not None and not share_nothing(array, v) for v in values)

    def _links(self, node: ast.expr | None) -> list[ast.Call]:
        """The calls of a chain of methods that write in place, the last first."""
        found: list[ast.Call] = []
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self._under(node) is not node:
            found.append(node)
            node = node.func.value
        return found

    def _seen_afterwards(
        self, node: ast.Call, held: ast.expr, value: Value, keeps_shape: bool = False, is_taken: bool = True
    ) -> str | None:
        """A name that may show what is written: read later, or elsewhere in the same statement.

        `is_taken`: an attribute of the model gets the new array.
        """
        statement = self.current
        later = self.state.liveness.after.get(statement, frozenset()) - targets_of(statement)
        beside = read_beside(statement, node)
        later |= beside
        for name, other in self.state.environment.items():
            is_it = isinstance(held, ast.Name) and held.id == name
            if name in later and (is_it or not share_nothing(value, other)):
                if not keeps_shape or name in beside or not self.state.only_asks(name, statement):
                    return name
        own = held.attr if is_taken and isinstance(held, ast.Attribute) and self._is_own(held.value) else None
        return self.attribute_seeing(value, own)

    def is_seen_when_it_runs(self, name: str, statement: ast.stmt) -> bool:
        """A part may have returned what it was given, or a view of it: the runtime looks at that when it traces.

        So it does where callers may see it, whose arrays the part was given.
        """
        self.state.plan.assumed.forget(Kind.APART, statement)
        value = self.state.environment[name]
        if self.state.is_compiled_here or self.state.scope:
            return False
        later = self.state.liveness.after.get(statement, frozenset())
        others = [v for n, v in self.state.environment.items() if n != name and n in later]
        seeing = [v for v in others if not share_nothing(value, v)]
        if not all(self._is_shared_by_part(value, other) for other in seeing):
            return False
        returned = (m.removeprefix("given:") for m in value.memory if m.startswith("given:"))
        return bool(seeing) or any(f"param:{name}" not in value.memory for name in returned)

    def _is_shared_by_part(self, value: Value, other: Value) -> bool:
        return any(_site(m) in self.returned_by_parts for m in value.memory | other.memory)

    def is_taken_for_number(self, value: Value, node: ast.stmt | ast.expr, name: str) -> bool:
        """Arrays of models are told from Python's numbers while they are traced."""
        return False

    @cached_property
    def _has_one_type(self) -> bool:
        """Nothing in the function changes the dtype of an array: what floats is of the model's own."""
        casts = (c for c in self.state.function.of(ast.Call) if isinstance(c.func, ast.Attribute))
        is_cast = any(c.func.attr in self.models.notation.casts and not _names_a_place(c) for c in casts)  # type: ignore[attr-defined]
        return not is_cast and not any(k.arg == "dtype" for c in self.state.function.of(ast.Call) for k in c.keywords)

    def _update_array(self, statement: ast.AugAssign, name: str, old: Value, result: Value) -> None:
        super()._update_array(statement, name, old, result)
        if self._has_one_type and not isinstance(statement.op, ast.MatMult):
            self.state.plan.updates[statement] = Update.REBIND

    def _without_cast(self, node: ast.Call) -> None:
        """`x.add_(y)` is `x + y`, of the same dtype, where nothing casts."""
        mapping = self.state.plan.mappings.get(node)
        target = None if mapping is None else mapping.entry.target
        if mapping is not None and target is not None and self._has_one_type and target.endswith(_CAST):
            computed = target.removesuffix(_CAST)
            if self._keeps_dtype(node, ast.parse(computed, mode="eval").body):
                entry = replace(mapping.entry, target=computed)
                self.state.plan.mappings[node] = replace(mapping, entry=entry)

    def _keeps_dtype(self, node: ast.Call, computed: ast.expr) -> bool:
        """What is written has the dtype of the array: a sum of arrays of one dtype, or a function of numbers alone."""
        if isinstance(computed, ast.BinOp):
            return True
        usual = lookup_method(self.state.dialects, getattr(node.func, "attr", "").removesuffix("_"))
        if not isinstance(computed, ast.Call) or any(e.dtype == "bool" for e in usual):
            return False
        given = (self.state.plan.values.get(a) for a in (*node.args, *(k.value for k in node.keywords)))
        return all(value is not None and value.is_static for value in given)

    def _cast_by_name(self, node: ast.Call) -> None:
        """`x.type("torch.HalfTensor")` is `x.half()`: a type of the framework's arrays says a dtype."""
        mapping, types = self.state.plan.mappings.get(node), self.models.notation.types
        given = [*node.args, *(k.value for k in node.keywords)][:1]
        attribute = getattr(node.func, "attr", "")
        if mapping is None or not given or not types or attribute not in self.models.notation.casts:
            return
        asked = self.state.plan.mappings.get(given[0])
        if asked is not None and asked.entry.name == mapping.entry.name:  # `x.type(y.type())`
            self.state.plan.mappings[given[0]] = replace(asked, entry=replace(asked.entry, target="self.dtype"))
            return
        text = given[0].value if isinstance(given[0], ast.Constant) else None
        name = text or self.state.module.qualified_name(given[0], self.state.function.locals)
        if (method := types.get(str(name))) is not None:
            line = next(e for e in lookup_method(self.state.dialects, method) if e.target is not None)
            entry = replace(mapping.entry, target=line.target, narrows=line.narrows)
            self.state.plan.mappings[node] = replace(mapping, entry=entry)
        elif isinstance(text, str) and mapping.entry.target == "self.astype(dtype)":
            advice = f"{text!r} is no type of arrays in compiled code: write a dtype"
            self.report(rules.UnmappedArgument, node, name=text_of(node.func), why=advice)

    def _narrowed(self, node: ast.Call, result: Value) -> Value:
        """What a cast gives, `x.half()` or `x.to(torch.float16)`, where the file says that it is narrow."""
        mapping = self.state.plan.mappings.get(node)
        if mapping is None or getattr(node.func, "attr", "") not in self.models.notation.casts:
            return result
        given = (self.state.plan.mappings.get(a) for a in (*node.args, *(k.value for k in node.keywords)))
        named = (m.entry.target or "" for m in (mapping, *given) if m is not None)
        found = next(filter(None, map(_NARROW.search, named)), None)
        return result if found is None else replace(result, dtype=narrow(found[0]))

    def write_element(self, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
        held = target.value
        is_own = isinstance(held, ast.Attribute) and self._is_own(held.value)
        if self.writes_item(target, value, statement) or self._writes_property(held, statement):
            return
        if is_own and not self.evaluate(held).form.is_numeric:
            self.index(target.slice)  # a list or dict of the object's own
            return
        if is_own and not is_part(self.evaluate(held)) and not self.state.is_compiled_here:
            index = self.index(target.slice)
            self._indices(target, index, of_array=False)
            self.expect_unseen(held, statement)  # type: ignore[arg-type]
            self.state.plan.updates[statement] = self._set_whole(statement)
            is_masked = self.is_by_mask(target, index, value, statement) or may_be_mask(index, target.slice)
            if is_masked and self.state.plan.updates[statement] is Update.AT_SET:
                self.ask(statement, target)
            elif self.state.plan.updates[statement] is Update.AT_SET:
                self.note_window(statement, target)
            self.report(rules.ItemAssignment, statement, target=text_of(target), operator="=", form=text_of(held))
            return
        if self._is_in_pythons_dict(target):
            self.evaluate(held)
            if (name := base_name(target)) in self.state.environment:
                container = self.state.environment[name]
                self.state.environment[name] = replace(container, memory=container.memory | value.memory)
            return
        super().write_element(target, value, statement)
        if self.state.plan.updates.get(statement) is Update.AT_CAST:
            self.state.plan.updates[statement] = self._set_whole(statement)
        if self.state.plan.updates.get(statement) is Update.AT_SET:
            self.note_window(statement, target)

    def _augmented_element(self, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
        """`self.counts[i] += v`, which is what `self.counts[i] = self.counts[i] + v` is."""
        held = target.value
        if self._writes_property(held, statement):
            return
        if isinstance(held, ast.Attribute) and self._is_own(held.value) and not self.state.is_compiled_here:
            array, index = self.evaluate(held), self.index(target.slice)
            if array.form.is_numeric and not is_part(array):
                self._indices(target, index, of_array=False)
                self.expect_unseen(held, statement)
                self.state.plan.updates[statement] = Update.AT_RECOMPUTE
                is_masked = self.is_by_mask(target, index, value, statement) or may_be_mask(index, target.slice)
                if is_masked and self.is_askable(statement):
                    self.ask(statement, target)
                elif self.is_askable(statement):
                    self.note_window(statement, target)
                form = text_of(held)
                self.report(rules.ItemAssignment, statement, target=text_of(target), operator="op=", form=form)
                return
        super()._augmented_element(statement, target, value)

    def _writes_property(self, held: ast.expr, statement: ast.stmt) -> bool:
        """What is computed where it is read takes no new array."""
        name = held.attr if isinstance(held, ast.Attribute) and self._is_own(held.value) else ""
        if property_named(self.models, self.state.function.owner, name, self.state.module) is None:
            return False
        self.report(rules.SharedMemory, statement, name=text_of(held), other=f"{name}()")
        return True

    def _is_in_pythons_dict(self, target: ast.Subscript) -> bool:
        """`found[0]["mask"] = v`: no array is indexed by text."""
        is_name = isinstance(target.value, ast.Name)
        return not is_name and not self.state.is_compiled_here and self.index(target.slice).form is Form.STRING


def _site(memory: str) -> str:
    """Where it was made, in whichever turn of a loop."""
    return memory.rstrip("'")


def targets_of(statement: ast.stmt) -> frozenset[str]:
    """Names that an assignment binds anew."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return frozenset().union(*(targets_bound(t) for t in targets))


def read_beside(statement: ast.stmt, node: ast.Call) -> frozenset[str]:
    """Names that the statement reads outside of the call, but for what is computed instead of it."""
    found: set[str] = set()
    todo: list[ast.AST] = [*expressions(statement)]
    while todo:
        each = todo.pop()
        if each is node:
            continue
        if isinstance(each, ast.IfExp) and any(n is node for n in walk(each.body)):
            todo += [each.test, each.body]
        elif isinstance(each, ast.IfExp) and any(n is node for n in walk(each.orelse)):
            todo += [each.test, each.orelse]
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            found.add(each.id)
        else:
            todo += children(each)
    return frozenset(found)


def _names_a_place(call: ast.Call) -> bool:
    """`x.to(device)`, which changes no dtype."""
    given = [*call.args, *(k.value for k in call.keywords)]
    names = [n.attr if isinstance(n, ast.Attribute) else getattr(n, "id", "") for n in given]
    return bool(names) and all(name == "device" for name in names)
