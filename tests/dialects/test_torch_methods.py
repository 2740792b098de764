"""Every method and attribute of tensors in the tables, run against PyTorch: values, dtypes, shapes, and stated facts."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from torch_method_lines import (
    CASES,
    DRAWS,
    DTYPES,
    ELSEWHERE,
    IN_PLACE,
    MEMBERS,
    UNWRITTEN,
    Call,
    calls_of,
    compiled,
    difference,
    evaluated,
    in_jax,
    in_torch,
    line_of,
    mapped,
    of_line,
    of_torch,
    values_of,
)

from hybridc.dialects.entry import Entry
from hybridc.dialects.torch import TORCH
from hybridc.runtime.torch import nn


@pytest.fixture(autouse=True)
def thirty_two_bits() -> Iterator[None]:
    """As models run; and PyTorch may warn of what it deprecates."""
    with jax.enable_x64(False), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def groups(names: list[str], size: int) -> list[Any]:
    return [
        pytest.param(names[i : i + size], id=f"{names[i]}-{names[i : i + size][-1]}")
        for i in range(0, len(names), size)
    ]


CONVERTED = [n for n in MEMBERS if any(e.target is not None for e in TORCH.lookup(f"Tensor.{n}"))]
STATIC = [n for n in CONVERTED if TORCH.lookup(f"Tensor.{n}")[0].is_static]
WRITING = [n for n in CONVERTED if TORCH.lookup(f"Tensor.{n}")[0].writes and n not in DRAWS]
COMPUTING = [n for n in CONVERTED if n not in {*STATIC, *WRITING, *DRAWS, *UNWRITTEN, *ELSEWHERE}]
SIGN_IS_FREE = {"svd"}
FEW = 3


def takes(name: str, call: Call) -> bool:
    """PyTorch takes the call; of those of several methods not each suits all of them."""
    try:
        of_torch(name, in_torch(call.tensor), call)
    except (RuntimeError, TypeError):
        return False
    return True


def given(names: list[str], calls_of: Callable[[str], list[Call]]) -> dict[tuple[str, int], Call]:
    """The calls that PyTorch takes, but those that tell what is known while tracing."""
    every = ((n, i, c) for n in names for i, c in enumerate(calls_of(n)) if takes(n, c))
    found = {(n, i): c for n, i, c in every if not line_of(n, c).is_static}
    assert {name for name, _ in found} == set(names)
    return found


def test_every_method_and_attribute_of_a_tensor_is_mapped_or_refused():
    assert [n for n in dir(torch.Tensor) if not n.startswith("_") and n not in MEMBERS] == []
    assert [n for n in MEMBERS if not hasattr(torch.Tensor, n)] == []


def test_what_is_refused_has_a_rule():
    entries = [e for n in MEMBERS for e in TORCH.lookup(f"Tensor.{n}") if e.target is None]
    assert {e.refusal for e in entries} <= {"HYB101", "HYB306", "HYB402", "HYB403", "HYB408"}
    assert [e.name for e in entries if not e.advice] == []


@pytest.mark.parametrize("names", groups(COMPUTING, 24))
def test_a_method_agrees_with_torch_when_it_is_compiled(names):
    calls = given(names, calls_of)
    found = compiled({key: (entry := line_of(key[0], call), values_of(entry, call)) for key, call in calls.items()})
    differences = {}
    for (name, place), call in calls.items():
        expected, ours = of_torch(name, in_torch(call.tensor), call), found[name, place]
        if name in SIGN_IS_FREE:
            expected, ours = mapped(tuple(expected), torch.abs), mapped(tuple(ours), jnp.abs)
        differences[name, place] = difference(ours, expected)
    assert {key: d for key, d in differences.items() if d} == {}


@pytest.mark.parametrize("name", sorted(UNWRITTEN))
def test_what_nobody_wrote_has_the_shape_and_the_dtype_of_that_of_torch(name):
    for call in CASES[name]:
        expected, entry = of_torch(name, in_torch(call.tensor), call), line_of(name, call)
        made = of_line(entry, values_of(entry, call))
        assert (made.dtype, made.shape) == (jnp.dtype(DTYPES[expected.dtype]), tuple(expected.shape))


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_a_tensor_stays_where_it_is(name):
    assert [e.target for e in TORCH.lookup(f"Tensor.{name}")] == ["self"]


def written_calls(name: str) -> list[Call]:
    """Calls that write in place: those in the table, and the first ones of the method that gives the same anew."""
    given_anew = (
        [c for c in CASES.get(name[:-1], []) if takes(name, c)] if name not in ("squeeze_", "unsqueeze_") else []
    )
    several = (c for c in given_anew[FEW:] if c.keywords or len(c.arguments) > 1)
    return [*IN_PLACE.get(name, []), *given_anew[:FEW], *several]


@pytest.mark.parametrize("names", groups(WRITING, 40))
def test_what_a_method_writes_in_place_is_what_torch_writes(names):
    calls = given(names, written_calls)
    found = compiled({key: (entry := line_of(key[0], call), values_of(entry, call)) for key, call in calls.items()})
    differences = {}
    for (name, place), call in calls.items():
        changed = in_torch(call.tensor)
        assert of_torch(name, changed, call) is changed
        differences[name, place] = difference(found[name, place], changed)
        assert line_of(name, call).writes
        assert line_of(name, call).shape == "?" or changed.shape == call.tensor.shape
    assert {key: d for key, d in differences.items() if d} == {}


@pytest.mark.parametrize("names", groups(WRITING, 40))
def test_references_have_the_methods_that_write(names):
    calls = given(names, written_calls)

    def written(tensors: dict[tuple[str, int], jax.Array]) -> dict[tuple[str, int], jax.Array]:
        found = {}
        for key, tensor in tensors.items():
            held, call = nn.mutable(tensor), calls[key]
            given = {name: mapped(value, in_jax) for name, value in call.keywords.items()}
            assert getattr(held, key[0])(*mapped(call.arguments, in_jax), **given) is held
            found[key] = held.held
        return found

    tensors = {key: in_jax(call.tensor) for key, call in calls.items()}
    found = jax.jit(written).lower(tensors).compile({"xla_backend_optimization_level": 0})(tensors)
    differences = {}
    for (name, place), call in calls.items():
        changed = of_torch(name, in_torch(call.tensor), call)
        differences[name, place] = difference(found[name, place], changed)
    assert {key: d for key, d in differences.items() if d} == {}


@pytest.mark.parametrize("name", sorted(DRAWS))
def test_a_draw_has_the_mean_and_the_spread_of_those_of_torch(name):
    torch.manual_seed(0)
    nn.seed(0)
    for call in DRAWS[name]:
        expected = of_torch(name, in_torch(call.tensor), call)
        entry = line_of(name, call)
        drawn = of_line(entry, values_of(entry, call))
        assert (drawn.dtype, drawn.shape) == (jnp.dtype(DTYPES[expected.dtype]), tuple(expected.shape))
        ours, theirs = np.asarray(drawn, np.float64), expected.double().numpy()
        assert abs(ours.mean() - theirs.mean()) < 0.12 * theirs.std() + 1e-4
        assert name == "cauchy_" or abs(ours.std() - theirs.std()) < 0.15 * theirs.std() + 1e-6


def test_one_draw_without_replacement_holds_no_index_twice():
    call = next(c for c in DRAWS["multinomial"] if c.arguments == (30,))
    entry = line_of("multinomial", call)
    drawn = np.asarray(of_line(entry, values_of(entry, call)))
    assert all(len(set(row)) == 30 for row in drawn.tolist())


def told_while_tracing(entry: Entry, call: Call) -> Any:
    values, told = values_of(entry, call), []
    jax.eval_shape(lambda tensor: told.append(of_line(entry, values | {"self": tensor})), values["self"])
    return told[0]


@pytest.mark.parametrize("name", [*STATIC, "type"])
def test_what_is_known_while_tracing_is_what_torch_tells(name):
    for call in (c for c in CASES[name] if line_of(name, c).is_static):
        expected = of_torch(name, in_torch(call.tensor), call)
        told = told_while_tracing(line_of(name, call), call)
        if isinstance(expected, torch.dtype):
            assert told == jnp.dtype(DTYPES[expected])
        elif isinstance(expected, torch.device | torch.layout):
            assert str(told) == str(expected)
        else:
            assert told == expected


def result_dtype(fact: str, call: Call) -> torch.dtype | None:
    """What a fact says of the dtype of a result, in PyTorch's words."""
    tensor = in_torch(call.tensor)
    operands = [
        in_torch(a) for a in (*call.arguments, *call.keywords.values()) if isinstance(a, np.ndarray | int | float)
    ]
    promoted = functools.reduce(
        lambda a, b: torch.empty((), dtype=torch.result_type(torch.empty(1, dtype=a), b)).dtype, operands, tensor.dtype
    )
    match fact:
        case "same":
            return tensor.dtype
        case "bool":
            return torch.bool
        case "int":
            return torch.int64
        case "promote":
            return promoted
        case "float":
            return promoted if promoted.is_floating_point or promoted.is_complex else torch.float32
        case "sum" if "dtype" not in call.keywords:
            return tensor.dtype if tensor.is_floating_point() else torch.int64
    return None


def result_shapes(fact: str, call: Call) -> tuple[int, ...] | int | None:
    """What a fact says of the shape of a result, or of how many axes it has."""
    arrays = [a for a in (*call.arguments, *call.keywords.values()) if isinstance(a, np.ndarray)]
    match fact:
        case "same":
            return call.tensor.shape
        case "elementwise":
            return np.broadcast_shapes(call.tensor.shape, *(a.shape for a in arrays))
        case "scalar":
            return ()
        case "1" | "2":
            return int(fact)
    return None


@pytest.mark.parametrize("names", groups([*COMPUTING, *WRITING], 60))
def test_facts_about_dtypes_and_shapes_are_true(names):
    untrue = []
    for (name, _), call in given(names, lambda name: CASES[name] if name in CASES else written_calls(name)).items():
        result, entry = of_torch(name, in_torch(call.tensor), call), line_of(name, call)
        dtype, shape = result_dtype(entry.dtype, call), result_shapes(entry.shape, call)
        result = torch.as_tensor(result) if isinstance(result, bool) else result
        if isinstance(result, tuple | list):
            assert entry.dtype == "?" and entry.shape == "?"
        elif dtype not in (None, result.dtype) or shape not in (None, tuple(result.shape), result.ndim):
            untrue.append((name, call, entry.dtype, entry.shape, result.dtype, tuple(result.shape)))
    assert untrue == []


def memory(value: Any) -> set[int]:
    if isinstance(value, tuple | list):
        return set().union(*map(memory, value))
    return {value.untyped_storage().data_ptr()} if isinstance(value, torch.Tensor) else set()


@pytest.mark.parametrize("names", groups(COMPUTING, 60))
def test_a_method_that_shares_memory_is_called_a_view(names):
    hidden = []
    for (name, _), call in given(names, CASES.__getitem__).items():
        tensor = in_torch(call.tensor)
        entry = line_of(name, call)
        if memory(tensor) & memory(of_torch(name, tensor, call)) and not entry.is_view:
            hidden.append((name, call))
    assert hidden == []


@pytest.mark.parametrize("name", [n for n in COMPUTING if any(e.back for e in TORCH.lookup(f"Tensor.{n}"))])
def test_a_tensor_comes_back_from_what_its_view_has_become(name):
    for call in given([name], CASES.__getitem__).values():
        changed, entry = in_torch(call.tensor), line_of(name, call)
        view = of_torch(name, changed, call)
        assert memory(view) == memory(changed)
        new = torch.arange(1, view.numel() + 1).reshape(view.shape).to(view.dtype)
        view.detach().copy_(new)
        values = values_of(entry, call) | {"new": jnp.asarray(new.resolve_conj().numpy())}
        assert entry.back is not None
        assert difference(evaluated(entry.back, entry, values), changed.detach()) is None, call


def test_every_parameter_of_every_line_is_passed():
    passed = set()
    for name in CONVERTED:
        tables = [
            *(calls_of(name) if name in CASES else []),
            *(written_calls(name) if name in WRITING else []),
            *DRAWS.get(name, []),
        ]
        for call in tables:
            entry = line_of(name, call)
            if entry.parameters is not None:
                bound = entry.bind(1 + len(call.arguments), call.keywords)
                assert bound is not None
                passed |= {(id(entry), place) for place in (*bound[0], *bound[1])}
    dropped = {
        "device",
        "layout",
        "pin_memory",
        "requires_grad",
        "non_blocking",
        "copy",
        "memory_format",
        "implicit",
        "masked_grad",
    }
    renamed = {"axis", "keepdims"}
    missing = [
        (e.name, p.name)
        for n in CONVERTED
        if n not in ELSEWHERE
        for e in TORCH.lookup(f"Tensor.{n}")
        if e.target is not None and not {q.name for q in e.parameters or ()} & renamed
        for p in e.parameters or ()
        if (id(e), p.name) not in passed and p.name not in dropped
    ]
    assert missing == []
