"""SceneSpec and its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from solver.core.catalog import AssetOptions
from solver.core.curtain import Curtain
from solver.core.quantity import Angle, Length, read_angle_deg
from solver.core.room import FrozenModel, Obstacle, Opening, Room
from solver.core.rules import Rule
from solver.core.rules.profiles import Profile
from solver.core.styles import Style
from solver.core.views import MAIN, MOST_VIEWS, USUAL_PX

# The least size of a top view that the benchmark takes, and the longer side made without a given size.
LEAST_TOP_PX = (1280, 720)
LONGEST_TOP_PX = 1536
MAX_PX = 16_384
_SIZE = re.compile(r"\s*(\d{1,5})\s*[x×]\s*(\d{1,5})\s*")


def _read_size_px(value: object) -> object:
    match = _SIZE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"a size in pixels is needed, e.g. 1920x1080 (found {value!r})")
    size = (int(match[1]), int(match[2]))
    if not all(16 <= side <= MAX_PX for side in size):
        raise ValueError(f"each side must be from 16 to {MAX_PX} pixels (found {value!r})")
    return size


SizePx = Annotated[
    tuple[int, int],
    BeforeValidator(_read_size_px),
    WithJsonSchema({"type": "string", "pattern": r"^\s*\d{1,5}\s*[x×]\s*\d{1,5}\s*$"}),
]


STEPS_DEG = (15, 30, 45, 90)
_STEP_SCHEMA = {"enum": [f"{step} deg" for step in STEPS_DEG]}


def _read_step(value: object) -> object:
    step = read_angle_deg(value)
    if step not in STEPS_DEG:
        raise ValueError(f"turns are in steps of 15, 30, 45 or 90 deg (found {value!r})")
    return step


MOST_COST = 1_000_000


def _read_cost(value: object) -> object:
    if value is None or (isinstance(value, int) and value is not True and 1 <= value <= MOST_COST):
        return value
    raise ValueError(
        f"a whole number from 1 to {MOST_COST} is needed, what leaving the piece out costs beside missed "
        f"wishes, e.g. 1000 (found {value!r})"
    )


_Cost = Annotated[int, Field(ge=1, le=MOST_COST)]


class PieceSpec(AssetOptions):
    """One piece: the asset it is made of and, where the catalogue's are not right, import options.

    at, turned: pin its middle to a point, its yaw to an angle (0 deg faces south, 90 deg east).
    turns: the step of its possible yaws, 90 deg or a part of it down to 15 deg.
    optional: it may be left out, at this cost. Everything else is AssetOptions.
    """

    asset: str
    at_mm: tuple[Length, Length] | None = Field(alias="at", default=None)
    turned_deg: Angle | None = Field(alias="turned", default=None)
    turns_deg: Annotated[
        Literal[15, 30, 45, 90], BeforeValidator(_read_step), WithJsonSchema(_STEP_SCHEMA)
    ] = Field(alias="turns", default=90)
    optional: Annotated[_Cost | None, BeforeValidator(_read_cost)] = None

    @property
    def options(self) -> AssetOptions:
        """The import options that this piece sets; everything else is the catalogue's."""
        given = self.model_fields_set & AssetOptions.model_fields.keys()
        return AssetOptions.model_construct(given, **{name: getattr(self, name) for name in given})


# Where the picture may be taken from: "inside" the room only, or "auto": from outside too, through walls
# taken away, where no place inside shows every piece.
View = Literal["auto", "inside"]
VIEWS: tuple[View, ...] = ("auto", "inside")


class RenderSpec(FrozenModel):
    """Sizes of the pictures in pixels (width, height); the top view's is derived where None.

    views: how many pictures are taken inside, so that each piece is seen in at least one of them.
    """

    size_px: SizePx = Field(alias="size", default=USUAL_PX[MAIN])
    given_top_size_px: SizePx | None = Field(alias="top_size", default=None)
    views: Annotated[int, Field(strict=True, ge=1, le=MOST_VIEWS)] = 1


@dataclass(frozen=True)
class RuleLine:
    """A rule and the line of the scene file it stands on; `where` is `file:line`.

    Doors that swing into the room and pinned pieces give rules too, with the line of door or piece.
    """

    rule: Rule
    line: int
    where: str

    def describe(self) -> str:
        return f"{self.where}: {self.rule.describe()}"


@dataclass(frozen=True)
class SceneSpec:
    """One scene file, complete and checked. `pieces` keeps the file's order; `piece_lines`: where each
    stands in the file."""

    scene: str
    path: str
    text: str
    room: Room
    openings: tuple[Opening, ...]
    obstacles: tuple[Obstacle, ...]
    curtains: tuple[Curtain, ...]
    profile: Profile
    pieces: dict[str, PieceSpec]
    rules: tuple[RuleLine, ...]
    render: RenderSpec
    style: Style
    view: View
    piece_lines: dict[str, int]

    @property
    def top_size_px(self) -> tuple[int, int]:
        """Size of the top view: as given, or in the proportion of the room with its walls."""
        return self.render.given_top_size_px or derive_top_size_px(self.room)

    def where(self, piece: str) -> str:
        """`file:line` of a piece."""
        return f"{self.path}:{self.piece_lines[piece]}"

    def opening(self, name: str) -> Opening | None:
        return next((opening for opening in self.openings if opening.name == name), None)


def derive_top_size_px(room: Room) -> tuple[int, int]:
    """The smallest even size at least `LEAST_TOP_PX` in the proportion of the room with its walls, the
    longer side at least `LONGEST_TOP_PX`; a very long room is framed with more floor around it."""
    width, depth = room.width_mm + 2 * room.wall_mm, room.depth_mm + 2 * room.wall_mm
    # Cut off at 1:4, so that a corridor does not ask for an endless picture.
    width, depth = max(width, depth // 4), max(depth, width // 4)
    scale = max(LEAST_TOP_PX[0] / width, LEAST_TOP_PX[1] / depth, LONGEST_TOP_PX / max(width, depth))
    return 2 * round(width * scale / 2), 2 * round(depth * scale / 2)
