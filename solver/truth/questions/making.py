"""The storyline: stages drawn, built in one Blender process, turned into questions, written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from solver.bridge import Event
from solver.core.catalog import Catalog
from solver.errors import OutputError
from solver.pictures import rewrite_png
from solver.truth.objects import describe_objects
from solver.truth.questions import props, rooms, trace
from solver.truth.questions.casting import HOSTS, Cast, draw_cast
from solver.truth.questions.collection import PICTURES, TRACES, stage_collection, write_questions
from solver.truth.questions.counterfactual import Pair, ask_again, find_changed, find_pair
from solver.truth.questions.draws import Deck, Draws
from solver.truth.questions.evalscope import write_dataset
from solver.truth.questions.relation import PROPS, QUERIES
from solver.truth.questions.studio import Shot, Stage, Things, picture_name, shoot_stages, survey_things
from solver.truth.questions.surds import list_units
from solver.truth.questions.units import choose_units, find_describable, write_units
from solver.truth.room import Room
from solver.truth.view import View, draw_view

Entry = dict[str, Any]
Tell = Callable[[Event], None]
NONE: Mapping[str, str] = {}
TRIES = 300  # draws for one TRACE scene, as published
CAST_TRIES = 50  # of them with the same things


@dataclass(frozen=True)
class Order:
    """What to make: how many scenes, from which seed, how large and how well rendered.

    `pictures` False draws none: the questions and traces are the same. `letters` seeds the answers'
    places, apart from the scenes.
    """

    scenes: int
    seed: int
    size_px: tuple[int, int]
    samples: int = 16
    pictures: bool = True
    letters: int = 0
    candidates: int = 6
    mode: str = "faithful"
    views: int = 3
    per_task: int | None = None


def make_trace_questions(order: Order, out: Path, tell: Tell) -> list[Entry]:
    """TRACE questions over `order.scenes` scenes, written to `out`; returns the question lines.

    Raises OutputError where the pictures are too small for the candidates, or a scene cannot be drawn.
    """
    if trace.count_most(order.size_px) < order.candidates:
        wide, high = order.size_px
        raise OutputError(
            f"{order.candidates} things do not fit into a picture of {wide} x {high}, each "
            f"{trace.LEAST_SIDE_PX} pixels large and {trace.LEAST_APART_PX:g} from the next; take a larger "
            "--size, e.g. 640x360"
        )
    deck = Deck("trace", order.letters)
    questions, traces = list[Entry](), dict[str, Entry]()

    def use(stage: Stage, room: Room) -> None:
        view = room.draw("view")
        image = name_image(stage, stage.shots[0])
        draws = Draws("order", order.seed, stage.name)
        for question, made in ask_trace(view, stage.name, image, deck, draws):
            questions.append(question)
            traces[question["trace"]] = made

    with stage_collection(out) as staging:
        things = survey_things()
        stages = [draw_trace_stage(order, number, things, tell) for number in range(order.scenes)]
        _shoot(stages, order, staging, {}, use, tell)
        write_questions(questions, traces, staging)
    return questions


def draw_trace_stage(order: Order, number: int, things: Things, tell: Tell) -> Stage:
    """A stage that shows all of a cast and of which every question is fair, tried with the real meshes
    before anything is built.

    Raises OutputError where TRIES draws make none.
    """
    query, fault = QUERIES[number % len(QUERIES)], "its things do not fit the room"
    for attempt in range(TRIES):
        cast = draw_cast(
            Draws("cast", order.seed, number, attempt // CAST_TRIES), query, things, order.candidates
        )
        drawn = props.draw_prop_stage(Draws("trace", order.seed, number, attempt), cast, things)
        if drawn is None:
            continue
        camera = props.make_camera(drawn.shot, order.size_px)
        view = draw_view(camera, [thing.to_solid(things) for thing in drawn.things])
        fault = find_stage_fault(view, cast) or ""
        if not fault:
            done = (number + 1) / order.scenes
            tell({"event": "progress", "stage": "drawing", "done": done, "left_s": None})
            return drawn.to_stage(f"scene_{number:05d}")
    raise OutputError(
        f"scene {number}: no fair question in {TRIES} draws (of the last: {fault}); take a larger picture or "
        "fewer candidates"
    )


def find_stage_fault(view: View, cast: Cast) -> str | None:
    """Why a view does not show all of a cast, or makes no fair question of one of its relations; or None."""
    seen_px = np.bincount(view.ids.ravel(), minlength=len(view.pieces) + 1)[1:]
    if not seen_px.all():
        return f"{view.pieces[int(seen_px.argmin())].name} is hidden"
    faults = (find_trace_fault(view, way, prop) for prop, way in cast.hosted.values())
    return next((fault for fault in faults if fault is not None), None)


def split_entries(
    view: View, kind: str, stand_ins: Mapping[str, str]
) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """(props of that kind, candidates, other props) of a view; `stand_ins` gives the kind of prop that a
    category stands for, beside the props themselves."""
    split: tuple[list[Entry], list[Entry], list[Entry]] = ([], [], [])
    for entry, piece in zip(describe_objects(view), view.pieces, strict=True):
        role = stand_ins.get(entry["category"] or "", entry["category"])
        place = 0 if role == kind else 2 if role in HOSTS else 1
        words = (entry["category"] or "object").replace("_", " ")
        split[place].append({**entry, "category": words, "colour": piece.colour})
    return split


def find_trace_fault(view: View, query: str, kind: str, stand_ins: Mapping[str, str] = NONE) -> str | None:
    """Why a view makes no fair question about the prop of that kind, or None."""
    found, candidates, others = split_entries(view, kind, stand_ins)
    if len(found) != 1:
        return f"the room has {len(found)} of it, and one is needed"
    seen = [entry for entry in candidates if entry["bbox_visible"]]
    if len({entry["category"] for entry in seen}) < len(seen):
        return "two candidates have the same name"
    x, y, z = view.camera.position.tolist()
    return trace.find_fault(query, found[0], seen, (x, y, z), others)


def ask_trace(
    view: View, name: str, image: str, deck: Deck, draws: Draws, stand_ins: Mapping[str, str] = NONE
) -> list[tuple[Entry, Entry]]:
    """Every fair question about one finished scene, with its trace."""
    asked = []
    ways = [(query, kind) for query in QUERIES for kind in PROPS[query]]
    for query, kind in ways:
        if find_trace_fault(view, query, kind, stand_ins) is not None:
            continue
        (prop,), candidates, others = split_entries(view, kind, stand_ins)
        candidates = [entry for entry in candidates if entry["bbox_visible"]]
        facts = {
            "id": f"{name}_{query}_{kind.replace(' ', '_')}", "image": image,
            "size_px": [view.camera.width, view.camera.height], "camera": view.camera.to_json(),
        }  # fmt: skip
        order = draws.shuffle([entry["name"] for entry in candidates])
        place = deck.deal(len(candidates), query)
        asked.append(trace.make_question(query, prop, candidates, others, place, order, facts))
    return asked


def make_surds_questions(order: Order, catalog: Catalog, out: Path, tell: Tell) -> list[Entry]:
    """SURDS questions over `order.scenes` furnished rooms, written to `out`; returns the question lines."""
    units = list[Entry]()

    def use(stage: Stage, room: Room) -> None:
        for shot in stage.shots:
            view, image = room.draw(shot.name), name_image(stage, shot)
            draws = Draws("units", order.seed, stage.name, shot.name)
            key = f"{stage.name}-{shot.name}"
            units.extend(list_units(find_describable(view), view.camera, image, order.mode, key, draws))

    with stage_collection(out) as staging:
        furniture = rooms.gather_furniture(catalog)
        stages = draw_stages(order, furniture, order.views)
        _shoot(stages, order, staging, furniture.fronts, use, tell)
        chosen = choose_units(units, Draws("choose", order.seed), order.per_task)
        if not chosen:
            raise OutputError("no unit of any task can fairly be asked; take more --scenes")
        questions = write_units(chosen, Deck("surds", order.letters), staging)
        write_dataset(order.mode, units, questions, staging)
    return questions


def draw_stages(order: Order, furniture: rooms.Furniture, views: int) -> list[Stage]:
    """Furnished rooms, each from its own part of the seed. Raises OutputError where none can be drawn."""
    stages = []
    for number in range(order.scenes):
        draws = Draws("surds", order.seed, number)
        drawn = rooms.draw_room(draws, f"room_{number:05d}", furniture, views)
        if drawn is None:
            raise OutputError(
                f"scene {number}: no room could be furnished from seed {order.seed}; take another --seed"
            )
        stages.append(drawn)
    return stages


def make_counterfactuals(order: Order, catalog: Catalog, out: Path, tell: Tell) -> list[Entry]:
    """Counterfactual pairs, at most one a scene; returns the question lines.

    The moves are found on the built rooms; both rooms are then built again, and a pair is kept only if
    exactly the one answer still changes between the finished scenes.
    """
    built: dict[str, View] = {}

    def use(stage: Stage, room: Room) -> None:
        built[stage.name] = room.draw(stage.shots[0].name)

    with stage_collection(out) as staging:
        furniture = rooms.gather_furniture(catalog)
        pairs = _find_pairs(order, furniture, tell)
        both = [stage for pair in pairs for stage in (pair.before, pair.after)]
        _shoot(both, order, staging, furniture.fronts, use, tell)
        units = _join_pairs(pairs, built)
        if not units:
            raise OutputError("no move of one piece changes exactly one answer; take more --scenes")
        return write_units(units, Deck("surds", order.letters), staging)


def _find_pairs(order: Order, furniture: rooms.Furniture, tell: Tell) -> list[Pair]:
    pairs = list[Pair]()

    def search(stage: Stage, room: Room) -> None:
        draws = Draws("move", order.seed, stage.name)
        pair = find_pair(room, stage, name_image(stage, stage.shots[0]), order.mode, draws)
        if pair is not None:
            pairs.append(pair)

    stages = draw_stages(order, furniture, 1)
    shoot_stages(stages, order.size_px, order.samples, None, furniture.fronts, search, tell)
    return pairs


def _join_pairs(pairs: list[Pair], built: dict[str, View]) -> list[Entry]:
    units = []
    for pair in pairs:
        before = ask_again(pair.units_before, built[pair.before.name])
        after = ask_again(pair.units_before, built[pair.after.name])
        if before is None or after is None or find_changed(before, after) != [pair.changed]:
            continue
        for side, stage, asked in (("before", pair.before, before), ("after", pair.after, after)):
            image = name_image(stage, stage.shots[0])
            mark = {"group": pair.before.name, "side": side, "changed": pair.changed}
            units += [
                {**unit, "image": image, "unit": f"{unit['unit']}@{side}", "counterfactual": mark}
                for unit in asked
            ]
    return units


def name_image(stage: Stage, shot: Shot) -> str:
    """Path of a picture in the folder of questions."""
    return f"{PICTURES}/{picture_name(stage, shot)}"


def _shoot(
    stages: list[Stage], order: Order, staging: Path, fronts: dict[str, bool],
    use: Callable[[Stage, Room], None], tell: Tell,
) -> None:  # fmt: skip
    pictures = staging / PICTURES if order.pictures else None
    shoot_stages(stages, order.size_px, order.samples, pictures, fronts, use, tell)
    for path in sorted((staging / PICTURES).iterdir()):
        rewrite_png(path)


__all__ = ["TRACES", "Order", "make_surds_questions", "make_trace_questions"]
