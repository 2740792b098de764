"""The abstract interpretation of expressions: kinds, dtypes, shapes and memory."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from dataclasses import replace

from hybridc import rules
from hybridc.analysis.demand import STATIC_ATTRIBUTES, lookup
from hybridc.analysis.plans import Condition, Mapping
from hybridc.analysis.state import State
from hybridc.analysis.values import (
    BOOL,
    SCALAR,
    WEAK_INT,
    Binding,
    Form,
    Value,
    array,
    constant,
    floating,
    is_bool,
    may_be_integer,
    merge,
    number,
    opaque,
    promote,
    static,
    unknown,
)
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Entry

_METHODS = {kind: f"_{kind.__name__.lower()}" for kind in ast.expr.__subclasses__()}
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CHEAP = (ast.Name, ast.Constant, ast.UnaryOp, ast.USub, ast.UAdd, ast.Load, ast.BinOp, ast.Add, ast.Sub, ast.Mult)


def text_of(node: ast.AST) -> str:
    """The expression in one short line, for messages."""
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}..."


def place_in(container: Value, index: Value) -> int | None:
    """Which of the known elements an index means."""
    if container.items is None or not index.has_constant:
        return None
    if container.form is Form.DICT:
        keys = container.keys or ()
        return keys.index(index.constant) if index.constant in keys else None
    if isinstance(index.constant, int) and -len(container.items) <= index.constant < len(container.items):
        return index.constant % len(container.items)
    return None


def _is_none(node: ast.Compare, left: Value) -> bool | None:
    """What `left is None` or `left is not None` gives, where that is known."""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot() as operator], comparators=[ast.Constant(value=None)]):
            if left.form is Form.NONE or left.is_traced:
                return (left.form is Form.NONE) is isinstance(operator, ast.Is)
    return None


def static_operands(values: Sequence[Value]) -> int:
    """How many operands of `and` or `or` Python decides by itself before the first that it cannot."""
    return sum(1 for _ in itertools.takewhile(lambda v: v.is_static, values))


def is_cheap(node: ast.expr) -> bool:
    """Names, numbers, and little arithmetic, which raises nothing and has no infinite derivative."""
    return all(isinstance(n, _CHEAP) for n in walk(node))


class Expressions:
    """Interprets expressions. Every result is kept in the plan, so that passes can ask for it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.current: ast.stmt = ast.Pass()  # under interpretation

    def evaluate(self, node: ast.expr) -> Value:
        method = getattr(self, _METHODS[type(node)], None)
        if method is None:
            self.report(rules.UnsupportedStatement, node, what=f"`{text_of(node)}`")
            value = opaque()
        else:
            value = method(node)
        self.state.plan.values[node] = value
        return value

    def report(self, rule: type[rules.Rule], node: ast.AST, **details: str) -> None:
        self.state.findings.report(rule, node, **details)

    def is_demanded(self, node: ast.AST) -> bool:
        """Must be known while tracing, so that it stays Python."""
        return node in self.state.demand.expressions

    def call(self, node: ast.Call) -> Value:
        raise NotImplementedError

    def _call(self, node: ast.Call) -> Value:
        return self.call(node)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _name(self, node: ast.Name) -> Value:
        state = self.state
        if node.id in state.environment:
            value = state.environment[node.id]
            if not value.is_bound:
                # Which path was taken is known while tracing: Python itself raises where the name is not bound.
                return replace(value, is_bound=True)
            return opaque() if value.form is Form.UNSET else value
        if node.id in state.function.locals:
            self.report(rules.MaybeUndefined, node, name=node.id, where="later")
            return opaque()
        return self.global_name(node)

    def global_name(self, node: ast.Name) -> Value:
        module = self.state.module
        if node.id in module.functions:
            if (known := module.globals.get(node.id)) is not None and known.is_rebound:
                self.report(rules.ReboundGlobal, node, name=node.id)
            return static(Form.FUNCTION, function=node.id)
        if (known := module.globals.get(node.id)) is not None:
            if known.is_rebound:
                self.report(rules.ReboundGlobal, node, name=node.id)
                return opaque()
            if known.mutated_at is not None:
                self.report(rules.MutatedGlobal, node, name=node.id)
                return opaque()
            return self._global_value(node.id, known.value)
        if (name := module.qualified_name(node, self.state.function.locals)) is not None:
            return self._qualified(node, name)
        if node.id in module.classes:
            self.report(rules.UnknownCall, node, name=node.id)
            return static(Form.OBJECT)
        self.report(rules.UnmappedName, node, name=node.id, suggestion="")
        return opaque()

    def _global_value(self, name: str, value: ast.expr | None) -> Value:
        """A constant of the module. Anything that NumPy made is read as an array."""
        if value is None:
            return static(Form.OBJECT)
        literal = _literal(value)
        if literal is not None:
            return literal
        qualified = (
            self.state.module.qualified_name(value.func)
            if isinstance(value, ast.Call)
            else self.state.module.qualified_name(value)
        )
        entries = lookup(self.state.dialects, qualified)
        if isinstance(value, ast.Call) and entries and entries[0].refusal is None and not entries[0].is_static:
            self.state.array_globals.add(name)
            return array(unknown(), frozenset({f"global:{name}"}))
        if any(isinstance(n, ast.Call) for n in walk(value)) or isinstance(
            value, ast.Subscript | ast.BinOp | ast.UnaryOp
        ):
            if _is_arithmetic_of_constants(value):
                return static(Form.NUMBER, dtype=unknown(), shape=SCALAR)
            self.state.array_globals.add(name)
            return Value(Binding.TRACED, Form.UNKNOWN, unknown(), frozenset({f"global:{name}"}))
        return static(Form.OBJECT)

    def _attribute(self, node: ast.Attribute) -> Value:
        name = self.state.module.qualified_name(node, self.state.function.locals)
        if name is not None:
            return self._qualified(node, name)
        value = self.evaluate(node.value)
        if value.form in (Form.OBJECT, Form.FUNCTION) or not value.form.is_numeric:
            self.report(rules.CapturedAttribute, node, expression=text_of(node))
            return opaque()
        entries = lookup(self.state.dialects, f"ndarray.{node.attr}")
        entry = next((e for e in entries if e.parameters is None), None)
        if entry is None:
            self.report(rules.CapturedAttribute, node, expression=text_of(node))
            return opaque()
        return self._mapped_attribute(node, entry, value)

    def _mapped_attribute(self, node: ast.Attribute, entry: Entry, value: Value) -> Value:
        if entry.refusal is not None or entry.target is None:
            self.refuse(node, entry, text_of(node))
            return opaque()
        self.state.plan.mappings[node] = Mapping(entry, is_method=True)
        if entry.is_static or node.attr in STATIC_ATTRIBUTES:
            if node.attr == "shape" and value.rank is not None:
                items = tuple(static(Form.NUMBER, dtype=WEAK_INT) for _ in range(value.rank))
                return static(Form.TUPLE, items=items)
            forms = {"shape": Form.TUPLE, "dtype": Form.DTYPE}
            return static(forms.get(node.attr, Form.NUMBER), dtype=WEAK_INT)
        result = self.result_of(node, entry, [value], {})
        if entry.is_view:
            result = replace(result, memory=value.memory)
        return result

    def _qualified(self, node: ast.expr, name: str) -> Value:
        entries = lookup(self.state.dialects, name)
        entry = next((e for e in entries if e.parameters is None), entries[0] if entries else None)
        if entry is None:
            self.unmapped(node, name)
            return opaque()
        if entry.refusal is not None:
            self.refuse(node, entry, text_of(node))
            return opaque()
        if not self.is_demanded(node) or entry.is_static:
            self.state.plan.mappings[node] = Mapping(entry)
        if entry.parameters is not None:
            return static(Form.FUNCTION)
        shown = entry.target or ""
        if shown.endswith((".pi", ".e", ".inf", ".nan", ".euler_gamma")):
            return static(Form.NUMBER, dtype=frozenset({"weak float"}), shape=SCALAR)
        return static(Form.NONE) if shown == "jnp.newaxis" else static(Form.DTYPE, constant=shown)

    def unmapped(self, node: ast.AST, name: str) -> None:
        raise NotImplementedError

    def refuse(self, node: ast.AST, entry: Entry, shown: str) -> None:
        raise NotImplementedError

    def result_of(self, node: ast.expr, entry: Entry, values: list[Value], keywords: dict[str, Value]) -> Value:
        raise NotImplementedError

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if left.is_static and right.is_static:
            return self._static_binop(node, left, right)
        if isinstance(node.op, ast.Add) and left.form is right.form and left.form in (Form.LIST, Form.TUPLE):
            return self.concatenated(node, left, right)
        repeated, times = (right, left) if right.form in (Form.LIST, Form.TUPLE) else (left, right)
        if isinstance(node.op, ast.Mult) and repeated.form in (Form.LIST, Form.TUPLE) and times.is_static:
            held = frozenset(m for m in repeated.memory if not m.startswith("box:"))
            return Value(repeated.binding, repeated.form, memory=held | self.state.box(node))
        for value, operand in ((left, node.left), (right, node.right)):
            if not value.form.is_numeric:
                self.report(rules.UnsupportedStatement, operand, what=f"arithmetic on {value.form.value}")
                return opaque()
        return self.arithmetic(node, node.op, left, right)

    def concatenated(self, node: ast.AST, left: Value, right: Value) -> Value:
        """A new list or tuple of the elements of both."""
        items = None if left.items is None or right.items is None else (*left.items, *right.items)
        memory = left.memory | right.memory
        if left.form is Form.LIST:
            memory = frozenset(m for m in memory if not m.startswith("box:")) | self.state.box(node)
        return Value(self.state.binding_of(left, right), left.form, items=items, memory=memory)

    def _static_binop(self, node: ast.BinOp, left: Value, right: Value) -> Value:
        form = Form.NUMBER if left.form.is_numeric and right.form.is_numeric else left.form
        dtype = promote(left.dtype, right.dtype)
        if isinstance(node.op, ast.Div) and form is Form.NUMBER:
            dtype = floating(dtype)
        if isinstance(node.op, ast.Add) and left.form is right.form and left.form in (Form.LIST, Form.TUPLE):
            return self.concatenated(node, left, right)
        repeated = next((v for v in (left, right) if v.form in (Form.LIST, Form.TUPLE)), None)
        if repeated is not None:
            return static(repeated.form, memory=self.state.box(node))
        return static(form, dtype=dtype, shape=left.shape | right.shape)

    def arithmetic(self, node: ast.AST, operator: ast.operator, left: Value, right: Value) -> Value:
        """The value of `left operator right` on numbers and arrays."""
        if is_bool(left) and is_bool(right) and not isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor):
            if not (left.is_array or right.is_array):
                self.report(rules.BooleanArithmetic, node, expression=text_of(node))
        dtype = promote(left.dtype, right.dtype)
        shape = left.shape | right.shape
        match operator:
            case ast.Div():
                dtype = floating(dtype)
            case ast.Pow():
                self.check_power(node, left, right)
            case ast.MatMult():
                shape = unknown()
        is_array = left.is_array or right.is_array or isinstance(operator, ast.MatMult)
        rank = (
            left.rank
            if left.rank == right.rank
            else (left.rank if right.is_scalar else right.rank if left.is_scalar else None)
        )
        if isinstance(operator, ast.MatMult):
            rank = None
        form = Form.ARRAY if is_array else Form.NUMBER
        memory = SCALAR if rank == 0 or shape == SCALAR else self.state.allocate(node)
        return Value(Binding.TRACED, form, dtype, shape, rank, memory=memory)

    def check_power(self, node: ast.AST, left: Value, right: Value) -> None:
        exponent = right.constant if right.has_constant else None
        if isinstance(exponent, float | int) and exponent >= 0:
            return
        if may_be_integer(left) and may_be_integer(right):
            self.report(rules.IntegerPower, node, expression=text_of(node))

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.evaluate(node.operand)
        if isinstance(node.op, ast.Not):
            return self._not(node, value)
        if value.has_constant and isinstance(node.op, ast.USub) and isinstance(value.constant, int | float):
            return replace(constant(-value.constant), binding=value.binding)
        if is_bool(value) and not value.is_array and not value.is_static:
            self.report(rules.BooleanArithmetic, node, expression=text_of(node))
        if value.is_static or value.is_scalar:
            return replace(value, constant=Value(Binding.STATIC).constant, memory=frozenset())
        return replace(value, memory=self.state.allocate(node))

    def _not(self, node: ast.UnaryOp, value: Value) -> Value:
        if value.is_static:
            return static(Form.NUMBER, dtype=BOOL)
        self.report(rules.TracedBoolean, node, operator="not", form="jnp.logical_not")
        self.state.plan.conditions[node] = Condition.LOGICAL
        return number(BOOL)

    def _boolop(self, node: ast.BoolOp) -> Value:
        return self.boolean(node, is_test=False)

    def boolean(self, node: ast.BoolOp, is_test: bool) -> Value:
        """`a and b`, `a or b`. In a test only its truth counts; elsewhere Python gives back an operand."""
        values = []
        for operand in node.values:
            values.append(self.truth(operand) if is_test else self.evaluate(operand))
            if self.state.is_first_turn and values[-1].is_static and values[-1].has_constant:
                if bool(values[-1].constant) is isinstance(node.op, ast.Or):
                    return values[-1]
        if all(v.is_static for v in values[:-1]):
            return (
                merge(values[-1], values[-1])
                if len(values) == 1
                else replace(values[-1], constant=Value(Binding.STATIC).constant)
            )
        word = "and" if isinstance(node.op, ast.And) else "or"
        if not is_test and not all(is_bool(v) for v in values):
            return self._boolean_value(node, word, values)
        lead = static_operands(values)
        if any(self.may_not_end(v) for v in node.values[lead + 1 :]):
            condition, form = Condition.GUARD, "lax.cond"
        elif all(is_bool(v) and not v.is_static for v in values[lead:]):
            condition = Condition.OPERATOR
            form = "&" if word == "and" else "|"
        else:
            condition, form = Condition.LOGICAL, f"jnp.logical_{word}"
        self.state.plan.conditions[node] = condition
        self.report(rules.TracedBoolean, node, operator=word, form=form)
        return number(BOOL, SCALAR)

    def _boolean_value(self, node: ast.BoolOp, word: str, values: list[Value]) -> Value:
        repeatable = all(isinstance(v, ast.Name | ast.Constant) for v in node.values[:-1])
        # What is asked for its truth is a single number; only the last operand is not asked.
        single = values[-1].is_scalar and not any(v.is_array for v in values[:-1])
        if not repeatable or not single or not all(v.form.is_numeric for v in values):
            self.report(rules.UnsupportedStatement, node, what=f"the value of `{text_of(node)}`")
            return opaque()
        self.state.plan.conditions[node] = Condition.VALUE
        self.report(rules.TracedBoolean, node, operator=word, form="jnp.where")
        return number(promote(*(v.dtype for v in values)))

    def may_not_end(self, node: ast.expr) -> bool:
        """Calls a function of the file, which may loop for ever where Python would not have called it."""
        return any(
            isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.state.module.functions
            for n in walk(node)
        )

    def truth(self, node: ast.expr) -> Value:
        """The value of a test. Notes what is needed to make a truth value of it."""
        if isinstance(node, ast.BoolOp):
            value = self.boolean(node, is_test=True)
            self.state.plan.values[node] = value
            return value
        value = self.evaluate(node)
        if value.form in (Form.TUPLE, Form.LIST, Form.DICT):
            return static(Form.NUMBER, dtype=BOOL)  # its length tells, which Python knows
        if not value.is_static and value.form.is_numeric and not is_bool(value):
            self.state.plan.tests[node] = "{x} != 0" if value.form is not Form.UNKNOWN else "control.truth({x})"
        if not value.is_static and not value.form.is_numeric:
            self.report(rules.TracedIteration, node, what=f"{value.form.value} that holds traced values")
        return value

    def _compare(self, node: ast.Compare) -> Value:
        values = [self.evaluate(node.left), *(self.evaluate(c) for c in node.comparators)]
        if self.state.is_first_turn and (known := _is_none(node, values[0])) is not None:
            return static(Form.NUMBER, dtype=BOOL, constant=known)
        if all(v.is_static for v in values):
            return static(Form.NUMBER, dtype=BOOL)
        if all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            if not any(isinstance(n, ast.Constant) and n.value is None for n in (node.left, *node.comparators)):
                why = "a traced value is no Python object to be the same as"
                self.report(rules.StaticNeeded, node, expression=text_of(node), why=why)
            return static(Form.NUMBER, dtype=BOOL)
        if any(v.form in (Form.STRING, Form.NONE) for v in values):
            what = "known" if all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops) else "ordered"
            self.report(
                rules.StaticNeeded,
                node,
                expression=text_of(node),
                why=f"a traced value cannot be {what} against {values[-1].form.value}",
            )
            return static(Form.NUMBER, dtype=BOOL)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and self._is_membership(node, values):
            self.state.plan.conditions[node] = Condition.MEMBER
            self.report(rules.TracedBoolean, node, operator="in", form="jnp.any")
            return number(BOOL)
        if any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
            self.report(rules.UnsupportedStatement, node, what=f"`{text_of(node)}` on a traced value")
            return number(BOOL)
        if len(node.ops) > 1:
            self._chain(node)
        shape = frozenset().union(*(v.shape for v in values))
        if any(v.is_array for v in values):
            return replace(array(BOOL, shape), memory=self.state.allocate(node))
        return number(BOOL, shape)

    def _is_membership(self, node: ast.Compare, values: list[Value]) -> bool:
        """A number among the elements of an array, or of a tuple, list or set of numbers that is written out."""
        one, among = values
        if not one.form.is_numeric or one.is_array:
            return False
        if isinstance(node.comparators[0], ast.Tuple | ast.List | ast.Set):
            return bool(among.items) and all(i.form.is_numeric and i.is_scalar for i in among.items or ())
        is_param = among.form is Form.UNKNOWN and not among.is_static
        return among.is_array or among.form is Form.STACKED or is_param

    def _chain(self, node: ast.Compare) -> None:
        self.state.plan.conditions[node] = Condition.OPERATOR
        self.report(rules.TracedBoolean, node, operator="a chained comparison", form="&")
        for middle in node.comparators[:-1]:
            if any(isinstance(n, ast.NamedExpr) for n in walk(middle)) or self.may_not_end(middle):
                self.report(rules.UnsupportedStatement, middle, what=f"`{text_of(middle)}` inside a chained comparison")

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.truth(node.test)
        if self.state.is_first_turn and test.is_static and test.has_constant:
            return self.evaluate(node.body if test.constant else node.orelse)
        body, orelse = self.evaluate(node.body), self.evaluate(node.orelse)
        if test.is_static:
            return merge(body, orelse) if body.binding is orelse.binding else merge(body.traced(), orelse.traced())
        if not self._compatible(node, body, orelse):
            return opaque()
        proven = body.same_type(orelse)
        cheap = is_cheap(node.body) and is_cheap(node.orelse)
        if cheap and body.form.is_numeric and (body.shape == orelse.shape):
            condition = Condition.WHERE
        else:
            condition = Condition.COND if proven else Condition.CONTROL
        self.state.plan.conditions[node] = condition
        forms = {Condition.WHERE: "jnp.where", Condition.COND: "lax.cond", Condition.CONTROL: "control.cond"}
        self.report(rules.TracedConditional, node, form=forms[condition])
        return merge(body, orelse).traced()

    def _compatible(self, node: ast.AST, left: Value, right: Value) -> bool:
        containers = (Form.TUPLE, Form.LIST, Form.DICT)
        if left.form is right.form and left.form in containers and left.items is not None and right.items is not None:
            return left.keys == right.keys and len(left.items) == len(right.items)
        if (left.form.is_numeric and right.form.is_numeric) or left.form is right.form is Form.TUPLE:
            return True
        if left.form is right.form is Form.NONE:
            return True
        self.report(rules.BranchStructure, node, name=text_of(node), left=left.form.value, right=right.form.value)
        return False

    def _tuple(self, node: ast.Tuple) -> Value:
        return self._sequence(node, Form.TUPLE)

    def _list(self, node: ast.List) -> Value:
        return self._sequence(node, Form.LIST)

    def _set(self, node: ast.Set) -> Value:
        return self._sequence(node, Form.LIST)

    def _sequence(self, node: ast.Tuple | ast.List | ast.Set, form: Form) -> Value:
        items = tuple(self.evaluate(e) for e in node.elts)
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return Value(self.state.binding_of(*items), form)
        memory = frozenset().union(*(v.memory for v in items))
        if form is Form.LIST:
            memory |= self.state.box(node)
        return Value(self.state.binding_of(*items), form, items=items, memory=memory)

    def _starred(self, node: ast.Starred) -> Value:
        return self.evaluate(node.value)

    def _dict(self, node: ast.Dict) -> Value:
        values = [self.evaluate(v) for v in node.values]
        keys = [self.evaluate(k) for k in node.keys if k is not None]
        if not all(k.is_static for k in keys):
            self.report(rules.StaticNeeded, node, expression="a dict's key", why="keys are compared by Python")
        memory = frozenset().union(*(v.memory for v in values)) | self.state.box(node)
        items = tuple(values) if len(keys) == len(values) and all(k.has_constant for k in keys) else None
        names = None if items is None else tuple(k.constant for k in keys)
        return Value(self.state.binding_of(*values), Form.DICT, items=items, keys=names, memory=memory)

    def _joinedstr(self, node: ast.JoinedStr) -> Value:
        parts = [self.evaluate(v.value) for v in node.values if isinstance(v, ast.FormattedValue)]
        if not all(p.is_static for p in parts):
            self.report(rules.HostSync, node, call=text_of(node))
        return static(Form.STRING)

    def _lambda(self, node: ast.Lambda) -> Value:
        inner = {a.arg: opaque() for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
        saved = dict(self.state.environment)
        self.state.environment.update(inner)
        self.evaluate(node.body)
        self.state.environment = saved
        return static(Form.FUNCTION)

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        self.report(rules.UnsupportedStatement, node, what="`:=`")
        return self.evaluate(node.value)

    def _subscript(self, node: ast.Subscript) -> Value:
        value = self.evaluate(node.value)
        index = self.index(node.slice)
        if value.form is Form.STACKED:
            element = self.element(node, replace(value, form=Form.ARRAY), index)
            return replace(element, form=Form.STACKED) if isinstance(node.slice, ast.Slice) else element
        if value.form in (Form.TUPLE, Form.LIST, Form.DICT, Form.STRING, Form.RANGE):
            return self._container_element(node, value, index)
        if value.is_static and value.form is not Form.UNKNOWN and not value.form.is_numeric:
            return static()
        if value.is_static and index.is_static:
            return static(dtype=unknown(), shape=unknown())
        return self.element(node, value, index)

    def _container_element(self, node: ast.Subscript, value: Value, index: Value) -> Value:
        if not index.is_static:
            self.unroll_index(node.slice)
            self.report(
                rules.StaticNeeded,
                node.slice,
                expression=text_of(node.slice),
                why=f"it indexes {value.form.value}, which is Python's",
            )
            return opaque()
        place = place_in(value, index)
        if place is not None and value.items is not None:
            return value.items[place]
        if value.items and not isinstance(node.slice, ast.Slice):
            result = value.items[0]
            for item in value.items[1:]:
                result = merge(result, item)
            return result
        if isinstance(node.slice, ast.Slice):
            held = frozenset(m for m in value.memory if not m.startswith("box:"))
            return replace(value, items=None, memory=held | self.state.box(node))
        if value.form is Form.TUPLE and value.is_static:
            return static(Form.NUMBER, dtype=WEAK_INT)
        return opaque(value.binding) if value.is_static else replace(opaque(), memory=value.memory)

    def unroll_index(self, index: ast.expr) -> None:
        raise NotImplementedError

    def index(self, node: ast.expr) -> Value:
        """The value of what stands between brackets; slices' bounds must be known."""
        if isinstance(node, ast.Slice):
            for bound in (node.lower, node.upper, node.step):
                if bound is not None and not self.evaluate(bound).is_static:
                    self.report(
                        rules.StaticNeeded,
                        bound,
                        expression=text_of(bound),
                        why="it is the bound of a slice, and so gives a shape",
                    )
            return static(Form.RANGE)
        if isinstance(node, ast.Tuple):
            items = tuple(self.index(e) for e in node.elts)
            return Value(self.state.binding_of(*items), Form.TUPLE, items=items)
        return self.evaluate(node)

    def _slice(self, node: ast.Slice) -> Value:
        return self.index(node)

    def element(self, node: ast.Subscript, value: Value, index: Value) -> Value:
        """`value[index]` of an array."""
        indices = index.items if index.items is not None else (index,)
        if any(is_bool(i) and not i.is_scalar for i in indices):
            self.report(rules.DynamicShape, node, expression=text_of(node))
        if isinstance(node.ctx, ast.Load) and any(i.is_traced for i in indices) and not self._is_in_range(node):
            self.report(rules.UncheckedIndex, node, expression=text_of(node))
        scalars = [i for i in indices if i.form.is_numeric and i.is_scalar and i.dtype != BOOL]
        if len(scalars) == len(indices) and value.form.is_numeric:
            if value.rank is not None and value.rank <= len(scalars):
                return number(value.dtype, SCALAR, rank=0)
            shape = value.shape
            key = next(iter(shape)) if len(shape) == 1 else None
            shape = unknown() if key is None else frozenset({f"{key}[{'i' * len(scalars)}]"})
            rank = None if value.rank is None else value.rank - len(scalars)
            return Value(
                Binding.TRACED, Form.NUMBER, value.dtype, shape, rank, is_element=rank is None, memory=value.memory
            )
        slices = [i for i in indices if i.form in (Form.RANGE, Form.NONE)]
        is_basic = len(scalars) + len(slices) == len(indices)
        if all(i.form is Form.RANGE for i in indices) and value.rank is not None:
            return Value(Binding.TRACED, Form.ARRAY, value.dtype, unknown(), value.rank, memory=value.memory)
        rank = None
        if is_basic and value.rank is not None and not any(i.form is Form.NONE for i in indices):
            rank = value.rank - len(scalars)
        memory = value.memory if is_basic or not all(i.is_array for i in indices) else self.state.allocate(node)
        form = Form.ARRAY if slices else Form.NUMBER
        is_element = all(i.form in (Form.NUMBER, Form.UNKNOWN) for i in indices)  # arrays as indices copy
        return Value(Binding.TRACED, form, value.dtype, unknown(), rank, is_element=is_element, memory=memory)

    def _is_in_range(self, node: ast.Subscript) -> bool:
        """The index is that of a loop over the array's own length."""
        if not (isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Name)):
            return False
        for loop, _ in self.state.loops:
            match loop:
                case ast.For(target=ast.Name(id=index), iter=ast.Call(func=ast.Name(id="range"), args=[*_, stop])):
                    if index == node.slice.id and _is_length_of(stop, node.value.id):
                        return True
        return False

    def _listcomp(self, node: ast.ListComp) -> Value:
        return self._comprehension(node, node.elt, Form.LIST)

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return self._comprehension(node, node.elt, Form.LIST)

    def _dictcomp(self, node: ast.DictComp) -> Value:
        value = self._comprehension(node, ast.Tuple([node.key, node.value], ast.Load()), Form.DICT)
        if not self.state.plan.values[node.key].is_static:
            self.report(rules.StaticNeeded, node.key, expression="a dict's key", why="keys are compared by Python")
        return value

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
    ) -> Value:
        saved = dict(self.state.environment)
        for generator in node.generators:
            source = self.evaluate(generator.iter)
            item = opaque() if not source.is_static else static(dtype=unknown(), shape=unknown())
            if source.form.is_numeric and not source.is_static:
                item = replace(opaque(), memory=source.memory)
            for name in walk(generator.target):
                if isinstance(name, ast.Name):
                    self.state.environment[name.id] = item
            for test in generator.ifs:
                if not self.truth(test).is_static:
                    self.report(rules.DynamicShape, test, expression=text_of(node))
        value = self.evaluate(element)
        self.state.environment = saved
        return Value(value.binding, form, memory=value.memory | self.state.box(node))


def _is_length_of(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=only)]):
            return only == name
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=only), attr="shape"), slice=ast.Constant(value=0)):
            return only == name
        case ast.Attribute(value=ast.Name(id=only), attr="size"):
            return only == name
    return False


def _literal(node: ast.expr) -> Value | None:
    match node:
        case ast.Constant(value=value):
            return constant(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return constant(-value)
        case ast.Tuple(elts=elements):
            items = [_literal(e) for e in elements]
            if all(i is not None for i in items):
                return static(Form.TUPLE, items=tuple(i for i in items if i is not None))
    return None


def _is_arithmetic_of_constants(node: ast.expr) -> bool:
    return all(isinstance(n, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop) for n in walk(node))
