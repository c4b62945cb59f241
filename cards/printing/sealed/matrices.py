"""Matrices of PDF and SVG, and numbers as SVG writes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)


def times(one: Matrix, other: Matrix) -> Matrix:
    """First the one, then the other."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def inverse(matrix: Matrix) -> Matrix:
    """Raises ZeroDivisionError for one that makes everything flat."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def moved(x: float, y: float) -> Matrix:
    return (1, 0, 0, 1, x, y)


def matrix_of(given: Iterable[Any]) -> Matrix:
    """Six numbers of a PDF."""
    a, b, c, d, e, f = (float(value) for value in given)
    return a, b, c, d, e, f


def told(matrix: Matrix) -> str:
    """As the value of a transform."""
    return "matrix(" + " ".join(f"{value:.6g}" for value in matrix) + ")"


def number(value: float) -> str:
    """With four digits behind the point at most: a ten-thousandth of a millimetre."""
    written = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written
