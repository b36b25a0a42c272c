"""What a rule's check says: kept, missed, left out, or not measurable and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.check.rules import MEASURES, check_rules
from tests.check.furnished import faults, make_case, tell

ON_TOP = "line 14 on_top: piece lamp, of table"
FAR = "line 16 far: piece guest, from table, by 300 mm"
WALKABLE = "line 17 walkable: width 600 mm, to guest, side any"
NEAR = "line 18 near: piece table, to column, within 700 mm, weight 2"


def test_every_rule_of_the_furnished_room_is_kept_and_says_its_number() -> None:
    told = tell(check_rules(make_case()))
    assert list(told) == [ON_TOP, "line 15 under: piece rug, of table, overlap 400 mm", FAR, WALKABLE, NEAR]
    assert told[FAR] == ("pass", "gap of Guest to Table 1300 mm")
    assert faults(check_rules(make_case())) == {}


def test_rules_about_what_is_left_out_say_so() -> None:
    told = tell(check_rules(make_case(without=["Guest"])))
    assert told[FAR] == ("pass", "guest left out")
    assert told[WALKABLE] == ("pass", "all that it is about is left out")


def test_a_wish_is_missed_and_no_fault() -> None:
    told = {c.name: c for c in check_rules(make_case(Table=(0.9, 2.0, 0.0, 2.1, 2.7, 0.45)))}[NEAR]
    assert told.status == "missed" and told.measured == "gap of Table to column 750 mm"
    assert told.why == (
        "gap of Table to column is 750 mm; the rule at corner.yaml:18 says at most 700 mm + 2 mm"
    )


def test_a_broken_rule_says_what_is_wrong_with_the_nearest_way_to_keep_it() -> None:
    told = {c.name: c for c in check_rules(make_case(Guest=(2.4, 2.0, 0.0, 2.8, 2.3, 0.8)))}[FAR]
    assert told.status == "fail" and told.measured == "gap of Guest to Table 200 mm"
    assert told.limit == "at least 300 mm - 2 mm"


def test_what_is_not_there_to_be_measured_is_said() -> None:
    told = {c.name: c for c in check_rules(make_case(supports={"Lamp": {"Rug": 1.0}}))}[ON_TOP]
    assert told.status == "unmeasurable"
    assert told.why == "Lamp has no part of Table below it (rule at corner.yaml:14)"
    told = {c.name: c for c in check_rules(make_case(without=["Lamp"]))}[ON_TOP]
    assert (told.status, told.why) == ("unmeasurable", "Lamp is missing (rule at corner.yaml:14)")
    told = {c.name: c for c in check_rules(make_case(without=["Rug"]))}[WALKABLE]
    assert (told.status, told.why) == ("unmeasurable", "Rug is missing (rule at corner.yaml:17)")


def test_no_file_and_no_measure_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    unread = replace(make_case(), measured=None, fault="room.blend is broken")
    assert {(c.status, c.why) for c in check_rules(unread)} == {("unmeasurable", "room.blend is broken")}
    monkeypatch.delitem(MEASURES, "far")
    told = {c.name: c for c in check_rules(make_case())}
    assert told[FAR].why == "no measuring is known for the rule far"
    assert told[FAR].status == "unmeasurable" and told[ON_TOP].passed
