"""Run in a Blender process: changes objects of a .blend as somebody would by hand, and saves it there.

`python move_pieces.py BLEND JOB`, JOB = JSON {object: {"by_m"?: [x, y, z], "turn_deg"?, "lock"?}}.
"""

import json
import math
import os
import sys

import bpy

bpy.ops.wm.open_mainfile(filepath=sys.argv[1], load_ui=False)
for name, change in json.loads(sys.argv[2]).items():
    item = bpy.data.objects[name]
    for axis, by in enumerate(change.get("by_m", ())):
        item.location[axis] += by
    item.rotation_euler[2] += math.radians(change.get("turn_deg", 0))
    if change.get("lock"):
        item.lock_location = (True, True, True)
bpy.ops.wm.save_mainfile()
sys.stdout.flush()
os._exit(0)
