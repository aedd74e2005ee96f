"""Editions: the CPU time to check a document, to compute the versions that support it, and to compute its editions too."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

from documents import SCREEN
from tables import exponent, table

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments(parser):
    parser.add_argument("--rounds", type=int, default=20, help="rounds of each step; the median is printed")


def run(options):
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        rows = [row for breakpoints in [0, 1, 10, 100]
                for row in measured(directory, breakpoints, [6_000, 60_000, 600_000], options.rounds)]
    grown = exponent(*[row["assembly"] for row in rows if row["breakpoints"] == 10 and row["bytes"] > 20_000])
    names = ["breakpoints", "bytes", "editions", "reasons", "check", "support", "assembly"]
    table(f"Milliseconds of CPU, medians of {options.rounds} rounds; assembly: support with editions; "
          f"growth from 60 to 600 KB with exponent {grown:.2f}",
          names, [[row[name] for name in names] for row in rows])


def measured(directory, breakpoints, sizes, rounds):
    """Returns the figures of documents with enum values that exist since `breakpoints` different versions."""
    schemas = directory / f"schemas-{breakpoints}"
    shutil.copytree(ROOT / "schemas", schemas)
    colors = newer_colors(schemas, breakpoints)
    files = []
    for size in sizes:
        file = directory / f"{breakpoints}-{size}.json"
        file.write_text(document(size, colors))
        files.append(file)
    done = subprocess.run([os.environ["GALLEY_BENCH_EDITIONS"], str(rounds), str(schemas), *map(str, files)],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [{"breakpoints": breakpoints, **json.loads(line)} for line in done.stdout.splitlines()]


def newer_colors(schemas, count):
    """Adds `count` colors to the schemas, each since a version of its own; clients of earlier versions get the color
    before it. Returns the new colors, or an old one if there are none."""
    path = schemas / "enums/Color.json"
    color = json.loads(path.read_text())
    colors = ["textPrimary"]
    for number in range(count):
        name = f"newer{number}"
        color["enum"].append(name)
        color["x-enum"][name] = {"title": name, "x-since": {"ios": f"{number + 10}.0"}, "unknownAs": colors[-1],
                                 "token": {"light": "#000000", "dark": "#FFFFFF"}}
        colors.append(name)
    path.write_text(json.dumps(color))
    return colors[1:] or colors


def document(size, colors):
    """Returns a screen of about `size` bytes with the given colors: each in one widget, then one in every tenth."""
    chance = random.Random(7)
    screen = json.loads(SCREEN)
    [widget] = screen["widgets"]
    copies = size // len(json.dumps(widget, ensure_ascii=False).encode())
    screen["widgets"] = []
    for number in range(copies):
        copy = json.loads(json.dumps(widget))
        copy["id"] = f"balance{number}"
        if number < len(colors) or number % 10 == 0:
            name = colors[number] if number < len(colors) else chance.choice(colors)
            copy["content"]["elements"][0]["text"]["color"] = name
        screen["widgets"].append(copy)
    return json.dumps(screen, ensure_ascii=False)
