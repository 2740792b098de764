from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UncutGradient(Rule):
    """A block without gradients, in a model.

    ## Why
    `with torch.no_grad():` changes no value, only what `backward` passes through. Compiled code computes the values, and
    `jax.grad` differentiates all of it: gradients flow through what the original cut off.

    ## Instead
    Cut where the value is made, which becomes `jax.lax.stop_gradient`:

        # before
        with torch.no_grad():
            target = self.teacher(x)

        # after
        target = self.teacher(x).detach()
    """

    name: str

    code = "HYB512"
    slug = "uncut-gradient"
    severity = Severity.WARNING
    message = "`{name}` goes: values are the same, and gradients flow through what it cut off"
    help = "cut values with `x.detach()`, if the model is differentiated"
    dirty = (
        program("""
            import torch


            class Net(torch.nn.Module):
                def forward(self, x):
                    with torch.no_grad():
                        y = torch.sin(x)
                    return x * y
        """),
    )
    clean = (
        program("""
            import torch


            class Net(torch.nn.Module):
                def forward(self, x):
                    return x * torch.sin(x).detach()
        """),
    )
