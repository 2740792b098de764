"""Where the values of mutable arrays are wanted, and where the arrays themselves: it is known what may be written.

A name, an element of a list, an argument of a function of the file, what an operator of Python's is given: these are
the arrays. What a function of a framework is given, a test or an index is their value.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridc.domain import ranks
from hybridc.domain.sites import Memory, parameter_site
from hybridc.domain.values import Dims, Form, Value, memory_in
from hybridc.interpret.models.part_arrays import shows_parts
from hybridc.interpret.references.model_reads import is_named, is_seen_through
from hybridc.program.models import is_super
from hybridc.program.plans import OF_CALLEES, Condition, FunctionPlan, LoopForm, OfModel
from hybridc.program.plans import Mapping as Mapping_
from hybridc.program.state import site_of
from hybridc.syntax.walking import all_given, children, walk

_VALUE, _ANY = "{x}[...]", "control.value({x})"
_MUTABLE, _ARRAY = "control.mutable({x})", "control.mutable({x}, of_any_rank=True)"
_COMPUTING = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign)
_METHODS = frozenset({"reshape", "ravel", "transpose", "swapaxes", "squeeze", "diagonal", "view"})
_FUNCTIONS = frozenset({
    "reshape", "ravel", "transpose", "swapaxes", "moveaxis", "squeeze", "expand_dims", "matrix_transpose", "atleast_1d",
    "atleast_2d", "atleast_3d", "flip", "fliplr", "flipud", "rot90", "real", "imag", "broadcast_to", "diagonal",
    "asarray", "split", "array_split", "hsplit", "vsplit", "dsplit", "ascontiguousarray", "asfortranarray",
})  # fmt: skip
# Which of them give a view, and of what, hangs on the order of the elements in memory.
_OF_ORDER = frozenset({"reshape", "ravel", "ascontiguousarray", "asfortranarray"})
_HANDING_ON = (
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.keyword, ast.IfExp, ast.BoolOp, ast.NamedExpr, ast.Slice,
    ast.Attribute,
)  # fmt: skip
_KEPT_BY = frozenset(
    f"builtins.{n}"
    for n in ("len", "list", "tuple", "zip", "enumerate", "reversed", "iter", "next", "map", "id", "dict")
)

_ORDERING = frozenset({"Rows.max", "Rows.min", "Rows.sorted"})  # by a key, they give what they are given


def note_reads(plan: FunctionPlan, plans: Mapping[str, FunctionPlan]) -> list[tuple[ast.expr, ast.AST]]:
    """Notes in the plan what makes mutable arrays, and where their values are wanted. Gives those that are wanted as
    they are after what follows in their statement has written, each with what asks for it."""
    return _Reading(plan, plans).note()


def _name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _shares_within(result: Value | None) -> bool:
    """A function gives one array twice, or beside a view of it: as values they would be arrays of their own."""
    if result is None or result.items is None:
        return result is not None and result.form.is_container and bool(memory_in(result))
    held = [memory_in(item) for item in result.items]
    is_twice = any(one & other for place, one in enumerate(held) for other in held[:place])
    return is_twice or any(map(_shares_within, result.items))


def _is_viewing(call: ast.Call, mapping: Mapping_, is_of_model: bool) -> bool:
    """The runtime's mutable arrays have the method, or `control.view` knows the function; those of models know all
    of their framework's."""
    if mapping.is_adapted or mapping.wraps:
        return False
    if is_of_model:
        return is_seen_through(mapping.entry)
    name = _name_of(call)
    return name in _METHODS | {"astype"} if mapping.is_method else name in _FUNCTIONS


def _only_computes(node: ast.AST) -> bool:
    """What takes the value, as all operators do but `is`."""
    is_asked = isinstance(node, ast.Compare) and all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
    return isinstance(node, _COMPUTING) and not is_asked


def _is_of_all(node: ast.expr) -> bool:
    """`x[...]`, a view in the original, and here the value."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=index)):
            return index is Ellipsis
    return False


def _holds_function(value: Value) -> bool:
    return value.form is Form.FUNCTION or any(map(_holds_function, value.items or ()))


def _is_behind(node: ast.AST, other: ast.AST) -> bool:
    places = [(getattr(n, "lineno", 0), getattr(n, "col_offset", 0)) for n in (node, other)]
    return places[0] > places[1]


class _Reading:
    def __init__(self, plan: FunctionPlan, plans: Mapping[str, FunctionPlan]) -> None:
        assert plan.references is not None
        self.plan, self.plans, self.found = plan, plans, plan.references
        self.is_of_model = self.found.of_model is not None
        self.parents: dict[ast.AST, ast.AST] = {}
        self.function = plan.structured.node
        for node in walk(self.function):
            for child in children(node):
                self.parents[child] = node
        # What attributes keep of results, or of what the function is given, others may write.
        self.shown_by_attributes = plan.arguments.kept_memory if self.is_of_model else set()
        self.mutable = self._mutable()
        self.ordered = {parameter_site(name) for name in plan.function.parameters}
        for node, mapping in plan.lines.mappings.items():
            if isinstance(node, ast.Call) and mapping.entry.is_contiguous and mapping.entry.back is None:
                if not any(keyword.arg == "order" for keyword in node.keywords):
                    self.ordered.add(site_of(node))
        self.named: dict[str, ast.expr] = {}  # attributes whose arrays go by other names, and where
        self.unseen: list[tuple[ast.expr, ast.AST]] = []  # what may be a view, and is none here

    def _mutable(self) -> Memory:
        """The memory of all that is written, or may be an array from outside that is."""
        found = {*self.found.written, *self.shown_by_attributes, OF_CALLEES}
        if self.found.is_entry:
            found |= {parameter_site(name) for name in self.plan.arguments.array_like}
        if self.found.of_model is not None:  # what parts and functions of the file give
            found |= {site_of(call) for call in self.found.runs}
            shown = (memory_in(p.result) for p in self.plans.values() if p.is_of_model and p.result is not None)
            found |= {site for memory in shown for site in memory if site.is_attribute}
        size = -1
        while size != len(found):
            size = len(found)
            found |= {site for site, given in self.found.bound.items() if {g.newest for g in given} & found}
        return frozenset(found)

    def note(self) -> list[tuple[ast.expr, ast.AST]]:
        """Gives values that are wanted as they are after what follows in their statement has written."""
        for node in walk(self.function):
            if not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                continue
            value = self.plan.values.get(node)
            if value is None:
                continue
            self._note_callee(node, value)
            if self._is_attribute(node):
                self._note_attribute(node, value)
            elif self.is_of_model and shows_parts(value):
                if self._is_shown(node):
                    self.found.made[node] = self._making(value)
            elif self._may_view(node):
                self._note_view(node)
            elif node in self.found.outside and self._is_mutable(value) and self._keeps(node):
                self.unseen.append((node, self.parents[node]))
            elif self._is_made(node):
                if self._keeps(node):
                    self.found.made[node] = self._making(value)
                elif self.is_of_model and (node in self.found.runs or node in self.found.in_place):
                    self.found.read[node] = _ANY
            elif self._may_copy(node) and self._is_mutable(value) and self._keeps(node):
                self.found.made[node] = self._making(value)
            elif self._is_mutable(value):
                keeps = self._keeps(node)
                if _is_of_all(node):
                    if keeps:
                        self.found.read[node] = 'control.view("all", {x})'
                elif not keeps and not self._is_taken_apart(node):
                    self.found.read[node] = self._template(value)
        of_model = self.found.of_model or OfModel("", "", "", None)
        named = {name: node for name, node in self.named.items() if name not in of_model.plain}
        self.unseen += [(node, self.parents[node]) for name, node in named.items() if name in of_model.rebound]
        for statement, name in self.found.rebinds.items():
            if name in named or (named and not name):
                target = getattr(statement, "targets", [getattr(statement, "target", None)])[0]
                self.unseen.append((target or statement.value, statement))  # type: ignore[attr-defined]
        traced = {self.found.rebinds[statement] for statement in self.found.traced}
        of_exchanged = ((n, {site.attribute for site in self.found.attributes[n]}) for n in self.found.exchanged)
        self.unseen += [(node, self.parents[node]) for node, names in of_exchanged if names & traced]
        early = [(node, *found) for node in self.found.read if (found := self._asking_late(node)) is not None]
        for _, _, effect in early:  # which may be computed in a statement of its own, and is then behind nothing
            self.plan.control.reformed |= {self._statement_of(effect), effect}
        return [*self.unseen, *((node, asking) for node, asking, _ in early)]

    def _statement_of(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def _is_shown(self, node: ast.expr) -> bool:
        """Of what holds an array of a part, a view is taken: the runtime finds it."""
        match self.parents[node]:
            case ast.Subscript(value=held, slice=index):
                asked = self.plan.values.get(index)
                return held is node and (asked is None or asked.form is not Form.STRING)
            case ast.Attribute() as attribute:
                return node not in self.found.in_place.values() and attribute not in self.plan.lines.mappings
        return False

    def _making(self, value: Value) -> str:
        if self.found.of_model is not None:
            return f"{self.found.of_model.make}({{x}})"
        return _ARRAY if self._may_lack_axes(value) else _MUTABLE

    def _may_copy(self, node: ast.expr) -> bool:
        """An element of a model's array at an index that may be an array: what is no view is an array of its own."""
        if not (self.is_of_model and isinstance(node, ast.Subscript)):
            return False
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return not all(isinstance(p, ast.Slice | ast.Constant | ast.UnaryOp) or self._is_number(p) for p in parts)

    def _is_number(self, index: ast.expr) -> bool:
        value = self.plan.values.get(index)
        return value is not None and value.is_static and value.form is Form.NUMBER

    def _is_attribute(self, node: ast.expr) -> bool:
        """`self.mean` of a model, `self.block.mean`, `getattr(self, "mean")`."""
        return self.found.of_model is not None and node in self.found.attributes

    def _note_attribute(self, node: ast.expr, value: Value) -> None:
        """What the object holds is an array that is mutable where a name gets it, or what writes."""
        assert self.found.of_model is not None
        is_mutable = not self.mutable.isdisjoint(self.found.attributes[node])
        parent = self.parents[node]
        is_itself = isinstance(parent, ast.UnaryOp) and parent in self.plan.lines.mappings  # `+x`, of some frameworks
        if is_mutable and (is_itself or not _only_computes(parent)) and self._keeps(node):
            self.found.made[node] = self.found.of_model.attribute
            if self._is_exchanged(node):
                self.found.exchanged.add(node)
            if not isinstance(self.parents[node], ast.Attribute | ast.Subscript | ast.Expr):
                for name in {site.attribute for site in self.found.attributes[node]}:
                    self.named[name] = node
        elif self._is_mutable(value) and not self._keeps(node):
            self.found.read[node] = _ANY

    def _is_exchanged(self, node: ast.expr) -> bool:
        """A name may have the array, or a view of it, once the attribute is set to another one."""
        assert self.found.of_model is not None
        names = {site.attribute for site in self.found.attributes[node]} & self.found.of_model.plain
        is_set = bool(names & (self.found.of_model.rebound | {*self.found.rebinds.values()}))
        around: ast.AST = self.parents[node]
        while isinstance(around, ast.Attribute | ast.Subscript) or (
            isinstance(around, ast.Call) and isinstance(around.func, ast.Attribute) and node is not around
        ):
            if isinstance(around, ast.Call) and not any(n is node for n in walk(around.func)):
                break
            around = self.parents[around]
        return is_set and not isinstance(around, ast.Expr)

    def _may_view(self, node: ast.expr) -> bool:
        """A call of a framework's that may give a view of a mutable array."""
        mapping = self.plan.lines.mappings.get(node) if isinstance(node, ast.Call) else None
        if mapping is None or not isinstance(node, ast.Call) or node in self.found.in_place:
            return False
        if self.is_of_model:
            return mapping.entry.is_view and self._shows_given(node)
        array = node.func.value if mapping.is_method and isinstance(node.func, ast.Attribute) else None
        array = array or next(iter(node.args), None)
        value, result = (self.plan.values.get(each) if each is not None else None for each in (array, node))
        if value is None or result is None or not value.form.is_numeric or not self._is_mutable(value):
            return False
        return bool(memory_in(value) & memory_in(result))

    def _shows_given(self, call: ast.Call) -> bool:
        """Its result may be a view of any array that it is given."""
        given = [*all_given(call), *([call.func.value] if isinstance(call.func, ast.Attribute) else [])]
        values = [self.plan.values[each] for each in given if each in self.plan.values]
        result = self.plan.values.get(call)
        shown = frozenset() if result is None else memory_in(result)
        return any(self._is_mutable(v) and memory_in(v) & shown for v in values if v.form.is_numeric)

    def _note_view(self, node: ast.expr) -> None:
        """The view is the runtime's to find; where it is not known to be one, it may be read alone."""
        assert isinstance(node, ast.Call)
        if not self._keeps(node):
            if _is_viewing(node, self.plan.lines.mappings[node], self.is_of_model):
                self.found.read[node] = _ANY
        elif not _is_viewing(node, self.plan.lines.mappings[node], self.is_of_model) or not self._is_ordered_for(node):
            self.unseen.append((node, self.parents[node]))

    def _is_ordered_for(self, node: ast.Call) -> bool:
        """The order of the elements is known, where the view hangs on it, and the call asks for none of its own."""
        if self.is_of_model:
            return True
        if any(keyword.arg == "order" for keyword in node.keywords):
            return False
        array = next(iter(node.args), None)
        if self.plan.lines.mappings[node].is_method and isinstance(node.func, ast.Attribute):
            array = node.func.value
        return _name_of(node) not in _OF_ORDER or (array is not None and self._is_ordered(array))

    def _is_ordered(self, array: ast.expr) -> bool:
        """An array of one axis, one in the order of its elements, or an argument, whose order tracing knows."""
        value = self.plan.values.get(array)
        return value is None or value.rank in (0, 1) or {site.newest for site in value.held} <= self.ordered

    def _asks_for_order(self, name: str, seen: frozenset[str] = frozenset()) -> bool:
        """A function of the file, or one that it hands arrays to, has such views."""
        plan = self.plans.get(name)
        if plan is None or plan.references is None or name in seen:
            return False
        calls = (each for each in plan.lines.mappings if isinstance(each, ast.Call))
        inner = (self._asks_for_order(each, seen | {name}) for each in plan.references.calls)
        return any(_name_of(each) in _OF_ORDER for each in calls) or any(inner)

    def _asking_late(self, node: ast.expr) -> tuple[ast.AST, ast.AST] | None:
        """What asks for the value after something behind it has written, the next call, operator or statement; and what
        has written."""
        around: ast.AST = node
        while not isinstance(around, ast.stmt) and (around is node or isinstance(around, _HANDING_ON)):
            inner, around = around, self.parents[around]
            if isinstance(around, ast.stmt) or (inner in self.found.effects and inner is not node):
                continue
            behind = (c for c in children(around) if c is not inner and _is_behind(c, inner))
            effect = next((each for c in behind for each in walk(c) if each in self.found.effects), None)
            if effect is not None:
                return around, effect
        return None

    def _is_taken_apart(self, node: ast.expr) -> bool:
        """A display whose elements are asked for their values one by one."""
        is_display = isinstance(node, ast.Tuple | ast.List | ast.Dict) and not self._keeps_in_display(node)
        return is_display and not any(each in self.found.effects for each in walk(node))

    def _note_callee(self, node: ast.expr, value: Value) -> None:
        """A function that returns a view of what it is given has to be given the array itself; one that calls what it
        is given has to be a part of this one."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.plans and self._is_entry(name):
                given = (*node.args, *(k.value for k in node.keywords))
                if self._is_mutable(value) and _shares_within(self.plans[name].result) and not self.is_of_model:
                    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                    self.plan.entry.inside.add(node.func)
                if not self.is_of_model and self._asks_for_order(name):
                    self.unseen += [(each, node) for each in given if self._may_be_unordered(each)]
            case ast.Call(func=ast.Name(id=name)) if name in self.plans:
                is_calling = any(self._is_function(each) for each in (*node.args, *(k.value for k in node.keywords)))
                if is_calling or (self._is_mutable(value) and self.plans[name].arguments.returned_memory):
                    self.found.calls.add(name)
                if self._is_mutable(value) and _shares_within(self.plans[name].result) and not self.is_of_model:
                    self.found.calls.add(name)

    def _may_be_unordered(self, node: ast.expr) -> bool:
        value = self.plan.values.get(node)
        return value is not None and self._is_mutable(value) and not self._is_ordered(node)

    def _is_function(self, node: ast.expr) -> bool:
        """A function, or what holds one, which has mutable arrays."""
        value = self.plan.values.get(node)
        return value is not None and self._is_mutable(value) and _holds_function(value)

    def _is_entry(self, name: str) -> bool:
        return self.plans[name].is_referred

    def _is_mutable(self, value: Value) -> bool:
        return any(site.newest in self.mutable for site in memory_in(value))

    def _is_made(self, node: ast.expr) -> bool:
        site = site_of(node)
        written = (*self.found.written, *self.shown_by_attributes)
        return any(each.kind is site.kind and each.name == site.name for each in written)

    def _may_lack_axes(self, value: Value) -> bool:
        """An array object, that others may see, perhaps without dimensions."""
        return value.dims is Dims.OBJECT and not ranks.has_dims(value)

    def _template(self, value: Value) -> str:
        is_array = value.is_array or value.dims is not Dims.ANY or ranks.has_dims(value)
        return _VALUE if is_array else _ANY

    def _keeps(self, node: ast.expr) -> bool:
        """What the node stands in takes the array itself."""
        parent = self.parents[node]
        match parent:
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr() | ast.Expr() | ast.Starred() | ast.Lambda():
                return True
            case ast.Return():
                return self.found.is_entry or self._is_nested(parent)
            case ast.AugAssign():
                return parent not in self.plan.lines.operators and parent not in self.plan.mutation.updates
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                return self._keeps_in_display(parent) or not self._is_taken_apart(parent)
            case ast.Subscript(value=held):
                return held is node and parent not in self.plan.structured.origins.chosen
            case ast.Attribute():
                return self._keeps_attribute(parent)
            case ast.Call():
                return self._keeps_argument(node, parent)
            case ast.keyword():
                call = self.parents[parent]
                return isinstance(call, ast.Call) and self._keeps_argument(node, call)
            case ast.UnaryOp() if parent in self.plan.lines.mappings:  # `+x`, where that is the array itself
                return self._keeps(parent)
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return self._keeps_operand(parent)
            case ast.IfExp(test=test):
                return node is not test
            case ast.BoolOp():  # which gives the operand itself, where it is no test
                return parent not in self.plan.control.conditions and not self._is_test(parent)
            case ast.For(iter=iterated):
                loop = self.plan.control.loops.get(parent)
                return node is iterated and (loop is None or loop.form is LoopForm.PYTHON)
            case ast.comprehension(iter=iterated):
                return node is iterated
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp() | ast.arguments():
                return True
            case ast.match_case() | ast.Match():
                return True
        return False

    def _is_nested(self, node: ast.AST) -> bool:
        around = self.parents[node]
        while not isinstance(around, ast.FunctionDef):
            around = self.parents[around]
        return around is not self.function

    def _keeps_in_display(self, display: ast.expr) -> bool:
        """An index is no display of arrays."""
        parent = self.parents[display]
        if isinstance(parent, ast.Subscript) and parent.slice is display:
            return False
        if isinstance(parent, ast.Return):
            return self.found.is_entry or self._is_nested(parent)
        if isinstance(parent, ast.Tuple | ast.List):
            return self._keeps_in_display(parent)
        return True

    def _is_test(self, node: ast.expr) -> bool:
        """Nothing but its truth is asked for."""
        match self.parents[node]:
            case ast.Assert() | ast.comprehension() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.If(test=test) | ast.While(test=test):
                return test is node
            case ast.IfExp(test=test) as chosen:
                return test is node or self._is_test(chosen)
            case ast.BoolOp() as outer:
                return self._is_test(outer)
        return False

    def _keeps_attribute(self, attribute: ast.Attribute) -> bool:
        mapping = self.plan.lines.mappings.get(attribute)
        call = self.parents[attribute]
        if isinstance(call, ast.Call) and call.func is attribute:
            found = self.plan.lines.mappings.get(call)
            if found is None:
                return True
            if not (self._may_view(call) and _is_viewing(call, found, self.is_of_model)):
                return False
            if attribute.attr == "astype":
                self._view_of(call, "astype")
            return True
        is_view = mapping is not None and self.is_of_model and is_seen_through(mapping.entry)
        return mapping is None or is_view or mapping.entry.back is not None or mapping.entry.is_static

    def _keeps_argument(self, node: ast.expr, call: ast.Call) -> bool:
        mapping = self.plan.lines.mappings.get(call)
        if call in self.found.outside:
            return False
        if self.found.in_place.get(call) is node and (mapping is None or not mapping.made_by):
            return True
        if mapping is not None:
            if call.args[:1] == [node] and self._may_view(call) and _is_viewing(call, mapping, self.is_of_model):
                self._view_of(call, _name_of(call))
                return True
            is_ordered = mapping.entry.name in _ORDERING and any(k.arg == "key" for k in call.keywords)
            return is_ordered or mapping.entry.name in _KEPT_BY
        if methods := self._methods(call):
            return any(name in self.plans and self._is_entry(name) for name in methods)
        if isinstance(call.func, ast.Name) and call.func.id in self.plans:
            return self._is_entry(call.func.id)
        return True

    def _view_of(self, call: ast.Call, name: str) -> None:
        if not self.is_of_model:
            self.found.viewed[call] = name

    @property
    def _own(self) -> str | None:
        return None if self.found.of_model is None else self.found.of_model.own

    def _methods(self, call: ast.Call) -> frozenset[str]:
        """The methods of the file that `self.step(x)` or `super().step(x)` may run."""
        runs = self.found.runs.get(call)
        is_of_object = isinstance(call.func, ast.Attribute) and is_super(call.func.value, self.plan.function.owner)
        is_own = isinstance(call.func, ast.Attribute) and is_named(call.func.value, self._own)
        if runs is None or not (is_of_object or is_own or self._is_attribute(call.func)):
            return frozenset()
        return frozenset(name for name in runs.functions or () if name.endswith(f".{_name_of(call)}"))

    def _keeps_operand(self, node: ast.BinOp | ast.UnaryOp | ast.Compare) -> bool:
        plan = self.plan
        if node in plan.lines.mappings or node in plan.lines.dtype_joins:
            return False
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return False
        if plan.control.conditions.get(node) is Condition.MEMBER:
            return False
        return not any(each in plan.lines.casts for each in children(node))
