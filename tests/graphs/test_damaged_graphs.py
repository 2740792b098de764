"""Files that hold no graph, or one that contradicts itself: one clear error, with the name of the node."""

import copy
import json
import random
import time
from pathlib import Path

import pytest

from hybridc.graphs import Graph, GraphError, read_graph

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"
NAMES = ["mlp", "two_heads", "counts", "in_numpy", "residual_0_8", "trained_0_9", "trained_1_0"]


def recorded(name):
    return (RECORDED / f"{name}-symbol.json").read_text()


def refusal(text):
    with pytest.raises(GraphError) as caught:
        read_graph(text)
    return str(caught.value)


def graph(*nodes, heads=((1, 0),), **others):
    first = {"op": "null", "name": "x", "inputs": []}
    return json.dumps({"nodes": [first, *nodes], "heads": [list(head) for head in heads], **others})


def node(op="relu", name="r", inputs=((0, 0),), **others):
    return {"op": op, "name": name, "inputs": inputs, **others}


def within(levels):
    content = json.loads(graph(node()))
    for _ in range(levels):
        content = json.loads(graph(node(op="_foreach", subgraphs=[content])))
    return json.dumps(content)


def test_what_is_made_by_hand_here_is_sound():
    assert [each.op for each in read_graph(graph(node())).nodes] == ["null", "relu"]
    read_graph(within(10))


BAD = {
    "it is not JSON: Expecting value": "",
    "it is not JSON: Unterminated string": '{"nodes": "',
    "it is not JSON: 'utf-8' codec": b'{"nodes": "\xff"}',
    "it is not JSON: maximum recursion": "[" * 100_000,
    "it is not JSON: Exceeds the limit": '{"nodes": ' + "9" * 10_000 + "}",
    "it is no graph": "[]",
    "it is no graph: an": '{"nodes": []}',
    "its nodes are no list": '{"nodes": {}, "heads": []}',
    "it has no heads, and so computes nothing": '{"nodes": [], "heads": []}',
    "an object has the field 'op' twice": '{"nodes": [{"op": "null", "op": "relu"}], "heads": []}',
    "the field 'more' is not known": graph(node(), more=1),
    "node 1 is no object": graph("relu"),
    "node 1 has no name": graph({"op": "relu"}),
    "node 1 has no": graph(node(name=3)),
    "node 1 has": graph(node(name="\ud800")),
    "node 'r': it has no operator": graph(node(op=None)),
    "node 'r': the attribute 'axis' is '\\udfff', which is no text": graph(node(attrs={"axis": "\udfff"})),
    "node 'r': the field 'hidden' is not known": graph(node(hidden=1)),
    "node 'r': its inputs are no list": graph(node(inputs=None)),
    "node 'r': [0] of its inputs is no node and output": graph(node(inputs=[[0]])),
    "node 'r': [0, 0, 0, 0] of its inputs is": graph(node(inputs=[[0, 0, 0, 0]])),
    "node 'r': [0, -1] of its inputs is": graph(node(inputs=[[0, -1]])),
    "node 'r': [0, 0.0] of its inputs is": graph(node(inputs=[[0, 0.0]])),
    "node 'r': [True, 0] of its inputs is": graph(node(inputs=[[True, 0]])),
    "node 'r': its inputs name node 2, and there are 2": graph(node(inputs=[[2, 0]])),
    "its heads name node 7, and there are 2": graph(node(), heads=[(7, 0)]),
    "node 'r': it takes what is computed from itself": graph(node(inputs=[[1, 0]])),
    "node 'r': it takes what is": graph(node(inputs=[[2, 0]]), node(name="s", inputs=[[0, 0], [1, 0]])),
    "node 'y': it is a variable, and has inputs": graph(node(op="null", name="y")),
    "node 'x': 2 variables have this name": graph(node(op="null", name="x", inputs=[]), node(inputs=[[0, 0], [1, 0]]), heads=[(2, 0)]),
    "node 'x': the whole graph takes output 1 of it, and it has 1": graph(heads=[(0, 1)]),
    "node 'x': node 'r' takes output 3 of it, and it has 1": graph(node(inputs=[[0, 3]])),
    "node 'r': the whole graph takes output 2 of it, and it has 2": graph(node(), heads=[(1, 2)], node_row_ptr=[0, 1, 3]),
    "its node_row_ptr does not fit the nodes": graph(node(), node_row_ptr=[0, 1]),
    "its node_row_ptr does": graph(node(), node_row_ptr=[0, "1", 2]),
    "node 'r': it has -1 outputs, says node_row_ptr": graph(node(), node_row_ptr=[0, 1, 0]),
    "node 'x': it has 2 outputs, says node_row_ptr": graph(node(), node_row_ptr=[0, 2, 3]),
    "node 'r': it is listed as a variable (arg_nodes), and is none": graph(node(), arg_nodes=[1]),
    "-1 of its arg_nodes is no node": graph(node(), arg_nodes=[-1]),
    "node 'r': its attrs are no object": graph(node(attrs=[])),
    "node 'r': the attribute 'kernel' is [2, 2], which is no text": graph(node(attrs={"kernel": [2, 2]})),
    "node 'r': it has both attr and attrs": graph(node(attr={}, attrs={})),
    "node 'r': it waits for nodes": graph(node(control_deps=[0])),
    "node 'r': it is of a gradient": graph(node(backward_source_id=0)),
    "node 'r': its subgraphs are no list": graph(node(subgraphs={})),
    "node 'r': in a graph within it: it has no heads": graph(node(subgraphs=[{"nodes": [], "heads": []}])),
    "graphs within graphs in more than 16 levels": within(17),
    "the attrs of the graph are no object": graph(node(), attrs=[]),
    "mxnet_version is ['int', '1']": graph(node(), attrs={"mxnet_version": ["int", "1"]}),
    "MXNet 2.0.0 wrote it, and versions up to 1.9.1 are read": graph(node(), attrs={"mxnet_version": ["int", 20000]}),
}  # fmt: skip


@pytest.mark.parametrize(("reason", "text"), [pytest.param(*item, id=item[0]) for item in BAD.items()])
def test_a_file_that_is_no_graph_is_refused(reason, text):
    found = refusal(text)
    assert reason in found
    assert len(found) < 600


@pytest.mark.parametrize("name", ["mlp", "counts", "trained_0_8"])
def test_a_file_that_breaks_off_anywhere_is_refused(name):
    text = recorded(name).rstrip()
    for length in range(0, len(text), 1 + len(text) // 500):
        assert "it is not JSON" in refusal(text[:length])


@pytest.mark.parametrize("name", NAMES)
def test_random_damage_to_the_text_gives_a_graph_or_a_clear_error(name):
    text, draw = recorded(name), random.Random(name)
    for _ in range(150):
        data = bytearray(text.encode())
        for _ in range(draw.choice([1, 2, 5])):
            data[draw.randrange(len(data))] = draw.choice(b'0123456789{}[]",: \xff')
        graph_or_refusal(bytes(data))


def graph_or_refusal(text):
    try:
        found = read_graph(text)
    except GraphError:
        return
    assert isinstance(found, Graph)
    for place, each in enumerate(found.nodes):
        assert all(entry.node < place for entry in each.inputs)
    assert not set(found.arguments) & set(found.auxiliary)


HOSTILE = [None, True, -1, 0, 1, 2**70, 1.5, "", "null", "BatchNorm", [], {}, [[0, 0]], [0, 0, 0], {"a": "b"}, "\ud800"]


@pytest.mark.parametrize("name", NAMES)
def test_random_damage_to_the_structure_gives_a_graph_or_a_clear_error(name):
    content, draw = json.loads(recorded(name)), random.Random(name)
    for _ in range(150):
        damaged = copy.deepcopy(content)
        for _ in range(draw.choice([1, 1, 3])):
            damage(damaged, draw)
        graph_or_refusal(json.dumps(damaged))


def damage(content, draw):
    """Puts something else in some place, or takes it away."""
    while True:
        key = draw.choice(list(content) if isinstance(content, dict) else range(len(content)))
        inner = content[key]
        if isinstance(inner, dict | list) and inner and draw.random() < 0.8:
            content = inner
        elif draw.random() < 0.2:
            del content[key]
            return
        else:
            content[key] = draw.choice(HOSTILE)
            return


def test_many_uses_of_one_node_take_time_in_proportion():
    text = graph(node(op="add_n", inputs=[[0, 0]] * 200_000))
    start = time.process_time()
    found = read_graph(text)
    assert len(found.uses[found.nodes[1].inputs[0]]) == 200_000
    assert time.process_time() - start < 5
