import sys
import pathlib

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from installation import Installation  # noqa: E402


@pytest.fixture
def installation():
    """A running Galley with nothing published; removed after the test."""
    one = Installation().start()
    yield one
    one.remove()


@pytest.fixture(scope="session")
def demo():
    """A running Galley with the demo features, shared by tests that change nothing or only features of their own."""
    one = Installation("--demo").start()
    yield one
    one.remove()
