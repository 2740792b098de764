"""`hybridc export`, `run` and `unpack` as their users call them. Executes the modules that are here."""

import os
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest
from click.testing import CliRunner

import hybridc
from exported import SOURCE, python_as_it_was
from hybridc_cli.main import cli


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    """In a folder with a module of models and an input; JAX counts as it does by itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    (tmp_path / "source_of_it.py").write_text(SOURCE)
    np.save("x.npy", np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32))
    with python_as_it_was():
        yield
    jax.config.update("jax_enable_x64", before)


def run(*arguments, status=0):
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert done.exit_code == status, (done.output, done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "Traceback" not in done.output and done.stdout == ""
    return done.stderr


def refused(*arguments):
    """The one line that is said; nothing is left behind."""
    before = sorted(os.listdir())
    said = run(*arguments, status=2)
    assert sorted(os.listdir()) == before
    [line] = said.splitlines()
    return line


@pytest.fixture
def net():
    run("export", "source_of_it.py:Net", "-o", "net", "--input", "x=f32[b,4]")


def test_from_a_module_to_numbers():
    said = run("export", "source_of_it.py:Net", "-o", "net.zip", "--input", "x=f32[b,4]")
    assert said.splitlines() == [
        "net.zip: Net(x=f32[b,4]) -> result=f32[b,3]; 9 parameters, cpu",
        "note: without --params, the parameters are as the file makes them",
    ]
    run("run", "net.zip", "--input", "x.npy", "-o", "y.npy")
    assert np.array_equal(np.load("y.npy"), np.asarray(hybridc.load("net.zip")(np.load("x.npy"))))
    assert sorted(os.listdir()) == ["net.zip", "source_of_it.py", "x.npy", "y.npy"]


def test_outputs_may_have_the_names_of_numpy_s():
    Path("named.py").write_text("def f(x):\n    return {'file': x, 'allow_pickle': x + 1}\n")
    run("export", "named.py:f", "-o", "named", "--input", "x=f32[b,4]")
    run("run", "named", "--input", "x.npy", "-o", "out.npz")
    with np.load("out.npz", allow_pickle=False) as found:
        assert set(found) == {"file", "allow_pickle"}


def test_several_inputs_by_name_and_outputs_in_an_archive():
    inputs = ["--input", "x=f32[b,4]", "--input", "mask=bool[b,4]"]
    run("export", "source_of_it.py:Tied", "-o", "tied", *inputs)
    x = np.load("x.npy")
    np.save("m.npy", x > 0)
    np.save("a=b.npy", x)
    expected = hybridc.load("tied")(x, x > 0)
    for given in (("mask=m.npy", "x=x.npy"), ("x.npy", "m.npy"), ("mask=m.npy", "a=b.npy")):
        run("run", "tied", *(part for each in given for part in ("--input", each)), "-o", "out.npz", "--force")
        with np.load("out.npz", allow_pickle=False) as found:
            assert set(found) == {"z", "a.0"}
            assert np.array_equal(found["z"], expected["z"]) and np.array_equal(found["a.0"], expected["a"][0])
    assert "the program returns z, a.0: write them to a .npz file" in refused(
        "run", "tied", "--input", "x.npy", "--input", "m.npy", "-o", "y.npy"
    )


def test_other_weights(net):
    zeros = {name: np.zeros(array.shape) for name, array in hybridc.load("net").parameters().items()}
    hybridc.runtime.weights.write("zeros.npz", zeros)
    run("run", "net", "--input", "x.npy", "-o", "y.npy", "--params", "zeros.npz")
    assert not np.load("y.npy").any()


def test_big_endian_inputs_are_numbers_too(net):
    x = np.load("x.npy")
    np.save("big.npy", x.astype(">f4"))
    run("run", "net", "--input", "big.npy", "-o", "y.npy")
    assert np.array_equal(np.load("y.npy"), np.asarray(hybridc.load("net")(x)))


def test_an_artifact_is_replaced_only_when_asked_and_nothing_else_ever(net):
    again = ("export", "source_of_it.py:Net", "--input", "x=f32[2,4]", "-o")
    assert refused(*again, "net") == "hybridc: net: exists; --force replaces an artifact"
    run(*again, "net", "--force")
    assert hybridc.load("net").description.inputs == {"x": "f32[2,4]"}
    os.mkdir("mine")
    for name in ("mine", "x.npy"):
        assert "is not replaced, since it is no artifact" in refused(*again, name, "--force")
    for name in ("", "."):
        assert not run_in("mine", again, name, "--force")
    with open("net/notes.txt", "w") as notes:
        notes.write("mine")
    assert "since 'notes.txt' in it is no part of an artifact" in refused(*again, "net", "--force")
    os.remove("net/notes.txt")
    assert "a folder and an archive do not replace each other" in refused(*again, _renamed("net", "net.zip"), "--force")


def run_in(folder, again, *arguments):
    """What lies in the folder after an export that is refused there; the folder is still the same."""
    before, same = os.getcwd(), os.stat(folder).st_ino
    os.chdir(folder)
    try:
        command, target, *rest = again
        refused(command, os.path.join(before, target), *rest, *arguments)
    finally:
        os.chdir(before)
    assert os.stat(folder).st_ino == same
    return os.listdir(folder)


def _renamed(before, after):
    os.rename(before, after)
    return after


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["source_of_it.py", "-o", "a"], "'source_of_it.py': expected FILE:NAME"),
        (["none.py:Net", "-o", "a"], "none.py: there is no such file"),
        (["source_of_it.py:Net", "-o", "a"], "`x` is missing"),
        (["source_of_it.py:Net", "-o", "a", "--input", "x=f32(3)"], "'x=f32(3)': 'f32(3)' is neither an array"),
        (["source_of_it.py:Net", "-o", "no/a", "--input", "x=f32[b,4]"], "no/a: cannot be written: there is no folder"),
        (["source_of_it.py:Net", "-o", "a", "--input", "x=f32[b,4]", "--params", "none.npz"], "No such file"),
        (["source_of_it.py:smooth", "-o", "a", "--input", "x=f32[b]", "--params", "x.npy"], "--params is for models"),
    ],
)
def test_exports_that_make_no_sense(arguments, words):
    assert words in refused("export", *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none", "--input", "x.npy", "-o", "y.npy"], "none: cannot be read: No such file or directory"),
        (["source_of_it.py", "--input", "x.npy", "-o", "y.npy"], "neither a folder nor a zip file"),
        (["net", "-o", "y.npy"], "`x` is missing: it takes x=f32[b,4]"),
        (["net", "--input", "z=x.npy", "-o", "y.npy"], "`z` is none of its inputs"),
        (["net", "--input", "x.npy", "--input", "x.npy", "-o", "y.npy"], "one input too many"),
        (["net", "--input", "x=x.npy", "--input", "x=x.npy", "-o", "y.npy"], "`x` is given twice"),
        (["net", "--input", "none.npy", "-o", "y.npy"], "none.npy: cannot be read: No such file"),
        (["net", "--input", "source_of_it.py", "-o", "y.npy"], "source_of_it.py: no array that can be read"),
        (["net", "--input", "objects.npy", "-o", "y.npy"], "objects.npy: no array that can be read: Object arrays"),
        (["net", "--input", "text.npy", "-o", "y.npy"], "text.npy: an array of <U1, not of numbers"),
        (["net", "--input", "cut.npy", "-o", "y.npy"], "cut.npy: no array that can be read"),
        (["net", "--input", "many.npz", "-o", "y.npy"], "many.npz: an archive of arrays"),
        (["net", "--input", "wide.npy", "-o", "y.npy"], "dimension 1 of input `x` is 5, and 4 is expected"),
        (["net", "--input", "x.npy", "-o", "y.txt"], "y.txt: the name ends in none of .npy, .npz"),
        (["net", "--input", "x.npy", "-o", "x.npy"], "x.npy: exists; --force overwrites it"),
        (["net", "--input", "x=x.npy", "-o", "./x.npy", "--force"], "./x.npy: is a file that is read"),
        (["net", "--input", "x.npy", "--params", "many.npz", "-o", "many.npz", "--force"], "is a file that is read"),
        (["net", "--input", "x.npy", "-o", "no/y.npy"], "no/y.npy: cannot be written: there is no folder"),
        (["net", "--input", "x.npy", "-o", "y.npy", "--params", "x.npy"], "x.npy: a single array"),
    ],
)
def test_runs_that_make_no_sense(net, arguments, words):
    x = np.load("x.npy")
    np.save("objects.npy", np.array([{}], object), allow_pickle=True)
    np.save("text.npy", np.array(["a"]))
    np.save("wide.npy", np.ones((2, 5), np.float32))
    np.savez("many.npz", x=x)
    with open("x.npy", "rb") as file, open("cut.npy", "wb") as cut:
        cut.write(file.read()[:-3])
    assert words in refused("run", *arguments)


def test_changed_artifacts_are_refused(net):
    with open("net/program.jax", "r+b") as file:
        file.seek(100)
        file.write(b"changed")
    for command in (["run", "net", "--input", "x.npy", "-o", "y.npy"], ["unpack", "net", "-o", "deployed"]):
        assert refused(*command) == "hybridc: net: program.jax was changed, or is damaged: its checksum is another"


def test_what_is_unpacked_is_the_program_and_its_arguments_in_order(net):
    said = run("unpack", "net", "-o", "deployed", "--text")
    assert "the 9 arrays of parameters.npy, then x=f32[b,4]" in said
    assert sorted(os.listdir("deployed")) == ["parameters.npy", "program.mlir", "program.mlirbc"]
    loaded = hybridc.load("net")
    with open("deployed/parameters.npy", "rb") as file:
        for name, array in loaded.parameters().items():
            found = np.load(file)
            assert np.array_equal(found, array.T if name in loaded.description.transposed else array)
        assert not file.read()
    with open("deployed/program.mlir") as text:
        assert "stablehlo.dot_general" in text.read()
    assert refused("unpack", "net", "-o", "deployed") == "hybridc: deployed: exists"


def test_programs_for_several_platforms_are_not_unpacked():
    run("export", "source_of_it.py:Net", "-o", "net", "--input", "x=f32[b,4]", "--platform", "cpu,cuda")
    assert "it is compiled for several platforms" in refused("unpack", "net", "-o", "deployed")


def test_platforms_that_there_are_not():
    said = run("export", "source_of_it.py:Net", "-o", "net", "--platform", "cpu,gpu", status=2)
    assert "'gpu': expected some of cpu, cuda, rocm, tpu" in said


def test_helps_say_what_is_executed():
    assert "This EXECUTES THE FILE" in CliRunner().invoke(cli, ["export", "--help"]).output
    assert "no Python is read" in CliRunner().invoke(cli, ["run", "--help"]).output


def test_run_loads_nothing_that_converts(net):
    script = "import sys; from hybridc_cli.main import cli; cli.main(sys.argv[1:], standalone_mode=False); print(*sys.modules)"
    command = [sys.executable, "-c", script, "run", "net", "--input", "x.npy", "-o", "y.npy"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "hybridc.artifacts.running" in loaded
    assert not loaded & {"libcst", "hybridc.pipeline", "source_of_it", "hybridc.artifacts.exporting"}
