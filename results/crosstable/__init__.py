"""PURE. A stage as a table of numbers, entries and points; the table of unplayed rounds.

Not here: where it comes from (``rounds/table.py``, ``trf/table.py``). May import ``errors``.
"""
