"""Runs a program as it is and as it is converted, in every mode, and says what came of it.

Nothing but the documented interface is used: `hybridc.convert`, its options, and `hybridc.hybridize`.
"""

from __future__ import annotations

import ast
import itertools
import linecache
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import hybridc
from hybridc import Check, Options
from seams.comparing import differing, differing_with, tame
from seams.programs import Program
from seams.untaken import is_of_untaken

MODES: dict[str, dict[str, Any]] = {
    "default": {},
    "partial": {"partial": True},
    "return-mutated": {"return_mutated": True},
    "checked": {"checked": frozenset(Check), "partial": True},
    "hybridize": {},
}
Assumptions = tuple[hybridc.AssumptionReport, ...]
TURNS = 3
_count = itertools.count()


@dataclass(frozen=True)
class Verdict:
    """`outcome`: same, refused, raises, announced, silent or unused (the original raises in every call)."""

    outcome: str
    detail: str = ""

    @property
    def refused(self) -> list[str]:
        """The codes by which it is refused."""
        return [code[:6] for code in self.detail.split(",")] if self.outcome == "refused" else []


@dataclass
class Run:
    """What one call did."""

    inputs: list[Any]
    result: Any = None
    after: Any = None
    state: dict[str, Any] | None = None
    error: BaseException | None = None
    warned: bool = False


def inputs(program: Program) -> Iterator[list[Any]]:
    random = np.random.default_rng(program.seed)
    for shapes in program.shapes:
        if () in shapes and any(text in program.source for text in ("[...]", "asarray", ".fill(", ".shape[")):
            continue  # what they give of a number is an array of its own; and nothing indexes its shape
        for turn in range(TURNS):
            low = 0 if program.kind == "uint8" else -6
            arrays = [np.asarray(random.integers(low, 7, shape)) for shape in shapes]
            if program.kind.startswith("float"):
                arrays = [array / 2 for array in arrays]
            given = [np.array(array, program.kind) for array in arrays]
            given = [array if array.shape else array[()] for array in given]  # which counts as a number
            yield [*given, [2, 1, 3][turn]]


def loaded(source: str) -> types.ModuleType:
    """The module of a text, whose lines Python finds again."""
    name = f"seam_{next(_count)}"
    filename = f"/{name}.py"
    module = types.ModuleType(name)
    module.__file__ = filename
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    sys.modules[name] = module
    try:
        exec(compile(source, filename, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def state_of(module: types.ModuleType) -> dict[str, Any]:
    return {name: np.array(getattr(module, name)) for name in ("BASE", "PART") if hasattr(module, name)}


def call(module: types.ModuleType, function: Callable[..., Any], given: list[Any]) -> Run:
    given = [x.copy() if isinstance(x, np.ndarray) else x for x in given]
    run = Run([x.copy() if isinstance(x, np.ndarray) else x for x in given])
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            run.result = snapshot(function(*given))
        except Exception as error:
            run.error = error
    run.warned = any("broadcast" in str(one.message) for one in caught)
    run.after, run.state = given, state_of(module)
    return run


def snapshot(value: Any) -> Any:
    """Values as they are now: later calls may write into them."""
    if isinstance(value, list | tuple):
        return type(value)(snapshot(v) for v in value)
    if isinstance(value, dict):
        return {k: snapshot(v) for k, v in value.items()}
    return np.array(value) if value is not None and not isinstance(value, bool | int | float) else value


def originals(program: Program) -> list[Run]:
    """What the original does; where its module has a state, nothing after the first error."""
    module = loaded(program.source)
    runs: list[Run] = []
    for given in inputs(program):
        run = call(module, getattr(module, program.entry), given)
        runs.append(run)
        if run.state and (run.error is not None or not tame([run.result, run.after])):
            break
    return runs


def announced_arguments(source: str, entry: str, diagnostics: list[tuple[str, int, str]]) -> list[str]:
    """The parameters of the entry of which a diagnostic inside of it says that their change is the caller's to take."""
    tree = ast.parse(source)
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == entry)
    names = [a.arg for a in function.args.args]
    said = {
        name
        for name in names
        for code, line, message in diagnostics
        if code == "HYB304" and function.lineno <= line <= (function.end_lineno or 0) and f"`{name}`" in message
    }
    return [name for name in names if name in said]


def verdicts(program: Program) -> Iterator[tuple[str, Verdict]]:
    """What comes of a program in each mode; half of the time in those that take long."""
    expected = originals(program)
    known: dict[tuple[str, ...], Verdict] = {}
    for mode in MODES:
        if (program.seed % 3 and mode in ("checked", "hybridize")) or (mode == "hybridize" and program.host):
            continue
        yield mode, verdict(program, mode, expected, known)


def verdict(
    program: Program, mode: str, expected: list[Run], known: dict[tuple[str, ...], Verdict] | None = None
) -> Verdict:
    known = {} if known is None else known
    usable = [run for run in expected if run.error is None and tame([run.result, run.after])]
    if not usable:
        return Verdict("unused")
    if mode == "hybridize":
        return hybridized(program, expected)
    any_dtype = takes_any_dtype(program)
    result = hybridc.convert(
        program.source, filename="p.py", options=Options(**MODES[mode], any_dtype=any_dtype, format=False)
    )
    said = [(d.code, d.location.line, d.message) for d in result.diagnostics]
    if result.code is None:
        return Verdict("refused", ",".join(sorted({d.code for d in result.refusals})))
    changed = announced_arguments(program.source, program.entry, said)
    returned = changed if mode == "return-mutated" else None
    same = (result.code, *changed, *(["returned"] if returned else []))
    if same not in known:
        try:
            module = loaded(result.code)
        except Exception as error:
            return Verdict("raises", f"import: {type(error).__name__}: {error}")
        known[same] = compared(
            program, mode, module, getattr(module, program.entry), expected, any_dtype, said, changed, returned
        )
    return known[same]


def hybridized(program: Program, expected: list[Run]) -> Verdict:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module = loaded(program.source)
        try:
            function = hybridc.hybridize(getattr(module, program.entry))
            call(module, function, expected[0].inputs)  # some is only said at the first call
        except hybridc.ConversionError as error:
            return Verdict("refused", ",".join(sorted({w for w in str(error).split() if w.startswith("HYB")})))
        module = loaded(program.source)
        try:
            function = hybridc.hybridize(getattr(module, program.entry))
        except hybridc.ConversionError as error:
            return Verdict("refused", ",".join(sorted({w for w in str(error).split() if w.startswith("HYB")})))
    said = [
        (w, m.lineno, str(m.message))
        for m in caught
        for w in str(m.message).replace(":", " ").split()
        if w.startswith("HYB")
    ]
    changed = announced_arguments(program.source, program.entry, said)
    return compared(program, "hybridize", module, function, expected, True, said, changed, None)


def compared(
    program: Program,
    mode: str,
    module: types.ModuleType,
    function: Callable[..., Any],
    expected: list[Run],
    strict: bool,
    said: list[tuple[str, int, str]],
    changed: list[str],
    returned: list[str] | None,
) -> Verdict:
    function_node = next(
        n for n in ast.parse(program.source).body if isinstance(n, ast.FunctionDef) and n.name == program.entry
    )
    names = [a.arg for a in function_node.args.args]
    raised: Verdict | None = None
    announced = ""
    told: set[int] = set()  # for which shapes a warning says that a number is broadcast
    for number, run in enumerate(expected):
        if run.error is not None or not tame([run.result, run.after]):
            continue
        found = call(module, function, run.inputs)
        told |= {number // TURNS} if found.warned else set()
        if found.error is not None:
            text = f"{type(found.error).__name__}: {str(found.error).splitlines()[0] if str(found.error) else ''}"
            if isinstance(found.error, hybridc.ConversionError):
                return Verdict("refused", text)
            told_first = assumptions(program, mode, function)
            kind = "announced" if is_announced(program, told_first, run.inputs, found.error, said) else "raises"
            raised = raised or Verdict(kind, f"call {number}: {text[:300]}")
            if run.state:
                break
            continue
        told_of = [*changed] if not rankless(run.inputs, said) else names
        difference, of_changed = apart(run, found, names, told_of, returned, strict, number)
        announced = announced or of_changed or ""
        if difference is None:
            continue
        are_types = apart(run, found, names, told_of, returned, False, number)[0] is None
        if (
            number // TURNS not in told
            and not rankless(run.inputs, said)
            and not (are_types and tells_types(assumptions(program, mode, function), said))
        ):
            return Verdict("silent", difference)
        announced = announced or difference
    return raised or (Verdict("announced", announced) if announced else Verdict("same"))


def apart(
    run: Run, found: Run, names: list[str], changed: list[str], returned: list[str] | None, strict: bool, number: int
) -> tuple[str | None, str | None]:
    """Where two calls differ, and where in an argument of which a diagnostic says that it keeps what it has."""
    where = f"call {number}, result"
    if returned:
        kept = {name: run.after[names.index(name)] for name in returned}
        difference = differing_with(run.result, kept, found.result, strict, where)
    else:
        difference = differing(run.result, found.result, strict, where)
    of_changed: str | None = None
    for name, was, now in zip(names, run.after, found.after, strict=False):
        at = differing(was, now, strict, f"call {number}, argument {name}")
        if at and name in changed:
            of_changed = of_changed or at
        else:
            difference = difference or at
    return difference or differing(run.state, found.state, strict, f"call {number}, globals"), of_changed


DOCUMENTED = ("axis 0 is out of bounds for array of dimension 0",)  # docs/semantics.md, "Axes of numbers"
# What errors of guards begin with, or say, by the kind of assumption that `hybridc check --assumptions` lists.
GUARDS = {
    "one-type": ("the branches of `", "the two are of different types"),
    "callers-array": ("shares memory with another argument",),
    "one-value": ("was converted as a number",),
}


def is_announced(
    program: Program,
    assumed: Assumptions,
    given: list[Any],
    error: BaseException,
    said: list[tuple[str, int, str]],
) -> bool:
    """A diagnostic tells of it, or it is the guard of what the list of assumptions has."""
    if isinstance(error, TypeError) and any(c == "HYB311" for c, _, _ in said):
        return True
    if any(text in str(error) for text in DOCUMENTED):
        return True
    found = {kind for kind, texts in GUARDS.items() if any(text in str(error) for text in texts)}
    if any(np.ndim(each) == 0 for each in given[:-1]) and "JAX arrays are immutable" in str(error):
        found.add("written-array")
    if found & {a.kind for a in assumed}:
        return True
    told = {a.line for a in assumed if a.kind == "traced-too"}
    original = loaded(program.source)
    return is_of_untaken(
        program.source,
        told,
        lambda: call(original, getattr(original, program.entry), given),
        original.__file__ or "",
        error,
    )


def tells_types(assumed: Assumptions, said: list[tuple[str, int, str]]) -> bool:
    """That branches of other dtypes, or one of Python's numbers and an array's, meet in one."""
    is_chosen = any(code == "HYB505" and ("`max(" in text or "`min(" in text) for code, _, text in said)
    return is_chosen or "one-type" in {a.kind for a in assumed}


def assumptions(program: Program, mode: str, function: Callable[..., Any]) -> Assumptions:
    """What `hybridc check --assumptions` lists, or a function that `hybridize` converted."""
    if mode == "hybridize":
        return function.assumptions  # type: ignore[attr-defined, no-any-return]
    options = Options(**MODES[mode], any_dtype=takes_any_dtype(program))
    return hybridc.check(program.source, filename="p.py", options=options).assumptions


def takes_any_dtype(program: Program) -> bool:
    return program.kind not in ("float64", "int64")


def rankless(given: list[Any], said: list[tuple[str, int, str]]) -> bool:
    """An array without dimensions counts as a number where a diagnostic says that something is taken for one."""
    return any(np.shape(one) == () and isinstance(one, np.ndarray) for one in given) and any(
        c == "HYB311" for c, _, _ in said
    )
