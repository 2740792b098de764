"""Generated code that says it stands where the original stands, so that tracebacks show the original's lines.

Each generated statement is given the place of the original statement that it has the most subexpressions in common
with; expressions that occur in both keep their own places. A statement that calls for a nested function, as
`lax.scan(step, ...)`, belongs to the loop or branch whose body that function holds. What only hands a carry on has no
counterpart, and stands where the statement before it stands.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Span = tuple[int, int, int, int]  # line, column, end line, end column, as in Python's trees
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Match)
_ENOUGH = 0.3  # of the subexpressions, in common; below, the statement before says more


@dataclass(eq=False)
class _Original:
    """A statement of the original, with the keys of its own expressions, nested statements left out."""

    span: Span
    inside: tuple[_Original, ...]  # the compound statements around it, outermost first
    test: str | None  # the key of its condition, of a branch or loop
    keys: Counter[str]
    spans: dict[str, Span]


def place(generated: ast.FunctionDef, original: ast.FunctionDef) -> None:
    """Gives every node of the generated function the place of the original's node that it comes from."""
    originals = list(_originals(original.body, ()))
    places: dict[str, list[tuple[_Original, Span]]] = {}
    for each in originals:
        for key, span in each.spans.items():
            places.setdefault(key, []).append((each, span))
    _Placing(originals, places, span_of(original)).function(generated)


@dataclass(eq=False)
class _Placing:
    originals: list[_Original]
    places: dict[str, list[tuple[_Original, Span]]]  # of expressions, by their keys
    whole: Span
    used: Counter[int] = field(default_factory=Counter)
    last: int = 0
    paths: dict[str, list[tuple[_Original, ...]]] = field(default_factory=dict)  # by nested function

    def function(self, node: ast.FunctionDef) -> None:
        line, column, _, _ = self.whole
        head = (line, column, line, column + len("def"))
        for each in ast.walk(node):
            move(each, head)
        self._block(node.body, head, False)

    def _block(self, statements: list[ast.stmt], before: Span, is_nested: bool) -> list[_Original]:
        found: list[_Original] = []
        for statement in statements:
            if isinstance(statement, ast.FunctionDef):
                inner = self._block(statement.body, before, True)
                self.paths[statement.name] = _paths(statement, inner)
                move(statement, inner[0].span if inner else before)
                found += inner
                continue
            source = None if is_nested and _hands_on(statement) else self._source(statement)
            span = source.span if source is not None else before
            move(statement, span)
            for expression in _own(statement):
                self._expression(expression, source, span)
            if source is not None:
                found.append(source)
                before = span
            for block in _blocks(statement):
                found += self._block(block, before, is_nested)
        return found

    def _expression(self, node: ast.AST, source: _Original | None, span: Span) -> None:
        if isinstance(node, ast.Lambda) and (held := self._alike(_keys([node.body]))) is not None:
            source, span = held, held.span
        span = self._found(_key(node), source) or span
        move(node, span)
        for child in ast.iter_child_nodes(node):
            self._expression(child, source, span)

    def _found(self, key: str, source: _Original | None) -> Span | None:
        """The place of an expression in its statement, or else in a statement after it: what an early return left
        over may have become an expression of the branch."""
        if source is None:
            return None
        places = self.places.get(key, ())
        own = next((span for each, span in places if each is source), None)
        return own or next((span for _, span in places if span > source.span), None)

    def _source(self, statement: ast.stmt) -> _Original | None:
        around = self._around(statement) or self._branch(statement)
        if around is not None:
            return around
        return self._alike(_keys(_own(statement)))

    def _alike(self, keys: Counter[str]) -> _Original | None:
        """The statement with the most in common; of several, the next one that nothing stands at yet."""
        scores = [_likeness(keys, each.keys) for each in self.originals]
        best = max(scores, default=0.0)
        if best < _ENOUGH:
            return None
        alike = [i for i, score in enumerate(scores) if score == best]
        fresh = [i for i in alike if not self.used[i]] or alike
        chosen = next((i for i in fresh if i >= self.last), fresh[-1])
        self.used[chosen] += 1
        self.last = chosen
        return self.originals[chosen]

    def _around(self, statement: ast.stmt) -> _Original | None:
        """The loop or branch that holds all that the nested functions which the statement names were made from."""
        names = {n.id for e in _own(statement) for n in ast.walk(e) if isinstance(n, ast.Name)}
        paths = [path for name in names & self.paths.keys() for path in self.paths[name]]
        common: _Original | None = None
        for level in zip(*paths, strict=False):
            if any(each is not level[0] for each in level):
                break
            common = level[0]
        return common

    def _branch(self, statement: ast.stmt) -> _Original | None:
        """The branch or loop whose condition a call of JAX's control flow takes."""
        calls = [n for e in _own(statement) for n in ast.walk(e) if _is_control_flow(n)]
        taken = {_key(n) for call in calls for n in ast.walk(call) if isinstance(n, ast.expr)}
        return next((each for each in self.originals if each.test in taken), None)


def _paths(function: ast.FunctionDef, held: list[_Original]) -> list[tuple[_Original, ...]]:
    """The loops and branches around what a nested function holds. One that holds nothing but a condition, as
    `keeps_going` of a `while`, is inside that loop as well."""
    last = function.body[-1]
    computes = isinstance(last, ast.Return) and not _hands_on(last)
    is_test = computes and not any(_is_control_flow(n) for n in ast.walk(last))
    return [(*each.inside, each) if is_test and each.test is not None else each.inside for each in held]


def _hands_on(statement: ast.stmt) -> bool:
    """`a, b = carry`, and `return a, b`."""
    match statement:
        case ast.Assign(targets=[ast.Tuple()], value=ast.Name()) | ast.Return(value=ast.Name()):
            return True
        case ast.Return(value=ast.Tuple(elts=parts)):
            return all(isinstance(p, ast.Name | ast.Constant) for p in parts)
    return False


def _is_control_flow(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="lax" | "control" | "checks"))):
            return True
    return False


def _originals(statements: list[ast.stmt], inside: tuple[_Original, ...]) -> Iterator[_Original]:
    for statement in statements:
        own = list(_own(statement))
        spans: dict[str, Span] = {}
        for expression in own:
            for node in ast.walk(expression):
                if isinstance(node, ast.expr):
                    spans.setdefault(_key(node), span_of(node))
        span = span_of(statement)
        if isinstance(statement, _COMPOUND) and own:
            span = span_of(own[-1])
        test = getattr(statement, "test", None) if isinstance(statement, ast.If | ast.While) else None
        this = _Original(span, inside, _key(test) if test is not None else None, _keys(own), spans)
        yield this
        for block in _blocks(statement):
            yield from _originals(block, (*inside, this))
        if isinstance(statement, ast.FunctionDef):
            yield from _originals(statement.body, inside)


def _own(statement: ast.stmt) -> Iterable[ast.expr]:
    """The expressions of a statement itself: of a loop or branch, those of its first line."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return ()
    if isinstance(statement, ast.AugAssign):
        sum_ = ast.BinOp(statement.target, statement.op, statement.value)
        return [statement.target, ast.copy_location(sum_, statement)]
    return [child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.expr)]


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement, name, None)
        if isinstance(block, list) and not isinstance(statement, ast.FunctionDef):
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _keys(expressions: Iterable[ast.expr]) -> Counter[str]:
    nodes = [n for e in expressions for n in ast.walk(e) if isinstance(n, ast.expr)]
    bound = [f"{n.id} =" for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return Counter(bound) + Counter(_key(n) for n in nodes)


def _key(node: ast.AST) -> str:
    """The same for `np.sum(x)` and `jnp.sum(x)`, for `x @ y` and `numpy_like.matmul(x, y)`, and for a name that is read
    or bound."""
    match node:
        case ast.Call(func=ast.Attribute(ast.Name("numpy_like"), name), args=[left, right]) if name in _OPERATORS:
            return f"BinOp({_key(left)};{_OPERATORS[name]}();{_key(right)})"
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{'' if node.value.id in _MODULES else node.value.id}.{node.attr}"
    if isinstance(node, ast.expr_context):
        return ""
    parts = []
    for _, value in ast.iter_fields(node):
        items = value if isinstance(value, list) else [value]
        parts.append(",".join(_key(i) if isinstance(i, ast.AST) else repr(i) for i in items))
    return f"{type(node).__name__}({';'.join(parts)})"


_OPERATORS = {
    "add": "Add", "subtract": "Sub", "multiply": "Mult", "divide": "Div", "floor_divide": "FloorDiv",
    "remainder": "Mod", "matmul": "MatMult",
}  # fmt: skip
_MODULES = frozenset({"np", "numpy", "math", "jnp", "lax", "jax", "control", "checks", "numpy_like", "scipy_like"})


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / ((one.total() + other.total()) or 1)


def has_place(node: ast.AST) -> bool:
    """Whether Python's tree says where a node stands: not of operators, contexts and the like."""
    return "lineno" in node._attributes


def span_of(node: ast.AST) -> Span:
    line, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
    end_line, end_column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
    return line, column, end_line, end_column


def move(node: ast.AST, span: Span) -> None:
    """Puts a node there, if it stands anywhere."""
    if has_place(node):
        node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = span  # type: ignore[attr-defined]
