"""What a browser gets: scripts, style sheets, page skeletons, and the one reader of them.

Here: ``base/`` (what both sets of pages share), ``spectators/``, ``arbiter/`` (a folder a page,
beside them what all pages have), ``vendor/`` (files of others, pinned, each folder with its
licence) and ``assets.py``, with which both servers read and send these files.

Not here: addresses, sessions, messages and whatever else a server decides (``broadcast/``,
``desk/arbiter/``), and pages that are printed (``desk/arbiter/templates``).

Imports nothing of ours; ``broadcast`` and ``desk`` may import it.
"""
