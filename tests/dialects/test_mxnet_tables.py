"""The tables of MXNet as a whole: one line serves its namespaces, and what does not convert says what to do."""

import ast

import jax.numpy as jnp
import pytest

from hybridc.dialects.mxnet import MXNET
from hybridc.dialects.suggestions import suggestion
from hybridc.runtime.gluon import contrib, init, loss, nn, ops, rnn, sym
from hybridc.runtime.gluon.sym.operators import public_names

ENTRIES = [entry for name in MXNET.names for entry in MXNET.lookup(name)]


def test_an_operator_has_the_same_line_in_every_namespace():
    lines = {name: MXNET.lookup(f"{name}.pick") for name in ("mxnet.nd", "mxnet.ndarray", "mxnet.sym", "mxnet.symbol")}
    assert {(e.target, e.parameters) for entries in lines.values() for e in entries if not e.is_host} == {
        (e.target, e.parameters) for e in lines["mxnet.nd"]
    }


def test_every_operator_of_symbols_is_one_where_python_composes_them():
    names = {n.removeprefix("mxnet.sym.") for n in MXNET.names if n.startswith("mxnet.sym.")}
    composing = {n for n in names if any(e.is_host and e.is_outside for e in MXNET.lookup(f"mxnet.sym.{n}"))}
    assert {n for n in public_names() if not n.startswith("_")} <= composing
    assert all([e.target for e in MXNET.lookup(f"mxnet.symbol.{n}") if e.is_host] == [f"sym.{n}"] for n in composing)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("mxnet.gluon.nn.basic_layers.Dense", "mxnet.gluon.nn.Dense"),
        ("mxnet.gluon.contrib.nn.basic_layers.Identity", "mxnet.gluon.contrib.nn.Identity"),
        ("mxnet.gluon.block.HybridBlock", "mxnet.gluon.HybridBlock"),
    ],
)
def test_a_layer_is_found_where_its_file_is(place, name):
    assert [e.target for e in MXNET.lookup(place)] == [e.target for e in MXNET.lookup(name)] != []


@pytest.mark.parametrize(
    ("name", "near"),
    [("mxnet.sym.FullyConected", "mxnet.sym.FullyConnected"), ("mxnet.np.concatenat", "mxnet.np.concatenate")],
)
def test_a_name_that_is_not_there_has_a_nearest_one(name, near):
    assert MXNET.lookup(name) == ()
    assert suggestion(MXNET, name) == near


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.refusal is not None and not e.is_gone], ids=lambda e: e.name)
def test_what_is_refused_says_what_to_do(entry):
    assert entry.advice


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("NDArray.asnumpy", "HYB101"), ("NDArray.asscalar", "HYB101"), ("NDArray.wait_to_read", "HYB101"),
        ("NDArray.attach_grad", "HYB408"), ("mxnet.autograd.record", "HYB408"), ("mxnet.gluon.Trainer", "HYB408"),
        ("mxnet.gluon.data.DataLoader", "HYB408"), ("mxnet.nd.contrib.boolean_mask", "HYB403"),
        ("mxnet.sym.load", "HYB402"), ("mxnet.mod.Module", "HYB408"),
    ],
)  # fmt: skip
def test_what_compiled_code_cannot_do_is_refused(name, code):
    assert [entry.refusal for entry in MXNET.lookup(name)] == [code]


RUNTIME = {"nn": nn, "rnn": rnn, "loss": loss, "init": init, "contrib": contrib, "ops": ops, "jnp": jnp, "sym": sym}


def test_every_name_of_the_runtime_is_there():
    missing = set()
    for entry in ENTRIES:
        for node in ast.walk(ast.parse(entry.target, mode="eval")) if entry.target else ():
            root, *parts = ast.unparse(node).split(".") if isinstance(node, ast.Attribute) else [""]
            held = RUNTIME.get(root)
            for part in parts if held is not None else ():
                held = getattr(held, part, missing)
                if held is missing:
                    missing.add(ast.unparse(node))
                    break
    assert missing == set()


def test_a_file_that_names_numpys_functions_has_their_arrays():
    assert MXNET.spoken_with({"mxnet.gluon.nn", "mxnet.nd.relu"}) is MXNET
    for name in ("mxnet.npx.set_np", "mxnet.np", "mxnet.util.use_np", "mxnet.nd.np"):
        spoken = MXNET.spoken_with({name})
        assert spoken.arrays == "ndarray"
        assert spoken.lookup("mxnet.util.is_np_array")[0].target == "True"
    both = MXNET.spoken_with({"mxnet.util.is_np_array", "mxnet.nd.np"})
    assert both is MXNET


def test_modules_with_two_names_have_the_same_lines():
    assert MXNET.lookup("mxnet.nd.npx.relu") == MXNET.lookup("mxnet.npx.relu") != ()
    assert MXNET.lookup("mxnet.numpy.random.normal") == MXNET.lookup("mxnet.np.random.normal") != ()
    assert "mxnet.nd.np.concatenate" in MXNET
