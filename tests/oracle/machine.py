"""Our machine: cases go in, and what it makes of each comes out."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from peer import Json

VERDICT = re.compile(r"^(?:ok   (?P<passed>\S+)|FAIL (?P<failed>\S+): step (?P<step>\d+) (?P<reason>.*))$")


class NotRun(Exception):
    """The machine could not read a case, or did not come to its end."""


@dataclass(frozen=True)
class Failure:
    """A step that was answered otherwise than the case expects."""

    step: int
    """Which step, counted from 1."""
    reason: str


@dataclass(frozen=True)
class Machine:
    """The command line of our machine."""

    command: list[str]

    def check(self, cases: list[Json]) -> list[Failure | None]:
        """Runs the cases in one process; how each failed, or nothing where it passed. Their names differ."""
        if not cases:
            return []
        with tempfile.TemporaryDirectory() as directory:
            for number, case in enumerate(cases):
                Path(directory, f"{number:06}.json").write_text(json.dumps(case))
            ended = subprocess.run([*self.command, "check", directory], capture_output=True, text=True)
        if ended.returncode not in (0, 1):
            raise NotRun(ended.stderr.strip() or ended.stdout.strip())
        verdicts: dict[str, Failure | None] = {}
        for line in ended.stdout.splitlines():
            if verdict := VERDICT.match(line):
                name = verdict["passed"] or verdict["failed"]
                verdicts[name] = None if verdict["passed"] else Failure(int(verdict["step"]), verdict["reason"])
        return [verdicts[case["name"]] for case in cases]


def write_case(path: Path, case: Json) -> None:
    """Writes a case to be read: a line for each queue and each step."""

    def lines(items: list[str]) -> str:
        return ",\n".join(f"    {item}" for item in items)

    parts = [f'  "name": {json.dumps(case["name"])}', f'  "source": {json.dumps(case["source"])}']
    if case.get("settings"):
        parts.append(f'  "settings": {json.dumps(case["settings"])}')
    queues = [f"{json.dumps(name)}: {json.dumps(attributes)}" for name, attributes in case["queues"].items()]
    parts.append(f'  "queues": {{\n{lines(queues)}\n  }}')
    parts.append(f'  "steps": [\n{lines([json.dumps(step) for step in case["steps"]])}\n  ]')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")
