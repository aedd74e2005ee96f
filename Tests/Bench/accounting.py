"""What a process has used, from the kernel's own accounts."""

import os
import pathlib


def cpu_seconds(pid):
    """CPU time of all threads of a process so far, those that have ended included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    # The scheduler's accounts are exact, but know only the threads that still run.
    living = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            living += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return max(living / 1e9, ended)


def running_cpu_seconds(pid):
    """CPU time of the threads that run now: exact to the nanosecond; threads must not end between two looks."""
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return total / 1e9


def memory_megabytes(pid):
    """Resident memory of a process."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
