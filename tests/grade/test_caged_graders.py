"""Graders in the cage: good ones are heard, bad ones are reported as what they are, and the run goes on."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from solver.errors import SpecError
from solver.grade.faults import Fault
from solver.grade.outcome import CRASHED, FLOODED, HUNG, SCORED, SENSELESS, SILENT, SWARMED
from solver.grade.regress import regress
from solver.grade.targets import Setting, judge_value, parse_target

MODULE = "tests.grade.graders"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    out = tmp_path / "out"
    out.mkdir()
    (out / "room.blend").write_bytes(b"BLENDER")
    return out


def grade(folder: Path, name: str, limit_s: float = 30.0):  # type: ignore[no-untyped-def]
    return parse_target(f"{MODULE}:{name}", Setting("{}", "1", limit_s))(folder)


def test_a_fair_grader_is_heard(folder: Path) -> None:
    outcome = grade(folder, "fair")
    assert (outcome.status, outcome.score, outcome.passed) == (SCORED, 1.0, None)
    assert grade(folder, "says_yes").passed is True


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("floods", FLOODED, "more than 10 MB"),
        ("swarms", SWARMED, "ran more than 256 processes at a time"),
        ("exits", SILENT, "code 0 and no result"),
        ("dies", CRASHED, "code 134"),
        ("raises", CRASHED, "KeyError: 'render.png'"),
        ("gives_nothing", SILENT, "no score"),
        ("gives_nan", SENSELESS, "nan"),
        ("gives_words", SENSELESS, "good"),
        ("eats_memory", CRASHED, "MemoryError"),
        ("no_such_function", CRASHED, "AttributeError"),
    ],
)
def test_a_bad_grader_is_named_as_such(folder: Path, name: str, status: str, words: str) -> None:
    outcome = grade(folder, name)
    assert (outcome.status, outcome.score) == (status, None)
    assert words in outcome.detail


def test_a_hanging_grader_is_stopped(folder: Path) -> None:
    started = time.perf_counter()
    outcome = grade(folder, "hangs", 1.5)
    assert outcome.status == HUNG
    assert time.perf_counter() - started < 20.0


def count_sleepers() -> int:
    count = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                count += b"tests.grade.graders:forks" in (entry / "environ").read_bytes()
            except OSError:
                continue
    return count


def test_forks_die_with_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "tests.grade.graders:forks")  # a mark that children inherit
    outcome = grade(folder, "forks")
    assert outcome.score == 0.5
    assert "left processes running when it ended" in outcome.notes
    deadline = time.perf_counter() + 5.0
    me = b"tests.grade.graders:forks" in Path(f"/proc/{os.getpid()}/environ").read_bytes()
    while count_sleepers() > me and time.perf_counter() < deadline:
        time.sleep(0.1)
    assert count_sleepers() == me


def test_what_a_grader_waits_for_is_not_left_behind(folder: Path) -> None:
    notes = grade(folder, "runs_commands").notes
    assert not any("left processes" in note for note in notes)


def test_the_run_goes_on_after_bad_graders(folder: Path, tmp_path: Path) -> None:
    folders = {}
    for mood in ("hangs", "floods", "deletes", "exits", "gives_nan", "raises", "fair"):
        folders[mood] = tmp_path / mood
        shutil.copytree(folder, folders[mood])
        (folders[mood] / "mood.txt").write_text(mood)
    target = parse_target(f"{MODULE}:moody", Setting("{}", "1", 1.5))
    fault = Fault("x", "about", "rule", "fail", 0.0, 0.3)
    result = regress("moody", target, [(fault, path) for path in folders.values()], 2)
    assert [finding.outcome.status for finding in result.findings] == [
        HUNG, FLOODED, SCORED, SILENT, SENSELESS, CRASHED, SCORED,
    ]  # fmt: skip
    assert result.findings[-1].outcome.score == 1.0
    assert all(sorted(os.listdir(path)) == ["mood.txt", "room.blend"] for path in folders.values())


def test_pipes_are_left_out_and_links_stay_links(folder: Path) -> None:
    os.mkfifo(folder / "render.png")
    (folder / "top_view.png").symlink_to("nowhere")
    (folder / "assets").mkdir()
    assert grade(folder, "lists_kinds").scores == {
        "assets": "folder", "room.blend": "file", "top_view.png": "link", "score": 0.5,
    }  # fmt: skip


def test_a_deleted_folder_is_told_and_gold_stays(folder: Path) -> None:
    outcome = grade(folder, "deletes")
    assert outcome.score == 0.5
    assert "deleted its folder" in outcome.notes
    assert (folder / "room.blend").exists()


def test_reading_elsewhere_is_told(folder: Path) -> None:
    outcome = grade(folder, "reads_elsewhere")
    assert any("secret-of-the-benchmark" in note for note in outcome.notes)
    assert not any("reads outside" in note for note in grade(folder, "fair").notes)


def test_there_is_no_network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("LANG", str(server.getsockname()[1]))
        outcome = grade(folder, "calls_home")
    if any("could not be cut off" in note for note in outcome.notes):
        pytest.skip("this system allows no network namespace")
    assert outcome.status == CRASHED


@pytest.mark.blender
def test_blender_is_on_the_path(folder: Path) -> None:
    assert grade(folder, "runs_blender").score == 1.0


def test_a_command_speaks_with_its_last_line(folder: Path) -> None:
    setting = Setting("{}", limit_s=20.0)
    script = "import json, sys; print('working'); print(json.dumps({'score': 0.25, 'of': sys.argv[1]}))"
    outcome = parse_target(f'python3 -c "{script}" {{}}', setting)(folder)
    assert outcome.score == 0.25
    assert outcome.scores["of"].endswith("/workspace")
    assert parse_target("true", setting)(folder).passed is True
    assert parse_target("false", setting)(folder).passed is False
    assert parse_target("sh -c 'exit 3'", setting)(folder).status == CRASHED
    assert parse_target("echo fine", setting)(folder).status == SILENT
    assert parse_target("no-such-command-at-all", setting)(folder).status == CRASHED


def test_what_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such task file"):
        parse_target("no/such/file.md", Setting("{}"))
    with pytest.raises(SpecError, match="No closing quotation"):
        parse_target("'", Setting("{}"))


def test_values() -> None:
    assert judge_value(1, 0.0, ()).score == 1.0
    assert judge_value(True, 0.0, ()).passed is True
    assert judge_value({"passed": False}, 0.0, ()).passed is False
    assert judge_value({"overall_score": 0.5, "score": 1.0}, 0.0, ()).score == 0.5
    assert judge_value({}, 0.0, ()).status == SENSELESS
    assert judge_value({"other": 1.0}, 0.0, ()).status == SILENT
    assert judge_value(float("inf"), 0.0, ()).status == SENSELESS


def test_the_expected_file_lies_where_the_benchmark_has_it(folder: Path, tmp_path: Path) -> None:
    task = tmp_path / "task.md"
    task.write_text(
        "# Task\n\n## Automated Checks\n\n```python\n"
        "import json\nfrom pathlib import Path\n"
        "def grade(workspace_path=None, **kwargs):\n"
        "    gt = json.loads((Path(workspace_path).parent / 'gt' / 'expected.json').read_text())\n"
        "    from _judge_helper import vlm_score_rubric\n"
        "    return {'overall_score': gt['mark'] * vlm_score_rubric([], {'a': 'x'})['a']}\n"
        "```\n\n## Workspace Path\n"
    )
    assert parse_target(str(task), Setting('{"mark": 0.5}', "1"))(folder).score == 0.5
    assert parse_target(str(task), Setting('{"mark": 0.5}', "0"))(folder).score == 0.0
    assert parse_target(str(task), Setting('{"mark": 0.5}', "fail"))(folder).status == CRASHED
    assert "ModuleNotFoundError" in parse_target(str(task), Setting('{"mark": 0.5}', "none"))(folder).detail


def test_a_function_is_found_where_one_is(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Called as a module of this package is, which must not come first.
    (tmp_path / "facts.py").write_text("def grade(workspace):\n    return 0.75\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert parse_target("facts:grade", Setting("{}"))(folder).score == 0.75


def test_a_task_file_s_grader_stands_beside_its_workspace(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "task.md").write_text(
        "## Automated Checks\n\nimport os\ndef grade(workspace_path):\n"
        "    return os.path.samefile(os.getcwd(), os.path.dirname(workspace_path))\n"
    )
    assert parse_target(str(tmp_path / "task.md"), Setting("{}"))(folder).passed is True
