"""`hybridc convert --standalone` as its users call it: what is written, and what is not."""

import pytest
from click.testing import CliRunner

from hybridc_cli.main import cli

LOOP = "import numpy as np\n\n\ndef f(x):\n    while x > 1:\n        x = x / 2\n    return x\n"
PLAIN = "import numpy as np\n\n\ndef f(x):\n    return np.sum(x)\n"
INDEXED = "import numpy as np\n\n\ndef f(x, i):\n    return np.sum(x) + x[i]\n"
CONTROL = "from hybridc_runtime import control\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments, **options):
    return CliRunner().invoke(cli, ["convert", *map(str, arguments)], **options)


def written(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_runtime_is_written_beside_the_output(folder):
    (folder / "a.py").write_text(LOOP)
    assert run("a.py", "--standalone").exit_code == 0
    assert CONTROL in (folder / "a_jax.py").read_text()
    assert (folder / "hybridc_runtime" / "control.py").exists()
    assert not (folder / "hybridc_runtime" / "torch").exists()


def test_nothing_is_written_beside_an_output_that_needs_nothing(folder):
    (folder / "a.py").write_text(PLAIN)
    assert run("a.py", "--standalone").exit_code == 0
    assert written(folder).keys() == {"a.py", "a_jax.py"}


def test_nothing_is_written_beside_a_refused_file(folder):
    (folder / "a.py").write_text(LOOP + "\n\ndef g(x):\n    return np.sum(x).item()\n")
    assert run("a.py", "--standalone").exit_code == 1
    assert written(folder).keys() == {"a.py"}
    assert run("a.py", "--standalone", "--partial").exit_code == 1
    assert (folder / "hybridc_runtime" / "control.py").exists()


def test_a_file_that_needs_hybridc_is_refused(folder):
    (folder / "a.py").write_text("import hybridc\n" + LOOP)
    result = run("a.py", "--standalone")
    assert result.exit_code == 1
    assert "HYB409" in result.stderr
    assert written(folder).keys() == {"a.py"}
    assert run("a.py").exit_code == 0


def test_a_mirrored_tree_has_one_copy_at_its_root(folder):
    (folder / "src" / "sub" / "deep").mkdir(parents=True)
    for name in ("a.py", "sub/b.py", "sub/deep/c.py"):
        (folder / "src" / name).write_text(LOOP)
    assert run("src", "-o", "out", "--standalone").exit_code == 0
    assert [p.parent for p in (folder / "out").rglob("control.py")] == [folder / "out" / "hybridc_runtime"]
    assert all(CONTROL in (folder / "out" / name).read_text() for name in ("a.py", "sub/b.py", "sub/deep/c.py"))


def test_a_tree_that_is_a_package_imports_its_copy_relatively(folder):
    (folder / "src" / "Sub").mkdir(parents=True)
    for name in ("A.py", "Sub/b.py"):
        (folder / "src" / name).write_text(LOOP)
    (folder / "src" / "__init__.py").write_text("")
    assert run("src", "-o", "out/", "--standalone").exit_code == 0
    assert "from .hybridc_runtime import control\n" in (folder / "out" / "A.py").read_text()
    assert "from ..hybridc_runtime import control\n" in (folder / "out" / "Sub" / "b.py").read_text()
    assert run("src", "-o", "out/", "--standalone", "--check").exit_code == 0


def test_a_tree_in_place_has_one_copy_at_the_top_and_copies_are_no_sources(folder):
    (folder / "pkg" / "sub").mkdir(parents=True)
    (folder / "pkg" / "__init__.py").write_text("")
    (folder / "pkg" / "sub" / "b.py").write_text(LOOP)
    for _ in range(2):
        assert run("pkg", "--standalone").exit_code == 0
    assert "from ..hybridc_runtime import control\n" in (folder / "pkg" / "sub" / "b_jax.py").read_text()
    assert not list(folder.rglob("control_jax.py"))
    assert [p.parent for p in folder.rglob("control.py")] == [folder / "pkg" / "hybridc_runtime"]


def test_a_second_run_adds_to_the_copy_and_leaves_what_is_current(folder):
    (folder / "a.py").write_text(LOOP)
    (folder / "b.py").write_text(INDEXED)
    run("a.py", "--standalone")
    times = {p: p.stat().st_mtime_ns for p in (folder / "hybridc_runtime").iterdir()}
    assert run("b.py", "--standalone", "--checked").exit_code == 0
    assert (folder / "hybridc_runtime" / "checks.py").exists()
    assert all(p.stat().st_mtime_ns == then for p, then in times.items())


def test_an_older_copy_is_replaced_whole(folder):
    (folder / "a.py").write_text(LOOP)
    (folder / "b.py").write_text(INDEXED)
    run("a.py", "--standalone")
    run("b.py", "--standalone", "--checked")
    new = written(folder)
    for name in ("control.py", "checks.py"):
        path = folder / "hybridc_runtime" / name
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    assert run("a.py", "--standalone", "--check").exit_code == 1
    assert run("a.py", "--standalone").exit_code == 0
    assert written(folder) == new


@pytest.mark.parametrize("name", ["hybridc_runtime/__init__.py", "hybridc_runtime/control.py", "hybridc_runtime.py"])
def test_a_foreign_copy_is_refused_unless_forced(folder, name):
    (folder / "a.py").write_text(LOOP)
    (folder / "b.py").write_text(LOOP)
    (folder / "c.py").write_text(PLAIN)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("mine = 1\n")
    before = written(folder)
    result = run("a.py", "b.py", "c.py", "--standalone")
    assert result.exit_code == 2
    assert result.stderr.count("HYB905") == 1 and name in result.stderr
    assert written(folder).items() - before.items() == {("c_jax.py", (folder / "c_jax.py").read_bytes())}
    assert run("a.py", "b.py", "--standalone", "--force").exit_code == 0
    assert CONTROL in (folder / "a_jax.py").read_text()
    assert (folder / "hybridc_runtime.py").exists() == (name == "hybridc_runtime.py")


def test_other_files_in_the_folder_of_the_copy_stay(folder):
    (folder / "a.py").write_text(LOOP)
    (folder / "hybridc_runtime").mkdir()
    (folder / "hybridc_runtime" / "notes.py").write_text("mine = 1\n")
    assert run("a.py", "--standalone").exit_code == 0
    assert (folder / "hybridc_runtime" / "notes.py").read_text() == "mine = 1\n"


def test_a_file_in_the_place_of_the_folder_is_trouble(folder):
    (folder / "a.py").write_text(LOOP)
    (folder / "hybridc_runtime").write_text("mine\n")
    result = run("a.py", "--standalone")
    assert (result.exit_code, (folder / "hybridc_runtime").read_text()) == (2, "mine\n")
    assert "HYB905" in result.stderr
    assert not (folder / "a_jax.py").exists()


def test_no_output_goes_into_the_copy_or_takes_its_name(folder):
    (folder / "src" / "hybridc_runtime").mkdir(parents=True)
    (folder / "src" / "hybridc_runtime" / "control.py").write_text(LOOP)
    (folder / "src" / "a.py").write_text(LOOP)
    assert run("src", "-o", "out/", "--standalone").exit_code == 2
    assert "def while_loop" in (folder / "out" / "hybridc_runtime" / "control.py").read_text()
    assert run("src/a.py", "-o", "hybridc_runtime.py", "--standalone").exit_code == 2
    assert not (folder / "hybridc_runtime.py").exists()


def test_check_sees_a_missing_and_a_stale_copy_and_writes_nothing(folder):
    (folder / "a.py").write_text(LOOP)
    (folder / "b.py").write_text(LOOP)
    run("a.py", "b.py", "--standalone")
    assert run(".", "--standalone", "--check").exit_code == 0
    (folder / "hybridc_runtime" / "control.py").unlink()
    (folder / "hybridc_runtime" / "flow" / "branches.py").write_text("# Generated by hybridc\n")
    before = written(folder)
    result = run(".", "--standalone", "--check")
    assert result.exit_code == 1
    assert [line for line in result.stderr.splitlines() if "stale" in line] == [
        "./hybridc_runtime: 2 files stale or missing"
    ]
    assert written(folder) == before
    assert run(".", "--check").exit_code == 1  # the modules that need no copy are others


@pytest.mark.parametrize(
    ("arguments", "is_said"), [(("--diff",), True), (("-o", "-"), True), (("--stage", "loops"), False)]
)
def test_what_is_only_shown_writes_no_copy_and_says_so(folder, arguments, is_said):
    (folder / "a.py").write_text(LOOP)
    result = run("a.py", "--standalone", *arguments)
    assert result.exit_code == 0
    assert (CONTROL in result.stdout) is is_said
    assert ("hybridc_runtime: not written" in result.stderr) is is_said
    assert written(folder).keys() == {"a.py"}


def test_standard_input_is_converted_for_the_folder_that_one_is_in(folder):
    assert CONTROL in run("-", "--standalone", input=LOOP).stdout
    assert run("-", "-o", "a_jax.py", "--standalone", input=LOOP).exit_code == 0
    assert (folder / "hybridc_runtime" / "control.py").exists()


def test_the_configuration_asks_for_it(folder):
    (folder / "pyproject.toml").write_text("[tool.hybridc]\nstandalone = true\n")
    (folder / "a.py").write_text(LOOP)
    assert run("a.py").exit_code == 0
    assert (folder / "hybridc_runtime" / "control.py").exists()
    (folder / "b.py").write_text("import hybridc\n" + LOOP)
    assert "HYB409" in CliRunner().invoke(cli, ["check", "b.py", "--output-format", "concise"]).stdout
    (folder / "pyproject.toml").write_text('[tool.hybridc]\nstandalone = "yes"\n')
    assert run("a.py").exit_code == 2


def test_many_files_on_several_processes_share_one_copy(folder):
    for number in range(9):
        (folder / f"m{number}.py").write_text(INDEXED)
    assert run(".", "-o", "out/", "--standalone", "--checked", "-j", "2").exit_code == 0
    assert len(list((folder / "out").rglob("checks.py"))) == 1
    assert all("from hybridc_runtime import checks" in p.read_text() for p in (folder / "out").glob("m*.py"))
