"""Arrays that parts of a model hold, `self.block.mean`: names for them see what is written there.

Where the file tells which part an expression gives, the memory of its arrays goes by the path, `self.block.mean`. Any
other part, `p` of `for p in self.parts`, may be every part that has an attribute of this name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from hybridc.domain.atoms import unknown
from hybridc.domain.sites import Memory, Site, SiteKind, attribute_site
from hybridc.domain.values import Binding, Form, Value, memory_in, opaque
from hybridc.interpret.evaluation import once
from hybridc.interpret.models.held_flags import is_set_while_running
from hybridc.interpret.models.held_lists import is_container
from hybridc.interpret.models.layers import class_made, is_own, lines_of_maker
from hybridc.interpret.models.run import ModelRun
from hybridc.program.models import is_super
from hybridc.program.name_classes import NUMBERS
from hybridc.program.parts import is_part, part
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.messages import text_of
from hybridc.syntax.reaching import reached
from hybridc.syntax.walking import all_given, walk

_SOME_PART = "<part>"
_LOOKING_UP = frozenset({"get", "items", "keys", "pop", "popitem", "popleft", "setdefault", "values"})
_NEW = NUMBERS.union(
    f"builtins.{n}"
    for n in (
        "sum", "range", "isinstance", "issubclass", "type", "hasattr", "callable", "id", "hash", "repr", "format",
        "print", "vars", "dir", "open", "input", "any", "all",
    )
)  # fmt: skip
_SETTING = frozenset({"builtins.setattr", "builtins.delattr", "builtins.super", "builtins.print"})
_OF_ARRAYS = frozenset({SiteKind.MADE, SiteKind.PARAMETER, SiteKind.GIVEN})
UNFOLLOWED = attribute_site(f"{_SOME_PART}.<array>")  # what holds arrays of parts, and nobody knows which

SOME = "an attribute of some part, or a list"  # which these may be


def is_of_some_part(site: Site) -> bool:
    """Of a part that nobody knows."""
    return site.is_attribute and site.name.startswith(f"{_SOME_PART}.")


def _of_some_part(name: str) -> Site:
    return attribute_site(f"{_SOME_PART}.{name}")


def array_of_part(run: ModelRun, node: ast.Attribute) -> Value | None:
    """The array that the attribute of a part holds, perhaps; None where the file says that it holds none."""
    if is_own(run, node.value):
        return None
    known = _is_array(run, node)
    if known is True:
        return Value(Binding.TRACED, Form.ARRAY, unknown(), unknown(), memory=frozenset({_site(run, node)}))
    memory = sites_shown(run, node) if known is None or node.attr in run.models.properties else frozenset[Site]()
    is_of_arrays = any(e.parameters is None for e in lookup_method(run.state.dialects, node.attr))  # `p.data`
    if memory or known is False or is_of_arrays or not run.parts.makes_tables:
        return opaque().but(memory=memory) if memory else None
    return part().but(memory=frozenset({_of_some_part(node.attr)}))  # of a class of another file, it may be an array


def sites_shown(run: ModelRun, node: ast.Attribute) -> Memory:
    """The memory that an attribute of some part may hold, or that a property of this name shows."""
    shown = _looked_up(run, node)[0] if node.attr in run.models.properties else frozenset[Site]()
    return shown | sites_named(run, node.attr)


def sites_named(run: ModelRun, name: str) -> Memory:
    """The memory that an attribute of some part may hold; empty where no part of the file, and no layer, has an array
    of this name."""
    if name not in run.models.array_names or not run.parts.makes_tables:
        return frozenset()
    paths = (site for site in _paths(run) if site.attribute == name)
    return frozenset({_of_some_part(name), *paths})


def every_site(run: ModelRun, shown_by: str = "") -> Memory:
    """The memory of all arrays of the model, of which one comes without its name: `for b in self.buffers()`. Layers'
    statistics are no parameters."""
    names = run.models.array_names
    if shown_by in run.models.notation.showing_parameters:
        of_file = frozenset[str]().union(*(cls.arrays | cls.computed for cls in run.models.classes.values()))
        names -= run.models.notation.layer_statistics - of_file
    return frozenset({*_paths(run), *map(attribute_site, names), *map(_of_some_part, names)})


def _looked_up_by_name(run: ModelRun, call: ast.Call) -> Memory:
    """`getattr(p, name)`: any array of the part whose name it may be, where only running tells that."""
    match call:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
            return sites_named(run, name)
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.JoinedStr(values=parts), *_]):
            texts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in parts)
            named = re.compile("".join(texts))
            sites = (sites_named(run, name) for name in run.models.array_names if named.fullmatch(name))
            return frozenset().union(*sites)
        case ast.Call(func=ast.Name(id="getattr"), args=[_, _, *_]):
            return every_site(run)
    return frozenset()


def of_parts(value: Value) -> Memory:
    """The memory of parts' arrays that the value shows."""
    return frozenset(site for site in value.memory if site.is_attribute)


def shows_parts(value: Value) -> bool:
    """What holds an array of a part, perhaps: of `self.buffers()`, where it is written as in the original."""
    return is_part(value) and bool(of_parts(value))


def runs_none(run: ModelRun, called: ast.expr) -> bool:
    """`p.parameters()`, by a method that no class of the file has, or Python's `setattr`: it computes nothing."""
    if not isinstance(called, ast.Attribute):
        return run.state.module.qualified_name(called, run.state.function.locals) in _SETTING
    is_quiet = called.attr in run.models.notation.showing | run.models.notation.quiet
    return is_quiet and called.attr not in run.state.module.method_names


def sites_within(run: ModelRun, memory: Iterable[Site], call: ast.Call) -> list[Site]:
    """Of the memory that a name shows, what may be written by the part that is called, or one of its parts, or by
    others that the function has."""
    if runs_none(run, call.func):
        return []
    has_own = any(is_own(run, given) for given in all_given(call))
    named = (m for m in memory if m.is_attribute and m.attribute in run.models.array_names)
    found = [m for m in named if has_own or "." in m.name]
    if found and _makers(run, call.func) and not has_own:
        path = _site(run, call.func).name
        found = [m for m in found if m.name.startswith(f"{path}.") or is_of_some_part(m)]
    return sorted(m for m in found if m.attribute in _names_written(run)) if found else []


def _names_written(run: ModelRun) -> frozenset[str]:
    """The attributes whose arrays parts may write when they run, or functions of the file are known to."""
    written = (m for plan in run.state.plans.values() for m in plan.arguments.written_memory if m.is_attribute)
    return run.models.written.union(m.attribute for m in written)


def of_call(run: ModelRun, node: ast.Call, value: Value) -> Value:
    """What a call gives which is given no array: perhaps one that a part has, and that what it is given shows, that
    the functions of the file look up which it may run, or that tables of all arrays hold."""
    if not run.parts.makes_tables:
        return value
    called = node.func
    looked_up, is_traced = _looked_up(run, called)
    looked_up |= _looked_up_by_name(run, node)
    if not is_part(value) and value.form not in (Form.DICT, Form.LIST, Form.TUPLE):
        return value.but(memory=value.memory | looked_up) if looked_up else value
    given = [*all_given(node), *([called.value] if isinstance(called, ast.Attribute) else [])]
    values = {g: run.state.plan.values.get(g.value if isinstance(g, ast.Starred) else g) for g in given}
    shown = frozenset().union(*(of_parts(v) for v in values.values() if v is not None and v.is_static))
    if isinstance(called, ast.Attribute) and called.attr in run.models.notation.showing:
        shown |= every_site(run, called.attr)
    if _is_unknown(run, called) and any((v := values[g]) is not None and is_part(v) for g in all_given(node)):
        shown |= {UNFOLLOWED}
    for attribute in (a.attr for g in given if isinstance(g, ast.Lambda) for a in _as_they_are(g.body)):
        shown |= sites_named(run, attribute)
    for name in (g.id for g in given if isinstance(g, ast.Name)):
        shown |= _looked_up(run, ast.Name(name, ast.Load()))[0]
    if is_traced and not shown:
        return opaque().but(memory=looked_up)
    shown |= looked_up
    return value.but(memory=value.memory | shown) if shown else value


def of_given(run: ModelRun, node: ast.Call, value: Value) -> Value:
    """What Python's functions, and those of other libraries, give of what they are given: perhaps an array among it. So
    do methods of lists and dicts."""
    name = run.state.module.qualified_name(node.func, run.state.function.locals)
    is_unknown = is_part(value) or (value.form is Form.UNKNOWN and node not in run.state.plan.lines.mappings)
    if not is_unknown or name in _NEW:
        return value
    given = all_given(node)
    if name is None:
        holder = node.func.value if isinstance(node.func, ast.Attribute) else None
        held = None if holder is None else run.state.plan.values.get(holder)
        is_looked_up = isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKING_UP
        if holder is None or held is None or not (held.form.is_container or arrays_shown(held) or is_looked_up):
            return value
        is_set = value.is_traced or any(is_set_while_running(run, key) for key in given[:1])
        if is_looked_up and is_set and is_container(run, holder):
            return opaque().but(memory=value.memory | {UNFOLLOWED})  # by what the model sets
        given.append(holder)
    elif not name.startswith("builtins.") and lookup(run.state.dialects, name):
        return value
    values = (run.state.plan.values.get(g.value if isinstance(g, ast.Starred) else g) for g in given)
    shown = frozenset(m for v in values if v is not None for m in memory_in(v) if m.kind in _OF_ARRAYS)
    return value.but(memory=value.memory | shown) if shown else value


def arrays_shown(value: Value) -> Memory:
    """The arrays of the function itself that what it does not follow may show."""
    return frozenset(m for m in value.memory if m.kind in _OF_ARRAYS) if is_part(value) else frozenset()


def _is_unknown(run: ModelRun, called: ast.expr) -> bool:
    """What no name of the file or of a library says: `attrgetter("mean")(p)`, or a name for that."""
    if isinstance(called, ast.Call):
        return True
    value = run.state.plan.values.get(called)
    is_local = isinstance(called, ast.Name) and called.id in run.state.environment
    return is_local and value is not None and value.function is None


def _looked_up(run: ModelRun, called: ast.expr) -> tuple[Memory, bool]:
    """The memory of parts' arrays that functions of the file may give, and whether they are known to give arrays."""
    names = _functions_of_file(run, called)
    plans = [run.state.plans.get(name) for name in names]
    results = [p.result for p in plans if p is not None and p.result is not None]
    if len(results) == len(names):
        sites = frozenset().union(*map(memory_in, results))
        attributes = {m.attribute for m in sites if m.is_attribute}
        is_followed = not run.state.refers or all(p is not None and p.is_of_model for p in plans)
        is_traced = bool(results) and all(r.is_traced for r in results)
    else:
        attributes, is_followed, is_traced = _shown_in(run, names), False, False
    found = frozenset().union(*(sites_named(run, a) for a in attributes))
    if UNFOLLOWED in found or (found and not is_followed):
        found |= {UNFOLLOWED}
    return found, is_traced and bool(found)


def _functions_of_file(run: ModelRun, called: ast.expr) -> list[str]:
    """Those that the expression may name: methods of the object, of its kin or of any part."""
    functions, models = run.state.module.functions, run.models
    if not isinstance(called, ast.Attribute):
        name = getattr(called, "id", "")
        return [name] if name in functions and name not in run.state.function.locals else []
    is_super_ = is_super(called.value, run.owner)
    if is_super_ or is_own(run, called.value):
        kin = (run.owner,) if is_super_ else (run.owner, *models.families.get(run.owner or "", ()))
        found = {models.method(each, called.attr, run.state.module, is_super_) for each in kin}
    else:
        found = {*models.methods_named.get(called.attr, ())}
    return sorted(name for name in found if name is not None and name != run.state.function.qualified_name)


def _shown_in(run: ModelRun, names: Iterable[str]) -> set[str]:
    """The attributes that functions of the file may give, by themselves or by what they call: those that they name,
    return or hand on as they are."""
    functions = run.state.module.functions
    found: set[str] = set()
    for name in reached(names, lambda each: functions[each].names_loaded() & functions.keys()):
        kinds = functions[name].of_any(ast.Return, ast.Assign, ast.NamedExpr, ast.Yield)
        found |= {a.attr for each in kinds for a in _as_they_are(getattr(each, "value", None))}
    return found


def _as_they_are(node: ast.AST | None) -> Iterator[ast.Attribute]:
    """The attributes of which an expression may be one, or a view."""
    if isinstance(node, ast.Attribute):
        yield node
        yield from _as_they_are(node.value)
    elif isinstance(node, ast.Subscript | ast.Starred | ast.NamedExpr):
        yield from _as_they_are(node.value)
    elif isinstance(node, ast.Call | ast.Tuple | ast.List | ast.Dict | ast.IfExp | ast.BoolOp | ast.keyword):
        for child in ast.iter_child_nodes(node):
            yield from _as_they_are(child)


def _site(run: ModelRun, node: ast.expr) -> Site:
    """The memory of what the attribute holds."""
    return attribute_site(text_of(node).removeprefix(f"{run.own}."))


@once
def _paths(run: ModelRun) -> Memory:
    """The memory of arrays that the function, and those around it, reach by paths of attributes."""
    nodes = (n for n in walk(run.state.plan.structured.node) if isinstance(n, ast.Attribute))
    return frozenset(_site(run, n) for n in nodes if not is_own(run, n.value) and _is_array(run, n))


def _is_array(run: ModelRun, node: ast.Attribute) -> bool | None:
    """None where the file does not tell what the part is."""
    makers = _makers(run, node.value)
    if not makers:
        return None
    found = {_holds_array(run, maker, node.attr) for maker in makers}
    has_others = not run.models.shared_makers.isdisjoint(makers)
    return None if len(found) > 1 or has_others else found.pop()


def _holds_array(run: ModelRun, maker: ast.expr, name: str) -> bool | None:
    cls = class_made(run, maker)
    if cls is not None:
        if run.models.is_array(cls, name):
            return True
        is_of_layer_above = name in run.models.notation.layer_arrays and not run.models.makers(cls, name)
        return None if is_of_layer_above or run.models.is_computed(cls, name) else False
    if any(e.is_part for e in lines_of_maker(run, maker)):
        return name in run.models.notation.layer_arrays
    return None


def _makers(run: ModelRun, node: ast.expr) -> list[ast.expr]:
    """What the file sets the part to; empty where it does not tell."""
    if not isinstance(node, ast.Attribute):
        return []
    if is_own(run, node.value):
        return [*run.models.makers(run.owner, node.attr)]
    owners = [class_made(run, maker) for maker in _makers(run, node.value)]
    if None in owners:
        return []
    return [maker for owner in owners for maker in run.models.makers(owner, node.attr)]
