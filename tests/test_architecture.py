"""The arrows of the design, seen in what is imported and in what a run loads."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from hybridc.dialects import ALL

ROOT = Path(__file__).parents[1]
FRAMEWORKS = {root for d in ALL if d.models is not None for root in d.roots}
HEAVY = ("numpy", "jax", "libcst", *FRAMEWORKS)


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def files(*folders):
    found = {folder: [*(ROOT / folder).rglob("*.py")] for folder in folders}
    assert all(found.values()), found.keys()
    return sorted(path for paths in found.values() for path in paths)


def place(path):
    return str(path.relative_to(ROOT))


def test_test_files_have_names_of_their_own():
    """Python takes two files of one name for one module where folders are no packages."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", files("transpiler/hybridc/runtime"), ids=place)
def test_the_runtime_needs_jax_and_numpy_alone(path):
    roots = {name.partition(".")[0] for name in imported(path)}
    own = {"einops_layers.py": {"einops"}, "einops_backend.py": {"einops"}, "hdf5.py": {"h5py"}}.get(
        path.name, set()
    )  # for models that use them
    assert roots - sys.stdlib_module_names <= {"jax", "numpy", "hybridc"} | own
    assert all(name.startswith("hybridc.runtime") for name in imported(path) if name.startswith("hybridc"))


OF_TEXT = (
    "analysis",
    "dialects",
    "domain",
    "graphs",
    "interpret",
    "normalize/folding",
    "program",
    "rules",
    "structure",
    "syntax",
)


@pytest.mark.parametrize("path", files(*(f"transpiler/hybridc/{f}" for f in OF_TEXT)), ids=place)
def test_analyses_and_tables_import_no_concrete_trees(path):
    assert not [name for name in imported(path) if name.partition(".")[0] in (*HEAVY, "click")]


@pytest.mark.parametrize("path", files("transpiler/hybridc/emit/passes"), ids=place)
def test_no_pass_names_a_framework(path):
    names = {n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant)}
    assert not names & {"numpy", *FRAMEWORKS}


def statements(node, with_annotations):
    """Whatever stands below, what stands under TYPE_CHECKING only `with_annotations`."""
    for child in ast.iter_child_nodes(node):
        if with_annotations or not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from statements(child, with_annotations)


def modules():
    """What each module imports, wherever in it that stands."""
    found = {}
    for path in files("transpiler/hybridc", "cli/hybridc_cli"):
        parts = path.relative_to(ROOT).with_suffix("").parts[1:]
        found[".".join(parts).removesuffix(".__init__")] = path
    for name, path in found.items():
        # In annotations what runs a model names its class, which is made of what runs it.
        nodes = [*statements(ast.parse(path.read_text()), not name.startswith("hybridc.runtime."))]
        asked = {(n.module, a.name) for n in nodes if isinstance(n, ast.ImportFrom) and n.module for a in n.names}
        wanted = {f"{m}.{n}" if f"{m}.{n}" in found else m for m, n in asked}
        wanted |= {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
        yield name, {w for w in wanted if w in found and w != "hybridc"}


def test_no_modules_import_each_other_in_a_circle():
    graph = dict(modules())
    assert len(graph) > 1000 and "hybridc.runtime.core.modules" in graph
    TopologicalSorter(graph).prepare()  # raises where there is one


def test_no_folder_has_more_than_40_files():
    packages = {path.parent for path in files("transpiler/hybridc", "cli/hybridc_cli")}
    sizes = {place(folder): len([*folder.glob("*.py")]) for folder in packages}
    assert {folder for folder, size in sizes.items() if size > 40} == set()
    assert sizes["transpiler/hybridc"] <= 8


def loaded_by(*arguments):
    code = "import sys; from hybridc_cli.main import cli; cli.main(sys.argv[1:], standalone_mode=False)"
    script = f"import atexit, sys\natexit.register(lambda: print('LOADED', *sorted(sys.modules)))\n{code}"
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, cwd=ROOT)
    return set(done.stdout.partition("LOADED ")[2].split())


def test_check_loads_no_framework_and_no_concrete_trees():
    loaded = loaded_by("check", "samples/kmeans.py")
    assert "hybridc.pipeline" in loaded
    assert not loaded & set(HEAVY)


def test_convert_loads_no_framework():
    loaded = loaded_by("convert", "samples/kmeans.py", "-o", "-")
    assert "libcst" in loaded
    assert not loaded & {"numpy", "jax"}


def test_verify_runs_both_sides_in_another_process():
    loaded = loaded_by("verify", "samples/fancy_func.py")
    assert "hybridc.verification.process" in loaded
    assert not loaded & {"numpy", "jax", "fancy_func"}


def test_check_does_without_what_executes():
    parts = ("hybridc.verification", "hybridc.bench")
    assert not {name for name in loaded_by("check", "samples/kmeans.py") if name.startswith(parts)}


def test_help_loads_no_command():
    loaded = loaded_by("--help")
    assert "hybridc_cli.main" in loaded
    assert not {
        name for name in loaded if name.startswith(("hybridc_cli.commands.", "hybridc.bench", "hybridc.artifacts"))
    }
