"""Writes the expected output and findings of every golden case anew."""

from pathlib import Path

import hybridc
from case_options import options_of

CASES = Path(__file__).parent / "cases"

for path in sorted(CASES.glob("*.py")):
    if path.stem.endswith("_jax"):
        continue
    result = hybridc.convert(path.read_text(), filename=path.name, options=options_of(path.stem))
    assert result.code is not None, (path.name, result.refusals)
    path.with_name(f"{path.stem}_jax.py").write_text(result.code)
    findings = hybridc.check(path.read_text(), filename=path.name, options=options_of(path.stem)).diagnostics
    lines = [f"{d.location.line}:{d.location.column}: {d.code} {d.message}" for d in findings]
    path.with_suffix(".txt").write_text("".join(f"{line}\n" for line in lines))
