"""The floor plan shows what the layout says: read back from the drawing, in its own coordinates."""

import re
from xml.etree import ElementTree

import pytest

from solver.core.floorplan import MARGIN_MM, DrawnWay, draw_floor_plan
from solver.core.geometry import find_corners
from solver.core.layout import Layout, Piece, Placement
from solver.core.spec import parse_scene, read_scene
from tests.place.rooms import SCENES

SCENE = """\
scene: room
room: {outline: [[0, 0], [5 m, 0], [5 m, 3 m], [3 m, 3 m], [3 m, 4 m], [0, 4 m]], height: 2.8 m}
openings:
  - door: {wall: south, centre: 1 m, width: 900 mm, swing: in, hinge: left}
  - window: {wall: west, centre: 2 m, width: 1.2 m, height: 1 m}
obstacles:
  - column: {at: [4 m, 1 m], size: [300 mm, 400 mm]}
pieces:
  sofa: {asset: sofa}
  rug: {asset: rug}
  lamp: {asset: lamp, turns: 15 deg}
rules:
  - under: {piece: rug, of: sofa}
  - clear: {of: sofa, depth: 600 mm}
  - clear: {of: window, depth: 500 mm}
  - clear: {of: lamp, depth: 500 mm}
"""
PIECES = tuple(
    Piece(name, name, name, half, 500)
    for name, half in (("sofa", (1000, 450)), ("rug", (600, 300)), ("lamp", (200, 100)))
)
PLACES = (
    Placement("sofa", 1500, 3550, 0, 0),
    Placement("rug", 1500, 3000, 0, 0),
    Placement("lamp", 4000, 2500, 0, 30),
)
DEEP = 4000


@pytest.fixture(scope="module")
def drawing():
    spec = parse_scene(SCENE, "room.yaml")
    way = DrawnWay([[600, 0], [600, 1500], [1200, 1500]], 700)
    return ElementTree.fromstring(draw_floor_plan(spec, Layout((5000, 4000, 2800), PIECES, PLACES), [way]))


def find(drawing, tag, **wanted):
    return [
        item
        for item in drawing.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
        if all(item.get(key.replace("_", "-")) == value for key, value in wanted.items())
    ]


def read_points(item):
    """Points of an element in millimetres of the room."""
    return [(float(x), DEEP - float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", item.get("points"))]


def read_box(item):
    """West, south, east, north of a rect in millimetres of the room."""
    x, y, wide, tall = (float(item.get(key)) for key in ("x", "y", "width", "height"))
    return x, DEEP - y - tall, x + wide, DEEP - y


def list_texts(drawing):
    return [item.text for item in find(drawing, "text")]


def test_the_room_has_its_outline_and_everything_is_in_frame(drawing):
    left, top, wide, tall = (int(value) for value in drawing.get("viewBox").split())
    assert (left, top, wide, tall) == (-MARGIN_MM, -MARGIN_MM, 5000 + 2 * MARGIN_MM, 4000 + 2 * MARGIN_MM)
    assert read_points(find(drawing, "polygon")[0]) == [
        (0, 0), (5000, 0), (5000, 3000), (3000, 3000), (3000, 4000), (0, 4000),
    ]  # fmt: skip


def test_every_piece_stands_where_it_is_placed_with_its_name_and_size(drawing):
    drawn = [read_points(item) for item in find(drawing, "polygon")[1:]]
    expected = {
        piece.name: list(find_corners(piece, place)) for piece, place in zip(PIECES, PLACES, strict=True)
    }
    assert drawn == [expected["rug"], expected["sofa"], expected["lamp"]]  # what lies flat is drawn below
    texts = list_texts(drawing)
    for words in ("sofa", "2000 × 900", "rug", "1200 × 600", "lamp", "400 × 200"):
        assert words in texts


def test_fronts_point_where_the_pieces_face(drawing):
    turns = [re.search(r"rotate\((-?\d+)\)", item.get("transform") or "") for item in find(drawing, "path")]
    assert [int(match[1]) for match in turns if match] == [0, 0, -30]  # counter-clockwise, and y down


def test_zones_columns_openings_and_the_door_leaf(drawing):
    zones = [read_box(item) for item in find(drawing, "rect", fill="#f4d35e")]
    # The sofa's front, the window, the square that the door sweeps; a zone of a turned piece is no box.
    assert zones == [(500, 2500, 2500, 3100), (0, 1400, 500, 2600), (550, 0, 1450, 900)]
    assert read_box(find(drawing, "rect", fill="#8a8a8a")[0]) == (3850, 800, 4150, 1200)
    assert read_box(find(drawing, "rect", fill="#9fd0f0")[0]) == (-60, 1400, 0, 2600)
    assert read_box(find(drawing, "rect", fill="#d9b38c")[0]) == (550, -60, 1450, 0)
    # Who stands inside and faces the south wall has the east at the left hand: there is the hinge.
    (leaf,) = find(drawing, "path", stroke="#a5794a")
    assert leaf.get("d").startswith("M 1450,4000 L 1450,3100 A 900,900")
    assert leaf.get("d").endswith(" 550,4000")


def test_a_way_is_drawn_along_the_middle_of_its_square_with_its_width(drawing):
    strip, line = find(drawing, "polyline")
    assert read_points(strip) == read_points(line) == [(950, 350), (950, 1850), (1550, 1850)]
    assert strip.get("stroke-width") == "700"
    assert "700 mm" in list_texts(drawing)


def test_every_wall_has_its_length(drawing):
    measures = [text for text in list_texts(drawing) if re.fullmatch(r"\d+ mm", text)]
    assert sorted(measures) == sorted(
        ["5000 mm", "3000 mm", "2000 mm", "1000 mm", "3000 mm", "4000 mm", "700 mm"]
    )


def test_names_are_escaped_and_the_drawing_is_the_same_every_time():
    spec = parse_scene(SCENE, "room.yaml")
    layout = Layout((5000, 4000, 2800), PIECES, PLACES)
    assert draw_floor_plan(spec, layout) == draw_floor_plan(spec, layout)
    odd = Piece("sofa", "a<b", "x", (1000, 450), 500)
    ElementTree.fromstring(draw_floor_plan(spec, Layout((5000, 4000, 2800), (odd, *PIECES[1:]), PLACES)))


@pytest.mark.parametrize("hinge", ["left", "right"])
@pytest.mark.parametrize(("wall", "left_end"), [("north", 0), ("south", 1), ("east", 1), ("west", 0)])
def test_a_door_hangs_on_the_side_that_one_sees_from_inside(wall, left_end, hinge):
    text = (
        "scene: r\nroom: {width: 4 m, depth: 4 m, height: 3 m}\n"
        f"openings: [{{door: {{wall: {wall}, centre: 2 m, width: 1 m, swing: in, hinge: {hinge}}}}}]\n"
        "pieces: {sofa: {asset: sofa}}\n"
    )
    layout = Layout((4000, 4000, 3000), (PIECES[0],), (Placement("sofa", 2000, 2000, 0, 0),))
    drawing = ElementTree.fromstring(draw_floor_plan(parse_scene(text, "r"), layout))
    (leaf,) = find(drawing, "path", stroke="#a5794a")
    x, y = (float(value) for value in re.match(r"M ([\d.]+),([\d.]+)", leaf.get("d")).groups())
    along = x if wall in ("north", "south") else DEEP - y
    low_is_hinge = (left_end == 0) == (hinge == "left")
    assert along == (1500 if low_is_hinge else 2500)


@pytest.mark.parametrize("path", sorted(SCENES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_scene_of_the_project_can_be_drawn_empty(path):
    spec = read_scene(path)
    size = (spec.room.width_mm, spec.room.depth_mm, spec.room.height_mm)
    drawing = ElementTree.fromstring(draw_floor_plan(spec, Layout(size, (), ())))
    assert len(find(drawing, "polygon")) == 1
