"""Any third-party .blend file to one clean object: open, probe, merge, pack, write.

`source` opens the file and says what may render, `probe` reads what Blender would render as arrays,
`merge` makes one mesh of them, `textures` packs images, `clean` ties them together.
Runs inside Blender 3.4 to 5.x: standard library and numpy only.
"""
