"""`hybridc apis` as its users call it."""

from click.testing import CliRunner

from hybridc_cli.main import cli


def run(*arguments):
    return CliRunner().invoke(cli, ["apis", *arguments])


def test_a_part_of_a_name_finds_lines():
    result = run("torch", "nn.functional.relu6")
    assert result.exit_code == 0
    assert result.stdout.startswith("torch.nn.functional.relu6(input")


def test_a_pattern_finds_whole_names():
    lines = run("torch", "torch.nn.Conv?d").stdout.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["torch.nn.Conv1d", "torch.nn.Conv2d", "torch.nn.Conv3d"]
    assert "torch.nn.Conv2d -> nn.Conv2d" in lines


def test_refused_names_are_shown_when_asked_for():
    assert run("torch", "torch.optim.SGD").exit_code == 1
    result = run("torch", "torch.optim.SGD", "--refused")
    assert result.stdout == "torch.optim.SGD -> refused, HYB408: a training step returns new parameters\n"


def test_a_name_that_is_not_there_gets_a_suggestion():
    result = run("torch", "torch.sine")
    assert result.exit_code == 1
    assert "did you mean `torch.sin`?" in result.stderr


def test_all_lines_of_numpy():
    assert "numpy.sum(" in run("numpy").stdout


def test_an_unknown_framework_is_a_usage_error():
    assert run("caffe").exit_code == 2


def test_a_framework_of_two_names_is_found_by_either():
    first, second = (run("keras", f"{place}keras.layers.Dens*").output for place in ("", "tensorflow."))
    assert first == second == "tensorflow.keras.layers.Dense -> layers.Dense\n"
