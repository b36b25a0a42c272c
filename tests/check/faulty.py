"""One fault at a time in the hand-made room, with the checks that it fails; and what lies just inside."""

from __future__ import annotations

from dataclasses import replace

from solver.check.room import VISIBLE_RAYS
from solver.core.measured import Contact
from tests.check.changes import Change, add, alter, frame, hide, move, put, rename, see, set_side
from tests.check.sample import make_measured

GOOD = make_measured()
AGAINST_SOFA = "line 26 against: piece sofa, wall north, gap 100 mm"
CENTRED_SOFA = "line 27 centred: piece sofa, on north"
AGAINST_STAND = "line 31 against: piece tv_stand, wall south"
BETWEEN = "line 36 between: piece coffee_table, of sofa, tv_stand"
CENTRED_TABLE = "line 37 centred: piece coffee_table, on room, axis x"
FLANKING = "line 45 flanking: pieces chair_1, chair_2, of dining_table, gap 50 mm, sides left_right"
BESIDE = "line 50 beside: piece nightstand, of sofa, side east"

FAULTS: list[tuple[str, Change, set[str]]] = [
    ("coffee table 3 mm off the axis", move("CoffeeTable", x_mm=3.0),
     {BETWEEN, CENTRED_TABLE, "layout.csv row CoffeeTable"}),
    ("coffee table 3 mm north", move("CoffeeTable", y_mm=3.0), {BETWEEN, "layout.csv row CoffeeTable"}),
    ("sofa 3 mm south", move("Sofa", y_mm=-3.0), {AGAINST_SOFA, "layout.csv row Sofa"}),
    ("sofa 3 mm from the nightstand", move("Sofa", x_mm=-3.0),
     {CENTRED_SOFA, BESIDE, "layout.csv row Sofa"}),
    ("chair 1 away from its table", move("Chair_1", y_mm=-500.0), {FLANKING, "layout.csv row Chair_1"}),
    ("chair 2 off the middle", move("Chair_2", x_mm=2.5), {FLANKING, "layout.csv row Chair_2"}),
    ("TV stand 40 m south", move("TVStand", y_mm=-40_000.0),
     {"TVStand inside the room", AGAINST_STAND, BETWEEN, "layout.csv row TVStand"}),
    ("floating", move("Bedside", z_mm=2.5), {"Bedside on the floor", "layout.csv row Bedside"}),
    ("sunk", move("Bedside", z_mm=-2.5), {"Bedside on the floor", "layout.csv row Bedside"}),
    ("renamed", rename("Sofa", "Couch"), {"Sofa present"}),
    ("no camera may see it", hide("Sofa"), {"Sofa in the picture", "Sofa in the top view"}),
    ("wrong key", alter("Sofa", piece="tv_stand"), {"Sofa present"}),
    ("parented", alter("Sofa", parent="Group"), {"Sofa clean"}),
    ("scaled", alter("Sofa", scale=(1.0, 1.0, 1.001)), {"Sofa clean"}),
    ("origin off", alter("Sofa", location=(2.5, 5.4385, 0.0)), {"Sofa clean"}),
    ("tilted", alter("Bedside", turn_deg=(0.1, 0.0, 0.0)), {"Bedside clean"}),
    ("turned after baking", alter("Sofa", turn_deg=(0.0, 0.0, 90.0)),
     {"Sofa clean", "Sofa back behind its front", AGAINST_SOFA, "layout.csv row Sofa"}),
    ("yaw untrue", alter("Chair_1", yaw_deg=0.0),
     {"Chair_1 back behind its front", "Chair_2 turned like Chair_1", FLANKING, "layout.csv row Chair_1"}),
    ("extra mesh", add("Ceiling_Light", "Sofa", role="other", piece=None), {"nothing extra"}),
    ("extra piece", add("Lamp", "Sofa", piece="lamp"), {"nothing extra"}),
    ("intersecting", put(contacts=(Contact("Chair_1", "DiningTable", 0.75, False),)),
     {"Chair_1 apart from DiningTable"}),
    ("wall left out", set_side("west", None, 0.0), {"west wall"}),
    ("wall in pieces", set_side("north", 6.0, 0.49), {"north wall"}),
    ("wall with a window in pieces", set_side("west", 0.0, 0.373), {"west wall"}),
    ("wall 1.1 mm inwards", set_side("west", 0.0011), {"west wall"}),
    ("wall 1.1 mm outwards", set_side("west", -0.0011), {"west wall"}),
    ("low ceiling", set_side("ceiling", 2.79), {"ceiling"}),
    ("high floor", set_side("floor", 0.0011), {"floor"}),
    ("no sun", put(lights=GOOD.lights[1:]), {"Sun light"}),
    ("no area light", put(lights=GOOD.lights[:1]), {"Area light"}),
    ("dead sun", put(lights=(replace(GOOD.lights[0], energy=0.0), GOOD.lights[1])), {"Sun light"}),
    ("two scenes", put(scene_count=2), {"one scene"}),
    ("unpacked", put(unpacked=("wood.png",)), {"textures packed"}),
    ("script", put(texts=("run.py",)), {"no scripts or links inside"}),
    ("driver", put(drivers=1), {"no scripts or links inside"}),
    ("library", put(libraries=("//sofa.blend",)), {"no scripts or links inside"}),
    ("camera from above active",
     put(cameras=(replace(GOOD.cameras[0], active=False), replace(GOOD.cameras[1], active=True))),
     {"perspective camera"}),
    ("hidden behind", see("render", "TVStand", 119), {"TVStand in the picture"}),
    ("tiny", see("render", "TVStand", VISIBLE_RAYS - 1, VISIBLE_RAYS - 1), {"TVStand in the picture"}),
    ("cut by the frame", see("render", "TVStand", 500, 600, 0.49), {"TVStand in the picture"}),
    ("never in view", see("render", "TVStand", 0, 0, 0.0), {"TVStand in the picture"}),
    ("covered from above", see("top_view", "Sofa", 299), {"Sofa in the top view"}),
    ("cropped left", frame(-0.01, 0.05, 0.95, 0.95), {"room in the top view"}),
    ("cropped top", frame(0.05, -0.01, 0.95, 0.95), {"room in the top view"}),
    ("cropped right", frame(0.05, 0.05, 1.01, 0.95), {"room in the top view"}),
    ("cropped bottom", frame(0.05, 0.05, 0.95, 1.01), {"room in the top view"}),
    ("camera outside", put(cameras=(replace(GOOD.cameras[0], location=(2.5, -3.0, 1.6)), GOOD.cameras[1])),
     {"camera place"}),
    ("no camera from above", put(views={**GOOD.views, "top_view": None}), {"camera from above"}),
]  # fmt: skip


INSIDE: list[tuple[str, Change]] = [
    ("nothing changed", lambda measured: measured),
    ("coffee table 0.9 mm off", move("CoffeeTable", x_mm=0.9)),
    ("standing 1.9 mm high", move("Bedside", z_mm=1.9)),
    ("standing 1.9 mm low", move("Bedside", z_mm=-1.9)),
    ("touching", put(contacts=(Contact("Bedside", "Sofa", 0.5, False),))),
    ("wall 1 mm off", set_side("west", 0.001)),
    ("half a wall", set_side("north", 6.0, 0.5)),
    ("half of what a window leaves of a wall", set_side("west", 0.0, 0.374)),
    ("a fifth in view", see("render", "TVStand", 120)),
    ("small but whole", see("render", "TVStand", 40, 40)),
    ("half in frame", see("render", "TVStand", 500, 600, 0.5)),
    ("half from above", see("top_view", "Sofa", 300)),
    ("room fills the frame", frame(0.0, 0.0, 1.0, 1.0)),
    ("origin 0.9 mm off", alter("Sofa", location=(2.5, 5.4391, 0.0))),
    ("turned by a full turn", alter("Sofa", turn_deg=(0.0, 0.0, 360.0))),
    ("no key", alter("Sofa", piece=None)),
]
