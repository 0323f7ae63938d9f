"""Making a failing script short: steps go as long as it still fails."""

from __future__ import annotations

import json
import re

from machine import Failure, Machine
from peer import Json
from play import Clock, played


def shrunk(clock: Clock, machine: Machine, script: Json, failure: Failure) -> tuple[Json, Failure]:
    """A script of which no step can be left out, and how it fails."""
    script = {**script, "steps": script["steps"][: failure.step]}
    size = max(1, len(script["steps"]) // 2)
    while True:
        shorter = [play for play in (played(clock, candidate) for candidate in candidates(script, size)) if play]
        failures = machine.check(shorter)
        worst = next(((play, fails) for play, fails in zip(shorter, failures) if fails), None)
        if worst:
            script, failure = worst
        elif size == 1:
            return script, failure
        else:
            size //= 2


def candidates(script: Json, size: int) -> list[Json]:
    """The script with so many steps in a row left out, and what refers to them; each under a name of its own."""
    steps = script["steps"]
    shorter = []
    for start in range(0, len(steps), size):
        left = steps[:start] + steps[start + size :]
        name = f"{script['name'].split('-')[0]}-{size}-{start}"
        shorter.append({**script, "name": name, "steps": without_dangling(left)})
    return shorter


def without_dangling(steps: list[Json]) -> list[Json]:
    """The steps that refer to no other than these."""
    kept: list[Json] = []
    names: set[str] = set()
    for step in steps:
        arguments = {key: value for key, value in step.items() if key != "expect"}
        if set(re.findall(r"\$(\w+)\.", json.dumps(arguments))) <= names:
            kept.append(step)
            names.add(step.get("as", ""))
    return kept
