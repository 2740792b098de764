"""PyTorch's layers and functions, with its defaults, layouts and names, for models that were converted from it."""
