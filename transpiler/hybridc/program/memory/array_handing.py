"""What calls make of the memory of arrays that NumPy and a framework have: the same, that of an argument, or new."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from hybridc.dialects.entry import Entry
from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup
from hybridc.syntax.dataflow import base_name
from hybridc.syntax.in_place import CHANGING_METHODS, changed_in_place
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

# NumPy's functions that make arrays of 64 bits unless they are given a dtype.
_WIDE = frozenset(
    [
        "zeros", "ones", "empty", "eye", "identity", "linspace", "logspace", "rand", "randn", "random", "uniform",
        "normal", "standard_normal", "random_sample",
    ]
)  # fmt: skip
_DTYPE = re.compile(r"\bjnp\.(?:b?float|u?int|bool)")
_CALLING_BACK = frozenset({"next", "iter", "enumerate", "zip", "reversed", "list", "tuple", "set", "dict", "sorted"})
_COPYING = frozenset({"copy.copy", "copy.deepcopy"})
_LOADING = frozenset(
    ["load_state_dict", "set_state_dict", "set_dict", "load_weights", "set_weights", "load_parameters", "load_params"]
)  # by which models get other weights, in the memory that they have


@dataclass
class Handing:
    """Asks the tables of a file's frameworks."""

    module: Module
    dialects: tuple[Dialect, ...]
    notation: Models
    _methods: dict[str, tuple[Entry, ...]] = field(default_factory=dict)

    def lines(self, node: ast.expr, own: frozenset[str]) -> tuple[Entry, ...]:
        """The lines for a function that is called by its name, those of host code among them."""
        name = self.module.qualified_name(node, own)
        if name is None:
            return ()
        return (*lookup(self.dialects, f"Host.{name}"), *lookup(self.dialects, name))

    def hands_over(self, call: ast.Call) -> bool:
        """An array comes to the framework, or leaves it."""
        if isinstance(call.func, ast.Attribute) and self.leaves(call.func.attr) is not None:
            return True
        lines = self.lines(call.func, frozenset())
        return any(e.shares for e in lines) or (any(e.back for e in lines) and self.is_of_frameworks(call))

    def is_of_frameworks(self, call: ast.Call) -> bool:
        """`np.asarray(p.detach())`."""
        given = (n for a in call.args for n in walk(a) if isinstance(n, ast.Attribute))
        is_numpys = self.is_numpys(call.func, frozenset())
        return is_numpys and any(self.is_view(n.attr) and self.is_frameworks(n.attr) for n in given)

    def methods(self, name: str) -> tuple[Entry, ...]:
        """The lines for a method, of whichever arrays."""
        if name not in self._methods:
            paths = (f"{place}.{name}" for d in self.dialects for place in ("Host", d.arrays))
            self._methods[name] = tuple(e for path in dict.fromkeys(paths) for e in lookup(self.dialects, path))
        return self._methods[name]

    def is_numpys(self, node: ast.expr, own: frozenset[str]) -> bool:
        name = self.module.qualified_name(node, own)
        root = "" if name is None else name.partition(".")[0]
        return any(root in d.roots and not d.is_of_models for d in self.dialects)

    def leaves(self, name: str) -> Entry | None:
        """The line for a method by which an array leaves the framework: `x.numpy()`."""
        return next(
            (e for e in lookup(self.dialects, f"Host.{name}") if e.is_outside and e.target == "np.asarray(self)"), None
        )

    def is_view(self, name: str) -> bool:
        """The method, or the attribute, gives what may share the memory of the array."""
        lines = self.methods(name)
        return name in self.notation.casts or any(e.is_view or e.back or _is_itself(e) for e in lines)

    def is_frameworks(self, name: str) -> bool:
        """No array of NumPy's has the method."""
        others = (d for d in self.dialects if not d.is_of_models)
        return name not in self.notation.casts and not any(d.lookup(f"{d.arrays}.{name}") for d in others)

    def may_copy(self, name: str) -> bool:
        """What it gives is the same array or a copy, as dtypes and the order of elements have it."""
        return name in self.notation.casts or any(_is_itself(e) or e.needs_contiguous for e in self.methods(name))

    def writes(self, name: str) -> bool:
        lines = self.methods(name)
        is_numpys = name in CHANGING_METHODS - {"append", "extend", "insert", "update", "add", "pop", "setdefault"}
        return (
            is_numpys
            or name in _LOADING
            or any(e.writes for e in lines)
            or (name.endswith("_") and not name.startswith("_"))
        )

    def fills(self, node: ast.Call, own: frozenset[str]) -> bool:
        """A function of the framework that writes into its first argument: `init.zeros_(x)`."""
        name = self.module.qualified_name(node.func, own)
        is_filling = name is not None and name.endswith("_") and not name.endswith("__")
        return any(e.writes for e in self.lines(node.func, own)) or is_filling

    def written_in(self, function: ast.FunctionDef) -> frozenset[str]:
        """Names, parameters or from outside, whose arrays a nested function writes."""
        found: set[str] = set()
        for node in walk(function):
            if isinstance(node, ast.stmt):
                found |= changed_in_place(node)
            elif isinstance(node, ast.Call):
                filled = node.args[:1] if self.fills(node, frozenset()) else []
                if isinstance(node.func, ast.Attribute) and self.writes(node.func.attr):
                    filled = [node.func.value]
                found |= {name for each in filled if (name := base_name(each)) is not None}
        return frozenset(found)

    def carries(self, node: ast.Call, own: frozenset[str]) -> bool:
        """What an unknown function, or a class, makes of arrays may hold them; what a model computes does not."""
        func = node.func
        name = self.module.qualified_name(func, own)
        if name in _COPYING:
            return False
        if name is not None and name.startswith("builtins."):
            return name.removeprefix("builtins.") in _CALLING_BACK
        if name is not None:
            return True
        called = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        return called[:1].isupper() or called in self.module.classes

    def bits(self, node: ast.Call, own: frozenset[str]) -> str:
        """The dtype of what NumPy makes, where the call tells."""
        name = self.module.qualified_name(node.func, own) or ""
        if name.rpartition(".")[2] not in _WIDE or not self.is_numpys(node.func, own):
            return ""
        given = [k.value for k in node.keywords if k.arg == "dtype"]
        given += node.args[1:2] if name.rpartition(".")[2] in ("zeros", "ones", "empty") else []
        if not given:
            return "float64"
        shown = self.module.qualified_name(given[0], own) or str(getattr(given[0], "value", ""))
        return shown.rpartition(".")[2]

    def copies_bits(self, lines: tuple[Entry, ...], bits: str) -> bool:
        """A cast, `x.float()`, or a type of arrays, `FloatTensor(x)`, takes a copy of arrays of this dtype."""
        return bits == "float64" and any(_DTYPE.search(e.target or "") and not e.narrows for e in lines)


def _is_itself(entry: Entry) -> bool:
    """`x.cpu()`; compiled code needs no copy, so that lines of `copy` and `clone` say the same."""
    return entry.target == "self" and entry.name.rpartition(".")[2] not in ("copy", "clone")
