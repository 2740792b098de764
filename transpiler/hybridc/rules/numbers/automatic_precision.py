from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class AutomaticPrecision(Rule):
    """Code that a framework computes in fewer bits than its arrays have.

    ## Why
    Inside `with torch.autocast("cpu", dtype=torch.bfloat16):` PyTorch multiplies matrices and convolves in bfloat16, and
    gives arrays of that dtype; other functions go back to float32. Which function does what is a list of PyTorch's own,
    for each device. Converted code computes in the dtypes of its arrays, float32 unless the file says another: its
    numbers are more precise, and agree with the original's to two or three digits.

    ## Instead
    Leave it at that; where float32 is meant, `enabled=False` says so. For fewer bits, cast the model and what it is given:

        # before
        with torch.autocast("cuda", dtype=torch.bfloat16):
            y = net(x)

        # after
        y = net.bfloat16()(x.bfloat16()).float()
    """

    name: str

    code = "HYB514"
    slug = "automatic-precision"
    severity = Severity.WARNING
    message = "`{name}` goes: the original computes in fewer bits there, and what it becomes in those of its arrays"
    help = "compare with the original in float32, or cast the model: `net.bfloat16()`"
    dirty = (
        program("""
            import torch


            class Net(torch.nn.Module):
                @torch.autocast("cpu", dtype=torch.bfloat16)
                def forward(self, x):
                    return x @ x
        """),
    )
    clean = (
        program("""
            import torch


            class Net(torch.nn.Module):
                @torch.autocast("cpu", enabled=False)
                def forward(self, x):
                    return x @ x
        """),
    )
