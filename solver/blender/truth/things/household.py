"""Small things of a household."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part
from solver.blender.truth.things.shapes import MAIN, ball, block, pyramid, ring, rod, turn, wheel


def model_mug() -> list[Part]:
    """A mug with a hollow and a handle."""
    body = turn([(0.052, 0.0), (0.058, 0.01), (0.058, 0.13), (0.052, 0.13), (0.050, 0.02)])
    return [body, ring(0.036, 0.009, 0.062, 0.066)]


def model_bowl() -> list[Part]:
    """An open bowl on a foot."""
    return [
        turn(
            [
                (0.05, 0.0),
                (0.05, 0.012),
                (0.09, 0.03),
                (0.12, 0.085),
                (0.114, 0.085),
                (0.085, 0.035),
                (0.03, 0.02),
            ]
        )
    ]


def model_bottle() -> list[Part]:
    """A bottle with a cork."""
    body = turn([(0.048, 0.0), (0.052, 0.01), (0.052, 0.16), (0.03, 0.21), (0.018, 0.23), (0.018, 0.28)])
    return [body, turn([(0.015, 0.28), (0.017, 0.305)], "wood")]


def model_vase() -> list[Part]:
    """A bellied vase."""
    return [
        turn(
            [
                (0.045, 0.0),
                (0.06, 0.02),
                (0.085, 0.09),
                (0.07, 0.16),
                (0.035, 0.21),
                (0.05, 0.25),
                (0.043, 0.25),
                (0.028, 0.21),
            ]
        )
    ]


def model_teapot() -> list[Part]:
    """A teapot with spout, handle and lid."""
    body = ball(0.085, 0.075, squash=0.85)
    foot = turn([(0.055, 0.0), (0.05, 0.02)])
    spout = rod((0.06, 0.0, 0.06), (0.135, 0.0, 0.14), (0.024, 0.011))
    lid = [ball(0.045, 0.138, squash=0.4), ball(0.014, 0.163)]
    return [body, foot, spout, ring(0.042, 0.009, -0.09, 0.085), *lid]


def model_candle() -> list[Part]:
    """A lit candle on a plate."""
    plate = turn([(0.05, 0.0), (0.075, 0.012), (0.07, 0.018), (0.03, 0.012)], "steel")
    return [
        plate,
        turn([(0.032, 0.012), (0.032, 0.19)]),
        turn([(0.003, 0.19), (0.003, 0.205)], "dark"),
        ball(0.012, 0.222, "flame", 1.7),
    ]


def model_book() -> list[Part]:
    """A thick book lying flat."""
    pages = block((0.142, 0.198, 0.042), z=0.008, colour="cream").move(x=0.004)
    return [
        block((0.16, 0.22, 0.008)),
        pages,
        block((0.16, 0.22, 0.008), z=0.05),
        block((0.01, 0.22, 0.05), x=-0.075, z=0.004),
    ]


def model_alarm_clock() -> list[Part]:
    """A round clock with two bells, facing -y."""
    face = wheel(0.062, 0.052, 0.0, -0.002, 0.085, 1, "cream")
    case = wheel(0.075, 0.05, 0.0, 0.0, 0.085, 1, MAIN)
    hands = [
        block((0.006, 0.004, 0.05), y=-0.029, z=0.085, colour="dark"),
        block((0.034, 0.004, 0.006), x=0.014, y=-0.029, z=0.082, colour="dark"),
    ]
    bells = [ball(0.026, 0.168, "steel").move(x=x) for x in (-0.042, 0.042)]
    legs = [rod((x, 0.0, 0.0), (x * 0.8, 0.0, 0.04), (0.008, 0.008), "dark") for x in (-0.045, 0.045)]
    return [case, face, *hands, *bells, *legs]


def model_table_lamp() -> list[Part]:
    """A lamp with a shade."""
    foot = turn([(0.06, 0.0), (0.06, 0.012), (0.012, 0.025), (0.012, 0.16)], "steel")
    return [foot, turn([(0.1, 0.15), (0.06, 0.27), (0.057, 0.27)])]


def model_plant() -> list[Part]:
    """A pot with a leafy ball."""
    leaves = [
        ball(0.05, z, "leaf").move(x=x, y=y)
        for x, y, z in (
            (0, 0, 0.2),
            (0.045, 0.02, 0.165),
            (-0.045, 0.02, 0.165),
            (0, -0.045, 0.16),
            (0, 0.05, 0.155),
        )
    ]
    return [turn([(0.05, 0.0), (0.068, 0.105), (0.072, 0.105), (0.072, 0.12), (0.06, 0.12)]), *leaves]


def model_bucket() -> list[Part]:
    """A bucket with an upright handle."""
    return [
        turn([(0.07, 0.0), (0.095, 0.15), (0.1, 0.155), (0.088, 0.155), (0.065, 0.01)]),
        ring(0.09, 0.005, 0.0, 0.15, "steel", 0.9),
    ]


def model_hourglass() -> list[Part]:
    """Two bulbs between two boards."""
    posts = [
        rod((x, y, 0.0), (x, y, 0.2), (0.006, 0.006), "wood") for x in (-0.05, 0.05) for y in (-0.05, 0.05)
    ]
    glass = turn([(0.05, 0.02), (0.052, 0.05), (0.01, 0.1), (0.052, 0.15), (0.05, 0.18)])
    return [
        block((0.14, 0.14, 0.02), colour="wood"),
        block((0.14, 0.14, 0.02), z=0.18, colour="wood"),
        glass,
        *posts,
    ]


def model_radio() -> list[Part]:
    """A radio with a loudspeaker, two knobs and an aerial, facing -y."""
    knobs = [wheel(0.014, 0.02, 0.055, -0.043, z, 1, "steel") for z in (0.045, 0.095)]
    return [
        block((0.2, 0.08, 0.135)),
        wheel(0.048, 0.012, -0.04, -0.04, 0.068, 1, "dark"),
        *knobs,
        rod((0.085, 0.02, 0.13), (0.1, 0.02, 0.25), (0.004, 0.002), "steel"),
    ]


def model_camera() -> list[Part]:
    """A photo camera, facing -y."""
    lens = [
        wheel(0.042, 0.06, 0.0, -0.055, 0.062, 1, "dark"),
        wheel(0.03, 0.07, 0.0, -0.055, 0.062, 1, "steel"),
    ]
    return [
        block((0.17, 0.06, 0.115)),
        *lens,
        block((0.06, 0.04, 0.03), z=0.112, colour="dark"),
        turn([(0.013, 0.113), (0.013, 0.128)], "steel").move(x=0.06),
    ]


def model_gift() -> list[Part]:
    """A parcel with a ribbon and a bow."""
    ribbons = [block((0.03, 0.164, 0.126), colour="cream"), block((0.164, 0.03, 0.126), colour="cream")]
    bows = [ball(0.024, 0.14, "cream").move(x=x) for x in (-0.026, 0.026)]
    return [block((0.16, 0.16, 0.12), z=0.001), *ribbons, *bows]


def model_trophy() -> list[Part]:
    """A cup with two handles on a block."""
    cup = turn(
        [(0.03, 0.03), (0.012, 0.055), (0.012, 0.085), (0.05, 0.12), (0.062, 0.2), (0.055, 0.2), (0.04, 0.13)]
    )
    return [
        block((0.1, 0.1, 0.035), colour="dark"),
        cup,
        *(ring(0.032, 0.006, x, 0.16) for x in (-0.068, 0.068)),
    ]


def model_bell() -> list[Part]:
    """A hand bell with a wooden grip."""
    body = turn([(0.085, 0.0), (0.08, 0.012), (0.055, 0.06), (0.045, 0.11), (0.018, 0.135)])
    return [body, turn([(0.014, 0.13), (0.02, 0.17), (0.014, 0.21), (0.018, 0.225)], "wood")]


def model_birdhouse() -> list[Part]:
    """A small house with a round door and a roof, facing -y."""
    door = wheel(0.028, 0.012, 0.0, -0.068, 0.085, 1, "dark")
    return [block((0.13, 0.13, 0.14), colour="cream"), door, pyramid(0.19, 0.19, 0.138, 0.09)]


HOUSEHOLD = {
    "mug": model_mug, "bowl": model_bowl, "bottle": model_bottle, "vase": model_vase, "teapot": model_teapot,
    "candle": model_candle, "book": model_book, "alarm clock": model_alarm_clock,
    "table lamp": model_table_lamp, "potted plant": model_plant, "bucket": model_bucket,
    "hourglass": model_hourglass, "radio": model_radio, "camera": model_camera, "gift": model_gift,
    "trophy": model_trophy, "bell": model_bell, "birdhouse": model_birdhouse,
}  # fmt: skip
