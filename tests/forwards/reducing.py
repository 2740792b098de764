"""The smallest program that still does what a found one does: statements and calls go as long as the verdict stays."""

from __future__ import annotations

import ast
import itertools
import re
import time
from collections.abc import Iterator
from dataclasses import replace

import jax

from forwards.programs import Program
from forwards.running import Verdict, verdict


def alike(verdict: Verdict) -> tuple[str, str]:
    """What has to stay: of errors their text without names and numbers, of differences where they are."""
    detail = verdict.detail if verdict.outcome in ("loud", "announced") else verdict.detail.split(":")[0]
    return verdict.outcome, re.sub(r"call \d|`[^`]*`|<[^>]*>|[A-Za-z_]*\d+|\[[^]]*\]", "", detail)[:80]


def simpler(source: str) -> Iterator[str]:
    """The text with an operand or argument in the place of an expression."""
    tree = ast.parse(source)
    places = [number for number, n in enumerate(ast.walk(tree)) if isinstance(n, ast.expr)]
    for number in places:
        for way in range(3):
            copy = ast.parse(source)
            node = next(itertools.islice(ast.walk(copy), number, None))
            inner = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                inner = [node.func.value, *node.args]
            if way >= len(inner):
                break
            for parent in ast.walk(copy):
                for field, value in ast.iter_fields(parent):
                    if value is node:
                        setattr(parent, field, inner[way])
                    elif isinstance(value, list) and node in value:
                        value[value.index(node)] = inner[way]
            try:
                yield ast.unparse(copy)
            except Exception:
                continue


def without(source: str) -> Iterator[str]:
    """The text without one statement, the last first, or with what a compound one holds in its place."""
    tree = ast.parse(source)
    for number in reversed(range(sum(isinstance(n, ast.stmt) for n in ast.walk(tree)))):
        for unwrapped in (False, True):
            copy = ast.parse(source)
            node = [n for n in ast.walk(copy) if isinstance(n, ast.stmt)][number]
            if unwrapped and not isinstance(node, ast.If | ast.For | ast.While | ast.Try | ast.With):
                continue
            for parent in ast.walk(copy):
                for field in ("body", "orelse", "finalbody"):
                    held = getattr(parent, field, None)
                    if isinstance(held, list) and node in held:
                        held[held.index(node) : held.index(node) + 1] = node.body if unwrapped else []
                        if not held and field == "body":
                            held.append(ast.Pass())
            yield ast.unparse(copy)


def reduced(program: Program, found: Verdict, seconds: float = 60) -> Program:
    """Goes on where it is after each success: to begin anew takes far longer than it gives."""
    wanted, until = alike(found), time.monotonic() + seconds

    def holds(candidate: Program) -> bool:
        try:
            return alike(verdict(candidate)) == wanted
        except Exception:
            return False

    for number in range(len(program.calls)):
        one = replace(program, calls=program.calls[: number + 1])
        if holds(one):
            program = one
            break
    for ways in (without, without, simpler, without):
        number = 0
        while time.monotonic() < until:
            text = next(itertools.islice(ways(program.source), number, None), None)
            if text is None:
                break
            candidate = replace(program, source=text + "\n")
            if len(text) < len(program.source.strip()) and holds(candidate):
                program = candidate
            else:
                number += 1
        jax.clear_caches()
    return program
