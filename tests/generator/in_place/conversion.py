"""How a program and its conversion differ in what they do for the caller."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from in_place.outcome import Outcome, dtypes_of, outcome, same

import hybridc
from differential import load
from hybridc import Options
from programs import Program, shrink
from sampling import exceeds

REPORTS_CHANGE = "HYB304"  # names the argument whose array the caller sees no change of
TAKEN_FOR_NUMBER = "HYB311"
LIKE = 40  # characters of an error's message that tell it from others


@dataclass
class Tally:
    """How many programs there were, and how many were refused, by code."""

    programs: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, verdict: Verdict) -> None:
        self.count(verdict.refused)

    def count(self, codes: Collection[str]) -> None:
        """One more program, which is refused by these codes, if there are any."""
        self.programs += 1
        self.refused += bool(codes)
        self.codes.update(codes)

    def expect_few(self, share: float, label: str) -> None:
        """Raises AssertionError where that many refused show that more than that share are."""
        assert not exceeds(self.refused, self.programs, share), (
            f"{label}: {self.refused} of {self.programs} are refused"
        )


@dataclass(frozen=True)
class Verdict:
    """By which codes a program is refused, and how the generated code differs from it where it is not."""

    refused: frozenset[str] = frozenset()
    difference: str | None = None


def verdict(program: Program) -> Verdict:
    """What the caller of the generated code gets that the original would not give, to the bit.

    That an argument keeps its old values is no difference where a diagnostic says so by the argument's name: compiled
    code cannot reach the caller's array. Generated code that refuses an array where HYB311 said that it takes a number
    is a refusal, too. Arguments that the generated code returns as changed are compared with the original's.
    """
    options = Options(graph=frozenset({program.function}), return_mutated=True)
    result = hybridc.convert(program.source, options=options)
    if result.code is None:
        return Verdict(frozenset(refusal.code for refusal in result.refusals))
    reported = [d.message for d in result.diagnostics if d.code == REPORTS_CHANGE]
    names = _parameters(program)
    returned = next(f.returned_mutated for f in result.functions if f.name == program.function)
    numbers = any(d.code == TAKEN_FOR_NUMBER for d in result.diagnostics)
    try:
        generated = getattr(load(result.code, "generated"), program.function)
        outcomes = [outcome(program.loaded(), arguments) for arguments in program.arguments]
        is_one = len({tuple(dtypes_of(o.results)) for o in outcomes}) == 1  # paths of other dtypes meet in one
        for arguments, expected in zip(program.arguments, outcomes, strict=True):
            actual = _with_returned(outcome(generated, arguments), names, returned)
            for name, before, after in zip(names, expected.arguments, actual.arguments, strict=True):
                if not same(before, after) and not any(f"`{name}`" in message for message in reported):
                    return Verdict(difference=f"argument: `{name}` is changed by the original, and nothing says so")
            if not same(actual.results, expected.results, dtypes=is_one):
                return Verdict(difference=f"values: {actual.results} instead of {expected.results}, for {arguments}")
    except Exception as error:
        if numbers and "was converted as a number" in str(error):
            return Verdict(frozenset({TAKEN_FOR_NUMBER}))
        return Verdict(difference=f"{type(error).__name__}: {error}")
    return Verdict()


def _with_returned(given: Outcome, names: list[str], returned: tuple[str, ...]) -> Outcome:
    """What the arguments are for a caller who takes back those that are returned after the results."""
    if not returned:
        return given
    results, *changed = given.results  # type: ignore[misc]
    by_name = dict(zip(returned, changed, strict=True))
    arguments = [by_name.get(name, argument) for name, argument in zip(names, given.arguments, strict=True)]
    return Outcome(results, tuple(arguments))


def _parameters(program: Program) -> list[str]:
    functions = (n for n in ast.parse(program.source).body if isinstance(n, ast.FunctionDef))
    return [argument.arg for f in functions if f.name == program.function for argument in f.args.args]


def smallest(program: Program) -> Program:
    """A small program that differs in the same way: in values, in an argument, or by the same error."""
    kind = _kind(program)
    return shrink(program, lambda smaller: _kind(smaller) == kind)


def _kind(program: Program) -> str | None:
    found = verdict(program).difference
    return found and (found.split(":")[0] if found.startswith(("values", "argument")) else found[:LIKE])
