"""How models are written in a framework: which methods compute, what generated code imports, which names mean what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ArrayModules:
    """What gives the module that computes on an array, which is NumPy for those of the host: attributes of models and
    arrays, `self.xp.zeros(3)`, and functions, "chainer.backend.get_array_module".
    """

    attributes: frozenset[str]
    functions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Models:
    """How the models of a framework are written.

    `entries`: methods that compute. `imports`: names that generated code uses, and the statements that import them.
    `hints`: annotations that say that something is an array. `registering`: methods that make an attribute an array.
    `casts`: methods of arrays that change their dtype. `homonyms`: those that JAX's arrays have as well, and that mean
    another thing without raising. `shared`: methods that models have as well. `keywords`: of
    methods of the framework's arrays alone. `usual`: what a file may get by `from x import *`, under names that everybody uses.
    `makers`: methods of models that make parameters, which attributes are set to. `places`: where files keep what goes by another name: `{"torch.nn.modules.": "torch.nn."}`. `modules`: modules that
    have two names, `{"mxnet.nd.np.": "mxnet.np."}`. `prefix`: what the names in `imports` begin with in a file that has
    something else by them.
    `namespaces`: methods that are given the framework's functions as their first argument, with the name of the method
    that takes their place, and of the module: `{"hybrid_forward": ("forward", "mxnet.nd")}`. They are also given the
    parameters of the object, which it got from methods in `parameter_makers`, or which the framework's class that it is
    derived from has, `registered`: `{"mxnet.gluon.nn.Dense": ("weight", "bias")}`. `function_takers`: parts of models
    that call the functions they are made of with a module first, `{"HybridLambda": "mxnet.nd"}`.
    `derivative`: methods that compute, beside the entries, of functions that say their own derivative. The first
    argument of these methods, or the object, is a context: `Context.x` in the tables are lines for what it has, and
    the rest is what the methods set. `without_context`: a method that is given none where the class has the other one.
    `float_makers`: what makes parameters of floating point numbers unless a dtype is given, `self.params.get(...)`.
    `numbers_first`: in `x[0, :, [1, 2]]` the number takes its axis away before the list is looked at, and dtypes are
    equal to no text; JAX has both as NumPy has them.
    `rebinds`: `x += y` is `x = x + y`, as of numbers: arrays have no operators that write. `absent_operators`: those
    alone of which this is so where arrays have others that write, "@".
    `adding`: methods that give a chain of parts, one after the other, its next ones. `usual_namespace`: what functions
    of other files call the module that they are given, `("F", "mxnet.nd")`. `array_modules`: what gives the module that
    computes on an array. `binding`: methods by which what is outside of the framework's arrays, symbols, comes to
    arrays. `numpys`: attributes of its arrays that are arrays of NumPy's, into which they write. `jit`: the module whose
    `jit` compiles functions beside models in which arrays meet, where the framework promotes otherwise than JAX at times.
    `mutable`: what makes an array one that all write who have it. `writing`: what decorates a function of a model that
    writes such arrays while it runs, and what makes one of an attribute, `("nn.in_place", "nn.attribute")`.
    `layer_arrays`: attributes by which the framework's layers have their parameters and buffers; `layer_statistics`:
    those that they write when they run. `showing`: attributes and methods of all parts that give such arrays, in tables;
    `showing_parameters`: those of them that give parameters alone.
    `hooking`: those that have a function called with what a part is given, and gives.
    `quiet`: other methods of all parts that run none. `usual_parts`: methods of arrays that parts are usually named as,
    `norm`; all, where it is None.
    `immutable`: arrays are never written, but variables, which a model holds.
    `types`: types of arrays that methods in `casts` take for a dtype, with the method that says it:
    `{"torch.HalfTensor": "half"}`.
    """

    entries: frozenset[str]
    imports: Mapping[str, str]
    hints: frozenset[str]
    registering: frozenset[str]
    casts: frozenset[str]
    homonyms: frozenset[str]
    shared: frozenset[str]
    keywords: frozenset[str]
    usual: Mapping[str, str]
    places: Mapping[str, str]
    prefix: str
    namespaces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    parameter_makers: frozenset[str] = frozenset()
    function_takers: Mapping[str, str] = field(default_factory=dict)
    usual_namespace: tuple[str, str] = ("", "")
    adding: frozenset[str] = frozenset()
    float_makers: frozenset[str] = frozenset()
    registered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    derivative: frozenset[str] = frozenset()
    without_context: tuple[str, str] | None = None
    makers: frozenset[str] = frozenset()
    rebinds: bool = False
    absent_operators: frozenset[str] = frozenset()
    numbers_first: bool = False
    array_modules: ArrayModules | None = None
    binding: frozenset[str] = frozenset()
    numpys: frozenset[str] = frozenset()
    jit: str = "jax"
    mutable: str = ""
    writing: tuple[str, str] | None = None
    layer_arrays: frozenset[str] = frozenset()
    layer_statistics: frozenset[str] = frozenset()
    showing: frozenset[str] = frozenset()
    showing_parameters: frozenset[str] = frozenset()
    hooking: frozenset[str] = frozenset()
    quiet: frozenset[str] = frozenset()
    usual_parts: frozenset[str] | None = None
    immutable: bool = False
    types: Mapping[str, str] = field(default_factory=dict)
