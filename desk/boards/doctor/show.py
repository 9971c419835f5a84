"""``topboards boards doctor``: what is well, what is not, and what to do."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.boards.doctor.gather import gather
from desk.boards.doctor.judge import Finding, Verdict, anything_to_do, judge
from desk.config.hall import load_hall
from desk.host.exit_codes import DONE, NO_ANSWER

_SIGNS: Final = {
    Verdict.FINE: ("✓", "green"),
    Verdict.TO_DO: ("✗", "bold red"),
    Verdict.LOOK: ("?", "yellow"),
}


def examine_computer(hall: Path | None, *, as_json: bool) -> int:
    """Look at this computer, and print what was found.

    Returns:
        The exit code: 0 all is well, 1 there is something to do.

    Raises:
        ConfigError, FileTroubleError: the hall's file cannot be used.
    """
    findings = judge(gather(None if hall is None else load_hall(hall)))
    if as_json:
        for finding in findings:
            sys.stdout.write(msgspec.json.encode(finding).decode() + "\n")
    else:
        console = Console(highlight=False)
        console.print(findings_table(findings))
        console.print(closing_words(findings), markup=False)
    return NO_ANSWER if anything_to_do(findings) else DONE


def findings_table(findings: Sequence[Finding]) -> Table:
    """One row a finding, its advice below it."""
    made = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        made.add_column(overflow="fold")
    for finding in findings:
        sign, style = _SIGNS[finding.verdict]
        text = Text(finding.text, style="bold" if finding.verdict is Verdict.TO_DO else "")
        if finding.advice:
            text.append(f"\n→ {finding.advice}", style="not bold")
        made.add_row(Text(sign, style=style), finding.check, text)
    return made


def closing_words(findings: Sequence[Finding]) -> str:
    """How many things there are to do, and where nobody could tell."""
    to_do = sum(finding.verdict is Verdict.TO_DO for finding in findings)
    look = sum(finding.verdict is Verdict.LOOK for finding in findings)
    said = "Nothing has to be done" if not to_do else f"To do: {to_do} (✗)"
    return f"\n{said}; look yourself: {look} (?)." if look else f"\n{said}."
