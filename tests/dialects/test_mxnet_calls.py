"""Every line of MXNet's operators is run against recordings of MXNet: values, dtypes, derivatives, and its facts."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from mxnet_lines import MXNET, RIGHT, Expression, Recording, in_mode, is_array, recordings

from closeness import assert_close
from hybridc.dialects.entry import Entry
from hybridc.runtime.core.modules import Module
from hybridc.runtime.gluon import ops

CALLS = [*recordings("calls"), *recordings("calls_np")]
FUNCTIONS = [*dict.fromkeys((r.arrays, r.function) for r in CALLS)]
NARROW = {"int64": "int32", "float64": "float32"}


@pytest.mark.parametrize(("arrays", "function"), FUNCTIONS)
def test_the_lines_of_a_function_agree_with_mxnet(arrays: str, function: str) -> None:
    for recording in (r for r in CALLS if (r.arrays, r.function) == (arrays, function)):
        try:
            agree(recording)
        except Exception as error:
            error.add_note(f"{recording.text}{' in training' * recording.training}")
            raise


def agree(recording: Recording) -> None:
    expression = Expression(recording)
    inputs = {n: jnp.asarray(a) for n, a in recording.inputs.items()}
    if recording.said is not None:
        assert repr(expression.value(inputs)) == recording.said
        return

    def outputs(inputs: dict[str, Any]) -> list[Any]:
        found = in_mode(recording.training, lambda: expression.value(inputs))
        return list(found) if isinstance(found, list | tuple) else [found]

    found = jax.jit(outputs)(inputs)
    assert len(found) == len(recording.outputs)
    for ours, theirs in zip(found, recording.outputs, strict=True):
        assert ours.shape == theirs.shape
        assert ours.dtype == NARROW.get(theirs.dtype.name, theirs.dtype.name)
        close = 2e-3 if theirs.dtype == np.float16 else 1e-5
        assert_close(np.asarray(ours, np.float64), theirs.astype(np.float64), rtol=close, atol=close / 5)
    if recording.slopes:
        check_slopes(recording, inputs, outputs)
    for entry, (first, result) in expression.entries[-1:]:
        check_facts(entry, first, result)


def check_slopes(recording: Recording, inputs: dict[str, Any], outputs: Any) -> None:
    constant = {n: a for n, a in inputs.items() if n not in recording.slopes}

    def weighted(given: dict[str, Any]) -> Any:
        found = outputs({**constant, **given})
        heads = (jnp.cos(jnp.arange(o.size)).reshape(o.shape) for o in found)
        return sum(jnp.sum(o * w) for o, w in zip(found, heads, strict=True))

    slopes = jax.jit(jax.grad(weighted))({n: inputs[n] for n in recording.slopes})
    for name, theirs in recording.slopes.items():
        scale = max(float(np.abs(theirs[np.isfinite(theirs)]).max(initial=0)), 1)
        assert_close(slopes[name], theirs, rtol=2e-5, atol=4e-6 * scale, err_msg=f"slope of {name}")


def check_facts(entry: Entry, first: Any, result: Any) -> None:
    if entry.items or entry.gives_list:
        assert isinstance(result, list | tuple) or entry.gives_list
        return
    if not is_array(result) and not hasattr(result, "aval"):
        return
    if entry.dtype == "same" and first is not None:
        assert result.dtype == first.dtype
    if entry.dtype in ("bool", "int"):
        assert jnp.issubdtype(result.dtype, {"bool": jnp.bool_, "int": jnp.integer}[entry.dtype])
    if entry.shape == "same" and first is not None:
        assert result.shape == first.shape
    if entry.shape in ("1", "2"):
        assert result.ndim == int(entry.shape)


def test_every_line_that_computes_was_recorded() -> None:
    taken: set[str] = set()
    targets: set[str | None] = set()
    for recording in CALLS:
        expression = Expression(recording)
        inputs = {n: jnp.asarray(a) for n, a in recording.inputs.items()}
        if recording.said is None:
            jax.eval_shape(lambda i, e=expression, r=recording: in_mode(r.training, lambda: e.value(i)), inputs)
        else:
            expression.value(inputs)
        taken |= {entry.name for entry, _ in expression.entries}
        targets |= {entry.target for entry, _ in expression.entries}
    assert [e.name for e in computing() if e.name not in taken and e.target not in targets and not is_apart(e)] == []


def computing() -> list[Entry]:
    """The lines that compute, in one of the namespaces that they are in."""
    places = ("mxnet.nd.", "NDArray.", "mxnet.np.", "mxnet.npx.", "ndarray.")
    found = [e for name in MXNET.names if name.startswith(places) for e in MXNET.lookup(name)]
    return [e for e in found if e.target is not None and not e.is_static]


def is_apart(entry: Entry) -> bool:
    """Draws, writes, control flow in whole programs, other names for what makes arrays, what only another name of an
    operator has, what loops run over, and what is of host code: tested apart, or the same."""
    drawn = ("uniform", "normal", "randint", "exponential", "gamma_draws", "poisson", "multinomial", "shuffle")
    takes_functions = entry.name.endswith((".foreach", ".while_loop", ".cond"))
    is_named = (entry.target or "").startswith("ops.aliases.")
    is_drawn = any(f"{name}(" in (entry.target or "") for name in drawn)
    is_iterated = entry.name.endswith(".__iter__")
    return entry.writes or entry.is_host or takes_functions or is_named or is_drawn or is_iterated


@pytest.mark.parametrize(("arrays", "function"), [("NDArray", "add"), ("NDArray", "mul"), ("NDArray", "truediv")])
def test_writing_in_place_gives_what_the_operator_gives(arrays: str, function: str) -> None:
    x, y = jnp.array([[1.5, -2.0]]), jnp.array([[0.5, 4.0]])
    plain, in_place = (MXNET.lookup(f"{arrays}.__{n}__")[0] for n in (function, f"i{function}"))
    assert in_place.writes and not plain.writes
    ours = [eval(e.target or "", dict(RIGHT), {"self": x, "other": y}) for e in (plain, in_place)]
    np.testing.assert_array_equal(*ours)
    with pytest.raises(ValueError, match="cannot write"):
        eval(in_place.target or "", dict(RIGHT), {"self": x, "other": jnp.ones((3, 2))})


def test_elements_are_set_in_the_dtype_of_the_array() -> None:
    x = jnp.arange(6, dtype=jnp.int32).reshape(2, 3)
    np.testing.assert_array_equal(ops.setitem(x, (0, 1), 7.9), [[0, 7, 2], [3, 4, 5]])
    np.testing.assert_array_equal(ops.setitem(x, slice(None), jnp.array([1.0, 2.0, 3.0])), [[1, 2, 3], [1, 2, 3]])
    with pytest.raises(IndexError, match="out of bounds"):
        ops.setitem(x, (0, 3), 1)


MANY = (50, 60)
DRAWS = {
    "uniform(-1, 3, shape=MANY)": (1, 4 / 12**0.5),
    "normal(2, 0.5, shape=MANY)": (2, 0.5),
    "randint(0, 10, shape=MANY)": (4.5, 8.25**0.5),
    "exponential(2.0, shape=MANY)": (2, 2),
    "gamma_draws(2.0, 3.0, shape=MANY)": (6, 18**0.5),
    "poisson(4.0, shape=MANY)": (4, 2),
    "multinomial(PROBABILITIES, shape=3000)": (1.3, 0.61**0.5),
    "uniform(ENDS, ENDS + 1, shape=1500)": (1, 0.5774),
    "np.uniform(-1, 3, MANY)": (1, 4 / 12**0.5),
    "np.normal(2, 0.5, MANY)": (2, 0.5),
    "aliases.normal(2, 0.5, MANY)": (2, 0.5),
    "aliases.randn(*MANY)": (0, 1),
    "aliases.uniform(-1, 3, MANY)": (1, 4 / 12**0.5),
    "aliases.rand(*MANY)": (0.5, 1 / 12**0.5),
}


@pytest.mark.parametrize("text", DRAWS)
def test_draws_have_the_mean_and_the_deviation_that_was_asked_for(text: str) -> None:
    given = {"MANY": MANY, "PROBABILITIES": jnp.array([0.2, 0.3, 0.5]), "ENDS": jnp.array([0.0, 1.0])}
    drawn = in_mode(False, lambda: eval(f"ops.{text}", {"ops": ops, **given}))
    mean, deviation = DRAWS[text]
    assert drawn.size == 3000
    assert float(drawn.mean()) == pytest.approx(mean, abs=5 * deviation / 3000**0.5)
    assert float(drawn.std()) == pytest.approx(deviation, rel=0.1)


def test_dropout_draws_in_training_alone() -> None:
    x = jnp.ones((40, 50))
    dropped = in_mode(True, lambda: ops.Dropout(x, p=0.25))
    assert set(np.unique(dropped)) == {np.float32(0), np.float32(1 / 0.75)}
    assert float((dropped == 0).mean()) == pytest.approx(0.25, abs=0.05)
    rows = in_mode(True, lambda: ops.Dropout(x, p=0.5, axes=(1,)))
    np.testing.assert_array_equal(rows, np.broadcast_to(rows[:, :1], rows.shape))
    np.testing.assert_array_equal(in_mode(False, lambda: ops.Dropout(x, p=0.25)), x)
    assert (np.asarray(in_mode(False, lambda: ops.Dropout(x, p=0.5, mode="always"))) == 0).any()


class Normalized(Module):
    """Batch normalization as a block that has its statistics."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", jnp.zeros(2))
        self.register_buffer("var", jnp.ones(2))

    def forward(self, x: Any) -> Any:
        return ops.BatchNorm(x, jnp.ones(2), jnp.zeros(2), self.mean, self.var, momentum=0.75)


def test_moving_statistics_move_in_training() -> None:
    net, x = Normalized(), jnp.array([[1.0, 2.0], [3.0, 6.0]])
    params = net.parameters()
    _, moved = net.apply(params, x, train=True)
    assert_close(moved["mean"], [0.5, 1.0])
    assert_close(moved["var"], [1.0, 1.75])  # those of all elements: 1 and 4
    assert_close(net.apply(params, x), np.asarray(x) / np.sqrt(1.001), rtol=1e-6)
