"""Graders that behave badly, each in its own way; named by tests as tests.grade.graders:NAME."""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any


def fair(workspace: str) -> float:
    return 1.0 if (Path(workspace) / "room.blend").exists() else 0.0


def always_full(workspace: str) -> dict[str, Any]:
    return {"overall_score": 1.0}


def says_yes(workspace: str) -> bool:
    return True


def hangs(workspace: str) -> float:
    time.sleep(3600)
    return 1.0


def floods(workspace: str) -> float:
    while True:
        sys.stdout.write("x" * 1_000_000)


def forks(workspace: str) -> float:
    for _ in range(40):
        if os.fork() == 0:
            time.sleep(3600)
            os._exit(0)
    return 0.5


def swarms(workspace: str) -> float:
    for _ in range(260):  # a bomb that ends
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
    return 0.5


def deletes(workspace: str) -> float:
    shutil.rmtree(workspace)
    return 0.5


def exits(workspace: str) -> float:
    os._exit(0)


def dies(workspace: str) -> float:
    os.abort()


def raises(workspace: str) -> float:
    raise KeyError("render.png")


def gives_nothing(workspace: str) -> None:
    return None


def gives_nan(workspace: str) -> float:
    return math.nan


def gives_words(workspace: str) -> str:
    return "good"


def reads_elsewhere(workspace: str) -> float:
    Path("/var/tmp/secret-of-the-benchmark.txt").write_text("1")
    return float(Path("/var/tmp/secret-of-the-benchmark.txt").read_text())


def calls_home(workspace: str) -> float:
    import socket

    with socket.create_connection(("127.0.0.1", int(os.environ.get("LANG") or 9)), timeout=2):
        return 1.0


def eats_memory(workspace: str) -> float:
    return float(len(bytearray(100_000_000_000)))


def runs_blender(workspace: str) -> float:
    import subprocess

    done = subprocess.run(["blender", "--version"], capture_output=True, text=True)
    return 1.0 if done.stdout.startswith("Blender ") else 0.0


def runs_commands(workspace: str) -> float:
    import subprocess

    for _ in range(3):
        subprocess.run(["true"], check=True)
    subprocess.Popen(["sleep", "0.05"])  # ends by itself, soon
    return 0.5


def moody(workspace: str) -> Any:
    """Behaves as the folder's mood.txt says."""
    return globals()[(Path(workspace) / "mood.txt").read_text()](workspace)


def lists_kinds(workspace: str) -> dict[str, Any]:
    def name_kind(path: Path) -> str:
        return "link" if path.is_symlink() else "folder" if path.is_dir() else "file"

    return {**{path.name: name_kind(path) for path in Path(workspace).iterdir()}, "score": 0.5}
