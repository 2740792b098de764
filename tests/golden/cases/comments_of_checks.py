import numpy as np


def damped(prices, limit):
    total = 0.0
    for i in range(len(prices)):
        total = total + prices[i]
        # no price is below 0
        assert total >= 0  # nor their sum
    if total > limit:
        total = total * 2
        # more than it was
        assert total > limit
    while total > 1:
        total = total / 2
        if total < 5:
            total = total - 1
        # it ends
        assert total > -10
    return total


def scaled(prices):
    if np.sum(prices) > 0:
        # one is above 0
        assert np.max(prices) > 0
    else:
        prices = prices * 2
        # none is
        assert np.max(prices) <= 0
    return prices
