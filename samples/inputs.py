"""Inputs for the samples: for each function, tuples of arguments that take its branches both ways."""

import numpy as np


def _array(*shape, low=-1.0, high=1.0, seed=0):
    return np.random.default_rng(seed).uniform(low, high, size=shape)


_glider = np.zeros((8, 8), dtype=int)
_glider[[1, 2, 3, 3, 3], [2, 3, 1, 2, 3]] = 1
_plate = np.pad(np.full((4, 4), 100.0), 6)
_rnn = (_array(3, 4, seed=1), 0.5 * _array(4, 4, seed=2), np.zeros(4))
_points = np.concatenate([_array(20, 2, low=m - 0.3, high=m + 0.3) for m in (0.0, 2.0, 4.0)])
_x = _array(100, 3, low=-2, high=2)
_y = (_x @ np.array([1.0, -2.0, 0.5]) > 0).astype(float)

INPUTS = {
    "clipped_ema": {"clipped_ema": [(_array(50, 4, low=-0.2),), (_array(5, 3, low=0.1), 0.5), (_array(0, 2),), (-_array(4, 2, low=0.1),)]},
    "newton": {"square_root": [(2.0,), (0.5,), (1e6,), (9,), (1,)], "cubic_root_steps": [(27.0,), (1.0,), (10.0, 2)]},
    "mandelbrot": {"escape_time": [(0.0, 0.0, 50), (2.0, 2.0, 50), (-0.75, 0.2, 30)], "picture": [(23, 11), (1, 1, 3)]},
    "kmeans": {"kmeans": [(_points, _points[[0, 25, 50]]), (_points, _points[[0, 1, 2]], 1), (_points, np.array([[0.0, 0.0], [99.0, 99.0]]), 0)]},
    "life": {"live": [(_glider, 4), (_glider, 0), (np.ones((3, 5), dtype=int), 2)]},
    "heat": {"diffuse": [(_plate, 20), (_plate, 0), (_array(5, 7), 3, 0.2)], "hottest": [(_plate,), (np.zeros((4, 4)),)]},
    "rnn_cell": {"final_state": [(_array(20, 2, 3), np.zeros((2, 4)), *_rnn), (9 * _array(4, 2, 3), np.ones((2, 4)), *_rnn, 0.25)]},
    "gradient_descent": {"fit": [(_x, _y), (_x, _y, 50.0, 20)], "loss": [(np.zeros(3), _x, _y)]},
    "power_iteration": {"dominant": [(np.array([[2.0, 1.0], [1.0, 3.0]]),), (np.eye(3),), (np.diag([1.0, 2.0, 1.99]), 1e-10, 5)]},
    "integration": {"simpson": [(-1.0, 3.0), (0.0, 1.0, 2)], "trapezoid": [(np.linspace(-1, 3, 101), np.cos(np.linspace(-1, 3, 101))), (np.ones(1), np.ones(1))]},
    "collatz": {"steps_to_one": [(1,), (27,), (97,)], "longest_below": [(50,), (1,), (2,)]},
    "runge_kutta": {"fly": [(np.array([0.0, 0.0, 20.0, 25.0]),), (np.array([0.0, -1.0, 1.0, 1.0]),), (np.array([0.0, 5.0, 0.0, 0.0]), 0.05)]},
    "perceptron": {"train": [(_x[:, :2], np.where(_x[:, 0] > 0.1, 1.0, -1.0)), (_x[:4], np.array([1.0, -1.0, 1.0]), 1), (_x[:3], np.ones(3), 0)]},
    "moving_average": {"trailing_mean": [(_array(40), 5), (_array(3), 8)], "crossings": [(_array(50), _array(50, seed=4)), (np.zeros(1), np.ones(1))]},
}
