"""The awkward files built and cleaned, once a test run, in Blender processes of their own."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.bridge import find_blender, run_task
from solver.core.catalog import AssetOptions
from tests.blender.awkward.expected import EXPECTED

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Cleaned:
    """Facts of each cleaned file, faults of each refused one, and what the clean files hold."""

    folder: Path
    facts: dict[str, dict[str, Any]]
    faults: dict[str, list[str]]
    pieces: dict[str, dict[str, Any]]


def run_script(script: Path, *arguments: object, timeout_s: float = 300.0) -> str:
    """Run a script in the Blender under test and return what it printed."""
    command = [str(script) if part.endswith("worker.py") else part for part in find_blender()]
    command += [str(argument) for argument in arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s)
    return done.stdout + done.stderr


def build_awkward(folder: Path) -> Path:
    """Build every awkward file into folder/<name>/<name>.blend."""
    printed = run_script(HERE / "awkward" / "build.py", folder)
    missing = [name for name in EXPECTED if not (folder / name / f"{name}.blend").is_file()]
    assert not missing, f"not built: {missing}\n{printed[-3000:]}"
    return folder


def clean_files(files: dict[str, tuple[Path, AssetOptions]], out: Path) -> Cleaned:
    """Clean these files in one Blender process and read the results back in another."""
    facts: dict[str, dict[str, Any]] = {}
    faults: dict[str, list[str]] = {}

    def listen(event: dict[str, Any]) -> None:
        if event["event"] == "piece":
            facts[event["key"]] = event["facts"]
        elif event["event"] == "fault":
            faults[event["key"]] = event["faults"]

    out.mkdir(exist_ok=True)
    assets = [
        {"key": name, "file": str(file), "clean": str(out / f"{name}.blend"), "options": options.to_request()}
        for name, (file, options) in files.items()
    ]
    run_task("clean_assets", {"assets": assets}, listen)
    pieces = read_pieces({name: out / f"{name}.blend" for name in facts}, out)
    return Cleaned(out, facts, faults, pieces)


def read_pieces(blends: dict[str, Path], out: Path) -> dict[str, dict[str, Any]]:
    """What each clean .blend holds (see read_pieces.py)."""
    job, answer = out / "read.json", out / "read_answer.json"
    blends_text = {name: str(path) for name, path in blends.items()}
    job.write_text(json.dumps({"blends": blends_text, "answer": str(answer)}))
    printed = run_script(HERE / "read_pieces.py", job)
    assert answer.is_file(), printed[-3000:]
    found: dict[str, dict[str, Any]] = json.loads(answer.read_text())
    return found
