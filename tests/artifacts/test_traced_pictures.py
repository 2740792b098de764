"""`hybridc graph --traced`: programs of modules as pictures. Executes the modules that are here."""

import os
import sys
from pathlib import Path

import jax
import pytest
from click.testing import CliRunner
from told import edges_of, outline_of

from exported import SOURCE, python_as_it_was
from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.tracing import traced
from hybridc_cli.main import cli

CONTROL = """
import jax
import jax.numpy as jnp
from jax import lax


def scaled(w, x):
    return jnp.tanh(w @ x) * 2.0


def loops(xs, limit):
    def step(total, row):
        return total + row, total * 2

    total, seen = lax.scan(step, jnp.zeros(3), xs)
    total = lax.while_loop(lambda t: t.sum() < limit, lambda t: t + 1, total)
    unused = jnp.exp(total)
    return lax.cond(total[0] > 0, lambda t: t, lambda t: -t, total), seen


def drained(x):
    y = jax.new_ref(x)

    def turn(total):
        y[...] = y[...] * 0.5
        return total + y[...].sum()

    total = lax.while_loop(lambda total: total < 4, turn, 0.0)
    return total, y[...]


def shown(x):
    jax.debug.print("{}", x)
    return x
"""


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    Path("control.py").write_text(CONTROL)
    Path("models.py").write_text(SOURCE)
    with python_as_it_was():
        yield
    jax.config.update("jax_enable_x64", before)


def test_operations_with_shapes_and_lines():
    path, found = traced("control.py:scaled", ["w=f32[5,4]", "x=f32[4,?]"])
    assert path == "control.py"
    assert outline_of(found) == [
        "function scaled @0",
        "  input w: f32[5,4] @0",
        "  input x: f32[4,x_1] @0",
        "  operation dot_general: f32[5,x_1] @8",
        "  operation tanh: f32[5,x_1] @8",
        "  operation mul 2.0: f32[5,x_1] @8",
        "  output result: f32[5,x_1] @0",
    ]
    assert edges_of(found) == [
        "w -> dot_general",
        "x -> dot_general",
        "dot_general -> tanh",
        "tanh -> mul 2.0",
        "mul 2.0 -> result",
    ]


def test_loops_and_branches_are_boxes_and_what_nothing_needs_is_left_out():
    _, found = traced("control.py:loops", ["xs=f32[7,3]", "limit=f32[]"])
    lines = outline_of(found)
    assert [
        line.strip() for line in lines if line.strip().split()[0] in ("loop", "branch", "block", "carry", "element")
    ] == [
        "loop scan 7 @15",
        "carry carry: f32[3] @0",
        "element element: f32[3] @0",
        "loop while @16",
        "carry carry: f32[3] @0",
        "block turn @0",
        "branch cond @18",
        "block else @0",
    ]
    assert not any("exp" in line for line in lines)
    edges = edges_of(found)
    for edge in ("xs -> element", "add => carry", "mul 2.0 -> 1", "limit -> lt", "lt -> while", "while :> [turn]"):
        assert edge in edges
    assert {edge for edge in edges if edge.endswith("-> 0")} == {"neg -> 0", "carry -> 0"}


def test_what_is_written_in_place_is_what_is_read_afterwards():
    _, found = traced("control.py:drained", ["x=f32[3]"])
    edges = edges_of(found)
    assert {"x -> new_ref", "new_ref -> get", "mul 0.5 -> swap", "get -> 1"} <= {*edges}
    assert edges.count("swap -> get") == 2  # within the turn, and after the loop


def test_a_model_with_its_parameters_by_name():
    _, found = traced("models.py:Net", ["x=f32[b,4]"])
    lines = outline_of(found)
    assert (
        lines[0] == "model Net @0" and "  input x: f32[b,4] @0" in lines and lines[-1] == "  output result: f32[b,3] @0"
    )
    states = {line.split()[1] for line in lines if line.startswith("  state ")}
    assert {"up.weight:", "up.bias:", "down.weight:", "norm.running_mean:"} <= states
    assert "norm.num_batches_tracked:" not in states
    forward = next(n for n, line in enumerate(SOURCE.split("\n"), 1) if "jax.nn.relu(self.up(x))" in line)
    assert any(line.startswith("  operation dot_general") and line.endswith(f"@{forward}") for line in lines)
    named = [node.title for node in found.nodes() if node.kind.value == "output"]
    assert named == ["result"]


def test_several_results_and_prints():
    _, found = traced("models.py:Tied", ["x=f32[b,4]"])
    assert {n.title for n in found.nodes() if n.kind.value == "output"} == {"z", "a.0"}
    _, found = traced("control.py:shown", ["x=f32[2]"])
    assert any(node.kind.value == "effect" for node in found.nodes())


@pytest.mark.parametrize(
    ("target", "inputs", "words"),
    [
        ("control.py:scaled", [], "`w` is missing: --input 'w=f32[...]'"),
        (
            "control.py:scaled",
            ["w=f32[5,4]", "x=f32[3]"],
            "control.py: `scaled`: cannot be traced: TypeError: dot_general",
        ),
        ("control.py:none", [], "control.py: there is no `none`"),
        ("control.py", [], "'control.py': expected FILE:NAME"),
        ("models.py:Draws", ["x=f32[2]"], "it draws random numbers"),
        ("models.py:BySize", ["x=f32[?]"], "depends on a free dimension"),
    ],
)
def test_what_cannot_be_traced(target, inputs, words):
    with pytest.raises(ExportError) as caught:
        traced(target, inputs)
    assert words in str(caught.value)


def run(*arguments, status=0):
    done = CliRunner().invoke(cli, ["graph", *arguments])
    assert done.exit_code == status, (done.output, done.exception)
    assert "Traceback" not in done.output and done.stdout == ""
    return done.stderr


def test_the_command():
    assert (
        run("control.py:scaled", "--traced", "--input", "w=f32[5,4]", "--input", "x=f32[4]", "-o", "a.mmd")
        == "a.mmd: 6 nodes\n"
    )
    assert "dot_general<br/>f32[5]" in Path("a.mmd").read_text()
    run("models.py:Net()", "--traced", "--input", "x=f32[b,4]", "-o", "a.html")
    assert "<li>class Net(nn.Module):</li>" in Path("a.html").read_text()
    before = sorted(os.listdir())
    assert "--input goes with --traced" in run("control.py:scaled", "--input", "w=f32[5]", "-o", "b.svg", status=2)
    said = run("control.py:scaled", "--traced", "--input", "w=f32(5)", "-o", "b.svg", status=2)
    assert said.startswith("hybridc: 'w=f32(5)': 'f32(5)' is neither an array") and sorted(os.listdir()) == before
    assert "EXECUTES THE FILE" in CliRunner().invoke(cli, ["graph", "--help"]).output
