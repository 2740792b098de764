"""What a program consists of, looked at before it is compiled: it computes, and does nothing else.

XLA believes programs. Those that call functions by name run whatever is registered in the process under it, those
that wait for another device wait for ever, and functions that call themselves, or are not there, end the process.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import jax
from jax.extend.mlir import ir
from jax.interpreters import mlir

from hybridc.artifacts.errors import ArtifactError
from hybridc.artifacts.kernels import Typed, forms_of, misused

_COMPUTE = """
    abs add and atan2 batch_norm_grad batch_norm_inference batch_norm_training bitcast_convert broadcast
    broadcast_in_dim case cbrt ceil cholesky clamp compare complex composite concatenate constant convert convolution
    cosine count_leading_zeros custom_call divide dot dot_general dynamic_broadcast_in_dim dynamic_conv dynamic_gather
    dynamic_iota dynamic_pad dynamic_reshape dynamic_slice dynamic_update_slice einsum exponential
    exponential_minus_one fft floor gather get_dimension_size get_tuple_element if imag iota is_finite log
    log_plus_one logistic map maximum minimum multiply negate not optimization_barrier or pad popcnt power real
    real_dynamic_slice reduce reduce_precision reduce_window remainder reshape return reverse rng_bit_generator
    round_nearest_afz round_nearest_even rsqrt scatter select select_and_scatter set_dimension_size shift_left
    shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract tan tanh torch_index_select
    transpose triangular_solve tuple unary_einsum uniform_dequantize uniform_quantize while xor
"""
_OPERATIONS = frozenset(f"stablehlo.{name}" for name in _COMPUTE.split()) | {
    "func.call",
    "func.return",
    "sdy.mesh",
    "sdy.sharding_constraint",
}
_FUNCTIONS = "chlo."  # of arrays, all of them
# Calls that the compiler knows itself, and compares with its own rules.
_KNOWN = """
    Sharding shape_assertion stablehlo.dynamic_reduce_window stablehlo.dynamic_rng_bit_generator stablehlo.dynamic_top_k
    stablehlo.dynamic_approx_top_k ApproxTopK Eigh Qr ProductOfElementaryHouseholderReflectors LuDecomposition
"""
_OF_THE_COMPILER = frozenset(_KNOWN.split())
_SETTINGS = ("mhlo.backend_config", "backend_config")
_CALLEES = ("callee", "decomposition", "called_computations")
_DEEPEST = 200
_FREELY = 1_000_000  # operations


def expect_computing(program: jax.export.Exported) -> bool:
    """Raises ArtifactError for a program that does something else than compute, or could not end.

    Returns whether it calls functions whose sizes are known only when it is called: see `expect_sizes`.
    """
    if program.ordered_effects or program.unordered_effects or program.disabled_safety_checks:
        raise ArtifactError("the program does more than compute: it has effects, or asks for checks to be left out")
    with mlir.make_ir_context():
        try:
            module: Any = program.mlir_module(serialized=False)
        except Exception as error:
            raise ArtifactError(f"the program cannot be read: {type(error).__name__}: {str(error)[:200]}") from error
        return _looked_through(module)


def expect_sizes(program: jax.export.Exported, arguments: Any) -> None:
    """Raises ArtifactError where a program, on arguments of these shapes, calls a function with wrong sizes."""
    module: Any = jax.jit(program.call).lower(*arguments).compiler_ir("stablehlo")
    # The compiler's own step, which no public function takes alone.
    refine = importlib.import_module("jax._src.interpreters.mlir").refine_polymorphic_shapes
    with module.context:
        try:
            refined = refine(module)
        except ValueError:  # shapes that the program does not take: JAX says so when it is called
            return
        if _looked_through(refined):
            raise ArtifactError("the program calls functions with sizes that its arguments do not tell")


def _looked_through(module: Any) -> bool:
    calls: dict[str, list[str]] = {}
    sizes: dict[str, int] = {}
    is_open = False
    for function in module.body.operations:
        name = function.operation.name
        if name != "func.func":
            _expect_known(name)
            continue
        own = function.operation.attributes["sym_name"].value
        if not function.operation.regions[0].blocks:
            raise ArtifactError(f"the program calls {own!r:.80}, which it does not hold")
        calls[own], sizes[own] = [], 1
        for operation in _operations(function.operation):
            sizes[own] += 1
            calls[own] += _callees(operation)
            if operation.name == "stablehlo.custom_call":
                is_open |= _expect_kernel(operation)
    if "main" not in calls:
        raise ArtifactError("the program has no `main`")
    _expect_end(calls, sizes)
    return is_open


def _operations(function: Any) -> Iterator[Any]:
    """All operations in a function, of whatever depth."""
    waiting = [(function, 0)]
    while waiting:
        outer, depth = waiting.pop()
        if depth > _DEEPEST:
            raise ArtifactError(f"the program is nested more than {_DEEPEST} deep")
        for region in outer.regions:
            for block in region.blocks:
                for inner in block.operations:
                    operation = inner.operation
                    _expect_known(operation.name)
                    yield operation
                    if len(operation.regions):
                        waiting.append((operation, depth + 1))


def _expect_known(name: str) -> None:
    if name not in _OPERATIONS and not name.startswith(_FUNCTIONS):
        raise ArtifactError(f"the program does more than compute: it has the operation {name:.80}")


def _callees(operation: Any) -> list[str]:
    found: list[str] = []
    if operation.name in ("func.call", "stablehlo.composite", "stablehlo.custom_call"):
        for name in _CALLEES:
            if name in operation.attributes:
                symbols = operation.attributes[name]
                found += [s.value for s in (symbols if name == _CALLEES[-1] else [symbols])]
    return found


def _expect_kernel(operation: Any) -> bool:
    """Raises ArtifactError for a function that is not known, or is called wrongly. Whether sizes are still free."""
    target = operation.attributes["call_target_name"].value
    if target in _OF_THE_COMPILER:
        return False
    forms = forms_of(target)
    if not forms:
        raise ArtifactError(f"the program calls {target!r:.80}, which is none of the functions that artifacts may call")
    inputs, outputs = [_typed(v.type) for v in operation.operands], [_typed(v.type) for v in operation.results]
    if "indices_of_shape_operands" in operation.attributes:  # the sizes of the results, behind the inputs
        told = len(list(operation.attributes["indices_of_shape_operands"]))
        inputs = inputs[: len(inputs) - told]
    if None in (*inputs, *outputs) or misused(forms, inputs, outputs, _settings(operation)):  # type: ignore[arg-type]
        raise ArtifactError(f"the program calls {target!r:.80} with arrays or settings that it is not made for")
    return any(None in typed.dims for typed in (*inputs, *outputs) if typed is not None)


def _typed(kind: Any) -> Typed | None:
    """None for what is no array."""
    if not isinstance(kind, ir.RankedTensorType):
        return None
    dims = [None if kind.is_dynamic_dim(axis) else kind.get_dim_size(axis) for axis in range(kind.rank)]
    return Typed(str(kind.element_type), tuple(dims))


def _settings(operation: Any) -> dict[str, int]:
    """What the function is told besides its inputs; what is no number, which none of them takes, as -1."""
    found: dict[str, int] = {}
    for name in _SETTINGS:
        if name in operation.attributes and str(told := operation.attributes[name]) not in ('""', "{}"):
            entries: Any = told if isinstance(told, ir.DictAttr) else ()
            found |= {entry.name: _number(entry.attr) for entry in entries} or {"": -1}
    return found


def _number(setting: Any) -> int:
    return int(setting.value) if isinstance(setting, ir.IntegerAttr | ir.BoolAttr) else -1


def _expect_end(calls: dict[str, list[str]], sizes: dict[str, int]) -> None:
    """Raises ArtifactError for functions that are not there, call themselves, or repeat each other without end."""
    whole: dict[str, int] = {}
    waiting, entered = list(calls), set[str]()
    while waiting:
        name = waiting[-1]
        if name in whole:
            waiting.pop()
            continue
        missing = [other for other in calls[name] if other not in calls]
        if missing:
            raise ArtifactError(f"the program calls {missing[0]!r:.80}, which it does not hold")
        ahead = [other for other in calls[name] if other not in whole]
        if not ahead:
            whole[name] = sizes[name] + sum(whole[other] for other in calls[name])
            waiting.pop()
        elif name in entered:
            raise ArtifactError("the program has functions that call themselves")
        else:
            entered.add(name)
            waiting += ahead
    if max(whole.values()) > max(_FREELY, 100 * sum(sizes.values())):
        raise ArtifactError("the program repeats its functions more than a hundred times each")
