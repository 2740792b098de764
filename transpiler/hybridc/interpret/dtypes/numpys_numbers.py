"""Numbers that NumPy's functions make of Python's, `np.sqrt(2.0)`: NumPy's, beside which float32 becomes float64.

JAX's functions make of Python's numbers such as take the dtype of what they meet.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.dialects.entry import Entry
from hybridc.domain.values import WEAK_FLOAT, WEAK_INT, Form, Value, may_be_pythons
from hybridc.interpret.dtypes.small_numbers import small_names
from hybridc.program.state import State
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.module import MODULE, Module
from hybridc.syntax.walking import walk

_NARROW = frozenset(["float16", "float32", "complex64"])
_OTHERWISE = frozenset(["half", "single", "csingle"])  # which name much else
_FLOAT, _NUMBER = "jnp.asarray({x}, float)", "numpy_like.number({x})"
_CODES = frozenset(["f2", "f4", "c8", "<f2", "<f4", "<c8"])
_LETTERS = frozenset(["e", "f", "F"])  # where they name a dtype


def made_numpys(state: State, node: ast.expr, entry: Entry, values: Sequence[Value]) -> None:
    """Notes that a number of Python's is given as one of NumPy's, where what comes of it may meet narrow ones."""
    if not isinstance(node, ast.Call) or node.keywords or len(values) != len(node.args) or not values:
        return
    is_made = entry.takes_lists and len(values) == 1 and entry.casts in ("", "dtype")
    is_computed = entry.shape == "elementwise" and not entry.casts and entry.dtype != "bool"
    if not (is_made or is_computed) or not (state.known.any_dtype or _has_narrow(state, is_made)):
        return
    casts = state.plan.lines.casts
    if casts.get(node.args[0]) in (_FLOAT, _NUMBER):
        del casts[node.args[0]]
    if node.args[0] in casts:  # by what it may be as well, which gives NumPy's numbers
        return
    forms = (Form.NUMBER, Form.UNKNOWN) if state.known.any_dtype else (Form.NUMBER,)
    if all(may_be_pythons(value) and value.form in forms for value in values):
        is_of_floats = entry.dtype == "float" and values[0].dtype <= WEAK_INT | WEAK_FLOAT
        casts[node.args[0]] = _FLOAT if is_of_floats else _NUMBER


def _has_narrow(state: State, of_any_kind: bool) -> bool:
    function = state.plan.function.qualified_name
    small = small_names(state.module, state.dialects).get(function)
    return (of_any_kind and small is not None and small.is_inside) or function in _meeting_narrow(state.module)


@remembered
def _meeting_narrow(module: Module) -> frozenset[str]:
    """The functions that name floating point numbers of fewer than 64 bits, or read globals that are made of such, what
    these call, and the top of such a file."""
    made = {n for n, g in module.globals.items() if g.value is not None and any(map(_names_narrow, walk(g.value)))}
    every = module.functions.items()
    named = {n for n, f in every if any(map(_names_narrow, f.nodes)) or not made.isdisjoint(f.names_loaded())}
    if named or made:
        named.add(MODULE)
    found, todo = set(named), [*named]
    while todo:
        function = module.functions.get(todo.pop())
        called = (function.names_loaded() if function is not None else set()) & module.functions.keys()
        todo += called - found
        found |= called
    return frozenset(found)


def _names_narrow(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name) if name in _OTHERWISE:
            return True
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in _NARROW
        case (
            ast.keyword(arg="dtype", value=ast.Constant(value=str(text)))
            | ast.Call(func=ast.Attribute(attr="astype"), args=[ast.Constant(value=str(text)), *_])
        ):
            return text in _LETTERS
        case ast.Constant(value=str(text)):
            return text in _NARROW or text in _CODES
    return False
