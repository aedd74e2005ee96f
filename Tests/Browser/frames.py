"""Pages that `galley preview` writes, opened in Chromium as a file: nothing serves them, so nothing can be fetched;
and waiting for something to become true of a page.
"""

import json
import os
import pathlib
import subprocess
import time

#: The milliseconds that a page may take for one step: long, so that a busy machine fails no test.
PATIENCE = 60_000

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

GALLEY = os.environ.get("GALLEY", str(ROOT / ".build" / "debug" / "galley"))


def write_page(document, folder, name, **options):
    """Writes the preview of a document (a value, or its text) to a file; answers the file."""
    text = document if isinstance(document, (str, bytes)) else json.dumps(document, ensure_ascii=False)
    bytes_ = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    command = [GALLEY, "preview", *(f"--{key.replace('_', '-')}={value}" for key, value in options.items()), "-"]
    done = subprocess.run(command, input=bytes_, capture_output=True, timeout=60, check=False)
    # 1: the text is no JSON, which the page says.
    assert done.returncode in (0, 1), (done.returncode, done.stderr.decode(errors="replace")[:2000])
    file = pathlib.Path(folder) / f"{name}.html"
    file.write_bytes(done.stdout)
    return file


def screen(content):
    """A screen of one widget with this content."""
    return {"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "w", "content": content}]}


def text(value, typography="paragraphPrimary", **more):
    return {"type": "TextView", "text": {"value": value, "typography": typography, **more}}


def until(page, condition, argument=None, seconds=PATIENCE / 1000):
    """Waits until a condition, a JavaScript expression or function, holds in the page.

    Playwright's own `wait_for_function` evaluates a string again and again in the page, which the content security
    policy of Galley's pages refuses as soon as the first look finds the condition false.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        assert time.monotonic() < end, f"not within {seconds} s: {condition}"
        page.wait_for_timeout(50)
