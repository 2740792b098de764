"""Compares models of packages, and writes what it finds into `docs/pytorch_packages.md`.

python docs/pytorch_numbers.py FOLDER [PACKAGE...]: of the packages that are unpacked below the folder, as for
`docs/pytorch_table.py`; einops has to be installed. Every package is converted as a whole; then originals run under
PyTorch, with random weights, and in a process where torch cannot be imported what they became, with the same weights.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import subprocess
import sys
import tempfile
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))

from pytorch_models import PACKAGES  # noqa: E402

PAGE = ROOT / "docs" / "pytorch_packages.md"
NUMBERS = "## Models whose numbers are compared\n"
SAID = """
In evaluation mode, of the compiled call, and in training mode where nothing is drawn: the largest difference of any
output, relative to its largest value. `jax.jit` of `net.apply` is as near. Gradients are those by all parameters that
have one, in evaluation mode, each relative to its largest one, or a thousandth of the largest of all.

| package | model | evaluation | training | gradients |
|---|---|--:|--:|--:|
"""


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives empty packages for those that no model of these uses; none at all for the refused."""

    def __init__(self, names: tuple[str, ...], refused: tuple[str, ...] = ()) -> None:
        self.names, self.refused = names, refused

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        root = name.partition(".")[0]
        if root in self.refused:
            raise ImportError(f"the converted code imports {name}")
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if root in self.names else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: type(name, (), {})  # type: ignore[method-assign]
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def built(package: str, name: str) -> Any:
    """The model of this name, from whichever package of this name comes first in the path."""
    module, _, made = name.rpartition(".")
    return getattr(importlib.import_module(f"{package}.{module}"), made)(**PACKAGES[package].models[name][0])


def leaves(result: Any) -> Iterator[Any]:
    """The arrays of what a model returns."""
    if hasattr(result, "shape"):
        yield result
    for each in result.values() if isinstance(result, dict) else result if isinstance(result, list | tuple) else ():
        yield from leaves(each)


def given(package: str, name: str) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(PACKAGES[package].models[name][1]).astype(np.float32)


def originals(package: str, results: Path) -> None:
    """Writes weights, outputs and gradients."""
    import torch

    def outputs(model: Any, x: np.ndarray) -> list[Any]:
        return list(leaves(model(torch.tensor(x))))

    def restored(model: Any, name: str) -> Any:
        model.load_state_dict(torch.load(results / f"{name}.pt"))
        return model

    torch.set_num_threads(1)
    for name in PACKAGES[package].models:
        torch.manual_seed(0)
        model, x = built(package, name), given(package, name)
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.ndim <= 1 or parameter.std() < 1e-3:  # new models have layers that pass on next to nothing
                    parameter.add_(torch.randn_like(parameter), alpha=0.1)
        torch.save(model.state_dict(), results / f"{name}.pt")
        found = outputs(model.eval(), x)
        sum((o * torch.cos(o)).sum() for o in found).backward()  # type: ignore[union-attr]
        named = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
        slopes = {n: np.zeros(0) if p.grad is None else p.grad.numpy() for n, p in named}
        with torch.no_grad():
            trained, again = (outputs(restored(model.train(), name), x) for _ in range(2))
        if all(torch.equal(one, other) for one, other in zip(trained, again, strict=True)):
            np.savez(results / f"{name}.trained.npz", *(o.numpy() for o in trained))
        np.savez(results / f"{name}.npz", *(o.detach().numpy() for o in found))
        np.savez(results / f"{name}.gradients.npz", **slopes)


def converted(package: str, results: Path) -> None:
    """Writes how far each model is from its original."""
    import jax
    import jax.numpy as jnp

    for name in PACKAGES[package].models:
        net, x = built(package, name).load(results / f"{name}.pt"), given(package, name)
        found = {"evaluated": _distance(net.eval()(x), results / f"{name}.npz")}
        compiled = jax.jit(net.apply)(net.parameters(), x)
        found["evaluated"] = max(found["evaluated"], _distance(compiled, results / f"{name}.npz"))

        def loss(parameters: Any, net: Any = net, x: np.ndarray = x) -> Any:
            return sum((o * jnp.cos(o)).sum() for o in leaves(net.apply(parameters, x)))

        if name in PACKAGES[package].differentiated:
            slopes = jax.jit(jax.grad(loss))(net.parameters())
            found["gradients"] = _apart(slopes, np.load(results / f"{name}.gradients.npz"))
        if (results / f"{name}.trained.npz").exists():
            trained = net.load(results / f"{name}.pt").train()(x)
            found["trained"] = _distance(trained, results / f"{name}.trained.npz")
        (results / f"{name}.json").write_text(json.dumps(found), encoding="utf-8")
        jax.clear_caches()


def _distance(result: Any, expected: Path) -> float:
    wanted = list(np.load(expected).values())
    pairs = zip(leaves(result), wanted, strict=True)
    return max(float(np.abs(np.asarray(one) - other).max() / np.abs(other).max()) for one, other in pairs)


def _apart(found: Any, expected: Any) -> float:
    largest = max(np.abs(e).max(initial=0) for e in expected.values())
    worst = 0.0
    for name, wanted in expected.items():
        difference = np.abs(np.asarray(found[name]) - (wanted if wanted.size else 0)).max()
        worst = max(worst, float(difference / max(np.abs(wanted).max(initial=0), 1e-3 * largest)))
    return worst


def laid_out(source: Path, package: str, folder: Path) -> None:
    """The original, with some files empty, and what it becomes."""
    for path in sorted((source / package).rglob("*.py")):
        inner = path.relative_to(source)
        text = '__version__ = "1"\n' if str(inner.relative_to(package)) in PACKAGES[package].bare else path.read_text()
        (folder / "original" / inner).parent.mkdir(parents=True, exist_ok=True)
        (folder / "original" / inner).write_text(text, encoding="utf-8")
    program = "from hybridc_cli.main import main; main()"
    places = [str(folder / "original" / package), "-o", str(folder / "converted" / package)]
    subprocess.run([sys.executable, "-c", program, "convert", "--partial", *places], stderr=subprocess.DEVNULL)


def rows(folder: Path, package: str) -> Iterator[str]:
    """The rows of a package that lies in one of the folders."""
    source = next(path.parent for path in sorted(folder.glob(f"*/{package}")))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        laid_out(source, package, work)
        environment = os.environ | {"JAX_PLATFORMS": "cpu"}
        for side in ("original", "converted"):
            command = [sys.executable, __file__, "--run", side, package, str(work)]
            subprocess.run(command, check=True, env=environment)
        for model in PACKAGES[package].models:
            found = json.loads((work / f"{model}.json").read_text(encoding="utf-8"))
            cells = [f"{found[key]:.0e}" if key in found else "" for key in ("evaluated", "trained", "gradients")]
            yield f"| {package} | `{model}` | {' | '.join(cells)} |"


def run(side: str, package: str, work: Path) -> None:
    """One side, in a process of its own."""
    sys.meta_path.insert(0, Absent(PACKAGES[package].absent, ("torch",) if side == "converted" else ()))
    sys.path.insert(0, str(work / side))
    (originals if side == "original" else converted)(package, work)


def main(folder: Path, names: list[str]) -> None:
    for package in names or PACKAGES:
        found = list(rows(folder, package))
        page, _, known = PAGE.read_text(encoding="utf-8").partition(NUMBERS)
        told = [line for line in known.splitlines() if _package(line) in PACKAGES.keys() - {package}]
        PAGE.write_text(f"{page}{NUMBERS}{SAID}" + "\n".join(sorted([*told, *found])) + "\n", encoding="utf-8")
        print(*found, sep="\n", flush=True)


def _package(line: str) -> str:
    """What the row is of; text for other lines."""
    return line.split("|")[1].strip() if line.startswith("| ") else ""


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        run(sys.argv[2], sys.argv[3], Path(sys.argv[4]))
    else:
        main(Path(sys.argv[1]), sys.argv[2:])
