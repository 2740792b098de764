"""Layers that models make of themselves, and what the file tells of their results."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import partial

from hybridc.dialects import TELLING
from hybridc.dialects.entry import Entry
from hybridc.domain.values import Value
from hybridc.interpret.models.run import ModelRun
from hybridc.program.plans import FunctionPlan
from hybridc.program.static_demand import lookup
from hybridc.syntax.walking import walk


def is_own(run: ModelRun, node: ast.expr) -> bool:
    """The object that the method is called of."""
    return isinstance(node, ast.Name) and node.id == run.own


def makers_of(run: ModelRun, called: ast.expr) -> list[tuple[ast.Call, Entry]]:
    """The calls that made a part of the own object, with their lines; empty where the file does not tell all."""
    if not (isinstance(called, ast.Attribute) and is_own(run, called.value)):
        return []
    found: list[tuple[ast.Call, Entry]] = []
    makers = run.models.makers(run.owner, called.attr)
    for maker in (side for each in makers for side in _sides(each)):
        value = _wrapped(run, maker)
        if _is_itself(run, value, called):
            continue
        entries = lines_of_maker(run, value)
        if not isinstance(value, ast.Call) or not entries:
            return []
        found.append((value, entries[0]))
    return found


def is_surely_part(run: ModelRun, node: ast.expr) -> bool:
    """`self.head`, which the file sets to layers and models alone."""
    if not (isinstance(node, ast.Attribute) and is_own(run, node.value)):
        return False
    makers = [side for each in run.models.makers(run.owner, node.attr) for side in _sides(each)]
    return bool(makers) and all(_is_itself(run, m, node) or makes_part(run, m) for m in makers)


def class_made(run: ModelRun, maker: ast.expr) -> str | None:
    """The model of the file that a call makes one of."""
    called = maker.func if isinstance(maker, ast.Call) else None
    return called.id if isinstance(called, ast.Name) and called.id in run.models.classes else None


def entries_of(run: ModelRun, maker: ast.expr) -> list[FunctionPlan | None]:
    """Of such a model, the plans of the methods that run when it is called; empty of anything else."""
    name = class_made(run, maker)
    entries = run.models.notation.entries if name is not None else ()
    return [run.state.plans.get(f"{name}.{entry}") for entry in entries]


def makes_part(run: ModelRun, maker: ast.expr) -> bool:
    if (name := class_made(run, maker)) is not None:
        return not run.models.classes[name].has_derivative
    return isinstance(maker, ast.Call) and any(e.is_part for e in lines_of_maker(run, maker))


def _is_itself(run: ModelRun, maker: ast.expr, called: ast.Attribute) -> bool:
    """`self.conv = weight_norm(self.conv)` is the same part."""
    return isinstance(maker, ast.Attribute) and is_own(run, maker.value) and maker.attr == called.attr


def _wrapped(run: ModelRun, maker: ast.expr) -> ast.expr:
    """What the part was before some of its parameters came to be computed."""
    while isinstance(maker, ast.Call) and maker.args and any(e.wraps for e in lines_of_maker(run, maker)):
        maker = maker.args[0]
    return maker


def lines_of_maker(run: ModelRun, maker: ast.expr) -> tuple[Entry, ...]:
    return lookup(run.state.dialects, run.state.module.qualified_name(getattr(maker, "func", maker)))


def is_fresh(run: ModelRun, called: ast.expr) -> bool:
    """What the part returns is new, whatever it is given."""
    if not (isinstance(called, ast.Attribute) and is_own(run, called.value)):
        return False
    every = run.models.makers(run.owner, called.attr)
    sides = [_wrapped(run, side) for each in every for side in _sides(each)]
    makers = [s for s in sides if not _is_itself(run, s, called)]
    return bool(makers) and all(map(partial(_makes_fresh, run), makers))


def _makes_fresh(run: ModelRun, maker: ast.expr) -> bool:
    """A layer whose results are new, a chain with such a layer, or a class of the file whose results are."""
    if not isinstance(maker, ast.Call):
        return False
    entries = lines_of_maker(run, maker)
    if entries and entries[0].is_chain:
        return any(map(partial(_makes_fresh, run), maker.args))
    if entries:
        return entries[0].is_fresh and not _has_true(maker, "inplace")
    module = run.state.module
    name = maker.func.id if isinstance(maker.func, ast.Name) else ""
    if name in module.classes:
        results = [p.result for p in entries_of(run, maker) if p is not None]
        return bool(results) and all(r is not None and r.is_array and _is_new(r) for r in results)
    if name not in module.functions:
        return False
    given = [r.value for r in module.functions[name].of(ast.Return)]
    return bool(given) and all(isinstance(g, ast.Call) and _is_layer(run, g) for g in given)


def _is_layer(run: ModelRun, maker: ast.Call) -> bool:
    """A layer whose results are new."""
    return bool(lines_of_maker(run, maker)) and _makes_fresh(run, maker)


def tells(run: ModelRun, called: ast.expr) -> bool:
    """A function, or a method of an object, that writes down what it is given: a logger's."""
    while isinstance(called, ast.Attribute) and not is_own(run, called.value):
        if _is_of_telling(run, called):
            return True
        called = called.value
    made: Iterable[ast.expr] = ()
    if isinstance(called, ast.Attribute):
        made = run.models.makers(run.owner, called.attr)
    elif isinstance(called, ast.Name) and called.id not in run.state.function.locals:
        assigned = (s for s in run.state.module.tree.body if isinstance(s, ast.Assign))
        made = (a.value for a in assigned if any(isinstance(t, ast.Name) and t.id == called.id for t in a.targets))
    return _is_of_telling(run, called) or any(isinstance(m, ast.Call) and _is_of_telling(run, m.func) for m in made)


def _is_of_telling(run: ModelRun, node: ast.expr) -> bool:
    name = run.state.module.qualified_name(node, run.state.function.locals)
    return name is not None and name.partition(".")[0] in TELLING


def part_looks_up(run: ModelRun, called: ast.expr) -> bool:
    """The part, or one that it hands what it is given to, looks up elements by what it is given; so may a function
    of which the table says no more than its name."""
    if any(e.places and e.parameters is None and not e.is_part for e in lines_of_maker(run, called)):
        return True
    while isinstance(called, ast.Subscript):
        called = called.value
    if not (isinstance(called, ast.Attribute) and is_own(run, called.value)):
        return False
    makers = [side for each in run.models.makers(run.owner, called.attr) for side in _sides(each)]
    calls = (n for maker in makers for n in walk(maker) if isinstance(n, ast.Call))
    return any(e.places and e.is_part for call in calls for e in lines_of_maker(run, call))


def gives_floats(run: ModelRun, called: ast.expr) -> bool:
    """What the part returns has floating point numbers."""
    makers = makers_of(run, called)
    return bool(makers) and all(_makes_floats(call, e) or _is_chain_of_floats(run, called, e) for call, e in makers)


def _is_chain_of_floats(run: ModelRun, called: ast.expr, entry: Entry) -> bool:
    """The part hands on what it is given from layer to layer, of which one gives floating point numbers."""
    if not entry.is_chain or not isinstance(called, ast.Attribute):
        return False
    methods = [f for f in run.state.module.functions.values() if f.owner == run.owner]
    adding = [c for f in methods for c in f.of(ast.Call) if _adds_to(run, c, called.attr)]
    at_times = {n for f in methods for branch in f.of(ast.If) for n in walk(branch)}
    layers = [(a, lines_of_maker(run, a), c not in at_times) for c in adding for a in c.args]
    are_known = all(isinstance(a, ast.Call) and lines and lines[0].is_part for a, lines, _ in layers)
    return are_known and any(
        is_always and isinstance(a, ast.Call) and _makes_floats(a, lines[0]) for a, lines, is_always in layers
    )


def _adds_to(run: ModelRun, call: ast.Call, name: str) -> bool:
    """`self.body.add(...)`."""
    match call.func:
        case ast.Attribute(value=ast.Attribute(value=ast.Name(), attr=attribute), attr=method):
            return attribute == name and method in run.models.notation.adding
    return False


def writes_its_input(run: ModelRun, called: ast.expr) -> bool:
    """The part was asked to write into what it is given, or is one of the file's that does; or it may be one of several
    in a list or dict of parts, of which one does."""
    if not (isinstance(called, ast.Attribute) and is_own(run, called.value)):
        makers = (
            side for a in _lists_around(run, called) for m in run.models.makers(run.owner, a) for side in _sides(m)
        )
        return any(_may_write_input(run, maker) for maker in makers)
    makers = (side for each in run.models.makers(run.owner, called.attr) for side in _sides(each))
    found = [_wrapped(run, maker) for maker in makers]
    others = [m for m in found if not _is_itself(run, m, called)]
    return any(_writes_input(run, maker) or writes_its_input(run, maker) for maker in others)


def _may_write_input(run: ModelRun, maker: ast.expr) -> bool:
    """One of the parts in the list writes into what it is given, which is not what the one before it gave."""
    match run.current, maker:
        case (
            ast.Assign(value=ast.Call(func=ast.Name(id=name), args=[ast.Name(id=given)])),
            ast.Call(args=[ast.List(elts=[ast.Call() as first, *_])]),
        ) if _makes_fresh(run, first) and _begins_with_first(run, name, given):
            return False
    return any(isinstance(n, ast.Call) and _writes_input(run, n) for n in walk(maker))


def _begins_with_first(run: ModelRun, name: str, given: str) -> bool:
    """The loops that name a part so give the first one what has this name, and the others what that gave."""
    for loop in run.state.function.of(ast.For):
        if name in {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}:
            over = loop.iter
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate":
                over = over.args[0]
            match loop.body[0]:
                case ast.Assign(
                    targets=[ast.Name(id=bound)],
                    value=ast.Call(func=ast.Name(id=called), args=[ast.Name(id=read)], keywords=[]),
                ) if called == name and bound == read == given and isinstance(over, ast.Attribute):
                    continue
            return False
    return True


def _lists_around(run: ModelRun, called: ast.expr) -> Iterator[str]:
    """The attributes that hold the part with others: of `self.parts[0]`, and of what a loop over `self.parts` names."""
    while isinstance(called, ast.Subscript):
        called = called.value
    named = [called]
    if isinstance(called, ast.Name):
        function = run.state.function
        turns: list[ast.For | ast.comprehension] = [*function.of(ast.For), *function.of(ast.comprehension)]
        named = [t.iter for t in turns if called.id in {n.id for n in walk(t.target) if isinstance(n, ast.Name)}]
        named += [
            s.value
            for s in function.of(ast.Assign)
            if any(isinstance(t, ast.Name) and t.id == called.id for t in s.targets)
        ]
    for node in (n for value in named for n in walk(value)):
        if isinstance(node, ast.Attribute) and is_own(run, node.value):
            yield node.attr


def _writes_input(run: ModelRun, maker: ast.expr) -> bool:
    """A layer that does, a class of the file, or a chain in which one does before another one gives something new."""
    if not isinstance(maker, ast.Call):
        return False
    if class_made(run, maker) is not None:
        return any(plan is not None and plan.arguments.mutated for plan in entries_of(run, maker))
    entries = lines_of_maker(run, maker)
    if not (entries and entries[0].is_chain):
        return bool(entries) and _has_true(maker, "inplace")
    for layer in maker.args:
        if _writes_input(run, layer):
            return True
        if _makes_fresh(run, layer):
            return False
    return False


def _makes_floats(call: ast.Call, entry: Entry) -> bool:
    """A layer whose results have floating point numbers, unless it is asked for others."""
    return entry.dtype == "floats" and not _asks_for_dtype(call)


def _asks_for_dtype(call: ast.Call) -> bool:
    return any(k.arg in (None, "dtype") for k in call.keywords)


def _is_new(value: Value) -> bool:
    """Made by the function that returns it, and of nothing that it was given or holds."""
    return all(site.is_made for site in value.memory)


def _has_true(call: ast.Call, name: str) -> bool:
    """The call gives something else than False for the argument of this name."""
    return any(k.arg == name and not (isinstance(k.value, ast.Constant) and not k.value.value) for k in call.keywords)


def _sides(maker: ast.expr) -> Iterator[ast.expr]:
    """What an attribute is set to: of `a if wide else b` either, and None, which is not called, left out."""
    if isinstance(maker, ast.IfExp):
        yield from (*_sides(maker.body), *_sides(maker.orelse))
    elif not (isinstance(maker, ast.Constant) and maker.value is None):
        yield maker
