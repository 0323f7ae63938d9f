"""When a call meets a known difference: what moto's state and the step say before the call is made."""

from __future__ import annotations

import order
from peer import DEDUPLICATION_WINDOW, TWELVE_HOURS, Json, Message, Peer

# --- Of any call ------------------------------------------------------------------------------------------------------


def is_at_a_deadline(peer: Peer, step: Json) -> bool:
    """A lease ends at this very instant."""
    return any(peer.deadline(message) == peer.now for name in peer.names for message in peer.messages(name))


def is_past_retention(peer: Peer, step: Json) -> bool:
    """A message is older than its queue keeps messages."""

    def is_old(name: str, message: Message) -> bool:
        return peer.sent_at(message) + peer.queue(name).message_retention_period <= peer.now

    return any(is_old(name, message) for name in peer.names for message in peer.messages(name))


def never(peer: Peer, step: Json) -> bool:
    """No random script comes to it."""
    return False


# --- SendMessage ------------------------------------------------------------------------------------------------------


def sends(peer: Peer, step: Json) -> bool:
    """It is a send."""
    return step["call"] == "SendMessage"


def sends_empty(peer: Peer, step: Json) -> bool:
    """It sends an empty body."""
    return sends(peer, step) and step["MessageBody"] == ""


def sends_with_negative_delay(peer: Peer, step: Json) -> bool:
    """It sends with a delay below 0."""
    return sends(peer, step) and step.get("DelaySeconds", 0) < 0


def sends_to_bad_group(peer: Peer, step: Json) -> bool:
    """It names a group with a space."""
    return sends(peer, step) and " " in step.get("MessageGroupId", "")


def sends_id_to_standard(peer: Peer, step: Json) -> bool:
    """It names a deduplication id for a standard queue."""
    return sends(peer, step) and not peer.queue(step["queue"]).fifo_queue and "MessageDeduplicationId" in step


def is_taken_by_fifo(peer: Peer, step: Json) -> bool:
    """It is a send without fault to a FIFO queue."""
    if not sends(peer, step) or not peer.queue(step["queue"]).fifo_queue:
        return False
    if sends_empty(peer, step) or sends_to_bad_group(peer, step):
        return False
    return "MessageGroupId" in step and step.get("DelaySeconds", 0) == 0 and peer.deduplication_key(step) is not None


def sends_zero_delay_to_delayed_fifo(peer: Peer, step: Json) -> bool:
    """It sends with a delay of 0 to a FIFO queue that delays."""
    is_new = is_taken_by_fifo(peer, step) and not peer.duplicate_of(step)
    return is_new and step.get("DelaySeconds") == 0 and peer.queue(step["queue"]).delay_seconds > 0


def repeats_what_is_held(peer: Peer, step: Json) -> bool:
    """It sends again what the queue still holds."""
    return is_taken_by_fifo(peer, step) and peer.duplicate_of(step) is not None and peer.is_known(step)


def repeats_what_is_gone(peer: Peer, step: Json) -> bool:
    """It sends again what was sent within five minutes and has left the queue."""
    return is_taken_by_fifo(peer, step) and peer.duplicate_of(step) is not None and not peer.is_known(step)


def repeats_in_another_group(peer: Peer, step: Json) -> bool:
    """It sends an id of another group to a queue whose ids count within a group."""
    is_new = is_taken_by_fifo(peer, step) and not peer.duplicate_of(step)
    return is_new and peer.is_known(step) and peer.queue(step["queue"]).deduplication_scope == "messageGroup"


def repeats_a_dead_letter(peer: Peer, step: Json) -> bool:
    """It sends to a dead-letter queue the id under which a dead letter was sent elsewhere."""
    is_new = is_taken_by_fifo(peer, step) and not peer.duplicate_of(step)
    return is_new and peer.is_known(step) and not repeats_in_another_group(peer, step)


# --- ReceiveMessage ---------------------------------------------------------------------------------------------------


def receives(peer: Peer, step: Json) -> bool:
    """It is a receive."""
    return step["call"] == "ReceiveMessage"


def receives_fifo(peer: Peer, step: Json) -> bool:
    """It is a receive from a FIFO queue."""
    return receives(peer, step) and peer.queue(step["queue"]).fifo_queue


def receives_after_three(peer: Peer, step: Json) -> bool:
    """A message received three times would be taken out of its turn."""
    if not receives(peer, step) or peer.queue(step["queue"]).fifo_queue:
        return False
    return takes_otherwise(peer, step, order.standard(peer, step["queue"]), order.ready(peer, step["queue"]))


def receives_group_out_of_turn(peer: Peer, step: Json) -> bool:
    """Several FIFO groups are ready, and the one that moto comes upon first was not ready first."""
    if not receives_fifo(peer, step):
        return False
    name = step["queue"]
    in_turn = order.by_group(peer, name, order.groups_in_turn(peer, name))
    return takes_otherwise(peer, step, in_turn, order.by_group(peer, name, order.groups_in_sight(peer, name)))


def receives_groups_mixed(peer: Peer, step: Json) -> bool:
    """moto would leave a FIFO group for another before its end."""
    if not receives_fifo(peer, step):
        return False
    name = step["queue"]
    in_sight = order.by_group(peer, name, order.groups_in_sight(peer, name))
    return takes_otherwise(peer, step, in_sight, order.by_sight(peer, name))


def takes_otherwise(peer: Peer, step: Json, one: list[Message], other: list[Message]) -> bool:
    """The receive would take other messages, or the same otherwise, if they stood in the other order."""
    return order.looked_at(peer, step, one) != order.looked_at(peer, step, other)


def receives_lapsed_together(peer: Peer, step: Json) -> bool:
    """The first of several messages of a FIFO group that were received is visible again."""
    return receives_fifo(peer, step) and order.are_lapsed_together(peer, step["queue"])


def receives_from_chain(peer: Peer, step: Json) -> bool:
    """A dead letter was received often elsewhere and less often here, in a queue that has a redrive policy itself."""
    policy = peer.queue(step["queue"]).redrive_policy
    if not receives(peer, step) or not policy:
        return False
    return any(
        message.approximate_receive_count >= policy["maxReceiveCount"] > peer.place(step["queue"], message).receives
        for message in order.ready(peer, step["queue"])
    )


def moves_a_known_id(peer: Peer, step: Json) -> bool:
    """It moves a dead letter whose deduplication id the FIFO dead-letter queue holds."""
    if not receives_fifo(peer, step) or not peer.queue(step["queue"]).redrive_policy:
        return False
    letters = order.moved(peer, step)
    held = peer.messages(peer.name_of(peer.queue(step["queue"]).dead_letter_queue))
    return any(
        letter is not other
        and letter.deduplication_id == other.deduplication_id
        and peer.sent_at(letter) - peer.sent_at(other) < DEDUPLICATION_WINDOW
        for letter in letters
        for other in [*held, *letters]
    )


def receives_dead_letters(peer: Peer, step: Json) -> bool:
    """The queue holds messages that were moved there."""
    return receives(peer, step) and any(
        peer.place(step["queue"], message).moved_from for message in peer.messages(step["queue"])
    )


def receives_fifo_dead_letters(peer: Peer, step: Json) -> bool:
    """The FIFO queue holds messages that were moved there."""
    return receives_fifo(peer, step) and receives_dead_letters(peer, step)


# --- DeleteMessage and ChangeMessageVisibility ------------------------------------------------------------------------


def deletes(peer: Peer, step: Json) -> bool:
    """It is a delete with a receipt that was issued."""
    return step["call"] == "DeleteMessage" and peer.lease(step) is not None


def changes(peer: Peer, step: Json) -> bool:
    """It is a change of visibility with a receipt that was issued."""
    return step["call"] == "ChangeMessageVisibility" and peer.lease(step) is not None


def is_of_this_queue(peer: Peer, step: Json) -> bool:
    """The receipt is of the queue that is called."""
    lease = peer.lease(step)
    return lease is not None and lease.queue == step["queue"]


def uses_receipt_of_source(peer: Peer, step: Json) -> bool:
    """The message was moved here, and the receipt is of the queue from which it was moved."""
    lease = peer.lease(step)
    return lease is not None and lease.queue != step["queue"] and (step["queue"], lease.message) in peer.places


def deletes_after_twelve_hours(peer: Peer, step: Json) -> bool:
    """The receipt is more than twelve hours old."""
    lease = peer.lease(step)
    if lease is None or not deletes(peer, step):
        return False
    return is_of_this_queue(peer, step) and peer.now - lease.at > TWELVE_HOURS


def deletes_what_was_purged_or_moved(peer: Peer, step: Json) -> bool:
    """The message is gone, and not by a delete."""
    is_gone = is_of_this_queue(peer, step) and peer.held(step) is None
    return deletes(peer, step) and is_gone and not deletes_after_twelve_hours(peer, step)


def has_old_receipt(peer: Peer, step: Json) -> bool:
    """The message was received again since."""
    message = peer.held(step)
    return message is not None and peer.handles[step["ReceiptHandle"]] != message.receipt_handle


def deletes_under_newer_lease(peer: Peer, step: Json) -> bool:
    """The message of a standard queue is in flight under a newer receipt."""
    if not deletes(peer, step) or not is_of_this_queue(peer, step) or peer.queue(step["queue"]).fifo_queue:
        return False
    return peer.stale_delete == "keeps" and has_old_receipt(peer, step) and peer.is_in_flight(peer.held(step))


def is_lapsed(peer: Peer, step: Json) -> bool:
    """The lease of the receipt has ended, while the queue still holds the message."""
    message = peer.held(step) if is_of_this_queue(peer, step) else None
    return message is not None and (has_old_receipt(peer, step) or not peer.is_in_flight(message))


def deletes_lapsed_fifo(peer: Peer, step: Json) -> bool:
    """It deletes from a FIFO queue with a lapsed receipt."""
    return deletes(peer, step) and peer.queue(step["queue"]).fifo_queue and is_lapsed(peer, step)


def changes_lapsed_fifo(peer: Peer, step: Json) -> bool:
    """It changes the visibility in a FIFO queue with a lapsed receipt."""
    return changes(peer, step) and peer.queue(step["queue"]).fifo_queue and is_lapsed(peer, step)


def changes_visible_standard(peer: Peer, step: Json) -> bool:
    """The message of the standard queue is visible again."""
    if not changes(peer, step) or not is_of_this_queue(peer, step) or peer.queue(step["queue"]).fifo_queue:
        return False
    message = peer.held(step)
    return message is not None and not peer.is_in_flight(message)


def changes_what_is_gone(peer: Peer, step: Json) -> bool:
    """The queue holds the message no more."""
    return changes(peer, step) and is_of_this_queue(peer, step) and peer.held(step) is None


def changes_near_twelve_hours(peer: Peer, step: Json) -> bool:
    """The new deadline lies within twelve hours of the receive, and not of the send."""
    lease, message = peer.lease(step), peer.held(step)
    if not changes(peer, step) or lease is None or message is None:
        return False
    deadline = peer.now + step["VisibilityTimeout"]
    return deadline <= lease.at + TWELVE_HOURS and deadline > peer.sent_at(message) + TWELVE_HOURS


# --- SetQueueAttributes -----------------------------------------------------------------------------------------------


def delays_fifo_anew(peer: Peer, step: Json) -> bool:
    """A FIFO queue gets another delay while it holds messages that nobody has received yet."""
    if step["call"] != "SetQueueAttributes" or not peer.queue(step["queue"]).fifo_queue:
        return False
    is_waiting = any(message.approximate_receive_count == 0 for message in peer.messages(step["queue"]))
    return "DelaySeconds" in step["Attributes"] and is_waiting
