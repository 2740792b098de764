"""Options that only Python binds, as in `torch.randn(n, **kwargs)`, and functions under other names: `zeros = torch.zeros`."""

LINES = """
    torch.rand(*size, **options)  -> nn.drawn(jax.random.uniform, size) : dtype=?
    torch.randn(*size, **options) -> nn.drawn(jax.random.normal, size) : dtype=?
    torch.zeros  -> nn.aliases.zeros
    torch.ones   -> nn.aliases.ones
    torch.empty  -> nn.aliases.empty
    torch.rand   -> nn.aliases.rand
    torch.randn  -> nn.aliases.randn
    torch.normal -> nn.aliases.normal
    torch.tensor -> nn.aliases.tensor
    torch.arange -> nn.aliases.arange
"""
