"""MXNet's Gluon: blocks, layers, losses and initializers with its arguments, numbers and parameter names."""
