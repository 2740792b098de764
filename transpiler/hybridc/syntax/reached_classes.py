"""The classes of a file, wherever they stand, and the methods that Python itself calls, for the points-to analysis."""

from __future__ import annotations

import ast

from hybridc.syntax.walking import walk

Method = ast.FunctionDef | ast.AsyncFunctionDef
_MAKING = ("__new__", "__init__")
_ASKED = frozenset(  # whose results are new, or no arrays
    [
        *_MAKING, "__post_init__", "__repr__", "__str__", "__len__", "__hash__", "__eq__", "__ne__", "__lt__", "__le__",
        "__gt__", "__ge__", "__bool__", "__contains__", "__exit__", "__setattr__", "__del__", "__sizeof__",
        "__init_subclass__", "__class_getitem__",
    ]
)  # fmt: skip


class FileClasses:
    """Classes and their methods, by name."""

    def __init__(self, tree: ast.Module) -> None:
        self.known: dict[str, list[ast.ClassDef]] = {}
        self.methods: dict[str, list[Method]] = {}
        for each in (n for n in walk(tree) if isinstance(n, ast.ClassDef)):
            self.known.setdefault(each.name, []).append(each)
            for method in _methods(each):
                self.methods.setdefault(method.name, []).append(method)

    def family(self, name: str) -> list[ast.ClassDef]:
        """The classes of the name, and those that they are derived from."""
        found: dict[str, list[ast.ClassDef]] = {}
        todo = [name]
        while todo:
            each = todo.pop(0)
            if each in self.known and each not in found:
                found[each] = self.known[each]
                todo += [base.id for c in found[each] for base in c.bases if isinstance(base, ast.Name)]
        return [c for of_name in found.values() for c in of_name]

    def making(self, name: str) -> list[Method]:
        """What the arguments of a call of the class are given to."""
        every = [m for c in self.family(name) for m in _methods(c)]
        return [m for kind in _MAKING for m in [m for m in every if m.name == kind][:1]]

    def called_by_python(self, name: str) -> list[Method]:
        """For `x[i]`, `x()`, `x + 1`, loops and `with`, of an object of the class."""
        every = (m for c in self.family(name) for m in _methods(c))
        return [m for m in every if m.name.startswith("__") and m.name.endswith("__") and m.name not in _ASKED]


def is_of_class_or_object(method: Method) -> str:
    """How a method is called: with an object, with a class, or with neither ("static")."""
    names = {getattr(d, "id", "") for d in method.decorator_list}
    return "static" if "staticmethod" in names else "class" if "classmethod" in names else "object"


def _methods(cls: ast.ClassDef) -> list[Method]:
    return [s for s in cls.body if isinstance(s, ast.FunctionDef | ast.AsyncFunctionDef)]
