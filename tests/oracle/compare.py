"""A second opinion: random scripts of SQS calls, answered by moto and by our machine.

Whatever the two answer differently must be on the written list (`differences.py`); anything else is a failure. It is made
short and written to a file, as a case that `headless check` runs.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from demonstrate import demonstrate
from generate import generate
from machine import Failure, Machine, NotRun, write_case
from peer import Json
from play import Clock, virtual_time
from shrink import shrunk

# So many scripts go to the machine at once.
AT_ONCE = 200
# So many failures are made short; more of them say little more.
MOST_SHRUNK = 5


@dataclass
class Comparison:
    """A run, and what came of it."""

    clock: Clock
    machine: Machine
    out: Path
    passed: int = 0
    failed: int = 0
    steps: int = 0
    met: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def show_known(self) -> None:
        """Runs the case of each known difference, and prints the list."""
        for difference, wrong in demonstrate(self.clock, self.machine):
            verdict = "FAIL" if wrong else "ok  "
            print(f"{verdict} {difference.name} ({difference.rules}, {difference.standing}): {difference.text}")
            if wrong:
                print(f"     {wrong}")
            self.failed += bool(wrong)
            self.passed += not wrong

    def compare(self, seed: int, numbers: range) -> None:
        """Makes these scripts and compares the answers."""
        scripts = []
        for number in numbers:
            made = generate(self.clock, seed, number)
            self.met += made.play.met
            self.left_out += made.left_out
            scripts.append(made.play.script)
        for script, failure in zip(scripts, self.machine.check(scripts)):
            self.steps += len(script["steps"])
            if failure:
                self.failed += 1
                self.report(script, failure)
            else:
                self.passed += 1

    def report(self, script: Json, failure: Failure) -> None:
        """Prints a failure and writes its case."""
        name = script["name"]
        if self.failed <= MOST_SHRUNK:
            script, failure = shrunk(self.clock, self.machine, script, failure)
        path = self.out / f"{name}.json"
        write_case(path, {**script, "name": name})
        print(f"FAIL {name}: {path}: step {failure.step} {failure.reason}")

    def summary(self, scripts: int, seconds: float) -> str:
        """What was compared, and how often a known difference came up."""

        def times(counts: Counter[str]) -> str:
            return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"

        return (
            f"{scripts} random scripts of {self.steps} steps in {seconds:.0f} s.\n"
            f"Answered as the list says: {times(self.met)}.\n"
            f"Left out, as the list says: {times(self.left_out)}."
        )


def main() -> int:
    """Compares as the command line says; the exit code is 1 where something failed."""
    parser = argparse.ArgumentParser(description="Compares our machine with moto.")
    parser.add_argument("--sequences", type=int, default=200, help="how many random scripts")
    parser.add_argument("--seed", type=int, default=1, help="what makes them")
    own = "cargo run --locked --quiet --bin headless --"
    parser.add_argument("--headless", default=own, help="our machine's command")
    parser.add_argument("--out", type=Path, default=Path("target/oracle"), help="where the cases of failures go")
    arguments = parser.parse_args()
    for old in arguments.out.glob("*.json"):
        old.unlink()
    started = time.perf_counter()
    with virtual_time() as clock:
        run = Comparison(clock, Machine(shlex.split(arguments.headless)), arguments.out)
        try:
            run.show_known()
            for first in range(0, arguments.sequences, AT_ONCE):
                run.compare(arguments.seed, range(first, min(first + AT_ONCE, arguments.sequences)))
        except NotRun as reason:
            print(f"error: {reason}", file=sys.stderr)
            return 2
    print(run.summary(arguments.sequences, time.perf_counter() - started))
    print(f"{run.passed} passed, {run.failed} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
