"""A verification for programs: the schema is in docs/verify.md."""

from __future__ import annotations

import json

from hybridc.verification.report import FunctionResult, Verification
from hybridc_cli.renderers.data import plain


def as_json(verification: Verification, status: int) -> str:
    """One object with all that was found."""
    content = {
        "filename": verification.filename,
        "verdict": verification.verdict.value,
        "exit_status": status,
        "reason": verification.reason,
        "diagnostics": [plain(d) for d in verification.diagnostics],
        "printed": verification.printed,
        "functions": [_function(f) for f in verification.functions],
    }
    return json.dumps(content, indent=2, allow_nan=False)


def _function(function: FunctionResult) -> dict[str, object]:
    return {
        "name": function.name,
        "line": function.line,
        "compiled": function.is_compiled,
        "verdict": function.verdict.value,
        "inputs": function.inputs,
        "inputs_derived": function.is_derived,
        "reason": function.reason,
        "suggestion": function.suggestion,
        "draws": function.draws,
    }
