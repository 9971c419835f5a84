"""Where things are that tests read, whichever room a test is in."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""
CONFIGS = ROOT / "configs"
DOCS = ROOT / "docs"
DATA = ROOT / "tests" / "data"
