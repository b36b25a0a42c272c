"""An independent judge of certificates: standard library only, whole numbers only.

It shares no code with what places or describes rooms: walls, footprints, the meaning of every rule and
the ways are written here a second time, from the documentation of the rules. `python -m solver.certify
FILE` runs it with nothing installed.
"""

from solver.certify.judge import certify_text

__all__ = ["certify_text"]
