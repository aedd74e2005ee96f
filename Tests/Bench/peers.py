"""Servers that are measured in comparison with the installation."""

import contextlib
import os
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

from installation import free_ports

HERE = pathlib.Path(__file__).resolve().parent


class Server:
    """A running server: its URL to send requests to, and its process id to measure CPU time."""

    def __init__(self, name, url, pid):
        self.name, self.url, self.pid = name, url, pid


@contextlib.contextmanager
def bare(directory, editions, count=1):
    """Compiles bare.c and runs `count` instances of it.

    Each serves the editions in `editions`, the lines of a file that bare.c describes."""
    program, listing = directory / "bare", directory / "features.txt"
    subprocess.run(["cc", "-O2", "-o", str(program), str(HERE / "bare.c"), "-lmicrohttpd", "-lpthread"], check=True)
    listing.write_text("".join(f"{line}\n" for line in editions))
    processes = []
    try:
        servers = []
        for number, port in enumerate(free_ports(count)):
            process = subprocess.Popen([str(program), str(port), str(os.cpu_count()), str(listing)])
            processes.append(process)
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            servers.append(Server("bare" if number == 0 else f"twin {number}", url, process.pid))
        yield servers
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def wait_for(url, seconds=10):
    """Waits until a server answers with any status; raises the last error after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=1)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
