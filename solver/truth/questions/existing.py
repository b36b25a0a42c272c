"""Questions about a room that is there already: an output folder with its room.blend and render.png."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solver.core.catalog import Catalog
from solver.errors import OutputError
from solver.truth.questions.collection import PICTURES, stage_collection, write_questions
from solver.truth.questions.draws import Deck, Draws
from solver.truth.questions.evalscope import write_dataset
from solver.truth.questions.making import ask_trace, find_trace_fault
from solver.truth.questions.relation import PROPS, QUERIES
from solver.truth.questions.surds import list_units
from solver.truth.questions.units import find_describable, write_units
from solver.truth.room import check_room, find_sizes, list_fronts, read_room
from solver.truth.view import View

Entry = dict[str, Any]
# What furniture may stand for a prop of TRACE.
AS_PROP = {
    "coffee_table": "table", "dining_table": "table", "side_table": "table", "desk": "table",
    "bookshelf": "shelf",
}  # fmt: skip


def ask_room(
    room: Path, catalog: Catalog, out: Path, family: str, *, mode: str, letters: int, labels: Sequence[str]
) -> list[Entry]:
    """TRACE or SURDS (`family`) questions about the room in the folder `room`, written to `out`.

    `labels` are the pieces of a file that was not made by us. Raises OutputError with what is missing.
    """
    picture = room / "render.png"
    faults = [f"{path}: no such file" for path in (room / "room.blend", picture) if not path.is_file()]
    if faults:
        raise OutputError(faults)
    found = read_room(room / "room.blend", list_fronts(catalog), labels, find_sizes(room))
    check_room(found, room / "room.blend", labels)
    view = found.draw("render")
    with stage_collection(out) as staging:
        image = f"{PICTURES}/render.png"
        shutil.copyfile(picture, staging / image)
        if family == "trace":
            return _write_trace(view, image, letters, room, staging)
        units = list_units(find_describable(view), view.camera, image, mode, "room", Draws("room"))
        if not units:
            raise OutputError(
                f"{room}: no piece is seen well enough and uniquely named; nothing can be asked"
            )
        questions = write_units(units, Deck("room", letters), staging)
        write_dataset(mode, units, questions, staging)
        return questions


def _write_trace(view: View, image: str, letters: int, room: Path, staging: Path) -> list[Entry]:
    pairs = ask_trace(view, "room", image, Deck("room", letters), Draws("room"), AS_PROP)
    if not pairs:
        reasons = [
            f"{query} of a {kind}: {find_trace_fault(view, query, kind, AS_PROP)}"
            for query in QUERIES
            for kind in PROPS[query]
        ]
        raise OutputError([f"{room}: no TRACE question can fairly be asked", *reasons])
    questions = [question for question, _made in pairs]
    write_questions(questions, {question["trace"]: made for question, made in pairs}, staging)
    return questions
