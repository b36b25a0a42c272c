"""What became of the mutants: lines of JSON, and the report on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from mutants import Mutant, is_counted, list_mutants


def read_results(paths: list[Path]) -> list[Mutant]:
    """Every mutant tried that counts, its last result."""
    lines = [json.loads(line) for path in paths if path.exists() for line in path.read_text().splitlines()]
    return list({name_mutant(line): line for line in lines if is_counted(line["operator"])}.values())


def name_mutant(mutant: Mutant) -> tuple[str, str, int]:
    """What tells a mutant from all others of one commit."""
    return mutant["module"], mutant["operator"], mutant["occurrence"]


def write_report(paths: list[Path]) -> str:
    """A table of modules in Markdown, and each survivor as the line before and after."""
    lines = read_results(paths)
    text = ["| module | mutants | tried | killed | survived |", "|---|---|---|---|---|"]
    count = Counter((line["module"], line["ending"] == "passed") for line in lines)
    modules = sorted({line["module"] for line in lines})
    totals = {module: len(list_mutants(Path(module))) for module in modules}
    for module in modules:
        text.append(
            _write_row(
                module.removeprefix("solver/"), totals[module], count[module, False], count[module, True]
            )
        )
    alive = sorted(
        (line for line in lines if line["ending"] == "passed"), key=lambda x: (x["module"], x["line"])
    )
    text += [_write_row("all", sum(totals.values()), len(lines) - len(alive), len(alive)), ""]
    for line in alive:
        old, new = (" ".join(part[1:].strip() for part in line["diff"] if part[0] == sign) for sign in "-+")
        text.append(f"- {line['module'].removeprefix('solver/')}:{line['line']}: `{old}` → `{new}`")
    return "\n".join(text)


def _write_row(name: str, mutants: int, dead: int, alive: int) -> str:
    return f"| {name} | {mutants} | {dead + alive} | {dead} | {alive} |"
