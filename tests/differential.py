"""The proof of a conversion: original and generated code give the same values on the same inputs.

Executes the programs that it is given, which are the project's own.
"""

from __future__ import annotations

import types
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import numpy as np

import hybridc
from closeness import assert_close
from hybridc import Options


def load(code: str, name: str = "program") -> types.ModuleType:
    module = types.ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module


def converted(source: str, **options: Any) -> str:
    """The generated source; fails with the refusals where there is none."""
    result = hybridc.convert(source, filename="program.py", options=Options(**options))
    assert result.code is not None, [f"{d.location.line}: {d.code} {d.message}" for d in result.refusals]
    return result.code


def graph_function(parameters: str, body: str) -> str:
    """The source of a function `f` that is to be compiled."""
    lines = "\n".join(f"    {line}".rstrip() for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f({parameters}):  # hybridc: graph\n{lines}\n"


def function_file(source: str) -> str:
    """The text of a program's functions as a file, of which `f` is to be compiled."""
    imports = "" if "import numpy" in source else "import numpy as np\n\n\n"
    lines = source.strip("\n").split("\n")
    marked = [f"{line}  # hybridc: graph" if line.startswith("def f(") else line for line in lines]
    return imports + "\n".join(marked) + "\n"


def fresh(arguments: Sequence[Any]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def assert_same(expected: Any, actual: Any, rtol: float = 1e-9) -> None:
    """The same structure, shapes and values; a kind of number may have become a wider one, as from int to float."""
    ours, theirs = jax.tree_util.tree_leaves(in_order(actual)), jax.tree_util.tree_leaves(in_order(expected))
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert np.shape(one) == np.shape(other)
        kind, expected_kind = np.asarray(one).dtype.kind, np.asarray(other).dtype.kind
        assert "buifc".index(expected_kind) <= "buifc".index(kind) or {kind, expected_kind} <= {"i", "u"}
        assert_close(np.asarray(one), np.asarray(other), rtol=rtol, atol=1e-12)


def in_order(value: Any) -> Any:
    """The value with dicts whose keys JAX does not sort."""
    if isinstance(value, dict):
        return OrderedDict((key, in_order(held)) for key, held in value.items())
    return type(value)(map(in_order, value)) if type(value) in (list, tuple) else value


def assert_agree(
    source: str, function: str, cases: Iterable[Sequence[Any]], compare: Callable[..., None] = assert_same
) -> str:
    """Runs both sides on all cases, the generated one compiled, and the first case operation by operation as well.

    Where the generated function changes its callers' arrays, these are compared, too. Returns the generated code.
    """
    code = converted(source)
    original, generated = getattr(load(source), function), getattr(load(code, "generated"), function)
    writes = hasattr(generated, "pure")
    for index, case in enumerate(cases):
        theirs, ours = fresh(case), fresh(case)
        expected = original(*theirs)
        compare(expected, generated(*ours))
        if writes:
            compare(theirs, ours)
        elif index == 0:
            _compare_eagerly(expected, generated, case, compare)
    return code


def _compare_eagerly(
    expected: Any, generated: Callable[..., Any], case: Sequence[Any], compare: Callable[..., None]
) -> None:
    """The generated function operation by operation, where the two sides of `&` are both looked at.

    That an index is out of range is an error then, and the only one: compiled code clamps it and goes on.
    """
    arguments = [jax.numpy.asarray(a) if isinstance(a, np.ndarray) else a for a in fresh(case)]
    with jax.disable_jit():
        try:
            actual = generated(*arguments)
        except IndexError as error:
            if "out of bounds" not in str(error):
                raise
            return
    compare(expected, actual)
