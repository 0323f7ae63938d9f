"""Showing each known difference, so that the list says nothing that is no longer so."""

from __future__ import annotations

from collections.abc import Iterator

from differences import DIFFERENCES, Difference
from machine import Machine
from peer import Json
from play import Clock, raw


def demonstrate(clock: Clock, machine: Machine) -> Iterator[tuple[Difference, str]]:
    """Each difference, and what is wrong with its entry: nothing where moto and our machine answer as written."""
    by_ours = machine.check([case(difference, difference.shown.ours) for difference in DIFFERENCES])
    by_moto = machine.check([case(difference, difference.shown.moto) for difference in DIFFERENCES])
    for difference, ours, moto in zip(DIFFERENCES, by_ours, by_moto):
        last = len(difference.shown.steps)
        answer = raw(clock, script(difference))[-1]
        if not fits(difference.shown.moto, answer):
            yield difference, f"moto answers {answer} instead of {difference.shown.moto}"
        elif ours:
            yield difference, f"we answer otherwise than written: step {ours.step} {ours.reason}"
        elif moto is None or moto.step != last:
            yield difference, "moto's answer is ours as well"
        else:
            yield difference, ""


def script(difference: Difference) -> Json:
    """The script that shows it."""
    shown = difference.shown
    return {"name": difference.name, "queues": shown.queues, "settings": shown.settings, "steps": shown.steps}


def case(difference: Difference, answer: Json) -> Json:
    """The same, with the answer that is expected in the end."""
    *steps, last = difference.shown.steps
    return {**script(difference), "steps": [*steps, {**last, "expect": answer}]}


def fits(expected: object, answer: object) -> bool:
    """Whether an answer holds at least what is expected; `None` is what it must not hold."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return ("error" in expected) == ("error" in answer) and all(
            fits(value, answer.get(key)) for key, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(answer, list):
        return len(expected) == len(answer) and all(map(fits, expected, answer))
    return expected == answer
