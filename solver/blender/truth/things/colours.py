"""Named colours, linear RGB: far enough apart to be told in any light of ours."""

COLOURS = {
    "red": (0.55, 0.02, 0.02),
    "orange": (0.80, 0.22, 0.01),
    "yellow": (0.80, 0.58, 0.02),
    "green": (0.03, 0.30, 0.05),
    "blue": (0.02, 0.09, 0.50),
    "purple": (0.19, 0.03, 0.34),
    "pink": (0.80, 0.24, 0.38),
    "brown": (0.13, 0.05, 0.02),
    "white": (0.82, 0.82, 0.80),
    "black": (0.012, 0.012, 0.014),
}
# Parts that keep their colour whatever the thing's own is.
FIXED = {
    "leaf": (0.04, 0.22, 0.04),
    "steel": (0.35, 0.36, 0.38),
    "cream": (0.75, 0.70, 0.58),
    "wood": (0.30, 0.16, 0.07),
    "dark": (0.02, 0.02, 0.02),
    "flame": (0.90, 0.45, 0.05),
}
