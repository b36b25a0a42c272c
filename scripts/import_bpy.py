"""Exit 0 when the bpy module can be imported; otherwise say why and exit 1."""

import os
import sys

try:
    import bpy
except ImportError as error:
    sys.stderr.write(f"import bpy: {error}\n")
    sys.exit(1)
assert bpy.app.background
os._exit(0)
