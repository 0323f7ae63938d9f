"""Our answers made of moto's, where the two do the same and say it differently."""

from __future__ import annotations

from collections.abc import Callable

from peer import Json, Peer, Place


def names_first_send(peer: Peer, step: Json, answer: Json) -> Json:
    """The answer to a duplicate names the message that is held (R93)."""
    return {"MessageId": f"${peer.duplicate_of(step)}.MessageId"}


def succeeds(peer: Peer, step: Json, answer: Json) -> Json:
    """It is no error that there is nothing to do (R25, R33)."""
    return {}


def is_bad_value(peer: Peer, step: Json, answer: Json) -> Json:
    """It is an error of a parameter (R41)."""
    return {"error": {"code": "InvalidParameterValue"}}


def names_source(peer: Peer, step: Json, answer: Json) -> Json:
    """Each dead letter names the queue it came from (R63)."""

    def named(place: Place, message: Json) -> Json:
        return {**message, "DeadLetterQueueSourceArn": place.moved_from}

    return _each_dead_letter(peer, step, answer, named)


def makes_anew(peer: Peer, step: Json, answer: Json) -> Json:
    """Each dead letter was sent when it was moved (R68), under its own id (R69)."""

    def made_anew(place: Place, message: Json) -> Json:
        return {
            **message,
            "SentTimestamp": round(place.arrived[0] * 1000),
            "MessageDeduplicationId": message["MessageId"],
        }

    return _each_dead_letter(peer, step, answer, made_anew)


def _each_dead_letter(peer: Peer, step: Json, answer: Json, change: Callable[[Place, Json], Json]) -> Json:
    messages = []
    for index, message in enumerate(answer["Messages"]):
        lease = peer.leases[peer.handles[f"${step['as']}.{index}"]]
        place = peer.places[step["queue"], lease.message]
        messages.append(change(place, message) if place.moved_from else message)
    return {**answer, "Messages": messages}
