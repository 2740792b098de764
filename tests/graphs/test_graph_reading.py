"""Symbol files of MXNet 1.9.1 (tests/recordings/): the graph that is read is the one that MXNet tells of."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hybridc.graphs import Entry, read_graph
from hybridc.graphs.graph import VARIABLE
from hybridc.graphs.operator_names import OWN_NAMES
from hybridc.graphs.operators import input_names, is_auxiliary

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"
FACTS = json.loads((RECORDED / "graphs.json").read_text())
OPERATORS = json.loads((RECORDED / "operators.json").read_text())
NEW = [name for name in FACTS if not (RECORDED / f"{name}-upgraded.json").exists()]
OLDER = [name for name in FACTS if name not in NEW]


def recorded(name, kind="symbol"):
    return (RECORDED / f"{name}-{kind}.json").read_text()


def as_json(graph):
    """A graph as MXNet writes it: fields without content are left out."""
    nodes = []
    for node in graph.nodes:
        found = {"op": node.op, "name": node.name, "inputs": [[e.node, e.output] for e in node.inputs]}
        if node.attributes:
            found["attrs"] = dict(node.attributes)
        if node.subgraphs:
            found["subgraphs"] = [as_json(each) for each in node.subgraphs]
        nodes.append(found)
    variables = [place for place, node in enumerate(graph.nodes) if node.is_variable]
    return {"nodes": nodes, "arg_nodes": variables, "heads": [[e.node, e.output] for e in graph.heads]}


def without_versions(content):
    """MXNet's own file, without what tells nothing of values."""
    found = {field: content[field] for field in ("nodes", "arg_nodes", "heads")}
    found["heads"] = [entry[:2] for entry in content["heads"]]
    found["nodes"] = [{**node, "inputs": [entry[:2] for entry in node["inputs"]]} for node in content["nodes"]]
    for node in found["nodes"]:
        if "subgraphs" in node:
            node["subgraphs"] = [without_versions(each) for each in node["subgraphs"]]
    return found


@pytest.mark.parametrize("name", NEW)
def test_a_graph_of_mxnet_is_read_as_it_is(name):
    text = recorded(name)
    assert as_json(read_graph(text)) == without_versions(json.loads(text))
    assert read_graph(text.encode()) == read_graph(text)


@pytest.mark.parametrize("name", OLDER)
def test_a_graph_of_an_older_version_becomes_what_mxnet_makes_of_it(name):
    assert as_json(read_graph(recorded(name))) == without_versions(json.loads(recorded(name, "upgraded")))


@pytest.mark.parametrize("name", FACTS)
def test_arguments_and_auxiliary_states_are_those_that_mxnet_tells(name):
    graph = read_graph(recorded(name))
    assert list(graph.arguments) == FACTS[name]["arguments"]
    assert list(graph.auxiliary) == FACTS[name]["auxiliary"]


@pytest.mark.parametrize("name", FACTS)
def test_every_node_comes_behind_what_it_takes(name):
    graph = read_graph(recorded(name))
    for place, node in enumerate(graph.nodes):
        assert all(entry.node < place for entry in node.inputs)


def test_nodes_may_stand_in_any_order_and_what_is_not_needed_goes():
    content = json.loads(recorded("two_heads"))
    count = len(content["nodes"])
    turned = {
        "nodes": [
            {**node, "inputs": [[count - 1 - e[0], *e[1:]] for e in node["inputs"]]}
            for node in reversed(content["nodes"])
        ],
        "heads": [[count - 1 - e[0], *e[1:]] for e in content["heads"]],
        "attrs": content["attrs"],
    }
    turned["nodes"].append({"op": "null", "name": "nobody_takes_it", "inputs": []})
    assert as_json(read_graph(json.dumps(turned))) == without_versions(content)


def test_versions_and_the_meaning_of_shapes():
    assert [read_graph(recorded(n)).version for n in ("mlp", "mlp_0_8", "mlp_0_9_4")] == [10901, 800, 904]
    assert [n for n in NEW if read_graph(recorded(n)).is_numpy] == ["in_numpy"]


def test_who_takes_an_output():
    graph = read_graph(recorded("two_heads"))
    named = {node.name: place for place, node in enumerate(graph.nodes)}
    split = named["heads_split0"]
    assert graph.nodes[split].outputs == 2
    assert graph.uses[Entry(split, 1)] == ((named["heads_dense0_fwd"], 0),)
    assert graph.uses[Entry(split, 0)] == ((named["heads_concat0"], 0),)
    assert Entry(named["heads_concat0"], 0) not in graph.uses
    assert graph.heads == (Entry(named["heads__plusscalar0"], 0), Entry(named["heads_concat0"], 0))


def test_what_a_loop_computes_is_a_graph_of_its_own():
    [loop] = [node for node in read_graph(recorded("counts")).nodes if node.op == "_foreach"]
    assert loop.value("in_data_locs") == (0,)
    [body] = loop.subgraphs
    assert body.arguments == ("data0-0", "data1-0")
    assert [body.nodes[head.node].op for head in body.heads] == ["tanh", "elemwise_add"]


def test_second_names_of_operators_are_those_of_mxnet():
    assert OPERATORS["aliases"] == OWN_NAMES


def test_operators_with_auxiliary_states_are_those_of_mxnet():
    """But for the steps of optimizers, which are no part of models."""
    for op, (names, states) in OPERATORS["auxiliary"].items():
        if not op.endswith("_update"):
            assert input_names(op) == tuple(names)
            assert [name for n, name in enumerate(names) if is_auxiliary(op, n)] == states
    assert not is_auxiliary("Convolution", 1)
    assert not is_auxiliary(VARIABLE, 0)


def test_a_deep_graph_is_read():
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    nodes += [{"op": "relu", "name": f"r{n}", "inputs": [[n, 0]]} for n in range(50_000)]
    graph = read_graph(json.dumps({"nodes": nodes, "heads": [[50_000, 0]]}))
    assert (len(graph.nodes), graph.arguments) == (50_001, ("x",))


def test_reading_loads_neither_numpy_nor_jax():
    script = "import sys, hybridc.graphs; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": "transpiler"},
        cwd=RECORDED.parents[2],
    )
    assert not {"numpy", "jax", "libcst", "mxnet"} & set(done.stdout.split())
