"""An argument that a call leaves out is left out of what it becomes: the defaults of both have to be the same."""

import ast
import inspect

import jax
import jax.numpy as jnp
import pytest

from hybridc.dialects import ALL

# Of functions that take None for what lines say, by the names of their parameters.
NONE_IS = {
    "dtype": ("'float32'", "None"),
    "keepdims": ("False",),
    "correction": ("1",),
    "ddof": ("1",),
    "step": ("1",),
    "stride": ("()",),
    "maxval": ("1.0",),
    "value": ("0",),
    "UPLO": ("'L'",),
    "norm": ("'backward'",),
    "p": ("2",),
}
OTHERS = {
    ("jnp.roll", "axis", "()"),
    ("jnp.cross", "axis", "-1"),
    ("tensors.gather", "axis", "None"),  # which is 0
    ("ops.LRN", "nsize", "5"),  # MXNet has no default
    ("ops.eye", "M", "None"),  # as 0: as many as rows
    ("ops.TensorArray", "size", "None"),  # as 0
    ("ops.TensorArray", "dynamic_size", "None"),  # as False
    ("jnp.count_nonzero", "keepdims", "None"),
    *(
        (f"ops.{each}conv", name, ones)
        for each in ("", "depthwise_")
        for name in ("strides", "dilation_rate")
        for ones in ("(1, 1)", "(1, 1, 1)")
    ),
}
SCOPE = {"jax": jax, "jnp": jnp, "lax": jax.lax}


def scope_of(dialect):
    names = dict(SCOPE)
    for statement in dialect.models.imports.values() if dialect.models is not None else ():
        exec(statement, names)
    return names


def found(function, names):
    try:
        return eval(ast.unparse(function), dict(names))
    except (NameError, AttributeError):
        return None


def taken(call, entry, names):
    """The parameters of the function that optional ones of the line are given to, with both defaults."""
    function = found(call.func, names)
    try:
        parameters = dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return
    optional = {p.name: p.default for p in entry.parameters if p.default is not None}
    given = dict(zip(parameters, call.args, strict=False)) | {k.arg: k.value for k in call.keywords}
    if any(isinstance(a, ast.Constant) and a.value is ... for a in call.args):
        given = {p.name: ast.Name(p.name) for p in entry.parameters}
    for name, value in given.items():
        if isinstance(value, ast.Name) and value.id in optional and name in parameters:
            yield name, optional[value.id], parameters[name].default


def is_same(written, default):
    try:
        value = ast.literal_eval(written)
    except ValueError:
        return True  # a name of the framework's
    if isinstance(default, int | float | str | bool | tuple | type(None)) and default is not inspect.Parameter.empty:
        value = tuple(value) if isinstance(value, list) else value
        return value == default and isinstance(value, bool) == isinstance(default, bool)
    return False


@pytest.mark.parametrize("dialect", ALL, ids=lambda d: d.name)
def test_defaults_of_both_are_the_same(dialect):
    names = scope_of(dialect)
    wrong = []
    for entry in (e for name in dialect.names for e in dialect.lookup(name)):
        if entry.target is None or not entry.parameters:
            continue
        for call in (n for n in ast.walk(ast.parse(entry.target, mode="eval")) if isinstance(n, ast.Call)):
            wrong += [
                f"{entry.name}: {name}={written} is {default!r} in {ast.unparse(call)}"
                for name, written, default in taken(call, entry, names)
                if not is_same(written, default)
                and not ((default is None or name == "dtype") and written in NONE_IS.get(name, ()))
                and (ast.unparse(call.func), name, written) not in OTHERS
            ]
    assert wrong == []
