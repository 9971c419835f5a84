"""The scripts' types are those of the messages that are sent."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_scripts_know_the_messages_as_they_are_sent() -> None:
    done = subprocess.run(
        [sys.executable, "tools/message_types.py", "--check"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
