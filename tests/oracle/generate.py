"""Random scripts of calls, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from peer import Json
from play import Clock, LeftOut, Play

Key = TypeVar("Key")

# How far the clock goes between two steps, in seconds, and how often. Eighths are exact in binary, so that moto's clock,
# a floating-point number, tells the same instants as ours.
PAUSES: dict[float, float] = {
    0: 30, 0.125: 10, 0.25: 5, 0.5: 8, 1: 12, 1.125: 5, 2: 8, 3.625: 5, 5: 5, 10.25: 4, 31.5: 2,
    61: 1, 150.5: 1, 301: 0.6, 43_201: 0.2,
}  # fmt: skip
GARBAGE = "garbage"
GROUPS = ["red", "green", "blue"]


@dataclass
class Generator:
    """A random script in the making."""

    rng: random.Random
    play: Play
    at: float = 0.0
    names: Counter[str] = field(default_factory=Counter)
    """How many answers of each kind were named."""
    receipts: list[tuple[str, str]] = field(default_factory=list)
    """The queue and the reference of each receipt, in order."""
    left_out: Counter[str] = field(default_factory=Counter)
    """How often a step met a difference that leaves it out."""

    def run(self, steps: int) -> None:
        """Makes steps, as many as asked for or as there are in three times as many tries."""
        kinds: dict[Callable[[str], Json], float] = {
            self.send: 30, self.receive: 30, self.delete: 16, self.change: 12,
            self.look: 8, self.set: 2, self.purge: 0.7,
        }  # fmt: skip
        queues = list(self.play.script["queues"])
        for _ in range(3 * steps):
            at = self.at + self.one_of(PAUSES)
            queue = self.one_of({name: 4 if name == "q" else 1 for name in queues})
            step = {"at": at, **self.one_of(kinds)(queue)}
            try:
                taken = self.play.take(step)
            except LeftOut as met:
                self.left_out[met.difference.name] += 1
                continue
            self.at = at
            self.note(taken)
            if len(self.play.script["steps"]) == steps:
                return

    def note(self, step: Json) -> None:
        """Takes in what a step adds to what later steps can use."""
        if "as" in step:
            self.names[step["as"][0]] += 1
        for index, _ in enumerate(step["expect"].get("Messages", [])):
            self.receipts.append((step["queue"], f"${step['as']}.{index}"))

    # --- Calls ----------------------------------------------------------------------------------------------------

    def send(self, queue: str) -> Json:
        """A message; in a FIFO queue of one of three groups, and sometimes a duplicate."""
        attributes = self.play.script["queues"][queue]
        number = self.names["s"] + 1
        step: Json = {"call": "SendMessage", "queue": queue, "as": f"s{number}", "MessageBody": f"m{number}"}
        if attributes.get("FifoQueue"):
            step["MessageGroupId"] = self.rng.choice(GROUPS)
            if attributes["ContentBasedDeduplication"]:
                step["MessageBody"] = self.rng.choice([f"m{number}", f"m{self.rng.randint(1, number)}"])
            if not attributes["ContentBasedDeduplication"] or self.one_in(5):
                step["MessageDeduplicationId"] = f"d{self.rng.choice([number, self.rng.randint(1, number)])}"
            if self.one_in(10):
                step["DelaySeconds"] = 0
        elif self.one_in(4):
            step["DelaySeconds"] = self.rng.choice([0, 0, 1, 2, 5, 20])
        elif self.one_in(6):
            step["MessageGroupId"] = self.rng.choice(GROUPS)
        return self.spoilt(step) if self.one_in(20) else step

    def spoilt(self, step: Json) -> Json:
        """The same message with a fault."""
        fault = self.rng.choice(["body", "delay", "late", "space", "group", "id", "fifo delay"])
        if fault == "body":
            return {**step, "MessageBody": ""}
        if fault in ("delay", "late"):
            return {**step, "DelaySeconds": -1 if fault == "delay" else 901}
        if fault == "space":
            return {**step, "MessageGroupId": "in between"}
        if fault == "group":
            return {key: value for key, value in step.items() if key != "MessageGroupId"}
        if fault == "id" and "MessageDeduplicationId" not in step:
            return {**step, "MessageDeduplicationId": "d0"}
        if fault == "id":
            return {key: value for key, value in step.items() if key != "MessageDeduplicationId"}
        return {**step, "DelaySeconds": 1}

    def receive(self, queue: str) -> Json:
        """Up to ten messages, now and then with a timeout of its own."""
        step: Json = {"call": "ReceiveMessage", "queue": queue, "as": f"r{self.names['r'] + 1}"}
        if self.one_in(2):
            step["MaxNumberOfMessages"] = self.rng.choice([1, 2, 2, 3, 10])
        if self.one_in(4):
            step["VisibilityTimeout"] = self.rng.choice([0, 1, 2, 5, 20])
        return step

    def delete(self, queue: str) -> Json:
        """A delete with a receipt, mostly a recent one."""
        return {"call": "DeleteMessage", **self.with_receipt(queue)}

    def change(self, queue: str) -> Json:
        """A change of visibility with a receipt."""
        timeout = self.rng.choice([0, 0, 1, 2, 5, 10, 30, 43_195, 43_200])
        return {"call": "ChangeMessageVisibility", **self.with_receipt(queue), "VisibilityTimeout": timeout}

    def with_receipt(self, queue: str) -> Json:
        """A receipt and its queue, seldom another queue."""
        if not self.receipts or self.one_in(40):
            return {"queue": queue, "ReceiptHandle": GARBAGE}
        own, receipt = self.rng.choice(self.receipts[-6:] if self.rng.random() < 0.75 else self.receipts)
        return {"queue": queue if self.one_in(15) else own, "ReceiptHandle": receipt}

    def look(self, queue: str) -> Json:
        """A look at the counts."""
        return {"call": "GetQueueAttributes", "queue": queue}

    def set(self, queue: str) -> Json:
        """Another timeout or delay."""
        changes = [{"VisibilityTimeout": self.rng.choice([1, 5, 20])}, {"DelaySeconds": self.rng.choice([0, 2])}]
        attributes = self.rng.choice(changes)
        return {"call": "SetQueueAttributes", "queue": queue, "Attributes": attributes}

    def purge(self, queue: str) -> Json:
        """A purge."""
        return {"call": "PurgeQueue", "queue": queue}

    # --- Chance ---------------------------------------------------------------------------------------------------

    def one_in(self, count: int) -> bool:
        """True once in so many times."""
        return self.rng.randrange(count) == 0

    def one_of(self, weights: dict[Key, float]) -> Key:
        """One of the keys, as often as its weight says."""
        return self.rng.choices(list(weights), list(weights.values()))[0]


def header(rng: random.Random, name: str) -> Json:
    """A script without steps: its queues and settings."""
    is_fifo = rng.random() < 0.5
    own: Json = {"VisibilityTimeout": rng.choice([0, 1, 2, 2, 5, 5, 10, 30])}
    if rng.random() < 0.25:
        own["DelaySeconds"] = rng.choice([1, 3])
    if is_fifo:
        own |= {"FifoQueue": True, "ContentBasedDeduplication": rng.random() < 0.4}
        if rng.random() < 0.3:
            own["DeduplicationScope"] = "messageGroup"
    queues = {"q": own}
    if rng.random() < 0.6:
        fifo = {"FifoQueue": True, "ContentBasedDeduplication": False} if is_fifo else {}
        queues["dead"] = {"VisibilityTimeout": rng.choice([1, 5]), **fifo}
        policy = {"deadLetterTargetArn": "dead", "maxReceiveCount": rng.choice([1, 1, 2, 2, 3, 5])}
        own["RedrivePolicy"] = policy
    stale_delete = rng.choice(["keeps", "removes"])
    return {
        "name": name,
        "source": "moto's answers to random calls, with what the list of differences says",
        "settings": {"StaleDelete": stale_delete},
        "queues": queues,
        "steps": [],
    }


def generate(clock: Clock, seed: int, number: int) -> Generator:
    """The script of this number, played."""
    rng = random.Random(f"{seed}/{number}")
    made = Generator(rng, Play(clock, header(rng, f"seed_{seed}_script_{number}")))
    made.run(rng.randint(15, 60))
    return made
