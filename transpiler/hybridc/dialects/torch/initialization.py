"""Initial parameters. These are statements of host code, which fill a parameter; the runtime has them by their names."""

LINES = """
    torch.nn.init.calculate_gain(nonlinearity, param=None)                                       -> nn.init.calculate_gain(...)                : static
    torch.nn.init._calculate_fan_in_and_fan_out(tensor)                                          -> nn.init._calculate_fan_in_and_fan_out(...) : static
    torch.nn.init._calculate_correct_fan(tensor, mode)                                           -> nn.init._calculate_correct_fan(...)        : static
    torch.nn.init.uniform_(tensor, a=0.0, b=1.0)                                                 -> nn.init.uniform_(...)         : dtype=same shape=same host
    torch.nn.init.normal_(tensor, mean=0.0, std=1.0)                                             -> nn.init.normal_(...)          : dtype=same shape=same host
    torch.nn.init.trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0)                        -> nn.init.trunc_normal_(...)    : dtype=same shape=same host
    torch.nn.init.constant_(tensor, val)                                                         -> nn.init.constant_(...)        : dtype=same shape=same host
    torch.nn.init.ones_(tensor)                                                                  -> nn.init.ones_(...)            : dtype=same shape=same host
    torch.nn.init.zeros_(tensor)                                                                 -> nn.init.zeros_(...)           : dtype=same shape=same host
    torch.nn.init.eye_(tensor)                                                                   -> nn.init.eye_(...)             : dtype=same shape=same host
    torch.nn.init.dirac_(tensor, groups=1)                                                       -> nn.init.dirac_(...)           : dtype=same shape=same host
    torch.nn.init.xavier_uniform_(tensor, gain=1.0)                                              -> nn.init.xavier_uniform_(...)  : dtype=same shape=same host
    torch.nn.init.xavier_normal_(tensor, gain=1.0)                                               -> nn.init.xavier_normal_(...)   : dtype=same shape=same host
    torch.nn.init.kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu')        -> nn.init.kaiming_uniform_(...) : dtype=same shape=same host
    torch.nn.init.kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu')         -> nn.init.kaiming_normal_(...)  : dtype=same shape=same host
    torch.nn.init.orthogonal_(tensor, gain=1)                                                    -> nn.init.orthogonal_(...)      : dtype=same shape=same host
    torch.nn.init.sparse_(tensor, sparsity, std=0.01)                                            -> nn.init.sparse_(...)          : dtype=same shape=same host
    torch.nn.init.uniform(tensor, a=0.0, b=1.0)                                                  -> nn.init.uniform(...)          : dtype=same shape=same host
    torch.nn.init.normal(tensor, mean=0.0, std=1.0)                                              -> nn.init.normal(...)           : dtype=same shape=same host
    torch.nn.init.constant(tensor, val)                                                          -> nn.init.constant(...)         : dtype=same shape=same host
    torch.nn.init.eye(tensor)                                                                    -> nn.init.eye(...)              : dtype=same shape=same host
    torch.nn.init.dirac(tensor, groups=1)                                                        -> nn.init.dirac(...)            : dtype=same shape=same host
    torch.nn.init.xavier_uniform(tensor, gain=1.0)                                               -> nn.init.xavier_uniform(...)   : dtype=same shape=same host
    torch.nn.init.xavier_normal(tensor, gain=1.0)                                                -> nn.init.xavier_normal(...)    : dtype=same shape=same host
    torch.nn.init.kaiming_uniform(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu')         -> nn.init.kaiming_uniform(...)  : dtype=same shape=same host
    torch.nn.init.kaiming_normal(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu')          -> nn.init.kaiming_normal(...)   : dtype=same shape=same host
    torch.nn.init.orthogonal(tensor, gain=1)                                                     -> nn.init.orthogonal(...)       : dtype=same shape=same host
    torch.nn.init.sparse(tensor, sparsity, std=0.01)                                             -> nn.init.sparse(...)           : dtype=same shape=same host
"""
