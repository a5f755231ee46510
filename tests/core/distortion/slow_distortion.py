"""The definitions of a map's distortion, written down word by word with loops: slow, and independent."""

from dataclasses import dataclass
from itertools import combinations
from math import dist, sqrt


@dataclass
class Slow:
    kept: list[float]
    trustworthiness: list[float]
    continuity: list[float]
    false: list[float]
    missing: list[float]
    rnx_auc: float


def slow_measure(high, low, k, metric="cosine"):
    high = [[float(x) for x in row] for row in high]
    low = [[float(x) for x in row] for row in low]
    if metric == "cosine":
        high = [[x / sqrt(sum(y * y for y in row)) for x in row] for row in high]
    n = len(high)
    d_hi = [[dist(a, b) for b in high] for a in high]
    d_lo = [[dist(a, b) for b in low] for a in low]
    tol_hi = 1e-9 * max(map(max, d_hi))
    tol_lo = 1e-9 * max(map(max, d_lo))
    r_hi, r_lo = ranks(d_hi, tol_hi), ranks(d_lo, tol_lo)
    p_hi, p_lo = percentiles(d_hi, tol_hi), percentiles(d_lo, tol_lo)
    w_hi, w_lo = shares(d_hi, tol_hi, k), shares(d_lo, tol_lo, k)
    pairs = [[j for j in range(n) if j != i] for i in range(n)]
    factor = 2 / (k * (2 * n - 3 * k - 1))

    def is_false(i, j):
        return r_hi[i][j] > 1.5 * k + 1e-9 or p_hi[i][j] - p_lo[i][j] >= 0.20 - 1e-9

    overlaps = []
    for size in range(1, n - 1):
        s_hi, s_lo = shares(d_hi, tol_hi, size), shares(d_lo, tol_lo, size)
        total = sum(min(s_hi[i][j], s_lo[i][j]) for i in range(n) for j in pairs[i])
        q = total / n / size
        overlaps.append(((n - 1) * q - size) / (n - 1 - size))
    weights = [1 / size for size in range(1, n - 1)]
    return Slow(
        kept=[sum(min(w_hi[i][j], w_lo[i][j]) for j in pairs[i]) for i in range(n)],
        trustworthiness=[
            1 - factor * sum(w_lo[i][j] * max(0, r_hi[i][j] - k) for j in pairs[i]) for i in range(n)
        ],
        continuity=[
            1 - factor * sum(w_hi[i][j] * max(0, r_lo[i][j] - k) for j in pairs[i]) for i in range(n)
        ],
        false=[sum(w_lo[i][j] for j in pairs[i] if is_false(i, j)) for i in range(n)],
        missing=[sum(w_hi[i][j] for j in pairs[i] if r_lo[i][j] > 2 * k + 1e-9) for i in range(n)],
        rnx_auc=sum(r * w for r, w in zip(overlaps, weights, strict=True)) / sum(weights),
    )


def ranks(d, tol):
    n = len(d)
    return [
        [1 + sum(d[i][o] < d[i][j] - tol for o in range(n) if o not in (i, j)) for j in range(n)]
        for i in range(n)
    ]


def shares(d, tol, k):
    n = len(d)
    result = []
    for i in range(n):
        others = [j for j in range(n) if j != i]
        kth = sorted(d[i][j] for j in others)[k - 1]
        inside = [j for j in others if d[i][j] < kth - tol]
        tied = [j for j in others if abs(d[i][j] - kth) <= tol]
        row = [0.0] * n
        for j in inside:
            row[j] = 1.0
        for j in tied:
            row[j] = (k - len(inside)) / len(tied)
        result.append(row)
    return result


def percentiles(d, tol):
    n = len(d)
    pairs = [d[i][j] for i, j in combinations(range(n), 2)]
    result = [[0.0] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        below = sum(x < d[i][j] - tol for x in pairs)
        tied = sum(abs(x - d[i][j]) <= tol for x in pairs)
        average_rank = below + (tied + 1) / 2
        result[i][j] = result[j][i] = (average_rank - 0.5) / len(pairs)
    return result
