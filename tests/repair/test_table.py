import pytest

from solver.core.layout import CSV_HEADER
from solver.errors import OutputError
from solver.repair.table import parse_table, read_table

HEADER = ",".join(CSV_HEADER)
ROWS = "Sofa,2.500,5.440,0.000,0,100\nTVStand,2.500,0.210,0.000,180,0\n"


def test_a_table_as_solve_writes_it():
    table = parse_table(f"{HEADER}\n{ROWS}")
    assert [row.object for row in table.rows] == ["Sofa", "TVStand"] and not table.pinned


@pytest.mark.parametrize(("word", "is_pinned"), [("yes", True), ("TRUE", True), ("no", False), ("", False)])
def test_a_further_column_pins(word, is_pinned):
    table = parse_table(
        f"{HEADER},pinned\n" + ROWS.replace("100\n", f"100,{word}\n").replace(",0\n", ",0,\n")
    )
    assert table.pinned == ({"Sofa"} if is_pinned else set())
    assert len(table.rows) == 2


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{HEADER},pinned\nSofa,2.5,5.4,0.0,0,100,perhaps\n", "layout.csv:2: pinned is 'perhaps'"),
        (f"{HEADER},pinned\nSofa,2.5,far,0.0,0,100,yes\n", "layout.csv:2: y is 'far'"),
        (f"{HEADER},pind\n{ROWS}", "the header is"),
        ("", "is empty"),
        (f"{HEADER}\n{'x' * 200_000},1,1,1,1,1\n", "is no table of plain text"),
    ],
)
def test_a_table_that_is_none_is_refused(text, fault):
    with pytest.raises(OutputError, match=fault):
        parse_table(text)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    path = tmp_path / "layout.csv"
    with pytest.raises(OutputError, match="is missing"):
        read_table(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OutputError, match="not UTF-8"):
        read_table(path)
    path.write_bytes(b"x" * 1_000_001)
    with pytest.raises(OutputError, match="at most"):
        read_table(path)
