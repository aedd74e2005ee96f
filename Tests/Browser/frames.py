"""Writes pages with `galley preview`, and waits for conditions in a page. Chromium opens the pages as files, without a
server."""

import json
import os
import pathlib
import subprocess
import time

#: The limit for one step of a page, in milliseconds; long, so that no test fails because the machine is busy.
PATIENCE = 60_000

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

GALLEY = os.environ.get("GALLEY", str(ROOT / ".build" / "debug" / "galley"))


def write_page(document, folder, name, **options):
    """Writes the preview of a document, given as a value or as JSON text, to a file; returns its path."""
    text = document if isinstance(document, (str, bytes)) else json.dumps(document, ensure_ascii=False)
    bytes_ = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    command = [GALLEY, "preview", *(f"--{key.replace('_', '-')}={value}" for key, value in options.items()), "-"]
    done = subprocess.run(command, input=bytes_, capture_output=True, timeout=60, check=False)
    # The exit status is 1 if the text is not JSON; the page then contains only a message about the fault.
    assert done.returncode in (0, 1), (done.returncode, done.stderr.decode(errors="replace")[:2000])
    file = pathlib.Path(folder) / f"{name}.html"
    file.write_bytes(done.stdout)
    return file


def screen(content):
    """Returns a screen of one widget with this content."""
    return {"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "w", "content": content}]}


def text(value, typography="paragraphPrimary", **more):
    return {"type": "TextView", "text": {"value": value, "typography": typography, **more}}


def until(page, condition, argument=None, seconds=PATIENCE / 1000):
    """Waits until a JavaScript expression or function returns a true value in the page.

    Playwright's own `wait_for_function` repeats the evaluation of a string by script, which the content security policy
    of Galley's pages forbids.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        assert time.monotonic() < end, f"not within {seconds} s: {condition}"
        page.wait_for_timeout(50)
