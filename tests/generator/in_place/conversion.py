"""How a program and its conversion differ in what they do for the caller."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field

from in_place.outcome import outcome, same

import hybridc
from differential import fresh, load
from programs import Program, shrink

REPORTS_CHANGE = {"HYB304", "HYB308"}  # which say, and name, what the caller's arrays no longer show


@dataclass
class Tally:
    """How many programs were converted, and how many refused, by code."""

    programs: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, codes: set[str]) -> None:
        self.programs += 1
        self.refused += bool(codes)
        self.codes.update(codes)

    def __str__(self) -> str:
        parts = [f"{code} {100 * count / self.programs:.1f} %" for code, count in self.codes.most_common()]
        share = 100 * self.refused / max(self.programs, 1)
        return f"{self.programs} programs, {share:.1f} % refused: {', '.join(parts) or 'none'}"


def refusals(program: Program) -> set[str]:
    return {refusal.code for refusal in hybridc.convert(program.source).refusals}


def difference(program: Program) -> str | None:
    """What the caller of the generated code gets that the original would not give, to the bit.

    None where there is nothing, or the program is refused. That an argument keeps its old values is no difference
    where a diagnostic says so by the argument's name: compiled code cannot reach the caller's array.
    """
    result = hybridc.convert(program.source)
    if result.code is None:
        return None
    reported = {d.message for d in result.diagnostics if d.code in REPORTS_CHANGE}
    names = _parameters(program)
    try:
        generated = getattr(load(result.code, "generated"), program.function)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    for arguments in program.arguments:
        expected = outcome(program.loaded(), arguments)
        for name, before, after in zip(names, arguments, expected.arguments, strict=True):
            if not same(before, after) and not any(f"`{name}`" in message for message in reported):
                return f"the caller's `{name}` is changed by the original, and nothing says so"
        try:
            actual = generated(*fresh(arguments))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        if not same(actual, expected.results):
            return f"for {arguments}: {actual} instead of {expected.results}"
    return None


def _parameters(program: Program) -> list[str]:
    functions = (n for n in ast.parse(program.source).body if isinstance(n, ast.FunctionDef))
    return [argument.arg for f in functions if f.name == program.function for argument in f.args.args]


def smallest(program: Program) -> Program:
    """A small program that differs in the same way: in values, in an argument, or by the same error."""
    kind = _kind(difference(program))
    return shrink(program, lambda smaller: _kind(difference(smaller)) == kind)


def _kind(found: str | None) -> str | None:
    return found and found.split(" ")[0]
