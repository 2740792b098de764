"""Attributes of models that are set to other arrays, while names may have the one of before."""

from __future__ import annotations

import ast
from functools import lru_cache, partial

from hybridc.interpret.models.parameters import makes_parameter
from hybridc.interpret.models.run import ModelRun
from hybridc.interpret.references.model_reads import is_named
from hybridc.syntax.module import Module


def held_as_they_are(run: ModelRun) -> frozenset[str]:
    """The attributes of which the runtime finds who has their arrays, by the file: no parameters are, nor what becomes
    one. Of `self.mean += v` and `self.mean.data = v` nothing tells it that who has the array sees that."""
    classes = run.models.classes.values()
    makers = [(name, made) for cls in classes for name, made in cls.makers.items()]
    parameters = {name for name, made in makers if any(map(partial(makes_parameter, run), made))}
    held = frozenset[str]().union(*(cls.computed | cls.registered.keys() for cls in classes))
    others = parameters | _stay(run.state.module) | _of_layers(run)
    return (run.models.attributes | held) - others


def _of_layers(run: ModelRun) -> frozenset[str]:
    """The names of what layers have that the file's classes do not all make for themselves."""
    names = run.models.notation.layer_arrays
    made = {
        node
        for function in run.state.module.functions.values()
        for node in function.of(ast.Attribute)
        if node.attr in names and is_named(node.value, run.models.own_name(function))
        if run.models.makers(function.owner, node.attr)
    }
    return frozenset(n.attr for n in run.state.module.of(ast.Attribute) if n.attr in names and n not in made)


def exchanged_elsewhere(run: ModelRun) -> frozenset[str]:
    """Attributes that methods besides this one and constructors set."""
    own = {run.state.function.qualified_name}
    return frozenset(attribute for attribute, methods in _setting(run.state.module).items() if methods - own)


@lru_cache(maxsize=2)
def _stay(module: Module) -> frozenset[str]:
    """`self.mean += v`, `self.mean.data = v`"""
    changed: list[ast.expr] = [s.target for s in module.of(ast.AugAssign)]
    changed += [t.value for s in module.of(ast.Assign) for t in s.targets if isinstance(t, ast.Attribute)]
    return frozenset(t.attr for t in changed if isinstance(t, ast.Attribute))


@lru_cache(maxsize=2)
def _setting(module: Module) -> dict[str, set[str]]:
    """By attributes, the functions that set them, but for constructors."""
    found: dict[str, set[str]] = {}
    for name, function in module.functions.items():
        for statement in function.of(ast.Assign) if function.name != "__init__" else ():
            for target in statement.targets:
                if isinstance(target, ast.Attribute):
                    found.setdefault(target.attr, set()).add(name)
    return found
