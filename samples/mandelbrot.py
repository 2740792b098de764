"""The Mandelbrot set, by escape times."""

import numpy as np


def escape_time(c_re, c_im, limit):
    """Steps until |z| exceeds 2, at most `limit`."""
    z_re, z_im = 0.0, 0.0
    count = 0
    while z_re * z_re + z_im * z_im <= 4.0 and count < limit:
        z_re, z_im = z_re * z_re - z_im * z_im + c_re, 2.0 * z_re * z_im + c_im
        count += 1
    return count


def picture(width, height, limit=50):
    image = np.zeros((height, width))
    for row in range(height):
        for column in range(width):
            c_re = -2.0 + 3.0 * column / width
            c_im = -1.0 + 2.0 * row / height
            image[row, column] = escape_time(c_re, c_im, limit)
    return image


if __name__ == "__main__":
    print(picture(60, 20).astype(int))
