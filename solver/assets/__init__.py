"""Where users get furniture: fetched from Poly Haven, or imported from other formats.

`polyhaven` and `download` fetch, `sweethome` reads .sh3f libraries, `models` imports, `manifest` writes
catalogue entries. Nothing here imports bpy.
"""
