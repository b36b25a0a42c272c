"""The picture judge as a plug: a stub that always says the same, or an OpenAI-compatible endpoint."""

from __future__ import annotations

import base64
import io
import json
import math
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from solver.errors import SpecError
from solver.grade.weavebench import Judge

STUBS = ("0", "1", "fail", "none")
LONGEST_PX = 1024  # pictures are sent smaller: judges do not look closer
ANSWER_LIMIT = 1_000_000
VARIABLES = ("SCENE_SOLVER_JUDGE_URL", "SCENE_SOLVER_JUDGE_MODEL", "SCENE_SOLVER_JUDGE_KEY")


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible chat endpoint: the base address (…/v1), the model's name, the key."""

    url: str
    model: str
    key: str = ""
    timeout_s: float = 60.0


def make_judge(name: str, environment: Mapping[str, str]) -> Judge | None:
    """The judge called 0, 1, fail, none or endpoint; None for none. Raises SpecError for another name, or
    where the endpoint's variables are not set."""
    if name == "none":
        return None
    if name == "fail":
        return lambda pictures, rubric, instruction: {"judge_method": "failed"}
    if name in STUBS:
        return lambda pictures, rubric, instruction: {
            **dict.fromkeys(rubric, float(name)),
            "judge_method": "stub",
        }
    if name != "endpoint":
        raise SpecError(f"--judge {name}: choose one of {', '.join((*STUBS, 'endpoint'))}")
    missing = [variable for variable in VARIABLES[:2] if not environment.get(variable)]
    if missing:
        raise SpecError(f"--judge endpoint needs the environment variables {' and '.join(missing)}")
    url, model, key = (environment.get(variable, "") for variable in VARIABLES)
    endpoint = Endpoint(url, model, key)
    return lambda pictures, rubric, instruction: ask_endpoint(endpoint, pictures, rubric, instruction)


def ask_endpoint(
    endpoint: Endpoint, pictures: list[str], rubric: Mapping[str, str], instruction: str
) -> dict[str, Any]:
    """Scores 0 to 1 for every key of the rubric, and "judge_method".

    Whatever goes wrong (time-out, refusal, an answer that is no JSON, a missing key) gives no scores and
    the reason as `judge_method`, which counts as 0 for every key, as a failed call does in the benchmark.
    """
    try:
        answer = _post(endpoint, _write_question(endpoint.model, pictures, rubric, instruction))
        return {**_read_scores(answer, rubric), "judge_method": f"endpoint {endpoint.model}"}
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        return {"judge_method": f"failed: {type(error).__name__}: {error}"[:300]}


def _write_question(
    model: str, pictures: list[str], rubric: Mapping[str, str], instruction: str
) -> dict[str, Any]:
    points = "\n".join(f"- {key}: {text}" for key, text in rubric.items())
    text = (
        f"{instruction}\nScore each point from 0 to 1:\n{points}\n"
        f"Answer with one JSON object, its keys {', '.join(rubric)}, its values numbers from 0 to 1."
    )
    content: list[dict[str, Any]] = [{"type": "text", "text": text}]
    content += [{"type": "image_url", "image_url": {"url": _encode(path)}} for path in pictures]
    return {"model": model, "temperature": 0, "messages": [{"role": "user", "content": content}]}


def _encode(path: str) -> str:
    with Image.open(path) as image:
        small = image.convert("RGB")
    small.thumbnail((LONGEST_PX, LONGEST_PX))
    data = io.BytesIO()
    small.save(data, format="PNG")
    return "data:image/png;base64," + base64.b64encode(data.getvalue()).decode("ascii")


def _post(endpoint: Endpoint, question: dict[str, Any]) -> str:
    request = urllib.request.Request(
        endpoint.url.rstrip("/") + "/chat/completions",
        data=json.dumps(question).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {endpoint.key}"},
    )
    with urllib.request.urlopen(request, timeout=endpoint.timeout_s) as reply:
        data = json.loads(reply.read(ANSWER_LIMIT))
    message = data["choices"][0]["message"]
    if message.get("refusal"):
        raise ValueError(f"refused: {message['refusal']}")
    return str(message["content"])


def _read_scores(answer: str, rubric: Mapping[str, str]) -> dict[str, float]:
    found = re.search(r"\{.*\}", answer, re.DOTALL)
    if found is None:
        raise ValueError(f"no JSON object in the answer {answer[:80]!r}")
    values = json.loads(found.group(0))
    scores = {}
    for key in rubric:
        value = values[key]
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError(f"{key} is {value!r}, not a number")
        scores[key] = min(1.0, max(0.0, float(value)))
    return scores
