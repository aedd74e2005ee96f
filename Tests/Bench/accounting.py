"""The CPU time and the memory of a process, read from /proc."""

import os
import pathlib


def cpu_seconds(pid):
    """Returns the CPU time in seconds of all threads of a process so far, including those that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    # schedstat is exact to the nanosecond, but exists only for threads that have not ended.
    living = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            living += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return max(living / 1e9, ended)


def running_cpu_seconds(pid):
    """Returns the CPU time in seconds of the threads that have not ended, exact to the nanosecond.

    The difference of two results is wrong if a thread ends between the calls."""
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            total += int((task / "schedstat").read_text().split()[0])
        except OSError:
            pass
    return total / 1e9


def memory_megabytes(pid):
    """Returns the resident memory of a process in MiB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
