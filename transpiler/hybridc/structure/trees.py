"""Small trees made for structured code, and where the others come from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import NamedTuple, TypeVar

from hybridc.syntax.dataflow import names_written
from hybridc.syntax.marks import hand_on, mark, marks
from hybridc.syntax.walking import copied, walk

Tree = TypeVar("Tree", bound=ast.AST)
Statement = TypeVar("Statement", bound=ast.stmt)
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


_REPEATED = (
    ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Compare, ast.expr_context, ast.operator,
    ast.unaryop, ast.cmpop, ast.Tuple, ast.Slice,
)  # fmt: skip


class Kept(NamedTuple):
    """By what is chosen: the arrays of which the one side of a choice keeps elements, and the other side."""

    body: tuple[str | None, ...]
    orelse: tuple[str | None, ...]


class Origins:
    """Which node of the original tree each node of the new one stands for; made nodes stand for none."""

    def __init__(self) -> None:
        self.of: dict[ast.AST, ast.AST] = {}
        self.copies = 0
        self.made: set[ast.AST] = set()
        self.writing: set[ast.AST] = set()  # calls that write in place and whose value is assigned
        # assignments of what a call made of arrays that it was given, by their names
        self.received: dict[ast.AST, frozenset[str]] = {}
        self.given_back: dict[ast.AST, frozenset[str]] = {}  # nested functions, by arrays of others that they return
        self.telling: set[ast.AST] = set()  # assignments that bring a name up to date, which stays the array that it is
        self.changed_names: set[str] = set()  # of what calls made of arrays, until these are what it is
        self.choices: set[str] = set()  # names of what decides between arrays
        self.full: set[ast.AST] = set()  # writes by a mask whose values are those of the whole array
        self.chosen: set[ast.AST] = set()  # reads by the mask of a write, which computes with whole arrays
        self.filled: set[ast.AST] = set()  # of these, with ones in the place of what the mask does not choose
        self.helping: set[ast.AST] = set()  # calls of the runtime
        self.of_chosen: set[ast.AST] = set()  # sums and the like of what a mask chooses
        self.kept: dict[ast.AST, Kept] = {}  # choices between new elements and what they are
        self.held: dict[ast.AST, frozenset[str]] = {}  # assignments of what stands for an element, by its array
        self.apart: set[ast.AST] = set()  # loops whose turns do not hang on each other, and may be taken at once
        self.whole: set[ast.AST] = set()  # writes of the array that a call made of the one which is written
        self.left: set[tuple[ast.AST, str]] = set()  # what binds names anew whose arrays have got other names before it
        self.updated_aliases: dict[ast.AST, frozenset[str]] = {}  # writes, by other names that follow

    def original(self, node: ast.AST) -> ast.AST:
        return self.of.get(node, node)

    def copied(self, trees: Sequence[Tree]) -> list[Tree]:
        """Copies, with facts of their own."""
        result = []
        self.copies += 1
        for tree in trees:
            new = copied(tree, {})
            for old_node, new_node in zip(ast.walk(tree), ast.walk(new), strict=True):
                if not isinstance(old_node, ast.expr_context | ast.operator | ast.cmpop | ast.boolop | ast.unaryop):
                    mark(new_node, copy=self.copies)
                    self.of[new_node] = self.original(old_node)
                    for known in (
                        self.made, self.writing, self.full, self.chosen, self.telling, self.whole, self.filled,
                        self.helping, self.of_chosen, self.apart,
                    ):  # fmt: skip
                        if old_node in known:
                            known.add(new_node)
                    for told in (self.updated_aliases, self.received, self.given_back, self.held):
                        if old_node in told:
                            told[new_node] = told[old_node]
                    if old_node in self.kept:
                        self.kept[new_node] = self.kept[old_node]
            result.append(new)
        return result

    def make(self, tree: Tree, like: ast.AST) -> Tree:
        """A new tree, whose own nodes count as made and stand where `like` stands."""
        copy = marks(like).copy
        for node in _own_nodes(tree):
            ast.copy_location(node, like)
            if copy:
                mark(node, copy=copy)
            self.made.add(node)
        return tree

    def of_runtime(
        self, name: str, arguments: Sequence[ast.expr], like: ast.AST, keywords: Sequence[ast.keyword] = ()
    ) -> ast.Call:
        """A call of a function of the runtime."""
        function = ast.Attribute(read("control"), name, ast.Load())
        call = self.make(ast.Call(function, [*arguments], [*keywords]), like)
        self.helping.add(call)
        return call

    def remade(self, tree: Tree) -> Tree:
        """A copy that stands for nothing that was there."""
        new = copied(tree, {})
        self.made.update(ast.walk(new))
        return new

    def changed(self, node: Statement, **fields: object) -> Statement:
        """The statement with other parts."""
        parts = {name: getattr(node, name) for name in node._fields if hasattr(node, name)} | fields
        new = type(node)(**parts)
        ast.copy_location(new, node)
        self.of[new] = self.original(node)
        for known in (self.made, self.full, self.telling, self.apart):
            if node in known:
                known.add(new)
        for told in (self.updated_aliases, self.received, self.given_back, self.held):
            if node in told:
                told[new] = told[node]
        hand_on(node, new)
        return new


def _own_nodes(tree: ast.AST) -> Iterable[ast.AST]:
    """Nodes without a place: the others were there before."""
    if not hasattr(tree, "lineno"):
        yield tree
        for child in ast.iter_child_nodes(tree):
            yield from _own_nodes(child)


def copy_of(node: ast.AST) -> str:
    """Which copy it is of what stands at one place in the file."""
    copy = marks(node).copy
    return f"#{copy}" if copy else ""


def fresh(taken: set[str], *bases: str) -> str:
    """A name that is not taken, and is from now on; the first that is free."""
    candidates = chain(bases, (f"{bases[0]}_{n}" for n in count(2)))
    name = next(c for c in candidates if c not in taken)
    taken.add(name)
    return name


def read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def negation(test: ast.expr) -> ast.expr:
    """`not test`, said directly where that means the same for NaN as well."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Compare(left=left, ops=[operator], comparators=comparators) if type(operator) in _OPPOSITE:
            return ast.Compare(left, [_OPPOSITE[type(operator)]()], comparators)
    return ast.UnaryOp(ast.Not(), test)


def conjunction(*tests: ast.expr) -> ast.expr:
    """All tests, in order; `True` is left out."""
    parts: list[ast.expr] = []
    for test in tests:
        if isinstance(test, ast.Constant) and test.value is True:
            continue
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            parts += test.values
        else:
            parts.append(test)
    if not parts:
        return ast.Constant(True)
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)


def is_truth(test: ast.expr) -> bool:
    """The expression gives a truth value, not a number or an object that counts as one."""
    match test:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(is_truth(v) for v in values)
        case ast.Constant(value=value):
            return isinstance(value, bool)
    return False


def is_pure(test: ast.expr) -> bool:
    """Evaluating it again gives the same and does nothing else."""
    return not any(isinstance(n, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for n in ast.walk(test))


def may_stand_again(mask: ast.expr, is_elementwise: Callable[[ast.AST], bool] = lambda _: False) -> bool:
    """It gives the same again, at little cost: of calls, what computes element by element, `np.isnan(x)`."""
    return all(isinstance(n, _REPEATED) or is_elementwise(n) for n in walk(mask))


def names_read_in(statements: Sequence[ast.stmt]) -> frozenset[str]:
    """Names that are read anywhere in the statements."""
    nodes = (n for s in statements for n in ast.walk(s))
    return frozenset(n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)) | frozenset(
        name for s in statements if isinstance(s, ast.AugAssign) for name in names_written([s])
    )
