"""Tiny furniture files with one awkward thing each, built by Blender at test time.

`expected` says what each must measure, known by construction, and imports no bpy; the other modules
hold one builder a file, and `build` runs them all in one Blender process:
`python build.py FOLDER` or `blender -b -P build.py -- FOLDER`.
"""
