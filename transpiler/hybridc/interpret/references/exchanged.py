"""Attributes of models that are set to other arrays, while names may have the one of before."""

from __future__ import annotations

import ast
from functools import lru_cache, partial

from hybridc.interpret.models.parameters import makes_parameter
from hybridc.interpret.models.run import ModelRun
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk


def held_as_they_are(run: ModelRun) -> frozenset[str]:
    """The attributes that hold arrays as they are, by the file: parameters and buffers are none, nor what becomes one.
    Of `self.mean += v` nothing tells the runtime that the array stays."""
    classes = run.models.classes.values()
    of_cells = frozenset[str]().union(*(cls.registered for cls in classes))
    makers = [(name, made) for cls in classes for name, made in cls.makers.items()]
    of_cells |= run.state.known.attributes_kept() & _set_outside(run.state.module, run.models.computing)
    of_cells |= {name for name, made in makers if any(map(partial(makes_parameter, run), made))}
    computed = frozenset[str]().union(*(cls.computed for cls in classes))
    of_cells |= _augmented(run.state.module)
    return (run.models.attributes | computed) - of_cells - run.models.notation.layer_arrays


def exchanged_elsewhere(run: ModelRun) -> frozenset[str]:
    """Attributes that methods besides this one and constructors set."""
    own = {run.state.function.qualified_name}
    return frozenset(attribute for attribute, methods in _setting(run.state.module).items() if methods - own)


@lru_cache(maxsize=2)
def _set_outside(module: Module, computing: frozenset[str]) -> frozenset[str]:
    """The attributes that code around models, or a constructor, sets to what is no constant."""
    compiled = {id(n) for name in computing for n in module.functions[name].nodes}
    around = (s for s in module.of_any(ast.Assign, ast.AnnAssign, ast.AugAssign) if id(s) not in compiled)
    stored = (n for s in around if not isinstance(s.value, ast.Constant) for n in walk(s))  # type: ignore[attr-defined]
    return frozenset(n.attr for n in stored if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))


@lru_cache(maxsize=2)
def _augmented(module: Module) -> frozenset[str]:
    targets = (s.target for s in module.of(ast.AugAssign))
    return frozenset(t.attr for t in targets if isinstance(t, ast.Attribute))


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
