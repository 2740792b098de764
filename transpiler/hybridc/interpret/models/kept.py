"""What attributes of the own object hold of arrays that are written in place: they would show it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from hybridc import rules
from hybridc.domain.sites import Memory, attribute_site, parameters_in
from hybridc.domain.values import Value, opaque, share_nothing
from hybridc.interpret import writes
from hybridc.interpret.evaluation import once
from hybridc.interpret.models import attributes, layers, parameters
from hybridc.interpret.models.chains import gives_back
from hybridc.interpret.models.held_lists import STORING, list_attribute
from hybridc.interpret.models.lasting import expect_apart, expect_unwritten
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.parameters import is_data
from hybridc.interpret.models.part_arrays import SOME, UNFOLLOWED, array_of_part
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.models.sharing import attribute_set_to, shares_cell
from hybridc.program.model_properties import property_named
from hybridc.program.parts import is_part
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given, walk


def keep(run: ModelRun, name: str, value: Value) -> None:
    """The attribute holds the value from now on, perhaps."""
    if (references := run.state.plan.references) is not None:
        references.keep(_arrays_of(value), run.current)
    note_kept(run, name, value)


def note_kept(run: ModelRun, name: str, value: Value) -> None:
    """The same of one that shows what is written into the array, as it is mutable while a model runs."""
    memory = _arrays_of(value)
    run.kept_lists |= value.memory - memory
    run.state.plan.arguments.kept_in.add(name.rpartition(".")[2])
    run.kept[name] = run.kept.get(name, frozenset()) | memory
    run.state.plan.arguments.kept |= parameters_in(memory)
    run.state.plan.arguments.kept_memory |= {m.newest for m in memory}


def _arrays_of(value: Value) -> Memory:
    return frozenset(m for m in value.memory if not m.is_list)


def keep_arguments(run: ModelRun, function: ast.expr, values: list[Value]) -> None:
    """`self.found.append(x)`, and `setattr(self, name, x)`, keep what they are given."""
    match function:
        case ast.Attribute(value=ast.Attribute(value=held, attr=name), attr=method) if method in STORING:
            stored = name if is_own(run, held) else None
        case ast.Attribute(value=ast.Name() as named, attr=method) if method in STORING:
            stored = list_attribute(run, named) or _name_of_kept(run, named)
        case ast.Name(id="setattr"):
            stored = "..."
        case _:
            stored = None
    for value in values if stored is not None else ():
        if not value.is_static:
            note_kept(run, stored or "", value)
            expect_unwritten(run, value, stored or "")


def _name_of_kept(run: ModelRun, named: ast.expr) -> str | None:
    """The name of a list or dict that an attribute holds as well."""
    name = named.id if isinstance(named, ast.Name) else ""
    held = run.state.environment.get(name)
    return name if held is not None and held.memory & run.kept_lists else None


def keep_element(run: ModelRun, target: ast.Subscript, value: Value) -> None:
    """`found["x"] = y` of such a list or dict."""
    if not value.is_static and (name := _name_of_kept(run, target.value)) is not None:
        note_kept(run, name, value)


def expect_not_kept(run: ModelRun, call: ast.Call) -> None:
    """A function of the file, which is given a list of the object's beside such an array, may keep it there."""
    given = all_given(call)
    stored = next((name for each in given if (name := list_attribute(run, each)) is not None), None)
    for value in (run.state.plan.values.get(each) for each in given) if stored is not None else ():
        if value is not None and not value.is_static:
            expect_unwritten(run, value, stored or "")


def keep_names(run: ModelRun, name: str, made: ast.expr) -> None:
    """The attribute holds something that was made of arrays, and may be them: a parameter, a list."""
    told: set[ast.AST] = {n.value for n in walk(made) if isinstance(n, ast.Attribute)}
    for call in (n for n in walk(made) if isinstance(n, ast.Call)):
        called = run.state.module.qualified_name(call.func, run.state.function.locals) or ""
        told |= set(call.args) if called.startswith("builtins.") else set()
    for node in (n for n in walk(made) if isinstance(n, ast.Name) and n not in told):
        if (value := run.state.environment.get(node.id)) is not None and value.is_array:
            keep(run, name, value)


def attribute_write(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    is_made = getattr(statement, "value", None) in run.state.plan.structured.origins.writing
    if is_made and layers.is_own(run, target.value):
        if property_named(run.models, run.owner, target.attr, run.state.module) is not None:  # which is computed anew
            run.report(rules.SharedMemory(name=text_of(target), other=f"{target.attr}()"), statement)
            return
    if isinstance(statement, ast.AugAssign) and not run.models.notation.rebinds:
        expect_no_name(run, target, statement)
    is_own = layers.is_own(run, target.value)
    is_in_place = isinstance(statement, ast.AugAssign) and not run.models.notation.rebinds
    if is_own and is_in_place and not is_number(run, target.attr):
        expect_unseen(run, target, statement)
    expect_not_shown(run, target, statement)
    exchange(run, target, statement)
    attributes.attribute_write(run, target, statement)
    keep_in_part(run, target, statement)
    if is_own and target.attr in run.attributes:
        if is_in_place and not is_number(run, target.attr):  # into the array that it holds
            value = run.attributes[target.attr]
            run.attributes[target.attr] = replace(value, memory=value.memory | {attribute_site(target.attr)})
        if isinstance(statement, ast.Assign):
            expect_apart(run, target, run.attributes[target.attr], statement)
        keep(run, target.attr, run.attributes[target.attr])
        given = run.state.plan.values.get(statement.value) if isinstance(statement, ast.Assign) else None
        if given is not None and given.memory & run.returned_by_parts:
            expect_unwritten(run, given, target.attr)


def expect_not_shown(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """A buffer gets another array: what holds it, `b` of `b = self.get_buffer("mean")`, would show that one."""
    if not (isinstance(statement, ast.Assign) and is_own(run, target.value) and is_authors(run, statement)):
        return
    if _sets_data(run, statement):  # who has the array shows that, but no view of it
        held = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
        value = run.evaluate(held)
        shown = value.but(memory=value.memory | {attribute_site(target.attr)})
        if (other := name_seeing(run, shown, statement)) is not None:
            run.report(rules.SharedMemory(name=text_of(target), other=other), statement)
    if not run.models.is_registered(run.owner, target.attr):
        return
    later = run.state.liveness.after.get(statement, frozenset())
    for name, value in run.state.environment.items():
        if name in later and is_part(value) and attribute_site(target.attr) in value.memory:
            run.report(rules.SharedMemory(name=text_of(target), other=name), statement)


def keep_in_part(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """`p.mean = x`: the part has the array that the name has."""
    value = run.state.plan.values.get(statement.value) if isinstance(statement, ast.Assign) else None
    if value is not None and not layers.is_own(run, target.value) and not value.is_static:
        keep(run, text_of(target), value)


def exchange(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> None:
    """`self.mean = v`, and `self.weight.data = v`, write into no array: who shares the one of before keeps it."""
    held = target.value if is_data(run, target) else target
    value, notation = getattr(statement, "value", None), run.models.notation
    if value is None or not (notation.mutable and isinstance(held, ast.Attribute) and is_own(run, held.value)):
        return
    is_write = value in run.state.plan.structured.origins.writing or gives_back(run, value, target)
    if is_authors(run, statement) and not is_write:
        if shares_cell(run, held.attr):
            of_data = ", data=True" if _is_data_of_buffer(run, statement, held.attr) else ""
            places = [p for t in getattr(statement, "targets", ()) for p in _places(t, target)]
            before = run.state.plan.lines.casts.get(value, "").partition(", items=(")[2].partition(")")[0].rstrip(",")
            items = [*filter(None, before.split(", ")), *map(str, places)]
            of_items = f", items=({', '.join(items)}{',' if len(items) == 1 else ''})" if places else ""
            unshared = f"{notation.mutable.partition('.')[0]}.unshared"
            run.state.plan.lines.casts[value] = f"{unshared}({{x}}{of_data}{of_items})"


def _places(targets: ast.expr, target: ast.expr) -> Iterator[int]:
    """The places of the target among several that the value is unpacked to."""
    if isinstance(targets, ast.Tuple | ast.List):
        yield from (place for place, each in enumerate(targets.elts) if each is target)


def is_authors(run: ModelRun, statement: ast.stmt) -> bool:
    """The file sets the attribute there."""
    origins = run.state.plan.structured.origins
    original = origins.original(statement)
    if statement in origins.made or statement in origins.telling or type(original) is not type(statement):
        return False
    return isinstance(statement, ast.Assign) or run.models.notation.rebinds


def _is_data_of_buffer(run: ModelRun, statement: ast.stmt, name: str) -> bool:
    """`.data` of a buffer is that of all who have the buffer, but not of views of what it was."""
    is_buffer = run.models.is_registered(run.owner, name) or name in run.state.known.attributes_kept()
    return is_buffer and _sets_data(run, statement)


def _sets_data(run: ModelRun, statement: ast.stmt) -> bool:
    original = run.state.plan.structured.origins.original(statement)
    targets = getattr(original, "targets", None) or [getattr(original, "target", None)]
    return any(isinstance(t, ast.Attribute) and parameters.is_data(run, t) for t in targets)


def may_write(run: ModelRun, name: str, statement: ast.stmt, is_operator: bool) -> bool:
    if not writes.may_write(run, name, statement, is_operator):
        return False
    value = run.state.environment[name]
    if (other := attribute_seeing(run, value) or _among_the_rest(run, value)) is None:
        return True
    run.report(rules.SharedMemory(name=name, other=other), statement)
    return False


def _among_the_rest(run: ModelRun, value: Value) -> str | None:
    """The parameter `*rest` or `**rest` that may hold the array: a call gives none of these back."""
    function = run.state.function
    nested = [each.args for each in function.of(ast.FunctionDef)] + [each.args for each in function.of(ast.Lambda)]
    arguments = [function.node.args, *nested]
    every = (rest.arg for each in arguments for rest in (each.vararg, each.kwarg) if rest is not None)
    held = {site.name.rpartition(".")[2] for site in value.held if site.is_parameter}
    return next((name for name in every if name in held), None)


def expect_unseen(run: ModelRun, attribute: ast.Attribute, statement: ast.stmt) -> None:
    """Nothing else shows what is written into the array that the attribute holds."""
    run.state.plan.arguments.attributes_written.add(attribute.attr)
    if attribute.attr in _of_classes(run):
        run.report(rules.SharedMemory(name=text_of(attribute), other=f"{run.owner}.{attribute.attr}"), statement)
    if (references := run.state.plan.references) is not None:
        held = {*run.evaluate(attribute).held, *kept_in(run, attribute.attr)}
        references.note([attribute_site(attribute.attr), *held], run.current)
        if (other := attribute_set_to(run, attribute.attr)) is not None:
            run.report(rules.SharedMemory(name=text_of(attribute), other=other), statement)
        return
    value = run.evaluate(attribute)
    value = value.but(memory=value.memory | kept_in(run, attribute.attr))
    other = name_seeing(run, value, statement) or attribute_seeing(run, value, attribute.attr)
    other = other or attribute_set_to(run, attribute.attr)
    if other is not None:
        run.report(rules.SharedMemory(name=text_of(attribute), other=other), statement)


@once
def _of_classes(run: ModelRun) -> frozenset[str]:
    """Attributes that classes of the object have, all objects of them the same one, and that no method sets."""
    owner = run.models.classes.get(run.owner or "")
    classes = () if owner is None else (owner, *(run.models.classes[a] for a in owner.ancestors))
    statements = (s for cls in classes for s in cls.node.body if isinstance(s, ast.Assign))
    named = {t.id for s in statements for t in s.targets if isinstance(t, ast.Name)}
    return frozenset(named.difference(*(cls.makers.keys() | cls.registered.keys() for cls in classes)))


def expect_no_name(run: ModelRun, attribute: ast.Attribute, statement: ast.stmt) -> None:
    """No name shows what is written into an array that a part holds."""
    held = ast.copy_location(ast.Attribute(attribute.value, attribute.attr, ast.Load()), attribute)
    is_own = layers.is_own(run, attribute.value)
    array = None if is_own else array_of_part(run, held)
    if array is None and not is_own and (memory := run.kept.get(text_of(attribute))):  # it was set to this here
        array = opaque().but(memory=memory)
    if shared := kept_in(run, attribute.attr):
        array = opaque().but(memory=shared | (frozenset() if array is None else array.memory))
    if array is None:
        return
    run.state.plan.arguments.written_memory |= array.memory
    names = [name for name in run.kept if "." in name and name.rpartition(".")[2] == attribute.attr]
    array = array.but(memory=array.memory.union(*(run.kept[name] for name in names)))
    if (references := run.state.plan.references) is not None:
        references.note(array.memory, run.current)
        return
    other = name_seeing(run, array, statement)
    if other is None and names:
        other = attribute_seeing(run, array.but(memory=run.kept[names[0]]), names[0])
    if other is not None:
        run.report(rules.SharedMemory(name=text_of(attribute), other=other), statement)


def name_seeing(run: ModelRun, value: Value, statement: ast.stmt) -> str | None:
    """A name that is read later and may share the memory of the value."""
    later = run.state.liveness.after.get(statement, frozenset())
    names = (n for n, other in run.state.environment.items() if n in later and not share_nothing(value, other))
    return next(names, None)


def attribute_seeing(run: ModelRun, value: Value, but: str | None = None) -> str | None:
    """An attribute that may hold memory of the value, or whose array the value may be."""
    memory = frozenset(m for m in value.memory if not m.is_list)
    for name, held in run.kept.items():
        if name != but and held & memory:
            return name if name.endswith("()") or "." in name else f"self.{name}"
    own = (m for m in sorted(memory) if m.is_attribute and m.name != but)
    found = next((m for m in own if not is_number(run, m.name)), None)
    if found is None:
        return None
    return SOME if found is UNFOLLOWED else str(found)


def kept_in(run: ModelRun, name: str) -> Memory:
    """What methods and parts that were called may keep in an attribute of this name."""
    return run.kept_in_parts.get(name, frozenset()) | run.kept_in_parts.get("...", frozenset())


def is_number(run: ModelRun, name: str) -> bool:
    """The file sets the attribute to numbers alone, which are never changed themselves."""
    owner = run.owner
    makers = () if run.models.is_array(owner, name) else run.models.makers(owner, name)
    return bool(makers) and all(isinstance(m, ast.Constant) and m.value is not None for m in makers)
