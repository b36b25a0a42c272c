"""Clearances that designers use, by name: a scene's profile turns the names into millimetres.

Sources. NKBA: Kitchen & Bath Planning Guidelines of the National Kitchen and Bath Association, seating
clearance (32, 36 and 44 inches). ADA: 2010 ADA Standards for Accessible Design, 403.5.1 (clear width of
a walking surface, 36 inches), 304.3 (turning space, 60 inches). Practice: figures that interior design
handbooks agree on, rounded to centimetres.
"""

from __future__ import annotations

from typing import Literal

Profile = Literal["minimum", "comfort", "accessible"]
PROFILES: tuple[Profile, ...] = ("minimum", "comfort", "accessible")

# name: (minimum, comfort, accessible) in mm, what it is, source
CLEARANCES: dict[str, tuple[tuple[int, int, int], str, str]] = {
    "walkway": ((750, 900, 915), "width of a way through a room", "practice; accessible: ADA"),
    "door_space": ((800, 900, 1500), "free depth before a door", "practice; accessible: ADA turning space"),
    "coffee_table_least": ((400, 400, 460), "coffee table to seat, at least", "practice"),
    "coffee_table_most": ((460, 460, 600), "coffee table to seat, at most", "practice"),
    "seat_front": ((600, 760, 915), "free depth before a seat", "practice; accessible: ADA"),
    "dining_to_wall": ((810, 910, 1120), "dining table's edge to a wall behind a chair", "NKBA"),
    "dining_pass": ((910, 1120, 1525), "dining table's edge, where people walk past seated ones", "NKBA"),
    "chair_pull_out": ((600, 900, 900), "free depth behind a chair to pull it out", "practice"),
    "cabinet_front": ((610, 760, 915), "free depth before a cabinet", "practice; accessible: ADA"),
    "bed_side": ((500, 750, 915), "free depth beside a bed", "practice; accessible: ADA"),
}


def find_clearance_mm(name: str, profile: Profile) -> int | None:
    """A clearance of a profile, or None for a name that is none."""
    entry = CLEARANCES.get(name)
    return entry[0][PROFILES.index(profile)] if entry else None
