"""Writes the expected output and findings of every golden case anew."""

from pathlib import Path

import hybridc
from case_options import PICTURES, options_of
from hybridc.exported import convert_export
from hybridc.core.options import Options
from hybridc.picture.reading import picture
from hybridc.picture.writing import written
from hybridc.core.source import read

CASES = Path(__file__).parent / "cases"
GRAPHS = Path(__file__).parent / "graphs"
RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"

for path in sorted(CASES.glob("*.py")):
    if path.stem.endswith("_jax"):
        continue
    result = hybridc.convert(path.read_text(), filename=path.name, options=options_of(path.stem))
    assert result.code is not None, (path.name, result.refusals)
    path.with_name(f"{path.stem}_jax.py").write_text(result.code)
    findings = hybridc.check(path.read_text(), filename=path.name, options=options_of(path.stem)).diagnostics
    lines = [f"{d.location.line}:{d.location.column}: {d.code} {d.message}" for d in findings]
    path.with_suffix(".txt").write_text("".join(f"{line}\n" for line in lines))

SAMPLES = Path(__file__).parents[2] / "samples"
for name in PICTURES:
    source = read(SAMPLES / f"{name}.py")
    for ending in (".dot", ".mmd"):
        (Path(__file__).parent / "pictures" / f"{name}{ending}").write_bytes(written(picture(source), ending, source.text))

for path in [RECORDED / "mlp-symbol.json"]:
    made = convert_export(path.read_bytes(), path.name, str(RECORDED / "mlp-0000.params"), Options())
    assert made.code is not None, made.refusals
    (GRAPHS / "mlp_jax.py").write_text(made.code)
