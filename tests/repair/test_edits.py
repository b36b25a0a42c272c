"""What is taken for an edit by hand, and what is refused."""

from dataclasses import replace

import pytest

from solver.core.layout import LayoutRow, Placement
from solver.core.spec import resolve_world
from solver.errors import OutputError
from solver.repair import Table, find_edits
from solver.repair.room import KeptPlace, KeptRoom, StandingPiece
from tests.place.rooms import make_scene

SIZES = {"sofa": (1000, 450), "chair": (250, 200), "stool": (200, 200)}
PLACES = {
    "sofa": Placement("sofa", 2500, 5550, 0, 0),
    "chair": Placement("chair", 1000, 1000, 0, 90),
    "stool": Placement("stool", 3000, 2000, 0, 0),
}


def stand(name, **changes):
    """A piece as it was built, 3 mm off its place as turned meshes may be."""
    place, (half_x, half_y) = PLACES[name], SIZES[name]
    if place.yaw_deg % 180:
        half_x, half_y = half_y, half_x
    at = (place.x_mm / 1000 + 0.003, place.y_mm / 1000, 0.0)
    size = (half_x / 500, half_y / 500, 0.8)
    piece = StandingPiece(name.title(), name, at, at, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), size, False)
    return replace(piece, **changes)


def move(name, east_m=0.0, north_m=0.0, up_m=0.0, **changes):
    x, y, z = stand(name).at_m
    return stand(name, at_m=(x + east_m, y + north_m, z + up_m), **changes)


def make_rows(**changes):
    rows = {
        name: LayoutRow(name.title(), p.x_mm / 1000, p.y_mm / 1000, 0.0, float(p.yaw_deg), 0.0)
        for name, p in PLACES.items()
    }
    return tuple(replace(row, **changes.get(name, {})) for name, row in rows.items())


def find(*standing, rows=None, pinned=(), pins=(), options=None, others=(), kept=None):
    """Edits of a room in which `standing` are the pieces that are no longer as they were built."""
    spec, pieces = make_scene([], SIZES, options=options)
    changed = {piece.piece for piece in standing}
    untouched = [stand(name) for name in PLACES if name not in changed]
    keep = tuple(KeptPlace(name.title(), place) for name, place in (kept or PLACES).items())
    room = KeptRoom("", keep, (*untouched, *standing), tuple(others))
    table = Table(make_rows() if rows is None else rows, frozenset(pinned))
    return find_edits(resolve_world(spec, pieces), room, table, pins)


def find_faults(*standing, **more):
    with pytest.raises(OutputError) as caught:
        find(*standing, **more)
    return "\n".join(caught.value.faults)


def test_an_untouched_room_has_no_edits():
    edits = find()
    assert (edits.edits, edits.notes) == ((), ())
    assert edits.wanted == tuple(PLACES.values())


def test_a_piece_moved_or_turned_in_blender_stays_there_to_the_millimetre():
    edits = find(move("chair", 0.5, -0.25, turn_deg=(0.0, 0.0, -90.0)), move("sofa", 0.0004))
    (edit,) = edits.edits
    assert (edit.label, edit.source, edit.moved) == ("Chair", "room.blend", True)
    assert edit.place == Placement("chair", 1500, 750, 0, 0)
    assert edits.wanted == (PLACES["sofa"], edit.place, PLACES["stool"])
    assert edits.notes == ()


def test_rounding_is_told():
    edits = find(move("chair", 0.5003, turn_deg=(0.0, 0.0, 86.0)))
    assert edits.edits[0].place == Placement("chair", 1500, 1000, 0, 180)
    assert edits.notes == (
        "room.blend: Chair is turned to 176.0 deg; taken as 180 deg",
        "room.blend: Chair is placed to whole millimetres: (1500, 1000) mm, 180 deg",
    )


def test_a_yaw_is_rounded_over_the_full_turn():
    assert find(move("sofa", turn_deg=(0.0, 0.0, -3.0))).edits == ()
    assert find(move("sofa", turn_deg=(0.0, 0.0, 357.0))).notes


def test_a_piece_that_may_turn_by_15_deg_is_taken_so():
    edits = find(move("stool", turn_deg=(0.0, 0.0, 31.0)), options={"stool": "turns: 15 deg"})
    assert edits.edits[0].place.yaw_deg == 30


def test_a_piece_moved_in_the_table_stays_there():
    edits = find(rows=make_rows(stool={"x": 3.2501, "rotation_z": 270.0}))
    (edit,) = edits.edits
    assert (edit.source, edit.place) == ("layout.csv", Placement("stool", 3250, 2000, 0, 270))


def test_the_same_move_in_both_files_is_one_edit_and_different_moves_are_refused():
    edits = find(move("stool", 0.25), rows=make_rows(stool={"x": 3.25}))
    assert [edit.source for edit in edits.edits] == ["layout.csv and room.blend"]
    fault = find_faults(move("stool", 0.26), rows=make_rows(stool={"x": 3.25}))
    for words in ("Stool", "(3250, 2000) mm, 0 deg in layout.csv", "(3260, 2000) mm, 0 deg in room.blend"):
        assert words in fault


def test_pieces_moved_in_one_file_each_are_both_edits():
    edits = find(move("chair", 0.25), rows=make_rows(stool={"x": 3.25}))
    assert [(edit.label, edit.source) for edit in edits.edits] == [
        ("Chair", "room.blend"),
        ("Stool", "layout.csv"),
    ]


def test_pins_come_from_padlocks_the_table_and_the_option():
    edits = find(stand("sofa", locked=True), pinned=["Chair"], pins=["stool"])
    assert [(edit.label, edit.source, edit.moved) for edit in edits.edits] == [
        ("Sofa", "room.blend", False),
        ("Chair", "layout.csv", False),
        ("Stool", "--pin", False),
    ]
    assert "did you mean 'stool'" in find_faults(pins=["stol"])


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (move("chair", turn_deg=(0.0, 0.0, 40.0)), "turned to 130.0 deg, which it may not be"),
        (move("chair", turn_deg=(5.0, 0.0, 0.0)), "is tilted"),
        (move("chair", scale=(1.0, 1.01, 1.0)), "is scaled"),
        (move("chair", scale=(-1.0, 1.0, 1.0)), "is scaled"),
        (move("chair", up_m=0.2), "not at its height, z = 0.000 m"),
        (move("chair", size_m=(0.5, 0.4, 0.8)), "500 x 400 x 800 mm there and 400 x 500 x 800 mm"),
        (stand("chair", stood_at_m=None), "is new"),
    ],
)  # fmt: skip
def test_what_no_rounding_explains_is_refused(standing, words):
    fault = find_faults(standing)
    assert fault.startswith("room.blend: Chair") and words in fault


def test_lost_and_doubled_pieces_are_refused_all_at_once():
    rows = (*make_rows()[1:], replace(make_rows()[1], object="Chiar"))
    fault = find_faults(stand("chair"), stand("chair", object="Chair.001"), rows=rows)
    assert "layout.csv: Sofa has no row" in fault
    assert "layout.csv: 'Chiar' is no piece of this room; did you mean 'Chair'?" in fault
    assert "room.blend: Chair has 2 objects" in fault


def test_a_deleted_object_is_refused():
    spec, pieces = make_scene([], SIZES)
    keep = tuple(KeptPlace(name.title(), place) for name, place in PLACES.items())
    room = KeptRoom("", keep, (stand("chair"), stand("stool")), ())
    with pytest.raises(OutputError, match="Sofa has no object; add pieces and take them away in the scene"):
        find_edits(resolve_world(spec, pieces), room, Table(make_rows(), frozenset()))


def test_a_lifted_row_is_refused_and_the_distance_column_is_not_looked_at():
    assert "layout.csv: Sofa is not at its height" in find_faults(rows=make_rows(sofa={"z": 0.3}))
    assert find(rows=make_rows(sofa={"distance_to_nearest_wall_mm": 77.0})).edits == ()


def test_what_will_be_lost_is_told():
    assert "without what was added: Teapot" in find(others=["Teapot"]).notes[0]
    gone = {**PLACES, "bench": Placement("bench", 1, 1, 0, 0)}
    rows = (*make_rows(), LayoutRow("Bench", 0.001, 0.001, 0.0, 0.0, 0.0))
    assert find(kept=gone, rows=rows).notes == ("Bench is taken away: the scene file no longer names bench",)


def test_a_place_outside_the_room_is_refused_with_its_unit():
    """Millimetres typed for metres, and an object dragged through the wall."""
    said = find_faults(rows=make_rows(sofa={"x": 2500.0}))
    assert "layout.csv: Sofa is at x = 2500.000 m, y = 5.550 m, outside the room of 5 x 6 m" in said
    assert "places are in metres" in said
    assert "room.blend: Chair is at x = -0.5" in find_faults(move("chair", east_m=-1.5))
