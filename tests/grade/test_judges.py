"""The picture judge: stubs, and an endpoint tried against a local server that answers like one."""

from __future__ import annotations

import base64
import io
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PIL import Image

from solver.errors import SpecError
from solver.grade.judges import Endpoint, ask_endpoint, make_judge

RUBRIC = {"vlm_a": "first", "vlm_b": "second"}


class Answers(BaseHTTPRequestHandler):
    """Answers every question with the body of `reply`, after `delay_s`."""

    reply: ClassVar[bytes] = b""
    status: ClassVar[int] = 200
    delay_s: ClassVar[float] = 0.0
    questions: ClassVar[list[dict[str, Any]]] = []
    headers_seen: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        Answers.questions.append(json.loads(self.rfile.read(length)))
        Answers.headers_seen.append(f"{self.path} {self.headers['Authorization']}")
        time.sleep(Answers.delay_s)
        self.send_response(Answers.status)
        self.end_headers()
        self.wfile.write(Answers.reply)

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def server() -> Iterator[str]:
    Answers.status, Answers.delay_s, Answers.questions, Answers.headers_seen = 200, 0.0, [], []
    with HTTPServer(("127.0.0.1", 0), Answers) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}/v1/"
        running.shutdown()


@pytest.fixture
def picture(tmp_path: Path) -> str:
    Image.new("RGB", (1500, 1000), (9, 99, 199)).save(tmp_path / "render.png")
    return str(tmp_path / "render.png")


def say(content: object, **more: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content, **more}}]}).encode()


def ask(url: str, picture: str, timeout_s: float = 5.0) -> dict[str, Any]:
    return ask_endpoint(Endpoint(url, "model-x", "key-y", timeout_s), [picture], RUBRIC, "Look.")


def test_scores_are_read_and_kept_within_0_and_1(server: str, picture: str) -> None:
    Answers.reply = say('{"vlm_a": -0.25, "vlm_b": 0}')
    assert ask(server, picture) == {"vlm_a": 0.0, "vlm_b": 0.0, "judge_method": "endpoint model-x"}
    Answers.questions.clear(), Answers.headers_seen.clear()
    Answers.reply = say('Here: {"vlm_a": 0.25, "vlm_b": 7} as asked')
    assert ask(server, picture) == {"vlm_a": 0.25, "vlm_b": 1.0, "judge_method": "endpoint model-x"}
    (question,) = Answers.questions
    assert Answers.headers_seen == ["/v1/chat/completions Bearer key-y"]
    text, image = question["messages"][0]["content"]
    assert question["model"] == "model-x" and question["temperature"] == 0
    assert "vlm_a: first" in text["text"] and text["text"].startswith("Look.")
    assert image["image_url"]["url"].startswith("data:image/png;base64,")
    sent = base64.b64decode(image["image_url"]["url"].partition(",")[2])
    with Image.open(io.BytesIO(sent)) as small:  # sent small
        assert (small.size, small.getpixel((500, 300))) == ((1024, 683), (9, 99, 199))


def test_the_first_choice_counts_and_answers_end_at_a_megabyte(server: str, picture: str) -> None:
    first, second = ({"message": {"content": json.dumps({"vlm_a": k, "vlm_b": k})}} for k in (1, 0))
    empty = len(json.dumps({"choices": [first, second], "more": ""}))
    for length in (1_000_000, 1_000_001):
        Answers.reply = json.dumps({"choices": [first, second], "more": "x" * (length - empty)}).encode()
        assert len(Answers.reply) == length
        answer = ask(server, picture)
        if length == 1_000_000:
            assert answer["vlm_a"] == 1.0
        else:
            assert answer["judge_method"].startswith("failed: JSONDecodeError")


def test_the_reason_is_told_in_few_words(server: str, picture: str) -> None:
    Answers.reply = say("no " * 40)
    expected = f"failed: ValueError: no JSON object in the answer {('no ' * 40)[:80]!r}"
    assert ask(server, picture) == {"judge_method": expected}
    Answers.reply = say(None, refusal="I must not " * 40)
    assert ask(server, picture)["judge_method"] == f"failed: ValueError: refused: {'I must not ' * 40}"[:300]
    assert Endpoint("", "").timeout_s == 60.0


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (say("I cannot judge this"), "no JSON object"),
        (say('{"vlm_a": 1}'), "KeyError"),
        (say('{"vlm_a": 1, "vlm_b": "good"}'), "not a number"),
        (say('{"vlm_a": 1, "vlm_b": true}'), "not a number"),
        (say('{"vlm_a": 1, "vlm_b": NaN}'), "not a number"),
        (say("{broken}"), "JSONDecodeError"),
        (say(None, refusal="I must not"), "refused: I must not"),
        (b"no json at all", "JSONDecodeError"),
        (b'{"choices": []}', "IndexError"),
        (b'{"error": "overloaded"}', "KeyError"),
    ],
)
def test_what_is_no_answer_gives_no_scores_and_the_reason(
    server: str, picture: str, reply: bytes, words: str
) -> None:
    Answers.reply = reply
    answer = ask(server, picture)
    assert set(answer) == {"judge_method"}
    assert answer["judge_method"].startswith("failed: ") and words in answer["judge_method"]


def test_errors_and_time_outs(server: str, picture: str) -> None:
    Answers.reply, Answers.status = say("{}"), 500
    assert "HTTPError" in ask(server, picture)["judge_method"]
    Answers.status, Answers.delay_s = 200, 1.0
    assert "TimeoutError" in ask(server, picture, timeout_s=0.2)["judge_method"]
    assert "URLError" in ask("http://127.0.0.1:9/v1", picture)["judge_method"]


def test_names(server: str, picture: str) -> None:
    assert make_judge("none", {}) is None
    with pytest.raises(SpecError, match="choose one of 0, 1, fail, none, endpoint"):
        make_judge("2", {})
    with pytest.raises(SpecError, match="SCENE_SOLVER_JUDGE_URL and SCENE_SOLVER_JUDGE_MODEL"):
        make_judge("endpoint", {})
    Answers.reply = say('{"vlm_a": 1, "vlm_b": 0}')
    judge = make_judge("endpoint", {"SCENE_SOLVER_JUDGE_URL": server, "SCENE_SOLVER_JUDGE_MODEL": "m"})
    assert judge is not None
    assert judge([picture], RUBRIC, "")["vlm_a"] == 1.0
