"""`python -m hybridc.verification.child JOB`: executes the user's code as the job says."""

from __future__ import annotations

import json
import os
import sys

if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    if job["settings"]["x32"]:
        os.environ["JAX_ENABLE_X64"] = "0"  # what the generated module leaves as it is

    from hybridc.verification.child.running import Runner

    Runner(job).run()
