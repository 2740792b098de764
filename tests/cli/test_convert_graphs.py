"""Graphs that MXNet saved on the command line: what is written, and what is said of damaged ones."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"
GOLDEN = Path(__file__).parents[1] / "golden" / "graphs"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mlp-symbol.json", "mlp-0000.params", "counts-symbol.json", "trained-symbol.json"):
        (tmp_path / name).write_bytes((RECORDED / name).read_bytes())
    return tmp_path


def run(command, *arguments, **options):
    return CliRunner().invoke(cli, [command, *map(str, arguments)], **options)


def refused(folder, *arguments, status):
    """The place and the line of the only refusal, after which nothing is written."""
    before = sorted(folder.iterdir())
    result = run("convert", *arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code == status, result.stderr
    assert sorted(folder.iterdir()) == before
    assert "internal error" not in result.stderr
    lines = result.stderr.splitlines()
    [number] = [n for n, line in enumerate(lines) if "[error]" in line]
    return f"{lines[number + 1].strip()} {lines[number]}"


def edited(folder, **changes):
    """A graph with one input and one operator, with changes to that."""
    node = {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]} | changes
    graph = {"nodes": [{"op": "null", "name": "data", "inputs": []}, node], "heads": [[1, 0, 0]]}
    (folder / "net-symbol.json").write_text(json.dumps(graph, indent=2))


def test_the_output_lies_beside_the_graph(folder):
    result = run("convert", "mlp-symbol.json", "--params", "mlp-0000.params")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (folder / "mlp_jax.py").read_text() == (GOLDEN / "mlp_jax.py").read_text()


def test_output_to_a_file_a_folder_and_standard_output(folder):
    assert run("convert", "mlp-symbol.json", "-o", "made.py").exit_code == 0
    assert run("convert", "mlp-symbol.json", "-o", "made/").exit_code == 0
    text = (folder / "made.py").read_text()
    assert (folder / "made" / "mlp_jax.py").read_text() == text
    assert run("convert", "mlp-symbol.json", "-o", "-").stdout == text
    assert run("convert", "mlp-symbol.json", "--check", "-o", "made.py").exit_code == 0


def test_a_graph_that_converts_has_no_findings(folder):
    result = run("check", "mlp-symbol.json", "trained-symbol.json")
    assert (result.exit_code, result.stdout) == (0, "")


def test_standalone_output_brings_its_runtime(folder):
    assert run("convert", "mlp-symbol.json", "--standalone").exit_code == 0
    assert "from hybridc_runtime.gluon import nn" in (folder / "mlp_jax.py").read_text()
    script = "import mlp_jax; print(mlp_jax.Mlp().load('mlp-0000.params').parameters()['dense1.weight'].shape)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=folder)
    assert done.stdout == "(3, 8)\n"


def test_operators_that_graphs_do_not_tell_are_refused_with_their_node(folder):
    line = refused(folder, "counts-symbol.json", status=1)
    assert (
        line
        == "--> counts-symbol.json:15:15 HYB410 [error] node `counts__foreach0`: the operator `_foreach` cannot be converted from a graph: convert the model's source, where the loop is a loop"
    )
    assert run("check", "counts-symbol.json").exit_code == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"op": "Custom", "attrs": {"op_type": "mine"}}, "node `r`: the operator `Custom` cannot be converted"),
        ({"op": "relu6"}, "node `r`: the operator `relu6` has no counterpart"),
        ({"op": "_npi_relu6"}, "node `r`: the operator `_npi_relu6` has no counterpart"),
        ({"op": "relu", "attrs": {"cap": "6"}}, "node `r`: the operator `relu` is not known with the attributes cap=6"),
        ({"op": "_plus_scalar"}, "node `r`: the operator `_plus_scalar` has no attribute `scalar`"),
        ({"op": "_plus_scalar", "attrs": {"scalar": "import os"}}, "node `r`: 'import os' is no number"),
        ({"op": "elemwise_add"}, "node `r`: the operator `elemwise_add` has 1 inputs"),
        ({"op": "FullyConnected", "inputs": [], "attrs": {"num_hidden": "2"}}, "node `r`: the operator `FullyConnected` is not known with"),
        ({"op": "_zeros", "inputs": [], "attrs": {"shape": "(0, 4)"}}, "node `r`: its shape (0, 4) has sizes that MXNet infers"),
        ({"op": "SliceChannel", "attrs": {"num_outputs": "0"}}, "node `r`: output 0 of `SliceChannel` is taken"),
    ],
)  # fmt: skip
def test_operators_without_counterpart_are_refused_with_their_node(changes, words, folder):
    edited(folder, **changes)
    assert f"HYB410 [error] {words}" in refused(folder, "net-symbol.json", status=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON"),
        ("[1, 2]", "it is no graph"),
        ('{"nodes": [], "heads": []}', "it has no heads"),
        ('{"nodes": [{"op": "relu", "name": "r", "inputs": [[0, 0]]}], "heads": [[0, 0]]}', "net-symbol.json:1:35 HYB908 [error] node 'r': it takes what is computed from itself"),
        ('{"nodes": [{"op": "relu", "name": "r", "inputs": [[9, 0]]}], "heads": [[0, 0]]}', "node 'r': its inputs name node 9"),
    ],
)  # fmt: skip
def test_what_is_no_graph_cannot_be_read(text, words, folder):
    (folder / "net-symbol.json").write_text(text)
    line = refused(folder, "net-symbol.json", status=2)
    assert words in line
    assert "HYB908" in line


def test_weights_that_do_not_fit_are_listed(folder):
    content = json.loads((folder / "mlp-symbol.json").read_text())
    for node in content["nodes"]:
        if node["name"] == "mlp_dense0_weight":
            node["attrs"]["__shape__"] = "(9, 5)"
        if node["name"] == "mlp_dense1_bias":
            node["name"] = "mlp_dense1_offset"
    (folder / "mlp-symbol.json").write_text(json.dumps(content))
    line = refused(folder, "mlp-symbol.json", "--params", "mlp-0000.params", status=1)
    assert "HYB411" in line
    assert "missing: mlp_dense1_offset; left over: mlp_dense1_bias; of another shape: mlp_dense0_weight is [8, 5], and [9, 5] in the graph" in line  # fmt: skip


def test_weights_that_cannot_be_read_are_refused(folder):
    whole = (folder / "mlp-0000.params").read_bytes()
    for name, data, words in (
        ("none.params", None, "--> none.params HYB909 [error] cannot be read: No such file"),
        ("empty.params", b"", "it is no `.params` file"),
        ("other.params", b"PK\3\4" + whole, "it is no `.params` file"),
        ("cut.params", whole[:100], "array 0, at byte 24: truncated at byte 64: the elements of float32[8, 5]"),
        ("long.params", whole + b"?", "1 bytes are left behind the last name"),
    ):
        if data is not None:
            (folder / name).write_bytes(data)
        assert words in refused(folder, "mlp-symbol.json", "--params", name, status=2)
    assert "not a regular file" in refused(folder, "mlp-symbol.json", "--params", folder, status=2)


def test_weights_go_with_one_graph(folder):
    (folder / "a.py").write_text("x = 1\n")
    for arguments in (["a.py"], ["mlp-symbol.json", "a.py"]):
        result = run("convert", *arguments, "--params", "mlp-0000.params")
        assert result.exit_code == 2
        assert "--params goes with one saved graph" in result.stderr


@pytest.mark.parametrize("name", ["mlp", "two_heads", "in_numpy", "trained_0_9", "residual_0_8"])
def test_damaged_graphs_convert_or_are_refused_clearly(name, folder):
    text, draw = (RECORDED / f"{name}-symbol.json").read_bytes(), random.Random(name)
    for _ in range(40):
        data = bytearray(text)
        for _ in range(draw.choice([1, 2, 5])):
            data[draw.randrange(len(data))] = draw.choice(b'0123456789{}[]()",:nN-.\xff')
        (folder / "net-symbol.json").write_bytes(data)
        (folder / "net_jax.py").unlink(missing_ok=True)
        result = run("check", "net-symbol.json")
        assert result.exit_code in (0, 1, 2)
        assert "internal error" not in result.stdout
        assert result.exit_code == 0 or "HYB" in result.stdout


def test_damaged_weights_are_refused_clearly(folder):
    whole, draw = (folder / "mlp-0000.params").read_bytes(), random.Random(5)
    for _ in range(30):
        data = bytearray(whole[: draw.choice([len(whole), draw.randrange(len(whole))])])
        for _ in range(3):
            if data:
                data[draw.randrange(len(data))] = draw.randrange(256)
        (folder / "x.params").write_bytes(data)
        result = run("convert", "mlp-symbol.json", "--params", "x.params", "-o", "-")
        assert result.exit_code in (0, 1, 2)
        assert "internal error" not in result.stderr


@pytest.mark.parametrize("command", ["check", "convert"])
def test_nothing_is_loaded_that_computes(command, folder):
    script = (
        "import sys; from click.testing import CliRunner; from hybridc_cli.main import cli;"
        f"result = CliRunner().invoke(cli, ['{command}', 'mlp-symbol.json', '--quiet'][: {2 if command == 'check' else 3}]);"
        "assert result.exit_code == 0, result.output; print(*sys.modules)"
    )
    paths = ":".join(str(Path(__file__).parents[2] / name) for name in ("transpiler", "cli"))
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={"PYTHONPATH": paths},
    )
    assert not {"numpy", "jax", "mxnet", "mlp_jax"} & set(done.stdout.split())
    assert command == "convert" or "libcst" not in done.stdout.split()


def test_help_tells_of_graphs():
    assert "net-symbol.json" in run("convert", "--help").stdout
    assert "net-symbol.json" in run("check", "--help").stdout
