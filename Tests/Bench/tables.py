"""Plain tables for a terminal or a text file."""

import math
import statistics


def table(title, columns, rows):
    """Prints a title, the columns' names and the rows; the first column is aligned left, all others right."""
    cells = [[cell(value) for value in row] for row in rows]
    widths = [max(len(line[place]) for line in [columns, *cells]) for place in range(len(columns))]
    print(f"\n{title}", flush=True)
    for line in [columns, ["-" * width for width in widths], *cells]:
        first = line[0].ljust(widths[0])
        rest = [text.rjust(width) for text, width in zip(line[1:], widths[1:])]
        print("  ".join([first, *rest]).rstrip(), flush=True)


def cell(value):
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def median(values):
    return statistics.median(values) if values else math.nan


def percentile(values, share):
    """Returns the value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def exponent(small, large, factor=10):
    """Returns the exponent of the growth of a cost, if the size grows by `factor`: 0 for none, 1 for growth in
    proportion to the size, 2 for growth with its square."""
    return math.log(large / small, factor) if small > 0 and large > 0 else math.nan
