"""Graph or host: which functions are compiled, read off what they do and who calls them."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass, field

from hybridc import rules
from hybridc.dialects import SETTINGS
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.program.unnamed_arrays import adds_numbers, has_arrays, shows_arrays
from hybridc.syntax.dicts_given import changes_of_dicts
from hybridc.syntax.directives import Directives
from hybridc.syntax.module import Function, Module
from hybridc.syntax.records import record_fields, records_of
from hybridc.syntax.walking import children

_NUMERIC_OPERATORS = (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow, ast.MatMult)
_SILENT = (ast.Name, ast.Constant, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)  # say nothing by themselves
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_PLAIN_BUILTINS = frozenset(
    f"builtins.{n}"
    for n in [
        "abs",
        "min",
        "max",
        "sum",
        "len",
        "range",
        "map",
        "enumerate",
        "zip",
        "round",
        "divmod",
        "pow",
        "float",
        "int",
        "bool",
        "complex",
        "any",
        "all",
        "print",
        "reversed",
        "isinstance",
        "tuple",
        "list",
        "sorted",
        "ValueError",
        "TypeError",
        "RuntimeError",
        "ZeroDivisionError",
        "IndexError",
        "AssertionError",
        "NotImplementedError",
        "ArithmeticError",
        "OverflowError",
        "True",
        "False",
        "None",
    ]
)


_TRACEABLE_BUILTINS = frozenset(
    f"builtins.{n}"
    for n in ["abs", "len", "range", "enumerate", "zip", "sum", "divmod", "pow", "tuple", "list", "round"]
)


_STAYING = frozenset({rules.InputOutput.code, rules.OtherLibrary.code})  # what keeps a function Python


class Classification(enum.Enum):
    """How a function's own body reads."""

    HOST = "host"  # does what only Python can
    ARRAY = "array"  # computes with a framework's arrays
    PLAIN = "plain"  # names nothing of a framework's: plain Python on numbers or arrays, if it can be compiled
    NEUTRAL = "neutral"  # neither: left as it is, and callable from either side


@dataclass
class Evidence:
    """What the body of a function shows."""

    host: list[ast.AST] = field(default_factory=list)
    arrays: int = 0
    numeric: int = 0
    branches: int = 0
    loops: int = 0
    draws: int = 0
    prints: int = 0
    calls: set[str] = field(default_factory=set)
    others: int = 0  # forms that only a rewrite makes work on traced values
    shows_arrays: bool = False  # without a name of the framework's
    adds_numbers: bool = False  # in a file that computes with arrays

    @property
    def is_plain_arithmetic(self) -> bool:
        """Runs as it is on numbers, arrays and traced values."""
        return not (
            self.host
            or self.arrays
            or self.branches
            or self.loops
            or self.draws
            or self.prints
            or self.others
            or self.shows_arrays
            or self.calls
        )


def classification(
    function: Function, evidence: Evidence, directives: Directives, statics: frozenset[str]
) -> Classification:
    """How the function stands by itself."""
    line = function.node.lineno
    if line in directives.host:
        return Classification.HOST
    if line in directives.graph:
        return Classification.ARRAY
    if function.owner is not None or evidence.host:
        return Classification.HOST
    traced = set(function.parameters) - statics
    if not traced and (evidence.draws or not (evidence.loops and evidence.arrays)):
        is_host = evidence.draws or not function.parameters
        return Classification.HOST if is_host else Classification.NEUTRAL
    if evidence.arrays:
        return Classification.ARRAY
    is_numeric = evidence.numeric > 0 or evidence.adds_numbers
    if evidence.shows_arrays or (is_numeric and (evidence.branches or evidence.loops)):
        return Classification.PLAIN
    return Classification.NEUTRAL


def gather(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> Evidence:
    """Reads a function's body for evidence."""
    evidence = Evidence()
    if isinstance(function.node, ast.AsyncFunctionDef) or function.node.decorator_list:
        evidence.host.append(function.node)
        return evidence
    for node in _inside(function.node):
        _read(node, function, module, dialects, evidence)
    evidence.host += changes_of_dicts(function)
    if not evidence.arrays and not evidence.host and has_arrays(module, dialects):
        evidence.shows_arrays = shows_arrays(function, module, dialects)
        evidence.adds_numbers = adds_numbers(function)
    return evidence


def _inside(function: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of the body; annotations, defaults and docstrings say nothing of what it does."""
    nodes: list[ast.AST] = []
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, _SILENT):
            continue
        nodes.append(node)
        if isinstance(node, ast.AnnAssign):
            todo.extend(n for n in (node.target, node.value) if n is not None)
        elif isinstance(node, ast.Raise):
            continue
        else:
            todo += children(node)
    return nodes


def _read(node: ast.AST, function: Function, module: Module, dialects: tuple[Dialect, ...], evidence: Evidence) -> None:
    match node:
        case ast.Call():
            _read_call(node, function, module, dialects, evidence)
        case ast.BinOp(op=op, left=left, right=right):
            literal = any(isinstance(s, ast.Constant) and isinstance(s.value, int | float) for s in (left, right))
            text = any(isinstance(s, ast.Constant) and isinstance(s.value, str) for s in (left, right))
            if isinstance(op, ast.MatMult):
                evidence.arrays += 1
            if (
                isinstance(op, _NUMERIC_OPERATORS)
                or (isinstance(op, ast.Add) and literal)
                or (isinstance(op, ast.Mod) and not text)
            ):
                evidence.numeric += 1
        case ast.AugAssign(op=op, value=value):
            if isinstance(op, _NUMERIC_OPERATORS) or (
                isinstance(value, ast.Constant) and not isinstance(value.value, str)
            ):
                evidence.numeric += 1
        case ast.Compare(ops=ops):
            evidence.numeric += any(isinstance(op, _ORDERINGS) for op in ops)
            evidence.others += len(ops) > 1
        case ast.UnaryOp(op=ast.USub()):
            evidence.numeric += 1
        case ast.If() | ast.IfExp() | ast.BoolOp():
            evidence.branches += 1
        case ast.Subscript(ctx=ast.Store()) | ast.Assert() | ast.Try() | ast.FunctionDef() | ast.Lambda() | ast.Yield():
            evidence.others += 1
        case ast.For() | ast.While():
            evidence.loops += 1
        case ast.Attribute():
            _read_attribute(node, function, module, dialects, evidence)
        case ast.Dict() | ast.DictComp() | ast.Set():
            evidence.others += 1
        case ast.SetComp() | ast.ClassDef() | ast.Await() | ast.AsyncFor():
            evidence.host.append(node)
        case ast.Import() | ast.ImportFrom() | ast.AsyncWith() | ast.AsyncFunctionDef():
            evidence.host.append(node)
        case ast.Match():
            evidence.branches += 1
        case ast.With(items=items):
            if not all(is_host_setting(i, module, function.locals) for i in items):
                evidence.host.append(node)


def is_host_setting(item: ast.withitem, module: Module, shadowed: frozenset[str]) -> bool:
    """It changes how a framework warns or prints, which no value depends on."""
    if not isinstance(item.context_expr, ast.Call) or item.optional_vars is not None:
        return False
    name = module.qualified_name(item.context_expr.func, shadowed)
    return name in SETTINGS


def _is_numeric_field(name: str, module: Module) -> bool:
    kinds = [kind for kind in records_of(module).values() if name in kind.fields or name == "_replace"]
    is_told = name == "_replace" or name in record_fields(module)
    return is_told and bool(kinds) and all(kind.is_numeric for kind in kinds)


def _read_attribute(
    node: ast.Attribute, function: Function, module: Module, dialects: tuple[Dialect, ...], evidence: Evidence
) -> None:
    name = module.qualified_name(node, function.locals)
    if name is not None:
        known = lookup(dialects, name)
        if known and not name.startswith(("math.", "builtins.")):
            evidence.arrays += 1
        elif name.startswith("builtins."):
            evidence.host.append(node)
        return
    if node.attr in ("shape", "ndim", "dtype", "T") and isinstance(node.value, ast.Name | ast.Subscript):
        evidence.arrays += 1
    elif (
        not lookup_method(dialects, node.attr)
        and not _is_numeric_field(node.attr, module)
        and node.attr
        not in (
            "append",
            "extend",
            "asnumpy",
            "numpy",
            "insert",
        )
    ):
        evidence.host.append(node)


def _is_of_framework(name: str, dialects: tuple[Dialect, ...]) -> bool:
    root = name.partition(".")[0]
    return any(root in dialect.roots for dialect in dialects)


def _read_call(
    node: ast.Call, function: Function, module: Module, dialects: tuple[Dialect, ...], evidence: Evidence
) -> None:
    name = module.qualified_name(node.func, function.locals)
    if name is None:
        if isinstance(node.func, ast.Name) and node.func.id in module.functions and node.func.id not in function.locals:
            evidence.calls.add(node.func.id)
        elif isinstance(node.func, ast.Name) and node.func.id not in function.locals:
            kind = records_of(module).get(node.func.id)
            if kind is None or not kind.is_numeric:
                evidence.host.append(node)
        return
    if name.startswith("numpy.random."):
        evidence.draws += 1
        evidence.arrays += 1
        return
    if name in SETTINGS:
        return
    entries = lookup(dialects, name)
    if name == "builtins.print":
        evidence.prints += 1
        return
    if any(e.grid for e in entries) and not _is_of_framework(name, dialects):
        evidence.others += 1
    elif entries and all(e.refusal in _STAYING for e in entries):
        evidence.host.append(node)
    elif entries and all(e.refusal == rules.StatefulRandomness.code for e in entries):
        evidence.draws += 1
        evidence.arrays += 1
    elif entries or _is_of_framework(name, dialects):
        if not name.startswith(("builtins.", "math.")):
            evidence.arrays += 1
        elif name.startswith("math."):
            evidence.numeric += 1
            evidence.others += 1
        elif name not in _PLAIN_BUILTINS:
            evidence.host.append(node)
        elif name not in _TRACEABLE_BUILTINS:
            evidence.others += 1
    elif name not in _PLAIN_BUILTINS | {"functools.reduce", "dataclasses.replace"}:
        evidence.host.append(node)
