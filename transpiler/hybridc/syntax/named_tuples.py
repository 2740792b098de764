"""Named tuples of a file, which are pytrees: JAX takes and gives them as they are.

`State = namedtuple("State", "pos vel")`, and classes derived from `typing.NamedTuple` that have nothing but fields.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hybridc.syntax.dataflow import definitions, remembered
from hybridc.syntax.module import Module

# Hints of fields that arrays and traced numbers may take the place of: an integer may be a shape's.
_NUMERIC = frozenset({"float", "complex", "ndarray", "NDArray", "ArrayLike", "Array", "array"})


@dataclass(frozen=True)
class NamedTuple:
    """One of them."""

    name: str
    fields: tuple[str, ...]
    defaults: Mapping[str, ast.expr]
    is_numeric: bool  # nothing says that a field holds what JAX does not take

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
def named_tuples(module: Module) -> Mapping[str, NamedTuple]:
    """Those of the top level, by name."""
    return {found.name: found for found in _found(module)}


@remembered
def named_fields(module: Module) -> frozenset[str]:
    """The names of their fields which nothing else of the file has, so that they tell of such a tuple."""
    fields = {field for each in named_tuples(module).values() for field in each.fields}
    others = {n.attr for n in module.of(ast.Attribute) if isinstance(n.ctx, ast.Store)}
    classes = [c for c in module.of(ast.ClassDef) if c.name not in named_tuples(module)]
    others |= {n for c in classes for line in c.body for n in definitions(line)}
    others |= {line.target.id for c in classes for line in c.body if _is_field(line)}  # type: ignore[attr-defined]
    return frozenset(fields - others)


def _found(module: Module) -> Iterator[NamedTuple]:
    for name, known in module.globals.items():
        if known.is_rebound or known.mutated_at is not None or not isinstance(known.value, ast.Call):
            continue
        if module.qualified_name(known.value.func) != "collections.namedtuple":
            continue
        match known.value:
            case ast.Call(args=[ast.Constant(value=str()), given], keywords=[]):
                fields = _field_names(given)
                if fields:
                    yield NamedTuple(name, fields, {}, all(map(_is_numeric_value, _values(module, name))))
    for statement in module.tree.body:
        if isinstance(statement, ast.ClassDef) and not statement.decorator_list and not statement.keywords:
            if [module.qualified_name(base) for base in statement.bases] == ["typing.NamedTuple"]:
                found = _of_class(statement)
                if found is not None and statement.name not in module.globals:
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


def _of_class(statement: ast.ClassDef) -> NamedTuple | None:
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
    return NamedTuple(statement.name, tuple(fields), defaults, is_numeric) if fields else None


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
