import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.quantity import read_angle_deg, read_length_mm


@pytest.mark.parametrize(
    ("text", "mm"),
    [("100 mm", 100), ("0.8 m", 800), ("75 cm", 750), ("1m", 1000), ("-2.5 cm", -25), (0, 0), ("10 in", 254)],
)
def test_lengths_are_read_in_whole_millimetres(text, mm):
    assert read_length_mm(text) == mm


@given(st.integers(-199_999, 199_999))
def test_every_whole_millimetre_survives_in_each_unit(mm):
    assert read_length_mm(f"{mm} mm") == mm
    assert read_length_mm(f"{mm / 10:.1f} cm") == mm
    assert read_length_mm(f"{mm / 1000:.3f} m") == mm


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("100", "no unit; write e.g. 100 mm or 0.1 m"),
        (1400, "no unit; write e.g. 1400 mm or 1.4 m"),
        (-20, "no unit; write e.g. -20 mm or -2 cm"),
        (0.9, "no unit; write e.g. 0.9 m or 900 mm"),
        (5, "no unit; write e.g. 5 m or 5000 mm"),
        ("100 mn", "did you mean 'm'"),
        ("0.5 mm", "whole number of millimetres"),
        ("300 m", "more than 200 m"),
        ("ten m", "not a length"),
        (True, "a length with its unit"),
        (None, "a length with its unit"),
        ("1 mm; rm", "not a length"),
    ],
)
def test_what_is_no_length_is_refused_with_what_to_write(value, message):
    with pytest.raises(ValueError, match=message):
        read_length_mm(value)


def test_angles_are_read_in_whole_degrees():
    assert read_angle_deg("45 deg") == 45
    assert read_angle_deg("-90°") == 270
    for value in ("45", "45 grad", 4.5, True, "half"):
        with pytest.raises(ValueError, match="deg"):
            read_angle_deg(value)
