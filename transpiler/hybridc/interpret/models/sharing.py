"""Attributes that the file gives one array, or views of it: what is written into one, the others show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache, partial

from hybridc.dialects.table import Dialect
from hybridc.interpret.models.parameters import makes_parameter
from hybridc.interpret.models.run import ModelRun
from hybridc.program.callees_writing import PASSING
from hybridc.program.models import ModelClass
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import all_given, walk

_REFERRING = frozenset({"state_dict", "buffers", "named_buffers"})
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)


def attribute_set_to(run: ModelRun, name: str) -> str | None:
    """Another attribute, or what another part was given, that the file sets to what this one holds."""
    owner = run.models.classes.get(run.owner or "")
    every = () if owner is None else (owner, *(run.models.classes[a] for a in owner.ancestors))
    own = [m for cls in every for m in cls.makers.get(name, ())]
    named = {m.id for m in own if isinstance(m, ast.Name)}
    for other, makers in ((o, m) for cls in every for o, m in cls.makers.items() if o != name):
        is_one = any(m is mine for m in makers for mine in own)  # `self.a = self.b = zeros(3)`
        is_one |= any(_given(run, m) is not m and _root(run, _given(run, m)) in named for m in makers)
        if is_one or any(_shows(run, m, name) or (isinstance(m, ast.Name) and m.id in named) for m in makers):
            return f"self.{other}"
    shown = {_root(run, _given(run, m)) for m in own if not isinstance(m, ast.Name)} - {None, f"self.{name}"}
    if not any(name in cls.registered for cls in every) and not any(map(partial(makes_parameter, run), own)) and shown:
        return min(filter(None, shown))
    return _registered_as(run, name, every) or _given_to_others(run, name, every)


def shares_cell(run: ModelRun, name: str) -> bool:
    """Others may have the array of this parameter or buffer, so that setting it to another one ends the sharing:
    the file makes it of an array with a name, others of it, or keeps what refers to it."""
    owner = run.owner
    family = [run.models.classes[c] for c in run.models.families.get(owner or "", ())]
    mine = [m for cls in family for m in (*cls.makers.get(name, ()), *cls.registered.get(name, ()))]
    is_cell = any(name in cls.registered for cls in family) or any(map(partial(_makes_cell_of_own, run), mine))
    is_cell |= name in run.state.known.attributes_kept()
    if not is_cell and not any((_root(run, m) or "").startswith("self.") for m in mine):
        return False
    others = (m for cls in family for held in (cls.makers, cls.registered) for n, ms in held.items() for m in ms)
    shown = any(_root(run, _given(run, m)) == f"self.{name}" for m in others)
    return (
        shown
        or any(map(partial(_root, run), map(partial(_given, run), mine)))
        or _refers(run.state.module)
        or name in _named_outside(run.state.module, run.models.computing, run.state.dialects)
    )


def _given(run: ModelRun, made: ast.expr) -> ast.expr:
    """`b` of `nn.Parameter(b)`"""
    return made.args[0] if isinstance(made, ast.Call) and made.args and makes_parameter(run, made) else made


def _makes_cell_of_own(run: ModelRun, made: ast.expr) -> bool:
    """`nn.Parameter(w)`, `self.create_parameter([3])`."""
    match made:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=method)):
            return method in run.models.notation.makers
    return makes_parameter(run, made)


@lru_cache(maxsize=2)
def _refers(module: Module) -> bool:
    """Code of the file gives a name to what refers to buffers: `best = net.state_dict()`."""
    named = module.of_any(ast.Assign, ast.NamedExpr, ast.Return)
    values = [v for n in named for v in _parts(n.value)]  # type: ignore[attr-defined]
    called = (v.func for v in values if isinstance(v, ast.Call))
    return any(isinstance(f, ast.Attribute) and f.attr in _REFERRING for f in called)


@lru_cache(maxsize=2)
def _named_outside(module: Module, computing: frozenset[str], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Attributes that code around models gives names to, keeps or hands to functions: `old = net.mean`."""
    compiled = {id(n) for m in computing for n in walk(module.functions[m].node)}
    values: list[ast.expr | None] = []
    for node in (n for n in module.nodes if id(n) not in compiled):
        match node:
            case ast.Assign() | ast.AnnAssign() | ast.NamedExpr() | ast.Return() | ast.Yield():
                values += _parts(node.value)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                values += parts
            case ast.ListComp(elt=value) | ast.GeneratorExp(elt=value) | ast.Lambda(body=value):
                values.append(value)
            case ast.DictComp(value=value) | ast.SetComp(elt=value):
                values.append(value)
            case ast.Call(func=called) if not _only_computes(called, module, dialects):
                values += all_given(node)
    return frozenset(name for value in values if (name := _attribute_shown(value, dialects)) is not None)


def _only_computes(called: ast.expr, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """What it is given it keeps nowhere."""
    name = module.qualified_name(called)
    if name is not None:
        is_of_python = name.startswith("builtins.") and not name.endswith(PASSING)
        return is_of_python or any(not e.is_part for e in lookup(dialects, name))
    return isinstance(called, ast.Attribute) and bool(lookup_method(dialects, called.attr))


def _attribute_shown(value: ast.expr | None, dialects: tuple[Dialect, ...]) -> str | None:
    """The attribute whose array the value is, or a view of it."""
    match value:
        case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(value=inner)) | ast.Starred(value=inner):
            is_view = not isinstance(value, ast.Call) or _is_view(value.func.attr, dialects)  # type: ignore[attr-defined]
            return _attribute_shown(inner, dialects) if is_view else None
        case ast.Attribute(value=inner, attr=name):
            return _attribute_shown(inner, dialects) if _is_view(name, dialects) else name
    return None


def _is_view(name: str, dialects: tuple[Dialect, ...]) -> bool:
    lines = lookup_method(dialects, name)
    return any(e.is_view or e.is_held for e in lines)


def _shows(run: ModelRun, made: ast.expr, name: str) -> bool:
    """What an attribute is set to is the array of another, a view of it, or holds one."""
    match made:
        case ast.Attribute(value=ast.Name(), attr=attr) if attr == name:
            return True
        case _ if _is_referred_to(run, name):
            return False
        case ast.Subscript(value=inner):
            return _shows(run, inner, name)
        case ast.Call(func=ast.Attribute(value=inner, attr=method)):
            lines = lookup_method(run.state.dialects, method)
            return any(e.is_view for e in lines) and _shows(run, inner, name)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            return any(_shows(run, part, name) for part in parts)
    return False


def _is_referred_to(run: ModelRun, name: str) -> bool:
    """A buffer, or an attribute like one: views refer to it, and show what is written into it."""
    return not run.models.makers(run.owner, name) or name in run.state.known.attributes_kept()


def _registered_as(run: ModelRun, name: str, every: tuple[ModelClass, ...]) -> str | None:
    """An attribute that has the array of a buffer, or a view of it, or is the buffer that has this one's."""
    own = [m for cls in every for m in cls.registered.get(name, ())]
    mine = own or [m for cls in every for m in cls.makers.get(name, ())]
    for cls in every:
        for other, made in cls.registered.items():
            if other != name and any(_is_one_array(run, a, b) for a in made for b in mine):
                return f"self.{other}"
            if other != name and any(_root(run, a) == f"self.{name}" for a in made):
                return f"self.{other}"
        for other, made in cls.makers.items() if own else ():
            if other != name and any(_is_one_array(run, a, b) for a in made for b in own):
                return f"self.{other}"
    roots = {root for m in own if (root := _root(run, m) or "").startswith("self.")}
    return min(roots - {f"self.{name}"}, default=None)


def _is_one_array(run: ModelRun, one: ast.expr, other: ast.expr) -> bool:
    """Both are made of one name or attribute, and are no different elements of it."""
    match one, other:
        case ast.Subscript(slice=ast.Constant(value=i)), ast.Subscript(slice=ast.Constant(value=j)) if i != j:
            return False
    root = _root(run, one)
    return root is not None and root == _root(run, other)


def _root(run: ModelRun, made: ast.expr) -> str | None:
    """`b`, or `self.b`, of which this is a view, or the array itself."""
    match made:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"self.{name}"
        case ast.Subscript(value=inner):
            return _root(run, inner)
        case ast.Call(func=ast.Attribute(value=inner, attr=method)) | ast.Attribute(value=inner, attr=method):
            lines = lookup_method(run.state.dialects, method)
            return _root(run, inner) if any(e.is_view for e in lines) else None
    return None


def _given_to_others(run: ModelRun, name: str, every: tuple[ModelClass, ...]) -> str | None:
    """What whoever makes the part gives it and has, or gives to another part: `self.a = A(b); self.b = B(b)`."""
    module = run.state.module
    for cls in every:
        made = (*cls.makers.get(name, ()), *cls.registered.get(name, ()))
        names = {root for m in made if (root := _root(run, m)) is not None}
        constructor = module.functions.get(f"{cls.name}.__init__")
        given = [] if constructor is None else [p for p in _of_arrays(constructor) if p in names]
        for parameter in given:
            place = constructor.positional.index(parameter) - 1  # type: ignore[union-attr]
            for function in module.functions.values():
                for made_for in _makings(run, function, cls.name):
                    values = dict(enumerate(made_for.args)) | {k.arg: k.value for k in made_for.keywords}
                    array = values.get(place) or values.get(parameter)
                    if array is not None and (other := _kept_beside(run, function, made_for, array)) is not None:
                        return other
    return None


def _makings(run: ModelRun, function: Function, name: str) -> Iterator[ast.Call]:
    """Calls that make an object of the class, or of one that is derived from it."""
    family = {n for n, cls in run.models.classes.items() if n == name or name in cls.ancestors}
    for call in function.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id in family:
            yield call


def _kept_beside(run: ModelRun, function: Function, making: ast.Call, array: ast.expr) -> str | None:
    """What else keeps the array that a part is given: an attribute, another part, the same in another turn."""
    root = _root(run, array)
    if root is None:
        return None
    if root.startswith("self."):
        return root
    for loop in (n for n in function.nodes if isinstance(n, _LOOPS)):
        inside = set(walk(loop))
        if making in inside and not any(
            isinstance(n, ast.Name) and n.id == root and isinstance(n.ctx, ast.Store) for n in inside
        ):
            return root
    for call in function.of(ast.Call):
        keeps = isinstance(call.func, ast.Name) and call.func.id in run.models.classes
        is_registering = isinstance(call.func, ast.Attribute) and call.func.attr in run.models.notation.registering
        given = all_given(call)
        if call is not making and (keeps or is_registering) and any(_root(run, a) == root for a in given):
            return root
    for statement in function.of(ast.Assign):
        is_kept = any(isinstance(t, ast.Attribute) for t in statement.targets)
        if is_kept and _root(run, statement.value) == root:
            return root
    return None


def _parts(value: ast.expr | None) -> list[ast.expr]:
    """What the value may be, or have as an element."""
    match value:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts) | ast.BoolOp(values=parts):
            return [each for part in parts for each in _parts(part)]
        case ast.IfExp(body=body, orelse=orelse):
            return [*_parts(body), *_parts(orelse)]
        case ast.DictComp(value=element) | ast.ListComp(elt=element):
            return _parts(element)
    return [] if value is None else [value]


def _of_arrays(constructor: Function) -> list[str]:
    """Parameters that no default and no hint says to be numbers or text."""
    arguments = constructor.node.args
    every = (*arguments.posonlyargs, *arguments.args)
    defaults = (*(None for _ in range(len(every) - len(arguments.defaults))), *arguments.defaults)
    plain = {
        a.arg
        for a, default in zip(every, defaults, strict=True)
        if (isinstance(a.annotation, ast.Name) and a.annotation.id in ("int", "float", "bool", "str"))
        or (isinstance(default, ast.Constant) and default.value is not None)
    }
    return [name for name in constructor.positional if name not in plain]
