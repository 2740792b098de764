"""The picture of a benchmark is XML, whatever names and reasons there are."""

from xml.etree import ElementTree

from hybridc.bench.report import Batch, Benchmark, Contender, Quartiles, Timing
from hybridc_cli.renderers.bench_plot import as_svg
from hybridc_cli.renderers.bench_table import as_table, seconds

SVG = "{http://www.w3.org/2000/svg}"


def found():
    batch = Batch(2, {"x<y": "f32[2,3]\x1b[31m & more"}, "a")
    batch.systems = [
        Timing("a", seconds=Quartiles(2e-6, 1e-6, 3e-6), speed=Quartiles(1, 1, 1), first_seconds=1.0),
        Timing("b", "different", "<script>alert(1)</script>"),
        Timing("c", seconds=Quartiles(2e-3, 1e-3, 3e-3), speed=Quartiles(1e-3, 1e-3, 1e-3), first_seconds=1.0),
    ]
    systems = [Contender(name, f"{name} <b>", kind) for name, kind in zip("abcd", ["original", "hybridized", "generated", "generated"], strict=True)]  # fmt: skip
    return Benchmark("<a>&'\".py:f", systems=systems, batches=[batch, Batch(4, {})])


def test_everything_is_escaped():
    text = as_svg(found())
    assert "<script" not in text and "\x1b" not in text
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "<a>&'\".py:f"
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "a <b>" in words and "gives other numbers" in words
    assert words.count("did not run") == 5
    assert {element.tag for element in root.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "rect", "text", "line", "circle")
    }


def test_points_lie_on_one_logarithmic_axis():
    root = ElementTree.fromstring(as_svg(found()))
    xs = [float(circle.get("cx")) for circle in root.iter(f"{SVG}circle")]
    grid = sorted({float(line.get("x1")) for line in root.iter(f"{SVG}line") if line.get("stroke") == "#cccccc"})
    assert xs[1] - xs[0] == 3 * (grid[1] - grid[0]) or abs(xs[1] - xs[0] - 3 * (grid[1] - grid[0])) < 0.5


def test_no_control_characters_reach_a_terminal():
    assert "\x1b" not in as_table(found()).replace("\x1b[31m  b <b>", "").replace("\x1b[0m", "")


def test_times_have_three_digits():
    assert [seconds(value) for value in (3.0, 0.5, 0.0123456, 1e-3, 99.94e-6, 999e-6, 5e-9)] == [
        "3.00 s", "500 ms", "12.3 ms", "1.00 ms", "99.9 µs", "999 µs", "0.01 µs",
    ]  # fmt: skip
