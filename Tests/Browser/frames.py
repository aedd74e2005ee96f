"""Pages that `galley preview` writes, opened in Chromium as a file: nothing serves them, so nothing can be fetched."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

GALLEY = os.environ.get("GALLEY", str(ROOT / ".build" / "debug" / "galley"))


def write_page(document, folder, name, **options):
    """Writes the preview of a document (a value, or its text) to a file; answers the file."""
    text = document if isinstance(document, (str, bytes)) else json.dumps(document, ensure_ascii=False)
    bytes_ = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    command = [GALLEY, "preview", *(f"--{key.replace('_', '-')}={value}" for key, value in options.items()), "-"]
    done = subprocess.run(command, input=bytes_, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr.decode(errors="replace")[:2000])
    file = pathlib.Path(folder) / f"{name}.html"
    file.write_bytes(done.stdout)
    return file


def screen(content):
    """A screen of one widget with this content."""
    return {"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "w", "content": content}]}


def text(value, typography="paragraphPrimary", **more):
    return {"type": "TextView", "text": {"value": value, "typography": typography, **more}}
