"""The Collatz sequence, in plain Python integers."""


def steps_to_one(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def longest_below(limit):
    """The start below `limit` with the longest way, and its length."""
    best, best_start = 0, 1
    for start in range(1, limit):
        count = steps_to_one(start)
        if count > best:
            best, best_start = count, start
    return best_start, best


if __name__ == "__main__":
    print(longest_below(100))
