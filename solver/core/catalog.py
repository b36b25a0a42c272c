"""assets_manifest.yaml read into a Catalog: what each furniture file is and how to import it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from solver.core.quantity import LENGTH_SCHEMA
from solver.core.units import METRES, read_length
from solver.core.yaml_source import read_yaml, suggest, validate

FRONTS = ("-y", "+y", "-x", "+x", "none")


def _read_positive_m(value: object) -> float:
    metres = read_length(value)
    if metres <= 0:
        raise ValueError(f"a length above zero is needed (found {value!r})")
    return float(metres)


def _read_front(value: object) -> object:
    if value not in FRONTS:
        raise ValueError(f"front {value!r} is unknown; write one of {', '.join(FRONTS)}")
    return value


def _read_yaw(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(
            "yaw turns the model further in its file, by a bare number of degrees, e.g. 15; a piece of a "
            f"scene is placed turned by turned: 15 deg, or in steps by turns: 15 deg (found {value!r})"
        )
    return value


def _read_unit(value: object) -> object:
    if value not in METRES:
        raise ValueError(f"unit {value!r} is unknown{suggest(str(value), METRES)}")
    return value


def _read_names(value: object) -> object:
    return [value] if isinstance(value, str) else value


_NAMES_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
PositiveMetres = Annotated[float, BeforeValidator(_read_positive_m), WithJsonSchema(LENGTH_SCHEMA)]
Front = Annotated[Literal["-y", "+y", "-x", "+x", "none"], BeforeValidator(_read_front)]
Unit = Annotated[Literal["m", "cm", "mm", "in", "ft"], BeforeValidator(_read_unit)]
Label = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=50)]


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FitSize(_Frozen):
    """A known size in metres, seen from the front. One of the three: scaled in proportion to it; all
    three: stretched to them."""

    width: PositiveMetres | None = None
    depth: PositiveMetres | None = None
    height: PositiveMetres | None = None

    @model_validator(mode="after")
    def _one_or_all(self) -> FitSize:
        given = [value for value in (self.width, self.depth, self.height) if value is not None]
        if len(given) not in (1, 3):
            raise ValueError(
                "size needs one of width, depth, height (scaled in proportion) or all three (stretched)"
            )
        return self


class AssetOptions(_Frozen):
    """How to take one piece of furniture out of a file. Everything may be left out.

    objects, collection: take only these (with their children), by name in the file.
    front: the axis of the file that the piece's front faces; "none" for a piece without a front.
    yaw: degrees to turn the piece further, counter-clockwise seen from above.
    unit: what one unit of the file is, whatever its scene says. scale: a factor on top.
    size: see FitSize.
    """

    objects: Annotated[
        tuple[str, ...] | None, BeforeValidator(_read_names), WithJsonSchema(_NAMES_SCHEMA)
    ] = None
    collection: str | None = None
    front: Front | None = None
    yaw: Annotated[float, BeforeValidator(_read_yaw), Field(allow_inf_nan=False)] = 0.0
    unit: Unit | None = None
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1.0
    size: FitSize | None = None

    @model_validator(mode="after")
    def _one_choice(self) -> AssetOptions:
        if self.objects is not None and self.collection is not None:
            raise ValueError("give objects or collection, not both")
        if self.objects is not None and not self.objects:
            raise ValueError("objects is empty; name at least one object, or leave it out")
        return self

    def to_request(self) -> dict[str, Any]:
        """Plain JSON values for the Blender side: lengths in metres, `unit_m` a unit's metres."""
        return {
            "objects": list(self.objects) if self.objects is not None else None,
            "collection": self.collection,
            "front": self.front,
            "yaw_deg": self.yaw,
            "unit_m": float(METRES[self.unit]) if self.unit else None,
            "scale": self.scale,
            "size_m": [self.size.width, self.size.depth, self.size.height] if self.size else None,
        }


class Asset(AssetOptions):
    """One entry of the catalogue: a file, what it is, and how to import it."""

    file: str
    category: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    label: Label
    licence: str
    source: str
    polyhaven: Annotated[str, Field(pattern=r"^[A-Za-z0-9_]+$")] | None = None

    @field_validator("file")
    @classmethod
    def _inside_folder(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts or "\\" in value or ":" in value:
            raise ValueError(f"{value!r} must be a path inside the asset folder")
        if path.suffix != ".blend":
            raise ValueError(f"{value!r} is not a .blend file")
        return value

    def options(self, override: AssetOptions | None = None) -> AssetOptions:
        """This entry's import options; what `override` sets (a scene's piece, say) wins."""
        values = {name: getattr(self, name) for name in AssetOptions.model_fields}
        if override is not None:
            given = override.model_fields_set & AssetOptions.model_fields.keys()
            if given & {"objects", "collection"}:
                values["objects"] = values["collection"] = None
            values.update({name: getattr(override, name) for name in given})
        return AssetOptions.model_construct(_fields_set=set(values), **values)


class Catalog(_Frozen):
    """Every known asset by its key, in the file's order."""

    assets: dict[str, Asset]

    @model_validator(mode="after")
    def _labels_differ(self) -> Catalog:
        seen: dict[str, str] = {}
        for key, asset in self.assets.items():
            first = seen.setdefault(asset.label.lower(), key)
            if first != key:
                raise ValueError(f"{first} and {key} have the same label {asset.label!r}")
        return self


def read_catalog(path: Path) -> Catalog:
    """Read assets_manifest.yaml. Raises SpecError with every fault, each with its line."""
    return validate(Catalog, read_yaml(path))
