"""A reference solver for 3D scene tasks. Importing it never imports bpy; see solver/README.md."""

__version__ = "0.1.0"
