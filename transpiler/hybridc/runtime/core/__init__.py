"""Models: what they hold, how they are called and compiled, and what of them is taken out and put back."""
