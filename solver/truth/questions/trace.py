"""TRACE questions: which of the labelled things is on, under or inside a prop; one letter is right.

The answer is the letter of the one candidate that keeps the relation in the finished scene; the
annotation is the box of its visible pixels. Limits are the published ones where there are any.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from solver.truth.questions.relation import Placed, find_holders, measure_margin

TASK = "object_relation_label"
LETTERS = "ABCDEFGH"
FEWEST, MOST = 4, 8  # candidates
# Published rejects, in pixels of the final picture.
LEAST_APART_PX = 48.0
MOST_OVERLAP_PX2, OVERLAP_PAD_PX = 5200.0, 16
MOST_PAIR_OVERLAP_PX2 = 18_000.0
MOST_SUPPORT_OVERLAP = 0.16
LEAST_SIDE_PX = 24
# Ours: things are rendered and may hide each other, so seen shares are asked for instead of painting over.
LEAST_ANSWER_SHARE, LEAST_SHARE = 0.6, 0.4
NUDGE = 0.01  # no answer may change when a thing moves by this share of its distance from the camera

PROMPTS = {
    "on_top_of_prop": "Which of the listed objects rests on top of the {prop}?",
    "under_prop": "Which of the listed objects stands under the {prop}?",
    "inside_prop": "Which of the listed objects lies inside the {prop}?",
}
ANSWER_FORMAT = (
    "Give the letter of the one right option, and the box of that object in pixels of the picture as "
    "[x_min, y_min, x_max, y_max]."
)

Entry = dict[str, Any]


def count_most(size_px: tuple[int, int]) -> int:
    """How many candidates, LEAST_APART_PX from one another, a picture (width, height) can hold at most.

    Their middles lie LEAST_SIDE_PX / 2 inside the picture. Points at least d apart in a convex region of area
    A and perimeter P are at most 2 A / (sqrt(3) d^2) + P / (2 d) + 1 (Groemer 1960).
    """
    width, height = (max(0.0, side - LEAST_SIDE_PX) / LEAST_APART_PX for side in size_px)
    return math.floor(2.0 / math.sqrt(3.0) * width * height + width + height + 1.0)


def find_fault(
    query: str, prop: Entry, candidates: list[Entry], eye: tuple[float, float, float], others: list[Entry]
) -> str | None:
    """Why these finished objects make no fair question, or None. Entries are those of objects.json; the
    `others` are the context props."""
    if not FEWEST <= len(candidates) <= MOST:
        return f"{len(candidates)} visible candidates; from {FEWEST} to {MOST} are needed"
    placed = {entry["name"]: read_placed(entry) for entry in [prop, *candidates]}
    things = [placed[entry["name"]] for entry in candidates]
    holders = find_holders(query, placed[prop["name"]], things)
    if len(holders) != 1:
        return f"{len(holders)} candidates keep the relation"
    if flips_when_nudged(query, placed[prop["name"]], things, eye):
        return "the answer hangs on a percent of a position"
    answer = next(entry for entry in candidates if entry["name"] == holders[0])
    return _find_unseen(answer, candidates, prop) or _find_crowding(query, answer, candidates, prop, others)


def read_placed(entry: Entry) -> Placed:
    """The Placed of an objects.json entry."""
    low = min(corner[2] for corner in entry["corners_world"])
    return Placed.from_json({**entry, "base_m": low})


def flips_when_nudged(
    query: str, prop: Placed, things: list[Placed], eye: tuple[float, float, float]
) -> bool:
    """True when moving any one object by NUDGE of its distance from the eye changes who holds."""
    before = find_holders(query, prop, things)
    for number, moved in enumerate([prop, *things]):
        reach = NUDGE * math.dist((*moved.centre, moved.base_m), eye)
        for axis, sign in itertools.product(range(3), (-1.0, 1.0)):
            move = [0.0, 0.0, 0.0]
            move[axis] = sign * reach
            shifted = [prop, *things]
            shifted[number] = moved.shifted((move[0], move[1], move[2]))
            if find_holders(query, shifted[0], shifted[1:]) != before:
                return True
    return False


def _find_unseen(answer: Entry, candidates: list[Entry], prop: Entry) -> str | None:
    for entry in [*candidates, prop]:
        box, share = entry["bbox_visible"], entry["visible_share"]
        least = LEAST_ANSWER_SHARE if entry is answer else LEAST_SHARE
        if box is None or share < least:
            return f"{entry['name']} is hidden"
        if min(box[2] - box[0], box[3] - box[1]) < LEAST_SIDE_PX:
            return f"{entry['name']} is too small"
    return None


def _find_crowding(
    query: str, answer: Entry, candidates: list[Entry], prop: Entry, others: list[Entry]
) -> str | None:
    for a, b in itertools.combinations(candidates, 2):
        if math.dist(_middle(a["bbox_visible"]), _middle(b["bbox_visible"])) < LEAST_APART_PX:
            return f"{a['name']} and {b['name']} are too near in the picture"
        if _overlap(a["bbox_visible"], b["bbox_visible"], OVERLAP_PAD_PX) > MOST_OVERLAP_PX2:
            return f"{a['name']} and {b['name']} overlap in the picture"
    seen = [entry for entry in [*candidates, *others, prop] if entry["bbox_visible"]]
    for a, b in itertools.combinations(seen, 2):
        hosted = prop in (a, b) and answer in (a, b)
        props = a not in candidates and b not in candidates
        if (
            not hosted
            and not props
            and _overlap(a["bbox_visible"], b["bbox_visible"], 0) > MOST_PAIR_OVERLAP_PX2
        ):
            return f"{a['name']} and {b['name']} cover each other in the picture"
    hidden = answer["occluded_by"].get(prop["name"], 0) / answer["amodal_px"]
    if query == "under_prop" and hidden > MOST_SUPPORT_OVERLAP:
        return "the prop's legs hide the answer"
    return None


def _middle(box: list[int]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _overlap(a: list[int], b: list[int], pad: int) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0]) + 2 * pad
    height = min(a[3], b[3]) - max(a[1], b[1]) + 2 * pad
    return float(max(0, width) * max(0, height))


def make_question(
    query: str, prop: Entry, candidates: list[Entry], contexts: list[Entry], place: int, order: list[str],
    facts: dict[str, Any],
) -> tuple[Entry, Entry]:  # fmt: skip
    """(line of questions.jsonl, trace). `place` is the answer's place among the options, `order` the
    other candidates' names in order; `facts` holds id, image, camera and size_px."""
    placed = {entry["name"]: read_placed(entry) for entry in [prop, *candidates, *contexts]}
    things = [placed[entry["name"]] for entry in candidates]
    (holder,) = find_holders(query, placed[prop["name"]], things)
    names = [name for name in order if name != holder]
    names.insert(place, holder)
    letters = dict(zip(LETTERS, names, strict=False))
    by_name = {entry["name"]: entry for entry in [prop, *candidates, *contexts]}
    options = {letter: by_name[name]["category"] for letter, name in letters.items()}
    prompt = PROMPTS[query].format(prop=prop["category"])
    listed = "\n".join(f"{letter}. {label}" for letter, label in options.items())
    roles = {entry["name"]: "candidate" for entry in candidates} | {prop["name"]: "reference"}
    trace = {
        "scene_ir": {
            "objects": [_describe(entry, roles.get(name, "context")) for name, entry in by_name.items()],
        },
        "query_spec": {
            "task": TASK, "query_id": query, "reference": prop["name"], "option_objects": letters,
            "prompt": prompt, "answer_type": "option_letter", "annotation_type": "bbox",
        },
        "render_spec": {"image": facts["image"], "size_px": facts["size_px"], "camera": facts["camera"]},
        "render_map": {
            name: {key: entry[key] for key in ("bbox_visible", "bbox_amodal", "visible_px", "visible_share")}
            for name, entry in by_name.items()
        },
    }  # fmt: skip
    trace |= solve_trace(trace)
    question = {
        "id": facts["id"], "task": TASK, "query": query, "image": facts["image"],
        "prompt": f"{prompt}\n{listed}\n{ANSWER_FORMAT}", "options": options,
        "answer": trace["witness_symbolic"]["answer"], "annotation": trace["projected_annotation"]["bbox"],
        "trace": f"traces/{facts['id']}.json",
    }  # fmt: skip
    return question, trace


def _describe(entry: Entry, role: str) -> Entry:
    kept = ("name", "category", "colour", "center_world", "size_m", "yaw_deg", "corners_world")
    return {"role": role, "base_m": read_placed(entry).base_m, **{key: entry.get(key) for key in kept}}


def solve_trace(trace: Entry) -> Entry:
    """The computed sections of a trace from its scene, query and render sections alone."""
    query, objects = trace["query_spec"]["query_id"], trace["scene_ir"]["objects"]
    placed = {item["name"]: Placed.from_json(item) for item in objects}
    prop = placed[trace["query_spec"]["reference"]]
    letters = trace["query_spec"]["option_objects"]
    margins = {name: measure_margin(query, prop, placed[name]) for name in letters.values()}
    holders = [letter for letter, name in letters.items() if margins[name] >= 0.0]
    answer = holders[0] if len(holders) == 1 else None
    chosen = letters[answer] if answer else None
    box = trace["render_map"][chosen]["bbox_visible"] if chosen else None
    return {
        "execution_trace": [
            {"letter": letter, "object": name, "margin_m": margins[name], "holds": margins[name] >= 0.0}
            for letter, name in letters.items()
        ],
        "witness_symbolic": {"answer": answer, "object": chosen, "holders": len(holders)},
        "projected_annotation": {"type": "bbox", "bbox": list(box) if box else None},
    }


def solve_question(trace: Entry) -> Entry:
    """The fields of the question line that follow from a trace."""
    solved = solve_trace(trace)
    return {
        "answer": solved["witness_symbolic"]["answer"],
        "annotation": solved["projected_annotation"]["bbox"],
    }


def flips_in_trace(trace: Entry) -> bool:
    """True when a percent of a position changes the answer, from the trace alone."""
    spec, objects = trace["query_spec"], trace["scene_ir"]["objects"]
    placed = {item["name"]: Placed.from_json(item) for item in objects}
    things = [placed[name] for name in spec["option_objects"].values()]
    camera = trace["render_spec"]["camera"]
    rotation, shift = camera["R"], camera["t"]
    eye = [-sum(rotation[k][axis] * shift[k] for k in range(3)) for axis in range(3)]
    return flips_when_nudged(spec["query_id"], placed[spec["reference"]], things, (eye[0], eye[1], eye[2]))
