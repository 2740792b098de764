"""Models and functions, exported and loaded: the same numbers, parameters that can be changed, errors that say why."""

import json
from collections import OrderedDict

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from exported import artifact, model
from hybridc.artifacts.errors import ExportError, InputError
from hybridc.runtime import weights
from hybridc.runtime.weights import WeightsError


def numbers(*shape):
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


@pytest.fixture(scope="module")
def net():
    """A model whose statistics are not those that it starts with."""
    found = model("Net")()
    found(numbers(9, 4) * 3 + 1)
    return found.eval()


@pytest.fixture(scope="module")
def folder(tmp_path_factory, net):
    folder = tmp_path_factory.mktemp("net")
    net.save(folder / "net.safetensors")
    return artifact(folder, "Net", "x=f32[b,4]", params=folder / "net.safetensors")


@pytest.fixture(scope="module")
def tied(tmp_path_factory):
    return artifact(tmp_path_factory.mktemp("tied"), "Tied", "x=f32[b,4]", "mask=bool[b,4]", "power=2")


def test_a_model_gives_its_numbers(folder, net):
    loaded = hybridc.load(folder)
    for rows in (1, 7):
        assert_close(loaded(numbers(rows, 4)), net(numbers(rows, 4)), rtol=1e-6, atol=1e-6)


def test_an_archive_is_the_same_in_one_file_and_the_same_bytes_each_time(tmp_path, net):
    net.save(tmp_path / "w.npz")
    paths = [tmp_path / "one.zip", tmp_path / "two.zip"]
    one, two = (artifact(tmp_path, "Net", "x=f32[?,4]", params=tmp_path / "w.npz", output=path) for path in paths)
    x = numbers(3, 4)
    assert np.array_equal(hybridc.load(one)(x), hybridc.load(two)(x))
    assert_close(hybridc.load(one)(x), net(x), rtol=1e-6, atol=1e-6)
    assert one.read_bytes() == two.read_bytes()


def test_what_is_written_needs_few_bytes_beyond_parameters_and_program(folder):
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert sizes.keys() == {"description.json", "program.jax", "parameters.safetensors"}
    arrays = weights.read(folder / "parameters.safetensors")
    assert sum(sizes.values()) - sizes["program.jax"] - sum(a.nbytes for a in arrays.values()) < 10_000


def test_descriptions_stay_small_for_many_parameters(tmp_path):
    source = "from hybridc.runtime.torch import nn\n\nnet = nn.Sequential(*[nn.BatchNorm1d(4) for _ in range(25)])\n"
    path = artifact(tmp_path, "net", "input=f32[2,4]", source=source)
    assert len(hybridc.load(path).description.parameters) == 125
    assert (path / "description.json").stat().st_size < 10_000


def test_programs_name_no_folders(folder):
    program = (folder / "program.jax").read_bytes()
    for path in (folder, hybridc.__file__):
        assert str(path).rpartition("/")[0].encode() not in program


def test_the_description_is_json_that_tells_of_all(folder):
    told = json.loads((folder / "description.json").read_text())
    assert told["inputs"] == {"x": "f32[b,4]"} and told["outputs"] == {"result": "f32[b,3]"}
    assert told["parameters"]["up.weight"] == "f32[5,4]" and told["transposed"] == ["down.weight", "up.weight"]
    assert list(told["parameters"]) == sorted(told["parameters"])
    assert told["written_by"]["jax"] == jax.__version__ and told["platforms"] == ["cpu"]


def test_parameters_are_those_of_the_state_dict(folder, net):
    found, expected = hybridc.load(folder).parameters(), net.state_dict()
    assert found.keys() == expected.keys()
    for name, array in found.items():
        assert array.dtype == expected[name].dtype and np.array_equal(array, expected[name])


def test_other_weights_are_put_in(folder, net, tmp_path):
    other = model("Net")().eval()
    other.save(tmp_path / "other.npz")
    loaded, x = hybridc.load(folder), numbers(2, 4)
    before = np.asarray(loaded(x))
    assert loaded.load(tmp_path / "other.npz") is loaded
    assert_close(loaded(x), other(x), rtol=1e-6, atol=1e-6)
    loaded.load_state_dict(net.state_dict())
    assert np.array_equal(loaded(x), before)


def aligned(array):
    """A copy whose memory JAX can use as it is."""
    memory = np.empty(array.nbytes + 64, np.uint8)
    start = -memory.ctypes.data % 64
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def test_weights_that_are_given_can_be_changed_afterwards(folder, net):
    loaded, x = hybridc.load(folder), numbers(2, 4)
    arrays = {name: aligned(np.asarray(array)) for name, array in net.state_dict().items()}
    loaded.load_state_dict(arrays)
    before = np.asarray(loaded(x))
    for array in arrays.values():
        array[...] = 7
    assert np.array_equal(loaded(x), before)


def test_weights_that_do_not_fit_are_all_listed_and_change_nothing(folder, net):
    loaded, x = hybridc.load(folder), numbers(2, 4)
    before = np.asarray(loaded(x))
    given = {**net.state_dict(), "up.bias": np.ones(9), "more": np.ones(1)}
    del given["norm.bias"]
    with pytest.raises(WeightsError) as caught:
        loaded.load_state_dict(given)
    for words in ("norm.bias", "more", "up.bias: (5,) in the model, (9,) given"):
        assert words in str(caught.value)
    assert np.array_equal(loaded(x), before)
    del given["up.bias"]
    keys = loaded.load_state_dict(given, strict=False)
    assert keys.missing_keys == ["norm.bias", "up.bias"] and keys.unexpected_keys == ["more"]


def test_parameters_that_the_program_does_not_use_stay_in_the_state_dict(tmp_path, net):
    loaded = hybridc.load(artifact(tmp_path, "Net", "x=f32[2,4]"))
    assert loaded.description.unused == ["norm.num_batches_tracked"]
    assert list(loaded.arguments()) == [n for n in sorted(net.state_dict()) if n != "norm.num_batches_tracked"]
    loaded.load_state_dict(net.state_dict())
    assert loaded.parameters().keys() == net.state_dict().keys()
    assert loaded.parameters()["norm.num_batches_tracked"] == 1
    assert_close(loaded(numbers(2, 4)), net(numbers(2, 4)), rtol=1e-6, atol=1e-6)


def test_tied_and_constructed_parameters(tied):
    told = hybridc.load(tied).description
    assert told.aliases == {"two.weight": "one.weight"} and told.constructed == ["scale"]
    assert told.fixed == {"power": 2}
    net, loaded = model("Tied")().eval(), hybridc.load(tied)
    x, mask = numbers(2, 4), numbers(2, 4) > 0
    loaded.load_state_dict(net.state_dict())
    found, expected = loaded(x, mask=mask), net(x, mask, power=2)
    assert_close(found["z"], expected["z"], rtol=1e-5, atol=1e-5)
    assert_close(found["a"][0], expected["a"][0], rtol=1e-6)
    assert found["a"][1:] == [None, "text", 3] and list(found) == list(expected)
    assert loaded.load_state_dict(loaded.parameters()).missing_keys == []
    loaded.load_state_dict({**net.state_dict(), "one.weight": np.zeros((4, 4)), "two.weight": np.ones((4, 4))})
    assert np.array_equal(loaded.parameters()["one.weight"], np.ones((4, 4)))


def test_results_keep_their_types(tmp_path):
    loaded = hybridc.load(artifact(tmp_path, "several", "a=f32[2]", "b=f32[2]", "c=3"))
    result = loaded(numbers(2), b=numbers(2))
    assert type(result).__name__ == "Pair" and result._fields == ("first", "rest")
    assert isinstance(result.rest, OrderedDict) and list(result.rest) == ["z", "b"]
    assert_close(result.rest["z"], 3 * numbers(2), rtol=1e-6)
    assert list(loaded.description.outputs) == ["first", "rest.z", "rest.b.0"]


@pytest.mark.parametrize("name", ["net", "get_net()"])
def test_instances_and_what_calls_give_are_exported(tmp_path, name):
    argument = "x" if name == "net" else "input"
    loaded = hybridc.load(artifact(tmp_path, name, f"{argument}=f32[b,4]"))
    assert loaded(numbers(2, 4)).shape == (2, 3 if name == "net" else 2)


def test_shapes_that_the_first_input_decides_are_settled(tmp_path):
    loaded = hybridc.load(artifact(tmp_path, "Lazy", "x=f32[b,4]"))
    assert loaded.parameters()["layer.weight"].shape == (3, 4)


@pytest.mark.wide
def test_programs_run_with_their_own_width_whatever_jax_is_set_to(tmp_path):
    path = artifact(tmp_path, "smooth", "x=f64[n]")
    x = np.array([1 / 3, 2.0])
    for wide in (True, False):
        jax.config.update("jax_enable_x64", wide)
        found = hybridc.load(path)(x)
        assert found.dtype == np.float64 and np.array_equal(found, x * 0.5)


def test_what_a_program_writes_in_place_nobody_sees_outside(tmp_path):
    x = np.arange(4.0, dtype=np.float32)
    found = hybridc.load(artifact(tmp_path, "halved_in_place", "x=f32[n]"))(x)
    assert np.array_equal(found, [0.0, 0.125, 0.25, 0.375]) and np.array_equal(x, np.arange(4.0))


def test_programs_of_32_bits_take_what_jax_takes(folder):
    loaded, x = hybridc.load(folder), numbers(2, 4)
    jax.config.update("jax_enable_x64", True)
    found = loaded(x.astype(np.float64))
    assert found.dtype == np.float32
    assert_close(found, loaded(x), rtol=1e-5, atol=1e-6)


def test_programs_are_compiled_once_for_each_shape(folder):
    loaded = hybridc.load(folder)
    sizes = []
    for rows in (2, 2, 2, 3, 3, 2):
        loaded(jnp.asarray(numbers(rows, 4)))
        loaded(x=jnp.asarray(numbers(rows, 4)))
        sizes.append(loaded._run._cache_size())
    assert sizes == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, "`x` is missing; `mask` is missing: it takes x=f32[b,4], mask=bool[b,4]"),
        ((numbers(2, 4), numbers(2, 4) > 0, 3), {}, "3 inputs are given by position"),
        ((numbers(2, 4),), {"x": 1, "mask": 1}, "`x` is given twice"),
        ((numbers(2, 4),), {"masc": 1}, "`masc` is none of its inputs; `mask` is missing"),
        ((numbers(2, 5), numbers(2, 4) > 0), {}, "dimension 1 of input `x` is 5, and 4 is expected"),
        (
            (numbers(2, 4), numbers(3, 4) > 0),
            {},
            "dimension 0 of input `mask` is 3, and `b` is 2 in dimension 0 of input `x`",
        ),
        ((numbers(0, 4), numbers(0, 4) > 0), {}, "dimension 0 of input `x` is 0, and `b` is at least 1"),
        ((numbers(4), numbers(2, 4) > 0), {}, "input `x` has 1 dimensions, and f32[b,4] has 2"),
        ((numbers(2, 4), numbers(2, 4)), {}, "input `mask` is f32, and bool is expected"),
        ((numbers(2, 4).astype(int), numbers(2, 4) > 0), {}, "input `x` is i32, and f32 is expected"),
        (("text", numbers(2, 4) > 0), {}, "input `x` is a str, not an array"),
        (([1.0], numbers(2, 4) > 0), {}, "input `x` is a list, not an array"),
    ],
)
def test_inputs_that_are_not_taken_are_named(tied, args, kwargs, words):
    with pytest.raises(InputError) as caught:
        hybridc.load(tied)(*args, **kwargs)
    assert words in str(caught.value)


def test_bounds_are_those_of_the_export(tmp_path):
    loaded = hybridc.load(artifact(tmp_path, "BySize", "x=f32[b>=4<=8]"))
    assert np.array_equal(loaded(numbers(4)), numbers(4) + 1)
    for size, words in ((3, "at least 4"), (9, "at most 8")):
        with pytest.raises(InputError, match=words):
            loaded(numbers(size))


@pytest.mark.parametrize(
    ("name", "inputs", "words"),
    [
        ("Draws", ["x=f32[3]"], "draws random numbers"),
        (
            "CountsInBuffer",
            ["x=f32[3]"],
            "changes itself when it predicts: the buffer `seen`; an exported program keeps nothing",
        ),
        ("CountsInAttribute", ["x=f32[3]"], "`seen` of CountsInAttribute"),
        ("BySize", ["x=f32[?]"], "depends on a free dimension, which has to be a number, or bounded"),
        ("Printing", ["x=f32[3]"], "it prints, checks or calls Python"),
        ("callback", ["x=f32[3]"], "callback"),
        ("positive", ["x=f32[3]"], "it prints, checks or calls Python"),
        ("Lazy", ["x=f32[2,?]"], "cannot be exported"),
        ("Needy", ["x=f32[3]"], "missing 1 required positional argument: 'size'"),
        ("Plain", ["x=f32[3]"], "neither a model of hybridc.runtime nor a function"),
        ("number", ["x=f32[3]"], "neither a model of hybridc.runtime nor a function, but a int"),
        ("Nut", ["x=f32[3]"], "there is no `Nut`; there are Pair, Net, "),
        ("smooth", ["y=f32[3]"], "`y` is none of its parameters; `x` is missing"),
        ("Net", ["x=f64[2,4]"], "is f64, and the file leaves the 64-bit types of JAX off"),
        ("Net", ["x=f32[2,9]"], "while running `up`, a Linear of Net"),
        ("nothing", ["x=f32[3]"], "it returns no array"),
        ("strange", ["x=f32[3]"], "it returns a dict"),
        ("Tied", ["x=f32[2,4]", "power=f32[]", "mask='no'"], "cannot be exported"),
    ],
)
def test_what_cannot_be_exported_is_said_and_nothing_written(tmp_path, name, inputs, words):
    with pytest.raises(ExportError) as caught:
        artifact(tmp_path, name, *inputs)
    assert words in str(caught.value)
    assert [path.suffix for path in tmp_path.iterdir()] == [".py"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def f(:", "SyntaxError"),
    ],
)
def test_what_a_file_raises_is_said(tmp_path, source, words):
    with pytest.raises(ExportError) as caught:
        artifact(tmp_path, "f", source=source)
    assert words in str(caught.value)


def test_weights_that_do_not_fit_are_said(tmp_path):
    weights.write(tmp_path / "w.npz", {"up.weight": np.ones((5, 4))})
    with pytest.raises(ExportError, match=r"down.bias"):
        artifact(tmp_path, "Net", "x=f32[b,4]", params=tmp_path / "w.npz")


def test_parameters_are_no_constants_of_the_program(tmp_path):
    source = "from hybridc.runtime.torch import nn\n\n\ndef net():\n    return nn.Linear(600, 500)\n"
    path = artifact(tmp_path, "net()", "input=f32[b,600]", source=source)
    assert (path / "program.jax").stat().st_size < 10_000


def test_several_platforms_are_one_artifact(tmp_path):
    path = artifact(tmp_path, "Net", "x=f32[b,4]", platforms=["cuda", "cpu"])
    assert hybridc.load(path).description.platforms == ["cuda", "cpu"]
    assert hybridc.load(path)(numbers(2, 4)).shape == (2, 3)
