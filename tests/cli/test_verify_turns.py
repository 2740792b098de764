"""`verify` goes both ways where a function compares: every wrong comparison of these is found, none is seen where none is.

Each function is compared with what a changed copy of it converts to; one change of each function in a run.
"""

import ast
import copy
from dataclasses import replace

import pytest

from hybridc import pipeline
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.verification.report import Verdict
from hybridc.verification.request import Request
from hybridc.verification.verifying import verify

FILE = """
import numpy as np

LIMIT = 0.75


def clip_above(x: np.ndarray):
    return np.where(x > 1.5, 1.5, x * 2)


def by_name(x: np.ndarray):
    return np.where(x >= LIMIT, 1.0, x)


def negative(x: np.ndarray):
    return np.where(x < -3.25, 0.0, x)


def of_mean(x: np.ndarray):
    if np.mean(x) > 0.5:
        return x - 1.0
    return x + 1.0


def of_largest(x: np.ndarray):
    if np.max(x) > 7.5:
        x = x / np.max(x)
    return x


def of_sum(x: np.ndarray):
    total = np.sum(x)
    if total <= 12.5:
        return x * 3.0
    return x


def scaled(x: np.ndarray):
    return np.where(2.0 * x > 5.0, 0.0, x)


def squared(x: np.ndarray):
    return np.where(x * x > 6.25, x, -x)


def distance(x: np.ndarray):
    return np.where(np.abs(x) > 4.5, np.sign(x), x)


def whole(x: np.ndarray[tuple[int], np.dtype[np.int64]]):
    return np.where(x > 40, x - 40, x)


def is_nine(x: np.ndarray[tuple[int], np.dtype[np.int64]]):
    return np.where(x == 9, 0, x)


def step(v, x):
    if v > 11.5:
        return np.tanh(x)
    return x


def in_a_callee(x: np.ndarray):
    return step(np.max(x), x) * 2.0


def in_a_loop(x: np.ndarray):
    for _ in range(3):
        if x[0] < 2.75:
            x = x + 1.0
    return x


def number(v: float):
    if v > 3.5:
        return np.sqrt(v) * 2.0
    return np.tanh(v)


def several(x: np.ndarray):
    low = np.where(x < 0.125, -1.0, x)
    return np.where(x >= 21.0, 1.0, low)


def of_length(x: np.ndarray):
    if len(x) > 6:
        return np.tanh(x)
    return x * 2.0


def of_shape(x: np.ndarray):
    n = x.shape[0]
    if n <= 7:
        return x - 1.0
    return x[:7] * 2.0


def branches(x: np.ndarray):
    y = np.zeros_like(x)
    for i in range(x.shape[0]):
        if x[i] >= 5.0:
            y[i] = 1.0
        elif x[i] > -5.0:
            y[i] = np.sin(x[i])
    return y


def limited(x: np.ndarray, limit=2.125):
    return np.where(x > limit, limit * 3.0, x)
"""
OTHER = {ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Eq: ast.LtE}


def changes(function):
    """What may be wrong in a function: (number of the comparison, what becomes of it)."""
    found = []
    for place, compare in enumerate(n for n in ast.walk(function) if isinstance(n, ast.Compare)):
        found.append((place, "other"))
        if isinstance(compare.comparators[0], ast.Constant):
            found.append((place, "more" if len(function.name) % 2 else "less"))
    return found


def changed(function, place, kind):
    function = copy.deepcopy(function)
    compare = [n for n in ast.walk(function) if isinstance(n, ast.Compare)][place]
    if kind == "other":
        compare.ops = [OTHER[type(compare.ops[0])]()]
    else:
        value = compare.comparators[0].value
        step = 1 if isinstance(value, int) else abs(value) * 2**-20
        compare.comparators[0].value = value + step if kind == "more" else value - step
    return function


TREE = ast.parse(FILE)
FUNCTIONS = {n.name: n for n in TREE.body if isinstance(n, ast.FunctionDef)}
CHANGES = {name: changes(function) for name, function in FUNCTIONS.items() if name not in ("in_a_callee",)}


def found(folder, text, monkeypatch, right=FILE):
    """The verdicts by function: of the file, and what another text converts to in its place."""
    path = folder / "turning.py"
    path.write_text(right)
    real = pipeline.convert

    def converts_another(source, options):
        ours, theirs = real(source, options), real(Source(str(path), text, ast.parse(text)), options)
        return replace(ours, code=theirs.code)

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "convert", converts_another)
        result = verify(str(path), Options(), Request(function=None, inputs=()))
    return {each.name: each for each in result.functions}


@pytest.fixture(scope="module")
def verdicts(request, tmp_path_factory):
    """By function, change by change: of the functions whose tests run."""
    asked = {
        item.callspec.params["name"]
        for item in request.session.items
        if item.path == request.path and hasattr(item, "callspec")
    }
    asked |= {"step"} if "in_a_callee" in asked else set()
    body = [n for n in TREE.body if getattr(n, "name", None) in asked or not isinstance(n, ast.FunctionDef)]
    right = ast.unparse(ast.Module(body, []))
    verdicts = {}
    with pytest.MonkeyPatch.context() as patch:
        for turn in range(max(len(CHANGES[name]) for name in asked & CHANGES.keys())):
            now = {name: each[turn] for name, each in CHANGES.items() if name in asked and turn < len(each)}
            wrong = [changed(n, *now[n.name]) if getattr(n, "name", None) in now else n for n in body]
            told = found(tmp_path_factory.mktemp("turn"), ast.unparse(ast.Module(wrong, [])), patch, right)
            seen = {"step": "in_a_callee"}
            verdicts.update({(name, c): told[seen.get(name, name)].verdict for name, c in now.items()})
    return verdicts


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "step"])
def test_wrong_comparisons_are_found(verdicts, name):
    of = "step" if name == "in_a_callee" else name
    missed = [change for change in CHANGES[of] if verdicts[of, change] is not Verdict.DIFFERENT]
    assert not missed


def test_what_is_right_is_the_same(tmp_path, monkeypatch):
    told = found(tmp_path, FILE, monkeypatch)
    assert {name for name, each in told.items() if each.verdict is not Verdict.SAME} <= {"step"}
