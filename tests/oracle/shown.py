"""For each difference a case that shows it: moto answers the last step one way, and our machine the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from peer import Json


@dataclass(frozen=True)
class Shown:
    """A script, and the two answers to its last step; an answer holds at least what is written."""

    steps: list[Json]
    moto: Json
    ours: Json
    queues: dict[str, Json] = field(default_factory=lambda: {"q": {"VisibilityTimeout": 10}})
    settings: Json = field(default_factory=dict)


def send(at: float, body: str, queue: str = "q", **more: Any) -> Json:
    """A send, called by its body."""
    return {"at": at, "call": "SendMessage", "queue": queue, "as": f"s-{body}", "MessageBody": body, **more}


def fifo_send(at: float, body: str, group: str, **more: Any) -> Json:
    """A send to a FIFO queue, with its body for deduplication."""
    more = {"MessageGroupId": group, "MessageDeduplicationId": body, **more}
    return send(at, body, **more)


def receive(at: float, name: str, queue: str = "q", **more: Any) -> Json:
    """A receive."""
    return {"at": at, "call": "ReceiveMessage", "queue": queue, "as": name, **more}


def delete(at: float, receipt: str, queue: str = "q") -> Json:
    """A delete."""
    return {"at": at, "call": "DeleteMessage", "queue": queue, "ReceiptHandle": receipt}


def change(at: float, receipt: str, timeout: int, queue: str = "q") -> Json:
    """A change of visibility."""
    step = {"at": at, "call": "ChangeMessageVisibility", "queue": queue}
    return {**step, "ReceiptHandle": receipt, "VisibilityTimeout": timeout}


def look(at: float, queue: str = "q") -> Json:
    """A look at the counts."""
    return {"at": at, "call": "GetQueueAttributes", "queue": queue}


def counts(visible: int, in_flight: int) -> Json:
    """What a look answers."""
    return {
        "Attributes": {
            "ApproximateNumberOfMessages": visible,
            "ApproximateNumberOfMessagesNotVisible": in_flight,
        }
    }


def set_attributes(at: float, **attributes: Any) -> Json:
    """New attributes."""
    return {"at": at, "call": "SetQueueAttributes", "queue": "q", "Attributes": attributes}


def bodies(*all_bodies: str) -> Json:
    """What a receive answers: these messages, in order."""
    return {"Messages": [{"Body": body} for body in all_bodies]}


def error(code: str) -> Json:
    """What a refused call answers."""
    return {"error": {"code": code}}


NONE: Json = {"Messages": []}
BAD_VALUE = error("InvalidParameterValue")
BAD_RECEIPT = error("ReceiptHandleIsInvalid")
FIFO: Json = {"FifoQueue": True, "VisibilityTimeout": 10}


def with_dead(attributes: Json, max_receive_count: int = 1) -> dict[str, Json]:
    """Two queues, one the dead-letter queue of the other."""
    policy = {"deadLetterTargetArn": "dead", "maxReceiveCount": max_receive_count}
    return {"q": {**attributes, "RedrivePolicy": policy}, "dead": attributes}


# A message received and moved to the dead-letter queue.
MOVED = [receive(0, "r1"), receive(11, "r2")]

SHOWN: dict[str, Shown] = {
    # --- Time ---------------------------------------------------------------------------------------------------------
    "deadline": Shown(
        [send(0, "A"), receive(0, "r1"), receive(10, "r2")],
        moto=NONE,
        ours=bodies("A"),
    ),
    "retention": Shown(
        [send(0, "A"), receive(50, "r1"), look(60)],
        queues={"q": {"VisibilityTimeout": 30, "MessageRetentionPeriod": 60}},
        moto=counts(0, 1),
        ours=counts(0, 0),
    ),
    # --- SendMessage --------------------------------------------------------------------------------------------------
    "empty-body": Shown([send(0, "")], moto={}, ours=error("MissingParameter")),
    "negative-delay": Shown([send(0, "A", DelaySeconds=-1)], moto={}, ours=BAD_VALUE),
    "group-id-form": Shown([send(0, "A", MessageGroupId="in between")], moto={}, ours=BAD_VALUE),
    "deduplication-id-on-standard": Shown([send(0, "A", MessageDeduplicationId="A")], moto={}, ours=BAD_VALUE),
    "fifo-zero-delay": Shown(
        [fifo_send(0, "A", "g", DelaySeconds=0), receive(1, "r1")],
        queues={"q": {**FIFO, "DelaySeconds": 5}},
        moto=bodies("A"),
        ours=NONE,
    ),
    "duplicate-answer": Shown(
        [fifo_send(0, "A", "g"), fifo_send(1, "B", "g", MessageDeduplicationId="A")],
        queues={"q": FIFO},
        moto={"not": {"MessageId": "$s-A.MessageId"}},
        ours={"MessageId": "$s-A.MessageId"},
    ),
    "duplicate-of-gone": Shown(
        [
            fifo_send(0, "A", "g"), receive(0, "r1"), delete(1, "$r1.0"),
            fifo_send(299, "B", "g", MessageDeduplicationId="A"), look(299),
        ],
        queues={"q": FIFO},
        moto=counts(1, 0),
        ours=counts(0, 0),
    ),
    "deduplication-scope": Shown(
        [fifo_send(0, "A", "red"), fifo_send(0, "B", "blue", MessageDeduplicationId="A"), look(0)],
        queues={"q": {**FIFO, "DeduplicationScope": "messageGroup"}},
        moto=counts(1, 0),
        ours=counts(2, 0),
    ),
    "id-of-dead-letter": Shown(
        [
            fifo_send(0, "A", "g"), *MOVED, fifo_send(12, "B", "g", queue="dead", MessageDeduplicationId="A"),
            look(12, "dead"),
        ],
        queues=with_dead(FIFO),
        moto=counts(1, 0),
        ours=counts(2, 0),
    ),
    # --- ReceiveMessage -----------------------------------------------------------------------------------------------
    "back-after-three": Shown(
        [
            send(0, "A"), receive(0, "r1"), receive(11, "r2"), receive(22, "r3"),
            send(23, "B"), receive(33, "r4"),
        ],
        moto=bodies("A"),
        ours=bodies("B"),
    ),
    "group-in-turn": Shown(
        [fifo_send(0, "A", "red"), fifo_send(0, "B", "blue"), receive(0, "r1"), receive(11, "r2")],
        queues={"q": FIFO},
        moto=bodies("A"),
        ours=bodies("B"),
    ),
    "group-as-far-as-possible": Shown(
        [
            fifo_send(0, "A", "red"), fifo_send(0, "B", "blue"), fifo_send(0, "C", "red"),
            receive(0, "r1", MaxNumberOfMessages=10),
        ],
        queues={"q": FIFO},
        moto=bodies("A", "B", "C"),
        ours=bodies("A", "C", "B"),
    ),
    "group-lapsed-together": Shown(
        [fifo_send(0, "A", "g"), fifo_send(0, "B", "g"), receive(0, "r1", MaxNumberOfMessages=2), receive(11, "r2")],
        queues={"q": FIFO},
        moto=bodies("B"),
        ours=bodies("A"),
    ),
    "dead-letter-chain": Shown(
        [send(0, "A"), *MOVED, receive(12, "r3", "dead")],
        queues={
            "q": {"VisibilityTimeout": 10, "RedrivePolicy": {"deadLetterTargetArn": "dead", "maxReceiveCount": 1}},
            "dead": {"RedrivePolicy": {"deadLetterTargetArn": "deadest", "maxReceiveCount": 1}},
            "deadest": {},
        },
        moto=NONE,
        ours=bodies("A"),
    ),
    "dead-letter-lost": Shown(
        [
            fifo_send(0, "B", "g", queue="dead", MessageDeduplicationId="A"), fifo_send(0, "A", "g"), *MOVED,
            look(12, "dead"),
        ],
        queues=with_dead(FIFO),
        moto=counts(1, 0),
        ours=counts(2, 0),
    ),
    "dead-letter-source": Shown(
        [send(0, "A"), *MOVED, receive(12, "r3", "dead")],
        queues=with_dead({"VisibilityTimeout": 10}),
        moto={"Messages": [{"DeadLetterQueueSourceArn": None}]},
        ours={"Messages": [{"DeadLetterQueueSourceArn": "q"}]},
    ),
    "fifo-dead-letter-anew": Shown(
        [fifo_send(0, "A", "g"), *MOVED, receive(12, "r3", "dead")],
        queues=with_dead(FIFO),
        moto={"Messages": [{"SentTimestamp": 0, "MessageDeduplicationId": "A"}]},
        ours={"Messages": [{"SentTimestamp": 11_000, "MessageDeduplicationId": "$s-A.MessageId"}]},
    ),
    "attempt-id": Shown(
        [
            fifo_send(0, "A", "g"), receive(0, "r1", ReceiveRequestAttemptId="once"),
            receive(1, "r2", ReceiveRequestAttemptId="once"),
        ],
        queues={"q": FIFO},
        moto=NONE,
        ours={"Messages": [{"Body": "A", "ReceiptHandle": "$r1.0"}]},
    ),
    "in-flight-limit": Shown(
        [send(0, "A"), send(0, "B"), receive(0, "r1"), receive(0, "r2")],
        settings={"InFlightLimit": 1},
        moto=bodies("B"),
        ours=error("OverLimit"),
    ),
    # --- DeleteMessage ------------------------------------------------------------------------------------------------
    "delete-after-twelve-hours": Shown(
        [send(0, "A"), receive(0, "r1"), delete(43_201, "$r1.0")],
        moto={},
        ours=BAD_VALUE,
    ),
    "delete-of-gone": Shown(
        [send(0, "A"), receive(0, "r1"), {"at": 1, "call": "PurgeQueue", "queue": "q"}, delete(2, "$r1.0")],
        moto=BAD_RECEIPT,
        ours={},
    ),
    "delete-under-newer-lease": Shown(
        [send(0, "A"), receive(0, "r1"), receive(11, "r2"), delete(12, "$r1.0"), look(12)],
        moto=counts(0, 0),
        ours=counts(0, 1),
    ),
    "fifo-delete-lapsed": Shown(
        [fifo_send(0, "A", "g"), receive(0, "r1"), delete(11, "$r1.0")],
        queues={"q": FIFO},
        moto={},
        ours=BAD_VALUE,
    ),
    "receipt-of-source": Shown(
        [send(0, "A"), *MOVED, delete(12, "$r1.0", "dead")],
        queues=with_dead({"VisibilityTimeout": 10}),
        moto={},
        ours=BAD_RECEIPT,
    ),
    # --- ChangeMessageVisibility --------------------------------------------------------------------------------------
    "change-of-visible": Shown(
        [send(0, "A"), receive(0, "r1"), change(11, "$r1.0", 30), look(11)],
        moto=counts(0, 1),
        ours=counts(1, 0),
    ),
    "fifo-change-lapsed": Shown(
        [fifo_send(0, "A", "g"), receive(0, "r1"), change(11, "$r1.0", 30)],
        queues={"q": FIFO},
        moto={},
        ours=BAD_VALUE,
    ),
    "change-of-gone": Shown(
        [send(0, "A"), receive(0, "r1"), delete(1, "$r1.0"), change(2, "$r1.0", 30)],
        moto=BAD_RECEIPT,
        ours=BAD_VALUE,
    ),
    "twelve-hours-base": Shown(
        [send(0, "A"), receive(100, "r1"), change(101, "$r1.0", 43_195)],
        moto=BAD_VALUE,
        ours={},
    ),
    # --- SetQueueAttributes -------------------------------------------------------------------------------------------
    "fifo-delay-anew": Shown(
        [fifo_send(0, "A", "g"), set_attributes(1, DelaySeconds=2), receive(3, "r1")],
        queues={"q": {**FIFO, "DelaySeconds": 30}},
        moto=NONE,
        ours=bodies("A"),
    ),
}
