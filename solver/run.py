"""Entry for a real Blender: `blender -b -P solver/run.py -- solve --assets DIR --out DIR`.

Everything after `--` is what `scene-solver` takes; without a command name it is `solve`.
"""

import os
import sys
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def read_arguments() -> list[str]:
    """The arguments after Blender's `--`; `solve` is put first where no command is named."""
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    first = arguments[0] if arguments else ""
    is_command = first.replace("-", "").isalpha() and not first.startswith("-")
    return arguments if is_command or first in ("--help", "-h") else ["solve", *arguments]


def run() -> int:
    """Run the command line and return its exit code."""
    from solver.packages import add_blender_packages, find_missing_packages

    add_blender_packages()
    missing = find_missing_packages()
    if missing:
        import bpy

        command = f"make blender-deps BLENDER={bpy.app.binary_path or 'blender'}"
        sys.stderr.write(
            f"scene-solver: this Blender's Python lacks {', '.join(missing)}; install: {command}\n"
        )
        return 2
    from solver.cli import main

    try:
        main(read_arguments())
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


if __name__ == "__main__":
    try:
        code = run()
    except BaseException:
        # Blender ends with 0 when a script raises: end it here, with a code that says so.
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
