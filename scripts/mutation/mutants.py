"""Cosmic Ray's mutants of a module, those that count."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SETTINGS = tomllib.loads((Path(__file__).parents[2] / "mutation.toml").read_text(encoding="utf-8"))
Mutant = dict[str, Any]


def is_counted(operator: str) -> bool:
    """False for the operators that the settings leave out."""
    return not any(re.match(pattern, operator) for pattern in SETTINGS["operators"]["exclude"])


def list_mutants(path: Path) -> list[Mutant]:
    """Every mutant of a module that counts, in a random order that is always the same."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    source = path.read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    idle = list(_list_idle(ast.parse(source)))
    found = []
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if operator.arguments() or not is_counted(name):
            continue
        places = (place for node in nodes for place in operator().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(low <= tuple(start) and tuple(end) <= high for low, high in idle):
                found.append(
                    {"module": str(path), "operator": name, "occurrence": occurrence, "line": start[0]}
                )
    random.Random(20261130).shuffle(found)
    return found


def _list_idle(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Places that never run: annotations, and imports for type checkers."""
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            if part is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def mutate(source: str, mutant: Mutant) -> str:
    """The source with one mutant in it."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed = mutate_code(source, get_operator(mutant["operator"])(), mutant["occurrence"])
    if changed is None:
        raise ValueError(f"no such mutant: {mutant}")
    return str(changed)
