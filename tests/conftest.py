"""What runs every day, and the width that JAX counts in.

One in twenty of the cases that compare layers and calls runs every day, and dear tests in turns.
"""

import gc
import os
import re
import resource
from pathlib import Path

import jax
import pytest

import compiled_before
import dearest
from browsing import launched
from framework_imports import imported
from hybridc import pipeline
from hybridc.dialects import ALL
from hybridc.program.languages import active_dialects
from sampling import DEAR_SHARE, SHARE, turn

FRAMEWORKS = tuple(dialect.name for dialect in ALL if dialect.models is not None)


STATM, MOST = Path("/proc/self/statm"), int(os.environ.get("HYBRIDC_TEST_MEMORY", 3 << 30))


def pytest_addoption(parser):
    parser.addoption("--record-dearest", action="store_true", help="write which tests are dear")


def pytest_configure(config):
    compiled_before.use()
    if not hasattr(config, "workerinput"):
        compiled_before.prune()
        if config.getoption("record_dearest"):
            config.pluginmanager.register(dearest.Recorder())


def pytest_report_header():
    return f"dear tests: those of HYBRIDC_TEST_DAY={dearest.DAY}"


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc):
    """Cases that do not run today are not made."""
    yield
    if metafunc.config.option.markexpr == "not long":
        today = [call for call in metafunc._calls if not _waits(metafunc.definition, call.id)]
        metafunc._calls[:] = today or metafunc._calls[:1]  # without any it would be a test without arguments


def pytest_collection_modifyitems(config, items):
    dear, dropped = dearest.recorded(), []
    for item in items:
        case = item.callspec.id if hasattr(item, "callspec") else None
        if _waits(item, case):
            item.add_marker(pytest.mark.long)
            if turn(f"long {case or item.name}", SHARE):
                dropped.append(item)
        elif (
            item.nodeid in dear
            and not _is_of_the_whole(item)
            and dearest.is_of_another_day(dear[item.nodeid], item.nodeid)
        ):
            item.add_marker(pytest.mark.long)
            if turn(f"{dearest.DAY} {item.nodeid}", DEAR_SHARE):
                dropped.append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        gone = frozenset(dropped)
        items[:] = [item for item in items if item not in gone]


def _waits(item, case):
    """Whether a test, or one of its cases, is one of those that only the long tests run."""
    sampled = item.get_closest_marker("sampled")
    if sampled is not None and case is not None:
        return bool(turn(case, *sampled.args))
    return (_is_of_layers(item) or (case is not None and _is_of_lines(item))) and bool(turn(case or item.name))


def _is_of_layers(item):
    return re.search(r"tests/runtime/\w+/", item.nodeid)


def _is_of_the_whole(item):
    """Whether it looks at all pages, tests or modules, which any change may break, and none of its cases."""
    return item.path.parent == Path(__file__).parent and not hasattr(item, "callspec")


def _is_of_lines(item):
    files = tuple(f"dialects/test_{name}_" for name in FRAMEWORKS)
    return "tables" not in item.nodeid and any(f in item.nodeid for f in files)


@pytest.fixture(scope="session", autouse=True)
def _no_output_imports_its_framework():
    """Of all that any test converts."""
    rewritten = pipeline._rewritten

    def watched(prepared, *rest):
        result = rewritten(prepared, *rest)
        dialects = active_dialects(prepared.analysis.program.module)
        roots = [root for d in dialects if d.models is not None for root in d.roots]
        if result.code is not None and roots and prepared.options.stage in (None, "imports", "layout"):
            assert imported(result.code, roots) == [], prepared.source.filename
        return result

    pipeline._rewritten = watched
    yield
    pipeline._rewritten = rewritten


@pytest.fixture(scope="module", autouse=True)
def _the_width_of_fixtures(request):
    """What a file's fixtures make once is of the width of its tests."""
    yield from _in_width(False if _runs_as_jax(request.node.nodeid) else jax.config.jax_enable_x64)


class _Memory:
    """How much the process holds: `allowed` before JAX's caches are cleared, which takes a while, and often frees
    memory that the process keeps for what comes."""

    allowed = MOST

    @staticmethod
    def held() -> int:
        return int(STATM.read_text().split()[1]) * resource.getpagesize() if STATM.exists() else 0


@pytest.fixture(scope="module", autouse=True)
def _memory_stays_modest():
    """JAX keeps what it compiled, of thousands of tests: files that leave much of it behind leave it to none."""
    yield
    if _Memory.held() > _Memory.allowed:
        jax.clear_caches()
        gc.collect()
        _Memory.allowed = max(MOST, _Memory.held() + MOST // 6)


@pytest.fixture(autouse=True)
def _the_width_of_jax(request):
    """Modules that compare with NumPy turn 64 bits on when they are imported; models run as JAX does by itself."""
    is_wide = request.node.get_closest_marker("wide") is not None
    is_narrow = not is_wide and _runs_as_jax(request.node.nodeid)
    yield from _in_width(False if is_narrow else is_wide or jax.config.jax_enable_x64)


def _runs_as_jax(nodeid):
    kinds = (
        "runtime/",
        "models/",
        "artifacts/",
        "forwards",
        "reached_parts",
        *(f"dialects/test_{name}_" for name in FRAMEWORKS),
    )
    return any(kind in nodeid for kind in kinds)


def _in_width(is_wide):
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", is_wide)
    yield
    jax.config.update("jax_enable_x64", before)


@pytest.fixture(scope="module")
def browser():
    """Chromium, for pages."""
    yield from launched()
