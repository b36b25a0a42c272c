"""Runs a command in a cage: `python jail.py FD LIMIT_MB -- COMMAND…`. Standard library only.

Where the system allows it the command has no network and sees its processes end with it (own network and
process namespaces); always it is limited in memory and file size, and dies with this process. A word on
file descriptor FD, `isolated` or `open`, says which; `left` follows when the command ends and processes
that it started are still there.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time

CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWUSER = 0x40000000, 0x20000000, 0x10000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
# What a command started and that ends this soon after it was not left behind.
GRACE_S = 0.3
# A grader writes reports, not disks full.
FILE_MB = 1024
PROCESSES = 512


def main(arguments: list[str]) -> None:
    """Enter the cage, start the command in it, and end with its code."""
    status, limit_mb, command = int(arguments[0]), int(arguments[1]), arguments[3:]
    isolated = _enter_namespaces()
    os.write(status, b"isolated\n" if isolated else b"open\n")
    init = _fork_mortal()
    if init == 0:
        # The first process of a process namespace ignores signals, its own abort among them; so it only
        # watches, and the command is its child.
        os._exit(_watch_command(command, limit_mb, status))
    os._exit(_wait_for(init))


def _watch_command(command: list[str], limit_mb: int, status: int) -> int:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = _fork_mortal()
    if child == 0:
        os.close(status)
        _limit(limit_mb)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            sys.stderr.write(f"{command[0]}: {error.strerror}\n")
            os._exit(127)
    code = _wait_for(child)
    if _has_children(time.monotonic() + GRACE_S):
        os.write(status, b"left\n")
    return code


def _has_children(deadline: float) -> bool:
    """True when a process is left at the deadline; those of the command have come to this one."""
    while time.monotonic() < deadline:
        try:
            pid, _ending = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not pid:
            time.sleep(0.01)
    return True


def _wait_for(child: int) -> int:
    """The child's exit code as a shell tells it; strays that end meanwhile are reaped."""
    while True:
        pid, ending = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(ending)
            return code if code >= 0 else 128 - code


def _enter_namespaces() -> bool:
    """True when network and processes are cut off from the rest of the machine."""
    libc = ctypes.CDLL(None)
    uid, gid = os.getuid(), os.getgid()
    if not hasattr(libc, "unshare"):
        return False
    if libc.unshare(CLONE_NEWNET | CLONE_NEWPID) == 0:
        return True
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID) != 0:
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    return True


def _fork_mortal() -> int:
    """As os.fork, with a child that dies with this process, also where that ended before the child could ask
    to be told: the pipe that this process holds open is closed then."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(reader)
        return child
    os.close(writer)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if select.select([reader], [], [], 0)[0]:
        os._exit(128 + signal.SIGKILL)
    os.close(reader)
    return 0


def _limit(limit_mb: int) -> None:
    mb = 1024 * 1024
    for kind, most in (
        (resource.RLIMIT_AS, limit_mb * mb),
        (resource.RLIMIT_FSIZE, FILE_MB * mb),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, PROCESSES),
    ):
        _soft, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, hard))


if __name__ == "__main__":
    main(sys.argv[1:])
