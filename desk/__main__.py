"""``python -m desk``: the command line."""

from desk.cli import main

main()
