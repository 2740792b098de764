"""How graphs are written: names, lines, and what would not be safe."""

import ast
import json
import time

import numpy as np
import pytest
from saved_graphs import RECORDED, code, model

from hybridc.core.options import Options
from hybridc.exported import convert_export
from hybridc.exported.identifiers import TAKEN, class_name, common_prefix, identifier
from hybridc.runtime.gluon import nn


def graph(*nodes, heads=None, **facts):
    """Nodes as (name, operator, inputs, attributes)."""
    names = [name for name, *_ in nodes]
    made = [
        {"op": op, "name": name, "inputs": [[names.index(i), 0] for i in inputs], "attrs": attributes}
        for name, op, inputs, attributes in nodes
    ]
    return json.dumps({"nodes": made, "heads": heads or [[len(nodes) - 1, 0]], **facts}).encode()


DATA = ("data", "null", [], {})


def converted(data, path="net-symbol.json"):
    result = convert_export(data, path, None, Options())
    assert result.code is not None, result.diagnostics
    return result.code


def body(data):
    """The lines of `forward`."""
    return converted(data).partition("def forward")[2].partition("\n\n\n")[0].splitlines()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("net-symbol.json", "Net"), ("a/my_mlp-symbol.json", "MyMlp"), ("resnet18_v1-symbol.json", "Resnet18V1"),
        ("model.json", "Model"), ("7.json", "Net7"), ("none.json", "NoneNet"), ("-symbol.json", "Net"), ("näß.json", "N"),
    ],
)  # fmt: skip
def test_classes_are_called_after_their_files(path, name):
    assert class_name(path) == name


def test_attributes_are_identifiers_that_models_have_not():
    assert [identifier(n) for n in ("conv-1", "1.out", "class", "_x_", "²", "")] == [
        "conv_1",
        "_1_out",
        "class_",
        "x",
        "x",
        "x",
    ]
    assert common_prefix(["net_a_", "net_b_w"]) == "net_"
    assert common_prefix(["dense0_"]) == common_prefix(["fc1_", "fc2_"]) == common_prefix([]) == ""
    assert common_prefix(["net_a_", "net_"]) == ""
    assert {name for name in [*dir(nn.HybridBlock), *vars(nn.HybridBlock())] if not name.startswith("_")} == TAKEN


def test_names_that_models_have_are_not_taken(tmp_path):
    variables = [(name, "null", [], {"__shape__": "(3,)"}) for name in ("eval", "self", "a b", "a_b", "params")]
    text = converted(graph(DATA, *variables, ("sum", "add_n", ["data", *(n for n, *_ in variables)], {})))
    net = model(text, tmp_path)
    net.initialize()
    assert list(net.parameters()) == ["eval_1", "self", "a_b", "a_b_1", "params_1"]
    assert list(net.collect_params()) == ["eval", "self", "a b", "a_b", "params"]


def test_a_name_is_free_again_when_nobody_reads_it():
    found = body(graph(
        DATA, ("a", "sin", ["data"], {}), ("b", "cos", ["a"], {}), ("c", "sqrt", ["a"], {}), ("d", "elemwise_add", ["b", "c"], {}),
        ("e", "elemwise_mul", ["d", "d"], {}), ("f", "sin", ["e"], {}),
    ))  # fmt: skip
    assert [line.strip() for line in found[1:]] == [
        "x = ops.sin(data)", "y = ops.cos(x)", "x = ops.sqrt(x)", "x = y + x", "x = x * x", "return ops.sin(x)",
    ]  # fmt: skip


def test_numbers_join_and_brackets_stay_where_they_are_needed():
    nodes = [
        ("a", "softmax", ["data"], {}),
        ("b", "_plus_scalar", ["a"], {"scalar": "2.0"}),
        ("c", "_mul_scalar", ["b"], {"scalar": "-0.5"}),
    ]
    nodes += [("d", "_rminus_scalar", ["c"], {"scalar": "1"}), ("e", "_rdiv_scalar", ["d"], {"scalar": "3"})]
    assert body(graph(DATA, *nodes))[-1].strip() == "return 3 / (1 - (x + 2) * -0.5)"


def test_arrays_that_may_be_integers_are_added_by_functions():
    assert (
        body(graph(DATA, ("a", "_div_scalar", ["data"], {"scalar": "2"})))[-1].strip() == "return ops.divide(data, 2)"
    )


def test_a_copy_is_its_input():
    found = body(graph(DATA, ("a", "_copy", ["data"], {}), ("b", "elemwise_add", ["a", "data"], {})))
    assert found[-1].strip() == "return ops.add(data, data)"
    assert body(graph(DATA, ("a", "_copy", ["data"], {})))[-1].strip() == "return data"


def test_parameters_that_two_nodes_use_are_no_layer():
    nodes = [
        ("fc_weight", "null", [], {}),
        ("fc", "FullyConnected", ["data", "fc_weight"], {"num_hidden": "3", "no_bias": "True"}),
    ]
    assert "nn.Dense(3, use_bias=False" in converted(graph(DATA, *nodes))
    again = ("again", "FullyConnected", ["fc", "fc_weight"], {"num_hidden": "3", "no_bias": "True"})
    text = converted(graph(DATA, *nodes, again))
    assert "nn.Dense" not in text
    assert text.count("ops.FullyConnected(") == 2


def test_names_and_texts_of_a_file_are_never_code():
    evil = "'); import os; ('"
    text = converted(
        graph(DATA, (evil, "null", [], {"__shape__": "(3,)"}), ("a", "elemwise_add", ["data", evil], {})),
        'x"""; import os; """-symbol.json',
    )
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == ["from hybridc.runtime.gluon import nn"]
    key = {"shape": "(2,)", "value": "1", "x=__import__('os')": "1"}
    result = convert_export(graph(("a", "_full", [], key)), "net-symbol.json", None, Options())
    assert [d.code for d in result.diagnostics] == ["HYB410"]


@pytest.mark.parametrize("attributes", [{}, {"axis": "()"}])
def test_reductions_of_all_axes_have_one_shape_or_another(attributes):
    nodes = (DATA, ("a", "sum", ["data"], attributes))
    assert body(graph(*nodes))[-1].strip().startswith("return ops.sum(data")
    facts = {"mxnet_version": ["int", 10901], "is_np_shape": ["int", 1]}
    result = convert_export(graph(*nodes, attrs=facts), "net-symbol.json", None, Options())
    assert ["over all axes" in d.message for d in result.diagnostics] == [True]


def test_errors_tell_the_line_of_the_node(tmp_path):
    net = model(code("mlp"), tmp_path)
    net.load(RECORDED / "mlp-0000.params")
    with pytest.raises(RuntimeError, match="to have 5 features") as caught:
        net(np.ones((2, 4), np.float32))
    line = next(
        n
        for n, text in enumerate((RECORDED / "mlp-symbol.json").read_text().splitlines(), 1)
        if '"mlp_dense0_fwd"' in text
    )
    assert any(f"mlp-symbol.json:{line}" in note for note in caught.value.__notes__)


def test_long_graphs_take_time_in_proportion():
    nodes = [DATA, *((f"n{i}", "sin", [f"n{i - 1}" if i else "data"], {}) for i in range(2000))]
    start = time.process_time()
    converted(graph(*nodes))
    assert time.process_time() - start < 60


def test_deep_graphs_of_parameters_are_written():
    nodes = [("w", "null", [], {"__shape__": "(3,)"})]
    nodes += [(f"n{i}", "sin", [f"n{i - 1}" if i else "w"], {}) for i in range(300)]
    assert converted(graph(*nodes)).count("ops.sin") == 300


@pytest.mark.parametrize(
    ("names", "signature"),
    [
        (("data2", "data10", "data0"), "(self, data0, data2, data10):"),
        (("x", "data1", "data0"), "(self, x, data1, data0):"),
    ],
)
def test_inputs_that_export_numbered_come_in_the_order_of_the_call(names, signature):
    first, second, third = names
    data = graph(
        *((name, "null", [], {}) for name in names),
        ("first", "elemwise_sub", [first, second], {}),
        ("last", "elemwise_sub", ["first", third], {}),
        arg_nodes=[0, 1, 2],
    )
    assert body(data)[0] == signature
