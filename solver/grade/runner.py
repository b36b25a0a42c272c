"""Runs one grader on one folder, in a process of its own: `python runner.py ORDER.json`.

ORDER = {"code": file with Python source, or null, "function": "module:function" or null, "workspace",
"judge": "0" | "1" | "fail" | "none", "allowed": folders that may be read, "result": file}. The result is
{"scores", "outside": files read elsewhere} or {"error": one line}. Standard library only; the grader
brings its own imports.
"""

import importlib
import json
import os
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

# Places that every Python program reads.
SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/etc",
    "/proc",
    "/sys",
    "/dev",
    "/opt",
    "/bin",
    "/sbin",
    "/var/lib",
    "/run",
)


class Watch:
    """Notes which files are opened outside the allowed folders."""

    def __init__(self, allowed: list[str]) -> None:
        inside = [*SYSTEM, sys.prefix, sys.base_prefix, *sys.path, *allowed]
        self.allowed = tuple(os.path.realpath(path) + "/" for path in inside if path)
        self.outside: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not arguments or not isinstance(arguments[0], (str, bytes, os.PathLike)):
            return
        path = os.path.realpath(os.path.abspath(os.fsdecode(arguments[0])))
        if not (path + "/").startswith(self.allowed) and path not in self.outside and len(self.outside) < 20:
            self.outside.append(path)


def make_judge(answer: str) -> types.ModuleType:
    """A `_judge_helper` module whose `vlm_score_rubric` gives every key `answer`, or fails."""
    module = types.ModuleType("_judge_helper")

    def vlm_score_rubric(
        images: list[str], rubric: dict[str, str], instruction: str = "", **_more: Any
    ) -> dict[str, Any]:
        if answer == "fail":
            return {"judge_method": "failed"}
        return {**dict.fromkeys(rubric, float(answer)), "judge_method": "stub"}

    vars(module)["vlm_score_rubric"] = vlm_score_rubric
    return module


def load_grader(order: dict[str, Any]) -> Callable[..., Any]:
    """The function that grades: `grade` of the given source, or the named function."""
    if order["code"] is not None:
        with open(order["code"], encoding="utf-8") as file:
            source = file.read()
        space: dict[str, Any] = {"__name__": "grader", "__file__": order["code"]}
        exec(compile(source, order["code"], "exec"), space)  # noqa: S102 - running it is the purpose
        grade: Callable[..., Any] = space["grade"]
        return grade
    module, _, function = order["function"].partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def run(order: dict[str, Any]) -> dict[str, Any]:
    """Grade and return the result."""
    if order["judge"] != "none":
        sys.modules["_judge_helper"] = make_judge(order["judge"])
    grader = load_grader(order)
    watch = Watch([*order["allowed"], os.path.dirname(order["result"])])
    sys.addaudithook(watch)
    scores = grader(workspace_path=order["workspace"]) if order["code"] else grader(order["workspace"])
    return {"scores": to_plain(scores), "outside": watch.outside}


def to_plain(value: Any) -> Any:
    """JSON values; numbers of other libraries become floats."""
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return float(value) if hasattr(value, "__float__") else str(value)


def main(path: str) -> None:
    """Read the order, grade, write the result."""
    with open(path, encoding="utf-8") as file:
        order = json.load(file)
    sys.path.insert(0, os.getcwd())
    try:
        result = run(order)
    except Exception as error:
        traceback.print_exc()
        result = {"error": f"{type(error).__name__}: {error}"}
    with open(order["result"], "w", encoding="utf-8") as file:
        json.dump(result, file)


if __name__ == "__main__":
    main(sys.argv[1])
