"""The only importer of bpy. Everything here runs inside a Blender process started by solver/bridge.py."""
