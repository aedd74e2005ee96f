"""The entry point of `bin/bench`. Each table is a module of this folder with `arguments(parser)` and `run(options)`."""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "Journeys")]

import console  # noqa: E402
import editions  # noqa: E402
import read  # noqa: E402
import scale  # noqa: E402

TABLES = {"read": read, "console": console, "editions": editions, "scale": scale}


def main():
    parser = argparse.ArgumentParser(prog="bin/bench", description="Measures Galley and prints plain tables.")
    tables = parser.add_subparsers(dest="table", required=True)
    for name, module in TABLES.items():
        module.arguments(tables.add_parser(name, help=module.__doc__.splitlines()[0], description=module.__doc__))
    options = parser.parse_args()
    TABLES[options.table].run(options)


if __name__ == "__main__":
    main()
