"""Playing a script on moto: each step gets the answer that our machine must give."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

import freezegun
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from differences import DIFFERENCES, Difference
from peer import START, Json, Peer

Clock = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory


class LeftOut(Exception):
    """A step met a difference after which the two would hold something else."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.name)
        self.difference = difference


@dataclass
class Play:
    """A script being played: what it has come to so far."""

    clock: Clock
    script: Json
    """What the case will be, with the steps made so far."""
    peer: Peer = field(init=False)
    met: Counter[str] = field(default_factory=Counter)
    """How often each difference was met."""

    def __post_init__(self) -> None:
        self.clock.move_to(START)
        self.peer = Peer.of(self.script)
        self.script = {**self.script, "steps": []}

    def take(self, step: Json) -> Json:
        """Makes a step; gives it with the answer that is expected. A step that is left out has changed nothing."""
        self.peer.now = step["at"]
        self.clock.move_to(START + timedelta(seconds=step["at"]))
        met = [difference for difference in DIFFERENCES if difference.applies(self.peer, step)]
        for difference in met:
            if difference.ours is None and difference.amended is None:
                raise LeftOut(difference)
        decided = next((difference.ours for difference in met if difference.ours is not None), None)
        answer = self.peer.perform(step) if decided is None else decided
        for difference in met:
            if difference.amended:
                answer = difference.amended(self.peer, step, answer)
        self.met.update(difference.name for difference in met)
        taken = {**step, "expect": answer}
        self.script["steps"].append(taken)
        return taken


def played(clock: Clock, script: Json) -> Json | None:
    """The whole script with its answers; nothing where a step is left out or refers to a step that is not there."""
    play = Play(clock, script)
    try:
        for step in script["steps"]:
            play.take({key: value for key, value in step.items() if key != "expect"})
    except (LeftOut, KeyError):
        return None
    return play.script


def raw(clock: Clock, script: Json) -> list[Json]:
    """moto's own answers to a script."""
    clock.move_to(START)
    peer, answers = Peer.of(script), []
    for step in script["steps"]:
        peer.now = step["at"]
        clock.move_to(START + timedelta(seconds=step["at"]))
        answers.append(peer.perform(step))
    return answers


def virtual_time() -> freezegun.api._freeze_time:
    """The clock that moto sees, to be entered once, since that takes long."""
    return freezegun.freeze_time(START)
