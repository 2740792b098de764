"""A process that runs one form of the user's code. It needs NumPy and a Python from 3.8 on, and no more of hybridc."""
