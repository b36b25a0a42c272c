"""Toys, fruit and tools."""

from __future__ import annotations

from solver.blender.furniture.shapes import Part
from solver.blender.truth.things.shapes import MAIN, ball, block, pyramid, rod, turn, wheel


def model_ball() -> list[Part]:
    """A ball with a white belt."""
    return [
        ball(0.085, 0.085),
        turn([(0.083, 0.075), (0.0865, 0.08), (0.0865, 0.09), (0.083, 0.095)], "cream"),
    ]


def model_toy_car() -> list[Part]:
    """A car on four wheels, its front to -x."""
    wheels = [wheel(0.032, 0.024, x, y, 0.032, 1, "dark") for x in (-0.07, 0.07) for y in (-0.056, 0.056)]
    return [
        block((0.23, 0.11, 0.05), z=0.03),
        block((0.12, 0.094, 0.05), x=0.015, z=0.078),
        block((0.105, 0.098, 0.03), x=0.015, z=0.085, colour="dark"),
        *wheels,
    ]


def model_boat() -> list[Part]:
    """A boat with a cabin and a funnel, its bow to -x."""
    hull = pyramid(0.15, 0.07, 0.0, 0.06, 1.5)
    return [
        hull,
        block((0.08, 0.07, 0.045), x=0.02, z=0.058, colour="cream"),
        turn([(0.018, 0.1), (0.018, 0.155)]).move(x=0.03),
    ]


def model_rocket() -> list[Part]:
    """A rocket on four fins."""
    fins = [block((0.07, 0.01, 0.08), x=0.05).turn(2, angle) for angle in (45.0, 135.0, 225.0, 315.0)]
    body = turn([(0.03, 0.015), (0.045, 0.06), (0.045, 0.17), (0.03, 0.215)], "cream")
    return [body, turn([(0.031, 0.214), (0.002, 0.275)]), *fins, ball(0.02, 0.15, "steel").move(y=-0.03)]


def model_robot() -> list[Part]:
    """A robot with a square head, facing -y."""
    eyes = [ball(0.012, 0.205, "flame").move(x=x, y=-0.04) for x in (-0.022, 0.022)]
    limbs = [block((0.036, 0.045, 0.06), x=x, colour="steel") for x in (-0.03, 0.03)]
    limbs += [block((0.025, 0.03, 0.09), x=x, z=0.07, colour="steel") for x in (-0.072, 0.072)]
    return [
        block((0.115, 0.07, 0.105), z=0.058),
        block((0.085, 0.075, 0.07), z=0.17),
        *eyes,
        *limbs,
        rod((0, 0, 0.235), (0, 0, 0.275), (0.004, 0.004), "steel"),
    ]


def model_snowman() -> list[Part]:
    """Three balls with a hat in the thing's colour."""
    balls = [ball(0.075, 0.07, "cream"), ball(0.055, 0.16, "cream"), ball(0.042, 0.23, "cream")]
    hat = [turn([(0.06, 0.255), (0.06, 0.262)]), turn([(0.038, 0.26), (0.038, 0.305)])]
    return [*balls, *hat, rod((0.0, -0.036, 0.226), (0.0, -0.08, 0.234), (0.009, 0.002), "flame")]


def model_cone() -> list[Part]:
    """A traffic cone."""
    band = turn([(0.043, 0.1), (0.0335, 0.135)], "cream")
    return [block((0.15, 0.15, 0.018)), turn([(0.062, 0.016), (0.012, 0.21)]), band]


def model_pyramid() -> list[Part]:
    """A four-sided pyramid."""
    return [pyramid(0.19, 0.19, 0.0, 0.17)]


def model_apple() -> list[Part]:
    """An apple with stalk and leaf."""
    body = turn(
        [
            (0.02, 0.006),
            (0.05, 0.0),
            (0.08, 0.045),
            (0.085, 0.085),
            (0.065, 0.135),
            (0.03, 0.142),
            (0.008, 0.125),
        ]
    )
    return [
        body,
        rod((0, 0, 0.12), (0.012, 0, 0.175), (0.006, 0.005), "wood"),
        ball(0.022, 0.165, "leaf", 0.35).move(x=0.03),
    ]


def model_dumbbell() -> list[Part]:
    """A dumbbell lying along x."""
    ends = [wheel(0.055, 0.05, x, 0.0, 0.055, 0, MAIN) for x in (-0.085, 0.085)]
    return [*ends, wheel(0.02, 0.15, 0.0, 0.0, 0.055, 0, "steel")]


def model_barrel() -> list[Part]:
    """A barrel with two hoops."""
    hoops = [turn([(r, z - 0.008), (r, z + 0.008)], "dark") for r, z in ((0.0755, 0.045), (0.0755, 0.155))]
    return [turn([(0.06, 0.0), (0.072, 0.04), (0.078, 0.1), (0.072, 0.16), (0.06, 0.2)]), *hoops]


def model_mushroom() -> list[Part]:
    """A mushroom."""
    cap = turn([(0.03, 0.098), (0.1, 0.1), (0.095, 0.13), (0.065, 0.165), (0.02, 0.18)])
    return [turn([(0.045, 0.0), (0.032, 0.06), (0.03, 0.105)], "cream"), cap]


TOYS = {
    "ball": model_ball, "toy car": model_toy_car, "toy boat": model_boat, "toy rocket": model_rocket,
    "robot": model_robot, "snowman": model_snowman, "traffic cone": model_cone, "pyramid": model_pyramid,
    "apple": model_apple, "dumbbell": model_dumbbell, "barrel": model_barrel, "mushroom": model_mushroom,
}  # fmt: skip
