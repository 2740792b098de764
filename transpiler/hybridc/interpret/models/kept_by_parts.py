"""What parts and functions that are called keep of what they are given, and of what they give, in attributes, lists and
dicts: these show what is written into such an array later."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Set

from hybridc import rules
from hybridc.domain.sites import Memory, Site
from hybridc.domain.values import Value, memory_in
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.attributes import is_known
from hybridc.interpret.models.held_lists import STORING
from hybridc.interpret.models.kept import keep, keep_arguments, note_kept
from hybridc.interpret.models.layers import class_made, is_own, lines_of_maker
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.writes import read_beside, targets_of
from hybridc.program.hooks import attributes_of_hooks, attributes_put, hooks_keeping, puts_anything
from hybridc.program.models import is_bound, is_super
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given, walk


def keep_as_called(run: ModelRun, node: ast.Call, value: Value) -> None:
    """What the call has others keep. Of a part that nobody knows it may be: that is looked at when it is traced."""
    if not run.parts.makes_tables:
        return
    if isinstance(node.func, ast.Attribute) and node.func.attr in STORING:
        keep_arguments(run, node.func, [*_given(run, node)])
        return
    name = f"{text_of(node.func)}(...)"
    if _is_hooked(run, node.func):
        for kept in (value, *_given(run, node)):
            _keep(run, name, kept, _put_by_hooks(run))
        return
    if (function := _puts_beside(run, node.func)) is not None:
        for given in _given(run, node):
            _keep(run, name, given, attributes_put(function.node, run.state.module))
    plans = _plans(run, node)
    _expect_lists_unread(run, node, plans)
    if _may_be_part(run, node) and _may_be_of_another_file(run, node.func):
        run.kept_elsewhere |= {m.newest for m in memory_in(value) | _memory_given(run, node)}
    if plans is None:
        if _may_be_part(run, node):
            _keep_perhaps(run, node, value)
        return
    for plan in plans:
        if plan.keeps_result:  # not what it was given, of which the parameters tell
            own = memory_in(value) - _memory_given(run, node)
            _keep(run, name, value.but(memory=own, items=None), plan.arguments.kept_in, plan)
        arguments = arguments_given(plan.function, _bound(run, node, plan)) if plan.arguments.kept else {}
        for parameter in sorted(plan.arguments.kept & arguments.keys()):
            held = run.state.plan.values.get(arguments[parameter])
            if held is not None:
                _keep(run, name, held, plan.arguments.kept_in, plan)


def _expect_lists_unread(run: ModelRun, node: ast.Call, plans: list[FunctionPlan] | None) -> None:
    """A list that goes by the names of its elements, `self.up([feats_0, feats_1])`, is a new one for the call: those
    that the part sets the names do not get."""
    of_file = (run.state.plans.get(name) for name in run.models.entered(run.state.module))
    are_set = any(p is not None and p.arguments.items_set for p in (of_file if plans is None else plans))
    are_set |= _puts_beside(run, node.func) is not None
    later = run.state.liveness.after.get(run.current, frozenset()) | read_beside(run.current, node)
    for display in all_given(node) if are_set else ():
        named = {n.id for n in walk(display) if isinstance(n, ast.Name)} if isinstance(display, ast.List) else set()
        for name in sorted(named & (later - targets_of(run.current)))[:1]:
            run.report(rules.SharedMemory(name=text_of(display), other=name), node)


def _keep(run: ModelRun, name: str, value: Value, kept_in: Set[str], plan: FunctionPlan | None = None) -> None:
    """`kept_in`: the attributes. Of mutable arrays all show what is written, where who keeps them has them as such."""
    if not value.is_static:
        run.state.plan.arguments.kept_in |= kept_in
        for attribute in kept_in:
            run.kept_in_parts[attribute] = run.kept_in_parts.get(attribute, frozenset()) | memory_in(value)
        is_shown = run.state.plan.references is not None and (plan is None or plan.is_of_model)
        (note_kept if is_shown else keep)(run, name, value.but(memory=memory_in(value)))


def _keep_perhaps(run: ModelRun, node: ast.Call, value: Value) -> None:
    of_file = [run.state.plans.get(name) for name in run.models.entered(run.state.module)]
    if any(plan is not None and plan.keeps_result for plan in of_file):
        run.kept_perhaps |= {m.newest for m in memory_in(value) - _memory_given(run, node)}
    if any(plan is not None and plan.arguments.kept for plan in of_file):
        run.kept_perhaps |= {m.newest for m in _memory_given(run, node)}


def _may_be_of_another_file(run: ModelRun, called: ast.expr) -> bool:
    """A part that is made by what the file imports, or, where a name or a list gives it, may be one of these."""
    found, held = _of_other_files(run), called
    while isinstance(held, ast.Attribute | ast.Subscript):
        if isinstance(held, ast.Attribute) and is_own(run, held.value):
            return held.attr in found
        held = held.value
    return bool(found)


@once
def _of_other_files(run: ModelRun) -> frozenset[str]:
    """Attributes whose parts are made by what the file imports, or have such parts."""
    found: set[str] = set()
    classes: set[str] = set()
    size = -1
    while size != (size := len(found) + len(classes)):
        for name, cls in run.models.classes.items():
            for attribute, makers in cls.makers.items():
                if any(_is_imported(run, node, found, classes) for made in makers for node in walk(made)):
                    found.add(attribute)
                    classes.add(name)
    return frozenset(found)


def _is_imported(run: ModelRun, node: ast.AST, attributes: Set[str], classes: Set[str]) -> bool:
    if isinstance(node, ast.Attribute) and is_own(run, node.value):
        return node.attr in attributes
    if not isinstance(node, ast.Name | ast.Attribute):
        return False
    name = run.state.module.qualified_name(node)
    if name is None:
        return isinstance(node, ast.Name) and node.id in classes
    return not is_known(run, name) and name.partition(".")[0] not in sys.stdlib_module_names


def _given(run: ModelRun, node: ast.Call) -> Iterator[Value]:
    for each in all_given(node):
        value = run.state.plan.values.get(each.value if isinstance(each, ast.Starred) else each)
        if value is not None and not value.is_static:
            yield value


def _memory_given(run: ModelRun, node: ast.Call) -> Memory:
    return frozenset[Site]().union(*map(memory_in, _given(run, node)))


def _bound(run: ModelRun, node: ast.Call, plan: FunctionPlan) -> ast.Call:
    """The call with the object that a method is called of."""
    if not is_bound(plan.function):
        return node
    return ast.copy_location(ast.Call(node.func, [ast.Name("self", ast.Load()), *node.args], node.keywords), node)


def _plans(run: ModelRun, node: ast.Call) -> list[FunctionPlan] | None:
    """Of the functions of the file that the call runs; None where it is any of those that parts run."""
    called, module = node.func, run.state.module
    names: list[str | None]
    match called:
        case ast.Name(id=name) if name in module.functions and name not in run.state.function.locals:
            names = [name]
        case _ if module.qualified_name(called, run.state.function.locals) is not None:
            return []
        case ast.Attribute(value=owner, attr=attr) if is_super(owner, run.owner):
            names = [run.models.method(run.owner, attr, module, is_inherited=True)]
        case ast.Attribute(value=owner, attr=attr) if is_own(run, owner):
            kin = (run.owner, *run.models.families.get(run.owner or "", ()))
            names = [*{run.models.method(each, attr, module) for each in kin}]
            if names == [None]:
                classes = _classes(run, called)
                return None if classes is None else _entries(run, classes)
        case ast.Attribute(value=ast.Attribute(value=whole) as owner, attr=attr) if is_own(run, whole):
            classes = _classes(run, owner)  # `self.encoder.encode(x)`
            if classes is None:
                return None
            names = [run.models.method(each, attr, module) for each in classes]
        case _:
            return None
    found = (run.state.plans.get(name) for name in names if name is not None)
    return [plan for plan in found if plan is not None]


def _puts_beside(run: ModelRun, called: ast.expr) -> Function | None:
    """A function of the file that stays Python and may put what it is given anywhere."""
    name = called.id if isinstance(called, ast.Name) and called.id not in run.state.function.locals else ""
    function = run.state.module.functions.get(name)
    is_beside = function is not None and name not in run.state.plans and puts_anything(function.node, run.state.module)
    return function if is_beside else None


def _classes(run: ModelRun, part: ast.Attribute) -> list[str] | None:
    """The classes of the file that the part may be of; None where the file does not tell."""
    makers = run.models.makers(run.owner, part.attr)
    found = [class_made(run, maker) for maker in makers]
    known = [name for name in found if name is not None]
    if makers and len(known) == len(makers):
        return known
    is_layer = bool(makers) and all(_makes_layer_alone(run, maker) for maker in makers)
    return [] if is_layer else None


def _makes_layer_alone(run: ModelRun, maker: ast.expr) -> bool:
    """A layer of the framework's, in which there is no other part."""
    if not isinstance(maker, ast.Call):
        return False
    lines = lines_of_maker(run, maker)
    return bool(lines) and all(e.is_part and not e.is_chain and not e.wraps for e in lines)


def _entries(run: ModelRun, classes: list[str]) -> list[FunctionPlan]:
    methods = (run.models.method(cls, e, run.state.module) for cls in classes for e in run.models.notation.entries)
    plans = (run.state.plans.get(name) for name in methods if name is not None)
    return [plan for plan in plans if plan is not None]


def _may_be_part(run: ModelRun, node: ast.Call) -> bool:
    """No method of an array's or of a list's, which the tables know."""
    return node not in run.state.plan.lines.mappings


def _is_hooked(run: ModelRun, called: ast.expr) -> bool:
    """The file has a hook of the part keep what it is given, or gives."""
    hooked = _hooked(run)
    if None in hooked and run.state.module.qualified_name(called, run.state.function.locals) is None:
        is_method = isinstance(called, ast.Attribute) and called.attr in run.state.module.method_names
        return not is_method and not isinstance(called, ast.Name)
    return isinstance(called, ast.Attribute) and called.attr in hooked


@once
def _hooked(run: ModelRun) -> frozenset[str | None]:
    return hooks_keeping(run.state.module, run.models.notation.hooking)


@once
def _put_by_hooks(run: ModelRun) -> frozenset[str]:
    return attributes_of_hooks(run.state.module, run.models.notation.hooking)
