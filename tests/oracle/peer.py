"""The other opinion: moto's queues, asked step by step in virtual time.

Steps and answers have the form of the project's case files (`src/bin/headless/cli/case.rs`), so that an answer of moto's is
what a case expects of our machine. moto's model is asked directly, below HTTP and its checks of parameters. Not asked is
what takes real time there (long polls) and what moto does not have (move tasks, fair queues, metrics).
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from moto.core.exceptions import ServiceException
from moto.sqs import models
from moto.sqs.models import SQSBackend, sqs_backends

Json = dict[str, Any]
# moto's queues and messages, whose fields moto sets as it goes, whatever it declares.
Queue = Any
Message = Any

# moto works out the names of attributes at every look, which would take half of a run's time.
models.camelcase_to_underscores = functools.cache(models.camelcase_to_underscores)

# A case's time 0, on moto's clock.
START = datetime.datetime(2030, 1, 1)
START_MS = (START - datetime.datetime(1970, 1, 1)).total_seconds() * 1000
TWELVE_HOURS = 43_200
DEDUPLICATION_WINDOW = 300
RECEIVES_BEFORE_BACK = 3

# Seconds, and how many steps were made before.
Instant = tuple[float, int]

COUNTS = (
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
    "ApproximateNumberOfMessagesDelayed",
)


@dataclass
class Place:
    """Where a message stands in one queue, as the rules have it; what moto does not keep."""

    arrived: Instant
    """When it came into the queue."""
    rank: tuple[float, ...]
    """Its place among the others of a standard queue: the smallest is received first (R19, R84)."""
    moved_from: str | None = None
    """The queue that moved it here because it had been received too often."""
    receives: int = 0
    """How often this queue delivered it."""
    freed_at: Instant = (0.0, 0)
    """When a timeout of 0 s last made it visible."""


@dataclass(frozen=True)
class Lease:
    """What a receipt handle stands for."""

    queue: str
    message: str
    """moto's id of the message."""
    at: float
    """When it was received."""


@dataclass
class Peer:
    """moto's queues and what happened to them since time 0."""

    stale_delete: str = "keeps"
    """What our machine does with a delete by an older receipt; moto removes."""
    now: float = 0.0
    steps: int = 0
    """How many steps were made so far."""
    backend: SQSBackend = field(default_factory=lambda: sqs_backends["123456789012"]["us-east-1"])
    names: dict[str, str] = field(default_factory=dict)
    """The queues' names in moto by those in the case."""
    sends: dict[str, str] = field(default_factory=dict)
    """What the send of a message is called (`as`), by moto's id of it."""
    handles: dict[str, str] = field(default_factory=dict)
    """The receipt handles by their references, such as `$r1.0`."""
    leases: dict[str, Lease] = field(default_factory=dict)
    """The deliveries by moto's handle."""
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    """By queue and moto's id."""
    remembered: dict[tuple[str, str | None, str], tuple[float, str]] = field(default_factory=dict)
    """When a deduplication id was first used, and in which send: by queue, group where that is the scope, and id."""

    @classmethod
    def of(cls, script: Json) -> Peer:
        """moto with the queues of a script and nothing in them."""
        peer = cls(stale_delete=script.get("settings", {}).get("StaleDelete", "keeps"))
        queues: dict[str, Json] = script["queues"]
        peer.backend.queues.clear()
        for name, attributes in queues.items():
            peer.names[name] = f"{name}.fifo" if attributes.get("FifoQueue") else name
            plain = {key: value for key, value in attributes.items() if key != "RedrivePolicy"}
            peer.backend.create_queue(peer.names[name], **plain)
        for name, attributes in queues.items():
            if "RedrivePolicy" in attributes:
                policy = peer._attributes({"RedrivePolicy": attributes["RedrivePolicy"]})
                peer.backend.set_queue_attributes(peer.names[name], policy)
        return peer

    def _attributes(self, attributes: Json) -> Json:
        changed = dict(attributes)
        policy = changed.get("RedrivePolicy")
        if policy:
            target = self.queue(policy["deadLetterTargetArn"]).queue_arn
            changed["RedrivePolicy"] = json.dumps({**policy, "deadLetterTargetArn": target})
        return changed

    # --- Looks ----------------------------------------------------------------------------------------------------

    def queue(self, name: str) -> Queue:
        """The queue that a case calls so."""
        return self.backend.queues[self.names[name]]

    def name_of(self, queue: Queue) -> str:
        """What a case calls the queue."""
        return next(name for name, own in self.names.items() if own == queue.name)

    def messages(self, name: str) -> list[Message]:
        """All that moto holds in a queue, in its order."""
        held: list[Message] = self.queue(name)._messages
        return held

    def find(self, name: str, message: str) -> Message | None:
        """The message of this id, where the queue holds it."""
        return next((held for held in self.messages(name) if held.id == message), None)

    def lease(self, step: Json) -> Lease | None:
        """What the step's receipt handle stands for; nothing where it is none."""
        return self.leases.get(self.handles.get(step.get("ReceiptHandle", ""), ""))

    def held(self, step: Json) -> Message | None:
        """The message of the step's receipt handle, where the step's queue holds it."""
        lease = self.lease(step)
        return self.find(step["queue"], lease.message) if lease else None

    def place(self, name: str, message: Message) -> Place:
        """Where the message stands in the queue."""
        return self.places[name, message.id]

    def deadline(self, message: Message) -> float:
        """When the message's last lease ends or ended, in seconds."""
        return float(message.visible_at - START_MS) / 1000

    def is_in_flight(self, message: Message) -> bool:
        """Whether a lease of the message runs."""
        return self.deadline(message) > self.now

    def is_visible(self, message: Message) -> bool:
        """Whether neither a lease nor a delay hides the message."""
        return not self.is_in_flight(message) and float(message.delayed_until - START_MS) / 1000 <= self.now

    def sent_at(self, message: Message) -> float:
        """When the message was sent, in seconds."""
        return float(message.sent_timestamp - START_MS) / 1000

    def turned_visible(self, name: str, message: Message) -> Instant:
        """When a visible message last became so."""
        place = self.place(name, message)
        delayed_until = float(message.delayed_until - START_MS) / 1000
        return max(place.arrived, (delayed_until, 0), (self.deadline(message), 0), place.freed_at)

    def rank(self, name: str, message: Message) -> tuple[float, ...]:
        """The message's place by now: after three receives a lapse puts it to the back of a standard queue (R84)."""
        place = self.place(name, message)
        goes_back = place.receives >= RECEIVES_BEFORE_BACK and not self.is_in_flight(message)
        return (*self.turned_visible(name, message), *place.rank) if goes_back else place.rank

    # --- Calls ----------------------------------------------------------------------------------------------------

    def perform(self, step: Json) -> Json:
        """Makes the call of a step and gives moto's answer."""
        self.steps += 1
        try:
            answer: Json = getattr(self, f"_{step['call']}")(step)
        except ServiceException as refused:
            return {"error": {"code": refused.code}}
        self._notice_arrivals()
        return answer

    def _SendMessage(self, step: Json) -> Json:
        message = self.backend.send_message(
            self.names[step["queue"]],
            step["MessageBody"],
            delay_seconds=step.get("DelaySeconds"),
            deduplication_id=step.get("MessageDeduplicationId"),
            group_id=step.get("MessageGroupId"),
        )
        sent_as = self.sends.setdefault(message.id, step["as"])
        key, first = self.deduplication_key(step), self.duplicate_of(step)
        if key and not first:
            self.remembered[key] = (self.now, step["as"])
        if not first:
            return {}
        same_id = {"MessageId": f"${first}.MessageId"}
        return same_id if sent_as == first else {"not": same_id}

    def _ReceiveMessage(self, step: Json) -> Json:
        name = step["queue"]
        queue = self.queue(name)
        timeout = step.get("VisibilityTimeout", queue.visibility_timeout)
        ranks = {message.id: self.rank(name, message) for message in self.messages(name)}
        most = step.get("MaxNumberOfMessages", 1)
        received: list[Message] = [*self.backend.receive_message(self.names[name], most, 0, timeout)]
        for index, message in enumerate(received):
            self.handles[f"${step['as']}.{index}"] = message.receipt_handle
            self.leases[message.receipt_handle] = Lease(name, message.id, self.now)
            place = self.place(name, message)
            place.receives += 1
            place.rank = ranks[message.id]
            if timeout == 0:
                place.freed_at = (self.now, self.steps)
        return {"Messages": [self._received(message) for message in received]}

    def _received(self, message: Message) -> Json:
        answer: Json = {
            "Body": message.body,
            "MessageId": f"${self.sends[message.id]}.MessageId",
            "ApproximateReceiveCount": message.approximate_receive_count,
            "SentTimestamp": message.sent_timestamp - int(START_MS),
            "ApproximateFirstReceiveTimestamp": message.approximate_first_receive_timestamp - int(START_MS),
        }
        if message.group_id is not None:
            answer["MessageGroupId"] = message.group_id
        if message.deduplication_id is not None:
            answer["MessageDeduplicationId"] = message.deduplication_id
        return answer

    def _DeleteMessage(self, step: Json) -> Json:
        self.backend.delete_message(self.names[step["queue"]], self._handle(step))
        return {}

    def _ChangeMessageVisibility(self, step: Json) -> Json:
        name, timeout = self.names[step["queue"]], step["VisibilityTimeout"]
        self.backend.change_message_visibility(name, self._handle(step), timeout)
        if timeout == 0 and (message := self.held(step)):
            self.place(step["queue"], message).freed_at = (self.now, self.steps)
        return {}

    def _PurgeQueue(self, step: Json) -> Json:
        self.backend.purge_queue(self.names[step["queue"]])
        for key in [key for key in self.remembered if key[0] == step["queue"]]:
            del self.remembered[key]
        return {}

    def _SetQueueAttributes(self, step: Json) -> Json:
        attributes = self._attributes(step["Attributes"])
        self.backend.set_queue_attributes(self.names[step["queue"]], attributes)
        return {}

    def _GetQueueAttributes(self, step: Json) -> Json:
        attributes = self.backend.get_queue_attributes(self.names[step["queue"]], ["All"])
        shown = (*COUNTS, "VisibilityTimeout", "DelaySeconds")
        return {"Attributes": {name: attributes[name] for name in shown}}

    def _handle(self, step: Json) -> str:
        handle: str = step["ReceiptHandle"]
        return self.handles[handle] if handle.startswith("$") else handle

    def _notice_arrivals(self) -> None:
        for name in self.names:
            for message in self.messages(name):
                if (name, message.id) not in self.places:
                    source = next((own for own, of in self.places if of == message.id), None)
                    arrived = (self.now, self.steps)
                    self.places[name, message.id] = Place(arrived, (*arrived, len(self.places)), source)

    # --- Deduplication --------------------------------------------------------------------------------------------

    def deduplication_key(self, step: Json) -> tuple[str, str | None, str] | None:
        """By what a FIFO queue knows the message of a send again (R94, R95)."""
        queue = self.queue(step["queue"])
        given = step.get("MessageDeduplicationId") or (
            f"the body {step['MessageBody']}" if queue.content_based_deduplication else None
        )
        if not queue.fifo_queue or given is None:
            return None
        scope = step.get("MessageGroupId") if queue.deduplication_scope == "messageGroup" else None
        return step["queue"], scope, given

    def duplicate_of(self, step: Json) -> str | None:
        """What the send is called whose message a send within the window repeats, by the rules (R93)."""
        key = self.deduplication_key(step)
        at, name = self.remembered.get(key, (0.0, None)) if key else (0.0, None)
        return name if name and self.now - at < DEDUPLICATION_WINDOW else None

    def is_known(self, step: Json) -> bool:
        """Whether moto takes a send for a repeated one: its queue still holds a message of that deduplication id."""
        given = step.get("MessageDeduplicationId")

        def is_it(held: Message) -> bool:
            is_same = held.deduplication_id == given if given else is_named_by_body(held, step["MessageBody"])
            return bool(is_same) and self.now - self.sent_at(held) < DEDUPLICATION_WINDOW

        return any(map(is_it, self.messages(step["queue"])))


def is_named_by_body(message: Message, body: str) -> bool:
    """Whether the deduplication id of a message was made from this body."""
    return message.deduplication_id == hashlib.sha256(body.encode()).hexdigest()
