"""Speed of the import, in one run: `make bench` or `python bench/append.py [FILE…]`.

For each furniture file, in one Blender process and in turns: Blender opens the file and evaluates it
once, and the importer makes a clean piece of it. Prints the medians and their ratio, file by file; then
the ratio of the sums, once without and once with the start of a Blender process for each file, on both
sides. Without files: the built-in furniture, and the real sets in ../shared where they are.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from solver.bridge import find_blender
from solver.builtin import make_furniture
from solver.packages import ROOT

CHILD = Path(__file__).with_name("append_in_blender.py")
ROUNDS = 9


def list_files() -> list[Path]:
    """The built-in furniture and both sets of real furniture."""
    files = sorted(make_furniture().glob("*.blend"))
    for name in ("workspace", "workspace_modern"):
        files += sorted((ROOT.parent / "shared" / name / "assets").glob("*.blend"))
    return files


def time_files(files: list[Path]) -> list[dict[str, Any]]:
    """[{"file", "open_s", "import_s"}], medians of ROUNDS rounds."""
    with tempfile.TemporaryDirectory() as folder:
        job, answer = Path(folder) / "job.json", Path(folder) / "answer.json"
        order = {
            "files": [str(file) for file in files],
            "rounds": ROUNDS,
            "folder": folder,
            "answer": str(answer),
        }
        job.write_text(json.dumps(order))
        command = [str(CHILD) if part.endswith("worker.py") else part for part in find_blender()]
        done = subprocess.run([*command, str(job)], capture_output=True, text=True)
        if not answer.is_file():
            raise SystemExit(done.stdout + done.stderr)
        rows: list[dict[str, Any]] = json.loads(answer.read_text())
        return rows


def time_start() -> float:
    """Median seconds of a Blender process that opens nothing."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        time_files([])
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    rows = time_files([Path(name) for name in sys.argv[1:]] or list_files())
    print("open and evaluate, import (ms), ratio")
    for row in rows:
        opened, imported = row["open_s"] * 1000, row["import_s"] * 1000
        name = "/".join(Path(row["file"]).parts[-3:])
        print(f"{opened:8.1f} {imported:8.1f}  {imported / opened:5.2f}  {name}")
    opened, imported = (sum(row[name] for row in rows) for name in ("open_s", "import_s"))
    start = time_start() * len(rows)
    print(f"import: {imported / opened:.2f} x the time to open and evaluate, over {len(rows)} files")
    print(f"import: {(imported + start) / (opened + start):.2f} x with a Blender process for each file")


if __name__ == "__main__":
    main()
