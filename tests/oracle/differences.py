"""The written list: where our machine and moto differ, which of them is right, and a case that shows it.

What becomes of a step of a random script that is about to meet one:

- `ours`: by the rule nothing changes, so moto is not asked, and our machine must give this answer;
- `amended`: the two do the same and say it differently, so our machine must give moto's answer with this change;
- neither: what the two hold would part, so the script goes on without the step.

Whatever becomes of it, `shown` is run in every run: there moto and our machine must each answer as written, so that no
entry outlives its difference. The rules are those of `FIDELITY.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import amend
import conditions as when
from peer import Json, Peer
from shown import SHOWN, Shown

RULE = "by rule"
OPEN = "open on AWS"


@dataclass(frozen=True)
class Difference:
    """One entry of the list."""

    name: str
    rules: str
    """The rules that say so."""
    standing: str
    """Whether a rule says that we are right, or AWS leaves it open and we chose."""
    text: str
    applies: Callable[[Peer, Json], bool]
    """Whether a step is about to meet it."""
    ours: Json | None = None
    """What we answer, where moto is not asked."""
    amended: Callable[[Peer, Json, Json], Json] | None = None
    """Makes our answer of moto's."""

    @property
    def shown(self) -> Shown:
        """The case that shows it."""
        return SHOWN[self.name]


def refused(code: str, contains: str = "") -> Json:
    """The answer of a refused call."""
    return {"error": {"code": code, **({"contains": contains} if contains else {})}}


BAD_VALUE = refused("InvalidParameterValue")
EXPIRED = refused("InvalidParameterValue", "The receipt handle has expired.")

DIFFERENCES = [
    # --- Time ---------------------------------------------------------------------------------------------------------
    Difference(
        "deadline", "R1", OPEN,
        "At the very instant of its deadline a message is visible; moto hides it through that instant.",
        when.is_at_a_deadline,
    ),
    Difference(
        "retention", "R55, R56", RULE,
        "A message past its retention is gone, in flight or not; moto counts it for ever.",
        when.is_past_retention,
    ),
    # --- SendMessage --------------------------------------------------------------------------------------------------
    Difference(
        "empty-body", "R58", RULE,
        "An empty body is refused; moto takes it.",
        when.sends_empty, ours=refused("MissingParameter"),
    ),
    Difference(
        "negative-delay", "R53", RULE,
        "A delay below 0 s is refused; moto takes it for none.",
        when.sends_with_negative_delay, ours=BAD_VALUE,
    ),
    Difference(
        "group-id-form", "R83, R99", RULE,
        "A group id with a space is refused; moto takes it.",
        when.sends_to_bad_group, ours=BAD_VALUE,
    ),
    Difference(
        "deduplication-id-on-standard", "R97", RULE,
        "A deduplication id is refused by a standard queue; moto ignores it.",
        when.sends_id_to_standard, ours=BAD_VALUE,
    ),
    Difference(
        "fifo-zero-delay", "R53", RULE,
        "In a FIFO queue a delay of 0 s means the queue's; moto sends without delay.",
        when.sends_zero_delay_to_delayed_fifo,
    ),
    Difference(
        "duplicate-answer", "R93", RULE,
        "A duplicate is answered with the MessageId of the first send; moto makes up a new one.",
        when.repeats_what_is_held, amended=amend.names_first_send,
    ),
    Difference(
        "duplicate-of-gone", "R93", RULE,
        "A deduplication id holds for five minutes, whatever becomes of the message; moto forgets it with the message.",
        when.repeats_what_is_gone, ours={}, amended=amend.names_first_send,
    ),
    Difference(
        "deduplication-scope", "R95", RULE,
        "With the scope messageGroup the same id in another group is no duplicate; moto knows no scope.",
        when.repeats_in_another_group,
    ),
    Difference(
        "id-of-dead-letter", "R69", RULE,
        "A dead letter leaves its deduplication id behind; moto takes a send with that id to the same queue for a duplicate.",
        when.repeats_a_dead_letter,
    ),
    # --- ReceiveMessage -----------------------------------------------------------------------------------------------
    Difference(
        "back-after-three", "R84", RULE,
        "After three receives a standard message goes to the back of its queue; in moto it keeps its place.",
        when.receives_after_three,
    ),
    Difference(
        "group-in-turn", "R90", OPEN,
        "Of several FIFO groups the one whose first message has been visible longest is first; in moto the one sent first.",
        when.receives_group_out_of_turn,
    ),
    Difference(
        "group-as-far-as-possible", "R85", RULE,
        "A receive fills from one FIFO group before it takes of another; moto goes by the order of the sends.",
        when.receives_groups_mixed,
    ),
    Difference(
        "group-lapsed-together", "R88, R89", RULE,
        "After a lapse a FIFO group restarts from its first message; moto passes over it for another one that lapsed.",
        when.receives_lapsed_together,
    ),
    Difference(
        "dead-letter-chain", "R64", OPEN,
        "A redrive policy counts the receives in its own queue; moto counts those of all queues.",
        when.receives_from_chain,
    ),
    Difference(
        "dead-letter-lost", "R69", RULE,
        "A dead-letter queue takes every dead letter; moto's drops one whose deduplication id it holds.",
        when.moves_a_known_id,
    ),
    Difference(
        "dead-letter-source", "R63", RULE,
        "A dead letter names the queue it came from; moto's does not.",
        when.receives_dead_letters, amended=amend.names_source,
    ),
    Difference(
        "fifo-dead-letter-anew", "R68, R69", RULE,
        "A FIFO dead letter gets a new send time and its own id for deduplication; moto's keeps both.",
        when.receives_fifo_dead_letters, amended=amend.makes_anew,
    ),
    Difference(
        "attempt-id", "R21", RULE,
        "A FIFO receive repeated with its attempt id gives the same messages again; moto knows no attempt ids.",
        when.never,
    ),
    Difference(
        "in-flight-limit", "R47", RULE,
        "At the limit of messages in flight a short poll is refused; moto has no limit.",
        when.never,
    ),
    # --- DeleteMessage ------------------------------------------------------------------------------------------------
    Difference(
        "delete-after-twelve-hours", "R30", RULE,
        "A receipt more than twelve hours old is refused; moto deletes.",
        when.deletes_after_twelve_hours, ours=EXPIRED,
    ),
    Difference(
        "delete-of-gone", "R25, R33", RULE,
        "A delete of a message that was purged or moved away succeeds; moto calls the receipt invalid.",
        when.deletes_what_was_purged_or_moved, amended=amend.succeeds,
    ),
    Difference(
        "delete-under-newer-lease", "R29", OPEN,
        "A delete with an old receipt removes nothing under a newer delivery, unless the setting says so; moto deletes.",
        when.deletes_under_newer_lease, ours={},
    ),
    Difference(
        "fifo-delete-lapsed", "R31", RULE,
        "A FIFO delete with a lapsed receipt is refused, and the message stays; moto deletes.",
        when.deletes_lapsed_fifo, ours=EXPIRED,
    ),
    Difference(
        "receipt-of-source", "R27", RULE,
        "A receipt of the source queue is invalid in the dead-letter queue; in moto it moves along with the message.",
        when.uses_receipt_of_source, ours=refused("ReceiptHandleIsInvalid"),
    ),
    # --- ChangeMessageVisibility --------------------------------------------------------------------------------------
    Difference(
        "change-of-visible", "R39", RULE,
        "A change on a standard message that is visible again succeeds and does nothing; moto hides the message.",
        when.changes_visible_standard, ours={},
    ),
    Difference(
        "fifo-change-lapsed", "R42", RULE,
        "A FIFO change with a lapsed receipt is refused; moto makes it.",
        when.changes_lapsed_fifo, ours=EXPIRED,
    ),
    Difference(
        "change-of-gone", "R41", RULE,
        "A change on a message that is gone is an InvalidParameterValue; moto calls the receipt invalid.",
        when.changes_what_is_gone, amended=amend.is_bad_value,
    ),
    Difference(
        "twelve-hours-base", "R38", RULE,
        "The twelve hours run from the receive; in moto from the send.",
        when.changes_near_twelve_hours,
    ),
    # --- SetQueueAttributes -------------------------------------------------------------------------------------------
    Difference(
        "fifo-delay-anew", "R52", RULE,
        "A new delay of a FIFO queue counts for messages that wait there as well; in moto only for later ones.",
        when.delays_fifo_anew,
    ),
]
