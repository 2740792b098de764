"""Runs a model as it is and as it is converted, with the same weights and inputs, and says what came of it.

Nothing but the documented interface is used: `hybridc.convert`, and what models have of PyTorch's.
"""

from __future__ import annotations

import builtins
import itertools
import linecache
import random
import signal
import symtable
import sys
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch

import hybridc
from forwards.comparing import differing, plain, tame
from forwards.programs import Call, Module, Program
from hybridc import Options

ATTEMPTS = 60
SECONDS = 2
ANNOUNCED = (
    "writes in place into an array that is read afterwards",
    "which JAX does not know as a container of arrays",
    "goes while the model runs",
    "is written inside a compiled branch or loop",
    "is set inside a compiled branch or loop",
    "inside a compiled branch or loop; move it outside",
    "of the values that a mask chooses",
)
_count = itertools.count()


@dataclass(frozen=True)
class Verdict:
    """`outcome`: same, refused, announced, loud, silent or unused (the original raises at once)."""

    outcome: str
    detail: str = ""

    @property
    def refused(self) -> list[str]:
        """The codes by which it is refused."""
        return [code[:6] for code in self.detail.split(",")] if self.outcome == "refused" else []


@dataclass
class Run:
    """What one call did."""

    given: list[Any]
    named: dict[str, Any]
    result: Any = None
    after: Any = None
    state: dict[str, Any] = field(default_factory=dict)
    error: BaseException | None = None


def loaded(source: str, without: bool = False) -> types.ModuleType:
    """The module of a text, whose lines Python finds again; of what is converted, where there is no torch."""
    name = f"forward_{next(_count)}"
    filename = f"/{name}.py"
    module = types.ModuleType(name)
    module.__file__ = filename
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    sys.modules[name] = module
    held = sys.modules["torch"]
    if without:
        sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        exec(compile(source, filename, "exec"), module.__dict__)
    finally:
        sys.modules["torch"] = held
    return module


def arguments(program: Program, number: int, call: Call) -> tuple[list[Any], dict[str, Any]]:
    draw = np.random.default_rng([program.seed, number])
    given: list[Any] = []
    named: dict[str, Any] = {}
    for name in call.arguments:
        if name.startswith("k="):
            named["k"] = int(name[2:])
        else:
            given.append(np.array(draw.integers(-4, 5, (call.batch, call.features)) / 2, np.float32))
    return given, named


def state_of(net: Any, reference: torch.nn.Module) -> dict[str, Any]:
    """Parameters, buffers and plain attributes, by the names that the original has."""
    state = {f"state_dict {n}": plain(v) for n, v in net.state_dict().items()}
    for path, part in reference.named_modules():
        if not type(part).__module__.startswith("forward_"):
            continue
        names = [n for n in part.__dict__ if not n.startswith("_") and n != "training"]
        for name in [*names, *part._buffers]:
            found = net
            for step in filter(None, path.split(".")):
                found = (
                    found[int(step)]
                    if step.isdecimal()
                    else found._modules[step]
                    if hasattr(found, "_modules")
                    else getattr(found, step)
                )
            state[f"{path}.{name}"] = plain(getattr(found, name))
    return state


def weights(net: torch.nn.Module, seed: int) -> None:
    """Numbers of which sums and products are exact, so that conditions on values go the same way."""
    made = torch.Generator().manual_seed(seed)
    for parameter in net.parameters():
        parameter.copy_(torch.randint(-3, 4, parameter.shape, generator=made) / 4)


@contextmanager
def bounded() -> Iterator[None]:
    """A loop that does not end raises."""

    def ended(*_: Any) -> None:
        raise TimeoutError("the original does not end")

    before = signal.signal(signal.SIGALRM, ended)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def originals(program: Program, double: bool = False) -> tuple[Any, list[Run]]:
    """What the original does, up to the first error, and its model as it was in the beginning."""
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64 if double else torch.float32)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = loaded(program.source)
        net, first = module.Net(), module.Net()
        weights(net, program.seed)
        weights(first, program.seed)
        runs = []
        for number, call in enumerate(program.calls):
            given, named = arguments(program, number, call)
            run = Run(given, named)
            held = [torch.tensor(x, dtype=torch.get_default_dtype()) for x in given]
            net.train(call.training)
            try:
                with bounded():
                    run.result = plain(net(*held, **named))
            except Exception as error:
                run.error = error
                break
            finally:
                torch.set_default_dtype(torch.float64 if double else torch.float32)
            run.after, run.state = plain(held), state_of(net, first)
            if not tame([run.result, run.after, run.state]):
                break
            runs.append(run)
    torch.set_default_dtype(torch.float32)
    return first, runs


def _has_unknown_names(source: str) -> bool:
    """It reads what nothing sets, where it does not come while the original runs, but does while a branch is traced."""
    module = symtable.symtable(source, "net.py", "exec")
    known = {*dir(builtins), *module.get_identifiers()}
    todo = [*module.get_children()]
    while todo:
        scope = todo.pop()
        if any(name.is_global() and name.get_name() not in known for name in scope.get_symbols()):
            return True
        todo += scope.get_children()
    return False


def program(seed: int) -> Program:
    """A program of which the original returns."""
    for attempt in range(ATTEMPTS):
        drawn = Module(random.Random(f"{seed} {attempt}").randrange(2**40)).module()
        drawn = Program(seed, drawn.source, drawn.calls)
        if _has_unknown_names(drawn.source):
            continue
        try:
            if len(originals(drawn)[1]) == len(drawn.calls):
                return drawn
        except Exception:
            continue
    return drawn


def unstable(program: Program, runs: list[Run]) -> bool:
    """The original itself gives something else with other rounding."""
    try:
        other = originals(program, double=True)[1]
    except Exception:
        return True
    if len(other) != len(runs):
        return True

    def flat(run: Run) -> list[np.ndarray]:
        return [np.asarray(leaf, float) for leaf in jax.tree_util.tree_leaves([run.result, run.after, run.state])]

    for one, two in zip(runs, other, strict=True):
        for a, b in zip(flat(one), flat(two), strict=True):
            if a.shape != b.shape or not np.allclose(a, b, rtol=1e-3, atol=1e-3):
                return True
    return False


def verdict(program: Program) -> Verdict:
    try:
        first, runs = originals(program)
    except Exception as error:
        return Verdict("unused", str(error))
    if not runs:
        return Verdict("unused")
    result = hybridc.convert(program.source, filename="net.py", options=Options(format=False))
    if result.code is None:
        return Verdict("refused", ",".join(sorted({d.code for d in result.refusals})))
    changed = "".join(d.message for d in result.diagnostics if d.code == "HYB304")
    found = compared(program, first, runs, result.code, changed)
    return Verdict("unused", "unstable") if found.outcome == "silent" and unstable(program, runs) else found


def error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {' / '.join(str(error).splitlines()[:2])}"[:400]


def compared(program: Program, first: Any, runs: list[Run], code: str, changed: str) -> Verdict:
    try:
        net = loaded(code, without=True).Net()
        net.load_state_dict({name: value.detach().numpy() for name, value in first.state_dict().items()})
    except Exception as error:
        return Verdict("loud", f"made: {error_text(error)}")
    told, told_of = "", False
    for number, (call, run) in enumerate(zip(program.calls, runs, strict=False)):
        net.train(call.training)
        held = [jnp.asarray(x) for x in run.given]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                found = plain(net(*held, **run.named))
                state = state_of(net, first)
            except Exception as error:
                return Verdict("announced" if announced(error) else "loud", f"call {number}: {error_text(error)}")
        difference = differing(run.result, found, f"call {number}, result")
        difference = difference or differing(run.state, state, f"call {number}, state")
        for name, was, now in zip(call.arguments, run.given, run.after, strict=False):
            if differing(was, now, ""):
                told_of |= any("the caller of the model passes" in str(w.message) for w in caught)
                if f"`{name}`" not in changed and "`rest`" not in changed and not told_of:
                    difference = difference or f"call {number}, argument {name}: written, and nothing says so"
                told = told or f"{name} is written"
        if difference:
            return Verdict("silent", difference)
    return Verdict("same", told)


def announced(error: BaseException) -> bool:
    """The model says that it is refused, which only tracing could find: docs/pytorch.md, "What is refused"."""
    return any(text in str(error) for text in ANNOUNCED)
