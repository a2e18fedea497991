"""Asks pip-audit about known holes in what is pinned, and bandit about risky code; says what could not be asked.

Exit code 0: both were asked about everything, and nothing was found. 1: something was found. 3: nothing was found, but
something could not be asked (no tool, or no way to its data), and that is said.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOUND, NOT_ASKED = 1, 3
SECONDS = 300

# what bandit finds, and why it is right as it is
KNOWN = {
    (
        "B301",
        "analyzer/kernel/compiler/code_store.py",
    ): "compiled code in the user's own cache, behind a checksum; see docs/security.md",
    ("B704", "analyzer/reporting/html.py"): "what is marked as safe was escaped before, or drawn here",
    ("B704", "analyzer/reporting/replay_page.py"): "our own style and script; data in which no tag can begin",
    ("B314", "analyzer/reporting/theme.py"): "the drawing that matplotlib has just made",
}


@dataclass
class Answer:
    """What a tool said: how many things it looked at, what it found, and what it could not look at."""

    tool: str
    asked: int = 0
    found: list[str] = field(default_factory=list)
    not_asked: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Tell it."""
        told = [f"{self.tool}: {self.asked} looked at, {len(self.found)} found"]
        told += [f"  FOUND {words}" for words in self.found]
        if self.not_asked:
            told.append(f"  NOT ASKED: {len(self.not_asked)}, for instance {self.not_asked[0]}")
        return told


def read_pip_audit(document: Any) -> Answer:
    """Read what `pip-audit -f json` printed; a package that its service does not know was not audited."""
    answer = Answer("pip-audit")
    for package in document["dependencies"]:
        if "skip_reason" in package:
            answer.not_asked.append(str(package["skip_reason"]))
            continue
        answer.asked += 1
        answer.found += [f"{package['name']} {package['version']}: {hole['id']}" for hole in package["vulns"]]
    return answer


def read_bandit(document: Any) -> Answer:
    """Read what `bandit -f json` printed; what is known to be right is left out."""
    answer = Answer("bandit", asked=len([name for name in document["metrics"] if name != "_totals"]))
    for item in document["results"]:
        if (item["test_id"], item["filename"]) not in KNOWN:
            place = f"{item['filename']}:{item['line_number']}"
            answer.found.append(f"{place}: {item['test_id']} {item['issue_text']}")
    answer.not_asked += [f"{error['filename']}: {error['reason']}" for error in document["errors"]]
    return answer


def ask(tool: str, command: list[str], read: Any) -> Answer:
    """Run a tool that prints JSON; whatever keeps it from answering is part of the answer."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return Answer(tool, not_asked=[str(problem)])
    try:
        answer: Answer = read(json.loads(done.stdout))
    except (ValueError, KeyError, TypeError):
        said = (done.stderr or done.stdout).strip().splitlines() or ["nothing"]
        return Answer(tool, not_asked=[f"exit code {done.returncode}: {said[-1][:300]}"])
    return answer


def exit_code(answers: list[Answer]) -> int:
    """Sum the answers up."""
    if any(answer.found for answer in answers):
        return FOUND
    return NOT_ASKED if any(answer.not_asked or not answer.asked for answer in answers) else 0


def main() -> int:
    """Ask both tools, from the folder of programs that is given."""
    programs = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".venv-audit" / "bin").resolve()
    holes = ["-r", "requirements.lock", "--require-hashes", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
    risks = ["-q", "-r", "analyzer", "strategies", "tools", "-ll", "-f", "json"]
    answers = [
        ask("pip-audit", [str(programs / "pip-audit"), *holes], read_pip_audit),
        ask("bandit", [str(programs / "bandit"), *risks], read_bandit),
    ]
    print("\n".join(line for answer in answers for line in answer.lines()))
    code = exit_code(answers)
    print({0: "nothing was found", FOUND: "something was found", NOT_ASKED: "NOT everything could be asked"}[code])
    return code


if __name__ == "__main__":
    sys.exit(main())
