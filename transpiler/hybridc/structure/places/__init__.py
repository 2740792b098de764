"""Places of what is true, `np.where(x > 0)[0]`, as the mask that they are of."""
