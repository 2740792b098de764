"""Records of a file, which are pytrees: JAX takes and gives them as they are.

`State = namedtuple("State", "pos vel")`, classes derived from `typing.NamedTuple` that have nothing but fields, and
dataclasses, once they are registered (`jax.tree_util.register_dataclass`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hybridc.syntax.dataflow import definitions, remembered
from hybridc.syntax.module import Module

# Hints of fields that arrays and traced numbers may take the place of: an integer may be a shape's.
_OPTIONS = frozenset({"frozen", "eq", "order", "repr", "slots", "unsafe_hash", "match_args"})
_NUMERIC = frozenset({"float", "complex", "ndarray", "NDArray", "ArrayLike", "Array", "array"})


@dataclass(frozen=True)
class Record:
    """One of them."""

    name: str
    fields: tuple[str, ...]
    defaults: Mapping[str, ast.expr]
    is_numeric: bool  # nothing says that a field holds what JAX does not take
    is_dataclass: bool = False
    is_mutable: bool = False

    def given(self, call: ast.Call) -> dict[str, ast.expr] | None:
        """What a call gives the fields, in the order in which it is computed; None where the text does not tell."""
        if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(self.fields):
            return None
        found = dict(zip(self.fields, call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in self.fields or keyword.arg in found:
                return None
            found[keyword.arg] = keyword.value
        found |= {field: value for field, value in self.defaults.items() if field not in found}
        return found if len(found) == len(self.fields) else None

    def keys(self) -> tuple[object, ...]:
        """What tells its elements from those of other tuples."""
        return tuple(f"{self.name}.{field}" for field in self.fields)


@remembered
def records_of(module: Module) -> Mapping[str, Record]:
    """Those of the top level, by name."""
    return {found.name: found for found in _found(module)}


@remembered
def record_fields(module: Module) -> frozenset[str]:
    """The names of their fields which nothing else of the file has, so that they tell of such a tuple."""
    fields = {field for each in records_of(module).values() for field in each.fields}
    others = {n.attr for n in module.of(ast.Attribute) if isinstance(n.ctx, ast.Store)}
    classes = [c for c in module.of(ast.ClassDef) if c.name not in records_of(module)]
    others |= {n for c in classes for line in c.body for n in definitions(line)}
    others |= {line.target.id for c in classes for line in c.body if _is_field(line)}  # type: ignore[attr-defined]
    return frozenset(fields - others)


def _found(module: Module) -> Iterator[Record]:
    for name, known in module.globals.items():
        if known.is_rebound or known.mutated_at is not None or not isinstance(known.value, ast.Call):
            continue
        if module.qualified_name(known.value.func) != "collections.namedtuple":
            continue
        match known.value:
            case ast.Call(args=[ast.Constant(value=str()), given], keywords=[]):
                fields = _field_names(given)
                if fields:
                    yield Record(name, fields, {}, all(map(_is_numeric_value, _values(module, name))))
    for statement in module.tree.body:
        if isinstance(statement, ast.ClassDef) and not statement.keywords and statement.name not in module.globals:
            found = None
            if statement.decorator_list and not statement.bases:
                found = _of_dataclass(statement, module)
            elif [module.qualified_name(base) for base in statement.bases] == ["typing.NamedTuple"]:
                found = _of_class(statement) if not statement.decorator_list else None
            if found is not None:
                yield found


def _is_field(line: ast.stmt) -> bool:
    return isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)


def _field_names(given: ast.expr) -> tuple[str, ...]:
    match given:
        case ast.Constant(value=str(text)):
            names = text.replace(",", " ").split()
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            names = [e.value for e in elements if isinstance(e, ast.Constant) and isinstance(e.value, str)]
            if len(names) < len(elements):
                return ()
        case _:
            return ()
    return tuple(names) if all(n.isidentifier() and not n.startswith("_") for n in names) else ()


def _of_class(statement: ast.ClassDef) -> Record | None:
    fields: list[str] = []
    defaults: dict[str, ast.expr] = {}
    is_numeric = True
    for line in statement.body:
        match line:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case ast.AnnAssign(target=ast.Name(id=field), annotation=hint, value=default):
                fields.append(field)
                is_numeric &= bool(set(_words(hint)) & _NUMERIC)
                if default is not None:
                    if not isinstance(default, ast.Constant):
                        return None
                    defaults[field] = default
            case _:
                return None
    return Record(statement.name, tuple(fields), defaults, is_numeric) if fields else None


def _of_dataclass(statement: ast.ClassDef, module: Module) -> Record | None:
    """One whose `__init__` takes its fields, and does nothing else."""
    decorator, *others = statement.decorator_list
    given: list[ast.keyword] = decorator.keywords if isinstance(decorator, ast.Call) else []
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    options = {k.arg: k.value.value for k in given if isinstance(k.value, ast.Constant)}
    if others or module.qualified_name(called) != "dataclasses.dataclass" or not options.keys() <= _OPTIONS:
        return None
    if len(options) < len(given) or (isinstance(decorator, ast.Call) and decorator.args):
        return None
    fields: list[str] = []
    defaults: dict[str, ast.expr] = {}
    is_numeric = True
    for line in statement.body:
        match line:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case ast.FunctionDef(name=name) if not name.startswith("__") or name in ("__repr__", "__str__"):
                continue
            case ast.AnnAssign(target=ast.Name(id=field), annotation=hint, value=default):
                words = {*_words(hint)}
                asked = {k.arg for k in default.keywords} if isinstance(default, ast.Call) else set()
                if words & {"ClassVar", "InitVar", "KW_ONLY"} or not asked <= {"default", "default_factory", "repr"}:
                    return None
                fields.append(field)
                is_numeric &= bool(words & _NUMERIC)
                if isinstance(default, ast.Constant):
                    defaults[field] = default
            case _:
                return None
    is_mutable = options.get("frozen") is not True
    return Record(statement.name, tuple(fields), defaults, is_numeric, True, is_mutable) if fields else None


def _words(hint: ast.expr) -> Iterator[str]:
    for node in ast.walk(hint):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _values(module: Module, name: str) -> Iterator[ast.expr]:
    for call in module.calls.get(name, ()):
        yield from (*call.args, *(k.value for k in call.keywords))


def _is_numeric_value(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=bool() | str() | bytes() | None):
            return False
        case ast.Lambda() | ast.Dict() | ast.JoinedStr():
            return False
    return True
