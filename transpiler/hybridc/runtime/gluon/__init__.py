"""MXNet Gluon's layers and operators, with its defaults, shapes and rules, for models that were converted from it."""
