"""In which order a receive takes messages: by the rules, and in moto."""

from __future__ import annotations

from peer import Json, Message, Peer


def ready(peer: Peer, name: str) -> list[Message]:
    """The messages that a receive could take, in moto's order: as they came into the queue."""
    queue = peer.queue(name)
    blocked = {message.group_id for message in queue.pending_messages if peer.is_in_flight(message)}
    is_visible = [message for message in peer.messages(name) if peer.is_visible(message)]
    return [message for message in is_visible if not (queue.fifo_queue and message.group_id in blocked)]


def by_sight(peer: Peer, name: str) -> list[Message]:
    """What moto would take from a FIFO queue: a lapsed message closes the groups from which it took before."""
    queue = peer.queue(name)
    most = queue.redrive_policy["maxReceiveCount"] if queue.redrive_policy else None
    free = ready(peer, name)
    taken: list[Message] = []
    closed: set[str] = set()
    for message in peer.messages(name):
        if message in queue.pending_messages and not peer.is_in_flight(message):
            closed = {other.group_id for other in taken if most is None or other.approximate_receive_count < most}
        if message in free and message.group_id not in closed:
            taken.append(message)
    return taken


def standard(peer: Peer, name: str) -> list[Message]:
    """The same by the rules: as they were sent, those received three times after the others (R19, R84)."""
    return sorted(ready(peer, name), key=lambda message: peer.rank(name, message))


def groups_in_turn(peer: Peer, name: str) -> list[str]:
    """The groups that are ready, by the instant at which the first message of each last became visible (R90)."""
    heads: dict[str, Message] = {}
    for message in ready(peer, name):
        heads.setdefault(message.group_id, message)
    # Sorting is stable, so that of two the one whose head came first is first.
    return sorted(heads, key=lambda group: peer.turned_visible(name, heads[group]))


def groups_in_sight(peer: Peer, name: str) -> list[str]:
    """The groups that are ready, as moto comes upon them."""
    return list(dict.fromkeys(message.group_id for message in ready(peer, name)))


def by_group(peer: Peer, name: str, groups: list[str]) -> list[Message]:
    """Group by group, as far as each goes (R85)."""
    messages = ready(peer, name)
    return [message for group in groups for message in messages if message.group_id == group]


def looked_at(peer: Peer, step: Json, order: list[Message]) -> list[Message]:
    """What a receive returns or moves to the dead-letter queue, in that order."""
    policy = peer.queue(step["queue"]).redrive_policy
    most = policy["maxReceiveCount"] if policy else None
    left = step.get("MaxNumberOfMessages", 1)
    looked = []
    for message in order:
        if left == 0:
            break
        looked.append(message)
        left -= most is None or message.approximate_receive_count < most
    return looked


def moved(peer: Peer, step: Json) -> list[Message]:
    """What moto's receive moves to the dead-letter queue."""
    policy = peer.queue(step["queue"]).redrive_policy
    looked = looked_at(peer, step, ready(peer, step["queue"]))
    return [message for message in looked if policy and message.approximate_receive_count >= policy["maxReceiveCount"]]


def are_lapsed_together(peer: Peer, name: str) -> bool:
    """Whether the first message of a FIFO group is visible again, and moto counts another one as being processed."""
    pending = peer.queue(name).pending_messages
    heads: dict[str, Message] = {}
    for message in peer.messages(name):
        heads.setdefault(message.group_id, message)
    return any(
        head in pending
        and not peer.is_in_flight(head)
        and any(other is not head and other.group_id == head.group_id for other in pending)
        for head in heads.values()
    )
